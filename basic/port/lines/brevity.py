"""What several statements of BASIC say is said in one of Python: the last look at a function that has been written.

    IF A>9 THEN A=9                           a = min(a, 9)
    IF A=5 THEN PRINT "YES" ELSE PRINT "NO"   print("YES" if a == 5 else "NO")
    X=0: IF A=5 THEN X=1                      x = 1 if a == 5 else 0
    PRINT: PRINT "MENU"                       print("\\nMENU")
    A(I)=0: B(I)=0                            a[i] = b[i] = 0

Everything is still worked out in the same order, and what an error would leave behind is the same.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TypeGuard

from ...record import record
from .assigned import settings
from .conditions import is_truth, negated
from .context import Context
from .mentions import mentions, times
from .page import Line, errors_in
from .suites import Statement, Suite, lines_in, single, suites
from .trees import changed, expression, part, screen, tree, within

WIDE = 92  # characters that a line may have when it has become longer
CHOOSING = (ast.IfExp, ast.Lambda, ast.NamedExpr, ast.GeneratorExp, ast.ListComp)  # hard to read within `x if y else z`
SIMPLE = (
    ast.Name, ast.Attribute, ast.Constant, ast.Subscript, ast.UnaryOp, ast.USub,
    ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.expr_context,
)  # fmt: skip
HARMLESS = (
    ast.Assign, ast.AugAssign, ast.Return, ast.Expr, ast.Name, ast.Attribute, ast.Constant, ast.Slice, ast.Tuple,
    ast.UnaryOp, ast.BoolOp, ast.Compare, ast.unaryop, ast.boolop, ast.cmpop, ast.operator, ast.expr_context,
)  # fmt: skip
MOST_CHAINED, MOST_PAIRED = 5, 3  # places in `a = b = 0` and in `a, b = c, d`
MOST_TEXT = 14  # characters of each and of its value
COUNTING = ("floor", "int", "len", "abs")  # what does not fail
PURE = (*COUNTING, "index", "integer")  # what may fail, but changes nothing


def say(function: Suite, context: Context) -> None:
    """Each rule for one or two statements, wherever it fits."""
    for count, rule in RULES:
        _apply(rule, count, function)


def _apply(rule: Callable[..., str], count: int, suite: Suite) -> None:
    for position in range(len(suite) - 1, -1, -1):
        for clause in suite[position].clauses:
            _apply(rule, count, clause.suite)
        some = suite[position : position + count]
        errors = errors_in(lines_in(some))
        text = rule(*some) if len(some) == count and len(errors) <= 1 else ""
        line = suite[position].line
        # Linters ask for `min` and `max` however long that is.
        if text and (rule is _extreme or len(text) + 4 * line.indent <= WIDE):
            suite[position : position + count] = [single(Line(line.indent, text, line.source, sum(errors)))]


# ---- several statements ---------------------------------------------------------------------------------------------


def exchange(function: Suite, context: Context) -> None:
    """`a[i], a[j] = a[j], a[i]` for `t = a[i]`, `a[i] = a[j]` and `a[j] = t`, where nothing else looks at t."""
    found: dict[str, list[tuple[list[Line], str]]] = {}
    for suite in suites(function):
        for position in range(len(suite) - 2):
            lines = [statement.line for statement in suite[position : position + 3]]
            match [line.tree for line in lines]:
                case [
                    ast.Assign([ast.Name(name)], one) | ast.AnnAssign(ast.Name(name), value=ast.expr() as one),
                    ast.Assign([first], two), ast.Assign([second], ast.Name(last)),
                ] if last == name:  # fmt: skip
                    places = part(lines[0].text, one), part(lines[1].text, two)
                case _:
                    continue
            same = places == (part(lines[1].text, first), part(lines[2].text, second))
            named = any(mentions(place, name) for place in places)
            apart = len({line.source for line in lines}) > 1 and ast.Subscript in map(type, (one, two))
            if same and not named and not apart:
                found.setdefault(name, []).append((lines, "{0}, {1} = {1}, {0}".format(*places)))
    for name, exchanges in found.items():
        if sum(times(line.text, name) for line in lines_in(function)) == 2 * len(exchanges):
            for (line, *others), text in exchanges:
                line.text = text
                for other in others:
                    other.text = ""


# ---- one or two statements ------------------------------------------------------------------------------------------


@record
class Given:
    """What a line gives to one place, and by which operator."""

    place: ast.expr
    sign: type[ast.operator] | None
    value: ast.expr


def _given(code: str) -> Given | None:
    match tree(code):
        case ast.Assign([ast.Name() | ast.Attribute() | ast.Subscript() as place], value):
            return Given(place, None, value)
        case ast.AnnAssign(place, value=ast.expr() as value):
            return Given(place, None, value)
        case ast.AugAssign(place, sign, value):
            return Given(place, type(sign), value)
        case _:
            return None


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
        case ast.Expr(ast.Call(ast.Name("print") | ast.Attribute(_, "print") as function, shown, keywords)) if (
            all(_is_text(each.value) for each in keywords)
        ):
            if isinstance(function, ast.Attribute) and not screen(function.value):
                return None
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
        case ast.If(test) if len(suites) == 1 + branch.complete and not _chooses(test):
            pass
        case _:
            return "", []
    if any(len(suite) > 1 or not suite[0].simple or not suite[0].line.working for suite in suites):
        return "", []
    arms = [suite[0].line for suite in suites]
    apart = len({line.source for line in (branch.line, *arms) if line.source}) > 1
    if apart and not all(_cannot_fail(line.tree) for line in arms):
        return "", []
    return part(branch.text, test), [line.text for line in arms]


def _chooses(node: ast.expr) -> bool:
    return any(isinstance(each, CHOOSING) for each in within(node))


def _chosen(test: str, one: str, two: str) -> str:
    """`one if test else two`"""
    match expression(test):
        case ast.UnaryOp(ast.Not(), ast.Name() | ast.Attribute() as flag):
            test, one, two = part(test, flag), two, one
    match one, two:
        case "True", "False":
            return test if is_truth(expression(test)) else f"bool({test})"
        case "False", "True":
            return negated(test) or f"not ({test})"
        case _:
            return f"{one} if {test} else {two}"


def _extreme(branch: Statement) -> str:
    """`x = min(x, 9)`"""
    test, arms = _arms(branch)
    given = _given(arms[0]) if len(arms) == 1 else None
    if given is None or given.sign:
        return ""
    match expression(test):
        case ast.Compare(left, [ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE() as sign], [right]) if (
            _is_pure(left) and _is_pure(right)
        ):
            low, high = part(test, left), part(test, right)
            place, value = part(arms[0], given.place), part(arms[0], given.value)
        case _:
            return ""
    less, more = ("min", "max") if isinstance(sign, ast.Gt | ast.GtE) else ("max", "min")
    if place == low and value == high:
        return f"{place} = {less}({place}, {value})"
    return f"{place} = {more}({place}, {value})" if (place, value) == (high, low) else ""


def _either(branch: Statement) -> str:
    """`x = 1 if y == 5 else 2`; `print("YES" if y == 5 else "NO")`"""
    test, arms = _arms(branch)
    if len({*arms}) < 2:
        return ""
    one, two = arms
    shown, other = _print(one), _print(two)
    if shown and other and shown.single and other.single and (shown.shown or other.shown):
        if shown.function != other.function or shown.named != other.named or shown.named not in ({}, {"end": ""}):
            return ""
        first_text, other_text = (each.shown[0] if each.shown else '""' for each in (shown, other))
        end = ', end=""' if shown.named else ""
        return f"{shown.function}({_chosen(test, first_text, other_text)}{end})"
    first, second = _given(one), _given(two)
    if first is None or second is None or first.sign != second.sign or _chooses(first.value) or _chooses(second.value):
        return ""
    if part(one, first.place) != part(two, second.place):
        return ""
    return changed(one, {first.value: _chosen(test, part(one, first.value), part(two, second.value))})


def _preset(first: Statement, branch: Statement) -> str:
    """`x = 1 if y == 5 else 0` for `x = 0` before `if y == 5:` and `x = 1`"""
    test, arms = _arms(branch)
    one, two = _given(first.text), _given(arms[0]) if len(arms) == 1 else None
    if one is None or two is None or one.sign or two.sign or not _is_simple(one.value):
        return ""
    place, code = part(first.text, one.place), part(arms[0], two.value)
    if part(arms[0], two.place) != place or isinstance(one.place, ast.Subscript):
        return ""
    if any(mentions(each, place) or not _cannot_fail(expression(each)) for each in (test, code)):
        return ""
    return changed(first.text, {one.value: _chosen(test, code, part(first.text, one.value))})


def _answer(branch: Statement, last: Statement) -> str:
    """`return not resumed` for `if resumed: return False` before `return True`"""
    test, arms = _arms(branch)
    given = [{"return True": "True", "return False": "False"}.get(text, "") for text in (*arms, last.text)]
    return f"return {_chosen(test, *given)}" if sorted(given) == ["False", "True"] else ""


def chain(function: Suite, context: Context) -> None:
    """`a = b = 0` or `a, b = b, c`, where one line of BASIC has both."""
    for suite in suites(function):
        position = 0
        while position < len(suite) - 1:
            first, second = suite[position : position + 2]
            errors = errors_in([first.line, second.line])
            text = _together(first.text, second.text) if first.line.source == second.line.source else ""
            if text and len(text) + 4 * first.line.indent <= WIDE:
                suite[position : position + 2] = [single(Line(first.line.indent, text, first.line.source, sum(errors)))]
            else:
                position += 1


def _together(first: str, second: str) -> str:
    one, two = settings(first), settings(second)
    places, values = [*one, *two], [*one.values(), *two.values()]
    elements = {isinstance(expression(place), ast.Subscript) for place in places}
    if not one or not two or len({*places}) < len(places) or len(elements) > 1:
        return ""
    if not all(_is_simple(expression(each)) and len(each) <= MOST_TEXT for each in (*places, *values)):
        return ""
    if len({*values}) == 1 and len(places) <= MOST_CHAINED:
        apart = not any(mentions(each, place) for place in places for each in (*places, *values) if each is not place)
        if apart and (elements == {True} or isinstance(expression(values[0]), ast.Constant | ast.UnaryOp)):
            return f"{' = '.join(places)} = {values[0]}"
    later = any(mentions(value, place) for number, place in enumerate(places) for value in values[number + 1 :])
    fail = any(isinstance(node, ast.Subscript) for value in values for node in within(expression(value)))
    if later or fail or elements == {True} or len(places) > MOST_PAIRED:
        return ""
    return f"{', '.join(places)} = {', '.join(values)}"


def _is_simple(node: ast.expr) -> bool:
    """Whether it is a constant or a place, but not a sum."""
    return not isinstance(node, ast.BinOp) and all(isinstance(each, SIMPLE) for each in within(node))


def _is_pure(node: ast.expr) -> bool:
    """Whether it makes no odds how often it is worked out: it changes nothing, and tells of no number too large."""
    match node:
        case ast.Call(ast.Name(name), arguments):
            return name in PURE and all(map(_is_pure, arguments))
        case ast.BinOp(left, right=right):
            return _is_pure(left) and _is_pure(right)
        case ast.Call(ast.Attribute(ast.Name("gw"), "add" | "subtract"), [left, right]):
            return isinstance(left, ast.Constant) or isinstance(right, ast.Constant)
        case ast.Subscript(value, subscript):
            return _is_pure(value) and _is_pure(subscript)
        case ast.UnaryOp(operand=operand):
            return _is_pure(operand)
        case ast.Tuple(parts):
            return all(map(_is_pure, parts))
        case _:
            return isinstance(node, ast.Name | ast.Attribute | ast.Constant)


def _cannot_fail(node: ast.AST | None) -> bool:
    """Whether there is no call, subscript, quotient or power that may."""
    return all(isinstance(each, HARMLESS) or _is_safe(each) for each in within(node))


def _is_safe(node: ast.AST) -> bool:
    match node:
        case ast.BinOp(op=ast.Div() | ast.Mod(), right=ast.Constant(number)):
            return bool(number)
        case ast.Call(ast.Name(name), [ast.Name() | ast.Attribute()]):
            return name in COUNTING
        case ast.Call(ast.Name("print") | ast.Attribute(ast.Name("gw"), "print"), [] | [ast.Constant()]):
            return True
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult()) | ast.Subscript(slice=ast.Slice()):
            return True
        case _:
            return False


Rule = Callable[..., str]
RULES: tuple[tuple[int, Rule], ...] = (  # and how many statements each is for
    (2, _printed_below), (1, _extreme), (1, _either), (2, _preset), (2, _answer),
)  # fmt: skip
