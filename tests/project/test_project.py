"""The project's own rules: style, types, and what its documents say."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

from paths import ROOT

import basic

PUBLISHED = ["README.md", "basic/README.md", "basic/DECISIONS.md", "basic/CHANGES.md", "programs/README.md"]
PUBLISHED += [f"basic/docs/{path.name}" for path in (ROOT / "basic" / "docs").glob("*.md")]


def tool(*arguments: str) -> None:
    done = subprocess.run([sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff() -> None:
    tool("ruff", "check", ".")


def test_mypy() -> None:
    tool("mypy")


def test_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == basic.__version__
    assert project["dependencies"] == ["lark>=1.2", "pygments>=2.18"]


def test_documents_name_files_that_exist() -> None:
    for document in PUBLISHED:
        text = (ROOT / document).read_text(encoding="utf-8")
        for name in re.findall(r"`((?:basic|tests|programs|pyport)/[\w./-]+)`", text):
            assert (ROOT / name).exists(), f"{document} names {name}"


def test_top_level() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    allowed = {
        "pyproject.toml", "basic", "programs", "pyport", "tests", "README.md", ".ci", ".gitignore", ".gitattributes",
        "LICENSE",
    }  # fmt: skip
    assert {name.split("/")[0] for name in listed} <= allowed
