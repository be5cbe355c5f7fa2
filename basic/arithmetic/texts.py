"""Parts of texts as Python code."""

from __future__ import annotations

from .value import Value, text_value
from .written import Arithmetic, within


def piece(writer: Arithmetic, text: Value, start: Value, count: int) -> Value:
    """So many characters of a text that has a name, from a place that is a whole number."""
    first, again = writer.twice(start)
    end = f"{again} + {count - 1}" if count != 1 else again
    code = f"{text.code}[{again} - 1:{end}]"
    if start.range.within(1, 255) and start.simple:
        return text_value(code, safe=True, length=count)
    return text_value(f"({code} if {within(first, start.range, 1, 255)} else position({again}))", length=count)
