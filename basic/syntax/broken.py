"""What GW-BASIC gets done of a statement that does not parse, before it notices.

`PRINT "A";"B" )` prints AB, `A=5)` assigns, `READ X,Y)` reads both; `PRINT 1+` misses an operand (22), and
`PRINT "C" AND` finds a string where AND wants a number (13) before it misses the other one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from basic.errors import MISSING_OPERAND, SYNTAX
from basic.syntax import build
from basic.syntax.automaton import Automaton, Stuck
from basic.syntax.build import CHECKS_END
from basic.syntax.crunch import Token
from basic.syntax.expressions import STRING_OPERATORS, Flat, Malformed, Part, pending, string_before
from basic.syntax.hints import hint
from basic.syntax.nodes import (
    Binary,
    Broken,
    Channel,
    Close,
    Command,
    DefSeg,
    Expression,
    FieldPart,
    Input,
    Next,
    Number,
    Point,
    Print,
    Restore,
    Statement,
    String,
    Variable,
    Write,
)
from basic.syntax.tables import END
from basic.syntax.visit import children

# Statements that work through a list, one item at a time.
_ITEM_BY_ITEM = frozenset([
    "PRINT", "LPRINT", "WRITE", "READ", "DIM", "NEXT", "ERASE", "CLOSE", "DEFTYPE", "INPUT", "ON",
])  # fmt: skip


_BINARY = frozenset(["OPERATOR", "PLUS", "MINUS", "EQUAL"])


def broken_by(
    automaton: Automaton, problem: Stuck | Malformed, tokens: Sequence[Token], text: str
) -> Broken | list[Statement]:
    """The statement as far as it goes; a list where its valid beginning is several statements."""
    first = tokens[0]
    prefix: Part
    if isinstance(problem, Malformed):
        prefix, effects, error = problem.prefix, list(_effects(problem.effects)), problem.error
        column = problem.column
    else:
        prefix, rest = _split(automaton, problem, first)
        effects = list(_effects(rest))
        error = _error(automaton, problem, rest)
        column = problem.token.column
    earlier: list[Statement] = []
    if isinstance(prefix, list):
        *earlier, prefix = prefix
    prefix = _worth_doing(prefix)
    node = Broken(column, prefix, tuple(effects), error, hint(tokens, error, column, text))
    return [*earlier, node] if earlier else node


def broken_head(
    automaton: Automaton, problem: Stuck | Malformed, first: Token, tokens: Sequence[Token], text: str
) -> Broken:
    """An IF whose condition or THEN is wrong: nothing but the condition is looked at."""
    if isinstance(problem, Malformed):
        effects, error, column = list(_effects(problem.effects)), problem.error, problem.column
    else:
        effects, error = list(_effects(problem.values)), _error(automaton, problem, problem.values)
        column = problem.token.column
    return Broken(column, None, tuple(effects), error, hint(tokens, error, column, text))


def _split(automaton: Automaton, stuck: Stuck, first: Token) -> tuple[Part, list[Part]]:
    """The longest beginning that GW-BASIC carries out, and what it has read beyond that."""
    if str(first.value) in CHECKS_END:
        return None, stuck.values
    if first.type == "INPUT" and not _has_type(stuck.values, 1, "HASH"):
        return _asked(first, stuck.values[1:]), []
    lowest = 0 if first.type in _ITEM_BY_ITEM else len(stuck.values)
    for height in range(len(stuck.values), max(lowest, 1) - 1, -1):
        if height < len(stuck.values) and isinstance(stuck.values[height - 1], Flat):
            continue  # not in the middle of an expression
        if _open_operator(stuck.values[:height]):
            continue
        prefix = automaton.finish(stuck.states[: height + 1], stuck.values[:height], "statement")
        if prefix is not None:
            return prefix, stuck.values[height:]
    return None, stuck.values


def _asked(first: Token, values: Sequence[Part]) -> Input | None:
    """INPUT asks, and takes the answer, before it looks at its variables; then it gives none of them a value."""
    same_line = _has_type(values, 0, "SEMICOLON")
    prompt = values[same_line] if len(values) > same_line else None
    if not isinstance(prompt, String):
        return Input(first.column, None, same_line, "", True, ())
    question = _has_type(values, same_line + 1, "SEMICOLON")
    if not question and not _has_type(values, same_line + 1, "COMMA"):
        return None
    return Input(first.column, None, same_line, prompt.value, question, ())


def _has_type(values: Sequence[Part], position: int, kind: str) -> bool:
    return len(values) > position and getattr(values[position], "type", "") == kind


def _open_operator(values: Sequence[Part]) -> bool:
    return bool(values) and isinstance(values[-1], Token) and values[-1].type in ("OPERATOR", "PLUS", "MINUS", "NOT")


def _worth_doing(prefix: Part) -> Statement | None:
    """Nothing of a word that stumbles over what follows it: `NEXT 5` closes no loop, `PRINT )` ends no line."""
    match prefix:
        case Print(items=()) | Write(items=()) | Next(variables=()) | Close(channels=()):
            return None
        case Command(arguments=()) if build.takes(prefix.word)[1] > 0:
            return None
        case Restore(line=None) | DefSeg(segment=None):
            return None
    return prefix  # type: ignore[return-value]


_OVERFLOW = 6  # a constant like &H12345


def _error(automaton: Automaton, stuck: Stuck, values: Sequence[Part]) -> int:
    if stuck.token.type == "OVERFLOW":
        return _OVERFLOW
    for position, part in enumerate(values):
        if isinstance(part, Flat):
            for operator, left in _left_sides(*pending(_with_operator(values, position), finish=False)):
                if error := string_before(operator, left):
                    return error
    operand_expected = automaton.expects(stuck.states, "NUMBER") and automaton.expects(stuck.states, "STRING")
    return MISSING_OPERAND if stuck.token.type == END and operand_expected else SYNTAX


def _with_operator(parts: Sequence[Part], position: int) -> Sequence[Part]:
    """The unfinished expression at `position` with the operator that it ends in."""
    flat, following = parts[position], parts[position + 1 : position + 2]
    assert isinstance(flat, Flat)
    operators = [part for part in following if isinstance(part, Token) and part.type in _BINARY]
    return [*flat, *operators]


def _left_sides(
    operands: list[Expression], waiting: list[tuple[int, Token, bool]]
) -> Iterator[tuple[Token, Expression]]:
    remaining = iter(operands)
    for _, token, prefix in waiting:
        if not prefix:
            yield token, next(remaining)


def _effects(parts: Sequence[Part]) -> Iterator[Expression]:
    """The expressions among what has been read, in the order in which they are worked out."""
    for position, part in enumerate(parts):
        if isinstance(part, Flat):
            yield from _flat_effects(_with_operator(parts, position))
        elif isinstance(part, list | tuple):
            yield from _effects(part)
        elif isinstance(part, Expression):
            yield from _telling(part)
        elif isinstance(part, Point | FieldPart):
            yield from _effects([child for child in children(part) if isinstance(child, Expression)])


def _telling(expression: Expression) -> Iterator[Expression]:
    """Names and constants can neither fail nor be noticed."""
    if isinstance(expression, Channel):
        expression = expression.number
    if not isinstance(expression, Variable | Number | String):
        yield expression


def _flat_effects(flat: Sequence[Part]) -> Iterator[Expression]:
    """What an unfinished expression has worked out: `A*B AND` has multiplied, and made a whole number of it."""
    complete = bool(flat) and not isinstance(flat[-1], Token)
    operands, waiting = pending(flat, finish=complete)
    lefts = list(_left_sides(operands, waiting))
    for operator, left in lefts:
        if string_before(operator, left):
            yield from _telling(left)
            return
        if operator.value in STRING_OPERATORS or isinstance(left, Number):
            yield from _telling(left)
        else:
            yield Binary(operator.column, str(operator.value), left, Number(operator.column, 1, "%"))
    for operand in operands[len(lefts) :]:
        yield from _telling(operand)
