"""What BASIC's words mean: each statement and function is one Python function, bound here to its word.

    @statement("LOCATE", "integer? integer? integer? integer? integer?", isolated=True)
    def locate(m: Machine, row: int | None = None, ...) -> None:

    @function("LEFT$", "string byte -> string", [OUT_OF_STRING_SPACE])
    def left(text: str, count: int) -> str:

What analyses, engines and ports know of a word is what its entry says. The signature tells how the caller must convert
each argument before the call, from left to right:

    integer  CINT: -32768..32767, else error 6      string  a string, else error 13
    byte     0..255, else error 5 (6 beyond CINT)    single  a single-precision number
    word     -32768..65535, given as 0..65535        double  a double-precision number (see basic.values)
    channel  an integer, also written `#1`           number  a number as it is

and behind the result, between which bounds it is, or how long a text: `-> integer 0..255`, `-> string ..4`. The errors
are those that it may raise beside the ones of its arguments; where they are not said, any. A function that acts changes
something: asked again, it says something else. A statement that is isolated reaches no variables but its arguments;
others are taken for ones that may.

What statements of another form need is bound with `@helper` to a name that only the code of programs uses.

A `?` marks an argument that may be missing (None is passed, or nothing where no argument follows). The machine is
the first parameter where it is needed, and then it is called `m`. Functions take and return the plain values of
basic.values, so that a ported program may call them too: those of a machine by its devices (`gw/computer.py`).
"""

from __future__ import annotations

import sys

from ..record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TypeVar

    F = TypeVar("F", bound=Callable[..., Any])

Bounds = tuple["int | None", "int | None"]
KINDS = frozenset({"integer", "byte", "word", "channel", "string", "single", "double", "number"})
SOFT = ("single", "double")


@record
class Parameter:
    kind: str
    optional: bool


@record
class Entry:
    """One word of BASIC with the function that carries it out."""

    word: str
    name: str  # in the code of programs
    function: Callable[..., Any]
    parameters: tuple[Parameter, ...]
    result: str  # "" for a statement
    bounds: Bounds  # of the result
    errors: frozenset[int] | None  # that it may raise beside those of its arguments; None: any
    machine: bool  # it takes the machine: what it gives depends on more than its arguments
    acts: bool  # a function that changes something
    isolated: bool  # a statement that reaches no variables but its arguments, as through memory or FIELD
    soft: bool  # it may overflow, which ends no program
    module: str  # which binds the word when it is imported

    @property
    def longest(self) -> int | None:
        """How long its text is at most, where that is said."""
        return self.bounds[1] if self.result == "string" else None

    @property
    def required(self) -> int:
        return sum(not parameter.optional for parameter in self.parameters)


STATEMENTS: dict[str, Entry] = {}
FUNCTIONS: dict[str, Entry] = {}
NAMED: dict[str, Entry] = {}  # all of them, and helpers, by their names in code


def _entry(
    word: str,
    signature: str,
    errors: Iterable[int] | None,
    acts: bool,
    function: Callable[..., Any],
    module: str,
    isolated: bool = False,
) -> Entry:
    left, _, right = signature.partition("->")
    result, _, bounds = right.strip().partition(" ")
    low, _, high = bounds.partition("..")
    parameters = tuple(Parameter(part.rstrip("?"), part.endswith("?")) for part in left.split())
    assert all(parameter.kind in KINDS for parameter in parameters), signature
    name = ("f_" if result else "s_") + word.lower().replace("$", "_t").replace(" ", "_")
    limits = int(low) if low else None, int(high) if high else None
    known = None if errors is None else frozenset(errors)
    soft = result in SOFT
    machine = _takes_machine(function)
    entry = Entry(word, name, function, parameters, result, limits, known, machine, acts, isolated, soft, module)
    NAMED[name] = entry
    return entry


def _takes_machine(function: Callable[..., Any]) -> bool:
    code = getattr(function, "__code__", None)  # a class has none
    return code is not None and code.co_varnames[:1] == ("m",)


def _binding() -> str:
    """The module that binds a word; the function itself may come from elsewhere (`basic.values.functions.sqrt`)."""
    name: str = sys._getframe(2).f_globals["__name__"]
    return name


def statement(
    word: str, signature: str = "", errors: Iterable[int] | None = None, isolated: bool = False
) -> Callable[[F], F]:
    """Bind a statement of the plain form `WORD a,b,c` to its function."""
    module = _binding()

    def bind(f: F) -> F:
        STATEMENTS[word] = _entry(word, signature, errors, True, f, module, isolated)
        return f

    return bind


def function(
    word: str, signature: str, errors: Iterable[int] | None = None, acts: bool = False
) -> Callable[[F], F]:
    """Bind a function such as `LEFT$(a$,n)` to its Python function."""
    module = _binding()

    def bind(f: F) -> F:
        FUNCTIONS[word] = _entry(word, signature, errors, acts, f, module)
        return f

    return bind


def helper(name: str, soft: bool = False) -> Callable[[F], F]:
    """Bind what the code of programs calls by this name."""
    module = _binding()

    def bind(f: F) -> F:
        NAMED[name] = Entry("", name, f, (), "", (None, None), None, _takes_machine(f), False, False, soft, module)
        return f

    return bind
