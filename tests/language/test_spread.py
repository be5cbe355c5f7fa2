"""Listings without blanks, as Microsoft's 8K BASICs took them."""

import re
from pathlib import Path

import pytest

from basic.cli import main
from basic.editing.spread import WORDS, spread
from basic.syntax.tokens import KEYWORDS


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("10 FORI=1TO3STEP2", "10 FOR I=1 TO 3 STEP 2"),
        ("10 IFA=1THEN50", "10 IF A=1 THEN 50"),
        ('10 IFA$=B$THENPRINT"FORI=1TO3";A', '10 IF A$=B$THEN PRINT"FORI=1TO3";A'),
        ("10 IFA=BORC=DTHENSCORE=1", "10 IF A=B OR C=D THEN SC OR E=1"),
        ("10 REMFORI=1TO3:GOTO10", "10 REM FORI=1TO3:GOTO10"),
        ("10 A=1:REMARKS", "10 A=1:REM ARKS"),
        ("10 A=1'FORI=1TO3", "10 A=1'FORI=1TO3"),
        ('10 DATAFORI,"A:IFB",GOTO:READA$', '10 DATA FORI,"A:IFB",GOTO:READ A$'),
        ("10 DEFFNA(X)=INT(X)ANDNOTY", "10 DEF FNA(X)=INT(X)AND NOT Y"),
        ("10 ONIGOTO10,20:INPUTA:PRINTTAB(5)INP(1)", "10 ON I GOTO 10,20:INPUT A:PRINT TAB(5)INP(1)"),
        ("10 PRINTLEFT$(A$,1)CHR$(65)A", "10 PRINT LEFT$(A$,1)CHR$(65)A"),
        ("10 X=1E5:IFX>.5THEN.7", "10 X=1E5:IF X>.5 THEN .7"),
        ("10 fori=1to3", "10 for i=1 to 3"),
        ("10 FOR I = 1 TO 3: PRINT I: NEXT I", "10 FOR I = 1 TO 3: PRINT I: NEXT I"),
        ('10 PRINT"A\n20 FORI=1TO3\r\n30 REMA\n40 GOTO10', '10 PRINT"A\n20 FOR I=1 TO 3\r\n30 REM A\n40 GOTO 10'),
    ],
)
def test_blanks_around_keywords(written, read):
    assert spread(written.encode()) == read.encode()
    assert spread(read.encode()) == read.encode()


def test_bytes_beyond_ascii_and_other_forms_stay():
    assert spread('10 PRINT"é"'.encode()) == '10 PRINT"é"'.encode()
    tokens = b"\xff\x00\x00FORI=1TO3"
    assert spread(tokens) == tokens


def test_its_keywords_are_gw_basics():
    assert {re.sub(r"\\", "", word) for word in WORDS.split("|")} <= {keyword.word for keyword in KEYWORDS}


@pytest.fixture
def old(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("OLD.BAS").write_text('10 FORI=1TO3\n20 PRINTI;\n30 NEXTI\n40 IFI=4THENPRINT"END"\n')
    return "OLD.BAS"


def test_a_listing_without_blanks_runs_and_is_ported_where_that_is_said(old, capsys):
    assert main(["run", old]) == 1
    assert "Syntax error in 10" in capsys.readouterr().out
    assert main(["run", "--spaces", old]) == 0
    assert capsys.readouterr().out == " 1  2  3 END\n"
    assert main(["port", "--spaces", old, "-o", "old.py"]) == 0
    assert "for i in range(1, 4):" in Path("old.py").read_text()


def test_check_knows_the_spelling_and_says_so_once(old, capsys):
    advice = "OLD.BAS: it is spelt without blanks, as in `FORI=1TO3`: try --spaces, which reads that\n"
    assert main(["check", old]) == 1
    assert capsys.readouterr().out.count(advice) == 1
    assert main(["check", "--spaces", old]) == 0
    assert "spelt" not in capsys.readouterr().out
    Path(old).write_text('10 PRINT "A":: PRIMT 5\n20 TOTAL=5 PRINT TOTAL\n')  # broken in other ways
    assert main(["check", old]) == 1
    assert "spelt" not in capsys.readouterr().out


def test_the_prompt_reads_no_file(capsys):
    assert main(["--spaces"]) == 2
    assert "--spaces says how a FILE is read: name one" in capsys.readouterr().err
