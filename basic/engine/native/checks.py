"""Operations whose result may be out of range, as LLVM code.

A statement has them as lines of their own,

    %t1 = checked double @s_add(double %a, double %b), label %x3

and they are written out when it is known how many there are: few stand where they are, with their checks, which gives
the fastest code; of many only calls stand there. The function called does the checking then, and says by a number that
cannot be (NaN, a vast exponent) that the result is Python's affair: LLVM takes time for every instruction.
"""

from __future__ import annotations

import re

from .doubles import DOUBLE, ZERO
from .doubles import NOTHING as NO_EXPONENT
from .doubles import RANGE as EXPONENTS
from .singles import NOTHING, RANGE, SIGNLESS, bits, constant

MOST_INLINE = 60  # operations that are written out
VAST = 1 << 30  # an exponent

_LINE = re.compile(r"^  (%[\w.]+) = checked (.+?) @(\w+)\((.*)\), label (%\w+)$", re.M)
_OPERAND = re.compile(r"(double|i64|\{i64, i64\}) (?:[%\w.-]+|\{[^}]*\})")

# How a result %r is looked at: %fits, and where it does not, %nothing.
_SINGLE = f"""
  %r.word = bitcast double %r to i64
  %r.size = and i64 %r.word, {SIGNLESS}
  %r.above = sub i64 %r.size, {RANGE[0]}
  %r.fits = icmp ule i64 %r.above, {RANGE[1]}
  br i1 %r.fits, label %r.done, label %r.rare, !prof !0
r.rare:
  %r.nothing = icmp ult i64 %r.size, {bits(NOTHING)}
"""
_DOUBLE = f"""
  %r.exponent = extractvalue {DOUBLE} %r, 1
  %r.above = sub i64 %r.exponent, {EXPONENTS[0]}
  %r.fits = icmp ule i64 %r.above, {EXPONENTS[1]}
  br i1 %r.fits, label %r.done, label %r.rare, !prof !0
r.rare:
  %r.nothing = icmp slt i64 %r.exponent, {NO_EXPONENT}
"""


def _look(kind: str, name: str) -> str:
    code = _SINGLE if kind == "double" else _DOUBLE
    return re.sub(r"\br\b", name, code[1:])


def few(text: str) -> bool:
    """Whether a text has so few operations that all of them are written out."""
    return len(_LINE.findall(text)) <= MOST_INLINE


def written_out(text: str) -> str:
    """A text with its operations as code: in place, or as calls."""
    if few(text):
        return _LINE.sub(_in_place, text)
    functions: dict[str, str] = {}

    def call(found: re.Match[str]) -> str:
        result, kind, function, operands, leave = found.groups()
        name = f"{function}_checked"
        functions[name] = _function(kind, function, _OPERAND.findall(operands))
        t = result[1:]
        failed = f"fcmp uno double {result}, 0.0"
        part = ""
        if kind != "double":
            part = f"  %{t}.x = extractvalue {kind} {result}, 1\n"
            failed = f"icmp eq i64 %{t}.x, {VAST}"
        return (
            f"  {result} = call {kind} @{name}({operands})\n{part}  %{t}.failed = {failed}\n"
            f"  br i1 %{t}.failed, label {leave}, label %{t}.on, !prof !1\n{t}.on:"
        )

    return _LINE.sub(call, text) + "".join(functions.values())


def _in_place(found: re.Match[str]) -> str:
    result, kind, function, operands, leave = found.groups()
    t = result[1:]
    zero = "0.0" if kind == "double" else ZERO
    return (
        f"  %{t}.r = call {kind} @{function}({operands})\n  br label %{t}.start\n{t}.start:\n"
        f"{_look(kind, f'{t}.r')}  br i1 %{t}.r.nothing, label %{t}.r.done, label {leave}\n{t}.r.done:\n"
        f"  {result} = phi {kind} [ %{t}.r, %{t}.start ], [ {zero}, %{t}.r.rare ]"
    )


def _function(kind: str, function: str, operands: list[str]) -> str:
    """An operation that looks at its own result."""
    zero, refused = ("0.0", constant(float("nan"))) if kind == "double" else (ZERO, f"{{i64 0, i64 {VAST}}}")
    named = ", ".join(f"{operand} %{index}" for index, operand in enumerate(operands))
    return f"""
define internal {kind} @{function}_checked({", ".join(operands)}) noinline {{
  %r = call {kind} @{function}({named})
{_look(kind, "r")}  %r.out = select i1 %r.nothing, {kind} {zero}, {kind} {refused}
  ret {kind} %r.out
r.done:
  ret {kind} %r
}}
"""
