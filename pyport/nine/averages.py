"""How many moves the procedures need on the average, over all 181,440 states that can be solved."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from pyport.nine import paper, rules
from pyport.nine.board import State, join, play, ways_to_the_ring
from pyport.nine.optimum import distances
from pyport.nine.paper import Reading


@dataclass(frozen=True, slots=True)
class Average:
    """The sum of the numbers of moves, for how many states, and the largest of them."""

    total: int
    states: int
    worst: int

    @classmethod
    def of(cls, lengths: Iterable[int]) -> "Average":
        """Gather the numbers of moves."""
        numbers = list(lengths)
        return cls(sum(numbers), len(numbers), max(numbers))

    @property
    def mean(self) -> float:
        """The average number of moves."""
        return self.total / self.states


@cache
def of_the_paper(reading: Reading) -> Average:
    """What the paper's procedure needs."""
    solve_ring = cache(lambda ring: paper.solve(ring, reading))

    def length(state: State) -> int:
        way = ways_to_the_ring(state)[0]
        ring = solve_ring(play(state, way))
        return len(join(way, ring.order)) + len(ring.turn)

    return Average.of(map(length, distances()))


@cache
def of_our_rules() -> Average:
    """What our rules need."""
    solve_ring = cache(rules.OURS.solve)

    def length(state: State) -> int:
        way = rules.OURS.way_to_the_ring(state)
        return len(join(way, solve_ring(play(state, way))))

    return Average.of(map(length, distances()))


def report() -> str:
    """The averages of the optimum, of our rules and of the paper's procedure."""
    procedures = {
        "optimum": Average.of(distances().values()),
        f"our {len(rules.RULES)} rules": of_our_rules(),
    }
    for reading in Reading:
        procedures[f"the paper's, reading {reading.name}"] = of_the_paper(reading)
    lines = [f"All {len(distances())} states that can be solved   average   worst"]
    lines += [f"{name:<40}{average.mean:9.4f}{average.worst:8}" for name, average in procedures.items()]
    lines.append(f"{'the paper, by its own estimate':<40}{34.82:7.2f}")
    return "\n".join(lines)
