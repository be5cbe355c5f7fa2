"""Small functions that are written into a ported program, so that it runs without `basic`.

Each stands there only where it is used; a person should be able to read it at a glance. What they print and take is
what the library prints and takes, as long as Python's numbers are those of the program.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable
from functools import cache

from ..analysis.solver import reached

HELPERS = {
    "num": '''\
def num(x: float) -> str:
    """A number as BASIC shows it: seven digits, `.5` for `0.5`."""
    shown = f"{x + 0: .7G}"
    if 0 < abs(x) < 0.1:
        (digits, power), fixed = f"{x: .6E}".split("E"), f"{x: .7f}".rstrip("0")
        shown = fixed if float(fixed) == float(f"{x:.6E}") else f"{float(digits): .7G}E{power}"
    return shown.replace("0.", ".", 1) if abs(x) < 1 else shown
''',
    "num_double": '''\
def num_double(x: float) -> str:
    """A number in double precision as BASIC prints those of this program: `.5` instead of `0.5`."""
    shown = f"{x: .16G}".replace("E", "D")
    return shown.replace("0.", ".", 1) if abs(x) < 1 else shown
''',
    "cls": '''\
def cls() -> None:
    """Clear the screen, if there is one."""
    if sys.stdout.isatty():
        print("\\x1b[2J\\x1b[H", end="")
''',
    "beep": '''\
def beep() -> None:
    """Ring, if there is somebody to hear it."""
    if sys.stdout.isatty():
        print("\\a", end="")
''',
    "ask": '''\
def ask(prompt: str) -> str:
    """The line that is typed; what is written then begins a new one."""
    global column
    column = 0
    return input(prompt)
''',
    "ask_text": '''\
def ask_text(prompt: str) -> str:
    """A text, as it is or in quotes; asked for again if there is a comma outside of them."""
    while len(items := next(csv.reader([input(prompt)], skipinitialspace=True)) or [""]) > 1:
        print("?Redo from start")
    return items[0].rstrip()
''',
    "ask_number": '''\
def ask_number(prompt: str) -> float:
    """A number, or nothing for 0; asked for until one is typed."""
    while True:
        try:
            number = float(input(prompt).replace("D", "E") or 0)
            return int(number) if number.is_integer() else number
        except ValueError:
            print("?Redo from start")
''',
    "ask_numbers": '''\
def ask_numbers(prompt: str, count: int) -> list[float]:
    """Numbers with commas between them, asked for until there are so many and nothing else."""
    while True:
        with suppress(ValueError):
            numbers = [float(item or 0) for item in input(prompt).replace("D", "E").split(",")]
            if len(numbers) == count:
                return [int(number) if number.is_integer() else number for number in numbers]
        print("?Redo from start")
''',
    "ask_items": '''\
def ask_items(prompt: str, kinds: str) -> list[Any]:
    """Texts (`$`) and numbers (`!`) with commas between them, asked for until all fit."""
    while True:
        items = next(csv.reader([input(prompt)], skipinitialspace=True)) or [""]
        with suppress(ValueError):
            return [item.rstrip() if kind == "$" else number_in(item) for item, kind in zip(items, kinds, strict=True)]
        print("?Redo from start")
''',
    "number_in": '''\
def number_in(text: str) -> float:
    """What is typed as a number, or nothing for 0."""
    number = float(text.replace("D", "E") or 0)
    return int(number) if number.is_integer() else number
''',
    "zone": '''\
def zone(text: str) -> str:
    """A text filled up to the next of the print zones, which have 14 columns."""
    return text + " " * (14 - len(text) % 14)
''',
    "tab": '''\
def tab(text: str, column: int) -> str:
    """A text filled up to a column, counted from 1; on a new line if it is already longer."""
    goal, used = max(column - 1, 0), len(text) - text.rfind("\\n") - 1
    return text + (" " * (goal - used) if used <= goal else "\\n" + " " * goal)
''',
    "write": '''\
column = 0


def write(*items: str | int | None, end: str = "\\n") -> None:
    """Print texts side by side; a number leads to that column, None to the next zone of 14; a line has 80 columns."""
    global column
    for item, following in pairwise((*items, "")):
        if item is None:
            item = " " * (14 - column % 14) if column < 56 else "\\n"
        elif isinstance(item, int):
            goal = max(item - 1, 0) % 80
            item = " " * (goal - column) if goal >= min(column, 79) else "\\n" + " " * goal
        elif following is None and item.endswith(" ") and column + len(item) in (14, 28, 42, 56):
            item = item[:-1]  # a number that fills its zone
        elif column and len(item) > max(80 - column, 1):
            item = f"\\n{item}"
        print(item, end="")
        column = column + len(item) if item[:1] != "\\n" else len(item) - 1
        while column > 80:
            column -= 80
    if end:
        print()
        column = 0
''',
    "using": '''\
def using(form: str, *values: str | float) -> str:
    """Values as PRINT USING shows them; the format begins again while there are more."""
    parts = re.split(r"(!|&|\\\\ *\\\\|\\+?(?:\\*\\*\\$?|\\$\\$|\\.?#)[#,]*\\.?#*[+-]?)", form)
    shown, waiting = "", list(values)
    while waiting:
        for position, part in enumerate(parts):
            if position % 2 and not waiting:
                return shown
            shown += in_form(part, waiting.pop(0)) if position % 2 else part
    return shown
''',
    "in_form": '''\
def in_form(form: str, value: str | float) -> str:
    """One value in its field: `!`, `&` or `\\\\ \\\\` for a text, `$$#,###.##-` for a number."""
    if isinstance(value, str):
        return value if form == "&" else f"{value:{len(form)}.{len(form)}}"
    decimals = len(form.rstrip("+-").partition(".")[2])
    digits = f"{abs(value) * (1 + 1e-9):{',' * (',' in form)}.{decimals}f}" + "." * form.rstrip("+-").endswith(".")
    sign = "-" if value < 0 else "+" * ("+" in form)
    if form[-1] in "+-":
        digits, sign = digits + (sign or " "), ""
    text = sign + "$" * ("$" in form) + digits
    if len(text) > len(form):
        text = text.replace("0.", ".", 1) if digits.startswith("0.") else f"%{text}"
    return text.rjust(len(form), "*" if "*" in form else " ")
''',
    "put_in": '''\
def put_in(text: str, start: int, part: str) -> str:
    """A text as long as before, in which a part begins at that place, counted from 1."""
    return (text[: start - 1] + part)[: len(text)] + text[start - 1 + len(part) :]
''',
    "val": '''\
def val(text: str) -> float:
    """The number at the beginning of a text, or 0."""
    found = re.match(r"[+-]?\\d*\\.?\\d*(?:E[+-]?\\d+)?", text.replace(" ", "").upper().replace("D", "E"))
    with suppress(ValueError):
        value = float(found[0] if found else 0)
        return int(value) if value.is_integer() else value
    return 0
''',
    "nearest": '''\
def nearest(x: float) -> int:
    """The nearest of BASIC's integers; a half leads away from 0."""
    if not -32768.5 < x < 32767.5:
        raise OverflowError(f"Overflow: {x}")
    return int(x + copysign(0.5, x))
''',
    "timer": '''\
def timer() -> float:
    """The seconds since midnight."""
    now = datetime.now()
    return (now.hour * 60 + now.minute) * 60 + now.second + round(now.microsecond / 1e6, 2)
''',
    "Restart": '''\
class Restart(Exception):
    """The program begins again."""
''',
    "randomize_by": '''\
def randomize_by(number: float) -> None:
    """Begin the random numbers anew with the bits of a number in single precision."""
    mantissa, exponent = frexp(number)
    bits, power = int(mantissa * 0x1000000), exponent + 128 if number else 0
    randomize((bits >> 16 & 0x7F ^ bits & 0xFF) + ((bits >> 8 & 0xFF ^ power) << 8))
''',
    "randomize": '''\
def randomize(number: int) -> None:
    """Begin the random numbers anew."""
    global seed
    seed = (number & 0xFFFF) << 8 | seed & 0xFF
    rnd()
''',
    "ask_seed": '''\
def ask_seed() -> int:
    """What RANDOMIZE asks for, until a number is typed."""
    while True:
        with suppress(ValueError):
            return nearest(float(input("Random number seed (-32768 to 32767)? ").replace("D", "E") or 0))
''',
    "rnd_from": '''\
def rnd_from(number: float) -> float:
    """The first random number of those that a number begins: `RND(-number)`."""
    global seed
    seed = int(abs(frexp(number)[0]) * 0x1000000)
    return rnd()
''',
    "byte": '''\
def byte(x: float) -> int:
    """A number for which BASIC has an error if it is not from 0 to 255."""
    if not -0.5 < x < 255.5:
        raise ValueError(f"Illegal function call: {x}")
    return int(x + 0.5)
''',
    "last_rnd": '''\
def last_rnd() -> float:
    """The last number of rnd() once more."""
    return seed / 0x1000000
''',
    "rnd": '''\
seed = 5228370


def rnd() -> float:
    """BASIC's next random number, from 0 to 1."""
    global seed
    seed = (214013 * seed + 2531011) % 0x1000000
    return seed / 0x1000000
''',
}

QUESTIONS = ("ask_text", "ask_number", "ask_numbers", "ask_items")

RUN_TIME = "basic.gw.program"
HOMES = {  # the modules of all that a file may import; "": of these the module itself
    **dict.fromkeys(("csv", "math", "re", "sys"), ""), "suppress": "contextlib", "datetime": "datetime",
    **dict.fromkeys(("ceil", "copysign", "floor", "fmod", "frexp", "trunc"), "math"), "pairwise": "itertools",
    **dict.fromkeys(("dataclass", "field"), "dataclasses"), "Any": "typing",
    **dict.fromkeys(("Callable", "Iterator"), "collections.abc"),
    **dict.fromkeys((
        "ERRORS", "RESUME", "RESUME_NEXT", "ZONE", "Array", "BasicError", "Double", "FieldArray", "Number", "Program",
        "Restart", "Resumed", "Spc", "Stop", "Tab", "atn", "byte", "cos", "defined", "double", "double_value", "index",
        "integer", "join", "look", "modulo", "number_text", "past", "real", "scaled", "sign", "sin", "to_power",
        "undefined_function",
    ), RUN_TIME),
    "Stack": "basic.gw.stack", "handover": "basic", **dict.fromkeys(("maths", "strings"), "basic.library"),
    **dict.fromkeys(("convert", "functions"), "basic.values"), "nearest": "basic.values.single",
}  # fmt: skip


def helper(name: str, others: Collection[str], again: str = "") -> str:
    """A helper beside others. `again`: how a question is asked that was answered otherwise, if not as before."""
    text = HELPERS[name]
    if name in QUESTIONS and "ask" in others:
        text = text.replace("input(prompt)", "ask(prompt)")
    if again == '"? "':
        text = text.replace('print("?Redo from start")', r'prompt = "?Redo from start\n? "')
    elif again:
        redo = next(line for line in text.splitlines(True) if "?Redo" in line)
        text = text.replace(redo, f"{redo}{redo.partition('print')[0]}prompt = {again}\n")
    return text.replace(") -> ", ', again: str = "") -> ') if again == "again or prompt" else text


@cache
def give_floats() -> frozenset[str]:
    """Those that a checker knows to give a float."""
    bodies = (ast.parse(text).body for text in HELPERS.values())
    functions = [node for body in bodies for node in body if isinstance(node, ast.FunctionDef)]
    return frozenset(each.name for each in functions if each.returns and ast.unparse(each.returns) == "float")


@cache
def names(name: str) -> frozenset[str]:
    """What a helper names: others, and what it imports."""
    return frozenset(node.id for node in ast.walk(ast.parse(HELPERS[name])) if isinstance(node, ast.Name))


def used(wanted: Iterable[str]) -> list[str]:
    """The helpers among some names, and those that they call."""
    found = reached((name for name in wanted if name in HELPERS), lambda name: names(name) & HELPERS.keys())
    if "write" in found and not found.isdisjoint(QUESTIONS):
        found.add("ask")  # it says where a line begins
    return [name for name in HELPERS if name in found]
