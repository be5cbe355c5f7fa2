"""What the record says of each line and each call, with the cost of marking taken away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..analysis.flow import core
from ..codepage import to_unicode
from ..record import record
from ..syntax import nodes as n
from .recorder import FUNCTION, MAIN, Frame, Recorder

DEEPEST = 100  # calls within each other that are shown apart


@record
class Line:
    """A line of the program: how often it was begun, how many statements of it ran, and their time."""

    number: int
    text: str
    begun: int
    statements: int
    seconds: float


@record
class Call:
    """The program itself, a subroutine or a function, called along one way; `lines` are those run in it."""

    name: str
    line: int  # where it begins
    calls: int
    own: float  # seconds, without those of what it calls
    lines: tuple[Line, ...]
    inner: tuple[Call, ...]

    @property
    def seconds(self) -> float:
        return self.own + sum(call.seconds for call in self.inner)

    def walk(self) -> Iterator[Call]:
        yield self
        for call in self.inner:
            yield from call.walk()


@record
class Profile:
    """One run of one text."""

    name: str
    ended: str  # how the run came to rest
    lines: tuple[Line, ...]
    root: Call
    waiting: float

    @property
    def seconds(self) -> float:
        return sum(line.seconds for line in self.lines)

    @property
    def statements(self) -> int:
        return sum(line.statements for line in self.lines)


def figures(recorder: Recorder, name: str, ended: str, marking: float, least: float) -> Profile:
    """The profile of one record; a mark has cost so much, and no statement takes less than `least`."""
    return _Reader(recorder, marking, least).profile(name, ended)


class _Reader:
    def __init__(self, recorder: Recorder, marking: float, least: float) -> None:
        self.recorder, self.marking, self.least = recorder, marking, least
        self.texts = {number: _shown(text) for number, text in recorder.texts.items()}
        self.points = recorder.flow.points

    def profile(self, name: str, ended: str) -> Profile:
        frames = list(self.recorder.root.walk())
        lines = tuple(self._lines(frames, list(self.texts)))
        return Profile(name, ended, lines, self._call([self.recorder.root], name, 0), self.recorder.waiting)

    def _lines(self, frames: Sequence[Frame], wanted: Sequence[int]) -> Iterator[Line]:
        """The sums over some frames, for the wanted lines in their order."""
        begun, statements = dict.fromkeys(wanted, 0), dict.fromkeys(wanted, 0)
        seconds = dict.fromkeys(wanted, 0.0)
        starts = self.recorder.flow.starts
        for frame in frames:
            for index, count in enumerate(frame.counts):
                if count:
                    line = self.points[index].line
                    statements[line] += count
                    if index == starts[line] and frame.kind != FUNCTION:
                        begun[line] += count
                    # What is quicker than the clock can tell may come out below nothing.
                    seconds[line] += max(count * self.least, frame.spent[index] - count * self.marking)
        for number in wanted:
            yield Line(number, self.texts[number], begun[number], statements[number], seconds[number])

    def _call(self, frames: Sequence[Frame], name: str, depth: int) -> Call:
        """Of the frames of one subroutine or function: there is one, or all that are too deep to be shown apart."""
        ran = sorted({self.points[index].line for frame in frames for index, count in enumerate(frame.counts) if count})
        lines = tuple(self._lines(frames, ran))
        frame = frames[0]
        called: dict[tuple[str, int], list[Frame]] = {}
        if depth < DEEPEST:
            called = {key: [inner] for key, inner in frame.inner.items()}
        elif depth == DEEPEST:
            for inner in list(frame.walk())[1:]:
                called.setdefault((inner.kind, inner.point), []).append(inner)
        inner_calls = tuple(self._call(group, self._name(group[0]), depth + 1) for group in called.values())
        line = self.points[frame.point].line if self.points else 0
        calls = sum(frame.calls for frame in frames)
        return Call(name, line, calls, sum(line.seconds for line in lines), lines, inner_calls)

    def _name(self, frame: Frame) -> str:
        """`GOSUB 500 SORT`: with what a remark at its beginning says."""
        point = self.points[frame.point]
        statement = core(point.statement)
        if isinstance(statement, n.DefFn):
            return f"FN{statement.name}{statement.sigil or ''}"
        assert frame.kind != MAIN
        text = self.texts[point.line]
        for word in ("REM", "'"):
            if isinstance(statement, n.Remark) and text.upper().startswith(word):
                said = text[len(word) :].strip(" *-=#")
                return f"GOSUB {point.line} {said}".rstrip()
        return f"GOSUB {point.line}"


def _shown(text: str) -> str:
    return to_unicode(text).replace("\n", " ").replace("\r", " ")


def as_json(profiles: Sequence[Profile], marking: float) -> dict[str, Any]:
    return {
        "seconds_a_mark": marking,
        "programs": [
            {
                "name": profile.name,
                "ended": profile.ended,
                "seconds": profile.seconds,
                "waiting_seconds": profile.waiting,
                "statements": profile.statements,
                "lines": [_line(line) for line in profile.lines],
                "calls": _tree(profile.root),
            }
            for profile in profiles
        ],
    }


def _line(line: Line) -> dict[str, Any]:
    return {
        "line": line.number,
        "text": line.text,
        "begun": line.begun,
        "statements": line.statements,
        "seconds": round(line.seconds, 9),
    }


def _tree(call: Call) -> dict[str, Any]:
    return {
        "name": call.name,
        "line": call.line,
        "calls": call.calls,
        "seconds": round(call.seconds, 9),
        "own_seconds": round(call.own, 9),
        "lines": [_line(line) for line in call.lines],
        "inner": [_tree(inner) for inner in call.inner],
    }
