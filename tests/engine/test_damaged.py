"""Damaged program files and texts through LOAD, check and two engines: no traceback, no hang, no difference.

    python tests/engine/test_damaged.py 50000 [FIRST]     so many of each, with each fault shown and its input kept

Inputs of faults that were found are in `damaged/`; each is played again.
"""

from __future__ import annotations

import hashlib
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from damaged_programs import Hung, difference, stored, text
from paths import TESTS

KEPT = TESTS / "damaged"
COUNT, GROUP = 5000, 500
FIRST = 7_000_000


def texts(seed: int) -> bytes:
    return text(Random(seed)).encode("latin-1", "replace")


def files(seed: int) -> bytes:
    return stored(Random(seed))


def fault(data: bytes) -> str:
    """What is wrong, also where that is a traceback."""
    try:
        return difference(data)
    except (Exception, Hung, KeyboardInterrupt) as problem:
        last = traceback.extract_tb(problem.__traceback__)[-1]
        return f"{type(problem).__name__}: {problem} ({Path(last.filename).name}, {last.lineno})"


@pytest.mark.parametrize("begin", range(FIRST, FIRST + COUNT, GROUP))
@pytest.mark.parametrize("made", [texts, files])
def test_damaged(made: Callable[[int], bytes], begin: int) -> None:
    for seed in range(begin, begin + GROUP):
        assert not (said := fault(made(seed))), f"seed {seed}: {said}\n{made(seed)!r}"


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.bas")), ids=lambda path: path.stem)
def test_what_was_found(path: Path) -> None:
    assert not fault(path.read_bytes())


# ---- a long run ------------------------------------------------------------------------------------------------------


def main(count: int, first: int) -> int:
    found = 0
    for made in (texts, files):
        for seed in range(first, first + count):
            data = made(seed)
            if said := fault(data):
                found += 1
                kept = Path(f"/tmp/damaged-{hashlib.sha1(data).hexdigest()[:8]}.bas")
                kept.write_bytes(data)
                print(f"{made.__name__} {seed}, {kept}: {said}", flush=True)
    print(f"{count} texts and files from {first}, {found} faults")
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else FIRST))
