"""BASIC's data segment: the bytes behind VARPTR, for PEEK, POKE, BSAVE and BLOAD.

    10 DIM A%(7): BSAVE "A.DAT",VARPTR(A%(0)),16
    20 A$="CAT": P=VARPTR(A$): Q=PEEK(P+1)+256*PEEK(P+2): POKE Q,66: PRINT A$

Variables live elsewhere as Python's values. One that VARPTR is asked about gets a place in the segment, and keeps it;
its bytes are made from the value when they are looked at, and a POKE makes a value from them. So an address is good
until something moves: CLEAR, RUN, CHAIN, an edited program, ERASE of the array, for the text of a string another value.
The order of the places is that of the questions; what nobody has asked for is nowhere.

The layout is that of GW-BASIC 3.23: work area, file blocks, program, variables, and strings from the top down.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from math import prod

from basic.record import Protocol

from ..errors import BAD_FILE_NUMBER, ILLEGAL, OUT_OF_MEMORY, SUBSCRIPT, TYPE_MISMATCH, BasicError
from ..library.unsupported import unsupported
from ..machine.files import Buffer
from ..machine.state import fields, put_fields
from ..sizes import FIRST_LINE
from ..values import convert
from . import names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..library.elements import Elements
    from ..machine.files import Channel
    from ..machine.state import State
    from .runtime import Runtime

    Key = str | tuple[Any, ...]  # a scalar's identifier, or an array's with subscripts: what FIELD knows variables by

FILE_BLOCKS, BLOCK_SIZE = 3435, 322  # of file 0; there are blocks for three more before the program
FIXED_BLOCKS = 3
FIELD_BUFFER = 188  # in a file block
TOP = 65024  # above is the stack
MODES = {"I": 1, "O": 2, "R": 4, "A": 16}
CURRENT_LINE, PROGRAM_START, ERROR_LINE, VARIABLES_START = 0x2E, 0x30, 0x347, 0x358  # words of the work area


class Place(Protocol):
    """Something that lies in the segment from one address to another."""

    size: int

    def peek(self, index: int) -> int: ...

    def poke(self, index: int, value: int) -> None: ...


class Segment:
    """The places that are known, for one runtime."""

    STATE = "_order", "_starts", "_texts", "_lines", "_end", "_bottom"

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self._order: list[int] = []  # where places begin
        self._places: dict[int, Place] = {}
        self._starts: dict[str, int] = {}  # of variables, and of files as #1
        self._texts: dict[Key, int] = {}
        self._lines: bytes | None = None
        self._end = 0  # of the variables, 0 before the first
        self._bottom = TOP  # of the strings

    def state(self) -> State:
        places = {start: (type(place), place.__dict__ | {"segment": None}) for start, place in self._places.items()}
        return fields(self), places

    def restore(self, state: State) -> None:
        own, places = state
        put_fields(self, own)
        self._places = {}
        for start, (kind, known) in places.items():
            place = self._places[start] = kind.__new__(kind)
            place.__dict__.update(known, segment=self)

    # -- addresses ------------------------------------------------------------------------------------------------

    def varptr(self, key: Key) -> int:
        """`VARPTR(A$)`, `VARPTR(A(3))`: an integer, so that addresses from 32768 on are negative."""
        return _signed(self.address(key))

    def varptr_text(self, key: Key) -> str:
        """`VARPTR$(A$)`, for DRAW and PLAY: the size of the type and the address."""
        size = names.SIZE[names.kind_of(key if isinstance(key, str) else key[0])]
        return chr(size) + convert.mki(self.address(key))

    def varptr_file(self, number: int) -> int:
        """`VARPTR(#1)`: the block of an open file."""
        if not 0 <= number <= 255:
            raise BasicError(ILLEGAL)
        return _signed(self._file_block(number))

    def address(self, key: Key) -> int:
        identifier, subscripts = (key, ()) if isinstance(key, str) else (key[0], key[1:])
        if subscripts and identifier not in self.runtime.bounds:
            self.runtime.namespace[identifier].made(len(subscripts))
        if identifier not in self._starts:
            self._put(identifier, Variable(self, identifier))
        start = self._starts[identifier]
        variable = self._places[start]
        assert isinstance(variable, Variable)
        return start + variable.offset(subscripts)

    def variable(self, address: int) -> tuple[Key, Any] | None:
        """The variable that has this address, with its value."""
        found = self._find(address)
        if found is None or not isinstance(found[0], Variable):
            return None
        key = found[0].key(found[1])
        return key, self.value(key)

    def elements(self, identifier: str, *subscripts: int) -> Elements:
        """`GET (0,0)-(9,9),A`: the bytes of an array, which must be there; error 5 if it is not."""
        if identifier not in self.runtime.bounds:
            raise BasicError(ILLEGAL)
        if names.kind_of(identifier) == "$":
            raise BasicError(TYPE_MISMATCH)
        from ..library.elements import Elements

        base = self.runtime.base
        counts = [bound + 1 - base for bound in self.runtime.bounds[identifier]]
        array = self.runtime.namespace[identifier]
        return Elements(array, names.kind_of(identifier), counts, base, subscripts, _whole)

    def _file_block(self, number: int) -> int:
        if not self.runtime.machine.channels[number]:  # error 52 if it is not open
            raise BasicError(BAD_FILE_NUMBER)
        name = f"#{number}"
        if name not in self._starts:
            fixed = FILE_BLOCKS + BLOCK_SIZE * number if number <= FIXED_BLOCKS else None
            self._put(name, FileBlock(self, number), fixed)
        return self._starts[name]

    def text(self, key: Key, text: str) -> int:
        """Where the characters of a string are: in string space, or in the buffer of FIELD."""
        channels = self.runtime.machine.channels
        buffer = channels.attached.get(key)
        for number, channel in channels.opened.items():
            if channel is buffer and buffer is not None:
                return self._file_block(number) + FIELD_BUFFER + buffer.attached[key][0]
        if not text:
            return 0
        start = self._texts.get(key)
        known = None if start is None else self._places[start]
        if start is None or not isinstance(known, Text) or known.text != text:
            if self._bottom - len(text) <= self._end:
                self._collect()
            self._bottom = self._texts[key] = start = self._bottom - len(text)
            self._lay(start, Text(self, key, text))
        return start

    def _put(self, name: str, place: Place, start: int | None = None) -> None:
        """Give something a place of its own: that of its kind, or the next free one."""
        if start is None:
            for make_room in (self._collect, self.forget):
                if self._end + place.size >= self._bottom:
                    make_room()
            if self._end + place.size >= self._bottom:
                raise BasicError(OUT_OF_MEMORY)
            start = self._end = self._end or FIRST_LINE + len(self._stored())
            self._end += place.size
        self._starts[name] = start
        self._lay(start, place)

    def _lay(self, start: int, place: Place) -> None:
        insort(self._order, start)
        self._places[start] = place

    def _take_up(self, start: int) -> None:
        self._order.remove(start)
        del self._places[start]

    def _collect(self) -> None:
        """String space is full: what is still looked at goes to its top again."""
        for start in [start for start, place in self._places.items() if isinstance(place, Text)]:
            self._take_up(start)
        self._texts.clear()
        self._bottom = TOP

    def forget(self, name: str | None = None) -> None:
        """Everything, or an array that is erased, has lost its place."""
        if name is None:
            for known in (self._order, self._places, self._starts, self._texts):
                known.clear()
            self._lines, self._end, self._bottom = None, 0, TOP
        elif name in self._starts:
            self._take_up(self._starts.pop(name))

    # -- bytes ----------------------------------------------------------------------------------------------------

    def _find(self, offset: int) -> tuple[Place, int] | None:
        position = bisect_right(self._order, offset) - 1
        if position < 0:
            return None
        start = self._order[position]
        place = self._places[start]
        return (place, offset - start) if offset - start < place.size else None

    def peek(self, offset: int) -> int | None:
        """A byte of the segment; None where nothing is known to be."""
        found = self._find(offset)
        if found is not None:
            return found[0].peek(found[1])
        if offset >= FIRST_LINE:
            lines = self._stored()
            return lines[offset - FIRST_LINE] if offset - FIRST_LINE < len(lines) else None
        for first, word in (
            (CURRENT_LINE, self.runtime.line),
            (PROGRAM_START, lambda: FIRST_LINE),
            (ERROR_LINE, lambda: self.runtime.error_line),
            (VARIABLES_START, lambda: FIRST_LINE + len(self._stored())),
        ):
            if first <= offset <= first + 1:
                return word() >> 8 * (offset - first) & 255
        return None

    def poke(self, offset: int, value: int) -> bool:
        """Change a byte; False where nothing is known to be."""
        found = self._find(offset)
        if found is None:
            if FIRST_LINE <= offset < FIRST_LINE + len(self._stored()):
                unsupported("POKE into the program")
            return False
        found[0].poke(found[1], value)
        return True

    def _stored(self) -> bytes:
        if self._lines is None:
            self._lines = self.runtime.lines()
        return self._lines

    # -- values ---------------------------------------------------------------------------------------------------

    def value(self, key: Key) -> Any:
        if isinstance(key, str):
            return self.runtime.namespace[key]
        row = self.runtime.namespace[key[0]]
        for subscript in key[1:]:
            row = row[subscript]
        return row

    def assign(self, key: Key, value: Any) -> None:
        if isinstance(key, str):
            self.runtime.namespace[key] = value
            return
        row = self.runtime.namespace[key[0]]
        for subscript in key[1:-1]:
            row = row[subscript]
        row[key[-1]] = value


class Variable:
    """A scalar, with its type and name before the value, or the elements of an array, the first subscript fastest."""

    def __init__(self, segment: Segment, identifier: str) -> None:
        self.segment = segment
        self.identifier = identifier
        self.kind = names.kind_of(identifier)
        self.width = names.SIZE[self.kind]
        self.base = segment.runtime.base
        self.counts = [bound + 1 - self.base for bound in segment.runtime.bounds.get(identifier, ())]
        self.header = b"" if self.counts else _header(names.basic(identifier), self.width)
        self.size = len(self.header) + self.width * prod(self.counts)

    def offset(self, subscripts: tuple[int, ...]) -> int:
        if len(subscripts) != len(self.counts):
            raise BasicError(SUBSCRIPT)
        index = 0
        for subscript, count in zip(reversed(subscripts), reversed(self.counts), strict=True):
            if not 0 <= subscript - self.base < count:
                raise BasicError(SUBSCRIPT)
            index = index * count + subscript - self.base
        return len(self.header) + index * self.width

    def key(self, index: int) -> Key:
        """The variable or element whose value is there."""
        return self._key((index - len(self.header)) // self.width)

    def _key(self, index: int) -> Key:
        if not self.counts:
            return self.identifier
        subscripts = []
        for count in self.counts:
            subscripts.append(index % count + self.base)
            index //= count
        return (self.identifier, *subscripts)

    def _bytes(self, key: Key, value: Any) -> bytes:
        match self.kind:
            case "%":
                text = convert.mki(value)
            case "$":
                text = chr(len(value)) + convert.mki(self.segment.text(key, value))
            case "!":
                text = convert.mks(value)
            case _:
                text = convert.mkd(value)
        return text.encode("latin-1")

    def _number(self, data: bytes | bytearray) -> float:
        text = data.decode("latin-1")
        if self.kind == "!":
            number = convert.cvs(text)
            return _whole(number) if number else number
        return convert.cvi(text) if self.kind == "%" else convert.cvd(text)

    def peek(self, index: int) -> int:
        if index < len(self.header):
            return self.header[index]
        element, byte = divmod(index - len(self.header), self.width)
        key = self._key(element)
        return self._bytes(key, self.segment.value(key))[byte]

    def poke(self, index: int, value: int) -> None:
        if index < len(self.header) or self.kind == "$":
            unsupported("POKE into a variable's name or length")
        element, byte = divmod(index - len(self.header), self.width)
        key = self._key(element)
        data = bytearray(self._bytes(key, self.segment.value(key)))
        data[byte] = value
        self.segment.assign(key, self._number(data))


class Text:
    """The characters of a string. The variable may have gone on to another value: then they are only left over."""

    def __init__(self, segment: Segment, key: Key, text: str) -> None:
        self.segment, self.key, self.text = segment, key, text
        self.size = len(text)

    def peek(self, index: int) -> int:
        return ord(self.text[index])

    def poke(self, index: int, value: int) -> None:
        old, self.text = self.text, self.text[:index] + chr(value) + self.text[index + 1 :]
        if self.segment.value(self.key) == old:
            self.segment.assign(self.key, self.text)


class FileBlock:
    """What programs look for in the block of a file: its mode, and the buffer of FIELD."""

    def __init__(self, segment: Segment, number: int) -> None:
        self.segment = segment
        self.number = number
        self.size = FIELD_BUFFER + max(BLOCK_SIZE - FIELD_BUFFER - 6, len(self._buffer()))

    @property
    def _channel(self) -> Channel | None:
        return self.segment.runtime.machine.channels.opened.get(self.number)

    def _buffer(self) -> bytearray:
        channel = self._channel
        return channel.buffer if isinstance(channel, Buffer) else bytearray()

    def peek(self, index: int) -> int:
        channel = self._channel
        if channel is not None and not index:
            return MODES[channel.mode]
        buffer = self._buffer()
        return buffer[index - FIELD_BUFFER] if 0 <= index - FIELD_BUFFER < len(buffer) else 0

    def poke(self, index: int, value: int) -> None:
        buffer = self._buffer()
        if not 0 <= index - FIELD_BUFFER < len(buffer):
            unsupported("POKE into a file block")
        buffer[index - FIELD_BUFFER] = value


def _whole(number: float) -> float:
    """A single that is whole is an int."""
    return int(number) if number == int(number) else number


def _signed(address: int) -> int:
    return address - 65536 if address > 32767 else address


def _header(name: str, size: int) -> bytes:
    """What stands before a scalar's value: the size, two characters of the name, how many more, and those + 128."""
    letters = name.encode("ascii")
    rest = letters[2:]
    return bytes([size, *letters[:2].ljust(2, b"\0"), len(rest), *(letter | 128 for letter in rest)])
