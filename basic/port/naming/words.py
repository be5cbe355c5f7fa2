"""What a program's remarks and texts say, as names.

    REM *** PRINT THE BOARD ***           print_the_board        phrase
    INPUT "HOW MANY ACRES DO YOU BUY"     acres                  wanted
    PRINT "THE DETERMINANT IS";D          determinant            caption
    PRINT G;"GROWN TREES AND"             grown_trees            unit
    PRINT "1. SAIL  2. QUIT"              1: sail, 2: quit       items
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import dropwhile, pairwise, takewhile
from unicodedata import combining, normalize

from ...codepage import pictured
from ...syntax import nodes as n
from .names import FEWEST_LETTERS

# ---- tokens ---------------------------------------------------------------------------------------------------------

TOKEN = re.compile(r"[a-z][a-z0-9]*[$%#]?|\d+|\s-\s|--+|[^\s\w]")
QUOTES, DASH = "\"'", " - "
Tokens = list[str]  # words in small letters, numbers and marks


def tokens(text: str) -> Tokens:
    letters = normalize("NFKD", text.casefold())
    found = TOKEN.findall("".join(c for c in letters if not combining(c) and c not in QUOTES))
    return [DASH if token[0].isspace() else token for token in found]


def clauses(found: Tokens, marks: Collection[str]) -> list[Tokens]:
    """What stands between marks, where there are words."""
    parts: list[Tokens] = [[]]
    for token in found:
        if token in marks or token.startswith("--"):
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if any(token[0].isalpha() for token in part)]


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# ---- whole remarks and sentences ------------------------------------------------------------------------------------

MOST_WORDS, MOST_LETTERS = 5, 30
ARTICLES = _set("a an the")
LEADING = ARTICLES | _set("subroutine sub routine gosub procedure function this to for is here your begin start of and")
TRAILING = ARTICLES | _set(
    "of and or to for in with from by at on is are if into as that which without it its than too this"
)
ADVERBS = _set("in on by to")
DRAWN = r"#\s*=+_~\u2500-\u25a0"  # around remarks
LETTER = re.compile(r"[(\[<]?\b([A-Z])[)\]>](?=[A-Z]{2})", re.I)  # the key of a word: `B)UY`, `<B>UY`


def remark_text(statement: n.Remark) -> str:
    """What a remark says, in the characters that the PC's screen shows it with."""
    return plain(pictured(statement.text.replace("\t", " ").replace("\n", " ")))


def plain(text: str) -> str:
    """A remark without the stars and lines that are drawn around it."""
    text = re.sub(rf"^(?:[{DRAWN}-](?<![-+=#])|[-+=#](?![\d.]))+|[{DRAWN}-]+$", "", text.strip())
    return text if any(map(str.isalnum, text)) else ""


def phrase(text: str) -> str:
    """The first words of a remark as a name."""
    return next(phrases(text), "")


def phrases(text: str) -> Iterator[str]:
    """The same of each of its clauses that says something."""
    parts = clauses(tokens(LETTER.sub(r"\1", plain(text))), (*".;:,(!?/", DASH))
    for part in parts:
        words = [token for token in part if token.isalnum() and (len(token) > 1 or token == "a" or token.isdigit())]
        words = [*dropwhile(lambda word: word in LEADING and not (word == "is" and "?" in text), words)]
        bare = [word for word in words if word not in ARTICLES]
        words = bare if len(bare) <= MOST_WORDS < len(words) else words
        if len(name := "_".join(_beginning(words, words[-1:] == part[-1:]))) > 2 and name[0].isalpha():
            yield name


def _beginning(words: Tokens, whole: bool) -> Tokens:
    found = words[:MOST_WORDS]
    while found and (len("_".join(found)) > MOST_LETTERS or found[-1] in TRAILING):
        if whole and len(words) == 2 and found[-1] in ADVERBS:
            break  # `CHECK IN`, `WHERE TO`
        found.pop()
    return found


# ---- what is asked for, and what stands beside a number -------------------------------------------------------------

MOST_OF_NAME = 2  # words
# Words that are no part of a name: what stands before it or behind it ends there.
OTHERS = TRAILING | _set("""
    about add adds after again all also am another any ask asks back be been before between bring brings but
    came can come comes cost costing costs could cut did do does down each enter equal equals every game get
    gets give gives go goes gone got had has have he her here his hold holds how i just keep know leave leaves
    left less lie lies like lose lost made make makes many may me means more most much must my need needs next
    no not now off ok only other our out over pay per play please put reach reaches ready said sank says see
    sell shall she should so some stand stands stays still take takes their them then there these they those try
    type under up us use very want was we well were what when where who why will win wins wish won worked works
    would yes you your yours mine whom sure same own owns draw draws kill kills ate eat eats took pays paid
    bought far strong so welcome behind attacks dies called xor true false
""")
YES_NO = _set("do does are is will would shall can want care like more again another ready play once try")
ASKING = _set("what which many much enter type give input choose pick")  # what is wanted stands behind them
BEHIND_NOUN = _set("is are was were be will equals left remaining far so now today")  # what is no part of a caption
# What a number is that stands behind a verb.
BEHIND_VERB = {
    "won": "wins", "lost": "losses", "cost": "cost", "costs": "cost", "weighs": "weight", "owe": "debt", "owes": "debt",
}  # fmt: skip
DONE = ("won", "lost")
GENERIC = _set("value answer one two three thing things time times total")  # these say nothing


def wanted(question: str, text: bool) -> str:
    """What a question asks for: `acres` of HOW MANY ACRES DO YOU BUY; `answer` where that is yes or no."""
    parts = clauses(tokens(question), ".!?:;")
    if not parts:
        return ""
    asked = parts[-1]
    if text and (asked[0] in YES_NO or {"y", "n"} <= {*asked} or {"yes", "no"} <= {*asked}):
        return "answer"
    asked = [*takewhile(lambda token: token not in "([<", asked)]
    begin = max((at + 1 for at, token in enumerate(asked) if token in ASKING), default=0)
    amount = (at + 2 for at, two in enumerate(pairwise(asked)) if two in (("number", "of"), ("amount", "of")))
    begin = next(amount, begin)
    return noun(asked[begin:])


def noun(found: Tokens) -> str:
    """The words at the beginning that are a name."""
    words = [*dropwhile(OTHERS.__contains__, found)]
    return _name([*takewhile(lambda token: token.isalpha() and token not in OTHERS, words)][-MOST_OF_NAME:])


def caption(text: str) -> str:
    """The name at the end of a text: `determinant` of THE DETERMINANT IS."""
    found = tokens(text)
    if not found or found[-1] in ".!?,;":
        return ""  # something else begins
    words = [token for token in (clauses(found, ".!?,") or [[]])[-1] if token.isalpha()]
    while words and words[-1] in BEHIND_NOUN:
        words.pop()
    if verb := BEHIND_VERB.get(words[-1] if words else ""):
        named = len(words) > 1 and words[-2] not in OTHERS
        return f"{words[-2]}_{words[-1] if words[-1] in DONE else verb}" if named else verb
    name = [*takewhile(lambda word: word not in OTHERS, reversed(words))][:MOST_OF_NAME][::-1]
    if name and name[-1].endswith("ed") and not name[-1].endswith("eed"):
        return ""  # `HAS BOUNCED`
    whole = len(name) == len(words) or words[-len(name) - 1] in OTHERS
    return "" if name == ["number"] else _name(name if whole else name[-1:])


def unit(text: str) -> str:
    """What is counted before a text: `trees` of GROWN TREES AND."""
    found = tokens(text)
    words = [*takewhile(str.isalpha, dropwhile(lambda token: not token.isalnum(), found))]
    if not words or words[0] in OTHERS or found[0] in ".,!?":
        return ""
    both = len(words) > 1 and words[1] not in OTHERS and (words[1].endswith("s") or not OTHERS.isdisjoint(words[2:3]))
    return _name(words[: 1 + both])


def _name(words: Tokens) -> str:
    name = "_".join(words)
    return "" if name in GENERIC or not FEWEST_LETTERS <= len(name) <= MOST_LETTERS else name


def plural(word: str) -> str:
    """Of an array: `bets` of BET."""
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return word if word.endswith("s") else f"{word}{'es' if word.endswith(('x', 'z', 'ch', 'sh')) else 's'}"


def singular(word: str) -> str:
    """Of an element: `bet` of BETS."""
    return word.removesuffix("s") if not word.endswith(("ss", "us", "is")) else word


# ---- menus ----------------------------------------------------------------------------------------------------------

# `1. SAIL`, `<B> BUY`, `3 - QUIT`, `(4) LOOK  (5) GO`, `Q)UIT`
ITEM = re.compile(
    r"""(?:^|(?<=\s))[(<\["']? (?P<label>\d\d?|[A-Z]) (?:[)>\]."':=]+\s*-?|\s+[-=]+>?|\s\s) \s*
        (?P<words>[A-Za-z].*?) (?=,?\s+(?:OR\s+)?[(<\[]?(?:\d\d?|[A-Z])(?:[)>\].:=]+|\s+-)|\s*$)""",
    re.X,
)
NUMBERED = re.compile(r"(?:^|(?<=\s))(?P<label>\d\d?)\s(?P<words>[A-Z]\D*)")  # `1 ADD 2 DELETE`


def items(text: str) -> Iterator[tuple[str, str]]:
    """The items of a menu in a printed text: labels, and what stands behind them."""
    found = list(ITEM.finditer(text))
    if len(found) == 1 and re.search(r"[a-z]", text[: found[0].start()], re.I):
        return  # it stands in a sentence
    if not found:
        found = list(NUMBERED.finditer(text))
        labels = [int(match["label"]) for match in found]
        if labels[-1:] == [0]:
            labels.pop()  # the way out
        if len(labels) < 2 or labels != list(range(labels[0], labels[0] + len(labels))):
            return
    for match in found:
        label, words = match["label"], match["words"]
        initial = label.isalpha() and text[match.start("words") - 1] in ")>]" and words[:1].isalpha()
        yield label, label + words if initial else words


def question(prompt: str) -> str:
    """What a routine asks for: `acres`; all of it where that is no noun."""
    prompt = LETTER.sub(r"\1", prompt)
    first = prompt.split(",")[0]
    prompt = prompt if ASKING.isdisjoint(tokens(first)) else first  # of `WHICH SNAIL, AND HOW MANY COINS`
    found = wanted(prompt, True)
    return found if found not in ("", "answer") else phrase(prompt).removeprefix("your_")
