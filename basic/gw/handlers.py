"""Error handlers of a ported program: what ON ERROR GOTO takes, and where RESUME goes on."""

from __future__ import annotations

from basic.gw.arrays import Emptying
from basic.gw.loops import Loops

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType
    from typing import Self

    from basic.gw.program import Program


RESUME, RESUME_NEXT = 0, -1  # what a handler says, or the line of RESUME


class Resumed(Exception):
    """`RESUME 540`: out of the statement whose error has been handled; `emptied`: which was that the stack was full."""

    def __init__(self, line: int, emptied: bool = False) -> None:
        self.line, self.emptied = line, emptied


class Resuming:
    """`with gw.resuming(540):` around statements after whose errors the program may go on in line 540, behind them.

    `-540`: where the stack was full, and so is empty now, which is somewhere else in a subroutine.
    """

    line = 0  # where it goes on

    def __init__(self, lines: tuple[int, ...]) -> None:
        self.lines = lines
        self.resumed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> bool:
        if isinstance(error, Resumed) and (-error.line if error.emptied else error.line) in self.lines:
            self.resumed, self.line = True, error.line
        return self.resumed

    def __bool__(self) -> bool:
        return self.resumed


class Trapping(Resuming):
    """`with trap.resuming(540):`: the same, where the errors of the statements are not handled one by one."""

    def __init__(self, trap: Trap, lines: tuple[int, ...]) -> None:
        super().__init__(lines)
        self.trap = trap
        self.used = trap.program.used

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> bool:
        if self.trap.program.caught(error, trace, self.trap.handler):
            deeper = self.trap.program.used > self.used
            result = self.trap.handled(deeper)
            if deeper:
                self.trap.program.leave()  # the calls in which the error was
            error = Resumed(RESUME_NEXT if result is None else result, self.trap.program.emptied)
            if not super().__exit__(kind, error, trace):
                raise error from None
            return True
        return super().__exit__(kind, error, trace)


class Trap:
    """`ON ERROR GOTO` with its handler: `with trap:` around a statement that RESUME NEXT passes over.

    What the handler gives is RESUME, RESUME_NEXT or a line; nothing, if it always ends in the same of the first two.
    """

    loops: int | Loops = 0  # what those around the statement take of the stack, where that matters to the handler
    account: Loops | None = None  # of those that the handler looks for, or adds to

    def __init__(self, program: Program, handler: Callable[[], int | None]) -> None:
        self.program, self.handler = program, handler

    def within(self, loops: int | Loops) -> Trap:
        trap = Trap(self.program, self.handler)
        trap.loops = loops
        return trap

    def sharing(self, loops: Loops) -> Trap:
        trap = Trap(self.program, self.handler)
        trap.account = loops
        return trap

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> bool:
        caught = self.program.caught(error, trace, self.handler)
        if caught:
            self.end(self.handled())
        return caught

    def handled(self, deeper: bool = False) -> int | None:
        """What the handler gives. `deeper`: the error was not among these loops, but in a call that took them along."""
        elsewhere = deeper or self.program.emptied
        if deeper:
            self.program.loops = Loops()
        elif self.account is not None and not elsewhere:
            self.program.loops = self.account
        size = 0 if elsewhere else size_of(self.loops)
        self.program.used += size
        result: int | None = self.program.resume(self.handler)
        self.program.used = max(self.program.used - size, self.program.left)
        return result

    def end(self, result: int | None) -> None:
        if result is not None and result > 0:
            raise Resumed(result, self.program.emptied) from None

    def resuming(self, *lines: int) -> Resuming:
        return Trapping(self, lines)

    def __iter__(self) -> Iterator[Attempt]:
        """`for attempt in trap:` / `with attempt:` around a statement that RESUME does once more."""
        attempt = Attempt(self.program, self.handler)
        attempt.loops, attempt.account = self.loops, self.account
        while attempt.wanted:
            attempt.wanted = False
            yield attempt


class Within:
    """`with gw.within(18):` around a statement whose error has a handler that never comes back, which finds so much
    taken of the stack."""

    def __init__(self, program: Program, loops: int | Loops) -> None:
        self.program, self.loops = program, loops

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> None:
        if isinstance(error, Exception) and not isinstance(error, Emptying):
            self.program.used += size_of(self.loops)


class Sharing(Within):
    """`with gw.sharing(active_loops):` the same for a handler that looks for these loops."""

    loops: Loops

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> None:
        if isinstance(error, Exception):
            self.program.loops = self.loops


def size_of(loops: int | Loops) -> int:
    """What loops take of the stack; of those of which there is an account, when it is asked."""
    return loops if isinstance(loops, int) else loops.size()


class Attempt(Trap):
    """One of the attempts to come through a statement without an error."""

    wanted = True

    def end(self, result: int | None) -> None:
        self.wanted = result is None or result == RESUME
        super().end(result)
