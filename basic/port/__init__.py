"""BASIC programs as Python programs that people can read.

    to_python('10 PRINT "HELLO"')       # the text of a Python file
    port(program).lines                 # which Python line came from which BASIC line

What cannot be ported faithfully raises Refused, with the line and the word.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial

from ..analysis.flow import analyse
from ..analysis.routines.active import Refused
from ..analysis.telling import Tell, nobody
from ..editing.load import load_program
from ..record import record, replace
from ..syntax.nodes import Program, UsrFunction
from ..syntax.visit import walk
from .check import faults
from .naming.names import BadNames, basic_name, checked, in_full
from .plan.knowledge import Knowledge
from .program.closed import takes_nothing
from .program.source import Source
from .verdict import Verdict, left, said
from .words.conversions import Hopes
from .words.functions import Unportable
from .words.printing import NoColumns
from .write import Writer, needs_library

Runs = Callable[[Program, str], Verdict]

__all__ = ["BadNames", "Ported", "Refused", "port", "to_python"]


@record
class Ported:
    """A Python file, the BASIC line behind each of its lines, its names for BASIC's, and what of the names asked for is
    not in it."""

    text: str
    lines: dict[int, int]
    names: dict[str, str]
    unknown: tuple[str, ...] = ()
    renamed: Mapping[tuple[str, str], str] = {}  # what the variables of functions were called before they got names


def port(
    program: Program, exact: bool = False, names: Mapping[str, str] | None = None, tell: Tell = nobody,
    runs: Runs | None = None, lines: bool = False,
) -> Ported:  # fmt: skip
    """Port a program. `exact`: all arithmetic is BASIC's own, by calls.

    `runs` compares a text with the program in runs of both. With it the program is written with nothing of `basic`, or
    with what it needs of it, where the runs show no difference but in last digits, else exactly; without it with
    `basic`. `lines` marks BASIC's lines where it needs nothing.

    `names`: Python's for BASIC's, `{"N$": "word", "300": "print_word"}`; `tell` hears how far it is.
    """
    chosen = checked(names or {})
    source = Source(program)
    written = partial(_with_basic, source, chosen, tell, runs is not None)
    if runs is None and not exact:
        with suppress(Refused):
            return written(False)
    if runs is None or exact:
        return written(True)
    closed = takes_nothing(analyse(program))

    def judge(ported: Ported) -> Verdict:
        tell("comparing")
        verdict = runs(program, ported.text)
        return replace(verdict, only=closed and not (verdict.stopped or verdict.errors or verdict.went_on))

    with suppress(Unportable, Refused):
        if alone := _without_basic(source, chosen, tell, lines, judge):
            return alone
    with suppress(Refused):
        ported = written(False)
        verdict = judge(ported)
        if verdict.kind != "differs" and not verdict.went_on:  # where BASIC only says something
            return _headed(ported, verdict)
    ported = written(True)
    return _headed(ported, replace(judge(ported), only=False))


def _without_basic(
    source: Source, chosen: dict[str, str], tell: Tell, marks: bool, judge: Callable[[Ported], Verdict]
) -> Ported | None:
    """The program without `basic`, in as much hope as the runs leave; None where they differ even without."""
    if any(map(needs_library, source.statements)):
        return None
    writer = Writer(Knowledge(source, False, chosen, tell, modern=True, named=True))
    writer.marks = marks
    hopes: Hopes | None = Hopes()
    while hopes is not None:
        try:
            ported = _complete(writer, chosen, partial(writer.write_alone, hopes))
        except NoColumns:
            hopes = replace(hopes, narrow=False) if hopes.narrow else None
            continue
        verdict = judge(ported)
        before, hopes = hopes, left(hopes, verdict)
        if hopes == before:
            return _headed(ported, verdict)
    return None


def _with_basic(source: Source, chosen: dict[str, str], tell: Tell, named: bool, exact: bool) -> Ported:
    try:
        writer = Writer(Knowledge(source, exact, chosen, tell, named=named))
        return _complete(writer, chosen, writer.write_with_basic)
    except Unportable as problem:  # where numbers come from, in a test or the head of a loop
        raise Refused(_line_of(source.program, str(problem)), str(problem)) from None


def _complete(writer: Writer, chosen: dict[str, str], write: Callable[[], str]) -> Ported:
    """What `write` gives. Names that seem to be read before they are set begin as BASIC's do, 0 or empty."""
    while True:
        ported = _result(writer, chosen, write())
        found = faults(ported.text)
        named = {(f.function, ported.renamed.get((f.function, f.name), f.name)) for f in found}
        if named <= writer.unset:
            break
        writer.unset |= named
    if nowhere := next((fault for fault in found if fault.nowhere), None):
        raise Refused(_before(ported.lines, nowhere.line), f"what would fail in Python ({nowhere.what})")
    return ported


def _headed(ported: Ported, verdict: Verdict) -> Ported:
    """With what is known of it at its head, behind the docstring."""
    lines = ported.text.splitlines()
    begin = 0
    if lines[0].startswith('"""'):
        begin = 1 + next(i for i, line in enumerate(lines) if line.endswith('"""') and (i or len(line) > 3))
    head = [*[""] * (begin > 0), *said(verdict), *[""] * (begin == 0)]
    if not begin and lines[0].startswith(("def ", "class ", "@")):
        head.append("")
    text = "\n".join([*lines[:begin], *head, *lines[begin:]]) + "\n"
    shifted = {line + len(head) * (line > begin): source for line, source in ported.lines.items()}
    return replace(ported, text=text, lines=shifted)


def _result(writer: Writer, chosen: dict[str, str], text: str) -> Ported:
    words = {before: word for (_, word), before in writer.renamed.items()}
    shown: dict[str, str] = {}
    for key, name in writer.k.names.known.items():  # functions have their own, `main` the last
        word = words.get(name, name)
        shown[basic_name(key)] = name if word in (*shown.values(), *writer.labels.routine_names.values()) else word
    shown |= writer.labels.routine_names
    unknown = tuple(name for name in chosen if in_full(name, writer.k.types.kind) not in shown)
    lines = dict(writer.draft.mapping)
    _understood(text, lines)
    return Ported(text, lines, shown, unknown, writer.renamed)


def _before(lines: Mapping[int, int], place: int) -> int:
    """The BASIC line of a line of Python, or of one behind it."""
    return next((lines[after] for after in sorted(lines) if after >= place), min(lines.values(), default=0))


def _understood(text: str, lines: dict[int, int]) -> None:
    """Python has to take the file: what is nested so deeply that it does not is refused, and never written."""
    try:
        with warnings.catch_warnings(action="ignore"):
            compile(text, "<port>", "exec", dont_inherit=True)
    except (SyntaxError, RecursionError, MemoryError) as problem:
        line = _before(lines, getattr(problem, "lineno", None) or 0)
        raise Refused(line, f"what Python cannot read ({getattr(problem, 'msg', None) or 'too complex'})") from None


def _line_of(program: Program, word: str) -> int:
    """The first line that has a function."""
    used = [
        line.number for line in program.lines for node in walk(line)
        if getattr(node, "name", "") == word or (isinstance(node, UsrFunction) and word == "USR")
    ]  # fmt: skip
    return used[0] if used else program.lines[0].number


def to_python(
    source: str | bytes | Program, exact: bool = False, names: Mapping[str, str] | None = None,
    runs: Runs | None = None,
) -> str:  # fmt: skip
    """The Python for a BASIC program: `to_python('10 PRINT "HELLO"')`."""
    if not isinstance(source, Program):
        source = load_program(source.encode() if isinstance(source, str) else source).program
    return port(source, exact, names, runs=runs).text
