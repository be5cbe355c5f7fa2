"""What parts of a program ask and say, as names for them.

    900 INPUT "HOW MANY ACRES";N: RETURN              ask_acres                what only asks, or only prints
    80 PRINT "ANOTHER HAND";: INPUT A$                play_hand                what is done again if that is wanted
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...analysis.flow import Point
from ...syntax import nodes as n
from ...syntax.visit import walk
from .words import plural, question

QUIET = (n.If, n.Goto, n.For, n.Next, n.Remark, n.Empty, n.While, n.Wend)  # what may stand between questions
WITH_QUESTIONS = (n.Gosub, n.Command)  # and between those that are asked until the answer will do
AGAIN = re.compile(
    r"\banother(?! one\b)(?: (?!try\b|move\b|guess\b)([a-z]+))?\b|\bplay\b.*\bagain\b|\bonce more\b|^\W*again\b"
)
ONCE_MORE = re.compile(r"^\W*(?:[a-z ]+ to )?(?P<deed>[a-z]{3,})(?: it)? again|^\W*(?:one )?more$"
                       r"|^\W*(?:next|new) (?P<round>game|round|hand|race|match|puzzle)")  # fmt: skip


class Spoken:
    """Of one program."""

    points: list[Point]

    def told(self, points: Sequence[int]) -> str:
        """What a part is called that only asks for something, and perhaps notes what kind of answer it was, or only
        prints."""
        asked, first, last = "", "", ""
        answers: set[str] = set()
        changes: list[n.Let] = []
        counted = any(isinstance(point.statement, n.For) for point in self._at(points))
        for point in self._at(points):
            match point.statement:
                case n.Input(channel=None) | n.LineInput(channel=None):
                    if not (found := asked_for(point, last, counted)):
                        return ""
                    asked = asked or found
                    answers |= {target.name for target in typed_into(point.statement)}
                case n.Print(channel=None):
                    last = question(shown(point)) or last
                    first = first or last
                case n.Let(target=target) as change:
                    changes.append(change)
                    if _looks_at(change, answers):
                        answers.add(target.name)
                case statement if not isinstance(statement, (*QUIET, *WITH_QUESTIONS * bool(asked))):
                    return ""
        if changes and (not asked or not all(_looks_at(each, answers) or _marks(each, answers) for each in changes)):
            return ""
        return f"ask_{asked}" if asked else f"say_{first}" if first else ""

    def asked_again(self, points: Sequence[int], game: bool) -> str:
        """`play_hand` of what goes on with `ANOTHER HAND`, `play` after `PLAY AGAIN`, `dive` after `DIVE AGAIN`; only
        `loan` of `ANOTHER LOAN` if it is no game."""
        for point in self._at(points):
            text = shown(point).lower().rstrip(" ?.:")
            if found := AGAIN.search(text):
                if game or found[1] == "game" or "play" in found[0]:
                    return f"play_{found[1]}" if found[1] else "play"
                return found[1] or ""
            if game and (found := ONCE_MORE.search(text)) and self._asks(point.index):
                if found["deed"] not in (None, "try"):
                    return found["deed"]
                return f"play_{found['round']}" if found["round"] else "play"
        return ""

    def _asks(self, index: int) -> bool:
        """Whether a text is an answer to what a statement shows."""
        for point in self.points[index:]:
            if not isinstance(point.statement, n.Print):
                return [target.sigil for target in typed_into(point.statement)] == ["$"]
        return False

    def _at(self, points: Sequence[int]) -> Iterator[Point]:
        return (self.points[index] for index in points if index < len(self.points))


def shown(point: Point) -> str:
    """What a statement asks or prints."""
    match point.statement:
        case n.Input(channel=None, prompt=prompt) | n.LineInput(channel=None, prompt=prompt):
            return prompt
        case n.Print(channel=None, items=items):
            return " ".join(item.value for item in items if isinstance(item, n.String))
    return ""


def asked_for(point: Point, said: str, counted: bool) -> str:
    """What a question asks for, or what was said before it: several, if a loop counts and each is an element."""
    found = question(shown(point)) or said
    return plural(found) if found and counted and isinstance(typed_into(point.statement)[0], n.Element) else found


def typed_into(statement: n.Statement) -> tuple[n.Target, ...]:
    """What INPUT or LINE INPUT gives a value."""
    match statement:
        case n.Input(channel=None, targets=targets):
            return targets
        case n.LineInput(channel=None, target=target):
            return (target,)
    return ()


def _looks_at(change: n.Let, names: set[str]) -> bool:
    """Whether what is given to a variable comes from one of some others."""
    return any(isinstance(node, n.Variable | n.Element) and node.name in names for node in walk(change.value))


def _marks(change: n.Let, answers: set[str]) -> bool:
    """Whether another variable than an answer becomes a constant: it says what kind of answer it was."""
    constant = isinstance(change.value, n.Number) and isinstance(change.target, n.Variable)
    return constant and change.target.name not in answers
