"""How long texts can be: what each string variable and array of a program holds at most.

    10 A$="NO": INPUT B$: C$=LEFT$(B$,3)       2, 255 and 255

Known only where all characters are ones that Python prints as BASIC does.
"""

from __future__ import annotations

from collections.abc import Callable

from ...analysis.flow import Flow, Table, core
from ...codepage import to_unicode
from ...syntax import nodes as n
from ...syntax.effects import assigned
from ...syntax.visit import walk

LONGEST = 255
PARTS = frozenset({"LEFT$", "RIGHT$", "MID$"})  # functions that give a part of their first argument

Name = tuple[str, str]  # BASIC's name, and "()" for an array


class Widths:
    """`kind` says of which kind a variable is."""

    def __init__(self, flow: Flow, kind: Callable[[n.Variable | n.Element], str]) -> None:
        self.kind = kind
        self.data = [constant.item.text for constant in flow.data]
        self.known: dict[Name, int] = {}
        self.unknown: set[Name] = set()
        while self._once(flow):
            pass

    def of(self, node: n.Expression) -> int | None:
        """The most characters of a text; None if nothing is known."""
        match node:
            case n.String(value=text):
                return len(text) if _printable(text) else None
            case n.Variable() | n.Element():
                return None if _name(node) in self.unknown else self.known.get(_name(node), 0)
            case n.Parenthesised(inner=inner):
                return self.of(inner)
            case n.Function(name=name, arguments=(text, *_)) if name in PARTS:
                return self.of(text)
            case _:
                return None

    def _once(self, flow: Flow) -> bool:
        """Look at every assignment once; gives whether something was learned."""
        before = dict(self.known), set(self.unknown)
        for point in flow.points:
            for node in walk(core(point.statement)):
                match node:
                    case n.Let(target=target, value=value):
                        self._takes(target, self.of(value))
                    case n.Input(targets=targets, channel=None):
                        self._take(targets, LONGEST)
                    case n.LineInput(target=target, channel=None):
                        self._takes(target, LONGEST)
                    case n.Read(targets=targets):
                        fits = all(_printable(text) for text in self.data)
                        self._take(targets, max(map(len, self.data), default=0) if fits else None)
                    case Table(arrays=(array, *_), values=values) if isinstance(array, n.Element):
                        for _, text in values:
                            if isinstance(text, str):
                                self._takes(array, len(text) if _printable(text) else None)
                    case n.Swap(left=left, right=right):
                        self._takes(left, self.of(right))
                        self._takes(right, self.of(left))
                    case n.Node():
                        self._take(assigned(node), None)
        return before != (self.known, self.unknown)

    def _take(self, targets: list[n.Target] | tuple[n.Target, ...], width: int | None) -> None:
        for target in targets:
            self._takes(target, width)

    def _takes(self, target: n.Target, width: int | None) -> None:
        if not isinstance(target, n.Variable | n.Element) or self.kind(target) != "$":
            return
        if width is None:
            self.unknown.add(_name(target))
        else:
            self.known[_name(target)] = max(width, self.known.get(_name(target), 0))


def _name(node: n.Variable | n.Element) -> Name:
    return node.name, "()" if isinstance(node, n.Element) else ""


def on_screen(text: str) -> str:
    """A text as Python prints it; empty if it has characters that do something else than to be seen."""
    seen = to_unicode(text)
    return seen if seen.isprintable() else ""


def _printable(text: str) -> bool:
    return text.isascii() and text.isprintable()
