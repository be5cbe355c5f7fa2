"""BASIC programs as Python programs that people can read."""

from __future__ import annotations
