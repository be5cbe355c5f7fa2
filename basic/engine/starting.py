"""A program file brought into an interpreter: ready to run from the cache, or to be read, analysed and compiled.

A hit imports nothing of `syntax` and `analysis`: reading the text waits until something asks for it.
"""

from __future__ import annotations

from .image import Image, Source, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..cache import Cache
    from ..syntax.nodes import Program
    from ..syntax.source import Loaded
    from .interpreter import Interpreter


def start(interpreter: Interpreter, data: bytes, raw: bool, unlimited: bool, cache: Cache | None) -> tuple[str, ...]:
    """Load the program of a file's bytes; gives what the user should know about it. Unusable if it holds none."""
    if interpreter.engine != "step":
        interpreter.cache = cache
    source = found(interpreter, data, raw, unlimited)
    interpreter.take(source)
    if source.image is None and source.name:
        interpreter.ready()
        interpreter.keep()  # at once, for others that start now, and in case that this run is killed
    return source.warnings


def found(interpreter: Interpreter, data: bytes, raw: bool = False, unlimited: bool = False) -> Source:
    """The program in a file's bytes; Unusable if it holds none."""

    def read() -> Loaded:
        from ..editing.load import load_program

        return load_program(data, raw, unlimited)

    name = "" if interpreter.cache is None else interpreter.cache.name("program", data, f"{raw} {unlimited}")
    kept = _kept(interpreter, name)
    if kept is not None:
        return Source(lambda: read().program, kept, name, kept.warnings)
    loaded = read()
    return Source(lambda: loaded.program, None, name, loaded.warnings)


def merged(interpreter: Interpreter, data: bytes, deleted: Sequence[int | None] | None) -> Source:
    """The interpreter's program with the lines of a text file, after those between two numbers were deleted.

    It is known by the name of that program, and what becomes of it.
    """
    lines = interpreter.text()
    warnings: list[str] = []

    def read() -> Program:
        from ..editing import edit
        from ..editing.load import Form, form, load_program
        from ..errors import BasicError
        from ..syntax.nodes import Program

        loaded = load_program(data)
        if form(data) is not Form.TEXT:
            raise BasicError(54)
        warnings.extend(loaded.warnings)
        found = edit.merged(lines() if deleted is None else edit.deleted(lines(), *deleted), loaded.program.lines)
        return Program(tuple(found[number] for number in sorted(found)))

    name = ""
    if interpreter.kept is not None:
        store, old = interpreter.kept
        name = store.name("merged", old, data, repr(deleted))
    kept = _kept(interpreter, name)
    if kept is not None:
        return Source(read, kept, name, kept.warnings)
    program = read()
    return Source(lambda: program, None, name, tuple(warnings))


def _kept(interpreter: Interpreter, name: str) -> Image | None:
    packed = interpreter.cache.get(name) if interpreter.cache is not None and name else None
    return None if packed is None else unpack(packed)
