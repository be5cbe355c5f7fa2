"""What BASIC's names are called in Python: lower case, spelt as they were; a kind is added where names would meet."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Callable, Mapping
from unicodedata import normalize

from ...analysis.defaults import Name
from ..helpers import HELPERS, HOMES

KINDS = {"%": "int", "!": "number", "#": "double", "$": "text"}
# What the written program itself uses: no variable may be called so.
RESERVED = frozenset(
    {*dir(builtins), *keyword.kwlist, *keyword.softkwlist, "gw", "g", "main", "trap", "error", "state", "State",
     "data", "right", "l", "annotations", "condition", "choice", "number", "way", "returned", "goes_on",
     "result", "seed", "files", "singles", "doubles", "fields", "keyboard", "screen", "memory", "clock", "events",
     "errors", "sound", "devices", "graphics", "typed", "attempt", "resume", "resumed", *HELPERS, *HOMES}
)  # fmt: skip
# And what it makes names of as it needs them.
MADE = re.compile(
    r"(?:leaving|place|resumed_?)\d*|stack|behind|(?:limit|step|last|pace|state|from|trap|sub|part|on_error)_\d\w*"
)
# What says by which of two ways a part was left, with its results.
ANSWERS = ("done", "left", "answer", "returned", "goes_on")

FEWEST_LETTERS = 3  # of a name of BASIC's that says something
CONSTANTS = ("DATA", "ZONE")  # and what it may have in capitals
SPELT = re.compile(r"(FN)?([A-Z][A-Z0-9.]*)([%!#$]?)(\(\))?")

OTHERWISE = {  # what is called after a word that Python or the port has itself
    "quit": "leave", "exit": "leave", "list": "list_all", "show": "show_all", "print": "print_out", "open": "open_up",
    "next": "go_on", "continue": "go_on", "return": "go_back", "help": "give_help", "input": "enter", "del": "delete",
    "set": "set_up", "pass": "stand_by", "type": "type_in", "format": "set_out", "break": "break_off", "sum": "add_up",
    "max": "find_highest", "min": "find_lowest", "look": "look_around", "right": "go_right", "join": "put_together",
    "files": "list_files", "map": "show_map", "memory": "show_memory", "raise": "raise_it", "try": "try_it",
    "double": "double_up", "round": "one_round", "done": "finish", "left": "go_left", "answer": "give_answer",
}  # fmt: skip


def free(name: str) -> str:
    """A name for a function that Python does not have already."""
    return _otherwise(name) if name in RESERVED or name in ANSWERS else name


def _otherwise(name: str) -> str:
    asked = name.removeprefix("ask_")
    return OTHERWISE.get(name, f"ask_for_{asked}" if asked != name else f"do_{name}")


class Names:
    """A Python name for each of BASIC's; `chosen` overrides them."""

    def __init__(self, keys: list[Name], chosen: Mapping[str, str]) -> None:
        self.known: dict[Name, str] = {}
        self.chosen = chosen
        taken = {*chosen.values()}
        plain = [key for key in keys if key[2] == ""]
        others = [key for key in keys if key[2] != ""]
        for key in [*sorted(plain), *sorted(others)]:
            name = chosen.get(basic_name(key)) or self._free(key, keys, taken)
            taken.add(name)
            self.known[key] = name

    def shorter(self) -> dict[str, str]:
        """What a name would be if nothing else in the program were called alike; `g` may be that of what is shared."""
        words = {
            name: _word(key) for key, name in self.known.items()
            if key[2] != "FN" and name.islower() and basic_name(key) not in self.chosen
        }
        return {name: word for name, word in words.items() if name != word and (is_free(word) or word == "g")}

    def _free(self, key: Name, keys: list[Name], taken: set[str]) -> str:
        word = _word(key)
        kinds = {other[1] for other in keys if other[0] == key[0] and other[2] == key[2]}
        if len(kinds) > 1:
            word = f"{word}_{KINDS[key[1]]}"
        if key[2] == "()" and (word in taken or word in RESERVED):
            word = f"{word}_list"
        if word in taken or not is_free(word):
            word += "_"
        number = 1
        name = word
        while name in taken:
            number += 1
            name = f"{word}{number}"
        return name

    def __getitem__(self, key: Name) -> str:
        return self.known[key]


def _word(key: Name) -> str:
    return "fn_" * (key[2] == "FN") + key[0].lower().replace(".", "_")


def is_free(word: str) -> bool:
    """Whether neither Python nor what is written around a program has a word."""
    return word not in RESERVED and not MADE.fullmatch(word)


def routine_names(wanted: dict[str, str], given: dict[str, str], taken: set[str]) -> dict[str, str]:
    """Names for routines: as given, else as wanted, with the routine's own number where that name is taken.

    The keys are `300`, or `300_2` for the same subroutine under another ON ERROR.
    """
    found: dict[str, str] = {}
    for key in wanted:
        name = given.get(key) or given.get(key.partition("_")[0]) or ""
        if not name or name in found.values():
            name = name or wanted[key]
            used = {*taken, *found.values(), *given.values()}
            name = _otherwise(name) if name in taken and _otherwise(name) not in {*used, *wanted.values()} else name
            name = f"{name}_{key}" if name in used else name
        found[key] = name
    return found


def basic_name(key: Name) -> str:
    """`A$`, `COUNT()`, `FNR`"""
    sigil = "" if key[1] == "!" else key[1]
    return f"{'FN' if key[2] == 'FN' else ''}{key[0]}{sigil}{'()' if key[2] == '()' else ''}"


# ---- names that somebody chooses ------------------------------------------------------------------------------------


class BadNames(ValueError):
    """Names that are none in Python, or would mean two things: which, and what to do about it."""


def checked(names: Mapping[str, str]) -> dict[str, str]:
    """The same names, as Python reads them, if each can be had."""
    found: dict[str, str] = {}
    for name, wish in names.items():
        given = normalize("NFKC", wish)
        said = f"`{name} = {wish}`"
        if not given.isidentifier():
            raise BadNames(f"{said}: that is no name in Python, which has letters, digits and _")
        if given in RESERVED or given in CONSTANTS or MADE.fullmatch(given) or given.startswith("__"):
            raise BadNames(f"{said}: Python or the port itself may need that; choose another")
        if given in found.values():
            other = next(one for one, known in found.items() if known == given)
            raise BadNames(f"{said}: so is {other} called; choose another")
        found[name] = given
    return found


def in_full(name: str, kind: Callable[[str, str], str]) -> str:
    """A name as `basic_name` gives it: under DEFINT `N%` for `N`."""
    match = SPELT.fullmatch(name.upper().replace(" ", ""))
    if match is None:
        return name
    function, word, sigil, array = match.groups("")
    return basic_name((word, kind(word, sigil), function or array))
