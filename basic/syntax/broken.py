"""What GW-BASIC gets done of a statement that does not parse, before it notices.

`PRINT "A";"B" )` prints AB, `A=5)` assigns, `READ X,Y)` reads both; `PRINT 1+` misses an operand (22), and
`PRINT "C" AND` finds a string where AND wants a number (13) before it misses the other one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from basic.errors import ILLEGAL, MISSING_OPERAND, OVERFLOW, SYNTAX
from basic.record import replace
from basic.syntax import build
from basic.syntax.automaton import Automaton, Stuck
from basic.syntax.build import CHECKS_END, OPENING
from basic.syntax.crunch import Token
from basic.syntax.expressions import (
    STRING_OPERATORS,
    Flat,
    Malformed,
    Part,
    fold,
    is_string,
    pending,
    split_name,
    string_before,
)
from basic.syntax.hints import hint
from basic.syntax.nodes import (
    Binary,
    Broken,
    Channel,
    Close,
    Command,
    DefFn,
    DefSeg,
    Erase,
    Expression,
    Fault,
    FieldPart,
    Function,
    Input,
    LineRef,
    Next,
    Number,
    OnError,
    OnJump,
    Point,
    Print,
    ProgramFile,
    Restore,
    Statement,
    String,
    Variable,
    While,
    Write,
)
from basic.syntax.tables import END
from basic.syntax.visit import children

# Statements that work through a list, one item at a time.
_ITEM_BY_ITEM = frozenset([
    "PRINT", "LPRINT", "WRITE", "READ", "DIM", "NEXT", "ERASE", "CLOSE", "DEFTYPE", "INPUT", "ON",
])  # fmt: skip


# Statements that are done as a whole before GW-BASIC looks at what follows them; so is ON GOTO.
_BY_THEMSELVES = (Next, While, OnError)

_BINARY = frozenset(["OPERATOR", "PLUS", "MINUS", "EQUAL"])


def broken_by(
    automaton: Automaton, problem: Stuck | Malformed, tokens: Sequence[Token], text: str
) -> Broken | list[Statement]:
    """The statement as far as it goes; a list where its valid beginning is several statements."""
    first = tokens[0]
    prefix: Part
    rest: list[Part] = []
    if isinstance(problem, Malformed):
        prefix, effects, error = problem.prefix, list(_effects([first, *problem.effects])), problem.error
        column = problem.column
    else:
        prefix, rest = _split(automaton, problem, first)
        effects = list(_effects(rest))
        # EDIT finds itself wrongly called where more stands behind its line (published source: EDIT in SCNEDT).
        error = ILLEGAL if first.type == "EDIT" else _error(automaton, problem, rest)
        column = problem.token.column
    earlier: list[Statement] = []
    if isinstance(prefix, list):
        *earlier, prefix = prefix
    prefix = _worth_doing(prefix)
    about = hint(tokens, error, column, text)
    if isinstance(prefix, _BY_THEMSELVES) or (isinstance(prefix, OnJump) and not prefix.gosub):
        word = "NEXT" if isinstance(prefix, Next) and _has_type(rest, 0, "COMMA") else ""  # NEXT I,5 closes two loops
        return [*earlier, prefix, Broken(column, None, tuple(effects), error, about, word, continues=True)]
    node = Broken(column, prefix, tuple(effects), error, about, str(first.value), bool(earlier))
    return [*earlier, node] if earlier else node


def function_with_fault(
    automaton: Automaton, problem: Stuck | Malformed, tokens: Sequence[Token], text: str
) -> DefFn | None:
    """A DEF FN of which only the body does not parse: DEF passes over that, and it fails when it is called."""
    body = next((place for place, token in enumerate(tokens) if token.type == "EQUAL"), len(tokens))
    behind = tokens[body].column if body < len(tokens) else tokens[-1].end
    sound = (Token("EQUAL", "=", behind, behind + 1), Token("NUMBER", (0, "%"), behind, behind + 1))
    try:
        function = automaton.parse([*tokens[:body], *sound], "statement", behind + 1)
    except (Stuck, Malformed):
        return None
    assert isinstance(function, DefFn)
    if isinstance(problem, Malformed):
        effects, error, column = problem.effects, problem.error, problem.column
    else:
        place = next((i for i, part in enumerate(problem.values) if getattr(part, "type", "") == "EQUAL"), None)
        effects = [] if place is None else problem.values[place + 1 :]
        error, column = _error(automaton, problem, effects), problem.token.column
    fault = Fault(column, tuple(_effects(effects)), error, hint(tokens, error, column, text))
    return replace(function, body=fault)


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
    if str(first.value) in OPENING:
        return _opened(first, stuck.values)
    if str(first.value) in CHECKS_END:
        return None, stuck.values
    if first.type == "INPUT" and not _has_type(stuck.values, 1, "HASH"):
        return _asked(first, stuck.values[1:]), []
    if first.type == "ERASE" and stuck.token.type == "ARRAY":  # the name is enough, its parenthesis too much
        names = [part for value in stuck.values for part in (value if isinstance(value, list | tuple) else [value])]
        last = Variable(stuck.token.column, *split_name(stuck.token))
        return Erase(first.column, (*(name for name in names if isinstance(name, Variable)), last)), []
    lowest = 0 if first.type in _ITEM_BY_ITEM else len(stuck.values)
    for height in range(len(stuck.values), max(lowest, 1) - 1, -1):
        if height < len(stuck.values) and isinstance(stuck.values[height - 1], Flat):
            continue  # not in the middle of an expression
        if _open_operator(stuck.values[:height]) or _called(stuck.values, height):
            continue
        prefix = automaton.finish(stuck.states[: height + 1], stuck.values[:height], "statement")
        if isinstance(prefix, Write):
            return replace(prefix, going_on=len(stuck.values) > height), stuck.values[height:]
        if prefix is not None:
            return prefix, stuck.values[height:]
    return None, stuck.values


def _opened(first: Token, values: list[Part]) -> tuple[ProgramFile | None, list[Part]]:
    """LOAD and its kin have opened their file, if they have come so far as to know its name; `RUN 10` has none."""
    place = next((i for i, part in enumerate(values) if isinstance(part, Flat | Expression)), None)
    if place is None or not _complete(values, place):
        return None, values
    part = values[place]
    file = fold(Flat(part)) if isinstance(part, Flat) else part
    if not isinstance(file, Expression) or (first.type == "RUN" and isinstance(file, Number)):
        return None, values
    return ProgramFile(first.column, file), values[place + 1 :]


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


def _called(values: Sequence[Part], height: int) -> bool:
    """Whether a parenthesis comes next that belongs to what stands before it: RND is also a number without one."""
    return _has_type(values, height, "LPAR") and isinstance(values[height - 1], Token | Function)


def _worth_doing(prefix: Part) -> Statement | None:
    """Nothing of a word that stumbles over what follows it: `NEXT 5` closes no loop, `PRINT )` ends no line."""
    match prefix:
        case Print(items=()) | Write(items=()) | Next(variables=()) | Close(channels=()):
            return None
        case Command(arguments=()) if build.takes(prefix.word)[1] > 0:
            return None
        case Restore(line=None):
            return Restore(prefix.column, LineRef(prefix.column, 0))  # what no number begins with is line 0
        case DefSeg(segment=None):
            return None
    return prefix  # type: ignore[return-value]


def _error(automaton: Automaton, stuck: Stuck, values: Sequence[Part]) -> int:
    if stuck.token.type == "OVERFLOW":
        return OVERFLOW
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


# What words ask of their values as soon as they have them (or with the comma behind), as functions that fail alike.
_ASKED = {
    "LEFT$": ("text,", "byte"), "RIGHT$": ("text,", "byte"), "MID$": ("text,", "place", "byte"), "INSTR": ("start",),
    "STRING$": ("byte",), "INPUT$": ("byte",), "WAIT": ("word", "byte", "byte"), "POKE": ("word", "byte"),
    "OUT": ("word", "byte"), "NAME": ("text",),
}  # fmt: skip

_BOUNDS = {"byte": (0, 255), "place": (1, 255), "start": (1, 255), "word": (-32768, 65535)}


def _fitting(expression: Expression, asked: str) -> Expression:
    """An expression that fails if this one is not what is asked for."""
    column = expression.column
    low, high = _BOUNDS.get(asked, (0, 0))
    if isinstance(expression, Number) and expression.kind != "#" and low <= expression.value <= high:
        return expression
    if isinstance(expression, String) and asked == "text":
        return expression
    if asked == "place" or (asked == "start" and is_string(expression) is False):
        return Function(column, "MID$", (String(column, ""), expression))
    name = {"byte": "CHR$", "text": "LEN", "word": "PEEK"}.get(asked)
    return Function(column, name, (expression,)) if name else expression


def _effects(parts: Sequence[Part]) -> Iterator[Expression]:
    """The expressions among what has been read, in the order in which they are worked out."""
    asked: Iterator[str] = iter(())
    for position, part in enumerate(parts):
        if isinstance(part, Token):
            opened = position == 0 or _has_type(parts, position + 1, "LPAR")
            if opened and str(part.value) in _ASKED:
                asked = iter(_ASKED[str(part.value)])
            continue
        if isinstance(part, Flat | Expression) and _complete(parts, position):
            what = next(asked, "")
            if not what.endswith(",") or _has_type(parts, position + 1, "COMMA"):
                part = _fitting(fold(Flat(part)) if isinstance(part, Flat) else part, what.rstrip(","))
        if isinstance(part, Flat):
            yield from _flat_effects(_with_operator(parts, position))
        elif isinstance(part, list | tuple):
            yield from _effects(part)
        elif isinstance(part, Expression):
            yield from _telling(part)
        elif isinstance(part, Point | FieldPart):
            yield from _effects([child for child in children(part) if isinstance(child, Expression)])


def _complete(parts: Sequence[Part], position: int) -> bool:
    """Whether no operator follows an expression, and none is its end."""
    part = parts[position]
    following = parts[position + 1] if position + 1 < len(parts) else None
    open_end = isinstance(part, Flat) and (not part or isinstance(part[-1], Token))
    return not open_end and not (isinstance(following, Token) and following.type in _BINARY)


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
