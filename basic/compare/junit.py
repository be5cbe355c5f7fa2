"""The comparison as JUnit's XML, which build servers read: a suite for each pair, a case for each input."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import quoteattr

from .comparison import Comparison, Result, Settings
from .report import NARROWEST, called, settings_line, side_by_side, visible

NO_XML = re.compile("[\ud800-\udfff\ufffe\uffff]")


def as_junit(comparisons: Sequence[Comparison], settings: Settings) -> str:
    """The whole comparison. What differs is a failure; what is too short or did not end, an error."""
    cases = sum(len(comparison.results) or 1 for comparison in comparisons)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites name="basic compare" tests="{cases}">',
        *(line for comparison in comparisons for line in _suite(comparison, settings)),
        "</testsuites>\n",
    ]
    return "\n".join(lines)


def _suite(comparison: Comparison, settings: Settings) -> Iterator[str]:
    results = comparison.results
    failed = sum(_tag(result) == "failure" for result in results)
    errors = sum(_tag(result) == "error" for result in results) + bool(comparison.problem)
    yield (
        f"<testsuite name={_quoted(comparison.pair.title)} tests=\"{len(results) or 1}\""
        f' failures="{failed}" errors="{errors}" time="{sum(map(_seconds, results)):.3f}">'
    )
    yield f"<properties><property name=\"comparison\" value={_quoted(settings_line(settings))}/></properties>"
    if comparison.problem:
        yield f'<testcase classname={_quoted(comparison.pair.name)} name="load">'
        yield f"<error message={_quoted(comparison.problem)}/></testcase>"
    for number, result in enumerate(results, 1):
        yield from _case(number, result, comparison.pair.twin)
    yield "</testsuite>"


def _case(number: int, result: Result, twin: str) -> Iterator[str]:
    name = _quoted(f"{number}: {called(result)}")
    begin = f'<testcase classname={_quoted(result.program.name)} name={name} time="{_seconds(result):.3f}"'
    tag = _tag(result)
    if not tag:
        yield f"{begin}/>"
        return
    shown = "\n".join(map(_safe, side_by_side(result, NARROWEST, twin)))
    yield f'{begin}><{tag} type="{result.kind}" message={_quoted(result.verdict)}>{shown}</{tag}></testcase>'


def _tag(result: Result) -> str:
    """What it is called; nothing where all is equal."""
    if result.equal:
        return ""
    return "error" if result.short or result.limited else "failure"


def _seconds(result: Result) -> float:
    return result.basic.seconds + result.port.seconds


def _quoted(text: str) -> str:
    return quoteattr(_clean(text))


def _safe(text: str) -> str:
    return _clean(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _clean(text: str) -> str:
    """No character that XML has none for."""
    return NO_XML.sub("\N{REPLACEMENT CHARACTER}", visible(text))
