"""What subroutines without a remark are called after: the occasion on which the program goes there.

    120 PRINT "3. SHOW SCORES"            show_scores()           an item of a menu
    130 ON C GOSUB 400,500,600
    200 IF V$="TAKE" THEN GOSUB 700       take()                  a word that was typed
    210 IF LEFT$(V$,2)="BU" THEN GOSUB 800 buy()                the same, shortened, of those that a question offers
    900 INPUT "HOW MANY";N: RETURN        n = ask_how_many()      the question it begins with
    950 PRINT "PIRATES ATTACK!": C=C/2    pirates_attack()        what it prints first

`numbered.py`: what the numbers of ON GOSUB stand for; `deeds.py`: what is called after none of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...analysis.flow import Flow, core
from ...analysis.routines.graph import Graph
from ...analysis.routines.routines import Key, Node, Place, Routine
from ...analysis.variables.types import bare
from ...syntax import nodes as n
from ...syntax.visit import walk
from .deeds import typed_into
from .names import free
from .numbered import Numbered
from .remarks import phrase, question

# `1. SAIL`, `<B> BUY`, `3 - QUIT`, `(4) LOOK  (5) GO`, `Q)UIT`
ITEM = re.compile(
    r"""(?:^|(?<=\s))[(<\["']? (?P<label>\d\d?|[A-Z]) (?:[)>\]."':=]+\s*-?|\s+[-=]+>?|\s\s) \s*
        (?P<words>[A-Za-z].*?) (?=,?\s+(?:OR\s+)?[(<\[]?(?:\d\d?|[A-Z])(?:[)>\].:=]+|\s+-)|\s*$)""",
    re.X,
)
NUMBERED = re.compile(r"(?:^|(?<=\s))(?P<label>\d\d?)\s(?P<words>[A-Z]\D*)")  # `1 ADD 2 DELETE`
# `FORT (1), HUNT (2)`
BEHIND = re.compile(r"(?<![\w)>\]])(?:\bOR )?(?P<words>[A-Z][A-Z ]*?) ?[(<\[](?P<label>\d\d?|[A-Z])[)>\]]", re.I)
LISTED = re.compile(r"[A-Z]{3,}(?:(?:, ?| ?/ ?| OR )(?:OR )?[A-Z]{3,})+")  # `BUY, SELL, FUEL OR END`
ANSWERS = frozenset({"yes", "no", "yep", "nope", "okay", "end", "none"})  # they say nothing of what is done then
MOST_ANNOUNCED = 2  # words
MOST_BEFORE = 3  # words before a label
KEYS = frozenset({"INKEY$", "INPUT$"})
MOST_STEPS = 10  # of one that does not do much more than ask


class Occasions:
    """`name` finds what a routine is called, "" if there is no occasion that says it."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.items = list(self._items())
        self.listed = [(index, words) for index, text in self._texts() for words in _listed(text)]
        self.typed = _typed(graph.flow)
        definitions = (s for point in graph.flow.points if isinstance(s := core(point.statement), n.DefFn))
        self.drawing = {each.name for each in definitions if "RND" in _functions(each.body)}
        self.numbered = Numbered(graph.flow)
        self.found: dict[Key, set[str]] = {}
        self.arms: dict[int, set[str]] = {}
        for routine in graph.routines.values():
            before = routine.predecessors()
            joins = {place for place, others in before.items() if len(others) > 1}
            for node in routine.nodes.values():
                for place, name in self._meanings(node):
                    work = self._work(routine, place)
                    if key := self._only_call(routine, joins, work):
                        self.found.setdefault(key, set()).add(name)
                    elif work is not None:
                        self.arms.setdefault(work.index, set()).add(name)

    def name(self, key: Key) -> str:
        names = self.found.get(key, ())
        return free(*names) if len(names) == 1 else ""

    def arm(self, index: int) -> str:
        """What is done from a point on where an answer is a certain one."""
        names = self.arms.get(index, ())
        return free(*names) if len(names) == 1 else ""

    # -- menus ----------------------------------------------------------------------------------------------------

    def _texts(self) -> Iterator[tuple[int, str]]:
        """What is shown at each point."""
        for point in self.graph.flow.points:
            match core(point.statement):
                case n.Print(using=None, items=shown):
                    yield from ((point.index, item.value) for item in shown if isinstance(item, n.String))
                case n.Input(prompt=prompt) | n.LineInput(prompt=prompt):
                    yield point.index, prompt
                case _:
                    pass

    def _items(self) -> Iterator[tuple[int, str, str]]:
        """Point, label and name of what is shown as items of menus."""
        for index, text in self._texts():
            for label, words in items(text):
                if (name := phrase(words)) and name not in ANSWERS:
                    yield index, label, name

    def _in_full(self, word: str, index: int) -> str:
        """The word that the last question before a statement offers, or the only one that does, where its first letters
        are asked about: `BUY` for `BU`."""
        before = [words for point, words in self.listed if point < index] or [words for _, words in self.listed]
        found = [each for each in before[-1] if each.startswith(word.upper())] if before and word else []
        return found[0] if len(found) == 1 else ""

    def _item(self, label: str, index: int) -> str:
        """The item with a label, of the menu that stands before a statement, else of the only one."""
        same = [(point, name) for point, other, name in self.items if other == label]
        before = [name for point, name in same if point < index]
        if before:
            return before[-1]
        return same[0][1] if len(same) == 1 else ""

    # -- jumps ----------------------------------------------------------------------------------------------------

    def _meanings(self, node: Node) -> Iterator[tuple[Place, str]]:
        """Where an answer that is a certain one leads, and a name after that."""
        statement = core(node.point.statement) if node.point is not None else None
        if node.kind == "switch" and isinstance(statement, n.OnJump):
            for number, follows in enumerate(node.follows[:-1], 1):
                if name := self._chosen(statement.selector, number, node.index):
                    yield follows, name
        elif node.kind == "if" and isinstance(statement, n.If):
            for holds, follows in zip((True, False), node.follows, strict=False):
                answers = _answers(statement.condition, holds)
                names = (self._meant(asked, literal, node.index) for asked, literal in answers)
                if name := next(filter(None, names), ""):
                    yield follows, name

    def _chosen(self, selector: n.Expression, number: int, index: int) -> str:
        """What a number of ON GOTO stands for: a word that was looked for, or an item of a menu."""
        if word := self.numbered.word(selector, number):
            return phrase(word) if word.isascii() and word[:1].isalpha() else ""
        letter = self.numbered.letter(selector, number)
        return self._item(letter.upper() or str(number), index) if self._is_answer(selector, index) else ""

    def _meant(self, asked: n.Expression, literal: n.Number | n.String, index: int) -> str:
        if isinstance(literal, n.Number):
            whole = literal.kind == "%"
            return self._item(str(literal.value), index) if whole and self._is_answer(asked, index) else ""
        word = literal.value.strip()
        answer = self._is_answer(asked, index)
        if answer and (full := self._in_full(word, index)):
            word = full
        if len(word) == 1:
            return self._item(word.upper(), index) if answer else ""
        name = phrase(word) if word.isascii() and word[:1].isalpha() else ""
        return "" if name in ANSWERS else name

    def _is_answer(self, asked: n.Expression, index: int) -> bool:
        """Whether what is asked about at a point was typed, so that it can be the label of an item."""
        typed = bool(_names(asked) & self.typed)
        return typed and not self._is_drawn(asked) and not self._was_drawn(bare(asked), index)

    def _is_drawn(self, value: n.Expression) -> bool:
        """Whether a number is random, by itself or by a function of the program's own."""
        own = {node.name for node in walk(value) if isinstance(node, n.UserFunction)}
        return "RND" in _functions(value) or bool(own & self.drawing)

    def _was_drawn(self, asked: n.Expression, index: int) -> bool:
        """Whether what a variable got last before a point, as the program is written, is a random number."""
        if not isinstance(asked, n.Variable):
            return False
        for point in reversed(self.graph.flow.points[:index]):
            statement = core(point.statement)
            if asked.name in {target.name for target in typed_into(statement)}:
                return False
            if isinstance(statement, n.Let) and statement.target.name == asked.name:
                return self._is_drawn(statement.value)
        return False

    def _only_call(self, routine: Routine, joins: set[Place], node: Node | None) -> Key | None:
        """The routine that is called before it goes on as in other cases, if nothing else is done."""
        if node is None or node.call is None or self.graph.routines[node.call].handler:
            return None
        onwards = [place for place in node.follows if not place[1].startswith("sort")]  # but for errors
        return node.call if all(self._joined(routine, joins, place) for place in onwards) else None

    def _work(self, routine: Routine, place: Place) -> Node | None:
        """The next place where something is done."""
        for _ in range(len(routine.nodes)):
            node = routine.nodes[place]
            if node.kind != "jump" or len(node.follows) != 1:
                return node
            place = node.follows[0]
        return None

    def _joined(self, routine: Routine, joins: set[Place], place: Place) -> bool:
        """Whether other ways lead to a place, or the next one where something is done, or it is an end."""
        while place not in joins:
            node = routine.nodes[place]
            if node.kind != "jump" or len(node.follows) != 1:
                return not node.follows
            place = node.follows[0]
        return True

    def announced(self, key: Key) -> str:
        """What a routine that prints nothing is called after what is said right before: `PRINT "(SHUFFLE)": GOSUB`."""
        points = self.graph.flow.points
        own = (points[place[0]].statement for place in self.graph.routines[key].nodes if place[0] < len(points))
        if any(isinstance(statement, n.Print) for statement in own):
            return ""
        found = set()
        for routine in self.graph.routines.values():
            for place in (place for place, node in routine.nodes.items() if node.call == key and place[0]):
                before, point = points[place[0] - 1 : place[0] + 1]
                match core(before.statement):
                    case n.Print(channel=None, using=None, items=(n.String(value=text),)) if before.line == point.line:
                        found.add(phrase(text))
        name = found.pop() if len(found) == 1 else ""
        return free(name) if name.count("_") < MOST_ANNOUNCED else ""

    def soon(self, key: Key) -> str:
        """What a routine is called that says something when it has worked out what: `PRINT "YOU FIND";T;"GOLD"`."""
        for point in self.graph.flow.points[key[0] :]:
            match core(point.statement):
                case n.Let() | n.If() | n.Goto() | n.Remark() | n.Empty() | n.Print(channel=None, items=()):
                    continue
                case n.Print(channel=None, using=None, items=(n.String(), *_) as shown):
                    texts = " ".join(item.value for item in shown if isinstance(item, n.String))
                    return "" if any(items(texts)) else free(phrase(texts))
            break
        return ""

    # -- beginnings -----------------------------------------------------------------------------------------------

    def beginning(self, key: Key) -> str:
        """What a routine does first: `ask_how_many` if it does not do much more, `pirates_attack` if it prints that."""
        short = sum(node.kind != "jump" for node in self.graph.routines[key].nodes.values()) <= MOST_STEPS
        printed = ""
        for point in self.graph.flow.points[key[0] :]:
            match core(point.statement):
                case n.Remark() | n.Empty() | n.Print(channel=None, items=()) | n.Command(word="CLS"):
                    continue
                case n.Print(channel=None, using=None, items=(n.String(value=text), *_)) if (
                    not printed and not any(items(text))
                ):
                    printed = phrase(text)
                    if printed and short:
                        continue
                case n.Input(channel=None, prompt=prompt) | n.LineInput(channel=None, prompt=prompt) if short:
                    asked = question(prompt) or printed
                    return f"ask_{asked}" if asked else ""
            break
        return free(printed)


def _listed(text: str) -> Iterator[list[str]]:
    """The words that a question offers."""
    for found in LISTED.finditer(text):
        yield [word for word in re.findall(r"[A-Z]+", found[0]) if word != "OR"]


def items(text: str) -> Iterator[tuple[str, str]]:
    """The items of a menu in a printed text: labels, and what stands behind them."""
    found = list(BEHIND.finditer(text))
    if len(found) > 1 and not re.search(r"\w", text[found[-1].end() :]):
        yield from ((match["label"], match["words"]) for match in found if match["words"].count(" ") < MOST_BEFORE)
        return
    found = list(ITEM.finditer(text))
    if len(found) == 1 and re.search(r"[a-z]", text[: found[0].start()], re.I):
        return  # it stands in a sentence
    if not found:
        found = list(NUMBERED.finditer(text))
        labels = [int(match["label"]) for match in found]
        if labels[-1:] == [0]:
            labels.pop()  # the way out
        if len(labels) < 2 or labels != list(range(labels[0], labels[0] + len(labels))):
            return
    for match in found:
        label, words = match["label"], match["words"]
        initial = label.isalpha() and text[match.start("words") - 1] in ")>]" and words[:1].isalpha()
        yield label, label + words if initial else words


def _typed(flow: Flow) -> set[str]:
    """The variables that come from what was typed, and from nothing else."""
    found: set[str] = set()
    given: list[tuple[str, n.Expression]] = []
    for point in flow.points:
        match core(point.statement):
            case n.Let(target=target, value=value):
                given.append((target.name, value))
            case statement:
                found |= {target.name for target in typed_into(statement)}
    found |= {name for name, value in given if _functions(value) & KEYS}
    while more := {name for name, value in given if name not in found and (names := _names(value)) and names <= found}:
        found |= more
    return found


def _names(expression: n.Expression) -> set[str]:
    return {node.name for node in walk(expression) if isinstance(node, n.Variable | n.Element)}


def _functions(expression: n.Expression) -> set[str]:
    return {node.name for node in walk(expression) if isinstance(node, n.Function)}


def _answers(condition: n.Expression, holds: bool) -> Iterator[tuple[n.Expression, n.Number | n.String]]:
    """What is asked about, and constants that it is where a condition holds, or does not, the longest first."""
    found: list[tuple[n.Expression, n.Number | n.String]] = []
    waiting = [bare(condition)]
    joint, equal = ("OR", "=") if holds else ("AND", "<>")
    while waiting:
        match waiting.pop():
            case n.Binary(operator=operator, left=left, right=right) if operator == joint:
                waiting += [bare(left), bare(right)]
            case n.Binary(operator=operator, left=left, right=right) if operator == equal:
                for one, other in ((bare(left), bare(right)), (bare(right), bare(left))):
                    if isinstance(one, n.Number | n.String) and not isinstance(other, n.Number | n.String):
                        found.append((other, one))
            case _:
                return
    if sum(isinstance(literal, n.Number) for _, literal in found) > 1:
        return  # it may be any of these
    yield from sorted(found, key=lambda pair: -len(pair[1].value) if isinstance(pair[1], n.String) else 0)
