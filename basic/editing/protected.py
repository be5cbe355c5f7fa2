"""The cipher of `SAVE "NAME",P`: a protected file is a tokenised one, FE for FF in front and the rest enciphered.

Two keys, of 11 and 13 bytes, run along the file in step with two counters, so the pattern repeats every 143 bytes. It
was meant to keep programs from being listed; GW-BASIC itself deciphers a file when it loads it.
"""

from __future__ import annotations

from itertools import cycle

# The published keys are constants of SIN and ATN that happen to be near at hand in the interpreter.
_SHORT = bytes.fromhex("1E1DC4772697E07459887C")
_LONG = bytes.fromhex("A9848DCD75834363248319F79A")
_STEPS = [(short, _LONG[i % 13], 11 - i % 11, 13 - i % 13) for i, short in enumerate(_SHORT * 13)]
_END_OF_FILE = b"\x1a"


def protect(tokenised: bytes) -> bytes:
    """A tokenised file as SAVE ,P would have written it."""
    program = tokenised[1:]
    body = program.removesuffix(_END_OF_FILE)
    enciphered = bytes(
        (((byte - long_count) & 255) ^ long ^ short) + short_count & 255
        for byte, (short, long, short_count, long_count) in zip(body, cycle(_STEPS), strict=False)
    )
    return b"\xfe" + enciphered + program[len(body) :]


def unprotect(protected: bytes) -> bytes:
    """The tokenised file that a protected one holds."""
    body = protected[1:]
    plain = bytes(
        (((byte - short_count) & 255) ^ short ^ long) + long_count & 255
        for byte, (short, long, short_count, long_count) in zip(body, cycle(_STEPS), strict=False)
    )
    # The mark of the end of the file is not enciphered; it follows the three zeros that end a program.
    program = plain[:-1]
    if body.endswith(_END_OF_FILE) and (program.endswith(b"\0\0\0") or program == b"\0\0"):
        plain = program + _END_OF_FILE
    return b"\xff" + plain
