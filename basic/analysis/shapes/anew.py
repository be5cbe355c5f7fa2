"""Two loops that have one head get a head each: what is no more than a jump goes before the inner one.

    50 WHILE X<9                        a jump from behind the WEND leads back to its WHILE
    90 WEND: ...: GOTO 50

    20 INPUT "HOW MANY PLAYERS";N       what is asked again until the answer will do is also what the next game begins
    30 IF N<1 OR N>4 THEN 20            with
    90 IF A$="YES" THEN 20
"""

from __future__ import annotations

import re

from ...syntax import nodes as n
from ...syntax.visit import walk
from ..flow import core
from ..routines.routines import Node, Place, Routine, loop_of
from .numbering import Numbered

MOST_ASKING = 12  # places of a question with its answers
FEWEST_BEHIND, MANY_AROUND = 12, 20  # of what comes after it, and of a loop around it that only works
ANEW = "anew"  # in the name of such a place
ASKING = (n.Input, n.LineInput)
SAYING = (n.Print, n.Goto, n.Remark, n.Empty)


def begin_anew(graph: Numbered) -> None:
    """Put these jumps in."""
    routine = graph.routine
    before = routine.predecessors()
    for place, node in list(routine.nodes.items()):
        head = place[0], ANEW, place[2]
        if node.part or node.kind == "tail" or node.point is None or head in routine.nodes:
            continue
        turns = _turns_of_while(graph, node, before) or _turns_of_question(graph, node, before)
        if not turns:
            continue
        graph.add(Node(head, "jump", node.point, [place]))
        for source in before[place]:
            if source not in turns:
                graph.lead(graph.number[source], {place: head})
        routine.entry = head if routine.entry == place else routine.entry


def _turns_of_while(graph: Numbered, node: Node, before: dict[Place, list[Place]]) -> set[Place]:
    """Where the turns of a WHILE end, if another loop has its head, too."""
    routine, number, place = graph.routine, graph.number, node.place
    if len(node.follows) != 2 or node.point is None or not isinstance(node.point.statement, n.While):
        return set()
    turns = {source for source in before[place] if _is_wend(routine.nodes[source])}
    if not turns or len(before[place]) - len(turns) < (1 if place == routine.entry else 2):
        return set()
    behind = graph.reach(number[node.follows[1]], without=number[place])
    back = [source for source in before[place] if source not in turns and number[source] in behind]
    inside = graph.reach(number[node.follows[0]], without=number[place])
    others = {source for source in before[place] if number[source] in inside and number[source] not in behind}
    return turns if turns and back and not others - turns else set()


def _is_wend(node: Node) -> bool:
    return node.kind == "jump" and node.point is not None and isinstance(node.point.statement, n.Wend)


def _turns_of_question(graph: Numbered, node: Node, before: dict[Place, list[Place]]) -> set[Place]:
    """Where a question is asked again that a larger loop begins with: its answer leads to one place in the end."""
    routine, number, place = graph.routine, graph.number, node.place
    if len(before[place]) < 2 or not _only_asks(node):
        return set()
    near = {place}
    waiting = [place]
    while waiting and len(near) <= MOST_ASKING:
        found = [each for each in routine.nodes[waiting.pop()].follows if each not in near]
        found = [each for each in found if _only_asks(routine.nodes[each])]
        near.update(found)
        waiting += found
    turns = {source for source in before[place] if source in near}
    if not turns or len(before[place]) - len(turns) < (1 if place == routine.entry else 2):
        return set()
    asking = loop_of(place, turns, before)
    ends = {each for inner in asking for each in routine.nodes[inner].follows} - asking
    if not asking <= near or len(ends) != 1 or not _says_why(routine, node, asking):
        return set()
    behind = graph.reach(number[ends.pop()], without=number[place])
    back = {source for source in before[place] if number[source] in behind}
    if not back or len(behind) < FEWEST_BEHIND:
        return set()
    begun = graph.reach(number[routine.entry], without=number[place])
    back = {source for source in back if number[source] not in begun}
    around = loop_of(place, back, before) - asking
    larger = len(around) >= MANY_AROUND or _is_turn([routine.nodes[each] for each in around])
    return turns if back and larger else set()


def _says_why(routine: Routine, head: Node, asking: set[Place]) -> bool:
    """Whether a question has a text of its own, or something is said before it is asked again."""
    straight = [head]
    while len(straight[-1].follows) == 1 and straight[-1].follows[0] in asking - {head.place}:
        straight.append(routine.nodes[straight[-1].follows[0]])
    first = _statement(head)
    prompt = first.prompt if isinstance(first, ASKING) else ""
    later = [_statement(routine.nodes[place]) for place in asking - {node.place for node in straight}]
    asks = any(isinstance(_statement(node), ASKING) for node in straight)
    return asks and (any(isinstance(s, n.Print) for s in later) or re.search(r"\w", prompt) is not None)


def _is_turn(nodes: list[Node]) -> bool:
    """Whether some places ask for something else, have a subroutine done, or add to what there was before: then they do
    not only look at an answer."""
    statements = [_statement(node) for node in nodes]
    lets = [s for s in statements if isinstance(s, n.Let)]
    changed = {s.target.name for s in lets if _adds(s)}
    begun = {s.target.name for s in lets if not _adds(s)}
    asks = any(node.call is not None for node in nodes) or any(isinstance(s, ASKING) for s in statements)
    return asks or bool(changed - begun)


def _adds(let: n.Let) -> bool:
    """`N=N-M`"""
    return any(isinstance(each, n.Variable | n.Element) and each.name == let.target.name for each in walk(let.value))


def _statement(node: Node) -> n.Statement | None:
    return core(node.point.statement) if node.point is not None else None


def _only_asks(node: Node) -> bool:
    """Whether a place says something, asks for something, or looks at it, and nothing else comes of it."""
    if node.tried or node.guarded or node.valued or node.part or node.kind not in ("plain", "if", "jump"):
        return False
    statement = _statement(node)
    return node.kind == "if" or statement is None or isinstance(statement, (*ASKING, *SAYING))
