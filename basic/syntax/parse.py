"""From the text of lines to their tree.

A line is taken apart at colons, THEN and ELSE first; each simple statement is then parsed by itself, and one that
does not parse becomes a Broken node: GW-BASIC complains only when it gets there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from basic.codepage import pictured
from basic.errors import message
from basic.record import record, replace
from basic.syntax.automaton import Automaton, Stuck
from basic.syntax.broken import broken_by, broken_head, function_with_fault
from basic.syntax.crunch import Token, crunch
from basic.syntax.expressions import Malformed
from basic.syntax.nodes import (
    Broken,
    Common,
    Data,
    DataItem,
    Empty,
    Expression,
    Fault,
    Gosub,
    Goto,
    If,
    Line,
    LineRef,
    Node,
    OnError,
    OnEvent,
    OnJump,
    Program,
    Remark,
    Restore,
    Resume,
    Return,
    Run,
    Statement,
)
from basic.syntax.visit import walk


@cache
def _automaton() -> Automaton:
    return Automaton()


def parse_program(lines: Iterable[tuple[int, str]]) -> Program:
    """The program made of numbered lines; where a number comes twice the later line counts."""
    texts = dict(lines)
    return Program(tuple(parse_line(number, texts[number]) for number in sorted(texts)))


def parse_line(number: int, text: str) -> Line:
    """Line `number`, whose text (without the number) is given."""
    return Line(number, text, parse_direct(text))


def parse_direct(text: str) -> tuple[Statement, ...]:
    """The statements of a line typed without a number."""
    return _Statements(text, crunch(text)).read()


# After the line number of these nothing is looked at any more: GOTO 100 whatever.
_IGNORE_THE_REST = frozenset(["GOTO", "GOSUB", "RETURN", "RUN"])
_ENDS = frozenset(["COLON", "ELSE", "QUOTE"])


@record
class _Branches:
    """An IF whose line is still being read, and where it will stand."""

    column: int
    condition: Expression
    among: list[Statement]
    then: list[Statement]
    otherwise: list[list[Statement]]  # empty until its ELSE is met

    def close(self) -> None:
        otherwise = tuple(self.otherwise[0]) if self.otherwise else ()
        self.among.append(If(self.column, self.condition, tuple(self.then), otherwise))


class _Statements:
    """Reads the statements of one line. An IF takes in all that follows; ELSE belongs to the nearest open IF."""

    def __init__(self, text: str, tokens: list[Token]) -> None:
        self.text = text
        self.tokens = tokens
        self.position = 0
        self.open: list[_Branches] = []
        self.current: list[Statement] = []

    def read(self) -> tuple[Statement, ...]:
        whole = self.current
        tokens = self.tokens
        while self.position < len(tokens):
            self.statement(tokens[self.position])
        while self.open:
            self.open.pop().close()
        return tuple(whole)

    def statement(self, token: Token) -> None:
        """Read one statement and the colon that ends it."""
        kind = token.type
        if kind == "COLON":
            self.current.append(Empty(token.column))
            self.position += 1
            return
        if kind == "ELSE":
            self.else_(token)
            return
        if kind == "IF":
            self.if_(token)
            return
        if kind == "QUOTE" or kind == "REM":
            self.current.append(Remark(token.column, str(token.value)))
            self.position = len(self.tokens)
            return
        start, end = self.position, self.end_of_statement(self.position)
        if kind == "DATA" and end == start + 1:
            self.current.append(Data(token.column, data_items(str(token.value), token.end - len(str(token.value)))))
        else:
            self.simple(self.tokens[start:end], self.column_at(end))
        self.go_on(end)

    def end_of_statement(self, position: int) -> int:
        tokens = self.tokens
        while position < len(tokens) and tokens[position].type not in _ENDS:
            position += 1
        return position

    def go_on(self, end: int) -> None:
        """Continue behind the colon at `end`; ELSE and an apostrophe have an invisible one before them."""
        self.position = end + 1 if end < len(self.tokens) and self.tokens[end].type == "COLON" else end

    def column_at(self, position: int) -> int:
        return self.tokens[position].column if position < len(self.tokens) else len(self.text) + 1

    def simple(self, tokens: Sequence[Token], end_column: int) -> None:
        first = tokens[0]
        if len(tokens) > 1 and first.type in _IGNORE_THE_REST and tokens[1].type == "LINENUMBER":
            tokens = tokens[:2]
        try:
            parsed = _automaton().parse(tokens, "statement", end_column)
        except (Stuck, Malformed) as problem:
            parsed = broken_by(_automaton(), problem, tokens, self.text)
            if first.type == "DEF" and len(tokens) > 1 and tokens[1].type == "FN":
                parsed = function_with_fault(_automaton(), problem, tokens, self.text) or parsed
            if first.type == "COMMON" and isinstance(parsed, Broken):
                begun = parsed.prefix if isinstance(parsed.prefix, Common) else Common(first.column, (), ())
                parsed = replace(begun, broken=True)
        if isinstance(parsed, list):
            self.current += parsed
        else:
            self.current.append(parsed)  # type: ignore[arg-type]

    def if_(self, token: Token) -> None:
        start, end = self.position, self.end_of_statement(self.position)
        head = start + 1
        while head < end and self.tokens[head].type not in ("THEN", "GOTO"):
            head += 1
        try:
            condition = _automaton().parse(self.tokens[start + 1 : min(head + 1, end)], "if_head", self.column_at(end))
        except (Stuck, Malformed) as problem:
            self.current.append(broken_head(_automaton(), problem, token, self.tokens[start:end], self.text))
            self.go_on(end)
            return
        branches = _Branches(token.column, condition, self.current, [], [])  # type: ignore[arg-type]
        self.open.append(branches)
        self.branch(branches.then, head + 1)

    def else_(self, token: Token) -> None:
        """ELSE of the nearest IF that has none yet; any other ELSE hides the rest of the line."""
        if all(branches.otherwise for branches in self.open):
            self.current.append(Remark(token.column, self.text[token.column - 1 :]))
            self.position = len(self.tokens)
            return
        while self.open[-1].otherwise:
            self.open.pop().close()
        otherwise: list[Statement] = []
        self.open[-1].otherwise.append(otherwise)
        self.branch(otherwise, self.position + 1)

    def branch(self, statements: list[Statement], position: int) -> None:
        """Go on behind THEN or ELSE, where a line number alone is a GOTO (and hides what follows it)."""
        self.current = statements
        self.position = position
        if position < len(self.tokens) and self.tokens[position].type == "LINENUMBER":
            token = self.tokens[position]
            assert isinstance(token.value, int)
            statements.append(Goto(token.column, LineRef(token.column, token.value), implied=True))
            self.go_on(self.end_of_statement(position))


_ITEM = re.compile(r'[ \t\n]*+(?:"(?P<quoted>[^"]*+)(?:"[ \t\n]*+(?P<more>[^,]*))?|(?P<plain>[^,]*))')


def data_items(text: str, column: int) -> tuple[DataItem, ...]:
    """The constants of `DATA one, "two, too",,`."""
    items = []
    position = 0
    while True:
        match = _ITEM.match(text, position)
        assert match is not None
        quoted, plain = match["quoted"], match["plain"]
        if quoted is None:
            items.append(DataItem(column + match.start("plain"), plain.rstrip(" "), False))
        else:
            items.append(DataItem(column + match.start("quoted") - 1, quoted, True, not match["more"]))
        position = match.end()
        if position >= len(text):
            return tuple(items)
        position += 1


# ---- what is wrong with a program ----------------------------------------------------------------------------------


@record
class Problem:
    """Something that goes wrong when, and only when, the program gets there."""

    line: int
    column: int
    message: str
    hint: str

    def __str__(self) -> str:
        return f"{self.message} ({self.hint})" if self.hint else self.message

    def marked(self, program: Program) -> tuple[str, str]:
        """The line as it is listed, and a caret below the place."""
        text = next(line.text for line in program.lines if line.number == self.line)
        head = f"{self.line} "
        shown = pictured(text.replace("\n", " ").replace("\t", " "))
        return head + shown, " " * (len(head) + self.column - 1) + "^"


def problems(program: Program) -> list[Problem]:
    """Statements that do not parse and references to lines that are not there."""
    numbers = {line.number for line in program.lines}
    found = []
    for line in program.lines:
        for node in walk(line):
            if isinstance(node, Broken | Fault):
                found.append(Problem(line.number, node.column, message(node.error), node.hint))
            elif isinstance(node, Node):
                for missing in references(node):
                    if missing.number not in numbers:
                        text = f"there is no line {missing.number}"
                        found.append(Problem(line.number, missing.column, message(8), text))
    return sorted(found, key=lambda problem: (problem.line, problem.column))


def references(node: Node) -> list[LineRef]:
    """The lines that a statement leads to when it is run (LIST and RENUM only name lines)."""
    match node:
        case Goto(line=line) | Gosub(line=line):
            return [line]
        case Return(line=LineRef() as line) | Run(line=LineRef() as line):
            return [line]
        case Restore(line=LineRef() as line) | Resume(line=LineRef() as line):
            return [line]
        case OnError(line=line) | OnEvent(line=line) if line.number:  # 0 takes the trap away
            return [line]
        case OnJump(lines=lines):
            return [line for line in lines if line.number >= 0]
        case _:
            return []
