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
    "123456708\n123456780\n781034562\n671234580\n567812340\n457812360\n345678120\n345672810\n876215043\n\n",
    # Odd: two neighbours exchanged, a mirrored rim, the blank in a corner.
    "213456780\n187654320\n210345678\n012345687\n\n",
    # No states: too short, too long, a digit twice, a 9, letters, signs, a comma, a quotation mark.
    '1\n12345678\n1234567800\n112345678\n923456780\nabcdefghi\ntt\n-12345678\n1,2,3\n"123456780"\n\n',
    # Blanks do not count, a small t will do.
    " 1 0 4 5 6 7 8 2 3 \nt\n8 76543210\n   \n",
    # A solution after all sorts of errors.
    "?\n012345679\n132456780\nx123456780\n123456780x\n876543210\n\n",
)
