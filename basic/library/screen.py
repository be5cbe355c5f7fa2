"""The text screen: `CLS`, `LOCATE`, `COLOR`, `WIDTH`, `VIEW PRINT`, and where the cursor is.

    10 CLS: LOCATE 12,40: COLOR 14,1: PRINT "HELLO": PRINT CSRLIN; POS(0)

On a stream of characters all of these write nothing, not even a line end, though CSRLIN and POS move.
"""

from __future__ import annotations

from basic.errors import ILLEGAL, BasicError
from basic.library.registry import function, helper, statement
from basic.machine.machine import Machine
from basic.machine.page import ROWS


def _check(good: bool) -> None:
    if not good:
        raise BasicError(ILLEGAL)


@statement("CLS", "byte?", [ILLEGAL], isolated=True)
def cls(m: Machine, part: int | None = None) -> None:
    """`CLS`, `CLS 2`: 0 everything, 1 the graphics, 2 the text window."""
    _check(part is None or part <= 2)
    drawing = m.drawing
    if drawing and part != 2:
        drawing.clear(everything=part == 0 or not drawing.canvas.viewed)
    if part != 1 and not (drawing and drawing.canvas.viewed and part is None):
        m.console.clear(everything=part == 0)


@statement("LOCATE", "byte? byte? byte? byte? byte?", [ILLEGAL], isolated=True)
def locate(
    m: Machine,
    row: int | None = None,
    column: int | None = None,
    cursor: int | None = None,
    start: int | None = None,
    stop: int | None = None,
) -> None:
    """`LOCATE 5,10`, `LOCATE ,,1,0,7`: what is missing stays. Row 25 is free only after KEY OFF."""
    console, screen = m.console, m.console.screen
    if row is None:
        row = console.csrlin
    _check(1 <= row <= ROWS - screen.keys_shown)
    _check((screen.top, screen.bottom) == (1, ROWS - 1) or screen.top <= row <= screen.bottom)
    if column is None:
        column = console.column + 1
    _check(1 <= column <= console.width)
    _check(cursor in (None, 0, 1) and (start or 0) <= 31 and (stop or 0) <= 31)
    screen.set_cursor(cursor, start, stop)
    console.locate(row, column)


@statement("COLOR", "byte? byte? byte?", [ILLEGAL], isolated=True)
def color(m: Machine, foreground: int | None = None, background: int | None = None, border: int | None = None) -> None:
    """`COLOR 14,1`: foreground 0 to 31 (16 more: blinking), background and border 0 to 15; what is missing stays."""
    screen = m.console.screen
    _check((foreground, background, border) != (None, None, None))
    if m.drawing:
        from basic.library import graphics

        graphics.color(m, foreground, background, border)
        return
    colours = (
        screen.foreground if foreground is None else foreground,
        screen.background if background is None else background,
        screen.border if border is None else border,
    )
    _check(colours[0] <= 31 and colours[1] <= 15 and colours[2] <= 15)
    m.console.set_colours(*colours)


@helper("screen_width")
def width(m: Machine, columns: int | None, rows: int | None = None) -> None:
    """`WIDTH 40`, `WIDTH 80,25`: another width clears the screen."""
    if columns is None:
        columns = m.console.width
    _check(columns in (40, 80) and rows in (None, ROWS))
    drawing = m.drawing
    if drawing and columns != drawing.mode.columns:
        from basic.library.graphics import screen as switch
        from basic.machine.modes import OF_WIDTH

        other = OF_WIDTH[columns].get(drawing.mode.number)
        _check(other is not None)
        switch(m, other)
    m.console.set_width(columns)


@helper("printer_width")
def width_printer(m: Machine, columns: int) -> None:
    """`WIDTH LPRINT 132`, `WIDTH "LPT1:",255`"""
    _check(columns > 0)
    m.printer.width = columns


@helper("view_print")
def view_print(m: Machine, top: int | None = None, bottom: int | None = None) -> None:
    """`VIEW PRINT 5 TO 10`: text stays between these rows; `VIEW PRINT` takes the whole screen again."""
    if top is None or bottom is None:
        m.console.set_window(1, ROWS - 1)
        return
    _check(1 <= top <= bottom < ROWS)
    m.console.set_window(top, bottom)
    m.console.locate(top, 1)


@function("CSRLIN", "-> integer 1..25", [])
def csrlin(m: Machine) -> int:
    """`CSRLIN`: the cursor's row, from 1."""
    return m.console.csrlin


@function("POS", "single -> integer 1..255")
def pos(m: Machine, unused: float) -> int:
    """`POS(0)`: the cursor's column, from 1."""
    return m.console.pos


@function("LPOS", "byte -> integer")
def lpos(m: Machine, printer: int) -> int:
    """`LPOS(0)`: the column that the printer has reached, from 1."""
    return m.printer.column + 1


@function("SCREEN", "byte byte byte? -> integer")
def screen(m: Machine, row: int, column: int, attribute: int | None = None) -> int:
    """`SCREEN(5,10)`: the character there; `SCREEN(5,10,1)` its colours, 0 on a graphics screen."""
    _check(1 <= row <= ROWS and 1 <= column <= m.console.width)
    page = m.console.screen.page
    if attribute and m.drawing:
        return 0
    return page.attribute(row, column) if attribute else page.character(row, column)
