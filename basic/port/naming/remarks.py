"""Where a program's remarks go, and what its subroutines are called after them.

    290 REM *** PRINT THE BOARD ***        def print_the_board(c: list[int]) -> None:
    300 FOR J=1 TO 8: PRINT C(J);              PRINT THE BOARD (its docstring)

A remark that control comes to is written where it stands. One that it does not come to, since it stands behind a jump
or before a subroutine, belongs to the subroutine that follows, to its own line, or to what follows in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import normalize

from ...analysis.flow import Point
from ...analysis.routines.graph import Graph
from ...analysis.routines.routines import Key
from ...codepage import pictured
from ...syntax import nodes as n
from ...syntax.visit import walk

MOST_WORDS, MOST_LETTERS = 5, 30
ROUTINE = frozenset({"subroutine", "subroutines", "sub", "routine", "gosub", "procedure", "function"})
LEADING = ROUTINE | {"this", "to", "the", "a", "an", "for", "is", "here", "begin", "start", "of", "and"}
TRAILING = frozenset(
    {"the", "a", "an", "of", "and", "or", "to", "for", "in", "with", "from", "by", "at", "on", "is", "are", "if",
     "into", "as", "that", "which", "without", "it", "its", "than", "too", "this"}
)  # fmt: skip


ADDING = frozenset({"with", "without", "from", "by", "as", "using"})
LETTER, TOGETHER = re.compile(r"[(\[<]?\b(\w)[)\]>](?=\w)"), r"\1"  # the key of a word: `B)UY` or `<B>UY`
KEYED = re.compile(r"\b([A-Z])\)(?=[A-Za-z]{2})")  # the same among other words
QUIET = (n.If, n.Goto, n.For, n.Next, n.Remark, n.Empty, n.While, n.Wend)  # what may stand between questions
WITH_QUESTIONS = (n.Gosub, n.Command)  # and between those that are asked until the answer will do
ASKING = re.compile(r"\b(how (many|much)|(do|would|will|can) you|wish|want|like)\b", re.I)
AGAIN = re.compile(
    r"\banother(?! one\b)(?: (?!try\b|move\b|guess\b)([a-z]+))?\b|\bplay\b.*\bagain\b|\bonce more\b|^\W*again\b"
)
ONCE_MORE = re.compile(  # as a question
    r"^\W*(?:(?:do|would) you (?:want|like|wish|care) to |(?:want|care|like) to |shall we )?"
    r"(?:try (?:it )?again|(?P<deed>[a-z]{3,}) again|(?:one )?more$"
    r"|(?:next|new) (?P<round>game|round|hand|race|match|puzzle))"
)
GAME = re.compile(
    r"\b(?:you|i|he|she) (?:wins?|won|loses?|lost)\b|\b(?:your|illegal) move\b|\b(?:player|game|score)s?\b", re.I
)
RULES = re.compile(r"\b(?:instructions|rules|directions)\b")
FEWEST_HEADS = 3  # of a table
FEW_BEFORE = 6  # statements between a question and what is done about the answer
ARTICLES = frozenset({"a", "an", "the"})
CHOICE = re.compile(r"\b\d+\s*(?:\([^)]*\)\s*)?(?:to|-)\s*\d+\b.*", re.I | re.S)  # `1 TO 9`, `1 (EASY) TO 3 (HARD)`
MENU = re.compile(r"(?<=[A-Z])\W+1\W{1,3}[A-Z][A-Z ]*\W{1,3}2\W{1,3}[A-Z].*", re.I | re.S)  # `ORDERS 1 MOVE 2 FIRE`
INITIAL = re.compile(r"\b([A-Z])\(([A-Z]+)\)")  # `S(TOP)`
KEY = re.compile(r"\s*\([A-Z](?:[,/ ]+[A-Z])*\)")  # `STOP (S)`, `WALK OR RUN (W,R)`
OFFERED = re.compile(r"((?:\w{2,}, ?)*\w{2,}),? (?P<last>or )?(\w{2,})\W*", re.I)  # what may be answered
ADDRESSES = frozenset(  # what a sentence begins with
    {"my lord", "sir", "captain", "sorry", "well", "ok", "okay", "alas", "oh", "hey", "no", "yes", "ah"}
)
ADVERBS = frozenset({"in", "on", "by", "to"})
DRAWN = r"#\s*=+_~\u2500-\u25a0"  # around remarks
FRAME = re.compile(r"([*=~_-])\1{2,}(?=\s*\w)")
BEGINNING = re.compile(r"(?<=\w) (?:(?:code|section|routine) )?(?:begins?|starts?) here\b")
ACCENTS = re.compile("[\u0300-\u036f]")


def is_game(nodes: Iterable[object]) -> bool:
    """Whether a program draws numbers, or speaks of winning."""
    return any(
        (isinstance(node, n.Function) and node.name == "RND")
        or (isinstance(node, n.String) and GAME.search(node.value) is not None)
        for node in nodes
    )


def plain(text: str) -> str:
    """A remark without the stars and lines that are drawn around it, or around the first part of it."""
    text = text.strip()
    around = FRAME.match(text)
    text = re.sub(rf"^(?:[{DRAWN}-](?<![-+=#])|[-+=#](?![\d.]))+|[{DRAWN}-]+$", "", text)
    if around is not None:
        text = re.sub(rf"\s*{re.escape(around[0])}\s+(?=\w)", " - ", text)
    return text if re.search(r"\w", text) else ""


def remark_text(statement: n.Remark) -> str:
    """What a remark says, in the characters that the PC's screen shows it with."""
    return plain(pictured(re.sub(r"[\t\n]", " ", statement.text)))


def phrase(text: str) -> str:
    """The first words of a remark as a name: `*** PRINT THE BOARD ***` is print_the_board."""
    letters = ACCENTS.sub("", normalize("NFKD", KEYED.sub(TOGETHER, plain(text)).casefold()))
    parts = re.split(r"[.;:,(!?/]| - |--+", letters.replace("'", ""))
    while len(parts) > 1 and parts[0].strip() in ADDRESSES and len(parts[1].split()) > 1:
        parts.pop(0)
    for part in parts:
        part = re.sub(r"\b\w+[$%#]|\b[b-z]\b(?!-)", " . ", part)  # variables
        part = BEGINNING.sub("", part)
        words = re.findall(r"[a-z][a-z0-9]*|\d+", part)
        while words and words[0] in LEADING and not (words[0] == "is" and "?" in text):
            words.pop(0)
        bare = [word for word in words if word not in ARTICLES]
        if len(bare) <= MOST_WORDS < len(words):
            words = bare
        whole = len(words) <= MOST_WORDS and re.search(r"\w+$", part.strip())
        all_words, words = words, words[:MOST_WORDS]
        while words and (len("_".join(words)) > MOST_LETTERS or words[-1] in TRAILING):
            if whole and whole[0] == words[-1] in ADVERBS and len(words) == 2:
                break  # `CHECK IN`, `WHERE TO`
            words.pop()
        if len(words) < len(all_words) and all_words[len(words)] not in TRAILING:
            words = _to_a_joint(words)
        name = "_".join(words)
        if len(name) > 2 and name[0].isalpha():
            return name
    return ""


def _to_a_joint(words: list[str]) -> list[str]:
    """What was cut in the middle, up to where something is added: `walk it` of `walk it with the right hand`."""
    joint = next((at for at in range(len(words) - 1, 1, -1) if words[at] in ADDING), len(words))
    return words[:joint]


def question(prompt: str) -> str:
    """What is asked for, as a name: `HOW MANY ACRES DO YOU WISH TO BUY` is acres_to_buy, `WALK, RUN OR S(TOP)` is
    walk_run_or_stop."""
    prompt = MENU.sub("", CHOICE.sub("", prompt))
    whole = INITIAL.sub(r"\1\2", prompt)
    offered = OFFERED.fullmatch(KEY.sub("", whole))
    if offered and ("," in offered[0] or offered["last"]) and (offered["last"] or KEY.search(whole)):
        whole = f"{offered[1].replace(',', ' ')} or {offered[3]}"
    prompt = whole
    prompt = re.sub(r"\b(how (?:many|much)\b.*?) (?:will|shall) (?:you|we|i)\b", r"\1 to", prompt, flags=re.I)
    words = re.findall(r"\w+", prompt)
    return phrase(ASKING.sub("", prompt)) if len(words) > MOST_WORDS else phrase(prompt)


class Remarks:
    """`heads`: what stands before a routine; `beside`: what is to be written before a statement."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.points = graph.flow.points
        self.reached = {place[0] for routine in graph.routines.values() for place in routine.nodes}
        self.written = {  # points that come to be lines of Python
            place[0]
            for routine in graph.routines.values()
            for place, node in routine.nodes.items()
            if node.kind != "jump" and place[0] < len(self.points)
        }
        self.first = next((p.index for p in self.points if not _idle(p)), 0)  # behind the title
        self._calls: dict[Key, set[str]] | None = None  # what stands beside the GOSUBs of each routine
        self.heads: dict[int, list[str]] = {}
        self.beside: dict[int, list[str]] = {}
        entries = {key[0] for key in graph.routines if key != graph.main}
        for point in self.points:
            if point.index in self.reached or not (text := _text(point)):
                continue
            following = self._following(point.index)
            if following in entries and self.points[following].line != point.line:
                self.heads.setdefault(following, []).append(text)
            elif (place := self._beside(point)) is not None:
                self.beside.setdefault(place, []).append(text)

    def _following(self, index: int) -> int:
        """The first point behind the remarks from here on."""
        while index < len(self.points) and index not in self.reached and _idle(self.points[index]):
            index += 1
        return index if index < len(self.points) else -1

    def _beside(self, remark: Point) -> int | None:
        """The statement that a remark is written with: of its own line, else the next, else the last."""
        same = [p.index for p in self.points if p.line == remark.line and p.index in self.written]
        if same:
            return same[0]
        later = [index for index in self.written if index > remark.index]
        return min(later) if later else max(self.written, default=None)

    def name(self, key: Key) -> str:
        """What a routine is called after its remarks, or after that of its one GOSUB; "" if there are none."""
        own = []
        for point in self.points[key[0] :]:
            if not _idle(point):
                break
            own.append(_text(point))
        for text in [*own, *self.heads.get(key[0], [])]:
            if found := phrase(text):
                return found
        if self._calls is None:
            self._calls = self._remarks_of_calls()
        calls = self._calls.get(key, set())
        return min(calls) if len(calls) == 1 else ""

    def _remarks_of_calls(self) -> dict[Key, set[str]]:
        found: dict[Key, set[str]] = {}
        for routine in self.graph.routines.values():
            for place, node in routine.nodes.items():
                if node.call is not None and self._remarked(place[0]):
                    found.setdefault(node.call, set()).add(phrase(_text(self.points[place[0] + 1])))
        return found

    def said(self, key: Key) -> str:
        """What a routine is called that only prints, `say_think_again` after its first words, or `show_c`; and
        `show_stock` of a table with the heads `STOCK`, `PRICE` and `OWNED`."""
        nodes = self.graph.routines[key].nodes
        found = ""
        shown: set[str] = set()
        counters: set[str] = set()
        headed = False
        for place in sorted(place for place in nodes if place[0] < len(self.points)):
            statement = self.points[place[0]].statement
            match statement:
                case n.Print(channel=None, items=items):
                    texts = [item.value for item in items if isinstance(item, n.String)]
                    fixed = all(isinstance(item, n.String | n.Tab | n.Separator) for item in items)
                    heads = fixed and len(texts) >= FEWEST_HEADS
                    found = found or phrase(texts[0] if heads else " ".join(texts))
                    headed = headed or (heads and found == phrase(texts[0]))
                    shown |= {item.name.lower() for item in items if isinstance(item, n.Variable | n.Element)}
                case n.For(variable=counter):
                    counters.add(counter.name.lower())
                case n.Next() | n.Return() | n.Remark() | n.Empty() | n.Goto() | n.Command(word="END"):
                    pass
                case _:
                    return ""
        shown -= counters
        if found or len(shown) != 1:
            return f"{'show' if headed and counters else 'say'}_{found}" if found else ""
        return f"show_{shown.pop()}"

    def told(self, points: list[int]) -> str:
        """What a part is called that only asks for something, or only prints: `ask_your_move`."""
        asked, first, last = "", "", ""
        answers: set[str] = set()
        changes: list[n.Let] = []
        for statement in (self.points[index].statement for index in points):
            match statement:
                case n.Input(channel=None, prompt=prompt) | n.LineInput(channel=None, prompt=prompt):
                    found = question(LETTER.sub(TOGETHER, prompt)) or last
                    if not found:
                        return ""
                    asked = asked or found
                    targets = statement.targets if isinstance(statement, n.Input) else (statement.target,)
                    answers |= {target.name for target in targets}
                case n.Print(channel=None, items=items):
                    last = question(" ".join(item.value for item in items if isinstance(item, n.String))) or last
                    first = first or last
                case n.Let(target=target):
                    changes.append(statement)
                    if _looks_at(statement, answers):
                        answers.add(target.name)
                case _ if not isinstance(statement, QUIET) and not (asked and isinstance(statement, WITH_QUESTIONS)):
                    return ""
        if any(not _looks_at(change, answers) and not _marks(change, answers) for change in changes):
            return ""
        if changes and not asked:
            return ""
        return f"ask_{asked}" if asked else f"say_{first}" if first else ""

    def asked_for(self, points: list[int]) -> str:
        """`ask_your_move` of what begins with this question, whatever it does besides."""
        last = ""
        for statement in (self.points[index].statement for index in points):
            match statement:
                case n.Input(channel=None, prompt=prompt) | n.LineInput(channel=None, prompt=prompt):
                    asked = question(LETTER.sub(TOGETHER, prompt)) or last
                    return f"ask_{asked}" if asked else ""
                case n.Print(channel=None, items=items):
                    last = question(" ".join(item.value for item in items if isinstance(item, n.String))) or last
        return ""

    def asked_again(self, points: list[int], game: bool) -> str:
        """`play_hand` of what goes on with `ANOTHER HAND`, `play` after `PLAY AGAIN`, `dive` after `DIVE AGAIN`; only
        `loan` of `ANOTHER LOAN` if it is no game."""
        for index in points:
            text = shown(self.points[index]).lower()
            if found := AGAIN.search(text):
                if game or found[1] == "game" or "play" in found[0]:
                    return f"play_{found[1]}" if found[1] else "play"
                return found[1] or ""
            if game and self._asks(index) and (found := ONCE_MORE.search(text.rstrip(" ?.:"))):
                return found["deed"] or (f"play_{found['round']}" if found["round"] else "play")
        return ""

    def _asks(self, index: int) -> bool:
        """Whether a text is an answer to what a statement shows."""
        for point in self.points[index:]:
            match point.statement:
                case n.Print(channel=None):
                    continue
                case n.Input(channel=None, targets=(target,)) | n.LineInput(channel=None, target=target):
                    return target.sigil == "$"
            break
        return False

    def asks_about_rules(self, index: int) -> str:
        """`give_instructions` if the last thing asked before a point is whether that is wanted."""
        for point in reversed(self.points[max(0, index - FEW_BEFORE) : index]):
            if (text := shown(point)).strip():
                found = RULES.search(text.lower())
                return f"give_{found[0]}" if found else ""
        return ""

    def offered(self, points: list[int]) -> str:
        """`offer_instructions` of what begins with asking whether they are wanted."""
        text = next(filter(str.strip, (shown(self.points[index]) for index in points)), "")
        found = RULES.search(text.lower())
        return f"offer_{found[0]}" if found else ""

    def first_said(self, points: list[int]) -> str:
        """What a part is called that begins with saying what it is about: `the_year_is_over`."""
        for statement in (self.points[index].statement for index in points):
            match statement:
                case n.Print(channel=None, items=()) | n.Remark() | n.Empty() | n.Goto():
                    continue
                case n.Print(channel=None, using=None, items=(n.String(value=text),)) if found := phrase(text):
                    words = re.findall(r"\w+", re.split(r"[.,;:!?(]", text.strip())[0])
                    told = len(found.split("_")) > 1 or len(words) == 1
                    return found if told and len(words) <= MOST_WORDS else ""
            break
        return ""

    def name_of_part(self, index: int) -> str:
        """What a part of a routine is called after the remarks that it begins with."""
        own = []
        for point in self.points[index:]:
            if not _idle(point):
                break
            own.append(_text(point))
        found = [phrase(text) for text in [*self.beside.get(index, []), *own]]
        return next(filter(None, found), "")

    def over(self, first: int, last: int) -> str:
        """The remark that stands right before some points of a part, if it speaks of no more than these."""
        index = first - 1
        while index >= 0 and _idle(self.points[index]) and not _text(self.points[index]):
            index -= 1
        behind = self.points[last + 1 : last + 2]
        if index < 0 or (behind and not _text(behind[0])) or not phrase(text := _text(self.points[index])):
            return ""
        before = self.points[index - 1 : index]
        return "" if before and _idle(before[0]) and _text(before[0]) else text

    def above(self, first: int) -> str:
        """A name after the remark right before a point."""
        index = first - 1
        while index >= 0 and _idle(self.points[index]) and not _text(self.points[index]):
            index -= 1
        return phrase(_text(self.points[index])) if index >= 0 else ""

    def _remarked(self, index: int) -> bool:
        point, following = self.points[index], self.points[min(index + 1, len(self.points) - 1)]
        return isinstance(point.statement, n.Gosub) and following.line == point.line and bool(_text(following))


def shown(point: Point) -> str:
    """What a statement asks or prints."""
    match point.statement:
        case n.Input(channel=None, prompt=prompt) | n.LineInput(channel=None, prompt=prompt):
            return prompt
        case n.Print(channel=None, items=items):
            return " ".join(item.value for item in items if isinstance(item, n.String))
    return ""


def _looks_at(change: n.Let, names: set[str]) -> bool:
    """Whether what is given to a variable comes from one of some others."""
    return any(isinstance(node, n.Variable | n.Element) and node.name in names for node in walk(change.value))


def _marks(change: n.Let, answers: set[str]) -> bool:
    """Whether another variable than an answer becomes a constant: it says what kind of answer it was."""
    constant = isinstance(change.value, n.Number) and isinstance(change.target, n.Variable)
    return constant and change.target.name not in answers


def _idle(point: Point) -> bool:
    return isinstance(point.statement, n.Remark | n.Empty)


def _text(point: Point) -> str:
    return remark_text(point.statement) if isinstance(point.statement, n.Remark) else ""
