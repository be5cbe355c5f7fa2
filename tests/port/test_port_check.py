"""What is looked at before a port is given out: names that are not set, calls that do not fit."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from mypy import api as mypy
from paths import PROGRAMS
from period_programs import Writer as PeriodWriter
from playing import CASES, PAIRS, REFUSED, part, with_places
from pyflakes.checker import Checker
from string_programs import Writer as WideWriter

import basic.port
from basic.port import Refused, check, to_python

SOURCES = {path.stem: path.read_bytes() for path in [*PAIRS.glob("*.bas"), *PROGRAMS.glob("*.BAS")]}
TRUTH = {f"{case['group']}/{case['name']}": part(case, ".bas").encode("latin-1") for case in CASES}
GENERATED = {f"{kind.__module__} {seed}": with_places(kind(seed).program().encode("latin-1"))
             for kind in (PeriodWriter, WideWriter) for seed in (3, 7, 16, 22)}  # fmt: skip

RIGHT = {
    "both branches": "if n:\n    a = 1\nelse:\n    a = 2\nprint(a)\n",
    "a loop without end is left where it is set": "while True:\n    if n:\n        a = 1\n        break\nprint(a)\n",
    "a range that has a turn": "for i in range(1, 10):\n    a = i\nprint(a, i)\n",
    "a range with a constant": "q = 1\nfor _ in range(q):\n    a = 1\nprint(a)\n",
    "a manager that takes no error": "with gw.errors.trap().resuming():\n    a = n()\nprint(a)\n",
    "a name in a condition": "if n and (a := n) > 3:\n    print(a)\n",
    "what ends the program": "if n:\n    a = 1\nelse:\n    gw.fail(5)\nprint(a)\n",
    "a list with a variable of its own": "print([x for x in range(n) if x])\n",
}
WRONG = {
    "one branch": ("if n:\n    a = 1\nprint(a)\n", "a may not be set"),
    "a loop without a turn": ("for i in range(n):\n    a = i\nprint(a)\n", "a may not be set"),
    "a manager that takes errors": ("with gw.errors.trap():\n    a = n()\nprint(a)\n", "a may not be set"),
    "an error before it is set": ("try:\n    a = n()\nexcept ValueError:\n    print(a)\n", "a may not be set"),
    "a case that is not there": ("match n:\n    case 1:\n        a = 1\nprint(a)\n", "a may not be set"),
    "what adds to it": ("a += 1\n", "a may not be set"),
    "nowhere": ("print(b)\n", "b is nowhere set"),
    "in a comprehension only": ("print([x for x in range(n)])\nprint(x)\n", "x is nowhere set"),
}  # fmt: skip


def _framed(body: str) -> str:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return f"import gw\n\n\ndef take(n: int) -> None:\n{lines}"


@pytest.mark.parametrize("body", RIGHT.values(), ids=RIGHT)
def test_right(body: str) -> None:
    assert check.faults(_framed(body)) == []


@pytest.mark.parametrize(("body", "what"), WRONG.values(), ids=WRONG)
def test_wrong(body: str, what: str) -> None:
    assert [fault.what for fault in check.faults(_framed(body))] == [what]


def test_a_script_is_looked_at_as_it_runs() -> None:
    assert [fault.what for fault in check.faults("print(n)\nn = 6\n")] == ["n may not be set"]


def test_a_file_with_a_fault_is_not_given_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program is written once more with the name begun, in Python's numbers and then in BASIC's; then it is
    refused."""
    asked: list[str] = []

    def found(text: str) -> list[check.Fault]:
        asked.append(text)
        return [check.Fault(1, "a", "main", nowhere=True)]

    monkeypatch.setattr(basic.port, "faults", found)
    with pytest.raises(Refused, match=r"line 10: what would fail in Python \(a is nowhere set\)"):
        to_python("10 PRINT 1\n")
    assert ["exact=True" in text for text in asked] == [False] * 2 + [True] * 2


def test_ports_satisfy_pyflakes_and_mypy(tmp_path: Path) -> None:
    """What they ask is what ports are looked at for; some of both manners, in one run."""
    files = []
    for number, (name, source) in enumerate((SOURCES | TRUTH | GENERATED).items()):
        if name not in REFUSED:
            files.append(tmp_path / f"port_{number}.py")
            files[-1].write_text(to_python(source, exact=number % 2 == 1))
            assert check.faults(files[-1].read_text()) == []
            messages = Checker(check.ast.parse(files[-1].read_text())).messages
            assert [str(message) for message in messages if "UndefinedName" in type(message).__name__] == []
    before = gc.get_threshold()
    shown, problems, _ = mypy.run(["--cache-dir", str(tmp_path / "cache"), *map(str, files)])
    gc.set_threshold(*before)  # mypy has its own
    assert (shown.splitlines()[:-1], problems) == ([], "")
