"""Open files and devices: what PRINT#, INPUT#, FIELD, GET and PUT do, statement by statement.

Where a comment names a BASIC program, the values are those that the original GW-BASIC printed for it.
"""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import subprocess
import sys
import textwrap
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from paths import ROOT

import basic
from basic.engine.interpreter import Interpreter
from basic.errors import BasicError
from basic.library import devices, files
from basic.library.printing import write_items
from basic.machine.channels import Channels
from basic.machine.devices import LineEnds, LineOptions, PaperFile, Printer, no_printer
from basic.machine.disk import MemoryDisk
from basic.machine.drives import Drives
from basic.machine.files import Channel, TextInput
from basic.machine.host import HostDisk
from basic.machine.machine import Machine
from basic.machine.serial import SerialLine
from basic.machine.terminal import MemoryTerminal
from basic.values import double
from basic.values.using import Number

pty = pytest.importorskip("pty")
resource = pytest.importorskip("resource")


def machine(*typed: str, disk: MemoryDisk | HostDisk | None = None, **options: object) -> Machine:
    m = Machine(MemoryTerminal(typed))
    m.drives = Drives({"C": disk or MemoryDisk()})
    m.channels = Channels(m.console, m.drives, **options)  # type: ignore[arg-type]
    return m


def error(action: Callable[[], object]) -> int:
    """The number of the error that an action raises, 0 if none."""
    try:
        action()
    except BasicError as raised:
        return raised.number
    return 0


def content(m: Machine, name: str) -> bytes:
    disk = m.drives.disk("C")
    assert isinstance(disk, MemoryDisk)
    return disk[name]


def shown(m: Machine) -> str:
    assert isinstance(m.console.terminal, MemoryTerminal)
    return m.console.terminal.text


def write(m: Machine, name: str, *lines: str, mode: str = "OUTPUT") -> None:
    files.open_(m, name, 1, mode)
    for line in lines:
        files.writer(m, 1).line(line)
    files.close(m)


def holding(text: str, **options: object) -> Machine:
    """A machine whose file T holds the text, opened for input as #1."""
    m = machine(disk=MemoryDisk({"T": text.encode("latin-1")}), **options)
    files.open_(m, "T", 1, "INPUT")
    return m


# ---- OPEN and CLOSE ------------------------------------------------------------------------------------------------


LF = """\
10 OPEN "T" FOR OUTPUT AS 1:PRINT #1,"A";CHR$(13);"B":PRINT #1,STRING$(5000,"x"):CLOSE
20 OPEN "T" FOR APPEND AS 1:WRITE #1,"C",3:CLOSE:OPEN "T" FOR INPUT AS 1:PRINT LOF(1);
30 WHILE NOT EOF(1):LINE INPUT #1,A$:PRINT LEFT$(A$,3);"/";:WEND:CLOSE:OPEN "D" FOR INPUT AS 1
40 LINE INPUT #1,A$:INPUT #1,B,C$:PRINT A$;B;C$:LINE INPUT #1,A$:PRINT A$
"""


@pytest.mark.parametrize("engine", ["step", "auto"])
def test_lines_that_end_with_lf(engine: str) -> None:
    """Only the pair of CR and LF is LF in the file; nothing marks its end. Files of both kinds are read."""
    files = {"D": b"one\n5,x\r\nlast"}
    played = basic.run(LF.replace("5000", "250"), files=files, engine=engine, lf=True)
    assert played.text == " 261 A/B/xxx/" + '"C"/one 5 x\nlast\n'
    assert played.file("T") == b"A\rB\n" + b"x" * 250 + b'\n"C",3\n'
    plain = basic.run(LF.replace("5000", "250"), files=files, engine=engine)
    assert plain.file("T") == b"A\rB\r\n" + b"x" * 250 + b'\r\n"C",3\r\n\x1a'


def test_a_file_of_another_kind_is_told_of_once() -> None:
    disk = MemoryDisk({"D": b"one\ntwo\n", "E": b"one\r\n", "F": b"one\n"})
    machine = Machine(MemoryTerminal([]), disks={"C": disk})
    interpreter = Interpreter(machine)
    reading = '10 FOR I=1 TO 2:OPEN MID$("DE",I,1) FOR INPUT AS I:LINE INPUT #I,A$:NEXT\n'
    interpreter.load(basic.parse(f'{reading}20 OPEN "F" FOR INPUT AS 3:INPUT #3,A$\n'))
    interpreter.run()
    assert [notice.split(":")[0] for notice in machine.notices] == ["D"]


def test_output_append_input() -> None:
    """OPEN "T" FOR OUTPUT ... FOR APPEND ... FOR INPUT: two lines, then error 62 for both kinds of INPUT."""
    m = machine()
    write(m, "t", "one")
    assert content(m, "T") == b"one\r\n\x1a"
    write(m, "T", "two", mode="APPEND")
    assert content(m, "T") == b"one\r\ntwo\r\n\x1a"
    files.open_(m, "T", 1, "INPUT")
    read = []
    while not files.eof(m, 1):
        read.append(files.line_input(m, 1))
    assert read == ["one", "two"]
    assert error(lambda: files.line_input(m, 1)) == 62
    assert error(lambda: files.read_item(m, 1, "$")) == 62
    files.close(m)
    write(m, "E")
    files.open_(m, "E", 1, "I")
    assert files.eof(m, 1) == -1


def test_append_goes_on_behind_an_end_mark_of_the_last_sector() -> None:
    for old, kept in (
        (b"ab\x1acd", b"ab"),
        (b"ab", b"ab"),
        (b"", b""),
        (b"x" * 127 + b"\x1a", b"x" * 127),
        (b"x" * 128, b"x" * 128),
        (b"x" * 128 + b"\x1a", b"x" * 128),
        (b"\x1a" + b"x" * 128, b"\x1a" + b"x" * 128),
    ):
        m = machine(disk=MemoryDisk({"T": old}))
        write(m, "T", "new", mode="A")
        assert content(m, "T") == kept + b"new\r\n\x1a"
    m = machine()
    write(m, "FRESH", "x", mode="APPEND")
    assert content(m, "FRESH") == b"x\r\n\x1a"


@pytest.mark.parametrize(
    ("name", "number", "mode", "record", "expected"),
    [
        ("NOPE", 1, "INPUT", None, 53), ("X\\Y", 1, "OUTPUT", None, 76), ("", 1, "OUTPUT", None, 64),
        ("A*", 1, "OUTPUT", None, 64), ("FOO:X", 1, "OUTPUT", None, 64), ("T", 1, "Q", None, 54),
        ("T", 1, "", None, 54), ("T", 0, "O", None, 52), ("T", 16, "O", None, 52), ("T", 15, "o", None, 0),
        ("T", 256, "O", None, 5), ("T", -1, "O", None, 5), ("T", 1, "R", 0, 5), ("T", 1, "R", -5, 5),
        ("SUB", 1, "O", None, 75), ("SUB", 1, "I", None, 75), ("D:T", 1, "I", None, 76), ("../T", 1, "O", None, 64),
    ],
)  # fmt: skip
def test_open_errors(name: str, number: int, mode: str, record: int | None, expected: int) -> None:
    m = machine(disk=MemoryDisk({"SUB\\F": b""}))
    assert error(lambda: files.open_(m, name, number, mode, record=record)) == expected


def test_number_limit_is_that_of_the_machine() -> None:
    m = machine(limit=3)
    files.open_(m, "A", 3, "O")
    assert error(lambda: files.open_(m, "B", 4, "O")) == 52


def test_open_twice() -> None:
    m = machine()
    write(m, "T")
    files.open_(m, "T", 1, "OUTPUT")
    assert error(lambda: files.open_(m, "X", 1, "OUTPUT")) == 55
    assert error(lambda: files.open_(m, "T", 2, "OUTPUT")) == 55
    assert error(lambda: files.open_(m, ".\\t", 2, "APPEND")) == 55
    files.writer(m, 1).put("seen")
    files.open_(m, "T", 2, "INPUT")  # allowed, and what was printed so far is there
    assert files.input_chars(m, 4, 2) == "seen"
    files.open_(m, "T", 3, "RANDOM")
    for statement in (files.kill, files.chdir):
        assert error(lambda statement=statement: statement(m, "T")) in (55, 76)  # type: ignore[misc]
    assert error(lambda: files.rename(m, "T", "U")) == 55
    assert error(lambda: files.write_program_file(m, "T.", b"")) == 55
    files.close(m)
    files.kill(m, "T")
    assert error(lambda: files.open_(m, "T", 1, "INPUT")) == 53


def test_modes_and_what_they_refuse() -> None:
    m = holding("12\r\n")
    assert error(lambda: files.writer(m, 1)) == 54
    assert error(lambda: files.put(m, 1)) == 54
    assert error(lambda: files.field(m, 1, [(1, "A")])) == 54
    files.width(m, 1, 40)
    files.open_(m, "O", 2, "OUTPUT")
    for action in (files.line_input, files.eof, files.get, files.put):
        assert error(lambda action=action: action(m, 2)) == 54  # type: ignore[misc,operator]
    assert error(lambda: files.read_item(m, 2, "!")) == 54
    assert error(lambda: files.input_chars(m, 1, 2)) == 54
    for action in (files.line_input, files.eof, files.loc, files.lof, files.get, files.put, files.writer, files.lock):
        assert error(lambda action=action: action(m, 5)) == 52  # type: ignore[misc,operator]
        assert error(lambda action=action: action(m, 256)) == 5  # type: ignore[misc,operator]
    assert error(lambda: files.input_chars(m, 0, 1)) == 5
    files.close(m, 9, 1)
    assert error(lambda: files.close(m, 256)) == 5
    assert error(lambda: files.eof(m, 1)) == 52
    assert files.lof(m, 2) == 0


def test_access_and_sharing() -> None:
    m = machine()
    write(m, "T")
    for mode, access, expected in (
        ("OUTPUT", "READ", 2), ("INPUT", "WRITE", 2), ("INPUT", "READ", 0), ("OUTPUT", "WRITE", 0),
        ("APPEND", "WRITE", 75), ("APPEND", "READ WRITE", 0), ("RANDOM", "READ", 0), ("RANDOM", "WRITE", 0),
    ):  # fmt: skip
        assert error(lambda mode=mode, access=access: files.open_(m, "T", 1, mode, access)) == expected  # type: ignore[misc]
        files.close(m)
    files.open_(m, "T", 1, "RANDOM", "READ")
    assert error(lambda: files.put(m, 1, 1)) == 75
    files.close(m)
    assert error(lambda: files.open_(m, "GONE", 1, "RANDOM", "READ")) == 53
    files.open_(m, "T", 1, "INPUT", "", "LOCK READ WRITE")
    assert error(lambda: files.open_(m, "T", 2, "INPUT")) == 70
    files.close(m)
    files.open_(m, "T", 1, "INPUT", "", "LOCK WRITE")
    files.open_(m, "T", 2, "INPUT")
    assert error(lambda: files.open_(m, "T", 3, "RANDOM")) == 70
    files.close(m)
    files.open_(m, "T", 1, "RANDOM", "", "SHARED")
    files.open_(m, "T", 2, "RANDOM", "", "SHARED")


# ---- text ----------------------------------------------------------------------------------------------------------


def test_what_print_puts_in_the_file() -> None:
    """PRINT #1,1,2 / PRINT #1,"x", / PRINT #1,"y" / PRINT #1,TAB(5);"t";SPC(2);"u" as in a listing of the original."""
    m = machine()
    files.open_(m, "T.TXT", 1, "OUTPUT")
    w = files.writer(m, 1)
    w.put(" 1 ")
    w.zone()
    w.line(" 2 ")
    w.put("x")
    w.zone()
    w.line("y")
    write_items(w, ["q", Number("%", 5), Number("!", -1.5), "r s"])
    w.tab(5)
    w.put("t")
    w.spc(2)
    w.line("u")
    files.close(m)
    assert content(m, "T.TXT") == (b' 1             2 \r\nx             y\r\n"q",5,-1.5,"r s"\r\n    t  u\r\n\x1a')


def test_long_lines() -> None:
    """A file does not break lines; after WIDTH #1,20 an item that does not fit starts a new one (as the original)."""
    m = machine()
    files.open_(m, "R", 1, "OUTPUT")
    files.writer(m, 1).line("x" * 200)
    for i in range(1, 41):
        files.writer(m, 1).put(f" {i} ")
    files.open_(m, "W", 2, "OUTPUT")
    files.width(m, 2, 20)
    files.writer(m, 2).line("y" * 50)
    for i in range(1, 21):
        files.writer(m, 2).put(f" {i} ")
    assert error(lambda: files.width(m, 2, 0)) == 5
    files.close(m)
    assert content(m, "R") == ("x" * 200 + "\r\n" + "".join(f" {i} " for i in range(1, 41)) + "\x1a").encode()
    rows = [range(1, 7), range(7, 12), range(12, 17), range(17, 21)]
    assert (
        content(m, "W").decode()
        == "y" * 50 + "\r\n" + "\r\n".join("".join(f" {i} " for i in row) for row in rows) + "\x1a"
    )


def test_items_of_the_original() -> None:
    """INPUT #1 of `  lead, mid ,"quo,ted",last`, of `1 2,3`, of an empty line; then EOF(1) is 0."""
    m = holding('  lead, mid ,"quo,ted",last\r\n1 2,3\r\n\r\nend\r\n\x1a')
    assert [files.read_item(m, 1, "$") for _ in range(4)] == ["lead", "mid", "quo,ted", "last"]
    assert [files.read_item(m, 1, "!") for _ in range(3)] == [1, 2, 3]
    assert files.read_item(m, 1, "$") == ""
    assert files.eof(m, 1) == 0
    assert files.read_item(m, 1, "$") == "end"
    assert files.eof(m, 1) == -1


@pytest.mark.parametrize(
    ("text", "kinds", "expected"),
    [
        ('"a"b,c\r\n', "$$$", ["a", "b", "c"]),  # after a quote something else is the next item
        ('"a"  ,b', "$$", ["a", "b"]),
        ('"a"\r\n"b"', "$$", ["a", "b"]),
        ('"two\r\nlines",x', "$$", ["two\r\nlines", "x"]),
        ('"no end', "$", ["no end"]),
        ('ab"cd,e', "$$", ['ab"cd', "e"]),
        ("a,,b", "$$$", ["a", "", "b"]),
        ("a\nb\nc,d", "$$", ["abc", "d"]),  # line feeds are dropped from a string
        ("a\n\rb,c", "$$", ["ab", "c"]),
        ("a\0b\r\n", "$", ["ab"]),
        ("a\rb", "$$", ["a", "b"]),  # a CR alone ends an item, too
        ("1 2  3\r\n4", "%%%%", [1, 2, 3, 4]),
        ("1 ,2 \r\n3", "%%%", [1, 2, 3]),
        ("abc,5", "!!", [0, 5]),
        ("1E3 2.5,-1", "!!%", [1000, 2.5, -1]),
        ("2.5,3.5", "%%", [3, 4]),
        ("1D1", "#", [10 << double.SCALE]),
        ("\r\n7", "%%", [0, 7]),
        ("x" * 300 + "\r\ny", "$$$", ["x" * 255, "x" * 45, "y"]),
    ],
)
def test_items(text: str, kinds: str, expected: list[object]) -> None:
    m = holding(text)
    assert [files.read_item(m, 1, kind) for kind in kinds] == expected


def test_item_overflow() -> None:
    m = holding("40000 1E50")
    assert error(lambda: files.read_item(m, 1, "%")) == 6
    assert error(lambda: files.read_item(m, 1, "!")) == 6


def test_lines() -> None:
    m = holding('  a, "b"\r\n\r\nc\rd\n\re\r\n' + "x" * 254 + "\r\n" + "y" * 255 + "\r\nlast")
    assert files.line_input(m, 1) == '  a, "b"'
    assert files.line_input(m, 1) == ""
    assert files.line_input(m, 1) == "c"
    assert files.line_input(m, 1) == "d\n\re"
    assert files.line_input(m, 1) == "x" * 254
    assert files.line_input(m, 1) == "y" * 255
    assert files.line_input(m, 1) == ""  # 255 characters are enough; their line end is still there
    assert files.line_input(m, 1) == "last"
    assert files.eof(m, 1) == -1


def test_input_chars() -> None:
    """INPUT$(5,#1) of two lines gives 97 98 13 10 99, and EOF(1) is -1 (as the original)."""
    m = holding("ab\r\nc\x1amore")
    assert [ord(char) for char in files.input_chars(m, 5, 1)] == [97, 98, 13, 10, 99]
    assert files.eof(m, 1) == -1
    assert error(lambda: files.input_chars(m, 1, 1)) == 62


def test_loc_and_lof_of_text() -> None:
    m = machine()
    files.open_(m, "T", 1, "OUTPUT")
    assert (files.loc(m, 1), files.lof(m, 1)) == (0, 0)
    files.writer(m, 1).put("x" * 130)
    assert (files.loc(m, 1), files.lof(m, 1)) == (1, 130)
    files.close(m)
    files.open_(m, "T", 1, "INPUT")
    assert (files.loc(m, 1), files.lof(m, 1)) == (1, 131)
    files.input_chars(m, 128, 1)
    assert files.loc(m, 1) == 1
    files.input_chars(m, 1, 1)
    assert files.loc(m, 1) == 2


# ---- records -------------------------------------------------------------------------------------------------------


def record_file(m: Machine, size: int, *parts: tuple[int, str], number: int = 1, name: str = "R.DAT") -> None:
    files.open_(m, name, number, "RANDOM", record=size)
    files.field(m, number, parts)


def get_value(m: Machine, key: str) -> str:
    return files.value(m, key, "-")


def test_random_file_read_with_another_field() -> None:
    """Three records of 4 and 6 characters, then read as 10, 1+3+6 and 20: as the original printed them."""
    m = machine()
    record_file(m, 10, (4, "A"), (6, "B"), number=2)
    assert get_value(m, "A") == "\0\0\0\0"
    for i in range(1, 4):
        assert files.lset(m, "A", f" {i}") == f" {i}  "
        assert files.rset(m, "B", chr(64 + i) * i) == (chr(64 + i) * i).rjust(6)
        files.put(m, 2)
    files.close(m, 2)
    record_file(m, 10, (10, "X"))
    files.field(m, 1, [(1, "P"), (3, "Q"), (6, "R")])
    seen = []
    for i in range(1, 4):
        files.get(m, 1, i)
        seen.append((get_value(m, "X"), get_value(m, "Q"), get_value(m, "R")))
    assert seen == [
        (" 1       A", "1  ", "     A"), (" 2      BB", "2  ", "    BB"), (" 3     CCC", "3  ", "   CCC"),
    ]  # fmt: skip
    files.close(m)
    record_file(m, 20, (20, "X"))
    files.get(m, 1, 1)
    assert get_value(m, "X") == " 1       A 2      BB"


def test_loc_of_records() -> None:
    """LOC after PUT 1,1 to 1,4 is 1 to 4; after GET 1,1, GET 1 and GET 1,4 it is 1, 2, 4 (as the original)."""
    m = machine()
    record_file(m, 4, (4, "A"), name="R")
    for i in range(1, 5):
        files.lset(m, "A", f" {i * 5}")
        files.put(m, 1, i)
        assert files.loc(m, 1) == i
    for record, text, place in ((1, " 5  ", 1), (None, " 10 ", 2), (4, " 20 ", 4)):
        files.get(m, 1, record)
        assert (get_value(m, "A"), files.loc(m, 1)) == (text, place)


def test_holes() -> None:
    """PUT of records 4, 3, 2, 1; record 3 changed (as the original left the file)."""
    m = machine()
    record_file(m, 16, (16, "A"))
    for i in range(4, 0, -1):
        files.lset(m, "A", chr(64 + i) * (i * 3))
        files.put(m, 1, i)
    assert files.loc(m, 1) == 1
    files.get(m, 1, 3)
    assert get_value(m, "A") == "CCCCCCCCC       "
    files.lset(m, "A", "changed")
    files.put(m, 1, 3)
    files.get(m, 1, 4)
    assert get_value(m, "A") == "DDDDDDDDDDDD    "
    files.close(m)
    assert content(m, "R.DAT") == b"AAA             BBBBBB          changed         DDDDDDDDDDDD    "


def test_assigning_to_a_field_variable() -> None:
    """LET takes A$ out of the buffer, FIELD puts it back (as the original)."""
    m = machine()
    record_file(m, 8, (8, "A"))
    files.lset(m, "A", "12345678")
    files.put(m, 1, 1)
    assert files.lset(m, "A", "xx") == "xx      "
    files.detach(m, "A")
    assert files.value(m, "A", "new") == "new"
    assert files.lset(m, "A", "y") is None
    files.put(m, 1, 2)
    files.get(m, 1, 2)
    assert files.value(m, "A", "new") == "new"
    files.field(m, 1, [(8, "A")])
    assert get_value(m, "A") == "xx      "
    files.get(m, 1, 1)
    assert get_value(m, "A") == "12345678"


def test_field() -> None:
    m = machine()
    assert error(lambda: record_file(m, 10, (4, "A"), (7, "B"))) == 50
    assert get_value(m, "A") == "\0" * 4  # the part before the bad one is there
    assert get_value(m, "B") == "-"
    files.field(m, 1, [(10, "ALL")])
    files.lset(m, "A", "abcd")
    assert get_value(m, "ALL") == "abcd" + "\0" * 6
    assert files.store(m, "ALL", "0123456789")
    assert get_value(m, "A") == "0123"
    assert not files.store(m, "NONE", "")
    files.open_(m, "OTHER", 2, "R", record=5)
    files.field(m, 2, [(5, "A")])  # now a part of the other buffer
    files.lset(m, "A", "other")
    assert get_value(m, "ALL") == "0123456789"
    files.close(m, 1)
    assert get_value(m, "ALL") == ""  # gone with its buffer
    assert files.value(m, "ALL", "later") == "later"
    assert get_value(m, "A") == "other"
    files.field(m, 2, [(0, "EMPTY")])
    assert get_value(m, "EMPTY") == ""
    m.channels.forget()
    assert get_value(m, "A") == "-"


def test_records_beyond_the_end() -> None:
    m = machine()
    record_file(m, 10, (10, "A"))
    assert (files.loc(m, 1), files.lof(m, 1), files.eof(m, 1)) == (0, 0, 0)
    files.lset(m, "A", "x" * 10)
    files.put(m, 1, 3)
    assert content(m, "R.DAT") == bytes(20) + b"x" * 10
    files.get(m, 1, 20)
    assert (files.loc(m, 1), files.lof(m, 1), files.eof(m, 1)) == (20, 30, -1)
    assert get_value(m, "A") == "\0" * 10
    files.get(m, 1, 3)
    assert files.eof(m, 1) == 0
    for record in (0, -1, 16_777_216):
        assert error(lambda record=record: files.get(m, 1, record)) == 63  # type: ignore[misc]
        assert error(lambda record=record: files.put(m, 1, record)) == 63  # type: ignore[misc]


def test_text_in_a_record() -> None:
    m = machine()
    record_file(m, 12, (12, "A"))
    files.writer(m, 1).line("ab,cd")
    assert get_value(m, "A") == "ab,cd\r\n" + "\0" * 5
    files.put(m, 1, 1)
    files.get(m, 1, 1)
    assert [files.read_item(m, 1, "$") for _ in range(2)] == ["ab", "cd"]
    assert error(lambda: files.read_item(m, 1, "$")) == 50  # NULs to the end, and beyond it
    files.get(m, 1, 1)
    assert error(lambda: files.writer(m, 1).put("x" * 13)) == 50
    assert get_value(m, "A") == "x" * 12
    files.get(m, 1, 1)
    assert files.input_chars(m, 3, 1) == "ab,"


def test_locks() -> None:
    m = machine()
    record_file(m, 4, (4, "A"))
    files.open_(m, "R.DAT", 2, "R", record=4)
    files.lock(m, 1, 1, 5)
    assert error(lambda: files.get(m, 2, 3)) == 70
    assert error(lambda: files.put(m, 2)) == 70
    assert error(lambda: files.get(m, 1, 3)) == 0
    assert error(lambda: files.get(m, 2, 6)) == 0
    assert error(lambda: files.lock(m, 2, 5)) == 70
    assert error(lambda: files.unlock(m, 1, 1)) == 70
    files.unlock(m, 1, 1, 5)
    files.lock(m, 2, 3)
    assert error(lambda: files.get(m, 1, 3)) == 70
    files.close(m, 2)
    assert error(lambda: files.get(m, 1, 3)) == 0
    assert error(lambda: files.lock(m, 1, 0)) == 63
    assert error(lambda: files.lock(m, 1, 5, 4)) == 63
    files.lock(m, 1)
    assert error(lambda: files.lock(m, 1, 7)) == 70


# ---- whole files and the directory ---------------------------------------------------------------------------------


def test_program_files() -> None:
    m = machine()
    files.write_program_file(m, "game", b"10 END\r\n\x1a")
    assert content(m, "GAME.BAS") == b"10 END\r\n\x1a"
    assert files.read_program_file(m, "Game") == b"10 END\r\n\x1a"
    assert error(lambda: files.read_program_file(m, "GAME.")) == 53
    files.write_program_file(m, "A.B", b"x")
    assert content(m, "A.B") == b"x"
    files.write_program_file(m, "SCRN:", b"10 END\r\n\x1a")
    assert shown(m).replace("\r\n", "\n") == "10 END\n"
    assert files.read_program_file(machine("10 A=1", "20 B"), "KYBD:") == b"10 A=1\r20 B\r"
    assert error(lambda: files.read_program_file(m, "LPT1:")) == 54
    assert error(lambda: files.write_program_file(m, "CAS1:X", b"")) == 68


def test_directory_statements() -> None:
    m = machine(disk=MemoryDisk({"ONE.BAK": b"1", "TWO.BAK": b"22", "C": b""}, capacity=100))
    files.mkdir(m, "SUB")
    files.files(m)
    assert shown(m) == (
        "C:\\\nC                 ONE     .BAK      SUB         <DIR> TWO     .BAK      \n 97 Bytes free\n\n"
    )
    files.open_(m, "TWO.BAK", 1, "I")
    assert error(lambda: files.kill(m, "*.BAK")) == 55
    files.close(m)
    files.kill(m, "*.BAK")
    assert error(lambda: files.kill(m, "*.BAK")) == 53
    assert error(lambda: files.kill(m, "SUB")) == 53
    assert error(lambda: files.kill(m, "CON")) == 70
    assert error(lambda: files.files(m, "")) == 64
    assert error(lambda: files.files(m, "*.X")) == 53
    files.rename(m, "C", "D")
    assert error(lambda: files.rename(m, "C", "A:E")) == 53
    assert error(lambda: files.rename(m, "D", "A:E")) == 74
    files.chdir(m, "SUB")
    assert error(lambda: files.rmdir(m, "\\SUB")) == 75
    files.chdir(m, "..")
    files.rmdir(m, "SUB")


# ---- disks that give up --------------------------------------------------------------------------------------------


def test_full_disk_keeps_what_was_written() -> None:
    m = machine(disk=MemoryDisk(capacity=5000))
    files.open_(m, "T", 1, "OUTPUT")

    def fill() -> None:
        while True:
            files.writer(m, 1).line("0123456789")

    assert error(fill) == 61
    assert error(lambda: files.writer(m, 1).put("x")) == 61
    files.close(m)  # no second error
    assert content(m, "T") == (b"0123456789\r\n" * 500)[:5000]


def test_error_at_close_closes_the_others() -> None:
    m = machine(disk=MemoryDisk(capacity=10))
    files.open_(m, "A", 1, "OUTPUT")
    files.open_(m, "B", 2, "OUTPUT")
    files.writer(m, 1).put("x" * 20)
    files.writer(m, 2).put("y")
    assert error(lambda: files.close_all(m)) == 61
    assert not m.channels.opened
    assert content(m, "A") == b"x" * 10
    files.close_all(m)


def test_full_host_disk(tmp_path: Path) -> None:
    code = """
        import sys
        from basic.errors import BasicError
        from basic.library import files
        from basic.machine.channels import Channels
        from basic.machine.host import HostDisk
        from basic.machine.drives import Drives
        from basic.machine.machine import Machine
        from basic.machine.terminal import MemoryTerminal
        m = Machine(MemoryTerminal())
        m.drives = Drives({"C": HostDisk(sys.argv[1])})
        m.channels = Channels(m.console, m.drives)
        files.open_(m, "T", 1, "OUTPUT")
        files.open_(m, "R", 2, "RANDOM", record=600)
        def put(): files.put(m, 2, 2)
        def fill():
            for i in range(1000):
                files.writer(m, 1).line("0123456789")
        for action in (put, fill):
            try:
                action()
            except BasicError as error:
                print(error.number)
        files.close_all(m)
        """

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    done = subprocess.run(
        [sys.executable, "-B", "-c", textwrap.dedent(code), str(tmp_path)],  # no half of a .pyc
        cwd=ROOT, preexec_fn=limit, capture_output=True, check=True, timeout=20,
    )  # fmt: skip
    assert done.stdout.split() == [b"61", b"61"]
    assert (tmp_path / "T").read_bytes() == (b"0123456789\r\n" * 100)[:1000]
    assert len((tmp_path / "R").read_bytes()) == 1000


# ---- screen, keyboard, NUL -----------------------------------------------------------------------------------------


def test_screen_as_a_file() -> None:
    m = machine()
    m.console.emit("ab")
    files.open_(m, "SCRN:", 1, "OUTPUT")
    w = files.writer(m, 1)
    w.line("to screen")
    assert m.console.column == 0
    assert m.console.csrlin == 2
    files.width(m, 1, 5)
    w.put("abcdefg")
    w.put("hij")
    w.line("k")
    assert shown(m) == "abto screen\nabcde\nfg\nhijk\n".replace("fg\nhijk", "fghij\nk")
    for action in (files.eof, files.loc, files.lof, files.line_input, files.get):
        assert error(lambda action=action: action(m, 1)) == 54  # type: ignore[misc,operator]
    assert error(lambda: files.open_(m, "SCRN:", 2, "INPUT")) == 54
    files.open_(m, "CON", 2, "OUTPUT")
    files.writer(m, 2).line("x")
    assert shown(m).endswith("x\n")


def test_keyboard_as_a_file() -> None:
    m = machine("one,2", "rest", "z\x1aq")
    files.open_(m, "KYBD:", 1, "INPUT")
    assert files.read_item(m, 1, "$") == "one"
    assert files.read_item(m, 1, "%") == 2
    assert files.line_input(m, 1) == "rest"
    assert files.eof(m, 1) == 0
    assert files.input_chars(m, 1, 1) == "z"
    assert files.eof(m, 1) == -1
    assert error(lambda: files.input_chars(m, 1, 1)) == 62
    assert error(lambda: files.writer(m, 1)) == 54
    assert error(lambda: files.open_(m, "KYBD:", 2, "OUTPUT")) == 54
    assert shown(m) == ""  # nothing is echoed
    m = machine()
    files.open_(m, "CON", 1, "I")
    assert files.eof(m, 1) == -1


def test_nul() -> None:
    m = machine()
    files.open_(m, "NUL", 1, "OUTPUT")
    files.writer(m, 1).line("x" * 10_000)
    files.open_(m, "nul.txt", 2, "INPUT")
    assert files.eof(m, 2) == -1
    files.open_(m, "SUB\\NUL", 3, "RANDOM")
    files.put(m, 3, 7)
    files.get(m, 3, 7)
    assert files.lof(m, 3) == 0
    files.close(m)
    assert m.drives.disk("C").entries(()) == []


# ---- printers ------------------------------------------------------------------------------------------------------


def printer() -> tuple[Machine, list[str]]:
    sent: list[str] = []
    return machine(printers=[Printer(sent.append)]), sent


def test_printer_as_a_file() -> None:
    m, sent = printer()
    files.open_(m, "LPT1:", 1, "OUTPUT")
    files.writer(m, 1).line("a")
    files.writer(m, 1).put("b\rc")
    files.writer(m, 1).put("d\r")
    files.writer(m, 1).put("\n")
    files.writer(m, 1).line("e" * 80 + "f")
    files.close(m)
    assert "".join(sent) == "a\r\nb\r\ncd\r\n" + "e" * 80 + "\r\nf\r\n"
    for action in (files.eof, files.loc, files.lof):
        files.open_(m, "prn", 1, "OUTPUT")
        assert error(lambda action=action: action(m, 1)) == 54  # type: ignore[misc]
        files.close(m)
    assert error(lambda: files.open_(m, "LPT1:", 1, "INPUT")) == 54
    assert error(lambda: files.open_(m, "LPT1:", 1, "APPEND")) == 54
    assert error(lambda: files.open_(m, "LPT1:FOO", 1, "OUTPUT")) == 64
    assert error(lambda: files.open_(m, "LPT2:", 1, "OUTPUT")) == 68


def test_printer_for_graphics() -> None:
    """OPEN "LPT1:" AS 1: WIDTH #1,255 sends no line feeds of its own; BIN sends everything as it is."""
    m, sent = printer()
    files.open_(m, "LPT1:", 1, "RANDOM")
    files.writer(m, 1).line("a")
    files.width(m, 1, 255)
    files.writer(m, 1).line("b" * 100)
    assert "".join(sent) == "a\r\n" + "b" * 100 + "\r"
    assert error(lambda: files.get(m, 1)) == 54
    files.close(m)
    sent.clear()
    files.open_(m, "LPT1:bin", 1, "OUTPUT")
    files.writer(m, 1).emit("\r\r\n\n")
    assert "".join(sent) == "\r\r\n\n"


def test_paper_in_a_file(tmp_path: Path) -> None:
    paper = PaperFile(tmp_path / "paper")
    assert not (tmp_path / "paper").exists()
    paper("a\xe1\r\n")
    assert (tmp_path / "paper").read_bytes() == b"a\xe1\r\n"
    paper.close()
    paper("b")
    paper.close()
    assert (tmp_path / "paper").read_bytes() == b"a\xe1\r\nb"
    assert error(lambda: PaperFile(tmp_path / "no" / "paper")("x")) == 27
    assert error(lambda: no_printer("x")) == 24
    m = machine(printers=[Printer(no_printer)])
    files.open_(m, "LPT1:", 1, "OUTPUT")
    assert error(lambda: files.writer(m, 1).line("x")) == 24


def test_line_ends() -> None:
    for feed, expected in ((True, "a\r\nb\r\n\nc"), (False, "a\rb\r\nc")):
        sent: list[str] = []
        ends = LineEnds(sent.append, feed)
        for piece in ("a\r", "\nb\r", "\n", "\nc"):
            ends(piece)
        assert "".join(sent) == expected


# ---- serial lines --------------------------------------------------------------------------------------------------


def test_line_options() -> None:
    assert LineOptions.parse("") == LineOptions(300, "E", 7, "")
    assert LineOptions.parse("1200,n,8,1,rs,cs0,ds500,cd,lf,pe,bin") == LineOptions(
        1200, "N", 8, "1", line_feed=True, raw=True
    )
    assert LineOptions.parse(",,8,1.5,ASC") == LineOptions(data=8, stop="1.5", ascii=True)
    for bad in ("1000", "300,X", "300,N,9", "300,N,8,3", "300,,,,XX", "300,,,,LF2", "300,,,,BIN,ASC", "1,,,,,"):
        assert error(lambda bad=bad: LineOptions.parse(bad)) == 64  # type: ignore[misc]


def test_no_serial_line() -> None:
    m = machine()
    assert error(lambda: files.open_(m, "COM1:", 1, "RANDOM")) == 68
    assert error(lambda: files.open_(m, "AUX", 1, "OUTPUT")) == 68
    assert error(lambda: files.open_(m, "CAS1:X", 1, "OUTPUT")) == 68
    m = machine(lines={1: SerialLine("/dev/no/such/line"), 2: SerialLine("/dev/null")})
    assert error(lambda: files.open_(m, "COM1:", 1, "RANDOM")) == 68
    assert error(lambda: files.open_(m, "COM2:", 1, "RANDOM")) == 68


def test_serial_line_over_tcp() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        m = machine(lines={1: SerialLine(f"127.0.0.1:{server.getsockname()[1]}")})
        files.open_(m, "COM1:9600,N,8,1,LF", 1, "RANDOM", record=8)
        assert error(lambda: files.open_(m, "COM1:", 2, "RANDOM")) == 55
        other, _ = server.accept()
        with other:
            other.settimeout(5)
            assert files.eof(m, 1) == -1
            assert (files.loc(m, 1), files.lof(m, 1)) == (0, 256)
            files.writer(m, 1).line("hello")
            assert other.recv(100) == b"hello\r\n"
            other.sendall(b"one,2\r\nabcdefgh\x1a")
            assert files.read_item(m, 1, "$") == "one"
            assert files.read_item(m, 1, "%") == 2
            files.field(m, 1, [(8, "A")])
            files.get(m, 1, 3)
            assert get_value(m, "A") == "abc" + "\0" * 5
            assert files.loc(m, 1) == 6
            assert files.input_chars(m, 6, 1) == "defgh\x1a"  # CHR$(26) is a byte like others
            files.lset(m, "A", "xyz")
            files.put(m, 1, 3)
            assert other.recv(100) == b"xyz"
            assert error(lambda: files.get(m, 1, 9)) == 63
        assert error(lambda: files.input_chars(m, 1, 1)) == 24  # nobody there any more
        files.close(m)
    assert error(lambda: files.open_(m, "COM1:", 1, "RANDOM")) == 24


def test_waiting_for_a_serial_line_can_be_interrupted() -> None:
    ours, theirs = pty.openpty()
    m = machine(lines={1: SerialLine(os.ttyname(theirs))})

    def interrupt(number: int, frame: object) -> None:
        assert m.console.waiting
        raise KeyboardInterrupt

    previous = signal.signal(signal.SIGALRM, interrupt)
    try:
        files.open_(m, "COM1:", 1, "RANDOM")
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyboardInterrupt):
            files.input_chars(m, 1, 1)
        assert not m.console.waiting
        files.close(m)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
        os.close(ours)
        os.close(theirs)


def test_serial_line_over_a_pseudo_terminal() -> None:
    ours, theirs = pty.openpty()
    try:
        m = machine(lines={1: SerialLine(os.ttyname(theirs))})
        files.open_(m, "COM1:,,,,ASC", 1, "OUTPUT")
        files.writer(m, 1).line("a")
        assert os.read(ours, 100) == b"a\r"
        files.close(m)
        assert os.read(ours, 100) == b"\x1a"
        files.open_(m, "COM1:,,,,ASC", 1, "INPUT")
        os.write(ours, b"line\x1a")
        assert files.input_chars(m, 4, 1) == "line"
        assert files.eof(m, 1) == -1
        files.close(m)
    finally:
        os.close(ours)
        os.close(theirs)


# ---- the rest ------------------------------------------------------------------------------------------------------


def test_device_widths() -> None:
    m, sent = printer()
    devices.device_width(m, "LPT1:", 5)
    assert m.printer.width == 5
    files.open_(m, "LPT1:", 1, "OUTPUT")
    files.writer(m, 1).emit("abcdefg")
    assert "".join(sent) == "abcde\r\nfg"
    devices.device_width(m, "scrn:", 40)
    assert m.console.width == 40
    for name, columns, expected in (
        ("FOO:", 40, 64), ("C:", 40, 64), ("LPT1", 40, 64), ("COM1:", 0, 5), ("SCRN:", 41, 5), ("COM1:", 40, 0),
    ):  # fmt: skip
        assert error(lambda n=name, c=columns: devices.device_width(m, n, c)) == expected  # type: ignore[misc]


def test_drivers() -> None:
    m = machine()
    assert (devices.erdev(), devices.erdev_text(), devices.exterr(0), devices.exterr(3)) == (0, "", 0, 0)
    assert error(lambda: devices.exterr(4)) == 5
    assert error(lambda: devices.ioctl(m, 1, "X")) == 52
    files.open_(m, "T", 1, "O")
    assert error(lambda: devices.ioctl(m, 1, "X")) == 5
    assert error(lambda: devices.ioctl_text(m, 1)) == 5
    devices.motor(m)
    assert m.channels.motor
    devices.motor(m, 0)
    assert not m.channels.motor


def test_environment() -> None:
    m = machine()
    m.environment.clear()
    devices.environ(m, "foo=bar baz")
    assert devices.environ_text(m, "Foo") == "bar baz"
    devices.environ(m, "B=2=3")
    assert [devices.environ_text(m, i) for i in (1, 2, 3, 255)] == ["FOO=bar baz", "B=2=3", "", ""]
    devices.environ(m, "FOO=;")
    devices.environ(m, "B=")
    assert m.environment == {}
    assert devices.environ_text(m, "FOO") == ""
    for bad in ("", "XX", "=X"):
        assert error(lambda bad=bad: devices.environ(m, bad)) == 5  # type: ignore[misc]
    for which in (0, 256, -1, ""):
        assert error(lambda which=which: devices.environ_text(m, which)) == 5  # type: ignore[misc]


def test_nothing_is_opened_before_it_is_asked_for() -> None:
    """A machine with a serial line and a printer attached has touched neither."""
    line = SerialLine("127.0.0.1:1")
    machine(lines={1: line}, printers=[Printer(PaperFile("/no/such/place"))])
    assert not line.opened


def test_every_key_is_cheap_to_look_up() -> None:
    m = machine()
    files.open_(m, "R", 1, "R", record=200)
    files.field(m, 1, [(1, ("A$", i)) for i in range(200)])
    assert files.lset(m, ("A$", 7), "xyz") == "x"
    assert re.fullmatch(r"\0{7}x\0{192}", m.channels.buffer(1).buffer.decode("latin-1"))


def test_plain_items_are_what_the_rules_say() -> None:
    """The short way for plain items takes the same from a file as the rules, character by character."""
    chooser = random.Random(5)
    for _ in range(3000):
        text = "".join(chooser.choice('ab1  ,,"\r\n\r\0') for _ in range(chooser.randrange(12)))
        disk = MemoryDisk({"T": text.encode()})
        short, long = (TextInput(disk.open(("T",), writing=False)) for _ in range(2))
        while not short.at_end():
            numeric = chooser.random() < 0.5
            taken = []
            for item in (short.item, partial(Channel.item, long)):
                try:
                    taken.append(item(numeric))
                except BasicError as raised:
                    taken.append(str(raised.number))
            assert taken[0] == taken[1], (text, numeric)
            assert short.at_end() == long.at_end(), (text, numeric)
            assert short._at == long._at, (text, numeric)
        assert long.at_end()


def test_a_program_that_ends_in_an_error_leaves_its_file_complete(tmp_path: Path) -> None:
    """As `basic run` does: nothing stays open when the run is over."""
    basic.run('10 OPEN "X" FOR OUTPUT AS 1: PRINT #1,"A": ERROR 5', folder=tmp_path)
    assert (tmp_path / "X").read_bytes() == b"A\r\n\x1a"
