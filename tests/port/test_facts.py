"""What ports are said to know of their variables on the way: it is so when they run."""

from __future__ import annotations

import ast
import builtins
import contextlib
from pathlib import Path
from typing import Any

import pytest
from control_flow_programs import Writer as RandomWriter
from paths import BENCH
from playing import Stopped, play
from string_programs import Writer as WideWriter

from basic.arithmetic.facts import Known
from basic.editing.load import load_program
from basic.gw.speedup import facts, rewriting
from basic.gw.speedup.bounds import Bounds
from basic.port import Refused, port, to_python
from basic.values.double import SCALE
from basic.values.single import multiply


class Witness(facts.Course):
    """Has a function look, before each of its statements, at what is said of its variables there."""

    said: list[Known] = []  # noqa: RUF012 - all that was said in one run
    heard: list[str] = []  # noqa: RUF012 - the variables of which it was found to be so

    def __init__(self, bounds: Bounds, function: ast.FunctionDef, *rest: Any) -> None:
        super().__init__(bounds, function, *rest)
        for node in ast.walk(function):
            for name in ("body", "orelse", "finalbody"):
                suite = getattr(node, name, None)
                if isinstance(suite, list):
                    asked = [[self._question(one), one] for one in suite if isinstance(one, ast.stmt)]
                    suite[:] = [part for pair in asked for part in pair]
            if isinstance(node, ast.While):
                node.body.insert(0, self._question(node))

    def _question(self, node: ast.stmt) -> ast.stmt:
        self.said.append(self.before.get(node, facts.NOTHING))
        question = ast.parse(f"hear({len(self.said) - 1}, locals())").body[0]
        for part in ast.walk(question):
            ast.copy_location(part, node)
        return question


def hear(number: int, values: dict[str, Any]) -> None:
    ranges, wholes, squares = Witness.said[number]
    for name, known in ranges.items():
        if isinstance(values.get(name), int | float):
            assert known.holds(values[name]), f"{name} = {values[name]}: {known}"
            Witness.heard.append(name)
    for name, whole in wholes.items():
        if name in values and not isinstance(values[name], str):
            value = values[whole.code] if whole.code.isidentifier() else int(whole.code)
            assert values[name] in (value << SCALE, value), f"{name} = {values[name]}: {whole.code}"
    for name, root in squares.items():
        assert values[name] == multiply(values[root], values[root]), f"{name} = {values[name]}: {root}"


@pytest.fixture
def witness(monkeypatch: pytest.MonkeyPatch) -> type[Witness]:
    monkeypatch.setattr(rewriting, "Course", Witness)
    monkeypatch.setattr(builtins, "hear", hear, raising=False)
    monkeypatch.setattr("basic.cache.standard", lambda: None)
    Witness.said.clear()
    Witness.heard.clear()
    return Witness


@pytest.mark.parametrize("name", ["mandel", "matmul", "double", "collatz", "queens", "sieve"])
def test_it_is_so(name: str, witness: type[Witness], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = to_python((BENCH / f"{name}.bas").read_text(), True)
    assert play(text, "", tmp_path, monkeypatch) == (BENCH / f"{name}.out").read_text()
    assert len(witness.heard) > 100


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("writer", [RandomWriter, WideWriter])
def test_it_is_so_in_random_programs(
    writer: type[RandomWriter], seed: int, witness: type[Witness], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = load_program(writer(seed).program().encode("latin-1")).program
    for exact in (False, True):
        with contextlib.suppress(Refused, Stopped):
            play(port(program, exact=exact).text, "5\n7\nx\n1,2\n", tmp_path, monkeypatch, 1)


def known(text: str, wanted: str) -> dict[str, tuple[int | None, int | None]]:
    """What is known of variables before the statement that begins so."""
    tree = ast.parse("def main() -> None:\n" + "".join(f"    {line}\n" for line in text.splitlines()))
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    course = facts.Course(Bounds(tree, "gw"), function, lambda _: True)
    [found] = [ranges for node, (ranges, _, _) in course.before.items() if ast.unparse(node).startswith(wanted)]
    return {name: (bounds.low, bounds.high) for name, bounds in found.items()}


SAID = {
    "a value": ("k = 3\nk += 1\nend()", {"k": (4, 4)}),
    "several values at once": ("k, n = 1, 2\nk, n = n, k\nend()", {"k": (2, 2), "n": (1, 1)}),
    "what is known of a square says of its root": (
        "x = gw.divide(a, b)\nu = gw.multiply(x, x)\nif u > 10:\n    return\nend()", {"x": (-4, 4), "u": (0, 10)}),
    "the root is another number by then": (
        "x = gw.divide(a, b)\nu = gw.multiply(x, x)\nx = 7\nif u > 10:\n    return\nend()",
        {"x": (7, 7), "u": (0, 10)}),
    "a turn of a loop begins": (
        "k = 0\nwhile True:\n    end()\n    k += 1\n    if k >= 30:\n        break", {"k": (0, 29)}),
    "behind a loop": ("k = 0\nwhile k < 30:\n    k += 2\nend()", {"k": (30, 31)}),
    "behind a loop that is left": (
        "k = 0\nwhile k < 30:\n    k += 2\n    if f(k):\n        break\nelse:\n    return\nend()", {"k": (2, 31)}),
    "a counter": ("n = f()\nif n > 50:\n    return\nfor k in range(1, n + 1):\n    end()", {"n": (None, 50)}),
    "one of two ways": ("k = f()\nif k < 5:\n    k = 5\nelif not k <= 9:\n    k = 9\nend()", {"k": (5, 9)}),
    "both or neither": ("k = f()\nif not (k < 1 or k > 9) and 2 <= k <= 8:\n    end()", {"k": (2, 8)}),
    "a loop changes it": ("k = 1\nfor _ in f():\n    end()\n    k = f()", {}),
    "an expression gives a name": ("k = 1\nif f(k := g()) and k > 3:\n    end()", {}),
    "an error may have come before it": ("k = 1\nwith gw.resuming(10):\n    k = f(2)\n    k = 3\nend()", {}),
    "a handler": ("k = 1\ntry:\n    k = f(2)\n    k = 3\nexcept ValueError:\n    end()", {}),
    "what is matched": ("k = 1\nmatch f():\n    case [k]:\n        end()", {}),
}  # fmt: skip


@pytest.mark.parametrize("name", SAID)
def test_what_is_known(name: str) -> None:
    text, said = SAID[name]
    found = known(text, "end()")
    assert {key: bounds for key, bounds in found.items() if bounds != (None, None)} == said


def test_what_is_known_makes_it_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the engine: no product of `mandel` is looked at for its size, and the doubled one is rounded once."""
    written: list[str] = []
    monkeypatch.setattr("basic.cache.standard", lambda: None)
    monkeypatch.setattr(rewriting, "compile", lambda tree, *rest, **more: (
        written.append(ast.unparse(tree)), compile(tree, *rest, **more))[1], raising=False)  # fmt: skip
    play(to_python((BENCH / "mandel.bas").read_text(), True), "", tmp_path, monkeypatch)
    [text] = written
    assert "e+38" not in text
    assert "x * y" in text
    assert "rare.multiply" not in text
