"""The engines against each other: whatever can be seen of a run is what single steps leave behind.

    python tests/engine/test_differential.py 5000 [FIRST]     so many random programs, with each difference made small

The reference carries out one statement after another and counts on nothing that the analysis has found. Native code is
made from the start and everywhere, as `--engine native` does. Random programs are interrupted (Ctrl-C, CONT) and have
variables changed while they are stopped. Endless ones are stopped after a number of statements, in every engine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime
from functools import partial
from random import Random
from typing import Any

import pytest
from control_flow_programs import Memory, Writer, play, play_kept, reference_of
from hot_loop_programs import Sums, Worker

import basic
from basic.compare.pairs import all_pairs

ENGINES = ("python", "native", "step")
COUNT, GROUP = 500, 20
KEPT = 120
FIRST = 1_000_000  # the seed of the first
CLOCK = datetime(1990, 1, 2, 12, 0)

Play = Callable[..., list[Any]]  # of a text and an engine


def generated(seed: int) -> tuple[str, Play]:
    """A program, and how it is played: many short and odd ones, some that work for longer."""
    kind = seed % 25
    if kind < 15:
        characters = (0, 0, 30, 70, 200)[seed % 5]  # how many are printed before Ctrl-C
        typed = "A=1.5:I%=2" if seed % 3 == 2 and not characters else ""
        return Writer(seed).program(), partial(_play, characters=characters, typed=typed)
    text = Sums(seed).program() if kind < 19 else Worker(seed).program()
    return text, partial(_play, characters=0, typed="")


def _play(text: str, engine: str, characters: int, typed: str, most: int | None = None) -> list[Any]:
    return play(basic.parse(text), engine, characters, typed=typed, most=most)


def different(text: str, play: Play) -> str:
    """The first engine that does anything else than the reference, or nothing."""
    expected, most = reference_of(partial(play, text))
    return next((engine for engine in ENGINES if play(text, engine, most=most) != expected), "")


@pytest.mark.parametrize("begin", range(FIRST, FIRST + COUNT, GROUP))
def test_random_programs(begin: int) -> None:
    for seed in range(begin, begin + GROUP):
        text, play = generated(seed)
        assert not different(text, play), f"seed {seed}: {different(text, play)}\n{text}"


@pytest.mark.parametrize("begin", range(FIRST, FIRST + KEPT, GROUP))
def test_random_programs_over_one_cache(begin: int) -> None:
    """What one engine has kept of a program serves all others, in whichever order they run."""
    for seed in range(begin, begin + GROUP):
        text = Writer(seed).program()
        expected, most = reference_of(partial(play, basic.parse(text)))
        order = Random(seed).choices(("auto", *ENGINES), k=5)
        cache = Memory()
        for turn, engine in enumerate(order):
            assert play_kept(text, engine, cache, most) == expected, f"seed {seed}: {order[: turn + 1]}\n{text}"


@pytest.mark.parametrize("engine", ["python", "auto"])
def test_ctrl_c_between_two_calls_of_a_statement(engine: str) -> None:
    """Ctrl-C in the message of the division; then the difference calls a function, too."""
    text = "10 GOSUB 30\n20 IF L<0 THEN RETURN\n30 C=1/L-C\n40 IF C>0 THEN GOSUB 20\n50 GOSUB 20\n"
    for characters in (10, 40):
        assert play(basic.parse(text), engine, characters) == play(basic.parse(text), "reference", characters)


def test_an_error_in_the_condition_of_while() -> None:
    """The loop has begun, for a RESUME NEXT into its body, and begins anew with RESUME."""
    for resume in ("RESUME NEXT", "RESUME"):
        for begin in ("", "GOSUB 20: END"):
            text = f"10 ON ERROR GOTO 50: {begin}\n20 WHILE ASC(A$): PRINT N: WHILE N<3: N=N+1: WEND: WEND\n30 RETURN\n"
            text += f"50 M=M+1: IF M>4 THEN A$=CHR$(0)\n60 PRINT ERR: {resume}\n"
            assert not different(text, partial(_play, characters=0, typed=""))


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("pair", all_pairs(), ids=lambda pair: pair.name)
def test_the_five_programs(pair: Any, engine: str) -> None:
    files = {path.name.upper(): path.read_bytes() for path in pair.files}
    run = partial(basic.run, clock=CLOCK, files=files)
    for program, _ in pair.programs:
        for typed in pair.port.inputs[:1]:
            expected = run(program.read_bytes(), typed, engine="step")
            done = run(program.read_bytes(), typed, engine=engine)
            assert (done.raw, done.outcome.line) == (expected.raw, expected.outcome.line)


# ---- a long run -----------------------------------------------------------------------------------------------------


def reduced(text: str, play: Play) -> str:
    """The program without every line that the difference does not need."""
    lines = text.splitlines()
    size = max(1, len(lines) // 2)
    while size:
        index = 0
        while index < len(lines):
            fewer = lines[:index] + lines[index + size :]
            if fewer and different("\n".join(fewer) + "\n", play):
                lines = fewer
            else:
                index += size
        size //= 2
    return "\n".join(lines)


def main(count: int, first: int) -> int:
    found = 0
    for done, seed in enumerate(range(first, first + count), 1):
        text, play = generated(seed)
        engine = different(text, play)
        if engine:
            found += 1
            print(f"seed {seed}, {engine}:\n{reduced(text, play)}\n", flush=True)
        if done % 500 == 0 or done == count:
            print(f"{done} programs, {found} differences", flush=True)
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else FIRST))
