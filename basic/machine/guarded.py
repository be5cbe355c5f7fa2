"""Disks for strangers' programs: one that nothing is written to, one that keeps what is written in memory, and one that
counts it.

    Overlay(HostDisk("games"))      the program finds its folder, and whatever it does to it is gone afterwards
"""

from __future__ import annotations

from basic.errors import PERMISSION_DENIED, BasicError, LimitReached
from basic.machine.disk import Disk, Entry, File, MemoryDisk, Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from basic.machine.state import State


class ReadOnly:
    """`--read-only`: what changes the disk is error 70."""

    STATE = ()

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self.entries, self.entry, self.free = disk.entries, disk.entry, disk.free

    def open(self, path: Path, *, writing: bool) -> File:
        if writing:
            raise BasicError(PERMISSION_DENIED)
        return self._disk.open(path, writing=False)

    def replace(self, path: Path, data: bytes) -> None:
        raise BasicError(PERMISSION_DENIED)

    def delete(self, path: Path) -> None:
        raise BasicError(PERMISSION_DENIED)

    def rename(self, old: Path, new: Path) -> None:
        raise BasicError(PERMISSION_DENIED)

    def make(self, path: Path) -> None:
        raise BasicError(PERMISSION_DENIED)

    def remove(self, path: Path) -> None:
        raise BasicError(PERMISSION_DENIED)


class Overlay(MemoryDisk):
    """A disk in memory, on which at first stands what another one has. That one is only read."""

    STATE = (*MemoryDisk.STATE, "_listed", "_below")

    def __init__(self, base: Disk, capacity: int) -> None:
        super().__init__(capacity=capacity)
        self._base = base
        self._listed: set[Path] = set()  # directories whose entries are known here
        self._below: dict[Path, Entry] = {}  # files of the other disk that have not been read yet

    def _check_directory(self, directory: Path) -> None:
        """Of the other disk comes what is looked at."""
        for depth in range(len(directory) + 1):
            folder = directory[:depth]
            if folder not in self.directories:
                break
            if folder not in self._listed:
                self._listed.add(folder)
                self._list(folder)
        super()._check_directory(directory)

    def _list(self, folder: Path) -> None:
        try:
            entries = self._base.entries(folder)
        except BasicError:  # it was made here
            return
        for entry in entries:
            if entry.directory:
                self.directories.add((*folder, entry.name))
            else:
                self._below[(*folder, entry.name)] = entry

    def _take(self, path: Path) -> None:
        """A file comes over, whole."""
        if self._below.pop(path, None) is not None:
            file = self._base.open(path, writing=False)
            self.files[path] = bytearray(file.read(0, file.size()))
            file.close()
            self.capacity += len(self.files[path])  # it takes no room that the program may use

    def entries(self, directory: Path) -> list[Entry]:
        self._check_directory(directory)
        below = [entry for path, entry in self._below.items() if path[:-1] == directory]
        return sorted([*super().entries(directory), *below], key=lambda entry: entry.name)

    def entry(self, path: Path) -> Entry | None:
        self._check_directory(path[:-1])
        return self._below.get(path) or super().entry(path)

    def open(self, path: Path, *, writing: bool) -> File:
        self._check_directory(path[:-1])
        self._take(path)
        return super().open(path, writing=writing)

    def replace(self, path: Path, data: bytes) -> None:
        self._check_directory(path[:-1])
        super().replace(path, data)
        self._below.pop(path, None)

    def delete(self, path: Path) -> None:
        if self._below.pop(path, None) is None:
            super().delete(path)

    def rename(self, old: Path, new: Path) -> None:
        for path in [path for path in self._below if path[: len(old)] == old]:
            self._take(path)
        super().rename(old, new)


class Metered:
    """A disk on which only so much may be written, in so many new files; who goes beyond that is stopped.

    What was written counts also when the disk is put back to how it was.
    """

    def __init__(self, disk: Disk, count: Callable[[int, int], bool]) -> None:
        """`count` is told of bytes and files, and says whether they may be written."""
        self._disk, self._count = disk, count
        self.entries, self.entry, self.free = disk.entries, disk.entry, disk.free
        self.delete, self.rename, self.remove = disk.delete, disk.rename, disk.remove

    def state(self) -> State:
        from basic.machine.state import of

        return of(self._disk, "what was written to a folder of the host")

    def restore(self, state: State) -> None:
        from basic.machine.state import put

        put(self._disk, state)

    def open(self, path: Path, *, writing: bool) -> File:
        if not writing:
            return self._disk.open(path, writing=False)
        if self._disk.entry(path) is None:
            self._count(0, 1)
        return _MeteredFile(self._disk.open(path, writing=True), self._count)

    def replace(self, path: Path, data: bytes) -> None:
        if self._count(len(data), self._disk.entry(path) is None):
            self._disk.replace(path, data)

    def make(self, path: Path) -> None:
        if self._count(0, 1):
            self._disk.make(path)


class _MeteredFile:
    def __init__(self, file: File, count: Callable[[int, int], bool]) -> None:
        self._file, self._count = file, count
        self.read, self.size, self.truncate, self.close = file.read, file.size, file.truncate, file.close

    def write(self, offset: int, data: bytes) -> None:
        if self._count(max(offset + len(data) - self._file.size(), len(data)), 0):
            self._file.write(offset, data)


def counter(most_bytes: int | None, most_files: int | None) -> Callable[[int, int], bool]:
    """Counts what all drives of a machine are given. Once that is too much nothing more is written: the run is over,
    and its files are being closed."""
    sums = [0, 0]
    over = False

    def count(size: int, files: int) -> bool:
        nonlocal over
        if over:
            return False
        sums[0] += size
        sums[1] += files
        over = True
        if most_bytes is not None and sums[0] > most_bytes:
            raise LimitReached(f"{most_bytes:,} bytes in files")
        if most_files is not None and sums[1] > most_files:
            raise LimitReached(f"{most_files:,} new files")
        over = False
        return True

    return count
