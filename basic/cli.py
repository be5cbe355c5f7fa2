"""The command `basic`: what a person types, turned into calls, exit statuses and one clear line when it cannot be.

Exit statuses, the same for every command:

    0  END, SYSTEM, STOP or the end of the program; nothing to complain about
    1  a BASIC error, input that ran out, or a difference found
    2  wrong usage or an unusable file
    3  a limit reached
    130  Ctrl-C

Only what a command needs is imported, since starting up is most of what a short program costs.
"""

from __future__ import annotations

import gc
import os
import sys

from .options import add_options, program_file, read_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Sequence

    from .engine.interpreter import Outcome
    from .machine.clock import FixedClock
    from .machine.disk import Disk
    from .machine.machine import Machine
    from .machine.serial import SerialLine
    from .syntax.nodes import Program

STATUSES = {"end": 0, "stop": 0, "system": 0, "error": 1, "input": 1, "break": 130}
DIFFERENT, USAGE, INTERRUPTED = 1, 2, 130

EXAMPLES = """\
examples:
  basic GAME.BAS                        run a program
  basic run GAME.BAS <moves.txt         the same with typed lines from a file
  basic run --clock 1990-01-02T12:00 -  a program from standard input, at a fixed time
  basic check GAME.BAS                  every place that GW-BASIC would stumble over, without running
  basic port GAME.BAS -o game.py        the program in Python
  basic compare                         the five programs beside their Python ports
  basic                                 the Ok prompt

exit status: 0 fine; 1 a BASIC error, input that ran out, or a difference found;
  2 wrong usage or an unusable file; 3 a limit reached; 130 Ctrl-C
"""


class Complaint(Exception):
    """What stands between the user and the wish, in one line: what, where, what to do."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; gives the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _dispatch(given)
    except Complaint as complaint:
        print(f"basic: {complaint}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone: there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
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


def _dispatch(given: list[str]) -> int:
    named = given[:1] == ["run"]
    options = read_plain(given[1:] if named else given)
    if options is not None and (named or options.file not in COMMANDS):
        return _run(options)
    if given and given[0] not in COMMANDS and _names_a_file(given):
        given = ["run", *given]
    options = _parser(given[0] if given else "").parse_args(given)
    run: Callable[[Namespace], int] = options.run
    return run(options)


def _names_a_file(given: list[str]) -> bool:
    """Whether a program is among arguments that do not begin with a command: `basic -i GAME.BAS`."""
    from argparse import ArgumentError, ArgumentParser

    parser = ArgumentParser(add_help=False, exit_on_error=False)
    add_options(parser)
    parser.add_argument("file", nargs="?")
    try:
        options, _ = parser.parse_known_args(given)
    except ArgumentError:
        return False
    return options.file is not None and options.file not in COMMANDS


# ---- options --------------------------------------------------------------------------------------------------------

COMMANDS = ("run", "check", "compare", "port", "list", "renum", "fmt", "convert", "bench", "cache", "profile")


def _parser(word: str) -> ArgumentParser:
    from argparse import ArgumentParser, RawDescriptionHelpFormatter

    from . import __version__

    parser = ArgumentParser(
        prog="basic",
        description="GW-BASIC exactly as it was. Without a command: run FILE, or the Ok prompt.",
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"junzi {__version__}")
    add_options(parser)
    parser.set_defaults(run=_prompt)
    commands = parser.add_subparsers(metavar="COMMAND")
    run = commands.add_parser("run", help="run a program", epilog=EXAMPLES, formatter_class=RawDescriptionHelpFormatter)
    run.add_argument("file", metavar="FILE", help="the program, or - for standard input")
    add_options(run)
    run.set_defaults(run=_run)
    check = commands.add_parser("check", help="list every place that does not parse, without running")
    check.add_argument("file", metavar="FILE", nargs="+")
    check.add_argument("--encoding", choices=("utf8", "raw"), default="utf8", help="of the program file")
    check.set_defaults(run=_check)
    if word in ("compare", "", "-h", "--help"):
        from .compare.command import add_parser

        add_parser(commands)
    if word in ("port", "", "-h", "--help"):
        from .port import command as port

        port.add_parser(commands, _prints, program_file, _read)
    if word in ("bench", "", "-h", "--help"):
        from .bench import command as bench

        bench.add_parser(commands)
    if word in ("profile", "", "-h", "--help"):
        from .profile import command as profile

        profile.add_parser(commands, add_options).set_defaults(run=_profile)
    cached = commands.add_parser("cache", help="what is kept for quick starts: how much and where; or empty it")
    cached.add_argument("wish", nargs="?", choices=("clear",), help="clear: remove all of it")
    cached.set_defaults(run=_cache)
    if word in ("list", "renum", "fmt", "convert", "", "-h", "--help"):
        from .editing.commands import add_parsers

        add_parsers(commands)
    return parser


def _prints(program: Program, expected: str, brief: bool) -> bool:
    """The transpiler's witness; the interpreter is imported when it is called."""
    from .porting import prints

    return prints(program, expected, brief)


# ---- the machine ----------------------------------------------------------------------------------------------------


def _machine(options: Namespace) -> Machine:
    """The machine that the options describe, on this process's terminal and folder."""
    from .machine.machine import Limits, Machine
    from .machine.terminal import standard_terminal

    disks: dict[str, Disk | str] = {"C": "."}
    for mount in options.mount:
        letter, equals, folder = mount.partition("=")
        if not equals or len(letter.rstrip(":")) != 1 or not letter[0].isalpha():
            raise Complaint(f"--mount {mount}: a drive letter and a folder are needed, as in --mount A=games")
        if not os.path.isdir(folder):
            raise Complaint(f"--mount {mount}: {folder} is no folder")
        disks[letter[0].upper()] = folder
    limits = Limits()
    if options.memory is not None:
        if options.memory < 1:
            raise Complaint(f"--memory {options.memory}: a number of bytes is needed, as in --memory 60300")
        limits.memory = options.memory
    if options.unlimited:
        limits.memory = limits.stack = 1 << 30
    machine = Machine(
        standard_terminal(options.encoding == "raw"),
        clock=_clock(options.clock),
        disks=disks,
        printers=[_printer(options.printer)],
        lines=_serial(options.com1),
        environment=os.environ,
        limits=limits,
    )
    if options.columns != 80:
        machine.console.set_width(options.columns)
    return machine


def _printer(target: str | None) -> Callable[[str], object]:
    """A file to print to, or with | a command that gets everything when the program has ended."""
    if target is not None and target.startswith("|"):
        return _CommandPrinter(target[1:])
    from .machine.printers import attached

    return attached(target)


class _CommandPrinter:
    """`--printer '|lpr'`"""

    def __init__(self, command: str) -> None:
        self._command = command
        self._sent: list[str] = []

    def __call__(self, text: str) -> None:
        self._sent.append(text)

    def close(self) -> None:
        if self._sent:
            import subprocess

            subprocess.run(self._command, shell=True, input="".join(self._sent).encode("latin-1"), check=False)


def _serial(address: str | None) -> dict[int, SerialLine]:
    if address is None:
        return {}
    from .machine.serial import SerialLine

    return {1: SerialLine(address)}


def _clock(text: str | None) -> FixedClock | None:
    if text is None:
        return None
    from datetime import datetime

    from .machine.clock import FixedClock

    try:
        return FixedClock(datetime.fromisoformat(text))
    except ValueError:
        raise Complaint(f"--clock {text}: a time such as 1990-01-02T12:00:00 is needed") from None


def _read(file: str) -> bytes:
    """The bytes of a program file."""
    if file == "-":
        if sys.stdin is None:
            raise Complaint("standard input is closed; give the name of a file")
        return sys.stdin.buffer.read()
    try:
        with open(program_file(file), "rb") as stream:
            return stream.read()
    except FileNotFoundError:
        raise Complaint(f"{file}: no such file; give the name as it is on the disk, with .BAS") from None
    except IsADirectoryError:
        raise Complaint(f"{file}: this is a folder; give the name of a program in it") from None
    except OSError as problem:
        raise Complaint(f"{file}: cannot be read: {problem.strerror}") from None


def _name(file: str) -> str:
    return "standard input" if file == "-" else file


def _warn(file: str, warnings: Sequence[str]) -> None:
    for warning in warnings:
        print(f"basic: {_name(file)}: {warning}", file=sys.stderr)


# ---- commands -------------------------------------------------------------------------------------------------------


def _run(options: Namespace) -> int:
    """`basic run FILE`"""
    gc.disable()  # what is made now is there to stay
    from .cache import standard
    from .engine.interpreter import Interpreter
    from .engine.starting import start
    from .errors import Unusable

    data = _read(options.file)
    machine = _machine(options)
    shell = _shell(options, machine)
    interpreter = Interpreter(machine, engine=options.engine, unlimited=options.unlimited, shell=shell)
    try:
        cache = None if options.no_cache else standard()
        _warn(options.file, start(interpreter, data, options.encoding == "raw", options.unlimited, cache))
        gc.freeze()  # and need not be looked through again, neither now nor at the end
        gc.enable()
        outcome = interpreter.run()
        if options.stay and outcome.reason != "system":
            from .engine.session import Session
            from .prompt import line_reader

            return Session(interpreter, line_reader(interpreter)).run(greeting=False)
    except Unusable as problem:
        raise Complaint(f"{_name(options.file)}: {problem}") from None
    finally:
        gc.enable()
        machine.close()
    return _ended(outcome)


def _ended(outcome: Outcome) -> int:
    """The exit status of a run."""
    if outcome.reason == "input":
        where = f" in line {outcome.line}" if outcome.line >= 0 else ""
        print(f"basic: the input ended while the program was waiting for more{where}", file=sys.stderr)
    return STATUSES[outcome.reason]


def _profile(options: Namespace) -> int:
    """`basic profile FILE`"""
    from .editing.load import load_program
    from .errors import Unusable
    from .profile.command import Unwritable, profile

    if options.engine == "native":
        raise Complaint("profile: native code does not show its lines; --engine python or step is needed")
    try:
        loaded = load_program(_read(options.file), raw=options.encoding == "raw", unlimited=options.unlimited)
    except Unusable as problem:
        raise Complaint(f"{_name(options.file)}: {problem}") from None
    _warn(options.file, loaded.warnings)
    if options.input is not None:
        try:
            sys.stdin = open(options.input, encoding="utf-8")  # noqa: SIM115  (for as long as the process lives)
        except OSError as problem:
            raise Complaint(f"--input {options.input}: cannot be read: {problem.strerror}") from None
    try:
        machine = _machine(options)
        outcome = profile(loaded.program, machine, options, _shell(options, machine))
    except Unwritable as problem:
        raise Complaint(str(problem)) from None
    return _ended(outcome)


def _prompt(options: Namespace) -> int:
    """`basic` alone: the Ok prompt."""
    from .engine.interpreter import Interpreter
    from .engine.session import Session
    from .prompt import line_reader

    machine = _machine(options)
    shell = _shell(options, machine)
    interpreter = Interpreter(machine, engine=options.engine, unlimited=options.unlimited, shell=shell)
    try:
        return Session(interpreter, line_reader(interpreter)).run()
    finally:
        machine.close()


def _shell(options: Namespace, machine: Machine) -> Callable[[str], None] | None:
    """What SHELL does where it is allowed: a command of this machine, or its shell until that is left."""
    if not options.allow_shell:
        return None

    def shell(command: str) -> None:
        import subprocess

        command = command or os.environ.get("SHELL") or os.environ.get("COMSPEC") or "sh"
        with machine.console.terminal.lent():
            subprocess.run(command, shell=True, check=False)

    return shell


def _cache(options: Namespace) -> int:
    """`basic cache`"""
    from .cache import standard

    cache = standard()
    if cache is None:
        print("there is no folder for it here; JUNZI_CACHE may name one")
        return 0
    if options.wish == "clear":
        cache.clear()
    count, size = cache.contents()
    print(f"{cache.folder}: {count} entries, {size} bytes")
    return 0


def _check(options: Namespace) -> int:
    """`basic check FILE`: every broken statement with its place, a caret and a hint."""
    from .editing.load import load_program
    from .errors import Unusable
    from .syntax.parse import problems

    found = 0
    for file in options.file:
        try:
            loaded = load_program(_read(file), raw=options.encoding == "raw")
        except Unusable as unusable:
            raise Complaint(f"{_name(file)}: {unusable}") from None
        _warn(file, loaded.warnings)
        for problem in problems(loaded.program):
            found += 1
            print(f"{file}: line {problem.line}, column {problem.column}: {problem}")
            for shown in problem.marked(loaded.program):
                print(f"    {shown}")
    if not found:
        print("nothing to complain about")
    return DIFFERENT if found else 0


if __name__ == "__main__":
    sys.exit(main())
