"""How far a port was shown to do the same: Python written here by hand, beside its program."""

import signal

import pytest

from basic.compare.games import Player
from basic.compare.runs import judged, python_shows
from basic.editing.load import load_program
from basic.port import to_python
from basic.port.verdict import Difference, Hopes, Verdict, left, said


def judge(basic: str, python: str) -> Verdict:
    return judged(load_program(basic.encode()).program, python)


ASKING = '10 LINE INPUT "YES OR NO";A$\n20 IF A$="YES" THEN PRINT "MUCH":GOTO 40\n30 PRINT "LITTLE"\n40 END\n'
ASKED = """\
if input("YES OR NO") == "YES":
    print("MUCH")
else:
    print("LITTLE")
"""


def test_the_same_on_all_runs():
    verdict = judge(ASKING, ASKED)
    assert (verdict.kind, verdict.branches, verdict.difference) == ("equal", 1, None)
    assert 1 < verdict.runs <= 8
    assert judge(ASKING, ASKED) == verdict


def test_a_program_that_asks_for_nothing_has_one_run():
    assert judge('10 PRINT "A"', 'print("A")') == Verdict("equal", runs=1)


def test_last_digits():
    """1/3 is .3333334 in BASIC's singles."""
    verdict = judge("10 FOR I=1 TO 3: PRINT 1/I: NEXT", 'print(" 1 ")\nprint(" .5 ")\nprint(" .3333333 ")')
    assert (verdict.kind, verdict.runs, verdict.digits) == ("digits", 1, 1)


def test_where_it_differs():
    verdict = judge(ASKING, ASKED.replace("MUCH", "MUST"))
    assert verdict.kind == "differs"
    assert verdict.difference == Difference(20, "YES OR NOMUCH", "YES OR NOMUST")


def test_a_text_that_one_of_them_has_not():
    assert judge('10 PRINT "A"\n20 PRINT "B"', 'print("A")').difference == Difference(20, "B", "it ends")
    assert judge('10 PRINT "A"\n20 END', 'print("A")\nprint("B")').difference == Difference(20, "it ends", "B")
    assert judge('10 PRINT "A"', 'print("A")\n1 / 0').difference == Difference(
        10, "it ends", "ZeroDivisionError: division by zero"
    )


def test_an_error_ends_both():
    basic = '10 PRINT "A"\n20 PRINT SQR(-1)\n30 PRINT "B"'
    assert judge(basic, 'import math\nprint("A")\nprint(math.sqrt(-1))') == Verdict("equal", runs=1, errors=1)
    assert judge(basic, 'import sys\nprint("A")\nsys.exit(1)') == Verdict("equal", runs=1, errors=1)
    assert judge(basic, 'print("A")').kind == "differs"  # it does not fail
    difference = judge(basic, 'print("A")\nprint("B")\n1 / 0').difference
    assert difference == Difference(20, "Illegal function call in 20", "B")


@pytest.mark.parametrize("leaving", ["raise", "import sys; sys.exit(1)"])
def test_the_input_runs_out(leaving):
    basic = '10 LINE INPUT A$\n20 PRINT "AGAIN"\n30 GOTO 10'
    python = f'try:\n    while True:\n        input()\n        print("AGAIN")\nexcept EOFError:\n    {leaving}\n'
    verdict = judge(basic, python)
    assert (verdict.kind, verdict.stopped, verdict.errors) == ("equal", 0, 0)
    assert judge(basic, python.replace(leaving, "pass")).kind == "differs"


def test_doubles_of_the_library_are_no_overflow():
    basic = '10 A#=1D+30: FOR I%=1 TO 3: A#=A#/7: PRINT A#: NEXT'
    verdict = judge(basic, to_python(basic, exact=True))
    assert (verdict.kind, verdict.errors) == ("equal", 0)


def test_who_does_not_end_is_followed_for_a_while():
    basic = '10 PRINT "A": GOTO 10'
    assert judge(basic, 'while True:\n    print("A")') == Verdict("equal", runs=1, stopped=1)
    assert judge(basic, 'while True:\n    print("B")').difference == Difference(10, "A", "B")
    assert judge(basic, 'print("A")').difference == Difference(10, "it does not end", "it ends")
    assert judge('10 PRINT "A"', 'print("A")\nwhile True:\n    pass').difference == Difference(
        10, "it ends", "it does not end"
    )
    assert judge("10 GOTO 10", "while True:\n    pass") == Verdict("equal", runs=1, stopped=1)


CLOCKS = """\
import time
from datetime import datetime
print(datetime.now().hour, time.localtime().tm_hour, time.localtime(time.time()).tm_hour)
time.sleep(100000)
"""


def test_the_clock_stands_at_noon():
    assert python_shows(CLOCKS, "", 100).text == "12 12 12\n"


@pytest.mark.parametrize(
    ("basic", "python"),
    [
        ("10 END", "import signal\nsignal.raise_signal(signal.SIGINT)"),
        (
            "10 END",
            "import signal\nfrom basic.gw.program import Program\n"
            "with Program() as gw:\n    signal.raise_signal(signal.SIGINT)",
        ),
    ],
)
def test_ctrl_c_ends_the_comparison(basic, python):
    with pytest.raises(KeyboardInterrupt):
        judge(basic, python)


def test_ctrl_c_ends_the_games(monkeypatch):
    monkeypatch.setattr(Player, "_answer", lambda self: signal.raise_signal(signal.SIGINT) or "\n")
    with pytest.raises(KeyboardInterrupt):
        judge(ASKING, ASKED)


def test_nothing_is_shown_but_there(capfd):
    text = "import sys\nsys.stdout.write(sys.stdin.readline())\nprint(input('B'), file=sys.stdout)\n"
    assert python_shows(text, "A\nC\n", 100).text == "A\nBC\n"
    with_library = "from basic.gw.program import Program\nwith Program() as gw:\n    gw.print(gw.input_number('N'))\n"
    assert python_shows(with_library, "5\n", 100).text == "N?  5 \n"
    assert python_shows(with_library, "", 100).end == "input"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("verdict", "lines"),
    [
        (Verdict("untried"), ["# Not compared with the BASIC program."]),
        (Verdict("equal", 1), ["# Compared with the BASIC program in 1 run: the same text."]),
        (
            Verdict("digits", 8, 0.999, 3, errors=1, stopped=2),
            [
                "# Compared with the BASIC program in 8 runs, which took 99 % of its branches: "
                "the same text but for the last digit of 3",
                "# numbers.",
                "# 1 run ended by an error, whose message is not the same.",
                "# 2 runs did not end: so far as they came.",
            ],
        ),
        (
            Verdict("differs", 2, difference=Difference(120, "A" * 61, "\x1b[1m")),
            [
                "# Compared with the BASIC program in 2 runs: not the same.",
                "# They differ from line 120 of the BASIC program on, which `basic port --exact` may mend:",
                f"#   BASIC:  {'A' * 57}...",
                "#   Python: ?[1m",
            ],
        ),
    ],
)
def test_what_the_head_of_a_file_says(verdict, lines):
    assert said(verdict) == lines
    assert all(len(line) <= 120 for line in lines)


def test_basic_goes_on_where_python_ends() -> None:
    basic = '10 PRINT "A": X=0: PRINT 1/X: PRINT "B"'
    assert judge(basic, 'print("A")\nprint(1 / 0)\nprint("B")') == Verdict("equal", runs=1, went_on=1)
    assert judge(basic, 'print("A")\nprint("C")\nprint(1 / 0)').kind == "differs"


def test_an_error_that_ends_both_is_none_that_basic_goes_on_from() -> None:
    assert judge('10 PRINT "A": A%=40000', 'print("A")\nraise OverflowError') == Verdict("equal", runs=1, errors=1)


def test_whole_numbers_do_not_grow_without_end() -> None:
    basic = "10 X=3: FOR I=1 TO 60: X=X*X: NEXT: PRINT 1"
    assert judge(basic, "x = 3\nfor i in range(60):\n    x = x * x\nprint(1)") == Verdict("equal", runs=1, went_on=1)


def test_without_limits() -> None:
    program = load_program(b"10 DIM A(20000): A(20000)=7: PRINT A(20000)\n", unlimited=True).program
    python = "a = [0] * 20001\na[20000] = 7\nprint(f' {a[20000]} ')"
    assert judged(program, python, unlimited=True).kind == "equal"
    assert judged(program, python).kind == "differs"


def test_what_runs_leave_of_hopes():
    """A file is written again with what they take away: numbers first where it is not said what is missing."""
    assert left(Hopes(), Verdict("equal")) == Hopes()
    assert left(Hopes(), Verdict("digits", wide=True)) == Hopes(narrow=False)
    assert left(Hopes(), Verdict("equal", large=True)) == Hopes(small=False)
    assert left(Hopes(), Verdict("equal", wide=True, only=True)) == Hopes()
    failed = Verdict("differs", illegal=True)
    assert left(Hopes(narrow=False), failed) == Hopes(narrow=False, in_range=False)
    assert left(Hopes(), Verdict("differs")) == Hopes(small=False, in_range=False)
    assert left(Hopes(small=False), Verdict("differs")) == Hopes(narrow=False, small=False, in_range=False)
    assert left(Hopes(narrow=False, small=False, in_range=False), failed) is None


def test_a_number_that_on_does_not_take_needs_no_columns():
    """The games type what lies beyond the limits that a program looks at: errors for ON. Its lines are short."""
    source = """\
10 INPUT "WHICH";K: ON K GOTO 30,40: IF K>299 THEN PRINT "TOO MUCH"
20 FOR I=1 TO 3: PRINT "*";: NEXT: PRINT: GOTO 10
30 PRINT "ONE": GOTO 10
40 PRINT "TWO"
"""
    text = to_python(source, runs=judged)
    assert "byte(" in text
    assert "column" not in text
