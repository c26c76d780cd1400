"""A player of steps and a board to edit, for Jupyter, JupyterLab and VS Code.

They need anywidget (``pip install anywidget``) and no network: their scripts and pieces come with the package.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _queenslab as ql

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError("the widgets need anywidget, which is not installed: pip install anywidget") from error

if TYPE_CHECKING:
    from .types import ProblemLike, SquaresLike

_STATIC = Path(__file__).parent / "static"

#: Boards with longer sides are not drawn square by square.
MAX_SIDE = 64


def _script(name: str) -> str:
    return "\n".join((_STATIC / part).read_text(encoding="utf-8") for part in ("board.js", name))


if TYPE_CHECKING:

    # ipywidgets has no types: below it, mypy would take every attribute for right.
    class _Widget(traitlets.HasTraits):
        layout: Any
        comm: Any

        def open(self) -> None: ...
        def close(self) -> None: ...
        def set_state(self, sync_data: dict[str, Any]) -> None: ...
        def send(self, content: Any, buffers: Any = None) -> None: ...
        def on_msg(self, callback: Any, remove: bool = False) -> None: ...

else:
    _Widget = anywidget.AnyWidget


class _TraitError(ql.Error, traitlets.TraitError):
    """An error of this package after which traitlets restores the value that a trait had before."""


class _Board(_Widget):
    """The board of both widgets."""

    _css = (_STATIC / "board.css").read_text(encoding="utf-8")
    rows = traitlets.Int().tag(sync=True)
    columns = traitlets.Int().tag(sync=True)
    squares: Any = traitlets.List().tag(sync=True)
    regions: Any = traitlets.List(allow_none=True, default_value=None).tag(sync=True)
    piece = traitlets.Unicode().tag(sync=True)
    pieces = traitlets.Unicode().tag(sync=True)

    def __init__(self, problem: ql.Problem, **traits: Any) -> None:
        if max(problem.rows, problem.columns) > MAX_SIDE:
            raise ql.Error(
                f"a board of {problem.rows} x {problem.columns} is too large for a widget: "
                f"each side is at most {MAX_SIDE}"
            )
        super().__init__(
            rows=problem.rows,
            columns=problem.columns,
            squares=problem.to_dict()["squares"],
            regions=problem.regions,
            piece=problem.piece,
            pieces=ql.pieces(),
            **traits,
        )


class StepPlayer(_Board):
    """Player of the steps of an engine, forwards and backwards.

    ``engine`` is the id of an engine of the ladder (see ``queenslab.engines``), ``limit`` the maximum number of steps, and
    with ``first`` the engine stops at its first solution; further keyword arguments are those of ``queenslab.trace``.
    ``position`` is the number of steps that are shown.
    """

    _esm = _script("player.js")
    steps: Any = traitlets.List().tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)
    is_cut = traitlets.Bool().tag(sync=True)
    position = traitlets.Int(0).tag(sync=True)

    @traitlets.validate("position")
    def _on_a_step(self, proposal: Any) -> int:
        position, steps = int(proposal["value"]), len(self.steps)
        if not 0 <= position <= steps:
            raise _TraitError(f"there is no step {position}: use 0 (the empty board) to {steps}")
        return position

    def __init__(
        self,
        problem: ProblemLike,
        engine: str | None = None,
        *,
        limit: int = 20_000,
        first: bool = False,
        **how: Any,
    ) -> None:
        asked = ql.Problem(problem)
        page = ql.trace(asked, engine, limit=limit, first=first, **how)
        super().__init__(
            asked,
            steps=page["steps"],
            title=f"{page['engine']} on {asked.text.splitlines()[0]}",
            is_cut=not page["end"],
        )


class BoardEditor(_Board):
    """A board on which a click places or removes a queen; it shows whether the board can be completed.

    ``queens`` are the first queens on the board. ``problem`` is the board as a problem, ``placement`` its queens; ``finish()``
    places the missing ones. ``seconds`` limits the search after a click.
    """

    _esm = _script("editor.js")
    queens: Any = traitlets.List().tag(sync=True)
    attacked: Any = traitlets.List().tag(sync=True)
    message = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        problem: ProblemLike = 8,
        queens: SquaresLike = (),
        *,
        seconds: float = 0.5,
    ) -> None:
        self._asked = ql.Problem(problem)
        self._seconds = seconds
        placed = [*self._asked.givens, *ql.Placement(queens, self._asked)]
        super().__init__(self._asked, queens=placed)
        self.observe(self._judge, "queens")
        self._judge()

    @traitlets.validate("queens")
    def _on_the_board(self, proposal: Any) -> list[list[int]]:
        try:
            placed = ql.Placement(proposal["value"], self._asked)
        except ql.InvalidProblem as error:
            raise _TraitError(str(error)) from None
        for name, (row, column) in zip(placed.names, placed):
            if self.squares[row][column] in "x#":
                raise _TraitError(f"{name} is not a free square of this board")
        return [list(square) for square in placed]

    @property
    def placement(self) -> ql.Placement:
        """The queens on the board."""
        return ql.Placement([(row, column) for row, column in self.queens], self._asked)

    @property
    def problem(self) -> ql.Problem:
        """The problem with the queens on the board as givens."""
        return self._asked.with_givens([(row, column) for row, column in self.queens])

    def finish(self) -> bool:
        """Places the missing queens; returns false if that is impossible."""
        solution = ql.solve(self.problem).solution
        if solution is None:
            return False
        self.queens = [list(square) for square in solution]
        return True

    def _judge(self, _change: object = None) -> None:
        standing = [(row, column) for row, column in self.queens]
        attacked = {square for queen in standing for square in self._asked.attacks(queen)}
        self.attacked = [list(square) for square in sorted(attacked)]
        self.message = self._verdict(len(standing))

    def _verdict(self, stand: int) -> str:
        queens = f"{stand} queen{'' if stand == 1 else 's'}"
        try:
            answer = ql.ask(self.problem, "unique", time=self._seconds)
        except ql.InvalidProblem as error:
            return str(error)
        except ql.Unsupported as error:
            return f"{queens}: {error.reason}"
        if answer.value is True and answer.solution == self.placement:
            return f"{queens}: a solution"
        said = {
            "none": "no way to finish",
            "the only one": "exactly one way to finish",
            "unknown": f"not decided within {self._seconds:g} s",
        }
        return f"{queens}: {said.get(answer.verdict, 'several ways to finish')}"
