"""The command as a user meets it: what it says, where it says it, and its exit status."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from paths import ROOT

from basic.cli import COMMANDS, main
from basic.cli import help as pages
from basic.engine.interpreter import ENGINES, Interpreter
from basic.machine.machine import Machine
from basic.machine.terminal import MemoryTerminal

LOOP = "10 GOTO 10\n"
COUNT = "10 I=I+1\n20 IF I>1E6 THEN I=0\n30 GOTO 10\n"


def basic(
    *arguments: str, cwd: Path, typed: bytes | str = b"", environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "basic", *arguments],
        cwd=cwd,
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})},
    )


def program(folder: Path, text: str | bytes, name: str = "PROG.BAS") -> str:
    (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)
    return name


def test_run(tmp_path: Path) -> None:
    done = basic("run", program(tmp_path, '10 INPUT A\n20 PRINT A/3;"é"'), cwd=tmp_path, typed="1\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "? 1\n .3333334 é\n".encode(), b"")


def test_file_alone_and_without_ending(tmp_path: Path) -> None:
    program(tmp_path, "10 PRINT 7")
    assert basic("PROG.BAS", cwd=tmp_path).stdout == b" 7 \n"
    assert basic("PROG", cwd=tmp_path).stdout == b" 7 \n"
    assert basic("list", "PROG", cwd=tmp_path).stdout == b"10 PRINT 7\n"
    basic("renum", "PROG", "--new", "100", "-i", cwd=tmp_path)
    assert basic("fmt", "PROG", cwd=tmp_path).stdout == b"100 PRINT 7\n"
    basic("convert", "PROG", "--to", "tokenised", "-i", cwd=tmp_path)
    assert (tmp_path / "PROG.BAS").read_bytes()[:1] == b"\xff"


def test_options_before_the_file(tmp_path: Path) -> None:
    program(tmp_path, "10 PRINT 7")
    done = basic("-i", "--columns", "40", "PROG.BAS", cwd=tmp_path, typed="PRINT 8\nSYSTEM\n")
    assert done.stdout == b" 7 \nOk\nPRINT 8\n 8 \nOk\nSYSTEM\n"


def test_standard_input_is_the_program(tmp_path: Path) -> None:
    assert basic("run", "-", cwd=tmp_path, typed="10 PRINT 1+1").stdout == b" 2 \n"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("10 END", 0),
        ("10 SYSTEM", 0),
        ("10 STOP", 0),
        ("10 REM", 0),
        ("", 0),
        ("10 ERROR 5", 1),
        ("10 INPUT A", 1),
        ('10 K$=INKEY$:IF K$="" THEN 10', 1),
        ("10 CIRCLE (1,1),5", 1),
    ],
)
def test_statuses(tmp_path: Path, text: str, status: int) -> None:
    done = basic("run", program(tmp_path, text), cwd=tmp_path)
    assert done.returncode == status
    assert b"Traceback" not in done.stderr


def test_an_error_is_in_the_words_of_gw_basic(tmp_path: Path) -> None:
    done = basic("run", program(tmp_path, '10 PRINT "A";\n20 X=Y(11)'), cwd=tmp_path)
    assert done.stdout == b"A\nSubscript out of range in 20\n"


def test_input_that_ran_out_is_said_on_standard_error(tmp_path: Path) -> None:
    done = basic("run", program(tmp_path, "10 INPUT A\n20 INPUT B"), cwd=tmp_path, typed="1\n")
    assert done.returncode == 1
    assert done.stdout == b"? 1\n? "
    assert b"in line 20" in done.stderr and done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("text", "printed", "says"),
    [
        (b"hello\nworld\n", b"Direct statement in file\n", b"no line begins with a line number"),
        (b"10 PRINT 1\nPRINT 2\n", b"Direct statement in file\n", b"line 2 of the file has no line number"),
        (b"\x7fELF\0\0\0\0\0", b"Direct statement in file\n", b"no line begins with a line number"),
        (b"10 REM " + b"x" * 260, b"Line buffer overflow\n", b"255"),
        (b"10 X\n20\n", b"Undefined line number\n", b"line 2 of the file is only a number, 20"),
        (b"\xfd\x01\x02\x03\x04\x05\x06", b"Direct statement in file\n", b"memory image"),
    ],
)
def test_files_with_lines_that_cannot_be_read(tmp_path: Path, text: bytes, printed: bytes, says: bytes) -> None:
    done = basic("run", program(tmp_path, text), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, printed)
    assert says in done.stderr
    assert done.stderr.startswith(b"basic: PROG.BAS: ") and done.stderr.count(b"\n") == 1


def test_a_program_that_gives_way_to_one_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "NEXT.BAS").write_bytes(b"10 X\nPRINT\n")
    done = basic("run", program(tmp_path, b'10 PRINT 1: RUN "NEXT"\n'), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, b" 1 \nDirect statement in file\n")
    assert done.stderr.startswith(b"basic: NEXT: line 2 of the file has no line number")


def test_other_programs_are_read_as_the_first(tmp_path: Path) -> None:
    (tmp_path / "NEXT.BAS").write_bytes(b'10 PRINT "\xc3\xa9":REM ' + b"x" * 300)
    first = program(tmp_path, b'10 CHAIN "NEXT"\n')
    assert basic("run", "--unlimited", "--encoding", "raw", first, cwd=tmp_path).stdout == b"\xc3\xa9\n"
    assert basic("run", first, cwd=tmp_path).stdout == b"Line buffer overflow\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"\xff\x01\x02", b""),
        (b"\xfe\x01\x02", b""),
        ("10 PRINT 1".encode("utf-16"), b"UTF-16"),
    ],
)
def test_unusable_files(tmp_path: Path, text: bytes, says: bytes) -> None:
    done = basic("run", program(tmp_path, text), cwd=tmp_path)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.startswith(b"basic: PROG.BAS: ") and done.stderr.count(b"\n") == 1


def test_missing_file_and_folder(tmp_path: Path) -> None:
    for name, says in (("NONE.BAS", b"no such file"), (".", b"folder")):
        done = basic("run", name, cwd=tmp_path)
        assert done.returncode == 2 and says in done.stderr and done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        (b"20 PRINT 2\n10 PRINT 1\n", b" 1 \n 2 \n"),  # out of order
        (b"10 PRINT 1\n10 PRINT 3\n", b" 3 \n"),  # twice: the later one counts
        (b"0 PRINT 5\n", b" 5 \n"),
        (b"10 PRINT 1\r\n20 PRINT 2\r\n\x1a", b" 1 \n 2 \n"),
        (b"10 PRINT 1\r20 PRINT 2\r", b" 1 \n 2 \n"),
        (b"10\tPRINT\t1\n", b" 1 \n"),
        (b'\xef\xbb\xbf10 PRINT "\xc3\xa4"\n', "ä\n".encode()),  # UTF-8 with a mark
        (b'10 PRINT "\x84"\n', "ä\n".encode()),  # code page 437
        (b'10 PRINT ASC("\xc3\xa4")\n', b" 132 \n"),
    ],
)
def test_program_files(tmp_path: Path, text: bytes, printed: bytes) -> None:
    done = basic("run", program(tmp_path, text), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, printed)


def test_raw_encoding(tmp_path: Path) -> None:
    done = basic(
        "run", "--encoding", "raw", program(tmp_path, b'10 INPUT A$\n20 PRINT A$;"\x84"'), cwd=tmp_path, typed=b"\xe1\n"
    )
    assert done.stdout == b"? \xe1\n\xe1\x84\n"


def test_clock_columns_and_memory(tmp_path: Path) -> None:
    name = program(tmp_path, "10 PRINT DATE$;TIME$\n20 PRINT 1,2,3\n30 DIM A(3000)")
    done = basic(
        *("run", "--clock", "1990-01-02T12:00", "--columns", "40", "--memory", "5000", name), cwd=tmp_path
    )
    assert done.stdout == b"01-02-199012:00:00\n 1             2 \n 3 \nOut of memory in 30\n"
    assert basic("run", "--clock", "noon", name, cwd=tmp_path).returncode == 2


def test_unlimited(tmp_path: Path) -> None:
    deep = program(tmp_path, "10 D=D+1:IF D<1000 THEN GOSUB 10\n20 IF D=1000 THEN PRINT D:END\n")
    assert basic("run", deep, cwd=tmp_path).stdout == b"Out of memory in 10\n"
    assert basic("run", "--unlimited", deep, cwd=tmp_path).stdout == b" 1000 \n"


def test_mount(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    name = program(tmp_path, '10 OPEN "A:X.TXT" FOR OUTPUT AS 1:PRINT #1,"HI":CLOSE\n')
    assert basic("run", "--mount", "A=games", name, cwd=tmp_path).returncode == 0
    assert (tmp_path / "games" / "X.TXT").read_bytes() == b"HI\r\n\x1a"
    assert basic("run", "--mount", "A=nowhere", name, cwd=tmp_path).returncode == 2


def test_printer(tmp_path: Path) -> None:
    name = program(tmp_path, '10 LPRINT "HI"')
    assert basic("run", name, cwd=tmp_path).stdout == b"Device Timeout in 10\n"
    assert basic("run", "--printer", "paper.txt", name, cwd=tmp_path).returncode == 0
    assert (tmp_path / "paper.txt").read_bytes() == b"HI\r\n"
    assert basic("run", "--printer", "|cat >got.txt", name, cwd=tmp_path).returncode == 0
    assert (tmp_path / "got.txt").read_bytes() == b"HI\r\n"
    ported = basic("port", name, "-o", "said.py", cwd=tmp_path)
    assert ported.returncode == 0
    printer = {"JUNZI_PRINTER": "new.txt"}
    assert basic("run", name, cwd=tmp_path, environment=printer).returncode == 0
    path = {**os.environ, "PYTHONPATH": str(ROOT), **printer}
    assert subprocess.run([sys.executable, "said.py"], cwd=tmp_path, env=path, check=False).returncode == 0
    assert (tmp_path / "new.txt").read_bytes() == b"HI\r\n" * 2


def test_shell_is_refused_unless_allowed(tmp_path: Path) -> None:
    name = program(tmp_path, '10 PRINT "A":SHELL "echo B":PRINT "C"')
    assert basic("run", name, cwd=tmp_path).stdout == b"A\nPermission Denied in 10\n"
    assert basic("run", "--allow-shell", name, cwd=tmp_path).stdout == b"A\nB\nC\n"


def test_check(tmp_path: Path) -> None:
    done = basic("check", program(tmp_path, '10 PRINT "A"\n20 PRNT "B":GOTO 99\n'), cwd=tmp_path)
    assert done.returncode == 1
    lines = done.stdout.decode().splitlines()
    assert lines[0].startswith("PROG.BAS: line 20, column 6: ") and "PRINT" in lines[0]
    assert lines[1:3] == ['    20 PRNT "B":GOTO 99', "            ^"]
    assert any("99" in line for line in lines[3:])
    assert basic("check", program(tmp_path, "10 PRINT 1"), cwd=tmp_path).returncode == 0


def test_engines(tmp_path: Path) -> None:
    name = program(tmp_path, "10 FOR I=1 TO 9:S=S+I*I:NEXT:PRINT S")
    for engine in ENGINES:
        assert basic("run", "--engine", engine, name, cwd=tmp_path).stdout == b" 285 \n"
    assert basic("run", "--engine", "steam", name, cwd=tmp_path).returncode == 2
    with pytest.raises(ValueError, match="steam"):
        Interpreter(Machine(MemoryTerminal([])), engine="steam")


def test_every_command_has_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    for word in COMMANDS:
        with pytest.raises(SystemExit) as ended:
            main([word, "--help"])
        shown = capsys.readouterr().out
        assert ended.value.code == 0
        for part in (f"usage: basic {word}", "\nexamples:\n  basic ", "\nexit status: 0 fine"):
            assert part in shown


@pytest.mark.parametrize(("options", "said"), [
    ("--headless --window", "--headless shows nothing and --window a window: leave out one of the two"),
    ("--headless --keys no/file", "--keys no/file: cannot be read: No such file or directory"),
    ("--keys P.BAS", "--keys: a stream has no keys; add --headless"),
    ("--clock noon", "--clock noon: a time such as 1990-01-02T12:00:00 is needed"),
    ("--mount A", "--mount A: a drive letter and a folder are needed, as in --mount A=games"),
    ("--screenshot no/p.png", "no/p.png: cannot be written: there is no folder no"),
    ("--screenshot .", ".: cannot be written: Is a directory"),
    ("--record no/t.wav", "no/t.wav: cannot be written: there is no folder no"),
])  # fmt: skip
def test_options_that_cannot_be(tmp_path: Path, options: str, said: str) -> None:
    program(tmp_path, "10 END\n", "P.BAS")
    done = basic("run", *options.split(), "P.BAS", cwd=tmp_path)
    assert (done.returncode, done.stderr.decode()) == (2, f"basic: {said}\n")


@pytest.mark.parametrize("words", [
    "bench --json", "compare P.BAS --port --html", "compare P.BAS --port --junit", "compare P.BAS --record",
    "port P.BAS -o", "port P.BAS --map", "profile P.BAS --json", "run --headless P.BAS --dump-screen",
])  # fmt: skip
def test_what_cannot_be_written_is_told_before_the_run(tmp_path: Path, words: str) -> None:
    program(tmp_path, '10 OPEN "O",1,"RAN": PRINT "RAN"\n', "P.BAS")
    done = basic(*words.split(), ".", cwd=tmp_path)
    assert (done.returncode, done.stderr.decode()) == (2, "basic: .: cannot be written: Is a directory\n")
    assert not done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["P.BAS"]


def test_what_can_be_written_is_not_there_before_it_is(tmp_path: Path) -> None:
    program(tmp_path, "10 CALL X\n", "P.BAS")
    (tmp_path / "old.py").write_text("OLD")
    for name in ("new.py", "old.py"):
        assert basic("port", "P.BAS", "-o", name, cwd=tmp_path).returncode == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["P.BAS", "old.py"]
    assert (tmp_path / "old.py").read_text() == "OLD"


@pytest.mark.parametrize("command", ["run", "check", "port", "list", "renum", "fmt", "profile", "compare"])
def test_links_that_lead_round_in_a_circle(tmp_path: Path, command: str) -> None:
    (tmp_path / "LOOP.BAS").symlink_to("LOOP.BAS")
    done = basic(command, "LOOP.BAS", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(b"basic: LOOP.BAS: ")


@pytest.mark.parametrize("words", ["run P.BAS", "compare P.BAS --port", "list P.BAS", "port P.BAS", "check P.BAS"])
def test_an_output_that_has_no_such_characters(tmp_path: Path, words: str) -> None:
    program(tmp_path, '10 PRINT CHR$(219): REM \u2588\n20 PRNT "\u2588"\n', "P.BAS")
    done = basic(*words.split(), cwd=tmp_path, environment={"PYTHONIOENCODING": "ascii"})
    assert b"fault" not in done.stderr
    assert "\u2588".encode() in done.stdout or b"\\u2588" in done.stdout + done.stderr


def test_a_command_misspelt(tmp_path: Path) -> None:
    for typed, meant in (("chekc", "check"), ("comapre", "compare"), ("lst", "list")):
        done = basic(typed, "A.BAS", cwd=tmp_path)
        assert done.returncode == 2
        assert done.stderr == f"basic: {typed} is no command and no file; did you mean `basic {meant}`?\n".encode()
    program(tmp_path, "10 PRINT 7", "CHEKC.BAS")
    assert basic("CHEKC", cwd=tmp_path).stdout == b" 7 \n"


def test_the_help_of_a_command_without_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "check"]) == 0
    assert capsys.readouterr().out.startswith("usage: basic check ")
    assert main(["help", "port"]) == 0
    assert capsys.readouterr().out.startswith("# ")


@pytest.mark.parametrize("name", ["compare", "getting-started", "limits", "papers", "port", "security"])
def test_a_page_on_a_terminal(name: str) -> None:
    """All words of it are there, and its prose fits; a word alone may not."""
    text = pages.page(name).read_text("utf-8")
    shown = pages.fitted(text, 60)
    words = re.sub(r"^\w+\.\w+:\n\n(?=```)", "", shown, flags=re.M).split()
    assert words == re.sub("<!--.*-->", "", text).split()
    prose = re.sub(r"^```.*?^```\n", "", shown, flags=re.M | re.S)
    assert all(len(line) <= 60 or " " not in line.strip("- ") or line[0] in "|#" for line in prose.splitlines())
    assert all(example in shown for example in re.findall(r"^```.*?^```\n", text, re.M | re.S))


def test_a_name_in_other_letters(tmp_path: Path) -> None:
    program(tmp_path, "10 END\n", "GAME.BAS")
    for name in ("game.bas", "gAME", "Game.Bas"):
        done = basic("check", name, cwd=tmp_path)
        if done.returncode:  # no file system that takes them for the same
            assert done.stderr == f"basic: {name}: no such file; did you mean GAME.BAS?\n".encode()
    assert basic("check", "other", cwd=tmp_path).stderr == b"basic: other: no such file, and no other.BAS\n"


def test_pages_to_read(tmp_path: Path) -> None:
    listed = basic("help", cwd=tmp_path).stdout.decode()
    for page in (ROOT / "basic" / "docs").glob("*.md"):
        assert f"basic help {page.stem.lower()}" in listed
        assert basic("help", page.stem, cwd=tmp_path).stdout == page.read_bytes()
        assert basic("help", page.stem.lower()[:4], cwd=tmp_path).stdout == page.read_bytes()
    assert basic("help", "nothing", cwd=tmp_path).returncode == 2


def test_help_and_version(tmp_path: Path) -> None:
    assert b"exit status" in basic("--help", cwd=tmp_path).stdout
    assert basic("--version", cwd=tmp_path).stdout.startswith(b"junzi ")
    assert basic("--nonsense", cwd=tmp_path).returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("engine", ["auto", "step"])
@pytest.mark.parametrize(("text", "line"), [(LOOP, b"10"), (COUNT, b"")])
def test_control_c_breaks_at_a_statement(tmp_path: Path, text: str, line: bytes, engine: str) -> None:
    started = '5 PRINT "READY"\n'
    running = subprocess.Popen(
        [sys.executable, "-u", "-m", "basic", "run", "--engine", engine, program(tmp_path, started + text)],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    time.sleep(1.5)
    running.send_signal(signal.SIGINT)
    out, complaint = running.communicate(timeout=20)
    assert running.returncode == 130
    assert out.startswith(b"READY\nBreak in " + line)
    assert b"Traceback" not in complaint


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    name = program(tmp_path, '10 PRINT "LINE":GOTO 10\n')
    done = subprocess.run(
        f"{sys.executable} -m basic run {name} | head -2",
        shell=True,
        cwd=tmp_path,
        capture_output=True,
        timeout=30,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.stdout == b"LINE\nLINE\n"
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="closed by the shell")
@pytest.mark.parametrize(("closed", "status"), [("<&-", 1), (">&-", 0)])
def test_a_stream_that_is_closed(tmp_path: Path, closed: str, status: int) -> None:
    """Nothing can be typed, or nobody sees what is printed."""
    program(tmp_path, "10 INPUT A: PRINT A/3\n")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for command in ("-m basic run PROG.BAS", "port.py"):
        assert basic("port", "PROG.BAS", "--exact", "-o", "port.py", cwd=tmp_path).returncode == 0
        done = subprocess.run(
            f"echo 5 | {sys.executable} {command} {closed}", shell=True, cwd=tmp_path, capture_output=True, check=False,
            env=environment,
        )  # fmt: skip
        assert (done.returncode, b"Traceback" in done.stderr, b"fault" in done.stderr) == (status, False, False)


def test_the_prompt_on_a_pipe(tmp_path: Path) -> None:
    done = basic(cwd=tmp_path, typed='10 PRINT "A"\nRUN\nLIST\nCONT\nSAVE "X"\nFILES\nSYSTEM\n')
    assert done.returncode == 0
    text = done.stdout.decode()
    assert "Ok\n10 PRINT \"A\"\nRUN\nA\nOk\nLIST\n10 PRINT \"A\"\nOk\n" in text
    assert (tmp_path / "X.BAS").read_bytes()[0] == 0xFF


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "command",
    ["P.BAS", "list P.BAS", "cache", "check P.BAS", "compare P.BAS --port", "--help", "--version", "run --help",
     "play kenken --help"],
)  # fmt: skip
def test_a_full_output(tmp_path: Path, command: str, unbuffered: str) -> None:
    program(tmp_path, "10 PRINT 1\n", "P.BAS")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "basic", *command.split()], cwd=tmp_path, stdout=full, stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": unbuffered}, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert done.stderr.startswith(b"basic: standard output: ") and done.stderr.endswith(b"No space left on device\n")
    done = basic("profile", "P.BAS", "--html", "/dev/full", cwd=tmp_path)
    assert done.stderr == b"basic: /dev/full: cannot be written: No space left on device\n"


@pytest.mark.parametrize(
    ("command", "begins", "told"),
    [
        ("compare P.BAS P.py --input none --json -", '{\n "equal": true', "P.BAS and P.py"),
        ("compare P.BAS P.py --input none --html -", "<!DOCTYPE html>", "P.BAS and P.py"),
        ("compare P.BAS P.py --input none --junit -", "<?xml ", "P.BAS and P.py"),
        ("compare P.BAS --input none --record -", " 1 \n", "P.BAS: - is written"),
        ("port P.BAS -o P2.py --map -", "", ""),
        ("profile P.BAS -o -", " 1 \nP.BAS: 1 statement", ""),
        ("profile P.BAS --json -", ' 1 \n{\n "seconds_a_mark"', "10 PRINT 1"),
        ("run --headless P.BAS --dump-text -", " 1  ", ""),
        ("list P.BAS -o -", "10 PRINT 1\n", ""),
    ],
)
def test_a_minus_is_standard_output(tmp_path: Path, command: str, begins: str, told: str) -> None:
    program(tmp_path, "10 PRINT 1\n", "P.BAS")
    program(tmp_path, "print(' 1 ')\n", "P.py")
    program(tmp_path, "", "none")
    done = basic(*command.split(), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode().startswith(begins) and told in done.stderr.decode()
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("compare P.BAS P.BAS --json - --html -", "only one thing can go to standard output: give the others files"),
        ("port P.BAS --map -", "only one thing can go to standard output: give the others files"),
        ("convert P.BAS --to utf8 -o -", "-o -: what is converted goes to a file: name one (`basic list` shows a"),
        ("run --headless --keys /dev/zero P.BAS", "--keys /dev/zero: more than 16,000,000 bytes, or without an end: "),
        ("check /dev/zero", "/dev/zero: more than 16,000,000 bytes, or without an end: too much to read"),
        ("port P.BAS --names /dev/zero", "/dev/zero: more than 16,000,000 bytes, or without an end: too much"),
    ],
)
def test_files_that_cannot_be(tmp_path: Path, command: str, said: str) -> None:
    program(tmp_path, "10 PRINT 1\n", "P.BAS")
    done = basic(*command.split(), cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.decode().startswith(f"basic: {said}")


MOUNTED = 'mount -t tmpfs -o size=64k tmpfs disk && cp P.BAS disk && cd disk && exec "$@"'
SMALL = ("unshare", "-Urm", "sh", "-c", MOUNTED, "sh")


@pytest.fixture
def small_disk(tmp_path: Path) -> Callable[..., bytes]:
    """Commands on a disk of 64 KB that has P.BAS."""
    (tmp_path / "disk").mkdir()
    (tmp_path / "P.BAS").write_text("".join(f"{n} REM {'X' * 70}\n" for n in range(100, 200)))
    if not shutil.which("unshare") or subprocess.run([*SMALL, "true"], cwd=tmp_path, check=False).returncode:
        pytest.skip("no file system can be mounted here")

    def run(*lines: str) -> bytes:
        """Each line is a command of the shell; what they say."""
        script = "\n".join(lines).replace("basic ", f"{sys.executable} -m basic ")
        return subprocess.run(
            [*SMALL, "sh", "-c", script], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60,
            env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False,
        ).stdout  # fmt: skip

    return run


def test_a_disk_that_becomes_full(small_disk: Callable[..., bytes]) -> None:
    write = '10 OPEN "O",1,"F": FOR I=1 TO 1000: PRINT #1,STRING$(98,65): NEXT'
    said = small_disk(f"echo '{write}' | basic run -", "echo $?", "wc -c <F").split()
    assert said[:5] == [b"Disk", b"full", b"in", b"10", b"1"]
    assert 50_000 < int(said[5]) < 65_536
    trapped = f"5 ON ERROR GOTO 20\n{write}\n20 PRINT ERR: CLOSE: KILL \"F\": PRINT \"GONE\": END"
    assert small_disk(f"echo '{trapped}' | basic run -") == b" 61 \nGONE\n"


def test_what_is_written_to_a_full_disk(small_disk: Callable[..., bytes]) -> None:
    """One line says so, the file that was there is whole, and nothing is left of the new one."""
    fill = "cp P.BAS P2.BAS; echo OLD >O; head -c 90000 /dev/zero >Y 2>/dev/null"
    for command in (
        "list P2.BAS -o O", "list --html P2.BAS -o O", "renum P2.BAS -i", "fmt P2.BAS -i", "port P2.BAS -o O",
        "convert P.BAS --to ascii -o O", "profile P.BAS -o O.TXT", "compare P.BAS --port --json O.TXT",
    ):  # fmt: skip
        said = small_disk(fill, f"basic {command} >/dev/null", "echo $?", "rm -f O.TXT; cmp P.BAS P2.BAS; cat O; ls")
        assert said.endswith(b"device\n2\nOLD\nO\nP.BAS\nP2.BAS\nY\n"), f"{command}: {said!r}"
        assert said.startswith(b"basic: ") and said.count(b"\n") == 7, f"{command}: {said!r}"
    said = small_disk(fill, """printf 'LOAD "P2"\\nSAVE "O",A\\nSYSTEM\\n' | basic """, "ls O.BAS")
    assert b"Disk full\n" in said and b"O.BAS'" in said


DEEP = [f"A={5000 * '('}1{5000 * ')'}", "A=" + "-" * 9000 + "1", "IF 1 THEN " * 3000 + "PRINT", "A=1" + "+1" * 9000]


@pytest.mark.parametrize("text", DEEP, ids=range(4))
def test_what_is_nested_too_deep(tmp_path: Path, text: str) -> None:
    name = program(tmp_path, f"10 {text}\n")
    told = f"basic: {name}: something in it is nested too deep to be taken apart\n".encode()
    for command in ("run", "check", "port"):
        done = basic(command, "--unlimited", name, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (3, told), command
