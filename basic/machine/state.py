"""What has become of a machine, as data that nobody changes any more.

    kept = machine.state(); ...; machine.restore(kept)

A class names the attributes that are its state in STATE; one with more to it has methods `state` and `restore`. What
can change is copied on the way out and on the way back: so states can be kept by the thousand, and gone back to in any
order. The world outside is no part of it: what is typed stays typed, and what was sent there cannot be taken back; then
a state is refused.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    State = tuple[Any, ...]

CHANGING = (list, dict, set, bytearray)


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
