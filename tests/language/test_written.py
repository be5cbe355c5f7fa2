"""Numbers written out as Python expressions give what the functions give, whatever is known of the operands."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from basic.arithmetic.doubles import Doubles
from basic.arithmetic.ranges import Range, arithmetic, fraction
from basic.arithmetic.singles import Singles
from basic.arithmetic.value import Value
from basic.arithmetic.value import number as number_value
from basic.record import replace
from basic.values import double, functions, single
from basic.values.soft import SoftError

WHOLE_NUMBER = Range(True, None, None)
KNOWN = {
    "nothing": Range(False, None, None),
    "not negative": Range(False, 0, None),
    "not positive": Range(False, None, 0),
    "bounds": Range(False, -4, 4),
    "a grain": Range(False, None, None, -60),
    "a grain, not negative": Range(False, 0, 4, -60),
    "a grain, not positive": Range(False, -4, 0, -60),
}
Operation = Callable[[float, float], object]


def soft(function: Callable[..., float]) -> Callable[..., object]:
    def called(*operands: float) -> object:
        try:
            return function(*operands)
        except SoftError as error:
            return error.number, error.result

    return called


FUNCTIONS = {
    "+": soft(single.add),
    "-": soft(single.subtract),
    "*": soft(single.multiply),
    "/": soft(single.divide),
}
WORDS = {
    "add": FUNCTIONS["+"],
    "subtract": FUNCTIONS["-"],
    "multiply": FUNCTIONS["*"],
    "divide": FUNCTIONS["/"],
    "product": soft(single.settled_product),
    "difference": single.difference,
}


def written(operator: str, left: Range, right: Range) -> Operation:
    x = Value("x", "!", left, safe=True, simple=True)
    y = Value("y", "!", right, safe=True, simple=True)
    found: Operation = eval(f"lambda x, y: {Singles().operation(operator, x, y).code}", dict(WORDS))
    return found


def mantissa(draw: random.Random) -> int:
    """24 bits: any, few, nearly all ones, close to a power of two."""
    top = 1 << 23
    few = draw.randrange(24)
    return draw.choice((
        draw.randrange(top, 2 * top),
        draw.randrange(top, 2 * top) >> few << few,
        2 * top - 1 - draw.randrange(4),
        2 * top - (1 << few),
        top + draw.randrange(4),
        top | 1 << draw.randrange(23) | 1 << draw.randrange(23),
    ))  # fmt: skip


def pairs(draw: random.Random, count: int) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    while len(found) < count:
        place = draw.choice((-22, -22, -22, -26, -60, -103, -150, 102, 103))
        apart = draw.choice((0, draw.randrange(-4, 5), draw.randrange(-31, 32)))
        x, y = math.ldexp(mantissa(draw), place), math.ldexp(mantissa(draw), place - apart)
        y = draw.choice((y, y, y, y, y, y, y, 0.0, math.ldexp(round(2**46 / mantissa(draw)), place)))  # near a power
        if single.MIN <= x <= single.MAX and (single.MIN <= y <= single.MAX or not y) and single.nearest(y) == y:
            found += [(x, y), (-x, y), (x, -y), (-x, -y)]
    return found


@pytest.mark.parametrize("operator", FUNCTIONS)
def test_written_singles(operator: str) -> None:
    operands = pairs(random.Random(operator), 12000)
    for left in KNOWN.values():
        for right in KNOWN.values():
            function = written(operator, left, right)
            for x, y in operands:
                if left.holds(x) and right.holds(y):
                    assert function(x, y) == FUNCTIONS[operator](x, y), (left, right, x.hex(), y.hex())


def test_written_squares() -> None:
    operands = pairs(random.Random(2), 8000)
    for known in KNOWN.values():
        value = Value("x", "!", known, safe=True, simple=True)
        product = eval(f"lambda x: {Singles()._float('*', value, value).code}", dict(WORDS))
        square = eval(f"lambda x: {Singles().square(replace(value, code='(x)', simple=False)).code}", dict(WORDS))
        power = soft(functions.power)
        for x, _ in operands:
            if known.holds(x):
                assert product(x) == square(x) == FUNCTIONS["*"](x, x) == power(x, 2), (known, x.hex())


CONSTANTS = (3, -7, 10, 100, -1, 1, 0, 65536, 0.5, 0.75, -0.25, -3.5, single.nearest(0.1), single.nearest(-1e30))
CONSTANTS += (2.0**-100, 3 * 2.0**-120, 2.0**100, single.MAX, single.MIN, 9, 11, 13)


@pytest.mark.parametrize("operator", ["*", "/"])
def test_written_with_constants(operator: str) -> None:
    """Powers of two are exact, products with three bits need no second look, and the others save a product."""
    operands = pairs(random.Random(operator), 3000)
    writer = Singles()
    for constant in CONSTANTS:
        number = number_value(constant) if isinstance(constant, int) else Value(
            repr(constant) if constant > 0 else f"({constant!r})", "!", fraction(constant), safe=True, simple=True
        )  # fmt: skip
        for known in KNOWN.values():
            value = Value("x", "!", known, safe=True, simple=True)
            behind = eval(f"lambda x: {writer.operation(operator, value, number).code}", dict(WORDS))
            before = eval(f"lambda x: {writer.operation(operator, number, value).code}", dict(WORDS))
            for x in {x for x, _ in operands if known.holds(x)} | {0.0}:
                assert behind(x) == FUNCTIONS[operator](x, constant), (known, x.hex(), constant)
                assert before(x) == FUNCTIONS[operator](constant, x), (known, x.hex(), constant)


def test_written_whole_quotients() -> None:
    draw = random.Random(7)
    x, y = (Value(name, "!", WHOLE_NUMBER, safe=True, simple=True) for name in "xy")
    function = eval(f"lambda x, y: {Singles().operation('/', x, y).code}", dict(WORDS))
    for _ in range(20000):
        a, b = (draw.choice((mantissa(draw), draw.randrange(-99, 99), mantissa(draw) << 90)) for _ in "ab")
        assert function(a, b) == FUNCTIONS["/"](a, b), (a, b)


def test_written_one_in_another() -> None:
    """Results that have a name in their own code, and products that are doubled when they are rounded."""
    x, y, z = (Value(name, "!", KNOWN["bounds"], safe=True, simple=True) for name in "xyz")
    two = Value("2", "!", Range(True, 2, 2), safe=True, simple=True)
    add, subtract, multiply = (FUNCTIONS[operator] for operator in "+-*")
    operands = [x for x, _ in pairs(random.Random(4), 20000) if abs(x) <= 4]
    draw = random.Random(5)
    for first, second, inner, outer in (
        ("*", "+", multiply, add), ("+", "-", add, subtract), ("-", "*", subtract, multiply), ("-", "+", subtract, add),
    ):  # fmt: skip
        writer = Singles()
        one = writer._float(first, x, y)
        function = eval(f"lambda x, y, z: {writer._float(second, one, z).code}", dict(WORDS))
        mirrored = eval(f"lambda x, y, z: {writer._float(second, z, one).code}", dict(WORDS))
        for _ in range(10000):
            a, b, c = draw.choice(operands), draw.choice(operands), draw.choice((draw.choice(operands), 0.0))
            assert function(a, b, c) == outer(inner(a, b), c), (first, second, a.hex(), b.hex(), c.hex())
            assert mirrored(a, b, c) == outer(c, inner(a, b)), (first, second, a.hex(), b.hex(), c.hex())
    for left in KNOWN.values():
        y, writer = replace(y, range=left), Singles()
        function = eval(f"lambda x, y: {writer._float('*', writer._float('*', two, x), y).code}", dict(WORDS))
        for b, a in pairs(random.Random(6), 4000):
            if x.range.holds(a) and left.holds(b):
                assert function(a, b) == multiply(2 * a, b), (left, a.hex(), b.hex())


def doubles(draw: random.Random, count: int) -> list[tuple[int, int]]:
    """Sums that end close to a tie, or just below a power of two, and quotients near the ends of the range."""
    top = 1 << 55
    found: list[tuple[int, int]] = []
    while len(found) < count:
        place = draw.choice((129, 129, draw.randrange(1, 256), draw.randrange(1, 6), draw.randrange(252, 256)))
        other = place - draw.choice((draw.randrange(-62, 63), draw.randrange(-3, 4)))
        few = draw.randrange(56)
        a, b = (
            draw.choice((
                draw.randrange(top, 2 * top), draw.randrange(top, 2 * top) >> few << few, top, 2 * top - 1,
                2 * top - (1 << few), top | 1 << draw.randrange(55) | 1 << draw.randrange(55),
            ))
            for _ in range(2)
        )  # fmt: skip
        if 1 <= other <= 255:
            found += [(x << place, y << other) for x in (a, -a, 0) for y in (b, -b, 0)]
    return found


WHOLE = Range(True, 1, 1 << 24)


def test_written_doubles() -> None:
    draw = random.Random(3)
    words = {word: found if word == "rounding" else soft(found) for word, found in double.words(_settle).items()}
    writer = Doubles()
    x, y = (Value(name, "#", safe=True, simple=True) for name in "xy")
    for operator, function in (("+", double.add), ("-", double.subtract)):
        code = writer.operation(operator, x, y).code
        written = soft(eval(f"lambda x, y: {code}", dict(words)))
        for a, b in doubles(draw, 9000):
            assert written(a, b) == soft(function)(a, b), (operator, a, b)
    code = writer.operation("/", x, Value("y", "!", WHOLE, safe=True, simple=True)).code
    written = soft(eval(f"lambda x, y: {code}", dict(words)))
    for a, _ in doubles(draw, 9000):
        k = draw.choice((draw.randrange(1, 1 << 24), draw.randrange(1, 99), 1 << draw.randrange(25)))
        assert written(a, k) == soft(double.divide)(a, k << double.SCALE), (a, k)


def _settle(rare: Callable[[int, int], int], a: int, b: int) -> int:
    return rare(a, b)


def test_bounds_of_quotients_and_rests() -> None:
    """`\\` and MOD of numbers between bounds, rounded first; in dead code the bounds cross."""
    draws = random.Random(1)
    for _ in range(20000):
        low, high = sorted((draws.randint(-40, 40), draws.randint(-40, 40)))
        least, most = sorted((draws.randint(-9, 9), draws.randint(-9, 9)))
        left, right = (round(draws.uniform(*ends)) for ends in ((low, high), (least, most)))
        if right:
            sign = 1 if left * right >= 0 else -1
            quotient = sign * (abs(left) // abs(right))
            dividend, divisor = Range(False, low, high), Range(False, least, most)
            assert arithmetic("\\", dividend, divisor).holds(quotient)
            assert arithmetic("MOD", dividend, divisor).holds(left - right * quotient)
    assert arithmetic("\\", Range(True, -1, 51), Range(True, 13, 13)) == Range(True, 0, 3)
    assert arithmetic("\\", Range(True, 1, None), Range(True, 3, 0)).whole
