r"""The names a program types: drives, directories, 8.3 names, wildcards.

    10 CHDIR "GAMES": OPEN "A:..\SCORES.DAT" FOR INPUT AS 1: FILES "*.BAS"

How a typed name becomes an 8.3 name is in the published GIO86 (NAMSCN): at most eleven characters count, the ninth
begins the extension, a dot fills the name up to eight. So LONGFILENAME.TEXT is LONGFILE.NAM, HIGHSCORE.DAT (a dot
after nine characters) and ".X" are error 64. That version knew no directories: with them, as in 3.23, each part of a
path is such a name. A slash is no separator in it, so "../X" is error 64.
"""

from __future__ import annotations

from basic.errors import (
    ACROSS_DISKS,
    BAD_FILE_NAME,
    FILE_EXISTS,
    FILE_NOT_FOUND,
    PATH_ACCESS,
    PATH_NOT_FOUND,
    PERMISSION_DENIED,
    BasicError,
)
from basic.machine.disk import DEVICES, FORBIDDEN, Disk, Entry, Path, upper
from basic.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Mapping

    from basic.machine.state import State

WILD = frozenset("*?")


@record
class Place:
    """Where a typed name leads: a path on the disk in a drive. Two names of one file are equal places."""

    drive: str
    path: Path


class Drives:
    """DOS's drives A: to Z:, the current one, and the current directory on each."""

    STATE = "current", "directories"

    def __init__(self, disks: Mapping[str, Disk | str], current: str = "C") -> None:
        """A disk given as a string is that folder of the host, which is looked at when a program needs it."""
        self._disks = {letter.upper(): disk for letter, disk in disks.items()}
        self.current = current
        self.directories: dict[str, Path] = {}

    def overlay(self) -> None:
        """Folders of the host are only read from now on; what is written to them stays in memory."""
        from basic.machine.guarded import Overlay
        from basic.machine.host import HostDisk

        for letter, disk in self._disks.items():
            if isinstance(disk, str | HostDisk):
                disk = self.disk(letter)
                self._disks[letter] = Overlay(disk, disk.free())

    def state(self) -> State:
        from basic.machine.state import fields, of

        what = "what was written to a folder of the host"
        return fields(self), {letter: of(disk, what) for letter, disk in self._disks.items()}

    def restore(self, state: State) -> None:
        from basic.machine.state import put, put_fields

        own, disks = state
        put_fields(self, own)
        for letter, disk in disks.items():
            put(self._disks[letter], disk)

    def disk(self, drive: str) -> Disk:
        disk = self._disks.get(drive)
        if isinstance(disk, str):
            from basic.machine.host import HostDisk

            try:
                disk = self._disks[drive] = HostDisk(disk)
            except OSError:
                raise BasicError(PATH_NOT_FOUND) from None
        if disk is None:
            raise BasicError(PATH_NOT_FOUND)
        return disk

    # ---- names ------------------------------------------------------------------------------------------------------

    def place(self, typed: str, extension: str = "", *, wild: bool = False) -> Place:
        """The place of a file name; `extension` is what `LOAD "GAME"` adds (".BAS")."""
        drive, parts, rooted = self._split(typed)
        if not parts or parts[-1] in ("", ".", ".."):
            raise BasicError(BAD_FILE_NAME)
        *directories, last = parts
        folder = self._walk(drive, directories, rooted)
        name = eight_three(last, wild=wild)
        if extension and "." not in last and "." not in name:
            name += extension
        if _is_device(name):
            raise BasicError(PERMISSION_DENIED)
        return Place(drive, (*folder, name))

    def directory(self, typed: str) -> Place:
        """The place of a directory name: also `..`, `\\` and `A:`"""
        drive, parts, rooted = self._split(typed)
        if not typed:
            raise BasicError(BAD_FILE_NAME)
        return Place(drive, self._walk(drive, [part for part in parts if part], rooted))

    def _split(self, typed: str) -> tuple[str, list[str], bool]:
        drive, colon, rest = typed.rpartition(":")
        if colon and (len(drive) != 1 or not "A" <= drive.upper() <= "Z"):
            raise BasicError(BAD_FILE_NAME)
        rooted = rest.startswith("\\")
        return upper(drive) or self.current, rest.removeprefix("\\").split("\\"), rooted

    def _walk(self, drive: str, parts: list[str], rooted: bool) -> Path:
        path = () if rooted else self.directories.get(drive, ())
        for part in parts:
            if part == "..":
                if not path:
                    raise BasicError(PATH_NOT_FOUND)
                path = path[:-1]
            elif part != ".":
                path = (*path, eight_three(part))
                if _is_device(path[-1]):
                    raise BasicError(PATH_NOT_FOUND)
        return path

    def find(self, place: Place) -> Entry | None:
        return self.disk(place.drive).entry(place.path)

    # ---- KILL, NAME, FILES ------------------------------------------------------------------------------------------

    def matches(self, place: Place) -> list[Place]:
        """The files that a name with or without wildcards stands for, directories left out; error 53 if none."""
        *folder, name = place.path
        pattern = _pattern(name)
        found = [
            Place(place.drive, (*folder, entry.name))
            for entry in self.disk(place.drive).entries(tuple(folder))
            if not entry.directory and pattern.fullmatch(_padded(entry.name))
        ]
        if not found:
            raise BasicError(FILE_NOT_FOUND)
        return found

    def rename(self, old: Place, new: Place) -> None:
        """`NAME "OLD" AS "NEW"`"""
        if old.drive != new.drive:
            raise BasicError(ACROSS_DISKS)
        if self.find(old) is None:
            raise BasicError(FILE_NOT_FOUND)
        if self.find(new):
            raise BasicError(FILE_EXISTS)
        self.disk(old.drive).rename(old.path, new.path)

    def heading(self, typed: str) -> str:
        r"""The first line of FILES: the current directory of the drive, `C:\GAMES`."""
        drive = self._split(typed)[0]
        self.disk(drive)
        return f"{drive}:\\" + "\\".join(self.directories.get(drive, ()))

    def free(self, typed: str) -> int:
        """The last line of FILES."""
        return self.disk(self._split(typed)[0]).free()

    def listing(self, typed: str) -> list[str]:
        """The entries of FILES, 17 columns each; error 53 if nothing matches."""
        drive, parts, rooted = self._split(typed)
        *directories, last = parts
        folder = self._walk(drive, directories, rooted)
        if last in (".", ".."):
            folder, last = self._walk(drive, [*directories, last], rooted), ""
        pattern = _pattern(eight_three(last, wild=True) if last else "*.*")
        entries = self.disk(drive).entries(folder)
        if folder:
            entries = [Entry(".", directory=True), Entry("..", directory=True), *entries]
        found = [_column(entry) for entry in entries if pattern.fullmatch(_padded(entry.name))]
        if not found:
            raise BasicError(FILE_NOT_FOUND)
        return found

    # ---- directories ------------------------------------------------------------------------------------------------

    def chdir(self, typed: str) -> None:
        r"""`CHDIR "\GAMES"`; a drive letter does not change the current drive."""
        place = self.directory(typed)
        entry = self.find(place)
        if entry is None or not entry.directory:
            raise BasicError(PATH_NOT_FOUND)
        self.directories[place.drive] = place.path

    def mkdir(self, typed: str) -> None:
        """`MKDIR "GAMES"`: error 75 if the name is taken, 76 if the directory around it is missing."""
        place = self.directory(typed)
        self.disk(place.drive).make(place.path)

    def rmdir(self, typed: str) -> None:
        """`RMDIR "GAMES"`: it must be empty and not the current directory (75)."""
        place = self.directory(typed)
        entry = self.find(place)
        if entry is None or not entry.directory:
            raise BasicError(PATH_NOT_FOUND)
        if place.path == self.directories.get(place.drive, ()):
            raise BasicError(PATH_ACCESS)
        self.disk(place.drive).remove(place.path)


# ---- 8.3 -----------------------------------------------------------------------------------------------------------


def eight_three(typed: str, *, wild: bool = False) -> str:
    """`output.txt` -> OUTPUT.TXT; error 64 for a name that cannot be."""
    illegal = FORBIDDEN - WILD if wild else FORBIDDEN
    stem, dot, extension = upper(typed).partition(".")
    if not stem or illegal & set(stem[:11]):
        raise BasicError(BAD_FILE_NAME)
    if len(stem) > 8:
        if dot and len(stem) < 11:
            raise BasicError(BAD_FILE_NAME)
        stem, extension = stem[:8], stem[8:11]
    extension = extension.removeprefix(".")  # "A..B" is accepted: the second dot falls on the place of the first
    if (illegal | {"."}) & set(extension[:3]):
        raise BasicError(BAD_FILE_NAME)
    stem, extension = stem.rstrip(" "), extension[:3].rstrip(" ")
    if not stem:
        raise BasicError(BAD_FILE_NAME)
    return f"{stem}.{extension}" if extension else stem


def _is_device(name: str) -> bool:
    return name.partition(".")[0] in DEVICES


def _padded(name: str) -> str:
    """The eleven characters of a name in a directory."""
    if name in (".", ".."):
        return name.ljust(11)
    stem, _, extension = name.partition(".")
    return stem.ljust(8) + extension.ljust(3)


def _pattern(name: str) -> re.Pattern[str]:
    """`*.BAS`, `A?.*`: a star stands for the rest of its part, a question mark for any character or none."""

    def filled(part: str, width: int) -> str:
        known, star, _ = part.partition("*")
        return known.ljust(width, "?" if star else " ")

    stem, _, extension = name.partition(".")
    text = filled(stem, 8) + filled(extension, 3)
    import re

    return re.compile("".join("." if char == "?" else re.escape(char) for char in text), re.DOTALL)


def _column(entry: Entry) -> str:
    """`CHESS   .BAS     `, `GAMES       <DIR>`, `        ..  <DIR>`"""
    stem, _, extension = ("", "", entry.name[1:]) if entry.name[0] == "." else entry.name.partition(".")
    dot = "." if extension or entry.name == "." else " "
    return f"{stem:8}{dot}{extension:3}" + ("<DIR>" if entry.directory else "     ")
