"""Pictures: `SCREEN`, `PSET`, `LINE` and all that draws, with the operands by name as ported programs give them.

    10 SCREEN 1: PSET (10,20),3: LINE -(100,50),2,B

What the pixels are is told in `basic.machine.graphics`. A point is a pair of numbers, or a `Step` from the last one.
In SCREEN 0 all that draws is error 5, after its operands.
"""

from __future__ import annotations

from basic.errors import BasicError
from basic.library.later import not_yet
from basic.library.registry import Words, function, own, statement
from basic.machine.graphics import line as lines
from basic.machine.graphics.canvas import ILLEGAL
from basic.machine.machine import Machine
from basic.machine.video import mode_of
from basic.record import record
from basic.values.convert import cint


@statement("SCREEN", "byte? byte? byte? byte?")
def screen(
    m: Machine, mode: int | None = None, burst: int | None = None, active: int | None = None, seen: int | None = None
) -> None:
    """`SCREEN 9,,1,0`: another mode begins blank; what is missing stays, a page that is seen follows the active one."""
    if mode is burst is active is seen is None:
        raise BasicError(ILLEGAL)
    video = m.video
    new = video.mode if mode is None else mode_of(mode)
    pages = 8 if new.width == 0 and m.console.width == 40 else new.pages
    if max(active or 0, seen or 0) >= pages:
        raise BasicError(ILLEGAL)
    if new is not video.mode:
        video.set_mode(new)
        if new.columns != m.console.width and (new.width or m.console.width):
            m.console.set_width(new.columns)
        m.console.clear()
    if not new.width:
        if active or seen:
            not_yet("PCOPY")
        return
    if active is not None:
        video.active = video.seen = active
    if seen is not None:
        video.seen = seen


@record
class Step:
    """`STEP(10,20)`: a point by its distance from the last"""

    x: float
    y: float


Point = tuple[float, float] | Step


def _move(m: Machine, point: Point) -> tuple[int, int]:
    """The pixel, which becomes the last point."""
    if isinstance(point, Step):
        return m.video.canvas.move(point.x, point.y, step=True)
    return m.video.canvas.move(*point)


def pset(m: Machine, point: Point, colour: float | None = None) -> None:
    """`PSET (10,20),3`"""
    _set(m, point, colour, m.video.foreground)


def preset(m: Machine, point: Point, colour: float | None = None) -> None:
    """`PRESET (10,20)`"""
    _set(m, point, colour, m.video.background)


def _set(m: Machine, point: Point, colour: float | None, otherwise: int) -> None:
    x, y = _move(m, point)
    video = m.video
    attribute = video.canvas.attribute(colour, otherwise)
    video.raster.pset(video.canvas.clip, x, y, attribute)


def line(
    m: Machine,
    start: Point | None,
    end: Point,
    colour: float | None = None,
    box: str = "",
    style: float | None = None,
) -> None:
    """`LINE (0,0)-(10,10),2,BF`"""
    video, canvas = m.video, m.video.canvas
    x0, y0 = canvas.edge(*(canvas.place if start is None else _move(m, start)))
    x1, y1 = canvas.edge(*_move(m, end))
    attribute = canvas.attribute(colour, video.foreground)
    bits = lines.SOLID if style is None else cint(style) & lines.SOLID
    raster = video.raster
    if box == "BF":
        raster.fill(canvas.clip, min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1), attribute)
    else:
        draw = lines.box if box else lines.line
        draw(raster, canvas.clip, x0, y0, x1, y1, attribute, bits)


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


@function("POINT", "single single? -> single")
def point(m: Machine, x: float, y: float | None = None) -> float:
    """`POINT(10,20)`: the attribute there, -1 outside; `POINT(n)`: where the last point is."""
    if y is None:
        not_yet("POINT(n)")
    canvas = m.video.canvas
    left, top = canvas.pixel(x, y)
    left, top = left + canvas.origin[0], top + canvas.origin[1]
    raster = m.video.raster
    return raster.point(left, top) if canvas.clip.has(left, top) else -1


def pmap(coordinate: object, kind: object) -> int:
    """`PMAP(10,2)`"""
    not_yet("PMAP")


class Graphics(Words):
    """`gw.graphics` in a ported program: pictures."""

    screen = own(screen)
    pset = own(pset)
    preset = own(preset)
    line = own(line)
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
    point = own(point)
    pmap = staticmethod(pmap)
    step = Step
