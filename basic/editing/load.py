"""Program files of every form, from bytes to a Program: what LOAD, RUN, CHAIN and the command line read."""

from __future__ import annotations

from enum import StrEnum

from basic.editing.protected import unprotect
from basic.editing.tokenised import from_tokens
from basic.syntax.nodes import Program
from basic.syntax.source import Loaded, Unusable, read_program


class Form(StrEnum):
    """How a program is written in its file."""

    TEXT = "text"
    TOKENISED = "tokenised"
    PROTECTED = "protected"  # LIST, SAVE and POKE are refused after LOAD (error 5)
    IMAGE = "memory image"  # of BSAVE: no program


_BY_FIRST_BYTE = {0xFF: Form.TOKENISED, 0xFE: Form.PROTECTED, 0xFD: Form.IMAGE}


def form(data: bytes) -> Form:
    """What the first byte of a file says. MERGE takes text only: anything else is `Bad file mode` (54)."""
    return _BY_FIRST_BYTE.get(data[0], Form.TEXT) if data else Form.TEXT


def load_program(data: bytes, raw: bool = False, unlimited: bool = False) -> Loaded:
    """The program in a file, whatever its form; Unusable says what is wrong with one that holds none.

    `raw`: a text's bytes are code page 437 even where they are good UTF-8; `unlimited`: its lines may be longer than
    255 characters.
    """
    match form(data):
        case Form.TEXT | Form.IMAGE:
            return read_program(data, raw, unlimited)
        case Form.TOKENISED if _is_utf_16(data, b"\xff\xfe", 3):
            raise Unusable("this is text in UTF-16: save it as UTF-8")
        case Form.PROTECTED if _is_utf_16(data, b"\xfe\xff", 2):
            raise Unusable("this is text in UTF-16: save it as UTF-8")
        case Form.PROTECTED:
            data = unprotect(data)
    lines, warnings = from_tokens(data)
    return Loaded(Program(tuple(lines)), tuple(warnings))


def _is_utf_16(data: bytes, mark: bytes, first_zero: int) -> bool:
    """A byte order mark and every other byte 0: no program has line 0 in front with nothing in it."""
    zeros = data[first_zero : first_zero + 6 : 2]
    return data.startswith(mark) and bool(zeros) and not any(zeros)
