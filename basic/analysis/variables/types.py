"""Which variable is which, and what numbers it can hold.

GW-BASIC's types are those of the names: a sigil, or the letter's type as DEFINT and its kin have left it. That table
changes when such a statement is *executed*; the engine compiles for one table and compiles again if it changes.

Beyond that, one analysis over the whole program, without regard to order, finds for each variable (and for the elements
of each array) whether it only ever holds whole numbers, and between which bounds. A single-precision variable that is
always whole is kept as a Python int: exact, a subscript as it stands, and without any rounding up to 2**24.
"""

from __future__ import annotations

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
from ..defaults import DefTypes, Name
from ..flow import Flow, Table, core, itself
from .remainders import bare as bare
from .remainders import left_by

assert _words
LOGIC = frozenset({"AND", "OR", "XOR", "EQV", "IMP"})
COMPARISONS = frozenset({"=", "<>", "<", ">", "<=", ">="})
OPPOSITE = {"=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRRORED = {"=": "=", "<>": "<>", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
PATIENCE = 3  # times that bounds grow before they are dropped
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


class Ranges:
    """The bounds of every numeric variable of a program under one table of default types."""

    def __init__(
        self, flow: Flow, types: DefTypes, fractional: frozenset[Name] = frozenset(), known: bool = True,
        closed: bool = False,
    ) -> None:  # fmt: skip
        """`fractional`: variables that hold fractions from elsewhere (CHAIN, the prompt); without `known` all may.

        `closed`: nobody but the program calls its DEF FN functions.
        """
        self.types = types
        self.flow = flow
        self._known = known
        self.default = Range(True, 0, 0)
        self.known: dict[Name, Range] = {}
        self._closed = closed
        self._sources: dict[Name, list[Source]] = {}
        self._parameters: dict[int, Name] = {}  # by the id of each that a function names
        self.data = self._data_range()  # the numbers in DATA
        for key in fractional:
            self._add(key, ANY)
        statements = [core(point.statement) for point in flow.points]
        if closed:
            self._gather_functions(statements)
        self._functions = frozenset(self._sources)  # and their parameters: without an initial 0
        for statement in statements:
            self._known = self._known and is_known(statement)
            for target, source in self.given(statement):
                self._add(self.key(target), source)
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

    def of(self, key: Name) -> Range:
        """The range of a variable, or of the elements of an array."""
        if key[1] == "%":
            known = self.known.get(key, self.default)
            return Range(True, known.low, known.high).clipped(*INTEGER_BOUNDS)
        return self.known.get(key, self.default) if key[1] == "!" else ANY

    def only_typed(self, node: n.Variable) -> bool:
        """Whether a variable only gets what INPUT gives: when it is known to be whole, it is an int."""
        key = self.key(node)
        return key[1] == "!" and all(source is TYPED for source in self._sources.get(key, (ANY,)))

    def key(self, node: n.Variable | n.Element) -> Name:
        return self._parameters.get(id(node)) or self.types.name(node)

    def number(self, node: n.Expression) -> Range:
        """What a number can be; a double or a text: anything."""
        return ANY if self.kind(node) in "#$" else self.expression(node)

    # -- the sources of each variable -----------------------------------------------------------------------------

    def _add(self, key: Name, source: Source) -> None:
        if key[1] in "%!":
            self._sources.setdefault(key, []).append(source)

    def given(self, statement: n.Statement) -> list[tuple[n.Target, Source]]:
        """What a statement gives to which variables and elements: anything, if nothing is known of it."""
        match statement:
            case n.Let(target=target, value=value):
                return [(target, value)]
            case Table(arrays=(array,), values=values):
                numbers = [number for _, number in values if not isinstance(number, str)]
                return [(array, Range(isinstance(each, int), floor(each), ceil(each))) for each in numbers]
            case n.For(variable=variable):
                return [(variable, Loop(statement))]
            case n.Read(targets=targets):
                return [(target, self.data) for target in targets]
            case n.Input(targets=targets, channel=None):
                return [(target, TYPED) for target in targets]
            case n.Swap(left=left, right=right):
                return [(left, right), (right, left)]
            case n.DefFn(parameters=parameters) if not self._closed:
                return [(parameter, ANY) for parameter in parameters]
            case _:
                return [(target, ANY) for target in (*assigned(statement), *filled(statement))]

    def _gather_functions(self, statements: list[n.Statement]) -> None:
        """Functions give what their bodies come to, and their parameters get what stands in the calls."""
        nodes = [node for statement in statements for node in walk(itself(statement))]
        for definition in (node for node in nodes if isinstance(node, n.DefFn)):
            function, given = self.types.name(definition), definition.parameters
            own = {self.key(each): (f"{each.name} of {function}", self.kind(each), "") for each in given}
            inside = (node for node in walk(definition) if isinstance(node, n.Variable))
            self._parameters |= {id(node): own[key] for node in inside if (key := self.key(node)) in own}
            calls = (node for node in nodes if isinstance(node, n.UserFunction) and self.types.name(node) == function)
            for parameter, value in (pair for call in calls for pair in zip(given, call.arguments or (), strict=False)):
                self._add(self.key(parameter), value)
            self._add(function, definition.body)

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
        """Grow every range from its initial 0 until nothing changes; bounds that go on growing are dropped."""
        known = self.known
        known.update(dict.fromkeys(self._sources.keys() - self._functions, Range(True, 0, 0)))
        counted = {key for key, sources in self._sources.items() if all(isinstance(s, Loop) for s in sources)}
        for turn in range(64):
            changed = False
            for key, sources in self._sources.items():
                old = new = known.get(key)
                for source in sources:
                    found = self.source(source, key in counted)
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

    def source(self, source: Source, counted: bool = False) -> Range:
        """What somebody gets; `counted`: only loops change the variable."""
        if isinstance(source, Range):
            return source
        return source.range(self, counted) if isinstance(source, Loop) else self.number(source)

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
                    return self.of(self.types.name(node))
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


@record
class Loop:
    """FOR as a source of its variable: from the start until one step past the limit."""

    node: n.For

    def range(self, ranges: Ranges, counted: bool) -> Range:
        """`counted`: only loops change the variable, so that it cannot be far beyond the limit when a step is added."""
        start = ranges.expression(self.node.start)
        stop = ranges.expression(self.node.stop)
        step = Range(True, 1, 1) if self.node.step is None else ranges.expression(self.node.step)
        if "#" in ranges.kind(self.node.start) + ranges.kind(self.node.stop):
            return ANY
        if ranges.kind(self.node.variable) == "%":
            start, stop, step = (Range(True, r.low, r.high) if r.whole else INTEGER for r in (start, stop, step))
        whole = start.whole and step.whole
        low = high = None
        if step.at_least(0):
            low = start.low
            if counted and stop.high is not None and step.high is not None and start.high is not None:
                high = max(start.high, stop.high + step.high)
        elif step.high is not None and step.high < 0:
            high = start.high
            if counted and stop.low is not None and step.low is not None and start.low is not None:
                low = min(start.low, stop.low + step.low)
        return Range(whole, low, high, None if whole else coarser(start, step))


Source = n.Expression | Range | Loop
