"""A whole program as one routine on a run-time stack, where its subroutines cannot be told apart.

    while True:                                   10 GOSUB 100
        match state:                              20 PRINT "BACK": END
            case 0:                               100 PRINT "THERE": RETURN
                stack.gosub(1)
                state = 2
            case 1: ...

Handlers that go on in the midst of a subroutine, subroutines that run into each other, a RESUME in a subroutine:
Python has no words for these. So the program becomes a loop over states, which are the places where something may go
on: behind a GOSUB, at a line that several ways lead to, and, where there are handlers, at each statement that can fail.
GOSUB, FOR and WHILE keep GW-BASIC's own stack while it runs (`gw/stack.py`). That is right by construction, and short.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import RESUME_WITHOUT_ERROR, UNDEFINED_LINE
from ...syntax import nodes as n
from ..flow import Point, core, gives_way, handlers
from ..solver import reached
from .active import ON_STACK
from .lowering import Lowering
from .routines import NO_TRAP, Node, Place, Routine, Trap
from .states import join_points, put_switch

if TYPE_CHECKING:
    from .graph import Graph


class Dispatcher(Lowering):
    """Builds the one routine of a program, whose calls and errors go by the stack."""

    def __init__(self, graph: Graph) -> None:
        points = graph.flow.points
        self.handlers = sorted(handlers(graph.flow))
        self.skips = any(isinstance(s := core(point.statement), n.Resume) and s.next for point in points)
        self.trap: Trap = (self.handlers[0], False) if self.handlers else NO_TRAP
        graph.main = (-1, self.trap)
        super().__init__(graph, Routine(graph.main, {}, self._place(0), []))
        self.labels: set[Place] = set()
        self.named: dict[Place, Place] = {}  # the state that GOSUB and ON ERROR name: what is behind it, the handler
        self.failing: set[Place] = set()
        self.to_head: set[Place] = set()  # the state has been set there: RETURN and RESUME

    def build(self) -> Routine:
        reached([self.routine.entry], self._led)
        self.labels |= {*self.named.values(), *self.failing}
        if self.skips:
            self.labels |= set(map(self._behind, self.failing))
        self._dispatch()
        return self.routine

    def _led(self, place: Place) -> list[Place]:
        """The places that control comes to from one."""
        self.routine.nodes[place] = node = self._node(place)
        named = [self.named[place]] if place in self.named else []
        skipped = [self._behind(place)] if self.skips and self._place(place[0]) in self.failing else []
        return [*node.follows, *named, *skipped]

    def _place(self, index: int, part: str = "") -> Place:
        return index, part, self.trap

    # -- single places --------------------------------------------------------------------------------------------

    def _node(self, place: Place) -> Node:
        index, part, _ = place
        if index >= self.flow.end:
            asked = self.handlers and not part  # an error may be being handled
            return Node(place, ON_STACK, None, [self._place(index, "ended")]) if asked else Node(place, "end", None, [])
        point = self.flow.points[index]
        if part == "main":  # CLEAR
            return Node(place, ON_STACK, point, [self._place(index)])
        node = self._with_stack(place, point)
        if self.handlers and (node.kind == "fail" if part else self._fails(node, point)):
            self.failing.add(self._place(index))
        return node

    def _with_stack(self, place: Place, point: Point) -> Node:
        """What a statement does to a stack at run time."""
        index, part, trap = place
        statement = point.statement
        if part in ("begin", "over"):
            test = self._plain((index, "test" * isinstance(statement, n.For), trap), point, found=True)
            return Node(place, ON_STACK, point, [test.follows[part == "over"]])
        node = self._plain(place, point, found=True)  # a NEXT asks for its FOR at run time
        match statement:
            case n.Next() if node.kind == "plain" and not part:
                return Node(place, ON_STACK, point, [(index, "next", trap)])
            case n.Wend() if node.kind == "jump":
                return Node(place, ON_STACK, point, node.follows)
            case n.While() if node.kind in ("if", "jump") and not part:  # the loop is there before its condition
                return Node(place, ON_STACK, point, [(index, "test", trap)] if node.kind == "if" else node.follows)
            case n.While() if node.kind == "if":
                node.follows[1] = index, "over", trap
            case n.For() if node.kind == "test":
                node.follows = [(index, "begin", trap), (index, "over", trap)]
            case _:
                pass
        return node

    def _fails(self, node: Node, point: Point) -> bool:
        """Whether a place can end in an error."""
        if isinstance(point.statement, n.Gosub):
            return node.kind == "fail"
        ends_so = node.kind in ("fail", ON_STACK) or gives_way(point.statement)
        return ends_so or bool(self.graph.errors(point.statement))

    # -- what goes by the stack -----------------------------------------------------------------------------------

    def _call(self, place: Place, point: Point, begin: int) -> Node:
        self.named[place] = self._place(point.next)
        return Node(place, ON_STACK, point, [self._place(begin)])

    def _return(self, place: Place, point: Point, line: n.LineRef | None) -> Node:
        target = self.flow.target(line) if line is not None else None
        if line is None or target is not None:
            return self._back(place, point, target)
        if place[1] == "fail":
            return Node(place, "fail", point, [], error=UNDEFINED_LINE)
        return Node(place, ON_STACK, point, [self._place(place[0], "fail")])

    def _resume(self, place: Place, point: Point, line: n.LineRef | None, following: bool) -> Node:
        target = self.flow.target(line) if line is not None and line.number else None
        if not self.handlers or (line is not None and line.number and target is None):
            return Node(place, "fail", point, [], error=UNDEFINED_LINE if self.handlers else RESUME_WITHOUT_ERROR)
        return self._back(place, point, target)

    def _anew(self, target: int, place: Place, point: Point, what: str) -> Place:
        return self._place(target, "main")

    def _on_error(self, place: Place, point: Point, line: n.LineRef) -> Node:
        target = self.flow.target(line) if line.number else None
        if not self.handlers or (line.number and target is None):
            return super()._on_error(place, point, line)
        if target is not None:
            self.named[place] = self._place(target)
        return Node(place, ON_STACK, point, [self._place(point.next)])

    def _back(self, place: Place, point: Point, target: int | None) -> Node:
        """To a line, or to where the stack or the error says."""
        if target is None:
            self.to_head.add(place)
        return Node(place, ON_STACK, point, [] if target is None else [self._place(target)])

    # -- the loop over states -------------------------------------------------------------------------------------

    def _dispatch(self) -> None:
        states = sorted(self._states())
        head, _ = put_switch(self.routine, states)
        nodes, numbers = self.routine.nodes, {place: number for number, place in enumerate(states)}
        for place in self.to_head:
            nodes[place].follows = [head]
        for place, named in self.named.items():
            nodes[place].number = numbers[named]
        if self.skips:
            self.graph.behind_error = {numbers[place]: numbers[self._behind(place)] for place in sorted(self.failing)}
        self.graph.dispatcher = head

    def _behind(self, place: Place) -> Place:
        """Where RESUME NEXT leads after an error there."""
        return self._place(self.flow.after_error(self.flow.points[place[0]]))

    def _states(self) -> set[Place]:
        """The labels, and what several ways lead to."""
        nodes = self.routine.nodes
        labels = {place for place in self.labels if place in nodes}
        routine = Routine(self.routine.key, dict(nodes), self._place(-1, "start"), [])
        starts = sorted({self.routine.entry, *labels})
        routine.nodes[routine.entry] = Node(routine.entry, "switch", None, starts)
        return join_points(routine, labels) | {self.routine.entry}
