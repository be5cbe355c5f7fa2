"""What both sides read: files, what the port declares, or generated lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import codepage, errors
from ..editing.load import load_program
from ..syntax import nodes as n
from ..syntax.visit import walk
from .pairs import Pair, Unusable

MOST_LINES = 12  # of a generated input
WORDS = ("Y", "N", "yes", "no", "end", "0", "1", "x", "HELLO", "a b", "Ab1")


@dataclass(frozen=True, slots=True)
class Inputs:
    """The inputs of a pair and where they come from: "file", "declared", "random" or "none"."""

    origin: str
    texts: Sequence[str]
    names: Sequence[str]  # how a report calls each
    seed: int | None = None


def inputs_for(pair: Pair, files: Sequence[Path], random: int | None, seed: int) -> Inputs:
    """The inputs the command line asks for, else those the port declares; without any, one empty input."""
    if files:
        return Inputs("file", [_read(path) for path in files], [str(path) for path in files])
    if random is not None:
        texts = generated(pair.programs[0][0], random, seed)
        return Inputs("random", texts, [f"random input {number}" for number in range(1, len(texts) + 1)], seed)
    if pair.port is not None and pair.port.inputs:
        texts = list(pair.port.inputs)
        return Inputs("declared", texts, [f"input {number}" for number in range(1, len(texts) + 1)])
    return Inputs("none", [""], ["the run"])


def _read(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise Unusable(f"cannot read {path}: {problem.strerror}") from problem
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = codepage.to_unicode(data.decode("latin-1"))
    return text.replace("\r\n", "\n")


def generated(program: Path, count: int, seed: int) -> list[str]:
    """Inputs drawn by hypothesis from what the program's text suggests: the same ones for the same seed."""
    try:
        import hypothesis
        from hypothesis import strategies as st
    except ModuleNotFoundError as missing:
        raise Unusable("--random needs the package hypothesis: pip install 'junzi[test]'") from missing
    found: list[str] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(st.lists(_line(program, st), min_size=1, max_size=MOST_LINES))
    def draw(lines: list[str]) -> None:
        found.append("".join(f"{line}\n" for line in lines))

    draw()
    return found


def _line(program: Path, st: Any) -> Any:
    """One typed line: what an INPUT of the program asks for, a word of the program, or something unexpected."""
    numbers, words, shapes = _vocabulary(program)
    number = st.one_of(
        st.sampled_from(numbers),
        st.integers(-10, 100).map(str),
        st.decimals(-1000, 1000, places=2).map(str),
        st.sampled_from(["", "1E3", "-.5", "32768", "1D-3"]),
    )
    word = st.one_of(st.sampled_from(words), st.text("ABCxyz 019", max_size=8))
    expected = [
        st.tuples(*(word if kind == "$" else number for kind in shape)).map(",".join) for shape in shapes
    ]
    anything = st.one_of(st.just(""), number, word, st.lists(number, min_size=2, max_size=3).map(",".join))
    return st.one_of(*expected, *expected, anything)


def _vocabulary(program: Path) -> tuple[list[str], list[str], list[str]]:
    """Numbers and words in the program's text, and the kinds of values that each of its INPUTs takes."""
    numbers, words, shapes = {"0", "1"}, set(WORDS), set()
    try:
        tree = load_program(program.read_bytes()).program
    except (OSError, errors.Unusable) as problem:
        raise Unusable(f"{program.name}: {problem}") from problem
    for node in walk(tree):
        match node:
            case n.Number(value=value, kind="%" | "!") if value == int(value):
                numbers |= {str(int(value)), str(int(value) + 1)}
            case n.String(value=text) if 0 < len(text) <= 12 and text.isprintable():
                words.add(codepage.to_unicode(text))
            case n.DataItem(text=text) if text.isprintable():
                words.add(text)
            case n.Input(channel=None, targets=targets):
                shapes.add("".join(target.sigil or "!" for target in targets))
            case n.LineInput(channel=None):
                shapes.add("$")
    return sorted(numbers), sorted(words), sorted(shapes)
