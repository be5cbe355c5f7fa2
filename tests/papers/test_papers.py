"""Where the programs come from: the page against the listings it quotes, and the commands that find what ships."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import unicodedata
from itertools import product
from pathlib import Path

import pytest
from paths import PROGRAMS, ROOT
from tmux import Screen, needs_tmux

from basic.cli import main
from basic.finding import homes, shipped

PAGE = (ROOT / "basic" / "docs" / "PAPERS.md").read_text("utf-8")
SECTIONS = {section.partition(":")[0]: section for section in PAGE.split("\n## ")[1:]}


def listing(name: str) -> list[str]:
    return (PROGRAMS / name).read_text("latin-1").splitlines()


def rows(section: str) -> list[list[str]]:
    """The rows of its tables, cell by cell."""
    found = re.findall(r"^\| (.*) \|$", section, re.M)
    return [re.split(r" \| ", row.replace("|  |", "| - |")) for row in found]


def test_every_program_has_its_paper() -> None:
    assert list(SECTIONS) == ["PENTA.BAS", "QUEENS.BAS", "KENKEN.BAS", "NINE.BAS", "SUDOKU.BAS"]


@pytest.mark.parametrize("name", SECTIONS)
def test_lines_stand_as_they_are_quoted(name: str) -> None:
    """What the last columns of the tables have are lines of the program, whole."""
    lines = set(listing(name))
    quoted = [span for *_, last in rows(SECTIONS[name]) for span in re.findall(r"`(\d+ .*?)`", last)]
    assert len(quoted) >= 6
    assert set(quoted) <= lines


def test_penta_is_mended_line_by_line() -> None:
    """All 36 lines with what the copy has; ten differ in blanks and wide punctuation only."""
    table = [row for row in rows(SECTIONS["PENTA.BAS"]) if len(row) == 3][-36:]
    assert [last.strip("`") for *_, last in table] == listing("PENTA.BAS")
    plain = [
        number
        for number, (copy, why, mended) in enumerate(table)
        if unicodedata.normalize("NFKC", copy).replace(" ", "") == mended.replace(" ", "")
    ]
    assert len(plain) == 10
    assert [number for number, (_, why, _) in enumerate(table) if why.strip("- ") == ""] == plain


def star(step: int, wrap: int, first: int, over: tuple[int, int], start: int) -> list[int] | None:
    """Lines 170 to 290 in one of their readings: the cells that get 0 to 9, or None where a subscript is no good."""
    x = [0, 1, 3, 5, 9, 7, 5, 3, 3, 3, 3, 5, 7, 9, 5, 3]
    y = [0, 5, 4, 3, 2, 5, 7, 9, 6, 4, 1, 3, 5, 8, 7, 6]
    n, cells = start, [10 * x[start] + y[start]]
    for _ in range(9):
        n += first
        n -= wrap if n >= over[0] else 0
        if not 0 <= n <= 15:
            return None
        if x[n] in (1, 9) or y[n] in (1, 9):
            n += step
        n -= wrap if n >= over[1] else 0
        n += 1
        if not 0 <= n <= 15:
            return None
        cells.append(10 * x[n] + y[n])
    return cells


def test_lines_220_to_260_have_no_other_reading() -> None:
    cycle = [15, 53, 98, 36, 31, 75, 39, 34, 92, 57]  # A C J H I E G B D F

    def fills(cells: list[int] | None, start: int) -> bool:
        if cells is None:
            return False
        at = cycle.index(cells[0])
        return cells in (cycle[at:] + cycle[:at], (cycle[at::-1] + cycle[:at:-1]))

    good = [
        reading
        for reading in product((6, 7, 8, 9), (14, 15, 16), (0, 1, -1, 2), product((15, 16), repeat=2))
        if all(fills(star(*reading, start), start) for start in (1, 2, 3, 4, 5, 6, 7, 8, 10, 13))
    ]
    assert good == [(8, 15, 1, (15, 15)), (8, 15, 1, (16, 15))]


def test_with_more_than_15_in_line_250_subscripts_leave_the_table() -> None:
    """Of the ten starts, and of the paper's three samples, one comes to its end."""
    starts = {1: "1,5", 2: "3,4", 3: "5,3", 4: "9,2", 5: "7,5", 6: "5,7", 7: "3,9", 8: "3,6", 10: "3,1", 13: "9,8"}
    ended = {place for n, place in starts.items() if star(8, 15, 1, (15, 16), n) is not None}
    assert len(ended) == 1
    assert ended <= {"1,5", "3,4", "5,3"}


def test_the_queens_are_quoted_whole() -> None:
    """All lines but the remarks and the printing of a solution, which the book only names."""
    spans = {span for row in rows(SECTIONS["QUEENS.BAS"]) for span in re.findall(r"`(\d+ .*?)`", row[-1])}
    lines = {line for line in listing("QUEENS.BAS") if " REM " not in line and not line.startswith("3")}
    assert lines - spans == set()
    assert [line for line in listing("QUEENS.BAS") if re.match("3[0-4]", line)] == [
        "30 K=1", "300 FOR J=1 TO 8", "310 PRINT C(J);", "320 NEXT J", "330 PRINT", "340 RETURN"
    ]  # fmt: skip


# --- the commands


def test_papers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["papers"]) == 0
    assert capsys.readouterr().out.count(".BAS: ") == 5
    for name in ("penta", "PENTA.BAS"):
        assert main(["papers", name]) == 0
        shown = capsys.readouterr().out
        assert shown.startswith("## PENTA.BAS: ") and "QUEENS" not in shown
    assert main(["papers", "chess"]) == 2
    assert capsys.readouterr().err == "basic: there is no paper of chess; `basic papers` lists them\n"


def basic(folder: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "JUNZI_CACHE": "", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "basic", *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment, input=typed, capture_output=True, encoding="utf-8", check=False
    )


@pytest.mark.parametrize(
    ("arguments", "typed", "shown"),
    [
        (["PENTA"], "1,5\n", "? 1,5\n\n    0    \n"),
        (["run", "queens"], "", " 1  5  8  6  3  7  2  4 \n"),
        (["run", "QUEENS0.BAS"], "", " 8  4  1  3  6  2  7  5 \n"),
        (["run", "QUEENSW"], "", "c   8  4  1  3  6  2  7  5   a solution\n"),
        (["run", "SUDOKU"], "3\nn\nSUDOKU2.TXT\n0\n", "Current number of search steps: 200\n"),
        (["list", "PENTA"], "", "150 INPUT X1,Y1\n"),
        (["check", "NINE"], "", "nothing to complain about\n"),
        (["play", "penta", "1,5"], "", "\n    0    \n"),
        (["play", "PENTA.BAS", "--check", "-"], "    0    \n", ""),
        (["play", "queens", "--count"], "", "92 solutions, 15398 squares tried"),
        (["play", "sudoku", "--list"], "", "SUDOKU9.TXT\n"),
        (["play", "nine"], "T\n\n", "22 and 17 of 33 come out as printed"),
        (["play", "kenken", "--make", "4", "4", "2"], "", "+"),
    ],
)
def test_what_ships_is_found_from_anywhere(arguments: list[str], typed: str, shown: str, tmp_path: Path) -> None:
    done = basic(tmp_path, *arguments, typed=typed)
    assert shown in done.stdout
    assert "Traceback" not in done.stderr
    assert done.returncode == (2 if "--check" in arguments else 0)


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a wheel puts among the packages."""
    site = tmp_path_factory.mktemp("site")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "basic", site / "basic", ignore=ignored)
    for name in ("programs", "pyport"):
        shutil.copytree(ROOT / name, site / "basic" / "puzzles" / name, ignore=ignored, dirs_exist_ok=True)
    return site


STAR = ["", "    3", "", "7  0 6  9", "", "  4   2", "", "    8", "", " 1     5"]
BOARD = ["Q . . . . . . .", ". . Q . . . . ."]
STEP = ["State? 123456708", "  1  2  3", "     8  4", "  7  6  5", "RING:  8", "  1  2  3", "  8     4"]


@needs_tmux
@pytest.mark.parametrize(
    ("command", "typed", "expected", "keys"),
    [
        ("basic run PENTA", ["3,4"], ["? 3,4", *STAR], []),
        ("basic play penta", ["x", "3,4"], ["? x", "?Redo from start", "? 3,4", *STAR], []),
        ("basic play penta 3,4 --watch --speed 50", [], [*STAR[1:], "the stroke's letters: BDFACJHIEG"], []),
        ("basic play queens --watch --speed 1.5", [], BOARD, ["C-c"]),
        (
            "basic play nine --watch --speed 50",
            [],
            ["9 moves:", "  3  2  8  7  6  5  4  3  2"],
            [],
        ),
        (
            "basic run NINE",
            ["w", "123456708", ""],
            ["State? w", "Every step is shown.", "", *STEP],
            [],
        ),
    ],
)
def test_on_a_terminal_from_the_wheel(
    command: str, typed: list[str], expected: list[str], keys: list[str], installed: Path, tmp_path: Path
) -> None:
    """Program, port and --watch as a reader of the papers sees them."""
    work = tmp_path / "work"
    work.mkdir()
    python = f"PYTHONPATH={installed} {sys.executable} -m {command}"
    with Screen(tmp_path, work, python) as screen:
        for line in typed:
            screen.asked()
            screen.type(line)
            screen.expect(f"? {line}".rstrip())
        if keys:
            screen.expect(*expected)
            screen.press(*keys)
        shown = screen.expect("[over]")
    assert "\n".join(expected) in "\n".join(shown)
    assert not any("Traceback" in line for line in shown)


def test_what_is_here_comes_first(tmp_path: Path) -> None:
    (tmp_path / "PENTA.BAS").write_text('10 PRINT "MINE"\n')
    assert basic(tmp_path, "run", "PENTA").stdout == "MINE\n"
    assert basic(tmp_path, "run", "NOTHING").returncode == 2
    assert basic(tmp_path, "run", "sub/QUEENS").returncode == 2


@pytest.mark.parametrize("name", ["chess", "console", "..", "sudoku/board", ""])
def test_no_port(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", name]) == 2
    assert "there is no port" in capsys.readouterr().err


def test_where_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert homes()[0] == str(ROOT)
    assert shipped("penta") == str(PROGRAMS / "PENTA.BAS")
    assert shipped("./penta") == shipped("chess") == ""
