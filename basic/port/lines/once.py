"""A function of a line or two that is called once stands where it is called.

    match d:                        def sub_660() -> tuple[int, int]:       match d:
        case 1:                         return 1, 0                             case 1:
            u, v = sub_660()                                                        u, v = 1, 0

    y = change_y(y)                 def change_y(y: int) -> int:            g.x += 1
                                        g.x += 1                            y -= 1
                                        y -= 1
                                        return y

Not where a remark says what it is for, nor where it is called with anything but the variables that it takes. The same
for one that only hands on what it is given: `return sub_200(i, t)`. One that does nothing is not called at all. And
functions that do the same are one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache

from ...record import replace
from .conditions import TEXT
from .mentions import mentions
from .page import Line, Page

MOST_LINES = 2
HEAD = re.compile(r"def (\w+)\((.*)\) -> (.+):")
CALL = re.compile(r"((?:\w+, )*\w+(?:: \w+)? = |return )?(\w+)\(([\w, ]*)\)")
CALLED = re.compile(r"(?<![\w.])\w+(?=\()|(?<=[(, ])\w+(?=[,)])")  # by a line, or handed to what calls it
ACTING = re.compile(  # sets no variable of its own
    r"(?:gw\.)?print\(.*\)|gw\.restore\(\d*\)|(?:g\.\w+|\w+\[.*?\]) [-+*]?= .+"
    r"|files\.close\([\w, ]*\)|sys\.exit\(\)"
)
EXIT = "sys.exit()"
SIMPLE = re.compile(rf"return ((?:-?\d+|{TEXT}|\w+)(?:, (?:-?\d+|{TEXT}|\w+))*)")
WORKED_OUT = r"(?:(?:integer|gw\.(?:add|subtract)(?:_whole)?)\([\w., +*-]+\)|[\w. +*-]+)"
SUMS = re.compile(rf"return {WORKED_OUT}(?:, {WORKED_OUT})*")
STEP = re.compile(r"^(\w+) = \1 ([-+*]) (\w+)$")
SETTING = re.compile(rf"(\w+) [-+*]?= {WORKED_OUT}")
KEPT = re.compile(r"(?:g\.\w+|\w+\[.*?\]) [-+*]?= .+")  # in what is shared
HANDING = re.compile(r"return (\w+)\((?:(?:\w+|Single\(\w+\))(?:, )?)*\)")


def put_in_place(pages: list[Page], kept: Collection[str]) -> None:
    """Do so with the functions of a file; `kept`: those that have their names from elsewhere."""
    for page in [*pages]:
        head = HEAD.fullmatch(page.lines[0].text)
        if head is not None and head[1] not in kept and [line.text for line in page.lines[1:]] == ["pass"]:
            _leave_out(page, head[1], pages)
    called = lru_cache(maxsize=None)(CALLED.findall)  # a line is looked at once for each function that goes
    calls = _calls((line for page in pages for line in page.lines), called)
    while (short := _shortest(pages, kept, calls)) is not None:
        function, caller, position = short
        body = _body(function, caller.lines[position])
        twice = body[-1].text == EXIT and [line.text for line in caller.lines[position + 1 : position + 2]] == [EXIT]
        end = position + 1 + twice
        calls.subtract(_calls([*function.lines, *caller.lines[position:end]], called))
        calls.update(_calls(body, called))
        caller.lines[position:end] = body
        pages.remove(function)
        if _hand_over_name(function, pages):
            calls = _calls((line for page in pages for line in page.lines), called)


def _calls(lines: Iterable[Line], called: Callable[[str], list[str]]) -> Counter[str]:
    """How often each name is called; `called`: the names that a line calls."""
    return Counter(name for line in lines if line.working for name in called(line.text))


def _leave_out(function: Page, name: str, pages: list[Page]) -> None:
    """Take a function away that does nothing, with its calls, if these are statements."""
    calls = [(page, line) for page in pages if page is not function for line in page.lines if mentions(line.text, name)]
    if any(not re.fullmatch(rf"{name}\([\w., ]*\)", line.text) or line.note for _, line in calls):
        return
    pages.remove(function)
    for page, call in calls:
        at = next(position for position, line in enumerate(page.lines) if line is call)
        head, after = page.lines[at - 1], page.lines[at + 1 : at + 2]
        alone = head.indent < call.indent and (not after or after[0].indent < call.indent)
        first = page.lines[at - 2].text.startswith("match ")
        if alone and head.text.startswith("case ") and not first and not _others(page.lines, at - 1):
            del page.lines[at - 1 : at + 1]
        elif alone:
            call.text = "pass"
        else:
            del page.lines[at]


def _others(lines: list[Line], case: int) -> bool:
    """Whether a `case _:` stands behind a case of its `match`, or is it."""
    for line in lines[case:]:
        if line.indent < lines[case].indent:
            break
        if line.indent == lines[case].indent and line.text == "case _:":
            return True
    return False


def unite(pages: list[Page], kept: Collection[str]) -> None:
    """Leave one of functions that are the same but for their names, as subroutines under several ON ERRORs may be."""
    ordered = sorted(pages, key=lambda page: len(page.lines[0].text))
    said: dict[int, tuple[str, str]] = {}  # of each page, its name and all else that it says
    while (found := _same(ordered, kept, said)) is not None:  # what calls them may be the same then
        page, name, first = found
        pages.remove(page)
        ordered.remove(page)
        for changed in _renamed(pages, name, first):
            said.pop(id(changed), None)


def _same(pages: list[Page], kept: Collection[str], said: dict[int, tuple[str, str]]) -> tuple[Page, str, str] | None:
    """A function that another is the same as, and the names of both. `said`: what was looked at before."""
    known: dict[str, str] = {}
    for page in pages:
        if id(page) not in said:
            head = HEAD.fullmatch(page.lines[0].text)
            said[id(page)] = (head[1], repr([head[2], head[3], page.lines[1:]])) if head is not None else ("", "")
        name, text = said[id(page)]
        if name and name not in kept:
            first = known.setdefault(text, name)
            if first != name:
                return page, name, first
    return None


def _renamed(pages: list[Page], name: str, to: str) -> list[Page]:
    """The pages in which a function has got another name."""
    found = []
    for page in pages:
        lines = [line for line in page.lines if mentions(line.text, name)]
        for line in lines:
            line.text = re.sub(rf"\b{name}\b", to, line.text)
        found += [page] * bool(lines)
    return found


def _hand_over_name(gone: Page, pages: list[Page]) -> bool:
    """One that was told from it by its line only, as in `change_t_200`, is called as it was. Whether there is one."""
    head, body = HEAD.fullmatch(gone.lines[0].text), HANDING.fullmatch(gone.lines[-1].text)
    if not (head and body and re.fullmatch(rf"{head[1]}_\d+", body[1])):
        return False
    _renamed(pages, body[1], head[1])
    return True


def _shortest(pages: list[Page], kept: Collection[str], calls: Counter[str]) -> tuple[Page, Page, int] | None:
    """A function that can go, with the place of its call; `calls`: how often each is called, its head among them."""
    names = {head[1] for page in pages if (head := HEAD.fullmatch(page.lines[0].text))}
    for function in pages:
        head = HEAD.fullmatch(function.lines[0].text)
        if head is None or calls[head[1]] != 2 or head[1] in kept:
            continue
        short = _is_short(function, head[3], names)
        if not short and not _counts(function):
            continue
        taken = ", ".join(given.partition(":")[0] for given in head[2].split(", ") if given)
        for caller in pages:
            for position, line in enumerate(caller.lines):
                call = CALL.fullmatch(line.text) if head[1] in line.text else None
                if not call or caller is function or (call[2], call[3]) != (head[1], taken) or line.note:
                    continue
                told = "float" not in head[3] or HANDING.fullmatch(function.lines[-1].text) or call[1] == "return "
                if not told and {*(call[1] or "").removesuffix(" = ").split(", ")} - {*taken.split(", ")}:
                    continue  # it may be the first time that they have a value, which says nothing of their type
                if _given_back(function, call[1]) or (short and bool(call[1]) == (head[3] != "None")):
                    return function, caller, position
    return None


def _is_short(function: Page, result: str, others: set[str]) -> bool:
    """Whether it has a line or two, one after the other, that mean the same elsewhere."""
    body = function.lines[1:]
    if not 0 < len(body) <= MOST_LINES or any(line.indent > 1 or not line.working for line in body):
        return False
    if result == "None":
        return all(ACTING.fullmatch(line.text) for line in body)
    if len(body) == 1 and (last := HANDING.fullmatch(body[0].text)) and last[1] in others:
        return True
    simple = SIMPLE.fullmatch(body[-1].text) or SUMS.fullmatch(body[-1].text)
    return simple is not None and all(ACTING.fullmatch(line.text) for line in body[:-1])


def _counts(function: Page) -> bool:
    """Whether it only works out what it gives back, and perhaps something beside it: one that prints has its name."""
    *before, last = function.lines[1:]
    if not 0 < len(before) <= MOST_LINES or any(line.indent > 1 for line in before):
        return False
    back = last.text.removeprefix("return ").split(", ")
    steps = ((line.text, SETTING.fullmatch(line.text)) for line in before)
    return all(found[1] in back if found else KEPT.fullmatch(text) for text, found in steps)


def _given_back(function: Page, taking: str | None) -> bool:
    """Whether a call, with `y = ` before it, sets just the variables that the function gives back, by their names."""
    *before, last = (line.text for line in function.lines[1:])
    return bool(before) and last.startswith("return ") and taking == f"{last.removeprefix('return ')} = "


def _body(function: Page, call: Line) -> list[Line]:
    """What it does, in the place of its call."""
    found = CALL.fullmatch(call.text)
    assert found is not None
    body = [replace(line, indent=call.indent) for line in function.lines[1:]]
    if _given_back(function, found[1]):
        del body[-1]
    elif found[1]:
        body[-1].text = STEP.sub(r"\1 \2= \3", found[1] + body[-1].text.removeprefix("return "))
    return body
