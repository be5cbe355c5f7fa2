"""What a part of a function is called that is worth being one of its own; "" where nothing tells it."""

from __future__ import annotations

from ...analysis.flow import core
from ...record import record
from ...syntax import nodes as n
from ..naming.spoken import typed_into
from ..shape.shapes import Seq
from .border import Border
from .labels import Labels

# What a name comes from, the best first.
ASKING, HEADING, GAME, ARM, DEED = 5, 4, 3, 2, 1
SOME_LINES, MANY_LINES = 5, 8  # of a part with a heading, and of others
SHORTEST = 5  # letters of a name
NO_HEADING = {"main", "start", "begin", "program", "loop", "end", "next"}  # words that tell nothing of a part


@record
class Cut:
    """Some shapes of a sequence, `begin` to `end`, which may become a function. `worth`: of the name that it may get;
    `name`: what a heading says, or the question behind it."""

    seq: Seq
    begin: int
    end: int
    worth: int
    name: str = ""

    @property
    def shapes(self) -> Seq:
        return self.seq[self.begin : self.end]


class Titles:
    """Of the parts of one routine."""

    def __init__(self, labels: Labels) -> None:
        self.k, self.labels = labels.k, labels
        self.points = labels.k.flow.points

    def title(self, cut: Cut, border: Border, size: int) -> str:
        begun = [index for index in border.points if index >= border.entry.index]
        if question := self._question(cut, border, begun):
            return question
        if size < (SOME_LINES if cut.worth == HEADING else MANY_LINES):
            return ""
        index, found, least = border.entry.index, cut.name, 0
        if cut.worth == ARM:
            found = self.labels.arm_name(index)
            least = 0 if found == self.labels.occasions.name(index) else SHORTEST  # that was typed
        elif cut.worth in (ASKING, DEED):
            told = self.k.remarks_of.told(begun)
            said = told if told.startswith("say_") and not border.kept else ""
            found, least = self.k.remarks_of.above(border.points[0]) or said, SHORTEST
        if found.startswith("say_") and not isinstance(self.points[begun[0]].statement, n.Print):
            return ""  # on some ways only
        words = found.split("_")
        vague = words[0] in NO_HEADING or words[-1] == "loop"
        return "" if len(found) < least or vague else found

    def _question(self, cut: Cut, border: Border, begun: list[int]) -> str:
        """What is asked for in it, or whether the rules are."""
        told = self.k.remarks_of.told(begun)
        if told.startswith("ask_") and self._answers(border):
            return told
        return self.k.remarks_of.asks_about_rules(begun[0]) if told and cut.worth == ARM else ""

    def _answers(self, border: Border) -> bool:
        """Whether what is asked for in a part is what it is there for: it gives it back, or puts it into a list."""
        statements = (core(self.points[index].statement) for index in border.points)
        targets = [target for statement in statements for target in typed_into(statement)]
        return any(isinstance(target, n.Element) or self.k.e.key(target) in border.kept for target in targets)
