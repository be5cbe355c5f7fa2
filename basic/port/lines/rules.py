"""Some statements that follow each other, said as one: what a rule is, and where it is carried out."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable

from ...record import record
from .context import Context
from .mentions import Given, given, occurrences
from .page import WIDE, Line, errors_in
from .suites import Clause, Statement, Suite, lines_in, single, suites
from .trees import tree


@record
class Rule:
    """A pass: `said` gives the text of one statement for `count` of them, empty where the rule does not fit."""

    said: Callable[..., str]
    count: int = 2
    alone: bool = False  # only where nothing else looks at the variable that the first of them gives a value
    ahead: bool = False  # whether it begins with the first statements of a suite, not the last
    must: bool = False  # linters ask for it however long that is

    def __call__(self, function: Suite, context: Context) -> None:
        """Wherever it fits, in the inner suites first."""
        while self._apply(function) and self.alone:
            pass

    def _apply(self, function: Suite) -> bool:
        names = self._names(function) if self.alone else ()
        done = False
        for suite in suites(function)[::-1]:
            place = 0 if self.ahead else len(suite) - self.count
            while 0 <= place <= len(suite) - self.count:
                some = suite[place : place + self.count]
                one = None if self.alone and _name(some) not in names else self._one(some)
                if one is not None:
                    suite[place : place + self.count] = [one]
                    done = True
                if one is None or not self.ahead:
                    place += 1 if self.ahead else -1
        return done

    def _one(self, some: Suite) -> Statement | None:
        """One statement for several, if that is short, and errors in it name one line."""
        if not (text := self.said(*some)):
            return None
        asks = isinstance(tree(text), ast.If | ast.Match)
        errors, last = errors_in([each.line for each in some] if asks else lines_in(some)), some[-1]
        if len(errors) > 1 or (not self.must and len(text) + 4 * last.line.indent > WIDE):
            return None
        line = Line(last.line.indent, text, last.line.source or some[0].line.source, sum(errors))
        return Statement([Clause(line, last.clauses[0].suite), *last.clauses[1:]]) if asks else single(line)

    def _names(self, function: Suite) -> set[str]:
        """The variables that stand nowhere but where the rule fits, and there twice."""
        some = (suite[place:][: self.count] for suite in suites(function) for place in range(len(suite)))
        fitting = Counter(_name(each) for each in some if len(each) == self.count and _name(each) and self.said(*each))
        stands = Counter(name for line in lines_in(function) for name in occurrences(line.text))
        return {name for name, count in fitting.items() if stands[name] == 2 * count}


def _name(some: Suite) -> str:
    """The variable to which the first gives a value."""
    match given(some[0].text):
        case [Given(ast.Name(name), None)]:
            return name
        case _:
            return ""
