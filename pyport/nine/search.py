"""The search that found the table of `rules`: `python -m pyport.nine --search`, a minute or two.

It works back from the goal.  When the rules for longer chains are known, so is what follows a state whose chain 1 to j
has grown, and the rules for j can be chosen by what they cost to the very end:

1. `ways` walks the blank out of the centre and back in every way and keeps the shortest walk to each arrangement of
   the rim; those that leave 1 to j in a row and put j + 1 behind it are what a rule may do.
2. At the end of the table for j come rules without conditions, the cheapest first, until every state has one.
3. Before them is put, again and again, the rule that saves most moves where it fits: a sequence, and the cells of 1 and
   places of j + 2 where it pays.  When the best saves less than `WORTH`, the table for j is ready.

What is saved is summed over the solutions of all 181,440 states (twice, as a corner has two ways to the centre), so a
state on the way counts as often as a solution comes by.  As the table decides that itself, a table is found with equal
counts first, then another with the counts of the one before, until that is no better.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import inf
from typing import NamedTuple

from pyport.nine.board import CORNERS, GOAL, Moves, Ring, State, join, neighbours, play, ring_states
from pyport.nine.rules import TURNS, VIEWS, Rule, Table, chain

LONGEST = 18  # moves of a walk
DETOUR = 8  # and so many more than the shortest that does it
WORTH = 8200  # moves saved in all; so there are about 100 rules


class Way(NamedTuple):
    """A sequence for a chain with a gap, where i is at a corner or not, and how it changes the rim."""

    gap: int
    at_corner: bool
    moves: str
    rim: str


class Fit(NamedTuple):
    """A way in a view of a state (by number): where 1 and j + 2 are, and the number of moves to the goal."""

    state: int
    cell_of_1: str
    next: str
    length: int


@cache
def walks(start: State) -> dict[State, Moves]:
    """The shortest walk of the blank, out of the centre and back, to each arrangement that it can leave."""
    found: dict[State, Moves] = {}
    walked = [(start, "")]
    for _ in range(LONGEST):
        walked = [
            (after, moves + tile) for state, moves in walked for tile, after in neighbours(state) if tile != moves[-1:]
        ]
        for state, moves in walked:
            if state.endswith("0"):
                found.setdefault(state, moves)
    return found


@cache
def ways(j: int, gap: int, at_corner: bool) -> list[Way]:
    """What lengthens the chain 1 to j where i = j + 1 stands gap tiles behind it."""
    i = GOAL[j + gap]  # the tiles are numbered by their places behind 1
    others = (GOAL[j:8] + GOAL[: j - 1]).replace(i, "")
    spelt = str.maketrans(i + str(j) + others, "ij123456")
    start = GOAL if ((j + gap) % 2 == 0) == at_corner else "812345670"
    made = [
        Way(gap, at_corner, moves.translate(spelt), state[:8] if start == GOAL else state[1:8] + state[0])
        for state, moves in walks(start).items()
        if GOAL[:j] + i in state[:8] * 2
    ]
    return [way for way in made if len(way.moves) <= len(made[0].moves) + DETOUR]


class Level:
    """The rules for one chain, and the number of moves that they take each of its states to the goal in."""

    def __init__(self, j: int, states: list[State], solved: Mapping[State, Moves], counts: Mapping[State, int]) -> None:
        self.chain = j
        self.rules: list[Rule] = []
        self.counts = [counts[state] for state in states]
        self.lengths = [0] * len(states)  # 0 where no rule fits yet
        self.fits: defaultdict[Way, list[Fit]] = defaultdict(list)
        for number, state in enumerate(states):
            for seen in images(state):
                if chain(seen) == j:
                    self._look(number, seen, solved)

    def _look(self, number: int, seen: State, solved: Mapping[State, Moves]) -> None:
        ring = Ring.seen_from(self.chain, seen)
        at = seen.index("1")
        tiles = str.maketrans("12345678", (seen[:8] * 2)[at : at + 8])
        for way in ways(self.chain, ring.gap, ring.cell_of_i in CORNERS):
            rim = way.rim.translate(tiles)
            moves = join(ring.spell(way.moves), solved[rim[-at:] + rim[:-at] + "0"])
            self.fits[way].append(Fit(number, ring.cell_of_1, ring.next, len(moves)))

    def choose(self) -> list[Rule]:
        """Rules without conditions until each state has one, and before them those that save most."""
        while not all(self.lengths):
            way = min(self.fits, key=self._average)
            for state, length in lengths(self.fits[way]).items():
                self.lengths[state] = self.lengths[state] or length
            cells = CORNERS if self.fits[way][0].cell_of_1 in CORNERS else "BDFH"
            self.rules.append(Rule(self.chain, way.gap, cells, "", way.moves))
        best = {way: self._conditions(way) for way in self.fits}
        while True:
            while (now := self._conditions(way := max(best.values())[-1])) != best[way]:
                best[way] = now  # reckoned before the last rules were added, and seldom too little
            _, cells, places, way = now
            changed = lengths(fit for fit in self.fits[way] if fit.cell_of_1 in cells and fit.next in places)
            saved = sum(self.counts[state] * (self.lengths[state] - length) for state, length in changed.items())
            if saved < WORTH:
                return self.rules
            for state, length in changed.items():
                self.lengths[state] = length
            every = {fit.next for fit in self.fits[way]} <= set(places)
            self.rules.insert(0, Rule(self.chain, way.gap, cells, "" if every else places, way.moves))

    def _average(self, way: Way) -> float:
        """What a way costs the states that have no rule yet."""
        new = {state: length for state, length in lengths(self.fits[way]).items() if not self.lengths[state]}
        states = sum(self.counts[state] for state in new)
        return sum(self.counts[state] * length for state, length in new.items()) / states if states else inf

    def _conditions(self, way: Way) -> tuple[int, str, str, Way]:
        """The cells of 1 and places of j + 2 for which a way saves most, and how many moves."""
        saved: Counter[tuple[str, str]] = Counter()
        for fit in self.fits[way]:
            saved[fit.cell_of_1, fit.next] += self.counts[fit.state] * (self.lengths[fit.state] - fit.length)
        all_cells, all_places = ("".join(sorted(set(seen))) for seen in zip(*saved, strict=True))

        def grow(cells: str, places: str) -> tuple[int, str, str, Way]:
            """Take in the cell or place that saves most, until each would cost."""
            more = [
                (sum(saved[cell, place] for place in places), cells + cell, places)
                for cell in all_cells
                if cell not in cells
            ] + [
                (sum(saved[cell, place] for cell in cells), cells, places + place)
                for place in all_places
                if place not in places
            ]
            gain, *grown = max(more, default=(-1, "", ""))
            if gain >= 0:
                return grow(*grown)
            worth = sum(saved[cell, place] for cell in cells for place in places)
            return worth, "".join(sorted(cells)), "".join(sorted(places)), way

        return max((grow(*seed) for seed, moves in saved.items() if moves > 0), default=(0, "", "", way))


def lengths(fits: Iterable[Fit]) -> dict[int, int]:
    """What a rule makes of the states that it fits, each in its smallest view."""
    found: dict[int, int] = {}
    for fit in fits:
        found.setdefault(fit.state, fit.length)
    return found


def images(state: State) -> list[State]:
    """What a state looks like in its views, the smallest first."""
    return sorted({view.read(state) for view in VIEWS})


def table(counts: Mapping[State, int]) -> Table:
    """The rules for states that count so much, one chain after the other."""
    levels = defaultdict(list)
    for state in counts:
        levels[max(map(chain, images(state)))].append(state)
    rules = list(TURNS)
    solved: dict[State, Moves] = {}
    for j in sorted(levels, reverse=True):
        if j < 8:
            rules += Level(j, levels[j], solved, counts).choose()
        found = Table(rules)
        for state in levels[j]:
            moves = found.solve(state)
            solved |= {view.read(state): view.renumber(moves) for view in VIEWS}
    used = {found.first_rule(state).number for state in counts if state != GOAL}
    return Table(rule for number, rule in enumerate(rules) if number in used)


def search() -> Iterator[tuple[Table, float]]:
    """One table after the other, each better than the last, with its average over all states that can be solved.

    Of a state and its images one is solved (where the two ways out of a corner begin with one rule, images may differ).
    """
    smallest = {state: images(state)[0] for state in ring_states()}
    orbits = Counter(smallest.values())
    counts = Counter({state: 18 * number for state, number in orbits.items()})
    best = inf
    while True:
        found = table(counts)
        counts = Counter()
        moves = starts = 0
        for ring, number in orbits.items():
            for start, weight in starts_beside(ring):
                state = play(start, found.way_to_the_ring(start))
                counts[smallest[state]] += weight * number
                for step in found.steps(state):
                    state = play(state, step.moves)
                    counts[smallest[state]] += weight * number
                moves += weight * number * len(found.solve(start))
                starts += weight * number
        if moves / starts >= best:
            return
        best = moves / starts
        yield found, best


def starts_beside(ring: State) -> Iterator[tuple[State, int]]:
    """The states from which the blank goes to the centre so; a corner, with two ways, counts half."""
    yield ring, 2
    for _, edge in neighbours(ring):
        yield edge, 2
        yield from ((corner, 1) for _, corner in neighbours(edge) if corner != ring)
