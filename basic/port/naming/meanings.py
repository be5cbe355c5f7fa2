"""What each variable of a program is called, after what the program says of it (`clues`) or does with it (`roles`).

Each kind of clue is a row of EVIDENCE, which says how much it is worth. A variable is called by the word that most of
its clues agree on; what only roles tell, where no text says anything.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator

from ...analysis.defaults import Name
from ...analysis.flow import Flow, core
from ...analysis.variables.types import bare
from ...record import record
from ...syntax import nodes as n
from . import clues, roles
from .names import FEWEST_LETTERS, is_free
from .words import plural, singular

Clue = roles.Clue
ASKED = 90  # the worth of a question
EVIDENCE: tuple[tuple[Callable[[Flow], Iterator[Clue]], int], ...] = (
    (clues.answered, 200), (clues.asked, ASKED), (clues.explained, 80), (clues.headed, 50),
    (clues.captioned, 40), (clues.counted, 30), (clues.listed, 25),
    (roles.given, 8), (roles.gathered, 7), (roles.drawn, 6), (roles.typed, 5),
)  # fmt: skip
SAID = 10  # the least worth of what texts say
INITIAL = 30  # as much more if the word begins with BASIC's letter
COUNTERS = frozenset({"I", "J", "K"})
BOUND = {  # what is called otherwise, as Python or the port has such a name
    "choice": "option", "number": "typed_number", "range": "distance", "input": "entry", "sum": "total",
    "round": "round_number", "won": "wins", "lost": "losses", "right": "correct", "min": "minutes", "max": "maximum",
    "type": "kind", "next": "following", "map": "chart", "list": "table", "hash": "mark", "sign": "mark",
}  # fmt: skip
VAGUE = ("answer", "option", "entry", "typed_number", "number", "numbers")  # of which nothing is told by naming it


@record
class Hint:
    line: int
    key: Name
    word: str
    worth: int


class Meanings:
    """`words` gives names for the variables of some lines, the best first."""

    def __init__(self, flow: Flow, key: Callable[[n.Variable | n.Element], Name]) -> None:
        self.key = key
        loops = (core(point.statement) for point in flow.points)
        self.counters = COUNTERS & {loop.variable.name for loop in loops if isinstance(loop, n.For)}
        self.hints: list[Hint] = []
        for find, worth in EVIDENCE:
            known = self._most(self.hints) if worth < SAID else {}
            self.hints += [hint for clue in find(flow) for hint in self._hint(clue, worth, known)]
        self.said = self._most(hint for hint in self.hints if hint.worth >= SAID)  # what all its texts say
        self.nouns = self.words()  # of the whole program

    def words(self, lines: Collection[int] | None = None) -> dict[Name, list[str]]:
        """Of the whole program, and of some lines where what is said of all does not tell."""
        own = [hint for hint in self.hints if lines is None or hint.line in lines]
        done = self._most(hint for hint in own if hint.worth < SAID)
        once = {word for word, count in Counter(done.values()).items() if count == 1}
        found: defaultdict[Name, list[str]] = defaultdict(list)
        for words in (self.said, self._most(hint for hint in own if hint.worth >= SAID), done):
            for key, word in words.items():
                found[key] += [word] * (words is not done or word in once)
        return found

    def _most(self, hints: Iterable[Hint]) -> dict[Name, str]:
        """The word for each variable that most agree on, the surest first."""
        found: defaultdict[Name, Counter[str]] = defaultdict(Counter)
        for hint in hints:
            found[hint.key][hint.word] += hint.worth
        most = sorted(found.items(), key=lambda item: -item[1].total())
        return {key: word for key, words in most for word, worth in words.most_common(1) if worth * 2 > words.total()}

    def _hint(self, clue: Clue, worth: int, known: dict[Name, str]) -> Iterator[Hint]:
        found, of = bare(clue.node), None if clue.of is None else bare(clue.of)
        if not isinstance(found, n.Variable | n.Element) or found.name + found.sigil in self.counters:
            return
        if len(found.name) >= FEWEST_LETTERS and is_free(found.name.lower()):
            return  # that says it
        several = isinstance(found, n.Element) and not clue.whole
        if isinstance(found, n.Element) and len(found.subscripts) > 1 and worth < ASKED and several:
            return
        noun = known.get(self.key(of), "") if isinstance(of, n.Variable | n.Element) else ""
        noun = "" if noun in VAGUE else singular(noun) if isinstance(of, n.Element) else noun
        if word := "_".join(filter(None, (clue.word, noun))):
            word = plural(word) if several else word
            word = BOUND.get(word, word)
            more = INITIAL * (worth >= SAID and word[0] == found.name[0].lower())
            yield Hint(clue.line, self.key(found), word, worth + more)
