"""The window: its picture, keys and sound, with the drivers of SDL that need no screen; and on a virtual one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from paths import ROOT

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
pygame = pytest.importorskip("pygame")

import basic  # noqa: E402
from basic.engine.interpreter import Interpreter  # noqa: E402
from basic.engine.session import Session  # noqa: E402
from basic.errors import InputEnded  # noqa: E402
from basic.machine.gamepad import Gamepads  # noqa: E402
from basic.machine.machine import Machine  # noqa: E402
from basic.machine.pointing import Sticks  # noqa: E402
from basic.machine.window import WindowTerminal, key_of  # noqa: E402

NONE = pygame.KMOD_NONE


@pytest.fixture
def machine() -> Iterator[Machine]:
    terminal = WindowTerminal(1)
    machine = Machine(terminal)
    terminal.attach(machine)
    yield machine
    machine.close()


def press(key: int, modifiers: int = NONE) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=modifiers))


def type_(text: str) -> None:
    for char in text:
        if char == "\r":
            press(pygame.K_RETURN)
        else:
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=char))


def run(machine: Machine, program: str) -> str:
    interpreter = Interpreter(machine)
    interpreter.load(basic.parse(program))
    return interpreter.run().reason


def test_the_picture_has_the_monitors_shape(machine: Machine) -> None:
    assert run(machine, "10 SCREEN 1: KEY OFF: LINE (0,0)-(159,99),2,BF: LINE (319,199)-(310,190),1,BF\n") == "end"
    machine.console.terminal._turn()  # type: ignore[attr-defined]
    surface = pygame.display.get_surface()
    assert surface.get_size() == (640, 480)
    magenta, cyan, black = (255, 85, 255), (85, 255, 255), (0, 0, 0)
    assert [tuple(surface.get_at(place))[:3] for place in ((0, 0), (319, 239), (321, 239), (319, 241), (639, 479))] == [
        magenta, magenta, black, black, cyan
    ]  # fmt: skip


def test_what_blinks(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A character with a colour of 16 more is there one half of the time, its background all the time."""
    assert run(machine, '10 KEY OFF: COLOR 20,1: CLS: PRINT CHR$(219): COLOR 4: PRINT CHR$(219)\n') == "end"
    seen = []
    for phase in (0, 1):
        monkeypatch.setattr("basic.machine.window.phase", lambda phase=phase: phase)
        machine.console.terminal._turn()  # type: ignore[attr-defined]
        surface = pygame.display.get_surface()
        seen.append([tuple(surface.get_at((4, 480 * row // 25 + 9)))[:3] for row in (0, 1, 2)])
    red, blue = (170, 0, 0), (0, 0, 170)
    assert seen == [[red, red, blue], [blue, red, blue]]


@pytest.mark.parametrize(
    ("shape", "rows"), [("1,0,7", 16), ("1,4,7", 8), ("1", 4), ("1,6,2", 16), ("1,8,9", 0), ("0,0,7", 0)]
)
def test_the_cursor_of_a_program(machine: Machine, monkeypatch: pytest.MonkeyPatch, shape: str, rows: int) -> None:
    """LOCATE ,,1 shows it, in so many of the 16 rows of dots of a character; from 6 to 2 it is in all of them."""
    monkeypatch.setattr("basic.machine.window.phase", lambda: 0)
    assert run(machine, f"10 KEY OFF: CLS: LOCATE 1,1,{shape}\n") == "end"
    machine.console.terminal._turn()  # type: ignore[attr-defined]
    surface = pygame.display.get_surface()
    grey = (170, 170, 170)
    seen = [tuple(surface.get_at((4, y)))[:3] == grey for y in range(20)]  # 480 for 400
    assert seen[19 - rows * 6 // 5 : 19] == [True] * (rows * 6 // 5) if rows else not any(seen)
    assert tuple(surface.get_at((12, 18)))[:3] == (0, 0, 0)


def test_lines_are_edited_on_the_screen(machine: Machine) -> None:
    type_('cls\r10 print "ab"\r')
    press(pygame.K_UP)
    type_("20")
    press(pygame.K_RETURN)
    type_("run\rsystem\r")
    assert Session(Interpreter(machine)).run(greeting=False) == 0
    assert machine.console.screen.page.lines[1:6] == ['20 print "ab"', "run", "ab", "ab", "Ok\xff"]


def test_keys() -> None:
    shift, ctrl, alt = pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL, pygame.KMOD_LALT
    expected = {
        (pygame.K_UP, NONE): "\0H", (pygame.K_F1, NONE): "\0;", (pygame.K_F10, NONE): "\0D",
        (pygame.K_F1, shift): "\0\x54", (pygame.K_F10, ctrl): "\0\x67", (pygame.K_F1, alt): "\0\x68",
        (pygame.K_LEFT, ctrl): "\0\x73", (pygame.K_HOME, ctrl): "\0\x77", (pygame.K_TAB, shift): "\0\x0f",
        (pygame.K_a, alt): "\0\x1e", (pygame.K_m, alt): "\0\x32", (pygame.K_k, ctrl): "\x0b",
        (pygame.K_RETURN, NONE): "\r", (pygame.K_BACKSPACE, NONE): "\b", (pygame.K_a, NONE): "",
        (pygame.K_F11, NONE): "", (pygame.K_RETURN, ctrl): "\n", (pygame.K_BACKSPACE, ctrl): "\x7f",
        (pygame.K_1, alt): "\0\x78", (pygame.K_0, alt): "\0\x81", (pygame.K_2, ctrl): "\0\3",
        (pygame.K_6, ctrl): "\x1e",
        (pygame.K_PAGEUP, ctrl): "\0\x84", (pygame.K_PAGEDOWN, ctrl): "\0\x76", (pygame.K_LEFT, shift): "\0K",
    }  # fmt: skip
    assert {pair: key_of(*pair) for pair in expected} == expected


def test_inkey_takes_them_one_by_one(machine: Machine) -> None:
    type_("é")
    press(pygame.K_DOWN)
    wait = '10 K$=INKEY$: IF K$="" THEN 10\n20 L$=INKEY$: IF L$="" THEN 20\n'
    assert run(machine, wait + "30 PRINT ASC(K$);ASC(MID$(L$,2))\n")
    assert machine.console.screen.page.lines[0] == " 130  80"


def test_the_mouse_is_the_light_pen(machine: Machine) -> None:
    """The window has 640 by 480 for 640 by 350; a press before PEN ON is none."""
    terminal = machine.console.terminal
    assert isinstance(terminal, WindowTerminal)
    clicks = (pygame.MOUSEBUTTONDOWN, (320, 240)), (pygame.MOUSEBUTTONUP, (639, 479))
    for program, pressed in (("10 SCREEN 9\n", 0), ("10 PEN ON\n", -1)):
        assert run(machine, program) == "end"
        for kind, place in clicks:
            pygame.event.post(pygame.event.Event(kind, button=1, pos=place))
        terminal._look()
        assert machine.pen.value(0) == pressed
    assert [machine.pen.value(question) for question in range(8)] == [0, 320, 175, 0, 639, 349, 13, 41]


def test_the_mouse_in_a_window_of_another_shape(machine: Machine) -> None:
    """Of 80 by 25 characters the one under the mouse; beside the picture there is none."""
    terminal = machine.console.terminal
    assert isinstance(terminal, WindowTerminal)
    terminal._window = pygame.display.set_mode((840, 480))  # 100 black columns on each side
    machine.use_pen(True)
    for x, y in ((100 + 8 * 79 + 4, 4), (50, 100)):
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(x, y)))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=(x, y)))
    terminal._look()
    assert [machine.pen.value(question) for question in (0, 6, 7, 0)] == [-1, 1, 80, 0]


def test_the_keypad_is_a_joystick_once_one_is_asked_for(machine: Machine) -> None:
    press(pygame.K_KP6)
    type_("6")
    program = (
        '10 K$=INKEY$: IF K$="" THEN 10\n20 PRINT K$;STICK(0)\n30 IF STICK(0)<101 THEN 30\n40 IF STRIG(0)=0 THEN 40\n'
        '50 PRINT STICK(0);STICK(1);STRIG(1);STRIG(5)\n60 K$=INKEY$: IF K$="" THEN 60\n70 PRINT K$\n'
    )
    look = machine.console.look_ahead

    def later(at_once: bool = False) -> None:
        look(at_once)
        if "sticks" in machine.__dict__ and not posted:
            posted.append(True)
            for key, text in ((pygame.K_KP6, "6"), (pygame.K_KP8, "8"), (pygame.K_KP0, "0")):
                press(key)
                type_(text)
            press(pygame.K_x)
            type_("x")

    posted: list[bool] = []
    machine.console.look_ahead = later  # type: ignore[method-assign]
    assert run(machine, program) == "end"
    assert [line.strip() for line in machine.console.screen.page.lines[:3]] == ["6 100", "200  1 -1  0", "x"]


def test_game_pads() -> None:
    pads = Gamepads.__new__(Gamepads)
    pads._sticks, pads._pads = Sticks(lambda: None), [Pad(7), Pad(9)]  # type: ignore[list-item]
    event = pygame.event.Event
    assert pads.take(event(pygame.JOYAXISMOTION, instance_id=7, axis=0, value=-1.0))
    assert pads.take(event(pygame.JOYAXISMOTION, instance_id=9, axis=1, value=1.0))
    assert pads.take(event(pygame.JOYBUTTONDOWN, instance_id=9, button=1))
    assert not pads.take(event(pygame.MOUSEMOTION, pos=(0, 0)))
    assert [pads._sticks.stick(axis) for axis in range(4)] == [1, 0, 0, 200]
    assert [pads._sticks.strig(question) for question in range(8)] == [0, 0, 0, 0, 0, 0, -1, -1]


class Pad:
    def __init__(self, number: int) -> None:
        self.number = number

    def get_instance_id(self) -> int:
        return self.number


def test_sound_goes_to_the_device(machine: Machine) -> None:
    assert run(machine, '10 PLAY "MB L64 CDE"\n') == "end"
    assert pygame.mixer.get_init()
    assert pygame.mixer.Channel(0).get_busy()
    machine.speaker.stop()
    assert not pygame.mixer.Channel(0).get_busy()


def test_sound_is_heard_to_its_end(machine: Machine) -> None:
    """Six notes of 1/17 of a second, of which the device takes two at first; they need a third of a second."""
    begun = time.monotonic()
    assert run(machine, '10 PLAY "MB ML T255 L16 CDEFGA"\n') == "end"
    machine.console.terminal._loudspeaker.close()  # type: ignore[attr-defined]
    assert time.monotonic() - begun > 6 * 60 / 255 * 4 / 16


def test_without_a_device_no_notes_are_kept(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nonesuch")
    assert run(machine, '10 PLAY "MB ML T255 L64 CDEFGA": BEEP\n') == "end"
    loudspeaker = machine.console.terminal._loudspeaker  # type: ignore[attr-defined]
    assert not loudspeaker._notes and loudspeaker._channel is None


def test_closing_the_window_ends_the_program(machine: Machine) -> None:
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    with pytest.raises((InputEnded, KeyboardInterrupt)):
        while True:
            machine.console.terminal.read_key()


def test_a_picture_is_kept(machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    press(pygame.K_F12)
    press(pygame.K_F12)
    type_("x")
    assert machine.console.read_key() == "x"
    assert [file.name for file in sorted(tmp_path.iterdir())] == ["junzi-1.png", "junzi-2.png"]
    assert pygame.image.load("junzi-1.png").get_size() == (640, 400)


@pytest.mark.skipif(not shutil.which("Xvfb") and os.environ.get("CI") != "true", reason="Xvfb is not installed")
def test_a_window_on_a_screen(tmp_path: Path) -> None:
    """The command opens a window of its own, and waits in it for a key."""
    (tmp_path / "wait.bas").write_text("10 SCREEN 9: CIRCLE (320,175),99: A$=INPUT$(1)\n")
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "800x600x24"], pass_fds=[write])
    try:
        display = os.read(read, 20).decode().strip()
        environment = {**os.environ, "DISPLAY": f":{display}", "PYTHONPATH": str(ROOT), "JUNZI_CACHE": ""}
        environment["SDL_VIDEODRIVER"] = "x11"
        command = [sys.executable, "-m", "basic", "run", "--window", "wait.bas"]
        program = subprocess.Popen(command, cwd=tmp_path, env=environment)
        try:
            time.sleep(3)
            assert program.poll() is None
        finally:
            program.terminate()
            program.wait(20)
    finally:
        server.terminate()
        server.wait(20)
        os.close(read)
        os.close(write)


def test_no_window_where_there_is_no_screen(tmp_path: Path) -> None:
    environment = {"PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "x11", "PATH": os.environ["PATH"], "JUNZI_CACHE": ""}
    (tmp_path / "a.bas").write_text("10 PRINT 1\n")
    command = [sys.executable, "-m", "basic", "run", "--window", "a.bas"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith("basic: --window: no window can be opened here: ")


def test_without_a_display(tmp_path: Path) -> None:
    (tmp_path / "p.bas").write_text('10 PRINT "X"\n')
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_AUDIODRIVER")
    done = subprocess.run(
        [sys.executable, "-m", "basic", "run", "--window", "p.bas"],
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if name not in hidden}
        | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (2, "basic: --window: no window can be opened here: there is no display\n")
