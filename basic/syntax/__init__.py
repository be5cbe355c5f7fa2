"""The language: from the bytes of a program file to its tree, and back (see editing)."""
