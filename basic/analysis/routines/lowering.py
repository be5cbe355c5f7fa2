"""Statements lowered to nodes: what is done at each place of a routine, and where that leads."""

from __future__ import annotations

from collections.abc import Callable

from ...errors import (
    NEXT_WITHOUT_FOR,
    OVERFLOW,
    RESUME_WITHOUT_ERROR,
    RETURN_WITHOUT_GOSUB,
    UNDEFINED_LINE,
    WEND_WITHOUT_WHILE,
    WHILE_WITHOUT_WEND,
)
from ...syntax import nodes as n
from ..flow import Flow, Point, core, gives_way
from ..variables.truths import constant
from .active import ON_STACK, Errors, Refused, stack_errors
from .handling import Response
from .routines import Key, Node, Outcome, Place, Routine, Trap, handler_of

ANY_ERROR = frozenset(range(1, 256))
# Parts of the place where a condition is asked that counts as false, or as true, if an error is passed over.
UNSURE, SURE = "use or not", "use or yes"


class Tangled(Exception):
    """What subroutines and handlers do cannot be told apart."""


class Lowering:
    """Makes a node of each point; `Graph` is one, and says what it has found out of other routines."""

    flow: Flow
    kind: Callable[[n.Variable], str]
    errors: Errors
    overflows: Callable[[n.For], bool]
    main: Key
    on_stack: set[Key]
    left: set[int]
    asked: bool
    start: Trap
    _ending: tuple[Routine, set[Outcome]] | None = None  # the routine in hand, and how it can end as far as is known

    def _known(self, key: Key) -> list[Outcome]:
        """How a routine can end, as far as that has been found out."""
        raise NotImplementedError

    def _goes_on(self, place: Place, routine: Routine) -> bool:
        """Whether a routine calls the one that begins at a place, and ends with it."""
        raise NotImplementedError

    def _response(self, node: Node, point: Point, errors: frozenset[int]) -> Response:
        """What the handler does about the errors of a place."""
        raise NotImplementedError

    def _node(self, place: Place, routine: Routine, found: bool) -> Node:
        """What is done at a place; `found`: whether a NEXT or WEND finds its beginning."""
        index, part, trap = place
        if index >= self.flow.end:
            if trap[1]:
                line = self.flow.points[-1].line if self.flow.points else 0
                return Node(place, "fail", None, [], error=19, error_line=line)
            return Node(place, "end", None, [])
        point = self.flow.points[index]
        if self._goes_on(place, routine):
            key = index, trap
            outcomes = list(self._known(key))
            for outcome in outcomes:
                self._can_end(routine, outcome)
            if not outcomes or outcomes == [Outcome("return", -1, trap)]:
                return Node(place, "tail", point, [], key, outcomes)
            follows = [(index, f"ended {number}", outcome.trap) for number, outcome in enumerate(outcomes)]
            return Node(place, "tail", point, follows, key, outcomes)
        if part.startswith("ended"):
            return Node(place, "return", point, [], outcomes=[self._known((index, trap))[int(part.split()[1])]])
        if part.startswith("sort"):
            return self._sorted(place, point)
        if part == "main":
            return self._to_main(place, index, point, routine)
        if index in self.left and not part and not trap[1] and routine.key != self.main:
            return self._to_main(place, index, point, routine)
        lower = self._plain if routine.key not in self.on_stack else self.with_stack
        node = lower(place, point, routine, found)
        if part in ("use", UNSURE, SURE):
            node.valued = True
        elif errors := self._trapped(node, point):
            answer = self._response(node, point, errors)
            if not answer.idle:
                outcomes = list(answer.outcomes)
                if node.kind in ("if", "switch") and outcomes:  # its expression is in a place of its own
                    part = self._passed(node, point, outcomes)
                    node = Node(place, "plain", point, [(index, part, trap)])
                self._guard(node, point, outcomes)
        return node

    def _can_end(self, routine: Routine, outcome: Outcome) -> None:
        """Note that a routine can end so: there may be a hundred ways."""
        if self._ending is None or self._ending[0] is not routine:
            self._ending = routine, {*routine.outcomes}
        if outcome not in self._ending[1]:
            self._ending[1].add(outcome)
            routine.outcomes.append(outcome)

    def _trapped(self, node: Node, point: Point) -> frozenset[int]:
        """The errors of a place that ON ERROR takes."""
        trap = node.place[2]
        if trap[0] < 0 or trap[1]:
            return frozenset()
        if node.kind == ON_STACK:
            return stack_errors(node)
        if node.kind == "fail":
            many = isinstance(point.statement, n.Broken | n.For) or gives_way(point.statement)
            return ANY_ERROR if many else frozenset({node.error})
        if isinstance(point.statement, n.Next) and node.kind == "plain":
            opening = core(self.flow.points[self.flow.ends[point.index]].statement)
            return frozenset({OVERFLOW}) if isinstance(opening, n.For) and self.overflows(opening) else frozenset()
        return self.errors(point.statement) if node.kind in ("plain", "if", "switch") else frozenset()

    def _guard(self, node: Node, point: Point, outcomes: list[Outcome]) -> None:
        """Lead errors of a statement to its handler. The program goes on behind the statement or tries it again, or
        goes where the outcome says."""
        key = handler_of(node.place[2])
        elsewhere: list[str] = []
        counts = {UNSURE: point.otherwise, SURE: point.next}
        led = [counts[part] for _, part, _ in node.follows if part in counts]
        behind = [*node.follows, *((index, "", node.place[2]) for index in led)]
        near = node.place, *behind
        targets = [self._resumed(outcome, point) for outcome in outcomes]
        at_hand = all(o.kind == "line" or target in near for o, target in zip(outcomes, targets, strict=True))
        kinds = {o.kind for o, target in zip(outcomes, targets, strict=True) if target != node.place}
        told = node.kind == "fail" and not {"again"} < kinds  # else RESUME leads to where a FOR asks for room
        plain = told or at_hand
        ways = [*zip(outcomes, targets, strict=True)]
        if node.kind == "fail" and node.place in targets:  # behind its attempts is what RESUME NEXT leads to
            ways.sort(key=lambda way: way[0].kind != "next")
        for outcome, target in ways:
            named = outcome.kind == "line"  # the handler will say so
            if target == node.place and not named and plain:
                node.repeated = True
                continue
            if node.kind == "fail" and not node.follows:
                node.follows = behind = [target]
            if target not in behind or not plain:
                elsewhere.append(str(self._known(key).index(outcome)))
            elif named:
                node.named = [*node.named, outcome.said]
            else:
                node.passed = True
        if elsewhere:
            node.tried = True
            if node.repeated or node.passed or node.named:
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

    def _sorted(self, place: Place, point: Point) -> Node:
        """After an error: the handler is called, and its outcome says where to go on."""
        key = handler_of(place[2])
        outcomes = [self._known(key)[int(number)] for number in place[1].split()[1:]]
        follows = [self._resumed(outcome, point) for outcome in outcomes]
        return Node(place, "call", point, follows, key, outcomes)

    def _to_main(self, place: Place, target: int, point: Point, routine: Routine) -> Node:
        """The program goes on in the main program: all calls are given up."""
        trap = place[2]
        if routine.key == self.main:
            if place[1] != "main":  # a GOSUB
                return Node(place, "jump", point, [(target, "main", trap)])
            kind = ON_STACK if routine.key in self.on_stack else "jump"
            return Node(place, kind, point, [(target, "", trap)])
        outcome = Outcome("main", target, trap)
        self._can_end(routine, outcome)
        return Node(place, "return", point, [], outcomes=[outcome])

    def _resumed(self, outcome: Outcome, point: Point) -> Place:
        if outcome.kind == "line":
            return outcome.target, "", outcome.trap
        target = point.resume if outcome.kind == "again" else self.flow.after_error(point)
        return target, "", outcome.trap

    def with_stack(self, place: Place, point: Point, routine: Routine, found: bool) -> Node:
        """The same in a routine with a stack at run time."""
        index, part, trap = place
        statement = point.statement
        if part in ("begin", "over"):
            test = self._plain((index, "test" * isinstance(statement, n.For), trap), point, routine, found)
            return Node(place, ON_STACK, point, [test.follows[part == "over"]])
        node = self._plain(place, point, routine, found)
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

    def _plain(self, place: Place, point: Point, routine: Routine, found: bool) -> Node:
        """What a statement does by itself, whatever errors lead to; `found`: whether a NEXT finds its FOR."""
        index, _, trap = place
        following: Place = (point.next, "", trap)

        def jump(line: n.LineRef) -> Node:
            target = self.flow.target(line)
            return fail(UNDEFINED_LINE) if target is None else Node(place, "jump", point, [(target, "", trap)])

        def fail(error: int, line: int = -1) -> Node:
            return Node(place, "fail", point, [], error=error, error_line=line)

        match point.statement:
            case n.Goto(line=line):
                return jump(line)
            case n.If():
                return Node(place, "if", point, [following, (point.otherwise, "", trap)])
            case n.For():
                return self._for(place, point, point.statement)
            case n.Next():
                begin = self.flow.ends.get(index)
                if begin is None or not found:
                    return fail(NEXT_WITHOUT_FOR)
                return Node(place, "plain", point, [(begin, "test", trap)])
            case n.While():
                end = self.flow.whiles.get(index)
                if index in self.flow.spoilt:
                    raise Refused(point.line, "WHILE with a WEND that does not parse")
                if end is None:
                    return fail(WHILE_WITHOUT_WEND)
                if constant(point.statement.condition):  # `WHILE 1`
                    return Node(place, "jump", point, [following])
                return Node(place, "if", point, [following, (self.flow.points[end].next, "", trap)])
            case n.Wend():
                begin = self.flow.wends.get(index)
                if begin is None or not found:
                    return fail(WEND_WITHOUT_WHILE)
                return Node(place, "jump", point, [(begin, "", trap)])
            case n.Gosub(line=line):
                target = self.flow.target(line)
                return fail(UNDEFINED_LINE) if target is None else self._call(place, point, target, routine)
            case n.OnJump():
                return self._on(place, point, point.statement, routine)
            case n.Return(line=line):
                target = -1
                if line is not None:
                    wanted = self.flow.target(line)
                    if wanted is None:
                        first = routine.key == self.main and not routine.handler
                        return fail(RETURN_WITHOUT_GOSUB if first else UNDEFINED_LINE)
                    target = wanted
                if routine.handler:  # what had the error does it, and still handles it
                    outcome = Outcome("line", index, trap)
                    self._can_end(routine, outcome)
                    return Node(place, "resume", point, [], outcomes=[outcome])
                if routine.key == self.main:
                    return fail(RETURN_WITHOUT_GOSUB)
                outcome = Outcome("return", target, trap)
                self._can_end(routine, outcome)
                return Node(place, "return", point, [], outcomes=[outcome])
            case n.OnError(line=line):
                return self._on_error(place, point, line, fail)
            case n.Resume(line=line, next=following_next):
                return self._resume(place, point, routine, line, following_next, fail)
            case n.Command(word="CLEAR"):
                return Node(place, "plain", point, [self._anew(point.next, place, point, routine, "CLEAR")])
            case n.Run(line=n.LineRef() as line, file=None):
                target = self.flow.target(line)
                if target is None and trap[0] >= 0:
                    raise Refused(point.line, "RUN of a line that is not there, whose error no ON ERROR takes any more")
                if target is None:
                    return fail(UNDEFINED_LINE)
                return Node(place, "plain", point, [self._anew(target, place, point, routine, "RUN of a line")])
            case n.Run(file=None) | n.Command(word="END" | "STOP" | "SYSTEM" | "NEW"):
                return Node(place, "end", point, [])
            case n.Command(word="ERROR", arguments=(n.Number(value=value, kind="%"),)) if 1 <= value <= 255:
                return Node(place, "fail", point, [], error=int(value))
            case n.Broken(prefix=n.OnJump()):
                raise Refused(point.line, "ON GOSUB with something behind it that does not parse")
            case n.Broken(word="RETURN") if routine.key == self.main and not routine.handler:
                return fail(RETURN_WITHOUT_GOSUB)
            case n.Broken(word=word, error=error):
                return fail(RESUME_WITHOUT_ERROR if word == "RESUME" and not routine.handler else error)
            case statement if gives_way(statement):  # comes back only by an error
                return Node(place, "fail", point, [])
            case _:
                return Node(place, "plain", point, [following])

    def _anew(self, target: int, place: Place, point: Point, routine: Routine, what: str) -> Place:
        """Where the program goes on with an empty stack and without ON ERROR."""
        if place[2][1]:
            raise Refused(point.line, f"{what} in an error handler")
        return target, "" if routine.key == self.main and routine.key not in self.on_stack else "main", self.start

    def _call(self, place: Place, point: Point, begin: int, routine: Routine) -> Node:
        if begin in self.left and not place[2][1]:
            return self._to_main(place, begin, point, routine)
        key = begin, place[2]
        outcomes = self._known(key)
        follows: list[Place] = []
        for o in outcomes:
            target = point.next if o.target < 0 else o.target
            follows.append((target, "main" if o.kind == "main" else "", o.trap))
        if any(outcome.kind not in ("return", "main") for outcome in outcomes):
            raise Refused(point.line, "RESUME in a subroutine of an error handler")
        return Node(place, "call", point, follows, key, list(outcomes))

    def _on(self, place: Place, point: Point, statement: n.OnJump, routine: Routine) -> Node:
        index, part, trap = place
        if part.startswith("fail"):
            return Node(place, "fail", point, [], error=int(part[4:]))
        if part.startswith("call"):
            target = self.flow.target(statement.lines[int(part[4:])])
            assert target is not None
            return self._call(place, point, target, routine)
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

    def _for(self, place: Place, point: Point, statement: n.For) -> Node:
        index, part, trap = place
        if self.kind(statement.variable) in "#$":
            return Node(place, "fail", point, [], error=13)
        end = self.flow.loops.get(index)
        if end is None:
            spoilt = self.flow.spoilt.get(point.index)
            error, line = (26, -1) if spoilt is None else (2, self.flow.points[spoilt].line)
            return Node(place, "fail", point, [], error=error, error_line=line)
        closing = core(self.flow.points[end].statement)
        assert isinstance(closing, n.Next)
        if closing.variables and self._named(closing.variables[0]) != self._named(statement.variable):
            return Node(place, "fail", point, [], error=1, error_line=self.flow.points[end].line)
        if part == "test":
            return Node(place, "test", point, [(point.next, "", trap), (self.flow.points[end].next, "", trap)])
        return Node(place, "plain", point, [(index, "test", trap)])

    def _named(self, variable: n.Variable) -> tuple[str, str]:
        return variable.name, self.kind(variable)

    def _on_error(self, place: Place, point: Point, line: n.LineRef, fail: Callable[[int], Node]) -> Node:
        trap = place[2]
        if not line.number:
            if trap[1]:
                return Node(place, "again", point, [])
            return Node(place, "plain", point, [(point.next, "", self.start)])
        target = self.flow.target(line)
        if target is None:
            return fail(UNDEFINED_LINE)
        if self.asked:
            return Node(place, "plain", point, [(point.next, "", trap)])
        return Node(place, "plain", point, [(point.next, "", (target, trap[1]))])

    def _resume(
        self, place: Place, point: Point, routine: Routine, line: n.LineRef | None, following: bool,
        fail: Callable[[int], Node],
    ) -> Node:  # fmt: skip
        trap = place[2]
        kind, target = "next" if following else "again", -1
        if line is not None and line.number:
            wanted = self.flow.target(line)
            if wanted is None:
                return fail(UNDEFINED_LINE if trap[1] else RESUME_WITHOUT_ERROR)
            kind, target = "line", wanted
        if not trap[1]:
            return fail(RESUME_WITHOUT_ERROR)
        if not routine.handler:
            raise Refused(point.line, "RESUME outside the handler itself")
        outcome = Outcome(kind, target, (trap[0], False))
        self._can_end(routine, outcome)
        return Node(place, "resume", point, [], outcomes=[outcome])
