"""Which BASIC line a place in a ported program comes from: the comment at the end of its statement says so.

    gw.print(gw.divide(a, b))  # 190

The comments are read out of the source when there is an error, so that the file may be edited. Without the source (a
program that was compiled, or run by `exec`) no line is known.
"""

from __future__ import annotations

import ast
import linecache
import re
from types import TracebackType
from typing import Any

_COMMENT = re.compile(r"# (\d+)\s*$")


class Places:
    """The files that were looked into."""

    def __init__(self) -> None:
        self.files: dict[str, dict[int, int]] = {}

    def line(self, trace: TracebackType | None) -> int | None:
        """The BASIC line of the innermost statement that has one."""
        found = None
        while trace is not None:
            frame = trace.tb_frame
            if frame.f_globals.get("__name__", "").partition(".")[0] != "basic":
                found = self._lines(frame.f_code.co_filename, frame.f_globals).get(trace.tb_lineno, found)
            trace = trace.tb_next
        return found

    def _lines(self, file: str, scope: dict[str, Any]) -> dict[int, int]:
        """From each line of a Python file to the BASIC line in the comment of its statement."""
        if file not in self.files:
            self.files[file] = _read(linecache.getlines(file, scope))
        return self.files[file]


def _read(source: list[str]) -> dict[int, int]:
    try:
        return lines_of(ast.parse("".join(source)), source)
    except SyntaxError:
        return {}


def lines_of(tree: ast.Module, source: list[str]) -> dict[int, int]:
    """The same, where the tree is there already."""
    lines: dict[int, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            rows = range(node.lineno, _end(node) + 1)
            for row in rows:
                if match := _COMMENT.search(source[row - 1]):
                    lines.update(dict.fromkeys(rows, int(match[1])))
    return lines


def _end(node: ast.stmt) -> int:
    """The last line of a statement, or of the head of one that has others in it."""
    inner = node.cases[0].pattern if isinstance(node, ast.Match) else next(iter(getattr(node, "body", [])), None)
    last: int | None = node.end_lineno if inner is None else max(node.lineno, inner.lineno - 1)
    return last or node.lineno
