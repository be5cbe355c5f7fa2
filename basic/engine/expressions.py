"""BASIC expressions as Python expressions.

Every value knows its BASIC type and, for numbers, its range; checks and roundings that cannot matter are left out.
What a name of the generated code means (`add`, `cint`, `f_left` ...) is said in `words.py` and in the library.
"""

from __future__ import annotations

from collections.abc import Callable

from ..analysis.variables.types import COMPARISONS, LOGIC, Ranges
from ..arithmetic.doubles import Doubles
from ..arithmetic.ranges import (
    ANY,
    INTEGER,
    INTEGER_BOUNDS,
    TRUTH,
    Range,
    fraction,
    logic_range,
    negated_range,
)
from ..arithmetic.singles import as_float, constant
from ..arithmetic.value import Value, number, rewritten, text_value
from ..arithmetic.written import nested_beyond, within
from ..errors import OUT_OF_MEMORY, SYNTAX, TYPE_MISMATCH, UNDEFINED_FUNCTION
from ..library.registry import FUNCTIONS, Entry, Parameter
from ..library.unsupported import UNSUPPORTED
from ..record import replace
from ..syntax import nodes as n
from ..syntax.effects import placed
from ..values.double import SCALE
from . import names
from .facts import Facts

PRINTABLE_WHOLE = (-9_999_999, 9_999_999)  # beyond, PRINT shows an exponent
CROWDED = 40  # parentheses from which on a chain A+B+C... is cut: Python's parser takes 200 nested ones
TOO_DEEP = 180  # nested parentheses that GW-BASIC's stack has no room for either
DEEP = 30  # nested parentheses from here on ask whether the stack has room


class Expressions(Doubles):
    """Writes expressions for one program under one set of types."""

    def __init__(self, ranges: Ranges, base: int, definitions: dict[str, list[n.DefFn]]) -> None:
        super().__init__()
        self.ranges = ranges
        self.base = base
        self.definitions = definitions  # identifier of a function -> every DEF FN of that name
        self.scalars: dict[str, None] = {}  # identifiers used, in order of appearance
        self.arrays: dict[str, int] = {}  # identifier -> number of subscripts (0: they differ)
        self.exposed: frozenset[str] = frozenset()  # scalars that VARPTR is asked about: PEEK and POKE reach them
        self.absent: set[str] = set()  # scalars that may have no place where SWAP or VARPTR looks for it
        self.noted: set[str] = set()  # those among them that other statements make, which note it
        self.rows: dict[tuple[str, str], str] = {}  # rows of arrays that a loop has in hand: array, subscript -> name
        self.parameters: frozenset[str] = frozenset()  # identifiers of the DEF FN being written
        self.narrowed: dict[str, Range] = {}  # what is known of counters in the bodies of their loops
        self.facts = Facts()  # what is known of scalars in the straight code that is being written
        self.within: set[tuple[str, str]] = set()  # counters that stay within 1 and the length of a string

    # -- names ----------------------------------------------------------------------------------------------------

    def scalar(self, node: n.Variable) -> str:
        identifier = names.scalar(node.name, self.ranges.types.kind(node.name, node.sigil))
        if identifier not in self.parameters:
            self.scalars[identifier] = None
        return identifier

    def notes(self, statement: n.Statement) -> list[str]:
        """That a statement gives variables a place, where SWAP or VARPTR will ask: it does so before it can fail."""
        if not self.noted:
            return []
        made = dict.fromkeys(names.scalar(v.name, self.ranges.types.kind(v.name, v.sigil)) for v in placed(statement))
        return [f"place({identifier!r})" for identifier in made if identifier in self.noted]

    def array(self, name: str, sigil: str, rank: int) -> str:
        identifier = names.array(name, self.ranges.types.kind(name, sigil))
        if rank:
            known = self.arrays.setdefault(identifier, rank)
            if known != rank:
                self.arrays[identifier] = 0
        else:
            self.arrays.setdefault(identifier, 0)
        return identifier

    def element(self, node: n.Element) -> str:
        """An element that is read: `A_sa[I_s][J_s]`. A subscript that is negative (error 5) or too large for an integer
        (6) is so before the ones to its left are looked up (9): these are worked out before it, but no more."""
        codes: list[str] = []
        asked: list[str] = []
        unsafe: list[int] = []  # subscripts so far whose working out can be noticed
        for position, subscript in enumerate(node.subscripts):
            value = self.expression(subscript)
            code, fits, otherwise = self._checked(value, behind=position > 0)
            if fits and position:
                before = []
                for earlier in unsafe:
                    name = self.temporary()
                    before.append(f"{name} := {codes[earlier]}")
                    codes[earlier] = name
                unsafe = []
                fits = f"[{', '.join(before)}] and {fits}" if before else fits
                asked.append(f" if {fits} else {otherwise})")
                fits = ""
            elif fits or not value.safe or code != value.code:
                unsafe.append(position)
            codes.append(f"{code} if {fits} else {otherwise}" if fits else code)
        return "(" * len(asked) + self.indexed(node, codes) + "".join(reversed(asked))

    def indexed(self, node: n.Element, subscripts: list[str]) -> str:
        rank = len(node.subscripts)
        identifier = self.array(node.name, node.sigil, rank)
        if self.arrays[identifier] == 0:
            return f"Elements({identifier}, {rank})[{', '.join(subscripts)},]"
        row = self.rows.get((identifier, subscripts[0]))
        if row is not None and rank == 2:
            return f"{row}[{subscripts[1]}]"
        return identifier + "".join(f"[{subscript}]" for subscript in subscripts)

    def subscripts(self, node: n.Element) -> tuple[list[str], list[str]]:
        """Lines to write first, and subscripts that may then be written more than once.

        What can fail or change something is worked out beforehand, as GW-BASIC finds the place before the value:
        in `A(RND*9)=RND` the subscript is the first random number.
        """
        before, codes = [], []
        for subscript in node.subscripts:
            value = self.expression(subscript)
            code = self.subscript(value)
            if not value.safe or code != value.code:
                name = self.temporary()
                before.append(f"{name} = {code}")
                code = name
            codes.append(code)
        return before, codes

    def key(self, target: n.Target) -> str:
        """What VARPTR and FIELD know a variable by: its identifier, with the subscripts of an element."""
        if isinstance(target, n.Variable):
            return repr(self.scalar(target))
        identifier = self.array(target.name, target.sigil, len(target.subscripts))
        subscripts = [self.subscript(self.expression(subscript)) for subscript in target.subscripts]
        return f"({identifier!r}, {', '.join(subscripts)},)"

    def subscript(self, value: Value) -> str:
        code, fits, otherwise = self._checked(value)
        return f"{code} if {fits} else {otherwise}" if fits else code

    def _checked(self, value: Value, behind: bool = False) -> tuple[str, str, str]:
        """A subscript, what must be asked before it has its value, and what is done if that is not so. `behind` others
        that are looked up when all have their values it is asked whatever may be an error."""
        if value.kind == "$":
            failing = self.fail(TYPE_MISMATCH, value.code)
            return ("0", failing, "0") if behind else (failing, "", "")
        low, high = value.range.low, value.range.high
        above = low is not None and low >= self.base
        if above and (not behind or (value.safe and high is not None and high <= INTEGER_BOUNDS[1])):
            return self.integer(value), "", ""
        if not value.whole:
            name = self.temporary()
            return name, f"({name} := {self.integer(value)}) >= {self.base}", f"outside({name})"
        if value.simple:
            fits = within(value.code, value.range, self.base, INTEGER_BOUNDS[1])
            return value.code, fits, f"outside({value.code})"
        name = self.temporary()
        fits = within(f"({name} := {value.raw or value.code})", value.range, self.base, INTEGER_BOUNDS[1])
        return name, fits, f"outside({value.code if value.raw else name})"

    # -- conversions ----------------------------------------------------------------------------------------------

    def single(self, value: Value) -> str:
        """As single precision (an int, where it is whole)."""
        if value.kind == "$":
            return self.fail(TYPE_MISMATCH, value.code)
        return f"csng({value.code})" if value.kind == "#" else value.code

    def fits(self, value: Value, kind: str) -> bool:
        """Whether a value can be converted to a kind without an error or a message."""
        if kind == "%":
            return value.whole and value.range.within(*INTEGER_BOUNDS)
        return kind == value.kind or (kind != "$" and value.kind in ("%", "!"))

    def byte(self, value: Value) -> str:
        """0 to 255, else error 5 (6 outside the integers)."""
        slow = f"byte({self.integer(value)})"
        if value.whole and value.range.within(0, 255):
            return value.code
        if value.kind == "$":
            return self.fail(TYPE_MISMATCH, value.code)
        if value.whole and not self.brief:
            name = self.temporary()
            if not value.raw:  # it has said what is to be said of it: `CHR$(5 MOD 0)`
                slow = f"byte({self.integer(replace(value, code=name))})"
            return f"({name} if {within(f'({name} := {value.raw or value.code})', value.range, 0, 255)} else {slow})"
        return slow

    def word(self, value: Value) -> str:
        """-32768 to 65535, as 0 to 65535."""
        if value.kind == "$":
            return self.fail(TYPE_MISMATCH, value.code)
        if value.whole and value.range.within(0, 65535):
            return value.code
        return f"word_double({value.code})" if value.kind == "#" else f"word({value.code})"

    def text(self, value: Value) -> str:
        return value.code if value.kind == "$" else self.fail(TYPE_MISMATCH, value.code)

    def convert(self, value: Value, kind: str) -> str:
        """As a BASIC type (a sigil) or a kind of the registry."""
        match kind:
            case "%" | "integer" | "channel":
                return self.integer(value)
            case "!" | "single" | "number":
                return self.single(value)
            case "#" | "double":
                return self.double(value)
            case "byte":
                return self.byte(value)
            case "word":
                return self.word(value)
            case _:
                return self.text(value)

    def condition(self, node: n.Expression) -> str:
        """A Python condition: whether the value is not zero."""
        value = self.expression(node)
        if value.kind == "$":
            return self.fail(TYPE_MISMATCH, value.code)
        return value.condition or value.code

    # -- expressions ----------------------------------------------------------------------------------------------

    def expression(self, node: n.Expression) -> Value:
        value = self._written(node)
        if nested_beyond(TOO_DEEP, value.code):
            return Value(self.fail(OUT_OF_MEMORY), value.kind, value.range)
        return value

    def _written(self, node: n.Expression) -> Value:
        match node:
            case n.Number():
                return self._number(node)
            case n.String(value=text):
                return text_value(repr(text), safe=True, simple=True, length=len(text))
            case n.Variable():
                return self._variable(node)
            case n.Element():
                kind = self.ranges.types.kind(node.name, node.sigil)
                return Value(self.element(node), kind, self.ranges.variable(node))
            case n.Parenthesised(inner=inner):
                return self._parenthesised(inner)
            case n.Unary(operator=operator, operand=operand):
                return self._unary(operator, operand)
            case n.Binary():
                return self._binary(node)
            case n.Function():
                return self._function(node)
            case n.UserFunction():
                return self._user_function(node)
            case n.UsrFunction(argument=argument):
                return Value(f"unsupported('USR', {self.expression(argument).code})", "!")
            case n.Channel():
                return Value(self.fail(SYNTAX), "!")
            case n.Fault(effects=effects, error=error):
                return Value(self.fail(error, *(self.expression(effect).code for effect in effects)), "!")

    def _number(self, node: n.Number) -> Value:
        if node.kind == "#":
            code = str(node.value) if node.value >= 0 else f"({node.value})"
            whole, rest = divmod(int(node.value), 1 << SCALE)
            return Value(code, "#", safe=True, simple=True, unscaled=None if rest else number(whole))
        if node.value == int(node.value):
            return replace(number(int(node.value)), kind=node.kind)
        return Value(repr(float(node.value)), "!", fraction(node.value), safe=True, simple=True)

    def _variable(self, node: n.Variable) -> Value:
        identifier = self.scalar(node)
        kind = self.ranges.types.kind(node.name, node.sigil)
        if identifier in self.parameters:
            return Value(identifier, kind, INTEGER if kind == "%" else ANY, safe=True, simple=True)
        bounds = self.facts.range(identifier, self.narrowed.get(identifier) or self.ranges.variable(node))
        return Value(identifier, kind, bounds, safe=True, simple=True, unscaled=self.facts.wholes.get(identifier))

    def _parenthesised(self, inner: n.Expression) -> Value:
        self._depth += 1
        value = self.expression(inner)
        if self._depth >= DEEP:  # the innermost of many: one question for all of them
            code = f"nested({self._depth}, {value.code})"
            value = replace(rewritten(value, code), safe=False)
            self._depth = 0
        self._depth = max(0, self._depth - 1)
        return value

    def _unary(self, operator: str, operand: n.Expression) -> Value:
        value = self.expression(operand)
        if operator == "NOT":
            if value.condition and value.range == TRUTH:
                negation = f"not {value.condition}"
                return Value(f"-({negation})", "%", TRUTH, f"({negation})", value.safe)
            safe = value.safe and value.whole and value.range.within(*INTEGER_BOUNDS)
            return Value(f"(~{self.integer(value)})", "%", INTEGER, safe=safe)
        if value.kind == "$":  # the sign looks at nothing; what uses the number complains
            return value
        if operator == "+":
            return value
        if isinstance(operand, n.Number):
            if value.whole:
                return replace(number(-int(node_value(operand))), kind=value.kind)
            return Value(f"(-{value.code})", value.kind, negated_range(value.range), safe=True, simple=True)
        kind = "!" if value.kind == "%" and not value.range.within(-32767, 32767) else value.kind
        return Value(f"(-{value.code})", kind, negated_range(value.range), safe=value.safe)

    # -- operators ------------------------------------------------------------------------------------------------

    def _binary(self, node: n.Binary) -> Value:
        # A chain such as A+B+C+... is folded here, not by recursion: it may be as long as a line.
        chain = []
        left_node: n.Expression = node
        while isinstance(left_node, n.Binary):
            chain.append(left_node)
            left_node = left_node.left
        value = self.expression(left_node)
        done: list[str] = []
        for link in reversed(chain):
            value = self.combine(link.operator, value, self.expression(link.right))
            if value.code.count("(") > CROWDED and link is not node:
                name = self.temporary()
                done.append(f"({name} := {value.code})")
                value = rewritten(value, name, simple=True)
        if done:
            code = f"({', '.join(done)}, {value.code})[-1]"
            return rewritten(value, code)
        return value

    def combine(self, operator: str, left: Value, right: Value) -> Value:
        if operator in COMPARISONS:
            return self._compare(operator, left, right)
        if "$" in (left.kind, right.kind):
            if operator == "+" and left.kind == right.kind:
                return self._concatenate(left, right)
            return Value(self.fail(TYPE_MISMATCH, left.code, right.code), "!")
        if operator in LOGIC:
            return self._logic(operator, left, right)
        if operator in ("\\", "MOD"):
            return self._integer_division(operator, left, right)
        if operator == "^":
            return self.power(left, right)
        return self.operation(operator, left, right)

    def power(self, left: Value, right: Value) -> Value:
        if constant(right) == 2 and left.kind in "%!" and not self.brief:
            return self.square(left)
        return Value(f"power({self.single(left)}, {self.single(right)})", "!")

    def _logic(self, operator: str, left: Value, right: Value) -> Value:
        condition = ""
        safe = left.safe and right.safe
        if left.condition and right.condition and operator in ("AND", "OR"):
            word = operator.lower()
            if right.safe:
                condition = f"({left.condition} {word} {right.condition})"
            else:  # both sides are always worked out
                condition = f"(({left.condition}) {'&' if operator == 'AND' else '|'} ({right.condition}))"
            return Value(f"-{condition}", "%", TRUTH, condition, safe)
        bounds = logic_range(operator, left.range, right.range)
        fits = all(v.whole and v.range.within(*INTEGER_BOUNDS) for v in (left, right))
        a, b = self.integer(left), self.integer(right)
        code = {
            "AND": f"({a} & {b})",
            "OR": f"({a} | {b})",
            "XOR": f"({a} ^ {b})",
            "EQV": f"(~({a} ^ {b}))",
            "IMP": f"(~{a} | {b})",
        }[operator]
        return Value(code, "%", bounds, safe=safe and fits)

    def _compare(self, operator: str, left: Value, right: Value) -> Value:
        symbol = {"=": "==", "<>": "!="}.get(operator, operator)
        if (left.kind == "$") != (right.kind == "$"):
            return Value(self.fail(TYPE_MISMATCH, left.code, right.code), "%", TRUTH)
        if "#" in (left.kind, right.kind):
            condition = f"({self.double(left)} {symbol} {self.double(right)})"
        else:
            one, other = (left, right) if left.whole and right.whole else (as_float(left), as_float(right))
            condition = self.estimated(symbol, left, right) or f"({one.code} {symbol} {other.code})"
        return Value(f"-{condition}", "%", TRUTH, condition, left.safe and right.safe)

    def _concatenate(self, left: Value, right: Value) -> Value:
        """A+B, where a longer string than 255 is error 15; of A+B+C only the whole is looked at."""
        length = left.length + right.length
        if length <= 255:
            code = f"({left.code} + {right.code})"
            return text_value(code, safe=left.safe and right.safe, length=length)
        raw = f"{(left.raw if right.safe else '') or left.code} + {right.raw or right.code}"
        name = self.temporary()
        return replace(text_value(f"({name} if len({name} := {raw}) < 256 else too_long())"), raw=raw)

    # -- functions ------------------------------------------------------------------------------------------------

    def _function(self, node: n.Function) -> Value:
        inline = INLINE.get(node.name)
        if inline is not None:
            value = inline(self, node.arguments)
            if value is not None:
                return value
        entry = FUNCTIONS.get(node.name)
        if entry is None:
            reason = "unsupported" if node.name in UNSUPPORTED else "fail"
            operands = [self.expression(argument).code for argument in node.arguments if not _channel(argument)]
            head = repr(node.name) if reason == "unsupported" else "5"
            return Value(f"{reason}({', '.join([head, *operands])})", "$" if node.name.endswith("$") else "!")
        return self.call(entry, node.arguments)

    def call(self, entry: Entry, arguments: tuple[n.Expression, ...]) -> Value:
        """A call of a library function, its arguments converted as its signature says."""
        plain = [argument.number if isinstance(argument, n.Channel) else argument for argument in arguments]
        values = [self.expression(argument) for argument in plain]
        if not entry.required <= len(values) <= len(entry.parameters):
            return Value(self.fail(SYNTAX, *(value.code for value in values)), entry_kind(entry))
        codes = self.arguments(entry.parameters, values)
        result = self.ranges.expression(n.Function(0, entry.word, arguments))
        return Value(f"{entry.name}({', '.join(codes)})", entry_kind(entry), result)

    def arguments(self, parameters: tuple[Parameter, ...], values: list[Value]) -> list[str]:
        return [self.convert(value, parameter.kind) for value, parameter in zip(values, parameters, strict=False)]

    def _user_function(self, node: n.UserFunction) -> Value:
        kind = self.ranges.types.kind(node.name, node.sigil)
        identifier = names.user_function(node.name, kind)
        definitions = self.definitions.get(identifier, [])
        arguments = node.arguments or ()
        values = [self.expression(argument) for argument in arguments]
        bounds = INTEGER if kind == "%" else ANY
        if not definitions:
            return Value(self.fail(UNDEFINED_FUNCTION), kind)  # nobody looks at the arguments then
        self.scalars[identifier] = None
        calls = [self._called(definition, values) for definition in definitions]
        fits = [len(definition.parameters) == len(values) for definition in definitions]
        if all(fits) and calls.count(calls[0]) == len(calls):
            return Value(f"({identifier} or undefined_function())({', '.join(calls[0])})", kind, bounds)
        # The definitions differ in their parameters: which of them holds is known when the call is reached.
        code = f"undefined_function() if {identifier} is None else "
        for position, (codes, fit) in enumerate(zip(calls, fits, strict=True)):
            name = f"{identifier}_{position}"
            code += f"{name}({', '.join(codes)})" if fit else self.fail(SYNTAX, *codes)
            code += f" if {identifier} is {name} else " * (position < len(calls) - 1)
        return Value(f"({code})", kind, bounds)

    def _called(self, definition: n.DefFn, values: list[Value]) -> tuple[str, ...]:
        """The arguments as one definition's parameters want them, up to where either end."""
        kinds = [self.ranges.types.kind(p.name, p.sigil) for p in definition.parameters]
        return tuple(self.convert(value, wanted) for value, wanted in zip(values, kinds, strict=False))


def entry_kind(entry: Entry) -> str:
    return {"string": "$", "single": "!", "double": "#", "": "!"}.get(entry.result, "%")


def node_value(node: n.Number) -> int | float:
    return node.value


def _channel(node: n.Expression) -> bool:
    return isinstance(node, n.Channel)


def number_text(e: Expressions, value: Value, end: str) -> str:
    """STR$ of a number as a string expression, with PRINT's blank behind it if asked for."""
    if value.kind == "$":
        return e.fail(TYPE_MISMATCH, value.code)
    if value.whole and value.range.within(*PRINTABLE_WHOLE) and not set(value.code) & set('"\\{}'):
        return f'f"{{({value.code}): d}}{end}"'
    function = "str_double" if value.kind == "#" else "str_single"
    return f"{function}({value.code})" + (f" + {end!r}" if end else "")


# ---- functions written inline -------------------------------------------------------------------------------------

Inline = Callable[[Expressions, tuple[n.Expression, ...]], "Value | None"]
INLINE: dict[str, Inline] = {}  # filled by inline.py
