"""Ported programs at speed: when a program starts, the calls of its arithmetic become what they do.

    s = gw.add(s, x)       is to be read; what is run is
    s = r if (r := (t := s + x) * 536870913.0 - t * 536870912.0) == t or ... else ...

The file is read again, its tree changed (`rewriting.py`), and each function is given the code of the changed one: a
traceback names the same lines. The code is kept for later runs. Where there is no source (a program that was compiled,
or run by `exec`) the calls stay calls; the result is the same.
"""

from __future__ import annotations

import sys
from functools import partial
from itertools import repeat
from marshal import dumps, loads
from math import floor
from types import CodeType, FunctionType

from basic import cache
from basic.errors import ILLEGAL, STRING_TOO_LONG, BasicError
from basic.library import strings
from basic.values import double, single
from basic.values import text as texts

from .. import plain as _plain
from .. import printed as _printed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from ..printed import Item
    from ..program import Program

    Functions = dict[tuple[str, int], tuple[bytes, CodeType]]


class Rare:
    """What the code without calls leaves to functions."""

    def __init__(self, program: Program) -> None:
        for name in ("add", "subtract", "multiply", "divide"):
            setattr(self, name, getattr(program, name))
            if name != "divide":
                setattr(self, f"{name}_whole", partial(program.wholly, getattr(single, f"{name}_whole")))
        vars(self).update(double.words(program.settled_double), cdbl=double.from_single)
        self.difference = single.difference
        self.product = partial(program.function, single.settled_product)
        self.floor, self.position, self.repeat = floor, strings.position, repeat
        self.integer, self.byte, self.index = _plain.integer, _plain.byte, _plain.index
        self.drawn = program.machine.random.next
        console = program.console
        self.line, self.newline = console.line, console.newline
        self.put, self.zone, self.tab, self.spc = console.put, console.zone, console.tab, console.spc
        self.number_before_comma, self.rounded = console.number_before_comma, _printed.rounded
        self.number = texts.single_text
        single_class, double_class = (getattr(program, name, None) for name in ("Single", "Double"))
        if single_class is not None and double_class is not None:
            from ..singles import plain, whole

            self.box, self.plain, self.box_d = partial(float.__new__, single_class), plain, double_class.of
            self.whole = whole
            self.ONE, self.floor_d, self.fix_d = double.ONE, double.floor, double.fix

    def too_long(self) -> NoReturn:
        raise BasicError(STRING_TOO_LONG)

    def empty(self) -> NoReturn:
        raise BasicError(ILLEGAL)

    def shown(self, item: Item) -> str:
        """An item of PRINT as text, the most frequent ones by themselves."""
        if item.__class__ is str:
            return item
        if item.__class__ is float or item.__class__ is int:
            text = texts.single_text(_printed.as_value(item))
            return text + " " if text[0] == "-" else f" {text} "
        return item if isinstance(item, str) else _printed.number_text(item) + " "  # type: ignore[arg-type]

    def put_before_comma(self, item: Item) -> None:
        """The same on the console, where a comma follows it."""
        (self.put if isinstance(item, str) else self.number_before_comma)(self.shown(item))


def inline(program: Program, main: Callable[..., object]) -> None:
    """Give all functions of the file that `main` stands in the code without calls."""
    if not isinstance(main, FunctionType):
        return
    file, scope = main.__code__.co_filename, main.__globals__
    source = _source(file, scope)
    found = _functions(source, file, scope, program) if source else None
    if found is None:
        return
    program.rare = Rare(program)
    for name, function in scope.items():
        if isinstance(function, FunctionType) and function.__code__.co_filename == file:
            plain, code = found.get((name, function.__code__.co_firstlineno), (b"", main.__code__))
            if function.__code__.co_code == plain:  # not another's who has changed it
                function.__code__ = code


def _functions(source: str, file: str, scope: dict[str, Any], program: Program) -> Functions | None:
    """The functions of a file by name and line: the code that they have, and the code without calls."""
    store = cache.standard()
    name = "" if store is None else store.name("inlined", file, source)
    kept = None if store is None else store.get(name)
    if kept is not None:
        found: Functions = loads(kept)
        return found
    plain = _codes(compile(source, file, "exec", dont_inherit=True))
    own = [value.__code__ for value in scope.values() if isinstance(value, FunctionType)]
    if not any(code.co_code == plain[place].co_code for code in own if (place := _place(code)) in plain):
        return None  # another has changed them all
    from basic.garbage import seldom_searched

    from .rewriting import rewritten

    with seldom_searched():
        written = rewritten(source, file, scope, program)
    if written is None:
        return None
    codes = _codes(written)
    found = {place: (code.co_code, codes[place]) for place, code in plain.items() if not code.co_freevars}
    if store is not None:
        store.put(name, dumps(found))
    return found


def _codes(module: CodeType) -> dict[tuple[str, int], CodeType]:
    return {_place(code): code for code in module.co_consts if isinstance(code, CodeType)}


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_name, code.co_firstlineno


def _source(file: str, scope: dict[str, Any]) -> str:
    """What was compiled: what a comparison runs is known to `linecache`, whatever the file of that name has in it."""
    known = sys.modules.get("linecache")
    try:
        if known is not None and file in known.cache:
            return "".join(known.getlines(file, scope))
        with open(file, encoding="utf-8") as stream:  # noqa: PTH123 - `pathlib` takes longer than all of this
            return stream.read()
    except (OSError, ValueError):
        import linecache

        return "".join(linecache.getlines(file, scope))
