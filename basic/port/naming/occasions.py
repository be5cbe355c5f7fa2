"""What subroutines and arms without a remark are called after: the answer with which the program goes there.

    120 PRINT "3. SHOW SCORES"              show_scores()    an item of a menu
    130 ON C GOSUB 400,500,600
    200 IF V$="TAKE" THEN GOSUB 700         take()           a word that was typed
"""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.flow import Flow, Point, core
from ...analysis.variables.types import bare
from ...syntax import nodes as n
from ...syntax.visit import walk
from .names import free
from .spoken import shown, typed_into, variables_in
from .words import items, phrase

ANSWERS = frozenset({"yes", "no", "yep", "nope", "okay", "end", "none"})  # they say nothing of what is done then
KEYS = frozenset({"INKEY$", "INPUT$"})


class Occasions:
    """`name` finds what is done from a point on where an answer is a certain one, "" if there is no such occasion."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.items = [
            (point.index, label, name) for point in flow.points for label, words in items(shown(point))
            if (name := phrase(words)) and name not in ANSWERS
        ]  # fmt: skip
        self.typed = _typed(flow)
        self.letters: dict[str, str] = {}
        for statement in (core(point.statement) for point in flow.points):
            if isinstance(statement, n.Let) and (text := self._searched(statement.value)):
                self.letters[statement.target.name] = text
        self.found: dict[int, set[str]] = {}
        for point in flow.points:
            for index, name in self._meanings(point):
                self.found.setdefault(self._work(index), set()).add(name)

    def name(self, index: int) -> str:
        names = self.found.get(index, set())
        return free(*names) if len(names) == 1 else ""

    def _work(self, index: int) -> int:
        """The next point where something is done, or the subroutine that is called there."""
        for _ in range(self.flow.end):
            match self.flow.points[index].statement if index < self.flow.end else None:
                case n.Gosub(line=line) if (target := self.flow.target(line)) is not None:
                    return target
                case n.Goto(line=line) if (target := self.flow.target(line)) is not None:
                    index = target
                case n.Empty():
                    index = self.flow.points[index].next
                case _:
                    break
        return index

    def _meanings(self, point: Point) -> Iterator[tuple[int, str]]:
        """Where an answer that is a certain one leads, and a name after that."""
        match core(point.statement):
            case n.OnJump(selector=selector, lines=lines) if self._is_answer(selector):
                for number, line in enumerate(lines, 1):
                    label = self._searched(selector)[number - 1 : number].upper() or str(number)
                    target, name = self.flow.target(line), self._item(label, point.index)
                    if target is not None and name:
                        yield target, name
            case n.If(condition=condition):
                for holds, index in ((True, point.next), (False, point.otherwise)):
                    names = (self._meant(*answer, point.index) for answer in _answers(condition, holds))
                    if name := next(filter(None, names), ""):
                        yield index, name

    def _meant(self, asked: n.Expression, literal: n.Number | n.String, index: int) -> str:
        answer = self._is_answer(asked)
        if isinstance(literal, n.Number):
            return self._item(str(literal.value), index) if literal.kind == "%" and answer else ""
        word = literal.value.strip()
        if len(word) == 1:
            return self._item(word.upper(), index) if answer else ""
        name = phrase(word) if word.isascii() and word[:1].isalpha() else ""
        return "" if name in ANSWERS else name

    def _searched(self, selector: n.Expression) -> str:
        """The letters of which a selector is the number of one: `INSTR("BSQ",A$)`, or a variable that got that."""
        match bare(selector):
            case n.Function(name="INSTR", arguments=(*_, n.String(value=text), _)):
                return text
            case n.Variable(name=name):
                return self.letters.get(name, "")
        return ""

    def _is_answer(self, asked: n.Expression) -> bool:
        """Whether what is asked about was typed, so that it can be the label of an item."""
        return bool(variables_in(asked) & self.typed) and "RND" not in _functions(asked)

    def _item(self, label: str, index: int) -> str:
        """The item with a label, of the menu that stands before a statement, else of the only one."""
        same = [(point, name) for point, other, name in self.items if other == label]
        before = [name for point, name in same if point < index]
        if before:
            return before[-1]
        return same[0][1] if len(same) == 1 else ""


def _typed(flow: Flow) -> set[str]:
    """The variables that come from what was typed, and are never random."""
    statements = [core(point.statement) for point in flow.points]
    found = {target.name for statement in statements for target in typed_into(statement)}
    given = [(s.target.name, s.value) for s in statements if isinstance(s, n.Let)]
    found |= {name for name, value in given if _functions(value) & KEYS}
    made = [(name, names) for name, value in given if (names := variables_in(value))]
    while more := {name for name, names in made if name not in found and names <= found}:
        found |= more
    return found - {name for name, value in given if "RND" in _functions(value) or _calls(value)}


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
