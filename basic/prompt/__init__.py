"""The Ok prompt on a real terminal: what helps a person to type a line. The prompt itself is `engine/session.py`.

With the extra `repl` (prompt_toolkit) lines are edited in colours, with history and completion; without it the
terminal's own editing and Python's readline are all there is.
"""

from __future__ import annotations

import sys

from ..engine.interpreter import Interpreter
from ..engine.session import LineReader, PlainReader, Session
from ..machine.terminal import obeys
from ..machine.tty import TtyTerminal

LEAVING = "SYSTEM or Ctrl-D leaves"
HINTS = {
    "": f"{LEAVING}; `basic help` shows how to begin",
    **dict.fromkeys(("EXIT", "QUIT", "BYE"), LEAVING),
    "HELP": 'Numbered lines are kept; LIST, RUN, SAVE"X", LOAD"X", FILES; SYSTEM leaves',
}


def session(interpreter: Interpreter) -> Session:
    """With hints where a person sits at a terminal."""
    at_terminal = isinstance(interpreter.machine.console.terminal, TtyTerminal)
    return Session(interpreter, line_reader(interpreter), HINTS if at_terminal else None)


def line_reader(interpreter: Interpreter) -> LineReader:
    """The best that this terminal and this installation have."""
    terminal = interpreter.machine.console.terminal
    if isinstance(terminal, TtyTerminal) and obeys(sys.stdout):
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
