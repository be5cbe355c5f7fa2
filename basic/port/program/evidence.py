"""Whether a program's one run shows the same in Python's own numbers as in BASIC's.

A program that takes nothing from outside (no key, no clock, no file, no seed) has exactly one run. If its Python,
written as a person would write it, prints in that run what BASIC prints, it prints so always: to try is to prove. The
other side of the comparison is the port in BASIC's own arithmetic, with every check; of a longer run, and of a
program that takes long to write, the interpreter bears witness, which is faster.

Both are stopped after so many turns of loops and calls of functions, the first also by what is done in them: the
outcome does not hang on the machine's speed. What has not come to its end by then is not tried with more caution.
Work that is done again and again from the same beginning, and time that is let pass, need not be seen to its end: a
turn that leaves everything as it has found it would do so, and print the same, for ever.
"""

from __future__ import annotations

from collections.abc import Callable

from ...analysis.flow import Flow, core
from ...analysis.routines.graph import Graph
from ...library.registry import FUNCTIONS
from ...syntax import nodes as n
from ...syntax.visit import walk
from . import trial
from .trial import Stopped, played

LONG = 300_000  # turns, a second or two in BASIC's arithmetic; what takes longer is left to a witness
BRIEF = 15  # turns for each statement: to compile them all takes as long as to carry so many out step by step
LARGE = 500  # statements of a program that is left to a witness
TANGLED = 100  # states of loops over states: of more than that nobody reads a program for its arithmetic
INTERWOVEN = 3  # nor one with so many places for each statement, since its subroutines run on into each other
TURNS = 4_000_000  # of a run that is worth trying without a witness
SLACK = 1000  # turns more that the exact run may take
# What depends on more than the program, or gives any number at all; where the cursor is, is no secret.
OPENING = {"FRE", "VARPTR", "VARPTR$", "ENVIRON$", "CVI", "CVS", "CVD", "PMAP", "ERDEV", "ERDEV$", "EXTERR"} | {
    word for word, entry in FUNCTIONS.items() if entry.machine and word not in ("RND", "CSRLIN", "POS")
}
CLOSED_STATEMENTS = (
    n.Let, n.For, n.Next, n.If, n.While, n.Wend, n.Goto, n.Gosub, n.Return, n.OnJump, n.Print, n.Read, n.Restore,
    n.Data, n.Dim, n.DefFn, n.DefType, n.OptionBase, n.Remark, n.Empty, n.Swap, n.MidAssign, n.Erase, n.Common,
)  # fmt: skip
CLOSED_WORDS = {"END", "STOP", "SYSTEM", "CLS", "BEEP", "LOCATE", "COLOR", "RANDOMIZE"}


def ends(graph: Graph) -> bool:
    """Whether a program has an end that it may come to."""
    return any(node.kind == "end" for routine in graph.routines.values() for node in routine.nodes.values())


def interwoven(flow: Flow, graph: Graph) -> bool:
    """Whether the statements of a large program are there in many of its subroutines."""
    places = sum(len(routine.nodes) for routine in graph.routines.values())
    return len(flow.points) > LARGE and places > INTERWOVEN * len(flow.points)


def closed(flow: Flow) -> bool:
    """Whether a program takes nothing from outside, and handles no errors."""
    for point in flow.points:
        statement = point.statement
        if isinstance(statement, n.Command):
            if statement.word not in CLOSED_WORDS or (statement.word == "RANDOMIZE" and not statement.arguments):
                return False
        elif not isinstance(statement, CLOSED_STATEMENTS):
            return False
        if isinstance(statement, n.Print) and (statement.channel is not None or statement.word != "PRINT"):
            return False
        for node in walk(core(statement)):
            if isinstance(node, n.UsrFunction | n.Broken) or (isinstance(node, n.Function) and node.name in OPENING):
                return False
    return True


class NoWitness(Exception):
    """The interpreter cannot be asked here."""


class Run:
    """A run of the port in BASIC's own arithmetic, which is written and made when there is something to compare.

    `witness` tells whether the program prints a text and ends, perhaps after a brief run; it is asked about long runs,
    and about the others of a program of many statements, `size`.
    """

    def __init__(
        self, exact: Callable[[], str], witness: Callable[[str, bool], bool] | None = None, size: int = 0
    ) -> None:
        self.exact = exact
        self.witness = witness
        self.size = size
        self.shown: str | None = None
        self.made = False
        self.endless = False  # it has been stopped
        self.right: str | None = None  # what is printed, once that is known
        self.refuted: set[str] = set()  # what others have shown that did not print the same

    def shows(self, proposed: str) -> bool:
        """Whether another text prints the same and comes to its end."""
        try:
            shown, taken = played(proposed, trial.EFFORT if self.witness else TURNS, True)
        except Stopped:
            self.endless = True
            return False
        if shown is None or shown in self.refuted:
            return False
        if self.right is None and self._right(shown, taken):
            self.right = shown
        if shown != self.right:
            self.refuted.add(shown)
        return shown == self.right

    def _right(self, shown: str, taken: int) -> bool:
        """Whether the program prints just this, which was shown in so many turns."""
        if self.witness is not None and (self.size > LARGE or taken > LONG):
            try:
                return self.witness(shown, taken <= BRIEF * self.size)
            except NoWitness:
                self.witness = None
                if taken > TURNS:
                    return False
        if not self.made:
            try:
                self.shown, _ = played(self.exact(), taken + SLACK, False)
            except Stopped:
                return False
            self.made = self.shown is not None
        return shown == self.shown
