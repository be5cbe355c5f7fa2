"""Which words the numbers of a menu stand for, where the program looks for them.

    100 RESTORE: FOR I=1 TO 8: READ C$: IF C$=W$ THEN 140        140 ON I GOSUB 200,300     the second word of DATA
    810 FOR I=1 TO NV: IF V$(I)=V$ THEN V=I                      260 ON V GOSUB 300,400     the second word of the table
    100 C=INSTR("ALFDSQ",C$)                                     120 ON C GOSUB 200,300     the item with the letter L
"""

from __future__ import annotations

from ...analysis.flow import Flow, Point, Table, core
from ...analysis.variables.types import bare
from ...syntax import nodes as n
from ...syntax.visit import walk


class Numbered:
    """`word` and `letter` give what a selector's number stands for, "" if nothing is known of it."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.letters: dict[str, str] = {}  # of variables that a text has been looked through for
        self.words: dict[str, list[str]] = {}  # of variables that have counted up to what was looked for
        self.tables = {
            statement.arrays[0].name: {place[0]: value for place, value in statement.values if isinstance(value, str)}
            for point in flow.points
            if isinstance(statement := core(point.statement), Table)
        }
        for begin, end in flow.loops.items():
            self._count(begin, end)
        for point in flow.points:
            match core(point.statement):
                case n.Let(target=n.Variable(name=name), value=value) if text := _searched(value):
                    self.letters[name] = text

    def word(self, selector: n.Expression, number: int) -> str:
        selector = bare(selector)
        words = self.words.get(selector.name, []) if isinstance(selector, n.Variable) else []
        return words[number - 1] if number <= len(words) else ""

    def letter(self, selector: n.Expression, number: int) -> str:
        selector = bare(selector)
        text = _searched(selector) or (self.letters.get(selector.name, "") if isinstance(selector, n.Variable) else "")
        return text[number - 1 : number]

    def _count(self, begin: int, end: int) -> None:
        """Look at a loop that looks for a word."""
        points = self.flow.points[begin:end]
        head = core(points[0].statement)
        if not isinstance(head, n.For) or not isinstance(start := bare(head.start), n.Number) or start.value != 1:
            return
        counter = head.variable.name
        words = self._compared(points, counter) or self._read(points, begin)
        if not words:
            return
        self.words.setdefault(counter, words)
        for point in points:
            match core(point.statement):
                case n.Let(target=n.Variable(name=name), value=value) if _is(value, counter):
                    self.words.setdefault(name, words)

    def _compared(self, points: list[Point], counter: str) -> list[str]:
        """The table of which a loop compares one element after another."""
        for point in points:
            statement = core(point.statement)
            for node in walk(statement.condition) if isinstance(statement, n.If) else ():
                if isinstance(node, n.Element) and len(node.subscripts) == 1 and _is(node.subscripts[0], counter):
                    table = self.tables.get(node.name, {})
                    return [table.get(place, "") for place in range(1, max(table, default=0) + 1)]
        return []

    def _read(self, points: list[Point], begin: int) -> list[str]:
        """The DATA that a loop reads and compares one by one, from the RESTORE before it."""
        reads = [s for point in points if isinstance(s := core(point.statement), n.Read)]
        if len(reads) != 1 or len(reads[0].targets) != 1 or not isinstance(reads[0].targets[0], n.Variable):
            return []
        name = reads[0].targets[0].name
        tests = [s.condition for point in points if isinstance(s := core(point.statement), n.If)]
        if not any(isinstance(node, n.Variable) and node.name == name for test in tests for node in walk(test)):
            return []
        before = [s for point in self.flow.points[:begin] if isinstance(s := core(point.statement), n.Restore)]
        line = before[-1].line if before else None
        first = self.flow.restores.get(line.number, 0) if line is not None else 0
        return [constant.item.text for constant in self.flow.data[first:]]


def _is(expression: n.Expression, name: str) -> bool:
    expression = bare(expression)
    return isinstance(expression, n.Variable) and expression.name == name


def _searched(expression: n.Expression) -> str:
    """The letters among which INSTR looks for one."""
    match bare(expression):
        case n.Function(name="INSTR", arguments=(*_, n.String(value=text), _)):
            return text
    return ""
