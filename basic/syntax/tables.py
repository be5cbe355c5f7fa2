"""The LALR tables that Lark computes from gwbasic.lark, as plain data, and the file they are kept in.

Computing them takes Lark about half a second, reading the file a few milliseconds, so the file is made when the
package is built (`python -m basic.syntax.tables`). It names the grammar it belongs to: where that does not match,
the tables are computed anew in memory.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Callable, Iterator, Sequence

from ..record import record
from .tokens import DOLLAR_FUNCTIONS, KEYWORDS, OTHER_TERMINALS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypedDict

    class _Numbered(TypedDict):
        rows: list[dict[str, int]]  # every different row once
        states: list[int]
        rules: list[tuple[str, str, int, list[int]]]
        starts: dict[str, int]
        ends: dict[str, int]
        words: list[str]

    class _Stored(_Numbered):
        grammar: str


GRAMMAR = os.path.join(os.path.dirname(__file__), "gwbasic.lark")
FILE = os.path.join(os.path.dirname(__file__), "gwbasic.tables")
STARTS = ("statement", "if_head")
END = "$END"

KEEP_NONE = -1  # in `kept`: None stands here; below -1: the list at index -2-n is spliced in


@record
class Rule:
    """`origin: (size symbols)`. `name` is the rule's alias or origin, `kept` says what its node is made of."""

    origin: str
    name: str
    size: int
    kept: tuple[int, ...]


@record
class Tables:
    """Per state, what to do at a terminal (go to that state; negative: reduce by rules[action]) and after a rule."""

    rows: list[dict[str, int]]
    rules: list[Rule]  # in reverse, so that the action -1 is rules[-1], the first rule
    starts: dict[str, int]
    ends: dict[str, int]
    words: frozenset[str]  # that are no keywords: plain names where they have no place


def load() -> Tables:
    """The tables of the grammar as it is now."""
    stored: _Stored | None = None
    if os.path.exists(FILE):
        with open(FILE, encoding="ascii") as file:
            stored = json.load(file)
    if stored is None or stored["grammar"] != _fingerprint():
        stored = compute()
    return Tables(
        [stored["rows"][index] for index in stored["states"]],
        [Rule(origin, name, size, tuple(kept)) for origin, name, size, kept in stored["rules"]],
        stored["starts"],
        stored["ends"],
        frozenset(stored["words"]),
    )


def store() -> None:
    """Write the file of ready-made tables."""
    with open(FILE, "w", encoding="ascii") as file:
        file.write(json.dumps(compute(), separators=(",", ":")) + "\n")


def _fingerprint() -> str:
    return f"{zlib.crc32(grammar().encode()):08x}"


def grammar() -> str:
    """The text of the grammar, with the rule for statements: any that is no part of another."""
    with open(GRAMMAR, encoding="utf-8") as file:  # the same whatever ends its lines
        text = re.sub("(?m)^//.*", "", file.read())
    head, alias = r"(?m)^\??([a-z]\w*):", r"-> \w+"
    parts = set(re.findall(r"\b[a-z]\w*", re.sub(rf'{head}|{alias}|"[^"]*"', "", text)))
    statements = [rule for rule in re.findall(head, text) if rule not in {*parts, *STARTS}]
    return f"{text}\n?statement: {' | '.join(statements)}\n"


def compute() -> _Stored:
    """Let Lark read the grammar and build its LALR(1) automaton."""
    from lark import Lark
    from lark.grammar import Rule as LarkRule
    from lark.lexer import Lexer, Token
    from lark.parsers.lalr_analysis import Shift

    class Crunched(Lexer):
        """The tokens come from crunch.py."""

        def __init__(self, conf: object) -> None:
            pass

        def lex(self, lexer_state: object, parser_state: object) -> Iterator[Token]:
            raise NotImplementedError

    lark = Lark(grammar(), parser="lalr", lexer=Crunched, start=list(STARTS), maybe_placeholders=True)
    automaton = lark.parser.parser._parse_table
    rules: list[LarkRule] = lark.rules
    index = {rule: number for number, rule in enumerate(rules)}
    actions = {
        state: {str(name): arg if action is Shift else -1 - index[arg] for name, (action, arg) in row.items()}
        for state, row in automaton.states.items()
    }
    return {"grammar": _fingerprint(), **_numbered(actions, automaton.start_states, automaton.end_states, rules)}


def _numbered(
    actions: dict[int, dict[str, int]], starts: dict[str, int], ends: dict[str, int], rules: Sequence[object]
) -> _Numbered:
    """The states numbered in the order in which they are met, so that one grammar always gives the same file."""
    number: dict[int, int] = {}
    order = [starts[start] for start in STARTS]
    for state in order:
        if state not in number:
            number[state] = len(number)
            order += [actions[state][name] for name in sorted(actions[state]) if actions[state][name] >= 0]
    different: dict[tuple[tuple[str, int], ...], int] = {}
    states = []
    for state in number:
        row = {name: number[action] if action >= 0 else action for name, action in actions[state].items()}
        states.append(different.setdefault(tuple(sorted(row.items())), len(different)))
    keywords = {keyword.terminal for keyword in (*KEYWORDS, *DOLLAR_FUNCTIONS)}
    terminals = {name for row in different for name, _ in row if name.isupper()}
    return {
        "words": sorted(terminals - keywords - OTHER_TERMINALS - {END}),
        "rows": [dict(row) for row in different],
        "states": states,
        "rules": [_stored_rule(rule) for rule in reversed(rules)],
        "starts": {start: number[starts[start]] for start in STARTS},
        "ends": {start: number[ends[start]] for start in STARTS},
    }


def _stored_rule(rule: object) -> tuple[str, str, int, list[int]]:
    origin = str(rule.origin.name)  # type: ignore[attr-defined]
    missing = list(rule.options.empty_indices or [False] * (len(rule.expansion) + 1))  # type: ignore[attr-defined]
    kept: list[int] = []
    position = 0
    for absent in missing:
        if absent:
            kept.append(KEEP_NONE)
        elif position < len(rule.expansion):  # type: ignore[attr-defined]
            symbol = rule.expansion[position]  # type: ignore[attr-defined]
            if not symbol.is_term and symbol.name.startswith("__"):
                kept.append(-2 - position)
            elif not (symbol.is_term and symbol.filter_out):
                kept.append(position)
            position += 1
    return origin, str(rule.alias or origin), len(rule.expansion), kept  # type: ignore[attr-defined]


Picker = Callable[[list[object]], list[object]]


def picker(kept: tuple[int, ...]) -> Picker:
    """The function that takes a rule's kept children out of all its children."""
    if all(index >= 0 for index in kept):
        return lambda children: [children[index] for index in kept]

    def pick(children: list[object]) -> list[object]:
        result: list[object] = []
        for index in kept:
            if index >= 0:
                result.append(children[index])
            elif index == KEEP_NONE:
                result.append(None)
            else:
                part = children[-2 - index]
                assert isinstance(part, list)
                result += part
        return result

    return pick


if __name__ == "__main__":
    store()
else:
    TABLES = load()
    PLACE_WORDS = TABLES.words
