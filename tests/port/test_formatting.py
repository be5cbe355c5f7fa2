"""Long lines of ports are broken as formatters break them; `test_port.py` asks ruff itself about whole files."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from basic.port.lines.formatting import WIDTH, formatted
from basic.port.words.value import slice_of

LONG = "abcdefghij" * 3
STATEMENTS = (
    f"x = call({LONG}, {LONG}, {LONG}, {LONG})",
    f"x = call({LONG}, {LONG}, {LONG}, {LONG}, {LONG}, end={LONG})",
    f"return {LONG} + {LONG} * {LONG} + {LONG}",
    f"x = {LONG} if {LONG} else call({LONG}, {LONG})",
    f"table: list[list[int]] = [[{LONG}, 2], [{LONG}], [{LONG}, {LONG}]]",
    f"a, b = call({LONG}, {LONG}), ({LONG} + {LONG})",
    f"gw.put({LONG}).put(call({LONG}, {LONG})).print({LONG}[{LONG}], end='')".replace("'", '"'),
    f"x = [{LONG} + {LONG} for {LONG[:9]} in {LONG} if {LONG} not in {LONG}]",
    f'print(f"{{{LONG}}} and {{{LONG}}}" f"{{{LONG}}} and {{{LONG}}}", end="")',
    f'x = "{LONG * 3} and so on, until it is too long"',
    f"x: list[float] = [{', '.join(map(str, range(100)))}]",
    f"DATA = ({', '.join([repr(LONG), '-1.5', '1e-07'] * 9)})".replace("'", '"'),
)
HEADS = (
    f"for x in range({LONG}, {LONG}, call({LONG}, {LONG})):",
    f"with {LONG}, {LONG}.resuming({LONG}), {LONG}:",
    f"def part({LONG}: int, {LONG}x: list[int], {LONG}y: str) -> tuple[int, int, str]:",
    f"def part({LONG}: int, {LONG}x: list[int], {LONG}y: str, {LONG}z: str) -> tuple[int, int, str]:",
)
# Where there is one operator beside brackets, formatters break these; here each operand has its line.
PLAINER = (
    f"{LONG}x, {LONG}y = change_{LONG}x_and_{LONG}y({LONG}x, {LONG}, {LONG}y)",
    f"x[{LONG}] = x[{LONG}] + call({LONG}, [{LONG}, {LONG}])",
    f"x = {LONG} * ({LONG} + {LONG} + {LONG})",
    f"if {LONG} == {LONG} and not call({LONG}, {LONG}):",
    f"while ({LONG} := call({LONG})) != {LONG} or {LONG} > 5:",
    f"if ({LONG} > {LONG}) & (call({LONG}) < call({LONG}, {LONG})):",
)


@pytest.mark.parametrize("text", PLAINER)
def test_long_lines_say_the_same(text: str) -> None:
    lines = formatted(text, 4)
    head = " pass" if text.endswith(":") else ""
    assert len(lines) > 1
    assert ast.dump(ast.parse("\n".join(lines).strip() + head)) == ast.dump(ast.parse(text + head))


@pytest.mark.parametrize("indent", [0, 8])
def test_ruff_breaks_them_so(indent: int, tmp_path: Path) -> None:
    lines = [f"{' ' * level}if LEVEL:" for level in range(0, indent, 4)]
    for text in STATEMENTS:
        lines += formatted(text, indent)
    for text in HEADS:
        lines += [*formatted(text, indent), " " * (indent + 4) + "pass"]
    file = tmp_path / "long.py"
    file.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "ruff", "format", "--isolated", f"--line-length={WIDTH}", "--diff", "long.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    changed = [line for line in done.stdout.splitlines() if line[:1] in "+-" and line.strip("+- ")]
    assert not changed[2:], done.stdout  # it puts empty lines before functions


def test_texts_side_by_side_are_one() -> None:
    text = f'print(" " f"{{{LONG}}}" "{{" f"{{{LONG}}}" " and")'
    (line,) = formatted(text, 16)
    assert line.strip() != text
    assert ast.dump(ast.parse(line.strip())) == ast.dump(ast.parse(text))


SLICES = (("", "n - 1", ": n - 1"), ("n + 1", "", "n + 1 :"), ("", "9", ":9"), ("-n", "g.n", "-n:g.n"))


@pytest.mark.parametrize(("low", "high", "written"), [*SLICES, ("i - 1", "i", "i - 1 : i"), ("", "len(c)", ": len(c)")])
def test_slices(low: str, high: str, written: str) -> None:
    assert slice_of(low, high) == written


def test_tables() -> None:
    """Constants stand in as few lines as they need; what is worked out has lines of its own."""
    assert len(formatted(f"x = [{', '.join(map(str, range(100)))}]", 4)) == 6
    assert len(formatted(f"x = [{', '.join(['f(x)'] * 30)}]", 4)) == 32


def test_imports_are_broken_where_they_are_sorted() -> None:
    text = f"from basic.library import {', '.join(f'function_{number}' for number in range(6))}"
    assert formatted(text, 0)[1:3] == ["    function_0,", "    function_1,"] and len(text) < WIDTH
