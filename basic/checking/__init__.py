"""What is to be said of a program before it runs: what does not parse, what certainly fails, what is not there here.

for finding in findings(basic.parse("10 A$=5")):
    print(finding.line, finding.column, finding)      # 10 1 Type mismatch (A$ is a text and gets a number)
"""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import message
from ..record import record
from ..syntax.nodes import Broken, Node, Program
from ..syntax.parse import Problem, problems
from ..syntax.visit import children
from . import absent, astray, unfit

BROKEN, FAILING, ABSENT = "broken", "failing", "absent"


@record
class Finding(Problem):
    """A problem, which of these kinds it is, and of what is not there the word."""

    kind: str
    word: str = ""


def findings(program: Program) -> list[Finding]:
    """All of them, in the order of the text; of one place what is said first."""
    undefined = message(8)
    found = [
        Finding(each.line, each.column, each.message, each.hint, FAILING if each.message == undefined else BROKEN)
        for each in problems(program)
    ]
    known = unfit.Known(program)
    for line in program.lines:
        for node in _parsed(line.statements):
            found += [
                Finding(line.number, column, message(error), hint, FAILING) for column, error, hint in known.of(node)
            ]
            missing = absent.missing(node)
            if missing is not None:
                word, what, why = missing
                found.append(Finding(line.number, node.column, what, why, ABSENT, word))
    found += [
        Finding(line, column, message(error), hint, FAILING) for line, column, error, hint in astray.astray(program)
    ]
    places: dict[tuple[int, int], Finding] = {}
    for finding in sorted(found, key=lambda finding: (finding.line, finding.column)):
        places.setdefault((finding.line, finding.column), finding)
    return [*places.values()]


def _parsed(nodes: tuple[Node, ...]) -> Iterator[Node]:
    """Everything below but what does not parse."""
    stack = [*nodes[::-1]]
    while stack:
        node = stack.pop()
        if not isinstance(node, Broken):
            yield node
            stack += [child for child in children(node)[::-1] if isinstance(child, Node)]
