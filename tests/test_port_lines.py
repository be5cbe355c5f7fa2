"""Ports are as short as a good programmer's: how many lines of Python a statement of BASIC becomes.

`python tests/test_port_lines.py` shows the median and the longest twenty.
"""

from __future__ import annotations

from statistics import median

from test_port import CASES, REFUSED, part

from basic.analysis.flow import analyse
from basic.port import to_python
from basic.syntax import nodes as n
from basic.syntax.source import read_program

MOST = 1.15  # at the median, with the head and the foot of the file; comments count on both sides


def statements(source: bytes) -> int:
    """The statements of a program; the line behind THEN is none."""
    points = analyse(read_program(source).program).points
    return sum(
        not isinstance(s := point.statement, n.Empty) and not (isinstance(s, n.Goto) and s.implied) for point in points
    )


def lines(text: str, comments: bool = True) -> int:
    """The lines with something in them."""
    shown = [line.strip() for line in text.splitlines()]
    return sum(bool(line) and (comments or not line.startswith("#")) for line in shown)


def measured() -> list[tuple[float, float, str]]:
    """Lines per statement of each case, with and without comments."""
    found = []
    for case in CASES:
        name = f"{case['group']}/{case['name']}"
        if name not in REFUSED:
            source = part(case, ".bas").encode("latin-1")
            text, count = to_python(source), statements(source)
            found.append((lines(text) / count, lines(text, False) / count, name))
    return sorted(found, reverse=True)


def test_lines_per_statement() -> None:
    assert median(ratio for ratio, _, _ in measured()) <= MOST


if __name__ == "__main__":
    rows = measured()
    print(f"median {median(row[0] for row in rows):.3f}, without comments {median(row[1] for row in rows):.3f}")
    for row in rows[:20]:
        print("{:6.2f} {:6.2f}  {}".format(*row))
