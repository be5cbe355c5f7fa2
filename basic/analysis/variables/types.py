"""Which variable is which, and what numbers it can hold.

GW-BASIC's types are those of the names: a sigil, or the letter's type as DEFINT and its kin have left it. That table
changes when such a statement is *executed*; the engine compiles for one table and compiles again if it changes.

Beyond that, one analysis over the whole program, without regard to order, finds for each variable (and for the elements
of each array) whether it only ever holds whole numbers, and between which bounds. A single-precision variable that is
always whole is kept as a Python int: exact, a subscript as it stands, and without any rounding up to 2**24.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil, floor

# What of this the port uses it has from here: it knows numbers as the analysis does.
from ...arithmetic.ranges import ANY as ANY
from ...arithmetic.ranges import EXACT as EXACT
from ...arithmetic.ranges import INTEGER as INTEGER
from ...arithmetic.ranges import INTEGER_BOUNDS as INTEGER_BOUNDS
from ...arithmetic.ranges import TRUTH as TRUTH
from ...arithmetic.ranges import Range as Range
from ...arithmetic.ranges import arithmetic as arithmetic
from ...arithmetic.ranges import coarser, fraction
from ...arithmetic.ranges import floors as floors
from ...arithmetic.ranges import function_range as function_range
from ...arithmetic.ranges import logic_range as logic_range
from ...arithmetic.ranges import negated_range as negated_range
from ...errors import BasicError
from ...library import words as _words
from ...library.registry import FUNCTIONS
from ...record import record
from ...syntax import nodes as n
from ...syntax.effects import assigned, filled, is_known
from ...syntax.visit import walk
from ...values.soft import Overflow
from ...values.text import read_number
from ..defaults import DefTypes
from ..flow import Flow, Table, core, itself
from .remainders import bare as bare
from .remainders import left_by

assert _words
LOGIC = frozenset({"AND", "OR", "XOR", "EQV", "IMP"})
COMPARISONS = frozenset({"=", "<>", "<", ">", "<=", ">="})
OPPOSITE = {"=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRRORED = {"=": "=", "<>": "<>", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
PATIENCE = 2  # turns before bounds that grow are dropped
KINDS = {"string": "$", "integer": "%", "double": "#"}  # of results
TYPED = Range(False, None, None)  # what INPUT gives: a whole number as an int

# What those give that have a form of their own, or more to tell than two bounds; for all others the registry says it.
RESULTS: dict[str, Range] = {
    "INSTR": Range(True, 0, 255),
    "VARPTR": INTEGER,
    "ERR": Range(True, 0, 255),
    "ERL": Range(True, 0, 65535),
    "RND": Range(False, 0, 1, -24),
}


Key = tuple[str, str, bool]  # name, kind, whether an array


class Ranges:
    """The bounds of every numeric variable of a program under one table of default types."""

    def __init__(
        self, flow: Flow, types: DefTypes, fractional: frozenset[Key] = frozenset(), known: bool = True,
        closed: bool = False,
    ) -> None:  # fmt: skip
        """`fractional`: variables that hold fractions from elsewhere (CHAIN, the prompt); without `known` all may.

        `closed`: nobody but the program calls its DEF FN functions.
        """
        self.types = types
        self.flow = flow
        self._known = known
        self.default = Range(True, 0, 0)
        self.known: dict[Key, Range] = {}
        self._closed = closed
        self._within: dict[Key, Key] = {}  # what the parameters of the DEF FN that is looked at are known by
        self._sources: dict[Key, list[Source]] = {}
        self.data = self._data_range()  # the numbers in DATA
        for key in fractional:
            self._add(key, ANY)
        if closed:
            self._gather_functions()
        self._functions = frozenset(self._sources)
        for point in flow.points:
            self._gather(core(point.statement))
        if self._known:
            self._solve()
        else:
            self.default = ANY

    # -- questions ------------------------------------------------------------------------------------------------

    def variable(self, node: n.Variable | n.Element) -> Range:
        return self.of(self.key(node))

    def everywhere(self, node: n.Variable | n.Element) -> Range:
        """What holds of a variable throughout the program."""
        return self.of(self.key(node))

    def of(self, key: Key) -> Range:
        """The range of a variable, or of the elements of an array."""
        key = self._within.get(key, key)
        if key[1] == "%":
            known = self.known.get(key, self.default)
            return Range(True, known.low, known.high).clipped(*INTEGER_BOUNDS)
        return self.known.get(key, self.default) if key[1] == "!" else ANY

    def only_typed(self, node: n.Variable) -> bool:
        """Whether a variable only gets what INPUT gives: when it is known to be whole, it is an int."""
        key = self.key(node)
        return key[1] == "!" and all(source is TYPED for source in self._sources.get(key, (ANY,)))

    def key(self, node: n.Variable | n.Element) -> Key:
        return node.name, self.types.kind(node.name, node.sigil), isinstance(node, n.Element)

    @contextmanager
    def within(self, definition: n.DefFn | None) -> Iterator[None]:
        """What is asked meanwhile is asked in the body of a DEF FN, where its parameters hide variables."""
        outside = self._within.copy()
        self._within.clear()  # it is shared with what knows more of single places
        if self._closed and definition is not None:
            function = self.function(definition)
            for position, parameter in enumerate(definition.parameters):
                self._within[self.key(parameter)] = _parameter(function, position, self.key(parameter)[1])
        try:
            yield
        finally:
            self._within.clear()
            self._within.update(outside)

    def function(self, node: n.UserFunction | n.DefFn) -> Key:
        """What the result of a DEF FN is known by."""
        return f"FN {node.name}", self.types.kind(node.name, node.sigil), False

    def parameter(self, node: n.UserFunction, position: int, kind: str) -> Range:
        """What a parameter of a DEF FN gets."""
        return self.of(_parameter(self.function(node), position, kind)) if self._closed else ANY

    # -- the sources of each variable -----------------------------------------------------------------------------

    def _add(self, key: Key, source: Source) -> None:
        if key[1] in "%!":
            self._sources.setdefault(key, []).append(source)

    def _gather(self, statement: n.Statement) -> None:
        if not is_known(statement):
            self._known = False
        match statement:
            case n.Let(target=target, value=value):
                self._add(self.key(target), value)
            case Table(arrays=(array,), values=values):
                for _, number in values:
                    if not isinstance(number, str):
                        whole = isinstance(number, int)
                        self._add(self.key(array), Range(whole, floor(number), ceil(number)))
            case n.For(variable=variable):
                self._add(self.key(variable), _Loop(statement))
            case n.Read(targets=targets):
                for target in targets:
                    self._add(self.key(target), self.data)
            case n.Input(targets=targets, channel=channel):
                for target in targets:
                    self._add(self.key(target), TYPED if channel is None else ANY)
            case n.Swap(left=left, right=right):
                self._add(self.key(left), right)
                self._add(self.key(right), left)
            case n.DefFn(parameters=parameters) if not self._closed:
                for parameter in parameters:
                    self._add(self.key(parameter), ANY)
            case _:
                for target in (*assigned(statement), *filled(statement)):
                    self._add(self.key(target), ANY)

    def _gather_functions(self) -> None:
        """Parameters of functions get what stands in the calls; functions give what their bodies come to."""
        definitions: dict[Key, list[n.DefFn]] = {}
        for point in self.flow.points:
            statement = core(point.statement)
            if isinstance(statement, n.DefFn):
                definitions.setdefault(self.function(statement), []).append(statement)
        for point in self.flow.points:
            statement = core(point.statement)
            around = statement if isinstance(statement, n.DefFn) else None
            for node in walk(itself(statement)):
                if not isinstance(node, n.UserFunction):
                    continue
                function = self.function(node)
                for definition in definitions.get(function, ()):
                    for position, (parameter, given) in enumerate(
                        zip(definition.parameters, node.arguments or (), strict=False)
                    ):
                        kind = self.key(parameter)[1]
                        self._add(_parameter(function, position, kind), _Inside(around, given))
        for function, alternatives in definitions.items():
            for definition in alternatives:
                self._add(function, _Inside(definition, definition.body))

    def _data_range(self) -> Range:
        """The numbers in DATA: of an item that is not all a number a numeric variable gets what is."""
        found = Range(True, 0, 0)
        for constant in self.flow.data:
            try:
                value, kind, _ = read_number(constant.item.text)
            except Overflow:
                return ANY
            except BasicError:
                continue
            if kind == "#" or value != int(value):
                return ANY
            found = found.join(Range(True, int(value), int(value)))
        return found

    # -- solving --------------------------------------------------------------------------------------------------

    def _solve(self) -> None:
        """Grow every range from its initial 0 until nothing changes; bounds that go on growing are dropped.

        What belongs to functions has no initial 0.
        """
        known = self.known
        for key in self._sources:
            if key not in self._functions:
                known[key] = Range(True, 0, 0)
        counted = {key for key, sources in self._sources.items() if all(isinstance(s, _Loop) for s in sources)}
        for turn in range(64):
            changed = False
            for key, sources in self._sources.items():
                old = new = known.get(key)
                for source in sources:
                    found = self._of(source, key, key in counted)
                    new = found if new is None else new.join(found)
                assert new is not None  # there are no keys without sources
                if turn >= PATIENCE and old is not None and new != old:
                    new = Range(
                        new.whole,
                        new.low if new.low == old.low else None,
                        new.high if new.high == old.high else None,
                        new.grain if new.grain == old.grain else None,
                    )
                if key[1] == "%":
                    new = Range(True, new.low, new.high).clipped(*INTEGER_BOUNDS)
                if new != old:
                    known[key] = new
                    changed = True
            if not changed:
                return
        for key in known:  # never seen: the bounds can only be dropped once each
            known[key] = INTEGER if key[1] == "%" else ANY

    def _of(self, source: Source, key: Key, counted: bool) -> Range:
        if isinstance(source, Range):
            return source
        if isinstance(source, _Inside | _Loop):
            return source.range(self, key, counted)
        return self.expression(source)

    # -- expressions ----------------------------------------------------------------------------------------------

    def kind(self, node: n.Expression) -> str:
        """The type of an expression: % ! # $ (a whole sum of integers counts as !, since it may outgrow them)."""
        match node:
            case n.Number(kind=kind):
                return kind
            case n.String():
                return "$"
            case n.Variable(name=name, sigil=sigil) | n.Element(name=name, sigil=sigil):
                return self.types.kind(name, sigil)
            case n.UserFunction(name=name, sigil=sigil):
                return self.types.kind(name, sigil)
            case n.Parenthesised(inner=inner):
                return self.kind(inner)
            case n.Unary(operator=operator, operand=operand):
                return "%" if operator == "NOT" else self.kind(operand)
            case n.Binary(operator=operator, left=left, right=right):
                if operator in LOGIC or operator in COMPARISONS or operator in ("\\", "MOD"):
                    return "%"
                kinds = self.kind(left) + self.kind(right)
                if "$" in kinds:
                    return "$"
                if operator == "^":
                    return "!"
                return "#" if "#" in kinds else "!"
            case n.Function(name=name, arguments=arguments):
                return self._function_kind(name, arguments)
            case _:
                return "!"

    def _function_kind(self, name: str, arguments: tuple[n.Expression, ...]) -> str:
        if name.endswith("$"):
            return "$"
        if name in ("ABS", "INT", "FIX") and arguments:
            return self.kind(arguments[0])
        if name in FUNCTIONS:
            return KINDS.get(FUNCTIONS[name].result, "!")
        return "%" if name in RESULTS and name != "ERL" else "!"

    def expression(self, node: n.Expression) -> Range:
        match node:
            case n.Number(value=value, kind=kind):
                if kind == "#":
                    return ANY
                return fraction(value) if value != int(value) else Range(True, int(value), int(value))
            case n.Variable() | n.Element():
                return self.variable(node)
            case n.Parenthesised(inner=inner):
                return self.expression(inner)
            case n.Unary(operator=operator, operand=operand):
                if operator == "NOT":
                    return INTEGER
                found = self.expression(operand)
                return negated_range(found) if operator == "-" else found
            case n.Binary():
                return self._binary(node)
            case n.Function(name=name, arguments=arguments):
                return self._function(name, arguments)
            case n.UserFunction(name=name, sigil=sigil):
                if self._closed:
                    return self.of(self.function(node))
                return INTEGER if self.types.kind(name, sigil) == "%" else ANY
            case _:
                return ANY

    def _binary(self, node: n.Binary) -> Range:
        operator = node.operator
        if operator in COMPARISONS:
            return TRUTH
        if operator in LOGIC:
            return logic_range(operator, self.expression(node.left), self.expression(node.right))
        if "#" in self.kind(node.left) + self.kind(node.right) and operator not in ("\\", "MOD"):
            return ANY
        if (quotient := left_by(node)) is not None:
            number, by = self.expression(quotient.left), self.expression(quotient.right)
            if number.whole and by.whole and floors(number, by):
                return Range(True, 0, None if by.high is None else by.high - 1)
        result = arithmetic(operator, self.expression(node.left), self.expression(node.right))
        variables = isinstance(node.left, n.Variable) and isinstance(node.right, n.Variable)
        if operator == "*" and variables and self.key(node.left) == self.key(node.right):  # type: ignore[arg-type]
            return Range(result.whole, max(0, result.low or 0), result.high, result.grain)  # a square
        return result

    def _function(self, name: str, arguments: tuple[n.Expression, ...]) -> Range:
        if name == "POINT" and len(arguments) == 2:
            return Range(True, -1, 15)
        if name in RESULTS:
            return RESULTS[name]
        entry = FUNCTIONS.get(name)
        if entry is not None and entry.result == "integer":
            return INTEGER if entry.bounds == (None, None) else Range(True, *entry.bounds)
        if entry is not None and entry.result == "single" and entry.bounds != (None, None):
            return Range(False, *entry.bounds)
        if name in ("INT", "FIX", "ABS") and arguments:
            if self.kind(arguments[0]) == "#":
                return ANY
            found = function_range(name, self.expression(arguments[0]))
            return _drawn(self, arguments[0], found) if name == "INT" else found
        return ANY


def drawn(node: n.Expression) -> n.Expression | None:
    """The N of `RND*N`, `N*RND(1)`."""
    product = bare(node)
    if isinstance(product, n.Binary) and product.operator == "*":
        for one, other in ((product.left, product.right), (product.right, product.left)):
            one = bare(one)
            if isinstance(one, n.Function) and one.name == "RND":
                onward = not one.arguments or (isinstance(one.arguments[0], n.Number) and one.arguments[0].value > 0)
                return other if onward else None
    return None


def _drawn(ranges: Ranges, argument: n.Expression, found: Range) -> Range:
    """`INT(RND*6)` is 0 to 5: the largest RND, 1-2^-24, times a whole number is below it after rounding, too.

    One more is still below where the sum stays in the same power of two: `INT(RND*6+1)` is 1 to 6.
    """
    limit = drawn(argument)
    more = 0
    if limit is None:
        match bare(argument):
            case n.Binary(operator="+", left=left, right=n.Number(value=1)):
                limit, more = drawn(left), 1
            case n.Binary(operator="+", left=n.Number(value=1), right=right):
                limit, more = drawn(right), 1
            case _:
                pass
    if limit is None or ranges.kind(limit) not in "%!":
        return found
    high = ranges.expression(limit)
    if not (high.whole and high.within(1, EXACT)) or high.high is None or high.low is None:
        return found
    if more and (high.low != high.high or high.low & (high.low - 1) == 0):
        return found
    return Range(True, more, high.high - 1 + more)


def _parameter(function: Key, position: int, kind: str) -> Key:
    """What a parameter of a DEF FN is known by."""
    return f"{function[0]}{function[1]} {position}", kind, False


@record
class _Inside:
    """An expression in the body of a DEF FN, or outside of all."""

    definition: n.DefFn | None
    expression: n.Expression

    def range(self, ranges: Ranges, key: Key, counted: bool) -> Range:
        with ranges.within(self.definition):
            return ranges.expression(self.expression)


@record
class _Loop:
    """FOR as a source of its variable: from the start until one step past the limit."""

    node: n.For

    def range(self, ranges: Ranges, key: Key, counted: bool) -> Range:
        """`counted`: only loops change the variable, so that it cannot be far beyond the limit when a step is added."""
        start = ranges.expression(self.node.start)
        stop = ranges.expression(self.node.stop)
        step = Range(True, 1, 1) if self.node.step is None else ranges.expression(self.node.step)
        if "#" in ranges.kind(self.node.start) + ranges.kind(self.node.stop):
            return ANY
        if key[1] == "%":
            start, stop, step = (Range(True, r.low, r.high) if r.whole else INTEGER for r in (start, stop, step))
        whole = start.whole and step.whole
        low = high = None
        if step.low is not None and step.low >= 0:
            low = start.low
            if counted and stop.high is not None and step.high is not None and start.high is not None:
                high = max(start.high, stop.high + step.high)
        elif step.high is not None and step.high < 0:
            high = start.high
            if counted and stop.low is not None and step.low is not None and start.low is not None:
                low = min(start.low, stop.low + step.low)
        return Range(whole, low, high, None if whole else coarser(start, step))


Source = n.Expression | Range | _Inside | _Loop


def predicted(flow: Flow, index: int, types: DefTypes, base: int) -> tuple[DefTypes, int]:
    """The table of types and the OPTION BASE after the straight code from a point on.

    DEFINT stands at the top in nearly every program: compiling for what it will say saves compiling twice. The
    prediction ends at the first statement that could look at a variable (but for DIM of names that keep their type).
    """
    dimensioned = False
    seen: set[str] = set()  # first letters of the plain names used so far
    while index < flow.end:
        match flow.points[index].statement:
            case n.DefType(kind=kind, letters=letters):
                if seen & set(letters):
                    break
                types = types.with_letters(letters, kind)
            case n.OptionBase(value=value):
                if dimensioned:
                    break
                base = value
            case n.Dim(arrays=arrays):
                dimensioned = True
                seen.update(array.name[0] for array in arrays if not array.sigil)
            case n.Common(variables=variables, arrays=shared):
                seen.update(variable.name[0] for variable in variables + shared if not variable.sigil)
            case statement if not _looks_at_nothing(statement):
                break
            case _:
                pass
        index = flow.points[index].next
    return types, base


def _looks_at_nothing(statement: n.Statement) -> bool:
    """Whether a statement uses no variable at all."""
    match statement:
        case n.Remark() | n.Empty() | n.Data() | n.OnError():
            return True
        case n.Command(word="CLS" | "SCREEN" | "COLOR" | "LOCATE" | "RANDOMIZE", arguments=arguments):
            return all(isinstance(argument, n.Number | None) for argument in arguments)
        case n.Key() | n.Width(columns=n.Number() | None, rows=None, device=None):
            return True
        case n.Print(items=items, channel=None, using=None):
            return all(isinstance(item, n.String | n.Separator | n.Number) for item in items)
        case _:
            return False


def settling(flow: Flow) -> frozenset[int]:
    """The points from which `predicted` may say something new: straight code leads to DEFINT or OPTION BASE."""
    found: set[int] = set()
    for point in reversed(flow.points):
        match point.statement:
            case n.DefType() | n.OptionBase():
                found.add(point.index)
            case statement if point.next in found:
                if isinstance(statement, n.Dim | n.Common) or _looks_at_nothing(statement):
                    found.add(point.index)
    return frozenset(found)
