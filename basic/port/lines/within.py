"""What a function begins with is set in it and not handed to it, where it is called once, with constants.

    def main() -> None:                 def play() -> None:
        m, w = 20, False                    m, w = 20, False
        introduce()                         while True:
        play(m, w)                              ...
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection

from ...record import replace
from .mentions import own
from .once import HEAD
from .page import Line, Page

MADE_OF = {"Single", "Double", "gw", "range", "_"}  # the names in what is a constant, or a list of such
OWN = re.compile(r"(?<![\w.])\w+")
PLAIN = {int: "int", bool: "bool", str: "str"}


def set_within(pages: list[Page], kept: Collection[str]) -> None:
    """Do so with the functions of a file; `kept`: those that are called from elsewhere."""
    mentioned = _mentioned(pages)
    while any(_set_in(function, mentioned[_name(function)]) for function in pages if _name(function) not in kept):
        pass  # what one is no longer given another need not be, either


def _mentioned(pages: list[Page]) -> dict[str, list[tuple[Page, Line]]]:
    """The lines that mention each function; its head is the first of them."""
    found: dict[str, list[tuple[Page, Line]]] = {_name(page): [(page, page.lines[0])] for page in pages}
    for page in pages:
        for line in page.lines[1:]:
            for name in found.keys() & OWN.findall(line.text):
                found[name].append((page, line))
    return found


def _name(function: Page) -> str:
    head = HEAD.fullmatch(function.lines[0].text)
    return head[1] if head is not None else ""


def _set_in(function: Page, mentioned: list[tuple[Page, Line]]) -> bool:
    """Whether a line has gone from where a function is called into it."""
    head, name = HEAD.fullmatch(function.lines[0].text), _name(function)
    if head is None or any(": " not in given for given in head[2].split(", ")):
        return False
    if len(mentioned) != 2 or mentioned[1][0] is function:
        return False
    caller, call = mentioned[1]
    if re.match(r"while\b", call.text) or " for " in call.text:
        return False  # it is called in each turn
    types = dict(given.split(": ") for given in head[2].split(", "))
    arguments = f"{name}({', '.join(types)})"
    if call.text.count(arguments) != 1:
        return False
    at = next(position for position, line in enumerate(caller.lines) if line is call)
    for line in reversed(caller.lines[1:at]):
        if line.indent < call.indent:
            break  # it is not surely done before each call
        names = _begun(line, types) if line.indent == call.indent and not line.note else []
        if names and all(_only_handed(name, caller, line, call) for name in names):
            caller.lines = [other for other in caller.lines if other is not line]
            rest = {name: kind for name, kind in types.items() if name not in names}
            call.text = call.text.replace(arguments, f"{name}({', '.join(rest)})")
            given = ", ".join(f"{name}: {kind}" for name, kind in rest.items())
            function.lines[0].text = f"def {name}({given}) -> {head[3]}:"
            function.lines.insert(_first(function), replace(line, indent=1))
            return True
    return False


def _begun(line: Line, types: dict[str, str]) -> list[str]:
    """The variables of some that a line gives constants, if it does nothing else."""
    if " = " not in line.text or line.text.endswith(":"):
        return []
    match ast.parse(line.text).body:
        case [ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)]:
            return [name] if name in types and _is_constant(value) else []
        case [ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values))]:
            pairs = [*zip(targets, values, strict=True)]
        case [ast.Assign(targets=targets, value=value)]:
            pairs = [(target, value) for target in targets]
        case _:
            return []
    fit = all(
        isinstance(target, ast.Name) and isinstance(value, ast.Constant)
        and types.get(target.id) == PLAIN.get(type(value.value), "none")
        for target, value in pairs
    )  # fmt: skip
    return [target.id for target, _ in pairs if isinstance(target, ast.Name)] if fit else []


def _is_constant(value: ast.expr) -> bool:
    return all(
        (not isinstance(node, ast.Name) or node.id in MADE_OF)
        and (not isinstance(node, ast.Attribute) or node.attr in MADE_OF)
        for node in ast.walk(value)
    )


def _only_handed(name: str, caller: Page, begun: Line, call: Line) -> bool:
    """Whether a variable that is begun in one line is mentioned in the call alone, and there once; or the call also
    gives it another value, and between the two it is not mentioned, and no loop is left with what it was begun with."""
    named = own(name)
    found = [line for line in caller.lines for _ in named.finditer(line.text) if line is not begun]
    if len(found) == 1:
        return found[0] is call
    begin, end = (next(at for at, line in enumerate(caller.lines) if line is each) for each in (begun, call))
    if any(line.text.startswith(("with ", "try:")) for line in caller.lines):
        return False  # an error may lead to where the old value is looked at
    taking, _, code = call.text.partition(" = ")
    again = name in taking.split(", ") and len(named.findall(code)) == 1
    between = [line.text for line in caller.lines[begin + 1 : end]]
    return again and not any(named.search(text) or text.startswith(("break", "continue")) for text in between)


def _first(function: Page) -> int:
    """Where the body of a function begins, behind its docstring."""
    lines = function.lines
    if not lines[1].text.startswith('"""'):
        return 1
    closing = 1 if lines[1].text.count('"""') > 1 else 2
    while lines[closing].text.count('"""') == 0:
        closing += 1
    return closing + 1
