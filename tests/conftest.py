"""What every test shares."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Commands that the tests start keep what they compile in a folder of this session, not in the user's."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUNZI_CACHE", str(folder))
        if "PYTHONDONTWRITEBYTECODE" in os.environ:
            patch.delenv("PYTHONDONTWRITEBYTECODE")
            patch.setenv("PYTHONPYCACHEPREFIX", str(folder / "bytecode"))
        yield folder


@pytest.fixture
def left_out(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Generated programs that a test does not compare: said with the reason, counted and shown at the end."""
    return lambda reason: record_property("left out", reason)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = terminalreporter.stats.get("passed", []) + terminalreporter.stats.get("failed", [])
    reasons = Counter(value for report in reports for name, value in report.user_properties if name == "left out")
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"left out: {count} generated programs, {reason}")
