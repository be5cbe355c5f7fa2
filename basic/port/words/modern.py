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
from itertools import zip_longest

from ...machine.files import LONGEST
from ...machine.writer import ZONE
from ...syntax import nodes as n
from ...values.text import str_text
from ...values.using import Item, Literal, NumericField, StringField, parse_format
from ..lines.trees import SIGN, at, expression
from ..shape.margin import WIDTH as SCREEN
from .assigning import Lines
from .calls import Calls
from .expressions import Expressions
from .functions import Unportable
from .inputs import Inputs
from .joining import longest
from .printing import LONG, NoColumns, Printing, never_negative
from .statements import Statements
from .value import Value, braced, has_texts, on_screen, quoted, shifted

LAST_ZONE = (SCREEN // ZONE - 1) * ZONE  # a comma behind this column leads to the next line
# Characters that a whole number, another and a text are expected to take; and if runs confirm it.
USUAL, CONFIRMED = (8, 10, 20), (6, 8, 8)
COUNT = "count"  # the format of a whole number that is never negative: `f" {n}"`


class ModernPrinting(Printing):
    """PRINT by f-strings. Where `tracking`, commas, TAB and the right margin are right everywhere."""

    def print(self, statement: n.Print, ended: bool = True) -> Lines:
        if statement.channel is not None or statement.word != "PRINT":
            raise Unportable("files or the printer")
        items = list(statement.items)
        newline = ended and not (items and isinstance(items[-1], n.Separator | n.Tab))
        if statement.using is not None:
            return self._using_format(statement, newline)
        line = Printed(self)
        for item in items:
            line.item(item)
        self.end = 0 if newline else line.column if line.sure and not line.aligned else None
        fits = line.sure and (line.width <= SCREEN or not newline or self.hoping)
        if not (self.tracking or fits):
            raise NoColumns
        if self.tracking and not (fits and (newline or self.asks) and self.at_margin):
            return self._tracked(items, newline)
        texts = line.texts()
        end = [] if newline else ['end=""']
        shown = [" ".join(texts)] if texts else []
        return [f"print({', '.join([*shown, *end])})"] if newline or texts else []

    def _tracked(self, items: list[n.PrintItem], newline: bool) -> Lines:
        """`write("A", None, f"{num(b)} ", end="")`"""
        self.tracked = True
        codes: list[str] = []
        for item, following in zip_longest(items, items[1:]):
            match item:
                case n.Separator(mark=mark):
                    codes += ["None"] * (mark == ",")
                case n.Tab(word="TAB", count=count):
                    codes.append(self.e.convert.column(self.e.expression(count)))
                case n.Tab(count=count):
                    value = self.e.expression(count)
                    codes.append(f'" " * {value.at(SIGN) if value.whole else self.e.convert.integer(value)}')
                case _:
                    one = Printed(self)
                    one.item(item)
                    comma = isinstance(following, n.Separator) and following.mark == ","
                    if comma and codes[-1:] not in ([], ["None"]):
                        one.lose_blank()  # which nobody sees, but at the end of a line
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
        sure = self.e.convert.trusting or not fractions
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
            shown += quoted(part.text)[1:-1].replace("{", "{{").replace("}", "}}")
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
        case NumericField(before=before, after=after, comma=comma) if value.kind != "$":
            plain = field == NumericField(before, after, bool(after), comma)
            digits = before - before // 4 * comma  # a comma takes the place of a digit
            most = 10**digits
            bounds = value.range.low, value.range.high
            fits = all(bound is None or -most < 10 * bound < most * 10 for bound in bounds)
            return f"{field.places}{',' * comma}.{after}f" if before and plain and fits else None
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
        self.e.imports.use("", "sys")
        first = "" if self.printing.at_margin else "\\n"
        return [f'print("{first}Break in {line}")', "sys.exit()"]


class Printed:
    """One PRINT as the pieces of an f-string, of which it is told how wide it is, and whether its columns are sure."""

    def __init__(self, s: ModernPrinting) -> None:
        self.s = s
        self.pieces: list[tuple[str, str]] = []  # code and format; literal text has the format "text"
        self.aligned = s.begin is None and s.aligned
        self.column = 0 if self.aligned else s.begin  # None where the width of what stands before is not known
        self.before: int | None = None  # the last column that was known, where that of the end is not, and
        self.loose = 0  # the first piece behind it
        self.sure = True  # the columns are right, as far as texts and numbers are as long as expected
        self.width = 0  # in all
        self.long = 0  # the loose pieces, at most

    def item(self, item: n.PrintItem) -> None:
        match item:
            case n.Separator(mark=";"):
                return
            case n.Separator():
                self._comma()
            case n.Tab(word=word, count=count):
                self._tab(word, self.s.e.expression(count))
            case n.String(value=text):
                if text and not on_screen(text):
                    raise Unportable("characters of the PC")
                self._literal(on_screen(text))
            case _:
                self._value(item)
        if self.column is not None:
            self.width = max(self.width, self.column)

    def _literal(self, text: str, form: str = "text") -> None:
        self.pieces.append((text, form))
        if self.column is not None:
            self.column += len(text)
        else:
            self.long += len(text)
            self.width += len(text)

    def _put(self, code: str, form: str, size: int = 0) -> None:
        """A value of at most so many characters."""
        if self.column is not None:
            self.before, self.column, self.loose, self.long = self.column, None, len(self.pieces), 0
        self.pieces.append((code, form))
        self.long += size
        self.width += size

    def _value(self, item: n.Expression) -> None:
        e, value = self.s.e, self.s.e.expression(item)
        size = self._longest(item, value)
        if value.kind == "$" and value.constant and "\\" in value.code:
            self._literal(ast.literal_eval(value.code))
            self.column = self.before = None
        elif value.kind == "$":
            self._put(value.code, "", size)
        elif value.number is not None:
            shown = f"{value.number: d}" if e.convert.plainly(value) else str_text(float(value.number), "!")
            self._literal(shown)
            self._literal(" ", "blank")
        else:
            if e.convert.plainly(value):
                self._put(value.code, COUNT if never_negative(value) else " d", size)
            else:
                self._put(e.convert.shown(value), "", size)
            self.pieces.append((" ", "blank"))

    def _longest(self, item: n.Expression, value: Value) -> int:
        """How many characters an item may have."""
        whole, fraction, text = CONFIRMED if self.s.hoping else USUAL
        low, high = value.range.low, value.range.high
        if value.kind != "$":
            if not value.whole:
                return fraction
            return whole if low is None or high is None else min(whole, max(len(str(low)), len(str(high))) + 2)
        most = longest(self.s.e, item)
        counted = isinstance(item, n.Function) and item.name in ("STRING$", "SPACE$") and most < LONGEST
        return most if counted else min(text, most)

    def _comma(self) -> None:
        """To the next print zone, in the hope that what stands before is short."""
        if self.width >= LAST_ZONE or (self.column is None and self.before is None):
            self.sure = False
        elif self.column is not None:
            self._literal(" " * (ZONE - self.column % ZONE))
        elif self.before is not None:
            zone = (self.before // ZONE + 1) * ZONE
            self._widen(zone - self.before, zone)

    def _tab(self, word: str, value: Value) -> None:
        lost = word == "TAB" and self.column is None and self.before is None
        if lost or value.kind == "$" or (value.constant and not value.whole):
            self.sure = False
        elif word == "TAB":
            self._to(value)
        elif value.number is not None:
            self._literal(" " * value.number)
        else:
            self._put(f'" " * {at(SIGN, self.s.e.convert.column(value))}', "")
            self.before = None

    def _to(self, value: Value) -> None:
        """TAB"""
        target = None if value.number is None else value.number - 1
        if self.aligned or (self.column is None and target is None):
            self.sure = False
        elif target is not None and self.column is not None:
            self.sure &= target >= self.column
            self._literal(" " * (target - self.column))
        elif target is not None and self.before is not None:
            self._widen(target - self.before, target)
        elif self.column is not None:
            far = value.range.low is not None and value.range.low > self.column
            self.sure &= far or self.s.hoping
            self._put(f'" " * {at(SIGN, shifted(self.s.e.convert.column(value), -1 - self.column))}', "")
            self.before = None
            self.width += USUAL[-1]

    def _widen(self, width: int, column: int) -> None:
        """Give the last piece a width, behind which that column is."""
        if self.pieces[-1][1] == "blank":
            self.pieces.pop()
        loose = self.pieces[self.loose :]
        code, form = loose[0] if len(loose) == 1 else (" ".join(_texts(loose)), "")
        if self.long > width or width < 1 or (len(loose) > 1 and ("'" in code or "\\" in code)):
            self.sure = False
            return
        self.pieces[self.loose :] = [(code, f"< {width}d" if form in (" d", COUNT) else str(width))]
        self.column = column

    def lose_blank(self) -> None:
        """Before a comma a number loses its blank where that would fill the zone, as it may behind a text."""
        if self.pieces[-1][1] == "blank":
            self.pieces.pop()

    def texts(self) -> list[str]:
        return _texts(self.pieces)


def _texts(pieces: list[tuple[str, str]]) -> list[str]:
    """The f-string, in several pieces where it is long."""
    pieces = [
        piece
        for code, form in pieces
        if code
        for piece in ([(" ", "text"), (code, "")] if form == COUNT else [(code, form)])
    ]
    if not pieces:
        return []
    if len(pieces) == 1 and not pieces[0][1]:
        return [pieces[0][0]]
    found: list[tuple[str, bool]] = []
    for code, form in pieces:
        formatted = form not in ("text", "blank")
        shown = _formatted(code, form) if formatted else quoted(code)[1:-1]
        if not found or len(found[-1][0]) + len(shown) > LONG:
            found.append(("", False))
        text, before = found[-1]
        if formatted and not before:
            text = text.replace("{", "{{").replace("}", "}}")
        if before and not formatted:
            shown = shown.replace("{", "{{").replace("}", "}}")
        found[-1] = (text + shown, before or formatted)
    return [f'{"f" * formatted}"{text}"' for text, formatted in found]


def _formatted(code: str, form: str) -> str:
    """A value with its format in braces; a number in braces of its own, `f"{n: d}"`, has that already."""
    match expression(code):
        case ast.JoinedStr([ast.FormattedValue(number, format_spec=ast.JoinedStr([ast.Constant(str(own))]))]) if (
            not form
        ):
            return f"{{{ast.unparse(number)}:{own}}}"
    if '"' in code:
        if "'" in code or "\\" in code:
            raise Unportable("quotes in quotes")
        code = code.replace('"', "'")
    return braced(code, form)
