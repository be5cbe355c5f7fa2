"""What is still nested too deeply in the lines of a function becomes a function of its own, whatever leads out of it.

                                        if a < 8:
    if a < 8:                               goes_on, b = change_b(b, d)
        while b > 0:                        if not goes_on:
            ...                                 break
            if d == b:                              def change_b(b: float, d: float) -> tuple[bool, float]:
                break                                   while b > 0:
        else:                                               ...
            break                                           if d == b:
                                                                return True, b
                                                        return False, b

It says which way it was left. Shapes are taken out first (`outline.py`), since they have names that say more; here are
the jumps, flags and tests that Python was given for them. What an error would lose stays where it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from itertools import chain, count, product

from ...record import record
from ..lines.control import Control, Names, UnclearError
from ..lines.page import Line
from ..lines.suites import Clause, Statement, closed, lines_in, parsed, single, size, written
from .outline import MOST_NESTED

JUMP = re.compile(r"break|continue|return\b.*")
GIVING = re.compile(r"return(?: (?:\w+|-?[\d.]+)(?:, (?:\w+|-?[\d.]+))*)?")  # that may be said by the caller as well
HEAD = re.compile(r"def \w+\((.*)\) -> (.+):")
PARAMETER = re.compile(r"(\w+): ([\w.]+(?:\[[^()]*?\](?=,|$))?)")
ANNOTATED = re.compile(r"(\w+): ([\w\[\], ]+?)(?: = .+)?")
MOST_GIVEN = 16
MOST_LINES = 300  # of a function that is looked at: each cut takes time for each line
BEGUN = {"bool": "False", "int": "0"}
FEWEST = 3  # lines
Type = Callable[[str], str]  # of a variable of the routine, "" if that is not known


@record
class Place:
    """Statements of a suite, `begin` to `end`; `depth`: how many others they stand in; `implied`: the jump that control
    comes to behind the suite, if that is known."""

    suite: list[Statement]
    begin: int
    end: int
    depth: int
    implied: str

    @property
    def statements(self) -> list[Statement]:
        return self.suite[self.begin : self.end]

    @property
    def behind(self) -> str:
        """The jump that control comes to behind it."""
        rest = [each for each in self.suite[self.end :] if each.line.working]
        if not rest:
            return self.implied
        return rest[0].text if rest[0].simple and JUMP.fullmatch(rest[0].text) else ""


@record
class Cut:
    """A place as a function: the jumps that lead out of it (`""`: behind it), what it is given and what it gives back;
    `final`: it only leads to the end of the function that it stands in; `unset`: what may have no value yet, where
    nobody looks at it; `lost`: what it would lose where an error leaves it."""

    place: Place
    ways: list[str]
    given: list[str]
    back: list[str]
    final: bool
    unset: list[str]
    lost: list[str]

    @property
    def codes(self) -> list[str]:
        """What stands for each of several ways."""
        two = ["False", "True"] if len(self.ways) == 2 else []
        return two or [str(number) for number in range(len(self.ways)) if len(self.ways) > 1]

    def result(self, jump: str) -> str:
        """How it is left where a jump stood."""
        way = jump if jump in self.ways else ""
        codes = [self.codes[self.ways.index(way)]] if self.codes else []
        return f"return {', '.join([*codes, *self.back])}".rstrip()

    def cost(self) -> int:
        deep = depth(self.place.statements)
        uneven = max(0, deep - MOST_NESTED) * 8 + max(0, FEWEST - size(self.place.statements)) * 8
        handed = len(self.given) + 2 * len(self.back) + 4 * len(self.unset)
        return handed + 3 * (len(self.ways) - 1) + uneven + (MOST_NESTED - deep) ** 2 // 4


def depth(statements: list[Statement]) -> int:
    """How many statements stand in each other; `match` and `case` are one."""
    return max(
        (
            (not clause.text.startswith("case ")) + depth(clause.suite)
            for statement in statements
            for clause in statement.clauses
            if clause.suite
        ),
        default=0,
    )


class Sinking:
    """Takes them out of one function. `type_of`: of the routine's variables; `name`: what some statements are called,
    with what they are given and give back."""

    def __init__(self, lines: list[Line], type_of: Type, name: Callable[[list[Line], Cut], str]) -> None:
        self.lines = lines
        self.type_of = type_of
        self.name = name
        self.losing: set[str] = set()  # what would have to be shared for that

    def functions(self) -> list[list[Line]]:
        """What has been taken out; none of them is in another."""
        found: list[list[Line]] = []
        waiting = [self.lines]
        while waiting:
            lines = waiting[-1]
            taken = self._taken(lines) if depth(parsed(lines)) - 1 > MOST_NESTED else None
            if taken is None:
                waiting.pop()
            else:
                found.append(taken)
                waiting.insert(0, taken)
        return found

    def _taken(self, lines: list[Line]) -> list[Line] | None:
        """The best of what can be taken out of a function; it calls that then."""
        statements = parsed(lines)
        whole = statements[0]
        head = HEAD.fullmatch(whole.text)
        if len(statements) > 1 or head is None or len(lines) > MOST_LINES:
            return None
        parameters = dict(PARAMETER.findall(head[1]))
        try:
            control = Control(whole.clauses[0].suite, parameters)
        except UnclearError:
            return None
        types = self._types(lines, parameters, control)
        implied = "return" if head[2] == "None" else ""
        places = [*_places(whole.clauses[0].suite, 0, implied)]
        cuts = [cut for place in places if (cut := _cut(place, control, types)) is not None]
        if not cuts:
            return None
        best = min(cuts, key=lambda cut: (len(cut.lost), cut.cost()))
        if best.lost:
            self.losing.update(best.lost)
            return None
        taken, typed = self._written(best, types, head[2], control)
        lines[:] = written(statements, lines[0].indent)
        begin = 1 + lines[1].text.startswith('"""')
        lines[begin:begin] = [Line(1, f"{each} = {BEGUN[types[each]]}", 0) for each in best.unset]
        _declare(lines, [*parameters], types, typed)
        return taken

    def _types(self, lines: list[Line], parameters: dict[str, str], control: Control) -> dict[str, str]:
        """Of all variables of the function whose types are known."""
        found = dict(parameters)
        values: dict[str, set[str]] = {}
        for line in lines[1:]:
            if match := ANNOTATED.fullmatch(line.text):
                found.setdefault(match[1], match[2])
            if match := re.fullmatch(r"((?:\w+ = )+)(.+)", line.text):
                for name in re.findall(r"\w+", match[1]):
                    values.setdefault(name, set()).add(match[2])
        for name in control.own - found.keys():
            flag = values.get(name, {""}) <= {"True", "False"}
            if kind := "bool" if flag else self.type_of(name):
                found[name] = kind
        return found

    def _written(
        self, cut: Cut, types: dict[str, str], result: str, control: Control
    ) -> tuple[list[Line], set[str]]:
        """A cut as a function, with the variables whose types are told there now; its call stands in its place."""
        place, source = cut.place, cut.place.statements[0].line.source
        inside = place.statements
        name = self.name(lines_in(inside), cut)
        gives = ["bool" if len(cut.ways) == 2 else "int"] * (len(cut.ways) > 1) + [types[each] for each in cut.back]
        call = f"{name}({', '.join(cut.given)})"
        if cut.final:
            new = [single(Line(0, call if result == "None" else f"return {call}", source))]
            if result == "None" and place.implied != "return":
                new.append(single(Line(0, "return", source)))
            given_back = result
        else:
            given_back = "None" if not gives else gives[0] if len(gives) == 1 else f"tuple[{', '.join(gives)}]"
            new = _called(cut, call, source, control.own)
            for jump in _jumps(inside, True):
                jump.line.text = cut.result(jump.text)
            if not closed(inside) and (text := cut.result("")) != "return":
                inside.append(single(Line(0, text, inside[-1].line.source)))
        place.suite[place.begin : place.end] = new
        given = ", ".join(f"{each}: {types[each]}" for each in cut.given)
        lines = [Line(0, f"def {name}({given}) -> {given_back}:", 0), *written(inside, 1)]
        floats = {each for each, kind in types.items() if kind == "float"}
        typed = {match[1] for line in lines if (match := ANNOTATED.fullmatch(line.text))}
        _declare(lines, cut.given, types, floats)
        return lines, typed - {*cut.back}


def _places(suite: list[Statement], around: int, implied: str) -> Iterator[Place]:
    """Where something stands that is too deep, and not so deep itself that its call would be, too."""
    if around > MOST_NESTED:
        return
    for position, statement in enumerate(suite):
        if around + depth([statement]) <= MOST_NESTED:
            continue
        if around:
            for begin, end in product(sorted({0, position}), sorted({position + 1, len(suite)})):
                yield Place(suite, begin, end, around, implied)
        behind = Place(suite, position, position + 1, around, implied).behind
        yield from _within(statement, around + 1, behind)


def _within(statement: Statement, around: int, behind: str) -> Iterator[Place]:
    if statement.text.startswith("match "):
        for case in statement.clauses[0].suite:
            yield from _places(case.clauses[0].suite, around, behind)
        return
    for clause in statement.clauses:
        loops = clause.text.startswith(("for ", "while "))
        passes = statement.branches or clause.text == "else:" or re.fullmatch(r"with (?!.* as ).*", clause.text)
        yield from _places(clause.suite, around, "continue" if loops else behind if passes else "")


def _cut(place: Place, control: Control, types: dict[str, str]) -> Cut | None:
    """A place as a function, if it can be one."""
    inside = place.statements
    lines = [line for line in lines_in(inside) if line.working]
    steps = [index for line in lines for index in control.at.get(id(line), ())]
    entry = max(control.at[id(lines[0])])
    jumps = {statement.text for statement in _jumps(inside, True)}
    falls = not closed(inside)
    final = not falls and all(jump.startswith("return") for jump in jumps)
    if place.behind in jumps:
        jumps.remove(place.behind)
        falls = True
    ways = [""] * falls + sorted(jumps)
    if not ways or (len(ways) > 1 and not final and place.depth >= MOST_NESTED):
        return None
    if not final and not all(GIVING.fullmatch(jump) for jump in jumps if jump.startswith("return")):
        return None
    leaving = _leaving(control, steps)
    kept = 0 if final else _given_back(control, steps, leaving, jumps)
    failing = [each for index in steps for each in control.steps[index].errors]  # behind a `with`, as it was there
    begun = control.looked_at(steps, dict.fromkeys([*leaving, *failing], kept))[entry]
    given, back, unset = (control.names(bits) for bits in (begun, kept, begun & ~control.given[entry]))
    typed = {*given, *back} <= types.keys() and all(types[name] in BEGUN for name in unset)
    if not typed or len(given) > MOST_GIVEN:
        return None
    return Cut(place, ways, sorted(given), sorted(back), final, sorted(unset), sorted(_lost(control, steps)))


def _jumps(suite: list[Statement], looping: bool) -> Iterator[Statement]:
    """The jumps that lead out of some statements; `looping`: `break` and `continue` do, too."""
    for statement in suite:
        if statement.simple:
            if JUMP.fullmatch(statement.text) and (looping or statement.text.startswith("return")):
                yield statement
            continue
        for clause in statement.clauses:
            loops = clause.text.startswith(("for ", "while "))
            yield from _jumps(clause.suite, looping and not loops)


def _leaving(control: Control, steps: list[int]) -> list[int]:
    """Where control comes to behind some steps, if no error leads there."""
    inside = {*steps}
    return [each for index in steps for each in control.steps[index].follows if each not in inside]


def _lost(control: Control, steps: list[int]) -> Names:
    """What is changed in them and looked at where an error leads out of them."""
    changed = control.changed(steps)
    lost = 0
    for index in steps:
        for each in control.steps[index].errors:
            lost |= 0 if each in changed else changed[index] & control.alive[each]
    return control.names(lost)


def _given_back(control: Control, steps: list[int], leaving: list[int], jumps: set[str]) -> int:
    """What they change and somebody looks at later."""
    looked_at = sets = 0
    for each in leaving:
        looked_at |= control.alive[each]
    for index in steps:
        sets |= control.steps[index].sets
    for name in re.findall(r"\w+", " ".join(jumps)):
        looked_at |= control.bits.get(name, 0)
    return looked_at & sets


def _called(cut: Cut, call: str, source: int, names: Names) -> list[Statement]:
    """The call of a cut, and the jumps behind it."""
    jumps = [[single(Line(0, way, source))] if way else [] for way in cut.ways]
    words = ("done", "left", "returned") if len(jumps) == 2 else ("way",)
    numbered = (f"{words[0]}_{number}" for number in count(2))
    answer = next(word for word in chain(words, numbered) if word not in names)
    results = [answer] * (len(jumps) > 1) + cut.back
    found: list[Statement] = []
    if len(jumps) == 2 and not cut.back:
        answer = call
    else:
        found.append(single(Line(0, f"{', '.join(results)} = {call}" if results else call, source)))
    tests = [answer] if len(jumps) == 2 else [f"{answer} == {number}" for number in range(1, len(jumps))]
    for test, jump in zip(tests, jumps[1:], strict=True):
        found.append(Statement([Clause(Line(0, f"if {test}:", source), jump)]))
    return [*found, *jumps[0]]


def _declare(lines: list[Line], given: list[str], types: dict[str, str], wanted: Collection[str]) -> None:
    """Give the variables that have lost the line with their type to another function one that has it."""
    settings: dict[str, Line] = {}
    for line in lines[1:]:
        match = ANNOTATED.fullmatch(line.text)
        name = match[1] if match else ""
        if match and (name in given or name in settings):
            line.text = line.text.replace(f": {match[2]}", "", 1) if " = " in line.text else ""
        elif line.working:
            for each in _set_by(line.text):
                settings.setdefault(each, line)
    for name in sorted({*wanted} & settings.keys() - {*given}):
        line = settings[name]
        if line.text.startswith(f"{name} = ") and " = " not in line.text.removeprefix(f"{name} = "):
            line.text = line.text.replace(name, f"{name}: {types[name]}", 1)
        elif not ANNOTATED.fullmatch(line.text):
            begin = 1 + lines[1].text.startswith('"""')
            lines.insert(begin, Line(1, f"{name}: {types[name]}", 0))
    lines[:] = [line for line in lines if line.text]


def _set_by(text: str) -> list[str]:
    """What a line sets, as it is written."""
    match = re.match(r"for (.+?) in |((?:[\w, ]+ = )+)|(\w+): .+", text)
    found = next(filter(None, match.groups()), "") if match else ""
    return re.findall(r"\w+", found)
