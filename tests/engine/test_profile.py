"""`basic profile`: the counts are exact, in every engine; the calls are those that were made; what is shown."""

from __future__ import annotations

import json
import signal
import sys
import threading
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from control_flow_programs import TooLong, Writer, play

import basic
from basic.cli import main
from basic.engine.rest import Outcome
from basic.machine.clock import FixedClock
from basic.machine.machine import Machine
from basic.machine.terminal import MemoryTerminal
from basic.profile.figures import DEEPEST, as_json, figures
from basic.profile.listing import Style, as_text
from basic.profile.recorder import Frame
from basic.profile.watched import Watched


def watch(text: str, engine: str = "python", typed: tuple[str, ...] = ()) -> tuple[Watched, Outcome, str]:
    terminal = MemoryTerminal(typed)
    interpreter = Watched(Machine(terminal), engine=engine)
    interpreter.load(basic.parse(text))
    if engine == "python":  # as the command does
        interpreter.ready()
    return interpreter, interpreter.run(), terminal.text


def counts(frame: Frame) -> dict[Any, Any]:
    """Everything but the times."""
    return {
        "calls": frame.calls,
        "counts": frame.counts,
        "inner": {key: counts(inner) for key, inner in sorted(frame.inner.items())},
    }


@pytest.mark.parametrize("begin", range(0, 120, 20))
def test_both_engines_count_the_same(begin: int, left_out: Callable[[str], None]) -> None:
    """The marks in loops, copies of blocks and branches are where single steps have them, and change nothing."""
    for seed in range(begin, begin + 20):
        text = Writer(seed).program()
        try:
            play(basic.parse(text), "reference")
        except TooLong:
            left_out("endless, under the profiler")
            continue
        typed = ("1", "2.5", "HELLO", "-3,4")
        fast, ended, shown = watch(text, "python", typed)
        slow, stepped, expected = watch(text, "step", typed)
        assert (shown, ended.reason, ended.line) == (expected, stepped.reason, stepped.line), f"seed {seed}"
        assert [counts(r.root) for r in fast.records] == [counts(r.root) for r in slow.records], f"seed {seed}"


SORT = """\
10 DEF FNR(X)=X*7 MOD 11
20 FOR I=1 TO 5:A(I)=FNR(I):NEXT
30 FOR K=1 TO 2:GOSUB 100:NEXT
40 ON 2 GOSUB 300,200
50 GOSUB 100:END
100 REM --- SUM ---
110 S=0:GOSUB 200
120 RETURN
200 FOR J=1 TO 5:S=S+A(J):NEXT:RETURN
300 PRINT "NEVER"
"""


def test_lines_and_calls() -> None:
    """Counted by hand."""
    interpreter, _, _ = watch(SORT)
    profile = figures(interpreter.records[0], "SORT.BAS", "it ended", 0.0, 0.0)
    counted = {line.number: (line.begun, line.statements) for line in profile.lines}
    assert counted == {
        10: (1, 1 + 5), 20: (1, 1 + 5 + 5), 30: (1, 1 + 2 + 2), 40: (1, 1), 50: (1, 2),
        100: (3, 3), 110: (3, 6), 120: (3, 3), 200: (4, 4 * (1 + 5 + 5 + 1)), 300: (0, 0),
    }  # fmt: skip
    calls = {call.name: (call.calls, [inner.name for inner in call.inner]) for call in profile.root.inner}
    assert calls == {"FNR": (5, []), "GOSUB 100 SUM": (3, ["GOSUB 200"]), "GOSUB 200": (1, [])}
    assert profile.root.seconds == pytest.approx(profile.seconds)


@pytest.mark.parametrize("engine", ["python", "step"])
def test_an_error_leaves_subroutines(engine: str) -> None:
    """The handler of an error stands where the error was; error 7 closes all calls."""
    interpreter, outcome, _ = watch("10 ON ERROR GOTO 90\n20 GOSUB 30:END\n30 ERROR 5:RETURN\n90 RESUME NEXT\n", engine)
    assert outcome.reason == "end"
    inner = interpreter.records[0].root.inner
    assert list(inner) == [("GOSUB", 3)] and not inner["GOSUB", 3].inner
    interpreter, _, _ = watch("10 ON ERROR GOTO 90\n20 N=N+1:GOSUB 20\n90 PRINT N:END\n", engine)
    record = interpreter.records[0]
    assert record.here is record.root and record.root.counts[3:5] == [1, 1]


def test_time_is_the_programs_own() -> None:
    """Waiting for input is none of it, and what takes long is seen to."""
    interpreter = Watched(Machine(Slow()), engine="python")
    interpreter.load(basic.parse('10 INPUT A\n20 A$=STRING$(255,"X"):FOR I=1 TO 100000:N=INSTR(A$,"Y"):NEXT\n30 B=1\n'))
    interpreter.run()
    profile = figures(interpreter.records[0], "", "", 0.0, 0.0)
    assert profile.waiting >= 0.5 > profile.seconds
    assert max(profile.lines, key=lambda line: line.seconds).number == 20


class Slow(MemoryTerminal):
    """Someone who takes their time to type."""

    def read_line(self) -> str:
        time.sleep(0.6)
        return "1"


def test_ctrl_c_gives_the_profile_so_far() -> None:
    terminal = MemoryTerminal([])
    interpreter = Watched(Machine(terminal), engine="python")
    interpreter.load(basic.parse("10 A=A+1\n20 GOTO 10\n"))
    timer = threading.Timer(0.1, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    assert interpreter.run().reason == "break"
    first, second = interpreter.records[0].root.counts[:2]
    assert first > 100 and first - second in (0, 1)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program, typed = tmp_path / "SUM.BAS", tmp_path / "typed.txt"
    program.write_text('10 INPUT N\n20 FOR I=1 TO N:S=S+I:NEXT\n30 PRINT S;"</script>"\n40 ERROR 5\n')
    typed.write_text("4\n")
    page, data, text = tmp_path / "p.html", tmp_path / "p.json", tmp_path / "p.txt"
    given = ["profile", str(program), "--input", str(typed), "--html", str(page), "--json", str(data), "-o", str(text)]
    stdin = sys.stdin
    try:
        assert main(given) == 1
    finally:
        sys.stdin = stdin
    shown = capsys.readouterr()
    assert shown.out.splitlines() == ["? 4", ' 10 </script>', "Illegal function call in 40"] and not shown.err
    found = json.loads(data.read_text())["programs"][0]
    assert [line["statements"] for line in found["lines"]] == [1, 9, 1, 1]
    assert "it ended with an error in line 40" in text.read_text(encoding="utf-8")
    html = page.read_text(encoding="utf-8")
    assert html.count("</script>") == 2 and "http" not in html
    assert main(["profile", str(tmp_path / "NONE.BAS")]) == 2
    assert main(["profile", str(program), "--engine", "native"]) == 2
    for unheeded in (["-i"], ["--sandbox"], ["--max-steps", "9"], ["--max-seconds", "9"], ["--speed", "pc"]):
        assert main(["profile", str(program), *unheeded]) == 2
        assert capsys.readouterr().err.endswith(f"{unheeded[0]}: a profile does not heed it; leave it out\n")
    assert main(["profile", str(program), "--html", str(tmp_path / "no" / "p.html")]) == 2


@pytest.mark.parametrize("engine", ["python", "step"])
def test_an_event_calls_its_subroutine(engine: str) -> None:
    """5,001 ticks of a millisecond by hand: the two events fall into the loop, the second from within a subroutine."""
    program = (
        "10 ON TIMER(2) GOSUB 100: TIMER ON\n20 FOR I=1 TO 1500: NEXT\n30 GOSUB 200: GOSUB 200\n40 END\n"
        "100 T=T+1: GOSUB 300\n110 RETURN\n200 FOR J=1 TO 1500: NEXT\n210 RETURN\n300 RETURN\n"
    )
    machine = Machine(MemoryTerminal(), clock=FixedClock(datetime(1990, 1, 2)))
    watched = Watched(machine, engine=engine)
    watched.load(basic.parse(program))
    watched.run()
    (record,) = watched.records
    starts = watched.outline.starts
    main_, called = record.root, record.root.inner["GOSUB", starts[200]]
    event = called.inner["GOSUB", starts[100]]
    assert [*main_.inner] == [("GOSUB", starts[200])] and called.calls == 2
    assert event.calls == 2 and event.inner["GOSUB", starts[300]].calls == 2
    assert event.counts[starts[100]] == event.counts[starts[110]] == 2
    assert sum(called.counts) == 2 * (1 + 1500 + 1)


def test_options_of_the_machine(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Pictures are taken, bytes are left as they are, and what a program prints may be limited."""
    program, text = tmp_path / "P.BAS", tmp_path / "p.txt"
    program.write_text('10 PRINT "AB"\n20 PRINT "CD"\n')
    given = ["profile", str(program), "-o", str(tmp_path / "profile.txt")]
    assert main([*given, "--headless", "--dump-text", str(text)]) == 0
    assert text.read_bytes().startswith(b"AB ")
    assert main([*given, "--max-output", "1"]) == 3
    assert "the limit of 1 characters of output is reached" in capfd.readouterr().err
    assert "it reached a limit" in (tmp_path / "profile.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("engine", ["python", "step"])
def test_a_recursion_deeper_than_pythons(engine: str) -> None:
    """DEF FN without an end is Out of memory, as without a profile; every call counts, however deep it is."""
    interpreter, outcome, shown = watch("10 DEF FNA(X)=FNB(X)\n20 DEF FNB(X)=FNA(X)+1\n30 PRINT FNA(1)\n", engine)
    assert (shown, outcome.line) == ("Out of memory in 30\n", 30)
    profile = figures(interpreter.records[0], "P.BAS", "", 0.0, 0.0)
    calls = sum(call.calls for call in profile.root.walk())
    assert calls == profile.statements - 3  # the two DEF FN themselves, and PRINT
    assert calls > 2 * DEEPEST
    assert "calls" in as_text([profile], Style(False, False, None))
    assert json.loads(json.dumps(as_json([profile], 0.0)))["programs"][0]["statements"] == profile.statements
