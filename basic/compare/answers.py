"""What a program may want typed: what it compares with a variable, how far its ON goes, what a question offers.

    vocabulary = Vocabulary(program)
    vocabulary.wanted("A$")        ["N", "Y"] where the program has `IF LEFT$(A$,1)="Y"` and `INSTR("YN",A$)`
                                   [" ", "GO", "LAMP", ...] where it has `READ O$(I)`, `IF A$=O$(I)` and looks for a
                                   blank: a command of two words
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from random import Random

from ..codepage import to_unicode
from ..syntax import nodes as n
from ..syntax.visit import walk

WORDS = ("Y", "N", "YES", "NO", "END", "HELLO", "a b", "Ab1", "x")
NUMBERS = ("0", "1", "2", "3", "5", "10", "-1", "1.5", "100")
ODD = ("", "1E3", "-.5", "32768", "1D-3", "Z", ",", "1,2,3", '"A,B"')
LEAVING = frozenset(("N", "NO", "Q", "QUIT", "E", "END", "EXIT", "STOP", "BYE", "X", "0", "-1", "9"))
COMPARES = frozenset(("=", "<>", "<", ">", "<=", ">="))
LONGEST = 20  # characters of an answer
WIDTHS = (4, 3)  # letters of the words in a table
FAR = 3  # so many assignments are followed from what is typed to what is compared
RANGE = re.compile(r"(-?\d{1,5})\s*(?:-|TO|\.\.|AND)\s*(\d{1,5})", re.IGNORECASE)
CHOICES = re.compile(r"\b([A-Z]{1,4})(?:\s*[/,|]\s*|\s+OR\s+)([A-Z]{1,4})\b|[(\[<]([A-Z0-9])[)\]>]", re.IGNORECASE)


class Vocabulary:
    """What is wanted of each variable."""

    def __init__(self, program: n.Program) -> None:
        self._values: dict[str, set[str]] = defaultdict(set)
        self._becomes: dict[str, set[str]] = defaultdict(set)
        self._compared: dict[str, set[str]] = defaultdict(set)  # with what other variables
        self._tables: dict[str, set[str]] = defaultdict(set)  # in which other texts it is sought
        self._given: dict[str, set[str]] = defaultdict(set)  # the constants that texts may be
        self._data = {item.text for node in walk(program) if isinstance(node, n.Data) for item in node.items}
        self._data -= {text for text in self._data if number(text)}
        for node in walk(program):
            self._read(node)

    def _read(self, node: object) -> None:
        match node:
            case n.Binary(operator=operator, left=left, right=right) if operator in COMPARES:
                self._values_of(left, right)
                self._values_of(right, left)
            case n.OnJump(selector=selector, lines=lines):
                for name in _names(selector):
                    self._values[name] |= {str(number) for number in range(1, len(lines) + 2)}
            case n.If(condition=n.Variable() | n.Element() as truth):
                self._values[key(truth)] |= {"0", "1"}
            case n.Function(name="INSTR", arguments=arguments):
                letters = {part for item in arguments if isinstance(item, n.String) for part in item.value}
                for item in arguments:
                    for name in _names(item):
                        self._values[name] |= {to_unicode(letter) for letter in letters if letter.isprintable()}
                *_, within, part = arguments
                for name in _names(part):
                    self._tables[name] |= {*_names(within)}
                for name in _names(within):
                    self._values[name] |= {to_unicode(part.value)} if isinstance(part, n.String) else set()
            case n.Let(target=target, value=value):
                for name in _names(value):
                    self._becomes[name].add(key(target))
                if isinstance(value, n.String):
                    self._given[key(target)].add(value.value)
            case n.Read(targets=targets):
                for target in targets:
                    self._given[key(target)] |= self._data

    def _values_of(self, side: n.Expression, other: n.Expression) -> None:
        names = list(_names(side))
        if not names:
            return
        for name in names:
            self._compared[name] |= {*_names(other)}
        for node in walk(other):
            match node:
                case n.Number(value=value) if value == int(value):
                    near = (value - 1, value, value + 1)
                    found = {str(int(number)) for number in near}
                    if any(isinstance(inner, n.Function) and inner.name == "ASC" for inner in walk(side)):
                        found = {chr(int(value))} if 32 <= value < 127 else set()
                case n.String(value=text) if _typed(text) or not text:  # "" is: just Enter
                    found = {to_unicode(text)}
                case _:
                    continue
            for name in names:
                self._values[name] |= found

    def wanted(self, name: str) -> list[str]:
        """What it, or what is worked out of it, is compared with."""
        reached, edge = {name}, {name}
        for _ in range(FAR):
            edge = {later for one in edge for later in self._becomes[one]} - reached
            reached |= edge
        found = {value for one in reached for value in self._values[one]}
        for one in reached:
            found |= {to_unicode(text) for other in self._compared[one] for text in self._given[other] if _typed(text)}
            found |= {word for other in self._tables[one] for text in self._given[other] for word in _words(text)}
        return sorted(found)


def key(target: n.Variable | n.Element) -> str:
    """A variable by its name; numbers of all kinds are one."""
    return target.name + ("$" if target.sigil == "$" else "")


def _words(text: str) -> Iterator[str]:
    """The words of a text, or of a table of words that have the same length: `GO  GET DROPLOOK`."""
    width = next((width for width in WIDTHS if len(text) % width == 0), 0)
    parts = [text[at : at + width].strip() for at in range(0, len(text), width)] if width else text.split()
    yield from (to_unicode(part) for part in parts if _typed(part))


def _typed(text: str) -> bool:
    """Whether a text may be an answer."""
    return 0 < len(text) <= LONGEST and text.isprintable()


def number(text: str) -> bool:
    return text.removeprefix("-").replace(".", "", 1).isdecimal()


def _names(expression: n.Node) -> Iterator[str]:
    for node in walk(expression):
        if isinstance(node, n.Variable | n.Element):
            yield key(node)


def suggested(question: str, drawn: Random) -> list[str]:
    """What a question offers: of `FROM 1 TO 9` a number of these, of `(Y/N)` both letters."""
    found = []
    for match in RANGE.finditer(question):
        low, high = int(match[1]), int(match[2])
        if low < high:
            found += [str(drawn.randint(low, high)) for _ in range(3)]
    for match in CHOICES.finditer(question):
        found += [group for group in match.groups() if group]
    return found
