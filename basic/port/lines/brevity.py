"""What several statements of BASIC say is said in one of Python: the last look at a function that has been written.

    IF A>9 THEN A=9                           a = min(a, 9)
    IF A=5 THEN PRINT "YES" ELSE PRINT "NO"   print("YES" if a == 5 else "NO")
    X=0: IF A=5 THEN X=1                      x = 1 if a == 5 else 0
    PRINT: PRINT "MENU"                       print("\\nMENU")
    A(I)=0: B(I)=0                            a[i] = b[i] = 0
    IF A<1 THEN 90 ELSE IF A>9 THEN 90        if a < 1 or a > 9: continue
    10 A$=INKEY$: IF A$="" THEN 10            while (a := inkey()) == "": pass

Everything is still worked out in the same order, and what an error would leave behind is the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from ...record import replace
from .arms import Fails, arrange, told
from .conditions import OPPOSITES, QUOTED, TEXT, is_truth, joined, negated
from .exits import leave_straight
from .leaving import give_back_at_once, give_constants
from .mentions import mentions, replaced, times
from .page import LEAVES, UNTYPED, Line
from .suites import lines_under

DEEPEST = 4  # where they stand so
MOST_EQUAL = 3  # places that are given the same
WIDE = 92  # characters that a line may have when it has become longer
PLACE = r"(?!gw\.)[A-Za-z_][\w.]*(?:\[[\w. +*-]+\])*"
NUMBER = r"-?[\d.]+"
SINGLE = r"(?:gw\.)?Single\(\d+\)"
QUOTED_TEXT = re.compile(QUOTED)
CHOSEN = re.compile(r"(condition|choice) = (.+)")
JUDGED = re.compile(r"(condition) = bool\((.+)\)")
SIMPLE = re.compile(rf"{NUMBER}|{PLACE}|{TEXT}")
GIVEN = re.compile(rf"({PLACE})(: [\w\[\]]+)? ([-+*]?)= ((?:(?! = ).)+)")  # to one place only
KEPT = re.compile(rf"(\w+), ({PLACE}) = \2, ({PLACE})")
PRINTED = re.compile(rf'((?:gw\.)?print)\((f?{QUOTED})?(?:(?:, )?(end=""))?\)')
WHOLE = r"(?:(?<=\binteger)|(?<=\bindex)|(?<=\bint))"  # what makes a subscript of a number
SUBSCRIPT = r"[\w. ,+-]"
for _ in range(3):  # elements may be what others are found by
    SUBSCRIPT = rf"(?:[\w. ,+-]|{WHOLE}\({SUBSCRIPT}+\)|\[{SUBSCRIPT}+\])"
ELEMENT = rf"(?!gw\.)[a-z_][\w.]*(?:\[{SUBSCRIPT}+\])+"
SIDE = rf"{PLACE}|{ELEMENT}|{NUMBER}|len\((?:[^()]|\([^()]*\))*\)"
SMALL = r"[\w.]+ [+-] \d{1,6}|\d{1,6} [+-] [\w.]+"  # a sum that can never be too large
TERM = rf"{SIDE}|{SMALL}|gw\.(?:add|subtract)\((?:[\w.]+, \d{{1,6}}|\d{{1,6}}, [\w.]+)\)"
ORDERED = re.compile(rf"if ({TERM}) ([<>])=? ({TERM}):")
GOES_ON = re.compile(r'(gw(?:\.put\(.*\))?\.print\(.*), end=""\)')
LISTED = re.compile(rf'gw\.print\((?!ZONE)((?:{TEXT}|[\w.]+)(?:, (?:{TEXT}|[\w.]+))*)?(?:(?:, )?(end=""))?\)')
BELOW = re.compile(rf'gw\.print\(({TEXT}(?:, {TEXT})+(?=, sep=)|{TEXT}(?=\)))(?:, sep="\\n")?\)')
EMPTY = re.compile(r'gw\.print\((?:end="((?:\\n)+)")?\)')
SHOWN = re.compile(r'gw(?:\.put\(.*\))?\.print\((?!.*(?:end|sep)="|end=).+\)')
WAITING = re.compile(r"while \((\w+) := ([\w.]+\([^()]*\))\)(.+)")
COMPARED = re.compile(rf"if ({PLACE}) (==|!=|[<>]=?) ({PLACE}|{NUMBER}|{TEXT}):")
NOTHING, NEWLINE = '""', r"\n"
UNFAILING = re.compile(rf"(?:{TEXT}|(?!\*\*)[\w. +<>=!*-])+")  # no call, subscript, quotient or power
WORDS = re.compile(r"\b(if|else|lambda|for)\b|:=")
HARMLESS = re.compile(  # nor can these
    rf"\[[\w +-]*:[\w +-]*\]|\b(?:floor|int|len|abs)\([\w.]+\)|(?<=in )\((?:{TEXT}|[\w., ])+\)"
)
DIVIDED, BRACKETED = re.compile(r" [/%] [1-9]\d*\b"), re.compile(r"(?<![\w\])])\(([^()]*)\)")
COUNTED = re.compile(r"for (\w+) in map\(Single, (range\(.*\))\):")
INNER = r"^(for \w+ in (?:map\(Single, )?range\()int\(({} [+-] \d+)\)(?=,)"
PRINTING = re.compile(r"gw\.print\((?:[\w., =]|\"\"|(?<=\w)\(\w*\))*\)$")
RESULT = re.compile(r"(\w+)(?:: \w+)? = ((?!bool\()\w+\(.*\))")  # of a function of the file

TOLD = re.compile(r"return ((?:[\w.]+, )*?)(True|False)((?:, [\w.]+)*)")
LAST_TURN = re.compile(r"(\w+), [\w., ]+ = \w+\(.*\)")

Short = tuple[str, int]  # a text, and for how many lines it stands
Rule = Callable[[list[Line]], "Short | None"]


def shorten(lines: list[Line], uncertain: Collection[str], fails: Fails) -> list[Line]:
    """The same, in fewer lines. `uncertain`: operations whose errors need the right line."""
    _say(lines, uncertain)
    leave_straight(lines)
    give_back_at_once(lines)
    give_constants(lines)
    _exchange(lines)
    _guard_once(lines, fails)
    _use_at_once(lines)
    _ask_at_once(lines)
    arrange(lines, fails)
    _count_plainly(lines)
    _say(lines, uncertain)
    _go_on(lines)
    for line in lines:
        if (waiting := WAITING.fullmatch(line.text)) and not _looked_at(waiting[1], lines):
            line.text = f"while {waiting[2]}{waiting[3]}"
    return lines


def _say(lines: list[Line], uncertain: Collection[str]) -> None:
    """Each rule for a few lines, wherever it fits; linters ask for `min` and `max` however long that is."""
    for sign, rule in RULES:
        for position in range(len(lines) - 1, -1, -1):
            line = lines[position]
            short = rule(lines[position : position + 5]) if sign in line.text else None
            if short is not None and _misplaced(lines[position : position + short[1]], uncertain):
                short = None
            if short is not None and (rule is _extreme or len(short[0]) + 4 * line.indent <= WIDE):
                source = line.source
                if waits := short[0].startswith("while "):
                    source = lines[position + 1].source  # what is waited for may fail, not that it goes round
                lines[position : position + short[1]] = [Line(line.indent, short[0], source)]
                if waits:
                    lines[position + 1] = Line(line.indent + 1, "pass", source)


def _guard_once(lines: list[Line], fails: Fails) -> None:
    """`if x < 1 or x > 9:` where two guards that follow each other do the same."""
    for head in range(len(lines) - 3, -1, -1):
        first = _suite(lines, head)
        second = _suite(lines, head + 1 + len(first)) if first else []
        if not second or not LEAVES.fullmatch(first[-1].text) or lines[head].note:
            continue
        if [told(line, fails) for line in first] != [told(line, fails) for line in second]:
            continue
        tests = [lines[at].test for at in (head, head + 1 + len(first))]
        if any(WORDS.search(test) or not _cannot_fail(test) for test in tests):
            continue
        text = f"if {joined('or', *(f'({test})' if ' and ' in test else test for test in tests))[0]}:"
        if len(text) + 4 * lines[head].indent <= WIDE:
            lines[head].text = text
            del lines[head + 1 : head + 2 + len(first)]


def _cannot_fail(code: str) -> bool:
    code = HARMLESS.sub("x", DIVIDED.sub("", code))
    return UNFAILING.fullmatch(BRACKETED.sub(r"\1", code)) is not None


def _suite(lines: list[Line], head: int) -> list[Line]:
    """What stands under an `if`."""
    return lines_under(lines, head) if head < len(lines) and lines[head].text.startswith("if ") else []


def _exchange(lines: list[Line]) -> None:
    """`a[i], a[j] = a[j], a[i]` for `t = a[i]`, `a[i] = a[j]` and `a[j] = t`, where nothing else looks at t."""
    found: dict[str, list[tuple[int, str, str, int]]] = {}
    for position, line in enumerate(lines):
        text, after = line.text, lines[position + 1 : position + 3]
        if kept := KEPT.fullmatch(text):  # two of the three statements stand in one line
            text = f"{kept[1]} = {kept[2]}"
            after = [replace(line, text=f"{kept[2]} = {kept[3]}"), *after[:1]]
        first = GIVEN.fullmatch(text)
        if not first or first[3] or not first[1].isidentifier():
            continue
        one, two, count = _exchanged(after, first[4], first[1])
        count -= kept is not None
        if count < 2 or not _level(lines[position:], count):
            continue
        failing = any("[" in place for place in (one, two))
        if failing and len({line.source for line in lines[position : position + count]}) > 1:
            continue
        if not any(mentions(place, first[1]) for place in (one, two)):
            found.setdefault(first[1], []).append((position, one, two, count))
    for name, places in found.items():
        if sum(times(line.text, name) for line in lines) == 2 * len(places):
            for position, one, two, count in places:
                lines[position].text = f"{one}, {two} = {two}, {one}"
                for line in lines[position + 1 : position + count]:
                    line.text = ""
    lines[:] = [line for line in lines if line.text]


def _exchanged(lines: list[Line], one: str, name: str) -> tuple[str, str, int]:
    """Whether lines give one place what is in another, and that what the first had: both, and the lines of it all."""
    if lines and lines[0].text.startswith(f"{one}, ") and lines[0].text.endswith(f", {name}"):
        pair = lines[0].text.removeprefix(f"{one}, ").removesuffix(f", {name}").split(" = ")
        return (one, pair[0], 2) if len(pair) == 2 and pair[0] == pair[1] else ("", "", 0)
    second, third = [GIVEN.fullmatch(line.text) for line in lines] if len(lines) == 2 else (None, None)
    if not second or not third or second[3] or third[3]:
        return "", "", 0
    return (one, second[4], 3) if (second[1], third[1], third[4]) == (one, second[4], name) else ("", "", 0)


def _count_plainly(lines: list[Line]) -> None:
    """`range` for a counter that need not be a Single: it is only compared, shown, or a subscript."""
    heads = [(at, match) for at, line in enumerate(lines) if (match := COUNTED.fullmatch(line.text))]
    for name in dict.fromkeys(match[1] for _, match in heads):
        own = [(lines[at], match[2]) for at, match in heads if match[1] == name]
        inside = {id(line) for at, match in heads if match[1] == name for line in lines_under(lines, at)}
        used = [line for line in lines if mentions(line.text, name) and all(line is not head for head, _ in own)]
        if all(id(line) in inside and _plainly(line.text, name) for line in used):
            for line, values in own:
                line.text = f"for {name} in {values}:"
            for line in used:
                line.text = _plain(line.text, name)


def _plain(text: str, name: str) -> str:
    """Without `int()` around what is an `int` by now: the counter, and the start of a loop within its own."""
    return re.sub(INNER.format(name), r"\1\2", text.replace(f"int({name})", name))


def _plainly(text: str, name: str) -> bool:
    text = re.sub(INNER.format(name), r"\g<1>0", text.replace(f"int({name})", "0"))
    if PRINTING.match(_without_texts(text)):
        text = re.sub(rf"(?<=[(,])\s*{name}(?=[,)])", "0", text)
    text = re.sub(rf"(?<=if ){name} (?:[=!]=|[<>]=?) [\w.]+(?=:)", "0", text)
    return not mentions(text, name)


def _use_at_once(lines: list[Line]) -> None:
    """`if won(a):` for `z = won(a)` and `if z:`, where nothing else looks at z."""
    found: dict[str, list[int]] = {}
    for position, line in enumerate(lines[:-1]):
        given, after = RESULT.fullmatch(line.text), lines[position + 1]
        if given is None or line.note or after.indent != line.indent or given[2].startswith("range("):
            continue
        if re.fullmatch(rf"if (?:not )?{given[1]}:|{PLACE} = {given[1]}", after.text):
            found.setdefault(given[1], []).append(position)
    for name, places in found.items():
        if sum(times(line.text, name) for line in lines) != 2 * len(places):
            continue
        for position in reversed(places):
            line, after = lines[position : position + 2]
            code = line.text.partition(" = ")[2]
            text = replaced(after.text, name, code)
            if len(text) + 4 * line.indent <= WIDE:
                after.text = text
                lines[position].text = ""
    lines[:] = [line for line in lines if line.text]


def _ask_at_once(lines: list[Line]) -> None:
    """`if x:` for `condition = x` and `if condition:` that nothing stands between; `while y:` where that is left."""
    for position in range(len(lines) - 2, -1, -1):
        line, after = lines[position : position + 2]
        given = JUDGED.fullmatch(line.text) or CHOSEN.fullmatch(line.text)
        if given is None or line.note or after.indent != line.indent or after.source != line.source:
            continue
        asked = re.fullmatch(rf"(if|if not|match) {given[1]}:", after.text)
        code = given[2] if asked is None or asked[1] != "if not" else negated(given[2]) or f"not ({given[2]})"
        if asked is None or len(code) + 4 * line.indent > WIDE:
            continue
        after.text = f"{asked[1].removesuffix(' not')} {code}:"
        del lines[position]
        _turn_while(lines, position - 1, code)


def _go_on(lines: list[Line]) -> None:
    """`while not take_turn(a): pass`, and `while not done: done, t = take_turn(t)`, for loops that do nothing else."""
    for head in range(len(lines) - 3, -1, -1):
        body = lines_under(lines, head) if lines[head].text == "while True:" else []
        if any(line.note for line in (lines[head], *body)) or [line.text for line in body[-1:]] != ["break"]:
            continue
        indent = lines[head].indent
        given = LAST_TURN.fullmatch(body[0].text) if len(body) == 3 else None
        if given is not None and body[1].text == f"if {given[1]}:":
            lines[head : head + 4] = [
                Line(indent, f"{given[1]} = False", lines[head].source),
                Line(indent, f"while not {given[1]}:", lines[head].source), body[0],
            ]  # fmt: skip
        elif len(body) == 2 and (called := re.fullmatch(r"if ((?!gw\.)\w+\([\w., ]*\)):", body[0].text)):
            lines[head : head + 3] = [
                Line(indent, f"while not {called[1]}:", body[0].source), Line(indent + 1, "pass", body[0].source)
            ]  # fmt: skip


def _turn_while(lines: list[Line], head: int, code: str) -> None:
    """`while y:` for a loop that begins with `if not y: break`"""
    four = [line.text for line in lines[head : head + 4]]
    if head < 0 or len(four) < 4 or four[:1] + four[2:3] != ["while True:", "break"] or lines[head].note:
        return
    if lines[head + 3].indent != lines[head].indent + 1 or four[3].startswith("el") or not (turned := negated(code)):
        return
    lines[head].text, lines[head].source = f"while {turned}:", lines[head + 1].source
    del lines[head + 1 : head + 3]


def _misplaced(lines: list[Line], uncertain: Collection[str]) -> bool:
    """Whether an error would come to stand in another line of BASIC."""
    return len({line.source for line in lines}) > 1 and any(code in line.text for line in lines for code in uncertain)


def _both(pattern: re.Pattern[str], lines: list[Line]) -> tuple[re.Match[str] | None, re.Match[str] | None]:
    """What a pattern finds in two lines that follow each other."""
    if not _level(lines, 2):
        return None, None
    return pattern.fullmatch(lines[0].text), pattern.fullmatch(lines[1].text)


def _looked_at(name: str, lines: list[Line]) -> bool:
    return sum(mentions(line.text, name) for line in lines) > 1


def _level(lines: list[Line], count: int) -> bool:
    """Whether so many lines follow each other without anything between them."""
    if len(lines) < count:
        return False
    indent = lines[0].indent
    return all(line.indent == indent and not line.note for line in lines[:count])


# ---- branches -------------------------------------------------------------------------------------------------------


def _arms(lines: list[Line]) -> tuple[str, list[str]] | None:
    """The test of an `if`, and its one or two arms, if each is one line."""
    head = lines[0]
    if not head.text.startswith("if ") or WORDS.search(_without_texts(head.text[3:])):
        return None
    arms = [lines[1]]
    after = lines[2:]
    if after and (after[0].indent, after[0].text) == (head.indent, "else:"):
        arms.append(after[1])
        after = after[2:]
    if after and (after[0].indent > head.indent or after[0].text.startswith(("elif ", "else:"))):
        return None
    if any(line.indent != head.indent + 1 or not line.working for line in arms):
        return None
    used = [head, *arms]
    sources = {line.source for line in used if line.source}
    if any(line.note for line in used) or (
        len(sources) > 1 and not all(UNFAILING.fullmatch(_shown(line.text)) for line in arms)
    ):
        return None  # the lines of their errors are not the same
    return head.test, [line.text for line in arms]


def _without_texts(code: str) -> str:
    return re.sub(TEXT, '""', code)


def _shown(text: str) -> str:
    """The constant text that a line prints, or the line itself."""
    printed = PRINTED.fullmatch(text)
    return printed[2] or '""' if printed and not (printed[2] or "").startswith("f") else text


def _chosen(test: str, one: str, two: str) -> str:
    """`one if test else two`"""
    if re.fullmatch(r"not [\w.]+", test):
        test, one, two = test[4:], two, one
    if {one, two} == {"True", "False"}:
        truth = is_truth(test) and not UNTYPED.search(test)
        return negated(test) or f"not ({test})" if one == "False" else test if truth else f"bool({test})"
    ordered = re.fullmatch(rf"({SIDE}) ([<>])(=?) ({SIDE})", test)
    if ordered and {one, two} == {ordered[1], ordered[4]}:
        smaller = (one == ordered[1]) == (ordered[2] == "<")
        pair = (one, two) if ordered[3] else (two, one)  # Python takes the first of equal ones
        return f"{'min' if smaller else 'max'}({', '.join(pair)})"
    return f"{one} if {test} else {two}"


def _extreme(lines: list[Line]) -> Short | None:
    """`x = min(x, 9)`"""
    test = ORDERED.fullmatch(lines[0].text)
    found = _arms(lines) if test else None
    if test is None or found is None or len(found[1]) > 1:
        return None
    left, symbol, right = test.groups()
    smaller = symbol == ">"
    for limit in (right, f"Single({right})"):
        if found[1][0] == f"{left} = {limit}":
            return f"{left} = {'min' if smaller else 'max'}({left}, {limit})", 2
    if found[1][0] == f"{right} = {left}":
        return f"{right} = {'max' if smaller else 'min'}({right}, {left})", 2
    return None


def _bounded(lines: list[Line]) -> Short | None:
    """`x = y + 1` and `x = min(x, 9)`: `x = min(y + 1, 9)`"""
    first, second = _both(GIVEN, lines)
    limit = second and re.fullmatch(rf"(min|max)\({re.escape(second[1])}, ({PLACE}|{NUMBER}|{SINGLE})\)", second[4])
    if not first or not second or not limit or first[1] != second[1] or second[3]:
        return None
    if mentions(limit[2], first[1]) or "[" in first[1] or ("[" in limit[2] and lines[0].source != lines[1].source):
        return None
    code = first[4]
    if first[3]:
        if not SIMPLE.fullmatch(code) or code.startswith("-"):
            return None
        code = f"{first[1]} {first[3]} {code}"
    if code.startswith(f"{limit[1]}(") and _closing(code, len(limit[1])) == len(code) - 1:
        code = code[len(limit[1]) + 1 : -1]  # `min(a, b, 9)`
    return f"{first[1]}{first[2] or ''} = {limit[1]}({code}, {limit[2]})", 2


def _closing(code: str, opening: int) -> int:
    """Where the bracket that opens at a place is closed."""
    level = 0
    for at, char in enumerate(QUOTED_TEXT.sub(lambda text: "x" * len(text[0]), code)):
        level += (char == "(") - (char == ")")
        if at >= opening and not level:
            return at
    return len(code)


def _sliced(lines: list[Line]) -> Short | None:
    """`a = input()[:1]` for `a = input()` and `a = a[:1]`"""
    first, second = _both(GIVEN, lines)
    if not first or not second or first[2] or first[3] or second[2] or second[3] or first[1] != second[1]:
        return None
    part = re.fullmatch(rf"{re.escape(first[1])}(\[\d*:\d*\])", second[4])
    whole = re.fullmatch(rf"[\w.]+\((?:{TEXT}|[\w., ])*\)|\w+", first[4])
    return (f"{first[1]} = {first[4]}{part[1]}", 2) if part and whole else None


def _floored(lines: list[Line]) -> Short | None:
    """`x = floor(ask_x())` for `x = ask_x()` and `x = floor(x)`"""
    first, second = _both(GIVEN, lines)
    if not first or not second or first[1] != second[1] or second[2] or second[3] or "[" in first[1]:
        return None
    whole = re.fullmatch(rf"(floor|int)\({re.escape(first[1])}\)", second[4])
    if not whole or (first[3] and not SIMPLE.fullmatch(first[4])) or WORDS.search(_without_texts(first[4])):
        return None
    code = f"{first[1]} {first[3]} {first[4]}" if first[3] else first[4]
    return f"{first[1]}{first[2] or ''} = {whole[1]}({code})", 2


def _either(lines: list[Line]) -> Short | None:
    """`x = 1 if y == 5 else 2`; `print("YES" if y == 5 else "NO")`"""
    found = _arms(lines) if len(lines) > 3 else None
    if found is None or len(found[1]) < 2 or found[1][0] == found[1][1]:
        return None
    test, (one, two) = found
    shown, other = PRINTED.fullmatch(one), PRINTED.fullmatch(two)
    if shown and other and (shown[2] or other[2]) and shown.group(1, 3) == other.group(1, 3):
        end = f", {shown[3]}" if shown[3] else ""
        return f"{shown[1]}({_chosen(test, shown[2] or NOTHING, other[2] or NOTHING)}{end})", 4
    first, second = GIVEN.fullmatch(one), GIVEN.fullmatch(two)
    if not first or not second or first[1] != second[1] or WORDS.search(_without_texts(first[4] + second[4])):
        return None
    sign, code, less = first[3], first[4], second[4]
    if {sign, second[3]} == {"+", "-"} and code == less and re.fullmatch(r"[\d.]+", code):
        code, less = (code, f"-{code}") if sign == "+" else (f"-{code}", code)
        sign = "+"
    elif sign != second[3]:
        return None
    return f"{first[1]}{first[2] or ''} {sign}= {_chosen(test, code, less)}", 4


def _preset(lines: list[Line]) -> Short | None:
    """`x = 0` before `if y == 5:` and `x = 1`: `x = 1 if y == 5 else 0`."""
    first = GIVEN.fullmatch(lines[0].text)
    if not first or first[3] or not SIMPLE.fullmatch(first[4]) or "[" in first[1] or not _level(lines, 2):
        return None
    found = _arms(lines[1:]) if len(lines) > 2 else None
    second = GIVEN.fullmatch(found[1][0]) if found is not None and len(found[1]) == 1 else None
    if found is None or second is None or (second[1], second[3]) != (first[1], ""):
        return None
    for code in (found[0], second[4]):
        if mentions(code, first[1]) or WORDS.search(_without_texts(code)) or not _cannot_fail(code):
            return None
    return f"{first[1]}{first[2] or ''} = {_chosen(found[0], second[4], first[4])}", 3


def _returned(lines: list[Line]) -> Short | None:
    """`return 1 if x == 5 else 2`; `return x == 5, y`; `return y, x == 5`"""
    found = _arms(lines) if len(lines) > 2 else None
    if found is None or len(found[1]) > 1 or lines[2].indent != lines[0].indent or lines[2].note:
        return None
    texts = (found[1][0], lines[2].text)
    told = [TOLD.fullmatch(text) for text in texts]
    if told[0] and told[1] and told[0][1] + told[0][3] and told[0].group(1, 3) == told[1].group(1, 3):
        code = _chosen(found[0], told[0][2], told[1][2])
        unsettled = "g." in told[0][1] and "(" in code  # which may be changed where it is asked
        return None if code.startswith("bool(") or unsettled else (f"return {told[0][1]}{code}{told[0][3]}", 3)
    codes = [text.removeprefix("return ") for text in texts]
    if any(code == text or not SIMPLE.fullmatch(code) for code, text in zip(codes, texts, strict=True)):
        return None
    return f"return {_chosen(found[0], *codes)}", 3


def _equal(lines: list[Line]) -> Short | None:
    """`a[i] = b[i] = 0`, where one line of BASIC has both."""
    if not _level(lines, 2) or lines[0].source != lines[1].source:
        return None
    *before, value = lines[0].text.split(" = ")
    last = GIVEN.fullmatch(lines[1].text)
    if last is None or last[2] or last[3] or last[4] != value or not SIMPLE.fullmatch(value) or "[" in value:
        return None
    targets = [*before, last[1]]
    if len(targets) > MOST_EQUAL or not all(re.fullmatch(PLACE, target) for target in targets):
        return None
    alone = all(not mentions(two, one) for one in targets for two in [*targets, value] if one is not two)
    return (f"{' = '.join(targets)} = {value}", 2) if alone and any("[" in target for target in targets) else None


def _awaited(lines: list[Line]) -> Short | None:
    """`while (a := inkey()) == "":`, where nothing else is done in each turn."""
    if len(lines) < 4 or lines[0].text != "while True:" or not _level(lines[1:], 2) or lines[0].note or lines[3].note:
        return None
    if lines[1].indent != lines[0].indent + 1 or lines[3].indent != lines[1].indent + 1 or lines[3].text != "break":
        return None
    if len(lines) > 4 and lines[4].indent > lines[0].indent:
        return None
    given = GIVEN.fullmatch(lines[1].text)
    if not given or given[2] or given[3] or not given[1].isidentifier():
        return None
    test = re.fullmatch(rf"if {given[1]} (==|!=|[<>]=?) ({TEXT}|[\w.]+):", lines[2].text)
    if not test or test[2] == given[1]:
        return None
    return f"while ({given[1]} := {given[4]}) {OPPOSITES[test[1]]} {test[2]}:", 3


# ---- runs of PRINT --------------------------------------------------------------------------------------------------


def _printed_on(lines: list[Line]) -> Short | None:
    """`print("A", end="")` and `print("B")`: `print("AB")`"""
    first, second = _both(PRINTED, lines)
    if first and second and first[3] and first[1] == second[1] == "print":
        return _print(first[2], "", second[2], second[3]), 2
    (start, _), (_, more) = _both(GOES_ON, lines), _both(LISTED, lines)
    if start and more and (lines[0].source == lines[1].source or LISTED.fullmatch(lines[0].text)):
        return f"{start[1]}{f', {more[1]}' if more[1] else ''}{f', {more[2]}' if more[2] else ''})", 2
    return None


def _printed_below(lines: list[Line]) -> Short | None:
    """An empty line above or below a text, one below anything, and two texts of one line of BASIC."""
    if _level(lines, 2) and SHOWN.fullmatch(lines[0].text) and (empty := EMPTY.fullmatch(lines[1].text)):
        return f'{lines[0].text[:-1]}, end="\\n{empty[1] or NEWLINE}")', 2
    first, second = _both(PRINTED, lines)
    if not first or first[3]:
        return None
    if first[1] == "gw.print" and (not first[2] or lines[0].source == lines[1].source):
        if empty := EMPTY.fullmatch(lines[1].text):
            text = f"{first[2]}, " if first[2] else ""
            return f'gw.print({text}end="\\n{empty[1] or NEWLINE}")', 2
        if rest := BELOW.fullmatch(lines[1].text):
            return f'gw.print({first[2] or NOTHING}, {rest[1]}, sep="\\n")', 2
    if not second or not first[1] == second[1] == "print":
        return None
    if first[2] and second[2] and (lines[0].source != lines[1].source or "f" in (first[2][0], second[2][0])):
        return None
    return _print(first[2], r"\n", second[2], second[3]), 2


def _print(one: str | None, between: str, two: str | None, end: str | None) -> str:
    """`print(f"{one}\\n{two}")`"""
    texts = [text or '""' for text in (one, two)]
    formatted = any(text[0] == "f" for text in texts)
    if formatted:
        texts = [text[1:] if text[0] == "f" else text.replace("{", "{{").replace("}", "}}") for text in texts]
    text = texts[0][1:-1] + between + texts[1][1:-1]
    shown = f'{"f" * formatted}"{text}"' if text else ""
    return f"print({', '.join(part for part in (shown, end) if part)})"


RULES: tuple[tuple[str, Rule], ...] = (  # each with a sign that the first of its lines has
    ("print(", _printed_on), ("print(", _printed_below), (" = ", _sliced), ("= ", _floored), ("if ", _extreme),
    ("= ", _bounded), ("if ", _either), ("= ", _preset), ("if ", _returned), (" = ", _equal), ("while ", _awaited),
)  # fmt: skip
