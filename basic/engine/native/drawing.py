"""Plans made from the tree of a program: what is native in it, what is left to Python, and the machine code."""

from __future__ import annotations

from time import perf_counter

from ...analysis.flow import ends
from ...library.registry import STATEMENTS
from ...syntax import nodes as n
from ...syntax.effects import isolated
from ...syntax.visit import walk
from .. import names
from ..step_compiler import in_own_words
from ..version import Version
from .arithmetic import module
from .checks import few
from .compiler import QUICK, Code, Effort, Engine, image
from .expressions import Expressions
from .linking import Placed, Unlinkable
from .plan import Plan, Step
from .region import Region


class Drawing:
    """The region around a point, before there is machine code for it."""

    def __init__(self, version: Version, point: int, wide: frozenset[str], always: bool) -> None:
        compiled = version.compiled
        self._wide, self._point = wide, point
        self._clean = version.function.unstacked
        ranks = compiled.expressions.arrays
        definitions = compiled.expressions.definitions
        expressions = Expressions(compiled.ranges, compiled.base, ranks, wide, definitions)
        fielded = compiled.statements.fielded
        self._region = region = Region(compiled.flow, compiled.layout, expressions, fielded, point, always)
        self.points = frozenset(region.code) | region.left
        self.cycles = region.cycles()
        self.foreign = frozenset(region.left)
        self.turn = region.turn(self.cycles)
        self.entries = frozenset(region.entries)

    def compiled(self, effort: Effort) -> tuple[Plan, Code]:
        begin = perf_counter()
        text, layout = self._region.text()
        whole = module(text)
        code: Code
        try:
            linked = image(whole, effort)
            code = Placed(linked)
            kept = linked.kept()
        except Unlinkable:
            code, kept = Engine(whole, effort), b""
        # Code that mostly calls operations is hardly made faster by more effort.
        took = perf_counter() - begin if effort is QUICK and few(text) else 0.0
        region = self._point, self.points, self.cycles, self.turn, self.entries
        return Plan(layout, kept, took, *region, self._wide, self._clean), code


def step_at(version: Version, point: int) -> Step | None:
    """The statement at a point as a step that needs no tree; None if it does more than run its code."""
    compiled, steps = version.compiled, version.steps
    if point >= compiled.flow.end:
        return None
    here = compiled.flow.points[point]
    statement = here.statement
    if isinstance(statement, n.Command) and ends(statement):
        return Step(None, here.next, halt=statement.word.lower())
    exchanged = _exchanged(version, point)
    if isinstance(statement, n.If):
        code = compiled.value(point, 0, lambda: steps.e.condition(statement.condition))
        otherwise = here.otherwise
    elif in_own_words(statement):
        return None
    else:
        code = compiled.code(point, lambda: compiled.statements.write(statement) or [])
        otherwise = -1
    steps.learn([code])
    known = tuple(name for name in code.co_names if name in compiled.namespace)
    return Step(code, here.next, otherwise, exchanged=exchanged, names=known)


def _exchanged(version: Version, point: int) -> tuple[str, ...] | None:
    """The variables that a single step at a point may use; None if it may need more than variables and devices."""
    compiled = version.compiled
    statement, kinds = compiled.flow.points[point].statement, compiled.types
    if compiled.statements.fielded:
        return None
    entry = STATEMENTS.get(statement.word) if isinstance(statement, n.Command) else None
    if not (isolated(statement) if entry is None else entry.isolated):
        return None
    filling = not isinstance(statement, n.If | n.Print | n.Write)
    used: set[str] = set()
    for node in walk(statement.condition if isinstance(statement, n.If) else statement):
        match node:
            case n.UserFunction() | n.UsrFunction() | n.Function(name="FRE" | "VARPTR" | "VARPTR$" | "PEEK"):
                return None
            case n.Variable(name=name, sigil=sigil):
                used.add(names.scalar(name, kinds.kind(name, sigil)))
            case n.Element(name=name, sigil=sigil):
                if filling and kinds.kind(name, sigil) == "$":
                    return None  # how much memory the strings leave counts
                used.add(names.array(name, kinds.kind(name, sigil)))
            case _:
                pass
    return tuple(sorted(used))
