"""Runs programs: BASIC in, Python source out, executed; and the prompt where one types.

Here is what writes code of a program, what that code runs against, and the interpreter that drives it. What a word
means is in `library`, what a program can reach in `machine`: neither knows of this, nor does `port`.
"""
