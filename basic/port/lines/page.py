"""Lines of Python being written, each with its indentation and the BASIC line it comes from."""

from __future__ import annotations

import ast
import textwrap
from collections import Counter
from itertools import chain, pairwise

from ...analysis.shapes.structure import Shape
from ...record import record, replace
from .mentions import gives, mentions, occurrences, times
from .settings import declared_name, given_name, given_value
from .trees import SIGNS, changed, expression, part, same, tree, within

# What of `gw` has a type that a checker knows, besides the kinds of INPUT.
TYPED = {
    "put", "call", "randrange", "sqr", "exp", "log", "tan", "val", "line_input", "read_text", "read_integer",
    *(name + kind for name in ("add", "subtract", "multiply", "divide") for kind in ("", "_whole", "_double")),
}  # fmt: skip
_SIMPLE = ast.Constant | ast.Name | ast.Attribute
LONG_TEXT = 12
MOST_CHAINED, MOST_PAIRED = 5, 3


CONTINUING = ("elif ", "else:", "except", "finally:")  # what goes on with a statement
ZERO = 65536  # stands for BASIC's line 0 in a `source`, where 0 is none


@record(frozen=False)
class Line:
    indent: int
    text: str
    source: int  # the BASIC line that it comes from
    note: str = ""  # why something is imported, behind it
    called: bool = False  # from a line that its errors belong to, as in DEF FN
    fault: int = 0  # that of its errors, if they are another's

    @property
    def working(self) -> bool:
        return not self.text.startswith("#")

    @property
    def test(self) -> str:
        """What `if`, `elif` or `while` asks."""
        return self.text.partition(" ")[2][:-1]

    @property
    def erl(self) -> int:
        """The BASIC line that an error of it names."""
        return self.fault or self.source


@record(frozen=False)
class Extent:
    """A shape as it was written: how deeply it stands, how deep it is itself, and its lines."""

    shape: Shape
    depth: int
    height: int
    lines: list[str]
    first: int  # which of all extents is the first within it


@record(frozen=False)
class Run:
    """A sequence of shapes as it was written: the lines of each."""

    seq: list[Shape]
    lines: list[list[str]]


def docstring(remarks: list[str], indent: int) -> list[Line]:
    """Comments as a docstring, without the lines that were drawn around them: one line of the page, whatever it says,
    since `N = MOVES` in it is no statement."""
    texts = [part for text in remarks for part in textwrap.wrap(text, 100)]
    if len(texts) > 1:
        texts.append("")  # the quotes at its end have a line of their own
    return [Line(indent, '"""{}"""'.format("\n".join(texts)), 0)] if texts else []


def worked_out(code: str) -> str:
    """A statement for an expression whose value nobody looks at: linters want no comparison that is none's."""
    return code if isinstance(ast.parse(code, mode="eval").body, ast.Call) else f"_ = {code}"


def leaves(code: str) -> bool:
    """Whether it goes elsewhere: a `return`, say, an error, or the end of the program."""
    match tree(code):
        case ast.Return() | ast.Continue() | ast.Break() | ast.Raise():
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="sys"), attr="exit"))):
            return True
        case _:
            return False


def _constant(node: ast.expr) -> bool:
    """Whether it is a constant, or a list of such that may have as many as a variable says."""
    match node:
        case ast.Constant():
            return True
        case ast.UnaryOp(operand=operand):
            return _constant(operand)
        case ast.List(elts=elements):
            return all(map(_constant, elements))
        case ast.ListComp(elt=element, generators=[ast.comprehension(iter=ast.Call(args=[count]))]):
            return _constant(element) and _count(count)
        case ast.BinOp(left=ast.List() as elements, op=ast.Mult(), right=count):
            return _constant(elements) and _count(count)
        case ast.Call(func=ast.Name(id="Single" | "Double"), args=[value]):
            return _constant(value)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="gw"), attr="Single" | "Double"), args=[value]):
            return _constant(value)
        case ast.Attribute(value=ast.Name(id="double"), attr="ONE"):
            return True
        case _:
            return False


def _count(node: ast.expr) -> bool:
    match node:
        case ast.Constant() | ast.BinOp(left=ast.Name(), op=ast.Add(), right=ast.Constant(value=1)):
            return True
        case _:
            return False


def untyped(code: str) -> bool:
    """Whether an expression may be anything to a type checker."""
    for each in within(expression(code)):
        match each:
            case ast.Attribute(value=ast.Name(id="gw"), attr=name) if name not in TYPED and name[:6] != "input_":
                return True
            case ast.BinOp(op=ast.Pow(), right=power) if any(isinstance(one, ast.Name) for one in within(power)):
                return True
    return False


def counted(code: str) -> str:
    """The counter of a loop over numbers; empty if it is something else."""
    match tree(code):
        case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range" | "counting"))):
            return name
        case _:
            return ""


def uncounted(head: str) -> str:
    """`for _ in range(9):` for `for i in range(1, 10):`"""
    loop = tree(head)
    assert isinstance(loop, ast.For)
    values = part(head, loop.iter)
    match loop.iter:
        case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=1), ast.Constant(value=int(end))]):
            values = f"range({end - 1})"
        case ast.Call(
            func=ast.Name(id="range"), args=[ast.Constant(value=1), ast.BinOp(left=end, op=ast.Add(), right=one)]
        ) if isinstance(one, ast.Constant) and one.value == 1 and not isinstance(end, ast.IfExp | ast.BoolOp):
            values = f"range({part(head, end)})"
    return f"for _ in {values}:"


def _together(given: list[tuple[str, str]]) -> str:
    """Several assignments as one; empty if that is not the same or is hard to read."""
    names, values = [name for name, _ in given], [value for _, value in given]
    used = [value.lstrip("-") for value in values]
    if len({*names}) < len(names) or any(name in used[i + 1 :] for i, name in enumerate(names)):
        return ""
    if len({*values}) == 1 and _constant(expression(values[0])):
        return f"{' = '.join(names)} = {values[0]}" if len(names) <= MOST_CHAINED else ""
    return f"{', '.join(names)} = {', '.join(values)}" if len(names) <= MOST_PAIRED else ""


def _simply_given(code: str) -> tuple[str, str] | None:
    """A place, and the name, number or short text that it is given."""
    match tree(code):
        case ast.Assign(targets=[ast.Name() | ast.Attribute() as place], value=value):
            pass
        case _:
            return None
    match value.operand if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub) else value:
        case ast.Constant(value=text):
            simple = not isinstance(text, str) or len(part(code, value)) <= LONG_TEXT + 2
        case inner:
            simple = isinstance(inner, _SIMPLE)
    shared = isinstance(place, ast.Attribute) and same(place.value, "gw")
    return (part(code, place), part(code, value)) if simple and not shared else None


def _worked_out_of(code: str, names: str) -> str:
    """What some variables have behind a line that gives them values; empty if it does something else."""
    match tree(code):
        case ast.Assign(targets=[target]) | ast.AnnAssign(target=target, value=ast.expr()):
            return given_value(code) if part(code, target) == names else ""
        case ast.AugAssign(target=target, op=operator, value=value):
            if type(operator) not in SIGNS or part(code, target) != names:
                return ""
            shown = part(code, value) if _binds(value, operator) else f"({part(code, value)})"
            return f"{names} {SIGNS[type(operator)]} {shown}"
        case _:
            return ""


def _binds(value: ast.expr, operator: ast.operator) -> bool:
    """Whether a value is worked out first without brackets: `t + (a - b)` rounds otherwise than `t + a - b`."""
    match value:
        case ast.BinOp(op=ast.Mult() | ast.Div() | ast.FloorDiv() | ast.Mod() | ast.Pow()):
            return isinstance(operator, ast.Add | ast.Sub)
        case _:
            return isinstance(value, _SIMPLE | ast.Call | ast.Subscript)


def _plain(node: ast.expr) -> bool:
    """Whether nothing is called and no element looked at."""
    return all(isinstance(each, _SIMPLE | ast.BinOp | ast.UnaryOp | ast.operator | ast.unaryop | ast.expr_context)
               for each in within(node))


def _is_copy(code: str) -> bool:
    """`y = x`"""
    match tree(code):
        case ast.Assign(targets=[ast.Name()], value=ast.Name()) | ast.AnnAssign(value=ast.Name()):
            return True
        case _:
            return False


def _bounds(code: str, name: str) -> bool:
    """`i = max(i, 1)`"""
    match tree(code):
        case ast.Assign(targets=[target], value=ast.Call(func=ast.Name(id="max" | "min"), args=[first, *_])):
            return same(first, name) and part(code, target) == name
        case _:
            return False


def counts_with(code: str, name: str) -> bool:
    """`for i in ...:`"""
    match tree(code):
        case ast.For(target=ast.Name(id=counter)):
            return counter == name
        case _:
            return False


class Page:
    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.extents: list[Extent] = []  # the shapes on it, each behind those within it
        self.runs: list[Run] = []

    def line(self, indent: int, text: str, source: int = 0) -> Line:
        return Line(indent, text, source)

    def put(self, indent: int, text: str, source: int = 0) -> None:
        deeper = (len(text) - len(text.lstrip())) // 4
        self.lines.append(Line(indent + deeper, text.lstrip(), source))

    def remark(self, indent: int, text: str, source: int) -> None:
        """A remark behind other statements of its line stands before what they have become."""
        end = place = len(self.lines)
        while place and self.lines[place - 1].source == source and self.lines[place - 1].indent >= indent:
            place -= 1
        whole = place < end and self.lines[place].indent == indent and not self.lines[place].text.startswith(CONTINUING)
        self.lines.insert(place if whole else end, Line(indent, text, source))

    def extend(self, other: Page, by: int = 0) -> None:
        """Take over what is on another page, which is done with then."""
        for line in other.lines:
            line.indent += by
        for extent in other.extents:
            extent.depth += by
            extent.first += len(self.extents)
        self.lines += other.lines
        self.extents += other.extents
        self.runs += other.runs

    def fill(self, before: int, indent: int) -> None:
        """A suite must not be empty."""
        if not any(line.working for line in self.lines[before:]):
            self.put(indent, "pass")

    @property
    def working(self) -> bool:
        return any(line.working for line in self.lines)

    @property
    def size(self) -> int:
        return len(self.lines)

    @property
    def leaves(self) -> bool:
        """Whether the last line goes elsewhere."""
        working = [line for line in self.lines if line.working]
        if not working:
            return False
        lowest = min(line.indent for line in working)
        last = working[-1]
        return last.indent == lowest and leaves(last.text)

    def heads(self, indent: int) -> list[Line]:
        return [line for line in self.lines if line.indent == indent]

    def without_head(self, indent: int) -> Page:
        """What the one `if` statement does, where that stood."""
        page = Page()
        page.lines = [replace(line, indent=line.indent - 1) for line in self.lines[1:]]
        page.extents = [replace(extent, depth=extent.depth - 1) for extent in self.extents]
        page.runs = self.runs
        return page

    def take_remarks(self, begun: int) -> list[str]:
        """The comments that lines begin with, taken out."""
        while begun + 1 < len(self.lines) and self.lines[begun].text == "while True:":
            begun += 1  # programs that begin again go back to their very first line
        end = begun
        while end < len(self.lines) and not self.lines[end].working:
            end += 1
        remarks = [line.text.removeprefix("# ") for line in self.lines[begun:end]]
        if any("\\" in text for text in remarks):
            return []
        remarks = [text.replace('"', "'") for text in remarks]
        del self.lines[begun:end]
        return remarks

    def single(self, indent: int) -> bool:
        """Whether there is one `if` statement only."""
        heads = [line.text for line in self.heads(indent)]
        arms = all(text == "else:" or isinstance(tree(text), ast.If) for text in heads)
        return arms and len(heads) - sum(text == "else:" or text.startswith("elif ") for text in heads) == 1

    def merge_with(self, position: int) -> None:
        """`with a:` / `with b:` as `with a, b:`, where the inner one is all there is in the outer."""
        outer, inner = self.lines[position : position + 2] if position + 1 < len(self.lines) else (None, None)
        if outer is None or inner is None or not isinstance(tree(inner.text), ast.With):
            return
        if all(line.indent > inner.indent for line in self.lines[position + 2 :]):
            outer.text = f"{outer.text[:-1]}, {inner.text.removeprefix('with ')}"
            del self.lines[position + 1]
            for line in self.lines[position + 1 :]:
                line.indent -= 1

    def fold_returns(self, result: str) -> None:
        """`t += 1` / `return t` as `return t + 1`. What is of no known type gets that of the result first."""
        for first, second in pairwise(self.lines):
            back = tree(second.text)
            if first.indent != second.indent or not isinstance(back, ast.Return) or back.value is None:
                continue
            code = _worked_out_of(first.text, part(second.text, back.value))
            if not code:
                continue
            if untyped(code) and not isinstance(back.value, ast.Tuple):
                first.text, second.text = f"result: {result} = {code}", "return result"
            else:
                first.text, second.text = f"return {code}", ""
        position = len(self.lines) - 1
        while position > 0:
            self._fold_into(position)
            position -= 1
        self.lines = [line for line in self.lines if line.text]

    def _fold_into(self, position: int) -> None:
        """`f = 1` / `return f, t` as `return 1, t`: what is given right before, with no call, stands in its place."""
        before, line = self.lines[position - 1 : position + 1]
        match tree(line.text):
            case ast.Return(value=ast.Tuple(elts=items)) if before.indent == line.indent:
                shown = [part(line.text, item) for item in items]
            case _:
                return
        match tree(before.text):
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
                | ast.AugAssign(target=ast.Name(id=name), value=value)
            ) if name in shown and times(line.text, name) == 1 and _plain(value):
                pass
            case _:
                return
        if code := _worked_out_of(before.text, name):
            shown[shown.index(name)] = code
            line.text = f"return {', '.join(shown)}"
            del self.lines[position - 1]

    def drop_unused(self) -> None:
        """Values that nothing looks at: a constant is not kept, and what may fail is worked out only."""
        while self._drop_a_copy():
            pass
        words = self._words()
        given = Counter(given_name(line.text) for line in self.lines)
        for line in self.lines:
            name = given_name(line.text)
            if not name or words[name] != given[name]:
                continue
            value = given_value(line.text)
            if given_name(value):
                line.text = value
            elif _constant(expression(value)):
                line.text = ""
            else:
                line.text = worked_out(value)
        for position, line in enumerate(self.lines):
            match tree(line.text):
                case ast.Assign(targets=[ast.Tuple(elts=places) as target]):
                    if all(isinstance(place, ast.Name) for place in places):
                        names = [part(line.text, place) for place in places]
                        kept = [name if words[name] > 1 else "_" for name in names]
                        line.text = changed(line.text, {target: ", ".join(kept)})
            if name := counted(line.text):
                if words[name] == 1:
                    line.text = uncounted(line.text)
                else:
                    self._forget_counter(position, line, name)
        declared = [(line, name) for line in self.lines if (name := declared_name(line.text))]
        still = self._words() if declared else Counter()
        for line, name in declared:
            if still[name] == 1:
                line.text = ""
        self.lines = [line for line in self.lines if line.text]
        self._fill_suites()

    def _words(self) -> Counter[str]:
        """How often each name is in the lines."""
        return Counter(chain.from_iterable(occurrences(line.text) for line in self.lines if line.working))

    def _drop_a_copy(self) -> bool:
        """Forget `y = x` where nothing looks at y, so that there may be nothing that looks at x, either."""
        copies = [line for line in self.lines if _is_copy(line.text)]
        if not copies:
            return False
        words = self._words()
        given = Counter(given_name(line.text) for line in self.lines)
        for line in copies:
            name = given_name(line.text)
            if words[name] == given[name] and name != given_value(line.text):
                line.text = ""
                return True
        return False

    def chain(self) -> None:
        """`a = 0` / `b = 0` as `a = b = 0`, `a = b` / `b = c` as `a, b = b, c`: where one line of BASIC has them."""
        lines: list[Line] = []
        group: list[tuple[str, str]] = []
        for line in self.lines:
            this = _simply_given(line.text)
            last = lines[-1] if group else None
            joins = this and last and (last.indent, last.source) == (line.indent, line.source)
            if this and last and joins and (text := _together([*group, this])):
                last.text = text
                group.append(this)
            else:
                lines.append(line)
                group = [this] if this else []
        self.lines = lines

    def _fill_suites(self) -> None:
        """No suite may be empty."""
        working = [position for position, line in enumerate(self.lines) if line.working]
        if working and self.lines[working[-1]].text.endswith(":"):
            last = self.lines[working[-1]]
            self.lines.append(Line(last.indent + 1, "pass", last.source))
        for position, following in reversed([*pairwise(working)]):
            head, next_ = self.lines[position], self.lines[following]
            if head.text.endswith(":") and next_.indent <= head.indent:
                self.lines.insert(position + 1, Line(head.indent + 1, "pass", head.source))

    def _forget_counter(self, position: int, head: Line, name: str) -> None:
        """`for _ in range(10):` where the body does not look at the variable, nor who handles its errors."""
        indent = head.indent
        for line in reversed(self.lines[:position]):
            if line.text and line.indent < indent:
                indent = line.indent
                if isinstance(tree(line.text), ast.Try | ast.With):
                    return
                if indent <= 1:
                    break
        inside, left = True, False
        for line in self.lines[position + 1 :]:
            if line.text and line.indent <= head.indent:
                inside = False
            left = left or (inside and line.text == "break")
            if mentions(line.text, name):
                if inside or not (gives(line.text, name) or _bounds(line.text, name)):
                    return
                break
        if left and self._looked_at_elsewhere(position, name):
            return
        head.text = uncounted(head.text)

    def _looked_at_elsewhere(self, head: int, name: str) -> bool:
        """Whether a counter is more than that anywhere but in one loop."""
        within = -1  # the loop of the same name in hand
        for position, line in enumerate(self.lines):
            if line.indent <= within and line.text:
                within = -1
            if within < 0 and counts_with(line.text, name):
                within = line.indent
            elif within < 0 and position != head and mentions(line.text, name):
                return True
        return False

    def text(self) -> str:
        return "\n".join("    " * line.indent + line.text for line in self.lines)
