"""A disk as DOS sees it: directories of files whose names are eight characters, a dot and three more.

Everything above addresses a file by its path from the root of its drive, `("GAMES", "CHESS.BAS")`. `HostDisk`
(`host.py`) finds that path in a folder of the computer it runs on; `MemoryDisk` keeps all in memory, for tests, for
the browser, and for a program that is to touch nothing. Both raise the error that DOS gave to BASIC:

    53 File not found      61 Disk full           75 Path/File Access Error
    57 Device I/O Error    70 Permission Denied   76 Path not found
"""

from __future__ import annotations

from basic.errors import DISK_FULL, FILE_NOT_FOUND, PATH_ACCESS, PATH_NOT_FOUND, BasicError
from basic.record import Protocol, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from basic.machine.state import State

Path = tuple[str, ...]


FORBIDDEN = frozenset('"/\\[]:|<>+=;,*?') | {chr(code) for code in range(32)}  # in a name, which may have blanks
_PORTS = {port + digit for port in ("COM", "LPT") for digit in "123456789"}
_NAMED = {"CON", "CONIN$", "CONOUT$", "PRN", "AUX", "NUL", "CLOCK$"}  # of DOS and of Windows
DEVICES = frozenset(_NAMED | _PORTS)  # with any extension, too, these are no files


@record
class Entry:
    """A line of a directory."""

    name: str
    directory: bool = False
    size: int = 0


class File(Protocol):
    """An open file: bytes at offsets. A file grows where it is written; what lies between is zero."""

    def read(self, offset: int, count: int) -> bytes: ...

    def write(self, offset: int, data: bytes) -> None: ...

    def size(self) -> int: ...

    def truncate(self, size: int) -> None: ...

    def close(self) -> None: ...


class Disk(Protocol):
    """One drive. Names in paths are 8.3 and upper case already."""

    def entries(self, directory: Path) -> list[Entry]:
        """What the directory holds, in the order of FILES; error 76 if there is none."""

    def entry(self, path: Path) -> Entry | None:
        """The file or directory of that name; error 76 if the directory it should be in is missing."""

    def open(self, path: Path, *, writing: bool) -> File:
        """Open a file, made if it is missing and `writing`; otherwise error 53."""

    def replace(self, path: Path, data: bytes) -> None:
        """Write a whole file. Whatever goes wrong, there is the old content or the new, never a part."""

    def delete(self, path: Path) -> None: ...

    def rename(self, old: Path, new: Path) -> None:
        """`new` is known not to exist."""

    def make(self, path: Path) -> None:
        """A new directory; error 75 if the name is taken."""

    def remove(self, path: Path) -> None:
        """Take an empty directory away; error 75 if it is not empty, 76 if it is none."""

    def free(self) -> int:
        """`... Bytes free`"""


# ---- in memory -----------------------------------------------------------------------------------------------------


class MemoryDisk:
    """A disk in memory: `MemoryDisk({"SCORES.DAT": b"..."})`; full beyond `capacity`, like a diskette."""

    STATE: tuple[str, ...] = "directories", "capacity"

    def __init__(self, files: Mapping[str, bytes] | None = None, capacity: int = 362_496) -> None:
        self.files: dict[Path, bytearray] = {}
        self.directories: set[Path] = {()}
        self.capacity = capacity
        self._kept: dict[Path, bytes] = {}  # what the files had in the last state
        for name, data in (files or {}).items():
            path = tuple(name.upper().split("\\"))
            self.directories.update(path[:depth] for depth in range(len(path)))
            self.files[path] = bytearray(data)

    def __getitem__(self, name: str) -> bytes:
        """The content of a file: `disk["SCORES.DAT"]`"""
        return bytes(self.files[tuple(name.split("\\"))])

    def state(self) -> State:
        from basic.machine.state import fields

        old = self._kept
        self._kept = {
            path: kept if (kept := old.get(path, b"")) == data else bytes(data) for path, data in self.files.items()
        }
        return fields(self), self._kept

    def restore(self, state: State) -> None:
        from basic.machine.state import put_fields

        own, self._kept = state
        put_fields(self, own)
        self.files = {path: bytearray(data) for path, data in self._kept.items()}

    def _check_directory(self, directory: Path) -> None:
        if directory not in self.directories:
            raise BasicError(PATH_NOT_FOUND)

    def entries(self, directory: Path) -> list[Entry]:
        self._check_directory(directory)
        inside = [path for path in (*self.directories, *self.files) if path and path[:-1] == directory]
        return [entry for path in sorted(inside) if (entry := self.entry(path))]

    def entry(self, path: Path) -> Entry | None:
        self._check_directory(path[:-1])
        if path in self.directories:
            return Entry(path[-1] if path else "", directory=True)
        data = self.files.get(path)
        return None if data is None else Entry(path[-1], size=len(data))

    def open(self, path: Path, *, writing: bool) -> File:
        self._check_directory(path[:-1])
        if path in self.directories:
            raise BasicError(PATH_ACCESS)
        if path not in self.files:
            if not writing:
                raise BasicError(FILE_NOT_FOUND)
            self.files[path] = bytearray()
        return _MemoryFile(self, self.files[path])

    def replace(self, path: Path, data: bytes) -> None:
        self._check_directory(path[:-1])
        if path in self.directories:
            raise BasicError(PATH_ACCESS)
        if len(data) > self.free() + len(self.files.get(path, b"")):
            raise BasicError(DISK_FULL)
        self.files[path] = bytearray(data)

    def delete(self, path: Path) -> None:
        del self.files[path]

    def rename(self, old: Path, new: Path) -> None:
        self._check_directory(new[:-1])
        if old in self.files:
            self.files[new] = self.files.pop(old)
            return
        for path in [path for path in self.files if path[: len(old)] == old]:
            self.files[new + path[len(old) :]] = self.files.pop(path)
        moved = {path for path in self.directories if path[: len(old)] == old}
        self.directories = (self.directories - moved) | {new + path[len(old) :] for path in moved}

    def make(self, path: Path) -> None:
        if self.entry(path):
            raise BasicError(PATH_ACCESS)
        self.directories.add(path)

    def remove(self, path: Path) -> None:
        if self.entries(path) or not path:
            raise BasicError(PATH_ACCESS)
        self.directories.remove(path)

    def free(self) -> int:
        return max(self.capacity - sum(map(len, self.files.values())), 0)


class _MemoryFile:
    def __init__(self, disk: MemoryDisk, data: bytearray) -> None:
        self._disk = disk
        self._data = data

    def read(self, offset: int, count: int) -> bytes:
        return bytes(self._data[offset : offset + count])

    def write(self, offset: int, data: bytes) -> None:
        room = len(self._data) + self._disk.free() - offset
        part = data[: max(room, 0)]
        if part:
            self._data.extend(bytes(max(offset - len(self._data), 0)))
            self._data[offset : offset + len(part)] = part
        if len(part) < len(data):
            raise BasicError(DISK_FULL)

    def size(self) -> int:
        return len(self._data)

    def truncate(self, size: int) -> None:
        del self._data[size:]

    def close(self) -> None:
        """Memory needs no closing."""


def upper(text: str) -> str:
    """Upper case as DOS has it: a to z only."""
    return "".join(chr(ord(char) - 32) if "a" <= char <= "z" else char for char in text)
