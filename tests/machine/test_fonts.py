"""The pictures of the characters: all there, of one size, and those that are made of parts fit together."""

from __future__ import annotations

import doctest

import pytest

from basic.machine import fonts
from basic.machine.fonts import HEIGHTS, font


def test_the_example() -> None:
    assert doctest.testmod(fonts).failed == 0


@pytest.mark.parametrize("height", HEIGHTS)
def test_every_code_has_a_picture_of_its_own(height: int) -> None:
    pictures = font(height)
    assert len(pictures) == 256 and {len(picture) for picture in pictures} == {height}
    blank = [code for code, picture in enumerate(pictures) if not any(picture)]
    assert blank == [0, 32, 255]
    same = {picture: code for code, picture in enumerate(pictures) if code not in (0, 32)}
    alike = [(code, same[picture]) for code, picture in enumerate(pictures) if same.get(picture, code) != code]
    assert [pair for pair in alike if pair[1] != 255] == []


@pytest.mark.parametrize("height", HEIGHTS)
def test_blocks_and_lines_reach_the_edges(height: int) -> None:
    pictures = font(height)
    assert pictures[0xDB] == b"\xff" * height
    upper, lower = pictures[0xDF], pictures[0xDC]
    assert bytes(a | b for a, b in zip(upper, lower, strict=True)) == b"\xff" * height
    assert not any(a & b for a, b in zip(upper, lower, strict=True))
    left, right = pictures[0xDD], pictures[0xDE]
    assert bytes(a ^ b for a, b in zip(left, right, strict=True)) == b"\xff" * height
    for line in (0xC4, 0xCD):  # ─ ═
        assert set(pictures[line]) == {0, 0xFF}
    for upright in (0xB3, 0xBA):  # │ ║
        assert len(set(pictures[upright])) == 1
    for corner, across, down in ((0xDA, 0xC4, 0xB3), (0xC9, 0xCD, 0xBA), (0xD5, 0xCD, 0xB3), (0xD6, 0xC4, 0xBA)):
        rightmost = [row & 1 for row in pictures[corner]]
        assert rightmost == [row & 1 for row in pictures[across]]  # ┌ goes on in ─
        assert pictures[corner][-1] == pictures[down][0]  # and in │
    for corner, across, up in ((0xD9, 0xC4, 0xB3), (0xBC, 0xCD, 0xBA), (0xBE, 0xCD, 0xB3), (0xBD, 0xC4, 0xBA)):
        assert [row & 128 for row in pictures[corner]] == [row & 128 for row in pictures[across]]  # ┘
        assert pictures[corner][0] == pictures[up][0]
