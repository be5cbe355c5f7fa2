"""The screen in a window, with the old monitor's shape, its keyboard and its loudspeaker (extra `window`, pygame-ce).

    basic run --window GAME.BAS

F11 fills the screen, F12 keeps a picture, Ctrl-V types what was copied, Ctrl-C and Ctrl-Break break, closing the window
ends the program; the mouse is the light pen, the joysticks are game pads or the keypad (`gamepad.py`). The model
knows nothing of all this: it is asked for its picture, and told of keys.
"""

from __future__ import annotations

import os
from collections import deque
from time import sleep

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from basic import codepage
from basic.errors import InputEnded
from basic.machine.frames import Frames, phase
from basic.machine.gamepad import Gamepads
from basic.machine.loudspeaker import Loudspeaker, hushed
from basic.machine.page import ROWS
from basic.machine.pictures import Sight, png
from basic.machine.scancodes import held, with_alt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from basic.machine.console import Console
    from basic.machine.machine import Machine
    from basic.machine.pointing import Pen, Sticks

MONITOR = 640, 480  # the shape of the picture, four by three
CURSOR_ROWS = 8  # that a character has where the cursor's shape is told
IDLE = 0.01  # seconds between two looks for a key
_SCANS = {
    pygame.K_UP: 0x48, pygame.K_DOWN: 0x50, pygame.K_LEFT: 0x4B, pygame.K_RIGHT: 0x4D, pygame.K_HOME: 0x47,
    pygame.K_END: 0x4F, pygame.K_PAGEUP: 0x49, pygame.K_PAGEDOWN: 0x51, pygame.K_INSERT: 0x52, pygame.K_DELETE: 0x53,
    **{pygame.K_F1 + number: 0x3B + number for number in range(10)},
}  # fmt: skip
_WITH_CTRL = {
    pygame.K_RETURN: "\n", pygame.K_KP_ENTER: "\n", pygame.K_BACKSPACE: "\x7f", pygame.K_2: "\0\3", pygame.K_6: "\x1e",
    pygame.K_MINUS: "\x1f",
}  # fmt: skip
_TYPED = {
    pygame.K_RETURN: "\r", pygame.K_KP_ENTER: "\r", pygame.K_BACKSPACE: "\b", pygame.K_TAB: "\t",
    pygame.K_ESCAPE: "\x1b",
}  # fmt: skip
SHIFT_TAB = 0x0F


def key_of(key: int, modifiers: int) -> str:
    """The key as INKEY$ gives it, "" for one that types a character or none."""
    shift, ctrl, alt = (modifiers & mask for mask in (pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT))
    down = {"shift": bool(shift), "ctrl": bool(ctrl), "alt": bool(alt)}
    if key in _SCANS:
        return held(_SCANS[key], **down)
    if key == pygame.K_TAB and shift:
        return held(SHIFT_TAB, **down)
    if ctrl and key in _WITH_CTRL:
        return _WITH_CTRL[key]
    if key in _TYPED:
        return _TYPED[key]
    letter = chr(key).upper() if 32 <= key < 127 else ""
    if alt:
        return with_alt(letter.lower())
    if ctrl and ("A" <= letter <= "Z" or letter in "[\\]"):
        return chr(ord(letter) & 31) if letter else ""
    return ""


class WindowTerminal:
    echoes = True
    reads_lines = False
    live = True
    watched = True
    STATE = ()  # it shows what the machine's screen has; keys come from outside

    def __init__(self, scale: int = 0, full_screen: bool = False) -> None:
        """`scale`: 1 is 640 by 480; 0 as large as fits."""
        with hushed():
            pygame.display.init()
        if pygame.display.get_driver() in ("dummy", "offscreen") and "SDL_VIDEODRIVER" not in os.environ:
            raise pygame.error("there is no display")
        if not scale:
            desktop = pygame.display.get_desktop_sizes()[0]
            scale = max(1, min((desktop[0] - 40) // MONITOR[0], (desktop[1] - 80) // MONITOR[1]))
        flags = pygame.RESIZABLE | (pygame.FULLSCREEN if full_screen else 0)
        self._window = pygame.display.set_mode((MONITOR[0] * scale, MONITOR[1] * scale), flags)
        pygame.display.set_caption("Junzi")
        pygame.key.set_repeat(400, 40)
        pygame.key.start_text_input()
        self.noted: Callable[[str], object] = lambda text: None
        self._keys: deque[str] = deque()
        self._machine: Machine | None = None
        self._sight: Sight | None = None
        self._drawn: object = None
        self._closed = False
        self._swallowed = False  # the character of the last key
        self._frames = Frames(self._turn, always=True)
        self._loudspeaker = Loudspeaker()
        self._pads: Gamepads | None = None  # once the program asks for a joystick
        self._pen: Pen | None = None  # while it is on
        self._frames.touch()

    # ---- the picture ------------------------------------------------------------------------------------------------

    def attach(self, machine: Machine) -> None:
        """The machine whose screen is shown, and whose loudspeaker is heard."""
        self._machine, self._sight = machine, Sight(machine)
        machine.speaker.device = self._loudspeaker.play

    def show(self, console: Console) -> None:
        self._frames.touch()

    def use_screen(self) -> bool:
        return True

    def _turn(self) -> None:
        self._look()
        self._loudspeaker.go_on()
        machine = self._machine
        if machine is None or self._sight is None:
            return
        raster, colours = self._sight.look(phase())
        cursor = self._cursor(machine.console)
        now = bytes(raster.pixels), tuple(colours), cursor, self._window.get_size()
        if now == self._drawn:
            return
        self._drawn = now
        picture = pygame.image.frombuffer(now[0], (raster.width, raster.height), "P")
        picture.set_palette(colours)
        if cursor is not None:
            picture = picture.copy()
            row, column, first, last = cursor
            width, height = raster.width // machine.console.width, raster.height // ROWS
            top, bottom = (part * height // CURSOR_ROWS for part in (first, last + 1))
            place = (column - 1) * width, (row - 1) * height + top, width, bottom - top
            picture.fill(7 % len(colours), place)
        target = self._place()
        self._window.fill((0, 0, 0))
        self._window.blit(pygame.transform.scale(picture.convert(self._window), target.size), target)
        pygame.display.flip()

    def _cursor(self, console: Console) -> tuple[int, int, int, int] | None:
        """Its row and column, and which rows of a character it takes: while a character is inserted the lower half."""
        screen = console.screen
        first, last = (CURSOR_ROWS // 2, CURSOR_ROWS - 1) if screen.inserting else screen.cursor_shape
        if not (console.waiting or screen.cursor_shown) or phase() or first >= CURSOR_ROWS:
            return None
        if last < first:  # it goes on at the top
            first, last = 0, CURSOR_ROWS - 1
        return console.csrlin, console.pos, first, min(last, CURSOR_ROWS - 1)

    def _place(self) -> pygame.Rect:
        """Where the picture is in the window: as large as its shape allows."""
        width, height = self._window.get_size()
        across = min(width, height * MONITOR[0] // MONITOR[1])
        down = across * MONITOR[1] // MONITOR[0]
        return pygame.Rect((width - across) // 2, (height - down) // 2, across, down)

    # ---- keys -------------------------------------------------------------------------------------------------------

    def use_pen(self, pen: Pen) -> None:
        self._pen = pen if pen.on else None

    def use_sticks(self, sticks: Sticks) -> None:
        self._pads = Gamepads(sticks)

    def _look(self) -> None:
        """What has happened since the last look."""
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                self._closed = True
                self._break()
            elif event.type == pygame.TEXTINPUT:
                if not (self._swallowed or pygame.key.get_mods() & (pygame.KMOD_ALT | pygame.KMOD_CTRL)):
                    self._keys.extend(codepage.to_bytes(event.text))
            elif self._pads is not None and self._pads.take(event):
                self._swallowed = event.type == pygame.KEYDOWN  # what it types goes the same way
            elif event.type == pygame.KEYDOWN:
                self._swallowed = False
                self._press(event.key, event.mod)
            elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION):
                self._point(event)
            elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWEXPOSED):
                self._drawn = None

    def _point(self, event: pygame.event.Event) -> None:
        """The mouse is the light pen."""
        place = self._place()
        if self._pen is not None and place.collidepoint(event.pos):
            down = event.buttons[0] == 1 if event.type == pygame.MOUSEMOTION else event.type == pygame.MOUSEBUTTONDOWN
            if event.type == pygame.MOUSEMOTION or event.button == 1:
                across, below = event.pos[0] - place.left, event.pos[1] - place.top
                self._pen.point(across / place.width, below / place.height, down)

    def _press(self, key: int, modifiers: int) -> None:
        ctrl = modifiers & pygame.KMOD_CTRL
        if key == pygame.K_F11:
            pygame.display.toggle_fullscreen()
            self._drawn = None
        elif key == pygame.K_F12:
            self._keep_picture()
        elif ctrl and key in (pygame.K_c, pygame.K_PAUSE):
            self._break()
        elif (ctrl and key == pygame.K_v) or (modifiers & pygame.KMOD_SHIFT and key == pygame.K_INSERT):
            text = pygame.scrap.get_text().replace("\r\n", "\r").replace("\n", "\r")
            self._keys.extend(codepage.to_bytes(text))
        elif pressed := key_of(key, modifiers):
            self._keys.append(pressed)

    def _break(self) -> None:
        from signal import SIGINT, raise_signal

        raise_signal(SIGINT)

    def _keep_picture(self) -> None:
        if self._machine is None:
            return
        number = 1
        while os.path.exists(name := f"junzi-{number}.png"):  # noqa: PTH110
            number += 1
        with open(name, "wb") as file:  # noqa: PTH123
            file.write(png(self._machine))

    def poll_key(self) -> str:
        self._frames.draw_if_due()
        if self._closed:
            raise InputEnded
        if not self._keys:
            sleep(IDLE / 10)
            return ""
        return self._keys.popleft()

    def pressed_key(self) -> str:
        self._frames.draw_if_due()
        return self._keys.popleft() if self._keys else ""

    def read_key(self) -> str:
        while not (key := self.poll_key()):
            sleep(IDLE)
        return key

    def read_line(self) -> str:
        raise AssertionError("the console edits its lines itself")

    # ---- the rest of a terminal -------------------------------------------------------------------------------------

    def write(self, text: str) -> None:
        self.noted(text)

    def gather(self) -> None:
        """It is noted at once."""

    def control(self, char: str) -> None:
        """The cursor stands elsewhere by now."""

    def flush(self) -> None:
        self._frames.draw_if_due()

    def beep(self) -> None:
        """The loudspeaker model plays it."""

    def interrupted(self) -> str:
        self._keys.clear()
        return ""

    def lent(self) -> AbstractContextManager[object]:
        from contextlib import nullcontext

        return nullcontext()

    def close(self) -> None:
        self._frames.stop()
        if pygame.display.get_init():
            self._turn()
            pygame.display.quit()
        self._loudspeaker.close()
