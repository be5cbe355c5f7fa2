"""The dialogue of NINE.BAS, and what the command line shows beyond it."""

import argparse
from collections.abc import Sequence

from pyport.console import carry_out
from pyport.nine import averages, optimum, paper, rules, table
from pyport.nine.board import Moves, State, inversions, is_solvable, is_state, picture, play, ways_to_the_ring

GREETING = """\
THE EIGHT-PUZZLE, after Xiao Jinsheng and Xin Xiaoxia (1989)

The cells:   A B C      The goal:   1 2 3
             H I D                  8   4
             G F E                  7 6 5

Type the nine digits of the cells A to I, 0 for the blank, as 104567823.
T prints Table 1 of the paper, an empty line ends."""


def dialogue() -> None:
    """Ask for states and show how the paper solves them, until an empty line."""
    print(GREETING)
    print()
    while text := input("State? ").replace(" ", ""):
        print(answer(text))
        print()


def answer(text: str) -> str:
    """What the dialogue replies: Table 1, a solution, or why there is none."""
    if text in ("T", "t"):
        return table.as_printed()
    if not is_state(text):
        return "No state: each digit from 0 to 8 must come once."
    if not is_solvable(text):
        ring = play(text, ways_to_the_ring(text)[0])[:8]
        refusal = f"No way: the ring {ring} has an odd number of inversions, {inversions(ring)}."
        return f"{picture(text)}\n{refusal}"
    solution = paper.solve(text)
    lines = [picture(text), listing(solution.order)]
    if solution.turn:
        lines += [
            f"Tile 1 is now in {solution.cell_of_1}, so turn the ring.",
            listing(solution.turn),
            f"Together {len(solution.moves)} moves.",
        ]
    return "\n".join(lines)


def listing(moves: Moves) -> str:
    """Moves and their number, twenty to a line."""
    if not moves:
        return "0 moves."
    lines = ["1 move:" if len(moves) == 1 else f"{len(moves)} moves:"]
    lines += ["".join(f"  {tile}" for tile in moves[start : start + 20]) for start in range(0, len(moves), 20)]
    return "\n".join(lines)


def three_solutions(state: State) -> str:
    """One state solved by the paper, by our rules and as short as can be."""
    way = rules.way_to_the_ring(state)
    numbers = [step.number + 1 for step in rules.steps(play(state, way))]
    return "\n".join(
        (
            picture(state),
            f"The paper: {listing(paper.solve(state).moves)}",
            f"Our rules ({', '.join(map(str, numbers)) or 'none needed'}): {listing(rules.solve(state))}",
            f"Optimum: {listing(optimum.solve(state, optimum.distances()))}",
        )
    )


def rule_list() -> str:
    """The table of our rules, a line each."""
    lines = [
        "The first rule that fits one of the eight views of the board is applied: 1 to j stand in a row clockwise,",
        "then a gap of so many tiles, then i = j + 1; S1 to S6 are the other tiles, clockwise after j.",
        "",
        " No   j  gap  1 in   j+2 is S   moves (a digit k is Sk)",
    ]
    lines += [
        f"{number:3}   {rule.chain}   {rule.gap}   {rule.cells_of_1:<4}   {rule.next or 'any':<8}   {rule.moves}"
        for number, rule in enumerate(rules.RULES, start=1)
    ]
    return "\n".join(lines)


def solvable_state(text: str) -> State:
    """Read the argument of the command line."""
    if not is_state(text):
        raise argparse.ArgumentTypeError(f"{text}: each digit from 0 to 8 must come once")
    if not is_solvable(text):
        raise argparse.ArgumentTypeError(f"{text} cannot be solved: its ring has an odd number of inversions")
    return text


def parser() -> argparse.ArgumentParser:
    """The command line."""
    command = argparse.ArgumentParser(
        prog="python -m pyport.nine",
        description="The eight-puzzle solved by rule, after a paper of 1989. Without arguments a dialogue starts; "
        "with one it shows what goes beyond the paper.",
        epilog="A state is the nine digits of the cells, clockwise round the rim from the upper left corner and then "
        "the centre, 0 for the blank. 123456780 is the goal.",
    )
    show = command.add_mutually_exclusive_group()
    show.add_argument("state", nargs="?", type=solvable_state, help="solve this state in three ways")
    show.add_argument("--table", action="store_true", help="Table 1 of the paper beside our rules and the optimum")
    show.add_argument("--averages", action="store_true", help="the average number of moves over all states")
    show.add_argument("--rules", action="store_true", help="the table of our own rules")
    return command


def main(argv: Sequence[str] | None = None) -> int:
    """Run the dialogue, or what the arguments ask for."""
    arguments = parser().parse_args(argv)

    def act() -> None:
        if arguments.table:
            distance = optimum.distances()
            print(
                table.compared(
                    {
                        "here": lambda state: len(paper.solve(state).moves),
                        "rules": lambda state: len(rules.solve(state)),
                        "optimum": distance.__getitem__,
                    }
                )
            )
        elif arguments.averages:
            print(averages.report(optimum.distances()))
        elif arguments.rules:
            print(rule_list())
        elif arguments.state:
            print(three_solutions(arguments.state))
        else:
            dialogue()

    return carry_out("nine", act)
