"""What is typed in: `INPUT`, `LINE INPUT`, and RANDOMIZE's question.

    10 INPUT "Name, age";N$,A
    20 LINE INPUT "Address: ";L$

On a stream the line read is written back unchanged, as a screen shows what is typed.
"""

from __future__ import annotations

from basic.library import items
from basic.library.registry import helper
from basic.machine.machine import Machine
from basic.values import convert
from basic.values.text import read_number


@helper("input_values")
def input_values(m: Machine, prompt: str, question: bool, same_line: bool, kinds: str) -> list[float | str]:
    """`INPUT;"prompt";A,B$`: a value for each kind, once the line fits; until then `?Redo from start` and again."""
    console = m.console
    while True:
        console.emit(prompt)
        if question:
            console.emit("? ")
        values = items.split(console.read_line(same_line), kinds)
        if values is not None:
            return values
        console.emit("?Redo from start")
        console.newline()


@helper("show_prompt")
def show_prompt(m: Machine, prompt: str) -> None:
    """What LINE INPUT prints before it looks for its variable."""
    m.console.emit(prompt)


@helper("line_input")
def line_input(m: Machine, prompt: str, same_line: bool) -> str:
    """`LINE INPUT;"prompt";A$`: the whole line, commas and quotes and all."""
    m.console.emit(prompt)
    return m.console.read_line(same_line)


def randomize_prompt(m: Machine) -> int:
    """`RANDOMIZE` without a number asks for one, until one is typed; error 6 beyond the integers."""
    while True:
        m.console.emit("Random number seed (-32768 to 32767)? ")
        line = m.console.read_line()
        number, kind, end = read_number(line)
        if not line[end:].strip(" "):
            return convert.cint_double(int(number)) if kind == "#" else convert.cint(number)
