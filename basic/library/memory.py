"""Memory and ports: `PEEK`, `POKE`, `DEF SEG`, `INP`, `OUT`, `WAIT`, `FRE`.

    10 DEF SEG=&H40: IF PEEK(&H49)=7 THEN PRINT "MONOCHROME"

What there is to find is told in `basic.machine.memory`.
"""

from __future__ import annotations

from basic.library.registry import function, statement
from basic.machine.machine import Machine
from basic.machine.memory import DATA_SEGMENT


def def_seg(m: Machine, segment: int | None = None) -> None:
    """`DEF SEG=&HB800`; `DEF SEG` goes back to BASIC's own data."""
    m.memory.segment = DATA_SEGMENT if segment is None else segment


@function("PEEK", "word -> integer")
def peek(m: Machine, offset: int) -> int:
    """`PEEK(1047)`"""
    return m.memory.peek(offset)


@statement("POKE", "word byte")
def poke(m: Machine, offset: int, value: int) -> None:
    """`POKE 1047,0`"""
    m.memory.poke(offset, value)


@function("INP", "word -> integer")
def inp(m: Machine, port: int) -> int:
    """`INP(&H61)`"""
    return m.memory.inp(port)


@statement("OUT", "word byte")
def out(m: Machine, port: int, value: int) -> None:
    """`OUT &H61,3`"""
    m.memory.out(port, value)


@statement("WAIT", "word byte byte?")
def wait(m: Machine, port: int, mask: int, inverted: int | None = None) -> None:
    """`WAIT &H3DA,8`: until one of the masked bits is 1."""
    m.memory.wait(port, mask, inverted or 0)


def fre(m: Machine) -> int:
    """`FRE(0)`, `FRE("")`: the bytes that are still free."""
    return m.free_memory()
