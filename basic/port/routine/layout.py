"""Shapes as the text of Python: branches, loops, `match` and `try`, one under the other."""

from __future__ import annotations

from ...analysis.routines.routines import Node
from ...analysis.shapes.structure import Again, Block, Branch, Code, Leave, Loop, Shape, Switch
from ...analysis.variables.types import Range
from ...record import replace
from ...syntax import nodes as n
from ..lines.mentions import mentions
from ..lines.page import Line, Page, worked_out
from ..naming.names import ANSWERS
from ..plan.knowledge import Knowledge
from ..shape.shapes import Answered, Asked, Called, Final, Flag, IfFlag, Part, While, nodes_in, parts
from ..shape.shapes import Range as Counted
from ..words.value import Value
from .calls import Calls
from .cases import Cases
from .counting import Counting
from .draft import Draft
from .errors import Errors
from .labels import Labels
from .places import Places

GOES_ON = "goes_on"  # what a part is answered with that else leaves


class Layout:
    """Writes shapes, and knows where a routine ends with them."""

    def __init__(
        self, k: Knowledge, draft: Draft, labels: Labels, errors: Errors, calls: Calls, places: Places,
        counting: Counting,
    ) -> None:  # fmt: skip
        self.k, self.draft, self.labels, self.errors = k, draft, labels, errors
        self.places, self.counting = places, counting
        self.cases = Cases(k, draft, labels, errors, calls, self.rendered)

    # -- shapes ---------------------------------------------------------------------------------------------------

    def sequence(self, seq: list[Shape], indent: int, last: bool) -> None:
        """Write shapes one under the other; `last`: the routine ends where they end."""
        for position, shape in enumerate(seq):
            self._shape(shape, indent, last and all(self._silent(s) for s in seq[position + 1 :]))

    def _silent(self, shape: object) -> bool:
        return isinstance(shape, Leave | Again) and not self.draft.actions.get(id(shape))

    def _shape(self, shape: object, indent: int, last: bool) -> None:
        self._remarks_beside(shape, indent)
        self._write_shape(shape, indent, last)

    def _call_part(self, part: Part, indent: int, last: bool) -> None:
        """`a = lines_100_to_200(a, b)`"""
        line = self.labels.line_of(next(nodes_in(part.shape)))
        call = self._part_called(part)
        back = [name for name, _ in part.back]
        self.k.s.assigning.declared.update(back)
        if part.final and self.draft.part is not None and not self.draft.part.final:
            self.draft.page.put(indent, call, line)
            self.draft.page.put(indent, "sys.exit()", line)
            self.k.e.imports.use("", "sys")
        elif part.final and (self.k.data_flow.results(self.draft.routine.key) or len(self.draft.routine.outcomes) > 1):
            self.draft.page.put(indent, f"return {call}", line)
        elif part.final:
            self.draft.page.put(indent, call, line)
            if not last:
                self.draft.page.put(indent, "return", line)
        else:
            self.draft.page.put(indent, f"{', '.join(back)} = {call}" if back else call, line)
        self._finish_later(part)

    def _part_called(self, part: Part) -> str:
        return f"{part.name}({', '.join(name for name, _ in part.given)})"

    def _finish_later(self, part: Part) -> None:
        if all(other is not part for other in self.draft.called_parts):
            self.draft.called_parts.append(part)

    def _write_shape(self, shape: object, indent: int, last: bool) -> None:
        match shape:
            case Code(node=node):
                self.places.code(node, indent, last)
            case Branch():
                self._branch(shape, indent, last)
            case Switch():
                self.cases.switch(shape, indent, last)
            case Block(body=body):
                self.sequence(body, indent, last)
            case Loop():
                self._loop(shape, indent, last)
            case Final(part=part) | Called(part=part):
                self._call_part(part, indent, last)
            case Answered():
                self._answered(shape, indent, last)
            case Leave() | Again():
                action = self.draft.actions.get(id(shape))
                if self.draft.part is not None and action in ("return", "return True", "return False"):
                    words, back = action.split()[1:], [name for name, _ in self.draft.part.back]
                    action = f"return {', '.join(words + back)}".rstrip()
                if action:
                    self.draft.page.put(indent, action)
            case Flag(name=name, value=value):
                self.draft.page.put(indent, f"{name} = {value}")
            case Asked(node=node, negated=negated, body=body):
                test = self.places.asked_again(node, negated)
                self.draft.page.put(indent, f"if {test}:", self.labels.line_of(node), self.errors.error(node))
                self._inner(body, indent + 1, last)
            case IfFlag(name=name, negated=negated, body=body):
                self.draft.page.put(indent, f"if {'not ' * negated}{name}:")
                self._inner(body, indent + 1, last)

    def _remarks_beside(self, shape: object, indent: int) -> None:
        """The remarks that are written before a statement since control does not come to them."""
        node = None
        match shape:
            case Code() | Branch() | Switch():
                node = shape.node
            case Counted():
                node = shape.begin or shape.test.node
            case While():
                node = shape.test.node
            case _:
                pass
        if node is not None and node.point is not None and node.index not in self.draft.remarked:
            self.draft.remarked.add(node.index)
            for text in self.k.remarks_of.beside.get(node.index, []):
                self.draft.page.put(indent, f"# {text}", node.point.line)

    def _inner(self, seq: list[Shape], indent: int, last: bool) -> None:
        before = len(self.draft.page.lines)
        before -= self.draft.page.lines[before - 1].indent == indent  # the state has been given a counter
        self.sequence(seq, indent, last)
        self.draft.page.fill(before, indent)

    def rendered(self, seq: list[Shape], indent: int, last: bool) -> Page:
        """The same on a page of its own."""
        page, self.draft.page = self.draft.page, Page()
        self.sequence(seq, indent, last)
        page, self.draft.page = self.draft.page, page
        return page

    def _branch(self, shape: Branch, indent: int, last: bool) -> None:
        if shape.node.tried:
            self._tried(shape, indent, last)
            return
        node, negated, line = shape.node, shape.negated, self.labels.line_of(shape.node)
        one, two = (self.rendered(arm, indent + 1, last) for arm in (shape.first, shape.second))
        if not one.working and not two.working:
            value = self.places.test_value(node)
            if not value.safe:
                self.draft.page.put(indent, worked_out(self.places.test(node, negated)), line, self.errors.error(node))
            self.draft.page.extend(one, -1)
            return
        if not one.working or (two.leaves and not one.leaves and two.size <= one.size):
            one, two, negated = two, one, not negated
        test = f"if {self.places.test(node, negated)}:"
        self.cases.choice(Line(indent, test, line, self.errors.error(node)), one, two)

    def _answered(self, shape: Answered, indent: int, last: bool) -> None:
        """`if found_word(a):`"""
        line, test = self.labels.line_of(next(nodes_in(shape.part.shape))), self._part_called(shape.part)
        self._finish_later(shape.part)
        back = [name for name, _ in shape.part.back]
        self.k.s.assigning.declared.update(back)
        one, two = (self.rendered(arm, indent + 1, last) for arm in (shape.first, shape.second))
        if back:
            taken = {*self.k.names.known.values(), *self.labels.routine_names.values()}
            ends = two.leaves and not one.leaves and self.draft.actions.get(id(shape.second[-1])) != "continue"
            answers = (GOES_ON, *ANSWERS) if ends else ANSWERS
            answer = next(word for word in answers if word not in taken)
            self.draft.page.put(indent, f"{answer}, {', '.join(back)} = {test}", line)
            test = answer
        if not one.working or (two.leaves and not one.leaves):
            one, two, test = two, one, f"not {test}"
        self.cases.choice(Line(indent, f"if {test}:", line), one, two)

    def _tried(self, shape: Branch, indent: int, last: bool) -> None:
        """A statement whose errors lead elsewhere: `with trap_900.resuming() as resumed:`, and then `if resumed:`"""
        asks = not all(self._silent(jump) for arm in parts(shape) for jump in arm)
        self.places.guarded(shape.node, indent, asks)
        one, two = (self.rendered(arm, indent + 1, last) for arm in parts(shape))
        test = "resumed"
        if not one.working:
            one, two, test = two, one, f"not {test}"
        if one.working:
            self.cases.choice(Line(indent, f"if {test}:", self.labels.line_of(shape.node)), one, two)

    def _loop(self, shape: Loop, indent: int, last: bool) -> None:
        if isinstance(shape, Counted):
            self._counted(shape, indent, last)
            return
        if isinstance(shape, While):
            node = shape.test.node
            test = f"while {self.places.test(node, shape.test.negated)}:"
            self.draft.page.put(indent, test, self.labels.line_of(node), self.errors.error(node))
        else:
            self.draft.page.put(indent, "while True:")
        self._inner(shape.body, indent + 1, False)
        if isinstance(shape, While):
            self._orelse(shape, indent, last)

    def _orelse(self, shape: While | Counted, indent: int, last: bool, after: str = "") -> None:
        """What follows a loop that was not left by `break`."""
        page = self.rendered(shape.orelse, indent + 1, last)
        broken = any(action == "break" for action in self._actions_in(shape.body))
        if after:
            page.lines.insert(0, Line(indent + 1, after, self.labels.line_of(shape.test.node)))
        if not page.working:
            self.draft.page.extend(page, -1)
        elif broken:
            self.draft.page.put(indent, "else:", self.labels.line_of(shape.test.node))
            self.draft.page.extend(page)
        else:
            self.draft.page.extend(page, -1)

    def _actions_in(self, seq: list[Shape]) -> list[str]:
        """What the jumps of a loop's body become, those of inner loops aside."""
        found: list[str] = []
        for shape in seq:
            if isinstance(shape, Leave | Again):
                found.append(self.draft.actions.get(id(shape), ""))
            elif isinstance(shape, While | Counted):
                found += self._actions_in(shape.orelse)
            elif not isinstance(shape, Loop):
                for part in parts(shape):
                    found += self._actions_in(part)
        return found

    # -- loops that count -----------------------------------------------------------------------------------------

    def _counted(self, shape: Counted, indent: int, last: bool) -> None:
        """`for i in range(1, 11):`, and what the counter is behind it, if anybody looks at that."""
        node, begin = shape.test.node, shape.begin
        assert node.point is not None and isinstance(node.point.statement, n.For)
        statement = node.point.statement
        variable = self.k.e.scalar(statement.variable)
        start, stop, step = self.draft.bounds_at(statement, self.places.beginning(node.place))
        positive = start.range.low is not None and start.range.low > 0
        pace = step.range.low
        assert pace is not None
        after = self._told_behind(shape, start, stop, pace) if self.counting.live_after(node) else variable
        if begin is not None and not after:
            self.places.code(begin, indent, False)
            begin = None
        if begin is None:  # its bounds have been worked out
            start = replace(start, code=variable)
            stop = stop if stop.constant else Value(self.labels.limit_of(node.index), "!", stop.range)
            step = step if step.constant else replace(step, code=self.labels.limit_of(node.index, "step"))
        end = self.counting.beyond(stop, 1 if pace > 0 else -1, positive)
        arguments = [start.code, end]
        if pace != 1 or pace != step.range.high:
            arguments.append(step.code if pace != step.range.high else str(pace))
        elif start.code == "0":
            arguments = [end]
        if begin is not None and (typed := self.k.s.assigning.typed(statement.variable)) != variable:
            self.draft.page.put(indent, typed, self.labels.line_of(node))  # elsewhere it has fractions
        self.k.s.assigning.declared.add(variable)
        self._head(indent, statement, arguments, node, 0 if begin is None else self.errors.error(begin))
        self._inner(shape.body, indent + 1, False)
        furthest = after or f"{'max' if pace > 0 else 'min'}({variable}, {self.k.e.convert.as_int(end)})"
        self._orelse(shape, indent, last, f"{variable} = {furthest}" if furthest != variable else "")

    def _told_behind(self, shape: Counted, start: Value, stop: Value, pace: int) -> str:
        """What a counter is behind its loop, as far as its bounds tell that there."""
        test = shape.test.node
        assert test.point is not None and isinstance(test.point.statement, n.For)
        statement = test.point.statement
        if start.constant and stop.constant:
            turns = max(0, int((float(stop.code) - int(start.code)) // pace) + 1)
            return str(int(start.code) + turns * pace)
        if shape.begin is None or not (start.safe and stop.safe and self.counting.steady(test, statement.stop)):
            return ""
        above = start.range.low is not None and start.range.low > 0
        end = self.k.e.convert.as_int(self.counting.beyond(stop, pace, above))
        if _comes_to_end(start.range, stop.range, pace):
            return end
        first = self.k.e.convert.as_int(start.code)
        return f"{'max' if pace > 0 else 'min'}({first}, {end})" if self.counting.steady(test, statement.start) else ""

    def _head(self, indent: int, statement: n.For, arguments: list[str], test: Node, error: int) -> None:
        """`for i in range(1, 11):`; what the subroutines are to see goes into the state."""
        line = self.labels.line_of(test)
        variable, counter = self.k.e.scalar(statement.variable), self.k.names[self.k.survey.name(statement.variable)]
        arguments = [self.k.e.convert.as_int(code) for code in arguments]
        names = ["first", "beyond"][-len(arguments[:2]) :]
        if used := {code: name for code, name in zip(arguments, names, strict=False) if mentions(code, counter)}:
            self.draft.page.put(indent, f"{', '.join(used.values())} = {', '.join(used)}", line, error)
            error = 0
            arguments = [used.get(code, code) for code in arguments]
        passes = self.counting.may_pass(test)
        arguments = ["0", *arguments] if passes and len(arguments) == 1 else arguments
        values = f"{self.k.e.imports.tool('counting') if passes else 'range'}({', '.join(arguments)})"
        error = self.counting.line_of_step(test) if passes else error
        self.draft.page.put(indent, f"for {counter} in {values}:", line, error)
        if counter != variable:
            self.draft.page.put(indent + 1, f"{variable} = {counter}", line)


def _comes_to_end(start: Range, stop: Range, pace: int) -> bool:
    """Whether a counter that goes by one stands just behind its limit in any case, though the loop be never run."""
    first, last = (start.high, stop.low) if pace > 0 else (start.low, stop.high)
    return first is not None and last is not None and (last - first) * pace >= -1
