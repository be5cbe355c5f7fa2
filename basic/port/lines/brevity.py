"""Rules by which several statements of BASIC are one of Python.

    IF A>9 THEN A=9                           a = min(a, 9)
    IF A=5 THEN PRINT "YES" ELSE PRINT "NO"   print("YES" if a == 5 else "NO")
    X=0: IF A=5 THEN X=1                      x = 1 if a == 5 else 0
    PRINT: PRINT "MENU"                       print("\\nMENU")
    A(I)=0: B(I)=0                            a[i] = b[i] = 0

Everything is still worked out in the same order, and what an error would leave behind is the same.
"""

from __future__ import annotations

import ast
from typing import TypeGuard

from ...record import record
from .conditions import is_truth, negated
from .effects import cannot_fail, chooses, is_constant, is_place, is_pure
from .mentions import Given, given, names_in
from .rules import Rule
from .suites import Statement
from .trees import changed, expression, part, tree, within

MOST_PAIRED = 3  # places in `a, b = c, d`


def _exchanged(first: Statement, second: Statement, third: Statement) -> str:
    """`a[i], a[j] = a[j], a[i]` for `t = a[i]`, `a[i] = a[j]` and `a[j] = t`."""
    lines = [each.line for each in (first, second, third)]
    match [line.tree for line in lines]:
        case [
            ast.Assign([ast.Name(name)], one) | ast.AnnAssign(ast.Name(name), value=ast.expr() as one),
            ast.Assign([place], two), ast.Assign([other], ast.Name(last)),
        ] if last == name:  # fmt: skip
            places = part(lines[0].text, one), part(lines[1].text, two)
        case _:
            return ""
    same = places == (part(lines[1].text, place), part(lines[2].text, other))
    named = any(name in names_in(place) for place in places)
    apart = len({line.source for line in lines}) > 1 and ast.Subscript in map(type, (one, two))
    return "{0}, {1} = {1}, {0}".format(*places) if same and not named and not apart else ""


# ---- one or two statements ------------------------------------------------------------------------------------------


@record
class Print:
    """What a line prints: Python's own `print`, or BASIC's, with the end and the separator that it names."""

    function: str
    shown: list[str]
    named: dict[str | None, str]
    texts: bool  # whether all that it shows is constant texts
    single: bool  # whether it shows one text, which may be made there, or nothing


def _print(code: str) -> Print | None:
    match tree(code):
        case ast.Expr(
            ast.Call(ast.Name("print") | ast.Attribute(ast.Name("gw"), "print") as function, shown, keywords)
        ) if all(_is_text(each.value) for each in keywords):
            named = {each.arg: str(each.value.value) for each in keywords if _is_text(each.value)}
            texts, made = all(map(_is_text, shown)), [*map(type, shown)] == [ast.JoinedStr]
            codes = [part(code, each) for each in shown]
            return Print(part(code, function), codes, named, texts, made or (texts and len(codes) <= 1))
        case _:
            return None


def _is_text(node: ast.expr) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _printed_below(first: Statement, second: Statement) -> str:
    """Short texts below each other; an empty line above or below a text, or below what BASIC's own PRINT shows."""
    one, two = _print(first.text), _print(second.text)
    if one is None or two is None or one.named:
        return ""
    if one.function == two.function == "print":
        if not one.single or not two.single or two.named not in ({}, {"end": ""}):
            return ""
        end = ', end=""' if two.named else ""
        if one.shown and two.shown:
            return rf"print({one.shown[0][:-1]}\n{two.shown[0][1:]}{end})" if one.texts and two.texts else ""
        text, *_ = *one.shown, *two.shown, '""'
        begin = len(text) - 1 if one.shown else text.index(text[-1]) + 1
        return rf"print({text[:begin]}\n{text[begin:]}{end})"
    if one.function == "print" or two.function != "gw.print":
        return ""
    end = two.named.get("end", "\n")
    if not two.shown and {*two.named} <= {"end"} and {*end} == {"\n"}:
        ends = 'end="{}"'.format(r"\n" * (len(end) + 1))
        return f"{one.function}({', '.join([*one.shown, ends])})"
    apart = two.named == {"sep": "\n"} or (len(two.shown) == 1 and not two.named)
    if one.function == "gw.print" and not one.shown and two.shown and two.texts and apart:
        return "gw.print({})".format(", ".join(['""', *two.shown, r'sep="\n"']))
    return ""


def _arms(branch: Statement) -> tuple[str, list[str]]:
    """The test of an `if`, and its one or two arms, if each is one line that fails where that does; else no arms."""
    suites = [clause.suite for clause in branch.clauses]
    match branch.tree:
        case ast.If(test) if len(suites) == 1 + branch.complete and not chooses(test):
            pass
        case _:
            return "", []
    if any(len(suite) > 1 or not suite[0].simple or not suite[0].line.working for suite in suites):
        return "", []
    arms = [suite[0].line for suite in suites]
    apart = len({line.source for line in (branch.line, *arms) if line.source}) > 1
    if apart and not all(cannot_fail(line.tree) for line in arms):
        return "", []
    return part(branch.text, test), [line.text for line in arms]


def _chosen(test: str, one: str, two: str) -> str:
    """`one if test else two`"""
    match one, two:
        case "True", "False":
            return test if is_truth(expression(test)) else f"bool({test})"
        case "False", "True":
            return negated(test) or f"not ({test})"
        case _:
            return f"{one} if {test} else {two}"


def _extreme(branch: Statement) -> str:
    """`x = min(x, 9)`"""
    _, arms = _arms(branch)
    match [*map(given, arms), branch.tree]:
        case [[Given(given_place, None, given_value)], ast.If(ast.Compare(left, [sign], [right]))] if (
            isinstance(sign, ast.Lt | ast.LtE | ast.Gt | ast.GtE) and is_pure(left) and is_pure(right)
        ):
            low, high = part(branch.text, left), part(branch.text, right)
            place, value = part(arms[0], given_place), part(arms[0], given_value)
        case _:
            return ""
    less, more = ("min", "max") if isinstance(sign, ast.Gt | ast.GtE) else ("max", "min")
    if place == low and value == high:
        return f"{place} = {less}({place}, {value})"
    return f"{place} = {more}({place}, {value})" if (place, value) == (high, low) else ""


def _either(branch: Statement) -> str:
    """`x = 1 if y == 5 else 2`; `print("YES" if y == 5 else "NO")`"""
    test, arms = _arms(branch)
    return _one_of(test, *arms) if len(arms) == 2 else ""


def _preset(first: Statement, branch: Statement) -> str:
    """`x = 1 if y == 5 else 0` for `x = 0` before `if y == 5:` and `x = 1`"""
    test, arms = _arms(branch)
    match [given(first.text), *map(given, arms)]:
        case [[Given(ast.Name() | ast.Attribute() as place, None, preset)], [Given(_, None, value)]] if (
            (is_place(preset) or is_constant(preset)) and cannot_fail(value) and cannot_fail(expression(test))
        ):
            name = part(first.text, place)
            again = any(name in names_in(code) for code in (test, part(arms[0], value)))
            return "" if again else _one_of(test, arms[0], first.text)
        case _:
            return ""


def _answer(branch: Statement, last: Statement) -> str:
    """`return not resumed` for `if resumed: return False` before `return True`"""
    test, arms = _arms(branch)
    return _one_of(test, arms[0], last.text) if len(arms) == 1 and isinstance(last.tree, ast.Return) else ""


def _one_of(test: str, one: str, two: str) -> str:
    """What one of two lines does, as a test says, that are alike but for what they give or show."""
    shown, other = _print(one), _print(two)
    if shown and other and shown.single and other.single and one != two:
        if shown.function != other.function or shown.named != other.named or shown.named not in ({}, {"end": ""}):
            return ""
        texts = [each.shown[0] if each.shown else '""' for each in (shown, other)]
        end = ', end=""' if shown.named else ""
        return f"{shown.function}({_chosen(test, *texts)}{end})"
    match tree(one), tree(two), given(one), given(two):
        case ast.Return(ast.Constant(bool(first))), ast.Return(ast.Constant(bool(second))), *_ if first != second:
            return f"return {_chosen(test, str(first), str(second))}"
        case _, declared, [Given(place, sign, value)], [Given(again, way, otherwise)] if sign == way and one != two:
            chosen = _chosen(test, part(one, value), part(two, otherwise))
            hard = isinstance(place, ast.Tuple) or chooses(value) or chooses(otherwise)
            if not hard and part(one, place) == part(two, again):
                code, given_there = (two, otherwise) if isinstance(declared, ast.AnnAssign) else (one, value)
                return changed(code, {given_there: chosen})
    return ""


def _chained(first: Statement, second: Statement) -> str:
    """`a = b = 0` or `a, b = b, c`, where one line of BASIC has both."""
    both = [first, second]
    if first.line.source != second.line.source or not all(isinstance(each.tree, ast.Assign) for each in both):
        return ""
    givings = [(each.text, one) for each in both for one in given(each.text)]
    nodes = [node for _, each in givings for node in (each.place, each.value)]
    places = [part(code, each.place) for code, each in givings]
    values = [part(code, each.value) for code, each in givings]
    elements = {isinstance(each.place, ast.Subscript) for _, each in givings}
    if len({*places}) < len(places) or len(elements) > 1:
        return ""
    if not all(is_place(node) or is_constant(node) for node in nodes) or _asks_basic(nodes):
        return ""
    if len({*values}) == 1:
        apart = not any(place in names_in(each) for place in places for each in (*places, *values) if each is not place)
        if apart and (elements == {True} or is_constant(givings[0][1].value)):
            return f"{' = '.join(places)} = {values[0]}"
    later = any(place in names_in(value) for number, place in enumerate(places) for value in values[number + 1 :])
    fail = not all(cannot_fail(each.value) for _, each in givings)
    if later or fail or elements == {True} or len(places) > MOST_PAIRED:
        return ""
    return f"{', '.join(places)} = {', '.join(values)}"


def _asks_basic(nodes: list[ast.expr]) -> bool:
    names = {each.id for node in nodes for each in within(node) if isinstance(each, ast.Name)}
    return not names.isdisjoint(("gw", "errors", "singles", "doubles"))


exchange = Rule(_exchanged, 3, alone=True)
SHORT = (
    Rule(_chained, ahead=True), Rule(_printed_below), Rule(_extreme, 1, must=True), Rule(_either, 1), Rule(_preset),
    Rule(_answer),
)  # fmt: skip
