"""The state of a run: what goes on from one is what went on the first time, in every engine and any interpreter."""

from __future__ import annotations

import pickle
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

import pytest
from control_flow_programs import Writer
from hot_loop_programs import Sums, Worker
from paths import ROOT

import basic
from basic.engine.interpreter import Interpreter
from basic.engine.limits import Limits
from basic.engine.rest import Outcome
from basic.engine.stack import Interrupted
from basic.machine.clock import Clock, FixedClock, SystemClock
from basic.machine.disk import MemoryDisk
from basic.machine.guarded import Overlay
from basic.machine.host import HostDisk
from basic.machine.machine import Machine
from basic.machine.state import Irretrievable
from basic.machine.terminal import MemoryTerminal, PipeTerminal

ENGINES = ("step", "python", "native", "auto")
MOST = 1500
TYPED = ("1", "2.5", "HELLO", "-3,4", "Y", "N")
FILES = {"IN.TXT": b'1,2\r\n"A B",C\r\nLAST LINE\r\n'}

SCREEN = """
10 SCREEN 9: COLOR 14,1: KEY OFF: VIEW (10,10)-(300,200),1,2: WINDOW (-1,-1)-(1,1): DIM G%(600)
20 FOR I=1 TO 12: LINE (RND-.5,RND-.5)-(RND,RND),I,B: CIRCLE (0,0),I/20,I: PSET STEP (.01,.02): NEXT
30 PAINT (.9,.9),4,2: GET (-.2,-.2)-(.2,.2),G%: PUT (.1,.1),G%,XOR: DRAW "C3 BM+5,5 U10 R5 TA30 D7"
40 PRINT "TEXT IN";I;POINT(0): LOCATE 5,5: PRINT "HERE";POS(0);CSRLIN: PALETTE 3,5
50 SCREEN 7,,1,0: PRINT "OTHER": PCOPY 1,0: LINE -(50,60),3: PRINT POINT(20,20);POINT(2)
60 SCREEN 0: WIDTH 40: COLOR 7,2: PRINT "FORTY": VIEW PRINT 3 TO 9: FOR I=1 TO 12: PRINT I,SCREEN(5,3): NEXT
70 DEF SEG=&HB800: POKE 10,65: PRINT PEEK(10);PEEK(11): KEY 3,"THREE": KEY ON: LOCATE ,,1: PRINT INKEY$;TIMER
"""
SOUND = """
10 PLAY "MB T200 L8 O2 CDE": SOUND 440,3: ON PLAY(2) GOSUB 100: PLAY ON: ON TIMER(1) GOSUB 200: TIMER ON
20 FOR I=1 TO 900: A=A+I: IF I MOD 300=0 THEN PRINT I;PLAY(0);TIME$: PLAY "N40"
30 NEXT: PLAY OFF: RANDOMIZE 7: PRINT RND;RND: TIMER STOP: TIME$="10:11:12": FOR J=1 TO 100: NEXT: PRINT TIME$;T;P
40 TIMER ON: FOR J=1 TO 600: NEXT: PRINT T;P;FRE(0)>0: END
100 P=P+1: PRINT "PLAY": PLAY "MB C": RETURN
200 T=T+1: FOR K=1 TO 20: NEXT: PRINT "TIMER";A: RETURN
"""
FILING = """
10 DIM T$(5): OPEN "O",1,"OUT.TXT": OPEN "I",2,"IN.TXT": OPEN "R",#3,"REC.DAT",16: FIELD 3,6 AS A$,10 AS B$
20 FOR I=1 TO 5: PRINT #1,I,I*I: LSET A$="REC"+STR$(I): RSET B$=MKS$(I/3): PUT 3,I: T$(I)=A$+"*": NEXT
30 INPUT #2,X,Y: INPUT #2,C$,D$: PRINT X;Y;C$;D$;EOF(2);LOC(1);LOF(3): LINE INPUT #2,L$: PRINT L$;EOF(2)
40 GET 3,2: PRINT A$;CVS(RIGHT$(B$,4));T$(3): WIDTH #1,30: WRITE #1,"A",1: LOCK #3,1 TO 2: OPEN "SCRN:" FOR OUTPUT AS 4
50 PRINT #4,"ON THE SCREEN": CLOSE 1: OPEN "A",1,"OUT.TXT": PRINT #1,"MORE";: LPRINT "A";: OPEN "LPT1:" FOR OUTPUT AS 5
60 PRINT #5,"GOES ON": MKDIR "SUB": CHDIR "SUB": OPEN "O",6,"X.Y": PRINT #6,"Z": CLOSE 6: CHDIR "..": LPRINT LPOS(0)
70 CLOSE 1,2: NAME "OUT.TXT" AS "NEW.TXT": KILL "IN.TXT": FILES: UNLOCK #3,1 TO 2: CLOSE: PRINT A$;"<": PRINT T$(4)
80 INPUT "WHAT";Q: LINE INPUT W$: PRINT Q;W$: K$=INPUT$(2): PRINT LEN(K$): ENVIRON "A=B": PRINT ENVIRON$("A")
"""
STORED = """
10 DEFDBL D: DEFINT I-K: DEF FNA(X)=X*2+D: DIM M(3,4),S$(2),U%(2): D=1/3: OPTION BASE 0: READ A,B$
20 M(1,2)=FNA(3): S$(1)="TEXT": U%(1)=-7: V=VARPTR(U%(0)): P=VARPTR(S$(1)): PRINT PEEK(V+2);PEEK(V+3): POKE V+2,9
30 ON ERROR GOTO 90: GOSUB 60: PRINT U%(1);M(1,2);FNA(1);D;PEEK(P);A;B$: ERASE U%: DIM U%(3,3): U%(3,3)=5
40 ERROR 200: PRINT "AGAIN": READ C: PRINT C;ERR;ERL: SWAP A,C: X(7)=A: PRINT X(7);U%(3,3): DEF SEG=0: POKE 1,77
50 RESTORE 81: READ E: PRINT E;PEEK(1): DEFSNG I: I=.5: PRINT I: CLEAR: PRINT D;A: END
60 FOR I=1 TO 3: WHILE K<I: K=K+1: PRINT I;K: WEND: GOSUB 70: NEXT: RETURN
70 IF I=2 THEN RETURN ELSE S$(0)=S$(0)+"X": RETURN
80 DATA 5,WORDS,6
81 DATA 7
90 PRINT "ERR";ERR;ERL: FOR Z=1 TO 3: NEXT: RESUME NEXT
"""
PROGRAMS = {"screen": SCREEN, "sound": SOUND, "files": FILING, "stored": STORED}


def player(text: str, engine: str, limited: bool = True) -> Interpreter:
    machine = Machine(
        MemoryTerminal(TYPED), clock=FixedClock(datetime(1990, 1, 2, 12)), disks={"C": MemoryDisk(FILES)}
    )
    machine.speaker.heard = []
    interpreter = Interpreter(machine, engine=engine)
    interpreter.load(basic.parse(text.lstrip()))
    if limited:
        Limits(steps=MOST).watch(interpreter)
    return interpreter


def plain(value: Any) -> Any:
    """Parts of a state, so that they can be compared."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if hasattr(value, "__slots__") and not isinstance(value, int):
        return [plain(getattr(value, name)) for name in value.__slots__]
    return value


def difference(found: Any, expected: Any, where: str = "") -> str:
    """The first place where two states differ."""
    if found == expected:
        return ""
    if isinstance(found, dict) and isinstance(expected, dict) and found.keys() == expected.keys():
        parts = [(found[key], expected[key], f"{where}.{key}") for key in found]
    elif isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        parts = [(*pair, f"{where}[{at}]") for at, pair in enumerate(zip(found, expected, strict=True))]
    else:
        return f"{where}: {found!r:.300}, not {expected!r:.300}"
    return next(filter(None, (difference(*part) for part in parts)))


def seen(interpreter: Interpreter, outcome: Outcome, counted: bool = True) -> Any:
    """All that the run has come to."""
    terminal = interpreter.machine.console.terminal
    assert isinstance(terminal, MemoryTerminal)
    interpreter.machine.console.screen.settle()
    state = interpreter.state()
    machine = {key: value for key, value in state.machine.items() if key != "console"}
    end = outcome.reason, outcome.line, str(outcome.error), state.done if counted else 0
    rest = state.runtime[:-1]  # without what is known of arrays to come, as each engine knows its variables
    variables = {name: value for name, value in state.variables.items() if value not in (0, "", None)}
    return plain((end, terminal.text, state.own, rest, variables, state.stack, state.traps, machine))


def check(text: str, engine: str, counts: list[int], limited: bool = True) -> int:
    """Runs on from a place are alike; gives how many there were."""
    interpreter = player(text, engine, limited)
    expected = seen(interpreter, interpreter.run(), limited)
    states, found = [], 0
    interpreter = player(text, engine, limited)
    outcome = interpreter.run(statements=counts[0])
    for count, following in zip(counts, [*counts[1:], counts[-1]], strict=True):
        if outcome.reason != "pause":
            break
        states.append((interpreter.state(), count))
        outcome = interpreter.advance(following - count)
    Random(1).shuffle(states)
    other = player(text, ENGINES[1 - limited + len(text) % 3], limited)
    for state, count in states:
        for going in (interpreter, other):
            going.restore(state if going is interpreter else pickle.loads(pickle.dumps(state)))
            other_end = seen(going, going.proceed(going.point), limited)
            assert not difference(other_end, expected), (difference(other_end, expected), count, going.engine, text)
            found += 1
    return found


@pytest.mark.parametrize("engine", ["step", "python"])
@pytest.mark.parametrize("begin", range(0, 120, 20))
def test_random_programs_go_on_from_a_state(begin: int, engine: str) -> None:
    found = 0
    for seed in range(begin, begin + 20):
        random = Random(seed)
        found += check(Writer(seed).program(), engine, sorted(random.sample(range(100), 4)))
    assert found > 25


@pytest.mark.parametrize("engine", ["python", "native", "auto"])
def test_working_programs_go_on_from_a_state(engine: str) -> None:
    """Nothing is asked of them between statements but while they are stepped."""
    for seed in range(3):
        for text in (Worker(seed).program(), Sums(seed).program()):
            assert check(text, engine, [5, 90], limited=False)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_with_devices_go_on_from_a_state(name: str, engine: str) -> None:
    counts = list(range(1, 30, 2)) + list(range(30, 1400, 130))
    assert check(PROGRAMS[name], engine, counts, limited=False) >= 30


def test_every_statement_of_a_program_forwards_and_backwards() -> None:
    """A stepper: one state before each statement, the same in both engines."""
    lines = {}
    for engine in ("step", "python"):
        interpreter = player(STORED, engine)
        interpreter.run(statements=0)
        states, lines[engine] = [], []
        while True:
            states.append(interpreter.state())
            outcome = interpreter.advance()
            if outcome.reason != "pause":
                break
            lines[engine].append(outcome.line)
        end = seen(interpreter, outcome)
        for at in range(len(states) - 1, -1, -7):
            interpreter.restore(states[at])
            assert interpreter.state().done == at
        interpreter.restore(states[0])
        for _ in lines[engine]:
            assert interpreter.advance().reason == "pause"
        assert seen(interpreter, interpreter.advance()) == end
    assert lines["step"] == lines["python"] and len(lines["step"]) > 70


def test_what_was_printed_and_looked_at_is_taken_back() -> None:
    interpreter = player('10 PRINT "ONE"\n20 PRINT "TWO"\n30 PRINT "THREE"\n', "step")
    screen = interpreter.machine.console.screen
    interpreter.run(statements=1)
    state = interpreter.state()
    interpreter.advance()
    assert screen.page.lines[:3] == ["ONE", "TWO", ""]
    interpreter.restore(state)
    interpreter.proceed(interpreter.point)
    assert screen.page.lines[:4] == ["ONE", "TWO", "THREE", ""]


# What an object has beside its STATE: what it is made with, other objects, and what its methods see to.
OTHERS = {
    "Channels": "_locks attached console drives lf limit lines notices opened printers",
    "Clock": "_offset source",
    "Console": "_live break_pressed line_end screen terminal trapped waiting write",
    "Drives": "_disks",
    "FileWriter": "line_end write",
    "FixedClock": "read_by_read",
    "Interpreter": "_arithmetic _commands _native _stepping cache code engine interrupts machine poll raw rt running "
    "shell text version watcher",
    "LineEnds": "_sink feed",
    "Machine": "_disks _lines channels clock console drives free_memory lf limits memory music notices printed printer "
    "printers random sinks speaker video",
    "Memory": "_areas _card _clock _console closed",
    "MemoryDisk": "_kept files",
    "MemoryTerminal": "_gathered _known _lines _sent echoes noted",
    "PicturePage": "_font _mode _raster width",
    "PrinterFile": "_ends _writer mode",
    "PrinterWriter": "_head line_end write",
    "Page": "width",
    "Raster": "_bands height pixels width",
    "RandomFile": "_access _file _writer",
    "Runtime": "assumed data direct generation line lines locals machine most_memory named namespace poll program_size "
    "restores segment stack starts texts trace traps unlimited variables",
    "Screen": "_pages gather video",
    "ScreenFile": "_writer",
    "ScreenWriter": "_console line_end write",
    "Segment": "_places runtime",
    "Speaker": "_clock _sleep changed device",
    "TextInput": "_file _items _line _tell",
    "TextOutput": "_file _lf _writer",
    "Traps": "_machine _rt _traps",
    "Video": "canvas pages settle touched",
    "VideoMemory": "_video",
    "Writer": "line_end write",
}


def parts(item: Any, known: dict[int, Any]) -> dict[int, Any]:
    """An object and all that it leads to, as far as it has a state."""
    if isinstance(item, dict | list | tuple):
        for part in item.values() if isinstance(item, dict) else item:
            parts(part, known)
    elif (hasattr(item, "STATE") or hasattr(item, "restore")) and hasattr(item, "__dict__") and id(item) not in known:
        known[id(item)] = item
        parts(dict(vars(item)), known)
    return known


@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_is_left_out_of_a_state(name: str) -> None:
    """Whoever gives an object another attribute says whether it is part of the state."""
    kinds = set()
    interpreter = player(PROGRAMS[name], "step")
    interpreter.run(statements=60)
    for item in parts(interpreter, {}).values():
        kind = type(item).__name__
        left = set(vars(item)) - set(getattr(item, "STATE", ()))
        assert left <= set(OTHERS.get(kind, "").split()), (kind, left)
        kinds.add(kind)
    assert {"Interpreter", "Runtime", "Machine", "Console", "Screen", "MemoryTerminal"} <= kinds


@pytest.mark.parametrize("engine", ENGINES)
def test_a_subroutine_of_an_event_returns_in_another_interpreter(engine: str) -> None:
    """The trap is held until then: TIMER comes again only if the one who goes on has heard of its return."""
    text = "10 ON TIMER(1) GOSUB 50: TIMER ON\n20 FOR I=1 TO 3000: A=A+1: NEXT: PRINT A;N: END\n"
    text += "50 N=N+1: FOR K=1 TO 30: B=B+1: NEXT: RETURN\n"
    first = player(text, engine, limited=False)
    expected = seen(first, first.run(), counted=False)
    interpreter, other = (player(text, engine, limited=False) for _ in range(2))
    interpreter.run(statements=0)
    while interpreter.rt.namespace.get("N_s") != 1:
        assert interpreter.advance(10).reason == "pause"
    assert any(type(entry) is Interrupted for entry in interpreter.rt.stack)
    for kept in (interpreter.state(), pickle.loads(pickle.dumps(interpreter.state()))):
        other.restore(kept)
        assert seen(other, other.proceed(other.point), counted=False) == expected
        assert other.rt.namespace["N_s"] > 3


@pytest.mark.parametrize("engine", ENGINES)
def test_a_break_can_be_continued_from_its_state(engine: str) -> None:
    """Ctrl-C in loops within a subroutine, in the fast code where there is some; CONT in another interpreter."""
    text = "10 FOR I=1 TO 1: GOSUB 30: NEXT: PRINT I;K;J: END\n"
    text += "30 FOR K=1 TO 1E6: FOR J=1 TO 30000: A=A+1: A=A-A/2: NEXT: NEXT: RETURN\n"
    interpreter, other = (player(text, engine, limited=False) for _ in range(2))
    interpreter.interrupts.allow_stops()
    stop = Timer(0.2, interpreter.interrupts.stop)
    stop.start()
    assert interpreter.run().reason == "break" and interpreter.rt.namespace["A_s"] > 0
    kept = pickle.loads(pickle.dumps(interpreter.state()))
    for going in (other, interpreter):
        going.restore(kept)
        going.direct("K=1E6: J=30000: CONT")
        assert str(going.machine.console.terminal.text).endswith(" 2  1000001  30001 \n")  # type: ignore[attr-defined]


def test_a_state_goes_on_in_another_process(tmp_path: Path) -> None:
    interpreter = player(STORED, "auto")
    interpreter.run(statements=60)
    (tmp_path / "state").write_bytes(pickle.dumps(interpreter.state()))
    interpreter.proceed(interpreter.point)
    terminal = interpreter.machine.console.terminal
    assert isinstance(terminal, MemoryTerminal)
    going = (
        "import pickle, sys; from pathlib import Path; from test_state import player; "
        "other = player('10 PRINT 1', sys.argv[2]); other.restore(pickle.loads(Path(sys.argv[1]).read_bytes())); "
        "other.proceed(other.point); sys.stdout.write(other.machine.console.terminal.text)"
    )
    places = {"PYTHONPATH": ":".join(path for path in sys.path if path), "PYTHONIOENCODING": "utf-8"}
    for engine in ENGINES:
        command = [sys.executable, "-c", going, str(tmp_path / "state"), engine]
        found = subprocess.run(command, env=places, cwd=ROOT, capture_output=True, text=True, check=False)
        assert found.stdout == terminal.text and not found.returncode, found.stderr


def test_a_typed_line_at_a_state() -> None:
    """At the prompt, too: the program can be edited and come back, CONT goes on, functions are defined."""
    interpreter = player("10 DEF FNA(X)=X+Y\n20 Y=5: STOP\n30 PRINT FNA(2)\n", "python")
    outcome = interpreter.run()
    state = interpreter.state()
    assert outcome.reason == "stop"
    interpreter.store(30, "PRINT 99")
    interpreter.run()
    terminal = interpreter.machine.console.terminal
    assert isinstance(terminal, MemoryTerminal)
    interpreter.restore(state)
    interpreter.direct("PRINT Y: Y=7")
    interpreter.direct("CONT")
    assert terminal.text.split("\n")[-3:] == [" 5 ", " 9 ", ""]


def test_what_cannot_be_taken_back_is_named(tmp_path: Any) -> None:
    (tmp_path / "A.TXT").write_text("OLD")
    text = '10 OPEN "O",1,"A.TXT": PRINT #1,"NEW": CLOSE\n20 PRINT "END"\n'
    for machine, name in (
        (Machine(PipeTerminal()), "terminal"),
        (Machine(MemoryTerminal(), disks={"C": str(tmp_path)}), "folder of the host"),
    ):
        interpreter = Interpreter(machine)
        interpreter.load(basic.parse("10 FILES: END" if name != "terminal" else text))
        if name != "terminal":
            interpreter.run()
        with pytest.raises(Irretrievable, match=name):
            interpreter.state()
    machine = Machine(MemoryTerminal(), disks={"C": HostDisk(tmp_path)})
    machine.keep_host()
    interpreter = Interpreter(machine)
    interpreter.load(basic.parse(text))
    interpreter.run(statements=0)
    state = interpreter.state()
    disk = machine.drives.disk("C")
    assert isinstance(disk, Overlay)
    for _ in range(2):
        interpreter.restore(state)
        interpreter.proceed(interpreter.point)
        assert disk["A.TXT"] == b"NEW\r\n\x1a" and (tmp_path / "A.TXT").read_text() == "OLD"


def test_time_is_put_back() -> None:
    clock = Clock(SystemClock())
    state = clock.state()
    clock.source.sleep(100)
    clock.restore(state)
    assert abs(clock.elapsed() - state[1]) < 1


def test_a_run_from_python_is_put_back() -> None:
    running = basic.start('10 FOR I=1 TO 1E9: A=A+1: IF A=0 THEN PRINT "IT WAS";I\n20 NEXT\n')
    assert running.pause(20).outcome.reason == "pause"
    state = running.state()
    first = state.variables["A_s"]
    running.resume()
    with pytest.raises(RuntimeError, match="pause"):
        running.restore(state)
    assert running.pause(20).outcome.reason == "pause" and running.state().variables["A_s"] > first
    running.restore(state)
    running.resume(5)
    assert running.wait(20).outcome.reason == "pause" and 0 < running.state().variables["A_s"] - first < 3
    running.resume()
    running.stop()
    assert running.wait(20).outcome.reason == "break"


def test_a_state_takes_few_calls_whatever_is_in_it() -> None:
    """Arrays are copied whole: there is nothing in it that is done for each element, or each line of the screen."""
    text = "".join(f"{line} V{line}={line}: W{line}$=STR$({line})\n" for line in range(40, 100))
    text += "110 DIM A(%d),B$(50): FOR I=0 TO 50: B$(I)=STR$(I): PRINT I;A(0): GOSUB 120: NEXT: STOP\n120 RETURN\n"

    def calls(size: int) -> int:
        interpreter = player(text % size, "python", False)
        interpreter.run()
        interpreter.state()  # the first finds out which fields there are
        made: list[str] = []
        sys.setprofile(lambda frame, event, argument: made.append(event))
        try:
            interpreter.state()
        finally:
            sys.setprofile(None)
        return made.count("call") + made.count("c_call")

    assert 0 < calls(200) == calls(12000) < 200
