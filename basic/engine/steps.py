"""One statement at a time: the reference, and the way through everything the blocks leave out.

A step takes the point where it stands and gives the point where the program goes on. Statements that do not jump are
carried out by the very code that the blocks contain; the others are here, in the words of the specification. What a
step must know of its statement is a plan (`step_plans.py`): plain data, made of the tree the first time.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from ..errors import (
    OVERFLOW,
    RESUME_WITHOUT_ERROR,
    SYNTAX,
    TYPE_MISMATCH,
    UNDEFINED_LINE,
    WEND_WITHOUT_WHILE,
    WHILE_WITHOUT_WEND,
    BasicError,
)
from . import names
from .signals import GoTo, Halt, Recompile, Request, ReturnToPrompt
from .stack import Loop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import CodeType
    from typing import Any, TypeVar

    from ..analysis.flow import Flow
    from .compiled import Compiled
    from .expressions import Expressions
    from .runtime import Runtime
    from .step_plans import StepPlan, StepPlans

    F = TypeVar("F", bound=Callable[..., int])

KINDS: dict[str, Callable[..., int]] = {}  # of plans: what carries them out
DIRECT = 1 << 30  # added to the points of a typed line where they stand on the stack among the program's


def kind(name: str) -> Callable[[F], F]:
    """Plans of this kind are carried out by the method."""

    def bind(method: F) -> F:
        KINDS[name] = method
        return method

    return bind


class Steps:
    """Single steps through a flow: the program's, or that of a line typed at the prompt."""

    def __init__(
        self, runtime: Runtime, compiled: Callable[[], Compiled], plans: StepPlans, program: Flow | None = None
    ) -> None:
        """`program`: where line numbers lead, and RESUME, for a line typed at the prompt."""
        self.rt = runtime
        self.plans = plans
        self._compiled = compiled
        self._program = program
        self.direct = program is not None
        self.offset = DIRECT if self.direct else 0
        self._known = (-1, 0, 0, 0)

    @property
    def compiled(self) -> Compiled:
        return self._compiled()

    @property
    def flow(self) -> Flow:
        return self.compiled.flow

    @property
    def program(self) -> Flow:
        return self._program or self.flow

    @property
    def e(self) -> Expressions:
        return self.compiled.expressions

    def know(self) -> None:
        """See that every name that the codes use is there."""
        plans = self.plans
        state = len(plans.scalars), len(plans.arrays), len(plans.words), self.rt.generation
        if state != self._known:
            self._known = state
            self.rt.know(plans.scalars, plans.arrays, plans.functions())

    def learn(self, codes: Iterable[CodeType]) -> None:
        """Know the names of what has just been written."""
        functions = [code for choices in self.compiled.definitions.values() for _, code in choices]
        self.plans.note(self.e.scalars, self.e.arrays, [*codes, *functions])
        self.know()

    # -- the step -------------------------------------------------------------------------------------------------

    def step(self, index: int) -> int:
        kind, given, codes = self.plans.plans.get(index) or self._plan(index)
        self.know()
        return KINDS[kind](self, index, codes, *given)

    def _plan(self, index: int) -> StepPlan:
        from .step_compiler import planned

        plans = self.plans
        found = planned(self, self.flow.points[index])
        self.learn(found[2])
        plans.plans[index] = found
        plans.changed = True
        return found

    def value(self, code: CodeType) -> Any:
        return eval(code, self.rt.namespace)

    def there(self, target: int | None) -> int:
        if target is None:
            raise BasicError(UNDEFINED_LINE)
        if target < 0:  # `ON 2 GOTO 10,,30`
            raise BasicError(SYNTAX)
        return target

    def jump(self, target: int | None) -> int:
        target = self.there(target)
        if self.direct:
            raise GoTo(target)
        return target

    # -- statements that run on -----------------------------------------------------------------------------------

    @kind("run")
    def _run(self, index: int, codes: tuple[CodeType, ...], following: int) -> int:
        exec(codes[0], self.rt.namespace)
        return following

    @kind("broken")
    def _broken(self, index: int, codes: tuple[CodeType, ...], error: int) -> int:
        with suppress(Recompile):  # `DEFINT A,5`: it does not go on behind that
            exec(codes[0], self.rt.namespace)
        raise BasicError(error)

    @kind("broken_return")
    def _broken_return(self, index: int, codes: tuple[CodeType, ...], error: int) -> int:
        self.rt.stack.unwind()
        raise BasicError(error)

    @kind("broken_resume")
    def _broken_resume(self, index: int, codes: tuple[CodeType, ...], error: int) -> int:
        raise BasicError(RESUME_WITHOUT_ERROR if self.rt.handling is None else error)

    @kind("broken_on")
    def _broken_on(
        self, index: int, codes: tuple[CodeType, ...], targets: tuple[int | None, ...], following: int, error: int
    ) -> int:
        """`ON X GOSUB 10,20,)`: what stands behind the chosen line does not matter."""
        choice = self.value(codes[0])
        if not 0 < choice <= len(targets):
            raise BasicError(error)
        return self._gosub(index, codes, targets[choice - 1], following)

    @kind("halt")
    def _halt(self, index: int, codes: tuple[CodeType, ...], reason: str, following: int) -> int:
        raise Halt(reason, following)

    @kind("request")
    def _request(
        self, index: int, codes: tuple[CodeType, ...], word: str, given: tuple[Any, ...], following: int
    ) -> int:
        raise Request(word, (*given, *map(self.value, codes)), following)

    @kind("chain")
    def _chain(self, index: int, codes: tuple[CodeType, ...], given: tuple[Any, ...], following: int) -> int:
        raise Request("chain", (*given, self.value(codes[0]), partial(self.value, codes[1])), following)

    @kind("trace")
    def _trace(self, index: int, codes: tuple[CodeType, ...], on: bool, following: int) -> int:
        self.rt.trace(on)
        return following

    # -- jumps ----------------------------------------------------------------------------------------------------

    @kind("goto")
    def _goto(self, index: int, codes: tuple[CodeType, ...], target: int | None) -> int:
        return self.jump(target)

    @kind("if")
    def _if(self, index: int, codes: tuple[CodeType, ...], following: int, otherwise: int) -> int:
        return following if self.value(codes[0]) else otherwise

    @kind("gosub")
    def _gosub(self, index: int, codes: tuple[CodeType, ...], target: int | None, following: int) -> int:
        target = self.there(target)
        self.rt.stack.room_for_gosub()
        self.rt.stack.append(ReturnToPrompt(self, following) if self.direct else following)
        return self.jump(target)

    @kind("return")
    def _return(self, index: int, codes: tuple[CodeType, ...], there: bool, target: int | None) -> int:
        back = self.rt.stack.unwind()  # before the line is looked for
        return self.jump(target if there else back)

    @kind("on")
    def _on(
        self, index: int, codes: tuple[CodeType, ...], targets: tuple[int | None, ...], gosub: bool, following: int
    ) -> int:
        choice = self.value(codes[0])
        if not 0 < choice <= len(targets):
            return following
        target = targets[choice - 1]
        return self._gosub(index, codes, target, following) if gosub else self.jump(target)

    # -- loops ----------------------------------------------------------------------------------------------------

    @kind("for")
    def _for(
        self, index: int, codes: tuple[CodeType, ...], variable: str, noted: bool, end: int,
        fault: tuple[int, int | None] | None, body: int, after: int,
    ) -> int:
        """`noted`: SWAP or VARPTR may ask for the variable; `fault`: the error of a NEXT that is not there, names
        another variable or does not parse, and its line.

        A loop that counts in a double or a text has a first value only.
        """
        if noted:
            self.rt.place(variable)
        start = self.value(codes[0])
        self.rt.stack.begin_for(index + self.offset)
        if len(codes) == 1:
            raise BasicError(TYPE_MISMATCH)
        stop, step = [*map(self.value, codes[1:]), 1][:2]
        if fault is not None:
            raise BasicError(*fault)
        self.rt.stack.append(Loop(index + self.offset, end + self.offset, variable, stop, step))
        self.rt.namespace[variable] = start
        if self.rt.namespace["past"](start, stop, step):
            self.rt.stack.pop()
            return after
        return body

    @kind("next")
    def _next(
        self, index: int, codes: tuple[CodeType, ...], variable: str | None, body: int, following: int
    ) -> int:
        loop: Loop = self.rt.stack.next_frame(index + self.offset, variable)
        namespace = self.rt.namespace
        value = namespace[loop.variable]
        if names.kind_of(loop.variable) == "%":
            value += loop.step
            if not -32768 <= value <= 32767:
                raise BasicError(OVERFLOW)
        else:
            value = namespace["add"](value, loop.step)
            if value == int(value):
                value = int(value)
        namespace[loop.variable] = value
        if namespace["past"](value, loop.limit, loop.step):
            self.rt.stack.pop()
            return following
        return body

    @kind("while")
    def _while(self, index: int, codes: tuple[CodeType, ...], end: int | None, body: int, after: int) -> int:
        if end is None:
            raise BasicError(WHILE_WITHOUT_WEND)
        self.rt.stack.enter_while(index + self.offset, end + self.offset)
        if self.value(codes[0]):
            return body
        self.rt.stack.pop()
        return after

    @kind("wend")
    def _wend(self, index: int, codes: tuple[CodeType, ...], begin: int | None) -> int:
        if begin is None:
            raise BasicError(WEND_WITHOUT_WHILE)
        self.rt.stack.wend_frame(index + self.offset)
        return begin

    # -- errors ---------------------------------------------------------------------------------------------------

    @kind("trap")
    def _trap(self, index: int, codes: tuple[CodeType, ...], there: bool, target: int | None, following: int) -> int:
        if there and target is None:
            raise BasicError(UNDEFINED_LINE)
        self.rt.on_error(target if there else None)
        return following

    @kind("resume")
    def _resume(self, index: int, codes: tuple[CodeType, ...], there: bool, target: int | None, beyond: bool) -> int:
        at = self.rt.handling
        if there and target is None:
            raise BasicError(RESUME_WITHOUT_ERROR if at is None else UNDEFINED_LINE)
        self.rt.resumed()
        if there:
            return self.jump(target)
        if isinstance(at, ReturnToPrompt):
            typed = at.steps.flow
            error = typed.points[at.point]
            raise ReturnToPrompt(at.steps, typed.after_error(error) if beyond else error.resume)
        assert at is not None
        return self.jump((self.plans.beyond if beyond else self.plans.again)[at])
