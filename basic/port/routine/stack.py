"""GW-BASIC's stack while a port runs, where it depends on the way what NEXT, WEND and RETURN do.

    stack.begin("60", "I")        a NEXT may be that of this loop, or of another
    stack.gosub(4)                the RETURN goes on at state 4
"""

from __future__ import annotations

from ...analysis.flow import core
from ...analysis.routines.active import ON_STACK
from ...analysis.routines.routines import Key, Node
from ...syntax import nodes as n
from ..lines.page import Line, Page
from .draft import Draft, Put
from .labels import Labels

ACCOUNT = "stack"  # no name of BASIC's is like it


class Stack:
    """Writes what is said of it, and asked."""

    def __init__(self, draft: Draft, labels: Labels) -> None:
        self.k, self.draft, self.labels = draft.k, draft, labels

    def account(self, node: Node, put: Put) -> None:
        """What is said of loops, or asked about them, where that depends on the way."""
        statement = core(node.point.statement) if node.point is not None and node.part != "main" else None
        match statement:
            case n.Gosub() | n.OnJump():
                put(f"{ACCOUNT}.gosub({node.number})")
            case n.Return(line=line):
                put(f"{'' if line else self._main_state + ' = '}{ACCOUNT}.back()")
            case n.Resume(line=line, next=following):
                again = "behind[errors.resumed()]" if following else "errors.resumed()"
                put(f"{'' if line and line.number else self._main_state + ' = '}{again}")
            case n.OnError():
                put(f"errors.on_error(state={node.number})" if node.number >= 0 else "errors.trap_off()")
            case None if node.point is None:
                put(f"errors.ended({self.k.flow.points[-1].line if self.k.flow.points else 0})")
            case n.Next(variables=variables):
                counter = f", {self.labels.counter_name(variables[0])}" if variables else ""
                put(f"{ACCOUNT}.next({self.labels.loop_name(self.k.flow.ends[node.index])}{counter})")
            case n.Wend():
                put(f"{ACCOUNT}.wend({self.labels.loop_name(self.k.flow.wends[node.index])})")
            case n.For() | n.While() if node.part == "over":
                put(f"{ACCOUNT}.end({self.labels.loop_name(node.index)})")
            case n.For(variable=variable):
                put(f"{ACCOUNT}.begin({self.labels.loop_name(node.index)}, {self.labels.counter_name(variable)})")
            case n.While():
                put(f"{ACCOUNT}.begin({self.labels.loop_name(node.index)})")
            case _:
                put(f"{ACCOUNT}.clear()")

    @property
    def _main_state(self) -> str:
        """The state of a program that is a loop over states."""
        assert self.k.graph.dispatcher is not None
        return self.labels.state_name(self.k.graph.routines[self.k.graph.main].nodes[self.k.graph.dispatcher])

    def catch_all(self, page: Page, first: int) -> None:
        """Have errors lead to the handler that ON ERROR has named, and back into the loop over states, which begins
        at a line of the page."""
        for line in page.lines[first + 1 :]:
            line.indent += 2
        page.lines[first + 1 : first + 1] = [Line(1, "while True:", 0), Line(2, "try:", 0)]
        if not page.leaves:
            page.put(3, "return")
        page.put(2, "except ERRORS as error:")
        page.put(3, f"{self._main_state} = errors.handle(error, {self._main_state})")

    def begin_account(self, key: Key) -> None:
        """Where a routine begins."""
        if self.k.graph.behind_error:
            self.draft.page.put(1, f"behind = {self.k.graph.behind_error}")
        points = [node.point for node in self.k.graph.routines[key].nodes.values() if node.kind == ON_STACK]
        if any(point and not isinstance(core(point.statement), n.Resume | n.OnError) for point in points):
            self.draft.page.put(1, f"{ACCOUNT} = Stack()")

    def end_of_old(self, node: Node, statement: n.For) -> str:
        """An error in the head of a FOR leaves no loop behind, if there was one from before."""
        failing = self.k.graph.dispatcher is not None and self.k.catches
        return f"{ACCOUNT}.end({self.labels.loop_name(node.index)})" if failing else ""
