"""Runs the LALR tables over the tokens of one simple statement."""

from __future__ import annotations

from collections.abc import Sequence

from basic.syntax import build
from basic.syntax.crunch import Token
from basic.syntax.expressions import Malformed, Part, split_name
from basic.syntax.nodes import LineRef, Number, String, Variable
from basic.syntax.tables import END, PLACE_WORDS, TABLES


class Stuck(Exception):
    """No statement goes on with this token: what had been read by then, and the states it led to."""

    def __init__(self, states: list[int], values: list[Part], token: Token) -> None:
        super().__init__(token)
        self.states = states
        self.values = values
        self.token = token


def _variable(token: Token) -> Part:
    return Variable(token.column, *split_name(token))


def _number(token: Token) -> Part:
    assert isinstance(token.value, tuple)
    return Number(token.column, *token.value)


def _string(token: Token) -> Part:
    return String(token.column, str(token.value))


def _line_number(token: Token) -> Part:
    assert isinstance(token.value, int)
    return LineRef(token.column, token.value)


_SHIFTED = {"VARIABLE": _variable, "NUMBER": _number, "STRING": _string, "LINENUMBER": _line_number}


class Automaton:
    """The parser of simple statements; one serves any number of programs."""

    def __init__(self) -> None:
        self._rows = TABLES.rows
        self._rules = [(rule.size, rule.origin, build.action(rule)) for rule in TABLES.rules]
        self._starts = TABLES.starts
        self._ends = TABLES.ends

    def parse(self, tokens: Sequence[Token], start: str, end_column: int) -> Part:
        """What the tokens mean as `start`; raises Stuck or Malformed."""
        return self._run(tokens, [self._starts[start]], [], self._ends[start], end_column)

    def finish(self, states: Sequence[int], values: Sequence[Part], start: str) -> Part:
        """The statement that ends here, or None where it cannot."""
        copies = [type(value)(value) if isinstance(value, list) else value for value in values]
        try:
            return self._run((), list(states), copies, self._ends[start], 0)
        except (Stuck, Malformed):
            return None

    def expects(self, states: Sequence[int], terminal: str) -> bool:
        return terminal in self._rows[states[-1]]

    def _run(
        self, tokens: Sequence[Token], states: list[int], values: list[Part], end_state: int, end_column: int
    ) -> Part:
        """Shift and reduce until the end. A word like AS that has no place here is a plain name."""
        rows, rules, shifted = self._rows, self._rules, _SHIFTED
        for token in (*tokens, Token(END, "", end_column, end_column)):
            kind = token.type
            while True:
                action = rows[states[-1]].get(kind)
                if action is None:
                    if kind in PLACE_WORDS:
                        kind = "VARIABLE"
                        continue
                    raise Stuck(states, values, token)
                if action >= 0:
                    states.append(action)
                    make = shifted.get(kind)
                    values.append(make(token) if make else token)
                    break
                size, origin, build_node = rules[action]
                rest = len(values) - size
                parts = values[rest:]
                del values[rest:], states[rest + 1 :]
                values.append(build_node(parts))
                states.append(rows[states[-1]][origin])
                if kind is END and states[-1] == end_state:
                    return values[-1]
        raise AssertionError("the end of a statement is never shifted")
