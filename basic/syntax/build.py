"""What each rule of gwbasic.lark makes of its parts.

A rule whose parts are just the fields of its node needs nothing here. The other functions bear the name of their
rule; they get the column where the rule begins and the parts that the grammar keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from basic import record as records
from basic.errors import MISSING_OPERAND, SYNTAX
from basic.syntax import expressions, nodes
from basic.syntax.crunch import Token
from basic.syntax.expressions import Malformed, Part, is_string, name_of, slot_number, split_name
from basic.syntax.nodes import (
    Element,
    Expression,
    Function,
    LineRef,
    Number,
    Separator,
    Statement,
    String,
    Tab,
    Target,
    Variable,
)
from basic.syntax.tables import Rule, picker

Action = Callable[[list[Part]], Part]

# ---- lists ----------------------------------------------------------------------------------------------------------

# Rules whose value is the list of their parts.
SEQUENCES = frozenset(["values", "targets", "names", "arguments", "letters", "lines", "channels"])


class Items(list[Part]):
    """The items of a PRINT so far."""


@records.record
class Using:
    """`USING "##";` among the items of a PRINT."""

    column: int
    format: Expression


def items_more(parts: list[Part]) -> Part:
    items, item = parts
    assert isinstance(items, Items)
    items.append(item)
    return items


def items_separator(parts: list[Part]) -> Part:
    items, mark = parts
    assert isinstance(items, Items) and isinstance(mark, Token)
    items.append(Separator(mark.column, str(mark.value)))
    return items


def items_tab(parts: list[Part]) -> Part:
    items, word, count, _ = parts
    assert isinstance(items, Items) and isinstance(word, Token)
    items.append(Tab(word.column, str(word.value), count))  # type: ignore[arg-type]
    return items


def items_using(parts: list[Part]) -> Part:
    items, word, form, _ = parts
    assert isinstance(items, Items) and isinstance(word, Token)
    items.append(Using(word.column, form))  # type: ignore[arg-type]
    return items


# ---- statements -----------------------------------------------------------------------------------------------------


def print(column: int, word: Token, items: Items) -> list[nodes.Print]:
    return _prints(column, str(word.value), None, items)


def print_file(column: int, word: Token, channel: Expression, items: Items | None = None) -> list[nodes.Print]:
    return _prints(column, str(word.value), channel, items or Items())


def _prints(column: int, word: str, channel: Expression | None, items: Items) -> list[nodes.Print]:
    """One Print, or several where USING comes after other items: `PRINT TAB(9);USING "##";X`."""
    prints: list[nodes.Print] = []
    using: Using | None = None
    given: list[nodes.PrintItem] = []
    for item in items:
        if isinstance(item, Using):
            if using or given:
                if not given or not isinstance(given[-1], Separator):
                    given.append(Separator(item.column, ";"))
                prints.append(_print(column, word, channel, using, given, bool(prints)))
                column, given = item.column, []
            using = item
        else:
            given.append(item)  # type: ignore[arg-type]
    return [*prints, _print(column, word, channel, using, given, bool(prints))]


def _print(
    column: int, word: str, channel: Expression | None, using: Using | None, items: list[nodes.PrintItem], later: bool
) -> nodes.Print:
    return nodes.Print(column, word, channel, using.format if using else None, tuple(items), later)


def write(column: int, items: tuple[Expression, ...] = ()) -> nodes.Write:
    return nodes.Write(column, None, items)


def write_file(column: int, channel: Expression, items: tuple[Expression, ...] = ()) -> nodes.Write:
    return nodes.Write(column, channel, items)


def input(
    column: int, same_line: Token | None, prompt: String | None, mark: Token | None, targets: tuple[Target, ...]
) -> nodes.Input:
    question = mark is None or mark.value == ";"
    return nodes.Input(column, None, same_line is not None, prompt.value if prompt else "", question, targets)


def input_file(column: int, channel: Expression, targets: tuple[Target, ...]) -> nodes.Input:
    return nodes.Input(column, channel, False, "", False, targets)


def line_input(
    column: int, same_line: Token | None, prompt: String | None, mark: Token | None, target: Target
) -> nodes.LineInput:
    return nodes.LineInput(column, None, same_line is not None, prompt.value if prompt else "", target)


def line_input_file(column: int, channel: Expression, target: Target) -> nodes.LineInput:
    return nodes.LineInput(column, channel, False, "", target)


def justify(column: int, word: Token, target: Target, value: Expression) -> nodes.Justify:
    return nodes.Justify(column, word.value == "RSET", target, value)


_KINDS = {"DEFINT": "%", "DEFSNG": "!", "DEFDBL": "#", "DEFSTR": "$"}


def def_type(column: int, word: Token, letters: tuple[str, ...]) -> nodes.DefType:
    return nodes.DefType(column, _KINDS[str(word.value)], "".join(letters))


def letter(column: int, first: Variable, last: Variable | None) -> str:
    """The letters of `A-C`, spelt out."""
    for end in (first, last or first):
        if len(end.name) != 1 or end.sigil:
            raise Malformed(SYNTAX, end.column)
    start, stop = ord(first.name), ord((last or first).name)
    if stop < start:
        raise Malformed(SYNTAX, first.column)
    return "".join(map(chr, range(start, stop + 1)))


def def_fn(column: int, name: Token | Variable, *rest: Part) -> nodes.DefFn:
    letters, sigil = name_of(name)
    *parameters, body = rest
    return nodes.DefFn(column, letters, sigil, parameters[0] if parameters else (), body)  # type: ignore[arg-type]


def def_usr(column: int, slot: Number | None, address: Expression) -> nodes.DefUsr:
    return nodes.DefUsr(column, slot_number(column, slot), address)


def option_base(column: int, base: Number | Variable) -> nodes.OptionBase:
    """`OPTION BASE 1`, and `OPTION BASE1`, which would be a name anywhere else."""
    if isinstance(base, Variable) and base.name in ("BASE0", "BASE1") and not base.sigil:
        return nodes.OptionBase(column, int(base.name[-1]))
    if isinstance(base, Number) and base.kind == "%" and base.value in (0, 1):
        return nodes.OptionBase(column, int(base.value))
    raise Malformed(SYNTAX, base.column)


def common(column: int, *shared: Variable | Element) -> nodes.Common:
    variables = tuple(name for name in shared if isinstance(name, Variable))
    arrays = tuple(Variable(name.column, name.name, name.sigil) for name in shared if isinstance(name, Element))
    return nodes.Common(column, variables, arrays)


def shared(column: int, name: Token | Variable, _dimensions: Expression | None = None) -> Variable | Element:
    return name if isinstance(name, Variable) else Element(column, *split_name(name), ())


def goto(column: int, line: LineRef) -> nodes.Goto:
    return nodes.Goto(column, line)


def return_(column: int, line: LineRef | None) -> nodes.Return:
    return nodes.Return(column, line)


def on_jump(column: int, selector: Expression, word: Token, lines: tuple[LineRef | None, ...]) -> Statement:
    """`ON X GOTO 10,,20`; but `ON STRIG(0) GOSUB 10` and `ON PLAY(5) GOSUB 10` are traps, not selections."""
    if word.value == "GOSUB" and isinstance(selector, Function) and selector.name in ("STRIG", "PLAY"):
        if lines[0] is None:
            raise Malformed(SYNTAX, word.column)
        return nodes.OnEvent(column, selector.name, selector.arguments[0], lines[0])
    return nodes.OnJump(column, selector, word.value == "GOSUB", tuple(line or LineRef(column, -1) for line in lines))


def on_event(column: int, event: Token, argument: Expression, line: LineRef) -> nodes.OnEvent:
    return nodes.OnEvent(column, str(event.value), argument, line)


def on_pen(column: int, event: Token, line: LineRef) -> nodes.OnEvent:
    return nodes.OnEvent(column, str(event.value), None, line)


def event_switch(column: int, event: Token, argument: Expression, state: Token) -> nodes.EventSwitch:
    return nodes.EventSwitch(column, str(event.value), argument, str(state.value))


def plain_switch(column: int, event: Token, state: Token) -> nodes.EventSwitch:
    return nodes.EventSwitch(column, str(event.value), None, str(state.value))


def next(column: int, variables: tuple[Variable, ...] = ()) -> nodes.Next:
    return nodes.Next(column, variables)


def resume(column: int, where: LineRef | Token | None) -> nodes.Resume:
    if isinstance(where, LineRef):
        return nodes.Resume(column, where if where.number else None)
    return nodes.Resume(column, None, next=where is not None)


def run(column: int, where: Expression | None, option: Variable | None) -> nodes.Run:
    if isinstance(where, Number):
        return nodes.Run(column, LineRef(where.column, int(where.value)))
    opened = None if where is None else nodes.ProgramFile(column, where)
    return nodes.Run(column, None, where, _option(option, "R", opened) == "R")


def _option(option: Variable | None, allowed: str, prefix: nodes.Statement | None = None) -> str:
    if option is None:
        return ""
    if option.sigil or option.name not in allowed.split():
        raise Malformed(SYNTAX, option.column, prefix)
    return option.name


def file_command(column: int, word: Token, file: Expression, option: Variable | None) -> nodes.FileCommand:
    allowed = {"LOAD": "R", "SAVE": "A P", "MERGE": ""}[str(word.value)]
    opened = nodes.ProgramFile(column, file) if word.value in OPENING else None
    return nodes.FileCommand(column, str(word.value), file, _option(option, allowed, opened))


def chain(
    column: int, merge: Token | None, file: Expression, start: Expression | None, all_: Token | None
) -> nodes.Chain:
    return nodes.Chain(column, merge is not None, file, start, all_ is not None, None)


def chain_delete(
    column: int,
    merge: Token | None,
    file: Expression,
    start: Expression | None,
    all_: Token | None,
    delete: nodes.LineRange,
) -> nodes.Chain:
    return nodes.Chain(column, merge is not None, file, start, all_ is not None, delete)


def call(column: int, word: Token, target: Target) -> nodes.Call:
    arguments = target.subscripts if isinstance(target, Element) else ()
    return nodes.Call(column, str(word.value), Variable(target.column, target.name, target.sigil), arguments)


def open(
    column: int,
    file: Expression,
    mode: Token | None,
    access: str | None,
    sharing: str | None,
    number: Expression,
    record: Expression | None,
) -> nodes.Open:
    return nodes.Open(column, file, number, str(mode.value) if mode else "RANDOM", access or "", sharing or "", record)


def open_short(
    column: int, mode: Expression, number: Expression, file: Expression, record: Expression | None
) -> nodes.Open:
    return nodes.Open(column, file, number, mode, "", "", record)


def access(column: int, *words: Token) -> str:
    return " ".join(str(word.value) for word in words)


sharing = access


def close(column: int, channels: tuple[Expression, ...] = ()) -> nodes.Close:
    return nodes.Close(column, channels)


def field(column: int, channel: Expression, *parts: nodes.FieldPart) -> nodes.Field:
    return nodes.Field(column, channel, parts)


def record(column: int, word: Token, channel: Expression, number: Expression | None) -> nodes.Record:
    return nodes.Record(column, word.value == "PUT", channel, number)


def lock(
    column: int, word: Token, channel: Expression, first: Expression | None, last: Expression | None
) -> nodes.Lock:
    return nodes.Lock(column, word.value == "UNLOCK", channel, first, last)


def width(column: int, first: Expression, second: Expression | None) -> nodes.Width:
    """`WIDTH 80,25`, or `WIDTH "LPT1:",80` where the first is a string."""
    if is_string(first):
        if second is None:
            raise Malformed(SYNTAX, column, effects=[first])
        return nodes.Width(column, first, None, False, second, None)
    return nodes.Width(column, None, None, False, first, second)


def width_file(column: int, channel: Expression, columns: Expression) -> nodes.Width:
    return nodes.Width(column, None, channel, False, columns, None)


def width_printer(column: int, columns: Expression) -> nodes.Width:
    return nodes.Width(column, None, None, True, columns, None)


def clock_assign(column: int, word: Token, value: Expression) -> nodes.ClockAssign:
    return nodes.ClockAssign(column, str(word.value), value)


def key(column: int, number: Expression, text: Expression) -> nodes.Key:
    return nodes.Key(column, number, text, "")


def key_switch(column: int, switch: Token) -> nodes.Key:
    return nodes.Key(column, None, None, str(switch.value))


def point(column: int, step: Token | None, x: Expression, y: Expression) -> nodes.Point:
    return nodes.Point(column, step is not None, x, y)


def pset(column: int, word: Token, where: nodes.Point, colour: Expression | None) -> nodes.Pset:
    return nodes.Pset(column, str(word.value), where, colour)


def draw_line(
    column: int,
    start: nodes.Point | None,
    end: nodes.Point,
    colour: Expression | None = None,
    box: Variable | None = None,
    style: Expression | None = None,
) -> nodes.DrawLine:
    return nodes.DrawLine(column, start, end, colour, _option(box, "B BF"), style)


Arguments = tuple[Expression | None, ...]


def circle(column: int, centre: nodes.Point, arguments: Arguments) -> nodes.Circle:
    radius, *rest = _list_of(arguments, column, 1, 5)
    if radius is None:
        raise Malformed(SYNTAX, column, effects=[centre])
    return nodes.Circle(column, centre, radius, *_padded(rest, 4))


def paint(column: int, where: nodes.Point, arguments: Arguments | None) -> nodes.Paint:
    return nodes.Paint(column, where, *_padded(_list_of(arguments or (), column, 0, 3), 3))


def _padded(arguments: Sequence[Expression | None], count: int) -> list[Expression | None]:
    return [*arguments, *[None] * (count - len(arguments))]


def put_image(column: int, where: nodes.Point, array: Target, action: Token | None) -> nodes.PutImage:
    word = str(action.value) if action else ""
    if action and word not in ("PSET", "PRESET", "AND", "OR", "XOR"):
        raise Malformed(SYNTAX, action.column, effects=[where, array])
    return nodes.PutImage(column, where, array, word)


def viewport(
    column: int,
    word: Token,
    screen: Token | None = None,
    start: nodes.Point | None = None,
    end: nodes.Point | None = None,
    arguments: Arguments | None = None,
) -> nodes.Viewport:
    given = _list_of(arguments or (), column, 0, 2 if word.value == "VIEW" else 0)
    return nodes.Viewport(column, str(word.value), screen is not None, start, end, tuple(given))


def view_print(column: int, top: Expression | None, bottom: Expression | None) -> nodes.Viewport:
    arguments = () if top is None else (top, bottom)
    return nodes.Viewport(column, "VIEW PRINT", False, None, None, arguments)


def list_lines(column: int, word: Token, lines: nodes.LineRange | None, file: Expression | None) -> nodes.ListLines:
    if file is not None and word.value != "LIST":
        raise Malformed(SYNTAX, column)
    return nodes.ListLines(column, str(word.value), lines, file)


def edit(column: int, word: Token, place: LineRef | None) -> nodes.ListLines:
    line = place or LineRef(column, 0)  # what no number begins with is line 0
    return nodes.ListLines(column, str(word.value), nodes.LineRange(line.column, line, line, False), None)


def line_range(column: int, line: LineRef) -> nodes.LineRange:
    return nodes.LineRange(column, line, line, False)


def range_from(column: int, first: LineRef, last: LineRef | None) -> nodes.LineRange:
    return nodes.LineRange(column, first, last, True)


def range_to(column: int, last: LineRef) -> nodes.LineRange:
    return nodes.LineRange(column, None, last, True)


def place(column: int, line: LineRef | Token) -> LineRef:
    return line if isinstance(line, LineRef) else LineRef(column, -1)


def numbering(column: int, word: Token, *parts: LineRef | None) -> nodes.Numbering:
    given = list(parts)
    while given and given[-1] is None:
        given.pop()
    return nodes.Numbering(column, str(word.value), tuple(given))


# How many arguments a word takes: at least, at most. Any of COLOR's, but none of POKE's, may be left out.
_ARGUMENTS = {
    "BEEP": (0, 0), "BLOAD": (1, 2), "BSAVE": (3, 3), "CHDIR": (1, 1), "CLEAR": (0, 3), "CLS": (0, 1),
    "COLOR": (0, 3), "CONT": (0, 0), "DRAW": (1, 1), "END": (0, 0), "ENVIRON": (1, 1), "ERROR": (1, 1),
    "FILES": (0, 1), "KILL": (1, 1), "LCOPY": (0, 1), "LOCATE": (0, 5), "MKDIR": (1, 1), "MOTOR": (0, 1),
    "NEW": (0, 0), "OUT": (2, 2), "PALETTE": (0, 2), "PCOPY": (2, 2), "PLAY": (1, 3), "POKE": (2, 2),
    "RANDOMIZE": (0, 1), "RESET": (0, 0), "RMDIR": (1, 1), "SCREEN": (0, 4), "SHELL": (0, 1), "SOUND": (2, 4),
    "STOP": (0, 0), "SYSTEM": (0, 0), "TROFF": (0, 0), "TRON": (0, 0), "WAIT": (2, 3),
}  # fmt: skip


def command(column: int, token: Token, arguments: Arguments) -> nodes.Command:
    word = str(token.value)
    least, most = _ARGUMENTS[word]
    given = arguments if len(arguments) > 1 or arguments[0] is not None else ()
    if len(given) > most:
        done = given[:most]
        prefix = None if word in CHECKS_END or None in done[:least] else nodes.Command(column, word, done)
        raise Malformed(SYNTAX, column, prefix, [] if prefix else done)
    if word == "LOCATE":  # the one word that does not mind commas at its end
        while given and given[-1] is None:
            given = given[:-1]
    if word == "SCREEN" and not given:
        raise Malformed(MISSING_OPERAND, column)
    if word == "PALETTE" and len(given) == 1:
        raise Malformed(SYNTAX, column, effects=given)
    return nodes.Command(column, word, tuple(_list_of(given, column, least, most)))


def _list_of(arguments: Arguments, column: int, least: int, most: int) -> Sequence[Expression | None]:
    """The arguments, if there are neither too few nor too many, nor a comma at the end."""
    required = arguments[:least]
    if len(required) < least or None in required:
        gap = required.index(None) if None in required else len(required)
        missing = gap == len(arguments) - 1 or not arguments  # it is the end of the statement that is met there
        raise Malformed(MISSING_OPERAND if missing else SYNTAX, column, None, arguments[:gap])
    if len(arguments) > most:
        raise Malformed(SYNTAX, column, None, arguments)
    if arguments and arguments[-1] is None:
        raise Malformed(MISSING_OPERAND, column, None, arguments)
    return arguments


# Words that look for the end of the statement before they do anything: `END 5` does not end.
CHECKS_END = frozenset([
    "END", "STOP", "RETURN", "NEW", "CONT", "SYSTEM", "ERROR", "RESUME", "FOR", "WEND", "LIST", "LLIST", "DELETE",
    "EDIT", "RENUM", "AUTO", "LOAD", "SAVE", "MERGE", "CHAIN", "RUN", "CLEAR",
])  # fmt: skip
# Those of them that open their file before (published source: LOAD and MERGE in DSKCOM, CHAIN in FIVEO).
OPENING = frozenset(["LOAD", "MERGE", "CHAIN", "RUN"])


# ---- from rules to functions ----------------------------------------------------------------------------------------

# Rules that occur all the time get all their parts as they lie on the stack.
_DIRECT: dict[str, Action] = {
    **{name: getattr(expressions, name) for name in (
        "flat_first", "flat_more", "flat_signed", "flat_more_signed", "value", "element", "parenthesised"
    )},
    "signs_first": expressions.flat_first, "signs_more": expressions.flat_more,
    "items_none": Items, "items_more": items_more, "items_separator": items_separator,
    "items_tab": items_tab, "items_using": items_using,
}  # fmt: skip
_PASSED_ON = frozenset(["statement", "target", "if_head", "line"])


def action(rule: Rule) -> Action:
    """The function that makes a rule's value of the values of its symbols."""
    if rule.name in _DIRECT:
        return _DIRECT[rule.name]
    if rule.name in _PASSED_ON:
        return lambda parts: parts[0]
    pick = picker(rule.kept)
    if rule.name.startswith("__"):
        return pick
    if rule.name in SEQUENCES:
        return lambda parts: tuple(pick(parts))
    make = globals().get(rule.name) or getattr(expressions, rule.name, None) or getattr(nodes, _class_name(rule.name))
    return lambda parts: make(parts[0].column, *pick(parts))  # type: ignore[attr-defined]


def _class_name(rule: str) -> str:
    return "".join(word.capitalize() for word in rule.split("_"))


def takes(word: str) -> tuple[int, int]:
    """How many arguments a COMMAND word takes: POKE 2 to 2, CLS 0 to 1."""
    return _ARGUMENTS.get(word, (0, 0))
