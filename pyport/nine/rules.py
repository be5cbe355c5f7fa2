"""A procedure of our own: one table of rules, and a board that is looked at from eight sides.

The goal looks the same when the board is turned by a quarter and every tile renumbered by two (3 stands in C as 1
stands in A), and when it is mirrored in the diagonal through A and E (2 and 8, 3 and 7, 4 and 6 change places). So
every state can be read in eight ways, and the solver does nothing but this::

    while the goal is not reached:
        find the first rule of the table that fits one of the eight views, and make its moves

In each view 1 to j stand in a row clockwise, and a rule for such a chain makes it longer; as rules for longer chains
come first in the table, the longest chain grows with every step. That is the paper's plan with three differences: a
view with a good rule is taken before one with a bad rule, which also decides the way out of a corner; a rule may look
at the place of j + 2, so that the step after it is cheap; and a rule knows where tile 1 is going to end. Solving
searches nothing; the notation is that of `Ring.spell`.

`search` found this table, and finds it again: 100 rules, 24.98 moves on the average.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

from pyport.nine.board import CELLS, GOAL, Moves, Ring, State, join, play, ways_to_the_ring


@dataclass(frozen=True, slots=True)
class Rule:
    """If 1 to j = chain stand in a row, gap tiles before j + 1, tile 1 in one of the cells and j + 2 at Sk: move so.

    ``next`` lists the k that will do; the empty text stands for all of them.
    """

    chain: int
    gap: int
    cells_of_1: str
    next: str
    moves: str

    @property
    def name(self) -> str:
        """What it does in the view it fits: `3 over 4 tiles behind 2`."""
        if self.chain == len(GOAL) - 1:
            return "turn the rim"
        return f"{self.chain + 1} over {self.gap} tile{'s' if self.gap > 1 else ''} behind {self.chain}"

    def fits(self, ring: Ring) -> bool:
        """Whether the two conditions on places hold (chain and gap are how the rule is found)."""
        return ring.cell_of_1 in self.cells_of_1 and (not self.next or ring.next in self.next)


@dataclass(frozen=True, slots=True)
class View:
    """One way of reading the board: where each cell's tile is taken from, and the numbers exchanged on the tiles."""

    cells: tuple[int, ...]
    tiles: str

    @classmethod
    def turned(cls, by: int, mirrored: bool) -> "View":
        """The board turned clockwise by an even number of cells, and then perhaps mirrored in the diagonal A I E."""
        sign = -1 if mirrored else 1
        cells = tuple((sign * cell - by) % 8 for cell in range(8))
        return cls((*cells, CELLS.index("I")), "0" + "".join(str(sign * (tile + by) % 8 + 1) for tile in range(8)))

    def read(self, state: State) -> State:
        """The state as it looks in this view."""
        return self.renumber("".join(state[cell] for cell in self.cells))

    def renumber(self, tiles: str) -> str:
        """Moves on the board as it is, in this view."""
        return tiles.translate(str.maketrans("012345678", self.tiles))

    def unread(self, moves: Moves) -> Moves:
        """Moves found in this view, on the board as it is."""
        return moves.translate(str.maketrans(self.tiles, "012345678"))


VIEWS = tuple(View.turned(by, mirrored) for by in (0, 2, 4, 6) for mirrored in (False, True))


class Step(NamedTuple):
    """A rule applied: its number in the table, counted from 0, and its moves on the board as it is."""

    number: int
    moves: Moves


class Table:
    """Rules in the order in which they are tried, and what they do with states that they have met."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.rules = tuple(rules)
        self._numbers: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for number, rule in enumerate(self.rules):
            self._numbers[rule.chain, rule.gap].append(number)
        self._met: dict[State, Step] = {}

    def first_rule(self, state: State) -> Step:
        """The first rule that fits a state with the blank in the centre, in the view it fits (of more the smallest)."""
        if state not in self._met:
            self._met[state] = min(fit for view in VIEWS if (fit := self._first_rule_in(view, state)))[-1]
        return self._met[state]

    def _first_rule_in(self, view: View, state: State) -> tuple[int, State, Step] | None:
        seen = view.read(state)
        ring = Ring.seen_from(chain(seen), seen)
        for number in self._numbers[int(ring.j), ring.gap]:
            if (rule := self.rules[number]).fits(ring):
                return number, seen, Step(number, view.unread(ring.spell(rule.moves)))
        return None

    def way_to_the_ring(self, state: State) -> Moves:
        """Out of a corner the blank goes where the earlier rule of the table will fit."""

        def number(way: Moves) -> int:
            ring = play(state, way)
            return -1 if ring == GOAL else self.first_rule(ring).number

        return min(ways_to_the_ring(state), key=number)

    def steps(self, state: State) -> Iterator[Step]:
        """Apply rules until the goal is reached."""
        while state != GOAL:
            yield (step := self.first_rule(state))
            state = play(state, step.moves)

    def solve(self, state: State) -> Moves:
        """Solve a solvable state."""
        way = self.way_to_the_ring(state)
        return reduce(join, (step.moves for step in self.steps(play(state, way))), way)


def chain(state: State) -> int:
    """How many of the tiles 1, 2, 3, ... stand in a row clockwise; after seven the eighth is in its place as well."""
    start = state.index("1")
    clockwise = (state[:8] * 2)[start : start + 8]
    return next((length for length in range(1, 8) if clockwise[length] != GOAL[length]), 8)


# The rim is in order: turn it by a quarter, or by a half (the third turn is the first, seen in a mirror).
TURNS = (
    Rule(8, 0, "C", "", "ji123456i123456j"),
    Rule(8, 0, "E", "", "56ji12346ji12346ji12346ji12345"),
)
RULES = (
    *TURNS,
    # 1 to 6 stand in a row, 7 and 8 are exchanged.
    Rule(6, 1, "FH", "", "1j654321"),
    Rule(6, 1, "BDFH", "", "1i23456ji1"),
    # 1 to 5 stand in a row.
    Rule(5, 1, "ACEG", "", "1j654321"),
    Rule(5, 2, "BDFH", "", "21j654321i21"),
    # 1 to 4 stand in a row.
    Rule(4, 3, "H", "12", "1j654i32j1i32i1ji1"),
    Rule(4, 1, "ACE", "1", "i23456ji23456ji2"),
    Rule(4, 3, "H", "23", "1j654132j32i123ji3"),
    Rule(4, 3, "F", "", "1j654132j654132i32"),
    Rule(4, 1, "CE", "13", "i23456ji23456ji2"),
    Rule(4, 2, "C", "", "3i23i456ji32456ji3"),
    Rule(4, 1, "EG", "", "32i1j654231j6541"),
    Rule(4, 2, "FH", "", "12i12j6542"),
    Rule(4, 3, "CE", "", "i456ji23456ji2"),
    Rule(4, 2, "EG", "", "21j654321j6541"),
    Rule(4, 1, "BDFH", "", "1i21"),
    Rule(4, 2, "BDFH", "", "i21i"),
    Rule(4, 2, "ACEG", "", "21j21i312ji2"),
    Rule(4, 3, "ACEG", "", "21j2i31i2ji2"),
    Rule(4, 1, "ACEG", "", "32i1j31i213ji3"),
    Rule(4, 3, "BDFH", "", "3i43i21i3423"),
    # 1 to 3 stand in a row.
    Rule(3, 3, "D", "124", "i456ji456ji4"),
    Rule(3, 4, "B", "4", "4i56j4i3214i356ji3"),
    Rule(3, 4, "CE", "14", "i56j123456ji"),
    Rule(3, 3, "EG", "134", "1j654132j6532i12"),
    Rule(3, 1, "B", "34", "3456j1i342341i41"),
    Rule(3, 4, "H", "2", "21j65i4312i4312i"),
    Rule(3, 2, "A", "4", "12i143142i42"),
    Rule(3, 3, "A", "3", "32132i42i13i1421"),
    Rule(3, 4, "D", "4", "4i56j4i56j412356ji"),
    Rule(3, 4, "A", "2", "1231i4132i"),
    Rule(3, 1, "D", "", "i23456ji456ji4"),
    Rule(3, 2, "AG", "34", "12i3412i32"),
    Rule(3, 1, "FH", "24", "32i1j6531i21"),
    Rule(3, 4, "H", "4", "21j65243143i23i14i"),
    Rule(3, 3, "FH", "1", "21j652i31i3423"),
    Rule(3, 2, "FH", "1", "3i21j653i21i2432"),
    Rule(3, 2, "B", "234", "2i3456j1i243241i41"),
    Rule(3, 3, "FH", "234", "23i231j6531i21"),
    Rule(3, 1, "BD", "234", "3456j1i2431i21"),
    Rule(3, 2, "BD", "", "3i23i456ji"),
    Rule(3, 1, "ACEG", "", "1i21"),
    Rule(3, 2, "ACEG", "", "i21i"),
    Rule(3, 4, "ACEG", "", "i4321i"),
    Rule(3, 3, "ACEG", "", "3i4312i4312i42"),
    Rule(3, 2, "BDFH", "", "21j6521i31"),
    Rule(3, 1, "BDFH", "", "32i1j6531i21"),
    Rule(3, 3, "BDFH", "", "i456ji"),
    Rule(3, 4, "BDFH", "", "21j652134i21i43i"),
    # 1 and 2 stand in a row.
    Rule(2, 2, "BH", "123", "i21i"),
    Rule(2, 3, "B", "145", "3i43i21i"),
    Rule(2, 4, "BH", "1235", "i4321i"),
    Rule(2, 5, "H", "1", "321j6i53i6ji"),
    Rule(2, 2, "D", "134", "456j14i356ji"),
    Rule(2, 4, "D", "123", "i56j123456ji"),
    Rule(2, 3, "AC", "", "i456ji"),
    Rule(2, 4, "E", "1234", "j1234j56156ij6"),
    Rule(2, 1, "E", "135", "j6543ji2ji6126"),
    Rule(2, 2, "FH", "45", "12i12j62"),
    Rule(2, 2, "E", "125", "j65j61263i63j4ij"),
    Rule(2, 5, "F", "", "6i5436ij126ij543ij"),
    Rule(2, 3, "E", "", "j654ij654ij6"),
    Rule(2, 1, "F", "", "1j61"),
    Rule(2, 3, "G", "1345", "21j652i31i"),
    Rule(2, 2, "C", "", "3i23i456ji"),
    Rule(2, 3, "D", "", "6j12364i64j5ij"),
    Rule(2, 5, "BH", "234", "1j6i51i6ji"),
    Rule(2, 1, "EG", "1345", "32i1j6531j61"),
    Rule(2, 3, "F", "1235", "6j1236j1236j"),
    Rule(2, 1, "BDFH", "", "1i21"),
    Rule(2, 2, "BDFH", "", "i21i"),
    Rule(2, 5, "ACEG", "", "i6ji"),
    Rule(2, 4, "BDFH", "", "i4321i"),
    Rule(2, 3, "ACEG", "", "i456ji"),
    Rule(2, 4, "ACEG", "", "5i45i6ji"),
    Rule(2, 1, "ACEG", "", "56j5i15i"),
    Rule(2, 3, "BDFH", "", "3i43i21i"),
    Rule(2, 2, "ACEG", "", "21j6521i31"),
    Rule(2, 5, "BDFH", "", "5i6j15i6ji"),
    # No view has 2 behind 1.
    Rule(1, 1, "C", "6", "1i216ji6"),
    Rule(1, 4, "A", "16", "i4321i"),
    Rule(1, 6, "D", "6", "ji6ji12345ji"),
    Rule(1, 6, "D", "4", "ji6j45j4i64i"),
    Rule(1, 5, "D", "124", "j6ij"),
    Rule(1, 6, "AG", "1", "i654321i"),
    Rule(1, 1, "D", "5", "j65ji234ji"),
    Rule(1, 1, "F", "3", "j6543ji2ji"),
    Rule(1, 6, "DF", "4", "ji654321ij"),
    Rule(1, 5, "B", "15", "i6ji"),
    Rule(1, 1, "BD", "56", "56j5i15i"),
    Rule(1, 3, "BH", "1", "j654ij"),
    Rule(1, 4, "DF", "136", "j1234j"),
    Rule(1, 3, "BD", "1236", "i45ij6ij"),
    Rule(1, 5, "BDFH", "", "j6ij"),
    Rule(1, 1, "ACEG", "", "1j61"),
    Rule(1, 2, "ACEG", "", "i21i"),
    Rule(1, 4, "ACEG", "", "i4321i"),
    Rule(1, 2, "BDFH", "", "j12j"),
    Rule(1, 6, "ACEG", "", "i654321i"),
)

OURS = Table(RULES)
