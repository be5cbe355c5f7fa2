"""GW-BASIC exactly as it was, in Python.

    import basic

    basic.run('10 INPUT A: PRINT A/3', "1\\n").text     # "? 1\\n .3333334 \\n"
    basic.start('10 INPUT A: PRINT A').feed("5")        # the same in a thread, which can be fed and stopped
    basic.parse('10 PRINT "HELLO"')                     # the tree, as basic.syntax.nodes describes it
    basic.to_python('10 PRINT "HELLO"')                 # the program in Python
"""

from __future__ import annotations

__version__ = "0.1.0"
__all__ = ["Running", "Transcript", "parse", "run", "start", "to_python"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .porting import to_python
    from .running import Running, Transcript, run, start
    from .syntax.nodes import Program


def parse(source: str | bytes) -> Program:
    """The tree of a program's text."""
    from .editing.load import load_program

    return load_program(source.encode() if isinstance(source, str) else source).program


def __getattr__(name: str) -> object:
    """What brings much of the package with it is imported when it is asked for."""
    if name in ("Running", "Transcript", "run", "start"):
        from . import running

        return getattr(running, name)
    if name == "to_python":
        from . import porting

        return porting.to_python
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
