"""INPUT, LINE INPUT and READ: what is typed, comes from a file or stands in DATA, and where it goes."""

from __future__ import annotations

from ...errors import TYPE_MISMATCH
from ...syntax import nodes as n
from .assigning import Assigning, Lines
from .expressions import Expressions
from .functions import Unportable
from .printing import Printing
from .value import Value, fail, on_screen, quoted

READERS = {"str": "input_text", "float": "input_number", "int": "input_integer", "Double": "input_double"}


class Inputs:
    """Writes what asks and reads."""

    def __init__(self, e: Expressions, assigning: Assigning, printing: Printing) -> None:
        self.e, self.assigning, self.printing = e, assigning, printing
        self.reads = False  # the program has READ, and DATA for it
        self.spoilt = ""  # the kinds of variables whose READ may find more than it takes
        self.mixed = False  # READ takes texts and numbers in no order that is known

    def restore(self, index: int) -> str:
        return f"gw.data.restore({index or ''})"

    def read(self, statement: n.Read) -> Lines:
        targets = statement.targets
        if self._at_once(reads := self.reads_of(statement), targets):
            return [f"{self.assigning.several(targets)} = gw.data.read({self._types(*targets)})"]
        each = [line for lines in reads for line in lines]
        return each if len(reads) == 1 else ["with gw.data.reading():", *(f"    {line}" for line in each)]

    def reads_of(self, statement: n.Read) -> list[Lines]:
        """What each variable gets. A handler finds what there was of it before what is behind it."""
        reads = []
        for target in statement.targets:
            begins = self.assigning.trapped and self.e.kind(target) in self.spoilt
            code = f"gw.data.read({self._types(target)}{', end=False' * begins})"
            reads.append([*self.assigning.in_order(target, code), *["gw.data.end_constant()"] * begins])
        return reads

    def _at_once(self, each: list[Lines], targets: tuple[n.Target, ...]) -> bool:
        """Whether several variables can get their values in one assignment."""
        alone = len(each) > 1 and not self.assigning.trapped and self.assigning.independent(targets)
        return alone and all(len(lines) == 1 for lines in each)

    def input(self, statement: n.Input) -> Lines:
        if statement.channel is not None:
            return self._input_from(statement.channel, statement.targets)
        options = ("" if statement.question else ", question=False") + (", same_line=True" * statement.same_line)
        prompt = quoted(statement.prompt) if statement.prompt or options else ""
        types = self._types(*statement.targets)
        if types in READERS:
            return [self.assigning.assign(statement.targets[0], f"gw.{READERS[types]}({prompt}{options})")]
        if not types:  # what is typed is for nobody: the statement breaks off
            return [f"gw.input({quoted(statement.prompt)}{options})"]
        call = f"gw.input({quoted(statement.prompt)}, {types}{options})"
        return [f"{self.assigning.several(statement.targets)} = {call}"]

    def _types(self, *targets: n.Target) -> str:
        """The types of values that some variables take: `str, float, int`."""
        types = {"$": "str", "!": "float", "%": "int", "#": "Double" if self.e.convert.exact else "float"}
        return ", ".join(types[self.e.kind(target)] for target in targets)

    def _input_from(self, file: n.Expression, targets: tuple[n.Target, ...]) -> Lines:
        """`a, b = gw.input_from(1, float, str)`"""
        channel = self.e.convert.integer(self.e.expression(file))
        reads = [self.assigning.in_order(t, f"gw.input_from({channel}, {self._types(t)})") for t in targets]
        if self._at_once(reads, targets):
            return [f"{self.assigning.several(targets)} = gw.input_from({channel}, {self._types(*targets)})"]
        first = [f"files.read_from({channel})"] * any(len(lines) > 1 for lines in reads)
        return [*first, *(line for lines in reads for line in lines)]

    def _plain_prompt(self, prompt: str) -> str:
        if prompt and not on_screen(prompt):
            raise Unportable("characters of the PC")
        return quoted(on_screen(prompt))

    def line_input(self, statement: n.LineInput) -> Lines:
        looks, place = self.assigning.found(statement.target)
        if self.e.kind(statement.target) != "$":  # which is found when the question has been printed
            asks = [f"gw.put({quoted(statement.prompt)})"] * bool(statement.prompt and statement.channel is None)
            return [*asks, *looks, fail(TYPE_MISMATCH)]
        if statement.channel is not None:
            channel = self.e.convert.integer(self.e.expression(statement.channel))
            looks = [f"files.read_from({channel})", *looks] if looks else []
            return [*looks, f"{place} = files.line_input({channel})"]
        if self.e.modern and not statement.same_line:
            reader = "ask" if self.printing.tracking else "input"
            return [self.assigning.assign(statement.target, f"{reader}({self._plain_prompt(statement.prompt)})")]
        given = [quoted(statement.prompt)] if statement.prompt else []
        if looks:  # BASIC prints the question first
            looks, given = [*(f"gw.put({prompt})" for prompt in given), *looks], []
        given += ["same_line=True"] if statement.same_line else []
        code = f"gw.line_input({', '.join(given)})"
        return [*looks, f"{place} = {code}"]


class ModernInputs(Inputs):
    """INPUT by functions of the file, and READ by `next`."""

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
