"""Where things are."""

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
PROGRAMS = ROOT / "programs"
BENCH = ROOT / "basic" / "bench" / "programs"
