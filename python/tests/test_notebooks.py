"""The notebooks, run from their first cell to the last in a fresh kernel, small."""

from __future__ import annotations

from pathlib import Path

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")
pytest.importorskip("matplotlib")

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


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


def test_there_are_three() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["five-systems-one-problem", "from-eight-queens-to-a-million", "puzzles"]
