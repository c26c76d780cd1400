"""Boards, squares and regions as lists and arrays, there and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

import queenslab as ql
from queenslab import puzzle

numpy = pytest.importorskip("numpy")

LETTERS = ["AABBB", "AABBB", "CCCCD", "CEECD", "CEEED"]
NUMBERS = [[0, 0, 1, 1, 1], [0, 0, 1, 1, 1], [2, 2, 2, 2, 3], [2, 4, 4, 2, 3], [2, 4, 4, 4, 3]]


class TestRegions:
    @pytest.mark.parametrize(
        "regions",
        [
            LETTERS,
            NUMBERS,
            [list(row) for row in LETTERS],
            tuple(tuple(row) for row in NUMBERS),
            numpy.array(NUMBERS),
            numpy.array(NUMBERS, dtype=numpy.uint8),
            numpy.array([list(row) for row in LETTERS]),
            [numpy.array(row) for row in NUMBERS],
            "\n".join(LETTERS),
            "\n".join(" ".join(row) for row in LETTERS) + "\n",
            [" ".join(map(str, row)) for row in NUMBERS],
            [[name * 2 + "1" for name in row] for row in LETTERS],
            [[10 * number + 7 for number in row] for row in NUMBERS],
        ],
    )
    def test_forms_are_the_same(self, regions: Any) -> None:
        board = puzzle.Puzzle(regions)
        assert board == puzzle.Puzzle("\n".join(LETTERS)) and board.problem.regions == NUMBERS
        # The puzzle: a queen in each row, column and region, no two touching.
        problem = ql.Problem("regions 5", regions=regions)
        assert problem == board.problem and problem.regions == NUMBERS
        assert problem.regions is not None and puzzle.Puzzle(problem.regions) == board

    def test_numbers_are_in_the_order_of_their_size(self) -> None:
        problem = ql.Problem("regions 2x3", regions=[[10, 9, 9], [9, 9, 10]])
        assert problem.regions == [[1, 0, 0], [0, 0, 1]]

    def test_each_region_takes_one_queen(self) -> None:
        # By hand: the solutions of 4 queens are 2413 and 3142 (columns from 1); rows in pairs have two queens each.
        assert ql.count(4) == 2
        assert ql.count(ql.Problem(4, regions=["AABB", "AABB", "CCDD", "CCDD"])) == 2
        assert ql.count(ql.Problem(4, regions=["AAAA", "AAAA", "BBBB", "BBBB"])) == 0

    def test_tables(self) -> None:
        table = pytest.importorskip("pandas").DataFrame(NUMBERS, columns=list("vwxyz"))
        assert puzzle.Puzzle(table).problem.regions == NUMBERS
        assert ql.Problem("regions 5", regions=table).regions == NUMBERS
        assert ql.Problem(5, weights=table).weights == NUMBERS
        board = table == 4
        assert ql.Problem(5, holes=board) == ql.Problem(5, holes="b4 c4 b5 c5 d5")
        assert ql.Placement(board, 5).names == ["b4", "c4", "b5", "c5", "d5"]

    def test_with_stars(self) -> None:
        made = puzzle.generate(10, stars=2, seed=3)
        regions = made.problem.regions
        assert regions is not None and puzzle.Puzzle(regions, stars=2) == made
        assert puzzle.Puzzle(made.regions, stars=2) == made

    @pytest.mark.parametrize(
        ("regions", "words"),
        [
            ([[0, 1], [0]], "row 2 of the regions has 1 square, but row 1 has 2"),
            ([[0, 1.5], [0, 1]], "1.5 is not the name of a region: use whole numbers from 0, or letters"),
            ([[0, None], [0, 1]], "None is not the name of a region"),
            ([[0, -1], [0, 1]], "-1 is not the name of a region"),
            ([["a b", "c"], ["c", "d"]], "'a b' is not the name of a region"),
            (numpy.zeros(4, int), "row 1 of the regions is 0: for each row, use a text such as 'AABB', or a list"),
            ([[0, 1], 2], "row 2 of the regions is 2: for each row, use"),
            ([[0, 1], [0, "A"]], "the map of the regions has numbers (0) and names ('A'): use one kind"),
            (["AB", [0, 1]], "the map of the regions has numbers (0) and names ('A'): use one kind"),
        ],
    )
    def test_what_is_no_map(self, regions: Any, words: str) -> None:
        with pytest.raises(puzzle.PuzzleError) as raised:
            puzzle.Puzzle(regions)
        assert words in str(raised.value)
        with pytest.raises(ql.InvalidProblem) as problem:
            ql.Problem(2, regions=regions)
        assert words in str(problem.value)

    def test_other_faults(self) -> None:
        with pytest.raises(ql.InvalidProblem, match="the map of the regions has the size 5, but the board 8: use a map"):
            ql.Problem(8, regions=NUMBERS)
        for nothing in ("", "\n"):
            with pytest.raises(ql.InvalidProblem, match="the map of the regions has the size 0, but the board 5"):
                ql.Problem(5, regions=nothing)
        with pytest.raises(puzzle.PuzzleError, match="a board of 2 x 2 with 1 region is not valid"):
            puzzle.Puzzle([[0, 0], [0, 0]])
        with pytest.raises(ql.InvalidProblem, match="the map of the regions is 5: for each row, use"):
            ql.Problem(5, regions=5)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="a puzzle is made from"):
            puzzle.Puzzle(5)  # type: ignore[arg-type]


class TestSquares:
    def test_masks_and_pairs(self) -> None:
        squares = [(0, 0), (2, 3)]
        mask = numpy.zeros((5, 8), dtype=bool)
        for square in squares:
            mask[square] = True
        expected = ql.Problem("5x8", holes=squares)
        for holes in (
            mask,
            mask.astype(int),
            mask.astype(float),
            mask.tolist(),
            mask.astype(int).tolist(),
            list(mask),
            numpy.nonzero(mask),
            numpy.argwhere(mask),
            list(numpy.argwhere(mask)),
            numpy.array(squares),
            [[0, 0], [2, 3]],
        ):
            assert ql.Problem("5x8", holes=holes) == expected
            assert ql.Problem("5x8", walls=holes) == ql.Problem("5x8", walls=squares)
            assert ql.Problem("5x8", givens=holes).givens == squares
            assert ql.Problem("5x8").with_givens(holes).givens == squares

    def test_an_index_of_numpy_is_rows_and_columns(self) -> None:
        index = (numpy.array([0, 2]), numpy.array([1, 0]))
        assert ql.Problem(4, givens=index).givens == [(0, 1), (2, 0)]
        assert ql.Problem(4, givens=list(index)).givens == [(0, 2), (1, 0)]

    def test_two_columns(self) -> None:
        # A mask of a board with two columns has type bool or uint8; numbers are squares.
        mask = numpy.array([[0, 1], [0, 0], [1, 0]])
        assert ql.Problem("3x2", holes=mask.astype(bool)) == ql.Problem("3x2", holes="b1 a3")
        assert ql.Problem("3x2", holes=mask.astype(numpy.uint8)) == ql.Problem("3x2", holes="b1 a3")
        for bits in (mask.astype(bool).tolist(), list(mask.astype(bool)), list(mask.astype(numpy.uint8))):
            assert ql.Problem("3x2", holes=bits) == ql.Problem("3x2", holes="b1 a3")
        for numbers in (mask, mask.tolist(), list(mask)):
            assert ql.Problem("3x2", holes=numbers) == ql.Problem("3x2", holes=[(0, 1), (0, 0), (1, 0)])
        # A square array of numbers is not a board either.
        with pytest.raises(ql.InvalidProblem, match="name the problem of these squares"):
            ql.Placement(numpy.array([[1, 0], [0, 1]]))
        assert ql.Placement([[True, False], [False, True]]) == ql.Placement([0, 1])

    def test_faults(self) -> None:
        with pytest.raises(ql.InvalidProblem, match="the mask has 4 x 4 squares, but the board 5 x 8"):
            ql.Problem("5x8", holes=numpy.ones((4, 4), dtype=bool))
        with pytest.raises(ql.InvalidProblem, match="the mask has 1 x 3 squares, but the board 5 x 8"):
            ql.Problem("5x8", holes=[[0, 1, 0]])
        with pytest.raises(ql.InvalidProblem, match="the mask is 2 at b1: use 0 or 1"):
            ql.Problem(3, holes=numpy.array([[0, 2, 0]] * 3))
        with pytest.raises(ql.InvalidProblem, match="the index has 2 rows and 1 column: use one of each"):
            ql.Problem(3, holes=(numpy.array([0, 1]), numpy.array([0])))
        with pytest.raises(ql.InvalidProblem, match="^'x' is not a valid number of queens"):
            ql.Problem(3, rows="x")
        with pytest.raises(TypeError, match="read from a text or bytes, not from 5"):
            ql.Problem.read(5)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=r"read from a text or bytes, not from \[53\]"):
            ql.Problem.read([53])  # type: ignore[arg-type]
        with pytest.raises(ql.InvalidProblem, match=r"\(1, 2, 3\) is not a square: write a name"):
            ql.Problem(3, holes=[(0, 1), (1, 2, 3)])

    def test_what_is_no_list(self) -> None:
        squares, weights = "5 is not a list of squares: write names", "5 is not a list of weights: write a list"
        for wrong in ({"givens": 5}, {"holes": 5}, {"walls": 5}):
            with pytest.raises(ql.InvalidProblem, match=squares):
                ql.Problem(3, **wrong)  # type: ignore[arg-type]
        with pytest.raises(ql.InvalidProblem, match=squares):
            ql.Problem(3).with_givens(5)  # type: ignore[arg-type]
        for values in (5, [5, 5, 5], numpy.array([5, 5, 5])):
            with pytest.raises(ql.InvalidProblem, match=weights):
                ql.Problem(3, weights=values)  # type: ignore[arg-type]
        for queens in (5, numpy.int64(5), numpy.array(5)):
            with pytest.raises(ql.InvalidProblem, match="5 is not a placement: write the column of each row"):
                ql.Placement(queens)  # type: ignore[arg-type]

    def test_an_iterator_that_fails_fails_by_itself(self) -> None:
        def squares() -> Iterator[str]:
            yield "a1"
            raise InterruptedError

        for call in (lambda: ql.Problem(5, holes=squares()), lambda: ql.Placement(squares(), 5)):
            with pytest.raises(InterruptedError):
                call()

    def test_bytes(self) -> None:
        text = b"[1, 3, 0, 2]"
        assert ql.Problem.read(text) == ql.Problem.read(bytearray(text)) == ql.Problem.read(text.decode())
        grid = "\n".join(LETTERS)
        assert puzzle.Puzzle(grid.encode()) == puzzle.Puzzle(bytearray(grid, "ascii")) == puzzle.Puzzle(grid)
        assert ql.verify(b"2 4 1 3")["valid"] == ql.verify(bytearray(b"2 4 1 3"))["valid"] == 1


class TestPlacements:
    @pytest.mark.parametrize("problem", [6, "torus 7", "rooks 5x3", "kings 3", "knights 4x2"])
    def test_arrays_read_back(self, problem: int | str) -> None:
        solution = ql.solve(f"most {problem}").solution
        assert solution is not None and len(solution) > 1
        assert ql.Placement(solution.to_numpy(), problem) == solution
        assert ql.Placement(solution.to_numpy("board").astype(bool), problem) == solution

    def test_the_problem_of_a_square_array(self) -> None:
        board = ql.Placement([1, 3, 0, 2])
        assert ql.Placement(board.to_numpy()) == ql.Placement(board.to_numpy("columns")) == board
        assert ql.Placement(board.to_numpy()).problem == ql.Problem(4)
        with pytest.raises(ql.InvalidProblem, match="name the problem of these squares"):
            ql.Placement(numpy.ones((2, 3), dtype=bool))

    def test_empty_rows(self) -> None:
        board = ql.Placement([None, 0, None])
        assert ql.Placement(board.to_numpy("columns")) == ql.Placement(board.to_numpy()) == board
        with pytest.raises(ql.InvalidProblem, match="-2 is not a column"):
            ql.Placement(numpy.array([0, -2]))

    def test_iterators_and_rows(self) -> None:
        squares = [(0, 1), (1, 3), (2, 0), (3, 2)]
        assert ql.Placement(iter(squares), 4) == ql.Placement(numpy.array(squares), 4) == ql.Placement([1, 3, 0, 2])
        assert ql.Placement(list(map(list, squares)), 4) == ql.Placement(column for _, column in squares)

    def test_lists_of_solutions_are_verified(self) -> None:
        for listed in (
            ql.solutions(6).to_numpy(),
            ql.solutions(6).to_numpy(kind="board"),
            ql.solutions(6).to_numpy().tolist(),
            [solution.columns for solution in ql.solutions(6)],
        ):
            checked = ql.verify(listed, 6)
            assert (checked["valid"], checked["invalid"], checked["published"]) == (4, 0, "4")  # A000170
        table = pytest.importorskip("pandas").DataFrame(ql.solutions(6).to_numpy())
        assert ql.verify(table, 6)["valid"] == 4
        # One placement is a list of one, not a list of its squares.
        assert ql.verify(ql.Placement([1, 3, 0, 2]), 4) == ql.verify([ql.Placement([1, 3, 0, 2])], 4)
        for listed, words in ((5, "5 is not a list of solutions: use placements"), ([1, 3, 0, 2], "1 is not a placement")):
            with pytest.raises(ql.InvalidProblem, match=words):
                ql.verify(listed, 4)  # type: ignore[arg-type]
        wrong = ql.solutions(6).to_numpy()
        wrong[0] = wrong[0, ::-1].copy()
        wrong[1] = range(6)
        assert (ql.verify(wrong, 6)["invalid"], ql.verify(wrong, 6)["repeated"]) == (1, 1)


class TestProtocols:
    def test_placements_are_sequences(self) -> None:
        board = ql.Placement([1, 3, 0, 2])
        assert isinstance(board, Sequence)
        assert board[1:3] == [(1, 3), (2, 0)] and board[::-1] == board.squares[::-1] == list(reversed(board))
        assert board[numpy.int64(1)] == (1, 3)
        assert board.index("a3") == board.index((2, 0)) == 2 and board.count("a3") == 1 and board.count("a1") == 0
        others: list[object] = [None, (1, 2, 3), 5, (1.5, 3)]
        assert not any(other in board for other in others) and board.count([1, 3]) == 1
        with pytest.raises(ql.InvalidProblem, match="'3a' is not a valid square"):
            assert "3a" in board  # type: ignore[comparison-overlap]
        with pytest.raises(ValueError):
            board.index("a1")
        with pytest.raises(ValueError):
            board.index("b1", 1)
        match board:
            case [(0, first), *rest]:
                assert first == 1 and len(rest) == 3
            case _:
                pytest.fail("a placement matches a pattern of a sequence")

    def test_placements_have_an_order(self) -> None:
        every = list(ql.solutions(6))
        assert sorted(every, reverse=True) == sorted(every, key=list, reverse=True)
        assert min(every) == ql.Placement([1, 3, 5, 0, 2, 4]) <= every[0] and max(every) >= every[0]
        assert ql.Placement(["a1"], 4) < ql.Placement(["a1"], 5) < ql.Placement(["b1"], 4)
        with pytest.raises(TypeError):
            every[0] < "a1"  # type: ignore[operator]

    def test_documents_are_mappings(self) -> None:
        document = ql.known()
        assert isinstance(document, Mapping)
        assert document == document.to_dict() == dict(document) and document != ql.known("torus") and document != 1
        assert dict(document.items()) == dict(zip(document.keys(), document.values()))
        assert document.get("schema") == "queens/known/1" and document.get("none") is None and document.get("none", 2) == 2
        assert document.keys() & {"schema", "none"} == {"schema"}
        assert 1 not in document  # type: ignore[comparison-overlap]
        match document:
            case {"schema": schema}:
                assert schema == document.schema
            case _:
                pytest.fail("a document matches a pattern of a mapping")
