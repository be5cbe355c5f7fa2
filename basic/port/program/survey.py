"""What each statement and each routine reads and writes.

Sets of variables are numbers, with a bit for each of the program's names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...analysis.defaults import DefTypes, Name
from ...analysis.flow import Flow, clears, core, itself
from ...analysis.routines.active import ON_STACK
from ...analysis.routines.graph import Graph
from ...analysis.routines.routines import Node, Place, Routine
from ...analysis.solver import reached
from ...record import record
from ...syntax import nodes as n
from ...syntax.effects import assigned_variables, placed
from ...syntax.visit import walk

IDLE = ("jump", "return", "resume", "state", "tail", "call", ON_STACK)  # places without any work on variables
GIVING = (n.Let, n.For, n.Read, n.Input, n.LineInput)  # what does not look at the variables that it gives values
NAMED = (n.Variable, n.Element, n.UserFunction, n.DefFn)


def names_in(root: n.Node, types: DefTypes, without: Iterable[n.Node] = (), whole: bool = False) -> Iterator[Name]:
    """The variables, arrays and functions that are named in a part of a program, some places aside. `whole`: arrays by
    their names alone, too, which makes none."""
    nodes = [*walk(root)]
    arrays = {id(node) for node in nodes if isinstance(node, n.Erase) for node in node.arrays}
    skipped = {id(node) for node in without}
    skipped |= {id(node) for node in nodes if isinstance(node, n.Common) for node in node.arrays}
    for node in nodes:
        if isinstance(node, (*NAMED, n.Whole) if whole else NAMED) and id(node) not in skipped:
            array = isinstance(node, n.Element | n.Whole) or id(node) in arrays
            mark = "FN" if isinstance(node, n.UserFunction | n.DefFn) else "()" if array else ""
            yield node.name, types.kind(node.name, node.sigil), mark


@record
class Effect:
    """What a place does to variables: those that it reads, surely gives a new value, and may give one."""

    reads: int
    writes: int
    changes: int


NOTHING = Effect(0, 0, 0)
_Known = dict[tuple[int, int, bool], tuple[int, int, n.Statement]]  # what each point reads and writes


def all_names(flow: Flow, types: DefTypes) -> list[Name]:
    """The variables, arrays and functions of a program."""
    return sorted({name for point in flow.points for name in names_in(itself(point.statement), types)})


class Survey:
    """Reads and writes of every routine under one table of types. `before`: a survey of the same program, whose
    statements say what they did."""

    def __init__(self, graph: Graph, types: DefTypes, before: Survey | None = None) -> None:
        self.graph = graph
        self.types = types
        self.flow = graph.flow
        statements = [core(point.statement) for point in self.flow.points]
        self.definitions: dict[Name, list[n.DefFn]] = {}
        for statement in statements:
            if isinstance(statement, n.DefFn):
                self.definitions.setdefault(types.name(statement), []).append(statement)
        self.placed = {self.types.name(variable) for statement in statements for variable in placed(statement)}
        parts = [part.target for statement in statements if isinstance(statement, n.Field) for part in statement.parts]
        fielded = {types.name(target) for target in parts}  # in buffers of files
        self.fielded = {name for name in fielded if not name[2]}
        self.fielded_arrays = {name for name in fielded if name[1:] == ("$", "()")}  # of which elements are there
        mentioned = (name for point in self.flow.points for name in names_in(itself(point.statement), types))
        # every name, in the order in which the program mentions them; those in buffers are nobody's
        self.names = [each for each in dict.fromkeys([*self.definitions, *mentioned]) if each not in self.fielded]
        self.bits = {name: 1 << position for position, name in enumerate(self.names)}
        self._known: _Known = {} if before is None else before._known
        routines = graph.routines
        read = union(self._mentions(node)[0] for routine in routines.values() for node in routine.nodes.values())
        self.effects = {
            key: {place: self._effect(node, read) for place, node in routine.nodes.items()}
            for key, routine in routines.items()
        }
        own = {key: union(effect.changes for effect in effects.values()) for key, effects in self.effects.items()}
        reads = {key: union(effect.reads for effect in effects.values()) for key, effects in self.effects.items()}
        called = {key: {node.call for node in routine.nodes.values() if node.call is not None}
                  for key, routine in routines.items()}  # fmt: skip
        self.closures = {key: reached([key], called.__getitem__) for key in routines}  # with all that is called
        self.changed = {key: union(own[each] for each in self.closures[key]) for key in routines}  # by a call
        self.touched = {key: union(reads[each] for each in self.closures[key]) | self.changed[key] for key in routines}

    def mask(self, names: Iterable[Name]) -> int:
        return union(self.bits.get(name, 0) for name in names)

    def listed(self, mask: int) -> list[Name]:
        """The variables of a mask, in the order in which the program mentions them."""
        return [name for position, name in enumerate(self.names) if mask >> position & 1]

    # -- single statements ----------------------------------------------------------------------------------------

    def _effect(self, node: Node, read_somewhere: int) -> Effect:
        reads, writes = self._mentions(node)
        if node.unsure:  # an error may come before the new value, so that the old one is looked at if any is
            return Effect(reads | writes & read_somewhere, 0, writes)
        return Effect(reads, writes, writes)

    def _mentions(self, node: Node) -> tuple[int, int]:
        """What a place reads, and what it gives a new value if there is no error."""
        statement = core(node.point.statement) if node.point is not None else None
        if statement is None or node.sorts or (node.kind in IDLE and not isinstance(statement, n.Dim)):
            return 0, 0
        asked = id(statement), node.index, node.part == "test"
        if asked not in self._known:
            reads, writes = map(self.mask, self._said(node, statement))
            self._known[asked] = reads, writes, statement
        return self._known[asked][:2]

    def _said(self, node: Node, statement: n.Statement) -> tuple[set[Name], set[Name]]:
        """The same for a statement."""
        match statement:
            case n.DefFn() | n.Common():
                return set(), set()
            case n.For(variable=variable) if node.part == "test":
                return {self.types.name(variable)}, set()
            case n.Next():
                begin = self.flow.ends.get(node.index)
                opening = core(self.flow.points[begin].statement) if begin is not None else None
                counter = {self.types.name(opening.variable)} if isinstance(opening, n.For) else set()
                return counter, counter
            case _ if clears(statement):
                arrays = {name for name in self.names if name[2] == "()"}
                return self.read(statement) | arrays, {name for name in self.names if not name[2]}
            case n.Field() | n.Call():
                return self.read(statement), set()
        targets = assigned_variables(itself(statement))
        reads = self.read(itself(statement), targets if isinstance(statement, GIVING) else ())
        if isinstance(statement, n.Read) or (isinstance(statement, n.Input) and statement.channel is None):
            reads -= {self.types.name(each) for each in targets[:1] if each is statement.targets[0]}  # READ N,T(N)
        return reads, set(map(self.types.name, targets))

    def read(self, root: n.Node, without: Iterable[n.Node] = ()) -> set[Name]:
        """Everything named in an expression, in the functions it calls as well."""
        found = {*names_in(root, self.types, without, True)}
        return found.union(*(self.free(name) for name in found if name[2] == "FN"))

    def free(self, key: Name) -> set[Name]:
        """The variables of the program that a function looks at, with those that it calls."""
        found = set().union(*map(self._own_names, {key, *self.functions(key)}))
        return {name for name in found if name[2] != "FN"}

    def functions(self, key: Name) -> set[Name]:
        """The functions that one calls, and those that these call."""
        return reached(self._called(key), self._called)

    def _called(self, key: Name) -> list[Name]:
        return [name for name in self._own_names(key) if name[2] == "FN"]

    def _own_names(self, key: Name) -> set[Name]:
        """What the definitions of a function name, but for their parameters."""
        found: set[Name] = set()
        for definition in self.definitions.get(key, ()):
            own = set(map(self.types.name, definition.parameters))
            found |= {*names_in(definition.body, self.types, whole=True)} - own
        return found

    # -- what comes first ------------------------------------------------------------------------------------------

    def _uses(self, routine: Routine, place: Place, name: Name) -> bool:
        """Whether a place, or what it calls, may change a variable, or use it."""
        called = routine.nodes[place].call
        effect = self.effects[routine.key][place]
        used = effect.reads | effect.writes | (self.touched[called] if called is not None else 0)
        return bool(used & self.bits[name])

    def first_of_all(self, index: int, name: Name, fails: bool = True, again: bool = False) -> bool:
        """Whether a point is run once at most, or any number of times, and before everything else that uses a name.

        `fails`: what its own errors lead to counts, too.
        """
        routines = self.graph.routines.values()
        found = [(each, place) for each in routines for place in each.nodes if place[:2] == (index, "")]
        while len(found) == 1:
            routine, place = found[0]
            node = routine.nodes[place]
            if fails and (node.guarded or node.tried):
                return False
            before = routine.reach(routine.entry, without=place)
            follows = [other for other in node.follows if fails or not other[1].startswith("sort")]
            if not again and place in routine.reach(*follows):
                return False
            if any(self._uses(routine, other, name) for other in before):
                return False
            if routine.key == self.graph.main:
                return True
            if any(routine.nodes[other].kind in ("return", "resume", "tail") for other in before):
                return False  # some calls would go past it
            fails = True
            found = [(each, other) for each in routines for other, node in each.nodes.items()
                     if node.call == routine.key]  # fmt: skip
            if any(each.nodes[other].kind != "call" or other[1].startswith("sort") for each, other in found):
                return False
        return False


def union(masks: Iterable[int]) -> int:
    total = 0
    for mask in masks:
        total |= mask
    return total
