"""What holds of a function after every pass over it: passes are free to be put in another order, or to be left out."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from pathlib import Path

import pytest

import basic
from basic.port import Refused, to_python, write
from basic.port.lines.context import Context
from basic.port.lines.page import Line
from basic.port.lines.passes import PASSES, Pass, finish, sweep
from basic.port.lines.suites import Suite, written
from basic.port.verdict import Verdict

ROOT = Path(basic.__file__).parent.parent
PROGRAMS = sorted(
    path for folder in ("programs", "tests/port/games", "tests/port/pairs", "tests/gallery", "basic/bench/programs")
    for path in (ROOT / folder).rglob("*") if path.suffix.lower() == ".bas"
)  # fmt: skip
REFUSED = {"draw_names"}
LEAVING = (ast.Return, ast.Break, ast.Continue, ast.Raise)


def shown(function: Suite) -> str:
    lines = written(copy.deepcopy(function), 0)
    return "".join(f"{'    ' * line.indent}{line.text}\n" for line in lines)


def suites_in(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for each in ast.walk(node):
        for name in ("body", "orelse", "finalbody"):
            if isinstance(suite := getattr(each, name, None), list):
                yield suite


def checked(each: Pass) -> Pass:
    """A pass, and what holds behind it."""

    def run(function: Suite, context: Context) -> None:
        each(function, context)
        sweep(function)
        text = shown(function)
        compile(text, str(each), "exec")  # among other things, `break` and `continue` have a loop around them
        for suite in suites_in(ast.parse(text)):
            assert not any(isinstance(statement, LEAVING) for statement in suite[:-1]), (str(each), text)
        again = copy.deepcopy(function)
        each(again, context)
        sweep(again)
        assert shown(again) == text, str(each)

    return run


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_every_pass(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written can be read, nothing stands behind what leaves, and a second time changes nothing."""
    seen: list[str] = []

    def finished(lines: list[Line], context: Context) -> None:
        finish(lines, context, tuple(map(checked, PASSES)))
        seen.append(lines[0].text)

    monkeypatch.setattr(write, "finish", finished)
    source = path.read_bytes()
    try:
        to_python(source, exact=True)
    except Refused:
        assert path.stem in REFUSED
        return
    to_python(source, runs=lambda *_: Verdict("equal", 1))  # without `basic` where it can be
    assert "def main() -> None:" in seen
