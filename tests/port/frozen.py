"""What the transpiler makes of everything there is here, frozen, so that a change of it shows what it changes.

    python tests/port/frozen.py freeze FILE      port and run all programs, and keep the result (a few minutes)
    python tests/port/frozen.py compare FILE     the same, what has changed only, and what is otherwise than in the file
    python tests/port/frozen.py compare FILE --show 3 --no-runs      with three differences as text; port only

The programs are those of the repository and some of each kind of random ones, always with the same seeds. Each is
ported in both manners, measured, and run on its input; the engine's single steps say what it should show. Whatever a
port shows otherwise is named, whether it did so before or not.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import difflib
import gzip
import json
import os
import re
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import pytest
from campaign import KINDS, TYPED
from playing import Stopped, limited, play

import basic
from basic.analysis.flow import analyse
from basic.editing.load import load_program
from basic.port import Refused, port

HERE = Path(__file__).parent
ROOT = next(folder for folder in HERE.parents if (folder / "programs").is_dir())
SEEDS = {"period": 60, "typed": 30, "desk": 15, "random": 10, "wide": 10, "stack": 6, "odd": 6, "kept": 10, "loop": 6}
SECONDS = 4
NESTING = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.Match)


def programs() -> Iterator[tuple[str, bytes, str]]:
    """The name of each, its text and what is typed into it."""
    for file in sorted(ROOT.rglob("*.[bB][aA][sS]")):
        beside = file.with_suffix(".in")
        yield str(file.relative_to(ROOT)), file.read_bytes(), beside.read_text("latin-1") if beside.exists() else TYPED
    for kind, count in SEEDS.items():
        for seed in range(count):
            writer = KINDS[kind](seed)
            text = writer.program().encode("latin-1")
            yield f"{kind} {seed}", text, writer.typed() if hasattr(writer, "typed") else TYPED


def measures(text: str, statements: int) -> dict[str, float]:
    """What a reader sees: `size` is lines of code a statement."""
    tree = ast.parse(text)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    lines = {node.lineno for node in ast.walk(tree) if isinstance(node, ast.stmt) and not _said(node)}
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    names |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    returned = [ast.unparse(function.returns) for function in functions if function.returns]
    return {
        "lines": len(lines),
        "size": len(lines) / max(1, statements),
        "nesting": _deepest(tree, 0),
        "flags": sum(result.startswith("tuple[") and "bool" in result for result in returned),
        "longest": max([len({n.lineno for n in ast.walk(f) if isinstance(n, ast.stmt)}) for f in functions], default=0),
        "short": sum(len(name) <= 2 for name in names) / max(1, len(names)),
        "basic": int(bool(re.search(r"^(?:from|import) basic\b", text, re.M))),
        "states": len({*re.findall(r"match (?:g\.)?((?:state|from)_\w+):", text)}),
    }


def _said(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _deepest(node: ast.AST, depth: int) -> int:
    """How many statements stand in each other; `elif` is none more."""
    most = depth
    for child in ast.iter_child_nodes(node):
        elif_ = isinstance(node, ast.If) and node.orelse == [child] and isinstance(child, ast.If)
        most = max(most, _deepest(child, depth + (isinstance(child, NESTING) and not elif_)))
    return most


def ported(source: bytes, exact: bool) -> dict[str, Any]:
    """The text of a port and its measures, or why there is none."""
    program = load_program(source).program
    try:
        made = port(program, exact=exact)
    except Refused as problem:
        return {"refused": str(problem)}
    except Exception as problem:
        return {"refused": f"FAILS with {type(problem).__name__}: {problem}"}
    with contextlib.suppress(Exception):
        return {"text": made.text, **measures(made.text, len(analyse(program).points))}
    return {"text": made.text}


def shown(source: bytes, typed: str, port: dict[str, Any]) -> str:
    """`equal` to what single steps show, or how else it ends."""
    with tempfile.TemporaryDirectory() as here, tempfile.TemporaryDirectory() as there:
        try:
            with limited(SECONDS):
                expected = basic.run(source, typed, engine="step", folder=here, echo=False, unlimited=True).text
            with pytest.MonkeyPatch.context() as patch:
                printed = play(port["text"], typed, Path(there), patch, 2 * SECONDS)
        except Stopped:
            return "endless"
        except Exception as problem:
            return f"FAILS with {type(problem).__name__}: {problem}"
    return "equal" if printed == expected else "DIFFERENT"


def looked_at(given: tuple[str, bytes, str, bool, bool, dict[str, Any]]) -> tuple[str, dict[str, Any]]:
    """A port. What has been run before and is still the same is not run again."""
    name, source, typed, exact, runs, before = given
    found = ported(source, exact)
    same = found.get("text") == before.get("text") or before.get("shown") == "endless"
    if "text" in found and same and "shown" in before:
        found["shown"] = before["shown"]
    elif "text" in found and runs:
        found["shown"] = apart(source, typed, found)
    return name, found


def apart(source: bytes, typed: str, port: dict[str, Any]) -> str:
    """The same in a process of its own, which takes its memory and its end with it."""
    read, write = os.pipe()
    if not (child := os.fork()):
        try:
            os.write(write, shown(source, typed, port).encode()[:4000])
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        said = pipe.read().decode(errors="replace")
    os.waitpid(child, 0)
    return said or "the process ended"


def everything(runs: bool, jobs: int, before: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    asked = []
    for name, *program in programs():
        for exact in (False, True):
            key = name + " --exact" * exact
            asked.append((key, *program, exact, runs, before.get(key, {})))
    with Pool(jobs) as pool:
        return dict(pool.imap(looked_at, asked, chunksize=4))


def table(state: dict[str, dict[str, Any]]) -> str:
    """The measures of all ports of either manner: median, and the worst or the sum."""
    lines = []
    for exact in (False, True):
        ports = [found for name, found in state.items() if name.endswith(" --exact") == exact and "size" in found]
        said = [f"{len(ports)} ports"]
        for what in ("size", "nesting", "longest", "short"):
            numbers = [found[what] for found in ports if found["lines"] >= 10]
            said.append(f"{what} {statistics.median(numbers):.3g} (at most {max(numbers):.3g})")
        said += [f"{what} {sum(found[what] for found in ports)}" for what in ("lines", "flags", "basic", "states")]
        lines.append(f"{'exact' if exact else 'usual'}: {', '.join(said)}")
    ends = Counter(re.sub(r"\d+", "N", found.get("shown", found.get("refused", ""))) for found in state.values())
    return "\n".join([*lines, ", ".join(f"{count} {end or 'not run'}" for end, count in ends.most_common(8))])


def compare(before: dict[str, dict[str, Any]], after: dict[str, dict[str, Any]], show: int) -> int:
    """Say what is otherwise. How many ports show something else than they should, and did not before."""
    wrong = 0
    changed = [name for name in after if before.get(name, {}).get("text") != after[name].get("text")]
    for name, found in after.items():
        then = before.get(name, {})
        for what in ("refused", "shown"):
            if then.get(what) != found.get(what) and (what == "refused" or {what} <= found.keys()):
                worse = found.get(what) not in (None, "equal")
                wrong += worse
                print(f"{'! ' * worse}{name}: {then.get(what)} -> {found.get(what)}")
    for name in changed[:show]:
        texts = [state.get(name, {}).get("text", "").splitlines() for state in (before, after)]
        print(*difflib.unified_diff(*texts, name, name, lineterm="", n=2), sep="\n")
    kinds = Counter(name.split()[0] if name.split()[0] in SEEDS else "repository" for name in changed)
    print(f"{len(changed)} of {len(after)} ports changed: {dict(kinds)}", f"before:\n{table(before)}", sep="\n")
    print(f"now:\n{table(after)}")
    return wrong


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("act", choices=["freeze", "compare"])
    asked.add_argument("file", type=Path)
    asked.add_argument("-j", type=int, default=1, help="how many processes")
    asked.add_argument("--no-runs", action="store_true", help="port only")
    asked.add_argument("--show", type=int, default=0, help="how many differences as text")
    asked.add_argument("--again", action="store_true", help="run also what is ported as it was")
    options = asked.parse_args()
    before = json.loads(gzip.decompress(options.file.read_bytes())) if options.act == "compare" else {}
    state = everything(not options.no_runs, options.j, {} if options.again else before)
    if options.act == "freeze":
        options.file.write_bytes(gzip.compress(json.dumps(state).encode()))
        print(table(state))
        return 0
    return 1 if compare(before, state, options.show) else 0


if __name__ == "__main__":
    sys.exit(main())
