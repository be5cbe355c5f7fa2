"""What the ports share: INPUT's numbers, exit statuses, closed pipes, steps on a terminal."""

import ast
import doctest
import io
import re
import subprocess
import sys

import pytest
from paths import PROGRAMS, ROOT

import basic
from pyport import console, picture


def test_doctests() -> None:
    assert doctest.testmod(console).failed == doctest.testmod(picture).failed == 0


@pytest.mark.parametrize(
    "typed",
    [
        *("5", "-.5", "1e3", "1D-2", "", "+", ".", "1E", "1E+", "3%", "3!", "3#", " 1 2 ", "1.00000001", "16777217"),
        *("40000%", "-1E-400", "&", "&H", "&O", "&hFf", "&17", "&O1 7", "& H1", "&HFFFF"),
    ],
)
def test_numbers_that_input_takes(typed: str) -> None:
    """The interpreter is the witness, whose values are those of the real GW-BASIC."""
    number = console.number_in(typed)
    shown = basic.run(f"10 INPUT A: PRINT A={number!r}#".replace("e+", "D+").replace("e-", "D-"), f"{typed}\n").text
    assert shown == f"? {typed}\n-1 \n"


@pytest.mark.parametrize("typed", ["x", "1x", "+-3", "1.5.2", "1E5!", "3!!", "&H 3", "&HG", "1E39", "-1E400", "9" * 41])
def test_what_input_refuses(typed: str) -> None:
    with pytest.raises(ValueError, match=r"is no number|is too large|16 bits"):
        console.number_in(typed)
    assert "?Redo from start" in basic.run("10 INPUT A", f"{typed}\n1\n").text


@pytest.mark.parametrize("typed", ["&8", "&O777777", "&H12345"])
def test_what_stops_a_program_is_asked_for_again(typed: str) -> None:
    assert basic.run("10 INPUT A", f"{typed}\n").outcome.reason == "error"
    with pytest.raises(ValueError, match=r"is no number|is too large|16 bits"):
        console.number_in(typed)


@pytest.mark.parametrize(
    ("raised", "status", "said"),
    [
        (EOFError(), 1, "\nport: the input ended before the answer\n"),
        (console.Refuted("no"), 1, "port: no\n"),
        (ValueError("bad"), 2, "port: bad\n"),
        (OSError("gone"), 2, "port: gone\n"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid"), 2, "port: the input is no text\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_exit_statuses(raised: BaseException, status: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    def act() -> None:
        raise raised

    assert console.carry_out("port", act) == status
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("port", ["queens --board", "nine --rules", "queens --watch"])
def test_a_closed_pipe_ends_quietly(port: str) -> None:
    """As in `python -m pyport.queens --board | head -1`."""
    command = [sys.executable, "-m", *f"pyport.{port}".split()]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode in (0, 1)


class Terminal(io.StringIO):
    """It says that it is one."""

    def isatty(self) -> bool:
        return True


def test_steps_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, slept = Terminal(), []
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setattr("time.sleep", slept.append)
    console.watch(["a\nb\n", "c\n"], speed=8)
    assert slept == [0.125, 0.125]
    pictures = "\x1b[Ha\x1b[K\nb\x1b[K\n\x1b[J\x1b[Hc\x1b[K\n\x1b[J"
    assert terminal.getvalue() == f"\x1b[?25l\x1b[H\x1b[J{pictures}\x1b[?25h"


def test_steps_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    console.watch(["a\nb\n", "c\n"], speed=1)
    assert capsys.readouterr().out == "a\nb\n\nc\n\n"


CITED = re.compile(r"(?:lines? |\()(\d{3,4})(?: (?:to|and) (\d{3,4}))?(?=\W)")


@pytest.mark.parametrize(
    ("port", "program", "least"), [("kenken", "KENKEN.BAS", 20), ("sudoku", "SUDOKU.BAS", 20), ("nine", "NINE.BAS", 15)]
)
def test_the_lines_that_a_port_names_are_there(port: str, program: str, least: int) -> None:
    """Functions say which lines of the program they are."""
    numbers = {line.split()[0] for line in (PROGRAMS / program).read_text("latin-1").splitlines()}
    named = set()
    for path in (ROOT / "pyport" / port).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                named.update(filter(None, sum(CITED.findall(ast.get_docstring(node) or ""), ())))
    assert named <= numbers
    assert len(named) >= least


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("sudoku", "it needs --search"),
        ("kenken", "it needs --make"),
        ("kenken --make 4 4 2 --play", "not allowed with argument --play"),
        ("queens --count", "not allowed with argument --count"),
        ("nine --averages", "not allowed with argument --averages"),
        ("penta 1,5 --svg", "not allowed with argument --svg"),
    ],
)
def test_watch_is_refused_where_nothing_is_to_be_watched(arguments: str, said: str) -> None:
    command = [sys.executable, "-m", "basic", "play", *arguments.split(), "--watch"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"error: argument --watch: {said}\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("penta 2,2", "start: '2,2' is none of the crossing points 1,5 3,4 5,3 9,2 7,5 5,7 3,9 3,6 3,1 9,8"),
        ("penta x", "start: 'x' is none of the crossing points 1,5 3,4 5,3 9,2 7,5 5,7 3,9 3,6 3,1 9,8"),
        ("queens --size 0", "--size: '0' is not a positive whole number"),
        ("nine --watch --speed x", "--speed: 'x' is no number of steps"),
        ("nine --watch --speed nan", "--speed: 'nan' is no number of steps"),
    ],
)
def test_what_a_command_line_cannot_mean(arguments: str, said: str) -> None:
    command = [sys.executable, "-m", "basic", "play", *arguments.split()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"error: argument {said}\n")


@pytest.mark.parametrize("arguments", ["kenken --solve", "kenken --play", "penta --check"])
@pytest.mark.parametrize(
    ("file", "said"), [("/dev/zero", "too long for a puzzle"), ("no/file", "No such file or directory")]
)
def test_files_that_are_no_puzzle(arguments: str, file: str, said: str) -> None:
    command = [sys.executable, "-m", "basic", "play", *arguments.split(), file]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, f"{arguments.split()[0]}: {file}: {said}\n")
