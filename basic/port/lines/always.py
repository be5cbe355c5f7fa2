"""An answer that is the same each time is said where a function is called, and that is not handed what it does not
look at.

    over = get(n, over)                     get(n)
                                            over = True
    def get(n: int, over: bool) -> bool:    def get(n: int) -> None:
        if lc[n] == 0:                          if lc[n] == 0:
            print("YOU HAVE IT ALREADY.")           print("YOU HAVE IT ALREADY.")
            return True                             return
        ...                                     ...
        return True

A number stays, as in `n = shuffle(d)` that begins to count anew: it is part of what the function does.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection

from ...record import record, replace
from .conditions import TEXT
from .mentions import mentions
from .once import CALL, HEAD
from .page import Line, Page

FEW_CALLS = 2  # that may each have one line more
CONSTANT = re.compile(rf"return (?:True|False|-?\d+|{TEXT})")


@record
class Called:
    """A call that is a statement of its own: what it sets, if that is looked at, and what it is given."""

    page: Page
    line: Line
    targets: list[str]
    arguments: list[str]


def say_at_calls(pages: list[Page], kept: Collection[str]) -> None:
    """Do so with the functions of a file; `kept`: those that are called from elsewhere."""
    for function in pages:
        head = HEAD.fullmatch(function.lines[0].text)
        if head is None or head[1] in kept or head[3] == "None":
            continue
        calls = _calls(function, head[1], pages)
        if calls:
            _say(function, head[1], head[3], calls)
            _hand_less(function, calls)


def _calls(function: Page, name: str, pages: list[Page]) -> list[Called]:
    """All calls of a function, or none if one of them is part of something else."""
    calls = []
    for page in pages:
        for line in page.lines:
            if name not in line.text or line is function.lines[0] or not line.working or not mentions(line.text, name):
                continue
            call = CALL.fullmatch(line.text)
            if call is None or call[2] != name or (call[1] and (":" in call[1] or call[1] == "return ")):
                return []
            calls.append(Called(page, line, _listed((call[1] or "").removesuffix(" = ")), _listed(call[3])))
    return calls if any(call.targets for call in calls) else []


def _listed(text: str) -> list[str]:
    return text.split(", ") if text else []


def _say(function: Page, name: str, result: str, calls: list[Called]) -> None:
    """Take what is always the same out of the answers of a function, and say it behind its calls."""
    kinds = _listed(result.removeprefix("tuple[").removesuffix("]") if result.startswith("tuple[") else result)
    ends = [(line, _given(line.text)) for line in function.lines if line.text.startswith("return")]
    if any(len(values) != len(kinds) for _, values in ends):
        return
    if any(len(call.targets) not in (0, len(kinds)) for call in calls):
        return
    for at in reversed(range(len(kinds))):
        answers = {given[at] for _, given in ends}
        if answers not in ({"True"}, {"False"}):
            continue
        answer = answers.pop()
        del kinds[at]
        for _, given in ends:
            del given[at]
        for call in calls:
            if not call.targets:  # nobody asks for it there
                continue
            behind = next(place for place, line in enumerate(call.page.lines, 1) if line is call.line)
            said = replace(call.line, text=f"{call.targets.pop(at)} = {answer}", note="")
            call.page.lines.insert(behind, said)
    head = function.lines[0]
    told = f"tuple[{', '.join(kinds)}]" if len(kinds) > 1 else "".join(kinds) or "None"
    head.text = f"{head.text.removesuffix(f'{result}:')}{told}:"
    for line, given in ends:
        line.text = f"return {', '.join(given)}".rstrip()
    last = function.lines[-1]
    if last.text == "return" and last.indent == 1 and len(function.lines) > 2:
        del function.lines[-1]
    for call in calls:
        _write(call, name)


def _given(text: str) -> list[str]:
    """What a `return` gives back, one by one."""
    match ast.parse(text).body:
        case [ast.Return(value=ast.Tuple(elts=values))]:
            return [ast.get_source_segment(text, value) or "" for value in values]
        case [ast.Return(value=ast.expr())]:
            return [text.removeprefix("return ")]
    return []


def _hand_less(function: Page, calls: list[Called]) -> None:
    """Leave out what a function does not look at, where its calls set the same variable."""
    head = HEAD.fullmatch(function.lines[0].text)
    assert head is not None
    given = _listed(head[2])
    if any(len(call.arguments) != len(given) for call in calls):
        return
    for at in reversed(range(len(given))):
        name = given[at].partition(":")[0]
        if any(mentions(line.text, name) for line in function.lines[1:]):
            continue
        if all(_set_behind(call, call.arguments[at]) for call in calls):
            del given[at]
            for call in calls:
                del call.arguments[at]
    function.lines[0].text = f"def {head[1]}({', '.join(given)}) -> {head[3]}:"
    for call in calls:
        _write(call, head[1])


def _set_behind(call: Called, name: str) -> bool:
    """Whether a variable has another value right behind a call."""
    behind = next(place for place, line in enumerate(call.page.lines, 1) if line is call.line)
    for line in call.page.lines[behind:]:
        if (line.indent, line.source) != (call.line.indent, call.line.source):
            return False
        if line.text.startswith(f"{name} = "):
            return True
    return False


def _write(call: Called, name: str) -> None:
    taking = f"{', '.join(call.targets)} = " if call.targets else ""
    call.line.text = f"{taking}{name}({', '.join(call.arguments)})"


def forget_answers(pages: list[Page], kept: Collection[str]) -> None:
    """What a function of the file answers with True or False, it does not where nobody asks; and what can only be one
    constant is given back by those who gave back what it said."""
    for page in pages:
        head = HEAD.fullmatch(page.lines[0].text)
        if head is None or head[3] not in ("bool", "str", "int") or head[1] in kept:
            continue
        told = [line for line in page.lines if line.text.startswith("return")]
        said = {line.text for line in told}
        if not said <= {"return True", "return False"} and len(said) != 1:
            continue
        lines = (line for each in pages for line in each.lines if line is not page.lines[0])
        calls = [line for line in lines if mentions(line.text, head[1])]
        if all(re.fullmatch(rf"{head[1]}\(.*\)", line.text) for line in calls):
            if said <= {"return True", "return False"}:
                _say_nothing(page, told)
        elif len(calls) <= FEW_CALLS and len(said) == 1 and (constant := CONSTANT.fullmatch(said.pop())) and all(
            line.text.startswith(f"return {head[1]}(") and _is_call(line.text.removeprefix("return "))
            for line in calls
        ):  # fmt: skip
            _say_nothing(page, told)
            for each in pages:
                for position, line in reversed([*enumerate(each.lines)]):
                    if any(line is call for call in calls):
                        line.text = line.text.removeprefix("return ")
                        each.lines.insert(position + 1, Line(line.indent, constant[0], line.source))


def _is_call(code: str) -> bool:
    """And no `f() or f()`."""
    return isinstance(ast.parse(code, mode="eval").body, ast.Call)


def _say_nothing(page: Page, told: list[Line]) -> None:
    page.lines[0].text = re.sub(r" -> \w+:$", " -> None:", page.lines[0].text)
    for line in told:
        line.text = "return"
    if page.lines[-1].text == "return" and page.lines[-1].indent == 1 and len(page.lines) > 2:
        del page.lines[-1]
