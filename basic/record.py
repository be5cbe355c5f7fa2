"""Small classes that are only their fields, made quickly; and what else of the standard library every run needs.

`dataclasses` does the same and more, but takes 10 ms to import (it brings `inspect`) and half a millisecond for each of
the hundred node classes: more than a short program takes to run. Type checkers treat a record as a frozen dataclass.
`functools` brings `collections`, 1.5 ms for two words.
"""

from __future__ import annotations

from _operator import attrgetter  # `operator` itself is one more file to read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from functools import cached_property as cached_property
    from functools import partial as partial
    from typing import Any, TypeVar, dataclass_transform, overload
    from typing import Protocol as Protocol

    T = TypeVar("T")

    @overload
    def record(cls: type[T]) -> type[T]: ...
    @overload
    def record(*, frozen: bool) -> Callable[[type[T]], type[T]]: ...
    @dataclass_transform(frozen_default=True)
    def record(cls: Any = None, *, frozen: bool = True) -> Any:
        """The class with slots, an initialiser, equality, hash and text made from its annotated fields.

        A value in the class body is the field's default.
        """

else:
    from _functools import partial as partial

    class cached_property:
        """What a method gives the first time is the attribute of its name from then on."""

        def __init__(self, make):
            self.make = make
            self.__doc__ = make.__doc__

        def __get__(self, owner, kind=None):
            if owner is None:
                return self
            value = owner.__dict__[self.make.__name__] = self.make(owner)
            return value

    def record(cls=None, *, frozen=True):
        return (lambda cls: _make(cls, frozen)) if cls is None else _make(cls, frozen)

    class Protocol:
        """What a class that fits must have; only type checkers ask (`typing` takes 5 ms to import)."""


FEW = 16  # what writing an initialiser costs, in records made without one


def _make(cls: type[Any], frozen: bool) -> type[Any]:
    body = dict(cls.__dict__)
    own = tuple(body.get("__annotations__", ()))
    names = tuple(name for base in reversed(cls.__mro__[1:]) for name in base.__dict__.get("_own_fields", ())) + own
    defaults = {**getattr(cls, "_defaults", {}), **{name: body.pop(name) for name in own if name in body}}
    for name in ("__dict__", "__weakref__"):
        body.pop(name, None)
    body |= {
        "__slots__": own,
        "__match_args__": names,
        "_own_fields": own,
        "_defaults": defaults,
        "_types": {**getattr(cls, "_types", {}), **body.get("__annotations__", {})},
        "_values": attrgetter(*names) if len(names) > 1 else staticmethod(_each),
        "__repr__": _text,
        "__eq__": _equal,
        "__hash__": _hash if frozen else None,
        "__reduce__": body.get("__reduce__", _reduced),
    }
    made = type(cls.__name__, cls.__bases__, body)

    count = 0

    def first(self: Any, *values: Any, **named: Any) -> None:
        """Of most classes a run makes few records or none: the initialiser is written when they have become FEW."""
        nonlocal count
        count += 1
        if count < FEW and len(values) == len(names):
            for name, value in zip(names, values, strict=True):
                setattr(self, name, value)
            return
        made.__init__ = _initialiser(names, defaults)  # type: ignore[misc]
        made.__init__(self, *values, **named)  # type: ignore[misc]

    made.__init__ = first  # type: ignore[misc]
    return made


def _initialiser(names: tuple[str, ...], defaults: dict[str, Any]) -> Any:
    arguments = ["self", *(f"{name}=_defaults[{name!r}]" if name in defaults else name for name in names)]
    lines = [f"    self.{name} = {name}" for name in names] or ["    pass"]
    scope: dict[str, Any] = {"_defaults": defaults}
    exec(f"def __init__({', '.join(arguments)}):\n" + "\n".join(lines), scope)
    return scope["__init__"]


def fields(item: Any) -> tuple[str, ...]:
    """The names of a record's fields, those of its base first."""
    names: tuple[str, ...] = item.__match_args__
    return names


def types(kind: type[Any]) -> dict[str, str]:
    """The types of a class's fields, as they are written."""
    found: dict[str, str] = kind._types
    return found


def replace(item: T, **changes: Any) -> T:
    """A copy with other values in some fields."""
    values = dict(zip(fields(item), item._values(item), strict=True))  # type: ignore[attr-defined]
    values.update(changes)
    return type(item)(**values)


def values(item: Any) -> tuple[Any, ...]:
    """What stands in a record's fields, in their order."""
    found: tuple[Any, ...] = item._values(item)
    return found


def _each(item: Any) -> tuple[Any, ...]:
    """The same where there is one field, or none."""
    return tuple([getattr(item, name) for name in item.__match_args__])


def _text(self: Any) -> str:
    return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.__match_args__)})"


def _equal(self: Any, other: object) -> bool:
    if self is other:
        return True
    return type(self) is type(other) and self._values(self) == other._values(other)  # type: ignore[attr-defined]


def _reduced(self: Any) -> tuple[type[Any], tuple[Any, ...]]:
    """For `pickle`: one call for each record, so that a deep tree is not too deep."""
    return type(self), self._values(self)


def _hash(self: Any) -> int:
    return hash((type(self), *self._values(self)))
