"""GW-BASIC's stack of loops and subroutines, for ports in which it depends on the way what NEXT and RETURN do."""

from __future__ import annotations

from ..errors import NEXT_WITHOUT_FOR, RETURN_WITHOUT_GOSUB, WEND_WITHOUT_WHILE, BasicError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Stack:
    """The innermost last. A FOR has the name of its line and of its variable, a WHILE that of its line only, a GOSUB
    the state that is behind it: loops around it are not found until its RETURN."""

    def __init__(self) -> None:
        self.active: list[tuple[str, str] | int] = []

    def begin(self, line: str, variable: str = "") -> None:
        """A turn of a loop begins: there is no loop inside it."""
        self.end(line)
        self.active.append((line, variable))

    def end(self, line: str) -> None:
        """A loop is over, or is to begin anew, and those inside it are over."""
        if (position := self._position(line)) >= 0:
            del self.active[position:]

    def clear(self) -> None:
        """All loops and subroutines are over."""
        self.active = []

    def next(self, line: str, variable: str = "") -> None:
        """A NEXT goes on with the innermost FOR, or that of its variable; error 1 if that is not the one it closes."""
        for _, active, counter in self._loops():
            if counter and variable in ("", counter):
                if active == line:
                    self.begin(line, counter)
                    return
                break
        raise BasicError(NEXT_WITHOUT_FOR)

    def wend(self, line: str) -> None:
        """A WEND goes back to its WHILE; error 30 if that has not begun."""
        if self._position(line) < 0:
            raise BasicError(WEND_WITHOUT_WHILE)
        self.begin(line)

    def gosub(self, behind: int) -> None:
        """A subroutine begins; `behind`: what its RETURN leads to."""
        self.active.append(behind)

    def back(self) -> int:
        """RETURN: where the subroutine was called; loops that it has begun are over."""
        while self.active:
            if isinstance(behind := self.active.pop(), int):
                return behind
        raise BasicError(RETURN_WITHOUT_GOSUB)

    def _loops(self) -> Iterator[tuple[int, str, str]]:
        """The loops of the subroutine, the innermost first, each with its position."""
        for position in range(len(self.active) - 1, -1, -1):
            frame = self.active[position]
            if isinstance(frame, int):
                return
            yield position, *frame

    def _position(self, line: str) -> int:
        return next((position for position, active, _ in self._loops() if active == line), -1)
