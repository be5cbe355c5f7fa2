"""The profile as text: a listing with a column of heat, and what to look at first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from .figures import Call, Line, Profile

HOTTEST = 10
WIDTH = 8  # of the column of heat
SEEN = 0.002  # from this share of the hottest line on there is something to see
EIGHTHS = " ▏▎▍▌▋▊▉█"
COLOURS = ((0.5, "\x1b[91m"), (0.2, "\x1b[31m"), (0.05, "\x1b[33m"), (0.0, "\x1b[2m"))  # from what share of the hottest
PLAIN = "\x1b[0m"


class Style:
    """What the output can show: colours on a terminal, block characters where it has them."""

    def __init__(self, colours: bool, blocks: bool, columns: int | None) -> None:
        self.colours, self.blocks, self.columns = colours, blocks, columns

    def heat(self, share: float) -> str:
        """A bar as long as a line is hot beside the hottest."""
        if self.blocks:
            eighths = round(share * WIDTH * 8) or (1 if share >= SEEN else 0)
            bar = EIGHTHS[8] * (eighths // 8) + (EIGHTHS[eighths % 8] if eighths % 8 else "")
        else:
            bar = "#" * (round(share * WIDTH) or (1 if share >= SEEN else 0))
        return self.coloured(f"{bar:<{WIDTH}}", share)

    def coloured(self, text: str, share: float) -> str:
        if not self.colours:
            return text
        return next(colour for least, colour in COLOURS if share >= least) + text + PLAIN

    def cut(self, text: str) -> str:
        if self.columns is None or len(text) <= self.columns:
            return text
        return text[: max(1, self.columns - 1)] + ("…" if self.blocks else "~")


def listing(profile: Profile, style: Style) -> Iterator[str]:
    """The whole program, then the hottest lines and the subroutines."""
    yield f"{profile.name}: {summary(profile)}"
    yield ""
    yield f"{'time':>9} {'share':>6}  {'heat':<{WIDTH}} {'begun':>11} {'statements':>11}  line"
    whole = profile.seconds or 1.0
    most = max((line.seconds for line in profile.lines), default=0.0) or 1.0
    for line in profile.lines:
        yield _row(line, whole, most, style)
    yield ""
    yield from _hottest(profile, whole, most, style)
    yield from _subroutines(profile, whole)


def summary(profile: Profile) -> str:
    """`200 statements in 12 ms, and 3 s of waiting for input; it ended`"""
    waited = f", and {seconds(profile.waiting)} of waiting for input" if profile.waiting >= 0.001 else ""
    what = "statement" if profile.statements == 1 else "statements"
    return f"{profile.statements:,} {what} in {seconds(profile.seconds)}{waited}; {profile.ended}"


def _row(line: Line, whole: float, most: float, style: Style) -> str:
    share = line.seconds / most
    heat = style.heat(share)
    text = f"{line.number} {line.text}"
    if not line.statements:
        return style.coloured(f"{'':>9} {'':>6}  {'':<{WIDTH}} {'':>11} {'':>11}  {_cut(text, style, 0)}", 0)
    figures = f"{seconds(line.seconds):>9} {line.seconds / whole:>6.1%}"
    counts = f"{line.begun:>11,} {line.statements:>11,}"
    return f"{figures}  {heat} {counts}  {_cut(text, style, 0)}"


def _cut(text: str, style: Style, already: int) -> str:
    """What of a line fits behind the figures."""
    if style.columns is None:
        return text
    return Style(False, style.blocks, max(20, style.columns - 51 - already)).cut(text)


def _hottest(profile: Profile, whole: float, most: float, style: Style) -> Iterator[str]:
    hot = sorted((line for line in profile.lines if line.statements), key=lambda line: -line.seconds)[:HOTTEST]
    if len(hot) > 1:
        yield f"The hottest {len(hot)} lines take {sum(line.seconds for line in hot) / whole:.0%} of the time:"
        yield ""
        for line in hot:
            yield _row(line, whole, most, style)
        yield ""


def _subroutines(profile: Profile, whole: float) -> Iterator[str]:
    """Each subroutine and function, however it was called; its time with and without that of what it calls."""
    calls: dict[str, int] = defaultdict(int)
    own: dict[str, float] = defaultdict(float)
    total: dict[str, float] = defaultdict(float)

    def visit(call: Call, around: frozenset[str]) -> None:
        calls[call.name] += call.calls
        own[call.name] += call.own
        if call.name not in around:  # the outermost of a recursion has the time of the inner ones
            total[call.name] += call.seconds
        for inner in call.inner:
            visit(inner, around | {call.name})

    for call in profile.root.inner:
        visit(call, frozenset())
    if calls:
        yield f"{'time':>9} {'share':>6} {'own':>9} {'calls':>11}  subroutine"
        for name in sorted(total, key=lambda name: -total[name]):
            yield (
                f"{seconds(total[name]):>9} {total[name] / whole:>6.1%} {seconds(own[name]):>9} "
                f"{calls[name]:>11,}  {name}"
            )
        yield ""


def seconds(value: float) -> str:
    """`1.23 s`, `45.6 ms`, `7.89 us`"""
    if value >= 0.9995:
        return f"{value:.2f} s" if value < 100 else f"{value:,.0f} s"
    if value >= 0.0009995:
        return f"{value * 1e3:.3g} ms"
    return f"{value * 1e6:.3g} us"


def as_text(profiles: Sequence[Profile], style: Style) -> str:
    return "\n".join(line.rstrip() for profile in profiles for line in listing(profile, style))
