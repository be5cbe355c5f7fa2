"""Graphs as nested shapes, and what makes graphs such that they have one."""
