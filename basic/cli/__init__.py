"""The command `basic`: what a person types, turned into calls, exit statuses and one clear line when it cannot be.

Every command is a module of this package under its own name, with

    DESCRIPTION, EXAMPLES    what its --help says
    add_arguments(parser)    its options
    run(options)             gives the exit status

Exit statuses, the same for every command:

    0  END, SYSTEM, STOP or the end of the program; nothing to complain about
    1  a BASIC error, input that ran out, or a difference found
    2  wrong usage or an unusable file
    3  a limit reached
    130  Ctrl-C

Only what a command needs is imported, since starting up is most of what a short program costs.
"""

from __future__ import annotations

import os
import sys

from .files import OVERCOME, Complaint, complain, overcome
from .options import read_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

DIFFERENT, INTERRUPTED = 1, 130

COMMANDS = {
    "run": "run a program",
    "check": "every place that GW-BASIC would stumble over, without running",
    "compare": "BASIC programs beside their Python ports",
    "port": "a program written as Python",
    "list": "show a program as LIST does",
    "renum": "renumber a program, with all references to its lines",
    "fmt": "tidy spacing and case; the program stays the same",
    "convert": "text, tokenised and protected files, each into the other",
    "profile": "time and count for each line of a program",
    "bench": "time this interpreter beside others",
    "play": "the Python port of a puzzle program",
    "papers": "where the puzzle programs come from",
    "cache": "what is kept for quick starts: how much and where; or empty it",
    "help": "pages to read: how to begin, what is not there, ...",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; gives the exit status."""
    given = [*(sys.argv[1:] if arguments is None else arguments)]  # `list` may be our module
    try:
        return _carry_out(given)
    except Complaint as complaint:
        _send_or_forget()
        complain(str(complaint))
        return complaint.status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()  # whoever read it has gone: there is nobody left to tell
        return DIFFERENT
    except Exception as fault:
        if os.environ.get("BASIC_DEBUG"):
            raise
        place = fault.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        where = f"{os.path.basename(place.tb_frame.f_code.co_filename)}:{place.tb_lineno}" if place else "?"
        print(
            f"basic: a fault of the interpreter itself ({type(fault).__name__}: {fault}, {where}); please report it "
            "with the program (BASIC_DEBUG=1 shows more)",
            file=sys.stderr,
        )
        return DIFFERENT


def _carry_out(given: list[str]) -> int:
    """As the first word says. Where that is no command, a program is to be run, or there is the Ok prompt."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")  # as standard error: it may be that of a terminal of old
    word = given[0] if given and given[0] in COMMANDS else ""
    rest = given[1:] if word else given
    options = read_plain(rest) if word in ("", "run") else None
    if not word and given:
        _must_be_there(given[0])
    module = _module(word or "run")
    try:
        if options is None:
            from .parsing import parser

            options = parser(word, module).parse_args(rest)
        status: int = module.run(options)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OVERCOME as problem:
        if isinstance(problem, OSError) and problem.filename is None:
            _forget_output()
        files = [getattr(options, name, None) for name in ("program", "file")]
        raise overcome(problem, next((file for file in files if isinstance(file, str)), "the program")) from None
    return status


def _send_or_forget() -> None:
    """What is still gathered; if it cannot be written, Python is not to say so once more when it ends."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _forget_output()


def _forget_output() -> None:
    """What is still gathered goes nowhere: standard output cannot be written to."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _module(word: str) -> Any:
    """That of a command."""
    if word == "run":  # `importlib` is not needed to start a program
        from . import run

        return run
    from importlib import import_module

    return import_module(f".{word}", __package__)


def _must_be_there(word: str) -> None:
    """A first word that is no file may be a command misspelt."""
    if not word.isalpha() or os.path.exists(word):
        return
    from ..finding import program_file

    if not os.path.exists(program_file(word)):
        from difflib import get_close_matches

        for close in get_close_matches(word.lower(), COMMANDS, 1):
            raise Complaint(f"{word} is no command and no file; did you mean `basic {close}`?")


if __name__ == "__main__":
    sys.exit(main())
