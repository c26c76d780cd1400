"""Queens on the board: a sequence, its symmetries, arrays, pictures."""

from __future__ import annotations

import pickle
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

import queenslab as ql

NAMESPACE = "{http://www.w3.org/2000/svg}"


def test_it_is_a_sequence() -> None:
    board = ql.Placement([1, 3, 0, 2])
    assert len(board) == 4 and board[0] == (0, 1) and board[-1] == (3, 2)
    assert list(board) == board.squares == [(0, 1), (1, 3), (2, 0), (3, 2)]
    assert board.names == ["b1", "d2", "a3", "c4"] and board.columns == [1, 3, 0, 2]
    assert "b1" in board  # type: ignore[comparison-overlap]
    assert (1, 3) in board and (0, 0) not in board
    with pytest.raises(IndexError, match="there is no queen 4: there are 4"):
        board[4]


def test_equality_goes_by_queens_and_board() -> None:
    board = ql.Placement([1, 3, 0, 2])
    assert board == ql.Placement("b1 d2 a3 c4", 4) == ql.Placement([(3, 2), (2, 0), (1, 3), (0, 1)], 4)
    assert len({board, ql.Placement(board, 4), ql.Placement([2, 0, 3, 1])}) == 2
    assert board != ql.Placement(list(board), 5) and board != "b1"
    assert pickle.loads(pickle.dumps(board)) == board
    assert eval(repr(board), {"Placement": ql.Placement}) == board


@pytest.mark.parametrize(
    ("queens", "problem", "words"),
    [
        ([0, 9], None, "the queen j2 (1:9 from 0) is off the board of 2 x 2"),
        ([-1], None, "-1 is not a column"),
        (["z9"], 8, "off the board"),
        ([(0, 0), (0, 0)], 4, "two queens are on a1"),
        ([(0, 0)], None, "name the problem of these squares"),
        (["4b"], 8, "4b"),
    ],
)
def test_what_is_no_placement(queens: list[int], problem: int | None, words: str) -> None:
    with pytest.raises(ql.InvalidProblem) as raised:
        ql.Placement(queens, problem)
    assert words in str(raised.value)


def test_symmetries() -> None:
    solution = ql.Placement([0, 4, 7, 5, 2, 6, 1, 3])
    quarter = solution.image("quarter-turn")
    # Clockwise: the row becomes the column from the right.
    assert set(quarter) == {(column, 7 - row) for row, column in solution}
    assert quarter.image("three-quarter-turn") == solution
    assert len(solution.orbit()) == 8 and solution.canonical() == min(solution.orbit(), key=list)
    assert solution.symmetry_class == "ordinary" and ql.Placement([1, 3, 0, 2]).symmetry_class == "rotary"
    lopsided = ql.Placement(["b1"], ql.Problem("4\nholes: a1"))
    assert lopsided.symmetries == ["identity", "transpose"]
    with pytest.raises(ql.Error, match="'half-turn' is not a symmetry of this problem: use one of identity, transpose"):
        lopsided.image("half-turn")


def test_arrays() -> None:
    numpy = pytest.importorskip("numpy")
    board = ql.Placement([1, 3, 0, 2])
    square = board.to_numpy()
    assert square.shape == (4, 4) and square.dtype == numpy.uint8 and square.sum() == 4
    assert [tuple(at) for at in numpy.argwhere(square)] == list(board)
    columns = board.to_numpy("columns")
    assert columns.dtype == numpy.int32 and columns.tolist() == [1, 3, 0, 2] and columns.flags.writeable
    all_six = ql.solutions(6).to_numpy()
    assert all_six.shape == (4, 6)
    assert ql.solutions(6).to_numpy(3, "board").shape == (3, 6, 6)
    assert ql.solutions("torus 12").to_numpy().shape == (0, 12)
    assert ql.Placement([None, 0]).to_numpy("columns").tolist() == [-1, 0]
    with pytest.raises(ql.Error, match="a row has two queens"):
        ql.Placement(["a1", "b1"], "kings 3").to_numpy("columns")
    with pytest.raises(ql.Error, match="'boards' is not a valid kind"):
        board.to_numpy("boards")  # type: ignore[call-overload]


def uses(picture: str, end: str) -> list[tuple[float, float]]:
    found = ElementTree.fromstring(picture).iter(f"{NAMESPACE}use")
    return [
        (float(use.get("x", 0)), float(use.get("y", 0))) for use in found if use.get("href", "").endswith(f"-{end}")
    ]


def test_pictures() -> None:
    board = ql.Placement([1, 3, 0, 2])
    picture = board.svg()
    assert picture == board._repr_svg_() and picture._repr_svg_() == picture
    assert sorted(uses(picture, "queen")) == sorted((48.0 * column, 48.0 * row) for row, column in board)
    turned = board.svg(orientation="bottom", coordinates=False, size=20, colors={"light": "#fff", "piece": "#0000ff"})
    assert sorted(uses(turned, "queen")) == sorted((48.0 * column, 144 - 48.0 * row) for row, column in board)
    assert "#0000ff" in turned and "aria-label" not in turned
    assert ElementTree.fromstring(turned).get("width") == "95"
    # Two pictures of one page share no name.
    names = [{e.get("id") for e in ElementTree.fromstring(p).iter() if e.get("id")} for p in (picture, turned)]
    assert names[0] and not names[0] & names[1]


@pytest.mark.parametrize(
    ("look", "words"),
    [
        ({"size": 0}, "'0' is not a valid size of a square: use 1 to 400 pixels"),
        ({"orientation": "up"}, "'up' is not a valid orientation"),
        ({"colors": {"light": "red"}}, "'red' is not a valid colour"),
        ({"colors": {"lite": "#ffffff"}}, "'lite' is not a part with a colour"),
    ],
)
def test_bad_looks(look: dict[str, object], words: str) -> None:
    with pytest.raises(ql.Error) as raised:
        ql.Placement([0]).svg(**look)  # type: ignore[arg-type]
    assert words in str(raised.value)
    with pytest.raises(TypeError, match="'colour' is not an option of a picture"):
        ql.Placement([0]).svg(colour=1)  # type: ignore[call-arg]
    looks: tuple[tuple[dict[str, Any], str], ...] = (
        ({"colors": "red"}, "colors must be a dict such as {'light': '#ffffff'}, not 'red'"),
        ({"coordinates": "no"}, "coordinates must be True or False, not 'no'"),
        ({"patterns": 5}, "patterns must be True or False, not 5"),
    )
    for wrong, words in looks:
        with pytest.raises(TypeError, match=words):
            ql.Placement([0]).svg(**wrong)


def test_large_boards_are_not_drawn_and_not_listed() -> None:
    large = ql.solve(2000).solution
    assert large is not None and large._repr_svg_() is None
    assert repr(large) == "<Placement of 2000 queens on queens 2000>"
    with pytest.raises(ql.Error, match="each side is at most 1000"):
        large.svg()


def test_formats() -> None:
    board = ql.Placement([1, 3, 0, 2])
    assert board.render("text") == "2 4 1 3\n" and board.render("png").startswith(b"\x89PNG")
    assert "♛" in str(board) and "svg" in board.render("svg")
    with pytest.raises(ql.Error, match="'pdf' is not a valid format"):
        board.render("pdf")  # type: ignore[call-overload]


def test_pieces_of_several_kinds() -> None:
    problem = ql.Problem("3; pieces: 2 kings, 1 rook")
    placements = list(ql.solutions(problem))
    assert len(placements) == ql.count(problem) == 4
    assert all(placement.is_solution for placement in placements)
    groups = placements[0].groups
    assert groups is not None and sorted(groups) == ["kings", "rooks"]
    assert [len(squares) for squares in groups.values()] == [2, 1]
    assert ql.Placement([1, 3, 0, 2]).groups is None
    with pytest.raises(ql.Error, match="no kinds of pieces"):
        placements[0].to_numpy()
    for placement in placements:
        copied = pickle.loads(pickle.dumps(placement))
        assert copied == placement and copied.groups == placement.groups and copied.is_solution
    with pytest.raises(ql.Error, match="symmetries of rules"):
        placements[0].orbit()


def test_the_best_value_of_rules() -> None:
    answer = ql.ask("dominating 5; pieces: 1 queen, bishops")
    assert (answer.best, answer.bound, answer.engine) == (3, 3, "places")
    assert answer.groups is not None and sorted(answer.groups) == ["bishops", "queens"]
    assert ql.count("dominating 5; pieces: 1 queen, bishops") == 2
