"""How loops and functions are left in a function that has been written: at once, where that says the same.

    if t < 5:              if t < 5:        while True:              while True:
        print("GOOD")          print("GOOD")    ...                      ...
        break              else:                if a == "S":             if a == "S":
    print("AT LAST")           print("AT LAST")     return 1                 return 1
    break                  break                if a == "M":             if a == "M":
                                                    break                    return 2
                                            return 2
"""

from __future__ import annotations

import re

from ...record import replace
from .conditions import PART, TEXT
from .mentions import mentions, replaced, sets
from .page import LEAVES, Line

RETURN = re.compile(r"return\b")
OTHER = rf"-?[\w.]+|{TEXT}|\((?:{TEXT}|[\w., ])+\)"
ASKED = re.compile(rf"if ((?:not )?[\w.]+|{PART} (?:[=!]=|[<>]=?|(?:not )?in) (?:{OTHER})):")
FLAG = re.compile(r"((?:leaving\d* = )+)(True|False)")
SIMPLE_TEST = re.compile(r"if (?:not )?[\w.]+(?: (?:[=!]=|[<>]=?) -?[\w.]+)?:")
NAME = re.compile(r"\w+")
CONSTANT = re.compile(r"(\w+)(?:: \w+)? = (True|False|-?\d+|(?:gw\.)?Single\(\d+\))")
MOST_WITHIN = 4  # lines of an arm, or under an `if` rather than behind one with `continue`
WITHIN = re.compile(r"if |elif |else:|match |case ")
FEWEST = 3  # lines of a loop that does more than look for something
SHORT_TAIL = 3  # lines behind a loop that stand where it is left


def leave_at_once(lines: list[Line]) -> None:
    """All of these, on the lines of a function."""
    _needless(lines)
    _said_at_once(lines)
    give_constants(lines)
    _told(lines)
    _returned(lines)
    _done_where_left(lines)


def suite(lines: list[Line], head: int) -> list[Line]:
    """What stands under a line."""
    end = head + 1
    while end < len(lines) and lines[end].indent > lines[head].indent:
        end += 1
    return lines[head + 1 : end]


def _needless(lines: list[Line]) -> None:
    """`if f == 0: break` before a `break`."""
    for head in range(len(lines) - 3, -1, -1):
        if head + 3 > len(lines):  # the last two are gone
            continue
        test, leave, after = lines[head : head + 3]
        if not SIMPLE_TEST.fullmatch(test.text) or not LEAVES.fullmatch(leave.text):
            continue
        if (after.indent, after.text) == (test.indent, leave.text) and not test.note and not leave.note:
            del lines[head : head + 2]


def _said_at_once(lines: list[Line]) -> None:
    """`return True, j` for `e = True` and `return e, j`, whatever is done between them; but not what leads elsewhere,
    where somebody looks at it."""
    for position in range(len(lines) - 1, 1, -1):
        if not lines[position].text.startswith("return ") or lines[position].note:
            continue
        for before in range(position - 1, 0, -1):
            if lines[before].indent < lines[position].indent:
                break
            given = CONSTANT.fullmatch(lines[before].text) if lines[before].indent == lines[position].indent else None
            if given is None or ":" in lines[before].text or not mentions(lines[position].text, given[1]):
                continue
            if not _gives_back(lines[position].text, given[1]):
                continue
            if any(mentions(line.text, given[1]) for line in lines[before + 1 : position]):
                continue
            alone = sum(mentions(line.text, given[1]) for line in lines) == 2
            if alone or not _led_away(lines, before, position):
                lines[position].text = replaced(lines[position].text, given[1], given[2])
                lines[before].text = "" if not lines[before].note else lines[before].text
    lines[:] = [line for line in lines if line.text]
    if len(lines) > 3 and (given := CONSTANT.fullmatch(lines[-2].text)) and lines[-3].text.startswith("if "):
        set_elsewhere = [line for line in lines[:-2] if sets(line.text, given[1])]
        first = CONSTANT.fullmatch(set_elsewhere[0].text) if len(set_elsewhere) == 1 else None
        if (lines[-2].indent, lines[-1].text) == (2, f"return {given[1]}") and first and set_elsewhere[0].indent == 1:
            lines[-2].text = f"return {given[2]}"


def _led_away(lines: list[Line], begin: int, end: int) -> bool:
    """Whether control may come from between two lines of a suite to elsewhere in the function: with the next turn of a
    loop around them, behind it, or where an error leads."""
    loops: list[int] = []
    for line in lines[begin + 1 : end]:
        loops = [indent for indent in loops if indent < line.indent]
        if line.text.startswith(("while ", "for ")):
            loops.append(line.indent)
        elif line.text in ("break", "continue") and not loops:
            return True
    indent = lines[begin].indent
    for line in reversed(lines[:begin]):
        if line.indent < indent:
            indent = line.indent
            if line.text.startswith(("with ", "try:")):
                return end - begin > 1
    return False


def _gives_back(text: str, name: str) -> bool:
    """Whether a line gives back a variable, and nothing that is made of it."""
    parts = text.removeprefix("return ").split(", ")
    return text.startswith("return ") and '"' not in text and all(p == name or not mentions(p, name) for p in parts)


def give_constants(lines: list[Line]) -> None:
    """`return False` for what has been set to that at the beginning, or nowhere else at all, and is only given back."""
    lines_with: dict[str, list[Line]] = {}  # a name
    for line in lines:
        for name in {*NAME.findall(line.text)}:
            lines_with.setdefault(name, []).append(line)
    for position in range(len(lines) - 1, 0, -1):
        here = lines[position]
        given = CONSTANT.fullmatch(here.text)
        if given is None or here.note:
            continue
        name, value = given.groups()
        if here.indent != 1 and mentions(lines[0].text, name):  # it may be as it was handed over
            continue
        among = lines_with[name]
        if any(line is not here and mentions(line.text, name) and not _gives_back(line.text, name) for line in among):
            continue
        others = [line for line in among if line is not here and mentions(line.text, name)]
        for line in others:
            line.text = replaced(line.text, name, value)
        if others:
            del lines[position]


def _returned(lines: list[Line]) -> None:
    """A `break` becomes `return`, where that is how its loop is left elsewhere, and little follows."""
    for head in range(len(lines) - 1, 0, -1):
        if lines[head].text != "while True:":
            continue
        body = suite(lines, head)
        after = head + 1 + len(body)
        tail = lines[after:]
        breaks = _breaks(lines, head, after)
        if len(breaks) != 1 or not 0 < len(tail) <= SHORT_TAIL or lines[head].indent != 1:
            continue
        if any(line.indent > 1 for line in tail) or not RETURN.match(tail[-1].text):
            continue
        place = breaks[0]
        if any(RETURN.match(line.text) for line in body) and not lines[place].note:
            del lines[after:]
            lines[place : place + 1] = [replace(line, indent=lines[place].indent) for line in tail]


def end_behind(lines: list[Line]) -> None:
    """What a function ends with stands behind its loop, which `break` leaves there, if it is left once.

    while True:                          while True:
        play()                               play()
        if not play_again():                 if not play_again():
            gw.print("BYE")                      break
            return                       gw.print("BYE")
    """
    head = max((at for at, line in enumerate(lines) if line.indent == 1), default=0)
    returns = [at for at, line in enumerate(lines) if RETURN.match(line.text)]
    if lines[head].text != "while True:" or len(returns) != 1 or _breaks(lines, head, len(lines)):
        return
    place = returns[0]
    if place < head or lines[place].text != "return" or lines[place].note:
        return
    indent = lines[place].indent
    begin = next(at + 1 for at in range(place - 1, -1, -1) if lines[at].indent < indent)
    done = lines[begin:place]
    if any(line.indent > indent for line in done) or not all(map(WITHIN.match, _around(lines, place, head))):
        return
    lines[place].text = "break"
    lines[begin:] = lines[place:]
    lines += [replace(line, indent=1) for line in done]


def _around(lines: list[Line], place: int, head: int) -> list[str]:
    """What a line stands under, within a loop."""
    found, indent = [], lines[place].indent
    for line in reversed(lines[head + 1 : place]):
        if line.indent < indent:
            indent = line.indent
            found.append(line.text)
    return found


def _done_where_left(lines: list[Line]) -> None:
    """The little that follows a loop stands where it is left, if what it comes to by itself is an `else` that returns.

    while d != 0:                  while d != 0:
        d = e[d]                       d = e[d]
        if d != k:                     if d != k:
            break                          print("WINGS")
    else:                                  break
        return d                   return d
    print("WINGS")
    return d
    """
    for head in range(len(lines) - 1, 0, -1):
        if lines[head].indent != 1 or not lines[head].text.startswith(("while ", "for ")):
            continue
        body = suite(lines, head)
        otherwise = head + 1 + len(body)
        if len(body) < FEWEST:  # it only looks for something
            continue
        if [line.text + line.note for line in lines[otherwise : otherwise + 1]] != ["else:"]:
            continue
        other = suite(lines, otherwise)
        tail = lines[otherwise + 1 + len(other) :]
        breaks = _breaks(lines, head, otherwise)
        if len(breaks) != 1 or lines[breaks[0]].note or not 0 < len(tail) <= SHORT_TAIL:
            continue
        if any(line.indent > 1 for line in tail) or not all(RETURN.match(each[-1].text) for each in (tail, other)):
            continue
        if other[-1].indent > lines[otherwise].indent + 1:  # it returns in some cases only
            continue
        place = breaks[0]
        done = [replace(line, indent=lines[place].indent) for line in tail]
        if [line.text for line in other] == [tail[-1].text]:
            done[-1] = lines[place]
        lines[otherwise:] = [replace(line, indent=line.indent - 1) for line in other]
        lines[place : place + 1] = done


def _breaks(lines: list[Line], head: int, end: int) -> list[int]:
    """Where a loop is left by `break`."""
    found, loops = [], [lines[head].indent]
    for position in range(head + 1, end):
        line = lines[position]
        while line.indent <= loops[-1]:
            loops.pop()
        if line.text.startswith(("while ", "for ")):
            loops.append(line.indent)
        elif line.text == "break" and len(loops) == 1:
            found.append(position)
    return found


def _told(lines: list[Line]) -> None:
    """`return e, True, False` in place of flags that are only given back, right where each is set."""
    result = lines[-1]
    names = [name for name in result.text.removeprefix("return ").split(", ") if re.fullmatch(r"leaving\d*", name)]
    head = next((i for i, line in enumerate(lines) if line.text == "while True:" and line.indent == 1), 0)
    begun = FLAG.fullmatch(lines[head - 1].text) if head > 1 else None
    if not names or begun is None or begun[1].count(" = ") != len(names):
        return
    if len(suite(lines, head)) + head + 2 != len(lines):
        return
    places = _breaks(lines, head, len(lines) - 1)
    told = []
    for place in places:
        match = FLAG.fullmatch(lines[place - 1].text) if lines[place - 1].indent == lines[place].indent else None
        told.append({*match[1].removesuffix(" = ").split(" = ")} if match is not None else set())
    mentions = sum(len(re.findall(r"\bleaving\d*\b", line.text)) for line in lines)
    if mentions != 2 * len(names) + sum(map(len, told)):
        return
    for place, true in reversed([*zip(places, told, strict=True)]):
        code = re.sub(r"\bleaving\d*\b", lambda found, true=true: str(found[0] in true), result.text)  # type: ignore[misc]
        first = place - 1 if true else place
        lines[first : place + 1] = [Line(lines[place].indent, code, lines[place].source)]
    del lines[-1], lines[head - 1]
