"""Which variables surely have a place in memory where SWAP or VARPTR looks for it.

    10 INPUT A,B
    20 IF A>B THEN SWAP A,B

A variable gets its place when something is first assigned to it, and keeps it until CLEAR. That also ends all loops,
subroutines and handlers: so what holds where one of them begins holds wherever it leads back to, and only the ways
onward count.
"""

from __future__ import annotations

from ..analysis.flow import calls, core, ways
from ..syntax import nodes as n
from ..syntax.effects import forgets, placed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..analysis.flow import Flow


def doubtful(flow: Flow, identifier: Callable[[n.Variable], str], asked: dict[str, list[int]]) -> set[str]:
    """Those of the variables that are asked for at these points that may have no place at one of them."""
    statements = [core(point.statement) for point in flow.points]
    makes = [asked.keys() & set(map(identifier, placed(statement))) for statement in statements]
    before = _before(flow, statements, makes, identifier)
    return {name for name, points in asked.items() if any(name not in before[p] | makes[p] for p in points)}


def _before(
    flow: Flow, statements: list[n.Statement], makes: list[set[str]], identifier: Callable[[n.Variable], str]
) -> list[set[str]]:
    """What has its place before each point, whichever way led there."""
    found: list[set[str] | None] = [None] * flow.end
    resumed = any(isinstance(statement, n.Resume) for statement in statements)
    waiting: set[int] = set()

    def lead(way: int, known: set[str]) -> None:
        if 0 <= way < flow.end:
            old = found[way]
            new = known if old is None else old & known
            if new != old:
                found[way] = new
                waiting.add(way)

    lead(0, set())
    while waiting:
        point = flow.points[waiting.pop()]
        statement = statements[point.index]
        behind = set() if forgets(statement) else (found[point.index] or set()) | makes[point.index]
        if isinstance(statement, n.Swap) and isinstance(statement.right, n.Variable):
            behind.add(identifier(statement.right))  # it is made, though SWAP fails the first time
        beyond = [flow.after_error(point)] if resumed and isinstance(statement, n.If) else []
        for way in (*ways(flow, point), *calls(flow, point), *beyond):
            lead(way, behind)
    return [known or set() for known in found]
