"""Variables are called after what a program says of them: its questions, captions and remarks."""

from __future__ import annotations

import pytest

from basic.port import port
from basic.port.naming.words import caption, plural, unit, wanted
from basic.port.verdict import Verdict
from basic.syntax.source import read_program


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("HOW MANY ACRES DO YOU WISH TO BUY", "acres"),
        ("WHAT IS YOUR GUESS", "guess"),
        ("CHOOSE YOUR WEIGHT CLASS (1-3)", "weight_class"),
        ("NUMBER OF PLAYERS", "players"),
        ("ANNUAL INTEREST RATE IN %", "interest_rate"),
        ("TOO MUCH. NOW THEN, HOW MUCH OIL", "oil"),
        ("HOW MUCH GOES TO WATCHMEN", "watchmen"),
        ("DO YOU WANT INSTRUCTIONS", "answer"),
        ("ANOTHER GAME (Y OR N)", "answer"),
        ("", ""),
    ],
)  # fmt: skip
def test_questions(question: str, word: str) -> None:
    assert wanted(question, text=True) == word


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("THE DETERMINANT IS", "determinant"), ("SCORE: ", "score"), ("YOU ARE IN BURROW", "burrow"),
        ("SPLASH. NEAREST SUB IS", "nearest_sub"), ("YOU HAVE $", ""), ("TREES BURNED,", ""), ("YOUR", ""),
    ],
)  # fmt: skip
def test_captions(text: str, word: str) -> None:
    assert caption(text) == word


@pytest.mark.parametrize(
    ("text", "word"), [("GROWN TREES AND", "grown_trees"), ("MEN IN CAMP.", "men"), (" TRIES!", "tries"), (". NO", "")]
)
def test_units(text: str, word: str) -> None:
    assert unit(text) == word


def test_arrays_have_several() -> None:
    assert [plural(word) for word in ("bet", "city", "match", "day", "stones")] == [
        "bets", "cities", "matches", "days", "stones"
    ]  # fmt: skip


def ported(source: str, names: dict[str, str] | None = None) -> str:
    return port(read_program(source.encode()).program, names=names, runs=lambda *_: Verdict("digits", 1)).text


def test_a_variable_has_a_name_in_each_function_that_says_one() -> None:
    source = (
        '10 INPUT "HOW MANY MEN";Q: IF Q<1 THEN 10\n20 GOSUB 100: PRINT "YEAR";Y;"GRAIN";G\n30 IF Y<3 THEN 10\n40 END\n'
        '100 Y=Y+1: G=G+Q*RND(1): PRINT "THE HARVEST OF";Q;"MEN": RETURN\n'
    )
    text = ported(source)
    assert "year += 1" in text and "grain" in text and 'men = ask_number("HOW MANY MEN? ")' in text
    assert "wages" in ported(source, {"Q": "wages"})


def test_what_is_said_of_two_is_the_name_of_one() -> None:
    text = ported('10 INPUT "GOLD";A: INPUT "GOLD";B: PRINT A+B;RND\n20 GOTO 10\n')
    assert 'gold = ask_number("GOLD? ")' in text and 'b = ask_number("GOLD? ")' in text
