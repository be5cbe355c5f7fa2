"""A program made ready for one table of default types and one OPTION BASE."""

from __future__ import annotations

from ..record import values
from . import names
from .step_plans import entry

TYPE_CHECKING = False
if not TYPE_CHECKING:
    FunctionType = type(lambda: None)  # without importing `types`
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType

    from ..arithmetic.ranges import Range
    from ..library.registry import Entry
    from .code import Code
    from .compiled import Assumptions, Compiled
    from .image import Definitions, Function, Made
    from .interpreter import Interpreter
    from .steps import Steps


PATIENCE = 1000  # single steps, which take as long as a function takes to write
STEPS = 30  # more of them for each point of the program, when it has been written anew already


class Version:
    """The fast function, from an image or written when first asked for; behind it the analysis of the program's tree
    and the code of single steps, which few runs need and none to begin with."""

    def __init__(
        self, interpreter: Interpreter, code: Code, assumed: Assumptions, looks: int, made: Made
    ) -> None:
        self.interpreter = interpreter
        self.code = code
        self.assumed = assumed
        self.patience = PATIENCE  # single steps, until the function is written so that it can begin where they are
        self.entered = -1  # the generation of variables that has all that the function names
        self.looks = looks  # where it looks for what is due
        self.made = made  # what is known of it without the tree
        self._compiled: Compiled | None = None
        self._steps: Steps | None = None
        self._words: tuple[Function, dict[str, Entry]] | None = None
        self._called: tuple[Function, Callable[[int], None]] | None = None

    @property
    def function(self) -> Function:
        made = self.made
        if made.function is None:
            made.function, made.changed = self.compiled.function, True
        return made.function

    @property
    def call(self) -> Callable[[int], None]:
        """The function, to be entered at a point; it does not come back but by an exception."""
        function = self.function
        if self._called is None or self._called[0] is not function:
            namespace = self.interpreter.rt.namespace
            namespace["namespace"] = namespace
            self._called = function, FunctionType(function.code, namespace)
        return self._called[1]

    def open(self, point: int) -> None:
        """The fast function is to begin near a point, too: that many single steps have been there."""
        self.patience = PATIENCE + STEPS * len(self.code.outline.lines)
        self.compiled.open(point)
        if self.compiled.function is not self.made.function:
            self.made.function, self.made.changed = self.compiled.function, True
            self.entered = -1

    @property
    def has_tree(self) -> bool:
        """Whether `compiled` is there already."""
        return self._compiled is not None

    @property
    def compiled(self) -> Compiled:
        if self._compiled is None:
            interpreter = self.interpreter
            flow, namespace, writer = self.code.flow, interpreter.rt.namespace, interpreter.writer
            self._compiled = interpreter.compiler(
                flow, self.assumed, namespace, True, writer, self.made.function, self.looks
            )
        return self._compiled

    @property
    def steps(self) -> Steps:
        if self._steps is None:
            from .steps import Steps

            self._steps = Steps(self.interpreter.rt, lambda: self.compiled, self.made.plans)
        return self._steps

    @property
    def words(self) -> dict[str, Entry]:
        """The functions of the library that the fast function calls."""
        function = self.function
        if self._words is None or self._words[0] is not function:
            self._words = function, {name: entry(name, module) for name, module in function.words}
        return self._words[1]

    @property
    def definitions(self) -> Definitions:
        """The functions of DEF FN."""
        return self.compiled.definitions if self.made.function is None else self.made.function.definitions

    def bounds(self, identifier: str) -> Range:
        """What the program gives a variable."""
        from ..arithmetic.ranges import Range

        made = self.made
        if identifier not in made.bounds:
            made.bounds[identifier] = values(self.compiled.ranges.of(names.known_as(identifier)))
            made.changed = True
        return Range(*made.bounds[identifier])
