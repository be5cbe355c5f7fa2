"""SQR, EXP, LOG, SIN, COS, TAN, ATN, ^ and RND in single precision, to the last digit.

``PRINT 2^.5;SQR(2)`` shows 1.414213 and 1.414214: each function has its own reduction and polynomial
(coefficients and order of operations as in MATH1.ASM and MATH2.ASM, from Hart's tables), worked out
in the single precision of ``single`` with every rounding of it. SIN, COS and TAN reduce their angle in double.
"""

from __future__ import annotations

from math import floor, frexp, ldexp, sqrt

from basic.errors import ILLEGAL, BasicError
from basic.values import convert, double
from basic.values.double import ONE
from basic.values.single import MAX, add, divide, multiply, nearest, subtract
from basic.values.soft import DivisionByZero, Overflow


def _singles(*decimals: float) -> tuple[float, ...]:
    return tuple(map(nearest, decimals))


_LN_2, _LOG2_E, _2_PI, _HALF_PI, _SIXTH_PI, _ROOT_3, _TAN_15_DEGREES = _singles(
    0.6931472, 1.442695, 6.2831855, 1.5707964, 0.5235988, 1.7320508, 0.26794916
)
_LOG_NUMERATOR = _singles(4.811475, 6.105852, -8.86266, -2.0546668)
_LOG_DENOMINATOR = _singles(1, 6.427842, 4.545171, 0.3535534)
_EXP = _singles(0.00020745577, 0.0012710057, 0.009650651, 0.055496566, 0.24022713, 0.6931472, 1)
_SIN = _singles(39.71092, -76.57499, 81.602234, -41.34168, 6.2831855)
_ATN = _singles(-0.12813333, 0.19935727, -0.33332422, 1)
# 1/(2*PI) with its last bits dropped, so that products with singles come out better.
_TURNS = 0xA2F9836E4E440B << 126
_QUARTER = ONE >> 2


def _polynomial(x: float, coefficients: tuple[float, ...]) -> float:
    """Horner's rule, from the highest power down."""
    result = coefficients[0]
    for coefficient in coefficients[1:]:
        result = add(multiply(result, x), coefficient)
    return result


def _odd_polynomial(x: float, coefficients: tuple[float, ...]) -> float:
    """x times the polynomial of x squared."""
    return multiply(_polynomial(multiply(x, x), coefficients), x)


def sqr(x: float) -> float:
    """``SQR(x)``: the nearest single to the square root."""
    if x < 0:
        raise BasicError(ILLEGAL)
    return nearest(sqrt(x))


def exp(x: float) -> float:
    """``EXP(x)``: 2 to the whole part of x*LOG2(e) times a polynomial of the rest."""
    try:
        y = multiply(x, _LOG2_E)
    except Overflow:
        # The product has overflowed, and that is reported even where the result is zero.
        raise Overflow(MAX if x > 0 else 0.0) from None
    if not -128.0 < y < 128.0:
        if y < 0.0:
            return 0.0
        raise Overflow(MAX)
    if -(2.0**-25) < y < 2.0**-25:
        return 1.0
    whole = floor(y)
    if whole == 127:
        raise Overflow(MAX)
    return multiply(_polynomial(subtract(y, whole), _EXP), ldexp(1.0, whole))


def log(x: float) -> float:
    """``LOG(x)``: natural; the binary exponent plus a quotient of polynomials, times LOG(2)."""
    if x <= 0:
        raise BasicError(ILLEGAL)
    if x == 1:
        return 0.0
    fraction, exponent = frexp(x)
    quotient = divide(_polynomial(fraction, _LOG_NUMERATOR), _polynomial(fraction, _LOG_DENOMINATOR))
    return multiply(add(quotient, exponent), _LN_2)


def sin(x: float) -> float:
    """``SIN(x)``"""
    if -(2.0**-10) < x < 2.0**-10:
        return x
    if x < 0:
        return -_sin_of_turns(_turns(-x))
    return _sin_of_turns(_turns(x))


def cos(x: float) -> float:
    """``COS(x)``: the sine a quarter turn on."""
    turns = double.add(_turns(abs(x)), _QUARTER)
    return _sin_of_turns(turns & (ONE - 1))


def tan(x: float) -> float:
    """``TAN(x)``: sine by cosine."""
    return divide(sin(x), cos(x))


def atn(x: float) -> float:
    """``ATN(x)``: brought below TAN(15 degrees) by 1/x and by turning back 30 degrees."""
    if x < 0:
        return -atn(-x)
    inverted = x >= 1
    if inverted:
        x = divide(1.0, x)
    turned = x >= _TAN_15_DEGREES
    if turned:
        x = divide(add(multiply(_ROOT_3, x), -1.0), add(x, _ROOT_3))
    angle = _odd_polynomial(x, _ATN)
    if turned:
        angle = add(angle, _SIXTH_PI)
    return subtract(_HALF_PI, angle) if inverted else angle


def _turns(x: float) -> int:
    """A positive angle in full turns, the whole ones left out (a double)."""
    return double.multiply(double.from_single(x), _TURNS) & (ONE - 1)


def _sin_of_turns(turns: int) -> float:
    """The sine of 0 to 1 turns."""
    quadrant, rest = divmod(turns << 2, ONE)
    if quadrant & 1:
        rest = double.subtract(ONE, rest)
    x = double.to_single(rest) / 4.0
    if x < 2.0**-13:
        x = multiply(x, _2_PI)
    else:
        x = _odd_polynomial(x, _SIN)
    return -x if quadrant & 2 else x


def power(x: float, y: float) -> float:
    """``x^y``: by repeated squaring for whole y up to 32767, else as EXP(y*LOG(x)); a negative y inverts the result.

    ``0^0`` is 1, ``0^-1`` a division by zero, ``(-8)^(1/3)`` error 5.
    """
    if not y:
        return 1.0
    if not x:
        if y < 0:
            raise DivisionByZero(MAX)
        return 0.0
    whole = y == int(y)
    if x < 0 and not (whole and -16777216 < y < 16777216):
        raise BasicError(ILLEGAL)
    if y > 0:
        return _positive_power(x, y, whole)
    try:
        inverse = _positive_power(x, -y, whole)
    except Overflow as overflow:
        # Reported, although the result of the inversion is in range.
        raise Overflow(divide(1.0, overflow.result) if overflow.result else MAX) from None
    if not inverse:
        raise Overflow(-MAX if x < 0 and int(y) & 1 else MAX)
    return divide(1.0, inverse)


def _positive_power(x: float, y: float, whole: bool) -> float:
    if whole and y < 32768:
        return _repeated_product(x, int(y))
    negative = x < 0 and int(y) & 1
    try:
        exponent = multiply(log(abs(x)), y)
    except Overflow as overflow:
        exponent = overflow.result  # so large that EXP reports an overflow itself
    try:
        result = exp(exponent)
    except Overflow as overflow:
        raise Overflow(-overflow.result if negative else overflow.result) from None
    return -result if negative else result


def _repeated_product(x: float, n: int) -> float:
    """x to the n, from the lowest bit of n up; an overflow goes on with the largest number, and ends with it."""
    largest = -MAX if x < 0 and n & 1 else MAX
    try:
        while not n & 1:
            x = multiply(x, x)
            n >>= 1
        result = x
        while n := n >> 1:
            x = multiply(x, x)
            if n & 1:
                result = multiply(result, x)
    except Overflow:
        raise Overflow(largest) from None
    return result


class Random:
    """RND: seed * 214013 + 2531011, modulo 2**24, as a fraction of 2**24. RUN and CLEAR begin anew."""

    FIRST = 5228370
    STATE = ("seed",)

    def __init__(self) -> None:
        self.seed = self.FIRST

    def reset(self) -> None:
        """``RUN``, ``CLEAR``, ``NEW``"""
        self.seed = self.FIRST

    def next(self) -> float:
        """``RND``, ``RND(1)``"""
        self.seed = (self.seed * 214013 + 2531011) & 0xFFFFFF
        return self.seed / 16777216.0

    def repeat(self) -> float:
        """``RND(0)``: the last number again."""
        return self.seed / 16777216.0

    def reseed(self, x: float) -> float:
        """``RND(-x)``: the mantissa of the argument becomes the seed, so RND(-1) and RND(-2) are the same."""
        self.seed = int(abs(frexp(x)[0]) * 16777216.0)
        return self.next()

    def rnd(self, x: float) -> float:
        """``RND(x)`` by the sign of x."""
        if x > 0:
            return self.next()
        return self.reseed(x) if x else self.repeat()

    def randomize(self, value: float, kind: str = "%") -> None:
        """``RANDOMIZE value``: 16 bits take the place of the seed's upper two bytes, and one step is made.

        An integer gives its own bits. For a single or a double GW-BASIC 3.23 takes the last four bytes of
        the number as it is stored, the first two XORed with the last two.
        """
        if kind == "%":
            bits = int(value) & 0xFFFF
        else:
            stored = convert.mks(value) if kind == "!" else convert.mkd(int(value))
            low, high, top, exponent = (ord(byte) for byte in stored[-4:])
            bits = (low ^ top) | (high ^ exponent) << 8
        self.seed = bits << 8 | self.seed & 0xFF
        self.next()
