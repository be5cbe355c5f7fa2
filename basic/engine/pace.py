"""A program as fast as the old machine was: `--speed pc`.

    Pace(interpreter, "pc")

What each statement took there is worked out from its kind and what it reckons with; where the program is ahead, the
machine's clock is let go on. A fixed clock goes on with the statements alone then, and not with each time it is read.

The figures are milliseconds on a PC of 4.77 MHz. Those for arithmetic, variables, loops and jumps were fitted to the
figures of the magazine Personal Computer World for the IBM PC, which are from memory and not checked against a copy:
its eight programs of a thousand turns (the last of a hundred) took 1.5, 5.2, 12.1, 12.6, 13.6, 23.5, 37.4 and 3.5
seconds; here they take 1.5, 5.2, 12.1, 12.5, 13.5, 23.2, 37.2 and 3.5. Those for printing and drawing are estimates.
An XT had the same processor; an AT took about a third.
"""

from __future__ import annotations

from ..machine.clock import FixedClock
from ..syntax import nodes as n
from ..syntax.visit import children
from .poll import STATEMENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..analysis.flow import Flow
    from .interpreter import Interpreter

SPEEDS = {"pc": 1.0, "xt": 1.0, "at": 3.0}
SLICE = 0.02  # seconds that a program may be ahead
PLAIN = 0.5  # any other statement, GOTO and GOSUB among them
KINDS: dict[type, float] = {
    n.Remark: 0.2, n.Data: 0.2, n.Empty: 0.1, n.If: 1.05, n.For: 1.2, n.Next: 1.25, n.While: 0.8, n.Wend: 0.8,
    n.Read: 2.0,
    n.Print: 3.0, n.Write: 3.0, n.Pset: 2.0, n.DrawLine: 15.0, n.Circle: 80.0, n.Paint: 200.0,
    n.GetImage: 20.0, n.PutImage: 20.0,
}  # fmt: skip
WORDS = {"CLS": 30.0, "DRAW": 30.0, "SCREEN": 100.0, "PCOPY": 20.0, "LOCATE": 1.5, "COLOR": 1.0}
PARTS: dict[type, float] = {
    n.Number: 0.35, n.String: 0.5, n.Variable: 0.25, n.Element: 1.8, n.Function: 1.5, n.UserFunction: 5.0,
}  # fmt: skip
OPERATORS = {"*": 1.6, "/": 1.6, "\\": 1.6, "MOD": 1.8, "^": 12.0}
OPERATOR = 0.85  # any other
SLOW = {"LOG": 7.0, "EXP": 7.0, "SIN": 7.0, "COS": 7.0, "TAN": 14.0, "ATN": 8.0, "SQR": 9.0, "RND": 2.0}
ITEM = 3.0  # of PRINT: its characters


class Pace:
    def __init__(self, interpreter: Interpreter, speed: str) -> None:
        self._interpreter = interpreter
        self._clock = interpreter.machine.clock
        if isinstance(self._clock.source, FixedClock):
            self._clock.source.read_by_read = False
        self._unit = 0.001 / SPEEDS[speed]
        self._flow: Flow | None = None
        self._costs: dict[int, float] = {}  # of its points, in seconds
        self._ahead = 0.0
        self._since = self._clock.elapsed()
        interpreter.poll.ask(self._ask, STATEMENTS)

    def _ask(self, point: int, done: int) -> float:
        self._ahead += PLAIN * self._unit if self._interpreter.rt.direct else self._cost(point)
        if self._ahead > SLICE:
            now = self._clock.elapsed()
            self._ahead = max(self._ahead - (now - self._since), 0.0)  # it worked, or waited for a key
            if self._ahead > 0.0:
                self._interpreter.machine.sleep(self._ahead)
                self._ahead = 0.0
            self._since = self._clock.elapsed()
        return done

    def _cost(self, point: int) -> float:
        flow = self._interpreter.flow
        if flow is not self._flow:
            self._flow = flow
            self._costs.clear()
        cost = self._costs.get(point)
        if cost is None:
            cost = self._costs[point] = cost_of(flow.points[point].statement) * self._unit
        return cost


def cost_of(statement: n.Node) -> float:
    """Milliseconds that it took on a PC."""
    cost = KINDS.get(type(statement)) or WORDS.get(getattr(statement, "word", ""), PLAIN)
    if isinstance(statement, n.If):
        return cost + _reckoning(statement.condition)
    if isinstance(statement, n.DefFn):
        return cost
    parts = [part for part in children(statement) if not isinstance(part, n.LineRef)]
    if isinstance(statement, n.Print):
        cost += ITEM * sum(not isinstance(part, n.Separator) for part in parts)
    return cost + sum(map(_reckoning, parts))


def _reckoning(node: n.Node | n.Line) -> float:
    """What an expression took."""
    cost = PARTS.get(type(node), 0.0)
    if isinstance(node, n.Binary | n.Unary):
        cost = OPERATORS.get(node.operator, OPERATOR)
    elif isinstance(node, n.Function):
        cost = SLOW.get(node.name, cost)
    return cost + sum(map(_reckoning, children(node)))
