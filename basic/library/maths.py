"""Functions of numbers: `SQR`, `SIN`, `RND` and their family, on single precision.

    10 PRINT SQR(2); INT(-1.5); SGN(-3); RND

The engine writes ABS, INT, FIX, SGN and the conversions inline by the type of their argument, since their result has
it; the functions here are the same on singles. The transcendental functions are single precision even for doubles.
"""

from __future__ import annotations

from math import floor, trunc

from basic.errors import DIVISION_BY_ZERO, ILLEGAL, OVERFLOW
from basic.library.registry import function, helper
from basic.machine.machine import Machine
from basic.values import convert, double, functions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from basic.values.using import Number


@function("ABS", "number -> single", [])
def abs_(x: float) -> float:
    """`ABS(-2)` is 2."""
    return abs(x)


@function("SGN", "number -> integer -1..1", [])
def sgn(x: float) -> int:
    """`SGN(-2)` is -1."""
    return (x > 0) - (x < 0)


@function("INT", "number -> single", [])
def int_(x: float) -> float:
    """`INT(-1.5)` is -2: the next whole number below."""
    return floor(x)


@function("FIX", "number -> single", [])
def fix(x: float) -> float:
    """`FIX(-1.5)` is -1: the decimals cut off."""
    return trunc(x)


@function("CINT", "integer -> integer", [])
def cint(x: float) -> int:
    """`CINT(2.5)` is 3; error 6 beyond the integers."""
    return convert.cint(x)


@function("CSNG", "single -> single", [])
def csng(x: float) -> float:
    """`CSNG(1#/3)` is .3333333"""
    return x


@function("CDBL", "number -> double", [])
def cdbl(x: float) -> int:
    """`CDBL(.1)` is .1000000014901161"""
    return double.from_single(x)


function("SQR", "single -> single 0..", [ILLEGAL])(functions.sqr)
function("EXP", "single -> single", [OVERFLOW])(functions.exp)
function("LOG", "single -> single", [ILLEGAL])(functions.log)
function("SIN", "single -> single", [])(functions.sin)
function("COS", "single -> single", [])(functions.cos)
function("TAN", "single -> single", [OVERFLOW, DIVISION_BY_ZERO])(functions.tan)
function("ATN", "single -> single", [])(functions.atn)


@function("RND", "single? -> single 0..1", [], acts=True)
def rnd(m: Machine, x: float | None = None) -> float:
    """`RND`, `RND(0)` (the last number again), `RND(-1)` (a new beginning)."""
    return m.random.next() if x is None else m.random.rnd(x)


@helper("randomize")
def randomize(m: Machine, number: Number | None = None) -> None:
    """`RANDOMIZE 5`, `RANDOMIZE TIMER`: the seed depends on the number's type as well; `RANDOMIZE` asks for one."""
    if number is None:
        from basic.library.input import randomize_prompt
        from basic.values.using import Number

        number = Number("%", randomize_prompt(m))
    m.random.randomize(number.value, number.kind)
