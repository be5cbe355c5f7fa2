"""Program files of every form, from bytes to a Program: what LOAD, RUN, CHAIN and the commands read."""

from __future__ import annotations

from enum import StrEnum

from basic.editing.protected import unprotect
from basic.editing.tokenised import from_tokens
from basic.errors import DIRECT_IN_FILE, Unreadable, Unusable
from basic.syntax.nodes import Program
from basic.syntax.source import Loaded, read_program


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
    """The program in a file, whatever its form; Unusable says what is wrong with one that holds none, or a bad line.

    `raw`: a text's bytes are code page 437 even where they are good UTF-8; `unlimited`: its lines may be longer than
    255 characters.
    """
    loaded = load_lines(data, raw, unlimited)
    if loaded.fault is not None:
        raise Unusable(loaded.fault.reason)
    return loaded


def load_lines(data: bytes, raw: bool = False, unlimited: bool = False) -> Loaded:
    """What LOAD has of a file: of a text the lines before the first that cannot be read."""
    match form(data):
        case Form.TEXT:
            return read_program(data, raw, unlimited)
        case Form.IMAGE:
            return Loaded(Program(()), (), Unreadable(DIRECT_IN_FILE, "this is a memory image of BSAVE and no program"))
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
