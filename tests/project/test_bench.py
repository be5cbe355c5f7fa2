"""`basic bench`: what is compared is right, and what is shown is what was measured. Times themselves are not tested."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from basic.bench import dialects, report
from basic.bench.contenders import TWIN, Contender, Engine, Ported, Twin, given
from basic.bench.growth import LENGTHS, Series, program
from basic.bench.measure import Effort, Figure, Meter, run
from basic.bench.suite import NAMES, Work
from basic.cli import main
from basic.editing.load import load_program
from basic.syntax.parse import problems


@pytest.mark.parametrize("name", NAMES)
def test_twins_do_the_same_work(name: str, tmp_path: Path) -> None:
    done = run(Twin().command(Work(name, 1), tmp_path), 20, keep=True)
    assert done.status == 0 and done.output is not None and Twin().right(name, done.output)


def test_transcripts_are_judged() -> None:
    assert Engine("step").right("queens", " 92  15720 \r\n")
    assert not Engine("step").right("queens", " 92 15720 \n")
    other = Contender("other", "", lambda path: [path])
    assert other.right("queens", "Other BASIC 1.2\n92 15720\n")
    assert not other.right("queens", "92 15721\n") and not other.right("queens", "")
    assert other.right("double", "1.643935 2.718282 3.140593\n") and not other.right("double", "1.6439 2.7182 3.1405\n")


def test_dialects() -> None:
    assert dialects.yabasic('10 DEFINT A-Z\n20 IF A%=1 THEN GOTO 40\n30 PRINT "A;B";X!;Y\n40 SYSTEM\n') == (
        '20 IF A=1 GOTO 40\n30 PRINT "A;B"," ",X," ",Y\n40 END\n'
    )
    assert dialects.bwbasic("20 DIM F(9)\n150 FOR I=1 TO N:T=T+C(I):NEXT I\n") == (
        "20 DIM FX(9)\n150 FOR I=1 TO N\n152 T=T+C(I)\n154 NEXT I\n"
    )


def test_units_are_written_into_the_program() -> None:
    for name in NAMES:
        assert "\n15 Q!=37\n" in Work(name, 37).text and "9999 SYSTEM" in Work(name, 37).text
    assert " 37" in Ported(exact=False).source(Work("for", 37))


def test_a_run_that_takes_too_long_is_ended() -> None:
    done = run([sys.executable, "-c", "import time; time.sleep(60)"], 0.2)
    assert done.output is None and done.wall < 30
    done = run([sys.executable, "-c", "print(sum(range(10**6))); raise SystemExit(3)"], 30, keep=True)
    assert done.status == 3 and done.output == "499999500000\n" and done.processor > 0


def test_wrong_and_slow_contenders_are_told_apart(tmp_path: Path) -> None:
    def python(code: str) -> Contender:
        return Contender(code.split()[0], "", lambda path: [sys.executable, "-c", code])

    wrong, late = python("print(1)"), python("import time; time.sleep(60)")
    code = "import sys; print(92, 15720); sys.exit(not sys.argv[1].endswith('-1.bas'))"
    unsteady = Contender("unsteady", "", lambda path: [sys.executable, "-c", code, path])
    meter = Meter(tmp_path, Effort(0.05, 2, 1.5), lambda text: None)
    figures = meter.compare("queens", [Twin(), wrong, late, unsteady], {})
    assert figures[wrong.name].trouble == "prints something else"
    assert figures["unsteady"].trouble == "ended with status 1"
    assert figures[late.name].at_least and figures[late.name].ratio > 1
    assert figures[TWIN].ratio == 1.0


def test_the_table() -> None:
    contenders = [Twin(), Engine("python")]
    figures = {
        "for": {TWIN: Figure(0.0002, 1, 0, 9, (0.0002,)), "python": Figure(0.0004, 2.0, 0.04, 9, (0.0004,))},
        "sieve": {TWIN: Figure(0.001, 1, 0, 9, (0.001,)), "python": Figure(5, 5000, 0, 1, (), at_least=True)},
    }
    results = report.Results(contenders, {TWIN: 0.01, "python": 0.03}, figures, ["yabasic"])
    assert report.rows(results) == [
        ["program", "twin", "python"],
        ["start-up", "10 ms", "30 ms (3.0)"],
        ["for", "200 us", "2.00 ±4%"],
        ["sieve", "1 ms", "> 5,000"],
        ["median", "", "> 2,501"],
    ]
    assert "| for | 200 us | 2.00 ±4% |" in report.as_markdown(results)
    assert "Not found here: yabasic." in report.as_text(results)


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data, page = tmp_path / "figures.json", tmp_path / "page.md"
    page.write_text("# Times\n<!-- basic bench -->\nold\n<!-- end -->\nThe rest.\n")
    given = ["--only", "gosub", "--against", "python", "--rounds", "1", "--seconds", "0.01", "--json", str(data)]
    given += ["--markdown", str(page)]
    assert main(["bench", *given]) == 0
    shown = capsys.readouterr().out
    assert "\ngosub " in shown and "basic run --engine python" in shown
    found = json.loads(data.read_text())["programs"]["gosub"]
    assert found["python"]["units"] >= 2 and len(found["python"]["samples"]) == 1
    text = page.read_text()
    assert text.startswith("# Times\n<!-- basic bench -->\n") and text.endswith("\n<!-- end -->\nThe rest.\n")
    assert "\n| gosub |" in text and "old" not in text
    for wrong in (["--against", "nobody"], ["--with", "x"], ["--with", "x=no-such-command"]):
        assert main(["bench", *wrong]) == 2
    with pytest.raises(SystemExit):
        main(["bench", "--only", "nothing"])


def test_others_by_name(tmp_path: Path) -> None:
    (other,) = given(f"other={sys.executable} -q")
    command = other.command(Work("for", 2), tmp_path)
    assert other.name == "other" and command[1:] == ["-q", str(tmp_path / "other-for-2.bas")]


def test_growth() -> None:
    assert Series("", (1, 2, 4), (1.0, 2.0, 8.0)).growth == [1.0, 1.0, 2.0]
    for lines in LENGTHS[:2]:
        made = load_program(program(lines).encode(), unlimited=True).program
        assert len(made.lines) == lines and not problems(made)
