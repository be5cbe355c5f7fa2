"""What a file would fail for in Python: a name that nothing sets, or that some way leads past, and a call of a function
of the file with another number of arguments.

    def take(n: int) -> None:
        if n > 3:
            a = n
        print(a)                    # a may not be set

A flow of data over statements: at each place, the names that are surely set, and the constants that some of them hold.
What is set stays so, and all ways to a place are one; only for a name that seems not to be set they are looked at once
more, as two: those that have set it and those that have not, which flags tell apart (as in ESP, Das et al., 2002).
"""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from itertools import product
from typing import Any

from ..gw.program import Program
from ..record import record

Names = frozenset[str]


@record
class Fault:
    """`sure`: whatever way is taken there; else it may be one that the program never takes, past what sets a function's
    `name`."""

    line: int
    what: str
    sure: bool = True
    function: str = ""
    name: str = ""


@record
class Way:
    """A way to a place, or several: what they all have set, and which constants may be in it."""

    names: Names
    facts: Mapping[str, frozenset[Any]]


State = tuple[Way, ...]  # none where control does not come
NOWHERE: State = ()
NO_NAMES: Names = frozenset()
ALWAYS = {*vars(builtins), "__name__"}
NEVER = {"sys.exit", "handover.run_file", "handover.load", "handover.chain"} | {
    f"gw.{name}"
    for name, value in vars(Program).items() if getattr(value, "__annotations__", {}).get("return") == "NoReturn"
}  # fmt: skip
COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.In: lambda one, others: one in others, ast.NotIn: lambda one, others: one not in others,
}  # fmt: skip
COMPOUND = (ast.If, ast.While, ast.For, ast.With, ast.Try, ast.Match, ast.FunctionDef, ast.ClassDef)
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def faults(text: str) -> list[Fault]:
    """What is wrong with a file, in the order of its lines."""
    return sorted(_File(ast.parse(text)).faults(), key=lambda fault: fault.line)


class _File:
    """A module: its functions, the fields of its objects, and what each function looks at."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.names = _bound(tree.body)
        self.functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        classes = {node.name: _bound(node.body) for node in tree.body if isinstance(node, ast.ClassDef)}
        self.fields: dict[str, Names] = {}
        for node in tree.body:
            match node:
                case ast.Assign([ast.Name(name)], ast.Call(ast.Name(made))) if made in classes:
                    self.fields[name] = classes[made]
        self.looked_at = {name: _looked_at(node) & self.names for name, node in self.functions.items()}
        self.changed = _elsewhere(tree.body)  # by functions
        self.found: set[Fault] = set()

    def faults(self) -> set[Fault]:
        _Scope(self, self.names, NO_NAMES).run(self.tree.body, NO_NAMES)
        return self.found

    def needed(self, function: str) -> Names:
        """The names of the file that a call of a function may look at."""
        found: set[str] = set()
        waiting = [function]
        while waiting:
            new = self.looked_at.get(waiting.pop(), NO_NAMES) - found
            found |= new
            waiting += new
        return frozenset(found)


class _Scope:
    """The names of a function, or of the file itself. `own`: those that it sets; `around`: of functions around it;
    `watched`: the name that tells ways apart."""

    def __init__(
        self, file: _File, own: Names, around: Names, watched: Names = NO_NAMES, function: str = "main"
    ) -> None:
        self.file, self.own, self.around, self.watched, self.function = file, own, around, watched, function
        self.global_ = own is file.names
        self.leaving: list[tuple[list[State], list[State]]] = []  # of each loop, by break and by continue
        self.failing: list[list[State]] = []  # where an error may be, in what takes it
        self.missing: dict[str, int] = {}  # and a line where it is looked at

    def run(self, body: Sequence[ast.stmt], given: Names) -> None:
        begin = (Way(given, {}),)
        self.block(body, begin)
        for name in self.missing:
            again = _Scope(self.file, self.own, self.around, frozenset({name}))
            again.global_ = self.global_
            again.block(body, begin)
            if name in again.missing:
                self.file.found.add(Fault(again.missing[name], f"{name} may not be set", False, self.function, name))

    def report(self, line: int, what: str, sure: bool = True) -> None:
        if not self.watched:
            self.file.found.add(Fault(line, what, sure))

    # -- states ---------------------------------------------------------------------------------------------------

    def joined(self, *states: State) -> State:
        found: dict[Names, Way] = {}
        for way in (way for state in states for way in state):
            same = way.names & self.watched
            if (other := found.get(same)) is not None and other != way:
                facts = {name: way.facts[name] | other.facts[name] for name in way.facts.keys() & other.facts.keys()}
                way = Way(way.names & other.names, facts)
            found[same] = way
        return tuple(found.values())

    def set(self, state: State, names: Iterable[str], value: ast.expr | None = None) -> State:
        """Names get a value."""
        new = frozenset(names)
        kept = self.own - self.file.changed
        ways = []
        for way in state:
            facts = {name: values for name, values in way.facts.items() if name not in new}
            if (values := _values(value, way.facts)) is not None:
                facts |= dict.fromkeys(new & kept, values)
            ways.append(Way(way.names | new, facts))
        return self.joined(tuple(ways))

    def again(self, node: ast.While | ast.For, state: State) -> State:
        """Where a turn begins: what is constant there."""
        names = _bound([node])
        return tuple(Way(way.names, {k: v for k, v in way.facts.items() if k not in names}) for way in state)

    # -- statements -----------------------------------------------------------------------------------------------

    def block(self, body: Sequence[ast.stmt], state: State) -> State:
        for statement in body:
            if not state:
                break
            state = self.statement(statement, state)
        return state

    def statement(self, node: ast.stmt, state: State) -> State:
        if not isinstance(node, COMPOUND):
            self.may_fail(node, state)
        match node:
            case ast.If():
                true, false = self.condition(node.test, state)
                return self.joined(self.block(node.body, true), self.block(node.orelse, false))
            case ast.While() | ast.For():
                return self.loop(node, state)
            case ast.Break():
                self.leaving[-1][0].append(state)
                return NOWHERE
            case ast.Continue():
                self.leaving[-1][1].append(state)
                return NOWHERE
            case ast.With():
                return self.within(node, state)
            case ast.Try():
                return self.attempt(node, state)
            case ast.Match():
                return self.cases(node, state)
            case ast.FunctionDef():
                state = self.children(node.args, state)
                self.called(node.args, node.body, node.name)
                return self.set(state, {node.name})
            case ast.ClassDef():
                _Scope(self.file, _bound(node.body), self.own | self.around).run(node.body, NO_NAMES)
                return self.set(state, {node.name})
            case ast.Assign():
                state = self.expression(node.value, state)
                return reduce(lambda state, target: self.assigned(target, node.value, state), node.targets, state)
            case ast.AnnAssign(value=ast.expr() as value):
                return self.assigned(node.target, value, self.expression(value, state))
            case ast.AnnAssign():
                return state
            case ast.AugAssign():
                if isinstance(node.target, ast.Name):
                    self.name(node.target, state)
                return self.assigned(node.target, None, self.expression(node.value, state))
            case ast.Import() | ast.ImportFrom():
                return self.set(state, _bound([node]))
            case ast.Expr(ast.Call() as call):
                state = self.expression(call, state)
                if self.global_:
                    self.carried_out(call, state)
                return NOWHERE if ast.unparse(call.func) in NEVER else state
            case _:
                state = self.children(node, state)
                return NOWHERE if isinstance(node, ast.Return | ast.Raise) else state

    def loop(self, node: ast.While | ast.For, state: State) -> State:
        """A loop is followed until its turns say nothing new; where no ways are told apart, that is at once."""
        first = node.iter if isinstance(node, ast.For) else None
        if first is not None:
            self.may_fail(first, state)
            state = self.expression(first, state)
        runs = first is not None and all(_runs(first, way.facts) for way in state)
        head = state if self.watched else self.again(node, state)
        while True:
            self.leaving.append(([], []))
            if isinstance(node, ast.For):
                true, false = self.assigned(node.target, None, head), head
            else:
                true, false = self.condition(node.test, head)
            last = self.block(node.body, true)
            left, continued = self.leaving.pop()
            turned = self.joined(last, *continued)
            wider = self.joined(head, turned)
            if wider == head or not self.watched:
                return self.joined(self.block(node.orelse, turned if runs else false), *left)
            head = wider

    def within(self, node: ast.With, state: State) -> State:
        """`with trap as taken:` takes errors, so its statements have perhaps not been carried out, and says so."""
        for item in node.items:
            self.may_fail(item.context_expr, state)
            state = self.expression(item.context_expr, state)
        names = [item.optional_vars for item in node.items if isinstance(item.optional_vars, ast.Name)]
        state = self.set(state, {name.id for name in names})
        behind, taken = self.taking(node.body, state)
        if all(_lets_through(item.context_expr) for item in node.items):
            return behind
        if len(names) == 1:
            name = names[0].id
            said = (self.set(ways, {name}, ast.Constant(value)) for ways, value in ((behind, False), (taken, True)))
            return self.joined(*said)
        return self.joined(behind, taken)

    def taking(self, body: Sequence[ast.stmt], state: State) -> tuple[State, State]:
        """What statements lead to, and their errors."""
        self.failing.append([])
        behind = self.block(body, state)
        return behind, self.joined(*self.failing.pop())

    def may_fail(self, node: ast.AST, state: State) -> None:
        if self.failing and any(map(_may_fail, ast.walk(node))):
            for states in self.failing:
                states.append(state)

    def attempt(self, node: ast.Try, state: State) -> State:
        behind, taken = self.taking(node.body, state)
        ends = [self.block(node.orelse, behind)]
        for handler in node.handlers:
            here = taken if handler.type is None else self.expression(handler.type, taken)
            ends.append(self.block(handler.body, self.set(here, {handler.name} if handler.name else ())))
        return self.block(node.finalbody, self.joined(*ends))

    def cases(self, node: ast.Match, state: State) -> State:
        self.may_fail(node.subject, state)
        state = self.expression(node.subject, state)
        ends = []
        for case in node.cases:
            here, state = self.matched(node.subject, case.pattern, state)
            here = self.set(here, _bound([case.pattern]))
            if case.guard is not None:
                here, past = self.condition(case.guard, here)
                state = self.joined(state, past)
            ends.append(self.block(case.body, here))
        return self.joined(state, *ends)

    def matched(self, subject: ast.expr, pattern: ast.pattern, state: State) -> tuple[State, State]:
        """The ways that a pattern takes, and those that go on to the next."""
        match pattern:
            case ast.MatchAs(pattern=None):
                return state, NOWHERE
            case ast.MatchValue(value):
                return self.condition(ast.Compare(subject, [ast.Eq()], [value]), state)
            case ast.MatchOr(patterns):
                taken: list[State] = []
                for each in patterns:
                    here, state = self.matched(subject, each, state)
                    taken.append(here)
                return self.joined(*taken), state
            case _:
                return state, state

    def called(self, arguments: ast.arguments, body: Sequence[ast.stmt], function: str) -> None:
        if not self.watched:
            given = frozenset(each.arg for each in ast.walk(arguments) if isinstance(each, ast.arg))
            around = NO_NAMES if self.global_ else self.own | self.around
            own = (_bound(body) | given) - _elsewhere(body)
            _Scope(self.file, own, around, function=function).run(body, given)

    def carried_out(self, call: ast.Call, state: State) -> None:
        """The functions that a statement of the file itself calls look at names that have to be there by now."""
        for function in (node.id for node in ast.walk(call) if isinstance(node, ast.Name)):
            for name in sorted(self.file.needed(function)):
                if any(name not in way.names for way in state):
                    self.report(call.lineno, f"{function} looks at {name}, which may not be set", sure=False)

    # -- expressions ----------------------------------------------------------------------------------------------

    def condition(self, node: ast.expr, state: State) -> tuple[State, State]:
        """The ways on which an expression is true, and those on which it is not."""
        match node:
            case ast.UnaryOp(ast.Not(), operand):
                return self.condition(operand, state)[::-1]
            case ast.BoolOp(op, values):
                onward, out = state, NOWHERE
                for value in values:
                    true, false = self.condition(value, onward)
                    onward, left = (true, false) if isinstance(op, ast.And) else (false, true)
                    out = self.joined(out, left)
                return (onward, out) if isinstance(op, ast.And) else (out, onward)
            case _:
                self.may_fail(node, state)
                state = self.expression(node, state)
                ways = [_parted(node, way) for way in state]
                return self.joined(*(true for true, _ in ways)), self.joined(*(false for _, false in ways))

    def expression(self, node: ast.AST, state: State) -> State:
        match node:
            case ast.Name():
                self.name(node, state)
            case ast.NamedExpr():
                return self.set(self.expression(node.value, state), {node.target.id})
            case ast.BoolOp():
                return self.joined(*self.condition(node, state))
            case ast.IfExp():
                true, false = self.condition(node.test, state)
                return self.joined(self.expression(node.body, true), self.expression(node.orelse, false))
            case ast.Lambda():
                self.called(node.args, [ast.copy_location(ast.Expr(node.body), node.body)], self.function)
                return self.children(node.args, state)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                self.comprehension(node, state)
            case ast.Attribute(ast.Name(name), attribute) if attribute not in self.file.fields.get(name, {attribute}):
                self.report(node.lineno, f"{name} has no {attribute}")
            case ast.Call(ast.Name(name)) if name in self.file.functions:
                if wrong := _arguments(self.file.functions[name].args, node):
                    self.report(node.lineno, f"{name} takes {wrong}")
                return self.children(node, state)
            case _:
                return self.children(node, state)
        return state

    def children(self, node: ast.AST, state: State) -> State:
        for child in ast.iter_child_nodes(node):
            state = self.expression(child, state)
        return state

    def comprehension(self, node: Comprehension, state: State) -> None:
        inner = _Scope(self.file, self.own | _bound(each.target for each in node.generators), self.around, self.watched)
        inner.missing = self.missing
        for generator in node.generators:
            state = inner.assigned(generator.target, None, inner.expression(generator.iter, state))
            for test in generator.ifs:
                state, _ = inner.condition(test, state)
        for result in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
            inner.expression(result, state)

    def assigned(self, target: ast.expr, value: ast.expr | None, state: State) -> State:
        """A value is given to what stands on the left."""
        match target:
            case ast.Name(name):
                return self.set(state, {name}, value)
            case ast.Tuple(parts) | ast.List(parts):
                values: Sequence[ast.expr | None] = value.elts if isinstance(value, ast.Tuple) else []
                for position, part in enumerate(parts):
                    state = self.assigned(part, values[position] if len(values) == len(parts) else None, state)
                return state
            case ast.Starred():
                return self.assigned(target.value, None, state)
            case _:
                return self.expression(target, state)

    def name(self, node: ast.Name, state: State) -> None:
        if node.id in self.own:
            if node.id not in ALWAYS and any(node.id not in way.names for way in state):
                self.missing.setdefault(node.id, node.lineno)
        elif node.id not in self.around and node.id not in self.file.names and node.id not in ALWAYS:
            self.report(node.lineno, f"{node.id} is nowhere set")


# ---- what stands in the tree ----------------------------------------------------------------------------------------


def _bound(nodes: Iterable[ast.AST]) -> Names:
    """The names that statements set, without those of functions within."""
    found: set[str] = set()
    waiting = list(nodes)
    while waiting:
        match node := waiting.pop():
            case ast.Name(name, ast.Store() | ast.Del()):
                found.add(name)
            case ast.FunctionDef() | ast.ClassDef():
                found.add(node.name)
                continue
            case ast.Import() | ast.ImportFrom():
                found |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
                found.add(name)
            case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                continue
        waiting += ast.iter_child_nodes(node)
    return frozenset(found)


def _elsewhere(body: Sequence[ast.stmt]) -> Names:
    """What a function sets that is not its own."""
    said = (node for statement in body for node in ast.walk(statement) if isinstance(node, ast.Global | ast.Nonlocal))
    return frozenset(name for node in said for name in node.names)


def _looked_at(function: ast.FunctionDef) -> Names:
    """The names in a function that are not its own."""
    names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    given = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    return frozenset(names - _bound(function.body) - given) | _elsewhere(function.body)


def _values(node: ast.expr | None, facts: Mapping[str, frozenset[Any]]) -> frozenset[Any] | None:
    """The constants that an expression may be; None if it may be something else."""
    match node:
        case ast.Constant(value):
            return frozenset({value})
        case ast.Name(name):
            return facts.get(name)
        case ast.Subscript(ast.Dict(_, values)) if all(isinstance(each, ast.Constant) for each in values):
            return frozenset(ast.literal_eval(each) for each in values)
        case _:
            return None


def _parted(node: ast.expr, way: Way) -> tuple[State, State]:
    """A way where a condition is true, and where it is not."""
    match node:
        case ast.Constant(value):
            return ((way,), NOWHERE) if value else (NOWHERE, (way,))
        case ast.Name(name) if name in way.facts:
            true = frozenset(filter(None, way.facts[name]))
        case ast.Compare(ast.Name(name), [sign], [other]) if name in way.facts and type(sign) in COMPARED:
            try:
                value, holds = ast.literal_eval(other), COMPARED[type(sign)]
                true = frozenset(each for each in way.facts[name] if holds(each, value))
            except (ValueError, TypeError):
                return (way,), (way,)
        case _:
            return (way,), (way,)
    ways = (true, way.facts[name] - true)
    true_ways, false_ways = ((Way(way.names, {**way.facts, name: each}),) if each else NOWHERE for each in ways)
    return true_ways, false_ways


def _runs(node: ast.expr, facts: Mapping[str, frozenset[Any]]) -> bool:
    """Whether a loop over this has a turn at least: `range(1, 10)`, `(2, 3, 5)`"""
    with suppress(ValueError, TypeError):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
            known = (_values(each, facts) or {ast.literal_eval(each)} for each in node.args)
            return all(range(*given) for given in product(*known))
        return bool(ast.literal_eval(node))
    return False


def _may_fail(node: ast.AST) -> bool:
    """Whether a node, without those within it, can be an error: `Single(0.5)` cannot."""
    match node:
        case ast.Call(
            ast.Name("Single" | "Double") | ast.Attribute(ast.Name("gw"), "Single"), [ast.Constant(int() | float())]
        ):
            return False
        case _:
            return isinstance(node, ast.Call | ast.Subscript | ast.BinOp | ast.Compare | ast.Raise)


def _lets_through(manager: ast.expr) -> bool:
    """Whether every error goes on behind it: `with trap.resuming():`"""
    match manager:
        case ast.Call(ast.Attribute(_, "resuming"), []):
            return True
        case _:
            return False


def _arguments(given: ast.arguments, call: ast.Call) -> str:
    """How many arguments a function takes, if a call has others."""
    most = len(given.posonlyargs) + len(given.args)
    names = {each.arg for each in (*given.args, *given.kwonlyargs)}
    count = len(call.args) + len(call.keywords)
    open_ = given.vararg or given.kwarg or any(isinstance(each, ast.Starred) for each in call.args)
    fits = len(call.args) <= most and most - len(given.defaults) <= count <= most + len(given.kwonlyargs)
    if open_ or (fits and all(keyword.arg in names for keyword in call.keywords)):
        return ""
    return f"{most} arguments, not {count}"
