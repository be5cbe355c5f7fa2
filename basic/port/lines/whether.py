"""A loop that is left where something is so, as `any` or `all` in place of its `break`.

    for i in range(1, 9):                           if all(b[i] != p for i in range(1, 9)):
        if b[i] == p:                                   print("NOWHERE")
            break
    else:
        print("NOWHERE")
"""

from __future__ import annotations

import ast

from ...record import replace
from .arms import Fails
from .conditions import negated
from .formatting import WIDTH
from .mentions import gives, mentions, names_in
from .page import counts_with
from .suites import Clause, Statement, closed, lines_in, size
from .trees import part, tree, within

LOOKING = ("index", "len", "int", "abs", "floor", "range")  # functions that do nothing else


def say_whether(suite: list[Statement], everything: list[Statement], fails: Fails, indent: int) -> None:
    """Do so in the statements of a function, where nothing can go wrong in between."""
    for position in range(len(suite) - 1, -1, -1):
        if position < len(suite):
            _ask(suite, position, everything, fails, indent)
    for statement in suite:
        for clause in statement.clauses:
            say_whether(clause.suite, everything, fails, indent + 1)


def _ask(suite: list[Statement], position: int, everything: list[Statement], fails: Fails, indent: int) -> None:
    """For the loop at a position: what is done where it is left is the one way, what is done if it is not, the other.
    The shorter that leads elsewhere stands first."""
    loop = suite[position]
    match tree(loop.text):
        case ast.For(target=ast.Name(id=counter), iter=values):
            each = f"for {counter} in {part(loop.text, values)}"
        case _:
            return
    asked = _only_asks(loop, fails)
    ways = _ways(loop, asked, counter) if asked is not None else None
    if asked is None or ways is None or _looks_at(everything, counter, loop):
        return
    done, other = ways
    rest = [*done, *suite[position + 1 :]]
    test, less = asked.line.test, negated(asked.line.test)
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


def _only_asks(loop: Statement, fails: Fails) -> Statement | None:
    """The one `if` in a loop, if it does nothing but look."""
    asked = loop.clauses[0].suite[0]
    head = tree(asked.text)
    if len(loop.clauses[0].suite) + len(asked.clauses) > 2 or not isinstance(head, ast.If) or not only_looks(head.test):
        return None
    told = loop.line.note or asked.line.note or fails(loop.line) or fails(asked.line)
    return None if told or any(isinstance(node, ast.IfExp) for node in within(head.test)) else asked


def only_looks(node: ast.AST) -> bool:
    """Whether code gives nothing a value and calls no function that may do something: draw a number, say."""
    for each in within(node):
        match each:
            case ast.Call(func=ast.Name(id=name)) if name in LOOKING:
                pass
            case ast.Call() | ast.NamedExpr():
                return False
    return True


def _ways(loop: Statement, asked: Statement, counter: str) -> tuple[list[Statement], list[Statement]] | None:
    """What is done where a loop is left, and if it is not; None if that looks at its counter, or is nothing."""
    *done, last = asked.clauses[0].suite
    leaving = tree(last.text)
    other = loop.clauses[1].suite if len(loop.clauses) > 1 else []
    if not isinstance(leaving, ast.Break | ast.Return) or last.line.note or not (done or other):
        return None
    if names_in(asked.text) <= {counter} or any(clause.line.note for clause in loop.clauses[1:]):
        return None  # what is the same in any case is no question
    if any(isinstance(tree(line.text), ast.Break | ast.Continue) for line in lines_in(done)):
        return None
    done += [last] * isinstance(leaving, ast.Return)
    return None if any(mentions(line.text, counter) for line in lines_in([*done, *other])) else (done, other)


def _looks_at(suite: list[Statement], counter: str, loop: Statement) -> bool:
    """Whether anything mentions the counter of a loop but that and others that begin it themselves."""
    for statement in suite:
        own = counts_with(statement.text, counter) and gives(statement.text, counter) and len(statement.clauses) == 1
        if statement is loop or (own and not _holds(statement, loop)):
            continue
        if any(mentions(each.text, counter) or _looks_at(each.suite, counter, loop) for each in statement.clauses):
            return True
    return False


def _holds(statement: Statement, inner: Statement) -> bool:
    return any(each is inner or _holds(each, inner) for clause in statement.clauses for each in clause.suite)
