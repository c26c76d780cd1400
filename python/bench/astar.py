"""A* on the eight puzzle: `queenslab.search` beside what textbooks print, in one run, on the same callbacks.

    python bench/astar.py

``textbook`` follows the pseudocode of Russell and Norvig, Artificial Intelligence (best-first graph search): a node class, a
priority queue of nodes, and a frontier that is asked whether it holds a state by looking through it. ``heapq`` is the same
with a dict of the best costs in place of that, as a careful programmer writes it.
"""

from __future__ import annotations

import heapq
import itertools
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import queenslab as ql

Tiles = tuple[int, ...]
GOAL: Tiles = (1, 2, 3, 4, 5, 6, 7, 8, 0)
#: Where the gap may go from each square.
MOVES = [
    [
        (name, at + 3 * row + column)
        for name, row, column in (("up", -1, 0), ("down", 1, 0), ("left", 0, -1), ("right", 0, 1))
        if 0 <= at // 3 + row < 3 and 0 <= at % 3 + column < 3
    ]
    for at in range(9)
]
#: How far each tile is from its place, by square and tile.
FAR = [
    [0 if tile == 0 else abs(at // 3 - (tile - 1) // 3) + abs(at % 3 - (tile - 1) % 3) for tile in range(9)]
    for at in range(9)
]


def slide(tiles: Tiles) -> Iterator[tuple[str, Tiles]]:
    gap = tiles.index(0)
    for name, other in MOVES[gap]:
        moved = list(tiles)
        moved[gap], moved[other] = moved[other], 0
        yield name, tuple(moved)


def manhattan(tiles: Tiles) -> int:
    return sum(far[tile] for far, tile in zip(FAR, tiles))


def ring(size: int) -> tuple[Callable[[int], list[tuple[str, int]]], Callable[[int], int], int]:
    """A grid without walls, states as numbers: callbacks that cost next to nothing."""
    steps = [
        [
            (name, state + by)
            for name, by, fits in (
                ("e", 1, state % size < size - 1),
                ("w", -1, state % size > 0),
                ("s", size, state < size * (size - 1)),
                ("n", -size, state >= size),
            )
            if fits
        ]
        for state in range(size * size)
    ]
    # A bound that says half, so that there is something to search.
    bounds = [(size - 1 - state % size + size - 1 - state // size) // 2 for state in range(size * size)]
    return steps.__getitem__, bounds.__getitem__, size * size - 1


class Node:
    """As textbooks have it."""

    def __init__(self, state: Any, parent: Node | None = None, action: Any = None, cost: int = 0) -> None:
        self.state, self.parent, self.action, self.cost = state, parent, action, cost

    def __lt__(self, other: Node) -> bool:
        return False

    def path(self) -> list[Any]:
        node, path = self, []
        while node.parent is not None:
            path.append(node.action)
            node = node.parent
        return path[::-1]


class Queue:
    """A priority queue that can be asked for a state."""

    def __init__(self, value: Callable[[Node], int]) -> None:
        self.heap: list[tuple[int, Node]] = []
        self.value = value

    def append(self, node: Node) -> None:
        heapq.heappush(self.heap, (self.value(node), node))

    def pop(self) -> Node:
        return heapq.heappop(self.heap)[1]

    def find(self, state: Any) -> int | None:
        return next((at for at, (_, node) in enumerate(self.heap) if node.state == state), None)

    def replace(self, at: int, node: Node) -> None:
        self.heap[at] = (self.value(node), node)
        heapq.heapify(self.heap)


def textbook(start: Any, successors: Any, goal: Any, heuristic: Any) -> int:
    frontier = Queue(lambda node: node.cost + heuristic(node.state))
    frontier.append(Node(start))
    explored: set[Any] = set()
    while frontier.heap:
        node = frontier.pop()
        if node.state == goal:
            return len(node.path())
        explored.add(node.state)
        for action, state in successors(node.state):
            child = Node(state, node, action, node.cost + 1)
            if state in explored:
                continue
            at = frontier.find(state)
            if at is None:
                frontier.append(child)
            elif child.cost < frontier.heap[at][1].cost:
                frontier.replace(at, child)
    return -1


def with_heapq(start: Any, successors: Any, goal: Any, heuristic: Any) -> int:
    number = itertools.count()
    best = {start: 0}
    frontier = [(heuristic(start), next(number), Node(start))]
    while frontier:
        _, _, node = heapq.heappop(frontier)
        if node.cost > best[node.state]:
            continue
        if node.state == goal:
            return len(node.path())
        for action, state in successors(node.state):
            cost = node.cost + 1
            if cost < best.get(state, 1 << 60):
                best[state] = cost
                heapq.heappush(frontier, (cost + heuristic(state), next(number), Node(state, node, action, cost)))
    return -1


def with_queenslab(start: Any, successors: Any, goal: Any, heuristic: Any) -> int:
    cost = ql.search(start, successors, goal, heuristic=heuristic).cost
    return -1 if cost is None else int(cost)


def main() -> None:
    steps, bounds, corner = ring(150)
    problems: list[tuple[str, tuple[Any, Any, Any, Any]]] = [
        ("eight puzzle, 23 moves", ((1, 6, 4, 8, 7, 0, 3, 2, 5), slide, GOAL, manhattan)),
        ("eight puzzle, 31 moves", ((8, 6, 7, 2, 5, 4, 3, 0, 1), slide, GOAL, manhattan)),
        ("grid of 150 x 150, tables", (0, steps, corner, bounds)),
    ]
    solvers = [("queenslab", with_queenslab, 15), ("heapq", with_heapq, 15), ("textbook", textbook, 1)]
    print("| problem | cost | solver | seconds | ratio |\n|---|---:|---|---:|---:|")
    for name, problem in problems:
        times: dict[str, list[float]] = {solver: [] for solver, _, _ in solvers}
        costs: set[int] = set()
        # In turns, so that what else the machine does meets all alike.
        for turn in range(15):
            for solver, solve, runs in solvers:
                if turn < runs:
                    begun = time.perf_counter()
                    costs.add(solve(*problem))
                    times[solver].append(time.perf_counter() - begun)
        (cost,) = costs
        own = statistics.median(times["queenslab"])
        for solver, taken in times.items():
            seconds = statistics.median(taken)
            print(f"| {name} | {cost} | {solver} | {seconds:.4f} | {seconds / own:.1f} |", flush=True)


if __name__ == "__main__":
    main()
