"""Every error that a BASIC program can meet: its number and the words of GW-BASIC 3.23."""

from __future__ import annotations

MESSAGES: dict[int, str] = {
    1: "NEXT without FOR",
    2: "Syntax error",
    3: "RETURN without GOSUB",
    4: "Out of DATA",
    5: "Illegal function call",
    6: "Overflow",
    7: "Out of memory",
    8: "Undefined line number",
    9: "Subscript out of range",
    10: "Duplicate Definition",
    11: "Division by zero",
    12: "Illegal direct",
    13: "Type mismatch",
    14: "Out of string space",
    15: "String too long",
    16: "String formula too complex",
    17: "Can't continue",
    18: "Undefined user function",
    19: "No RESUME",
    20: "RESUME without error",
    22: "Missing operand",
    23: "Line buffer overflow",
    24: "Device Timeout",
    25: "Device Fault",
    26: "FOR Without NEXT",
    27: "Out of Paper",
    29: "WHILE without WEND",
    30: "WEND without WHILE",
    50: "FIELD overflow",
    51: "Internal error",
    52: "Bad file number",
    53: "File not found",
    54: "Bad file mode",
    55: "File already open",
    57: "Device I/O Error",
    58: "File already exists",
    61: "Disk full",
    62: "Input past end",
    63: "Bad record number",
    64: "Bad file name",
    66: "Direct statement in file",
    67: "Too many files",
    68: "Device Unavailable",
    69: "Communication buffer overflow",
    70: "Permission Denied",
    71: "Disk not Ready",
    72: "Disk media error",
    73: "Advanced Feature",
    74: "Rename across disks",
    75: "Path/File Access Error",
    76: "Path not found",
    77: "Deadlock",
}

SYNTAX, ILLEGAL, MISSING_OPERAND, TYPE_MISMATCH = 2, 5, 22, 13
TYPED = -1  # the line of an error at the prompt


def message(number: int) -> str:
    """The text that GW-BASIC prints for an error number; numbers without a text share one."""
    return MESSAGES.get(number, "Unprintable error")


class BasicError(Exception):
    """A BASIC error on its way to ON ERROR GOTO or to the screen."""

    def __init__(self, number: int, line: int | None = None) -> None:
        super().__init__(number)
        self.number = number
        self.line = line  # only where it is not the line of the running statement (bad DATA), or TYPED

    @property
    def text(self) -> str:
        return message(self.number)


class NotYet(BasicError):
    """A statement of GW-BASIC that this version parses and lists but cannot carry out yet (error 73)."""

    def __init__(self, word: str) -> None:
        super().__init__(73)
        self.word = word

    @property
    def text(self) -> str:
        return f"{self.word} is not there yet"


class Unreadable(BasicError):
    """A line of a program's text that cannot be read: as if it were typed, so no line has the error, and no ON ERROR
    takes it once lines before it are in memory."""

    def __init__(self, number: int, reason: str, file: str = "") -> None:
        super().__init__(number, TYPED)
        self.reason = reason  # which line of the file, its text, what to do
        self.file = file


class InputEnded(Exception):
    """The program reads on after the end of its piped input: the run ends, with exit status 1."""


class LimitReached(BaseException):
    """The run may take no more, says who has started it: it ends, with exit status 3. The text says what of."""


class Unusable(Exception):
    """The file cannot be taken as a program: what, where, and what to do about it."""
