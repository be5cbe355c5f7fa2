"""A program file brought into an interpreter: ready to run from the cache, or to be read, analysed and compiled.

A hit imports nothing of `syntax` and `analysis`: reading the text waits until something asks for it.
"""

from __future__ import annotations

from ..errors import BAD_FILE_MODE
from ..record import replace
from .image import Image, Source, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..cache import Cache
    from ..syntax.source import Loaded
    from .interpreter import Interpreter


def start(interpreter: Interpreter, data: bytes, cache: Cache | None) -> Source:
    """Load the program of a file's bytes. Unusable if it holds none."""
    if interpreter.engine != "step":
        interpreter.cache = cache
    source = found(interpreter, data)
    interpreter.take(source)
    if source.image is None and source.fault is None and interpreter.engine != "step":
        interpreter.ready()
        interpreter.code.keep()  # at once, for others that start now, and in case that this run is killed
    return source


def found(interpreter: Interpreter, data: bytes) -> Source:
    """The program in a file's bytes; Unusable if it holds none."""
    raw, unlimited = interpreter.raw, interpreter.rt.unlimited

    def read() -> Loaded:
        from ..editing.load import load_lines

        return load_lines(data, raw, unlimited)

    name = "" if interpreter.cache is None else interpreter.cache.name("program", data, f"{raw} {unlimited}")
    kept = _kept(interpreter, name)
    if kept is not None:
        return Source(lambda: read().program, kept, name, kept.warnings)
    return _source(read(), name)


def merged(interpreter: Interpreter, data: bytes, deleted: Sequence[int | None] | None) -> Source:
    """The interpreter's program with the lines of a text file, after those between two numbers were deleted.

    It is known by the name of that program, and what becomes of it.
    """
    text = interpreter.text

    def read() -> Loaded:
        from ..editing import edit
        from ..editing.load import Form, form
        from ..errors import BasicError
        from ..syntax.nodes import Program
        from ..syntax.source import read_program

        if form(data) in (Form.TOKENISED, Form.PROTECTED):
            raise BasicError(BAD_FILE_MODE)
        old = text.lines if deleted is None else edit.deleted(text.lines, *deleted)
        loaded = read_program(data, interpreter.raw, interpreter.rt.unlimited, frozenset(old))
        found = edit.merged(old, loaded)
        return replace(loaded, program=Program(tuple(found[number] for number in sorted(found))))

    name = ""
    if interpreter.code.kept is not None:
        store, old = interpreter.code.kept
        name = store.name("merged", old, data, repr(deleted))
    kept = _kept(interpreter, name)
    if kept is not None:
        return Source(lambda: read().program, kept, name, kept.warnings)
    return _source(read(), name)


def _source(loaded: Loaded, name: str) -> Source:
    return Source(lambda: loaded.program, None, "" if loaded.fault else name, loaded.warnings, loaded.fault)


def _kept(interpreter: Interpreter, name: str) -> Image | None:
    packed = interpreter.cache.get(name) if interpreter.cache is not None and name else None
    return None if packed is None else unpack(packed)
