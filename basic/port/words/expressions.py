"""BASIC expressions as Python expressions for people to read: few parentheses, Python's own numbers where they do."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection

from ...analysis.variables.remainders import acts
from ...analysis.variables.truths import constant
from ...analysis.variables.types import (
    COMPARISONS,
    INTEGER,
    INTEGER_BOUNDS,
    LOGIC,
    MIRRORED,
    TRUTH,
    Range,
    Ranges,
    arithmetic,
    bare,
    floors,
    logic_range,
    negated_range,
)
from ...errors import SYNTAX, TYPE_MISMATCH, UNDEFINED_FUNCTION
from ...gw.computer import DEVICES
from ...library import words as _words
from ...library.registry import FUNCTIONS, Entry
from ...record import replace
from ...syntax import nodes as n
from ..lines.trees import expression, part
from ..naming.names import Names
from . import harmless, joining, quotients
from .conversions import Conversions
from .value import (
    BIT_AND,
    BIT_OR,
    BIT_XOR,
    COMPARE,
    EXACT_BOUNDS,
    PRODUCT,
    SIGN,
    SUM,
    Risk,
    Value,
    at,
    contained,
    flag_test,
    formatted,
    lasting,
    linked,
    linked_always,
    negated,
    negation,
    quoted,
    risks_of,
    shifted,
    truth,
    truth_constant,
)

assert _words
Bounds = tuple[int | None, ...]  # of a list: its highest subscripts, as far as they are known beforehand
AS_THEY_ARE = ("TIMER", "LOC", "LOF", "CVS", "CVD", "POINT", "PMAP")  # their numbers are never too large
DIGITS = 7  # of a number that BASIC shows without an exponent


class Expressions(Conversions):
    def __init__(self, ranges: Ranges, names: Names, base: int, exact: bool = False) -> None:
        super().__init__(base, exact)
        self.ranges = ranges
        self.names = names
        self.shared: frozenset[str] = frozenset()  # names that are fields of the state
        self.simple_arrays: dict[str, Bounds | None] = {}  # arrays that are lists, with their bounds
        self.remade: set[str] = set()  # those that have subscripts up to 10 where their DIM has failed
        self.modern = False  # all in Python's own numbers, with nothing of `basic`
        self.trusting = False  # lines are hoped to fit into the 80 columns, and whole numbers to have seven digits
        self.flags: dict[tuple[str, str, str], int] = {}  # variables that are truth values, and BASIC's number for true
        self.constants: dict[tuple[str, str, str], Range] = {}  # variables that never change
        self.truths: dict[tuple[str, str, str], Value] = {}  # those called TRUE and FALSE
        self.typed = False  # in a subroutine: its parameters have types
        self.fielded: frozenset[str] = frozenset()  # variables that FIELD names, and arrays of which it names elements
        self.lenient = False  # random numbers and the clock count as safe: they print nothing and cannot fail
        self.placed: set[tuple[str, str, str]] = set()  # variables that something but a SWAP makes
        self.size = 0  # what program and variables take of GW-BASIC's memory
        self.signatures: dict[tuple[str, str, str], list[str]] = {}  # functions: the kinds of their parameters
        self.dynamic: Collection[tuple[str, str, str]] = ()  # those that may not be defined yet, or anew
        self.captured: dict[tuple[str, str, str], list[tuple[str, str, str]]] = {}  # what they take of the caller's

    # -- variables and elements -----------------------------------------------------------------------------------

    def kind(self, node: n.Variable | n.Element | n.UserFunction) -> str:
        return self.ranges.types.kind(node.name, node.sigil)

    def key(self, node: n.Variable | n.Element) -> tuple[str, str, str]:
        return node.name, self.kind(node), "()" if isinstance(node, n.Element) else ""

    def scalar(self, node: n.Variable) -> str:
        name = self.names[node.name, self.kind(node), ""]
        if name in self.parameters:
            return name
        if name in self.fielded:
            return f"gw.fields.{name}"
        return f"g.{name}" if name in self.shared else name

    def array(self, name: str, sigil: str) -> str:
        return self.array_place((name, self.ranges.types.kind(name, sigil), "()"))

    def array_place(self, name: tuple[str, str, str]) -> str:
        found = self.names[name]
        return f"g.{found}" if found in self.shared else found

    def element(self, node: n.Element) -> Value:
        name = self.names[node.name, self.kind(node), "()"]
        bounds = self.simple_arrays.get(name)
        place = self.array(node.name, node.sigil)
        values = [self.expression(subscript) for subscript in node.subscripts]
        if bounds is None:
            code = f"{place}[{', '.join(map(self.subscript, values))}]"
            found = Value(code, self.kind(node), self.ranges.variable(node))
            known = all(value.safe or value.risks for value in values)
            return replace(found, risks=risks_of(*values) | {(code, "")}) if known else found
        code, safe = place, True
        risks: set[Risk] | None = set()
        for value, bound in zip(values, bounds, strict=True):
            shown = self.subscript(value)
            within = value.whole and bound is not None and value.range.within(self.base, bound)
            fits = self.modern or within
            safe = safe and value.safe and fits
            if risks is not None and shown == value.code and (value.safe or value.risks):
                limit = f"len({code})" if bound is None else str(bound)
                risks |= value.risks if fits else {*value.risks, (shown, limit)}
            elif risks is not None and (value.safe or value.risks):
                risks |= {*value.risks, (f"{code}[{shown}]", "")}  # the same subscript fails alike
            else:
                risks = None
            code += f"[{shown}]"
        found = Value(code, self.kind(node), self.ranges.variable(node), safe=safe)
        return found if safe or not risks else replace(found, risks=frozenset(risks))

    def plainly(self, value: Value) -> bool:
        """Whether a number is shown with all its digits: a whole one of not more than seven."""
        return value.whole and value.range.within(1 - 10**DIGITS, 10**DIGITS - 1)

    def shown(self, value: Value) -> str:
        """A number as a text: `STR$(x)`."""
        if self.plainly(value):
            return formatted(value.code, " d")
        return f"{self.tool('number_text')}({self.item(value)})"

    def place(self, node: n.Element) -> list[str]:
        """The subscripts of an object."""
        return [self.subscript(self.expression(subscript)) for subscript in node.subscripts]

    def divides(self, left: Value, right: Value) -> bool:
        """Whether INT of a quotient is Python's `//`: single precision tells it from the next whole number."""
        return left.whole and right.whole and (not self.exact or floors(left.range, right.range))

    def condition(self, node: n.Expression, negated: bool = False) -> str:
        value = self.expression(node)
        if value.kind == "$":
            return self.fail(TYPE_MISMATCH, value.code)
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
                return truth_constant(bool(number))
            case _:
                return self.expression(node)

    def given(self, node: n.Expression, kind: str) -> str:
        """An expression as one of a kind."""
        return self.convert(self.expression(node), kind)

    # -- expressions ----------------------------------------------------------------------------------------------

    def expression(self, node: n.Expression) -> Value:
        match node:
            case n.Variable() | n.Element() if true := self.flag(node):
                place = self.element(node) if isinstance(node, n.Element) else Value(self.scalar(node), "%", safe=True)
                if not isinstance(node, n.Element) and (known := self.truths.get(self.key(node))) is not None:
                    return replace(known, range=Range(True, min(0, true), max(0, true)))
                sign = "-" * (true < 0)
                return replace(
                    place,
                    code=sign + place.code,
                    kind=self.kind(node),
                    range=Range(True, min(0, true), max(0, true)),
                    condition=place.code,
                )
            case n.Number():
                return self._number(node)
            case n.String(value=text):
                return Value(quoted(text), "$", safe=True, constant=True)
            case n.Variable():
                kind = self.kind(node)
                name = self.scalar(node)
                bounds = self.ranges.variable(node)
                throughout = self.ranges.everywhere(node)
                if throughout.whole and throughout.within(*EXACT_BOUNDS) and name not in self.parameters:
                    self.counters.add(name)
                if name not in self.parameters and self.key(node) in self.constants:
                    bounds = self.constants[self.key(node)]
                elif bounds.whole and not throughout.whole and (self.typed or name.startswith("g.")):
                    return Value(f"int({name})", kind, bounds, safe=True)  # for those who check types
                return Value(name, kind, bounds, safe=True)
            case n.Element():
                return self.element(node)
            case n.Parenthesised(inner=inner) | n.Channel(number=inner):
                return self.expression(inner)
            case n.Unary(operator=operator, operand=operand):
                return self._unary(operator, operand)
            case n.Binary():
                return self._binary(node)
            case n.Function():
                return self._function(node)
            case n.UserFunction():
                return self._user_function(node)
            case n.Fault(effects=effects, error=error):
                return Value(self.fail(error, *(self.expression(effect).code for effect in effects)), "!")
            case _:
                raise Unportable("USR")

    def constant(self, value: int | float | str) -> str:
        """A constant of DATA."""
        if isinstance(value, str):
            return quoted(value)
        return str(value) if isinstance(value, int) else self._number(n.Number(0, value, "!")).code

    def _number(self, node: n.Number) -> Value:
        if node.kind != "#" and node.value == int(node.value):
            number = int(node.value)
            return Value(str(number), node.kind, Range(True, number, number), True, constant=True)
        return self.operations.number(node)

    def _unary(self, operator: str, operand: n.Expression) -> Value:
        value = self.expression(operand)
        if operator == "NOT":
            if value.condition and value.range == TRUTH:
                return truth_constant(value.condition != "True") if value.constant else negated(value)
            return Value(f"~{self._bits(value).at(SIGN)}", "%", INTEGER, harmless.fits(value))
        if value.kind == "$" or operator == "+":
            return value
        negative = negated_range(value.range)
        kind = "!" if value.kind == "%" and not value.range.within(-32767, 32767) else value.kind
        match expression(value.code):
            case ast.UnaryOp(ast.USub(), positive):
                code = part(value.code, positive)
                code = f"int({code})" if value.condition and not value.constant else at(SIGN, code)
            case ast.BinOp(op=ast.Pow()):
                code = f"-({value.code})"
            case _:
                code = f"-{value.at(SIGN)}"
        return Value(code, kind, negative, value.safe, constant=value.constant)

    def _binary(self, node: n.Binary) -> Value:
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
            elif (remainder := quotients.told(self, link)) is not None:
                value, texts = remainder, []
            else:
                value, texts = self.combine(link.operator, value, right), []
        return value

    def _joined(self, texts: list[Value], length: int) -> Value:
        if length <= joining.LONGEST or self.modern:
            return joining.joined(texts)
        return Value(f"{self.tool('join')}({', '.join(text.code for text in joining.together(texts))})", "$")

    def combine(self, operator: str, left: Value, right: Value) -> Value:
        if operator in COMPARISONS:
            return self._compare(operator, left, right)
        if "$" in (left.kind, right.kind):
            return Value(self.fail(TYPE_MISMATCH, left.code, right.code), "!")
        if operator in LOGIC:
            return self._logic(operator, left, right)
        if operator in ("\\", "MOD"):
            return self._integer_division(operator, left, right)
        if operator in "+-" and right.number is not None and contained(left.code):  # `INSTR(A$,"X")-1`
            code = shifted(left.code, right.number if operator == "+" else -right.number)
            return Value(code, "!", arithmetic(operator, left.range, right.range), left.safe)
        return self.operations.combine(operator, left, right)

    def _integer_division(self, operator: str, left: Value, right: Value) -> Value:
        bounds = arithmetic(operator, left.range, right.range)
        fits = left.whole and right.whole and left.range.within(0, 32767) and right.range.within(1, 32767)
        if fits or self.modern:
            one, two = (v if v.whole else Value(self.integer(v), "%") for v in (left, right))
            positive = all(v.range.low is not None and v.range.low >= 0 for v in (left, right))
            safe = left.safe and right.safe
            if operator == "\\" and not positive:
                return Value(f"int({one.at(PRODUCT)} / {two.at(SIGN)})", "%", INTEGER, safe=safe)
            code = f"{one.at(PRODUCT)} {'%' if operator == 'MOD' else '//'} {two.at(SIGN)}"
            return Value(code, "%", bounds, safe)
        kind = "%" if bounds.within(*INTEGER_BOUNDS) else "!"
        name = "modulo" if operator == "MOD" else "quotient"
        safe = harmless.division(left, right)
        return Value(f"gw.{name}({self.integer(left)}, {self.integer(right)})", kind, bounds, safe=safe)

    def _logic(self, operator: str, left: Value, right: Value) -> Value:
        safe = left.safe and right.safe
        if left.condition and right.condition and operator in ("AND", "OR"):
            if right.safe or (right.risks and right.risks <= left.risks):
                return linked(operator.lower(), left, right)
            if left.safe:  # `gw.rnd() < 0.2 and d > 20`: what has to be worked out comes first
                return linked(operator.lower(), right, left)
            return linked_always("&" if operator == "AND" else "|", left, right)
        bounds = logic_range(operator, left.range, right.range)
        safe = safe and harmless.fits(left) and harmless.fits(right)
        a, b = self._bits(left), self._bits(right)
        code = {
            "AND": f"{a.at(BIT_AND)} & {b.at(SUM)}",
            "OR": f"{a.at(BIT_OR)} | {b.at(BIT_XOR)}",
            "XOR": f"{a.at(BIT_XOR)} ^ {b.at(BIT_AND)}",
            "EQV": f"~({a.at(BIT_XOR)} ^ {b.at(BIT_AND)})",
            "IMP": f"~{a.at(SIGN)} | {b.at(BIT_XOR)}",
        }[operator]
        return Value(code, "%", bounds, safe)

    def _bits(self, value: Value) -> Value:
        """What AND, OR and NOT work on."""
        whole = value.whole and value.range.within(*INTEGER_BOUNDS)
        return value if whole else Value(self.integer(value), "%")

    def _compare(self, operator: str, left: Value, right: Value) -> Value:
        if left.constant and left.safe and not right.constant:  # `IF 1=A`
            left, right, operator = right, left, MIRRORED[operator]
        symbol = {"=": "==", "<>": "!="}.get(operator, operator)
        if (left.kind == "$") != (right.kind == "$"):
            return Value(self.fail(TYPE_MISMATCH, left.code, right.code), "%", TRUTH)
        if left.condition and (found := flag_test(operator, left, right)) is not None:
            return found
        alike = left.whole == right.whole and "#" not in (left.kind, right.kind)
        if left.constant and right.constant and (alike or not self.exact):
            held = bool(eval(f"{left.code} {symbol} {right.code}"))
            return Value("-1" if held else "0", "%", TRUTH, True, str(held), constant=True)
        if self.exact and "#" in (left.kind, right.kind):
            left, right = self.to_double(left), self.to_double(right)
        code = f"{left.at(COMPARE + 1)} {symbol} {right.at(COMPARE + 1)}"
        if (inside := contained(left.code)) and right.number == 0 and symbol in ("==", "!=", ">"):
            code = negation(left) if symbol == "==" else inside
        return truth(code, left.safe and right.safe, risks_of(left, right))

    # -- functions ------------------------------------------------------------------------------------------------

    def _function(self, node: n.Function) -> Value:
        value = self._called(node)
        if self.modern and not acts(node):
            return replace(value, safe=all(self.expression(argument).safe for argument in node.arguments))
        alike = value.kind == "$" and not value.safe and not value.risks and lasting(node)  # the same call fails alike
        return replace(value, risks=frozenset({(value.code, "")})) if alike else value

    def _called(self, node: n.Function) -> Value:
        values = [self.expression(argument) for argument in node.arguments]
        counts, own = OWN.get(node.name, ((), None))
        if own is not None and len(values) in counts and (value := own(self, node, *values)) is not None:
            return value
        entry = FUNCTIONS.get(node.name)
        if entry is None:
            raise Unportable(node.name)
        if not entry.required <= len(values) <= len(entry.parameters):
            return Value(self.fail(SYNTAX, *(value.code for value in values)), result_kind(entry))
        if (found := self.operations.function(node, values)) is not None:
            return found
        codes = [self.convert(v, p.kind) for v, p in zip(values, entry.parameters, strict=False)]
        bounds = self.ranges.expression(node)
        safe = harmless.function(node.name, values) or (self.lenient and node.name in harmless.CLOCK)
        if node.name == "MKS$" and not self.exact and not values[0].whole:
            codes = [f"{self.use('basic.values.single', 'nearest')}({codes[0]})"]
        name = self.library(entry)
        code = f"{name}({', '.join(codes)})"
        value = Value(code, result_kind(entry), bounds, safe, code if bounds == TRUTH else "")  # EOF
        if node.name in AS_THEY_ARE and value.kind == "!":
            return value
        if entry.result in ("single", "double") and node.name not in AS_THEY_ARE:
            value = replace(value, code=f"gw.function({', '.join([name, *codes])})")
        scaled = value.kind == "#" and not self.exact
        return replace(value, code=f"{self.tool('real')}({value.code})") if scaled else value

    def library(self, entry: Entry) -> str:
        """A function of the library under its module's name: `strings.left`, `screen.locate` of the program's own."""
        module, name = entry.function.__module__, entry.function.__name__
        parent, _, last = module.rpartition(".")
        if last in DEVICES:
            return f"{last}.{name.rstrip('_')}"
        return f"{self.use(parent, last)}.{name}"

    def _user_function(self, node: n.UserFunction) -> Value:
        kind = self.kind(node)
        key = (node.name, kind, "FN")
        values = [self.expression(argument) for argument in node.arguments or ()]
        bounds = self.ranges.expression(node)
        kinds = self.signatures.get(key)
        if kinds is None:
            return Value(self.fail(UNDEFINED_FUNCTION), kind)  # nobody looks at the arguments then
        name = self.names[key]
        place = f"g.{name}" if name in self.shared else name
        defined = f"{self.tool('defined')}({place})" if key in self.dynamic else ""
        if len(kinds) != len(values):
            taken = [self.convert(value, wanted) for value, wanted in zip(values, kinds, strict=False)]
            return Value(self.fail(SYNTAX, *[code for code in (defined, *taken) if code]), kind)
        codes = [
            self.convert(value, wanted) for value, wanted in zip(values, kinds, strict=True)
        ]
        if defined and not all(isinstance(expression(code), ast.Name | ast.Constant) for code in codes):
            place = defined
        codes += [self.names[free] for free in self.captured[key]]
        return Value(f"{place}({', '.join(codes)})", kind, bounds)


class Unportable(Exception):
    """An expression or statement with a word that cannot be ported."""


def result_kind(entry: Entry) -> str:
    return {"string": "$", "single": "!", "double": "#", "": "!"}.get(entry.result, "%")


# Functions that Python has itself (`functions.py`): for how many arguments, and who writes them, or gives None where
# the call is not of its common form.
Own = Callable[..., "Value | None"]
OWN: dict[str, tuple[tuple[int, ...], Own]] = {}
