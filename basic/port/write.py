"""A whole program as Python, routine by routine: without `basic`, or with what it needs of it."""

from __future__ import annotations

import ast
from collections.abc import Collection

from ..analysis.defaults import Name
from ..analysis.flow import core, itself
from ..analysis.routines.routines import Key, Routine, Trap
from ..analysis.shapes.entries import dispatch
from ..analysis.shapes.structure import Shape, nesting, structure
from ..gw.computer import PARTS
from ..library.registry import FUNCTIONS, STATEMENTS
from ..syntax import nodes as n
from ..syntax.visit import walk
from .lines.context import Context
from .lines.page import ZERO, Page, docstring
from .lines.passes import finish
from .lines.suites import closed, parsed
from .naming.names import RESERVED, basic_name
from .plan.knowledge import Knowledge
from .routine.border import Borders
from .routine.calls import Calls
from .routine.counting import Counting
from .routine.draft import Draft
from .routine.labels import Labels
from .routine.layout import Layout
from .routine.outline import Outliner
from .routine.places import Places
from .routine.stack import Stack
from .shape.asking import Facts
from .shape.jumps import Resolver
from .shape.looping import flattened, with_loops
from .shape.margin import away_from_margin
from .shape.regions import Regions
from .shape.shapes import Part, nested
from .whole import assemble
from .words.calls import FORMS, TEXTS
from .words.conversions import Hopes
from .words.functions import MODERN, Unportable
from .words.statements import OWN_OPERANDS
from .words.value import quoted

# A routine is a dispatcher if its jumps take more steps, or its loops are nested more deeply than Python allows (20):
WALKS, MOST_BLOCKS = 80, 16
# What needs the library whatever stands there; and the commands of the library that are written without it.
NEEDING = (n.OnError, n.Field, *(FORMS.keys() - {n.Key, n.Width}))
IN_PYTHON = ("CLS", "BEEP", "SCREEN", "RND", *MODERN)


class Writer:
    """Writes one program."""

    helpers: Collection[str] = ()  # the functions in the file that are none of the program's
    marks = False  # BASIC's line stands behind all that is new of it, not only where the run-time asks for it

    def __init__(self, k: Knowledge) -> None:
        self.k = k
        self.draft, self.labels = draft, labels = Draft(k), Labels(k)
        self.stack, self.calls = Stack(draft, labels), Calls(draft, labels)
        self.counting = Counting(draft, labels)
        self.places = Places(draft, labels, self.calls, self.stack, self.counting)
        self.layout = Layout(draft, labels, self.calls, self.places)
        self.resolved: dict[Key, Resolver] = {}  # the shapes of the routines that have been written before
        self.traps_within: dict[Key, set[int]] = {}  # of a call and all that it calls
        self.traps_in: dict[Key, set[int]] = {}  # of each of these
        self.unset: set[tuple[str, str]] = set()  # functions, and names in them that some way leads past what sets them
        self.renamed: dict[tuple[str, str], str] = {}  # of each function's names: what they were called before
        self.looked_at: dict[str, list[int]] = {}  # of arrays, the lowest subscripts that anything looks at

    # -- routines -------------------------------------------------------------------------------------------------

    def write_with_basic(self) -> str:
        """The text with what it needs of `basic`."""
        self._name_routines()
        return assemble(self)

    def write_alone(self, hopes: Hopes) -> str:
        """The text with nothing of `basic`: every line printed by `print`, in the hope that none reaches the margin, or
        else with the column known at run time."""
        self._name_routines()
        self.places.cursor.away = away_from_margin(self.k.graph)
        printing = self.k.s.printing
        self.k.e.convert.hopes = hopes
        printing.tracking, printing.tracked = not hopes.narrow, False
        text = self._alone()
        if printing.tracking and not printing.tracked:  # no line needs to know its column
            printing.tracking = False
            text = self._alone()
        if uses_library(text):
            raise Unportable("what needs the library")
        return text

    def _alone(self) -> str:
        self.places.cursor.columns, self.draft.shapes = {}, {}
        return assemble(self)

    def _name_routines(self) -> None:
        self.labels.name_routines({name: given for name, given in self.k.chosen.items() if name[0].isdigit()})

    def said(self, lines: Collection[int]) -> dict[str, list[str]]:
        """Names for what variables are called so far: what all of the program says, then what some lines say."""
        if not self.k.named:
            return {}
        found = self.k.meanings.words({line % ZERO for line in lines})
        common = {*self.k.shared, *self.k.constants}
        return {
            self.k.names[key]: words for key, words in found.items()
            if key in self.k.names.known and basic_name(key) not in self.k.chosen and key not in common
        }  # fmt: skip

    def write_routine(self, key: Key, page: Page) -> None:
        routine = self.k.graph.routines[key]
        with nesting(routine):
            self._write_routine(key, routine, page)

    def _write_routine(self, key: Key, routine: Routine, page: Page) -> None:
        self.k.enter(key)
        self.draft.begin(routine)
        if key not in self.resolved:
            tests = [node for node in routine.nodes.values() if node.kind == "test"]
            counts = {node.index: self.counting.only_counts(node) for node in tests}
            self.resolved[key] = resolver = self._resolved(routine, counts)
            Outliner(self.k, self.borders, resolver).outline()
        resolver = self.resolved[key]
        self.draft.asked = resolver.asking.asked
        shapes = resolver.ways.seq
        self.draft.shapes[key] = shapes
        self._attempt(key, page, shapes)
        self._finished(page)
        for part in self.draft.called_parts:
            self.draft.parts.append(self._finished_part(part))

    def _resolved(self, routine: Routine, counts: dict[int, bool]) -> Resolver:
        """The shapes of a routine with every jump one that Python has; where that is too much, as a dispatcher."""
        names = set(self.draft.part_names)
        facts: Facts | None = self.draft.facts
        alone = False
        while True:
            self.draft.part_names = set(names)
            for node in routine.nodes.values():
                node.covered = False
            regions = Regions(routine, self._alike, alone)
            taken = regions.take_out(structure(routine, self.calls.just_ends))
            if regions.stopped(taken):
                alone = True
                continue
            seq = with_loops(flattened(taken), counts)
            self.borders = Borders(self.draft, self.labels)  # of the routine with its states
            resolver = Resolver(
                seq,
                self.borders.function,
                facts,
                self.k.tell,
                routine.key == self.k.graph.main,
                bool(self.calls.results()),
            )
            self.draft.asked = resolver.asking.asked
            resolved = resolver.resolve(WALKS + len(routine.nodes) // 4)
            if resolved and resolver.asking.mistaken():
                facts = None
                continue
            much = not resolved or nested(resolver.ways.seq) > MOST_BLOCKS
            if not (much and dispatch(routine)):
                break
        if not resolved and not resolver.resolve():
            raise RecursionError("jumps that do not come to an end")
        return resolver

    def _alike(self, key: Key, trap: Trap) -> bool:
        """Whether a call and all that it calls are under one trap."""
        if key not in self.traps_within:
            self.traps_within[key] = set().union(*map(self._traps_in, self.k.survey.closures[key]))
        return self.traps_within[key] <= {trap[0]}

    def _traps_in(self, key: Key) -> set[int]:
        """The handlers that are active in a routine."""
        if key not in self.traps_in:
            self.traps_in[key] = {place[2][0] for place in self.k.graph.routines[key].nodes}
        return self.traps_in[key]

    def _attempt(self, key: Key, page: Page, shapes: list[Shape]) -> None:
        """Write a routine, without what is taken out of it."""
        self.draft.page = page
        self.draft.gives = self.calls.results()
        self.draft.called_parts = []
        self.k.s.assigning.declared = {self.k.names[name] for name in self.k.data_flow.parameters(key)}
        page.put(0, f"def {self.labels.routine_name(key)}({self._given(key)}) -> {self._result(self.draft.routine)}:")
        before = len(page.lines)
        if key == self.k.graph.main:
            self._initials(self.draft.routine)
        begun = len(page.lines)
        if key != self.k.graph.main:
            for text in self.k.remarks_of.heads.get(key[0], []):
                page.put(1, f"# {text}")
        self.stack.begin_account(key)
        self.draft.remarked = set()
        first = len(page.lines)
        self.layout.sequence(shapes, 1)
        if self.k.graph.dispatcher is not None and self.k.catches:
            self.stack.catch_all(page, first)
        remarks = page.take_remarks(begun)
        if key == self.k.graph.main:
            self.draft.remarks = remarks
        elif remarks:
            page.lines[before:before] = docstring(remarks, 1)

    def _finished_part(self, part: Part) -> Page:
        page = self._write_part(part)
        self._finished(page)
        return page

    def _part_result(self, part: Part) -> str:
        if part.asked:
            return _together(["bool", *(kind for _, kind in part.back)])
        return _together([kind for _, kind in part.back])

    def _finished(self, page: Page) -> None:
        taken = {*self.k.names.known.values(), *RESERVED, *self.labels.routine_names.values(), *self.draft.part_names}
        flags = self.resolved[self.draft.routine.key].flags.names
        finish(page.lines, Context(flags, taken, self.k.e.simple_arrays, self._lowest))

    def _lowest(self, place: str) -> list[int]:
        """The lowest subscripts of an array that anything looks at: LET only writes to its element."""
        if not self.looked_at:
            for key, routine in self.k.graph.routines.items():
                for node in routine.nodes.values():
                    if node.point is not None:
                        self.k.ranges.bounds = self.k.intervals.at(key, node.place)
                        self._look(core(node.point.statement))
            self.k.ranges.bounds = {}
        return self.looked_at.get(place) or [0] * len(self.k.e.simple_arrays[place] or ())

    def _look(self, statement: n.Statement) -> None:
        written = statement.target if isinstance(statement, n.Let) else None
        for element in walk(itself(statement)):
            if not isinstance(element, n.Element) or element is written:
                continue
            found = self.looked_at.setdefault(self.k.names[self.k.e.key(element)], [1 << 15] * len(element.subscripts))
            for position, subscript in enumerate(element.subscripts):
                low = None if isinstance(statement, n.DefFn) else self.k.ranges.expression(subscript).low
                found[position] = min(found[position], low or 0)

    def _write_part(self, part: Part) -> Page:
        """A function that was taken out of the routine in hand."""
        page = self.draft.page = Page()
        self.draft.gives = [name for name, _ in part.back]
        self.k.s.assigning.declared = {name for name, _ in part.given}
        given = ", ".join(f"{name}: {kind}" for name, kind in part.given)
        result = self._part_result(part)
        page.put(0, f"def {part.name}({given}) -> {result}:")
        before = len(page.lines)
        self.layout.sequence(part.body, 1)
        codes = ["False"] * part.asked + self.draft.gives
        if codes and not closed(parsed(page.lines[1:])):
            page.put(1, f"return {', '.join(codes)}")
        remarks = page.take_remarks(before)
        if remarks:
            page.lines[before:before] = docstring(remarks, 1)
        return page

    def _given(self, key: Key) -> str:
        given = [f"{self.k.names[name]}: {self.k.s.lists.type_name(name)}" for name in self.k.data_flow.parameters(key)]
        return ", ".join(given)

    def _result(self, routine: Routine) -> str:
        types = ["int" if self.calls.normal_end(routine.key) is None else "bool"] * self.k.graph.tells(routine.key)
        types += [self.k.s.lists.type_name(name) for name in self.k.data_flow.results(routine.key)]
        return _together(types)

    def _initials(self, routine: Routine) -> None:
        """Variables that are read before they are given a value are 0 or empty."""
        for name in self.k.data_flow.starts():
            if name[2]:
                self.draft.page.put(1, self.array_start(name, self.k.undeclared[name]))
            else:
                node = n.Variable(0, name[0], name[1])
                self.draft.page.put(1, f"{self.k.s.assigning.typed(node)} = {self.k.s.lists.initial(node)}")

    def array_start(self, name: Name, bounds: tuple[int, ...] | None) -> str:
        element = n.Element(0, name[0], name[1], ())
        place = self.k.names[name]
        if bounds is None:
            return f"{place}: {self.k.s.lists.array_type(name)} = {self.new_array(element)}"
        return f"{self.k.s.lists.typed_list(place, element, len(bounds))} = {self.k.s.lists.empty(element, bounds)}"

    def new_array(self, element: n.Element) -> str:
        """An array whose bounds are found out while the program runs."""
        name = self.k.names[self.k.e.key(element)]
        base = [str(self.k.base)] * (self.k.base > 0)
        if name in self.k.e.fielded:
            return f"FieldArray({', '.join(['gw.fields', quoted(name), *base])})"
        return f"Array({', '.join([self.k.s.lists.initial(element), *base])})"


def needs_library(node: object) -> bool:
    """Whether there is no need to try to write a program without the library."""
    match node:
        case n.Command(word=word):
            return (word in STATEMENTS and word not in IN_PYTHON) or word in TEXTS or word in OWN_OPERANDS
        case n.Function(name=name):
            return name in FUNCTIONS and FUNCTIONS[name].machine and name not in IN_PYTHON
        case _:
            return isinstance(node, NEEDING)


def uses_library(text: str) -> bool:
    """Whether a file imports something of `basic`, or names what that would give it: its machine or a device."""
    return any(
        (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("basic"))
        or (isinstance(node, ast.Name) and node.id in ("gw", *PARTS))
        for node in ast.walk(ast.parse(text))
    )


def _together(types: list[str]) -> str:
    """The type of a result."""
    return "None" if not types else types[0] if len(types) == 1 else f"tuple[{', '.join(types)}]"
