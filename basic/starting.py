"""A program file brought into an interpreter: ready to run from the cache, or read, analysed and compiled."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .cache import Cache
    from .engine.interpreter import Interpreter
    from .syntax.source import Loaded


def start(interpreter: Interpreter, data: bytes, raw: bool, unlimited: bool, cache: Cache | None) -> tuple[str, ...]:
    """Load the program of a file's bytes; gives what the user should know about it. Unusable if it holds none.

    A hit imports nothing of `syntax` and `analysis`: reading the text waits until something asks for it.
    """

    def read() -> Loaded:
        from .editing.load import load_program

        return load_program(data, raw, unlimited)

    if cache is None or interpreter.engine == "step":
        loaded = read()
        interpreter.load(loaded.program)
        return loaded.warnings
    from .engine.image import pack, unpack

    name = cache.name("program", data, f"{raw} {unlimited}")
    packed = cache.get(name)
    if packed is not None:
        image = unpack(packed)
        interpreter.take(image, lambda: read().program)
    else:
        loaded = read()
        interpreter.load(loaded.program)
        image = interpreter.image(loaded.warnings)
        cache.put(name, pack(image))
    interpreter.keep(cache, name, image)
    return image.warnings
