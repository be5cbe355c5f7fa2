"""How far a port was shown to do what its BASIC program does, and how the head of a file says it.

    >>> said(Verdict("equal", runs=8, branches=0.83))
    ['# Compared with the BASIC program in 8 runs, which took 83 % of its branches: the same text.']
"""

from __future__ import annotations

from textwrap import wrap
from typing import Literal

from ..record import record, replace
from .words.conversions import Hopes

# equal: the runs that were made show the same text; digits: but for last digits of numbers, or some dots; differs: one
# of them does not; untried: none was made.
Kind = Literal["equal", "digits", "differs", "untried"]

LONGEST = 60  # characters of a line that is shown


@record
class Difference:
    """Where a run begins to differ: the line of the BASIC program, and what both show or how they end there."""

    line: int
    basic: str
    python: str


@record
class Verdict:
    kind: Kind
    runs: int = 0
    branches: float | None = None  # the share that the runs took together, 0 to 1; None where there are none
    digits: int = 0  # numbers of all runs whose last digits differ
    errors: int = 0  # runs that an error ended on both sides
    stopped: int = 0  # runs that were stopped, as they did not end
    difference: Difference | None = None  # of the first run that differs
    went_on: int = 0  # runs that only Python ended, where BASIC said Division by zero or Overflow and went on
    only: bool = False  # the program has no other run
    wide: bool = False  # a line came near the margin of the screen
    large: bool = False  # a number came near seven digits
    dots: int = 0  # of the last pictures of all runs that are others
    illegal: bool = False  # the first run that differs ends by BASIC's Illegal function call


def left(hopes: Hopes, verdict: Verdict) -> Hopes | None:
    """What runs leave of hopes; None where they differ though nothing was hoped."""
    if verdict.kind == "differs":
        if hopes.in_range and verdict.illegal:
            return replace(hopes, in_range=False)
        given_up = Hopes(hopes.narrow and hopes.small, small=False, in_range=False)
        return given_up if given_up != hopes else None
    if verdict.only and verdict.kind == "equal":
        return hopes
    return replace(hopes, narrow=hopes.narrow and not verdict.wide, small=hopes.small and not verdict.large)


def said(verdict: Verdict) -> list[str]:
    """The comment for the head of a file."""
    if verdict.kind == "untried":
        return ["# Not compared with the BASIC program."]
    amount = _amount(verdict.runs, "run")
    taken = f", which took {_percent(verdict.branches)} % of its branches" if verdict.branches is not None else ""
    if verdict.only and not verdict.difference:
        return [f"# It takes nothing from outside: in its one run the BASIC program prints the same{_but(verdict)}."]
    compared = f"# Compared with the BASIC program in {amount}{taken}"
    if verdict.difference is not None:
        return [f"{compared}: not the same.", *_told(verdict.difference)]
    lines = wrap(f"{compared}: the same text{_but(verdict)}.", 120, subsequent_indent="# ")
    if verdict.errors:
        lines.append(f"# {_amount(verdict.errors, 'run')} ended by an error, whose message is not the same.")
    if verdict.went_on:
        said = "Division by zero or Overflow"
        lines.append(f"# {_amount(verdict.went_on, 'run')} ended where BASIC says {said} and goes on.")
    if verdict.stopped:
        lines.append(f"# {_amount(verdict.stopped, 'run')} did not end: so far as they came.")
    return lines


def _but(verdict: Verdict) -> str:
    """What is otherwise."""
    found = [f"the last digit of {_amount(verdict.digits, 'number')}"] * (verdict.digits > 0)
    found += [f"{_amount(verdict.dots, 'dot')} of its pictures"] * (verdict.dots > 0)
    return f" but for {' and '.join(found)}" if found else ""


def _told(difference: Difference) -> list[str]:
    return [
        f"# They differ from line {difference.line} of the BASIC program on, which `basic port --exact` may mend:",
        f"#   BASIC:  {_shown(difference.basic)}",
        f"#   Python: {_shown(difference.python)}",
    ]


def _shown(text: str) -> str:
    """On one line, and not too long."""
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def _percent(share: float) -> int:
    """Never 100 where a branch was left out."""
    return int(share * 100)


def _amount(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
