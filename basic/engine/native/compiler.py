"""LLVM, as far as it is needed: text in, the address of a function out."""

from __future__ import annotations

from functools import cache

from ...record import Protocol, record
from .direct import library
from .linking import Image, Unlinkable, linked
from .processor import images

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@record
class Effort:
    """What is done for the speed of the code."""

    level: int
    passes: tuple[str, ...]


# In a third to a tenth of the time; the code takes 1.3 (calls of operations) to ten times as long (loops of integers).
QUICK = Effort(0, ("AlwaysInliner", "GlobalDCE", "SROA"))
# The standard sequence of passes takes four times as long and gives code that is no faster.
GOOD = Effort(1, (*QUICK.passes, "SimplifyCFG", "InstCombine", "SimplifyCFG"))
# What llvmlite calls them.
METHODS = {
    "AlwaysInliner": "always_inliner",
    "GlobalDCE": "global_dead_code_eliminate",
    "SROA": "sroa",
    "SimplifyCFG": "simplify_cfg",
    "InstCombine": "instruction_combine",
}
TRIPLE = "x86_64-unknown-linux-gnu"  # of images: ELF, and the calling convention of all systems but Windows


class Code(Protocol):
    """Machine code in memory."""

    def address(self, name: str) -> int: ...


def image(text: str, effort: Effort) -> Image:
    """Machine code for a text of LLVM, to be kept or placed; Unlinkable where there is no such thing."""
    if not images():
        raise Unlinkable("another processor or system")
    found = library()
    if found is not None:
        return linked(found.machine_code(text, TRIPLE, effort.level, effort.passes))
    import llvmlite.binding as llvm  # type: ignore[import-untyped, unused-ignore]

    _initialise()
    target = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=effort.level,
        reloc="pic",
        codemodel="small",
    )
    return linked(target.emit_object(_optimised(text, target, effort)))


class Engine:
    """LLVM's own loader: where images cannot be run."""

    def __init__(self, text: str, effort: Effort) -> None:
        import llvmlite.binding as llvm  # type: ignore[import-untyped, unused-ignore]

        _initialise()
        target = llvm.Target.from_default_triple().create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=effort.level, jit=True
        )
        self._engine = llvm.create_mcjit_compiler(_optimised(text, target, effort), target)
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        found: int = self._engine.get_function_address(name)
        return found


@cache
def _initialise() -> None:
    import llvmlite.binding as llvm  # type: ignore[import-untyped, unused-ignore]

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()


def _optimised(text: str, target: Any, effort: Effort) -> Any:
    import llvmlite.binding as llvm  # type: ignore[import-untyped, unused-ignore]

    module = llvm.parse_assembly(text)
    passes = llvm.create_new_module_pass_manager()
    for name in effort.passes:
        getattr(passes, f"add_{METHODS[name]}_pass")()
    passes.run(module, llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(effort.level)))
    return module
