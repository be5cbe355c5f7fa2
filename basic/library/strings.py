"""Strings: `LEFT$`, `MID$`, `INSTR` and their family, and numbers as texts and bytes.

    10 A$="HELLO": PRINT LEFT$(A$,1)+"J"+MID$(A$,3); INSTR(A$,"L")

A string is a Python str of code points 0 to 255, at most 255 of them; that no longer one comes about is the business of
concatenation. Counts arrive checked (0 to 255).
"""

from __future__ import annotations

from basic.errors import ILLEGAL, OUT_OF_STRING_SPACE, OVERFLOW, BasicError
from basic.library.registry import function, helper
from basic.values import convert, double
from basic.values import text as number_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


@function("LEN", "string -> integer 0..255", [])
def length(text: str) -> int:
    """`LEN("ABC")` is 3."""
    return len(text)


@function("ASC", "string -> integer 0..255", [ILLEGAL])
def asc(text: str) -> int:
    """`ASC("A")` is 65; error 5 for an empty string."""
    if not text:
        raise BasicError(ILLEGAL)
    return ord(text[0])


@function("CHR$", "byte -> string ..1", [OUT_OF_STRING_SPACE])
def chr_(code: int) -> str:
    """`CHR$(65)` is "A"."""
    return chr(code)


@function("LEFT$", "string byte -> string", [OUT_OF_STRING_SPACE])
def left(text: str, count: int) -> str:
    """`LEFT$("HELLO",2)` is "HE"."""
    return text[:count]


@function("RIGHT$", "string byte -> string", [OUT_OF_STRING_SPACE])
def right(text: str, count: int) -> str:
    """`RIGHT$("HELLO",2)` is "LO"."""
    return text[-count:] if count else ""


@function("MID$", "string byte byte? -> string", [OUT_OF_STRING_SPACE, ILLEGAL])
def mid(text: str, start: int, count: int = 255) -> str:
    """`MID$("HELLO",2,3)` is "ELL"; positions count from 1."""
    if not start:
        raise BasicError(ILLEGAL)
    return text[start - 1 : start - 1 + count]


@helper("position")
def position(start: int) -> NoReturn:
    """What MID$ says of a start outside 1 to 255."""
    raise BasicError(ILLEGAL if -32768 <= start <= 32767 else OVERFLOW)


@helper("replace_middle")
def mid_assigned(text: str, start: int, count: int, value: str, itself: bool = False) -> str:
    """What `MID$(A$,2,3)="XYZ"` makes of A$: replaced in place, never longer.

    `MID$(A$,2)=A$` moves characters within one string (`itself`), from left to right: the first one fills it all.
    """
    if not 0 < start <= len(text):
        raise BasicError(ILLEGAL)
    start -= 1
    count = min(count, len(value), len(text) - start)
    if itself and start:
        value = (text[:start] * (count // start + 1))[:count]
    return text[:start] + value[:count] + text[start + count :]


def justified(field: int, value: str, right: bool) -> str:
    """`LSET A$="X"`, `RSET A$="X"`: the value in a field of so many characters, cut at its end if need be."""
    value = value[:field]
    return value.rjust(field) if right else value.ljust(field)


@helper("instr")
def instr(start: int, text: str, wanted: str) -> int:
    """`INSTR(2,"HELLO","L")` is 3; an empty string is found where the search starts; 0 is not found."""
    if not start:
        raise BasicError(ILLEGAL)
    return text.find(wanted, start - 1) + 1 if start <= len(text) else 0


@function("SPACE$", "byte -> string", [OUT_OF_STRING_SPACE])
def space(count: int) -> str:
    """`SPACE$(3)` is three blanks."""
    return " " * count


def string_(count: int, pattern: str | int) -> str:
    """`STRING$(3,"*")`, `STRING$(3,42)`: so many times the first character, or that of the code."""
    return count * (chr(pattern) if isinstance(pattern, int) else chr(asc(pattern)))


@function("STR$", "number -> string ..24", [])
def str_(number: float) -> str:
    """`STR$(5)` is " 5": as PRINT shows it, without the blank behind."""
    return number_text.str_text(number, "!")


@helper("val", soft=True)
@function("VAL", "string -> double", [OVERFLOW])
def val(digits: str) -> int:
    """`VAL("12abc")` is 12; 0 where no number is."""
    value, kind = number_text.val(digits)
    return int(value) if kind == "#" else double.from_single(value)


@function("HEX$", "word -> string ..4", [])
def hex_(number: int) -> str:
    """`HEX$(255)` is "FF"; negative numbers as 16 bits."""
    return f"{number & 0xFFFF:X}"


@function("OCT$", "word -> string ..6", [])
def oct_(number: int) -> str:
    """`OCT$(8)` is "10"."""
    return f"{number & 0xFFFF:o}"


# Numbers as the bytes that files hold, and back: `LSET A$=MKI$(5)`, `CVI(A$)`.
function("MKI$", "integer -> string ..2", [])(convert.mki)
function("MKS$", "single -> string ..4", [])(convert.mks)
function("MKD$", "double -> string ..8", [])(convert.mkd)
function("CVI", "string -> integer", [ILLEGAL])(convert.cvi)
function("CVS", "string -> single", [ILLEGAL])(convert.cvs)
function("CVD", "string -> double", [ILLEGAL])(convert.cvd)
