"""Programs listed, stored, renumbered, tidied, coloured and converted.

What LIST, RENUM and DELETE show and what SAVE writes was recorded from the real GW-BASIC (truth, truth_machine); the
rest is round trips over every program here and over thousands of random lines.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from paths import ROOT, TESTS

from basic.cli import main
from basic.editing import edit
from basic.editing.convert import FORMATS, convert, convert_all, in_form
from basic.editing.exact import exact_text
from basic.editing.format import essence, tidy
from basic.editing.highlight import FORMS, BasicLexer, highlighted
from basic.editing.lister import list_line, list_text, listed, shown
from basic.editing.load import Form, form, load_program
from basic.editing.protected import protect, unprotect
from basic.editing.renumber import renumber
from basic.editing.save import as_before, readable, replace_file, to_ascii
from basic.editing.stored import Kind, pieces, tokens_of
from basic.editing.tokenised import from_tokens, to_tokens
from basic.errors import BasicError
from basic.syntax.nodes import Line, Program
from basic.syntax.parse import parse_line, parse_program, references
from basic.syntax.source import Unusable, read_program
from basic.syntax.stored import stored
from basic.syntax.tokens import KEYWORDS
from basic.syntax.visit import walk
from basic.values.text import read_number

STORE = TESTS / "truth_machine" / "store"
STORED = [
    case
    for case in json.loads((TESTS / "truth_machine" / "manifest.json").read_text())
    if "T.BAS" in case.get("files", ())
]
PROGRAMS = sorted(
    path
    for folder in (ROOT / "programs", TESTS / "truth", TESTS / "listings", STORE)
    for path in folder.rglob("*")
    if path.suffix.lower() == ".bas" and "out.S" not in path.name
)


def program(text: str) -> Program:
    return parse_program((int(number), rest) for number, _, rest in (x.partition(" ") for x in text.splitlines()))


def numbers(lines: Iterable[Line]) -> list[int]:
    return [line.number for line in lines]


# ---- LIST, RENUM and DELETE as recorded --------------------------------------------------------------------------


class Desk:
    """Carries out what the recorded sessions type, as far as it is about the program's text."""

    def __init__(self) -> None:
        self.program: dict[int, Line] = {}
        self.files: dict[str, bytes] = {}
        self.last = 0

    def store(self, typed: str) -> None:
        number, _, text = typed.partition(" ")
        if text:
            self.program[int(number)] = parse_line(int(number), text)
        else:
            del self.program[int(number)]

    def answer(self, command: str, argument: str) -> list[str] | None:
        """The lines that are printed before Ok; None for a command that is not about the text."""
        try:
            match command:
                case "LIST":
                    chosen = edit.in_range(self.program, *self._range(argument))
                    self.last = chosen[-1].number if chosen else self.last
                    return list_text(chosen).splitlines()
                case "DELETE":
                    self.program = edit.deleted(self.program, *self._range(argument))
                    return []
                case "RENUM":
                    parts = [int(part) if part else None for part in argument.split(",")] if argument else []
                    names = zip(("new", "old", "step"), parts, strict=False)
                    keywords = {name: part for name, part in names if part is not None}
                    lines, messages = renumber(self.program.values(), **keywords)
                    self.program = {line.number: line for line in lines}
                    return messages
                case "NEW":
                    self.program = {}
                    return []
                case "SAVE":
                    name, _, option = argument.partition(",")
                    self.files[name] = in_form(self.program.values(), "ascii" if option else "tokenised")
                    return []
                case "LOAD":
                    lines = list(load_program(self.files[argument]).program.lines)
                    self.program = {line.number: line for line in lines}
                    return []
        except BasicError as error:
            return [error.text]
        return None

    def _range(self, argument: str) -> tuple[int | None, int | None]:
        argument = argument.replace(".", str(self.last))
        first, dash, last = argument.partition("-")
        ends = (int(first) if first else None, int(last) if last else None)
        return ends if dash else (ends[0], ends[0])


SESSIONS = [*sorted((TESTS / "truth" / "list").glob("*.in")), TESTS / "truth" / "direct" / "delete_ranges.in"]


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_recorded_session(path: Path) -> None:
    expected = iter(path.with_suffix(".out").read_text("latin-1").splitlines())
    desk = Desk()
    compared = 0
    for typed in path.read_text("latin-1").splitlines():
        assert next(expected) == typed
        if typed[0].isdigit():
            desk.store(typed)
        elif typed != "SYSTEM":
            command, _, argument = typed.partition(" ")
            recorded = list(iter(lambda: next(expected), "Ok"))
            answer = desk.answer(command, argument)
            if answer is not None:
                assert answer == recorded
                compared += 1
    assert compared


# ---- files as recorded -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", STORED, ids=lambda case: f"{case['group']}/{case['name']}")
def test_recorded_files(case: dict[str, object]) -> None:
    place = STORE / str(case["group"])

    def recorded(name: str) -> bytes:
        return (place / f"{case['name']}.{name}").read_bytes()

    def compare(made: bytes, name: str) -> None:
        wanted = recorded(f"out.{name}")
        skip = set(case["files"][name].get("skip", ()))  # type: ignore[index]
        assert [at for at in range(len(wanted)) if at not in skip and made[at : at + 1] != wanted[at : at + 1]] == []
        assert len(made) == len(wanted) + 1
        assert made.endswith(b"\x1a")

    source = "file.P.BAS" if case["group"] == "save" else "file.H.BAS"
    loaded = load_program(recorded(source))
    lines = loaded.program.lines
    assert not loaded.warnings
    compare(to_tokens(lines), "T.BAS")
    assert to_ascii(lines) == recorded("out.A.BAS") + b"\x1a"
    transcript = recorded("out").decode("latin-1").replace("\r\n", "\n")
    assert f"LIST\n{list_text(lines)}Ok\n" in transcript
    if "E.BAS" in case["files"]:  # type: ignore[operator]
        compare(protect(to_tokens(lines)), "E.BAS")
        assert protect(recorded("out.T.BAS")) == recorded("out.E.BAS")
        assert unprotect(recorded("out.E.BAS")) == recorded("out.T.BAS")
        again = load_program(recorded("out.E.BAS"))
        assert list_text(again.program.lines) == list_text(lines)
        assert not again.warnings


def test_forms() -> None:
    assert form(b"10 END") is Form.TEXT
    assert form(b"") is Form.TEXT
    assert form(b"\xff\x00\x00") is Form.TOKENISED
    assert form(b"\xfe\x00\x00") is Form.PROTECTED
    assert form(b"\xfd\x00\x00") is Form.IMAGE


# ---- the stored form ---------------------------------------------------------------------------------------------

# By the tokeniser's rules (the codes of tokens.py; constants by the Microsoft Binary Format, worked out by hand).
CODES = {
    "PRINT 0;9;10;255;256;32767": "91 20 11 3B 1A 3B 0F 0A 3B 0F FF 3B 1C 00 01 3B 1C FF 7F",
    "A=1.5:B=2#:C=.5!": "41 E7 1D 00 00 40 81 3A 42 E7 1F 00 00 00 00 00 00 00 82 3A 43 E7 1D 00 00 00 80",
    "A=&hff+&o17+&17": "41 E7 0C FF 00 E9 0B 0F 00 E9 0B 0F 00",
    "GOTO 65529:GO TO 1": "89 20 0E F9 FF 3A 89 20 0E 01 00",
    "IF A THEN 1 ELSE ?2": "8B 20 41 20 CD 20 0E 01 00 20 3A A1 20 91 13",
    "WHILE A:WEND": "B1 E9 20 41 3A B2",
    "x=1'y": "58 E7 12 3A 8F D9 79",
    'OPEN "F" FOR INPUT AS 1': "BA 20 22 46 22 20 82 20 85 20 41 53 20 31",
    'OPEN "F" FOR INPUT AS#1': "BA 20 22 46 22 20 82 20 85 20 41 53 23 12",
    "A=>B:A< =B": "41 E7 E6 42 3A 41 E8 20 E7 42",
    "A$=INPUT$(1)": "41 24 E7 85 24 28 12 29",
    "print tab(3)spc(4)": "91 20 CE 14 29 D2 15 29",
    'print "a\xe1":\xe1': "91 20 22 61 E1 22 3A",
    "data a\xe1,:beep": "84 20 61 E1 2C 3A C5",
    "A\x01B\tC": "41 20 42 09 43",
    "GOTO 10.5": "89 20 0E 0A 00 2E 0E 05 00",
    "DATE$=TIME$": "FE 8D E7 FE 8E",
}


@pytest.mark.parametrize(("text", "codes"), CODES.items())
def test_stored_form(text: str, codes: str) -> None:
    assert stored(text).hex(" ").upper() == codes
    assert b"".join(stored(text)[piece.start : piece.end] for piece in pieces(stored(text))) == stored(text)


LISTED = {
    'if a=5then print"x"else print"y"': 'IF A=5 THEN PRINT"x"ELSE PRINT"y"',
    '?a:?1:?"x"': 'PRINT A:PRINT 1:PRINT"x"',
    "go  to 10": "GOTO 10",
    "a=fna(1)+usr2(3)": "A=FNA(1)+USR2(3)",
    "rem\xe1x": "REM\xe1 x",  # LIST has only just put out the keyword when it comes to the x
    "x=1:'y": "X=1:'y",
    "rem it's :rem": "REM it's :rem",
    "rem\xd9": "REM\xd9",
    'print":rem\xd9"': 'PRINT":rem\xd9"',
    "a:rem\xd9b": "A'b",  # what an apostrophe is stored as
    "if a then ?else ?": "IF A THEN PRINTELSE PRINT",  # LIST's own fault
    "print 1e39;-1e-40": "PRINT 1.701412E+38;-0!",
    "print &h1 2;& o7": "PRINT &H1 2;&O7",
}


@pytest.mark.parametrize(("text", "expected"), LISTED.items())
def test_listing(text: str, expected: str) -> None:
    assert shown(stored(text)) == expected


def test_a_tab_needs_no_blank_after_the_number() -> None:
    assert list_line(10, "\tprint") == "10\tPRINT"
    assert list_line(10, "print") == "10 PRINT"


@pytest.mark.parametrize("keyword", [keyword for keyword in KEYWORDS if keyword.reserved], ids=lambda key: key.word)
def test_every_keyword_is_stored_and_listed(keyword: object) -> None:
    word, code = keyword.word, keyword.code  # type: ignore[attr-defined]
    assert code in stored(f":{word.lower()}")
    assert shown(stored(f":{word.lower()}")) == f":{word}"


# ---- round trips -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_round_trips(path: Path) -> None:
    lines = load_program(path.read_bytes()).program.lines
    listing = list_text(lines)
    tokenised = to_tokens(lines)
    again, warnings = from_tokens(tokenised)
    assert warnings == []
    assert list_text(again) == listing
    assert to_tokens(again) == tokenised
    assert unprotect(protect(tokenised)) == tokenised
    for target in FORMATS:
        converted = load_program(convert(path.read_bytes(), target))
        assert list_text(converted.program.lines) == listing
        assert converted.warnings == ()
    for line in again:
        assert shown(stored(shown(tokens_of(line)))) == shown(tokens_of(line))
        if not path.name.startswith(("unusual_numbers", "number_tokens")):  # which no text makes
            assert essence(stored(line.text)) == essence(tokens_of(line))


def targets(lines: Iterable[Line]) -> list[list[int | str]]:
    """Where the statements lead, as positions of lines, read from the tree."""
    lines = list(lines)
    positions = {line.number: position for position, line in enumerate(lines)}
    return [
        [
            positions.get(reference.number, f"missing {reference.number}")
            for node in walk(line)
            if not isinstance(node, Line | Program)
            for reference in references(node)
        ]
        for line in lines
    ]


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_renumbering_keeps_references(path: Path) -> None:
    lines = load_program(path.read_bytes()).program.lines
    renumbered, _ = renumber(lines, 30000, 0, 7)
    assert numbers(renumbered) == [30000 + 7 * position for position in range(len(lines))]
    assert targets(renumbered) == targets(lines)
    assert essence_without_numbers(renumbered) == essence_without_numbers(lines)


def essence_without_numbers(lines: Iterable[Line]) -> list[list[bytes]]:
    return [[piece[:1] if piece[0] == 0x0E else piece for piece in essence(tokens_of(line))] for line in lines]


class Soup:
    """Random lines of every kind of token. Numbers never stand side by side, where a listing would join them, nor
    before words with a D or E in front, which is an exponent to the reader of numbers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        words = [keyword.word for keyword in KEYWORDS if keyword.reserved and keyword.word not in ("REM", "DATA", "'")]
        self.words = [*words, "GO TO", "GO SUB", "INPUT$", "VARPTR$"]

    def line(self) -> str:
        parts = [self._part() for _ in range(self.random.randrange(1, 8))]
        if self.random.random() < 0.2:
            parts.append(
                self.random.choice([":rem x  Y\xe1", "'it\xe1 is", ':DATA a, "b:,\xe1",&12 :beep', ':A$="open'])
            )
        return "".join(parts)

    def _part(self) -> str:
        pick = self.random.choice
        word = pick(self.words)
        word = word if self.random.random() < 0.6 else word.lower()
        name = pick(["a", "B1", "Total", "x.y", "FORI", "fnx", "AS", "seg", "i"]) + pick(["", "$", "%", "!", "#"])
        text = '"' + "".join(pick(" A'b:\xe1\xd9\x03") for _ in range(self.random.randrange(6))) + '"'
        gap = " " * self.random.randrange(3)
        return pick([f" {word} ", f"{name}{gap}=", f"({self._number()}){gap}", f"{text}{gap}", pick("+-*/^\\<>=,;:#@")])

    def _number(self) -> str:
        digits = str(self.random.randrange(10 ** self.random.randrange(1, 8)))
        point = self.random.randrange(len(digits) + 1)
        whole = self.random.randrange(65536)
        return self.random.choice([
            digits, f"{digits[:point]}.{digits[point:]}", f"{digits[:3]}{self.random.choice('eEdD')}-{point}",
            digits + self.random.choice("!#"), f"&h{whole:x}", f"&O{whole:o}", f"&{whole:o}", str(whole % 300),
        ])  # fmt: skip


def test_thousands_of_random_lines() -> None:
    soup = Soup(1994)
    for _ in range(4000):
        text = soup.line()
        tokens = stored(text)
        listing = shown(tokens)
        assert shown(stored(listing)) == listing, text
        exact = stored(exact_text(tokens))
        assert essence(exact) == essence(tokens), text
        assert not [piece for piece in pieces(tokens) if piece.kind in (Kind.UNKNOWN, Kind.CUT)], text


def test_random_programs_through_files() -> None:
    soup = Soup(7)
    for _ in range(30):
        lines = parse_program((10 * number, soup.line()) for number in range(1, 12)).lines
        tokenised = to_tokens(lines)
        again, warnings = from_tokens(tokenised)
        assert warnings == []
        assert list_text(again) == list_text(lines)
        assert to_tokens(again) == tokenised
        assert unprotect(protect(tokenised)) == tokenised


def test_random_lines_tidied() -> None:
    soup = Soup(12)
    for _ in range(1000):
        text = soup.line()
        tidied = tidy(10, text)
        assert essence(stored(tidied)) == essence(stored(text))
        assert tidy(10, tidied) == tidied


# ---- constants to the last bit -----------------------------------------------------------------------------------


def test_constants_are_kept_where_a_listing_would_round_them() -> None:
    line = load_program(to_tokens(program("10 A=16777215!:B=1.2345678901234567").lines)).program.lines[0]
    assert listed(line) == "10 A=1.677722E+07:B=1.234567890123457#"
    assert stored(line.text) == stored("A=16777215!:B=1.2345678901234567")
    assert line.statements == parse_line(10, "A=16777215!:B=1.2345678901234567").statements or line.text != listed(line)


def test_typed_constants_survive() -> None:
    chance = random.Random(3)
    for _ in range(400):
        digits = str(chance.randrange(10**8, 10**18))[: chance.randrange(8, 18)]
        point = chance.randrange(len(digits))
        exponent = f"D{chance.randrange(-30, 20)}" if chance.random() < 0.5 else chance.choice(["", "#"])
        tokens = stored(f"{digits[:point]}.{digits[point:]}{exponent}")
        assert stored(exact_text(tokens)) == tokens


# ---- damaged files -----------------------------------------------------------------------------------------------

WHOLE = to_tokens(program('10 PRINT "A";1.5\n20 GOTO 10\n30 REM x').lines)


def damaged(data: bytes) -> tuple[str, tuple[str, ...]]:
    loaded = load_program(data)
    return list_text(loaded.program.lines), loaded.warnings


def test_files_cut_short() -> None:
    text, warnings = damaged(WHOLE[:-5])
    assert text == '10 PRINT "A";1.5\n20 GOTO 10\n30 REM \n'
    assert "line 30 is cut short" in warnings[0]
    text, warnings = damaged(WHOLE[:20])
    assert text == '10 PRINT "A";1.5\n'
    assert warnings == ("byte 17: the file ends here, without the zeros that end a program",)
    text, warnings = damaged(WHOLE[:14])
    assert text == '10 PRINT "A";\n'
    assert warnings == ("byte 14: line 10 is cut short by the end of the file",)


def test_codes_without_a_meaning() -> None:
    text, warnings = damaged(b"\xff\1\1\x0a\0\x91\xf7\x20\x12\x0d\0\0\xff\x20\0\0\0\x1a")
    assert text == "10 PRINT 1\n"
    assert warnings == ("byte 6: line 10 has codes that mean nothing in GW-BASIC (F7 0D FF20): left out",)


def test_numbers_out_of_order_and_too_high() -> None:
    line = b"\1\1%b\x91\0"
    data = b"\xff" + b"".join(line % n for n in (b"\x14\0", b"\x0a\0", b"\x14\0", b"\xff\xff")) + b"\0\0\x1a"
    text, warnings = damaged(data)
    assert text == "10 PRINT\n20 PRINT\n"
    assert [re.sub("byte \\d+: ", "", warning) for warning in warnings] == [
        "line 10 stands behind line 20: they are put in order",
        "line 20 comes twice: the later one counts",
        "line numbers end at 65529, and a line with the number 65535 is left out",
    ]
    assert damaged(b"\xff\1\1\x0a\0\0\0\0\x1a") == ("10 :\n", ("byte 5: line 10 is empty: a colon stands for it",))


def test_files_that_are_no_programs() -> None:
    for data in (b"\xff", b"\xff\x01\x02", b"\xfe", '10 PRINT "x"\r\n'.encode("utf-16"), b"\xfd\0\0", b"hello"):
        with pytest.raises(Unusable):
            load_program(data)
    with pytest.raises(Unusable, match="UTF-16"):
        load_program(b"\xfe\xff" + "10 PRINT".encode("utf-16-be"))
    assert load_program(b"\xff\0\0\x1a").program.lines == ()


def test_endless_files_are_refused() -> None:
    with pytest.raises(Unusable, match="line 16705 has no end"):
        load_program(b"\xff" + b"A" * 1000000)
    with pytest.raises(Unusable, match="another BASIC"):
        load_program(b"\xff" + b"\1\1\1\1\xfb\0" * 100000)


def test_constants_that_no_text_makes_are_looked_for_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def read(text: str) -> float:
        tried.append(text)
        return read_number(text)[0]

    monkeypatch.setattr("basic.editing.exact._read", read)
    load_program(b"\xff\1\1\1\1" + b"\x1f\x01\xe8\x99\x22\x9f\x70\x78\x3a," * 20 + b"\0\0\0")
    assert 20 < len(tried) < 20 * 100


def test_damaged_files_never_fail_otherwise() -> None:
    chance = random.Random(1983)
    whole = [to_tokens(load_program(path.read_bytes()).program.lines) for path in PROGRAMS[:12]]
    for _ in range(400):
        data = bytearray(chance.choice(whole)[: chance.randrange(1, 800)])
        for _ in range(chance.randrange(6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.2:
            data = bytearray(chance.randbytes(chance.randrange(200)))
        data[:1] = bytes([chance.choice([0xFF, 0xFF, 0xFF, 0xFE, 0xFD, 0x31])])
        try:
            lines = load_program(bytes(data)).program.lines
        except Unusable:
            continue
        if form(bytes(data)) is Form.TEXT:
            continue
        again = load_program(to_tokens(lines))
        assert again.warnings == ()
        assert list_text(again.program.lines) == list_text(lines)


# ---- RENUM -------------------------------------------------------------------------------------------------------


def renumbered(text: str, *arguments: int) -> tuple[list[str], list[str]]:
    lines, messages = renumber(program(text).lines, *arguments)
    return [f"{line.number} {line.text}" for line in lines], messages


def test_renum_keeps_the_spelling() -> None:
    assert renumbered("1 goto   2 :print 2\n2 'goto 1\n3 if a then 1else 2") == (
        ["10 goto   20 :print 2", "20 'goto 1", "30 if a then 10else 20"], [],
    )  # fmt: skip


def test_renum_of_chain_and_of_the_trap_that_is_off() -> None:
    text = '1 ON ERROR GOTO 0:CHAIN MERGE "X",1,ALL,DELETE 1-2\n2 RESUME 0:ON KEY(1) GOSUB 0'
    assert renumbered(text, 100) == (
        ['100 ON ERROR GOTO 0:CHAIN MERGE "X",1,ALL,DELETE 100-110', "110 RESUME 0:ON KEY(1) GOSUB 0"],
        ["Undefined line 0 in 2", "Undefined line 0 in 2"],
    )


def test_renum_tells_old_numbers() -> None:
    assert renumbered("5 GOTO 7\n6 GOSUB 5,8", 100)[1] == ["Undefined line 7 in 5", "Undefined line 8 in 6"]


@pytest.mark.parametrize("arguments", [(5, 30), (10, 20), (20, 30), (1, 30), (10, 0, 0), (65520, 0, 10), (5, 99)])
def test_renum_refuses(arguments: tuple[int, ...]) -> None:
    with pytest.raises(BasicError) as refused:
        renumber(program("10 CLS\n20 CLS\n30 CLS").lines, *arguments)
    assert refused.value.number == 5


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), [10, 20, 30]),
        ((25, 30, 1), [10, 20, 25]),
        ((65509, 0, 10), [65509, 65519, 65529]),
        ((99, 99), [10, 20, 30]),
    ],
)
def test_renum_numbers(arguments: tuple[int, ...], expected: list[int]) -> None:
    assert numbers(renumber(program("10 CLS\n20 CLS\n30 CLS").lines, *arguments)[0]) == expected


def test_renum_of_a_tokenised_program() -> None:
    lines, _ = from_tokens(to_tokens(program("1 GOTO 2\n2 PRINT 5").lines))
    assert list_text(renumber(lines)[0]) == "10 GOTO 20\n20 PRINT 5\n"


# ---- DELETE and MERGE --------------------------------------------------------------------------------------------


def test_delete() -> None:
    lines = {line.number: line for line in program("10 CLS\n20 CLS\n30 CLS").lines}
    assert list(edit.deleted(lines, 15, 20)) == [10, 30]
    assert list(edit.deleted(lines, 20, None)) == [10]
    for bounds in ((None, None), (10, 25), (30, 20), (11, 11), (31, None)):
        with pytest.raises(BasicError):
            edit.deleted(lines, *bounds)
    assert list(lines) == [10, 20, 30]


def test_merge() -> None:
    lines = {line.number: line for line in program("10 CLS\n20 CLS").lines}
    both = edit.merged(lines, read_program(b"20 BEEP\n30 BEEP\n10\n", there=frozenset(lines)))
    assert list_text(both.values()) == "20 BEEP\n30 BEEP\n"


# ---- tidying -----------------------------------------------------------------------------------------------------

TIDY = {
    'if a=1then ?"x" :goto 20': 'IF A=1 THEN PRINT "x":GOTO 20',
    "for i=1to 10  step   2": "FOR I=1 TO 10 STEP 2",
    "for i=1to10": "FOR I=1TO10",  # TO10 is a name
    "  print tab( 5 );left$ (a$ , 3 )": "  PRINT TAB(5);LEFT$(A$, 3)",
    "if(a=1)and(b=2)then line(0,0)-(1,1)": "IF (A=1) AND (B=2) THEN LINE(0,0)-(1,1)",
    "x=5   'rem  text  ": "X=5 'rem  text  ",
    "a=16777215!:b = 1.50": "A=16777215!:B = 1.5",
    "data  a , b ": "DATA  a , b ",
    "a=not b:c=rnd*2:d=err<>5": "A=NOT B:C=RND*2:D=ERR<>5",
    "if a then ?else ?": "IF A THEN PRINT ELSE PRINT",
    "print  ": "PRINT",
    'print "open  ': 'PRINT "open  ',
    "beep\n:beep": "BEEP\n:BEEP",
}


@pytest.mark.parametrize(("text", "expected"), TIDY.items())
def test_tidy(text: str, expected: str) -> None:
    assert tidy(10, text) == expected
    assert essence(stored(expected)) == essence(stored(text))


def test_tidy_does_not_make_lines_too_long() -> None:
    text = ":".join(['?"x"'] * 40)
    assert tidy(10, text) == text  # 160 characters; PRINT"x" 40 times would be 360


# ---- colours -----------------------------------------------------------------------------------------------------


def kinds(text: str) -> list[tuple[str, str]]:
    return [(str(kind), part) for _, kind, part in BasicLexer().get_tokens_unprocessed(text) if part.strip()]


def test_lexer() -> None:
    assert kinds('10 print "é";A$:goto 20\'x\n') == [
        ("Token.Name.Label", "10"), ("Token.Keyword", "print"), ("Token.Literal.String", '"é"'),
        ("Token.Punctuation", ";"), ("Token.Name.Variable", "A$"), ("Token.Punctuation", ":"),
        ("Token.Keyword", "goto"), ("Token.Name.Label", "20"), ("Token.Comment", "'x"),
    ]  # fmt: skip
    assert kinds("data a,1") == [("Token.Keyword", "data"), ("Token.Literal.String.Other", " a,1")]
    assert ("Token.Name.Builtin", "left$") in kinds("?left$(a$,1)and&h12345@")
    assert ("Token.Operator.Word", "and") in kinds("?left$(a$,1)and&h12345@")


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_lexer_leaves_nothing_out(path: Path) -> None:
    text = readable(map(listed, load_program(path.read_bytes()).program.lines)) + "漢 字?\t\n\n  20 x"
    position = 0
    for at, _, part in BasicLexer().get_tokens_unprocessed(text):
        assert at == position
        position += len(part)
    assert position == len(text)


def test_coloured_listings() -> None:
    made = {name: highlighted('10 PRINT "<x>"\n', name, "TITLE") for name in FORMS}
    assert re.sub("\x1b\\[[0-9;]*m", "", made["ansi"]) == '10 PRINT "<x>"\n'
    assert "\x1b[" in made["ansi"]
    assert "&lt;x&gt;" in made["html"]
    assert "<title>TITLE</title>" in made["html"]
    assert made["rtf"].startswith(r"{\rtf1")


# ---- files -------------------------------------------------------------------------------------------------------


def test_readable_text_is_read_back() -> None:
    line = parse_line(10, 'PRINT "\x03\x0e\x1b\x7f\xe1\xff\t"')
    text = readable([listed(line)])
    assert text == '10 PRINT "♥♫←⌂ß\N{NO-BREAK SPACE}\t"\n'
    assert read_program(text.encode()).program.lines[0].text == line.text


@pytest.mark.parametrize(
    "data",
    [
        b'10 print "x"\n', b'10 print "x"\r\n20 ?\r\n\x1a', '10 print "ß♥"\n'.encode(), b'10 print "\xe1"\r\n',
        b"0 print 1\n", b"10 a\n \r\n", WHOLE, protect(WHOLE),
    ],
)  # fmt: skip
def test_a_changed_file_keeps_its_form(data: bytes) -> None:
    assert as_before(data, load_program(data).program.lines) == data


def test_replacing_a_file(tmp_path: Path) -> None:
    file = tmp_path / "A.BAS"
    replace_file(file, b"one")
    file.chmod(0o640)
    link = tmp_path / "LINK.BAS"
    link.symlink_to(file)
    replace_file(link, b"two")
    assert file.read_bytes() == b"two"
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    with pytest.raises(OSError):
        replace_file(tmp_path / "missing" / "A.BAS", b"")
    with pytest.raises(OSError):
        replace_file(tmp_path, b"")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["A.BAS", "LINK.BAS"]


def test_a_file_in_a_folder_that_takes_no_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "A.BAS"
    file.write_bytes(b"one")
    monkeypatch.setattr("os.access", lambda place, mode: place == file)
    monkeypatch.setattr(Path, "replace", None)  # nothing is written beside it
    replace_file(file, b"two")
    assert file.read_bytes() == b"two" and list(tmp_path.iterdir()) == [file]


def test_converting_a_folder(tmp_path: Path) -> None:
    (tmp_path / "in" / "sub").mkdir(parents=True)
    (tmp_path / "in" / "a.bas").write_bytes(b"10 CLS\n")
    (tmp_path / "in" / "sub" / "B.BAS").write_bytes(WHOLE[:-9])
    (tmp_path / "in" / "BAD.BAS").write_bytes(b"no program")
    (tmp_path / "in" / "DATA.TXT").write_bytes(b"1,2")
    results = list(convert_all([tmp_path / "in"], "protected", tmp_path / "out"))
    found = {result.source.name: (bool(result.warnings), bool(result.problem)) for result in results}
    assert found == {"a.bas": (False, False), "B.BAS": (True, False), "BAD.BAS": (False, True)}
    assert load_program((tmp_path / "out" / "sub" / "B.BAS").read_bytes()).warnings == ()
    assert sorted(path.name for path in (tmp_path / "out").rglob("*")) == ["B.BAS", "a.bas", "sub"]
    list(convert_all([tmp_path / "in" / "a.bas"], "ascii"))
    assert (tmp_path / "in" / "a.bas").read_bytes() == b"10 CLS\r\n\x1a"


# ---- the command line --------------------------------------------------------------------------------------------


Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def command(capsysbinary: pytest.CaptureFixture[bytes]) -> Command:
    def carry_out(*words: object) -> tuple[int, str, str]:
        status = main([str(word) for word in words])
        out, err = capsysbinary.readouterr()
        return status, out.decode(), err.decode()

    return carry_out


def test_basic_list(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "P.BAS"
    file.write_bytes(to_tokens(program('10 ?"\xe1"\n20 cls\n30 end').lines))
    assert command("list", file) == (0, '10 PRINT"ß"\n20 CLS\n30 END\n', "")
    assert command("list", file, "-20")[1] == '10 PRINT"ß"\n20 CLS\n'
    assert command("list", file, "20-")[1] == "20 CLS\n30 END\n"
    assert command("list", file, "20")[1] == "20 CLS\n"
    assert "<span" in command("list", "--html", file)[1]
    monkeypatch.setattr("basic.cli.list.colours", lambda: True)
    assert "\x1b[" in command("list", file)[1]
    monkeypatch.undo()
    assert command("list", "--rtf", file, "-o", tmp_path / "P.RTF")[1] == ""
    assert (tmp_path / "P.RTF").read_text().startswith(r"{\rtf1")
    missing = tmp_path / "N.BAS"
    gone = f"basic: {missing}: no such file\n"
    assert command("list", missing) == (2, "", gone)
    file.write_bytes(b"hello")
    wrong = f"basic: {file}: this is no GW-BASIC program: no line begins with a line number\n"
    assert command("list", file) == (2, "", wrong)


def test_basic_renum(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "P.BAS"
    file.write_bytes(b"1 goto 2\r\n2 goto 9\r\n")
    message = f"basic: {file}: Undefined line 9 in 2\n"
    wanted = (0, "100 goto 105\n105 goto 9\n", message)
    assert command("renum", file, "--new", 100, "--step", 5) == wanted
    assert command("renum", file, "-i") == (0, "", message)
    assert file.read_bytes() == b"10 goto 20\r\n20 goto 9\r\n"
    status, out, err = command("renum", file, "--step", 0)
    assert (status, out) == (2, "")
    assert "Illegal function call" in err


def test_basic_fmt(command: Command, tmp_path: Path) -> None:
    tidy_file, untidy = tmp_path / "A.BAS", tmp_path / "B.BAS"
    tidy_file.write_bytes(b"10 CLS\n")
    untidy.write_bytes(b"10 cls\n20 beep\n\n30 CLS\n")
    assert command("fmt", "--check", tidy_file) == (0, "", "")
    assert command("fmt", "--check", tidy_file, untidy) == (1, f"{untidy}: line 10 and 1 more\n", "")
    assert command("fmt", untidy) == (0, "10 CLS\n20 BEEP\n30 CLS\n", "")
    assert command("fmt", "-i", untidy) == (0, "", "")
    assert untidy.read_bytes() == b"10 CLS\n20 BEEP\n30 CLS\n"
    untidy.write_bytes(WHOLE)
    assert command("fmt", untidy)[0] == 2


def test_basic_convert(command: Command, tmp_path: Path) -> None:
    file, out = tmp_path / "P.BAS", tmp_path / "Q.BAS"
    file.write_bytes(b"10 cls\n")
    assert command("convert", file, "--to", "tokenised", "-o", out) == (0, "", "")
    assert load_program(out.read_bytes()).program.lines[0].text == "CLS"
    assert command("convert", out, "--to", "utf8", "-i") == (0, "", "")
    assert out.read_bytes() == b"10 CLS\n"
    (tmp_path / "empty").mkdir()
    status, _, err = command("convert", tmp_path / "empty", "--to", "utf8", "-i")
    assert status == 2
    assert "no file" in err
