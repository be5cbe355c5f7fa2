"""BASIC's data segment beyond what the cases `words/peek`, `words/varptr` and `words/bsave` show."""

from __future__ import annotations

import pytest

import basic
from basic.engine.interpreter import Interpreter
from basic.machine.machine import Machine
from basic.machine.terminal import MemoryTerminal

ENGINES = ["auto", "step"]


def interpreter(program: str) -> Interpreter:
    made = Interpreter(Machine(MemoryTerminal([])))
    made.load(basic.parse(program))
    return made


def typed(made: Interpreter, line: str) -> str:
    """What a line typed at the prompt prints."""
    terminal = made.machine.console.terminal
    assert isinstance(terminal, MemoryTerminal)
    before = len(terminal.text)
    made.direct(line)
    return terminal.text[before:]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_running_line_and_the_last_error(engine: str) -> None:
    program = """10 ON ERROR GOTO 500
20 PRINT PEEK(&H2E)+256*PEEK(&H2F)
300 IF PEEK(46)+256*PEEK(47)=300 THEN PRINT "HERE"
400 ERROR 200
500 PRINT PEEK(&H347)+256*PEEK(&H348): END
"""
    assert basic.run(program, engine=engine).text == " 20 \nHERE\n 400 \n"


def test_a_program_can_read_itself() -> None:
    # A line: link, number, tokens, zero. PRINT is 91h, 5 is the one-byte constant 16h (11h and 5).
    program = "258 PRINT 5\n300 A=PEEK(48)+256*PEEK(49):FOR I=A+2 TO A+7:PRINT PEEK(I);:NEXT\n"
    assert basic.run(program).text == " 5 \n 2  1  145  32  22  0 "


def test_poke_into_the_program_is_refused() -> None:
    done = basic.run("10 POKE PEEK(48)+256*PEEK(49)+4,1\n")
    assert done.text == "POKE into the program is not there yet in 10\n"


def test_machine_code_is_refused() -> None:
    program = "10 DIM C%(3): P=VARPTR(C%(0)): POKE P,203\n20 PRINT C%(0): CALL P\n"
    assert basic.run(program).text == " 203 \nCALL is not there yet in 20\n"


@pytest.mark.parametrize("engine", ["step", "python"])
@pytest.mark.parametrize(
    ("called", "shown"),
    [("P(A(11))", " 9 "), ("P(A%,B$,A(2))", " 73 "), ("P(A,5)", " 2 "), ("P(A(11),5)", " 9 "),
     ("P$", " 13 "), ("Q(A(11))", " 6 ")],
)  # fmt: skip
def test_what_machine_code_is_given_is_looked_up_first(called: str, shown: str, engine: str) -> None:
    program = f"5 ON ERROR GOTO 20: Q=1E5\n10 CALL {called}\n20 PRINT ERR: END\n"
    assert basic.run(program, engine=engine).text == shown + "\n"


def test_the_prompt_sees_what_the_program_left() -> None:
    made = interpreter('10 A%=1234: S$="XYZ": STOP\n20 PRINT A%;S$\n')
    made.run()
    assert typed(made, "P=VARPTR(A%):PRINT PEEK(P)+256*PEEK(P+1)") == " 1234 \n"
    assert typed(made, "POKE P,0:PRINT A%") == " 1024 \n"
    assert typed(made, "CONT") == " 1024 XYZ\n"


def test_a_fraction_poked_at_the_prompt_reaches_the_program() -> None:
    made = interpreter("10 FOR I=1 TO 2:N=N+1:NEXT:STOP\n20 PRINT N: N=N+1: PRINT N\n")
    made.run()
    typed(made, "P=VARPTR(N):POKE P+3,128:POKE P+2,64")
    assert typed(made, "CONT") == " .75 \n 1.75 \n"


def test_a_protected_program_hides_the_memory_from_the_prompt() -> None:
    made = interpreter("10 POKE 100,7: PRINT PEEK(100)\n")
    made.protected = True
    assert made.run().reason == "end"
    for line in ("PRINT PEEK(100)", "POKE 100,1", 'BSAVE "X",0,10', 'BLOAD "X"'):
        assert typed(made, line) == "Illegal function call\n", line
    made.protected = False
    assert typed(made, "PRINT PEEK(100)") == " 7 \n"


@pytest.mark.parametrize("engine", ENGINES)
def test_string_space_is_used_again(engine: str) -> None:
    program = """10 DIM T$(9): FOR R=1 TO 60: FOR I=0 TO 9
20 T$(I)=STRING$(200,48+I): P=VARPTR(T$(I)): Q=PEEK(P+1)+256*PEEK(P+2)
30 IF PEEK(Q)<>48+I OR PEEK(Q+199)<>48+I THEN PRINT "LOST"
40 NEXT I,R: POKE Q,33: PRINT LEFT$(T$(9),3); VARPTR(T$(0))=VARPTR(T$(0))
"""
    assert basic.run(program, engine=engine).text == "!99-1 \n"


@pytest.mark.parametrize("engine", ENGINES)
def test_erased_arrays_leave_room(engine: str) -> None:
    program = """10 FOR R=1 TO 40: DIM A(999): A(999)=R: P=VARPTR(A(999)): S=S+(PEEK(P+3)>128): ERASE A: NEXT: PRINT S
"""
    assert basic.run(program, engine=engine).text == "-40 \n"


def test_addresses_end_with_clear() -> None:
    program = "10 A%=77: P=VARPTR(A%): CLEAR: B%=5: PRINT P; PEEK(VARPTR(A%))\n"
    assert basic.run(program).text == " 0 \nIllegal function call in 10\n"  # A% is not there any more


def test_only_what_varptr_names_stays_outside_the_fast_code() -> None:
    made = interpreter("10 A%=1: B%=2: P=VARPTR(A%): FOR I=1 TO 3: A%=A%+I: NEXT: PRINT PEEK(P)\n")
    made.run()
    version, = made.code.versions.values()
    assert "global A_i\n" in version.compiled.source
    assert "A_i" not in version.function.scalars
    assert "B_i" in version.function.scalars


@pytest.mark.parametrize(
    ("mode", "value", "colour"), [(9, 36, 36), (9, 255, 63), (7, 20, 12), (8, 7, 7), (1, 4, 11), (2, 4, 15)]
)
def test_the_palette_by_port_3c0(mode: int, value: int, colour: int) -> None:
    """A number and its colour in turn; INP(&H3DA) makes the next one a number. SCREEN 1 and 2 keep theirs."""
    made = interpreter(f"10 SCREEN {mode}: OUT &H3C0,2: A=INP(&H3DA): OUT &H3C0,1: OUT &H3C0,{value}: OUT &H3C0,32\n")
    reason = made.run().reason
    assert (reason, made.machine.video.palette[1]) == ("end", colour)
