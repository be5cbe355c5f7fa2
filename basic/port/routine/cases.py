"""Choices as the text of Python: `match` over what a call has said, a state or a number, or `if` where few are left.

    80 ON C GOTO 100,200,100        match byte(c):
                                        case 1 | 3:
                                            ...
"""

from __future__ import annotations

from collections.abc import Callable

from ...analysis.flow import core
from ...analysis.routines.routines import Node
from ...analysis.shapes.structure import Shape, Switch
from ...syntax import nodes as n
from ..lines.page import Line, Page, worked_out
from ..words.value import Value
from .calls import Calls
from .draft import Draft, line_of
from .labels import Labels

MOST_NAMED = 8  # lines that a comment names one by one
RESUMED = "resume.line"  # where an error leads
CALLS = ("call", "tail")
OTHERS = "_"  # what `case` calls whatever is left

Case = tuple[list[str], Page]  # what is chosen, and what is done then
Rendered = Callable[[list[Shape], int], Page]  # shapes on a page of their own, with their indentation


class Cases:
    """Writes what is done in several cases."""

    def __init__(self, draft: Draft, labels: Labels, calls: Calls, rendered: Rendered) -> None:
        self.k, self.draft, self.labels, self.calls, self.rendered = draft.k, draft, labels, calls, rendered

    def switch(self, shape: Switch, indent: int) -> None:
        node, line, error = shape.node, line_of(shape.node), self.draft.error(shape.node)
        calls = node.kind in CALLS and not node.sorts
        selector = self._selector(node)
        if node.kind not in CALLS and node.point is None:
            self.draft.page.put(indent, self._why_states(node), line)
        if calls:
            self.calls.targets(node)  # which have their types in the cases, too
        always = selector is not None and selector.range.within(1, len(node.follows) - 1)
        groups = self._groups(shape, always, indent)
        if not groups or groups[0][0] == [OTHERS]:
            if calls:
                self.draft.page.put(indent, self.calls.call(node), line, error)
            elif selector is not None:
                self.draft.page.put(indent, worked_out(self.k.e.convert.byte(selector)), line, error)
            for _, page in groups:
                self.draft.page.extend(page, -2)
            return
        subject = self._subject(node, selector, indent)
        two = len(groups) == 1 or (len(groups) == 2 and groups[1][0] == [OTHERS])
        if two and not (selector is not None and selector.constant):
            one, other = groups[0][1], groups[1][1] if len(groups) > 1 else Page()
            for each in (*one.lines, *other.lines):
                each.indent -= 1
            tests = _comparison(subject, groups[0][0])
            self.choice(Line(indent, "", line, error), lambda swapped: tests[swapped], one, other)
            return
        self.draft.page.put(indent, f"match {subject}:", line, error)
        for names, page in groups:
            self.draft.page.put(indent + 1, f"case {' | '.join(names)}:", line)
            self.draft.page.extend(page)

    def _selector(self, node: Node) -> Value | None:
        """The number of ON, where that has not been worked out before."""
        statement = core(node.point.statement) if node.kind not in CALLS and node.point is not None else None
        if not isinstance(statement, n.OnJump) or node.valued:
            return None
        self.draft.stand(node.place)
        return self.k.e.expression(statement.selector)

    def _subject(self, node: Node, selector: Value | None, indent: int) -> str:
        """What is looked at."""
        if node.sorts:
            return RESUMED
        if node.kind in CALLS:
            return self.calls.outcome(node, indent)
        if node.point is None:
            return self.labels.state_name(node)
        return "choice" if selector is None else self.k.e.convert.byte(selector)

    def _labels(self, node: Node) -> list[str]:
        """What each way of a choice is called."""
        if node.kind in CALLS:
            assert node.call is not None
            labels = [self.calls.outcome_label(node.call, outcome) for outcome in node.outcomes]
        elif node.state is not None and node.state.once:
            labels = ["False", "True"]
        else:
            labels = [str(number + (node.point is not None)) for number in range(len(node.follows))]
        return [*labels[:-1], OTHERS]

    def _why_states(self, node: Node) -> str:
        lines = sorted({self.k.flow.points[place[0]].line for place in node.follows if place[0] < self.k.flow.end})
        shown = ", ".join(map(str, lines[:-1])) + f" and {lines[-1]}" if len(lines) > 1 else str(lines[0])
        if len(lines) > MOST_NAMED:
            shown = f"{lines[0]} to {lines[-1]}"
        dispatcher = node.place == self.k.graph.dispatcher
        what = "Control goes to and fro between" if dispatcher else "A loop that is entered in several places of"
        return f"# {what} BASIC's lines {shown}."

    def _groups(self, shape: Switch, always: bool, indent: int) -> list[Case]:
        """What is done in which cases, the others last; those in which nothing is done are left out. `always`: one of
        those that have a number is chosen in any case."""
        labels = self._labels(shape.node)
        cases: list[Case] = []
        for case, chosen in zip(shape.cases, shape.chosen, strict=True):
            names = [labels[i] for i in chosen]
            if OTHERS in names:
                names = names[:-1] if always and len(names) > 1 else [OTHERS]
            cases.append((names, self.rendered(case, indent + 2)))
        others = next((page for names, page in cases if names == [OTHERS]), Page())
        groups: dict[tuple[tuple[int, str, int], ...], Case] = {}
        for names, page in cases:
            does = _deeds(page)
            if names != [OTHERS] and does != _deeds(others):
                groups.setdefault(does, ([], page))[0].extend(names)
        return [*groups.values(), *[([OTHERS], others)] * bool(others.lines)]

    def choice(self, head: Line, test: Callable[[bool], str], one: Page, two: Page) -> None:
        """`if` and `else`, which is not needed where control leaves the first of the two. `test`: for them as they are,
        or the other way round."""
        swapped = not one.working or (two.leaves and not one.leaves and two.size <= one.size)
        if swapped:
            one, two = two, one
        head.text = f"if {test(swapped)}:"
        self.draft.page.lines.append(head)
        self.draft.page.extend(one)
        if two.working and not one.leaves:
            self.draft.page.put(head.indent, "else:", head.source)
            self.draft.page.extend(two)
        else:
            self.draft.page.extend(two, -1)


def _deeds(page: Page) -> tuple[tuple[int, str, int], ...]:
    """What a page does, and of which lines its errors are: the same of copies."""
    return tuple((line.indent, line.text, line.error) for line in page.lines)


def _comparison(subject: str, names: list[str]) -> tuple[str, str]:
    """Whether something is one of the values that are named, and the negation of that."""
    if names in (["True"], ["False"]):
        true, false = subject, f"not {subject}"
        return (true, false) if names == ["True"] else (false, true)
    if len(names) == 1:
        return f"{subject} == {names[0]}", f"{subject} != {names[0]}"
    values = ", ".join(names)
    return f"{subject} in ({values})", f"{subject} not in ({values})"
