"""Variables that hold Singles are plain floats in what is run; nobody who looks at them can tell."""

from __future__ import annotations

from copy import deepcopy
from functools import partial
from random import Random

import pytest
from test_inlining import run

import basic
from basic import porting
from basic.errors import BasicError
from basic.gw.singles import Array, Single
from basic.gw.speedup import counters

to_python = partial(porting.to_python, modern=False)


class Written:
    """A random function on Singles, in all the ways that a port or a person may write them."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def one(self, *choices: str) -> str:
        return self.random.choice(choices)

    def sign(self) -> str:
        return self.one(*"+-*/")

    def single(self, depth: int = 3) -> str:
        if not depth or self.random.random() < 0.2:
            return self.one(
                "x", "y", "z", "a[k]", "q[k]", "q[k]", "Single(n)", "n", "d[k]", "a[int(abs(y)) % 5]", "g.s",
                "Single(2)", "Single(k)", "gw.rnd()",
            )  # fmt: skip
        inner, other = self.single(depth - 1), self.number(depth - 1)
        return self.one(
            f"({inner} {self.sign()} {other})", f"({other} {self.sign()} {inner})", f"({inner} {self.sign()} {other})",
            f"({other} {self.sign()} {inner})", f"(-{inner})", f"abs({inner})", f"floor({inner})", f"({inner} ** 2)",
            f"max({inner}, {self.single(depth - 1)})", f"gw.sqr(abs({inner}))", f"half({inner})",
            f"({inner} if {self.condition(depth - 1)} else {self.single(depth - 1)})",
        )  # fmt: skip

    def double(self, depth: int = 2) -> str:
        if depth <= 0 or self.random.random() < 0.2:
            return self.one("u", "v", "e[k]", "g.t", "Double(2)", 'Double("0.1")', "Double(k)", 'gw.val("2.5")')
        inner, other = self.double(depth - 1), self.one(self.number(0), self.double(depth - 1))
        test = f"u > {self.number(0)}"
        return self.one(
            f"({inner} {self.sign()} {other})", f"({other} {self.sign()} {inner})", f"({inner} {self.sign()} {other})",
            f"(-{inner})", f"abs({inner})", f"floor({inner})", f"min({inner}, {self.double(depth - 1)})",
            f"third({inner})", f"Double({self.number(0)})", f"({inner} if {test} else {other} * u)",
        )  # fmt: skip

    def number(self, depth: int) -> str:
        return self.one("k", "h", "3", "0", "0.1", "1e30", "k / 3", "b[k]", "c", self.single(depth), self.single(depth))

    def condition(self, depth: int) -> str:
        single, number = self.single(depth), self.number(depth)
        if self.random.random() < 0.3:
            single = self.double(1)
        symbol = self.one("<", "<=", ">", ">=", "==", "!=")
        return self.one(
            f"{single} {symbol} {number}", f"{number} {symbol} {single}", f"0 <= {single} < 5", f"0.1 < k <= {single}",
            f"({single} and k)", f"{single} in (1, 2.5)",
            "x in (y, 3, v)", "u not in (v, x, k)",
        )  # fmt: skip

    def statement(self) -> str:
        if self.random.random() < 0.04:  # of these it is not known what they give
            return self.one("o = sorted([x, y])[0]\n        x = o * 2", "y = [v * 2 for v in (x, z)][1]")
        if self.random.random() < 0.4:
            target = self.one("u", "v", "e[k]", "g.t")
            return self.one(
                f"{target} = {self.double()}", f"{target} {self.sign()}= {self.one(self.number(2), self.double())}",
                f"if {self.condition(2)}:\n            v = {self.double()}\n"
                f"        else:\n            u = {self.double()}",
                f"x = Single({self.double()})", f"gw.put({self.double()})", "u, v = v, u", "u = Double(3)", "v += 2",
            )  # fmt: skip
        target = self.one("x", "y", "z", "a[k]", "q[k]")
        return self.one(
            f"{target} = {self.single()}", f"{target} = {self.single()}", f"{target} {self.sign()}= {self.number(2)}",
            f"{target} {self.sign()}= {self.number(2)}", f"g.s = {self.single()}", f"g.s -= {self.number(1)}",
            f"x, y = {self.single(2)}, {self.single(2)}", f"y = z = {self.single(2)}", "x, z = pair(y, k)", "c = c + 1",
            "n = Single(k) * 3", "n = floor(n / 2)", "n = Single(c)", "c = c * 5000", "n = 3 * n + 1",
            f"if {self.condition(2)}:\n            z = {self.single()}", f"gw.put({self.single()})", "m += 1",
            f"m = {self.number(2)}",
        )  # fmt: skip

    def program(self) -> str:
        noted = "RESULTS.append((x, y, z, g.s, c, m, a[k], q[k], n, u, v, g.t, e[k]))"
        lines = [line for _ in range(12) for line in (self.statement(), noted)]
        turns = self.one("range(5)", "range(0, int(gw.sqr(16)) + 1)", "range(1 - 1, int(n), 2)")
        return PROGRAM.replace("range(5)", turns).replace("...", "\n        ".join(lines))


PROGRAM = '''\
from math import floor
from dataclasses import dataclass
from basic.gw.singles import Array, Program

gw = Program()
Single = gw.Single
Double = gw.Double
RESULTS: list[object] = []

@dataclass
class State:
    s: float = Single(4)
    t: float = Double(5)

g = State()

def half(v: float) -> float:
    return v / 2

def third(v: float) -> float:
    return v / 3

def pair(v: float, k: int) -> tuple[float, float]:
    w: float = v * k
    return w, v + 1

def main() -> None:
    x, y, z = Single(1.5), Single(-3), gw.input_number()
    h, c, m = 0.3, 0, 1
    n: float = Single(5)
    q = Array(Single(0))
    q.dim(4)
    u: float = Double(7)
    v: float = u / 3
    e: list[float] = [Double(0)] * 5
    a: list[float] = [Single(0)] * 5
    b: list[float] = [0, 0.1, 7, 1.1, 5]
    d: list[float] = gw.singles(0.1, 2, 0, 5.5, 3)
    for k in range(5):
        ...
    gw.print(x, y, z, abs(x), max(y, 2), g.s, a[1], x - y)

gw.run(main)
'''


def test_singles_without_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same values, of the same types, where they are seen."""
    changed = 0
    monkeypatch.setattr("basic.cache.standard", lambda: None)
    for seed in range(120):
        monkeypatch.setattr(counters, "EXACT", (1 << 24, 2)[seed % 2])
        text = Written(seed).program()
        shown, scope = run(text, "<inlined>", monkeypatch, typed=["0.7"])
        called, plain = run(text, "<called>", monkeypatch, calls=True, typed=["0.7"])
        assert shown == called, text
        assert [[(type(x).__name__, x) for x in row] for row in scope["RESULTS"]] == [
            [(type(x).__name__, x) for x in row] for row in plain["RESULTS"]
        ], text
        changed += "float" in scope["main"].__code__.co_names
    assert changed > 100


ORBIT = """\
10 INPUT N
20 X=1: V=.1: H=.01: DIM P(3): P(1)=2
30 FOR I=1 TO N: F=-X/(X*X+H): V=V+F*H: X=X+V*H: P(1)=P(1)*.5+X/I: NEXT
40 PRINT X;V;P(1)
"""


def without_operators(source: str, typed: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a port prints that calls no operator of Singles, and prints the same where all of them are called."""
    text = to_python(source, exact=False).replace('if __name__ == "__main__":\n    gw.run(main)', "gw.run(main)")
    called: list[str] = []
    for name in ("__add__", "__sub__", "__mul__", "__truediv__", "__radd__", "__rsub__", "__rmul__", "__rtruediv__"):
        monkeypatch.setattr(Single, name, lambda *_, name=name: called.append(name))
    shown, _ = run(text, "<inlined>", monkeypatch, typed=[typed])
    assert not called
    monkeypatch.undo()
    assert shown == run(text, "<called>", monkeypatch, calls=True, typed=[typed])[0]
    return shown


def test_ordinary_programs_need_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what BASIC works out in a loop nothing is left to the operators of Singles."""
    without_operators(ORBIT, "5", monkeypatch)


def test_a_result_that_may_be_none(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "from basic.gw.singles import Program\ngw = Program()\nSingle = gw.Single\n\n"
        "def share(k):\n    if k:\n        return Single(1) / k\n\n"
        "def main():\n    for k in range(3):\n        x = share(k)\n        gw.print('?' if x is None else x)\n\n"
        "gw.run(main)\n"
    )
    assert run(text, "<inlined>", monkeypatch)[0] == "?\n 1 \n .5 \n"


def test_other_meanings_of_float(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "from basic.gw.singles import Program\ngw = Program()\nSingle = gw.Single\n\n"
        "def float(x):\n    return 7\n\n"
        "def main():\n    x = gw.sqr(4)\n    for _ in range(3):\n        x += x / 4\n    gw.print(x)\n\ngw.run(main)\n"
    )
    assert run(text, "<inlined>", monkeypatch)[0] == " 3.90625 \n"


ASKED = """\
10 INPUT N,W: DIM A(N): S=1
20 FOR I=1 TO N: FOR J=I TO N: A(J)=I/W: IF INT(J/I)*I=J THEN S=S+I*.5
30 NEXT: NEXT
40 H=S
50 IF H>W THEN H=INT(H/2): GOTO 50
60 PRINT S;H;A(N): IF S<99 THEN S=S+9: GOTO 40
"""


def test_numbers_that_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loops up to them, arrays of their size and whole numbers beside them need no objects either."""
    assert without_operators(ASKED, "5,7", monkeypatch) == basic.run(ASKED, "5,7\n", echo=True).text


def test_arrays() -> None:
    """The dict in them holds what has been looked at, and nothing that is not there."""
    array = Array(Single(0), 1)
    with pytest.raises(BasicError) as problem:
        array[0]
    assert problem.value.number == 9
    assert array[10] == 0
    with pytest.raises(BasicError):
        array[2, 2] = 1
    with pytest.raises(BasicError):
        array.dim(3)
    array.erase()
    array.dim(3, 4)
    array[3, 4] = Single(7)
    assert array[array.place(3, 4)] == 7
    assert deepcopy(array)[3, 4] == 7
    assert deepcopy(array).bounds == (3, 4)
    for subscripts, number in {(4, 1): 9, (1, -1): 5, (1, 0): 9, (3,): 9}.items():
        with pytest.raises(BasicError) as problem:
            array[subscripts]
        assert problem.value.number == number
    array.clear()
    assert array[3] == 0
