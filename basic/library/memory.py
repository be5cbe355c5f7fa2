"""Memory and ports: `PEEK`, `POKE`, `BSAVE`, `BLOAD`, `DEF SEG`, `INP`, `OUT`, `WAIT`, `FRE`.

    10 DEF SEG=&H40: IF PEEK(&H49)=7 THEN PRINT "MONOCHROME"

What there is to find is told in `basic.machine.memory`, and for BASIC's own variables in `basic.engine.segment`.
"""

from __future__ import annotations

from basic.errors import BAD_FILE_MODE, ILLEGAL, BasicError
from basic.library import files
from basic.library.registry import function, helper, statement
from basic.machine.files import END
from basic.machine.machine import Machine
from basic.machine.memory import DATA_SEGMENT
from basic.sizes import SEGMENT_SIZE

IMAGE = 0xFD  # the first byte of a memory image


@helper("define_segment")
def def_seg(m: Machine, segment: int | None = None) -> None:
    """`DEF SEG=&HB800`; `DEF SEG` goes back to BASIC's own data."""
    m.memory.enter(DATA_SEGMENT if segment is None else segment)


def _check_open(m: Machine) -> None:
    """What a protected program hides is not shown to who types at the prompt."""
    if m.memory.closed():
        raise BasicError(ILLEGAL)


@function("PEEK", "word -> integer 0..255")
def peek(m: Machine, offset: int) -> int:
    """`PEEK(1047)`"""
    _check_open(m)
    return m.memory.peek(offset)


@statement("POKE", "word byte")
def poke(m: Machine, offset: int, value: int) -> None:
    """`POKE 1047,0`"""
    _check_open(m)
    m.memory.poke(offset, value)


@statement("BSAVE", "string word word")
def bsave(m: Machine, name: str, offset: int, length: int) -> None:
    """`BSAVE "PICTURE",0,16384`: a header (FD, segment, offset, length), so many bytes from DEF SEG's segment, 1A."""
    _check_open(m)
    header = b"".join(word.to_bytes(2, "little") for word in (m.memory.segment, offset, length))
    data = bytes(m.memory.peek((offset + index) % SEGMENT_SIZE) for index in range(length))
    files.write_program_file(m, name, bytes([IMAGE]) + header + data + END.encode())


@statement("BLOAD", "string word?")
def bload(m: Machine, name: str, offset: int | None = None) -> None:
    """`BLOAD "PICTURE"`: to where it came from; with an offset into DEF SEG's segment. A shorter file is no error."""
    _check_open(m)
    data = files.read_program_file(m, name)
    if data[:1] != bytes([IMAGE]):
        raise BasicError(BAD_FILE_MODE)
    segment, first, length = (int.from_bytes(data[at : at + 2], "little") for at in (1, 3, 5))
    memory, present = m.memory, m.memory.segment
    if offset is None:
        memory.segment, offset = segment, first
    try:
        for index, byte in enumerate(data[7 : 7 + length]):
            memory.poke((offset + index) % SEGMENT_SIZE, byte)
    finally:
        memory.segment = present


@function("INP", "word -> integer 0..255", acts=True)
def inp(m: Machine, port: int) -> int:
    """`INP(&H61)`"""
    return m.memory.inp(port)


@statement("OUT", "word byte", isolated=True)
def out(m: Machine, port: int, value: int) -> None:
    """`OUT &H61,3`"""
    m.memory.out(port, value)


@statement("WAIT", "word byte byte?", isolated=True)
def wait(m: Machine, port: int, mask: int, inverted: int | None = None) -> None:
    """`WAIT &H3DA,8`: until one of the masked bits is 1."""
    m.memory.wait(port, mask, inverted or 0)


def fre(m: Machine) -> int:
    """`FRE(0)`, `FRE("")`: the bytes that are still free."""
    return m.free_memory()
