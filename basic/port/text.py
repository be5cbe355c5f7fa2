"""Lines as the text of a file: laid out, with remarks and with the BASIC lines that errors name."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from .lines.formatting import WIDTH, formatted
from .lines.locally import name_locally
from .lines.page import ZERO, Line, said

if TYPE_CHECKING:
    from .write import Writer

# A remark that Python or its tools would take for an order to them.
_ORDER = re.compile(r"^( *)# (?=(?:type|fmt|ruff|flake8|mypy|isort|yapf) ?:|noqa\b)", re.I)
_CODING = re.compile(r"coding(?=[:=])")


def finished(w: Writer, lines: list[Line]) -> str:
    """The text; `w.draft.mapping` says which of its lines came from which of BASIC's."""
    texts: list[str] = []
    w.draft.mapping = []
    while not lines[0].text:
        del lines[0]
    limits = {name: word for name, (_, word) in w.labels.limits.items()}
    w.renamed = name_locally(lines, {**w.k.names.shorter(), **limits}, w.said, w.helpers)
    before = 0
    for line in lines:
        marked = line.error or (w.marks and line.source not in (0, before) and line.working)
        before = line.source or before
        for text in _laid_out(line, f"  # {(line.error or line.source) % ZERO}" if marked else ""):
            texts.append(text)
            if line.source:
                w.draft.mapping.append((len(texts), line.source % ZERO))
    return "\n".join(texts) + "\n"


def _laid_out(line: Line, mark: str) -> list[str]:
    """A line with what stands behind it, or as several where that is too long."""
    margin = "    " * line.indent
    if not line.working:
        return comment(line.text, margin)
    if said(line.tree):
        return [margin + text for text in line.text.split("\n")]
    shown = formatted(line.text, len(margin), len(mark)) if line.text else [""]
    above: list[str] = []
    if line.note:  # a number at its end would be taken for a BASIC line
        long = len(shown) > 1 or len(shown[0]) + len(line.note) + 2 > WIDTH
        if mark or long or line.note[-1].isdigit():
            above = comment(line.note, margin)
        else:
            mark = f"  {_no_order(line.note)}"
    return [*above, *shown[:-1], shown[-1] + mark]


def comment(text: str, margin: str = "") -> list[str]:
    shown = textwrap.wrap(text, WIDTH - 2, initial_indent=margin, subsequent_indent=f"{margin}# ")
    return [_no_order(line) for line in shown]


def _no_order(text: str) -> str:
    return _CODING.sub("coding ", _ORDER.sub(r"\1# - ", text, count=1))
