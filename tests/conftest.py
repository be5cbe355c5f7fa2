"""What every test shares."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Commands that the tests start keep what they compile in a folder of this session, not in the user's."""
    folder = tmp_path_factory.mktemp("cache")
    before = os.environ.get("JUNZI_CACHE")
    os.environ["JUNZI_CACHE"] = str(folder)
    yield folder
    if before is None:
        del os.environ["JUNZI_CACHE"]
    else:
        os.environ["JUNZI_CACHE"] = before
