"""Lines of Python being written, each with its indentation and the BASIC line it comes from."""

from __future__ import annotations

import ast
import re
import textwrap
from collections import Counter
from functools import lru_cache
from itertools import chain, pairwise

from ...analysis.shapes.structure import Shape
from ...record import record, replace
from .conditions import TEXT
from .mentions import mentions
from .settings import ONE_GIVEN

_COPY = re.compile(r"(\w+)(?:: [\w\[\]]+)? = ([a-z]\w*)")
_WORD = re.compile(r"(?<![\w.])\w+")
_UNPACKED = re.compile(r"((?:\w+, )+\w+) = ")
_SETTING = re.compile(r'(\w+)(?:: [\w\[\]]+)? ([-+*]?)= ([\w. +*-]+|"[^",\\]*")')
TYPED = ["put", "call", "randrange", "sqr", "exp", "log", "tan", "val", "line_input", "read_text", "read_integer"]
UNTYPED = re.compile(  # what may be anything to a type checker
    rf"\bgw\.(?!input_|({'|'.join(TYPED)}|(?:add|subtract|multiply|divide)(?:_whole|_double)?)\b)|\*\* ?-?[a-z(]"
)
DECLARED = re.compile(r"(\w+): [\w\[\], ]+")
_LISTING = {"Single(", "Double(", "double.ONE", "True", "False", "for", "_", "in", "range("}
COUNTED = re.compile(r"for (\w+) in (?:range|counting)\(")
_FROM_ONE = re.compile(r"for _ in range\(1, ([^,]+)\):")
_SUM, _WORDS = re.compile(r"[\w.*/+\[\]() -]+"), re.compile(r"\b(?:if|else|and|or|not|in)\b")
_QUOTED = re.compile(rf"(f?)({TEXT})")
CONSTANT = re.compile(
    r"\[+(0|\"\")\] \* \d+(?: for _ in range\(\d+\)\])*|-?[\d.]+|(?:Single|Double)\(-?[\d.]+\)|\"\w*\"|True|False"
)
_SIMPLY_GIVEN = re.compile(r"((?!gw\.)[\w.]+) = (-?[\w.]+|\"[^\"\\]{0,12}\")")
MOST_CHAINED, MOST_PAIRED = 5, 3
LEAVING = re.compile(r"(?:return|continue|break)\b|raise |sys\.exit\(")
LEAVES = re.compile(r"return\b.*|break|continue")  # the same, but for errors and the end of the program


ZERO = 65536  # stands for BASIC's line 0 in a `source`, where 0 is none


@record(frozen=False)
class Line:
    indent: int
    text: str
    source: int  # the BASIC line that it comes from
    note: str = ""  # a remark that stands behind it
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


@lru_cache(1 << 14)
def without_texts(code: str) -> str:
    """A line without its texts, but with what is worked out in them."""
    return _QUOTED.sub(lambda found: _worked_out_in(found[0]) if found[1] else "", code)


@lru_cache(1 << 14)
def words_of(code: str) -> tuple[str, ...]:
    """The names in a line: the same lines are looked at in each attempt at a routine."""
    return tuple(_WORD.findall(without_texts(code)))


def _worked_out_in(text: str) -> str:
    return text if "{{" in text else " ".join(re.findall(r"\{[^{}]*\}", text))


def worked_out(code: str) -> str:
    """A statement for an expression whose value nobody looks at: linters want no comparison that is none's."""
    return code if isinstance(ast.parse(code, mode="eval").body, ast.Call) else f"_ = {code}"


def _constant_list(code: str) -> bool:
    """Whether it is a list, with nothing in it that may fail."""
    code = re.sub(r"(\* |range)\([a-z]\w* \+ 1\)", r"\1(1)", code).replace("[gw.", "[")
    return code.startswith("[") and {*re.findall(r"[a-zA-Z_][\w.]*\(?", _QUOTED.sub("", code))} <= _LISTING


def uncounted(head: str, name: str) -> str:
    """`for _ in range(9):` for `for i in range(1, 10):`"""
    head = head.replace(f"for {name} in", "for _ in", 1)
    if match := _FROM_ONE.fullmatch(head):
        end = match[1]
        less = str(int(end) - 1) if end.isdigit() else end.removesuffix(" + 1")
        if less != end and (end.isdigit() or (_SUM.fullmatch(less) and not _WORDS.search(less))):
            return f"for _ in range({less}):"
    return head


def _together(given: list[re.Match[str]]) -> str:
    """Several assignments as one; empty if that is not the same or is hard to read."""
    names, values = [match[1] for match in given], [match[2] for match in given]
    used = [value.lstrip("-") for value in values]
    if len({*names}) < len(names) or any(name in used[i + 1 :] for i, name in enumerate(names)):
        return ""
    if len({*values}) == 1 and CONSTANT.fullmatch(values[0]):
        return f"{' = '.join(names)} = {values[0]}" if len(names) <= MOST_CHAINED else ""
    return f"{', '.join(names)} = {', '.join(values)}" if len(names) <= MOST_PAIRED else ""


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
        """A remark behind other statements of its line stands behind what they have become."""
        last = self.lines[-1] if self.lines else None
        if last is not None and last.working and (last.indent, last.source) == (indent, source) and not last.note \
                and not last.text.endswith(":"):
            last.note = text
        else:
            self.put(indent, text, source)

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
        return last.indent == lowest and LEAVING.match(last.text) is not None

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
        return bool(heads) and heads[0].startswith("if ") and all(h.startswith(("elif ", "else:")) for h in heads[1:])

    def merge_with(self, position: int) -> None:
        """`with a:` / `with b:` as `with a, b:`, where the inner one is all there is in the outer."""
        outer, inner = self.lines[position : position + 2] if position + 1 < len(self.lines) else (None, None)
        if outer is None or inner is None or not inner.text.startswith("with "):
            return
        if all(line.indent > inner.indent for line in self.lines[position + 2 :]):
            outer.text = f"{outer.text[:-1]}, {inner.text.removeprefix('with ')}"
            del self.lines[position + 1]
            for line in self.lines[position + 1 :]:
                line.indent -= 1

    def fold_returns(self, result: str) -> None:
        """`t += 1` / `return t` as `return t + 1`. What is of no known type gets that of the result first."""
        for first, second in pairwise(self.lines):
            names = second.text.removeprefix("return ")
            if first.indent != second.indent or names == second.text:
                continue
            match = re.fullmatch(rf"{re.escape(names)}(?:: \w+)? ([-+*]?)= (.+)", first.text)
            if match is None:
                continue
            code = f"{names} {match[1]} {match[2]}" if match[1] else match[2]
            if UNTYPED.search(code) and "," not in names:
                first.text, second.text = f"result: {result} = {code}", "return result"
            else:
                first.text, second.text = f"return {code}", ""
                first.note = first.note or second.note
        position = len(self.lines) - 1
        while position > 0:
            self._fold_into(position)
            position -= 1
        self.lines = [line for line in self.lines if line.text]

    def _fold_into(self, position: int) -> None:
        """`f = 1` / `return f, t` as `return 1, t`: what is given right before, with no call, stands in its place."""
        before, line = self.lines[position - 1 : position + 1]
        match = _SETTING.fullmatch(before.text)
        if match is None or before.indent != line.indent or not line.text.startswith("return "):
            return
        name, symbol, code = match.groups()
        items = line.text.removeprefix("return ").split(", ")
        words = re.findall(r"(?<![\w.])\w+", line.text)
        if len(items) < 2 or name not in items or words.count(name) != 1:
            return
        items[items.index(name)] = f"{name} {symbol} {code}" if symbol else code
        line.text = f"return {', '.join(items)}"
        line.note = line.note or before.note
        del self.lines[position - 1]

    def drop_unused(self) -> None:
        """Values that nothing looks at: a constant is not kept, and what may fail is worked out only."""
        while self._drop_a_copy():
            pass
        words = self._words()
        given = Counter(match[1] for line in self.lines if (match := ONE_GIVEN.match(line.text)))
        for line in self.lines:
            match = ONE_GIVEN.match(line.text)
            if match is None or words[match[1]] != given[match[1]]:
                continue
            if CONSTANT.fullmatch(match[2]) or _constant_list(match[2]):
                line.text, line.note = line.note, ""
            else:
                line.text = match[2] if ONE_GIVEN.match(match[2]) else worked_out(match[2])
        for line in self.lines:
            if match := _UNPACKED.match(line.text):
                names = [name if words[name] > 1 else "_" for name in match[1].split(", ")]
                line.text = f"{', '.join(names)} = {line.text[match.end() :]}"
        for position, line in enumerate(self.lines):
            if (match := COUNTED.match(line.text)) and words[match[1]] == 1:
                line.text = uncounted(line.text, match[1])
            elif match:
                self._forget_counter(position, line, match[1])
        declared = [(line, match[1]) for line in self.lines if (match := DECLARED.fullmatch(line.text))]
        still = Counter(word for line in self.lines for word in _WORD.findall(line.text)) if declared else Counter()
        for line, name in declared:
            if still[name] == 1:
                line.text, line.note = line.note, ""
        self.lines = [line for line in self.lines if line.text]
        self._fill_suites()

    def _words(self) -> Counter[str]:
        """How often each name is in the lines."""
        return Counter(chain.from_iterable(words_of(line.text) for line in self.lines if line.working))

    def _drop_a_copy(self) -> bool:
        """Forget `y = x` where nothing looks at y, so that there may be nothing that looks at x, either."""
        copies = [(line, match) for line in self.lines if (match := _COPY.fullmatch(line.text))]
        if not copies:
            return False
        words = self._words()
        given = Counter(match[1] for line in self.lines if (match := ONE_GIVEN.match(line.text)))
        for line, match in copies:
            if words[match[1]] == given[match[1]] and match[1] != match[2]:
                line.text, line.note = line.note, ""
                return True
        return False

    def chain(self) -> None:
        """`a = 0` / `b = 0` as `a = b = 0`, `a = b` / `b = c` as `a, b = b, c`: where one line of BASIC has them."""
        lines: list[Line] = []
        group: list[re.Match[str]] = []
        for line in self.lines:
            this = _SIMPLY_GIVEN.fullmatch(line.text)
            last = lines[-1] if group else None
            joins = this and last and not last.note and (last.indent, last.source) == (line.indent, line.source)
            if this and last and joins and (text := _together([*group, this])):
                last.text, last.note = text, line.note
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
                if line.text.startswith(("try:", "with ")):
                    return
                if indent <= 1:
                    break
        inside, left = True, False
        for line in self.lines[position + 1 :]:
            if line.text and line.indent <= head.indent:
                inside = False
            left = left or (inside and line.text == "break")
            if mentions(line.text, name):
                given = rf"{name} = (max|min)\({name}, |{name} = (?!.*(?<![\w.]){name}(?!\w))|for {name} in"
                if inside or not re.match(given, line.text):
                    return
                break
        if left and self._looked_at_elsewhere(position, name):
            return
        head.text = uncounted(head.text, name)

    def _looked_at_elsewhere(self, head: int, name: str) -> bool:
        """Whether a counter is more than that anywhere but in one loop."""
        within = -1  # the loop of the same name in hand
        for position, line in enumerate(self.lines):
            if line.indent <= within and line.text:
                within = -1
            if within < 0 and re.match(rf"for {name} in ", line.text):
                within = line.indent
            elif within < 0 and position != head and mentions(line.text, name):
                return True
        return False

    def text(self) -> str:
        return "\n".join("    " * line.indent + line.text + line.note for line in self.lines)
