"""What is at most a variable that an array was declared with: behind `DIM A(N)` there is an A(I) in `FOR I=1 TO N`;
or at most the length of a text, of which there is a MID$(A$,I,1) in `FOR I=1 TO LEN(A$)`.

Such facts lie among the bounds of a place, under keys that no variable has:

    ("I!", "<=N!")      I is at most N and the high end of the range
    ("A!(0)", "<=N!")   the first subscript of A goes as far as N and the low end of the range
    ("FOR 7", "<=N!")   so does the loop that begins at point 7: its limit is at most that
    ("I!", "<=A$")      I is at most LEN(A$) and the high end of the range
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...arithmetic.ranges import Range
from ...syntax import nodes as n
from ...syntax.visit import walk
from ..flow import Flow, core
from ..variables.located import Bounds, Name
from ..variables.types import bare

MOST = 8  # that is added to a variable; what counts up comes to this and is let go
UP_TO = "<="


def is_fact(name: Name) -> bool:
    return name[1].startswith(UP_TO)


class Reach:
    """The facts of one program. `kind`: of a variable or an array."""

    def __init__(self, flow: Flow, kind: Callable[[n.Variable | n.Element], str]) -> None:
        self.kind = kind
        found = (
            self._sum(subscript)
            for point in flow.points
            if isinstance(statement := core(point.statement), n.Dim)
            for array in statement.arrays if isinstance(array, n.Element)
            for subscript in array.subscripts
        )  # fmt: skip
        declared = {each[0] for each in found if each is not None}  # that arrays are declared with
        self.limits = sorted(declared | self._texts(flow))

    def _key(self, node: n.Variable) -> str:
        return node.name + self.kind(node)

    def _texts(self, flow: Flow) -> set[str]:
        """The texts whose length is asked for, and single characters too."""
        asked: dict[str, set[str]] = {"LEN": set(), "MID$": set()}
        for point in flow.points:
            for node in walk(point.statement):
                if isinstance(node, n.Function) and node.name in asked and node.arguments:
                    text = bare(node.arguments[0])
                    if isinstance(text, n.Variable) and self.kind(text) == "$":
                        asked[node.name].add(self._key(text))
        return asked["LEN"] & asked["MID$"]

    def _sum(self, node: n.Expression) -> tuple[str, int] | None:
        """`N`, `N+1`, `LEN(A$)-1`: the variable, and what is added."""
        node = bare(node)
        by = 0
        match node:
            case n.Binary(operator="+" | "-" as sign, left=left, right=n.Number(value=value)) if (
                value == int(value) and value <= MOST
            ):
                node, by = bare(left), int(value) if sign == "+" else -int(value)
            case _:
                pass
        if isinstance(node, n.Function) and node.name == "LEN" and len(node.arguments) == 1:
            text = bare(node.arguments[0])
            return (self._key(text), by) if isinstance(text, n.Variable) and self.kind(text) == "$" else None
        return (self._key(node), by) if isinstance(node, n.Variable) and self.kind(node) in "%!" else None

    def _facts(self, bounds: Bounds, node: n.Expression | None) -> Iterator[tuple[str, Range]]:
        """How far a number goes: at most so much beyond which variables."""
        found = None if node is None else self._sum(node)
        for limit in self.limits if found is not None else ():
            assert found is not None
            known = Range(True, 0, 0) if found[0] == limit else bounds.get((found[0], UP_TO + limit))
            if known is not None and known.high is not None and known.high + found[1] <= MOST:
                yield limit, Range(True, known.high + found[1], known.high + found[1])

    # -- what statements say --------------------------------------------------------------------------------------

    def forget(self, bounds: Bounds, variable: Name) -> None:
        """A variable has another value."""
        name = "".join(variable)
        for limit in self.limits:
            bounds.pop((name, UP_TO + limit), None)
        if name in self.limits:
            for key in [key for key in bounds if key[1] == UP_TO + name]:
                del bounds[key]

    def forget_all(self, bounds: Bounds) -> None:
        for key in [key for key in bounds if is_fact(key)]:
            del bounds[key]

    def gives(self, bounds: Bounds, target: n.Variable, value: n.Expression | None) -> None:
        """An assignment; None: of what is not known."""
        said = list(self._facts(bounds, value))
        name = self._key(target)
        self.forget(bounds, (target.name, self.kind(target)))
        bounds.update({(name, UP_TO + limit): fact for limit, fact in said if limit != name})

    def begins(self, bounds: Bounds, loop: int, stop: n.Expression) -> None:
        """A FOR has its limit."""
        for limit in self.limits:
            bounds.pop((f"FOR {loop}", UP_TO + limit), None)
        bounds.update({(f"FOR {loop}", UP_TO + limit): fact for limit, fact in self._facts(bounds, stop)})

    def turns(self, bounds: Bounds, loop: int, counter: n.Variable) -> None:
        """A turn of a loop that counts up."""
        for limit in self.limits:
            if (fact := bounds.get((f"FOR {loop}", UP_TO + limit))) is not None and limit != self._key(counter):
                bounds[self._key(counter), UP_TO + limit] = fact

    def declares(self, bounds: Bounds, statement: n.Dim) -> None:
        for array in statement.arrays:
            for position, subscript in enumerate(array.subscripts if isinstance(array, n.Element) else ()):
                found = self._sum(subscript)
                if found is not None:
                    key = f"{array.name}{self.kind(array)}({position})", UP_TO + found[0]
                    bounds[key] = Range(True, found[1], found[1])

    def compared(self, bounds: Bounds, variable: n.Variable, operator: str, other: n.Expression, whole: bool) -> None:
        """`IF I<=N`; `whole`: both are whole numbers."""
        if operator not in ("=", "<", "<="):
            return
        for limit, fact in self._facts(bounds, other):
            key = self._key(variable), UP_TO + limit
            assert fact.high is not None
            most = fact.high - (operator == "<" and whole)
            known = bounds.get(key)
            if limit != key[0] and (known is None or known.high is None or most < known.high):
                bounds[key] = Range(True, most, most)

    # -- what follows ---------------------------------------------------------------------------------------------

    def reaches(self, bounds: Bounds, array: n.Element, position: int) -> bool:
        """Whether an array is known to go as far as one of its subscripts."""
        for limit, fact in self._facts(bounds, array.subscripts[position]):
            own = bounds.get((f"{array.name}{self.kind(array)}({position})", UP_TO + limit))
            if own is not None and own.low is not None and fact.high is not None and fact.high <= own.low:
                return True
        return False

    def within(self, bounds: Bounds, text: n.Variable, position: n.Expression) -> bool:
        """Whether a number is known to be at most the length of a text."""
        name = self._key(text)
        facts = self._facts(bounds, position)
        return any(limit == name and fact.high is not None and fact.high <= 0 for limit, fact in facts)
