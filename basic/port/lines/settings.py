"""Lines that give variables values, as what they give to each: `t = 0`, `t = w = 0` and `t, w = 0, a[5]`."""

from __future__ import annotations

import re

from ...record import record

ONE_GIVEN = re.compile(r"(\w+)(?:: [\w\[\]]+)? = (.+)")  # one variable, perhaps with its type
_CHAINED = re.compile(r"(\w+(?: = \w+)+) = ([\w.\"-]+)")
_PAIRED = re.compile(r"(\w+(?:, \w+)*) = (.+)")


@record
class Settings:
    """`mark`: what stands between the variables."""

    names: list[str]
    values: list[str]
    mark: str = ", "

    def value(self, name: str) -> str:
        """What a variable is given; empty if it is given nothing."""
        return self.values[self.names.index(name)] if name in self.names else ""

    def without(self, name: str) -> str:
        """The line that gives the others their values; empty if there are none."""
        rest = [pair for pair in zip(self.names, self.values, strict=True) if pair[0] != name]
        names, values = self.mark.join(name for name, _ in rest), [value for _, value in rest]
        return f"{names} = {', '.join(values[:1] if self.mark == ' = ' else values)}" if rest else ""


def settings(text: str) -> Settings:
    """What a line gives; nothing if it is another."""
    if (chained := _CHAINED.fullmatch(text)) is not None:
        names = chained[1].split(" = ")
        return Settings(names, [chained[2]] * len(names), " = ")
    paired = _PAIRED.fullmatch(text)
    names, values = (paired[1].split(", "), _parted(paired[2])) if paired else ([], [])
    return Settings(names, values) if len(names) == len(values) else Settings([], [])


def _parted(code: str) -> list[str]:
    """Values that stand one behind the other."""
    depth, found, begin = 0, [], 0
    for position, sign in enumerate(code):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            found.append(code[begin:position].strip())
            begin = position + 1
    return [*found, code[begin:].strip()]
