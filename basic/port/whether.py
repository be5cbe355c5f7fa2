"""Whether anything in a loop is so, found out with a flag, is `any`.

    w = False                                       w = any(b[i] == p for i in range(1, 9))
    for i in range(1, 9):
        if b[i] == p:
            w = True
"""

from __future__ import annotations

import re

from .arms import Fails
from .formatting import WIDTH
from .mentions import mentions
from .page import Line
from .suites import Statement, single

FALSE = re.compile(r"([a-z_]\w*) = False")
EACH = re.compile(r"for (\w+) in (.+):")
CALLED = re.compile(r"(?<!\w)(?!(?:index|len|int|abs|floor|range)\()[\w.]+\(")  # what may do something


def say_whether(suite: list[Statement], everything: list[Statement], fails: Fails, indent: int) -> None:
    """Do so in the statements of a function, where nothing can go wrong in between."""
    for position in range(len(suite) - 1, 0, -1):
        before, loop = suite[position - 1 : position + 1]
        begun, each = FALSE.fullmatch(before.text), EACH.fullmatch(loop.text)
        asked = loop.clauses[0].suite
        if not begun or not each or len(loop.clauses) > 1 or len(asked) > 1 or not asked[0].branches:
            continue
        flag, counter, test = begun[1], each[1], asked[0].text[3:-1]
        inner = [statement.line for statement in asked[0].clauses[0].suite]
        found = [line.text for line in inner]
        if len(asked[0].clauses) > 1 or found not in ([f"{flag} = True"], [f"{flag} = True", "break"]):
            continue
        if any(line.note for line in (before.line, loop.line, asked[0].line, *inner)):
            continue
        unfit = fails(loop.line) or fails(asked[0].line) or CALLED.search(test) or ":=" in test or " if " in test
        if unfit or mentions(loop.text + test, flag) or _looks_at(everything, counter, loop):
            continue
        text = f"{flag} = any({test} {loop.text[:-1]})"
        if 4 * indent + len(text) <= WIDTH:
            end = position + 1
            if suite[end:] and suite[end].text == f"return {flag}" and not suite[end].line.note:
                text, end = f"return {text.partition(' = ')[2]}", end + 1
            suite[position - 1 : end] = [single(Line(0, text, before.line.source))]
    for statement in suite:
        for clause in statement.clauses:
            say_whether(clause.suite, everything, fails, indent + 1)


def _looks_at(suite: list[Statement], name: str, loop: Statement) -> bool:
    """Whether anything mentions a counter but a loop and others that begin it themselves."""
    for statement in suite:
        each = EACH.fullmatch(statement.text)
        own = each and each[1] == name and len(statement.clauses) == 1 and not mentions(each[2], name)
        if statement is loop or own:
            continue
        if any(mentions(clause.text, name) or _looks_at(clause.suite, name, loop) for clause in statement.clauses):
            return True
    return False
