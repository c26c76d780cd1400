"""The state-space search on problems written in Python."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

import queenslab as ql

Tiles = tuple[int, ...]
GOAL: Tiles = (1, 2, 3, 4, 5, 6, 7, 8, 0)
STRATEGIES = ["dfs", "bfs", "ids", "ucs", "greedy", "astar", "idastar", "beam:50"]


WAYS = (("up", -1, 0), ("down", 1, 0), ("left", 0, -1), ("right", 0, 1))
#: For each place of the gap, where it can go.
MOVES = [
    [(name, 3 * (row + r) + column + c) for name, r, c in WAYS if 0 <= row + r < 3 and 0 <= column + c < 3]
    for row in range(3)
    for column in range(3)
]


def slide(tiles: Tiles) -> list[tuple[str, Tiles]]:
    gap = tiles.index(0)
    steps = []
    for name, other in MOVES[gap]:
        moved = list(tiles)
        moved[gap], moved[other] = moved[other], 0
        steps.append((name, tuple(moved)))
    return steps


def manhattan(tiles: Tiles) -> int:
    return sum(abs(at // 3 - (tile - 1) // 3) + abs(at % 3 - (tile - 1) % 3) for at, tile in enumerate(tiles) if tile)


def cross(state: tuple[int, int, int]) -> Iterator[tuple[tuple[int, int], tuple[int, int, int]]]:
    """Missionaries, cannibals and the boat on the left bank; Amarel 1968."""
    left_m, left_c, boat = state
    for m, c in ((1, 0), (2, 0), (0, 1), (0, 2), (1, 1)):
        way = -1 if boat else 1
        m2, c2 = left_m + way * m, left_c + way * c
        if 0 <= m2 <= 3 and 0 <= c2 <= 3 and m2 in (0, 3, c2):
            yield (m, c), (m2, c2, 1 - boat)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_finds_a_path(strategy: str) -> None:
    found = ql.search((3, 3, 1), cross, (0, 0, 0), strategy=strategy)
    assert found.found and found.path is not None and found.labels is not None
    assert found.path[0] == (3, 3, 1) and found.path[-1] == (0, 0, 0)
    for state, label, after in zip(found.path, found.labels, found.path[1:]):
        assert (label, after) in list(cross(state))
    if strategy in ("bfs", "ids", "ucs", "astar", "idastar"):
        assert found.cost == 11  # Amarel 1968
    assert found.strategy == strategy and found.statistics["expanded"] > 0


def test_astar_is_shortest_and_expands_less() -> None:
    # One of the two hardest positions: 31 moves (Reinefeld 1993).
    start: Tiles = (8, 6, 7, 2, 5, 4, 3, 0, 1)
    found = ql.search(start, slide, GOAL, heuristic=manhattan)
    blind = ql.search(start, slide, GOAL, strategy="bfs")
    assert found.cost == blind.cost == 31
    assert found.statistics["expanded"] < blind.statistics["expanded"]


def test_costs_and_goals_by_function() -> None:
    # Russell and Norvig, Artificial Intelligence: Arad to Bucharest costs 418.
    roads = {
        "Arad": {"Zerind": 75, "Sibiu": 140, "Timisoara": 118},
        "Sibiu": {"Fagaras": 99, "Rimnicu": 80},
        "Fagaras": {"Bucharest": 211},
        "Rimnicu": {"Pitesti": 97},
        "Pitesti": {"Bucharest": 101},
    }
    line = {"Arad": 366, "Bucharest": 0, "Fagaras": 176, "Pitesti": 100, "Rimnicu": 193, "Sibiu": 253}

    def drive(city: str) -> list[tuple[str, str, int]]:
        return [(f"to {to}", to, cost) for to, cost in roads.get(city, {}).items()]

    found = ql.search("Arad", drive, lambda city: city == "Bucharest", heuristic=lambda city: line.get(city, 0) + 0.0)
    assert found.cost == 418 and found.path == ["Arad", "Sibiu", "Rimnicu", "Pitesti", "Bucharest"]


Point = tuple[int, int]
WALLS = {(1, column) for column in range(5)} | {(3, column) for column in range(1, 6)}


def walk(point: Point) -> Iterator[tuple[str, Point, float]]:
    """Steps of a king on 6 x 6 squares with walls: straight ones cost 1, diagonal ones the square root of 2."""
    for name, row, column in [(f"{r}{c}", point[0] + r, point[1] + c) for r in (-1, 0, 1) for c in (-1, 0, 1)]:
        if 0 <= row < 6 and 0 <= column < 6 and (row, column) not in WALLS | {point}:
            distance = abs(row - point[0]) + abs(column - point[1])
            yield name, (row, column), 1 if distance == 1 else math.sqrt(2)


def dijkstra(start: Point) -> dict[Point, float]:
    """Least costs, by relaxing every edge until nothing changes."""
    best = {start: 0.0}
    changed = True
    while changed:
        changed = False
        for point in list(best):
            for _, to, cost in walk(point):
                if best[point] + cost < best.get(to, math.inf) - 1e-12:
                    best[to] = best[point] + cost
                    changed = True
    return best


@pytest.mark.parametrize("strategy", ["ucs", "astar", "idastar"])
def test_costs_with_fractions(strategy: str) -> None:
    best = dijkstra((0, 0))
    for goal in [(0, 1), (0, 5), (2, 0), (5, 5)]:
        found = ql.search((0, 0), walk, goal, strategy=strategy, heuristic=lambda at: math.dist(at, goal))
        assert found.cost == pytest.approx(best[goal], abs=1e-9)
        assert found.path is not None and found.path[-1] == goal


def test_fractions_after_whole_costs() -> None:
    roads: dict[str, list[tuple[str, float]]] = {"a": [("b", 1), ("c", 2)], "b": [("d", 1)], "c": [("d", 0.5)], "d": [("e", 1)]}

    def drive(city: str) -> list[tuple[str, str, float]]:
        return [(f"to {to}", to, cost) for to, cost in roads.get(city, [])]

    # By hand: a b d e costs 3, a c d e 3.5.
    found = ql.search("a", drive, "e", strategy="ucs")
    assert found.cost == 3 and isinstance(found.cost, int) and found.path == ["a", "b", "d", "e"]
    roads["b"] = [("d", 1.75)]
    found = ql.search("a", drive, "e", strategy="ucs")
    assert found.cost == 3.5 and found.path == ["a", "c", "d", "e"] and "cost 3.5" in repr(found)
    steps = found.to_dict()["answers"][0]["steps"]
    assert [step["cost"] for step in steps] == [2, 0.5, 1] and found.to_dict()["answers"][0]["cost"] == 3.5
    assert ql.search("a", drive, "e", strategy="ucs", nodes=1).outcome is ql.Outcome.NODE_LIMIT
    # Whole costs stay exact.
    most = ql.search(0, lambda number: [("up", number + 1, 2**62)], 2)
    assert most.cost == 2**63


def test_no_solution_and_limits() -> None:
    def count(number: int) -> list[tuple[str, int]]:
        return [("add", number + 1)] if number < 100 else []

    none = ql.search(0, count, -1)
    assert not none.found and none.path is None and none.outcome == "exhausted"

    def forever(number: int) -> list[tuple[str, int]]:
        return [("one", number + 1), ("two", number + 2)]

    assert ql.search(0, forever, -1, nodes=500).statistics["expanded"] == 500
    assert ql.search(0, forever, -1, time=0.05).outcome == "stopped by the time limit"
    assert ql.search(0, forever, -1, memory=100_000).outcome == "stopped by the memory limit"
    narrow = ql.search((3, 3, 1), cross, (0, 0, 0), strategy="beam:1")
    assert narrow.outcome in ("gave up", "found")


def test_states_of_ones_own() -> None:
    @dataclass(frozen=True)
    class Jugs:
        small: int
        large: int

    def pour(jugs: Jugs) -> Iterator[tuple[str, Jugs]]:
        yield "fill small", Jugs(3, jugs.large)
        yield "fill large", Jugs(jugs.small, 5)
        yield "empty small", Jugs(0, jugs.large)
        yield "empty large", Jugs(jugs.small, 0)
        over = min(jugs.small, 5 - jugs.large)
        yield "small to large", Jugs(jugs.small - over, jugs.large + over)
        over = min(jugs.large, 3 - jugs.small)
        yield "large to small", Jugs(jugs.small + over, jugs.large - over)

    found = ql.search(Jugs(0, 0), pour, lambda jugs: jugs.large == 4, strategy="bfs")
    assert found.cost == 6 and "Jugs(small=3, large=4)" in str(found.to_dict())


def test_exceptions_come_through_with_the_statistics() -> None:
    def broken(number: int) -> list[tuple[str, int]]:
        if number == 10:
            raise RuntimeError("ten")
        return [("add", number + 1)]

    with pytest.raises(RuntimeError, match="ten") as raised:
        ql.search(0, broken, -1)
    partial = getattr(raised.value, "partial")
    assert partial.outcome == "cancelled" and partial.statistics["expanded"] == 11
    with pytest.raises(ZeroDivisionError):
        ql.search(0, broken, lambda number: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        ql.search(0, broken, -1, heuristic=lambda number: 1 // 0)


@pytest.mark.parametrize(
    ("steps", "error", "words"),
    [
        ([1], ql.Error, "successors gave 1: each must be a tuple (label, state) or (label, state, cost)"),
        ([("a",)], ql.Error, "successors gave ('a',)"),
        ([("a", 1, -1)], ql.Error, "the cost of a step is -1"),
        ([("a", 1, float("nan"))], ql.Error, "the cost of a step is nan: it must be a number of 0 or more"),
        ([("a", 1, 1e12)], ql.Error, "the cost of a step is 1000000000000: if costs have fractions, each is at most 4294967296"),
        ([("a", 1, 1e300)], ql.Error, "the cost of a step is 1e300: if costs have fractions"),
        ([("a", 1, 2**64)], ql.Error, "whole numbers at most 18446744073709551615"),
        ([("a", 1, "2")], ql.Error, "the cost of a step is '2'"),
        ([("a", [1])], TypeError, "unhashable"),
        (7, TypeError, "not iterable"),
    ],
)
def test_what_successors_may_not_give(steps: object, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as raised:
        ql.search(0, lambda number: steps, -1)  # type: ignore[arg-type, return-value]
    assert words in str(raised.value)


def test_bad_arguments() -> None:
    with pytest.raises(ql.Error, match="unknown strategy 'best'"):
        ql.search(0, lambda number: [], 1, strategy="best")
    with pytest.raises(ql.Error, match="the heuristic is nan"):
        ql.search(0, lambda number: [("a", 1)], 1, heuristic=lambda number: float("nan"))
    with pytest.raises(TypeError, match="successors must be a function"):
        ql.search(0, 3, 1)  # type: ignore[arg-type]
    with pytest.raises(ql.Error, match="unknown loop check"):
        ql.search(0, lambda number: [], 1, loop_check="closd")  # type: ignore[arg-type]
