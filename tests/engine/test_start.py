"""Quick starts: a program that was run before behaves the same, whatever has become of what was kept of it."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from inspect import getsource
from pathlib import Path

import pytest
from paths import ROOT
from test_truth import cases, comparable, part

from basic import cache as caches
from basic.cache import Cache, standard
from basic.cli.options import read_plain
from basic.engine.interpreter import Interpreter
from basic.engine.rest import Outcome
from basic.engine.session import Session
from basic.engine.starting import start
from basic.library import words
from basic.library.registry import NAMED, Entry
from basic.machine.disk import MemoryDisk
from basic.machine.machine import Machine
from basic.machine.terminal import MemoryTerminal

assert words  # they bind themselves when they are imported
# Modules that cost more than they give where a program only has to be run.
HEAVY = {
    *("lark", "pygments", "argparse", "dataclasses", "typing", "re", "enum", "pathlib", "datetime", "json", "signal"),
    *("threading", "random", "locale", "inspect", "hashlib", "importlib.metadata", "shutil", "tempfile", "subprocess"),
    *("basic.syntax", "basic.syntax.nodes", "basic.analysis.flow", "basic.editing", "basic.engine.compiled"),
    *("basic.engine.steps", "basic.engine.commands", "basic.machine.host", "basic.machine.tty", "llvmlite"),
}
# And those that a port may want.
NEEDLESS = {"functools", "collections", "contextlib", "basic.finding", "basic.arithmetic.ranges"}
PROGRAM = """\
10 DEFINT A-Z: DEF FNT(X)=X*3: DIM A$(4): ON ERROR GOTO 100
20 FOR I=1 TO 4: READ A$(I): PRINT A$(I);FNT(I);LEFT$("ABC",I): NEXT
30 GOSUB 80: K=0: WHILE K<3: K=K+1: IF K=2 THEN 50
40 PRINT "K";K;
50 WEND: RESTORE: READ B$: PRINT B$, 1/3; SQR(4)
60 INPUT N: PRINT N*2: ON N GOTO 90
70 DATA ONE,"TWO, THREE",3,4
80 PRINT "SUB": RETURN
90 ERROR 77
100 PRINT ERR;ERL: END
"""


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(str(tmp_path / "kept"), b"ground")


def run(
    source: str, cache: Cache | None, *typed: str, files: dict[str, bytes] | None = None
) -> tuple[str, Outcome, Interpreter]:
    terminal = MemoryTerminal(typed)
    interpreter = Interpreter(Machine(terminal, disks={"C": MemoryDisk(files or {})}))
    start(interpreter, source.encode("latin-1"), cache)
    outcome = interpreter.run()
    return terminal.text, outcome, interpreter


def entries(cache: Cache) -> list[Path]:
    return sorted(Path(cache.folder).iterdir())


@pytest.fixture
def no_tree(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From now on, nothing may read a program's text."""

    def fail(*_: object) -> None:
        raise AssertionError("the tree was asked for")

    return lambda: monkeypatch.setattr("basic.editing.load.load_program", fail)


@pytest.mark.parametrize("case", cases("run"))
def test_the_same_transcript(case: dict[str, str], cache: Cache, no_tree: Callable[[], None]) -> None:
    """First without and then with an entry, every recorded program prints what the real GW-BASIC printed; and the
    second time nothing is read, not even what it chains to."""
    typed = part(case, ".in").split("\n")
    for _ in range(2):
        text, _, _ = run(part(case, ".bas"), cache, *(typed if typed[-1] else typed[:-1]))
        assert comparable(text, True) == comparable(part(case, ".out"), True)
        assert len(entries(cache)) == (2 if "CHAIN" in part(case, ".bas") else 1)
        no_tree()


def test_a_hit_needs_no_tree(cache: Cache, no_tree: Callable[[], None]) -> None:
    first, _, _ = run(PROGRAM, cache, "1")
    assert first.endswith("? 1\n 2 \n 77  90 \n")
    no_tree()
    assert run(PROGRAM, cache, "1")[0] == first


CHAINED = """\
10 DEFINT A-C: COMMON A,X,T$,V(): DIM V(2): A=7: X=.5: T$="T": V(1)=2.5: B=1
20 CHAIN "N"
"""
FILES = {
    "N.BAS": b"""\
10 PRINT A;X;T$;V(1);B: DEFINT X: X=2.6: PRINT X: DEFSNG X: PRINT X
20 IF Z=0 THEN Z=1: X=1000.5: CHAIN MERGE "M",30,ALL,DELETE 10-20
30 PRINT "never"
""",
    "M.BAS": b"""\
30 PRINT X;Z: ON ERROR GOTO 50: PRINT 1/0: CLEAR: PRINT X: DEFSTR X: X="XS": PRINT X
40 CHAIN "L",30
50 RESUME NEXT
""",
    "L.BAS": b"""\
10 PRINT "L": RUN "E"
30 LOAD "L",R
""",
    "E.BAS": b"""\
10 SYSTEM
""",
}


def test_programs_that_give_way_to_others(cache: Cache, no_tree: Callable[[], None]) -> None:
    """What one run has come to by CHAIN, LOAD and RUN, a later one finds ready."""
    first, outcome, _ = run(CHAINED, cache, files=FILES)
    assert (first, outcome.reason) == (" 0  .5 T 2.5  0 \n 3 \n .5 \n 1000.5  1 \n 0 \nXS\nL\n", "system")
    no_tree()
    assert run(CHAINED, cache, files=FILES)[0] == first
    assert len(entries(cache)) == 5


STEPPED = """\
10 ON ERROR GOTO 90
20 PRINT 1/0: PRINT "ON": FOR I=1 TO 2: ERROR 5: NEXT
30 IF 1/0 THEN PRINT "X" ELSE PRINT "Y"
40 TRON
45 GOSUB 80
46 TROFF: FOR D#=1 TO 2
50 N=3: WHILE N: ERROR 6: N=N-1: WEND: ON N+1 GOTO 60
60 READ A,B: PRINT A;LEFT$("ABC",2);SQR(4): IF N=0 THEN END
70 DATA 5
80 RETURN
90 PRINT ERR;: IF ERR=13 AND T=0 THEN T=1: RESUME ELSE RESUME NEXT
"""


def test_a_hit_that_steps_needs_no_tree(cache: Cache, no_tree: Callable[[], None]) -> None:
    """What the first run has carried out by single steps, a later one can without reading the text."""
    first, _, _ = run(STEPPED, cache)
    assert first == " 11 ON\n 5  5  11 [45][80][46] 13  13  6  6  6  4  5 AB 2 \n"
    no_tree()
    assert run(STEPPED, cache)[0] == first
    assert len(entries(cache)) == 1


def surroundings(tmp_path: Path) -> dict[str, str]:
    """The environment of a process that keeps what it works out in a folder."""
    return {**os.environ, "JUNZI_CACHE": str(tmp_path / "kept"), "PYTHONPATH": str(ROOT)}


def test_steps_behind_a_subroutine_are_kept(cache: Cache, no_tree: Callable[[], None]) -> None:
    """Where single steps return to may lie within the fast code, behind a GOSUB whose subroutine stands in place."""
    returning = "10 ON ERROR GOTO 40: GOSUB 30: PRINT 5: END\n30 A%=40000: PRINT 3: RETURN\n40 RESUME NEXT\n"
    assert run(returning, cache)[0] == " 3 \n 5 \n"
    no_tree()
    assert run(returning, cache)[0] == " 3 \n 5 \n"


def test_what_a_hit_imports(tmp_path: Path) -> None:
    source = tmp_path / "P.BAS"
    source.write_text(PROGRAM)
    code = (
        "import sys; before = set(sys.modules); from basic.cli import main; status = main(sys.argv[1:]);"
        "print(status, *sorted(set(sys.modules) - before), file=sys.stderr)"
    )
    environment = surroundings(tmp_path)
    command = [sys.executable, "-S", "-c", code, "run", "--columns=80", str(source)]
    for _ in range(2):
        done = subprocess.run(command, env=environment, input=b"1\n", capture_output=True, timeout=60, check=True)
        assert b" 77  90 \n" in done.stdout, done.stderr
    status, *imported = done.stderr.decode().split()
    assert status == "0"
    assert not (HEAVY | NEEDLESS).intersection(imported)


def test_what_a_ported_program_imports() -> None:
    code = "import sys; before = set(sys.modules); import basic.gw.program; print(*set(sys.modules) - before)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-S", "-c", code], env=environment, capture_output=True, text=True)
    assert done.stdout, done.stderr
    assert not (HEAVY | {"copy", "ast", "linecache"}).intersection(done.stdout.split())


def test_errors_stand_at_their_lines(cache: Cache) -> None:
    source = "10 FOR I=1 TO 3: PRINT I\n20 IF I=2 THEN PRINT LEFT$(\"A\",-1)\n30 NEXT\n"
    for _ in range(2):
        text, outcome, interpreter = run(source, cache)
        assert (text, outcome.line) == (" 1 \n 2 \nIllegal function call in 20\n", 20)
        assert interpreter.current == 20


def test_the_prompt_after_a_quick_start(cache: Cache) -> None:
    """Listing, changing, continuing and typed lines find the program and its variables."""
    source = "10 A=5: B$=\"X\"\n20 STOP\n30 PRINT A;B$;N\n"
    for _ in range(2):
        text, _, interpreter = run(source, cache)
        assert text == "Break in 20\n"
        terminal = interpreter.machine.console.terminal
        assert isinstance(terminal, MemoryTerminal)
        terminal.feed("LIST 20", "N=A+1: A=7.5", "CONT", "15 C=1", "GOTO 30", "RENUM", "LIST", "RUN")
        Session(interpreter).run(greeting=False)
        assert terminal.text.replace("Ok\n", "") == (
            "Break in 20\nLIST 20\n20 STOP\nN=A+1: A=7.5\nCONT\n 7.5 X 6 \n15 C=1\nGOTO 30\n 0  0 \nRENUM\nLIST\n"
            '10 A=5: B$="X"\n20 C=1\n30 STOP\n40 PRINT A;B$;N\nRUN\nBreak in 30\n'
        )


@pytest.mark.parametrize("damage", ["cut", "bit", "empty", "other", "older", "shared", "folder", "link"])
def test_what_cannot_be_believed_is_made_anew(cache: Cache, damage: str, tmp_path: Path) -> None:
    expected = run(PROGRAM, cache, "3")[0]
    (entry,) = entries(cache)
    good = entry.read_bytes()
    bad = {
        "cut": good[:-1],
        "bit": good[:200] + bytes([good[200] ^ 1]) + good[201:],
        "empty": b"",
        "other": b"#!/bin/sh\necho hello\n",
        "older": b"junzi 0\n" + good[8:],
    }
    if damage in bad:
        entry.write_bytes(bad[damage])
    elif damage == "shared":
        entry.chmod(0o666)
    elif damage == "folder":
        entry.parent.chmod(0o777)
    else:
        (tmp_path / "elsewhere").write_bytes(good)
        entry.unlink()
        entry.symlink_to(tmp_path / "elsewhere")
    assert cache.get(entry.name) is None
    assert run(PROGRAM, cache, "3")[0] == expected
    if damage == "folder":
        entry.parent.chmod(0o700)
    assert cache.get(entry.name) == good[8 + caches.DIGEST :]
    assert stat.S_ISREG(entry.lstat().st_mode)


def test_an_entry_under_another_name(cache: Cache) -> None:
    cache.put(cache.name("a"), b"data")
    Path(cache.folder, cache.name("a")).rename(Path(cache.folder, cache.name("b")))
    assert cache.get(cache.name("b")) is None


def test_what_a_name_depends_on(tmp_path: Path) -> None:
    first = Cache(str(tmp_path), b"1")
    names = [first.name("p", b"10 END"), first.name("p", b"10 END "), first.name("p1", b"0 END")]
    assert len({*names, Cache(str(tmp_path), b"2").name("p", b"10 END")}) == 4


def test_changed_code_makes_other_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ground is made of the times and sizes of the package's files."""
    for folder in caches.SOURCES:
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    (tmp_path / "engine" / "blocks.py").write_text("a")
    monkeypatch.setattr(caches, "__file__", str(tmp_path / "cache.py"))
    before = caches._ground()
    assert caches._ground() == before
    os.utime(tmp_path / "engine" / "blocks.py", ns=(1, 1))
    assert caches._ground() != before
    os.utime(tmp_path / "engine" / "blocks.py", ns=(1, 1))
    before = caches._ground()
    monkeypatch.setattr(caches, "__version__", "9.9")
    assert caches._ground() != before


def test_entries_that_can_only_be_read(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    name = cache.name("x")
    cache.put(name, b"data")
    os.utime(Path(cache.folder, name), (1, 1))

    def fail(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "utime", fail)
    assert cache.get(name) == b"data"


def test_nothing_is_ever_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/nothing")):
        cache = Cache(str(folder), b"")
        cache.put(cache.name("x"), b"data")
        assert cache.get(cache.name("x")) is None
        assert cache.contents() == (0, 0)
        cache.clear()
    assert run("10 PRINT 1", Cache(str(tmp_path / "file"), b""))[0] == " 1 \n"


def test_the_oldest_go(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "MOST", 5000)
    monkeypatch.setattr(caches, "ENOUGH", 4000)
    names = [cache.name(str(number)) for number in range(8)]
    for age, name in enumerate(names):
        cache.put(name, bytes(900))
        if age < 4:
            os.utime(Path(cache.folder, name), (age, age))
    kept = [name for name in names if cache.get(name) is not None]
    assert cache.contents()[1] <= 5000
    assert kept and kept == names[-len(kept) :]
    cache.put(names[0], bytes(caches.LARGEST + 1))
    assert cache.get(names[0]) is None
    cache.clear()
    assert cache.contents() == (0, 0)


def test_two_at_once(tmp_path: Path) -> None:
    """Several processes that find nothing, write and read the same entries."""
    source = tmp_path / "P.BAS"
    source.write_text(PROGRAM)
    environment = surroundings(tmp_path)
    command = [sys.executable, "-m", "basic", str(source)]
    running = [
        subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) for _ in range(4)
    ]
    assert len({process.communicate(timeout=60)[0] for process in running}) == 1
    assert len(list((tmp_path / "kept").iterdir())) == 1


def test_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def folder(**environment: str) -> str | None:
        for name in ("JUNZI_CACHE", "XDG_CACHE_HOME", "HOME"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        found = standard()
        return None if found is None else found.folder

    assert folder(JUNZI_CACHE="/x", HOME="/home") == "/x"
    assert folder(JUNZI_CACHE="", HOME="/home") is None
    assert folder(XDG_CACHE_HOME="/x", HOME="/home") == "/x/junzi"
    assert folder(XDG_CACHE_HOME="x", HOME="/home") == folder(HOME="/home")
    assert folder() is None


def test_command(tmp_path: Path) -> None:
    environment = surroundings(tmp_path)
    (tmp_path / "P.BAS").write_text("10 PRINT 7")

    def basic(*arguments: str) -> str:
        command = [sys.executable, "-m", "basic", *arguments]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True).stdout

    assert basic("--no-cache", "P.BAS") == " 7 \n"
    assert ": 0 entries, 0 bytes" in basic("cache")
    assert basic("P.BAS") == " 7 \n"
    assert ": 1 entries, " in basic("cache")
    assert ": 0 entries, 0 bytes" in basic("cache", "clear")


@pytest.mark.parametrize("entry", NAMED.values(), ids=lambda entry: entry.name)
def test_where_a_word_is_bound(entry: Entry) -> None:
    """A quick start imports the module that an image names, and no other."""
    assert entry.module.startswith("basic.library.")
    assert f'"{entry.word or entry.name}"' in getsource(import_module(entry.module))


def test_plain_options() -> None:
    """What is read without argparse is what argparse reads; the rest is left to it."""
    from basic.cli import run
    from basic.cli.parsing import parser

    lines = [
        "P.BAS", "-", "--columns 40 P.BAS", "P.BAS --columns=20 -i", "--mount A=x --mount=B=y P.BAS --memory 500",
        "P.BAS --engine step --clock 1990-01-02T12:00 --unlimited --lf --no-cache --encoding raw --allow-shell",
        "--com1 a:1 --printer |lpr P.BAS",
    ]  # fmt: skip
    for line in lines:
        plain = read_plain(line.split())
        assert plain is not None
        assert vars(plain) == vars(parser("run", run).parse_args(line.split()))
    for line in (
        "", "-h", "--help P.BAS", "P.BAS Q.BAS", "--columns 41 P.BAS", "--columns P.BAS", "P.BAS --columns", "-i",
        "--col 40 P.BAS", "--unlimited=1 P.BAS", "--memory x P.BAS", "--engine steam P.BAS", "-- P.BAS", "-x P.BAS",
        "--printer -i P.BAS", "-ix P.BAS",
    ):  # fmt: skip
        assert read_plain(line.split()) is None, line
