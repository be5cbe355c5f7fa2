"""A pair carried out: each input played on both sides, the transcripts set beside each other, and a verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Literal

from .difference import Looseness, Place, Row, aligned, first_difference, other_digits
from .inputs import Inputs
from .pairs import Pair, Port, Unusable
from .player import Player
from .sides import NOON, Played, PortedSide, ProgramSide
from .worker import Here, Recorded

OLD = "gw"  # the arithmetic of GW-BASIC

Kind = Literal["equal", "digits", "different", "short"]  # digits: but for the last ones of some numbers


def last_digits(count: int) -> str:
    """`the last digit of 3 numbers`"""
    return f"the last digit of {count} number{'' if count == 1 else 's'}"


@dataclass(frozen=True, slots=True)
class Settings:
    """How to compare; `numbers` is the arithmetic of the BASIC side."""

    loose: Looseness
    numbers: str
    seconds: float
    files: bool = False  # those that both sides wrote are compared, too


@dataclass(frozen=True, slots=True)
class FileRows:
    """A file that is not the same on both sides: what is to be said of it, and its lines."""

    name: str
    remark: str
    rows: Sequence[Row]


@dataclass(frozen=True)
class Result:
    """One input, played on both sides; `old` is the BASIC side once more, in the old arithmetic."""

    program: Path
    options: Sequence[str]
    name: str
    input: str
    basic: Played
    port: Played
    old: Played | None
    loose: Looseness
    files: bool  # whether those that they wrote count

    @cached_property
    def rows(self) -> list[Row]:
        return aligned(self.basic.text, self.port.text, self.loose)

    @cached_property
    def place(self) -> Place | None:
        """The first difference of the transcripts."""
        if self.loose.exact and self.basic.text == self.port.text:
            return None
        return first_difference(self.rows, self.loose)

    @cached_property
    def digits(self) -> int:
        """How many numbers differ in their last digit, where the transcripts differ in nothing else."""
        return other_digits(self.basic.text, self.port.text, self.loose)

    @cached_property
    def remarks(self) -> list[str]:
        """Everything that keeps this from being equal, a line each."""
        found = []
        for side, played in (("the program", self.basic), ("the port", self.port)):
            if played.end == "limit":
                found.append(f"{side} does not end: {played.message}")
            elif played.end == "crash":
                found.append(f"{side} crashed: {played.message}")
        both = self.basic.end == self.port.end == "input"
        if self.port.end == "input" and not both:
            found.append("the port reads past the end of the input")
        elif self.basic.end == "input" and not both:
            found.append("the program reads past the end of the input")
        if self.place is not None:
            left, right = self.place.line
            where = f"line {left}" if left == right else f"line {left} of the program, {right} of the port"
            where += f", column {self.place.column[0] + 1} on"
            if self.digits:
                found.append(f"equal but for {last_digits(self.digits)}, from {where}")
            else:
                found.append(f"the transcripts differ from {where}")
        if self.port.end == "end" and self.port.status and self.basic.end == "end":
            said = f": {self.port.message}" if self.port.message else ""
            found.append(f"the port ended with status {self.port.status}{said}")
        found += [file.remark for file in self.written]
        return found

    @cached_property
    def written(self) -> list[FileRows]:
        """The files that differ, or that one side alone wrote."""
        if not self.files:
            return []
        one, other = self.basic.files, self.port.files
        found = []
        for name in sorted(one.keys() | other.keys()):
            rows = aligned(one[name], other[name], self.loose) if name in one and name in other else []
            place = first_difference(rows, self.loose)
            if place is not None:
                line, column = place.line[0], place.column[0] + 1
                found.append(FileRows(name, f"the file {name} differs from line {line}, column {column} on", rows))
            elif name not in one or name not in other:
                side = "program" if name in one else "port"
                found.append(FileRows(name, f"only the {side} writes the file {name}", rows))
        return found

    @property
    def short(self) -> bool:
        """Both want more to be typed than there is: nothing is known of what comes then."""
        return not self.remarks and self.basic.end == self.port.end == "input"

    @property
    def different(self) -> bool:
        return bool(self.remarks)

    @property
    def equal(self) -> bool:
        return not self.remarks and not self.short

    @property
    def kind(self) -> Kind:
        """What came of it, in one word."""
        if self.different:
            return "digits" if self.digits and len(self.remarks) == 1 else "different"
        return "short" if self.short else "equal"

    @property
    def verdict(self) -> str:
        """In words."""
        forgiven = f" but for {last_digits(self.digits)}" if self.digits else ""
        if self.short:
            return f"the input is too short: both read past its end; equal so far{forgiven}"
        return "; ".join(self.remarks) or f"equal{forgiven}"

    @property
    def limited(self) -> bool:
        """Whether something had to be stopped."""
        return "limit" in (self.basic.end, self.port.end)

    @cached_property
    def changed(self) -> list[Row]:
        """The lines that the BASIC program prints otherwise in the old arithmetic (left)."""
        if self.old is None:
            return []
        return [row for row in aligned(self.old.text, self.basic.text, Looseness()) if not row.same]


@dataclass(frozen=True)
class Comparison:
    """A pair with all its results; `problem` is why there are none."""

    pair: Pair
    inputs: Inputs
    results: Sequence[Result]
    problem: str = ""

    @cached_property
    def different(self) -> list[Result]:
        return [result for result in self.results if result.different]

    @cached_property
    def short(self) -> list[Result]:
        return [result for result in self.results if result.short]

    @property
    def equal(self) -> bool:
        return not (self.problem or self.different or self.short)

    @property
    def digits(self) -> int:
        """How many numbers differ in their last digit, where the transcripts differ in nothing else."""
        return sum(result.digits for result in self.results)

    @property
    def kind(self) -> Kind:
        """What came of it, in one word."""
        if self.problem or any(result.kind == "different" for result in self.results):
            return "different"
        return "digits" if self.different else "short" if self.short else "equal"

    @property
    def status(self) -> int:
        """0 equal, 1 different, 2 an input was too short to tell, 3 something had to be stopped."""
        if any(result.limited for result in self.results):
            return 3
        if self.problem or self.different:
            return 1
        return 2 if self.short else 0


def compare(
    pair: Pair, inputs: Inputs, settings: Settings, tell: Callable[[int, int], None] = lambda done, of: None
) -> Comparison:
    """Play all inputs on both sides, the two at the same time; `tell` hears how far it is."""
    if pair.port is not None and pair.port.problem:
        return Comparison(pair, inputs, [], f"the port cannot be loaded: {pair.port.problem}")
    total = len(pair.programs) * len(inputs.texts)
    results: list[Result] = []
    tell(0, total)
    for program, options in pair.programs:
        with ExitStack() as stack:
            basic = stack.push(_program(pair, program, settings.numbers))
            old = stack.push(_program(pair, program, OLD))
            port = stack.push(_port(pair.port, pair.unlimited)) if pair.port else None
            for name, text in zip(inputs.names, inputs.texts, strict=True):
                twice = settings.numbers != OLD
                basic.begin(text, [], pair.files, settings.seconds)
                if port:
                    port.begin(text, options, pair.files, settings.seconds)
                one = basic.finish()
                other = port.finish() if port else None
                if twice:
                    old.begin(text, [], pair.files, settings.seconds)
                before = old.finish() if twice else None
                twin = other or before
                assert twin is not None
                if pair.port is not None and pair.port.deaf and one.end == "input":
                    twin = replace(twin, end="input", status=0)
                _check(program, inputs, one, twin)
                results.append(Result(program, options, name, text, one, twin, before, settings.loose, settings.files))
                tell(len(results), total)
    return Comparison(pair, inputs, results)


def transcripts(pair: Pair, inputs: Inputs, settings: Settings) -> list[Played]:
    """What the BASIC side alone prints."""
    path = pair.programs[0][0]
    played = []
    with _program(pair, path, settings.numbers) as basic:
        for text in inputs.texts:
            basic.begin(text, [], pair.files, settings.seconds)
            played.append(basic.finish())
            _check(path, inputs, played[-1], played[-1])
    return played


def _program(pair: Pair, path: Path, numbers: str) -> Player | Here:
    if pair.port is not None and pair.port.text:
        return Here(ProgramSide(path, numbers, NOON, echo=False, unlimited=pair.unlimited))
    flags = {"quiet": pair.port is not None and pair.port.silent, "unlimited": pair.unlimited}
    return Player("program", str(path), numbers, *(flag for flag, is_set in flags.items() if is_set))


def _port(port: Port, unlimited: bool) -> Player | Here:
    if port.recorded is not None:
        return Recorded(port.recorded)
    if port.command:
        return Player("command", *port.command)
    return Here(PortedSide(port.text, port.path, NOON, unlimited)) if port.text else Player("port", str(port.path))


def _check(program: Path, inputs: Inputs, basic: Played, port: Played) -> None:
    """What cannot be played, and what reads when there is nothing to read: neither can be compared."""
    if basic.end == "unusable":
        raise Unusable(f"{program.name}: {basic.message}")
    if port.end == "unusable":
        raise Unusable(f"the port {port.message}")
    if inputs.origin == "none" and "input" in (basic.end, port.end):
        side = program.name if basic.end == "input" else "the port"
        raise Unusable(
            f"{side} reads input and none was given: use --input FILE, or --random N for generated lines"
        )
