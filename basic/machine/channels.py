"""The table of open files, #1 to #15: opening, sharing, FIELD's variables, record locks.

    10 OPEN "R",1,"STOCK.DAT",32: FIELD 1,20 AS N$,4 AS P$: GET 1,7: LSET N$="BOLT": PUT 1,7

A variable of FIELD *is* a part of the buffer. The engine keeps its variables elsewhere, so it asks here: LSET, RSET
and MID$ go through `store`, any other assignment through `detach`; after GET, LSET, CLOSE and whatever else changes a
buffer it asks for the `value`. A key is whatever the engine likes to call a variable by.
"""

from __future__ import annotations

import math

from basic.errors import (
    BAD_FILE_MODE,
    BAD_FILE_NAME,
    BAD_FILE_NUMBER,
    BAD_RECORD,
    DEVICE_UNAVAILABLE,
    FILE_OPEN,
    ILLEGAL,
    PATH_ACCESS,
    PERMISSION_DENIED,
    SYNTAX,
    BasicError,
)
from basic.machine import devices
from basic.machine.console import Console
from basic.machine.disk import DEVICES, File, MemoryDisk, upper
from basic.machine.drives import Drives, Place
from basic.machine.files import SECTOR, Buffer, Channel, RandomFile, TextInput, TextOutput
from basic.machine.writer import ENDLESS
from basic.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from basic.machine.files import Key
    from basic.machine.serial import SerialLine
    from basic.machine.state import State

NAMED_DEVICES = frozenset({"SCRN", "KYBD", "LPT1", "LPT2", "LPT3", "COM1", "COM2", "CAS1"})
STRANGE = "its lines end with LF, which GW-BASIC takes for a part of the line; --lf reads and writes such files"
DOS_DEVICES = {"PRN": "LPT1", "AUX": "COM1"}  # that DOS knows without a colon, beside its CON, NUL and the ports
USUAL_ACCESS = {"I": "READ", "O": "WRITE", "A": "READ WRITE", "R": "READ WRITE"}
LAST_LOCK = 33_554_430


@record
class _Use:
    """How a channel has a file of a disk open."""

    place: Place
    access: str
    lock: str

    def denies(self, other: _Use) -> bool:
        """`LOCK READ WRITE`: whether this one's lock forbids what the other wants."""
        return self.lock.startswith("LOCK") and any(word in self.lock for word in other.access.split())


class Channels:
    """The open files of a machine: `self.channels = Channels(self.console, self.drives, [Printer(sink)], limit=15)`.

    `printers` are LPT1: to LPT3: as far as there are any, `lines` what COM1: and COM2: lead to, by number.
    """

    STATE = "widths", "_emptied", "motor", "_uses", "_devices", "_records"

    def __init__(
        self,
        console: Console,
        drives: Drives | None = None,
        printers: Sequence[devices.Printer] | None = None,
        lines: Mapping[int, SerialLine] | None = None,
        limit: int = 15,
        lf: bool = False,
        notices: list[str] | None = None,
    ) -> None:
        """`lf`: lines of text files end with LF; `notices` are for the person in front of the machine."""
        self.console = console
        self.drives = drives or Drives({"C": MemoryDisk()})
        self.printers = [devices.Printer(devices.no_printer)] if printers is None else printers
        self.lines = dict(lines or {})
        self.limit = limit
        self.lf = lf
        self.notices = [] if notices is None else notices
        self.widths: dict[str, int] = {}  # WIDTH "COM1:",80
        self.opened: dict[int, Channel] = {}
        self.attached: dict[Key, Buffer] = {}
        self._emptied: set[Key] = set()  # variables whose buffer has gone
        self.motor = False  # of the cassette recorder: MOTOR
        self._uses: dict[int, _Use] = {}  # how files of disks are open
        self._devices: dict[int, tuple[str, str]] = {}  # the others, and what stood behind their names
        self._records: dict[int, int] = {}
        self._locks: dict[Place, list[tuple[int, float, float]]] = {}  # channel, first and last record

    def __getitem__(self, number: int) -> Channel:
        """The channel of a number in a program; error 52 if none is open."""
        channel = self.opened.get(number)
        if channel is None:
            raise BasicError(BAD_FILE_NUMBER)
        return channel

    # ---- OPEN and CLOSE ---------------------------------------------------------------------------------------------

    def open(self, number: int, mode: str, name: str, record: int = SECTOR, access: str = "", lock: str = "") -> None:
        """`OPEN name FOR mode ACCESS access lock AS #number LEN=record`; mode is I, O, A or R."""
        if not 1 <= number <= self.limit:
            raise BasicError(BAD_FILE_NUMBER)
        if record < 1:
            raise BasicError(ILLEGAL)
        if number in self.opened:
            raise BasicError(FILE_OPEN)
        if mode != "R" and access and access != USUAL_ACCESS[mode]:
            raise BasicError(PATH_ACCESS if mode == "A" else SYNTAX)
        device, rest = self._device(name)
        if device:
            self.opened[number] = self._open_device(device, rest, mode, record)
            self._devices[number] = device, rest
        else:
            use = _Use(self.drives.place(name), access or USUAL_ACCESS[mode], lock)
            self._check_sharing(use, mode)
            self.opened[number] = self._open_file(use, mode, record)
            self._uses[number] = use
        self._records[number] = record

    def state(self) -> State:
        from basic.machine.state import fields

        return (
            fields(self),
            {number: (channel.mode, channel.state()) for number, channel in self.opened.items()},
            {place: tuple(locks) for place, locks in self._locks.items()},
        )

    def restore(self, state: State) -> None:
        """The disks are as they were already, so that what was open can be opened again."""
        from basic.machine.state import put_fields

        own, channels, locks = state
        for line in self.lines.values():
            line.close()
        put_fields(self, own)
        self._locks = {place: list(kept) for place, kept in locks.items()}
        self.opened, self.attached = {}, {}
        for number, (mode, kept) in channels.items():
            channel = self._reopened(number, "A" if mode == "O" and number in self._uses else mode)
            channel.restore(kept)
            self.opened[number] = channel
            if isinstance(channel, Buffer):
                self.attached.update(dict.fromkeys(channel.attached, channel))

    def _reopened(self, number: int, mode: str) -> Channel:
        """A file in mode O would be emptied."""
        record = self._records[number]
        if number in self._devices:
            return self._open_device(*self._devices[number], mode, record)
        use = self._uses[number]
        file = self.drives.disk(use.place.drive).open(use.place.path, writing="WRITE" in use.access)
        return self._on_disk(file, mode, record, use)

    def stream(self, name: str, mode: str) -> Channel | None:
        """The device that SAVE, LOAD or LIST names instead of a file, opened apart from the table; None for a file."""
        device, rest = self._device(name)
        return self._open_device(device, rest, mode, SECTOR) if device else None

    def _device(self, name: str) -> tuple[str, str]:
        """`LPT1:BIN` -> LPT1 and BIN; two empty strings for a name on a disk."""
        prefix, colon, rest = name.partition(":")
        device = upper(prefix)
        if colon and len(prefix) != 1:
            if device in NAMED_DEVICES:
                return device, rest
            raise BasicError(BAD_FILE_NAME)
        stem = upper(name.rpartition("\\")[2] if not colon else rest.rpartition("\\")[2]).partition(".")[0].rstrip(" ")
        return (DOS_DEVICES.get(stem, stem), "") if stem in DEVICES else ("", "")

    def _open_device(self, device: str, options: str, mode: str, record: int) -> Channel:
        if device == "CON":
            device = "KYBD" if mode in "IR" else "SCRN"
        kind, number = device[:3], int(device[3:]) if device[3:].isdigit() else 0
        if device == "NUL":
            return self._on_disk(devices.NullFile(), mode, record)
        if device == "SCRN" and mode in "OR":
            return devices.ScreenFile(self.console, self.widths.get(device, self.console.width))
        if device == "KYBD" and mode in "IR":
            return devices.KeyboardFile(self.console)
        if kind == "LPT" and number <= len(self.printers):
            return devices.PrinterFile(self.printers[number - 1], mode, self.widths.get(device, 80), options)
        if kind == "COM" and number in self.lines:
            line = self.lines[number]
            if line.opened:
                raise BasicError(FILE_OPEN)
            settings = devices.LineOptions.parse(options)
            width = self.widths.get(device, ENDLESS)
            return devices.CommunicationFile(self.console, line, mode, record, settings, width)
        raise BasicError(BAD_FILE_MODE if device in ("SCRN", "KYBD") else DEVICE_UNAVAILABLE)

    def _open_file(self, use: _Use, mode: str, record: int) -> Channel:
        disk = self.drives.disk(use.place.drive)
        writing = "WRITE" in use.access
        for number, other in self._uses.items():
            if other.place == use.place:
                self.opened[number].flush()
        file = disk.open(use.place.path, writing=writing)
        try:
            return self._on_disk(file, mode, record, use)
        except BasicError:
            file.close()
            raise

    def _on_disk(self, file: File, mode: str, record: int, use: _Use | None = None) -> Channel:
        if mode == "I":
            name = use.place.path[-1] if use else ""
            return TextInput(file, self.lf, lambda: self.notices.append(f"{name}: {STRANGE}"))
        if mode == "R":
            return RandomFile(file, record, use.access if use else "")
        return TextOutput(file, append=mode == "A", lf=self.lf)

    def _check_sharing(self, use: _Use, mode: str) -> None:
        """A file that is written from the beginning or the end must not be open already; others may."""
        for other in self._uses.values():
            if other.place == use.place:
                if mode in "OA":
                    raise BasicError(FILE_OPEN)
                if other.denies(use) or use.denies(other):
                    raise BasicError(PERMISSION_DENIED)

    def check_closed(self, place: Place) -> None:
        """Error 55 if the file is open: KILL, NAME and SAVE ask."""
        if any(use.place == place for use in self._uses.values()):
            raise BasicError(FILE_OPEN)

    def close(self, number: int) -> None:
        """`CLOSE #1`: its FIELD variables are empty strings from now on. A number that is not open does no harm."""
        channel = self.opened.pop(number, None)
        if channel is None:
            return
        use = self._uses.pop(number, None)
        self._devices.pop(number, None)
        if use and use.place in self._locks:
            self._locks[use.place] = [lock for lock in self._locks[use.place] if lock[0] != number]
        if isinstance(channel, Buffer):
            self._emptied.update(channel.attached)
            for key in channel.attached:
                del self.attached[key]
        channel.close()

    def close_all(self) -> None:
        """`CLOSE`, `RESET`, END, RUN: all are closed even if one of them meets an error, which is raised at the end."""
        failed: BasicError | None = None
        for number in list(self.opened):
            try:
                self.close(number)
            except BasicError as error:
                failed = failed or error
        if failed:
            raise failed

    # ---- records ----------------------------------------------------------------------------------------------------

    def buffer(self, number: int) -> Buffer:
        """The channel of GET, PUT and FIELD; error 54 unless it was opened for random access."""
        channel = self[number]
        if not isinstance(channel, Buffer) or channel.mode != "R":
            raise BasicError(BAD_FILE_MODE)
        return channel

    def get(self, number: int, record: int | None) -> None:
        channel = self.buffer(number)
        self._check_record(number, channel, record)
        channel.get(record)

    def put(self, number: int, record: int | None) -> None:
        channel = self.buffer(number)
        self._check_record(number, channel, record)
        channel.put(record)

    def _check_record(self, number: int, channel: Buffer, record: int | None) -> None:
        """Error 70 for a record that another channel has locked."""
        if self._locks and isinstance(channel, RandomFile):
            place, wanted = self._uses[number].place, channel.next_record(record)
            if any(owner != number and first <= wanted <= last for owner, first, last in self._locks.get(place, ())):
                raise BasicError(PERMISSION_DENIED)

    def lock(self, number: int, first: int | None, last: int | None) -> None:
        """`LOCK #1,1 TO 5`; error 70 if any of it is locked already."""
        place, low, high = self._range(number, first, last)
        locks = self._locks.setdefault(place, [])
        if any(low <= other_last and other_first <= high for _, other_first, other_last in locks):
            raise BasicError(PERMISSION_DENIED)
        locks.append((number, low, high))

    def unlock(self, number: int, first: int | None, last: int | None) -> None:
        """`UNLOCK #1,1 TO 5`; error 70 unless exactly that was locked."""
        place, low, high = self._range(number, first, last)
        if (number, low, high) not in self._locks.get(place, ()):
            raise BasicError(PERMISSION_DENIED)
        self._locks[place].remove((number, low, high))

    def _range(self, number: int, first: int | None, last: int | None) -> tuple[Place, float, float]:
        channel = self[number]
        use = self._uses.get(number)
        if use is None:
            raise BasicError(BAD_FILE_MODE)
        if not isinstance(channel, RandomFile) or (first is None and last is None):
            return use.place, 0, math.inf  # a text file is locked whole
        low = 1 if first is None else first
        high = low if last is None else last
        if not 1 <= low <= high <= LAST_LOCK:
            raise BasicError(BAD_RECORD)
        return use.place, low, high

    # ---- FIELD ------------------------------------------------------------------------------------------------------

    def field(self, number: int, parts: Iterable[tuple[int, Key]]) -> None:
        """`FIELD #1,20 AS N$,4 AS A$`: widths and variables, side by side from the beginning of the record.

        Error 50 comes at the part that goes beyond the record, whose variable stays what it was; those before it are
        attached by then.
        """
        channel = self.buffer(number)
        offset = 0
        for width, key in parts:
            channel.has_room(offset + width)
            self.detach(key)
            channel.attach(key, offset, width)
            self.attached[key] = channel
            offset += width

    def fielded(self) -> list[Key]:
        """The variables that are parts of buffers, and those that were until their file was closed."""
        return [*self.attached, *self._emptied]

    def value(self, key: Key, present: str) -> str:
        """What a FIELD variable is now; `present` if it is none (any more)."""
        channel = self.attached.get(key)
        if channel is not None:
            return channel.text(key)
        if key in self._emptied:
            self._emptied.remove(key)
            return ""
        return present

    def store(self, key: Key, text: str) -> bool:
        """Change a FIELD variable, to a text of the same width, in its buffer; False if it is none."""
        channel = self.attached.get(key)
        if channel is None:
            return False
        channel.store(key, text)
        return True

    def detach(self, key: Key) -> None:
        """`LET` to a FIELD variable: it is an ordinary string again."""
        self._emptied.discard(key)
        channel = self.attached.pop(key, None)
        if channel is not None:
            del channel.attached[key]

    def swap(self, left: Key, right: Key) -> None:
        """Two variables exchange what they are."""
        buffers = self.attached.get(left), self.attached.get(right)
        parts = [buffer.attached[key] if buffer else None for key, buffer in zip((left, right), buffers, strict=True)]
        for key, buffer, part in zip((right, left), buffers, parts, strict=True):
            self.detach(key)
            if buffer is not None and part is not None:
                buffer.attach(key, *part)
                self.attached[key] = buffer

    def forget(self) -> None:
        """RUN, NEW and CLEAR: there are no variables any more."""
        for key in list(self.attached):
            self.detach(key)
        self._emptied.clear()
