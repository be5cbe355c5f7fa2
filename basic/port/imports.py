"""The head of a file: what it is, what it imports, and why it needs what is imported of `basic`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ..gw.computer import DEVICES, PARTS
from ..syntax import nodes as n
from ..syntax.visit import walk
from .helpers import HOMES, RUN_TIME
from .lines.formatting import NARROW
from .lines.page import Line, Page, docstring
from .lines.trees import within
from .text import comment

if TYPE_CHECKING:
    from .write import Writer

FREE = "# FRE in BASIC's line {} counts the program here, and no variables."
# What is imported of `basic`, or asked of `gw`, and what that is.
REASONS = {
    "single precision": "add subtract multiply divide power to_power single sqr exp log tan sin cos atn val",
    "double precision": "double double_value ONE fix from_single",
    "columns and formats": "ZONE Tab Spc using form",
    "files": "files file printer input_from",
    "devices": " ".join(device for device in DEVICES if device != "files"),
    "loops that depend on the way": "Stack",
    "the program that takes over": "handover",
}
OWN = {  # the same of what other languages have, too: BASIC's INPUT, RND, errors
    "INPUT": "input input_number input_text input_integer input_double line_input put",
    "RND": "rnd randomize randrange",
    "errors": "trap on_error resume fail again handle BasicError",
    "limits": "index look integer byte join Array",
}


def head(w: Writer, body: Page) -> list[Line]:
    page = Page()
    page.lines += docstring(w.draft.remarks, 0)
    nodes = [node for line in body.lines for node in within(line.tree)]
    standard, own = _imported(nodes)
    asked = {node.attr for node in nodes if isinstance(node, ast.Attribute) and _is_of_gw(node)}
    reasons = _reasons(asked.union(*own.values()))
    for group in (standard, own):
        if group:
            if page.lines:
                page.put(0, "")
            begun = len(page.lines)
            _import(page, group)
            if group is own:
                _give_reasons(page.lines, begun, body, reasons)
    points = ((point.line, node) for point in w.k.flow.points for node in walk(point.statement))
    if lines := {line for line, node in points if isinstance(node, n.Function) and node.name == "FRE"}:
        page.put(0, "")
        shown = FREE.format(" or ".join(map(str, sorted(lines))))
        page.lines += [Line(0, part, 0) for part in comment(shown)]
    return page.lines


def _imported(nodes: list[ast.AST]) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """The names that a file takes of each module: of Python's, and of those of `basic`."""
    asked = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    made = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    made |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    standard: dict[str, set[str]] = {}
    own: dict[str, set[str]] = {}
    for name in (asked - made) & HOMES.keys():
        group = own if HOMES[name].split(".")[0] == "basic" else standard
        group.setdefault(HOMES[name], set()).add(name)
    return standard, own


def _is_of_gw(node: ast.expr) -> bool:
    """Whether it is reached by way of `gw` or a part of it."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id in ("gw", *PARTS)


def _import(page: Page, group: dict[str, set[str]]) -> None:
    for name in sorted(group.get("", ())):
        page.put(0, f"import {name}")
    for module in sorted(module for module in group if module):
        wanted = sorted(group[module], key=_import_order)
        page.put(0, f"from {module} import {', '.join(wanted)}")


def _import_order(name: str) -> tuple[int, str]:
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


def _reasons(names: set[str]) -> list[str]:
    """Why a program cannot do without `basic`."""
    found, own = (
        [reason for reason, words in table.items() if not names.isdisjoint(words.split())] for table in (REASONS, OWN)
    )
    return [*found, *(f"BASIC's {reason}" for reason in own[:1]), *own[1:]]


def _give_reasons(lines: list[Line], begun: int, body: Page, reasons: list[str]) -> None:
    """Say why what is imported there is needed: behind the import of the run-time if that is short, or behind what
    it is first used in if that follows; else before it all."""
    shown = ", ".join(reasons or ["BASIC's numbers in PRINT"])
    remark = f"# for {shown}"
    for line in lines[begun:]:
        match line.tree:
            case ast.ImportFrom(module) if module == RUN_TIME and len(f"{line.text}  {remark}") <= NARROW:
                line.note = remark
                return
    for line in [line for line in body.lines[:3] if line.text][:1]:
        match line.tree:
            case ast.Assign([ast.Name("gw")]) | ast.With([ast.withitem(ast.Call(ast.Name("Program")))]):
                line.note = remark
                return
    lines[begun:begun] = [Line(0, text, 0) for text in comment(f"# Imported for {shown}.")]
