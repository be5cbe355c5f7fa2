"""The interpreter as the transpiler's witness of long runs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import basic
from basic import porting
from basic.engine.interpreter import Interpreter
from basic.machine.machine import Machine
from basic.port import port, to_python, write
from basic.port.program import evidence, trial
from basic.syntax.source import read_program

OURS = "basic.gw"
TENTHS = b"10 FOR I=1 TO %d\n20 K=I/10\n30 NEXT\n40 PRINT K\n"


def test_prints() -> None:
    program = read_program(b'10 PRINT "A";1/3\n20 PRINT 2\n').program
    assert porting.prints(program, "A .3333334 \n 2 \n")
    assert not porting.prints(program, "A .3333334 \n")
    assert not porting.prints(program, "A .3333334 \n 2 \n3")


def test_what_goes_on_otherwise_is_stopped() -> None:
    program = read_program(b'10 PRINT "A"\n20 GOTO 10\n').program
    assert not porting.prints(program, "A\nB\n")


def test_long_runs_are_asked_about() -> None:
    program = read_program(TENTHS % (evidence.LONG + 10)).program
    asked: list[str] = []

    def witness(program: object, expected: str, brief: bool) -> bool:
        asked.append(expected)
        return True

    assert OURS not in to_python(program, witness=witness)
    assert asked == [basic.run(program).text]
    assert OURS in to_python(program, witness=lambda *_: False)


def test_brief_runs_of_large_programs_are_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Brief is what has few turns for so many statements."""
    monkeypatch.setattr(evidence, "LARGE", 3)
    brief: list[bool] = []

    def witness(program: object, expected: str, is_brief: bool) -> bool:
        brief.append(is_brief)
        return True

    for turns in (20, 200):
        to_python(read_program(TENTHS % turns).program, witness=witness)
    assert brief == [True, False]
    program = read_program(TENTHS % 20).program
    made: list[str] = []

    def interpreter(machine: Machine, engine: str, unlimited: bool) -> Interpreter:
        made.append(engine)
        return Interpreter(machine, engine=engine, unlimited=unlimited)

    monkeypatch.setattr(porting, "Interpreter", interpreter)
    assert porting.prints(program, " 2 \n", True)
    assert porting.prints(program, " 2 \n")
    assert made == ["step", "auto"]


@pytest.mark.parametrize(
    ("source", "right"),
    [
        (TENTHS % 20, True),
        (TENTHS % 20, False),  # so it needs BASIC's numbers
        (b"10 INPUT A$\n20 PRINT A$;\n30 GOTO 10\n", False),  # and this one BASIC's PRINT, at the margin
    ],
)
def test_a_large_program_is_written_for_readers_once(
    source: bytes, right: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a manner will do is found out with drafts; what is written in the end is the same."""
    monkeypatch.setattr(evidence, "LARGE", 2)
    program = read_program(source).program
    expected = to_python(program, witness=lambda *_: right)
    assert (OURS in expected) == (not right)
    shortened: list[object] = []
    shorten = write.shorten

    def counted(*given: Any) -> Any:
        shortened.append(given)
        return shorten(*given)

    monkeypatch.setattr(write, "shorten", counted)
    monkeypatch.setattr(write, "LARGE", 2)
    assert to_python(program, witness=lambda *_: right) == expected
    assert len(shortened) == 1


def test_who_waits_hears_of_statements_that_are_written() -> None:
    """Of one long routine, too, and of the draft before it."""
    lines = "".join(f"{line}0 PRINT {line};A$\n" for line in range(2, 600))
    heard: list[str] = []
    port(read_program(f"10 INPUT A$\n{lines}".encode()).program, tell=heard.append)
    done = [text for text in heard if text.endswith(", routine 1 of 1, statement 500")]
    assert [text.partition(",")[0] for text in done] == ["trying", "writing"]


def test_short_runs_need_no_witness() -> None:
    program = read_program(TENTHS % 5).program
    assert to_python(program, witness=lambda *_: False) == to_python(program) == basic.to_python(program)


@pytest.mark.parametrize("source", ["10 FOR I=1 TO %s: PRINT I/4: NEXT\n", "10 FOR I=1 TO %s: PRINT 2^I/3: NEXT\n"])
def test_runs_that_are_tried_have_screens_of_their_own(
    source: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Several at the same time; what others print meanwhile is shown."""
    sources = [source % turns for turns in (30, 50, 70, 90)]
    alone = [to_python(source) for source in sources]
    turn = trial.Meter.turn

    def told(self: trial.Meter, operations: int) -> None:
        print("a turn\n", end="")  # in one piece: that of another thread may come between a line and its end
        turn(self, operations)

    monkeypatch.setattr(trial.Meter, "turn", told)
    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(to_python, sources)] == alone
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) >= 30 + 50 + 70 + 90
    assert {*shown} == {"a turn"}


def test_a_run_beyond_the_bound_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "EFFORT", 1_000_000)
    program = read_program(b"10 FOR I=1 TO 400:FOR J=1 TO 400:K=K+J/10:NEXT:NEXT\n20 PRINT K\n").program
    assert OURS in to_python(program, witness=lambda *_: True)


AGAIN = """\
10 FOR Z=1 TO %d
20 T=0:FOR I=1 TO 200:T=T+I/4:NEXT
30 PRINT T:%s
40 NEXT
50 PRINT "END"
"""


@pytest.mark.parametrize(
    ("done", "seen"),
    [
        ("REM", True),  # each turn begins anew
        ("U=U+T", False),  # one grows
        ("A$=LEFT$(A$+CHR$(65),255)", False),
        ("V=1-V", False),  # two turns are never alike
        ("IF W<2 THEN W=W+1", True),  # from the third on they are
        ("IF W<3 THEN W=W+1", False),  # that is too late
        ("X(5)=X(5)+1/2", False),
        ("READ A:DATA 1,2", False),  # the third fails
        ("PRINT RND;", False),  # the next number is another
    ],
)
def test_turns_that_are_all_alike_are_not_run(monkeypatch: pytest.MonkeyPatch, done: str, seen: bool) -> None:
    """What one of them shows the others show too; what the interpreter prints is what has to come out."""
    monkeypatch.setattr(trial, "EFFORT", 800_000)
    monkeypatch.setattr(evidence, "LONG", 10_000)
    asked: list[str] = []

    def witness(program: object, expected: str, brief: bool) -> bool:
        asked.append(expected)
        return True

    program = read_program((AGAIN % (500, done)).encode()).program
    to_python(program, witness=witness)
    assert bool(asked) == seen
    if seen:
        assert asked == [basic.run(program).text]


def test_what_has_no_end_is_not_tried_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing leads to an end it is not tried at all; else once, however much there is in a turn."""
    turns: list[int] = []
    turn = trial.Meter.turn

    def counted(self: trial.Meter, operations: int) -> None:
        turns.append(operations)
        turn(self, operations)

    monkeypatch.setattr(trial, "EFFORT", 100_000)
    monkeypatch.setattr(trial.Meter, "turn", counted)
    to_python(b'10 A=A+1:PRINT A/3:GOTO 10\n')
    assert not turns
    to_python(b'10 A=A+1:PRINT "A",A/3;:FOR I=1 TO 3:B=A/7:NEXT:IF A>=0 THEN 10\n', witness=lambda *_: True)
    assert 0 < len(turns) < 10_000
    assert sum(turns) < 2 * trial.EFFORT


def test_sums_may_outgrow_single_precision() -> None:
    """What grows by hundreds passes 2^24 in a run of ordinary length: there Python's whole numbers go on otherwise."""
    text = to_python(b"10 INPUT N\n20 FOR I=1 TO N:T=T+LEN(A$)+345:NEXT\n30 PRINT T\n")
    assert "t: float = gw.Single(0)" in text


def test_long_whole_numbers_are_printed_as_singles(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(to_python(b"10 N=4000000!\n20 N=N*3\n30 PRINT N\n"), "<ported>", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out == " 1.2E+07 \n"


def test_a_short_program_has_the_shorter_number_function() -> None:
    """A run shows that `num` will do, where without one only `number` is known to be right."""
    assert "c_float" not in to_python(b"10 PRINT 1/4\n")


@pytest.mark.parametrize("most", [evidence.INTERWOVEN, 0], ids=["proven", "interwoven"])
def test_what_nobody_reads_for_its_arithmetic_is_not_tried(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large program whose statements are there in many subroutines is written once, in BASIC's own arithmetic."""
    asked: list[str] = []

    def witness(program: object, shown: str, brief: bool) -> bool:
        asked.append(shown)
        return True

    monkeypatch.setattr(evidence, "INTERWOVEN", most)
    source = "\n".join(f"{line} A=A+.5: PRINT A" for line in range(10, 10 + 10 * evidence.LARGE, 10))
    assert (OURS in to_python(source, witness=witness)) == (most == 0)
    assert bool(asked) == (most > 0)
