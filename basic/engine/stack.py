"""What FOR, WHILE and GOSUB leave on GW-BASIC's stack."""

from __future__ import annotations

from ..errors import NEXT_WITHOUT_FOR, OUT_OF_MEMORY, RETURN_WITHOUT_GOSUB, WEND_WITHOUT_WHILE, BasicError
from ..machine.machine import Limits
from ..sizes import FOR_SIZE, GOSUB_SIZE, NESTING_SIZE, RESERVED, STACK, WHILE_SIZE
from .signals import Leave

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from ..machine.traps import Event

FEW = 10  # so many entries leave room for another, in a stack that no CLEAR has made smaller


class Loop:
    """The entry of FOR: where it stands and ends, its variable, limit and step."""

    __slots__ = ("end", "limit", "point", "step", "variable")

    def __init__(self, point: int, end: int, variable: str, limit: Any, step: Any) -> None:
        self.point, self.end, self.variable, self.limit, self.step = point, end, variable, limit, step


class WhileLoop:
    """The entry of WHILE."""

    __slots__ = ("end", "point")

    def __init__(self, point: int, end: int) -> None:
        self.point, self.end = point, end


class Return(int):
    """The point to return to, where no fast code begins: behind a GOSUB in whose place the subroutine stands."""


class Interrupted(int):
    """The point that an event came before."""

    event: Event

    def __new__(cls, point: int, event: Event) -> Interrupted:
        entry = super().__new__(cls, point)
        entry.event = event
        return entry

    def __reduce__(self) -> tuple[type, tuple[int, Event]]:
        return Interrupted, (int(self), self.event)


class Stack(list["Any"]):
    """The entries, the innermost last. That of a GOSUB is the point to return to."""

    def __init__(self, limits: Limits, unlimited: bool) -> None:
        super().__init__()
        self._limits = limits
        self._unlimited = unlimited
        self.ended: Callable[[Event], object]  # is told of an event whose subroutine returns: the traps

    def room(self, needed: int) -> None:
        """Error 7 if so many bytes more do not fit."""
        if self._unlimited:
            return
        used = needed
        for entry in self:
            used += FOR_SIZE if type(entry) is Loop else WHILE_SIZE if type(entry) is WhileLoop else GOSUB_SIZE
        if used > self._limits.stack - RESERVED:
            raise BasicError(OUT_OF_MEMORY)

    def room_for_gosub(self) -> None:
        self.room(GOSUB_SIZE)

    def nested(self, depth: int, value: Any) -> Any:
        """Parentheses so deep that the stack may not hold them."""
        self.room(NESTING_SIZE * depth)
        return value

    def _loops(self) -> Iterator[tuple[int, Loop | WhileLoop]]:
        """The loops of the subroutine that is running, the innermost first, each with its place."""
        for index in range(len(self) - 1, -1, -1):
            entry = self[index]
            if type(entry) is not Loop and type(entry) is not WhileLoop:
                return
            yield index, entry

    # -- FOR and NEXT ---------------------------------------------------------------------------------------------

    def drop_loop(self, point: int) -> None:
        """A FOR that is carried out anew ends its old loop in the same subroutine, and all loops inside that."""
        for index, entry in self._loops():
            if type(entry) is Loop and entry.point == point:
                del self[index:]
                return

    def ends_loop(self, point: int) -> None:
        """A FOR within loops without entries is to end its old loop: it would take those off as well."""
        if any(type(entry) is Loop and entry.point == point for _, entry in self._loops()):
            raise Leave(point)

    def enter_loop(self, point: int, size: int) -> None:
        """A loop that needs no entry begins; `size` is what it and the ones around it would take."""
        self.drop_loop(point)
        self.room(size)

    def begin_for(self, point: int) -> None:
        """What FOR does when its first value is known: only then come limit and step, which may fail."""
        self.drop_loop(point)
        if len(self) > FEW or self._limits.stack < STACK:
            self.room(FOR_SIZE)

    def enter_for(self, point: int, end: int, variable: str, limit: Any, step: Any) -> None:
        if self:
            self.begin_for(point)
        self.append(Loop(point, end, variable, limit, step))

    def next_frame(self, point: int, variable: str | None) -> Loop:
        """The loop that a NEXT closes: the innermost, or that of its variable; and it must be its own."""
        for index, entry in self._loops():
            if type(entry) is Loop and (variable is None or entry.variable == variable):
                if entry.end != point:
                    break
                del self[index + 1 :]
                return entry
        raise BasicError(NEXT_WITHOUT_FOR)

    # -- WHILE and WEND -------------------------------------------------------------------------------------------

    def drop_while(self, point: int) -> None:
        """A WHILE that needs no entry begins anew, or is reached from its WEND: an entry from before goes."""
        for index, entry in self._loops():
            if type(entry) is WhileLoop and entry.point == point:
                del self[index:]
                return

    def enter_while(self, point: int, end: int) -> None:
        for index, entry in self._loops():
            if type(entry) is WhileLoop and entry.point == point:
                del self[index + 1 :]
                return
        self.room(WHILE_SIZE)
        self.append(WhileLoop(point, end))

    def wend_frame(self, end: int) -> None:
        for index, entry in self._loops():
            if type(entry) is WhileLoop and entry.end == end:
                del self[index + 1 :]
                return
        raise BasicError(WEND_WITHOUT_WHILE)

    # -- events ---------------------------------------------------------------------------------------------------

    @property
    def interrupted(self) -> bool:
        """Whether an event's subroutine runs."""
        return any(type(entry) is Interrupted for entry in self)

    # -- RETURN ---------------------------------------------------------------------------------------------------

    def mark_returns(self, heads: frozenset[int]) -> None:
        """The fast code is entered, which can go on at these points."""
        for index, entry in enumerate(self):
            if isinstance(entry, int) and type(entry) is not Interrupted:
                self[index] = int(entry) if entry in heads else Return(entry)

    def returned(self) -> int:
        """RETURN in the fast code, where the entry is not simply on top."""
        index = min((index for index, _ in self._loops()), default=len(self)) - 1
        if index >= 0 and type(self[index]) in (Return, Interrupted):
            raise Leave(-1)
        return self.unwind()

    def unwind(self) -> int:
        """Off with the subroutine's loops; gives the point to go back to."""
        index = len(self)
        for index, _ in self._loops():  # noqa: B007  (the place of the outermost is what counts)
            pass
        if not index:
            raise BasicError(RETURN_WITHOUT_GOSUB)
        entry = self[index - 1]
        del self[index - 1 :]
        if not isinstance(entry, int):
            raise entry  # back to the line that was typed at the prompt
        if type(entry) is Interrupted:
            self.ended(entry.event)
        return int(entry)
