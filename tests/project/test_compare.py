"""`basic compare`: the five pairs, changed programs and ports, ports that misbehave, loose modes, reports."""

import json
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest
from comparing import compare
from paths import ROOT

import basic
from basic.cli import compare as command
from basic.compare import pairs
from basic.compare.difference import Looseness, aligned, first_difference
from basic.compare.games import Branches
from basic.compare.inputs import generated
from basic.compare.report import changed_digits
from pyport import inputs

PAIRS = {f"{name}.BAS": len(getattr(inputs, name)) for name in ("KENKEN", "NINE", "PENTA", "SUDOKU")}
PAIRS["PENTA.BAS"] *= 2  # with PENTAW.BAS
PAIRS["QUEENS.BAS"] = 4  # with its variants QUEENS2.BAS, QUEENS0.BAS and QUEENSW.BAS


@pytest.fixture
def copies(here):
    """A folder with its own programs and ports, to be changed."""
    for name in ("programs", "pyport"):
        shutil.copytree(ROOT / name, here / name, ignore=shutil.ignore_patterns("__pycache__"))
    return here


def program(here: Path, text: str, name: str = "P.BAS") -> Path:
    path = here / name
    path.write_text(text)
    return path


def port(here: Path, text: str, name: str = "p.py") -> Path:
    return program(here, text, name)


def beside(number: int, left: str, right: str) -> str:
    """Two equal lines as a terminal of 80 columns shows them: 38 columns for each."""
    return f"{number:4} {left:<33}   {number:4} {right}\n"


# ---- the five pairs -------------------------------------------------------------------------------------------------


def test_all_pairs_on_all_declared_inputs(here, capsys):
    assert compare("--json", "all.json") == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "5 equal"
    assert "Comparison: exact. Numbers of the BASIC side: gw." in said
    document = json.loads((here / "all.json").read_text("utf-8"))
    assert {pair["program"]: len(pair["results"]) for pair in document["pairs"]} == PAIRS
    texts = [result["basic"]["text"] for pair in document["pairs"] for result in pair["results"]]
    assert "? 1,5\n\n    0    \n" in texts[PAIRS["KENKEN.BAS"] + PAIRS["NINE.BAS"]]  # both are shown what is typed
    assert all(texts)


@pytest.mark.parametrize("name", ["penta", "PENTA", "Penta.bas", ROOT / "programs" / "PENTA.BAS"])
def test_one_pair_by_name_or_path(here, capsys, name):
    assert compare(name, "--input", here / "in.txt") == 2
    (here / "in.txt").write_text("3,4\n")
    assert compare(name, "--input", here / "in.txt", "--all") == 0
    out = capsys.readouterr().out
    assert out.endswith("1 equal\n")
    assert re.search(r"^PENTA.BAS(, PENTAW.BAS)? and penta.py  equal on [12] inputs?$", out, re.M)
    assert beside(1, "? 3,4", "? 3,4") in out


def test_a_variant_has_its_options(here, capsys):
    assert compare("QUEENS2") == 0
    assert "QUEENS2.BAS and queens.py  equal on 1 run\n" in capsys.readouterr().out


# One character each; where the transcripts then begin to differ was found by hand.
CHANGES = {
    "PENTA.BAS": ("programs/PENTA.BAS", 'DATA "0","1"', 'DATA "0","7"', (7, 3)),  # 1 is placed on C, row 5, column 3
    "penta.py": ("pyport/penta.py", 'signs.get(point, " ")', 'signs.get(point, ".")', (3, 1)),
    "QUEENS.BAS": ("programs/QUEENS.BAS", "310 PRINT C(J);", "310 PRINT C(K);", (1, 2)),  # 1 5 8 6 3 7 2 4 ends in 4
    "QUEENS2.BAS": ("programs/QUEENS2.BAS", "332 PRINT 9-C(J);", "332 PRINT 8-C(J);", (2, 2)),
    "queens.py": ("pyport/queens.py", 'f" {column} "', 'f" {column}."', (1, 3)),
    "NINE.BAS": ("programs/NINE.BAS", 'PRINT:LINE INPUT "State? "', 'PRINT:LINE INPUT "State: "', (11, 6)),
    "nine": ("pyport/nine/game.py", "The cells:   A B C", "The cells:   A B O", (3, 18)),
    "KENKEN.BAS": ("programs/KENKEN.BAS", 'PRINT "KENKEN"', 'PRINT "KENKIN"', (1, 5)),
    "kenken": ("pyport/kenken/session.py", 'print("KENKEN")', 'print("KENKEM")', (1, 6)),
    "SUDOKU.BAS": ("programs/SUDOKU.BAS", "0  Leave", "0  Leavo", (8, 8)),
    "sudoku": ("pyport/sudoku/session.py", 'MODE_PROMPT = "Mode: "', 'MODE_PROMPT = "Mode; "', (10, 5)),
}


@pytest.mark.parametrize("changed", CHANGES)
def test_one_changed_character_is_found(copies, capsys, changed):
    file, old, new, (line, column) = CHANGES[changed]
    assert sum(a != b for a, b in zip(old, new, strict=True)) == 1
    text = (copies / file).read_bytes().decode()
    assert text.count(old) == 1
    (copies / file).write_bytes(text.replace(old, new).encode())
    pair = Path(file).parts[1].partition(".")[0].rstrip("2")
    assert compare(pair, "--json", "found.json") == 1
    out = capsys.readouterr().out
    assert "DIFFERENT" in out
    assert out.endswith("0 equal, 1 different\n")
    results = json.loads((copies / "found.json").read_text("utf-8"))["pairs"][0]["results"]
    first = next(result for result in results if not result["equal"])
    assert first["difference"]["line"] == [line, line]
    assert first["difference"]["column"] == [column, column]
    assert f"the transcripts differ from line {line}, column {column} on" in out
    shown = out.splitlines()
    carets = next(index for index, row in enumerate(shown) if row.strip(" ^") == "" and "^" in row)
    assert shown[carets].index("^") == 4 + column  # under four columns of line number, a blank and the text
    assert shown[carets - 1].lstrip().startswith(f"{line} ")


def only(copies, *ports):
    """Take away all other ports that are packages."""
    for path in (copies / "pyport").iterdir():
        if path.is_dir() and path.name not in ports:
            shutil.rmtree(path)


def test_a_port_that_cannot_be_loaded(copies, capsys):
    only(copies, "nine")
    (copies / "pyport" / "queens.py").unlink()
    file = copies / "pyport" / "penta.py"
    file.write_text(file.read_text().replace("def main(", "def main((", 1))
    assert compare("PENTA") == 1
    assert "the port cannot be loaded: SyntaxError" in capsys.readouterr().out
    assert compare() == 1
    assert capsys.readouterr().out.endswith("1 equal, 1 different\n")


def test_what_lies_among_the_ports(copies, capsys):
    """A module without a program is no port; a pair without its data file cannot be compared."""
    (copies / "pyport" / "common.py").write_text("GREETING = 'HELLO'\n")
    only(copies, "nine")
    for name in ("penta", "queens"):
        (copies / "pyport" / f"{name}.py").unlink()
    assert compare() == 0
    assert capsys.readouterr().out.endswith("\n1 equal\n")
    (copies / "pyport" / "common.py").write_text("PROGRAM = 'PENTA.BAS'\nFILES = ('NOSUCH.TXT',)\n")
    assert compare() == 2
    assert "the data file NOSUCH.TXT of common.py is not beside its program" in capsys.readouterr().err


# ---- other programs, other scripts ----------------------------------------------------------------------------------

THIRD = '10 INPUT "Number";A: PRINT A/2\n20 IF A>1 THEN 10\n'
SCRIPT = 'while True:\n    a = int(input("Number? "))\n    print(f" {a // 2} ")\n    if a <= 1:\n        break\n'


def test_any_script_is_a_port(here, capsys):
    (here / "in.txt").write_text("6\n4\n0\n")
    assert compare(program(here, THIRD), port(here, SCRIPT), "--input", "in.txt") == 0
    assert "   2  3 " in capsys.readouterr().out


@pytest.mark.parametrize(
    "reading",
    ["for line in sys.stdin: print(line, end='')", "line = sys.stdin.readline(); print(line, end='')"],
)
def test_a_script_may_read_its_standard_input(here, reading):
    (here / "in.txt").write_text("HELLO\n")
    basic = program(here, "10 LINE INPUT A$: PRINT A$\n")
    assert compare(basic, port(here, f"import sys\n{reading}\n"), "--input", "in.txt") == 0


def test_a_script_that_is_a_console_itself(here):
    """What the interpreter's own terminal reads are bytes, and it echoes them."""
    (here / "in.txt").write_text("HELLO\n")
    basic = program(here, "10 LINE INPUT A$: PRINT A$\n")
    echoing = "import sys\nline = sys.stdin.buffer.readline().decode()\nprint(line + line, end='')\n"
    assert compare(basic, port(here, echoing), "--input", "in.txt") == 0


def test_a_script_begins_anew_each_time(here):
    """Its modules, too: each input finds the counter at 0."""
    for number in (1, 2):
        (here / f"{number}.txt").write_text(f"{number}\n")
    port(here, "count = 0\n", "counter.py")
    script = port(here, "import counter\ncounter.count += 1\nprint(input('? '), counter.count)\n")
    basic = program(here, "10 LINE INPUT \"? \";A$: PRINT A$;1\n")
    assert compare(basic, script, "--input", "1.txt", "--input", "2.txt") == 1  # BASIC puts a blank behind a number
    assert compare(basic, script, "--input", "1.txt", "--input", "2.txt", "--ignore-blanks") == 0


def test_data_files(here):
    (here / "DATA.TXT").write_text("42\r\n")
    basic = program(here, '10 OPEN "DATA.TXT" FOR INPUT AS 1\n20 LINE INPUT #1,A$: PRINT A$\n')
    script = port(here, "print(open('DATA.TXT').read().strip())\n")
    assert compare(basic, script, "--file", "DATA.TXT") == 0
    (here / "DATA.TXT").unlink()
    assert compare(basic, script, "--file", "DATA.TXT") == 2


# ---- ports that misbehave -------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGTERM")
@pytest.mark.parametrize("how", [["--port"], ["port.py"]])
def test_nothing_is_left_of_a_comparison_that_is_ended(here, how):
    folder = here / "tmp"
    folder.mkdir()
    (here / "A.BAS").write_text("10 GOTO 10\n")
    (here / "port.py").write_text("while True:\n    pass\n")
    command = [sys.executable, "-m", "basic", "compare", "A.BAS", *how]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        begun = time.monotonic()
        while not [*folder.iterdir()] and time.monotonic() < begun + 20:
            time.sleep(0.05)
        time.sleep(0.3)
        assert [*folder.iterdir()]
        process.terminate()
        assert process.wait(10) == 128 + signal.SIGTERM
    assert not [*folder.iterdir()]


def test_keys_behind_the_end_of_the_input(here, capsys):
    """INKEY$ finds none there and the program goes on; INPUT does not."""
    (here / "in.txt").write_text("AB")
    for then, short in (('PRINT "END"', False), ("LINE INPUT C$", True)):
        source = program(here, f'10 A$=INPUT$(1): WHILE INKEY$<>"": WEND: PRINT A$: {then}\n')
        assert compare(source, "--port", "--input", "in.txt") == (2 if short else 0)
        assert ("too short" in capsys.readouterr().out) == short


def test_a_crash(here, capsys):
    assert compare(program(here, "10 PRINT 1: PRINT 2\n"), port(here, "print(' 1 ')\nprint(1 // 0)\n")) == 1
    out = capsys.readouterr().out
    assert "the port crashed: ZeroDivisionError:" in out
    assert "(p.py, line 2)" in out
    assert beside(1, " 1 ", " 1") in out  # what it had printed is there


def test_a_process_that_disappears(here, capsys):
    assert compare(program(here, "10 PRINT 1\n"), port(here, "import os\nos._exit(7)\n")) == 1
    assert "the port crashed: its process ended (status 7)" in capsys.readouterr().out


def test_what_goes_past_python_does_no_harm(here):
    script = port(here, "import os\nos.write(1, b'junk\\n')\nprint(' 1 ')\n")
    assert compare(program(here, "10 PRINT 1\n"), script) == 0


def test_a_status(here, capsys):
    assert compare(program(here, "10 PRINT 1\n"), port(here, "print(' 1 ')\nraise SystemExit('no more')\n")) == 1
    assert "the port ended with status 1: no more" in capsys.readouterr().out


@pytest.mark.parametrize(
    "endless",
    [
        "while True: pass\n",
        "import time\nwhile True:\n    try:\n        time.sleep(9)\n    except BaseException: pass\n",
    ],
)
def test_a_port_that_hangs(here, capsys, endless, monkeypatch):
    monkeypatch.setattr("basic.compare.player.GRACE", 0.5)
    folders = here / "folders"
    folders.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folders))
    assert compare(program(here, "10 PRINT 1\n"), port(here, f"print(' 1 ')\n{endless}"), "--timeout", "0.5") == 3
    assert "the port does not end" in capsys.readouterr().out
    assert not any(folders.iterdir())


def test_a_program_that_hangs(here, capsys):
    basic = program(here, "10 PRINT 1\n20 GOTO 20\n")
    assert compare(basic, port(here, "print(' 1 ')\n"), "--timeout", "0.5") == 3
    out = capsys.readouterr().out
    assert "the program does not end: it was stopped after 0.5 s" in out
    assert "Break in 20" in out


def test_reading_past_the_input(here, capsys):
    (here / "in.txt").write_text("6\n1\n")
    assert compare(program(here, THIRD), port(here, SCRIPT + "input('More? ')\n"), "--input", "in.txt") == 1
    assert "the port reads past the end of the input" in capsys.readouterr().out
    (here / "in.txt").write_text("6\n")
    assert compare(program(here, THIRD), port(here, SCRIPT), "--input", "in.txt") == 2
    out = capsys.readouterr().out
    assert "the input is too short: both read past its end" in out
    assert out.endswith("0 equal, 1 too short\n")


def test_reading_where_nothing_was_given(here, capsys):
    """Both print the same prompt and stop: that is not equal."""
    assert compare(program(here, THIRD), port(here, SCRIPT)) == 2
    assert "P.BAS reads input and none was given" in capsys.readouterr().err
    assert compare(program(here, "10 PRINT 1\n"), port(here, "print(' 1 ')\ninput()\n")) == 2
    assert "the port reads input and none was given" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["NOSUCH"], "NOSUCH: no such program; by name there are KENKEN.BAS"),
        (["PENTA", "nosuch.py"], "there is no port nosuch.py"),
        (["PENTA", "--input", "nosuch.txt"], "there is no file nosuch.txt"),
        (["other.bas"], "other.bas is compared with what? Name a Python file"),
        (["binary.bas", "p.py"], "no line begins with a line number"),
        (["other.bas", "p.py", "--json", "no/where.json"], "cannot be written"),
    ],
)
def test_what_cannot_be_used(here, capsys, arguments, said):
    program(here, "10 PRINT 1\n", "other.bas")
    (here / "binary.bas").write_bytes(b"MZ\0\0")
    port(here, "print(' 1 ')\n")
    assert compare(*arguments) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("option", [["--timeout", "0"], ["--digits", "-1"], ["--random", "x"], ["--numbers", "bcd"]])
def test_wrong_usage(option):
    with pytest.raises(SystemExit) as stopped:
        compare("PENTA", *option)
    assert stopped.value.code == 2


# ---- loose comparisons ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loose", "left", "right", "columns"),
    [
        (Looseness(), "A B", "A B", None),
        (Looseness(), "A B", "A  B", (2, 2)),
        (Looseness(), "A", "A ", (1, 1)),
        (Looseness(blanks=True), " A  B ", "A B", None),
        (Looseness(blanks=True), "AB", "A B", (1, 1)),
        (Looseness(blanks=True), "  A  C", "A D", (5, 2)),
        (Looseness(case=True), "Ab", "aB", None),
        (Looseness(case=True), "Ab", "aC", (1, 1)),
        (Looseness(digits=5), ".3333334", ".33333", None),
        (Looseness(digits=5), "x = 1.4999999", "x = 1.5000001", None),
        (Looseness(digits=5), "1E+10 7", "10000000000 8", (6, 12)),
        (Looseness(digits=3), "1.5D-03", "1.501E-3", None),
        (Looseness(digits=3), "100", "102", (0, 0)),
        (Looseness(digits=3), "0", "0.001", (0, 0)),
        (Looseness(digits=6), "1.5", "1E+400", (0, 0)),  # beyond all numbers
        (Looseness(digits=6), " 1.999999      X", " 2             X", None),  # the next zone is where it was
        (Looseness(digits=6), " 2             X", " 1.999999      X", None),
        (Looseness(digits=6), " 1.999999 X", " 2   X", (9, 2)),
        (Looseness(digits=6), " 2 X", " 2  X", (2, 2)),
    ],
)
def test_same_lines(loose, left, right, columns):
    assert loose.columns(left, right) == columns
    assert loose.same(left, right) is (columns is None)


@pytest.mark.parametrize(
    ("option", "shown", "named"),
    [
        (["--ignore-blanks"], "print('Third .3333334')", "the amount of blanks ignored"),
        (["--ignore-case"], "print('THIRD  .3333334 ')", "letter case ignored"),
        (["--digits", "6"], "print('Third  .3333333 ')", "numbers compared to 6 digits"),
    ],
)
def test_loose_modes_are_off_unless_asked_for_and_named(here, capsys, option, shown, named):
    basic, script = program(here, '10 PRINT "Third ";1/3\n'), port(here, shown + "\n")
    assert compare(basic, script) == 1
    assert "Comparison: exact." in capsys.readouterr().out
    assert compare(basic, script, *option) == 0
    assert f"Comparison: {named}." in capsys.readouterr().out


def test_last_digits_are_told_from_other_differences(here, capsys):
    """1/3 is .3333334 in BASIC; the shorter number on the right leaves the next zone where it is."""
    basic = program(here, '10 PRINT 1/3,"A": PRINT 5\n')
    near = port(here, "print(' .333333      A')\nprint(' 5 ')\n", "near.py")
    far = port(here, "print(' .333333      A')\nprint(' 6 ')\n", "far.py")
    reports = "--json", "r.json", "--junit", "r.xml", "--html", "r.html"
    assert compare(basic, near, *reports) == 1
    said = "equal but for the last digit of 1 number"
    out = capsys.readouterr().out
    assert f"the run of P.BAS: {said}, from line 1, column 9 on\n" in out
    assert "P.BAS and near.py  EQUAL BUT FOR the last digit of 1 number on 1 of 1 run, first on the run of P.BAS" in out
    assert out.endswith("0 equal, 1 equal but for last digits\n")
    (pair,) = json.loads((here / "r.json").read_text("utf-8"))["pairs"]
    assert (pair["kind"], pair["results"][0]["kind"], pair["results"][0]["digits"]) == ("digits", "digits", 1)
    assert f'<failure type="digits" message="{said}' in (here / "r.xml").read_text("utf-8")
    assert said in (here / "r.html").read_text("utf-8")
    assert compare(basic, near, "--digits", "6") == 0
    assert "equal on 1 run but for the last digit of 1 number\n" in capsys.readouterr().out
    assert compare(basic, far, "--json", "r.json") == 1
    assert capsys.readouterr().out.endswith("0 equal, 1 different\n")
    (pair,) = json.loads((here / "r.json").read_text("utf-8"))["pairs"]
    assert (pair["kind"], pair["results"][0]["digits"]) == ("different", 0)


def test_lines_that_are_missing_on_one_side():
    rows = aligned("a\nb\nc\nd\n", "a\nc\nd\n", Looseness())
    assert [(row.left, row.right) for row in rows] == [("a", "a"), ("b", None), ("c", "c"), ("d", "d")]
    place = first_difference(rows, Looseness())
    assert place is not None
    assert (place.row, place.line) == (1, (2, 2))
    assert [row.right for row in aligned("a\n", "a", Looseness()) if not row.same] == [None]  # the line end


# ---- generated inputs -----------------------------------------------------------------------------------------------


def test_generated_inputs_are_seeded(here, capsys):
    compare("PENTA", "--random", 10, "--seed", 5, "--json", "random.json")
    (pair,) = json.loads((here / "random.json").read_text("utf-8"))["pairs"]
    assert (pair["origin"], pair["seed"]) == ("random", 5)
    once = [result["input"] for result in pair["results"] if result["program"] == "PENTA.BAS"]
    assert len(once) == 10
    assert all(text.endswith("\n") for text in once)
    penta = pairs.find_pair("PENTA", None)
    assert generated(penta, 10, 5) == (once, Branches(**pair["branches"]))
    assert generated(penta, 10, 6)[0] != once


def test_a_failing_generated_input_can_be_repeated(here, capsys):
    basic = program(here, '10 INPUT A$,B: PRINT A$: IF B>5 THEN PRINT "BIG"\n')
    script = port(here, "from contextlib import suppress\nwith suppress(EOFError):\n    print(input('? '))\n")
    assert compare(basic, script, "--random", 30, "--seed", 9) == 1
    out = capsys.readouterr().out
    assert "Repeat these inputs with --random 30 --seed 9" in out
    assert "Input: " in out


GAME = """\
10 PRINT "A NUMBER FROM 1 TO 9"
20 INPUT "GUESS";G: T=T+1: IF G<7 THEN PRINT "LOW": GOTO 20
30 IF G>7 THEN PRINT "HIGH": GOTO 20
40 PRINT "IN";T: INPUT "AGAIN (Y/N)";A$: IF LEFT$(A$,1)="Y" THEN T=0: GOTO 20
50 INPUT "1 OR 2";M: IF M<1 OR M>2 THEN 50
60 ON M GOTO 70,80
70 PRINT "ONE": END
80 LINE INPUT "WORD";W$: IF W$="XYZZY" THEN PRINT "MAGIC"
90 K$=INKEY$: IF K$="" THEN 90 ELSE IF K$="Q" THEN PRINT "QUIT" ELSE PRINT "KEY"
"""


def test_random_inputs_are_games_beyond_the_first_question(here, capsys, monkeypatch):
    """Seven IFs have two ways each, ON leads to two places; only that no key is there never happens."""
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    assert compare(program(here, GAME), "--port", "--random", 20, "--seed", 1, "--json", "out.json") == 0
    assert "equal on 20 random inputs, 15 of 16 branches taken\n" in capsys.readouterr().out
    (pair,) = json.loads((here / "out.json").read_text("utf-8"))["pairs"]
    shown = "".join(result["basic"]["text"] for result in pair["results"])
    assert all(word in shown for word in ("MAGIC", "QUIT", "KEY", "ONE"))
    assert all(result["basic"]["end"] == "end" for result in pair["results"])


COMMANDS = """\
10 READ O$(1),O$(2): DATA LAMP,SWORD
20 V$="GO  TAKELOOK"
30 LINE INPUT "? ";A$: B$="": S=INSTR(A$," "): IF S>0 THEN B$=MID$(A$,S+1): A$=LEFT$(A$,S-1)
40 V=(INSTR(V$,LEFT$(A$+"   ",4))+3)/4
50 IF V<>2 THEN PRINT "NO": GOTO 30
60 FOR I=1 TO 2: IF O$(I)=B$ THEN PRINT "YOU TAKE THE ";B$: END
70 NEXT: GOTO 30
"""


def test_games_use_the_words_of_a_table_two_at_a_time(here, capsys):
    """Verbs stand in a text, objects in DATA: only `TAKE LAMP` and its like get behind all three IFs."""
    assert compare(program(here, COMMANDS), "--port", "--random", 9, "--seed", 1) == 0
    assert "6 of 6 branches taken" in capsys.readouterr().out


def test_a_program_that_asks_for_ever_is_never_equal(here, capsys):
    assert compare(program(here, "10 INPUT A: PRINT A: GOTO 10\n"), "--port", "--random", 3) == 2
    out = capsys.readouterr().out
    assert "TOO SHORT on 3 of 3 random inputs (both sides read past the end)" in out


# ---- today's arithmetic ---------------------------------------------------------------------------------------------


def test_the_digits_that_change(here, capsys):
    """Without a port the program is set beside itself; 1/3 is .3333334 only in the old arithmetic."""
    basic = program(here, '10 PRINT "A";1/3;2/4: PRINT 1/4\n')
    assert compare(basic, "--numbers", "ieee32", "--json", "digits.json") == 1
    out = capsys.readouterr().out
    assert "P.BAS: ieee32 changes 1 of 2 lines\n" in out
    old, new = "    gw      A .3333334  .5 \n", "    ieee32  A .3333333  .5 \n"
    assert f"{old}{new}{' ' * 21}^\n" in out
    assert "Numbers of the BASIC side: ieee32." in out
    (pair,) = json.loads((here / "digits.json").read_text("utf-8"))["pairs"]
    assert pair["port"] is None
    assert pair["results"][0]["changed"] == [["A .3333334  .5 ", "A .3333333  .5 "]]


def test_a_port_that_agrees_in_todays_arithmetic_only(here, capsys):
    basic, script = program(here, "10 PRINT 1/3\n"), port(here, "print(f' {1 / 3:.7g} '.replace('0.', '.'))\n")
    assert compare(basic, script) == 1
    assert compare(basic, script, "--numbers", "ieee32") == 0
    program(here, "10 PRINT 1/4\n"), port(here, "print(' .25 ')\n")
    assert compare(basic, script, "--numbers", "ieee64") == 0
    assert "P.BAS: ieee64 prints the same digits as gw" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "carets"),
    [
        ("A .25 1", "A .2512 2", "     ^^ ^"),  # each number by itself, wherever it stands
        (" 1E-02", " .01", " ^^^"),
        ("1.55 7", "1.5 7", "  ^"),  # what is missing is marked where it was cut off
    ],
)
def test_changed_digits(old, new, carets):
    assert changed_digits(old, new) == carets


def single(x: float) -> float:
    return struct.unpack("<f", struct.pack("<f", x))[0]


@pytest.mark.parametrize(("numbers", "rounded", "digits"), [("ieee32", single, 7), ("ieee64", float, 16)])
@pytest.mark.parametrize("engine", ["auto", "step"])
def test_operations_are_those_of_ieee_754(numbers, rounded, digits, engine):
    """Python's own floats, rounded to 24 bits by `struct`, are the witness."""
    drawn = random.Random(1)
    lines, results = [], []
    for number in range(1, 301):
        x, y = (round(drawn.uniform(-1000, 1000), drawn.randint(0, 4)) for _ in "xy")
        operator = drawn.choice("+-*/")
        lines.append(f"{number} A={x}: B={y}: PRINT A{operator}B")
        a, b = rounded(x), rounded(y)
        results.append(rounded({"+": a + b, "-": a - b, "*": a * b, "/": a / b if b else 0.0}[operator]))
    assert all(result for result in results)
    shown = basic.run("\n".join(lines), numbers=numbers, engine=engine).text.split()
    assert [float(text) for text in shown] == [float(f"{result:.{digits - 1}e}") for result in results]


@pytest.mark.parametrize(
    ("statement", "single_digits", "double_digits"),
    [
        ("PRINT .1+.2-.3", " 0 ", " 5.551115123125783E-17 "),
        ("A#=.1: PRINT A#", " .1000000014901161 ", " .1 "),
        ("PRINT .1#+.2#-.3#", " 5.551115123125783D-17 ", " 5.551115123125783D-17 "),
        ("PRINT 16777216!+1", " 1.677722E+07 ", " 16777217 "),
        ("PRINT 1E38*10", "Overflow\n 3.402823E+38 ", " 9.999999999999999E+38 "),
        ("PRINT -1/0", "Division by zero\n-3.402823E+38 ", "Division by zero\n-1.797693134862316E+308 "),
        ("PRINT SQR(2);LOG(10)", " 1.414214  2.302585 ", " 1.414213562373095  2.302585092994046 "),
        ("READ A: PRINT A: DATA 3.14159265", " 3.141593 ", " 3.14159265 "),
        ('PRINT VAL("2.5")/2;STR$(-1/4)', " 1.25 -.25", " 1.25 -.25"),
        ("INPUT A: PRINT A", "? .7\n .7 ", "? .7\n .7 "),
        ('PRINT USING "##.## ##.#^^^^";2.675;12345', " 2.67  1.2E+04", " 2.67  1.2E+04"),
        ("WRITE 2/3", ".6666667", ".6666666666666666"),
        ("PRINT LOG(0)", "Illegal function call in 10", "Illegal function call in 10"),
    ],
)
def test_statements_in_todays_arithmetic(statement, single_digits, double_digits):
    assert basic.run(f"10 {statement}", ".7\n", numbers="ieee32").text == single_digits + "\n"
    assert basic.run(f"10 {statement}", ".7\n", numbers="ieee64").text == double_digits + "\n"


# ---- reports --------------------------------------------------------------------------------------------------------


class WellFormed(HTMLParser):
    """Checks that every element is closed, and gathers the text of the cells."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.marked: list[str] = []

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        assert not {"src", "href"} & {name for name, value in attributes if not value.startswith("#")}

    def handle_startendtag(self, tag, attributes):
        assert tag == "meta"

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "mark" in self.open:
            self.marked.append(data)


def test_the_page(here):
    basic = program(here, '10 PRINT "<b>&": PRINT "A = 12345": PRINT CHR$(9);"\'"\n')
    script = port(here, "print('<b>&')\nprint('A = 12945')\n")
    assert compare(basic, script, "--html", "page.html") == 1
    page = WellFormed()
    text = (here / "page.html").read_text("utf-8")
    page.feed(text)
    page.close()
    assert page.open == []
    assert page.marked == ["3", "9"]
    assert "&lt;b&gt;&amp;" in text
    assert "\u2409" in text  # a tab is shown


def test_the_page_has_what_an_engineer_asks(here):
    """What was compared and how, differences first, equal inputs by what is typed, both sources."""
    basic = program(here, '10 INPUT "N";N: PRINT N*2: REM twice\n')
    script = port(here, "n = int(input('N? '))\nprint('', n * 2 if n < 3 else 7, '')  # twice\n")
    inputs = [part for number in (1, 2, 3) for part in ("--input", f"{number}.txt")]
    for number in (1, 2, 3):
        (here / f"{number}.txt").write_text(f"{number}\n")
    assert compare(basic, script, *inputs, "--html", "page.html") == 1
    page = WellFormed()
    text = (here / "page.html").read_text("utf-8")
    page.feed(text)
    page.close()
    assert page.open == []
    assert text.index("<kbd>3</kbd>") < text.index("<kbd>1</kbd>") < text.index("<kbd>2</kbd>") < text.index("Sources:")
    assert text.count('<details class="different" open="open">') == 1
    assert "P.BAS: 2 equal" in text
    assert "Comparison: exact. Numbers of the BASIC side: gw." in text
    assert '<span class="c">REM twice</span>' in text
    assert '<span class="c1"># twice</span>' in text
    assert "{{style}}" not in text
    assert (ROOT / "basic" / "profile" / "style.css").read_text("utf-8") in text


def test_the_page_names_inputs_by_what_is_typed(here):
    basic = program(here, '10 INPUT "Number";A,B: PRINT A;B\n')
    declared = "PROGRAM = 'P.BAS'\nINPUTS = ['1,5\\n']\n"
    script = port(here, f"{declared}def main(options): print('', input('Number? ').replace(',', '  '), '')\n")
    assert compare(basic, script, "--html", "page.html") == 0
    assert '<summary title="1,5">1,5</summary>' in (here / "page.html").read_text("utf-8")


def test_the_record(here):
    script = port(here, "print('A')\nprint('CD')\n")
    assert compare(program(here, '10 PRINT "A": PRINT "CE"\n'), script, "--digits", 3, "--json", "record.json") == 1
    document = json.loads((here / "record.json").read_text("utf-8"))
    (pair,) = document.pop("pairs")
    assert document == {
        "equal": False,
        "status": 1,
        "comparison": {"blanks": False, "case": False, "digits": 3},
        "numbers": "gw",
    }
    (result,) = pair.pop("results")
    assert pair == {
        "program": "P.BAS",
        "port": str(script),
        "equal": False,
        "kind": "different",
        "problem": "",
        "origin": "none",
        "seed": None,
        "branches": None,
    }
    for side in ("basic", "port"):
        assert result[side].pop("seconds") < 10
    assert result == {
        "program": "P.BAS",
        "options": [],
        "name": "the run",
        "input": "",
        "equal": False,
        "short": False,
        "kind": "different",
        "digits": 0,
        "remarks": ["the transcripts differ from line 2, column 2 on"],
        "difference": {"line": [2, 2], "column": [2, 2], "basic": "CE", "port": "CD"},
        "basic": {"text": "A\nCE\n", "end": "end", "status": 0, "message": "", "files": {}},
        "port": {"text": "A\nCD\n", "end": "end", "status": 0, "message": "", "files": {}},
        "changed": [],
    }


def test_side_by_side_fits_the_terminal(here, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    long = "ABCDEFGHIJ" * 9
    basic = program(here, f'10 FOR I=1 TO 70: PRINT I: NEXT: PRINT "{long}": PRINT "X"\n')
    script = port(here, f"for i in range(1, 71): print(f' {{i}} ')\nprint('{long[:-1]}.')\nprint('X')\n")
    assert compare(basic, script) == 1
    shown = capsys.readouterr().out.splitlines()
    table = shown[shown.index("-" * 38 + "-+-" + "-" * 38) :]
    assert all(len(line) <= 80 for line in table[: table.index("")])
    assert "     ... 60 equal lines" in table
    caret = next(index for index, line in enumerate(table) if "^" in line)
    # Column 90 of lines folded after 33 columns is the 24th of the third part.
    assert [i for i, c in enumerate(table[caret]) if c == "^"] == [5 + 23, 41 + 5 + 23]
    assert table[caret - 1][5 + 23] == "J"
    assert table[caret - 1][41 + 5 + 23] == "."


def test_blanks_at_the_end_are_shown_where_they_are_the_difference(here, capsys):
    script = here / "p.py"
    script.write_text("print('A  ')\nprint('B  ')\n")
    assert compare(program(here, '10 PRINT "A":PRINT "B  "\n'), script) == 1
    shown = capsys.readouterr().out
    assert "   1 A                                 |    1 A··\n" in shown
    assert "   2 B                                      2 B\n" in shown


def test_colours_on_a_terminal(here, capsys, monkeypatch):
    monkeypatch.setattr("basic.cli.compare.colours", lambda: True)
    assert compare(program(here, "10 PRINT 1\n"), port(here, "print(' 1 ')\n")) == 0
    assert "\x1b[32m1 equal\x1b[0m\n" in capsys.readouterr().out


def test_a_line_on_one_side_only(here, capsys):
    assert compare(program(here, "10 PRINT 1: PRINT 2\n"), port(here, "print(' 1 ')\n")) == 1
    out = capsys.readouterr().out
    assert f"{'   2  2':<38} <\n     ^\n" in out


def test_a_bar_on_the_terminal(here, capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stderr, "fileno", lambda: 2, raising=False)
    monkeypatch.setattr("os.get_terminal_size", lambda _: os.terminal_size((60, 25)))
    monkeypatch.setenv("TERM", "dumb")
    (here / "in.txt").write_text("3\n0\n")
    given = program(here, THIRD), port(here, SCRIPT), *4 * ("--input", "in.txt"), "--ignore-blanks"
    compare(*given)
    assert not capsys.readouterr().err
    monkeypatch.setenv("TERM", "xterm")
    compare(*given)
    shown = capsys.readouterr().err
    assert "\rP.BAS: [#######                       ] 1 of 4\x1b[K" in shown
    assert shown.endswith("\r\x1b[K")


def test_a_program_and_what_the_transpiler_makes_of_it(here, capsys, monkeypatch):
    source = program(here, '10 INPUT "N";N: PRINT N*N; TIMER: GOTO 10\n')
    typed = here / "typed"
    typed.write_text("3\n4\n")
    assert compare(source, "--port") == 2
    assert compare(source, "--port", "--exact", "--input", typed, "--json", here / "out.json") == 2
    (pair,) = json.loads((here / "out.json").read_text())["pairs"]
    assert "N?  9  43200" in json.dumps(pair)
    monkeypatch.setattr(pairs, "to_python", lambda *_, **__: "input('N? ')\nprint(' 9 ')\n")
    capsys.readouterr()
    assert compare(source, "--port", "--input", typed) == 1
    assert "the transcripts differ from line 1" in capsys.readouterr().out


def test_a_program_that_gives_way_to_one_beside_it(here, capsys):
    program(here, '10 PRINT "NEXT";A\n', "NEXT.BAS")
    basic = program(here, '10 COMMON A: A=3\n20 CHAIN "NEXT"\n')
    assert compare(basic, "--port", "--all") == 0
    assert capsys.readouterr().out.count("NEXT 3") == 2


def test_an_older_port_lies_beside_the_program(here, capsys):
    """What is made anew is compared, not what the file of that name has in it."""
    text = '10 INPUT N: FOR I=1 TO N: S=S+I/4: NEXT: PRINT "{}";S: IF S<100 THEN 10\n'
    for word in ("OLD", "NEW"):
        (here / "SUM.BAS").write_text(text.format(word))
        if word == "OLD":
            (here / "SUM.py").write_text(basic.to_python(text.format(word)))
        (here / "typed.txt").write_text("9\n40\n")
        assert compare("SUM.BAS", "--port", "--input", "typed.txt") == 0
    loops = [f"{'    ' * depth}while True:\n" for depth in range(30)]
    (here / "SUM.py").write_text(f"{''.join(loops)}{'    ' * 30}pass\n")
    assert compare("SUM.BAS", "--port", "--input", "typed.txt") == 0
    assert "1 equal" in capsys.readouterr().out


def test_a_program_and_its_port_that_do_not_end(here, capsys):
    assert compare(program(here, "10 A=A+1: GOTO 10\n"), "--port", "--timeout", ".3") == 3
    shown = capsys.readouterr().out
    assert "the program does not end" in shown
    assert "the port does not end" in shown


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        ('10 CHAIN MERGE "B"\n', ["--port"], "line 10: CHAIN"),
        ("10 PRINT\n", ["--exact"], "--exact goes with --port"),
    ],
)
def test_what_cannot_be_compared_with_its_port(here, capsys, text, arguments, said):
    assert compare(program(here, text), *arguments) == 2
    assert said in capsys.readouterr().err


def test_ctrl_c(here, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "compare", interrupted)
    assert compare("QUEENS") == 130


def test_from_an_installed_package(tmp_path):
    """Programs and ports then lie in the package, and the working directory is anywhere."""
    site = tmp_path / "site"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "basic", site / "basic", ignore=ignored)
    for name in ("programs", "pyport"):
        shutil.copytree(ROOT / name, site / "basic" / "puzzles" / name, ignore=ignored, dirs_exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "basic", "compare", "nine", "--json", "nine.json"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("1 equal\n")
    (pair,) = json.loads((tmp_path / "nine.json").read_text("utf-8"))["pairs"]
    assert pair["port"] == str(site / "basic" / "puzzles" / "pyport" / "nine")
