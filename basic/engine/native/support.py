"""GW-BASIC's stack and its strings as LLVM code. A string is a pair {address, length}."""

from __future__ import annotations

from .words import ENTRY

TEXT = "{ptr, i64}"

STACK = f"""
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

TEXTS = f"""
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

FIND = f"""
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
