"""Sudoku: rules, messages, files, solvers, and the typed game against recorded transcripts."""

from __future__ import annotations

import builtins
import doctest
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType

import pytest
from dialogue import recorded, transcript_of
from hypothesis import given
from hypothesis import strategies as st
from paths import PROGRAMS

import basic
import pyport.sudoku
from pyport.console import Unplayable
from pyport.sudoku import FILES, INPUTS, files, grading, main, recursion, rules, session, solvers
from pyport.sudoku.drawing import BLACK, CYAN, GREEN, GREY, RED, YELLOW, Look, as_text, cell_at, drawn, look, plain
from pyport.sudoku.files import load, puzzle_files, puzzle_from
from pyport.sudoku.recursion import steps
from pyport.sudoku.rules import BOXES, COLUMNS, ROWS, BadEntry, BadGrid, Command, Game, Move, parse_grid
from pyport.sudoku.solvers import Search, count_solutions, depth_first, solutions

WIKIPEDIA = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
EULER = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
INKALA_2010 = "005300000800000020070010500400005300010070006003200080060500009004000030000009700"
INKALA_2012 = "800000000003600000070090200050007000000045700000100030001000068008500010090000400"
SEVENTEEN = "400000805030000000000700000020000060000080400000010000000603070500200000104000000"
EMPTY = "0" * 81
UNSOLVABLE = "123456780" + "000000009" + "0" * 63  # no candidate for 1i, though nothing collides
WIKIPEDIA_SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SEVENTEEN_SOLVED = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"


def grid(digits: str) -> rules.Grid:
    return tuple(int(digit) for digit in digits)


@pytest.fixture
def in_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROGRAMS)


# --- Rules -----------------------------------------------------------------------------------------------------------


def test_boxes_are_numbered_from_the_left_and_downwards() -> None:
    for row in range(1, 10):
        for column in range(1, 10):
            box = (row - 1) // 3 * 3 + (column - 1) // 3 + 1
            assert (row - 1) * 9 + column - 1 in BOXES[box - 1]


ROW_1, COLUMN_C, BOX_1 = ROWS[0], COLUMNS[2], BOXES[0]


def test_session_with_collisions_that_come_and_go() -> None:
    game = Game.start(grid(WIKIPEDIA))
    with pytest.raises(BadEntry, match=r"^This is the beginning$"):
        rules.undo(game)
    for line, repeated in [
        ("1c5", {ROW_1, BOX_1}),
        ("1c4", set()),
        ("1c3", {ROW_1, BOX_1}),
        ("1d3", {ROW_1, BOX_1}),
        ("bk", {ROW_1, BOX_1}),
        ("1c8", {COLUMN_C, BOX_1}),
        ("bk", {ROW_1, BOX_1}),
        ("bk", set()),
        ("bk", {ROW_1, BOX_1}),
        ("bk", set()),
    ]:
        entry = rules.parse_entry(line)
        game = rules.play(game, entry.cell, entry.digit) if isinstance(entry, Move) else rules.undo(game)[0]
        assert rules.repeated_units(game.grid) == repeated, line
        assert rules.collisions(game.grid) == len(repeated)
        expected = "There are 2 collisions inside" if repeated else "It's a legal operation"
        assert rules.move_report(game.grid) == expected
    assert game.grid == grid(WIKIPEDIA)
    with pytest.raises(BadEntry, match=r"^This is the beginning$"):
        rules.undo(game)


@pytest.mark.parametrize(
    ("digits", "number"),
    [
        ("0" * 81, 0),
        ("5" + "0" * 7 + "5" + "0" * 72, 1),  # a row only
        ("55" + "0" * 79, 2),  # a row and a box
        ("5" * 81, 27),
        (WIKIPEDIA_SOLVED, 0),
        (WIKIPEDIA_SOLVED[:80] + "8", 3),
        ("11" + "0" * 7 + "22" + "0" * 70, 3),  # two rows, and two repeated digits in one box
    ],
)
def test_collisions_are_units_with_a_repeated_digit(digits: str, number: int) -> None:
    assert rules.collisions(grid(digits)) == number


def test_finished_is_full_and_without_collisions() -> None:
    assert rules.is_finished(grid(WIKIPEDIA_SOLVED))
    assert not rules.is_finished(grid(WIKIPEDIA_SOLVED[:80] + "8"))
    assert not rules.is_finished(grid(WIKIPEDIA_SOLVED[:80] + "0"))


@pytest.mark.parametrize(
    ("digits", "report"),
    [
        (WIKIPEDIA, None),
        (UNSOLVABLE, None),
        (WIKIPEDIA_SOLVED, "The origin data has been completed."),
        ("5" + "0" * 7 + "5" + "0" * 72, "There is 1 collision in the origin data, please check it again !!"),
        ("5" * 81, "There are 27 collisions in the origin data, please check it again !!"),
    ],
)
def test_report_on_the_data_as_loaded(digits: str, report: str | None) -> None:
    assert rules.origin_report(grid(digits)) == report


def test_reports_on_a_move() -> None:
    assert rules.move_report(grid("5" + "0" * 7 + "5" + "0" * 72)) == "There is 1 collision inside"
    assert rules.move_report(grid(WIKIPEDIA_SOLVED)) == "Congratulations! You finish the sudoku"


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("5c6", Move(38, 6)),
        ("5C6", Move(38, 6)),
        ("1a0", Move(0, 0)),
        ("9I9", Move(80, 9)),
        ("bk", Command.UNDO),
        ("bK", Command.UNDO),
        ("end", Command.END),
        ("EnD", Command.END),
    ],
)
def test_entries(line: str, entry: Move | Command) -> None:
    assert rules.parse_entry(line) == entry


@pytest.mark.parametrize(
    ("line", "complaint"),
    [  # each line is wrong in all the later ways too, as far as that can be
        ("", "Input Error"),
        ("0", "Input Error"),
        ("bk ", "line b does not fall in [1,9]"),
        ("5c66", "Input Error"),
        ("0jx", "line 0 does not fall in [1,9]"),
        ("Xjx", "line X does not fall in [1,9]"),
        ("1jx", "column j does not fall in [a,i]"),
        ("1Jx", "column J does not fall in [a,i]"),
        ("1ax", "value x does not fall in [0,9]"),
        ("1\u212a1", "column \u212a does not fall in [a,i]"),  # the Kelvin sign is no K
    ],
)
def test_complaints_in_their_order(line: str, complaint: str) -> None:
    with pytest.raises(BadEntry) as raised:
        rules.parse_entry(line)
    assert str(raised.value) == complaint


def test_a_given_stays() -> None:
    with pytest.raises(BadEntry, match=r"^You cannot change this value$"):
        rules.play(Game.start(grid(WIKIPEDIA)), 0, 5)


def test_a_move_that_changes_nothing_is_recorded_too() -> None:
    game = Game.start(grid(EMPTY))
    for _ in range(3):
        game = rules.play(game, 40, 0)
    for _ in range(3):
        game, cell = rules.undo(game)
        assert cell == 40
    assert game.history is None


@given(st.lists(st.tuples(st.integers(0, 80), st.integers(0, 9)), max_size=60))
def test_undo_takes_everything_back(moves: list[tuple[int, int]]) -> None:
    games = [Game.start(grid(EMPTY))]
    for cell, digit in moves:
        games.append(rules.play(games[-1], cell, digit))
    game = games[-1]
    for (cell, _), earlier in zip(reversed(moves), reversed(games[:-1]), strict=True):
        game, undone = rules.undo(game)
        assert (game.grid, undone) == (earlier.grid, cell)


def test_a_long_history_can_be_taken_back_compared_shown_and_forgotten() -> None:
    game = Game.start(grid(EMPTY))
    for number in range(20_000):
        game = rules.play(game, number % 81, number % 10)
    assert game == game and repr(game)
    while game.history:
        game, _ = rules.undo(game)
    assert game.grid == grid(EMPTY)


# --- Files -----------------------------------------------------------------------------------------------------------


def test_grid_text() -> None:
    assert parse_grid("\r\n".join(" ".join(WIKIPEDIA[row : row + 9]) for row in range(0, 81, 9))) == grid(WIKIPEDIA)
    assert parse_grid("\t1\n\n" * 81 + "what follows is left alone") == (1,) * 81


@pytest.mark.parametrize("text", ["", "1 " * 80, "1 " * 80 + "10", "1 " * 80 + "x", "1 " * 80 + "-1", WIKIPEDIA])
def test_bad_grid_text(text: str) -> None:
    with pytest.raises(BadGrid):
        parse_grid(text)


def test_sample_puzzles() -> None:
    puzzles = [WIKIPEDIA, EULER, INKALA_2010, INKALA_2012, SEVENTEEN, EMPTY, UNSOLVABLE]
    givens = [30, 32, 23, 21, 17, 0, 9]
    assert [load(name, PROGRAMS).grid for name in FILES[:7]] == [grid(digits) for digits in puzzles]
    assert [81 - digits.count("0") for digits in puzzles] == givens
    assert [path.name for path in puzzle_files(PROGRAMS)] == list(FILES)


def test_files_are_found_as_dos_finds_them(tmp_path: Path) -> None:
    (tmp_path / "Sudoku10.txt").write_bytes(("1 " * 81).encode() + b"\x1a rest")
    (tmp_path / "SUDOKU9.TXT").write_text("")
    (tmp_path / "other.txt").write_text("")
    (tmp_path / "sudokux.txt").mkdir()
    assert [path.name for path in puzzle_files(tmp_path)] == ["SUDOKU9.TXT", "Sudoku10.txt"]
    assert load("SUDOKU10.TXT", tmp_path).grid == (1,) * 81
    for name in ("sudoku11.txt", "sudokux.txt", "a\0b"):
        with pytest.raises(Unplayable, match=r"^Cannot open "):
            load(name, tmp_path)
    with pytest.raises(Unplayable, match=r"^sudoku9\.txt does not hold 81 numbers from 0 to 9$"):
        load("sudoku9.txt", tmp_path)


def test_a_puzzle_on_the_command_line() -> None:
    assert puzzle_from(WIKIPEDIA.replace("0", "."), PROGRAMS).grid == grid(WIKIPEDIA)
    assert puzzle_from("sudoku2.txt", PROGRAMS).grid == grid(EULER)


# --- Solvers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("digits", "givens", "steps"),
    [
        (WIKIPEDIA, 30, 4208),
        (EULER, 32, 200),
        (INKALA_2010, 23, 10007),
        (INKALA_2012, 21, 49558),
        (SEVENTEEN, 17, 9727396),
        (EMPTY, 0, 391),
    ],
)
def test_steps_of_the_depth_first_search(digits: str, givens: int, steps: int) -> None:
    assert sum(digit != "0" for digit in digits) == givens
    search = depth_first(grid(digits))
    assert search.steps == steps
    assert search.solution is not None
    assert_solves(search.solution, digits)
    assert next(solutions(grid(digits))) == search.solution or digits == EMPTY


def assert_solves(solution: rules.Grid, digits: str) -> None:
    assert rules.is_finished(solution)
    assert all(given in ("0", str(digit)) for given, digit in zip(digits, solution, strict=True))


def test_unsolvable_without_a_collision() -> None:
    assert rules.collisions(grid(UNSOLVABLE)) == 0
    assert depth_first(grid(UNSOLVABLE)) == Search(solution=None, steps=0)
    assert list(solutions(grid(UNSOLVABLE))) == []


@pytest.mark.parametrize("digits", [WIKIPEDIA, EULER, UNSOLVABLE, EMPTY])
def test_the_report_s_recursion_takes_the_same_steps(digits: str) -> None:
    """Board for board; the longest with 10007 and 49558 steps are only counted."""
    seen: list[rules.Grid] = []
    search = depth_first(grid(digits), lambda _, board: seen.append(board), every=1)
    boards = list(steps(grid(digits)))
    assert boards == seen and len(boards) == search.steps
    assert search.solution is None or boards[-1] == search.solution


@pytest.mark.parametrize(("digits", "number"), [(INKALA_2010, 10007), (INKALA_2012, 49558)])
def test_steps_of_the_report_s_recursion(digits: str, number: int) -> None:
    boards = list(steps(grid(digits)))
    assert len(boards) == number
    assert_solves(boards[-1], digits)


def test_watching_the_search() -> None:
    seen: list[tuple[int, rules.Grid]] = []
    search = depth_first(grid(EULER), lambda steps, board: seen.append((steps, board)), every=1)
    assert [steps for steps, _ in seen] == list(range(1, 201))
    assert seen[0][1] == grid("4" + EULER[1:])  # 1, 2 and 3 do not fit into 1a
    assert seen[-1][1] == search.solution
    assert all(rules.collisions(board) == 0 for _, board in seen)


def test_exact_cover_tries_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of this puzzle the search by depth takes 9,727,396 steps."""
    placed: list[object] = []
    settle = solvers._settle

    def counted(demands: dict[solvers.Demand, set[solvers.Placement]], placement: solvers.Placement) -> object:
        placed.append(placement)
        return settle(demands, placement)

    monkeypatch.setattr(solvers, "_settle", counted)
    assert list(solutions(grid(SEVENTEEN))) == [grid(SEVENTEEN_SOLVED)]
    assert len(placed) < 5_000
    assert rules.is_finished(grid(SEVENTEEN_SOLVED))


def test_counting_solutions() -> None:
    assert [count_solutions(grid(digits), 9) for digits in (WIKIPEDIA, INKALA_2012, WIKIPEDIA_SOLVED)] == [1, 1, 1]
    assert count_solutions(grid(EMPTY), 50) == 50
    assert count_solutions(grid("55" + "0" * 79), 9) == 0


def test_a_deadly_pattern_has_two_solutions() -> None:
    """1 and 2 in two corners of a rectangle, 2 and 1 in the others, all in two boxes: they can be exchanged."""
    exchangeable = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
    board = grid(exchangeable)
    assert rules.is_finished(board)
    corners = [0, 1, 28, 27]
    assert [board[cell] for cell in corners] == [1, 2, 1, 2]
    opened = tuple(0 if cell in corners else digit for cell, digit in enumerate(board))
    assert sorted(solutions(opened)) == sorted([board, swapped(board, corners)])


def swapped(board: rules.Grid, corners: list[int]) -> rules.Grid:
    return tuple(3 - digit if cell in corners else digit for cell, digit in enumerate(board))


# --- Grades ----------------------------------------------------------------------------------------------------------


def test_grades_of_the_sample_puzzles() -> None:
    found = [grading.grade(grid(digits)) for digits in (WIKIPEDIA, INKALA_2010, INKALA_2012, EMPTY, UNSOLVABLE)]
    assert found == ["easy", "very hard", "very hard", "more than one solution", "no solution"]


@pytest.mark.parametrize("level", grading.LEVELS)
def test_puzzles_are_made_by_grade(level: str) -> None:
    """With one solution, and just as hard: the skills before do not fill the board, its own do."""
    for seed in (1, 2):
        made = grading.make(level, seed)
        assert count_solutions(made, 2) == 1
        assert 17 <= 81 - made.count(0) <= 40
        solved = [grading.is_solved_by(made, skill) for skill in grading.Skill]
        assert solved.count(False) == grading.LEVELS.index(level)
        assert grading.make(level, seed) == made


def test_what_the_skills_notice_is_true() -> None:
    """Every digit that they fill in is that of the only solution."""
    for level in grading.LEVELS[:3]:
        made = grading.make(level, 3)
        notes = grading.Notes(made)
        solution = next(solutions(made))
        while found := next(notes.only_places(), None) or next(notes.only_digits(), None):
            notes.write(*found)
            assert solution[found[0]] == notes.board[found[0]]
            notes.strike()
            assert all(notes.marks[cell] >> solution[cell] - 1 & 1 for cell in range(81) if not notes.board[cell])


def test_a_pair_is_noticed() -> None:
    """1 and 2 in the last two cells of row 1 leave neither to the other cells of their box."""
    notes = grading.Notes(grid("3456789" + "0" * 74))
    assert notes.strike()
    assert [notes.marks[cell] & 3 for cell in (7, 8, 15, 16, 17, 24, 25, 26)] == [3, 3, 0, 0, 0, 0, 0, 0]


def test_made_puzzles_are_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What --make prints is read by the program, which solves it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "SUDOKU.TXT").write_text(transcript_of(main, options=["--make", "medium", "--seed", "5"]))
    assert transcript_of(main, options=["--grade", "SUDOKU.TXT"]) == "medium\n"
    typed = "3\nn\nSUDOKU.TXT\n0\n"
    shown = basic.run((PROGRAMS / "SUDOKU.BAS").read_bytes(), typed, folder=".").text
    assert "The sudoku has been completed" in shown
    assert shown == transcript_of(main, typed)


def test_no_puzzle_of_that_grade(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(grading, "MOST", 1)
    monkeypatch.setattr(grading, "grade", lambda grid: "easy")
    assert main(["--make", "hard"]) == 1
    assert capsys.readouterr().err == "sudoku: none of 1 puzzles is hard\n"


def test_picture() -> None:
    shown = ET.fromstring(transcript_of(main, options=["--svg", WIKIPEDIA]))
    digits = [node.text for node in shown.iter("{http://www.w3.org/2000/svg}text")]
    assert "".join(map(str, digits)) == WIKIPEDIA.replace("0", "")


@pytest.mark.parametrize("module", [files, recursion, rules, solvers])
def test_doctests(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


# --- The drawn board -------------------------------------------------------------------------------------------------


def test_plain_board() -> None:
    lines = plain(grid(WIKIPEDIA)).splitlines()
    assert lines[:4] == ["", "    a b c   d e f   g h i", " 1  5 3 0   0 7 0   0 0 0", " 2  6 0 0   1 9 5   0 0 0"]
    assert [number for number, line in enumerate(lines) if not line] == [0, 5, 9]
    assert plain(grid(WIKIPEDIA)).endswith(" 9  0 0 0   0 8 0   0 7 9\n")


def test_drawn_board() -> None:
    lines = as_text(drawn(Game.start(grid(WIKIPEDIA)), chosen=2), coloured=False).splitlines()
    assert len(lines) == 20
    assert lines[:4] == [
        "    a   b   c   d   e   f   g   h   i",
        "  ╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗",
        "1 ║ 5 │ 3 │[ ]║   │ 7 │   ║   │   │   ║",
        "  ╟───┼───┼───╫───┼───┼───╫───┼───┼───╢",
    ]
    assert lines[7] == "  ╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣"
    assert lines[19] == "  ╚═══╧═══╧═══╩═══╧═══╧═══╩═══╧═══╧═══╝"


def test_every_place_of_the_drawn_board_belongs_to_the_cell_shown_there() -> None:
    lines = as_text(drawn(Game.start(grid(WIKIPEDIA))), coloured=False).splitlines()
    middles: dict[int, list[str]] = {}
    for y, line in enumerate(lines):
        for x in range(len(line) + 3):
            cell = cell_at(x, y)
            if cell is not None:
                middles.setdefault(cell, []).append(line[x])
    assert ["".join(middles[cell]) for cell in range(81)] == [f" {digit} ".replace("0", " ") for digit in WIKIPEDIA]
    assert cell_at(-1, 5) is None and cell_at(5, 25) is None


def test_colours() -> None:
    game = rules.play(Game.start(grid(WIKIPEDIA)), 2, 5)  # 1c5 repeats the given 5 of 1a, in row 1 and in box 1
    repeated = rules.repeated_units(game.grid)
    colours = [look(game, cell, 2, repeated) for cell in (2, 0, 4, 74, 80)]
    assert colours == [Look(GREEN, GREY), Look(RED, GREY), Look(CYAN, GREY), Look(YELLOW, BLACK), Look(CYAN, BLACK)]
    assert look(game, 2, None, repeated) == Look(RED, GREY)
    assert look(game, 3, None, repeated) == Look(YELLOW, GREY)  # empty, so no clash of its own
    assert "\x1b[92;47m 5 \x1b[0m" in as_text(drawn(game, last=2), coloured=True)


# --- The typed game --------------------------------------------------------------------------------------------------

# Recorded from SUDOKU.BAS itself, run by PC-BASIC 2.0, for the first of the port's INPUTS in their order.
RECORDED = ["leave", "collisions", "complaints", "undo_at_once", "bad_data", "solver", "unsolvable"]


@pytest.mark.parametrize(("name", "typed"), list(zip(RECORDED, INPUTS, strict=False)))
@pytest.mark.usefixtures("in_programs")
def test_same_transcript_as_sudoku_bas(name: str, typed: str) -> None:
    assert transcript_of(main, typed) == recorded(f"sudoku_{name}.txt")


@pytest.mark.usefixtures("in_programs")
def test_progress_of_a_long_search() -> None:
    shown = transcript_of(main, INPUTS[len(RECORDED)])
    counted = [line.rpartition(" ")[2] for line in shown.splitlines() if line.startswith("Current number")]
    assert counted == [*(str(1000 * number) for number in range(1, 11)), "10007"]
    assert "\nThe sudoku has been completed\n\n\nSUDOKU\n" in shown


def test_every_input_and_file_is_declared() -> None:
    assert pyport.sudoku.PROGRAM == "SUDOKU.BAS"
    assert all((PROGRAMS / name).is_file() for name in (*FILES, pyport.sudoku.PROGRAM))
    assert all(typed.endswith("0\n") and typed.isascii() for typed in INPUTS)


def test_the_listing_fits_gw_basic() -> None:
    text = (PROGRAMS / pyport.sudoku.PROGRAM).read_bytes().decode("ascii")
    lines = text.removesuffix("\r\n").split("\r\n")
    numbers = [int(line.split(" ", 1)[0]) for line in lines]
    assert "\n" not in "".join(lines) and max(map(len, lines)) <= 255
    assert numbers == sorted(set(numbers))
    jumps = re.findall(r"(?:THEN|ELSE|GOTO|GOSUB|RESUME) (\d+(?:,\d+)*)", text)
    assert {int(target) for jump in jumps for target in jump.split(",")} - {0} <= set(numbers)
    assert len(text) < 20_000  # of the 60 KB that program, arrays and history share


@pytest.mark.usefixtures("in_programs")
def test_drawn_modes_with_typed_moves() -> None:
    shown = transcript_of(main, "2\nSUDOKU8.TXT\n9h7\n9i9\n0\n")
    assert shown.count("╔═══╤") == 3
    assert "Your enter: 9i9\n\n    a   b" in shown
    assert "╝\nCongratulations! You finish the sudoku\n" in shown


@pytest.mark.usefixtures("in_programs")
def test_every_step_drawn() -> None:
    shown = transcript_of(main, "3\ny\nSUDOKU2.TXT\n0\n")
    assert shown.count("╔═══╤") == 202
    assert "Current number of search steps: 200\n\nThe sudoku has been completed\n\n" in shown


@pytest.mark.usefixtures("in_programs")
def test_completed_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "SUDOKU.TXT").write_text(" ".join(WIKIPEDIA_SOLVED))
    shown = transcript_of(main, "1\nSUDOKU.TXT\n3\nn\nSUDOKU.TXT\n0\n")
    assert shown.count("\nThe origin data has been completed.\n") == 2
    assert "bk to go back" not in shown


def test_list_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["--list"]) == 0
    assert capsys.readouterr().out == "No Files\n"
    (tmp_path / "sudoku1.txt").write_text("")
    assert main(["--list"]) == 0
    assert capsys.readouterr().out == "sudoku1.txt\n"


@pytest.mark.parametrize("names", [[], ["SUDOKU7.TXT"], [f"SUDOKU{number}.TXT" for number in (1, 2, 3, 4, 10)]])
def test_an_empty_line_lists_as_files_does(names: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same text from the program, in an empty folder, one with a puzzle and one with two rows of them."""
    monkeypatch.chdir(tmp_path)
    for name in names:
        (tmp_path / name).write_text("")
    typed = "1\n\nNONE.TXT\n\nend\n0\n"
    shown = transcript_of(main, typed)
    assert shown == basic.run((PROGRAMS / "SUDOKU.BAS").read_bytes(), typed, folder=".").text
    assert ("No Files\n" in shown) == (not names)
    if len(names) > 4:
        assert "C:\\\nSUDOKU1 .TXT      SUDOKU10.TXT      SUDOKU2 .TXT      SUDOKU3 .TXT      \nSUDOKU4 .TXT" in shown


def test_out_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(*_: object) -> Game:
        raise MemoryError

    monkeypatch.setattr(rules, "play", no_memory)
    shown = transcript_of(main, "1a1\n", ["--play", EMPTY])
    assert shown.endswith("Your enter: 1a1\nIt's so bad that you've run out of all memory, Game Over\n")


def test_a_move_after_complaints_is_still_marked(capsys: pytest.CaptureFixture[str]) -> None:
    marks: list[int | None] = []
    lines = iter(["1a1", "x", "bk", "1b2", "1b2", "end"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builtins, "input", lambda prompt="": next(lines))
        session.typed_game(grid(EMPTY), lambda game, last: marks.append(last))
    assert marks == [None, 0, None, 0, 1, 1]
    assert capsys.readouterr().out.endswith("You End the game\n")


# --- The command line ------------------------------------------------------------------------------------------------


def python(*options: str, typed: bytes = b"") -> subprocess.CompletedProcess[str]:
    run = subprocess.run(
        [sys.executable, *options], input=typed, capture_output=True, cwd=PROGRAMS.parent, timeout=60, check=False
    )
    return subprocess.CompletedProcess(run.args, run.returncode, run.stdout.decode(), run.stderr.decode())


@pytest.mark.parametrize(
    ("options", "status", "output"),
    [
        (["--count", WIKIPEDIA], 0, "1\n"),
        (["--count", UNSOLVABLE], 0, "0\n"),
        (["--count", EMPTY, "--limit", "7"], 0, "7 or more\n"),
        (["--grade", EMPTY], 1, "more than one solution\n"),
        (["--solve", UNSOLVABLE], 1, "The sudoku is unsolvable\n"),
        (["--solve", "11" + "0" * 79], 1, "There are 2 collisions in the origin data, please check it again !!\n"),
        (["--solve", "sudoku1.txt"], 0, plain(grid(WIKIPEDIA_SOLVED)) + "\n"),
    ],
)
@pytest.mark.usefixtures("in_programs")
def test_options(options: list[str], status: int, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(options) == status
    assert capsys.readouterr().out == output


@pytest.mark.usefixtures("in_programs")
def test_search_tells_whether_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert [main(["--search", digits]) for digits in (EULER, UNSOLVABLE, "5" * 81)] == [0, 1, 1]
    assert "search steps: 200\n" in capsys.readouterr().out


def test_no_such_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--solve", "none.txt"]) == 2
    assert capsys.readouterr().err == "sudoku: Cannot open none.txt\n"


@pytest.mark.parametrize("options", [["--what"], ["--count", EMPTY, "--limit", "0"], ["--solve"]])
def test_wrong_usage(options: list[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        main(options)
    assert raised.value.code == 2


def test_end_of_input_is_no_traceback() -> None:
    ended = python("-m", "pyport.sudoku", typed=b"1\n")
    assert (ended.returncode, ended.stderr) == (1, "\nsudoku: the input ended before the answer\n")


def test_input_that_is_no_text_is_no_traceback() -> None:
    ended = python("-X", "utf8", "-m", "pyport.sudoku", typed=b"\xff\n0\n")
    assert ended.returncode in (0, 2) and "Traceback" not in ended.stderr


def test_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(builtins, "input", interrupt)
    assert main([]) == 130


def test_as_a_module() -> None:
    shown = python("-m", "pyport.sudoku", "--help")
    assert shown.returncode == 0 and "--tui" in shown.stdout


def test_without_textual(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "textual", None)
    missing = "The full-screen game needs the package textual: pip install 'junzi[tui]'\n"
    assert main(["--tui", EMPTY]) == 2
    assert capsys.readouterr().err == f"sudoku: {missing}"
    assert missing in transcript_of(main, "4\n0\n")


def test_textual_is_imported_only_when_asked_for() -> None:
    program = "import sys, pyport.sudoku; pyport.sudoku.main(['--list']); print('textual' in sys.modules)"
    shown = python("-c", program)
    assert shown.stdout.endswith("False\n") and shown.returncode == 0
