"""Lines of Python being written, each with its indentation and the BASIC line it comes from."""

from __future__ import annotations

import ast
import textwrap

from ...record import record
from .trees import tree

CONTINUING = ("elif ", "else:", "except", "finally:")  # what goes on with a statement
ZERO = 65536  # stands for BASIC's line 0 in a `source`, where 0 is none


@record(frozen=False)
class Line:
    indent: int
    text: str
    source: int  # the BASIC line that it comes from
    error: int = 0  # the BASIC line that an error in it names; 0 if it cannot fail, or its caller's line is named
    note: str = ""  # why something is imported, behind it

    @property
    def working(self) -> bool:
        return not self.text.startswith("#")

    @property
    def test(self) -> str:
        """What `if`, `elif`, `while` or `with` says."""
        return self.text.partition(" ")[2][:-1]


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


def leaves(code: str) -> bool:
    """Whether it goes elsewhere: a `return`, say, an error, or the end of the program."""
    match tree(code):
        case ast.Return() | ast.Continue() | ast.Break() | ast.Raise():
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="sys"), attr="exit"))):
            return True
        case _:
            return False


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
        whole = place < end and self.lines[place].indent == indent and not self.lines[place].text.startswith(CONTINUING)
        self.lines.insert(place if whole else end, Line(indent, text, source))

    def extend(self, other: Page, by: int = 0) -> None:
        """Take over what is on another page, which is done with then."""
        for line in other.lines:
            line.indent += by
        self.lines += other.lines

    def fill(self, before: int, indent: int) -> None:
        """A suite must not be empty."""
        if not any(line.working for line in self.lines[before:]):
            self.put(indent, "pass")

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
        if not working:
            return False
        lowest = min(line.indent for line in working)
        last = working[-1]
        return last.indent == lowest and leaves(last.text)

    def take_remarks(self, begun: int) -> list[str]:
        """The comments that lines begin with, taken out."""
        while begun + 1 < len(self.lines) and self.lines[begun].text == "while True:":
            begun += 1  # programs that begin again go back to their very first line
        end = begun
        while end < len(self.lines) and not self.lines[end].working:
            end += 1
        remarks = [line.text.removeprefix("# ") for line in self.lines[begun:end]]
        if any("\\" in text for text in remarks):
            return []
        remarks = [text.replace('"', "'") for text in remarks]
        del self.lines[begun:end]
        return remarks

    def text(self) -> str:
        return "\n".join("    " * line.indent + line.text for line in self.lines)
