"""Who carries out a statement: one function for each kind of node, bound to it where that function stands.

    @writes(n.Swap)
    def _swap(self, statement: n.Swap) -> Lines:

`WRITERS` write it in Python (`statements.py`); `PLANNERS` say what a single step does where it jumps, or asks something
of the interpreter (`step_compiler.py`). Of a Command its word decides, if it is among them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..analysis.flow import Point
from ..syntax import nodes as n
from .step_plans import StepPlan

W = TypeVar("W")
N = TypeVar("N", bound=n.Node)
Writer = Callable[[W, N], "list[str] | None"]
Planner = Callable[[W, Point, N], StepPlan]
Key = type[n.Node] | str

WRITERS: dict[Key, Writer[Any, Any]] = {}
PLANNERS: dict[Key, Planner[Any, Any]] = {}


def writer_of(statement: n.Statement) -> Writer[Any, Any] | None:
    return WRITERS.get(_key(statement, WRITERS))


def planner_of(statement: n.Statement) -> Planner[Any, Any] | None:
    return PLANNERS.get(_key(statement, PLANNERS))


def _key(statement: n.Statement, table: dict[Key, Any]) -> Key:
    return statement.word if isinstance(statement, n.Command) and statement.word in table else type(statement)


def writes(kind: type[N], *words: str) -> Callable[[Writer[W, N]], Writer[W, N]]:
    """Statements of this kind, or Commands of these words, are written by the method."""

    def bind(method: Writer[W, N]) -> Writer[W, N]:
        WRITERS.update(dict.fromkeys(words or (kind,), method))
        return method

    return bind


def plans(kind: type[N], *words: str) -> Callable[[Planner[W, N]], Planner[W, N]]:
    """The same of plans."""

    def bind(method: Planner[W, N]) -> Planner[W, N]:
        PLANNERS.update(dict.fromkeys(words or (kind,), method))
        return method

    return bind
