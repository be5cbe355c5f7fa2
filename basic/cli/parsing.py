"""Command lines by argparse: all commands have their help in one form, and complain in two lines."""

from __future__ import annotations

import sys
from argparse import Action, ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from typing import Any, NoReturn

from .. import __version__
from ..codepage import visible
from . import COMMANDS
from .options import MACHINE

STATUSES = """\
exit status: 0 fine; 1 a BASIC error, input that ran out, or a difference found;
  2 wrong usage or an unusable file; 3 a limit reached; 130 Ctrl-C
a FILE that is written may be -: standard output, and what else is told goes to standard error
"""
DESCRIPTION = "GW-BASIC exactly as it was. Without a command: run FILE, or the Ok prompt."


def parser(word: str, module: Any) -> ArgumentParser:
    """For what stands behind a command; without one for `basic` alone, whose FILE is that of `run`, or none."""
    examples = f"examples:\n{module.EXAMPLES}\n{STATUSES}"
    if word:
        made = Parser(f"basic {word}", module.DESCRIPTION, examples)
        module.add_arguments(made)
        return made
    commands = "".join(f"  {name:<9} {text}\n" for name, text in COMMANDS.items())
    made = Parser("basic", DESCRIPTION, f"commands (basic COMMAND --help says more):\n{commands}\n{examples}")
    made.usage = "basic [OPTIONS] [FILE]\n       basic COMMAND ..."
    made.add_argument("--version", action="version", version=f"junzi {__version__}")
    module.add_arguments(made, optional=True)
    return made


class Parser(ArgumentParser):
    """One that leaves its long list of options to --help."""

    def __init__(self, name: str, description: str, more: str) -> None:
        super().__init__(prog=name, description=description, epilog=more, formatter_class=_Formatter)

    def _print_message(self, message: str, file: Any = None) -> None:
        """What cannot be written is told, not passed over in silence."""
        print(message, end="", file=file or sys.stderr, flush=True)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {visible(message)}\n(`{self.prog} --help` tells what there is)\n")


class _Formatter(RawDescriptionHelpFormatter):
    """Says what holds where an option is not given."""

    def _get_help_string(self, action: Action) -> str | None:
        if action.help and action.option_strings and action.default not in (None, False, [], "==SUPPRESS=="):
            return f"{action.help} (default: %(default)s)"
        return action.help


def add_machine(made: ArgumentParser) -> None:
    """The options of the machine that a program runs on."""
    for flag, how in MACHINE.items():
        made.add_argument(flag, **how)


def add_reading(made: ArgumentParser) -> None:
    """Those that say how a program file is read."""
    for flag in ("--encoding", "--unlimited", "--spaces"):
        made.add_argument(flag, **MACHINE[flag])


def count(text: str) -> int:
    """An option's positive whole number."""
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise ArgumentTypeError(f"{text!r} is not a positive whole number")
    return int(text)


def seconds(text: str) -> float:
    """An option's time."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value <= 1e6:
        raise ArgumentTypeError(f"{text!r} is not a number of seconds")
    return value
