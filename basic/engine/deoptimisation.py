"""Deoptimisation: what fast code takes over from namespace and stack, and what is brought back from it.

Loops around a point that need no entry of the stack are where the code has them: in locals of the Python function, or
in words of native code (`native/state.py`), which takes them off the stack and puts them back by the same rules.
"""

from __future__ import annotations

from . import names
from .arrays import Undimensioned
from .stack import Loop, WhileLoop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import FrameType, TracebackType
    from typing import Any

    from ..analysis.defaults import Name
    from ..arithmetic.ranges import Range
    from .image import Function, Outline
    from .runtime import Runtime
    from .stack import Stack
    from .version import Version


class _Numbers(dict[str, "Any"]):
    """What limits and steps are where they are no names."""

    def __missing__(self, code: str) -> Any:
        number = self[code] = eval(code, {})
        return number


NUMBERS = _Numbers()


def broken(version: Version, rt: Runtime) -> set[Name]:
    """Variables that are not whole where the fast code takes them to be; whole floats become ints."""
    namespace = rt.namespace
    wrong: set[Name] = set()
    for identifier in version.function.whole:
        value = namespace[identifier]
        if type(value) is not int:
            if value == int(value):
                namespace[identifier] = int(value)
            else:
                wrong.add(names.known_as(identifier))
    return wrong


def outside(version: Version, rt: Runtime) -> set[Name]:
    """Variables with values that the program alone could not have given them."""
    found: set[Name] = set()
    for identifier in rt.variables:  # also those of statements that nothing leads to, but for CONT
        if identifier.startswith("FN_"):
            continue
        kind = names.kind_of(identifier)
        value = rt.namespace[identifier]
        if kind in "%!" and not isinstance(value, Undimensioned) and not _within(value, version.bounds(identifier)):
            found.add(names.known_as(identifier))
    return found


def take_loops(function: Function, outline: Outline, rt: Runtime, point: int) -> bool:
    """Turn the stack's entries of the loops around a head into the locals that the fast code keeps; False if others
    are there."""
    stack = rt.stack
    if renamed(function, stack):
        return False
    stack.mark_returns(function.heads)
    if point in outline.whiles and point in function.clean:
        stack.drop_while(point)
    around = innermost(stack, [begin for begin, *_ in function.nests.get(point, ())])
    if around is None:
        return False
    for entry in around:
        if isinstance(entry, Loop):
            rt.namespace[f"limit_{entry.point}"] = entry.limit
            rt.namespace[f"step_{entry.point}"] = entry.step
    del stack[len(stack) - len(around) :]
    return True


def renamed(function: Function, stack: Stack) -> bool:
    """Whether DEFINT within a loop has made another variable of its name."""
    counters = function.counters
    return any(type(entry) is Loop and entry.variable != counters.get(entry.point, "") for entry in stack)


def innermost(stack: Stack, begins: list[int]) -> list[Loop | WhileLoop] | None:
    """The last entries, which must be these loops; None if they are not."""
    entries = stack[max(len(stack) - len(begins), 0) :]
    found = [entry.point for entry in entries if type(entry) is Loop or type(entry) is WhileLoop]
    return entries if found == begins else None


def loop(function: Function, outline: Outline, begin: int, limit: Any = 0, step: Any = 0) -> Loop | WhileLoop:
    """The entry of a loop that had none; WHILE has neither limit nor step."""
    if begin in outline.whiles:
        return WhileLoop(begin, outline.whiles[begin])
    return Loop(begin, outline.loops[begin], function.counters[begin], limit, step)


def give_back(
    function: Function,
    outline: Outline,
    rt: Runtime,
    traceback: TracebackType | None,
    point: int | None = None,
    stopped: int | None = None,
    failed: bool = False,
) -> int | None:
    """Bring variables and loops from the frame of the fast code back to namespace and stack; gives the point where it
    was, which is that given if there is one, None if it had not begun. `stopped`: the Python line where that is, if
    not the traceback's; `failed`: by an error, so that a WHILE there has begun."""
    frame, line = _frame(traceback, function)
    if frame is None:
        return None
    line = line if stopped is None else stopped
    if point is None or point < 0:
        point = function.marks[line]
    local, namespace = frame.f_locals, rt.namespace
    if function.looks:
        ahead = function.ahead.get(line, 0)
        namespace["done"] = local["done"] - ahead - (ahead > 0 and stopped is not None)
    for identifier in function.scalars:
        namespace[identifier] = local[identifier]
    for identifier in function.arrays:
        value = local[identifier]
        if isinstance(value, Undimensioned) and value.array is not None:
            value = value.array
        namespace[identifier] = value
    for identifier, choices in function.definitions.items():
        for position in range(len(choices)):
            if local.get(identifier) is not None and local[identifier] is local[f"{identifier}_{position}"]:
                namespace[identifier] = namespace[f"{identifier}_{position}"]
    for site in function.calls.get(line, ()):
        _give_loops(function, outline, rt, site, local)
        rt.stack.append(outline.following[site])
    _give_loops(function, outline, rt, point, local)
    if failed and point in outline.whiles and point in function.clean:
        rt.stack.append(loop(function, outline, point))
    return point


def count(function: Function, rt: Runtime, traceback: TracebackType | None) -> None:
    """Bring back no more than how much has been done: everything else is forgotten anyway."""
    frame, _ = _frame(traceback, function)
    if frame is not None and function.looks:
        rt.namespace["done"] = frame.f_locals["done"]


def _give_loops(function: Function, outline: Outline, rt: Runtime, point: int, local: Mapping[str, Any]) -> None:
    """Put the loops around a point on the stack that have no entry in the fast code."""
    for begin, _, *codes in function.nests.get(point, ()):
        bounds = [local[code] if code in local else NUMBERS[code] for code in codes if begin in outline.loops]
        rt.stack.append(loop(function, outline, begin, *bounds))


def _frame(traceback: TracebackType | None, function: Function) -> tuple[FrameType | None, int]:
    while traceback is not None:
        if traceback.tb_frame.f_code is function.code:
            return traceback.tb_frame, traceback.tb_lineno
        traceback = traceback.tb_next
    return None, 0


def _within(value: Any, bounds: Range) -> bool:
    """Whether a number, or every element of an array, is in a range; whole floats become ints on the way."""
    if not isinstance(value, list):
        return bounds.holds(value)
    for index, element in enumerate(value):
        if bounds.whole and type(element) is float and element == int(element):
            value[index] = element = int(element)
        if not _within(element, bounds):
            return False
    return True
