"""The native tier against the other engines: arithmetic, programs, errors, Ctrl-C.

`basic/bench/programs/` has programs with what they print; line 15 says how often each repeats its work.
"""

from __future__ import annotations

import ctypes
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from math import frexp, ldexp
from pathlib import Path
from random import Random
from typing import Any

import pytest
from control_flow_programs import play
from paths import BENCH

import basic
from basic.analysis.flow import Flow, analyse
from basic.analysis.variables.types import DefTypes, Ranges
from basic.cache import Cache
from basic.engine.interpreter import Interpreter
from basic.machine.clock import FixedClock
from basic.machine.machine import Machine
from basic.machine.terminal import MemoryTerminal
from basic.values import double, single
from basic.values.soft import SoftError

pytest.importorskip("llvmlite")

from basic.engine.native import checks
from basic.engine.native.arithmetic import module
from basic.engine.native.compiler import GOOD, QUICK, Code, Engine, image
from basic.engine.native.direct import library
from basic.engine.native.doubles import DOUBLE
from basic.engine.native.expressions import Expressions
from basic.engine.native.forest import LoopForest
from basic.engine.native.linking import Placed
from basic.engine.native.plan import pack
from basic.engine.native.processor import processor
from basic.engine.native.regions import Regions
from basic.engine.native.running import Native
from basic.engine.native.state import State
from basic.engine.native.tier import Tier
from basic.engine.native.words import packed, unpacked
from basic.engine.starting import start

PROGRAMS = sorted(BENCH.glob("*.bas"))

# ---- arithmetic -----------------------------------------------------------------------------------------------------

OPERATIONS = ("add", "subtract", "multiply", "divide")


def _trial(kind: str, letter: str, word: str) -> str:
    """A function that tries one operation; gives 0 if it is left to Python."""
    e = Expressions(Ranges(Flow(), DefTypes()), 0, {}, frozenset(), {})
    e.begin("left")
    if letter == "w":
        code = e.put(f"call {kind} @w_{word}({kind} %a, {kind} %b)")
    else:
        code = e.checked(kind, f"{letter}_{word}", f"{kind} %a", f"{kind} %b")
    lines = "\n".join(e.lines)
    return f"""
define i64 @try_{letter}_{word}(ptr %x, ptr %y, ptr %r) {{
  %a = load {kind}, ptr %x
  %b = load {kind}, ptr %y
{lines}
  store {kind} {code}, ptr %r
  ret i64 1
left:
  ret i64 0
}}
"""


@pytest.fixture(scope="module", params=["written out, with effort", "called, quickly"])
def machine_code(request: pytest.FixtureRequest) -> Code:
    singles = [_trial("double", "s", word) for word in OPERATIONS]
    wholes = [_trial("i64", "w", word) for word in OPERATIONS[:3]]
    text = "".join([*singles, *wholes, *(_trial(DOUBLE, "d", word) for word in OPERATIONS)])
    if request.param == "written out, with effort":
        return Placed(image(module(text), GOOD))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checks, "MOST_INLINE", 0)
        return Placed(image(module(text), QUICK))


def _call(module: Code, name: str) -> Callable[[Any, Any, Any], int]:
    function = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(module.address(name))
    return lambda x, y, r: function(ctypes.addressof(x), ctypes.addressof(y), ctypes.addressof(r))


def _mantissa(random: Random, bits: int) -> int:
    """All kinds of mantissas: full ones, short ones, and those next to a power of two."""
    kind = random.random()
    if kind < 0.2:
        return (1 << bits) - 1 - random.getrandbits(3)
    if kind < 0.4:
        return (1 << bits - 1) + random.getrandbits(3)
    if kind < 0.5:
        return 1 << bits - 1 | 1 << random.randrange(bits) | 1 << random.randrange(bits)
    length = random.choice((bits, bits, bits // 2, random.randint(1, bits)))
    return (random.getrandbits(length) | 1 << length - 1) << bits - length


def _expected(function: Callable[[Any, Any], Any], x: Any, y: Any) -> Any:
    try:
        return function(x, y)
    except SoftError:
        return None


@pytest.mark.parametrize("word", OPERATIONS)
def test_singles(machine_code: Code, word: str) -> None:
    random = Random(word)
    call = _call(machine_code, f"try_s_{word}")
    x, y, r = (ctypes.c_double(0) for _ in range(3))
    for _ in range(25_000):
        most = random.choice((4, 30, 126))
        x.value, y.value = (
            random.choice((1, -1)) * ldexp(_mantissa(random, 24), random.randint(-most, most) - 24) for _ in range(2)
        )
        if random.random() < 0.3:  # operands of which one hardly counts
            scale = random.choice((20, 21, 22, 23, 24, 25, 26))
            y.value = ldexp(_mantissa(random, 24), frexp(x.value)[1] - 24 - scale) * random.choice((1, -1))
        done = call(x, y, r)
        expected = _expected(getattr(single, word), x.value, y.value)
        if done:
            assert r.value == expected, (x.value, y.value)
        else:
            assert expected is None or abs(expected) < 2.0**-124 or abs(expected) == single.MAX, (x.value, y.value)


@pytest.mark.parametrize("word", OPERATIONS[:3])
def test_whole_numbers(machine_code: Code, word: str) -> None:
    """Beyond 24 bits."""
    random = Random(word)
    call = _call(machine_code, f"try_w_{word}")
    x, y, r = (ctypes.c_int64(0) for _ in range(3))
    for _ in range(25_000):
        length = random.randint(23, 31)
        x.value = int(single.nearest(random.randint(-(1 << length), 1 << length)))
        y.value = random.choice((1, -1)) * random.choice((1, 2, 3, random.getrandbits(24), x.value))
        call(x, y, r)
        exact = {"add": x.value + y.value, "subtract": x.value - y.value, "multiply": x.value * y.value}[word]
        if abs(exact) > 1 << 24:  # below, the code does not get here
            assert r.value == getattr(single, word)(x.value, y.value), (x.value, y.value)


@pytest.mark.parametrize("word", OPERATIONS)
def test_doubles(machine_code: Code, word: str) -> None:
    random = Random(word)
    call = _call(machine_code, f"try_d_{word}")
    x, y, r = ((ctypes.c_int64 * 2)() for _ in range(3))
    for _ in range(25_000):
        most = random.choice((4, 60, 110))
        a, b = (random.choice((1, -1)) * _mantissa(random, 56) << random.randint(-most, most) + 128 for _ in range(2))
        x[:], y[:] = packed(a), packed(b)
        assert unpacked(*x) == a
        done = call(x, y, r)
        expected = _expected(getattr(double, word), a, b)
        if done:
            assert unpacked(*r) == expected, (a, b)
        else:
            assert expected is None or abs(expected).bit_length() - 184 not in range(-115, 120), (a, b)


@pytest.mark.parametrize("word", OPERATIONS)
def test_the_smallest_doubles(machine_code: Code, word: str) -> None:
    """A result below 2^-128 is 0, which native code sees for itself."""
    random = Random(word)
    call = _call(machine_code, f"try_d_{word}")
    x, y, r = ((ctypes.c_int64 * 2)() for _ in range(3))
    results = set()
    for _ in range(5_000):
        below = random.randint(-3, 3)  # the result is close to 2^-128
        a, b = (random.choice((1, -1)) * _mantissa(random, 56) for _ in range(2))
        other = random.randint(0, 4)
        if word == "multiply":
            other = random.randint(10, 110)
            a, b = a << other, b << (184 - 55 - other) + below
        elif word == "divide":
            a, b = a << max(other + below, 0), b << 128 + other
        else:
            a, b = a << max(other, 1), b << max(other + below, 1)
        x[:], y[:] = packed(a), packed(b)
        assert call(x, y, r)
        expected = getattr(double, word)(a, b)
        assert unpacked(*r) == expected, (a, b)
        results.add(0 if not expected else abs(expected) < 1 << 58)
    assert results >= {0, True}


# ---- programs -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_benchmarks(program: Path) -> None:
    shown = basic.run(program.read_text(), engine="native").raw
    assert shown.replace("\r\n", "\n").rstrip() == program.with_suffix(".out").read_text().rstrip()


@pytest.mark.parametrize("name", ["double", "matmul", "string"])
def test_llvms_own_loader(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where machine code cannot simply be placed in memory."""
    placed = []
    engine = Engine.__init__
    monkeypatch.setattr(Engine, "__init__", lambda *arguments: placed.append(1) or engine(*arguments))
    monkeypatch.setattr("basic.engine.native.compiler.images", lambda: False)
    test_benchmarks(BENCH / f"{name}.bas")
    assert placed


UNITS = {"collatz": 4000, "double": 160, "gosub": 5000, "mandel": 200, "matmul": 500, "queens": 240, "string": 1500}


@pytest.mark.parametrize("name", UNITS)
def test_hot_loops_become_native(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a word from the user, and without a trace in the transcript."""
    text = (BENCH / f"{name}.bas").read_text()
    text = text.replace("15 Q!=1\n", f"15 Q!={UNITS[name]}\n")
    entered = []
    run = Native.run
    monkeypatch.setattr(Native, "run", lambda *arguments: entered.append(1) or run(*arguments))
    assert basic.run(text, engine="auto").raw == basic.run(text, engine="python").raw
    assert entered


STAYING = {
    "RND": "10 FOR I=1 TO 2000:S=S+RND+RND(1)*3-RND(0):IF RND<.5 THEN N=N+1\n20 NEXT:PRINT S;N;RND\n",
    "RND in subscripts": "10 DIM A(9):FOR I=1 TO 2000:J=INT(RND*9):A(J)=A(J)+RND:NEXT:PRINT A(3);RND\n",
    "ON RND": """
10 FOR I=1 TO 2000:ON INT(RND*4) GOSUB 30,40,50:NEXT:PRINT S:END
30 S=S+1:RETURN
40 S=S+10:RETURN
50 S=S+100:RETURN
""",
    "DEF FN": """
10 DEF FNA(X)=X*X+B:DEF FNR(N)=INT(RND*N)+1:DEF FNT$(A$,N%)=A$+CHR$(N%):DEF FNI%(X)=X/2:DEF FND#(X)=FNA(X)/3
20 B=1.5:FOR I=1 TO 2000:X=7:C=C+FNA(I/7)-FNA(X):D=D+FNR(6):F%=FNI%(I):A$=FNT$("q",65+D MOD 20):G#=G#+FND#(I):NEXT
30 PRINT B;C;D;F%;A$;G#;X
""",
    "whole numbers": """
10 DEFINT A-Z:FOR I=1 TO 2000:J=(J*7+I) MOD 181:K=K XOR (J AND I\\3):L=L-(J>K)*NOT 3\\2:NEXT:PRINT J;K;L
""",
}


@pytest.mark.parametrize("name", STAYING)
def test_staying(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop of these statements is not left."""
    runs = []
    run = State.run
    monkeypatch.setattr(State, "run", lambda *arguments: runs.append(1) or run(*arguments))
    program = basic.parse(STAYING[name])
    assert play(program, "native") == play(program, "step")
    assert 1 <= len(runs) < 12


@pytest.mark.parametrize("engine", ["auto", "native"])
def test_without_llvmlite(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("basic.engine.native.tier.available", lambda: False)
    monkeypatch.setattr(Native, "run", None)
    program = (BENCH / "queens.bas").read_text()
    assert basic.run(program.replace("Q!=1", "Q!=60"), engine=engine).text == " 92  15720 \n"


def test_a_program_for_python_stays_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop that prints is not worth leaving it; nothing is compiled."""
    monkeypatch.setattr(Native, "run", None)
    text = "10 FOR I=1 TO 9000:PRINT I;I/3:NEXT\n"
    assert basic.run(text, engine="auto").raw == basic.run(text, engine="python").raw


@pytest.mark.parametrize("name", ["double", "queens", "string"])
def test_code_that_runs_for_long_is_made_better(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of its work, and nothing shows."""
    monkeypatch.setattr("basic.engine.native.running.BETTER", 1e-6)
    monkeypatch.setattr("basic.engine.native.state.TURNS", 500)  # until the first look
    better = []
    improve = Native._improve
    monkeypatch.setattr(Native, "_improve", lambda *arguments: better.append(1) or improve(*arguments))
    text = (BENCH / f"{name}.bas").read_text().replace("15 Q!=1\n", f"15 Q!={UNITS[name] // 2}\n")
    assert basic.run(text, engine="native").raw == basic.run(text, engine="python").raw
    assert better == [1]


def test_it_is_made_better_where_it_is_only_left_for_statements(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop that prints in each turn comes back for nothing else."""
    monkeypatch.setattr("basic.engine.native.running.BETTER", 1e-6)
    turns = []
    improve = Native._improve
    monkeypatch.setattr(Native, "_improve", lambda native, state: turns.append(native._turns) or improve(native, state))
    text = "10 FOR I=1 TO 30:S=0:FOR J=1 TO 50:S=S+J*.3:NEXT:PRINT S:NEXT\n"
    assert basic.run(text, engine="native").raw == basic.run(text, engine="python").raw
    assert len(turns) == 1 and turns[0] < 500  # of 1500


def test_the_shared_library_and_llvmlite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Either way the same machine code."""
    if library() is None:
        pytest.skip("another version of LLVM")
    text = module(_trial("double", "s", "add") + _trial(DOUBLE, "d", "divide"))
    ours = [image(text, effort) for effort in (QUICK, GOOD)]
    monkeypatch.setattr("basic.engine.native.compiler.library", lambda: None)
    assert ours == [image(text, effort) for effort in (QUICK, GOOD)]


# ---- which part of a program -----------------------------------------------------------------------------------------


def _around(text: str, line: int, most: int) -> list[int]:
    """The lines of the loop that would be made native."""
    flow = analyse(basic.parse(text))
    return sorted({flow.points[index].line for index in LoopForest(flow).around(flow.starts[line], most)})


NESTED = """
10 A=1
20 FOR I=1 TO 9
30 A=A+1: B=B+1: C=C+1
40 FOR J=1 TO 9: GOSUB 100
50 NEXT J
60 K=K+1: IF K<9 THEN 60
70 NEXT I
80 GOTO 80
100 X=X+1
110 GOSUB 200: RETURN
200 Y=Y+1
210 RETURN
"""


def test_the_largest_loop_that_is_not_too_large() -> None:
    outer = [30, 40, 50, 60, 70, 100, 110, 200, 210]  # without its FOR, but with what it calls
    assert _around(NESTED, 30, 100) == outer
    assert _around(NESTED, 60, 100) == outer
    assert _around(NESTED, 50, 12) == [40, 50, 100, 110, 200, 210]
    assert _around(NESTED, 60, 12) == [60]
    assert _around(NESTED, 30, 12) == []  # only in the outer one
    assert _around(NESTED, 10, 100) == []
    assert _around(NESTED, 80, 100) == [80]
    assert _around(NESTED, 210, 100) == outer  # in none itself: the one that calls it
    assert _around(NESTED, 210, 9) == [40, 50, 100, 110, 200, 210]
    assert _around("10 WHILE A<9\n20 A=A+1\n30 WEND\n40 END\n", 20, 9) == [10, 20, 30]


def test_a_loop_that_is_too_large_is_left_to_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Going to and fro in every turn would take longer than Python does."""
    lines = [f"{100 + k} A{k % 26}=A{k % 26}+I: B{k % 26}=A{k % 26}/7" for k in range(400)]
    text = "\n".join(["10 FOR I=1 TO 700", *lines, "900 NEXT", "910 PRINT A3;B4"]) + "\n"
    monkeypatch.setattr(Native, "run", None)
    assert basic.run(text, engine="auto").raw == basic.run(text, engine="python").raw


# ---- leaving native code --------------------------------------------------------------------------------------------

LEAVING = {
    "a subscript beyond the array": "10 DIM A(5)\n20 FOR I=1 TO 9:A(I)=I:S=S+I:NEXT\n",
    "a negative subscript": "10 FOR I=3 TO -3 STEP -1:A(I)=I:NEXT\n",
    "base 1": "10 OPTION BASE 1\n20 FOR I=3 TO 0 STEP -1:A(I)=I:NEXT\n",
    "integers overflow": "10 FOR I=1 TO 20:A%=A%*2+1:PRINT A%:NEXT\n",
    "a counter overflows": "10 FOR I%=32765 TO 32767:K=K+1:NEXT\n",
    "singles overflow and go on": "10 A=2:FOR I=1 TO 8:A=A*A:NEXT:PRINT A\n",
    "doubles overflow and go on": "10 A#=2:FOR I=1 TO 8:A#=A#*A#:NEXT:PRINT A#\n",
    "underflow": "10 A=.5:FOR I=1 TO 8:A=A*A:PRINT A:NEXT\n",
    "division by zero": "10 FOR I=3 TO -3 STEP -1:S=S+1/I:T=T+7\\I:U#=U#+1/CDBL(I):NEXT:PRINT S;T;U#\n",
    "division by zero, trapped": """
10 ON ERROR GOTO 90
20 FOR I=3 TO -3 STEP -1:S=S+1/I:T=T+1:U=7 MOD I:V=V+U:NEXT:PRINT S;T;U;V;I
30 END
90 PRINT ERR;ERL;I:RESUME NEXT
""",
    "trapped in a subroutine, with loops around": """
10 ON ERROR GOTO 90
20 FOR I=1 TO 3:GOSUB 50:NEXT:PRINT S:END
50 FOR J=1 TO 3:FOR K=0 TO 2:S=S+6/(K-1):NEXT K,J
60 RETURN
90 PRINT ERR;I;J;K:RESUME NEXT
""",
    "an array dimensioned on the way": """
10 FOR I=1 TO 3:IF I=2 THEN DIM A(20)
20 IF I>1 THEN A(I+10)=I
30 NEXT:PRINT A(12);A(13)
""",
    "an array dimensioned by its first use": "10 FOR I=0 TO 10:A(I)=I*I:NEXT:FOR I=0 TO 11:S=S+A(I):PRINT S;:NEXT\n",
    "erased and dimensioned again": """
10 FOR J=1 TO 3:DIM A(J+3):FOR I=0 TO J+3:A(I)=A(I)+I:S=S+A(I):NEXT:ERASE A:NEXT:PRINT S
""",
    "too many GOSUBs": "10 N=N+1:GOSUB 10\n",
    "too many GOSUBs, trapped": "10 ON ERROR GOTO 30\n20 N=N+1:GOSUB 20\n30 PRINT ERR;N\n",
    "RETURN without GOSUB": "10 FOR I=1 TO 3:S=S+I:NEXT:RETURN\n",
    "NEXT without FOR": "10 FOR I=1 TO 3:S=S+I:IF I=2 THEN 30\n20 NEXT\n30 PRINT S:NEXT J\n",
    "whole numbers that grow": "10 A=1:FOR I=1 TO 60:A=A*3:B=B+A:C=A-B:NEXT:PRINT A;B;C\n",
    "a loop over large numbers": "10 FOR A=16777210 TO 16777230:N=N+1:IF N>40 THEN END ELSE NEXT\n",
    "strings that grow": "10 FOR I=1 TO 300:A$=A$+CHR$(65+I MOD 26):L=LEN(A$):NEXT\n",
    "pieces of strings": """
10 A$="GW-BASIC":FOR I=1 TO 9:B$=MID$(A$,I,2)+LEFT$(A$,I)+RIGHT$(A$,I):C$=MID$(B$,I):N=N+LEN(C$)+INSTR(A$,C$)
20 IF B$>A$ THEN N=N+ASC(B$) ELSE SWAP A$,B$
30 PRINT B$;C$;N:NEXT
""",
    "MID$ at 0": '10 FOR I=3 TO 0 STEP -1:A$=MID$("ABC",I,1):S=S+LEN(A$):NEXT\n',
    "SQR of a negative number": "10 FOR I=3 TO -3 STEP -1:S=S+SQR(I):NEXT\n",
    "ON GOTO and ON GOSUB": """
10 FOR I=0 TO 4:ON I GOSUB 30,40:ON I-1 GOTO 50,60
20 PRINT S;:NEXT:PRINT S:END
30 S=S+1:RETURN
40 S=S+10:RETURN
50 S=S+100:GOTO 20
60 S=S+1000:GOTO 20
""",
    "WHILE in WHILE": "10 WHILE A<5:B=0:WHILE B<A:B=B+1:C=C+B:WEND:A=A+1:WEND:PRINT A;B;C\n",
    "step 0": "10 FOR I=1 TO 1 STEP Z:N=N+1:IF N>9 THEN PRINT N:END\n20 NEXT\n",
    "DEFINT on the way": "10 FOR D=1 TO 3:E=E+D:NEXT:DEFINT D:FOR D=1 TO 3:E=E+D/2:NEXT:PRINT D;E\n",
    "STOP": "10 FOR I=1 TO 4:FOR J=1 TO 3:S=S+I*J:NEXT:IF I=2 THEN STOP\n20 NEXT:PRINT S\n",
    "INPUT": "10 FOR I=1 TO 3:INPUT A:S=S+A:FOR J=1 TO A:T=T+1:NEXT J,I:PRINT S;T\n",
    "READ runs out": "10 FOR I=1 TO 3:READ A,B:S=S+A*B:NEXT\n20 DATA 1,2,3\n",
    "many parentheses": f"10 FOR I=1 TO 9:A={'(' * 35}I+1{')' * 35}:B=B+{'(' * 70}A*2{')' * 70}:NEXT:PRINT A;B\n",
    "a function that is not defined yet": """
10 FOR I=1 TO 9:IF I=5 THEN DEF FNA(X)=X*2
20 IF I>4 THEN S=S+FNA(I)
30 NEXT:PRINT S:PRINT FNB(1)
""",
    "a function defined anew": """
10 DEF FNA(X)=X*2
20 FOR I=1 TO 9:S=S+FNA(I):IF I=5 THEN DEF FNA(X)=X*3
30 NEXT:PRINT S
""",
    "a function that fails": """
10 ON ERROR GOTO 90:DEF FNA(X)=RND+A%(X):DEF FNB(X)=FNB(X)
20 FOR I=8 TO 12:S=S+FNA(I):NEXT:PRINT S;RND
30 FOR I=1 TO 3:S=S+FNB(I):NEXT:END
90 PRINT ERR;ERL;RND:RESUME NEXT
""",
    "RND before an error": """
10 ON ERROR GOTO 90:FOR I=1 TO 9:A(RND*15)=RND:S=S+RND(I-5):NEXT:PRINT S:END
90 PRINT ERR:RESUME NEXT
""",
    "a trace": "10 FOR I=1 TO 3:IF I=2 THEN TRON\n20 S=S+I:NEXT:TROFF:PRINT S\n",
}


@pytest.mark.parametrize("name", LEAVING)
def test_leaving(name: str) -> None:
    program = basic.parse(LEAVING[name])
    assert play(program, "native") == play(program, "step")


@pytest.mark.parametrize("name", [*LEAVING, *STAYING])
def test_native_code_of_an_earlier_run(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is entered without a look at the program's tree, and leads to the same."""
    program = basic.parse((LEAVING | STAYING)[name])
    expected = play(program, "step")
    left: dict[Any, bytes] = {}
    stop = Tier.stop

    def gather(tier: Tier, previous: Any) -> None:
        for version, regions in tier._versions.items():
            plans = [native.plan for native in regions.natives if native.plan is not None]
            left[version.assumed] = pack(plans, regions.steps, frozenset(), {}, 0.0)
        stop(tier, previous)

    with monkeypatch.context() as patched:
        patched.setattr(Tier, "stop", gather)
        play(program, "native")
    monkeypatch.setattr(Tier, "_kept", lambda tier, version: left.get(version.assumed))
    assert play(program, "auto") == expected


def test_texts_name_variables_that_native_code_has() -> None:
    """What PLAY is told of `A` is its value now, in a loop that is native otherwise."""
    text = '10 FOR I=1 TO 3000: A=I MOD 7: B=B+SQR(I): PLAY "MBT255L64O=A;C": NEXT\n'
    heard = []
    for engine in ("step", "native"):
        interpreter = Interpreter(Machine(MemoryTerminal(), clock=FixedClock(datetime(1990, 1, 1))), engine=engine)
        interpreter.machine.speaker.heard = []
        interpreter.load(basic.parse(text))
        assert interpreter.run().reason == "end"
        heard.append(interpreter.machine.speaker.heard)
    assert heard[0] == heard[1] and len(heard[0]) == 3000


def test_what_is_kept_between_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second run finds machine code in the cache and neither makes any nor reads the text."""
    data = (BENCH / "double.bas").read_bytes().replace(b"Q!=1", b"Q!=160")
    cache = Cache(str(tmp_path / "cache"), b"")

    def run() -> tuple[str, Interpreter]:
        terminal = MemoryTerminal([])
        interpreter = Interpreter(Machine(terminal))
        start(interpreter, data, cache)
        assert interpreter.run().reason == "end"
        return terminal.text, interpreter

    monkeypatch.setattr("basic.engine.native.regions.SPENT", 1.0)
    first, _ = run()
    if not processor():
        return  # nothing can be kept here
    entered = []
    native = Native.run
    monkeypatch.setattr(Native, "run", lambda *arguments: entered.append(1) or native(*arguments))
    monkeypatch.setattr("basic.engine.native.drawing.Drawing", None)
    second, interpreter = run()
    assert second == first
    assert entered
    assert interpreter.code._flow is None


def test_a_kept_region_is_drawn_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not around its first point, which here is in a loop of its own: better code must be for the same points."""
    if not processor():
        return  # nothing can be kept here
    within = "".join(f"{line} S=S+I\n" for line in range(110, 170))
    loop = f"100 FOR J=1 TO 9000:FOR I=1 TO 20:GOSUB 20\n{within}200 S=0:NEXT I,J\n"
    data = f"10 GOTO 100\n20 X=X+1:IF X<5 THEN 20\n30 X=0:RETURN\n{loop}".encode()
    cache = Cache(str(tmp_path / "cache"), b"")
    monkeypatch.setattr(Regions, "pays", lambda *_: True)
    monkeypatch.setattr("basic.engine.native.running.BETTER", 1e-6)
    monkeypatch.setattr("basic.engine.native.regions.PRICE_OF_TREE", 0.0)
    make = Regions.make  # the tick may come in the subroutine
    outer = 10
    monkeypatch.setattr(Regions, "make", lambda regions, point: make(regions, outer))
    drawn, improve, kept = [], Native._improve, []

    def improved(native: Native, state: Any) -> None:
        assert native.plan is not None
        drawn.append((native._draw().points, native.plan.points))
        if kept:
            improve(native, state)

    monkeypatch.setattr(Native, "_improve", improved)
    for _ in range(2):
        interpreter = Interpreter(Machine(MemoryTerminal([])))
        start(interpreter, data, cache)
        assert interpreter.run().reason == "end"
        kept.append(1)
    assert len(drawn) >= 2
    assert all(anew == before for anew, before in drawn)


def test_errors_name_their_lines() -> None:
    shown = basic.run("10 DIM A(5)\n20 FOR I=1 TO 9\n30 A(I)=I\n40 NEXT\n", engine="native")
    assert shown.text == "Subscript out of range in 30\n"
    shown = basic.run("10 FOR I%=1 TO 20\n20 A%=A%*2+1:NEXT\n", engine="native")
    assert shown.text == "Overflow in 20\n"


def test_the_last_tick_may_come_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tick that is on its way while the timer is stopped does not set it again: nobody would wait for it."""
    stopped, setitimer = [], signal.setitimer

    def late(which: int, seconds: float) -> Any:
        before = setitimer(which, seconds)
        if not seconds:
            stopped.append(which)
            signal.raise_signal(signal.SIGVTALRM)
        return before

    monkeypatch.setattr("_signal.setitimer", late)
    assert basic.run("10 PRINT 1\n", engine="auto").text == " 1 \n"
    assert stopped == [signal.ITIMER_VIRTUAL]
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


# ---- Ctrl-C ---------------------------------------------------------------------------------------------------------


@contextmanager
def pressed_after(seconds: float) -> Iterator[None]:
    """Ctrl-C after a while."""
    previous = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


@pytest.mark.parametrize("engine", ["native", "auto"])
@pytest.mark.parametrize(
    "text",
    [
        "10 N=N+1:IF N>1E6 THEN N=0\n20 M=1-M:GOTO 10\n",
        "10 FOR I=1 TO 30000:FOR J=1 TO 30000:FOR K=1 TO 30000:NEXT K,J,I\n",
        "10 GOSUB 20:GOTO 10\n20 A=A+.5:IF A>9 THEN A=0\n30 RETURN\n",
        "10 WHILE 1:D#=D#+.1#:WEND\n",
    ],
)
def test_ctrl_c(engine: str, text: str) -> None:
    """A loop without end stops at a statement, and CONT goes on."""
    terminal = MemoryTerminal([])
    interpreter = Interpreter(Machine(terminal), engine=engine)
    interpreter.load(basic.parse(text))
    with pressed_after(0.4):
        outcome = interpreter.run()
    assert outcome.reason == "break"
    assert terminal.text.startswith(f"Break in {outcome.line}")
    assert interpreter.resting is not None
    with pressed_after(0.1):
        assert interpreter.proceed(interpreter.resting).reason == "break"


def test_ctrl_c_leaves_everything_in_order() -> None:
    """What the loops have counted together is right wherever Ctrl-C comes."""
    text = "10 FOR I=1 TO 30000\n20 FOR J=1 TO 100:N=N+1:NEXT J\n30 NEXT I\n"
    terminal = MemoryTerminal([])
    interpreter = Interpreter(Machine(terminal), engine="native")
    interpreter.load(basic.parse(text))
    outcome = None
    for _ in range(3):
        try:
            with pressed_after(0.002):
                outcome = interpreter.run() if outcome is None else interpreter.proceed(interpreter.resting or 0)
        except KeyboardInterrupt:
            continue  # on a busy machine it came before there was anything to stop
        if outcome.reason == "end":
            break
        variables = interpreter.rt.namespace
        if "I_s" not in variables:
            continue  # it came before the program began
        done = (variables["I_s"] - 1) * 100 + variables["J_s"] - variables["N_s"]
        assert done in (0, 1, 101), variables["N_s"]  # before or after the counting, or at the outer NEXT


def test_new_is_a_single_step() -> None:
    """It ends the run as the prompt's NEW does, not as an end that native code could make."""
    outcome = basic.run("10 FOR I=1 TO 5: PRINT I;: IF I=3 THEN NEW\n20 NEXT\n", engine="native").outcome
    assert outcome.reason == "end"
