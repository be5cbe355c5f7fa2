"""What `basic check` says comes true, and it says nothing of programs that run."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from paths import PROGRAMS, TESTS

import basic
from basic.checking import ABSENT, BROKEN, FAILING, findings
from basic.cli import main
from basic.codepage import visible
from basic.library.unsupported import UNSUPPORTED


def said(text: str) -> list[tuple[int, str, str]]:
    return [(finding.line, finding.kind, finding.message) for finding in findings(basic.parse(text))]


FAILS = [
    "A$=5", 'A="x"', "A%=40000", "A%=-32769", 'PRINT "a"+1', 'PRINT 1 AND "a"', 'PRINT "a"<1', 'PRINT NOT "a"',
    'IF "a" THEN PRINT', 'ON "a" GOTO 10', "FOR I$=1 TO 2:NEXT", 'FOR I=1 TO "b":NEXT', "SWAP A,B$", 'A("x")=1',
    'DIM A("x")', 'PRINT LEFT$("A",-1)', 'PRINT LEFT$("A",40000)', "PRINT CHR$(256)", 'PRINT CHR$("a")', "PRINT LEN(5)",
    "PRINT HEX$(70000)", 'LOCATE "x"', "COLOR 300", 'POKE "a",1', "PRINT USING 5;1", "PRINT FNA(1)", "READ A", "WEND",
    "WHILE 0", "FOR I=1 TO 5", "NEXT", "FOR I=1 TO 2:NEXT J", "RETURN", "RESUME", "GOTO 99", 'PRINT "a"*2',
    'DEFSTR B:A="x"', "IF 0 THEN FOR I=1 TO 2:PRINT:NEXT ELSE NEXT I", 'PRINT ("a")+1', 'PRINT STR$("a"+"b")',
]  # fmt: skip


@pytest.mark.parametrize("statement", FAILS)
def test_what_fails_fails(statement: str) -> None:
    ((line, kind, message),) = said(f"10 {statement}\n")
    assert (line, kind) == (10, FAILING)
    assert basic.run(f"10 {statement}\n").text.endswith(f"{message} in 10\n")


FINE = [
    'A$="x":B=5:C%=32767.4:D%=-32768', 'PRINT "a"+"b"="ab";+"x";-"x"', "PRINT POS(\"x\");FRE(\"x\")",
    "GOSUB 30\n20 END\n30 RETURN", "FOR I=1 TO 2\n20 GOSUB 40:END\n40 NEXT\n50 RETURN", 'DEFSTR A:A="x"',
    "A=5\n20 IF A THEN 40\n30 NEXT I:END\n40 FOR I=1 TO 2\n50 GOTO 30\n60 NEXT",
    "ON ERROR GOTO 30\n20 ERROR 5:END\n30 RESUME NEXT",
    "ON ERROR GOTO 40\n20 GOSUB 30:END\n30 ERROR 5\n40 IF ERL=30 THEN RESUME 50\n50 RETURN", "END\n20 RETURN",
    "DEF FNA(X)=X*2\n20 PRINT FNA(1)", "FOR I=1 TO 2\n20 NEXT I!", "READ A$\n20 DATA x", "ON TIMER(1) GOSUB 20\n20 END",
]  # fmt: skip


@pytest.mark.parametrize("text", FINE)
def test_what_does_not(text: str) -> None:
    assert FAILING not in {kind for _, kind, _ in said(f"10 {text}\n")}


PROGRAMS = sorted([*(PROGRAMS).glob("*.BAS"), *(TESTS / "listings").rglob("*.BAS")])


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
def test_programs_that_run(path: Path) -> None:
    found = findings(basic.parse(path.read_bytes()))
    assert {finding.kind for finding in found} <= {ABSENT}


def test_words_that_are_not_there() -> None:
    found = findings(basic.parse('10 CALL X:SHELL "ls":LPRINT "x"\n20 IF 0 THEN CALL X ELSE OPEN "com1:" AS 1\n'))
    assert [(each.line, each.word) for each in found if each.kind == ABSENT] == [
        (10, "CALL"), (10, "SHELL"), (10, "LPRINT"), (20, "CALL"), (20, "COM1:"),
    ]  # fmt: skip
    assert str(found[0]) == f"CALL is not there yet (it needs {UNSUPPORTED['CALL']})"
    assert said("10 CALL\n")[0][1] == BROKEN


SHOWN = """\
A.BAS: line 10, column 6: Syntax error (did you mean PRINT?)
    10 PRNT "B←[31m"
            ^
A.BAS: line 20, column 1: Type mismatch (A$ is a text and gets a number)
    20 A$=5
       ^
A.BAS: CALL is not there yet (it needs an 8086 processor): 10 times, in lines 30, 40, 50, 60, 70, 80, 90, 100 ...
A.BAS: SHELL needs the option --allow-shell: once, in line 30
A.BAS: of its statements 1 does not parse, 1 fails when it is reached, 11 are not there
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    text = '10 PRNT "B\x1b[31m"\n20 A$=5\n30 CALL X:SHELL\n' + "".join(f"{n} CALL X\n" for n in range(40, 130, 10))
    (tmp_path / "A.BAS").write_text(text)
    return tmp_path


def test_the_command(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every file is looked at, and nothing in names and texts acts on the terminal."""
    assert main(["check", "A.BAS"]) == 1
    assert capsys.readouterr().out == SHOWN
    (here / "B\x1b[0m.BAS").write_text("10 NEXT\n")
    (here / "C.BAS").write_text("no program\n")
    assert main(["check", "C.BAS", "A.BAS", "B\x1b[0m.BAS", "NONE.BAS"]) == 2
    out, err = capsys.readouterr()
    assert out.startswith(SHOWN) and "B←[0m.BAS: line 10" in out and "\x1b" not in out
    assert err.startswith("basic: C.BAS: ") and "NONE.BAS: no such file" in err
    (here / "C.BAS").write_text("10 PRINT 1\n")
    assert main(["check", "C.BAS", "C.BAS"]) == 0
    assert capsys.readouterr().out == "nothing to complain about\n"


def test_as_json(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "C.BAS").write_text("10 PRINT 1\n")
    assert main(["check", "--json", "A.BAS", "C.BAS"]) == 1
    first, second = json.loads(capsys.readouterr().out)
    assert second == {"file": "C.BAS", "findings": []}
    assert first["findings"][1] == {
        "line": 20, "column": 1, "kind": "failing", "message": "Type mismatch", "word": "", "text": "A$=5",
        "hint": "A$ is a text and gets a number",
    }  # fmt: skip


def test_a_printer_that_is_there(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "P.BAS").write_text('10 LPRINT "x"\n')
    assert main(["check", "P.BAS"]) == 1
    monkeypatch.setenv("JUNZI_PRINTER", os.devnull)
    assert main(["check", "P.BAS"]) == 0


def test_the_port_says_the_same(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before it writes."""
    assert main(["port", "A.BAS", "-o", "a.py"]) == 0
    assert capsys.readouterr().err == SHOWN
    assert (here / "a.py").exists()


def test_visible() -> None:
    assert visible("ä ☺ x") == "ä ☺ x"
    assert visible("a\x1b[1m\r\n\x7f\x9b\u202e") == "a←[1m♪◙\\x7f\\x9b\\u202e"
