"""How far a long piece of work is, for whoever waits for it.

    steps = Steps(tell, "reading, place")
    steps()                                  # at each step; tell hears "reading, place 500" now and then
"""

from __future__ import annotations

from collections.abc import Callable

Tell = Callable[[str], object]
EVERY = 500  # steps: some hundredths of a second


def nobody(_: str) -> None:
    """Hears it where nobody waits."""


class Steps:
    def __init__(self, tell: Tell, what: str) -> None:
        self.tell, self.what = tell, what
        self.done = 0

    def __call__(self) -> None:
        self.done += 1
        if self.done % EVERY == 0:
            self.tell(f"{self.what} {self.done}")
