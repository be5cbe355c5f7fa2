"""The heads of loops as one would write them: what a FOR works out when it begins, and nothing changes, stands there.

    limit_210 = s + n - 1                    while j <= s + n - 1:
    while j <= limit_210:
    limit_123 = integer(gw.sqr(m))           limit = integer(gw.sqr(m))
    i, limit_310 = 1, n                      with trap_900:
    with trap_900:                               for i in range(1, n + 1):
        first = i
        for i in range(first, limit_310 + 1):
"""

from __future__ import annotations

import re
from collections.abc import Collection

from ..naming.remarks import TRAILING
from .mentions import mentions, sets
from .page import Line
from .settings import settings
from .suites import lines_under

HELD = re.compile(r"\b(?:limit|step)_\d+\w*\b")
STEADY = re.compile(r"-?[\w]+(?: [-+*] \w+)*|len\(\w+\)(?: [-+] \w+)*")  # what is the same each time
CONSTANT = re.compile(r"-?\d+")
FLAG_SET = re.compile(r"(leaving\d*) = True")
FLAG_TOLD = re.compile(r"(?:\w+, )*(leaving\d*)(?:, \w+)* = \w+\(")  # by a function
PRINTED = re.compile(r'(?:gw\.)?(?:print|put)\("([^"\\]*)"')
LED = {"break": "over", "return": "finished", "continue": "again"}  # names that say where a flag leads
FEW_LINES = 5  # between what is said and the flag that is called so
FEW_WORDS = 4  # of a name for a flag


def plain_heads(lines: list[Line], taken: Collection[str]) -> None:
    """`taken`: names that mean something else."""
    _begin_once(lines)
    for name in sorted({name for line in lines for name in HELD.findall(line.text)}):
        _put_into_head(lines, name)
    lines[:] = [line for line in lines if line.text]
    held = {name for line in lines for name in HELD.findall(line.text)}
    for word in ("limit", "step"):
        own = [name for name in held if name.startswith(word)]
        if len(own) == 1 and word not in taken and not any(mentions(line.text, word) for line in lines):
            for line in lines:
                line.text = re.sub(rf"\b{own[0]}\b", word, line.text)


def name_flags(lines: list[Line], taken: Collection[str]) -> None:
    """`if you_made_it:` for `if leaving:`, after what is printed where that leads, or else right where it is set."""
    found = [FLAG_SET.fullmatch(line.text) or FLAG_TOLD.match(line.text) for line in lines]
    for flag in sorted({each[1] for each in found if each}):
        using = [line for line in lines if mentions(line.text, flag)]
        asked = [position for position, line in enumerate(lines) if line.text == f"if {flag}:"]
        places = [position for position, line in enumerate(lines) if line.text == f"{flag} = True"]
        told = {_said(lines[position + 1]) for position in asked}
        if not any(told) and len(places) == 1:
            told = {_said_before(lines, places[0])}
        name = told.pop() if len(told) == 1 else ""
        if name in ("", *taken):
            led = {lines[position + 1].text.partition(" ")[0] for position in asked}
            names = [LED.get(led.pop() if len(led) == 1 else "", ""), *LED.values()]
            free = (word for word in filter(None, names) if word not in taken)
            name = next((word for word in free if not any(mentions(line.text, word) for line in lines)), "")
        told_by = {id(line) for line in using if (call := FLAG_TOLD.match(line.text)) and call[1] == flag}
        simple = not any(sign in line.text for line in using if id(line) not in told_by for sign in '"(')
        if name and simple and name not in taken and not any(mentions(line.text, name) for line in lines):
            for line in using:
                line.text = re.sub(rf"\b{flag}\b", name, line.text)


def _said(line: Line) -> str:
    """A few words that a line prints, as a name."""
    printed = PRINTED.match(line.text)
    words = re.findall(r"\w+", printed[1].lower()) if printed else []
    while words and words[-1] in TRAILING - {"it", "this"}:
        words.pop()
    return "_".join(words) if len(words) <= FEW_WORDS and all(map(str.isalpha, words)) else ""


def _said_before(lines: list[Line], place: int) -> str:
    """The same of a line that prints on the way to a place, the last one in its suite, or around that under an `if`."""
    indent = lines[place].indent
    for line in reversed(lines[max(0, place - FEW_LINES) : place]):
        if line.indent < indent:
            if not line.text.startswith("if "):
                break
            indent = line.indent
        if line.indent == indent and PRINTED.match(line.text) and (found := _said(line)):
            return found
    return ""


def _put_into_head(lines: list[Line], name: str) -> None:
    """The limit of a loop in the place of its name, if only that loop looks at it."""
    using = [position for position, line in enumerate(lines) if mentions(line.text, name)]
    if len(using) != 2 or lines[using[0]].note:
        return
    setter, head = using
    given = settings(lines[setter].text)
    code = given.value(name)
    if not code or not lines[head].text.startswith(("while ", "for ")):
        return
    between = lines[setter + 1 : head]
    if any(mentions(code, other) for other in given.names) or not STEADY.fullmatch(code):
        return
    if lines[head].text.startswith("while "):
        if head != setter + 1 and not all(settings(line.text).names for line in between):
            return
        between = [*between, *lines_under(lines, head)]
    elif not all(line.text.startswith("with ") for line in between):
        return
    used = re.findall(r"[A-Za-z_]\w*", code)
    if any(sets(line.text, word) for line in between for word in used) or "g" in used:
        return
    whole = code if re.fullmatch(r"\w+|len\(\w+\)", code) else f"({code})"
    lines[head].text = _bare(lines[head].text.replace(name, whole), code)
    lines[setter].text = given.without(name)


def _bare(head: str, code: str) -> str:
    """A head without parentheses that need not be."""
    bracketed = re.escape(f"({code})")
    head = re.sub(rf"^(while \w+ [<>]=? ){bracketed}:$", lambda found: f"{found[1]}{code}:", head)
    return re.sub(rf"(?<!\w){bracketed}(?= [-+] \d+[,)])", lambda _: code, head)


def _begin_once(lines: list[Line]) -> None:
    """`for i in range(1, n + 1):` where the first value was given outside of a `with`."""
    for position in range(len(lines) - 2, 0, -1):
        first, head = lines[position : position + 2]
        begun = re.fullmatch(r"first = (\w+)", first.text)
        if begun is None or not head.text.startswith(f"for {begun[1]} in range(first, "):
            continue
        before = position - 1
        while before > 0 and lines[before].text.startswith("with "):
            before -= 1
        given = settings(lines[before].text)
        if not CONSTANT.fullmatch(value := given.value(begun[1])):
            continue
        begin = "range(" if value == "0" and head.text.count(", ") == 1 else f"range({value}, "
        head.text = head.text.replace("range(first, ", begin, 1)
        first.text = ""
        within = {id(line) for line in (lines[before], head, *lines_under(lines, position + 1))}
        if not any(mentions(line.text, begun[1]) for line in lines if id(line) not in within):
            lines[before].text = given.without(begun[1])
    lines[:] = [line for line in lines if line.text]
