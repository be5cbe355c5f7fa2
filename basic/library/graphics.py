"""Graphics screens: for now only what tells a program that there are none.

`SCREEN 0` with its pages is the text screen; the modes 1 to 10 exist but come later; others are error 5. What draws is
called by ported programs, with the operands by name, and ends them with error 73 as it does in BASIC.
"""

from __future__ import annotations

from basic.errors import BasicError
from basic.library.later import not_yet
from basic.library.registry import Words, own, statement
from basic.machine.machine import Machine
from basic.record import record

PAGES = 8
MODES = 10


@statement("SCREEN", "byte? byte? byte? byte?")
def screen(
    m: Machine, mode: int | None = None, burst: int | None = None, active: int | None = None, seen: int | None = None
) -> None:
    """`SCREEN 0,0,0`"""
    if mode is burst is active is seen is None:
        raise BasicError(5)
    if mode:
        if mode > MODES:
            raise BasicError(5)
        not_yet(f"SCREEN {mode}")
    if max(active or 0, seen or 0) >= (PAGES if m.console.width == 40 else PAGES // 2):
        raise BasicError(5)
    if active or seen:
        not_yet("PCOPY")


@record
class Step:
    """`STEP(10,20)`: a point by its distance from the last"""

    x: float
    y: float


Point = tuple[float, float] | Step


def pset(point: Point, colour: float | None = None) -> None:
    """`PSET (10,20),3`"""
    not_yet("PSET")


def preset(point: Point, colour: float | None = None) -> None:
    """`PRESET (10,20)`"""
    not_yet("PRESET")


def line(
    start: Point | None, end: Point, box: str = "", colour: float | None = None, style: float | None = None
) -> None:
    """`LINE (0,0)-(10,10),2,BF`"""
    not_yet("LINE")


def circle(
    centre: Point,
    radius: float,
    colour: float | None = None,
    start: float | None = None,
    end: float | None = None,
    aspect: float | None = None,
) -> None:
    """`CIRCLE (160,100),50,2,0,3.14`"""
    not_yet("CIRCLE")


def paint(
    point: Point, paint: float | str | None = None, border: float | None = None, background: float | None = None
) -> None:
    """`PAINT (160,100),2,3`"""
    not_yet("PAINT")


def view(
    start: Point | None = None,
    end: Point | None = None,
    screen: bool = False,
    fill: float | None = None,
    border: float | None = None,
) -> None:
    """`VIEW (0,0)-(99,99),1,2`"""
    not_yet("VIEW")


def window(start: Point | None = None, end: Point | None = None, screen: bool = False) -> None:
    """`WINDOW (-1,-1)-(1,1)`"""
    not_yet("WINDOW")


def draw(text: str) -> None:
    """`DRAW "U5"`"""
    not_yet("DRAW")


def palette(attribute: float | None = None, colour: float | None = None) -> None:
    """`PALETTE 1,2`"""
    not_yet("PALETTE")


def palette_using(colours: object) -> None:
    """`PALETTE USING A(0)`"""
    not_yet("PALETTE")


def pcopy(source: float, target: float) -> None:
    """`PCOPY 1,2`"""
    not_yet("PCOPY")


def get(start: Point, end: Point, picture: object) -> None:
    """`GET (0,0)-(10,10),A`"""
    not_yet("GET")


def put(point: Point, picture: object, action: str = "XOR") -> None:
    """`PUT (0,0),A,XOR`"""
    not_yet("PUT")


def point(x: object, y: object = None) -> int:
    """`POINT(10,20)`"""
    not_yet("POINT")


def pmap(coordinate: object, kind: object) -> int:
    """`PMAP(10,2)`"""
    not_yet("PMAP")


class Graphics(Words):
    """`gw.graphics` in a ported program: pictures."""

    screen = own(screen)
    pset = staticmethod(pset)
    preset = staticmethod(preset)
    line = staticmethod(line)
    circle = staticmethod(circle)
    paint = staticmethod(paint)
    view = staticmethod(view)
    window = staticmethod(window)
    draw = staticmethod(draw)
    palette = staticmethod(palette)
    palette_using = staticmethod(palette_using)
    pcopy = staticmethod(pcopy)
    get = staticmethod(get)
    put = staticmethod(put)
    point = staticmethod(point)
    pmap = staticmethod(pmap)
    step = Step
