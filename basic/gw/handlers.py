"""Error handlers of a ported program: what ON ERROR GOTO takes, and where RESUME goes on."""

from __future__ import annotations

from functools import cached_property

from basic.errors import (
    DIVISION_BY_ZERO,
    ILLEGAL,
    NO_LINE,
    NO_RESUME,
    OUT_OF_MEMORY,
    OVERFLOW,
    RESUME_WITHOUT_ERROR,
    SUBSCRIPT,
    BasicError,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType
    from typing import Self, TypeVar

    from basic.gw.places import Places

    Result = TypeVar("Result")

# What Python's own errors are in BASIC: of lists, of arithmetic, of the functions of `math` and of `chr`.
PYTHONS: dict[type[BaseException], int] = {
    IndexError: SUBSCRIPT, ZeroDivisionError: DIVISION_BY_ZERO, OverflowError: OVERFLOW, ValueError: ILLEGAL,
    RecursionError: OUT_OF_MEMORY, MemoryError: OUT_OF_MEMORY,
}  # fmt: skip
ERRORS: tuple[type[BaseException], ...] = (BasicError, *PYTHONS)  # what ON ERROR GOTO can take

RESUME, RESUME_NEXT = 0, -1  # what a handler says, or the line of RESUME


class Resumed(Exception):
    """`RESUME 540`: out of the statement whose error has been handled."""

    def __init__(self, line: int) -> None:
        self.line = line


class Trap:
    """`ON ERROR GOTO` with its handler, which says RESUME, RESUME_NEXT or a line; or nothing, if it always ends in the
    same of the first two.

    `with trap:` stands around a statement that RESUME NEXT passes over, `with trap.resuming(540):` around some after
    whose errors the program may go on in line 540, `with errors.resuming(540):` where their errors are handled one by
    one. `for attempt in trap:` / `with attempt:` is for one that RESUME does once more.
    """

    resumed = False
    line = 0  # where it goes on

    def __init__(
        self, errors: Errors, handler: Callable[[], int | None] | None,
        lines: tuple[int, ...] = (RESUME, RESUME_NEXT), usual: int = RESUME_NEXT,
    ) -> None:  # fmt: skip
        self.errors, self.handler, self.lines, self.usual = errors, handler, lines, usual

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> bool:
        handled = self.handler is not None and self.errors.caught(error, trace, self.handler)
        if self.handler is not None and handled:
            result = self.errors.resume(self.handler)
            error = Resumed(self.usual if result is None else result)
        if isinstance(error, Resumed) and error.line in self.lines:
            self.resumed, self.line = True, error.line
            return True
        if handled and error is not None:
            raise error from None
        return False

    def __bool__(self) -> bool:
        return self.resumed

    def resuming(self, *lines: int) -> Trap:
        return Trap(self.errors, self.handler, lines)

    def __iter__(self) -> Iterator[Trap]:
        again = True
        while again:
            attempt = Trap(self.errors, self.handler, usual=RESUME)
            yield attempt
            again = attempt.resumed and attempt.line == RESUME


class Errors:
    """`gw.errors`: ON ERROR and what it does about errors."""

    def __init__(self) -> None:
        self.trapping = False  # ON ERROR GOTO is active: overflow and division by zero are errors like the others
        self.handler = 0  # the state at which the handler begins, in a program that is a loop over states
        self.ending: Callable[[], object] | None = None  # handles the errors that nothing else takes, and ends
        self.handling = False  # an error is being handled
        self.returned = False  # its handler has ended in RETURN
        self.failed = 0  # the state at which it was, in a program that is a loop over states
        self.number, self.line = 0, 0

    @cached_property
    def places(self) -> Places:
        from basic.gw.places import Places  # only errors ask, and it reads Python

        return Places()

    def noted(self, error: BaseException, trace: TracebackType | None) -> tuple[BasicError, int | None]:
        """The error in BASIC's terms and the BASIC line it happened in, if that is known."""
        if not isinstance(error, BasicError):
            later = self.places.later_error(trace) if isinstance(error, IndexError) else None
            error = later or BasicError(next(PYTHONS[kind] for kind in type(error).__mro__ if kind in PYTHONS))
        return error, self.places.line(trace) if error.line is None else error.line

    def caught(self, error: BaseException | None, trace: TracebackType | None, handler: object) -> bool:
        """Whether ON ERROR GOTO (CLEAR may have ended it) takes an exception to this handler; sets ERR and ERL."""
        if error is None or not isinstance(error, ERRORS) or self.handling or not self.trapping:
            return False
        if self.ending is not None and self.ending is not handler:  # another ON ERROR has come since
            return False
        known, line = self.noted(error, trace or error.__traceback__)
        self.number, self.line = known.number, NO_LINE if line is None else line
        self.handling = True
        return True

    def resume(self, handler: Callable[[], Result]) -> Result:
        """Handle the error that was caught; gives what the handler says."""
        result = handler()
        if not self.returned:
            self.number = 0
            self.handling = False
        self.returned = False
        return result

    def returning(self, line: int) -> int:
        """`RETURN` in a handler: done where the error was, which is still being handled."""
        self.returned = True
        return line

    def trap(self, handler: Callable[[], int | None]) -> Trap:
        """A trap for errors, which takes them where ON ERROR GOTO has been carried out (`trapping`)."""
        return Trap(self, handler)

    def on_error(self, handler: Callable[[], object] | None = None, state: int = 0) -> None:
        """`ON ERROR GOTO 900`: what handles the errors that no `with` takes, and does not come back from them; or the
        state at which the handler begins."""
        self.trapping, self.handler = True, state
        self.ending = handler

    def handle(self, error: BaseException, state: int) -> int:
        """Where the handler begins of an error at a state, for which ON ERROR GOTO is active; else it is final."""
        if not self.caught(error, error.__traceback__, None):
            raise error
        self.failed = state
        return self.handler

    def resumed(self) -> int:
        """`RESUME`: the state at which the error was."""
        if not self.handling:
            raise BasicError(RESUME_WITHOUT_ERROR)
        self.number, self.handling = 0, False
        return self.failed

    def trap_off(self) -> None:
        """`ON ERROR GOTO 0`: in a handler the error is final now."""
        if self.handling:
            raise self.again()
        self.trapping = False

    def ended(self, line: int) -> None:
        """The program ends behind its last line: a handler should not."""
        if self.handling:
            raise BasicError(NO_RESUME, line)

    def resuming(self, *lines: int) -> Trap:
        return Trap(self, None, lines)

    def again(self) -> BasicError:
        """`ON ERROR GOTO 0` in a handler: the error once more, and now it is final."""
        self.handling = True
        return BasicError(self.number, self.line)
