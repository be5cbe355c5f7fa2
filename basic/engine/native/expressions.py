"""BASIC expressions as LLVM code."""

from __future__ import annotations

from ...analysis.variables.types import COMPARISONS, LOGIC, Ranges
from ...arithmetic.ranges import Range
from ...record import replace
from ...syntax import nodes as n
from .. import names
from ..expressions import DEEP
from .doubles import DOUBLE
from .registers import EXACT, INTEGER, REGISTER, WIDEST, Unsupported, Value
from .singles import constant
from .support import TEXT
from .texts import Texts
from .words import MOST


class Expressions(Texts):
    """Writes the code of one region's expressions and knows the names they use."""

    def __init__(
        self,
        ranges: Ranges,
        base: int,
        ranks: dict[str, int],
        wide: frozenset[str],
        definitions: dict[str, list[n.DefFn]],
    ) -> None:
        super().__init__()
        self.ranges = ranges
        self.base = base
        self.ranks = ranks
        self.wide = wide  # whole variables whose values have been found to be large: kept as singles
        self.definitions = definitions
        self.functions: set[str] = set()  # of them, those that are called
        self.random = False
        self.seed = ""  # what RND leaves when the statement is done
        self.scalars: dict[str, int] = {}  # identifier -> times used
        self.arrays: set[str] = set()
        self._parameters: dict[str, Value] = {}  # of the function that is being written out
        self._depth = 0

    def begin(self, exit_label: str) -> None:
        super().begin(exit_label)
        self.seed = ""
        self._parameters = {}
        self._depth = 0

    def settle(self) -> None:
        """From here on the statement cannot fail: what RND has drawn is drawn."""
        if self.seed:
            self.do(f"store i64 {self.seed}, ptr %seed")
            self.seed = ""

    # -- names ----------------------------------------------------------------------------------------------------

    def kind(self, identifier: str) -> str:
        """How a variable, or an array's element, is kept."""
        sigil = names.kind_of(identifier)
        if sigil != "!":
            return {"%": "i", "#": "d", "$": "t"}[sigil]
        bounds = self.known(identifier)
        if names.is_array(identifier):
            return "i" if bounds.whole and bounds.within(-MOST, MOST) else "f"
        return "i" if bounds.whole and identifier not in self.wide else "f"

    def known(self, identifier: str) -> Range:
        return self.ranges.of(names.known_as(identifier))

    def bounds(self, identifier: str) -> tuple[int, int]:
        found = self.known(identifier)
        low, high = INTEGER if names.kind_of(identifier) == "%" else (-MOST, MOST)
        return (
            low if found.low is None else max(low, min(found.low, high)),
            high if found.high is None else min(high, max(found.high, low)),
        )

    def scalar(self, node: n.Variable) -> str:
        identifier = names.scalar(node.name, self.ranges.types.kind(node.name, node.sigil))
        self.scalars[identifier] = self.scalars.get(identifier, 0) + 1
        return identifier

    def load(self, identifier: str, address: str) -> Value:
        kind = self.kind(identifier)
        if kind == "t":
            length = self.put(f"load i64, ptr {address}")
            start = self.put(f"getelementptr i64, ptr {address}, i64 1")
            return Value("t", self.put(f"call {TEXT} @t_pair(ptr {start}, i64 {length})"))
        code = self.put(f"load {REGISTER[kind]}, ptr {address}")
        if kind == "i":
            return Value("i", code, *self.bounds(identifier))
        return Value(kind, code, whole=kind == "f" and self.known(identifier).whole)

    def element(self, node: n.Element) -> tuple[str, str]:
        """Identifier and address of an array's element, its subscripts checked."""
        identifier = names.array(node.name, self.ranges.types.kind(node.name, node.sigil))
        if self.kind(identifier) == "t" or self.ranks.get(identifier) != len(node.subscripts):
            raise Unsupported
        self.arrays.add(identifier)
        offset = ""
        for position, subscript in enumerate(node.subscripts):
            value = self.whole(self.expression(subscript))
            inside = self.put(f"icmp ult i64 {value.code}, %{identifier}.{position}")
            self.require(inside)
            if self.base and value.low < self.base:
                self.require(self.put(f"icmp ne i64 {value.code}, 0"))
            if offset:
                row = self.put(f"mul i64 {offset}, %{identifier}.{position}")
                offset = self.put(f"add i64 {row}, {value.code}")
            else:
                offset = value.code
        kind = REGISTER[self.kind(identifier)]
        return identifier, self.put(f"getelementptr {kind}, ptr %{identifier}, i64 {offset}")

    def convert(self, value: Value, identifier: str) -> Value:
        """As a variable, or an array's element, keeps it."""
        kind, sigil = self.kind(identifier), names.kind_of(identifier)
        if (kind == "t") != (value.kind == "t"):
            raise Unsupported
        if sigil == "%":
            return self.integer(value)
        if kind == "f":
            return self.single(value)
        if kind == "d":
            return self.double(value)
        if kind == "i":
            return self.counted(value)
        return value

    def condition(self, node: n.Expression) -> str:
        """Whether an expression is not zero."""
        value = self.expression(node)
        if value.condition:
            return value.condition
        if value.kind == "i":
            return self.put(f"icmp ne i64 {value.code}, 0")
        if value.kind == "f":
            return self.put(f"fcmp une double {value.code}, 0.0")
        if value.kind == "d":
            return self.nonzero(value)
        raise Unsupported

    # -- expressions ----------------------------------------------------------------------------------------------

    def expression(self, node: n.Expression) -> Value:
        match node:
            case n.Number(value=value, kind=kind):
                if kind == "#":
                    return self.double_constant(int(value))
                if value == int(value) and abs(value) <= MOST:
                    return Value("i", str(int(value)), int(value), int(value))
                return Value("f", constant(float(value)), whole=value == int(value))
            case n.String(value=text):
                return self.text(text)
            case n.Variable():
                identifier = names.scalar(node.name, self.ranges.types.kind(node.name, node.sigil))
                if identifier in self._parameters:
                    return self._parameters[identifier]
                self.scalar(node)
                return self.load(identifier, f"%{identifier}")
            case n.Element():
                return self.load(*self.element(node))
            case n.Parenthesised(inner=inner):
                return self._parenthesised(inner)
            case n.Unary(operator=operator, operand=operand):
                return self._unary(operator, self.expression(operand))
            case n.Binary(operator="^", left=left, right=right):
                return self._power(self.expression(left), right)
            case n.Binary():
                return self._chain(node)
            case n.Function(name=name, arguments=arguments):
                return self._function(name, arguments)
            case n.UserFunction():
                return self._user_function(node)
            case _:
                raise Unsupported

    def _parenthesised(self, inner: n.Expression) -> Value:
        self._depth += 1
        if self._depth >= DEEP:  # the stack may not have room for so many
            raise Unsupported
        value = self.expression(inner)
        self._depth -= 1
        return value

    def _chain(self, node: n.Binary) -> Value:
        """A+B+C+... without recursion on the left."""
        links = []
        left: n.Expression = node
        while isinstance(left, n.Binary) and left.operator != "^":
            links.append(left)
            left = left.left
        value = self.expression(left)
        for link in reversed(links):
            value = self.combine(link.operator, value, self.expression(link.right))
        return value

    def _unary(self, operator: str, value: Value) -> Value:
        if value.kind == "t":
            raise Unsupported
        if operator == "+":
            return replace(value, condition="")
        if operator == "NOT":
            if value.condition:
                return self.truth(self.put(f"xor i1 {value.condition}, true"))
            return Value("i", self.put(f"xor i64 {self.integer(value).code}, -1"), *INTEGER)
        if value.kind == "i":
            if value.code.lstrip("-").isdigit():
                return Value("i", str(-int(value.code)), -value.high, -value.low)
            return Value("i", self.put(f"sub i64 0, {value.code}"), -value.high, -value.low)
        if value.kind == "f":
            return replace(value, code=self.put(f"fsub double 0.0, {value.code}"))
        return Value("d", self.put(f"call {DOUBLE} @d_negate({DOUBLE} {value.code})"))

    def truth(self, condition: str) -> Value:
        return Value("i", self.put(f"sext i1 {condition} to i64"), -1, 0, condition)

    def combine(self, operator: str, left: Value, right: Value) -> Value:
        kinds = left.kind + right.kind
        if "t" in kinds:
            if kinds != "tt":
                raise Unsupported
            if operator == "+":
                return self.concatenate(left, right)
            if operator not in COMPARISONS:
                raise Unsupported
        if operator in COMPARISONS:
            return self._compare(operator, left, right)
        if operator in LOGIC:
            return self._logic(operator, left, right)
        if operator in ("\\", "MOD"):
            return self._integer_division(operator, left, right)
        word = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide"}[operator]
        if "d" in kinds:
            a, b = self.double(left), self.double(right)
            if operator == "/":
                self.require(self.nonzero(b))
            return Value("d", self.checked(DOUBLE, f"d_{word}", f"{DOUBLE} {a.code}", f"{DOUBLE} {b.code}"))
        if kinds == "ii" and operator != "/":
            whole = self._whole(operator, word, left, right)
            if whole is not None:
                return whole
        a, b = self.single(left), self.single(right)
        all_whole = operator != "/" and all(v.kind == "i" or v.whole for v in (left, right))
        code = self.checked("double", f"s_{word}", f"double {a.code}", f"double {b.code}")
        return Value("f", code, whole=all_whole)

    def _whole(self, operator: str, word: str, left: Value, right: Value) -> Value | None:
        """Whole numbers: in integers, with the rounding of singles beyond 24 bits."""
        if operator == "+":
            low, high = left.low + right.low, left.high + right.high
        elif operator == "-":
            low, high = left.low - right.high, left.high - right.low
        else:
            ends = [x * y for x in (left.low, left.high) for y in (right.low, right.high)]
            low, high = min(ends), max(ends)
        size = max(-low, high)
        if size >= WIDEST:
            return None
        name = {"+": "add", "-": "sub", "*": "mul"}[operator]
        plain = self.put(f"{name} nsw i64 {left.code}, {right.code}")
        if size <= EXACT:
            return Value("i", plain, low, high)
        before, slow, done = self.label(), self.label(), self.label()
        self.do(f"br label %{before}")
        self.place(before)
        shifted = self.put(f"add i64 {plain}, {EXACT}")
        exact = self.put(f"icmp ule i64 {shifted}, {2 * EXACT}")
        self.do(f"br i1 {exact}, label %{done}, label %{slow}, !prof !0")
        self.place(slow)
        rounded = self.put(f"call i64 @w_{word}(i64 {left.code}, i64 {right.code})")
        self.do(f"br label %{done}")
        self.place(done)
        code = self.put(f"phi i64 [ {plain}, %{before} ], [ {rounded}, %{slow} ]")
        margin = (size >> 22) + 1
        return Value("i", code, low - margin, high + margin)

    def _power(self, base: Value, exponent: n.Expression) -> Value:
        """A constant whole power, by the products that GW-BASIC forms."""
        if not (isinstance(exponent, n.Number) and exponent.kind != "#" and 1 <= exponent.value <= 16):
            raise Unsupported
        power = int(exponent.value)
        if power != exponent.value:
            raise Unsupported
        x = self.single(base)
        whole = x.whole

        def product(a: Value, b: Value) -> Value:
            code = self.checked("double", "s_multiply", f"double {a.code}", f"double {b.code}")
            return Value("f", code, whole=whole)

        while not power & 1:
            x = product(x, x)
            power >>= 1
        result = x
        while power := power >> 1:
            x = product(x, x)
            if power & 1:
                result = product(result, x)
        return result

    def _integer_division(self, operator: str, left: Value, right: Value) -> Value:
        a, b = self.integer(left), self.integer(right)
        if b.low <= 0 <= b.high:
            self.require(self.put(f"icmp ne i64 {b.code}, 0"))
        a32 = self.put(f"trunc i64 {a.code} to i32")
        b32 = self.put(f"trunc i64 {b.code} to i32")
        result = self.put(f"{'sdiv' if operator != 'MOD' else 'srem'} i32 {a32}, {b32}")
        low, high = (-32768, 32768) if operator != "MOD" else (-32767, 32767)
        return Value("i", self.put(f"sext i32 {result} to i64"), 0 if a.low >= 0 and b.low >= 0 else low, high)

    def _logic(self, operator: str, left: Value, right: Value) -> Value:
        if left.condition and right.condition and operator in ("AND", "OR", "XOR"):
            return self.truth(self.put(f"{operator.lower()} i1 {left.condition}, {right.condition}"))
        a, b = self.integer(left), self.integer(right)
        if operator in ("AND", "OR", "XOR"):
            code = self.put(f"{operator.lower()} i64 {a.code}, {b.code}")
            if operator == "AND" and (a.low >= 0 or b.low >= 0):
                return Value("i", code, 0, 32767)
            return Value("i", code, *INTEGER)
        if operator == "EQV":
            differ = self.put(f"xor i64 {a.code}, {b.code}")
            return Value("i", self.put(f"xor i64 {differ}, -1"), *INTEGER)
        inverse = self.put(f"xor i64 {a.code}, -1")
        return Value("i", self.put(f"or i64 {inverse}, {b.code}"), *INTEGER)

    def _compare(self, operator: str, left: Value, right: Value) -> Value:
        word = {"=": "eq", "<>": "ne", "<": "slt", ">": "sgt", "<=": "sle", ">=": "sge"}[operator]
        if left.kind == "t":
            order = self.put(f"call i64 @t_compare({TEXT} {left.code}, {TEXT} {right.code})")
            return self.truth(self.put(f"icmp {word} i64 {order}, 0"))
        if "d" in (left.kind, right.kind):
            a, b = self.double(left), self.double(right)
            order = self.put(f"call i64 @d_compare({DOUBLE} {a.code}, {DOUBLE} {b.code})")
            return self.truth(self.put(f"icmp {word} i64 {order}, 0"))
        if left.kind == right.kind == "i":
            return self.truth(self.put(f"icmp {word} i64 {left.code}, {right.code}"))
        a, b = self.single(left), self.single(right)
        word = {"eq": "oeq", "ne": "une"}.get(word, "o" + word[1:])
        return self.truth(self.put(f"fcmp {word} double {a.code}, {b.code}"))

    # -- functions ------------------------------------------------------------------------------------------------

    def _function(self, name: str, arguments: tuple[n.Expression, ...]) -> Value:
        if name in ("LEFT$", "RIGHT$", "MID$", "CHR$", "LEN", "ASC"):
            return self.text_function(name, [self.expression(argument) for argument in arguments])
        if name == "INSTR":
            return self.find([self.expression(argument) for argument in arguments])
        if name == "RND":
            return self._random(arguments)
        if len(arguments) != 1 or name not in ("ABS", "INT", "FIX", "SGN", "CINT", "CSNG", "CDBL", "SQR"):
            raise Unsupported
        value = self.expression(arguments[0])
        if value.kind == "t":
            raise Unsupported
        match name:
            case "CINT":
                return self.integer(value)
            case "CSNG":
                return self.single(value) if value.kind == "d" else replace(value, condition="")
            case "CDBL":
                return self.double(value)
            case "ABS":
                return self._abs(value)
            case "SGN":
                return self._sgn(value)
            case "SQR":
                x = self.single(value)
                self.require(self.put(f"fcmp oge double {x.code}, 0.0"))
                return Value("f", self.put(f"call double @s_root(double {x.code})"))
            case _:
                return self._rounded(name, value)

    def _random(self, arguments: tuple[n.Expression, ...]) -> Value:
        """RND as in `values.functions.Random`; a negative argument is left to Python."""
        self.random = True
        old = self.seed or self.put("load i64, ptr %seed")
        product = self.put(f"mul i64 {old}, 214013")
        total = self.put(f"add i64 {product}, 2531011")
        new = self.put(f"and i64 {total}, 16777215")
        if arguments:
            if len(arguments) > 1:
                raise Unsupported
            x = self.single(self.expression(arguments[0]))
            self.require(self.put(f"fcmp oge double {x.code}, 0.0"))
            again = self.put(f"fcmp oeq double {x.code}, 0.0")
            new = self.put(f"select i1 {again}, i64 {old}, i64 {new}")
        self.seed = new
        number = self.put(f"sitofp i64 {new} to double")
        return Value("f", self.put(f"fmul double {number}, {constant(2.0**-24)}"))

    def _user_function(self, node: n.UserFunction) -> Value:
        """A function of DEF FN with but one definition, written out."""
        identifier = names.user_function(node.name, self.ranges.types.kind(node.name, node.sigil))
        definitions = self.definitions.get(identifier, [])
        arguments = node.arguments or ()
        if len(definitions) != 1 or len(definitions[0].parameters) != len(arguments):
            raise Unsupported
        parameters = [names.scalar(p.name, self.ranges.types.kind(p.name, p.sigil)) for p in definitions[0].parameters]
        pairs = zip(arguments, parameters, strict=True)
        values = [self.as_sigil(self.expression(argument), names.kind_of(name)) for argument, name in pairs]
        self.functions.add(identifier)
        outside = self._parameters
        # Of two parameters with one name the first counts.
        self._parameters = dict(reversed(list(zip(parameters, values, strict=True))))
        value = self.expression(definitions[0].body)  # one that calls itself ends in RecursionError
        self._parameters = outside
        return replace(self.as_sigil(value, names.kind_of(identifier)), condition="")

    def as_sigil(self, value: Value, sigil: str) -> Value:
        """As a parameter, or the result of a function, of this type."""
        if (sigil == "$") != (value.kind == "t"):
            raise Unsupported
        if sigil == "%":
            return self.integer(value)
        if sigil == "#":
            return self.double(value)
        return self.single(value) if value.kind == "d" else value

    def _rounded(self, name: str, value: Value) -> Value:
        if value.kind == "i":
            return replace(value, condition="")
        if value.kind == "d":
            word = "d_floor" if name == "INT" else "d_fix"
            return Value("d", self.put(f"call {DOUBLE} @{word}({DOUBLE} {value.code})"))
        word = "floor" if name == "INT" else "trunc"
        code = self.put(f"call double @llvm.{word}.f64(double {value.code})")
        # Not -0, which FIX(-.5) gives here: adding 0 makes it 0.
        return Value("f", self.put(f"fadd double {code}, 0.0"), whole=True)

    def _abs(self, value: Value) -> Value:
        if value.kind == "i":
            low = max(0, value.low, -value.high)
            code = self.put(f"call i64 @llvm.abs.i64(i64 {value.code}, i1 true)")
            return Value("i", code, low, max(-value.low, value.high))
        if value.kind == "f":
            return replace(value, code=self.put(f"call double @llvm.fabs.f64(double {value.code})"))
        return Value("d", self.put(f"call {DOUBLE} @d_size({DOUBLE} {value.code})"))

    def _sgn(self, value: Value) -> Value:
        if value.kind == "d":
            return Value("i", self.put(f"call i64 @d_sign({DOUBLE} {value.code})"), -1, 1)
        compare, zero = ("fcmp o", "0.0") if value.kind == "f" else ("icmp s", "0")
        above = self.put(f"{compare}gt {value.type} {value.code}, {zero}")
        below = self.put(f"{compare}lt {value.type} {value.code}, {zero}")
        positive, negative = self.put(f"zext i1 {above} to i64"), self.put(f"sext i1 {below} to i64")
        return Value("i", self.put(f"or i64 {positive}, {negative}"), -1, 1)
