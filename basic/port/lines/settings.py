"""Lines that give variables values, as what they give to each: `t = 0`, `t = w = 0` and `t, w = 0, a[5]`."""

from __future__ import annotations

import ast
from functools import lru_cache

from ...record import record
from .trees import MANY, part, tree


@record
class Settings:
    """`mark`: what stands between the variables."""

    names: list[str]
    values: list[str]
    mark: str = ", "

    def value(self, name: str) -> str:
        """What a variable is given; empty if it is given nothing."""
        return self.values[self.names.index(name)] if name in self.names else ""

    def without(self, name: str) -> str:
        """The line that gives the others their values; empty if there are none."""
        rest = [pair for pair in zip(self.names, self.values, strict=True) if pair[0] != name]
        names, values = self.mark.join(name for name, _ in rest), [value for _, value in rest]
        return f"{names} = {', '.join(values[:1] if self.mark == ' = ' else values)}" if rest else ""


def settings(text: str) -> Settings:
    """What a line gives; nothing if it is another."""
    match tree(text):
        case ast.Assign(targets=[_, _, *_] as targets, value=value) if all(isinstance(t, ast.Name) for t in targets):
            return Settings([part(text, target) for target in targets], [part(text, value)] * len(targets), " = ")
        case ast.Assign(targets=[ast.Name() as target]):
            return Settings([part(text, target)], [given_value(text)])
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            if len(targets) == len(values) and all(isinstance(target, ast.Name) for target in targets):
                return Settings([part(text, each) for each in targets], [part(text, each) for each in values])
    return Settings([], [])


@lru_cache(MANY)
def given_name(code: str) -> str:
    """The variable that a line gives a value, the first if there are several (`a = b = 0`); empty if it does not."""
    match tree(code):
        case ast.Assign(targets=[ast.Name(id=name), *_]):
            return name
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
            return name
        case _:
            return ""


def given_value(code: str) -> str:
    """What stands behind the first `=` of a line that gives something a value."""
    match tree(code):
        case ast.Assign(targets=[before, *_]) | ast.AnnAssign(annotation=before):
            return code.encode()[before.end_col_offset :].decode().removeprefix(" = ")
    raise AssertionError(code)


def declared_name(code: str) -> str:
    """`n` of `n: float`"""
    match tree(code):
        case ast.AnnAssign(target=ast.Name(id=name), value=None):
            return name
        case _:
            return ""
