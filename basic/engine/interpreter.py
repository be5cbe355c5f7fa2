"""The interpreter: a machine, a program, and what happens between RUN and Ok.

What a program needs to run is its image (`image.py`). The tree of its text is there when it is asked for (`program`,
`flow`), and so is all that works on trees: importing that takes longer than a short program runs.
"""

from __future__ import annotations

from ..errors import (
    ILLEGAL,
    LINE_TOO_LONG,
    NO_LINE,
    NO_RESUME,
    OUT_OF_MEMORY,
    SUBSCRIPT,
    UNDEFINED_LINE,
    BasicError,
    InputEnded,
    LimitReached,
)
from ..machine.machine import Machine
from ..record import partial, record
from ..sizes import STACK
from . import deoptimisation
from .code import Code, Text
from .interrupts import Break, Interrupts
from .native.tier import Hot, Tier
from .poll import STATEMENTS, Poll
from .rest import Outcome, back, broken_off, failed, halted
from .runtime import Runtime
from .signals import Between, Cleared, GoTo, Halt, Leave, Pause, Recompile, Request, ReturnToPrompt, Trapped
from .stack import Interrupted
from .tracing import frame_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType
    from typing import Any

    from ..analysis.flow import Flow
    from ..errors import Unreadable
    from ..syntax import nodes as n
    from .commands import Commands
    from .compiled import Compiled
    from .expressions import Expressions
    from .image import Function, Image, Outline, Source
    from .native.plan import Step, Store
    from .poll import Watcher
    from .state import State
    from .steps import Steps
    from .version import Version

ENGINES = ("auto", "python", "native", "step")


@record
class Arithmetic:
    """Another than GW-BASIC's: who writes its expressions, and what gives the words of that code their meaning."""

    expressions: type[Expressions]
    install: Callable[[Runtime], None]


class Interpreter:
    """Runs one program at a time on its machine; several interpreters live side by side."""

    STATE = "point", "resting", "current", "auto", "offered", "tracing", "protected"

    def __init__(
        self,
        machine: Machine,
        *,
        engine: str = "auto",
        unlimited: bool = False,
        raw: bool = False,
        arithmetic: Arithmetic | None = None,
        shell: Callable[[str], None] | None = None,
    ) -> None:
        if engine not in ENGINES:
            raise ValueError(f"engine {engine!r}: one of {', '.join(ENGINES)} is needed")
        self.machine = machine
        self.engine = engine
        self.raw = raw  # texts of programs are code page 437 even where they are good UTF-8
        self.shell = shell  # runs a command of the host, where its user allows that
        self.protected = False  # the program came from a protected file
        self.rt = Runtime(machine, unlimited)
        self._arithmetic = arithmetic
        if arithmetic is not None:
            arithmetic.install(self.rt)
        self.text = Text({})
        self.code = Code(self, self.text)  # what it was when it was last made ready
        self.cache: Store | None = None  # where images are kept
        self.tracing = False
        self.resting: int | None = None  # where CONT goes on
        self.current = 0  # the line last stored, listed or stopped in: the `.` of LIST and EDIT
        self.auto: tuple[int, int] | None = None  # AUTO was typed: the next number and the step
        self.offered: int | None = None  # a line to be offered for editing, after a syntax error or EDIT
        self._commands: Commands | None = None
        self._stepping: Steps | None = None
        self.point = 0
        self.running: Function | None = None
        self.version: Version | None = None  # what it belongs to
        self.poll = self.rt.poll = Poll(self.rt.namespace)
        self.watcher: Watcher | None = None  # is told of every statement
        self.interrupts = Interrupts(machine.console, self.poll, lambda: self.running)
        self._native = Tier(self, engine == "native") if engine in ("auto", "native") and arithmetic is None else None
        self.rt.lines = lambda: self.text.stored()
        self.rt.line = self._line_now
        self.rt.trace = partial(setattr, self, "tracing")
        self.rt.locals = lambda: {} if (frame := frame_of(self.running)) is None else frame.f_locals
        machine.memory.closed = lambda: self.protected and self.rt.direct

    # -- the program ----------------------------------------------------------------------------------------------

    @property
    def program(self) -> Mapping[int, n.Line]:
        """Its lines."""
        return self.text.lines

    @program.setter
    def program(self, lines: Mapping[int, n.Line]) -> None:
        self.text = Text(lines)

    @property
    def flow(self) -> Flow:
        """Its points, as they were when it was last made ready."""
        return self.code.flow

    @property
    def outline(self) -> Outline:
        return self.code.outline

    @property
    def writer(self) -> type[Expressions]:
        """Who writes expressions in Python."""
        if self._arithmetic is not None:
            return self._arithmetic.expressions
        from .expressions import Expressions

        return Expressions

    @property
    def compiler(self) -> type[Compiled]:
        """Who makes code of the program."""
        from .compiled import Compiled

        return Compiled

    @property
    def commands(self) -> Commands:
        """The statements about the program itself."""
        if self._commands is None:
            from .commands import Commands

            self._commands = Commands(self)
        return self._commands

    def load(self, program: n.Program, keep_open: bool = False) -> None:
        """Take a program in place of the old one."""
        self.program = {line.number: line for line in program.lines}
        self.prepare()
        self.protected = False
        self.changed(keep_open)

    def take(self, source: Source, keep_open: bool = False) -> None:
        """Take a program in place of the old one, ready to be run."""
        self._put(source)
        self.protected = False
        self.rt.clear(keep_open)
        self.resting = None

    def replace(self, source: Source) -> None:
        """CHAIN's way: another program, while variables and open files are kept."""
        self._put(source)
        self.rt.stack.clear()
        self.rt.pointer = 0
        self.rt.trap = self.rt.handling = None
        self.rt.forget_traps()
        self.code.foreign = True

    def _put(self, source: Source) -> None:
        self.text = Text(source.tree)
        kept = (self.cache, source.name) if self.cache is not None and source.name else None
        self.use(Code(self, self.text, source.image, source.warnings, kept))

    def use(self, code: Code) -> None:
        """Run this from now on."""
        self.code.keep()
        self.code = code
        self.rt.take(code.outline)

    def prepare(self) -> None:
        """The text is about to be run or looked at."""
        if self.code.text is not self.text:
            self.use(Code(self, self.text))

    def ready(self) -> Image:
        """The program made ready to be run from its first line."""
        self.prepare()
        assert self.code.version(0).function
        return self.code.image

    def store(self, number: int, text: str) -> None:
        """Put in a line, or with an empty text take it out (error 8 if it is not there)."""
        if self.protected:
            raise BasicError(ILLEGAL)
        others = {other: line for other, line in self.program.items() if other != number}
        if text.strip(" \t\n"):
            from ..syntax.parse import parse_line
            from ..syntax.stored import overflows

            if overflows(text) and not self.rt.unlimited:
                raise BasicError(LINE_TOO_LONG)
            others[number] = parse_line(number, text)
        elif number not in self.program:
            raise BasicError(UNDEFINED_LINE)
        self.program = others
        self.current = number
        self.changed()

    def renumbered(self, lines: list[n.Line]) -> None:
        """RENUM: the same statements under other numbers. Variables, files and what is running stay, and CONT works."""
        self.program = {line.number: line for line in lines}
        self.prepare()
        self.code.foreign = True

    def changed(self, keep_open: bool = False) -> None:
        """The text has changed: variables are lost, nothing can be continued."""
        self.rt.clear(keep_open)
        self.resting = None

    # -- running --------------------------------------------------------------------------------------------------

    def run(self, start: int | None = None, statements: int | None = None) -> Outcome:
        """RUN: from the first line or from `start`, with everything cleared; pauses after so many statements."""
        self.prepare()
        self.rt.clear()
        point = 0
        if self.rt.program_size > self.machine.limits.memory:  # its text is in memory, too
            return failed(self, BasicError(OUT_OF_MEMORY))
        if start is not None:
            if start not in self.outline.starts:
                return failed(self, BasicError(UNDEFINED_LINE))
            point = self.outline.starts[start]
        return self.proceed(point) if statements is None else self.advance(statements, point)

    def refuse(self, fault: Unreadable) -> Outcome:
        """The program ends before a line that cannot be read, and is not run."""
        return failed(self, fault)

    def state(self) -> State:
        """All that the run has come to, where the program rests or pauses; Irretrievable if it cannot be put back."""
        from .state import taken

        self._check_between()
        return taken(self)

    def restore(self, state: State) -> None:
        """All is as it was then, in this interpreter or another on the same kind of machine; it goes on at `point`."""
        from .state import restore

        self._check_between()
        restore(self, state)

    def _check_between(self) -> None:
        if self.running is not None or (self._native is not None and self._native.busy):
            raise RuntimeError("the program is running: it must pause first")

    def advance(self, statements: int = 1, point: int | None = None) -> Outcome:
        """Go on where the program paused, or at a point, with so many statements; then it pauses again."""
        last: int = self.rt.namespace["done"] + statements

        def ask(point: int, done: int) -> float:
            if done > last and not self.rt.direct:
                raise Pause
            return last

        self.poll.ask(ask, STATEMENTS)
        try:
            return self.proceed(self.point if point is None else point)
        finally:
            self.poll.forget(ask)

    def proceed(self, point: int) -> Outcome:
        """Go on with the program from a point; comes back when it rests."""
        previous = self.interrupts.catch()
        ticks = self._native.start() if self._native else None
        try:
            return back(self, self._drive(None, point))
        finally:
            if self._native:
                self._native.stop(ticks)
            self.interrupts.release(previous)
            self.code.keep()
            if self.watcher is not None:
                self.watcher.rests()

    def direct(self, text: str) -> Outcome:
        """Carry out a line typed at the prompt."""
        from ..syntax.stored import overflows

        if overflows(text) and not self.rt.unlimited:
            return self.reject(BasicError(LINE_TOO_LONG))
        return self._at_prompt(lambda: (self._typed(text), 0))

    def reject(self, error: BasicError) -> Outcome:
        """A typed line that cannot be taken: ERR knows the error, and a handler takes it; RESUME does nothing."""

        def begin() -> tuple[None, int]:
            self.point = 0
            return None, self._handler(error, self._typed(":"))

        return self._at_prompt(begin)

    def _at_prompt(self, begin: Callable[[], tuple[Steps | None, int]]) -> Outcome:
        """Run on from a place in a typed line or, where its error leads there, in the program."""
        self.prepare()
        previous = self.interrupts.catch()
        try:
            return back(self, self._drive(*begin()))
        except BasicError as error:
            return back(self, failed(self, error))
        finally:
            self.interrupts.release(previous)

    def _typed(self, text: str) -> Steps:
        """A typed line as its statements."""
        from ..analysis.flow import analyse
        from ..syntax.nodes import Line, Program, UserFunction
        from ..syntax.parse import parse_direct
        from ..syntax.visit import walk
        from .compiled import Compiled, functions_of
        from .step_plans import StepPlans
        from .steps import Steps

        statements = parse_direct(text)
        typed = analyse(Program((Line(-1, text, statements),)))
        calls = any(isinstance(node, UserFunction) for statement in statements for node in walk(statement))
        compiled = Compiled(
            typed,
            (self.rt.types, self.rt.base, frozenset()),
            self.rt.namespace,
            known=False,
            writer=self.writer,
            functions=functions_of(self.flow) if calls else (),
        )
        self.rt.swapped |= compiled.made
        self.rt.define_functions(compiled.definitions)
        self.code.renewed()
        return Steps(self.rt, lambda: compiled, StepPlans(), self.flow)

    def _drive(self, steps: Steps | None, point: int) -> Outcome:
        """Run on, in the program (`steps` is None) or in a typed line, until something rests."""
        while True:
            try:
                steps, point = self._run_on(steps, point)
            except Halt as halt:
                return self._halted(halt, steps)
            except BasicError as error:
                return failed(self, error, self._line(steps))
            except InputEnded:
                self.machine.close_files()
                return Outcome("input", line=self._line(steps))
            except Pause:
                self.rt.namespace["done"] -= 1  # the statement is still to be begun
                return Outcome("pause", line=self._line(steps))
            except LimitReached as limit:
                self.machine.close_files()
                return Outcome("limit", line=self._line(steps), limit=str(limit))
            except (Break, KeyboardInterrupt):
                self.interrupts.forget()
                if steps is None:
                    self.resting = self.point
                return broken_off(self, self._line(steps))

    def _run_on(self, steps: Steps | None, point: int) -> tuple[Steps | None, int]:
        """Run until something leads elsewhere; gives where that is."""
        self._stepping = steps
        self.rt.direct = steps is not None
        self.point = point
        try:
            if steps is None:
                self._run_program(point)
            else:
                self._run_typed(steps, point)
        except Recompile:
            self.code.foreign = True  # a name may stand for another variable now, of which the new code knows less
            return steps, self.outline.following[self.point] if steps is None else steps.flow.points[self.point].next
        except GoTo as going:
            return None, going.point
        except ReturnToPrompt as back:
            return back.steps, back.point
        except Request as request:
            try:
                where = self._carry_out(request)
            except BasicError as error:
                return None, self._handler(error, steps)
            return (steps, request.following) if where is None else (None, where)
        except BasicError as error:
            self.code.foreign |= (self.rt.types, self.rt.base) != self.rt.assumed  # `DEFINT A,5`
            return None, self._handler(error, steps)
        except Trapped as trapped:
            if self.watcher is not None:
                self.watcher.interrupted(trapped.handler, self.point)
            self.rt.stack.append(Interrupted(self.point, trapped.event))
            return None, trapped.handler
        raise AssertionError("the program ran out")

    def _carry_out(self, request: Request) -> int | None:
        """Do what a statement about the program says; gives the point to go on from, None for the next statement."""
        from .transfer import TRANSFERS, Transfer

        with _python_errors():
            if request.word in TRANSFERS:
                return TRANSFERS[request.word](Transfer(self), *request.values)
            from .commands import COMMANDS

            return COMMANDS[request.word](self.commands, *request.values)

    def _line(self, steps: Steps | None) -> int:
        """The line that is being carried out, -1 for a typed one."""
        lines = self.outline.lines
        return -1 if steps is not None or not lines else lines[min(self.point, len(lines) - 1)]

    def _halted(self, halt: Halt, steps: Steps | None) -> Outcome:
        if steps is None and self.outline.lines and halt.reason not in ("done", "system"):
            self.resting = halt.point
        return halted(self, halt, self._line(steps))

    def _line_now(self) -> int:
        """The line that is running, also inside the fast code; 65535 at the prompt."""
        frame = frame_of(self.running)
        if frame is None or self.running is None:
            return self._line(self._stepping) & NO_LINE
        return self.outline.lines[self.running.marks[frame.f_lineno]]

    def _run_typed(self, steps: Steps, point: int) -> None:
        while point < steps.flow.end:
            self.point = point
            if self.interrupts.pressed:
                raise Break
            if self.poll.where and self.watcher is None:
                self.poll.begin(point)
            with _python_errors():
                point = steps.step(point)
        raise Halt("done", point)

    def _run_program(self, point: int) -> None:
        if self.watcher is not None:
            self.poll.watch(self.watcher.begins(), self.outline.trapping)
        version = self.code.version(point)
        fast = self.engine != "step" and self.machine.limits.stack >= STACK  # what the blocks count on
        end = self.outline.end
        left = -1  # a point that the fast code has just left is stepped over
        last = -1  # the step before
        while True:
            self.point = point
            if self.interrupts.pressed:
                raise Break
            if point >= end:
                self._finish()
            if self.code.foreign and not self.code.enter(version):
                version = self.code.version(point)
                continue
            if fast and point != left and not self.tracing:
                native = self._native if self._native is not None and self._native.active else None
                if version.looks == STATEMENTS or (version.looks and self.rt.stack.interrupted):
                    native = None  # it does not count them, and its RETURN ends no event's subroutine
                if native is not None or point in version.function.heads:
                    if not self.code.enter(version):
                        version = self.code.version(point)
                        continue
                    if native is None:
                        going = self._run_block(version, point, left)
                    else:
                        if version.looks:
                            self.poll.meanwhile(point)
                        where = native.run(version, point)
                        going = None if where is None else (where, where)
                    if going is not None:
                        point, left = going
                        continue
            if self.tracing:
                self._trace_line(point, last)
            if version.looks and point != left:
                self.poll.begin(point)
            last, left = point, -1
            point = self._step(version, point)
            version.patience -= 1
            if version.patience < 0 and fast and not self.tracing and point < end:
                version.open(point)

    def _trace_line(self, point: int, last: int) -> None:
        """TRON: a line begins; WEND comes back to the condition alone."""
        line = self.outline.lines[point]
        if point == self.outline.starts[line] and self.outline.whiles.get(point, -2) != last:
            self.machine.console.put(f"[{line}]")

    def _step(self, version: Version, point: int) -> int:
        native = self._native if version.looks < STATEMENTS else None
        step = native.step(version, point) if native is not None else None
        if step is not None:
            return self.carry_out(step)
        with _python_errors():
            return version.steps.step(point)

    def carry_out(self, step: Step) -> int:
        """A statement that stands by itself; gives the point where the program goes on."""
        with _python_errors():
            return step.carry_out(self.rt.namespace)

    def _finish(self) -> None:
        """The last line has been run."""
        if self.rt.handling is not None:
            self.point = self.outline.end - 1
            raise BasicError(NO_RESUME)
        raise Halt("ran out", self.outline.end)

    # -- the fast code --------------------------------------------------------------------------------------------

    def _run_block(self, version: Version, point: int, left: int) -> tuple[int, int] | None:
        """Run the fast code from a point, if its loops are there; gives the point to go on from, and that it left."""
        if not deoptimisation.take_loops(version.function, self.outline, self.rt, point):
            return None
        try:
            return self._run_fast(version, point), self.point
        except Hot:
            assert self._native is not None
            self._native.heat()
            return self.point, left

    def _run_fast(self, version: Version, point: int) -> int:
        """Run the fast code until it leaves, and `self.point` is to be stepped over; gives the point to go on from."""
        function, call = version.function, version.call
        try:
            self.running, self.version = function, version
            if self._native is not None and version.looks < STATEMENTS:
                self._native.watch(version)
            call(point)
        except Leave as leave:
            self._give_back(function, leave.__traceback__, leave.point)
            return self.point
        except Cleared as cleared:
            deoptimisation.count(function, self.rt, cleared.__traceback__)
            self.rt.clear()
            raise
        except Between as stop:
            # The traceback's line is that of the instruction before, and the end of a loop has none.
            self._give_back(function, stop.__traceback__, None, stop.line)
            raise
        except BaseException as error:
            self._give_back(function, error.__traceback__, failed=True)
            found = in_basic(error)
            handler = self._trap(found, None) if isinstance(found, BasicError) else None
            if handler is None:
                if found is not error:
                    raise found from error
                raise
            return handler
        finally:
            self.running = None
        raise AssertionError("a block ran out")

    def _give_back(
        self,
        function: Function,
        traceback: TracebackType | None,
        point: int | None = None,
        stopped: int | None = None,
        failed: bool = False,
    ) -> None:
        where = deoptimisation.give_back(function, self.outline, self.rt, traceback, point, stopped, failed)
        if where is not None:
            self.point = where

    # -- errors -------------------------------------------------------------------------------------------------

    def _handler(self, error: BasicError, steps: Steps | None) -> int:
        """The point of the handler that takes an error; without one it is raised again."""
        handler = self._trap(error, steps)
        if handler is None:
            raise error
        return handler

    def _trap(self, error: BasicError, steps: Steps | None) -> int | None:
        """Note an error; gives the point of the handler that takes it, if one does."""
        rt = self.rt
        if rt.mark is not None:
            rt.pointer, rt.mark = rt.mark, None
        rt.error_number = error.number
        rt.error_line = (self._line(steps) if error.line is None else error.line) & NO_LINE
        if error.number == OUT_OF_MEMORY and not self._says_error(steps):
            rt.stack.clear()  # what had no room takes everything down with it
        if rt.trap is None or (rt.handling is not None and steps is None):
            return None  # what is typed goes to the handler also while that has been stopped
        rt.handling = self.point if steps is None else ReturnToPrompt(steps, self.point)
        if self.watcher is not None:
            self.watcher.trapped()
        return rt.trap

    def _says_error(self, steps: Steps | None) -> bool:
        """`ERROR 7`"""
        if steps is None:
            return self.point in self.outline.raising
        return getattr(steps.flow.points[self.point].statement, "word", "") == "ERROR"


def in_basic(error: BaseException) -> BaseException:
    """What Python finds wrong, said in BASIC: a subscript beyond the array, nesting beyond the stack."""
    if isinstance(error, IndexError):
        return BasicError(SUBSCRIPT)
    if isinstance(error, RecursionError | MemoryError):
        return BasicError(OUT_OF_MEMORY)
    return error


class _python_errors:
    """Errors of what is done within come out in BASIC's words."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: BaseException | None, traceback: Any) -> None:
        if error is not None and (found := in_basic(error)) is not error:
            raise found from error
