"""KenKen on the whole terminal: cursor keys or the mouse choose a cell, digits fill it, h gives a hint."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.geometry import Region
from textual.widget import Widget

from pyport.kenken.hints import faults, hint, is_solved
from pyport.kenken.puzzle import Puzzle, draw, drawn_width
from pyport.kenken.solver import grade
from pyport.playing import Board, GameApp, GameScreen

CELL_HEIGHT = 3  # with the line above it


class PuzzleBoard(Board):
    """The drawn puzzle, and what the player has filled in."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("h", "hint", "Hint")]

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle.size, chosen=0)
        self.puzzle = puzzle
        self.digits = [0] * puzzle.size**2
        self.history: list[tuple[int, int]] = []  # cells and their earlier digits
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
        inside = line > 0 and place > 0 and row < self.side and column < self.side
        return self.side * row + column if inside else None

    def choose(self, cell: int) -> None:
        """Choose a cell, and bring it into sight."""
        super().choose(cell)
        row, column = divmod(cell, self.side)
        place = Region(column * self.cell_width, row * CELL_HEIGHT, self.cell_width + 1, CELL_HEIGHT + 1)
        if isinstance(self.parent, VerticalScroll):
            self.parent.scroll_to_region(place, animate=False)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """The mouse chooses a cell."""
        if (cell := self.cell_at(event.x, event.y)) is not None:
            self.choose(cell)

    def action_fill(self, digit: int) -> None:
        """A digit fills the chosen cell, 0 empties it."""
        if self.chosen is not None and digit <= self.side:
            self.history.append((self.chosen, self.digits[self.chosen]))
            self.put(self.chosen, digit)

    def action_undo(self) -> None:
        """Take the last digit back."""
        if self.history:
            self.put(*self.history.pop())
        else:
            self.say("This is the beginning.")

    def put(self, cell: int, digit: int) -> None:
        """Fill a cell and say what is wrong, or that it is done."""
        self.digits[cell] = digit
        self.hinted = None
        self.choose(cell)
        said = "; ".join(faults(self.puzzle, self.digits))
        self.say("Solved!" if is_solved(self.puzzle, self.digits) else said)

    def action_hint(self) -> None:
        """Say which cell can be known and why; asked once more, say its digit."""
        found = hint(self.puzzle, self.digits)
        if found is None:
            self.say("Nothing is left to do." if all(self.digits) else "Some digit here is wrong.")
            return
        row, column = divmod(found.cell, self.side)
        where = f"Row {row + 1}, column {column + 1}"
        told = f"{where} is {found.digit}." if self.hinted == found.cell else f"{where} can be known: {found.why}."
        self.hinted = found.cell
        self.choose(found.cell)
        self.say(told)


class KenKenScreen(GameScreen):
    """How hard the puzzle is, the puzzle, what there is to say."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.exit", "Leave")]
    HELP = "Cursor keys or a click choose a cell, digits fill it."

    def around(self, board: Board) -> Iterable[Widget]:
        """Large squares scroll."""
        yield VerticalScroll(board, can_focus=False)


class KenKenApp(GameApp[None]):
    """The game on the whole terminal."""

    TITLE = "KenKen"

    def __init__(self, puzzle: Puzzle) -> None:
        level, _ = grade(puzzle)
        super().__init__(KenKenScreen(f"{puzzle.size} x {puzzle.size}, {level}", PuzzleBoard(puzzle)))
