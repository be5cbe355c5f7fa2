"""The Ok prompt on a real terminal: what helps a person to type a line. The prompt itself is `engine/session.py`.

With the extra `repl` (prompt_toolkit) lines are edited in colours, with history and completion; without it the
terminal's own editing and Python's readline are all there is.
"""

from __future__ import annotations

from ..engine.interpreter import Interpreter
from ..engine.session import LineReader, PlainReader
from ..machine.tty import TtyTerminal


def line_reader(interpreter: Interpreter) -> LineReader:
    """The best that this terminal and this installation have."""
    terminal = interpreter.machine.console.terminal
    if isinstance(terminal, TtyTerminal):
        try:
            from .editor import LineEditor

            return LineEditor(interpreter, terminal)
        except ImportError:
            pass
        try:
            from .readline import ReadlineReader

            return ReadlineReader(interpreter.machine.console)
        except ImportError:
            pass
    return PlainReader(interpreter.machine.console)
