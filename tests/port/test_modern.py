"""The modern manner: Python that needs nothing of `basic`, and says how far it was compared with the BASIC program."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from paths import ROOT
from playing import play

import basic
from basic.cli import main
from basic.compare.runs import judged
from basic.port import port
from basic.port.helpers import HELPERS
from basic.port.verdict import Verdict
from basic.syntax.source import read_program

GAMES = sorted((Path(__file__).parent / "games").glob("*.bas"))
SAID = "# Compared with the BASIC program in "


def modern(source: str | bytes, tight: bool = True, names: dict[str, str] | None = None) -> str:
    """The file, whatever the runs say. `tight`: but for numbers out of range, lines near the margin, large numbers."""
    data = source.encode("latin-1") if isinstance(source, str) else source
    failed = Verdict("differs", illegal=True)
    verdicts = iter([failed] * tight)
    last = Verdict("digits", 1, wide=tight, large=tight)
    return port(read_program(data).program, names=names, runs=lambda *_: next(verdicts, last)).text


def needs_basic(text: str) -> bool:
    return any(
        isinstance(node, ast.ImportFrom) and (node.module or "").startswith("basic")
        for node in ast.walk(ast.parse(text))
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_a_game_in_todays_python(game: Path) -> None:
    """Games in the manner of the time, written for these tests; in `drift` the rounding of single precision grows."""
    program = read_program(game.read_bytes()).program
    text = port(program, runs=judged).text
    assert SAID in text or "in its one run" in text
    assert needs_basic(text) == (game.stem == "drift")


# What PRINT, INPUT, READ and the functions do at their corners is what the interpreter does.
CORNERS = {
    "zones": ('10 PRINT "A","B",1;2,-3\n20 PRINT "LONG TEXT BEYOND A ZONE","X",,"Y"\n30 PRINT 1,2,3,4,5,6,7\n', ""),
    "numbers that fill a zone": (
        '10 FOR I=6 TO 9: PRINT STRING$(I,"*");7000,"X";: PRINT I,: PRINT "TOTAL SALES";I,I*1000: NEXT\n', "",
    ),
    "tab to the margin": (
        '10 FOR I=-1 TO 2: PRINT "A";TAB(I);"B";: NEXT: PRINT: PRINT "A";TAB(0);"B",TAB(85);"C"\n', "",
    ),
    "numbers drawn right behind the imports": ("10 R=RND: PRINT R<.5: IF R<5 THEN SYSTEM\n20 PRINT RND(0)=R\n", ""),
    "half a subscript": ("10 DIM A(9): FOR I=0 TO 9: A(I)=I: NEXT: FOR X=.5 TO 4.5: PRINT A(X);: NEXT\n", ""),
    "tab": ('10 PRINT TAB(10);"T";TAB(5);"U"\n20 FOR I=1 TO 3: PRINT TAB(I*3);I: NEXT\n30 PRINT "A";TAB(20);1\n', ""),
    "a constant of a script and its functions": (
        '10 A$="WORLD": FOR I=1 TO 3: PRINT "A LONGER TEXT";A$: GOSUB 200: NEXT: END\n'
        '200 PRINT "THEN ";A$;I: IF I>2 THEN PRINT I*I\n210 RETURN\n', "",
    ),
    "a zone that is filled behind other texts": (
        '10 FOR I=0 TO 9: PRINT STRING$(I,"*");"ABCD";: IF I THEN PRINT .5," ","S": PRINT "X",.5\n20 NEXT\n'
        '30 FOR I=1 TO 14: PRINT I;I*I,: NEXT: PRINT: FOR I=1 TO 8: PRINT I,: NEXT: PRINT "ABCDEFGHIJKLM ",I\n', "",
    ),
    "a fraction that never changes": (
        "10 F=2.5: DIM X(3): FOR I=1 TO 3: X(I)=I: GOSUB 200: NEXT: END\n"
        "200 PRINT F,X(I): PRINT F;: PRINT\n210 RETURN\n", "",
    ),
    "more zones than a line has": ('10 PRINT "A","B","C","D","E","F": PRINT 1,2,3,4,5,6;"X",7\n', ""),
    "after a question": ('10 PRINT "LB";TAB(20);\n20 INPUT K\n30 PRINT K,: PRINT "X";SPC(3);"Y"\n', "5\n"),
    "the margin": ('10 FOR I=1 TO 40: PRINT I;: NEXT: PRINT: PRINT STRING$(79,"*");"AB";"C"\n', ""),
    "beyond the margin": (
        '10 INPUT N: FOR I=1 TO N: PRINT "15";: NEXT: PRINT: PRINT "A";: FOR I=1 TO 2*N-1: PRINT "*";: NEXT: PRINT\n'
        '20 A$=STRING$(2*N,"*"): PRINT A$;: PRINT "YZ",1: PRINT A$;: PRINT: PRINT A$;"X";TAB(3);A$;"!"\n'
        '30 FOR I=1 TO 2*N: PRINT "-";: NEXT: PRINT TAB(80);"B": PRINT A$;A$;A$;"C",: PRINT A$: IF N>1 THEN 10\n',
        "39\n40\n41\n80\n85\n1\n"),
    "using": (
        '5 FOR X=.5 TO 3: PRINT USING "##";X;: PRINT USING "#.#";X/2;: NEXT\n'
        '10 PRINT USING "##.## ";1.255;2.5;-3: PRINT USING "$$#,###.##-";-1234.5: PRINT USING "**##.#";7\n'
        '20 PRINT USING "!&\\  \\";"HELLO";"THERE";"WORLD": PRINT USING "##";123\n'
        '30 X=1234.5: PRINT USING "TOTAL ##,###.## {EACH}";X: PRINT USING "+###";X;-5\n', "",
    ),
    "a format again": (
        '10 A=3: B=4.6: A$="HI": B$="THERE": PRINT USING "###.#";A;B;-7: PRINT USING "## AND ##)";A;B;-7\n'
        '15 PRINT USING "##. ";A;B;-7: PRINT USING "+##.# ";A;B;-7: PRINT USING "+#,###.";1234;-B;0\n'
        '20 PRINT USING "& ";A$;B$;: PRINT "X",A: PRINT USING "A##B##C";A;B;-7;: PRINT TAB(30);"X"\n'
        '30 PRINT USING "&-&";A$;: PRINT TAB(12);"X": PRINT USING "\\  \\ ";A$;B$;: PRINT TAB(12);"Y"\n', "",
    ),
    "numbers": ("10 PRINT 1E10;1E-5;.00012345;-.5;1/4;12345.678;1E7;2^.5\n20 X=1E6: PRINT X*10;X*100;X/1E9\n", ""),
    "data": ('10 READ A$,A,B$,C$,B#: PRINT A$;A;B$;"/";C$;B#\n20 DATA 12,7.5,"007",rnd(x),3.5\n'
             "30 RESTORE 40: READ X$: PRINT X$\n40 DATA 1.50\n", ""),
    "typed": ('10 INPUT "I, A(I)";I,A(I): PRINT A(I);I\n20 INPUT N$,K%: PRINT N$;K%\n30 LINE INPUT "L? ";L$: PRINT L$\n'
              "40 INPUT A%,B%: PRINT A%;B%\n", '3,1.5\n"Q,R",2.5\nhello, all\n1,x\n1.5,-2\n'),
    "negative": ("10 DEFINT A-Z: INPUT A,B: PRINT A MOD B;A\\B;B MOD A;HEX$(A);OCT$(B): GOTO 10\n", "-9,4\n9,-4\n"),
    "powers of ten in data": ("10 FOR I=1 TO 4: READ X,Y: PRINT X*Y;: NEXT\n20 DATA 1E2,2,-25E-1,4,.5E1,3,7,1e1\n", ""),
    "characters of the pc": ('10 PRINT CHR$(3);CHR$(219);STRING$(3,205);STRING$(2,"-")\n', ""),
    "random": ("10 PRINT RND;RND(0);RND(1): RANDOMIZE 5: PRINT RND: RANDOMIZE 2.5: PRINT INT(RND*1000)\n", ""),
    "texts": ('10 A$="HELLO": FOR I=0 TO 7: PRINT RIGHT$(A$,I);"/";MID$(A$,2,I);"/";LEFT$(A$,I): NEXT\n'
              '20 PRINT VAL("12AB");VAL("X");VAL("-1.5E2");VAL("&H");INSTR(A$,"L");INSTR(4,A$,"L");INSTR(A$,"Z")\n'
              '30 INPUT L: PRINT VAL("2d1"); RIGHT$(A$,L-INT(L/2));"/";RIGHT$(A$,L-5);"."\n',
              "5\n"),
    "whole": ("10 K=2.5: Z%=K: PRINT Z%;CINT(-K);7 MOD 3;-7\\2;K\\1;K MOD 2;HEX$(255);INT(-K);FIX(-K)\n", ""),
    "logic": ("10 K=3: PRINT 1.5 AND 3;NOT 0;5 XOR K;(2>1);(K=4): IF K AND 1 THEN PRINT \"ODD\"\n", ""),
    "again with data": (
        '10 READ A,B: PRINT A+B: INPUT A$: IF A$="Y" THEN RUN\n20 DATA 1,2\n', "Y\nY\nN\n",
    ),
    "a seed that is asked for": ("10 RANDOMIZE: PRINT RND\n", '\n1,2,3\n1D-3\n'),
    "random numbers from a number": ('10 X=RND(-3): PRINT X;RND: RANDOMIZE VAL("00"): PRINT INT(RND*1000)\n', ""),
    "on no byte": (
        '10 INPUT K: ON K GOTO 20,30: PRINT "NO": GOTO 10\n20 PRINT "A": GOTO 10\n30 PRINT "B": GOTO 10\n',
        "0\n3\n1\n255\n2\n-.4\n",
    ),
    "constants from the beginning": (
        '10 READ A$: PRINT A$;-0*1;: GOSUB 100: INPUT B: IF B>0 THEN RESTORE: GOTO 10\n20 END\n'
        '100 READ A: PRINT A: FOR I=1 TO 30: C=C+I: IF C>400 THEN PRINT "MANY"\n110 NEXT: RETURN\n200 DATA X,1,Y,2\n',
        "1\n1\n0\n",
    ),
    "a bell": ('10 PRINT "A";CHR$(7);"B": INPUT F$: PRINT USING F$;1.5\n', "##.##\n"),
    "again": ('10 X=X+1: PRINT X;RND: INPUT A$: IF A$="Y" THEN RUN\n20 PRINT "END";: STOP\n', "Y\nN\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", CORNERS)
def test_corners(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, typed = CORNERS[name]
    text = modern(source)
    assert not needs_basic(text), text
    expected = basic.run(source, typed, folder=tmp_path, echo=False).text
    if name == "numbers":  # 2^.5 is not the same in single precision
        expected = expected.replace("1.414213", "1.414214")
    assert play(text, typed, tmp_path, monkeypatch) == expected


def test_names_that_are_longer_than_those_of_the_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No run tells how long a typed text is: what comes behind it stands where BASIC has it, whatever is typed."""
    source = (
        '10 INPUT A$,X: PRINT A$,X,"END": PRINT "NAME: ";A$,"NUMBER";X*2,"{X}": PRINT A$;TAB(12);X;TAB(20);"END"\n'
        '20 PRINT X;TAB(5);A$;" Z";TAB(14);"Q": PRINT "!";TAB(X/40000+15);A$;TAB(30);"|"\n'
        '25 B$="MR. "+A$: PRINT B$,B$: PRINT B$;X,"X"\n'
        "30 IF X<>0 THEN 10\n"
    )
    typed = "AB,3\nTHIRTEENCHARS,123456\nFOURTEENCHARS1,-2.5\nA LONG NAME OF A TOWN,.1\n,0\n"
    text = modern(source, tight=False)
    assert "zone(" in text and "tab(" in text and "write(" not in text
    assert play(text, typed, tmp_path, monkeypatch) == basic.run(source, typed, folder=tmp_path, echo=False).text


def test_a_number_beyond_all_bounds_is_no_end_in_a_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert play(modern("10 INPUT N: PRINT N<5\n"), "1E999\n", tmp_path, monkeypatch).endswith(" 0 \n")


def test_the_clock() -> None:
    text = modern('10 PRINT TIME$;" ";DATE$;TIMER>=0: RANDOMIZE TIMER\n')
    assert not needs_basic(text)
    assert (
        judged(read_program(b'10 PRINT TIME$;" ";DATE$\n').program, modern('10 PRINT TIME$;" ";DATE$\n')).kind
        == "equal"
    )


@pytest.mark.parametrize(
    "text", ["gw.x", " or ", "x = 1", "files.open(", "# 10", "{y}", "num(1)", "rnd()", "write(", "raise Restart"]
)
def test_texts_are_texts(text: str) -> None:
    """Whatever a text says, what is written is the same but for it, and for names that come of it."""
    source = '10 REM A QUESTION\n20 INPUT "{0}";N$\n30 FOR I=1 TO 3: PRINT "{0}";N$;I: NEXT\n40 IF N$="{0}" THEN 20\n'
    found = ast.parse(modern(source.replace("{0}", text), names={"N$": "word"}))
    changed = 0
    for node in ast.walk(found):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and text in node.value
            and len(node.value) < 20
        ):
            node.value = node.value.replace(text, "HELLO")
            changed += 1
    assert changed == 3
    assert ast.dump(found) == ast.dump(ast.parse(modern(source.replace("{0}", "HELLO"), names={"N$": "word"})))


def test_the_table_of_names_has_the_words() -> None:
    source = b'10 INPUT "HOW MANY ACRES";A: X=A/3: PRINT A;X\n'
    runs = Verdict("equal", 1)
    assert port(read_program(source).program, runs=lambda *_: runs).names == {"A": "acres", "X": "x"}


def test_helpers_are_short() -> None:
    for text in HELPERS.values():
        assert len(text.splitlines()) <= 40


def test_what_differs_is_written_with_basic() -> None:
    """What is chaotic comes out otherwise after sixty steps in single precision."""
    source = b"10 INPUT N: X=N/(N*N+1): FOR I=1 TO 60: X=X*3.7*(1-X): NEXT: PRINT X\n"
    assert judged(read_program(source).program, modern(source)).kind == "differs"
    assert needs_basic(port(read_program(source).program, runs=judged).text)


def test_what_stands_before_a_column_has_a_width_together() -> None:
    table = '10 FOR I=1 TO 4: READ N$: PRINT I;N$,I*I;N$;TAB(40);"!": NEXT\n20 DATA SALT,TEA,RICE,COAL\n'
    text = port(read_program(table.encode()).program, runs=judged).text
    assert "the same" in text
    assert """print(f"{f' {i} {n}':14}{f' {i * i} {n}':25}!""" in text
    stars = '10 FOR I=1 TO 3: FOR J=1 TO I: PRINT "*";: NEXT: PRINT "ROW";I;TAB(12);".": NEXT\n'
    assert "def write(" in port(read_program(stars.encode()).program, runs=judged).text  # nothing counts the stars


def test_a_program_begins_again_before_its_functions_and_constants() -> None:
    text = modern(
        '10 DEF FNR(X)=INT(RND*X)+1\n20 MOST=6: GOSUB 100\n30 INPUT "AGAIN";A$: IF A$="Y" THEN 10\n40 END\n'
        "100 PRINT FNR(MOST): RETURN\n"
    )
    assert not needs_basic(text)
    assert "MOST = 6" in text


WHOLE = """\
5 DIM A(9)
10 INPUT P: IF P<1 OR P>3 OR P<>INT(P) THEN 10
20 GOSUB 100: GOSUB 200: Z=P-1: PRINT Z+INT(Z/4);A(Z+1): K=2.5: GOSUB 300: PRINT K: END
100 FOR I=1 TO 4: A(I)=I*I: PRINT A(I);: NEXT: PRINT: RETURN
200 FOR I=P-.5 TO P+.5 STEP .25: PRINT I;A(I);: NEXT: PRINT: Z=I/2: PRINT Z: RETURN
300 K=K+1: RETURN
"""


def test_a_variable_is_an_int_where_it_only_gets_whole_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for tight in (False, True):
        text = modern(WHOLE, tight)
        assert "for i in range(1, 5):\n        a[i] = i * i" in text
        assert "z = int(entry) - 1" in text  # what is typed is a float for those who check types
        assert "z + z // 4" in text
        assert "(k: float) -> float:" in text  # handed on
        expected = basic.run(WHOLE, "2.5\n3\n", folder=tmp_path, echo=False).text
        assert play(text, "2.5\n3\n", tmp_path, monkeypatch) == expected


def test_files_need_basic() -> None:
    assert needs_basic(modern('10 OPEN "A" FOR OUTPUT AS #1: PRINT #1,"X": CLOSE\n'))


def test_linters_are_content(tmp_path: Path) -> None:
    names = []
    for game in GAMES:
        names.append(f"{game.stem}_port.py")
        (tmp_path / names[-1]).write_text(modern(game.read_bytes(), tight=False), "utf-8")
    for name, (source, _) in CORNERS.items():
        for tight in (False, True):
            names.append(f"{name.replace(' ', '_')}{'_tight' * tight}_corner.py")
            (tmp_path / names[-1]).write_text(modern(source, tight), "utf-8")
    for command in (
        ["ruff", "check", f"--config={ROOT / 'pyproject.toml'}", "."],
        ["ruff", "format", f"--config={ROOT / 'pyproject.toml'}", "--check", "."],
        ["pyflakes", "."],
        ["mypy", "--strict", "--no-error-summary", f"--cache-dir={ROOT / '.mypy_cache'}", *names],
    ):
        done = subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True)
        assert not done.returncode, done.stdout + done.stderr


def test_lines_and_runs_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "A.BAS").write_text("10 INPUT N\n20 PRINT N*2\n")
    assert main(["port", str(tmp_path / "A.BAS"), "--no-runs", "--lines"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# Not compared with the BASIC program.\n")
    assert 'ask_number("? ")  # 10\n' in out
    assert main(["port", str(tmp_path / "A.BAS")]) == 0
    out = capsys.readouterr().out
    assert out.startswith(SAID)
    assert "# 10" not in out
