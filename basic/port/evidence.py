"""Whether a program's one run shows the same in Python's own numbers as in BASIC's.

A program that takes nothing from outside (no key, no clock, no file, no seed) has exactly one run. If its Python,
written as a person would write it, prints in that run what BASIC prints, it prints so always: to try is to prove. The
other side of the comparison is the port in BASIC's own arithmetic, with every check; of a longer run, and of a
program that takes long to write, the interpreter bears witness, which is faster.

Both are stopped after so many turns of loops and calls of functions, the first also by what is done in them: the
outcome does not hang on the machine's speed. What has not come to its end by then is not tried with more caution.
Work that is done again and again from the same beginning, and time that is let pass, need not be seen to its end: a
turn that leaves everything as it has found it would do so, and print the same, for ever.
"""

from __future__ import annotations

import ast
import io
import linecache
import pickle
import sys
from collections.abc import Callable, Iterator
from types import FrameType, FunctionType, ModuleType
from typing import Any

from ..analysis.flow import Flow, core
from ..analysis.graph import Graph
from ..syntax import nodes as n
from ..syntax.visit import walk

LONG = 300_000  # turns, a second or two in BASIC's arithmetic; what takes longer is left to a witness
LARGE = 500  # statements of a program that is left to a witness
TANGLED = 100  # states of loops over states: of more than that nobody reads a program for its arithmetic
TURNS = 4_000_000  # of a run that is worth trying without a witness
EFFORT = 100_000_000  # operations of a run that is worth trying, some seconds of Python's
TURN, CALL, SHOWING = 5, 8, 80  # a turn, a call of a function, and what shows or converts a value, as operations
DEAR = 500  # operations of a turn that is worth comparing with the one before it
COMPARED = 3  # turns, of one run of a loop
EASE = 10  # times faster is a witness, to whom the turns are left that need not be run here
SHOWN = 10  # operations for a character that such a turn prints
SLACK = 1000  # turns more that the exact run may take
PRINTED = 32_000_000  # characters
LONGEST = 255  # of a text
LARGEST = 1 << 64  # of a whole number: beyond it Python's would grow and grow
OPENING = {
    "INKEY$", "INPUT$", "TIMER", "TIME$", "DATE$", "PEEK", "INP", "FRE", "VARPTR", "VARPTR$", "LOF", "LOC", "EOF",
    "PEN", "STICK", "STRIG", "POINT", "SCREEN", "ENVIRON$", "ERDEV", "ERDEV$", "IOCTL$", "EXTERR", "PLAY", "PMAP",
    "LPOS", "CVI", "CVS", "CVD",
}  # fmt: skip
CLOSED_STATEMENTS = (
    n.Let, n.For, n.Next, n.If, n.While, n.Wend, n.Goto, n.Gosub, n.Return, n.OnJump, n.Print, n.Read, n.Restore,
    n.Data, n.Dim, n.DefFn, n.DefType, n.OptionBase, n.Remark, n.Empty, n.Swap, n.MidAssign, n.Erase, n.Common,
)  # fmt: skip
CLOSED_WORDS = {"END", "STOP", "SYSTEM", "CLS", "BEEP", "LOCATE", "COLOR", "RANDOMIZE"}


def ends(graph: Graph) -> bool:
    """Whether a program has an end that it may come to."""
    return any(node.kind == "end" for routine in graph.routines.values() for node in routine.nodes.values())


def closed(flow: Flow) -> bool:
    """Whether a program takes nothing from outside, and handles no errors."""
    for point in flow.points:
        statement = point.statement
        if isinstance(statement, n.Command):
            if statement.word not in CLOSED_WORDS or (statement.word == "RANDOMIZE" and not statement.arguments):
                return False
        elif not isinstance(statement, CLOSED_STATEMENTS):
            return False
        if isinstance(statement, n.Print) and (statement.channel is not None or statement.word != "PRINT"):
            return False
        for node in walk(core(statement)):
            if isinstance(node, n.UsrFunction | n.Broken) or (isinstance(node, n.Function) and node.name in OPENING):
                return False
    return True


class NoWitness(Exception):
    """The interpreter cannot be asked here."""


class Run:
    """A run of the port in BASIC's own arithmetic, which is written and made when there is something to compare.

    `witness` tells whether the program prints a text and ends; it is asked about long runs, and about the others of a
    program that is `large`.
    """

    def __init__(
        self, exact: Callable[[], str], witness: Callable[[str], bool] | None = None, large: bool = False
    ) -> None:
        self.exact = exact
        self.witness = witness
        self.large = large
        self.shown: str | None = None
        self.made = False
        self.endless = False  # it has been stopped
        self.refuted: set[str] = set()  # what others have shown that did not print the same

    def shows(self, proposed: str) -> bool:
        """Whether another text prints the same and comes to its end."""
        try:
            shown, taken = _played(proposed, EFFORT if self.witness else TURNS, True)
        except _Stopped:
            self.endless = True
            return False
        if shown is None or shown in self.refuted:
            return False
        self.refuted.add(shown)  # unless it is found to be right, and then nothing else is asked
        if self.witness is not None and (self.large or taken > LONG):
            try:
                return self.witness(shown)
            except NoWitness:
                self.witness = None
                if taken > TURNS:
                    return False
        if not self.made:
            try:
                self.shown, _ = _played(self.exact(), taken + SLACK, False)
            except _Stopped:
                return False
            self.made = self.shown is not None
        return shown == self.shown


class _Stopped(BaseException):
    """The run has gone on for too long."""


class _Screen(io.BytesIO):
    def write(self, data: Any, /) -> int:
        if self.tell() > PRINTED:
            raise _Stopped
        return super().write(data)

    def again(self, start: int, times: int) -> None:
        """Prints what is there from some place on so many times more."""
        self.write(self.getvalue()[start:] * times)


class _Meter:
    """Counts the turns of a program, and what is done in them."""

    def __init__(self, turns: int, screen: _Screen) -> None:
        self.left = turns
        self.effort = EFFORT
        self.screen = screen

    def turn(self, operations: int) -> None:
        self.left -= 1
        self.effort -= operations
        if self.left < 0 or self.effort < 0:
            raise _Stopped

    def alike(self, counted: range) -> Iterator[int]:
        """The turns of a loop that has no use for its counter, up to one that changes nothing; the others are counted
        and what they would print is printed, but they are not run."""
        before, compared = None, 0
        for i in counted:
            left, effort, start = self.left, self.effort, self._place()
            yield i
            if compared < COMPARED and effort - self.effort > DEAR:
                compared += 1
                now = self._everything(sys._getframe(1))
                if now is not None and now == before:
                    others = len(counted[counted.index(i) + 1 :])
                    printed = self._place() - start
                    self.left -= (left - self.left) * others
                    self.turn(((effort - self.effort) // EASE + printed * SHOWN) * others)
                    self.screen.again(start, others)
                    return
                before = now

    def _place(self) -> int:
        """How much has been printed."""
        sys.stdout.flush()
        return self.screen.tell()

    def _everything(self, frame: FrameType) -> bytes | None:
        """All that a turn of a loop could change and find again, if that can be told; what the callers of its function
        hold besides, no turn can reach."""
        held = [
            [(name, value) for name, value in names.items() if not name.startswith("_") and not _fixed(value)]
            for names in (frame.f_locals, frame.f_globals)
        ]
        try:
            return pickle.dumps(held)
        except (pickle.PicklingError, TypeError, AttributeError, RecursionError):
            return None


def _fixed(value: Any) -> bool:
    """Whether a value is part of the program's text."""
    return isinstance(value, type | ModuleType | FunctionType)


def _played(text: str, turns: int, own: bool) -> tuple[str | None, int]:
    """What a program shows, None if it ends in an error; and the turns that took."""
    linecache.cache["<evidence>"] = (len(text), None, text.splitlines(True), "<evidence>")  # an error names its line
    tree = ast.fix_missing_locations(_Counted(own, "Array(" in text).visit(ast.parse(text)))
    raw = _Screen()
    before = sys.stdin, sys.stdout
    keyboard: Any = io.TextIOWrapper(io.BytesIO())
    screen = io.TextIOWrapper(raw, encoding="utf-8", newline="\n")
    meter = _Meter(turns, raw)
    scope: dict[str, Any] = {"__name__": "__main__", "_turn": meter.turn, "_alike": meter.alike}
    scope |= {"_kept": _kept, "_power": _power}
    try:
        sys.stdin, sys.stdout = keyboard, screen
        exec(compile(tree, "<evidence>", "exec"), scope)
        screen.flush()
    except SystemExit as ended:
        if ended.code:
            return None, 0
        screen.flush()
    except Exception:
        return None, 0
    finally:
        sys.stdin, sys.stdout = before
        del linecache.cache["<evidence>"]
    return raw.getvalue().decode(), turns - meter.left


def _kept(value: Any) -> Any:
    """A value that a variable gets: neither text nor number may grow without end."""
    kind = value.__class__
    if kind is int:
        if -LARGEST < value < LARGEST:
            return value
    elif kind is not str or len(value) <= LONGEST:
        return value
    raise OverflowError


def _power(x: Any, y: Any) -> Any:
    if isinstance(y, int) and abs(y) > 64:
        x = float(x)
    return x**y


class _Counted(ast.NodeTransformer):
    """Counts the turns of loops and the calls of functions; `own`: what is done in them, too, and watches variables;
    `arrays`: some are the library's."""

    def __init__(self, own: bool, arrays: bool) -> None:
        self.own = own
        self.arrays = arrays

    def _counting(self, node: Any) -> Any:
        done = [*node.body, node.test] if isinstance(node, ast.While) else node.body
        spent = TURN + sum(_operations(inner, self.arrays) for inner in done) if self.own else 0
        self.generic_visit(node)
        call = ast.Call(ast.Name("_turn", ast.Load()), [ast.Constant(spent)], [])
        node.body.insert(0, ast.Expr(call))
        return node

    visit_While = visit_FunctionDef = _counting

    def visit_For(self, node: ast.For) -> ast.stmt:
        counted: ast.For = self._counting(node)
        if self.own and isinstance(node.target, ast.Name) and node.target.id == "_" and _ranges(node.iter):
            counted.iter = ast.Call(ast.Name("_alike", ast.Load()), [node.iter], [])
        return counted

    def _watched(self, node: Any) -> Any:
        self.generic_visit(node)
        if self.own and any(isinstance(inner, ast.BinOp) for inner in ast.walk(node.value)):
            node.value = ast.Call(ast.Name("_kept", ast.Load()), [node.value], [])
        return node

    visit_Assign = _watched

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        self.generic_visit(node)
        if not self.own or not isinstance(node.target, ast.Name):
            return node
        target = ast.Name(node.target.id, ast.Load())
        value = ast.Call(ast.Name("_kept", ast.Load()), [ast.BinOp(target, node.op, node.value)], [])
        return ast.Assign([node.target], value)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if self.own and isinstance(node.op, ast.Pow):
            return ast.Call(ast.Name("_power", ast.Load()), [node.left, node.right], [])
        return node


def _ranges(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"


def _operations(node: ast.AST, arrays: bool) -> int:
    """How many operations a statement has at most, without those of the loops and functions in it; `arrays`: an element
    may be looked for by the library."""
    if isinstance(node, ast.For | ast.While | ast.FunctionDef):
        return 0
    own = int(isinstance(node, ast.BinOp | ast.Compare))
    if isinstance(node, ast.Subscript):
        own = CALL if arrays else 1
    elif isinstance(node, ast.Assign | ast.AugAssign):
        own = TURN  # it is watched
    elif isinstance(node, ast.Call):
        own = _price(node)
    return own + sum(_operations(inner, arrays) for inner in ast.iter_child_nodes(node))


def _price(call: ast.Call) -> int:
    """The same of a call by itself. The library shows its values one by one."""
    function = call.func
    if isinstance(function, ast.Name):
        return SHOWING if function.id == "print" else CALL
    library = isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == "gw"
    return SHOWING * (1 + len(call.args) * library)
