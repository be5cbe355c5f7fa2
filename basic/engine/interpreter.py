"""The interpreter: a machine, a program, and what happens between RUN and Ok."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Mapping
from functools import partial
from types import FrameType, TracebackType
from typing import Any

from ..analysis.flow import Flow, analyse
from ..analysis.types import DefTypes, Key, Range, predicted
from ..editing.tokenised import to_tokens
from ..errors import BasicError, InputEnded
from ..library import files
from ..machine.machine import Machine
from ..record import record
from ..syntax import nodes as n
from ..syntax.parse import parse_direct, parse_line
from . import names
from .arrays import Undimensioned
from .commands import Commands
from .compiled import Compiled, Function
from .expressions import Expressions
from .native.tier import Hot, Tier
from .runtime import Runtime
from .signals import GoTo, Halt, Leave, Recompile, Request
from .stack import STACK, Loop, WhileLoop
from .steps import ReturnToPrompt, Steps

ENGINES = ("auto", "python", "native", "step")


@record
class Outcome:
    """How a run came to rest: end, stop, break, error, system or input (which ended too early)."""

    reason: str
    error: BasicError | None = None
    line: int = 0


class Break(BaseException):
    """Ctrl-C, at the beginning of a statement; in the fast code `line` is the Python line that was about to run."""

    def __init__(self, line: int | None = None) -> None:
        super().__init__(line)
        self.line = line


class Interpreter:
    """Runs one program at a time on its machine; several interpreters live side by side."""

    def __init__(
        self,
        machine: Machine,
        *,
        engine: str = "auto",
        unlimited: bool = False,
        numbers: str = "gw",
        shell: Callable[[str], None] | None = None,
    ) -> None:
        if engine not in ENGINES:
            raise ValueError(f"engine {engine!r}: one of {', '.join(ENGINES)} is needed")
        self.machine = machine
        self.engine = engine
        self.shell = shell  # runs a command of the host, where its user allows that
        self.protected = False  # the program came from a protected file
        self.notices: list[str] = []  # what the user should know of files that were read
        self.rt = Runtime(machine, unlimited)
        self.writer = Expressions
        if numbers != "gw":
            from .modern import EXPRESSIONS, modernise

            self.writer = EXPRESSIONS[numbers]
            modernise(self.rt, numbers)
        self.program: dict[int, n.Line] = {}
        self.flow = Flow()
        self.tracing = False
        self.resting: int | None = None  # where CONT goes on
        self.current = 0  # the line last stored, listed or stopped in: the `.` of LIST and EDIT
        self.auto: tuple[int, int] | None = None  # AUTO was typed: the next number and the step
        self.offered: int | None = None  # a line to be offered for editing, after a syntax error or EDIT
        self._stale = False  # the text has changed since it was last analysed
        self.commands = Commands(self)
        self._versions: dict[tuple[DefTypes, int, frozenset[Key]], tuple[Compiled, Steps]] = {}
        self._exceptions: frozenset[Key] = frozenset()  # variables that hold more than the program gives them
        self._foreign = False  # variables have been set from outside the program
        self._stepping: Steps | None = None
        self._point = 0
        self._running: Function | None = None
        self._compiled: Compiled | None = None  # what it belongs to
        self._interrupted = False
        self._native = Tier(self, engine == "native") if engine in ("auto", "native") and numbers == "gw" else None
        self.rt.segment.program = self._in_memory
        self.rt.segment.line = self._line_now
        self.rt.locals = self._locals
        machine.memory.closed = lambda: self.protected and self.rt.direct

    # -- the program ----------------------------------------------------------------------------------------------

    def load(self, program: n.Program, keep_open: bool = False) -> None:
        """Take a program in place of the old one."""
        self.program = {line.number: line for line in program.lines}
        self.protected = False
        self.changed(keep_open)

    def store(self, number: int, text: str) -> None:
        """Put in a line, or with an empty text take it out (error 8 if it is not there)."""
        if text.strip(" \t\n"):
            self.program[number] = parse_line(number, text)
        elif number in self.program:
            del self.program[number]
        else:
            raise BasicError(8)
        self.current = number
        self.changed()

    def changed(self, keep_open: bool = False) -> None:
        """The text has changed: variables are lost, nothing can be continued, the code is made anew."""
        self._stale = True
        self.rt.clear(keep_open)
        self.resting = None

    def prepare(self) -> None:
        """The text is about to be run or looked at."""
        if self._stale:
            self._stale = False
            self._analyse()

    def _analyse(self) -> None:
        self.flow = analyse(n.Program(tuple(self.program[number] for number in sorted(self.program))))
        self.rt.flow = self.flow
        self.rt.program_size = sum(len(line.text) + 5 for line in self.program.values())
        self._versions.clear()
        self._exceptions = frozenset()

    def replace(self, program: n.Program) -> None:
        """CHAIN's way: other lines, while variables and open files are kept."""
        self.program = {line.number: line for line in program.lines}
        self._analyse()
        self.rt.stack.clear()
        self.rt.data = 0
        self.rt.trap = self.rt.handling = None
        self._foreign = True

    # -- running --------------------------------------------------------------------------------------------------

    def run(self, start: int | None = None) -> Outcome:
        """RUN: from the first line or from `start`, with everything cleared."""
        self.prepare()
        self.rt.clear()
        point = 0
        if start is not None:
            if start not in self.flow.starts:
                return self._fail(BasicError(8), None)
            point = self.flow.starts[start]
        return self.proceed(point)

    def proceed(self, point: int) -> Outcome:
        """Go on with the program from a point; comes back when it rests."""
        previous = self._catch_interrupts()
        ticks = self._native.start() if self._native else None
        try:
            return self._drive(None, point)
        finally:
            if self._native:
                self._native.stop(ticks)
            self._release_interrupts(previous)

    def direct(self, text: str) -> Outcome:
        """Carry out a line typed at the prompt."""
        self.prepare()
        statements = parse_direct(text)
        typed = analyse(n.Program((n.Line(-1, text, statements),)))
        self._foreign = True
        compiled = Compiled(typed, (self.rt.types, self.rt.base, frozenset()), self.rt.namespace, False, self.writer)
        previous = self._catch_interrupts()
        try:
            return self._drive(Steps(self.rt, compiled, self.flow), 0)
        finally:
            self._release_interrupts(previous)

    def _drive(self, steps: Steps | None, point: int) -> Outcome:
        """Run on, in the program (`steps` is None) or in a typed line, until something rests."""
        while True:
            self._stepping = steps
            self.rt.direct = steps is not None
            self._point = point
            try:
                if steps is None:
                    self._run_program(point)
                else:
                    self._run_typed(steps, point)
            except Recompile:
                point = self._here(steps).next
            except GoTo as going:
                steps, point = None, going.point
            except ReturnToPrompt as back:
                steps, point = back.steps, back.point
            except Request as request:
                try:
                    where = self.commands.carry_out(request.statement)
                except BasicError as error:
                    handler = self._trap(error, steps)
                    if handler is None:
                        return self._fail(error, self._here(steps))
                    steps, point = None, handler
                    continue
                except Halt as halt:
                    return self._halt(halt, steps)
                if where is None:
                    point = request.following
                else:
                    steps, point = None, where
            except Halt as halt:
                return self._halt(halt, steps)
            except BasicError as error:
                handler = self._trap(error, steps)
                if handler is None:
                    return self._fail(error, self._here(steps))
                steps, point = None, handler
            except InputEnded:
                line = self._line(steps)
                files.close_all(self.machine)
                return Outcome("input", line=line)
            except (Break, KeyboardInterrupt):
                self._forget_interrupt()
                return self._break(steps)

    def _here(self, steps: Steps | None) -> Any:
        flow = self.flow if steps is None else steps.flow
        return flow.points[self._point]

    def _line(self, steps: Steps | None) -> int:
        if steps is not None or not self.flow.points:
            return -1
        return self.flow.points[min(self._point, self.flow.end - 1)].line

    def _in_memory(self) -> bytes:
        """The program as it would lie in memory, for PEEK."""
        return to_tokens(self.program.values())[1:-1]

    def _line_now(self) -> int:
        """The line that is running, also inside the fast code; 65535 at the prompt."""
        frame = self._fast_frame()
        if frame is None or self._running is None:
            return self._line(self._stepping) & 65535
        return self.flow.points[self._running.marks[frame.f_lineno]].line

    def _locals(self) -> Mapping[str, Any]:
        """The variables that the fast code has taken with it."""
        frame = self._fast_frame()
        return {} if frame is None else frame.f_locals

    def _fast_frame(self) -> FrameType | None:
        """The frame of the fast code that runs at this moment."""
        frame: FrameType | None = sys._getframe() if self._running is not None else None
        while frame is not None and self._running is not None and frame.f_code is not self._running.code:
            frame = frame.f_back
        return frame

    def _run_typed(self, steps: Steps, point: int) -> None:
        while point < steps.flow.end:
            self._point = point
            if self._interrupted:
                raise Break
            with _python_errors():
                point = steps.step(point)
        raise Halt("done", point)

    def _run_program(self, point: int) -> None:
        compiled, steps = self._version(point)
        fast = self.engine != "step" and self.machine.limits.stack >= STACK  # what the blocks count on
        left = -1  # a point that the fast code has just left is stepped over
        last_line = -2
        while True:
            self._point = point
            if self._interrupted:
                raise Break
            if point >= self.flow.end:
                self._finish()
            if self._foreign and self._enter(compiled, point) is not compiled:
                compiled, steps = self._version(point)
                continue
            native = self._native if fast and self._native is not None and self._native.active else None
            if native is not None and point != left and not self.tracing:
                if self._enter(compiled, point) is not compiled:
                    compiled, steps = self._version(point)
                    continue
                where = native.run(compiled, steps, point)
                if where is not None:
                    point = left = where
                    continue
            elif fast and point != left and not self.tracing and point in compiled.function.heads:
                entered = self._enter(compiled, point)
                if entered is not compiled:
                    compiled, steps = self._version(point)
                    continue
                if self._adopt_loops(compiled, point):
                    try:
                        point = left = self._run_fast(compiled, point)
                    except Hot:
                        point = self._point
                        assert self._native is not None
                        self._native.heat()
                    continue
            if self.tracing:
                current = self.flow.points[point]
                if current.line != last_line or point == self.flow.starts[current.line]:
                    self.machine.console.put(f"[{current.line}]")
                last_line = current.line
            left = -1
            point = self._step(steps, point)

    def _step(self, steps: Steps, point: int) -> int:
        with _python_errors():
            return steps.step(point)

    def _finish(self) -> None:
        """The last line has been run."""
        if self.rt.handling is not None:
            self.rt.handling = self.rt.trap = None
            self._point = self.flow.end - 1
            raise BasicError(19)
        raise Halt("end", self.flow.end)

    def _version(self, point: int) -> tuple[Compiled, Steps]:
        """The code for the default types that hold now, or will hold after the straight code from here."""
        types, base = predicted(self.flow, point, self.rt.types, self.rt.base)
        key = (types, base, self._exceptions)
        if key not in self._versions:
            compiled = Compiled(self.flow, key, self.rt.namespace, writer=self.writer)
            self._versions[key] = compiled, Steps(self.rt, compiled)
        compiled, steps = self._versions[key]
        compiled.define_functions()
        self.rt.assumed = (types, base)
        return compiled, steps

    # -- the fast code --------------------------------------------------------------------------------------------

    def _enter(self, compiled: Compiled, point: int) -> Compiled | None:
        """Have the namespace ready for the fast code; None if its idea of whole numbers does not hold."""
        function = compiled.function
        written = compiled.expressions
        self.rt.know(written.scalars, written.arrays, written.functions)
        namespace = self.rt.namespace
        wrong: set[Key] = set()
        for identifier in function.whole:
            value = namespace[identifier]
            if type(value) is not int:
                if value == int(value):
                    namespace[identifier] = int(value)
                else:
                    wrong.add((names.basic(identifier), "!", False))
        if self._foreign:
            self._foreign = False
            wrong |= self._outside(compiled)
        if wrong:
            self._exceptions |= wrong
            return None
        return compiled

    def _outside(self, compiled: Compiled) -> set[Key]:
        """Variables with values that the program alone could not have given them."""
        found: set[Key] = set()
        for identifier in self.rt.variables:  # also those of statements that nothing leads to, but for CONT
            if identifier.startswith("FN_"):
                continue
            kind = names.kind_of(identifier)
            key = (names.basic(identifier), kind, names.is_array(identifier))
            value = self.rt.namespace[identifier]
            if kind in "%!" and not isinstance(value, Undimensioned) and not _within(value, compiled.ranges.of(key)):
                found.add(key)
        return found

    def _adopt_loops(self, compiled: Compiled, point: int) -> bool:
        """Turn the stack's entries of the loops around a head into the locals that the fast code keeps."""
        if any(type(entry) is Loop and entry.variable != compiled.counter(entry.point) for entry in self.rt.stack):
            return False  # DEFINT within a loop has made another variable of its name
        nest = compiled.nest(point)
        if point in self.flow.whiles and compiled.is_clean(point):
            self.rt.stack.drop_while(point)
        if not nest:
            return True
        stack = self.rt.stack
        entries = stack[-len(nest) :]
        if len(entries) < len(nest) or any(
            type(entry) not in (Loop, WhileLoop) or entry.point != state.point
            for entry, state in zip(entries, nest, strict=True)
        ):
            return False
        for entry, state in zip(entries, nest, strict=True):
            if isinstance(entry, Loop):
                self.rt.namespace[f"limit_{state.point}"] = entry.limit
                self.rt.namespace[f"step_{state.point}"] = entry.step
        del stack[-len(nest) :]
        return True

    def _run_fast(self, compiled: Compiled, point: int) -> int:
        """Run the fast code until it leaves; gives the point to step over."""
        function = compiled.function
        try:
            self._running, self._compiled = function, compiled
            function.call(point)
        except Leave as leave:
            self._take_back(compiled, leave.__traceback__, leave.point)
            return leave.point
        except (Break, Hot) as stop:
            # The traceback's line is that of the instruction before, and the end of a loop has none.
            self._take_back(compiled, stop.__traceback__, None if stop.line is None else function.marks[stop.line])
            raise
        except BaseException as error:
            self._take_back(compiled, error.__traceback__, None)
            with _python_errors():
                raise
        finally:
            self._running = None
        raise AssertionError("a block ran out")

    def _take_back(self, compiled: Compiled, traceback: TracebackType | None, point: int | None) -> None:
        """Bring variables and loops from the frame of the fast code back to namespace and stack."""
        function = compiled.function
        frame, line = _frame(traceback, function)
        if frame is None:
            return
        if point is None or point < 0:
            point = function.marks[line]
        self._point = point
        local = frame.f_locals
        namespace = self.rt.namespace
        for identifier in function.scalars:
            namespace[identifier] = local[identifier]
        for identifier in function.arrays:
            value = local[identifier]
            if isinstance(value, Undimensioned) and value.array is not None:
                value = value.array
            namespace[identifier] = value
        for identifier, statements in compiled.expressions.definitions.items():
            for position in range(len(statements)):
                if local.get(identifier) is not None and local[identifier] is local[f"{identifier}_{position}"]:
                    namespace[identifier] = namespace[f"{identifier}_{position}"]
        for state in compiled.nest(point) if point < self.flow.end else ():
            end = self.flow.loops.get(state.point)
            if end is None:
                self.rt.stack.append(WhileLoop(state.point, self.flow.whiles[state.point]))
            else:
                limit, step = (eval(code, {}, local) for code in (state.limit, state.step))
                self.rt.stack.append(Loop(state.point, end, state.variable, limit, step))

    # -- errors and rest ------------------------------------------------------------------------------------------

    def _trap(self, error: BasicError, steps: Steps | None) -> int | None:
        """Note an error; gives the point of the handler that takes it, if one does."""
        rt = self.rt
        point = self._here(steps)
        if rt.mark is not None:
            rt.data, rt.mark = rt.mark, None
        rt.error_number = error.number
        rt.error_line = error.line if error.line is not None else 65535 if point.line < 0 else point.line
        if error.number == 7 and not _says_error(point.statement):
            rt.stack.clear()  # what had no room takes everything down with it
        if rt.trap is None or rt.handling is not None or error.number == 19 or steps is not None:
            return None
        rt.handling = point.index
        return rt.trap

    def evaluate(self, node: n.Expression, kind: str) -> Any:
        """The value of an expression in the statement that is being carried out."""
        steps = self._stepping or self._version(self._point)[1]
        steps.e.fresh()
        code = steps.e.convert(steps.e.expression(node), kind)
        steps.know()
        return eval(code, self.rt.namespace)

    def _fail(self, error: BasicError, point: Any) -> Outcome:
        rt = self.rt
        rt.handling = None
        line = error.line if error.line is not None else point.line if point is not None else -1
        console = self.machine.console
        if console.column:
            console.newline()
        console.put(error.text + (f" in {line}" if line >= 0 else ""))
        console.newline()
        if line >= 0:
            self.resting = None
            self.current = line
            if error.number == 2 and line in self.program:
                self.offered = line
        return Outcome("error", error, line)

    def _halt(self, halt: Halt, steps: Steps | None) -> Outcome:
        if halt.reason == "done":
            return Outcome("end")
        if halt.reason == "system":
            files.close_all(self.machine)
            return Outcome("system")
        if halt.reason == "stop":
            self._report_break(self._line(steps))
        else:
            files.close_all(self.machine)
        if steps is None:
            self.resting = halt.point
        return Outcome(halt.reason, line=self._line(steps))

    def _break(self, steps: Steps | None) -> Outcome:
        line = self._line(steps)
        if steps is None:
            self.resting = self._point
        self.machine.console.interrupted()
        self._report_break(line)
        return Outcome("break", line=line)

    def _report_break(self, line: int) -> None:
        console = self.machine.console
        if console.column:
            console.newline()
        console.put("Break" + (f" in {line}" if line >= 0 else ""))
        console.newline()
        if line >= 0:
            self.current = line

    # -- Ctrl-C -----------------------------------------------------------------------------------------------------

    def _catch_interrupts(self) -> Any:
        if threading.current_thread() is not threading.main_thread():
            return None
        return signal.signal(signal.SIGINT, self._on_interrupt)

    def _release_interrupts(self, previous: Any) -> None:
        if self._interrupted:  # too late: the program was at its end
            self._forget_interrupt()
        if previous is not None:
            signal.signal(signal.SIGINT, previous)

    def _on_interrupt(self, number: int, frame: FrameType | None) -> None:
        """Ctrl-C waits for the beginning of a statement; while the program waits for a key it acts at once, and so
        does a second one where a statement does not come to its end."""
        if self.machine.console.waiting or self._interrupted:
            raise KeyboardInterrupt
        self._interrupted = self.machine.console.break_pressed = True
        function = self._running
        while frame is not None and function is not None:
            if frame.f_code is function.code:
                sys.settrace(lambda *_: None)
                frame.f_trace = partial(self._look, function)
                return
            frame = frame.f_back

    def _forget_interrupt(self) -> None:
        sys.settrace(None)
        self._interrupted = self.machine.console.break_pressed = False

    def _look(self, function: Function, frame: FrameType, event: str, argument: Any) -> Any:
        """The trace of the fast code once Ctrl-C has been pressed: stop at the next statement."""
        if event == "line" and frame.f_lineno in function.begins:
            sys.settrace(None)
            frame.f_trace = None
            raise Break(frame.f_lineno)
        return partial(self._look, function)


def _says_error(statement: n.Statement) -> bool:
    """`ERROR 7`"""
    return isinstance(statement, n.Command) and statement.word == "ERROR"


class _python_errors:
    """What Python finds wrong, said in BASIC: a subscript beyond the array, nesting beyond the stack."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: BaseException | None, traceback: Any) -> None:
        if isinstance(error, IndexError):
            raise BasicError(9) from error
        if isinstance(error, RecursionError | MemoryError):
            raise BasicError(7) from error


def _frame(traceback: TracebackType | None, function: Function) -> tuple[FrameType | None, int]:
    while traceback is not None:
        if traceback.tb_frame.f_code is function.code:
            return traceback.tb_frame, traceback.tb_lineno
        traceback = traceback.tb_next
    return None, 0


def _within(value: Any, bounds: Range) -> bool:
    """Whether a number, or every element of an array, is in a range; whole floats become ints on the way."""
    if not isinstance(value, list):
        return bounds.holds(value)
    for index, element in enumerate(value):
        if bounds.whole and type(element) is float and element == int(element):
            value[index] = element = int(element)
        if not _within(element, bounds):
            return False
    return True
