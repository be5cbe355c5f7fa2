"""Where control goes in the lines of a function, and which variables are looked at later.

Each line is a step, the head of a `for` several. An error leads behind each `with` around it, or to an `except`: with
the variables as they were before its line.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from functools import lru_cache

from ...record import record
from .page import Line
from .suites import Clause, Statement

END = 0  # the step that stands for the end of a function
ENDING = re.compile(r"return\b|raise\b|sys\.exit\(")
_HARMLESS = re.compile(r"break|continue|return|pass|(?:\w+(?:, \w+)* = )+(?:-?\w+|\"\w*\")(?:, (?:-?\w+|\"\w*\"))*")
MANY = 1 << 14  # lines that are looked at once: a function of which something is taken out is looked at again
Names = frozenset[str]


class UnclearError(Exception):
    """There is something in a function that nothing is known of here."""


@record(frozen=False)
class Step:
    uses: int  # variables, as bits
    sets: int
    follows: list[int]
    errors: list[int]  # where its errors lead


@record
class Around:
    """What a suite stands in: where `break`, `continue` and errors lead."""

    left: int = END
    again: int = END
    errors: tuple[int, ...] = ()


class Control:
    """The steps of a function. `alive`: the variables that are looked at later than before each step."""

    def __init__(self, suite: list[Statement]) -> None:
        self.steps = [Step(0, 0, [], [])]
        self.bits: dict[str, int] = {}  # by variable
        self.at: dict[int, list[int]] = {}  # the steps of each line
        self._suite(suite, END, Around())
        own = 0
        for step in self.steps:
            own |= step.sets
        for step in self.steps:
            step.uses &= own
        self.alive = self._looked_at()

    # -- where it goes --------------------------------------------------------------------------------------------

    def _add(self, line: Line, code: str, follows: Iterable[int], around: Around) -> int:
        uses, sets = (self._bits(names) for names in names_of(code))
        errors = [] if _HARMLESS.fullmatch(line.text) else [*around.errors]
        self.steps.append(Step(uses, sets, [*follows], errors))
        self.at.setdefault(id(line), []).append(len(self.steps) - 1)
        return len(self.steps) - 1

    def _bits(self, names: Iterable[str]) -> int:
        found = 0
        for name in names:
            found |= self.bits.setdefault(name, 1 << len(self.bits))
        return found

    def _suite(self, suite: list[Statement], after: int, around: Around) -> int:
        """Where a suite begins. `after`: what stands behind it."""
        for statement in reversed(suite):
            if statement.line.working:
                after = self._statement(statement, after, around)
        return after

    def _statement(self, statement: Statement, after: int, around: Around) -> int:
        line, text, suite = statement.line, statement.text, statement.clauses[0].suite
        if statement.simple:
            follows = {"break": around.left, "continue": around.again}.get(text, after)
            leads = [END] * text.startswith("return") if ENDING.match(text) else [follows]
            return self._add(line, "" if text in ("break", "continue", "return") else text, leads, around)
        if statement.branches:
            following = after
            for clause in reversed(statement.clauses):
                begin = self._suite(clause.suite, after, around)
                if clause.text != "else:":
                    begin = self._add(clause.line, clause.line.test, [begin, following], around)
                following = begin
            return following
        if statement.loops:
            return self._loop(statement.clauses, after, around)
        if text.startswith("match "):
            cases = [self._case(case.clauses[0], after, around) for case in suite]
            return self._add(line, line.test, [*cases, *[after] * (suite[-1].text != "case _:")], around)
        if text.startswith("with "):
            within = Around(around.left, around.again, (*around.errors, after))
            return self._add(line, f"{text} pass", [self._suite(suite, after, within)], around)
        if text == "try:":
            return self._try(statement.clauses, after, around)
        raise UnclearError(text)

    def _loop(self, clauses: list[Clause], after: int, around: Around) -> int:
        head, line = clauses[0], clauses[0].line
        other = self._suite(clauses[1].suite, after, around) if len(clauses) > 1 else after
        counted = re.fullmatch(r"for (.+?) in (.+):", head.text)
        turn = self._add(line, "" if counted else line.test, [other] * (head.text != "while True:"), around)
        begin = self._suite(head.suite, turn, Around(after, turn, around.errors))
        if counted:
            begin = self._add(line, f"{counted[1]} = 0", [begin], around)
        self.steps[turn].follows.append(begin)
        return self._add(line, counted[2], [turn], around) if counted else turn

    def _case(self, case: Clause, after: int, around: Around) -> int:
        if _catches(case.text):
            raise UnclearError(case.text)
        return self._add(case.line, "", [self._suite(case.suite, after, around)], around)

    def _try(self, clauses: list[Clause], after: int, around: Around) -> int:
        behind, errors = after, []
        for clause in clauses[1:]:
            begin = self._suite(clause.suite, after, around)
            if clause.text == "else:":
                behind = begin
            elif match := re.fullmatch(r"except\b[^:]*?(?: as (\w+))?:", clause.text):
                errors.append(self._add(clause.line, f"{match[1]} = 0" if match[1] else "", [begin], around))
            else:
                raise UnclearError(clause.text)
        begin = self._suite(clauses[0].suite, behind, Around(around.left, around.again, (*around.errors, *errors)))
        return self._add(clauses[0].line, "", [begin], around)

    # -- what variables are there ---------------------------------------------------------------------------------

    def names(self, bits: int) -> Names:
        return frozenset(name for name, bit in self.bits.items() if bits & bit)

    def _looked_at(self) -> dict[int, int]:
        """What is looked at later, before each step, before it gets another value."""
        found = dict.fromkeys(range(len(self.steps)), 0)  # what stands further behind comes first
        changed = True
        while changed:
            changed = False
            for index in found:
                step = self.steps[index]
                now = 0
                for each in step.follows:
                    now |= found[each]
                now = step.uses | (now & ~step.sets)
                for each in step.errors:
                    now |= found[each]
                if now != found[index]:
                    found[index] = now
                    changed = True
        return found


def _tree(code: str) -> ast.Module:
    try:
        return ast.parse(code)
    except SyntaxError:
        raise UnclearError(code) from None


@lru_cache(MANY)
def _catches(case: str) -> bool:
    """Whether a `case` gives a name to what it stands for."""
    nodes = ast.walk(_tree(f"match 0:\n    {case} pass"))
    return any(isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name for node in nodes)


@lru_cache(MANY)
def names_of(code: str) -> tuple[Names, Names]:
    """The variables that a line looks at, and those that it sets. One that it sets in an expression is only looked at
    behind that."""
    uses: dict[str, tuple[int, int]] = {}
    sets: set[str] = set()
    within: dict[str, tuple[int, int]] = {}
    waiting: list[ast.AST] = [_tree(code)]
    while waiting:
        node = waiting.pop()
        match node:
            case ast.Lambda() | ast.Delete() | ast.Global() | ast.Nonlocal() | ast.FunctionDef() | ast.ClassDef():
                raise UnclearError(code)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                inside = [*ast.walk(node)]
                if any(isinstance(each, ast.NamedExpr) for each in inside):
                    raise UnclearError(code)
                own = {each.id for each in inside if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
                found = {each.id for each in inside if isinstance(each, ast.Name)} - own
                uses |= dict.fromkeys(found, (0, 0))
                waiting.append(node.generators[0].iter)
                continue
            case ast.AnnAssign(value=None):
                continue
            case ast.AnnAssign(target=target, value=value) if value is not None:
                waiting += [target, value]
                continue
            case ast.AugAssign(target=ast.Name(id=name)):
                uses[name] = (0, 0)
            case ast.NamedExpr(target=target):
                within[target.id] = min(within.get(target.id, _place(target)), _place(target))
            case ast.Name(id=name, ctx=ast.Load()):
                uses[name] = min(uses.get(name, _place(node)), _place(node))
            case ast.Name(id=name, ctx=ast.Store()):
                sets.add(name)
        waiting += ast.iter_child_nodes(node)
    return frozenset(name for name, at in uses.items() if name not in within or at < within[name]), frozenset(sets)


def _place(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset
