"""Every command and example in the README and the pages of basic/docs: they print what is written there.

In these pages a fence of `console` has commands behind `$ ` and what they print, where `...` stands for any lines; the
comment `<!-- file: NAME -->` makes a file of the fence below it; `<!-- session -->` is typed at the prompt.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from textwrap import indent

import pytest
from paths import ROOT, TESTS
from tmux import PATIENCE, Screen, needs_tmux

import basic
from basic.checking.absent import OPTIONS
from basic.cli import COMMANDS
from basic.library.unsupported import UNSUPPORTED

DOCS = ROOT / "basic" / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
README = PAGES[0].read_text("utf-8")
PART = re.compile(r"(?:<!-- (?P<mark>[^>]*?) -->\n)?```(?P<kind>\w*)\n(?P<text>.*?)```\n", re.S)
INSTALLING = 400.0  # seconds of patience with pip and what is behind it
OFFLINE = "No matching distribution found"
TYPED = re.compile(r"\d+ (?!Bytes)|RUN$|SAVE |LIST$|SYSTEM$")


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    """An environment whose `basic` and `python` are those of this process."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, options in (("basic", "-m basic "), ("python", "")):
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec {sys.executable} {options}"$@"\n')
        script.chmod(0o755)
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("JUNZI")},
        "PATH": f"{folder}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "JUNZI_CACHE": str(tmp_path / "cache"),
    }


def agrees(shown: str, expected: str) -> bool:
    pattern = "(?:.*\n)*".join(re.escape(part) for part in re.split(r"^\.\.\.\n", expected, flags=re.M))
    return re.fullmatch(pattern, shown) is not None


def trimmed(text: str) -> str:
    """Without blanks at the ends of lines, which editors take away."""
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


@pytest.mark.skipif(os.name != "posix", reason="the pages show a POSIX shell")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_the_pages_show(page: Path, tmp_path: Path, shell: dict[str, str]) -> None:
    work = tmp_path / "work"
    work.mkdir()
    for part in PART.finditer(page.read_text("utf-8")):
        mark, kind, text = part["mark"] or "", part["kind"], part["text"]
        if mark.startswith("file: "):
            (work / mark.removeprefix("file: ")).write_text(text, "utf-8")
        elif mark == "session":
            _, *typed = (line for line in text.splitlines() if TYPED.match(line) or line == "$ basic")
            done = subprocess.run(
                ["basic"], input="\n".join(typed), cwd=work, env=shell, capture_output=True, text=True, check=True
            )
            hint = "SYSTEM or Ctrl-D leaves; `basic help` shows how to begin\n"  # at a terminal
            assert trimmed(done.stdout) == trimmed(text).removeprefix("$ basic\n").replace(hint, "")
        elif kind == "console":
            for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.M):
                whole = f"{{ {command}; }} 2>&1"
                done = subprocess.run(whole, shell=True, cwd=work, env=shell, stdout=-1, text=True, check=False)
                assert agrees(trimmed(done.stdout), trimmed(expected)), f"$ {command}\n{done.stdout}"
        else:
            assert kind in ("", "sh", "python", "basic")


def test_commands_and_pages_that_are_named_are_there() -> None:
    pages = {path.stem.lower() for path in DOCS.glob("*.md")}
    for page in PAGES:
        text = page.read_text("utf-8")
        for words in re.findall(r"`basic ([a-z][^`]*)`", text):
            word, *more = words.split()
            assert word in COMMANDS or word.endswith(".txt"), f"{page.name}: basic {words}"
            assert word != "help" or not more or more[0] in pages or more[0] == "TOPIC", f"{page.name}: basic {words}"
    assert all(f"`basic help {name}`" in README for name in pages - {"papers"})


def test_the_readme() -> None:
    assert len(README.splitlines()) <= 150
    assert README.index("not there") < README.index("## Try it")
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)
    assert pictures and all((ROOT / picture).stat().st_size < 60_000 for picture in pictures)
    assert basic.run("10 PRINT 1/3").text == " .3333334 \n"


def test_the_page_of_limits_is_complete() -> None:
    text = (DOCS / "LIMITS.md").read_text("utf-8")
    for reason in dict.fromkeys(UNSUPPORTED.values()):
        words = {word for word, waits in UNSUPPORTED.items() if waits == reason and not word.endswith("(")}
        if words:
            section = text.partition(f"## Waiting for {reason}\n")[2].partition("\n## ")[0]
            assert set(re.findall(r"`([^`]+)`", section)) == words, reason
    assert text.count("## Waiting for") == len({waits for word, waits in UNSUPPORTED.items() if not word.endswith("(")})
    assert all(f"`{word}`" in text and f"`{option}`" in text for word, option in OPTIONS.items())


@needs_tmux
def test_the_session_at_a_terminal(tmp_path: Path, shell: dict[str, str]) -> None:
    """As the README shows it."""
    (session,) = (part["text"] for part in PART.finditer(README) if part["mark"] == "session")
    lines = session.splitlines()[1:]
    (tmp_path / "work").mkdir()
    with Screen(tmp_path / "work", tmp_path, f"{sys.executable} -m basic") as screen:
        for count, line in enumerate(lines, 1):
            if TYPED.match(line):
                time.sleep(0.3)  # until the line editor has the terminal
                screen.type(line)
            limit = time.monotonic() + PATIENCE
            while (shown := screen.lines()[:count]) != lines[:count]:
                assert time.monotonic() < limit, "\n".join(shown)
                time.sleep(0.05)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What a newcomer has after `git clone`; where git is not there or has nothing to clone, a copy of the files."""
    if shutil.which("git") and (ROOT / ".git").exists():
        done = subprocess.run(["git", "clone", "-q", ROOT, tmp_path / "junzi"], check=False)
        if done.returncode == 0:
            return tmp_path / "junzi"
    ignored = [pattern.strip("/") for pattern in (ROOT / ".gitignore").read_text("utf-8").split()]
    return shutil.copytree(ROOT, tmp_path / "junzi", ignore=shutil.ignore_patterns(".git", *ignored))


@needs_tmux
def test_the_first_hour(tmp_path: Path, clone: Path) -> None:
    """A newcomer at a terminal in a fresh clone: `$ ` is typed at the shell, `> ` at the prompt, `...` stands for any
    rows. All that is there is what the README's own commands make."""
    lines = (TESTS / "transcripts" / "first_hour.txt").read_text("utf-8").splitlines()
    for number, line in ((0, "the main command"), (3, "how it becomes plain `basic`")):
        command = lines[number].removeprefix("$ ")
        assert f"\n{command}\n" in README or f"`{command}`" in README, line
    start = "unset PYTHONPATH VIRTUAL_ENV; export VIRTUAL_ENV_DISABLE_PROMPT=1 PS1='$ '"
    expected = ""
    with Screen(clone, tmp_path, f"{start}; exec bash --norc --noprofile --noediting") as screen:
        screen.expect("$")
        for line, following in zip(lines, [*lines[1:], "$ "], strict=True):
            if line.startswith(("$ ", "> ")):
                time.sleep(0.3)  # until the line editor has the terminal
                screen.type(typed := line[2:])
            expected += "(?:.*\n)*" if line == "..." else re.escape(line.removeprefix("> ").rstrip()) + "\n"
            if following.startswith(("$ ", "> ")):
                rest = r"\$\n" if following.startswith("$ ") else ""
                limit = time.monotonic() + (INSTALLING if "pip" in typed else PATIENCE)
                while not re.fullmatch(expected + rest, shown := "".join(f"{row}\n" for row in screen.lines(past=200))):
                    if OFFLINE in shown and os.environ.get("CI") != "true":
                        pytest.skip("pip finds nothing to install from")
                    assert time.monotonic() < limit, shown
                    time.sleep(0.1)


def test_the_tour_follows_a_program(tmp_path: Path, shell: dict[str, str]) -> None:
    """What it shows of the names, its last step but one, is what is written, behind the helpers that it names."""
    tour = (ROOT / "basic" / "README.md").read_text("utf-8").partition("## The port\n")[2]
    (program,) = re.findall(r"```basic\n(.*?)```", tour, re.S)
    (tmp_path / "guess.bas").write_text(program)
    command = ["basic", "port", "guess.bas", "-o", "-"]
    done = subprocess.run(command, cwd=tmp_path, env=shell, capture_output=True, text=True)
    shown = re.findall(r"```python\n(.*?)```", tour, re.S)[1]
    assert indent(f"turns = 0\n{shown}", "    ") in done.stdout, done
    assert re.findall(r"^def (\w+)", done.stdout, re.M) == ["ask_number", "rnd", "main"]
    assert "in 8 runs, which took 100 % of its branches: the same text" in done.stdout


def test_decisions_name_files_that_are_there() -> None:
    text = (ROOT / "basic" / "DECISIONS.md").read_text("utf-8")
    named = set(re.findall(r"`([a-z_]+/[a-z_/]+\.py)`", text))
    homes = (ROOT, ROOT / "basic", ROOT / "basic" / "port")
    assert len(named) > 20
    assert [name for name in sorted(named) if not any((home / name).is_file() for home in homes)] == []
