"""What subroutines without a remark are called after: the answer with which the program goes there.

    120 PRINT "3. SHOW SCORES"              show_scores()    an item of a menu
    130 ON C GOSUB 400,500,600
    200 IF V$="TAKE" THEN GOSUB 700         take()           a word that was typed
    210 IF LEFT$(V$,2)="BU" THEN GOSUB 800  buy()            the same, shortened, of those that a question offers
"""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.flow import Flow, core
from ...analysis.routines.graph import Graph
from ...analysis.routines.routines import Key, Node, Place, Routine
from ...analysis.variables.types import bare
from ...syntax import nodes as n
from ...syntax.visit import walk
from .names import free
from .spoken import shown, typed_into
from .words import items, listed, phrase

ANSWERS = frozenset({"yes", "no", "yep", "nope", "okay", "end", "none"})  # they say nothing of what is done then
KEYS = frozenset({"INKEY$", "INPUT$"})


class Occasions:
    """`name` finds what a routine is called, "" if there is no occasion that says it."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        texts = [(point.index, shown(point)) for point in graph.flow.points]
        self.items = [
            (index, label, name) for index, text in texts for label, words in items(text)
            if (name := phrase(words)) and name not in ANSWERS
        ]  # fmt: skip
        self.listed = [(index, words) for index, text in texts for words in listed(text)]
        self.typed = _typed(graph.flow)
        self.letters: dict[str, str] = {}
        for statement in (core(point.statement) for point in graph.flow.points):
            if isinstance(statement, n.Let) and (text := self._searched(statement.value)):
                self.letters[statement.target.name] = text
        self.found: dict[Key, set[str]] = {}
        self.arms: dict[int, set[str]] = {}
        for routine in graph.routines.values():
            joins = {place for place, others in routine.predecessors().items() if len(others) > 1}
            for node in routine.nodes.values():
                for place, name in self._meanings(node):
                    work = _work(routine, place)
                    if key := self._only_call(routine, joins, work):
                        self.found.setdefault(key, set()).add(name)
                    elif work is not None:
                        self.arms.setdefault(work.index, set()).add(name)

    def name(self, key: Key) -> str:
        return _single(self.found.get(key, set()))

    def arm(self, index: int) -> str:
        """What is done from a point on where an answer is a certain one."""
        return _single(self.arms.get(index, set()))

    def _meanings(self, node: Node) -> Iterator[tuple[Place, str]]:
        """Where an answer that is a certain one leads, and a name after that."""
        statement = core(node.point.statement) if node.point is not None else None
        if node.kind == "switch" and isinstance(statement, n.OnJump):
            for number, follows in enumerate(node.follows[:-1], 1):
                label = self._searched(statement.selector)[number - 1 : number].upper() or str(number)
                if self._is_answer(statement.selector) and (name := self._item(label, node.index)):
                    yield follows, name
        elif node.kind == "if" and isinstance(statement, n.If):
            for holds, follows in zip((True, False), node.follows, strict=False):
                names = (self._meant(*answer, node.index) for answer in _answers(statement.condition, holds))
                if name := next(filter(None, names), ""):
                    yield follows, name

    def _meant(self, asked: n.Expression, literal: n.Number | n.String, index: int) -> str:
        answer = self._is_answer(asked)
        if isinstance(literal, n.Number):
            return self._item(str(literal.value), index) if literal.kind == "%" and answer else ""
        word = literal.value.strip()
        word = (answer and self._in_full(word, index)) or word
        if len(word) == 1:
            return self._item(word.upper(), index) if answer else ""
        name = phrase(word) if word.isascii() and word[:1].isalpha() else ""
        return "" if name in ANSWERS else name

    def _searched(self, selector: n.Expression) -> str:
        """The letters of which a selector is the number of one: `INSTR("BSQ",A$)`, or a variable that got that."""
        match bare(selector):
            case n.Function(name="INSTR", arguments=(*_, n.String(value=text), _)):
                return text
            case n.Variable(name=name) if name in self.letters:
                return self.letters[name]
        return ""

    def _is_answer(self, asked: n.Expression) -> bool:
        """Whether what is asked about was typed, so that it can be the label of an item."""
        return bool(_names(asked) & self.typed) and "RND" not in _functions(asked)

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

    def _only_call(self, routine: Routine, joins: set[Place], node: Node | None) -> Key | None:
        """The routine that is called before it goes on as in other cases, if nothing else is done."""
        if node is None or node.call is None or self.graph.routines[node.call].handler:
            return None
        onwards = [place for place in node.follows if not place[1].startswith("sort")]  # but for errors
        return node.call if all(_joined(routine, joins, place) for place in onwards) else None


def _single(names: set[str]) -> str:
    return free(*names) if len(names) == 1 else ""


def _work(routine: Routine, place: Place) -> Node | None:
    """The next place where something is done."""
    for _ in range(len(routine.nodes)):
        node = routine.nodes[place]
        if node.kind != "jump" or len(node.follows) != 1:
            return node
        place = node.follows[0]
    return None


def _joined(routine: Routine, joins: set[Place], place: Place) -> bool:
    """Whether other ways lead to a place, or the next one where something is done, or it is an end."""
    while place not in joins:
        node = routine.nodes[place]
        if node.kind != "jump" or len(node.follows) != 1:
            return not node.follows
        place = node.follows[0]
    return True


def _typed(flow: Flow) -> set[str]:
    """The variables that come from what was typed, and are never random."""
    statements = [core(point.statement) for point in flow.points]
    found = {target.name for statement in statements for target in typed_into(statement)}
    given = [(s.target.name, s.value) for s in statements if isinstance(s, n.Let)]
    found |= {name for name, value in given if _functions(value) & KEYS}
    while more := {name for name, value in given if name not in found and (names := _names(value)) and names <= found}:
        found |= more
    return found - {name for name, value in given if "RND" in _functions(value) or _calls(value)}


def _names(expression: n.Expression) -> set[str]:
    return {node.name for node in walk(expression) if isinstance(node, n.Variable | n.Element)}


def _functions(expression: n.Expression) -> set[str]:
    return {node.name for node in walk(expression) if isinstance(node, n.Function)}


def _calls(expression: n.Expression) -> bool:
    return any(isinstance(node, n.UserFunction) for node in walk(expression))


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
