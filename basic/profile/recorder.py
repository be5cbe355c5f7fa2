"""Counts and times of a program's statements, apart for every way of calls that led to them.

All that the recorder is told is the point (`analysis/flow.py`) of each statement before it is carried out. From that
and the program's text it knows the subroutines: after a GOSUB the next statement stands in the subroutine, after a
RETURN in the caller again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter, process_time
from typing import Any

from ..analysis.flow import Flow, core
from ..engine.poll import line
from ..syntax import nodes as n

LONG = 0.0002  # seconds: only what lasts so long may have been interrupted by other processes
MAIN, GOSUB, FUNCTION = "main", "GOSUB", "FN"
TRIALS, MARKS = 30, 500  # how what a mark costs is found out


class Frame:
    """The program itself, a subroutine or a function of DEF FN, called along one way."""

    __slots__ = ("back", "calls", "counts", "inner", "kind", "parent", "point", "spent")

    def __init__(self, kind: str, point: int, parent: Frame | None, size: int) -> None:
        self.kind, self.point, self.parent = kind, point, parent
        self.back = -1  # where the caller goes on
        self.calls = 0
        self.counts = [0] * size  # of each point
        self.spent = [0.0] * size  # seconds, those of marking still among them
        self.inner: dict[tuple[str, int], Frame] = {}

    def called(self, kind: str, point: int) -> Frame:
        frame = self.inner.get((kind, point))
        if frame is None:
            frame = self.inner[kind, point] = Frame(kind, point, self, len(self.counts))
        return frame

    def walk(self) -> Iterator[Frame]:
        """This and all within it; a recursion may be deeper than Python's."""
        waiting = [self]
        while waiting:
            frame = waiting.pop()
            yield frame
            waiting += frame.inner.values()


class Recorder:
    """The record of one program text. What runs calls `mark` with its point before each statement."""

    mark: Callable[[int, int], None]
    watched: Callable[[int, Callable[..., Any]], Callable[..., Any]]
    waited: Callable[[float], None]
    settle: Callable[[Frame], None]
    stop: Callable[[], None]

    def __init__(self, flow: Flow, texts: dict[int, str]) -> None:
        self.flow, self.texts = flow, texts  # texts: the lines by their numbers
        self.root = Frame(MAIN, 0, None, flow.end + 1)  # the last place takes what is before the first statement
        self.here = self.root
        self.waiting = 0.0  # seconds in which the program waited for input
        self.last = flow.end
        statements = [core(point.statement) for point in flow.points]
        self._statements = statements
        self._turns = [_turns(statement) for statement in statements] + [False]
        self._bind()

    # -- what runs at every statement -----------------------------------------------------------------------------

    def _bind(self) -> None:
        """The functions that are called most, with what they need in local names."""
        clock, turns, turn = perf_counter, self._turns, self._turn
        end = self.flow.end
        last = end
        counts, spent = self.here.counts, self.here.spent
        began = clock()
        wall, processor = began, process_time()

        def worked(seconds: float) -> float:
            """So much of a long time was this process's. The clock on the wall is read at every statement since that
            of the processor takes ten times as long to read, up to microseconds."""
            nonlocal wall, processor
            now, used = clock(), process_time()
            lost = now - wall - (used - processor)
            wall, processor = now, used
            return seconds - min(seconds, max(0.0, lost))

        def mark(point: int, done: int) -> None:
            nonlocal last, began, counts, spent
            passed = clock() - began
            spent[last] += passed if passed < LONG else worked(passed)
            if turns[last]:
                turn(last, point)
                counts, spent = self.here.counts, self.here.spent
            counts[point] += 1
            last = point
            began = clock()

        def watched(point: int, function: Callable[..., Any]) -> Callable[..., Any]:
            """A function of DEF FN, whose calls are kept apart."""

            def call(*arguments: Any) -> Any:
                nonlocal last, began, counts, spent
                passed = clock() - began
                spent[last] += passed if passed < LONG else worked(passed)
                outer, caller = self.here, last
                self.here = frame = outer.called(FUNCTION, point)
                frame.calls += 1
                counts, spent, last = frame.counts, frame.spent, point
                counts[point] += 1
                began = clock()
                try:
                    return function(*arguments)
                finally:
                    passed = clock() - began
                    spent[last] += passed if passed < LONG else worked(passed)
                    self.here, last = outer, caller
                    counts, spent = outer.counts, outer.spent
                    began = clock()

            return call

        def waited(seconds: float) -> None:
            """So long the statement has waited for someone to type."""
            nonlocal began, wall
            began += seconds
            wall += seconds
            self.waiting += seconds

        def settle(frame: Frame) -> None:
            """Calls have ended otherwise than by RETURN."""
            nonlocal began, counts, spent
            spent[last] += worked(clock() - began)
            self.here = frame
            counts, spent = frame.counts, frame.spent
            began = clock()

        def stop() -> None:
            """The program rests: what comes now is not its time."""
            nonlocal last, began
            spent[last] += worked(clock() - began)
            self.last, last = last, end
            began = clock()

        self.mark, self.watched, self.waited, self.settle, self.stop = mark, watched, waited, settle, stop

    def _turn(self, last: int, point: int) -> None:
        """The statement before may have called or returned."""
        statement, flow, here = self._statements[last], self.flow, self.here
        match statement:
            case n.Gosub(line=line):
                self._call(last, point, (flow.target(line),))
            case n.OnJump(lines=lines):
                self._call(last, point, tuple(map(flow.target, lines)))
            case n.Return(line=line):
                back = here.back if line is None else flow.target(line)
                if here.parent is not None and point == back:  # else there was nothing to return to
                    self.here = here.parent
            case _:  # RUN, CLEAR, CHAIN: nothing is left of the calls
                self.here = self.root

    def _call(self, last: int, point: int, targets: tuple[int | None, ...]) -> None:
        if point in targets:
            self.here = self.here.called(GOSUB, point)
            self.here.back = self.flow.points[last].next
            self.here.calls += 1

    def interrupted(self, handler: int, point: int) -> None:
        """An event calls a subroutine, which returns to a point."""
        frame = self.here.called(GOSUB, handler)
        frame.back = point
        frame.calls += 1
        self.settle(frame)

    def depth(self, calls: int) -> None:
        """An error has been trapped: so many calls are still open."""
        path: list[Frame] = []
        frame: Frame | None = self.here
        while frame is not None:
            path.append(frame)
            frame = frame.parent
        if len(path) > calls + 1:
            self.settle(path[len(path) - calls - 1])


def _turns(statement: n.Statement) -> bool:
    """Whether calls may have begun or ended when the statement is done."""
    match statement:
        case n.Gosub() | n.Return() | n.Run() | n.Chain():
            return True
        case n.OnJump(gosub=gosub):
            return gosub
        case n.Command(word=word):
            return word in ("CLEAR", "NEW")
        case _:
            return False


def marking() -> float:
    """Seconds that a mark adds to the statement before it: most of its own time it keeps out of the record."""
    from ..analysis.flow import analyse
    from ..syntax.parse import parse_program

    recorder = Recorder(analyse(parse_program([(10, "REM")])), {})
    scope: dict[str, Any] = {"look": recorder.mark, "due": -1}
    exec(f"def marks(done):\n{f' {line(0)}{chr(10)}' * MARKS}", scope)
    marks = scope["marks"]

    def trial() -> float:
        recorder.root.spent[0] = 0.0
        marks(0)
        return recorder.root.spent[0] / MARKS

    return min(trial() for _ in range(TRIALS))


def quickest() -> float:
    """Seconds that any statement takes at least: those of a turn of Python's empty loop."""

    def trial() -> float:
        begin = perf_counter()
        for _ in range(MARKS):
            pass
        return (perf_counter() - begin) / MARKS

    return min(trial() for _ in range(TRIALS))
