"""How long texts are at most: where no 255 characters can be passed, what is joined need not be measured.

    w = join(r[:10], chr(65 + i))             w = r[:10] + chr(65 + i)
    r = ""
    for char in reversed(s):                  as often as a text has characters
        r = join(r, char)                         r += char

A branch that is one of a choice (`r = join(r, x) if t else r`) is a statement first.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from .trees import given

LONGEST = 255


class Parting(ast.NodeTransformer):
    """`r = join(r, x) if t else join(r, y)` as two statements, since one that only makes a text longer is quick."""

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        match node:
            case ast.Assign(targets=[ast.Name(id=name) as target], value=ast.IfExp(test, body, orelse)) if any(
                isinstance(part, ast.Call) and ast.unparse(part).startswith(f"join({name}, ") for part in (body, orelse)
            ):
                ways = (ast.copy_location(ast.Assign([target], part), node) for part in (body, orelse))
                found = ast.If(test, *([self.visit_Assign(way)] for way in ways))
                return ast.copy_location(found, node)
            case _:
                return node


class Lengths:
    """Those of one function. `is_text` tells what is a text for sure, `own` which names are its own variables."""

    def __init__(
        self, function: ast.FunctionDef, is_text: Callable[[ast.expr], bool], own: Callable[[str], bool]
    ) -> None:
        self.is_text, self.own = is_text, own
        self.characters = self._characters(function)
        self.short: set[ast.stmt] = set()  # assignments `r = join(r, x)` that make no text too long
        for suite in _suites(function):
            for place, statement in enumerate(suite):
                if isinstance(statement, ast.For):
                    self._grown(statement, suite[:place])

    def of(self, node: ast.expr) -> int:
        match node:
            case ast.Constant(value=str() as text):
                return len(text)
            case ast.Name(id=name) if name in self.characters:
                return 1
            case ast.Call(func=ast.Name(id="chr")):
                return 1
            case ast.IfExp(body=body, orelse=orelse):
                return max(self.of(body), self.of(orelse))
            case ast.Subscript(value=text, slice=ast.Slice(lower=lower, upper=upper, step=None)):
                return min(self.of(text), _between(lower, upper))
            case ast.Subscript(value=text) if self.is_text(text):
                return 1
            case _:
                return LONGEST

    def fit(self, *parts: ast.expr) -> bool:
        """Whether these can be joined."""
        return sum(map(self.of, parts)) <= LONGEST

    def _characters(self, function: ast.FunctionDef) -> set[str]:
        """The variables that go through the characters of texts, and get nothing else."""
        counters = {
            id(node.target)
            for node in ast.walk(function)
            if isinstance(node, ast.For) and self.is_text(_walked(node.iter))
        }
        stored = [node for node in ast.walk(function) if isinstance(node, ast.Name) and _is_given(node)]
        others = {node.id for node in stored if id(node) not in counters}
        return {node.id for node in stored if self.own(node.id)} - others - {one.arg for one in function.args.args}

    def _grown(self, loop: ast.For, before: list[ast.stmt]) -> None:
        """Texts that get so many characters in each turn, and begin with a constant before the loop."""
        turns = self._turns(loop.iter)
        joined = [(found[0], statement) for statement in _straight(loop.body) if (found := _lengthened(statement))]
        for name in {name for name, _ in joined if self.own(name)}:
            if _start(name, before) + turns * self._growth(name, loop.body) <= LONGEST:
                self.short.update(statement for other, statement in joined if other == name)

    def _growth(self, name: str, suite: list[ast.stmt]) -> int:
        """How many characters a text gets where a suite is carried out; too many, if that is not known."""
        grown = 0
        for statement in suite:
            found = _lengthened(statement)
            if found and found[0] == name:
                grown += sum(map(self.of, found[1]))
            elif isinstance(statement, ast.If) and name not in given(statement.test):
                grown += max(self._growth(name, statement.body), self._growth(name, statement.orelse))
            elif name in given(statement):
                grown += LONGEST + 1
        return grown

    def _turns(self, walked: ast.expr) -> int:
        """How often a loop is gone through at most; too often, if that is not known."""
        match walked:
            case ast.Call(func=ast.Name(id="range"), args=[_, *_]):
                return self._counted(walked.args)
            case _:
                return LONGEST if self.is_text(_walked(walked)) else LONGEST + 1

    def _counted(self, args: list[ast.expr]) -> int:
        """`range(1, 11)`, `range(1, len(s) + 1)`, `range(len(s), 0, -1)`: the longer the text, the more turns."""
        start, stop = args[:2] if len(args) > 1 else (ast.Constant(0), args[0])
        step = self._number(args[2]) if len(args) > 2 else 1
        if step is None:
            return LONGEST + 1
        first, last = self._number(start, step < 0), self._number(stop, step > 0)
        return LONGEST + 1 if first is None or last is None or not step else len(range(first, last, step))

    def _number(self, node: ast.expr, longest: bool = False) -> int | None:
        """A constant, or the most that it can be with the length of a text in it."""
        match node:
            case ast.Constant(value=int() as number):
                return number
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
                return -number
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=ast.Constant(value=int() as more)):
                found = self._number(left, longest)
                return None if found is None else found + (more if isinstance(op, ast.Add) else -more)
            case ast.Call(func=ast.Name(id="len"), args=[text]) if longest and self.is_text(text):
                return LONGEST
            case _:
                return None


def _lengthened(node: ast.stmt) -> tuple[str, list[ast.expr]] | None:
    """`r = join(r, x)`: the text, and what it gets."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(
            func=ast.Name(id="join"), args=[ast.Name(id=first), *parts], keywords=[]
        )) if first == name:  # fmt: skip
            return name, parts
        case _:
            return None


def _walked(node: ast.expr) -> ast.expr:
    """What a loop goes through, in either direction."""
    match node:
        case ast.Call(func=ast.Name(id="reversed"), args=[text]):
            return text
        case _:
            return node


def _is_given(node: ast.Name) -> bool:
    return not isinstance(node.ctx, ast.Load)


def _suites(root: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(root):
        for field in ("body", "orelse", "finalbody"):
            suite = getattr(node, field, None)
            if isinstance(suite, list) and suite and isinstance(suite[0], ast.stmt):
                yield suite


def _straight(suite: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that are carried out once at most while a suite is."""
    for statement in suite:
        yield statement
        if isinstance(statement, ast.If):
            yield from _straight(statement.body)
            yield from _straight(statement.orelse)


def _start(name: str, before: list[ast.stmt]) -> int:
    """How long a text is behind these statements, if the last one that sets it gives it a constant."""
    for statement in reversed(before):
        if name in given(statement):
            match statement:
                case ast.Assign(targets=targets, value=ast.Constant(value=str() as text)) if all(
                    isinstance(target, ast.Name) for target in targets
                ):
                    return len(text)
                case _:
                    break
    return LONGEST


def _between(lower: ast.expr | None, upper: ast.expr | None) -> int:
    """How many characters a slice has at most: `[:10]`, `[-10:]`, `[i - 1 : i + 2]`."""
    first, start = (None, 0) if lower is None else _offset(lower)
    if upper is None:
        return -start if first is None and start < 0 else LONGEST
    last, end = _offset(upper)
    return end - start if first == last and end >= start and (first or start >= 0) else LONGEST


def _offset(node: ast.expr) -> tuple[str | None, int]:
    """A place in a text, as a variable and what is added to it."""
    match node:
        case ast.Constant(value=int() as number):
            return None, number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
            return None, -number
        case ast.Name(id=name):
            return name, 0
        case ast.BinOp(left=ast.Name(id=name), op=ast.Add() | ast.Sub() as op, right=ast.Constant(value=int() as more)):
            return name, more if isinstance(op, ast.Add) else -more
        case _:
            return str(id(node)), 0  # another one than any else
