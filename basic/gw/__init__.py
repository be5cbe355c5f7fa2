"""What a ported program has of GW-BASIC: `basic.gw.program.Program`, and in `singles` one for numbers with operators.

Its machine and its words are those of the interpreter (`machine/`, `library/`), its numbers those of `values/`; nothing
here knows the text of a BASIC program.
"""
