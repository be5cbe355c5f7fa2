"""What is done at single places of a routine: statements, tests, calls, ends and errors."""

from __future__ import annotations

from itertools import chain

from ...analysis.flow import core, gives_way
from ...analysis.routines.active import Refused
from ...analysis.routines.routines import Node, handler_of
from ...analysis.routines.trapping import SURE, UNSURE
from ...analysis.telling import Steps, nobody
from ...analysis.variables.types import arithmetic
from ...errors import TYPE_MISMATCH, UNDEFINED_LINE
from ...record import replace
from ...syntax import nodes as n
from ..lines.mentions import names_in
from ..lines.page import errors_in
from ..lines.trees import LOW, augmented
from ..words.assigning import Lines
from ..words.functions import Unportable
from ..words.value import Value, fail, judges, negation, truth
from .calls import Calls
from .cursor import Cursor
from .draft import Draft, line_of
from .labels import Labels
from .stack import Put, Stack


class Places:
    """Writes the work of one place."""

    written = Steps(nobody, "statement")  # each statement of the routine in hand, for who waits for it

    def __init__(self, draft: Draft, labels: Labels, calls: Calls, stack: Stack) -> None:
        self.k, self.draft, self.labels, self.calls, self.stack = draft.k, draft, labels, calls, stack
        self.cursor = Cursor(draft)

    def test_value(self, node: Node) -> Value:
        assert node.point is not None
        self.draft.stand(node.place)
        statement = core(node.point.statement)
        if node.valued:
            return Value("condition", "!")
        if isinstance(statement, n.For):
            variable = self.k.e.expression(statement.variable)
            _, stop, step = self.draft.bounds_of(node)
            limit = stop.code if stop.constant else self.labels.limit_of(node.index)
            pace = step.code if step.constant else self.labels.limit_of(node.index, "step")
            low, high = step.range.low, step.range.high
            if step.constant and low is not None and not step.whole:  # between two whole numbers
                low = high = 1 if low >= 0 else -1
            if low is not None and low > 0:
                code = f"{variable.code} <= {limit}"
            elif high is not None and high < 0:
                code = f"{variable.code} >= {limit}"
            elif self.k.modern:
                code = f"({limit} - {variable.code}) * {pace} >= 0"
            else:
                code = f"not past({variable.code}, {limit}, {pace})"
            return truth(code)
        assert isinstance(statement, n.If | n.While)
        value = self.k.e.expression(statement.condition)
        if value.kind == "$":
            return Value(fail(TYPE_MISMATCH, value.code), "!")
        return value

    def test(self, node: Node, negated: bool) -> str:
        value = self.test_value(node)
        return negation(value) if negated else value.truth(LOW)

    def test_is_safe(self, node: Node) -> bool:
        """Whether nothing tells that it is worked out."""
        assert node.point is not None
        self.draft.stand(node.place)
        match core(node.point.statement):
            case n.If(condition=condition) | n.While(condition=condition) if not node.valued:
                return self.k.e.failures.safe(condition, "number")
            case _:
                return True

    def asked_again(self, node: Node, negated: bool) -> str:
        """The same where it is not known what the test stood behind."""
        statement = core(node.point.statement) if node.point is not None else None
        assert isinstance(statement, n.If | n.While)
        self.k.ranges.bounds = {}
        value = self.k.e.expression(statement.condition)
        return negation(value) if negated else value.truth(LOW)

    def code(self, node: Node, indent: int) -> None:
        if node.place in self.draft.passing.absorbed:
            return
        if node.survives and not node.covered:
            self.guarded(node, indent)
        else:
            self._work(node, indent)

    def guarded(self, node: Node, indent: int) -> None:
        """A statement with what takes its errors: `with trap_900:`, or several times until there is none."""
        line = line_of(node)
        with self.draft.aside() as page:
            self._work(node, indent)
        harmless = node.point is not None and node.kind not in ("call", "tail") and not errors_in(page.lines)
        if node.guarded and harmless:
            self.draft.page.extend(page)
            return
        name = self.labels.trap_name(handler_of(node.place[2]))
        if node.passed and node.follows[0][1] in (UNSURE, SURE):
            self.draft.page.put(indent, f"condition = {node.follows[0][1] == SURE}", line)
        if node.repeated:
            self.draft.page.put(indent, f"for attempt in {name}:", line)
            indent, name = indent + 1, "attempt"
        if not (node.guarded or node.repeated or node.passed):
            name = f"{name}.resuming()"
        self.draft.page.put(indent, f"with {name}:", line)
        self.draft.page.extend(page, 1 + node.repeated)

    def _on_error(self, node: Node, line: n.LineRef) -> str:
        """`errors.on_error(say_error)`, where handlers that never come back take what nothing else does."""
        target = self.k.flow.target(line) if line.number else None
        key = handler_of(node.follows[0][2]) if target is not None and node.follows else None
        if key is None or not self.draft.endings or key not in self.k.graph.routines:
            return f"errors.trapping = {bool(line.number)}"
        self.draft.handlers.add(key)
        return f"errors.on_error({self.labels.routine_name(key)})"

    def _work(self, node: Node, indent: int) -> None:
        self.written()
        self.k.s.assigning.trapped = node.place[2][0] >= 0
        self.draft.stand(node.place)
        line, error = line_of(node), self.draft.error(node)

        def put(text: str) -> None:
            self.draft.page.put(indent, text, line, error)

        if node.point is not None and isinstance(node.point.statement, n.Remark) and node.kind == "plain":
            for text in self.k.s.write(node.point.statement):
                self.draft.page.remark(indent, text, line)
            return
        try:
            match node.kind:
                case "jump":
                    return
                case "stack":
                    self.stack.account(node, put)
                case "call" if node.sorts:
                    return  # the handler has been called by what takes the error
                case "end":
                    self._end(node, put)
                case "return" | "resume":
                    self.calls.give_back(node.outcomes[0], put)
                case "call" | "tail":
                    put(self.calls.call(node))
                    if node.follows or self.calls.just_ends(node):
                        return
                    if node.outcomes:
                        self.calls.give_back(node.outcomes[0], put)
                    else:
                        put("sys.exit()")
                case "again":
                    put("raise errors.again()")
                case "state":
                    once = node.state is not None and node.state.once
                    put(f"{self.labels.state_name(node)} = {bool(node.number) if once else node.number}")
                case "fail":
                    self._failing(node, put)
                case _:
                    self._plain(node, put)
        except Unportable as problem:
            raise Refused(line, str(problem)) from None

    def _end(self, node: Node, put: Put) -> None:
        statement = node.point.statement if node.point is not None else None
        if isinstance(statement, n.Command) and statement.word == "STOP":
            assert node.point is not None
            self.cursor.tell(node)
            for text in self.k.s.stop(node.point.line):
                put(text)
        elif isinstance(statement, n.Run):
            put("raise Restart")
        else:
            put("sys.exit()")

    def _failing(self, node: Node, put: Put) -> None:
        error, where = node.error, node.error_line
        if node.point is not None and gives_way(node.point.statement):
            for text in self.k.s.write(node.point.statement):
                put(text)
            return
        if node.point is not None and isinstance(statement := node.point.statement, n.Broken):
            prefix = statement.prefix
            begun: Lines = []
            match prefix:
                case n.Restore(line=n.LineRef() as line) if self.k.flow.target(line) is None:
                    error = 8
                case n.Print():
                    begun = self.k.s.printing.print(prefix, ended=False)
                case n.Write():
                    begun = self.k.s.printing.write_items(prefix, ended=False)
                case n.Read():
                    put("with gw.data.reading():")
                    for text in chain.from_iterable(self.k.s.inputs.reads_of(prefix)):
                        put(f"    {text}")
                    put(f"    gw.fail({error})")
                    return
                case n.Node() if self.k.s.knows(prefix):
                    begun = self.k.s.write(prefix)
            for text in begun:
                put(text)
            for effect in statement.effects:
                if not self.k.e.failures.safe(effect):
                    put(self.k.e.expression(effect).code)
        if node.point is not None and isinstance(node.point.statement, n.For):
            loop = node.point.statement
            kind = self.k.kind(loop.variable)
            for bound in (loop.start,) if error == 13 else (loop.start, loop.stop, loop.step):
                if bound is not None and not self.k.e.failures.safe(bound, "" if error == 13 else kind):
                    put(self.k.e.expression(bound).code if error == 13 else self.k.e.given(bound, kind))
        if where >= 0:
            put(f"raise BasicError({error}, {where})")
        else:
            put(f"raise BasicError({error})")

    def _plain(self, node: Node, put: Put) -> None:
        assert node.point is not None
        statement = node.point.statement
        match statement:
            case n.If(condition=condition) | n.While(condition=condition):
                value = self.k.e.expression(condition)
                code = self.k.e.condition(condition)
                put(f"condition = {code if judges(value) else f'bool({code})'}")
            case n.OnJump(selector=selector):
                put(f"choice = {self.k.e.given(selector, 'byte')}")
            case n.For():
                ended = self.stack.end_of_old(node, statement)
                early = self.k.e.failures.safe(statement.start, self.k.kind(statement.variable))
                if ended and early:  # it comes before limit and step
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
                if line is not None and line.number not in self.k.flow.restores:
                    put(f"gw.fail({UNDEFINED_LINE})")
                else:
                    index = 0 if line is None else self.k.flow.restores[line.number]
                    put(self.k.s.inputs.restore(index))
            case n.OnEvent(line=line) if line.number and self.k.flow.target(line) is None:
                put(fail(UNDEFINED_LINE, *filter(None, [self.k.s.calls.operand(statement.argument)])))
            case n.DefFn():
                self._def_fn(statement, put)
            case n.Let(column=0, target=n.Variable() as target) if not self._looked_at(node, target):
                pass  # what a loop that was carried out beforehand has left behind
            case _:
                self.cursor.tell(node)
                for text in self.k.s.write(statement):
                    put(text)
                self.cursor.note(node)

    def _clear(self, node: Node, put: Put) -> None:
        """CLEAR: what is looked at later is 0 or empty again."""
        assert node.point is not None
        clearing = node.index in self.k.clearing
        self._set_limits(node.point.statement, put)
        if clearing:
            put("gw.clear()")
        key = self.draft.routine.key
        handed = () if key == self.k.graph.main else self.k.data_flow.parameters(key)
        for name in self.k.survey.names:
            wanted = name in self.k.shared or self.k.data_flow.alive(self.draft.routine, node.follows, name)
            if name in self.k.undeclared and clearing:
                if wanted or name in handed:
                    put(f"{self.k.e.array_place(name)}.clear()")
            elif name in self.k.dynamic and clearing:
                put(f"g.{self.k.names[name]} = undefined_function")
            elif not name[2] and wanted:
                variable = n.Variable(0, name[0], name[1])
                put(f"{self.k.s.assigning.typed(variable)} = {self.k.s.lists.initial(variable)}")

    def _set_limits(self, statement: n.Statement, put: Put) -> None:
        """`CLEAR ,32000,2000`: what it says of memory and stack, unless it cannot matter."""
        arguments = statement.arguments[1:] if isinstance(statement, n.Command) else ()
        if not all(isinstance(a, n.Number) and a.value for a in arguments[:1] if a) or any(arguments[1:]):
            codes = ["None" if a is None else self.k.e.given(a, "single") for a in arguments]
            put(f"gw.set_limits({', '.join(codes)})")

    def _looked_at(self, node: Node, target: n.Variable) -> bool:
        """Whether a variable's new value is of any use."""
        name = self.k.types.name(target)
        return self.k.data_flow.alive(self.draft.routine, node.follows, name)

    def _def_fn(self, statement: n.DefFn, put: Put) -> None:
        key = (statement.name, self.k.types.kind(statement.name, statement.sigil), "FN")
        if key in self.k.dynamic:
            position = self.k.survey.definitions[key].index(statement)
            put(f"g.{self.k.names[key]} = {self.k.names[key]}_{position + 1}")

    def _for(self, node: Node, statement: n.For, put: Put) -> None:
        """The first value of a counter, its limit and its step: all are worked out before the counter is set, but where
        that makes no difference to a counter that is given its type."""
        start, stop, step = self.k.bounds(statement)
        values = {"limit": stop, "step": step}
        bounds = {
            self.labels.limit_of(node.index, word): value.code for word, value in values.items() if not value.constant
        }
        name = self.k.e.scalar(statement.variable)
        variable = self.k.s.assigning.typed(statement.variable)
        survives = node.guarded or node.tried
        typed = variable != name and not survives and self.k.e.failures.safe(statement.start)
        read = any(name in names_in(code) for code in bounds.values())
        if bounds and start.code != name and (read or not typed):
            put(f"{', '.join([name, *bounds])} = {', '.join([start.code, *bounds.values()])}")
            return
        if start.code != name:  # FOR I=I TO ...
            put(f"{variable} = {start.code}")
        for name, code in bounds.items():
            put(f"{name} = {code}")

    def _next(self, node: Node, put: Put) -> None:
        begin = self.k.flow.ends[node.index]
        statement = core(self.k.flow.points[begin].statement)
        assert isinstance(statement, n.For)
        variable = self.k.e.expression(statement.variable)
        _, _, step = self.k.bounds(statement)
        operator, pace = "+", step if step.constant else replace(step, code=self.labels.limit_of(begin, "step"))
        match statement.step:
            case n.Unary(operator="-", operand=n.Number() as down):
                operator, pace = "-", self.k.e.expression(down)
        bounds, kind = arithmetic(operator, variable.range, pace.range), self.k.kind(statement.variable)
        total = self.k.e.operations.arithmetic(operator, variable, pace, bounds)
        code = self.k.e.convert.as_kind(Value(total, "#" if kind == "#" else "!", bounds), kind)
        place = self.k.e.scalar(statement.variable)
        put(augmented(place, code, True) or f"{place} = {code}")
