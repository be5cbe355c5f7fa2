"""The functions that native code calls: those of them that a text needs."""

from __future__ import annotations

import re
from functools import cache

from .checks import written_out
from .conversions import CONVERSIONS
from .doubles import DOUBLES, QUOTIENT
from .singles import SINGLES, WHOLES
from .support import FIND, STACK, TEXTS

_DECLARED = """
declare double @llvm.fabs.f64(double)
declare double @llvm.floor.f64(double)
declare double @llvm.trunc.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.copysign.f64(double, double)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.abs.i64(i64, i1)
declare {i64, i1} @llvm.uadd.with.overflow.i64(i64, i64)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @memcmp(ptr, ptr, i64)
"""
_LIKELY = '!0 = !{!"branch_weights", i32 100000, i32 1}\n!1 = !{!"branch_weights", i32 1, i32 100000}\n'
_NAME = re.compile(r"@([\w.]+)")


@cache
def _functions() -> dict[str, str]:
    """Every function, by its name."""
    written = "".join((SINGLES, WHOLES, QUOTIENT, DOUBLES, CONVERSIONS, STACK, TEXTS, FIND))
    defined = re.findall(r"^define .*?^}\n", written, re.M | re.S)
    texts = _DECLARED.splitlines(keepends=True)[1:] + defined
    return {name[1]: text for text in texts if (name := _NAME.search(text))}


def module(code: str) -> str:
    """A text with all that it refers to."""
    code = written_out(code)
    functions = _functions()
    needed: dict[str, None] = {}
    waiting = [code]
    while waiting:
        for name in _NAME.findall(waiting.pop()):
            if name in functions and name not in needed:
                needed[name] = None
                waiting.append(functions[name])
    return _LIKELY + "".join(functions[name] for name in needed) + code
