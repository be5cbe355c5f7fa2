"""Error handlers of a ported program: what ON ERROR GOTO takes, and where RESUME goes on."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType
    from typing import Self

    from basic.gw.program import Program


RESUME, RESUME_NEXT = 0, -1  # what a handler says, or the line of RESUME


class Resumed(Exception):
    """`RESUME 540`: out of the statement whose error has been handled."""

    def __init__(self, line: int) -> None:
        self.line = line


class Resuming:
    """`with gw.resuming(540):` around statements after whose errors the program may go on in line 540, behind them."""

    line = 0  # where it goes on

    def __init__(self, lines: tuple[int, ...]) -> None:
        self.lines = lines
        self.resumed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> bool:
        if isinstance(error, Resumed) and error.line in self.lines:
            self.resumed, self.line = True, error.line
        return self.resumed

    def __bool__(self) -> bool:
        return self.resumed


class Trapping(Resuming):
    """`with trap.resuming(540):`: the same, where the errors of the statements are not handled one by one."""

    def __init__(self, trap: Trap, lines: tuple[int, ...]) -> None:
        super().__init__(lines)
        self.trap = trap

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> bool:
        if self.trap.program.caught(error, trace, self.trap.handler):
            result = self.trap.handled()
            error = Resumed(RESUME_NEXT if result is None else result)
            if not super().__exit__(kind, error, trace):
                raise error from None
            return True
        return super().__exit__(kind, error, trace)


class Trap:
    """`ON ERROR GOTO` with its handler: `with trap:` around a statement that RESUME NEXT passes over.

    What the handler gives is RESUME, RESUME_NEXT or a line; nothing, if it always ends in the same of the first two.
    """

    def __init__(self, program: Program, handler: Callable[[], int | None]) -> None:
        self.program, self.handler = program, handler

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> bool:
        caught = self.program.caught(error, trace, self.handler)
        if caught:
            self.end(self.handled())
        return caught

    def handled(self) -> int | None:
        """What the handler gives."""
        result: int | None = self.program.resume(self.handler)
        return result

    def end(self, result: int | None) -> None:
        if result is not None and result > 0:
            raise Resumed(result) from None

    def resuming(self, *lines: int) -> Resuming:
        return Trapping(self, lines)

    def __iter__(self) -> Iterator[Attempt]:
        """`for attempt in trap:` / `with attempt:` around a statement that RESUME does once more."""
        attempt = Attempt(self.program, self.handler)
        while attempt.wanted:
            attempt.wanted = False
            yield attempt


class Attempt(Trap):
    """One of the attempts to come through a statement without an error."""

    wanted = True

    def end(self, result: int | None) -> None:
        self.wanted = result is None or result == RESUME
        super().end(result)
