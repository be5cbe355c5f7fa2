"""KenKen on the whole terminal: cursor keys or the mouse choose a cell, digits fill it, h gives a hint.

Needs the package textual.
"""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.geometry import Region
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Footer, Static

from pyport.kenken.hints import faults, hint, is_solved
from pyport.kenken.puzzle import Puzzle, draw, drawn_width
from pyport.kenken.solver import grade

CELL_HEIGHT = 3  # with the line above it
INTERRUPTED = 130


class Board(Widget, can_focus=True):
    """The drawn puzzle.  It holds what the player has filled in, and tells by `Told` what that led to."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(-1, 0)", "Choose"),
        Binding("down", "go(1, 0)", show=False),
        Binding("left", "go(0, -1)", show=False),
        Binding("right", "go(0, 1)", show=False),
        Binding("backspace", "undo", "Back once"),
        Binding("h", "hint", "Hint"),
        *(Binding(str(digit), f"fill({digit})", show=False) for digit in range(10)),  # keys stay in their order
    ]

    class Told(Message):
        """Something to say to the player."""

        def __init__(self, text: str) -> None:
            self.text = text
            super().__init__()

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__()
        self.puzzle = puzzle
        self.digits = [0] * puzzle.size**2
        self.history: list[tuple[int, int]] = []  # cells and their earlier digits
        self.chosen = 0
        self.hinted: int | None = None  # the cell of a hint whose digit was not told yet
        self.cell_width = drawn_width(box.clue for box in puzzle.boxes) + 1  # with the wall to its left
        self.styles.width = puzzle.size * self.cell_width + 2
        self.styles.height = puzzle.size * CELL_HEIGHT + 1

    def render(self) -> Text:
        """The drawing, the chosen cell marked, digits and clues in colours."""
        text = Text()
        for y, line in enumerate(draw(self.puzzle, self.digits).splitlines()):
            for x, character in enumerate(line):
                cell = self.cell_at(x, y)
                style = "" if cell is None else "bold bright_yellow" if y % CELL_HEIGHT == 2 else "bright_cyan"
                text.append(character, f"{style} reverse" if cell is not None and cell == self.chosen else style)
            text.append("\n")
        return text

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell drawn at this place, None for walls."""
        row, line = divmod(y, CELL_HEIGHT)
        column, place = divmod(x, self.cell_width)
        inside = line > 0 and place > 0 and row < self.puzzle.size and column < self.puzzle.size
        return self.puzzle.size * row + column if inside else None

    def choose(self, cell: int) -> None:
        """Take this cell for what is typed next, and bring it into sight."""
        self.chosen = cell
        self.refresh()
        row, column = divmod(cell, self.puzzle.size)
        place = Region(column * self.cell_width, row * CELL_HEIGHT, self.cell_width + 1, CELL_HEIGHT + 1)
        if isinstance(self.parent, VerticalScroll):
            self.parent.scroll_to_region(place, animate=False)

    def action_go(self, down: int, right: int) -> None:
        """One cell on, round the edges."""
        size = self.puzzle.size
        row, column = divmod(self.chosen, size)
        self.choose(size * ((row + down) % size) + (column + right) % size)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """The mouse chooses a cell."""
        if (cell := self.cell_at(event.x, event.y)) is not None:
            self.choose(cell)

    def action_fill(self, digit: int) -> None:
        """A digit fills the chosen cell, 0 empties it."""
        if digit <= self.puzzle.size:
            self.history.append((self.chosen, self.digits[self.chosen]))
            self.put(self.chosen, digit)

    def action_undo(self) -> None:
        """Take the last digit back."""
        if self.history:
            self.put(*self.history.pop())
        else:
            self.post_message(self.Told("This is the beginning."))

    def put(self, cell: int, digit: int) -> None:
        """Fill a cell and say what is wrong, or that it is done."""
        self.digits[cell] = digit
        self.hinted = None
        self.choose(cell)
        said = "; ".join(faults(self.puzzle, self.digits))
        self.post_message(self.Told("Solved!" if is_solved(self.puzzle, self.digits) else said))

    def action_hint(self) -> None:
        """Say which cell can be known and why; asked once more, say its digit."""
        found = hint(self.puzzle, self.digits)
        if found is None:
            self.post_message(self.Told("Nothing is left to do." if all(self.digits) else "Some digit here is wrong."))
            return
        row, column = divmod(found.cell, self.puzzle.size)
        where = f"Row {row + 1}, column {column + 1}"
        told = f"{where} is {found.digit}." if self.hinted == found.cell else f"{where} can be known: {found.why}."
        self.hinted = found.cell
        self.choose(found.cell)
        self.post_message(self.Told(told))


class KenKenApp(App[None]):
    """The puzzle, and under it what there is to say."""

    TITLE = "KenKen"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave"),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
    ]
    HELP = "Cursor keys or a click choose a cell, digits fill it."

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__()
        self.board = Board(puzzle)
        level, _ = grade(puzzle)
        self.heading = f"{puzzle.size} x {puzzle.size}, {level}"

    def compose(self) -> ComposeResult:
        """How hard it is and what to do, the board, the message, the keys."""
        yield Static(f"{self.heading}.  {self.HELP}", markup=False)
        yield VerticalScroll(self.board, can_focus=False)
        yield Static("", id="message", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """The keys go to the board."""
        self.board.focus()

    def on_board_told(self, told: Board.Told) -> None:
        """Show what the board has to say."""
        self.query_one("#message", Static).update(told.text)

    def action_leave(self) -> None:
        """End the game."""
        self.exit()

    def action_interrupt(self) -> None:
        """Leave as Ctrl-C leaves other programs."""
        self.exit(return_code=INTERRUPTED)


def play(puzzle: Puzzle) -> None:
    """Play until the player leaves."""
    app = KenKenApp(puzzle)
    app.run()
    if app.return_code == INTERRUPTED:
        raise KeyboardInterrupt
