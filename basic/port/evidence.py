"""Whether a program's one run shows the same in Python's own numbers as in BASIC's.

A program that takes nothing from outside (no key, no clock, no file, no seed) has exactly one run. If its Python,
written as a person would write it, prints in that run what BASIC prints, it prints so always: to try is to prove. The
other side of the comparison is the port in BASIC's own arithmetic, with every check; of a longer run, and of a
program that takes long to write, the interpreter bears witness, which is faster.

Both are stopped after so many turns of loops and calls of functions: the outcome does not hang on the machine's speed.
"""

from __future__ import annotations

import ast
import io
import linecache
import sys
from collections.abc import Callable
from itertools import compress, repeat
from operator import length_hint
from typing import Any

from ..analysis.flow import Flow, core
from ..syntax import nodes as n
from ..syntax.visit import walk

LONG = 300_000  # turns, a second or two in BASIC's arithmetic; what takes longer is left to a witness
LARGE = 500  # statements of a program that is left to a witness
TURNS = 4_000_000  # of a run that is worth trying without a witness
TURNS_WITNESSED = 50_000_000  # some seconds of Python's
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

    def shows(self, proposed: str) -> bool:
        """Whether another text prints the same and comes to its end."""
        shown, taken = _played(proposed, TURNS_WITNESSED if self.witness else TURNS, True)
        if shown is None:
            return False
        if self.witness is not None and (self.large or taken > LONG):
            try:
                return self.witness(shown)
            except NoWitness:
                self.witness = None
                if taken > TURNS:
                    return False
        if not self.made:
            self.shown, _ = _played(self.exact(), taken + SLACK, False)
            self.made = self.shown is not None
        return shown == self.shown


class _Stopped(BaseException):
    """The run has gone on for too long."""


class _Screen(io.BytesIO):
    def write(self, data: Any, /) -> int:
        if self.tell() > PRINTED:
            raise _Stopped
        return super().write(data)


def _played(text: str, turns: int, own: bool) -> tuple[str | None, int]:
    """What a program shows, None if it does not come to its end; and the turns that took."""
    linecache.cache["<evidence>"] = (len(text), None, text.splitlines(True), "<evidence>")  # an error names its line
    tree = ast.fix_missing_locations(_Counted(own).visit(ast.parse(text)))
    left = repeat(True, turns)  # what is counted by taking from it costs least
    scope: dict[str, Any] = {
        "__name__": "__main__", "_next": next, "_left": left, "_compress": compress, "_kept": _kept, "_power": _power,
    }  # fmt: skip
    raw = _Screen()
    before = sys.stdin, sys.stdout
    keyboard: Any = io.TextIOWrapper(io.BytesIO())
    screen = io.TextIOWrapper(raw, encoding="utf-8", newline="\n")
    try:
        sys.stdin, sys.stdout = keyboard, screen
        exec(compile(tree, "<evidence>", "exec"), scope)
        screen.flush()
    except SystemExit as ended:
        if ended.code:
            return None, 0
        screen.flush()
    except (Exception, _Stopped):
        return None, 0
    finally:
        sys.stdin, sys.stdout = before
        del linecache.cache["<evidence>"]
    remaining = length_hint(left)
    return (raw.getvalue().decode(), turns - remaining) if remaining else (None, 0)


def _kept(value: Any) -> Any:
    """A value that a variable gets: neither text nor number may grow without end."""
    kind = value.__class__
    if kind is int:
        if -LARGEST < value < LARGEST:
            return value
    elif kind is not str or len(value) <= LONGEST:
        return value
    raise _Stopped


def _power(x: Any, y: Any) -> Any:
    if isinstance(y, int) and abs(y) > 64:
        x = float(x)
    return x**y


class _Counted(ast.NodeTransformer):
    """Counts the turns of loops and the calls of functions; `own`: watches what variables get, too."""

    def __init__(self, own: bool) -> None:
        self.own = own

    def _counting(self, node: Any) -> Any:
        self.generic_visit(node)
        call = ast.Call(ast.Name("_next", ast.Load()), [ast.Name("_left", ast.Load())], [])
        node.body.insert(0, ast.Expr(call))
        return node

    visit_While = visit_FunctionDef = _counting

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        node.iter = ast.Call(ast.Name("_compress", ast.Load()), [node.iter, ast.Name("_left", ast.Load())], [])
        return node

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
