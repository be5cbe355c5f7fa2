"""Doubles as LLVM code: what `values.double` does, on pairs {mantissa, exponent}.

The 56 bits stand at the top of a 64-bit word, so that 8 guard bits follow; the exponent is shifted left by one to make
room for the sign. Zero has no bits and an exponent far below all others: a sum needs no special case for it.

The operations report nothing: their caller looks whether the exponent is in range (`checks.py`).
"""

from __future__ import annotations

from .processor import x86_64
from .singles import constant
from .words import ZERO_EXPONENT

DOUBLE = "{i64, i64}"
ZERO = f"{{i64 0, i64 {ZERO_EXPONENT}}}"
RANGE = -2 * 127, 2 * 127 + 1 + 2 * 127  # of exponents with sign: from here, so many more
NOTHING = RANGE[0]  # below this a result is 0: products and quotients have been rounded, a sum so small is exact

DOUBLES = f"""
define internal {DOUBLE} @d_pair(i64 %m, i64 %x) alwaysinline {{
  %a = insertvalue {DOUBLE} undef, i64 %m, 0
  %b = insertvalue {DOUBLE} %a, i64 %x, 1
  ret {DOUBLE} %b
}}

; A normalised word rounded to 56 bits, ties to even, or up if bits are lost below it.
define internal {DOUBLE} @d_rounded(i64 %m, i64 %x, i1 %sticky) alwaysinline {{
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
  %carry = select i1 %over, i64 2, i64 0
  %exponent = add i64 %x, %carry
  %d = call {DOUBLE} @d_pair(i64 %full, i64 %exponent)
  ret {DOUBLE} %d
}}

; The exponent of a product; the signs multiply.
define internal i64 @d_exponents(i64 %ax, i64 %bx) alwaysinline {{
  %ae = and i64 %ax, -2
  %sum = add i64 %ae, %bx
  %sign = and i64 %ax, 1
  %x = xor i64 %sum, %sign
  ret i64 %x
}}

define internal {DOUBLE} @d_multiply({DOUBLE} %a, {DOUBLE} %b) alwaysinline {{
  %am = extractvalue {DOUBLE} %a, 0
  %ax = extractvalue {DOUBLE} %a, 1
  %bm = extractvalue {DOUBLE} %b, 0
  %bx = extractvalue {DOUBLE} %b, 1
  %aw = zext i64 %am to i128
  %bw = zext i64 %bm to i128
  %p = mul i128 %aw, %bw
  %top = icmp slt i128 %p, 0
  %twice = shl i128 %p, 1
  %n = select i1 %top, i128 %p, i128 %twice
  %low = trunc i128 %n to i64
  %hw = lshr i128 %n, 64
  %high = trunc i128 %hw to i64
  %sticky = icmp ne i64 %low, 0
  %x = call i64 @d_exponents(i64 %ax, i64 %bx)
  %down = select i1 %top, i64 0, i64 2
  %x1 = sub i64 %x, %down
  %r = call {DOUBLE} @d_rounded(i64 %high, i64 %x1, i1 %sticky)
  ret {DOUBLE} %r
}}

; The divisor is not 0. A quotient is never half way between two doubles: what it leaves counts as something.
define internal {DOUBLE} @d_divide({DOUBLE} %a, {DOUBLE} %b) alwaysinline {{
  %am = extractvalue {DOUBLE} %a, 0
  %ax = extractvalue {DOUBLE} %a, 1
  %bm = extractvalue {DOUBLE} %b, 0
  %bx = extractvalue {DOUBLE} %b, 1
  %q = call i64 @quotient(i64 %am, i64 %bm)
  %top = icmp slt i64 %q, 0
  %twice = shl i64 %q, 1
  %m = select i1 %top, i64 %q, i64 %twice
  %be = and i64 %bx, -2
  %signs = xor i64 %ax, %bx
  %sign = and i64 %signs, 1
  %ae = and i64 %ax, -2
  %e = sub i64 %ae, %be
  %up = select i1 %top, i64 2, i64 0
  %e1 = add i64 %e, %up
  %x = or i64 %e1, %sign
  %r = call {DOUBLE} @d_rounded(i64 %m, i64 %x, i1 true)
  ret {DOUBLE} %r
}}

define internal {DOUBLE} @d_negate({DOUBLE} %a) alwaysinline {{
  %m = extractvalue {DOUBLE} %a, 0
  %x = extractvalue {DOUBLE} %a, 1
  %n = xor i64 %x, 1
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

; The sum of two mantissas, in its place.
define internal {DOUBLE} @d_carried(i64 %am, i64 %bm, i64 %x) alwaysinline {{
  %both = call {{i64, i1}} @llvm.uadd.with.overflow.i64(i64 %am, i64 %bm)
  %s = extractvalue {{i64, i1}} %both, 0
  %over = extractvalue {{i64, i1}} %both, 1
  %half = lshr i64 %s, 1
  %top = or i64 %half, {-1 << 63}
  %m = select i1 %over, i64 %top, i64 %s
  %carry = select i1 %over, i64 2, i64 0
  %e = add i64 %x, %carry
  %r = call {DOUBLE} @d_pair(i64 %m, i64 %e)
  ret {DOUBLE} %r
}}

; In 64-bit words, what is shifted out being lost (all of it beyond 56 places); that is less than two units of the guard
; bits, and what GW-BASIC makes of it matters only next to a tie. There, and where nothing is left, the sum is formed
; with all its bits.
define internal {DOUBLE} @d_add({DOUBLE} %a, {DOUBLE} %b) alwaysinline {{
  %am0 = extractvalue {DOUBLE} %a, 0
  %ax0 = extractvalue {DOUBLE} %a, 1
  %bm0 = extractvalue {DOUBLE} %b, 0
  %bx0 = extractvalue {DOUBLE} %b, 1
  %swap = icmp slt i64 %ax0, %bx0
  %am = select i1 %swap, i64 %bm0, i64 %am0
  %ax = select i1 %swap, i64 %bx0, i64 %ax0
  %bm = select i1 %swap, i64 %am0, i64 %bm0
  %bx = select i1 %swap, i64 %ax0, i64 %bx0
  %ae = ashr i64 %ax, 1
  %be = ashr i64 %bx, 1
  %shift = sub i64 %ae, %be
  %places = and i64 %shift, 63
  %b0 = lshr i64 %bm, %places
  %far = icmp ugt i64 %shift, 56
  %bs = select i1 %far, i64 0, i64 %b0
  %signs = xor i64 %ax, %bx
  %differ = trunc i64 %signs to i1
  br i1 %differ, label %difference, label %sum
sum:
  %s = call {DOUBLE} @d_carried(i64 %am, i64 %bs, i64 %ax)
  %sm = extractvalue {DOUBLE} %s, 0
  %sx = extractvalue {DOUBLE} %s, 1
  br label %round
difference:
  %less = icmp ult i64 %am, %bs
  %d0 = sub i64 %am, %bs
  %minus = sub i64 0, %d0
  %d = select i1 %less, i64 %minus, i64 %d0
  %turned = zext i1 %less to i64
  %dx0 = xor i64 %ax, %turned
  %zeros = call i64 @llvm.ctlz.i64(i64 %d, i1 false)
  %lost = shl i64 %zeros, 1
  %dx = sub i64 %dx0, %lost
  %left = and i64 %zeros, 63
  %dm = shl i64 %d, %left
  br label %round
round:
  %m = phi i64 [ %sm, %sum ], [ %dm, %difference ]
  %x = phi i64 [ %sx, %sum ], [ %dx, %difference ]
  %guard = and i64 %m, 255
  %tie = sub i64 %guard, 120
  %near = icmp ult i64 %tie, 17
  %none = icmp eq i64 %m, 0
  %doubtful = or i1 %near, %none
  br i1 %doubtful, label %slow, label %fast, !prof !0
slow:
  %e = call {DOUBLE} @d_exact_sum({DOUBLE} %a, {DOUBLE} %b)
  ret {DOUBLE} %e
fast:
  %u = add i64 %m, 128
  %full = icmp slt i64 %u, 0
  %cut = and i64 %u, -256
  %fm = select i1 %full, i64 %cut, i64 {-1 << 63}
  %more = select i1 %full, i64 0, i64 2
  %fx = add i64 %x, %more
  %r = call {DOUBLE} @d_pair(i64 %fm, i64 %fx)
  ret {DOUBLE} %r
}}

define internal {DOUBLE} @d_exact_sum({DOUBLE} %a, {DOUBLE} %b) noinline {{
  %am0 = extractvalue {DOUBLE} %a, 0
  %ax0 = extractvalue {DOUBLE} %a, 1
  %bm0 = extractvalue {DOUBLE} %b, 0
  %bx0 = extractvalue {DOUBLE} %b, 1
  %swap = call i1 @d_smaller(i64 %am0, i64 %ax0, i64 %bm0, i64 %bx0)
  %am = select i1 %swap, i64 %bm0, i64 %am0
  %ax = select i1 %swap, i64 %bx0, i64 %ax0
  %bm = select i1 %swap, i64 %am0, i64 %bm0
  %bx = select i1 %swap, i64 %ax0, i64 %bx0
  %none = icmp eq i64 %am, 0
  br i1 %none, label %nothing, label %some
nothing:
  ret {DOUBLE} {ZERO}
some:
  %ae = ashr i64 %ax, 1
  %be = ashr i64 %bx, 1
  %shift = sub i64 %ae, %be
  %far = icmp uge i64 %shift, 57
  br i1 %far, label %keep, label %near
keep:
  %k = call {DOUBLE} @d_pair(i64 %am, i64 %ax)
  ret {DOUBLE} %k
near:
  %own = and i64 %ax, 1
  %signs = xor i64 %ax, %bx
  %differ = trunc i64 %signs to i1
  %r = call {DOUBLE} @d_guarded(i64 %am, i64 %bm, i64 %ax, i64 %shift, i1 %differ)
  ret {DOUBLE} %r
}}

; The sum with the guard byte bit for bit: the larger mantissa, the smaller one and how far it is to be shifted.
define internal {DOUBLE} @d_guarded(i64 %am, i64 %bm, i64 %ax, i64 %shift, i1 %differ) alwaysinline {{
  %bits = and i64 %shift, 7
  %bytes8 = and i64 %shift, 56
  %guarded = lshr i64 %bm, %bytes8
  %one = shl i64 1, %bytes8
  %below = sub i64 %one, 1
  %mantissa = lshr i64 %bm, 8
  %twenties = and i64 %mantissa, {0x2020202020202020}
  %out = and i64 %twenties, %below
  %gone = icmp ne i64 %out, 0
  %g = call i64 @shifted(i64 %guarded, i64 %bits, i1 %gone)
  br i1 %differ, label %difference, label %sum
sum:
  %s = call {DOUBLE} @d_carried(i64 %am, i64 %g, i64 %ax)
  %sm = extractvalue {DOUBLE} %s, 0
  %sx = extractvalue {DOUBLE} %s, 1
  %r1 = call {DOUBLE} @d_rounded(i64 %sm, i64 %sx, i1 false)
  ret {DOUBLE} %r1
difference:
  %d = sub i64 %am, %g
  %empty = icmp eq i64 %d, 0
  br i1 %empty, label %none, label %some
none:
  ret {DOUBLE} {ZERO}
some:
  %zeros = call i64 @llvm.ctlz.i64(i64 %d, i1 true)
  %d1 = shl i64 %d, %zeros
  %lost = shl i64 %zeros, 1
  %x2 = sub i64 %ax, %lost
  %r2 = call {DOUBLE} @d_rounded(i64 %d1, i64 %x2, i1 false)
  ret {DOUBLE} %r2
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
QUOTIENT = _DIVIDED if x86_64() else _APPROXIMATED
