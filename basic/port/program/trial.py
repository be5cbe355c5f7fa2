"""A program's run on a screen of its own, counted and stopped when it has gone on for too long.

Nothing of the process is touched but Python's own: what the program prints, and what the library prints for it, goes
to that screen, there is nothing on its keyboard, and other threads have the standard streams for themselves.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import io
import linecache
import pickle
import sys
from collections.abc import Iterator
from functools import partial
from types import FrameType, FunctionType, ModuleType, SimpleNamespace
from typing import Any

from ...gw import program
from ...machine.machine import Machine
from ...machine.terminal import PipeTerminal

EFFORT = 100_000_000  # operations of a run that is worth trying, some seconds of Python's
TURN, CALL, SHOWING = 5, 8, 80  # a turn, a call of a function, and what shows or converts a value, as operations
DEAR = 500  # operations of a turn that is worth comparing with the one before it
COMPARED = 3  # turns, of one run of a loop
EASE = 10  # times faster is a witness, to whom the turns are left that need not be run here
SHOWN = 10  # operations for a character that such a turn prints
PRINTED = 32_000_000  # characters
LONGEST = 255  # of a text
LARGEST = 1 << 64  # of a whole number: beyond it Python's would grow and grow


class Stopped(BaseException):
    """The run has gone on for too long."""


class _Screen(io.BytesIO):
    def write(self, data: Any, /) -> int:
        if self.tell() > PRINTED:
            raise Stopped
        return super().write(data)

    def again(self, start: int, times: int) -> None:
        """Prints what is there from some place on so many times more."""
        self.write(self.getvalue()[start:] * times)


class Meter:
    """Counts the turns of a program, and what is done in them."""

    def __init__(self, turns: int, screen: io.TextIOWrapper, raw: _Screen) -> None:
        self.left = turns
        self.effort = EFFORT
        self.screen, self.raw = screen, raw

    def turn(self, operations: int) -> None:
        self.left -= 1
        self.effort -= operations
        if self.left < 0 or self.effort < 0:
            raise Stopped

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
                    self.raw.again(start, others)
                    return
                before = now

    def _place(self) -> int:
        """How much has been printed."""
        self.screen.flush()
        return self.raw.tell()

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


def played(text: str, turns: int, own: bool) -> tuple[str | None, int]:
    """What a program shows, None if it ends in an error; and the turns that took."""
    raw = _Screen()
    screen = io.TextIOWrapper(raw, encoding="utf-8", newline="\n")
    meter = Meter(turns, screen, raw)
    file = f"<trial {id(meter)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)  # an error names its line
    tree = ast.fix_missing_locations(Counted(own, "Array(" in text).visit(ast.parse(text)))
    scope: dict[str, Any] = {"__name__": "__main__", "__builtins__": _world(screen, raw)}
    scope |= {"_turn": meter.turn, "_alike": meter.alike, "_kept": _kept, "_power": power}
    try:
        exec(compile(tree, file, "exec"), scope)
    except SystemExit as ended:
        if ended.code:
            return None, 0
    except Exception:
        return None, 0
    finally:
        del linecache.cache[file]
    screen.flush()
    return raw.getvalue().decode(), turns - meter.left


def _world(screen: io.TextIOWrapper, raw: _Screen) -> dict[str, Any]:
    """Python's builtins for a program whose screen is this one: `print`, and what it imports, show there."""

    class Program(program.Program):
        computer = staticmethod(lambda: Machine(PipeTerminal(io.BytesIO(), raw)))

    others: dict[str, dict[str, Any]] = {"sys": {"stdout": screen}, program.__name__: {"Program": Program}}

    def imported(name: str, *rest: Any) -> Any:
        module = importlib.import_module(name)
        return SimpleNamespace(**{**vars(module), **others[name]}) if name in others else module

    return {**vars(builtins), "print": partial(print, file=screen), "__import__": imported}


def _kept(value: Any) -> Any:
    """A value that a variable gets: neither text nor number may grow without end."""
    kind = value.__class__
    if kind is int:
        if -LARGEST < value < LARGEST:
            return value
    elif kind is not str or len(value) <= LONGEST:
        return value
    raise OverflowError


def power(x: Any, y: Any) -> Any:
    if isinstance(y, int) and abs(y) > 64:
        x = float(x)
    return x**y


class Counted(ast.NodeTransformer):
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
