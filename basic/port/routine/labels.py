"""What is called how: routines, the arms of branches, what loops have worked out, the lines that errors lead back to.

    sub_300, 300b for what begins further on in the line         limit_40, step_40: of a FOR
    trap_900: what takes the errors of an ON ERROR GOTO 900      from_200, state_200: what a switch looks at
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable
from functools import cached_property

from ...analysis.defaults import Name
from ...analysis.flow import core
from ...analysis.routines.routines import Key, Node
from ...syntax import nodes as n
from ..naming.deeds import Deed, plain_noun
from ..naming.names import RESERVED, free, routine_names
from ..naming.occasions import Occasions
from ..plan.knowledge import Knowledge


class Labels:
    """Of one program."""

    occasions: Occasions
    numbers: dict[Key, str]  # of the routines, by which they are told apart
    named: set[str]  # as somebody wants functions to be called

    def __init__(self, k: Knowledge) -> None:
        self.k = k
        self.traps: set[Key] = set()  # that have been named

    def routine_name(self, key: Key) -> str:
        return "main" if key == self.k.graph.main else self.routine_names[self.numbers[key]]

    def _numbered(self, keys: list[Key]) -> dict[Key, str]:
        """`300`, `300_2` for the same under another ON ERROR, `300b` for what begins further on in the line."""
        beside: dict[int, set[int]] = {}  # where the routines of a line begin
        same: dict[int, list[Key]] = {}
        for key in keys:
            first = key[0]
            beside.setdefault(self.k.flow.points[key[0]].line, set()).add(first)
            same.setdefault(first, []).append(key)
        numbers = {}
        for first, alike in same.items():
            for position, key in enumerate(alike):
                line = self.k.flow.points[key[0]].line
                number = f"{line}{self._letter(first, beside[line]).removeprefix('a')}"
                numbers[key] = f"{number}_{position + 1}" if position else number
        return numbers

    def name_routines(self, given: dict[str, str]) -> None:
        """Call the routines after their remarks, the occasions for them, or the lines that they begin with."""
        wanted: dict[str, str] = {}
        self.named = {*given.values()}
        occasions = self.occasions = Occasions(self.k.flow)
        self.numbers = self._numbered(sorted(key for key in self.k.graph.routines if key != self.k.graph.main))
        for key in sorted(self.numbers):
            number = self.numbers[key]
            word = "on_error" if self.k.graph.routines[key].handler else "sub"
            named = self.k.remarks_of.name(key) or occasions.name(key[0])
            if not named and word == "sub":
                named = self._deed_of(key, wanted.values())
            wanted[number] = free(named) if named else f"{word}_{number}"
        self.routine_names = routine_names(wanted, given, set(RESERVED) | set(self.k.names.known.values()))

    def _deed_of(self, key: Key, others: Collection[str]) -> str:
        given, back = self.k.data_flow.parameters(key), self.k.data_flow.results(key)
        points = sorted({place[0] for place in self.k.graph.routines[key].nodes})
        tells = self.k.graph.tells(key)
        return Deed(self.k.flow, points, given, back, tells, self.noun, others).name()

    def noun(self, name: Name) -> str:
        """What a variable is, "" if neither BASIC's name nor the program says it; its kind need not be known."""
        said = (self.k.meanings.said.get((name[0], kind, name[2])) for kind in name[1] or "!%#")
        return plain_noun(name) or next(filter(None, said), "")

    def arm_name(self, index: int) -> str:
        """What a part that begins at a point is called after its remark, or the answer that leads to it."""
        return self.k.remarks_of.name_of_part(index) or self.occasions.name(index)

    def limit_of(self, index: int, word: str = "limit") -> str:
        """The name for what a FOR has worked out when it began."""
        line = self.k.flow.points[index].line
        return f"{word}_{line}{self._letter(index, self._loops_by_line[n.For, line])}"

    @cached_property
    def limits(self) -> dict[str, tuple[int, str]]:
        """The FORs, by the names for what they have worked out, and which of the two that is."""
        fors = [p.index for p in self.k.flow.points if isinstance(core(p.statement), n.For)]
        return {self.limit_of(index, word): (index, word) for index in reversed(fors) for word in ("limit", "step")}

    @cached_property
    def _loops_by_line(self) -> dict[tuple[type[n.Statement], int], list[int]]:
        """The FORs of each line, and the WHILEs."""
        found: dict[tuple[type[n.Statement], int], list[int]] = {}
        for point in self.k.flow.points:
            if isinstance(statement := core(point.statement), n.For | n.While):
                found.setdefault((type(statement), point.line), []).append(point.index)
        return found

    def _letter(self, index: int, loops: Iterable[int]) -> str:
        """Which of the loops of a line one is, if there are several."""
        same = sorted(set(loops))
        return "" if len(same) == 1 else chr(97 + same.index(index))

    def loop_name(self, index: int) -> str:
        """What the account of the loops calls one: `"60"`, or `"60b"` for the second of its line."""
        line = self.k.flow.points[index].line
        loops = [begin for kind in (n.For, n.While) for begin in self._loops_by_line.get((kind, line), ())]
        return f'"{line}{self._letter(index, loops)}"'

    def counter_name(self, variable: n.Variable) -> str:
        return f'"{variable.name}{self.k.kind(variable).strip("!")}"'

    def trap_name(self, key: Key) -> str:
        self.traps.add(key)
        return f"trap_{self.numbers[key]}"

    def resumed_at(self, said: int) -> str:
        """The line that a RESUME names, `540`; `11_00540`: a RETURN in that line, which is another place that handlers
        lead to."""
        target = _point_of(said)
        line = self.k.flow.points[target].line
        number = 10 * bisect_left(self._resumed_lines.get(line, []), (target, said < 0))
        return f"{number + 1}_{line:05}" if number else str(line)

    @cached_property
    def _resumed_lines(self) -> dict[int, list[tuple[int, bool]]]:
        """The points that any RESUME names, and any RETURN of a handler (True), in order, by line."""
        handlers = (routine for routine in self.k.graph.routines.values() if routine.handler)
        said = {outcome.said for handler in handlers for outcome in handler.outcomes if outcome.kind == "line"}
        found: dict[int, list[tuple[int, bool]]] = {}
        for point, returns in sorted((_point_of(other), other < 0) for other in said):
            found.setdefault(self.k.flow.points[point].line, []).append((point, returns))
        return found

    def state_name(self, node: Node) -> str:
        """The variable that a switch looks at: where it begins, or leads to at first, and how many others do."""
        assert node.state is not None
        word, index, inner = "from" if node.state.once else "state", node.state.point, "_inner" * node.state.inner
        if index >= self.k.flow.end:
            return f"{word}_end{inner}"
        line, first = self.k.flow.points[index].line, index
        while first and self.k.flow.points[first - 1].line == line:
            first -= 1
        return f"{word}_{line}" + f"_{index - first + 1}" * (index > first) + inner

    def type_of_limit(self, name: str) -> str:
        """The type of what a FOR has worked out."""
        index, word = self.limits[name]
        loop = core(self.k.flow.points[index].statement)
        assert isinstance(loop, n.For)
        _, stop, step = self.k.bounds(loop)
        value = stop if word == "limit" else step
        return "int" if value.whole and not value.real else "float"


def _point_of(said: int) -> int:
    """The point that a handler names (`Outcome.said`)."""
    return said if said >= 0 else -1 - said
