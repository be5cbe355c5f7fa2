"""What is written, and who hears of it."""

from __future__ import annotations

import pytest

from basic.port import port, to_python
from basic.syntax.source import read_program


def test_who_waits_hears_of_statements_that_are_written() -> None:
    """Of one long routine, too."""
    lines = "".join(f"{line}0 PRINT {line};A$\n" for line in range(2, 600))
    heard: list[str] = []
    port(read_program(f"10 INPUT A$\n{lines}".encode()).program, tell=heard.append)
    assert "writing, routine 1 of 1, statement 500" in heard


def test_sums_may_outgrow_single_precision() -> None:
    """What grows by hundreds passes 2^24 in a run of ordinary length: there Python's whole numbers go on otherwise."""
    text = to_python(b"10 INPUT N\n20 FOR I=1 TO N:T=T+LEN(A$)+345:NEXT\n30 PRINT T\n", exact=True)
    assert "t = singles.add_whole(" in text


def test_long_whole_numbers_are_printed_as_singles(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(to_python(b"10 N=4000000!\n20 N=N*3\n30 PRINT N\n"), "<ported>", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out == " 1.2E+07 \n"
