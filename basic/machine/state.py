"""What has become of an object, as data that nobody changes any more.

    kept = video.state(); ...; video.restore(kept)

A class names the attributes that are its state in STATE; one with more to it has methods `state` and `restore`. What
can change is copied on the way out and on the way back: so states can be kept by the thousand, and gone back to in any
order.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    State = tuple[Any, ...]

CHANGING = (list, dict, set, bytearray)


def fields(item: Any) -> State:
    """The attributes in STATE: plain values, and collections of such."""
    own = item.__dict__
    return tuple([value.copy() if (value := own[name]).__class__ in CHANGING else value for name in item.STATE])


def put_fields(item: Any, state: State) -> None:
    """The same, back in its place."""
    own = item.__dict__
    for name, value in zip(item.STATE, state, strict=True):
        own[name] = value.copy() if value.__class__ in CHANGING else value
