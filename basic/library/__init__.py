"""What BASIC's statements and functions mean: importing `basic.library.words` binds every word of it.

Each family has its file; `registry` holds what they bind. The functions take and return plain values, so that a ported
program may call them: `from basic.library.strings import mid`.
"""
