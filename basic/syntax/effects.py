"""What a statement does to variables and where it leads, as the types of its node's fields say.

    class Read(Node):
        targets: tuple[Assigned[Target], ...]         each gets a value

Whoever looks at what a program does begins here, so that a new statement is known to all as soon as its node says what
its fields are. A node that is no `Statement` is taken for one that does anything.
"""

from __future__ import annotations

from functools import cache
from re import findall

from basic.record import types
from basic.syntax import nodes as n

STATEMENTS = frozenset(
    kind for kind in vars(n).values() if isinstance(kind, type) and issubclass(kind, n.Statement)
) - {n.Statement}
EXPRESSIONS = frozenset(n.Expression.__args__)
ISOLATED = (
    n.If, n.Let, n.Swap, n.Print, n.Write, n.Input, n.LineInput, n.Read, n.Restore, n.MidAssign, n.Empty, n.Remark,
    n.Pset, n.DrawLine, n.Circle, n.Paint,
)  # fmt: skip
LEAVING = (n.Goto, n.Return, n.Resume, n.Wend)  # the next statement follows only where they say so


def assigned(statement: n.Node) -> list[n.Target]:
    """The variables and elements that a statement gives values, in the order of its text; those of NEXT stand in
    its FOR."""
    return [node for node in _marked(statement, "Assigned") if isinstance(node, n.Variable | n.Element)]


def assigned_variables(statement: n.Node) -> list[n.Variable]:
    """The plain variables among them."""
    return [node for node in _marked(statement, "Assigned") if isinstance(node, n.Variable)]


def placed(statement: n.Node) -> list[n.Variable]:
    """The variables that have a place in memory when it is done. SWAP must find that of its second one."""
    if isinstance(statement, n.Swap):
        return [statement.left] if isinstance(statement.left, n.Variable) else []
    if isinstance(statement, n.Dim):
        return [target for target in statement.arrays if isinstance(target, n.Variable)]
    if isinstance(statement, n.DefFn):
        return list(statement.parameters)
    return assigned_variables(statement)


def filled(statement: n.Node) -> list[n.Element]:
    """The arrays whose elements may all change, each as an element without subscripts."""
    found = [node for node in _marked(statement, "Filled") if isinstance(node, n.Variable | n.Element | n.Whole)]
    return [n.Element(node.column, node.name, node.sigil, ()) for node in found]


def ways(statement: n.Node) -> list[n.LineRef]:
    """The lines that it may send the program to, now or when an error or an event comes."""
    now = [node for node in _marked(statement, "Way") if isinstance(node, n.LineRef)]
    return now + [node for node in _marked(statement, "Handler") if isinstance(node, n.LineRef) and node.number]


def runs_on(statement: n.Node) -> bool:
    """Whether the next statement may follow it."""
    return not isinstance(statement, LEAVING)


def is_known(statement: n.Node) -> bool:
    """Whether its class says what it does."""
    return not STATEMENTS.isdisjoint(type(statement).__mro__)


def anything(statement: n.Node) -> bool:
    """Whether it may give values to variables that do not stand in it."""
    return not is_known(statement) or isinstance(statement, n.Call)


def isolated(statement: n.Node) -> bool:
    """Whether it uses the variables that stand in it, and devices, and nothing else; of a word the registry says it."""
    return isinstance(statement, ISOLATED)


def forgets(statement: n.Node) -> bool:
    """Whether variables may be as at the start behind it."""
    match statement:
        case n.Command(word=word):
            return word in ("CLEAR", "NEW")
        case n.FileCommand(word=word):
            return word in ("LOAD", "MERGE")
        case _:
            return isinstance(statement, n.Run | n.Chain)


def marks(kind: type) -> dict[str, set[str]]:
    """The words in the types of a class's fields: `tuple[Assigned[Target], ...]` has Assigned among them."""
    return {field: set(findall(r"\w+", text)) for field, text in types(kind).items()}


@cache
def _fields(kind: type, mark: str) -> tuple[str, ...]:
    """The fields of a class that have a mark, or are made of nodes that have it (FIELD's parts)."""
    found = []
    for field, words in marks(kind).items():
        parts = (vars(n).get(word) for word in words)
        inner = (part for part in parts if isinstance(part, type) and part is not kind and part not in EXPRESSIONS)
        if mark in words or any(_fields(part, mark) for part in inner):
            found.append(field)
    return tuple(found)


def _marked(node: n.Node, mark: str) -> list[n.Node]:
    found: list[n.Node] = []
    kind: type = type(node)
    for field in _fields(kind, mark):
        value = getattr(node, field)
        for item in value if type(value) is tuple else (value,):
            if type(item) in EXPRESSIONS or isinstance(item, n.LineRef | n.Whole):
                found.append(item)
            elif item is not None:
                found += _marked(item, mark)
    return found
