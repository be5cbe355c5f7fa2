"""What counts in ports counts as people write it: loops that are left, and counters that are ints."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import play, prints_the_same

from basic.port import to_python

# Programs, what is typed, what stands in their ports, and what does not.
LOOPS = {
    "a loop is left by its counter": (
        "10 DIM A(20): INPUT N: FOR I=1 TO N: A(I)=I*I: NEXT\n"
        "20 INPUT X: K=0: FOR I=1 TO N: IF A(I)=X THEN K=I: I=N\n30 NEXT: PRINT K: IF X>0 THEN 20\n",
        "9\n25\n7\n81\n1\n0\n", "\nbreak\n", "= n\n"),
    "with what is done before its NEXT": (
        '10 FOR I=1 TO 9: READ A(I): NEXT: DATA 1,4,9,16,25,36,49,64,81\n'
        '20 INPUT X: FOR J=1 TO 9: IF A(J)>X THEN J=9: T=T+1: PRINT "MORE"\n30 NEXT J: PRINT T: IF X>0 THEN 20\n',
        "25\n99\n80\n0\n", "if any(a[j] > x for j in range(1, 10)):\n", "j = 9"),
    "beyond its end": (
        '10 INPUT X: FOR J=1 TO 9: IF J*J>X THEN PRINT J: J=99\n30 NEXT J: IF X>0 THEN 10\n',
        "25\n99\n0\n", "\nbreak\n", "99"),
    "counting down": (
        '10 LINE INPUT A$: FOR I=LEN(A$) TO 1 STEP -1: IF MID$(A$,I,1)=" " THEN PRINT MID$(A$,I+1): I=1\n'
        '20 NEXT: IF A$<>"" THEN 10\n',
        "ONE TWO\n THREE\nX\n\n", "\nbreak\n", "i = 1"),
    "of two at once": (
        '10 DIM X(4),Y(4): FOR I=1 TO 4: INPUT X(I),Y(I): NEXT\n20 FOR I=1 TO 4: FOR J=1 TO 4\n'
        '30 IF X(I)=Y(J) THEN W=W+1: X(I)=0: Y(J)=-1: J=4\n40 NEXT J,I: PRINT W\n',
        "1,2\n1,1\n3,1\n2,5\n", "\nbreak\n", "j = 4"),
    "not where it is looked at behind the loop": (
        "10 INPUT X: FOR I=1 TO 5: IF I*I>X THEN I=5\n20 NEXT: PRINT I: IF X>0 THEN 10\n",
        "3\n99\n0\n", "\ni = 5\n", "map("),
    "nor where something is done before its NEXT in any case": (
        '10 INPUT X: FOR I=1 TO 5: IF I*I>X THEN I=5: PRINT "*";\n15 PRINT I;\n20 NEXT: PRINT: IF X>0 THEN 10\n',
        "3\n99\n0\n", "\ni = 5\n", "map("),
    "nor where the limit is another by then": (
        "10 INPUT N: FOR I=1 TO N: PRINT I;: IF I=3 THEN N=N-2: I=N\n20 NEXT: PRINT N: IF N>0 THEN 10\n",
        "5\n8\n2\n0\n", "\ni = n\n", "map("),
    "nor where it is less": (
        "10 INPUT N: FOR I=1 TO 9: PRINT I;: IF I=3 THEN I=N\n20 NEXT: PRINT: IF N<9 THEN 10\n",
        "5\n8\n9\n", "\ni = n\n", "map("),
    "nor where an error is handled that may come of it": (
        "10 ON ERROR GOTO 90\n20 INPUT N: FOR I=1 TO 9: IF I=3 THEN I=9: PRINT 9/N\n30 NEXT: IF N<9 THEN 20 ELSE END\n"
        "90 PRINT ERR;I: RESUME NEXT\n",
        "5\n0\n9\n", "\ng.i = 9\n", "map("),
    "nor as long as single precision may not count beyond it, if that has to be sure": (
        "10 INPUT N%: FOR I%=1 TO N%: IF I%*I%>20 THEN I%=N%\n20 NEXT: PRINT N%: IF N%>0 THEN 10\n",
        "9\n4\n0\n", "\ni = n\n", "map("),
    "a sieve": (
        "10 DIM S(100): INPUT N: IF N>100 OR N<2 THEN 10\n20 FOR I=2 TO N: IF S(I)=1 THEN 50\n"
        "30 PRINT I/2;\n40 FOR J=I*I TO N STEP I: S(J)=1: NEXT J\n50 NEXT I\n",
        "101\n30.5\n", "for j in range(i * i, int(n) + 1, i):\n", "step"),
    "a step that may be below 0": (
        "10 INPUT N: FOR I=-1 TO 3 STEP 2: FOR J=4 TO N STEP I: PRINT J/2;: NEXT J,I: PRINT: IF N>0 THEN 10\n",
        "7\n2\n0\n", "step", "range(4"),
    "a step whose counter is looked at": (
        "10 INPUT N: FOR I=1 TO 3: FOR J=1 TO N STEP I: PRINT J/2;: NEXT J: PRINT J: NEXT I: IF N>0 THEN 10\n",
        "7\n-1\n", "step = 1, i\n", "range(1, int(n) + 1, i)"),
    "a step that is changed in its loop": (
        "10 INPUT N: IF N>99 THEN 10\n20 FOR I=1 TO 3: K=I+1: FOR J=1 TO N STEP K: PRINT J/2;: K=K+1: NEXT\n"
        "30 PRINT K;: NEXT: IF N>0 THEN 10\n",
        "7\n0\n", "for j in range(1, int(n) + 1, k):\n", "step"),
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
