"""What strangers' programs may take, and what they cannot reach: with real processes, signals, files and links."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from paths import ROOT

import basic

ENDLESS = "10 I=I+1: GOTO 10"
RUN = (sys.executable, "-m", "basic", "run", "--no-cache")
ENVIRONMENT = {"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]}


def command(folder: Path, *options: str, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*RUN, *options, "p.bas"],
        cwd=folder,
        env=ENVIRONMENT | (environment or {}),
        capture_output=True,
        text=True,
        timeout=60,
    )


LIMITS = [
    ("--max-seconds", "0.5", ENDLESS, "0.5 seconds"),
    ("--max-seconds", "0.5", "10 ON ERROR GOTO 20\n15 ERROR 5\n20 RESUME", "0.5 seconds"),
    ("--max-seconds", "0.5", "10 GOSUB 20: GOTO 10\n20 RETURN", "0.5 seconds"),
    ("--max-steps", "10000", ENDLESS, "10,000 statements"),
    ("--max-steps", "500", "10 RUN", "500 statements"),
    ("--max-output", "1000", '10 PRINT "X";: GOTO 10', "1,000 characters of output"),
    ("--max-memory", "100000", "10 DIM A(20000)\n20 DIM B(20000)", "100,000 bytes of memory"),
    ("--max-disk", "3000", '10 OPEN "O",1,"F"\n20 PRINT #1,STRING$(100,65): GOTO 20', "3,000 bytes in files"),
    ("--max-files", "3", '10 I=I+1: OPEN "O",1,"F"+MID$(STR$(I),2): CLOSE: GOTO 10', "3 new files"),
]


@pytest.mark.parametrize(("option", "value", "program", "reached"), LIMITS)
def test_a_limit_ends_the_run(tmp_path: Path, option: str, value: str, program: str, reached: str) -> None:
    trap = "5 ON ERROR GOTO 90\n" * (option != "--max-seconds")
    (tmp_path / "p.bas").write_text(f"{trap}{program}\n90 RESUME NEXT\n")
    done = command(tmp_path, option, value, "--unlimited")
    assert done.returncode == 3
    assert done.stderr.startswith("basic: stopped in line ")
    assert done.stderr.endswith(f": the limit of {reached} is reached\n")


@pytest.mark.parametrize("engine", ["auto", "python", "step"])
def test_statements_are_counted_alike(engine: str) -> None:
    program = "10 FOR I=1 TO 1000: N=N+1: PRINT N: IF N MOD 7 THEN 20 ELSE 20\n20 NEXT\n"
    ran = basic.run(program, max_steps=100, engine=engine)
    assert (ran.status, ran.outcome.limit) == (3, "100 statements")
    assert ran.text.split() == [str(number) for number in range(1, 21)]


def test_a_run_from_python_has_limits() -> None:
    ran = basic.run('10 PRINT "X";: GOTO 10', max_output=500)
    assert (ran.status, len(ran.text), ran.outcome.reason) == (3, 500, "limit")
    assert basic.run(ENDLESS, max_seconds=0.2).outcome.limit == "0.2 seconds"


def test_a_wrong_limit_is_told(tmp_path: Path) -> None:
    (tmp_path / "p.bas").write_text("10 END\n")
    done = command(tmp_path, "--max-steps", "0")
    assert (done.returncode, done.stderr) == (
        2,
        "basic: --max-steps 0: a positive number is needed, as in --max-steps 1000\n",
    )


def test_text_counts_as_memory() -> None:
    long = "".join(f"{number} REM {'x' * 90}\n" for number in range(1, 4000))
    assert basic.run(long).text == "Out of memory\n"
    assert basic.run(long + '5000 PRINT "FITS"\n', unlimited=True).text == "FITS\n"


# ---- a run that is looked at from outside ----------------------------------------------------------------------------


def test_feeding_and_stopping() -> None:
    running = basic.start("10 INPUT A: PRINT A*2: GOTO 10")
    running.feed("5\n6")
    limit = time.monotonic() + 10
    while "12" not in running.output and time.monotonic() < limit:
        time.sleep(0.01)
    assert running.output == "? 5\n 10 \n? 6\n 12 \n? "
    assert running.alive
    running.stop()
    assert running.wait(10).outcome.reason in ("input", "break")


def test_stopping_what_never_ends() -> None:
    running = basic.start(ENDLESS)
    with pytest.raises(TimeoutError):
        running.wait(0.1)
    running.stop()
    assert running.wait(10).outcome.reason == "break"


# ---- signals and output ----------------------------------------------------------------------------------------------


def begun(folder: Path, program: str, *options: str) -> subprocess.Popen[str]:
    (folder / "p.bas").write_text(program)
    pipe = subprocess.PIPE
    return subprocess.Popen([*RUN, *options, "p.bas"], cwd=folder, env=ENVIRONMENT, stdout=pipe, stdin=pipe, text=True)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGQUIT"])
def test_signals_end_a_run_in_order(tmp_path: Path, name: str) -> None:
    program = begun(tmp_path, '10 OPEN "O",1,"F": PRINT #1,"WRITTEN": PRINT "SAID"\n20 I=I+1: GOTO 20\n')
    assert program.stdout
    assert program.stdout.readline() == "SAID\n"  # it is not held back while the program works on
    program.send_signal(getattr(signal, name))
    assert program.wait(20) == 128 + getattr(signal, name)
    assert (tmp_path / "F").read_bytes() == b"WRITTEN\r\n\x1a"


@pytest.mark.parametrize("array", [f"A({'1,' * 109}1)", "A#(32767,32767)"])
@pytest.mark.parametrize("engine", ["python", "step"])
def test_one_ctrl_c_breaks_off_an_array(tmp_path: Path, array: str, engine: str) -> None:
    """Which would not be made before the end of the world, or of memory."""
    program = begun(tmp_path, f'10 PRINT "BEGUN"\n20 DIM {array}\n', "--unlimited", "--engine", engine)
    assert program.stdout
    assert program.stdout.readline() == "BEGUN\n"
    time.sleep(0.3)
    program.send_signal(signal.SIGINT)
    assert program.wait(20) == 130
    assert program.stdout.read().endswith("Break in 20\n")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_slow_reader_misses_nothing(tmp_path: Path, unbuffered: str) -> None:
    """A write to a full pipe is cut short by the signal of the timer; without a buffer Python drops the rest."""
    (tmp_path / "p.bas").write_text('10 FOR I=1 TO 20000: PRINT I;STRING$(60,"X"): NEXT\n')
    environment = ENVIRONMENT | {"PYTHONUNBUFFERED": unbuffered}
    with subprocess.Popen([*RUN, "p.bas"], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as program:
        time.sleep(1)
        assert program.stdout
        assert program.stdout.read() == "".join(f" {i} {'X' * 60}\n" for i in range(1, 20001))


@pytest.mark.parametrize(("answer", "status"), [("ring", 7), ("signal.SIG_DFL", -signal.SIGALRM)])
def test_an_alarm_of_the_caller_stays(tmp_path: Path, answer: str, status: int) -> None:
    """Output that is held back for a moment waits without the clock that somebody else uses, or that is to end it."""
    (tmp_path / "p.bas").write_text("10 PRINT 1: I=I+1: GOTO 10\n")
    caller = f"""
import signal, sys
from basic.cli import main
def ring(*_): raise SystemExit(7)
signal.signal(signal.SIGALRM, {answer})
signal.setitimer(signal.ITIMER_REAL, 1)
main(["run", "--no-cache", "p.bas"])
"""
    done = subprocess.run(
        [sys.executable, "-c", caller], cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL,
        timeout=20,
    )
    assert done.returncode == status


# ---- what cannot be reached ------------------------------------------------------------------------------------------

ATTEMPTS = [
    "../SECRET", "..\\SECRET", "C:../SECRET", "C:\\..\\SECRET", "/SECRET", "\\SECRET", "C:/SECRET",
    "SUB/../../SECRET", "SUB\\..\\..\\SECRET", "LINK", "LINK\\SECRET", "DIRLINK\\SECRET",
    "DIRLINK\\..\\SECRET", "./../SECRET", ".\\..\\SECRET", "....\\SECRET", "..\\..\\SECRET", "/etc/passwd",
    "\\etc\\passwd", "C:\\etc\\passwd", "D:SECRET", "A:SECRET", "Z:\\SECRET", "~\\SECRET", "~", "$HOME",
    "%HOME%", "file:SECRET", "SECRET\u0000", "\u0000SECRET", "PIPE", "SOCKET", "\\\\HOST\\SHARE",
    "//HOST/SHARE", "|cat SECRET", "`cat SECRET`", "$(cat SECRET)", ";cat SECRET", "CON", "NUL", "AUX",
    "PRN", "CLOCK$", "COM1:", "COM2:", "LPT2:", "CAS1:", "KYBD:X", "SCRN:X", "LPT1:X", "/dev/null",
    "/dev/tty", "\\dev\\tty", "/proc/self/environ", "\\proc\\self\\environ", "C:\\proc\\self\\environ",
    "SECRET.", " SECRET", "SECRET ", "..", ".", "", "C:", "C:\\", "\\", "SUB", "\u00ff\u00fe",
    "\u2025\\SECRET",
]  # fmt: skip


@pytest.mark.parametrize("folder_of", ["run", "sandbox", "read-only"])
def test_no_name_leads_out(tmp_path: Path, folder_of: str) -> None:
    inside = tmp_path / "inside"
    (inside / "SUB").mkdir(parents=True)
    (tmp_path / "SECRET").write_bytes(b"SECRET WORDS\r\n")
    (inside / "LINK").symlink_to(tmp_path / "SECRET")
    (inside / "DIRLINK").symlink_to(tmp_path)
    os.mkfifo(inside / "PIPE")
    assert len(set(ATTEMPTS)) >= 60
    tries = "".join(
        f"{number} N$={text(name)}: GOSUB 9000\n" for number, name in enumerate(dict.fromkeys(ATTEMPTS), 100)
    )
    (inside / "p.bas").write_text(
        f"10 ON ERROR GOTO 9900\n{tries}8000 SYSTEM\n"
        '9000 A$="": OPEN N$ FOR INPUT AS 1: LINE INPUT #1,A$: IF A$<>"" THEN PRINT "READ ";N$;A$\n9005 CLOSE\n'
        '9010 OPEN N$ FOR APPEND AS 1\n'
        '9020 PRINT #1,"X": CLOSE\n9030 KILL N$\n9040 NAME N$ AS "STOLEN"\n9050 CLOSE: RETURN\n'
        "9900 RESUME NEXT\n"
    )
    options = {"run": [], "sandbox": ["--sandbox"], "read-only": ["--read-only"]}[folder_of]
    done = command(inside, *options, environment={"HOME": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    assert "READ" not in done.stdout and "SECRET WORDS" not in done.stdout
    assert (tmp_path / "SECRET").read_bytes() == b"SECRET WORDS\r\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["SECRET", "inside"]
    if folder_of != "run":
        assert sorted(path.name for path in inside.iterdir()) == ["DIRLINK", "LINK", "PIPE", "SUB", "p.bas"]


def text(name: str) -> str:
    """The expression that has this name."""
    parts = [f"CHR$({ord(char)})" if char < " " or char > "~" else f'"{char}"' for char in name]
    return "+".join(parts).replace('"+"', "") or '""'


def test_the_environment_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "p.bas").write_text('10 PRINT ENVIRON$("TOKEN");"|";ENVIRON$("OTHER");"|";ENVIRON$(1)\n')
    hidden = {"TOKEN": "abc", "OTHER": "xyz"}
    assert command(tmp_path, environment=hidden).stdout == "||\n"
    assert command(tmp_path, "--env", "TOKEN", environment=hidden).stdout == "abc||TOKEN=abc\n"
    assert command(tmp_path, "--env", "NOPE").returncode == 2


def test_a_sandbox_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "OLD.DAT").write_bytes(b"OLD\r\n\x1a")
    (tmp_path / "p.bas").write_text(
        '10 OPEN "OLD.DAT" FOR INPUT AS 1: LINE INPUT #1,A$: CLOSE: PRINT A$\n'
        '20 OPEN "OLD.DAT" FOR APPEND AS 1: PRINT #1,"MORE": CLOSE\n'
        '30 OPEN "NEW.DAT" FOR OUTPUT AS 1: PRINT #1,"NEW": CLOSE\n35 MKDIR "SUB": NAME "NEW.DAT" AS "SUB\\N"\n'
        '40 OPEN "SUB\\N" FOR INPUT AS 1: LINE INPUT #1,A$: CLOSE: PRINT A$: KILL "P.BAS"\n'
        '50 OPEN "OLD.DAT" FOR INPUT AS 1: LINE INPUT #1,A$: LINE INPUT #1,B$: PRINT A$;B$\n'
        '60 SHELL "ls"\n'
    )
    done = command(tmp_path, "--sandbox")
    assert done.stdout.startswith("OLD\nNEW\nOLDMORE\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["OLD.DAT", "p.bas"]
    assert (tmp_path / "OLD.DAT").read_bytes() == b"OLD\r\n\x1a"
    for flag in (["--allow-shell"], ["--printer", "x"], ["--com1", "localhost:1"]):
        assert command(tmp_path, "--sandbox", *flag).returncode == 2


def test_read_only(tmp_path: Path) -> None:
    (tmp_path / "OLD.DAT").write_bytes(b"OLD\r\n\x1a")
    (tmp_path / "p.bas").write_text(
        '10 ON ERROR GOTO 90\n20 OPEN "O",1,"X"\n30 KILL "OLD.DAT"\n40 NAME "OLD.DAT" AS "N"\n50 MKDIR "D"\n'
        '60 OPEN "I",1,"OLD.DAT": LINE INPUT #1,A$: PRINT A$: CLOSE\n70 OPEN "A",1,"OLD.DAT"\n80 END\n'
        "90 PRINT ERR;: RESUME NEXT\n"
    )
    assert command(tmp_path, "--read-only").stdout == " 70  70  70  70 OLD\n 70 "


def test_a_message_that_is_cut_by_the_limit_of_output() -> None:
    played = basic.run("10 A%=40000\n", max_output=5)
    assert (played.outcome.reason, played.outcome.line) == ("limit", 10)
    assert "Overflow".startswith(played.text)
