"""Playing a ported program, and the recorded programs that the tests of the port play."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import linecache
import re
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from paths import TESTS

import basic
from basic.analysis.flow import analyse, core
from basic.compare.difference import Looseness, other_digits
from basic.editing.load import load_program
from basic.engine.placing import doubtful
from basic.gw.program import Program
from basic.machine.machine import Machine
from basic.machine.terminal import Terminal, standard_terminal
from basic.port import Refused, port
from basic.running import Transcript
from basic.syntax import nodes as n

TRUTH = TESTS / "truth"
PAIRS = TESTS / "port" / "pairs"
CASES = [case for case in json.loads((TRUTH / "manifest.json").read_text()) if case["kind"] == "run"]

# What is refused, and the word that the refusal names.
REFUSED = {
    "misc/chain_merge_delete": "CHAIN",
    "arrays/option_base_late": "OPTION BASE",
}


MOST = 100_000  # statements of a generated program; more are not compared


class Stopped(BaseException):
    """A ported program that does not come to its end, and what it has shown."""

    shown = ""


class Keyboard(io.StringIO):
    """Typed lines for `input`, and as bytes for BASIC's own console."""

    def __init__(self, typed: str) -> None:
        super().__init__(typed)
        self.buffer = io.BytesIO(typed.encode())


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """So much processor time, by a clock that no program uses; it rings again, should an exception be lost."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Stopped

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def play(text: str, typed: str, folder: Path, monkeypatch: pytest.MonkeyPatch, seconds: float = 20) -> str:
    """What a ported program shows."""
    shown = io.BytesIO()
    screen = io.TextIOWrapper(shown, encoding="utf-8", newline="", write_through=True)
    scope: dict[str, Any] = {"__name__": "__main__"}
    file = folder / "ported.py"
    monkeypatch.setitem(linecache.cache, str(file), (len(text), None, text.splitlines(True), str(file)))
    with monkeypatch.context() as patch, limited(seconds):
        patch.chdir(folder)
        terminals: list[Terminal] = []

        def computer(*_: object) -> Machine:
            terminals.append(standard_terminal(echo=False))
            return Machine(terminals[-1], disks={"C": "."})

        patch.setattr(Program, "computer", computer)
        patch.setattr(sys, "stdin", Keyboard(typed))
        patch.setattr(sys, "stdout", screen)
        try:
            with contextlib.suppress(SystemExit, EOFError):
                exec(compile(text, str(file), "exec"), scope)
        except Stopped as stopped:
            for terminal in terminals:
                terminal.flush()
            stopped.shown = shown.getvalue().decode()
            raise
        finally:
            for terminal in terminals:
                terminal.close()
    return shown.getvalue().decode()


def prints_the_same(source: str, text: str, typed: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a port does, beside the interpreter."""
    expected = basic.run(source, typed, folder=folder, echo=False, unlimited=True).text
    assert shown_by(source, text, typed, expected, folder, monkeypatch) == expected


def shown_by(
    source: str | bytes, text: str, typed: str, expected: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> str:
    """What a port shows. Where Python's numbers show something else, it is the port that runs have chosen, and last
    digits are forgiven."""
    shown = play(text, typed, folder, monkeypatch)
    if shown.rstrip() == expected.rstrip() or "exact=True" in text:
        return shown
    if _goes_on(shown, expected):
        return expected
    shown = play(basic.to_python(source, unlimited=True), typed, folder, monkeypatch)
    return expected if other_digits(shown.rstrip(), expected.rstrip(), Looseness()) else shown


def _goes_on(shown: str, expected: str) -> bool:
    """Whether Python's numbers end a port where BASIC only says something."""
    found = re.fullmatch(r"(.*?)\n?(Division by zero|Overflow)(?: in \d+)?", shown.rstrip(), re.S)
    return found is not None and expected.startswith((f"{found[1]}\n{found[2]}", found[1] + found[2]))


def beside(
    run: Transcript, source: bytes, text: str, typed: str, folder: Path, monkeypatch: pytest.MonkeyPatch,
    seconds: float,
) -> tuple[str, str]:  # fmt: skip
    """What a port shows and what it should; in Python's numbers as in `shown_by`."""
    shown, expected = _beside(run, text, typed, folder, monkeypatch, seconds)
    if shown == expected or "exact=True" in text:
        return shown, expected
    if _goes_on(shown, expected):
        return expected, expected
    shown, expected = _beside(run, basic.to_python(source, unlimited=True), typed, folder, monkeypatch, seconds)
    return (expected if other_digits(shown, expected, Looseness()) else shown), expected


def _beside(
    run: Transcript, text: str, typed: str, folder: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> tuple[str, str]:
    """What a port shows, in an emptied folder, and what it should: of an endless program, what comes in `seconds`."""
    for file in folder.iterdir():
        file.unlink()
    if not run.outcome.limit:
        return play(text, typed, folder, monkeypatch), run.text
    with pytest.raises(Stopped) as stopped:
        play(text, typed, folder, monkeypatch, seconds)
    length = min(len(stopped.value.shown), len(run.text))
    return stopped.value.shown[:length], run.text[:length]


def unlimited_run(source: bytes, typed: str, folder: Path) -> Transcript | None:
    """What single steps show; None if they would show something else with a larger stack and memory."""
    steps = partial(basic.run, source, typed, engine="step", folder=folder, echo=False, max_steps=MOST)
    roomy = steps(unlimited=True)
    for file in folder.iterdir():
        file.unlink()
    run = steps()
    return run if run.text == roomy.text else None


def with_places(source: bytes) -> bytes:
    """A program that begins by making the variables that SWAP might not find: there engines stop with an error, but a
    port tells from the text what there is."""
    made = ":".join(f"{name}={name}" for name in sorted(_in_doubt(load_program(source).program)))
    return b"1 " + made.encode() + b"\n" + source if made else source


def _in_doubt(program: n.Program) -> set[str]:
    flow = analyse(program)
    asked: dict[str, list[int]] = {}
    for point in flow.points:
        match core(point.statement):
            case n.Swap(right=n.Variable() as variable):
                asked.setdefault(_identifier(variable), []).append(point.index)
    return doubtful(flow, _identifier, asked)


def _identifier(variable: n.Variable) -> str:
    return variable.name + (variable.sigil or "")


def what_ports_prints_the_same(
    source: str,
    typed: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    seconds: float,
    left_out: Callable[[str], None],
) -> None:
    """What the port takes at all prints the same in BASIC's arithmetic as single steps do: no inputs of theirs would
    show what Python's comes to in programs that nobody wrote."""
    written = with_places(source.encode("latin-1"))
    program = load_program(written).program
    try:
        port(program)
        ported = port(program, exact=True)
    except Refused:
        left_out("refused by the port")
        return
    if _in_doubt(program):
        left_out("swaps a variable that nothing may have made")
        return
    run = unlimited_run(written, typed, folder)
    if run is None:
        left_out("fills GW-BASIC's stack or memory")
        return
    printed, expected = beside(run, written, ported.text, typed, folder, monkeypatch, seconds)
    assert printed == expected


def part(case: dict[str, str], ending: str) -> str:
    path = TRUTH / case["group"] / (case["name"] + ending)
    return path.read_bytes().decode("latin-1").replace("\r\n", "\n") if path.exists() else ""


def comparable(text: str) -> str:
    """White space at the very end does not count, nor Ok and a line offered for editing."""
    return re.sub(r"(\A|\n)Ok\s*(\n\d+ [^\n]*\s*)?\Z", r"\1", text).rstrip()


def nesting(body: list[ast.stmt]) -> int:
    """How many compound statements stand in one another; a function begins anew, and `elif` is no deeper than `if`."""
    deepest = 0
    for statement in body:
        within = [getattr(statement, name, []) for name in ("body", "orelse", "finalbody")]
        within += [part.body for name in ("handlers", "cases") for part in getattr(statement, name, [])]
        if isinstance(statement, ast.If) and len(statement.orelse) == 1 and isinstance(statement.orelse[0], ast.If):
            deepest = max(deepest, nesting(within.pop(1)))
        inner = max(map(nesting, within), default=0)
        depth = inner + (0 if isinstance(statement, ast.FunctionDef | ast.ClassDef) else any(within))
        deepest = max(deepest, depth)
    return deepest
