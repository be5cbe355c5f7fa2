"""The comparison on the terminal: transcripts side by side, the first difference marked, a summary line per pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from .comparison import OLD, Comparison, Kind, Result, Settings, last_digits
from .difference import Place, Row, first_difference, pieces

NARROWEST = 80
WHOLE = 60  # transcripts of so many rows are shown whole, of longer ones what lies around the first difference
AROUND = 10
NUMBER = 4  # columns of a line number
MOST_CHANGES = 12  # lines shown of those that change with the arithmetic
BLANK = "\u00b7"
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
MARKS = {(True, True): "|", (True, False): "<", (False, True): ">"}


def visible(text: str) -> str:
    """Each character as one column: those that would act on a terminal as pictures."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else chr(0x2400 + ord(c)) if c < " " else UNKNOWN for c in text)


def summary(comparison: Comparison, width: int = 0) -> str:
    """`PENTA.BAS and penta.py   equal on 97 inputs`"""
    return f"{comparison.pair.title:<{width}}  {outcome(comparison)}{branches(comparison, ', ')}"


def branches(comparison: Comparison, before: str = "") -> str:
    """`31 of 40 branches taken`, of random inputs"""
    taken = comparison.inputs.branches
    return "" if taken is None else f"{before}{taken.taken} of {taken.of} branches taken"


def outcome(comparison: Comparison) -> str:
    """`equal on 97 inputs`"""
    if comparison.problem:
        return comparison.problem
    count = len(comparison.results)
    amount = f"{count} random" if comparison.inputs.origin == "random" else str(count)
    runs = f"{amount} input{'' if count == 1 else 's'}"
    if comparison.inputs.origin == "none" or not any(comparison.inputs.texts):
        runs = f"{count} run{'' if count == 1 else 's'}"
    if comparison.kind == "digits":
        first, forgiven = comparison.different[0], last_digits(comparison.digits)
        where = f"{len(comparison.different)} of {runs}, first on {called(first)}"
        return f"EQUAL BUT FOR {forgiven} on {where}{_column(first)}"
    if comparison.different:
        first = comparison.different[0]
        return f"DIFFERENT on {len(comparison.different)} of {runs}, first on {called(first)}: {first.remarks[0]}"
    if comparison.short:
        rest = "" if len(comparison.short) == count else ", equal on the rest"
        return f"TOO SHORT on {len(comparison.short)} of {runs} (both sides read past the end){rest}"
    return f"equal on {runs}" + (f" but for {last_digits(comparison.digits)}" if comparison.digits else "")


def _column(result: Result) -> str:
    """`, line 4, column 23`, where the first difference is"""
    return f", line {result.place.line[0]}, column {result.place.column[0] + 1}" if result.place else ""


def called(result: Result) -> str:
    """`input 3 of PENTA.BAS`"""
    return f"{result.name} of {result.program.name}"


def total(comparisons: Sequence[Comparison]) -> str:
    """`5 equal`, or `3 equal, 1 equal but for last digits, 1 different`"""
    kinds = [comparison.kind for comparison in comparisons]
    others: dict[Kind, str] = {"digits": "equal but for last digits", "different": "different", "short": "too short"}
    rest = (f", {kinds.count(kind)} {said}" for kind, said in others.items() if kind in kinds)
    return f"{kinds.count('equal')} equal{''.join(rest)}"


def settings_line(settings: Settings) -> str:
    """Which comparison was used."""
    return f"Comparison: {settings.loose}. Numbers of the BASIC side: {settings.numbers}."


def side_by_side(
    result: Result, width: int, port: str, paint: Callable[[str, str], str] = lambda text, how: text
) -> Iterator[str]:
    """Both transcripts in columns of the terminal, a caret under the first difference."""
    half = (max(width, NARROWEST) - 3) // 2
    yield paint(f"{called(result)}: {result.verdict}", "good" if result.equal else "bad")
    if result.input:
        yield f"Input: {result.input!r}"
    if result.place is not None or not result.written:
        yield paint(f"{result.program.name:<{half}}   {port}".rstrip(), "head")
        yield paint("-" * half + "-+-" + "-" * half, "dim")
        yield from _rows(result.rows, result.place, half, paint)
    for file in result.written:
        if file.rows:
            yield paint(f"{file.name:<{half}}   {file.name}", "head")
            yield paint("-" * half + "-+-" + "-" * half, "dim")
            yield from _rows(file.rows, first_difference(file.rows, result.loose), half, paint)


def _rows(rows: Sequence[Row], place: Place | None, half: int, paint: Callable[[str, str], str]) -> Iterator[str]:
    at = place.row if place else None
    begin, end = 0, len(rows)
    if end > WHOLE:
        begin = max(0, (at or 0) - AROUND)
        end = min(len(rows), (at or 0) + 2 * AROUND)
    if begin:
        yield f"     ... {begin} equal lines"
    numbers = [sum(row.left is not None for row in rows[:begin]), sum(row.right is not None for row in rows[:begin])]
    for index, row in enumerate(rows[begin:end], begin):
        numbers[0] += row.left is not None
        numbers[1] += row.right is not None
        columns = place.column if place and index == at else None
        for line in _row(row, numbers[0], numbers[1], half, columns):
            yield line if row.same else paint(line, "bad")
    if end < len(rows):
        yield f"     ... {len(rows) - end} more lines"


def _row(row: Row, left: int, right: int, half: int, columns: tuple[int, int] | None) -> Iterator[str]:
    """One row, folded if it is long; under the first difference a line with carets."""
    mark = " " if row.same else MARKS[row.left is not None, row.right is not None]
    one, other = row.left, row.right
    ends = not row.same and one is not None and other is not None and one.rstrip(" ") == other.rstrip(" ")
    sides = [_folded(one, left, half, ends), _folded(other, right, half, ends)]
    carets = None
    if columns is not None:
        room = half - NUMBER - 1
        carets = [" " * (NUMBER + 1 + column % room) + "^" for column in columns]
        folds = [column // room for column in columns]
    for fold, (a, b) in enumerate(zip_longest(*sides, fillvalue="")):
        yield f"{a:<{half}} {mark} {b}".rstrip()
        if carets:
            under = [
                caret if at == fold and text is not None else ""
                for caret, at, text in zip(carets, folds, (row.left, row.right), strict=True)
            ]
            if any(under):
                yield f"{under[0]:<{half}}   {under[1]}".rstrip()


def _folded(text: str | None, number: int, half: int, ends: bool) -> list[str]:
    """`ends`: blanks at the end are shown, as they are the difference."""
    if text is None:
        return []
    shown = visible(text)
    if ends:
        bare = shown.rstrip(" ")
        shown = bare + BLANK * (len(shown) - len(bare))
    room = half - NUMBER - 1
    parts = [shown[start : start + room] for start in range(0, max(len(shown), 1), room)]
    return [f"{number if fold == 0 else '':>{NUMBER}} {part}" for fold, part in enumerate(parts)]


def arithmetic(comparison: Comparison, numbers: str) -> Iterator[str]:
    """Which lines, and which digits in them, change with the arithmetic of the BASIC side."""
    changed = [(result, row) for result in comparison.results for row in result.changed]
    everything = sum(len(result.rows) for result in comparison.results)
    inputs = sum(bool(result.changed) for result in comparison.results)
    if not changed:
        yield f"{comparison.pair.name}: {numbers} prints the same digits as {OLD}, all {everything} lines"
        return
    on = f", on {inputs} of {len(comparison.results)} inputs" if len(comparison.results) > 1 else ""
    yield f"{comparison.pair.name}: {numbers} changes {len(changed)} of {everything} lines{on}"
    for result, row in changed[:MOST_CHANGES]:
        old, new = visible(row.left or ""), visible(row.right or "")
        yield f"  {called(result)}" if len(comparison.results) > 1 else ""
        yield f"    {OLD:<7} {old}"
        yield f"    {numbers:<7} {new}"
        yield " " * 12 + changed_digits(old, new)
    if len(changed) > MOST_CHANGES:
        yield f"  ... {len(changed) - MOST_CHANGES} more lines"


def changed_digits(old: str, new: str) -> str:
    """Carets under the characters of the new line that are not those of the old one, number by number."""
    before, after = pieces(old), pieces(new)
    if [piece.kind for piece in before] != [piece.kind for piece in after]:
        return _carets(old, new)
    return "".join(_carets(a.text, b.text) for a, b in zip(before, after, strict=True)).rstrip()


def _carets(old: str, new: str) -> str:
    """Under `new`, and as long; where only the end of the old text is missing, under the last character."""
    marks = "".join("^" if a != b else " " for a, b in zip_longest(old[: len(new)], new))
    return marks if old == new or "^" in marks else f"{marks[:-1]}^"
