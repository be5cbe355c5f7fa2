"""Random inputs: games that are played. The program asks, and what is typed is drawn from what it may want then.

Each game is a run of the BASIC side that answers every question; what was typed in it is an input. Where a game takes
a way out of IF, ON or WHILE that none took before, later ones begin as it did and leave it somewhere.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from random import Random

from ..analysis.flow import Flow
from ..codepage import to_bytes, to_unicode
from ..engine.interpreter import Interpreter
from ..engine.limits import Limits
from ..engine.poll import STATEMENTS
from ..library import words as _words
from ..machine.clock import FixedClock
from ..machine.disk import MemoryDisk
from ..machine.machine import Limits as Sizes
from ..machine.machine import Machine
from ..machine.terminal import MemoryTerminal
from ..syntax import nodes as n
from .answers import LEAVING, NUMBERS, ODD, WORDS, Vocabulary, key, number, suggested
from .sides import NOON

TRIES = 4  # games that are played for each that is wanted
TWO_WORDS = 0.7  # how often a command has an object, where the program looks for a blank
PATIENCE = 25  # answers after which a game is brought to an end
MOST_ANSWERS = 80
LIMITS = Limits(steps=200_000, output=200_000)
SHOWN = 160  # characters before a question that may belong to it

Way = tuple[int, int]  # from a point to the next


@dataclass(frozen=True, slots=True)
class Branches:
    """How many ways out of IF, ON and WHILE the inputs take, and how many there are."""

    taken: int
    of: int


@dataclass(frozen=True, slots=True)
class Game:
    """What was typed, and what it came to."""

    typed: tuple[str, ...]  # an answer each: a line with its end, or a key
    whole: bool  # the program has come to its end
    ways: frozenset[Way]


class Player(MemoryTerminal):
    """Somebody who types: first `begun`, then what the program may want."""

    def __init__(self, games: Games, drawn: Random, begun: tuple[str, ...]) -> None:
        super().__init__()
        self.games, self.drawn, self.begun = games, drawn, begun
        self.point = self.asked = 0  # where the program is, and where it asked last
        self.typed: list[str] = []
        self.patience = drawn.randint(1, PATIENCE)

    def _next_line(self) -> str:
        if len(self.typed) >= MOST_ANSWERS:
            return ""
        done = len(self.typed)
        self.asked = self.point
        known = self.games.last[self.point]
        if done < len(self.begun):
            answer = self.begun[done]
        elif known and done > self.patience:
            answer = self.drawn.choice(known)
        else:
            answer = self._answer()
        self.typed.append(answer)
        return to_bytes(answer).replace("\n", "\r")

    def _answer(self) -> str:
        points = self.games.flow.points
        match points[self.point].statement if self.point < len(points) else None:
            case n.Input(channel=None, prompt=prompt, targets=targets):
                question = self._question(prompt)
                return ",".join(self._value(key(target), question) for target in targets) + "\n"
            case n.LineInput(channel=None, prompt=prompt, target=target):
                return self._value(key(target), self._question(prompt)) + "\n"
            case n.Let(target=target):
                return (self._value(key(target), self._question("")) or "\n")[:1]  # INKEY$, INPUT$(1)
            case _:
                return self.drawn.choice(("\n", " ", "Y", "N", "1"))

    def _question(self, prompt: str) -> str:
        return (to_unicode(self.text[-SHOWN:]) + to_unicode(prompt))[-SHOWN:]

    def _value(self, name: str, question: str) -> str:
        drawn, words = self.drawn, name.endswith("$")
        wanted = [value for value in self.games.vocabulary.wanted(name) if words or number(value)]
        wanted += [value for value in suggested(question, drawn) if words or number(value)]
        if len(self.typed) > self.patience and (leaving := [value for value in wanted if value.upper() in LEAVING]):
            return drawn.choice(leaving)
        chance = drawn.random()
        if wanted and chance < 0.8:
            counts = self.games.tried
            rarest = min(counts[self.point, value] for value in wanted)
            rare = [value for value in wanted if counts[self.point, value] == rarest]
            value = drawn.choice(rare if chance < 0.4 else wanted)
            counts[self.point, value] += 1
            if " " in wanted and drawn.random() < TWO_WORDS:
                return f"{value} {drawn.choice(wanted)}"
            return value
        if chance > 0.96:
            return drawn.choice(ODD)
        if words and chance < 0.9:
            return drawn.choice(WORDS)
        return drawn.choice(NUMBERS) if drawn.random() < 0.5 else str(drawn.randint(-10, 100))


class Games:
    """Games of one program, the same ones for the same seed."""

    def __init__(
        self, program: n.Program, files: Mapping[str, bytes], seed: int, unlimited: bool = False, steps: float = inf,
        watch: Callable[[str], object] | None = None,
    ) -> None:  # fmt: skip
        """`steps`: statements of all games after which no other is begun; `watch` gets what each shows."""
        self.program, self.files, self.drawn, self.unlimited = program, files, Random(seed), unlimited
        self.steps, self.watch = steps, watch
        self.vocabulary = Vocabulary(program)
        self.tried: Counter[tuple[int, str]] = Counter()
        self.last: defaultdict[int, list[str]] = defaultdict(list)  # by question: answers that ended a game
        self.seen: set[Way] = set()
        self.fruitful: list[Game] = []  # those that took a new way

    def inputs(self, count: int) -> tuple[list[str], Branches]:
        """So many, and the branches that they take together: those that end first, of these the ones that saw most."""
        whole: dict[tuple[str, ...], Game] = {}
        short: dict[tuple[str, ...], Game] = {}
        for _ in range(TRIES * count):
            game = self._game()
            (whole if game.whole else short).setdefault(game.typed, game)
            if len(whole) >= 2 * count or not game.typed or self.steps < 0:  # who asks for nothing has one game
                break
        games = [*_richest(whole), *_richest(short)][:count]
        while len(games) < count:  # there are no others
            games.append(games[len(games) % max(1, len(whole) or len(short))])
        ways = _ways(self.flow)
        taken = ways & {way for game in games for way in game.ways}
        return ["".join(game.typed) for game in games], Branches(len(taken), len(ways))

    def _game(self) -> Game:
        begun: tuple[str, ...] = ()
        if self.fruitful and self.drawn.random() < 0.6:
            before = self.drawn.choice(self.fruitful).typed
            begun = before[: self.drawn.randint(0, len(before))]
        player = Player(self, self.drawn, begun)
        sizes = Sizes.none() if self.unlimited else Sizes()
        machine = Machine(player, clock=FixedClock(NOON), disks={"C": MemoryDisk(dict(self.files))}, limits=sizes)
        interpreter = Interpreter(machine, engine="python", unlimited=self.unlimited)
        interpreter.load(self.program)
        self.flow = interpreter.flow
        LIMITS.watch(interpreter)
        ways: set[Way] = set()

        def ask(point: int, done: int) -> float:
            ways.add((player.point, point))
            player.point = point
            self.steps -= 1
            return done

        interpreter.poll.ask(ask, STATEMENTS)
        try:
            outcome = interpreter.run()
        finally:
            machine.close()
        if outcome.reason == "break":
            raise KeyboardInterrupt
        assert _words
        if self.watch is not None:
            self.watch(to_unicode(player.text))
        game = Game(tuple(player.typed), outcome.reason not in ("input", "limit"), frozenset(ways))
        if game.whole and game.typed:
            self.last[player.asked].append(game.typed[-1])
        if not ways <= self.seen:
            self.seen |= ways
            self.fruitful.append(game)
        return game


def _richest(games: Mapping[tuple[str, ...], Game]) -> list[Game]:
    """Those first that add most ways to those before them."""
    left, seen, found = list(games.values()), set[Way](), []
    while left:
        best = max(left, key=lambda game: len(game.ways - seen))
        left.remove(best)
        seen |= best.ways
        found.append(best)
    return found


def _ways(flow: Flow) -> set[Way]:
    """The ways out of all that decides."""
    found: set[Way] = set()
    for point in flow.points:
        here = point.index
        match point.statement:
            case n.If():
                found |= {(here, here + 1), (here, point.otherwise)}
            case n.OnJump(lines=lines):
                targets = {flow.target(line) for line in lines}
                found |= {(here, target) for target in (*targets, point.next) if target is not None}
            case n.While() if here in flow.whiles:
                found |= {(here, point.next), (here, flow.points[flow.whiles[here]].next)}
    return found
