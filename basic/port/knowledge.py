"""What must be known of a program before any of it is written."""

from __future__ import annotations

from ..analysis.active import Refused
from ..analysis.counters import bound_counters
from ..analysis.defaults import DefTypes
from ..analysis.escapes import let_escape
from ..analysis.flow import Point, analyse, core, itself
from ..analysis.graph import Graph
from ..analysis.intervals import Intervals, Located
from ..analysis.refining import refine
from ..analysis.relations import Relations
from ..analysis.routines import Key, Node, Place, Routine
from ..analysis.splitting import COPIED, split_entries
from ..analysis.structure import Shape
from ..analysis.tables import with_tables
from ..analysis.telling import Tell, nobody
from ..analysis.truths import flags
from ..analysis.types import Range, Ranges, predicted
from ..analysis.webs import parted
from ..sizes import HIGHEST, VALUE_SIZES, is_too_large
from ..syntax import nodes as n
from ..syntax.visit import walk
from . import functions as _functions
from . import harmless, storage
from .asking import PURE, Facts
from .choosing import Menu
from .constants import constant_name, constants
from .dataflow import DataFlow
from .definitions import set_apart
from .digits import with_digits
from .expressions import Bounds, Expressions
from .failing import Failing, columns_of
from .forms import Forms
from .memory import keep_out
from .names import Key as Name
from .names import Names, basic_name, in_full
from .natural import NaturalExpressions, NaturalStatements
from .operations import Operations
from .operators import Operators
from .page import Page
from .prepare import Whole, asks_for_memory, base_of, handing, traced, with_signs
from .reading import order
from .remarks import Remarks, is_game
from .shapes import Asked, Part
from .statements import Statements
from .survey import Survey
from .value import SINGLE, Value

assert _functions
STEADY = (n.Number, n.Variable, n.Binary, n.Unary, n.Parenthesised)
MOST_PLACES = 1500  # of a program whose errors are looked at again, which takes as long again
MOST_LOOKS = 3  # at its errors: where there are fewer, more is known of the numbers
MOST_UNDECLARED = 3  # subscripts of a list that is made without a DIM
ONE = Value("1", "%", Range(True, 1, 1), safe=True, constant=True)
LITTLE = 1_000_000_000  # is lost in a number near the largest there is


class Knowledge:
    """A program with its analyses.

    `exact`: every operation goes through BASIC's own arithmetic; `natural`: all in Python's numbers, checked by a run;
    `like`: what was known of it before, in another manner; `tell` hears how far it is; `tight`: it may fill GW-BASIC's
    memory, so that arrays and texts may find no room.
    """

    def __init__(
        self, program: n.Program, exact: bool = False, chosen: dict[str, str] | None = None, natural: bool = False,
        like: Knowledge | None = None, tell: Tell = nobody, tight: bool = False,
    ) -> None:  # fmt: skip
        self.tell = tell  # hears how far it is
        self.proven: dict[int, frozenset[int]] = {}  # by the id of a statement
        self.steady: set[int] = set()  # the ids of FORs whose NEXT never goes beyond what the variable holds
        self.survey: Survey
        whole, program = program, traced(handing(program))
        self.tight = tight
        self.weighed = exact and (tight or asks_for_memory(program))  # texts and arrays are counted
        nodes = (node for line in program.lines for node in walk(line))
        self.whole = {(node.name, node.sigil) for node in nodes if isinstance(node, Whole)}  # arrays that are no lists
        program = with_digits(program if self.whole or self.weighed else with_tables(program))
        self.flow = analyse(program)
        if program != (program := set_apart(program, self.flow)):
            self.flow = analyse(program)
        self.types, _ = predicted(self.flow, 0, DefTypes(), 0)
        keep_out(self.flow)
        base = base_of(self.flow)
        self.base, self.moving = base or 0, base is None  # the lowest subscript, and whether it depends on the way
        held = self._types_hold()
        if not held:
            self.flow = with_signs(program, self.flow)
            self.types = DefTypes()
        everywhere = Ranges(self.flow, self.types, closed=True)
        if held and not exact and not natural and (parts := parted(program, self.flow, everywhere)) is not None:
            self.flow = analyse(parts)
            everywhere = Ranges(self.flow, self.types, closed=True)
        if not exact and not natural:  # a run shows what counters come to
            bound_counters(everywhere)
        self.ranges = Located(everywhere)
        self.chosen = {in_full(name, self.types.kind): given for name, given in (chosen or {}).items()}
        self.exact = exact
        self.natural = natural
        everything = Names(self._all_names(), self.chosen)
        self.e = (NaturalExpressions if natural else Expressions)(self.ranges, everything, self.base, exact)
        self.e.natural = natural
        self.e.tight, self.e.weighed = tight, self.weighed
        self.e.moving = self.moving
        self.e.operations = (Operations if exact or natural else Operators)(self.e)
        self.s = (NaturalStatements if natural else Statements)(self.e)
        statements = [node for point in self.flow.points for node in walk(point.statement)]
        self.catches = any(isinstance(node, n.OnError) for node in statements)
        self.game = is_game(statements)
        self.reads = [node for node in statements if isinstance(node, n.Read)]
        self.s.reads = bool(self.reads) and bool(self.flow.data)
        self.s.restores = any(isinstance(node, n.Restore) for node in statements)
        self.period = order(self)  # of texts and numbers in DATA
        self.failing = Failing(self.e.expression, self._kind, columns_of(statements), tight)
        self.names = everything
        twice = self.catches and not natural
        self._connect(None if twice else like)
        for _ in range(MOST_LOOKS if twice else 0):
            places = sum(len(routine.nodes) for routine in self.graph.routines.values())
            if places > MOST_PLACES or not self._proves_more():
                break
            self._connect(None)
        refine(everywhere, self.intervals)
        self.e.signatures = {key: self._signature(key) for key in self.survey.definitions}
        self._arrays()
        self.e.flags = flags(self.flow, self.types, self._may_be_flag)
        self._constants()
        if self.catches and not natural and let_escape(self.graph):
            self.survey = Survey(self.graph, self.types)
        self.dynamic = {key for key in self.survey.definitions if self.clearing or not self._defined_once(key)}
        lists = {name for name in self.names.known if name[2] == "()" and name not in self.undeclared}
        counted = storage.counted(self) if self.weighed else set()
        self.data_flow = DataFlow(self.survey, lists, self.dynamic, set(self.constants), counted)
        self.shared = self.data_flow.shared | self.dynamic
        if not self.shared:
            self.names.release("g")
            self._tell_fielded()
        if self.e.operations.given != SINGLE:  # of a Single it is said how it becomes an `int`
            self.e.floats = frozenset(
                name
                for key, name in everything.known.items()
                if key[1:] == ("!", "") and not everywhere.of((key[0], key[1], False)).whole
            )
        self._tell_shared()
        self.e.size = storage.size(self, whole)
        if self.e.operations.given == SINGLE:
            Forms(self).find()
            self.ranges.whole_here = lambda node: self.ranges.only_typed(node) or self.e.form(node) == SINGLE
        self.e.unsound.clear()  # nothing has been written yet
        self.page = Page()
        self.routine: Routine = self.graph.routines[self.graph.main]
        self.actions: dict[int, str] = {}
        self.jumps: dict[int, str] = {}  # the actions of all routines
        self.shapes: dict[Key, list[Shape]] = {}
        self.printed: dict[tuple[Key, Place], tuple[int, bool]] = {}
        self.state = False  # there are variables that routines share
        self.remarks: list[str] = []  # those at the head of the program
        self.remarks_of = Remarks(self.graph)
        self.taken_out: dict[int, Part] = {}  # shapes that are functions of their own
        self.part: Part | None = None  # the one in hand
        self.called_parts: list[Part] = []
        self.part_names: set[str] = set()
        self.parts: list[Page] = []
        self.asked: list[Asked] = []  # tests that are asked again in the routine in hand
        self.menus: list[Menu] = []  # and menus whose choice stands behind their loop
        self.facts: Facts  # what is known of its conditions
        self.remarked: set[int] = set()  # points whose remarks have been written
        self.routine_names: dict[str, str] = {}
        self.traps: set[Key] = set()
        self.handlers: set[Key] = set()  # of errors, as ON ERROR names them
        self.endings = False  # some errors have handlers that never come back
        self.mapping: list[tuple[int, int]] = []  # Python's lines and BASIC's

    def has_places_of(self, graph: Graph) -> bool:
        """Whether a graph of the same program has no places but those that were known here, reached as they were."""
        known = self.graph.routines
        copied = any(place[1] == COPIED for routine in graph.routines.values() for place in routine.nodes)
        return known.keys() == graph.routines.keys() and not (copied and self.catches) and all(
            routine.nodes.keys() <= known[key].nodes.keys() for key, routine in graph.routines.items()
        )

    # -- what must be known beforehand ----------------------------------------------------------------------------

    def _kind(self, variable: n.Variable) -> str:
        return self.types.kind(variable.name, variable.sigil)

    def _written(self, key: Key) -> set[tuple[str, str]]:
        """The variables that a call may change."""
        return {name[:2] for called in self.survey.closures[key] for name in self.survey.written[called] if not name[2]}

    def _all_names(self) -> list[Name]:
        found: set[Name] = set()
        kind = self.types.kind
        for point in self.flow.points:
            erased = core(point.statement)
            if isinstance(erased, n.Erase):
                found |= {(a.name, kind(a.name, a.sigil), "()") for a in erased.arrays}
                continue
            for node in erased.variables if isinstance(erased, n.Common) else walk(itself(point.statement)):
                match node:
                    case n.Variable(name=name, sigil=sigil):
                        found.add((name, kind(name, sigil), ""))
                    case n.Element(name=name, sigil=sigil):
                        found.add((name, kind(name, sigil), "()"))
                    case n.UserFunction(name=name, sigil=sigil) | n.DefFn(name=name, sigil=sigil):
                        found.add((name, kind(name, sigil), "FN"))
                    case _:
                        pass
        return sorted(found)

    def _types_hold(self) -> bool:
        """Whether DEFINT and its kin say at the beginning what holds throughout, several in a row together."""
        points = self.flow.points
        own = [point for point in points if isinstance(core(point.statement), n.DefType)]
        if own and any(isinstance(core(p.statement), n.Run) or _is_clear(core(p.statement)) for p in points):
            return False
        for point in own:
            types, index = self.types, point.index
            while index < self.flow.end:
                said = core(points[index].statement)
                if isinstance(said, n.DefType):
                    types = types.with_letters(said.letters, said.kind)
                elif not isinstance(said, n.Remark | n.Empty):
                    break
                index = points[index].next
            if types != self.types:
                return False
        return True

    def _connect(self, like: Knowledge | None) -> None:
        """Find out which ways lead from where to where, and between which bounds numbers are there.

        Where no errors are handled that is the same in all manners. Writing changes the graph.
        """
        self.untouched: Graph | None
        if like is not None and like.untouched is not None:
            self.graph, self.untouched = like.untouched.over(self.flow), None
        else:
            ways = self._errors, self._overflows, not self.natural, self.exact, {*self.e.too_large}
            self.graph = Graph(self.flow, self._kind, *ways, tell=self.tell)
            for routine in self.graph.routines.values():
                split_entries(routine)
            again = not (self.exact or self.natural or self.catches or self.graph.deep)
            self.untouched = self.graph.over(self.flow) if again else None
        self.survey = Survey(self.graph, self.types)
        self._tell_fielded()
        self._settle()
        known = like is not None and like.has_places_of(self.graph)
        self.intervals: Intervals = (
            like.intervals if like and known else Intervals(self.graph, self.ranges, self._written, self.tell)
        )
        reach = self.intervals.reach
        self.e.reaches = lambda node, position: reach.reaches(self.ranges.bounds, node, position)
        self.e.within = lambda text, position: reach.within(self.ranges.bounds, text, position)
        for key, routine in self.graph.routines.items():
            self._choose_always(key, routine)

    def _settle(self) -> None:
        """Conditions that follow from those before them are not asked for, those of flags aside."""
        if any(isinstance(core(point.statement), n.OnEvent) for point in self.flow.points):
            return
        name, other = self.survey.name, {*self.survey.fielded, *flags(self.flow, self.types, lambda _: True)}
        relations = Relations(lambda node: None if name(node) in other else name(node), self._changed_at)
        for key, routine in self.graph.routines.items():
            if key not in self.graph.kept:  # else it is seen only in the run which variable a NEXT changes
                relations.settle(routine)

    def _changed_at(self, routine: Routine, node: Node) -> set[Name] | None:
        """The variables that a place may change; None if that is not known."""
        statement = core(node.point.statement) if node.point is not None else None
        if node.survives or isinstance(statement, n.Call | n.GetImage | n.Command | n.Field | n.Record | n.Broken):
            return None
        called: set[Name] = set() if node.call is None else {(*name, "") for name in self._written(node.call)}
        return self.survey.effects[routine.key][node.place][1] | called

    def _choose_always(self, key: Key, routine: Routine) -> None:
        """ON X GOTO does not go on behind itself where X is always one of its numbers."""
        passed = False
        for place, node in routine.nodes.items():
            statement = node.point.statement if node.kind == "switch" and node.point is not None else None
            if isinstance(statement, n.OnJump) and len(node.follows) > 2 and node.follows[-1] != node.follows[-2]:
                self.ranges.bounds = self.intervals.at(key, place)
                if self.ranges.expression(statement.selector).within(1, len(node.follows) - 1):
                    node.follows[-1] = node.follows[-2]
                    passed = True
        self.ranges.bounds = {}
        if passed:
            reached = routine.reach(routine.entry)
            routine.nodes = {place: node for place, node in routine.nodes.items() if place in reached}

    def _proves_more(self) -> bool:
        """Note which errors cannot be, with what is known of the numbers; gives whether those are more than before."""
        too_large = {*self.e.too_large}
        self._arrays()
        found, steady = self._errors_there(), self._steady_there() - self.steady
        self.proven |= found
        self.steady |= steady
        return bool(found or steady or self.e.too_large - too_large)

    def _steady_there(self) -> set[int]:
        """The FORs whose NEXT stays within what the variable holds, wherever control comes to it."""
        found: set[int] = set()
        beyond: set[int] = set()
        for key, routine in self.graph.routines.items():
            for place, node in routine.nodes.items():
                begin = self.flow.ends.get(node.index) if node.kind == "plain" else None
                opening = core(self.flow.points[begin].statement) if begin is not None else None
                if isinstance(opening, n.For):
                    self.ranges.bounds = self.intervals.at(key, place)
                    (found if self._holds_step(opening) else beyond).add(id(opening))
        self.ranges.bounds = {}
        return found - beyond

    def _holds_step(self, opening: n.For) -> bool:
        """Whether a step of a loop stays within the integers, with what is known of the numbers here."""
        before = self.e.expression(opening.variable).range
        step = ONE.range if opening.step is None else self.e.expression(opening.step).range
        ends = before.low, before.high, step.low, step.high
        if self._kind(opening.variable) != "%" or None in ends:
            return False
        low, high, down, up = (end or 0 for end in ends)
        return low + down >= -32768 and high + up <= 32767

    def _errors_there(self) -> dict[int, frozenset[int]]:
        """The errors of statements that have fewer with what is known of the numbers wherever control comes to them."""
        found: dict[int, frozenset[int]] = {}
        statements: dict[int, n.Statement] = {}
        for key, routine in self.graph.routines.items():
            for place, node in routine.nodes.items():
                self.ranges.bounds = self.intervals.at(key, place)
                for statement in () if node.point is None else (node.point.statement, core(node.point.statement)):
                    statements[id(statement)] = statement
                    found[id(statement)] = found.get(id(statement), frozenset()) | self._errors_of(statement)
        self.ranges.bounds = {}
        for point in self.flow.points:
            if isinstance(point.statement, n.Dim) and self._never_fails(point.index, point.statement):
                found[id(point.statement)] = frozenset()
        return {known: errors for known, errors in found.items() if errors < self._errors(statements[known])}

    def _never_fails(self, index: int, statement: n.Dim) -> bool:
        """Whether arrays with constant bounds are declared once, before they are used, and GW-BASIC has room for
        each; ports have it for all of them together."""
        names = {(array.name, self.types.kind(array.name, array.sigil), "()") for array in statement.arrays}
        twice = len(names) < len(statement.arrays)
        fails = any(self.failing.bounds(array) or id(array) in self.e.too_large for array in statement.arrays)
        first = all(self.survey.first_of_all(index, name, fails=False) for name in names)
        return first and not (twice or fails or self.tight)

    def _errors(self, statement: n.Statement) -> frozenset[int]:
        known = self.proven.get(id(statement))
        return self._errors_of(statement) if known is None else known

    def _errors_of(self, statement: n.Statement) -> frozenset[int]:
        """The errors of a statement, with what is known of the numbers here."""
        return self.failing.statement(statement) if self._fallible(statement) else frozenset()

    def _fallible(self, statement: n.Statement) -> bool:
        """Whether a statement can end in an error, as far as is known before it is written."""
        if self.natural:
            return False
        match statement:
            case n.Remark() | n.Empty() | n.Data() | n.DefType() | n.Common() | n.DefFn():
                return False
            case n.OptionBase(value=value):
                return self.moving or value != self.base
            case n.OnError() | n.Goto() | n.Run(file=None) | n.Command(word="CLEAR" | "TRON" | "TROFF" | "TRACE"):
                return False
            case n.Let(target=n.Variable() as target, value=value):
                return not harmless.suits(self.e.expression(value), self._kind(target))
            case n.If(condition=condition) | n.While(condition=condition):
                found = self.e.expression(condition)
                return not found.safe or found.kind == "$"
            case n.OnJump(selector=selector):
                found = self.e.expression(selector)
                return not (found.safe and found.kind in "%!" and found.range.within(0, 255))
            case n.Print(word="PRINT", channel=None, using=None, items=items):
                return not all(
                    isinstance(item, n.Separator) or (not isinstance(item, n.Tab) and self.e.expression(item).safe)
                    for item in items
                )
            case n.Input(channel=None, targets=targets):
                return not all(isinstance(target, n.Variable) and self._kind(target) != "%" for target in targets)
            case n.LineInput(channel=None, target=target):
                return not (isinstance(target, n.Variable) and self._kind(target) == "$")
            case n.For(start=start, stop=stop, step=step):
                values = [self.e.expression(x) for x in (start, stop, step) if x is not None]
                return not all(harmless.suits(value, self._kind(statement.variable)) for value in values)
            case n.Next() | n.Wend() | n.Return() | n.Gosub() | n.Resume():
                return False
            case n.Restore(line=line):
                return line is not None
            case n.Command(word="END" | "SYSTEM" | "STOP" | "CLS" | "BEEP", arguments=()):
                return False
            case _:
                return True

    def _bounds(self, statement: n.For, place: Place | None = None) -> tuple[Value, Value, Value]:
        kind = self._kind(statement.variable)
        before = self.ranges.bounds
        if place is not None:
            self._stand(place)
        found = []
        for node in (statement.start, statement.stop, statement.step):
            value = ONE if node is None else self.e.expression(node)
            value = self.e.operations.settled(value)
            code = self.e.convert(value, kind)
            if code != value.code:
                value = Value(code, kind, Range(kind == "%", -32768, 32767) if kind == "%" else value.range)
            found.append(value)
        self.ranges.bounds = before
        return found[0], found[1], found[2]

    def _stand(self, place: Place) -> None:
        """From now on numbers lie between the bounds that hold before a place."""
        self.ranges.bounds = self.intervals.at(self.routine.key, place)

    def limit_of(self, line: int, column: int) -> Range | None:
        """The bounds of the limit of a loop that stands there, where it begins; None if nothing comes there."""
        found: Range | None = None
        for key, routine in self.graph.routines.items():
            for place, node in routine.nodes.items():
                statement = core(node.point.statement) if node.point is not None and node.point.line == line else None
                if isinstance(statement, n.For) and statement.column == column and node.part != "test":
                    self.ranges.bounds = self.intervals.at(key, place)
                    here = self.ranges.expression(statement.stop)
                    found = here if found is None else found.join(here)
        self.ranges.bounds = {}
        return found

    def _overflows(self, statement: n.For) -> bool:
        """Whether the step of a loop can be an error: beyond the integers, or beyond all numbers."""
        if self.natural or id(statement) in self.steady:
            return False
        _, stop, step = self._bounds(statement)
        if self._kind(statement.variable) == "%":
            return stop.range.high is None or step.range.high is None or stop.range.high + step.range.high > 32767
        return not step.range.within(-LITTLE, LITTLE)

    def _tell_fielded(self) -> None:
        self.e.fielded = frozenset(self.names[name] for name in self.survey.fielded | self.survey.fielded_arrays)

    def _tell_shared(self) -> None:
        self.e.shared = frozenset(self.names[name] for name in self.shared)
        self.e.captured = {key: sorted(names) for key, names in self.data_flow.captured.items()}

    def share(self, names: set[Name]) -> bool:
        """Have all share some variables, if that can still be: what errors would lose of a part of a routine."""
        if any(name[2] for name in names) or (not self.shared and "g" in self.names.known.values()):
            return False
        self.data_flow.share(names)
        self.shared |= names
        self._tell_shared()
        return True

    def _defined_once(self, key: Name) -> bool:
        """Whether a DEF FN always comes before the function is used."""
        definitions = self.survey.definitions[key]
        points = [point.index for point in self.flow.points if core(point.statement) is definitions[0]]
        return len(definitions) == 1 and self.survey.first_of_all(points[0], key)

    def _arrays(self) -> None:
        """Arrays that can be lists: declared once, before they are used, with bounds that are constants."""
        dims: dict[Name, list[tuple[int, n.Element]]] = {}
        ranks: dict[Name, set[int]] = {}
        erased: set[Name] = set()
        kind = self.types.kind
        for point in self.flow.points:
            statement = core(point.statement)
            if isinstance(statement, n.Dim):
                for target in statement.arrays:
                    if isinstance(target, n.Element):
                        dims.setdefault((target.name, kind(target.name, target.sigil), "()"), []).append(
                            (point.index, target)
                        )
            if isinstance(statement, n.Erase):
                erased |= {(a.name, kind(a.name, a.sigil), "()") for a in statement.arrays}
            for node in walk(statement):
                if isinstance(node, n.Element):
                    ranks.setdefault((node.name, kind(node.name, node.sigil), "()"), set()).add(len(node.subscripts))
        self.undeclared: dict[Name, tuple[int, ...] | None] = {}
        self.e.remade.clear()
        self.e.too_large = {known for point in self.flow.points for known in self._without_room(point)}
        for name in erased | set(dims):
            ranks.setdefault(name, set())
        self.clearing = clearing = {point.index for point in self.flow.points if self.clears(point)}
        erased |= {(name, kind(name, sigil), "()") for name, sigil in self.whole}
        if clearing or self.moving:
            erased |= set(ranks)
            for effects in self.survey.effects.values():
                for place in effects:
                    if place[0] in clearing:
                        effects[place] = effects[place][0] | set(ranks), effects[place][1]
        for name, found in ranks.items():
            bounds: Bounds | None = None
            declared = dims.get(name, [])
            if name not in erased | self.survey.fielded_arrays and len(found) == 1:
                if not declared:
                    bounds = (10,) * next(iter(found))
                    if len(bounds) > MOST_UNDECLARED or self.weighed:
                        bounds = None
                elif len(declared) == 1 and self._made_first(declared[0][0], name):
                    bounds = self._bounds_of(*declared[0])
                elif self.weighed:  # whether it is there depends on the way
                    bounds = None
                elif len(declared) == 1 and self._made_first(declared[0][0], name, fails=False):
                    bounds = self._bounds_of(*declared[0]) and (None,) * next(iter(found))
                    if bounds is not None and len(bounds) <= MOST_UNDECLARED:
                        self.e.remade.add(self.names[name])
                    else:
                        bounds = None
            self.e.simple_arrays[self.names[name]] = bounds
            if not declared or bounds is None or self.names[name] in self.e.remade:
                self.undeclared[name] = None if bounds is None else (10,) * len(bounds)

    def _bounds_of(self, index: int, target: n.Element) -> Bounds | None:
        """The bounds of a DIM, where they are always the same: `DIM A(10)`, `N=20: DIM A(N,2*N)`. None where it always
        fails, or where a row would not have the length that the others have: `DIM A(5,RND*9)`."""
        known = self._always(index, target)
        if id(target) in self.e.too_large:
            return None
        for subscript, bound in zip(target.subscripts[1:], known[1:], strict=True):
            if bound is None and not all(isinstance(part, STEADY) for part in walk(subscript)):
                return None
        return known if all(bound is None or self.base <= bound <= HIGHEST for bound in known) else None

    def _always(self, index: int, target: n.Element) -> Bounds:
        """The bounds of a DIM, so far as all of them are always the same."""
        at = [places[place] for places in self.intervals.before.values() for place in places if place[0] == index]
        found: set[Bounds] = set()
        for bounds in at or [{}]:
            self.intervals.ranges.bounds = bounds
            found.add(tuple(self._certain(subscript) for subscript in target.subscripts))
        return found.pop() if len(found) == 1 else (None,) * len(target.subscripts)

    def _without_room(self, point: Point) -> list[int]:
        """The arrays of a DIM that may find no room, and those before them, which are there then."""
        statement = core(point.statement)
        targets = statement.arrays if isinstance(statement, n.Dim) else ()
        arrays = [target for target in targets if isinstance(target, n.Element)]
        lacking = [array for array in arrays if self._has_no_room(point.index, array)]
        before = arrays[: arrays.index(lacking[-1])] if lacking and self.catches else []
        steady = all(self._steady_number(subscript) for array in before for subscript in array.subscripts)
        return [id(array) for array in (*lacking, *before * steady)]

    def _has_no_room(self, index: int, target: n.Element) -> bool:
        """Whether a DIM may find no room, as far as its numbers can be worked out beforehand."""
        if self.tight:
            return self.catches and all(map(self._steady_number, target.subscripts))
        known = [bound for bound in self._always(index, target) if bound is not None and self.base <= bound <= HIGHEST]
        size = VALUE_SIZES[self.types.kind(target.name, target.sigil)]
        return len(known) == len(target.subscripts) and is_too_large(size, known, self.base)

    def _steady_number(self, node: n.Expression) -> bool:
        """Whether an expression is the same when it is worked out once more."""
        value = self.e.expression(node)
        parts = (part for part in walk(node) if not isinstance(part, (*STEADY, n.Element, n.String)))
        return value.kind in "%!" and all(isinstance(part, n.Function) and part.name in PURE for part in parts)

    def _certain(self, node: n.Expression) -> int | None:
        """The whole number that an expression always is."""
        ranges = self.intervals.ranges
        if ranges.kind(node) in "#$" or not all(isinstance(part, STEADY) for part in walk(node)):
            return None
        number = ranges.expression(node)
        return number.low if number.whole and number.low == number.high else None

    def _constants(self) -> None:
        """What the file says once for all routines."""
        self.constants = constants(self)
        for name in self.constants:
            if basic_name(name) not in self.chosen:
                before = self.names[name]
                self.names.known[name] = shown = constant_name(before, self.names.known.values())
                if name[2]:
                    self.e.simple_arrays[shown] = self.e.simple_arrays.pop(before)

    def _signature(self, key: Name) -> list[str]:
        """The kinds of a function's parameters, in all its definitions."""
        first, *others = self.survey.definitions[key]
        kinds = [self._kind(parameter) for parameter in first.parameters]
        for other in others:
            if [self._kind(parameter) for parameter in other.parameters] != kinds:
                line = next(point.line for point in self.flow.points if core(point.statement) is other)
                raise Refused(line, f"DEF FN{key[0]} with other parameters than before")
        return kinds

    def _may_be_flag(self, name: Name) -> bool:
        """Whether a variable or an array can hold truth values as far as its place goes."""
        return name not in self.survey.fielded and (not name[2] or self.e.simple_arrays[self.names[name]] is not None)

    def _made_first(self, index: int, name: Name, fails: bool = True) -> bool:
        """Whether a DIM is run once, before its array is used."""
        return isinstance(self.flow.points[index].statement, n.Dim) and self.survey.first_of_all(index, name, fails)

    def clears(self, point: Point) -> bool:
        """Whether CLEAR or RUN finds anything to clear there."""
        statement = core(point.statement)
        if isinstance(statement, n.Run):
            return statement.line is not None
        if not _is_clear(statement):
            return False
        return self.moving or not all(self.survey.first_of_all(point.index, name) for name in self.names.known)


def _is_clear(statement: n.Statement) -> bool:
    return isinstance(statement, n.Command) and statement.word == "CLEAR"


