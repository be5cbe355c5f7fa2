"""A program as text, and made ready to be run: its points, its image, and the code for each situation it comes to."""

from __future__ import annotations

from ..analysis.defaults import DefTypes
from . import deoptimisation
from .image import Image, pack
from .version import Version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..analysis.defaults import Name
    from ..analysis.flow import Flow
    from ..syntax import nodes as n
    from .image import Outline
    from .interpreter import Interpreter
    from .native.plan import Store


class Text:
    """The lines of a program, read when somebody asks for them. It never changes: an edited program is another text."""

    def __init__(self, lines: Mapping[int, n.Line] | Callable[[], n.Program]) -> None:
        self._lines = lines

    @property
    def lines(self) -> Mapping[int, n.Line]:
        if callable(self._lines):
            self._lines = {line.number: line for line in self._lines().lines}
        return self._lines

    def __reduce__(self) -> tuple[type, tuple[Mapping[int, n.Line]]]:
        return Text, (self.lines,)

    @property
    def program(self) -> n.Program:
        from ..syntax.nodes import Program

        return Program(tuple(self.lines[number] for number in sorted(self.lines)))

    def stored(self) -> bytes:
        """As it would lie in memory, for PEEK."""
        from ..editing.tokenised import to_tokens

        return to_tokens(self.lines.values())[1:-1]


class Code:
    """What an interpreter knows of a text."""

    def __init__(
        self,
        interpreter: Interpreter,
        text: Text,
        image: Image | None = None,
        warnings: tuple[str, ...] = (),
        kept: tuple[Store, str] | None = None,
    ) -> None:
        self.text = text
        self.kept = kept  # where what is worked out about it is kept, and its name
        self.versions: dict[tuple[DefTypes, int, frozenset[Name], int], Version] = {}
        self.foreign = False  # variables have been set from outside the program
        self.interpreter = interpreter
        self._flow: Flow | None = None
        self._image = image
        self._warnings = warnings
        self._last: Version | None = None  # the one that the runtime is ready for
        self._exceptions: frozenset[Name] = frozenset()  # variables that hold more than the program gives them

    @property
    def flow(self) -> Flow:
        """Its points."""
        if self._flow is None:
            from ..analysis.flow import analyse

            self._flow = analyse(self.text.program)
        return self._flow

    @property
    def image(self) -> Image:
        """What is known of it without its tree."""
        if self._image is None:
            from .image import outline

            self._image = Image(outline(self.flow, self.text.lines.values()), self._warnings)
        return self._image

    @property
    def outline(self) -> Outline:
        return self.image.outline

    def keep(self) -> None:
        """Keep the image as later runs will want it: with the single steps of this one."""
        if self.kept is not None and self.image.grown:
            self.kept[0].put(self.kept[1], pack(self.image))

    def renewed(self) -> None:
        """Something else than its versions has been run, or the state of a run was put back."""
        self.foreign = True
        self._last = None

    def version(self, point: int) -> Version:
        """The code for the default types that hold now, or will hold after the straight code from here."""
        rt = self.interpreter.rt
        types, base = rt.types, rt.base
        if point in self.outline.settling:
            types, base = self._settled(point, types, base)
        looks = rt.traps.where if self.outline.trapping else rt.poll.where
        version = self._last
        if version is not None and version.assumed == (types, base, self._exceptions) and version.looks == looks:
            return version
        key = (types, base, self._exceptions, looks)
        version = self.versions.get(key)
        if version is None:
            made = self.image.made((types.sigils, *key[1:]))
            version = self.versions[key] = Version(self.interpreter, self, key[:3], looks, made)
        rt.define_functions(version.definitions)
        rt.assumed = (types, base)
        self._last = version
        return version

    def _settled(self, point: int, types: DefTypes, base: int) -> tuple[DefTypes, int]:
        """The default types behind the straight code from a point."""
        known = self.image.settled
        found = known.get((point, types.sigils, base))
        if found is None:
            from .settling import predicted

            settled, bottom = predicted(self.flow, point, types, base)
            found = known[point, types.sigils, base] = settled.sigils, bottom
            self.image.changed = True
        return DefTypes(found[0]), found[1]

    def enter(self, version: Version) -> bool:
        """Have the namespace ready for the fast code; False if its idea of whole numbers does not hold."""
        rt, function = self.interpreter.rt, version.function
        if version.entered != rt.generation:
            version.entered = rt.generation
            rt.know(function.known, function.arrays, version.words)
        wrong = deoptimisation.broken(version, rt)
        if self.foreign:
            self.foreign = False
            wrong |= deoptimisation.outside(version, rt)
        self._exceptions |= wrong
        return not wrong
