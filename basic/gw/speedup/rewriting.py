"""A ported program without the calls of its arithmetic: a tree in the place of a tree.

    gw.add(k, 1)           (t if (t := k + 1) <= 16777216 else gw.rare.add(k, 1))

What is written is that of `arithmetic/`, as in compiled programs; what is left out follows from `bounds.py`.
Operands go through it under names of ours, and are put in at the end with the places they had in the file.
"""

from __future__ import annotations

import ast
import math
from types import CodeType
from typing import TYPE_CHECKING, Any, TypeVar

from basic.arithmetic.doubles import Doubles
from basic.arithmetic.facts import Known
from basic.arithmetic.ranges import ANY, EXACT, INTEGER_BOUNDS, Range, fraction, function_range
from basic.arithmetic.texts import piece
from basic.arithmetic.value import Value
from basic.arithmetic.written import within
from basic.library import strings
from basic.record import replace
from basic.values import double

from .. import plain as _words
from ..singles import Program as SinglesProgram
from .assignments import Assignments
from .bounds import DRAWN, OPERATORS, Bounds
from .facts import NOTHING, Course, Facts, whole
from .lengths import Lengths, Parting
from .needless import REPEAT, Needless
from .prints import PRINTING, TEXT, Kinds, Prints
from .prompts import stated
from .rows import take_rows
from .trees import changed
from .unboxing import unbox
from .unfolding import unfold

if TYPE_CHECKING:
    from ..program import Program

BOUNDS = {"integer": INTEGER_BOUNDS, "index": (0, INTEGER_BOUNDS[1]), "byte": (0, 255)}  # of what is whole
# Words that are common enough for a local name, and those that are where a loop may need them.
FREQUENT = frozenset(("rounding", "multiply_d", "divide_d", "floor"))
IN_LOOPS = FREQUENT | {"drawn", "add_whole", "subtract_whole", "multiply_whole", *PRINTING}
TOOLS = (*BOUNDS, "join")
OWN = "_"  # begins the names that no port uses

Node = TypeVar("Node", bound=ast.AST)


def rewritten(source: str, file: str, scope: dict[str, Any], program: Program) -> CodeType | None:
    """The code of a file, its functions without calls. `scope` is what its names mean."""
    try:
        tree = ast.parse(source)
        stated(tree, name_of(program, scope))
        Parting().visit(tree)
        if isinstance(program, SinglesProgram):
            unbox(tree, scope, program, name_of(program, scope))
        Inliner(scope, program, tree, source).visit(tree)
        found: CodeType = compile(tree, file, "exec", dont_inherit=True)
    except (SyntaxError, RecursionError):
        return None
    return found


def name_of(program: Program, scope: dict[str, Any]) -> str:
    return next((name for name, value in scope.items() if value is program), "")


class Inliner(Assignments, Prints, ast.NodeTransformer):
    """Rewrites the functions of one file. `scope` is what its names mean."""

    def __init__(self, scope: dict[str, Any], program: Program, tree: ast.Module, source: str) -> None:
        self.scope = scope
        self.program = name_of(program, scope)
        self.bounds = Bounds(tree, self.program, singles=isinstance(program, SinglesProgram))
        self.kinds = Kinds(self.bounds)
        unfold(tree, source, self.bounds)
        take_rows(tree, self.bounds)
        self.tools = {name for name in TOOLS if scope.get(name) is getattr(_words, name)}
        self.doubles = scope.get("double") is double or isinstance(program, SinglesProgram)
        self.function = ""  # the one in hand
        self.arithmetic = Doubles()
        self.known: dict[ast.AST, Known] = {}  # what is known at each statement of the function in hand
        self.facts = Facts(self.bounds, "", self._own)
        self.locals: frozenset[str] = frozenset()
        self.operands: list[ast.expr] = []
        self.inside = False
        self.loops = 0  # around the place in hand
        self.bound: set[str] = set()  # words that get a local name
        self.inside_of: dict[str, str] = {}  # counters of loops, and the texts in which they are a place

    # -- what is looked into --------------------------------------------------------------------------------------

    def visit(self, node: ast.AST) -> Any:
        if not isinstance(node, ast.stmt):
            return super().visit(node)
        self.arithmetic.fresh()
        self.facts.restore(self.known.get(node, NOTHING))
        found = super().visit(node)
        self.facts.clear()
        return found

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if self.inside:
            return node
        self.inside, self.function, self.locals = True, node.name, self.bounds.locals[node.name]
        self.bound, self.inside_of = set(), {}
        self.lengths = self._lengths(node)
        self.known = Course(self.bounds, node, self._own).before
        self.facts = Facts(self.bounds, node.name, self._own)
        node.body = changed(self, node.body)
        if Needless(self.bounds, node, OWN + REPEAT).repeats:
            self.bound.add(REPEAT)
        node.body[:0] = [self._binding(name, node) for name in sorted(self.bound)]
        self.inside = False
        return node

    def _lengths(self, node: ast.FunctionDef) -> Lengths:
        name = node.name
        return Lengths(node, lambda part: self.kinds.of(name, part) == TEXT, self._own)

    def _binding(self, name: str, node: ast.FunctionDef) -> ast.stmt:
        """A word as a local name, which is found faster."""
        tree = ast.parse(f"{OWN}{name} = {self.program}.rare.{name}").body[0]
        for part in ast.walk(tree):
            ast.copy_location(part, node.body[0])
        return tree

    def _as_it_is(self, node: ast.AST) -> ast.AST:
        """Names given in these have a scope of their own."""
        return node

    visit_ClassDef = visit_Lambda = visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _as_it_is

    def visit_Call(self, node: ast.Call) -> ast.AST:
        return self._written(node) or self.generic_visit(node)

    def statements(self, lines: list[str], place: ast.AST) -> list[ast.stmt]:
        """Lines of code as trees in the place of a statement, their operands put in."""
        filling = self._filling(place)
        return [filling.visit(statement) for statement in ast.parse("\n".join(lines)).body]

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        match node.value:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=self.program), attr="print"), args=items,
                          keywords=[] | [ast.keyword(arg="end", value=ast.Constant(value=""))] as end):  # fmt: skip
                return (self.printed(items, not end, node) if self.inside else None) or self.generic_visit(node)
            case _:
                return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        match node:
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id=self.program), attr="rare"), attr=name):
                self.bound.add(name)
                return ast.copy_location(ast.Name(OWN + name, ast.Load()), node)
            case _:
                pass
        return self._written(node) or self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        return self._written(node) or self.generic_visit(node)

    def visit_For(self, node: ast.For) -> ast.AST:
        node.iter = self.visit(node.iter)
        text = _walked(node)
        given = {part.id for statement in node.body for part in ast.walk(statement)
                 if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}  # fmt: skip
        if isinstance(node.target, ast.Name) and text and not {text, node.target.id} & given and self._own(text):
            self.inside_of[node.target.id] = text
        self.loops += 1
        node.body = changed(self, node.body)
        self.loops -= 1
        if isinstance(node.target, ast.Name):
            self.inside_of.pop(node.target.id, None)
        node.orelse = changed(self, node.orelse)
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        self.loops += 1
        self.generic_visit(node)
        self.loops -= 1
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if self._is_place(node):
            assert isinstance(node.slice, ast.Slice) and node.slice.lower is not None
            return ast.copy_location(ast.Subscript(node.value, node.slice.lower, node.ctx), node)
        return self.generic_visit(node)

    def _is_place(self, node: ast.expr) -> bool:
        """`s[i - 1 : i]`, where `i` is between 1 and the length of `s`"""
        match node:
            case ast.Subscript(value=ast.Name(id=text), slice=ast.Slice(
                lower=ast.BinOp(left=ast.Name(id=before), op=ast.Sub(), right=ast.Constant(value=1)),
                upper=ast.Name(id=after), step=None,
            )):  # fmt: skip
                return before == after and self.inside_of.get(after) == text
            case _:
                return False

    def _own(self, name: str) -> bool:
        """Whether a name is a variable of the function in hand, which nothing else changes."""
        return name in self.locals or name in self.bounds.moved

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        match node:
            case ast.Compare(left=ast.Call() as call, ops=[ast.Gt() | ast.GtE() | ast.Lt() | ast.LtE() as asked],
                             comparators=[ast.Constant() as constant]):  # fmt: skip
                self.operands, before = [], self.operands
                left, right = self.value(call), self.value(constant)
                symbol = {ast.Gt: ">", ast.GtE: ">=", ast.Lt: "<", ast.LtE: "<="}[type(asked)]
                code = self.arithmetic.estimated(symbol, left, right) or f"({left.code} {symbol} {right.code})"
                found = self._placed(code, node)
                self.operands = before
                return found
            case _:
                return self.generic_visit(node)

    # -- writing --------------------------------------------------------------------------------------------------

    def _written(self, node: ast.expr) -> ast.expr | None:
        """An expression without its calls, if it has any that are known."""
        if not self.inside:
            return None
        self.operands, before = [], self.operands
        try:
            value = self._known(node)
            return None if value is None else self._placed(value.code, node)
        finally:
            self.operands = before

    def _placed(self, code: str, node: ast.expr) -> ast.expr:
        """Code as a tree in the place of a node, its operands put in."""
        return self._filling(node).visit(ast.parse(code, mode="eval").body)  # type: ignore[no-any-return]

    def _filling(self, node: ast.AST) -> _Filling:
        return _Filling(self.operands, self.program, self.bound, IN_LOOPS if self.loops else FREQUENT, node)

    def value(self, node: ast.expr) -> Value:
        known = self._known(node)
        return self._operand(node) if known is None else known

    def double(self, node: ast.expr) -> Value:
        """A double, and the whole number that it is, if it is known to be one."""
        known = None if isinstance(node, ast.Constant) else self._known(node)
        if known is not None and known.kind == "#":
            return known
        found = self.facts.wholes.get(node.id) if isinstance(node, ast.Name) else None
        of = None if found is None else self.value(ast.copy_location(_plain(found), node))
        return replace(known or self._operand(node), kind="#", range=ANY, unscaled=of)

    def _operand(self, node: ast.expr) -> Value:
        """An expression as it stands, under a name that it is put in for at the end."""
        bounds = self.facts.expression(node)
        simple = isinstance(node, ast.Name) and self._own(node.id)
        if isinstance(node, ast.Name) and simple:
            for number, known in enumerate(self.operands):
                if isinstance(known, ast.Name) and known.id == node.id:
                    return Value(f"{OWN}{number}", "!", bounds, safe=True, simple=True)
        number = len(self.operands)
        self.operands.append(node)
        self.operands[number] = self.visit(node)
        return Value(f"{OWN}{number}", "!", bounds, safe=simple, simple=simple)

    def _known(self, node: ast.expr) -> Value | None:
        match node:
            case ast.Constant(value=bool()):
                return None
            case ast.Constant(value=int() as number):
                return Value(str(number), "!", Range(True, number, number), safe=True, simple=True)
            case ast.Constant(value=float() as number):
                return Value(repr(number), "!", fraction(number), safe=True, simple=True)
            case ast.Attribute() | ast.BinOp() if (
                self.doubles and (found := whole(node)) and self.facts.expression(found).whole
            ):
                return self.arithmetic.scaled(self.value(found))
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=self.program), attr=name), args=[one, two], keywords=[]
            ) if name.partition("_")[0] in OPERATORS:
                return self._operation(name, one, two)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=self.program), attr="randrange"), args=[limit]):
                return self._drawn_below(self.value(limit))
            case ast.Call(func=ast.Attribute(value=ast.Name(id=self.program), attr="rnd"), args=[], keywords=[]) \
                    if not self.bounds.singles:
                return Value("drawn()", "!", DRAWN)
            case ast.Call(func=ast.Name(id="index"), args=[place], keywords=[ast.keyword("of", ast.Name() as of)]) \
                    if "index" in self.tools and self.facts.expression(place).whole:
                return self._place_in(of, place)
            case ast.Call(func=ast.Name(id=name), args=[*arguments], keywords=[]) \
                    if name in self.tools and name not in self.locals:
                return self._tool(name, arguments)
            case ast.Call(func=ast.Name(id="floor"), args=[ast.Call(
                func=ast.Attribute(value=ast.Name(id=self.program), attr="divide"), args=[one, two], keywords=[]
            )]) if self.scope.get("floor") is math.floor:  # fmt: skip
                return self.arithmetic.quotient_floor(self.value(one), self.value(two))
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="rare"), attr="floor"), args=[one]):
                return self._floored(one)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="strings"), attr="asc"), args=[text]) \
                    if self.scope.get("strings") is strings:
                if isinstance(text, ast.Name) and text.id in self.lengths.characters:
                    return Value(f"ord({self._operand(text).code})", "!", Range(True, 0, 255))
                return Value(f"ord(({self._operand(text).code} or empty())[0])", "!", Range(True, 0, 255))
            case ast.Call(func=ast.Attribute(value=ast.Name(id="strings"), attr="mid"), args=[
                ast.Name() as text, start, ast.Constant(value=int(count))
            ]) if self.scope.get("strings") is strings and self._own(text.id) and 1 <= count <= 255:
                return self._middle(text, start, count)
            case _:
                return None

    def _operation(self, name: str, one: ast.expr, two: ast.expr) -> Value | None:
        stem, _, kind = name.partition("_")
        if kind == "double":
            return self.arithmetic.operation(OPERATORS[stem], self.double(one), self.double(two))
        if kind not in ("", "whole"):
            return None
        left, right = self.value(one), self.value(two)
        if kind:
            left, right = (replace(v, range=replace(v.range, whole=True, grain=None)) for v in (left, right))
        return self.arithmetic.operation(OPERATORS[stem], left, right)

    def _floored(self, node: ast.expr) -> Value:
        """INT of a number that `unboxing.py` has made plain."""
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=self.program), attr="divide"), args=[one, two]):
                found = self.arithmetic.quotient_floor(self.value(one), self.value(two))
                if found is not None:
                    return found
            case _:
                pass
        value = self.value(node)
        if value.whole:
            return value
        return Value(f"floor({value.code})", "!", function_range("INT", value.range), safe=value.safe)

    def _drawn_below(self, limit: Value) -> Value | None:
        """`gw.randrange(6)`: INT(RND*6)"""
        if not (limit.whole and limit.range.within(1, EXACT) and limit.range.high):
            return None
        product = self.arithmetic.operation("*", Value("drawn()", "!", DRAWN), limit)
        return Value(f"floor({product.code})", "!", Range(True, 0, limit.range.high - 1))

    def _place_in(self, array: ast.expr, place: ast.expr) -> Value:
        """`index(i, of=a)`"""
        found, bounds = self._operand(array).code, self.facts.expression(place)
        first, again = self.arithmetic.twice(self.value(place))
        fits = f"{'' if bounds.low is not None and bounds.low >= 0 else '0 <= '}{first} < len({found})"
        return Value(f"({again} if {fits} else index({again}, 0, {found}))", "!", bounds.clipped(*BOUNDS["index"]))

    def _tool(self, name: str, arguments: list[ast.expr]) -> Value | None:
        if name == "join":
            fit = self.lengths.fit(*arguments)
            text, whole = self.arithmetic.temporary(), " + ".join(self._operand(part).code for part in arguments)
            if fit:
                return Value(f"({whole})", "$")
            return Value(f"({text} if len({text} := {whole}) < 256 else too_long())", "$")
        if len(arguments) != 1:
            return None
        bounds = self.facts.expression(arguments[0])
        if not bounds.whole:
            return None
        first, again = self.arithmetic.twice(self.value(arguments[0]))
        fits = within(first, bounds, *BOUNDS[name])
        return Value(f"({again} if {fits} else {name}({again}))", "!", bounds.clipped(*BOUNDS[name]))

    def _middle(self, text: ast.Name, start: ast.expr, count: int) -> Value | None:
        """`strings.mid(a, byte(i), 1)`"""
        match start:
            case ast.Call(func=ast.Name(id="byte"), args=[place]) if "byte" in self.tools and "byte" not in self.locals:
                pass
            case _:
                place = start
        if not self.facts.expression(place).whole:
            return None
        return piece(self.arithmetic, self._operand(text), self.value(place), count)


def _plain(value: Value) -> ast.expr:
    """A variable, or a constant that is 0 or more."""
    return ast.Name(value.code, ast.Load()) if value.code.isidentifier() else ast.Constant(int(value.code))


class _Filling(ast.NodeTransformer):
    """Puts operands into the tree of an expression whose words are names."""

    def __init__(
        self, operands: list[ast.expr], program: str, bound: set[str], frequent: frozenset[str], place: ast.AST
    ) -> None:
        self.operands, self.program, self.bound, self.frequent, self.place = operands, program, bound, frequent, place

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.Name):
            name = node.id
            if name[0] == OWN:
                return self._operand(int(name[1:]), node.ctx)
            if name[1:].isdigit():
                node.id = OWN + name
            elif name in self.frequent:
                node.id = OWN + name
                self.bound.add(name)
            elif name not in ("len", "ord"):
                rare = self._at(ast.Attribute(self._at(ast.Name(self.program, ast.Load())), "rare", ast.Load()))
                return self._at(ast.Attribute(rare, name, ast.Load()))
        found = super().visit(node)
        return self._at(found) if "lineno" in getattr(found, "_attributes", ()) and found is node else found

    def _operand(self, number: int, context: ast.expr_context) -> ast.expr:
        operand = self.operands[number]
        if isinstance(operand, ast.Name):
            return ast.copy_location(ast.Name(operand.id, context), operand)
        return operand

    def _at(self, node: Node) -> Node:
        return ast.copy_location(node, self.place)


def _walked(node: ast.For) -> str:
    """The text whose places a loop counts: `for i in range(1, len(s) + 1)`, `for i in range(len(s), 0, -1)`."""
    match node.iter:
        case ast.Call(func=ast.Name(id="range"), args=[
            ast.Constant(value=1), ast.BinOp(left=length, op=ast.Add(), right=ast.Constant(value=1))
        ]) | ast.Call(func=ast.Name(id="range"), args=[
            length, ast.Constant(value=0), ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1))
        ]):  # fmt: skip
            pass
        case _:
            return ""
    match length:
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=text)]):
            return text
        case _:
            return ""
