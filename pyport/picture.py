"""Pictures of puzzles, as SVG."""

from collections.abc import Iterable

MARGIN = 3


def svg(width: int, height: int, parts: Iterable[str]) -> str:
    """A picture of these parts on white.

    >>> print(svg(1, 1, ["<path/>"]), end="")
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 7 7" font-family="sans-serif" text-anchor="middle">
    <rect x="-3" y="-3" width="100%" height="100%" fill="white"/>
    <path/>
    </svg>
    """
    box = f"{-MARGIN} {-MARGIN} {width + 2 * MARGIN} {height + 2 * MARGIN}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="sans-serif" text-anchor="middle">'
    ground = f'<rect x="{-MARGIN}" y="{-MARGIN}" width="100%" height="100%" fill="white"/>'
    return "\n".join((head, ground, *parts, "</svg>\n"))


def text(x: float, y: float, size: int, sign: str) -> str:
    """A sign with its middle at a point."""
    return f'<text x="{x:g}" y="{y + 0.35 * size:g}" font-size="{size}">{sign}</text>'
