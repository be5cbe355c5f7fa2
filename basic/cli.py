"""The command `basic`."""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> int:
    from .engine.interpreter import Interpreter
    from .library import words  # noqa: F401
    from .machine.machine import Machine
    from .machine.terminal import PipeTerminal
    from .syntax.source import read_program

    arguments = [a for a in sys.argv[1:] if a != "run"]
    engine = "step" if "--step" in arguments else "auto"
    arguments = [a for a in arguments if not a.startswith("--")]
    machine = Machine(PipeTerminal())
    interpreter = Interpreter(machine, engine=engine)
    interpreter.load(read_program(Path(arguments[0]).read_bytes()).program)
    outcome = interpreter.run()
    machine.console.terminal.flush()
    return {"error": 1, "input": 1, "break": 130}.get(outcome.reason, 0)


if __name__ == "__main__":
    sys.exit(main())
