"""Values that nobody looks at."""

from __future__ import annotations

import ast
from collections import Counter

from .context import Context
from .effects import cannot_fail
from .mentions import Given, given, given_by, occurrences
from .page import worked_out
from .suites import Suite, lines_in
from .trees import changed, part


def drop_unused(function: Suite, context: Context) -> None:
    """No value that nobody looks at is kept, no variable given itself, and what may fail is worked out only."""
    lines = [line for line in lines_in(function) if line.working]
    words = Counter(name for line in lines for name in occurrences(line.text))
    set_only = Counter(name for line in lines for name in given_by(line.text))
    for line in lines:
        match given(line.text):
            case [Given(ast.Name(name), None, value)] if words[name] == set_only[name]:
                line.text = "" if cannot_fail(value) else worked_out(part(line.text, value))
            case [Given(ast.Name(name), None, ast.Name(same))] if name == same:
                line.text = ""
            case [Given(ast.Tuple(places) as target)] if all(isinstance(place, ast.Name) for place in places):
                names = [part(line.text, place) for place in places]
                line.text = changed(line.text, {target: ", ".join(name if words[name] > 1 else "_" for name in names)})
