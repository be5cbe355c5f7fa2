"""A region's state in words, and how the interpreter's values get there and back.

While native code is at work the words are right and the namespace is not: a single step in between is given the
variables it names and no more. `give_back` puts everything in order again.
"""

from __future__ import annotations

from array import array
from ctypes import CFUNCTYPE, addressof, c_double, c_int64, memmove, string_at
from time import perf_counter

from ...sizes import FOR_SIZE, GOSUB_SIZE, RESERVED, WHILE_SIZE
from ..arrays import Undimensioned
from ..deoptimisation import innermost, loop, renamed
from ..stack import Loop, WhileLoop
from .plan import Refused
from .words import ENTRY, FUEL, MOST, MOST_USED, SEED, TOP, USED, packed, unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import Any

    from ..image import Function, Outline
    from ..runtime import Runtime
    from .compiler import Code
    from .plan import Plan

DEPTH = 1000  # entries of the stack
LOOK = 0.02  # seconds between two looks at Ctrl-C
TURNS, FEWEST, MOST_TURNS = 20_000, 1_000, 20_000_000  # jumps backwards in that time: a first guess, and its bounds


class State:
    """The words of one compiled region."""

    def __init__(self, plan: Plan, code: Code, runtime: Runtime, outline: Outline, function: Function) -> None:
        self.layout = layout = plan.layout
        self.rt = runtime
        self._outline, self._function = outline, function
        kept, nests = function.unstacked, function.nests
        self._nests = {point: [begin for begin, *_ in nest if begin in kept] for point, nest in nests.items()}
        self.words = (c_int64 * layout.size)()
        self.floats = (c_double * layout.size).from_buffer(self.words)
        self.stack = (c_int64 * (ENTRY * (DEPTH + 1)))()
        self.stack_floats = (c_double * len(self.stack)).from_buffer(self.stack)
        self._address = addressof(self.words)
        self._stack_address = addressof(self.stack)
        self.use(code)
        self._fuel = TURNS
        self._buffers: dict[str, Any] = {}
        self._lists: dict[str, Any] = {}  # the arrays behind the buffers
        self._around: dict[int, Loop | WhileLoop] = {}  # the loops without entries where the code was entered

    def use(self, code: Code) -> None:
        """Go on with this code."""
        self._code = code  # it must stay in memory
        self._run: Callable[[int, int, int], int] = CFUNCTYPE(c_int64, c_int64, c_int64, c_int64)(code.address("run"))

    def run(self, point: int) -> tuple[int, bool, int]:
        """Go on from an entry; gives where it stopped, whether the statement there is still to be done, and how many
        jumps backwards there were."""
        words, random = self.words, self.rt.machine.random
        fuel = self._fuel
        words[FUEL], words[SEED] = fuel, random.seed
        begin = perf_counter()
        code = self._run(point, self._address, self._stack_address)
        random.seed = words[SEED]
        turns = fuel - words[FUEL]
        if turns >= fuel:
            spent = max(perf_counter() - begin, LOOK / 16)
            self._fuel = max(FEWEST, min(int(fuel * LOOK / spent), MOST_TURNS))
        return code >> 1, not code & 1, turns

    @property
    def elements(self) -> int:
        """How many elements the arrays have."""
        return sum(map(len, self._buffers.values()))

    # -- variables ------------------------------------------------------------------------------------------------

    def take_all(self) -> None:
        layout = self.layout
        self.rt.know(layout.scalars, {identifier: rank for identifier, (_, rank) in layout.arrays.items()}, {})
        if any(self.rt.namespace.get(identifier) is None for identifier in layout.functions):
            raise Refused  # DEF FN has not been carried out
        self.take(layout.kinds)

    def give_all(self, but: Collection[str]) -> None:
        """All variables, but for those that a single step was working on."""
        self.give([identifier for identifier in self.layout.kinds if identifier not in but])

    def take(self, identifiers: Iterable[str]) -> None:
        """Variables from the namespace into the words."""
        namespace, layout = self.rt.namespace, self.layout
        for identifier in identifiers:
            value = namespace[identifier]
            place = layout.scalars.get(identifier)
            if place is None:
                self._take_array(identifier, value)
                continue
            match layout.kinds[identifier]:
                case "i":
                    if type(value) is not int:
                        if value != int(value):
                            raise Refused
                        value = int(value)
                    if not -MOST <= value <= MOST:
                        raise Refused(identifier)
                    self.words[place] = value
                case "f":
                    self.floats[place] = value
                case "d":
                    self.words[place], self.words[place + 1] = packed(value)
                case _:
                    self.words[place] = len(value)
                    memmove(self._address + 8 * place + 8, value.encode("latin-1"), len(value))

    def give(self, identifiers: Iterable[str]) -> None:
        """Variables from the words into the namespace."""
        namespace, layout = self.rt.namespace, self.layout
        for identifier in identifiers:
            place = layout.scalars.get(identifier)
            if place is None:
                self._give_array(identifier)
                continue
            match layout.kinds[identifier]:
                case "i":
                    namespace[identifier] = self.words[place]
                case "f":
                    value = self.floats[place]
                    namespace[identifier] = int(value) if identifier in self.layout.whole else value
                case "d":
                    namespace[identifier] = unpacked(self.words[place], self.words[place + 1])
                case _:
                    start = self._address + 8 * place + 8
                    namespace[identifier] = string_at(start, self.words[place]).decode("latin-1")

    def _take_array(self, identifier: str, value: Any) -> None:
        place, rank = self.layout.arrays[identifier]
        if isinstance(value, Undimensioned) and value.array is not None:
            value = value.array
        bounds = self.rt.bounds.get(identifier, ())
        if not isinstance(value, list) or len(bounds) != rank:
            self._lists.pop(identifier, None)
            self.words[place : place + 1 + rank] = [self._address, *[0] * rank]  # every subscript is beyond it
            return
        buffer = self._flat(value, rank, self.layout.kinds[identifier])
        self._buffers[identifier], self._lists[identifier] = buffer, value
        self.words[place : place + 1 + rank] = [buffer.buffer_info()[0], *[bound + 1 for bound in bounds]]

    def _flat(self, value: list[Any], rank: int, kind: str) -> array[Any]:
        rows = value
        for _ in range(rank - 1):
            rows = [element for row in rows for element in row]
        if kind == "d":
            return array("q", [word for element in rows for word in packed(element)])
        try:
            return array("d" if kind == "f" else "q", rows)
        except (TypeError, OverflowError):
            raise Refused from None

    def _give_array(self, identifier: str) -> None:
        target = self._lists.get(identifier)
        if target is None or identifier not in self.layout.stored:
            return
        buffer = self._buffers[identifier]
        if self.layout.kinds[identifier] == "d":
            values = list(map(unpacked, buffer[::2], buffer[1::2]))
        else:
            values = buffer.tolist()
            if self.layout.kinds[identifier] == "f" and identifier in self.layout.whole:
                values = list(map(int, values))
        _fill(target, values, 0)

    # -- loops and subroutines ------------------------------------------------------------------------------------

    def take_stack(self, point: int) -> None:
        """GW-BASIC's stack, the loops around the point that need no entry taken off it."""
        layout, stack = self.layout, self.rt.stack
        around = innermost(stack, self._nests.get(point, []))
        if around is None or renamed(self._function, stack):
            raise Refused
        count = len(stack) - len(around)
        if count > DEPTH or (count and not layout.stacked):
            raise Refused
        self._around = {entry.point: entry for entry in around}
        for entry in around:
            if isinstance(entry, Loop) and entry.point in layout.loops:
                place, kinds = layout.loops[entry.point]
                self._put_bounds(self.words, self.floats, place, kinds, entry)
        used = 0
        for index, entry in enumerate(stack[:count]):
            at = ENTRY * index
            self.stack[at + 1] = used
            if isinstance(entry, int):
                self.stack[at] = entry
                used += GOSUB_SIZE
            elif isinstance(entry, Loop):
                if entry.point >= self._outline.end:
                    raise Refused  # of a typed line
                self.stack[at] = -1 - entry.point
                kinds = self._entry_kinds(entry)
                self._put_bounds(self.stack, self.stack_floats, at + 2, kinds, entry)
                used += FOR_SIZE
            elif isinstance(entry, WhileLoop):
                if entry.point >= self._outline.end:
                    raise Refused
                self.stack[at] = -1 - entry.point
                used += WHILE_SIZE
            else:
                raise Refused  # a subroutine that a typed line has called
        self.words[TOP], self.words[USED] = count, used
        most = self.rt.machine.limits.stack - RESERVED
        self.words[MOST_USED] = DEPTH * WHILE_SIZE if self.rt.unlimited else min(most, DEPTH * WHILE_SIZE)

    def _entry_kinds(self, entry: Loop) -> str:
        return self.layout.entry_kinds.get(entry.point, "ff")

    def _put_bounds(self, words: Any, floats: Any, place: int, kinds: str, entry: Loop) -> None:
        for offset, kind, value in ((0, kinds[0], entry.limit), (1, kinds[1], entry.step)):
            if kind == "f":
                floats[place + offset] = value
            elif value == int(value) and -MOST <= value <= MOST:
                words[place + offset] = int(value)
            else:
                raise Refused(entry.variable)

    def give_stack(self, point: int) -> None:
        """The stack as the interpreter has it, at a point."""
        entries: list[Any] = []
        for index in range(self.words[TOP]):
            at = ENTRY * index
            word = self.stack[at]
            if word >= 0:
                entries.append(word)
                continue
            begin = -1 - word
            kinds = self.layout.entry_kinds.get(begin, "ff")
            entries.append(self._loop(begin, self.stack, self.stack_floats, at + 2, kinds))
        for begin in self._nests.get(point, ()):
            if begin in self.layout.loops:
                place, kinds = self.layout.loops[begin]
                entries.append(self._loop(begin, self.words, self.floats, place, kinds))
            elif begin in self._outline.whiles:
                entries.append(loop(self._function, self._outline, begin))
            else:
                entries.append(self._around[begin])
        self.rt.stack[:] = entries

    def _loop(self, begin: int, words: Any, floats: Any, place: int, kinds: str) -> Loop | WhileLoop:
        bounds: list[Any] = []
        if begin in self._outline.loops:
            bounds = [(words if kind == "i" else floats)[place + offset] for offset, kind in enumerate(kinds)]
        whole = [int(value) if value == int(value) else value for value in bounds]
        return loop(self._function, self._outline, begin, *whole)


def _fill(target: list[Any], values: list[Any], at: int) -> int:
    """Put the elements back into an array's lists."""
    if not isinstance(target[0], list):
        target[:] = values[at : at + len(target)]
        return at + len(target)
    for row in target:
        at = _fill(row, values, at)
    return at
