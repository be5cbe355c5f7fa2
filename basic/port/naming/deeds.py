"""What a subroutine is called after where neither a remark nor an occasion says it: what it does.

    700 OPEN "O",1,"CHECKS.TXT": ...                 save_checks()      the file that it writes
    800 FOR I=1 TO 4: READ M$(I): NEXT               read_m()           the table that it reads
    400 FOR I=1 TO 8: IF A(I)>A(I+1) THEN SWAP ...   sort_a()           what it does with a table (by lot: shuffle_a)
    900 IF C$>="a" THEN C$=CHR$(ASC(C$)-32)          upper_case()
    500 FOR I=1 TO 9: IF B(I)=0 THEN PRINT "."; ...  show_b()           what it shows
    550 C=INT(RND(1)*5)+1: RETURN                    c = random_c()     what it draws by lot
    300 IF X=Y THEN P=P+5*M ELSE P=P-M               p = settle_bet()   whether a bet is won, after INPUT "YOUR BET";M
    100 INPUT A$: IF A$="YES" THEN Y=1: ...      y = ask_yes_or_no()   what it asks
    800 FOR I=1 TO 9: IF W$(I)=N$ THEN K=I: ...      k = look_up(n)     which of a table's texts something is
    600 S=0: FOR I=1 TO 5: ...                   s = find_score()      what it works out, as PRINT "SCORE";S calls it
    400 W$="": IF N=0 THEN W$="ZERO" ...             w = find_w()       the same where nothing calls it anything
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...analysis.flow import Flow, core
from ...analysis.variables.types import bare
from ...syntax import nodes as n
from ...syntax.effects import assigned
from ...syntax.visit import walk
from .names import Key as Name
from .names import free
from .remarks import KEYED, QUIET, phrase, question, shown

VAGUE = re.compile("change_|find_[a-z0-9]{1,2}(_and_[a-z0-9]{1,2})?$")  # names that say little
DIRECTIONS = {"I": "load", "O": "save", "A": "save", "R": "open"}
LARGE = 25  # statements of what is a whole game
MOST_ASKING, MOST_SPELLING = 30, 15  # statements of what is called after what it asks or says, or after making capitals
MOST_NAMED = 2  # variables in a name
AROUND = frozenset({"your", "my", "the", "is", "are", "was", "now", "its", "a", "an"})  # what a label does without
SHORTEST_LABEL = 4  # letters
STAKE = re.compile(r"\b(?:bets?|stakes?|wagers?|ante)\b", re.I)
FEW_LETTERS = 2  # of a name that tells nothing
BOARD = ("row", "column")
FEW = 2  # texts that are printed where an answer is given


class Deed:
    """What some points of a program do. `given` and `back`: the variables that they are handed and give back, as a
    function; `answers`: whether it says which of two ways it has ended; `game`: the program is one."""

    def __init__(
        self, flow: Flow, points: Sequence[int], given: Sequence[Name], back: Sequence[Name], answers: bool, game: bool
    ) -> None:
        self.flow = flow
        self.statements = [core(flow.points[index].statement) for index in points if index < len(flow.points)]
        self.given = [name for name in given if name[2] != "FN"]
        self.back, self.answers = list(back), answers
        self.game = game
        self.counters = {s.variable.name for s in self.statements if isinstance(s, n.For)}

    def name(self) -> str:
        """"" where nothing tells it."""
        ways = (self._filed, self._read, self._letters, self._arranged, self._asked, self._answered, self._offered,
                self._settled, self._shown, self._tested, self._random, self._played, self._labelled, self._looked_up,
                self._found, self._filled, self._changed, self._said, self._printed)  # fmt: skip
        found = next(filter(None, (way() for way in ways)), "")
        return free(found)

    # -- files and tables -----------------------------------------------------------------------------------------

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
        read = [target for s in self.statements if isinstance(s, n.Read) for target in s.targets]
        only = all(isinstance(s, (n.Read, n.Restore, n.Return, *QUIET)) for s in self.statements)
        return f"read_{_joined(_words(target.name for target in read))}" if read and only else ""

    def _arranged(self) -> str:
        """Whether it does nothing but exchange elements: one with the other that it is compared with, or by lot."""
        kept = self._put_back()
        arrays = [name for s in self.statements if (name := _exchanged(s, kept))]
        if not arrays or any(isinstance(s, n.Print | n.Input | n.LineInput | n.Gosub) for s in self.statements):
            return ""
        name = arrays[0]
        tests = [node for s in self.statements if isinstance(s, n.If) for node in walk(s.condition)]
        if any(isinstance(node, n.Binary) and _compares(node, name) for node in tests):
            return f"sort_{name.lower()}"
        return f"shuffle_{name.lower()}" if any(map(_draws, self.statements)) else ""

    def _put_back(self) -> set[str]:
        """The arrays of which an element gets what a variable has kept."""
        given = [s for s in self.statements if isinstance(s, n.Let) and isinstance(s.value, n.Variable)]
        return {s.target.name for s in given if isinstance(s.target, n.Element)}

    def _letters(self) -> str:
        """Whether it makes capitals of small letters: it compares with `a` and `z` and takes 32 away."""
        talks = any(isinstance(s, n.Print | n.Input | n.LineInput) for s in self.statements)
        if talks or len(self.statements) > MOST_SPELLING:
            return ""
        texts = {node.value for node in self._nodes() if isinstance(node, n.String)}
        numbers = {node.value for node in self._nodes() if isinstance(node, n.Number)}
        taken = {
            node.operator
            for node in self._nodes()
            if isinstance(node, n.Binary) and isinstance(node.right, n.Number) and node.right.value == 32
        }
        small = {"a", "z"} <= texts or (numbers & {96, 97} and numbers & {122, 123})
        large = {"A", "Z"} <= texts or (numbers & {64, 65} and numbers & {90, 91})
        first = any(
            isinstance(node, n.Binary) and node.operator == "=" and isinstance(node.left, n.Variable)
            and node.left.name in self.counters and isinstance(node.right, n.Number) and node.right.value == 1
            for node in self._nodes()
        )  # fmt: skip
        if small and "-" in taken:
            return "capitalize" if first else "upper_case"
        return "lower_case" if large and "+" in taken else ""

    # -- the screen -----------------------------------------------------------------------------------------------

    def _asked(self) -> str:
        for statement in self.statements if len(self.statements) <= MOST_ASKING else ():
            match statement:
                case n.Input(channel=None, prompt=prompt) | n.LineInput(channel=None, prompt=prompt):
                    asked = question(prompt)
                    return f"ask_{asked}" if asked else ""
                case n.Let() | n.Remark() | n.Empty() | n.Print():
                    continue
            break
        return ""

    def _answered(self) -> str:
        """What gives back what was typed: `ask_yes_or_no` if it has to be one of these, else `ask_x`."""
        typed = [target.name for s in self.statements for target in typed_into(s)]
        if not typed or len(self.statements) > MOST_ASKING or not (self.back or self.answers):
            return ""
        words = {node.value.strip() for s in self.statements if isinstance(s, n.If) for node in walk(s.condition)
                 if isinstance(node, n.String)}  # fmt: skip
        initials = {word[:1].upper() for word in words}
        if initials == {"Y", "N"} and {"Y", "YES", "y", "yes"} & words:
            return "ask_yes_or_no"
        given = _words(name[0] for name in self.back if name[0] in typed)
        return f"ask_{_joined(given)}" if given and len(self.back) <= MOST_NAMED else ""

    def _offered(self) -> str:
        """What begins with a menu: `B)UY  S)ELL`."""
        printed = (s for s in self.statements if isinstance(s, n.Print) and s.channel is None)
        shown = (item.value for s in printed for item in s.items if isinstance(item, n.String) and item.value.strip())
        text = next(shown, "").lstrip()
        menu = KEYED.match(text) and len(KEYED.findall(text)) > 1
        return "ask_choice" if menu and (self.back or self.answers) else ""

    def _shown(self) -> str:
        """What it does nothing with but show it."""
        printed = [s for s in self.statements if isinstance(s, n.Print) and s.channel is None]
        if not printed or self.back or self.answers or self._changed_arrays():
            return ""
        if any(isinstance(s, n.Input | n.LineInput | n.Read) or _draws(s) for s in self.statements):
            return ""
        tests = [s.condition for s in self.statements if isinstance(s, n.If)]
        for sources in (printed, tests if next(self._texts(), None) is None else []):
            looked = [node for source in sources for node in walk(source) if isinstance(node, n.Variable | n.Element)]
            own = {s.target.name for s in self.statements if isinstance(s, n.Let)} | self.counters
            for kind in (n.Element, n.Variable):
                words = _words(node.name for node in looked if isinstance(node, kind) and node.name not in own)
                if len(words) == 1 and len(words[0]) <= FEW_LETTERS and self._by_rows(looked):
                    return "show_board"
                if words and (kind is n.Element or len(words) <= MOST_NAMED):
                    return f"show_{_joined(words)}"
        return ""

    def _by_rows(self, looked: list[n.Variable | n.Element]) -> bool:
        """Whether a game shows elements with two subscripts that count."""
        return self.game and any(
            isinstance(node, n.Element) and len(node.subscripts) == len(BOARD)
            and all(isinstance(x, n.Variable) and x.name in self.counters for x in map(bare, node.subscripts))
            for node in looked
        )  # fmt: skip

    def _printed(self) -> str:
        printed = (item for s in self.statements if isinstance(s, n.Print) and s.channel is None for item in s.items)
        words = _words(item.name for item in printed if isinstance(item, n.Variable) and item.name not in self.counters)
        return f"show_{_joined(words)}" if words else ""

    def _tested(self) -> str:
        """One that says which of two ways it has ended."""
        if not self.answers:
            return ""
        texts = [*self._texts()]
        if texts and len(texts) <= FEW:
            return texts[0]
        if self._changed_arrays():
            return ""
        conditions = [s.condition for s in self.statements if isinstance(s, n.If)]
        elements = [node.name for test in conditions for node in walk(test) if isinstance(node, n.Element)]
        return f"test_{_joined(_words(elements))}" if elements and not texts else ""

    def _said(self) -> str:
        if len(self.statements) > MOST_ASKING:
            return ""
        keys = any(isinstance(node, n.Function) and node.name == "INKEY$" for node in self._nodes())
        if found := next(self._texts(), ""):
            return f"{'ask' if keys else 'say'}_{found}"
        if any(isinstance(s, n.Command) and s.word == "FILES" for s in self.statements):
            return "list_files"
        given = [s.value.value for s in self.statements if isinstance(s, n.Let) and isinstance(s.value, n.String)]
        texts = [text for text in given if " " in text.strip()]
        alone = len(texts) == 1 and not any(isinstance(s, n.If) for s in self.statements)
        return f"say_{found}" if alone and (found := phrase(texts[0])) else ""

    def _texts(self) -> Iterator[str]:
        for statement in self.statements:
            if isinstance(statement, n.Print) and statement.channel is None:
                texts = [item.value for item in statement.items if isinstance(item, n.String)]
                if found := phrase(" ".join(texts)):
                    yield found

    def _played(self) -> str:
        asks = any(isinstance(s, n.Input | n.LineInput) for s in self.statements)
        return "play" if asks and self.game and len(self.statements) >= LARGE else ""

    # -- variables ------------------------------------------------------------------------------------------------

    def _random(self) -> str:
        names = {s.target.name for s in self.statements if isinstance(s, n.Let) and _draws(s)}
        words = _words(name[0] for name in self.back if name[0] in names)
        if not words or len(self.back) != len(words) or any(isinstance(s, n.Print) for s in self.statements):
            return ""
        if len(words) > MOST_NAMED:
            alone = all(isinstance(s, (n.Return, *QUIET)) or _draws(s) for s in self.statements)
            return "pick_words" if alone and all(name[1] == "$" for name in self.back) else ""
        if self._seeks_room({name[0] for name in self.back}):
            return "random_free_place"
        otherwise = {s.target.name for s in self.statements if isinstance(s, n.Let) and not _draws(s)}
        if self.game and len(words) == 1 and self.back[0] in self.given and self.back[0][0] in otherwise:
            return f"choose_{self._asked_elsewhere(self.back[0][0]) or words[0]}"
        return f"random_{_joined(words)}"

    def _seeks_room(self, names: set[str]) -> bool:
        """Whether what is drawn are the subscripts of an element that is to be 0, and nothing else happens."""
        only = all(isinstance(s, (n.Let, n.If, n.Goto, n.Return, *QUIET)) for s in self.statements)
        empty = (
            node.left for s in self.statements if isinstance(s, n.If) for node in walk(s.condition)
            if isinstance(node, n.Binary) and isinstance(node.right, n.Number) and not node.right.value
        )  # fmt: skip
        return only and len(names) > 1 and any(
            isinstance(node, n.Element) and {x.name for x in node.subscripts if isinstance(x, n.Variable)} == names
            for node in map(bare, empty)
        )

    def _asked_elsewhere(self, name: str) -> str:
        """The word that a variable is asked for with."""
        prompts = (prompt for typed, prompt in self._prompts() if typed == name)
        words = [word for word in question(next(prompts, "")).split("_") if word not in AROUND]
        return words[0] if len(words) == 1 and len(words[0]) >= SHORTEST_LABEL else ""

    def _prompts(self) -> Iterator[tuple[str, str]]:
        """The variables that the program asks for one by one, and what it says then."""
        for point in self.flow.points:
            typed = typed_into(core(point.statement))
            if len(typed) == 1 and isinstance(typed[0], n.Variable):
                before = self.flow.points[max(0, point.index - 1)]
                yield typed[0].name, shown(point) if shown(point).strip() else shown(before)

    def _settled(self) -> str:
        """What adds to a sum, and takes from it, what has been staked."""
        if not self.game or len(self.back) != 1 or self.back[0][2]:
            return ""
        staked = {name for name, prompt in self._prompts() if STAKE.search(prompt)}
        signs: set[str] = set()
        for s in self.statements:
            if isinstance(s, n.Let) and isinstance(s.target, n.Variable) and s.target.name == self.back[0][0]:
                value = bare(s.value)
                if isinstance(value, n.Binary) and isinstance(value.left, n.Variable):
                    own = value.left.name == s.target.name
                    names = {node.name for node in walk(value.right) if isinstance(node, n.Variable)}
                    signs |= {value.operator} if own and names & staked else set()
        return "settle_bet" if signs == {"+", "-"} else ""

    def _labelled(self) -> str:
        """What works out what is shown everywhere behind the same word: `find_score` after `PRINT "SCORE:";S`."""
        if len(self.back) != 1 or self.back[0] in self.given or self.back[0][2]:
            return ""
        labels = {label for point in self.flow.points for label in _labels(core(point.statement), self.back[0][0])}
        return f"find_{labels.pop()}" if len(labels) == 1 and "" not in labels else ""

    def _looked_up(self) -> str:
        """What gives back the number of a text in a table."""
        if len(self.back) != 1 or any(map(typed_into, self.statements)):
            return ""
        name = self.back[0][0]
        given = [s.value for s in self.statements if isinstance(s, n.Let) and s.target.name == name]
        counts = name in self.counters or any(isinstance(x, n.Variable) and x.name in self.counters for x in given)
        tests = (node for s in self.statements if isinstance(s, n.If) for node in walk(s.condition))
        equal = (node for node in tests if isinstance(node, n.Binary) and node.operator == "=")
        sides = (bare(side) for node in equal for side in (node.left, node.right))
        texts = [side for side in sides if isinstance(side, n.Element) and side.sigil == "$"]
        return "look_up" if counts and texts and len({text.name for text in texts}) == 1 else ""

    def _found(self) -> str:
        fresh = [name[0] for name in self.back if name not in self.given]
        return f"find_{_joined(_words(fresh))}" if fresh and len(self.back) <= MOST_NAMED else ""

    def _filled(self) -> str:
        changed = self._changed_arrays()
        anew = self.counters and not any(_looks_at_itself(s) for s in self.statements)
        return f"{'fill' if anew else 'change'}_{_joined(changed)}" if changed else ""

    def _changed(self) -> str:
        verb = "change" if {*self.back} & {*self.given} else "find"  # what it was not handed it works out
        return f"{verb}_{_joined(_words(name[0] for name in self.back))}" if self.back else ""

    def _changed_arrays(self) -> list[str]:
        targets = (target for statement in self.statements for target in assigned(statement))
        return _words(target.name for target in targets if isinstance(target, n.Element))

    def _nodes(self) -> Iterator[object]:
        return (node for statement in self.statements for node in walk(statement))


def typed_into(statement: n.Statement) -> tuple[n.Target, ...]:
    """What INPUT or LINE INPUT gives a value."""
    match statement:
        case n.Input(channel=None, targets=targets):
            return targets
        case n.LineInput(channel=None, target=target):
            return (target,)
    return ()


def _exchanged(statement: n.Statement, put_back: set[str]) -> str:
    """The array of which one element gets what another has, and gives its own for that."""
    match statement:
        case n.Swap(left=n.Element(name=name), right=n.Element(name=other)) if name == other:
            return name
        case n.Let(target=n.Element(name=name), value=n.Element(name=other)) if name == other and name in put_back:
            return name
    return ""


def _compares(node: n.Binary, name: str) -> bool:
    sides = [bare(side) for side in (node.left, node.right)]
    both = all(isinstance(side, n.Element) and side.name == name for side in sides)
    return node.operator in ("<", ">", "<=", ">=") and both


def _draws(statement: n.Statement) -> bool:
    return any(isinstance(node, n.Function) and node.name == "RND" for node in walk(statement))


def _labels(statement: n.Statement, name: str) -> Iterator[str]:
    """The word that a variable is shown behind, "" where that is more than a word."""
    if isinstance(statement, n.Print):
        shown = [item for item in statement.items if not isinstance(item, n.Separator)]
        for before, item in zip([None, *shown], shown, strict=False):
            if isinstance(item, n.Variable) and item.name == name:
                words = re.findall(r"[a-z]+", before.value.lower()) if isinstance(before, n.String) else []
                words = [word for word in words if word not in AROUND]
                alone = len(words) == 1 and len(words[0]) >= SHORTEST_LABEL and not words[0].endswith("ed")
                yield words[0] if alone else ""


def _looks_at_itself(statement: n.Statement) -> bool:
    """Whether an element gets a value that an array of its name has something to do with."""
    if not isinstance(statement, n.Let) or not isinstance(statement.target, n.Element):
        return False
    name = statement.target.name
    return any(isinstance(node, n.Element) and node.name == name for node in walk(statement.value))


def _words(names: Iterator[str] | Sequence[str]) -> list[str]:
    """Names as words, each once."""
    return [*dict.fromkeys(name.lower().replace(".", "_") for name in names)]


def _joined(words: Sequence[str]) -> str:
    return "_and_".join(words[:MOST_NAMED])
