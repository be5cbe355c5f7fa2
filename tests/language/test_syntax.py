"""The language: tokens, trees, broken statements, program files; most cases are in tables/syntax_* and crunch_*."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paths import TESTS
from syntax_text import show, show_token

from basic.codepage import from_unicode, pictured
from basic.syntax import tables
from basic.syntax.crunch import crunch
from basic.syntax.nodes import Broken, Number, Print, Program, Variable
from basic.syntax.parse import Problem, data_items, parse_direct, parse_line, parse_program, problems
from basic.syntax.source import read_program
from basic.syntax.tokens import BY_CODE, BY_WORD, KEYWORDS, Role
from basic.syntax.visit import children, walk

TABLES = TESTS / "tables"


def rows(pattern: str) -> Iterator[object]:
    for file in sorted(TABLES.glob(pattern)):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            if line and not line.startswith("'#"):
                source, _, expected = line.rpartition(" => ")
                yield pytest.param(source, expected, id=f"{file.stem}:{number}")


SOURCES = [str(row.values[0]) for row in rows("syntax_*.txt")]  # type: ignore[attr-defined]


# ---- the tables --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("source", "expected"), list(rows("syntax_*.txt")))
def test_tree(source: str, expected: str) -> None:
    assert " : ".join(map(show, parse_direct(source))) == expected


@pytest.mark.parametrize(("source", "expected"), list(rows("crunch_*.txt")))
def test_tokens(source: str, expected: str) -> None:
    assert " ".join(map(show_token, crunch(source))) == expected


@pytest.mark.parametrize("keyword", [keyword for keyword in KEYWORDS if keyword.reserved], ids=lambda key: key.word)
def test_every_keyword_stands_in_a_good_line(keyword: object) -> None:
    word = keyword.word.removesuffix("(")  # type: ignore[attr-defined]
    good = [source for source in SOURCES if not any(isinstance(node, Broken) for node in all_nodes(source))]
    assert any(token_is(word, source) for source in good)


def token_is(word: str, source: str) -> bool:
    types = {"REM": "REM", "DATA": "DATA", "'": "QUOTE"}
    pieces = {part for token in crunch(source) for part in (str(token.value), token.type)}
    relations = {">": ">=", "<": "<="}
    return types.get(word, word) in pieces or relations.get(word, word) in pieces


def all_nodes(source: str) -> list[object]:
    return [node for statement in parse_direct(source) for node in walk(statement)]


# ---- facts about keywords ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("END", "81"), ("PRINT", "91"), ("WIDTH", "A0"), ("ELSE", "A1"), ("WRITE", "B7"), ("LOCATE", "CA"),
        ("TO", "CC"), ("TAB(", "CE"), ("FN", "D1"), ("NOT", "D3"), ("'", "D9"), ("INKEY$", "DE"), (">", "E6"),
        ("^", "ED"), ("AND", "EE"), ("\\", "F4"), ("LEFT$", "FF81"), ("SIN", "FF89"), ("CHR$", "FF96"), ("LOF", "FFA5"),
        ("CVI", "FD81"), ("MKD$", "FD86"), ("EXTERR", "FD8B"), ("FILES", "FE81"), ("SYSTEM", "FE83"),
        ("TIMER", "FE94"), ("PALETTE", "FE9F"), ("PCOPY", "FEA5"), ("UNLOCK", "FEA8"),
    ],
)  # fmt: skip
def test_codes_of_the_tokenised_format(word: str, code: str) -> None:
    assert BY_WORD[word].code == bytes.fromhex(code)
    assert BY_CODE[bytes.fromhex(code)].word == word


def test_no_code_and_no_word_comes_twice() -> None:
    assert len(BY_CODE) == len(KEYWORDS) == len({keyword.word for keyword in KEYWORDS})


def test_roles() -> None:
    assert BY_WORD["PRINT"].role is Role.STATEMENT and BY_WORD["SIN"].role is Role.FUNCTION
    assert BY_WORD["MOD"].role is Role.OPERATOR and BY_WORD["USING"].role is Role.OTHER


# ---- columns, lines, programs ------------------------------------------------------------------------------


def test_columns_count_from_one_in_the_text() -> None:
    first, second = parse_direct('PRINT "A";B:C=1+2')
    assert isinstance(first, Print)
    assert [item.column for item in first.items] == [7, 10, 11]
    assert [node.column for node in (second, *children(second))] == [13, 13, 16]


def test_broken_points_at_what_it_stumbles_over() -> None:
    (statement,) = parse_direct('PRINT "A";B )')
    assert statement.column == 13


def test_lines_are_sorted_and_the_later_one_counts() -> None:
    program = parse_program([(20, "B=2"), (10, "A=1"), (20, "C=3")])
    assert [(line.number, line.text) for line in program.lines] == [(10, "A=1"), (20, "C=3")]
    assert parse_line(10, "A=1") == program.lines[0]


def test_data_items_have_columns() -> None:
    assert [item.column for item in data_items(' 1, "two" ,three', 5)] == [6, 9, 16]


def test_problems() -> None:
    program = parse_program(
        [(10, "IF A THEN FOO:PRINT 1+ ELSE GOTO 70"), (20, "ON ERROR GOTO 0:RESUME 0:RUN 10:LIST 99")]
    )
    assert problems(program) == [
        Problem(10, 14, "Syntax error", "FOO is no statement"),
        Problem(10, 24, "Missing operand", "something is missing after +"),
        Problem(10, 34, "Undefined line number", "there is no line 70"),
    ]
    assert problems(
        parse_program([(10, "RESTORE 5:RESUME 5:RETURN 5:ON A GOTO 10,5:ON KEY(1) GOSUB 5:IF A THEN 5")])
    ) == [Problem(10, column, "Undefined line number", "there is no line 5") for column in (9, 18, 27, 42, 60, 72)]


def test_walking() -> None:
    (statement,) = parse_direct("OPEN A$ FOR INPUT AS B LEN=5+C")
    assert [show(node) for node in children(statement)] == ["A$", "B", "{5 + C}"]
    names = [node.name for node in walk(statement) if isinstance(node, Variable)]
    assert names == ["A", "B", "C"]
    assert (
        sum(isinstance(node, Number) for node in walk(Program((parse_line(10, "A=1:IF B THEN C=2 ELSE D=3+4"),)))) == 4
    )


def test_deep_nesting() -> None:
    depth = 20_000
    (statement,) = parse_direct("A=" + "(" * depth + "1" + ")" * depth)
    assert sum(1 for _ in walk(statement)) == depth + 3
    statements = parse_direct("IF A THEN " * 3000 + "B=1")
    assert sum(1 for _ in walk(statements[0])) == 2 * 3000 + 3


# ---- nothing is too odd ------------------------------------------------------------------------------------

CHARACTERS = st.characters(max_codepoint=255)
WORDS = st.sampled_from(
    [keyword.word for keyword in KEYWORDS]
    + [*["A", "B$", "X%", "1", "2.5", "&H", "10", ":", "(", ")", ",", ";", "#", '"', "=", ".", "[", "]", "AS", "SEG"]]
)


def check(text: str) -> None:
    tokens = crunch(text)
    assert all(before.end <= after.column for before, after in pairwise(tokens))
    assert all(1 <= token.column <= token.end <= len(text) + 1 for token in tokens)
    for statement in parse_direct(text):
        for node in walk(statement):
            assert 1 <= node.column <= len(text) + 1  # type: ignore[union-attr]


@given(st.text(CHARACTERS))
@settings(max_examples=300, deadline=None)
def test_any_text_has_a_tree(text: str) -> None:
    check(text)


@given(st.lists(WORDS), st.sampled_from(["", " "]))
@settings(max_examples=300, deadline=None)
def test_any_words_have_a_tree(words: list[str], between: str) -> None:
    check(between.join(words))


@given(st.sampled_from(SOURCES), st.data())
@settings(max_examples=500, deadline=None)
def test_damaged_lines_have_a_tree(source: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(start, min(len(source), start + 4)))
    check(source[:start] + data.draw(st.text(CHARACTERS, max_size=3)) + source[end:])


@given(st.binary())
@settings(max_examples=200, deadline=None)
def test_any_file_is_read_or_refused(data: bytes) -> None:
    loaded = read_program(data)
    if loaded.fault is not None:
        assert loaded.fault.number in (8, 23, 66)
        assert loaded.fault.reason


# ---- program files -----------------------------------------------------------------------------------------


def texts(data: bytes, raw: bool = False) -> list[tuple[int, str]]:
    return [(line.number, line.text) for line in read_program(data, raw).program.lines]


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_line_ends(end: str) -> None:
    assert texts(end.join(["10 A=1", "", "  20 B=2", "30   C"]).encode()) == [(10, "A=1"), (20, "B=2"), (30, "  C")]


def test_a_line_feed_stays_in_its_line_where_carriage_returns_end_lines() -> None:
    assert texts(b"10 A=1:\n  B=2\r\n20 C=3\r\n") == [(10, "A=1:\n  B=2"), (20, "C=3")]


def test_the_end_mark_ends_the_file() -> None:
    assert texts(b"10 A=1\r\n\x1a20 B=2\r\n") == [(10, "A=1")]


def test_characters() -> None:
    assert texts('10 PRINT "é♥─"'.encode()) == [(10, 'PRINT "\x82\x03\xc4"')]
    assert texts(b'10 PRINT "\x82\xc4"') == [(10, 'PRINT "\x82\xc4"')]
    assert texts('10 PRINT "é"'.encode(), raw=True) == [(10, 'PRINT "\xc3\xa9"')]
    assert texts(b"\xef\xbb\xbf10 REM \xc3\xa9") == [(10, "REM \x82")]
    loaded = read_program("10 REM 汉".encode())
    assert loaded.warnings == ("汉 is not in code page 437: the file is read byte by byte",)
    assert loaded.program.lines[0].text == "REM \xe6\xb1\x89"


def test_line_numbers_as_gwbasic_reads_them() -> None:
    assert texts(b"0 A=1\n1 0 B=2\n10.5\n65529 C\n") == [(0, " A=1"), (10, ".5"), (65529, "C")]
    loaded = read_program(b"65530 PRINT")
    assert [(line.number, line.text) for line in loaded.program.lines] == [(6553, "0 PRINT")]
    assert loaded.warnings == ("line 1 of the file: line numbers end at 65529, so GW-BASIC reads line 6553 and then 0",)


def test_order_and_repetition() -> None:
    loaded = read_program(b"20 A=1\n10 B=2\n20 C=3\n30 D\n30\n")
    assert [(line.number, line.text) for line in loaded.program.lines] == [(10, "B=2"), (20, "C=3")]
    assert loaded.warnings == ("line 20 comes twice: the later one counts",)


@pytest.mark.parametrize(
    ("data", "number", "read", "reason"),
    [
        (b"PRINT 1\nPRINT 2\n", 66, [], "this is no GW-BASIC program: no line begins with a line number"),
        (b"MZ\0\1\2", 66, [], "this is no GW-BASIC program: no line begins with a line number"),
        (
            b"10 PRINT 1\nPRINT 2\n30 PRINT 3\n",
            66,
            [(10, "PRINT 1")],
            "line 2 of the file has no line number (Direct statement in file): number it, or join it: PRINT 2",
        ),
        (
            b"10 REM " + b"x" * 249,
            23,
            [],
            "line 1 of the file has 256 characters and GW-BASIC takes 255 (Line buffer overflow): "
            "split it, or lift the limit with --unlimited",
        ),
        (  # a line number is three bytes with its code, a comma one
            b"1 REM\n2 ON X GOTO " + b",".join([b"1"] * 76) + b"\n3 ON X GOTO " + b",".join([b"1"] * 78),
            23,
            [(1, "REM"), (2, "ON X GOTO " + ",".join(["1"] * 76))],
            "line 3 of the file takes more than the 314 bytes that GW-BASIC has for the codes of a line (Line buffer "
            "overflow): split it, or lift the limit with --unlimited",
        ),
        (
            b"10 A=1\n20\n30 B\n",
            8,
            [(10, "A=1")],
            "line 2 of the file is only a number, 20, and no line has it (Undefined line number): take it out",
        ),
    ],
)
def test_lines_that_cannot_be_read(data: bytes, number: int, read: list[tuple[int, str]], reason: str) -> None:
    loaded = read_program(data)
    assert [(line.number, line.text) for line in loaded.program.lines] == read
    assert loaded.fault is not None
    assert (loaded.fault.number, loaded.fault.reason) == (number, reason)


@pytest.mark.parametrize(
    ("data", "read"),
    [
        (b"\r\n\n10 A\r\r\n \t\r\n20 B", [(10, "A"), (20, "B")]),
        (b"10 A\n\r:B\r\n20 C\r\n", [(10, "A\n:B"), (20, "C")]),  # as SAVE ,A writes a line feed in a line
        (b"10 A\n\r\r\n\r:B\r\n", [(10, "A\n\n:B")]),
        (b"\n\r\n10 A\r", [(10, "A")]),  # a line feed at the beginning is nothing
        (b"10 A\0garbage\n20 B\n\0\0\0", [(10, "A"), (20, "B")]),
        (b"10 A\n\x00PRINT\n20 B\n", [(10, "A"), (20, "B")]),  # a line that begins with a byte 0 is empty
        (b"10 A\n20 B\n10 \n", [(20, "B")]),
    ],
)
def test_lines_as_the_published_source_reads_them(data: bytes, read: list[tuple[int, str]]) -> None:
    assert texts(data) == read
    assert read_program(data).fault is None


def test_long_lines_on_request() -> None:
    assert texts(b"10 REM " + b"x" * 248)
    assert read_program(b"10 REM " + b"x" * 5000, unlimited=True).program.lines[0].number == 10


def test_an_empty_file_is_an_empty_program() -> None:
    assert read_program(b"").program == Program(())


def test_code_page() -> None:
    every = "".join(map(chr, range(256)))
    assert from_unicode(pictured(every[1:])) == every[1:]
    assert pictured(every[128:]) == bytes(range(128, 256)).decode("cp437")
    assert pictured("\3A\xe1") == "♥Aß"
    assert from_unicode("βμ") == from_unicode("ßµ")


# ---- the ready-made tables ---------------------------------------------------------------------------------


def test_the_stored_tables_are_those_of_the_grammar() -> None:
    """After a change of gwbasic.lark: python -m basic.syntax.tables"""
    assert json.loads(Path(tables.FILE).read_text("ascii")) == json.loads(json.dumps(tables.compute()))


def test_tables_are_computed_where_the_file_does_not_fit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tables, "FILE", tmp_path / "gwbasic.tables")
    expected = tables.load()
    (tmp_path / "gwbasic.tables").write_text(json.dumps({"grammar": "another"}), "ascii")
    assert tables.load() == expected


def test_parsing_does_not_need_lark() -> None:
    program = (
        "import sys; from basic.syntax.parse import parse_direct; parse_direct('A=1'); print('lark' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "False\n"
