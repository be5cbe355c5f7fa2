"""What runs are trusted to have shown of a program that is written without `basic`."""

from __future__ import annotations

from ...record import record


@record
class Hopes:
    """What its file is hoped not to need: a count of columns, and a look at the size of numbers."""

    narrow: bool = True  # no line reaches the margin
    small: bool = True  # whole numbers have less than seven digits
    in_range: bool = True  # ON has numbers from 0 to 255, MOD and HEX$ none below 0


NONE = Hopes(narrow=False, small=False, in_range=False)
