"""What else there is of doubles as LLVM code: comparisons, whole parts, and from other numbers and to them."""

from __future__ import annotations

from .doubles import DOUBLE, ZERO
from .singles import LOW, SIGNLESS, bits
from .words import ZERO_EXPONENT

CONVERSIONS = f"""
; -1, 0 or 1
define internal i64 @d_compare({DOUBLE} %a, {DOUBLE} %b) alwaysinline {{
  %am = extractvalue {DOUBLE} %a, 0
  %ax = extractvalue {DOUBLE} %a, 1
  %bm = extractvalue {DOUBLE} %b, 0
  %bx = extractvalue {DOUBLE} %b, 1
  %as = call i64 @d_sign({DOUBLE} %a)
  %bs = call i64 @d_sign({DOUBLE} %b)
  %below = icmp slt i64 %as, %bs
  %above = icmp sgt i64 %as, %bs
  %less = call i1 @d_smaller(i64 %am, i64 %ax, i64 %bm, i64 %bx)
  %more = call i1 @d_smaller(i64 %bm, i64 %bx, i64 %am, i64 %ax)
  %lessi = zext i1 %less to i64
  %morei = zext i1 %more to i64
  %size = sub i64 %morei, %lessi
  %by_size = mul i64 %size, %as
  %b1 = select i1 %above, i64 1, i64 %by_size
  %r = select i1 %below, i64 -1, i64 %b1
  ret i64 %r
}}

define internal i64 @d_sign({DOUBLE} %a) alwaysinline {{
  %m = extractvalue {DOUBLE} %a, 0
  %x = extractvalue {DOUBLE} %a, 1
  %s = and i64 %x, 1
  %t = shl i64 %s, 1
  %u = sub i64 1, %t
  %zero = icmp eq i64 %m, 0
  %r = select i1 %zero, i64 0, i64 %u
  ret i64 %r
}}

define internal {DOUBLE} @d_from_whole(i64 %i) alwaysinline {{
  %zero = icmp eq i64 %i, 0
  %size = call i64 @llvm.abs.i64(i64 %i, i1 true)
  %zeros = call i64 @llvm.ctlz.i64(i64 %size, i1 false)
  %places = and i64 %zeros, 63
  %m = shl i64 %size, %places
  %e = sub i64 64, %zeros
  %e2 = shl i64 %e, 1
  %sign = lshr i64 %i, 63
  %x = or i64 %e2, %sign
  %x2 = select i1 %zero, i64 {ZERO_EXPONENT}, i64 %x
  %r = call {DOUBLE} @d_pair(i64 %m, i64 %x2)
  ret {DOUBLE} %r
}}

define internal {DOUBLE} @d_from_single(double %f) alwaysinline {{
  %b = bitcast double %f to i64
  %size = and i64 %b, {SIGNLESS}
  %zero = icmp eq i64 %size, 0
  %m0 = shl i64 %b, 11
  %m1 = or i64 %m0, {-1 << 63}
  %e0 = lshr i64 %size, 52
  %e = sub i64 %e0, 1022
  %e2 = shl i64 %e, 1
  %sign = lshr i64 %b, 63
  %x = or i64 %e2, %sign
  %m = select i1 %zero, i64 0, i64 %m1
  %x2 = select i1 %zero, i64 {ZERO_EXPONENT}, i64 %x
  %r = call {DOUBLE} @d_pair(i64 %m, i64 %x2)
  ret {DOUBLE} %r
}}

; Rounded by the first bit below, a tie away from zero.
define internal double @d_to_single({DOUBLE} %a) alwaysinline {{
  %m = extractvalue {DOUBLE} %a, 0
  %x = extractvalue {DOUBLE} %a, 1
  %zero = icmp eq i64 %m, 0
  %sum = call {{i64, i1}} @llvm.uadd.with.overflow.i64(i64 %m, i64 {1 << 39})
  %r = extractvalue {{i64, i1}} %sum, 0
  %over = extractvalue {{i64, i1}} %sum, 1
  %m1 = select i1 %over, i64 {-1 << 63}, i64 %r
  %carry = zext i1 %over to i64
  %e = ashr i64 %x, 1
  %e1 = add i64 %e, %carry
  %e2 = add i64 %e1, 1022
  %e3 = shl i64 %e2, 52
  %f0 = lshr i64 %m1, 11
  %f1 = and i64 %f0, {((1 << 52) - 1) & ~LOW}
  %b = or i64 %f1, %e3
  %s = shl i64 %x, 63
  %b1 = or i64 %b, %s
  %b2 = select i1 %zero, i64 0, i64 %b1
  %wide = icmp sgt i64 %e1, 127
  %b3 = select i1 %wide, i64 {bits(float("nan"))}, i64 %b2
  %d = bitcast i64 %b3 to double
  ret double %d
}}

; To a 16-bit integer, halves away from zero; {1 << 40} where it does not fit.
define internal i64 @d_integer({DOUBLE} %a) alwaysinline {{
  %m = extractvalue {DOUBLE} %a, 0
  %x = extractvalue {DOUBLE} %a, 1
  %e = ashr i64 %x, 1
  %tiny = icmp slt i64 %e, 0
  %wide = icmp sgt i64 %e, 16
  %cut = sub i64 63, %e
  %cut6 = and i64 %cut, 63
  %i0 = lshr i64 %m, %cut6
  %i1 = add i64 %i0, 1
  %i2 = lshr i64 %i1, 1
  %s = and i64 %x, 1
  %negative = icmp ne i64 %s, 0
  %minus = sub i64 0, %i2
  %i3 = select i1 %negative, i64 %minus, i64 %i2
  %i4 = select i1 %tiny, i64 0, i64 %i3
  %low = icmp slt i64 %i4, -32768
  %high = icmp sgt i64 %i4, 32767
  %out = or i1 %low, %high
  %bad = or i1 %out, %wide
  %r = select i1 %bad, i64 {1 << 40}, i64 %i4
  ret i64 %r
}}

define internal {DOUBLE} @d_fix({DOUBLE} %a) noinline {{
  %m = extractvalue {DOUBLE} %a, 0
  %x = extractvalue {DOUBLE} %a, 1
  %e = ashr i64 %x, 1
  %none = icmp sle i64 %e, 0
  br i1 %none, label %zero, label %some
zero:
  ret {DOUBLE} {ZERO}
some:
  %whole = icmp sge i64 %e, 56
  br i1 %whole, label %all, label %cut
all:
  ret {DOUBLE} %a
cut:
  %places = sub i64 64, %e
  %mask = shl i64 -1, %places
  %m1 = and i64 %m, %mask
  %r = call {DOUBLE} @d_pair(i64 %m1, i64 %x)
  ret {DOUBLE} %r
}}

define internal {DOUBLE} @d_floor({DOUBLE} %a) noinline {{
  %x = extractvalue {DOUBLE} %a, 1
  %f = call {DOUBLE} @d_fix({DOUBLE} %a)
  %s = and i64 %x, 1
  %negative = icmp ne i64 %s, 0
  br i1 %negative, label %below, label %done
below:
  %c = call i64 @d_compare({DOUBLE} %a, {DOUBLE} %f)
  %cut = icmp ne i64 %c, 0
  br i1 %cut, label %one, label %done
one:
  %r = call {DOUBLE} @d_subtract({DOUBLE} %f, {DOUBLE} {{i64 {-1 << 63}, i64 2}})
  ret {DOUBLE} %r
done:
  ret {DOUBLE} %f
}}

define internal {DOUBLE} @d_size({DOUBLE} %a) alwaysinline {{
  %m = extractvalue {DOUBLE} %a, 0
  %x = extractvalue {DOUBLE} %a, 1
  %y = and i64 %x, -2
  %r = call {DOUBLE} @d_pair(i64 %m, i64 %y)
  ret {DOUBLE} %r
}}
"""
