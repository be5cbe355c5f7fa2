"""Operands that cannot be what they are: a text where a number is needed, 256 where a byte is, a function of no DEF FN.

A name without a sigil is a number, unless a DEFSTR anywhere in the program has its letter: then nothing is known of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import ILLEGAL, OVERFLOW, TYPE_MISMATCH, UNDEFINED_FUNCTION
from ..library import words as _words
from ..library.registry import FUNCTIONS, STATEMENTS, Parameter
from ..syntax import nodes as n
from ..syntax.visit import walk

assert _words
TEXT, NUMBER = "a text", "a number"
RANGES = {"integer": (-32768, 32767), "byte": (0, 255), "word": (-32768, 65535)}
LENIENT = {"FRE", "POS"}  # they do not look at what they are given
Unfit = tuple[int, int, str]  # column, error, hint


class Known:
    """What is known of a program's names."""

    def __init__(self, program: n.Program) -> None:
        nodes = [*walk(program)]
        self._texts = {
            letter for node in nodes if isinstance(node, n.DefType) and node.kind == "$" for letter in node.letters
        }
        self._functions = {node.name for node in nodes if isinstance(node, n.DefFn)}
        self._complete = not any(isinstance(node, n.Chain) for node in nodes)  # its functions may come from elsewhere

    def of(self, node: n.Node) -> Iterator[Unfit]:
        """What of a node itself cannot be; its operands are looked at by themselves."""
        match node:
            case n.Let(target=target, value=value):
                yield from self._assigned(target, value)
            case n.Binary(operator=operator, left=left, right=right):
                yield from self._joined(node.column, operator, self.kind(left), self.kind(right))
            case n.Unary(operator="NOT", operand=operand):
                yield from self._wanted(NUMBER, operand, "NOT")
            case n.Function(name=name, arguments=arguments) if name in FUNCTIONS and name not in LENIENT:
                yield from self._arguments(name, FUNCTIONS[name].parameters, arguments)
            case n.Command(word=word, arguments=arguments) if word in STATEMENTS:
                yield from self._arguments(word, STATEMENTS[word].parameters, arguments)
            case n.Element(subscripts=subscripts):
                for subscript in subscripts:
                    yield from self._wanted(NUMBER, subscript, "a subscript")
            case n.If(condition=condition) | n.While(condition=condition):
                yield from self._wanted(NUMBER, condition, "a condition")
            case n.OnJump(selector=selector):
                yield from self._wanted(NUMBER, selector, "ON")
            case n.For(variable=variable, start=start, stop=stop, step=step):
                for bound in (variable, start, stop, step):
                    if bound is not None:
                        yield from self._wanted(NUMBER, bound, "FOR")
            case n.Swap(left=left, right=right) if {self.kind(left), self.kind(right)} == {TEXT, NUMBER}:
                yield node.column, TYPE_MISMATCH, "a text and a number cannot change places"
            case n.Print(using=using) if using is not None:
                yield from self._wanted(TEXT, using, "USING")
            case n.UserFunction(name=name) if self._complete and name not in self._functions:
                yield node.column, UNDEFINED_FUNCTION, f"there is no DEF FN{name}"

    def kind(self, node: n.Node | None) -> str:
        """TEXT or NUMBER, or nothing where that is not known."""
        match node:
            case n.String():
                return TEXT
            case n.Number() | n.Unary(operator="NOT"):
                return NUMBER
            case n.Variable() | n.Element() | n.UserFunction():
                if node.sigil:
                    return TEXT if node.sigil == "$" else NUMBER
                return "" if node.name[0] in self._texts else NUMBER
            case n.Function(name=name):
                return TEXT if name.endswith("$") else NUMBER
            case n.Parenthesised(inner=inner) | n.Unary(operand=inner):
                return self.kind(inner)
            case n.Binary(operator="+", left=left):
                return self.kind(left)
            case n.Binary():
                return NUMBER
            case _:
                return ""

    def _assigned(self, target: n.Target, value: n.Expression) -> Iterator[Unfit]:
        wanted, given = self.kind(target), self.kind(value)
        if wanted and given and wanted != given:
            yield target.column, TYPE_MISMATCH, f"{target.name}{target.sigil} is {wanted} and gets {given}"
        elif target.sigil == "%":
            yield from _beyond("integer", value, f"{target.name}% holds whole numbers")

    def _joined(self, column: int, operator: str, left: str, right: str) -> Iterator[Unfit]:
        if left and right and operator in ("+", "=", "<>", "<", ">", "<=", ">="):
            if left != right:
                yield column, TYPE_MISMATCH, f"{left} {operator} {right}"
        elif TEXT in (left, right) and operator not in ("+", "=", "<>", "<", ">", "<=", ">="):
            yield column, TYPE_MISMATCH, f"{operator} takes numbers"

    def _wanted(self, wanted: str, operand: n.Expression, by: str) -> Iterator[Unfit]:
        given = self.kind(operand)
        if given and given != wanted:
            yield operand.column, TYPE_MISMATCH, f"{by} takes {wanted}"

    def _arguments(
        self, word: str, parameters: tuple[Parameter, ...], arguments: tuple[n.Expression | None, ...]
    ) -> Iterator[Unfit]:
        for parameter, argument in zip(parameters, arguments, strict=False):
            if argument is None or isinstance(argument, n.Channel):
                continue
            wanted = TEXT if parameter.kind == "string" else NUMBER
            unfit = [*self._wanted(wanted, argument, word)] or [*_beyond(parameter.kind, argument, word)]
            if unfit:
                yield unfit[0]
                return


def _beyond(kind: str, value: n.Expression, by: str) -> Iterator[Unfit]:
    """A constant that is none of a kind."""
    number = _constant(value)
    if kind not in RANGES or number is None:
        return
    low, high = RANGES[kind]
    if not low <= round(number) <= high:
        whole = -32768 <= round(number) <= 32767
        yield value.column, ILLEGAL if whole else OVERFLOW, f"{by}: {low} to {high}"


def _constant(value: n.Expression) -> float | None:
    """That of `5` and `-5`, as far as it is plain."""
    match value:
        case n.Number(value=number, kind="%" | "!"):
            return number
        case n.Unary(operator="-", operand=n.Number(value=number, kind="%" | "!")):
            return -number
        case _:
            return None
