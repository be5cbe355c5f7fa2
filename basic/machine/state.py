"""What has become of a machine, as data that nobody changes any more.

    kept = machine.state(); ...; machine.restore(kept)

A class names the attributes that are its state in STATE; one with more to it has methods `state` and `restore`. What
can change is copied on the way out and on the way back: so states can be kept by the thousand, and gone back to in any
order. The world outside is no part of it: what is typed stays typed, and what was sent there cannot be taken back; then
a state is refused.
"""

from __future__ import annotations

from basic.record import values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from basic.machine.machine import Machine

    State = tuple[Any, ...]

CHANGING = (list, dict, set, bytearray)
# The parts of a machine that are always there, and those that come when a program needs them.
ALWAYS = ("clock", "random", "drives", "printer", "console")
ON_DEMAND = ("video", "speaker", "music", "pen", "sticks", "channels")


class Irretrievable(Exception):
    """What the machine has done to the world outside cannot be taken back; says what that is."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} cannot be taken back")


def fields(item: Any) -> State:
    """The attributes in STATE: plain values, and collections of such."""
    own = item.__dict__
    return tuple([value.copy() if (value := own[name]).__class__ in CHANGING else value for name in item.STATE])


def put_fields(item: Any, state: State) -> None:
    """The same, back in its place."""
    own = item.__dict__
    for name, value in zip(item.STATE, state, strict=True):
        own[name] = value.copy() if value.__class__ in CHANGING else value


def of(item: Any, what: str) -> State:
    """The state of an object; Irretrievable if it has none."""
    take = getattr(item, "state", None)
    if take is not None:
        state: State = take()
        return state
    if not hasattr(item, "STATE"):
        raise Irretrievable(what)
    return fields(item)


def put(item: Any, state: State) -> None:
    """The same, back in its place."""
    back = getattr(item, "restore", None)
    if back is not None:
        back(state)
    else:
        put_fields(item, state)


def of_machine(machine: Machine) -> dict[str, Any]:
    """The parts of a machine."""
    own = machine.__dict__
    if any(hasattr(sink, "close") for sink in machine.sinks):
        raise Irretrievable("what was printed on a file of the host")
    state: dict[str, Any] = {name: of(getattr(machine, name), name) for name in (*ALWAYS, "memory")}
    for name in ON_DEMAND:
        if name in own:
            state[name] = of(own[name], name)
    state["screen"] = machine.console.screen.state()
    state["printers"] = [(fields(printer.ends), fields(printer.writer)) for printer in own.get("printers", ())]
    state["limits"] = values(machine.limits)
    state["own"] = fields(machine), tuple(machine.printed), tuple(machine.notices)
    return state


def restore_machine(machine: Machine, state: dict[str, Any]) -> None:
    for name, value in zip(machine.limits.__match_args__, state["limits"], strict=True):
        setattr(machine.limits, name, value)
    machine.__dict__.pop("printers", None)
    for name in ALWAYS:
        put(getattr(machine, name), state[name])
    for name in ON_DEMAND:
        if name in state:
            put(getattr(machine, name), state[name])
        elif machine.__dict__.pop(name, None) is not None and name == "video":
            machine.memory.forget_pixels()
    machine.memory.restore(state["memory"])
    machine.console.screen.restore(state["screen"], machine.drawing)
    for number, (ends, writer) in enumerate(state["printers"]):
        put_fields(machine.printers[number].ends, ends)
        put_fields(machine.printers[number].writer, writer)
    own, machine.printed[:], machine.notices[:] = state["own"]
    put_fields(machine, own)
    machine.console.touched()
