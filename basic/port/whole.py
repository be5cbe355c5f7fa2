"""The file around the routines: docstring, imports, constants, the shared state, and the way in."""

from __future__ import annotations

import ast
from collections import Counter
from typing import TYPE_CHECKING

from ..analysis.flow import Table
from ..analysis.telling import Steps
from ..gw.computer import PARTS
from ..record import replace
from ..syntax import nodes as n
from ..syntax.visit import walk
from ..values.functions import Random
from .helpers import QUESTIONS, helper, used
from .imports import head
from .lines.conditions import is_truth
from .lines.mentions import given, names_in, occurrences, replaced
from .lines.once import put_in_place
from .lines.page import Line, Page, said
from .lines.trees import changed, part, same, within
from .plan.reading import literals
from .script import is_script
from .text import finished
from .words.functions import Unportable

if TYPE_CHECKING:
    from ..analysis.defaults import Name
    from .write import Writer

MOST_CALLS = 2  # of what is written with its `gw.`


def assemble(w: Writer) -> str:
    """Every part in its place. What is imported is known last, so it is written last."""
    _begin(w)
    *routines, main = _routines(w)
    functions = [*_functions(w), *routines]
    for page in [*routines, main] if w.unset else ():
        _begin_unset(w, page)
    state = _state(w)
    w.draft.state = bool(state.lines)
    helpers = _helpers(w, [*functions, main])
    lines = [line for page in [*helpers, *functions, main] for line in page.lines]
    asks = w.k.modern and any("input" in names_in(line.text) for line in lines)
    parted = w.draft.state or asks or (w.k.game and routines)  # a game of several functions has a main
    script = not parted and is_script(w, main, [*helpers, *functions])
    for page in [*routines, main] if w.k.modern else ():
        _share_data(page, script and page is main)
    program = _program(w, script)
    constants = _constants(w)
    if not w.k.modern:
        _named_devices(program, [constants, *functions, main], script)
    traps = Page()
    for key in sorted(w.labels.traps):
        traps.put(0, f"{w.labels.trap_name(key)} = gw.errors.trap({w.labels.routine_name(key)})")
    if script:
        program.extend(traps, 1)
        moved = (replace(line, indent=line.indent - int(w.k.modern)) for line in main.lines[1:])
        main.lines = [*program.lines, *moved]
        program, traps, way_in = Page(), Page(), Page()
    else:
        way_in = _way_in(w, asks)
    body = _in_order([_data(w), program, constants], state, [*helpers, *functions], traps, main, way_in)
    above = head(w, body)
    if any(line.working and line.text not in ("", "pass") for line in [*above, *body.lines]):
        body.lines = [line for line in body.lines if (line.indent, line.text) != (0, "pass")]
    w.k.tell("laying out")
    return finished(w, [*above, *body.lines])


def _begin(w: Writer) -> None:
    """Forget what was written in an attempt before."""
    w.labels.traps = set()
    w.draft.handlers = set()
    w.draft.endings = any(node.final for routine in w.k.graph.routines.values() for node in routine.nodes.values())
    w.draft.mapping = []
    w.draft.parts = []


def _in_order(begin: list[Page], state: Page, functions: list[Page], traps: Page, main: Page, way_in: Page) -> Page:
    """The parts with empty lines between them: two around functions, one between others, and right behind imports."""
    body = Page()
    _block(body, begin, 1)
    _block(body, [state], 2)
    beside = functions and not body.lines and not isinstance(functions[0].lines[0].tree, ast.FunctionDef)
    _block(body, functions[:1], 1 if beside else 2)
    _block(body, [*functions[1:], traps], 2)
    _block(body, [main], 2 if functions or way_in.lines else 1)
    _block(body, [way_in], 2)
    while body.lines and not body.lines[-1].text:
        del body.lines[-1]
    return body


def _routines(w: Writer) -> list[Page]:
    """All routines and their parts, the main program last."""
    keys = sorted(key for key in w.k.graph.routines if key != w.k.graph.main)
    pages: list[Page] = []
    for done, key in enumerate([*keys, w.k.graph.main], 1):
        what = f"writing, routine {done} of {len(keys) + 1}"
        w.k.tell(what)
        w.places.written = Steps(w.k.tell, f"{what}, statement")
        pages.append(Page())
        w.write_routine(key, pages[-1])
    w.k.enter(None)
    w.k.tell("putting together")
    pages[-1:-1] = w.draft.parts
    handlers = {w.labels.routine_name(key) for key in w.labels.traps | w.draft.handlers}
    put_in_place(pages, w.labels.named | handlers)
    for page in pages[:-1]:
        _say_once(page)
    return pages


def _begin_unset(w: Writer, page: Page) -> None:
    """Names to which some way leads past what sets them begin as BASIC's do, 0 or empty; flags begin as False."""
    head = page.lines[0].tree
    assert isinstance(head, ast.FunctionDef)
    keys = {name: key for key, name in w.k.names.known.items() if not key[2]}
    arrays = {name for key, name in w.k.names.known.items() if key[2]}
    for name in sorted(name for where, name in w.unset if where == head.name and name not in arrays):
        initial = _first_value(w, page, name, keys.get(name))
        for line in page.lines:
            match line.tree:
                case ast.AnnAssign(target=ast.Name(id=found), value=ast.expr() as given) if found == name:
                    line.text = f"{name} = {part(line.text, given)}"
        page.lines.insert(page.begin, Line(1, f"{name} = {initial}", 0))


def _first_value(w: Writer, page: Page, name: str, key: Name | None) -> str:
    """What a name begins as: of one that the port has made up, what it is given tells whether it is a flag."""
    if key is not None:
        number = w.k.s.lists.type_name(key) == "float"
        return "0.0" if number else w.k.s.lists.initial(n.Variable(0, *key[:2]))
    if name in w.labels.limits:
        return "0.0" if w.labels.type_of_limit(name) == "float" else "0"
    givings = [each for line in page.lines for each in given(line.text) if part(line.text, each.place) == name]
    return "False" if any(is_truth(each.value) for each in givings) else "0"


def _say_once(page: Page) -> None:
    """Leave out a docstring that says no more than the name of the function."""
    words = "".join(filter(str.isalnum, said(page.lines[1].tree).lower()))
    match page.lines[0].tree:
        case ast.FunctionDef(name) if words == name.replace("_", ""):
            more = any(line.working for line in page.lines[2:])
            page.lines[1:2] = [] if more else [Line(1, "pass", 0)]


def _block(body: Page, pages: list[Page], blank: int) -> None:
    for page in pages:
        if page.lines:
            for _ in range(blank):
                body.put(0, "")
            body.extend(page)


def _helpers(w: Writer, pages: list[Page]) -> list[Page]:
    """The small functions that the others call, where nothing is imported for that."""
    lines = [line for page in pages for line in page.lines]
    for line in lines if not any("write" in names_in(line.text) for line in lines) else ():
        line.text = replaced(line.text, {"ask": "input"})  # no column need be known
    w.helpers = used(name for line in lines for name in names_in(line.text)) if w.k.modern else []
    found = []
    for name in w.helpers:
        found.append(Page())
        for text in helper(name, w.helpers, _asked_again(name, pages) if name in QUESTIONS else "").splitlines():
            found[-1].put(0, text)
    return found


def _asked_again(name: str, pages: list[Page]) -> str:
    """What the prompt of a question is when it is asked again: if all are announced by PRINT, they need not say so."""
    calls = [
        (line, node) for page in pages for line in page.lines for node in within(line.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
    ]  # fmt: skip
    announced = [call for call in calls if len(call[1].args) > 1 and same(call[1].args[-1], '"? "')]
    if len(announced) < len(calls):
        return "again or prompt" if announced else ""
    for line, call in announced:
        asked = ", ".join(part(line.text, each) for each in call.args[:-1])
        line.text = changed(line.text, {call: f"{name}({asked})"})
    return '"? "' if calls else ""


def _functions(w: Writer) -> list[Page]:
    pages = []
    for key, definitions in sorted(w.k.survey.definitions.items()):
        for position, definition in enumerate(definitions):
            page = Page()
            name = w.k.names[key] + (f"_{position + 1}" if key in w.k.dynamic else "")
            w.k.e.parameters = frozenset(w.k.names[w.k.types.name(p)] for p in definition.parameters)
            w.k.ranges.bounds = {}
            parameters = [
                f"{w.k.names[w.k.types.name(each)]}: {w.k.s.assigning.type_of(each)}" for each in definition.parameters
            ]
            body = w.k.e.expression(definition.body)
            parameters += [f"{w.k.names[free]}: {w.k.s.lists.type_name(free)}" for free in w.k.e.captured[key]]
            code = body.code if isinstance(definition.body, n.Fault) else w.k.e.convert.as_kind(body, key[1])
            w.k.e.parameters = frozenset()
            double = w.k.s.lists.type_name((key[0], "#", ""))
            result = {"$": "str", "!": "int" if body.whole else "float", "#": double}.get(key[1], "int")
            line = next((p.line for p in w.k.flow.points if p.statement is definition), 0)
            page.put(0, f"def {name}({', '.join(parameters)}) -> {result}:", line)
            late = any(f"g.{w.k.names[other]}" in names_in(f"return {code}") for other in w.k.dynamic)
            powers = (node for node in walk(definition.body) if isinstance(node, n.Binary) and node.operator == "^")
            if late or not all(isinstance(power.right, n.Number) for power in powers):  # which may be of any type
                page.put(1, f"result: {result} = {code}", line)
                code = "result"
            page.put(1, f"return {code}", line)
            pages.append(page)
    return pages


def _constants(w: Writer) -> Page:
    """What never changes, once for all routines."""
    page = Page()
    w.k.s.assigning.declared = set()
    w.k.ranges.bounds = {}
    for name, point in w.k.constants.items():
        statement = point.statement
        if isinstance(statement, n.Let) and name not in w.k.e.truths:
            page.put(
                0, f"{w.k.names[name]} = {w.k.s.assigning.given(statement.target, statement.value)[1]}", point.line
            )
        elif isinstance(statement, Table):
            for text in w.k.s.lists.table(statement):
                page.put(0, text, point.line)
    return page


def _share_data(page: Page, script: bool) -> None:
    """The constants of DATA that are left are the module's, which a function says that begins them again."""
    begun = False
    for line in page.lines:
        places = [node for node in within(line.tree) if isinstance(node, ast.Attribute) and node.attr == "data"]
        begun |= any(isinstance(place.ctx, ast.Store) for place in places)
        line.text = changed(line.text, dict.fromkeys(places, "data"))
    if begun and not script:
        page.lines.insert(page.begin, Line(1, "global data", 0))


def _state(w: Writer) -> Page:
    page = Page()
    fields = [f"{w.k.names[name]}: {_field(w, name)}" for name in sorted(w.k.shared)]
    if fields:
        for text in ("@dataclass", "class State:", '    """What the subroutines share."""', ""):
            page.put(0, text)
        for text in fields:
            page.put(1, text)
        for text in ("", "", "g = State()"):
            page.put(0, text)
    return page


def _field(w: Writer, name: Name) -> str:
    if name[2] == "FN":
        return "Callable[..., Any] = undefined_function"
    node = n.Variable(0, name[0], name[1])
    element = n.Element(0, name[0], name[1], ())
    if name[2] == "()":
        rank = w.k.e.simple_arrays.get(w.k.names[name])
        if rank is None:
            return f"{w.k.s.lists.array_type(name)} = field(default_factory=lambda: {w.new_array(element)})"
        kind = w.k.s.lists.list_type(element, len(rank))
        if (bounds := w.k.undeclared.get(name)) is not None:
            return f"{kind} = field(default_factory=lambda: {w.k.s.lists.empty(element, bounds)})"
        return f"{kind} = field(default_factory=list)"
    return f"{w.k.s.assigning.type_of(node)} = {w.k.s.lists.initial(node)}"


def _data(w: Writer) -> Page:
    page = Page()
    if w.k.flow.data and w.k.reads:
        if w.k.modern and not all(constant.item.whole for constant in w.k.flow.data):
            raise Unportable("fractions in DATA")
        texts = literals(w.k)
        page.put(0, f"DATA = ({', '.join(texts)}{',' * (len(texts) == 1)})")
        alike = {type(ast.literal_eval(text)) for text in texts} in ({int}, {str})
        if w.k.modern:
            page.put(0, "data = iter(DATA)" if alike else "data: Iterator[Any] = iter(DATA)")
    return page


def _program(w: Writer, script: bool) -> Page:
    """The machine that the program runs on: `gw`."""
    page = Page()
    if w.k.modern:
        return page
    arguments = []
    if w.k.flow.data and w.k.reads:
        arguments.append("DATA")
        if w.k.s.inputs.spoilt:
            lines: dict[int, int] = {}
            for index, constant in enumerate(w.k.flow.data):
                if constant.line not in lines.values():
                    lines[index] = constant.line
            arguments.append(f"{{{', '.join(f'{index}: {line}' for index, line in lines.items())}}}")
    if w.k.lines:
        arguments.append(f"lines={w.k.lines}")
    shown = ", ".join([*arguments, *["exact=True"] * w.k.exact])
    page.put(0, f"with Program({shown}) as gw:" if script else f"gw = Program({shown})")
    return page


def _named_devices(program: Page, pages: list[Page], script: bool) -> None:
    """`files, screen = gw.files, gw.screen`; what a program calls once or twice is `gw.screen.locate(5, 10)`."""
    lines = [line for page in pages for line in page.lines]
    calls = Counter(name for line in lines for name in occurrences(line.text) if name in PARTS)
    named = sorted(device for device, count in calls.items() if count > MOST_CALLS)
    for line in lines:
        rare = [node for node in within(line.tree) if isinstance(node, ast.Name) and node.id in PARTS]
        line.text = changed(line.text, {node: f"gw.{node.id}" for node in rare if node.id not in named})
    if named:
        program.put(int(script), f"{', '.join(named)} = {', '.join(f'gw.{device}' for device in named)}")


def _way_in(w: Writer, asks: bool) -> Page:
    """The call of `main`; in Python alone a program ends where no more is typed, and RUN is `main` once more."""
    runs = [point.statement for point in w.k.flow.points if isinstance(point.statement, n.Run)]
    resets = w.draft.state and any(run.file is None for run in runs)
    lines = ["main()"] if w.k.modern else [f"gw.run(main{', g' * resets})"]
    if runs and w.k.modern:
        lines = ["while True:", "    with suppress(Restart):", "        main()", "        break"]
        if w.draft.state:
            lines.append("    vars(g).update(vars(State()))")
        if w.k.s.inputs.reads:
            lines.append("    data = iter(DATA)")
        if "rnd" in w.helpers:
            lines.append(f"    seed = {Random.FIRST}")
    if asks:
        lines = ["try:", *(f"    {line}" for line in lines), "except EOFError:", "    raise SystemExit(1) from None"]
    page = Page()
    for text in ['if __name__ == "__main__":', *(f"    {line}" for line in lines)]:
        page.put(0, text)
    return page
