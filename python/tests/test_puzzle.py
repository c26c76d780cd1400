"""Region puzzles."""

from __future__ import annotations

import pickle
import struct
import time
import zlib
from typing import Any

import pytest

import queenslab as ql
from queenslab import puzzle

SMALL = "AABBB\nAABBB\nCCCCD\nCEECD\nCEEED"


def is_solved_by(board: puzzle.Puzzle, queens: list[tuple[int, int]]) -> bool:
    """The rules of the puzzle, by themselves."""
    units = [[row for row, _ in queens], [column for _, column in queens]]
    units.append([ord(board.regions[row][column]) for row, column in queens])
    fair = all(unit.count(one) == board.stars for unit in units for one in unit)
    apart = all(max(abs(a - c), abs(b - d)) > 1 for i, (a, b) in enumerate(queens) for c, d in queens[:i])
    return len(queens) == board.size * board.stars and fair and apart


@pytest.mark.parametrize(
    ("size", "stars", "rating", "seed"), [(6, 1, "gentle", 1), (8, 1, "medium", 2), (9, 1, "hard", 7), (10, 2, None, 3)]
)
def test_new_puzzles_are_as_wanted(size: int, stars: int, rating: Any, seed: int) -> None:
    new = puzzle.generate(size, stars=stars, rating=rating, seed=seed)
    assert (new.size, new.stars) == (size, stars)
    answer = new.solve()
    assert answer.value is True and answer.solution is not None
    assert is_solved_by(new, list(answer.solution))
    if rating:
        assert new.rate()["rating"] == rating
    assert new == puzzle.generate(size, stars=stars, rating=rating, seed=seed)


def test_new_puzzles_are_drawn_anew() -> None:
    assert len({puzzle.generate(8) for _ in range(4)}) > 1
    assert puzzle.generate_many(2, 6) != puzzle.generate_many(2, 6)


def test_many() -> None:
    many = puzzle.generate_many(5, 6, seed=10)
    assert many == [puzzle.generate(6, seed=seed) for seed in range(10, 15)]


def test_forms_read_back() -> None:
    new = puzzle.generate(8, seed=5)
    for form in ("grid", "task", "link", "sbn", "text", "sudokupad", "fpuzzles", "penpa", "player"):
        assert sorted(map(len, _regions(puzzle.Puzzle(new.to_text(form))))) == sorted(map(len, _regions(new)))
    assert puzzle.Puzzle(new.regions) == puzzle.Puzzle(new.to_dict()) == pickle.loads(pickle.dumps(new)) == new
    assert puzzle.Puzzle(new.svg()) == new
    marked = puzzle.generate(8, givens=2, stars=1, seed=1).mark("a1", "cross")
    assert pickle.loads(pickle.dumps(marked)) == marked
    with pytest.raises(puzzle.PuzzleError, match="'yaml' is not a valid form"):
        new.to_text("yaml")  # type: ignore[arg-type]


def _regions(board: puzzle.Puzzle) -> list[list[int]]:
    squares = [(name, at) for row in board.regions for at, name in enumerate(row)]
    return [[at for name, at in squares if name == one] for one in {name for name, _ in squares}]


def test_hints_lead_to_the_solution() -> None:
    board = puzzle.generate(7, rating="easy", seed=3)
    for _ in range(200):
        hint = board.hint()
        if hint.kind == "solved":
            break
        assert hint.kind == "step" and hint.sentence and (hint.queens or hint.crosses) and hint.level
        board = hint.apply()
    assert is_solved_by(board, board.queens)


def test_wrong_marks_are_told() -> None:
    board = puzzle.generate(7, rating="easy", seed=3)
    solution = board.solve().solution
    assert solution is not None
    wrong = board.mark(solution[0], "cross")
    hint = wrong.hint()
    assert hint.kind == "wrong" and hint.wrong == solution[0] and hint.apply() == wrong
    assert hint.to_dict()["schema"] == "queens/puzzle-hint/1"
    with pytest.raises(puzzle.PuzzleError, match="a mark is wrong"):
        wrong.explain()


def test_explanations() -> None:
    told = puzzle.generate(7, rating="easy", seed=3).explain()
    assert told["solved"] and len(told["end"]["queens"]) == 7 and told["steps"][0]["sentence"]


def test_limits_hold_for_deductions() -> None:
    # Every column a region: nothing follows, and there is much to try.
    board = puzzle.Puzzle(["ABCDEFGHIJKLMNOPQRSTUVWXYZ"] * 26)
    for deduce in (board.explain, board.hint):
        with pytest.raises(ql.LimitReached, match="cut short: stopped by the time limit"):
            deduce(time=0.05)


def test_a_puzzle_with_several_solutions_has_no_rating() -> None:
    # Five stripes have 14 solutions.
    with pytest.raises(ValueError, match="several solutions"):
        puzzle.Puzzle(["AAAAA", "BBBBB", "CCCCC", "DDDDD", "EEEEE"]).rate()


def lattice(side: int) -> bytes:
    """A PNG of many thin lines in both directions, which is no puzzle."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    line, other = b"\0" * (side + 1), b"\0" + bytes(255 * (x % 5 > 0) for x in range(side))
    rows = b"".join(other if y % 5 else line for y in range(side))
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def test_limits_hold_while_a_picture_is_read() -> None:
    picture = lattice(2000)
    with pytest.raises(puzzle.PuzzleError):
        puzzle.Puzzle(picture)
    limits: list[dict[str, Any]] = [{"time": 0.0}, {"memory": 1 << 20}]
    for limit in limits:
        begun = time.perf_counter()
        with pytest.raises(ql.LimitReached, match="stopped by the (time|memory) limit before the puzzle was read") as raised:
            puzzle.Puzzle(picture, **limit)
        assert time.perf_counter() - begun < 5 and raised.value.partial is None
    with pytest.raises(TypeError, match="Puzzle.. got an unexpected keyword argument 'nodes'"):
        puzzle.Puzzle(SMALL, nodes=1)  # type: ignore[call-arg]


def test_pictures() -> None:
    board = puzzle.Puzzle(SMALL)
    assert "<svg" in board._repr_svg_() and "<svg" in board.hint()._repr_html_()
    assert board.svg(patterns=True) != board.svg()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: puzzle.Puzzle("AAB\nABB"), "this row has 3 squares, but the board has 2 rows"),
        (lambda: puzzle.Puzzle(""), "the input is empty"),
        (lambda: puzzle.generate(65), "a puzzle of 65 x 65 is not valid"),
        (lambda: puzzle.generate(6, stars=2), "a puzzle with 2 queens in each row, none touching, needs a board with sides of 8"),
        (lambda: puzzle.generate(2), "a puzzle with 1 queen in each row, none touching, needs a board with sides of 4"),
        (lambda: puzzle.generate(6, rating="insane"), "'insane' is not a valid rating: use one of gentle"),  # type: ignore[arg-type]
        (lambda: puzzle.generate(6, shape="round"), "'round' is not a valid shape"),  # type: ignore[arg-type]
        (lambda: puzzle.Puzzle(SMALL).mark("z9"), "z9 is off the board of 5 x 5"),
        (lambda: puzzle.Puzzle(SMALL).mark("a1", "star"), "'star' is not a mark"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_puzzle(make: Any, words: str) -> None:
    with pytest.raises(puzzle.PuzzleError) as raised:
        make()
    assert words in str(raised.value)


def test_a_limit_on_making() -> None:
    with pytest.raises(ql.LimitReached, match="no hard puzzle of 30 x 30 with 3 queens in each row was found in"):
        puzzle.generate(30, stars=3, rating="hard", time=0.1)
