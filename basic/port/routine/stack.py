"""The account of the loops that are active, where that depends on the way.

    active_loops.begin("60", "I")        a NEXT may be that of this loop, or of another
    with trap_900.sharing(active_loops): the handler goes on with this account of loops
"""

from __future__ import annotations

from collections.abc import Callable

from ...analysis.flow import core
from ...analysis.routines.routines import Key, Node, handler_of
from ...syntax import nodes as n
from .labels import Labels

Put = Callable[[str], None]
ACCOUNT = "active_loops"  # of the loops of a routine, where that depends on the way; no name of BASIC's is like it


class Stack(Labels):
    """Writes what is said of it, and asked."""

    def _account(self, node: Node, put: Put) -> None:
        """What is said of loops, or asked about them, where that depends on the way."""
        statement = core(node.point.statement) if node.point is not None and node.part != "main" else None
        match statement:
            case n.Next(variables=variables):
                counter = f", {self._counter_name(variables[0])}" if variables else ""
                put(f"{ACCOUNT}.next({self._loop_name(self.flow.ends[node.index])}{counter})")
            case n.Wend():
                put(f"{ACCOUNT}.wend({self._loop_name(self.flow.wends[node.index])})")
            case n.For() | n.While() if node.part == "over":
                put(f"{ACCOUNT}.end({self._loop_name(node.index)})")
            case n.For(variable=variable):
                put(f"{ACCOUNT}.begin({self._loop_name(node.index)}, {self._counter_name(variable)})")
            case n.While():
                put(f"{ACCOUNT}.begin({self._loop_name(node.index)})")
            case _:
                put(f"{ACCOUNT}.clear()")

    @property
    def _several_accounts(self) -> bool:
        """Whether a handler must be told in which of them it is to look; else it is always that of the main program."""
        routines = (key for key in self.graph.sharers & self.graph.routines.keys() if key != self.graph.main)
        return any(not self.graph.routines[key].handler for key in routines)

    def begin_account(self, key: Key) -> None:
        """Where a routine begins."""
        if key in self.graph.sharers and (self.graph.routines[key].handler or not self._several_accounts):
            self.page.put(1, f"{ACCOUNT} = gw.loops")
        elif key in self.graph.kept:
            self.page.put(1, f"{ACCOUNT} = {self.e.use('basic.gw.loops', 'Loops')}()")

    def loops_around(self, node: Node) -> int | str:
        """What is told to a handler that looks for the loops around a place."""
        return ACCOUNT if handler_of(node.place[2]) in self.graph.sharers and self._several_accounts else 0

    def trap_within(self, key: Key, loops: int | str) -> str:
        """`trap_900`, `trap_900.sharing(active_loops)`"""
        return f"{self.trap_name(key)}{f'.sharing({loops})' * bool(loops)}"

    def _end_of_old(self, node: Node, statement: n.For) -> str:
        """An error in the head of a FOR leaves no loop behind, if there was one from before."""
        failing = self.routine.key in self.graph.kept and (node.guarded or node.tried)
        return f"{ACCOUNT}.end({self._loop_name(node.index)})" if failing else ""
