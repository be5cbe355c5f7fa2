"""What goes in and out of some shapes of a routine, if they become a function: variables of BASIC's, and nothing else.

It is given what is alive where it begins, and gives back what it changes and what is alive behind it; or it is the last
thing that its routine does, and ends as that would have ended.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ...analysis.defaults import Name
from ...analysis.routines.routines import Node, Place
from ...analysis.shapes.structure import Block, Jump, Loop
from ...record import record
from ...syntax import nodes as n
from ...syntax.visit import walk
from ..naming.deeds import Deed
from ..naming.names import ANSWERS, RESERVED, free
from ..program.dataflow import MOST_PARAMETERS, MOST_RESULTS
from ..shape.shapes import Called, Part, Seq, Try, everything, node_of, nodes_in
from .draft import Draft
from .labels import Labels

RETURNING = ("return", "resume", "tail", "again")  # with a word that says how


@record
class Border:
    """`points`: the statements in it; `taken`, `kept`: the variables that it is given and gives back."""

    body: Seq
    nodes: list[Node]
    entry: Node
    points: list[int]
    taken: list[Name]
    kept: list[Name]


class Borders:
    """Of one routine."""

    def __init__(self, draft: Draft, labels: Labels) -> None:
        self.k, self.draft, self.labels = draft.k, draft, labels
        self.routine = draft.routine
        self.places: dict[object, set[Place]] = defaultdict(set)  # that use each name which the port has made up
        for place, node in self.routine.nodes.items():
            self.places[self._made_up(node)].add(place)

    def _made_up(self, node: Node) -> object:
        """The FOR that a place belongs to, if what that has worked out has a name, or the state that it is about."""
        if node.state is not None or node.point is None:
            return node.state
        match node.point.statement:
            case n.For() if node.kind in ("plain", "test") and node.follows:
                index = node.index
            case n.Next() if node.kind == "plain" and node.follows:
                index = self.k.flow.ends[node.index]
            case _:
                return None
        begun = self.k.flow.points[index].statement
        assert isinstance(begun, n.For)
        bounds = [part for bound in (begun.stop, begun.step) if bound is not None for part in walk(bound)]
        plain = all(isinstance(part, n.Number | n.Unary | n.Parenthesised) for part in bounds)
        return None if plain else index

    def border(self, body: Seq, most: tuple[int, int]) -> Border | None:
        """None if it cannot be a function that takes and gives so much at most."""
        nodes = self._with_silent(body)
        entry = self.entry(body)
        if not nodes or entry is None or entry.valued or entry.sorts or entry.point is None:
            return None
        inside = [*everything(body, called=True)]
        if self._torn(inside, nodes) or any(node.kind in RETURNING for node in nodes):
            return None
        taken = self.k.data_flow.part_given(self.routine, entry, nodes)
        kept = self._kept(inside, nodes, self._exits(inside, nodes, entry), taken)
        if kept is None or len(taken) > most[0] or len(kept) > most[1]:
            return None
        points = sorted({node.index for node in nodes if node.index < self.k.flow.end})
        return Border(body, nodes, entry, points, taken, kept)

    def _torn(self, inside: list[object], nodes: list[Node]) -> bool:
        """Whether more goes in and out than values: an error, what a FOR has worked out, a state, the account of loops,
        an assignment without its call."""
        places = {node.place for node in nodes}
        if not all(self.places[made_up] <= places for made_up in {*map(self._made_up, nodes)} - {None}):
            return True
        if self.k.graph.dispatcher is not None or self.draft.passing.tears(places):
            return True
        goals = {inner.goal for inner in inside if isinstance(inner, Block)}
        handlers = [inner.handler[0] for inner in inside if isinstance(inner, Try) and inner.handler]
        if any(isinstance(jump, Jump) and jump.goal[0] == "leave" and jump.goal not in goals for jump in handlers):
            return True
        failing = [node.follows[-1] for node in nodes if node.tried]
        return bool(failing and self.k.data_flow.part_back(self.routine, failing, nodes))

    def _exits(self, inside: list[object], nodes: list[Node], entry: Node) -> list[Place]:
        """Where a part leads: with its own beginning, where a loop around it comes to that again; and with what its
        jumps lead to, of which there may be a copy in it."""
        goals = {each.goal for each in inside if isinstance(each, Jump)}
        goals -= {each.goal for each in inside if isinstance(each, Block)}
        left = [place for way, place in sorted(goals) if way == "leave" and place in self.routine.nodes]
        own = any(isinstance(each, Loop) and each.label == entry.place for each in inside)
        again = None if own else entry.place  # else it is a loop around it that comes there, if anything does
        return [*self.k.data_flow.exits(self.routine, nodes, again), *left]

    def _kept(
        self, inside: list[object], nodes: list[Node], exits: list[Place], given: Sequence[Name]
    ) -> list[Name] | None:
        """What a part changes and others read; None if what is asked again behind it need not have a value here, or
        what is asked behind it has been worked out in it."""
        if any(place in self.routine.nodes and self.routine.nodes[place].valued for place in exits):
            return None
        back = self.k.data_flow.part_back(self.routine, exits, nodes)
        own = {*map(id, inside)}
        ended = not any(self.routine.nodes[place].follows for place in exits)
        for asked in self.draft.asked:
            if ended or id(asked) in own:
                continue
            for name in sorted(self.draft.facts.looked_at(asked.node) - self.k.data_flow.shared - {*back}):
                if self.draft.facts.changes(nodes, {name}):
                    if id(asked.loop) not in own and name not in given:
                        return None
                    back.append(name)
        return back

    def _with_silent(self, body: Seq) -> list[Node]:
        """The nodes of shapes with those that are not written: jumps, and the NEXT of a loop whose head counts."""
        nodes = [*nodes_in(body)]
        places = {node.place for node in nodes}
        for node in nodes:
            for following in node.follows:
                other = self.routine.nodes[following]
                if following in places:
                    continue
                step = other.point is not None and isinstance(other.point.statement, n.Next) and other.kind == "plain"
                if other.kind == "jump" or (step and other.follows[0] in places):
                    places.add(following)
                    nodes.append(other)
        return nodes

    def entry(self, seq: Seq) -> Node | None:
        """Where shapes begin; None where that is with a jump or a flag."""
        first = seq[0] if seq else None
        if (node := node_of(first)) is not None:
            return node
        if isinstance(first, Loop):
            return self.routine.nodes[first.label]
        if isinstance(first, Called):
            return self.entry(first.part.body)
        return self.entry(first.body) if isinstance(first, Try | Block) else None

    # -- as functions ---------------------------------------------------------------------------------------------

    def part(self, border: Border, name: str, asked: bool) -> Part:
        """The function, under a name that is free."""
        wanted = self._free_name(name, self.k.flow.points[border.points[0]].line)
        given, back = (
            [(self.k.names[key], self.k.s.lists.type_name(key)) for key in keys] for keys in (border.taken, border.kept)
        )
        return Part(border.body, wanted, given, back, asked)

    def function(self, body: Seq, asked: bool = False) -> Part | None:
        """A sequence as a function of its own, if that takes and gives little."""
        border = self.border(body, (MOST_PARAMETERS, MOST_RESULTS))
        return None if border is None else self.part(border, self.own_name(border, asked), asked)

    def own_name(self, border: Border, asked: bool) -> str:
        """What it is called where nothing else is known: after a remark, what leads to it, or what it does."""
        index = border.entry.index
        deed = Deed(self.k.flow, border.points, border.taken, border.kept, asked)
        return self.labels.arm_name(index) or deed.name() or f"sub_{self.k.flow.points[index].line}"

    def _free_name(self, wanted: str, line: int) -> str:
        taken = self.taken_names()
        wanted = free(wanted)
        own = wanted if wanted.endswith(f"_{line}") else f"{wanted}_{line}"
        number, found = 1, wanted
        while found in taken:
            number, found = number + 1, own if own not in taken else f"{own}_{number + 1}"
        self.draft.part_names.add(found)
        return found

    def taken_names(self) -> set[str]:
        known = self.k.names.known.values()
        return {*self.draft.part_names, *self.labels.routine_names.values(), *RESERVED, *ANSWERS, *known}
