"""The file around the routines: docstring, imports, constants, the shared state, and the way in."""

from __future__ import annotations

import ast
import re
import textwrap
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..analysis.flow import Table, core
from ..analysis.telling import Steps
from ..gw.computer import DEVICES
from ..record import replace
from ..syntax import nodes as n
from ..syntax.visit import walk
from ..values.functions import Random
from .helpers import IMPORTS, helper, used
from .lines.conditions import TEXT
from .lines.formatting import NARROW, WIDTH, formatted, spaced_slices
from .lines.locally import name_locally
from .lines.once import put_in_place
from .lines.page import ZERO, Line, Page, docstring, untyped
from .lines.results import type_results
from .lines.settings import settings
from .lines.trees import changed, expression, part, tree, within
from .plan.reading import literals
from .routine.cases import table_text
from .routine.faults import failing
from .routine.layout import NotAlone
from .words.value import EXACTLY

if TYPE_CHECKING:
    from .naming.names import Key as Name
    from .write import Writer

CALLS, SINGLES = "basic.gw.program", "basic.gw.singles"  # the run-time module, without and with operators


def assemble(w: Writer) -> str:
    """Every part in its place. What is imported is known last, so it is written last."""
    w.e.rounding = False
    w.traps = set()
    w.handlers = set()
    w.endings = any(node.final for routine in w.graph.routines.values() for node in routine.nodes.values())
    w.mapping = []
    w.parts = []
    w.tables = {}
    w.part_names = {part.name for resolver in w.resolved.values() for part in resolver.made}
    keys = sorted(key for key in w.graph.routines if key != w.graph.main)
    pages: list[Page] = []
    for done, key in enumerate([*keys, w.graph.main], 1):
        what = f"writing, routine {done} of {len(keys) + 1}"
        w.tell(what)
        w.written = Steps(w.tell, f"{what}, statement")
        pages.append(Page())
        w.write_routine(key, pages[-1])
    w.tell("putting together")
    *routines, main = pages
    routines += w.parts
    main_too = [*routines, main]
    kept = {*w.named, *(w.routine_name(key) for key in w.traps | w.handlers)}
    put_in_place(main_too, kept)
    for page in routines:
        _say_once(page)
    routines = main_too[:-1]
    functions = _functions(w)
    objects = [name for name, bounds in w.e.simple_arrays.items() if bounds is None]
    for page in [*functions, *routines]:
        type_results(page, objects)
    for page in [*routines, main] if w.unset else ():
        _begin_unset(w, page)
    state = _state(w)
    body = Page()
    w.state = bool(state.lines)
    helpers = _helpers(w, [*functions, *routines, main])
    parted = state.lines or (w.game and routines)  # a game of several functions has a main
    script = not parted and w.is_script(main, [*helpers, *functions, *routines])
    for page in [*routines, main] if w.modern else ():
        _share_data(page, script and page is main)
    program = _program(w, script, [*functions, *routines, main])
    constants = _constants(w)
    _tables(w, constants, [*routines, main])
    if not w.modern:
        _named_classes(program, [*functions, *routines, main, state, constants], script)
        _named_devices(program, [*functions, *routines, main], script)
    traps = [f"{w.trap_name(key)} = gw.trap({w.routine_name(key)})" for key in sorted(w.traps)]
    if script:
        by = int(w.modern)
        if traps and _traps_at_once(main):
            traps[-1] = f"{traps[-1][:-1]}, active=True)"
        for text in traps:
            program.put(1, text)
        moved = (replace(line, indent=line.indent - by) for line in main.lines[1:])
        main.lines = [*program.lines, *moved]
    _block(body, [_data(w), constants] if script else [_data(w), program, constants], 1)
    if state.lines:
        _block(body, [state], 2)
        body.put(0, "")
        body.put(0, "")
        body.put(0, "g = State()")
    functions = [*helpers, *functions, *routines]
    beside = functions and not body.lines and not functions[0].lines[0].text.startswith("def ")  # right behind imports
    _block(body, functions[:1], 1 if beside else 2)
    _block(body, functions[1:], 2)
    if traps and not script:
        body.put(0, "")
        body.put(0, "")
        for text in traps:
            body.put(0, text)
    _block(body, [main], 1 if script and not functions else 2)
    way_in = [] if script else _way_in(w)
    head = _head(w, body, way_in)
    if any(line.working and line.text not in ("", "pass") for line in [*head.lines, *body.lines]):
        body.lines = [line for line in body.lines if (line.indent, line.text) != (0, "pass")]
    while body.lines and not body.lines[-1].text:
        del body.lines[-1]
    w.tell("laying out")
    return _finished(w, head, body, way_in)


def _begin_unset(w: Writer, page: Page) -> None:
    """Names to which some way leads past what sets them begin as BASIC's do, 0 or empty; flags begin as False."""
    head = tree(page.lines[0].text)
    assert isinstance(head, ast.FunctionDef)
    keys = {name: key for key, name in w.names.known.items() if not key[2]}
    arrays = {name for key, name in w.names.known.items() if key[2]}
    begun = 1 + page.lines[1].text.startswith('"""')
    for name in sorted(name for where, name in w.unset or () if where == head.name and name not in arrays):
        if name in keys:
            kind, initial = w.s.type_name(keys[name]), w.s.initial(n.Variable(0, *keys[name][:2]))
        else:
            value = next(filter(None, (settings(line.text).value(name) for line in page.lines)), "0")
            flag = isinstance(expression(value), ast.Compare) or value in ("True", "False")
            kind, initial = ("bool", "False") if flag else ("float", "0")
        for line in page.lines:
            match tree(line.text):
                case ast.AnnAssign(target=ast.Name(id=found), value=ast.expr() as given) if found == name:
                    line.text = f"{name} = {part(line.text, given)}"
        page.lines.insert(begun, Line(1, f"{name}: {kind} = {initial}", 0))


def _say_once(page: Page) -> None:
    """Leave out a docstring that says no more than the name of the function."""
    name = page.lines[0].text.removeprefix("def ").partition("(")[0]
    if page.lines[1].text.startswith('"""') and re.findall(r"\w+", page.lines[1].text.lower()) == name.split("_"):
        del page.lines[1]


def _traps_at_once(main: Page) -> bool:
    """Whether ON ERROR GOTO comes first, behind the first values of variables; its line is taken out then."""
    for position, line in enumerate(main.lines[1:], 1):
        if line.text == TRAPPING:
            del main.lines[position]
            return len(main.lines) > 1
        if line.source or "gw." in line.text:
            break
    return False


_QUOTED = re.compile(rf"(f?)({TEXT})")
BY_WAY = re.compile(r"\b\w+_BY_WAY\b")
TRAPPING = "gw.trapping = True"


def _block(body: Page, pages: list[Page], blank: int) -> None:
    for page in pages:
        if page.lines:
            for _ in range(blank):
                body.put(0, "")
            body.extend(page)


def _helpers(w: Writer, pages: list[Page]) -> list[Page]:
    """The small functions that the others call, where nothing is imported for that."""
    w.helpers = []
    if not w.modern:
        return []
    found = []
    code = "\n".join(_without_texts(line.text) for page in pages for line in page.lines if line.working)
    w.helpers = used(code)
    for name in w.helpers:
        for module, names in IMPORTS.get(name, {}).items():
            for each in names:
                w.e.use(module, each)
        page = Page()
        for text in helper(name, w.helpers, _asked_again(name, pages)).splitlines():
            page.put(0, text)
        found.append(page)
    return found


def _asked_again(name: str, pages: list[Page]) -> str:
    """What the prompt of a question is when it is asked again: if all are announced by PRINT, they need not say so."""
    lines = [line for page in pages for line in page.lines if line.working and f"{name}(" in line.text]
    announced = [line for line in lines if ANNOUNCED.search(line.text)]
    if not announced:
        return ""
    if len(announced) < len(lines):
        return "again or prompt"
    for line in lines:
        line.text = ANNOUNCED.sub("", line.text)
    return '"? "'


ANNOUNCED = re.compile(r', "\? "(?=\))')  # in the calls of `ask_number` and the others


def _functions(w: Writer) -> list[Page]:
    pages = []
    for key, definitions in sorted(w.survey.definitions.items()):
        for position, definition in enumerate(definitions):
            page = Page()
            name = w.names[key] + (f"_{position + 1}" if key in w.dynamic else "")
            parameters = []
            w.e.parameters = frozenset(w.names[w.survey.name(p)] for p in definition.parameters)
            w.ranges.bounds = {}
            with w.ranges.within(definition):
                for parameter in definition.parameters:
                    entry = f"{w.names[w.survey.name(parameter)]}: {w.s.type_of(parameter)}"
                    if entry not in parameters:
                        parameters.append(entry)
                body = w.e.expression(definition.body)
            parameters += [f"{w.names[free]}: {w.s.type_name(free)}" for free in w.e.captured[key]]
            given = w.ranges.of(w.ranges.function(definition))
            code = body.code if isinstance(definition.body, n.Fault) else w.e.handed(body, key[1], given)
            w.e.parameters = frozenset()
            whole = body.whole and w.e.operations.handed(key[1], given) == EXACTLY
            double = w.s.type_name((key[0], "#", ""))
            result = {"$": "str", "!": "int" if whole else "float", "#": double}.get(key[1], "int")
            line = next((p.line for p in w.flow.points if p.statement is definition), 0)
            page.put(0, f"def {name}({', '.join(parameters)}) -> {result}:", line)
            late = any(re.search(rf"\bg\.{w.names[other]}\)?\(", code) for other in w.dynamic)
            if late or untyped(code) or "gw.fail(" in code:
                page.put(1, f"result: {result} = {code}", line)
                code = "result"
            page.put(1, f"return {code}", line)
            for text in page.lines:
                text.called = True
            pages.append(page)
    return pages


def _constants(w: Writer) -> Page:
    """What never changes, once for all routines."""
    page = Page()
    w.s.declared = set()
    w.ranges.bounds = {}
    for name, point in w.constants.items():
        statement = point.statement
        if isinstance(statement, n.Let) and name not in w.e.truths:
            page.put(0, f"{w.names[name]} = {w.s.given(statement.target, statement.value)[1]}", point.line)
        elif isinstance(statement, Table):
            for text in w.s.table(statement):
                page.put(0, text, point.line)
    return page


def _tables(w: Writer, page: Page, routines: list[Page]) -> None:
    """The states to which the ends of calls lead."""
    used = {name for each in routines for line in each.lines for name in BY_WAY.findall(line.text)}
    for name, (_, states) in w.tables.items():
        if name in used:
            page.put(0, f"{name} = {table_text(states)}")


def _share_data(page: Page, script: bool) -> None:
    """The constants of DATA that are left are the module's, which a function says that begins them again."""
    begun = False
    for line in page.lines:
        places = [node for node in within(tree(line.text)) if isinstance(node, ast.Attribute) and node.attr == "data"]
        begun |= any(isinstance(place.ctx, ast.Store) for place in places)
        line.text = changed(line.text, dict.fromkeys(places, "data"))
    if begun and not script:
        page.lines.insert(1 + page.lines[1].text.startswith('"""'), Line(1, "global data", 0))


def _state(w: Writer) -> Page:
    page = Page()
    fields = []
    for name in sorted(w.shared):
        fields.append(f"{w.names[name]}: {_field(w, name)}")
    handed = [name for name in sorted(w.limits) if name.startswith("g.") and not w.worked_out(name).constant]
    fields += [f"{name[2:]}: {w.type_within(name)} = 0" for name in handed]
    if fields:
        w.e.use("dataclasses", "dataclass")
        page.put(0, "@dataclass")
        page.put(0, "class State:")
        page.put(1, '"""What the subroutines share."""')
        page.put(0, "")
        for text in fields:
            page.put(1, text)
    return page


def _field(w: Writer, name: Name) -> str:
    if name[2] == "FN":
        w.e.use("collections.abc", "Callable")
        w.e.use("typing", "Any")
        return f"Callable[..., Any] = {w.e.tool('undefined_function')}"
    node = n.Variable(0, name[0], name[1])
    element = n.Element(0, name[0], name[1], ())
    if name[2] == "()":
        w.e.use("dataclasses", "field")
        rank = w.e.simple_arrays.get(w.names[name])
        if rank is None:
            return f"{w.s.array_type(name)} = field(default_factory=lambda: {w.new_array(element)})"
        kind = w.s.list_type(element, len(rank))
        if (bounds := w.undeclared.get(name)) is not None:
            from .words.lists import filled, sizes

            return f"{kind} = field(default_factory=lambda: {filled(sizes(bounds), w.s.initial(element))})"
        return f"{kind} = field(default_factory=list)"
    return f"{w.s.type_of(node)} = {w.s.initial(node)}"


def _data(w: Writer) -> Page:
    page = Page()
    if w.flow.data and w.reads:
        if w.modern and not all(constant.item.whole for constant in w.flow.data):
            raise NotAlone
        texts = literals(w)
        page.put(0, f"DATA = ({', '.join(texts)}{',' * (len(texts) == 1)})")
        if w.modern:
            w.e.use("collections.abc", "Iterator")
            w.e.use("typing", "Any")
            page.put(0, "data: Iterator[Any] = iter(DATA)")
    return page


def _program(w: Writer, script: bool, pages: list[Page]) -> Page:
    """The machine that the program runs on: `gw`."""
    page = Page()
    if w.modern:
        return page
    arguments = []
    if w.flow.data and w.reads:
        arguments.append("DATA")
        if w.s.spoilt:
            lines: dict[int, int] = {}
            for index, constant in enumerate(w.flow.data):
                if constant.line not in lines.values():
                    lines[index] = constant.line
            arguments.append(f"{{{', '.join(f'{index}: {line}' for index, line in lines.items())}}}")
    if w.lines:
        arguments.append(f"lines={w.lines}")
    w.e.tool("Program")
    shown = ", ".join(arguments)
    page.put(0, f"with Program({shown}) as gw:" if script else f"gw = Program({shown})")
    return page


def _named_classes(program: Page, pages: list[Page], script: bool) -> None:
    """`Single = gw.Single`, where there is a need for the name; `gw.Single(0)` where that is called once or twice."""
    working = [line for page in pages for line in page.lines if line.working]
    for name in ("Single", "Double"):
        lines = [line for line in working if re.search(rf"\b{name}\b", _without_texts(line.text))]
        called = [line for line in lines if re.fullmatch(rf"[^\"]*(?<![\w.]){name}\([^\"]*", line.text)]
        once = all(line.text.count(name) == 1 and len(line.text) + 4 * line.indent <= NARROW for line in called)
        if len(lines) == len(called) <= MOST_CALLS and once:
            for line in called:
                line.text = re.sub(rf"\b{name}\(", f"gw.{name}(", line.text)
        elif lines:
            program.put(int(script), f"{name} = gw.{name}")


MOST_CALLS = 2


def _named_devices(program: Page, pages: list[Page], script: bool) -> None:
    """`files, screen = gw.files, gw.screen`; what a program calls once or twice is `gw.screen.locate(5, 10)`."""
    lines = [line for page in pages for line in page.lines if line.working]
    calls = Counter(device for line in lines for device in _devices(line.text))
    named = sorted(device for device, count in calls.items() if count > MOST_CALLS)
    for line in lines:
        line.text = _before_devices(line.text, lambda device: "gw." * (device not in named))
    if named:
        program.put(int(script), f"{', '.join(named)} = {', '.join(f'gw.{device}' for device in named)}")


ON_DEVICE = re.compile(rf"f?{TEXT}|(?<![\w.])({'|'.join(DEVICES)})\.(?=\w+\()")  # or a text, whatever it says
BRACED = re.compile(r"\{[^{}]+\}")


def _before_devices(text: str, word: Callable[[str], str]) -> str:
    """A text with a word before each call of a device, also in what f-strings show."""

    def changed(found: re.Match[str]) -> str:
        if found[0].startswith(('f"', "f'")):
            return BRACED.sub(lambda shown: _before_devices(shown[0], word), found[0])
        return word(found[1]) + found[0] if found[1] else found[0]

    return ON_DEVICE.sub(changed, text)


def _devices(text: str) -> list[str]:
    """The devices that a text calls."""
    found: list[str] = []

    def heard(device: str) -> str:
        found.append(device)
        return ""

    _before_devices(text, heard)
    return found


def asks_devices(text: str) -> bool:
    """Whether a text calls what only the machine of a program has."""
    return bool(_devices(text))


def _head(w: Writer, body: Page, way_in: list[str]) -> Page:
    page = Page()
    page.lines += docstring(w.remarks, 0)
    working = "\n".join(_without_texts(text) for text in [*(line.text for line in body.lines if line.working), *way_in])
    words = set(re.findall(r"(?<![\w.])\w+", working))
    used = {m: names & words for m, names in w.e.imports.items() if names & words}
    standard = {m: names for m, names in used.items() if not m.startswith("basic")}
    own = {m: names for m, names in used.items() if m.startswith("basic")}
    if w.e.rounding and CALLS in own:
        own[SINGLES] = own.pop(CALLS)
    for group in (standard, own):
        if group:
            if page.lines:
                page.put(0, "")
            begun = len(page.lines)
            for name in sorted(group.get("", ())):
                page.put(0, f"import {name}")
            for module in sorted(m for m in group if m):
                wanted = sorted(group[module], key=_import_order)
                page.put(0, f"from {module} import {', '.join(wanted)}")
            if group is own:
                _give_reasons(page, begun, body)
    if lines := _asking_for_memory(w):
        page.put(0, "")
        shown = FREE.format(" or ".join(map(str, sorted(lines))))
        page.lines += [Line(0, part, 0) for part in _comment(shown, "")]
    return page


FREE = "# FRE in BASIC's line {} counts the program here, and no variables."
PRECISION = "single precision"

# Why a program cannot do without `basic`: what stands in it, and what that is.
REASONS = (
    (r"gw\.(add|subtract|multiply|divide|power|singles?|Single|sqr|exp|log|tan)\b|\b(sin|cos|atn)\(", PRECISION),
    (r"\w+_double\(|double_value\(|\bDouble\b|gw\.val\(", "double precision"),
    (r"ZONE|Tab\(|Spc\(|gw\.using\w*\(", "columns and formats"),
    (r"\bfiles\.|gw\.(file|print_to|input_items|input_\w+_from)\(", "files"),
    (rf"\b({'|'.join(device for device in DEVICES if device != 'files')})\.", "devices"),
    (r"(?<!files)\.(input(_number|_text|_integer|_double)?|line_input|prompt)\(", "BASIC's INPUT"),
    (r"gw\.(rnd|randomize|randrange)\(", "BASIC's RND"),
    (r"gw\.(catch|trap|resume|fail|again)\(|BasicError", "BASIC's errors"),
    (r"\bactive_loops\.", "loops that depend on the way"),
    (r"\bhandover\.", "the program that takes over"),
    (r"\b(index|look|integer|byte|join|asc|counting)\(|(?<!\btuple)(?<=\w)\[\w", "BASIC's limits"),
)


def _asking_for_memory(w: Writer) -> set[int]:
    """The lines with an FRE whose number is of use, which is not so where it only collects garbage."""
    looked_at = set().union(*(reads for effects in w.survey.effects.values() for reads, _ in effects.values()))
    return {
        point.line
        for index in {place[0] for routine in w.graph.routines.values() for place in routine.nodes}
        if index < w.flow.end and (point := w.flow.points[index])
        if any(isinstance(node, n.Function) and node.name == "FRE" for node in walk(point.statement))
        if not (
            isinstance(said := core(point.statement), n.Let) and isinstance(said.target, n.Variable)
            and w.survey.name(said.target) not in looked_at
        )
    }  # fmt: skip


def _without_texts(code: str) -> str:
    """A line without its texts, but with what is worked out in them."""
    return _QUOTED.sub(lambda found: _worked_out_in(found[0]) if found[1] else "", code)


def _worked_out_in(text: str) -> str:
    return text if "{{" in text else " ".join(re.findall(r"\{[^{}]*\}", text))


def _give_reasons(page: Page, begun: int, body: Page) -> None:
    """Say why what is imported there is needed: behind the import of the run-time if that is short, or behind what
    it is first used in if that follows; else before it all."""
    text = "\n".join(_without_texts(line.text) for line in body.lines if line.working)
    operators = any(line.text.startswith(RUN_TIMES[1]) for line in page.lines[begun:])
    found = [
        reason for pattern, reason in REASONS if re.search(pattern, text) or (operators and reason == PRECISION)
    ] or ["BASIC's numbers in PRINT"]
    begun_with = [reason for reason in found if reason.startswith("BASIC's ")][1:]
    found = [reason.removeprefix("BASIC's ") if reason in begun_with else reason for reason in found]
    remark = f"# for {', '.join(found)}"
    for line in page.lines[begun:]:
        if line.text.startswith(RUN_TIMES) and len(f"{line.text}  {remark}") <= NARROW:
            line.note = remark
            return
    first = next((line for line in body.lines[:3] if line.text), None)
    if first and first.text.startswith(("gw = ", "with Program(")) and not first.note:
        first.note = remark
        return
    page.lines[begun:begun] = [Line(0, text, 0) for text in _comment(f"# Imported for {', '.join(found)}.", "")]


RUN_TIMES = tuple(f"from {module} import " for module in (CALLS, SINGLES))


def _import_order(name: str) -> tuple[int, str]:
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


def _finished(w: Writer, head: Page, body: Page, way_in: list[str]) -> str:
    texts: list[str] = []
    w.mapping = []
    fails = failing(w)
    lines = [*head.lines, *body.lines]
    while not lines[0].text:
        del lines[0]
    told = [bool(line.source) and not line.called and fails(line) for line in lines]
    w.renamed = name_locally(lines, w.names.shorter(), w.said, w.helpers)
    before = 0
    for line, tells in zip(lines, told, strict=True):
        margin = "    " * line.indent
        marked = tells or (w.marks and line.source not in (0, before) and line.working)
        comment = f"  # {line.erl % ZERO}" if marked else ""
        before = line.source or before
        if line.text.startswith("#"):
            shown = _comment(line.text, margin)
        elif line.text.startswith('"""'):
            shown = [margin + text for text in line.text.split("\n")]
        else:
            shown = formatted(spaced_slices(line.text), len(margin), len(comment)) if line.text else [""]
        if line.note:  # a number at its end would be taken for a BASIC line
            if comment or len(shown) > 1 or len(shown[0]) + len(line.note) + 2 > WIDTH or line.note[-1].isdigit():
                texts += _comment(line.note, margin)
            else:
                comment = f"  {_no_order(line.note)}"
        shown[-1] += comment
        for text in shown:
            texts.append(text)
            if line.source:
                w.mapping.append((len(texts), line.source % ZERO))
    return "\n".join([*texts, *way_in]) + "\n"


def _way_in(w: Writer) -> list[str]:
    """The call of `main`; in Python alone a program ends where no more is typed, and RUN is `main` once more."""
    head = ["", "", 'if __name__ == "__main__":']
    runs = [point.statement for point in w.flow.points if isinstance(point.statement, n.Run)]
    if not w.modern:
        again = ", g" * (w.state and any(run.file is None for run in runs))
        return [*head, f"    gw.run(main{again})"]
    lines = ["main()"]
    if runs:
        lines = ["while True:", "    with suppress(Restart):", "        main()", "        break"]
        if w.state:
            lines.append("    vars(g).update(vars(State()))")
        if w.s.reads:
            lines.append("    data = iter(DATA)")
        if "rnd" in w.helpers:
            lines.append(f"    seed = {Random.FIRST}")
    if any(name.startswith("ask") for name in w.helpers):
        lines = ["try:", *(f"    {line}" for line in lines), "except EOFError:", "    raise SystemExit(1) from None"]
    return [*head, *(f"    {line}" for line in lines)]


def _comment(text: str, margin: str) -> list[str]:
    shown = textwrap.wrap(text, WIDTH - 2, initial_indent=margin, subsequent_indent=f"{margin}# ")
    return [_no_order(line) for line in shown]


def _no_order(comment: str) -> str:
    """A remark that Python or its tools would take for an order to them, so that they do not."""
    return _CODING.sub("coding ", _ORDER.sub(r"\1# - ", comment, count=1))


_ORDER = re.compile(r"^( *)# (?=(?:type|fmt|ruff|flake8|mypy|isort|yapf) ?:|noqa\b)", re.I)
_CODING = re.compile(r"coding(?=[:=])")
