"""Assignments of a ported program that are more than an expression without its calls.

    r = join(r, x)             r += x, and it is shortened again where it is too long
    k = gw.add_whole(k, 1)     k += 1; if not k <= 16777216: ...
    s = 0                      s = 0.0, where all else that s gets is a float
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from basic.arithmetic.ranges import EXACT, Range, arithmetic
from basic.arithmetic.written import within

from .bounds import OPERATORS, Bounds

if TYPE_CHECKING:
    from collections.abc import Callable

    from basic.arithmetic.doubles import Doubles
    from basic.arithmetic.value import Value

    from .facts import Facts
    from .lengths import Lengths


class Assignments:
    """What `Inliner` makes of them."""

    arithmetic: Doubles
    bounds: Bounds
    facts: Facts
    function: str
    generic_visit: Callable[[ast.AST], ast.AST]
    inside: bool
    lengths: Lengths
    operands: list[ast.expr]
    program: str
    tools: set[str]
    _operand: Callable[[ast.expr], Value]
    _own: Callable[[str], bool]
    statements: Callable[[list[str], ast.AST], list[ast.stmt]]

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        match node:
            case ast.Assign(targets=[ast.Name(id=text)], value=ast.Call(
                func=ast.Name(id="join"), args=[ast.Name(id=first) as old, *parts], keywords=[]
            )) if first == text and parts and "join" in self.tools and self._own(text):  # fmt: skip
                return self._lengthened(old, parts, node)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(
                func=ast.Attribute(value=ast.Name(id=self.program), attr="add_whole" | "subtract_whole" as word),
                args=[ast.Name(id=first) as old, ast.Constant(value=int() as step)], keywords=[],
            )) if first == name and self._own(name):  # fmt: skip
                return self._counted(old, word, step, node)
            case ast.Assign(targets=[ast.Name() as target], value=ast.Constant() as value):
                node.value = self._as_kept(target, value)
                return node
            case _:
                return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        match node:
            case ast.AnnAssign(target=ast.Name() as target, value=ast.Constant() as value):
                node.value = self._as_kept(target, value)
                return node
            case _:
                return self.generic_visit(node)

    def _as_kept(self, target: ast.Name, value: ast.Constant) -> ast.Constant:
        """A whole number as a float, where all else that a variable gets is one: Python is quickest with one kind."""
        if type(value.value) is not int or not self.inside or not self._own(target.id):
            return value
        key = self.bounds.known_as(self.function, target) or ("", "")
        others = [source for source in self.bounds.sources.get(key, ())
                  if not isinstance(source, tuple) or not isinstance(source[1], ast.Constant)]
        floats = all(isinstance(source, tuple) and self._is_float(*source) for source in others)
        return ast.copy_location(ast.Constant(float(value.value)), value) if others and floats else value

    def _is_float(self, scope: str, node: ast.expr) -> bool:
        """`gw.add(s, x)`, not of two whole numbers"""
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=self.program), attr=word), args=[_, _]) if (
                word in OPERATORS
            ):
                return not self.bounds.expression(scope, node).whole
            case _:
                return False

    def _counted(self, counter: ast.expr, word: str, step: int, place: ast.Assign) -> list[ast.stmt]:
        """`k = gw.add_whole(k, 1)`: it is counted first and then looked at, since it hardly ever is too large."""
        self.operands, before = [], self.operands
        name, up = self._operand(counter).code, word == "add_whole"
        on, back = ("+", "-") if up else ("-", "+")
        bounds = arithmetic(on, self.facts.expression(counter), Range(True, step, step))
        lines = [f"{name} {on}= {step}"]
        if not bounds.within(-EXACT, EXACT):
            fits = within(name, bounds, -EXACT, EXACT)
            lines += [f"if not {fits}:", f" {name} {back}= {step}", f" {name} = {word}({name}, {step})"]
        found = self.statements(lines, place)
        self.operands = before
        return found

    def _lengthened(self, text: ast.expr, parts: list[ast.expr], place: ast.Assign) -> list[ast.stmt]:
        """`r = join(r, x)`: with `+=` Python makes a text longer where it stands."""
        self.operands, before = [], self.operands
        whole, more = self._operand(text).code, " + ".join(self._operand(part).code for part in parts)
        fits, one = place in self.lengths.short, len(parts) == 1 and self.lengths.of(parts[0]) == 1
        lines, length = [], "1"
        if not (fits or one):
            name = self.arithmetic.temporary()
            lines, more, length = [f"{name} = {more}"], name, f"len({name})"
        lines.append(f"{whole} += {more}")
        if not fits:
            lines.append(f"if len({whole}) > 255: {whole} = {whole}[:-{length}]; too_long()")
        found = self.statements(lines, place)
        self.operands = before
        return found
