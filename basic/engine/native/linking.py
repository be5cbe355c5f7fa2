"""Machine code as bytes that can be kept in a file and run wherever they lie.

LLVM gives an ELF object. `linked` puts its sections one behind the other and fills in how far it is from each place
to what it refers to; nothing in it depends on the address then. What the code takes from the C library (memmove) it
reaches by jumps at the end, whose targets are filled in when the image is placed in memory: that needs neither LLVM nor
a linker.
"""

from __future__ import annotations

import ctypes
import mmap
import struct

from ...record import record

ALIGN = 64
JUMP = b"\xff\x25\x00\x00\x00\x00"  # jmp [rip], the address follows
_PC32, _PLT32, _PC64 = 2, 4, 24  # relocations of x86-64: the distance to something
_ALLOCATED, _PROGBITS, _RELA, _SYMBOLS = 2, 1, 4, 2


class Unlinkable(Exception):
    """The object has something that an image cannot hold, or the system does not let it be run."""


@record
class Image:
    code: bytes
    entries: dict[str, int]  # where its functions begin
    foreign: tuple[str, ...]  # functions of the C library; the jumps to them are the last things in the code

    def kept(self) -> bytes:
        entries = ",".join(f"{name}={at}" for name, at in self.entries.items())
        return f"{entries};{','.join(self.foreign)}\n".encode() + self.code

    @staticmethod
    def read(data: bytes) -> Image:
        head, _, code = data.partition(b"\n")
        entries, _, foreign = head.decode().partition(";")
        pairs = (entry.split("=") for entry in entries.split(","))
        return Image(code, {name: int(at) for name, at in pairs}, tuple(foreign.split(",")) if foreign else ())


def linked(elf: bytes) -> Image:
    """An image of an ELF object for x86-64."""
    table, size, count, names = *struct.unpack_from("<Q", elf, 0x28), *struct.unpack_from("<3H", elf, 0x3A)
    # name, type, flags, address, offset, size, link, info, alignment, entry size
    sections = [struct.unpack_from("<IIQQQQIIQQ", elf, table + size * index) for index in range(count)]
    code = bytearray()
    places: dict[int, int] = {}
    for index, (name, kind, flags, _, offset, length, *_) in enumerate(sections):
        if not flags & _ALLOCATED or _text(elf, sections[names][4] + name) == ".eh_frame" or not length:
            continue
        if kind != _PROGBITS:
            raise Unlinkable(f"section of type {kind}")
        code += bytes(-len(code) % ALIGN)
        places[index] = len(code)
        code += elf[offset : offset + length]
    entries: dict[str, int] = {}
    foreign: dict[str, int] = {}
    symbols: list[int] = []
    at, end, texts = next((s[4], s[4] + s[5], sections[s[6]][4]) for s in sections if s[1] == _SYMBOLS)
    code += bytes(-len(code) % ALIGN)
    for position in range(at, end, 24):
        name, info, _, section, value, _ = struct.unpack_from("<IBBHQQ", elf, position)
        word = _text(elf, texts + name)
        if section == 0 and word:
            foreign[word] = len(code) + len(foreign) * 16
        elif section in places and info >> 4 and word:
            entries[word] = places[section] + value
        symbols.append(foreign[word] if section == 0 and word else places.get(section, 0) + value)
    code += (JUMP + bytes(10)) * len(foreign)
    for _, kind, _, _, offset, length, _, target, _, _ in sections:
        if kind != _RELA or target not in places:
            continue
        for position in range(offset, offset + length, 24):
            place, info, addend = struct.unpack_from("<QQq", elf, position)
            form = {_PC32: "<i", _PLT32: "<i", _PC64: "<q"}.get(info & 0xFFFFFFFF)
            if form is None:
                raise Unlinkable(f"relocation {info & 0xFFFFFFFF}")
            place += places[target]
            struct.pack_into(form, code, place, symbols[info >> 32] + addend - place)
    return Image(bytes(code), entries, tuple(foreign))


def _text(elf: bytes, at: int) -> str:
    return elf[at : elf.index(b"\0", at)].decode()


class Placed:
    """An image in memory, where it can be called; it stays there as long as this object."""

    def __init__(self, image: Image) -> None:
        self._entries = image.entries
        library = ctypes.CDLL(None)
        code = bytearray(image.code)
        for position, name in enumerate(reversed(image.foreign)):
            address = ctypes.cast(getattr(library, name), ctypes.c_void_p).value
            struct.pack_into("<Q", code, len(code) - 16 * position - 10, address or 0)
        try:
            self._memory = mmap.mmap(-1, len(code), mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        except OSError as error:
            raise Unlinkable(str(error)) from error
        self._memory[:] = bytes(code)
        self._base = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        # From here on it can be run, and no longer written.
        if library.mprotect(ctypes.c_void_p(self._base), ctypes.c_size_t(len(code)), mmap.PROT_READ | mmap.PROT_EXEC):
            raise Unlinkable("memory cannot be made executable")

    def address(self, name: str) -> int:
        return self._base + self._entries[name]
