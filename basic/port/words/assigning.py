"""Assignments, MID$, LSET and SWAP as Python writes them, and the places that statements give values to."""

from __future__ import annotations

from ...analysis.variables.remainders import alike
from ...analysis.variables.types import EXACT
from ...errors import TYPE_MISMATCH
from ...record import replace
from ...syntax import nodes as n
from ...syntax.visit import walk
from ..lines.trees import ATOM, at, augmented
from .expressions import Expressions
from .functions import Unportable
from .value import Value, fail, lasting, quoted, slice_of

Lines = list[str]


class Assigning:
    """Writes what gives a place a value; the other statements find theirs with it."""

    def __init__(self, expressions: Expressions) -> None:
        self.e = expressions
        self.declared: set[str] = set()  # local variables that have been given their type
        self.trapped = False  # ON ERROR GOTO is active

    def place(self, target: n.Target) -> str:
        return self.e.element(target).code if isinstance(target, n.Element) else self.e.scalar(target)

    def assign(self, target: n.Target, code: str) -> str:
        """`x = code`, with the type where a local variable has its first value."""
        place = self.place(target)
        if isinstance(target, n.Variable):
            return f"{self.typed(target)} = {code}"
        return f"{place} = {code}"

    def typed(self, target: n.Variable) -> str:
        name = self.e.scalar(target)
        first = name not in self.declared and not self.e.shares(target)
        self.declared.add(name)
        return f"{name}: float" if first and self.type_of(target) == "float" else name

    def type_of(self, target: n.Variable | n.Element) -> str:
        kind = self.e.kind(target)
        if kind == "$":
            return "str"
        if self.e.flag(target):
            return "bool"
        if kind == "!":
            return "int" if self.e.ranges.everywhere(target).whole else "float"
        return "float" if kind == "#" and not self.e.convert.exact else "int"

    def let(self, statement: n.Let) -> Lines:
        target = statement.target
        if self.e.key(target) in self.e.constants:
            return []
        value, code = self.given(target, statement.value)
        kind = self.e.kind(target)
        mild = self.e.failures.safe(statement.value, kind)
        if isinstance(target, n.Element) and not (mild or self._may_wait(target, statement.value)):
            return self.in_order(target, code)
        exact = value.kind == "$" or (value.whole and (not self.e.convert.exact or value.range.within(-EXACT, EXACT)))
        if text := augmented(self.place(target), code, exact):
            return [text]
        return [self.assign(target, code)]

    def _may_wait(self, target: n.Element, node: n.Expression) -> bool:
        """Whether a place may be found after its value: it is there, or both can only fail with the same error."""
        either = self.e.failures.taken(node, self.e.kind(target)) | self.e.failures.of(target)
        same = len(either) <= 1 and lasting(node) and lasting(target)
        return same or self.e.failures.safe(target) or self.e.failures.begins_with(node, target)

    def given(self, target: n.Target, node: n.Expression) -> tuple[Value, str]:
        """What a variable is given: the value, and its code as the variable keeps it."""
        if self.e.flag(target):
            value = self.e.judged(node)
            return value, value.truth()
        value = self.e.expression(node)
        code = self.e.convert.as_kind(value, self.e.kind(target))
        typed = self.e.ranges.key(target) in self.e.ranges.integers
        real = (code,) if value.kind == "#" else value.real
        return value, replace(value, code=code, real=real).as_int if typed else code

    def in_order(self, target: n.Target, code: str) -> Lines:
        """BASIC finds the place before it works out the value: which error comes first hangs on it."""
        lines, place = self.found(target)
        return [*lines, f"{place} = {code}"] if lines else [self.assign(target, code)]

    def found(self, target: n.Target, called: str = "place") -> tuple[Lines, str]:
        """What looks for an element that may not be there, or not twice at the same place; how it is written then."""
        if isinstance(target, n.Variable) or (lasting(target) and self.e.failures.safe(target)):
            return [], self.place(target)
        array = self.e.array(target.name, target.sigil)
        simple = self.e.simple_arrays.get(self.e.names[self.e.key(target)]) is not None
        if not simple:
            return [f"{called} = {array}.place({', '.join(self.e.place(target))})"], f"{array}[{called}]"
        lines, places = [], []
        for number, subscript in enumerate(target.subscripts, 1):
            value = self.e.expression(subscript)
            place = self.e.convert.subscript(value)
            if place != value.code or not self.e.failures.safe(subscript):
                lines.append(f"{called}{number} = {place}")
                place = f"{called}{number}"
            places.append(place)
        if not self.e.failures.safe(target, idle=True):  # random numbers do not matter for that
            lines.append(f"look({', '.join([array, *places])})")
        return lines, array + "".join(f"[{place}]" for place in places)

    def _once(self, target: n.Target) -> tuple[Lines, str]:
        """A place that is written more than once."""
        return ([], self.place(target)) if lasting(target) else self.found(target)

    def _fielded(self, target: n.Target) -> bool:
        """Whether FIELD may have made it a part of a buffer."""
        return self.e.names[self.e.key(target)] in self.e.fielded

    def in_buffer(self, target: n.Target, found: bool = False) -> str:
        """What FIELD and LSET take, `"n"`, `n.key(5)`; the `place` of an element may have been found before."""
        if isinstance(target, n.Variable):
            return quoted(self.e.names[self.e.key(target)])
        place = "place" if found else ", ".join(self.e.place(target))
        return f"{self.e.array(target.name, target.sigil)}.key({place})"

    def several(self, targets: tuple[n.Target, ...]) -> str:
        """What takes several values at once."""
        self.declared.update(self.e.scalar(target) for target in targets if isinstance(target, n.Variable))
        return ", ".join(self.place(target) for target in targets)

    def independent(self, targets: tuple[n.Target, ...]) -> bool:
        """Whether no subscript hangs on a variable that is read before it."""
        names = {(t.name, t.sigil) for t in targets if isinstance(t, n.Variable)}
        inside = [node for t in targets if isinstance(t, n.Element) for s in t.subscripts for node in walk(s)]
        return not any(isinstance(node, n.Variable) and (node.name, node.sigil) in names for node in inside)

    def mid_assign(self, s: n.MidAssign) -> Lines:
        if self.e.kind(s.target) != "$":
            return [fail(TYPE_MISMATCH, self.place(s.target))]
        before, old = self._once(s.target)
        start, text = self.e.given(s.start, "integer"), self.e.given(s.value, "text")
        if self.e.modern:
            part = "" if s.length is None else f"[{slice_of('', self.e.given(s.length, 'integer'))}]"
            return [*before, f"{old} = put_in({old}, {start}, {at(ATOM, text)}{part})"]
        itself = isinstance(s.target, n.Variable) and alike(s.target, s.value)
        codes = [old, start, "255" if s.length is None else self.e.given(s.length, "byte"), text, *["True"] * itself]
        code = f"strings.mid_assigned({', '.join(codes)})"
        if self._fielded(s.target):
            return [*before, f"fields.lset({self.in_buffer(s.target, bool(before))}, {code})"]
        return [*before, f"{old} = {code}"]

    def justify(self, s: n.Justify) -> Lines:
        if self.e.kind(s.target) != "$":
            return [fail(TYPE_MISMATCH, self.place(s.target))]
        text = self.e.given(s.value, "text")
        if self._fielded(s.target):
            return [f"fields.{'rset' if s.right else 'lset'}({self.in_buffer(s.target)}, {text})"]
        before, old = self._once(s.target)
        code = f"strings.justified(len({old}), {text}, {s.right})"
        return [*before, f"{old} = {code}"]

    def swap(self, statement: n.Swap) -> Lines:
        left, right = self.place(statement.left), self.place(statement.right)
        if self.e.kind(statement.left) != self.e.kind(statement.right):
            return [fail(TYPE_MISMATCH, left, right)]
        lines: Lines = []
        if isinstance(statement.right, n.Variable) and self.e.key(statement.right) not in self.e.placed:
            raise Unportable("SWAP with a variable that nothing else makes")  # it fails, but the first time only
        if not (self.e.failures.safe(statement.right) and lasting(statement.left)):
            lines, left = self.found(statement.left)
        if not lasting(statement.right):
            more, right = self.found(statement.right, "other")
            lines += more
        if _hangs_on(statement.right, statement.left):  # Python looks for each place when it is its turn
            left, right = right, left
        return [*lines, f"{left}, {right} = {right}, {left}"]


def _hangs_on(target: n.Target, other: n.Target) -> bool:
    """Whether what the other holds is looked at to find a place."""
    subscripts = target.subscripts if isinstance(target, n.Element) else ()
    inside = [node for s in subscripts for node in walk(s) if isinstance(node, n.Variable | n.Element)]
    return any((node.name, node.sigil) == (other.name, other.sigil) for node in inside)
