"""Which errors of a place ON ERROR takes, and where its handler leads from there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import SYNTAX
from ...syntax import nodes as n
from ..flow import Point, gives_way
from .handling import Handling, Response
from .routines import Key, Node, Outcome, Place, handler_of

if TYPE_CHECKING:
    from .graph import Graph

ANY_ERROR = frozenset(range(1, 256))
IN_DATA = frozenset({SYNTAX})  # what READ cannot make a number of: an error in the line of its DATA
NOTHING = Response((), False)  # what handlers do of which nothing is known yet
# Parts of the place where a condition is asked that counts as false, or as true, if an error is passed over.
UNSURE, SURE = "use or not", "use or yes"


class Trapping:
    """Asks the handlers of a program, as they are known so far."""

    def __init__(self, graph: Graph) -> None:
        self.graph, self.flow = graph, graph.flow
        self.handling: dict[Key, Handling] = {}  # what is known of each handler

    def guarded(self, node: Node, point: Point) -> Node:
        """A place with what the handler does about its errors."""
        if not (errors := self._taken(node, point)) or (answer := self._response(node, point, errors)).idle:
            return node
        outcomes = list(answer.outcomes)
        if node.kind in ("if", "switch") and outcomes:  # its expression is in a place of its own
            index, _, trap = node.place
            node = Node(node.place, "plain", point, [(index, self._passed(node, point, outcomes), trap)])
        self._guard(node, point, outcomes)
        return node

    def sorted(self, place: Place, point: Point) -> Node:
        """After an error: the handler is called, and its outcome says where to go on."""
        key = handler_of(place[2])
        outcomes = [self.graph.known(key)[int(number)] for number in place[1].split()[1:]]
        follows = [self._resumed(outcome, point) for outcome in outcomes]
        return Node(place, "call", point, follows, key, outcomes)

    def _taken(self, node: Node, point: Point) -> frozenset[int]:
        """The errors of a place that ON ERROR takes."""
        trap = node.place[2]
        if trap[0] < 0 or trap[1]:
            return frozenset()
        if node.kind == "fail":
            many = isinstance(point.statement, n.Broken | n.For) or gives_way(point.statement)
            return ANY_ERROR if many else frozenset({node.error})
        return self.graph.errors(point.statement) if node.kind in ("plain", "if", "switch") else frozenset()

    def _response(self, node: Node, point: Point, errors: frozenset[int]) -> Response:
        """What the handler does about them."""
        line = node.error_line if node.error_line >= 0 else point.line
        key = handler_of(node.place[2])
        of_data = errors & IN_DATA if isinstance(point.statement, n.Read) else frozenset()
        if not of_data:
            return self._handled(key, errors, line)
        both = self._handled(key, errors - of_data, line), self._handled(key, of_data, None)
        either = {*both[0].outcomes, *both[1].outcomes}
        outcomes = tuple(o for o in self.graph.known(key) if o in either)
        return Response(outcomes, all(each.idle for each in both))

    def _handled(self, key: Key, errors: frozenset[int], line: int | None) -> Response:
        """The same of some errors, as the handler is known now."""
        self.graph.known(key)
        handler = self.graph.routines.get(key)
        if handler is None:
            return NOTHING
        if key not in self.handling:
            self.handling[key] = Handling(handler, lambda statement: bool(self.graph.errors(statement)))
        return self.handling[key].response(errors, line)

    def _guard(self, node: Node, point: Point, outcomes: list[Outcome]) -> None:
        """Lead errors of a statement to its handler. The program goes on behind the statement or tries it again, or
        goes where the outcome says."""
        key = handler_of(node.place[2])
        targets = [self._resumed(outcome, point) for outcome in outcomes]
        ways = [*zip(outcomes, targets, strict=True)]
        kinds = {outcome.kind for outcome, target in ways if target != node.place}
        if node.kind == "fail" and not node.follows:  # behind its attempts is what RESUME NEXT leads to
            onward = sorted((way for way in ways if way[1] != node.place), key=lambda way: way[0].kind != "next")
            node.follows = [target for _, target in onward[:1]]
        counts = {UNSURE: point.otherwise, SURE: point.next}
        led = [counts[part] for _, part, _ in node.follows if part in counts]
        near = node.place, *node.follows, *((index, "", node.place[2]) for index in led)
        told = node.kind == "fail" and not {"again"} < kinds  # else RESUME leads to where a FOR asks for room
        plain = told or all(outcome.kind == "line" or target in near for outcome, target in ways)
        elsewhere: list[str] = []
        for outcome, target in ways:
            if outcome.kind == "line" or not plain or target not in near:  # the handler will say so
                elsewhere.append(str(self.graph.known(key).index(outcome)))
            elif target == node.place:
                node.repeated = True
            else:
                node.passed = True
        if elsewhere:
            node.tried = True
            if node.repeated or node.passed:
                node.call = key
            node.follows = [*node.follows, (node.index, f"sort {' '.join(elsewhere)}", node.place[2])]
        else:
            node.guarded, node.final, node.call = True, not outcomes, key

    def _passed(self, node: Node, point: Point, outcomes: list[Outcome]) -> str:
        """The place where a condition is asked, by where RESUME NEXT leads: where it would be false, or true."""
        targets = [self._resumed(o, point) for o in outcomes if o.kind == "next"]
        if isinstance(point.statement, n.If) and len(node.follows) > 1 and node.follows[1] in targets:
            return UNSURE
        return SURE if isinstance(point.statement, n.While) and node.follows[0] in targets else "use"

    def _resumed(self, outcome: Outcome, point: Point) -> Place:
        if outcome.kind == "line":
            return outcome.target, "", outcome.trap
        target = point.resume if outcome.kind == "again" else self.flow.after_error(point)
        return target, "", outcome.trap
