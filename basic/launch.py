"""The command `basic`, also quick where Python keeps no bytecode beside this package.

Where it does not (PYTHONDONTWRITEBYTECODE, a folder that cannot be written to), every start would compile some forty
modules, which takes longer than all the rest of it. Then their code is kept in the user's cache, as is all else that
was worked out before.
"""

from __future__ import annotations

import sys
from _frozen_importlib_external import SourceFileLoader, spec_from_file_location
from marshal import dumps, loads
from os.path import exists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import CodeType

    from .cache import Cache


def main() -> int:
    if not exists(__spec__.cached or __file__) and "--no-cache" not in sys.argv:
        from .cache import Cache, folder

        where = folder()
        if where:
            sys.meta_path.insert(0, Modules(Cache(where, sys.version.encode())))
    from . import cli

    return cli.main()


class Modules:
    """Finds the modules of this package, for the import system."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:
        if not path or not name.startswith("basic."):
            return None
        folder = f"{path[0]}/{name.rpartition('.')[2]}"
        for file, inside in ((f"{folder}.py", None), (f"{folder}/__init__.py", [folder])):
            if exists(file):
                loader = KeptLoader(name, file, self._cache)
                return spec_from_file_location(name, file, loader=loader, submodule_search_locations=inside)
        return None


class KeptLoader(SourceFileLoader):
    """Compiles a module where the cache does not have its code."""

    def __init__(self, name: str, path: str, cache: Cache) -> None:
        super().__init__(name, path)
        self._cache = cache

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        known = self.path_stats(path)
        name = self._cache.name("module", path, f"{known['mtime']} {known['size']} {sys.flags.optimize}")
        kept = self._cache.get(name)
        if kept is not None:
            code: CodeType = loads(kept)
            return code
        code = self.source_to_code(self.get_data(path), path)
        self._cache.put(name, dumps(code))
        return code
