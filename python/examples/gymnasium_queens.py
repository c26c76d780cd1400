"""Queens as a task for models: boards to finish, made without end, and checked by the library.

``Queens`` has the interface of gymnasium (reset, step, spaces), and is a ``gymnasium.Env`` where gymnasium is installed. An
episode begins with a board on which some queens are given, so that there is a way to finish it; an action puts a queen on a
square. The reward is 1 for the last queen, 0 on the way, -1 for a queen that is attacked, where the episode ends.

``tasks`` gives the same boards as text with their answers, for models of language; ``grade`` checks an answer.

    python examples/gymnasium_queens.py
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy
import queenslab as ql

if TYPE_CHECKING:
    from numpy.typing import NDArray

try:
    import gymnasium

    Base: Any = gymnasium.Env
except ImportError:
    gymnasium = None  # type: ignore[assignment, unused-ignore]
    Base = object

Board = tuple[tuple[int, int], ...]


def begun(size: int, given: int, seed: int) -> ql.Problem:
    """A board of ``size`` with ``given`` queens of a random solution: there is a way to finish it."""
    solution = ql.random(size, seed=seed)
    if solution is None:
        raise ValueError(f"{size} queens have no solution: use 1, or 4 and more")
    if not 0 <= given <= size:
        raise ValueError(f"{given} given queens are not valid: use 0 to {size}")
    return ql.Problem(size, givens=random.Random(seed).sample(list(solution), given))


class Queens(Base):  # type: ignore[misc]
    """A board to be finished; observations are arrays of (size, size) with 1 for a queen."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, size: int = 8, given: int = 2) -> None:
        self.size, self.given = size, given
        self._seeds = random.Random(0)
        self._problem = begun(size, given, 0)
        self._queens: Board = tuple(self._problem.givens)
        if gymnasium is not None:
            self.observation_space = gymnasium.spaces.MultiBinary((size, size))
            self.action_space = gymnasium.spaces.Discrete(size * size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[numpy.int8], dict[str, Any]]:
        if gymnasium is not None:
            super().reset(seed=seed)
        if seed is not None:
            self._seeds = random.Random(seed)
        self._problem = begun(self.size, self.given, self._seeds.getrandbits(32))
        self._queens = tuple(self._problem.givens)
        return self._seen(), self._told()

    def step(self, action: int) -> tuple[NDArray[numpy.int8], float, bool, bool, dict[str, Any]]:
        square = divmod(int(action), self.size)
        legal = self._legal()
        if not legal[square]:
            return self._seen(), -1.0, True, False, self._told()
        self._queens = (*self._queens, square)
        is_over = len(self._queens) == self.size
        # No square is left where a queen could stand: the episode ends without a reward.
        is_stuck = not is_over and not self._legal().any()
        return self._seen(), float(is_over), is_over or is_stuck, False, self._told()

    def render(self) -> str:
        return str(ql.Placement(self._queens, self._problem))

    def _seen(self) -> NDArray[numpy.int8]:
        return ql.Placement(self._queens, self._problem).to_numpy().astype(numpy.int8)

    def _legal(self) -> NDArray[numpy.bool_]:
        legal = numpy.ones((self.size, self.size), dtype=bool)
        bare = ql.Problem(self.size)
        for square in self._queens:
            legal[square] = False
            for attacked in bare.attacks(square):
                legal[attacked] = False
        return legal

    def _told(self) -> dict[str, Any]:
        """The mask of squares that are not attacked: also what masked policies take."""
        return {"action_mask": self._legal().ravel()}


@dataclass(frozen=True)
class Task:
    """A board as text, and one answer."""

    prompt: str
    answer: str
    problem: ql.Problem


def tasks(size: int = 8, given: int = 3, seed: int = 0) -> Iterator[Task]:
    """Boards with exactly one way to finish them, without end; the same seed gives the same ones."""
    seeds = random.Random(seed)
    while True:
        problem = begun(size, given, seeds.getrandbits(32))
        answer = ql.ask(problem, "unique")
        if answer.value is not True or answer.solution is None:
            continue
        givens = ", ".join(ql.Placement(problem.givens, problem).names)
        prompt = (
            f"Place {size} queens on a board of {size} x {size}, so that none attacks another. Queens stand on {givens}. "
            "Answer with the squares of all queens, column letter and row number, row by row."
        )
        yield Task(prompt, " ".join(answer.solution.names), problem)


def grade(task: Task, answer: str) -> tuple[float, str]:
    """1 for a right answer and 0 for another, and why."""
    try:
        placement = ql.Placement(answer.replace(",", " ").split(), task.problem)
    except ql.Error as error:
        return 0.0, str(error)
    fault = placement.fault
    return (1.0, "right") if fault is None else (0.0, fault)


def main() -> None:
    game, rewards = Queens(8, given=4), []
    chooser = random.Random(1)
    for episode in range(200):
        _, told = game.reset(seed=episode)
        reward, is_over = 0.0, False
        while not is_over:
            choice = chooser.choice(numpy.flatnonzero(told["action_mask"]).tolist())
            _, reward, is_over, _, told = game.step(choice)
        rewards.append(reward)
    print(f"a player at random finishes {sum(rewards):.0f} of {len(rewards)} boards with 4 given queens")
    task = next(tasks(seed=2))
    print(task.prompt)
    print(task.answer, grade(task, task.answer))
    print("a1 a2 ...", grade(task, "a1 a2"))


if __name__ == "__main__":
    main()
