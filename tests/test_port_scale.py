"""Programs whose jumps go to and fro across each other: few steps, Python that compiles, and the same on the screen."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from test_port import play

import basic
from basic.port import jumps, to_python
from basic.port.tangle import PLACES_PER, ROUNDS, WALKS

LINES = 400


def tangled(seed: int) -> str:
    """Jumps back to anywhere, until there have been many; two in a hundred lines leave a FOR."""
    random = Random(seed)
    texts = ["A=1: B=4: C=7: D=2: F=300"]
    for line in range(2, LINES):
        kind, name = random.random(), random.choice("ABCD")
        if kind < 0.12:
            texts.append(f"F=F-1: IF F>0 AND {name}>{random.randint(1, 9)} THEN {random.randint(1, line) * 10}")
        elif kind < 0.2:
            texts.append(f"IF {name}={random.randint(1, 9)} THEN {random.randint(line, min(LINES, line + 30)) * 10}")
        elif kind < 0.22:
            target = random.randint(line, LINES) * 10
            texts.append(f"FOR I=1 TO 3: {name}={name}+I: IF {name}=5 THEN {target} ELSE NEXT")
        elif kind < 0.6:
            texts.append(f"PRINT {line};{name}")
        else:
            texts.append(f"{name}={random.choice('ABCD')}+{random.randint(-4, 4)}")
    texts.append("PRINT A;B;C;D;F: END")
    return "\n".join(f"{line * 10} {text}" for line, text in enumerate(texts, 1))


@pytest.mark.parametrize("exact", [False, True], ids=["natural", "exact"])
def test_tangled_jumps(exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walks = []
    walk = jumps.Resolver._walk

    def counted(self: jumps.Resolver, *given: object) -> object:
        if not given[3]:
            walks.append(self)
        return walk(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(jumps.Resolver, "_walk", counted)
    source = tangled(1)
    text = to_python(source, exact)
    assert "match state_" in text
    assert len(walks) < 2 * (ROUNDS + 1) * (WALKS + 2 * LINES // PLACES_PER)
    assert len(text.splitlines()) < 3 * LINES
    expected = basic.run(source).text
    assert len(expected.splitlines()) > 100
    assert play(text, "", tmp_path, monkeypatch) == expected  # Python nests twenty loops and a hundred levels at most
