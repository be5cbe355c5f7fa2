"""The names that a finished file reads before they are surely set.

    def take(n: int) -> None:
        if n > 3:
            a = n
        print(a)                    # a may not be set

Definite assignment, as Java has it: on the way through the statements, the names that every way to a place has set.
Which names are a function's own, Python's `symtable` says.
"""

from __future__ import annotations

import ast
import builtins
import symtable
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce

from ..record import record

Names = frozenset[str]
State = Names | None  # what is set; None where control does not come

ALWAYS = {*vars(builtins), "__name__", "__file__"}
NEVER = {"sys.exit", "gw.fail", "handover.run_file", "handover.load", "handover.chain"}  # come back
INNER = ("lambda", "listcomp", "setcomp", "dictcomp", "genexpr")  # what symtable calls functions in an expression


@record
class Fault:
    """A name that some way leads to past what sets it; `nowhere`: nothing sets it."""

    line: int
    name: str
    function: str
    nowhere: bool = False

    @property
    def what(self) -> str:
        return f"{self.name} is nowhere set" if self.nowhere else f"{self.name} may not be set"


def faults(text: str) -> list[Fault]:
    """What is wrong with a file, in the order of its lines."""
    tree = ast.parse(text)
    file, *inner = _scopes(symtable.symtable(text, "<port>", "exec"))
    set_here = {symbol.get_name() for symbol in file.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    known = set_here | ALWAYS
    found = _Scope("main", set_here, _unknown(file) - known).run(tree.body, frozenset())
    functions = {(scope.get_name(), scope.get_lineno()): scope for scope in inner}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            scope = functions[node.name, node.lineno]
            assert isinstance(scope, symtable.Function)
            given = frozenset(scope.get_parameters())
            found += _Scope(node.name, {*scope.get_locals()}, _unknown(scope) - known).run(node.body, given)
    return sorted(found, key=lambda fault: fault.line)


def _scopes(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    """A file, its functions and classes, and what is in them: comprehensions, too."""
    yield table
    for child in table.get_children():
        yield from _scopes(child)


def _unknown(table: symtable.SymbolTable) -> set[str]:
    """The names in a function that are not its own."""
    inner = (scope for scope in _scopes(table) if scope is table or scope.get_name() in INNER)
    return {symbol.get_name() for scope in inner for symbol in scope.get_symbols() if symbol.is_global()}


def _joined(*states: State) -> State:
    """What is set whichever of some ways was taken."""
    return reduce(lambda one, other: other if one is None else one if other is None else one & other, states)


class _Scope:
    """A function, or the file itself: its `own` names, and those that are `unknown` everywhere."""

    def __init__(self, function: str, own: set[str], unknown: set[str]) -> None:
        self.function, self.own, self.unknown = function, own | unknown, unknown
        self.missing: dict[str, int] = {}  # and a line where it is read
        self.constants: dict[str, ast.expr] = {}
        self.leaving: list[tuple[list[State], list[State]]] = []  # of each loop around, by break and by continue

    def run(self, body: Sequence[ast.stmt], given: Names) -> list[Fault]:
        self.constants = dict(_constants(body))
        self.block(body, given)
        return [Fault(line, name, self.function, name in self.unknown) for name, line in self.missing.items()]

    def block(self, body: Sequence[ast.stmt], state: State) -> State:
        for statement in body:
            if state is None:
                break
            state = self.statement(statement, state)
        return state

    def statement(self, node: ast.stmt, state: Names) -> State:
        match node:
            case ast.If():
                true, false = self.condition(node.test, state)
                return _joined(self.block(node.body, true), self.block(node.orelse, false))
            case ast.While() | ast.For():
                return self.loop(node, state)
            case ast.Break():
                self.leaving[-1][0].append(state)
            case ast.Continue():
                self.leaving[-1][1].append(state)
            case ast.With():
                return self.within(node, state)
            case ast.Try():
                behind = self.block(node.orelse, self.block(node.body, state))
                ends = [behind, *(self.block(handler.body, state | {handler.name or ""}) for handler in node.handlers)]
                return self.block(node.finalbody, _joined(*ends))
            case ast.Match():
                return self.cases(node, state)
            case ast.FunctionDef() | ast.ClassDef():
                return state | {node.name}
            case ast.Assign(targets=targets, value=value):
                return reduce(self.expression, targets, self.expression(state, value))
            case ast.AnnAssign(target=target, value=value):
                return state if value is None else self.expression(self.expression(state, value), target)
            case ast.AugAssign(target=target, value=value):
                if isinstance(target, ast.Name):
                    self.read(target, state)
                return self.expression(self.expression(state, value), target)
            case ast.Import(names) | ast.ImportFrom(names=names):
                return state | {alias.asname or alias.name.partition(".")[0] for alias in names}
            case ast.Return() | ast.Raise():
                self.expression(state, node)
            case ast.Expr(ast.Call(function)) if ast.unparse(function) in NEVER:
                self.expression(state, node)
            case _:
                return self.expression(state, node)
        return None

    def loop(self, node: ast.While | ast.For, state: Names) -> State:
        if isinstance(node, ast.While):
            begun, ended = self.condition(node.test, state)
        else:
            ended = self.expression(state, node.iter)
            begun = self.expression(ended, node.target)
        self.leaving.append(([], []))
        behind = self.block(node.body, begun)
        left, continued = self.leaving.pop()
        if isinstance(node, ast.For) and _has_turn(node.iter, self.constants):
            ended = _joined(behind, *continued)
        return _joined(self.block(node.orelse, ended), *left)

    def within(self, node: ast.With, state: Names) -> State:
        """Behind what takes errors its statements have perhaps not been carried out."""
        for item in node.items:
            state = self.expression(state, item.context_expr)
            if item.optional_vars is not None:
                state = self.expression(state, item.optional_vars)
        behind = self.block(node.body, state)
        takes_none = (_lets_through(item.context_expr) for item in node.items)
        return behind if all(takes_none) else state

    def cases(self, node: ast.Match, state: Names) -> State:
        state = self.expression(state, node.subject)
        ends: list[State] = []
        for case in node.cases:
            bound = {each.name for each in ast.walk(case.pattern) if isinstance(each, ast.MatchAs) and each.name}
            here: State = state | bound
            if case.guard is not None:
                here, _ = self.condition(case.guard, state | bound)
            ends.append(self.block(case.body, here))
            if isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and case.guard is None:
                return _joined(*ends)
        return _joined(state, *ends)

    # -- expressions ----------------------------------------------------------------------------------------------

    def condition(self, node: ast.expr, state: Names) -> tuple[State, State]:
        """What is set where an expression is true, and where it is not."""
        match node:
            case ast.Constant(value=constant):
                return (state, None) if constant else (None, state)
            case ast.UnaryOp(ast.Not(), operand):
                return self.condition(operand, state)[::-1]
            case ast.BoolOp(op, values):
                onward: State = state
                out: State = None
                for value in values:
                    if onward is not None:
                        true, false = self.condition(value, onward)
                        onward, left = (true, false) if isinstance(op, ast.And) else (false, true)
                        out = _joined(out, left)
                return (onward, out) if isinstance(op, ast.And) else (out, onward)
            case _:
                state = self.expression(state, node)
                return state, state

    def expression(self, state: Names, node: ast.AST) -> Names:
        """What is set behind an expression, or a target."""
        match node:
            case ast.Name(name, ast.Store() | ast.Del()):
                return state | {name}
            case ast.Name():
                self.read(node, state)
            case ast.NamedExpr():
                return self.expression(state, node.value) | {node.target.id}
            case ast.BoolOp():
                return _joined(*self.condition(node, state)) or state
            case ast.IfExp():
                true, false = self.condition(node.test, state)
                ends = [self.expression(s, e) for s, e in ((true, node.body), (false, node.orelse)) if s is not None]
                return _joined(*ends) or state
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                parts = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
                reduce(self.expression, (*node.generators, *parts), state)
            case ast.comprehension():
                return reduce(self.expression, (node.iter, node.target, *node.ifs), state)
            case ast.Lambda():
                pass  # it is carried out later
            case _:
                return reduce(self.expression, ast.iter_child_nodes(node), state)
        return state

    def read(self, node: ast.Name, state: Names) -> None:
        if node.id in self.own and node.id not in state:
            self.missing.setdefault(node.id, node.lineno)


def _lets_through(manager: ast.expr) -> bool:
    """Whether every error goes on behind it: `with trap.resuming():`"""
    match manager:
        case ast.Call(ast.Attribute(attr="resuming"), []):
            return True
        case _:
            return False


def _constants(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """The names that statements set once, to a constant."""
    nodes = [node for statement in body for node in ast.walk(statement)]
    times = Counter(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    for node in nodes:
        match node:
            case ast.Assign([ast.Name(name)], ast.Constant() as value) if times[name] == 1:
                yield name, value


def _has_turn(node: ast.expr, constants: Mapping[str, ast.expr]) -> bool:
    """Whether a loop over this is run at least once: `range(1, 10)`, `range(n)`, `(2, 3, 5)`."""
    try:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
            known = (constants.get(each.id, each) if isinstance(each, ast.Name) else each for each in node.args)
            return bool(range(*map(ast.literal_eval, known)))
        return bool(ast.literal_eval(node))
    except (ValueError, TypeError):
        return False
