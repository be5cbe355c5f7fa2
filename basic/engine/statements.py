"""The statements that do not jump, as Python statements. One method each; what jumps is in `blocks.py`.

The code is the same whether it runs in a compiled block or is carried out step by step.
"""

from __future__ import annotations

from collections.abc import Callable

from ..arithmetic.singles import as_float
from ..arithmetic.value import Value, number
from ..errors import ILLEGAL, MISSING_OPERAND, SYNTAX, TYPE_MISMATCH
from ..library.registry import STATEMENTS
from ..library.unsupported import UNSUPPORTED
from ..record import replace
from ..syntax import nodes as n
from . import names
from .expressions import Expressions, number_text
from .pictures import Pictures
from .writers import writer_of, writes

Lines = list[str]


class Statements(Pictures):
    """Writes statements by means of an `Expressions`."""

    def __init__(self, expressions: Expressions, fielded: set[str]) -> None:
        self.e = expressions
        self.fielded = fielded  # identifiers of string variables that some FIELD names, or SWAP exchanges with these
        self.assigned = number(0)  # what the last LET assigned

    def write(self, statement: n.Statement) -> Lines | None:
        """The lines for a statement, or None for one that the caller must treat (it jumps, or needs everything)."""
        self.e.fresh()
        writer = writer_of(statement)
        lines = None if writer is None else writer(self, statement)
        return None if lines is None else [*self.e.notes(statement), *lines]

    # -- assignment -----------------------------------------------------------------------------------------------

    def assign(self, target: n.Target, code: str, mild: bool = True) -> Lines:
        """`code` must be of the target's type already. GW-BASIC finds the place first: an element is looked for before
        code that is not `mild`, that can fail, print or change something."""
        lines, place, key = self._located(target)
        if not mild and isinstance(target, n.Element):
            lines.append(place)
        lines.append(f"{place} = {code}")
        if key:
            lines.append(f"detach({key})")
        return lines

    def _kept(self, target: n.Target, code: str) -> str:
        """A text that has to be put somewhere: only arrays of strings can fill the memory."""
        return f"kept({code})" if isinstance(target, n.Element) and self.kind(target) == "$" else code

    def _take(self, target: n.Target, code: str, mild: bool = False) -> Lines:
        """A variable gets what was typed or read from a file."""
        kept = self._kept(target, code)
        return self.assign(target, kept, mild and kept == code)

    def _located(self, target: n.Target) -> tuple[Lines, str, str]:
        """What to do first, the place of a variable, and, if a FIELD names it, what its buffer knows it by."""
        if isinstance(target, n.Variable):
            before: Lines = []
            place, key = self.e.scalar(target), repr(self.identifier(target))
        else:
            before, subscripts = self.e.subscripts(target)
            place = self.e.indexed(target, subscripts)
            key = f"({self.identifier(target)!r}, {', '.join(subscripts)},)"
        return before, place, key if self.identifier(target) in self.fielded else ""

    def identifier(self, target: n.Target) -> str:
        kind = self.kind(target)
        return names.array(target.name, kind) if isinstance(target, n.Element) else names.scalar(target.name, kind)

    def kind(self, target: n.Target) -> str:
        return self.e.ranges.types.kind(target.name, target.sigil)

    @writes(n.Let)
    def _let(self, statement: n.Let) -> Lines:
        value = self.assigned = self.e.expression(statement.value)
        kind = self.kind(statement.target)
        if kind == "!" and not self.e.ranges.variable(statement.target).whole:
            value = as_float(value)
        code = self.e.convert(value, kind)
        mild = value.safe and self.e.fits(value, kind)
        if (value.kind == "$") != (kind == "$"):
            before, place, _ = self._located(statement.target)
            return [*before, place, code]
        kept = code if isinstance(statement.value, n.String) else self._kept(statement.target, code)
        mild = (mild and kept == code) or self._begins(statement.value, statement.target)
        return self.assign(statement.target, kept, mild)

    def _begins(self, node: n.Expression, target: n.Target) -> bool:
        """Whether an expression looks for this element by itself before it does anything else: `A(I)=A(I)/X`."""
        while isinstance(node, n.Binary | n.Parenthesised):
            node = node.left if isinstance(node, n.Binary) else node.inner
        if not isinstance(node, n.Element) or self.identifier(node) != self.identifier(target):
            return False
        assert isinstance(target, n.Element)
        here, there = ([self.e.expression(part) for part in element.subscripts] for element in (node, target))
        return [part.code for part in here] == [part.code for part in there] and all(part.safe for part in here)

    @writes(n.MidAssign)
    def _midassign(self, statement: n.MidAssign) -> Lines:
        start = self.e.integer(self.e.expression(statement.start))
        length = "255" if statement.length is None else self.e.byte(self.e.expression(statement.length))
        text = self.e.text(self.e.expression(statement.value))
        itself = ""
        if isinstance(statement.value, n.Variable):
            itself = ", True" * (statement.target == replace(statement.value, column=statement.target.column))
        arguments = f"{start}, {length}, {text}{itself}"
        return self._replace(statement.target, lambda place, key: f"replace_middle({place}, {arguments})")

    @writes(n.Justify)
    def _justify(self, statement: n.Justify) -> Lines:
        text = self.e.text(self.e.expression(statement.value))
        word = "rset" if statement.right else "lset"
        return self._replace(statement.target, lambda place, key: f"{word}({key}, {place}, {text})")

    def _replace(self, target: n.Target, code: Callable[[str, str], str]) -> Lines:
        """Change a string in place: a FIELD variable stays with its buffer."""
        lines, place, key = self._located(target)
        if self.kind(target) != "$":
            return [*lines, self.e.fail(TYPE_MISMATCH, place)]
        lines.append(f"{place} = {code(place, key or 'None')}")
        if key:
            lines += [f"store({key}, {place})", *self.refresh()]
        return lines

    @writes(n.Swap)
    def _swap(self, statement: n.Swap) -> Lines:
        before, left, left_key = self._located(statement.left)
        more, right, right_key = self._located(statement.right)
        t = self.e.temporary()
        lines = [*before, f"{t} = {left}", *more]
        if self.kind(statement.left) != self.kind(statement.right):
            return [*lines, self.e.fail(TYPE_MISMATCH, right)]
        if self.identifier(statement.right) in self.e.absent:
            lines.append(f"new_variable({self.identifier(statement.right)!r})")
        lines += [f"{left} = {right}", f"{right} = {t}"]
        return [*lines, f"swap_fields({left_key}, {right_key})"] if left_key else lines

    # -- arrays and types -----------------------------------------------------------------------------------------

    @writes(n.Dim)
    def _dim(self, statement: n.Dim) -> Lines:
        lines = []
        for target in statement.arrays:
            if isinstance(target, n.Element):
                identifier = self.e.array(target.name, target.sigil, len(target.subscripts))
                bounds = [self.e.subscript(self.e.expression(subscript)) for subscript in target.subscripts]
                lines.append(f"{identifier} = dim({identifier!r}, ({', '.join(bounds)},))")
        return lines

    @writes(n.Erase)
    def _erase(self, statement: n.Erase) -> Lines:
        lines = []
        for variable in statement.arrays:
            identifier = self.e.array(variable.name, variable.sigil, 0)
            lines.append(f"{identifier} = erase({identifier!r})")
        return lines

    @writes(n.OptionBase)
    def _optionbase(self, statement: n.OptionBase) -> Lines:
        return [f"option_base({statement.value})"]

    @writes(n.DefType)
    def _deftype(self, statement: n.DefType) -> Lines:
        return [f"default_types({statement.letters!r}, {statement.kind!r})"]

    @writes(n.DefFn)
    def _deffn(self, statement: n.DefFn) -> Lines:
        identifier = names.user_function(statement.name, self.kind_of_function(statement))
        self.e.scalars[identifier] = None
        position = self.e.definitions[identifier].index(statement)
        return [f"{identifier} = {identifier}_{position}", "check_program()"]

    def kind_of_function(self, statement: n.DefFn) -> str:
        return self.e.ranges.types.kind(statement.name, statement.sigil)

    def definition(self, identifier: str, statement: n.DefFn) -> str:
        """The lambda for one DEF FN: `FN_A_s_0 = lambda X_s: X_s + 1`."""
        kinds = [self.e.ranges.types.kind(p.name, p.sigil) for p in statement.parameters]
        parameters = [names.scalar(p.name, kind) for p, kind in zip(statement.parameters, kinds, strict=True)]
        self.e.fresh()
        self.e.parameters = frozenset(parameters)
        value = self.e.expression(statement.body)
        fault = isinstance(statement.body, n.Fault)
        code = value.code if fault else self.e.convert(value, self.kind_of_function(statement))
        self.e.parameters = frozenset()
        for position, name in enumerate(parameters):  # of two parameters with one name the first counts
            if name in parameters[:position]:
                parameters[position] = f"unused_{position}"
        return f"lambda {', '.join(parameters)}: {code}"

    # -- DATA -----------------------------------------------------------------------------------------------------

    @writes(n.Data)
    def _data(self, statement: n.Data) -> Lines:
        return []

    @writes(n.Remark)
    def _remark(self, statement: n.Remark) -> Lines:
        return []

    @writes(n.Empty)
    def _empty(self, statement: n.Empty) -> Lines:
        return []

    @writes(n.Common)
    def _common(self, statement: n.Common) -> Lines:
        return []

    @writes(n.Read)
    def _read(self, statement: n.Read) -> Lines:
        lines = self.read(statement)
        return lines if len(statement.targets) == 1 else [*lines, "end_read()"]

    def read(self, statement: n.Read) -> Lines:
        """READ until its end: an error in the middle leaves the variables read, but the pointer where it was."""
        lines: Lines = ["begin_read()"] if len(statement.targets) > 1 else []
        for target in statement.targets:
            reader = {"%": "read_integer", "!": "read_single", "#": "read_double", "$": "read_text"}[self.kind(target)]
            lines += [*self.assign(target, f"{reader}()", mild=False), "end_constant()"]
        return lines

    @writes(n.Restore)
    def _restore(self, statement: n.Restore) -> Lines:
        return [f"restore({'' if statement.line is None else statement.line.number})"]

    # -- PRINT ----------------------------------------------------------------------------------------------------

    @writes(n.Print)
    def _print(self, statement: n.Print) -> Lines:
        return self.print(statement)

    def print(self, statement: n.Print, ended: bool = True) -> Lines:
        lines: Lines = []
        if statement.channel is not None:
            lines.append(f"w = writer({self.e.integer(self.e.expression(statement.channel))})")
            out = "w."
        else:
            out = "out_" if statement.word == "PRINT" else "printer."
        items = list(statement.items)
        if statement.using is not None:
            lines += self._using(statement, out, ended)
        else:
            lines += self._items(items, out, ended)
        if statement.channel is not None and self.fielded:
            lines += self.refresh()
        return lines

    def _items(self, items: list[n.PrintItem], out: str, ended: bool) -> Lines:
        if ended and items and all(not isinstance(i, n.Tab) and i != n.Separator(i.column, ",") for i in items):
            whole_line = self._whole_line(items, out)
            if whole_line is not None:
                return whole_line
        lines: Lines = []
        for position, item in enumerate(items):
            match item:
                case n.Separator(mark=mark):
                    if mark == ",":
                        lines.append(f"{out}zone()")
                case n.Tab(word=word, count=count):
                    lines.append(f"{out}{word.lower()}({self.e.word(self.e.expression(count))})")
                case _:
                    following = items[position + 1] if position + 1 < len(items) else None
                    comma = isinstance(following, n.Separator) and following.mark == ","
                    lines.append(self._item(self.e.expression(item), out, comma))
        if ended and not (items and isinstance(items[-1], n.Separator | n.Tab)):
            lines.append(f"{out}newline()")
        return lines

    def _item(self, value: Value, out: str, comma: bool) -> str:
        if value.kind == "$":
            return f"{out}put({value.code})"
        method = "number_before_comma" if comma else "put"
        return f"{out}{method}({number_text(self.e, value, ' ')})"

    def _whole_line(self, items: list[n.PrintItem], out: str) -> Lines | None:
        """`PRINT A;B$;C` in one call, where no item after the first can fail or print by itself."""
        if isinstance(items[-1], n.Separator):
            return None
        values = [self.e.expression(i) for i in items if not isinstance(i, n.Separator | n.Tab)]
        if not all(value.safe for value in values[1:]):
            return None
        codes = [value.code if value.kind == "$" else number_text(self.e, value, " ") for value in values]
        return [f"{out}line({', '.join(codes)})"]

    def _using(self, statement: n.Print, out: str, ended: bool) -> Lines:
        assert statement.using is not None
        out = "out" if out == "out_" else out[:-1]
        form = self.e.text(self.e.expression(statement.using))
        given = [self.e.expression(i) for i in statement.items if not isinstance(i, n.Separator | n.Tab)]
        values = [self.tagged(value) for value in given]
        last = statement.items[-1] if statement.items else None
        newline = ended and not isinstance(last, n.Separator)
        if all(value.safe for value in given):
            return [f"print_using({out}, {form}, [{', '.join(values)}], {newline})"]
        lines = [f"u = using({form})"]  # the text before a value is there when it is worked out
        for value in values:
            lines += [f"using_lead({out}, u)", f"using_value({out}, u, {value})"]
        return [*lines, f"using_end({out}, u, {newline})"]

    def tagged(self, value: Value) -> str:
        """A value that carries its type, for PRINT USING and WRITE."""
        return value.code if value.kind == "$" else f"Number({value.kind!r}, {value.code})"

    @writes(n.Write)
    def _write(self, statement: n.Write) -> Lines:
        return self.write_statement(statement)

    def write_statement(self, statement: n.Write, ended: bool = True) -> Lines:
        """Each item is there before the next one is worked out, which may fail."""
        lines = []
        out = "out"
        if statement.channel is not None:
            lines.append(f"w = writer({self.e.integer(self.e.expression(statement.channel))})")
            out = "w"
        codes: list[str] = []
        for item in statement.items:
            value = self.e.expression(item)
            if codes and not value.safe:
                lines.append(f"write_items({out}, [{', '.join(codes)}], ',')")
                codes = []
            codes.append(self.tagged(value))
        end = "" if ended else ", ','" if statement.going_on else ", ''"
        lines.append(f"write_items({out}, [{', '.join(codes)}]{end})")
        return lines if statement.channel is None else [*lines, *self.refresh()]

    # -- INPUT ----------------------------------------------------------------------------------------------------

    @writes(n.Input)
    def _input(self, statement: n.Input) -> Lines:
        kinds = [self.kind(target) for target in statement.targets]
        lines: Lines = []
        if statement.channel is not None:
            lines.append(f"c = {self._read_from(statement.channel)}")
            for target, kind in zip(statement.targets, kinds, strict=True):
                lines += self._take(target, f"read_item(c, {kind!r})")
            return lines + self.refresh()
        prompt, question, same = repr(statement.prompt), statement.question, statement.same_line
        lines.append(f"values = input_values({prompt}, {question}, {same}, {''.join(kinds)!r})")
        for position, target in enumerate(statement.targets):
            lines += self._take(target, f"values[{position}]", mild=True)
        return lines

    @writes(n.LineInput)
    def _lineinput(self, statement: n.LineInput) -> Lines:
        target = statement.target
        if statement.channel is not None:
            lines = [f"c = {self._read_from(statement.channel)}"]
            reader = "file_line_input(c)"
        else:
            lines = [f"show_prompt({statement.prompt!r})"] if statement.prompt else []
            reader = f"line_input('', {statement.same_line})"
        if self.kind(target) != "$":
            before, place, _ = self._located(target)
            return [*lines, *before, self.e.fail(TYPE_MISMATCH, place)]
        lines += self._take(target, reader)
        return lines if statement.channel is None else [*lines, *self.refresh()]

    def _read_from(self, channel: n.Expression) -> str:
        """The number of a file, which must be one to read from before anything else is looked at."""
        return f"read_from({self.e.integer(self.e.expression(channel))})"

    # -- files ----------------------------------------------------------------------------------------------------

    def refresh(self) -> Lines:
        """FIELD variables take what is in the buffers now."""
        return [f"{identifier} = refresh({identifier!r}, {identifier})" for identifier in sorted(self.fielded)]

    def used(self) -> None:
        """FIELD variables are refreshed everywhere, so they are among the names of the program everywhere."""
        for identifier in sorted(self.fielded):
            if names.is_array(identifier):
                self.e.arrays.setdefault(identifier, 0)
            else:
                self.e.scalars[identifier] = None

    @writes(n.Open)
    def _open(self, statement: n.Open) -> Lines:
        file = self.e.text(self.e.expression(statement.file))
        number = self.e.integer(self.e.expression(statement.number))
        if isinstance(statement.mode, str):
            mode = repr(statement.mode)
        else:
            mode = self.e.text(self.e.expression(statement.mode))
        record = "None" if statement.record is None else self.e.integer(self.e.expression(statement.record))
        return [f"open_file({file}, {number}, {mode}, {statement.access!r}, {statement.lock!r}, {record})"]

    @writes(n.Close)
    def _close(self, statement: n.Close) -> Lines:
        numbers = [self.e.integer(self.e.expression(channel)) for channel in statement.channels]
        return [f"close_files({', '.join(numbers)})", *self.refresh()]

    @writes(n.Field)
    def _field(self, statement: n.Field) -> Lines:
        channel = self.e.integer(self.e.expression(statement.channel))
        lines = [f"parts = [{channel}]"]
        for part in statement.parts:
            lines.append(f"parts.append({self.e.byte(self.e.expression(part.width))})")
            before, place, key = self._located(part.target)
            if self.kind(part.target) != "$":
                return [*lines, *before, self.e.fail(TYPE_MISMATCH, place)]
            lines += [*before, place] if isinstance(part.target, n.Element) else before
            lines.append(f"parts.append({key})")
        done = "field(parts[0], zip(parts[1::2], parts[2::2]))"  # the parts before one that fails are attached
        again = self.refresh()  # nothing where no variable has ever been a part of a buffer
        return [*lines, "try:", f" {done}", "finally:", *(f" {line}" for line in again)] if again else [*lines, done]

    @writes(n.Record)
    def _record(self, statement: n.Record) -> Lines:
        channel = self.e.integer(self.e.expression(statement.channel))
        number = "None" if statement.number is None else self.record_number(statement.number)
        return [f"{'put_record' if statement.put else 'get_record'}({channel}, {number})", *self.refresh()]

    def record_number(self, node: n.Expression) -> str:
        """Record numbers go beyond the integers: up to 16,777,215."""
        value = self.e.expression(node)
        return value.code if value.whole else f"trunc({self.e.single(value)})"

    @writes(n.Lock)
    def _lock(self, statement: n.Lock) -> Lines:
        channel = self.e.integer(self.e.expression(statement.channel))
        bounds = ["None" if x is None else self.record_number(x) for x in (statement.first, statement.last)]
        return [f"{'unlock' if statement.unlock else 'lock'}({channel}, {', '.join(bounds)})"]

    @writes(n.Rename)
    def _rename(self, statement: n.Rename) -> Lines:
        old, new = (self.e.text(self.e.expression(x)) for x in (statement.old, statement.new))
        return [f"rename({old}, {new})"]

    @writes(n.ProgramFile)
    def _programfile(self, statement: n.ProgramFile) -> Lines:
        return [f"read_program_file({self.e.text(self.e.expression(statement.file))})"]

    @writes(n.Width)
    def _width(self, statement: n.Width) -> Lines:
        columns = "None" if statement.columns is None else self.e.byte(self.e.expression(statement.columns))
        rows = "None" if statement.rows is None else self.e.byte(self.e.expression(statement.rows))
        if statement.printer:
            return [f"printer_width({columns})"]
        if statement.channel is not None:
            return [f"file_width({self.e.integer(self.e.expression(statement.channel))}, {columns})"]
        if statement.device is not None:
            return [f"device_width({self.e.text(self.e.expression(statement.device))}, {columns})"]
        return [f"screen_width({columns}, {rows})"]

    @writes(n.ClockAssign)
    def _clockassign(self, statement: n.ClockAssign) -> Lines:
        function = "set_date" if statement.word == "DATE$" else "set_time"
        return [f"{function}({self.e.text(self.e.expression(statement.value))})"]

    @writes(n.Key)
    def _key(self, statement: n.Key) -> Lines:
        if statement.number is None or statement.text is None:
            return [f"key_switch({statement.switch!r})"]
        number = self.e.integer(self.e.expression(statement.number))
        return [f"key_text({number}, {self.e.text(self.e.expression(statement.text))})"]

    @writes(n.Ioctl)
    def _ioctl(self, statement: n.Ioctl) -> Lines:
        channel = self.e.integer(self.e.expression(statement.channel))
        return [f"ioctl({channel}, {self.e.text(self.e.expression(statement.text))})"]

    # -- the others -----------------------------------------------------------------------------------------------

    @writes(n.Command, "ERROR")
    def _error(self, statement: n.Command) -> Lines:
        (number,) = statement.arguments
        assert number is not None
        return [f"error({self.e.byte(self.e.expression(number))})"]

    @writes(n.Command, "RANDOMIZE")
    def _randomize(self, statement: n.Command) -> Lines:
        seeds = [self.e.expression(a) for a in statement.arguments if a is not None]
        if any(seed.kind == "$" for seed in seeds):
            return [self.e.fail(ILLEGAL, seeds[0].code)]
        return [f"randomize({', '.join(self.tagged(seed) for seed in seeds)})"]

    @writes(n.Command)
    def _command(self, statement: n.Command) -> Lines | None:
        entry = STATEMENTS.get(statement.word)
        if entry is None:
            return self.unsupported(statement.word, statement.arguments) if statement.word in UNSUPPORTED else None
        values = [None if a is None else self.e.expression(a) for a in statement.arguments]
        codes = []
        for position, parameter in enumerate(entry.parameters):
            value = values[position] if position < len(values) else None
            if value is not None:
                codes.append(self.e.convert(value, parameter.kind))
            elif parameter.optional:
                codes.append("None")
            else:
                codes.append(self.e.fail(SYNTAX if any(values) else MISSING_OPERAND))
        if len(values) > len(entry.parameters):
            codes.append(self.e.fail(SYNTAX))
        while codes and codes[-1] == "None":
            codes.pop()
        line = f"{entry.name}({', '.join(codes)})"
        return [line] if entry.isolated else [line, *self.refresh()]

    def unsupported(self, word: str, arguments: tuple[n.Expression | None, ...] = ()) -> Lines:
        """A statement that is not there, and says so."""
        values = [self.e.expression(argument) for argument in arguments if argument is not None]
        codes = [self.e.convert(value, "!") for value in values]
        return [f"unsupported({', '.join([repr(word), *codes])})"]

    @writes(n.Call)
    def _call(self, statement: n.Call) -> Lines:
        """Machine code is given places of variables; what is none is a syntax error."""
        codes = [self.e.word(self.e.expression(statement.address))]
        for argument in statement.arguments:
            variable = isinstance(argument, n.Variable | n.Element)
            codes.append(self.e.expression(argument).code if variable else self.e.fail(SYNTAX))
        return [f"unsupported({', '.join([repr(statement.word), *codes])})"]

    @writes(n.DefSeg)
    def _defseg(self, statement: n.DefSeg) -> Lines:
        if statement.segment is None:
            return ["define_segment(None)"]
        return [f"define_segment({self.e.word(self.e.expression(statement.segment))})"]

    @writes(n.DefUsr)
    def _defusr(self, statement: n.DefUsr) -> Lines:
        return self.unsupported("DEF USR", (statement.address,))

    @writes(n.OnEvent)
    def _onevent(self, statement: n.OnEvent) -> Lines:
        return [f"on_event({statement.event!r}, {self._argument(statement)}, {statement.line.number})"]

    @writes(n.EventSwitch)
    def _eventswitch(self, statement: n.EventSwitch) -> Lines:
        return [f"event_switch({statement.event!r}, {self._argument(statement)}, {statement.state!r})"]

    def _argument(self, statement: n.OnEvent | n.EventSwitch) -> str:
        """Which key, port or trigger, or how many seconds."""
        return "None" if statement.argument is None else self.e.single(self.e.expression(statement.argument))
