"""What is done at single places of a routine: statements, tests, calls, ends and errors."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import chain

from ...analysis.flow import core, gives_way
from ...analysis.routines.active import Refused
from ...analysis.routines.lowering import SURE, UNSURE
from ...analysis.routines.routines import Node, Place, handler_of
from ...analysis.shapes.entries import ONCE
from ...analysis.telling import Steps, nobody
from ...errors import TYPE_MISMATCH, UNDEFINED_LINE
from ...record import replace
from ...syntax import nodes as n
from ..lines.mentions import mentions
from ..lines.page import Page
from ..words.assigning import Lines
from ..words.expressions import Unportable
from ..words.value import LOW, Value, judges, negation, truth
from .calls import Calls
from .stack import Put

SHOWING = (n.Print, n.Input, n.LineInput, n.Command)  # what may move the cursor
HARMLESS = re.compile(r"[\w.]+(?:: \w+)? [-+]?= -?[\w.]+(?: [-+] [\w.]+)?")  # nothing that can be an error in Python


class Places(Calls):
    """Writes the work of one place."""

    written = Steps(nobody, "statement")  # each statement of the routine in hand, for who waits for it
    placed: dict[tuple[str, int], list[Place]]  # of the routine in hand
    away: Collection[int] = ()  # points at which the cursor may be away from the margin
    astray: Collection[int] = ()  # and from the beginning of a print zone
    before: dict[Place, list[Place]]  # of the routine in hand: those that lead to each
    columns: dict[Place, int | None]  # behind statements that have been written

    def _test_value(self, node: Node) -> Value:
        assert node.point is not None
        self._stand(node.place)
        statement = core(node.point.statement)
        if node.valued:
            return Value("condition", "!", safe=True)
        if isinstance(statement, n.For):
            variable = self.e.expression(statement.variable)
            _, stop, step = self._bounds(statement, self._beginning(node.place))
            limit = stop.code if stop.constant else self._limit(node.index)
            pace = step.code if step.constant else self._limit(node.index, "step")
            low, high = step.range.low, step.range.high
            if step.constant and step.kind == "!" and not step.whole:  # its bounds are whole
                low = high = 1 if not step.code.startswith("-") else -1
            if low is not None and low > 0:
                code = f"{variable.code} <= {limit}"
            elif high is not None and high < 0:
                code = f"{variable.code} >= {limit}"
            elif self.modern:
                code = f"({limit} - {variable.code}) * {pace} >= 0"
            else:
                code = f"not {self.e.tool('past')}({variable.code}, {limit}, {pace})"
            return truth(code, True)
        assert isinstance(statement, n.If | n.While)
        value = self.e.expression(statement.condition)
        if value.kind == "$":
            return Value(self.e.fail(TYPE_MISMATCH, value.code), "!")
        return value

    def _beginning(self, test: Place) -> Place:
        """Where the FOR of a test stands. If it is there more than once, a place of which nothing is known."""
        found = self.alike("", test[0])
        return found[0] if len(found) == 1 else (test[0], "begin", test[2])

    def alike(self, part: str, index: int) -> list[Place]:
        """The places of the routine where that part of a point's work is done, in whichever copy of the program."""
        return self.placed.get((part, index), [])

    def _test(self, node: Node, negated: bool) -> str:
        value = self._test_value(node)
        return negation(value) if negated else value.truth(LOW)

    def _asked_again(self, node: Node, negated: bool) -> str:
        """The same where it is not known what the test stood behind."""
        statement = core(node.point.statement) if node.point is not None else None
        assert isinstance(statement, n.If | n.While)
        self.ranges.bounds = {}
        value = self.e.expression(statement.condition)
        return negation(value) if negated else value.truth(LOW)

    def _code(self, node: Node, indent: int, last: bool) -> None:
        if node.place in self.absorbed:
            return
        if node.survives and not node.covered:
            self._guarded(node, indent)
        else:
            self._work(node, indent, last)

    def _guarded(self, node: Node, indent: int) -> None:
        """A statement with what takes its errors: `with trap_900:`, or several times until there is none."""
        line = self._line(node)
        page, self.page = self.page, Page()
        self._work(node, indent, False)
        page, self.page = self.page, page
        harmless = all(HARMLESS.fullmatch(each.text) and each.text not in self.e.uncertain for each in page.lines)
        if node.guarded and node.point is not None and harmless:
            self.page.extend(page)
            return
        name = self.trap_name(handler_of(node.place[2]))
        if node.passed and node.follows[0][1] in (UNSURE, SURE):
            self.page.put(indent, f"condition = {node.follows[0][1] == SURE}", line)
        if node.repeated:
            self.page.put(indent, f"for attempt in {name}:", line)
            indent, name = indent + 1, "attempt"
        if node.named:
            lines = ", ".join(map(self._resumed_at, node.named))
            name = f"gw.resuming({lines}), {name}" if node.repeated or node.passed else f"{name}.resuming({lines})"
        elif not (node.guarded or node.repeated or node.passed):
            name = f"{name}.resuming()"
        self.page.put(indent, f"with {name}:", line)
        before = len(self.page.lines)
        self.page.extend(page, 1 + node.repeated)
        self.page.fill(before, indent + 1)

    def _on_error(self, node: Node, line: n.LineRef) -> str:
        """`gw.on_error(say_error)`, where handlers that never come back take what nothing else does."""
        target = self.flow.target(line) if line.number else None
        key = handler_of(node.follows[0][2]) if target is not None and node.follows else None
        if key is None or not self.endings or key not in self.graph.routines:
            return f"gw.trapping = {bool(line.number)}"
        self.handlers.add(key)
        return f"gw.on_error({self.routine_name(key)})"

    def _work(self, node: Node, indent: int, last: bool) -> None:
        self.written()
        line = self._line(node)

        def put(text: str, more: int = 0) -> None:
            self.page.put(indent + more, text, line)

        self.s.trapped = node.place[2][0] >= 0
        self._stand(node.place)
        if node.point is not None and isinstance(node.point.statement, n.Remark) and node.kind == "plain":
            for text in self.s.write(node.point.statement):
                self.page.remark(indent, text, line)
            return
        try:
            match node.kind:
                case "jump":
                    return
                case "stack":
                    self._account(node, put)
                case "call" if node.sorts:
                    return  # the handler has been called by what takes the error
                case "end":
                    self._end(node, put, last)
                case "return" | "resume":
                    self._return(node.outcomes[0], put, last)
                case "call":
                    put(self._call(node))
                    if node.call is not None and not self.graph.outcomes.get(node.call):
                        self._nothing_follows(put, last)
                case "tail":
                    assert node.call is not None
                    put(self._call(node))
                    if node.outcomes and not node.follows:
                        self._return(node.outcomes[0], put, last)
                    elif not node.outcomes:
                        self._nothing_follows(put, last)
                case "again":
                    put("return gw.again()" if self.graph.tells(self.routine.key) else "gw.again()")
                case "state":
                    _, number, state, _ = node.part.split(" ")
                    put(f"{self._state(state)} = {number == '1' if ONCE in state else number}")
                case "fail":
                    self._failing(node, put)
                case _:
                    self._plain(node, put)
        except Unportable as problem:
            raise Refused(line, str(problem)) from None

    def _end(self, node: Node, put: Put, last: bool) -> None:
        statement = node.point.statement if node.point is not None else None
        if isinstance(statement, n.Command) and statement.word == "STOP":
            assert node.point is not None
            self.s.at_margin = node.index not in self.away
            for text in self.s.stop(node.point.line, bool(self.graph.tells(self.routine.key))):
                put(text)
        elif isinstance(statement, n.Run):
            put(self.s.restart(bool(self.graph.tells(self.routine.key))))
        elif self.routine.key == self.graph.main and (self.part is None or self.part.final):
            if not last:
                put("return")
        else:
            self.e.use("", "sys")
            put("sys.exit()")

    def _failing(self, node: Node, put: Put) -> None:
        error, where = node.error, node.error_line
        if node.point is not None and gives_way(node.point.statement):
            for text in self.s.write(node.point.statement):
                put(text)
            return
        if node.point is not None and isinstance(statement := node.point.statement, n.Broken):
            prefix = statement.prefix
            begun: Lines = []
            match prefix:
                case n.Restore(line=n.LineRef() as line) if self.flow.target(line) is None:
                    error = 8
                case n.Print():
                    begun = self.s.print(prefix, ended=False)
                case n.Write():
                    begun = self.s.write_items(prefix, ended=False)
                case n.Read():
                    put("with gw.reading():")
                    for text in chain.from_iterable(self.s.reads_of(prefix)):
                        put(f"    {text}")
                    put(f"    gw.fail({error})")
                    return
                case n.Node() if self.s.knows(prefix):
                    begun = self.s.write(prefix)
            for text in begun:
                put(text)
            for effect in statement.effects:
                value = self.e.expression(effect)
                if not value.safe:
                    put(value.code)
        if node.point is not None and isinstance(node.point.statement, n.For):
            loop = node.point.statement
            for value in (self.e.expression(loop.start),) if error == 13 else self._bounds(loop):
                if not value.safe:
                    put(value.code)
        if where >= 0:
            put(f"raise {self._basic_error()}({error}, {where})")
        else:
            put(f"raise {self._basic_error()}({error})")

    def _basic_error(self) -> str:
        self.e.tool("BasicError")
        return "BasicError"

    def _plain(self, node: Node, put: Put) -> None:
        assert node.point is not None
        statement = node.point.statement
        match statement:
            case n.If(condition=condition) | n.While(condition=condition):
                value = self.e.expression(condition)
                code = self.e.condition(condition)
                put(f"condition = {code if judges(value) else f'bool({code})'}")
            case n.OnJump(selector=selector):
                put(f"choice = {self.e.byte(self.e.expression(selector))}")
            case n.For():
                ended = self._end_of_old(node, statement)
                early = self._bounds(statement)[0].safe  # comes before limit and step
                if ended and early:
                    put(ended)
                self._for(node, statement, put)
                if ended and not early:
                    put(ended)
            case n.Next():
                self._next(node, put)
            case n.OnError(line=line):
                put(self._on_error(node, line))
            case n.Command(word="CLEAR") | n.Run(file=None):
                self._clear(node, put)
            case n.Restore(line=line):
                if line is not None and line.number not in self.flow.restores:
                    put(f"gw.fail({UNDEFINED_LINE})")
                else:
                    index = 0 if line is None else self.flow.restores[line.number]
                    put(self.s.restore(index))
            case n.OnEvent(line=line) if line.number and self.flow.target(line) is None:
                put(self.e.fail(UNDEFINED_LINE, self.s.event(statement)))
            case n.DefFn():
                self._def_fn(statement, put)
            case n.Let(column=0, target=n.Variable() as target) if not self._looked_at(node, target):
                pass  # what a loop that was carried out beforehand has left behind
            case _:
                self.s.at_margin = node.index not in self.away
                if self.modern:
                    self.s.aligned = node.index not in self.astray
                    self.s.begin = self.s.end = self._column(node.place, set())
                    follows = [self.routine.nodes[place].point for place in node.follows]
                    self.s.asks = all(point and isinstance(core(point.statement), n.Input) for point in follows)
                for text in self.s.write(statement):
                    put(text)
                if self.modern:
                    self.columns[node.place] = self.s.end

    def _column(self, place: Place, seen: set[Place]) -> int | None:
        """Where the cursor stands before a place, if all ways to it agree."""
        seen.add(place)
        if self.routine.nodes[place].index not in self.away:
            return 0
        found = set()
        for before in self.before[place]:
            node = self.routine.nodes[before]
            silent = node.call is None and not (node.point and isinstance(core(node.point.statement), SHOWING))
            passed = silent and before not in seen
            found.add(self._column(before, seen) if passed else self.columns.get(before))
        return found.pop() if len(found) == 1 else None

    def _clear(self, node: Node, put: Put) -> None:
        """CLEAR: what is looked at later is 0 or empty again."""
        assert node.point is not None
        clearing = node.index in self.clearing
        self._set_limits(node.point.statement, put)
        if clearing:
            put("gw.clear()")
        handed = () if self.routine.key == self.graph.main else self.data_flow.parameters(self.routine.key)
        for name in self.survey.names:
            wanted = name in self.shared or self.data_flow.alive(self.routine, node.follows, name)
            if name in self.undeclared and clearing:
                if wanted or name in handed:
                    put(f"{self.e.array_place(name)}.clear()")
            elif name in self.dynamic and clearing:
                put(f"g.{self.names[name]} = {self.e.tool('undefined_function')}")
            elif not name[2] and wanted:
                variable = n.Variable(0, name[0], name[1])
                put(f"{self.s.typed(variable)} = {self.s.initial(variable)}")

    def _set_limits(self, statement: n.Statement, put: Put) -> None:
        """`CLEAR ,32000,2000`: what it says of memory and stack, unless it cannot matter."""
        arguments = statement.arguments[1:] if isinstance(statement, n.Command) else ()
        if not all(isinstance(a, n.Number) and a.value for a in arguments[:1] if a) or any(arguments[1:]):
            codes = ["None" if a is None else self.e.single(self.e.expression(a)) for a in arguments]
            put(f"gw.set_limits({', '.join(codes)})")

    def _looked_at(self, node: Node, target: n.Variable) -> bool:
        """Whether a variable's new value is of any use."""
        name = self.survey.name(target)
        return self.data_flow.alive(self.routine, node.follows, name)

    def _def_fn(self, statement: n.DefFn, put: Put) -> None:
        key = (statement.name, self.types.kind(statement.name, statement.sigil), "FN")
        if key in self.dynamic:
            position = self.survey.definitions[key].index(statement)
            put(f"g.{self.names[key]} = {self.names[key]}_{position + 1}")

    def type_of_limit(self, name: str) -> str:
        """The type of what a FOR has worked out."""
        loop = core(self.flow.points[self.limits[name]].statement)
        assert isinstance(loop, n.For)
        _, stop, step = self._bounds(loop)
        value = stop if name.startswith("limit") else step
        return "int" if value.whole and self.e.as_int(value.code) == value.code else "float"

    def _for(self, node: Node, statement: n.For, put: Put) -> None:
        start, stop, step = self._bounds(statement)
        variable = self.s.typed(statement.variable)
        start = replace(start, code=self.e.convert(start, self._kind(statement.variable)))
        index = node.index
        settings = []
        if not stop.constant:
            settings.append((self._limit(index), stop.code))
        if not step.constant:
            settings.append((self._limit(index, "step"), step.code))
        if not settings:
            put(f"{variable} = {start.code}")
        elif start.safe and (node.guarded or node.tried):
            for name, code in settings:
                put(f"{name} = {code}")
            put(f"{variable} = {start.code}")
        elif all(not mentions(code, variable.partition(":")[0]) for _, code in settings) and start.safe:
            put(f"{variable} = {start.code}")
            for name, code in settings:
                put(f"{name} = {code}")
        else:
            names = ", ".join([variable.partition(":")[0], *(name for name, _ in settings)])
            put(f"{names} = {', '.join([start.code, *(code for _, code in settings)])}")

    def _next(self, node: Node, put: Put) -> None:
        begin = self.flow.ends[node.index]
        statement = core(self.flow.points[begin].statement)
        assert isinstance(statement, n.For)
        variable = self.e.expression(statement.variable)
        _, _, step = self._bounds(statement)
        pace = step
        if not step.constant:
            pace = Value(self._limit(begin, "step"), step.kind, step.range, safe=True)
        total = self.e.combine("+", variable, pace)
        code = self.e.convert(total, self._kind(statement.variable))
        if pace.code.startswith("-") and code == f"{variable.code} + {pace.code}":
            put(f"{variable.code} -= {pace.code[1:]}")
        elif code == f"{variable.code} + {pace.code}":
            put(f"{variable.code} += {pace.code}")
        else:
            put(f"{variable.code} = {code}")
