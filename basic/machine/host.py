"""A folder of the computer as a disk.

A HostDisk never leaves its folder: a path has no `..` when it comes here, a symbolic link that points out of the
folder does not exist, and neither does anything that is no plain file or directory (a pipe would wait for ever).

Paths of the host are texts here: `pathlib` would be a third of what a program with a file takes to start.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator, Mapping

from basic.errors import (
    DEVICE_IO,
    DISK_FULL,
    FILE_NOT_FOUND,
    PATH_ACCESS,
    PATH_NOT_FOUND,
    PERMISSION_DENIED,
    TOO_MANY_FILES,
    BasicError,
)
from basic.machine.disk import DEVICES, FORBIDDEN, Entry, File, Path, upper

CLUSTER, CLUSTERS = 32_768, 65_525  # bytes; the most that DOS can say of a drive, however large it is
_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
_DENIED = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ELOOP, errno.EBUSY}
_OPEN_SAFELY = sum(getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))


@contextlib.contextmanager
def _dos_errors(missing: int = FILE_NOT_FOUND) -> Iterator[None]:
    """What the host's system says, as the error that BASIC had from DOS."""
    try:
        yield
    except OSError as error:
        raise BasicError(_number(error, missing)) from error


def _number(error: OSError, missing: int) -> int:
    if error.errno in _FULL:
        return DISK_FULL
    if error.errno in _DENIED:
        return PERMISSION_DENIED
    if error.errno in (errno.ENOENT, errno.ENAMETOOLONG):
        return missing
    if error.errno == errno.ENOTDIR:
        return PATH_NOT_FOUND
    if error.errno in (errno.EISDIR, errno.EEXIST, errno.ENOTEMPTY):
        return PATH_ACCESS
    if error.errno in (errno.EMFILE, errno.ENFILE):
        return TOO_MANY_FILES
    return DEVICE_IO


class HostDisk:
    """A folder of the host as a DOS drive.

    A file made by BASIC has its 8.3 name in upper case on the host. A host file is found under its name in any case;
    one whose name is too long or has other characters goes by an alias like LONGNA~1.TXT, numbered in the order of
    the host names. Names that begin with a dot are hidden.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.root = os.path.realpath(folder, strict=True)

    # ---- finding ----------------------------------------------------------------------------------------------------

    def _inside(self, found: str) -> tuple[str, os.stat_result] | None:
        """The file behind a host name and its state, if a program may see it."""
        try:
            state = os.lstat(found)
            if stat.S_ISLNK(state.st_mode):
                found = os.path.realpath(found, strict=True)
                state = os.lstat(found)
                if found != self.root and not found.startswith(os.path.join(self.root, "")):
                    return None
        except OSError:  # gone meanwhile, or a link to itself
            return None
        return (found, state) if stat.S_ISREG(state.st_mode) or stat.S_ISDIR(state.st_mode) else None

    def _names(self, folder: str) -> dict[str, str]:
        """DOS name -> host path of all that is in a folder."""
        names: dict[str, str] = {}
        with _dos_errors(PATH_NOT_FOUND):
            hosts = sorted(host for host in os.listdir(folder) if not host.startswith("."))
        hosts.sort(key=lambda host: dos_name(host) != host)  # who has the DOS name already keeps it
        others = []
        for host in hosts:
            name = dos_name(host)
            if name is None or name in names:
                others.append(host)
            else:
                names[name] = os.path.join(folder, host)
        for host in others:
            names[_alias(host, names)] = os.path.join(folder, host)
        return names

    def _look(self, folder: str, name: str) -> tuple[str, os.stat_result] | None:
        exact = os.path.join(folder, _host_name(name))
        if found := self._inside(exact):
            return found
        host = self._names(folder).get(name)
        return None if host is None or host == exact else self._inside(host)

    def _folder(self, directory: Path) -> str:
        """The host folder of a directory; error 76 if it does not exist."""
        folder = self.root
        for name in directory:
            found = self._look(folder, name)
            if found is None or not stat.S_ISDIR(found[1].st_mode):
                raise BasicError(PATH_NOT_FOUND)
            folder = found[0]
        return folder

    def _find(self, path: Path) -> tuple[str, os.stat_result] | None:
        folder = self._folder(path[:-1])
        return self._look(folder, path[-1]) if path else self._inside(folder)

    def _existing(self, path: Path) -> str:
        found = self._find(path)
        if found is None:
            raise BasicError(FILE_NOT_FOUND)
        return found[0]

    def _new(self, path: Path) -> str:
        """The host path of a file to be made. What is there but hidden (a link that leads out) stays untouched."""
        host = os.path.join(self._folder(path[:-1]), _host_name(path[-1]))
        if os.path.lexists(host):
            raise BasicError(PERMISSION_DENIED)
        return host

    def entries(self, directory: Path) -> list[Entry]:
        folder = self._folder(directory)
        found = ((name, self._inside(host)) for name, host in sorted(self._names(folder).items()))
        return [_entry(name, target[1]) for name, target in found if target]

    def entry(self, path: Path) -> Entry | None:
        found = self._find(path)
        return _entry(path[-1] if path else "", found[1]) if found else None

    # ---- files ------------------------------------------------------------------------------------------------------

    def open(self, path: Path, *, writing: bool) -> File:
        found = self._find(path)
        if found is None:
            if not writing:
                raise BasicError(FILE_NOT_FOUND)
            host = self._new(path)
            with _dos_errors(PATH_NOT_FOUND):
                return _HostFile(os.open(host, os.O_RDWR | os.O_CREAT | os.O_EXCL | _OPEN_SAFELY, 0o666))
        host, state = found
        if stat.S_ISDIR(state.st_mode):
            raise BasicError(PATH_ACCESS)
        with _dos_errors():
            return _HostFile(os.open(host, (os.O_RDWR if writing else os.O_RDONLY) | _OPEN_SAFELY))

    def replace(self, path: Path, data: bytes) -> None:
        found = self._find(path)
        if found and stat.S_ISDIR(found[1].st_mode):
            raise BasicError(PATH_ACCESS)
        host = found[0] if found else self._new(path)
        if found and not os.access(host, os.W_OK):
            raise BasicError(PERMISSION_DENIED)
        folder, name = os.path.split(host)
        beside = os.path.join(folder, f".{name}.new")
        with _dos_errors():
            try:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(beside)  # left by a power cut
                file = _HostFile(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _OPEN_SAFELY, 0o666))
                try:
                    file.write(0, data)
                    file.keep()
                finally:
                    file.close()
                if found:
                    os.chmod(beside, stat.S_IMODE(found[1].st_mode))
                os.replace(beside, host)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(beside)
                raise
        _keep_folder(folder)

    def delete(self, path: Path) -> None:
        host = self._existing(path)
        if not os.access(host, os.W_OK):  # DOS does not delete a read-only file, whatever its directory says
            raise BasicError(PERMISSION_DENIED)
        with _dos_errors():
            os.unlink(host)

    def rename(self, old: Path, new: Path) -> None:
        host = self._existing(old)
        target = self._new(new)
        with _dos_errors():
            os.rename(host, target)

    def make(self, path: Path) -> None:
        if self._find(path):
            raise BasicError(PATH_ACCESS)
        host = self._new(path)
        with _dos_errors(PATH_NOT_FOUND):
            os.mkdir(host)

    def remove(self, path: Path) -> None:
        folder = self._folder(path)
        if folder == self.root:
            raise BasicError(PATH_ACCESS)
        with _dos_errors(PATH_NOT_FOUND):
            os.rmdir(folder)

    def free(self) -> int:
        with _dos_errors():
            import shutil  # for this alone: it brings the compression libraries with it

            return min(shutil.disk_usage(self.root).free // CLUSTER, CLUSTERS) * CLUSTER


class _HostFile:
    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):  # exchanged for a pipe since we looked
            os.close(descriptor)
            raise BasicError(PERMISSION_DENIED)

    def read(self, offset: int, count: int) -> bytes:
        with _dos_errors(DEVICE_IO):
            os.lseek(self._descriptor, offset, os.SEEK_SET)
            parts = []
            while count > 0 and (part := os.read(self._descriptor, min(count, 1 << 20))):
                parts.append(part)
                count -= len(part)
            return b"".join(parts)

    def write(self, offset: int, data: bytes) -> None:
        with _dos_errors(DEVICE_IO):
            os.lseek(self._descriptor, offset, os.SEEK_SET)
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]

    def size(self) -> int:
        with _dos_errors(DEVICE_IO):
            return os.fstat(self._descriptor).st_size

    def truncate(self, size: int) -> None:
        with _dos_errors(DEVICE_IO):
            os.ftruncate(self._descriptor, size)

    def keep(self) -> None:
        """Have the data on the disk itself before going on."""
        with _dos_errors(DEVICE_IO):
            os.fsync(self._descriptor)

    def close(self) -> None:
        with _dos_errors(DEVICE_IO):
            os.close(self._descriptor)


def _keep_folder(folder: str) -> None:
    """The new name itself survives a power cut only when the folder is written too; not every system can do that."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _entry(name: str, state: os.stat_result) -> Entry:
    return Entry(name, stat.S_ISDIR(state.st_mode), state.st_size)


# ---- names ---------------------------------------------------------------------------------------------------------


def dos_name(host: str) -> str | None:
    """The 8.3 name that a host file has by itself (`notes.txt` is NOTES.TXT), or None if it needs an alias."""
    try:
        name = upper(host.encode("cp437").decode("latin-1"))
    except UnicodeEncodeError:
        return None
    stem, dot, extension = name.partition(".")
    fits = 0 < len(stem) <= 8 and len(extension) <= 3 and bool(extension) == bool(dot) and "." not in extension
    legal = not (stem in DEVICES or FORBIDDEN & set(name) or name != name.strip(" ") or stem.endswith(" "))
    return name if fits and legal else None


def _host_name(name: str) -> str:
    return name.encode("latin-1").decode("cp437")


def _alias(host: str, taken: Mapping[str, str]) -> str:
    """`A rather long name.text` -> ARATHE~1.TEX"""
    stem, _, extension = host.rpartition(".") if "." in host else (host, "", "")
    short, suffix = _plain(stem), _plain(extension)[:3]
    number = 1
    while True:
        tail = f"~{number}"
        name = short[: 8 - len(tail)] + tail + ("." + suffix if suffix else "")
        if name not in taken:
            return name
        number += 1


def _plain(text: str) -> str:
    return "".join(char for char in upper(text) if char.isascii() and char not in FORBIDDEN and char not in " .~\x7f")
