"""A ported program at speed: its Python is read when it starts, and its functions get code without calls of `gw`.

`inlining.inline` is all that a `Program` knows of it; without this folder a program does the same, only slower.
"""
