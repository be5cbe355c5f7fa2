"""What was worked out in earlier runs, in the user's cache folder: bytes under a name, which can always be made again.

    store = standard()                    # None where there is no folder to use
    name = store.name("program", source)  # what the bytes depend on, besides Python and the code of `basic` itself
    data = store.get(name)                # None, or exactly what was put there
    store.put(name, data)

Nothing that happens here is ever an error: a folder that cannot be read or written, a full disk, an entry cut short
are the same as having nothing. Entries are written under another name and then renamed, so that several processes
can work at once; each begins with a checksum over its name and its bytes. A folder or entry that someone else owns or
may write to is not believed. When there is too much, the entries that were longest not used go.
"""

from __future__ import annotations

import os
import stat
import sys
from time import time

from . import __version__

try:  # `hashlib` brings OpenSSL, a millisecond
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

MARK = b"junzi 1\n"
DIGEST = 16  # bytes of a name and of a checksum
MOST = 32 << 20  # bytes in the folder; when there are more, it is brought down to ENOUGH
ENOUGH = MOST * 3 // 4
LARGEST = 8 << 20  # of one entry
LATELY = 3600  # seconds; a use is noted once in so long, and a file being written is given so long

# Whatever the entries are made by: if one of these files changes, all are made anew.
SOURCES = (
    *("", "values", "arithmetic", "machine", "machine/graphics", "library"),
    *("syntax", "analysis", "analysis/variables", "editing"),
    *("engine", "engine/native"),
)


def standard() -> Cache | None:
    """The cache of this user, for what depends on the code of this package."""
    try:
        where = folder()
        return Cache(where, _ground()) if where else None
    except OSError:  # the package is not made of files
        return None


def folder() -> str | None:
    """Where it is: JUNZI_CACHE (nowhere if that is empty), or `junzi` among the user's caches.

    On Windows and in a browser there is none but for JUNZI_CACHE.
    """
    environment = os.environ
    named = environment.get("JUNZI_CACHE")
    if named is not None:
        return named or None
    home = environment.get("HOME", "")
    caches = environment.get("XDG_CACHE_HOME", "")
    if os.name != "posix" or sys.platform == "emscripten":
        return None
    if not os.path.isabs(caches):
        if not os.path.isabs(home):
            return None
        caches = home + ("/Library/Caches" if sys.platform == "darwin" else "/.cache")
    return caches + "/junzi"


class Cache:
    """The entries in one folder; `ground` is what all of them depend on."""

    def __init__(self, folder: str, ground: bytes) -> None:
        self.folder = folder
        self._ground = ground

    def name(self, *parts: str | bytes) -> str:
        """The name of what depends on these parts, the version of Python and the code of this package."""
        digest = blake2b(self._ground, digest_size=DIGEST)
        for part in parts:
            data = part.encode() if isinstance(part, str) else part
            digest.update(b"%d " % len(data))
            digest.update(data)
        return digest.hexdigest()

    def get(self, name: str) -> bytes | None:
        path = self._path(name)
        try:
            if not _ours(os.lstat(self.folder), directory=True):
                return None
            descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
            try:
                found = os.fstat(descriptor)
                if not _ours(found) or found.st_size > LARGEST:
                    return None
                text = os.read(descriptor, found.st_size)
            finally:
                os.close(descriptor)
            head = len(MARK) + DIGEST
            data = text[head:]
            if text[:head] != _head(name, data):
                return None
        except OSError:
            return None
        if time() - found.st_mtime > LATELY:
            _touch(path)
        return data

    def put(self, name: str, data: bytes) -> None:
        if len(data) > LARGEST:
            return
        path = self._path(name)
        try:
            os.makedirs(self.folder, 0o700, exist_ok=True)
            if not _ours(os.lstat(self.folder), directory=True):
                return
            written = f"{path}.{os.getpid()}.new"
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            descriptor = os.open(written, flags, 0o600)
            try:
                with open(descriptor, "wb") as stream:
                    stream.write(_head(name, data) + data)
                os.replace(written, path)
            except BaseException:
                _remove(written)
                raise
            self._prune()
        except OSError:
            pass

    def contents(self) -> tuple[int, int]:
        """How many entries there are, and their bytes."""
        sizes = [size for _, size, _ in self._entries()]
        return len(sizes), sum(sizes)

    def clear(self) -> None:
        for _, _, path in self._entries():
            _remove(path)

    def _path(self, name: str) -> str:
        return f"{self.folder}/{name}"

    def _entries(self) -> list[tuple[float, int, str]]:
        """The files that are ours, each with the time of its last use and its size, the oldest first."""
        found = []
        try:
            with os.scandir(self.folder) as entries:
                for entry in entries:
                    try:
                        known = entry.stat(follow_symlinks=False)
                    except OSError:  # another process has just removed it
                        continue
                    if _named(entry.name) and stat.S_ISREG(known.st_mode):
                        found.append((known.st_mtime, known.st_size, entry.path))
        except OSError:
            pass
        return sorted(found)

    def _prune(self) -> None:
        """Bring the folder back to its bounds."""
        entries = self._entries()
        total = sum(size for _, size, _ in entries)
        excess = total - ENOUGH if total > MOST else 0
        for used, size, path in entries:
            if path.endswith(".new"):
                if time() - used > LATELY:  # left behind by a process that was killed
                    _remove(path)
            elif excess > 0:
                _remove(path)
                excess -= size


def _named(name: str) -> bool:
    """Whether a file has the form of our names."""
    stem = name.partition(".")[0]
    return len(stem) == 2 * DIGEST and not stem.strip("0123456789abcdef") and (stem == name or name.endswith(".new"))


def _head(name: str, data: bytes) -> bytes:
    return MARK + blake2b(data, digest_size=DIGEST, key=name.encode()).digest()


def _ours(found: os.stat_result, directory: bool = False) -> bool:
    """Whether a folder or a plain file is this user's, and nobody else can write to it."""
    kind = stat.S_ISDIR if directory else stat.S_ISREG
    if not kind(found.st_mode):
        return False
    return os.name != "posix" or (found.st_uid == os.geteuid() and not found.st_mode & 0o022)


def _ground() -> bytes:
    """The versions of Python and of this package, where it is, and the state of its files: names, times and sizes.

    Where all files bear one time, as in packages built to be the same every time, version and place tell them apart.
    """
    package = os.path.dirname(__file__)
    known = [sys.version, __version__, package]
    for folder in SOURCES:
        with os.scandir(f"{package}/{folder}") as entries:
            for entry in entries:
                if "." in entry.name:  # no folder
                    found = entry.stat()
                    known.append(f"{folder}/{entry.name} {found.st_mtime_ns} {found.st_size}")
    known.sort()
    return blake2b("\n".join(known).encode(), digest_size=DIGEST).digest()


def _touch(path: str) -> None:
    """Its time says when an entry was last used."""
    try:
        os.utime(path)
    except OSError:  # a folder that can only be read
        pass


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass
