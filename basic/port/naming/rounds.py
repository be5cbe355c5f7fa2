"""What a turn of a game's loop is called, and the loop: after what is counted, or asked for.

    FOR R=1 TO 9: PRINT "ROUND";R: ...       play_round()       the number that is shown behind this word
    70 G=G+1: PRINT "GUESS #";G;: INPUT A    take_guess()       counts the turns
    70 INPUT "YOUR MOVE";M: ...: GOTO 70     take_turn()        a loop that asks, and does something about it
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from ...analysis.flow import Point, core
from ...analysis.variables.types import bare
from ...syntax import nodes as n

PLAYED = (
    "round game hand match inning frame set hole race bout lap stage battle level trip mission "
    "hour day night week fortnight month quarter season year period term"
)
TAKEN = "turn shot throw roll guess try attempt charge arrow drop lift"
ASKED = "question problem word riddle sum"
VERBS = {noun: verb for verb, nouns in {"play": PLAYED, "take": TAKEN, "ask": ASKED, "make": "move"}.items()
         for noun in nouns.split()}  # fmt: skip
AHEAD = re.compile(r"([a-z]+)\W*(?:number|no|num)?\W*$")  # of a number: `ROUND #`, `HOLE NO.`


def round_name(points: Sequence[Point], counters: Iterable[str]) -> str:
    """`play_round` of statements that show one of some `counters` behind this word, "" if there is none."""
    counted = {*counters}
    for point in points:
        for text, name in _labelled(core(point.statement)):
            word = AHEAD.search(text.lower())
            if word and name in counted and word[1] in VERBS:
                return f"{VERBS[word[1]]}_{word[1]}"
    return ""


def counted_up(points: Iterable[Point]) -> Iterator[str]:
    """The variables to which 1 is added."""
    for point in points:
        match core(point.statement):
            case n.Let(target=n.Variable(name=name), value=value):
                sum_ = bare(value)
                if isinstance(sum_, n.Binary) and sum_.operator == "+":
                    sides = [bare(sum_.left), bare(sum_.right)]
                    ones = [side for side in sides if isinstance(side, n.Number) and side.value == 1]
                    own = [side for side in sides if isinstance(side, n.Variable) and side.name == name]
                    if ones and own:
                        yield name


def _labelled(statement: n.Statement) -> Iterator[tuple[str, str]]:
    """The texts of a PRINT, each with the variable that is shown behind it."""
    if isinstance(statement, n.Print) and statement.channel is None:
        shown = [item for item in statement.items if not isinstance(item, n.Separator)]
        for text, item in pairwise(shown):
            if isinstance(text, n.String) and isinstance(item, n.Variable):
                yield text.value, item.name
