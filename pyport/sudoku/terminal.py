"""The full-screen game: cursor keys or the mouse choose a cell, digits fill it.  Needs the package textual."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from pyport.sudoku import rules
from pyport.sudoku.drawing import BLACK, CYAN, GREEN, GREY, RED, YELLOW, cell_at, drawn
from pyport.sudoku.files import NoPuzzle, Puzzle, load
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
INTERRUPTED = 130


class Board(Widget, can_focus=True):
    """The drawn board.  It holds the game and the chosen cell, and tells by `Told` what a move led to."""

    DEFAULT_CSS = "Board { width: 41; height: 20; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(-1, 0)", "Choose"),
        Binding("down", "go(1, 0)", show=False),
        Binding("left", "go(0, -1)", show=False),
        Binding("right", "go(0, 1)", show=False),
        Binding("backspace", "undo", "Back once"),
        *(Binding(str(digit), f"fill({digit})", show=False) for digit in range(10)),  # keys stay in their order
    ]

    class Told(Message):
        """Something to say about the last move."""

        def __init__(self, text: str) -> None:
            self.text = text
            super().__init__()

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.last: int | None = None
        self.chosen: int | None = None
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

    def action_go(self, down: int, right: int) -> None:
        """Move the choice by one cell, round the edges, at first to the upper left corner (6200 to 6250)."""
        if self.chosen is None:
            self.chosen = 0
        else:
            row, column = divmod(self.chosen, SIDE)
            self.chosen = SIDE * ((row + down) % SIDE) + (column + right) % SIDE
        self.by_mouse = False
        self.refresh()

    def action_undo(self) -> None:
        """Take the last move back (3550)."""
        if self.is_over:
            return
        try:
            self.game, self.last = rules.undo(self.game)
        except BadEntry as complaint:
            self.post_message(self.Told(str(complaint)))
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
            self.post_message(self.Told(str(complaint)))
            return
        except MemoryError:
            self.is_over = True
            self.post_message(self.Told(rules.MEMORY))
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
        self.post_message(self.Told(rules.move_report(self.game.grid)))
        self.refresh()


class GameScreen(Screen[None]):
    """A board, and under it what there is to say."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Drop the cell / leave")]
    HELP = "Cursor keys or a click choose a cell, 1 to 9 fill it, 0 empties it, Backspace goes back once."

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__()
        self.puzzle = puzzle
        self.board = Board(Game.start(puzzle.grid))

    def compose(self) -> ComposeResult:
        """The name of the puzzle, the board, the message, the help."""
        yield Static(self.puzzle.name, markup=False)
        yield self.board
        yield Static(rules.origin_report(self.puzzle.grid) or "", id="message", markup=False)
        yield Static(self.HELP, markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """The keys go to the board."""
        self.board.focus()

    @on(Board.Told)
    def tell(self, told: Board.Told) -> None:
        """Show what the board has to say."""
        self.query_one("#message", Static).update(told.text)

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
            self.app.switch_screen(GameScreen(load(path.name, path.parent)))
        except NoPuzzle as problem:
            self.query_one("#message", Static).update(str(problem))


class SudokuApp(App[str]):
    """The game on the whole terminal; its result is what there is left to say when it is over."""

    TITLE = "Sudoku"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", show=False, priority=True)]

    def __init__(self, files: Sequence[Path], puzzle: Puzzle | None) -> None:
        super().__init__()
        self.first_screen = GameScreen(puzzle) if puzzle else FileScreen(files)

    def on_mount(self) -> None:
        """Begin with the puzzle, or with the choice of one."""
        self.push_screen(self.first_screen)

    def action_exit(self) -> None:
        """Leave without a word."""
        self.exit()

    def action_interrupt(self) -> None:
        """Leave as Ctrl-C leaves other programs."""
        self.exit(return_code=INTERRUPTED)
