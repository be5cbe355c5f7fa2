"""The rules of basic/README.md, read out of the imports; and nothing of the language was forgotten."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from paths import ROOT, TESTS

import basic
from basic.cache import SOURCES
from basic.engine.inline import INLINE  # filled there
from basic.engine.statements import Statements
from basic.engine.steps import Steps
from basic.library import words as _words
from basic.library.registry import FUNCTIONS, STATEMENTS
from basic.library.unsupported import UNSUPPORTED
from basic.syntax.tokens import KEYWORDS, Role

PACKAGE = ROOT / "basic"

# Who may import whom: each package only those before it that are named here (and itself, errors and record).
LAYERS = {
    "values": set(),
    "arithmetic": {"values"},
    "machine": {"values"},
    "library": {"values", "machine"},
    "gw": {"values", "arithmetic", "machine", "library"},
    "syntax": {"values"},
    "analysis": {"syntax", "values", "arithmetic", "library"},
    "editing": {"syntax", "analysis", "values"},
    "engine": {"values", "arithmetic", "machine", "library", "syntax", "analysis", "editing"},
    "port": {"values", "machine", "library", "gw", "syntax", "analysis", "editing"},
    "prompt": {"values", "machine", "library", "syntax", "analysis", "editing", "engine"},
    "checking": {"library", "syntax", "analysis", "values"},
    "profile": {"values", "machine", "library", "syntax", "analysis", "editing", "engine"},
}
# And within the two that are packages of packages: each only itself and those before it ("": its own files).
INNER = {
    "analysis": ["", "variables", "routines", "shapes", "numbers"],
    "port": ["helpers", "naming", "lines", "program", "shape", "words", "plan", "routine", ""],
}
LEAVES = {"errors", "record", "codepage", "sizes", "lists", "cache", "garbage", "finding"}


def imported(path: Path) -> Iterator[tuple[str, ...]]:
    """What a file imports of `basic`, wherever in it: `("port", "lines", "page", "Line")`."""
    package = ("basic", *path.relative_to(PACKAGE).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            stem = f"{start}.{node.module}" if start and node.module else start or node.module or ""
            names = [f"{stem}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            first, *parts = name.split(".")
            if first == "basic" and parts:
                yield tuple(parts)


@pytest.mark.parametrize("layer", LAYERS)
def test_layers(layer: str) -> None:
    allowed = LAYERS[layer] | LEAVES | {layer, "__version__"}
    strays = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in (PACKAGE / layer).rglob("*.py")
        for name, *_ in imported(path)
        if name not in allowed
    }
    assert not strays


@pytest.mark.parametrize("package", INNER)
def test_layers_within(package: str) -> None:
    order = INNER[package]

    def inner(part: str) -> int:
        return order.index(part if part in order else "")

    strays = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in (PACKAGE / package).rglob("*.py")
        for name in imported(path)
        if name[0] == package and inner(name[1]) > inner(path.relative_to(PACKAGE / package).with_suffix("").parts[0])
    }
    assert not strays
    assert {path.parent.name for path in (PACKAGE / package).glob("*/__init__.py")} <= set(order)


def test_kept_code_depends_on_all_that_makes_it() -> None:
    """What the engine imports, and so on, is among the sources whose change makes the cache begin anew."""
    found: set[Path] = set()
    coming = list((PACKAGE / "engine").rglob("*.py"))
    while coming:
        path = coming.pop()
        if path not in found:
            found.add(path)
            for name in imported(path):
                files = [PACKAGE.joinpath(*name[:length]) for length in range(1, len(name) + 1)]
                coming += [file.with_suffix(".py") for file in files if file.with_suffix(".py").is_file()]
    assert {path.parent.relative_to(PACKAGE).as_posix() for path in found} <= {folder or "." for folder in SOURCES}


def test_leaves_import_nothing_of_ours() -> None:
    for leaf in LEAVES:
        assert {name for name, *_ in imported(PACKAGE / f"{leaf}.py")} <= {"__version__"}


def test_the_ports_do_not_import_the_engine() -> None:
    for path in (ROOT / "pyport").rglob("*.py"):
        assert not re.search(r"^\s*(from|import) basic\b", path.read_text(encoding="utf-8"), re.M), path


def test_the_core_has_no_threads_and_no_subprocesses() -> None:
    """A lock is none: `analysis/shapes/structure.py` has one, since all threads share Python's limit of recursion."""
    for layer in LAYERS:
        for path in (PACKAGE / layer).rglob("*.py"):
            text = path.read_text(encoding="utf-8").replace("from threading import RLock\n", "")
            found = re.search(
                r"^\s*(import|from) (subprocess|multiprocessing|concurrent|asyncio|threading|_thread)\b", text, re.M
            )
            assert not found, path


def test_public_names() -> None:
    for name in basic.__all__:
        assert getattr(basic, name).__doc__, name


# ---- completeness -----------------------------------------------------------------------------------------------
# Every keyword has a meaning: a function of the library, a method of the engine, or its place in the list of what is
# still to come. And each is used by a case that was compared with the real machine or with a second authority.

assert _words
METHODS = {name for name in dir(Statements) if name.startswith("_") and not name.startswith("__")}
STEPPED = Path(PACKAGE / "engine" / "step_compiler.py").read_text(encoding="utf-8")
COMMANDS = Path(PACKAGE / "engine" / "commands.py").read_text(encoding="utf-8")
assert Steps.step.__code__

# Words that are parts of statements, with the node class that carries each.
PARTS = {
    "THEN", "ELSE", "TO", "STEP", "TAB(", "SPC(", "FN", "USR", "NOT", "OFF", "USING", "AND", "OR", "XOR", "EQV", "IMP",
    "MOD", "DEF", "ON", "OPTION", "NAME", "REM", "'", "COM",
    "NOISE", "TERM",  # words of other machines
}  # fmt: skip
NODES = {
    "FOR": "For", "NEXT": "Next", "GOTO": "Goto", "GOSUB": "Gosub", "RETURN": "Return", "IF": "If", "WHILE": "While",
    "WEND": "Wend", "RESUME": "Resume", "RUN": "Run", "CHAIN": "Chain", "LIST": "ListLines", "LLIST": "ListLines",
    "DELETE": "ListLines", "EDIT": "ListLines", "AUTO": "Numbering", "RENUM": "Numbering", "LOAD": "FileCommand",
    "SAVE": "FileCommand", "MERGE": "FileCommand",
}  # fmt: skip
STATEMENT_METHODS = {
    "LET": "_let", "DATA": "_data", "READ": "_read", "DIM": "_dim", "ERASE": "_erase", "SWAP": "_swap",
    "PRINT": "_print", "LPRINT": "_print",
    "WRITE": "_write", "INPUT": "_input", "LINE": "_lineinput", "OPEN": "_open", "CLOSE": "_close",
    "FIELD": "_field", "GET": "_record", "PUT": "_record", "LSET": "_justify", "RSET": "_justify", "DEFSTR": "_deftype",
    "DEFINT": "_deftype", "DEFSNG": "_deftype", "DEFDBL": "_deftype", "COMMON": "_common", "RESTORE": "_restore",
    "WIDTH": "_width", "KEY": "_key", "IOCTL": "_ioctl", "LOCK": "_lock", "UNLOCK": "_lock", "MID$": "_midassign",
    "DATE$": "_clockassign", "TIME$": "_clockassign", "VIEW": "_viewport", "PSET": "_pset", "PRESET": "_pset",
    "CIRCLE": "_circle", "PAINT": "_paint", "WINDOW": "_viewport", "DRAW": "_macro", "PLAY": "_macro",
    "PALETTE": "_palette",
}  # fmt: skip


def meaning(word: str) -> bool:
    if word in PARTS or word in STATEMENTS or word in FUNCTIONS or word in INLINE:
        return True
    if word in NODES:
        return f"n.{NODES[word]}" in STEPPED
    if word in STATEMENT_METHODS:
        return STATEMENT_METHODS[word] in METHODS
    if f'"{word}"' in STEPPED or f'"{word}"' in COMMANDS:
        return True
    if word in ("ERROR", "RANDOMIZE", "ENVIRON$"):
        return True
    return word in UNSUPPORTED or any(entry.split()[0].rstrip("(") == word for entry in UNSUPPORTED)


@pytest.mark.parametrize("keyword", [k for k in KEYWORDS if k.role is not Role.OPERATOR], ids=lambda k: k.word)
def test_every_keyword_has_a_meaning(keyword: object) -> None:
    assert meaning(keyword.word), keyword  # type: ignore[attr-defined]


@pytest.mark.parametrize("entry", [*STATEMENTS.values(), *FUNCTIONS.values()], ids=lambda e: e.word)
def test_every_library_word_has_a_docstring(entry: object) -> None:
    assert entry.function.__doc__  # type: ignore[attr-defined]


def _texts() -> str:
    cases = [*(TESTS / "truth").rglob("*.bas"), *(TESTS / "cases").rglob("*.bas")]
    return "\n".join(path.read_bytes().decode("latin-1").upper() for path in cases)


TEXTS = _texts()


@pytest.mark.parametrize("word", sorted({*STATEMENTS, *FUNCTIONS, *INLINE, *NODES} - set(UNSUPPORTED)))
def test_every_word_has_a_case(word: str) -> None:
    if word in DIRECT_ONLY:
        return
    assert re.search(rf"(?<![A-Z0-9.]){re.escape(word)}", TEXTS), f"no case uses {word}"


# What is typed at the prompt or needs a device has its cases elsewhere in the tests.
DIRECT_ONLY = {"LIST", "LLIST", "DELETE", "EDIT", "AUTO", "RENUM", "LOAD", "SAVE", "MERGE", "COM"}
