"""What subroutines and parts are called that neither a remark nor an answer names: what they do.

    900 INPUT "HOW MANY";N: ...                 n = ask_how_many()  what it asks first
    500 FOR I=1 TO 9: PRINT B(I): NEXT: RETURN  show_b()            what it only shows
    950 PRINT "PIRATES ATTACK!": C=C/2          pirates_attack()    what it says first
    600 S=0: FOR I=1 TO 5: ...                  s = find_score()    what it works out, as PRINT "SCORE";S calls it

Where nothing says what a variable is, the verb stands alone: update.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from ...analysis.defaults import Name
from ...analysis.flow import Flow, core
from ...syntax import nodes as n
from ...syntax.effects import assigned
from ...syntax.visit import walk
from .names import FEWEST_LETTERS, free
from .spoken import asked_for, shown, typed_into, variables_in
from .words import phrases, question

MOST_ASKING = 30  # of what is called after a question, or what it says
ASKING = (  # what may stand in a part that only asks
    n.Input, n.LineInput, n.Print, n.Let, n.If, n.Goto, n.For, n.Next, n.Remark, n.Empty, n.While, n.Wend, n.Gosub,
    n.Command,
)  # fmt: skip
SUBJECTS = ("i", "you", "he", "she", "it", "we", "they", "that", "there", "your")  # of a whole sentence


def plain_noun(name: Name) -> str:
    """What a variable is, if BASIC's name says it."""
    return name[0].lower().replace(".", "_") if len(name[0]) >= FEWEST_LETTERS else ""


class Deed:
    """What some points of a program do. `given` and `back`: the variables that they are handed and give back, as a
    function; `answers`: whether it says which of two ways it has ended; `noun` says what
    a variable is; `others`: what others are called."""

    def __init__(
        self, flow: Flow, points: Sequence[int], given: Sequence[Name], back: Sequence[Name], answers: bool,
        noun: Callable[[Name], str] = plain_noun, others: Collection[str] = (),
    ) -> None:  # fmt: skip
        self.points = [flow.points[index] for index in points if index < len(flow.points)]
        self.statements = [core(point.statement) for point in self.points]
        self.given, self.back, self.answers, self.noun = given, back, answers, noun
        self.others = others
        self.counters = {s.variable.name for s in self.statements if isinstance(s, n.For)}
        self.printed = [s for s in self.statements if isinstance(s, n.Print) and s.channel is None]
        self.asks = any(map(typed_into, self.statements))
        self.changed = [place for s in self.statements for place in assigned(s) if isinstance(place, n.Element)]

    def name(self) -> str:
        """ "" where nothing tells it."""
        return free(self.asked() or self._shown() or self._said() or self._worked_out())

    def only_asks(self) -> bool:
        """Whether it does nothing else but with what is typed."""
        answers: set[str] = set()
        for statement in self.statements:
            answers |= {target.name for target in typed_into(statement)}
            match statement:
                case n.Let(target=target, value=value) if variables_in(value) & answers:
                    answers.add(target.name)
                case n.Let(value=value) if not isinstance(value, n.Number):
                    return False
        return all(isinstance(statement, ASKING) for statement in self.statements)

    def asked(self) -> str:
        """What it asks before it does anything else."""
        said = ""
        for point in self.points if len(self.points) <= MOST_ASKING else ():
            match point.statement:
                case n.Input(channel=None) | n.LineInput(channel=None):
                    typed = [name for name in self.back if name[0] in {t.name for t in typed_into(point.statement)}]
                    asked = asked_for(point, said, bool(self.counters)) or (typed and (self._named(typed) or "answer"))
                    return f"ask_{asked}" if asked else ""
                case n.Print(channel=None):
                    said = question(shown(point)) or said
                case n.Let() | n.Remark() | n.Empty() | n.For():
                    pass
                case _:
                    break
        return ""

    def _shown(self) -> str:
        """What it does nothing with but show it."""
        reads = any(isinstance(s, n.Read) for s in self.statements)
        if not self.printed or self.back or self.answers or self.changed or self.asks or reads:
            return ""
        texts = next(self._texts(), "")
        tests = [s.condition for s in self.statements if isinstance(s, n.If)]
        for sources in (self.printed, [] if texts else tests):
            looked = [node for source in sources for node in walk(source) if isinstance(node, n.Variable | n.Element)]
            own = {s.target.name for s in self.statements if isinstance(s, n.Let)} | self.counters
            for kind in (n.Element, n.Variable):
                seen = {node.name: node for node in looked if isinstance(node, kind) and node.name not in own}
                if len(seen) == 1 and not (texts and kind is n.Variable):
                    (node,) = seen.values()
                    return f"show_{self.noun(_key(node)) or node.name.lower()}"
        return f"say_{texts}" if texts else ""

    def _said(self) -> str:
        """What it says first; where a loop works something out, that is what it begins with."""
        counts = self.back and self.counters and not self.answers and not isinstance(self.statements[0], n.Print)
        found = "" if counts or len(self.points) > MOST_ASKING else next(self._texts(), "")
        if found and self.asks and (self.back or self.answers):
            return f"ask_{found}"
        return f"say_{found}" if found.split("_")[0] in SUBJECTS else found

    def _texts(self) -> Iterator[str]:
        """What it prints, what no other says before what others say, too."""
        texts = [text for p in self.points if isinstance(p.statement, n.Print) for text in phrases(shown(p))]
        return iter(sorted(texts, key=lambda text: not {text, f"say_{text}"}.isdisjoint(self.others)))

    def _worked_out(self) -> str:
        fresh = [name for name in self.back if name not in self.given]
        if found := self._named(fresh or [_key(target) for target in self.changed] or self.back):
            return f"find_{found}" if fresh else f"update_{found}"
        return "update" if self.back or any(isinstance(s, n.Let) for s in self.statements) else ""

    def _named(self, names: Sequence[Name]) -> str:
        """What one variable is, beside counters; "" of several."""
        others = {name[0]: name for name in names if name[0] not in self.counters}
        return self.noun(*others.values()) if len(others) == 1 else ""


def _key(node: n.Variable | n.Element) -> Name:
    return node.name, node.sigil, "()" if isinstance(node, n.Element) else ""
