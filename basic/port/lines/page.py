"""Lines of Python being written, each with its indentation and the BASIC line it comes from."""

from __future__ import annotations

import ast
import textwrap
from itertools import takewhile

from ...record import record
from .trees import CONTINUING, Head, Remark, tree

WIDE = 92  # characters that a line may have when it has become longer, and a literal, or a call that shows many things
ZERO = 65536  # stands for BASIC's line 0 in a `source`, where 0 is none


@record(frozen=False)
class Line:
    indent: int
    text: str
    source: int  # the BASIC line that it comes from
    error: int = 0  # the BASIC line that an error in it names; 0 if it cannot fail, or its caller's line is named
    note: str = ""  # why something is imported, behind it

    @property
    def tree(self) -> Head | None:
        return tree(self.text)

    @property
    def working(self) -> bool:
        """Whether it is no remark."""
        return not isinstance(self.tree, Remark)

    @property
    def leaves(self) -> bool:
        """Whether it goes elsewhere: a `return`, say, an error, or the end of the program."""
        match self.tree:
            case ast.Return() | ast.Continue() | ast.Break() | ast.Raise():
                return True
            case ast.Expr(ast.Call(ast.Attribute(ast.Name("sys"), "exit"))):
                return True
            case _:
                return False


def errors_in(lines: list[Line]) -> set[int]:
    """The BASIC lines that errors of some lines name: what becomes one line must not have several."""
    return {line.error for line in lines} - {0}


def docstring(remarks: list[str], indent: int) -> list[Line]:
    """Comments as a docstring, without the lines that were drawn around them: one line of the page, whatever it says,
    since `N = MOVES` in it is no statement."""
    texts = [part for text in remarks for part in textwrap.wrap(text, 100)]
    if len(texts) > 1:
        texts.append("")  # the quotes at its end have a line of their own
    return [Line(indent, '"""{}"""'.format("\n".join(texts)), 0)] if texts else []


def worked_out(code: str) -> str:
    """A statement for an expression whose value nobody looks at: linters want no comparison that is none's."""
    return code if isinstance(ast.parse(code, mode="eval").body, ast.Call) else f"_ = {code}"


def said(head: Head | None) -> str:
    """What a docstring says; nothing if it is another line."""
    match head:
        case ast.Expr(ast.Constant(str(text))):
            return text
        case _:
            return ""


class Page:
    def __init__(self) -> None:
        self.lines: list[Line] = []

    def put(self, indent: int, text: str, source: int = 0, error: int = 0) -> None:
        deeper = (len(text) - len(text.lstrip())) // 4
        self.lines.append(Line(indent + deeper, text.lstrip(), source, error))

    def remark(self, indent: int, text: str, source: int) -> None:
        """A remark behind other statements of its line stands before what they have become."""
        end = place = len(self.lines)
        while place and self.lines[place - 1].source == source and self.lines[place - 1].indent >= indent:
            place -= 1
        first = self.lines[place] if place < end else None
        whole = first and first.indent == indent and not isinstance(first.tree, CONTINUING)
        self.lines.insert(place if whole else end, Line(indent, text, source))

    def extend(self, other: Page, by: int = 0) -> None:
        """Take over what is on another page, which is done with then."""
        for line in other.lines:
            line.indent += by
        self.lines += other.lines

    @property
    def begin(self) -> int:
        """Where a function begins: behind its head and its docstring."""
        return 1 + bool(said(self.lines[1].tree))

    @property
    def working(self) -> bool:
        return any(line.working for line in self.lines)

    @property
    def size(self) -> int:
        return len(self.lines)

    @property
    def leaves(self) -> bool:
        """Whether the last line goes elsewhere."""
        working = [line for line in self.lines if line.working]
        return bool(working) and working[-1].leaves and working[-1].indent == min(line.indent for line in working)

    def take_remarks(self, begun: int) -> list[str]:
        """The comments that lines begin with, taken out; programs that begin again go back to their very first line."""
        trees = [line.tree for line in self.lines[begun:]]
        loops = len([*takewhile(_is_endless, trees[:-1])])
        found = [*takewhile(lambda node: isinstance(node, Remark), trees[loops:])]
        remarks = [node.said.replace('"', "'") for node in found if isinstance(node, Remark)]
        if any("\\" in text for text in remarks):
            return []
        del self.lines[begun + loops : begun + loops + len(found)]
        return remarks


def _is_endless(head: Head | None) -> bool:
    return isinstance(head, ast.While) and isinstance(head.test, ast.Constant)
