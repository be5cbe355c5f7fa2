"""A program made ready for one table of default types and one OPTION BASE."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import CodeType

from ..analysis.defaults import DefTypes, Name
from ..analysis.flow import Flow, core, itself
from ..analysis.variables.types import Ranges
from ..library import words as library_words
from ..syntax import nodes as n
from ..syntax.effects import placed
from ..syntax.visit import walk
from . import inline, names
from .blocks import Blocks
from .expressions import Expressions
from .image import Definitions, Function, Kept
from .layout import Layout
from .nesting import DISPATCH, Nesting
from .placing import doubtful
from .poll import NOWHERE
from .statements import Statements
from .step_plans import called

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

assert inline and library_words  # importing them fills the tables of functions
Assumptions = tuple[DefTypes, int, frozenset[Name]]


def functions_of(flow: Flow) -> list[n.DefFn]:
    """The DEF FN of a text."""
    return [statement for point in flow.points if isinstance(statement := core(point.statement), n.DefFn)]


class Compiled:
    """Code for a flow: the fast function, and code for each point by itself, both made when first asked for."""

    statements_type: type[Statements] = Statements

    def __init__(
        self,
        flow: Flow,
        assumed: Assumptions,
        namespace: dict[str, Any],
        known: bool = True,
        writer: type[Expressions] = Expressions,
        function: Function | None = None,
        looks: int = NOWHERE,
        functions: Iterable[n.DefFn] = (),
    ) -> None:
        """`function`: the fast one, where it has been written before; `looks`: where it is to see what is due;
        `functions`: those of another text, which this one may call."""
        self.looks = looks
        self.flow = flow
        self.assumed, self.known = assumed, known
        self.types, self.base, exceptions = assumed
        self.ranges = Ranges(flow, self.types, exceptions, known)
        definitions: dict[str, list[n.DefFn]] = {}
        fielded: set[str] = set()
        self.expressions = writer(self.ranges, self.base, definitions)
        self.statements = self.statements_type(self.expressions, fielded)
        self.namespace = namespace
        self.made: set[str] = set()  # variables that get their place here
        for statement in functions:
            self._define(definitions, statement)
        self._survey(definitions, fielded)
        self.statements.used()
        self._codes: dict[int, Any] = {}
        self._conditions: dict[int, Any] = {}
        self._definitions: Definitions | None = None
        self._function = function
        self.source = ""  # of the function, in Python
        self._blocks: Blocks | None = None
        self._layout: Layout | None = None
        self._opened = frozenset() if function is None else function.opened

    def _survey(self, definitions: dict[str, list[n.DefFn]], fielded: set[str]) -> None:
        """What must be known of the whole text before any of it is written."""
        types = self.types
        exposed: set[Name] = set()
        asked: dict[str, list[int]] = {}  # scalars that VARPTR or SWAP looks for -> where
        scalars: list[n.Variable] = []
        functions: list[str] = []
        measured = False
        for point in self.flow.points:
            statement = core(point.statement)
            if isinstance(statement, n.DefFn):
                functions.append(self._define(definitions, statement))
            if isinstance(statement, n.Field):
                fielded.update(self.statements.identifier(part.target) for part in statement.parts)
            for node in walk(itself(statement)):
                if isinstance(node, n.Element):
                    self.expressions.array(node.name, node.sigil, len(node.subscripts))
                if isinstance(node, n.Variable) and not isinstance(statement, n.DefFn | n.Erase | n.Common):
                    scalars.append(node)
                if isinstance(node, n.UserFunction):
                    functions.append(names.user_function(node.name, types.kind(node.name, node.sigil)))
                if isinstance(node, n.Function) and node.name == "FRE":
                    measured = True
                if isinstance(node, n.Function) and node.name in ("VARPTR", "VARPTR$"):
                    exposed.update(self.ranges.key(a) for a in node.arguments if isinstance(a, n.Variable | n.Element))
                    for argument in node.arguments:
                        if isinstance(argument, n.Variable):
                            asked.setdefault(self.statements.identifier(argument), []).append(point.index)
            if isinstance(statement, n.Swap) and isinstance(statement.right, n.Variable):
                asked.setdefault(self.statements.identifier(statement.right), []).append(point.index)
        self._hand_on(fielded)
        self._place(asked)
        if measured:  # every variable takes its place from the start, so that both engines find as much memory
            for node in scalars:
                self.expressions.scalar(node)
            self.expressions.scalars.update(dict.fromkeys(functions))
        if exposed:
            self._expose(exposed)

    def _define(self, definitions: dict[str, list[n.DefFn]], statement: n.DefFn) -> str:
        identifier = names.user_function(statement.name, self.types.kind(statement.name, statement.sigil))
        definitions.setdefault(identifier, []).append(statement)
        return identifier

    def _hand_on(self, fielded: set[str]) -> None:
        """SWAP hands on what FIELD has named."""
        statements = [core(point.statement) for point in self.flow.points]
        swaps = [s for s in statements if isinstance(s, n.Swap)]
        for _ in swaps:
            for swap in swaps:
                pair = {self.statements.identifier(swap.left), self.statements.identifier(swap.right)}
                if fielded & pair:
                    fielded |= pair

    def _place(self, asked: dict[str, list[int]]) -> None:
        """SWAP and VARPTR look for a variable's place: where it may have none they ask, and what makes one notes it."""
        identifier = self.statements.identifier
        if asked or not self.known:
            self.made = {identifier(v) for point in self.flow.points for v in placed(core(point.statement))}
        if asked:
            doubted = doubtful(self.flow, identifier, asked)
            self.expressions.absent = {name for name in doubted if self.known or name not in self.namespace}
            self.expressions.noted = self.expressions.absent & self.made

    def _expose(self, exposed: set[Name]) -> None:
        """POKE and BLOAD may put any number into these variables, and PEEK looks at them where they are."""
        types, _, exceptions = self.assumed
        self.ranges = self.expressions.ranges = Ranges(self.flow, types, exceptions | exposed, self.known)
        self.expressions.exposed = frozenset(names.scalar(name, kind) for name, kind, array in exposed if not array)

    # -- single steps ---------------------------------------------------------------------------------------------

    def code(self, index: int, write: Callable[[], list[str]]) -> Any:
        """The code object of the statement at a point."""
        code = self._codes.get(index)
        if code is None:
            lines = write()
            code = self._codes[index] = compile("\n".join(lines) or "pass", "<basic step>", "exec")
        return code

    def value(self, index: int, part: int, write: Callable[[], str]) -> Any:
        """The code object of one expression of the statement at a point."""
        code = self._conditions.get((index << 4) + part)
        if code is None:
            self.expressions.fresh()
            code = self._conditions[(index << 4) + part] = compile(write(), "<basic step>", "eval")
        return code

    @property
    def definitions(self) -> Definitions:
        """The lambdas of DEF FN for single steps, which look at the namespace; and what each statement says."""
        if self._definitions is None:
            self._definitions = {
                identifier: tuple(
                    (repr(statement), compile(self.statements.definition(identifier, statement), "<basic>", "eval"))
                    for statement in statements
                )
                for identifier, statements in self.expressions.definitions.items()
            }
        return self._definitions

    # -- the whole --------------------------------------------------------------------------------------------------

    @property
    def function(self) -> Function:
        if self._function is None:
            self._function = self._write()
        return self._function

    @property
    def blocks(self) -> Blocks:
        if self._blocks is None:
            self._blocks = Blocks(self.flow, self.expressions, self.statements, self._opened, self.looks)
            self._blocks.write()
        return self._blocks

    @property
    def layout(self) -> Layout:
        """How the program is cut up where subroutines are called and not written in place: for native code."""
        if self._layout is None:
            self._layout = self.blocks.layout
            if self._layout.inlined:
                self._layout = Layout(self.flow, self.expressions, self._opened)
        return self._layout

    def open(self, index: int) -> None:
        """The fast code is to begin near a point within loops that are Python's own: have it written without those."""
        around = self.blocks.layout.simple.intersection(self.blocks.layout.around(index))
        if around or index not in self.function.heads:
            self._opened |= {index}
            self._function = self._layout = None

    def counter(self, index: int) -> str:
        """The identifier of the variable that the FOR at a point counts with."""
        statement = core(self.flow.points[index].statement) if index < self.flow.end else None
        return self.statements.identifier(statement.variable) if isinstance(statement, n.For) else ""

    def _write(self) -> Function:
        blocks = self._blocks = Blocks(self.flow, self.expressions, self.statements, self._opened, self.looks)
        nesting = Nesting(blocks.write(), blocks.layout.entries)
        if not nesting.heads.isdisjoint(blocks.at_heads):
            nesting = Nesting(blocks.forget(nesting.heads), blocks.layout.entries)
        lambdas = [
            (f"{identifier}_{position}", self.statements.definition(identifier, statement))
            for identifier, statements in self.expressions.definitions.items()
            for position, statement in enumerate(statements)
        ]
        lines: list[str] = ["def program(pc):"]
        marks: list[int] = [0]
        calls: dict[int, tuple[int, ...]] = {}
        ahead: dict[int, int] = {}

        def put(indent: int, code: str, point: int = 0) -> None:
            lines.append(" " * indent + code)
            marks.append(point)

        exposed = self.expressions.exposed
        scalars = tuple(s for s in self.expressions.scalars if not s.startswith("FN_") and s not in exposed)
        counts = ("done",) if self.looks else ()
        arrays = tuple(self.expressions.arrays)
        if exposed:  # they stay in the namespace, where PEEK and POKE find them
            put(1, f"global {', '.join(sorted(exposed))}")
        for identifier in scalars + arrays + counts:
            put(1, f"{identifier} = namespace[{identifier!r}]")
        for state in blocks.loops.states.values():
            for local in (state.limit, state.step):
                if local.startswith(("limit_", "step_")):
                    put(1, f"{local} = namespace.get({local!r})")
        for name, code in lambdas:
            put(1, f"{name} = {code}")
        for identifier, statements in self.expressions.definitions.items():
            choices = [
                f"{identifier}_{p} if namespace[{identifier!r}] is namespace['{identifier}_{p}'] else "
                for p in range(len(statements))
            ]
            put(1, f"{identifier} = {''.join(choices)}None")
            self.expressions.scalars[identifier] = None
        put(1, "while True:", DISPATCH)
        if not nesting.lines:
            put(2, "raise Leave(0)")
        for line in nesting.lines:
            if line.code:
                if line.calls:
                    calls[len(lines) + 1] = line.calls
                if line.ahead:
                    ahead[len(lines) + 1] = line.ahead
                put(line.indent + 2, line.code, line.point)
        self.source = "\n".join(lines) + "\n"
        module = compile(self.source, "<basic>", "exec")
        program = next(constant for constant in module.co_consts if isinstance(constant, CodeType))
        begins = frozenset(
            line + 1
            for line in range(1, len(marks))
            if marks[line] != DISPATCH
            and (marks[line] != marks[line - 1] or lines[line].lstrip().startswith(("while True", "pass")))
        )
        whole = tuple(
            identifier
            for identifier in scalars
            if names.kind_of(identifier) == "!" and self.ranges.of(names.known_as(identifier)).whole
        )
        return Function(
            code=program,
            marks=[0, *marks],
            begins=begins,
            heads=nesting.heads,
            scalars=scalars,
            arrays=dict(self.expressions.arrays),
            known=tuple(self.expressions.scalars),
            words=called(program),
            whole=whole,
            nests=_nests(blocks),
            ahead=ahead,
            calls=calls,
            clean=frozenset(blocks.layout.clean),
            unstacked=frozenset(self.layout.clean),
            counters={index: self.counter(index) for index in self.flow.loops},
            definitions=self.definitions,
            looks=self.looks,
            opened=self._opened,
        )


def _nests(blocks: Blocks) -> dict[int, tuple[Kept, ...]]:
    kept: dict[int, Kept] = {
        begin: (state.point, state.variable, state.limit, state.step) for begin, state in blocks.loops.states.items()
    }
    nests = {point.index: tuple(kept[begin] for begin in blocks.nest(point.index)) for point in blocks.points}
    return {index: nest for index, nest in nests.items() if nest}
