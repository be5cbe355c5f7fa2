"""Arrays as lists: DIM, tables of DATA with their values, and what the types of variables and lists are called."""

from __future__ import annotations

from ...analysis.flow import Table
from ...errors import DUPLICATE
from ...syntax import nodes as n
from .assigning import Assigning, Lines
from .expressions import Expressions
from .value import fail, shifted

Constants = dict[tuple[int, ...], int | float | str]


class Lists:
    """Writes what makes arrays, and the types of what is kept."""

    def __init__(self, e: Expressions, assigning: Assigning) -> None:
        self.e, self.assigning = e, assigning

    def dims(self, statement: n.Dim) -> Lines:
        return [self._dim(target) for target in statement.arrays if isinstance(target, n.Element)]

    def _dim(self, target: n.Element) -> str:
        """`a = [0] * 11`, or `a.dim(n, 10)` where only a run tells what there is."""
        name = self.e.names[self.e.key(target)]
        place = self.e.array(target.name, target.sigil)
        bounds = self.e.simple_arrays.get(name)
        if bounds is None:
            return f"{place}.dim({', '.join(self.e.place(target))})"
        pairs = zip(bounds, self.e.place(target), strict=True)
        highest = [shown if bound is None else str(bound) for bound, shown in pairs]
        code = filled([shifted(each, 1) for each in highest], self.initial(target))
        return f"{f'{place}[:]' if name in self.e.remade else self.typed_list(place, target, len(bounds))} = {code}"

    def make_table(self, statement: Table) -> Lines:
        return [] if self.e.key(statement.arrays[0]) in self.e.constants else self.table(statement)

    def table(self, statement: Table) -> Lines:
        """A list with its values: `x = [0, 5, 7, 9]`."""
        target = statement.arrays[0]
        assert isinstance(target, n.Element)
        place = self.e.array(target.name, target.sigil)
        bounds = self.e.simple_arrays[self.e.names[target.name, self.e.kind(target), "()"]]
        values = dict(statement.values)
        if bounds is None:
            lines = [f"{place}.dim({', '.join(self.e.expression(s).code for s in target.subscripts)})"]
            for at, value in values.items():
                lines.append(f"{place}[{', '.join(map(str, at))}] = {self.e.constant(value)}")
            return lines
        known = tuple(bound for bound in bounds if bound is not None)  # those of DATA are constants
        code = self._nested(known, (), values, target)
        return [f"{self.typed_list(place, target, len(bounds))} = {code}"]

    def _nested(self, bounds: tuple[int, ...], at: tuple[int, ...], values: Constants, target: n.Element) -> str:
        zero = '""' if self.e.kind(target) == "$" else "0"
        if len(at) == len(bounds):
            return self.e.constant(values[at]) if at in values else zero
        codes = [self._nested(bounds, (*at, i), values, target) for i in range(bounds[len(at)] + 1)]
        return f"[{', '.join(codes)}]"

    def empty(self, target: n.Element, bounds: tuple[int, ...]) -> str:
        """A list whose highest subscripts are these."""
        return filled([str(bound + 1) for bound in bounds], self.initial(target))

    def initial(self, target: n.Variable | n.Element) -> str:
        if self.e.kind(target) == "$":
            return '""'
        return "False" if self.e.flag(target) else "0"

    def typed_list(self, place: str, target: n.Variable | n.Element, rank: int) -> str:
        if self.e.shares(target) or place in self.assigning.declared:
            return place
        self.assigning.declared.add(place)
        return f"{place}: {self.list_type(target, rank)}"

    def list_type(self, target: n.Variable | n.Element, rank: int) -> str:
        return "list[" * rank + self.assigning.type_of(target) + "]" * rank

    def type_name(self, name: tuple[str, str, str]) -> str:
        """The Python type of a variable or an array."""
        element = n.Element(0, name[0], name[1], ())
        if name[2] != "()":
            return self.assigning.type_of(n.Variable(0, name[0], name[1]))
        bounds = self.e.simple_arrays.get(self.e.names[name])
        return self.array_type(name) if bounds is None else self.list_type(element, len(bounds))

    def array_type(self, name: tuple[str, str, str]) -> str:
        """The class of an array that is no list."""
        if self.e.names[name] in self.e.fielded:
            return "FieldArray"
        return f"Array[{self.assigning.type_of(n.Element(0, name[0], name[1], ()))}]"

    def option_base(self, statement: n.OptionBase) -> Lines:
        return [] if statement.value == self.e.convert.base else [fail(DUPLICATE)]


def filled(sizes: list[str], initial: str) -> str:
    """`[[0] * 10 for _ in range(10)]`: a list of so many lists of so many elements."""
    *rows, last = sizes
    code = f"[{initial}] * {last if last.isalnum() else f'({last})'}"
    for size in reversed(rows):
        code = f"[{code} for _ in range({size})]"
    return code
