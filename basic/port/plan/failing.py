"""With which errors a statement can end, so far as its form tells: what its operators and functions are known for.

Handlers ask for ERR, and what they do about other errors does not matter to a statement that never has these.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import cycle

from ... import errors
from ...analysis.routines.trapping import ANY_ERROR
from ...analysis.variables.types import COMPARISONS
from ...library.registry import FUNCTIONS, STATEMENTS, Entry
from ...record import replace
from ...syntax import nodes as n
from ...syntax.visit import children, walk
from ...values.using import MOST_PLACES, Literal, NumericField, StringField, parse_format
from ..words import harmless
from ..words.expressions import Expressions

NONE: frozenset[int] = frozenset()
ILLEGAL = frozenset({errors.ILLEGAL})
OF_NUMBERS = ILLEGAL | {errors.OVERFLOW, errors.TYPE_MISMATCH}
DIVIDING = ("/", "\\", "MOD")
OF_OPERATORS = {
    **dict.fromkeys(DIVIDING, frozenset({errors.OVERFLOW, errors.DIVISION_BY_ZERO})),
    "^": frozenset({errors.OVERFLOW, errors.DIVISION_BY_ZERO, errors.ILLEGAL}),
    **dict.fromkeys(COMPARISONS, NONE),
}  # and of all others Overflow
SPACE = frozenset({errors.OUT_OF_STRING_SPACE})
OF_DATA = frozenset({errors.SYNTAX, errors.OUT_OF_DATA, errors.OVERFLOW, errors.TYPE_MISMATCH})
OF_FUNCTIONS = SPACE | {errors.ILLEGAL, errors.OVERFLOW, errors.DIVISION_BY_ZERO, errors.TYPE_MISMATCH}
VARYING = frozenset({"FRE", "INSTR", "PEEK", "POS", "STRING$"})  # their arguments may be texts or numbers
# Of FN functions: one that calls itself, or that nothing has defined.
OF_CALLS = frozenset({errors.OUT_OF_MEMORY, errors.UNDEFINED_FUNCTION})
OF_STATEMENTS: dict[type[n.Statement], frozenset[int]] = {  # beside those of what they work out
    n.Open: errors.OF_OPENING,
    n.Close: errors.OF_CLOSING,
    n.Print: errors.OF_WRITING,
    n.Write: errors.OF_WRITING,
    n.Input: errors.OF_READING,
    n.LineInput: errors.OF_READING,
    n.Record: errors.OF_RECORDS,
    n.Field: errors.OF_FILES | {errors.FIELD_OVERFLOW},
    n.Rename: errors.OF_NAMES | {errors.FILE_EXISTS},
    n.Justify: NONE,
    n.MidAssign: ILLEGAL,
}
SILENT = (  # statements without an error, jumps among them
    n.Remark, n.Empty, n.Data, n.DefType, n.Common, n.DefFn, n.OnError, n.Goto, n.Next, n.Wend, n.Return, n.Gosub,
    n.Resume,
)  # fmt: skip
SILENT_ALONE = ("TRON", "TROFF", "END", "SYSTEM", "STOP", "CLS", "BEEP")
COLUMNS = (-32768, 65535)  # that TAB and SPC take


class Failing:
    """`called`: the errors of a call of an FN function beside those of its arguments; `restores`: the
    lines that RESTORE may name; `catches`: something takes the errors of arithmetic, which only print their message
    otherwise."""

    def __init__(
        self,
        e: Expressions,
        called: Callable[[n.UserFunction], frozenset[int]],
        restores: Collection[int],
        catches: bool,
    ) -> None:
        self.e = e
        self.value = e.expression
        self.kind: Callable[[n.Variable], str] = e.kind
        self.called = called
        self.restores = restores
        self.catches = catches

    def statement(self, statement: n.Statement) -> frozenset[int]:
        """The errors that a statement may end in."""
        match statement:
            case n.Let(target=target, value=value):
                return self.taken(value, self.kind_of(target)) | self.expression(target)
            case n.If(condition=condition) | n.While(condition=condition):
                return self.taken(condition, "number")
            case n.OnJump(selector=selector):
                return self.taken(selector, "byte")
            case n.For(variable=variable, start=start, stop=stop, step=step):
                values = [start, stop] if step is None else [start, stop, step]
                return NONE.union(*(self.taken(value, self.kind(variable)) for value in values))
            case n.Print(word="PRINT", channel=None, using=using, items=items):
                return NONE.union(NONE if using is None else self.format(using, items), *map(self.item, items))
            case n.Input(channel=None, targets=targets):
                numbers = {errors.OVERFLOW} if any(self.kind_of(target) == "%" for target in targets) else NONE
                return NONE.union(numbers, *map(self.expression, targets))
            case n.LineInput(channel=None, target=target):
                return self.expression(target) | (NONE if self.kind_of(target) == "$" else {errors.TYPE_MISMATCH})
            case n.Swap(left=left, right=right):
                made = isinstance(right, n.Variable) and self.e.key(right) not in self.e.placed
                found = frozenset({errors.TYPE_MISMATCH}) if self.kind_of(left) != self.kind_of(right) else NONE
                return found.union(self.expression(left), self.expression(right), ILLEGAL if made else NONE)
            case n.Dim(arrays=arrays):
                again = NONE if all(map(self.is_list, arrays)) else frozenset({errors.DUPLICATE, errors.OUT_OF_MEMORY})
                return again.union(*map(self.bounds, arrays))
            case n.OptionBase(value=base):
                return NONE if base == self.e.convert.base else frozenset({errors.DUPLICATE})
            case n.Erase():
                return ILLEGAL
            case n.Read(targets=targets):
                return OF_DATA.union(*map(self.expression, targets))
            case n.Restore(line=line):
                known = line is None or line.number in self.restores
                return NONE if known else frozenset({errors.UNDEFINED_LINE})
            case n.Run(file=None) | n.Key(number=None):
                return NONE
            case n.Command(word=word, arguments=arguments) if word in ("CLEAR", "TRACE") or (
                word in SILENT_ALONE and not arguments
            ):
                return NONE
            case n.Command(word="ERROR", arguments=(n.Number(value=number),)) if number in ANY_ERROR:
                return frozenset({int(number)})
            case n.Command(word="RANDOMIZE", arguments=(seed,)) if seed is not None:
                return self.taken(seed, "!")
            case n.Command(word=word, arguments=arguments) if word in STATEMENTS:
                given = [argument for argument in arguments if argument is not None]
                return self.called_with(STATEMENTS[word], arguments).union(*map(self.expression, given))
            case _:
                return NONE if isinstance(statement, SILENT) else self.of_files(statement)

    def item(self, item: n.PrintItem) -> frozenset[int]:
        """The errors of what PRINT shows."""
        match item:
            case n.Separator():
                return NONE
            case n.Tab(count=count):
                return NONE if harmless.fits(self.value(count), *COLUMNS) else self.taken(count, "%")
            case _:
                return self.expression(item)

    def of_files(self, statement: n.Statement) -> frozenset[int]:
        """The errors of statements about files and texts, whatever it is that they work out."""
        if type(statement) not in OF_STATEMENTS:
            return ANY_ERROR
        found = OF_STATEMENTS[type(statement)] | {errors.TYPE_MISMATCH}
        for node in walk(statement):
            if isinstance(node, n.Expression):
                fits = self.value(node).kind == "$" or not self.wrong(node, "channel")
                found |= self.expression(node) | (NONE if fits else OF_NUMBERS)
        return found

    def format(self, using: n.Expression, items: tuple[n.PrintItem, ...]) -> frozenset[int]:
        """The errors of PRINT USING beside those of what is printed: what does not fit the fields of a format."""
        values = [item for item in items if not isinstance(item, n.Separator | n.Tab)]
        tabs = any(isinstance(item, n.Tab) for item in items)
        if not isinstance(using, n.String) or tabs or not values:
            return ANY_ERROR if not values else self.taken(using, "$") | OF_NUMBERS
        fields = [field for field in parse_format(using.value) if not isinstance(field, Literal)]
        if not fields:
            return ILLEGAL
        found: set[int] = set()
        for item, field in zip(values, cycle(fields), strict=False):
            if (self.value(item).kind == "$") != isinstance(field, StringField):
                found.add(errors.TYPE_MISMATCH)
            elif isinstance(field, NumericField) and field.places > MOST_PLACES:
                found.add(errors.ILLEGAL)
        return frozenset(found)

    def kind_of(self, target: n.Target) -> str:
        return self.kind(n.Variable(0, target.name, target.sigil))

    def taken(self, node: n.Expression, kind: str) -> frozenset[int]:
        """The errors of an expression that is taken as a value of some kind."""
        return self.expression(node) | self.wrong(node, kind)

    def wrong(self, node: n.Expression, kind: str) -> frozenset[int]:
        """Those of its value alone, which is none of the kind."""
        value = replace(self.value(node), safe=True)
        if harmless.suits(value, kind) or (isinstance(node, n.Channel) and kind == "channel"):
            return NONE
        if "$" in (value.kind, harmless.sigil(kind)):
            return frozenset({errors.TYPE_MISMATCH})
        if harmless.sigil(kind) == "!" and not self.catches:
            return NONE
        large = NONE if harmless.suits(value, harmless.sigil(kind)) else frozenset({errors.OVERFLOW})
        return large | (ILLEGAL if kind in ("byte", "channel") else NONE)

    def called_with(self, entry: Entry, arguments: tuple[n.Expression | None, ...]) -> frozenset[int]:
        """The errors of a word that takes these values."""
        if entry.errors is None or len(arguments) > len(entry.parameters):
            return ANY_ERROR
        pairs = zip(entry.parameters, arguments, strict=False)
        return entry.errors.union(*(self.wrong(node, each.kind) for each, node in pairs if node is not None))

    def is_list(self, array: n.Target) -> bool:
        """Whether an array is made once, before it is used, so that it can be a list."""
        name = self.e.names.known.get((array.name, self.kind_of(array), "()"), "")
        return self.e.simple_arrays.get(name) is not None

    def bounds(self, array: n.Target) -> frozenset[int]:
        """The errors of what DIM says of an array."""
        values = map(self.value, array.subscripts if isinstance(array, n.Element) else ())
        fits = all(value.safe and value.whole and value.range.within(1, 32767) for value in values)
        return NONE if fits else self.expression(array)

    def operator(self, operator: str, left: n.Expression, right: n.Expression) -> frozenset[int]:
        """The errors of what an operator joins: what is divided by 1 or more becomes no larger."""
        kinds = self.value(left).kind + self.value(right).kind
        if "$" in kinds:
            joined = errors.OF_TEXTS if operator == "+" else NONE
            return joined if kinds == "$$" and operator in ("+", *COMPARISONS) else frozenset({errors.TYPE_MISMATCH})
        if not self.catches and operator not in ("\\", "MOD"):
            return ILLEGAL if operator == "^" and not self.value(right).whole else NONE
        found = OF_OPERATORS.get(operator, frozenset({errors.OVERFLOW}))
        if operator not in DIVIDING or not self.value(right).range.nonzero:
            return found
        return NONE if operator == "/" else found - {errors.DIVISION_BY_ZERO}

    def expression(self, node: n.Expression) -> frozenset[int]:
        """The errors of all that an expression consists of; what is safe has none."""
        if self.value(node).safe:
            return NONE
        parts = (part for part in children(node) if isinstance(part, n.Expression))
        return self.itself(node).union(*map(self.expression, parts))

    def itself(self, node: n.Expression) -> frozenset[int]:
        """Those beside the errors of what it works with."""
        match node:
            case n.Number() | n.String() | n.Variable() | n.Parenthesised() | n.Function(name="ERL" | "ERR"):
                return NONE
            case n.Unary(operator=operator, operand=operand):
                kinds = {"$": errors.TYPE_MISMATCH, "%": errors.OVERFLOW}
                known = {kinds[kind] for kind in self.value(operand).kind if kind in kinds}
                return frozenset(known if operator == "-" else kinds.values())
            case n.Binary(operator=operator, left=left, right=right):
                return self.operator(operator, left, right)
            case n.Element(subscripts=subscripts):
                lows = [self.value(subscript).range.low for subscript in subscripts]
                below = ILLEGAL if any(low is None or low < 0 for low in lows) else NONE
                return below.union({errors.SUBSCRIPT}, *(self.wrong(subscript, "%") for subscript in subscripts))
            case n.Function(name="INPUT$", arguments=(count, *channels)):
                read = errors.OF_READING if all(isinstance(each, n.Channel) for each in channels) else ANY_ERROR
                return self.wrong(count, "channel") | (read if channels else NONE)
            case n.Function(name=name, arguments=arguments) if name in FUNCTIONS and name not in VARYING:
                return self.called_with(FUNCTIONS[name], arguments)
            case n.UserFunction():
                return self.called(node)
            case n.Function(name=name) if name in VARYING:
                return OF_FUNCTIONS
            case _:
                return ANY_ERROR
