"""The examples run."""

from __future__ import annotations

import importlib.util
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

numpy = pytest.importorskip("numpy")


@pytest.fixture(name="example")
def imported() -> Any:
    path = Path(__file__).parent.parent / "examples" / "gymnasium_queens.py"
    spec = importlib.util.spec_from_file_location("gymnasium_queens", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["gymnasium_queens"] = module
    spec.loader.exec_module(module)
    return module


def test_an_episode_that_follows_a_solution(example: Any) -> None:
    game = example.Queens(8, given=2)
    seen, told = game.reset(seed=4)
    assert seen.shape == (8, 8) and seen.sum() == 2 and told["action_mask"].shape == (64,)
    solution = example.ql.solve(game._problem).solution
    reward, is_over = 0.0, False
    for row, column in solution:
        if seen[row, column] == 0:
            seen, reward, is_over, _, told = game.step(8 * row + column)
    assert reward == 1.0 and is_over and seen.sum() == 8
    game.reset(seed=4)
    row, column = game._problem.givens[0]
    assert game.step(8 * row + column)[1:3] == (-1.0, True)


def test_tasks_have_one_answer(example: Any) -> None:
    for task in islice(example.tasks(seed=3), 3):
        assert example.ql.is_unique(task.problem)
        assert example.grade(task, task.answer) == (1.0, "right")
        assert example.grade(task, "a1 a2 a3")[0] == 0.0
        assert example.grade(task, "nonsense")[0] == 0.0
    assert next(example.tasks(seed=5)) == next(example.tasks(seed=5))


def test_it_is_an_environment_of_gymnasium(example: Any) -> None:
    checker = pytest.importorskip("gymnasium.utils.env_checker")
    checker.check_env(example.Queens(6, given=1), skip_render_check=True)


def test_it_runs(example: Any, capsys: pytest.CaptureFixture[str]) -> None:
    example.main()
    assert "boards with 4 given queens" in capsys.readouterr().out
