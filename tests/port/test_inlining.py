"""Ported programs run code without calls: the same numbers, the same messages, the same lines as with the calls."""

from __future__ import annotations

import ast
import contextlib
import linecache
from collections.abc import Sequence
from random import Random
from textwrap import indent
from types import CodeType, FunctionType
from typing import Any

import pytest
from paths import BENCH

from basic.gw.program import Program
from basic.gw.speedup import inlining
from basic.gw.speedup.bounds import Bounds
from basic.gw.speedup.rewriting import rewritten
from basic.machine.machine import Machine
from basic.machine.terminal import MemoryTerminal
from basic.porting import to_python
from basic.values import double, single


def run(
    text: str, path: str, monkeypatch: pytest.MonkeyPatch, calls: bool = False, typed: Sequence[str] = ()
) -> tuple[str, dict[str, Any]]:
    """What a program shows, and its names; with its calls, if so wanted."""
    terminal = MemoryTerminal(typed)
    scope: dict[str, Any] = {"__name__": "__main__"}
    with monkeypatch.context() as patch:
        patch.setattr(Program, "computer", lambda *_: Machine(terminal))
        patch.setitem(linecache.cache, path, (len(text), None, text.splitlines(True), path))
        if calls:
            patch.setattr(inlining, "inline", lambda *_: None)
        with contextlib.suppress(SystemExit):
            exec(compile(text, path, "exec"), scope)
    terminal.flush()
    return terminal.text, scope


def both(text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a program shows, with and without calls."""
    shown, scope = run(text, "<inlined>", monkeypatch)
    called, plain = run(text, "<called>", monkeypatch, calls=True)
    assert shown == called
    functions = [name for name, value in scope.items() if isinstance(value, FunctionType) and name in ("main", "sub")]
    assert any(scope[name].__code__.co_code != plain[name].__code__.co_code for name in functions)
    return shown


def program(*functions: str) -> str:
    return "\n\n".join((
        "from math import floor", "from basic.library import strings",
        "from basic.gw.program import Program, byte, index, integer, join", "from basic.values import double",
        "gw = Program()",
        *functions, "gw.run(main)\n",
    ))  # fmt: skip


def singles(random: Random) -> list[float]:
    """Numbers of all sizes, near each other and far apart, with few bits and with many."""
    found: list[float] = [0, 1, -1, 2, 10, 16777215, -16777216, 0.5, single.MAX, -single.MAX, single.MIN]
    while len(found) < 120:
        bits = random.choice((2, 5, 12, 24, 24))
        number = random.getrandbits(bits) * 2.0 ** random.choice((0, -8, -24, random.randint(-150, 100)))
        if not number or single.MIN <= number <= single.MAX:
            found.append(random.choice((1, -1)) * single.nearest(number))
    return found


ARITHMETIC = '''\
def main() -> None:
    for x in NUMBERS:
        for y in NUMBERS:
            RESULTS.append((gw.add(x, y), gw.subtract(x, y), gw.multiply(x, y), gw.multiply(x, x), gw.divide(x, y)))
            RESULTS.append(gw.add(gw.multiply(x, y), gw.subtract(x, gw.multiply(2, y))))
            RESULTS.append((gw.add(x, y) > 4, gw.subtract(x, y) <= -1.5, gw.multiply(x, y) < 0.25))
'''


def test_singles(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(1983)
    for _ in range(3):
        numbers = singles(random)
        text = program(f"NUMBERS: list[float] = {numbers!r}", "RESULTS: list[object] = []", ARITHMETIC)
        shown, scope = run(text, "<inlined>", monkeypatch)
        called, plain = run(text, "<called>", monkeypatch, calls=True)
        assert len(scope["RESULTS"]) == 3 * len(numbers) ** 2
        assert scope["RESULTS"] == plain["RESULTS"]
        assert shown == called
        assert "Overflow" in shown
        assert "Division by zero" in shown


DOUBLES = '''\
def main() -> None:
    for x in NUMBERS:
        for y in NUMBERS:
            RESULTS.append((gw.add_double(x, y), gw.subtract_double(x, y), gw.multiply_double(x, y)))
            RESULTS.append(gw.divide_double(gw.add_double(x, double.ONE), gw.multiply_double(3 * double.ONE, y)))
        for k in range(1, 30):
            d = k * double.ONE
            RESULTS.append(gw.divide_double(x, gw.subtract_double(gw.multiply_double(2 * double.ONE, d), double.ONE)))
            RESULTS.append(gw.divide_double(x, k * double.ONE) > gw.divide_double(x, (k - 15) * double.ONE))
'''


def doubles(random: Random) -> list[int]:
    """Numbers of all sizes, whole ones, and ones that differ in a last place."""
    found = [0, double.ONE, -double.ONE, double.MAX, -double.MAX, double.MIN, 7 << double.SCALE, 10**9 << double.SCALE]
    while len(found) < 80:
        number = random.getrandbits(56) | 1 << 55
        place = random.choice((double.SCALE - 55, double.SCALE - 54, random.randint(1, 255)))
        found += [number << place, -number << place, (number ^ 1) << place]
    return found


def test_doubles(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = doubles(Random(1981))
    text = program(f"NUMBERS = {numbers!r}", "RESULTS: list[object] = []", DOUBLES)
    shown, scope = run(text, "<inlined>", monkeypatch)
    called, plain = run(text, "<called>", monkeypatch, calls=True)
    assert len(scope["RESULTS"]) == 2 * len(numbers) ** 2 + 58 * len(numbers)
    assert scope["RESULTS"] == plain["RESULTS"]
    assert shown == called
    assert "Overflow" in shown
    assert "Division by zero" in shown


CHANGES = {
    "another whole number": "k = 5",
    "both at once": "d, k = k * double.ONE, 8",
    "another value in a loop": "for _ in range(3):\n        show(d)\n        d = gw.add_double(d, double.ONE)",
    "another value in a condition": "while gw.divide_double(double.ONE, d) > show(0):\n        d = 0 - d",
    "another value in one case": "if k > 3:\n        d = gw.add_double(d, d)",
    "another value in the other case": (
        "if k > 4:\n        d = 7 * double.ONE\n    else:\n        d = gw.add_double(d, double.ONE)\n        show(d)"
    ),
    "another value in an expression": (
        "e = gw.multiply_double((d := 7 * double.ONE), gw.multiply_double(d, d))\n    show(e)"
    ),
    "another function's": (
        "def other():\n        nonlocal d\n        d = 7 * double.ONE\n    d = k * double.ONE\n    other()"
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_double_that_was_a_whole_number(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shows = "gw.print(gw.single(gw.divide_double(double.ONE, d)))\n"
    show = f"def show(d: int) -> int:\n    {shows}    return d"
    main = f"def main() -> None:\n    k = 4\n    d = k * double.ONE\n    {shows}    {CHANGES[name]}\n    {shows}"
    assert both(program(show, main), monkeypatch).startswith(" .25 \n")


WHOLE = '''\
def main() -> None:
    k, n = 1, 16777000
    for i in range(40):
        k = gw.multiply_whole(k, 3)
        n = gw.add_whole(n, i)
        gw.print(k, n, gw.subtract_whole(n, gw.add_whole(gw.multiply_whole(3, k), 1)), floor(gw.divide(n, 7)))
'''


def test_whole_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = both(program(WHOLE), monkeypatch)
    assert "1.677721E+07" in shown


def test_halves_and_what_they_are_halves_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice a whole number keeps all its bits; four times the half of one may be too large."""
    main = (
        "def main() -> None:\n    n = 2\n    for k in range(1, 126):\n        n = gw.multiply_whole(n, 2)\n"
        "        h = gw.subtract_whole(n, gw.multiply_whole(k, k)) // 2\n        if k % 40 == 20:\n"
        "            gw.print(gw.add_whole(h, h), gw.multiply_whole(2, h), gw.multiply_whole(h, 4))\n"
        "    h = gw.multiply_whole(n, 1024) // 2\n"
        "    gw.print(gw.add_whole(h, h))\n    gw.print(gw.multiply_whole(h, 4))\n"
    )
    assert both(program(main), monkeypatch) == (
        " 2096752  2096752  4193504 \n 2.305843E+18  2.305843E+18  4.611686E+18 \n"
        " 2.535301E+30  2.535301E+30  5.070603E+30 \n"
        "Overflow\n 1.701412E+38 \nOverflow\n 1.701412E+38 \n"
    )


def test_counting_stops_where_a_number_has_no_more_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    main = (
        "def main() -> None:\n    k, n = 16777210, 0\n    for _ in range(20):\n        k = gw.add_whole(k, 1)\n"
        "        n = gw.subtract_whole(n, 8388607)\n    gw.print(k, n)\n"
        "    for _ in range(3):\n        k = gw.subtract_whole(k, 1)\n    gw.print(k)\n"
    )
    assert both(program(main), monkeypatch) == " 1.677722E+07 -1.677722E+08 \n 1.677721E+07 \n"


def test_what_nobody_looks_at() -> None:
    """Mere counters, and doubles that stand as the whole numbers that they are; a counter that is looked at stays."""
    main = (
        "def main() -> None:\n    s = 0\n    for k in range(1, 9):\n        d = k * double.ONE\n"
        "        s = gw.add_double(s, gw.divide_double(double.ONE, d))\n"
        "    for i in range(5, 0, -1):\n        pass\n    for j in range(5):\n        pass\n    gw.print(j, s)\n"
    )
    code = main_of(program(main))
    assert "d" not in code.co_varnames
    assert {"k", "i", "j"} <= set(code.co_varnames)
    assert 5 in code.co_consts
    assert "repeat" in code.co_names
    assert "s" in code.co_varnames


ERRORS = {
    "an integer": ("    i = 32760\n    while True:\n        i = integer(i + 1)  # 20\n", "Overflow in 20"),
    "a subscript": ("    i = 2\n    a = [0] * 3\n    while True:\n        i -= 1\n        a[index(i)] = 1  # 30\n",
                    "Illegal function call in 30"),
    "a byte": ("    i = 250\n    while True:\n        i += 1\n        gw.print(chr(byte(i)))  # 40\n",
               "Illegal function call in 40"),
    "a text": ('    s = ""\n    while True:\n        s = join(s, "0123456789")  # 50\n', "String too long in 50"),
    "a character": ('    s = ""\n    gw.print(strings.asc(s[:1]))  # 60\n', "Illegal function call in 60"),
}  # fmt: skip


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    body, message = ERRORS[name]
    assert message in both(program("def main() -> None:\n" + body), monkeypatch)


def test_errors_in_what_stands_in_the_place_of_a_call(monkeypatch: pytest.MonkeyPatch) -> None:
    sub = "def sub_100(a: int, t: int) -> int:\n    a = integer(a + a)  # 100\n    return gw.add_whole(a, t)"
    main = "def main() -> None:\n    t = 1\n    for a in range(20000, 0, -1):\n        t = sub_100(9000 + t, a)  # 10\n"
    shown = both(program(sub, main), monkeypatch)
    assert "Overflow in 100" in shown


def test_names_stay_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Variables of a function and of the one it stands in, its own temporary names, and those of BASIC's T1."""
    sub = "def sub_100(a: int, t1: int) -> tuple[int, int]:\n    x = gw.add_whole(a, t1)\n    a = x\n    return a, x"
    main = (
        "def main() -> None:\n    a, x, t1 = 1, 2, 3\n    for _ in range(3):\n        t1, x = sub_100(x, t1)\n"
        "        a = gw.add_whole(a, gw.add_whole(t1, gw.multiply_whole(x, gw.add_whole(x, t1))))\n"
        "        gw.print(a, x, t1)\n"
    )
    assert both(program(sub, main), monkeypatch) == " 56  5  5 \n 266  10  10 \n 1086  20  20 \n"


TAIL = "def sub_100(b: float, w: int) -> tuple[bool, float]:\n"
ENDS_WITH_ANOTHER = {
    "one": "    if w:\n        return False, b\n    return sub_200(b)\n",
    "one of two": "    return (False, b) if w else sub_200(b)\n",
}


@pytest.mark.parametrize("name", ENDS_WITH_ANOTHER)
def test_what_another_function_gives_back(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A function that ends with another gives back its parts: a number that is not whole, after all."""
    main = (
        "def main() -> None:\n    b: float = 0\n    a = [7, 8, 9]\n"
        "    for _ in range(2):\n        done, b = sub_100(b, 0)\n        gw.print(a[index(gw.add(b, 1))])\n"
    )
    sub = "def sub_200(b: float) -> tuple[bool, float]:\n    return True, gw.add(b, gw.divide(1, 2))"
    assert both(program(TAIL + ENDS_WITH_ANOTHER[name], sub, main), monkeypatch) == " 9 \n 9 \n"


def test_what_nobody_wants_is_asked_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call whose result is not looked at stands in a loop; what it returns asks for a number."""
    source = "10 GOSUB 100: PRINT A: FOR I=1 TO 2: GOSUB 100: NEXT: INPUT B: PRINT B: END\n100 INPUT A: RETURN\n"
    text = to_python(source, exact=True)
    assert "        ask_a()\n" in text
    assert "return gw.input_number()" in text
    shown, _ = run(text, "/asking.py", monkeypatch, typed=["1", "2", "3", "4"])
    assert shown.endswith(" 4 \n")


ROWS = "    a = [[1, 2, 3] for _ in range(3)]\n    i, n = 1, 2\n"
ADDS = "for k in range(3):\n        a[i][k] = gw.add(a[i][k], k)\n        "
REPLACED = {
    "by another list": f"{ADDS}a[i] = [7, 7, 7]\n",
    "by a routine": f"{ADDS}clear(a)\n",
    "all at once": f"{ADDS}a[:] = [[7] * 3 for _ in range(3)]\n",
    "with the list": f"{ADDS}a = [[7] * 3 for _ in range(3)]\n",
    "under another name": (
        "b = a if n else [[0]]\n    while n > -1:\n        a[i][n] = gw.subtract(a[i][n], n)\n"
        "        b[i] = [7, 7, 7]\n        n -= 1\n"
    ),
}


@pytest.mark.parametrize("name", REPLACED)
def test_rows_that_are_replaced_in_a_loop(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clear = "def clear(b: list[list[int]]) -> None:\n    b[1] = [7, 7, 7]\n    gw.print()"
    text = program(clear, f"def main() -> None:\n{ROWS}    {REPLACED[name]}    gw.print(a[1][0], a[1][2])\n")
    assert both(text, monkeypatch).endswith(" 7  7 \n")
    assert "_row1" not in main_of(text).co_varnames


KEPT = {
    "by a counter": (
        "for j in range(2):\n        for k in range(3):\n            a[j][k] = gw.add(a[j + 1][k], a[2][k])\n"
    ),
    "another list gets a row": (
        "b = [[0] * 3 for _ in range(3)]\n    for k in range(3):\n"
        "        a[i - 1][k] = gw.add(a[i][k], a[n][k])\n        b[k] = [k]\n"
    ),
    "a row that is another at the end": (
        "for k in range(3):\n        a[i - 1][k] = gw.add(a[i][k], a[n][k])\n    i = 0\n    n = 0\n"
    ),
}


@pytest.mark.parametrize("name", KEPT)
def test_rows_that_stay_are_taken_before_a_loop(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = program(f"def main() -> None:\n{ROWS}    {KEPT[name]}    gw.print(a[0][0], a[0][2])\n")
    assert both(text, monkeypatch) == " 2  6 \n"
    assert "_row1" in main_of(text).co_varnames


def test_rows_that_are_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row is asked for where the program does so, after all that comes before."""
    main = (
        "    for i in range(1, 5):\n        for k in range(3):\n            if i < 3 or k == 2:\n"
        '                gw.print(gw.multiply(i, k), end="")\n                a[i][k] = gw.add(a[i][k], k)  # 20\n'
    )
    shown = both(program(f"def main() -> None:\n{ROWS}{main}"), monkeypatch)
    assert shown == " 0  1  2  0  2  4  6 \nSubscript out of range in 20\n"


def main_of(text: str) -> CodeType:
    """The code that a file's `main` gets."""
    scope: dict[str, Any] = {"__name__": "file"}
    exec(text.removesuffix("gw.run(main)\n"), scope)
    module = rewritten(text, "file", scope, scope["gw"])
    assert module is not None
    found: CodeType = next(code for code in module.co_consts if getattr(code, "co_name", "") == "main")
    return found


def test_the_places_of_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """A character is taken out by its place only where the text and the counter stay what they are."""
    main = (
        'def main() -> None:\n    s, t = "CAT", ""\n'
        "    for i in range(1, len(s) + 1):\n        t = join(t, s[i - 1 : i])\n"
        "    for i in range(len(t), 0, -1):\n        t = t[:2]\n        gw.print(t[i - 1 : i], s[i - 1 : i])\n"
        '    for i in range(1, len(s) + 1):\n        i += 1\n        gw.print(s[i - 1 : i], end="")\n    gw.print()\n'
    )
    assert both(program(main), monkeypatch) == "T\nAA\nCC\nAT\n"


def test_a_text_that_is_too_long_stays_what_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made longer where it stands, by one character or by what is not known."""
    main = (
        'def main() -> None:\n    s, t = "CAT", ""\n'
        "    for k in range(300):\n        with suppress(BasicError):\n            t = join(t, t, s[:2])\n"
        "    gw.print(len(t))\n"
        "    for k in range(99):\n        for i in range(1, len(s) + 1):\n"
        "            with suppress(BasicError):\n                t = join(t, s[i - 1 : i])\n"
        "    gw.print(len(t), t[-3:])\n"
    )
    needed = "from contextlib import suppress", "from basic.gw.program import BasicError"
    assert both(program(*needed, main), monkeypatch) == " 254 \n 255 CAC\n"


LENGTHS = {  # and how long the text is in the end
    "a text turned round": ("for char in reversed(s):\n    r = join(r, char)\n", " 255 \n"),
    "what begins with something": ('r = "+"\nfor char in s:\n    r = join(r, char)\n', "String too long 255 \n"),
    "two characters a turn": (
        "for i in range(1, len(s) + 1):\n    r = join(r, s[i - 1 : i], s[:1])\n", "String too long 254 \n",
    ),
    "twice in a turn": ("for char in s:\n    r = join(r, char)\n    r = join(r, char)\n", "String too long 255 \n"),
    "one of two": (
        'for char in s:\n    r = join(r, "-") if char == " " else join(r, chr(ord(char) + 1))\n', " 255 \n",
    ),
    "one of two, and another": (
        'for char in s:\n    r = join(r, "-") if char == " " else join(r, char)\n    if len(r) > 253:\n'
        '        r = join(r, "+")\n', "String too long 255 \n",
    ),
    "a few turns": ('for k in range(1, 26):\n    if k > 5:\n        r = join(r, "0123456789")\n', " 200 \n"),
    "too many turns": ('for k in range(1, 27):\n    r = join(r, "0123456789")\n', "String too long 250 \n"),
    "a loop in a loop": (
        'for k in range(26):\n    for i in range(10):\n        r = join(r, "*")\n', "String too long 255 \n",
    ),
    "parts": ("r = join(s[:100], s[-100:], chr(65))\n", " 201 \n"),
    "parts of which one has no end": ("r = join(s[:100], s[-100:], s[100:])\n", "String too long 0 \n"),
}  # fmt: skip


@pytest.mark.parametrize("name", LENGTHS)
def test_how_long_texts_become(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Measured or not: they are no longer than 255 characters, and what is too long stays what it was."""
    body, shown = LENGTHS[name]
    main = (
        'def main() -> None:\n    s = ""\n    while len(s) < 255:\n        s = join(s, "*")\n    r = ""\n'
        f"    try:\n{indent(body, ' ' * 8)}"
        '    except BasicError:\n        gw.print("String too long", end="")\n    gw.print(len(r))\n'
    )
    assert both(program("from basic.gw.program import BasicError", main), monkeypatch) == shown


def test_a_text_that_is_not_measured() -> None:
    main = (
        'def main() -> None:\n    s = "CAT"\n    r = ""\n    for char in s:\n        r = join(r, char)\n'
        "    gw.print(r)\n"
    )
    assert "too_long" not in main_of(program(main)).co_names
    assert "too_long" in main_of(program(main.replace('""', '"+"'))).co_names


def test_random_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn without calls, and counted in a list that is looked into first."""
    main = (
        "def main() -> None:\n    h = [0] * 7\n    for k in range(60):\n        x = gw.randrange(6)\n"
        "        place = index(x + 1, of=h)\n        h[place] = gw.add_whole(h[index(x + 1)], 1)\n"
        "    gw.print(h[1], h[2], h[3], h[4], h[5], h[6], gw.randrange(1000), gw.multiply(gw.rnd(), 3))\n"
        "    gw.print(h[index(7, of=h)])  # 20\n"
    )
    assert "randrange" not in main_of(program(main)).co_names
    shown = both(program(main), monkeypatch)
    counted = list(map(int, shown.split()[:6]))
    assert sum(counted) == 60
    assert min(counted) > 2
    assert shown.endswith("Subscript out of range in 20\n")


def test_numbers_in_print(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that cannot be negative, those that can, and those of which nothing is known."""
    main = (
        "def main() -> None:\n    x = 0.1\n    for k in range(3):\n"
        '        gw.print(k / 4, (k - 1) / 4, x, gw.divide(x, -3), "A", gw.multiply(k, k))\n'
        "        x = gw.add(x, 16777216)\n"
    )
    assert both(program(main), monkeypatch).splitlines() == [
        " 0 -.25  .1 -3.333334E-02 A 0 ",
        " .25  0  1.677722E+07 -5592406 A 1 ",
        " .5  .25  3.355443E+07 -1.118481E+07 A 4 ",
    ]


def test_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commas, TAB and SPC among what is known to be a text or a number, and what is not."""
    main = (
        'def main() -> None:\n    w, x, y = "AB", 0.5, 1\n    z = -12345678 / 2\n    a = [0.1, "CD"]\n'
        "    for k in range(3):\n"
        "        x = gw.multiply(x, -3)\n"
        '        gw.print(k, ZONE, x, ZONE, w, ZONE, a[k % 2], ZONE, z, ZONE, "LAST")\n'
        '        gw.print("A", Tab(k + 3), x, Spc(2), w, ZONE, end="")\n        gw.print()\n'
        '        gw.print(a[k % 2], "B", end="")\n        gw.print(y)\n        gw.print(123456789012.0, ZONE, 1)\n'
    )
    needed = "from basic.gw.program import ZONE, Spc, Tab"
    assert both(program(needed, main), monkeypatch).splitlines()[:5] == [
        " 0            -1.5          AB             .1           -6172839 ",
        "LAST",
        "A -1.5   AB   ",
        " .1 B 1 ",
        " 1.234568E+11  1 ",
    ]


def known(text: str) -> Bounds:
    return Bounds(ast.parse(text), "gw")


@pytest.mark.parametrize("divisors", [range(1, 4), range(2, 9), range(5, 1)])
@pytest.mark.parametrize("numbers", [range(-7, 9), range(3, 5), range(-9, -2)])
def test_bounds_of_quotients(numbers: range, divisors: range) -> None:
    """They hold all that there can be; there may be none, where a program never comes to it."""
    loops = f"    for i in {numbers}:\n        for k in {divisors}:\n            q = i // k"
    found = known(program(f"def main() -> None:\n{loops}")).known["main", "q"]
    quotients = [i // k for i in numbers for k in divisors]
    assert found.whole and found.low is not None and found.high is not None
    assert all(found.low <= quotient <= found.high for quotient in quotients)


def test_bounds() -> None:
    bounds = known(program(
        "def sub(x: int, a: list[float]) -> int:\n    a[x] = gw.divide(x, 4)\n    return x // 2",
        "def main() -> None:\n    n, a, b = 0, [0] * 5, [0] * 5\n"
        "    for i in range(3, 10, 2):\n        n += sub(i, a)\n    other(b)\n"
        "    x = gw.input_number()\n    y = gw.multiply(x, x)\n    a, n = gw.anything()",
    ))  # fmt: skip
    assert bounds.known["sub", "x"].within(0, 9)
    assert bounds.known["sub", "()"].within(0, 9)
    assert bounds.known["main", "y"].low == 0
    assert not bounds.known["main", "x"].whole
    assert not bounds.known["main", "n"].whole  # what may be anything
    assert not bounds.expression("main", ast.parse("b[1]", mode="eval").body).bounded  # it was given to something else



def test_bounds_of_filled_lists() -> None:
    bounds = known(program(
        "def main() -> None:\n    a, b, c = [0] * 5, [[0] * 5 for _ in range(5)], [0] * 5\n"
        "    a[1:] = [0.5] * 4\n    b[:] = [[-3] * 5 for _ in range(5)]\n    b[2][1:3] = [9] * 2\n"
        "    c[2:] = other(c)\n    x = min(gw.anything(), 7)\n    for k in counting(1, 9):\n        a[k] = c[k] = k",
    ))  # fmt: skip
    assert not bounds.known["main", "a[]"].whole
    assert bounds.known["main", "a[]"].within(0, 8)
    assert (bounds.known["main", "b[]"].low, bounds.known["main", "b[]"].high) == (-3, 9)
    assert bounds.known["main", "c[]"].low is None
    assert bounds.known["main", "x"].high == 7
    assert bounds.known["main", "k"].within(0, 8)


def test_lists_that_are_looked_at() -> None:
    bounds = known(program("def main() -> None:\n    a = [7] * 5\n    look(a, len(a) - 1)\n    gw.print(a[1])"))
    assert bounds.expression("main", ast.parse("a[1]", mode="eval").body).within(7, 7)


def test_a_part_of_a_list_that_is_another() -> None:
    bounds = known(program("def main() -> None:\n    a, b = [0] * 5, [9] * 2\n    a[1:5] = b * 2\n    gw.print(a[1])"))
    assert not bounds.expression("main", ast.parse("a[1]", mode="eval").body).within(0, 0)


def test_lists_known_by_two_names() -> None:
    bounds = known(program(
        "def sub(x: list[int]) -> None:\n    x[1] = 1000",
        "def main() -> None:\n    a = [0] * 5\n    sub(a)\n    gw.print(a[1])",
    ))  # fmt: skip
    assert bounds.expression("main", ast.parse("a[1]", mode="eval").body).high == 1000


SHARED = (
    "from dataclasses import dataclass, field\n\n@dataclass\nclass State:\n    n: int = 3\n    x: float = 0\n"
    "    a: list[float] = field(default_factory=lambda: [0] * 5)\n"
    "    b: list[int] = field(default_factory=lambda: [1] * 5)\n"
    "    c: list[int] = field(default_factory=lambda: [1] * 5)\n\ng = State()"
)


def test_what_functions_share() -> None:
    bounds = known(program(
        SHARED,
        "def sub(k: int) -> None:\n    g.n = k // 2\n    g.x, g.a[1] = gw.input(1)\n    g.b[k] = 7\n    other(g.c)",
        "def main() -> None:\n    sub(100)\n    d, e = [[0] * 3] * 3, [[0] * 3] * 3\n"
        "    f, h = d[1], e[1]\n    f[2] = 1.5\n"
        "    return gw.add(h, e[1][1])",
    ))  # fmt: skip

    def of(code: str) -> tuple[bool, int | None, int | None]:
        found = bounds.expression("main", ast.parse(code, mode="eval").body)
        return found.whole, found.low, found.high

    assert of("g.n") == (True, 3, 50)
    assert of("g.x") == of("g.a[2]") == (False, None, None)
    assert of("g.b[2]") == (True, 1, 7)
    assert of("g.c[2]") == (False, None, None)
    assert of("d[0][0]") == (False, None, None)
    assert of("e[0][0]") == (True, 0, 0)


def test_without_source_the_calls_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    text = program(WHOLE)
    shown, _ = run(text, "<inlined>", monkeypatch)
    terminal = MemoryTerminal([])
    monkeypatch.setattr(Program, "computer", lambda *_: Machine(terminal))
    with contextlib.suppress(SystemExit):
        exec(compile(text, "<string>", "exec"), {"__name__": "__main__"})
    terminal.flush()
    assert terminal.text == shown


@pytest.mark.parametrize("name", ["mandel", "gosub"])
def test_benchmarks_are_rewritten(name: str) -> None:
    text = to_python((BENCH / f"{name}.bas").read_bytes().replace(b"Q!=1", b"Q!=9"), exact=True)
    scope: dict[str, Any] = {"__name__": name}
    exec(compile(text, name, "exec"), scope)
    module = rewritten(text, name, scope, scope["gw"])
    assert module is not None
    code = next(found for found in module.co_consts if getattr(found, "co_name", "") == "main")
    assert "rare" in code.co_names
    assert not any(found.startswith("sub_") for found in code.co_names)


def test_a_double_is_divided_by_a_whole_number() -> None:
    text = to_python((BENCH / "double.bas").read_bytes(), exact=True)
    scope: dict[str, Any] = {"__name__": "double"}
    exec(compile(text, "double", "exec"), scope)
    module = rewritten(text, "double", scope, scope["gw"])
    assert module is not None
    names = next(found for found in module.co_consts if getattr(found, "co_name", "") == "main").co_names
    assert {"divide_d_by", "rounding"} <= set(names)
    assert not {"divide_double", "add_double", "divide_d"} & set(names)


EDITED = {
    "a loop outside of functions": (
        "sums = []\nfor i in range(3):\n    sums.append(gw.add(i, 0.5))",
        "def main() -> None:\n    gw.print(gw.add(sums[2], 1))",
        " 3.5 \n",
    ),
    "a name that is another's there": (
        "n = 5\ndef sub() -> None:\n    gw.print(gw.add(n, 0.5))",
        "def main() -> None:\n    for n in range(3):\n        sub()\n",
        " 5.5 \n" * 3,
    ),
    "a function in another": (
        "def sub(x: float) -> None:\n    gw.print(x)",
        "def main() -> None:\n    a = [0] * 5\n    def handler() -> None:\n        a[3] = 0.5\n        sub(2.5)\n"
        "    handler()\n    gw.print(a[3])\n    gw.print(gw.add(a[3], a[3]))",
        " 2.5 \n .5 \n 1 \n",
    ),
    "a named argument": (
        "",
        "def main() -> None:\n    gw.print(integer(x=2.5))\n    gw.print(gw.add(1, 2.5))",
        " 3 \n 3.5 \n",
    ),
    "a Tab that is chosen": (
        "from basic.gw.program import Tab",
        'def main() -> None:\n    for k in range(2):\n        gw.print(Tab(5) if k else "", "x", gw.add(k, 0.5))',
        "x .5 \n    x 1.5 \n",
    ),
    "numbers with more digits": (
        "",
        "def main() -> None:\n    x = 1e-20\n    gw.print(1e-20, x, -x, abs(x), 3 / 4)\n    gw.print(gw.add(x, x))",
        " 9.999999E-21  9.999999E-21 -9.999999E-21  9.999999E-21  .75 \n 2E-20 \n",
    ),
    "a field by another name": (
        "from dataclasses import dataclass\n@dataclass\nclass State:\n    x: int = 0\ng = State()",
        "def main() -> None:\n    s = g\n    s.x = 0.5\n    gw.print(g.x)\n    gw.print(gw.add(g.x, 1))",
        " .5 \n 1.5 \n",
    ),
}


@pytest.mark.parametrize("name", EDITED)
def test_a_file_that_has_been_edited(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What ports do not say themselves, but may after a person has worked on them."""
    before, main, shown = EDITED[name]
    assert both(program(before, main), monkeypatch) == shown
