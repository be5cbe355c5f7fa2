"""Ports of random programs against single steps, as many as one likes; every seed in a process of its own.

    python tests/port/campaign.py period 5000 5100             both manners
    python tests/port/campaign.py stack 5000 5100 --exact      one of them
    python tests/port/campaign.py FILE.BAS ... --typed FILE    programs of your own, with what is typed

A line is printed for each difference, with the command that shows it again, and a sum at the end.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from control_flow_programs import Writer as RandomWriter
from device_programs import DeskWriter
from input_programs import TypedWriter
from loop_error_programs import LoopWriter
from operand_programs import OddWriter
from period_programs import Writer as PeriodWriter
from playing import Stopped, limited, play
from stack_programs import StackWriter
from storage_programs import KeptWriter
from string_programs import Writer as WideWriter

import basic
from basic.editing.load import load_program
from basic.port import Refused, port

KINDS: dict[str, Any] = {
    "random": RandomWriter, "wide": WideWriter, "stack": StackWriter, "odd": OddWriter, "kept": KeptWriter,
    "loop": LoopWriter, "period": PeriodWriter, "typed": TypedWriter,
    "desk": DeskWriter,
}  # fmt: skip
TYPED = "5\n7\nx\n1,2\n"
SECONDS = 20


class Differs(Exception):
    """What an engine's steps show and what a port shows."""


def judged(source: bytes, typed: str, exact: bool, folder: Path) -> str:
    """`equal`, or why nobody can say."""
    program = load_program(source).program
    try:
        ported = port(program, exact=exact)
    except Refused as problem:
        return f"refused: {re.sub(r'[0-9]+', 'N', str(problem))}"
    here, there = folder / "engine", folder / "port"
    here.mkdir()
    there.mkdir()
    try:
        with limited(SECONDS):
            expected = basic.run(source, typed, engine="step", folder=here, echo=False, unlimited=True).text
    except Stopped:
        return "endless"
    try:
        with pytest.MonkeyPatch.context() as patch:
            printed = play(ported.text, typed, there, patch, 2 * SECONDS)
    except Stopped:
        raise Differs("the port does not come to its end") from None
    if printed != expected:
        raise Differs(first_difference(expected, printed))
    return "equal"


def first_difference(expected: str, printed: str) -> str:
    pairs = zip_longest(expected.splitlines(), printed.splitlines())
    number, wanted, got = next((n, *pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    return f"line {number}: {wanted!r} in steps, {got!r} in the port"


def apart(source: bytes, typed: str, exact: bool) -> str:
    """The judgement of a process of its own, which may take its time, its memory and its tracebacks with it."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            with tempfile.TemporaryDirectory() as folder:
                said = judged(source, typed, exact, Path(folder))
        except Differs as problem:
            said = f"DIFFERENT: {problem}"
        except BaseException as problem:  # also what a port raises that is no BASIC error
            last = traceback.extract_tb(problem.__traceback__)[-1]
            said = f"DIFFERENT: {type(problem).__name__}: {problem} ({Path(last.filename).name}, {last.lineno})"
        os.write(write, said.encode()[:4000])
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        said = pipe.read().decode(errors="replace")
    os.waitpid(child, 0)
    return said or "DIFFERENT: the process ended"


def programs(given: list[str], typed: str) -> Iterator[tuple[str, bytes, str]]:
    """Each with its name and what is typed."""
    if given[0] in KINDS:
        for seed in range(int(given[1]), int(given[2])):
            writer = KINDS[given[0]](seed)
            source = writer.program().encode("latin-1")
            yield f"{given[0]} {seed}", source, writer.typed() if hasattr(writer, "typed") else TYPED
    else:
        for file in given:
            yield file, Path(file).read_bytes(), typed


def main() -> int:
    asked = argparse.ArgumentParser(description="Ports of random programs against single steps.")
    asked.add_argument("programs", nargs="+", help=f"one of {', '.join(KINDS)} and two seeds, or files")
    asked.add_argument("--typed", type=Path, help="what is typed into files")
    asked.add_argument("--exact", action="store_true", help="the exact manner only: the other may round otherwise")
    asked.add_argument("--idiomatic", action="store_true", help="the idiomatic manner only")
    options = asked.parse_args()
    typed = options.typed.read_text() if options.typed else TYPED
    manners = [exact for exact in (False, True) if not (options.idiomatic if exact else options.exact)]
    counted: Counter[str] = Counter()
    for name, source, keys in programs(options.programs, typed):
        for exact in manners:
            said = apart(source, keys, exact)
            counted[said.partition(":")[0]] += 1
            if said.startswith("DIFFERENT"):
                print(f"{name} {'--exact' if exact else '--idiomatic'}: {said}", flush=True)
    print(", ".join(f"{count} {said}" for said, count in counted.most_common()))
    return 1 if counted["DIFFERENT"] else 0


if __name__ == "__main__":
    sys.exit(main())
