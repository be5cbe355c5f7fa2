"""The state of a run, to go back to: between two statements, where the program rests or pauses.

    state = interpreter.state(); ...; interpreter.restore(state); interpreter.proceed(interpreter.point)

Machine code and compiled Python have given back their variables by then, so that a state is the same in every engine,
and goes into any. What is asked between statements (limits, a profile) is no part of it.
"""

from __future__ import annotations

from functools import partial

from ..lists import copied
from ..machine.state import Irretrievable, fields, put_fields
from ..record import record
from .arrays import Undimensioned
from .code import Code, Text
from .signals import ReturnToPrompt
from .stack import Interrupted

TYPE_CHECKING = False
if not TYPE_CHECKING:
    FunctionType = type(lambda: None)  # without importing `types`
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from .interpreter import Interpreter
    from .runtime import Runtime


@record
class State:
    """Plain data, but for the program, and for what belongs to a line that was typed."""

    text: Text
    code: Code
    own: tuple[Any, ...]
    done: int  # statements, where they are counted
    runtime: tuple[Any, ...]
    variables: dict[str, Any]
    stack: tuple[Any, ...]
    traps: tuple[Any, ...] | None
    segment: tuple[Any, ...] | None
    machine: dict[str, Any]


def taken(interpreter: Interpreter) -> State:
    rt = interpreter.rt
    own = rt.__dict__
    return State(
        interpreter.text,
        interpreter.code,
        fields(interpreter),
        rt.namespace["done"],
        fields(rt),
        _variables(rt),
        tuple(rt.stack),
        own["traps"].state() if "traps" in own else None,
        own["segment"].state() if "segment" in own else None,
        interpreter.machine.state(),
    )


def restore(interpreter: Interpreter, state: State) -> None:
    rt = interpreter.rt
    at_home = state.code.interpreter is interpreter
    interpreter.text = state.text
    if at_home and interpreter.code is not state.code:
        interpreter.use(state.code)
    elif not at_home and interpreter.code.text is not state.code.text:
        interpreter.use(Code(interpreter, state.code.text))
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
    rt.stack[:] = state.stack if at_home else [_moved(entry, rt) for entry in state.stack]
    if not at_home:
        _moved(rt.handling, rt)
    interpreter.code.renewed()
    interpreter.code.version(interpreter.point)
    interpreter.poll.urge()


def _variables(rt: Runtime) -> dict[str, Any]:
    """All values; of an array without DIM there is none."""
    namespace = rt.namespace
    values: dict[str, Any] = {}
    for identifier in rt.variables:
        value = namespace[identifier]
        kind = value.__class__
        values[identifier] = copied(value) if kind is list else None if kind is Undimensioned else value
    return values


def _restore_variables(rt: Runtime, values: dict[str, Any]) -> None:
    namespace = rt.namespace
    rt.generation += 1
    for identifier in rt.variables - values.keys():
        del namespace[identifier]
    rt.variables = set(values)
    for identifier, value in values.items():
        if isinstance(value, list):
            value = copied(value)
        elif isinstance(value, FunctionType):
            value = _function(value, namespace)
        elif value is None and not identifier.startswith("FN_"):
            value = Undimensioned(rt, identifier, rt.ranks.get(identifier, 0))
        namespace[identifier] = value


def _function(defined: Any, namespace: dict[str, Any]) -> Any:
    """A function of DEF FN, for these variables."""
    if defined.__globals__ is namespace:
        return defined
    function: Any = FunctionType(defined.__code__, namespace, None, defined.__defaults__)
    function.says = defined.says
    return function


def _moved(entry: Any, rt: Runtime) -> Any:
    """An entry of the stack, from another interpreter."""
    if isinstance(entry, ReturnToPrompt):
        raise Irretrievable("that a typed line is to go on")
    if isinstance(entry, Interrupted) and isinstance(entry.ended, partial):
        return Interrupted(entry, partial(rt.traps.ended, *entry.ended.args))
    return entry
