"""Choices as the text of Python: `match` over what a call has said, a state or a number, or `if` where few are left.

    80 ON C GOTO 100,200,100        match byte(c):
                                        case 1 | 3:
                                            ...
"""

from __future__ import annotations

import ast
import re

from ...analysis.routines.routines import Node
from ...analysis.shapes.entries import ONCE
from ...analysis.shapes.structure import Shape, Switch
from ...syntax import nodes as n
from ..lines.page import Page, worked_out
from ..lines.trees import expression, part
from ..words.value import Value
from .counting import Counting
from .faults import failing

MOST_NAMED = 8  # lines that a comment names one by one
FEW_ENDS = 8  # of a call, that are told where they stand to which states they lead
FEW_ALIKE = 3  # ends of a call that are worth being handed on as one
LINE = ".line"  # to which an error leads; where all lead to the same, nobody looks at it, and it may have no name

Case = tuple[list[str], Page]  # what is chosen, and what is done then


class Cases(Counting):
    """Writes what is done in several cases."""

    def _rendered(self, seq: list[Shape], indent: int, last: bool) -> Page:
        """What some shapes are as text, on a page of its own."""
        raise NotImplementedError

    def _once(self, shape: Switch, indent: int, last: bool) -> None:
        """`if not from_200:` what each turn begins with, but for the first"""
        node = shape.node
        name = self._state_name(node)
        cases = {way: case for case, ways in zip(shape.cases, shape.chosen, strict=True) for way in ways}
        one, two = (self._rendered(cases[way], indent + 1, last) for way in (0, 1))
        line = self.flow.points[node.follows[1][0]].line if node.follows[1][0] < self.flow.end else 0
        self.page.put(indent, f"# The first turn may begin with BASIC's line {line}.")
        if two.working and not one.working:
            self.page.put(indent, f"if {name}:")
            self.page.extend(two)
            return
        self.page.put(indent, f"if not {name}:")
        before = len(self.page.lines)
        self.page.extend(one)
        self.page.fill(before, indent + 1)
        if two.working and not one.leaves:
            self.page.put(indent, "else:")
        self.page.extend(two, -1 if one.leaves else 0)

    def _switch(self, shape: Switch, indent: int, last: bool) -> None:
        node = shape.node
        line = self._line(node)
        labels: list[str]
        complete = False  # whether one of the numbers is always chosen
        if node.kind in ("call", "tail"):
            assert node.call is not None
            labels = [self.outcome_label(node.call, outcome) for outcome in node.outcomes]
            subject = f"resume{LINE}" if node.sorts else self._outcome(node, indent)
            labels[-1] = "_"
        elif node.point is None:
            labels = [str(number) for number in range(len(node.follows))]
            if ONCE in node.part:
                self._once(shape, indent, last)
                return
            subject = self._state_name(node)
            lines = sorted({self.flow.points[place[0]].line for place in node.follows if place[0] < self.flow.end})
            shown = ", ".join(map(str, lines[:-1])) + f" and {lines[-1]}" if len(lines) > 1 else str(lines[0])
            if len(lines) > MOST_NAMED:
                shown = f"{lines[0]} to {lines[-1]}"
            what = "A loop that is entered in several places of"
            if node.place == self.graph.dispatcher:
                what = "Control goes to and fro between"
            self.page.put(indent, f"# {what} BASIC's lines {shown}.")
        else:
            assert isinstance(node.point.statement, n.OnJump)
            self._stand(node.place)
            labels = [str(number + 1) for number in range(len(node.follows) - 1)] + ["_"]
            selector = self.e.expression(node.point.statement.selector)
            complete = bool(node.chosen) or selector.range.within(1, len(labels) - 1)
            subject = "choice" if node.valued else self.e.byte(selector)
            if selector.range.whole and (shifted_by := _shift(selector, subject)):
                subject, by = shifted_by
                labels = [label if label == "_" else str(int(label) - by) for label in labels]
        groups: list[Case] = []
        alike: dict[str, list[Case]] = {}  # by their text
        cases = []
        for case, chosen in zip(shape.cases, shape.chosen, strict=True):
            names = [labels[i] for i in chosen]
            if "_" in names:  # the others need not be named, unless there is no need for this
                names = names[:-1] if complete and len(names) > 1 else ["_"]
            cases.append((names, case))
        for names, case in sorted(cases, key=lambda found: found[0] == ["_"]):
            page = self._rendered(case, indent + 2, last)
            page.fill(0, indent + 2)
            like = [] if names == ["_"] else alike.setdefault(page.text().strip(), [])
            same = next((found for found, other in like if self._fail_alike(page, other)), None)
            if same is not None:
                same.extend(names)
            else:
                like.append((names, page))
                groups.append((names, page))
        default = next((page for names, page in groups if names == ["_"] and page.lines[-1].text != "pass"), None)
        without = "pass" if default is None else default.text().strip()
        groups = [
            (names, page) for names, page in groups
            if page is default or page.text().strip() != without or not self._fail_alike(page, default or page)
        ]  # fmt: skip
        if node.kind in ("call", "tail") and not node.sorts:
            subject, groups = self._handed_on(node, subject, groups, indent)
            groups = self._most_last(node, groups)
        if node.point is None or subject.isdigit() or len(groups) > 1 + (default is not None) or not groups:
            if groups:
                self.page.put(indent, f"match {subject}:", line)
            elif subject in ("way", "returned", "goes_on"):
                self.page.lines[-1].text = f"_{self.page.lines[-1].text.removeprefix(subject)}"
            elif not node.sorts:
                unused = node.kind in ("call", "tail")
                self.page.put(indent, subject.removesuffix("[0]") if unused else worked_out(subject), line)
            for names, page in groups:
                self.page.put(indent + 1, f"case {' | '.join(names)}:", line)
                self.page.extend(page)
            return
        self._choice(subject, groups, indent, line)

    def _fail_alike(self, one: Page, other: Page) -> bool:
        """Whether the errors of two pages that say the same are in the same of BASIC's lines."""
        fails = failing(self)
        return [line.erl for line in one.lines if fails(line)] == [line.erl for line in other.lines if fails(line)]

    def _handed_on(self, node: Node, subject: str, groups: list[Case], indent: int) -> tuple[str, list[Case]]:
        """Ends of a call that are the same ends of its caller, several as one: `case 1 | 2 | 3: return way`."""
        assert node.call is not None
        alike: dict[str, list[Case]] = {}
        for names, page in groups:
            own = [self.outcome_label(node.call, node.outcomes[-1])] if names == ["_"] else names
            ends = re.fullmatch(r"return (\d+)((?:, .+)?)", page.text().strip())
            if ends is not None and own == [ends[1]]:
                alike.setdefault(ends[2], []).append((names, page))
        for rest, same in alike.items():
            if len(same) < FEW_ALIKE:
                continue
            if subject != "way":
                self.page.put(indent, f"way = {subject}", self._line(node))
                subject = "way"
            names, page = same[-1]
            page.lines[0].text = f"return way{rest}"
            one = (names if names == ["_"] else [name for names, _ in same for name in names]), page
            groups = [one if group[1] is page else group for group in groups if group[1] is page or group not in same]
        return subject, groups

    def _most_last(self, node: Node, groups: list[Case]) -> list[Case]:
        """What is done in most cases, where these are many, is what is done in all but the others, which are named."""
        most = max(groups, key=lambda group: len(group[0]), default=([], Page()))
        if len(most[0]) <= FEW_ENDS or groups[-1][0] != ["_"] or node.call is None:
            return groups
        last = [self.outcome_label(node.call, node.outcomes[-1])], groups[-1][1]
        return [*(group for group in groups[:-1] if group is not most), last, (["_"], most[1])]

    def _choice(self, subject: str, groups: list[tuple[list[str], Page]], indent: int, line: int) -> None:
        """A choice between two is an `if`."""
        names, one = groups[0]
        if names == ["_"] and len(groups) == 1:
            if not (subject.endswith(LINE) or any(subject in each.text for each in one.lines[:1])):
                self.page.put(indent, worked_out(subject), line)
            self.page.extend(one, -2)
            return
        if not re.fullmatch(r"[\w.]+(\(.*\))?", subject):
            subject = f"({subject})"
        if names == ["_"]:  # a table, for all ends but one
            negated, test = _comparison(subject, groups[1][0])
            groups = groups[:1] if groups[1][1].text().strip() == "pass" else groups
        else:
            test, negated = _comparison(subject, names)
        if one.text().strip() == "pass" and len(groups) == 2:
            test, one, groups = negated, groups[1][1], groups[:1]
        self.page.put(indent, f"if {test}:", line)
        self.page.extend(one, -1)
        for _, other in groups[1:]:
            if one.leaves:
                self.page.extend(other, -2)
            else:
                self.page.put(indent, "else:", line)
                self.page.extend(other, -1)


def _shift(selector: Value, subject: str) -> tuple[str, int] | None:
    """A sum of something and a number as the two: `match sign(a - b):` with -1, 0 and 1 does for ON SGN(A-B)+2."""
    match expression(subject):
        case ast.BinOp(left, ast.Add() | ast.Sub() as sign, ast.Constant(int(number))) if subject == selector.code:
            return part(subject, left), number if isinstance(sign, ast.Add) else -number
        case _:
            return None


def _comparison(subject: str, names: list[str]) -> tuple[str, str]:
    """Whether something is one of the values that are named, and the negation of that."""
    if names in (["True"], ["False"]):
        true, false = subject, f"not {subject}"
        return (true, false) if names == ["True"] else (false, true)
    if len(names) == 1:
        return f"{subject} == {names[0]}", f"{subject} != {names[0]}"
    values = ", ".join(names)
    return f"{subject} in ({values})", f"{subject} not in ({values})"
