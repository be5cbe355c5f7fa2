"""What must be known of a program before any of it is written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from functools import cached_property

from ...analysis.defaults import Name
from ...analysis.flow import clears, core
from ...analysis.numbers.intervals import Intervals
from ...analysis.routines.active import Refused
from ...analysis.routines.graph import Graph
from ...analysis.routines.routines import Key, Place, Routine
from ...analysis.shapes import sections
from ...analysis.solver import reached
from ...analysis.telling import Tell, nobody
from ...analysis.variables.located import Located
from ...analysis.variables.truths import flags
from ...analysis.variables.types import INTEGER_BOUNDS, Range, Ranges
from ...syntax import nodes as n
from ...syntax.visit import walk
from ..naming.meanings import Meanings
from ..naming.names import Names, basic_name, in_full, is_free
from ..naming.occasions import Occasions
from ..naming.remarks import Remarks, is_game
from ..naming.spoken import typed_into
from ..program.dataflow import DataFlow
from ..program.memory import kept_out
from ..program.source import Source
from ..program.survey import Survey, all_names
from ..words.expressions import Expressions
from ..words.statements import Statements
from ..words.value import Value
from .constants import constant_name, constants
from .dimensions import Dimensions
from .failing import Failing
from .integers import integers
from .reading import order, spoilt

ONE = Value("1", "%", Range(True, 1, 1), constant=True)


class Knowledge:
    """A program with its analyses.

    `exact`: every operation goes through BASIC's own arithmetic; `modern`: all in Python's numbers, compared in runs;
    `named`: variables are called after what the program says of them.
    """

    def __init__(
        self, source: Source, exact: bool = False, chosen: dict[str, str] | None = None, tell: Tell = nobody,
        modern: bool = False, named: bool = False,
    ) -> None:  # fmt: skip
        self.tell = tell  # hears how far it is
        self.source = source
        self.flow, self.types, self.base = source.flow, source.types, source.base
        self.exact = exact
        self.modern = modern
        self.named = named
        self.chosen = {in_full(name, self.types.kind): given for name, given in (chosen or {}).items()}
        self.ranges = Located(Ranges(self.flow, self.types, closed=True))
        self.names = Names(all_names(self.flow, self.types), self.chosen)
        self.catches = any(isinstance(node, n.OnError) for node in source.statements)
        self.game = is_game(source.statements)
        self.reads = [node for node in source.statements if isinstance(node, n.Read)]
        self.period = order(self)  # of texts and numbers in DATA
        self.e = Expressions(self.ranges, self.names, self.base, exact, modern)
        self.s = Statements(self.e)
        self.e.typed = self._typed()
        self._tell_inputs()
        self._find_routines()
        self._find_constants()
        self._find_shared()
        self.remarks_of = Remarks(self.graph)

    # -- what must be known beforehand ----------------------------------------------------------------------------

    def kind(self, variable: n.Variable) -> str:
        return self.types.kind(variable.name, variable.sigil)

    def _typed(self) -> set[Name]:
        """The texts that somebody types, and those that are made of them."""
        becomes: defaultdict[Name, list[Name]] = defaultdict(list)
        begun: list[Name] = []
        for statement in (core(point.statement) for point in self.flow.points):
            begun += [self.e.key(target) for target in typed_into(statement) if self.e.kind(target) == "$"]
            if isinstance(statement, n.Let) and self.e.kind(statement.target) == "$":
                for node in walk(statement.value):
                    if isinstance(node, n.Variable | n.Element):
                        becomes[self.e.key(node)].append(self.e.key(statement.target))
        return reached(begun, becomes.__getitem__)

    def _tell_inputs(self) -> None:
        """What READ finds."""
        inputs = self.s.inputs
        inputs.reads = bool(self.reads) and bool(self.flow.data)
        inputs.spoilt = spoilt(self) if inputs.reads else ""
        inputs.mixed = not self.period

    def _find_routines(self) -> None:
        """Its routines, and how they can fail: once more with what these tell of the numbers, if errors are handled."""
        self.failing = Failing(self)
        self._connect()
        if self.catches and not self.modern and self._proves_more():
            self._connect()
        program = self.source.program
        self.lines = kept_out(program)
        self.e.size = sum(len(line.text) + 5 for line in program.lines)

    def _find_constants(self) -> None:
        """Its functions, lists and truth values, and what the file says once for all routines."""
        definitions = self.survey.definitions
        self.e.placed = self.survey.placed
        self.e.signatures = {key: self._signature(key) for key in definitions}
        self.e.captured = {key: [] for key in definitions}  # that is known with the flow of data
        self._arrays()
        self.e.flags = flags(self.flow, self.types, self._may_be_flag)
        self.constants = constants(self)
        for name in self.constants:
            if basic_name(name) not in self.chosen:
                self._name(name, constant=True)
        self.dynamic = {key for key in definitions if self.clearing or not self._defined_once(key)}
        self.e.dynamic = self.dynamic

    def _find_shared(self) -> None:
        """What routines hand round, and what they share."""
        lists = {name for name in self.names.known if name[2] == "()" and name not in self.undeclared}
        self.data_flow = DataFlow(self.survey, lists, self.dynamic, set(self.constants), self._surely_run())
        self.shared = self.data_flow.shared | self.dynamic
        for name in sorted(self.shared) if self.named else ():
            if name[2] != "FN" and basic_name(name) not in self.chosen:
                self._name(name)
        if not self.shared and not (self.modern and self.reads):  # `g.data` is written first, and `data` in the end
            self._tell_fielded()
        self.integers = integers(self)
        self.enter(None)
        self.e.shared = frozenset(self.names[name] for name in self.shared)
        self.e.captured = {key: sorted(names) for key, names in self.data_flow.captured.items()}

    def enter(self, key: Key | None) -> None:
        """Take variables for what they are in a routine, or throughout the program."""
        self.ranges.integers = self.integers.get(key, frozenset()) if key else frozenset()
        self.e.convert.floats = frozenset(
            name for known, name in self.names.known.items()
            if known[1:] == ("!", "") and not self.ranges.of(known).whole
        )  # fmt: skip

    def _used(self, key: Key) -> tuple[set[Name], set[Name]]:
        """The variables that a call looks at or may change, and those that it may change."""
        return {*self.survey.listed(self.survey.touched[key])}, {*self.survey.listed(self.survey.changed[key])}

    def _connect(self) -> None:
        """Find out which ways lead from where to where, and between which bounds numbers are there."""
        self.graph = Graph(self.flow, self.kind, self.failing.errors, tell=self.tell)
        sections.take_out(self.graph, self._names_of_sections(), self._gives_back())
        self.survey = Survey(self.graph, self.types)
        self._tell_fielded()
        self.intervals = Intervals(self.graph, self.ranges, self._used, self.tell)

    def _names_of_sections(self) -> Callable[[int], str]:
        """What is known of a point by which a section that begins there can be called."""
        remarks, occasions = Remarks(self.graph), Occasions(self.flow)
        return lambda index: remarks.name_of_part(index) or occasions.name(index)

    def _gives_back(self) -> sections.Gives:
        """Whether what stands at some places changes variables that are looked at where that leads."""
        flow: DataFlow | None = None

        def gives(routine: Routine, inside: Collection[Place], exits: list[Place]) -> bool:
            nonlocal flow
            if flow is None or flow.survey.effects.keys() != self.graph.routines.keys():
                before = None if flow is None else flow.survey
                flow = DataFlow(Survey(self.graph, self.types, before), set(), set(), set(), {})
            kept = flow.part_back(routine, exits, [routine.nodes[place] for place in inside])
            return any(not name[2] for name in kept)

        return gives

    def _surely_run(self) -> dict[Key, set[Place]]:
        """Where FOR begins a loop that is run once at least, whatever its bounds are."""
        found: dict[Key, set[Place]] = {}
        for key, routine in self.graph.routines.items() if not self.catches else ():
            for place, node in routine.nodes.items():
                statement = node.point.statement if node.kind == "plain" and node.point is not None else None
                follows = [routine.nodes[led] for led in node.follows]
                if isinstance(statement, n.For) and [led.kind for led in follows] == ["test"]:
                    self.ranges.bounds = self.intervals.at(key, place)
                    if follows[0].index == node.index and self._begins(statement):
                        found.setdefault(key, set()).add(place)
        self.ranges.bounds = {}
        return found

    def _begins(self, statement: n.For) -> bool:
        """Whether a FOR does not find its first value beyond its limit."""
        start, stop = self.ranges.expression(statement.start), self.ranges.expression(statement.stop)
        step = ONE.range if statement.step is None else self.ranges.expression(statement.step)
        if step.low is None or step.high is None or step.low * step.high <= 0:
            return False
        first, last = (start.high, stop.low) if step.low > 0 else (stop.high, start.low)
        return first is not None and last is not None and first <= last

    def _proves_more(self) -> bool:
        """Whether less can fail, with what is known of the numbers now, than the graph was built with."""
        self._arrays()
        return self.failing.proves_more()

    def bounds(self, statement: n.For) -> tuple[Value, Value, Value]:
        """The first value of a loop, its limit and its step."""
        kind = self.kind(statement.variable)
        found = []
        for node in (statement.start, statement.stop, statement.step):
            value = ONE if node is None else self.e.expression(node)
            code = self.e.convert.as_kind(value, kind)
            if code != value.code:
                kept = value.range.clipped(*INTEGER_BOUNDS)  # and rounded: the bounds are whole
                bounds = Range(True, kept.low, kept.high) if kind == "%" else value.range
                value = Value(code, kind, bounds, real=(code,) * (kind != "%"))
            found.append(value)
        return found[0], found[1], found[2]

    def _tell_fielded(self) -> None:
        self.e.fielded = frozenset(self.names[name] for name in self.survey.fielded | self.survey.fielded_arrays)

    def _defined_once(self, key: Name) -> bool:
        """Whether a DEF FN always comes before the function is used."""
        definitions = self.survey.definitions[key]
        points = [point.index for point in self.flow.points if core(point.statement) is definitions[0]]
        return len(definitions) == 1 and self.survey.first_of_all(points[0], key, again=True)

    def _arrays(self) -> None:
        """Find out which arrays can be lists, as far as the numbers of DIM are known now."""
        self.clearing = {point.index for point in self.flow.points if clears(core(point.statement))}
        arrays = Dimensions(self)
        self.undeclared = arrays.settle()  # those that are there without their DIM

    @cached_property
    def meanings(self) -> Meanings:
        return Meanings(self.flow, self.e.key)

    def _name(self, name: Name, constant: bool = False) -> None:
        """Call it what the whole program says it is, if that is no other's name."""
        before, taken = self.names[name], self.names.known.values()
        words = self.meanings.nouns.get(name, ()) if self.named else ()
        word = next((word for word in words if is_free(word) and word not in taken), before)
        self.names.known[name] = shown = constant_name(word, taken) if constant else word
        if name[2] == "()":
            self.e.simple_arrays[shown] = self.e.simple_arrays.pop(before)

    def _signature(self, key: Name) -> list[str]:
        """The kinds of a function's parameters, in all its definitions."""
        kinds: list[str] | None = None
        endless = self.catches and key in self.survey.functions(key)  # which empties GW-BASIC's stack
        for definition in self.survey.definitions[key]:
            line = next(point.line for point in self.flow.points if core(point.statement) is definition)
            if endless:
                raise Refused(line, f"FN{key[0]}, which calls itself without end, under ON ERROR")
            if len({*map(self.types.name, definition.parameters)}) < len(definition.parameters):
                raise Refused(line, f"DEF FN{key[0]} with two parameters of one name")
            found = [self.kind(parameter) for parameter in definition.parameters]
            if kinds is not None and found != kinds:
                raise Refused(line, f"DEF FN{key[0]} with other parameters than before")
            kinds = found
        return kinds or []

    def _may_be_flag(self, name: Name) -> bool:
        """Whether a variable or an array can hold truth values as far as its place goes."""
        if name[2] and name[:2] in {(of, self.types.kind(of, sigil)) for of, sigil in self.source.pictures}:
            return False  # numbers, bit by bit
        return name not in self.survey.fielded and (not name[2] or self.e.simple_arrays[self.names[name]] is not None)
