"""What a menu leads to, in a long routine, is a function for each item that has a name: arms of choices.

    410 IF A$="SHI" THEN 1100              elif a == "SHI":
    1100 REM SHIELDS                           s, e = shields(s, e)
    1110 PRINT "ENERGY AVAILABLE";E: ...

An arm may go on in one place only, which is where the call goes on; it takes little and gives little back. Most such
arms are routines by now (`analysis/shapes/sections.py`); what is left are those with errors that lead elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from ...analysis.shapes.structure import Block, Branch, Leave, Switch
from .answers import Answers
from .shapes import Called, Seq, everything, jumping, length, nodes_in, parts

LONG = 40  # statements of a routine
MANY = 4  # of an arm


def take_out(resolver: Answers, named: Callable[[Seq], str]) -> None:
    """`named`: what a part is called, "" if nothing says so."""
    if length(resolver.seq) < LONG:
        return
    arms = [arm for arm in _arms(resolver.seq) if _is_apart(resolver, body := arm[0][arm[1] :]) and named(body)]
    for seq, begin in arms if len(arms) > 1 else []:  # one is no menu
        if _is_apart(resolver, seq[begin:]):
            _as_function(resolver, seq, begin)
    resolver.exits.forget_all()  # what was around them is smaller


def _arms(seq: Seq) -> Iterator[tuple[Seq, int]]:
    """Sequences, and where in them an arm begins that goes to their end: behind `if a != "SHI": ...; continue`, too."""
    for part in [seq, *(part for shape in everything(seq) for part in parts(shape))]:
        for position, shape in enumerate(part):
            if isinstance(shape, Branch | Switch):
                yield from ((inner, 0) for inner in parts(shape))
            if isinstance(shape, Branch) and not all(parts(shape)):
                yield part, position + 1


def _is_apart(resolver: Answers, body: Seq) -> bool:
    """Whether an arm is worth a function, goes on in one place, and does not end the program."""
    exits = resolver.exits.out_of_any(body)
    if exits & (exits - 1) or not _has_many(body) or (exits and not resolver.exits.closed(body)):
        return False
    return not any(node.kind in ("end", "fail") for shape in body for node in nodes_in(shape))


def _has_many(body: Seq) -> bool:
    return next(islice(everything(body), MANY - 1, None), None) is not None


def _as_function(resolver: Answers, seq: Seq, begin: int) -> None:
    body = seq[begin:]
    exits = [*resolver.exits.jumps(resolver.exits.out_of_any(body))]
    label = resolver.fresh("part")
    part = resolver.function(label, [body], False)
    if part is None:
        return
    behind = [jumping(jump) for jump in exits]
    for kind, target in exits:
        resolver.replace(body, target, [Leave(label)], kind)
    part.shape = Block(label, body)
    resolver.made.append(part)
    resolver.functions.append((body, {("leave", label): "return"}))
    resolver.forget(seq)
    seq[begin:] = [Called(part), *behind]  # type: ignore[list-item]
