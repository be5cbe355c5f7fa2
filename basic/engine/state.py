"""The state of a run, to go back to: between two statements, where the program rests or pauses.

    state = interpreter.state(); ...; interpreter.restore(state); interpreter.proceed(interpreter.point)

Machine code and compiled Python have given back their variables by then, so that a state is the same in every engine,
and goes into any, in another process too: `pickle` takes it. What is asked between statements (limits, a profile) is
no part of it.
"""

from __future__ import annotations

from ..lists import copied
from ..machine.state import Irretrievable, fields, put_fields
from ..record import record, values
from .arrays import Undimensioned
from .code import Code, Text
from .signals import ReturnToPrompt

FunctionType: Any = type(lambda: None)  # without importing `types`
PLAIN = frozenset((int, float, str))

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .interpreter import Interpreter
    from .runtime import Runtime


@record
class State:
    """Plain data, but for the program, and for what belongs to a line that was typed."""

    text: Text
    ready: Text  # what it was when it was last made ready
    own: tuple[Any, ...]
    done: int  # statements, where they are counted
    runtime: tuple[Any, ...]
    variables: dict[str, Any]
    stack: tuple[Any, ...]
    traps: tuple[Any, ...] | None
    segment: tuple[Any, ...] | None
    machine: dict[str, Any]
    code: Code | None = None  # of `ready`, in the interpreter that it was taken from

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        _check_movable(self)
        return State, values(self)[:-1]


@record
class Defined:
    """A function of DEF FN, by its statement."""

    says: str


def taken(interpreter: Interpreter) -> State:
    rt = interpreter.rt
    own = rt.__dict__
    return State(
        interpreter.text,
        interpreter.code.text,
        fields(interpreter),
        rt.namespace["done"],
        fields(rt),
        _variables(rt),
        tuple(rt.stack),
        own["traps"].state() if "traps" in own else None,
        own["segment"].state() if "segment" in own else None,
        interpreter.machine.state(),
        interpreter.code,
    )


def restore(interpreter: Interpreter, state: State) -> None:
    rt = interpreter.rt
    interpreter.text = state.text
    if state.code is not None and state.code.interpreter is interpreter:
        if interpreter.code is not state.code:
            interpreter.use(state.code)
    else:
        _check_movable(state)
        if interpreter.code.text is not state.ready:
            interpreter.use(Code(interpreter, state.ready))
    interpreter.machine.restore(state.machine)
    put_fields(interpreter, state.own)
    put_fields(rt, state.runtime)
    rt.namespace["done"] = state.done
    _restore_variables(rt, state.variables)
    rt.texts.forget()
    rt.without_traps()
    if state.traps is not None:
        rt.traps.restore(state.traps)
    rt.__dict__.pop("segment", None)
    if state.segment is not None:
        rt.segment.restore(state.segment)
    rt.stack[:] = state.stack
    interpreter.code.renewed()
    interpreter.code.version(interpreter.point)  # defines the functions
    interpreter.poll.urge()


def _variables(rt: Runtime) -> dict[str, Any]:
    """All values; of an array without DIM there is none."""
    namespace = rt.namespace
    values: dict[str, Any] = {}
    for identifier in rt.variables:
        value = namespace[identifier]
        values[identifier] = value if value.__class__ in PLAIN else _plain(value)
    return values


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return copied(value)
    if isinstance(value, FunctionType):
        return Defined(value.says)
    return None if isinstance(value, Undimensioned) else value  # None, or what is defined elsewhere


def _restore_variables(rt: Runtime, values: dict[str, Any]) -> None:
    namespace = rt.namespace
    rt.generation += 1
    for identifier in rt.variables - values.keys():
        del namespace[identifier]
    rt.variables = set(values)
    for identifier, value in values.items():
        if isinstance(value, list):
            value = copied(value)
        elif value is None and not identifier.startswith("FN_"):
            value = Undimensioned(rt, identifier, rt.ranks.get(identifier, 0))
        namespace[identifier] = value


def _check_movable(state: State) -> None:
    """What leads back to a typed line stays with its interpreter."""
    if any(isinstance(entry, ReturnToPrompt) for entry in (*state.stack, *state.runtime)):
        raise Irretrievable("that a typed line is to go on")
