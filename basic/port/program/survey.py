"""What each statement and each routine reads and writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from ...analysis.defaults import DefTypes
from ...analysis.flow import Flow, Point, core, itself
from ...analysis.routines.graph import Graph
from ...analysis.routines.kept import KEPT
from ...analysis.routines.routines import Key, Node, Place, Routine
from ...syntax import nodes as n
from ...syntax.effects import assigned_variables, placed
from ...syntax.visit import walk
from ..naming.names import Key as Name

IDLE = ("jump", "return", "resume", "state", "tail", "call", "room", KEPT)  # places without any work on variables


def all_names(flow: Flow, types: DefTypes) -> list[Name]:
    """The variables, arrays and functions of a program."""
    found: set[Name] = set()
    kind = types.kind
    for point in flow.points:
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


class Survey:
    """Reads and writes of every routine under one table of types."""

    def __init__(self, graph: Graph, types: DefTypes) -> None:
        self.graph = graph
        self.types = types
        self.flow = graph.flow
        self.definitions: dict[Name, list[n.DefFn]] = {}
        for point in self.flow.points:
            statement = core(point.statement)
            if isinstance(statement, n.DefFn):
                key = (statement.name, types.kind(statement.name, statement.sigil), "FN")
                self.definitions.setdefault(key, []).append(statement)
        self.placed = {self.name(v) for point in self.flow.points for v in placed(core(point.statement))}
        self.fielded = {
            self.name(part.target)
            for point in self.flow.points
            if isinstance(statement := core(point.statement), n.Field)
            for part in statement.parts
            if isinstance(part.target, n.Variable)
        }  # they live in the buffers of files
        self.fielded_arrays = {
            (part.target.name, "$", "()")
            for point in self.flow.points
            if isinstance(statement := core(point.statement), n.Field)
            for part in statement.parts
            if isinstance(part.target, n.Element) and types.kind(part.target.name, part.target.sigil) == "$"
        }  # of which elements do
        self._mentioned: dict[tuple[int, int, bool], tuple[set[Name], set[Name], Point | None]] = {}  # at each point
        self.read_somewhere = self._read_somewhere()
        self.effects = {
            key: {place: self._own(*self._effects(node)) for place, node in routine.nodes.items()}
            for key, routine in graph.routines.items()
        }
        self.written = {key: self._written(key) for key in graph.routines}
        self.closures = {key: self._closure(key) for key in graph.routines}

    # -- single statements ----------------------------------------------------------------------------------------

    def name(self, node: n.Variable) -> Name:
        return node.name, self.types.kind(node.name, node.sigil), ""

    def _own(self, reads: set[Name], writes: set[Name]) -> tuple[set[Name], set[Name]]:
        return reads - self.fielded, writes - self.fielded

    def _effects(self, node: Node) -> tuple[set[Name], set[Name]]:
        """The variables and arrays that a place reads and the variables that it gives a new value for certain."""
        reads, writes = self._mentions(node)
        if node.unsure:  # an error may come before the new value, so that the old one is looked at if any is
            return reads | writes & self.read_somewhere, set()
        return reads, writes

    def _read_somewhere(self) -> set[Name]:
        """What some place looks at."""
        nodes = (node for routine in self.graph.routines.values() for node in routine.nodes.values())
        return set().union(*(self._mentions(node)[0] for node in nodes))

    def _mentions(self, node: Node) -> tuple[set[Name], set[Name]]:
        """The variables and arrays that a place reads, and those that it gives a new value if there is no error."""
        statement = core(node.point.statement) if node.point is not None else None
        if statement is None or node.sorts or (node.kind in IDLE and not isinstance(statement, n.Dim)):
            return set(), set()
        asked = id(node.point), node.index, node.part == "test"
        known = self._mentioned.get(asked)
        if known is None:
            known = self._mentioned[asked] = *self._said(node, statement), node.point
        return known[:2]

    def _said(self, node: Node, statement: n.Statement) -> tuple[set[Name], set[Name]]:
        """The same for a statement."""
        reads: set[Name] = set()
        writes: set[Name] = set()
        match statement:
            case n.For(variable=variable):
                if node.part == "test":
                    return {self.name(variable)}, set()
                reads |= self.read(statement.start, statement.stop, *filter(None, [statement.step]))
                writes.add(self.name(variable))
            case n.Next():
                begin = self.flow.ends.get(node.index)
                opening = core(self.flow.points[begin].statement) if begin is not None else None
                if isinstance(opening, n.For):
                    reads.add(self.name(opening.variable))
                    writes.add(self.name(opening.variable))
            case n.Let(target=target, value=value):
                reads |= self.read(value) | self._subscripts(target)
                self._write(target, writes)
            case n.Read(targets=targets) | n.Input(targets=targets):
                for target in targets:
                    reads |= {name for name in self._subscripts(target) if name not in writes}
                    self._write(target, writes)
                if isinstance(statement, n.Input) and statement.channel is not None:
                    reads |= self.read(statement.channel)
            case n.LineInput(target=target):
                reads |= self._subscripts(target)
                self._write(target, writes)
                if statement.channel is not None:
                    reads |= self.read(statement.channel)
            case n.If(condition=condition):
                reads |= self.read(condition)
            case n.DefFn() | n.Common():
                pass
            case n.Command(word="CLEAR") | n.Run(line=n.LineRef()):
                writes |= {name for name in self.names if not name[2]}
            case n.Swap(left=left, right=right):
                reads |= self.read(left, right)
                writes |= {self.name(t) for t in (left, right) if isinstance(t, n.Variable)}
            case n.Field() | n.Call():
                reads |= self.read(statement)
            case _:
                reads |= self.read(statement)
                writes |= set(map(self.name, assigned_variables(statement)))
        return reads, writes

    def _write(self, target: n.Target, writes: set[Name]) -> None:
        if isinstance(target, n.Variable):
            writes.add(self.name(target))

    def _subscripts(self, target: n.Target) -> set[Name]:
        return self.read(target) if isinstance(target, n.Element) else set()

    def read(self, *nodes: n.Node) -> set[Name]:
        """Everything named in expressions, in the functions they call as well."""
        found: set[Name] = set()
        for root in nodes:
            for node in walk(root):
                match node:
                    case n.Variable():
                        found.add(self.name(node))
                    case n.Element(name=name, sigil=sigil) | n.Whole(name=name, sigil=sigil):
                        found.add((name, self.types.kind(name, sigil), "()"))
                    case n.UserFunction(name=name, sigil=sigil):
                        key = (name, self.types.kind(name, sigil), "FN")
                        if key not in found:
                            found.add(key)
                            found |= self.free(key)
                    case _:
                        pass
        if isinstance(nodes[0] if nodes else None, n.Erase):
            found = {(name, kind, "()") for name, kind, _ in found}
        return found

    def free(self, key: Name, seen: frozenset[Name] = frozenset()) -> set[Name]:
        """The variables of the program that a function looks at."""
        found: set[Name] = set()
        if key in seen:
            return found
        for definition in self.definitions.get(key, []):
            own = {self.name(parameter) for parameter in definition.parameters}
            for node in walk(definition.body):
                match node:
                    case n.Variable() if self.name(node) not in own:
                        found.add(self.name(node))
                    case n.Element(name=name, sigil=sigil) | n.Whole(name=name, sigil=sigil):
                        found.add((name, self.types.kind(name, sigil), "()"))
                    case n.UserFunction(name=name, sigil=sigil):
                        found |= self.free((name, self.types.kind(name, sigil), "FN"), seen | {key})
                    case _:
                        pass
        return found

    # -- routines -------------------------------------------------------------------------------------------------

    def mentioned(self, key: Key) -> set[Name]:
        return set().union(*(reads | writes for reads, writes in self.effects[key].values()))

    def uncertain(self, nodes: Iterable[Node]) -> set[Name]:
        """The variables that some places may change, where an error may come before that."""
        found = set().union(*(self._mentions(node)[1] for node in nodes if node.unsure))
        return found - self.fielded

    def _written(self, key: Key) -> set[Name]:
        """The variables that a routine may change itself."""
        certain = (writes for _, writes in self.effects[key].values())
        return self.uncertain(self.graph.routines[key].nodes.values()).union(*certain)

    def _closure(self, key: Key) -> set[Key]:
        """The routine and all that it calls."""
        found = {key}
        waiting = [key]
        while waiting:
            for node in self.graph.routines[waiting.pop()].nodes.values():
                if node.call is not None and node.call not in found:
                    found.add(node.call)
                    waiting.append(node.call)
        return found

    def touched(self, key: Key) -> set[Name]:
        """What a call of a routine may change, or use."""
        return set().union(*(self.mentioned(called) for called in self.closures[key]))

    def first_of_all(self, index: int, name: Name, fails: bool = True) -> bool:
        """Whether a point is run once at most, and before everything else that uses a name.

        `fails`: what its own errors lead to counts, too.
        """
        return self.before_all(index, lambda routine, place: self._uses(routine, place, name), fails)

    def before_all(self, index: int, uses: Callable[[Routine, Place], bool], fails: bool = True) -> bool:
        """Whether a point is run once at most, and before all other places of a kind."""
        found = [
            (key, place)
            for key, routine in self.graph.routines.items()
            for place in routine.nodes
            if place[0] == index and place[1] == ""
        ]
        while len(found) == 1:
            key, place = found[0]
            routine = self.graph.routines[key]
            before = routine.reach(routine.entry, without=place)
            follows = routine.nodes[place].follows
            if not fails:
                follows = [other for other in follows if not other[1].startswith("sort")]
            elif routine.nodes[place].guarded or routine.nodes[place].tried:
                return False
            if any(uses(routine, other) for other in before):
                return False
            if place in routine.reach(*follows):
                return False
            if key == self.graph.main:
                return True
            if any(routine.nodes[other].kind in ("return", "resume", "tail") for other in before):
                return False  # some calls would go past it
            fails = True
            found = [
                (caller, other)
                for caller, calling in self.graph.routines.items()
                for other, node in calling.nodes.items()
                if node.call == key
            ]
            if any(self.graph.routines[caller].nodes[other].kind != "call" or other[1].startswith("sort")
                   for caller, other in found):  # fmt: skip
                return False
        return False

    def leaves(self, routine: Routine, place: Place) -> bool:
        """Whether a place, or what it calls, leaves something to CLEAR that is no variable."""
        node = routine.nodes[place]
        if node.call is not None:
            return any(node.index in self._leaving for key in self.closures[node.call]
                       for node in self.graph.routines[key].nodes.values())  # fmt: skip
        return node.index in self._leaving

    @cached_property
    def _leaving(self) -> set[int]:
        """The points that do: random numbers, files and traps."""
        return {point.index for point in self.flow.points if any(map(_leaves, walk(itself(point.statement))))}

    def _uses(self, routine: Routine, place: Place, name: Name) -> bool:
        node = routine.nodes[place]
        reads, writes = self.effects[routine.key][place]
        return name in reads | writes or (node.call is not None and name in self.touched(node.call))

    @cached_property
    def names(self) -> list[Name]:
        """Every name in the program, in the order in which it mentions them."""
        found = dict.fromkeys(self.definitions)
        for point in self.flow.points:
            statement = core(point.statement)
            for node in statement.variables if isinstance(statement, n.Common) else walk(point.statement):
                match node:
                    case n.Variable():
                        found.setdefault(self.name(node))
                    case n.Element(name=name, sigil=sigil):
                        found.setdefault((name, self.types.kind(name, sigil), "()"))
                    case n.UserFunction(name=name, sigil=sigil):
                        found.setdefault((name, self.types.kind(name, sigil), "FN"))
                    case n.Erase(arrays=arrays):
                        found.update(dict.fromkeys((a.name, self.types.kind(a.name, a.sigil), "()") for a in arrays))
                    case _:
                        pass
        return [name for name in found if name not in self.fielded]


def _leaves(node: object) -> bool:
    match node:
        case n.Function(name="RND") | n.Command(word="RANDOMIZE") | n.Open() | n.OnEvent():
            return True
        case _:
            return False
