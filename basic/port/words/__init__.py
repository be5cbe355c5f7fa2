"""Statements and expressions of BASIC in Python's words."""
