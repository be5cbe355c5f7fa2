"""The last look at a function that has been written: what linters ask for, whatever the program was like.

    if a == 5:          if a == 5:              for i in range(8):       return any(w[i] == 5 for i in range(8))
        break               break                   if w[i] == 5:
    elif b == 5:        if b == 5:                      return True
        print(b)            print(b)            return False

    if a == 5:          if a == 5 or b == 5:    p = p
        x = 1               x = 1
    elif b == 5:
        x = 1
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection

from .arms import Fails, told
from .conditions import grouped, in_order, joined
from .counters import count_apart, forget_counters
from .exclusive import exclude
from .leaving import give_constants
from .letters import walk_texts
from .mentions import mentions, names_in, sets
from .page import CONSTANT, DECLARED, UNTYPED, Line, leaves
from .settings import ONE_GIVEN
from .suites import Clause, Statement, closed, parsed, single, written
from .trees import part, tree
from .whether import say_whether

SELF = re.compile(r"([a-z_][\w.]*) = \1")
LOOSE = re.compile(r" if |:=")  # what binds less than `or`, if it stands in no brackets
RESULT = re.compile(r"def .* -> (int|float|str):")
SUM = re.compile(r"return [\w. +*/-]+")
SMALL = r"-?\w+(?: [+-] \d{1,6})?"  # never too large
LIST = r"\[+(?:False|(?:Single|Double)\(0\))\] \* \d+(?: for _ in range\(\d+\)\])*"
UNFAILING = re.compile(rf"{CONSTANT.pattern}|{LIST}|(?:max|min)\({SMALL}, {SMALL}\)")
SETTLED = re.compile(r"(?:int|floor|ceil|len|ord|round)\(")  # whatever stands in it, it gives a number
RETURNS = re.compile(r"def .* -> (?!None:)")
ASKED = re.compile(r"((?:[\w.]+, )*[\w.]+) = gw\.(?:input|read\w*)\(")
NAMED = re.compile(r"(except Resumed) as (\w+):")
CAUGHT, TOLD = "except Resumed as resumed:", re.compile(r"with .* as resumed:")
CONDITION = "condition"
ANSWER = re.compile(r"return (True|False)")
PLACE = r"[A-Za-z_]\w*(?:\.\w+)?"
FACTOR = rf"(?:{PLACE}|\d[\d.]*)"
PRODUCT = rf"(?:{FACTOR} [*+-] {FACTOR}|abs\({PLACE}\)|gw\.(?:multiply|add)\w*\({FACTOR}, {FACTOR}\))"
LIMITED = re.compile(rf"if ({PLACE}|{PRODUCT}) ([<>])=? ({PLACE}|{PRODUCT}):")
TYPED_FIRST = re.compile(r"([a-z_]\w*): (int|float|str|bool) = (.+)")
FROM_OWN = re.compile(r"\w+ = (?!(?:floor|int|len|ceil|abs|min|max|round|Single|Double)\()[a-z]\w*\(.*\)")
CALLED = re.compile(r"if (?:not )?([a-z_]\w*\(.*\)):")
FACTORS = re.compile(rf"({FACTOR})(, | [*+] )({FACTOR})(?=\)?$)")
QUIET = re.compile(r'if (?:not )?[\w.]+(?: (?:[<>!=]=|[<>]) (?:-?[\w.]+|"[^"]*"))?:')


def tidy(lines: list[Line], fails: Fails, uncertain: Collection[str], taken: Collection[str]) -> None:
    """All of it, with the lines of a function; `uncertain`: operations that may say that a number is too large;
    `taken`: names that mean something elsewhere."""
    _tell_types(lines)
    give_constants(lines)
    statements = parsed(lines)
    indent = lines[0].indent if lines else 0
    _Tidy(fails).suite(statements)
    for statement in statements:
        _ends_in_any_case(statement)
    _name_apart(statements, any(TOLD.match(line.text) for line in lines))
    walk_texts(statements, statements, taken)
    say_whether(statements, statements, fails, indent)
    exclude(statements, fails)
    forget_counters(statements)
    for statement in statements:
        count_apart(statement, taken)
    lines[:] = written(statements, indent)
    _forget_unread(lines)
    _declare_first(lines)
    for line in lines:
        if " and " in line.text and " or " in line.text:
            line.text = grouped(line.text)
        if " in (" in line.text and '"' not in line.text:
            line.text = in_order(line.text)


def _declare_first(lines: list[Line]) -> None:
    """A type stands where a variable first gets a value, though arms may have changed their places since; where that is
    what a function of the file gives, it says the type."""
    for position, line in enumerate(lines):
        typed = TYPED_FIRST.fullmatch(line.text)
        if typed is None:
            continue
        first = next((other for other in lines[:position] if sets(other.text, typed[1])), None)
        if first is None:
            continue
        line.text = f"{typed[1]} = {typed[3]}"
        given = ONE_GIVEN.fullmatch(first.text)
        if given and given[1] == typed[1] and not FROM_OWN.fullmatch(first.text):
            first.text = f"{typed[1]}: {typed[2]} = {given[2]}"


def _tell_types(lines: list[Line]) -> None:
    """`n: float` before `m, n = gw.input(...)`, where n or `n / 4` is given back, and `n: int = gw.modulo(...)`: what
    is asked for or worked out there may be anything else."""
    result = RESULT.match(lines[0].text)
    given = {word for line in lines if SUM.fullmatch(line.text) for word in re.findall(r"[a-z_]\w*", line.text)}
    for position in range(len(lines) - 1, 0, -1) if result else ():
        line = lines[position]
        asked = ASKED.match(line.text)
        for name in reversed(dict.fromkeys(asked[1].split(", "))) if asked else ():
            if name not in given or any(re.match(rf"{name}: |def .*\b{name}: ", other.text) for other in lines):
                continue
            if any(sets(other.text, name) for other in lines[:position]):
                continue
            if asked[1] == name:  # type: ignore[index]
                line.text = f"{name}: {result[1]}{line.text.removeprefix(name)}"  # type: ignore[index]
            else:
                lines.insert(position, Line(line.indent, f"{name}: {result[1]}", 0))  # type: ignore[index]
    for name in sorted(given) if result else ():
        first = next((line for line in lines if sets(line.text, name) or f"{name}: " in line.text), None)
        code = "" if first is None else first.text.removeprefix(f"{name} = ")
        if first is not None and code != first.text and UNTYPED.search(code) and not SETTLED.match(code):
            first.text = first.text.replace(" = ", f": {result[1]} = ", 1)  # type: ignore[index]


def _forget_unread(lines: list[Line]) -> None:
    """`_, n = gw.input(...)` and `n = 0` where nobody looks at m: `m, n = gw.input(...)` and `m = n = 0`; and no type
    of a counter that has become `_`."""
    if not lines[0].text.startswith("def "):
        return
    for line in lines:
        typed = DECLARED.fullmatch(line.text)
        if typed and not any(mentions(other.text, typed[1]) for other in lines if other is not line):
            line.text = ""
    giving = [(line, found) for line in lines if (found := _giving(line.text)) is not None]
    given = {id(line) for line, _ in giving}
    read = {name for line, (_, value) in giving for name in names_in(value)}
    read |= {name for line in lines if line.working and id(line) not in given for name in names_in(line.text)}
    for line, (names, value) in giving:
        match tree(line.text):
            case ast.Assign(targets=[ast.Tuple()]):
                kept = [name if name in read or "." in name else "_" for name in names]
                line.text = f"{', '.join(kept)} = {value}"
            case ast.Assign(value=asking) if _asks(asking):
                pass
            case ast.Assign() if kept := [name for name in names if name in read]:
                line.text = f"{' = '.join(kept)} = {value}"
            case ast.AnnAssign() if names[0] in read:
                pass
            case _:
                line.text = ""
    for position in range(len(lines) - 1, 0, -1):
        line = lines[position]
        if not line.text:
            before, after = (
                next((each.indent for each in others if each.text and each.working), 0)
                for others in (reversed(lines[:position]), lines[position + 1 :])
            )
            alone = before < line.indent > after  # all that its suite does
            line.text, line.note = "pass" if alone else line.note, line.note * alone
    lines[:] = [line for line in lines if line.text]


def _giving(code: str) -> tuple[list[str], str] | None:
    """The variables that a line only gives values, and what these are; None if it may do more or fail."""
    match tree(code):
        case ast.Assign(targets=[place, *_] as places, value=value) if isinstance(place, ast.Tuple) or _asks(value):
            places = place.elts if isinstance(place, ast.Tuple) else places
            harmless = _asks(value)
        case ast.Assign(targets=places, value=value):
            harmless = UNFAILING.fullmatch(part(code, value)) is not None
        case ast.AnnAssign(target=place, value=value) if value is not None:
            places, harmless = [place], UNFAILING.fullmatch(part(code, value)) is not None
        case _:
            return None
    own = ast.Name | ast.Attribute if _asks(value) else ast.Name
    plain = all(isinstance(place, own) for place in places)
    return ([part(code, place) for place in places], part(code, value)) if plain and harmless else None


def _asks(node: ast.expr) -> bool:
    """Whether what is typed or read is given."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="gw"), attr=name)):
            return name == "input" or name.startswith("read")
        case _:
            return False


def _ends_in_any_case(function: Statement) -> None:
    """`case _:` for the last number of a menu that is never another, where each way gives back something: else a type
    checker would take it that the function may end behind it."""
    suite = function.clauses[0].suite if RETURNS.match(function.text) else []
    while last := next((each for each in reversed(suite) if each.line.working), None):
        if last.text.startswith("match "):
            cases = last.clauses[0].suite
            if all(closed(case.clauses[0].suite) for case in cases):
                cases[-1].line.text = "case _:"
            return
        suite = last.clauses[-1].suite if last.complete else []


def _name_apart(suite: list[Statement], taken: bool) -> None:
    """What is caught is called otherwise than what a guard tells: Python forgets its name behind the `except`."""
    for statement in suite:
        for clause in statement.clauses:
            _name_apart(clause.suite, taken)
            if taken and clause.text == CAUGHT:
                for line in (clause.line, *written(clause.suite, statement.line.indent + 1)):
                    line.text = re.sub(r"\bresumed(?=:$|\.line)", "caught", line.text)


class _Tidy:
    def __init__(self, fails: Fails) -> None:
        self.fails = fails

    def suite(self, suite: list[Statement]) -> None:
        _without_self(suite)
        position = 0
        while position < len(suite):
            statement = suite[position]
            position += 1
            if closed([statement]):
                suite[position:] = [each for each in suite[position:] if not each.line.working]
            if statement.branches:
                ask_at_once(statement, self.fails)
                _as_elif(statement)
                self._same_arms(statement)
                suite[position:position] = _unchained(statement)
        for position in range(len(suite)):
            self._same_guards(suite, position)
        for statement in suite:
            for clause in statement.clauses:
                self.suite(clause.suite)
            if statement.branches:
                ask_at_once(statement, self.fails)

    def _same_arms(self, statement: Statement) -> None:
        """`if a or b:` for two arms that follow each other and do the same."""
        clauses = statement.clauses
        for position in range(len(clauses) - 2, -1, -1):
            one, two = clauses[position : position + 2]
            if two.text == "else:" or one.line.note or two.line.note or not self._alike(one.suite, two.suite):
                continue
            elsewhere = one.line.erl != two.line.erl
            if elsewhere and self.fails(one.line) and self.fails(two.line):
                continue
            both = one.line.test, two.line.test
            tests = [f"({part})" if LOOSE.search(part) or " and " in part else part for part in both]
            one.line.text = f"{one.text.partition(' ')[0]} {joined('or', *tests)[0]}:"
            if elsewhere and self.fails(two.line):
                one.line.source, one.line.fault = two.line.source, two.line.fault
            del clauses[position + 1]

    def _same_guards(self, suite: list[Statement], position: int) -> None:
        """One `if` for those that follow each other, do the same and lead elsewhere."""
        while len(both := suite[position : position + 2]) == 2 and all(each.branches for each in both):
            if len(both[0].clauses) > 1 or not all(_leaves(each.clauses[0]) for each in both):
                return
            self._same_arms(both[1])
            joint = Statement([each.clauses[0] for each in both])
            self._same_arms(joint)
            if len(joint.clauses) > 1:
                return
            joint.clauses += both[1].clauses[1:]
            suite[position : position + 2] = [joint]

    def _alike(self, one: list[Statement], two: list[Statement]) -> bool:
        """Whether statements do the same, and would say the same of their errors."""
        first, second = written(one, 0), written(two, 0)
        return [told(line, self.fails) for line in first] == [told(line, self.fails) for line in second]

def ask_at_once(statement: Statement, fails: Fails) -> None:
    """`if a == 5 and b == 6:`, however long that is."""
    first, suite = statement.clauses[0], statement.clauses[0].suite
    while len(statement.clauses) == 1 == len(suite) and suite[0].branches and len(suite[0].clauses) == 1:
        inner = suite[0].clauses[0]
        tests = first.line.test, inner.line.test
        alone = not (fails(first.line) and fails(inner.line) and first.line.erl != inner.line.erl)
        if first.line.note or inner.line.note or not alone or any(":=" in test or " if " in test for test in tests):
            return
        if fails(inner.line):
            first.line.source, first.line.fault = inner.line.source, inner.line.fault
        first.line.text = f"if {joined('and', *(f'({x})' if ' or ' in x else x for x in tests))[0]}:"
        first.suite = suite = inner.suite


def _without_self(suite: list[Statement]) -> None:
    """Nothing of `p = p` but the remark behind it."""
    for position in range(len(suite) - 1, -1, -1):
        statement = suite[position]
        if statement.simple and SELF.fullmatch(statement.text):
            if not any(each.line.working for each in suite if each is not statement):
                statement.line.text = "pass"
                continue
            note = statement.line.note
            suite[position : position + 1] = [single(Line(0, note, statement.line.source))] if note else []


def _as_elif(statement: Statement) -> None:
    """`elif` for an `if` that is all there is under `else` but for remarks behind it."""
    while (last := statement.clauses[-1]).text == "else:" and not last.line.note:
        inner, *remarks = last.suite
        if not inner.branches or any(each.line.working for each in remarks):
            return
        inner.line.text = f"el{inner.text}"
        inner.clauses[-1].suite += remarks
        statement.clauses[-1:] = inner.clauses


def _unchained(statement: Statement) -> list[Statement]:
    """What follows an `if` whose first arm leaves stands behind it, without `elif` and `else`."""
    if len(statement.clauses) < 2 or not _leaves(statement.clauses[0]):
        return []
    first, *others = statement.clauses
    if others[0].text == "else:":
        behind = others[0].suite
        if others[0].line.note:
            behind = [single(Line(0, others[0].line.note, others[0].line.source)), *behind]
    else:
        others[0].line.text = others[0].text.removeprefix("el")
        behind = [Statement(others)]
    statement.clauses = [first]
    return behind


def _leaves(clause: Clause) -> bool:
    """Whether its last statement leads elsewhere."""
    last = next((each for each in reversed(clause.suite) if each.line.working), None)
    return last is not None and last.simple and leaves(last.text)
