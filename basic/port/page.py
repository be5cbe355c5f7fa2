"""Lines of Python being written, each with its indentation and the BASIC line it comes from."""

from __future__ import annotations

from ..record import record

LEAVING = ("return", "continue", "break", "raise ", "sys.exit(")


@record(frozen=False)
class Line:
    indent: int
    text: str
    source: int

    @property
    def working(self) -> bool:
        return not self.text.startswith("#")


class Page:
    def __init__(self) -> None:
        self.lines: list[Line] = []

    def line(self, indent: int, text: str, source: int = 0) -> Line:
        return Line(indent, text, source)

    def put(self, indent: int, text: str, source: int = 0) -> None:
        deeper = (len(text) - len(text.lstrip())) // 4
        self.lines.append(Line(indent + deeper, text.lstrip(), source))

    def extend(self, other: Page, by: int = 0) -> None:
        self.lines.extend(Line(line.indent + by, line.text, line.source) for line in other.lines)

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
        return last.indent == lowest and (last.text in LEAVING[:3] or last.text.startswith(("return ", *LEAVING[3:])))

    def single(self, indent: int) -> bool:
        """Whether there is one `if` statement only."""
        heads = [line.text for line in self.lines if line.indent == indent]
        return bool(heads) and heads[0].startswith("if ") and all(h.startswith(("elif ", "else:")) for h in heads[1:])

    def text(self) -> str:
        return "\n".join("    " * line.indent + line.text for line in self.lines)
