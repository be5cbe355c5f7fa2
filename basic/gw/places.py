"""Which BASIC line a place in a ported program comes from: the comment at the end of its statement says so.

    gw.print(singles.divide(a, b))  # 190

The comments are read out of the source when there is an error, so that the file may be edited. Without the source (a
program that was compiled, or run by `exec`) no line is known.
"""

from __future__ import annotations

import ast
import linecache
import re
from itertools import islice
from types import FrameType, TracebackType

from basic.errors import BasicError

_COMMENT = re.compile(r"# (\d+)\s*$")


Extent = tuple["int | None", ...]  # of an expression: first and last line, first column and the one behind it


class Places:
    """The files that were looked into."""

    def __init__(self) -> None:
        self.files: dict[str, tuple[dict[int, int], dict[Extent, list[ast.expr]]]] = {}

    def line(self, trace: TracebackType | None) -> int | None:
        """The BASIC line of the innermost statement that has one."""
        found = None
        while trace is not None:
            if trace.tb_frame.f_globals.get("__name__", "").partition(".")[0] != "basic":
                found = self._looked_into(trace.tb_frame)[0].get(trace.tb_lineno, found)
            trace = trace.tb_next
        return found

    def later_error(self, trace: TracebackType | None) -> BasicError | None:
        """Where a list in a list is not there: the error of the subscripts behind it.

        BASIC works all of them out before it looks the first one up, `t[9][index(-1)]` only comes to the first.
        """
        if trace is None:
            return None
        while trace.tb_next is not None:
            trace = trace.tb_next
        frame = trace.tb_frame
        extent = next(islice(frame.f_code.co_positions(), trace.tb_lasti // 2, None))
        for subscript in self._looked_into(frame)[1].get(extent, ()):
            try:
                eval(compile(ast.Expression(subscript), "", "eval"), frame.f_globals, frame.f_locals)
            except BasicError as error:
                return error
            except (IndexError, NameError):  # a list again; a function that stands in the place of its call
                return None
        return None

    def _looked_into(self, frame: FrameType) -> tuple[dict[int, int], dict[Extent, list[ast.expr]]]:
        """The BASIC lines of those of a Python file, and for each element of a list of lists the subscripts that
        follow."""
        file = frame.f_code.co_filename
        if file not in self.files:
            source = linecache.getlines(file, frame.f_globals)
            lines, behind = self.files.setdefault(file, ({}, {}))
            for node in _nodes(source):  # from outside in
                match node:
                    case ast.stmt():
                        rows = range(node.lineno, _end(node) + 1)
                        for said in filter(None, (_COMMENT.search(source[row - 1]) for row in rows)):
                            lines.update(dict.fromkeys(rows, int(said[1])))
                    case ast.Subscript(ast.Subscript() as inner, index) if not isinstance(index, ast.Slice):
                        behind[_extent(inner)] = [index, *behind.get(_extent(node), [])]  # `s[9][:n]` is a text
        return self.files[file]


def _nodes(source: list[str]) -> list[ast.AST]:
    """What there is in a file; nothing if that is no Python."""
    try:
        return list(ast.walk(ast.parse("".join(source))))
    except SyntaxError:
        return []


def _extent(node: ast.expr) -> Extent:
    return node.lineno, node.end_lineno, node.col_offset, node.end_col_offset


def _end(node: ast.stmt) -> int:
    """The last line of a statement, or of the head of one that has others in it."""
    inner = node.cases[0].pattern if isinstance(node, ast.Match) else next(iter(getattr(node, "body", [])), None)
    last: int | None = node.end_lineno if inner is None else max(node.lineno, inner.lineno - 1)
    return last or node.lineno
