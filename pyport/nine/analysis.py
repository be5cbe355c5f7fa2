"""Section 3 of the paper: its estimate of the average number of moves, held against what the procedure does."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from pyport.nine import averages, paper
from pyport.nine.board import ring_states
from pyport.nine.paper import Reading

# V1 to V6 as printed, and the formulas that stand above them: at a corner and at an edge half each, and so on.
PRINTED = (6.75, 6.8, 8, 7.66, 7, 8.25)
_HALF, _THIRD = Fraction(1, 2), Fraction(1, 3)
FORMULAS = (
    Fraction(5, 8) * Fraction(4 + 8, 2) + Fraction(3, 8) * Fraction(6 + 10, 2),
    _HALF * 4 + _HALF * (4 * Fraction(1, 5) + 10 * Fraction(2, 5) + 12 * Fraction(2, 5)),
    _HALF * (Fraction(12, 4) + Fraction(3, 4) * 8)
    + _HALF * (Fraction(6, 8) + Fraction(7, 8) * (Fraction(10, 4) + Fraction(3, 4) * 6)),
    _HALF * 6 + _HALF * (_THIRD * Fraction(6 + 8, 2) + Fraction(8, 3) + _THIRD * Fraction(14 + 12, 2)),
    _HALF * (10 + 4),
    Fraction(8, 2) + _HALF * (Fraction(3, 4) * 8 + Fraction(10, 4)),
)
PRINTED_SORTING, PRINTED_RING, PRINTED_TURN, PRINTED_TOTAL = 31.52, 1.3, 2, 34.82


def turns_of_the_loop(averages_by_gap: Iterable[float]) -> list[float]:
    """L1 to L6: the j-th turn of the loop finds j + 1 at a distance of 0 to 7 - j, each as likely."""
    v = list(averages_by_gap)
    return [sum(v[: 7 - j]) / (8 - j) for j in range(1, 7)]


@dataclass(frozen=True, slots=True)
class Measured:
    """What a reading of the procedure does with the states that have the blank in the centre."""

    by_gap: tuple[float, ...]  # the average number of moves that place i from a gap of 1 to 6
    by_turn: tuple[float, ...]  # and those of the turn for j = 1 to 6
    sorting: float  # all turns, where there and back is no move
    ring_move: float
    cells_of_1: Counter[str]


@cache
def measure(reading: Reading) -> Measured:
    """Solve them all."""
    states = ring_states()
    placed: Counter[int] = Counter()
    by_gap: Counter[int] = Counter()
    by_turn: Counter[int] = Counter()
    solutions = []
    for state in states:
        solutions.append(paper.solve(state, reading))
        gap = before = 0
        for step in paper.steps(state, reading)[1:]:
            if step.j != before:  # the first sequence for this j: the gap it began with is what counts
                before, gap = step.j, step.procedure
                placed[gap] += 1
            by_gap[gap] += len(step.moves)
            by_turn[step.j] += len(step.moves)
    return Measured(
        tuple(by_gap[gap] / placed[gap] for gap in range(1, 7)),
        tuple(by_turn[j] / len(states) for j in range(1, 7)),
        sum(len(solution.order) for solution in solutions) / len(states),
        sum(len(solution.turn) for solution in solutions) / len(states),
        Counter(solution.cell_of_1 for solution in solutions),
    )


def without_ring_move(measured: Measured) -> float:
    """The share of the states that end with 1 in A."""
    return measured.cells_of_1["A"] / measured.cells_of_1.total()


def report() -> str:
    """The page: printed, by the paper's own formulas, and measured in both readings."""
    found = [measure(reading) for reading in Reading]
    over_all = [averages.of_the_paper(reading) for reading in Reading]
    loop, printed_loop = turns_of_the_loop(map(float, FORMULAS)), turns_of_the_loop(PRINTED)

    def line(name: str, printed: float | str, formula: float | str, of: Callable[[Measured], float | int]) -> str:
        numbers = (printed, formula, *map(of, found))
        return f"{name:<34}" + "".join(_cell(number) for number in numbers)

    def gap_line(gap: int) -> str:
        return line(f"V{gap}, MOVE{gap}", PRINTED[gap - 1], float(FORMULAS[gap - 1]), lambda m: m.by_gap[gap - 1])

    def turn_line(j: int) -> str:
        return line(f"L{j}, {j + 1} behind {j}", printed_loop[j - 1], loop[j - 1], lambda m: m.by_turn[j - 1])

    return "\n".join(
        (
            "Section 3, the average number of moves: as printed, by the paper's formulas, and measured over the",
            f"{found[0].cells_of_1.total()} states with the blank in the centre, by the preliminary moves that Table 1",
            "bears out (Table) and by all that the text states (Text).",
            "",
            f"{'':<34}{'printed':>9}{'formula':>9}{'Table':>9}{'Text':>9}",
            *map(gap_line, range(1, 7)),
            *map(turn_line, range(1, 7)),
            line("L1 + ... + L6", PRINTED_SORTING, sum(loop), lambda m: sum(m.by_turn)),
            line("the same, there and back cancelled", "", "", lambda m: m.sorting),
            line("ring move", PRINTED_TURN, 16 / 8, lambda m: m.ring_move),
            line("share without a ring move", 7 / 8, "", without_ring_move),
            line("states with CMOVE or GMOVE", "", "", lambda m: m.cells_of_1["C"] + m.cells_of_1["G"]),
            line("states with EMOVE", 1, "", lambda m: m.cells_of_1["E"]),
            f"{'RING, over all ' + str(over_all[0].states) + ' states':<34}" + _cell(PRINTED_RING) + _cell(4 / 3),
            f"{'all together, over all of these':<34}"
            + "".join(map(_cell, (PRINTED_TOTAL, 4 / 3 + sum(loop) + 2, *(average.mean for average in over_all)))),
            "",
            '"No EMOVE but for 56781234" and "7/8 need no ring move" do not hold for the procedure as far as it is',
            "printed: sorting takes what the paper says, and the ring move more than twice of it.",
        )
    )


def _cell(number: float | str) -> str:
    return f"{number:>9}" if isinstance(number, str | int) else f"{number:9.3f}"
