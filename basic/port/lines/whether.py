"""Whether anything in a loop is so, found out with a flag, is `any`; so it is, or `all`, in place of a `break`;
and how often it is so is a `sum`.

    w = False                                       w = any(b[i] == p for i in range(1, 9))
    for i in range(1, 9):
        if b[i] == p:
            w = True

    for i in range(1, 9):                           if all(b[i] != p for i in range(1, 9)):
        if b[i] == p:                                   print("NOWHERE")
            break
    else:
        print("NOWHERE")

    c = 0                                           c = sum(1 for i in range(1, 9) if b[i] == p)
    for i in range(1, 9):
        if b[i] == p:
            c += 1
"""

from __future__ import annotations

import re

from ...record import replace
from .arms import Fails
from .conditions import negated
from .formatting import WIDTH
from .mentions import mentions
from .page import Line
from .suites import Clause, Statement, closed, single, size, written

FALSE = re.compile(r"([a-z_]\w*) = False")
NONE = re.compile(r"([a-z_]\w*) = 0")
EACH = re.compile(r"for (\w+) in (.+):")
NAME = re.compile(r"(?<![\w\"])[a-z_]\w*", re.I)
CALLED = re.compile(r"(?<!\w)(?!(?:index|len|int|abs|floor|range)\()[\w.]+\(")  # what may do something


def say_whether(suite: list[Statement], everything: list[Statement], fails: Fails, indent: int) -> None:
    """Do so in the statements of a function, where nothing can go wrong in between."""
    for position in range(len(suite) - 1, -1, -1):
        if position < len(suite):
            _flagged(suite, position, everything, fails, indent)
        if position < len(suite):
            _counted(suite, position, everything, fails, indent)
        if position < len(suite):
            _left(suite, position, everything, fails, indent)
    for statement in suite:
        for clause in statement.clauses:
            say_whether(clause.suite, everything, fails, indent + 1)


def _flagged(suite: list[Statement], position: int, everything: list[Statement], fails: Fails, indent: int) -> None:
    """A flag, and the loop at a position that sets it."""
    before, loop = suite[position - 1] if position else suite[0], suite[position]
    begun = FALSE.fullmatch(before.text)
    asked = _only_asks(loop, fails)
    if not position or not begun or asked is None or len(loop.clauses) > 1:
        return
    flag, test = begun[1], asked.line.test
    inner = [statement.line for statement in asked.clauses[0].suite]
    if [line.text for line in inner] not in ([f"{flag} = True"], [f"{flag} = True", "break"]):
        return
    if before.line.note or any(line.note for line in inner) or fails(asked.line):
        return
    if mentions(loop.text + test, flag) or _looks_at(everything, loop):
        return
    text = f"{flag} = any({test} {loop.text[:-1]})"
    if 4 * indent + len(text) <= WIDTH:
        end = position + 1
        if suite[end:] and suite[end].text == f"return {flag}" and not suite[end].line.note:
            text, end = f"return {text.partition(' = ')[2]}", end + 1
        suite[position - 1 : end] = [single(Line(0, text, before.line.source))]


def _counted(suite: list[Statement], position: int, everything: list[Statement], fails: Fails, indent: int) -> None:
    """A number that begins with 0, and the loop at a position, or the one within it, that counts how often it is so."""
    before, loop = suite[position - 1] if position else suite[0], suite[position]
    begun = NONE.fullmatch(before.text)
    loops = [loop, *loop.clauses[0].suite] if _alone_within(loop, fails) else [loop]
    asked = _only_asks(loops[-1], fails)
    if not position or not begun or asked is None or any(len(each.clauses) > 1 for each in loops):
        return
    number, test = begun[1], asked.line.test
    inner = [statement.line for statement in asked.clauses[0].suite]
    if [line.text for line in inner] != [f"{number} += 1"] or before.line.note or inner[0].note or fails(inner[0]):
        return
    if any(mentions(each.text + test, number) or _looks_at(everything, each) for each in loops):
        return
    text = f"{number} = sum(1 {' '.join(each.text[:-1] for each in loops)} if {test})"
    if 4 * indent + len(text) <= WIDTH:
        suite[position - 1 : position + 1] = [single(Line(0, text, before.line.source))]


def _alone_within(loop: Statement, fails: Fails) -> bool:
    """Whether a loop has nothing in it but another."""
    inner = loop.clauses[0].suite
    plain = EACH.fullmatch(loop.text) and not loop.line.note and not fails(loop.line) and not CALLED.search(loop.text)
    return bool(plain) and len(inner) == 1 and bool(EACH.fullmatch(inner[0].text))


def _left(suite: list[Statement], position: int, everything: list[Statement], fails: Fails, indent: int) -> None:
    """The loop at a position that is left where something is so: what is done then is the one way, what is done if
    nothing is, the other. The shorter that leads elsewhere stands first."""
    loop = suite[position]
    asked = _only_asks(loop, fails)
    ways = _ways(loop, asked) if asked is not None else None
    if asked is None or ways is None or _looks_at(everything, loop):
        return
    done, other = ways
    rest = [*done, *suite[position + 1 :]]
    test, each = asked.line.test, loop.text[:-1]
    less = negated(test)
    some, none = f"if any({test} {each}):", f"if all({less} {each}):" if less else f"if not any({test} {each}):"
    if done and not closed(other):
        arms, behind = [Clause(replace(loop.line, text=some), done), *loop.clauses[1:]], rest[len(done) :]
    elif done and closed(rest) and size(rest) < size(other):
        arms, behind = [Clause(replace(loop.line, text=some), rest)], other
    else:
        arms, behind = [Clause(replace(loop.line, text=none), other)], rest
    if 4 * indent + len(arms[0].text) <= WIDTH:
        loop.clauses = arms
        suite[position + 1 :] = behind


def _ways(loop: Statement, asked: Statement) -> tuple[list[Statement], list[Statement]] | None:
    """What is done where a loop is left, and if it is not; None if that looks at its counter, or is nothing."""
    head = EACH.fullmatch(loop.text)
    if not head or any(clause.text != "else:" or clause.line.note for clause in loop.clauses[1:]):
        return None
    *done, last = asked.clauses[0].suite
    other = loop.clauses[1].suite if len(loop.clauses) > 1 else []
    if (last.text != "break" and not last.text.startswith("return")) or last.line.note or not (done or other):
        return None
    if not set(NAME.findall(asked.text[3:])) - {head[1]}:  # what is the same in any case is no question
        return None
    jumps = any(line.text in ("break", "continue") for line in written(done, 0))
    done += [last] * (last.text != "break")
    if jumps or any(mentions(line.text, head[1]) for line in [*written(done, 0), *written(other, 0)]):
        return None
    return done, other


def _only_asks(loop: Statement, fails: Fails) -> Statement | None:
    """The one `if` in a loop over numbers or letters, if it does nothing but look."""
    asked = loop.clauses[0].suite
    if not EACH.fullmatch(loop.text) or len(asked) != 1 or not asked[0].branches or len(asked[0].clauses) > 1:
        return None
    test = asked[0].line.test
    if loop.line.note or asked[0].line.note or CALLED.search(test) or ":=" in test or " if " in test:
        return None
    return None if fails(loop.line) or fails(asked[0].line) else asked[0]


def _looks_at(suite: list[Statement], loop: Statement) -> bool:
    """Whether anything mentions the counter of a loop but that and others that begin it themselves."""
    head = EACH.fullmatch(loop.text)
    name = head[1] if head else ""
    for statement in suite:
        each = EACH.fullmatch(statement.text)
        own = each and each[1] == name and len(statement.clauses) == 1 and not mentions(each[2], name)
        if statement is loop or (own and not _holds(statement, loop)):
            continue
        if any(mentions(clause.text, name) or _looks_at(clause.suite, loop) for clause in statement.clauses):
            return True
    return False


def _holds(statement: Statement, inner: Statement) -> bool:
    return any(each is inner or _holds(each, inner) for clause in statement.clauses for each in clause.suite)
