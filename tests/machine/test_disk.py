"""Disks, drives and names: what a program can reach in a folder, and that it reaches nothing else."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from paths import ROOT

from basic.errors import BasicError
from basic.machine.disk import Disk, Entry, MemoryDisk
from basic.machine.drives import Drives, Place, eight_three
from basic.machine.host import HostDisk

resource = pytest.importorskip("resource")  # a limit on the size of files


def names_in(folder: Path) -> list[str]:
    return sorted(found.name for found in folder.iterdir())


def error(action: Callable[[], object]) -> int:
    """The number of the error that an action raises, 0 if none."""
    try:
        action()
    except BasicError as raised:
        return raised.number
    return 0


@pytest.fixture
def host(tmp_path: Path) -> HostDisk:
    return HostDisk(tmp_path)


@pytest.fixture(params=["host", "memory"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Disk:
    return HostDisk(tmp_path) if request.param == "host" else MemoryDisk()


# ---- names ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("output.txt", "OUTPUT.TXT"),
        ("LONGFILENAME.TEXT", "LONGFILE.NAM"),  # as the original made it
        ("NINECHARS", "NINECHAR.S"),
        ("ABCDEFGHIJKLMNOP", "ABCDEFGH.IJK"),
        ("A.TEXT", "A.TEX"),
        ("EIGHTCHR.X", "EIGHTCHR.X"),
        ("PROG.", "PROG"),
        ("MY FILE", "MY FILE"),
        ("A ", "A"),
        ("A..B", "A.B"),
        ("x~1.b_$", "X~1.B_$"),
        ("\x81.\x84", "\x81.\x84"),
    ],
)
def test_typed_name(typed: str, name: str) -> None:
    assert eight_three(typed) == name


BAD_NAMES = [
    "",
    ".",
    ".X",
    "../X",
    "A/B",
    "A.B.C",
    "HIGHSCORE.DAT",
    "A*",
    "A?.B",
    "A:B",
    "A,B",
    'A"B',
    "A\x1f",
    "A.B\0",
]


@pytest.mark.parametrize("typed", BAD_NAMES)
def test_bad_name(typed: str) -> None:
    assert error(lambda: eight_three(typed)) == 64


# ---- both kinds of disk --------------------------------------------------------------------------------------------


def put(disk: Disk, path: tuple[str, ...], data: bytes) -> None:
    file = disk.open(path, writing=True)
    file.truncate(0)
    file.write(0, data)
    file.close()


def get(disk: Disk, path: tuple[str, ...]) -> bytes:
    file = disk.open(path, writing=False)
    data = file.read(0, file.size())
    file.close()
    return data


def test_files_of_a_disk(disk: Disk) -> None:
    assert error(lambda: disk.open(("A",), writing=False)) == 53
    assert disk.entry(("A",)) is None
    put(disk, ("A",), b"one")
    assert get(disk, ("A",)) == b"one"
    file = disk.open(("A",), writing=True)
    file.write(6, b"x")
    assert file.size() == 7
    assert file.read(1, 100) == b"ne\0\0\0x"
    assert file.read(50, 3) == b""
    file.truncate(2)
    file.close()
    assert get(disk, ("A",)) == b"on"
    disk.replace(("A",), b"new")
    disk.replace(("B.C",), b"other")
    assert disk.entries(()) == [Entry("A", size=3), Entry("B.C", size=5)]
    disk.rename(("A",), ("Z",))
    disk.delete(("B.C",))
    assert disk.entries(()) == [Entry("Z", size=3)]


def test_directories_of_a_disk(disk: Disk) -> None:
    assert error(lambda: disk.entries(("SUB",))) == 76
    assert error(lambda: disk.entry(("SUB", "A"))) == 76
    assert error(lambda: disk.open(("SUB", "A"), writing=True)) == 76
    assert error(lambda: disk.make(("SUB", "INNER"))) == 76
    disk.make(("SUB",))
    assert error(lambda: disk.make(("SUB",))) == 75
    put(disk, ("SUB", "A"), b"x")
    assert error(lambda: disk.make(("SUB", "A"))) == 75
    assert error(lambda: disk.entries(("SUB", "A"))) == 76
    assert disk.entries(()) == [Entry("SUB", directory=True, size=disk.entries(())[0].size)]
    assert disk.entries(("SUB",)) == [Entry("A", size=1)]
    assert error(lambda: disk.remove(("SUB",))) == 75
    assert error(lambda: disk.open(("SUB",), writing=False)) == 75
    assert error(lambda: disk.open(("SUB",), writing=True)) == 75
    assert error(lambda: disk.replace(("SUB",), b"")) == 75
    disk.rename(("SUB",), ("OTHER",))
    assert get(disk, ("OTHER", "A")) == b"x"
    disk.delete(("OTHER", "A"))
    disk.remove(("OTHER",))
    assert disk.entries(()) == []
    assert error(lambda: disk.remove(())) == 75


def test_large_disk(host: HostDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    """DOS counts clusters, and not beyond 2 GB: FILES shows the same for as long as a large disk has more room."""
    for free, shown in ((40_000, 32_768), (80_000_000_000, 2_147_123_200), (79_999_000_000, 2_147_123_200)):
        monkeypatch.setattr("shutil.disk_usage", lambda _, free=free: SimpleNamespace(free=free))
        assert host.free() == shown


def test_full_disk_in_memory() -> None:
    disk = MemoryDisk({"OLD": b"12345"}, capacity=20)
    assert disk.free() == 15
    file = disk.open(("A",), writing=True)
    assert error(lambda: file.write(0, bytes(16))) == 61
    assert file.size() == 15
    assert disk.free() == 0
    assert error(lambda: disk.replace(("OLD",), b"123456")) == 61
    assert disk["OLD"] == b"12345"


# ---- host files ----------------------------------------------------------------------------------------------------


def test_any_case_and_exact_first(host: HostDisk, tmp_path: Path) -> None:
    (tmp_path / "notes.Txt").write_bytes(b"mixed")
    assert get(host, ("NOTES.TXT",)) == b"mixed"
    put(host, ("NOTES.TXT",), b"changed")
    assert (tmp_path / "notes.Txt").read_bytes() == b"changed"
    assert names_in(tmp_path) == ["notes.Txt"]
    (tmp_path / "NOTES.TXT").write_bytes(b"upper")
    assert get(host, ("NOTES.TXT",)) == b"upper"
    assert [entry.name for entry in host.entries(())] == ["NOTES.TXT", "NOTES~1.TXT"]
    assert get(host, ("NOTES~1.TXT",)) == b"changed"


def test_made_in_upper_case(host: HostDisk, tmp_path: Path) -> None:
    put(host, ("NEW.DAT",), b"")
    host.replace(("B.BAS",), b"10 END")
    host.make(("SUB",))
    put(host, ("\x84.\x81",), b"")  # bytes of code page 437
    assert names_in(tmp_path) == ["B.BAS", "NEW.DAT", "SUB", "ä.ü"]
    assert host.entry(("\x84.\x81",)) == Entry("\x84.\x81")


def test_aliases(host: HostDisk, tmp_path: Path) -> None:
    hosts = ["A long name.text", "A long number.text", "日本.b", ".hidden", "x.tar.gz", "LONGNAME.TXT", "con.txt", "n."]
    for name in hosts:
        (tmp_path / name).write_text(name)
    names = {entry.name: get(host, (entry.name,)).decode() for entry in host.entries(())}
    assert names == {
        "LONGNAME.TXT": "LONGNAME.TXT",
        "ALONGN~1.TEX": "A long name.text",
        "ALONGN~2.TEX": "A long number.text",
        "CON~1.TXT": "con.txt",
        "N~1": "n.",
        "XTAR~1.GZ": "x.tar.gz",
        "~1.B": "日本.b",
    }
    host.delete(("CON~1.TXT",))
    assert not (tmp_path / "con.txt").exists()


def test_replace_keeps_the_mode_and_leaves_nothing_beside(host: HostDisk, tmp_path: Path) -> None:
    old = tmp_path / "old.bas"
    old.write_bytes(b"old")
    old.chmod(0o640)
    (tmp_path / ".old.bas.new").write_bytes(b"left by a power cut")
    host.replace(("OLD.BAS",), b"new")
    assert old.read_bytes() == b"new"
    assert old.stat().st_mode & 0o777 == 0o640
    assert names_in(tmp_path) == ["old.bas"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_read_only(host: HostDisk, tmp_path: Path) -> None:
    (tmp_path / "A").write_bytes(b"kept")
    (tmp_path / "A").chmod(0o444)
    assert error(lambda: host.open(("A",), writing=True)) == 70
    assert error(lambda: host.replace(("A",), b"")) == 70
    assert error(lambda: host.delete(("A",))) == 70
    assert get(host, ("A",)) == b"kept"


@pytest.mark.parametrize(
    ("code", "number"),
    [
        (errno.ENOSPC, 61), (errno.EFBIG, 61), (errno.EDQUOT, 61), (errno.EACCES, 70), (errno.EROFS, 70),
        (errno.EMFILE, 67), (errno.EIO, 57), (errno.ENOENT, 53), (errno.ENOTDIR, 76), (errno.EISDIR, 75),
    ],
)  # fmt: skip
def test_host_errors(host: HostDisk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, number: int) -> None:
    (tmp_path / "A").write_bytes(b"")

    def fail(*arguments: object) -> int:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "open", fail)
    assert error(lambda: host.open(("A",), writing=False)) == number


# ---- nothing leads out ---------------------------------------------------------------------------------------------


@pytest.fixture
def fenced(tmp_path: Path) -> Iterator[tuple[Drives, Path]]:
    """A mounted folder with links that lead out, and what is outside."""
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (outside / "SECRET").write_bytes(b"secret")
    (inside / "LINK").symlink_to(outside / "SECRET")
    (inside / "DIR").symlink_to(outside)
    (inside / "DANGLING").symlink_to(outside / "NEW")
    (inside / "LOOP").symlink_to(inside / "LOOP")
    (inside / "UP").symlink_to("..")
    os.mkfifo(inside / "PIPE")
    yield Drives({"C": HostDisk(inside)}), outside
    assert names_in(outside) == ["SECRET"]
    assert (outside / "SECRET").read_bytes() == b"secret"


HIDDEN = ["LINK", "DIR", "DANGLING", "LOOP", "UP", "PIPE"]


@pytest.mark.parametrize("name", HIDDEN)
def test_links_out_and_pipes_do_not_exist(fenced: tuple[Drives, Path], name: str) -> None:
    disk = fenced[0].disk("C")
    assert disk.entry((name,)) is None
    assert disk.entries(()) == []
    assert error(lambda: disk.open((name,), writing=False)) == 53
    assert error(lambda: disk.open((name,), writing=True)) == 70
    assert error(lambda: disk.replace((name,), b"x")) == 70
    assert error(lambda: disk.delete((name,))) == 53
    assert error(lambda: disk.make((name,))) == 70
    assert error(lambda: disk.remove((name,))) == 76
    assert error(lambda: disk.entries((name,))) == 76
    for inner in ("SECRET", "NEW"):
        assert error(lambda inner=inner: disk.open((name, inner), writing=True)) == 76  # type: ignore[misc]
    put(disk, ("MINE",), b"")
    assert error(lambda: disk.rename(("MINE",), (name,))) == 70


def test_a_link_that_stays_inside_is_followed(host: HostDisk, tmp_path: Path) -> None:
    (tmp_path / "REAL").write_bytes(b"x")
    (tmp_path / "link").symlink_to("REAL")
    assert get(host, ("LINK",)) == b"x"


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("..\\X", 76), ("\\..\\X", 76), ("SUB\\..\\..\\X", 76), ("../X", 64), ("/etc/passwd", 64), ("\\etc\\passwd", 0),
        ("D:X", 0), ("CC:X", 64), (":X", 64), ("C:", 64), ("C:\\", 64), ("..", 64), ("C:C:X", 64), ("..\0", 64),
        ("CON", 70), ("con.txt", 70), ("NUL", 70), ("LPT1", 70), ("SUB\\AUX.BAS", 70), ("\\\\host\\share", 64),
        ("CON\\X", 76), ("X\\con.d\\X", 76),
    ],
)  # fmt: skip
def test_typed_paths(typed: str, number: int) -> None:
    drives = Drives({"C": MemoryDisk()})
    assert error(lambda: drives.place(typed)) == number


def test_absolute_paths_stay_in_the_drive(tmp_path: Path) -> None:
    drives = Drives({"C": HostDisk(tmp_path)})
    place = drives.place("\\etc\\passwd")
    assert place == Place("C", ("ETC", "PASSWD"))
    assert error(lambda: drives.find(place)) == 76
    assert error(lambda: drives.find(drives.place("D:X"))) == 76


# ---- drives --------------------------------------------------------------------------------------------------------


@pytest.fixture
def drives() -> Drives:
    files = {"PROG.BAS": b"x", "X": b"", "Y.Z": b"12", "SUB\\F1.DAT": b"", "SUB\\INNER\\A": b""}
    return Drives({"C": MemoryDisk(files, capacity=1000), "A": MemoryDisk({"X": b""})})


def test_places(drives: Drives) -> None:
    assert drives.place("prog", ".BAS") == Place("C", ("PROG.BAS",))
    assert drives.place("prog.", ".BAS") == Place("C", ("PROG",))
    assert drives.place("LONGFILENAME", ".BAS") == Place("C", ("LONGFILE.NAM",))
    assert drives.place("a:x.y", ".BAS") == Place("A", ("X.Y",))
    drives.chdir("sub\\inner")
    assert drives.place("a") == Place("C", ("SUB", "INNER", "A"))
    assert drives.place("..\\F1.DAT") == Place("C", ("SUB", "F1.DAT"))
    assert drives.place("\\x") == drives.place("..\\.\\..\\X") == Place("C", ("X",))
    assert drives.place("A:X") == Place("A", ("X",))


def test_chdir_mkdir_rmdir(drives: Drives) -> None:
    assert error(lambda: drives.chdir("NOPE")) == 76
    assert error(lambda: drives.chdir("X")) == 76
    assert error(lambda: drives.chdir("")) == 64
    assert error(lambda: drives.chdir("..")) == 76
    assert error(lambda: drives.mkdir("SUB")) == 75
    assert error(lambda: drives.mkdir("N\\M")) == 76
    assert error(lambda: drives.mkdir("CON")) == 76
    assert error(lambda: drives.rmdir("SUB")) == 75
    assert error(lambda: drives.rmdir("NOPE")) == 76
    assert error(lambda: drives.rmdir("\\")) == 75
    drives.mkdir("new")
    drives.chdir("NEW")
    assert drives.heading("") == "C:\\NEW"
    assert error(lambda: drives.rmdir("\\NEW")) == 75
    drives.chdir("\\")
    drives.rmdir("NEW")
    assert drives.heading("") == "C:\\"
    assert drives.heading("A:") == "A:\\"


def test_listing(drives: Drives) -> None:
    assert drives.listing("") == ["PROG    .BAS     ", "SUB         <DIR>", "X                ", "Y       .Z       "]
    assert drives.listing("*.BAS") == ["PROG    .BAS     "]
    assert drives.listing("?") == ["X                "]
    assert drives.listing("*") == ["SUB         <DIR>", "X                "]  # without an extension
    assert drives.listing("?.?") == ["X                ", "Y       .Z       "]
    assert drives.listing("sub") == ["SUB         <DIR>"]
    assert drives.listing("sub\\") == [
        "        .   <DIR>", "        ..  <DIR>", "F1      .DAT     ", "INNER       <DIR>",
    ]  # fmt: skip
    assert drives.listing("A:") == ["X                "]
    assert error(lambda: drives.listing("Q.Q")) == 53
    assert error(lambda: drives.listing("NOPE\\")) == 76
    assert error(lambda: drives.listing("D:")) == 76


def test_rename(drives: Drives) -> None:
    def name(old: str, new: str) -> None:
        drives.rename(drives.place(old), drives.place(new))

    assert error(lambda: name("NOPE", "B")) == 53
    assert error(lambda: name("X", "Y.Z")) == 58
    assert error(lambda: name("X", "A:X")) == 74
    name("X", "SUB\\MOVED")
    assert drives.find(drives.place("SUB\\MOVED")) == Entry("MOVED")
    assert drives.find(drives.place("X")) is None


# ---- power cuts and full disks on the host -------------------------------------------------------------------------


def run(code: str, folder: Path, **options: object) -> subprocess.CompletedProcess[bytes]:
    prelude = "import os, sys, signal\nfrom basic.errors import BasicError\nfrom basic.machine.host import HostDisk\n"
    source = prelude + textwrap.dedent(code)
    command = [sys.executable, "-B", "-c", source, str(folder)]  # no half of a .pyc where no more can be written
    return subprocess.run(command, cwd=ROOT, check=False, timeout=20, **options)  # type: ignore[call-overload,no-any-return]


@pytest.mark.parametrize("moment", ["write", "fsync", "replace"])
def test_killed_while_saving(tmp_path: Path, moment: str) -> None:
    """kill -9 before the data are written, before they are safe, before the names change."""
    (tmp_path / "A.BAS").write_bytes(b"old")
    done = run(
        f"""
        def die(*arguments): os.kill(os.getpid(), signal.SIGKILL)
        setattr(os, {moment!r}, die)
        HostDisk(sys.argv[1]).replace(("A.BAS",), b"new")
        """,
        tmp_path,
    )
    assert done.returncode == -signal.SIGKILL
    assert (tmp_path / "A.BAS").read_bytes() == b"old"
    disk = HostDisk(tmp_path)
    assert [entry.name for entry in disk.entries(())] == ["A.BAS"]
    disk.replace(("A.BAS",), b"new")
    assert names_in(tmp_path) == ["A.BAS"]


def test_full_host_disk(tmp_path: Path) -> None:
    """A limit of 1000 bytes a file stands for a disk without room: what fits is kept, SAVE keeps the old file."""
    (tmp_path / "A.BAS").write_bytes(b"old")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    done = run(
        """
        disk = HostDisk(sys.argv[1])
        for action in (
            lambda: disk.replace(("A.BAS",), bytes(1001)),
            lambda: disk.open(("B",), writing=True).write(0, b"x" * 1001),
        ):
            try:
                action()
            except BasicError as error:
                print(error.number)
        """,
        tmp_path,
        preexec_fn=limit,
        stdout=subprocess.PIPE,
    )
    assert done.stdout.split() == [b"61", b"61"]
    assert (tmp_path / "A.BAS").read_bytes() == b"old"
    assert (tmp_path / "B").read_bytes() == b"x" * 1000
    assert names_in(tmp_path) == ["A.BAS", "B"]
