"""What is typed when a port is compared with its program: for each a whole standard input, or several.

`basic compare` plays them on both sides.  A port names its own as `INPUTS`.
"""

# PENTA.BAS: the paper's three samples, every other cell and some that are none, and what INPUT takes or refuses
_SAMPLES = ["1,5", "3,4", "5,3"]
_CELLS = [f"{row},{column}" for row in range(1, 10) for column in range(1, 10)]

PENTA = (
    *(f"{cell}\n" for cell in dict.fromkeys(_SAMPLES + _CELLS)),
    *("0,0\n", "10,10\n", "-1,5\n", "1.4,5\n", "1,\n", " 3 , 4 \n", "1.00000001,5\n"),
    *("&O5,3\n", "&3,&H4\n", "&HFFFF,&\n", "30D-1,.4E+1\n", "3!,4#\n", "1E38,5\n", f"{'9' * 38},1\n"),
    *("x\n1,5\n", "1,2,3\n3,4\n", "\n5,3\n", "1;5\n9,2\n", "7\nseven,five\n7,5\n"),
    *(f"{'9' * 41},1\n3,4\n", "1E39,1\n-1E400,1\n3,6\n", "&H 3,4\n1E5!,1\n+-3,4\n5,7\n", " & H3 , &0 4\n"),
)

# QUEENS.BAS asks for nothing
QUEENS = ("",)

# NINE.BAS: the states of Table 1, the table itself, short and long ways, and what is refused
_ROWS = """
012345678 120345678 561327480 132485670 132867540 712654380 612574380 715438260 712546380 683524170 214387605
645237180 075863421 256710834 234567180 145826730 367581240 357812640 367812450 156327480 761254380 674835210
104567823 650342178 821437605 357406182 618457230 546321807 087563421 125670834 876543210 123456780 345678120
"""

NINE = (
    "\n",
    *("\n".join(line.split()) + "\n\n" for line in _ROWS.strip().splitlines()),
    "T\n\n",
    # One move, no move, the ring moves with either start, the longest way.
    "123456708\n123456780\n781034562\n671234580\n567812340\n457812360\n345678120\n345672810\n876215043\n648327015\n\n",
    # Odd: two neighbours exchanged, a mirrored rim, the blank in a corner.
    "213456780\n187654320\n210345678\n012345687\n\n",
    # No states: too short, too long, a digit twice, a 9, letters, signs, a comma, a quotation mark.
    '1\n12345678\n1234567800\n112345678\n923456780\nabcdefghi\ntt\n-12345678\n1,2,3\n"123456780"\n\n',
    # In the other reading: the rows in which the two differ, and one in which they do not.
    "R\n561327480\n132867540\n712654380\n612574380\n712546380\n256710834\n367581240\n156327480\n650342178\nr\n\n",
    # Every step shown, in both readings, with the table between.
    "w\n876543210\n075863421\nT\n256710834\nr\n256710834\n123456780\nW\n012345678\n\n",
    # Blanks do not count, a small t will do.
    " 1 0 4 5 6 7 8 2 3 \nt\n8 76543210\n   \n",
    # A solution after all sorts of errors.
    "?\n012345679\n132456780\nx123456780\n123456780x\n876543210\n\n",
)


def _lines(text: str) -> str:
    """The words of `text`, each on a line of its own; `-` is an empty line, `~` a blank."""
    return "".join(f"{'' if word == '-' else word.replace('~', ' ')}\n" for word in text.split())


# KENKEN.BAS: all sizes, what it asks for again, boxes that do not turn up at once
KENKEN = (
    _lines("0 4 Y N 4 2 Y"),
    _lines("1 4 N N 4 2 Y"),
    _lines("2 3 y n 4 1 N"),
    _lines("3 3 N N 2 1 Y"),
    _lines("4 5 Y N 4 3 y"),
    _lines("5 5 N N 6 0 n"),
    _lines("6 6 Y N 4 6 Y"),
    _lines("7 6 N N 3 2 Y"),
    _lines("8 7 Y N 4 4 Y"),
    _lines("9 8 N N 5 4 Y"),
    _lines("32767 9 Y N 4 5 Y"),
    _lines("x -1 1.5 1234 2 4 maybe Y perhaps N 7 4 9 two 2 Yes"),
    _lines("5 4 N Y 4 2 Y"),  # how the boxes are made
    _lines("9 3 Y y 3 3 N"),
    _lines("12 3 N N 2 0 2 1 Y"),  # dominoes leave one cell of nine
    _lines("2 8 N N 2 1 0 2 0 Y"),  # no such boxes in the first 20 layouts
    _lines("&H10 7 N N 3 14 1,2 13. N"),
)

# SUDOKU.BAS in the modes that need no screen
SUDOKU = (
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
