"""What a program's remarks and texts say, as names.

    REM *** PRINT THE BOARD ***           print_the_board        phrase
    INPUT "HOW MANY ACRES DO YOU BUY"     acres                  wanted
    PRINT "THE DETERMINANT IS";D          determinant            caption
    PRINT G;"GROWN TREES AND"             grown_trees            unit
    PRINT "1. SAIL  2. QUIT"              1: sail, 2: quit       items
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import dropwhile
from unicodedata import normalize

from ...codepage import pictured
from ...syntax import nodes as n

# ---- whole remarks and sentences ------------------------------------------------------------------------------------

MOST_WORDS, MOST_LETTERS = 5, 30
LEADING = frozenset(re.findall(r"\w+", """
    subroutine sub routine gosub procedure function this to the a an for is here begin start of and
"""))
TRAILING = frozenset(re.findall(r"\w+", """
    the a an of and or to for in with from by at on is are if into as that which without it its than too this
"""))
ADDING = frozenset({"with", "without", "from", "by", "as", "using"})
ARTICLES = frozenset({"a", "an", "the"})
ADVERBS = frozenset({"in", "on", "by", "to"})
ADDRESSES = frozenset({"sir", "captain", "sorry", "well", "ok", "okay", "alas", "oh", "hey", "no", "yes", "ah"})
DRAWN = r"#\s*=+_~\u2500-\u25a0"  # around remarks
FRAME = re.compile(r"([*=~_-])\1{2,}(?=\s*\w)")
KEYED = re.compile(r"\b([A-Z])\)(?=[A-Za-z]{2})")  # the key of a word: `B)UY`
LETTER = re.compile(r"[(\[<]?\b(\w)[)\]>](?=\w)")  # the same in a question, `<B>UY`
REST = re.compile(r"\b([A-Z])\(([A-Z]+)\)")  # `S(TOP)`
BREAK = re.compile(r"[.;:,(!?/]| - |--+")
VARIABLE = re.compile(r"\b\w+[$%#]|\b[b-z]\b(?!-)")


def remark_text(statement: n.Remark) -> str:
    """What a remark says, in the characters that the PC's screen shows it with."""
    return plain(pictured(re.sub(r"[\t\n]", " ", statement.text)))


def plain(text: str) -> str:
    """A remark without the stars and lines that are drawn around it, or around the first part of it."""
    around = FRAME.match(text.strip())
    text = re.sub(rf"^(?:[{DRAWN}-](?<![-+=#])|[-+=#](?![\d.]))+|[{DRAWN}-]+$", "", text.strip())
    text = re.sub(rf"\s*{re.escape(around[0])}\s+(?=\w)", " - ", text) if around else text
    return text if re.search(r"\w", text) else ""


def phrase(text: str) -> str:
    """The first words of a remark as a name, up to a joint where there are too many."""
    letters = re.sub("[\u0300-\u036f']", "", normalize("NFKD", KEYED.sub(r"\1", plain(text)).casefold()))
    parts = BREAK.split(letters)
    while len(parts) > 1 and parts[0].strip() in ADDRESSES and len(parts[1].split()) > 1:
        parts.pop(0)
    for part in parts:
        words = re.findall(r"[a-z][a-z0-9]*|\d+", part := VARIABLE.sub(" . ", part))
        words = [*dropwhile(lambda word: word in LEADING and not (word == "is" and "?" in text), words)]
        bare = [word for word in words if word not in ARTICLES]
        words = bare if len(bare) <= MOST_WORDS < len(words) else words
        whole = part.rstrip()[-1:].isalnum()
        if len(name := "_".join(_beginning(words, whole))) > 2 and name[0].isalpha():
            return name
    return ""


def _beginning(words: list[str], whole: bool) -> list[str]:
    found = words[:MOST_WORDS]
    while found and (len("_".join(found)) > MOST_LETTERS or found[-1] in TRAILING):
        if whole and len(words) == 2 and found[-1] in ADVERBS:
            break  # `CHECK IN`, `WHERE TO`
        found.pop()
    if len(found) < len(words) and words[len(found)] not in TRAILING:  # it is cut in the middle
        joint = next((at for at in range(len(found) - 1, 1, -1) if found[at] in ADDING), len(found))
        return found[:joint]  # `walk it` of `walk it with the right hand`
    return found


# ---- what is asked for, and what stands beside a number -------------------------------------------------------------

MOST_OF_NAME, LONGEST, SHORTEST = 2, 20, 3  # words, letters
# Words that are no part of a name: what stands before it or behind it ends there.
OTHERS = frozenset(re.findall(r"\w+", """
    a about add adds after again all also am an and another any are as ask asks at back be been before between
    bring brings but by came can come comes cost costing costs could cut did do does down each enter equal equals
    every for from game get gets give gives go goes gone got had has have he her here his hold holds how i if in
    into is it its just keep know leave leaves left less lie lies like lose lost made make makes many may me means
    more most much must my need needs next no not now of off ok on only or other our out over pay per play please
    put reach reaches ready said sank says see sell shall she should so some stand stands stays still take takes than
    that the their them then there these they this those to too try type under up us use very want was we well
    were what when where which who why will win wins wish with without won worked works worth would yes you your
"""))
YES_NO = re.compile(
    r"(?:do|does|are|is|will|would|shall|can|want|care|like|more|again|another|ready|play|once|try)\b"
    r"|.*\b(?:y|yes) ?(?:/|or|,) ?no?\b"
)
ASKING = re.compile(
    r"\b(?:(?:what|which|who|how) (?:is|are|was|will be)|what|which|how (?:many|much)"
    r"|enter|type(?: in)?|give|input|choose|pick)\b"
)
OF = re.compile(r"\b(?:number|amount|no\.?) of ((?:the |your )?\w+)")
GENERIC = frozenset({"value", "answer", "one", "two", "three", "thing", "things", "time", "times", "total"})


def wanted(question: str, text: bool) -> str:
    """What a question asks for: `acres` of HOW MANY ACRES DO YOU BUY; `answer` where that is yes or no."""
    parts = [part.strip() for part in re.split(r"[.!?:;]|--", question.lower()) if re.search("[a-z]", part)]
    asked = re.sub(r"[(\[<].*", "", parts[-1]).strip() if parts else ""
    if parts and text and YES_NO.match(parts[-1]):
        return "answer"
    begun = asked[max((found.end() for found in ASKING.finditer(asked)), default=0) :].strip()
    named = OF.search(begun)
    return noun(named[1] if named else begun) or noun(begun.partition(" to ")[2])


def noun(text: str) -> str:
    """The words at the beginning of a text that are a name."""
    words: list[str] = []
    for word in re.findall(r"[a-z]+|[^a-z\s'\"]", text.lower()):
        if not word.isalpha() or (word in OTHERS and words):
            break
        if word not in OTHERS:
            words.append(word)
    return _name(words[-MOST_OF_NAME:])


def caption(text: str) -> str:
    """The name at the end of a text: `determinant` of THE DETERMINANT IS."""
    last = [part for part in re.split(r"[.!?,]|--", text.lower()) if re.search("[a-z]", part)][-1:]
    if re.search(r"[.!?,;]\s*$", text):
        return ""  # something else begins
    words = re.findall(r"[a-z]+", " ".join(last).replace("'", ""))
    while words and words[-1] in ("is", "are", "was", "were", "equals", "of"):
        words.pop()
    found: list[str] = []
    while words and words[-1] not in OTHERS and len(found) < MOST_OF_NAME:
        found.insert(0, words.pop())
    return _name(found if not words or words[-1] in OTHERS else found[-1:])


def unit(text: str) -> str:
    """What is counted before a text: `trees` of GROWN TREES AND."""
    found = re.match(r"\W*([a-z]+)(?: ([a-z]+)\b)?(?: ([a-z]+))?", text.lower())
    if found is None or found[1] in OTHERS or re.match(r"\W*[.,!?]", text):
        return ""
    both = found[2] and found[2] not in OTHERS and (found[3] in OTHERS or found[2].endswith("s"))
    return _name([found[1], found[2]] if both else [found[1]])


def _name(words: list[str]) -> str:
    name = "_".join(words)
    return "" if name in GENERIC or not SHORTEST <= len(name) <= LONGEST else name


def plural(word: str) -> str:
    """Of an array: `bets` of BET."""
    if word.endswith("s"):
        return word
    if re.search("[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return f"{word}{'es' if re.search('(?:x|z|ch|sh)$', word) else 's'}"


# ---- menus ----------------------------------------------------------------------------------------------------------

# `1. SAIL`, `<B> BUY`, `3 - QUIT`, `(4) LOOK  (5) GO`, `Q)UIT`
ITEM = re.compile(
    r"""(?:^|(?<=\s))[(<\["']? (?P<label>\d\d?|[A-Z]) (?:[)>\]."':=]+\s*-?|\s+[-=]+>?|\s\s) \s*
        (?P<words>[A-Za-z].*?) (?=,?\s+(?:OR\s+)?[(<\[]?(?:\d\d?|[A-Z])(?:[)>\].:=]+|\s+-)|\s*$)""",
    re.X,
)
NUMBERED = re.compile(r"(?:^|(?<=\s))(?P<label>\d\d?)\s(?P<words>[A-Z]\D*)")  # `1 ADD 2 DELETE`
# `FORT (1), HUNT (2)`
BEHIND = re.compile(r"(?<![\w)>\]])(?:\bOR )?(?P<words>[A-Z][A-Z ]*?) ?[(<\[](?P<label>\d\d?|[A-Z])[)>\]]", re.I)
MOST_BEFORE = 3  # words before a label
LISTED = re.compile(r"[A-Z]{3,}(?:(?:, ?| ?/ ?| OR )(?:OR )?[A-Z]{3,})+")  # `BUY, SELL, FUEL OR END`


def items(text: str) -> Iterator[tuple[str, str]]:
    """The items of a menu in a printed text: labels, and what stands behind them."""
    found = list(BEHIND.finditer(text))
    if len(found) > 1 and not re.search(r"\w", text[found[-1].end() :]):
        yield from ((match["label"], match["words"]) for match in found if match["words"].count(" ") < MOST_BEFORE)
        return
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


def listed(text: str) -> Iterator[list[str]]:
    """The words that a question offers."""
    for found in LISTED.finditer(text):
        yield [word for word in re.findall(r"[A-Z]+", found[0]) if word != "OR"]


OFFER = re.compile(r"^(?:(?:do|would|will|can) you|shall we)\b(?: (?:want|like|wish|care|need))?(?: to)?\b", re.I)


def question(prompt: str) -> str:
    """What a routine asks for: `acres`, `choice` where words are offered; all of it where that is no noun."""
    prompt = REST.sub(r"\1\2", LETTER.sub(r"\1", prompt))
    first = prompt.split(",")[0]
    prompt = first if ASKING.search(first.lower()) else prompt  # of `WHICH SNAIL, AND HOW MANY COINS`
    if any(" OR " in found[0] for found in LISTED.finditer(prompt)):
        return "choice"
    offered = [phrase(words) for _, words in items(prompt)]
    found = wanted(prompt, True)
    if found not in ("", "answer", *offered[:1]):
        return found
    return "choice" if len(offered) > 1 else phrase(OFFER.sub("", prompt)).removeprefix("your_")
