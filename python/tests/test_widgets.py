"""The player and the editor: their traits in Python, their scripts in a browser with a model that stands in for Jupyter's."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import queenslab as ql

pytest.importorskip("anywidget")
from traitlets import TraitError  # noqa: E402

from queenslab.widgets import BoardEditor, StepPlayer  # noqa: E402


def traits(widget: Any) -> dict[str, Any]:
    own = (name for name in widget.traits(sync=True) if not name.startswith("_"))
    return {name: getattr(widget, name) for name in own if name not in ("layout", "tabbable", "tooltip")}


def test_the_player_holds_the_steps() -> None:
    player = StepPlayer(4, "flags")
    assert player.steps == ql.trace(4, "flags")["steps"] and not player.is_cut
    assert StepPlayer(6, "flags", limit=10).is_cut
    with pytest.raises(ql.Error, match="a board of 70 x 70 is too large for a widget"):
        StepPlayer(70)


def test_the_player_shows_steps_that_there_are() -> None:
    player = StepPlayer(4, "flags")
    last = len(player.steps)
    for position in (last, 1, 0):
        player.position = position
        assert player.position == position
    for position in (-1, last + 1):
        with pytest.raises(ql.Error, match=f"there is no step {position}: use 0 .* to {last}"):
            player.position = position
        # As the browser sets it.
        with pytest.raises(ql.Error, match=f"there is no step {position}"):
            player.set_state({"position": position})
        assert player.position == 0
    with pytest.raises(TraitError):
        player.position = last + 1


def test_the_editor_judges() -> None:
    editor = BoardEditor(8)
    assert editor.message == "0 queens: several ways to finish" and editor.attacked == []
    editor.queens = [[3, 1], [4, 3], [5, 0]]
    assert editor.message == "3 queens: exactly one way to finish"
    assert editor.problem == ql.Problem(8, givens="b4 d5 a6")
    assert editor.finish() and editor.message == "8 queens: a solution" and editor.placement.is_solution
    editor.queens = [[0, 0], [0, 1]]
    assert "attack each other" in editor.message and [0, 1] in editor.attacked
    editor.queens = [[0, 0], [1, 2], [2, 4], [3, 6], [4, 1]]
    assert editor.message == "5 queens: no way to finish" and not editor.finish()
    given = BoardEditor(ql.Problem(5, givens=["a1"]))
    assert given.queens == [[0, 0]] and given.attacked


def test_the_editor_takes_squares_in_every_form() -> None:
    forms: list[Any] = ["b1 d2", ["b1", (1, 3)], [(0, 1), (1, 3)]]
    for queens in forms:
        assert BoardEditor(4, queens).queens == [[0, 1], [1, 3]]
    editor = BoardEditor(4)
    editor.queens = ["d2", "b1"]
    assert editor.queens == [[0, 1], [1, 3]] and editor.placement == ql.Placement(["b1", "d2"], 4)


def test_the_editor_keeps_its_queens_if_the_new_ones_are_wrong() -> None:
    editor = BoardEditor(ql.Problem(8, holes="a2", walls="a3"), "b4")
    for queens, words in (
        ([[9, 9]], "the queen j10 .* is off the board of 8 x 8"),
        ([[0, 0], [0, 0]], "two queens are on a1"),
        ([[0, 0], [1]], r"\[1\] is not a square"),
        ([[1, 0]], "a2 is not a free square of this board"),
        ([[2, 0]], "a3 is not a free square of this board"),
    ):
        with pytest.raises(ql.Error, match=words):
            editor.queens = queens
        # As the browser sets them.
        with pytest.raises(ql.Error, match=words):
            editor.set_state({"queens": queens})
        assert editor.queens == [[3, 1]] and editor.message == "1 queen: several ways to finish"


PAGE = """<div id="at-NAME"></div><pre id="report-NAME"></pre><script type="module">
class Model {
  constructor(values) { this.values = values; this.heard = {}; this.saved = 0; }
  get(name) { return this.values[name]; }
  set(name, value) { this.values[name] = value; for (const act of this.heard[`change:${name}`] ?? []) act(); }
  on(name, act) { (this.heard[name] ??= []).push(act); }
  off(name, act) { this.heard[name] = (this.heard[name] ?? []).filter((one) => one !== act); }
  save_changes() { this.saved += 1; }
}
SCRIPT
let tick = null;
window.setInterval = (act) => { tick = act; return 1; };
window.clearInterval = () => { tick = null; };
const report = [];
const check = (what, found, expected) => {
  if (JSON.stringify(found) !== JSON.stringify(expected)) report.push(`${what}: ${JSON.stringify(found)}`);
};
try {
  const model = new Model(VALUES);
  const el = document.getElementById("at-NAME");
  const close = widget.render({ model, el });
  const queens = () => el.querySelectorAll("g.queen").length;
  const words = () => el.querySelector(".queenslab-words").textContent;
  CHECKS
  close();
} catch (error) {
  report.push(String(error.stack ?? error));
}
document.getElementById("report-NAME").textContent = report.length ? report.join("\\n") : "all is well";
</script>"""

PLAYER = """
  const press = (name) => el.querySelector(`button[aria-label="${name}"]`).click();
  check("begin", [queens(), words()], [0, "flags on queens 4: 78 steps"]);
  press("step on");
  check("first step", [queens(), words()], [1, "1. queen on a1"]);
  press("step on");
  check("rejected", [queens(), words()], [1, "2. not b1, attacked by a1"]);
  check("line", el.querySelectorAll(".strike").length, 1);
  press("next solution");
  check("solution", [queens(), words(), el.querySelectorAll("g.found").length], [4, "31. a solution", 4]);
  press("step back");
  check("back", [queens(), words()], [4, "30. queen on d3"]);
  press("last step");
  check("end", [queens(), words()], [0, "78. take a4 back"]);
  press("first step");
  check("start again", [queens(), words()], [0, "flags on queens 4: 78 steps"]);
  check("position", [model.get("position"), model.saved], [0, 6]);
  press("step on");
  check("position after a step", [model.get("position"), model.saved], [1, 7]);
  model.set("position", 31);
  check("told by Python", [queens(), words()], [4, "31. a solution"]);
  press("play");
  tick();
  tick();
  check("played on", [words(), model.get("position")], ["33. not d4, attacked by b4", 33]);
  press("pause");
  check("paused", tick, null);
"""

EDITOR = """
  const square = (name) => el.querySelector(`[aria-label^="${name}"]`);
  check("begin", [queens(), words()], [0, "0 queens: several ways to finish"]);
  square("b1").dispatchEvent(new MouseEvent("click", { bubbles: true }));
  check("put", [queens(), model.get("queens"), model.saved], [1, [[0, 1]], 1]);
  check("pressed", square("b1").getAttribute("aria-pressed"), "true");
  model.set("attacked", [[0, 0]]);
  model.set("message", "as Python says");
  check("judged", [el.querySelectorAll(".cross").length, words()], [1, "as Python says"]);
  square("a1").focus();
  square("a1").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  check("arrows", document.activeElement.getAttribute("aria-label"), "a2");
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  check("enter", model.get("queens"), [[0, 1], [1, 0]]);
  square("b1").dispatchEvent(new MouseEvent("click", { bubbles: true }));
  check("taken off", model.get("queens"), [[1, 0]]);
"""


def chromium() -> str | None:
    found = [shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")]
    return next((path for path in found if path), None)


@pytest.mark.skipif(
    chromium() is None and not os.environ.get("QUEENS_REQUIRE_CHROMIUM"), reason="there is no Chromium"
)
def test_scripts_in_a_browser(tmp_path: Path) -> None:
    page = '<!doctype html><meta charset="utf-8">'
    for widget, checks in ((StepPlayer(4, "flags"), PLAYER), (BoardEditor(4), EDITOR)):
        part = PAGE.replace("NAME", type(widget).__name__).replace("CHECKS", checks)
        part = part.replace("VALUES", json.dumps(traits(widget)))
        # The module, with its export under a name: a page of a file may not import.
        page += part.replace("SCRIPT", str(widget._esm).replace("export default", "const widget ="), 1)
        assert "http" not in widget._esm.replace("http://www.w3.org/2000/svg", ""), "no network"
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    browser = chromium()
    assert browser is not None, "QUEENS_REQUIRE_CHROMIUM is set"
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    command += ["--virtual-time-budget=5000", "--dump-dom", (tmp_path / "page.html").as_uri()]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=120)
    for name in ("StepPlayer", "BoardEditor"):
        report = re.search(f'<pre id="report-{name}">(.*?)</pre>', shown.stdout, re.DOTALL)
        assert report is not None and report[1] == "all is well", shown.stdout[-3000:] + shown.stderr[-1000:]
