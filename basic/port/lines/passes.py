"""What is done to a function that has been written, pass by pass: it says the same as a person would say it.

A pass looks at the statements of the function as trees (`trees.py`) and changes them in place; a statement without
text is gone, and a suite without statements is `pass` behind it.
"""

from __future__ import annotations

from collections.abc import Callable

from .assigned import drop_unused
from .at_once import give_at_once, leave_straight, use_at_once
from .branches import flatten, join_nested
from .brevity import SHORT, exchange
from .context import Context
from .counters import forget_counters
from .filling import fill_lists
from .guards import arrange
from .inferred import infer_types
from .letters import walk_texts
from .page import Line
from .renaming import name_flags
from .suites import Suite, parsed, single, written
from .typed import announce, ask_until

Pass = Callable[[Suite, Context], None]
PASSES: tuple[Pass, ...] = (
    join_nested, give_at_once, drop_unused, fill_lists, infer_types, leave_straight, exchange,
    arrange, *SHORT, announce, name_flags, flatten, walk_texts, forget_counters, ask_until,
    give_at_once, use_at_once, join_nested,
)  # fmt: skip


def finish(lines: list[Line], context: Context, passes: tuple[Pass, ...] = PASSES) -> None:
    """Carry out all passes, or some, on the lines of a function."""
    statements = parsed(lines)
    sweep(statements)
    for each in passes:
        each(statements, context)
        sweep(statements)
    lines[:] = written(statements, 0)


def sweep(suite: Suite) -> None:
    """Take out statements without text, and say `pass` where nothing is left."""
    suite[:] = [statement for statement in suite if statement.text]
    for statement in suite:
        for clause in statement.clauses:
            sweep(clause.suite)
            if hasattr(clause.line.tree, "body") and not any(each.line.working for each in clause.suite):
                clause.suite.append(single(Line(0, "pass", clause.line.source)))
