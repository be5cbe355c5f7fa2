"""What a program says of its variables: names for them, each with the line that says so.

    20 INPUT "HOW MANY ACRES DO YOU BUY";A     acres           the question that asks for it
    30 PRINT "YEAR";Y;"GRAIN";G                year, grain     the caption that it is shown behind
    40 PRINT "ONLY";B;"BUSHELS LEFT"           bushels         what is counted
    50 PRINT "TIME","HEIGHT": PRINT T,H        time, height    the head of a column
    60 REM M = MONEY IN THE BANK               money           a remark that explains it
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator

from ...analysis.flow import Flow, core
from ...analysis.variables.types import bare
from ...record import record
from ...syntax import nodes as n
from .names import Key
from .words import caption, noun, plural, tokens, unit, wanted

# How much a word is worth by where it comes from; as much more if it begins with BASIC's letter.
ASKED, EXPLAINED, HEADED, CAPTIONED, COUNTED = 90, 80, 50, 40, 30
INITIAL = 30
COUNTERS = frozenset({"I", "J", "K"})
BOUND = {"choice": "option", "number": "typed_number", "range": "distance", "input": "entry", "sum": "total"}
EXPLANATION = re.compile(r"\b([A-Z][A-Z0-9]?[$%]?)(\([^)]*\))? ?(?:=|IS|ARE|-) ?(?:THE )?([A-Z]{3,}(?: [A-Z]{3,})?)")


@record
class Hint:
    line: int
    key: Key
    word: str
    worth: int


class Meanings:
    """`words` gives names for the variables of some lines, the best first."""

    def __init__(self, flow: Flow, key: Callable[[n.Variable | n.Element], Key]) -> None:
        self.key = key
        heads = (s for point in flow.points if isinstance(s := core(point.statement), n.For))
        self.counters = COUNTERS & {head.variable.name for head in heads}
        self.hints = [*self._asked(flow), *self._shown(flow), *self._explained(flow)]

    def words(self, lines: Collection[int] | None = None) -> dict[Key, list[str]]:
        found: defaultdict[Key, Counter[str]] = defaultdict(Counter)
        for hint in self.hints:
            if lines is None or hint.line in lines:
                found[hint.key][hint.word] += hint.worth
        most = sorted(found.items(), key=lambda item: -item[1].total())
        return {key: [word for word, worth in words.most_common() if worth * 2 > words.total()] for key, words in most}

    def _hint(self, line: int, node: n.Expression, word: str, worth: int) -> Iterator[Hint]:
        found = bare(node)
        if not word or not isinstance(found, n.Variable | n.Element):
            return
        if isinstance(found, n.Variable) and found.name in self.counters:
            return
        word = BOUND.get(word, word)
        if isinstance(found, n.Element):
            if len(found.subscripts) > 1 and worth < ASKED:
                return
            word = plural(word)
        yield Hint(line, self.key(found), word, worth + INITIAL * (word[0] == found.name[0].lower()))

    def _asked(self, flow: Flow) -> Iterator[Hint]:
        """What questions say of what is typed."""
        said = ""
        for point in flow.points:
            match core(point.statement):
                case n.Print(channel=None, items=items):
                    said = " ".join(item.value for item in items if isinstance(item, n.String)) or said
                case n.Input(channel=None, prompt=prompt, targets=targets):
                    asked = prompt or said
                    parts = re.split(r",|;| AND ", asked.split("?")[0], flags=re.I)
                    if len(targets) == 1 or len(parts) == len(targets):
                        for target, text in zip(targets, [asked] if len(targets) == 1 else parts, strict=True):
                            yield from self._hint(point.line, target, wanted(text, self.key(target)[1] == "$"), ASKED)
                    said = ""
                case n.LineInput(channel=None, prompt=prompt, target=target):
                    yield from self._hint(point.line, target, wanted(prompt or said, True), ASKED)
                    said = ""

    def _shown(self, flow: Flow) -> Iterator[Hint]:
        """Captions, what is counted, and heads of columns."""
        heads: list[str] = []
        for point in flow.points:
            statement = core(point.statement)
            if not isinstance(statement, n.Print) or statement.channel is not None:
                continue
            items = [item for item in statement.items if not isinstance(item, n.Separator | n.Tab)]
            yield from self._captioned(point.line, statement)
            texts = [item.value for item in items if isinstance(item, n.String)]
            if len(items) > 1 and len(texts) == len(items):
                heads = texts
            elif heads and not texts and len(items) == len(heads):
                for item, head in zip(items, heads, strict=True):
                    yield from self._hint(point.line, item, caption(head), HEADED)
                heads = []

    def _captioned(self, line: int, statement: n.Print) -> Iterator[Hint]:
        """What stands before each variable, or else right behind it."""
        said = ""
        waiting: n.Expression | None = None  # that nothing has been said of
        for item in statement.items:
            match item:
                case n.String(value=text):
                    if waiting is not None:
                        yield from self._hint(line, waiting, unit(text), COUNTED)
                    said, waiting = text if re.search("[A-Za-z,.]", text) else said, None
                case n.Separator(mark=mark) | n.Tab(word=mark):
                    waiting = None if mark != ";" else waiting
                case _:
                    word = caption(said)
                    yield from self._hint(line, item, word, CAPTIONED)
                    said, waiting = "", None if word else item

    def _explained(self, flow: Flow) -> Iterator[Hint]:
        """Remarks that say what variables are."""
        for point in flow.points:
            statement = core(point.statement)
            if isinstance(statement, n.Remark):
                for name, array, text in EXPLANATION.findall(statement.text.upper()):
                    sigil = name[-1] if name[-1] in "$%" else ""
                    base = name.removesuffix(sigil) if sigil else name
                    node: n.Expression = n.Element(0, base, sigil, ()) if array else n.Variable(0, base, sigil)
                    yield from self._hint(0, node, noun(tokens(text)), EXPLAINED)
