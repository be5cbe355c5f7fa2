"""The keywords of GW-BASIC 3.23: one table for the lexer, the lister, the tokenised format and the highlighter.

`code` is the keyword in a tokenised program: one byte, or two where the first is FD, FE or FF. `role` says what the
word is for; `terminal` is its name in gwbasic.lark, shared by words that the grammar treats alike.
"""

from __future__ import annotations

from enum import StrEnum

from basic.record import record


class Role(StrEnum):
    STATEMENT = "statement"
    FUNCTION = "function"
    OPERATOR = "operator"
    OTHER = "other"  # THEN, TO, USING: words inside a statement


@record
class Keyword:
    word: str
    code: bytes
    role: Role
    terminal: str
    line_numbers: bool  # whole numbers after it are line numbers: GOTO 100
    reserved: bool  # False: known to the BASIC of other machines only, so listed when met but a plain name when typed


# Code of a row's first word, role, usual terminal ("": the word itself), and words with the codes that follow;
# WORD:TERMINAL where it is not the usual one, "." for a code without a word.
_ROWS: list[tuple[bytes, Role, str, str]] = [
    (
        b"\x81",
        Role.STATEMENT,
        "",
        "END:COMMAND FOR NEXT DATA INPUT DIM READ LET GOTO RUN IF RESTORE GOSUB RETURN REM STOP PRINT CLEAR:COMMAND "
        "LIST NEW:COMMAND ON WAIT:COMMAND DEF POKE:COMMAND CONT:COMMAND . . OUT:COMMAND LPRINT LLIST . WIDTH",
    ),
    (b"\xa1", Role.OTHER, "", "ELSE"),
    (
        b"\xa2",
        Role.STATEMENT,
        "",
        "TRON:COMMAND TROFF:COMMAND SWAP ERASE EDIT ERROR RESUME DELETE AUTO RENUM DEFSTR:DEFTYPE DEFINT:DEFTYPE "
        "DEFSNG:DEFTYPE DEFDBL:DEFTYPE LINE WHILE WEND CALL . . . WRITE OPTION RANDOMIZE:COMMAND OPEN CLOSE LOAD MERGE "
        "SAVE COLOR:COMMAND CLS:COMMAND MOTOR:COMMAND BSAVE:COMMAND BLOAD:COMMAND SOUND:COMMAND BEEP:COMMAND PSET "
        "PRESET SCREEN KEY LOCATE:COMMAND",
    ),
    (b"\xcc", Role.OTHER, "", "TO THEN TAB(:TAB STEP"),
    (b"\xd0", Role.FUNCTION, "", "USR FN"),
    (b"\xd2", Role.OTHER, "", "SPC(:SPC"),
    (b"\xd3", Role.OPERATOR, "", "NOT"),
    (b"\xd4", Role.FUNCTION, "", "ERL:CONSTANT ERR:CONSTANT STRING$:FUNCTION_2"),
    (b"\xd7", Role.OTHER, "", "USING"),
    (b"\xd8", Role.FUNCTION, "", "INSTR:FUNCTION_3"),
    (b"\xd9", Role.OTHER, "", "':QUOTE"),
    (b"\xda", Role.FUNCTION, "", "VARPTR CSRLIN:CONSTANT POINT"),
    (b"\xdd", Role.OTHER, "", "OFF"),
    (b"\xde", Role.FUNCTION, "", "INKEY$:CONSTANT"),
    (b"\xe6", Role.OPERATOR, "OPERATOR", "> =:EQUAL < +:PLUS -:MINUS * / ^ AND OR XOR EQV IMP MOD \\"),
    (
        b"\xff\x81",
        Role.FUNCTION,
        "FUNCTION",
        "LEFT$:FUNCTION_2 RIGHT$:FUNCTION_2 MID$:MID SGN INT ABS SQR RND:RND SIN LOG EXP COS TAN ATN FRE INP POS "
        "LEN:LEN STR$ VAL ASC CHR$ PEEK SPACE$ OCT$ HEX$ LPOS CINT CSNG CDBL FIX PEN:PEN STICK STRIG:STRIG EOF LOC LOF",
    ),
    (
        b"\xfe\x81",
        Role.STATEMENT,
        "",
        "FILES:COMMAND FIELD SYSTEM:COMMAND NAME LSET RSET KILL:COMMAND PUT GET RESET:COMMAND COMMON CHAIN DATE$:CLOCK "
        "TIME$:CLOCK PAINT COM CIRCLE DRAW:COMMAND PLAY TIMER",
    ),
    (b"\xfe\x95", Role.FUNCTION, "", "ERDEV:CONSTANT"),
    (
        b"\xfe\x96",
        Role.STATEMENT,
        "",
        "IOCTL CHDIR:COMMAND MKDIR:COMMAND RMDIR:COMMAND SHELL:COMMAND ENVIRON:COMMAND VIEW WINDOW",
    ),
    (b"\xfe\x9e", Role.FUNCTION, "", "PMAP:FUNCTION_2"),
    (b"\xfe\x9f", Role.STATEMENT, "", "PALETTE LCOPY:COMMAND CALLS . . NOISE PCOPY:COMMAND TERM LOCK UNLOCK"),
    (b"\xfd\x81", Role.FUNCTION, "FUNCTION", "CVI CVS CVD MKI$ MKS$ MKD$ . . . . EXTERR"),
]

_TAKE_LINE_NUMBERS = frozenset([
    "RESTORE", "AUTO", "RENUM", "DELETE", "EDIT", "RESUME", "ERL", "ELSE", "RUN", "LIST", "LLIST", "GOTO", "RETURN",
    "THEN", "GOSUB",
])  # fmt: skip
_OTHER_MACHINES = frozenset(["NOISE", "TERM"])  # Tandy 1000 and PCjr


def _row(first: bytes, role: Role, usual: str, words: str) -> list[Keyword]:
    keywords = []
    for offset, entry in enumerate(words.split()):
        word, _, own = entry.partition(":")
        code = first[:-1] + bytes([first[-1] + offset])
        terminal = own or usual or word
        keywords.append(Keyword(word, code, role, terminal, word in _TAKE_LINE_NUMBERS, word not in _OTHER_MACHINES))
    return [keyword for keyword in keywords if keyword.word != "."]


KEYWORDS: tuple[Keyword, ...] = tuple(keyword for row in _ROWS for keyword in _row(*row))
BY_CODE: dict[bytes, Keyword] = {keyword.code: keyword for keyword in KEYWORDS}

_BY_WORD = {keyword.word: keyword for keyword in KEYWORDS}
_WITH_DOLLAR = {
    "INPUT": "INPUT_S", "VARPTR": "VARPTR_S", "IOCTL": "IOCTL_S", "ERDEV": "CONSTANT", "ENVIRON": "FUNCTION",
}  # fmt: skip
# Two tokens that together are a function: INPUT$ is stored as INPUT and the character "$".
DOLLAR_FUNCTIONS: tuple[Keyword, ...] = tuple(
    Keyword(word + "$", _BY_WORD[word].code + b"$", Role.FUNCTION, terminal, False, True)
    for word, terminal in _WITH_DOLLAR.items()
)
BY_WORD: dict[str, Keyword] = _BY_WORD | {keyword.word: keyword for keyword in DOLLAR_FUNCTIONS}

# What the lexer calls that which is no word.
OTHER_TERMINALS = frozenset([
    "VARIABLE", "ARRAY", "NUMBER", "STRING", "LINENUMBER", "DOT", "LPAR", "RPAR", "COMMA", "SEMICOLON", "HASH", "LSQB",
    "RSQB",
])  # fmt: skip
