"""The board of the eight-puzzle: its states and moves, and how a solving rule looks at it.

The cells of the rim are lettered clockwise, the centre comes last::

    A B C        1 2 3
    H I D        8   4     the goal
    G F E        7 6 5

A state is the nine digits of the cells A to I, `"0"` for the blank; a move is the digit of the tile that slides
into the blank; a sequence of moves is a string of such digits.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from pyport.picture import svg, text

State = str
Moves = str

FIGURE_2: State = "104567823"  # the state of the paper's figure 2
CELLS = "ABCDEFGHI"
CORNERS = "ACEG"
GOAL: State = "123456780"

_CENTRE = CELLS.index("I")
_ROWS = ("ABC", "HID", "GFE")
_ADJACENT = (
    *(((cell - 1) % 8, (cell + 1) % 8, *((_CENTRE,) if cell % 2 else ())) for cell in range(8)),
    (1, 3, 5, 7),
)


def is_state(text: str) -> bool:
    """Whether each digit from 0 to 8 comes exactly once (line 400)."""
    return sorted(text) == sorted(GOAL)


def neighbours(state: State) -> Iterator[tuple[str, State]]:
    """The possible moves, each as the tile that slides and the state that follows."""
    for cell in _ADJACENT[state.index("0")]:
        yield state[cell], _exchange(state, state[cell])


def slide(state: State, tile: str) -> State:
    """Slide one tile into the blank beside it (line 2100)."""
    if state.index(tile) not in _ADJACENT[state.index("0")]:
        raise ValueError(f"tile {tile} of {state} is not beside the blank")
    return _exchange(state, tile)


def play(state: State, moves: Moves) -> State:
    """Slide one tile after the other."""
    for tile in moves:
        state = slide(state, tile)
    return state


def join(first: Moves, then: Moves) -> Moves:
    """One sequence after another, where a tile moved there and straight back is not moved at all (line 2120)."""
    while first and then and first[-1] == then[0]:
        first, then = first[:-1], then[1:]
    return first + then


def inversions(ring: str) -> int:
    """In how many pairs the larger number comes first (line 800): theorem 1 lets a ring be solved when this is even."""
    return sum(left > right for at, left in enumerate(ring) for right in ring[at + 1 :])


def ways_to_the_ring(state: State) -> tuple[Moves, ...]:
    """The shortest ways to bring the blank into the centre: two out of a corner, the clockwise one first."""
    blank = state.index("0")
    if blank == _CENTRE:
        return ("",)
    if CELLS[blank] in CORNERS:
        return tuple(state[(blank + step) % 8] + state[_CENTRE] for step in (1, -1))
    return (state[_CENTRE],)


def is_solvable(state: State) -> bool:
    """Whether the goal can be reached, as it can from exactly half of the 9! states (theorem 2)."""
    return inversions(play(state, ways_to_the_ring(state)[0])[:8]) % 2 == 0


def ring_states() -> list[State]:
    """The 20160 states with the blank in the centre that can be solved."""
    rims = map("".join, permutations("12345678"))
    return [rim + "0" for rim in rims if inversions(rim) % 2 == 0]


def picture(state: State) -> str:
    """The board as three lines of text (line 500)."""
    tile_at = dict(zip(CELLS, state.replace("0", " "), strict=True))
    return "\n".join("".join(f"  {tile_at[cell]}" for cell in row) for row in _ROWS)


def draw_svg(state: State) -> str:
    """The board as an SVG picture."""
    tile_at, side = dict(zip(CELLS, state, strict=True)), 60
    parts = [f'<rect width="{3 * side}" height="{3 * side}" fill="gainsboro" stroke="black" stroke-width="4"/>']
    for row, cells in enumerate(_ROWS):
        for column, cell in enumerate(cells):
            if (tile := tile_at[cell]) != "0":
                x, y = side * column, side * row
                parts.append(
                    f'<rect x="{x + 4}" y="{y + 4}" width="52" height="52" rx="6" fill="white" stroke="gray"/>'
                )
                parts.append(text(x + side / 2, y + side / 2, 28, tile))
    return svg(3 * side, 3 * side, parts)


@dataclass(frozen=True, slots=True)
class Ring:
    """A state with the blank in the centre, seen from tile j, behind which tile i = j + 1 (1 after 8) shall come.

    The gap is the number of tiles between them, clockwise from j to i. S1 to S6 are the other tiles in clockwise
    order after j; `next` is the digit k of that Sk which is j + 2, `after_next` of that which is j + 3 (0: none).
    """

    i: str
    j: str
    gap: int
    others: str
    next: str
    after_next: str
    cell_of_i: str
    cell_of_1: str

    @classmethod
    def seen_from(cls, j: int, state: State) -> "Ring":
        """The state as tile j sees it (line 1200)."""
        i, next_one, after_next = list("12345678123"[j : j + 3])
        start = state.index(str(j)) + 1
        clockwise = (state[:8] * 2)[start : start + 7]
        gap = clockwise.index(i)
        others = clockwise.replace(i, "")
        place, next_place = str(others.find(next_one) + 1), str(others.find(after_next) + 1)
        return cls(i, str(j), gap, others, place, next_place, CELLS[state.index(i)], CELLS[state.index("1")])

    def spell(self, moves: str) -> Moves:
        """Moves written with i, j and a digit k for Sk, as the tiles that stand there: `"1i21"` for S1, i, S2, S1."""
        return moves.translate(str.maketrans("ij123456", self.i + self.j + self.others))


def _exchange(state: State, tile: str) -> State:
    return state.replace(tile, "-").replace("0", tile).replace("-", "0")
