"""The notebooks, run from their first cell to the last in a fresh kernel, small."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")
pytest.importorskip("matplotlib")

FOLDER = Path(__file__).parent.parent / "notebooks"
LESSONS = sorted((FOLDER / "lessons").glob("*.ipynb"))
NOTEBOOKS = [*sorted(FOLDER.glob("*.ipynb")), *LESSONS]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("QUEENSLAB_SMALL", "1")
    notebook = nbformat.read(path, as_version=4)
    place = {"metadata": {"path": str(tmp_path)}}
    client = nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources=place)
    client.execute()
    shown = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/svg+xml" in output.get("data", {}) or "image/png" in output.get("data", {}) for output in shown)
    stored = [output for cell in nbformat.read(path, as_version=4).cells for output in cell.get("outputs", [])]
    assert stored == [], "notebooks are kept without outputs"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_checks_answers(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cells = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    lesson: dict[str, Any] = {"display": print}
    for cell in cells:
        exec(cell, lesson)
    unanswered = capsys.readouterr().out
    assert unanswered.count("run this cell again") == 4
    predicted = lesson["tasks"]["prediction"]["answer"]()
    lesson["predict"](7)
    assert f"Your prediction: 7. The laboratory: {predicted}. " in capsys.readouterr().out
    for number in (1, 2, 3):
        right = lesson["tasks"][number]["answer"]()
        form = lesson["tasks"][number]["form"]
        given = right[0] if form == "square" and isinstance(right, list) else right
        lesson["check"](number, given)
        assert capsys.readouterr().out.startswith("Right. ")
        wrong = [*given, 1] if isinstance(given, list) else given + 1 if isinstance(given, int) else "h8"
        lesson["check"](number, wrong)
        assert not capsys.readouterr().out.startswith("Right")


def test_there_are_three_and_twelve_lessons() -> None:
    others = [path.stem for path in NOTEBOOKS if path not in LESSONS]
    assert others == ["five-systems-one-problem", "from-eight-queens-to-a-million", "puzzles"]
    assert [path.stem[:2] for path in LESSONS] == [f"{number:02}" for number in range(1, 13)]
