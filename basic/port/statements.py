"""The statements that do not jump, as lines of Python. One method each; what jumps is written in `write.py`."""

from __future__ import annotations

from ..analysis.flow import Table
from ..analysis.types import EXACT, bare
from ..errors import MISSING_OPERAND, SYNTAX, TYPE_MISMATCH
from ..library.registry import STATEMENTS
from ..record import replace
from ..syntax import nodes as n
from ..syntax.visit import walk
from ..values.text import str_text
from .columns import FOLDED
from .columns import WIDTH as SCREEN
from .drawing import HOMES, Drawing
from .expressions import Expressions, Unportable, tagged
from .harmless import fits
from .prepare import TRACE
from .remarks import remark_text
from .succession import Succession
from .texts import Widths, on_screen
from .value import ATOM, DOUBLE, EXACTLY, SINGLE, SUM, Value, alike, lasting, quoted, shifted, unwrapped

Lines = list[str]
Constants = dict[tuple[int, ...], int | float | str]
NUMBER = len("-1.234567E+38 ")  # the longest that PRINT makes of a single
FIELDS = "gw.fields."  # where the variables of FIELD live
READERS = {"$": "input_text", "!": "input_number", "%": "input_integer", "#": "input_double"}
STEADY = (n.Variable, n.Element, n.Number, n.Unary, n.Binary, n.Parenthesised)  # the same when looked at once more
MOST_IN_TURN = 95  # characters of a line
MANY_ALIKE, FEW_ROWS = 10, 3  # elements at the end of a list without values, and rows of a table
CANT_CONTINUE = 17


class Statements(Drawing, Succession):
    def __init__(self, expressions: Expressions) -> None:
        self.e = expressions
        self.declared: set[str] = set()  # local variables that have been given their type
        self.plain = False  # Python's own print will do
        self.obstacles: list[str] = []  # why it will not
        self.widths: Widths  # how long texts can be
        self.printed = (0, False)  # by the PRINT in hand: characters, and whether it ends the line
        self.restores = self.reads = False  # the program has RESTORE; it has READ, and DATA for it
        self.trapped = False  # ON ERROR GOTO is active

    def write(self, statement: n.Statement) -> Lines:
        method = getattr(self, "_" + type(statement).__name__.lower(), None)
        if method is None:
            raise Unportable(word(statement))
        lines: Lines = method(statement)
        return lines

    # -- assignment -----------------------------------------------------------------------------------------------

    def place(self, target: n.Target) -> str:
        return self.e.element(target).code if isinstance(target, n.Element) else self.e.scalar(target)

    def assign(self, target: n.Target, code: str) -> str:
        """`x = code`, with the type where a local variable has its first value."""
        place = self.place(target)
        if isinstance(target, n.Variable):
            return f"{self.typed(target)} = {code}"
        return f"{place} = {code}"

    def typed(self, target: n.Variable) -> str:
        name = self.e.scalar(target)
        first = name not in self.declared and not name.startswith("g.")
        self.declared.add(name)
        return f"{name}: float" if first and self.type_of(target) == "float" else name

    def _let(self, statement: n.Let) -> Lines:
        target = statement.target
        if self.e.key(target) in self.e.constants:
            return []
        place = self.place(target)
        value, code = self.given(target, statement.value)
        kind = self.e.kind(target)
        mild = value.safe and (kind == "$") == (value.kind == "$") and (kind != "%" or fits(value))
        if isinstance(target, n.Element) and not (mild or self.e.element(target).safe) and not (
            code == value.code and value.risks and self.e.element(target).risks  # both errors would be the same
        ) and not self._looks_first(target, statement.value):
            return self._in_order(target, code)
        for symbol in ("+", "-", "*", "/", "**"):
            head = f"{place} {symbol} "
            if code.startswith(head) and (_single(statement.value, symbol) or self._adds_up(statement, value)):
                text = f"{place} {symbol}= {unwrapped(code[len(head):])}"
                if code in self.e.uncertain:
                    self.e.uncertain.add(text)
                return [text]
        return [self.assign(target, code)]

    def _looks_first(self, target: n.Element, node: n.Expression) -> bool:
        """Whether a value begins with the same subscripts within the same bounds: `A(I)=A(I)+1`, `A(I)=B(I)`."""
        node = bare(node)
        while isinstance(node, n.Binary | n.Function):
            if isinstance(node, n.Function) and not node.arguments:
                return False
            node = bare(node.left if isinstance(node, n.Binary) else node.arguments[0])
        inner = [part for subscript in target.subscripts for part in walk(subscript)]
        if not isinstance(node, n.Element) or not all(isinstance(part, STEADY) for part in inner):
            return False
        if (node.name, self.e.kind(node)) == (target.name, self.e.kind(target)):
            return alike(node, target)
        bounds, others = (self.e.simple_arrays.get(self.e.names[self.e.key(element)]) for element in (node, target))
        same = replace(node, name=target.name, sigil=target.sigil)
        return bounds is not None and None not in bounds and bounds == others and alike(same, target)

    def given(self, target: n.Target, node: n.Expression) -> tuple[Value, str]:
        """What a variable is given: the value, and its code as the variable keeps it."""
        if self.e.flag(target):
            value = self.e.judged(node)
            return value, value.truth()
        value = self.e.expression(node)
        return value, self.e.stored(value, target)

    def _adds_up(self, statement: n.Let, value: Value) -> bool:
        """`T=T+A-B`, where it does not matter that `t += a - b` adds A and B first."""
        sure = self.e.natural or (value.range.within(-EXACT, EXACT) and value.form == EXACTLY)
        exact = value.kind == "$" or (value.whole and sure)
        node = statement.value
        while isinstance(node, n.Binary) and node.operator in "+-" and isinstance(node.left, n.Binary):
            node = node.left
        return exact and value.level == SUM and isinstance(node, n.Binary) and node.operator == "+" \
            and alike(node.left, statement.target)

    def _in_order(self, target: n.Target, code: str) -> Lines:
        """BASIC finds the place before it works out the value: which error comes first hangs on it."""
        lines, place = self._found(target)
        return [*lines, f"{place} = {code}"] if lines else [self.assign(target, code)]

    def _found(self, target: n.Target, called: str = "place") -> tuple[Lines, str]:
        """What looks for an element that may not be there, or not twice at the same place; how it is written then."""
        if isinstance(target, n.Variable) or (_steady(target) and (self.e.natural or self.e.element(target).safe)):
            return [], self.place(target)
        array = self.e.array(target.name, target.sigil)
        simple = self.e.simple_arrays.get(self.e.names[self.e.key(target)]) is not None
        lines, places = [], []
        for number, subscript in enumerate(target.subscripts, 1):
            value = self.e.expression(subscript)
            place = self.e.subscript(value) if simple else self.e.integer(value)
            if simple and (not value.safe or place != value.code):
                if place.startswith("index(") and len(target.subscripts) == 1:
                    return [f"{called}1 = {place[:-1]}, of={array})"], f"{array}[{called}1]"
                lines.append(f"{called}{number} = {place}")
                place = f"{called}{number}"
            places.append(place)
        if not simple:
            return [f"{called} = {array}.place({', '.join(places)})"], f"{array}[{called}]"
        if not self._within(target):
            lines.append(f"{self.e.tool('look')}({', '.join([array, *places])})")
        return lines, array + "".join(f"[{place}]" for place in places)

    def _within(self, target: n.Element) -> bool:
        """Whether an element is surely there: random numbers do not matter for that."""
        self.e.lenient = True
        safe = self.e.element(target).safe
        self.e.lenient = False
        return safe

    def _once(self, target: n.Target) -> tuple[Lines, str]:
        """A place that is written more than once."""
        return ([], self.place(target)) if _steady(target) else self._found(target)

    def _midassign(self, statement: n.MidAssign) -> Lines:
        if self.e.kind(statement.target) != "$":
            return [self.e.fail(TYPE_MISMATCH, self.place(statement.target))]
        before, old = self._once(statement.target)
        start = self.e.integer(self.e.expression(statement.start))
        length = "255" if statement.length is None else self.e.byte(self.e.expression(statement.length))
        text = self.e.text(self.e.expression(statement.value))
        if self._fielded(statement.target):
            self.e.use("basic.library", "strings")
            code = f"strings.mid_assigned({old}, {start}, {length}, {text})"
            return [*before, f"gw.lset({_in_buffer(old)}, {code})"]
        itself = ""
        if isinstance(statement.value, n.Variable):
            itself = ", True" * (statement.target == replace(statement.value, column=statement.target.column))
        self.e.use("basic.library", "strings")
        code = f"strings.mid_assigned({old}, {start}, {length}, {text}{itself})"
        return [*before, f"{old} = {code}"] if before else [self.assign(statement.target, code)]

    def _justify(self, statement: n.Justify) -> Lines:
        if self.e.kind(statement.target) != "$":
            return [self.e.fail(TYPE_MISMATCH, self.place(statement.target))]
        before, old = self._once(statement.target)
        text = self.e.text(self.e.expression(statement.value))
        if self._fielded(statement.target):
            return [*before, f"gw.{'rset' if statement.right else 'lset'}({_in_buffer(old)}, {text})"]
        self.e.use("basic.library", "strings")
        code = f"strings.justified(len({old}), {text}, {statement.right})"
        return [*before, f"{old} = {code}"] if before else [self.assign(statement.target, code)]

    def _swap(self, statement: n.Swap) -> Lines:
        left, right = self.place(statement.left), self.place(statement.right)
        if self.e.kind(statement.left) != self.e.kind(statement.right):
            return [self.e.fail(TYPE_MISMATCH, left, right)]
        lines: Lines = []
        late = isinstance(statement.right, n.Element) and not self.e.element(statement.right).safe
        if late or not _steady(statement.left):
            lines, left = self._found(statement.left)
        if not _steady(statement.right):
            more, right = self._found(statement.right, "other")
            lines += more
        return [*lines, f"{left}, {right} = {right}, {left}"]

    # -- arrays and types -----------------------------------------------------------------------------------------

    def _dim(self, statement: n.Dim) -> Lines:
        lines = []
        for target in statement.arrays:
            if not isinstance(target, n.Element):
                continue
            name = self.e.names[target.name, self.e.kind(target), "()"]
            place = self.e.array(target.name, target.sigil)
            bounds = self.e.simple_arrays.get(name)
            if bounds is not None:
                lengths = [self._length(*pair) for pair in zip(target.subscripts, bounds, strict=True)]
                code = filled(lengths, self.initial(target))
                if name in self.e.remade:
                    lines.append(f"{place}[:] = {code}")
                    continue
                lines.append(f"{self.typed_list(place, target, len(bounds))} = {code}")
            else:
                codes = [self.e.integer(self.e.expression(subscript)) for subscript in target.subscripts]
                lines.append(f"{place}.dim({', '.join(codes)})")
        return lines

    def _length(self, node: n.Expression, bound: int | None) -> str:
        """How many elements a list has with this highest subscript."""
        if bound is not None:
            return str(bound + 1)
        value = self.e.expression(node)
        shown = self.e.subscript(value)
        constant = value.constant and shown == value.code  # and not `index(2.5)`
        return shifted(replace(value, code=shown, level=ATOM, constant=constant), 1)

    def _table(self, statement: Table) -> Lines:
        return [] if self.e.key(statement.arrays[0]) in self.e.constants else self.table(statement)

    def table(self, statement: Table) -> Lines:
        """A list with its values: `x = [0, 5, 7, 9]`."""
        target = statement.arrays[0]
        assert isinstance(target, n.Element)
        place = self.e.array(target.name, target.sigil)
        bounds = self.e.simple_arrays[self.e.names[target.name, self.e.kind(target), "()"]]
        values = dict(statement.values)
        if bounds is None:
            lines = [f"{place}.dim({', '.join(self.e.expression(s).code for s in target.subscripts)})"]
            for at, value in values.items():
                code = self.e.constant(value) if isinstance(value, str) else self.number(value, target)
                lines.append(f"{place}[{', '.join(map(str, at))}] = {code}")
            return lines
        known = tuple(bound for bound in bounds if bound is not None)  # those of DATA are constants
        code = self._nested(known, (), values, target)
        return [f"{self.typed_list(place, target, len(bounds))} = {code}"]

    def _nested(self, bounds: tuple[int, ...], at: tuple[int, ...], values: Constants, target: n.Element) -> str:
        zero = '""' if self.e.kind(target) == "$" else "0"
        if len(at) == len(bounds):
            return self.e.constant(values[at]) if at in values else zero
        codes = [self._nested(bounds, (*at, i), values, target) for i in range(bounds[len(at)] + 1)]
        rest = 0
        while rest < len(codes) and codes[-1 - rest] == zero:
            rest += 1
        shown = ", ".join(codes[:-rest] if rest > MANY_ALIKE else codes)
        alike = f"[{self.initial(target)}] * {rest}"
        singles = len(at) == len(bounds) - 1 and self.number(0, target) != "0"
        if rest > MANY_ALIKE and not singles and self.type_of(target) == "float":
            return f"[{shown}, *{alike}]" if shown else alike  # each is one, the list of the others would not be
        rows = self._rows_alike(bounds, at, values)
        if rows > FEW_ROWS:
            row = f"[{self.initial(target)}] * {bounds[-1] + 1}"
            return f"[{', '.join(codes[:-rows])}] + [{row} for _ in range({rows})]"
        return (f"gw.singles({shown})" if singles else f"[{shown}]") + (f" + {alike}" if rest > MANY_ALIKE else "")

    def _rows_alike(self, bounds: tuple[int, ...], at: tuple[int, ...], values: Constants) -> int:
        """How many of the last rows of a table have no values."""
        if len(at) != len(bounds) - 2:
            return 0
        last = max((place[len(at)] for place in values if place[: len(at)] == at), default=0)
        return bounds[-2] - last

    def initial(self, target: n.Variable | n.Element) -> str:
        if self.e.kind(target) == "$":
            return '""'
        return "False" if self.e.flag(target) else self.number(0, target)

    def number(self, number: float, target: n.Variable | n.Element) -> str:
        """A constant as a variable keeps it."""
        code = self.e.constant(number)
        return self.e.operations.stored(Value(code, "!"), self.e.form(target))

    def typed_list(self, place: str, target: n.Variable | n.Element, rank: int) -> str:
        if place.startswith("g.") or place in self.declared:
            return place
        self.declared.add(place)
        return f"{place}: {self.list_type(target, rank)}"

    def list_type(self, target: n.Variable | n.Element, rank: int) -> str:
        return "list[" * rank + self.type_of(target) + "]" * rank

    def type_of(self, target: n.Variable | n.Element) -> str:
        kind = self.e.kind(target)
        if kind == "$":
            return "str"
        if self.e.flag(target):
            return "bool"
        if self.e.operations.form(kind) == DOUBLE:
            return "float"
        return "float" if kind == "!" and not self.e.has_ints(target) else "int"

    def type_name(self, name: tuple[str, str, str]) -> str:
        """The Python type of a variable or an array."""
        element = n.Element(0, name[0], name[1], ())
        if name[2] != "()":
            return self.type_of(n.Variable(0, name[0], name[1]))
        bounds = self.e.simple_arrays.get(self.e.names[name])
        return self.array_type(name) if bounds is None else self.list_type(element, len(bounds))

    def array_type(self, name: tuple[str, str, str]) -> str:
        """The class of an array that is no list."""
        return self.e.tool("FieldArray" if self.e.names[name] in self.e.fielded else "Array")

    def _erase(self, statement: n.Erase) -> Lines:
        return [f"{self.e.array(variable.name, variable.sigil)}.erase()" for variable in statement.arrays]

    def _optionbase(self, statement: n.OptionBase) -> Lines:
        if self.e.moving:
            return [f"gw.option_base({statement.value})"]
        return [] if statement.value == self.e.base else [self.e.fail(10)]

    def _empty(self, statement: n.Statement) -> Lines:
        return []

    _deftype = _data = _common = _empty

    def _remark(self, statement: n.Remark) -> Lines:
        text = remark_text(statement)
        return [f"# {text}"] if text else []

    def _deffn(self, statement: n.DefFn) -> Lines:
        return []

    # -- DATA -----------------------------------------------------------------------------------------------------

    def restore(self, index: int) -> str:
        return f"gw.restore({index or ''})"

    def _read(self, statement: n.Read) -> Lines:
        kinds = [self._read_as(target) for target in statement.targets]
        reads = [self._in_order(t, self.reader(kind)) for t, kind in zip(statement.targets, kinds, strict=True)]
        if len(kinds) == 1:
            return reads[0]
        if not self.trapped and self._independent(statement.targets) and all(len(lines) == 1 for lines in reads):
            return [f'{self._several(statement.targets)} = gw.read("{"".join(kinds)}")']
        return ["with gw.reading():", *(f"    {line}" for lines in reads for line in lines)]

    def _read_as(self, target: n.Target) -> str:
        """The kind of a constant: an integer, too, where there is no difference."""
        kind = self.e.kind(target)
        return "%" if kind == "!" and self.e.operations.given == SINGLE and self.e.has_ints(target) else kind

    def reader(self, kind: str) -> str:
        return f"gw.{READERS[kind].replace('input', 'read')}()"

    def _independent(self, targets: tuple[n.Target, ...]) -> bool:
        """Whether no subscript hangs on a variable that is read before it."""
        names = {(t.name, t.sigil) for t in targets if isinstance(t, n.Variable)}
        inside = [node for t in targets if isinstance(t, n.Element) for s in t.subscripts for node in walk(s)]
        return not any(isinstance(node, n.Variable) and (node.name, node.sigil) in names for node in inside)

    # -- PRINT ----------------------------------------------------------------------------------------------------

    def _print(self, statement: n.Print) -> Lines:
        return self.print(statement)

    def print(self, statement: n.Print, ended: bool = True) -> Lines:
        if self.plain:
            return self._plain_print(statement, ended)
        if statement.channel is not None:
            call = f"gw.print_to(gw.file({self.e.integer(self.e.expression(statement.channel))})"
        elif statement.word == "LPRINT":
            call = "gw.print_to(gw.machine.printer"
        else:
            call = "gw.print("
        if statement.using is not None:
            return self._using(statement, ended)
        groups: list[list[str]] = [[]]
        items = list(statement.items)
        for item in items:
            code, safe = self._item(item)
            if not code:
                continue
            if groups[-1] and not safe:
                groups.append([])
            groups[-1].append(code)
        newline = ended and not (items and isinstance(items[-1], n.Separator | n.Tab))
        if not (groups[-1] or newline):
            return []
        joined = [", ".join(group) for group in groups]
        if call == "gw.print(":
            return in_turn(joined, newline)
        ends = [*[', end=""'] * (len(groups) - 1), "" if newline else ', end=""']
        return [f"{call}{', ' * bool(group)}{group}{end})" for group, end in zip(joined, ends, strict=True)]

    def _plain_print(self, statement: n.Print, ended: bool) -> Lines:
        """`print(f"A {n: d} ")`"""
        if statement.channel is not None or statement.using is not None or statement.word != "PRINT":
            self.obstacles.append("files, the printer or PRINT USING")
        codes: list[tuple[str, bool]] = []  # what an f-string has of each item, and whether that is in braces
        width = 0
        for item in statement.items:
            if isinstance(item, n.Separator) and item.mark == ";":
                continue
            if isinstance(item, n.Separator | n.Tab):
                self.obstacles.append("columns")
                continue
            value = self.e.expression(item)
            size = self._plain_width(item, value)
            if size is None or not value.safe:
                self.obstacles.append("what is printed")
                continue
            width += size
            if isinstance(item, n.String):
                codes.append((quoted(on_screen(item.value))[1:-1], False))
            elif value.kind == "$":
                codes.append((f"{{{value.code}}}", True))
            elif value.constant and value.code.lstrip("-")[0] in ".0123456789":
                codes.append((str_text(float(value.code), "!") + " ", False))
            else:
                codes.append((f"{{{self.e.ints(value).code}: d}} ", True))
        newline = ended and not (statement.items and isinstance(statement.items[-1], n.Separator | n.Tab))
        if width > SCREEN and newline:
            self.printed = (FOLDED, newline)
            return [f"show({', '.join(_formatted([code]) for code in codes)})"]
        self.printed = (width, newline)
        text = _formatted(codes)
        if newline:
            return [f"print({text})"]
        return [f'print({text}, end="")'] if text else []

    def _plain_width(self, item: n.PrintItem, value: Value) -> int | None:
        """The most characters of an item, if Python formats it as BASIC does."""
        if isinstance(item, n.String) and on_screen(item.value):
            return len(item.value)
        if value.kind == "$":
            return self.widths.of(item) if not isinstance(item, n.Separator | n.Tab) else None
        if value.kind == "#":
            return None
        if value.constant and value.code.lstrip("-")[0] in ".0123456789":
            return NUMBER
        if not shown_whole(value) or '"' in value.code:
            return None
        return max(len(str(value.range.low)), len(str(value.range.high))) + 2

    def _item(self, item: n.PrintItem) -> tuple[str, bool]:
        match item:
            case n.Separator(mark=mark):
                return (self.e.tool("ZONE"), True) if mark == "," else ("", True)
            case n.Tab(word=kind, count=count):
                value = self.e.expression(count)
                safe = value.safe and value.whole and value.range.within(-32768, 65535)
                return f"{self.e.tool(kind.capitalize())}({self.e.word(value)})", safe
            case _:
                return tagged(self.e, self.e.expression(item)), self.silent(item)

    def silent(self, node: n.Expression) -> bool:
        """Whether it makes no difference to the screen that an expression is worked out before others are printed."""
        if self.e.natural:
            return True  # the program has been run
        self.e.lenient = True
        value = self.e.expression(node)
        self.e.lenient = False
        return value.safe

    def _using(self, statement: n.Print, ended: bool) -> Lines:
        assert statement.using is not None
        codes = [self.e.text(self.e.expression(statement.using))]
        for item in statement.items:
            if not isinstance(item, n.Separator | n.Tab):
                codes.append(self._tagged(self.e.expression(item)))
        last = statement.items[-1] if statement.items else None
        if not ended or isinstance(last, n.Separator):
            codes.append('end=""')
        if statement.channel is not None:
            codes.append(f"to=gw.file({self.e.integer(self.e.expression(statement.channel))})")
        elif statement.word == "LPRINT":
            codes.append("to=gw.machine.printer")
        return [f"gw.using({', '.join(codes)})"]

    def _tagged(self, value: Value) -> str:
        if value.kind in "#%" and value.kind == "#":
            return tagged(self.e, value)
        return value.code

    def _write(self, statement: n.Write) -> Lines:
        codes = [self._tagged(self.e.expression(item)) for item in statement.items]
        if statement.channel is not None:
            codes.append(f"to=gw.file({self.e.integer(self.e.expression(statement.channel))})")
        return [f"gw.write({', '.join(codes)})"]

    # -- INPUT ----------------------------------------------------------------------------------------------------

    def _input(self, statement: n.Input) -> Lines:
        kinds = "".join(self.e.kind(target) for target in statement.targets)
        if statement.channel is not None:
            return self._input_from(statement.channel, statement.targets, kinds)
        if self.plain:
            return self._plain_input(statement, kinds)
        options = ("" if statement.question else ", question=False") + (", same_line=True" * statement.same_line)
        prompt = quoted(statement.prompt) if statement.prompt or options else ""
        if len(kinds) == 1:
            return [self.assign(statement.targets[0], f"gw.{READERS[kinds]}({prompt}{options})")]
        call = f'gw.input({quoted(statement.prompt)}, "{kinds}"{options})'
        if not kinds:  # what is typed is for nobody: the statement breaks off
            return [call]
        return [f"{self._several(statement.targets)} = {call}"]

    def _input_from(self, file: n.Expression, targets: tuple[n.Target, ...], kinds: str) -> Lines:
        """`a, b = gw.input_items(1, "!$")`"""
        channel = self.e.integer(self.e.expression(file))
        reads = [self._in_order(t, self._item_of(channel, kind)) for t, kind in zip(targets, kinds, strict=True)]
        if len(kinds) == 1 or self.trapped or not self._independent(targets) or any(len(lines) > 1 for lines in reads):
            self.e.use("basic.library", "files")
            first = [f"files.read_from(gw.machine, {channel})"] * any(len(lines) > 1 for lines in reads)
            return [*first, *(line for lines in reads for line in lines)]
        return [f"{self._several(targets)} = gw.input_items({channel}, {quoted(kinds)})"]

    def _several(self, targets: tuple[n.Target, ...]) -> str:
        """What takes several values at once."""
        self.declared.update(self.e.scalar(target) for target in targets if isinstance(target, n.Variable))
        return ", ".join(self.place(target) for target in targets)

    def _item_of(self, channel: str, kind: str) -> str:
        """What INPUT# reads."""
        code = f'gw.function(files.read_item, gw.machine, {channel}, "{kind}")'
        return self.e.operations.result(Value(code, kind)).code

    def _plain_input(self, statement: n.Input, kinds: str) -> Lines:
        """`n = ask_number("Number? ")`"""
        self.printed = (0, True)
        if not kinds or statement.same_line or set(kinds) - {"!", "$"} or not self._independent(statement.targets):
            self.obstacles.append("what is typed")
            return ["pass"]
        prompt = self._plain_prompt(statement.prompt + "? " * statement.question)
        if len(kinds) == 1:
            return [self.assign(statement.targets[0], f"{'ask_text' if kinds == '$' else 'ask_number'}({prompt})")]
        places = self._several(statement.targets)
        if "$" in kinds:
            return [f"{places} = ask_items({prompt}, {quoted(kinds)})"]
        return [f"{places} = ask_numbers({prompt}, {len(kinds)})"]

    def _plain_prompt(self, prompt: str) -> str:
        if prompt and not on_screen(prompt):
            self.obstacles.append("characters of the PC")
        return quoted(on_screen(prompt))

    def _lineinput(self, statement: n.LineInput) -> Lines:
        looks, place = self._found(statement.target)
        if self.e.kind(statement.target) != "$":  # which is found when the question has been printed
            asks = [f"gw.prompt({quoted(statement.prompt)})"] * bool(statement.prompt and statement.channel is None)
            return [*asks, *looks, self.e.fail(TYPE_MISMATCH)]
        if statement.channel is not None:
            self.e.use("basic.library", "files")
            channel = self.e.integer(self.e.expression(statement.channel))
            looks = [f"files.read_from(gw.machine, {channel})", *looks] if looks else []
            return [*looks, f"{place} = files.line_input(gw.machine, {channel})"]
        if self.plain and not statement.same_line:
            self.printed = (0, True)
            return [self.assign(statement.target, f"ask({self._plain_prompt(statement.prompt)})")]
        given = [quoted(statement.prompt)] if statement.prompt else []
        if looks:  # BASIC prints the question first
            looks, given = [*(f"gw.prompt({prompt})" for prompt in given), *looks], []
        given += ["same_line=True"] if statement.same_line else []
        return [*looks, f"{place} = gw.line_input({', '.join(given)})"]

    # -- files ----------------------------------------------------------------------------------------------------

    def _file(self, name: str, *codes: str) -> Lines:
        self.e.use("basic.library", "files")
        return [f"files.{name}({', '.join(('gw.machine', *codes))})"]

    def _open(self, statement: n.Open) -> Lines:
        codes = [
            self.e.text(self.e.expression(statement.file)),
            self.e.integer(self.e.expression(statement.number)),
            quoted(statement.mode) if isinstance(statement.mode, str)
            else self.e.text(self.e.expression(statement.mode)),
        ]
        if statement.access:
            codes.append(f"access={quoted(statement.access)}")
        if statement.lock:
            codes.append(f"lock={quoted(statement.lock)}")
        if statement.record is not None:
            codes.append(f"record={self.e.integer(self.e.expression(statement.record))}")
        return self._file("open_", *codes)

    def _close(self, statement: n.Close) -> Lines:
        numbers = [self.e.integer(self.e.expression(channel)) for channel in statement.channels]
        return self._file("close", *([f"[{', '.join(numbers)}]"] if numbers else []))

    def _field(self, statement: n.Field) -> Lines:
        codes = [self.e.integer(self.e.expression(statement.channel))]
        names = []
        for part in statement.parts:
            if self.e.kind(part.target) != "$":
                return [self.e.fail(TYPE_MISMATCH)]
            names.append((_in_buffer(self.place(part.target)), self.e.byte(self.e.expression(part.width))))
        if len(dict(names)) == len(names) and all(name.startswith('"') for name, _ in names):
            codes += [f"{name[1:-1]}={width}" for name, width in names]
        else:
            codes += [f"({name}, {width})" for name, width in names]
        return [f"gw.field({', '.join(codes)})"]

    def _fielded(self, target: n.Target) -> bool:
        """Whether FIELD may have made it a part of a buffer."""
        return self.e.names[self.e.key(target)] in self.e.fielded

    def _record(self, statement: n.Record) -> Lines:
        codes = [self.e.integer(self.e.expression(statement.channel))]
        if statement.number is not None:
            codes.append(self._record_number(statement.number))
        return self._file("put" if statement.put else "get", *codes)

    def _record_number(self, node: n.Expression) -> str:
        """Record numbers go beyond the integers: up to 16,777,215."""
        value = self.e.expression(node)
        if value.whole:
            return self.e.ints(value).code
        return f"int({self.e.single(value)})"

    def _lock(self, statement: n.Lock) -> Lines:
        numbers = (statement.first, statement.last)
        bounds = ["None" if number is None else self.e.single(self.e.expression(number)) for number in numbers]
        channel = self.e.integer(self.e.expression(statement.channel))
        return self._file("unlock" if statement.unlock else "lock", channel, *bounds)

    def _rename(self, statement: n.Rename) -> Lines:
        return self._file("rename", *(self.e.text(self.e.expression(x)) for x in (statement.old, statement.new)))

    def _width(self, statement: n.Width) -> Lines:
        if self.plain and _is_usual(statement):
            return []
        columns = "None" if statement.columns is None else self.e.byte(self.e.expression(statement.columns))
        rows = "None" if statement.rows is None else self.e.byte(self.e.expression(statement.rows))
        if statement.printer:
            self.e.use("basic.library", "screen")
            return [f"screen.width_printer(gw.machine, {columns})"]
        if statement.channel is not None:
            return self._file("width", self.e.integer(self.e.expression(statement.channel)), columns)
        if statement.device is not None:
            self.e.use("basic.library", "devices")
            device = self.e.text(self.e.expression(statement.device))
            return [f"devices.device_width(gw.machine, {device}, {columns})"]
        self.e.use("basic.library", "screen")
        return [f"screen.width(gw.machine, {columns}{'' if rows == 'None' else ', ' + rows})"]

    def _clockassign(self, statement: n.ClockAssign) -> Lines:
        self.e.use("basic.library", "clock")
        function = "set_date" if statement.word == "DATE$" else "set_time"
        return [f"clock.{function}(gw.machine, {self.e.text(self.e.expression(statement.value))})"]

    def _ioctl(self, statement: n.Ioctl) -> Lines:
        self.e.use("basic.library", "devices")
        channel = self.e.integer(self.e.expression(statement.channel))
        return [f"devices.ioctl(gw.machine, {channel}, {self.e.text(self.e.expression(statement.text))})"]

    def _key(self, statement: n.Key) -> Lines:
        if self.plain and statement.switch == "OFF":
            return []  # no function keys are shown
        self.e.use("basic.library", "keyboard")
        if statement.number is None or statement.text is None:
            return [f"keyboard.key_switch(gw.machine, {quoted(statement.switch)})"]
        number = self.e.integer(self.e.expression(statement.number))
        return [f"keyboard.key_text(gw.machine, {number}, {self.e.text(self.e.expression(statement.text))})"]

    # -- the others -----------------------------------------------------------------------------------------------

    def _command(self, statement: n.Command) -> Lines:
        arguments = statement.arguments
        if self.plain and (lines := self._plain_command(statement)) is not None:
            return lines
        if statement.word == "SHELL":
            self.e.use("basic.library", "devices")
            return [f"devices.shell({''.join(self.e.text(self.e.expression(a)) for a in arguments if a is not None)})"]
        if statement.word == "CONT":
            return [self.e.fail(CANT_CONTINUE)]
        if statement.word in ("TRON", "TROFF"):
            return [f"gw.tracing = {statement.word == 'TRON'}"]
        if statement.word == TRACE:
            return [f"gw.trace({', '.join(str(a.value) for a in arguments if isinstance(a, n.Number))})"]
        if statement.word == "ERROR" and len(arguments) == 1 and arguments[0] is not None:
            return [f"gw.fail({self.e.byte(self.e.expression(arguments[0]))})"]
        if statement.word == "RANDOMIZE" and len(arguments) < 2:
            codes = []
            for argument in arguments:
                if argument is not None:
                    value = self.e.expression(argument)
                    if value.kind == "$":
                        return [self.e.fail(5, value.code)]
                    code = self.e.convert(value, "#") if value.kind == "#" else value.code
                    codes = [code] if value.kind == "!" else [code, f'"{value.kind}"']
            return [f"gw.randomize({', '.join(codes)})"]
        if statement.word in HOMES:
            return self._home_of(statement)
        entry = STATEMENTS.get(statement.word)
        if entry is None:
            raise Unportable(statement.word)
        values = [None if a is None else self.e.expression(a) for a in arguments]
        codes = ["gw.machine"] if entry.machine else []
        names = entry.function.__code__.co_varnames[entry.machine :]
        skipped = False
        for position, parameter in enumerate(entry.parameters):
            given = values[position] if position < len(values) else None
            if given is not None:
                code = self.e.convert(given, parameter.kind)
                codes.append(f"{names[position]}={code}" if skipped else code)
            elif parameter.optional:
                skipped = True
            else:
                codes.append(self.e.fail(SYNTAX if any(values) else MISSING_OPERAND))
        if len(values) > len(entry.parameters):
            codes.append(self.e.fail(SYNTAX))
        return [f"{self.e.library(entry)}({', '.join(codes)})"]

    def _plain_command(self, statement: n.Command) -> Lines | None:
        """What Python's own screen can do; None if it cannot."""
        zeros = all(isinstance(a, n.Number) and a.value == 0 for a in statement.arguments)
        match statement.word:
            case "CLS" if not statement.arguments:
                self.printed = (0, True)
                return ["cls()"]
            case "BEEP" if not statement.arguments:
                return ['print("\\a", end="")']
            case "SCREEN" if statement.arguments and zeros:
                return []  # it is a text screen
            case _:
                return None

    def _defseg(self, statement: n.DefSeg) -> Lines:
        self.e.use("basic.library", "memory")
        segment = "None" if statement.segment is None else self.e.word(self.e.expression(statement.segment))
        return [f"memory.def_seg(gw.machine, {segment})"]

    def _onevent(self, statement: n.OnEvent) -> Lines:
        return [f"events.on_event({quoted(statement.event)}, {self.event(statement)}, line={statement.line.number})"]

    def _eventswitch(self, statement: n.EventSwitch) -> Lines:
        return [f"events.event_switch({quoted(statement.event)}, {self.event(statement)}, {quoted(statement.state)})"]

    def event(self, statement: n.OnEvent | n.EventSwitch) -> str:
        """Which key, joystick or time of an event."""
        self.e.use("basic.library", "events")
        return "None" if statement.argument is None else self.e.integer(self.e.expression(statement.argument))


def _formatted(codes: list[tuple[str, bool]]) -> str:
    """A string, an f-string if there is a need, or the one text itself."""
    if len(codes) == 1 and codes[0][1] and codes[0][0][-1] == "}" and ": d}" not in codes[0][0]:
        return codes[0][0][1:-1]
    formatted = any(braced for _, braced in codes)
    text = "".join(
        code.replace("{", "{{").replace("}", "}}") if formatted and not braced else code for code, braced in codes
    )
    return f'{"f" * formatted}"{text}"' if text else ""


def in_turn(groups: list[str], newline: bool) -> Lines:
    """`gw.put(a).print(gw.divide(b, c))`: what stands before is on the screen when an item prints its message."""
    lines: Lines = []
    while groups:
        taken = 1
        while taken < len(groups) and sum(map(len, groups[: taken + 1])) + 6 * taken < MOST_IN_TURN:
            taken += 1
        *before, last = groups[:taken]
        groups = groups[taken:]
        end = "" if newline and not groups else ", " * bool(last) + 'end=""'
        lines.append(f"gw{''.join(f'.put({group})' for group in before)}.print({last}{end})")
    return lines


def _in_buffer(place: str) -> str:
    """A variable or an element as FIELD and LSET take it: `"n"`, `n.part(5)`."""
    if place.startswith(FIELDS):
        return f'"{place.removeprefix(FIELDS)}"'
    array, _, subscripts = place.partition("[")
    return f"{array}.part({subscripts[:-1]})"


def _is_usual(statement: n.Width) -> bool:
    """`WIDTH 80`, where no other width comes before"""
    others = statement.printer or statement.channel or statement.device or statement.rows
    return not others and isinstance(statement.columns, n.Number) and statement.columns.value == SCREEN + 1


def shown_whole(value: Value) -> bool:
    """Whether a number is a whole one that PRINT shows with all its digits."""
    return value.whole and value.range.within(-9_999_999, 9_999_999)


def filled(sizes: list[str], initial: str) -> str:
    """`[[0] * 10 for _ in range(10)]`: a list of so many lists of so many elements."""
    *rows, last = sizes
    code = f"[{initial}] * {last if last.isalnum() else f'({last})'}"
    for size in reversed(rows):
        code = f"[{code} for _ in range({size})]"
    return code


def sizes(bounds: tuple[int, ...]) -> list[str]:
    """How many elements there are with these highest subscripts."""
    return [str(bound + 1) for bound in bounds]


def _steady(target: n.Target) -> bool:
    """Whether looking twice finds the same place."""
    subscripts = target.subscripts if isinstance(target, n.Element) else ()
    return all(map(lasting, subscripts))


def _single(node: n.Expression, symbol: str) -> bool:
    """Whether an expression is its first operand and one more: `X+1`, not `X+1-Y` or `X+A*B`."""
    return (
        isinstance(node, n.Binary)
        and (node.operator == symbol or node.operator + symbol in ("+-", "-+"))  # with a truth value, `counted`
        and isinstance(node.left, n.Variable | n.Element)
    )


def word(statement: n.Statement) -> str:
    """What a statement is called where it is refused."""
    known = {
        "Field": "FIELD", "Record": "GET or PUT of a record", "Call": "CALL",
        "DefUsr": "DEF USR",
        "FileCommand": "LOAD, SAVE or MERGE", "ListLines": "LIST, DELETE or EDIT", "Numbering": "RENUM or AUTO",
        "GetImage": "GET", "PutImage": "PUT",
    }  # fmt: skip
    name = type(statement).__name__
    return known.get(name, getattr(statement, "word", name.upper()))
