"""Arithmetic, functions and texts of numbers.

``tables/numeric.tsv`` holds what the real GW-BASIC computed, down to the bytes; ``reading.tsv`` and
``using.tsv`` are taken from its transcripts. The fast ways of ``basic.values`` are compared with a model
here that follows the published description of the machine's rounding bit by bit, byte by byte.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paths import TESTS

from basic.errors import BasicError
from basic.values import (
    convert,
    double,
    double_functions,
    functions,
    scaling,
    single,
    text,
    using,
)
from basic.values.soft import DivisionByZero, Overflow, SoftError

TABLES = TESTS / "tables"


def rows(name: str) -> list[list[str]]:
    lines = (TABLES / name).read_text(encoding="utf-8").splitlines()
    width = len(lines[0].split("\t"))
    return [(line.split("\t") + [""] * width)[:width] for line in lines[1:]]


# What the real GW-BASIC computed ------------------------------------------------------------------------------------

FROM_BYTES: dict[str, Callable[[str], Any]] = {"S": convert.cvs, "D": convert.cvd}
TO_BYTES: dict[str, Callable[[Any], str]] = {"S": convert.mks, "D": convert.mkd, "I": convert.mki}
SHOWN: dict[str, Callable[[Any], str]] = {"S": text.single_text, "D": text.double_text, "I": text.integer_text}

# Name of the operation -> the function, and the kind of its result.
OPERATIONS: dict[str, tuple[Callable[..., Any], str]] = {
    "ADD_S": (single.add, "S"),
    "SUB_S": (single.subtract, "S"),
    "MUL_S": (single.multiply, "S"),
    "DIV_S": (single.divide, "S"),
    "ADD_D": (double.add, "D"),
    "SUB_D": (double.subtract, "D"),
    "MUL_D": (double.multiply, "D"),
    "DIV_D": (double.divide, "D"),
    "INT_S": (convert.floor, "S"),
    "INT_D": (double.floor, "D"),
    "FIX_S": (convert.fix, "S"),
    "FIX_D": (double.fix, "D"),
    "CINT_S": (convert.cint, "I"),
    "CINT_D": (convert.cint_double, "I"),
    "CSNG_D": (double.to_single, "S"),
    "CDBL_S": (double.from_single, "D"),
    "PRINT_S": (lambda x: x, "S"),
    "PRINT_D": (lambda d: d, "D"),
    "POW_S": (functions.power, "S"),
    "SQR_S": (functions.sqr, "S"),
    "EXP_S": (functions.exp, "S"),
    "LOG_S": (functions.log, "S"),
    "SIN_S": (functions.sin, "S"),
    "COS_S": (functions.cos, "S"),
    "TAN_S": (functions.tan, "S"),
    "ATN_S": (functions.atn, "S"),
}


def computed(operation: str, *operands: str) -> tuple[str, str]:
    function, kind = OPERATIONS[operation]
    read = FROM_BYTES[operation[-1]]
    try:
        result = function(*[read(bytes.fromhex(o).decode("latin-1")) for o in operands if o])
    except BasicError as error:
        return f"ERR{error.number}", ""
    return TO_BYTES[kind](result).encode("latin-1").hex().upper(), SHOWN[kind](result)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_real_results(operation: str) -> None:
    of_operation = [row for row in rows("numeric.tsv") if row[0] == operation]
    assert len(of_operation) >= 30
    wrong = [(row, got) for row in of_operation if (got := computed(*row[:3])) != tuple(row[3:])]
    assert not wrong


def test_every_operation_of_the_table_is_known() -> None:
    assert {row[0] for row in rows("numeric.tsv")} == set(OPERATIONS)


# Singles, bit by bit -------------------------------------------------------------------------------------------------


class OutOfRange(Exception):
    """The model's overflow."""


def parts(x: float) -> tuple[int, int, int]:
    """Sign, 24-bit mantissa and exponent byte."""
    if not x:
        return 0, 0, 0
    fraction, exponent = math.frexp(abs(x))
    return int(x < 0), int(fraction * 2**24), exponent + 128


def whole(sign: int, mantissa: int, exponent: int, bits: int) -> tuple[int, int, int]:
    """After rounding: a carry out of the mantissa, and the ends of the range."""
    if mantissa >> bits:
        mantissa >>= 1
        exponent += 1
    if exponent > 255:
        raise OutOfRange
    return (sign, mantissa, exponent) if exponent > 0 else (0, 0, 0)


def rounded(mantissa: int, guard: int) -> int:
    return mantissa + 1 if guard > 0x80 or (guard == 0x80 and mantissa & 1) else mantissa


def aligned(mantissa: int, shift: int, bits: int) -> tuple[int, int]:
    """The smaller operand shifted right: whole bytes first, then bits; with its guard byte."""
    guard = 0
    while shift >= 8:
        before, guard, mantissa = guard, mantissa & 0xFF, mantissa >> 8
        if bits == 24:
            if before:
                guard |= 0x20
            if guard & 0x1F:
                guard |= 0x20
        elif before & 0x20:
            guard |= 0x20
        shift -= 8
    for _ in range(shift):
        guard, mantissa = guard >> 1 | (mantissa & 1) << 7, mantissa >> 1
        if guard & 0x10:
            guard |= 0x20
    return mantissa, guard


def model_sum(a: tuple[int, int, int], b: tuple[int, int, int], bits: int) -> tuple[int, int, int]:
    if not b[2]:
        return a
    if not a[2]:
        return b
    if a[2] < b[2]:
        a, b = b, a
    (sign, larger, exponent), (other, smaller, least) = a, b
    seen = 0xE0 if bits == 24 else 0xFF
    if exponent - least > bits:
        return a
    smaller, guard = aligned(smaller, exponent - least, bits)
    if sign == other:
        mantissa = larger + smaller
        if mantissa >> bits:
            guard, mantissa = guard >> 1 | (mantissa & 1) << 7, mantissa >> 1
            exponent += 1
        return whole(sign, rounded(mantissa, guard & seen), exponent, bits)
    difference = (larger << 8) - (smaller << 8 | guard)
    if not difference:
        return 0, 0, 0
    if difference < 0:
        difference, sign = -difference, 1 - sign
    while not difference >> (bits + 7):
        difference <<= 1
        exponent -= 1
        if not exponent:
            return 0, 0, 0
    return whole(sign, rounded(difference >> 8, difference & seen), exponent, bits)


def model_product(a: tuple[int, int, int], b: tuple[int, int, int], bits: int) -> tuple[int, int, int]:
    if not a[2] or not b[2]:
        return 0, 0, 0
    exponent = a[2] + b[2] - 129
    if exponent >= 256:
        raise OutOfRange
    if exponent < 0:
        return 0, 0, 0
    product = a[1] * b[1]
    cut = product & ((1 << (bits - 8)) - 1)
    product >>= bits - 8
    if cut and bits == 56:
        product |= 0x20
    if product >> (bits + 7):
        exponent += 1
    else:
        product <<= 1
    guard = product & (0xE0 if bits == 24 else 0xFF)
    return whole(a[0] ^ b[0], rounded(product >> 8, guard), exponent, bits)


def model_quotient(a: tuple[int, int, int], b: tuple[int, int, int], bits: int) -> tuple[int, int, int]:
    """The exact quotient to nearest; it is never a tie."""
    if not a[2]:
        return 0, 0, 0
    exponent = a[2] - b[2] + 128
    numerator = a[1]
    if a[1] >= b[1]:
        exponent += 1
    else:
        numerator <<= 1
    return whole(a[0] ^ b[0], ((numerator << bits) // b[1] + 1) >> 1, exponent, bits)


def outcome(function: Callable[[Any, Any], Any], *operands: Any) -> Any:
    try:
        return function(*operands)
    except (Overflow, OutOfRange):
        return "Overflow"


def mantissas(bits: int) -> st.SearchStrategy[int]:
    """Mantissas of all sorts, and many that make ties: few ones, few zeros, runs."""
    top = 1 << (bits - 1)
    places = st.integers(0, bits - 1)
    return st.one_of(
        st.integers(top, 2 * top - 1),
        st.integers(top, top + 7),
        st.integers(2 * top - 8, 2 * top - 1),
        st.tuples(places, places, places).map(lambda p: top | 1 << p[0] | 1 << p[1] | 1 << p[2]),
        st.tuples(places, places).map(lambda p: top | ((1 << max(p)) - (1 << min(p)))),
    )


def numbers(bits: int) -> st.SearchStrategy[tuple[int, int, int]]:
    near = st.integers(100, 156)
    return st.tuples(st.integers(0, 1), mantissas(bits), st.one_of(near, near, near, st.integers(1, 255)))


def a_single(number: tuple[int, int, int]) -> float:
    sign, mantissa, exponent = number
    return math.ldexp(-mantissa if sign else mantissa, exponent - 152)


def a_double(number: tuple[int, int, int]) -> int:
    sign, mantissa, exponent = number
    return (-mantissa if sign else mantissa) << exponent


MODELS = {"add": model_sum, "multiply": model_product, "divide": model_quotient}


@settings(max_examples=1000, deadline=None)
@given(numbers(24), numbers(24))
def test_singles_follow_the_machine(a: tuple[int, int, int], b: tuple[int, int, int]) -> None:
    x, y = a_single(a), a_single(b)
    for name, model in MODELS.items():
        expected = outcome(lambda x, y: a_single(model(parts(x), parts(y), 24)), x, y)  # noqa: B023
        assert outcome(getattr(single, name), x, y) == expected
    assert outcome(single.subtract, x, y) == outcome(single.add, x, -y)


@settings(max_examples=1000, deadline=None)
@given(numbers(56), numbers(56))
def test_doubles_follow_the_machine(a: tuple[int, int, int], b: tuple[int, int, int]) -> None:
    x, y = a_double(a), a_double(b)
    for name, model in MODELS.items():
        expected = outcome(lambda a, b: a_double(model(a, b, 56)), a, b)  # noqa: B023
        assert outcome(getattr(double, name), x, y) == expected
    assert outcome(double.subtract, x, y) == outcome(double.add, x, -y)


@settings(max_examples=1000, deadline=None)
@given(numbers(24), st.integers(1, 40), st.integers(0, 7))
def test_singles_close_to_ties(a: tuple[int, int, int], shift: int, pattern: int) -> None:
    """A second operand made of the few bits that decide: one half, and a little more or less."""
    smaller = 0x800000 | pattern << 20 >> shift % 20 | pattern
    x = a_single((0, a[1], 150))
    y = a_single((0, smaller, 150 - shift))
    for p, q in ((x, y), (x, -y), (-x, y), (-x, -y)):
        assert single.add(p, q) == a_single(model_sum(parts(p), parts(q), 24))


@settings(max_examples=800, deadline=None)
@given(mantissas(24), st.integers(0, 22), mantissas(24), st.integers(0, 22), st.integers(3, 26))
def test_singles_with_few_bits(a: int, few: int, b: int, less: int, shift: int) -> None:
    """Products and sums that end in an exact half, or in 5/8 or 3/4, where it changes which way they are rounded."""
    x, y = float(a >> few << few), float(b >> less << less)
    assert single.multiply(x, -y) == a_single(model_product(parts(x), parts(-y), 24))
    y = math.ldexp(y, -shift)
    for p, q in ((x, y), (x, -y), (-y, x)):
        assert single.add(p, q) == a_single(model_sum(parts(p), parts(q), 24))


WHOLE = {
    single.add_whole: single.add,
    single.subtract_whole: single.subtract,
    single.multiply_whole: single.multiply,
}


@given(st.integers(0, 2**28), st.integers(-(2**28), 2**28))
def test_whole_numbers_stay_ints(one: int, two: int) -> None:
    x, y = int(single.nearest(one)), int(single.nearest(two))
    for whole, operation in WHOLE.items():
        found = whole(x, y)
        assert type(found) is int
        assert found == operation(x, y)


def test_whole_numbers_may_be_ints() -> None:
    assert single.multiply(3, 4) == 12
    assert single.add(16777216, 1) == 16777216
    assert single.divide(1, 4) == 0.25
    assert single.multiply(16777215, 16777215) == a_single(model_product(parts(16777215), parts(16777215), 24))
    assert convert.mks(7) == convert.mks(7.0) == "\0\0\x60\x83"


def test_soft_errors_carry_the_value_to_go_on_with() -> None:
    with pytest.raises(Overflow) as overflow:
        single.multiply(1e30, -1e30)
    assert (overflow.value.number, overflow.value.result) == (6, -single.MAX)
    assert text.single_text(single.MAX) == "1.701412E+38"
    with pytest.raises(DivisionByZero) as division:
        single.divide(-1, 0)
    assert (division.value.number, division.value.result) == (11, -single.MAX)
    with pytest.raises(DivisionByZero) as division:
        double.divide(double.from_integer(-1), 0)
    assert division.value.result == -double.MAX
    with pytest.raises(Overflow) as overflow:
        double.add(double.MAX, double.MAX)
    assert overflow.value.result == double.MAX


def test_ties_near_the_end_of_the_range() -> None:
    a, b = (0, 44046538887921664, 142), (0, 36028865737916416, 242)
    assert double.multiply(a_double(a), a_double(b)) == a_double(model_product(a, b, 56))
    assert double.nearest((2**56 - 1) << 255) == double.MAX
    assert double.nearest(-((2**57 + 1) << 100)) == -(2**57 << 100)
    assert double.nearest((2**57 + 3) << 100) == (2**57 + 4) << 100


def test_underflow_is_zero() -> None:
    assert single.multiply(single.MIN, 0.5) == 0
    assert single.divide(single.MIN, 3.0) == 0
    assert single.subtract(single.MIN * 1.5, single.MIN) == 0
    assert double.multiply(double.MIN, double.ONE >> 1) == 0
    assert double.subtract(double.MIN * 3 // 2, double.MIN) == 0


# Conversions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("literal", "to_integer", "through_single"),
    [
        (".5", 1, 1),
        ("1.5", 2, 2),
        ("-2.5", -3, -3),
        (".49999999", 0, 1),
        ("2.4999999", 2, 3),
        ("-1235.5", -1236, -1236),
    ],
)
def test_rounding_to_integers(literal: str, to_integer: int, through_single: int) -> None:
    d = text.read_number(literal, kind="#")[0]
    assert convert.cint_double(int(d)) == to_integer
    assert convert.cint(double.to_single(int(d))) == through_single


def test_range_of_integers() -> None:
    assert convert.cint(32767.49) == 32767
    assert convert.cint(-32768.25) == -32768
    for x in (32767.5, -32768.5, 1e5):
        with pytest.raises(BasicError) as error:
            convert.cint(x)
        assert error.value.number == 6
    assert [convert.word(x) for x in (0, -1, 65535, 65535.25, -32768, 2.5)] == [0, 65535, 65535, 65535, 32768, 3]
    assert convert.word(65535.5) == 65535  # 65536 is subtracted first: -.5
    assert convert.word_double(double.from_single(65535.5)) == 65535
    for x in (65536, -32769, 32767.5):
        with pytest.raises(BasicError):
            convert.word(x)
        with pytest.raises(BasicError):
            convert.word_double(double.from_single(x))


@given(st.binary(min_size=8, max_size=8))
def test_any_bytes_are_numbers(stored: bytes) -> None:
    s = stored.decode("latin-1")
    x, d = convert.cvs(s), convert.cvd(s)
    assert convert.mks(x) == s[:4]  # a zero, too, keeps its bytes: GET leaves such zeros in arrays
    assert convert.mkd(d) == s
    assert convert.mki(convert.cvi(s)) == s[:2]
    assert convert.cvd(convert.mkd(double.from_single(x))) == double.from_single(x)
    assert double.to_single(double.from_single(x)) == x


def test_too_few_bytes() -> None:
    for function, count in ((convert.cvi, 2), (convert.cvs, 4), (convert.cvd, 8)):
        with pytest.raises(BasicError) as error:
            function("\1" * (count - 1))
        assert error.value.number == 5


# Texts ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", rows("reading.tsv"), ids=lambda row: row[0])
def test_reading(row: list[str]) -> None:
    value, kind, end = text.read_number(row[0])
    assert [text.text(value, kind), kind, str(end)] == row[1:]


@pytest.mark.parametrize(
    ("literal", "as_single", "as_double"),
    [
        (".1", "CDCC4C7D", "CDCCCCCCCCCC4C7D"),
        (".2", "CDCC4C7E", "CDCCCCCCCCCC4C7E"),
        (".3", "9A99197F", "9A9999999999197F"),
        (".01", "0AD7237A", "D7A3703D0AD7237A"),
        (".001", "6F120377", "DF4F8D976E120377"),
        ("1E-5", "ACC52770", "84471B47ACC52770"),
        ("3.14159", "D00F4982", "7233DC80CF0F4982"),
        ("2.718281828", "54F82D82", "DB8C245854F82D82"),
        ("1E20", "EC782DC3", "0062ACC5EB782DC3"),
        ("1E-20", "08E53C3E", "1B11926408E53C3E"),
        ("123456.789", "65207191", "46B6F3FD64207191"),
        ("-99.99", "E1FAC787", "7B14AE47E1FAC787"),
    ],
)
def test_val_is_double(literal: str, as_single: str, as_double: str) -> None:
    value, kind = text.val(literal)
    assert kind == "#"
    assert convert.mkd(int(value)).encode("latin-1").hex().upper() == as_double
    assert convert.mks(double.to_single(int(value))).encode("latin-1").hex().upper() == as_single


@pytest.mark.parametrize(("literal", "error"), [("&HFFFFF", 6), ("&O200000", 6), ("&8", 2), ("&O19", 2)])
def test_numbers_that_cannot_be_read(literal: str, error: int) -> None:
    with pytest.raises(BasicError) as raised:
        text.read_number(literal)
    assert raised.value.number == error


def test_literals_out_of_range() -> None:
    for literal, result, kind in (
        ("1E39", single.MAX, "!"),
        (" -1E39", -single.MAX, "!"),
        ("1D99", double.MAX, "#"),
        ("1" + "0" * 45, double.MAX, "#"),
    ):
        with pytest.raises(text.LiteralOverflow) as raised:
            text.read_number(literal + " :")
        assert (raised.value.result, raised.value.kind, raised.value.end) == (result, kind, len(literal))
    assert text.read_number("1E-80")[0] == 0
    assert text.read_number("0E99")[0] == 0


def test_a_value_and_its_blank() -> None:
    assert text.str_text(0, "%") == " 0"
    assert text.str_text(-0.5, "!") == "-.5"
    assert text.str_text(text.val("1E16")[0], "#") == " 1D+16"


@settings(max_examples=500, deadline=None)
@given(st.integers(-9999999, 9999999))
def test_whole_numbers_up_to_seven_digits_show_all_their_digits(i: int) -> None:
    assert text.single_text(i) == str(i)
    assert text.single_text(float(i)) == str(i)
    assert text.double_text(double.from_integer(i)) == str(i)
    assert text.read_number(str(i))[0] == i


@settings(max_examples=500, deadline=None)
@given(st.integers(1, 9999999), st.one_of(st.integers(1, 10**16 - 1), st.integers(10**16 - 1000, 10**16 - 1)))
def test_scaling_loses_nothing_of_whole_numbers(short: int, long: int) -> None:
    """Why these numbers may be shown without scaling them."""
    m, power = scaling.bracket_single(float(short))
    assert int(scaling.digits_of_single(m)) == short * 10**-power
    d, power = scaling.bracket_double(double.from_integer(long))
    assert int(scaling.digits_of_double(d)) == long * 10**-power


# Functions -----------------------------------------------------------------------------------------------------------


def shown(*values: float) -> list[str]:
    return [text.single_text(x) for x in values]


def test_random_numbers() -> None:
    random = functions.Random()
    assert shown(random.rnd(1), random.rnd(5), random.rnd(0), random.rnd(0), random.next()) == [
        ".1213501",
        ".651861",
        ".651861",
        ".651861",
        ".8688611",
    ]
    assert shown(random.rnd(-1), random.rnd(1), random.next()) == [".65086", ".6545178", ".4623311"]
    assert shown(random.rnd(-2), random.rnd(-3.5)) == [".65086", ".52586"]
    assert shown(random.rnd(single.nearest(-1e10)), random.rnd(single.nearest(-0.1))) == [".1122108", ".5534113"]


def test_randomize() -> None:
    random = functions.Random()
    random.randomize(5)
    assert shown(random.next(), random.next()) == ["3.537536E-02", ".9370679"]
    random.randomize(-17)
    assert shown(random.next()) == [".789362"]
    random.randomize(5)
    assert shown(random.next()) == [".9264089"]


def test_randomize_with_a_fraction_takes_the_stored_bytes() -> None:
    """.25 is 00 00 00 7F: (00 xor 00) and (00 xor 7F) make 7F00h; the same for .25#."""
    as_integer, as_single, as_double = functions.Random(), functions.Random(), functions.Random()
    as_integer.randomize(0x7F00)
    as_single.randomize(0.25, "!")
    as_double.randomize(double.ONE >> 2, "#")
    assert as_integer.seed == as_single.seed == as_double.seed


def test_functions_refuse() -> None:
    for function, x in ((functions.sqr, -1.0), (functions.log, 0.0), (functions.log, -1.0)):
        with pytest.raises(BasicError) as error:
            function(x)
        assert error.value.number == 5
        assert not isinstance(error.value, SoftError)


@pytest.mark.parametrize(
    ("x", "y", "result"),
    [
        (0, 0, "1"),
        (0, 5, "0"),
        (-2, 3, "-8"),
        (2, 0.5, "1.414213"),
        (9, 1.5, "26.99999"),
        (7, 9, "4.035361E+07"),
        (-3, 5, "-243"),
        (0.5, -10, "1024"),
        (12, 12, "8.916101E+12"),
    ],
)
def test_powers(x: float, y: float, result: str) -> None:
    assert text.single_text(functions.power(x, y)) == result


def test_powers_that_fail() -> None:
    with pytest.raises(DivisionByZero) as division:
        functions.power(0, -1)
    assert division.value.result == single.MAX
    for x, y in ((-8.0, 1 / 3), (-2.0, 0.5), (-1.0, 2.0**24)):
        with pytest.raises(BasicError) as error:
            functions.power(x, y)
        assert error.value.number == 5
    with pytest.raises(Overflow) as overflow:
        functions.power(-10, 41)
    assert overflow.value.result == -single.MAX


# PRINT USING ---------------------------------------------------------------------------------------------------------


def using_values(source: str) -> list[using.Value]:
    values: list[using.Value] = []
    for item in source.split(";"):
        if item.startswith('"'):
            values.append(item.strip('"'))
        else:
            value, kind, _ = text.read_number(item)
            values.append(using.Number(kind, value))
    return values


def printed(format: str, values: str) -> str:
    return "".join(using.format_values(format, using_values(values)))


@pytest.mark.parametrize("row", rows("using.tsv"), ids=lambda row: f"{row[0]} {row[1]}")
def test_print_using(row: list[str]) -> None:
    assert printed(row[0], row[1]) == row[2]


# Worked out by hand from the order of operations in BIPRTU.ASM and MATH1.ASM/MATH2.ASM.
BY_HAND = [
    ("##", "1E17", "% 1E+17"),  # from 1E16 on as PRINT shows it, with % before the sign's place
    ("##.", "5", " 5."),
    ("++##", "5", "+ +5"),  # the first + is literal
    ("+!", '"abc"', "+a"),
    ("\\ x", '"abc"', None),  # no second backslash: no field at all
    ("\\ #", "5", "\\ 5"),
    (".##########", "1E-8", ".0000000100"),
    ("##^^^^", "0", "  E+00"),  # no point: the zeros are blanked, and E does not bring one back
    ("##^^^^", "0#", " 0D+00"),  # but D does
    ("#########,", "-1234567", "-1,234,567"),
    ("**##.##-", "-1.5", "***1.50-"),
]


@pytest.mark.parametrize(("format", "values", "expected"), BY_HAND)
def test_print_using_by_hand(format: str, values: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(BasicError) as error:
            printed(format, values)
        assert error.value.number == 5
    else:
        assert printed(format, values) == expected


def test_print_using_prints_until_it_fails() -> None:
    pieces = using.format_values("abc", [using.Number("%", 1)])
    assert next(pieces) == "abc"
    with pytest.raises(BasicError) as error:
        next(pieces)
    assert error.value.number == 5


@pytest.mark.parametrize(
    ("format", "values", "error"),
    [("##", '"x"', 13), ("!", "5", 13), ("#" * 24 + ".", "1", 5), ("", "1", 5)],
)
def test_print_using_errors(format: str, values: str, error: int) -> None:
    with pytest.raises(BasicError) as raised:
        printed(format, values)
    assert raised.value.number == error


def test_24_places_are_allowed() -> None:
    assert printed("#" * 24, "7") == "7".rjust(24)


def test_formats_are_taken_apart() -> None:
    assert using.parse_format(r"_#: +$$#,.##^^^^ \ \&!") == (
        using.Literal("#: "),
        using.NumericField(5, 2, point=True, comma=True, dollar=True, plus=True, exponent=True),
        using.Literal(" "),
        using.StringField(3),
        using.StringField(0),
        using.StringField(1),
    )


# Double-precision functions (GWBASIC /D) -----------------------------------------------------------------------------

# True values to 16 digits, from tables of constants.
OF_DOUBLES: list[tuple[Callable[[int], int], str, str]] = [
    (double_functions.sqr, "2", "1.414213562373095"),
    (double_functions.sqr, "144", "12"),
    (double_functions.exp, "1", "2.718281828459045"),
    (double_functions.log, "2", ".6931471805599453"),
    (double_functions.log, "10", "2.302585092994046"),
    (double_functions.atn, "1", ".7853981633974483"),
    (double_functions.atn, "1D30", "1.570796326794897"),
    (double_functions.sin, "1", ".8414709848078965"),
    (double_functions.cos, "1", ".5403023058681397"),
    (double_functions.tan, "1", "1.557407724654902"),
    (double_functions.sin, "1D22", "-.8522008497671888"),
]


@pytest.mark.parametrize(("function", "x", "expected"), OF_DOUBLES)
def test_functions_of_doubles(function: Callable[[int], int], x: str, expected: str) -> None:
    assert text.double_text(function(int(text.val(x)[0]))) == expected


@settings(max_examples=100, deadline=None)
@given(st.floats(-80, 80), st.floats(0.01, 100))
def test_functions_of_doubles_agree_with_floats(x: float, y: float) -> None:
    def as_float(function: Callable[[int], int], x: float) -> float:
        return function(int(x * 2.0**184) & -(1 << 100)) / 2**184

    for name in ("sin", "cos", "atn", "exp"):
        expected = getattr(math, {"atn": "atan"}.get(name, name))(x)
        assert as_float(getattr(double_functions, name), x) == pytest.approx(expected, rel=1e-9, abs=1e-12)
    assert as_float(double_functions.log, y) == pytest.approx(math.log(y), rel=1e-9, abs=1e-12)
    assert as_float(double_functions.sqr, y) == pytest.approx(math.sqrt(y), rel=1e-12)


def test_powers_of_doubles() -> None:
    def power(a: str, b: str) -> str:
        return text.double_text(double_functions.power(int(text.val(a)[0]), int(text.val(b)[0])))

    assert power("2", ".5") == "1.414213562373095"
    assert power("-2", "3") == "-8"
    assert power("2", "-2") == ".25"
    assert power("0", "0") == "1"
    with pytest.raises(BasicError):
        power("-2", ".5")
    with pytest.raises(Overflow):
        power("10", "39")


def bracketed(x: float) -> tuple[float, int]:
    """What `scaling.bracket_single` gives, by the arithmetic of doubles alone."""
    power = 0
    while step := scaling._STEPS[double.from_single(x).bit_length() - 56]:
        x = double.to_single(scaling.times_ten_to(double.from_single(x), step))
        power -= step
    return (x, power) if x >= 1e6 else (single.multiply(x, 10.0), power - 1)


@pytest.mark.parametrize("step", range(1, 13))
@pytest.mark.parametrize("beside", [-1, 0, 1])
def test_scaling_at_ties(step: int, beside: int) -> None:
    """Singles whose product with a power of ten ends in half a bit, or in a little less or more."""
    five = 5**step
    seen = 0
    for lost in range(five.bit_length() - 1, five.bit_length() + 1):
        ending = ((1 << lost - 1) + beside) * pow(five, -1, 1 << lost) % (1 << lost)
        for mantissa in range(1 << 23 >> lost << lost | ending, 1 << 24, 997 << lost):
            for shift in range(18 - 10 * step // 3, 25 - 10 * step // 3):  # of which one has this step
                x = math.ldexp(mantissa, shift - 24)
                assert scaling.bracket_single(x) == bracketed(x)
                seen += 1
    assert seen or step > 9  # there are hardly any so long
