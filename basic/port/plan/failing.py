"""With which errors a statement can end: what each part of it is known for, and where a value is none of the kind that
is wanted there.

    10 INPUT A: IF A<1 OR A>9 THEN 10
    20 ON A GOTO 100,200                none: A is from 1 to 9 here
    30 B%=A*1000                        none, for the same reason
    40 B%=A*4000                        Overflow

Handlers ask for ERR, and what they do about other errors does not matter to a statement that never has these.
Nothing is known of numbers before there is a graph, and the graph hangs on what can fail: so that is asked first with
what holds everywhere, and once more at each place of the graph that this gives.
"""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING

from ... import errors
from ...analysis.flow import core
from ...analysis.routines.trapping import ANY_ERROR
from ...analysis.variables.types import INTEGER_BOUNDS, arithmetic
from ...library.registry import STATEMENTS
from ...syntax import nodes as n
from ...syntax.visit import children
from ...values.using import MOST_PLACES, Literal, NumericField, StringField, parse_format
from ..words.failures import ILLEGAL, NONE, OVERFLOW, WRONG_TYPE, Failures
from ..words.value import EXACT_BOUNDS

if TYPE_CHECKING:
    from .knowledge import Knowledge

OF_FILES: dict[type[n.Node], frozenset[int]] = {  # of statements that take texts, and numbers of files
    n.Open: errors.OF_OPENING,
    n.Close: errors.OF_CLOSING,
    n.Print: errors.OF_WRITING,
    n.Write: errors.OF_WRITING,
    n.Input: errors.OF_READING,
    n.LineInput: errors.OF_READING,
    n.Record: errors.OF_RECORDS,
    n.Field: errors.OF_FILES | {errors.FIELD_OVERFLOW},
    n.FieldPart: NONE,
    n.Rename: errors.OF_NAMES | {errors.FILE_EXISTS},
    n.Justify: NONE,
    n.MidAssign: ILLEGAL,
}
OTHERS: dict[type[n.Node], frozenset[int]] = {
    n.Erase: ILLEGAL,
    n.OptionBase: frozenset({errors.DUPLICATE}),
    n.Read: OVERFLOW | WRONG_TYPE | {errors.SYNTAX, errors.OUT_OF_DATA},
    **dict.fromkeys((n.Let, n.If, n.While, n.OnJump, n.For, n.Tab), NONE),
}
SILENT = (  # statements without an error, jumps among them
    n.Remark, n.Empty, n.Data, n.DefType, n.Common, n.DefFn, n.OnError, n.Goto, n.Wend, n.Return, n.Gosub, n.Resume,
)  # fmt: skip
SILENT_WORDS = ("TRON", "TROFF", "END", "SYSTEM", "STOP", "CLS", "BEEP")


class Failing:
    """The errors of the statements of a program, as far as that is known now."""

    def __init__(self, k: Knowledge) -> None:
        self.k, self.e = k, k.e
        self.ranges = k.ranges
        self.expressions = Failures(k.e, k.catches)
        statements = {point.index: core(point.statement) for point in k.flow.points}
        self.opening = {id(statements[end]): statements[begin] for end, begin in k.flow.ends.items()}  # FORs of NEXTs
        self.known: dict[int, tuple[n.Statement, frozenset[int]]] = {}  # by the ids of statements, which are kept

    def errors(self, statement: n.Statement) -> frozenset[int]:
        """The errors that a statement can end in, wherever control comes to it."""
        if id(statement) not in self.known:
            self.known[id(statement)] = statement, self.here(statement)
        return self.known[id(statement)][1]

    def proves_more(self) -> bool:
        """Note what is known of errors at each place of the graph; gives whether there are fewer than before."""
        found: dict[int, tuple[n.Statement, frozenset[int]]] = {}
        for key, routine in self.k.graph.routines.items():
            for place, node in routine.nodes.items():
                self.k.ranges.bounds = self.k.intervals.at(key, place)
                for statement in () if node.point is None else (node.point.statement, core(node.point.statement)):
                    _, before = found.get(id(statement), (statement, NONE))
                    found[id(statement)] = statement, before | self.here(statement)
        self.k.ranges.bounds = {}
        fewer = {known: item for known, item in found.items() if item[1] < self.errors(item[0])}
        self.known |= fewer
        return bool(fewer)

    def here(self, statement: n.Statement) -> frozenset[int]:
        """Those of a statement, with what is known of the numbers here."""
        return NONE if self.k.modern else self._of(statement, "any")

    def _of(self, node: n.Node, kind: str) -> frozenset[int]:
        """The errors of a node and of all that it works out, and of its value if that is none of the kind."""
        if isinstance(node, n.Expression):
            return self.expressions.of(node) if kind == "any" else self.expressions.taken(node, kind)
        own = NONE if isinstance(node, SILENT) else self._own(node)
        parts = () if isinstance(node, SILENT) or own == ANY_ERROR else self._parts(node)
        return own.union(*(self._of(part, taken) for part, taken in parts))

    # -- what it works out ----------------------------------------------------------------------------------------

    def _parts(self, node: n.Node) -> list[tuple[n.Node, str]]:
        """What a node works out, and what each of it is taken as: a kind of variables or of parameters, or anything."""
        match node:
            case n.Let(target=target, value=value):
                return [(value, self._kind(target)), (target, "any")]
            case n.If(condition=condition) | n.While(condition=condition):
                return [(condition, "number")]
            case n.OnJump(selector=selector):
                return [(selector, "byte")]
            case n.For(variable=variable, start=start, stop=stop, step=step):
                return [(each, self._kind(variable)) for each in (start, stop, step) if each is not None]
            case n.Dim(arrays=arrays):
                return [(array, "any") for array in arrays if not self._declares(array)]
            case n.Erase():
                return []
            case n.Tab(count=count):
                return [(count, "word")]
            case n.Command(word="RANDOMIZE", arguments=(seed,)) if seed is not None:
                return [(seed, "!")]
            case n.Command(word=word, arguments=arguments) if word in STATEMENTS:
                pairs = zip(arguments, STATEMENTS[word].parameters, strict=False)
                return [(part, each.kind) for part, each in pairs if part is not None]
        parts = [part for part in children(node) if isinstance(part, n.Expression | n.Tab | n.FieldPart)]
        numbers = "channel" if self._uses_files(node) else "any"
        texts = [isinstance(part, n.Expression) and self.ranges.kind(part) == "$" for part in parts]
        return [(part, "any" if text else numbers) for part, text in zip(parts, texts, strict=True)]

    def _kind(self, target: n.Target) -> str:
        return self.k.types.kind(target.name, target.sigil)

    def _declares(self, array: n.Target) -> bool:
        """Whether what DIM says of an array are subscripts."""
        subscripts = array.subscripts if isinstance(array, n.Element) else ()
        known = all(self.ranges.expression(subscript).within(1, 32767) for subscript in subscripts)
        return known and not any(map(self.expressions.of, subscripts))

    def _uses_files(self, node: n.Node) -> bool:
        """Whether it is one of the statements that take texts, and numbers of files."""
        own = isinstance(node, n.Print | n.Input | n.LineInput) and node.channel is None
        return type(node) in OF_FILES and not (own and getattr(node, "word", "PRINT") == "PRINT")

    # -- what it does with that -----------------------------------------------------------------------------------

    def _own(self, node: n.Node) -> frozenset[int]:
        """The errors of a node beside those of what it works out."""
        match node:
            case n.Next():
                return self._of_step(node)
            case _ if self._uses_files(node):
                return OF_FILES[type(node)] | WRONG_TYPE
            case n.Print(using=using, items=items):
                return NONE if using is None else self._of_format(using, items)
            case n.Input(targets=targets):
                return OVERFLOW if any(self._kind(target) == "%" for target in targets) else NONE
            case n.LineInput(target=target):
                return NONE if self._kind(target) == "$" else WRONG_TYPE
            case n.Swap(left=left, right=right):
                return WRONG_TYPE if self._kind(left) != self._kind(right) else NONE
            case n.Dim(arrays=arrays):
                return NONE if all(map(self._is_list, arrays)) else frozenset({errors.DUPLICATE, errors.OUT_OF_MEMORY})
            case n.Restore(line=line):
                known = line is None or line.number in self.k.flow.restores
                return NONE if known else frozenset({errors.UNDEFINED_LINE})
            case n.Run(file=None) | n.Key(number=None) | n.Command(word="TRACE" | "RANDOMIZE"):
                return NONE
            case n.Command(word="CLEAR", arguments=given):
                return ILLEGAL if any(given) else NONE
            case n.Command(word=word, arguments=()) if word in SILENT_WORDS:
                return NONE
            case n.Command(word=word) if word in STATEMENTS:
                found = STATEMENTS[word].errors
                return ANY_ERROR if found is None else found
            case _:
                return OTHERS.get(type(node), ANY_ERROR)

    def _of_step(self, statement: n.Next) -> frozenset[int]:
        """A NEXT may count beyond the integers, or beyond all numbers: what is in the loop may set its counter."""
        opening = self.opening.get(id(statement))
        if not isinstance(opening, n.For):
            return NONE
        step = self.k.bounds(opening)[2].range
        if self.e.kind(opening.variable) != "%":
            lost = step.within(*EXACT_BOUNDS) or not self.k.catches  # it is lost in a number near the largest there is
            return NONE if lost else OVERFLOW
        after = arithmetic("+", self.ranges.expression(opening.variable), step)
        return NONE if after.within(*INTEGER_BOUNDS) else OVERFLOW

    def _of_format(self, using: n.Expression, items: tuple[n.PrintItem, ...]) -> frozenset[int]:
        """PRINT USING: values that do not fit the fields of a format."""
        values = [item for item in items if not isinstance(item, n.Separator | n.Tab)]
        tabs = any(isinstance(item, n.Tab) for item in items)
        parts = parse_format(using.value) if isinstance(using, n.String) and not tabs else []
        fields = [field for field in parts if not isinstance(field, Literal)]
        if not values:
            return ANY_ERROR
        fine = fields and all(
            (self.ranges.kind(item) == "$") == isinstance(field, StringField)
            and (not isinstance(field, NumericField) or field.places <= MOST_PLACES)
            for item, field in zip(values, cycle(fields), strict=False)
        )
        return NONE if fine else OVERFLOW | ILLEGAL | WRONG_TYPE

    def _is_list(self, array: n.Target) -> bool:
        """Whether an array is made once, before it is used."""
        name = self.e.names.known.get((array.name, self._kind(array), "()"), "")
        return self.e.simple_arrays.get(name) is not None
