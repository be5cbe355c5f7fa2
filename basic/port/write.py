"""A whole program as Python: routines, the state they share, and what stands around them."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..analysis.counters import bound_counters
from ..analysis.flow import analyse, core
from ..analysis.graph import FOR_SIZE, GOSUB_SIZE, Graph, Key, Node, Outcome, Place, Refused, Routine
from ..analysis.intervals import Intervals, Located
from ..analysis.structure import Again, Block, Branch, Code, Leave, Loop, Shape, Switch, structure
from ..analysis.types import DefTypes, Range, Ranges, predicted
from ..syntax import nodes as n
from ..syntax.visit import walk
from .columns import Columns
from .expressions import COMPARE, LOW, NOT, Expressions, Unportable, Value, negation
from .names import Key as Name
from .names import Names
from .page import Page, docstring
from .shapes import Flag, IfFlag, Resolver, Try, While, flattened, with_loops, with_tries
from .shapes import Range as Counted
from .statements import Statements, filled
from .survey import Survey

ONE = Value("1", "%", Range(True, 1, 1), safe=True, constant=True)


class Writer:
    """Writes one program. `exact`: every operation goes through BASIC's own arithmetic."""

    def __init__(self, program: n.Program, exact: bool = False, chosen: dict[str, str] | None = None) -> None:
        self.flow = analyse(program)
        self.types, self.base = predicted(self.flow, 0, DefTypes(), 0)
        self._check_types()
        everywhere = Ranges(self.flow, self.types)
        if not exact:
            bound_counters(everywhere)
        self.ranges = Located(everywhere)
        self.exact = exact
        everything = Names(self._all_names(), chosen)
        self.e = Expressions(self.ranges, everything, self.base, exact)
        self.s = Statements(self.e)
        self.graph = Graph(self.flow, self._kind, self._fallible, self._overflows)
        self.survey = Survey(self.graph, self.types)
        self.names = everything
        self.intervals = Intervals(self.graph, self.ranges, self._written)
        self.e.signatures = {
            key: [self._kind(parameter) for parameter in definitions[0].parameters]
            for key, definitions in self.survey.definitions.items()
        }
        shared = self.survey.shared()
        self.dynamic = {key for key in self.survey.definitions if not self._defined_once(key)}
        shared |= self.dynamic
        self.shared = {name for name in shared if name in self.names.known}
        self.e.shared = frozenset(self.names[name] for name in self.shared)
        self._arrays()
        self.e.size = self._size(program)
        self.page = Page()
        self.routine: Routine = self.graph.routines[self.graph.main]
        self.actions: dict[int, str] = {}
        self.shapes: dict[Key, list[Shape]] = {}
        self.printed: dict[tuple[Key, Place], tuple[int, bool]] = {}
        self.remarks: list[str] = []  # those at the head of the program
        self.traps: set[Key] = set()
        self.mapping: list[tuple[int, int]] = []  # Python's lines and BASIC's

    # -- what must be known beforehand ----------------------------------------------------------------------------

    def _kind(self, variable: n.Variable) -> str:
        return self.types.kind(variable.name, variable.sigil)

    def _written(self, key: Key) -> set[tuple[str, str]]:
        """The variables that a call may change."""
        return {
            (name, kind)
            for called in self.survey.closures[key]
            for _, writes in self.survey.effects[called].values()
            for name, kind, sort in writes
            if not sort
        } | {(name, kind) for called in self.survey.closures[key] for name, kind, sort in self.survey.uncertain(called)}

    def _all_names(self) -> list[Name]:
        found: set[Name] = set()
        kind = self.types.kind
        for point in self.flow.points:
            for node in walk(point.statement):
                match node:
                    case n.Variable(name=name, sigil=sigil):
                        found.add((name, kind(name, sigil), ""))
                    case n.Element(name=name, sigil=sigil):
                        found.add((name, kind(name, sigil), "()"))
                    case n.UserFunction(name=name, sigil=sigil) | n.DefFn(name=name, sigil=sigil):
                        found.add((name, kind(name, sigil), "FN"))
                    case n.Erase(arrays=arrays):
                        found |= {(a.name, kind(a.name, a.sigil), "()") for a in arrays}
                    case _:
                        pass
        return sorted(found)

    def _check_types(self) -> None:
        """DEFINT and OPTION BASE must say at the beginning what holds throughout."""
        based = False
        for point in self.flow.points:
            match core(point.statement):
                case n.DefType(kind=kind, letters=letters):
                    if self.types.with_letters(letters, kind) != self.types:
                        raise Refused(point.line, "DEFINT and its kin after variables have been used")
                case n.OptionBase(value=value):
                    if value != self.base or based:
                        raise Refused(point.line, "OPTION BASE that is not the first word on it")
                    based = True
                case _:
                    pass

    def _fallible(self, statement: n.Statement) -> bool:
        """Whether a statement can end in an error, as far as is known before it is written."""
        match statement:
            case n.Remark() | n.Empty() | n.Data() | n.DefType() | n.OptionBase() | n.Common() | n.DefFn():
                return False
            case n.OnError() | n.Goto():
                return False
            case n.Let(target=n.Variable() as target, value=value):
                found = self.e.expression(value)
                kind = self._kind(target)
                fits = kind == found.kind or (kind == "!" and found.kind == "%")
                fits = fits or (kind == "%" and found.whole and found.range.within(-32768, 32767))
                return not (found.safe and fits)
            case n.If(condition=condition) | n.While(condition=condition):
                found = self.e.expression(condition)
                return not found.safe or found.kind == "$"
            case n.OnJump(selector=selector):
                found = self.e.expression(selector)
                return not (found.safe and found.whole and found.range.within(0, 255))
            case n.Print(channel=None, using=None, items=items):
                return not all(
                    isinstance(item, n.Separator) or (not isinstance(item, n.Tab) and self.e.expression(item).safe)
                    for item in items
                )
            case n.For(start=start, stop=stop, step=step):
                values = [self.e.expression(x) for x in (start, stop, step) if x is not None]
                whole = self._kind(statement.variable) == "%"
                return not all(v.safe and (not whole or v.range.within(-32768, 32767)) for v in values)
            case n.Next() | n.Wend() | n.Return() | n.Gosub() | n.Resume():
                return False
            case n.Restore(line=line):
                return line is not None
            case n.Command(word="END" | "SYSTEM" | "STOP" | "CLS" | "BEEP"):
                return False
            case _:
                return True

    def _overflows(self, statement: n.For) -> bool:
        """Whether the step of a loop can be an error: beyond the integers, or beyond all numbers."""
        _, stop, step = self._bounds(statement)
        if self._kind(statement.variable) == "%":
            return stop.range.high is None or step.range.high is None or stop.range.high + step.range.high > 32767
        return not (self.ranges.variable(statement.variable).whole and step.constant)

    def _defined_once(self, key: Name) -> bool:
        """Whether a DEF FN always comes before the function is used."""
        definitions = self.survey.definitions[key]
        return len(definitions) == 1 and self._before_use(
            {point.index for point in self.flow.points if core(point.statement) is definitions[0]}, key
        )

    def _before_use(self, points: set[int], name: Name) -> bool:
        """Whether the one point, run once, comes before every use of a name."""
        main = self.graph.routines[self.graph.main]
        found = [place for place, node in main.nodes.items() if node.index in points and node.part == ""]
        if len(found) != 1 or main.nodes[found[0]].guarded or main.nodes[found[0]].tried:
            return False
        for key in self.graph.routines:
            if key != self.graph.main and any(p[0] in points for p in self.graph.routines[key].nodes):
                return False
        # Everything that can be reached without passing the point must not use the name; nor may it come again.
        seen = {main.entry}
        waiting = [main.entry]
        while waiting:
            place = waiting.pop()
            if place == found[0]:
                continue
            node = main.nodes[place]
            if name in self.survey.effects[main.key][place][0]:
                return False
            if node.call is not None and name in self.survey.touched(node.call):
                return False
            for following in node.follows:
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
        seen = set()
        waiting = list(main.nodes[found[0]].follows)
        while waiting:
            place = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            waiting.extend(main.nodes[place].follows)
        return found[0] not in seen

    def _arrays(self) -> None:
        """Arrays that can be lists: declared once, before they are used, with bounds that are constants."""
        dims: dict[Name, list[tuple[int, n.Element]]] = {}
        ranks: dict[Name, set[int]] = {}
        erased: set[Name] = set()
        kind = self.types.kind
        for point in self.flow.points:
            statement = core(point.statement)
            if isinstance(statement, n.Dim):
                for target in statement.arrays:
                    if isinstance(target, n.Element):
                        dims.setdefault((target.name, kind(target.name, target.sigil), "()"), []).append(
                            (point.index, target)
                        )
            if isinstance(statement, n.Erase):
                erased |= {(a.name, kind(a.name, a.sigil), "()") for a in statement.arrays}
            for node in walk(statement):
                if isinstance(node, n.Element):
                    ranks.setdefault((node.name, kind(node.name, node.sigil), "()"), set()).add(len(node.subscripts))
        self.undeclared: dict[Name, tuple[int, ...] | None] = {}
        for name in erased | set(dims):
            ranks.setdefault(name, set())
        for name, found in ranks.items():
            bounds: tuple[int, ...] | None = None
            declared = dims.get(name, [])
            if name not in erased and len(found) == 1:
                if not declared:
                    bounds = (10,) * next(iter(found))
                    if len(bounds) > 3:
                        bounds = None
                elif len(declared) == 1 and self._before_use_of_array(declared[0][0], name):
                    bounds = _constant_bounds(declared[0][1])
                    if bounds is not None and min(bounds) < self.base:
                        bounds = None
            self.e.simple_arrays[self.names[name]] = bounds
            if not declared or bounds is None:
                self.undeclared[name] = bounds

    def _size(self, program: n.Program) -> int:
        """What GW-BASIC's memory holds: the text, and variables and arrays without the characters of strings."""
        sizes = {"%": 2, "!": 4, "#": 8, "$": 3}
        total = sum(len(line.text) + 5 for line in program.lines)
        for name in self.names.known:
            size = sizes[name[1]]
            bounds = self.e.simple_arrays.get(self.names[name]) if name[2] == "()" else None
            if bounds is not None:
                for bound in bounds:
                    size *= bound + 1 - self.base
                size += 3 + 2 * len(bounds)
            if name[2] != "()" or bounds is not None:
                total += size + 1 + max(3, len(name[0]))
        return total

    def _before_use_of_array(self, index: int, name: Name) -> bool:
        statement = self.flow.points[index].statement
        if isinstance(statement, n.Broken):
            return False
        effects = self.survey.effects[self.graph.main]
        places = [place for place in effects if place[0] == index]
        kept = {place: effects[place] for place in places}
        for place in places:
            effects[place] = (effects[place][0] - {name}, effects[place][1])
        result = self._before_use({index}, name)
        effects.update(kept)
        return result

    # -- routines -------------------------------------------------------------------------------------------------

    def write(self) -> str:
        """The text of the Python file."""
        from .whole import assemble

        text = self._alone(assemble)
        return assemble(self) if text is None else text

    def _alone(self, assemble: Callable[[Writer], str]) -> str | None:
        """The text with Python's own `print` and nothing of `basic`, if that shows the same on every input."""
        if self.exact:
            return None
        self.s.plain = True
        self.s.widths = self._literal_widths()
        self.s.obstacles = []
        self.printed = {}
        self.shapes = {}
        self.e.risky = False
        self.e.imports = {}
        text = assemble(self)
        needs = self.s.obstacles or self.e.risky or re.search(r"\bgw\.|^from basic", text, re.M)
        alone = not needs and Columns(self.shapes, self.printed, self._turns).fit(self.graph.main)
        self.s.plain = False
        self.e.imports = {}
        return text if alone else None

    def _turns(self, loop: Counted) -> int | None:
        """How often a counted loop is run at most."""
        node = loop.test.node
        assert node.point is not None and isinstance(node.point.statement, n.For)
        start, stop, step = self._bounds(node.point.statement)
        low, high, pace = start.range.low, stop.range.high, step.range.low
        if pace is not None and pace < 0:
            low, high, pace = stop.range.low, start.range.high, -pace
        return None if low is None or high is None or not pace else max(0, (high - low) // pace + 1)

    def _literal_widths(self) -> dict[str, int]:
        """String variables that are given nothing but short literals, and the length of the longest."""
        found: dict[str, int] = {}
        others: set[str] = set()
        for point in self.flow.points:
            for node in walk(core(point.statement)):
                match node:
                    case n.Let(target=n.Variable() as target, value=n.String(value=text)) if self._kind(target) == "$":
                        name = self.names[self.survey.name(target)]
                        found[name] = max(found.get(name, 0), len(text))
                        if not (text.isascii() and text.isprintable()):
                            others.add(name)
                    case n.Let(target=target) | n.MidAssign(target=target) | n.LineInput(target=target):
                        others |= self._texts(target)
                    case n.Read(targets=targets) | n.Input(targets=targets):
                        others |= self._texts(*targets)
                    case n.Swap(left=left, right=right):
                        others |= self._texts(left, right)
                    case n.Justify(target=target):
                        others |= self._texts(target)
                    case _:
                        pass
        return {name: width for name, width in found.items() if name not in others}

    def _texts(self, *targets: n.Target) -> set[str]:
        return {self.names[self.survey.name(t)] for t in targets if isinstance(t, n.Variable)}

    def routine_name(self, key: Key) -> str:
        if key == self.graph.main:
            return "main"
        line = self.flow.points[key[0]].line
        routine = self.graph.routines[key]
        same = sorted(other for other in self.graph.routines if other[0] == key[0] and other != self.graph.main)
        suffix = "" if len(same) < 2 or key == same[0] else f"_{same.index(key) + 1}"
        return f"{'on_error' if routine.handler else 'sub'}_{line}{suffix}"

    def write_routine(self, key: Key, page: Page) -> None:
        self.routine = routine = self.graph.routines[key]
        self.page = page
        self.s.declared = set()
        counts = {node.index: self._only_counts(node) for node in routine.nodes.values() if node.kind == "test"}
        shapes = with_loops(flattened(with_tries(structure(routine), routine)), counts)
        resolver = Resolver(shapes)
        shapes = resolver.resolve()
        self.actions = resolver.actions
        self.shapes[key] = shapes
        page.put(0, f"def {self.routine_name(key)}() -> {self._result(routine)}:")
        before = len(page.lines)
        if key == self.graph.main:
            self._initials(routine)
        begun = len(page.lines)
        self._seq(shapes, 1, True)
        remarks = page.take_remarks(begun)
        if key == self.graph.main:
            self.remarks = remarks
        elif remarks:
            page.lines[before:before] = docstring(remarks, 1)
        page.fill(before, 1)
        page.drop_unused()

    def _result(self, routine: Routine) -> str:
        return "int" if len(routine.outcomes) > 1 else "None"

    def _initials(self, routine: Routine) -> None:
        """Variables that are read before they are given a value are 0 or empty."""
        for name in sorted(self.survey.mentioned(routine.key)):
            if name in self.shared or name[2]:
                continue
            if self.survey.live(routine, [routine.entry], name, shared=False):
                node = n.Variable(0, name[0], name[1])
                self.page.put(1, f"{self.s.typed(node)} = {self.s.initial(node)}")
        for name, bounds in sorted(self.undeclared.items()):
            if name in self.shared or name not in self.survey.mentioned(routine.key):
                continue
            node = n.Variable(0, name[0], name[1])
            self.page.put(1, f"{self.array_start(name, bounds)}")

    def array_start(self, name: Name, bounds: tuple[int, ...] | None) -> str:
        node = n.Variable(0, name[0], name[1])
        element = n.Element(0, name[0], name[1], ())
        place = self.names[name]
        if bounds is None:
            base = f", {self.base}" if self.base else ""
            return f"{place} = {self.e.tool('Array')}({self.s.initial(node)}{base})"
        return f"{self.s.typed_list(place, element, len(bounds))} = {filled(bounds, self.s.initial(node))}"

    # -- shapes ---------------------------------------------------------------------------------------------------

    def _seq(self, seq: list[Shape], indent: int, last: bool) -> None:
        """Write shapes one under the other; `last`: the routine ends where they end."""
        for position, shape in enumerate(seq):
            final = last and all(self._silent(s) for s in seq[position + 1 :])
            self._shape(shape, indent, final)

    def _silent(self, shape: object) -> bool:
        return isinstance(shape, Leave | Again) and not self.actions.get(id(shape))

    def _shape(self, shape: object, indent: int, last: bool) -> None:
        match shape:
            case Code(node=node):
                self._code(node, indent, last)
            case Branch():
                self._branch(shape, indent, last)
            case Switch():
                self._switch(shape, indent, last)
            case Block(body=body):
                self._seq(body, indent, last)
            case Loop():
                self._loop(shape, indent, last)
            case Try(body=body, handler=handler):
                self._try(body, handler, indent, last)
            case Leave() | Again():
                if action := self.actions.get(id(shape)):
                    self.page.put(indent, action)
            case Flag(name=name, value=value):
                self.page.put(indent, f"{name} = {value}")
            case IfFlag(name=name, negated=negated, body=body):
                self.page.put(indent, f"if {'not ' * negated}{name}:")
                self._inner(body, indent + 1, last)

    def _inner(self, seq: list[Shape], indent: int, last: bool) -> None:
        before = len(self.page.lines)
        self._seq(seq, indent, last)
        self.page.fill(before, indent)

    def _rendered(self, seq: list[Shape], indent: int, last: bool) -> Page:
        """The same on a page of its own."""
        page, self.page = self.page, Page()
        self._seq(seq, indent, last)
        page, self.page = self.page, page
        return page

    def _branch(self, shape: Branch, indent: int, last: bool) -> None:
        if shape.node.tried:
            self._tried(shape, indent, last)
            return
        node, first, second, negated = shape.node, shape.first, shape.second, shape.negated
        line = self._line(node)
        one, two = self._rendered(first, indent + 1, last), self._rendered(second, indent + 1, last)
        if not one.working and not two.working:
            value = self._test_value(node)
            if not value.safe:
                self.page.put(indent, self._test(node, negated), line)
            self.page.extend(one, -1)
            return
        if not one.working or (two.leaves and not one.leaves and two.size <= one.size):
            one, two, first, second, negated = two, one, second, first, not negated
        test = self._test(node, negated)
        alone = len(one.heads(indent + 1)) == 1 and one.single(indent + 1)
        if not two.working and alone:
            inner = one.lines[0].text[3:-1]
            inner = f"({inner})" if " or " in inner else inner
            outer = f"({test})" if " or " in test else test
            if len(outer) + len(inner) + 4 * indent < 105 and ":=" not in inner:
                one = one.without_head(indent + 1)
                test = f"{outer} and {inner}"
        self.page.put(indent, f"if {test}:", line)
        self.page.extend(one)
        if not two.working or one.leaves:
            self.page.extend(two, -1)
        elif two.lines[0].text.startswith("if ") and two.single(indent + 1):
            two.lines[0].text = "el" + two.lines[0].text
            self.page.extend(two, -1)
        else:
            self.page.put(indent, "else:", line)
            self.page.extend(two)

    def _tried(self, shape: Branch, indent: int, last: bool) -> None:
        line = self._line(shape.node)
        self.page.put(indent, "try:", line)
        before = len(self.page.lines)
        self._work(shape.node, indent + 1, False)
        self.page.fill(before, indent + 1)
        self.page.put(indent, f"except {self.e.tool('ERRORS')} as error:", line)
        self.page.put(indent + 1, "gw.catch(error)", line)
        handled = self._rendered(shape.first, indent + 1, last)
        self.page.extend(handled)
        other = self._rendered(shape.second, indent + 1, last)
        if not other.working or handled.leaves:
            self.page.extend(other, -1)
        else:
            self.page.put(indent, "else:", line)
            self.page.extend(other)

    def _try(self, body: list[Shape], handler: list[Shape], indent: int, last: bool) -> None:
        self.page.put(indent, "try:")
        self._inner(body, indent + 1, last)
        self.page.put(indent, f"except {self.e.tool('ERRORS')} as error:")
        self.page.put(indent + 1, "gw.catch(error)")
        self._seq(handler, indent + 1, last)

    def _switch(self, shape: Switch, indent: int, last: bool) -> None:
        node = shape.node
        line = self._line(node)
        labels: list[str]
        if node.kind == "call":
            labels = [str(self._number(node.call, outcome)) for outcome in node.outcomes]
            subject = self._called(node)
        elif node.point is None:
            labels = [str(number) for number in range(len(shape.cases))]
            subject = f"state_{self._state_name(node)}"
            lines = sorted({self.flow.points[place[0]].line for place in node.follows if place[0] < self.flow.end})
            shown = ", ".join(map(str, lines[:-1])) + f" and {lines[-1]}" if len(lines) > 1 else str(lines[0])
            self.page.put(indent, f"# A loop that is entered in several places of BASIC's lines {shown}.")
        else:
            assert isinstance(node.point.statement, n.OnJump)
            self._stand(node.place)
            labels = [str(number + 1) for number in range(len(shape.cases) - 1)]
            subject = "choice" if node.valued else self.e.byte(self.e.expression(node.point.statement.selector))
        self.page.put(indent, f"match {subject}:", line)
        groups: list[tuple[list[str], Page]] = []
        for position, case in enumerate(shape.cases):
            page = self._rendered(case, indent + 2, last)
            label = labels[position] if position < len(labels) else "_"
            page.fill(0, indent + 2)
            if position == len(shape.cases) - 1 and node.kind == "call":
                label = "_"
            known = next((g for g in groups if g[1].text() == page.text() and label != "_"), None)
            if known:
                known[0].append(label)
            else:
                groups.append(([label], page))
        for names, page in groups:
            if names == ["_"] and page.lines[-1].text == "pass" and len(page.lines) == 1:
                continue
            self.page.put(indent + 1, f"case {' | '.join(names)}:", line)
            self.page.extend(page)

    def _loop(self, shape: Loop, indent: int, last: bool) -> None:
        if isinstance(shape, Counted):
            self._counted(shape, indent, last)
            return
        line = 0
        if isinstance(shape, While):
            line = self._line(shape.test.node)
            self.page.put(indent, f"while {self._test(shape.test.node, shape.test.negated)}:", line)
        else:
            self.page.put(indent, "while True:", line)
        self._inner(shape.body, indent + 1, False)
        if isinstance(shape, While):
            self._orelse(shape, indent, last)

    def _orelse(self, shape: While | Counted, indent: int, last: bool, after: str = "") -> None:
        """What follows a loop that was not left by `break`."""
        page = self._rendered(shape.orelse, indent + 1, last)
        broken = any(action == "break" for action in self._actions_in(shape.body))
        if after:
            page.lines.insert(0, page.line(indent + 1, after, self._line(shape.test.node)))
        if not page.working:
            self.page.extend(page, -1)
        elif broken:
            self.page.put(indent, "else:", self._line(shape.test.node))
            self.page.extend(page)
        else:
            self.page.extend(page, -1)

    def _actions_in(self, seq: list[Shape]) -> list[str]:
        """What the jumps of a loop's body become, those of inner loops aside."""
        from .shapes import parts

        found: list[str] = []
        for shape in seq:
            if isinstance(shape, Leave | Again):
                found.append(self.actions.get(id(shape), ""))
            elif isinstance(shape, While | Counted):
                found += self._actions_in(shape.orelse)
            elif not isinstance(shape, Loop):
                for part in parts(shape):
                    found += self._actions_in(part)
        return found

    # -- loops that count -----------------------------------------------------------------------------------------

    def _only_counts(self, test: Node) -> bool:
        """Whether a FOR can be a `range`: whole bounds, a constant step, and nothing else changes its variable."""
        routine = self.routine
        assert test.point is not None
        statement = test.point.statement
        assert isinstance(statement, n.For)
        start, stop, step = self._bounds(statement, _beginning(test.place))
        pace = step.range.low
        if not (start.whole and stop.whole and step.whole) or pace is None or pace != step.range.high or not pace:
            return False
        most = 32767 if self._kind(statement.variable) == "%" else 1 << 24
        if not start.range.within(-most, most):
            return False
        if not stop.range.within(-most + abs(pace), most - abs(pace)) and (self.exact or most < 1 << 24):
            return False
        name = self.survey.name(statement.variable)
        inside = self._inside(test)
        for place in inside:
            node = routine.nodes[place]
            writes = self.survey.effects[routine.key][place][1]
            if name in writes and not self._is_step(node, test):
                return False
            if node.guarded and name in self.survey.effects[routine.key][place][0]:
                point = node.point
                if point is not None and not isinstance(point.statement, n.Print | n.If):
                    return False
            if node.call is not None and not self.survey.private(name) and name[:2] in self._written(node.call):
                return False
        return True

    def _is_step(self, node: Node, test: Node) -> bool:
        return node.point is not None and isinstance(node.point.statement, n.Next) and node.follows == [test.place]

    def _inside(self, test: Node) -> set[tuple[int, str, tuple[int, bool]]]:
        """The places from which the loop's test is reached again."""
        routine = self.routine
        before = routine.predecessors()
        found: set[tuple[int, str, tuple[int, bool]]] = set()
        waiting = [place for place in before[test.place] if self._is_step(routine.nodes[place], test)]
        while waiting:
            place = waiting.pop()
            if place in found or place == test.place:
                continue
            found.add(place)
            waiting.extend(before[place])
        reached: set[tuple[int, str, tuple[int, bool]]] = set()
        waiting = [test.follows[0]]
        while waiting:
            place = waiting.pop()
            if place in reached or place == test.place:
                continue
            reached.add(place)
            waiting.extend(routine.nodes[place].follows)
        return found & reached

    def _bounds(self, statement: n.For, place: Place | None = None) -> tuple[Value, Value, Value]:
        kind = self._kind(statement.variable)
        before = self.ranges.bounds
        if place is not None:
            self._stand(place)
        found = []
        for node in (statement.start, statement.stop, statement.step):
            value = ONE if node is None else self.e.expression(node)
            code = self.e.convert(value, kind)
            if code != value.code:
                value = Value(code, kind, Range(kind == "%", -32768, 32767) if kind == "%" else value.range)
            found.append(value)
        self.ranges.bounds = before
        return found[0], found[1], found[2]

    def _limit(self, index: int, word: str = "limit") -> str:
        """The name for what a FOR has worked out when it began."""
        line = self.flow.points[index].line
        same = [p.index for p in self.flow.points if p.line == line and isinstance(core(p.statement), n.For)]
        return f"{word}_{line}" + ("" if len(same) == 1 else chr(97 + same.index(index)))

    def _counted(self, shape: Counted, indent: int, last: bool) -> None:
        node = shape.test.node
        assert node.point is not None and isinstance(node.point.statement, n.For)
        statement = node.point.statement
        line = self._line(node)
        if self.graph.deep and shape.begin is not None:
            self.page.put(indent, f"gw.room({self._room(shape.begin) - GOSUB_SIZE + FOR_SIZE})", line)
        variable = self.e.scalar(statement.variable)
        start, stop, step = self._bounds(statement, _beginning(node.place))
        pace = step.range.low
        assert pace is not None
        live = self._live_after(node)
        first = start.code if shape.begin is not None else variable
        shared = variable.startswith("g.")
        counter = variable.removeprefix("g.")
        if shape.begin is None:
            stop = Value(self._limit(node.index) if not stop.constant else stop.code, "!", stop.range)
        end = self._beyond(stop, 1 if pace > 0 else -1)
        arguments = [first, end] if (first, pace) != ("0", 1) else [end]
        if pace != 1:
            arguments = [first, end, str(pace)]
        after = ""
        if live:
            fixed = start.constant and stop.constant
            if fixed:
                begun, limit = int(start.code), int(stop.code)
                turns = max(0, (limit - begun) // pace + 1)
                after = f"{variable} = {begun + turns * pace}"
            elif pace == 1 and start.range.high is not None and stop.range.low is not None \
                    and start.range.high <= stop.range.low + 1 and stop.safe and self._steady(stop, shape):
                after = f"{variable} = {end}"
            else:
                self.page.put(indent, f"{variable} = {first}", line) if first != variable else None
                if not stop.constant and shape.begin is not None:
                    self.page.put(indent, f"{self._limit(node.index)} = {stop.code}", line)
                    end = self._beyond(Value(self._limit(node.index), "!", stop.range), 1 if pace > 0 else -1)
                self._head(indent, counter, [variable, end, *([str(pace)] if pace != 1 else [])], shared, line)
                self._inner(shape.body, indent + 1, False)
                self._counted_on(shape, indent, last, variable, end, pace)
                return
        self.s.declared.add(variable)
        self._head(indent, counter, arguments, shared, line)
        self._inner(shape.body, indent + 1, False)
        self._orelse(shape, indent, last, after)

    def _head(self, indent: int, counter: str, arguments: list[str], shared: bool, line: int) -> None:
        """`for i in range(1, 11):`; what the subroutines are to see goes into the state."""
        if any(_mentions(code, counter) for code in arguments):
            names = ["first", "beyond"][-len(arguments[:2]) :]
            self.page.put(indent, f"{', '.join(names)} = {', '.join(arguments[:2])}", line)
            arguments = [*names, *arguments[2:]]
        self.page.put(indent, f"for {counter} in range({', '.join(arguments)}):", line)
        if shared:
            self.page.put(indent + 1, f"g.{counter} = {counter}", line)

    def _counted_on(self, shape: Counted, indent: int, last: bool, variable: str, end: str, pace: int) -> None:
        """The variable goes one step beyond the limit, if the loop was run at all."""
        symbol = "<" if pace > 0 else ">"
        page = self._rendered(shape.orelse, indent + 1, last)
        line = self._line(shape.test.node)
        broken = any(action == "break" for action in self._actions_in(shape.body))
        step = f"+= {pace}" if pace > 0 else f"-= {-pace}"
        lines = [(f"if {variable} {symbol} {end}:", 0), (f"{variable} {step}", 1)]
        deeper = 1 if broken else 0
        if broken:
            self.page.put(indent, "else:", line)
        for text, more in lines:
            self.page.put(indent + deeper + more, text, line)
        self.page.extend(page, 0 if broken else -1)

    def _beyond(self, stop: Value, by: int) -> str:
        from .expressions import _shifted

        return _shifted(stop, by)

    def _steady(self, stop: Value, shape: Counted) -> bool:
        return stop.constant

    def _live_after(self, test: Node) -> bool:
        assert test.point is not None and isinstance(test.point.statement, n.For)
        name = self.survey.name(test.point.statement.variable)
        shared = name in self.shared
        return self.survey.live(self.routine, [test.follows[1]], name, shared=shared)

    # -- single places --------------------------------------------------------------------------------------------

    def _line(self, node: Node) -> int:
        return node.point.line if node.point is not None else 0

    def _stand(self, place: Place) -> None:
        """From now on numbers lie between the bounds that hold before a place."""
        self.ranges.bounds = self.intervals.at(self.routine.key, place)

    def _test_value(self, node: Node) -> Value:
        assert node.point is not None
        self._stand(node.place)
        statement = core(node.point.statement)
        if node.valued:
            return Value("condition", "!", safe=True)
        if isinstance(statement, n.For):
            variable = self.e.expression(statement.variable)
            _, stop, step = self._bounds(statement, _beginning(node.place))
            limit = stop.code if stop.constant else self._limit(node.index)
            pace = step.code if step.constant else self._limit(node.index, "step")
            low, high = step.range.low, step.range.high
            if low is not None and low > 0:
                code, level = f"{variable.code} <= {limit}", COMPARE
            elif high is not None and high < 0:
                code, level = f"{variable.code} >= {limit}", COMPARE
            else:
                code, level = f"not {self.e.tool('past')}({variable.code}, {limit}, {pace})", NOT
            return Value("", "%", safe=True, condition=code, condition_level=level)
        assert isinstance(statement, n.If | n.While)
        value = self.e.expression(statement.condition)
        if value.kind == "$":
            return Value(self.e.fail(13, value.code), "!")
        return value

    def _test(self, node: Node, negated: bool) -> str:
        value = self._test_value(node)
        return negation(value) if negated else value.truth(LOW)

    def _code(self, node: Node, indent: int, last: bool) -> None:
        if node.guarded:
            assert node.call is not None
            line = self._line(node)
            self.page.put(indent, f"with {self.trap_name(node.call)}:", line)
            before = len(self.page.lines)
            self._work(node, indent + 1, False)
            self.page.fill(before, indent + 1)
            self.page.merge_with(before - 1)
            return
        self._work(node, indent, last)

    def trap_name(self, key: Key) -> str:
        self.traps.add(key)
        return f"trap_{self.routine_name(key).removeprefix('on_error_')}"

    def _work(self, node: Node, indent: int, last: bool) -> None:
        line = self._line(node)

        def put(text: str, more: int = 0) -> None:
            self.page.put(indent + more, text, line)

        self.s.trapped = node.place[2][0] >= 0
        self._stand(node.place)
        try:
            match node.kind:
                case "jump":
                    return
                case "end":
                    self._end(node, put, last)
                case "return" | "resume":
                    outcomes = self.routine.outcomes
                    if len(outcomes) > 1:
                        put(f"return {outcomes.index(node.outcomes[0])}")
                    elif not last:
                        put("return")
                case "call":
                    put(self._called(node))
                    if not node.follows and not last and not self.graph.outcomes.get(node.call or (0, (-1, False))):
                        put("sys.exit()")
                        self.e.use("", "sys")
                case "tail":
                    assert node.call is not None
                    put(f"{self.routine_name(node.call)}()")
                    outcome = Outcome("return", -1, node.place[2])
                    if len(self.routine.outcomes) > 1:
                        put(f"return {self.routine.outcomes.index(outcome)}")
                    elif not last:
                        put("return")
                case "again":
                    put("return gw.again()" if len(self.routine.outcomes) > 1 else "gw.again()")
                case "state":
                    _, number, group, _ = node.part.split(" ")
                    put(f"state_{self._state_line(int(group))} = {number}")
                case "fail":
                    self._failing(node, put)
                case _:
                    self._plain(node, put)
        except Unportable as problem:
            raise Refused(line, str(problem)) from None

    def _called(self, node: Node) -> str:
        assert node.call is not None
        name = self.routine_name(node.call)
        if node.part == "sort":
            return f"gw.resume({name})"
        return f"gw.call({name}, {self._room(node)})" if self.graph.deep else f"{name}()"

    def _room(self, node: Node) -> int:
        """What a call takes of the stack: the loops around it here, and the way back."""
        routine = self.graph.routines[self.routine.key]
        place = node.place
        if node.part.startswith("state"):
            return GOSUB_SIZE
        return self.graph.size(routine, place) + GOSUB_SIZE

    def _number(self, key: Key | None, outcome: Outcome) -> int:
        assert key is not None
        return self.graph.routines[key].outcomes.index(outcome)

    def _state_name(self, node: Node) -> str:
        return self._state_line(node.index)

    def _state_line(self, index: int) -> str:
        return str(self.flow.points[index].line) if index < self.flow.end else "end"

    def _end(self, node: Node, put: object, last: bool) -> None:
        statement = node.point.statement if node.point is not None else None
        assert callable(put)
        if isinstance(statement, n.Command) and statement.word == "STOP":
            assert node.point is not None
            put("return " * (len(self.routine.outcomes) > 1) + f"gw.stop({node.point.line})")
        elif self.routine.key == self.graph.main:
            if not last:
                put("return")
        else:
            self.e.use("", "sys")
            put("sys.exit()")

    def _failing(self, node: Node, put: object) -> None:
        assert callable(put)
        error, where = node.error, node.error_line
        if node.point is not None and isinstance(node.point.statement, n.Broken):
            statement = node.point.statement
            error = statement.error
            prefix = statement.prefix
            if isinstance(prefix, n.Print):
                for text in self.s.print(prefix, ended=False):
                    put(text)
            elif isinstance(prefix, n.Read):
                put("with gw.reading():")
                for target in prefix.targets:
                    put(f'    {self.s.assign(target, f"""gw.read("{self._kind_of(target)}")""")}')
                put(f"    gw.fail({error})")
                return
            elif prefix is not None:
                for text in self.s.write(prefix):
                    put(text)
            for effect in statement.effects:
                value = self.e.expression(effect)
                if not value.safe:
                    put(value.code)
        if node.point is not None and isinstance(node.point.statement, n.For) and error != 13:
            for value in self._bounds(node.point.statement):
                if not value.safe:
                    put(value.code)
        if where >= 0:
            put(f"raise {self._basic_error()}({error}, {where})")
        else:
            put(f"raise {self._basic_error()}({error})")

    def _basic_error(self) -> str:
        self.e.use("basic.errors", "BasicError")
        return "BasicError"

    def _kind_of(self, target: n.Target) -> str:
        return self.types.kind(target.name, target.sigil)

    def _plain(self, node: Node, put: object) -> None:
        assert callable(put) and node.point is not None
        statement = node.point.statement
        match statement:
            case n.If(condition=condition) | n.While(condition=condition):
                put(f"condition = {self.e.condition(condition)}")
            case n.OnJump(selector=selector):
                put(f"choice = {self.e.byte(self.e.expression(selector))}")
            case n.For():
                if self.graph.deep:
                    put(f"gw.room({self._room(node) - GOSUB_SIZE + FOR_SIZE})")
                self._for(node, statement, put)
            case n.Next():
                self._next(node, put)
            case n.OnError(line=line):
                put(f"gw.trapping = {bool(line.number)}")
            case n.Restore(line=line):
                if line is not None and line.number not in self.flow.restores:
                    put("gw.fail(8)")
                else:
                    index = 0 if line is None else self.flow.restores[line.number]
                    put(f"gw.restore({index or ''})")
            case n.DefFn():
                self._def_fn(statement, put)
            case _:
                for text in self.s.write(statement):
                    put(text)
                if isinstance(statement, n.Print):
                    self.printed[self.routine.key, node.place] = self.s.printed

    def _def_fn(self, statement: n.DefFn, put: object) -> None:
        assert callable(put)
        key = (statement.name, self.types.kind(statement.name, statement.sigil), "FN")
        if key in self.dynamic:
            position = self.survey.definitions[key].index(statement)
            put(f"g.{self.names[key]} = {self.names[key]}_{position + 1}")

    def _for(self, node: Node, statement: n.For, put: object) -> None:
        assert callable(put)
        start, stop, step = self._bounds(statement)
        variable = self.s.typed(statement.variable)
        index = node.index
        settings = []
        if not stop.constant:
            settings.append((self._limit(index), stop.code))
        if not step.constant:
            settings.append((self._limit(index, "step"), step.code))
        if not settings:
            put(f"{variable} = {start.code}")
        elif all(not _mentions(code, variable.partition(":")[0]) for _, code in settings) and start.safe:
            put(f"{variable} = {start.code}")
            for name, code in settings:
                put(f"{name} = {code}")
        else:
            names = ", ".join([variable.partition(":")[0], *(name for name, _ in settings)])
            put(f"{names} = {', '.join([start.code, *(code for _, code in settings)])}")

    def _next(self, node: Node, put: object) -> None:
        assert callable(put)
        begin = self.flow.ends[node.index]
        statement = core(self.flow.points[begin].statement)
        assert isinstance(statement, n.For)
        variable = self.e.expression(statement.variable)
        _, _, step = self._bounds(statement)
        pace = step if step.constant else Value(self._limit(begin, "step"), step.kind, step.range, safe=True)
        total = self.e.combine("+", variable, pace)
        code = self.e.convert(total, self._kind(statement.variable))
        if code == f"{variable.code} + {pace.code}":
            put(f"{variable.code} += {pace.code}")
        elif code.startswith(f"{variable.code} + -"):
            put(f"{variable.code} -= {pace.code[1:]}")
        else:
            put(f"{variable.code} = {code}")


def _beginning(place: Place) -> Place:
    """Where the FOR of a test stands."""
    return place[0], "", place[2]


def _mentions(code: str, name: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", code) is not None


def _constant_bounds(target: n.Element) -> tuple[int, ...] | None:
    bounds = []
    for subscript in target.subscripts:
        if not isinstance(subscript, n.Number) or subscript.kind == "#" or subscript.value != int(subscript.value):
            return None
        bounds.append(int(subscript.value))
    return tuple(bounds)
