"""Statements as single steps find them, in plain data: what kind each is, where it leads, the code of what it needs.

    20 IF A>5 THEN 90        ("if", (3, 4), (code of A>5,))

They are made of the tree when a step first comes to them, and kept with the image: a later run that steps through the
same statements (behind an error and RESUME NEXT, say) needs no tree for it.
"""

from __future__ import annotations

from ..library.registry import NAMED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import CodeType
    from typing import Any

    from ..library.registry import Entry

# Its kind, which `Steps` carries out; what that is called with; the code of what it works out.
StepPlan = tuple[str, "tuple[Any, ...]", "tuple[CodeType, ...]"]
Named = tuple[str, str]  # a function of the library: its name in the code, its module


class StepPlans:
    """Those of one version of a program."""

    def __init__(
        self,
        plans: dict[int, StepPlan] | None = None,
        again: list[int] | None = None,
        beyond: list[int] | None = None,
        scalars: tuple[str, ...] = (),
        arrays: dict[str, int] | None = None,
        words: tuple[Named, ...] = (),
    ) -> None:
        self.plans = plans or {}
        self.again = again or []  # where RESUME goes after an error at each point, and RESUME NEXT: none, unless it
        self.beyond = beyond or []  # has been asked
        self.scalars, self.arrays, self.words = scalars, arrays or {}, words  # all that the codes name
        self.changed = False  # there is more than was kept

    def packed(self) -> tuple[Any, ...]:
        return self.plans, self.again, self.beyond, self.scalars, self.arrays, self.words

    def note(self, scalars: Iterable[str], arrays: dict[str, int], codes: Iterable[CodeType]) -> None:
        """What the codes written so far name, beside those that were kept from earlier runs."""
        self.scalars = tuple(dict.fromkeys([*self.scalars, *scalars]))
        self.arrays |= arrays
        self.words = tuple(dict.fromkeys([*self.words, *called(*codes)]))

    def functions(self) -> dict[str, Entry]:
        return {name: entry(name, module) for name, module in self.words}


def called(*codes: CodeType) -> tuple[Named, ...]:
    """The functions of the library that pieces of code name."""
    found: dict[Named, None] = {}
    for code in codes:
        found |= {(name, NAMED[name].module): None for name in code.co_names if name in NAMED}
        inner = (constant for constant in code.co_consts if isinstance(constant, type(code)))
        found |= dict.fromkeys(called(*inner))
    return tuple(found)


def entry(name: str, module: str) -> Entry:
    """A function of the library, whose module binds it when it is imported."""
    __import__(module)
    return NAMED[name]
