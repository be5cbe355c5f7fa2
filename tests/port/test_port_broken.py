"""Programs with broken statements port: what stands before is done, then comes the error that the interpreter finds."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import play

import basic
from basic.port import to_python

# Each family of statement, broken in several ways; a few only fail when they are carried out.
BROKEN = """
PRIMT 1|PRINT 1;2;)|PRINT USING|PRINT (1+|PRINT CHR$(|PRINT LEFT$("A")|PRINT MID$(5,1)|PRINT ASC|PRINT INSTR(1)
PRINT A(1|PRINT FNZ(1)|PRINT 5 MOD|PRINT NOT|PRINT "A"+|PRINT SQR()|PRINT SQR(1,2)|PRINT VAL(5)|PRINT STR$("A")
PRINT TAB(|PRINT SPC|WRITE ,|@|!|? ,|$=5|FOR|FOR I|FOR I=1|FOR I=1 TO|FOR I$=1 TO 2|NEXT I,|WHILE|WEND
IF|IF 1|IF 1 THEN|IF 1 GOTO|ELSE PRINT 2|THEN 5|GOTO|GOTO X|GOTO 77|GOSUB|GOSUB 1.5|RETURN 5|RETURN "1"|RETURN X
ON|ON 1|ON 1 GOTO|ON X GOTO 30,,30|ON X GOSUB ,30|ON ERROR|ON ERROR GOTO|ON ERROR GOTO X|RESUME|RESUME 77|RESUME "1"
INPUT|INPUT "A"|INPUT 5|LINE INPUT 3|LINE INPUT|READ|READ 5|RESTORE X|RESTORE 77
DIM|DIM A(|DIM A()|DIM 5|ERASE|ERASE ZZ|OPTION|OPTION BASE|OPTION BASE 2|DEFINT|DEFINT 5|DEFINT Z-A
DEF FNA(Y)=Y+:PRINT FNA(1)|DEF FNA$(Y$)=LEFT$(Y$,:PRINT FNA$("A")|DEF FNA%(Y)=1/X+Y 3:A=FNA%(1)|DEF FNA(Y)=Y 2
DEF|DEF FN|DEF FNA(X|DEF FNA(5)=2|LET|LET 5=3|A=|A=B+|A$=5|A=1+"X"|A(=5|A=5 5|A 5|SWAP A|SWAP A,B$
MID$(A$)="X"|MID$(A$,1,2)=5|LSET|LSET A=5|OPEN|OPEN "X"|OPEN "X" FOR|OPEN "I",|CLOSE #|FIELD #1|GET|PUT #
NAME "A"|KILL|FILES 5|CHAIN|COMMON|LOCATE ,,,,,,|COLOR ,,,,|CLS 1,2|WIDTH|KEY|BEEP 5|CIRCLE|LINE|PSET 5|DRAW|PLAY
SOUND 5|POKE 1|OUT 5|CALL|ERROR|ERROR 300|RANDOMIZE "X"|STOP 5|END 5|TRON 5|TROFF 5|CLEAR ,,,
"""
ALONE = '10 PRINT "GO";\n20 X=2: PRINT X: {}\n30 PRINT "NOT HERE"\n'
TAKEN = (
    '10 ON ERROR GOTO 90\n20 X=2: PRINT X: {}: PRINT "ON"\n30 PRINT "END": END\n'
    "90 PRINT ERR;ERL: IF N<3 THEN N=N+1: RESUME NEXT\n"
)


@pytest.mark.parametrize("exact", [False, True], ids=["idiomatic", "exact"])
@pytest.mark.parametrize("program", [ALONE, TAKEN], ids=["alone", "taken"])
@pytest.mark.parametrize("family", BROKEN.split("\n")[1:-1], ids=lambda family: family.partition("|")[0])
def test_broken_statements(
    family: str, program: str, exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for statement in family.split("|"):
        source = program.format(statement)
        expected = basic.run(source, "5\n7\n", engine="step", folder=tmp_path, echo=False).text
        assert play(to_python(source, exact), "5\n7\n", tmp_path, monkeypatch) == expected, statement


def test_what_nothing_comes_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An array that only dead code mentions, in the branch of an IF, where DEFINT depends on the way."""
    source = (
        "10 INPUT A\n20 IF A THEN DEFINT I-N\n30 IF A=2 THEN GOTO 10:Q%(I)=1 ELSE PRINT \"X\"\n"
        "40 ON ERROR GOTO 50:PRINT 1/0:END\n50 RESUME NEXT\n"
    )
    expected = basic.run(source.encode(), "2\n3\n", echo=False).text
    for exact in (False, True):
        assert play(to_python(source, exact=exact), "2\n3\n", tmp_path, monkeypatch) == expected
