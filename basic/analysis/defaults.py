"""The table that DEFINT and its kin change: the type of a name without a sigil."""

from __future__ import annotations

from ..record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..syntax import nodes as n

    Named = n.Variable | n.Element | n.Whole | n.UserFunction | n.DefFn

Name = tuple[str, str, str]  # BASIC's name, its kind, and "" for a variable, "()" for an array, "FN" for a function


@record
class DefTypes:
    """The type of each first letter: 26 sigils, `!` to begin with."""

    sigils: str = "!" * 26

    def with_letters(self, letters: str, kind: str) -> DefTypes:
        table = list(self.sigils)
        for letter in letters:
            table[ord(letter) - 65] = kind
        return DefTypes("".join(table))

    def kind(self, name: str, sigil: str) -> str:
        return sigil or self.sigils[ord(name[0]) - 65]

    def name(self, node: Named) -> Name:
        """What a variable, an array or a function is known by wherever it stands."""
        return node.name, self.kind(node.name, node.sigil), node.form
