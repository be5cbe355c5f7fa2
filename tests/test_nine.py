"""The eight-puzzle: what the paper proves and prints, what its procedure does, and our own rules."""

import itertools
import re
from collections import Counter
from pathlib import Path

import pytest
from dialogue import TRANSCRIPTS, recorded, transcript_of

from pyport import nine
from pyport.nine import averages, game, optimum, paper, rules, table
from pyport.nine.board import GOAL, State, inversions, is_solvable, is_state, join, neighbours, play, slide
from pyport.nine.board import ways_to_the_ring as ways

LISTING = Path(__file__).parent.parent / "programs" / nine.PROGRAM

# Row by row the optimum, found by other means than the port's, and the rows that the paper's text determines.
OPTIMA = (
    *(8, 6, 22, 16, 22, 22, 18, 22, 20, 20, 25, 24, 22, 23, 10, 18, 24),
    *(28, 28, 22, 24, 22, 9, 24, 19, 24, 20, 27, 24, 15, 28, 0, 16),
)
# The sum of the moves of our rules over all solvable states, an average of 25.16.
RULES_TOTAL = 4565346
DETERMINED = (1, 2, 4, 5, 6, 7, 9, 11, 12, 15, 16, 17, 19, 21, 22, 23, 25, 26, 27, 28, 32, 33)


@pytest.fixture(scope="session")
def distance() -> dict[State, int]:
    return optimum.distances()


@pytest.fixture(scope="session")
def ring_states() -> list[State]:
    rims = map("".join, itertools.permutations("12345678"))
    return [rim + "0" for rim in rims if inversions(rim) % 2 == 0]


# --- the theorems and the optimum


def test_theorem_1(distance: dict[State, int], ring_states: list[State]) -> None:
    assert len(ring_states) == 20160
    assert set(ring_states) == {state for state in distance if state.endswith("0")}


def test_theorem_2(distance: dict[State, int]) -> None:
    states = list(map("".join, itertools.permutations(GOAL)))
    assert len(states) == 362880
    assert len(distance) == 181440
    assert sum(map(is_solvable, states[::7])) == sum(state in distance for state in states[::7])


def test_optimum(distance: dict[State, int], ring_states: list[State]) -> None:
    assert sum(distance.values()) == 3901468
    assert round(3901468 / 181440, 4) == 21.5028
    assert Counter(distance.values())[30] == 148
    assert max(distance.values()) == 30
    assert round(sum(distance[state] for state in ring_states) / 20160, 4) == 21.2292


def test_figure_2(distance: dict[State, int]) -> None:
    assert [distance[state] for state in ("012345678", "120345678", "104567823")] == [8, 6, 9]
    assert play("104567823", "328765432") == GOAL


def test_a_shortest_solution(distance: dict[State, int]) -> None:
    for row in table.ROWS:
        solution = optimum.solve(row.state, distance)
        assert play(row.state, solution) == GOAL
        assert len(solution) == distance[row.state]


# --- the board


def test_only_a_tile_beside_the_blank_slides() -> None:
    assert slide("123456780", "2") == "103456782"
    assert {tile for tile, _ in neighbours("123456780")} == {"2", "4", "6", "8"}
    assert {tile for tile, _ in neighbours("023456781")} == {"2", "8"}
    with pytest.raises(ValueError, match="tile 3"):
        slide("123456780", "3")


def test_there_and_back_cancels() -> None:
    assert join("1234", "4321") == ""
    assert join("123", "34") == "124"


def test_ways_to_the_ring() -> None:
    assert ways(GOAL) == ("",)
    assert ways("103456782") == ("2",)
    assert ways("023456781") == ("21", "81")
    assert all(play("023456781", way).endswith("0") for way in ways("023456781"))


# --- Table 1


def test_optima_of_table_1(distance: dict[State, int]) -> None:
    assert tuple(distance[row.state] for row in table.ROWS) == OPTIMA
    assert sum(OPTIMA) == 652


def test_sums_of_table_1() -> None:
    older, turns = sum(row.older for row in table.ROWS), sum(map(table.older_turn, table.ROWS))
    assert (older, turns, older + turns) == (826, 370, 1196)
    printed, turns = sum(row.printed for row in table.ROWS), sum(row.printed_turn for row in table.ROWS)
    assert (printed, printed + turns) == (822, 854)
    totals = [(row.printed + row.printed_turn, row.older + table.older_turn(row)) for row in table.ROWS]
    assert Counter((new > old) - (new < old) for new, old in totals) == {-1: 18, 0: 15}
    assert sum(row.older_cell_of_1 != "A" for row in table.ROWS) == 17


def test_printed_numbers_have_the_parity_of_the_optimum(distance: dict[State, int]) -> None:
    assert all((row.printed - distance[row.state]) % 2 == 0 for row in table.ROWS)
    below = [row.state for row in table.ROWS if row.printed < distance[row.state]]
    assert below == [row.state for row in table.ROWS if row.printed_turn] == ["357812640", "345678120"]


@pytest.mark.parametrize("number", DETERMINED)
def test_rows_that_the_text_determines(number: int) -> None:
    row = table.ROWS[number - 1]
    assert len(paper.solve(row.state).order) == row.printed


def test_other_rows_hang_on_omitted_branches() -> None:
    differing = [n for n, row in enumerate(table.ROWS, 1) if len(paper.solve(row.state).order) != row.printed]
    assert differing == [3, 8, 10, 13, 14, 18, 20, 24, 29, 30, 31]


def test_the_listing_holds_the_same_table() -> None:
    rows = re.findall(r"(\d{9}),(\d+),([ACEG]),(\d+),(\d+)", LISTING.read_text(encoding="ascii"))
    assert [table.Row(state, int(a), cell, int(b), int(c)) for state, a, cell, b, c in rows] == list(table.ROWS)


# --- the paper's procedure


def test_ring_moves(distance: dict[State, int]) -> None:
    for cell, rim, cost in (("A", "12345678", 0), ("C", "78123456", 16), ("E", "56781234", 30), ("G", "34567812", 16)):
        for before in ("", *"2468"):
            turn = paper.ring_move(cell, before)
            assert play(rim + "0", turn) == GOAL
            assert len(turn) == cost == distance[rim + "0"]
            assert not (turn and turn[0] == before)


def test_procedure_over_all_ring_states(ring_states: list[State]) -> None:
    solutions = {state: paper.solve(state) for state in ring_states}
    assert all(play(state, solution.moves) == GOAL for state, solution in solutions.items())
    cells = Counter(solution.cell_of_1 for solution in solutions.values())
    assert cells == {"A": 14960, "C": 3218, "G": 1369, "E": 613}
    lengths = [len(solution.moves) for solution in solutions.values()]
    assert round(sum(lengths) / 20160, 2) == 36.36
    assert max(lengths) == 74


def test_move2_as_printed_tears_the_chain(ring_states: list[State], monkeypatch: pytest.MonkeyPatch) -> None:
    def as_printed(ring: paper.Ring) -> str:
        corner = ring.cell_of_i in "ACEG"
        return "3i23i456ji" if corner and ring.cell_of_1 in "BCD" else paper.move2(ring)

    monkeypatch.setitem(paper._MOVE, 2, as_printed)
    failing = []
    for state in ring_states:
        order = paper.solve(state).order
        if play(state, order)[:8] not in "12345678" * 2:
            failing.append(state)
    assert len(failing) == 2221
    assert "123847560" in failing


def test_without_cancelling_only_13_rows_come_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "join", lambda first, then: first + then)
    assert sum(len(paper.solve(row.state).order) == row.printed for row in table.ROWS) == 13


def test_the_other_way_out_of_a_corner_misses_row_26(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(paper.solve("357406182").order) == 44
    monkeypatch.setattr(paper, "ways_to_the_ring", lambda state: ways(state)[::-1])
    assert len(paper.solve("357406182").order) == 34


# --- our own rules


def test_at_most_a_hundred_rules() -> None:
    assert len(rules.RULES) == len(set(rules.RULES)) <= 100
    assert [rule.chain for rule in rules.RULES] == sorted((rule.chain for rule in rules.RULES), reverse=True)


def test_every_rule_is_legal_and_lengthens_the_chain(ring_states: list[State]) -> None:
    """Wherever a rule fits, whether or not an earlier one would be taken."""
    applied: Counter[rules.Rule] = Counter()
    for state in ring_states:
        length = rules.chain(state)
        ring = rules.Ring.seen_from(length, state)
        for rule in rules.RULES:
            if (rule.chain, rule.gap) == (length, ring.gap) and rule.fits(ring):
                after = play(state, ring.spell(rule.moves))
                assert after.endswith("0")
                assert after == GOAL if length == 8 else rules.chain(after) > length
                applied[rule] += 1
    assert set(applied) == set(rules.RULES)


def test_the_eight_views_look_alike() -> None:
    assert len({view.read("012345678") for view in rules.VIEWS}) == 8
    for view in rules.VIEWS:
        assert view.read(GOAL) == GOAL
        for row in table.ROWS:
            seen = view.read(row.state)
            for tile, neighbour in neighbours(seen):
                assert view.read(slide(row.state, view.unread(tile))) == neighbour


def test_rules_solve_every_ring_state(ring_states: list[State], distance: dict[State, int]) -> None:
    used = set()
    for state in set(ring_states) - {GOAL}:
        number, moves = rules.first_rule(state)
        used.add(number)
        after = play(state, moves)
        assert after.endswith("0")
        assert after == GOAL or max(_chains(after)) > max(_chains(state))
    assert used == set(range(len(rules.RULES)))


def _chains(state: State) -> list[int]:
    return [rules.chain(view.read(state)) for view in rules.VIEWS]


def test_rules_solve_the_table(distance: dict[State, int]) -> None:
    for row in table.ROWS:
        solution = rules.solve(row.state)
        assert play(row.state, solution) == GOAL
        assert len(solution) >= distance[row.state]


def test_averages(distance: dict[State, int]) -> None:
    by_paper = averages.Average.of(map(averages.paper_length(), distance))
    assert round(by_paper.mean, 2) == 37.13
    by_rules = averages.Average.of(map(averages.rules_length(), distance))
    assert by_rules.mean < 34.82
    assert (by_rules.total, by_rules.states) == (RULES_TOTAL, 181440)
    states = list(distance)[::997]
    assert list(map(averages.rules_length(), states)) == [len(rules.solve(state)) for state in states]
    assert list(map(averages.paper_length(), states)) == [len(paper.solve(state).moves) for state in states]


# --- the dialogue


@pytest.mark.parametrize("path", sorted(TRANSCRIPTS.glob("nine_*.txt")), ids=lambda path: path.stem)
def test_transcripts(path: Path) -> None:
    """What NINE.BAS prints under another interpreter of GW-BASIC, letter by letter."""
    transcript = recorded(path.name)
    typed = re.findall(r"^State\? (.*)\n", transcript, re.MULTILINE)
    assert transcript_of(nine.main, "\n".join((*typed, ""))) == transcript


def test_inputs_end_as_a_dialogue_ends() -> None:
    for text in nine.INPUTS:
        assert transcript_of(nine.main, text).count("State? ") == text.count("\n")
    typed = {line for text in nine.INPUTS for line in text.splitlines()}
    assert typed >= {row.state for row in table.ROWS}


@pytest.mark.parametrize("text", ["", "12345678", "1234567800", "112345678", "abcdefghi", "92345678x"])
def test_no_states(text: str) -> None:
    assert not is_state(text)
    assert game.answer(text) == "No state: each digit from 0 to 8 must come once."


def test_odd_states_are_refused() -> None:
    assert game.answer("213456780").endswith("No way: the ring 21345678 has an odd number of inversions, 1.")


def test_listing_of_moves() -> None:
    assert game.listing("") == "0 moves."
    assert game.listing("8") == "1 move:\n  8"
    assert game.listing("12" * 11) == "22 moves:\n" + "  1  2" * 10 + "\n  1  2"


def test_end_of_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed = iter(["104567823"])

    def type_line(prompt: str = "") -> str:
        for line in typed:
            return line
        raise EOFError

    monkeypatch.setattr("builtins.input", type_line)
    assert nine.main([]) == 1
    assert capsys.readouterr().err == "\nnine: the input ended before the answer\n"


def test_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    assert nine.main([]) == 130


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert nine.main(["104567823"]) == 0
    assert capsys.readouterr().out.count("9 moves:\n  3  2  8  7  6  5  4  3  2") == 3
    assert nine.main(["--rules"]) == 0
    assert capsys.readouterr().out.count("\n") == len(rules.RULES) + 4
    assert nine.main(["--table"]) == 0
    assert re.search(r"Sum +1196 +854 +\d+ +\d+ +652\n", capsys.readouterr().out)


@pytest.mark.parametrize("argument", ["123", "213456780"])
def test_bad_arguments(argument: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        nine.main([argument])
    assert stop.value.code == 2
    assert argument in capsys.readouterr().err
