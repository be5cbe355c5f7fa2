"""Long routines are divided where control comes by one jump, whatever leads out of there; and do the same then."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from control_flow_programs import Writer as RandomWriter
from operand_programs import OddWriter
from paths import TESTS
from period_programs import Writer as PeriodWriter
from playing import prints_the_same, what_ports_prints_the_same

from basic.analysis.shapes import sections
from basic.port import to_python
from basic.port.plan.knowledge import Knowledge

PAIR = TESTS / "port" / "pairs" / "harbour.bas"
TYPED = (
    "ARRIVE\nROSE\n120\nARRIVE\nROSE\nARRIVE\nWHALE\n250\nARRIVE\nBOAT\n900\nLIST\nFOO\nLEAVE\nBOAT\nWAIT\nLEAVE\nWHALE\n"
    "LEAVE\nROSE\nLEAVE\nARRIVE\n\nWAIT\nLIST\n"
)


@pytest.mark.parametrize("last", ["QUIT\n", "WAIT\nWAIT\n"])
@pytest.mark.parametrize("exact", [False, True], ids=["natural", "exact"])
def test_commands_that_lead_to_several_places(
    exact: bool, last: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = PAIR.read_text()
    text = to_python(source, exact=exact)
    prints_the_same(source, text, TYPED + last, tmp_path, monkeypatch)
    assert "match way:" not in text  # what changes the ships would have to give these back with the word


# A game with a beginning of its own, and what is done week by week, which only ends with the program.
WEEKS = (
    "10 DIM T(6),P(6): FOR I=1 TO 6: READ P(I): T(I)=0: NEXT: DATA 12,8,31,64,5,88\n"
    + "".join(f"{20 + k} INPUT \"NUMBER {k}\";N{k}: IF N{k}<0 THEN {20 + k}\n" for k in range(9))
    + "90 W=0: PRINT \"IT BEGINS\"\n100 REM *** A WEEK ***\n110 W=W+1: IF W>3 THEN 900\n"
    "120 FOR I=1 TO 6: IF T(I)>0 THEN T(I)=T(I)-1: P(I)=P(I)+2: GOTO 150\n130 T(I)=W+I\n140 P(I)=P(I)-1\n150 NEXT\n"
    + "".join(f"{200 + k} PRINT \"PLACE {k}\";P({k % 6 + 1})+N{k % 9};: IF T({k % 6 + 1})>3 THEN PRINT \"!\"\n"
              for k in range(16))
    + "300 INPUT \"MORE\";A$: IF A$=\"Y\" THEN 100\n900 PRINT \"IT ENDS\";W\n910 END\n"
)  # fmt: skip


@pytest.mark.parametrize("exact", [False, True])
def test_a_section_that_does_not_come_back(exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game itself, if it is long; what its weeks leave is there in the next."""
    text = to_python(WEEKS, exact)
    prints_the_same(WEEKS, text, "-1\n" + "5\n" * 9 + "Y\n" * 4, tmp_path, monkeypatch)
    assert re.search(r"^def week\(", text, re.M) and len(text.partition("def main()")[2].splitlines()) < 60


@pytest.mark.parametrize("exact", [False, True], ids=["natural", "exact"])
def test_an_error_of_the_main_program_itself(exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It leads back to a line there, as the errors of subroutines may; but these have none."""
    trapped = "1 ON ERROR GOTO 995\n2 OPEN \"I\",1,\"SHIPS\"\n3 ON ERROR GOTO 0\n"
    source = trapped + PAIR.read_text() + "995 PRINT \"A NEW HARBOUR\": RESUME 3\n"
    text = to_python(source, exact=exact)
    prints_the_same(source, text, TYPED + "QUIT\n", tmp_path, monkeypatch)


def test_long_items_of_a_long_menu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A collection of games: each may be a longer function than a section of a shorter program."""
    games = ["BINGO", "CRAPS", "DICE", "HANGMAN", "LANDER", "MAZE", "NIM", "POKER", "TREK"]
    lines = ["10 INPUT \"GAME\";G: IF G>9 THEN END", "20 ON G GOTO " + ",".join(f"{k}000" for k in range(1, 10))]
    for k, game in enumerate(games, 1):
        lines += [f"{k}000 REM *** {game} ***", f"{k}010 S={k}: INPUT N: IF N=1 THEN {k}040"]
        lines += [f"{k}{20 + j:03} S=S+N: IF S>{j} THEN S=S-{j + k}" for j in range(60)]
        lines += [f"{k}800 IF S<N*9 THEN S=S+20: GOTO {k}030"]  # a loop with two beginnings
        lines += [f"{k}900 PRINT S: INPUT \"AGAIN\";A$: IF A$=\"Y\" THEN {k}000 ELSE 10"]
    source = "\n".join([*lines, ""])
    text = to_python(source)
    prints_the_same(source, text, "3\n4\nY\n1\nN\n9\n1\nN\n10\n", tmp_path, monkeypatch)
    assert {*map(str.lower, games)} <= {*re.findall(r"^def (\w+)\(", text, re.M)}


def test_a_short_routine_has_no_sections() -> None:
    source = "".join(line + "\n" for line in PAIR.read_text().splitlines() if not re.match(r"(?:2[6-9]|4[6-9])0", line))
    assert "match way:" not in to_python(source)


def test_looking_for_sections_takes_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """What control comes to through each of 3,000 statements, written out for each, would be 4,500,000 places."""
    peaks = []
    take_out = sections.take_out

    def measured(*given: Any) -> None:
        tracemalloc.start()
        take_out(*given)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()

    monkeypatch.setattr(sections, "take_out", measured)
    to_python("10 INPUT A\n" + "".join(f"{line} {':'.join(['PRINT A'] * 25)}\n" for line in range(20, 140)))
    assert 0 < max(peaks) < 15e6


@pytest.mark.parametrize("seed", range(136600000, 136600004))
@pytest.mark.parametrize("writer", [RandomWriter, OddWriter, PeriodWriter])
def test_sections_anywhere(
    writer: type[RandomWriter | OddWriter | PeriodWriter], seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    left_out: Callable[[str], None],
) -> None:  # fmt: skip
    """Every place that could be a section is one, named or not."""
    monkeypatch.setattr(sections, "LONG", 5)
    monkeypatch.setattr(sections, "FEWEST", 2)
    monkeypatch.setattr(Knowledge, "_names_of_sections", lambda knowledge: lambda index: "section")
    made = writer(seed)
    typed = made.typed() if isinstance(made, PeriodWriter) else "5\n7\nx\n1,2\n"
    what_ports_prints_the_same(made.program(), typed, tmp_path, monkeypatch, 1, left_out)
