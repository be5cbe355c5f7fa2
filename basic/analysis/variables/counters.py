"""Numbers that only count: they would need hundreds of thousands of steps to leave what single precision holds exactly.

    10 N=N+1: A(N)=N+2

Nothing bounds N, but it grows by one at a time; a sum of two such numbers that goes back into one of them could double
at each step and is not taken for a counter.
"""

from __future__ import annotations

from ...arithmetic.ranges import Range
from ...syntax import nodes as n
from .types import Key, Ranges, Source, _Inside, _Loop

STEP = 64  # by so much a counter may grow at a time: a quarter of a million steps to 2^24
MOST = 1 << 21  # what it is taken to stay below, so that sums of a few are exact


def bound_counters(ranges: Ranges) -> None:
    """Give counters that nothing else bounds the bounds that they would need so many steps to reach."""
    open_ = {
        key
        for key, known in ranges.known.items()
        if known.whole and key[1] == "!" and (known.low is None or known.high is None)
    }
    while True:
        lost = {key for key in open_ if not all(_counts(ranges, source, open_) for source in ranges._sources[key])}
        if not lost:
            break
        open_ -= lost
    for key in open_:
        known = ranges.known[key]
        ranges.known[key] = Range(True, known.low if known.low is not None else -MOST, known.high or MOST)


def _counts(ranges: Ranges, source: Source, counters: set[Key]) -> bool:
    """Whether a value is at most a little beyond a counter's."""
    if isinstance(source, _Inside):  # what is given to a DEF FN may be one, what that makes of it is none
        return source.definition is None and _counts(ranges, source.expression, counters)
    if isinstance(source, Range):
        return source.within(-MOST, MOST)
    if isinstance(source, _Loop):
        node = source.node
        step = Range(True, 1, 1) if node.step is None else ranges.expression(node.step)
        return (
            step.within(-STEP, STEP)
            and _counts(ranges, node.start, counters)
            and (ranges.expression(node.stop).within(-MOST, MOST) or _counts(ranges, node.stop, counters))
        )
    match source:
        case n.Parenthesised(inner=inner):
            return _counts(ranges, inner, counters)
        case n.Unary(operator="-" | "+", operand=operand):
            return _counts(ranges, operand, counters)
        case n.Variable() | n.Element() if ranges.key(source) in counters:
            return True
        case n.Binary(operator="+" | "-", left=left, right=right):
            for one, other in ((left, right), (right, left)):
                if ranges.kind(other) in "%!" and ranges.expression(other).within(-STEP, STEP):
                    return _counts(ranges, one, counters)
        case n.Function(name="INT" | "FIX" | "ABS" | "CINT", arguments=(inner,)):
            return _counts(ranges, inner, counters)
        case _:
            pass
    return ranges.kind(source) in "%!" and ranges.expression(source).within(-MOST, MOST)
