"""What each statement reads and writes, and so which variables are local and which the routines share."""

from __future__ import annotations

from ..analysis.defaults import DefTypes
from ..analysis.flow import core
from ..analysis.graph import Graph, Key, Node, Place, Routine
from ..syntax import nodes as n
from ..syntax.visit import walk
from .names import Key as Name


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
        self.effects = {
            key: {place: self._effects(node) for place, node in routine.nodes.items()}
            for key, routine in graph.routines.items()
        }
        self.closures = {key: self._closure(key) for key in graph.routines}

    # -- single statements ----------------------------------------------------------------------------------------

    def name(self, node: n.Variable) -> Name:
        return node.name, self.types.kind(node.name, node.sigil), ""

    def _effects(self, node: Node) -> tuple[set[Name], set[Name]]:
        """The variables and arrays that a place reads and the variables that it gives a new value for certain."""
        if node.point is None or node.part == "sort" or node.kind in ("jump", "return", "resume", "state", "tail"):
            return set(), set()
        statement = core(node.point.statement)
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
            case n.DefFn():
                pass
            case n.Swap(left=left, right=right):
                reads |= self.read(left, right)
                writes |= {self.name(t) for t in (left, right) if isinstance(t, n.Variable)}
            case n.MidAssign() | n.Justify():
                reads |= self.read(statement)
                self._write(statement.target, writes)
            case _:
                reads |= self.read(statement)
        if node.guarded or node.tried:  # an error may come before the new value
            return reads | writes, set()
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
                    case n.Element(name=name, sigil=sigil):
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
                    case n.Element(name=name, sigil=sigil):
                        found.add((name, self.types.kind(name, sigil), "()"))
                    case n.UserFunction(name=name, sigil=sigil):
                        found |= self.free((name, self.types.kind(name, sigil), "FN"), seen | {key})
                    case _:
                        pass
        return found

    # -- routines -------------------------------------------------------------------------------------------------

    def mentioned(self, key: Key) -> set[Name]:
        return set().union(*(reads | writes for reads, writes in self.effects[key].values()))

    def uncertain(self, key: Key) -> set[Name]:
        """The variables that a routine may change where an error may come before."""
        found: set[Name] = set()
        for node in self.graph.routines[key].nodes.values():
            if node.point is not None and (node.guarded or node.tried):
                match core(node.point.statement):
                    case n.Let(target=n.Variable() as target) | n.For(variable=target):
                        found.add(self.name(target))
                    case n.Read(targets=targets) | n.Input(targets=targets):
                        found |= {self.name(t) for t in targets if isinstance(t, n.Variable)}
                    case n.Swap(left=left, right=right):
                        found |= {self.name(t) for t in (left, right) if isinstance(t, n.Variable)}
                    case n.Next():
                        begin = self.flow.ends.get(node.index)
                        opening = core(self.flow.points[begin].statement) if begin is not None else None
                        if isinstance(opening, n.For):
                            found.add(self.name(opening.variable))
                    case _:
                        pass
        return found

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

    def live(self, routine: Routine, places: list[Place], name: Name, shared: bool = True) -> bool:
        """Whether a variable's value may be read from some place on, before it gets another.

        `shared`: what is called, and who called, may read it as well.
        """
        effects = self.effects[routine.key]
        seen: set[Place] = set()
        waiting = list(places)
        while waiting:
            place = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            node = routine.nodes[place]
            reads, writes = effects.get(place, (set(), set()))
            if name in reads:
                return True
            if name in writes:
                continue
            if shared:
                if node.call is not None and name in self.touched(node.call):
                    return True
                if node.kind in ("return", "resume", "tail"):
                    return True
            waiting.extend(node.follows)
        return False

    def private(self, name: Name) -> bool:
        """Whether each routine can have a variable of this name to itself."""
        if name[2]:
            return False
        for key, routine in self.graph.routines.items():
            if name not in self.mentioned(key):
                continue
            if key != self.graph.main and self.live(routine, [routine.entry], name, shared=False):
                return False
            for node in routine.nodes.values():
                if node.call is None or name not in self.touched(node.call):
                    continue
                if self.live(routine, node.follows, name, shared=False):
                    return False
        return True

    def shared(self) -> set[Name]:
        """What must be kept where every routine can see it."""
        users: dict[Name, set[Key]] = {}
        for key in self.graph.routines:
            for name in self.mentioned(key):
                users.setdefault(name, set()).add(key)
        found: set[Name] = set()
        for name, keys in users.items():
            if name[2] == "FN":
                continue
            if keys == {self.graph.main}:
                continue
            if not self.private(name):
                found.add(name)
        for function in self.definitions:
            found |= {name for name in self.free(function) if name[2] != "FN"}
        return found

    def names(self) -> list[Name]:
        """Every name in the program."""
        found: set[Name] = set(self.definitions)
        for point in self.flow.points:
            for node in walk(point.statement):
                match node:
                    case n.Variable():
                        found.add(self.name(node))
                    case n.Element(name=name, sigil=sigil):
                        found.add((name, self.types.kind(name, sigil), "()"))
                    case n.UserFunction(name=name, sigil=sigil):
                        found.add((name, self.types.kind(name, sigil), "FN"))
                    case n.Erase(arrays=arrays):
                        found |= {(a.name, self.types.kind(a.name, a.sigil), "()") for a in arrays}
                    case _:
                        pass
        return sorted(found)
