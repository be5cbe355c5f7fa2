"""The prompt and programs on a real terminal: a pseudo-terminal at whose other end these tests type and read, and once
a whole screen as tmux sees it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from paths import ROOT
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

import basic
from basic.engine.interpreter import Interpreter
from basic.machine.disk import MemoryDisk
from basic.machine.keyboard import extended
from basic.machine.machine import Machine
from basic.machine.scancodes import with_alt
from basic.machine.terminal import MemoryTerminal
from basic.prompt import HINTS
from basic.prompt.completion import BasicCompleter
from basic.prompt.history import MOST, KeptHistory

if sys.platform == "win32":
    pytest.skip("a POSIX terminal", allow_module_level=True)

import fcntl
import pty
import select
import struct
import termios

ANSI = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[78]|\][^\x07]*\x07)")
LINE_END = re.compile("\r+\n")  # the terminal adds a carriage return to each line feed, whatever stands before it
PATIENCE = 10.0  # seconds before what is expected counts as missing
WITHOUT = "import sys; sys.modules.update(dict.fromkeys({missing!r})); from basic.cli import main; sys.exit(main())"
CTRL_C, CTRL_D, ESC, UP, LEFT, TAB = "\x03", "\x04", "\x1b", "\x1b[A", "\x1b[D", "\t"
F1, F2 = "\x1bOP", "\x1bOQ"


def _at_a_terminal() -> None:
    """In the new process: its standard input is its terminal, and Ctrl-C counts even if these tests ignore it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Person:
    """Someone at a terminal of their own, in which `basic` has been started."""

    def __init__(
        self, folder: Path, *arguments: str, missing: tuple[str, ...] = (), rows: int = 30, term: str = "xterm"
    ) -> None:
        command = [sys.executable, "-c", WITHOUT.format(missing=missing), *arguments]
        environment = {
            **os.environ,
            "TERM": term,
            "PROMPT_TOOLKIT_NO_CPR": "1",
            "XDG_STATE_HOME": str(folder / "state"),
            "PYTHONPATH": str(ROOT),
        }
        self.terminal, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))
        self.modes = termios.tcgetattr(self.terminal)
        self.process = subprocess.Popen(
            command, stdin=inner, stdout=inner, stderr=inner, cwd=folder, env=environment, start_new_session=True,
            preexec_fn=_at_a_terminal,
        )  # fmt: skip
        os.close(inner)
        self.raw = ""  # everything shown so far
        self.seen = 0  # up to here it has been expected

    def type(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def expect(self, *texts: str) -> str:
        """Wait until these appear one after the other; gives what was shown up to there, without its sequences."""
        before = self.seen
        for text in texts:
            self._wait(lambda shown, text=text: shown.find(text, self.seen) >= 0, text)  # type: ignore[misc]
            self.seen = self.raw.index(text, self.seen) + len(text)
        return ANSI.sub("", self.raw[before : self.seen])

    def prompted(self) -> str:
        """Wait until the line editor is ready for a line; gives what was shown before."""
        return self.expect("\x1b[?2004h")

    def enter(self, line: str) -> str:
        """Type a line at the prompt; gives what is shown until the next one can be typed."""
        self.type(line + "\r")
        return self.prompted()

    def end(self) -> int:
        """Wait for the end; gives the exit status. The terminal must be as it was."""
        self._wait(lambda _: self.process.poll() is not None, "the end")
        assert termios.tcgetattr(self.terminal) == self.modes
        return self.process.returncode

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)

    def _wait(self, done: Callable[[str], bool], what: str) -> None:
        limit = time.monotonic() + PATIENCE
        while not done(self.raw):
            assert time.monotonic() < limit, f"{what!r} is missing behind: {self.raw[self.seen :]!r}"
            if select.select([self.terminal], [], [], 0.02)[0]:
                try:
                    self.raw = LINE_END.sub("\n", self.raw + os.read(self.terminal, 65536).decode())
                except OSError:  # nobody has the other end open any more
                    time.sleep(0.02)


Sitting = Callable[..., Person]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sitting]:
    people = []

    def sit_down(*arguments: str, **circumstances: Any) -> Person:
        people.append(Person(tmp_path, *arguments, **circumstances))
        return people[-1]

    yield sit_down
    for person in people:
        person.close()


def test_a_terminal_that_obeys_nothing(sit: Sitting, tmp_path: Path) -> None:
    """TERM=dumb: no sequence reaches it, from the prompt, a program that uses the screen, colours or progress."""
    (tmp_path / "P.BAS").write_text(f'10 CLS: PEN ON: COLOR 4: LOCATE 5,5: PRINT "A": REM {"X" * 200}\n' * 600)
    for arguments in (["P.BAS"], ["list", "P.BAS"], ["check", "P.BAS"], ["compare", "P.BAS", "--port"]):
        person = sit(*arguments, term="dumb")
        assert person.end() == 0
        assert "\x1b" not in person.raw, arguments
    person = sit(term="dumb")
    person.expect("Ok\n")
    person.type("PRINT 1/4\r")
    person.expect(" .25 \n", "Ok\n")
    person.type("SYSTEM\r")
    assert person.end() == 0
    assert "\x1b" not in person.raw


def test_output_that_nobody_has_closed(tmp_path: Path) -> None:
    """A terminal that is dropped, as by who uses the machine alone: all is sent, and no alarm ends the process."""
    code = "from basic.machine.terminal import PipeTerminal; PipeTerminal().write('SAID')"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, check=False
    )
    assert (done.returncode, done.stdout) == (0, b"SAID")


@pytest.fixture
def prompt(sit: Sitting) -> Person:
    """At the Ok prompt."""
    person = sit()
    greeting = f"Junzi {basic.__version__}, after GW-BASIC 3.23\n60300 Bytes free\n{HINTS['']}\nOk\n"
    assert person.prompted().startswith(greeting)
    return person


# ---- the prompt -----------------------------------------------------------------------------------------------------


def test_typing_running_breaking_continuing(prompt: Person) -> None:
    prompt.enter("20 goto 10")
    prompt.enter('10 PRINT "R" "UN"')
    assert '10 PRINT "R" "UN"\n20 GOTO 10\nOk\n' in prompt.enter("LIST")
    prompt.type("RUN\r")
    prompt.expect("RUN\nRUN\n")
    prompt.type(CTRL_C)
    assert re.search(r"Break in [12]0\nOk\n", prompt.prompted())
    prompt.type("CONT\r")
    prompt.expect("RUN\nRUN\n")
    prompt.type(CTRL_C)
    prompt.expect("Break in ", "Ok\n")
    prompt.prompted()
    prompt.type("SYSTEM\r")
    assert prompt.end() == 0


def test_colours_while_typing(prompt: Person) -> None:
    prompt.type('PRINT "A"')
    prompt.expect("\x1b[0;36;1mPRINT", '\x1b[0;32m"A"')


def test_a_line_with_a_syntax_error_is_offered(prompt: Person) -> None:
    prompt.enter('10 PRINT "A":PRIMT 5')
    prompt.type("RUN\r")
    prompt.expect("Syntax error in 10\nOk\n", "\x1b[?2004h", "5")
    prompt.type("\x05" + LEFT * 3 + "\x7fN\r")  # Ctrl-E: the end
    prompt.prompted()
    assert '10 PRINT "A":PRINT 5\nOk' in prompt.enter("LIST")


def test_editing_a_line(prompt: Person) -> None:
    prompt.enter("10 PRINT 1")
    prompt.type("EDIT 10\r")
    assert "Ok" not in prompt.expect("\x1b[?2004h", "10", "1")
    prompt.type(CTRL_C)  # abandons it
    prompt.prompted()
    prompt.type("EDIT 10\r")
    prompt.expect("\x1b[?2004h", "10", "1")
    prompt.type("1")  # the cursor stands on the first digit
    prompt.enter("")
    assert "10 PRINT 1\n110 PRINT 1\nOk" in prompt.enter("LIST")
    assert "Undefined line number\nOk" in prompt.enter("EDIT 20")


def test_auto(prompt: Person) -> None:
    prompt.enter("20 PRINT 2")
    prompt.enter("AUTO")
    prompt.enter("PRINT 1")
    prompt.enter("")  # 20* stays as it is
    prompt.enter("PRINT 3")
    prompt.type(CTRL_C)
    assert "Ok" not in prompt.prompted()
    assert "10 PRINT 1\n20 PRINT 2\n30 PRINT 3\nOk" in prompt.enter("LIST")


def test_pasting_a_listing(prompt: Person) -> None:
    listing = "".join(f"{number} A={number}\n" for number in range(10, 1000, 10))
    prompt.type(f"\x1b[200~{listing}1000 INPUT B$:PRINT A;B$\nRUN\nré\nPRINT 7\x1b[201~")
    assert "? ré\n 990 ré\nOk\n" in prompt.expect("Ok\n")  # the line behind RUN answered INPUT
    prompt.prompted()
    assert " 7 \nOk" in prompt.enter("")  # the last one, without an end, waited to be changed


def test_function_keys(prompt: Person) -> None:
    prompt.enter("10 PRINT 6*7")
    prompt.type(F2)
    assert " 42 \nOk" in prompt.prompted()
    prompt.enter('KEY 1,"?5"+CHR$(13)+"?6"+CHR$(13)')
    prompt.type(F1)
    prompt.expect(" 5 \nOk", " 6 \nOk")


def test_completion(prompt: Person, tmp_path: Path) -> None:
    (tmp_path / "FOUND.BAS").write_text('10 PRINT "F";"OUND"\n')
    prompt.type(f'LOAD"FO{TAB}\r')
    prompt.prompted()
    prompt.type(f"RU{TAB}\r")
    prompt.expect("FOUND\nOk")


def test_keys_of_the_editor(prompt: Person) -> None:
    prompt.type("PRINT 1" + ESC)
    time.sleep(0.5)  # Esc alone, not Alt and a letter
    prompt.type(ESC + "p7\r")  # Alt-P
    assert " 7 \nOk" in prompt.prompted()
    prompt.type("PRINT 8 9" + LEFT + "\x1b[1;5F\r")  # Ctrl-End
    assert " 8 \nOk" in prompt.prompted()


def test_ctrl_c_and_ctrl_d(prompt: Person) -> None:
    prompt.type("PRINT 1" + CTRL_C)
    assert "Ok" not in prompt.prompted()
    assert " 2 \nOk" in prompt.enter("PRINT 2")
    prompt.type(CTRL_D)
    assert prompt.end() == 0


def test_history(sit: Sitting, tmp_path: Path) -> None:
    first = sit()
    first.prompted()
    first.enter("PRINT 6*7")
    first.type("SYSTEM\r")
    first.end()
    assert (tmp_path / "state" / "junzi" / "history").read_text().splitlines() == ["PRINT 6*7", "SYSTEM"]
    second = sit()
    second.prompted()
    second.type(UP + UP + "\r")
    second.expect(" 42 \nOk")


def test_a_history_that_cannot_be_kept(sit: Sitting, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    person = sit()
    person.prompted()
    person.enter("PRINT 6*7")
    person.type("\x10\r")
    person.expect(" 42 \nOk")


def test_a_history_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "history"
    path.write_text("".join(f"{number}\n" for number in range(2 * MOST + 1)))
    assert list(KeptHistory(path).load_history_strings())[:2] == [str(2 * MOST), str(2 * MOST - 1)]
    assert len(path.read_text().splitlines()) == MOST


# ---- programs -------------------------------------------------------------------------------------------------------


def test_ctrl_c_at_input(prompt: Person) -> None:
    prompt.enter("10 A=A+1:INPUT N$:PRINT A;N$")
    prompt.type("RUN\r")
    prompt.expect("? ")
    prompt.type("no" + CTRL_C)
    prompt.expect("\nBreak in 10\nOk")
    prompt.prompted()
    prompt.type("CONT\r")
    prompt.expect("? ")
    prompt.type("yes\r")
    prompt.expect(" 1 yes\nOk")


def test_a_program_that_is_run(sit: Sitting, tmp_path: Path) -> None:
    (tmp_path / "loop.bas").write_text('10 INPUT N$:PRINT "HI ";N$\n20 K$=INKEY$:GOTO 20\n')
    person = sit("run", "loop.bas")
    person.expect("? ")
    person.type("Jo\r")
    person.expect("HI Jo\n")
    person.type(CTRL_C)
    person.expect("Break in 20\n")
    assert person.end() == 130
    assert "Ok" not in person.raw


@pytest.mark.parametrize("name", ["", "SIGTERM", "SIGINT"])
def test_the_mouse_is_the_light_pen(sit: Sitting, tmp_path: Path, name: str) -> None:
    """However a program ends, the terminal does not tell of its mouse any more; what no mouse sends does no harm."""
    program = '10 CLS: PEN ON: PRINT "READY"\n20 IF PEN(0)=0 THEN 20\n30 PRINT "AT";PEN(6);PEN(7);"."\n'
    (tmp_path / "pen.bas").write_text(program + "40 GOTO 40\n" * (name != ""))
    person = sit("run", "pen.bas")
    person.expect("\x1b[?1002h\x1b[?1006h", "READY")
    person.type("\x1b[<<M\x1b[<;;M\x1b[<64;7;7M\x1b[<0;41;13M")
    person.expect("AT 13  41 .")
    if name:
        person.process.send_signal(getattr(signal, name))
    person.expect("\x1b[?1002l\x1b[?1006l")
    assert person.end() == (128 + getattr(signal, name) if name else 0)
    assert "Traceback" not in person.raw


def test_staying_at_the_prompt(sit: Sitting, tmp_path: Path) -> None:
    (tmp_path / "short.bas").write_text("10 A=42\n")
    person = sit("run", "-i", "short.bas")
    person.expect("Ok")
    person.prompted()
    assert " 42 \nOk" in person.enter("PRINT A")
    person.type("SYSTEM\r")
    assert person.end() == 0


def test_ctrl_c_where_a_statement_hangs(sit: Sitting, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "paper")  # opening it waits for a reader that never comes
    (tmp_path / "hang.bas").write_text('10 PRINT "NOW"\n20 LPRINT "X"\n30 GOTO 30\n')
    person = sit("run", "--printer", "paper", "hang.bas")
    person.expect("NOW")
    for _ in range(2):
        time.sleep(0.3)
        person.type(CTRL_C)
    person.expect("Break in 20\n")
    person._wait(lambda _: person.process.poll() is not None, "the end")
    assert (person.process.returncode, "Traceback" in person.raw) == (130, False)


@pytest.mark.parametrize("missing", [(), ("prompt_toolkit",), ("prompt_toolkit", "readline")])
def test_hints_of_how_to_leave(sit: Sitting, missing: tuple[str, ...]) -> None:
    person = sit(missing=missing)
    person.expect("SYSTEM or Ctrl-D leaves", "Ok\n")
    for word, hint in (("exit", "SYSTEM"), ("Quit", "SYSTEM"), ("HELP", "LOAD")):
        time.sleep(0.2)
        person.type(word + "\r")
        person.expect("Syntax error\n", hint, "Ok\n")
    time.sleep(0.2)
    person.type(CTRL_D)
    assert person.end() == 0


def test_a_hint_to_check(sit: Sitting, tmp_path: Path) -> None:
    (tmp_path / "BAD.BAS").write_text("10 PRNT 1\n")
    person = sit("BAD.BAS")
    person.expect("Syntax error in 10\n", "basic: `basic check BAD.BAS` shows what does not parse, and where\n")
    assert person.end() == 1


def test_what_takes_its_time_says_so(sit: Sitting, tmp_path: Path) -> None:
    (tmp_path / "BIG.BAS").write_text("".join(f"{n} REM {'x' * 50}\n" for n in range(1, 2500)))
    for arguments, said in ((["BIG", "--unlimited"], ["reading"]), (["check", "BIG"], ["reading", "checking"])):
        person = sit(*arguments)
        person.expect(*(f"BIG: {word}\x1b[K" for word in said))
        assert person.end() == 0
        assert "\r\x1b[K" in person.raw


# ---- without prompt_toolkit -----------------------------------------------------------------------------------------


def test_readline_alone(sit: Sitting) -> None:
    person = sit(missing=("prompt_toolkit",))
    person.expect("Ok\n")
    person.type("10 PRIMT 6*7\r")
    person.type("RUN\r")
    person.expect("Syntax error in 10\nOk\n", "10 PRIMT 6*7")
    person.type(LEFT * 5 + "\x7fN\r")
    person.type("RUN\r")
    person.expect(" 42 \nOk")
    for typed, shown in ((CTRL_C, "\n"), ("PRINT 7\r", " 7 \nOk"), (CTRL_D, "\n")):
        time.sleep(0.2)  # nothing tells when readline has taken over the terminal
        person.type(typed)
        person.expect(shown)
    assert person.end() == 0


def test_function_keys_of_readline(sit: Sitting) -> None:
    """They type what KEY says, whichever way the terminal sends them."""
    person = sit(missing=("prompt_toolkit",))
    person.expect("Ok\n")
    person.type('10 PRINT "RAN"\r')
    time.sleep(0.2)
    person.type(F1)
    person.type("10\r")
    person.expect('LIST 10\n10 PRINT "RAN"\nOk\n')
    for number, sequence in enumerate((F2, "\x1b[12~", "\x1b[[B")):
        time.sleep(0.2)
        person.type(sequence)
        person.expect("RUN\nRAN\nOk\n")
        time.sleep(0.2)
        person.type(f'KEY 5,"PRINT {number};"+CHR$(34)+"\\"+CHR$(34)+CHR$(13)\r')
        person.expect("Ok\n")
        time.sleep(0.2)
        person.type("\x1b[15~")
        person.expect(f" {number} \\\nOk\n")


def test_no_editing_at_all(sit: Sitting) -> None:
    person = sit(missing=("prompt_toolkit", "readline"))
    person.expect("Ok\n")
    person.type("10 PRIMT\rRUN\r")
    person.expect("Syntax error in 10\nOk\n10 PRIMT\n")
    person.type("PRIN" + CTRL_C)
    person.expect("^C\n")
    person.type("PRINT 7\r")
    person.expect(" 7 \nOk")
    person.type(CTRL_D)
    assert person.end() == 0


# ---- what Tab offers ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("begun", "offered"),
    [
        ("10 PRI", ["PRICES$", "PRINT"]),
        ("locat", ["locate"]),
        ("10 FOR CO", ["COLOR", "COM", "COMMON", "CONT", "COS", "COUNT%"]),
        ("PRINT COUN", ["COUNT%"]),
        ("PRINT PRIC", ["PRICES$"]),
        ("PRINT INP", ["INPUT", "INPUT$"]),
        ('LOAD"', ['GAME.BAS"', "OLD\\"]),
        ('10 RUN "G', ['GAME.BAS"']),
        ('OPEN "SC', ['SCORES.DAT"']),
        ('LOAD "OLD\\', ['OLD\\FIRST.BAS"']),
        ('LOAD "A:', []),
        ('PRINT "PRI', []),
        ('PRINT "A" PRIN', ["PRINT"]),
        ("REM PRI", []),
        ("' PRI", []),
        ("DATA PRI", []),
        ("10 ", []),
    ],
)
def test_what_is_offered(begun: str, offered: list[str]) -> None:
    disk = MemoryDisk({"GAME.BAS": b"", "SCORES.DAT": b""})
    machine = Machine(MemoryTerminal(), disks={"C": disk})
    machine.drives.mkdir("OLD")
    machine.drives.disk("C").replace(("OLD", "FIRST.BAS"), b"")
    interpreter = Interpreter(machine)
    interpreter.load(basic.parse('10 COUNT%=1:PRICES$(1)="PRI":REM COUNTER\n'))
    found = [c.text for c in BasicCompleter(interpreter).get_completions(Document(begun), CompleteEvent())]
    assert found == offered


@pytest.mark.parametrize(
    ("sequence", "code"),
    [
        ("A", 72), ("D", 75), ("H", 71), ("F", 79), ("1~", 71), ("2~", 82), ("3~", 83), ("5~", 73), ("P", 59),
        ("21~", 68),
        ("Z", 15), ("1;5D", 115), ("1;5C", 116), ("1;5H", 119), ("1;5F", 117), ("5;5~", 132), ("6;5~", 118),
        ("1;2D", 75),
        ("1;2P", 84), ("1;5P", 94), ("1;3P", 104), ("21;2~", 93), ("21;5~", 103), ("21;3~", 113), ("15;5~", 98),
    ],
)  # fmt: skip
def test_what_a_terminal_sends_for_a_key(sequence: str, code: int) -> None:
    """By the table of extended codes that the manual has for INKEY$."""
    assert extended(sequence) == "\0" + chr(code)


def test_keys_that_the_pc_did_not_have() -> None:
    assert {extended(sequence) for sequence in ("E", "24~", "1;5X", "200~")} == {""}
    assert [with_alt(char) for char in "am1=é"] == ["\0\x1e", "\0\x32", "\0\x78", "\0\x83", ""]


# ---- a whole screen -------------------------------------------------------------------------------------------------

ROW_25 = '1LIST   2RUN←   3LOAD"  4SAVE"  5CONT←  6,"LPT1 7TRON←  8TROFF← 9KEY    0SCREEN'
SPECIAL = ("Enter", "C-c", "Home", "End", "BSpace", "Up", "Down", "Left", "Right", "DC", "IC", "Escape")


class Tmux:
    """`basic` in a window of tmux: what a person sees there."""

    def __init__(self, folder: Path, columns: int, rows: int, command: str = "") -> None:
        self.tmux = ["tmux", "-S", str(folder / "socket"), "-f", os.devnull]
        self.folder = folder
        program = f"PYTHONPATH={ROOT} XDG_STATE_HOME={folder} {sys.executable} -m basic {command}"
        size = ("-x", str(columns), "-y", str(rows))
        self.do("new-session", "-d", *size, f"{program}; echo left $?; sleep 30")

    def do(self, *arguments: str) -> str:
        done = subprocess.run([*self.tmux, *arguments], check=True, capture_output=True, text=True, cwd=self.folder)
        return done.stdout

    def screen(self) -> list[str]:
        return [line.rstrip() for line in self.do("capture-pane", "-p").rstrip().split("\n")]

    def wait(self, good: Callable[[list[str]], bool]) -> None:
        limit = time.monotonic() + PATIENCE
        while not good(self.screen()):
            assert time.monotonic() < limit, self.screen()
            time.sleep(0.05)

    def expect(self, *lines: str) -> None:
        """These are the last lines."""
        self.wait(lambda screen: screen[-len(lines) :] == list(lines))

    def rows(self, first: int, *lines: str) -> None:
        """These stand from a row on."""
        self.wait(lambda screen: screen[first - 1 : first - 1 + len(lines)] == list(lines))

    def type(self, *keys: str) -> None:
        for key in keys:
            self.do("send-keys", key) if key in SPECIAL else self.do("send-keys", "-l", key)

    def cursor(self) -> str:
        return self.do("display-message", "-p", "#{cursor_y},#{cursor_x}").strip()


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Callable[..., Tmux]]:
    windows: list[Tmux] = []

    def opened(columns: int = 80, rows: int = 25, command: str = "") -> Tmux:
        windows.append(Tmux(tmp_path, columns, rows, command))
        return windows[-1]

    yield opened
    for each in windows:
        each.do("kill-server")


TMUX = pytest.mark.skipif(not shutil.which("tmux") and os.environ.get("CI") != "true", reason="tmux is not installed")


@TMUX
def test_a_screen(window: Callable[..., Tmux]) -> None:
    """The screen as a person sees it, after typing, editing, breaking and continuing."""
    person = window(60, 26)
    person.expect("60300 Bytes free", HINTS[""], "Ok")
    person.type('10 PRINT "X":PRONT', "Enter", "RUN", "Enter")
    person.expect("X", "Syntax error in 10", "Ok", '10 PRINT "X":PRONT')
    person.type("\x05", "BSpace", "BSpace", "BSpace", "INT I", "Enter", "20 I=I+1:IF I<3 THEN 10", "Enter")
    person.type("30 GOTO 30", "Enter", "RUN", "Enter")
    person.expect("RUN", "X", " 0", "X", " 1", "X", " 2")
    person.type("C-c")
    person.expect("^C", "Break in 30", "Ok")
    person.type("PRINT I", "Enter")
    person.expect(" 3", "Ok")
    person.type("CONT", "Enter")
    person.expect(" 3", "Ok", "CONT")
    time.sleep(0.2)
    person.type("C-c")
    person.expect("CONT", "^C", "Break in 30", "Ok")
    person.type("WIDTH 40", "Enter")
    person.expect("Ok", *[""] * 23, '1LIST   2RUN←   3LOAD"  4SAVE"  5CONT←')


@TMUX
def test_full_screen_editing(window: Callable[..., Tmux]) -> None:
    """From CLS on the cursor goes anywhere, and Enter takes the line under it."""
    person = window()
    person.expect("60300 Bytes free", HINTS[""], "Ok")
    person.type("KEY OFF:CLS", "Enter")
    person.rows(1, "Ok")
    person.type('10 PRINT "HELLO"', "Enter", "20 PRNT 2", "Enter", "Up", "Up", *["Right"] * 10, "J", "Enter")
    person.rows(2, '10 PRINT "JELLO"', "20 PRNT 2")
    person.type("Down", "LIST 10", "Enter")
    person.rows(4, "LIST 10", '10 PRINT "JELLO"', "Ok")
    person.type("RUN", "Enter")
    person.rows(8, "JELLO", "Syntax error in 20", "Ok", "20 PRNT 2")
    assert person.cursor() == "10,0"  # the line is offered, the cursor at its beginning
    person.type(*["Right"] * 5, "IC", "I", "Enter", "LIST", "Enter")
    person.rows(11, "20 PRINT 2", "LIST", '10 PRINT "JELLO"', "20 PRINT 2", "Ok")
    person.type("SYSTEM", "Enter")
    person.wait(lambda screen: "left 0" in screen)


@TMUX
@pytest.mark.parametrize("plain", [False, True])
def test_full_screen_editing_from_the_first_prompt_on(
    window: Callable[..., Tmux], tmp_path: Path, plain: bool
) -> None:
    """Once a line was typed, Up leads to it: from there on the screen is one, with prompt_toolkit or without."""
    if plain:
        (tmp_path / "prompt_toolkit.py").write_text("raise ImportError\n")
    person = window()
    person.expect("60300 Bytes free", HINTS[""], "Ok")
    person.type('10 PRINT "HELLO"', "Enter", "20 PRNT 2", "Enter", "30 X", "Up")
    person.rows(25, ROW_25)
    person.type("Up", *["Right"] * 6, "J", "Enter")
    person.rows(4, "Ok", '10 PRINT "JELLO"', "20 PRNT 2", "30 X")
    person.type("Down", "Escape")
    person.rows(7, "")
    person.type("LIST", "Enter")
    person.rows(7, "LIST", '10 PRINT "JELLO"', "20 PRNT 2", "Ok")
    person.type("RUN", "Enter")
    person.rows(12, "JELLO", "Syntax error in 20", "Ok", "20 PRNT 2")
    person.type(*["Right"] * 5, "IC", "I", "Enter", "LIST 20", "Enter")
    person.rows(15, "20 PRINT 2", "LIST 20", "20 PRINT 2", "Ok")


@TMUX
def test_up_brings_back_lines_before_one_was_typed(window: Callable[..., Tmux], tmp_path: Path) -> None:
    pytest.importorskip("prompt_toolkit")
    (tmp_path / "junzi").mkdir()
    (tmp_path / "junzi" / "history").write_text("PRINT 5\n")
    person = window()
    person.expect("60300 Bytes free", HINTS[""], "Ok")
    person.type("Up", "Enter")
    person.expect("Ok", "PRINT 5", " 5", "Ok")
    person.type("PRINT 6", "Up")
    person.rows(25, ROW_25)
    person.type("Up", "Up", "Enter")
    person.rows(5, "PRINT 5", " 5", "Ok", "PRINT 6")


@TMUX
def test_single_keys_on_a_screen(window: Callable[..., Tmux], tmp_path: Path) -> None:
    program = (
        '10 CLS:COLOR 14,1:LOCATE 3,5:PRINT "<"\n20 K$=INKEY$:IF K$="" THEN 20\n'
        '30 LOCATE 5,7:PRINT K$;K$:IF K$<>"q" THEN 20\n'
    )
    (tmp_path / "keys.bas").write_text(program)
    person = window(command="run keys.bas")
    person.rows(3, "    <")
    person.rows(25, ROW_25)
    person.type("x")
    person.rows(5, "      xx")
    person.type("q")
    person.wait(lambda screen: "left 0" in screen)
    assert "    <" in person.screen()  # what the program has left stands there


@TMUX
def test_what_is_shown_while_a_program_works(window: Callable[..., Tmux], tmp_path: Path) -> None:
    """A picture that falls due while nothing is written is drawn all the same."""
    (tmp_path / "work.bas").write_text('10 CLS:LOCATE 2,2:PRINT "THINKING":WHILE 1:I=I+1:WEND\n')
    person = window(command="run work.bas")
    person.rows(2, " THINKING")
    person.type("C-c")
    person.wait(lambda screen: "Break in 10" in screen)


@TMUX
def test_a_small_terminal_shows_the_part_with_the_cursor(window: Callable[..., Tmux], tmp_path: Path) -> None:
    (tmp_path / "tall.bas").write_text('10 CLS:FOR I=1 TO 20:LOCATE I,1:PRINT I;:NEXT:A$=INPUT$(1)\n')
    person = window(30, 10, "run tall.bas")
    person.expect(" 11", " 12", " 13", " 14", " 15", " 16", " 17", " 18", " 19", " 20")
