"""Programs that may fill GW-BASIC's memory, in the exact manner: what finds no room there finds none here.

60,300 bytes are free at first; a single takes four of them, a double eight, a text three and one for each character.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from memory_programs import FullWriter
from playing import limited, play, prints_the_same

import basic
from basic import to_python
from basic.editing.load import load_program
from basic.errors import Unusable
from basic.port import Refused
from basic.port.plan.storage import fills

FULL = {
    "a size that is typed": (
        "10 INPUT N: DIM A(N): PRINT \"OK\": ERASE A: GOTO 10\n",
        "10\n14000\n16000\n", "? OK\n? OK\n? Out of memory in 10\n"),
    "arrays that are too large together": (
        "10 DIM A(7000): PRINT \"A\": DIM B(7000): PRINT \"B\"\n20 DIM C(1200): PRINT \"C\"\n",
        "", "A\nB\nOut of memory in 20\n"),
    "a program of one array that fits beside another": (
        "10 ON ERROR GOTO 90\n20 INPUT N: DIM A#(N): PRINT \"ONE\": FOR I=1 TO 2: DIM B#(N)\n"
        "30 PRINT \"TWO\": NEXT: END\n"
        "90 PRINT ERR;ERL: RESUME NEXT\n",
        "4000\n", "? ONE\n 7  20 \nTWO\n 1  30 \n"),
    "a size that overflows, and one that is an array": (
        "10 ON ERROR GOTO 90\n20 INPUT N: FOR L=1 TO 3: D$(1)=\"X\": DIM F(N+50): PRINT \"OK\": NEXT L\n"
        "25 PRINT \"HERE\": IF N<30000 THEN 20\n30 END\n90 PRINT ERR;ERL;L: RESUME NEXT\n",
        "20000\n2e38\n32000\n", ""),
    "menus that make their arrays anew": (
        "10 ON ERROR GOTO 100\n20 INPUT N: FOR K=1 TO 3: GOSUB 60: PRINT \"BACK\";K: NEXT\n"
        "30 PRINT \"DONE\";FRE(0): END\n"
        "60 DIM A(N),B$(N): PRINT FRE(0)\n65 FOR J=0 TO N STEP 7: B$(J)=STRING$(J MOD 30+5,\"*\"): NEXT\n"
        "70 PRINT K;FRE(\"\"): ERASE A,B$: RETURN\n"
        "100 PRINT \"ERR\";ERR;ERL: IF ERR=7 THEN N=INT(N/2): RESUME 20\n"
        "110 IF ERR=14 THEN RESUME 70\n120 RESUME NEXT\n",
        "20000\n3000\n9000\n4000\n100\n5\n6\n7\n", ""),
    "texts that are typed": (
        "10 DIM W$(600): FOR I=1 TO 600: INPUT B$,C: W$(I)=B$+STRING$(250-LEN(B$),\"-\"): PRINT I: NEXT\n",
        "".join(f"W,{number}\n" for number in range(300)), ""),
    "an element that is not there, behind its question": (
        "10 ON ERROR GOTO 90: DIM S$(300): INPUT S$(301),A: INPUT S$(302): LINE INPUT S$(303): END\n"
        "90 PRINT ERR: RESUME NEXT\n",
        "A,1\nB\nC\n", "?  9 \n?  9 \n 9 \n"),
    "lines of a file": (
        "10 ON ERROR GOTO 90: OPEN \"T.TXT\" FOR OUTPUT AS 1\n20 FOR I=1 TO 300: PRINT #1,STRING$(200,\"X\")\n"
        "25 PRINT #1,\"AB,\";I: NEXT: CLOSE: DIM L$(700): OPEN \"T.TXT\" FOR INPUT AS 1\n"
        "30 LINE INPUT #1,L$(K): K=K+1: INPUT #1,L$(K),Q: K=K+1: GOTO 30\n"
        "40 PRINT K;FRE(0);Q: CLOSE: ERASE L$: DIM M$(300,1)\n50 INPUT M$(J,0),W: LINE INPUT M$(J,1): J=J+1: GOTO 50\n"
        "60 PRINT J;FRE(0): END\n90 PRINT ERR;ERL;K;J: IF ERL<50 THEN RESUME 40\n95 RESUME 60\n",
        "".join(f"{'y' * 240},{number}\n{'z' * 250}\n" for number in range(130)), ""),
    "a list that RUN makes anew": (
        "10 DIM A(7000): INPUT N: A(1)=A(1)+N: PRINT A(1);FRE(0): DIM B$(N,N)\n"
        "20 B$(N,1)=\"X\"+STR$(N): PRINT FRE(0): RUN\n",
        "5\n50\n100\n2\n", ""),
    "lowest subscripts of 1, and texts in lists of lists": (
        "10 OPTION BASE 1: INPUT N: DIM A#(N,N),B$(N,2): FOR I=1 TO N: B$(I,2)=STRING$(250,\"=\"): A#(I,1)=I: NEXT\n"
        "20 PRINT FRE(0);A#(N,1)\n",
        "70\n", ""),
    "fields": (
        "10 OPEN \"R\",1,\"X.DAT\",20: FIELD 1,10 AS A$,10 AS B$\n"
        "20 INPUT N: DIM R$(N): LSET A$=\"HELLO\": RSET B$=\"THERE\": PUT 1,1\n"
        "30 PRINT FRE(0): FOR I=1 TO N: GET 1,1: R$(I)=A$+B$: NEXT: PRINT FRE(0): CLOSE: PRINT FRE(0)\n"
        "40 A$=\"NOW\": PRINT FRE(0);A$;B$\n",
        "400\n", ""),
    "RUN and CLEAR": (
        "10 INPUT N: IF N=0 THEN END ELSE DIM A$(N): A$(1)=\"Q\"+STR$(N)\n15 PRINT A$(1);FRE(0)\n"
        "20 INPUT N: IF N=1 THEN CLEAR: PRINT FRE(0): DIM A$(7): A$(7)=STR$(N): PRINT FRE(0) ELSE RUN\n",
        "9000\n2\n15000\n3\n300\n1\n", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", FULL)
def test_full(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, typed, begins = FULL[name]
    shown = basic.run(source, typed, folder=tmp_path, echo=False).text
    assert shown.startswith(begins)
    text = to_python(source, exact=True)
    assert "takes=" in text
    prints_the_same(source, text, typed, tmp_path, monkeypatch)


@pytest.mark.parametrize("begin", range(0, 60, 20))
def test_random_sizes(begin: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    for seed in range(begin, begin + 20):
        writer = FullWriter(seed)
        source, typed = writer.program(), writer.typed()
        try:
            text = to_python(source, exact=True)
        except (Refused, Unusable):  # a line that is only a number
            continue
        with limited(5):
            expected = basic.run(source, typed, engine="step", folder=tmp_path, echo=False).text
        assert play(text, typed, tmp_path, monkeypatch) == expected, seed
        compared += 1
    assert compared >= 5


def test_what_surely_fits_is_not_counted() -> None:
    """Lists stay lists: sizes that are known, or that a question keeps small, and texts that are too few."""
    for source in (
        "10 N=50: DIM A(N),B$(99): INPUT B$(1): A(1)=2: PRINT A(1);B$(1)\n",
        "10 INPUT N: IF N>100 OR N<1 THEN 10\n20 DIM A(N): A(1)=5: PRINT A(1)\n",
        "10 READ N: DIM A(N): A(1)=5: PRINT A(1)\n20 DATA 40\n",
    ):
        assert "takes=" not in to_python(source, exact=True)


@pytest.mark.parametrize(
    ("source", "full"),
    [
        ("10 DIM A$(240): INPUT A$(1)\n", True),  # 241 times 255 characters are more than the 60,300 bytes
        ("10 DIM A$(230): INPUT A$(1)\n", False),
        ("10 N=240: DIM A$(N): INPUT A$(1)\n", False),  # the text alone does not say what N is,
        ("10 INPUT B$: IF B$=\"\" THEN DIM A$(240): INPUT A$(1)\n", False),  # nor whether control comes to a DIM
        ("10 INPUT A$(1)\n" + "".join(f"{n} REM {'-' * 190}\n" for n in range(100, 390)), True),  # 57,710 and 11 texts
    ],
)
def test_what_the_text_says_of_sizes(source: str, full: bool) -> None:
    """Without following the ways of the program, which takes long and is done once more where memory may be full."""
    assert fills(load_program(source.encode()).program) == full


def test_lines_fill_the_memory_of_the_engine(tmp_path: Path) -> None:
    """LINE INPUT puts each line somewhere; what READ finds is in the program already."""
    source = '10 DIM L$(400): FOR I=1 TO 400: LINE INPUT L$(I): PRINT "!";: NEXT\n'
    shown = basic.run(source, f"{'x' * 255}\n" * 400, folder=tmp_path, echo=False).text
    assert shown.endswith("Out of string space in 10\n")
    free = 60300 - 3 * 401 - 255  # for the elements, and less than one line for program and variables
    assert free // 255 - 1 <= shown.count("!") <= free // 255 + 1
