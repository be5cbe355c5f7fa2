"""What subroutines without a remark are called after: the occasion on which the program goes there.

    120 PRINT "3. SHOW SCORES"            show_scores()           an item of a menu
    130 ON C GOSUB 400,500,600
    200 IF V$="TAKE" THEN GOSUB 700       take()                  a word that was typed
    900 INPUT "HOW MANY";N: RETURN        n = ask_how_many()      the question it begins with
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ..analysis.flow import core
from ..analysis.graph import Graph, Key, Node, Place, Routine
from ..analysis.types import bare
from ..syntax import nodes as n
from .names import RESERVED
from .remarks import phrase

# `1. SAIL`, `<B> BUY`, `3 - QUIT`, `(4) LOOK  (5) GO`, `Q)UIT`
ITEM = re.compile(
    r"""(?:^|(?<=\s))[(<\["']? (?P<label>\d\d?|[A-Z]) (?:[)>\]."':=]+\s*-?|\s+[-=]+>?|\s\s) \s*
        (?P<words>[A-Za-z].*?) (?=,?\s+(?:OR\s+)?[(<\[]?(?:\d\d?|[A-Z])(?:[)>\].:=]+|\s+-)|\s*$)""",
    re.X,
)
NUMBERED = re.compile(r"(?:^|(?<=\s))(?P<label>\d\d?)\s(?P<words>[A-Z]\D*)")  # `1 ADD 2 DELETE`
ANSWERS = frozenset({"yes", "no", "yep", "nope", "okay", "end", "none"})  # they say nothing of what is done then
MOST_OCCASIONS = 2  # different ones for the same subroutine
MOST_STEPS = 10  # of one that does not do much more than ask


class Occasions:
    """`name` finds what a routine is called, "" if there is no occasion that says it."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.items = list(self._items())
        self.found: dict[Key, list[str]] = {}
        for routine in graph.routines.values():
            for place, node in sorted(routine.nodes.items()):
                for key, name in self._called(routine, place, node):
                    self.found.setdefault(key, []).append(name)

    def name(self, key: Key) -> str:
        counts = Counter(self.found.get(key, ()))
        if 0 < len(counts) <= MOST_OCCASIONS:
            return f"do_{name}" if (name := counts.most_common(1)[0][0]) in RESERVED else name
        return self._question(key)

    # -- menus ----------------------------------------------------------------------------------------------------

    def _items(self) -> Iterator[tuple[int, str, str]]:
        """Point, label and name of what is printed as items of menus."""
        for point in self.graph.flow.points:
            statement = core(point.statement)
            if isinstance(statement, n.Print) and statement.using is None:
                for text in statement.items:
                    if isinstance(text, n.String):
                        for label, words in items(text.value):
                            if name := phrase(words):
                                yield point.index, label, name

    def _item(self, label: str, index: int) -> str:
        """The item with a label, of the menu that stands before a statement, else of the only one."""
        same = [(point, name) for point, other, name in self.items if other == label]
        before = [name for point, name in same if point < index]
        if before:
            return before[-1]
        return same[0][1] if len(same) == 1 else ""

    # -- jumps ----------------------------------------------------------------------------------------------------

    def _called(self, routine: Routine, place: Place, node: Node) -> Iterator[tuple[Key, str]]:
        """Routines that are called at once where an answer is a certain one, and names after that."""
        if node.point is None:
            return
        statement = core(node.point.statement)
        if node.kind == "switch" and isinstance(statement, n.OnJump):
            for number, follows in enumerate(node.follows[:-1], 1):
                if (key := self._first_call(routine, follows)) and (name := self._item(str(number), place[0])):
                    yield key, name
        elif node.kind == "if" and isinstance(statement, n.If):
            for holds, follows in zip((True, False), node.follows, strict=False):
                if key := self._first_call(routine, follows):
                    for literal in _answers(statement.condition, holds):
                        if name := self._meant(literal, place[0]):
                            yield key, name
                            break

    def _meant(self, literal: n.Number | n.String, index: int) -> str:
        if isinstance(literal, n.Number):
            return self._item(str(literal.value), index) if literal.kind == "%" else ""
        word = literal.value.strip()
        if len(word) == 1:
            return self._item(word.upper(), index)
        name = phrase(word) if word.isascii() and word[:1].isalpha() else ""
        return "" if name in ANSWERS else name

    def _first_call(self, routine: Routine, place: Place) -> Key | None:
        """The routine that is called before anything else is done."""
        seen = set()
        while place not in seen and (node := routine.nodes.get(place)) is not None:
            if node.call is not None:
                return None if self.graph.routines[node.call].handler else node.call
            if node.kind != "jump" or len(node.follows) != 1:
                break
            seen.add(place)
            place = node.follows[0]
        return None

    # -- questions ------------------------------------------------------------------------------------------------

    def _question(self, key: Key) -> str:
        """A short routine that begins with a question: what it asks."""
        text = ""
        if sum(node.kind != "jump" for node in self.graph.routines[key].nodes.values()) > MOST_STEPS:
            return ""
        for point in self.graph.flow.points[key[0] :]:
            match core(point.statement):
                case n.Remark() | n.Empty():
                    continue
                case n.Print(channel=None, using=None, items=items) if not text:
                    text = " ".join(item.value for item in items if isinstance(item, n.String))
                    if not text:
                        return ""
                case n.Input(channel=None, prompt=prompt) | n.LineInput(channel=None, prompt=prompt):
                    name = phrase(prompt or text)
                    return f"ask_{name}" if name else ""
                case _:
                    return ""
        return ""


def items(text: str) -> Iterator[tuple[str, str]]:
    """The items of a menu in a printed text: labels, and what stands behind them."""
    found = list(ITEM.finditer(text))
    if not found:
        found = list(NUMBERED.finditer(text))
        labels = [int(match["label"]) for match in found]
        if len(labels) < 2 or labels != list(range(labels[0], labels[0] + len(labels))):
            return
    for match in found:
        label, words = match["label"], match["words"]
        initial = label.isalpha() and text[match.start("words") - 1] in ")>]" and words[:1].isalpha()
        yield label, label + words if initial else words


def _answers(condition: n.Expression, holds: bool) -> Iterator[n.Number | n.String]:
    """Constants that what is asked about has where a condition holds, or does not, the longest first."""
    found: list[n.Number | n.String] = []
    waiting = [bare(condition)]
    joint, equal = ("OR", "=") if holds else ("AND", "<>")
    while waiting:
        match waiting.pop():
            case n.Binary(operator=operator, left=left, right=right) if operator == joint:
                waiting += [bare(left), bare(right)]
            case n.Binary(operator=operator, left=left, right=right) if operator == equal:
                for one, other in ((bare(left), bare(right)), (bare(right), bare(left))):
                    if isinstance(one, n.Number | n.String) and not isinstance(other, n.Number | n.String):
                        found.append(one)
            case _:
                return
    yield from sorted(found, key=lambda one: -len(one.value) if isinstance(one, n.String) else 0)
