"""How a run comes to rest: what is said of it, and where CONT goes on."""

from __future__ import annotations

from ..errors import NO_LINE, SYNTAX, TYPED, BasicError, LimitReached
from ..record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..machine.console import Console
    from .interpreter import Interpreter
    from .signals import Halt


@record
class Outcome:
    """How a run came to rest: end, stop, break, error, system, limit, input (which ended too early), or pause."""

    reason: str
    error: BasicError | None = None
    line: int = 0
    limit: str = ""  # which

    @property
    def status(self) -> int:
        """The exit status of a command that runs a program."""
        return {"error": 1, "input": 1, "limit": 3, "break": 130}.get(self.reason, 0)


def failed(interpreter: Interpreter, error: BasicError, line: int = TYPED) -> Outcome:
    """An error that no ON ERROR takes."""
    interpreter.rt.handling = None
    line = error.line if error.line is not None else line
    if line == NO_LINE:
        line = -1
    try:
        _tell(interpreter.machine.console, error.text, line)
    except LimitReached as limit:  # of characters: the message is cut
        interpreter.machine.close_files()
        return Outcome("limit", line=line, limit=str(limit))
    if line >= 0:
        interpreter.resting = interpreter.point  # CONT tries it once more
        interpreter.current = line
        if error.number == SYNTAX and line in interpreter.outline.starts:
            interpreter.offered = line
    return Outcome("error", error, line)


def halted(interpreter: Interpreter, halt: Halt, line: int) -> Outcome:
    """END, STOP, SYSTEM, the last line; `line` is -1 where that was typed."""
    if halt.reason == "done":
        return Outcome("end")
    if halt.reason == "system":
        interpreter.machine.close_files()
        return Outcome("system")
    if halt.reason == "stop":
        _break(interpreter, line)
    elif halt.reason == "end":
        interpreter.rt.handling = None
        interpreter.machine.close_files()
    return Outcome("stop" if halt.reason == "stop" else "end", line=line)


def broken_off(interpreter: Interpreter, line: int) -> Outcome:
    """Ctrl-C."""
    interpreter.machine.console.interrupted()
    _break(interpreter, line)
    return Outcome("break", line=line)


def back(interpreter: Interpreter, outcome: Outcome) -> Outcome:
    """At Ok again: a line that is begun on the printer ends there (published FINLPT)."""
    printer = interpreter.machine.printer
    try:
        if outcome.reason not in ("system", "input", "pause") and printer.column:
            printer.newline()
    except BasicError as error:
        return failed(interpreter, error)
    return outcome


def _break(interpreter: Interpreter, line: int) -> None:
    _tell(interpreter.machine.console, "Break", line)
    if line >= 0:
        interpreter.current = line


def _tell(console: Console, what: str, line: int) -> None:
    if console.column:
        console.newline()
    console.put(what + (f" in {line}" if line >= 0 else ""))
    console.newline()
