"""The comparison as one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import takewhile

from .comparison import OLD, Comparison, Result, Settings
from .report import MOST_CHANGES, called, outcome, settings_line, total, visible

STYLE = """
:root { color-scheme: light dark; --line: #8886; --bad: #d3222255; --mark: #ffb00099; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 110rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
table { border-collapse: collapse; } th { text-align: left; }
table.pairs td, table.pairs th { padding: .2rem 1rem .2rem 0; border-bottom: 1px solid var(--line); }
table.sides { width: 100%; table-layout: fixed; font: 13px/1.35 ui-monospace, Consolas, Menlo, monospace; }
table.sides th, table.sides td { padding: 0 .5rem; vertical-align: top; }
table.sides td { white-space: pre-wrap; overflow-wrap: anywhere; }
table.sides .n { width: 3.5rem; text-align: right; opacity: .55; border-right: 1px solid var(--line); }
tr.differs td.t { background: var(--bad); } td.none { opacity: .4; }
mark { background: var(--mark); color: inherit; }
.equal { color: #1a7f37; } .different { color: #cf222e; font-weight: 600; }
details { margin: .4rem 0; border: 1px solid var(--line); border-radius: .4rem; padding: .3rem .8rem; }
summary { cursor: pointer; } pre { white-space: pre-wrap; }
"""


def as_html(comparisons: Sequence[Comparison], settings: Settings) -> str:
    """The whole comparison."""
    title = f"basic compare: {total(comparisons)}"
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>",
        f"<h1>{escape(title)}</h1>\n<p>{escape(settings_line(settings))}</p>",
        *_overview(comparisons),
        *(line for number, comparison in enumerate(comparisons) for line in _pair(number, comparison, settings)),
        "</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _overview(comparisons: Sequence[Comparison]) -> Iterator[str]:
    yield '<table class="pairs">\n<tr><th>Program</th><th>Port</th><th>Result</th></tr>'
    for number, comparison in enumerate(comparisons):
        twin = comparison.pair.twin
        yield (
            f'<tr><td><a href="#pair{number}">{escape(comparison.pair.name)}</a></td><td>{escape(twin)}</td>'
            f'<td class="{_kind(comparison.equal)}">{escape(outcome(comparison))}</td></tr>'
        )
    yield "</table>"


def _pair(number: int, comparison: Comparison, settings: Settings) -> Iterator[str]:
    twin = comparison.pair.twin
    yield f'<h2 id="pair{number}">{escape(comparison.pair.name)} and {escape(twin)}</h2>'
    yield f'<p class="{_kind(comparison.equal)}">{escape(outcome(comparison))}</p>'
    if comparison.inputs.seed is not None:
        yield f"<p>Random inputs of seed {comparison.inputs.seed}.</p>"
    for result in comparison.results:
        yield from _result(result, twin, settings)


def _result(result: Result, twin: str, settings: Settings) -> Iterator[str]:
    verdict = "equal" if result.equal else "; ".join(result.remarks)
    yield "<details>" if result.equal else '<details open="open">'
    yield f'<summary>{escape(called(result))}: <span class="{_kind(result.equal)}">{escape(verdict)}</span></summary>'
    if result.input:
        yield f"<pre>Input:\n{_safe(result.input, keep=True)}</pre>"
    yield '<table class="sides">'
    heads = (f'<th class="n"></th><th>{escape(name)}</th>' for name in (result.program.name, twin))
    yield f"<tr>{''.join(heads)}</tr>"
    left = right = 0
    for row in result.rows:
        left += row.left is not None
        right += row.right is not None
        marked = _marked(row.left, row.right) if not row.same else (_safe(row.left or ""), _safe(row.right or ""))
        yield "<tr>" if row.same else '<tr class="differs">'
        yield f"{_cells(left, row.left, marked[0])}{_cells(right, row.right, marked[1])}</tr>"
    yield "</table>"
    if result.changed:
        yield f"<p>{len(result.changed)} lines are other ones in {escape(settings.numbers)} than in {OLD}:</p>"
        yield '<table class="sides">'
        for row in result.changed[:MOST_CHANGES]:
            old, new = _marked(row.left or "", row.right or "")
            yield f'<tr><td class="t">{old}</td><td class="t">{new}</td></tr>'
        yield "</table>"
    yield "</details>"


def _cells(number: int, text: str | None, shown: str) -> str:
    if text is None:
        return '<td class="n"></td><td class="none"></td>'
    return f'<td class="n">{number}</td><td class="t">{shown}</td>'


def _marked(left: str | None, right: str | None) -> tuple[str, str]:
    """Both lines with what lies between their common beginning and their common end marked."""
    if left is None or right is None:
        return _safe(left or ""), _safe(right or "")
    begin = _common(left, right)
    end = _common(left[begin:][::-1], right[begin:][::-1])

    def side(text: str) -> str:
        middle = text[begin : len(text) - end]
        mark = f"<mark>{_safe(middle)}</mark>" if middle else ""
        return _safe(text[:begin]) + mark + _safe(text[len(text) - end :])

    return side(left), side(right)


def _common(left: str, right: str) -> int:
    """How many characters both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False)))


def _safe(text: str, keep: bool = False) -> str:
    """Text for HTML, control characters as their pictures; `keep` leaves line ends."""
    return "\n".join(map(_safe, text.split("\n"))) if keep else escape(visible(text))


def _kind(equal: bool) -> str:
    return "equal" if equal else "different"
