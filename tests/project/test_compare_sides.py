"""`basic compare` for engineers: transcripts kept and expected, commands, many pairs, files, JUnit's XML."""

import os
import re
import signal
import subprocess
import sys
import time
from xml.etree import ElementTree

import pytest
from comparing import compare, files
from paths import ROOT

DOUBLE = '10 INPUT "N";N: PRINT N*2\n20 IF N>0 THEN 10\n'


# ---- transcripts ----------------------------------------------------------------------------------------------------


def test_what_is_recorded_is_expected(here, capsys):
    files(here, D_BAS=DOUBLE, in_txt="3\n0\n")
    assert compare("D.BAS", "--input", "in.txt", "--record", "out.txt") == 0
    assert (here / "out.txt").read_text() == "N? 3\n 6 \nN? 0\n 0 \n"
    assert compare("D.BAS", "--input", "in.txt", "--expected", "out.txt") == 0
    assert "D.BAS and out.txt  equal on 1 input\n" in capsys.readouterr().out
    files(here, D_BAS=DOUBLE.replace("N*2", "N*3"))
    assert compare("D.BAS", "--input", "in.txt", "--expected", "out.txt") == 1
    assert "the transcripts differ from line 2, column 2 on" in capsys.readouterr().out


def test_each_input_has_its_transcript(here, capsys):
    files(here, D_BAS=DOUBLE, a_txt="1\n0\n", b_txt="2\n0\n")
    inputs = ["--input", "a.txt", "--input", "b.txt"]
    assert compare("D.BAS", *inputs, "--record", "a.out", "--record", "b.out") == 0
    assert compare("D.BAS", *inputs, "--expected", "a.out", "--expected", "b.out") == 0
    assert compare("D.BAS", *inputs, "--expected", "b.out", "--expected", "a.out") == 1
    assert compare("D.BAS", *inputs, "--expected", "a.out") == 2
    assert "2 inputs and 1 files of --expected" in capsys.readouterr().err


def test_too_short_an_input_is_neither_recorded_nor_equal(here, capsys):
    files(here, D_BAS=DOUBLE, in_txt="3\n", out_txt="N? 3\n 6 \nN? \n")
    assert compare("D.BAS", "--input", "in.txt", "--record", "new.txt") == 2
    assert "the input is too short" in capsys.readouterr().err
    assert not (here / "new.txt").exists()
    assert compare("D.BAS", "--input", "in.txt", "--expected", "out.txt", "--ignore-blanks") != 0


def test_without_limits(here, capsys):
    """Of a line, of an array, and of the program's memory."""
    text = f"10 REM {'X' * 300}\n20 DIM A(20000),B(15000): INPUT N: A(19999)=N: PRINT A(19999)*2\n"
    files(here, LONG_BAS=text, in_txt="3\n", out_txt="? 3\n 6 \n", x_py="print('?', '', int(input()) * 2, '')\n")
    given = ("--input", "in.txt")
    for side in (("--port", "--exact"), ("--expected", "out.txt"), ("--command", f"{sys.executable} x.py")):
        assert compare("LONG.BAS", *side, *given) == 2
        assert "lift the limit with --unlimited" in capsys.readouterr().err
        assert compare("LONG.BAS", *side, *given, "--unlimited") == 0
    assert compare("LONG.BAS", "--port", "--exact", "--random", "2", "--unlimited", "--html", "page.html") == 0
    assert compare("LONG.BAS", "--record", "kept.txt", *given, "--unlimited") == 0
    assert (here / "kept.txt").read_text() == "? 3\n 6 \n"
    files(here, CAUGHT_BAS="10 ON ERROR GOTO 40\n20 INPUT N: IF N THEN DIM A(N)\n30 PRINT N;A(N): END\n40 PRINT ERR\n")
    files(here, many_txt="20000\n")
    for manner in ((), ("--exact",)):  # a port has room for any array
        for limits, status in (((), 1), (("--unlimited",), 0)):
            assert compare("CAUGHT.BAS", "--port", "--input", "many.txt", *manner, *limits) == status


# ---- any command ----------------------------------------------------------------------------------------------------


def test_any_command(here, capsys):
    """Its file is found though it runs elsewhere; what is typed shows on neither side."""
    files(here, D_BAS=DOUBLE, in_txt="3\n0\n")
    files(here, x_py="n = 1\nwhile n:\n    n = int(input('N? '))\n    print('', n * 2, '')\n")
    command = f"{sys.executable} x.py"
    assert compare("D.BAS", "--command", command, "--input", "in.txt", "--all") == 0
    assert "   1 N?  6 " in capsys.readouterr().out
    files(here, in_txt="3\n")
    assert compare("D.BAS", "--command", command, "--input", "in.txt") == 2
    assert "too short" in capsys.readouterr().out
    files(here, in_txt="3\n0\n", x_py="import sys\nprint('N?  6 \\nN?  0 ')\nsys.exit('no more')\n")
    assert compare("D.BAS", "--command", command, "--input", "in.txt") == 1
    assert "the port ended with status 1: no more" in capsys.readouterr().out


@pytest.mark.parametrize(("command", "said"), [("nosuch-command x", "cannot be run"), ("'", "--command:"), ("", "no")])
def test_a_command_that_is_none(here, capsys, command, said):
    files(here, D_BAS="10 PRINT 1\n")
    assert compare("D.BAS", "--command", command) == 2
    assert said in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="a shell is needed")
def test_a_command_that_does_not_end_leaves_nothing_behind(here, capsys):
    files(here, D_BAS="10 PRINT 1\n", x_sh="(sleep 2; echo late >$1) &\nsleep 60\n")
    (here / "late").write_text("")
    assert compare("D.BAS", "--command", "sh x.sh late", "--timeout", ".3") == 3
    assert "the port does not end: it was stopped after 0.3 s" in capsys.readouterr().out
    time.sleep(2.2)
    assert (here / "late").read_text() == ""  # what it had started has been ended with it


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGTERM")
def test_a_comparison_that_is_ended_ends_its_command(here):
    files(here, D_BAS="10 PRINT 1\n", x_sh="echo begun >$1; sleep 2; echo late >$1\n", mark_txt="")
    mark = here / "mark.txt"
    command = [sys.executable, "-m", "basic", "compare", "D.BAS", "--command", "sh x.sh mark.txt"]
    with subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}) as process:
        end = time.monotonic() + 20
        while not mark.read_text() and time.monotonic() < end:
            time.sleep(0.05)
        process.terminate()
        assert process.wait(10) == 128 + signal.SIGTERM
    time.sleep(2.3)
    assert mark.read_text() == "begun\n"


def test_what_is_no_python_is_never_run(here, capsys):
    files(here, D_BAS="10 PRINT 1\n", x_txt="open('made', 'w')\nprint(' 1 ')\n", E_BAS="print(open('made', 'w'))\n")
    for name in ("x.txt", "E.BAS"):
        assert compare("D.BAS", name) == 2
        assert f"{name} is no Python file" in capsys.readouterr().err
    assert not (here / "made").exists()
    (here / "script").write_text("#!/usr/bin/env python3\nprint(' 1 ')\n")
    assert compare("D.BAS", "script") == 0


def test_one_other_side(here, capsys):
    files(here, D_BAS="10 PRINT 1\n", x_py="print(' 1 ')\n")
    assert compare("D.BAS", "x.py", "--command", "echo") == 2
    assert "one other side" in capsys.readouterr().err
    assert compare("--command", "echo") == 2
    assert "--command needs the name of a PROGRAM" in capsys.readouterr().err


# ---- many pairs -----------------------------------------------------------------------------------------------------


def test_the_pairs_of_a_folder(here, capsys):
    folder = here / "all"
    folder.mkdir()
    files(folder, D_BAS=DOUBLE, d_1_in="3\n0\n", d_2_in="0\n", E_BAS="10 PRINT 1\n", e_py="print(' 2 ')\n")
    for name, text in {"d.1.out": "N? 3\n 6 \nN? 0\n 0 \n", "d.2.out": "N? 0\n 0 \n"}.items():
        (folder / name).write_text(text)
    (folder / "d.1.in").exists()
    assert compare("--pairs", "all") == 1
    out = capsys.readouterr().out
    assert "D.BAS and d.1.out  equal on 2 inputs" in out
    assert out.endswith("1 equal, 1 different\n")


def test_the_pairs_of_a_file(here, capsys):
    folder = here / "all"
    folder.mkdir()
    files(folder, D_BAS=DOUBLE, in_txt="0\n", E_BAS="10 PRINT 1\n", e_py="print(' 1 ')\n")
    (folder / "pairs.txt").write_text("# two\nD.BAS --port --input in.txt\n\nE.BAS e.py\n")
    assert compare("--pairs", "all/pairs.txt") == 0
    assert capsys.readouterr().out.endswith("2 equal\n")
    (folder / "pairs.txt").write_text("E.BAS e.py\nE.BAS nosuch.py\n")
    assert compare("--pairs", "all/pairs.txt") == 2
    assert "pairs.txt, line 2: there is no port nosuch.py" in capsys.readouterr().err
    (here / "none").mkdir()
    assert compare("--pairs", "none") == 2
    assert compare("--pairs", "nosuch") == 2


# ---- files that both write ------------------------------------------------------------------------------------------


def test_files_that_both_sides_wrote(here, capsys):
    files(here, W_BAS='10 OPEN "OUT.TXT" FOR OUTPUT AS 1: PRINT#1,"A": PRINT#1,"B": CLOSE\n')
    write = "open('out.txt', 'wb').write(b'{}')\n"
    files(here, w_py=write.format(r"A\r\nB\r\n\x1a"))
    assert compare("W.BAS", "w.py", "--files") == 0
    files(here, w_py=write.format(r"A\r\nC\r\n\x1a"))
    assert compare("W.BAS", "w.py") == 0
    capsys.readouterr()
    assert compare("W.BAS", "w.py", "--files") == 1
    out = capsys.readouterr().out
    assert "the file OUT.TXT differs from line 2, column 1 on" in out
    assert re.search("   2 B\u240d +\\|    2 C\u240d\n", out)
    files(here, w_py="")
    assert compare("W.BAS", "w.py", "--files") == 1
    assert "only the program writes the file OUT.TXT" in capsys.readouterr().out


def test_a_data_file_counts_where_it_was_changed(here, capsys):
    files(here, W_BAS='10 OPEN "D.TXT" FOR APPEND AS 1: PRINT#1,"A": CLOSE\n', D_TXT="0\n", w_py="")
    assert compare("W.BAS", "w.py", "--files", "--file", "D.TXT") == 1
    assert "only the program writes the file D.TXT" in capsys.readouterr().out
    files(here, W_BAS="10 REM\n")
    assert compare("W.BAS", "w.py", "--files", "--file", "D.TXT") == 0


# ---- JUnit ----------------------------------------------------------------------------------------------------------


def test_junit(here, capsys):
    files(here, D_BAS=DOUBLE, a_txt="0\n", b_txt="1\n0\n", c_txt="1\n")
    files(here, d_py="n = 1\nwhile n:\n    n = int(input('N? '))\n    print('', n * 2 if n < 1 else '<\\a&', '')\n")
    inputs = [part for name in "abc" for part in ("--input", f"{name}.txt")]
    assert compare("D.BAS", "d.py", *inputs, "--junit", "out.xml") == 1
    (suite,) = ElementTree.parse(here / "out.xml").getroot()
    assert {name: suite.get(name) for name in ("tests", "failures", "errors")} == {
        "tests": "3",
        "failures": "2",
        "errors": "0",
    }
    first, second, _ = suite.findall("testcase")
    assert first.get("name") == "1: a.txt of D.BAS"
    assert len(first) == 0
    assert second[0].get("message") == "the transcripts differ from line 2, column 2 on"
    assert "   2  <\u2407&" in str(second[0].text)
    files(here, d_py="n = 1\nwhile n:\n    n = int(input('N? '))\n    print('', n * 2, '')\n")
    assert compare("D.BAS", "d.py", "--input", "c.txt", "--junit", "out.xml") == 2
    (error,) = ElementTree.parse(here / "out.xml").getroot().iter("error")
    assert "too short" in str(error.get("message"))
