"""What the Tab key offers: keywords, the program's variables, and file names behind LOAD", RUN" and their kin.

    PRI -> PRINT    LOAD"NI -> LOAD"NINE.BAS"
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from .. import codepage
from ..engine import names
from ..engine.interpreter import Interpreter
from ..errors import BasicError
from ..machine.drives import Drives
from ..syntax.crunch import Token, crunch
from ..syntax.tables import PLACE_WORDS
from ..syntax.tokens import BY_WORD

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9.]*[$%!#]?\Z")
_NUMBER = re.compile(r"[ \t]*\d*")
_FOLDER = re.compile(r".*[\\:]")
_OF_PROGRAMS = frozenset({"LOAD", "RUN", "MERGE", "CHAIN", "SAVE"})
_OF_FILES = frozenset({"OPEN", "KILL", "NAME", "FILES", "BLOAD", "BSAVE"})
_RAW = frozenset({"REM", "QUOTE", "DATA"})  # their text is nobody's business
KEYWORDS = frozenset(word for word, keyword in BY_WORD.items() if word[0].isalpha() and keyword.reserved) | PLACE_WORDS


class BasicCompleter(Completer):
    """Completes the word before the cursor, in the case in which it was begun."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        line = codepage.to_bytes(document.text_before_cursor)
        number = _NUMBER.match(line)
        text = line[number.end() :] if number else line
        tokens = crunch(text)
        if tokens and tokens[-1].type in _RAW:
            return
        name = _open_string(text, tokens)
        if name is not None:
            statement = str(tokens[-2].value) if len(tokens) > 1 else ""
            if statement in _OF_PROGRAMS | _OF_FILES:
                for found in sorted(file_names(self.interpreter.machine.drives, name, statement in _OF_PROGRAMS)):
                    yield Completion(codepage.to_unicode(found), start_position=-len(name))
            return
        word = _WORD.search(text)
        if word is None:
            return
        begun = word[0]
        for found in sorted(KEYWORDS | set(variables(self.interpreter))):
            if found.startswith(begun.upper()) and found != begun.upper():
                yield Completion(found.lower() if begun.islower() else found, start_position=-len(begun))


def variables(interpreter: Interpreter) -> Iterator[str]:
    """The names that stand in the program, with their sigils; then those that only live in memory."""
    seen = set()
    for line in interpreter.program.values():
        for token in crunch(line.text):
            if token.type in ("VARIABLE", "ARRAY"):
                name = str(token.value)
                seen.add(name.rstrip("$%!#"))
                yield name
    for identifier in interpreter.rt.variables:
        name = names.basic(identifier)
        if name not in seen:
            yield name + names.kind_of(identifier).rstrip("!")


def file_names(drives: Drives, begun: str, programs: bool) -> Iterable[str]:
    r"""Files and folders whose names begin so: `NINE.BAS"`, `GAMES\`."""
    path = _FOLDER.match(begun)
    folder = path[0] if path else ""
    try:
        place = drives.directory(folder or ".")
        entries = drives.disk(place.drive).entries(place.path)
    except BasicError:
        return
    for entry in entries:
        if entry.name.startswith(begun[len(folder) :].upper()):
            if entry.directory:
                yield f"{folder}{entry.name}\\"
            elif not programs or entry.name.endswith(".BAS"):
                yield f'{folder}{entry.name}"'


def _open_string(text: str, tokens: list[Token]) -> str | None:
    """What stands behind a quotation mark that has not been closed."""
    if not tokens or tokens[-1].type != "STRING":
        return None
    string = text[tokens[-1].column - 1 :]
    return string[1:] if string.count('"') == 1 else None
