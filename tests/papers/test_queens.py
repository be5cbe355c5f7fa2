"""Eight queens: the transcripts, the counts of Arsac's search, symmetry, and other boards."""

import doctest
import re
from collections import Counter
from itertools import permutations
from xml.etree import ElementTree

import pytest
from dialogue import recorded, transcript_of
from paths import PROGRAMS

import basic
from pyport import queens

# All solutions and essentially different ones for boards of 1, 2, 3 ... (sequences A000170 and A002562).
TOTALS = (1, 0, 0, 2, 10, 4, 40, 92, 352)
ESSENTIAL = (1, 0, 0, 1, 2, 1, 6, 12, 46)


@pytest.fixture(scope="module")
def all_92() -> list[queens.Solution]:
    return list(queens.queens(8))


def test_doctests():
    assert doctest.testmod(queens).failed == 0


def test_queens_bas():
    assert transcript_of(queens.main) == recorded("queens.txt")


def test_queens2_bas():
    assert transcript_of(queens.main, options=queens.VARIANTS["QUEENS2.BAS"]) == recorded("queens2.txt")


def test_the_92_solutions(all_92):
    """An independent filter: permutations with all sums and all differences different."""
    rows = range(8)
    fair = [
        columns
        for columns in permutations(range(1, 9))
        if len({row + columns[row] for row in rows}) == len({row - columns[row] for row in rows}) == 8
    ]
    assert all_92 == fair
    assert len(all_92) == 92
    assert (all_92[0], all_92[-1]) == ((1, 5, 8, 6, 3, 7, 2, 4), (8, 4, 1, 3, 6, 2, 7, 5))


def test_the_first_column(all_92):
    count = Counter(solution[0] for solution in all_92)
    assert [count[column] for column in range(1, 9)] == [4, 8, 16, 18, 18, 16, 8, 4]


def test_the_numbers_of_the_diagonals():
    """Sums from 2 to 16 and differences from -7 to 7, so 15 of each: the text's "from 1 to 13" is a slip."""
    squares = [(row, column) for row in range(1, 9) for column in range(1, 9)]
    sums, differences = ({row + sign * column for row, column in squares} for sign in (1, -1))
    assert (sums, differences) == (set(range(2, 17)), set(range(-7, 8)))
    assert {k - 1 for k in sums} == {k + 8 for k in differences} == set(range(1, 16))


def test_the_work_of_the_search(all_92):
    """15398 tests of a column and two diagonals, 17271 tests for the end of a row, 1964 queens placed."""
    work = queens.Work()
    assert len(list(queens.queens(8, work=work))) == 92
    assert (work.tried, work.placed) == (15398, 1964)
    rows_begun = work.placed + 1
    assert work.tried + rows_begun - len(all_92) == 17271  # a row ends with its last column or with a solution


def test_half_of_the_first_row(all_92):
    work = queens.Work()
    found = list(queens.symmetric(8, work))
    assert (work.tried, work.placed) == (7706, 982)
    assert found[:2] == [(5, 1, 4, 6, 8, 2, 7, 3), (4, 8, 5, 3, 1, 7, 2, 6)]
    assert len(found[::2]) == 46
    assert all(solution[0] >= 5 for solution in found[::2])
    assert sorted(found) == all_92


@pytest.mark.parametrize(("size", "total", "kinds"), list(zip(range(1, 10), TOTALS, ESSENTIAL, strict=True)))
def test_other_boards(size, total, kinds):
    found = list(queens.queens(size))
    assert len(found) == total
    assert len(list(queens.essential(found))) == kinds
    assert sorted(queens.symmetric(size)) == found


def test_the_twelve_and_their_images(all_92):
    twelve = list(queens.essential(all_92))
    sizes = [len(queens.images(solution)) for solution in twelve]
    assert sorted(sizes) == [4] + [8] * 11
    assert set().union(*map(queens.images, twelve)) == set(all_92)


def test_drawn_boards():
    shown = transcript_of(queens.main, options=["--size", "5", "--essential", "--board"])
    boards = shown.split("\n\n")
    assert boards.pop() == ""
    assert len(boards) == 2
    for board in boards:
        rows = board.replace(" ", "").split("\n")
        assert all(sorted(row) == sorted("....Q") for row in rows)
        assert all(sorted(column) == sorted("....Q") for column in zip(*rows, strict=True))


def test_counting():
    first, second = transcript_of(queens.main, options=["--symmetric", "--count"]).splitlines()
    assert first == "92 solutions, 7706 squares tried, 982 queens placed on the way,"
    assert second == "5892 entries touched to take lines and to free them"


def test_the_chessboard_of_zeros(all_92):
    """The same search; each queen touches the squares she attacks and then all 64, where three tables need 2 x 3."""
    tables, zeros = queens.Work(), queens.Work()
    assert list(queens.queens(8, work=tables)) == all_92
    found, placed = [], Counter()
    for position in queens.search(queens.Zeros(8), 1, zeros):
        if len(position.c) == 8:
            found.append(tuple(position.c))
    assert found == all_92
    assert (zeros.tried, zeros.placed) == (tables.tried, tables.placed) == (15398, 1964)
    assert tables.touched == 6 * 1964 == 11784
    # A queen attacks her column and two diagonals: 8 squares and, of each diagonal, its length less her own.
    for position in queens.search(queens.Tables(8), 1, queens.Work()):
        placed[tuple(position.c)] += 1
    attacked = 0
    for columns in placed:
        if 0 < len(columns) < 8:
            k, i = len(columns), columns[-1]
            attacked += 8 + (7 - abs(k + i - 9)) + (7 - abs(k - i))
    assert zeros.touched == attacked + 64 * 1964 == 160176


def test_queens0_bas():
    assert transcript_of(queens.main, options=queens.VARIANTS["QUEENS0.BAS"]) == recorded("queens.txt")
    assert basic.run((PROGRAMS / "QUEENS0.BAS").read_bytes()).text == recorded("queens.txt")


def test_queensw_bas():
    """The search of QUEENS.BAS in its lines, which show it as the port does."""
    assert basic.run((PROGRAMS / "QUEENSW.BAS").read_bytes()).text == transcript_of(queens.main, options=["--watch"])
    ours, shown = ((PROGRAMS / name).read_text().splitlines() for name in ("QUEENS.BAS", "QUEENSW.BAS"))
    assert [line for line in ours if line not in shown and not line.startswith("3")] == [ours[0], ours[20], ours[21]]


@pytest.mark.parametrize("name", ["QUEENS.BAS", "QUEENS2.BAS"])
def test_only_remarks_were_added_to_the_listings(name):
    """Arsac's labels; without them the lines are those of the listing, and what is printed stays the same."""
    lines = (PROGRAMS / name).read_text().splitlines()
    labels = [line.split()[2].rstrip(":") for line in lines if " REM " in line and int(line.split()[0]) > 20]
    assert labels == ["S", "I", "SOK", "SB", "YA"]
    code = [line for line in lines if " REM " not in line]
    assert len(code) == (29 if name == "QUEENS.BAS" else 33)
    assert basic.run("\n".join(code)).text == recorded(f"{name[:-4].lower()}.txt")


def test_watching(all_92):
    shown = transcript_of(queens.main, options=["--watch", "--size", "4"]).split("\n\n")
    pictures = ["\n\n".join(pair) for pair in zip(shown[::2], shown[1::2], strict=False)]
    board, tables = pictures[0].split("\n\n")
    assert board == "Q . . .\n. . . .\n. . . .\n. . . ."
    assert tables == "c   1 \nst   1  .  .  .\ndp   1  .  .  .  .  .  .\ndm   .  .  .  1  .  .  ."
    assert sum("a solution" in picture for picture in pictures) == 2
    work = queens.Work()
    assert len(list(queens.queens(4, work=work))) == 2
    assert len(pictures) == 2 * work.placed + 2


def test_picture():
    drawn = ElementTree.fromstring(transcript_of(queens.main, options=["--svg"]))
    crowns = [path.attrib["d"] for path in drawn if "l-2-18" in path.attrib.get("d", "")]
    places = [re.match(r"M(\d+) (\d+)l", crown).groups() for crown in crowns]
    assert [(int(x) + 32) // 40 for x, _ in places] == [1, 5, 8, 6, 3, 7, 2, 4]
    assert [int(y) // 40 for _, y in places] == list(range(8))
    assert queens.main(["--svg", "--size", "3"]) == 1


@pytest.mark.parametrize("size", ["0", "-3", "x", "2.5", ""])
def test_bad_sizes(size, capsys):
    with pytest.raises(SystemExit) as stopped:
        queens.main(["--size", size])
    assert stopped.value.code == 2
    assert "--size" in capsys.readouterr().err
