"""GW-BASIC's arithmetic as LLVM code: what `values.single` and `values.double` do, on registers.

A single is an IEEE double that holds its 24 bits exactly. A double is a pair {mantissa, exponent}: the 56 bits stand at
the top of a 64-bit word (0 is zero), the exponent is shifted left by one to make room for the sign. A string is a pair
{address, length}.

Nothing here reports an error. What Python is to look at (overflow, division by zero, the smallest numbers) gives NaN
for a single, which any further operation hands on, and FAILED as the exponent of a double.
"""

from __future__ import annotations

from platform import machine

from ...values.single import MAX, MIN

FAILED = 1 << 40
DOUBLE = "{i64, i64}"
TEXT = "{ptr, i64}"
NAN = "0x7FF8000000000000"


def bits(x: float) -> int:
    """The word of an IEEE double."""
    import struct

    word: int = struct.unpack("<q", struct.pack("<d", x))[0]
    return word


def constant(x: float) -> str:
    """A number as LLVM writes it exactly."""
    return f"0x{bits(x) & 0xFFFFFFFFFFFFFFFF:016X}"


_LOW = 0x1FFFFFFF  # of an IEEE double's bits, those below the 24th
_SIGNLESS = 0x7FFFFFFFFFFFFFFF

_SINGLES = f"""
declare double @llvm.fabs.f64(double)
declare double @llvm.floor.f64(double)
declare double @llvm.trunc.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.copysign.f64(double, double)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i128 @llvm.ctlz.i128(i128, i1)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.abs.i64(i64, i1)
declare {{i64, i1}} @llvm.uadd.with.overflow.i64(i64, i64)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @memcmp(ptr, ptr, i64)

; The result if it is zero or within the range of singles, else NaN.
define internal double @ranged(i64 %b) alwaysinline {{
  %size = and i64 %b, {_SIGNLESS}
  %from = sub i64 %size, {bits(MIN)}
  %fits = icmp ule i64 %from, {bits(MAX) - bits(MIN)}
  br i1 %fits, label %good, label %rare
rare:
  %zero = icmp eq i64 %size, 0
  %other = select i1 %zero, double 0.0, double {NAN}
  ret double %other
good:
  %r = bitcast i64 %b to double
  ret double %r
}}

; Rounded to the nearest 24 bits, ties to even.
define internal i64 @nearest(i64 %b) alwaysinline {{
  %last = lshr i64 %b, 29
  %odd = and i64 %last, 1
  %up = add i64 %b, {_LOW >> 1}
  %sum = add i64 %up, %odd
  %r = and i64 %sum, {~_LOW}
  ret i64 %r
}}

; Cut to 27 bits, then rounded, ties to even.
define internal double @s_multiply(double %x, double %y) INLINE {{
  %t = fmul double %x, %y
  %b = bitcast double %t to i64
  %cut = and i64 %b, {~0x3FFFFFF}
  %n = call i64 @nearest(i64 %cut)
  %r = call double @ranged(i64 %n)
  ret double %r
}}

define internal double @s_divide(double %x, double %y) INLINE {{
  %t = fdiv double %x, %y
  %b = bitcast double %t to i64
  %n = call i64 @nearest(i64 %b)
  %r = call double @ranged(i64 %n)
  ret double %r
}}

define internal double @s_root(double %x) INLINE {{
  %t = call double @llvm.sqrt.f64(double %x)
  %b = bitcast double %t to i64
  %n = call i64 @nearest(i64 %b)
  %r = call double @ranged(i64 %n)
  ret double %r
}}

; An inexact sum of numbers with one sign is rounded to nearest, or if it carries as a product. So is a difference, if
; the guard byte holds all that is shifted out, or if it is rounded down and the smaller number counts at all.
define internal double @s_add(double %x, double %y) INLINE {{
  %t = fadd double %x, %y
  %b = bitcast double %t to i64
  %low = and i64 %b, {_LOW}
  %exact = icmp eq i64 %low, 0
  br i1 %exact, label %done, label %round
round:
  %xb = bitcast double %x to i64
  %yb = bitcast double %y to i64
  %xs = and i64 %xb, {_SIGNLESS}
  %ys = and i64 %yb, {_SIGNLESS}
  %large = call i64 @llvm.umax.i64(i64 %xs, i64 %ys)
  %e = lshr i64 %large, 52
  %two = xor i64 %xb, %yb
  %differ = icmp slt i64 %two, 0
  br i1 %differ, label %difference, label %sum
sum:
  %bs = and i64 %b, {_SIGNLESS}
  %et = lshr i64 %bs, 52
  %carries = icmp ugt i64 %et, %e
  %mask = select i1 %carries, i64 {~0x3FFFFFF}, i64 -1
  %cut = and i64 %b, %mask
  br label %rounding
difference:
  %small = call i64 @llvm.umin.i64(i64 %xs, i64 %ys)
  %es = lshr i64 %small, 52
  %shift = sub i64 %e, %es
  %near = icmp ule i64 %shift, 2
  %down = icmp ult i64 %low, {1 << 28}
  %counts = icmp ule i64 %shift, 22
  %lower = and i1 %down, %counts
  %plain = or i1 %near, %lower
  br i1 %plain, label %rounding, label %guarded
rounding:
  %u = phi i64 [ %cut, %sum ], [ %b, %difference ]
  %n = call i64 @nearest(i64 %u)
  br label %done
guarded:
  %g = call i64 @guarded_difference(i64 %xb, i64 %yb)
  br label %done
done:
  %s = phi i64 [ %b, %0 ], [ %n, %rounding ], [ %g, %guarded ]
  %r = call double @ranged(i64 %s)
  ret double %r
}}

define internal double @s_subtract(double %x, double %y) alwaysinline {{
  %z = fneg double %y
  %r = call double @s_add(double %x, double %z)
  ret double %r
}}

; An inexact difference as the guard byte has it.
define internal i64 @guarded_difference(i64 %xb, i64 %yb) noinline {{
  %xs = and i64 %xb, {_SIGNLESS}
  %ys = and i64 %yb, {_SIGNLESS}
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
  %window = shl i64 32, %bits
  %field = sub i64 %window, 64
  %positive = call i64 @llvm.smax.i64(i64 %field, i64 0)
  %passed = and i64 %guard, %positive
  %any = icmp ne i64 %passed, 0
  %place = call i64 @llvm.cttz.i64(i64 %passed, i1 false)
  %mark = select i1 %first, i64 5, i64 %place
  %has = or i1 %first, %any
  %g = lshr i64 %guard, %bits
  %under = sub i64 %mark, %bits
  %at = call i64 @llvm.smax.i64(i64 %under, i64 0)
  %at6 = and i64 %at, 63
  %one = shl i64 1, %at6
  %trace = sub i64 64, %one
  %or = select i1 %has, i64 %trace, i64 0
  %g2 = or i64 %g, %or
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
define internal i64 @s_integer(double %x) INLINE {{
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

_DOUBLES = f"""
define internal {DOUBLE} @d_pair(i64 %m, i64 %x) alwaysinline {{
  %a = insertvalue {DOUBLE} undef, i64 %m, 0
  %b = insertvalue {DOUBLE} %a, i64 %x, 1
  ret {DOUBLE} %b
}}

; A normalised word rounded to 56 bits (%sticky: bits are lost below it), in range or FAILED.
define internal {DOUBLE} @d_rounded(i64 %m, i64 %e, i64 %sign, i1 %sticky) alwaysinline {{
  %s = zext i1 %sticky to i64
  %q = or i64 %m, %s
  %last = lshr i64 %m, 8
  %odd = and i64 %last, 1
  %half = add i64 %odd, 127
  %sum = call {{i64, i1}} @llvm.uadd.with.overflow.i64(i64 %q, i64 %half)
  %r = extractvalue {{i64, i1}} %sum, 0
  %over = extractvalue {{i64, i1}} %sum, 1
  %cut = and i64 %r, -256
  %full = select i1 %over, i64 {-1 << 63}, i64 %cut
  %carry = zext i1 %over to i64
  %exponent = add i64 %e, %carry
  %from = add i64 %exponent, 120
  %fits = icmp ule i64 %from, 246
  %e2 = shl i64 %exponent, 1
  %x = or i64 %e2, %sign
  %checked = select i1 %fits, i64 %x, i64 {FAILED}
  %d = call {DOUBLE} @d_pair(i64 %full, i64 %checked)
  ret {DOUBLE} %d
}}

define internal {DOUBLE} @d_multiply({DOUBLE} %a, {DOUBLE} %b) noinline {{
  %am = extractvalue {DOUBLE} %a, 0
  %ax = extractvalue {DOUBLE} %a, 1
  %bm = extractvalue {DOUBLE} %b, 0
  %bx = extractvalue {DOUBLE} %b, 1
  %aw = zext i64 %am to i128
  %bw = zext i64 %bm to i128
  %p = mul i128 %aw, %bw
  %zero = icmp eq i128 %p, 0
  br i1 %zero, label %none, label %some
none:
  ret {DOUBLE} zeroinitializer
some:
  %top = icmp slt i128 %p, 0
  %twice = shl i128 %p, 1
  %n = select i1 %top, i128 %p, i128 %twice
  %low = trunc i128 %n to i64
  %hw = lshr i128 %n, 64
  %high = trunc i128 %hw to i64
  %sticky = icmp ne i64 %low, 0
  %ae = ashr i64 %ax, 1
  %be = ashr i64 %bx, 1
  %e = add i64 %ae, %be
  %t = zext i1 %top to i64
  %e1 = add i64 %e, %t
  %e2 = sub i64 %e1, 1
  %signs = xor i64 %ax, %bx
  %sign = and i64 %signs, 1
  %r = call {DOUBLE} @d_rounded(i64 %high, i64 %e2, i64 %sign, i1 %sticky)
  ret {DOUBLE} %r
}}

; A quotient is never half way between two doubles: what it leaves counts as something.
define internal {DOUBLE} @d_divide({DOUBLE} %a, {DOUBLE} %b) noinline {{
  %am0 = extractvalue {DOUBLE} %a, 0
  %ax = extractvalue {DOUBLE} %a, 1
  %bm0 = extractvalue {DOUBLE} %b, 0
  %bx = extractvalue {DOUBLE} %b, 1
  %by0 = icmp eq i64 %bm0, 0
  br i1 %by0, label %failed, label %possible
failed:
  %f = call {DOUBLE} @d_pair(i64 0, i64 {FAILED})
  ret {DOUBLE} %f
possible:
  %of0 = icmp eq i64 %am0, 0
  br i1 %of0, label %none, label %some
none:
  ret {DOUBLE} zeroinitializer
some:
  %q = call i64 @quotient(i64 %am0, i64 %bm0)
  %zeros = call i64 @llvm.ctlz.i64(i64 %q, i1 true)
  %m = shl i64 %q, %zeros
  %ae = ashr i64 %ax, 1
  %be = ashr i64 %bx, 1
  %e = sub i64 %ae, %be
  %e1 = sub i64 %e, %zeros
  %e2 = add i64 %e1, 1
  %signs = xor i64 %ax, %bx
  %sign = and i64 %signs, 1
  %r = call {DOUBLE} @d_rounded(i64 %m, i64 %e2, i64 %sign, i1 true)
  ret {DOUBLE} %r
}}

define internal {DOUBLE} @d_negate({DOUBLE} %a) alwaysinline {{
  %m = extractvalue {DOUBLE} %a, 0
  %x = extractvalue {DOUBLE} %a, 1
  %some = icmp ne i64 %m, 0
  %flip = zext i1 %some to i64
  %n = xor i64 %x, %flip
  %r = call {DOUBLE} @d_pair(i64 %m, i64 %n)
  ret {DOUBLE} %r
}}

define internal {DOUBLE} @d_subtract({DOUBLE} %a, {DOUBLE} %b) alwaysinline {{
  %c = call {DOUBLE} @d_negate({DOUBLE} %b)
  %r = call {DOUBLE} @d_add({DOUBLE} %a, {DOUBLE} %c)
  ret {DOUBLE} %r
}}

; Whether the size of a is less than that of b.
define internal i1 @d_smaller(i64 %am, i64 %ax, i64 %bm, i64 %bx) alwaysinline {{
  %ae = ashr i64 %ax, 1
  %be = ashr i64 %bx, 1
  %less = icmp slt i64 %ae, %be
  %equal = icmp eq i64 %ae, %be
  %under = icmp ult i64 %am, %bm
  %both = and i1 %equal, %under
  %r = or i1 %less, %both
  ret i1 %r
}}

define internal {DOUBLE} @d_add({DOUBLE} %a, {DOUBLE} %b) noinline {{
  %am0 = extractvalue {DOUBLE} %a, 0
  %ax0 = extractvalue {DOUBLE} %a, 1
  %bm0 = extractvalue {DOUBLE} %b, 0
  %bx0 = extractvalue {DOUBLE} %b, 1
  %a0 = icmp eq i64 %am0, 0
  br i1 %a0, label %second, label %not_a
second:
  ret {DOUBLE} %b
not_a:
  %b0 = icmp eq i64 %bm0, 0
  br i1 %b0, label %first, label %both
first:
  ret {DOUBLE} %a
both:
  %swap = call i1 @d_smaller(i64 %am0, i64 %ax0, i64 %bm0, i64 %bx0)
  %am = select i1 %swap, i64 %bm0, i64 %am0
  %ax = select i1 %swap, i64 %bx0, i64 %ax0
  %bm = select i1 %swap, i64 %am0, i64 %bm0
  %bx = select i1 %swap, i64 %ax0, i64 %bx0
  %ae = ashr i64 %ax, 1
  %be = ashr i64 %bx, 1
  %shift = sub i64 %ae, %be
  %far = icmp uge i64 %shift, 57
  br i1 %far, label %keep, label %near
keep:
  %k = call {DOUBLE} @d_pair(i64 %am, i64 %ax)
  ret {DOUBLE} %k
near:
  %aw = zext i64 %am to i128
  %al = shl i128 %aw, 63
  %bw = zext i64 %bm to i128
  %bl = shl i128 %bw, 63
  %sw = zext i64 %shift to i128
  %bs = lshr i128 %bl, %sw
  %signs = xor i64 %ax, %bx
  %sign = and i64 %signs, 1
  %differ = icmp ne i64 %sign, 0
  %minus = sub i128 0, %bs
  %addend = select i1 %differ, i128 %minus, i128 %bs
  %s = add i128 %al, %addend
  %empty = icmp eq i128 %s, 0
  br i1 %empty, label %none, label %some
none:
  ret {DOUBLE} zeroinitializer
some:
  %zeros = call i128 @llvm.ctlz.i128(i128 %s, i1 true)
  %n = shl i128 %s, %zeros
  %low = trunc i128 %n to i64
  %hw = lshr i128 %n, 64
  %high = trunc i128 %hw to i64
  %z = trunc i128 %zeros to i64
  %e0 = add i64 %ae, 1
  %e = sub i64 %e0, %z
  %own = and i64 %ax, 1
  %guard = and i64 %high, 255
  %tie = sub i64 %guard, 124
  %doubtful = icmp ult i64 %tie, 9
  br i1 %doubtful, label %slow, label %fast
slow:
  %exactly = call {DOUBLE} @d_guarded(i64 %am, i64 %bm, i64 %ae, i64 %shift, i64 %own, i1 %differ)
  ret {DOUBLE} %exactly
fast:
  %sticky = icmp ne i64 %low, 0
  %r = call {DOUBLE} @d_rounded(i64 %high, i64 %e, i64 %own, i1 %sticky)
  ret {DOUBLE} %r
}}

; A sum next to a tie: the guard byte bit for bit.
define internal {DOUBLE} @d_guarded(i64 %am, i64 %bm, i64 %ae, i64 %shift, i64 %sign, i1 %differ) noinline {{
  %bits = and i64 %shift, 7
  %bytes8 = and i64 %shift, 56
  %guarded = lshr i64 %bm, %bytes8
  %one = shl i64 1, %bytes8
  %below = sub i64 %one, 1
  %mantissa = lshr i64 %bm, 8
  %twenties = and i64 %mantissa, {0x2020202020202020}
  %out = and i64 %twenties, %below
  %first = icmp ne i64 %out, 0
  %window = shl i64 32, %bits
  %field = sub i64 %window, 64
  %positive = call i64 @llvm.smax.i64(i64 %field, i64 0)
  %passed = and i64 %guarded, %positive
  %any = icmp ne i64 %passed, 0
  %place = call i64 @llvm.cttz.i64(i64 %passed, i1 false)
  %mark = select i1 %first, i64 5, i64 %place
  %has = or i1 %first, %any
  %g = lshr i64 %guarded, %bits
  %under = sub i64 %mark, %bits
  %at = call i64 @llvm.smax.i64(i64 %under, i64 0)
  %at6 = and i64 %at, 63
  %bit = shl i64 1, %at6
  %trace = sub i64 64, %bit
  %or = select i1 %has, i64 %trace, i64 0
  %g2 = or i64 %g, %or
  br i1 %differ, label %difference, label %sum
sum:
  %both = call {{i64, i1}} @llvm.uadd.with.overflow.i64(i64 %am, i64 %g2)
  %s = extractvalue {{i64, i1}} %both, 0
  %over = extractvalue {{i64, i1}} %both, 1
  %s1 = lshr i64 %s, 1
  %s2 = or i64 %s1, {-1 << 63}
  %s3 = select i1 %over, i64 %s2, i64 %s
  %carry = zext i1 %over to i64
  %e1 = add i64 %ae, %carry
  %r1 = call {DOUBLE} @d_rounded(i64 %s3, i64 %e1, i64 %sign, i1 false)
  ret {DOUBLE} %r1
difference:
  %d = sub i64 %am, %g2
  %empty = icmp eq i64 %d, 0
  br i1 %empty, label %none, label %some
none:
  ret {DOUBLE} zeroinitializer
some:
  %zeros = call i64 @llvm.ctlz.i64(i64 %d, i1 true)
  %d1 = shl i64 %d, %zeros
  %e2 = sub i64 %ae, %zeros
  %r2 = call {DOUBLE} @d_rounded(i64 %d1, i64 %e2, i64 %sign, i1 false)
  ret {DOUBLE} %r2
}}

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
  %x2 = select i1 %zero, i64 0, i64 %x
  %r = call {DOUBLE} @d_pair(i64 %m, i64 %x2)
  ret {DOUBLE} %r
}}

define internal {DOUBLE} @d_from_single(double %f) alwaysinline {{
  %b = bitcast double %f to i64
  %size = and i64 %b, {_SIGNLESS}
  %zero = icmp eq i64 %size, 0
  %m0 = shl i64 %b, 11
  %m1 = or i64 %m0, {-1 << 63}
  %e0 = lshr i64 %size, 52
  %e = sub i64 %e0, 1022
  %e2 = shl i64 %e, 1
  %sign = lshr i64 %b, 63
  %x = or i64 %e2, %sign
  %m = select i1 %zero, i64 0, i64 %m1
  %nan = icmp uge i64 %e0, 2047
  %x1 = select i1 %nan, i64 {FAILED}, i64 %x
  %x2 = select i1 %zero, i64 0, i64 %x1
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
  %f1 = and i64 %f0, {((1 << 52) - 1) & ~_LOW}
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
  ret {DOUBLE} zeroinitializer
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

# Half the quotient of two mantissas, with 57 bits at least: by the processor's division of 128 bits where there is one,
# else from the IEEE approximation, put right by its remainder.
_DIVIDED = """
define internal i64 @quotient(i64 %a, i64 %b) alwaysinline {
  %high = lshr i64 %a, 1
  %both = call {i64, i64} asm "divq $4", "={ax},={dx},{ax},{dx},r,~{flags}"(i64 0, i64 %high, i64 %b)
  %q = extractvalue {i64, i64} %both, 0
  ret i64 %q
}
"""
_APPROXIMATED = f"""
define internal i64 @quotient(i64 %am0, i64 %bm0) alwaysinline {{
  %am = lshr i64 %am0, 8
  %bm = lshr i64 %bm0, 8
  %x = uitofp i64 %am to double
  %y = uitofp i64 %bm to double
  %inverse = fdiv double {constant(1.0)}, %y
  %scaled = fmul double %x, {constant(2.0**57)}
  %q0 = fdiv double %scaled, %y
  %guess = fptosi double %q0 to i64
  %large = shl i64 %am, 57
  %part = mul i64 %guess, %bm
  %rest = sub i64 %large, %part
  %restf = sitofp i64 %rest to double
  %more = fmul double %restf, %inverse
  %morei = fptosi double %more to i64
  %q1 = add i64 %guess, %morei
  %part2 = mul i64 %morei, %bm
  %rest2 = sub i64 %rest, %part2
  %negative = icmp slt i64 %rest2, 0
  %down = sext i1 %negative to i64
  %beyond = icmp sge i64 %rest2, %bm
  %up = zext i1 %beyond to i64
  %q2 = add i64 %q1, %down
  %q3 = add i64 %q2, %up
  %q = shl i64 %q3, 6
  ret i64 %q
}}
"""
_QUOTIENT = _DIVIDED if machine() in ("x86_64", "AMD64") else _APPROXIMATED

# Whole numbers beyond 24 bits: with 25 bits the odd ones are ties, else it is the operation on singles.
_WHOLES = "".join(
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

# The stack's entries: what it is (the point to return to, or -1 - the point of a loop), the bytes of GW-BASIC's stack
# in use before it, limit and step.
ENTRY = 4

_STACK = f"""
; Where the entry with this word stands among the loops of the subroutine that runs; -1 if there is none.
define internal i64 @loop_on_stack(ptr %stack, i64 %sp, i64 %word) noinline {{
entry:
  br label %again
again:
  %top = phi i64 [ %sp, %entry ], [ %below, %next ]
  %none = icmp eq i64 %top, 0
  br i1 %none, label %missing, label %look
look:
  %below = sub i64 %top, 1
  %at = mul i64 %below, {ENTRY}
  %e = getelementptr i64, ptr %stack, i64 %at
  %tag = load i64, ptr %e
  %call = icmp sge i64 %tag, 0
  br i1 %call, label %missing, label %loop
loop:
  %same = icmp eq i64 %tag, %word
  br i1 %same, label %found, label %next
next:
  br label %again
found:
  ret i64 %below
missing:
  ret i64 -1
}}
"""

_TEXTS = f"""
define internal {TEXT} @t_pair(ptr %p, i64 %n) alwaysinline {{
  %a = insertvalue {TEXT} undef, ptr %p, 0
  %b = insertvalue {TEXT} %a, i64 %n, 1
  ret {TEXT} %b
}}

; -1, 0 or 1: byte for byte, then the shorter first.
define internal i64 @t_compare({TEXT} %a, {TEXT} %b) noinline {{
  %ap = extractvalue {TEXT} %a, 0
  %an = extractvalue {TEXT} %a, 1
  %bp = extractvalue {TEXT} %b, 0
  %bn = extractvalue {TEXT} %b, 1
  %n = call i64 @llvm.umin.i64(i64 %an, i64 %bn)
  %c = call i32 @memcmp(ptr %ap, ptr %bp, i64 %n)
  %same = icmp eq i32 %c, 0
  %c64 = sext i32 %c to i64
  %longer = sub i64 %an, %bn
  %d = select i1 %same, i64 %longer, i64 %c64
  %less = icmp slt i64 %d, 0
  %more = icmp sgt i64 %d, 0
  %l = sext i1 %less to i64
  %m = zext i1 %more to i64
  %r = or i64 %l, %m
  ret i64 %r
}}
"""

_FIND = f"""
; INSTR: where the second string stands in the first, from a place on; 0 if it does not.
define internal i64 @t_find(i64 %start, {TEXT} %a, {TEXT} %b) noinline {{
entry:
  %ap = extractvalue {TEXT} %a, 0
  %an = extractvalue {TEXT} %a, 1
  %bp = extractvalue {TEXT} %b, 0
  %bn = extractvalue {TEXT} %b, 1
  %none = icmp eq i64 %an, 0
  br i1 %none, label %missing, label %some
some:
  %last0 = sub i64 %an, %bn
  %last = add i64 %last0, 1
  br label %again
again:
  %at = phi i64 [ %start, %some ], [ %following, %next ]
  %beyond = icmp sgt i64 %at, %last
  %past = icmp sgt i64 %at, %an
  %stop = or i1 %beyond, %past
  br i1 %stop, label %missing, label %look
look:
  %offset = sub i64 %at, 1
  %p = getelementptr i8, ptr %ap, i64 %offset
  %c = call i32 @memcmp(ptr %p, ptr %bp, i64 %bn)
  %same = icmp eq i32 %c, 0
  br i1 %same, label %found, label %next
next:
  %following = add i64 %at, 1
  br label %again
found:
  ret i64 %at
missing:
  ret i64 0
}}
"""

_PRELUDE = _SINGLES + _QUOTIENT + _DOUBLES + _WHOLES + _STACK + _TEXTS + _FIND


def prelude(inline: bool) -> str:
    """All of it; `inline` writes the operations on singles out wherever they stand: faster code, longer to compile."""
    return _PRELUDE.replace(" INLINE ", " alwaysinline " if inline else " noinline ")


def packed(d: int) -> tuple[int, int]:
    """A double of `values.double` as mantissa and exponent with sign (signed words)."""
    if not d:
        return 0, 0
    size = abs(d)
    length = size.bit_length()
    mantissa = size >> (length - 56) << 8
    return mantissa - (1 << 64), (length - 184) * 2 + (d < 0)


def unpacked(mantissa: int, exponent: int) -> int:
    """The way back."""
    if not mantissa:
        return 0
    size = ((mantissa & 0xFFFFFFFFFFFFFFFF) >> 8) << ((exponent >> 1) + 184 - 56)
    return -size if exponent & 1 else size
