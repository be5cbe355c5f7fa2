"""PRINT USING: formats, fields, and numbers set into them.

``PRINT USING "Total $$#,###.##-";-1234.5`` shows ``Total $1,234.50-``. A format is literal text and fields;
it is used again from its start while there are values, and printing ends at the first field without one.
"""

from __future__ import annotations

from functools import lru_cache

from basic.errors import ILLEGAL, TYPE_MISMATCH, BasicError
from basic.record import record
from basic.values import double, scaling, single, text
from basic.values.double import SCALE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_PLACES = 24


@record
class Number:
    """A number with its kind: ``%``, ``!`` or ``#``."""

    kind: str
    value: float


Value = str | Number


@record
class Literal:
    """Text of a format that belongs to no field."""

    text: str


@record
class StringField:
    r"""``!`` (width 1), ``\  \`` (2 and the blanks), ``&`` (width 0: the whole string)."""

    width: int


@record
class NumericField:
    """``##.##`` and all that may stand around it.

    ``before`` counts every place before the point: ``#``, ``,``, the signs of ``**`` and ``$$`` and a leading ``+``.
    """

    before: int
    after: int = 0
    point: bool = False
    comma: bool = False
    asterisks: bool = False
    dollar: bool = False
    plus: bool = False  # + is shown for positive numbers
    trailing: bool = False  # the sign comes last
    exponent: bool = False

    @property
    def places(self) -> int:
        return self.before + self.after + self.point

    @property
    def sign_place(self) -> int:
        """One place is kept for a leading sign where an exponent is shown."""
        return 1 if self.before and not self.trailing else 0


Item = Literal | StringField | NumericField


@lru_cache(maxsize=256)
def parse_format(text: str) -> tuple[Item, ...]:
    """A format as its literals and fields."""
    items: list[Item] = []
    literal = ""
    at = 0
    while at < len(text):
        item, at = _item(text, at)
        if isinstance(item, Literal):
            literal += item.text
            continue
        if literal:
            items.append(Literal(literal))
            literal = ""
        items.append(item)
    if literal:
        items.append(Literal(literal))
    return tuple(items)


def _item(text: str, at: int) -> tuple[Item, int]:
    """The field that begins at ``at``, or one character of literal text."""
    c = text[at]
    following = text[at + 1 : at + 2]
    if c == "!":
        return StringField(1), at + 1
    if c == "&":
        return StringField(0), at + 1
    if c == "\\":
        end = at + 1
        while text[end : end + 1] == " ":
            end += 1
        if text[end : end + 1] == "\\":
            return StringField(end - at + 1), end + 1
    if c == "_" and following:
        return Literal(following), at + 2
    field = _numeric(text, at)
    return field if field else (Literal(c), at + 1)


def _numeric(text: str, at: int) -> tuple[NumericField, int] | None:
    """The numeric field that begins at ``at``, if there is one: it needs a ``#``, ``.#``, ``$$`` or ``**``."""
    plus = text[at] == "+"
    if plus:
        at += 1
    asterisks = text.startswith("**", at)
    dollar = text.startswith("**$", at) or text.startswith("$$", at)
    before = 2 * asterisks + (dollar if asterisks else 2 * dollar)
    if not before and not text.startswith(("#", ".#"), at):
        return None
    at += before
    comma = point = exponent = trailing = False
    after = 0
    while text[at : at + 1] in ("#", ","):
        if text[at] == ",":
            if not before:
                break
            comma = True
        before += 1
        at += 1
    if text[at : at + 1] == ".":
        point = True
        at += 1
        while text[at : at + 1] == "#":
            after += 1
            at += 1
    if text.startswith("^^^^", at):
        exponent = True
        at += 4
    sign = text[at : at + 1]
    if plus:
        before += 1
    elif sign in ("+", "-"):
        trailing = True
        plus = sign == "+"
        at += 1
    return NumericField(before, after, point, comma, asterisks, dollar, plus, trailing, exponent), at


def format_string(value: str, field: StringField) -> str:
    """A string cut or filled with blanks to the width of its field."""
    return value[: field.width].ljust(field.width) if field.width else value


def format_number(number: Number, field: NumericField) -> str:
    """A number in its field; ``%`` comes first where it does not fit, error 5 for more than 24 places."""
    if field.places > MOST_PLACES:
        raise BasicError(ILLEGAL)
    kind, value = number.kind, number.value
    negative = value < 0
    if negative:
        value = -value
    if field.exponent:
        whole, fraction, power = _with_exponent(value, kind, field)
        letter = "D" if kind == "#" else "E"
        suffix = f"{letter}{'-' if power < 0 else '+'}{abs(power):02d}"
    else:
        if _beyond_fixed(value, kind):
            return "% " + text.text(value, kind)
        whole, fraction = _fixed(value, kind, field)
        suffix = ""
    whole = whole.lstrip("0")
    if field.comma and not field.exponent:
        whole = _grouped(whole)
    if field.point:
        fraction = "." + fraction
    sign = "-" if negative else "+" if field.plus else ""
    lead = (sign if not field.trailing else "") + ("$" if field.dollar else "")
    tail = fraction + suffix + ((sign or " ") if field.trailing else "")
    if not whole and not (field.exponent and not field.point and kind != "#"):
        # A zero before the point is shown if there is room, or if there is no decimal after it.
        whole = "0" if len(lead) < field.before or not field.after else ""
    shown = lead + whole
    if len(shown) > field.before:
        return "%" + shown + tail
    return shown.rjust(field.before, "*" if field.asterisks else " ") + tail


def _beyond_fixed(value: float, kind: str) -> bool:
    """Numbers from 1E16 on are shown as PRINT shows them."""
    if kind == "#":
        return value >= scaling.TENS[16]
    return value >= 9999999444926464.0  # 1D16 cut to a single


def _grouped(digits: str) -> str:
    """Commas between groups of three."""
    first = len(digits) % 3
    groups = [digits[at : at + 3] for at in range(first, len(digits), 3)]
    return ",".join([digits[:first], *groups] if first else groups)


def _fixed(value: float, kind: str, field: NumericField) -> tuple[str, str]:
    """The digits before and after the point."""
    if kind == "%":
        return str(int(value)), "0" * field.after
    if not value:
        return "", "0" * field.after
    digits, power = _Digits.of(value, kind).rounded(field.after)
    if power >= 0:
        return digits + "0" * power, "0" * field.after
    digits = digits.zfill(-power)
    return digits[:power], digits[power:].ljust(field.after, "0")


def _with_exponent(value: float, kind: str, field: NumericField) -> tuple[str, str, int]:
    """The digits before and after the point, and the exponent."""
    before = field.before - field.sign_place
    wanted = before + field.after
    if not value:
        return "0" * before, "0" * field.after, 0
    digits, power = _Digits.of(value, kind).significant(wanted)
    digits = digits.ljust(wanted, "0")
    return digits[:before], digits[before:], power - before


class _Digits:
    """A positive number bracketed so that its 7 or 16 digits stand before the point, and a power of ten."""

    def __init__(self, mantissa: float, power: int, is_double: bool) -> None:
        self.mantissa = mantissa
        self.power = power
        self.is_double = is_double
        self.count = 16 if is_double else 7

    @classmethod
    def of(cls, value: float, kind: str) -> _Digits:
        if kind == "#":
            return cls(*scaling.bracket_double(int(value)), True)
        return cls(*scaling.bracket_single(value), False)

    def drop(self) -> None:
        """Move the last digit behind the point, with the rounding of a product by one tenth."""
        if self.is_double:
            self.mantissa = double.multiply(int(self.mantissa), scaling.TENTH)
        else:
            self.mantissa = single.multiply(self.mantissa, scaling.TENTH_SINGLE)

    @property
    def shown(self) -> str:
        if self.is_double:
            return scaling.digits_of_double(int(self.mantissa))
        return scaling.digits_of_single(self.mantissa)

    def rounded(self, decimals: int) -> tuple[str, int]:
        """Rounded to at most so many decimals: all digits, and the power of ten of the last one."""
        while self.power < -decimals:
            self.drop()
            self.power += 1
        return self.shown, self.power

    def significant(self, wanted: int) -> tuple[str, int]:
        """Rounded to at most so many digits: these, and the power of ten that stands before the first."""
        after_first = self.power + self.count
        excess = self.count - wanted
        if excess <= 0:
            return self.shown, after_first
        for _ in range(excess):
            self.drop()
        # Rounded here, and once more when the digits are formed.
        if self.is_double:
            self.mantissa = double.floor(double.add(int(self.mantissa), double.ONE >> 1))
            too_large = self.mantissa >= 10**wanted << SCALE
        else:
            self.mantissa = float(int(single.add(self.mantissa, 0.5)))
            too_large = self.mantissa >= 10**wanted
        if too_large:
            self.drop()
            after_first += 1
        return self.shown[excess:], after_first


class Layout:
    """One PRINT USING at work.

    ``lead()`` is the text before the next value, ``put(value)`` the value, ``end()`` what follows the last one.
    """

    def __init__(self, format: str) -> None:
        self.items = parse_format(format)
        self.at = 0
        self.has_fields = any(not isinstance(item, Literal) for item in self.items)

    def lead(self) -> str:
        """Literal text up to the next field, through the format's end if need be.

        A format without any field is shown once; then ``put`` raises error 5.
        """
        shown = self.end()
        if self.at == len(self.items) and self.has_fields:
            self.at = 0
            shown += self.end()
        return shown

    def put(self, value: Value) -> str:
        """A value in the next field; error 13 if it is of the wrong kind."""
        if not self.has_fields:
            raise BasicError(ILLEGAL)
        field = self.items[self.at]
        self.at += 1
        if isinstance(value, str):
            if isinstance(field, StringField):
                return format_string(value, field)
        elif isinstance(field, NumericField):
            return format_number(value, field)
        raise BasicError(TYPE_MISMATCH)

    def end(self) -> str:
        """Literal text up to the next field or the format's end."""
        shown = ""
        while self.at < len(self.items) and isinstance(item := self.items[self.at], Literal):
            shown += item.text
            self.at += 1
        return shown


def format_values(format: str, values: Iterable[Value]) -> Iterator[str]:
    """The pieces that ``PRINT USING format;values`` prints, one after the other; errors come when they are reached."""
    layout = Layout(format)
    for value in values:
        yield layout.lead()
        yield layout.put(value)
    yield layout.end()
