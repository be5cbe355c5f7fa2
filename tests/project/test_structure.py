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
from basic.engine import step_compiler as _step_compiler
from basic.engine.inline import INLINE  # filled there
from basic.engine.writers import PLANNERS, WRITERS
from basic.library import words as _words
from basic.library.registry import FUNCTIONS, STATEMENTS
from basic.library.unsupported import UNSUPPORTED
from basic.syntax import build, effects, tables
from basic.syntax import nodes as n
from basic.syntax.tokens import KEYWORDS, Keyword, Role

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


def imports(path: Path) -> Iterator[tuple[tuple[str, ...], bool]]:
    """What a file imports of `basic`, wherever in it, and whether for its types alone: `("port", "lines", "page")`."""
    package = ("basic", *path.relative_to(PACKAGE).parts[:-1])
    tree = ast.parse(path.read_text(encoding="utf-8"))
    checks = (node for node in ast.walk(tree) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))
    typed = {inner for check in checks for statement in check.body for inner in ast.walk(statement)}
    for node in ast.walk(tree):
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
                yield tuple(parts), node in typed


def imported(path: Path) -> Iterator[tuple[str, ...]]:
    return (name for name, _ in imports(path))


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


# The only arrows that may close a circle: what a part imports of its whole for the types, ...
WHOLES = {
    "analysis.routines.graph": "its parts build it together",
    "engine.blocks": "who writes its loops is handed it",
    "engine.code": "the versions of it",
    "engine.interpreter": "its parts are handed it",
    "engine.native.plan": "the tier starts them",
    "engine.native.regions": "what runs them tells it",
    "engine.native.running": "the tier starts them",
    "engine.runtime": "its parts are handed it",
    "engine.steps": "a signal leads back to them",
    "gw.program": "handlers are handed it",
    "machine.console": "its editor and its terminal are handed it",
    "machine.film": "a picture of it",
    "port.plan.knowledge": "its parts are handed it",
    "port.words.expressions": "its parts are handed it",
    "port.write": "the file around what it writes",
}
# ... and what is imported when it is needed, which most runs never come to.
SELDOM = {
    ("cli", "cli.parsing"): "argparse takes as long as starting Python",
    ("cli.run", "cli.parsing"): "the same",
    ("engine.native.tier", "engine.native.regions"): "only where machine code pays",
    ("engine.steps", "engine.step_compiler"): "only for a step that no run has made",
    ("machine.terminal", "machine.tty"): "only where somebody sits at it",
}


def test_no_circles() -> None:
    """Imports in functions and for types alone are counted, too."""
    modules = {".".join(path.relative_to(PACKAGE).with_suffix("").parts): path for path in PACKAGE.rglob("*.py")}
    modules = {name.removesuffix("__init__").rstrip("."): path for name, path in modules.items()}
    arrows: dict[str, set[str]] = {name: set() for name in modules}
    left: set[str] = set()
    for module, path in modules.items():
        for parts, typed in imports(path):
            name = next(".".join(parts[:k]) for k in range(len(parts), -1, -1) if ".".join(parts[:k]) in modules)
            if (typed and name in WHOLES) or (module, name) in SELDOM:
                left.add(name)
            elif name and name != module:
                arrows[module].add(name)
    assert left == {*WHOLES, *(name for _, name in SELDOM)}
    while leaves := {name for name, others in arrows.items() if not others & arrows.keys()}:
        arrows = {name: others for name, others in arrows.items() if name not in leaves}
    assert not arrows, {name: others & arrows.keys() for name, others in arrows.items()}


def test_the_tour_names_every_file() -> None:
    """The programs of the benchmark by their folder."""
    tour = (PACKAGE / "README.md").read_text(encoding="utf-8")
    files = {path for path in PACKAGE.rglob("*.py") if not path.stem.startswith("__")}
    files -= set((PACKAGE / "bench" / "programs").iterdir())
    assert not [path.name for path in files if not re.search(rf"\b{path.stem}\b", tour)]


def test_written_code_is_looked_at_as_trees() -> None:
    """What a written line says is asked of its tree: nothing that finishes functions or puts a file together has
    regular expressions, but for what lays out remarks, or looks at how a line is spelt."""
    files = [*(PACKAGE / "port").glob("*.py"), *(PACKAGE / "port" / "lines").glob("*.py")]
    assert {path.stem for path in files if "re" in names_imported(path)} == {"text"}
    passes = [*(PACKAGE / "port" / "lines").glob("*.py"), *(PACKAGE / "port" / f"{name}.py" for name in AROUND)]
    assert {path.stem for path in passes if SPELLING & attributes_of(path)} == {"trees"}  # which makes them


AROUND = ("whole", "text", "imports", "script")
SPELLING = {"startswith", "endswith", "partition", "rpartition", "removeprefix", "removesuffix"}


def attributes_of(path: Path) -> set[str]:
    return {node.attr for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Attribute)}


def names_imported(path: Path) -> set[str]:
    """The modules of Python's own that a file imports."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}


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
# What a new word needs, in the order in which one meets it: a rule of the grammar, a node among the statements, and who
# carries that out. And each word is used by a case that was compared with the real machine or with a second authority.

assert _words and _step_compiler
WORDS = [keyword for keyword in KEYWORDS if keyword.role is not Role.OPERATOR and keyword.reserved]
LINES = {"REM", "'", "DATA", "IF", "ELSE"}  # a line is taken apart at these, before its statements are parsed
KINDS = {"USR": n.UsrFunction, "FN": n.UserFunction}  # functions that are no calls of one of BASIC's own


def _grammar() -> dict[str, str]:
    """The rules with their alternatives."""
    return dict(re.findall(r"^\??([a-z_]+):((?:.*\n)(?:    \|.*\n)*)", tables.grammar(), re.M))


GRAMMAR = _grammar()


@pytest.mark.parametrize("keyword", WORDS, ids=lambda k: k.word)
def test_every_keyword_is_in_the_grammar(keyword: Keyword) -> None:
    names = "|".join(map(re.escape, (keyword.terminal, keyword.word)))
    found = re.compile(rf'(?<![\w"])({names})(?![\w"])|"({names})"')
    assert keyword.word in LINES or any(map(found.search, GRAMMAR.values())), "no rule of gwbasic.lark"


@pytest.mark.parametrize("rule", re.findall("[a-z_]+", GRAMMAR["statement"]))
def test_every_rule_gives_a_statement(rule: str) -> None:
    kind = getattr(n, "".join(word.capitalize() for word in rule.split("_")), None)
    assert kind in effects.STATEMENTS if kind is not None else hasattr(build, rule), "a Statement in nodes.py"


@pytest.mark.parametrize("kind", sorted(effects.STATEMENTS, key=str), ids=lambda kind: kind.__name__)
def test_every_statement_is_carried_out(kind: type) -> None:
    assert kind in WRITERS or kind in PLANNERS, f"@writes(n.{kind.__name__}) in engine/statements.py"


@pytest.mark.parametrize("keyword", [k for k in WORDS if k.terminal == "COMMAND"], ids=lambda k: k.word)
def test_every_command_has_a_meaning(keyword: Keyword) -> None:
    word = keyword.word
    assert any(word in table for table in (STATEMENTS, UNSUPPORTED, WRITERS, PLANNERS)), f'@statement("{word}")'


@pytest.mark.parametrize("keyword", [k for k in WORDS if k.role is Role.FUNCTION], ids=lambda k: k.word)
def test_every_function_has_a_meaning(keyword: Keyword) -> None:
    word = keyword.word
    assert word in FUNCTIONS or word in INLINE or KINDS.get(word) in effects.EXPRESSIONS, f'@function("{word}")'


@pytest.mark.parametrize("entry", [*STATEMENTS.values(), *FUNCTIONS.values()], ids=lambda e: e.word)
def test_every_library_word_has_a_docstring(entry: object) -> None:
    assert entry.function.__doc__  # type: ignore[attr-defined]


def _texts() -> str:
    cases = [*(TESTS / "truth").rglob("*.bas"), *(TESTS / "cases").rglob("*.bas")]
    return "\n".join(path.read_bytes().decode("latin-1").upper() for path in cases)


TEXTS = _texts()


@pytest.mark.parametrize("word", sorted({k.word for k in WORDS if k.role is not Role.OTHER} | set(INLINE)))
def test_every_word_has_a_case(word: str) -> None:
    if word in DIRECT_ONLY:
        return
    assert re.search(rf"(?<![A-Z0-9.]){re.escape(word)}", TEXTS), f"no case uses {word}"


# What is typed at the prompt or needs a device has its cases elsewhere in the tests.
DIRECT_ONLY = {
    *("CONT", "SHELL", "LOCK", "UNLOCK", "USR"),
    *("LIST", "LLIST", "DELETE", "EDIT", "AUTO", "RENUM", "LOAD", "SAVE", "MERGE", "COM"),
}
