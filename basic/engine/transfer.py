"""How a program begins anew or gives way to another: RUN, CLEAR, CONT, LOAD and CHAIN.

None of them needs a tree, if the other program was run before, too.
"""

from __future__ import annotations

from ..analysis.defaults import DefTypes
from ..errors import (
    CANT_CONTINUE,
    DIRECT_IN_FILE,
    ILLEGAL,
    SYNTAX,
    TYPED,
    UNDEFINED_LINE,
    BasicError,
    Unreadable,
    Unusable,
)
from ..library import files
from . import names
from .signals import Halt
from .starting import found, merged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .image import Source
    from .interpreter import Interpreter

Bounds = tuple["int | None", "int | None"]  # line numbers; -1 is `.`
PROTECTED = b"\xfe"  # begins a file of SAVE ,P


class Transfer:
    """Carries them out for an interpreter. Each gives the point to go on from, or None for the next statement."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def run(self, target: int | None) -> int:
        self.interpreter.rt.clear()
        self.interpreter.resting = None
        if target is None:  # only now it is looked for, when no ON ERROR holds any more (published source: CONRUN)
            raise BasicError(UNDEFINED_LINE)
        return target

    def cont(self) -> int:
        if self.interpreter.resting is None:
            raise BasicError(CANT_CONTINUE)
        return self.interpreter.resting

    def clear(self, *limits: float | None) -> None:
        self.interpreter.rt.set_limits(*limits)
        self.interpreter.rt.clear()
        self.interpreter.resting = None

    def run_file(self, keep_open: bool, name: str) -> int:
        data = files.read_program_file(self.interpreter.machine, name)
        source = self.source(name, data)
        self.interpreter.take(source, keep_open)
        self.interpreter.protected = data.startswith(PROTECTED)
        if source.fault is not None:
            raise source.fault
        return 0

    def load(self, option: str, name: str) -> int:
        self.run_file(option == "R", name)
        if option != "R":
            raise Halt("done", 0)
        return 0

    def chain(
        self, merge: bool, everything: bool, deleted: Bounds | None, name: str, start: Callable[[], int | None]
    ) -> int:
        """Another program takes over, with the variables that COMMON names, or ALL of them.

        The line to start from is worked out when the file is open; line 0 is its first. If it has not the line, that is
        an error of the line of the CHAIN, though it is gone and no ON ERROR left; but of none if a text was read, since
        GW-BASIC does so as if its lines were typed.
        """
        interpreter = self.interpreter
        rt = interpreter.rt
        data = files.read_program_file(interpreter.machine, name)
        first = start()
        source = self.source(name, data, merge, deleted)
        line = rt.line()
        keep = set(rt.variables) if everything else self._common()
        if not merge:
            rt.types = DefTypes()
            keep = {identifier for identifier in keep if not identifier.startswith("FN_")}
        interpreter.replace(source)
        rt.forget(keep)
        if source.fault is not None:
            raise source.fault
        starts = interpreter.outline.starts
        if first and first not in starts:
            raise BasicError(UNDEFINED_LINE, TYPED if rt.direct or _is_text(data) else line)
        return starts[first] if first else 0

    def source(self, name: str, data: bytes, merge: bool = False, deleted: Bounds | None = None) -> Source:
        """The program in a file's bytes, which comes alone or into this one. If they hold none, that is error 66."""
        interpreter = self.interpreter
        interpreter.code.keep()  # it may be this very program
        try:
            bounds = None if deleted is None else self.bounds(deleted)
            if merge and interpreter.protected:
                raise BasicError(ILLEGAL)
            source = merged(interpreter, data, bounds) if merge else found(interpreter, data)
            if source.fault is not None:
                source.fault.file = name
        except Unusable as problem:
            raise Unreadable(DIRECT_IN_FILE, str(problem), name) from problem
        return source

    def number(self, number: int | None) -> int | None:
        """A line number as typed; -1, which is `.`, is the current line."""
        return self.interpreter.current if number == -1 else number

    def bounds(self, bounds: Bounds) -> Bounds:
        return self.number(bounds[0]), self.number(bounds[1])

    def _common(self) -> set[str]:
        """The variables that COMMON names anywhere in the program; the first that cannot be read is an error there."""
        rt = self.interpreter.rt
        if (line := self.interpreter.outline.uncommon) is not None:
            raise BasicError(SYNTAX, line)
        shared = set()
        for name, sigil, array in self.interpreter.outline.common:
            kind = rt.types.kind(name, sigil)
            shared.add(names.array(name, kind) if array else names.scalar(name, kind))
        return shared & rt.variables


TRANSFERS: dict[str, Callable[..., int | None]] = {
    "run": Transfer.run,
    "cont": Transfer.cont,
    "clear": Transfer.clear,
    "run_file": Transfer.run_file,
    "load": Transfer.load,
    "chain": Transfer.chain,
}


def _is_text(data: bytes) -> bool:
    from ..editing.load import Form, form

    return form(data) is Form.TEXT
