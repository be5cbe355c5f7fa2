"""Statements lowered to nodes: what is done at each place of a routine, and where that leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import (
    FOR_WITHOUT_NEXT,
    NEXT_WITHOUT_FOR,
    NO_RESUME,
    RESUME_WITHOUT_ERROR,
    RETURN_WITHOUT_GOSUB,
    SYNTAX,
    TYPE_MISMATCH,
    UNDEFINED_LINE,
    WEND_WITHOUT_WHILE,
    WHILE_WITHOUT_WEND,
)
from ...syntax import nodes as n
from ..flow import Flow, Point, core, gives_way
from ..variables.truths import constant
from .active import Refused
from .routines import NO_TRAP, Node, Outcome, Place, Routine
from .trapping import SURE, UNSURE

if TYPE_CHECKING:
    from .graph import Graph


class Lowering:
    """Makes a node of each point of one routine; the graph says what it has found out of others."""

    def __init__(self, graph: Graph, routine: Routine) -> None:
        self.graph, self.flow, self.routine = graph, graph.flow, routine
        self.main = routine.key == graph.main
        self._ends = {*routine.outcomes}

    def node(self, place: Place, found: bool) -> Node:
        """What is done at a place; `found`: whether a NEXT or WEND finds its beginning."""
        index, part, trap = place
        if index >= self.flow.end:
            if trap[1]:
                line = self.flow.points[-1].line if self.flow.points else 0
                return Node(place, "fail", None, [], error=NO_RESUME, error_line=line)
            return Node(place, "end", None, [])
        point = self.flow.points[index]
        if self._goes_on(place):
            key = index, trap
            outcomes = list(self.graph.known(key))
            for outcome in outcomes:
                self._can_end(outcome)
            if not outcomes or outcomes == [Outcome("return", -1, trap)]:
                return Node(place, "tail", point, [], key, outcomes)
            follows = [(index, f"ended {number}", outcome.trap) for number, outcome in enumerate(outcomes)]
            return Node(place, "tail", point, follows, key, outcomes)
        if part.startswith("ended"):
            return Node(place, "return", point, [], outcomes=[self.graph.known((index, trap))[int(part.split()[1])]])
        if part.startswith("sort"):
            return self.graph.trapping.sorted(place, point)
        if part == "main" or (index in self.graph.left and not part and not trap[1] and not self.main):
            return self._to_main(place, index, point)
        node = self._plain(place, point, found)
        if part in ("use", UNSURE, SURE):
            node.valued = True
            return node
        return self.graph.trapping.guarded(node, point)

    def _goes_on(self, place: Place) -> bool:
        """Whether a subroutine ends at a place, and what is there is another."""
        routine = self.routine
        return place in self.graph.tails and not self.main and not routine.handler and place != routine.entry

    def _can_end(self, outcome: Outcome) -> None:
        """Note that it can end so: there may be a hundred ways."""
        if outcome not in self._ends:
            self._ends.add(outcome)
            self.routine.outcomes.append(outcome)

    def _ended(self, place: Place, kind: str, point: Point, outcome: Outcome) -> Node:
        self._can_end(outcome)
        return Node(place, kind, point, [], outcomes=[outcome])

    def _to_main(self, place: Place, target: int, point: Point) -> Node:
        """The program goes on in the main program: all calls are given up."""
        trap = place[2]
        if not self.main:
            return self._ended(place, "return", point, Outcome("main", target, trap))
        if place[1] != "main":  # a GOSUB
            return Node(place, "jump", point, [(target, "main", trap)])
        return Node(place, "jump", point, [(target, "", trap)])

    def _plain(self, place: Place, point: Point, found: bool) -> Node:
        """What a statement does by itself, whatever errors lead to; `found`: whether a NEXT finds its FOR."""
        trap = place[2]
        following: Place = (point.next, "", trap)
        match point.statement:
            case n.Goto(line=line) | n.Gosub(line=line):
                if (target := self.flow.target(line)) is None:
                    return Node(place, "fail", point, [], error=UNDEFINED_LINE)
                gosub = isinstance(point.statement, n.Gosub)
                return self._call(place, point, target) if gosub else Node(place, "jump", point, [(target, "", trap)])
            case n.If():
                return Node(place, "if", point, [following, (point.otherwise, "", trap)])
            case n.For() as statement:
                return _for(self.graph, place, point, statement)
            case n.While() as statement:
                return _while(self.flow, place, point, statement)
            case n.Next() | n.Wend():
                return _closing(self.flow, place, point, found)
            case n.OnJump() as statement:
                return self._on(place, point, statement)
            case n.Return(line=back):
                return self._return(place, point, back)
            case n.OnError(line=line):
                return self._on_error(place, point, line)
            case n.Resume(line=back, next=after):
                return self._resume(place, point, back, after)
            case n.Command(word="END" | "STOP" | "SYSTEM" | "NEW") | n.Run(file=None, line=None):
                return Node(place, "end", point, [])
            case n.Command(word="CLEAR"):
                return Node(place, "plain", point, [self._anew(point.next, place, point, "CLEAR")])
            case n.Run(line=n.LineRef() as line, file=None):
                return self._run(place, point, line)
            case n.Command(word="ERROR", arguments=(n.Number(value=value, kind="%"),)) if 1 <= value <= 255:
                return Node(place, "fail", point, [], error=int(value))
            case n.Broken() as statement:
                return self._broken(place, point, statement)
            case statement if gives_way(statement):  # comes back only by an error
                return Node(place, "fail", point, [])
            case _:
                return Node(place, "plain", point, [following])

    def _return(self, place: Place, point: Point, line: n.LineRef | None) -> Node:
        trap = place[2]
        target = -1 if line is None else self.flow.target(line)
        outside = self.main and not self.routine.handler
        if target is None:
            return Node(place, "fail", point, [], error=RETURN_WITHOUT_GOSUB if outside else UNDEFINED_LINE)
        if self.routine.handler:  # what had the error does it, and still handles it
            return self._ended(place, "resume", point, Outcome("line", place[0], trap))
        if outside:
            return Node(place, "fail", point, [], error=RETURN_WITHOUT_GOSUB)
        return self._ended(place, "return", point, Outcome("return", target, trap))

    def _run(self, place: Place, point: Point, line: n.LineRef) -> Node:
        target = self.flow.target(line)
        if target is None and place[2][0] >= 0:
            raise Refused(point.line, "RUN of a line that is not there, whose error no ON ERROR takes any more")
        if target is None:
            return Node(place, "fail", point, [], error=UNDEFINED_LINE)
        return Node(place, "plain", point, [self._anew(target, place, point, "RUN of a line")])

    def _broken(self, place: Place, point: Point, statement: n.Broken) -> Node:
        if isinstance(statement.prefix, n.OnJump):
            raise Refused(point.line, "ON GOSUB with something behind it that does not parse")
        error = statement.error
        if statement.word == "RETURN" and self.main and not self.routine.handler:
            error = RETURN_WITHOUT_GOSUB
        elif statement.word == "RESUME" and not self.routine.handler:
            error = RESUME_WITHOUT_ERROR
        return Node(place, "fail", point, [], error=error)

    def _anew(self, target: int, place: Place, point: Point, what: str) -> Place:
        """Where the program goes on with an empty stack and without ON ERROR."""
        if place[2][1]:
            raise Refused(point.line, f"{what} in an error handler")
        return target, "" if self.main else "main", NO_TRAP

    def _call(self, place: Place, point: Point, begin: int) -> Node:
        if begin in self.graph.left and not place[2][1]:
            return self._to_main(place, begin, point)
        key = begin, place[2]
        outcomes = self.graph.known(key)
        follows: list[Place] = []
        for o in outcomes:
            target = point.next if o.target < 0 else o.target
            follows.append((target, "main" if o.kind == "main" else "", o.trap))
        if any(outcome.kind not in ("return", "main") for outcome in outcomes):
            raise Refused(point.line, "RESUME in a subroutine of an error handler")
        return Node(place, "call", point, follows, key, list(outcomes))

    def _on(self, place: Place, point: Point, statement: n.OnJump) -> Node:
        index, part, trap = place
        if part.startswith("fail"):
            return Node(place, "fail", point, [], error=int(part[4:]))
        if part.startswith("call"):
            target = self.flow.target(statement.lines[int(part[4:])])
            assert target is not None
            return self._call(place, point, target)
        follows: list[Place] = []
        first: dict[int, int] = {}
        for position, line in enumerate(statement.lines):
            target = self.flow.target(line)
            if target is None:
                follows.append((index, f"fail{line.error}", trap))
            elif statement.gosub:
                follows.append((index, f"call{first.setdefault(target, position)}", trap))
            else:
                follows.append((target, "", trap))
        return Node(place, "switch", point, [*follows, (point.next, "", trap)])

    def _on_error(self, place: Place, point: Point, line: n.LineRef) -> Node:
        trap = place[2]
        if not line.number:
            if trap[1]:
                return Node(place, "again", point, [])
            return Node(place, "plain", point, [(point.next, "", NO_TRAP)])
        target = self.flow.target(line)
        if target is None:
            return Node(place, "fail", point, [], error=UNDEFINED_LINE)
        return Node(place, "plain", point, [(point.next, "", (target, trap[1]))])

    def _resume(self, place: Place, point: Point, line: n.LineRef | None, following: bool) -> Node:
        trap = place[2]
        kind, target = "next" if following else "again", -1
        if line is not None and line.number:
            wanted = self.flow.target(line)
            if wanted is None:
                error = UNDEFINED_LINE if trap[1] else RESUME_WITHOUT_ERROR
                return Node(place, "fail", point, [], error=error)
            kind, target = "line", wanted
        if not trap[1]:
            return Node(place, "fail", point, [], error=RESUME_WITHOUT_ERROR)
        if not self.routine.handler:
            raise Refused(point.line, "RESUME outside the handler itself")
        return self._ended(place, "resume", point, Outcome(kind, target, (trap[0], False)))


def _closing(flow: Flow, place: Place, point: Point, found: bool) -> Node:
    """NEXT and WEND lead to where their loop asks whether it goes on."""
    wend = isinstance(point.statement, n.Wend)
    begin = (flow.wends if wend else flow.ends).get(place[0])
    if begin is None or not found:
        return Node(place, "fail", point, [], error=WEND_WITHOUT_WHILE if wend else NEXT_WITHOUT_FOR)
    return Node(place, "jump" if wend else "plain", point, [(begin, "" if wend else "test", place[2])])


def _while(flow: Flow, place: Place, point: Point, statement: n.While) -> Node:
    index, _, trap = place
    end = flow.whiles.get(index)
    if index in flow.spoilt:
        raise Refused(point.line, "WHILE with a WEND that does not parse")
    if end is None:
        return Node(place, "fail", point, [], error=WHILE_WITHOUT_WEND)
    if constant(statement.condition):  # `WHILE 1`
        return Node(place, "jump", point, [(point.next, "", trap)])
    return Node(place, "if", point, [(point.next, "", trap), (flow.points[end].next, "", trap)])


def _for(graph: Graph, place: Place, point: Point, statement: n.For) -> Node:
    flow = graph.flow
    index, part, trap = place
    if graph.kind(statement.variable) in "#$":
        return Node(place, "fail", point, [], error=TYPE_MISMATCH)
    end = flow.loops.get(index)
    if end is None:
        spoilt = flow.spoilt.get(point.index)
        error, line = (FOR_WITHOUT_NEXT, -1) if spoilt is None else (SYNTAX, flow.points[spoilt].line)
        return Node(place, "fail", point, [], error=error, error_line=line)
    closing = core(flow.points[end].statement)
    assert isinstance(closing, n.Next)
    names = {(each.name, graph.kind(each)) for each in (statement.variable, *closing.variables[:1])}
    if len(names) > 1:
        return Node(place, "fail", point, [], error=NEXT_WITHOUT_FOR, error_line=flow.points[end].line)
    if part == "test":
        return Node(place, "test", point, [(point.next, "", trap), (flow.points[end].next, "", trap)])
    return Node(place, "plain", point, [(index, "test", trap)])
