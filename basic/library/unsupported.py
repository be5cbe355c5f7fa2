"""What parses and lists already but cannot be carried out yet: each word with what it is waiting for.

Reaching one raises error 73 with the word in its text; the rest of the program runs. What GW-BASIC itself refuses on a
machine without a device has its own error instead (`CLS 3` is error 5).
"""

from __future__ import annotations

from basic.errors import Unsupported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

UNSUPPORTED = dict.fromkeys(("CALL", "CALLS", "USR", "DEF USR"), "an 8086 processor")


def unsupported(word: str) -> NoReturn:
    """Stop at a word that is not there yet."""
    raise Unsupported(word)
