"""The full-screen game: cursor keys or the mouse choose a cell, digits fill it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from pyport.console import Unplayable
from pyport.playing import Board, GameApp, GameScreen
from pyport.sudoku import rules
from pyport.sudoku.drawing import BLACK, CYAN, GREEN, GREY, RED, YELLOW, cell_at, drawn
from pyport.sudoku.files import Puzzle, load
from pyport.sudoku.rules import SIDE, BadEntry, Game

COLOURS = {
    BLACK: "black",
    GREY: "white",
    GREEN: "bright_green",
    CYAN: "bright_cyan",
    RED: "bright_red",
    YELLOW: "bright_yellow",
}
RIGHT_BUTTON = 3


class SudokuBoard(Board):
    """The drawn board of a game."""

    DEFAULT_CSS = "SudokuBoard { width: 41; height: 20; }"

    def __init__(self, game: Game) -> None:
        super().__init__(SIDE)
        self.game = game
        self.last: int | None = None
        self.by_mouse = False
        self.is_over = rules.origin_report(game.grid) is not None

    def render(self) -> Text:
        """The board in its colours."""
        text = Text()
        for line in drawn(self.game, self.last, self.chosen):
            for piece in line:
                look = piece.look
                text.append(piece.text, f"{COLOURS[look.foreground]} on {COLOURS[look.background]}" if look else "")
            text.append("\n")
        return text

    def drop_choice(self) -> bool:
        """Drop a cell chosen by the mouse; whether there was one."""
        dropped = self.by_mouse
        if dropped:
            self.chosen, self.by_mouse = None, False
            self.refresh()
        return dropped

    def choose(self, cell: int) -> None:
        """By the keys (6200 to 6250)."""
        self.by_mouse = False
        super().choose(cell)

    def action_undo(self) -> None:
        """Take the last move back (3550)."""
        if self.is_over:
            return
        try:
            self.game, self.last = rules.undo(self.game)
        except BadEntry as complaint:
            self.say(str(complaint))
            return
        self.chosen, self.by_mouse = self.last, False
        self._moved()

    def action_fill(self, digit: int) -> None:
        """A digit fills the chosen cell (SUDOKU.BAS 6500 to 6530)."""
        if self.chosen is None or self.is_over:
            return
        try:
            self.game = rules.play(self.game, self.chosen, digit)
        except BadEntry as complaint:
            self.say(str(complaint))
            return
        except MemoryError:
            self.is_over = True
            self.say(rules.MEMORY)
            return
        self.last = self.chosen
        self.drop_choice()
        self._moved()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """The left button chooses a cell (6300 to 6340)."""
        cell = cell_at(event.x, event.y)
        if event.button != RIGHT_BUTTON and cell is not None and not self.is_over:
            self.chosen, self.by_mouse = cell, True
            self.refresh()

    def _moved(self) -> None:
        self.is_over = rules.is_finished(self.game.grid)
        self.say(rules.move_report(self.game.grid))
        self.refresh()


class SudokuScreen(GameScreen):
    """A puzzle being played."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Drop the cell / leave")]
    HELP = "Cursor keys or a click choose a cell, 1 to 9 fill it, 0 empties it, Backspace goes back once."
    board: SudokuBoard

    def __init__(self, puzzle: Puzzle) -> None:
        board = SudokuBoard(Game.start(puzzle.grid))
        super().__init__(puzzle.name, board, rules.origin_report(puzzle.grid) or "")

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """The right button leaves the game."""
        if event.button == RIGHT_BUTTON:
            self._leave()

    def action_leave(self) -> None:
        """Drop the cell that the mouse chose, or leave if there is none."""
        if not self.board.drop_choice():
            self._leave()

    def _leave(self) -> None:
        self.app.exit(None if self.board.is_over else rules.ENDED)


class FileScreen(Screen[None]):
    """The list of puzzle files: up and down go round, Enter takes one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.exit", "Leave")]

    def __init__(self, files: Sequence[Path]) -> None:
        super().__init__()
        self.files = files

    def compose(self) -> ComposeResult:
        """The heading, the names, and a line for complaints."""
        yield Static("Sudoku sample files:" if self.files else "No Files")
        if self.files:
            yield OptionList(*(Option(path.name) for path in self.files))
        yield Static("", id="message", markup=False)
        yield Footer()

    @on(OptionList.OptionSelected)
    def take(self, event: OptionList.OptionSelected) -> None:
        """Begin the game in the chosen file, or say why it cannot be."""
        path = self.files[event.option_index]
        try:
            self.app.switch_screen(SudokuScreen(load(path.name, path.parent)))
        except Unplayable as problem:
            self.query_one("#message", Static).update(str(problem))


class SudokuApp(GameApp[str]):
    """The game on the whole terminal; its result is what there is left to say when it is over."""

    TITLE = "Sudoku"

    def __init__(self, files: Sequence[Path], puzzle: Puzzle | None) -> None:
        super().__init__(SudokuScreen(puzzle) if puzzle else FileScreen(files))
