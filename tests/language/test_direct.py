"""Lines typed at Ok, with files on a disk in memory. What they print is reasoned from the published source."""

from __future__ import annotations

import pytest

import basic
from basic.editing.protected import protect
from basic.editing.tokenised import to_tokens
from basic.engine.interpreter import Interpreter
from basic.engine.session import Session
from basic.machine.disk import MemoryDisk
from basic.machine.machine import Machine
from basic.machine.terminal import MemoryTerminal
from basic.syntax.parse import parse_program

FILES = {
    "DIRECT.BAS": b'10 PRINT "A"\r\nPRINT 2\r\n30 PRINT "C"\r\n',
    "NUMBER.BAS": b'20 PRINT "B"\r\n30\r\n40 PRINT "D"\r\n',
    "LONG.BAS": b'10 PRINT "A"\r\n20 REM ' + b"x" * 249 + b"\r\n",
    "FIRST.BAS": b"PRINT 2\r\n",
    "EMPTY.BAS": b"",
    "IMAGE.BAS": b"\xfd\0\0",
    "BINARY.BAS": b"\xff\0\0\x1a",
}


def typed(text: str, files: dict[str, bytes] | None = None, ok: bool = False) -> str:
    """What the lines print, without the Ok behind each unless `ok`."""
    terminal = MemoryTerminal(text.splitlines(), echoes=True)
    Session(Interpreter(Machine(terminal, disks={"C": MemoryDisk(files or FILES)}))).run(greeting=False)
    return terminal.text if ok else terminal.text.replace("Ok\n", "")


CODES = "A=0" + ":A=1#" * 20 + ":A=.5" * 8  # 3 bytes, 12 for each double, 8 for each single: 307


def test_codes_of_a_typed_line() -> None:
    """A line that fits with its codes is stored and done, one with a byte more than 314 is neither."""
    text = CODES + ":" * 7
    assert typed(f"{text}\nPRINT A\n10 {text}\nRUN") == " .5 \n"
    for line in (text + ":", "10 " + text + ":"):
        assert typed(f"ERROR 5\n{line}\nPRINT A;ERR") == "Illegal function call\nLine buffer overflow\n 0  23 \n"


def test_a_typed_number_out_of_range() -> None:
    assert typed('PRINT 1E39\n10 PRINT "1E99";2E99,.5\nLIST') == (
        'Overflow\n 1.701412E+38 \nOverflow\n10 PRINT "1E99";1.701412E+38,.5\n'
    )


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ('5 X\nLOAD "DIRECT"\nLIST', 'Direct statement in file\n10 PRINT "A"\n'),
        ('5 X\nLOAD "NUMBER"\nLIST', 'Undefined line number\n20 PRINT "B"\n'),
        ('5 X\nRUN "LONG"\nLIST', 'Line buffer overflow\n10 PRINT "A"\n'),
        ('5 X\nLOAD "LONG",R\nLIST', 'Line buffer overflow\n10 PRINT "A"\n'),
        ('5 X\nLOAD "IMAGE"\nLIST', "Direct statement in file\n"),
        ('5 X\nLOAD "EMPTY"\nLIST', ""),
        ('5 X\nMERGE "NUMBER"\nLIST', 'Undefined line number\n5 X\n20 PRINT "B"\n'),
        ('5 X\n30 Y\nMERGE "NUMBER"\nLIST', '5 X\n20 PRINT "B"\n40 PRINT "D"\n'),  # a number alone takes a line out
        ('5 X\nMERGE "BINARY"\nLIST', "Bad file mode\n5 X\n"),
        ('5 X\nMERGE "IMAGE"\nLIST', "Direct statement in file\n5 X\n"),
        ('5 X=1\n6 CHAIN "DIRECT"\nRUN\nLIST', 'Direct statement in file\n10 PRINT "A"\n'),
        ('5 X=1\n6 CHAIN MERGE "DIRECT"\nRUN\nLIST', 'Direct statement in file\n5 X=1\n6 CHAIN MERGE "DIRECT"\n'
         '10 PRINT "A"\n'),
    ],
)  # fmt: skip
def test_lines_before_a_bad_one_stay(text: str, printed: str) -> None:
    assert typed(text) == printed


CHAINED = {"NEXT.BAS": b"10 PRINT A(2);B(1);D\n", "P.BAS": protect(to_tokens(parse_program([(10, "PRINT 1")]).lines))}


@pytest.mark.parametrize(
    ("common", "printed"),
    [
        ("COMMON A(3),B(N),D", " 5  6  7 \n"),
        ("COMMON A(1,2),D", "Syntax error in 10\n"),  # a number of dimensions at most, and nothing is read before CHAIN
        ("COMMON D 5", "Syntax error in 10\n"),
    ],
)
def test_common(common: str, printed: str) -> None:
    program = f'10 {common}\n20 DIM A(3),B(2):A(2)=5:B(1)=6:D=7\n30 CHAIN "NEXT"\nRUN'
    assert typed(program, CHAINED).startswith(printed)


def test_nothing_comes_into_a_protected_program() -> None:
    """The published source asks PROCHK before each line with a number."""
    for line in ("20 X", "10", 'MERGE "NEXT"', "DELETE 10", "LIST", 'SAVE "Q"'):
        assert typed(f'LOAD "P"\n{line}\nRUN', CHAINED) == "Illegal function call\n 1 \n"


def test_edit() -> None:
    """Without a number it is line 0; anything behind the number is an illegal function call (published SCNEDT)."""
    assert typed("EDIT") == "Undefined line number\n"
    for line in ("EDIT 10,20", "EDIT X", "EDIT 10-20"):
        assert typed(f"10 A\n{line}") == "Illegal function call\n"
    assert typed("0 A\nEDIT") == "0  A\n"


def test_line_0() -> None:
    assert typed("0 A\n1 B\nLIST") == "0  A\n1 B\n"


def test_no_handler_takes_what_is_wrong_with_a_file_that_has_taken_over() -> None:
    assert typed('10 ON ERROR GOTO 30\n20 RUN "DIRECT"\n30 PRINT "TRAP";ERR\nRUN\nLIST') == (
        'Direct statement in file\n10 PRINT "A"\n'
    )
    assert typed('10 ON ERROR GOTO 30\n20 MERGE "DIRECT"\n30 PRINT "TRAP";ERR\nRUN') == "Direct statement in file\n"


def test_a_handler_takes_what_is_wrong_with_the_first_line_merged() -> None:
    program = '10 ON ERROR GOTO 30\n20 MERGE "FIRST"\n30 PRINT "TRAP";ERR;ERL\nRUN'
    assert typed(program) == "TRAP 66  65535 \nNo RESUME in 30\n"  # no line was put in, which would have ended ON ERROR


@pytest.mark.parametrize("saved", ['SAVE "L",A', 'LIST ,"L"', 'LIST 10-,"L.BAS"'])
def test_a_line_feed_in_a_line(saved: str) -> None:
    """Files get a CR behind it, which LOAD leaves out again; the screen a new line."""
    disk = MemoryDisk({"F.BAS": b"10 PRINT 1:\n\rPRINT 2\r\n"})
    terminal = MemoryTerminal(['LOAD "F"', "LIST", saved, 'LOAD "L"', "RUN"])
    Session(Interpreter(Machine(terminal, disks={"C": disk}))).run(greeting=False)
    shown = terminal.text.replace("Ok\n", "")
    assert shown.endswith("LIST\n10 PRINT 1:\nPRINT 2\n" + saved + '\nLOAD "L"\nRUN\n 1 \n 2 \n')
    assert disk["L.BAS"].startswith(b"10 PRINT 1:\n\rPRINT 2\r\n")


def test_the_printer() -> None:
    """LPRINT and files on LPT1: share its line (published GIOLPT), which ends where BASIC is back at Ok (FINLPT)."""
    lines = (
        'OPEN "LPT1:" FOR OUTPUT AS 1:PRINT #1,"AB";:PRINT LPOS(0);:LPRINT "C";:PRINT LPOS(1)',
        "PRINT LPOS(0)",
        'LPRINT "D";:PRINT #1,CHR$(13);:LPRINT CHR$(10)"E":PRINT LPOS(0)',
        "10 A:\n:B",
        "LLIST",
    )
    terminal = MemoryTerminal(lines)
    machine = Machine(terminal)
    Session(Interpreter(machine)).run(greeting=False)
    assert [line for line in terminal.text.split("\n") if line.startswith(" ")] == [" 3  4 ", " 1 ", " 1 "]
    assert "".join(machine.printed) == "ABC\r\nD\r\nE\r\n10 A:\n\r\n:B\r\n"


def test_from_python() -> None:
    done = basic.run("10 PRINT 1\nPRINT 2\n")
    assert (done.text, done.status) == ("Direct statement in file\n", 1)


FUNCTIONS = """\
10 DEF FNA(X)=X*2+B: DEF FNS$(A$)=A$+"!"
20 DIM C(5): C(2)=7: DEF FNC(I)=C(I)+1: B=1
30 STOP
40 DEF FNA(X)=X*100: PRINT FNA(B)
50 DEF FNZ(A)=A
"""


@pytest.mark.parametrize("engine", ["step", "python", "native"])
def test_functions_of_the_program_are_called(engine: str) -> None:
    """Only DEF is illegal at Ok (published DEF), and what no DEF FN has been reached of is undefined."""
    terminal = MemoryTerminal()
    interpreter = Interpreter(Machine(terminal), engine=engine)
    interpreter.load(basic.parse(FUNCTIONS))
    interpreter.run()
    interpreter.direct('PRINT FNA(3);FNS$("HI");FNC(2)')
    interpreter.direct("B=5: FOR I=1 TO 2: PRINT FNA(I);: NEXT")
    interpreter.direct("PRINT FNZ(1)")
    interpreter.direct("PRINT FNQ(1)")
    interpreter.proceed(interpreter.resting or 0)
    interpreter.direct("PRINT FNA(3);FNZ(4)")
    expected = ["Break in 30", " 7 HI! 8 ", " 7  9 ", "Undefined user function", "Undefined user function", " 500 "]
    assert terminal.text.splitlines() == [*expected, " 300  4 "]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("RUN\nCONT", "Can't continue\n"),  # no line was current (published source: ENDCON)
        ("10 STOP\nRUN\nNEW\nRUN\nCONT", "Break in 10\nCan't continue\n"),
        ("STOP\nCONT\nEND\nCONT", "Break\nCan't continue\nCan't continue\n"),
        ("10 STOP\n20 PRINT 1\nRUN\nEND\nCONT\nCONT", "Break in 10\n 1 \n"),  # END at the prompt changes nothing
    ],
)
def test_what_cont_goes_on_with(text: str, printed: str) -> None:
    assert typed(text) == printed


def test_run_of_no_line_has_cleared_before_it_looks() -> None:
    """CONRUN in the published source."""
    assert typed("10 A=5:STOP\nRUN\nRUN 99\nPRINT A\nCONT") == (
        "Break in 10\nUndefined line number\n 0 \nCan't continue\n"
    )
    assert typed("10 ON ERROR GOTO 30\n20 RUN 99\n30 PRINT ERR\nRUN") == "Undefined line number in 20\n"
