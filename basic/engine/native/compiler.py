"""LLVM, as far as it is needed: text in, the address of a function out."""

from __future__ import annotations

from functools import cache
from importlib.machinery import PathFinder
from typing import Any

LEVEL = 1
# The standard sequence of passes takes four times as long and gives code that is no faster.
PASSES = (
    *("global_dead_code_eliminate", "always_inliner", "global_dead_code_eliminate"),
    *("sroa", "simplify_cfg", "instruction_combine", "simplify_cfg"),
)


@cache
def available() -> bool:
    """Whether llvmlite is installed."""
    return PathFinder.find_spec("llvmlite") is not None


@cache
def _target() -> Any:
    import llvmlite.binding as llvm  # type: ignore[import-untyped, unused-ignore]

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
    return llvm.Target.from_default_triple()


class Module:
    """Machine code for one text of LLVM; it lives as long as this object."""

    def __init__(self, text: str) -> None:
        import llvmlite.binding as llvm  # type: ignore[import-untyped, unused-ignore]

        machine = _target().create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=LEVEL, jit=True
        )
        module = llvm.parse_assembly(text)
        passes = llvm.create_new_module_pass_manager()
        for name in PASSES:
            getattr(passes, f"add_{name}_pass")()
        passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(LEVEL)))
        self._engine = llvm.create_mcjit_compiler(module, machine)
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        found: int = self._engine.get_function_address(name)
        return found
