"""The lines of a function as statements with suites, and back."""

from __future__ import annotations

import ast

from ...record import record
from .page import Line
from .trees import CONTINUING, Elif, Head, Otherwise, part


@record(frozen=False)
class Clause:
    """A line, and what stands under it."""

    line: Line
    suite: list[Statement]

    @property
    def text(self) -> str:
        return self.line.text

    @property
    def otherwise(self) -> bool:
        """Whether it is an `else`, which is none of Python's statements."""
        return isinstance(self.line.tree, Otherwise)

    @property
    def test(self) -> str:
        """What an `if` asks."""
        assert isinstance(self.line.tree, ast.If)
        return part(self.text, self.line.tree.test)


@record(frozen=False)
class Statement:
    """`if`, `elif` and `else`, or a loop with its `else`, or a single line."""

    clauses: list[Clause]

    @property
    def text(self) -> str:
        return self.clauses[0].line.text

    @property
    def tree(self) -> Head | None:
        return self.clauses[0].line.tree

    @property
    def line(self) -> Line:
        return self.clauses[0].line

    @property
    def simple(self) -> bool:
        return len(self.clauses) == 1 and not self.clauses[0].suite

    @property
    def branches(self) -> bool:
        return isinstance(self.tree, ast.If)

    @property
    def loops(self) -> bool:
        return isinstance(self.tree, ast.While | ast.For)

    @property
    def complete(self) -> bool:
        """Whether an `if` has an `else`, or a `match` a case for whatever is left."""
        match self.tree:
            case ast.Match():
                last = self.clauses[0].suite[-1].tree
                return isinstance(last, ast.match_case) and isinstance(last.pattern, ast.MatchAs)
            case _:
                return self.clauses[-1].otherwise


Suite = list[Statement]


def single(line: Line) -> Statement:
    return Statement([Clause(line, [])])


def parsed(lines: list[Line]) -> list[Statement]:
    """The statements that lines are."""
    found: list[Statement] = []
    around: list[tuple[int, list[Statement]]] = []  # the suites that a line is in, and how far their heads are in
    suite = found
    for line in lines:
        indent = line.indent
        while around and around[-1][0] >= indent:
            suite = around.pop()[1]
        clause = Clause(line, [])
        if isinstance(line.tree, CONTINUING):
            suite[-1].clauses.append(clause)
        else:
            suite.append(Statement([clause]))
        if isinstance(line.tree, Elif):  # which its place among the clauses says
            line.text = f"if {clause.test}:"
        around.append((indent, suite))
        suite = clause.suite
    return found


def written(statements: list[Statement], indent: int) -> list[Line]:
    """The lines of statements."""
    lines = []
    for statement in statements:
        for position, clause in enumerate(statement.clauses):
            clause.line.indent = indent
            if position and isinstance(clause.line.tree, ast.If):
                clause.line.text = f"el{clause.text}"
            lines += [clause.line, *written(clause.suite, indent + 1)]
    return lines


def lines_in(statements: list[Statement]) -> list[Line]:
    """The same to be looked at only, each where it stood when it was written."""
    return [line for each in statements for clause in each.clauses for line in (clause.line, *lines_in(clause.suite))]


def suites(suite: Suite) -> list[Suite]:
    """A suite, and all within it."""
    return [suite, *(inner for statement in suite for clause in statement.clauses for inner in suites(clause.suite))]


def size(statements: list[Statement]) -> int:
    """How many lines they take."""
    return sum(1 + size(clause.suite) for statement in statements for clause in statement.clauses)


def height(statements: list[Statement]) -> int:
    """How deeply they are nested."""
    return max((1 + height(clause.suite) for statement in statements for clause in statement.clauses), default=0)


def closed(suite: list[Statement]) -> bool:
    """Whether control never comes behind statements, as every reader of Python can see."""
    last = next((statement for statement in reversed(suite) if statement.line.working), None)
    if last is None:
        return False
    if last.simple:
        return last.line.leaves
    match last.tree:
        case ast.While(test=ast.Constant(value=True)):
            return not breaks(last.clauses[0].suite)
        case ast.Match():
            return last.complete and all(closed(case.clauses[0].suite) for case in last.clauses[0].suite)
        case ast.If():
            return last.complete and all(closed(clause.suite) for clause in last.clauses)
        case _:
            return False


def breaks(suite: Suite) -> list[Line]:
    """Where a loop is left."""
    found = [statement.line for statement in suite if isinstance(statement.tree, ast.Break)]
    for statement in suite:
        for clause in statement.clauses[1:] if statement.loops else statement.clauses:
            found += breaks(clause.suite)
    return found
