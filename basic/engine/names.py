"""The names that BASIC's variables bear in generated code.

    A -> A_s    COUNT% -> COUNT_i    X# -> X_d    N$ -> N_t    A(1) -> A_sa    FNA -> FN_A_s

BASIC's names are made of capitals, digits and dots, so that nothing a program is called can meet a name of the engine's
own, which are all lower case; the dot is written as a small `p`.
"""

from __future__ import annotations

SUFFIX = {"%": "i", "!": "s", "#": "d", "$": "t"}
SIGIL = {suffix: sigil for sigil, suffix in SUFFIX.items()}
SIZE = {"%": 2, "!": 4, "#": 8, "$": 3}  # bytes of a value in memory; of a string its length and address


def scalar(name: str, kind: str) -> str:
    return f"{name.replace('.', 'p')}_{SUFFIX[kind]}"


def array(name: str, kind: str) -> str:
    return f"{name.replace('.', 'p')}_{SUFFIX[kind]}a"


def user_function(name: str, kind: str) -> str:
    return f"FN_{name.replace('.', 'p')}_{SUFFIX[kind]}"


def is_array(identifier: str) -> bool:
    return identifier.endswith("a")


def kind_of(identifier: str) -> str:
    """The sigil behind an identifier: `A_sa` -> `!`."""
    return SIGIL[identifier.rstrip("a")[-1]]


def initial(identifier: str) -> int | str:
    return "" if kind_of(identifier) == "$" else 0


def basic(identifier: str) -> str:
    """BASIC's name without its sigil: `ApB_s` -> `A.B`."""
    return identifier.rsplit("_", 1)[0].replace("p", ".")


def known_as(identifier: str) -> tuple[str, str, str]:
    """What the analyses know a variable or an array by."""
    return basic(identifier), kind_of(identifier), "()" if is_array(identifier) else ""
