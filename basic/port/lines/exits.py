"""Jumps that lead straight to the `return` at the end of a function return there, and flags give way to their tests.

    for v in -1, 1:                    for v in -1, 1:
        for i in range(8):                 for i in range(8):
            if a[i] == v:                      if a[i] == v:
                m = i                              return i
                break                      return 9
        else:
            continue
        break
    else:
        m = 9
    return m
"""

from __future__ import annotations

import re

from .arms import WIDE
from .conditions import TEXT, negated
from .mentions import mentions
from .page import LEAVES, Line
from .settings import ONE_GIVEN
from .suites import Clause, Statement, lines_in, parsed, single, written

TEST = re.compile(rf"(?:{TEXT}|\[[\w +-]*:[\w +-]*\]|[\w. +<>=!-])+")  # no call, and no element of a list
SET = re.compile(r"((?:g\.)?\w+)(?:\[.*\])?(?:: [\w\[\]]+)? [-+*]?= |for ((?:\w+, )*\w+) in|((?:\w+, )+\w+) = ")
LEFT = re.compile(rf"(?:{LEAVES.pattern})$|raise |sys\.exit\(|gw\.(?:stop|fail|again)\(")
FIXED = re.compile(r"(\w+) = (True|False)")
MOST_TESTS = 3
FLAGGED = re.compile(r"if (?:not )?\w+:")
RETURN = re.compile(r"return\b")
MOST_RETURNS, SHORT = 3, 5  # of equal lines; lines of a loop


def leave_straight(lines: list[Line]) -> None:
    """Both, with the lines of a function."""
    statements = parsed(lines)
    for statement in statements:
        if statement.text.startswith("def "):
            _Exits(statement.clauses[0].suite).straighten()
    _return_at_once(statements, statements)
    _say_flags(statements, statements)
    _begin_once(statements, statements)
    _one_of_two(statements)
    lines[:] = [line for line in written(statements, lines[0].indent if lines else 0) if line.text]


# ---- returns --------------------------------------------------------------------------------------------------------


class _Exits:
    """The ways to the last line of a function."""

    def __init__(self, body: list[Statement]) -> None:
        self.body = body
        self.last = body[-1]
        self.breaks: list[tuple[list[Statement], int, int]] = []  # those that lead there, and how many loops they leave
        self.ends: list[list[Statement]] = []  # suites that lead there behind their last line

    def straighten(self) -> None:
        if not re.fullmatch(r"return [\w., ]+", self.last.text) or not self.last.simple or self.last.line.note:
            return
        before = self.body[:-1]
        self._look(before, [], True)
        self.ends = [suite for suite in self.ends if suite is not before]
        closing = _closes(before, {id(suite[position]) for suite, position, _ in self.breaks})
        given = [suite[:position] for suite, position, _ in self.breaks] + (self.ends if closing else [])
        working = [statement for statement in before if statement.line.working]
        loop = working[-1] if working and working[-1].text == "while True:" else None
        alone = loop is not None and (all(each.simple for each in working[:-1]) or self._left_likewise(loop))
        if not alone and not any(map(self._gives, given)) and not any(loops > 1 for _, _, loops in self.breaks):
            return
        for suite, position, _ in self.breaks:
            suite[position] = single(Line(0, self.last.text, suite[position].line.source))
            self._fold(suite, position)
        if closing:
            for suite in self.ends:
                suite.append(single(Line(0, self.last.text, suite[-1].line.source)))
                self._fold(suite, len(suite) - 1)
            del self.body[-1]
        _tidy(self.body)

    def _left_likewise(self, loop: Statement) -> bool:
        """Whether the last loop is left by other returns, too, or is a short one that is left once."""
        lines = lines_in(loop.clauses[0].suite)
        if any(RETURN.match(line.text) for line in lines):
            return len(self.breaks) <= MOST_RETURNS
        told = any(FLAGGED.fullmatch(line.text) for line in lines)  # `while not done:` says that
        return len(self.breaks) == 1 and len(lines) <= SHORT and not told

    def _fold(self, suite: list[Statement], position: int) -> None:
        """`return t, True` for `leaving = True` and `return t, leaving`"""
        before = suite[position - 1] if position else None
        match = FIXED.fullmatch(before.text) if before is not None and before.simple else None
        if match is not None and not before.line.note and mentions(self.last.text, match[1]):  # type: ignore[union-attr]
            line = suite[position].line
            line.text = re.sub(rf"\b{match[1]}\b", match[2], line.text)
            suite[position - 1].line.text = ""

    def _gives(self, suite: list[Statement]) -> bool:
        """Whether the last thing that is done is to set what is returned."""
        match = ONE_GIVEN.fullmatch(suite[-1].text) if suite and suite[-1].simple else None
        return match is not None and match[1] in self.last.text.removeprefix("return ").split(", ")

    def _look(self, suite: list[Statement], loops: list[bool], ends: bool) -> None:
        """`loops`: whether to leave each of the loops around leads there. `ends`: what is behind this does."""
        for position, statement in enumerate(suite):
            after = suite[position + 1 : position + 2]
            behind = ends if not after else after[0].text == "break" and bool(loops) and loops[-1]
            if statement.text == "break" and loops and loops[-1]:
                self.breaks.append((suite, position, len(loops) - loops.index(True)))
            self._within(statement, loops, behind)
        if ends and suite and suite[-1].simple and not LEFT.match(suite[-1].text):
            self.ends.append(suite)

    def _within(self, statement: Statement, loops: list[bool], behind: bool) -> None:
        for clause in statement.clauses if not statement.text.startswith(("with ", "try:")) else ():
            if clause.text.startswith(("for ", "while ")):
                self._look(clause.suite, [*loops, behind], False)
            elif clause.text.startswith("match "):
                for case in clause.suite:
                    self._within(case, loops, behind)
            elif clause.suite:
                self._look(clause.suite, loops, behind)


def _closes(suite: list[Statement], returning: set[int]) -> bool:
    """Whether nothing goes on behind statements whose last lines, and some of their jumps, return."""
    last = next((statement for statement in reversed(suite) if statement.line.working), None)
    if last is None:
        return False
    if last.simple:
        return True
    if last.branches:
        return last.complete and all(_closes(clause.suite, returning) for clause in last.clauses)
    if not last.loops or any(id(found) not in returning for found in _breaks(last.clauses[0].suite)):
        return False
    return last.text == "while True:" or (len(last.clauses) > 1 and _closes(last.clauses[1].suite, returning))


def _breaks(suite: list[Statement]) -> list[Statement]:
    """Where a loop is left."""
    found = [statement for statement in suite if statement.text == "break"]
    for statement in suite:
        for clause in statement.clauses[1:] if statement.loops else statement.clauses:
            found += _breaks(clause.suite)
    return found


def _tidy(suite: list[Statement]) -> None:
    """What control does not come to goes away; what stands under an `else` without need stands behind."""
    position = 0
    while position < len(suite):
        statement = suite[position]
        first, last = statement.clauses[0], statement.clauses[-1]
        for clause in statement.clauses:
            _tidy(clause.suite)
        if len(statement.clauses) > 1 and last.text == "else:" and not last.line.note:
            above = statement.clauses[:-1]
            if (statement.loops and not _breaks(first.suite)) or (
                statement.branches and all(LEAVES.fullmatch(clause.suite[-1].text) for clause in above)
            ):
                suite[position + 1 : position + 1] = last.suite
                del statement.clauses[-1]
        if LEAVES.fullmatch(statement.text) and statement.simple:
            del suite[position + 1 :]
        position += 1


# ---- flags ----------------------------------------------------------------------------------------------------------


def _return_at_once(suite: list[Statement], everything: list[Statement]) -> None:
    """`return m` in a loop for `leaving = True` and `break`, where behind it stands `if leaving: return m`."""
    for position in range(len(suite) - 2, -1, -1):
        if position + 2 > len(suite):  # some have gone
            continue
        loop, after = suite[position : position + 2]
        asked = re.fullmatch(r"if (leaving\d*):", after.text)
        inner = after.clauses[0].suite
        if not loop.loops or not asked or len(after.clauses) > 1 or len(inner) > 1 or after.line.note:
            continue
        end, flag = inner[0], asked[1]
        mentioned = [line for line in lines_in(everything) if mentions(line.text, flag)]
        setting = [line for line in mentioned if line.text == f"{flag} = True"]
        begun = [line for line in mentioned if line.text == f"{flag} = False"]
        ways = _leading(loop.clauses[0].suite, f"{flag} = True")
        if not re.match(r"return\b", end.text) or len(setting) + len(begun) + 1 != len(mentioned):
            continue
        if len(ways) != len(setting) or any(line.note for line in setting):
            continue
        for within, at in ways:
            within[at : at + 2] = [single(Line(0, end.text, end.line.source, end.line.note))]
        del suite[position + 1]
        _forget(everything, flag)
    for statement in suite:
        for clause in statement.clauses:
            _return_at_once(clause.suite, everything)


def _leading(suite: list[Statement], setting: str) -> list[tuple[list[Statement], int]]:
    """Where a loop is left right behind setting a flag."""
    texts = [statement.text for statement in suite]
    found = [(suite, at) for at in range(len(suite) - 1) if texts[at : at + 2] == [setting, "break"]]
    for statement in suite:
        for clause in statement.clauses[1:] if statement.loops else statement.clauses:
            found += _leading(clause.suite, setting)
    return found


def _say_flags(suite: list[Statement], everything: list[Statement]) -> None:
    """`if v != "GO" or d <= 0:` for `if v == "GO":` with `if d > 0: leaving = True` in it, and `if not leaving:`"""
    for statement in suite:
        for clause in statement.clauses:
            _say_flags(clause.suite, everything)
    for position in range(len(suite) - 2, -1, -1):
        if position + 2 > len(suite):  # some have gone
            continue
        before, after = suite[position : position + 2]
        head = re.fullmatch(r"if (not )?(leaving\d*):", after.text)
        if head is None or not before.branches:
            continue
        tests = _told(before, f"{head[2]} = True")
        if not 0 < len(tests) <= MOST_TESTS:
            continue
        test = " and ".join(f"({test})" if " or " in test else test for test in tests)
        text = f"if {negated(test) if head[1] else test}:"
        places = lines_in(everything)
        mentioned = [line for line in places if mentions(line.text, head[2])]
        begun = [line for line in mentioned if line.text == f"{head[2]} = False"]
        if len(mentioned) != 2 + len(begun) or len(text) > WIDE or text == "if :":
            continue
        after.line.text = text
        _forget(everything, head[2])


def _told(statement: Statement, setting: str) -> list[str]:
    """The tests under which an `if` ends with setting a flag, if they hold from where they are asked to its end."""
    for number, clause in enumerate(statement.clauses):
        last = clause.suite[-1]
        told = [] if last.text == setting else _told(last, setting) if last.branches else None
        if told is None or (not told and last.text != setting):
            continue
        test = clause.line.test
        if number or len(statement.clauses) > 1 or not TEST.fullmatch(test) or "(" in test:
            return []
        inside = lines_in(clause.suite)
        changed = {name for line in inside for name in _changed(line.text)}
        if any(mentions(test, name) for name in changed):
            return []
        if "g." in test and any("(" in line.text for line in inside):
            return []
        return [test, *told]
    return []


def _begin_once(suite: list[Statement], everything: list[Statement]) -> None:
    """A flag for where the first turn of a loop begins is cleared once, behind what that turn passes over."""
    for statement in suite:
        for clause in statement.clauses:
            _begin_once(clause.suite, everything)
        if statement.text != "while True:":
            continue
        body = statement.clauses[0].suite
        head = next((s for s in body if s.line.working), body[0])
        match = re.fullmatch(r"if not (from_\d+\w*):", head.text)
        if match is None or len(head.clauses) > 1:
            continue
        name, cleared = match[1], f"{match[1]} = False"
        inside = [line for line in lines_in(body) if mentions(line.text, name) and line is not head.line]
        within = {id(line) for line in [head.line, *inside]}
        outside = [line for line in lines_in(everything) if id(line) not in within and mentions(line.text, name)]
        if not inside or any(line.text != cleared or line.note for line in inside) or _alone(body, cleared):
            continue
        if all(re.fullmatch(rf"{name} = (True|False)", line.text) for line in outside):
            for line in inside:
                line.text = ""
            body.insert(body.index(head) + 1, single(Line(0, cleared, head.line.source)))


def _one_of_two(suite: list[Statement]) -> None:
    """`else:` for an `if not leaving:` behind `if leaving:`, or the other way round."""
    for position in range(len(suite) - 2, -1, -1):
        first, second = suite[position : position + 2] if position + 2 <= len(suite) else (None, None)
        if first is None or second is None or first.line.note or second.line.note:
            continue
        one, two = (re.fullmatch(r"if (not )?(\w+):", s.text) for s in (first, second))
        if not one or not two or one[2] != two[2] or one[1] == two[1] or len(first.clauses) + len(second.clauses) > 2:
            continue
        if any(one[2] in _changed(line.text) for line in lines_in(first.clauses[0].suite)):
            continue
        arms = (second, first) if one[1] else (first, second)
        behind = Clause(Line(0, "else:", arms[1].line.source), arms[1].clauses[0].suite)
        suite[position : position + 2] = [Statement([arms[0].clauses[0], behind])]
    for statement in suite:
        for clause in statement.clauses:
            _one_of_two(clause.suite)


def _alone(suite: list[Statement], text: str) -> bool:
    """Whether a line is all that stands under another."""
    suites = [clause.suite for statement in suite for clause in statement.clauses]
    return any(len(inner) == 1 and inner[0].text == text for inner in suites) or any(
        _alone(inner, text) for inner in suites
    )


def _changed(text: str) -> list[str]:
    match = SET.match(text)
    return re.split(r", ", next(filter(None, match.groups())).removesuffix(", ")) if match else []


def _working(statement: Statement) -> bool:
    """Whether anything is left to be done."""
    return all(any(below.line.working for below in clause.suite) for clause in statement.clauses)


def _forget(suite: list[Statement], name: str) -> None:
    """Leave out where a flag is set, and the tests with nothing behind them."""
    for statement in suite:
        for clause in statement.clauses:
            _forget(clause.suite, name)
    gone = (f"{name} = True", f"{name} = False")
    suite[:] = [s for s in suite if s.text not in gone and (not s.branches or _working(s))]
