"""Keys from a script: what `--keys FILE` has pressed.

    #keys
    {F1}{Wait 0.5}HELLO{Enter}

Behind a first line `#keys` a script is text in UTF-8: characters are typed, keys stand in braces by their names, a
brace is {{}, and ends of lines count for nothing. {Wait 0.5}: so many seconds pass, by the machine's clock, before
what follows. Any other script is bytes, one for each key: 13 or 10 is Enter, 0 and a scan code a key that types no
character.
"""

from __future__ import annotations

from basic import codepage
from basic.errors import Unusable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from basic.machine.clock import Source
    from basic.machine.terminal import Terminal

FIRST = b"#keys"
NAMES = {
    **{f"f{number}": "\0" + chr(0x3A + number) for number in range(1, 11)},
    "up": "\0H",
    "down": "\0P",
    "left": "\0K",
    "right": "\0M",
    "home": "\0G",
    "end": "\0O",
    "pgup": "\0I",
    "pgdn": "\0Q",
    "insert": "\0R",
    "delete": "\0S",
    "enter": "\r",
    "esc": "\x1b",
    "tab": "\t",
    "backspace": "\b",
    "space": " ",
    "break": "\x03",
    "{": "{",
}


class Typist:
    """Types a script, which is fetched when somebody first waits for a key."""

    STATE = "_pressed", "_until"

    def __init__(self, script: Callable[[], bytes]) -> None:
        self._script = script
        self.clock: Source | None = None  # by which it waits
        self._keys: list[str | float] | None = None
        self._pressed = 0  # so many of them
        self._until = 0.0  # when the next one comes

    def key(self) -> str:
        """The next key, "" where none comes now."""
        if self._keys is None:
            self._keys = list(keys(self._script()))
        while not self.rest():
            if self._pressed == len(self._keys):
                return ""
            key = self._keys[self._pressed]
            self._pressed += 1
            if isinstance(key, str):
                if key == "\x03":
                    raise KeyboardInterrupt
                return key
            if self.clock is not None:
                self._until = self.clock.elapsed() + key
        return ""

    def rest(self) -> float:
        """So many seconds are still to be waited."""
        return 0.0 if self.clock is None else max(self._until - self.clock.elapsed(), 0.0)

    def wait(self, seconds: float) -> None:
        if self.clock is not None:
            self.clock.sleep(seconds)

    def sit_down(self, terminal: Terminal) -> None:
        """Type at a terminal, ahead of who sits there."""
        read, poll, pressed = terminal.read_key, terminal.poll_key, terminal.pressed_key

        def read_key() -> str:
            while not (key := self.key() or (poll() if self.rest() else read())):
                pass
            return key

        terminal.read_key = read_key  # type: ignore[method-assign]
        terminal.poll_key = lambda: self.key() or poll()  # type: ignore[method-assign]
        terminal.pressed_key = lambda: self.key() or pressed()  # type: ignore[method-assign]


def keys(script: bytes) -> Iterator[str | float]:
    """The keys of a script, and the seconds to wait between them."""
    first, _, text = script.partition(b"\n")
    if first.strip() == FIRST:
        yield from _named(text.decode("utf-8", "replace"))
        return
    codes = iter(script.decode("latin-1"))
    for code in codes:
        if code == "\0":
            code += next(codes, "\0")
        yield "\r" if code == "\n" else code


def _named(text: str) -> Iterator[str | float]:
    at = 0
    while at < len(text):
        char = text[at]
        at += 1
        if char == "{":
            end = text.find("}", at)
            yield _key(text[at:end] if end >= 0 else text[at:])
            at = end + 1 if end >= 0 else len(text)
        elif char not in "\r\n":
            yield from codepage.to_bytes(char)


def _key(name: str) -> str | float:
    word, _, seconds = name.lower().partition(" ")
    try:
        return float(seconds) if word == "wait" else NAMES[word]
    except (KeyError, ValueError):
        raise Unusable(f"there is no key {{{name}}}") from None
