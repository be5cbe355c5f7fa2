"""What counts in ports counts as people write it: counters that are ints; and those that are set within their loops."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import play, prints_the_same

from basic.port import to_python

# Programs, what is typed, what stands in their ports, and what does not.
LOOPS = {
    "a counter that is set to its end, and looked at behind the loop": (
        "10 INPUT X: FOR I=1 TO 5: IF I*I>X THEN I=5\n20 NEXT: PRINT I: IF X>0 THEN 10\n",
        "3\n99\n0\n", "\ni = 5\n", "map("),
    "where something is done before its NEXT in any case": (
        '10 INPUT X: FOR I=1 TO 5: IF I*I>X THEN I=5: PRINT "*";\n15 PRINT I;\n20 NEXT: PRINT: IF X>0 THEN 10\n',
        "3\n99\n0\n", "\ni = 5\n", "map("),
    "where the limit is another by then": (
        "10 INPUT N: FOR I=1 TO N: PRINT I;: IF I=3 THEN N=N-2: I=N\n20 NEXT: PRINT N: IF N>0 THEN 10\n",
        "5\n8\n2\n0\n", "\ni = n\n", "map("),
    "where it is less": (
        "10 INPUT N: FOR I=1 TO 9: PRINT I;: IF I=3 THEN I=N\n20 NEXT: PRINT: IF N<9 THEN 10\n",
        "5\n8\n9\n", "\ni = n\n", "map("),
    "where an error is handled that may come of it": (
        "10 ON ERROR GOTO 90\n20 INPUT N: FOR I=1 TO 9: IF I=3 THEN I=9: PRINT 9/N\n30 NEXT: IF N<9 THEN 20 ELSE END\n"
        "90 PRINT ERR;I: RESUME NEXT\n",
        "5\n0\n9\n", "\ng.i = 9\n", "map("),
    "an integer that is set to its end": (
        "10 INPUT N%: FOR I%=1 TO N%: IF I%*I%>20 THEN I%=N%\n20 NEXT: PRINT N%: IF N%>0 THEN 10\n",
        "9\n4\n0\n", "\ni = n\n", "map("),
    "a sieve": (
        "10 DIM S(100): INPUT N: IF N>100 OR N<2 THEN 10\n20 FOR I=2 TO N: IF S(I)=1 THEN 50\n"
        "30 PRINT I/2;\n40 FOR J=I*I TO N STEP I: S(J)=1: NEXT J\n50 NEXT I\n",
        "101\n30.5\n", "j, limit, step = i * i, n, i\nwhile j <= limit:\n", "range(i"),
    "a step that may be below 0": (
        "10 INPUT N: FOR I=-1 TO 3 STEP 2: FOR J=4 TO N STEP I: PRINT J/2;: NEXT J,I: PRINT: IF N>0 THEN 10\n",
        "7\n2\n0\n", "step", "range(4"),
    "a step whose counter is looked at": (
        "10 INPUT N: FOR I=1 TO 3: FOR J=1 TO N STEP I: PRINT J/2;: NEXT J: PRINT J: NEXT I: IF N>0 THEN 10\n",
        "7\n-1\n", "limit, step = 1, n, i\n", "range(1, int(n) + 1, i)"),
    "a step that is changed in its loop": (
        "10 INPUT N: IF N>99 THEN 10\n20 FOR I=1 TO 3: K=I+1: FOR J=1 TO N STEP K: PRINT J/2;: K=K+1: NEXT\n"
        "30 PRINT K;: NEXT: IF N>0 THEN 10\n",
        "7\n0\n", "j, limit, step = 1, n, k\nwhile j <= limit:\n", "range(1, int(n)"),
    "steps of integers beyond which there is none": (
        "10 DEFINT I-J: INPUT N: FOR I=3 TO 9 STEP 3: FOR J=I TO N STEP I*1: S=S+1: NEXT J: PRINT S: NEXT I\n"
        "20 K%=7: FOR J=K% TO N STEP K%: S=S+1: NEXT: PRINT S: IF N>0 THEN 10\n",
        "7\n32767\n", "j", "@"),
    "the same by a variable": (
        "10 DEFINT I-J: INPUT N: FOR I=3 TO 9 STEP 3: FOR J=I TO N STEP I: S=S+1: NEXT J: PRINT S: NEXT I\n"
        "20 IF N>0 THEN 10\n",
        "7\n32764\n32767\n", "j", "@"),
}  # fmt: skip


@pytest.mark.parametrize("exact", [False, True], ids=["idiomatic", "exact"])
@pytest.mark.parametrize("name", LOOPS)
def test_loops(name: str, exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, typed, written, unwritten = LOOPS[name]
    text = to_python(source, exact)
    if not exact:
        plain = "\n".join(map(str.strip, text.splitlines()))
        assert written in plain
        assert unwritten not in plain
    prints_the_same(source, text, typed, tmp_path, monkeypatch)


def test_what_a_loop_is_left_with_stays_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the call that it is handed to; behind the loop it is looked at."""
    source = (
        "10 P=7\n20 INPUT A: IF A=9 THEN END\n30 P=0: INPUT B: IF B=1 THEN 60\n40 GOSUB 100: PRINT \"IN\";P: GOTO 20\n"
        "60 PRINT \"OUT\";P: GOTO 10\n100 P=P+1: PRINT \"SUB\": IF P>5 THEN P=1\n110 RETURN\n"
    )
    for exact in (False, True):
        shown = play(to_python(source, exact), "1\n1\n1\n2\n1\n1\n9\n", tmp_path, monkeypatch)
        assert [line for line in shown.replace("? ", "").splitlines() if line] == ["OUT 0 ", "SUB", "IN 1 ", "OUT 0 "]
