"""Every word of the library: importing this module fills the registry."""

from basic.library import (  # noqa: F401
    clock,
    devices,
    events,
    files,
    graphics,
    input,
    keyboard,
    maths,
    memory,
    printing,
    screen,
    sound,
    strings,
)
