"""What is typed, asked for and looked at in one line, as a person would.

    PRINT "HOW MANY";: INPUT N         n = gw.put("HOW MANY").input_number()
    INPUT "AGAIN";A$                   if gw.input_text("AGAIN") != "Y":
    IF A$<>"Y" THEN END                    break
    900 INPUT "NAME";N$: RETURN        return gw.input_text("NAME")

The second where nothing else looks at it. This comes last: tests that ask are not to be asked twice, nor moved, only
put behind another that they stand in.
"""

from __future__ import annotations

import re

from ...record import replace
from .arms import Fails
from .brevity import WIDE
from .conditions import TEXT, negated
from .mentions import mentions, replaced, times
from .page import Line
from .suites import Statement, parsed, written
from .tidy import ask_at_once

ANNOUNCED = re.compile(r'(gw(?:\.put\(.*\))?)\.print\((.+), end=""\)')
READING = r"(?:input(?:_(?:number|text|integer|double))?|line_input)"
READ = re.compile(rf"((?:\w+, )*[\w.]+(?:: \w+)? = gw)(\.{READING}\((?:{TEXT}|[\w., =])*\)(?:\[:\d+\])?)")
ASKED = re.compile(
    rf"(\w+)(?:: \w+)? = (gw(?:\.put\((?:{TEXT}|[^\"])*\))?\.{READING}\((?:{TEXT}|[\w., =])*\)(?:\[:\d+\])?"
    rf"|ask\w*\((?:{TEXT}|[\w., ])*\))"
)
SIDE = rf"{TEXT}|-?[\w.]+|\((?:{TEXT}|-?[\w.]+|, )+\)"


def ask_directly(lines: list[Line], fails: Fails) -> None:
    """Both, in the lines of a function."""
    _announce(lines, fails)
    if _look_at_once(lines):
        statements = parsed(lines)
        _ask_within(statements, fails)
        lines[:] = written(statements, lines[0].indent)


def _announce(lines: list[Line], fails: Fails) -> None:
    """`n = gw.put("HOW MANY").input_number()`"""
    for position in range(len(lines) - 2, -1, -1):
        line, after = lines[position : position + 2]
        shown, read = ANNOUNCED.fullmatch(line.text), READ.fullmatch(after.text)
        if not shown or not read or line.note or line.indent != after.indent:
            continue
        if line.erl != after.erl and fails(line):
            continue
        text = f"{read[1][:-2]}{shown[1]}.put({shown[2]}){read[2]}"
        if len(text) + 4 * line.indent <= WIDE:
            after.text = text
            del lines[position]


def _look_at_once(lines: list[Line]) -> bool:
    """`if gw.input_text("AGAIN") != "Y":`; whether there is one."""
    found: dict[str, list[int]] = {}
    for position, line in enumerate(lines[:-1]):
        after = lines[position + 1]
        asked = ASKED.fullmatch(line.text)
        if asked is not None and not line.note and after.indent == line.indent and _looks(after.text, asked[1]):
            found.setdefault(asked[1], []).append(position)
    for name, places in found.items():
        if sum(times(line.text, name) for line in lines) != 2 * len(places):
            continue
        for position in places:
            line, after = lines[position : position + 2]
            text = replaced(after.text, name, line.text.partition(" = ")[2])
            if len(text) + 4 * line.indent <= WIDE:
                lines[position + 1] = replace(line, text=text, note=after.note)
                line.text = ""
    lines[:] = [line for line in lines if line.text]
    for position in range(len(lines) - 3, -1, -1):
        _ask_again(lines, position)
    return bool(found)


def _ask_within(suite: list[Statement], fails: Fails) -> None:
    """`if n > 0 and gw.input_text("SURE") == "Y":`"""
    for statement in suite:
        for clause in statement.clauses:
            _ask_within(clause.suite, fails)
        if statement.branches:
            ask_at_once(statement, fails)


def _ask_again(lines: list[Line], head: int) -> None:
    """`while gw.input_text("READY") != "Y": pass`, where nothing else is done in each turn."""
    loop, test, last = lines[head : head + 3]
    asked = re.match(r"if (?:gw\.(?:put\(.*\)\.)?input_|ask)", test.text) and negated(test.test)
    if not asked or (loop.text, last.text) != ("while True:", "break") or any(line.note for line in (loop, test, last)):
        return
    behind = [line.text for line in lines[head + 3 : head + 4] if line.indent > loop.indent or line.text == "else:"]
    if last.indent > test.indent and not behind and len(asked) + 4 * loop.indent <= WIDE:
        lines[head : head + 3] = [
            Line(loop.indent, f"while {asked}:", test.source), Line(test.indent, "pass", test.source)
        ]  # fmt: skip


def _looks(test: str, name: str) -> bool:
    """Whether a test is one comparison of a variable with what cannot fail, or a choice by it, or it is given back."""
    compared = re.fullmatch(
        rf"if {name}(?:\[:\d+\])? (?:[=!]=|[<>]=?|in|not in) ({SIDE}):"
        rf"|match {name}:|return (?:not )?{name}(?:, \w+)*",
        test,
    )
    return compared is not None and not (compared[1] and mentions(compared[1], name))
