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

The number is worked out twice, which does nothing else.
"""

from __future__ import annotations

from ..analysis.structure import Again, Block, Branch, Leave, Loop, Switch
from ..record import record
from .asking import Facts
from .shapes import Exits, Seq, ends, everything, jump_of, parts, weight

FEWEST = 2  # cases that lead out


@record(frozen=False)
class Menu:
    """A loop with such a question, and the choice behind it."""

    loop: Loop
    switch: Switch


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
        if isinstance(shape, Block) and any(menu.switch is shape.body[-1] for menu in found):
            _put_in(shape, seq, position + 1)
        position += 1
    return found


def _put_in(block: Block, seq: Seq, behind: int) -> None:
    """What stood behind the loop and only one case leads to stands in that case."""
    switch = block.body[-1]
    assert isinstance(switch, Switch)
    exits = Exits()
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
