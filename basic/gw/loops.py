"""The loops of a subroutine that are active, for ports in which that depends on the way that was taken."""

from __future__ import annotations

from ..errors import NEXT_WITHOUT_FOR, WEND_WITHOUT_WHILE, BasicError


class Loops:
    """The innermost loop last. A FOR has the name of its line and of its variable, a WHILE that of its line only."""

    def __init__(self) -> None:
        self.active: list[tuple[str, str]] = []

    def begin(self, line: str, variable: str = "") -> None:
        """A turn of a loop begins: there is no loop inside it."""
        self.end(line)
        self.active.append((line, variable))

    def end(self, line: str) -> None:
        """A loop is over, or is to begin anew, and those inside it are over."""
        position = self._position(line)
        if position >= 0:
            del self.active[position:]

    def clear(self) -> None:
        """All loops are over."""
        self.active = []

    def next(self, line: str, variable: str = "") -> None:
        """A NEXT goes on with the innermost FOR, or that of its variable; error 1 if that is not the one it closes."""
        for active, counter in reversed(self.active):
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

    def _position(self, line: str) -> int:
        return next((position for position, (active, _) in enumerate(self.active) if active == line), -1)
