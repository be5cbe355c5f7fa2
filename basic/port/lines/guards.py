"""What excludes each other, as `if`, `elif` and `else` in place of guards, where little follows.

    if n < m:                          if n < m:
        print("TOO LOW")                   print("TOO LOW")
        continue                       elif n > m:
    if n > m:                              print("TOO HIGH")
        print("TOO HIGH")              else:
        continue                           print("RIGHT")
    print("RIGHT")                         break
    break

What all arms end with stands once, behind them. Where the rest is long, guards stay.
"""

from __future__ import annotations

import ast

from .conditions import negated
from .context import Context
from .page import WIDE, Line
from .suites import Clause, Statement, Suite, height, size
from .trees import expression, tree, within

JUMPS = ast.Return | ast.Break | ast.Continue
FEW = 6  # lines that go under an `if` or `else` in the place of guards
DEEPEST = 5  # where they stand so


def arrange(function: Suite, context: Context) -> None:
    guards = _Guards()
    while guards.changed:
        guards.changed = False
        guards.arrange(function, "", 0)


def leave(statements: Suite) -> str:
    """How statements end, if that is a `break`, `continue` or `return`."""
    last = statements[-1] if statements else None
    return last.text if last is not None and isinstance(last.tree, JUMPS) else ""


def _plain(jump: str) -> bool:
    """Whether it gives back nothing."""
    match tree(jump):
        case ast.Break() | ast.Continue() | ast.Return(value=None):
            return True
        case _:
            return False


class _Guards:
    def __init__(self) -> None:
        self.changed = True  # whether another look may change more: each time there are fewer statements

    def arrange(self, suite: Suite, implied: str, indent: int) -> None:
        """Statements behind which there is a jump."""
        if implied and leave(suite) == implied and _busy(suite[:-1]):
            del suite[-1]
            self.changed = True
        for position in range(len(suite) - 1, -1, -1):
            if position < len(suite) and suite[position].branches:
                self._branch(suite, position, implied, indent)
        for position, statement in enumerate(suite):
            after = suite[position + 1 :]
            behind = (leave(after[:1]) if after else implied) if statement.line.working else ""
            self._within(statement, behind, indent)

    def _within(self, statement: Statement, behind: str, indent: int) -> None:
        """What stands under a statement."""
        match statement.tree:
            case ast.Match():
                for case in statement.clauses[0].suite:
                    self._within(case, behind, indent + 1)
                return
            case ast.FunctionDef(returns=ast.Constant(value=None)):
                behind = "return"
            case ast.Try() | ast.FunctionDef() | ast.ClassDef():
                behind = ""
        for clause in statement.clauses:
            around = "continue" if isinstance(clause.line.tree, ast.For | ast.While) else behind
            self.arrange(clause.suite, around, indent + 1)

    def _branch(self, suite: Suite, position: int, implied: str, indent: int) -> None:
        if suite[position].complete:
            self._hoist(suite, position, [clause.suite for clause in suite[position].clauses])
        elif position < len(suite) - 1:
            self.changed |= self._chained(suite, position, implied, indent)

    def _hoist(self, suite: Suite, position: int, suites: list[Suite]) -> None:
        """What all arms end with stands behind them."""
        taken: Suite = []
        while all(arm[-1].simple and _busy(arm[:-1]) for arm in suites):
            lines = [arm[-1].line for arm in suites]
            if len({(line.text, line.error) for line in lines}) > 1:
                break
            if isinstance(lines[0].tree, JUMPS) and (taken or not _plain(lines[0].text)):
                break
            taken.insert(0, suites[0][-1])
            for arm in suites:
                del arm[-1]
        if taken:
            suite[position + 1 : position + 1] = taken
            self.changed = True

    # -- guards -----------------------------------------------------------------------------------------------------

    def _chained(self, suite: Suite, position: int, implied: str, indent: int) -> bool:
        """What follows an `if` whose arms all leave becomes its `else`, or its `elif`."""
        statement, rest = suite[position], suite[position + 1 :]
        ends = _ends(statement)
        if not all(ends):
            return False
        last = leave(rest)
        for above in reversed(suite[:position]):  # guards before this one that do something
            if not above.branches or not all(more := _ends(above)) or size(above.clauses[0].suite) == 1:
                break
            ends += more
        for jump in dict.fromkeys((implied, last)):
            if jump not in ends or not _plain(jump):
                continue
            core = rest[:-1] if jump == last else rest
            if not _busy(core):
                continue
            if self._otherwise(statement, core, jump, indent):
                suite[position + 1 :] = rest[-1:] if jump == last and jump != implied else []
                return True
        return False

    def _otherwise(self, statement: Statement, rest: Suite, jump: str, indent: int) -> bool:
        """Put the rest under an `if`, all of whose arms leave, some by this jump."""
        bare = [clause for clause in statement.clauses if leave(clause.suite) == jump and len(clause.suite) == 1]
        if bare:
            return len(statement.clauses) == 1 and self._inverted(statement, rest, indent)
        if not all(_busy(clause.suite[:-1]) for clause in statement.clauses if leave(clause.suite) == jump):
            return False  # a remark may not be all there is
        remarks = [s for s in rest if not s.line.working]
        working = rest[len(remarks) :]
        if any(s.line.working for s in rest[: len(remarks)]):
            return False
        if len(working) == 1 and working[0].branches:
            more = working[0].clauses
            more[0].suite[:0] = remarks
        elif not remarks and self._short(rest, statement, indent):
            more = [Clause(Line(indent, "else:", statement.line.source), rest)]
        else:
            return False
        for clause in statement.clauses:
            if leave(clause.suite) == jump:
                del clause.suite[-1]
        statement.clauses += more
        self._in_order(statement)
        return True

    def _in_order(self, statement: Statement) -> None:
        """Two arms stand as they do in BASIC's text; a `break` comes last, but behind `if answer == "Q":`."""
        first, last = statement.clauses[0], statement.clauses[-1]
        test = negated(first.test)
        if len(statement.clauses) != 2 or not last.otherwise or not test:
            return
        stops = len(first.suite) == 1 and isinstance(first.suite[0].tree, ast.Break) and not leave(last.suite)
        is_not = any(isinstance(node, ast.NotEq | ast.NotIn | ast.Not) for node in within(expression(test)))
        if last.suite[0].line.source < first.suite[0].line.source or (stops and not is_not):
            first.line.text = f"if {test}:"
            first.suite, last.suite = last.suite, first.suite

    def _short(self, rest: Suite, statement: Statement, indent: int) -> bool:
        within = max(height(clause.suite) for clause in statement.clauses)
        return size(rest) <= FEW and indent + height(rest) <= max(DEEPEST, indent + within)

    def _inverted(self, statement: Statement, rest: Suite, indent: int) -> bool:
        """`if x > 5:` around the rest, where `if x <= 5: continue` stands before it."""
        head = statement.clauses[0]
        test = negated(head.test)
        if not test or size(rest) > FEW or indent + height(rest) > DEEPEST or len(test) + 4 * indent > WIDE:
            return False
        head.line.text = f"if {test}:"
        head.suite = rest
        return True


def _ends(statement: Statement) -> list[str]:
    """How its arms leave."""
    return [leave(clause.suite) for clause in statement.clauses]


def _busy(suite: Suite) -> bool:
    """Whether there are more than remarks."""
    return any(statement.line.working for statement in suite)
