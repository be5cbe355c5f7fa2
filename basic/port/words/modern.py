"""BASIC in today's Python: floats, `print` and `input`, and a few short functions that stand in the file.

    PRINT "SUM";S,TAB(30);N$      write("SUM", f"{num(s)} ", None, 30, n)
    INPUT "YOUR MOVE";P,T         p, t = ask_numbers("YOUR MOVE? ", 2)

Single precision may round otherwise, and BASIC's errors are Python's: what is written here is compared with the BASIC
program in runs of both, and the head of the file says how far they agree.
"""

from __future__ import annotations

import ast
import re

from ...analysis.variables.types import INTEGER, Range
from ...record import replace
from ...syntax import nodes as n
from ...values.text import str_text
from ..shape.margin import WIDTH as SCREEN
from .assigning import Lines
from .natural import NaturalExpressions, NaturalStatements, Printed
from .printing import on_screen
from .value import ATOM, PRODUCT, SIGN, SUM, Value, braced, quoted, shifted

LONG = 80  # characters of a call that shows many things
LAST_ZONE = 56  # a comma behind this column leads to the next line
# Characters that a whole number, another and a text are expected to take; and if runs confirm it.
USUAL, CONFIRMED = (8, 10, 20), (6, 8, 10)
BASICS_OWN = re.compile(r"\^\^\^\^|_")  # of the formats of PRINT USING, what `using` does not have
PLAIN_FIELD = re.compile(r"(#[#,]*(?:\.#+)?|!|&|\\ *\\)")  # of a format, as Python has it, too
CLOCK = {"DATE$": 'f"{datetime.now():%m-%d-%Y}"', "TIME$": 'f"{datetime.now():%H:%M:%S}"'}


class ModernExpressions(NaturalExpressions):
    """What a run cannot be trusted to show is written so that it is right on every input."""

    def plainly(self, value: Value) -> bool:
        return (self.trusting and value.whole) or super().plainly(value)

    def integer(self, value: Value) -> str:
        if value.kind == "$" or value.whole:
            return self._number_code(value)
        if value.range.within(0, 32767):
            return f"int({value.at(SUM)} + 0.5)"
        return f"nearest({value.code})"

    word = integer

    def byte(self, value: Value) -> str:
        """Where runs have not shown that it does without, what is no byte is BASIC's error."""
        if self.trusting or self.daring or value.kind == "$" or value.range.within(0, 255):
            return self.integer(value) if value.whole or not self.trusting else self._counted(value)
        return f"byte({value.code})"

    def subscript(self, value: Value) -> str:
        return self._counted(value)

    def _counted(self, value: Value) -> str:
        """A number that makes no sense below 0, rounded as BASIC does."""
        whole = value.kind == "$" or value.whole
        return self.as_int(self.integer(value)) if whole else f"int({value.at(SUM)} + 0.5)"

    column = _counted

    def _int(self, value: Value) -> Value:
        if value.kind == "$" or value.whole or value.range.low is None or value.range.low < 0:
            return super()._int(value)
        return Value(f"int({value.code})", value.kind, Range(True, value.range.low, value.range.high))

    def combine(self, operator: str, left: Value, right: Value) -> Value:
        numbers = "$" not in (left.kind, right.kind)
        if (
            operator == "\\"
            and numbers
            and not all(v.range.low is not None and v.range.low >= 0 for v in (left, right))
        ):
            one, two = (Value(self.integer(v), "%", level=v.level if v.whole else SUM) for v in (left, right))
            return Value(f"int({one.at(PRODUCT)} / {two.at(SIGN)})", "%", INTEGER, safe=left.safe and right.safe)
        return super().combine(operator, left, right)

    def _function(self, node: n.Function) -> Value:
        match node:
            case n.Function(name="RND", arguments=(argument,)):
                value = self.expression(argument)
                if value.range.high is not None and value.range.high <= 0:
                    zero = value.constant and value.range.high == 0
                    return Value("last_rnd()" if zero else f"rnd_from({value.code})", "!", Range(False, 0, 1))
                return Value("rnd()", "!", Range(False, 0, 1))
            case n.Function(name="INSTR", arguments=(*first, text, wanted)) if len(first) < 2:
                found = [self.expression(each) for each in (text, wanted)]
                if [value.kind for value in found] == ["$", "$"]:
                    begin = (self.expression(each) for each in first)
                    start = "".join(f", {shifted(replace(v, code=self.integer(v)), -1)}" for v in begin)
                    code = f"{found[0].at(ATOM)}.find({found[1].code}{start}) + 1"
                    inside = "" if first else f"{found[1].code} in {found[0].code}"
                    return Value(code, "%", Range(True, 0, 255), SUM, inside=inside)
            case n.Function(name="TIMER", arguments=()):
                return Value("timer()", "!", Range(False, 0, 86400))
            case n.Function(name="TIME$" | "DATE$", arguments=()):
                self.use("datetime", "datetime")
                return Value(CLOCK[node.name], "$")
        return super()._function(node)

    def _val(self, value: Value) -> Value:
        return Value(f"val({value.code})", "!")

    def _right_text(self, text: Value, count: Value) -> Value:
        if count.range.low is not None and count.range.low > 0:
            return super()._right_text(text, count)
        whole = text.at(SIGN + 1)
        return Value(f"{whole}[max(0, len({text.code}) - {self.integer(count)}) :]", "$")

    def _chr_text(self, value: Value) -> Value:
        found = super()._chr_text(value)
        if value.constant and value.whole and value.range.within(32, 255):
            return replace(found, code=quoted(on_screen(chr(int(value.code))) or chr(int(value.code))))
        return found


class ModernStatements(NaturalStatements):
    """Where `tracking`, commas, TAB and the right margin are right everywhere."""

    e: ModernExpressions
    mixed = False  # READ takes texts and numbers in no order that is known

    def print(self, statement: n.Print, ended: bool = True) -> Lines:
        if statement.channel is not None or statement.word != "PRINT":
            self.obstacles.append("files or the printer")
            return ["pass"]
        items = list(statement.items)
        newline = ended and not (items and isinstance(items[-1], n.Separator | n.Tab))
        if statement.using is not None:
            return self._using_format(statement, newline)
        line = Printed(self) if self.e.daring else ModernPrinted(self)
        for item in items:
            line.item(item)
        known = isinstance(line, ModernPrinted) and line.sure and not line.aligned
        self.end = 0 if newline else line.column if known else None
        fits = line.sure and (line.width <= SCREEN or not newline or self.e.trusting)
        if not (self.tracking or fits or self.e.daring):
            self.obstacles.append("columns")
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
        for item in items:
            match item:
                case n.Separator(mark=mark):
                    codes += ["None"] * (mark == ",")
                case n.Tab(word="TAB", count=count):
                    codes.append(self.e.column(self.e.expression(count)))
                case n.Tab(count=count):
                    value = self.e.expression(count)
                    codes.append(f'" " * {value.at(SIGN) if value.whole else self.e.integer(value)}')
                case _:
                    one = ModernPrinted(self)
                    one.item(item)
                    codes.append(" ".join(one.texts()) or '""')
        if not codes and not newline:
            return []
        written = [""]
        for code in codes:  # a long line is written in parts
            full = len(written[-1]) + len(code) > LONG
            written[-1:] = [written[-1], code] if full else [f"{written[-1]}, {code}" if written[-1] else code]
        ends = [', end=""'] * (len(written) - 1) + [', end=""' * (not newline)]
        return [f"write({code}{end})" for code, end in zip(written, ends, strict=True)]

    def _using_format(self, statement: n.Print, newline: bool) -> Lines:
        """`print(using("##.##", x))`"""
        assert statement.using is not None
        form = self.e.expression(statement.using)
        unlike = form.kind != "$" or (form.constant and BASICS_OWN.search(form.code))
        if unlike or not statement.items:
            self.obstacles.append("formats")
            return ["pass"]
        values = [self.e.expression(item) for item in statement.items if not isinstance(item, n.Separator | n.Tab)]
        code = braced = self._in_braces(ast.literal_eval(form.code), values) if form.constant else None
        if code is None:
            code = f"using({', '.join(value.code for value in [form, *values])})"
        known = braced is not None and self.begin is not None
        self.end = 0 if newline else (self.begin or 0) + len(ast.literal_eval(form.code)) if known else None
        plain = not self.tracking or (newline and self.at_margin)
        self.tracked |= not plain
        return [f"{'print' if plain else 'write'}({code}{'' if newline else ', end=' + quoted('')})"]

    def _in_braces(self, form: str, values: list[Value]) -> str | None:
        """`f"TOTAL{t:9,.2f}"` for `"TOTAL##,###.##"`: the fields that Python has, too, each used once."""
        texts, fields = PLAIN_FIELD.split(form)[::2], PLAIN_FIELD.findall(form)
        if len(fields) != len(values) or any(set(text) & set("#!&\\$*+-") for text in texts):
            return None
        shown = quoted(texts[0])[1:-1].replace("{", "{{").replace("}", "}}")
        for field, value, text in zip(fields, values, texts[1:], strict=True):
            if (value.kind == "$") == ("#" in field) or '"' in value.code or "\\" in value.code:
                return None
            if "#" in field:
                most = 10 ** len(field.partition(".")[0].replace(",", ""))
                if not all(
                    bound is None or -most < 10 * bound < most * 10 for bound in (value.range.low, value.range.high)
                ):
                    return None
                how = f"{len(field)}{',' * (',' in field)}.{len(field.partition('.')[2])}f"
            else:
                how = "" if field == "&" else f"{len(field)}.{len(field)}"
            shown += braced(value.code, how) + quoted(text)[1:-1].replace("{", "{{").replace("}", "}}")
        return f'f"{shown}"'

    def _input(self, statement: n.Input) -> Lines:
        """`n = ask_number("Number? ")`"""
        if statement.channel is not None:
            return super()._input(statement)
        kinds = "".join(self.e.kind(target) for target in statement.targets)
        if not kinds or statement.same_line:
            self.obstacles.append("what is typed")
            return ["pass"]
        prompt = self._plain_prompt(statement.prompt + "? " * statement.question)
        if len(kinds) == 1:
            asked = f"{'ask_text' if kinds == '$' else 'ask_number'}({prompt})"
            found = Value(asked, "!")
            return [self.assign(statement.targets[0], self.e.integer(found) if kinds == "%" else asked)]
        fractions = "%" in kinds and set(kinds) != {"%"}
        if fractions and not self._independent(statement.targets):
            self.obstacles.append("what is typed")
            return ["pass"]
        places = self._several(statement.targets)
        if "$" in kinds:
            asked = f"ask_items({prompt}, {quoted(re.sub('[%#]', '!', kinds))})"
        else:
            asked = f"ask_numbers({prompt}, {len(kinds)})"
        if kinds == "%" * len(kinds):
            return [f"{places} = ({self.e.integer(Value('x', '!'))} for x in {asked})"]
        rounded = [self.place(t) for t, kind in zip(statement.targets, kinds, strict=True) if kind == "%"]
        return [f"{places} = {asked}", *(f"{place} = {self.e.integer(Value(place, '!'))}" for place in rounded)]

    def _read(self, statement: n.Read) -> Lines:
        if not self.mixed:
            return super()._read(statement)
        return [self.assign(target, self._constant_for(target)) for target in statement.targets]

    def _constant_for(self, target: n.Target) -> str:
        """The next constant, as what its variable takes."""
        match self.e.kind(target):
            case "$":
                return "str(next(g.data))"
            case "%":
                return self.e.integer(Value("float(next(g.data))", "!"))
            case _:
                return f"{'int' if self.e.ranges.everywhere(target).whole else 'float'}(next(g.data))"

    def _plain_command(self, statement: n.Command) -> Lines | None:
        if statement.word == "RANDOMIZE" and not statement.arguments:
            return ["randomize(ask_seed())"]
        if statement.word == "RANDOMIZE" and len(statement.arguments) == 1 and statement.arguments[0] is not None:
            value = self.e.expression(statement.arguments[0])
            if value.kind == "%" and value.whole:
                return [f"randomize({value.code})"]
            return [f"randomize_by({value.code})"] if value.kind == "!" else None
        return super()._plain_command(statement)

    def stop(self, line: int, gives: bool) -> Lines:
        self.e.use("", "sys")
        first = "" if self.at_margin else "\\n"
        return [f'print("{first}Break in {line}")', "sys.exit()"]

    def restart(self, gives: bool) -> str:
        return "raise Restart"


class ModernPrinted(Printed):
    """One PRINT of which it is told how wide it is, and whether its columns are sure."""

    s: ModernStatements

    def __init__(self, s: ModernStatements) -> None:
        super().__init__(s)
        self.long = 0  # the last item, at most
        self.aligned = s.begin is None and s.aligned
        self.column = 0 if self.aligned else s.begin

    def item(self, item: n.PrintItem) -> None:
        obstacles = len(self.s.obstacles)
        match item:
            case n.Separator(mark=";"):
                return
            case n.Separator() if self.width >= LAST_ZONE or (self.column is None and not self.open):
                self.sure = False
            case n.Tab(word="TAB") if self.column is None and not self.open:
                self.sure = False
            case _:
                super().item(item)
        if "columns" in self.s.obstacles[obstacles:]:
            del self.s.obstacles[obstacles:]
            self.sure = False
        if self.column is not None:
            self.width = max(self.width, self.column)
        elif not isinstance(item, n.Separator | n.Tab):
            self.width += self.long

    def _value(self, item: n.PrintItem) -> None:
        value = self.s.e.expression(item)  # type: ignore[arg-type]
        whole, fraction, text = CONFIRMED if self.s.e.trusting else USUAL
        if value.kind == "$":
            self.long = text
            if isinstance(item, n.Function) and item.name in ("LEFT$", "RIGHT$", "MID$"):
                most = self.s.e.expression(item.arguments[-1]).range.high
                self.long = min(self.long, most if most is not None else self.long)
            if isinstance(item, n.Function) and item.name in ("STRING$", "SPACE$"):
                most = self.s.e.expression(item.arguments[0]).range.high
                self.long = text if most is None or most >= 255 else most
        elif value.whole:
            low, high = value.range.low, value.range.high
            known_bounds = low is not None and high is not None
            self.long = min(whole, max(len(str(low)), len(str(high))) + 2) if known_bounds else whole
        else:
            self.long = fraction
        if value.kind == "$" and value.constant and "\\" in value.code:
            self._literal(ast.literal_eval(value.code))
            self.column = None
            return
        if value.constant and value.whole and not self.s.e.plainly(value):
            self._literal(str_text(float(value.code), "!") + " ")
            return
        super()._value(item)

    def _literal(self, text: str) -> None:
        super()._literal(text)
        self.long = len(text)

    def _to(self, value: Value) -> None:
        if self.aligned:
            self.sure = False
        elif value.constant and value.whole:
            super()._to(value)
        elif self.column is None:
            self.sure = False
        else:
            far = value.range.low is not None and value.range.low > self.column
            self.sure &= far or self.s.e.trusting
            blanks = Value(self.s.e.column(value), "%", level=value.level if value.whole else ATOM)
            self._put(f'" " * {replace(blanks, code=shifted(blanks, -1 - self.column), level=SUM).at(PRODUCT)}', "")
            self.open = False
            self.width += USUAL[-1]

    def _widen(self, width: int, column: int) -> None:
        if self.long > width or not self.open:
            self.sure = False
        else:
            super()._widen(width, column)
