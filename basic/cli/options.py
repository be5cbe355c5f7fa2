"""The options of `basic` and `basic run`: one table of what argparse is to make of them.

A plain command line is read here without argparse, whose import takes as long as starting Python does.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable
    from typing import Any

MACHINE: dict[str, dict[str, Any]] = {
    "--columns": {
        "type": int,
        "choices": (20, 40, 80),
        "metavar": "N",
        "default": 80,
        "help": "width of the screen: 80, 40 or 20",
    },
    "--clock": {"metavar": "ISO-TIME", "help": "a clock that begins at this time and goes on by readings alone"},
    "--speed": {
        "choices": ("max", "pc", "xt", "at"),
        "help": "pc, xt, at: as fast as that machine was; max: no note or pause takes time",
    },
    "--memory": {"type": int, "metavar": "BYTES", "help": "bytes free for program and variables (default: 60300)"},
    "--unlimited": {"action": "store_true", "help": "no limits of memory, stack and line length"},
    "--encoding": {
        "choices": ("utf8", "raw"),
        "default": "utf8",
        "help": "raw: bytes of code page 437 in and out",
    },
    "--spaces": {"action": "store_true", "help": "the file is spelt without blanks: FORI=1TO3 is FOR I=1 TO 3"},
    "--engine": {
        "choices": ("auto", "python", "native", "step"),
        "default": "auto",
        "help": "auto: machine code where it pays, if llvmlite is there; step: each statement by itself, the reference",
    },
    "--mount": {
        "action": "append",
        "metavar": "A=DIR",
        "default": [],
        "help": "a folder as a drive (C: is the working folder)",
    },
    "--lf": {"action": "store_true", "help": "lines of data files end with LF, as on this computer, not with CR LF"},
    "--printer": {
        "metavar": "FILE",
        "help": "what LPRINT and LPT1: print is added to this file (or that of JUNZI_PRINTER); '|COMMAND': given to it",
    },
    "--max-seconds": {"type": float, "metavar": "S", "help": "end the run after so many seconds"},
    "--max-steps": {"type": int, "metavar": "N", "help": "end it after so many statements"},
    "--max-output": {"type": int, "metavar": "N", "help": "end it after so many characters of output"},
    "--max-memory": {"type": int, "metavar": "BYTES", "help": "end it where arrays take more, with --unlimited, too"},
    "--max-disk": {"type": int, "metavar": "BYTES", "help": "end it where more is written to files"},
    "--max-files": {"type": int, "metavar": "N", "help": "end it where it makes more new files"},
    "--read-only": {"action": "store_true", "help": "nothing is written to a drive: error 70"},
    "--env": {
        "action": "append",
        "metavar": "NAME",
        "default": [],
        "help": "a variable of the environment that ENVIRON$ may see (default: none)",
    },
    "--sandbox": {
        "action": "store_true",
        "help": "for strangers' programs: files stay in memory, nothing of this machine is reached, limits",
    },
    "--com1": {"metavar": "ADDRESS", "help": "HOST:PORT or a terminal device for COM1:"},
    "--graphics": {
        "choices": ("auto", "blocks", "sixel", "kitty"),
        "default": "auto",
        "help": "how a terminal shows pictures: as half blocks, or pixel by pixel; auto asks the terminal",
    },
    "--window": {"action": "store_true", "help": "show the screen in a window (needs pip install 'junzi[window]')"},
    "--scale": {"type": int, "choices": (1, 2, 3, 4), "help": "size of the window: 1 is 640 by 480 (default: as fits)"},
    "--full-screen": {"action": "store_true", "help": "with --window: on the whole screen"},
    "--headless": {"action": "store_true", "help": "show nothing; keys come from --keys or standard input"},
    "--keys": {"metavar": "FILE", "help": "keys that are pressed: a byte each, or behind a line #keys by name: {F1}"},
    "--dump-screen": {"metavar": "FILE", "help": "at the end: the picture's width and height, then a byte a pixel"},
    "--dump-text": {"metavar": "FILE", "help": "at the end: 25 lines of characters, and where the cursor is"},
    "--dump-attributes": {"metavar": "FILE", "help": "at the end: a byte for the colours of each character"},
    "--screenshot": {"metavar": "FILE", "help": "at the end: the screen as a PNG picture"},
    "--record": {"metavar": "FILE", "help": "FILE.wav: what the loudspeaker plays; FILE.gif: pictures (--headless)"},
    "--allow-shell": {"action": "store_true", "help": "let SHELL run commands of this machine"},
    "--no-cache": {"action": "store_true", "help": "use nothing of earlier runs and leave nothing for later ones"},
    "-i": {"action": "store_true", "dest": "stay", "help": "stay at the Ok prompt after the program"},
}


class Plain:
    """The options as attributes, as argparse gives them."""

    file: str | None = None


def read_plain(words: Iterable[str]) -> Namespace | None:
    """A FILE and options in any order, each spelt in full and with a good value; None for what argparse is to read,
    or to refuse."""
    options: Any = Plain()
    for flag, how in MACHINE.items():
        setattr(options, _attribute(flag), how.get("default", False if "action" in how else None))
    remaining = iter(words)
    for word in remaining:
        flag, equals, text = word.partition("=")
        if flag not in MACHINE:
            if (word.startswith("-") and word != "-") or options.file is not None:
                return None
            options.file = word
            continue
        how = MACHINE[flag]
        value: Any = True
        if how.get("action") == "store_true":
            if equals:
                return None
        else:
            value = text if equals else next(remaining, "-")
            if not equals and value.startswith("-"):
                return None
            if "type" in how:
                try:
                    value = how["type"](value)
                except ValueError:
                    return None
            if value not in how.get("choices", (value,)):
                return None
            if how.get("action") == "append":
                value = [*getattr(options, _attribute(flag)), value]
        setattr(options, _attribute(flag), value)
    result: Namespace = options
    return None if options.file is None else result


def _attribute(flag: str) -> str:
    name: str = MACHINE[flag].get("dest") or flag.strip("-").replace("-", "_")
    return name
