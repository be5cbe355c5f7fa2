"""Pictures: `SCREEN`, `PSET`, `LINE` and all that draws, with the operands by name as ported programs give them.

    10 SCREEN 1: PSET (10,20),3: LINE -(100,50),2,B

What the pixels are is told in `basic.machine.graphics`. A point is a pair of numbers, or a `Step` from the last one.
In SCREEN 0 all that draws is error 5, after its operands.
"""

from __future__ import annotations

from basic.errors import ILLEGAL, TYPE_MISMATCH, BasicError
from basic.library.registry import function, helper, statement
from basic.machine.machine import Machine
from basic.record import record
from basic.values.convert import cint
from basic.values.single import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:

    from basic.library.elements import Elements
    from basic.machine.macro import Variables


# What draws is imported where it is called: this module is read for every program that is compiled.


@statement("SCREEN", "byte? byte? byte? byte? byte?", isolated=True)
def screen(
    m: Machine,
    mode: int | None = None,
    burst: int | None = None,
    active: int | None = None,
    seen: int | None = None,
    erase: int | None = None,
) -> None:
    """`SCREEN 9,,1,0`: another mode begins blank; what is missing stays, a page that is seen follows the active one.

    `burst` makes a television grey, and SCREEN 1 blank where it changes; `erase` is the PCjr's.
    """
    if mode is burst is active is seen is None or erase is not None:
        raise BasicError(ILLEGAL)
    drawing = m.drawing
    number = mode if mode is not None else drawing.mode.number if drawing else 0
    if max(active or 0, seen or 0) >= _pages(m, number):
        raise BasicError(ILLEGAL)
    if number or drawing:
        _enter(m, number, burst)
    if active is not None or seen is not None:
        screen = m.console.screen
        shown = active if active is not None else screen.active
        screen.switch(shown, shown if seen is None else seen)
        if m.drawing:
            m.video.active, m.video.seen = screen.active, screen.visible
        m.console.use_screen()


def _enter(m: Machine, number: int, burst: int | None) -> None:
    """A mode, which begins blank if it is another."""
    from basic.machine.modes import MODES

    video, console, new = m.video, m.console, MODES[number]
    grey = video.grey if burst is None else bool(burst)
    if new is not video.mode or (number == 1 and grey != video.grey):
        video.set_mode(new)
        console.screen.enter(video if new.width else None)
        console.set_colours(new.foreground, 0, 0)
        if new.width:  # SCREEN 0 stays as wide as it was
            console.set_width(new.columns)
        console.clear()
    video.grey = grey


def _pages(m: Machine, number: int) -> int:
    """How many pages a mode has; error 5 if it is none."""
    if number:
        from basic.machine.modes import MODES

        if number not in MODES:
            raise BasicError(ILLEGAL)
        return MODES[number].pages
    return m.console.screen.text_pages


@helper("Step")
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


@helper("pset")
def pset(m: Machine, point: Point, colour: float | None = None) -> None:
    """`PSET (10,20),3`"""
    _set(m, point, colour, m.video.foreground)


@helper("preset")
def preset(m: Machine, point: Point, colour: float | None = None) -> None:
    """`PRESET (10,20)`"""
    _set(m, point, colour, m.video.background)


def _set(m: Machine, point: Point, colour: float | None, otherwise: int) -> None:
    x, y = _move(m, point)
    video = m.video
    attribute = video.canvas.attribute(colour, otherwise)
    video.raster.pset(video.canvas.clip, x, y, attribute)


@helper("draw_line")
def line(
    m: Machine,
    start: Point | None,
    end: Point,
    colour: float | None = None,
    box: str = "",
    style: float | None = None,
) -> None:
    """`LINE (0,0)-(10,10),2,BF`"""
    from basic.machine.graphics import line as lines

    video, canvas = m.video, m.video.canvas
    x0, y0 = canvas.place if start is None else _move(m, start)
    x1, y1 = _move(m, end)
    attribute = canvas.attribute(colour, video.foreground)
    bits = lines.SOLID if style is None else cint(style) & lines.SOLID
    raster = video.raster
    if box == "BF":
        raster.fill(canvas.clip, min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1), attribute)
    else:
        draw = lines.box if box else lines.line
        draw(raster, canvas.clip, x0, y0, x1, y1, attribute, bits)


@helper("circle")
def circle(
    m: Machine,
    centre: Point,
    radius: float,
    colour: float | None = None,
    start: float | None = None,
    end: float | None = None,
    aspect: float | None = None,
) -> None:
    """`CIRCLE (160,100),50,2,0,3.14`"""
    from basic.machine.graphics import circle as circles

    video, canvas = m.video, m.video.canvas
    x, y = _move(m, centre)
    upright = aspect is not None and aspect > 1  # then the radius is the height
    size = cint(radius * abs(canvas.window[upright].factor) if canvas.window else radius)
    attribute = canvas.attribute(colour, video.foreground)
    if size < 0:
        raise BasicError(ILLEGAL)
    arc = circles.arc_of(size, start, end)
    shape = circles.Shape(canvas.mode.aspect[0]) if aspect is None else circles.shape_of(aspect)
    circles.circle(video.raster, canvas.clip, x, y, size, attribute, shape, arc)


@helper("paint")
def paint(
    m: Machine,
    point: Point,
    paint: float | str | None = None,
    border: float | None = None,
    background: str | None = None,
) -> None:
    """`PAINT (160,100),2,3`, or with a text as tile, and one for what it is painted over"""
    from basic.machine.graphics import paint as painting

    video, canvas = m.video, m.video.canvas
    x, y = _move(m, point)
    raster = video.raster
    if isinstance(paint, str):
        if not paint or background in ("", paint):
            raise BasicError(ILLEGAL)
        rows = painting.tiled(raster, video.mode, paint)
        ground = painting.tiled(raster, video.mode, background or "\0")
        edge = video.foreground
    else:
        edge = canvas.attribute(paint, video.foreground)
        rows, ground = painting.solid(raster, edge), None
    if border is not None:
        edge = canvas.limited(border)
    if canvas.clip.has(x, y):
        painting.Fill(raster, canvas.clip, edge, rows, ground).from_(x, y)


@helper("draw")
def draw(m: Machine, text: str, variables: Variables | dict[str, float | str] | None = None) -> None:
    """`DRAW "U=N;"`, with the variables that it may name"""
    from basic.machine.graphics import draw as drawing
    from basic.machine.macro import Given, Macro

    known = Given(variables) if isinstance(variables, dict) else variables
    drawing.draw(m.video.raster, m.video.canvas, Macro(text, known))


@helper("view")
def view(
    m: Machine,
    start: tuple[float, float] | None = None,
    end: tuple[float, float] | None = None,
    screen: bool = False,
    fill: float | None = None,
    border: float | None = None,
) -> None:
    """`VIEW (0,0)-(99,99),1,2`; `VIEW` alone takes the whole screen again."""
    from basic.machine.graphics.line import box
    from basic.machine.raster import Clip

    raster, canvas = m.video.raster, m.video.canvas
    if start is None or end is None:
        canvas.view(raster.whole, screen=True)
        canvas.viewed = False
        return
    x0, y0, x1, y1 = (cint(number) for number in (*start, *end))
    clip = Clip(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
    if not (raster.whole.has(x0, y0) and raster.whole.has(x1, y1)) or x0 == x1 or y0 == y1:
        raise BasicError(ILLEGAL)
    inside = None if fill is None else canvas.attribute(fill, 0)
    outside = None if border is None else canvas.attribute(border, 0)
    canvas.view(clip, screen)
    if inside is not None:
        raster.fill(clip, clip.left, clip.top, clip.right, clip.bottom, inside)
    if outside is not None:
        corners = clip.left - 1, clip.top - 1, clip.right + 1, clip.bottom + 1
        box(raster, raster.whole, *corners, outside)


@helper("window")
def window(
    m: Machine,
    start: tuple[float, float] | None = None,
    end: tuple[float, float] | None = None,
    screen: bool = False,
) -> None:
    """`WINDOW (-1,-1)-(1,1)`; `WINDOW` alone counts pixels again."""
    if not m.video.pages:
        raise BasicError(ILLEGAL)
    canvas = m.video.canvas
    if start is None or end is None:
        canvas.framed, canvas.window = None, ()
    else:
        canvas.frame(*start, *end, screen)


def color(m: Machine, first: int | None, second: int | None, third: int | None) -> None:
    """`COLOR` on a graphics screen: in SCREEN 1 background and palette, from 7 on foreground and background."""
    video = m.video
    number = video.mode.number
    if number in (2, 3):
        raise BasicError(ILLEGAL)
    if number == 1:
        chosen = second if third is None else third
        if chosen is not None:
            video.palette[1:] = (11, 13, 15) if chosen & 1 else (10, 12, 14)
        if first is not None:
            video.palette[0] = first & 15
        return
    if first == 0 or (first or 0) >= video.mode.attributes or (second or 0) >= len(video.mode.colours):
        raise BasicError(ILLEGAL)
    if first is not None:
        video.foreground = first
        m.console.set_colours(first, 0, 0)
    if second is not None:
        video.palette[0] = video.mode.colours[second]


@helper("palette_set")
def palette(m: Machine, attribute: float | None = None, colour: float | None = None) -> None:
    """`PALETTE 1,2`; `PALETTE` alone makes all as they were, and colour -1 changes nothing."""
    video = m.video
    if attribute is None and colour is None:
        video.palette[:] = video.mode.palette
        return
    if attribute is None or colour is None:
        raise BasicError(ILLEGAL)
    place, number = cint(attribute), cint(colour)
    if not (0 <= place < video.mode.attributes and -1 <= number < len(video.mode.colours)):
        raise BasicError(ILLEGAL)
    if number >= 0:
        video.palette[place] = video.mode.colours[number]


@helper("palette_using")
def palette_using(m: Machine, colours: Elements) -> None:
    """`PALETTE USING A%(0)`: an integer for each attribute."""
    video = m.video
    if colours.kind != "%":
        raise BasicError(TYPE_MISMATCH)
    data = colours.read(2 * video.mode.attributes)
    if len(data) < 2 * video.mode.attributes:
        raise BasicError(ILLEGAL)
    numbers = [int.from_bytes(data[place : place + 2], "little", signed=True) for place in range(0, len(data), 2)]
    if any(not -1 <= number < len(video.mode.colours) for number in numbers):
        raise BasicError(ILLEGAL)
    for place, number in enumerate(numbers):
        palette(m, place, number)


@statement("PCOPY", "byte byte", isolated=True)
def pcopy(m: Machine, source: int, target: int) -> None:
    """`PCOPY 1,2`"""
    drawing = m.drawing
    if max(source, target) >= _pages(m, drawing.mode.number if drawing else 0):
        raise BasicError(ILLEGAL)
    m.console.screen.copy_page(source, target)
    if drawing:
        drawing.pages[target].pixels[:] = drawing.pages[source].pixels
    m.console.use_screen()


@helper("get_picture")
def get(m: Machine, start: Point, end: Point, picture: Elements) -> None:
    """`GET (0,0)-(10,10),A`"""
    from basic.machine.graphics import images

    video, clip = m.video, m.video.canvas.clip
    raster = video.raster
    corners = []
    for point in (start, end):
        corners.append(_move(m, point))
        if not clip.has(*corners[-1]):
            raise BasicError(ILLEGAL)
    (x0, y0), (x1, y1) = corners
    width, height = abs(x1 - x0) + 1, abs(y1 - y0) + 1
    if images.size_of(width, height, video.mode) > picture.size:
        raise BasicError(ILLEGAL)
    picture.write(images.taken(raster, video.mode, min(x0, x1), min(y0, y1), width, height))


@helper("put_picture")
def put(m: Machine, point: Point, picture: Elements, action: str = "XOR") -> None:
    """`PUT (0,0),A,XOR`"""
    from basic.machine.graphics import images

    video, clip = m.video, m.video.canvas.clip
    raster = video.raster
    x, y = _move(m, point)
    if not clip.has(x, y):
        raise BasicError(ILLEGAL)
    width, height = images.size_in(picture.read(images.HEADER).ljust(images.HEADER, b"\0"), video.mode)
    if width > raster.width or height > raster.height:
        raise BasicError(ILLEGAL)
    data = picture.read(images.size_of(width, height, video.mode))
    images.put(raster, clip, video.mode, x, y, data, action)


@function("POINT", "single single? -> single")
def point(m: Machine, x: float, y: float | None = None) -> float:
    """`POINT(10,20)`: the attribute there, -1 outside; `POINT(n)`: the last point, 2 and 3 as WINDOW counts."""
    canvas = m.video.canvas
    if y is None:
        which = _axis(x)
        return pmap(m, canvas.last[which % 2], which) if which > 1 else canvas.last[which]
    raster = m.video.raster
    across, down = canvas.pixel(x, y)
    across, down = across + canvas.origin[0], down + canvas.origin[1]
    return raster.point(across, down) if canvas.clip.has(across, down) else -1


@function("PMAP", "single single -> single")
def pmap(m: Machine, coordinate: float, kind: float) -> float:
    """`PMAP(10,2)`: 0 and 1 make pixels of coordinates across and down, 2 and 3 coordinates of pixels."""
    which = _axis(kind)
    canvas = m.video.canvas
    if not m.video.pages:
        return 0
    if not canvas.window:
        return cint(coordinate)
    axis = canvas.window[which % 2]
    if which < 2:
        return axis.pixel(coordinate)
    return nearest(axis.coordinate(cint(coordinate)))


def _axis(number: float) -> int:
    which = cint(number)
    if not 0 <= which <= 3:
        raise BasicError(ILLEGAL)
    return which
