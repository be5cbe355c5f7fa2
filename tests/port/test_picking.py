"""What programs look for in DATA from a RESTORE on: ports have it in tables, and print the same."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from playing import play

import basic
from basic.port import to_python

WORD = """\
10 REM A word
20 RANDOMIZE 5: N=4
30 W=INT(RND*N)+1: GOSUB 100: PRINT A$;" HAS";L;"LEGS, THEN COMES ";S$;I
40 INPUT M$: IF M$="Y" THEN 30
50 RESTORE 300: READ T$,Z: PRINT T$;Z: IF Z=7 THEN RESTORE 310: READ T$: PRINT T$ ELSE RESTORE: READ T$: PRINT T$
60 END
100 RESTORE 200: X=3
110 FOR I=1 TO W
120 READ A$,L: REM Name and legs
130 NEXT I
140 READ S$: RETURN
200 DATA DOG,4,CAT,4,HEN,2,BEE,6
210 DATA LAST
300 DATA TITLE,7
310 DATA OTHER
"""


@pytest.mark.parametrize("exact", [False, True])
def test_a_word_is_found_in_a_table(exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = to_python(WORD, exact)
    assert "read" not in text
    assert "restore" not in text
    assert 'A_DATA: list[str] = ["DOG", "CAT", "HEN", "BEE"]' in text
    assert "a = A_DATA[w - 1]" in text
    typed = "Y\nY\nY\nY\nN\n"
    assert play(text, typed, tmp_path, monkeypatch) == basic.run(WORD, typed, echo=False).text


# What makes a table impossible, for some reason or other.
KEPT = {
    "any number may be typed": "10 INPUT W: RESTORE: FOR I=1 TO W: READ A$: NEXT: PRINT A$\n",
    "no turn at all is possible": "10 W=INT(RND*3): RESTORE: FOR I=1 TO W: READ A$: NEXT: PRINT A$\n",
    "there is not so much": "10 W=INT(RND*9)+1: RESTORE: FOR I=1 TO W: READ A$: NEXT: PRINT A$\n",
    "not all of it are numbers": "10 W=INT(RND*3)+1: RESTORE: FOR I=1 TO W: READ A: NEXT: PRINT A\n",
    "what comes next matters": "10 W=INT(RND*2)+1: RESTORE: FOR I=1 TO W: READ A$: NEXT: PRINT A$: GOSUB 50: END\n"
    "50 READ B$: PRINT B$: RETURN\n",
    "the limit is read": "10 A=2: RESTORE 91: FOR I=1 TO A: READ A: NEXT: PRINT A;I\n",
    "something jumps into it": "10 W=INT(RND*3)+1: RESTORE\n20 FOR I=1 TO W\n30 READ A$: NEXT: PRINT A$: C=C+1\n"
    "40 IF C=1 THEN 30\n",
    "two loops end at once": "10 FOR W=1 TO 3: RESTORE: FOR I=1 TO W: READ A$: NEXT I,W: PRINT A$;I;W\n",
    "an error is handled": "10 ON ERROR GOTO 50: RESTORE: READ A$: PRINT A$: READ A: END\n50 PRINT ERR: RESUME NEXT\n",
}


@pytest.mark.parametrize("reason", KEPT)
def test_what_stays(reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = KEPT[reason] + "90 DATA ONE,TWO,THREE\n91 DATA 4,5\n"
    text = to_python(source)
    assert re.search(r"read|next\(", text)
    for typed in ("2\n", "0\n", "9\n"):
        assert play(text, typed, tmp_path, monkeypatch) == basic.run(source, typed, echo=False).text


def looking(seed: int) -> str:
    """A program that looks for records here and there, in one of many ways."""
    random = Random(seed)
    fields = [random.choice(("A$", "B", "C%", "D!")) for _ in range(random.randint(1, 3))]
    records = random.randint(2, 6)
    items = {"$": ("OWL", '"A, B"', "7", "X Y"), "%": (-9, 0, 7, 99)}
    data = [str(random.choice(items.get(field[-1], (0, 2.5, 1000, -3)))) for _ in range(records) for field in fields]
    first = random.choice((0, 1, 1, 1))
    counter, limit = random.choice(("I", "I%", "J!")), random.choice(("W", "W%", f"INT(RND*{records})+{first}"))
    behind = random.choice(("", "", f": READ {fields[0]}")) if random.random() < 0.5 else ""
    lines = [
        "RANDOMIZE 7", "FOR T=1 TO 4", f"W=INT(RND*{records - bool(behind)})+{first}: W%=W: GOSUB 90", "NEXT",
        f"RESTORE 100: READ {','.join(fields)}: PRINT {';'.join(fields)}", "END",
    ]  # fmt: skip
    text = "".join(f"{10 + 10 * index} {line}\n" for index, line in enumerate(lines))
    shown = ";".join((*fields, counter))
    text += f"90 RESTORE {random.choice(('', '100'))}: FOR {counter}={first} TO {limit}: READ {','.join(fields)}: NEXT"
    return f"{text}{behind}: PRINT {shown}: RETURN\n100 DATA {','.join(data)}\n"


@pytest.mark.parametrize("exact", [False, True])
def test_many_ways(exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = 0
    for seed in range(60):
        source = looking(seed)
        text = to_python(source, exact)
        tables += "restore" not in text
        assert play(text, "", tmp_path, monkeypatch) == basic.run(source, echo=False).text, seed
    assert tables > 25
