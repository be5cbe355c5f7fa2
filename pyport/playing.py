"""What the full-screen games share: a board with a chosen cell, and under it what there is to say.

Needs the package textual.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, Static

INTERRUPTED = 130
Result = TypeVar("Result")


class Told(Message):
    """Something to say to the player."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__()


class Board(Widget, can_focus=True):
    """A square of cells: cursor keys choose one.  What `fill` and `undo` do is the game's."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(-1, 0)", "Choose"),
        Binding("down", "go(1, 0)", show=False),
        Binding("left", "go(0, -1)", show=False),
        Binding("right", "go(0, 1)", show=False),
        Binding("backspace", "undo", "Back once"),
        *(Binding(str(digit), f"fill({digit})", show=False) for digit in range(10)),  # keys stay in their order
    ]

    def __init__(self, side: int, chosen: int | None = None) -> None:
        super().__init__()
        self.side = side
        self.chosen = chosen

    def choose(self, cell: int) -> None:
        """Take this cell for what is typed next."""
        self.chosen = cell
        self.refresh()

    def action_go(self, down: int, right: int) -> None:
        """One cell on, round the edges; at first to the upper left corner."""
        row, column = divmod(self.chosen or 0, self.side)
        cell = self.side * ((row + down) % self.side) + (column + right) % self.side
        self.choose(0 if self.chosen is None else cell)

    def say(self, text: str) -> None:
        """Tell the player something."""
        self.post_message(Told(text))


class GameScreen(Screen[None]):
    """What is played, the board, the message, the help, the keys."""

    HELP = ""

    def __init__(self, heading: str, board: Board, message: str = "") -> None:
        super().__init__()
        self.heading, self.board, self.message = heading, board, message

    def compose(self) -> ComposeResult:
        """From the top to the bottom."""
        yield Static(self.heading, markup=False)
        yield from self.around(self.board)
        yield Static(self.message, id="message", markup=False)
        yield Static(self.HELP, markup=False)
        yield Footer()

    def around(self, board: Board) -> Iterable[Widget]:
        """The board and what it stands in."""
        yield board

    def on_mount(self) -> None:
        """The keys go to the board."""
        self.board.focus()

    @on(Told)
    def tell(self, told: Told) -> None:
        """Show what the board has to say."""
        self.query_one("#message", Static).update(told.text)


class GameApp(App[Result]):
    """A game on the whole terminal, which Ctrl-C leaves as it leaves other programs."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", show=False, priority=True)]

    def __init__(self, first: Screen[None]) -> None:
        super().__init__()
        self.first = first

    def on_mount(self) -> None:
        """Begin."""
        self.push_screen(self.first)

    def action_exit(self) -> None:
        """Leave without a word."""
        self.exit()

    def action_interrupt(self) -> None:
        """Leave as one whom Ctrl-C has ended."""
        self.exit(return_code=INTERRUPTED)

    def play(self) -> Result | None:
        """Until the player leaves; the last words, if there are any."""
        last_words = self.run()
        if self.return_code == INTERRUPTED:
            raise KeyboardInterrupt
        return last_words
