"""The Ok prompt: lines with a number are stored, others carried out at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from .. import __version__
from ..errors import OVERFLOW, SYNTAX, BasicError, InputEnded
from ..machine.console import Console
from ..machine.editor import NOT_TYPED, UP
from ..syntax.crunch import beyond, read_line_number
from .interpreter import Interpreter

HIGHEST_LINE = 65529
DIGITS = frozenset("0123456789")


class LineReader(Protocol):
    """Who asks the person at the prompt for a line."""

    def read(self, before: str = "", offered: str = "") -> str | None:
        """The next line, whole. `before` stands in it already (AUTO's number), `offered` is there to be edited.

        None if it has been abandoned, the cursor then being at the beginning of a row; where Ctrl-C leaves it anywhere,
        that is a KeyboardInterrupt.
        """


class PlainReader:
    """Reads what is typed as the terminal or the stream gives it; an offered line is shown, to be typed again."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def read(self, before: str = "", offered: str = "") -> str:
        if offered:
            self.console.line(offered)
        self.console.put(before)
        return before + self.console.read_line()


class ScreenReader:
    """Takes the line under the cursor of the screen; an offered line stands there to be changed."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def read(self, before: str = "", offered: str = "") -> str:
        from ..machine.editor import Editor

        self.console.put(before or offered)
        return Editor(self.console).read(statement=True, start=bool(offered))

    def go_up(self, typed: str) -> str:
        """From now on lines are edited on the screen, beginning with this one, from which the cursor goes up."""
        self.console.use_screen()
        self.console.press(UP)
        return self.read(typed)


class Session:
    """A person, or a file of typed lines, in front of an interpreter."""

    def __init__(
        self, interpreter: Interpreter, reader: LineReader | None = None, hints: Mapping[str, str] | None = None
    ) -> None:
        self.interpreter = interpreter
        self.console = interpreter.machine.console
        self._reader = reader or PlainReader(self.console)
        self.hints = hints or {}  # said below the error of a typed line, and "" below the greeting
        self.numbering: tuple[int, int] | None = None  # AUTO: the next line number and the step

    @property
    def reader(self) -> LineReader:
        """A terminal may show the screen from some time on."""
        return self._reader if self.console.terminal.reads_lines else ScreenReader(self.console)

    def run(self, greeting: bool = True) -> int:
        """Until SYSTEM or the end of what is typed; gives the exit status."""
        if greeting:
            self.console.line(f"Junzi {__version__}, after GW-BASIC 3.23")
            self.console.line(f"{self.interpreter.rt.free()} Bytes free")
            if "" in self.hints:
                self.console.line(self.hints[""])
        self.ready()
        while True:
            try:
                text = self._typed()
                if text is None:  # no Ok follows
                    self.numbering = None
                elif self._carry_out(text):
                    return 0
            except InputEnded:
                return 0
            except KeyboardInterrupt:
                self.numbering = None
                self.console.interrupted()
                if self.console.column:
                    self.console.newline()

    def ready(self) -> None:
        if self.console.column:
            self.console.newline()
        self.console.put("Ok")
        self.console.mark(NOT_TYPED)
        self.console.newline()

    def _typed(self) -> str | None:
        """The next line; under AUTO with its number, which a star follows where there is such a line already."""
        interpreter = self.interpreter
        if self.numbering is not None:
            number = self.numbering[0]
            return self.reader.read(f"{number}{'*' if number in interpreter.program else ' '}")
        offered, interpreter.offered = interpreter.offered, None
        if offered is None or offered not in interpreter.program:
            return self.reader.read()
        return self.reader.read(offered=interpreter.commands.listed(offered))

    def _carry_out(self, text: str) -> bool:
        """Do as the line says; True if it was SYSTEM."""
        stripped = text.lstrip(" \t\n")
        if not stripped:
            return False
        for _ in range(beyond(stripped)):
            self.console.line(BasicError(OVERFLOW).text)
        if stripped[0] in DIGITS:
            self._store(stripped)
            return False
        interpreter = self.interpreter
        interpreter.auto = None
        outcome = interpreter.direct(stripped)
        if outcome.reason in ("system", "input"):
            return True
        if outcome.reason == "error" and stripped.strip().upper() in self.hints:
            self.console.line(self.hints[stripped.strip().upper()])
        self.numbering = interpreter.auto
        edited = interpreter.offered is not None and outcome.reason != "error"
        if edited and self.console.column:
            self.console.newline()
        if self.numbering is None and not edited:  # neither AUTO nor EDIT says Ok
            self.ready()
        return False

    def _store(self, text: str) -> None:
        """Put a numbered line into the program, or take it out if there is nothing but the number.

        Under AUTO the next number follows the one that stands in the line, and an empty line changes nothing.
        """
        try:
            number, end = read_line_number(text, 0)
            rest = text[end:]
            automatic = self.numbering is not None
            if self.numbering is not None:
                step = self.numbering[1]
                self.numbering = (number + step, step) if number + step <= HIGHEST_LINE else None
                rest = rest.removeprefix("*")
            rest = rest[1:] if number and rest.startswith(" ") else rest  # behind 0 a blank is part of the text
            if rest.lstrip(" \t\n")[:1] in DIGITS:
                raise BasicError(SYNTAX)  # 65530 would be line 6553 and a 0, as it is in a file
            if rest.strip(" \t\n") or not automatic:
                self.interpreter.store(number, rest)
        except BasicError as error:
            self.interpreter.reject(error)
            self.ready()
