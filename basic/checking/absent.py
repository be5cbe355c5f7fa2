"""What a program asks for that is not there (`library/unsupported.py`), or only where the user allows it."""

from __future__ import annotations

from ..library.unsupported import UNSUPPORTED
from ..syntax import nodes as n

WORDS: dict[type[n.Node], str] = {
    n.DrawLine: "LINE",
    n.Circle: "CIRCLE",
    n.Paint: "PAINT",
    n.GetImage: "GET",
    n.PutImage: "PUT",
    n.PaletteUsing: "PALETTE USING",
    n.DefUsr: "DEF USR",
    n.UsrFunction: "USR",
}
OPTIONS = {"SHELL": "--allow-shell", "LPRINT": "--printer FILE", "LLIST": "--printer FILE", "COM1:": "--com1 ADDRESS"}


def missing(node: n.Node) -> tuple[str, str, str] | None:
    """The word, what is wrong with it and why."""
    word = _word(node)
    if word in UNSUPPORTED:
        return word, f"{word} is not there yet", f"it needs {UNSUPPORTED[word]}"
    if word in OPTIONS:
        return word, f"{word} needs the option {OPTIONS[word]}", ""
    return None


def _word(node: n.Node) -> str:
    """What a node is called where such words are counted: `SOUND`, `ON KEY`, `SCREEN 1`."""
    match node:
        case n.Command(word="SCREEN", arguments=(n.Number(value=mode), *_)):
            return f"SCREEN {mode}"
        case n.Open(file=n.String(value=name)) if name.upper().startswith("COM1:"):
            return "COM1:"
        case n.Command(word=name) | n.Pset(word=name) | n.Viewport(word=name) | n.Call(word=name):
            return name
        case n.Print(word=name) | n.ListLines(word=name) | n.Function(name=name):
            return name
        case _:
            return WORDS.get(type(node), "")
