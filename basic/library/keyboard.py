"""Single keys and function keys: `INKEY$`, `INPUT$`, `KEY`.

    10 K$=INKEY$: IF K$="" THEN 10
    20 KEY 1,"FILES"+CHR$(13): KEY LIST
"""

from __future__ import annotations

from basic.errors import ILLEGAL, BasicError
from basic.library.registry import function, helper
from basic.machine.machine import Machine

TEXT = 15  # characters of a function key's text
TRAPS = range(15, 21)  # KEY 15 to 20 name keys for ON KEY by shift state and scan code


@function("INKEY$", "-> string ..2", [], acts=True)
def inkey(m: Machine) -> str:
    """`INKEY$`: a key that was pressed, "" if none; CHR$(0) and a scan code for one that types nothing."""
    return m.console.poll_key()


@helper("typed_chars")
@function("INPUT$", "byte -> string", acts=True)
def input_chars(m: Machine, count: int) -> str:
    """`INPUT$(3)`: so many keys, not echoed; one that types nothing is CHR$(0)."""
    if not count:
        raise BasicError(ILLEGAL)
    return "".join(m.console.read_key()[0] for _ in range(count))


@helper("key_text")
def key_text(m: Machine, number: int, text: str) -> None:
    """`KEY 1,"LIST"`: what the function key types from now on. `KEY 15,CHR$(4)+CHR$(30)` names a key for a trap."""
    if 1 <= number <= len(m.console.screen.keys):
        m.console.screen.keys[number - 1] = text[:TEXT]
        m.console.show_keys(m.console.screen.keys_shown)
    elif number in TRAPS and len(text) == 2:
        m.trap_keys[number] = text
    else:
        raise BasicError(ILLEGAL)


@helper("key_switch")
def key_switch(m: Machine, switch: str) -> None:
    """`KEY ON`, `KEY OFF`: whether row 25 shows the function keys, and LOCATE may not go there; `KEY LIST`."""
    if switch == "LIST":
        key_list(m)
    else:
        m.console.show_keys(switch == "ON")


@helper("key_list")
def key_list(m: Machine) -> None:
    """`KEY LIST`: the texts of the ten function keys, Enter as an arrow."""
    for number, text in enumerate(m.console.screen.keys, 1):
        m.console.line(f"F{number} ", text.replace("\r", "\x1b"))
