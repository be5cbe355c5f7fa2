"""The Ok prompt: lines with a number are stored, others carried out at once."""

from __future__ import annotations

from .. import __version__
from ..errors import BasicError, InputEnded
from ..syntax.crunch import read_line_number
from .interpreter import Interpreter

HIGHEST_LINE = 65529


class Session:
    """A person, or a file of typed lines, in front of an interpreter."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.console = interpreter.machine.console
        self.numbering: tuple[int, int] | None = None  # AUTO: the next line number and the step

    def run(self, greeting: bool = True) -> int:
        """Until SYSTEM or the end of what is typed; gives the exit status."""
        if greeting:
            self.console.line(f"Junzi {__version__}, after GW-BASIC 3.23")
            self.console.line(f"{self.interpreter.rt.free()} Bytes free")
        self.ready()
        while True:
            try:
                text = self._typed()
            except InputEnded:
                return 0
            except KeyboardInterrupt:
                self.console.newline()
                self.numbering = None
                continue
            if self._carry_out(text):
                return 0

    def ready(self) -> None:
        if self.console.column:
            self.console.newline()
        self.console.line("Ok")

    def _typed(self) -> str:
        """The next line; under AUTO with its number."""
        if self.numbering is None:
            return self.console.read_line()
        number, step = self.numbering
        mark = "*" if number in self.interpreter.program else " "
        self.console.put(f"{number}{mark}")
        text = self.console.read_line()
        if number + step > HIGHEST_LINE:
            self.numbering = None
        else:
            self.numbering = number + step, step
        return f"{number} {text}" if text or mark == " " else ""

    def _carry_out(self, text: str) -> bool:
        """Do as the line says; True if it was SYSTEM."""
        stripped = text.lstrip(" \t\n")
        if not stripped:
            return False
        if stripped[0].isdigit():
            self._store(stripped)
            return False
        interpreter = self.interpreter
        interpreter.auto = None
        try:
            outcome = interpreter.direct(stripped)
        except InputEnded:
            return True
        if outcome.reason in ("system", "input"):
            return True
        self.numbering = interpreter.auto
        if self.numbering is None:
            self.ready()
            offered = interpreter.offered
            if offered is not None:
                interpreter.offered = None
                self.console.line(interpreter.commands.listed(offered))
        return False

    def _store(self, text: str) -> None:
        """Put a numbered line into the program, or take it out if there is nothing but the number."""
        try:
            number, end = read_line_number(text, 0)
            rest = text[end:]
            rest = rest[1:] if rest.startswith(" ") else rest
            if number > HIGHEST_LINE:
                raise BasicError(2)
            self.interpreter.store(number, rest)
        except BasicError as error:
            self.console.line(error.text)
            self.ready()
