"""An empty line above a text is said with it, where the cursor surely is at the left margin.

    gw.print()                              gw.print("\\nYOU HAVE", m, "DOLLARS")
    gw.print("YOU HAVE", m, "DOLLARS")

Elsewhere the text might not fit behind what stands in its line, and BASIC would count the line end with it. Where the
cursor is is followed through all functions: what each does with it, whether it begins at the margin or not.
"""

from __future__ import annotations

import re
from functools import cache

from ...record import record, replace
from .conditions import TEXT
from .formatting import WIDTH
from .page import Line, Page, without_texts
from .suites import Statement, lines_in, parsed

EMPTY = re.compile(r'gw\.print\((?:end="((?:\\n)+)")?\)')
TEXTS = re.compile(rf'gw\.print\(((?:"", )+)({TEXT})(.*), sep="\\n"(.*)\)')
SHOWN = re.compile(rf"(gw\.(?:put|print)\()({TEXT})(.*)")
PLAIN = re.compile(r'"[ !#-\[\]-~]+"')  # no line end in it, nor anything else that moves the cursor
NEWLINE = r"\n"
MOST = 78  # characters of a text, so that it never comes to the margin itself
TRAPPING = re.compile(r"with |try:|.*\bgw\.(?:trap|resum|on_error)")  # whatever an error leads to
CALLED = re.compile(r"(?<![\w.])((?:\w+\.)*\w+)\(|\)\.(\w+)\(")
HANDED = re.compile(r"(?<![\w.])\w+(?![\w(])")
SHOWING = re.compile(r"(?:gw\.)?(?:print|put|using|input(?:_\w+)?|line_input)")
PERHAPS = re.compile(r" (?:and|or|if|for) ")  # not all of it is worked out each time
STILL = re.compile(  # moves no cursor; a message of an error that the program goes on after ends its line
    r"gw\.(?:rnd|randrange|randomize|modulo|quotient|divide|multiply|add|subtract|sqr|sin|cos|tan|atn|exp|log|power"
    r"|val|read|read_\w+|end_constant|restore|singles?|Single|Double|fail|inkey)(?:_whole|_double)?"
    r"|(?:strings|convert|math|re|single|double)\.\w+|screen\.(?:cls|color)|keyboard\.key_switch|sys\.exit|g\.\w+"
    r"|[A-Z]\w*|int|float|str|len|abs|chr|ord|min|max|sum|any|all|range|floor|ceil|round|index|integer|byte|word"
    r"|map|sorted|reversed|enumerate|join|counting|bool|list|tuple|pow|divmod|def|sep|end"
)


@record(frozen=False)
class Ends:
    """How a function leaves the cursor: whether at the margin, if it begins there and if it does not."""

    there: bool = True
    elsewhere: bool = True


@record(frozen=False)
class Around:
    """What leaves a loop or a function: whether the cursor is at the margin then, as far as anything leads there."""

    breaks: bool | None = None
    turns: bool | None = None


def print_above(pages: list[Page]) -> None:
    """Do so in the functions of a file, main last."""
    lines = [line for page in pages for line in page.lines]
    if any(TRAPPING.match(line.text) for line in lines):
        return
    if not any(EMPTY.fullmatch(line.text) or TEXTS.fullmatch(line.text) for line in lines):
        return
    cursor = _Cursor(pages)
    cursor.settle()
    for page in pages:
        kept: list[Line] = []
        for line in page.lines:
            above = kept[-1] if kept else None
            if above is not None and (short := _below(above, line)) and cursor.at_margin.get(id(above)):
                kept[-1] = replace(line, text=short)
                continue
            if cursor.at_margin.get(id(line)) and (found := TEXTS.fullmatch(line.text)) and PLAIN.fullmatch(found[2]):
                text = '"' + NEWLINE * found[1].count('""') + found[2][1:]
                rest = ', sep="\\n"' if re.search(TEXT, found[3]) else ""
                line.text = f"gw.print({text}{found[3]}{rest}{found[4]})"
            kept.append(line)
        page.lines = kept


def _below(above: Line, line: Line) -> str | None:
    """The second line with the line ends of the first."""
    empty, shown = EMPTY.fullmatch(above.text), SHOWN.fullmatch(line.text)
    if not empty or not shown or above.note or above.indent != line.indent:
        return None
    if not PLAIN.fullmatch(shown[2]) or len(shown[2]) > MOST or "sep=" in shown[3]:
        return None
    short = f'{shown[1]}"{empty[1] or NEWLINE}{shown[2][1:]}{shown[3]}'
    return short if len(short) + 4 * line.indent + 8 * bool(line.note) <= WIDTH else None


@record
class Effect:
    """What a line does: the functions of the file that it calls, whether it shows something itself, and whether not all
    of it is worked out each time; whether the cursor is at the margin behind it, None if it does not move that."""

    own: list[str]
    shows: bool
    perhaps: bool
    behind: bool | None


class _Cursor:
    """Where the cursor is at each line: `at_margin`, by the identity of the line."""

    def __init__(self, pages: list[Page]) -> None:
        self.functions: dict[str, list[Statement]] = {}
        for page in pages:
            if found := re.match(r"def (\w+)\(", page.lines[0].text if page.lines else ""):
                self.functions[found[1]] = parsed(page.lines)[0].clauses[0].suite
        self.ends = {name: Ends() for name in self.functions}
        self.entered = dict.fromkeys(self.functions, True)  # always at the margin
        for line in (line for page in pages for line in page.lines[1:] if _acts(line)):
            for name in self.functions.keys() & HANDED.findall(without_texts(line.text)):
                self.entered[name] = False  # called from who knows where
        self.at_margin: dict[int, bool] = {}
        self.noting = False
        self.returned: bool | None = None
        self.effect = cache(self._effect)

    def settle(self) -> None:
        """From the best that could be, until nothing more speaks against it."""
        callers = self._callers()
        waiting = {*self.functions}
        while waiting:
            for name, suite in self.functions.items():
                if name in waiting:
                    waiting.remove(name)
                    ends = Ends(self._whole(suite, True), self._whole(suite, False))
                    if self.ends[name] != ends:
                        self.ends[name] = ends
                        waiting |= callers[name]
        self.noting = True
        before: dict[str, bool] = {}
        while self.entered != before:
            for name, suite in self.functions.items():
                if before.get(name) != self.entered[name]:
                    before[name] = self.entered[name]
                    self._whole(suite, self.entered[name])

    def _callers(self) -> dict[str, set[str]]:
        """Who calls each function."""
        found: dict[str, set[str]] = {name: set() for name in self.functions}
        for name, suite in self.functions.items():
            for line in filter(_acts, lines_in(suite)):
                for called in self.effect(line.text).own:
                    found[called].add(name)
        return found

    def _whole(self, suite: list[Statement], state: bool) -> bool:
        """How a function leaves the cursor; one that never comes back is no objection."""
        self.returned = None
        end = self._suite(suite, state, Around())
        return _both(end, self.returned) is not False

    def _suite(self, suite: list[Statement], state: bool | None, around: Around) -> bool | None:
        for statement in suite:
            if state is None:
                return None
            state = self._statement(statement, state, around)
        return state

    def _statement(self, statement: Statement, state: bool, around: Around) -> bool | None:
        text = statement.text
        if statement.simple:
            state = self._line(statement.line, state)
            if text == "break":
                around.breaks = _both(around.breaks, state)
            elif text == "continue":
                around.turns = _both(around.turns, state)
            elif text.startswith("return"):
                self.returned = _both(self.returned, state)
            elif not text.startswith(("raise ", "sys.exit(")):
                return state
            return None
        if statement.loops:
            return self._loop(statement, state, around)
        if text.startswith("match "):
            return self._match(statement, state, around)
        end: bool | None = None
        for clause in statement.clauses:
            state = self._line(clause.line, state)
            end = _both(end, self._suite(clause.suite, state, around))
        return end if statement.complete else _both(end, state)

    def _match(self, statement: Statement, state: bool, around: Around) -> bool | None:
        state = self._line(statement.line, state)
        end: bool | None = None
        complete = False
        for case in statement.clauses[0].suite:
            complete |= case.text == "case _:"
            end = _both(end, self._suite(case.clauses[0].suite, state, around))
        return end if complete else _both(end, state)

    def _loop(self, statement: Statement, state: bool, around: Around) -> bool | None:
        head = statement.clauses[0]
        begun = state
        while True:
            here = Around()
            tested = self._line(head.line, begun)
            turned = _both(self._suite(head.suite, tested, here), here.turns)
            if turned is not False or not begun:
                break
            begun = False
        end = None if head.text == "while True:" else tested
        for clause in statement.clauses[1:]:
            end = self._suite(clause.suite, end, around)
        return _both(end, here.breaks)

    def _line(self, line: Line, state: bool) -> bool:
        """Whether the cursor is at the margin behind a line, and noted before it."""
        if not _acts(line):
            return state
        if self.noting:
            self.at_margin[id(line)] = self.at_margin.get(id(line), True) and state
        effect = self.effect(line.text)
        if effect.own:
            begun = state and len(effect.own) == 1 and not effect.shows
            for name in effect.own if self.noting else ():
                self.entered[name] &= begun
            left = [self.ends[name].there if begun else self.ends[name].elsewhere for name in effect.own]
            state = all(left) and (state or not effect.perhaps)
        return state if effect.behind is None else effect.behind

    def _effect(self, text: str) -> Effect:
        words = [one or other for one, other in CALLED.findall(without_texts(text))]
        own = [word for word in words if word in self.functions]
        others = [word for word in words if word not in self.functions]
        shows = [word for word in others if SHOWING.fullmatch(word)]
        behind: bool | None = None
        if not all(SHOWING.fullmatch(word) or STILL.fullmatch(word) for word in others):
            behind = False
        elif shows:
            last = shows[-1].removeprefix("gw.")
            asks = last.startswith(("input", "line_input"))
            behind = "same_line" not in text if asks else last != "put" and not text.endswith('end="")')
        return Effect(own, bool(shows), PERHAPS.search(text) is not None, behind)


def _acts(line: Line) -> bool:
    return not line.text.startswith(("#", '"""'))


def _both(one: bool | None, other: bool | None) -> bool | None:
    """At the margin, if both ways lead there; None: a way that is none."""
    if one is None or other is None:
        return one if other is None else other
    return one and other
