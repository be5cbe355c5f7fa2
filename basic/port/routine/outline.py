"""What is nested too deeply becomes a function of its own, called where it stood.

A whole loop, branch, `match` or `try` can be taken out, if no jump leads from it into the middle of something else. It
is given what is alive where it begins, and gives back what it changes and what is alive behind it; or it is the last
thing that its routine does, and ends as that would have ended.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain

from ...analysis.flow import Flow, core
from ...analysis.routines.routines import Node, Place
from ...analysis.shapes.structure import Again, Block, Branch, Code, Leave, Loop, Shape, Switch
from ...record import record
from ...syntax import nodes as n
from ..lines.mentions import sets
from ..lines.page import Extent, Page
from ..naming.deeds import Deed
from ..naming.names import ANSWERS, RESERVED, free
from ..naming.names import Key as Name
from ..naming.words import phrase
from ..program.dataflow import MOST_PARAMETERS, MOST_RESULTS, led_to
from ..shape.shapes import (
    Answered,
    Exits,
    Flag,
    IfFlag,
    Part,
    Range,
    Seq,
    Target,
    Try,
    While,
    ends,
    everything,
    nodes_in,
    nodes_of,
    parts,
)
from ..words.value import Value
from .places import Places
from .stack import ACCOUNT

MOST_NESTED = 6
PLAYING = ("play", "play_round", "take_turn")
MOST_GIVEN, MOST_BACK = 10, 6
# Names that a routine has for itself: a flag, what a FOR has worked out, where a loop goes on, which loops are active.
WITHIN = re.compile(r"\b(?:leaving\d*|stack|(?:limit|step|state|from)_(?:\d\w*|end\w*))\b(?!\()")


@record
class Border:
    """What goes in and out of a shape as a function. `points`: the statements in it; `taken`, `kept`: the variables
    that it takes and gives back; `given`, `back`: these and other names, with types."""

    shape: Shape
    nodes: list[Node]
    entry: Node
    points: list[int]
    final: bool
    taken: list[Name]
    kept: list[Name]
    given: list[tuple[str, str]]
    back: list[tuple[str, str]]
    unset: list[Name]  # of those kept, what has no value on some way, where nobody looks at it

    def crossed(self) -> int:
        """How many variables are handed to and fro."""
        return len(self.taken) + len(self.kept)

    def part(self, name: str, remark: str) -> Part:
        return Part(self.shape, name, self.final, self.given, self.back, [], remark, unset=self.unset)


class Outline(Places):
    """Decides what is taken out; `layout.py` writes it."""

    looped: tuple[Seq | None, dict[str, dict[int, object]]] = (None, {})  # what is in loops over states
    begun: dict[int, set[Place]]  # FOR -> the places of the routine to which no way leads that has not begun it
    losing: set[Name]  # what parts that would have to be taken out would lose where an error leaves them

    def guard_more(self, seq: Seq, continues: set[int]) -> None:
        """The shorter branch ends in a `continue` that need not be there, so that the longer one is nested less."""
        length = Exits().length
        for shape in everything(seq):
            if isinstance(shape, Branch) and shape.first and shape.second and not shape.node.tried:
                shorter = min(shape.first, shape.second, key=length)
                if id(shorter[-1]) in continues and length(shorter) > 1:
                    self.actions[id(shorter[-1])] = "continue"

    def outline_more(self, page: Page) -> bool:
        """Choose parts to be taken out of the routine that has been written, none of them within another."""
        within = own_names([line.text for line in page.lines])
        deepest = max(extent.depth + extent.height for extent in page.extents)
        for depth in (deepest, deepest - 1):
            fitting = [
                (extent, last)
                for last, extent in enumerate(page.extents)
                if extent.depth > 0 and extent.height < MOST_NESTED <= extent.depth + extent.height == depth
            ]
            chosen: list[tuple[int, int]] = []
            for extent, last in sorted(fitting, key=lambda item: (not self._has_remark(item[0].shape), item[0].depth)):
                apart = all(last < first or end < extent.first for first, end in chosen)
                if not apart:
                    continue
                if (part := self._part(extent, within)) is not None:
                    self.taken_out[id(extent.shape)] = part
                    chosen.append((extent.first, last))
                elif self._stays([extent.shape], looping=False):
                    self.losing |= self._lost([extent.shape], self._with_silent(extent.shape))
            if chosen:
                return True
        return False

    def _part(self, extent: Extent, within: Counter[str]) -> Part | None:
        border = self.border(extent.shape, extent.lines, within, (MOST_GIVEN, MOST_BACK))
        if border is None:
            return None
        points, back = border.points, border.back
        remark = self._remark(border.entry, points)
        told = self.remarks_of.told(points) if len(back) <= 1 else ""
        told = told if told.startswith("ask_") or not back else ""
        done = Deed(self.flow, points, border.taken, border.kept, False, self.game)
        line = self.flow.points[points[0]].line
        name = self._free_name(phrase(remark) or told or done.name() or f"part_{line}", line)
        return border.part(name, remark)

    def border(self, shape: Shape, lines: list[str], within: Counter[str], most: tuple[int, int]) -> Border | None:
        """What goes in and out of a shape as a function; None if it cannot be one that takes and gives so much at
        most. `lines`: what it was written as, in a routine that has some names `within` itself."""
        if id(shape) in self.taken_out or not self._stays([shape], looping=False):
            return None
        nodes = self._with_silent(shape)
        entry = self._entry(shape)
        if not nodes or entry is None or entry.valued or entry.sorts or entry.part.startswith("state"):
            return None  # what is alive in one state need not be so in another; where an error leads is known here only
        if self._loses([shape], nodes):
            return None
        returns = any(node.kind in ("return", "resume", "tail", "again") for node in nodes)
        labels = {inner.label for inner in everything([shape]) if isinstance(inner, Block | Loop)}
        jumps = [inner for inner in everything([shape]) if isinstance(inner, Leave | Again)]
        final = ends([shape]) and all(jump.label in labels for jump in jumps)
        if returns and not final:
            return None
        places = {node.place for node in nodes}
        if self.parts_passed(places):
            return None
        taken = self.data_flow.part_given(self.routine, entry, nodes)
        given = self._typed(taken)
        if len(given) > most[0]:
            return None
        exits = self._exits(shape, nodes, entry)
        kept = [] if final else self._kept(shape, nodes, exits, taken)
        if kept is None:
            return None
        unset = [name for name in kept if name not in taken and not self._always_set(name, shape, entry, nodes)]
        if any(name[2] for name in unset):
            return None
        back = self._typed(kept)
        for name, set_here, begun_here in self._crossing(lines, within):
            if name.startswith(("state", "from")) and set_here:
                if not self._within_states(shape, name):
                    return None
                begun_here = False  # it may set the state on some ways only
            loop = self.limits.get(name)
            set_here = set_here and (loop is None or self._goes_on(exits, loop))
            if not begun_here and (loop is None or self._goes_on([entry.place], loop)):
                if loop is not None and entry.place not in self._surely_begun(loop):
                    return None  # it has a value on some ways only
                given.append((name, self.type_within(name)))
            if set_here:
                if loop is not None and not places.issuperset(self._unbegun(entry.place, loop, places)):
                    return None  # or gets one
                back.append((name, self.type_within(name)))
        if len(given) > most[0] or len(back) > most[1] or (final and len(back)):
            return None
        points = sorted(place[0] for place in places if place[0] < self.flow.end)
        return Border(shape, nodes, entry, points, final, taken, kept, given, back, unset)

    def _remark(self, entry: Node, points: list[int]) -> str:
        return self.remarks_of.over(entry.place[0], points[-1]) if points[:1] == [entry.place[0]] else ""

    def _has_remark(self, shape: Shape) -> bool:
        """Whether something stands right behind a remark that can be its name."""
        entry = self._entry(shape)
        nodes = self._with_silent(shape)
        points = sorted(node.place[0] for node in nodes if node.place[0] < self.flow.end)
        return entry is not None and phrase(self._remark(entry, points)) != ""

    def function(
        self, label: Place, bodies: Sequence[Seq], final: bool, most: int = MOST_RESULTS, answers: bool = False,
        least: bool = False,
    ) -> Part | None:  # fmt: skip
        """What a routine ends with, or what is left by jumps to one label, as a function of its own: if it takes and
        gives little, and begins all its loops itself."""
        found = (border for body in bodies if (border := self._bounded(Block(label, body), final, most, answers)))
        border = min(found, key=Border.crossed, default=None) if least else next(found, None)
        if border is None:
            return None
        return border.part(self._function_name(border, answers), "")

    def _bounded(self, shape: Block, final: bool, most: int, answers: bool) -> Border | None:
        """What goes in and out of such a function; None if it cannot be one."""
        # A state comes from elsewhere, and most of what jumps go to and fro in soon has one, or ends the routine.
        unfit = ("state",) if final else ("state", "return", "resume", "tail", "again")
        if self.routine.key in self.graph.kept or any(node.kind in unfit for node in nodes_in(shape)):
            return None  # the account of its loops is its routine's
        if _shares_flags(shape):
            return None
        nodes = self._with_silent(shape)
        entry = self.routine.nodes.get(shape.label) if final else None
        entry = entry or self._entry(shape)
        if not nodes or entry is None or entry.sorts or not _whole(nodes, entry, self.flow):
            return None
        if self._loses([shape], nodes):
            return None
        given = self.data_flow.part_given(self.routine, entry, nodes)
        back: list[Name] | None = []
        if not final:
            back = self._kept(shape, nodes, self._exits(shape, nodes, entry), given)
        if back is None or len(given) > MOST_PARAMETERS or len(back) > most:
            return None
        new = [name for name in back if name not in given]
        unset = [name for name in new if not self._always_set(name, shape, entry, nodes)]
        if any(name[2] for name in unset):
            return None
        points = sorted({node.place[0] for node in nodes})
        return Border(
            shape, nodes, entry, points, final, given, back, self._typed(given), self._typed(back), unset
        )  # fmt: skip

    def _always_set(self, name: Name, shape: Shape, entry: Node, nodes: list[Node]) -> bool:
        """Whether a variable has got a value on every way through a part."""
        places = {node.place for node in nodes}
        again = self._comes_again(shape, entry)
        seen: set[Place] = set()
        waiting = [entry.place]
        while waiting:
            place = waiting.pop()
            if place not in places:
                return False
            node = self.routine.nodes[place]
            _, writes = self.survey.effects[self.routine.key].get(place, (set(), set()))
            called = node.call is not None and name in self.data_flow.results(node.call)
            if place not in seen and not called and name not in writes:
                seen.add(place)
                waiting += self.data_flow.onward(self.routine, node)
                if again and entry.place in node.follows:
                    return False
        return True

    def _exits(self, shape: Shape, nodes: list[Node], entry: Node) -> list[Place]:
        """Where a part leads: with its own beginning, where a loop around it comes to that again; and with what its
        jumps lead to, of which there may be a copy in it."""
        inner = list(everything([shape]))
        blocks = {each.label for each in inner if isinstance(each, Block) and each is not shape}
        jumps = {each.label for each in inner if isinstance(each, Leave)} - blocks
        left = [place for place in sorted(jumps) if place in self.routine.nodes]
        again = entry.place if self._comes_again(shape, entry) else None
        return [*self.data_flow.exits(self.routine, nodes, again), *left]

    def _comes_again(self, shape: Shape, entry: Node) -> bool:
        """Whether it is a loop around a part that comes to its beginning, if anything does."""
        inside = [*everything([shape])]
        inside += [inner for each in inside if isinstance(each, Answered) for inner in everything([each.part.shape])]
        return all(not isinstance(inner, Loop) or inner.label != entry.place for inner in inside)

    def _kept(
        self, shape: Shape, nodes: list[Node], exits: list[Place], given: Sequence[Name]
    ) -> list[Name] | None:
        """What a part changes and others read; None if what is asked again behind it need not have a value here, or
        what is asked behind it has been worked out in it."""
        if any(place in self.routine.nodes and self.routine.nodes[place].valued for place in exits):
            return None
        back = self.data_flow.part_back(self.routine, exits, nodes)
        inside = {id(inner) for inner in everything([shape])}
        for asked in self.asked:
            if id(asked) in inside:
                continue
            for name in sorted(self.facts.looked_at(asked.node) - self.data_flow.shared - {*back}):
                if self.facts.changes(nodes, {name}):
                    if id(asked.loop) not in inside and name not in given:
                        return None
                    back.append(name)
        return back

    def _function_name(self, border: Border, answers: bool) -> str:
        index = border.entry.index
        line = self.flow.points[index].line
        deed = Deed(self.flow, border.points, border.taken, border.kept, answers, self.game)
        name = self.arm_name(index) or deed.name() or f"sub_{line}"
        if name == "play":  # there may be several loops in each other that a game is
            name = next((word for word in PLAYING if word not in self._taken_names()), name)
        return self._free_name(name, line)

    def _free_name(self, wanted: str, line: int) -> str:
        taken = self._taken_names()
        wanted = free(wanted)
        own = wanted if wanted.endswith(f"_{line}") else f"{wanted}_{line}"
        number, found = 1, wanted
        while found in taken:
            number, found = number + 1, own if own not in taken else f"{own}_{number + 1}"
        self.part_names.add(found)
        return found

    def _taken_names(self) -> set[str]:
        return {*self.part_names, *self.routine_names.values(), *RESERVED, *ANSWERS, *self.names.known.values()}

    def _loses(self, seq: Seq, nodes: list[Node]) -> bool:
        return bool(self._lost(seq, nodes))

    def _lost(self, seq: Seq, nodes: list[Node]) -> set[Name]:
        """What a function that this becomes has changed when an error leaves it, and is looked at then."""
        failing = [node.follows[-1] for node in self._tried_outside(seq, frozenset())]
        return set(self.data_flow.part_back(self.routine, failing, nodes))

    def _tried_outside(self, seq: Seq, held: frozenset[Target]) -> Iterator[Node]:
        """The statements whose errors may lead further than to what is `held`."""
        for shape in seq:
            if isinstance(shape, Code) and shape.node.tried:
                sort = self.routine.nodes[shape.node.follows[-1]]
                if not held.issuperset(outcome.said for outcome in sort.outcomes):
                    yield shape.node
            inner = held.union(shape.targets) if isinstance(shape, Try) else held
            for part in parts(shape):
                yield from self._tried_outside(part, inner)

    def _with_silent(self, shape: Shape) -> list[Node]:
        """The nodes of a shape with those that are not written: jumps, and the NEXT of a loop whose head counts."""
        nodes = nodes_of(shape)
        places = {node.place for node in nodes}
        for node in nodes:
            for following in node.follows:
                if following in places:
                    continue
                other = self.routine.nodes[following]
                step = other.point is not None and isinstance(other.point.statement, n.Next) and other.kind == "plain"
                if other.kind == "jump" or (step and other.follows[0] in places):
                    places.add(following)
                    nodes.append(other)
        return nodes

    def _typed(self, names: list[Name]) -> list[tuple[str, str]]:
        return [(self.names[name], self.s.type_name(name)) for name in names]

    def _crossing(self, lines: list[str], within: Counter[str]) -> Iterator[tuple[str, bool, bool]]:
        """Names of the routine's own that are used within a part and elsewhere; whether the part sets them, and begins
        with that."""
        texts: dict[str, list[str]] = {}
        for text in lines:
            for name in dict.fromkeys(_names_in(text)):
                texts.setdefault(name, []).append(text)
        for name in crossing(lines, within):
            first = texts[name][0]
            setting = [text for text in texts[name] if sets(text, name)]
            yield name, bool(setting), first in setting and (first.endswith("False") or not name.startswith("leaving"))

    def _within_states(self, shape: Shape, name: str) -> bool:
        """Whether a shape stands in the loop over the states of a name, so that it has a value there."""
        whole = self.shapes[self.routine.key]
        if self.looped[0] is not whole:
            self.looped = whole, {}
            for loop in everything(whole):
                if isinstance(loop, Loop) and (node := self.routine.nodes[loop.label]).part.startswith("state"):
                    inside = {id(inner): inner for inner in everything(loop.body)}
                    self.looped[1].setdefault(self._state_name(node), {}).update(inside)
        return id(shape) in self.looped[1].get(name, ())

    def _goes_on(self, places: list[Place], loop: int) -> bool:
        """Whether a loop may go on from some places, and not begin anew before that."""
        seen: set[Place] = set()
        waiting = list(places)
        while waiting:
            place = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            node = self.routine.nodes[place]
            begin, end = place[0], self.flow.ends.get(place[0])
            if node.kind not in ("state", "switch"):  # on the way to what is at a place
                if begin == loop and place[1] != "test":
                    continue
                if loop in (begin, end):
                    return True
            waiting += led_to(self.routine, node)
        return False

    def _surely_begun(self, loop: int) -> set[Place]:
        """The places to which the routine comes only when it has begun a loop: few, as a rule."""
        if loop not in self.begun:
            self.begun[loop] = self.routine.nodes.keys() - self._unbegun(self.routine.entry, loop, None)
        return self.begun[loop]

    def _unbegun(self, entry: Place, loop: int, inside: set[Place] | None) -> set[Place]:
        """The places that ways lead to from another without beginning a loop: past its head, or by an error there; and
        no further from those that are not `inside`."""
        seen: set[Place] = set()
        waiting = [entry]
        while waiting:
            place = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            if inside is None or place in inside:
                follows = self.routine.nodes[place].follows
                waiting += [each for each in follows if each[1] != "test" or each[0] != loop]
        return seen

    def type_within(self, name: str) -> str:
        """The type of a flag, of a state, of the account of loops, or of what a FOR has worked out."""
        if name == ACCOUNT:
            return "Stack"
        if name.startswith(("leaving", "from")):
            return "bool"
        if name not in self.limits:
            return "int"
        value = self.worked_out(name)
        whole = value.whole and self.e.as_int(value.code) == value.code
        return "int" if whole else "float"

    def worked_out(self, name: str) -> Value:
        """A limit or a step, by its name."""
        statement = core(self.flow.points[self.limits[name]].statement)
        assert isinstance(statement, n.For)
        _, stop, step = self._bounds(statement)
        return stop if name.startswith(("limit", "g.last")) else step

    def _entry(self, shape: Shape) -> Node | None:
        """Where a shape begins; None where it begins with a jump or a flag."""
        match shape:
            case Range(begin=begin, test=test):
                return begin or test.node
            case Branch(node=node) | Switch(node=node) | Code(node=node):
                return node
            case Loop(label=label):
                return self.routine.nodes[label]
            case Try(body=body):
                return self._entry_of(body)
            case Answered(part=part):
                return self._entry(part.shape)
            case _:
                return self._entry_of(shape.body if isinstance(shape, Block) else [])

    def _entry_of(self, seq: Seq) -> Node | None:
        return self._entry(seq[0]) if seq else None

    def _stays(self, seq: Seq, looping: bool) -> bool:
        """Whether no jump that Python would have to write leads out of here."""
        for shape in seq:
            if id(shape) in self.taken_out:
                continue
            if isinstance(shape, Leave | Again):
                action = self.actions.get(id(shape))
                if action and (action.startswith("return") or not looping):
                    return False
                continue
            match shape:
                case While(body=body, orelse=orelse) | Range(body=body, orelse=orelse):
                    if not (self._stays(body, True) and self._stays(orelse, looping)):
                        return False
                case Loop(body=body):
                    if not self._stays(body, True):
                        return False
                case _:
                    if not all(self._stays(part, looping) for part in parts(shape)):
                        return False
        return True


def own_names(lines: list[str]) -> Counter[str]:
    """The names that a routine has for itself, as often as they stand in some lines."""
    return Counter(chain.from_iterable(map(_names_in, lines)))


@lru_cache(1 << 14)  # a line is looked at with each piece that it is in
def _names_in(line: str) -> tuple[str, ...]:
    return tuple(WITHIN.findall(line))


def crossing(lines: list[str], within: Counter[str]) -> list[str]:
    """Those that stand in some lines and elsewhere."""
    here = own_names(lines)
    return sorted(here.keys() & (within - here).keys()) if here else []  # lines may have been put together since


def _shares_flags(shape: Shape) -> bool:
    """Whether flags are set or asked here that are begun before."""
    flags = [inner for inner in everything([shape]) if isinstance(inner, Flag | IfFlag)]
    begun = {flag.name for flag in flags if isinstance(flag, Flag) and not flag.value}
    return any(flag.name not in begun for flag in flags)


def _whole(nodes: list[Node], entry: Node, flow: Flow) -> bool:
    """Whether loops are begun where they are run, and nothing else crosses the border but BASIC's variables."""
    begun = {node.index for node in nodes if not node.part}
    run = {node.index for node in nodes if node.kind == "test"}
    for node in nodes:
        statement = node.point.statement if node.point is not None else None
        if node.kind == "state" or (node.valued and node is entry) or (node.point is None and node.follows):
            return False
        if isinstance(statement, n.Next) and node.kind == "plain" and flow.ends[node.index] not in begun:
            return False
        counts = isinstance(statement, n.For) and node.kind in ("plain", "test") and bool(node.follows)
        if counts and not (node.index in begun and node.index in run):
            return False
    return True
