"""Eight queens: the transcripts, the counts of Arsac's search, symmetry, and other boards."""

import doctest
from collections import Counter
from itertools import permutations

import pytest
from dialogue import recorded, transcript_of

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
    expected = "92 solutions, 7706 squares tried, 982 queens placed on the way\n"
    assert transcript_of(queens.main, options=["--symmetric", "--count"]) == expected


@pytest.mark.parametrize("size", ["0", "-3", "x", "2.5", ""])
def test_bad_sizes(size, capsys):
    with pytest.raises(SystemExit) as stopped:
        queens.main(["--size", size])
    assert stopped.value.code == 2
    assert "--size" in capsys.readouterr().err
