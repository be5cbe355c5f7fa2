"""The dialogue of NINE.BAS, and what the command line shows beyond it."""

import argparse
from collections.abc import Iterator, Sequence

from pyport.console import carry_out, command_line, watch
from pyport.nine import analysis, averages, optimum, paper, rules, search, table
from pyport.nine.board import (
    FIGURE_2,
    GOAL,
    Moves,
    State,
    draw_svg,
    inversions,
    is_solvable,
    is_state,
    picture,
    play,
    ways_to_the_ring,
)
from pyport.nine.paper import Reading

DESCRIPTION = """\
The eight-puzzle solved by rule, after a paper of 1989. Without arguments a dialogue starts; with one it shows what
goes beyond the paper."""
EPILOG = """\
A state is the nine digits of the cells, clockwise round the rim from the upper left corner and then the centre, 0 for
the blank. 123456780 is the goal."""
GREETING = """\
THE EIGHT-PUZZLE, after Xiao Jinsheng and Xin Xiaoxia (1989)

The cells:   A B C      The goal:   1 2 3
             H I D                  8   4
             G F E                  7 6 5

Type the nine digits of the cells A to I, 0 for the blank, as 104567823.
T prints Table 1 of the paper, R reads its text in another way, W shows every
step, an empty line ends."""


def dialogue() -> None:
    """Ask for states and show how the paper solves them, until an empty line (line 200)."""
    print(GREETING)
    print()
    reading, watched = Reading.TABLE, False
    while text := input("State? ").replace(" ", ""):
        match text.upper():
            case "T":
                print(table.as_printed())
            case "W":
                watched = not watched
                print("Every step is shown." if watched else "Steps are not shown.")
            case "R":
                reading = Reading.TEXT if reading is Reading.TABLE else Reading.TABLE
                print(f"Now with {reading.value}.")
            case _:
                print(answer(text, reading, watched))
        print()


def answer(text: str, reading: Reading = Reading.TABLE, watched: bool = False) -> str:
    """What the dialogue replies to a state: a solution, or why there is none."""
    if not is_state(text):
        return "No state: each digit from 0 to 8 must come once."
    if not is_solvable(text):
        ring = play(text, ways_to_the_ring(text)[0])[:8]
        refusal = f"No way: the ring {ring} has an odd number of inversions, {inversions(ring)}."
        return f"{picture(text)}\n{refusal}"
    solution = paper.solve(text, reading)
    lines = [picture(text)]
    if watched:
        lines += [shown(step) for step in paper.steps(text, reading) if step.moves]
    lines.append(listing(solution.order))
    if solution.turn:
        lines += [
            f"Tile 1 is now in {solution.cell_of_1}, so turn the ring.",
            listing(solution.turn),
            f"Together {len(solution.moves)} moves.",
        ]
    return "\n".join(lines)


def shown(step: paper.Step) -> str:
    """A step with its name, and the board after it (line 900)."""
    name = f"MOVE{step.procedure}, {step.j + 1} behind {step.j}" if step.procedure else "RING"
    return f"{name}:{''.join(f'  {tile}' for tile in step.moves)}\n{picture(step.state)}"


def listing(moves: Moves) -> str:
    """Moves and their number, twenty to a line (line 600)."""
    if not moves:
        return "0 moves."
    lines = ["1 move:" if len(moves) == 1 else f"{len(moves)} moves:"]
    lines += ["".join(f"  {tile}" for tile in moves[start : start + 20]) for start in range(0, len(moves), 20)]
    return "\n".join(lines)


def frames(state: State, reading: Reading) -> Iterator[str]:
    """The board, after each of the paper's steps with its name, and with the ring turned."""
    yield picture(state)
    yield from (shown(step) for step in paper.steps(state, reading) if step.moves)
    solution = paper.solve(state, reading)
    if solution.turn:
        yield f"{solution.cell_of_1}MOVE:{''.join(f'  {tile}' for tile in solution.turn)}\n{picture(GOAL)}"
    yield listing(solution.moves)


def three_solutions(state: State, reading: Reading) -> str:
    """One state solved by the paper, by our rules and as short as can be."""
    way = rules.OURS.way_to_the_ring(state)
    numbers = [step.number + 1 for step in rules.OURS.steps(play(state, way))]
    return "\n".join(
        (
            picture(state),
            f"The paper: {listing(paper.solve(state, reading).moves)}",
            f"Our rules ({', '.join(map(str, numbers)) or 'none needed'}): {listing(rules.OURS.solve(state))}",
            f"Optimum: {listing(optimum.solve(state, optimum.distances()))}",
        )
    )


def rule_list() -> str:
    """The table of our rules, a line each."""
    lines = [
        "The first rule that fits one of the eight views of the board is applied: 1 to j stand in a row clockwise,",
        "then a gap of so many tiles, then i = j + 1; S1 to S6 are the other tiles, clockwise after j.",
        "",
        " No   what it does              1 in   j+2 is S   moves (a digit k is Sk)",
    ]
    lines += [
        f"{number:3}   {rule.name:<23}   {rule.cells_of_1:<4}   {rule.next or 'any':<8}   {rule.moves}"
        for number, rule in enumerate(rules.RULES, start=1)
    ]
    return "\n".join(lines)


def searched() -> Iterator[str]:
    """The tables of rules that the search finds, and whether the last is ours."""
    found = rules.Table(())
    for found, average in search.search():
        yield f"{len(found.rules)} rules, {average:.4f} moves on the average of a state and its images"
    same = "" if found.rules == rules.OURS.rules else "not "
    yield f"The last is {same}the table of --rules, which needs {averages.of_our_rules().mean:.4f} moves"


def solvable_state(text: str) -> State:
    """Read the argument of the command line."""
    if not is_state(text):
        raise argparse.ArgumentTypeError(f"{text}: each digit from 0 to 8 must come once")
    if not is_solvable(text):
        raise argparse.ArgumentTypeError(f"{text} cannot be solved: its ring has an odd number of inversions")
    return text


def parser() -> argparse.ArgumentParser:
    """The command line."""
    command = command_line(
        "nine", DESCRIPTION, EPILOG, excludes=["svg", "table", "analysis", "averages", "rules", "search"]
    )
    show = command.add_mutually_exclusive_group()
    command.add_argument(
        "state",
        nargs="?",
        type=solvable_state,
        help=f"solve this state in three ways ({FIGURE_2} with --watch and --svg)",
    )
    command.add_argument("--text", action="store_true", help="with every preliminary move that the text states")
    show.add_argument("--svg", action="store_true", help="the board of the state as a picture")
    show.add_argument("--table", action="store_true", help="Table 1 of the paper beside our rules and the optimum")
    show.add_argument("--analysis", action="store_true", help="section 3 of the paper held against the figures")
    show.add_argument("--averages", action="store_true", help="the average number of moves over all states")
    show.add_argument("--rules", action="store_true", help="the table of our own rules")
    show.add_argument("--search", action="store_true", help="search for this table, a minute or two")
    return command


def main(argv: Sequence[str] | None = None) -> int:
    """Run the dialogue, or what the arguments ask for."""
    arguments = parser().parse_args(argv)

    def act() -> None:
        state, reading = arguments.state or FIGURE_2, Reading.TEXT if arguments.text else Reading.TABLE
        if arguments.watch:
            watch(frames(state, reading), arguments.speed)
        elif arguments.svg:
            print(draw_svg(state), end="")
        elif arguments.table:
            distance = optimum.distances()
            print(
                table.compared(
                    {
                        "here": lambda state: len(paper.solve(state, reading).moves),
                        "rules": lambda state: len(rules.OURS.solve(state)),
                        "optimum": distance.__getitem__,
                    }
                )
            )
        elif arguments.analysis:
            print(analysis.report())
        elif arguments.averages:
            print(averages.report())
        elif arguments.rules:
            print(rule_list())
        elif arguments.search:
            for line in searched():
                print(line, flush=True)
        elif arguments.state:
            print(three_solutions(state, reading))
        else:
            dialogue()

    return carry_out("nine", act)
