"""The line editor of the Ok prompt, with prompt_toolkit: history, colours, completion, function keys, paste.

Keys as in GW-BASIC where a terminal has them: F1 to F10 type their texts (`KEY 1,"FILES"+CHR$(13)` changes them), Alt
and a letter a keyword, Esc empties the line, Ctrl-End cuts it off, Ins switches overwriting, Tab behind a blank goes on
to the next stop. Of a pasted listing each line is taken as if it had been typed. Up leads to the lines above, as soon
as one was typed: from then on the screen is edited as a whole. Before that, and with Ctrl-P, it brings back old lines.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition, has_completions, is_searching
from prompt_toolkit.formatted_text import PygmentsTokens
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.lexers import PygmentsLexer
from prompt_toolkit.output import create_output
from prompt_toolkit.shortcuts import print_formatted_text
from prompt_toolkit.styles import Style

from .. import codepage
from ..editing.highlight import BasicLexer
from ..engine.interpreter import Interpreter
from ..engine.session import ScreenReader
from ..errors import InputEnded
from ..machine.editor import ALT_WORDS, TAB
from ..machine.tty import TtyTerminal
from ..sizes import LINE
from .completion import BasicCompleter
from .history import KeptHistory, history_file

# The sixteen colours of the terminal, so that they suit a dark one and a bright one.
STYLE = Style([
    ("pygments.keyword", "bold ansicyan"),
    ("pygments.operator.word", "bold ansicyan"),
    ("pygments.name.builtin", "ansicyan"),
    ("pygments.name.function", "ansicyan"),
    ("pygments.name.label", "ansibrightblack"),
    ("pygments.literal.string", "ansigreen"),
    ("pygments.literal.number", "ansimagenta"),
    ("pygments.comment", "italic ansibrightblack"),
    ("pygments.error", "ansired underline"),
])  # fmt: skip
MENU_ROWS = 6


class _GoneUp(Exception):
    """The person leaves the line for those above it."""

    def __init__(self, typed: str) -> None:
        self.typed = typed


class LineEditor:
    """Asks for one line after the other; what is pasted or typed ahead waits in the terminal, where INPUT finds it."""

    def __init__(self, interpreter: Interpreter, terminal: TtyTerminal) -> None:
        self.interpreter = interpreter
        self.console = interpreter.machine.console
        self.terminal = terminal
        self._begun = False  # a line was typed in this session
        self.output = create_output(sys.stdout)
        self.session: PromptSession[str] = PromptSession(
            output=self.output,
            history=KeptHistory(history_file()),
            lexer=PygmentsLexer(BasicLexer),
            completer=BasicCompleter(interpreter),
            complete_while_typing=False,
            style=STYLE,
            include_default_pygments_style=False,
            key_bindings=self._keys(),
            enable_suspend=True,
        )
        self.session.app.ttimeoutlen = 0.1  # seconds that Esc waits for the rest of a key's sequence
        self.session.app.timeoutlen = 0.2

    def read(self, before: str = "", offered: str = "") -> str | None:
        typed, end, self.terminal.ahead = self.terminal.ahead.partition("\r")
        try:
            with self.terminal.lent():
                text = before + typed
                if end:
                    self._show(text)
                else:
                    text = self._edited(text, offered)
        except KeyboardInterrupt:
            return None
        except _GoneUp as gone:
            return ScreenReader(self.console).go_up(gone.typed)
        self._begun = True
        text = text[:LINE]
        self.console.follow(text)
        return text

    def _show(self, text: str) -> None:
        tokens = [(kind, part) for _, kind, part in BasicLexer().get_tokens_unprocessed(codepage.to_unicode(text))]
        print_formatted_text(
            PygmentsTokens(tokens), style=STYLE, include_default_pygments_style=False, output=self.output
        )

    def _edited(self, text: str, offered: str) -> str:
        text = codepage.to_unicode(text)
        document = Document(codepage.to_unicode(offered), 0) if offered and not text else Document(text)
        self.session.reserve_space_for_menu = MENU_ROWS
        try:
            return codepage.to_bytes(self.session.prompt(default=document))
        except EOFError:
            raise InputEnded from None

    # ---- keys -------------------------------------------------------------------------------------------------------

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        for number in range(10):
            keys.add(f"f{number + 1}")(partial(self._function_key, number))
        for letter, word in ALT_WORDS.items():
            keys.add(Keys.Escape, letter.lower())(partial(_type, word + " "))
        for key, act in _ACTIONS.items():
            keys.add(key)(act)
        keys.add(Keys.BracketedPaste)(self._paste)
        choosing = has_completions | is_searching
        keys.add(Keys.Up, filter=Condition(lambda: self._begun) & ~choosing)(_go_up)
        return keys

    def _function_key(self, number: int, event: KeyPressEvent) -> None:
        self._take(event, self.console.screen.keys[number])

    def _paste(self, event: KeyPressEvent) -> None:
        self._take(event, codepage.to_bytes(event.data.replace("\r\n", "\r").replace("\n", "\r")))

    def _take(self, event: KeyPressEvent, text: str) -> None:
        """Type a text; a carriage return in it is Enter, and the rest is typed ahead."""
        first, end, rest = text.partition("\r")
        _type(codepage.to_unicode(first), event)
        if end:
            self.terminal.ahead = rest + self.terminal.ahead
            event.current_buffer.validate_and_handle()


def _type(text: str, event: KeyPressEvent) -> None:
    event.current_buffer.insert_text(text)


def _go_up(event: KeyPressEvent) -> None:
    event.app.exit(exception=_GoneUp(codepage.to_bytes(event.current_buffer.text)))


def _tab(event: KeyPressEvent) -> None:
    """Complete a word or a file name; behind anything else go on to the next tab stop."""
    buffer = event.current_buffer
    before = buffer.document.current_line_before_cursor
    if buffer.complete_state:
        buffer.complete_next()
    elif before and (before[-1].isalnum() or '"' in before):
        completer = buffer.completer
        found = list(completer.get_completions(buffer.document, CompleteEvent(completion_requested=True)))
        if len(found) == 1:
            buffer.apply_completion(found[0])
        elif found:
            buffer.start_completion(insert_common_part=True)
    else:
        buffer.insert_text(" " * (TAB - len(before) % TAB))


def _empty(event: KeyPressEvent) -> None:
    event.current_buffer.reset()


def _cut_off(event: KeyPressEvent) -> None:
    buffer = event.current_buffer
    buffer.delete(len(buffer.document.text_after_cursor))


_ACTIONS: dict[Keys, Callable[[KeyPressEvent], None]] = {
    Keys.Tab: _tab,
    Keys.Escape: _empty,
    Keys.ControlEnd: _cut_off,
}
