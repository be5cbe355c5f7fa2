"""Singles as LLVM code: what `values.single` does, on IEEE doubles that hold the 24 bits exactly.

The operations report nothing: their caller looks whether the result is in the range of IEEE's normal singles, which
is a little smaller than that of GW-BASIC's, and leaves the rest to Python (`checks.py`). Between these
bounds the processor rounds to the nearest 24 bits, ties to even, on its way to an IEEE single and back.
"""

from __future__ import annotations

import struct

from ...values.single import MAX

LEAST = 2.0**-125  # below it (and below 2^-126 in any case) IEEE rounds to fewer bits
NOTHING = 2.0**-130  # below this a result is 0


def bits(x: float) -> int:
    """The word of an IEEE double."""
    word: int = struct.unpack("<q", struct.pack("<d", x))[0]
    return word


def constant(x: float) -> str:
    """A number as LLVM writes it exactly."""
    return f"0x{bits(x) & 0xFFFFFFFFFFFFFFFF:016X}"


def number(text: str) -> float:
    """What `constant` has written."""
    value: float = struct.unpack(">d", bytes.fromhex(text[2:]))[0]
    return value


SIGNLESS = 0x7FFFFFFFFFFFFFFF
LOW = 0x1FFFFFFF  # of an IEEE double's bits, those below the 24th
RANGE = bits(LEAST), bits(MAX) - bits(LEAST)  # of the word without its sign: from here, so many more
_CUT = ~0x3FFFFFF  # leaves 27 bits

SINGLES = f"""
; Rounded to the nearest 24 bits, ties to even.
define internal double @nearest(double %t) alwaysinline {{
  %f = fptrunc double %t to float
  %r = fpext float %f to double
  ret double %r
}}

; Cut to 27 bits, then rounded, ties to even.
define internal double @cut_first(double %t) alwaysinline {{
  %b = bitcast double %t to i64
  %cut = and i64 %b, {_CUT}
  %c = bitcast i64 %cut to double
  %r = call double @nearest(double %c)
  ret double %r
}}

define internal double @s_multiply(double %x, double %y) alwaysinline {{
  %t = fmul double %x, %y
  %r = call double @cut_first(double %t)
  ret double %r
}}

define internal double @s_divide(double %x, double %y) alwaysinline {{
  %t = fdiv double %x, %y
  %r = call double @nearest(double %t)
  ret double %r
}}

define internal double @s_root(double %x) alwaysinline {{
  %t = call double @llvm.sqrt.f64(double %x)
  %r = call double @nearest(double %t)
  ret double %r
}}

; A sum is rounded to nearest, but perhaps where that goes up to an odd number, or, its smaller operand not counting at
; all, ends just below a power of two.
define internal double @s_add(double %x, double %y) alwaysinline {{
  %t = fadd double %x, %y
  %n = call double @nearest(double %t)
  %b = bitcast double %t to i64
  %last = and i64 %b, {LOW << 1 | 1}
  %above = sub i64 %last, {(1 << 28) + 1}
  %odd = icmp ult i64 %above, {(1 << 28) - 1}
  %mantissa = and i64 %b, {(1 << 52) - 1}
  %below = icmp ugt i64 %mantissa, {(1 << 52) - (1 << 29)}
  %doubtful = or i1 %odd, %below
  br i1 %doubtful, label %slow, label %done, !prof !0
slow:
  %s = call double @settled_sum(double %x, double %y, double %t)
  br label %done
done:
  %r = phi double [ %n, %0 ], [ %s, %slow ]
  ret double %r
}}

define internal double @s_subtract(double %x, double %y) alwaysinline {{
  %z = fneg double %y
  %r = call double @s_add(double %x, double %z)
  ret double %r
}}

; An inexact sum of numbers with one sign is rounded to nearest, or if it carries as a product. So is a difference, if
; the guard byte holds all that is shifted out, or if it is rounded down and the smaller number counts at all.
define internal double @settled_sum(double %x, double %y, double %t) noinline {{
  %b = bitcast double %t to i64
  %low = and i64 %b, {LOW}
  %xb = bitcast double %x to i64
  %yb = bitcast double %y to i64
  %xs = and i64 %xb, {SIGNLESS}
  %ys = and i64 %yb, {SIGNLESS}
  %large = call i64 @llvm.umax.i64(i64 %xs, i64 %ys)
  %e = lshr i64 %large, 52
  %two = xor i64 %xb, %yb
  %differ = icmp slt i64 %two, 0
  br i1 %differ, label %difference, label %sum
sum:
  %bs = and i64 %b, {SIGNLESS}
  %et = lshr i64 %bs, 52
  %carries = icmp ugt i64 %et, %e
  br i1 %carries, label %carry, label %plain
carry:
  %c = call double @cut_first(double %t)
  ret double %c
difference:
  %small = call i64 @llvm.umin.i64(i64 %xs, i64 %ys)
  %es = lshr i64 %small, 52
  %shift = sub i64 %e, %es
  %near = icmp ule i64 %shift, 2
  %down = icmp ult i64 %low, {1 << 28}
  %counts = icmp ule i64 %shift, 22
  %lower = and i1 %down, %counts
  %either = or i1 %near, %lower
  br i1 %either, label %plain, label %guarded
plain:
  %n = call double @nearest(double %t)
  ret double %n
guarded:
  %g = call i64 @guarded_difference(i64 %xb, i64 %yb)
  %d = bitcast i64 %g to double
  ret double %d
}}

; What GW-BASIC has of a smaller operand after shifting it: by whole bytes, which is done (lost: whether bits fell out),
; and then bit by bit through the guard byte, where the lowest bit that goes through a certain place leaves a trace.
define internal i64 @shifted(i64 %word, i64 %bits, i1 %lost) alwaysinline {{
  %window = shl i64 32, %bits
  %field = sub i64 %window, 64
  %positive = call i64 @llvm.smax.i64(i64 %field, i64 0)
  %passed = and i64 %word, %positive
  %any = icmp ne i64 %passed, 0
  %place = call i64 @llvm.cttz.i64(i64 %passed, i1 false)
  %mark = select i1 %lost, i64 5, i64 %place
  %has = or i1 %lost, %any
  %left = lshr i64 %word, %bits
  %under = sub i64 %mark, %bits
  %at = call i64 @llvm.smax.i64(i64 %under, i64 0)
  %at6 = and i64 %at, 63
  %bit = shl i64 1, %at6
  %trace = sub i64 64, %bit
  %or = select i1 %has, i64 %trace, i64 0
  %r = or i64 %left, %or
  ret i64 %r
}}

; An inexact difference as the guard byte has it.
define internal i64 @guarded_difference(i64 %xb, i64 %yb) noinline {{
  %xs = and i64 %xb, {SIGNLESS}
  %ys = and i64 %yb, {SIGNLESS}
  %swap = icmp ult i64 %xs, %ys
  %large = select i1 %swap, i64 %ys, i64 %xs
  %small = select i1 %swap, i64 %xs, i64 %ys
  %e = lshr i64 %large, 52
  %es = lshr i64 %small, 52
  %largest = select i1 %swap, i64 %yb, i64 %xb
  %shift = sub i64 %e, %es
  %far = icmp uge i64 %shift, 25
  br i1 %far, label %keep, label %near
keep:
  ret i64 %largest
near:
  %m1 = lshr i64 %large, 29
  %m2 = and i64 %m1, {(1 << 23) - 1}
  %m3 = or i64 %m2, {1 << 23}
  %mantissa = shl i64 %m3, 8
  %n1 = lshr i64 %small, 29
  %n2 = and i64 %n1, {(1 << 23) - 1}
  %n3 = or i64 %n2, {1 << 23}
  %smaller = shl i64 %n3, 8
  %bits = and i64 %shift, 7
  %bytes8 = and i64 %shift, 24
  %guard = lshr i64 %smaller, %bytes8
  %back = shl i64 %guard, %bytes8
  %lost = icmp ne i64 %back, %smaller
  %low6 = and i64 %guard, 63
  %marked = icmp ne i64 %low6, 0
  %some = or i1 %lost, %marked
  %bytes = icmp ne i64 %bytes8, 0
  %first = and i1 %some, %bytes
  %g2 = call i64 @shifted(i64 %guard, i64 %bits, i1 %first)
  %d = sub i64 %mantissa, %g2
  %zeros = call i64 @llvm.ctlz.i64(i64 %d, i1 false)
  %places = sub i64 %zeros, 32
  %shifted = shl i64 %d, %places
  %three = and i64 %shifted, {~31}
  %q0 = lshr i64 %three, 8
  %odd = and i64 %q0, 1
  %h0 = add i64 %three, 127
  %h1 = add i64 %h0, %odd
  %q = lshr i64 %h1, 8
  %f = uitofp i64 %q to double
  %fb = bitcast double %f to i64
  %e1 = sub i64 %e, %places
  %e2 = sub i64 %e1, 1046
  %e3 = shl i64 %e2, 52
  %r = add i64 %fb, %e3
  %sign = and i64 %largest, {-1 << 63}
  %signed = or i64 %r, %sign
  ret i64 %signed
}}

; To a 16-bit integer, halves away from zero; {1 << 40} where it does not fit.
define internal i64 @s_integer(double %x) alwaysinline {{
  %h = call double @llvm.copysign.f64(double 0.5, double %x)
  %t = fadd double %x, %h
  %low = fcmp ogt double %t, -32769.0
  %high = fcmp olt double %t, 32768.0
  %fits = and i1 %low, %high
  %safe = select i1 %fits, double %t, double 0.0
  %i = fptosi double %safe to i64
  %r = select i1 %fits, i64 %i, i64 {1 << 40}
  ret i64 %r
}}

"""

# Whole numbers beyond 24 bits: with 25 bits the odd ones are ties, else it is the operation on singles.
WHOLES = "".join(
    f"""
define internal i64 @w_{word}(i64 %x, i64 %y) noinline {{
  %p = {plain} i64 %x, %y
  %shifted = add i64 %p, {1 << 25}
  %near = icmp ule i64 %shifted, {1 << 26}
  br i1 %near, label %even, label %far
even:
  %half = ashr i64 %p, 1
  %odd = and i64 %half, 1
  %up = add i64 %p, %odd
  %e = and i64 %up, -2
  ret i64 %e
far:
  %a = sitofp i64 %x to double
  %b = sitofp i64 %y to double
  %c = call double @s_{word}(double %a, double %b)
  %i = fptosi double %c to i64
  ret i64 %i
}}
"""
    for word, plain in (("add", "add"), ("subtract", "sub"), ("multiply", "mul"))
)
