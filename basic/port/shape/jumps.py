"""Jumps to labels as Python has them: `break`, `continue`, or none at all.

Python leaves the innermost loop only. A way to another label is no jump at all where control would get there by
itself; else the code is put in another order until it does, or a little of it is copied (`detours.py`); the test that
led there is asked again (`asking.py`); what a routine ends with, and a nest that is left for one place, becomes a
function (`endings.py`), and one that says which of two places it is left for (`answers.py`). A flag is the
next-to-last resort (`flags.py`).
"""

from __future__ import annotations

from operator import is_

from ...analysis.shapes.structure import Again, Block, Code, Leave, Loop
from ...analysis.telling import Tell, nobody
from .asking import Facts
from .endings import Function
from .flags import Flags
from .shapes import Asked, Frame, IfFlag, Jump, Seq, jump_of, parts

EVERY = 20  # jumps


class Looked:
    """A sequence on the way to what is looked at."""

    __slots__ = "at", "before", "frame", "inside", "loop", "mask", "seq", "tail"

    def __init__(self, seq: Seq, tail: int, loop: tuple[int, int] | None) -> None:
        self.seq = seq
        self.tail = tail
        self.loop = loop
        self.at = -1  # the shape that is looked at
        self.inside: list[Looked] = []  # what has not been looked at in that, the last first
        self.before: Seq = []  # the shapes as they were when something was to be changed, and the jumps out of them
        self.mask = 0
        self.frame: Frame | None = None

    @property
    def shape(self) -> object:
        return self.seq[self.at]

    def again(self) -> None:
        """Look at the same shape once more."""
        self.at -= 1
        self.inside = []
        self.frame = None

    def is_other(self) -> bool:
        """Whether there are other shapes now."""
        return len(self.before) != len(self.seq) or not all(map(is_, self.before, self.seq))


class Resolver(Flags):
    """Makes every jump one that Python has."""

    def __init__(self, seq: Seq, function: Function, facts: Facts | None, tell: Tell = nobody) -> None:
        super().__init__(seq, function, facts)
        self.actions: dict[int, str] = {}  # id of a jump -> "", "break", "continue" or "return"
        self.walks = 0
        self.tell = tell
        self.begun = 0  # how many have been looked at of the whole and its functions, the last perhaps not to its end
        self.leaving: Jump | None = None  # what is `return` in that
        self.way: list[Looked] = []  # what is looked at, from the outermost in

    def resolve(self, most: int = 10_000) -> bool:
        """Whether every jump could be made one, in so many steps at most."""
        while self.walks < most:
            self.walks += 1
            if self.walks % EVERY == 0:
                self.tell(f"jumps, {self.walks} looked at")
            path = self._look()
            if path is None:  # once more at everything, for what each jump has come to in the end
                self.clean, self.actions, self.begun = {}, {}, 0
                path = self._look()
            if path is None:
                return True
            self.changed = set()
            for manner in (self._absorb, self._otherwise, self._not_found, self._copy, self._answer_nest, self._through,
                           self._inwards, self._ask_again, self._ending, self._nest, self._copy_more, self._hand_over,
                           self._answer, self._flag):  # fmt: skip
                if manner(path):
                    break
            self._go_back()
        return False

    def _look(self) -> list[Frame] | None:
        """Note what each jump becomes, from where the last look has come to; gives the way to the first that cannot be
        written yet."""
        while self.way or self._begin():
            looked = self.way[-1]
            if looked.inside:
                self.way.append(looked.inside.pop())
            elif not self._walk(looked):
                return self._path()
        return None

    def _path(self) -> list[Frame]:
        """The way to a jump. What there is on it is kept in mind, to see what will have been changed."""
        for looked in reversed(self.way):
            if looked.frame is not None:
                break
            looked.frame = looked.seq, looked.at
            looked.before, looked.mask = looked.seq[:], self.exits.of(looked.seq)
        return [looked.frame for looked in self.way if looked.frame is not None]

    def _begin(self) -> bool:
        """Look at the next of the whole and its functions, if there is one."""
        if self.begun > len(self.functions):
            return False
        seq, self.returns = self.functions[self.begun - 1] if self.begun else (self.seq, {})
        self.begun += 1
        self.leaving = next(iter(self.returns), None)
        self._enter(self.way, (seq,), 0 if self.leaving is None else self.exits.bit(self.leaving), None)
        return True

    def _walk(self, looked: Looked) -> bool:
        """Go on in a sequence to the next shape with something inside, or to its end; False: to a jump that cannot be
        written."""
        seq, tail, loop = looked.seq, looked.tail, looked.loop
        looked.frame = None
        for position in range(looked.at + 1, len(seq)):
            shape = seq[position]
            kind = type(shape)
            if kind is Code:
                continue
            looked.at = position
            if kind is Leave or kind is Again:
                if not self._becomes(shape, tail, loop):
                    return False
            elif (inside := parts(shape)) and self._unfit(looked, shape, inside):
                return True
        self.clean[id(seq)] = seq, self._standing(seq, tail, loop)
        self.way.pop()
        return True

    def _unfit(self, looked: Looked, shape: object, inside: tuple[Seq, ...]) -> bool:
        """Whether there is anything in a shape that has to be looked at: what was fit to be written where it stands
        before, and has not changed since, is passed over."""
        behind = self._behind(looked.seq, looked.at, looked.tail)
        if isinstance(shape, Loop):
            labels = self.exits.bit(("again", shape.label))
            for jump in _trailing(shape.body):
                labels |= self.exits.bit(jump)
            self._enter(looked.inside, inside[1:], behind, looked.loop)
            self._enter(looked.inside, inside[:1], labels, (labels, behind))
        else:
            if isinstance(shape, Block):
                behind |= self.exits.bit(("leave", shape.label))
            self._enter(looked.inside, inside, behind, looked.loop)
        return bool(looked.inside)

    def _enter(self, found: list[Looked], seqs: tuple[Seq, ...], tail: int, loop: tuple[int, int] | None) -> None:
        for seq in reversed(seqs):
            known = self.clean.get(id(seq))
            if known is None or known[1] != self._standing(seq, tail, loop):
                found.append(Looked(seq, tail, loop))

    def _standing(self, seq: Seq, tail: int, loop: tuple[int, int] | None) -> object:
        """What becomes of the jumps out of a sequence where it stands."""
        again, behind = loop or (0, 0)
        jumps = self.exits.of(seq)
        return tail & jumps, again & jumps, behind & jumps, self.leaving

    def _go_back(self) -> None:
        """To the innermost sequence on the way that has not changed, nor what its jumps become: what stands there
        before the shape that the way goes through need not be looked at again."""
        way = self.way
        changed = (i for i, looked in enumerate(way) if id(looked.seq) in self.changed or looked.is_other())
        first = next(changed, len(way) - 1)
        self.forget(*(looked.seq for looked in way[first:]))
        self._reckon(first)
        around = first
        while around and isinstance(way[around - 1].shape, Block):
            around -= 1
        if around and isinstance(way[around - 1].shape, Loop):  # what its body ends with tells what goes on with it
            first = around
        del way[first:]
        if way:
            way[-1].again()
        else:
            self.begun -= 1

    def _reckon(self, first: int) -> None:
        """What leads out of the sequences around one that has changed, as far as that has changed, too."""
        way = self.way
        for looked in way[:first]:
            self.exits.forget_inside(looked.seq)
        while first and (mask := self.exits.of(way[first].seq)) != way[first].mask:
            way[first].mask = mask
            first -= 1
            self.exits.forget(way[first].seq)

    def _behind(self, seq: Seq, position: int, tail: int) -> int:
        """The jumps that are none at the end of a shape."""
        position += 1
        while position < len(seq) and _passes(seq[position]):
            position += 1
        if position == len(seq):
            return tail
        jump = jump_of(seq[position])
        if jump is None:
            return 0
        bit = self.exits.bit(jump)
        return tail if tail & bit else bit

    def _becomes(self, shape: object, tail: int, loop: tuple[int, int] | None) -> bool:
        """Note what a jump becomes, if it can be written."""
        jump = jump_of(shape)
        assert jump is not None
        bit = self.exits.bit(jump)
        again, behind = loop or (0, 0)
        if tail & bit:
            self.actions[id(shape)] = ""
        elif again & bit:
            self.actions[id(shape)] = "continue"
        elif behind & bit:
            self.actions[id(shape)] = "break"
        elif jump in self.returns:
            self.actions[id(shape)] = self.returns[jump]
        else:
            return False
        return True


def _passes(shape: object) -> bool:
    """Whether other jumps go past a shape: what a flag is for, or a question that is answered otherwise."""
    return isinstance(shape, Asked) or (isinstance(shape, IfFlag) and not shape.negated)


def _trailing(body: Seq) -> list[Jump]:
    """Leaving a block at the end of a loop's body is going on with the loop."""
    found: list[Jump] = []
    while body and isinstance(body[-1], Block):
        found.append(("leave", body[-1].label))
        body = body[-1].body
    if body and isinstance(body[-1], Again) and len(body) > 1:
        found += _trailing(body[:-1])
    return found
