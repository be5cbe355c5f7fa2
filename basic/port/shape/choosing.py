"""A menu that asks again until it has one of its numbers, and only then does what was chosen.

    while True:                              while True:
        choice = int(input())                    choice = int(input())
        match choice:                            if 1 <= choice <= 2:
            case 1:                                  break
                buy()                            print("WHAT?")
                break                        match choice:
            case 2:                              case 1:
                ...                                  buy()
        print("WHAT?")                           case 2: ...

The number is worked out twice, which does nothing else. The same for a ladder of IF that looks at what was typed:

    while True:                              while True:
        a = input("WALK OR RUN")                 a = input("WALK OR RUN")
        if a == "W":                             if a in ("W", "R"):
            d = 4                                    break
            break                                print("WHAT?")
        if a == "R":                         if a == "W":
            d = roll()                           d = 4
            break                            else:
        print("WHAT?")                           d = roll()

But a question whose answers are yes and no (`questions.py`) says which at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...analysis.flow import core
from ...analysis.routines.routines import Place
from ...analysis.shapes.structure import Again, Block, Branch, Code, Leave, Loop, Switch
from ...record import record
from ...syntax import nodes as n
from ...syntax.visit import walk
from .asking import MEANT, Facts
from .shapes import Exits, Seq, ends, everything, jump_of, parts, weight

FEWEST = 2  # cases that lead out
MANY = 3  # places


@record(frozen=False)
class Menu:
    """A loop with such a question, and the choice behind it, or one test of it."""

    loop: Loop
    choice: Switch | Branch

    def asked(self, facts: Facts) -> n.Expression | None:
        """What is worked out once more."""
        return (facts.selector if isinstance(self.choice, Switch) else facts.condition)(self.choice.node)


def choose_behind(seq: Seq, facts: Facts) -> list[Menu]:
    """Put choices behind the loops that ask for them."""
    found: list[Menu] = []
    position = 0
    while position < len(seq):
        shape = seq[position]
        if isinstance(shape, Switch):
            shape.node.chosen = []
        for part in parts(shape):
            found += choose_behind(part, facts)
        if type(shape) is Loop and (switch := _take_out(shape, facts)) is not None:
            label = (shape.label[0], "chosen", shape.label[2])
            stays = shape.body.pop()
            assert isinstance(stays, Switch)
            shape.body += [Branch(switch.node, [Leave(label)], []), *stays.cases[0]]
            seq[position : position + 1] = [Block(label, [shape]), switch]
            found.append(Menu(shape, switch))
            position += 1
        elif type(shape) is Loop and (ladder := _Ladder(shape, facts)).taken_out():
            seq[position : position + 1] = [Block(ladder.label, [shape]), *ladder.behind]
            found += [Menu(shape, test) for test in ladder.again]
            position += len(ladder.behind)
        if isinstance(shape, Block) and any(menu.choice is shape.body[-1] for menu in found):
            _put_in(shape, seq, position + 1)
        position += 1
    return found


def _put_in(block: Block, seq: Seq, behind: int) -> None:
    """What stood behind the loop and only one case leads to stands in that case."""
    switch = block.body[-1]
    exits = Exits()
    if not isinstance(switch, Switch):
        return
    if exits.leaves(block.body, block.label) == 1 and exits.closed(block.body) and exits.closed(seq[behind:]):
        for case in switch.cases:
            if jump_of(case[-1]) == ("leave", block.label):
                case[-1:] = seq[behind:]
                del seq[behind:]
                return


def _take_out(loop: Loop, facts: Facts) -> Switch | None:
    """The cases of a loop's last choice that lead out of it, if one does not; they are taken out."""
    switch = loop.body[-1]
    if not isinstance(switch, Switch) or facts.selector(switch.node) is None:
        return None
    again = [any(isinstance(s, Again) and s.label == loop.label for s in everything(case)) for case in switch.cases]
    if again.count(True) != 1 or again.count(False) < FEWEST or not ends(switch.cases[again.index(True)]):
        return None
    stays, least = again.index(True), 2 * len(again)
    if sum(weight(case, least) for case in switch.cases) < least:
        return None
    if len(switch.node.follows) - 1 not in switch.chosen[stays]:
        return None
    out = Switch(switch.node, [*switch.cases], [*switch.chosen])
    switch.cases, switch.chosen = [out.cases.pop(stays)], [out.chosen.pop(stays)]
    switch.node.chosen = sorted(number + 1 for numbers in out.chosen for number in numbers)
    return out


class _Ladder:
    """The tests of what a loop asks for, and what is done about the answers that are not asked for again."""

    def __init__(self, loop: Loop, facts: Facts) -> None:
        self.loop = loop
        self.facts = facts
        self.home = "again", loop.label
        self.label: Place = (loop.label[0], "chosen", loop.label[2])
        self.behind: Seq = []
        self.again: list[Branch] = []  # tests that are asked behind the loop, too

    def taken_out(self) -> bool:
        """Whether the loop only asks now, and what is done about its answers is `behind`."""
        body = self.loop.body
        begin = next((at for at, shape in enumerate(body) if not isinstance(shape, Code)), 0)
        split = self._split(body[begin:]) if _only_ask(body[:begin]) else None
        if split is None:
            return False
        stays, self.behind = split
        least = 2 * (1 + len(self.again))
        worth = weight(self.behind, least) >= least or self._leads_around()
        if not worth or not self._may_be_asked():
            return False
        body[begin:] = stays
        return True

    def _leads_around(self) -> bool:
        """Whether the answers lead to so many places that no jumps in the loop could lead there."""
        return len({jump for shape in everything(self.behind) if (jump := jump_of(shape)) is not None}) >= MANY

    def _split(self, seq: Seq) -> tuple[Seq, Seq] | None:
        """What stays in the loop, and what is done behind it (nothing: no way leads there); None if that is one."""
        if all(jump_of(shape) != self.home for shape in everything(seq)):
            return ([Leave(self.label)], seq) if Exits().closed(seq) else None
        first, rest = seq[0], seq[1:]
        if isinstance(first, Again):
            return [first], []
        if isinstance(first, Code) and _says(first):
            split = self._split(rest)
            return split and ([first, *split[0]], split[1])
        if not isinstance(first, Branch) or first.node.kind != "if" or (rest and first.first and first.second):
            return None
        one, two = (self._split(arm or rest) for arm in (first.first, first.second))
        if one is None or two is None:
            return None
        stays = _either(first, one[0], two[0])
        if not one[1] or not two[1]:
            return stays, one[1] or two[1]
        behind = _either(first, one[1], two[1])
        self.again += [shape for shape in behind[:1] if isinstance(shape, Branch)]
        return stays, behind

    def _may_be_asked(self) -> bool:
        """Whether its tests are plain ones, and no question of yes or no."""
        tests = [self.facts.condition(test.node) for test in self.again]
        parts = [part for test in tests if test is not None for part in walk(test)]
        if None in tests or any(isinstance(part, n.Binary) and part.operator == "AND" for part in parts):
            return False
        return len(tests) > 1 or (len(tests) == 1 and self._are_two_deeds(parts))

    def _are_two_deeds(self, parts: Sequence[object]) -> bool:
        """Whether something is done about each of two answers, and they are not yes and no."""
        words = {str(part.value).upper() for part in parts if isinstance(part, n.String | n.Number)}
        arms = [arm for arm in (self.again[0].first, self.again[0].second, self.behind[1:]) if arm]
        return not words <= MEANT.keys() and all(jump_of(arm[0]) is None for arm in arms)


def _either(test: Branch, one: Seq, two: Seq) -> Seq:
    """A test with other arms; the one that stood behind it does so again."""
    if not test.second:
        return [Branch(test.node, one, [], test.negated), *two]
    if not test.first:
        return [Branch(test.node, [], two, test.negated), *one]
    return [Branch(test.node, one, two, test.negated)]


def _only_ask(shapes: Seq) -> bool:
    """Whether something is typed there, and nothing changed but that."""
    typed: set[tuple[str, str]] = set()
    for shape in shapes:
        match core(shape.node.point.statement) if isinstance(shape, Code) and shape.node.point is not None else None:
            case n.Input(channel=None, targets=targets):
                typed |= {(target.name, target.sigil) for target in targets}
            case n.LineInput(channel=None, target=target):
                typed.add((target.name, target.sigil))
            case n.Let(target=n.Variable(name=name, sigil=sigil)) if (name, sigil) in typed:
                pass
            case n.Print() | n.Remark() | n.Empty():
                pass
            case _:
                return False
    return bool(typed)


def _says(shape: Code) -> bool:
    """Whether nothing is done there but to complain."""
    statement = core(shape.node.point.statement) if shape.node.point is not None else None
    return isinstance(statement, n.Print | n.Remark | n.Empty) and shape.node.call is None
