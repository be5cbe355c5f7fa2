"""Small functions that are written into a ported program, so that it runs without `basic`.

Each stands there only where it is used; a person should be able to read it at a glance. What they print and take is
what the library prints and takes, as long as Python's numbers are those of the program.
"""

from __future__ import annotations

import re

HELPERS = {
    "number": '''\
def number(x: float) -> str:
    """A number as BASIC prints it: seven digits, formed in single precision, `.5` instead of `0.5`."""
    if abs(x) < 1e7 and x == int(x):
        return f"{int(x): d}"
    power = floor((23.24 - frexp(x)[1]) * 0.30103)
    scaled = c_float(c_float(abs(x)).value * 10.0**power * (1 + 2**-40)).value  # a half is rounded up
    if scaled < 1e6:
        power, scaled = power + 1, c_float(scaled * 10).value
    whole, sign = int(scaled + 0.5), "-" if x < 0 else " "
    digits, point = str(whole).rstrip("0"), len(str(whole)) - power
    if point > 7 or len(digits) - point > 7:
        return sign + f"{digits[0]}.{digits[1:]}".rstrip(".") + f"E{point - 1:+03d}"
    return sign + f"{whole / 10**power:.7f}".strip("0").rstrip(".")
''',
    "num": '''\
def num(x: float) -> str:
    """A number as BASIC prints those of this program: `.5` instead of `0.5`."""
    shown = f"{x: .7G}"
    return shown.replace("0.", ".", 1) if abs(x) < 1 else shown
''',
    "num_double": '''\
def num_double(x: float) -> str:
    """A number in double precision as BASIC prints those of this program: `.5` instead of `0.5`."""
    shown = f"{x: .16G}".replace("E", "D")
    return shown.replace("0.", ".", 1) if abs(x) < 1 else shown
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

# What they import.
IMPORTS = {"number": {"ctypes": ("c_float",), "math": ("floor", "frexp")}}


def used(text: str) -> list[str]:
    """The helpers that a text calls, and those that they call."""
    found: list[str] = []
    waiting = [text]
    while waiting:
        words = set(re.findall(r"(?<![\w.])\w+(?=\()", waiting.pop()))
        for name, helper in HELPERS.items():
            if name in words and name not in found:
                found.append(name)
                waiting.append(helper)
    return [name for name in HELPERS if name in found]
