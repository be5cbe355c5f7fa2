"""The shared library of llvmlite, called directly.

It loads in 10 ms; llvmlite's own modules, and what they import of the standard library, take five times as long, which
is more than LLVM spends on most loops. Names and arguments are those of one version of LLVM: with any other, and
wherever a function is missing, `open_library` gives None and llvmlite's own modules are used.
"""

from __future__ import annotations

from ctypes import CDLL, byref, c_char_p, c_int, c_size_t, c_void_p, string_at
from functools import cache
from importlib.machinery import PathFinder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

VERSION = 22  # of LLVM

# What is given back, and what is taken: i a number, s a text, t the address of a text to be filled in, p anything else.
_FUNCTIONS = {
    "InitializeNativeTarget": ":",
    "InitializeNativeAsmPrinter": ":",
    "InitializeNativeAsmParser": ":",
    "GetHostCPUName": ":t",
    "GetHostCPUFeatures": "i:t",
    "DisposeString": ":p",
    "ContextCreate": "p:",
    "ContextDispose": ":p",
    "ParseAssembly": "p:pst",
    "DisposeModule": ":p",
    "GetTargetFromTriple": "p:st",
    "CreateTargetMachine": "p:psssissiis",
    "DisposeTargetMachine": ":p",
    "CreatePipelineTuningOptions": "p:",
    "DisposePipelineTuningOptions": ":p",
    "CreatePassBuilder": "p:pp",
    "DisposePassBuilder": ":p",
    "CreateNewModulePassManager": "p:",
    "DisposeNewModulePassManger": ":p",
    "module_AddAlwaysInlinerPass": ":p",
    "module_AddGlobalDCEPass": ":p",
    "module_AddSROAPass": ":p",
    "module_AddSimplifyCFGPass": ":p",
    "module_AddInstCombinePass": ":p",
    "RunNewModulePassManager": ":ppp",
    "TargetMachineEmitToMemory": "p:ppit",
    "GetBufferStart": "p:p",
    "GetBufferSize": "z:p",
    "DisposeMemoryBuffer": ":p",
}
_TYPES = {"i": c_int, "s": c_char_p, "z": c_size_t, "p": c_void_p, "t": c_void_p}


@cache
def library() -> Library | None:
    """The library, if it is there and is the one this is written for."""
    spec = PathFinder.find_spec("llvmlite")
    for folder in (spec and spec.submodule_search_locations) or ():
        try:
            return Library(f"{folder}/binding/libllvmlite.so")
        except (OSError, AttributeError):
            continue
    return None


class Library:
    """LLVM's functions, by their names."""

    def __init__(self, path: str) -> None:
        """AttributeError if it is not the version that is known."""
        loaded = CDLL(path)
        if loaded.LLVMPY_GetVersionInfo() >> 16 != VERSION:
            raise AttributeError("another version of LLVM")
        self._functions: dict[str, Any] = {}
        for name, form in _FUNCTIONS.items():
            function = self._functions[name] = getattr(loaded, f"LLVMPY_{name}")
            result, arguments = form.split(":")
            function.restype = _TYPES[result] if result else None
            function.argtypes = [_TYPES[letter] for letter in arguments]
        for part in ("Target", "AsmPrinter", "AsmParser"):
            self._functions[f"InitializeNative{part}"]()

    def machine_code(self, text: str, triple: str, level: int, passes: Iterable[str]) -> bytes:
        """The object that LLVM makes of a text."""
        call = self._functions
        made: list[tuple[str, int]] = []

        def make(name: str, dispose: str, *arguments: Any, asked: bool = False) -> int:
            said = c_char_p()
            thing = call[name](*arguments, byref(said)) if asked else call[name](*arguments)
            if not thing:
                raise RuntimeError(f"LLVM: {name}: {self._taken(said).decode('latin-1')}")
            if dispose:
                made.append((dispose, thing))
            return int(thing)

        try:
            context = make("ContextCreate", "ContextDispose")
            module = make("ParseAssembly", "DisposeModule", context, text.encode(), asked=True)
            target = make("GetTargetFromTriple", "", triple.encode(), asked=True)
            machine = make(
                "CreateTargetMachine", "DisposeTargetMachine", target, triple.encode(), self._host("GetHostCPUName"),
                self._host("GetHostCPUFeatures"), level, b"pic", b"small", 0, 0, b"",
            )  # fmt: skip
            tuning = make("CreatePipelineTuningOptions", "DisposePipelineTuningOptions")
            builder = make("CreatePassBuilder", "DisposePassBuilder", machine, tuning)
            manager = make("CreateNewModulePassManager", "DisposeNewModulePassManger")
            for name in passes:
                call[f"module_Add{name}Pass"](manager)
            call["RunNewModulePassManager"](manager, module, builder)
            buffer = make("TargetMachineEmitToMemory", "DisposeMemoryBuffer", machine, module, 1, asked=True)
            return string_at(call["GetBufferStart"](buffer), call["GetBufferSize"](buffer))
        finally:
            for dispose, thing in reversed(made):
                call[dispose](thing)

    def _host(self, name: str) -> bytes:
        """What LLVM knows of this processor."""
        said = c_char_p()
        self._functions[name](byref(said))
        return self._taken(said)

    def _taken(self, said: c_char_p) -> bytes:
        text = said.value
        if text is None:
            return b""
        self._functions["DisposeString"](said)
        return text
