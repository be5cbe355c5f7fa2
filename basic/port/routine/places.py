"""What is done at single places of a routine: statements, tests, calls, ends and errors."""

from __future__ import annotations

from itertools import chain

from ...analysis.flow import core, gives_way
from ...analysis.routines.active import Refused
from ...analysis.routines.routines import Node, handler_of
from ...analysis.routines.trapping import SURE, UNSURE
from ...analysis.telling import Steps, nobody
from ...errors import TYPE_MISMATCH, UNDEFINED_LINE
from ...syntax import nodes as n
from ..lines.page import errors_in
from ..lines.trees import LOW
from ..words.assigning import Lines
from ..words.functions import Unportable
from ..words.value import Value, fail, judges, negation
from .calls import Calls
from .counting import Counting
from .cursor import Cursor
from .draft import Draft, Put, line_of
from .labels import Labels
from .stack import Stack


class Places:
    """Writes the work of one place."""

    written = Steps(nobody, "statement")  # each statement of the routine in hand, for who waits for it

    def __init__(self, draft: Draft, labels: Labels, calls: Calls, stack: Stack, counting: Counting) -> None:
        self.k, self.draft, self.labels, self.calls, self.stack = draft.k, draft, labels, calls, stack
        self.counting = counting
        self.cursor = Cursor(draft)

    def test(self, node: Node, negated: bool, again: bool = False) -> str:
        """What a branch or a loop asks. `again`: it is not known what that stands behind."""
        value = self._test_value(node, again)
        return negation(value) if negated else value.truth(LOW)

    def _test_value(self, node: Node, again: bool) -> Value:
        assert node.point is not None
        self.draft.stand(node.place)
        if again:
            self.k.ranges.bounds = {}
        if node.valued:
            return Value("condition", "!")
        match core(node.point.statement):
            case n.For():
                return self.counting.test(node)
            case n.If(condition=condition) | n.While(condition=condition):
                value = self.k.e.expression(condition)
                return Value(fail(TYPE_MISMATCH, value.code), "!") if value.kind == "$" else value
            case statement:
                raise TypeError(statement)

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
                    self._call(node, put)
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

    def _call(self, node: Node, put: Put) -> None:
        put(self.calls.call(node))
        if node.follows or self.calls.just_ends(node):
            return
        if node.outcomes:
            self.calls.give_back(node.outcomes[0], put)
        else:
            put("sys.exit()")

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
        """What surely ends in an error, with what is done before that."""
        error, statement = node.error, node.point.statement if node.point is not None else None
        match statement:
            case n.Statement() if gives_way(statement):
                for text in self.k.s.write(statement):
                    put(text)
                return
            case n.Broken(prefix=n.Read() as prefix):
                put("with gw.data.reading():")
                for text in chain.from_iterable(self.k.s.inputs.reads_of(prefix)):
                    put(f"    {text}")
                put(f"    gw.fail({error})")
                return
            case n.Broken(prefix=n.Restore(line=n.LineRef() as line)) if self.k.flow.target(line) is None:
                error = UNDEFINED_LINE
            case n.Broken(prefix=prefix):
                for text in self._begun(prefix):
                    put(text)
            case n.For(start=start) if error == TYPE_MISMATCH:
                if not self.k.e.failures.safe(start):
                    put(self.k.e.expression(start).code)
            case n.For(variable=variable):
                kind = self.k.kind(variable)
                for bound in (statement.start, statement.stop, statement.step):
                    if bound is not None and not self.k.e.failures.safe(bound, kind):
                        put(self.k.e.given(bound, kind))
        for effect in statement.effects if isinstance(statement, n.Broken) else ():
            if not self.k.e.failures.safe(effect):
                put(self.k.e.expression(effect).code)
        where = f", {node.error_line}" if node.error_line >= 0 else ""
        put(f"raise BasicError({error}{where})")

    def _begun(self, prefix: n.Statement | None) -> Lines:
        """What a statement does that breaks off in the midst of it."""
        match prefix:
            case n.Print():
                return self.k.s.printing.print(prefix, ended=False)
            case n.Write():
                return self.k.s.printing.write_items(prefix, ended=False)
            case n.Statement() if self.k.s.knows(prefix):
                return self.k.s.write(prefix)
        return []

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
                self.counting.begin(node, put)
                if ended and not early:
                    put(ended)
            case n.Next():
                self.counting.step(node, put)
            case n.OnError(line=line):
                put(self._on_error(node, line))
            case n.Command(word="CLEAR") | n.Run(file=None):
                self._clear(node, put)
            case n.Restore(line=line):
                index = 0 if line is None else self.k.flow.restores.get(line.number)
                put(f"gw.fail({UNDEFINED_LINE})" if index is None else self.k.s.inputs.restore(index))
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
