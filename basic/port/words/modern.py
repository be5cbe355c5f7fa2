"""BASIC in today's Python: floats, `print` and `input`, and a few short functions that stand in the file.

    X=X*X/3: PRINT "X IS";X, Y$   x = x * x / 3
                                  print(f"X IS{num(x):10}{y}")
    PRINT "SUM";S,TAB(30);N$      write("SUM", f"{num(s)} ", None, 30, n)
    INPUT "YOUR MOVE";P,T         p, t = ask_numbers("YOUR MOVE? ", 2)

Single precision may round otherwise, and BASIC's errors are Python's: what is written here is compared with the BASIC
program in runs of both, and the head of the file says how far they agree.
"""

from __future__ import annotations

import ast

from ...syntax import nodes as n
from ...values.using import Item, Literal, NumericField, StringField, parse_format
from ..lines.trees import SIGN
from ..shape.margin import WIDTH as SCREEN
from .assigning import Lines
from .calls import Calls
from .columns import Columns
from .expressions import Expressions
from .functions import Unportable
from .inputs import Inputs
from .printing import NoColumns, Printing
from .statements import Statements
from .value import Value, braced, doubled, has_texts, quoted


class ModernPrinting(Printing):
    """PRINT by f-strings. Where `tracking`, commas, TAB and the right margin are right everywhere."""

    def print(self, statement: n.Print, ended: bool = True) -> Lines:
        if statement.channel is not None or statement.word != "PRINT":
            raise Unportable("files or the printer")
        items = list(statement.items)
        newline = ended and not (items and isinstance(items[-1], n.Separator | n.Tab))
        if statement.using is not None:
            return self._using_format(statement, newline)
        line = self._columns()
        for item in items:
            line.item(item)
        self.end = 0 if newline else line.column
        fits = line.sure and (line.width <= SCREEN or not newline or self.e.convert.hopes.narrow)
        if not (self.tracking or fits):
            raise NoColumns
        if self.tracking and not (fits and (newline or self.asks) and self.at_margin):
            return self._tracked(items, newline)
        texts = line.texts()
        end = [] if newline else ['end=""']
        shown = [" ".join(texts)] if texts else []
        return [f"print({', '.join([*shown, *end])})"] if newline or texts else []

    def _columns(self) -> Columns:
        return Columns(self.e, self.begin)

    def _tracked(self, items: list[n.PrintItem], newline: bool) -> Lines:
        """`write("A", None, f"{num(b)} ", end="")`"""
        self.tracked = True
        codes: list[str] = []
        for before, item in zip([None, *items], items, strict=False):
            match item:
                case n.Separator(mark=","):
                    blank = isinstance(before, n.Tab) or (isinstance(before, n.String) and before.value.endswith(" "))
                    codes += ['""'] * blank + ["None"]  # which is no number's, and stays where it fills its zone
                case n.Separator():
                    pass
                case n.Tab(word="TAB", count=count):
                    codes.append(self.e.convert.column(self.e.expression(count)))
                case n.Tab(count=count):
                    value = self.e.expression(count)
                    codes.append(f'" " * {value.at(SIGN) if value.whole else self.e.convert.integer(value)}')
                case _:
                    one = self._columns()
                    one.item(item)
                    codes.append(" ".join(one.texts()) or '""')
        if not codes and not newline:
            return []
        return [f"write({', '.join(codes + ['end=' + quoted('')] * (not newline))})"]

    def _using_format(self, statement: n.Print, newline: bool) -> Lines:
        """`print(using("##.##", x))`"""
        assert statement.using is not None
        form = self.e.expression(statement.using)
        if form.kind != "$" or not statement.items:
            raise Unportable("formats")
        values = [self.e.expression(item) for item in statement.items if not isinstance(item, n.Separator | n.Tab)]
        text = ast.literal_eval(form.code) if form.constant else ""
        fractions = any(not value.whole and value.kind != "$" for value in values)  # Python rounds 2.5 to 2
        sure = self.e.convert.hopes.small or not fractions
        code, width = _in_braces(text, values) if form.constant and sure else ("", None)
        if not code:
            exponents = any(isinstance(part, NumericField) and part.exponent for part in parse_format(text))
            if exponents or "_" in text:  # which `using` does not have
                raise Unportable("formats")
            code = f"using({', '.join(value.code for value in [form, *values])})"
        self.end = 0 if newline else None if width is None or self.begin is None else self.begin + width
        plain = not self.tracking or (newline and self.at_margin)
        self.tracked |= not plain
        return [f"{'print' if plain else 'write'}({code}{'' if newline else ', end=' + quoted('')})"]


def _in_braces(form: str, values: list[Value]) -> tuple[str, int | None]:
    """`f"TOTAL{t:9,.2f}"` for `"TOTAL##,###.##"`, and its width if that is known: the fields that Python has, too,
    again while there are values. Nothing where it has not."""
    parts = parse_format(form)
    fields = [part for part in parts if not isinstance(part, Literal)]
    shown, width, waiting = "", 0, [*values]
    for part in [*parts] * -(-len(values) // len(fields)) if fields else ():
        if isinstance(part, Literal):
            shown += doubled(quoted(part.text)[1:-1])
            width += len(part.text)
            continue
        if not waiting:
            break
        how = _python_format(part, waiting[0])
        if how is None:
            return "", None
        shown += braced(waiting.pop(0).code, how)
        width += part.width if isinstance(part, StringField) else part.places
    unknown = any(isinstance(field, StringField) and not field.width for field in fields)
    return (f'f"{shown}"', None if unknown else width) if fields else ("", None)


def _python_format(field: Item, value: Value) -> str | None:
    """The format in which Python shows a value as a field does, if it has one and the value surely fits."""
    if has_texts(value.code) or "\\" in value.code:
        return None
    match field:
        case StringField(width=width) if value.kind == "$":
            return f"{width}.{width}" if width else ""
        case NumericField(before=before, after=after, point=point, comma=comma, plus=plus) if value.kind != "$":
            plain = field == NumericField(before, after, point, comma, plus=plus)
            digits = before - plus - before // 4 * comma  # a comma takes the place of a digit
            most = 10**digits
            bounds = value.range.low, value.range.high
            fits = all(bound is None or -most < 10 * bound < most * 10 for bound in bounds)
            flags = "+" * plus + "#" * (point and not after)  # which shows the point
            return f"{flags}{field.places}{',' * comma}.{after}f" if digits > 0 and plain and fits else None
    return None


class ModernInputs(Inputs):
    """INPUT by functions of the file, and READ by `next`."""

    mixed = False  # READ takes texts and numbers in no order that is known

    def restore(self, index: int) -> str:
        if not self.reads:
            return "pass"
        return f"g.data = iter(DATA[{index}:])" if index else "g.data = iter(DATA)"

    def input(self, statement: n.Input) -> Lines:
        """`n = ask_number("Number? ")`"""
        if statement.channel is not None:
            return super().input(statement)
        kinds = "".join(self.e.kind(target) for target in statement.targets)
        if not kinds or statement.same_line:
            raise Unportable("what is typed")
        prompt = self._plain_prompt(statement.prompt + "? " * statement.question)
        if len(kinds) == 1:
            asked = f"{'ask_text' if kinds == '$' else 'ask_number'}({prompt})"
            code = self.e.convert.integer(Value(asked, "!")) if kinds == "%" else asked
            return [self.assigning.assign(statement.targets[0], code)]
        fractions = "%" in kinds and set(kinds) != {"%"}
        if fractions and not self.assigning.independent(statement.targets):
            raise Unportable("what is typed")
        places = self.assigning.several(statement.targets)
        if "$" in kinds:
            asked = f"ask_items({prompt}, {quoted(''.join('$' if kind == '$' else '!' for kind in kinds))})"
        else:
            asked = f"ask_numbers({prompt}, {len(kinds)})"
        if kinds == "%" * len(kinds):
            return [f"{places} = ({self.e.convert.integer(Value('x', '!'))} for x in {asked})"]
        rounded = [self.assigning.place(t) for t, kind in zip(statement.targets, kinds, strict=True) if kind == "%"]
        return [f"{places} = {asked}", *(f"{place} = {self.e.convert.integer(Value(place, '!'))}" for place in rounded)]

    def read(self, statement: n.Read) -> Lines:
        if len(statement.targets) > 1 and not self.mixed and self.assigning.independent(statement.targets):
            return [
                f"{self.assigning.several(statement.targets)} = {', '.join(['next(g.data)'] * len(statement.targets))}"
            ]
        read = self._constant_for if self.mixed else lambda _: "next(g.data)"
        return [self.assigning.assign(target, read(target)) for target in statement.targets]

    def _constant_for(self, target: n.Target) -> str:
        """The next constant, as what its variable takes."""
        match self.e.kind(target):
            case "$":
                return "str(next(g.data))"
            case "%":
                return self.e.convert.integer(Value("float(next(g.data))", "!"))
            case _:
                return f"{'int' if self.e.ranges.everywhere(target).whole else 'float'}(next(g.data))"


class ModernCalls(Calls):
    """What of the screen and the keys is as it always is."""

    def width(self, statement: n.Width) -> Lines:
        """`WIDTH 80`, where no other width comes before, changes nothing."""
        others = statement.printer or statement.channel or statement.device or statement.rows
        usual = isinstance(statement.columns, n.Number) and statement.columns.value == SCREEN + 1
        return [] if usual and not others else super().width(statement)

    def key(self, statement: n.Key) -> Lines:
        return [] if statement.switch == "OFF" else super().key(statement)  # no function keys are shown


class ModernStatements(Statements):
    """What stands in a file without `basic`."""

    printing: ModernPrinting
    inputs: ModernInputs

    def __init__(self, e: Expressions) -> None:
        super().__init__(e, ModernPrinting, ModernInputs, ModernCalls)

    def command(self, statement: n.Command) -> Lines:
        """What Python's own screen and its RND can do."""
        zeros = all(isinstance(a, n.Number) and a.value == 0 for a in statement.arguments)
        match statement:
            case n.Command(word="CLS" | "BEEP", arguments=()):
                return [f"{statement.word.lower()}()"]
            case n.Command(word="SCREEN", arguments=(_, *_)) if zeros:
                return []  # it is a text screen
            case n.Command(word="RANDOMIZE", arguments=()):
                return ["randomize(ask_seed())"]
            case n.Command(word="RANDOMIZE", arguments=(seed,)) if seed is not None:
                value = self.e.expression(seed)
                if value.kind in "%!":
                    return [f"randomize{'_by' * (value.kind == '!')}({value.code})"]
        return super().command(statement)

    def stop(self, line: int) -> Lines:
        first = "" if self.printing.at_margin else "\\n"
        return [f'print("{first}Break in {line}")', "sys.exit()"]
