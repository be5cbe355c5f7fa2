"""What a program's texts say of its variables.

20 INPUT "HOW MANY ACRES DO YOU BUY";A     acres           the question that asks for it
30 PRINT "YEAR";Y;"GRAIN";G                year, grain     the caption that it is shown behind
40 PRINT "ONLY";B;"BUSHELS LEFT"           bushels         what is counted
50 PRINT "TIME","HEIGHT": PRINT T,H        time, height    the head of a column
60 REM M = MONEY IN THE BANK               money           a remark that explains it
70 INPUT "ONE MORE";A$: IF A$="Y" THEN 10  answer          what it is compared with
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, takewhile, zip_longest

from ...analysis.flow import Flow, calls, core, itself
from ...analysis.variables.types import bare
from ...syntax import nodes as n
from ...syntax.visit import walk
from .roles import Clue
from .spoken import shown as asking
from .spoken import typed_into
from .words import caption, noun, plain, tokens, unit, wanted

YES_OR_NO = frozenset({"Y", "N", "YES", "NO", "JA", "NEIN"})
# ---- questions ------------------------------------------------------------------------------------------------------


def asked(flow: Flow) -> Iterator[Clue]:
    """What questions say of what is typed, which may stand in a PRINT before."""
    said = ""
    for point in flow.points:
        targets = typed_into(statement := core(point.statement))
        question = asking(point) or said
        listed = re.search(r"\(([^()]*)\)[ ?]*$", question)
        for text in (listed[1] if listed and len(targets) > 1 else "", question.split("?")[0]) if targets else ():
            parts = [question] if len(targets) == 1 else re.split(r"[,;](?: *AND\b)?| AND ", text, flags=re.I)
            if len(parts) == len(targets):
                for target, part in zip(targets, parts, strict=True):
                    yield Clue(point.line, target, wanted(part, target.sigil == "$"))
                break
        shows = statement.items if isinstance(statement, n.Print) else ()
        last = [item for item in shows if not isinstance(item, n.Separator)][-1:]
        said = "" if targets or (last and not isinstance(last[0], n.String)) else question


def answered(flow: Flow) -> Iterator[Clue]:
    """What is compared with yes or no."""
    typed: dict[str, Clue] = {}
    for statement, line in ((core(point.statement), point.line) for point in flow.points):
        typed |= {target.name: Clue(line, target, "answer") for target in typed_into(statement) if target.sigil == "$"}
        nodes = list(walk(statement.condition)) if isinstance(statement, n.If) else []
        if any(isinstance(node, n.String) and node.value.upper() in YES_OR_NO for node in nodes):
            yield from (typed[node.name] for node in nodes if isinstance(node, n.Variable) and node.name in typed)


# ---- what stands beside a value -------------------------------------------------------------------------------------

Shown = str | n.Expression | None  # a text, a value, or that the next column begins
FIELD = re.compile(r"[+]?[*$]*[#,]*\.?#+[-+^]*|&|!|\\ *\\")  # of PRINT USING
NAMING = re.compile(r"(?:[:=]|\b(?:IS|ARE|WAS|WERE)) *$", re.I)  # at the end of a text: the name of what follows


def printed(flow: Flow) -> Iterator[tuple[int, list[Shown]]]:
    """What is printed in a line, with the texts of PRINT USING between its fields."""
    for line, statement in ((point.line, core(point.statement)) for point in flow.points):
        shown: list[Shown] = []
        for item in statement.items if isinstance(statement, n.Print) and statement.channel is None else ():
            match item:
                case n.String(value=text):
                    shown.append(text)
                case n.Separator(mark=mark) | n.Tab(word=mark):
                    shown += [None] * (mark != ";")
                case _:
                    shown.append(rounded(item))
        if isinstance(statement, n.Print) and isinstance(statement.using, n.String):
            texts = FIELD.split(statement.using.value)
            pairs = zip_longest(texts, (part for part in shown if part is not None))
            shown = [part for pair in pairs for part in pair if part is not None]
        yield line, shown


def rounded(node: n.Expression) -> n.Expression:
    """X of `INT(X+.5)` and `INT(X*100+.5)/100`, and of a function that may do that."""
    match bare(node):
        case n.UserFunction(arguments=(inner,)):
            return rounded(inner)
        case n.Function(name="INT" | "FIX" | "CINT" | "ABS", arguments=(inner,)):
            inner = bare(inner)
            return bare(inner.left) if isinstance(inner, n.Binary) and inner.operator == "+" else rounded(inner)
        case n.Binary(operator="/", left=left, right=n.Number(value=size)):
            match rounded(left):
                case n.Binary(operator="*", left=value, right=n.Number(value=other)) if other == size:
                    return bare(value)
    return bare(node)


def captioned(flow: Flow) -> Iterator[Clue]:
    """What stands before each value, and says more than what stands behind it."""
    return (Clue(line, value, caption(said)) for line, said, value, behind in _beside(flow) if not behind)


def counted(flow: Flow) -> Iterator[Clue]:
    """What is counted right behind a value."""
    return (Clue(line, value, unit(behind)) for line, _, value, behind in _beside(flow))


def _beside(flow: Flow) -> Iterator[tuple[int, str, n.Expression, str]]:
    """Each value with the text before it, and what is counted behind it. That may stand before the next value
    instead, and tells less than a label, but more than a sentence that goes on."""
    for line, shown in printed(flow):
        said = ""
        counts = [isinstance(part, str) for part in (*shown[:1], *shown[-1:])] == [False, True]
        for part, *others in (shown[at : at + 3] for at in range(len(shown))):
            if isinstance(part, str):
                said = part if re.search("[A-Za-z,.]", part) else said
            elif part is not None:
                behind = others[0] if others and isinstance(others[0], str) else ""
                number = isinstance(part, n.Variable | n.Element) and part.sigil != "$"
                label = not counts and (len(tokens(said)) == 1 or others[1:] not in ([], [None]))
                sure = caption(said) and (label or NAMING.search(said))
                yield line, said, part, behind if number and unit(behind) and not sure else ""
                said = ""


def headed(flow: Flow) -> Iterator[Clue]:
    """Heads of columns, and what is printed in these."""
    lines = [(line, shown, [part for part in shown if part and not (isinstance(part, str) and not part.strip(" $%"))])
             for line, shown in printed(flow)]  # fmt: skip
    for at, (_, _, parts) in enumerate(lines):
        texts = [part for part in parts if isinstance(part, str)]
        heads = re.split(r"\s{2,}", texts[0].strip()) if len(texts) == 1 else texts
        if len(texts) == len(parts) and len(heads) > 1:
            around = [*lines[at + 1 :], *lines[:at][::-1]]
            rows = ((line, found) for line, shown, values in around for found in (values, _columns(shown)))
            fits = ((line, found) for line, found in rows if len(found) == len(heads) and str not in map(type, found))
            line, values = next(fits, (0, []))
            pairs = zip(values, heads, strict=False)
            yield from (Clue(line, value, caption(head)) for value, head in pairs if isinstance(value, n.Node))


def _columns(shown: list[Shown]) -> list[Shown]:
    """What each column begins with: `PRINT N$(I),P(I);"EACH"`."""
    return [part for before, part in pairwise([None, *shown]) if before is None and part is not None]


# ---- remarks --------------------------------------------------------------------------------------------------------

EXPLAINED = re.compile(r"\b([A-Z][A-Z0-9]?[$%]?)(\(\D*\))?(?: ?[=-] ?| IS | ARE )(?:THE )?([A-Z]{3,}(?: [A-Z]{3,})?)")
BESIDE = re.compile(r"\b([A-Z]{3,}) (?:IN )?([B-HJ-Z]\d?[$%]?)(?=[,.;:]|$)")  # `NAME OF CARD X, TOTAL IN T`
SHOWING = frozenset({"show", "print", "display", "draw", "list", "shuffle", "sort", "deal"})


def explained(flow: Flow) -> Iterator[Clue]:
    """Remarks that say what variables are."""
    for statement in (core(point.statement) for point in flow.points):
        if isinstance(statement, n.Remark):
            text = statement.text.upper().strip()
            beside = ((name, "", word) for word, name in BESIDE.findall(text))
            for name, array, word in [*EXPLAINED.findall(text), *beside]:
                base = name.rstrip("$%")
                sigil = name.removeprefix(base)
                node = n.Element(0, base, sigil, ()) if array else n.Variable(0, base, sigil)
                yield Clue(0, node, noun(tokens(word)))


def listed(flow: Flow) -> Iterator[Clue]:
    """The one list that a subroutine shows or sorts, after the remark that it begins with."""
    for begin in sorted({target for point in flow.points for target in calls(flow, point)}):
        lines = takewhile(lambda point: not isinstance(point.statement, n.Return), flow.points[begin:])
        nodes = [node for point in lines for node in walk(itself(core(point.statement)))]
        lists = {(node.name, node.sigil): node for node in nodes if isinstance(node, n.Element)}
        head = next((tokens(plain(node.text)) for node in nodes if isinstance(node, n.Remark)), [])
        if SHOWING.intersection(head[:1]) and len(lists) == 1:
            yield Clue(0, next(iter(lists.values())), noun(head[1:]), whole=True)
