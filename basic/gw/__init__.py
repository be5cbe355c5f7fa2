"""What a ported program has of GW-BASIC: `basic.gw.program.Program`.

Its machine and its words are those of the interpreter (`machine/`, `library/`), its numbers Python's, or in an exact
port those of `values/`; nothing here knows the text of a BASIC program.
"""
