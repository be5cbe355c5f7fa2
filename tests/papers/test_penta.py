"""The pentagram: the rules, the paper's three printed samples, all starts, and what INPUT accepts."""

import doctest
import io
import re
from itertools import permutations, product
from unittest import mock
from xml.etree import ElementTree

import pytest
from dialogue import TRANSCRIPTS, recorded, transcript_of
from hypothesis import given
from hypothesis import strategies as st
from paths import PROGRAMS, TESTS

from pyport import penta

LISTING = PROGRAMS / penta.PROGRAM
CYCLE = "ACJHIEGBDF"

# Rows 1, 3, 5, 7 and 9 as the real GW-BASIC printed them; 1,5, 3,4 and 5,3 are the paper's samples.
GRIDS = {
    "1,5": ("....0....", "4..7.3..6", "..1...9..", "....5....", ".8.....2."),
    "3,4": ("....3....", "7..0.6..9", "..4...2..", "....8....", ".1.....5."),
    "5,3": ("....9....", "3..6.2..5", "..0...8..", "....4....", ".7.....1."),
    "9,2": ("....2....", "6..9.5..8", "..3...1..", "....7....", ".0.....4."),
    "7,5": ("....5....", "9..2.8..1", "..6...4..", "....0....", ".3.....7."),
    "5,7": ("....1....", "5..8.4..7", "..2...0..", "....6....", ".9.....3."),
    "3,9": ("....4....", "8..1.7..0", "..5...3..", "....9....", ".2.....6."),
    "3,6": ("....7....", "1..4.0..3", "..8...6..", "....2....", ".5.....9."),
    "3,1": ("....6....", "0..3.9..2", "..7...5..", "....1....", ".4.....8."),
    "9,8": ("....8....", "2..5.1..4", "..9...7..", "....3....", ".6.....0."),
}
# What BASIC makes of other ways to write them, in single precision.
READ_AS = {
    " 3 , 4 ": "3,4",
    "1.00000001,5": "1,5",
    "&O5,3": "5,3",
    "&3,&H4": "3,4",
    "30D-1,.4E+1": "3,4",
    "3!,4#": "3,4",
    " & H3 , &0 4": "3,4",
}
ELSEWHERE = ("....6....", "0..3....2", "..7...5..", "....1....", ".4.....8.")


def grid(rows: tuple[str, ...]) -> str:
    blank = " " * 9 + "\n"
    return blank.join(f"{row}\n" for row in rows).replace(".", " ")


def test_doctests():
    assert doctest.testmod(penta).failed == 0


def test_the_jumps_form_one_cycle():
    for before, point, after in zip(CYCLE[-1] + CYCLE, CYCLE, CYCLE[1:] + CYCLE[0], strict=False):
        assert set(penta.jumps(point)) == {before, after}


def test_each_start_has_two_fillings_twenty_in_all():
    everything = [order for start in penta.POINTS for order in penta.fillings(start)]
    assert len(everything) == len(set(everything)) == 20
    for start in penta.POINTS:
        place = CYCLE.index(start)
        forwards = CYCLE[place:] + CYCLE[:place]
        assert set(penta.fillings(start)) == {forwards, start + forwards[:0:-1]}


STAR = "ABCDEFGHBICEJFH"  # drawn in one stroke; the DATA of line 140
TIPS = "ADGIJ"


def walked(start: str, ahead: int, first: bool, second: bool, step: int, wrap: int) -> str:
    """The points that lines 210 to 290 fill; empty where a subscript is out of range. `first`, `second`: whether 15
    is wrapped in lines 230 and 250; `ahead`: what line 220 adds."""
    n = STAR.index(start) + 1
    order = start
    for _ in range(9):
        n += ahead
        n -= wrap if n >= (15 if first else 16) else 0
        if not 0 <= n <= 15:
            return ""
        n += step if n and STAR[n - 1] in TIPS else 0  # X(0) and Y(0) are 0
        n -= wrap if n >= (15 if second else 16) else 0
        n += 1
        if not 1 <= n <= 15:
            return ""
        order += STAR[n - 1]
    return order


def test_lines_220_to_260_have_no_other_reading():
    def filled(*reading: int) -> list[str]:
        walks = {start: walked(start, *reading) for start in penta.POINTS}
        return [start for start, order in walks.items() if order in penta.fillings(start)]

    readings = product((0, 1, -1, 2), (True, False), (True, False), (6, 7, 8, 9), (14, 15, 16))
    right = [reading for reading in readings if len(filled(*reading)) == 10]
    assert right == [(1, True, True, 8, 15), (1, False, True, 8, 15)]
    for start in penta.POINTS:
        assert walked(start, *right[0]) == walked(start, *right[1]) == penta.walk(penta.POINTS[start])
    assert filled(1, True, False, 8, 15) == filled(1, False, False, 8, 15) == ["A"]  # the others end in subscript 16


@pytest.mark.parametrize("start", penta.POINTS)
def test_no_order_but_those_two_passes_the_check(start):
    """All orders that begin with the cycle's first two points or their mirror image, and all of one other beginning."""
    rest = [point for point in penta.POINTS if point != start][:7]
    tail = "".join(point for point in penta.POINTS if point != start)[7:]
    passed = set(penta.fillings(start))
    for order in ("".join((start, *middle, tail)) for middle in permutations(rest)):
        if order not in passed:
            with pytest.raises(ValueError, match="jump"):
                penta.check(order)
    for order in passed:
        penta.check(order)


def test_a_point_used_twice_fails_the_check():
    with pytest.raises(ValueError, match="each of the ten points"):
        penta.check("ACACACACAC")


@pytest.mark.parametrize("start", GRIDS)
def test_the_ten_starts(start):
    expected = f"? {start}\n\n{grid(GRIDS[start])}"
    assert transcript_of(penta.main, f"{start}\n") == expected == recorded(f"penta_{start.replace(',', '_')}.txt")


@pytest.mark.parametrize("path", sorted(TRANSCRIPTS.glob("penta_bad_*.txt")), ids=lambda path: path.stem)
def test_a_start_elsewhere_places_nine_digits(path):
    typed = path.stem.removeprefix("penta_bad_").replace("_", ",") + "\n"
    expected = f"? {typed}\n{grid(ELSEWHERE)}"
    assert transcript_of(penta.main, typed) == expected == recorded(path.name)


@pytest.mark.parametrize("typed", penta.INPUTS)
def test_every_declared_input_ends_in_a_grid(typed):
    *refused, start = typed.splitlines()
    shown = transcript_of(penta.main, typed)
    rows = GRIDS.get(READ_AS.get(start, start), ELSEWHERE)
    assert shown == "".join(f"? {line}\n?Redo from start\n" for line in refused) + f"? {start}\n\n{grid(rows)}"


def test_the_declared_inputs_cover_the_whole_grid():
    single = {typed.strip() for typed in penta.INPUTS if typed.count("\n") == 1}
    assert single >= {f"{row},{column}" for row in range(1, 10) for column in range(1, 10)}


@pytest.mark.parametrize("line", ["x", "", "1", "1,2,3", "1;5", "one,five", "nan,1", "inf,inf", "1_0,1", "1,5x"])
def test_what_input_refuses(line):
    assert transcript_of(penta.main, f"{line}\n1,5\n").startswith(f"? {line}\n?Redo from start\n? 1,5\n")


@given(st.text())
def test_any_line_is_taken_or_refused(line):
    answers = iter([line, "1,5"])
    with mock.patch("builtins.input", lambda prompt: next(answers)):
        assert len(penta.ask_cell()) == 2


def test_a_drawn_grid_is_read_back():
    for start in penta.POINTS:
        for order in penta.fillings(start):
            assert penta.read_grid(penta.draw_order(order)) == order


def test_both():
    shown = transcript_of(penta.main, "2,2\n1,5\n", ["--both"])
    assert shown.startswith("? 2,2\nThat is no crossing point.")
    grids = re.findall(r"\n((?:[ 0-9]{9}\n){9})", shown)
    assert [penta.read_grid(each) for each in grids] == penta.fillings("A")


def test_watching():
    """After each digit the grid has one star less; the last is the filling."""
    shown = transcript_of(penta.main, options=["3,4", "--watch"]).split("\n\n")
    assert [picture.count("*") for picture in shown if picture] == list(range(10, -1, -1))
    assert shown[10] == f"{grid(GRIDS['3,4'])}the stroke's letters: BDFACJHIEG"


def test_picture():
    drawn = ElementTree.fromstring(transcript_of(penta.main, options=["1,5", "--svg"]))
    signs = {(float(sign.attrib["x"]), sign.text) for sign in drawn if sign.tag.endswith("text")}
    columns = {5: "0", 3: "1", 8: "2", 6: "3", 1: "4", 9: "6", 4: "7", 2: "8", 7: "9"}  # 5 is below 0, in column 5
    assert signs == {(40 * (column - 0.5), digit) for column, digit in columns.items()} | {(180.0, "5")}


def test_a_start_on_the_command_line(capsys):
    assert transcript_of(penta.main, options=["3,&O4"]) == f"\n{grid(GRIDS['3,4'])}"
    for text in ("2,2", "x", "1,2,3"):
        with pytest.raises(SystemExit) as stopped:
            penta.main([text])
        assert stopped.value.code == 2


def test_play():
    shown = transcript_of(penta.main, "a\nB\nzz\n\n" + "\n".join("CJHIEGBDF") + "\n", ["--play"])
    assert shown.count("Type the letter of an empty point") == 3
    assert shown.endswith(f"{penta.draw_order(CYCLE)}\nAll ten digits are placed.\n")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (grid(GRIDS["3,4"]), 0),
        (grid(ELSEWHERE), 2),
        (grid(GRIDS["3,4"]).replace("0", "x"), 2),
        (grid(GRIDS["3,4"]).translate(str.maketrans("12", "21")), 1),
    ],
)
def test_check_a_file(tmp_path, capsys, text, status):
    (tmp_path / "grid").write_text(text)
    assert penta.main(["--check", str(tmp_path / "grid")]) == status
    assert bool(capsys.readouterr().err) == (status > 0)


def test_check_a_missing_file(tmp_path, capsys):
    assert penta.main(["--check", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.startswith("penta: ")


def test_end_of_input(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("x\n"))
    assert penta.main([]) == 1
    assert capsys.readouterr().err == "\npenta: the input ended before the answer\n"


def test_control_c(monkeypatch):
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    assert penta.main([]) == 130


def test_the_listing_differs_from_the_scan_in_blanks_only():
    spaced = (TESTS / "listings" / "PENTASP.BAS").read_bytes()
    assert LISTING.read_bytes().replace(b" ", b"") == spaced.replace(b" ", b"")
    assert LISTING.read_bytes() != spaced
