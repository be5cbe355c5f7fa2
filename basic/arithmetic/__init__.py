"""Arithmetic as Python code: what is known of numbers, and how operations are written that need no call."""
