"""What `programs/README.md` says in figures about KenKen, measured anew: `python -m pyport.kenken --survey 1000`.

Each survey yields the lines of a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from statistics import mean

from pyport.kenken.boxes import make_layout, singles_allowed
from pyport.kenken.chance import Dice
from pyport.kenken.generator import generate
from pyport.kenken.session import LARGEST, SIZES
from pyport.kenken.solver import LEVELS, grade
from pyport.kenken.square import cyclic_square, is_mixed, order, swap_once

Parameters = tuple[int, int, int]  # N, P and Q

# As in an earlier measurement that `programs/README.md` sets beside this one.
CHOSEN: tuple[Parameters, ...] = (
    (3, 4, 2), (4, 4, 2), (4, 3, 2), (5, 4, 3), (6, 4, 3), (6, 4, 6), (7, 4, 4), (8, 4, 4), (9, 4, 5), (9, 5, 4)
)  # fmt: skip

# The paper: P too large makes a puzzle too hard, Q too large makes it too easy.
CLAIM: tuple[Parameters, ...] = (
    *((6, largest, 4) for largest in range(3, 7)),
    *((6, 4, singles) for singles in (0, 3, 6, 9, 12)),
)


def table(columns: Iterable[object]) -> str:
    """A line of a table."""
    return f"| {' | '.join(map(str, columns))} |"


def heading(*columns: str) -> str:
    """The first two lines of a table."""
    return f"{table(columns)}\n|{'--|' * len(columns)}"


def grades(count: int, chosen: Iterable[Parameters]) -> Iterator[str]:
    """How many of so many puzzles have only one solution, and how hard those are, from 1 (easy) to 4 on the average."""
    yield heading("N", "P", "Q", "puzzles", "unique", "share", *LEVELS, "mean")
    for size, largest, singles in chosen:
        made = islice(generate(size, largest, singles, Dice()), count)
        found = Counter(grade(puzzle)[0] for puzzle, _ in made)
        levels = [found[level] for level in LEVELS]
        unique = sum(levels)
        average = sum(place * number for place, number in enumerate(levels, start=1)) / (unique or 1)
        yield table((size, largest, singles, count, unique, f"{unique / count:.0%}", *levels, f"{average:.2f}"))


def limits(count: int, sizes: Iterable[int] = SIZES) -> Iterator[str]:
    """How often boxes turn up within and beyond the numbers of single cells that the dialogue offers.

    For each N, P and Q there are so many trials of 20 layouts, with the seeds 1, 2, 3 ...
    """
    yield heading("N", "P", "Q offered", "of those at least", "Q beyond", "of those at most")
    for size in sizes:
        for largest in LARGEST:
            offered = singles_allowed(size, largest)
            beyond = [singles for singles in range(size * size // 3 + 1) if singles not in offered]
            worst = min(turned_up(size, largest, singles, count) for singles in offered)
            best = max((turned_up(size, largest, singles, count) for singles in beyond), default=0)
            others = (", ".join(map(str, beyond)), f"{best / count:.0%}") if beyond else ("", "")
            yield table((size, largest, f"{offered[0]} to {offered[-1]}", f"{worst / count:.0%}", *others))


def turned_up(size: int, largest: int, singles: int, count: int) -> int:
    """In how many of so many trials boxes with these P and Q turn up."""
    return sum(make_layout(size, largest, singles, Dice(seed)) is not None for seed in range(1, count + 1))


def mixing(count: int, sizes: Iterable[int] = SIZES) -> Iterator[str]:
    """How regular squares still are after so many swaps, and how many swaps our measure demands, on the average."""
    after = (0, 1, 2, 3, 5, 10, 20)
    yield heading("N", *(f"{swaps} swaps" for swaps in after), "by chance", "swaps until measured so", "at most")
    for size in sizes:
        dice = Dice()
        orders: dict[int, list[float]] = {swaps: [] for swaps in after}
        needed: list[int] = []
        for _ in range(count):
            square, swaps = cyclic_square(size), 0
            done: int | None = None
            while done is None or swaps <= after[-1]:
                if swaps in orders:
                    orders[swaps].append(order(square))
                if done is None and is_mixed(square):
                    done = swaps
                square = swap_once(square, dice)
                swaps += 1
            needed.append(done)
        shares = [f"{mean(orders[swaps]):.0%}" for swaps in after]
        yield table((size, *shares, f"{1 / (size - 1):.0%}", f"{mean(needed):.1f}", max(needed)))
