"""What subroutines and parts are called that neither a remark nor an answer names: what they do.

    700 OPEN "O",1,"CHECKS.TXT": ...                save_checks()       the file that it writes
    800 FOR I=1 TO 4: READ M$(I): NEXT              read_data()
    400 FOR I=1 TO 8: IF A(I)>A(I+1) THEN SWAP ...  sort()              a table (by lot: shuffle)
    900 IF C$>="a" THEN C$=CHR$(ASC(C$)-32)         c = upper_case(c)
    900 INPUT "HOW MANY";N: ...                     n = ask_how_many()  what it asks first
    500 FOR I=1 TO 9: PRINT B(I): NEXT: RETURN      show_b()            what it only shows
    950 PRINT "PIRATES ATTACK!": C=C/2              pirates_attack()    what it says first
    550 C=INT(RND(1)*5)+1: RETURN                   c = random_number() what it draws by lot
    600 S=0: FOR I=1 TO 5: ...                      s = find_score()    what it works out, as PRINT "SCORE";S calls it

Where nothing says what a variable is, the verb stands alone: work_out, fill_in, update, check.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence

from ...analysis.flow import Flow, core
from ...analysis.variables.types import bare
from ...syntax import nodes as n
from ...syntax.effects import assigned
from ...syntax.visit import walk
from .names import FEWEST_LETTERS, free
from .names import Key as Name
from .spoken import QUIET, asked_for, shown, typed_into
from .words import items, phrase, phrases, question

DIRECTIONS = {"I": "load", "O": "save", "A": "save", "R": "open"}
MOST_ASKING = 30  # of what is called after a question, or what it says
FEWEST_HEADS = 3  # of a table
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
        """"" where nothing tells it."""
        if all(isinstance(s, n.Return | n.Remark | n.Empty) for s in self.statements):
            return "do_nothing"
        ways = (self._filed, self._read, self._arranged, self._letters, self._asked, self._shown, self._said,
                self._drawn, self._worked_out)  # fmt: skip
        return free(next(filter(None, (way() for way in ways)), ""))

    def _filed(self) -> str:
        opened = [s for s in self.statements if isinstance(s, n.Open)]
        modes = {mode.value if isinstance(mode := s.mode, n.String) else mode for s in opened}
        directions = {DIRECTIONS.get(mode[:1].upper(), "") for mode in modes if isinstance(mode, str)}
        if len(directions) != 1 or len(modes) != 1:
            return ""
        files = {s.file.value if isinstance(s.file, n.String) else "" for s in opened}
        stem = phrase(re.sub(r".*[:\\/]|\..*", "", files.pop())) if len(files) == 1 else ""
        return f"{directions.pop()}_{stem or 'file'}"

    def _read(self) -> str:
        reads = any(isinstance(s, n.Read) for s in self.statements)
        only = all(isinstance(s, (n.Read, n.Restore, n.Return, *QUIET)) for s in self.statements)
        return "read_data" if reads and only else ""

    def _arranged(self) -> str:
        """Whether it does nothing but exchange elements: one with the other that it is compared with, or by lot."""
        if not self.changed or self.printed or self.asks:
            return ""
        changes = [(s.target.name, s.value) for s in self.statements
                   if isinstance(s, n.Let) and isinstance(s.target, n.Element)]  # fmt: skip
        kept = {name for name, value in changes if isinstance(value, n.Variable)}
        moves = {name for name, value in changes if isinstance(value, n.Element) and value.name == name} & kept
        moves |= {s.left.name for s in self.statements if isinstance(s, n.Swap) and isinstance(s.left, n.Element)}
        tests = [node for s in self.statements if isinstance(s, n.If) for node in walk(s.condition)]
        if any(isinstance(node, n.Binary) and _compares(node, moves) for node in tests):
            return "sort"
        return "shuffle" if moves and any(map(_draws, self.statements)) else ""

    def _letters(self) -> str:
        """Whether it makes capitals of small letters: `CHR$(ASC(...)-32)`."""
        for node in (node for s in self.statements for node in walk(s)):
            match node:
                case n.Function(name="CHR$", arguments=(n.Binary(operator="-", right=n.Number(value=32)),)):
                    return "upper_case"
        return ""

    # -- the screen -----------------------------------------------------------------------------------------------

    def _asked(self) -> str:
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
                case n.Let() | n.Remark() | n.Empty():
                    pass
                case _:
                    break
        return ""

    def _shown(self) -> str:
        """What it does nothing with but show it."""
        reads = any(isinstance(s, n.Read) for s in self.statements)
        if not self.printed or self.back or self.answers or self.changed or self.asks or reads:
            return ""
        if len(heads := [item for item in self.printed[0].items if isinstance(item, n.String)]) >= FEWEST_HEADS:
            return f"show_{found}" if (found := phrase(heads[0].value)) else ""
        if any(any(items(shown(point))) for point in self.points):
            return "show_menu"
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
        """What it says first, if that is no menu."""
        if len(self.points) > MOST_ASKING:
            return ""
        if any(any(items(shown(point))) for point in self.points):
            return "ask_choice" if self.asks or self.back or self.answers else "show_menu"
        texts = [s.value.value for s in self.statements if isinstance(s, n.Let) and isinstance(s.value, n.String)]
        branches = any(isinstance(s, n.If) for s in self.statements)
        if not self.printed and not branches and len(texts) == 1 and "_" in (found := phrase(texts[0])):
            return f"say_{found}"
        counts = self.back and self.counters and not self.answers
        found = "" if counts else next(self._texts(), "")  # it works something out
        if found and self.asks and (self.back or self.answers):
            return f"ask_{found}"
        return f"say_{found}" if found.split("_")[0] in SUBJECTS else found

    def _texts(self) -> Iterator[str]:
        """What it prints, what no other says before what others say, too."""
        texts = [text for p in self.points if isinstance(p.statement, n.Print) for text in phrases(shown(p))]
        return iter(sorted(texts, key=lambda text: not {text, f"say_{text}"}.isdisjoint(self.others)))

    # -- variables ------------------------------------------------------------------------------------------------

    def _drawn(self) -> str:
        drawn = {s.target.name for s in self.statements if isinstance(s, n.Let) and _draws(s)}
        if not self.back or not all(name[0] in drawn for name in self.back):
            return ""
        kind = "word" if all(name[1] == "$" for name in self.back) else "number"
        return f"random_{self._named(self.back) or kind + 's' * (len(self.back) > 1)}"

    def _worked_out(self) -> str:
        if self.answers and not self.changed:
            return "check"
        if fresh := [name for name in self.back if name not in self.given]:
            found = self._named(fresh)
            return f"find_{found}" if found else "work_out"
        arrays = [_key(target) for target in self.changed]
        if not arrays and not self.back:
            names = [x.name for s in self.printed for x in s.items if isinstance(x, n.Variable)]
            otherwise = "update" if any(isinstance(s, n.Let) for s in self.statements) else ""  # what all share
            return next((f"show_{name.lower()}" for name in names if name not in self.counters), otherwise)
        anew = self.counters and not any(map(_looks_at_itself, self.statements))
        found = self._named(arrays or self.back)
        if arrays and anew:
            return f"fill_{found or 'in'}"
        return f"update_{found}" if found else "update"

    def _named(self, names: Sequence[Name]) -> str:
        """What one variable is, beside counters; "" of several."""
        others = {name[0]: name for name in names if name[0] not in self.counters}
        return self.noun(*others.values()) if len(others) == 1 else ""


def _key(node: n.Variable | n.Element) -> Name:
    return node.name, node.sigil, "()" if isinstance(node, n.Element) else ""


def _compares(node: n.Binary, names: set[str]) -> bool:
    """Whether elements of one array are compared."""
    match bare(node.left), bare(node.right):
        case n.Element(name=one), n.Element(name=two):
            return node.operator in ("<", ">", "<=", ">=") and one == two and one in names
    return False


def _draws(statement: n.Statement) -> bool:
    return any(isinstance(node, n.Function) and node.name == "RND" for node in walk(statement))


def _looks_at_itself(statement: n.Statement) -> bool:
    """Whether an element gets a value that an array of its name has something to do with."""
    if not isinstance(statement, n.Let) or not isinstance(statement.target, n.Element):
        return False
    name = statement.target.name
    return any(isinstance(node, n.Element) and node.name == name for node in walk(statement.value))
