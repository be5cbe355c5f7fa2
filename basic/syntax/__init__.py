"""The language: from the bytes of a program file to its tree, and back (see editing).

Tokens, rules, nodes, and what each node does (`effects`). It knows how numbers are written (`values`), and nothing
that runs.
"""
