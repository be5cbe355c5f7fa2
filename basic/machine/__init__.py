"""The machine model: console, clock, printer, memory, disk and open files, behind one object.

All that a program can see or change outside its variables is reached through it, so that a run can be repeated. It
knows numbers (`values`), and no program, word or syntax.
"""
