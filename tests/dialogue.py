"""Plays a port and records what a terminal would show: the output with the typed lines echoed, as BASIC echoes them."""

from __future__ import annotations

import builtins
import contextlib
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from unittest import mock

TRANSCRIPTS = Path(__file__).parent / "transcripts"


def transcript_of(main: Callable[[Sequence[str]], int], typed: str = "", options: Sequence[str] = ()) -> str:
    """Run a port's `main` with these lines as its input and check that it ends well."""
    lines = iter(typed.splitlines())
    screen = io.StringIO()

    def echoing_input(prompt: str = "") -> str:
        line = next(lines, None)
        if line is None:
            raise EOFError
        screen.write(f"{prompt}{line}\n")
        return line

    with mock.patch.object(builtins, "input", echoing_input), contextlib.redirect_stdout(screen):
        assert main(options) == 0
    assert next(lines, None) is None, "not all of the input was read"
    return screen.getvalue()


def recorded(name: str) -> str:
    """A recorded transcript, its line ends as Python's."""
    return (TRANSCRIPTS / name).read_bytes().decode("ascii").replace("\r\n", "\n")
