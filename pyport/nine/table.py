"""Table 1 of the paper: 33 states, solved by the older procedure that it calls [3] and by its own."""

from collections.abc import Callable
from dataclasses import dataclass

from pyport.nine import paper
from pyport.nine.board import State
from pyport.nine.paper import Reading, Solution


@dataclass(frozen=True, slots=True)
class Row:
    """Printed numbers of moves, both without the ring move.

    Of that [3] prints the letter. The paper says of its own procedure that two states need a ring move of 16: one that
    is nothing else from the start, and one that can only be the other whose number is smaller than the optimum.
    """

    state: State
    older: int
    older_cell_of_1: str
    printed: int
    printed_turn: int = 0


ROWS = (
    Row("012345678", 8, "A", 8),
    Row("120345678", 6, "A", 6),
    Row("561327480", 40, "E", 30),
    Row("132485670", 18, "C", 20),
    Row("132867540", 24, "A", 24),
    Row("712654380", 30, "A", 30),
    Row("612574380", 18, "A", 18),
    Row("715438260", 32, "A", 28),
    Row("712546380", 20, "A", 20),
    Row("683524170", 48, "G", 34),
    Row("214387605", 35, "A", 35),
    Row("645237180", 28, "E", 36),
    Row("075863421", 22, "G", 28),
    Row("256710834", 25, "E", 33),
    Row("234567180", 8, "G", 10),
    Row("145826730", 20, "A", 20),
    Row("367581240", 24, "A", 24),
    Row("357812640", 18, "G", 14, 16),
    Row("367812450", 30, "A", 30),
    Row("156327480", 20, "G", 26),
    Row("761254380", 24, "E", 24),
    Row("674835210", 42, "A", 38),
    Row("104567823", 9, "A", 9),
    Row("650342178", 46, "E", 40),
    Row("821437605", 29, "A", 29),
    Row("357406182", 44, "E", 44),
    Row("618457230", 34, "G", 44),
    Row("546321807", 35, "A", 35),
    Row("087563421", 34, "E", 30),
    Row("125670834", 11, "G", 17),
    Row("876543210", 44, "C", 38),
    Row("123456780", 0, "A", 0),
    Row("345678120", 0, "G", 0, 16),
)


def agrees(row: Row, solution: Solution) -> bool:
    """Whether a solution is as the paper prints it, its ring move with it."""
    return (len(solution.order), len(solution.turn)) == (row.printed, row.printed_turn)


def as_printed() -> str:
    """The table in the paper's way, without ring moves, beside what its procedure does in both readings (line 4000)."""
    solutions = [[paper.solve(row.state, reading) for row in ROWS] for reading in Reading]
    lines = [
        "Table 1: the moves before the ring move (A 0, C and G 16, E 30) and the cell",
        "of tile 1 then.  [3] is the older procedure that the paper improves on.",
        "Table: the preliminary moves that it bears out, Text: all that the text states.",
        "",
        "No  State       [3]    Paper    Table     Text",
    ]
    for number, (row, *ours) in enumerate(zip(ROWS, *solutions, strict=True), start=1):
        line = f"{number:2}  {row.state}   {row.older:2} {row.older_cell_of_1}    {row.printed:2}  "
        marked = (f"    {len(s.order):2} {s.cell_of_1}{' ' if agrees(row, s) else '*'}" for s in ours)
        lines.append(line + "".join(marked))
    moves = [sum(row.older for row in ROWS), sum(row.printed for row in ROWS)]
    turns = [sum(map(older_turn, ROWS)), sum(row.printed_turn for row in ROWS)]
    moves += [sum(len(solution.order) for solution in ours) for ours in solutions]
    turns += [sum(len(solution.turn) for solution in ours) for ours in solutions]
    together = [move + turn for move, turn in zip(moves, turns, strict=True)]
    for name, (older, printed, first, second) in (("Sum", moves), ("Ring moves", turns), ("Together", together)):
        lines.append(f"{name:<10}    {older:4}    {printed:4}    {first:4}     {second:4}")
    first, second = (sum(map(agrees, ROWS, ours)) for ours in solutions)
    lines += [
        "",
        f"{first} and {second} of 33 come out as printed, the ring move with them; * does not.",
        "Rows 5, 6, 7, 9 and 17 contradict preliminary moves of MOVE1 and MOVE3.  Of the",
        "other 11, ten come to branches that the paper leaves out; row 10 comes to none.",
    ]
    return "\n".join(lines)


def compared(solvers: dict[str, Callable[[State], int]]) -> str:
    """The table with the ring moves, beside the numbers of moves that other solvers need."""
    columns: dict[str, Callable[[Row], int]] = {
        "[3]": lambda row: row.older + older_turn(row),
        "paper": lambda row: row.printed + row.printed_turn,
    } | {name: lambda row, moves=moves: moves(row.state) for name, moves in solvers.items()}
    cells = [[column(row) for column in columns.values()] for row in ROWS]
    lines = ["No  State    " + "".join(f"{name:>9}" for name in columns)]
    for number, (row, counts) in enumerate(zip(ROWS, cells, strict=True), start=1):
        lines.append(f"{number:2}  {row.state}" + "".join(f"{count:9}" for count in counts))
    lines.append("Sum          " + "".join(f"{sum(counts):9}" for counts in zip(*cells, strict=True)))
    lines.append("Average      " + "".join(f"{sum(counts) / len(ROWS):9.2f}" for counts in zip(*cells, strict=True)))
    return "\n".join(lines)


def older_turn(row: Row) -> int:
    """The length of the ring move that [3] needs."""
    return len(paper.ring_move(row.older_cell_of_1))
