"""BASIC expressions as Python expressions for people to read: few parentheses, Python's own numbers where they do."""

from __future__ import annotations

from collections.abc import Collection

from ...analysis.variables.located import Located
from ...analysis.variables.remainders import alike, floored, left_by
from ...analysis.variables.truths import constant
from ...analysis.variables.types import TRUTH, Range, bare
from ...errors import SYNTAX, TYPE_MISMATCH, UNDEFINED_FUNCTION
from ...machine.files import LONGEST
from ...record import replace
from ...syntax import nodes as n
from ..lines.conditions import joined
from ..lines.trees import PRODUCT, SIGN
from ..naming.names import Names
from ..program.events import Due
from . import functions, joining
from .conversions import Conversions, ModernConversions
from .failures import Failures
from .operations import Exact, Operations
from .value import Value, fail, linked, linked_always, negated, negation, quoted, truth

Bounds = tuple[int | None, ...]  # of a list: its highest subscripts, as far as they are known beforehand


class Expressions:
    """Each expression with what is known of its value; `convert` says it as somebody takes it."""

    def __init__(self, ranges: Located, names: Names, base: int, exact: bool = False, modern: bool = False) -> None:
        self.ranges = ranges
        self.names = names
        self.exact = exact
        self.modern = modern  # all in Python's own numbers, with nothing of `basic`
        self.convert = (ModernConversions if modern else Conversions)(base, exact)
        self.operations = (Exact if exact else Operations)(self.convert)
        self.shared: frozenset[str] = frozenset()  # names that are fields of the state
        self.parameters: frozenset[str] = frozenset()  # names that hide those of the program in a DEF FN
        self.simple_arrays: dict[str, Bounds | None] = {}  # arrays that are lists, with their bounds
        self.remade: set[str] = set()  # those that have subscripts up to 10 where their DIM has failed
        self.flags: dict[tuple[str, str, str], int] = {}  # variables that are truth values, and BASIC's number for true
        self.constants: set[tuple[str, str, str]] = set()  # variables that never change
        self.truths: dict[tuple[str, str, str], Value] = {}  # those called TRUE and FALSE
        self.fielded: frozenset[str] = frozenset()  # variables that FIELD names, and arrays of which it names elements
        self.typed: set[tuple[str, str, str]] = set()  # texts that somebody types, or that are made of such
        self.failures = Failures(self)
        self.placed: set[tuple[str, str, str]] = set()  # variables that something but a SWAP makes
        self.size = 0  # what program and variables take of GW-BASIC's memory
        self.signatures: dict[tuple[str, str, str], list[str]] = {}  # functions: the kinds of their parameters
        self.dynamic: Collection[tuple[str, str, str]] = ()  # those that may not be defined yet, or anew
        self.captured: dict[tuple[str, str, str], list[tuple[str, str, str]]] = {}  # what they take of the caller's

    # -- variables and elements -----------------------------------------------------------------------------------

    def kind(self, node: n.Variable | n.Element | n.UserFunction) -> str:
        return self.ranges.types.kind(node.name, node.sigil)

    def key(self, node: n.Variable | n.Element) -> tuple[str, str, str]:
        return self.ranges.types.name(node)

    def shares(self, node: n.Variable | n.Element) -> bool:
        """Whether it is a field of the state."""
        name = self.names[self.key(node)]
        return name in self.shared and name not in self.parameters

    def scalar(self, node: n.Variable) -> str:
        name = self.names[self.key(node)]
        if name in self.fielded and name not in self.parameters:
            return f"fields[{quoted(name)}]"
        return f"g.{name}" if self.shares(node) else name

    def array(self, name: str, sigil: str) -> str:
        return self.array_place((name, self.ranges.types.kind(name, sigil), "()"))

    def array_place(self, name: tuple[str, str, str]) -> str:
        found = self.names[name]
        return f"g.{found}" if found in self.shared else found

    def element(self, node: n.Element) -> Value:
        bounds = self.simple_arrays.get(self.names[self.key(node)])
        places = self.place(node)
        shown = "".join(f"[{place}]" for place in ([", ".join(places)] if bounds is None else places))
        return self._known(node, f"{self.array(node.name, node.sigil)}{shown}")

    def place(self, node: n.Element) -> list[str]:
        """The subscripts of an object."""
        return [self.convert.subscript(self.expression(subscript)) for subscript in node.subscripts]

    def condition(self, node: n.Expression, negated: bool = False) -> str:
        value = self.expression(node)
        if value.kind == "$":
            return fail(TYPE_MISMATCH, value.code)
        return negation(value) if negated else value.truth()

    # -- truth values ---------------------------------------------------------------------------------------------

    def flag(self, node: n.Variable | n.Element) -> int:
        """What a variable that is a truth value has for true in BASIC; 0 if it is a number."""
        return self.flags.get(self.key(node), 0)

    def judged(self, node: n.Expression) -> Value:
        """What is given to a flag, as a condition."""
        node = bare(node)
        match node:
            case n.Unary(operator="-", operand=operand) | n.Function(name="ABS", arguments=(operand,)):
                return self.judged(operand)
            case n.Binary(operator="-", right=right):  # from the number for true
                value = self.judged(right)
                return negated(value)
            case _ if (number := constant(node)) is not None:
                return truth(str(bool(number)), constant=True)
            case _:
                return self.expression(node)

    def given(self, node: n.Expression, kind: str) -> str:
        """An expression as one of a kind."""
        return self.convert.as_kind(self.expression(node), kind)

    # -- expressions ----------------------------------------------------------------------------------------------

    def expression(self, node: n.Expression) -> Value:
        found = self._written(node)
        return found if isinstance(found, Value) else self._known(node, found)

    def _known(self, node: n.Expression, code: str, real: tuple[str, ...] = ()) -> Value:
        """What an expression comes to, with what the analysis knows of that."""
        return Value(code, self.ranges.kind(node), self.ranges.expression(node), real=real)

    def _written(self, node: n.Expression) -> Value | str:
        match node:
            case n.Number():
                return replace(self._known(node, self.operations.number(node)), constant=True)
            case n.String(value=text):
                return Value(quoted(text), "$", constant=True)
            case n.Variable() | n.Element() if self.flag(node):
                return self._truth(node)
            case n.Variable():
                return self._variable(node)
            case n.Element():
                return self.element(node)
            case n.Parenthesised(inner=inner) | n.Channel(number=inner):
                return self.expression(inner)
            case n.Unary(operator=operator, operand=operand):
                return self.operations.unary(operator, self.expression(operand))
            case n.Binary():
                return self._binary(node)
            case Due(lines=lines):
                return Value(f"traps.due({', '.join(map(str, lines))})", "%", Range(True, 0, len(lines)))
            case n.Function():
                return functions.called(self, node)
            case n.UserFunction():
                return self._user_function(node)
            case n.Fault(effects=effects, error=error):
                return fail(error, *(self.expression(effect).code for effect in effects))
            case _:
                raise functions.Unportable("USR")

    def constant(self, value: int | float | str) -> str:
        """A constant of DATA."""
        if isinstance(value, str):
            return quoted(value)
        return str(value) if isinstance(value, int) else self.operations.number(n.Number(0, value, "!"))

    def _truth(self, node: n.Variable | n.Element) -> Value:
        """A variable that is a truth value, as the number that BASIC has."""
        true = self.flag(node)
        bounds = Range(True, min(0, true), max(0, true))
        if isinstance(node, n.Variable) and (known := self.truths.get(self.key(node))) is not None:
            return replace(known, range=bounds)
        place = self.element(node).code if isinstance(node, n.Element) else self.scalar(node)
        return Value("-" * (true < 0) + place, self.kind(node), bounds, place)

    def _variable(self, node: n.Variable) -> Value:
        name = self.scalar(node)
        constant = name not in self.parameters and self.key(node) in self.constants
        here = not constant and self.shares(node) and self.ranges.variable(node).whole
        if here and not self.ranges.everywhere(node).whole:
            return self._known(node, f"int({name})")  # for those who check types
        return self._known(node, name, (name,) * (name in self.convert.floats))

    def _binary(self, node: n.Binary) -> Value | str:
        """A chain of operators, from the first on."""
        chain = []
        left: n.Expression = node
        while isinstance(left, n.Binary):
            chain.append(left)
            left = left.left
        value = self.expression(left)
        texts: list[Value] = []
        length = joining.longest(self, left) if value.kind == "$" else 0
        for link in reversed(chain):
            right = self.expression(link.right)
            if link.operator == "+" and value.kind == "$" and right.kind == "$":
                texts = [*(texts or [value]), right]
                length += joining.longest(self, link.right)
                value = self._joined(texts, length)
                continue
            texts = []
            found: Value | str | None = self._remainder(link) or self._linked(link, value, right)
            found = found or self.operations.binary(link.operator, value, right, self.ranges.expression(link))
            if not isinstance(found, Value):
                power = (found,) * (link.operator == "^" and self.exact)
                found = self._known(link, found, value.real + right.real + power)
            value = found
        return value

    def of_quotient(self, sign: str, quotient: n.Binary, node: n.Expression) -> Value | None:
        """`x // n` for the whole of X/N and `x % n` for what it leaves, where single precision tells it from the next
        whole number."""
        one, two = self.expression(quotient.left), self.expression(quotient.right)
        found = self._known(node, f"{one.at(PRODUCT)} {sign} {two.at(SIGN)}", one.real + two.real)
        return found if self.operations.divides(one, two) else None

    def _remainder(self, node: n.Binary) -> Value | None:
        """`X-INT(X/N)*N` as `x % n`; `X/N=INT(X/N)` and `X MOD N=0` as `x % n == 0`, where its sign does not matter."""
        if node.operator == "-":
            return self.of_quotient("%", quotient, node) if (quotient := left_by(node)) else None
        rest, code = bare(node.left), ""
        if node.operator not in ("=", "<>"):
            return None
        if isinstance(rest, n.Binary) and rest.operator == "MOD" and constant(node.right) == 0:
            number, by = self.expression(rest.left), self.expression(rest.right)
            if number.kind in "%!" and by.constant and by.whole and by.range.within(1, 32767):
                rounded = self.convert.integer(number)
                code = f"{number.at(PRODUCT) if rounded == number.code else rounded} % {by.code}"
        for whole, other in ((node.left, node.right), (node.right, node.left)):
            quotient = floored(bare(whole))
            if quotient and alike(quotient, other) and (left := self.of_quotient("%", quotient, node)):
                code = code or left.code
        return truth(f"{code} {'==' if node.operator == '=' else '!='} 0") if code else None

    def _linked(self, node: n.Binary, left: Value, right: Value) -> Value | None:
        """AND and OR as `and` and `or`, which leave out the right side where the left has told enough."""
        if node.operator not in ("AND", "OR") or "$" in (left.kind, right.kind):
            return None
        word, free = node.operator.lower(), self.failures.safe(node.right)
        if left.condition and right.condition:
            if free or self.failures.found_before(node.right, node.left):
                return linked(word, left, right)
            if self.failures.safe(node.left):  # `gw.rnd() < 0.2 and d > 20`: what has to be worked out comes first
                return linked(word, right, left)
            return linked_always("&" if word == "and" else "|", left, right)
        sides = [self.operations.bits(value) for value in (left, right)]
        found = self._known(node, self.operations.logic(node.operator, *sides))
        if free and (word == "or" or any(side.condition and side.range == TRUTH for side in sides)):
            return replace(found, asked=joined(word, *(side.question for side in sides)))  # `x > 2 and n`
        return found

    def _joined(self, texts: list[Value], length: int) -> Value:
        if length <= LONGEST or self.modern:
            return joining.joined(texts)
        return Value(f"join({', '.join(text.code for text in joining.together(texts))})", "$")

    def _user_function(self, node: n.UserFunction) -> str:
        key = (node.name, self.kind(node), "FN")
        values = [self.expression(argument) for argument in node.arguments or ()]
        kinds = self.signatures.get(key)
        if kinds is None:
            return fail(UNDEFINED_FUNCTION)  # nobody looks at the arguments then
        name = self.names[key]
        place = f"g.{name}" if name in self.shared else name
        if key in self.dynamic:
            place = f"defined({place})"
        codes = [self.convert.as_kind(value, wanted) for value, wanted in zip(values, kinds, strict=False)]
        if len(kinds) != len(values):
            return fail(SYNTAX, place, *codes)
        codes += [self.names[free] for free in self.captured[key]]
        return f"{place}({', '.join(codes)})"
