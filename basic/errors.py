"""Every error that a BASIC program can meet: its name here, its number, and the words of GW-BASIC 3.23.

Plain numbers, since `enum` would be a good part of a start.
"""

from __future__ import annotations

MESSAGES = {
    (NEXT_WITHOUT_FOR := 1): "NEXT without FOR",
    (SYNTAX := 2): "Syntax error",
    (RETURN_WITHOUT_GOSUB := 3): "RETURN without GOSUB",
    (OUT_OF_DATA := 4): "Out of DATA",
    (ILLEGAL := 5): "Illegal function call",
    (OVERFLOW := 6): "Overflow",
    (OUT_OF_MEMORY := 7): "Out of memory",
    (UNDEFINED_LINE := 8): "Undefined line number",
    (SUBSCRIPT := 9): "Subscript out of range",
    (DUPLICATE := 10): "Duplicate Definition",
    (DIVISION_BY_ZERO := 11): "Division by zero",
    (ILLEGAL_DIRECT := 12): "Illegal direct",
    (TYPE_MISMATCH := 13): "Type mismatch",
    (OUT_OF_STRING_SPACE := 14): "Out of string space",
    (STRING_TOO_LONG := 15): "String too long",
    (STRING_TOO_COMPLEX := 16): "String formula too complex",
    (CANT_CONTINUE := 17): "Can't continue",
    (UNDEFINED_FUNCTION := 18): "Undefined user function",
    (NO_RESUME := 19): "No RESUME",
    (RESUME_WITHOUT_ERROR := 20): "RESUME without error",
    (MISSING_OPERAND := 22): "Missing operand",
    (LINE_TOO_LONG := 23): "Line buffer overflow",
    (DEVICE_TIMEOUT := 24): "Device Timeout",
    (DEVICE_FAULT := 25): "Device Fault",
    (FOR_WITHOUT_NEXT := 26): "FOR Without NEXT",
    (OUT_OF_PAPER := 27): "Out of Paper",
    (WHILE_WITHOUT_WEND := 29): "WHILE without WEND",
    (WEND_WITHOUT_WHILE := 30): "WEND without WHILE",
    (FIELD_OVERFLOW := 50): "FIELD overflow",
    (INTERNAL := 51): "Internal error",
    (BAD_FILE_NUMBER := 52): "Bad file number",
    (FILE_NOT_FOUND := 53): "File not found",
    (BAD_FILE_MODE := 54): "Bad file mode",
    (FILE_OPEN := 55): "File already open",
    (DEVICE_IO := 57): "Device I/O Error",
    (FILE_EXISTS := 58): "File already exists",
    (DISK_FULL := 61): "Disk full",
    (INPUT_PAST_END := 62): "Input past end",
    (BAD_RECORD := 63): "Bad record number",
    (BAD_FILE_NAME := 64): "Bad file name",
    (DIRECT_IN_FILE := 66): "Direct statement in file",
    (TOO_MANY_FILES := 67): "Too many files",
    (DEVICE_UNAVAILABLE := 68): "Device Unavailable",
    (COMMUNICATION_OVERFLOW := 69): "Communication buffer overflow",
    (PERMISSION_DENIED := 70): "Permission Denied",
    (DISK_NOT_READY := 71): "Disk not Ready",
    (DISK_MEDIA := 72): "Disk media error",
    (ADVANCED_FEATURE := 73): "Advanced Feature",
    (ACROSS_DISKS := 74): "Rename across disks",
    (PATH_ACCESS := 75): "Path/File Access Error",
    (PATH_NOT_FOUND := 76): "Path not found",
    (DEADLOCK := 77): "Deadlock",
}

OF_TEXTS = frozenset({OUT_OF_STRING_SPACE, STRING_TOO_LONG})
# What `machine/` says of devices, of the number of an open file and its mode, of names and disks. That a file may be
# written was asked when it was opened.
OF_DEVICES = frozenset({DEVICE_TIMEOUT, DEVICE_FAULT, OUT_OF_PAPER, DEVICE_IO})
OF_FILES = OF_DEVICES | {BAD_FILE_NUMBER, BAD_FILE_MODE}
OF_READING = OF_FILES | OF_TEXTS | {FIELD_OVERFLOW, INPUT_PAST_END}
OF_WRITING = OF_FILES | {FIELD_OVERFLOW, DISK_FULL}
OF_CLOSING = OF_DEVICES | {DISK_FULL}
OF_RECORDS = OF_FILES | {DISK_FULL, BAD_RECORD, PERMISSION_DENIED, PATH_ACCESS}
OF_NAMES = frozenset({
    *(FILE_NOT_FOUND, FILE_OPEN, DEVICE_IO, DISK_FULL, BAD_FILE_NAME, TOO_MANY_FILES),
    *(DEVICE_UNAVAILABLE, PERMISSION_DENIED), *range(DISK_NOT_READY, DEADLOCK),
})
OF_OPENING = OF_NAMES | OF_DEVICES | {SYNTAX, BAD_FILE_NUMBER, BAD_FILE_MODE}

TYPED = -1  # the line of an error at the prompt
NO_LINE = 65535  # what ERL says of it


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


class Unsupported(BasicError):
    """A statement of GW-BASIC that this version parses and lists but cannot carry out yet (error 73)."""

    def __init__(self, word: str) -> None:
        super().__init__(ADVANCED_FEATURE)
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
