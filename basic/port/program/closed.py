"""Whether a program takes nothing from outside: no key, no clock, no file, no seed. Such a program has one run only, so
that its Python, shown to print the same in that run, always prints the same.
"""

from __future__ import annotations

from ...analysis.flow import Flow, core
from ...library.registry import FUNCTIONS
from ...syntax import nodes as n
from ...syntax.visit import walk

# What depends on more than the program, or gives any number at all; where the cursor is, is no secret.
OPENING = {"FRE", "VARPTR", "VARPTR$", "ENVIRON$", "CVI", "CVS", "CVD", "PMAP", "ERDEV", "ERDEV$", "EXTERR"} | {
    word for word, entry in FUNCTIONS.items() if entry.machine and word not in ("RND", "CSRLIN", "POS")
}
CLOSED_STATEMENTS = (
    n.Let, n.For, n.Next, n.If, n.While, n.Wend, n.Goto, n.Gosub, n.Return, n.OnJump, n.Print, n.Read, n.Restore,
    n.Data, n.Dim, n.DefFn, n.DefType, n.OptionBase, n.Remark, n.Empty, n.Swap, n.MidAssign, n.Erase, n.Common,
)  # fmt: skip
CLOSED_WORDS = {"END", "STOP", "SYSTEM", "CLS", "BEEP", "LOCATE", "COLOR", "RANDOMIZE"}


def takes_nothing(flow: Flow) -> bool:
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
