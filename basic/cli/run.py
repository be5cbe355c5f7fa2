"""`basic run FILE`, and the Ok prompt where there is no file."""

from __future__ import annotations

import gc
import sys

from ..errors import SYNTAX
from .files import Complaint, Progress, as_spelt, complain, named, read, tell, write
from .limits import any_limits, end_on_signals, watch
from .machine import close, machine_of, pictures_wanted, shell_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import Any

    from ..engine.interpreter import Interpreter
    from ..engine.rest import Outcome
    from ..errors import BasicError
    from ..machine.machine import Machine

DESCRIPTION = "Run a program. What it prints goes to standard output; what it asks for is typed, or comes from a file."
EXAMPLES = """\
  basic                                 the Ok prompt
  basic GAME.BAS                        run a program
  basic run GAME.BAS <moves.txt         the same with typed lines from a file
  basic run --clock 1990-01-02T12:00 -  a program from standard input, at a fixed time
"""


def add_arguments(parser: ArgumentParser, optional: bool = False) -> None:
    from .parsing import add_machine

    parser.add_argument(
        "file", metavar="FILE", help="the program, or - for standard input", nargs="?" if optional else None
    )
    add_machine(parser)


def run(options: Namespace) -> int:
    if options.file is None:
        return _prompt(options)
    gc.disable()  # what is made now is there to stay
    from ..cache import standard
    from ..engine.starting import start
    from ..errors import Unreadable, Unusable

    data = as_spelt(read(options.file), options)
    machine = machine_of(options)
    interpreter = _interpreter(machine, options)
    try:
        cache = None if options.no_cache else standard()
        with Progress(options.file, len(data)) as progress:
            progress("reading")
            source = start(interpreter, data, cache)
        for warning in source.warnings:
            tell(options.file, warning)
        gc.freeze()  # and need not be looked through again, neither now nor at the end
        gc.enable()
        if source.fault is None:
            outcome = interpreter.run()
        else:
            source.fault.file = options.file
            outcome = interpreter.refuse(source.fault)
        if isinstance(outcome.error, Unreadable):
            tell(outcome.error.file, outcome.error.reason)
        take_pictures(options, machine)
        if options.stay and outcome.reason != "system":
            from ..prompt import session

            return session(interpreter).run(greeting=False)
    except Unusable as problem:
        raise Complaint(f"{named(options.file)}: {problem}") from None
    finally:
        gc.enable()
        close(machine)
    if outcome.error is not None:
        _explain(options, outcome, outcome.error)
    return ended(outcome)


def _explain(options: Namespace, outcome: Outcome, error: BasicError) -> None:
    """What the screen does not say of an error."""
    if options.window or options.headless:  # there is none any more
        complain(f"{error.text}{_where(outcome)}")
    if error.number == SYNTAX and sys.stderr.isatty():
        complain(f"`basic check {options.file}` shows what does not parse, and where")


def take_pictures(options: Namespace, machine: Machine) -> None:
    """What --dump-screen and its kin want of the screen as the program has left it, and --record of the sound."""
    for file, form in pictures_wanted(options):
        from ..machine import pictures

        write(file, getattr(pictures, form)(machine))


def ended(outcome: Outcome) -> int:
    """The exit status of a run."""
    where = _where(outcome)
    if outcome.reason == "input":
        print(f"basic: the input ended while the program was waiting for more{where}", file=sys.stderr)
    elif outcome.reason == "limit":
        print(f"basic: stopped{where}: the limit of {outcome.limit} is reached", file=sys.stderr)
    return outcome.status


def _where(outcome: Outcome) -> str:
    return f" in line {outcome.line}" if outcome.line >= 0 else ""


def _interpreter(machine: Machine, options: Namespace) -> Interpreter:
    from ..engine.interpreter import Interpreter

    end_on_signals()
    interpreter = Interpreter(machine, **engine_options(options, machine))
    if any_limits(options):
        watch(options, interpreter)
    if options.speed not in (None, "max"):
        from ..engine.pace import Pace

        Pace(interpreter, options.speed)
    return interpreter


def engine_options(options: Namespace, machine: Machine) -> dict[str, Any]:
    """What an interpreter is told of them."""
    return {
        "engine": options.engine,
        "unlimited": options.unlimited,
        "raw": options.encoding == "raw",
        "shell": shell_of(options, machine),
    }


def _prompt(options: Namespace) -> int:
    """`basic` alone."""
    from ..prompt import session

    if options.spaces:
        raise Complaint("--spaces says how a FILE is read: name one")
    machine = machine_of(options)
    interpreter = _interpreter(machine, options)
    try:
        status = session(interpreter).run()
        take_pictures(options, machine)
        return status
    finally:
        close(machine)
