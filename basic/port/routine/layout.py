"""Shapes as the text of Python: branches, loops, `match` and `try`, one under the other."""

from __future__ import annotations

import ast

from ...analysis.shapes.structure import Block, Branch, Code, Jump, Loop, Shape, Switch
from ..lines.page import Line, Page, worked_out
from ..lines.suites import closed, parsed
from ..naming.names import ANSWERS
from ..shape.shapes import (
    Action,
    Asked,
    Called,
    Flag,
    IfFlag,
    Range,
    Try,
    While,
    everything,
    node_of,
    nodes_in,
    parts,
)
from .calls import Calls
from .cases import Cases
from .draft import Draft, line_of
from .labels import Labels
from .places import Places

GOES_ON = "goes_on"  # what a part is answered with that else leaves


class Layout:
    """Writes shapes, and knows where a routine ends with them."""

    def __init__(self, draft: Draft, labels: Labels, calls: Calls, places: Places) -> None:
        self.k, self.draft, self.labels, self.places = draft.k, draft, labels, places
        self.cases = Cases(draft, labels, calls, self.rendered)

    # -- shapes ---------------------------------------------------------------------------------------------------

    def sequence(self, seq: list[Shape], indent: int) -> None:
        """Write shapes one under the other."""
        for shape in seq:
            self._remarks_beside(shape, indent)
            self._write_shape(shape, indent)

    def _silent(self, shape: object) -> bool:
        return isinstance(shape, Jump) and not shape.action

    def _write_shape(self, shape: object, indent: int) -> None:
        match shape:
            case Code(node=node):
                self.places.code(node, indent)
            case Branch():
                self._branch(shape, indent)
            case Switch():
                self.cases.switch(shape, indent)
            case Block(body=body):
                self.sequence(body, indent)
            case Loop():
                self._loop(shape, indent)
            case Try():
                self._try(shape, indent)
            case Called():
                self._called(shape, indent)
            case Jump(action=action, node=node):
                if action:
                    self.draft.page.put(indent, self._jump(action), line_of(node) if node is not None else 0)
            case Flag(name=name, value=value):
                self.draft.page.put(indent, f"{name} = {value}")
            case Asked(node=node, negated=negated, body=body):
                test = self.places.test(node, negated, again=True)
                self.draft.put(indent, f"if {test}:", node)
                self.sequence(body, indent + 1)
            case IfFlag(name=name, negated=negated, body=body):
                self.draft.page.put(indent, f"if {'not ' * negated}{name}:")
                self.sequence(body, indent + 1)

    def _jump(self, action: str) -> str:
        """A jump out of a function, with what that gives back."""
        if action not in (Action.RETURN, Action.YES, Action.NO):
            return action
        answer = ["True"] * (action == Action.YES) + ["False"] * (action == Action.NO)
        return f"return {', '.join([*answer, *self.draft.gives])}".rstrip()

    def _remarks_beside(self, shape: object, indent: int) -> None:
        """The remarks that are written before a statement since control does not come to them."""
        node = node_of(shape)
        if node is not None and node.point is not None and node.index not in self.draft.remarked:
            self.draft.remarked.add(node.index)
            for text in self.k.remarks_of.beside.get(node.index, []):
                self.draft.page.put(indent, f"# {text}", node.point.line)

    def rendered(self, seq: list[Shape], indent: int) -> Page:
        """The same on a page of its own."""
        with self.draft.aside() as page:
            self.sequence(seq, indent)
        return page

    def _branch(self, shape: Branch, indent: int) -> None:
        if shape.node.tried:
            self._tried(shape, indent)
            return
        node, negated, line = shape.node, shape.negated, line_of(shape.node)
        one, two = (self.rendered(arm, indent + 1) for arm in (shape.first, shape.second))
        if not one.working and not two.working:
            self.draft.put(indent, worked_out(self.places.test(node, negated)), node)
            self.draft.page.extend(one, -1)
            return

        def test(swapped: bool) -> str:
            return self.places.test(node, negated != swapped)

        self.cases.choice(Line(indent, "", line, self.draft.error(node)), test, one, two)

    def _called(self, shape: Called, indent: int) -> None:
        """`a = ask_amount(b)`, or `if found_word(a):`; the function itself is written later."""
        part = shape.part
        if all(other is not part for other in self.draft.called_parts):
            self.draft.called_parts.append(part)
        back, line = [name for name, _ in part.back], line_of(next(nodes_in(part.body)))
        self.k.s.assigning.declared.update(back)
        test = f"{part.name}({', '.join(name for name, _ in part.given)})"
        if not part.asked:
            self.draft.page.put(indent, f"{', '.join(back)} = {test}" if back else test, line)
            return
        one, two = (self.rendered(arm, indent + 1) for arm in (shape.first, shape.second))
        if back:
            taken = {*self.k.names.known.values(), *self.labels.routine_names.values()}
            last = shape.second[-1] if shape.second else None
            again = isinstance(last, Jump) and last.action == Action.CONTINUE
            ends = two.leaves and not one.leaves and not again
            answers = (GOES_ON, *ANSWERS) if ends else ANSWERS
            answer = next(word for word in answers if word not in taken)
            self.draft.page.put(indent, f"{answer}, {', '.join(back)} = {test}", line)
            test = answer
        self.cases.choice(Line(indent, "", line), lambda swapped: "not " * swapped + test, one, two)

    def _tried(self, shape: Branch, indent: int) -> None:
        """A statement whose errors lead to several places, before which more is done than a jump."""
        line = line_of(shape.node)
        self.draft.page.put(indent, "try:", line)
        self.places.guarded(shape.node, indent + 1)
        led = shape.node.follows[-1]
        switches = any(isinstance(item, Switch) and item.node.place == led for item in everything(shape.first))
        self.draft.page.put(indent, f"except Resumed{' as resume' * switches}:", line)
        handled = self.rendered(shape.first, indent + 1)
        for each in handled.lines:  # an error of its own, not one of the other's
            match each.tree:
                case ast.Raise(exc=ast.expr(), cause=None):
                    each.text += " from None"
        self.draft.page.extend(handled)
        other = self.rendered(shape.second, indent + 1)
        if not other.working or handled.leaves:
            self.draft.page.extend(other, -1)
        else:
            self.draft.page.put(indent, "else:", line)
            self.draft.page.extend(other)

    def _try(self, shape: Try, indent: int) -> None:
        """`with trap_900.resuming(540):`. If the error leads further than to its end, `as
        resumed`; where there is another within, `as resumed_2`."""
        silent = all(self._silent(jump) for jump in shape.handler)
        lines = ", ".join(map(self.labels.resumed_at, shape.targets))
        what = self.labels.trap_name(shape.key) if shape.catching else "errors"
        inner = [*everything(shape.body)]
        within = sum(isinstance(one, Try) or (isinstance(one, Switch) and one.node.sorts) for one in inner)
        name = f"resumed_{within + 1}" if within else "resumed"
        body = self.rendered(shape.body, indent + 1)
        asks = not silent and not closed(parsed(body.lines))  # else control only comes behind it by an error
        self.draft.page.put(indent, f"with {what}.resuming({lines}){f' as {name}' * asks}:")
        self.draft.page.extend(body)
        if asks:
            self.draft.page.put(indent, f"if {name}:")
        if not silent:
            self.sequence(shape.handler, indent + asks)

    def _loop(self, shape: Loop, indent: int) -> None:
        if isinstance(shape, Range):
            self._counted(shape, indent)
            return
        if isinstance(shape, While):
            node = shape.test.node
            self.draft.put(indent, f"while {self.places.test(node, shape.test.negated)}:", node)
        else:
            self.draft.page.put(indent, "while True:")
        self.sequence(shape.body, indent + 1)
        if isinstance(shape, While):
            self._orelse(shape, indent)

    def _orelse(self, shape: While | Range, indent: int, after: str = "") -> None:
        """What follows a loop that was not left by `break`."""
        page = self.rendered(shape.orelse, indent + 1)
        if after:
            page.lines.insert(0, Line(indent + 1, after, line_of(shape.test.node)))
        if page.working and _breaks(shape.body):
            self.draft.page.put(indent, "else:", line_of(shape.test.node))
            self.draft.page.extend(page)
        else:
            self.draft.page.extend(page, -1)

    def _counted(self, shape: Range, indent: int) -> None:
        """`for i in range(1, 11):`, and what the counter is behind it, if anybody looks at that."""
        line, begin = line_of(shape.test.node), shape.begin
        head = self.places.counting.head(shape.test.node, begin)
        if head.typed:
            self.draft.page.put(indent, head.typed, line)
        self.draft.page.put(indent, head.text, line, self.draft.error(begin) if begin is not None else 0)
        if head.shared:
            self.draft.page.put(indent + 1, head.shared, line)
        self.sequence(shape.body, indent + 1)
        self._orelse(shape, indent, head.behind)


def _breaks(body: list[Shape]) -> bool:
    """Whether a loop is left by `break`, not only loops in it."""
    for shape in body:
        inside = [shape.orelse] if isinstance(shape, While | Range) else [] if isinstance(shape, Loop) else parts(shape)
        if (isinstance(shape, Jump) and shape.action == Action.BREAK) or any(map(_breaks, inside)):
            return True
    return False
