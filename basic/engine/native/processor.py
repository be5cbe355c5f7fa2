"""What is here to run machine code with, told without importing much."""

from __future__ import annotations

import os
import sys


def x86_64() -> bool:
    machine = os.uname().machine if os.name == "posix" else os.environ.get("PROCESSOR_ARCHITECTURE", "")
    return machine in ("x86_64", "AMD64")


def images() -> bool:
    """Whether linked machine code can be placed in memory and run."""
    return os.name == "posix" and x86_64() and sys.platform != "emscripten"


def processor() -> str:
    """What machine code that is kept depends on; nothing where that cannot be told, or no code can be kept."""
    if not images():
        return ""
    try:
        descriptor = os.open("/proc/cpuinfo", os.O_RDONLY)
    except OSError:
        return ""
    try:
        lines = os.read(descriptor, 4096).split(b"\n")
    finally:
        os.close(descriptor)
    return next((line.decode() for line in lines if line.startswith(b"flags")), "")


def available() -> bool:
    """Whether llvmlite is installed."""
    from importlib.machinery import PathFinder

    return PathFinder.find_spec("llvmlite") is not None
