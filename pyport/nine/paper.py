"""The procedure of Xiao Jinsheng and Xin Xiaoxia (received 1989), as far as its printed text goes.

RING brings the blank into the centre; then 2, 3, ... 7 are put one by one behind 1 round the rim, i behind j = i - 1,
by one of the procedures MOVE1 to MOVE6 according to the gap between them; 8 is then in its place by itself.  At last
the ring move turns the rim until 1 stands in A.  Tile sequences are written as in `Ring.spell`.

Before some of them the paper brings j + 2 (or j + 3) near by a preliminary move.  Two of these its own Table 1
contradicts, so that there are two readings.
"""

from dataclasses import dataclass
from enum import Enum

from pyport.nine.board import CELLS, CORNERS, Moves, Ring, State, join, play, ways_to_the_ring


class Reading(Enum):
    """Which of the preliminary moves are made."""

    TABLE = "the preliminary moves that Table 1 bears out"
    TEXT = "every preliminary move that the text states"


@dataclass(frozen=True, slots=True)
class Solution:
    """The moves before the ring move, the cell where they leave tile 1, and the ring move."""

    order: Moves
    cell_of_1: str
    turn: Moves

    @property
    def moves(self) -> Moves:
        """All the moves."""
        return self.order + self.turn


@dataclass(frozen=True, slots=True)
class Step:
    """One sequence: the procedure it belongs to (0 for RING), its moves, and the state they lead to."""

    procedure: int
    j: int
    moves: Moves
    state: State


def steps(state: State, reading: Reading = Reading.TABLE) -> list[Step]:
    """RING and the sequences that put 2 to 7 behind 1 (lines 700 and 1000)."""
    way = ways_to_the_ring(state)[0]
    made = [Step(0, 0, way, play(state, way))]
    for j in range(1, 7):
        while (ring := Ring.seen_from(j, made[-1].state)).gap:
            moves = ring.spell(_MOVE[ring.gap](ring, reading))
            made.append(Step(ring.gap, j, moves, play(made[-1].state, moves)))
    return made


def solve(state: State, reading: Reading = Reading.TABLE) -> Solution:
    """Solve a solvable state."""
    order = ""
    for step in steps(state, reading):
        order, state = join(order, step.moves), step.state
    cell_of_1 = CELLS[state.index("1")]
    return Solution(order, cell_of_1, ring_move(cell_of_1, order))


def ring_move(cell_of_1: str, before: Moves = "") -> Moves:
    """AMOVE, CMOVE, EMOVE or GMOVE: the shortest way to turn a rim in order until 1 stands in A (line 3000).

    Of two ways to start it is the one that does not take back the last move before.
    """
    one_start, another = _RING_MOVES[cell_of_1]
    return another if before[-1:] == one_start[:1] else one_start


_RING_MOVES = {
    "A": ("", ""),
    "C": ("8123456712345678", "2345678134567812"),
    "E": ("678123457812345781234578123456", "812345671234567123456712345678"),
    "G": ("2187654318765432", "4321876532187654"),
}

# Preliminary moves that bring Sk to the place of S1 or of S2, by turning three points or five.
_TO_S1 = {"2": "1231", "3": "3213", "5": "543215"}
_TO_S2 = {"3": "2342", "4": "4324", "6": "654326"}


def move1(ring: Ring, reading: Reading) -> str:
    """One tile stands between j and i (line 1300)."""
    j = int(ring.j)
    if ring.cell_of_i not in CORNERS:
        return "i1j654321i" if ring.cell_of_1 in "FGH" else "i23456ji"
    # "If S3, S4 or S6 is j + 3 (j + 2), bring it to S2".  With j = 4 tile 1 is S4, and its turn would tear the chain.
    near = j <= 3
    if ring.next == "1":
        if near and reading is Reading.TEXT and ring.after_next in _TO_S2:
            return _TO_S2[ring.after_next]
        return "1i23456ji1" if ring.cell_of_1 in "BCD" else "1j654321"
    if ring.cell_of_1 not in "FGH":
        return _TO_S2[ring.next] if near and ring.next in _TO_S2 else "1i21"
    # The text spells out j = 1 and 2 only, of a turn of "3, 5 or 7 points": so many keep the chain in one piece.
    return "1j61" if j <= 2 else "1j6541" if j <= 4 else "1j654321"


def move2(ring: Ring, reading: Reading) -> str:
    """Two tiles stand between j and i (line 1400)."""
    j = int(ring.j)
    if ring.cell_of_i not in CORNERS:
        return "i21i"
    # "and j <= 4" is a correction: with j = 5 tile 1 is S3, and the printed sequence tears the chain 1 to j apart.
    if ring.cell_of_1 in "BCD" and j <= 4:
        return "3i23i456ji"
    return "j12j" if j == 1 else "21j6521i31" if j <= 3 else "21j654321i21"


def move3(ring: Ring, reading: Reading) -> str:
    """Three tiles stand between j and i (line 1500)."""
    j = int(ring.j)
    if ring.cell_of_i in CORNERS:
        if reading is Reading.TEXT and ring.next in "23":
            return _TO_S1[ring.next]
        return "3i43i21i3423" if j == 4 else "3i43i21i"
    if j == 1 and ring.next != "1" and ring.cell_of_1 in "DF":
        return "j654ij"
    return "21j652i31i" if j < 4 and ring.cell_of_1 in "GH" else "i456ji"


def move4(ring: Ring, reading: Reading) -> str:
    """Four tiles stand between j and i (line 1600)."""
    j = int(ring.j)
    if ring.cell_of_i not in CORNERS:
        return _TO_S1[ring.next] if ring.next in "23" else "i4321i"
    if j == 1 and ring.cell_of_1 in "DF":
        return "j1234j"
    if j <= 2:
        return "5i45i6ji"
    return "21j65i42i4231i" if ring.cell_of_1 in "FGH" else "4i56j4i3214i"


def move5(ring: Ring, reading: Reading) -> str:
    """Five tiles stand between j and i; from a corner five tiles turn and bring i to an edge (line 1700)."""
    if ring.cell_of_i in CORNERS:
        if ring.next in "35":  # brought to S1, "and then the turn anticlockwise"
            return _TO_S1[ring.next] + {"3": "5i6j35", "5": "4i6j54"}[ring.next]
        return "1j6i51" if ring.cell_of_1 in "FGH" else "5i6j15"
    if ring.next == "6" or (ring.j == "1" and ring.cell_of_1 != "H" and ring.next != "1"):
        return "j6ij"
    return "i6ji"


def move6(ring: Ring, reading: Reading) -> str:
    """Six tiles stand between j and i, so j is 1 and i is 2 (line 1800)."""
    if ring.cell_of_i not in CORNERS:
        return _TO_S1[ring.next] if ring.next in "35" else "i654321i"
    return "ji654321ij" if ring.cell_of_1 == "H" else "j123456j"


_MOVE = {1: move1, 2: move2, 3: move3, 4: move4, 5: move5, 6: move6}
