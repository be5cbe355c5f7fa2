"""Sudoku, the twin of SUDOKU.BAS: to play with typed moves or on the whole terminal, to solve and to count.

Run without options it asks the same questions as SUDOKU.BAS and, in modes 1 and 3, prints the same answers.
"""

from __future__ import annotations

from pyport.sudoku.commands import main

__all__ = ["FILES", "INPUTS", "PROGRAM", "main"]

PROGRAM = "SUDOKU.BAS"

FILES: tuple[str, ...] = tuple(f"SUDOKU{number}.TXT" for number in range(1, 10))


def _lines(text: str) -> str:
    """The words of `text`, each on a line of its own as a player types them; `-` is an empty line, `~` a blank."""
    return "".join(f"{'' if word == '-' else word.replace('~', ' ')}\n" for word in text.split())


INPUTS: tuple[str, ...] = (
    _lines("0"),
    _lines("1 SUDOKU1.TXT bk 1c5 1c4 1c3 1d3 bk 1c8 bk bk bk bk bk end 0"),  # collisions come and go
    _lines("1 SUDOKU8.TXT 5d5 abc 0a1 1J2 1a5 9hx 5j7 1z - 9h7 9i8 bk 9i9 0"),  # every complaint, then the end
    _lines("1 sudoku6.txt 1a5 1A6 1a0 9I9 9i9 5e5 BK Bk END 0"),
    _lines("6 x - 10 1 NONE.TXT END 1 SUDOKU9.TXT 3 n SUDOKU9.TXT 0"),  # a wrong mode, no such file, bad data
    _lines("3 - SUDOKU1.TXT 3 no SUDOKU2.TXT 3 N Sudoku6.Txt 0"),  # 4208, 200 and 391 steps
    _lines("3 n SUDOKU7.TXT 3 n SUDOKU2.TXT 1 SUDOKU2.TXT 1a4 end 0"),  # unsolvable; the counter starts again
    _lines("3 n SUDOKU3.TXT 0"),  # 10007 steps
    _lines("1 - sudoku2.txt~~ end 3 n - SUDOKU2~.TXT 0"),  # the list of files, blanks at the end of a name
    _lines("1 ~SUDOKU2.TXT SUDOKU2 SUDOKU2.TXTX end~ end~ END 1 SUDOKU2. C SUDOKU22.TXT sub/x . .. end 0"),  # names
)
