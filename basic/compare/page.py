"""The comparison as one HTML file that needs nothing else.

First what was compared and how, then what differs, then what is equal, then the sources.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from html import escape
from itertools import takewhile
from pathlib import Path

from ..editing.highlight import fragment
from ..editing.lister import listed
from ..editing.save import readable
from ..profile.page import STYLE
from .comparison import OLD, Comparison, Result, Settings
from .difference import Row
from .pairs import read_program
from .report import BLANK, MOST_CHANGES, WHOLE, branches, called, outcome, settings_line, total, visible

OWN = Path(__file__).with_name("page.css")
NEAR = 5  # equal lines shown around one that differs, in a long transcript


def as_html(comparisons: Sequence[Comparison], settings: Settings) -> str:
    """The whole comparison."""
    title = f"basic compare: {total(comparisons)}"
    style = STYLE.read_text("utf-8") + OWN.read_text("utf-8")
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>",
        f"<h1>{escape(title)}</h1>",
        *_facts(
            ("How", settings_line(settings)),
            ("Files", "those that both sides wrote are compared, too" if settings.files else "not compared"),
            ("Time", f"at most {settings.seconds:g} s for a run; Python {platform.python_version()}"),
        ),
        *_overview(comparisons),
        *(line for number, comparison in enumerate(comparisons) for line in _pair(number, comparison, settings)),
        *(line for comparison in comparisons for line in _sources(comparison, len(comparisons) == 1)),
        "</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _facts(*facts: tuple[str, str]) -> Iterator[str]:
    yield "<dl>"
    for name, text in facts:
        if text:
            yield f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>"
    yield "</dl>"


def _overview(comparisons: Sequence[Comparison]) -> Iterator[str]:
    yield '<div class="scroll"><table>\n<tr><th>Program</th><th>Other side</th><th>Result</th></tr>'
    for number, comparison in enumerate(comparisons):
        twin = comparison.pair.twin
        yield (
            f'<tr><td><a href="#pair{number}">{escape(comparison.pair.name)}</a></td><td>{escape(twin)}</td>'
            f'<td class="{_kind(comparison.equal)}">{escape(outcome(comparison))}</td></tr>'
        )
    yield "</table></div>"


ORIGINS = {"file": "from files", "declared": "those that the port declares", "none": "none"}


def _pair(number: int, comparison: Comparison, settings: Settings) -> Iterator[str]:
    twin, inputs = comparison.pair.twin, comparison.inputs
    yield f'<h2 id="pair{number}">{escape(comparison.pair.title)}</h2>'
    yield f'<p class="{_kind(comparison.equal)}">{escape(outcome(comparison))}</p>'
    drawn = f"{len(inputs.texts)} games that were played at random, of seed {inputs.seed}"
    yield from _facts(
        ("Typed", ORIGINS.get(inputs.origin, drawn)),
        ("Branches", branches(comparison)),
        ("Data files", ", ".join(file.name for file in comparison.pair.files)),
    )
    for result in (*comparison.different, *comparison.short):
        yield '<details class="different" open="open">'
        yield f'<summary>{escape(called(result))}: <span class="bad">{escape(result.verdict)}</span></summary>'
        yield from _result(result, twin, settings)
        yield "</details>"
    for program, _ in comparison.pair.programs:
        equal = [result for result in comparison.results if result.equal and result.program == program]
        if not equal:
            continue
        yield f"<p>{escape(program.name)}: {len(equal)} equal; each opens with a click.</p>"
        yield '<div class="cells">'
        for result in equal:
            name = escape(result.name)
            yield f'<details><summary title="{name}">{name}</summary>'
            yield from _result(result, twin, settings)
            yield "</details>"
        yield "</div>"


def _result(result: Result, twin: str, settings: Settings) -> Iterator[str]:
    if result.input:
        lines = result.input.removesuffix("\n").split("\n")
        keys = " ".join(f"<kbd>{_safe(line) or 'Enter'}</kbd>" for line in lines)
        yield f"<p>Typed: {keys}</p>"
    if result.place is not None or not result.written:
        yield from _table(result.rows, result.program.name, twin, one=result.equal and result.loose.exact)
    for file in result.written:
        yield f"<p>{escape(file.remark)}</p>"
        yield from _table(file.rows, f"{file.name} of {result.program.name}", f"{file.name} of {twin}")
    if result.changed:
        yield f"<p>{len(result.changed)} lines are other ones in {escape(settings.numbers)} than in {OLD}:</p>"
        yield '<table class="sides">'
        for row in result.changed[:MOST_CHANGES]:
            old, new = _marked(row.left or "", row.right or "")
            yield f'<tr><td class="t">{old}</td><td class="t">{new}</td></tr>'
        yield "</table>"


def _table(rows: Sequence[Row], left: str, right: str, one: bool = False) -> Iterator[str]:
    """Both sides; `one`: the first alone, as they are the same. Of many lines those near differences."""
    if not rows:
        return
    names = (left,) if one else (left, right)
    yield '<table class="sides">'
    heads = (f'<th class="n"></th><th>{escape(name)}</th>' for name in names)
    yield f"<tr>{''.join(heads)}</tr>"
    shown = _shown(rows)
    numbers = [0, 0]
    left_out = 0
    for index, row in enumerate(rows):
        numbers[0] += row.left is not None
        numbers[1] += row.right is not None
        if index not in shown:
            left_out += 1
            continue
        yield from _gap(left_out, len(names))
        left_out = 0
        marked = _marked(row.left, row.right) if not row.same else (_safe(row.left or ""), _safe(row.right or ""))
        yield "<tr>" if row.same else '<tr class="differs">'
        cells = zip(numbers, (row.left, row.right)[: len(names)], marked, strict=False)
        yield f"{''.join(_cells(*cell) for cell in cells)}</tr>"
    yield from _gap(left_out, len(names))
    yield "</table>"


def _shown(rows: Sequence[Row]) -> set[int]:
    differ = [index for index, row in enumerate(rows) if not row.same]
    if not differ or len(rows) <= WHOLE:
        return set(range(len(rows)))
    return {near for index in differ for near in range(index - NEAR, index + NEAR + 1)}


def _gap(count: int, sides: int) -> Iterator[str]:
    if count:
        yield f'<tr class="more"><td colspan="{2 * sides}">{count} equal lines</td></tr>'


def _cells(number: int, text: str | None, shown: str) -> str:
    if text is None:
        return '<td class="n"></td><td></td>'
    return f'<td class="n">{number}</td><td class="t">{shown}</td>'


def _marked(left: str | None, right: str | None) -> tuple[str, str]:
    """Both lines with what lies between their common beginning and their common end marked."""
    if left is None or right is None:
        return _safe(left or ""), _safe(right or "")
    begin = _common(left, right)
    end = _common(left[begin:][::-1], right[begin:][::-1])

    def side(text: str) -> str:
        middle = text[begin : len(text) - end]
        shown = _safe(middle) if middle.strip(" ") else BLANK * len(middle)
        mark = f"<mark>{shown}</mark>" if middle else ""
        return _safe(text[:begin]) + mark + _safe(text[len(text) - end :])

    return side(left), side(right)


def _common(left: str, right: str) -> int:
    """How many characters both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False)))


def _safe(text: str) -> str:
    """Text for HTML, control characters as their pictures."""
    return escape(visible(text))


def _kind(equal: bool) -> str:
    return "good" if equal else "bad"


def _sources(comparison: Comparison, alone: bool) -> Iterator[str]:
    """The texts of both sides beside each other, in colours."""
    pair = comparison.pair
    begin = '<details open="open">' if alone else "<details>"
    yield f"{begin}<summary>Sources: {escape(pair.title)}</summary>"
    yield '<div class="sources"><div>'
    for path, _ in pair.programs:
        text = readable(map(listed, read_program(path, pair.unlimited).lines))
        yield f"<h3>{escape(path.name)}</h3>\n<pre>{fragment(text)}</pre>"
    yield "</div><div>"
    for name, text in _texts(comparison):
        lines = "\n".join(f'<span class="l">{line}</span>' for line in fragment(text, name).split("\n"))
        yield f'<h3>{escape(name)}</h3>\n<pre class="numbered">{lines}</pre>'
    yield "</div></div></details>"


def _texts(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """The files of the other side, those that a command names among them."""
    port = comparison.pair.port
    if port is None or port.recorded is not None:
        return
    if port.text:
        yield port.path.name, port.text
        return
    paths = [Path(word) for word in port.command[1:]] if port.command else [port.path]
    for path in paths:
        for file in sorted(path.glob("**/*.py")) if path.is_dir() else [path]:
            if file.is_file() and b"\0" not in (data := file.read_bytes()):
                yield file.name, data.decode("utf-8", "replace")
