"""Shortest solutions, by a breadth-first search from the goal over all 181,440 states that can be solved."""

from functools import cache

from pyport.nine.board import GOAL, Moves, State, neighbours


@cache
def distances(goal: State = GOAL) -> dict[State, int]:
    """The smallest number of moves from every solvable state to the goal, the nearest states first."""
    distance = {goal: 0}
    queue = [goal]
    for state in queue:
        for _, neighbour in neighbours(state):
            if neighbour not in distance:
                distance[neighbour] = distance[state] + 1
                queue.append(neighbour)
    return distance


def solve(state: State, distance: dict[State, int]) -> Moves:
    """A shortest solution: always a move that comes nearer to the goal."""
    moves = ""
    while distance[state]:
        tile, state = next(step for step in neighbours(state) if distance[step[1]] < distance[state])
        moves += tile
    return moves
