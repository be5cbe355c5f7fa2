"""KenKen: the transcripts, the paper's steps, the random numbers, the solver against a slow one, files and pictures."""

import doctest
import io
import math
import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import islice, permutations, product
from random import Random

import pytest
from dialogue import recorded, transcript_of
from paths import PROGRAMS

from pyport import kenken
from pyport.kenken import boxes, chance, commands, generator, hints, puzzle, solver, surveys
from pyport.kenken import square as squares
from pyport.kenken.chance import Dice

# What was typed for the recorded transcripts.
TYPED = {
    "kenken_0_4_4_2.txt": "0 4 Y N 4 2 Y",
    "kenken_1_4_4_2_any.txt": "1 4 N N 4 2 Y",
    "kenken_2_3_4_1.txt": "2 3 y n 4 1 N",
    "kenken_3_3_2_1_any.txt": "3 3 N N 2 1 Y",
    "kenken_4_5_4_3.txt": "4 5 Y N 4 3 y",
    "kenken_5_5_6_0_any.txt": "5 5 N N 6 0 n",
    "kenken_6_6_4_6.txt": "6 6 Y N 4 6 Y",
    "kenken_7_6_3_2_any.txt": "7 6 N N 3 2 Y",
    "kenken_32767_9_4_5.txt": "32767 9 Y N 4 5 Y",
    "kenken_redo.txt": "x -1 1.5 1234 2 4 maybe Y perhaps N 7 4 9 2 Yes",
    "kenken_watched.txt": "5 4 N Y 4 2 Y",
    "kenken_no_boxes.txt": "2 8 N N 2 1 0 2 0 Y",
}

# Share of puzzles with one solution that a separate prototype found, for N, P and Q.
PROTOTYPE = {
    (3, 4, 2): 0.63,
    (4, 4, 2): 0.55,
    (4, 3, 2): 0.54,
    (5, 4, 3): 0.86,
    (6, 4, 3): 0.36,
    (6, 4, 6): 0.37,
    (7, 4, 4): 0.95,
    (8, 4, 4): 0.50,
    (9, 4, 5): 0.69,
    (9, 5, 4): 0.68,
}


def square(text: str) -> kenken.Grid:
    return tuple(map(int, text.replace("/", "")))


def made(size: int, largest: int, singles: int, count: int, seed: int = 0) -> list[tuple[kenken.Puzzle, kenken.Grid]]:
    return list(islice(kenken.generate(size, largest, singles, Dice(seed)), count))


@pytest.mark.parametrize("module", [boxes, chance, generator, puzzle, solver, squares])
def test_doctests(module):
    assert doctest.testmod(module).failed == 0


# --- the dialogue


@pytest.mark.parametrize("name", TYPED)
def test_transcripts(name):
    typed = "".join(f"{line}\n" for line in TYPED[name].split())
    assert transcript_of(kenken.main, typed) == recorded(name)


@pytest.mark.parametrize("typed", kenken.INPUTS)
def test_every_declared_input_ends_well(typed):
    shown = transcript_of(kenken.main, typed)
    assert ": one solution\n" in shown or ("\nN\n" in typed and ": more than one solution\n" in shown)


@pytest.mark.parametrize("answer", ["nan", "inf", "1_0", "0x4", "1,2", "4a", "--4", "x"])
def test_what_input_refuses(answer):
    shown = transcript_of(kenken.main, f"{answer}\n0\n4\nN\nN\n4\n2\nN\n")
    assert f"? {answer}\n?Redo from start\nSeed" in shown


@pytest.mark.parametrize("answer", ["", " ", "0.0", "+0", "0e5", "-0"])
def test_what_input_takes_for_nothing(answer):
    shown = transcript_of(kenken.main, f"{answer}\n4\nY\nN\n4\n2\nY\n")
    assert shown.replace(f"none)? {answer}", "none)? 0") == recorded("kenken_0_4_4_2.txt")


def test_end_of_input(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n4\n"))
    assert kenken.main([]) == 1
    assert capsys.readouterr().err == "\nkenken: the input ended before the answer\n"


def test_control_c(monkeypatch):
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    assert kenken.main([]) == 130


# --- chance


def test_the_first_random_numbers_of_gw_basic():
    """RND as the real GW-BASIC prints it, from a fresh start, after RANDOMIZE 5 and after RANDOMIZE 42."""
    fresh = (0.1213501, 0.651861, 0.8688611, 0.7297625, 0.798853, 7.369805e-02, 0.4903128, 0.4545189)
    for seed, values in ((0, fresh), (5, (3.537536e-02, 0.9370679))):
        dice = Dice(seed)
        assert [dice.roll(2**15) for _ in values] == [int(value * 2**15) + 1 for value in values]


def test_the_generator_of_gw_basic():
    """It steps before the first number: the fresh seed itself is not printed."""
    seed, printed = 5228370, []
    for _ in range(3):
        seed = (seed * 214013 + 2531011) % 2**24
        printed.append(round(seed / 2**24, 7))
    assert printed == [0.1213501, 0.651861, 0.8688611]
    assert round(5228370 / 2**24, 7) not in printed


def test_the_shuffle_of_gw_basic():
    """RANDOMIZE 42, then for I from 12 to 2: J=INT(RND*I)+1, SWAP A(I),A(J)."""
    dice, cards = Dice(42), list(range(13))
    for last in range(12, 1, -1):
        other = dice.roll(last)
        cards[last], cards[other] = cards[other], cards[last]
    assert cards[1:] == [12, 7, 11, 2, 3, 9, 8, 10, 6, 5, 4, 1]


def test_a_pick_is_fair():
    dice = Dice()
    counts = Counter(dice.pick("abc") for _ in range(6000))
    assert all(abs(counts[letter] - 2000) < 150 for letter in "abc")


# --- the square


def test_the_paper_s_swaps():
    """Figure 5 to figure 6: columns 3,4; rows 2,4; columns 2,3; rows 1,2; rows 1,3."""
    grid = squares.cyclic_square(4)
    assert grid == square("1234/2341/3412/4123")
    for swap, a, b in (
        (squares.swap_columns, 3, 4),
        (squares.swap_rows, 2, 4),
        (squares.swap_columns, 2, 3),
        (squares.swap_rows, 1, 2),
        (squares.swap_rows, 1, 3),
    ):
        grid = swap(grid, a - 1, b - 1)
    assert grid == square("3241/1423/4312/2134")


def reachable(size: int) -> dict[kenken.Grid, int]:
    """All squares that swaps lead to from the cyclic one, with the parity of the number of swaps."""
    start = squares.cyclic_square(size)
    parity = {start: 0}
    front = [start]
    for grid in front:
        for swap, a, b in product((squares.swap_rows, squares.swap_columns), range(size), range(size)):
            if a < b:
                following = swap(grid, a, b)
                if following not in parity:
                    parity[following] = 1 - parity[grid]
                    front.append(following)
                assert parity[following] == 1 - parity[grid]
    return parity


def test_144_squares_72_after_an_even_number_of_swaps():
    parity = reachable(4)
    assert len(parity) == 144 == math.factorial(4) ** 2 // 4
    assert sum(parity.values()) == 72
    assert len(reachable(3)) == 12


def test_how_many_squares_swaps_lead_to():
    """N! N! / N, of the 576 of order 4 a quarter: the digits are never renamed, and no other kind of square is made."""
    for size in (3, 4, 5):
        assert len(reachable(size)) == math.factorial(size) ** 2 // size
    assert len(squares_of_order_4()) == 576


def squares_of_order_4() -> list[kenken.Grid]:
    """All of them."""
    rows = product(permutations(range(1, 5)), repeat=4)
    return [sum(each, ()) for each in rows if all(len(set(column)) == 4 for column in zip(*each, strict=True))]


@pytest.mark.parametrize("size", range(3, 10))
def test_squares_of_even_order_are_full_of_small_ones(size):
    """`a b / b a` where two rows and two columns differ by N / 2: N * N / 4 of them or none, so even sizes do worse."""
    grid = squares.latin_square(size, Dice(size))
    small = sum(
        grid[size * a + c] == grid[size * b + d] and grid[size * a + d] == grid[size * b + c]
        for a in range(size)
        for b in range(a)
        for c in range(size)
        for d in range(c)
    )
    assert small == (0 if size % 2 else size * size // 4)


def test_all_144_squares_are_made():
    dice = Dice()
    assert {squares.latin_square(4, dice) for _ in range(2500)} == set(reachable(4))


@pytest.mark.parametrize("size", range(3, 10))
def test_squares_are_latin(size):
    dice = Dice(size)
    for _ in range(20):
        grid = squares.latin_square(size, dice)
        digits = list(range(1, size + 1))
        for line in range(size):
            assert sorted(grid[line * size : (line + 1) * size]) == sorted(grid[line::size]) == digits


# --- the boxes


@pytest.mark.parametrize(("size", "share"), [(4, 0.06), (6, 0.13), (9, 0.31)])
def test_merging_makes_boxes_of_up_to_three_cells(size, share):
    """One cell alone can only be the last one, and is in this share of the layouts."""
    dice, count, single = Dice(size), 2000, 0
    for _ in range(count):
        layout = boxes.merge(size, dice)
        sizes = Counter(layout)
        alone = [box for box, cells in sizes.items() if cells == 1]
        assert max(sizes.values()) <= 3
        assert alone in ([], [layout[-1]])
        single += len(alone)
    assert abs(single / count - share) < 0.02


@pytest.mark.parametrize(
    ("size", "largest", "singles"),
    [
        (3, 3, 2),
        (3, 6, 0),
        (4, 3, 0),
        (4, 4, 2),
        (4, 6, 5),
        (5, 3, 4),
        (6, 4, 9),
        (7, 6, 0),
        (8, 3, 10),
        (9, 4, 24),
        (6, 2, 0),
    ],
)
def test_adjusted_boxes_keep_both_conditions(size, largest, singles):
    dice = Dice(99)
    for _ in range(25):
        layout = boxes.make_layout(size, largest, singles, dice)
        assert layout is not None
        sizes = Counter(layout)
        assert max(sizes.values()) <= largest
        assert list(sizes.values()).count(1) == singles
        for box in sizes:
            assert puzzle.is_connected(boxes.cells_of(layout, box), size)


def test_impossible_boxes_are_given_up():
    assert boxes.make_layout(3, 2, 0, Dice()) is None
    assert list(kenken.generate(3, 2, 0, Dice())) == []


def test_connection():
    assert puzzle.is_connected([0, 1, 5, 9], 4)
    assert not puzzle.is_connected([3, 4], 4)
    assert not puzzle.is_connected([0, 5], 4)


# --- the clues


def test_clues():
    operations = Counter()
    for each, digits in made(6, 5, 4, 150):
        assert sorted(cell for box in each.boxes for cell in box.cells) == list(range(36))
        for box in each.boxes:
            values = [digits[cell] for cell in box.cells]
            operations[len(values), box.operation] += 1
            assert box.result >= 1
            if box.operation == "+":
                assert sum(values) == box.result
            elif box.operation == "x":
                assert math.prod(values) == box.result
            elif box.operation == "-":
                assert abs(values[0] - values[1]) == box.result
            elif box.operation == "/":
                assert min(values) * box.result == max(values)
            else:
                assert values == [box.result]
    allowed = {(1, ""), *product((2,), "+-x/"), *product((3, 4, 5), "+x")}
    assert set(operations) == allowed


# --- solving


def fits(box: kenken.Box, digits: list[int]) -> bool:
    """Whether a clue holds, by arithmetic that asks each order of the digits in turn."""
    if box.operation in ("-", "/"):
        calculate = (lambda a, b: a - b) if box.operation == "-" else (lambda a, b: a / b)
        return any(calculate(a, b) == box.result for a, b in permutations(digits))
    return {"+": sum(digits), "x": math.prod(digits), "": digits[0]}[box.operation] == box.result


def slow_solutions(each: kenken.Puzzle) -> set[kenken.Grid]:
    """Cell by cell in reading order; a clue is tested when its last cell is filled."""
    size = each.size
    ends = {box.cells[-1]: box for box in each.boxes}
    found = set()

    def fill(grid: kenken.Grid) -> None:
        cell = len(grid)
        if cell == size * size:
            found.add(grid)
            return
        for digit in range(1, size + 1):
            longer = (*grid, digit)
            if digit in grid[cell - cell % size :] or digit in grid[cell % size :: size]:
                continue
            if cell not in ends or fits(ends[cell], [longer[other] for other in ends[cell].cells]):
                fill(longer)

    fill(())
    return found


@pytest.mark.parametrize(
    ("size", "largest", "singles", "count"), [(3, 4, 2, 60), (3, 6, 0, 40), (4, 4, 2, 80), (4, 6, 0, 40), (5, 4, 1, 12)]
)
def test_the_solver_against_a_slow_one(size, largest, singles, count):
    for each, digits in made(size, largest, singles, count, seed=size):
        found = list(kenken.solutions(each))
        assert len(found) == len(set(found))
        assert set(found) == slow_solutions(each)
        assert digits in found
        assert kenken.count_solutions(each) == min(len(found), 2)
        assert kenken.solve(each) == found[0]


PAPER_SIZED = """
a a b c
d e b c
d e e f
g g e f
a = 2/
b = 7+
c = 1-
d = 12x
e = 10+
f = 5 +
g = 2*
"""


def test_a_puzzle_from_a_file():
    each = kenken.parse(PAPER_SIZED)
    assert [box.clue for box in each.boxes] == ["2/", "7+", "1-", "12x", "10+", "5+", "2x"]
    assert set(kenken.solutions(each)) == slow_solutions(each)


@pytest.mark.parametrize(
    ("text", "count", "level"),
    [
        ("a a\nb b\na = 3+\nb = 3+", 2, "more than one solution"),
        ("a a\nb c\na = 3+\nb = 2\nc = 1", 1, "easy"),
        ("a a\nb c\na = 3+\nb = 2\nc = 2", 0, "no solution"),
        ("a a\nb c\na = 4+\nb = 2\nc = 1", 0, "no solution"),
        ("a\na = 1", 1, "easy"),
    ],
)
def test_small_puzzles(text, count, level):
    each = kenken.parse(text)
    assert kenken.count_solutions(each) == count
    assert kenken.grade(each) == (level, 0)
    assert (kenken.solve(each) is None) == (count == 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a b",
        "a a\nb",
        "a a\nb c\na = 3+\nb = 2",
        "a a\nb c\na = 3+\nb = 2\nc = x",
        "a a\nb c\na = 3+\nb = 2\nc = 1\nc = 1",
        "a a\nb c\na = 3\nb = 2\nc = 1",
        "a a\nb c\na = 3+\nb = 2+\nc = 1",
        "a a\na b\na = 3-\nb = 2",
        "a a\nb c\na = 3+\nb = 2\nc = 1\nz = 1",
        "a b\nb a\na = 3+\nb = 3+",  # in pieces
        "a b c\nb b c\na c c\na = 3+\nb = 6+\nc = 9+",
    ],
)
def test_files_that_are_no_puzzles(text):
    with pytest.raises(ValueError, match=r"\w"):
        kenken.parse(text)


def test_grades_say_which_skill_is_needed():
    """A puzzle's grade is the first skill that leaves one filling for each box; a guess is needed where none does."""
    seen = set()
    for each, digits in made(6, 4, 3, 500):
        level, guesses = kenken.grade(each)
        seen.add(level)
        if level in solver.LEVELS:
            assert (guesses > 0) == (level == "very hard")
            for skill, name in zip(solver.Skill, solver.LEVELS, strict=False):
                options = solver.narrow(solver.start(each), 6, skill)
                decided = all(len(choices) == 1 for choices in options)
                assert decided == (solver.LEVELS.index(name) >= solver.LEVELS.index(level))
            assert kenken.solve(each) == digits
    assert seen == {*solver.LEVELS, "more than one solution"}


@pytest.mark.parametrize(("parameters", "share"), PROTOTYPE.items())
def test_the_share_of_unique_puzzles(parameters, share):
    """As many as the prototype found, but for chance (300 puzzles) and the steps that the paper leaves open."""
    unique = sum(kenken.count_solutions(each) == 1 for each, _ in made(*parameters, 300))
    assert abs(unique / 300 - share) < 0.1


def any_square(size, random):
    """A Latin square, each as likely as any other (Jacobson and Matthews, 1996)."""
    places = range(size)
    cube = {(row, column, sign): int((row + column) % size == sign) for row, column, sign in product(places, repeat=3)}
    moves, at = 0, None
    while moves < size**3 or at:
        r, c, s = at or random.choice([place for place, ones in cube.items() if not ones])
        row = random.choice([other for other in places if cube[other, c, s] == 1])
        column = random.choice([other for other in places if cube[r, other, s] == 1])
        sign = random.choice([other for other in places if cube[r, c, other] == 1])
        for place in (r, c, s), (r, column, sign), (row, c, sign), (row, column, s):
            cube[place] += 1
        for place in (row, column, sign), (r, c, sign), (r, column, s), (row, c, s):
            cube[place] -= 1
        at = (row, column, sign) if cube[row, column, sign] < 0 else None
        moves += 1
    return tuple(sign + 1 for (_, _, sign), ones in cube.items() if ones)


@pytest.mark.parametrize(("parameters", "share"), [((4, 4, 2), 0.53), ((6, 4, 3), 0.47), ((9, 4, 5), 0.37)])
def test_unique_puzzles_from_any_square(parameters, share):
    """As many as the prototype found where the square is no shuffled regular one; 300 puzzles here."""
    random = Random(1)
    every = kenken.generate(*parameters, Dice(1), lambda size, dice: any_square(size, random))
    assert abs(sum(kenken.count_solutions(each) == 1 for each, _ in islice(every, 300)) / 300 - share) < 0.1


# --- on paper


@pytest.mark.parametrize(("size", "largest"), [(4, 4), (9, 6)])
def test_text_files_are_read_back(size, largest):
    for each, _ in made(size, largest, 2, 20):
        assert kenken.parse(kenken.write_text(each)) == each


@pytest.mark.parametrize("size", range(3, 10))
def test_drawings_fit_a_page(size):
    for each, digits in made(size, 6, 0, 15):
        lines = kenken.draw(each, digits).splitlines()
        assert len(lines) == 3 * size + 1
        assert {len(line) for line in lines} == {len(lines[0])}
        assert len(lines[0]) < 80
        assert set("".join(lines)) <= set("+-|x/ 0123456789")
        assert [int(digit) for line in lines[2::3] for digit in re.findall(r"\d", line)] == list(digits)
        clues = [clue for line in lines[1::3] for clue in re.findall(r"[\dx/+-]+", line)]
        assert clues == [box.clue for box in each.boxes]


def test_pictures():
    ((each, digits),) = made(5, 4, 3, 1)
    for shown in (None, digits):
        picture = ET.fromstring(kenken.draw_svg(each, shown))
        texts = [node.text for node in picture.iter("{http://www.w3.org/2000/svg}text")]
        clues = [box.clue.translate(str.maketrans("x/-", "\u00d7\u00f7\u2212")) for box in each.boxes]
        assert texts == [*map(str, shown or ()), *clues]


# --- the command line


def test_make_and_solve(tmp_path, monkeypatch):
    text = transcript_of(kenken.main, options=["--make", "6", "4", "3", "--seed", "9", "--unique", "--format", "text"])
    drawn = transcript_of(kenken.main, options=["--make", "6", "4", "3", "--seed", "9", "--unique", "--solution"])
    (tmp_path / "puzzle").write_text(text)
    solved = transcript_of(kenken.main, options=["--solve", str(tmp_path / "puzzle")])
    assert solved.startswith(drawn)
    assert solved.removeprefix(drawn).split("\n")[0].split(" (")[0] in solver.LEVELS
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert transcript_of(kenken.main, options=["--solve", "-"]) == solved


def test_make_prints_what_the_dialogue_prints():
    drawn = transcript_of(kenken.main, options=["--make", "4", "4", "2", "--seed", "1", "--solution"])
    assert recorded("kenken_1_4_4_2_any.txt").endswith(f"\n\n{drawn}")


def test_survey():
    lines = transcript_of(kenken.main, options=["--survey", "unique", "5"]).splitlines()
    assert len(lines) == 2 + len(surveys.CHOSEN)
    for line in lines[2:]:
        count, unique, _, *levels, _ = line.strip("| ").split(" | ")[3:]
        assert count == "5"
        assert int(unique) == sum(map(int, levels))


@pytest.mark.parametrize(
    "options",
    [
        ["--make", "2", "4", "2"],
        ["--make", "10", "4", "2"],
        ["--make", "4", "7", "2"],
        ["--make", "4", "4", "6"],
        ["--make", "4", "4", "-1"],
        ["--make", "3", "2", "0"],
        ["--make", "4", "4", "2", "--seed", "32768"],
        ["--solve", "no such file"],
        ["--survey", "unique", "0"],
        ["--survey", "nothing", "5"],
        ["--make", "5", "3", "8"],
    ],
)
def test_bad_options(options, capsys):
    assert kenken.main(options) == 2
    assert re.fullmatch(r"kenken: .+\n", capsys.readouterr().err)


# --- what the paper leaves open, measured


def test_the_singles_that_are_offered_come_out_and_others_do_not():
    """The limits of P and Q, by the survey of `--survey limits`, for the small squares."""
    rows = [row.strip("| ").split(" | ") for row in surveys.limits(4, (3, 4, 5))][1:]
    assert [row[:3] for row in rows] == [
        [str(size), str(largest), offered]
        for size, singles, quarter, third in ((3, 1, 3, 3), (4, 0, 4, 5), (5, 1, 7, 8))
        for largest, offered in (
            (2, f"{singles} to {singles}"),
            (3, f"0 to {quarter}"),
            *((p, f"0 to {third}") for p in (4, 5, 6)),
        )
    ]
    for row in rows:
        assert row[3] == "100%"
        assert row[5:] in ([], ["0%"])
    assert [boxes.singles_allowed(size, 3)[-1] + 1 for size in range(4, 10)] == [5, 8, 10, 14, 17, 22]


@pytest.mark.parametrize(("size", "singles"), [(6, 10), (7, 14), (8, 17), (9, 22)])
def test_beyond_a_quarter_of_single_cells_nothing_comes_out_with_three(size, singles):
    assert surveys.turned_up(size, 3, singles, 2) == 0


@pytest.mark.parametrize(("size", "singles"), [(4, 0), (6, 0), (5, 1), (7, 1)])
def test_dominoes(size, singles):
    """P = 2 comes out for as many single cells as the square leaves over, 0 or 1, and not for two more."""
    assert surveys.turned_up(size, 2, singles, 5) >= 4
    assert surveys.turned_up(size, 2, singles + 2, 2) == 0


def test_the_measure_of_mixing():
    """All 24 neighbours of the regular square follow each other; half of those in columns, if columns 1, 2 change."""
    regular = squares.cyclic_square(4)
    assert squares.order(regular) == 1
    # Columns 2 1 3 4: 2>1 no, 1>3 no, 3>4 yes, so 4 of 12 beside each other and still 12 of 12 below each other.
    assert squares.order(squares.swap_columns(regular, 0, 1)) == 16 / 24
    assert not squares.is_mixed(regular)
    for size in range(3, 10):
        assert squares.is_mixed(squares.measured_square(size, Dice(size)))


def test_ten_swaps_mix_enough():
    """The paper's first suggestion, held against a measure as its second asks for."""
    for line in list(surveys.mixing(60))[1:]:
        size, *shares, chance_alone, _, _ = line.strip("| ").split(" | ")
        after = dict(zip((0, 1, 2, 3, 5, 10, 20), (int(share[:-1]) for share in shares), strict=True))
        assert after[0] == 100
        assert after[10] - int(chance_alone[:-1]) <= (6 if 3 < int(size) < 8 else 12)
        assert after[3] - int(chance_alone[:-1]) >= (10 if int(size) > 5 else -5)


def test_more_single_cells_make_puzzles_easier():
    """The paper's claim about Q: by the average grade of unique puzzles, N = 6 and P = 4, Q = 0 and 12."""
    rows = surveys.grades(150, ((6, 4, 0), (6, 4, 12)))
    hard, easy = (float(row.strip("| ").split(" | ")[-1]) for row in list(rows)[1:])
    assert hard > easy + 0.3


README = (PROGRAMS / "README.md").read_text("utf-8")


def figures(line: str) -> list[str]:
    """The cells of a table's line."""
    return [cell.strip() for cell in line.strip("| ").split("|")]


def test_the_readme_s_shares_and_grades_are_the_survey_s():
    """For the small squares all 1000 puzzles; beside them the prototype's figures, which are the specification's."""
    told = [figures(line) for line in README.splitlines() if re.match(r"\| \d \| \d \| \d \| 1000 ", line)]
    assert [tuple(map(int, row[:3])) for row in told] == list(surveys.CHOSEN)
    for row in told:
        assert abs(float(row[6].split(" %")[0]) / 100 - PROTOTYPE[tuple(map(int, row[:3]))]) < 0.011
    rows = [figures(line) for line in list(surveys.grades(1000, [each for each in surveys.CHOSEN if each[0] < 6]))[1:]]
    assert [row[:6] + row[7:] for row in told[: len(rows)]] == [row[:-1] for row in rows]


def test_the_readme_s_mean_grades_are_the_survey_s():
    singles, means = (figures(line) for line in README.splitlines() if re.match(r"\| (P with|mean grade)", line))
    rows = [figures(line) for line in list(surveys.grades(1000, ((6, 4, 9), (6, 4, 12))))[1:]]
    assert (singles[6:], means[0]) == (["Q with P = 4", "0", "3", "6", "9", "12"], "mean grade")
    assert [means[10], means[11]] == [row[-1] for row in rows]


def test_the_readme_s_mixing_is_the_survey_s():
    told = [figures(line) for line in README.splitlines() if re.match(r"\| \d \| \d\d% ", line)]
    for row, line in zip(told[:2], (list(surveys.mixing(300, [size]))[1] for size in (4, 6)), strict=True):
        size, _, *shares, chance_alone, needed, _ = figures(line)
        assert row == [size, *shares, chance_alone, needed]


# --- playing and making


def test_a_puzzle_is_solved_by_hints_alone():
    for level in solver.LEVELS[:3]:
        typed = ["--make", "5", "4", "3", "--grade", level, "--format", "text"]
        each = kenken.parse(transcript_of(kenken.main, options=typed))
        assert kenken.grade(each) == (level, 0)
        digits, reasons = [0] * 25, set()
        while found := hints.hint(each, digits):
            assert digits[found.cell] == 0
            digits[found.cell] = found.digit
            reasons.add(found.why)
        assert tuple(digits) == kenken.solve(each)
        assert hints.is_solved(each, digits)
        beyond = list(solver.Skill)[solver.LEVELS.index(level) + 1 :]
        assert reasons.isdisjoint({hints.WHY[skill] for skill in beyond} | {"only trying shows it"})


def test_what_is_wrong_is_said():
    each = kenken.parse("a a\nb c\na = 3+\nb = 2\nc = 1")
    assert list(hints.faults(each, [0, 0, 0, 0])) == []
    assert list(hints.faults(each, [1, 1, 0, 0])) == ["1 comes twice in row 1", "these digits do not make 3+"]
    assert list(hints.faults(each, [1, 0, 1, 0])) == ["1 comes twice in column 1", "these digits do not make 2"]
    assert hints.hint(each, [2, 0, 0, 0]) is None  # a wrong digit leads nowhere
    assert hints.hint(each, [1, 2, 0, 0]) == hints.Hint(2, 2, hints.WHY[None])
    assert hints.is_solved(each, [1, 2, 2, 1])
    assert hints.hint(each, [1, 2, 2, 1]) is None


def test_a_guess_is_a_hint_too():
    each = kenken.parse("a a\nb b\na = 3+\nb = 3+")
    assert hints.hint(each, [0] * 4) == hints.Hint(0, kenken.solve(each)[0], "only trying shows it")


def test_no_puzzle_of_that_grade(capsys, monkeypatch):
    monkeypatch.setattr(commands, "MOST", 3)
    assert kenken.main(["--make", "3", "4", "2", "--grade", "very hard"]) == 1
    assert capsys.readouterr().err == "kenken: none of 3 puzzles is very hard\n"


def test_no_boxes_is_said(capsys):
    assert kenken.main(["--make", "8", "2", "0", "--seed", "2"]) == 1
    assert capsys.readouterr().err == "kenken: no such boxes in 20 layouts, after 0 puzzles\n"


def test_no_solution_is_status_1(tmp_path, capsys):
    (tmp_path / "puzzle").write_text("a a\nb c\na = 3+\nb = 2\nc = 2")
    assert kenken.main(["--solve", str(tmp_path / "puzzle")]) == 1
    assert capsys.readouterr().out.endswith("\nno solution\n")


def test_text_with_its_solution_is_a_puzzle_still():
    options = ["--make", "4", "4", "2", "--seed", "1", "--format", "text"]
    text = transcript_of(kenken.main, options=[*options, "--solution"])
    assert kenken.parse(text) == kenken.parse(transcript_of(kenken.main, options=options))
    remarks = [line[2:].split() for line in text.splitlines() if line.startswith("#")]
    assert sum((tuple(map(int, row)) for row in remarks), ()) in set(kenken.solutions(kenken.parse(text)))


def test_watching_boxes_come_about():
    """As text: a picture for each step; the last one has the boxes that `--make` has from the same seed."""
    shown = transcript_of(kenken.main, options=["--make", "4", "4", "2", "--seed", "5", "--watch"])
    pictures = shown.rstrip("\n").split("\n\n")
    captions = [picture.splitlines()[-1] for picture in pictures]
    assert captions[0] == "no cell is in a box yet"
    assert captions[1].startswith("cell 1 makes a box with cell ")
    assert "\n\n".join(pictures[1:]) in recorded("kenken_watched.txt")  # as the program shows it
    made_so = transcript_of(kenken.main, options=["--make", "4", "4", "2", "--seed", "5"]).splitlines()
    last = pictures[-1].splitlines()
    assert [line for line in made_so if line[0] == "+"] == [line for line in last if line[0] == "+"]
    assert [int(number) for line in last[2:-1:3] for number in re.findall(r"\d+", line)] == list(range(1, 17))
