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

# How much a word is worth by where it comes from; as much more if it begins with BASIC's letter.
ASKED, EXPLAINED, HEADED, CAPTIONED, COUNTED = 90, 80, 50, 40, 30
INITIAL = 30
MOST_WORDS, MOST_LETTERS, FEWEST_LETTERS = 2, 20, 3
COUNTERS = frozenset({"I", "J", "K"})
# Words that are no part of a name: what stands before it or behind it ends there.
OTHERS = frozenset(re.findall(r"\w+", """
    a about add adds after again all also am an and another any are as ask asks at back be been before between
    bring brings but by came can come comes cost costing costs could cut did do does down each enter equal equals
    every for from game get gets give gives go goes gone got had has have he her here his hold holds how i if in
    into is it its just keep know leave leaves left less lie lies like lose lost made make makes many may me means
    more most much must my need needs next no not now of off ok on only or other our out over pay per play please
    put reach reaches ready said sank says see sell she should so some stand stands stays still take takes than
    that the their them then there these they this those to too try type under up us use very want was we well
    were what when where which who why will win wins wish with without won worked works worth would yes you your
"""))
YES_NO = re.compile(
    r"(?:do|does|are|is|will|would|shall|can|want|care|like|more|again|another|ready|play|once|try)\b"
    r"|.*\b(?:y|yes) ?(?:/|or|,) ?no?\b"
)
ASKING = re.compile(
    r"\b(?:(?:what|which|who|how) (?:is|are|was|will be)|what|which|how (?:many|much)"
    r"|enter|type(?: in)?|give|input|choose|pick)\b"
)
OF = re.compile(r"\b(?:number|amount|no\.?|name|size|kind|type) of ((?:the |your )?\w+)")
EXPLANATION = re.compile(r"\b([A-Z][A-Z0-9]?[$%]?)(\([^)]*\))? ?(?:=|IS|ARE|-) ?(?:THE )?([A-Z]{3,}(?: [A-Z]{3,})?)")
GENERIC = frozenset(re.findall(r"\w+", "number value answer one two three thing things choice time times total"))
BOUND = {"choice": "option", "number": "number_typed", "range": "distance", "input": "entry", "sum": "total"}


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
                    yield from self._hint(0, node, noun(text), EXPLAINED)


def wanted(question: str, text: bool) -> str:
    """What a question asks for: `acres` of HOW MANY ACRES DO YOU BUY; `answer` where that is yes or no."""
    parts = [part.strip() for part in re.split(r"[.!?:;]|--", question.lower()) if re.search("[a-z]", part)]
    asked = re.sub(r"[(\[<].*", "", parts[-1]).strip() if parts else ""
    if YES_NO.match(parts[-1] if parts else "") and text:
        return "answer"
    begun = asked[max((found.end() for found in ASKING.finditer(asked)), default=0) :].strip()
    named = OF.search(begun)
    return noun(named[1] if named else begun) or noun(begun.partition(" to ")[2])


def noun(text: str) -> str:
    """The words at the beginning of a text that are a name."""
    words: list[str] = []
    for word in re.findall(r"[a-z]+|[^a-z\s'\"]", text.lower()):
        if not word.isalpha() or (word in OTHERS and words):
            break
        if word not in OTHERS:
            words.append(word)
    return _name(words[-MOST_WORDS:])


def caption(text: str) -> str:
    """The name at the end of a text: `determinant` of THE DETERMINANT IS."""
    last = [part for part in re.split(r"[.!?,]|--", text.lower()) if re.search("[a-z]", part)][-1:]
    if re.search(r"[.!?,;]\s*$", text):
        return ""  # something else begins
    words = re.findall(r"[a-z]+", " ".join(last).replace("'", ""))
    while words and words[-1] in ("is", "are", "was", "were", "equals", "of"):
        words.pop()
    found: list[str] = []
    while words and words[-1] not in OTHERS and len(found) < MOST_WORDS:
        found.insert(0, words.pop())
    return _name(found if not words or words[-1] in OTHERS else found[-1:])


def unit(text: str) -> str:
    """What is counted before a text: `trees` of GROWN TREES AND."""
    found = re.match(r"\W*([a-z]+)(?: ([a-z]+)\b)?(?: ([a-z]+))?", text.lower())
    if found is None or found[1] in OTHERS or re.match(r"\W*[.,!?]", text):
        return ""
    both = found[2] and found[2] not in OTHERS and (found[3] in OTHERS or found[2].endswith("s"))
    return _name([found[1], found[2]] if both else [found[1]])


def _name(words: list[str]) -> str:
    name = "_".join(words)
    if name in GENERIC or not FEWEST_LETTERS <= len(name) <= MOST_LETTERS:
        return BOUND.get(name, "")
    return name


def plural(word: str) -> str:
    """Of an array: `bets` of BET."""
    if word.endswith("s"):
        return word
    if re.search("[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return f"{word}{'es' if re.search('(?:x|z|ch|sh)$', word) else 's'}"
