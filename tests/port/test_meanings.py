"""Variables are called after what a program says of them: its questions, captions and remarks."""

from __future__ import annotations

import ast

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
        ("OIL COSTS", "oil_cost"), ("COSTS", "cost"), ("GAMES WON:", "games_won"), ("LOST:", "losses"),
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


ROLES = {
    '10 INPUT W$: FOR I=1 TO LEN(W$): L$=MID$(W$,I,1): PRINT L$;"-";: NEXT: PRINT: GOTO 10\n': {"letter", "answer"},
    '10 INPUT N: S=0: FOR I=1 TO N: S=S+I*RND(1): NEXT: PRINT S: GOTO 10\n': {"total", "entry", "i"},
    '10 DIM A(9): FOR I=1 TO 9: A(I)=RND(1): NEXT: H=0: L=1\n20 FOR I=1 TO 9: IF A(I)>H THEN H=A(I)\n'
    '30 IF A(I)<L THEN L=A(I)\n40 NEXT: PRINT H;L: INPUT Q: END\n': {"highest", "lowest", "a", "i"},
    '10 INPUT A: T=A+RND(1): H=T*T: PRINT "MILES","HEIGHT": PRINT T,H: GOTO 10\n': {"entry", "miles", "height"},
    '10 INPUT X: C=C+1: IF X THEN 10\n20 C=C*2+RND(1): PRINT C: GOTO 10\n': {"entry", "c"},  # it is more than counted
    '10 N=INT(RND(1)*9)+1\n20 INPUT "?";G: T=T+1: IF G<>N THEN 20\n30 PRINT T: GOTO 10\n': {
        "secret", "guess", "turns"
    },
    '10 INPUT X: R=INT(RND(1)*6)+1: IF R=1 THEN PRINT "ONE"\n20 F=RND(1): IF F<.5 THEN PRINT X;F\n30 GOTO 10\n': {
        "entry", "roll", "chance"
    },
    '10 DIM A(9),B(9): INPUT A(1): P=INT(RND(1)*9)+1: A(P)=1: PRINT P: M=0\n20 FOR I=1 TO 9: IF A(I)=B(I) THEN M=M+1\n'
    '30 B(I)=2: NEXT: PRINT M: INPUT Z: END\n': {"a", "b", "pick", "matches", "i"},
    '10 PRINT "HOW MANY MEN": INPUT X: M=M+X: PRINT "HOW MUCH OIL": INPUT X: D=SQR(X*X+M*M): PRINT D*D;M: GOTO 10\n': {
        "amount", "root", "total"
    },
}  # fmt: skip


@pytest.mark.parametrize("source", ROLES)
def test_what_is_done_with_a_variable_names_it_where_nothing_is_said(source: str) -> None:
    body = ast.parse(ported(source)).body
    main = next((each.body for each in body if isinstance(each, ast.FunctionDef) and each.name == "main"), body)
    stored = (node for each in main if not isinstance(each, ast.FunctionDef) for node in ast.walk(each))
    names = {node.id for node in stored if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    assert names - {"seed"} == ROLES[source]


def test_ports_that_need_basic_have_the_same_names() -> None:
    source = '10 SCREEN 1: INPUT "HOW MANY MEN";Q: PRINT "YEAR";Y: Y=Y+Q: CIRCLE (Y,Y),Q: GOTO 10\n'
    assert "from basic" in (text := ported(source)) and "men" in text and "year += " in text
