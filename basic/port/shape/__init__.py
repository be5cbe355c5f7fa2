"""Graphs of a routine as Python has them: loops, branches, and jumps that become break, continue, return or flags."""
