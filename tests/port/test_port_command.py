"""`basic port` as a user meets it: what it says of files, of names and of mistakes, and what it leaves behind."""

from __future__ import annotations

import gc
import os
import tomllib
from pathlib import Path

import pytest
from playing import play

import basic
from basic import cli
from basic.cli.port import read_names
from basic.garbage import SELDOM
from basic.port import BadNames, Refused, port
from basic.syntax.source import read_program


def run_command(*arguments: str) -> int:
    return cli.main(["port", *arguments])


def test_refusal_leaves_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "A.BAS"
    program.write_text('10 PRINT 1\n20 CHAIN MERGE "B"\n')
    assert run_command(str(program), "-o", str(tmp_path / "a.py")) == 2
    assert "line 20: CHAIN" in capsys.readouterr().err
    assert not (tmp_path / "a.py").exists()


JUNK = {
    "nothing": (b"", 0), "the end of a text": (b"\x1a", 0), "only constants": (b"10 DATA 1,2\r\n", 0),
    "code page 437": (b'10 PRINT "\xc9\xcd\xbb \x80\xff"\r\n20 \xc9=5 \'\x9b\r\n', 0),
    "a line twice": (b"10 PRINT 1\n20 PRINT 2\n10 PRINT 3\n", 0), "a line of 255": (b"10 PRINT " + b"1;" * 123, 0),
    "a line of 300": (b"10 PRINT " + b"1;" * 146, 2), "no line number": (b"10 PRINT 1\nPRINT 2\n", 2),
    "zeros": (bytes(500), 2), "a tokenised file of one byte": (b"\xff", 2), "a protected one": (b"\xfe\x01\x02", 2),
    "a memory image": (b"\xfd" + bytes(range(40)), 2), "UTF-16": ("10 PRINT 1\n".encode("utf-16"), 2),
    "tokens that make no sense": (b"\xff\x01\x01\x0a\x00\x82\xe7(\xff\xfd\x00\x00\x00\x1a", 0),
}  # fmt: skip


@pytest.mark.parametrize("name", JUNK)
def test_whatever_is_in_the_file(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, status = JUNK[name]
    program, written = tmp_path / "A.BAS", tmp_path / "a.py"
    program.write_bytes(data)
    assert run_command(str(program), "-o", str(written)) == status
    assert written.exists() == (status == 0)
    assert status == 0 or capsys.readouterr().err.startswith("basic: ")


def test_broken_statements_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "A.BAS"
    program.write_text('10 PRINT "A":FOO BAR\n')
    assert run_command(str(program), "-o", str(tmp_path / "a.py")) == 0
    shown = capsys.readouterr().err.splitlines()
    assert shown[1] == '    10 PRINT "A":FOO BAR'
    assert shown[2].index("^") >= shown[1].index("FOO")
    assert "raise BasicError(2)" in (tmp_path / "a.py").read_text()


def test_jumps_to_lines_that_are_not_there_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "A.BAS"
    program.write_text('10 IF X THEN 99 ELSE 10:FOO\n20 ON X GOTO 10,88,\n30 ON ERROR GOTO 0: RESTORE 77\n')
    assert run_command(str(program), "-o", str(tmp_path / "a.py")) == 0
    shown = capsys.readouterr().err.splitlines()
    marked = zip(shown[:-1:3], shown[2::3], strict=True)
    places = [(line.split(": ")[1].split(",")[0], caret.index("^") - 4) for line, caret in marked]
    assert places == [("line 10", 13), ("line 10", 27), ("line 20", 16), ("line 30", 28)]
    assert shown[0].endswith("line 10, column 11: Undefined line number (there is no line 99)")
    assert shown[1] == "    10 IF X THEN 99 ELSE 10:FOO"
    assert "BasicError(8)" in (tmp_path / "a.py").read_text()


def test_names_and_map(tmp_path: Path) -> None:
    program, names, lines = tmp_path / "A.BAS", tmp_path / "names", tmp_path / "map"
    program.write_text("10 N=1\n20 PRINT N\n")
    names.write_text("# names\nN = count\n")
    assert run_command(str(program), "-o", str(tmp_path / "a.py"), "--names", str(names), "--map", str(lines)) == 0
    text = (tmp_path / "a.py").read_text().splitlines()
    entries = dict(tuple(map(int, entry.split("\t"))) for entry in lines.read_text().splitlines())  # type: ignore[misc]
    assert text[next(python for python, line in entries.items() if line == 10) - 1].strip() == "count = 1"


def test_names_in_toml(tmp_path: Path) -> None:
    names = b'# names\nN = "count" # of them\n"A$()" = "words"\n300 = "print_word"\n'
    assert read_names(names) == {"N": "count", "A$()": "words", "300": "print_word"}
    assert read_names(b"# names\nN = count\nA$() = words\n300 = print_word\n") == read_names(names)


def test_the_names_of_a_port_to_start_from(tmp_path: Path) -> None:
    program, names, written = tmp_path / "A.BAS", tmp_path / "names.toml", tmp_path / "a.py"
    program.write_text(
        "10 DIM A$(3): X=5: READ A$(1): GOSUB 300: GOSUB 300: PRINT X: END\n"
        "20 DATA WORD\n299 REM SHOW IT\n300 PRINT A$(1);X: X=X+1: RETURN\n"
    )
    assert run_command(str(program), "-o", str(written), "--names-out", str(names)) == 0
    given = tomllib.loads(names.read_text())
    assert given.keys() == {"X", "A$()", "300"}
    names.write_text(names.read_text().replace(given["300"], "display"))
    assert run_command(str(program), "-o", str(tmp_path / "b.py"), "--names", str(names)) == 0
    assert (tmp_path / "b.py").read_text() == written.read_text().replace(given["300"], "display")


def test_garbage_is_seldom_searched_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def ported(*_: object) -> None:
        seen.append(gc.get_threshold())
        raise Refused(10, "X")

    monkeypatch.setattr("basic.cli.port.port", ported)
    (tmp_path / "A.BAS").write_text("10 PRINT 1\n")
    before = gc.get_threshold()
    assert run_command(str(tmp_path / "A.BAS")) == 2
    assert seen == [(SELDOM, *before[1:])]
    assert gc.get_threshold() == before


def test_a_missing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(str(tmp_path / "NONE.BAS")) == 2
    assert "NONE.BAS" in capsys.readouterr().err


def test_the_map_of_a_program() -> None:
    program = read_program(b"10 A=1\n20 B=A+1\n30 PRINT B\n").program
    ported = port(program)
    assert set(ported.lines.values()) == {10, 20, 30}


# ---- files ----------------------------------------------------------------------------------------------------------


def test_an_older_file_survives_what_cannot_be_ported(tmp_path: Path) -> None:
    program, written = tmp_path / "A.BAS", tmp_path / "a.py"
    program.write_text('10 CHAIN MERGE "B"\n')
    written.write_text("older")
    assert run_command(str(program), "-o", str(written)) == 2
    assert written.read_text() == "older"


@pytest.mark.parametrize("option", ["-o", "--map", "--names"])
def test_what_is_read_is_not_written_to(option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program, link = tmp_path / "A.BAS", tmp_path / "link"
    program.write_text("10 PRINT 1\n")
    link.symlink_to(program)
    for file in (program, link):
        assert run_command(str(program), option, str(file)) == 2
        assert f"{file} would be the file of the program and of" in capsys.readouterr().err
    assert program.read_text() == "10 PRINT 1\n"


def test_a_name_without_its_ending_is_that_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.bas").write_text("10 PRINT 1\n")
    monkeypatch.chdir(tmp_path)
    assert cli.main(["port", "a", "-o", "a.bas"]) == 2
    assert "a.bas would be the file of the program and of the Python" in capsys.readouterr().err
    assert (tmp_path / "a.bas").read_text() == "10 PRINT 1\n"


def test_two_things_do_not_go_to_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program, written = tmp_path / "A.BAS", str(tmp_path / "a.py")
    program.write_text("10 PRINT 1\n")
    assert run_command(str(program), "-o", written, "--map", written) == 2
    assert run_command(str(program), "--map", "-") == 2
    assert [*tmp_path.iterdir()] == [program]
    assert capsys.readouterr().out == ""
    assert run_command(str(program), "-o", written, "--map", "-") == 0
    assert capsys.readouterr().out == "3\t10\n"


def test_no_file_where_the_map_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program, missing = tmp_path / "A.BAS", tmp_path / "none" / "map"
    program.write_text("10 PRINT 1\n")
    assert run_command(str(program), "-o", str(tmp_path / "a.py"), "--map", str(missing)) == 2
    assert capsys.readouterr().err == f"basic: {missing}: cannot be written: there is no folder {missing.parent}\n"
    assert [*tmp_path.iterdir()] == [program]


def test_standard_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "A.BAS"
    program.write_text('10 PRINT "\u2554"\n', "utf-8")
    for more in ([], ["-o", "-"]):
        assert run_command(str(program), *more) == 0
        assert capsys.readouterr().out.endswith('\n\nprint("\u2554")\n')
    assert [*tmp_path.iterdir()] == [program]


def test_a_device_stays_one(tmp_path: Path) -> None:
    program = tmp_path / "A.BAS"
    program.write_text("10 PRINT 1\n")
    assert run_command(str(program), "-o", os.devnull) == 0
    assert not Path(os.devnull).is_file()


def test_what_is_odd_about_a_file_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "A.BAS"
    program.write_text("10 PRINT 1\n10 PRINT 2\n")
    assert run_command(str(program)) == 0
    assert capsys.readouterr().err == f"basic: {program}: line 10 comes twice: the later one counts\n"


@pytest.mark.parametrize("more", [["--encoding", "raw"], ["--encoding=raw"]])
def test_raw_bytes(more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "A.BAS"
    program.write_bytes(b'10 PRINT "\xc3\x84"\n')  # two characters of the PC, or one in UTF-8
    assert run_command(str(program), *more) == 0
    assert capsys.readouterr().out.endswith('\n\nprint("\u251c\u00e4")\n')


# ---- names ----------------------------------------------------------------------------------------------------------

NAMED = (
    "10 DEFINT A-M: INPUT A,N,A$: DIM B(5): N#=3: GOSUB 300: GOSUB 300: DEF FNR(X)=X*A+N: PRINT FNR(2);A$;N#: END\n"
    "300 B(2)=A: PRINT B(2);N;A: A=A+1: RETURN\n"
)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ({"A": "count", "N": "word", "A$": "a", "B()": "board", "FNR": "radius", "300": "show_it"},
         ["count, word, a = ", "board[2] = count", "def radius(", "def show_it("]),
        ({"a%": "count", "n!": "word", "a $": "x"}, ["count, word, x = "]),
        ({"A": "n", "N": "a"}, ["n, a, a_text = "]),
        ({"N": "x", "A$": "b"}, ["def fn_r(x_", "b_list[2] = "]),
        ({"300": "n"}, ["def n("]),
    ],
)  # fmt: skip
def test_names_that_are_asked_for(
    names: dict[str, str], words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = "3,4.5,X\n"
    expected = basic.run(NAMED, typed, folder=tmp_path, echo=False).text
    for exact in (False, True):
        ported = port(read_program(NAMED.encode()).program, exact, names)
        assert all(word in ported.text for word in words), ported.text
        assert not ported.unknown
        assert play(ported.text, typed, tmp_path, monkeypatch) == expected


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ({"N": "class"}, "`N = class`: Python or the port itself may need that"),
        ({"N": "print"}, "may need that"),
        ({"N": "_"}, "may need that"),
        ({"N": "__x"}, "may need that"),
        ({"N": "gw"}, "may need that"),
        ({"N": "DATA"}, "may need that"),
        ({"300": "main"}, "may need that"),
        ({"N": "Program"}, "may need that"),
        ({"N": "State"}, "may need that"),
        ({"N": "5x"}, "`N = 5x`: that is no name in Python"),
        ({"N": "a b"}, "that is no name in Python"),
        ({"N": "count", "A": "count"}, "`A = count`: so is N called"),
        ({"N": "count", "300": "count"}, "`300 = count`: so is N called"),
        ({"N": "file", "A": "\ufb01le"}, "so is N called"),  # a ligature, which Python reads as two letters
    ],
)
def test_names_that_cannot_be_had(names: dict[str, str], says: str) -> None:
    with pytest.raises(BadNames, match=says):
        port(read_program(NAMED.encode()).program, names=names)


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (b"N = class\n", "`N = class`: Python"),
        (b"# names\nN = count\nn = word\n", "line 3: N has a name already: `count`"),
        (b"\nN: count\n", "line 2: a name is given as `NAME = name`, and this is `N: count`"),
        (b'{"N": "x"}', "line 1: a name is given as"),
        (b"N = 5\n", "N: a name is a text in quotes"),
        (b'N = "count"\nn = "word"\n', "n: N has a name already: `count`"),
        (b'[N]\nA = "count"\n', "N: a name is a text in quotes"),
        (b"N =\n", "line 1: a name is given as"),
        (b"x" * 10000, "and this is `" + "x" * 57 + "...`\n"),
        (b"\xff\xfe\x00", "this is no text in UTF-8"),
        (None, "No such file or directory"),
    ],
)
def test_files_of_names_that_cannot_be_used(
    names: bytes | None, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program, file = tmp_path / "A.BAS", tmp_path / "names"
    program.write_text(NAMED)
    if names is not None:
        file.write_bytes(names)
    assert run_command(str(program), "--names", str(file), "-o", str(tmp_path / "a.py")) == 2
    shown = capsys.readouterr().err
    assert shown.startswith(f"basic: {file}: ") and says in shown and shown.count("\n") == 1
    assert not (tmp_path / "a.py").exists()


def test_names_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program, file = tmp_path / "A.BAS", tmp_path / "names"
    program.write_text(NAMED)
    file.write_text("Q = foo\nB = board\n10 = start\nN = word\n")
    assert run_command(str(program), "--names", str(file)) == 0
    told = [line.split(": ")[2].partition(" is ")[0] for line in capsys.readouterr().err.splitlines()]
    assert told == ["Q", "B", "10"]
