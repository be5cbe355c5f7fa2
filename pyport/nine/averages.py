"""How many moves the procedures need on the average, over all 181,440 states that can be solved."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from pyport.nine import paper, rules
from pyport.nine.board import State, join, play, ways_to_the_ring
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


def paper_length(reading: Reading) -> Callable[[State], int]:
    """The paper's procedure as a function that gives the number of moves and remembers the ring states it has met."""
    solve_ring = cache(lambda ring: paper.solve(ring, reading))

    def length(state: State) -> int:
        way = ways_to_the_ring(state)[0]
        ring = solve_ring(play(state, way))
        return len(join(way, ring.order)) + len(ring.turn)

    return length


def rules_length() -> Callable[[State], int]:
    """The same for our rules."""
    rule = cache(rules.first_rule)
    solve_ring = cache(lambda ring: rules.solve(ring, rule))

    def length(state: State) -> int:
        way = rules.way_to_the_ring(state, rule)
        return len(join(way, solve_ring(play(state, way))))

    return length


def report(distance: dict[State, int]) -> str:
    """The averages of the optimum, of our rules and of the paper's procedure."""
    procedures = {
        "optimum": Average.of(distance.values()),
        f"our {len(rules.RULES)} rules": Average.of(map(rules_length(), distance)),
    }
    for reading in Reading:
        procedures[f"the paper's, reading {reading.name}"] = Average.of(map(paper_length(reading), distance))
    lines = [f"All {len(distance)} states that can be solved   average   worst"]
    lines += [f"{name:<40}{average.mean:9.4f}{average.worst:8}" for name, average in procedures.items()]
    lines.append(f"{'the paper, by its own estimate':<40}{34.82:7.2f}")
    return "\n".join(lines)
