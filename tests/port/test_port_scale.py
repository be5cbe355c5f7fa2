"""Programs whose jumps go to and fro across each other: few steps, Python that compiles, and the same on the screen."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from control_flow_programs import Writer as RandomWriter
from playing import limited, play, what_ports_prints_the_same
from string_programs import Writer as WideWriter

import basic
from basic.analysis.routines import graph
from basic.analysis.routines.active import Active
from basic.analysis.routines.routines import NO_TRAP, Node, Routine
from basic.analysis.shapes import entries
from basic.analysis.shapes.structure import Block, Branch, Code, Jump, Switch
from basic.editing.load import load_program
from basic.port import Refused, to_python, write
from basic.port.plan.knowledge import Knowledge
from basic.port.program.source import Source
from basic.port.routine import border
from basic.port.shape import jumps, shapes
from basic.port.shape.shapes import everything, parts
from basic.port.write import WALKS

LINES = 400


def tangled(seed: int) -> str:
    """Jumps back to anywhere, until there have been many; two in a hundred lines leave a FOR."""
    random = Random(seed)
    texts = ["A=1: B=4: C=7: D=2: F=300"]
    for line in range(2, LINES):
        kind, name = random.random(), random.choice("ABCD")
        if kind < 0.12:
            texts.append(f"F=F-1: IF F>0 AND {name}>{random.randint(1, 9)} THEN {random.randint(1, line) * 10}")
        elif kind < 0.2:
            texts.append(f"IF {name}={random.randint(1, 9)} THEN {random.randint(line, min(LINES, line + 30)) * 10}")
        elif kind < 0.22:
            target = random.randint(line, LINES) * 10
            texts.append(f"FOR I=1 TO 3: {name}={name}+I: IF {name}=5 THEN {target} ELSE NEXT")
        elif kind < 0.6:
            texts.append(f"PRINT {line};{name}")
        else:
            texts.append(f"{name}={random.choice('ABCD')}+{random.randint(-4, 4)}")
    texts.append("PRINT A;B;C;D;F: END")
    return "\n".join(f"{line * 10} {text}" for line, text in enumerate(texts, 1))


def walked(monkeypatch: pytest.MonkeyPatch) -> list[jumps.Resolver]:
    """Who looks through all shapes for jumps, each time."""
    walks = []
    look = jumps.Resolver._first_left

    def counted(self: jumps.Resolver) -> object:
        walks.append(self)
        return look(self)

    monkeypatch.setattr(jumps.Resolver, "_first_left", counted)
    return walks


@pytest.mark.parametrize("exact", [False, True], ids=["natural", "exact"])
def test_tangled_jumps(exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walks = walked(monkeypatch)
    source = tangled(1)
    text = to_python(source, exact)
    assert "match state_" in text
    assert len(walks) < 4 * (WALKS + 2 * LINES // 4)
    assert len(text.splitlines()) < 3 * LINES
    expected = basic.run(source).text
    assert len(expected.splitlines()) > 100
    assert play(text, "", tmp_path, monkeypatch) == expected  # Python nests twenty loops and a hundred levels at most


def everywhere(seed: int, handler: bool) -> str:
    """Jumps from anywhere to anywhere; `handler`: statements that fail, and RESUME to anywhere."""
    random = Random(seed)
    texts = ["A=1: B=4: C=7: D=2: F=300: " + ("ON ERROR GOTO 9000" if handler else "REM")]
    for line in range(2, LINES):
        kind, name, target = random.random(), random.choice("ABCD"), random.randint(1, LINES) * 10
        if kind < 0.2:
            texts.append(f"F=F-1: IF F<0 THEN PRINT A;B;C;D: END ELSE IF {name}>{random.randint(1, 9)} THEN {target}")
        elif kind < 0.3:
            texts.append(f"F=F-1: IF F<0 THEN END ELSE ON ABS({name}) MOD 3 GOTO {target},{line // 2}0")
        elif kind < 0.6:
            texts.append(f"PRINT {line};{name}")
        elif kind < 0.8 and handler:
            texts.append(f"{name}=INT(9/{random.choice('ABCD')})")
        else:
            texts.append(f"{name}={random.choice('ABCD')}+{random.randint(-4, 4)}")
    texts.append("PRINT A;B;C;D;F: END")
    lines = [f"{line * 10} {text}" for line, text in enumerate(texts, 1)]
    lines.append("9000 F=F-1: A=A+1: IF F<0 THEN END")
    lines += [f"{9010 + 10 * k} IF A MOD 5={k} THEN RESUME {random.randint(1, LINES) * 10}" for k in range(4)]
    return "\n".join([*lines, "9050 RESUME NEXT", ""])


@pytest.mark.parametrize("handler", [False, True], ids=["jumps", "errors"])
def test_jumps_from_anywhere_to_anywhere(handler: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where loops have dozens of entries, all that several ways lead to is a state at once."""
    walks = walked(monkeypatch)
    source = everywhere(1, handler)
    text = to_python(source)
    assert len(walks) < LINES // 2
    assert len(text.splitlines()) < 10 * LINES
    expected = basic.run(source).text
    assert len(expected.splitlines()) > 50
    assert play(text, "", tmp_path, monkeypatch) == expected


LIMIT_ON_SOME_WAYS = """10 DEFINT I-N
30 ON ERROR GOTO 9000
90 FOR I%=(X!) TO P(J-1)
100 FOR I=2 TO A STEP .5
110 N=0:WHILE N<3
150 NEXT
160 FOR D=L TO LEN(" -3.5X") STEP (3)
170 FOR I%=.5 TO A
190 GOTO 100
200 NEXT I%,D
220 NEXT
230 GOSUB 90
8000 DATA 1,"TWO",3,4.25,1E39
8010 PRINT A;B;C;I;J;K:PRINT A$;B$
9000 T9=T9+1: IF T9>30 THEN END
9010 PRINT ERR;ERL: RESUME NEXT
"""


STATES_OF_ONE_LINE = """10 DEFINT I
30 ON ERROR GOTO 9000
40 A=2
90 FOR I%=1 TO ""
100 FOR I=2 TO A STEP .5
110 WHILE N<3
150 NEXT
160 FOR D=L TO 1
170 FOR I%=.5 TO A
190 GOTO 100
200 NEXT I%,D
220 NEXT
230 GOSUB 90
8010 PRINT A;B;C;I;J;K
9000 T9=T9+1: IF T9>30 THEN END
9010 RESUME NEXT
"""


@pytest.mark.parametrize("exact", [False, True], ids=["idiomatic", "exact"])
@pytest.mark.parametrize("source", [STATES_OF_ONE_LINE, LIMIT_ON_SOME_WAYS], ids=["states", "limit"])
def test_names_of_states_and_limits(
    source: str, exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """States in a loop over states that begins with the same line have names of their own; no function gives back a
    limit that it works out on some ways only, not even where nobody looks at it."""
    text = to_python(source, exact)
    assert play(text, "", tmp_path, monkeypatch) == basic.run(source).text


ENDS_OF_CALLS = """10 ON ERROR GOTO 900: F=30: A=1
20 F=F-1: IF F<0 THEN PRINT A: END
30 ON F MOD 4+1 GOTO 40,60,80,100
40 PRINT 40;A;: GOSUB 200: PRINT "BACK": IF A MOD 2 THEN 80
60 PRINT 60;A;: GOSUB 200: IF A>9 THEN 100
80 PRINT 80;A;: IF A MOD 3 THEN 40
90 PRINT 1/(A MOD 9-1);
100 PRINT 100;A: GOSUB 200: GOTO 20
200 A=A+1: IF A MOD 5=1 THEN RETURN 40
210 IF A MOD 5=2 THEN RETURN 60
220 IF A MOD 5=3 THEN RETURN 100
230 RETURN
900 IF A MOD 7=1 THEN RESUME 40
910 IF A MOD 7=2 THEN RESUME 60
920 IF A MOD 7=3 THEN RESUME 80
930 RESUME NEXT
"""


@pytest.mark.parametrize("exact", [False, True], ids=["natural", "exact"])
def test_calls_that_end_in_states(exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = to_python(ENDS_OF_CALLS, exact)
    expected = basic.run(ENDS_OF_CALLS).text
    assert expected.count("BACK") > 5 and expected.endswith(" 114 \n")
    assert play(text, "", tmp_path, monkeypatch) == expected


INTO_STATES = """10 FOR I=1 TO 9: PRINT I: GOSUB 100: NEXT: END
30 PRINT 30;A: N=N+1: IF N MOD 3=1 THEN 50
40 PRINT 40;A: N=N+1: IF N MOD 5=2 THEN 30
50 PRINT 50;A: N=N+1: IF N<20 THEN 40
60 IF A<5 THEN 10 ELSE END
100 A=A+1: IF A=3 THEN RETURN 30
110 IF A=4 THEN RETURN 40
120 IF A=5 THEN RETURN 50
130 RETURN
"""


@pytest.mark.parametrize("exact", [False, True], ids=["natural", "exact"])
def test_a_loop_left_for_states_by_the_ends_of_a_call(
    exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What sets them may stand behind the loop, where nobody knows of the call any more."""
    text = to_python(INTO_STATES, exact)
    assert "match state_" in text
    expected = basic.run(INTO_STATES).text
    assert " 40  3 " in expected and " 50  5 " in expected
    assert play(text, "", tmp_path, monkeypatch) == expected


TWICE_OUT = """10 INPUT A,B
20 FOR I=1 TO 3: FOR J=1 TO 3: IF A=I THEN 100
30 IF B=J THEN 70
40 NEXT: IF B=9 THEN 100
50 NEXT
60 PRINT "NONE"
70 PRINT I: IF A=3 THEN 20
100 PRINT I;J
"""


def test_a_loop_and_one_in_it_left_for_the_same_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """What leads out of both together is not led apart again, and together again, without end."""
    walks = []
    resolve = jumps.Resolver.resolve

    def counted(self: jumps.Resolver, most: int = 10_000) -> bool:
        done = resolve(self, most)
        walks.append(self.walks)
        return done

    monkeypatch.setattr(jumps.Resolver, "resolve", counted)
    assert "break" in to_python(TWICE_OUT)
    assert 1 < max(walks) < WALKS


def test_errors_that_lead_back_to_the_main_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What RESUME names in the main program is not in every subroutine, though an error leads there from each."""
    count = 40
    main = [f"{100 + 10 * k} IF T={k} THEN T={k + 1}: GOSUB {1000 + 100 * k}: PRINT T" for k in range(count)]
    subroutines = [
        f"{1000 + 100 * k} FOR I=1 TO 3: A={k}/(I-2): NEXT: PRINT A\n{1010 + 100 * k} B(9+I)={k}: PRINT B(5): RETURN"
        for k in range(count)
    ]
    handler = ["9000 IF ERR=9 THEN RESUME 20", "9010 RESUME NEXT", ""]
    source = "\n".join(["10 ON ERROR GOTO 9000", "20 T=T+1: PRINT T", *main, "900 END", *subroutines, *handler])
    states = []
    after = Active.after

    def counted(self: Active, *given: object) -> object:
        states.append(self)
        return after(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Active, "after", counted)
    writer = Knowledge(Source(load_program(source.encode()).program))
    assert len(writer.flow.points) < len(states) < 10 * len(writer.flow.points)
    assert play(to_python(source), "", tmp_path, monkeypatch) == basic.run(source).text


def running_on(seed: int) -> str:
    """Subroutines under three ON ERRORs, which go on in each other by GOTO, by running on and after errors."""
    random = Random(seed)
    count = 60
    main = [f"{10 * k + 20} PRINT {k}: GOSUB {1000 + 100 * random.randrange(count)}" for k in range(40)]
    lines = ["10 ON ERROR GOTO 9000: A=1: B=2: DIM X(9)", *main, "900 END"]
    for k in range(count):
        begin = 1000 + 100 * k
        back = 1000 + 100 * random.randrange(max(0, k - 3), k + 1)
        lines += [
            f"{begin} T=T+1: IF T>300 THEN PRINT A;B: END",
            f"{begin + 10} {random.choice(['ON ERROR GOTO 9000', 'ON ERROR GOTO 9100', 'ON ERROR GOTO 9200', 'REM'])}",
            f"{begin + 20} FOR I=1 TO 3: A={k}/(B-{random.randint(1, 9)}): NEXT",
            f"{begin + 30} X(A)=B: B=B+{random.randint(1, 5)}: IF B>12 THEN B=0",
            f"{begin + 40} IF A>{random.randint(1, 9)} THEN RETURN ELSE IF B={random.randint(1, 12)} THEN {back}",
            f"{begin + 50} IF B>{random.randint(1, 12)} THEN GOSUB {1000 + 100 * random.randrange(count)}",
            f"{begin + 60} PRINT {begin};A;B;: {random.choice(['RETURN', 'REM', 'REM'])}",
        ]
    lines.append("8000 RETURN")
    for handler in (9000, 9100, 9200):
        lines += [
            f"{handler} E=E+1: IF ERR=11 THEN RESUME NEXT",
            f"{handler + 10} PRINT ERR;: IF E MOD 3=0 THEN RESUME {1000 + 100 * random.randrange(count)}",
            f"{handler + 20} B=1: RESUME {1000 + 100 * random.randrange(count)}",
        ]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", [1, 2])
def test_subroutines_that_run_on_into_each_other(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each statement is there once, in a loop over states."""
    source = running_on(seed)
    writer = Knowledge(Source(load_program(source.encode()).program))
    assert writer.graph.dispatcher is not None
    (routine,) = writer.graph.routines.values()
    points = [node.point.index for node in routine.nodes.values() if node.point is not None and not node.part]
    assert len(points) == len({*points})
    assert play(to_python(source), "", tmp_path, monkeypatch) == basic.run(source, unlimited=True).text


CIRCLE = """10 ON ERROR GOTO 900: FOR N=1 TO 6: PRINT "N";N;: GOSUB 100: GOSUB 200: GOSUB 300: NEXT: END
100 FOR I=1 TO 2: PRINT "A";I;: NEXT: IF N MOD 2 THEN 300
110 PRINT 1/(N-4): RETURN
200 PRINT "B";: IF N=3 THEN ON ERROR GOTO 950
210 FOR J=1 TO 3: IF J=N THEN 310 ELSE PRINT J;: NEXT: RETURN
300 PRINT "C";: K=K+1: IF K=4 THEN 100
310 PRINT "D": FOR I=1 TO 2: NEXT: RETURN
900 PRINT ERR;: RESUME 300
950 PRINT "OTHER": RESUME NEXT
"""


@pytest.mark.parametrize("exact", [False, True], ids=["operators", "exact"])
def test_a_circle_of_subroutines(exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph, "MUCH", 0)
    monkeypatch.setattr(graph, "MOST_BUILT", 0)
    text = to_python(CIRCLE, exact)
    assert "Control goes to and fro between BASIC's lines 10 to 950." in text
    assert play(text, "", tmp_path, monkeypatch) == basic.run(CIRCLE).text


# A subroutine that begins within a loop of another: with the loop, or with what is done before it.
WITHIN_A_LOOP = """\
10 ON ERROR GOTO 900
20 GOSUB {}: GOSUB 130: PRINT "END": END
90 PRINT "FIRST"
100 FOR I=1 TO 3
110 IF I=2 THEN 140
130 PRINT "MID";I
140 NEXT I
150 PRINT "OUT": RETURN
900 PRINT ERR;"IN";ERL: RESUME NEXT
"""


@pytest.mark.parametrize("first", [90, 100])
@pytest.mark.parametrize("exact", [False, True])
def test_a_subroutine_within_a_loop_of_another(
    exact: bool, first: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its NEXT knows the loop, if there is one, in a loop over states, too."""
    monkeypatch.setattr(graph, "MUCH", 0)
    monkeypatch.setattr(graph, "MOST_BUILT", 0)
    expected = "MID 1 \nMID 3 \nOUT\nMID 4 \n 1 IN 140 \nOUT\nEND\n"
    expected = "FIRST\n" * (first == 90) + expected
    assert play(to_python(WITHIN_A_LOOP.format(first), exact), "", tmp_path, monkeypatch) == expected


def several_handlers(seed: int) -> str:
    """Subroutines that are called under five ON ERRORs, and have others for single lines of theirs."""
    random = Random(seed)
    count = 30
    handlers = [9000 + 100 * k for k in range(5)]
    main = ["10 DIM X(9): B=2: GOSUB 1000"]
    main += [
        f"{20 * k + 20} ON ERROR GOTO {random.choice([0, *handlers]) if k > 30 else random.choice(handlers)}\n"
        f"{20 * k + 30} PRINT {k}: GOSUB {1000 + 100 * random.randrange(count)}"
        for k in range(40)
    ]
    lines = [*main, "890 T=T+1: IF T<9 THEN ON T MOD 4+1 GOTO 20,220,420,620", "900 PRINT A;B;E: END"]
    for k in range(count):
        begin = 1000 + 100 * k
        called = f"GOSUB {begin + 100 * random.randint(1, 3)}" if k < count - 4 else "PRINT B"
        lines += [
            f"{begin} A=B: B=B+{random.randint(1, 5)}: IF B>12 THEN B=0",
            f"{begin + 10} IF B={random.randint(1, 9)} THEN ON ERROR GOTO {random.choice(handlers)}",
            f"{begin + 20} A={k}/(B-{random.randint(1, 9)}): PRINT A;",
            f"{begin + 30} ON ERROR GOTO {random.choice(handlers)}: X(A)=B: ON ERROR GOTO {handlers[k % 5]}",
            f"{begin + 40} IF A>{random.randint(5, 9)} THEN {begin + 60}",
            f"{begin + 50} IF B>{random.randint(6, 12)} THEN {called}",
            f"{begin + 60} PRINT {begin};A;B: RETURN",
        ]
    for k, handler in enumerate(handlers):
        back = random.choice(["890", "NEXT", "NEXT"])
        lines += [
            f"{handler} E=E+1: IF E>200 THEN PRINT E: END",
            f"{handler + 10} IF ERR=11 THEN B=B+{k + 1}: PRINT ERL;: RESUME",
            f"{handler + 20} PRINT ERR;: A={k}: RESUME {back}",
        ]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_subroutines_under_several_handlers(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are there once, in a loop over states, which ON ERROR tells where its handler is; exactly, since where none
    is they divide by zero and go on."""
    monkeypatch.setattr(graph, "MUCH", 0)
    source = several_handlers(seed)
    text = to_python(source, exact=True)
    assert text.count("errors.on_error(") == source.count("ON ERROR GOTO 9")
    expected = basic.run(source).text
    assert len(expected.splitlines()) > 20
    assert play(text, "", tmp_path, monkeypatch) == expected


# Line 400 leaves its ON ERROR active for all that follows, unless what is typed will do.
LEAVING = (
    "10 DIM A(5): S=1\n20 PRINT S;: INPUT K$: IF K$=\"X\" THEN 300\n30 IF K$=\"U\" THEN S=S-1: IF S=0 THEN S=3\n"
    "40 IF K$=\"D\" THEN S=S+1: IF S>3 THEN S=1\n50 IF K$<>\"\" THEN 20\n60 PRINT \"YOU CHOSE\";S\n"
    "70 ON S GOSUB 100,200,400: PRINT \"BACK\": GOTO 20\n100 INPUT W: A(W)=A(W)+1: PRINT A(W): RETURN\n"
    "200 INPUT V: PRINT 1/V;SQR(V): RETURN\n300 PRINT \"BYE\";A(1);A(2): END\n"
    "400 INPUT \"FILE\";F$: IF F$=\"\" THEN RETURN\n"
    "410 ON ERROR GOTO 430: OPEN F$ FOR INPUT AS 1: ON ERROR GOTO 0: CLOSE: RETURN\n430 PRINT \"BAD\";ERR: RESUME 400\n"
)


@pytest.mark.parametrize("exact", [False, True], ids=["natural", "exact"])
@pytest.mark.parametrize("typed", ["D\nD\n\nNONE\n\nD\n\n9\n\n\n2\nX\n", "\n9\n", "U\n\nNONE\n\nU\n\n-1\n\nX\n"])
def test_a_handler_that_a_subroutine_leaves_active(
    typed: str, exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What follows is there once with the handler and once without, and no more."""
    text = to_python(LEAVING, exact)
    assert text.count("YOU CHOSE") <= 2
    assert play(text, typed, tmp_path, monkeypatch) == basic.run(LEAVING, typed, folder=tmp_path, echo=False).text


@pytest.mark.parametrize("writer", [RandomWriter, WideWriter])
def test_what_is_nested_far_too_deeply_is_a_dispatcher(
    writer: type[RandomWriter], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left_out: Callable[[str], None]
) -> None:
    """Python has 20 blocks in each other at most; with one allowed many a program has too many."""
    monkeypatch.setattr(write, "MOST_BLOCKS", 1)
    dispatched: list[bool] = []
    dispatch = entries.dispatch

    def counted(routine: Routine) -> bool:
        dispatched.append(dispatch(routine))
        return dispatched[-1]

    monkeypatch.setattr(write, "dispatch", counted)
    for seed in range(15):
        what_ports_prints_the_same(writer(seed).program(), "5\n7\nx\n1,2\n", tmp_path, monkeypatch, 0.5, left_out)
    assert any(dispatched)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_kept_of_jumps_is_as_it_would_be_found_anew(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """After each step in which a jump becomes one that Python has."""
    first_left = jumps.Resolver._first_left
    steps = 0

    def checked(self: jumps.Resolver) -> object:
        nonlocal steps
        steps += 1
        anew = shapes.Exits()
        wholes = [self.ways.seq, *(seq for seq, _ in self.ways.functions)]
        for seq in [*wholes, *(part for whole in wholes for shape in everything(whole) for part in parts(shape))]:
            for kept, found in ((self.ways.exits.goals, anew.of), (self.ways.exits.ending, anew._ends_kept)):
                known = kept.get(id(seq))
                assert known is None or known[1] is not seq or known[0] == found(seq)
        return first_left(self)

    monkeypatch.setattr(jumps.Resolver, "_first_left", checked)
    with contextlib.suppress(Refused):
        to_python(RandomWriter(seed).program())
    assert steps or seed != 2


def test_routines_for_which_nothing_has_changed_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a subroutine at the end of a chain says goes through all the others."""
    count = 60
    lines = ["10 GOSUB 1000: PRINT A: END", "20 PRINT B: END"]
    for k in range(count):
        begin = 1000 + 10 * k
        lines += [f"{begin} A=A+{k}: IF A=9999 THEN RETURN 20", f"{begin + 5} GOSUB {begin + 10}: RETURN"]
    lines += [f"{1000 + 10 * count} IF A>9 THEN RETURN ELSE RETURN 20", ""]
    built = what_is_built(monkeypatch)
    writer = Knowledge(Source(load_program("\n".join(lines).encode()).program), False, {})
    assert count < len(writer.graph.routines) <= len(built) < 8 * count


def test_what_python_cannot_read_is_never_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python nests twenty loops and no more: were nothing done about it, the program would be refused by its line."""
    names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    begun = [f"{100 + k} WHILE {name}<2: PRINT {k};: {name}={name}+1" for k, name in enumerate(names)]
    ended = [f"{300 + k} WEND: PRINT {name}" for k, name in enumerate(reversed(names))]
    source = "\n".join([*begun, "200 PRINT A+Z", *ended, ""])
    assert compile(to_python(source), "<port>", "exec")
    monkeypatch.setattr(graph, "MOST_LOOPS", len(names))
    monkeypatch.setattr(write, "dispatch", lambda routine: False)
    monkeypatch.setattr(border.Borders, "border", lambda *given, **named: None)
    with pytest.raises(Refused, match=r"^line 120: what Python cannot read"):
        to_python(source)


def test_endings_that_call_each_other_twice_are_gone_through_once() -> None:
    """A chain of forty of them would be a million millions of places."""
    inner = Block((0, "", NO_TRAP), [])
    for index in range(40):
        part = shapes.Part([inner], f"part_{index}", [], [], False)
        node = Node((index, "", NO_TRAP), "if", None, [])
        branch = Branch(node, *([shapes.Called(part, [], [])] for _ in range(2)))  # type: ignore[list-item]
        inner = Block((index, "", NO_TRAP), [branch])
    assert [node.index for node in shapes.nodes_in([inner])] == [*reversed(range(40))]


def test_what_is_sure_of_the_stack_becomes_less_until_it_holds() -> None:
    """Each look at what room there surely is says less than the one before: once it began again with all it saw."""
    source = (
        '120 ON ERROR GOTO 2000\n'
        '130 N=0: OPEN "I",1,"RECORDS.TXT"\n'
        '140 WHILE NOT EOF(1): N=N+1: INPUT #1,T$(N),A$(N),Y(N): WEND\n'
        '150 CLOSE 1\n'
        '160 PRINT N;"records loaded."\n'
        '200 PRINT: PRINT "A)dd  D)elete  F)ind  L)ist  S)ort  Q)uit: ";\n'
        '210 LINE INPUT "",C$\n'
        '220 IF C$="A" OR C$="a" THEN GOSUB 400: GOTO 200\n'
        '230 IF C$="D" OR C$="d" THEN GOSUB 500: GOTO 200\n'
        '240 IF C$="F" OR C$="f" THEN GOSUB 600: GOTO 200\n'
        '290 FOR I=1 TO N: WRITE #1,T$(I),A$(I),Y(I): NEXT\n'
        '300 CLOSE: PRINT "Saved.": END\n'
        '400 IF N=100 THEN PRINT "Full": RETURN\n'
        '410 LINE INPUT "Title: ",T$: IF T$="" THEN RETURN\n'
        '840 NEXT: PRINT "Sorted.": RETURN\n'
        '2000 IF ERR=53 THEN PRINT "(new file)": RESUME 160\n'
        '2010 IF ERR=6 THEN PRINT "Too large": RESUME\n'
        '2020 PRINT "Error";ERR;"at";ERL: RESUME 200\n'
    )
    with limited(20):
        assert "def main" in to_python(source, exact=True)


def what_is_built(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The subroutines, each time that one is."""
    built: list[object] = []
    build = graph.Graph._built

    def counted(self: graph.Graph, key: Any) -> Any:
        built.append(key)
        return build(self, key)

    monkeypatch.setattr(graph.Graph, "_built", counted)
    return built


def test_what_large_programs_end_with_is_a_routine_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the size of a program, only those are built again that come to what several subroutines end with."""
    count = 30
    lines = [f"{10 + k} GOSUB {1000 + 10 * k}" for k in range(count)] + ["90 PRINT A;B;C: END"]
    lines += [f"{1000 + 10 * k} A=A+{k}: GOTO {2000 + 1000 * (k // 10)}" for k in range(count)]
    for begin in (2000, 3000, 4000):
        lines += [f"{begin} B=B+A: IF B>500 THEN B=0", f"{begin + 10} C=C+B: PRINT C: A=A+1: RETURN"]
    built = what_is_built(monkeypatch)
    program = load_program("\n".join([*lines, ""]).encode()).program
    found = Knowledge(Source(program)).graph
    begun = {found.flow.points[index].line for index, _ in found.routines if index >= 0}
    assert begun == {*range(1000, 1000 + 10 * count, 10), 2000, 3000, 4000}
    assert len(built) <= 4 * len(found.routines)


def test_ends_go_round_in_a_circle_of_subroutines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty that call each other, of which each may end in five ways, are built four times each."""
    count = 40
    lines = ["10 N=7: GOSUB 1000: PRINT A: END", *(f"{500 + 10 * k} PRINT {k};: RETURN" for k in range(5))]
    for k in range(count):
        one, two = (1000 + 10 * ((3 * k + more) % count) for more in (1, 2))
        lines.append(f"{1000 + 10 * k} N=N-1: IF N<{k % 3} THEN A=A+{k}: RETURN {500 + 10 * (k % 5)}")
        lines.append(f"{1005 + 10 * k} IF N>3 THEN GOSUB {one} ELSE GOSUB {two}")
        lines.append(f"{1006 + 10 * k} A=A+1: RETURN")
    built = what_is_built(monkeypatch)
    program = load_program("\n".join([*lines, ""]).encode()).program
    routines = Knowledge(Source(program), True).graph.routines
    ends = {outcome.target for key, routine in routines.items() if key[0] >= 0 for outcome in routine.outcomes}
    assert len(routines) == count + 1 and len(ends) == 6
    assert len(built) < 4.5 * len(routines)


def test_blocks_in_each_other_are_gone_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice between a hundred places that stand behind as many blocks in each other: no step looks at
    jumps again that are known to fit."""
    count = 100
    nodes = [Node((k, "", NO_TRAP), "plain", None, []) for k in range(count + 1)]
    labels = [node.place for node in nodes[:count]]
    cases: list[shapes.Seq] = [[Jump(("leave", label))] for label in labels]
    seq: shapes.Seq = [Switch(nodes[count], cases, [[k] for k in range(count)])]
    for label, node in zip(labels, nodes[:count], strict=True):
        seq = [Block(label, seq), Code(node)]
    looks = []
    becomes = jumps.Ways.action

    def counted(self: jumps.Ways, jump: shapes.Jump, *others: Any) -> shapes.Action | None:
        looks.append(jump)
        return becomes(self, jump, *others)

    monkeypatch.setattr(jumps.Ways, "action", counted)
    resolver = jumps.Resolver(seq, lambda *_, **__: None, None)
    assert resolver.resolve()
    switch = next(shape for shape in shapes.everything(resolver.ways.seq) if isinstance(shape, Switch))
    assert switch.cases[1:-1] == [[Code(node)] for node in nodes[1 : count - 1]]
    assert len(looks) < 4 * count
