"""GW-BASIC's stack, where that matters: the account of the loops that are active, and what is asked of room.

    active_loops.begin("60", "I")        a NEXT may be that of this loop, or of another
    gw.room(18)                          there may be too little for a FOR
    with trap_900.within(18):            or for a GOSUB of the handler, while this loop is active
    with gw.within(18):                  the same for one that never comes back
    with trap_900.sharing(active_loops): the handler goes on with this account of loops
"""

from __future__ import annotations

from collections.abc import Callable

from ...analysis.flow import core
from ...analysis.routines.routines import Key, Node, handler_of
from ...sizes import FOR_SIZE, GOSUB_SIZE, WHILE_SIZE
from ...syntax import nodes as n
from .labels import Labels

Put = Callable[[str], None]
ACCOUNT = "active_loops"  # of the loops of a routine, where that depends on the way; no name of BASIC's is like it


class Stack(Labels):
    """Writes what is said of it, and asked."""

    asking: dict[Key, bool]  # whether handlers ask for room on it, as far as that was looked at

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
            case _ if self._hands_over:
                put(f"{ACCOUNT}.become(gw.loops)")
            case _:
                put(f"{ACCOUNT}.clear()")

    @property
    def _several_accounts(self) -> bool:
        """Whether a handler must be told in which of them it is to look; else it is always that of the main program."""
        routines = (key for key in self.graph.sharers & self.graph.routines.keys() if key != self.graph.main)
        return self.graph.deep or any(not self.graph.routines[key].handler for key in routines)

    @property
    def _hands_over(self) -> bool:
        """Whether the main program goes on with loops that handlers and subroutines leave on the stack."""
        return self.graph.deep and self.graph.main in self.graph.sharers

    def left_loops(self, node: Node) -> int | str:
        """What a subroutine leaves there that goes on in the main program for good."""
        return ACCOUNT if self._hands_over and self.routine.key in self.graph.kept else self.room(node, 0)

    def begin_account(self, key: Key) -> None:
        """Where a routine begins."""
        if key in self.graph.sharers and (self.graph.routines[key].handler or not self._several_accounts):
            self.page.put(1, f"{ACCOUNT} = gw.loops")
        elif key in self.graph.kept:
            self.page.put(1, f"{ACCOUNT} = {self.e.use('basic.gw.loops', 'Loops')}()")

    def room(self, node: Node, size: int) -> int | str:
        """What the loops around a place take of the stack, and so much more."""
        if self.routine.key in self.graph.kept:
            begins = node.index in self.flow.loops or node.index in self.flow.whiles
            begun = self._loop_name(node.index) if begins else ""
            return f"{ACCOUNT}.size({begun}) + {size}"
        return self.graph.size(self.graph.routines[self.routine.key], node.place) + size

    def loops_around(self, node: Node) -> int | str | None:
        """What the loops around a place take, if errors there lead to a handler that asks for room on the stack, or to
        one that looks for these loops; None where the error is that it is full, which empties it."""
        key = handler_of(node.place[2])
        if key in self.graph.sharers:
            return ACCOUNT if self._several_accounts else 0
        if node.kind == "room":
            return None
        if node.place[2][0] < 0 or not self._handler_asks(key):
            return 0
        if self.routine.key in self.graph.kept:
            return ACCOUNT
        return self.graph.size(self.graph.routines[self.routine.key], node.place)

    def trap_within(self, key: Key, loops: int | str | None) -> str:
        """`trap_900`, `trap_900.within(18)`"""
        return f"{self.trap_name(key)}{f'.{self.finds(key)}({loops})' if loops else ''}"

    def finds(self, key: Key) -> str:
        """How a handler is told of loops."""
        return "sharing" if key in self.graph.sharers else "within"

    def _handler_asks(self, key: Key) -> bool:
        """Whether calls and loops of a handler ask for room."""
        if key not in self.asking:
            routine = self.graph.routines.get(key)
            nodes = routine.nodes.values() if routine is not None and self.graph.counts(key) else ()
            self.asking[key] = any(
                node.call is not None
                or (node.point is not None and isinstance(core(node.point.statement), n.For | n.While))
                for node in nodes
            )
        return self.asking[key]

    def _asked_for_room(self, node: Node) -> str:
        """`gw.room(8)`, `gw.room(18, lambda: integer(x))` where FOR works out its first value before that, or
        `a.room(200, 100, size=4)` before its DIM."""
        statement = node.point.statement if node.point is not None else None
        if isinstance(statement, n.Dim):
            return self.s.room_for(statement.arrays)
        first = ""
        if isinstance(statement, n.For) and self.fallible.form.into(self._kind(statement.variable), statement.start):
            first = f", lambda: {self._bounds(statement)[0].code}"
        return f"gw.room({self.room(node, self._entry_size(node))}{first})"

    def _room_of_for(self, node: Node) -> str:
        """`gw.room(18)`, unless that was asked, or surely there is room."""
        asks = self.graph.asks(self.routine.key, node) and not node.part
        return f"gw.room({self.room(node, FOR_SIZE)})" if asks else ""

    def _entry_size(self, node: Node) -> int:
        """What the statement at a place puts on the stack."""
        match node.point and node.point.statement:
            case n.For():
                return FOR_SIZE
            case n.While():
                return WHILE_SIZE
            case _:
                return GOSUB_SIZE

    def _end_of_old(self, node: Node, statement: n.For) -> str:
        """An error in the head of a FOR leaves no loop behind, if there was one from before."""
        failing = self.routine.key in self.graph.kept and (node.guarded or node.tried)
        return f"{ACCOUNT}.end({self._loop_name(node.index)})" if failing else ""
