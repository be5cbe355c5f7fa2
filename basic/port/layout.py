"""Shapes as the text of Python: branches, loops, `match` and `try`, one under the other."""

from __future__ import annotations

import re

from ..analysis.doings import BEGINS
from ..analysis.routines import Node, Place
from ..analysis.structure import ONCE, Again, Block, Branch, Code, Leave, Loop, Shape, Switch
from ..record import replace
from ..sizes import FOR_SIZE, WHILE_SIZE
from ..syntax import nodes as n
from .conditions import joined
from .counting import Counting
from .faults import failing
from .mentions import mentions
from .names import ANSWERS
from .page import Extent, Page, Run, worked_out
from .shapes import Answered, Asked, Called, Final, Flag, IfFlag, Part, Try, While, everything, nodes_in, parts
from .shapes import Range as Counted
from .suites import ends_closed
from .value import SUM, Value

MOST_NAMED = 8  # lines that a comment names one by one
SHARED = "resumed_0"  # what an error has led to, for a choice that several statements share
FEW_ENDS = 8  # of a call, that are told where they stand to which states they lead
FEW_ALIKE = 3  # ends of a call that are worth being handed on as one

Case = tuple[list[str], Page]  # what is chosen, and what is done then


class NotAlone(Exception):
    """The program cannot do without `basic`, as has come out while it was written without."""


class Layout(Counting):
    """Writes shapes, and knows where a routine ends with them."""

    sorted_by: dict[Place, str]  # where lines are told apart to which errors of many statements lead: by what

    # -- shapes ---------------------------------------------------------------------------------------------------

    def _seq(self, seq: list[Shape], indent: int, last: bool) -> None:
        """Write shapes one under the other; `last`: the routine ends where they end."""
        run = Run(seq, [])
        for position, shape in enumerate(seq):
            final = last and all(self._silent(s) for s in seq[position + 1 :])
            before = len(self.page.lines)
            self._shape(shape, indent, final)
            run.lines.append([line.text for line in self.page.lines[before:]])
        self.page.runs.append(run)

    def _silent(self, shape: object) -> bool:
        return isinstance(shape, Leave | Again) and not self.actions.get(id(shape))

    def _shape(self, shape: object, indent: int, last: bool) -> None:
        if (part := self.taken_out.get(id(shape))) is not None and part is not self.part:
            self._call_part(part, indent, last)
            return
        before, first = len(self.page.lines), len(self.page.extents)
        self._remarks_beside(shape, indent)
        self._room_for_while(shape, indent)
        self._write_shape(shape, indent, last)
        if self.s.plain and self.needs_basic():
            raise NotAlone
        if isinstance(shape, Loop | Branch | Switch | Try):
            lines = self.page.lines[before:]
            height = max((line.indent + line.text.startswith("case ") for line in lines), default=indent) - indent
            texts = [line.text for line in lines]
            self.page.extents.append(Extent(shape, indent - 1, height, texts, first))  # type: ignore[arg-type]

    def needs_basic(self) -> bool:
        """Whether something has been written that Python does not do by itself."""
        return bool(self.s.obstacles or self.e.risky or self.e.rounding)

    def _call_part(self, part: Part, indent: int, last: bool) -> None:
        """`a = lines_100_to_200(a, b)`"""
        line = self._line(next(nodes_in(part.shape)))
        self._begin_flags(part)
        if part.remark and self.page.lines and self.page.lines[-1].text == f"# {part.remark}":
            self.page.lines.pop()  # it stands in the part
        call = self._part_called(part)
        back = [name for name, _ in part.back]
        self.s.declared.update(back)
        if part.final and self.part is not None and not self.part.final:
            self.page.put(indent, call, line)
            self.page.put(indent, "sys.exit()", line)
            self.e.use("", "sys")
        elif part.final and (self.data_flow.results(self.routine.key) or len(self.routine.outcomes) > 1):
            self.page.put(indent, f"return {call}", line)
        elif part.final:
            self.page.put(indent, call, line)
            if not last:
                self.page.put(indent, "return", line)
        else:
            self.page.put(indent, f"{', '.join(back)} = {call}" if back else call, line)
        self._finish_later(part)

    def _part_called(self, part: Part) -> str:
        return f"{part.name}({', '.join(name for name, _ in part.given)})"

    def _finish_later(self, part: Part) -> None:
        if all(other is not part for other in self.called_parts):
            self.called_parts.append(part)

    def _begin_flags(self, part: Part) -> None:
        """Flags that were set to False right before a part are set so in it."""
        lines = self.page.lines
        while lines and (match := re.fullmatch(r"(leaving\d*) = False", lines[-1].text)):
            flag = match[1], "bool"
            if match[1] not in part.begun:
                if flag not in part.given or flag not in part.back:
                    return
                part.given.remove(flag)
                part.begun.append(match[1])
            lines.pop()

    def _write_shape(self, shape: object, indent: int, last: bool) -> None:
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
            case Try():
                self._try(shape, indent, last)
            case Final(part=part) | Called(part=part):
                self._call_part(part, indent, last)
            case Answered():
                self._answered(shape, indent, last)
            case Leave() | Again():
                action = self.actions.get(id(shape))
                if self.part is not None and action in ("return", "return True", "return False"):
                    words, back = action.split()[1:], [name for name, _ in self.part.back]
                    action = f"return {', '.join(words + back)}".rstrip()
                if action:
                    self.page.put(indent, action)
            case Flag(name=name, value=value):
                self.page.put(indent, f"{name} = {value}")
            case Asked(node=node, negated=negated, body=body):
                self.page.put(indent, f"if {self._asked_again(node, negated)}:", self._line(node))
                self._inner(body, indent + 1, last)
            case IfFlag(name=name, negated=negated, body=body):
                self.page.put(indent, f"if {'not ' * negated}{name}:")
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
        if node is not None and node.point is not None and node.index not in self.remarked:
            self.remarked.add(node.index)
            for text in self.remarks_of.beside.get(node.index, []):
                self.page.put(indent, f"# {text}", node.point.line)

    def _room_for_while(self, shape: object, indent: int) -> None:
        """WHILE asks for its room on the stack, where that may be full, before it works out its condition."""
        node = shape.test.node if isinstance(shape, While) else shape.node if isinstance(shape, Branch) else None
        point = node.point if node is not None else None
        if node is None or node.part or node.kind == "room" or point is None:
            return
        if isinstance(point.statement, n.While) and self.graph.asks(self.routine.key, node):
            self.page.put(indent, f"gw.room({self.room(node, WHILE_SIZE)})", point.line)

    def _inner(self, seq: list[Shape], indent: int, last: bool) -> None:
        before = len(self.page.lines)
        before -= self.page.lines[before - 1].indent == indent  # the state has been given a counter
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
                self.page.put(indent, worked_out(self._test(node, negated)), line)
            self.page.extend(one, -1)
            return
        if not one.working or (two.leaves and not one.leaves and two.size <= one.size):
            one, two, first, second, negated = two, one, second, first, not negated
        test = self._test(node, negated)
        alone = len(one.heads(indent + 1)) == 1 and one.single(indent + 1)
        fault = 0
        if not two.working and alone:
            inner = one.lines[0].text[3:-1]
            inner = f"({inner})" if " or " in inner else inner
            outer = f"({test})" if " or " in test else test
            told = self._line_of_both(node, one.lines[0].erl, first)
            if len(outer) + len(inner) + 4 * indent < 105 and ":=" not in inner and told is not None:
                one = one.without_head(indent + 1)
                test, fault = joined("and", outer, inner)[0], told
        self.page.put(indent, f"if {test}:", line)
        self.page.lines[-1].fault = fault
        self.page.extend(one)
        if not two.working or one.leaves:
            self.page.extend(two, -1)
        elif two.lines[0].text.startswith("if ") and two.single(indent + 1):
            two.lines[0].text = "el" + two.lines[0].text
            self.page.extend(two, -1)
        else:
            self.page.put(indent, "else:", line)
            self.page.extend(two)

    def _answered(self, shape: Answered, indent: int, last: bool) -> None:
        """`if found_word(a):`"""
        line, test = self._line(next(nodes_in(shape.part.shape))), self._part_called(shape.part)
        self._finish_later(shape.part)
        if back := [name for name, _ in shape.part.back]:
            taken = {*self.names.known.values(), *self.routine_names.values()}
            answer = next(word for word in ANSWERS if word not in taken)
            self.page.put(indent, f"{answer}, {', '.join(back)} = {test}", line)
            self.s.declared.update(back)
            test = answer
        one, two = (self._rendered(arm, indent + 1, last) for arm in (shape.first, shape.second))
        if not one.working or (two.leaves and not one.leaves):
            one, two, test = two, one, f"not {test}"
        self.page.put(indent, f"if {test}:", line)
        self.page.extend(one)
        if two.working and not one.leaves:
            self.page.put(indent, "else:", line)
        self.page.extend(two, -1 if one.leaves else 0)

    def _line_of_both(self, node: Node, line: int, seq: list[Shape]) -> int | None:
        """The line of the errors of two conditions made one: None if both may have some. `line`: the second's."""
        while seq and isinstance(seq[0], Block):
            seq = seq[0].body
        second = seq[0].node if seq and isinstance(seq[0], Branch) else None
        if self.s.plain or self.natural or line == self._line(node) or self._test_value(node).safe:
            return line
        return self._line(node) if second is not None and self._test_value(second).safe else None

    def _tried(self, shape: Branch, indent: int, last: bool) -> None:
        """A statement whose errors lead to several places, before which more is done than a jump."""
        line = self._line(shape.node)
        self.page.put(indent, "try:", line)
        self._guarded(shape.node, indent + 1)
        led = shape.node.follows[-1]
        sorts = [item for item in everything(shape.first) if isinstance(item, Code | Switch) and item.node.place == led]
        shared = not sorts and len({*self.routine.nodes[led].follows}) > 1
        several = any(isinstance(item, Switch) for item in sorts) or shared or shape.node.escapes
        self.page.put(indent, f"except {self.e.tool('Resumed')}{' as resume' * several}:", line)
        if shared:  # Python forgets its name behind the `except`
            self.sorted_by[led] = SHARED
            self.page.put(indent + 1, f"{SHARED} = resume", line)
        if shape.node.escapes:
            sort = self.routine.nodes[shape.node.follows[-1]]
            own = [self.outcome_label(sort.call, outcome) for outcome in sort.outcomes] if sort.call else []
            test = f"!= {own[0]}" if len(own) == 1 else f"not in ({', '.join(own)})"
            self.page.put(indent + 1, f"if resume.line {test}:", line)
            self.page.put(indent + 2, "raise", line)
        before = self.sorted_by.pop(led, None) if sorts else None  # for others' errors
        handled = self._rendered(shape.first, indent + 1, last)
        if before is not None:
            self.sorted_by[led] = before
        for each in handled.lines:  # an error of its own, not one of the other's
            each.text += " from None" * each.text.startswith("raise BasicError") * ("from" not in each.text)
        self.page.extend(handled)
        other = self._rendered(shape.second, indent + 1, last)
        if not other.working or handled.leaves:
            self.page.extend(other, -1)
        else:
            self.page.put(indent, "else:", line)
            self.page.extend(other)

    def _try(self, shape: Try, indent: int, last: bool) -> None:
        """`with trap_900.resuming(540):`; `-540` if the stack was full. If the error leads further than to its end, `as
        resumed`; where there is another within, `as resumed_2`."""
        silent = all(self._silent(jump) for jump in shape.handler)
        lines = ", ".join("-" * emptied + self._resumed_at(target) for target, emptied in shape.targets)
        what = self.trap_name(shape.key) if shape.catching else "gw"
        inner = [*everything(shape.body)]
        within = sum(isinstance(one, Try) or (isinstance(one, Switch) and one.node.sorts) for one in inner)
        name = f"resumed_{within + 1}" if within else "resumed"
        sort = self._sort_behind(shape)
        if sort is not None:
            self.sorted_by[sort] = name
        body = self._rendered(shape.body, indent + 1, last and silent)
        body.fill(0, indent + 1)
        asks = not silent and not ends_closed(body.lines)  # else control only comes behind it by an error
        named = asks or sort is not None
        self.page.put(indent, f"with {what}.resuming({lines}){f' as {name}' * named}:")
        self.page.extend(body)
        if asks:
            self.page.put(indent, f"if {name}:")
        if not silent:
            self._seq(shape.handler, indent + asks, last)

    def _once(self, shape: Switch, indent: int, last: bool) -> None:
        """`if not from_200:` what each turn begins with, but for the first"""
        node = shape.node
        name = self._state_name(node)
        cases = {way: case for case, ways in zip(shape.cases, shape.chosen, strict=True) for way in ways}
        one, two = (self._rendered(cases[way], indent + 1, last) for way in (0, 1))
        line = self.flow.points[node.follows[1][0]].line if node.follows[1][0] < self.flow.end else 0
        self.page.put(indent, f"# The first turn may begin with BASIC's line {line}.")
        if two.working and not one.working:
            self.page.put(indent, f"if {name}:")
            self.page.extend(two)
            return
        self.page.put(indent, f"if not {name}:")
        before = len(self.page.lines)
        self.page.extend(one)
        self.page.fill(before, indent + 1)
        if two.working and not one.leaves:
            self.page.put(indent, "else:")
        self.page.extend(two, -1 if one.leaves else 0)

    def _switch(self, shape: Switch, indent: int, last: bool) -> None:
        node = shape.node
        line = self._line(node)
        labels: list[str]
        complete = False  # whether one of the numbers is always chosen
        if node.kind in ("call", "tail"):
            assert node.call is not None
            labels = [self.outcome_label(node.call, outcome) for outcome in node.outcomes]
            subject = f"{self.sorted_by.get(node.place, 'resume')}.line" if node.sorts else self._outcome(node, indent)
            tables = [chosen for case, chosen in zip(shape.cases, shape.chosen, strict=True) if _by_table(case)]
            if tables and not (node.sorts or subject == "way"):
                self.page.put(indent, f"way = {subject}", line)
                subject = "way"
            self._note_tables(shape, labels, subject)
            for other in max(tables, key=len, default=[-1]):
                labels[other] = "_"
        elif node.point is None:
            labels = [str(number) for number in range(len(node.follows))]
            if ONCE in node.part:
                self._once(shape, indent, last)
                return
            begins = node.part == BEGINS and node.place == self.graph.entry(self.routine.key)
            subject = self._state_name(node)
            lines = sorted({self.flow.points[place[0]].line for place in node.follows if place[0] < self.flow.end})
            shown = ", ".join(map(str, lines[:-1])) + f" and {lines[-1]}" if len(lines) > 1 else str(lines[0])
            if len(lines) > MOST_NAMED:
                shown = f"{lines[0]} to {lines[-1]}"
            what = "Subroutines that run on into each other" if begins else "A loop that is entered in several places"
            if begins and self.routine.handler:
                subject, labels = "gw.handler", [*(self._resumed_at(index) for index, _, _ in node.follows[:-1]), "_"]
            else:
                self.page.put(indent, f"# {what}{',' * begins} of BASIC's lines {shown}.")
        else:
            assert isinstance(node.point.statement, n.OnJump)
            self._stand(node.place)
            labels = [str(number + 1) for number in range(len(node.follows) - 1)] + ["_"]
            selector = self.e.expression(node.point.statement.selector)
            complete = bool(node.chosen) or selector.range.within(1, len(labels) - 1)
            subject = "choice" if node.valued else self.e.byte(selector)
            if selector.range.whole and (shifted_by := _shift(selector, subject)):
                subject, by = shifted_by
                labels = [label if label == "_" else str(int(label) - by) for label in labels]
        groups: list[Case] = []
        alike: dict[str, list[Case]] = {}  # by their text
        cases = []
        for case, chosen in zip(shape.cases, shape.chosen, strict=True):
            names = [labels[i] for i in chosen]
            if "_" in names:  # the others need not be named, unless there is no need for this
                names = names[:-1] if complete and len(names) > 1 else ["_"]
            cases.append((names, case))
        for names, case in sorted(cases, key=lambda found: found[0] == ["_"]):
            page = self._rendered(case, indent + 2, last)
            page.fill(0, indent + 2)
            like = [] if names == ["_"] else alike.setdefault(page.text().strip(), [])
            same = next((found for found, other in like if self._fail_alike(page, other)), None)
            if same is not None:
                same.extend(names)
            else:
                like.append((names, page))
                groups.append((names, page))
        default = next((page for names, page in groups if names == ["_"] and page.lines[-1].text != "pass"), None)
        without = "pass" if default is None else default.text().strip()
        groups = [
            (names, page) for names, page in groups
            if page is default or page.text().strip() != without or not self._fail_alike(page, default or page)
        ]  # fmt: skip
        if node.kind in ("call", "tail") and not node.sorts:
            subject, groups = self._handed_on(node, subject, groups, indent)
        if node.point is None or subject.isdigit() or len(groups) > 1 + (default is not None) or not groups:
            if groups:
                self.page.put(indent, f"match {subject}:", line)
            elif subject in ("way", "returned", "goes_on"):
                self.page.lines[-1].text = f"_{self.page.lines[-1].text.removeprefix(subject)}"
            else:
                unused = node.kind in ("call", "tail") and not node.sorts
                self.page.put(indent, subject.removesuffix("[0]") if unused else worked_out(subject), line)
            for names, page in groups:
                self.page.put(indent + 1, f"case {' | '.join(names)}:", line)
                self.page.extend(page)
            return
        if node.outcomes and any(map(_by_table, shape.cases)):
            groups.sort(key=lambda group: group[0] != ["_"])
        self._choice(subject, groups, indent, line)

    def _note_tables(self, shape: Switch, labels: list[str], subject: str) -> None:
        """What a state becomes by how a call has ended, for what will write that."""
        for case, chosen in zip(shape.cases, shape.chosen, strict=True):
            if _by_table(case):
                assert isinstance(case[0], Code)
                setter = case[0].node
                states = {labels[end]: state for end, state in zip(chosen, setter.chosen, strict=True)}
                self.states_by_end[setter.place] = f"{self._table(setter, states)}[{subject}]"

    def _table(self, setter: Node, states: dict[str, int]) -> str:
        """States by the ends of a call; a long table has a name, and stands once in the file."""
        text = f"{{{', '.join(f'{end}: {states[end]}' for end in sorted(states, key=lambda end: (len(end), end)))}}}"
        if len(states) <= FEW_ENDS:
            return text
        if all(map(str.isdigit, states)) and (many := max(map(int, states)) + 1) <= 2 * len(states):
            text = f"({', '.join(str(states.get(str(end), -1)) for end in range(many))})"
        if text not in self.tables:
            name = self._state(setter.part.split(" ")[2]).upper()
            count = sum(other.startswith(name) for other in self.tables.values())
            self.tables[text] = f"{name}_{count + 1}_BY_WAY" if count else f"{name}_BY_WAY"
        return self.tables[text]

    def _fail_alike(self, one: Page, other: Page) -> bool:
        """Whether the errors of two pages that say the same are in the same of BASIC's lines."""
        fails = failing(self)
        return [line.erl for line in one.lines if fails(line)] == [line.erl for line in other.lines if fails(line)]

    def _handed_on(self, node: Node, subject: str, groups: list[Case], indent: int) -> tuple[str, list[Case]]:
        """Ends of a call that are the same ends of its caller, several as one: `case 1 | 2 | 3: return way`."""
        assert node.call is not None
        alike: dict[str, list[Case]] = {}
        for names, page in groups:
            own = [self.outcome_label(node.call, node.outcomes[-1])] if names == ["_"] else names
            ends = re.fullmatch(r"return (\d+)((?:, .+)?)", page.text().strip())
            if ends is not None and own == [ends[1]]:
                alike.setdefault(ends[2], []).append((names, page))
        for rest, same in alike.items():
            if len(same) < FEW_ALIKE:
                continue
            if subject != "way":
                self.page.put(indent, f"way = {subject}", self._line(node))
                subject = "way"
            names, page = same[-1]
            page.lines[0].text = f"return way{rest}"
            one = (names if names == ["_"] else [name for names, _ in same for name in names]), page
            groups = [one if group[1] is page else group for group in groups if group[1] is page or group not in same]
        return subject, groups

    def _choice(self, subject: str, groups: list[tuple[list[str], Page]], indent: int, line: int) -> None:
        """A choice between two is an `if`."""
        names, one = groups[0]
        if names == ["_"] and len(groups) == 1:
            if not any(subject in each.text for each in one.lines[:1]):
                self.page.put(indent, worked_out(subject), line)
            self.page.extend(one, -2)
            return
        if not re.fullmatch(r"[\w.]+(\(.*\))?", subject):
            subject = f"({subject})"
        if names == ["_"]:  # a table, for all ends but one
            negated, test = _comparison(subject, groups[1][0])
            groups = groups[:1] if groups[1][1].text().strip() == "pass" else groups
        else:
            test, negated = _comparison(subject, names)
        if one.text().strip() == "pass" and len(groups) == 2:
            test, one, groups = negated, groups[1][1], groups[:1]
        self.page.put(indent, f"if {test}:", line)
        self.page.extend(one, -1)
        for _, other in groups[1:]:
            if one.leaves:
                self.page.extend(other, -2)
            else:
                self.page.put(indent, "else:", line)
                self.page.extend(other, -1)

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

    def end_loops(self, seq: list[Shape]) -> None:
        """What follows a loop that is not left by `break` stands behind it: so the loop can be taken out."""
        for position in range(len(seq) - 1, -1, -1):
            shape = seq[position]
            for part in parts(shape):
                self.end_loops(part)
            if isinstance(shape, While | Counted) and shape.orelse and "break" not in self._actions_in(shape.body):
                seq[position + 1 : position + 1] = shape.orelse
                shape.orelse = []

    def _actions_in(self, seq: list[Shape]) -> list[str]:
        """What the jumps of a loop's body become, those of inner loops aside."""
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

    def _counted(self, shape: Counted, indent: int, last: bool) -> None:
        node = shape.test.node
        assert node.point is not None and isinstance(node.point.statement, n.For)
        statement = node.point.statement
        line = self._line(node)
        if shape.begin is not None and self.graph.asks(self.routine.key, shape.begin):
            self.page.put(indent, f"gw.room({self.room(shape.begin, FOR_SIZE)})", line)
        variable = self.e.scalar(statement.variable)
        start, stop, step = self._bounds(statement, self._beginning(node.place))
        pace = step.range.low
        assert pace is not None
        live = self._live_after(node)
        begun = self.e.expression(statement.variable) if shape.begin is None else start
        first = self.e.ints(begun).code
        shared = variable.startswith("g.")
        if shape.begin is None:
            code = self._limit(node.index) if not stop.constant else stop.code
            stop = Value(code, "!", stop.range, form=stop.form)
        up = 1 if pace > 0 else -1
        positive = start.range.low is not None and start.range.low > 0
        end = self._beyond(stop, up, positive)
        arguments = [first, end] if (first, pace) != ("0", 1) else [end]
        if pace != 1:
            arguments = [first, end, str(pace)]
        after = ""
        if live:
            fixed = start.constant and stop.constant
            if fixed:
                one, limit = int(start.code), float(stop.code)
                turns = max(0, int((limit - one) // pace) + 1)
                after = f"{variable} = {self.s.number(one + turns * pace, statement.variable)}"
            elif pace == 1 and start.range.high is not None and stop.range.low is not None \
                    and start.range.high <= stop.range.low + 1 and stop.constant:
                after = f"{variable} = {self._counted_to(end, statement)}"
            elif pace in (1, -1) and shape.begin is not None and start.safe and stop.safe and all(
                self._steady(node, bound) for bound in (statement.start, statement.stop)
            ):
                beyond = f"{self.e.as_int(first)}, {self.e.as_int(end)}"
                furthest = f"{'max' if pace > 0 else 'min'}({beyond})"
                after = f"{variable} = {self._counted_to(furthest, statement)}"
            else:
                held = self._limit(node.index)
                worked_out = not stop.constant and shape.begin is not None
                kept = shape.begin is not None and shape.begin.survives and not stop.safe  # if that is an error
                if worked_out and first != variable and (kept or mentions(stop.code, variable)):
                    given = f"{self._counted_to(first, statement)}, {stop.code}"
                    self.page.put(indent, f"{variable}, {held} = {given}", line)
                else:
                    given = self._counted_to(first, statement)
                    if shape.begin is not None and given != variable:  # FOR I=I TO 9
                        self.page.put(indent, f"{variable} = {given}", line)
                    self.page.put(indent, f"{held} = {stop.code}", line) if worked_out else None
                if worked_out:
                    end = self._beyond(Value(held, "!", stop.range, form=stop.form), up, positive)
                now = self.e.ints(replace(self.e.expression(statement.variable), range=start.range)).code
                self._head(indent, statement, [now, end, *([str(pace)] if pace != 1 else [])], shared, node)
                self._inner(shape.body, indent + 1, False)
                self._counted_on(shape, indent, last, variable, end, pace)
                return
        if not self._counted_to("", statement) and (typed := self.s.typed(statement.variable)) != variable:
            self.page.put(indent, typed, line)  # elsewhere it has fractions
        self.s.declared.add(variable)
        self._head(indent, statement, arguments, shared, node)
        self._inner(shape.body, indent + 1, False)
        self._orelse(shape, indent, last, after)

    def _head(self, indent: int, statement: n.For, arguments: list[str], shared: bool, test: Node) -> None:
        """`for i in range(1, 11):`; what the subroutines are to see goes into the state."""
        line = self._line(test)
        counter = self.e.scalar(statement.variable).removeprefix("g.")
        arguments = [self.e.as_int(code) for code in arguments]
        names = ["first", "beyond"][-len(arguments[:2]) :]
        if used := {code: name for code, name in zip(arguments, names, strict=False) if mentions(code, counter)}:
            self.page.put(indent, f"{', '.join(used.values())} = {', '.join(used)}", line)
            arguments = [used.get(code, code) for code in arguments]
        passes = self._may_pass(test)
        arguments = ["0", *arguments] if passes and len(arguments) == 1 else arguments
        values = f"{self.e.tool('counting') if passes else 'range'}({', '.join(arguments)})"
        if self._counted_to("", statement):
            values = f"map(Single, {values})"
        self.page.put(indent, f"for {counter} in {values}:", line)
        self.page.lines[-1].fault = self._line_of_step(test) if passes else 0
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
        if pace in (1, -1):
            assert shape.test.node.point is not None and isinstance(shape.test.node.point.statement, n.For)
            furthest = f"{'max' if pace > 0 else 'min'}({variable}, {end})"
            lines = [(f"{variable} = {self._counted_to(furthest, shape.test.node.point.statement)}", 0)]
        deeper = 1 if broken else 0
        if broken:
            self.page.put(indent, "else:", line)
        for text, more in lines:
            self.page.put(indent + deeper + more, text, line)
        self.page.extend(page, 0 if broken else -1)


def _shift(selector: Value, subject: str) -> tuple[str, int] | None:
    """A sum of something and a number as the two: `match sign(a - b):` with -1, 0 and 1 does for ON SGN(A-B)+2."""
    found = re.fullmatch(r"(.+) ([+-]) (\d+)", subject) if selector.level == SUM and subject == selector.code else None
    return (found[1], int(found[2] + found[3])) if found else None


def _by_table(case: list[Shape]) -> bool:
    """Whether a sequence begins with what sets a state by how a call has ended."""
    return bool(case) and isinstance(first := case[0], Code) and first.node.by_table


def _comparison(subject: str, names: list[str]) -> tuple[str, str]:
    """Whether something is one of the values that are named, and the negation of that."""
    if names in (["True"], ["False"]):
        true, false = subject, f"not {subject}"
        return (true, false) if names == ["True"] else (false, true)
    if len(names) == 1:
        return f"{subject} == {names[0]}", f"{subject} != {names[0]}"
    values = ", ".join(names)
    return f"{subject} in ({values})", f"{subject} not in ({values})"
