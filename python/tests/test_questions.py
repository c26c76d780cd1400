"""Questions and answers. Expected values are published: the sequence is named beside each."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

import queenslab as ql

# OEIS A000170 and A002562, n = 1 ...
QUEENS = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200]
FUNDAMENTAL = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787]


def attack(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return true if queens on two squares attack each other, by plain arithmetic."""
    rows, columns = abs(one[0] - other[0]), abs(one[1] - other[1])
    return rows == 0 or columns == 0 or rows == columns


@pytest.mark.parametrize("n", range(1, 13))
def test_counts_are_those_published(n: int) -> None:
    assert ql.count(n) == QUEENS[n - 1]
    assert ql.count(n, fundamental=True) == FUNDAMENTAL[n - 1]


@pytest.mark.parametrize(
    ("ask", "name"),
    [
        (lambda: ql.count("tours 8"), "torus"),
        (lambda: ql.count("modular 8"), "torus"),
        (lambda: ql.count("8; hole: a1"), "holes"),
        (lambda: ql.count(8, engine="bitmsk"), "bitmask"),
        (lambda: ql.count(8, engine="dlx"), "exact-cover"),
        (lambda: ql.export(4, "cnf"), "dimacs"),
    ],
)
def test_a_name_that_is_nearly_right_is_suggested(ask: Callable[[], Any], name: str) -> None:
    with pytest.raises(ql.Error, match=f"did you mean `{name}`"):
        ask()


def test_large_counts_are_exact() -> None:
    # A000170(17); more than 64 bits: permutations of rooks on 30 x 30.
    assert ql.count(17) == 95_815_104
    import math

    assert ql.count(ql.Problem("rooks 30", total=30)) == math.factorial(30)


def test_variants() -> None:
    # A007705 (torus 7, 11), A051223 (superqueens 10), A051906 does not count these: rooks of A002720(3).
    assert [ql.count(f"torus {n}") for n in (5, 7, 11)] == [10, 28, 88]
    assert ql.count("superqueens 10") == 4
    assert ql.count("rooks 3") == 34
    assert ql.count("8; unchanged: half-turn") == 4  # A032522


def test_symmetric_and_linear_solutions() -> None:
    answer = ql.solve("12; unchanged: quarter-turn")
    assert answer.solution is not None and answer.value == answer.solution
    # A quarter turn takes row r and column c to row c and column 11 - r.
    assert {(column, 11 - row) for row, column in answer.solution} == set(answer.solution)
    assert ql.solve("6; unchanged: quarter-turn").value is None
    # All solutions on the torus of 5, 7 and 11 are linear (A007705), but not those of 13.
    assert [ql.count(f"torus {n}; unchanged: shift") for n in (5, 7, 11, 13)] == [10, 28, 88, 130]
    # A033148 and A032522.
    assert len(list(ql.solutions("12; unchanged: quarter-turn"))) == 8
    assert len(list(ql.solutions("8; unchanged: half-turn"))) == 4
    assert sorted(ql.solutions("torus 7; unchanged: shift")) == sorted(ql.solutions("torus 7"))


def test_lists_are_solutions_and_complete() -> None:
    for n in (1, 4, 5, 6, 8):
        found = list(ql.solutions(n))
        assert len(found) == len(set(found)) == QUEENS[n - 1]
        for solution in found:
            squares = list(solution)
            assert len(squares) == n
            assert not any(attack(a, b) for i, a in enumerate(squares) for b in squares[:i])
    assert len(list(ql.solutions(8, fundamental=True))) == 12


def test_solve_answers_with_a_board_or_a_proof() -> None:
    answer = ql.solve(100)
    assert answer.solution is not None and answer.solution.is_solution and answer.value == answer.solution
    assert answer.complete and answer.engine and answer.why
    none = ql.solve("torus 12")
    assert none.value is None and none.certificate is not None and none.verdict == "none"


def test_unique_and_largest_sets() -> None:
    assert ql.is_unique(ql.Problem(8, givens=["b4", "d5", "a6"])) is True
    assert ql.is_unique(8) is False
    # A085801: 10 queens on the torus of 12.
    most = ql.solve("most torus 12")
    assert most.best == 10 and most.bound == 10 and most.certificate
    assert most.solution is not None and len(most.solution) == 10 and most.value == most.solution
    assert "10 is the greatest number of queens (proved by " in most._repr_html_()


def test_pawns() -> None:
    answer = ql.solve("6; pieces: 7 queens, 1 pawn")
    assert answer.solution is not None and answer.solution.is_solution and answer.groups is not None
    assert {name: len(squares) for name, squares in answer.groups.items()} == {"queens": 7, "pawns": 1}


def test_the_text_says_what_solutions_are() -> None:
    # A075458, A250000, A088202.
    for text, best in (("dominating 8", 5), ("armies 5", 4), ("coloring 5", 5)):
        answer = ql.solve(text)
        assert (answer.best, answer.bound, answer.complete) == (best, best, True)
        assert answer.solution is not None and answer.solution.is_solution and answer.value == answer.solution
    # A002564 and A002563; A146303; A103330 and A103331.
    assert (ql.count("dominating 8"), ql.count("dominating 8", fundamental=True)) == (4860, 638)
    assert ql.count("maximal 8") == 10_188
    assert ql.count("8; pieces: 9 queens, 1 pawn") == 128
    assert ql.count("8; pieces: 9 queens, 1 pawn", fundamental=True) == 16
    armies, coloring = ql.solve("armies 5").groups, ql.solve("coloring 5").groups
    assert armies is not None and [len(squares) for squares in armies.values()] == [4, 4]
    assert coloring is not None and sum(len(squares) for squares in coloring.values()) == 25
    for attackers in coloring.values():
        assert not any(attack(a, b) for i, a in enumerate(attackers) for b in attackers[:i])
    assert ql.ask("armies 5", "count").best == 4


def test_the_least_and_greatest_sum_of_weights() -> None:
    weights = [[row * row + 3 * column for column in range(6)] for row in range(6)]
    sums = sorted(sum(weights[row][column] * (column + 1) for row, column in one) for one in ql.solutions(6))
    weighted = [[weight * (column + 1) for column, weight in enumerate(row)] for row in weights]
    assert ql.solve(ql.Problem("6; best: least value", weights=weighted)).best == sums[0]
    greatest = ql.Problem("6; best: greatest value", weights=weighted)
    assert ql.solve(greatest).best == sums[-1] and ql.count(greatest) == sums.count(sums[-1])


def test_questions_about_sets_of_queens() -> None:
    cube = ql.solve("most 4x4x4")
    # A068940.
    assert (cube.best, cube.bound) == (7, 7)
    assert cube.solution is not None and len(cube.solution) == 7 and cube.solution.is_solution
    stuck = ql.ask(8, "uncompletable")
    assert stuck.solution is not None and len(stuck.solution) == stuck.value
    assert ql.solve(ql.Problem(8, givens=list(stuck.solution))).value is None
    assert ql.ask(8, "count-uncompletable").value > 0
    for wrong, words in (
        ("uncompletable 3", "'uncompletable 3' is not a valid question"),
        ("armies", "'armies' is not a valid question: use one of one, .*, profile, uncompletable, count-uncompletable"),
    ):
        with pytest.raises(ql.Error, match=words):
            ql.ask(8, wrong)  # type: ignore[arg-type]


def test_random_solutions_follow_the_seed() -> None:
    one, again, other = (ql.random(30, seed=seed) for seed in (5, 5, 6))
    assert one == again != other and one is not None and one.is_solution
    numpy = pytest.importorskip("numpy")
    drawn = [ql.random(30, seed=numpy.random.default_rng(3)) for _ in range(2)]
    assert drawn[0] == drawn[1] != ql.random(30, seed=numpy.random.default_rng(4))
    generator = numpy.random.default_rng(3)
    assert ql.random(30, seed=generator) == drawn[0] != ql.random(30, seed=generator)
    assert ql.random(3) is None
    # Polya 1918: none on this torus.
    assert ql.random("torus 12") is None
    # None on nine rows either (A051223), which no argument shows.
    with pytest.raises(ql.LimitReached, match="no solution was found: gave up"):
        ql.random("superqueens 9")


def test_random_solutions_are_drawn_anew() -> None:
    # Of 92 solutions: that 30 draws agree has a chance of less than one in a thousand million, whatever the distribution.
    assert len({ql.random(8) for _ in range(30)}) > 1
    assert len({ql.ask(100, "random").solution for _ in range(3)}) == 3
    assert ql.solve(100).solution == ql.solve(100).solution


def test_profile_and_statistics() -> None:
    answer = ql.ask(8, "profile")
    # A319283: 2057 nodes for 8 queens.
    assert answer.levels is not None and sum(answer.levels) == 2057 and answer.levels[-1] == 92
    flags = ql.ask(8, "count", engine="flags")
    assert flags.engine == "flags" and flags.statistics["expanded"] == 2057 and flags.figures["calls"] == 1965


def test_documents_are_dicts() -> None:
    assert ql.ask(8, "count").to_dict()["schema"] == "queens/count/2"
    assert ql.ask(8, "classes").to_dict()["fundamental"] == 12
    answer = ql.solve(5).to_dict()
    assert answer["schema"] == "queens/answer/1" and len(answer["queens"]) == 5
    assert ql.Problem("5\nholes: a1").to_dict()["squares"][0] == "x...."


class TestProblem:
    def test_forms_are_the_same(self) -> None:
        assert ql.Problem(8) == ql.Problem("8") == ql.Problem("queens 8") == ql.Problem(ql.Problem(8))
        assert hash(ql.Problem(8)) == hash(ql.Problem("queens 8")) and ql.Problem(8) != ql.Problem(9)
        assert ql.Problem("torus 13", givens=["a1"]).givens == [(0, 0)]
        assert ql.Problem(8, givens="b4 d5") == ql.Problem(8, givens=[(3, 1), "d5"])
        assert ql.Problem(8, holes=["a1"], total=5).text == ql.Problem("8\nholes: a1\ntotal: 5").text

    def test_numpy_numbers_are_sizes(self) -> None:
        numpy = pytest.importorskip("numpy")
        assert ql.count(numpy.int64(8)) == 92

    def test_regions(self) -> None:
        drawn = ql.Problem("areas:\nAABB\nAABB\nCCDD\nCCDD")
        assert drawn.regions == [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]]
        assert ql.Problem(4).regions is None

    def test_what_is_attacked(self) -> None:
        every = {(row, column) for row in range(5) for column in range(5)}
        expected = {square for square in every if square != (1, 2) and attack(square, (1, 2))}
        assert set(ql.Problem(5).attacks("c2")) == expected

    def test_pickles(self) -> None:
        problem = ql.Problem("torus 7", givens=["a1"])
        assert pickle.loads(pickle.dumps(problem)) == problem


class TestErrors:
    @pytest.mark.parametrize(
        ("problem", "words"),
        [
            ("-1", "'-1' is not a valid size: write 8, or 5x8 for rows x columns"),
            (-1, "'-1' is not a valid size"),
            ("tours 8", "tours"),
            ("8\ngivens: a1\nholes: a1", "the queen on a1 is on a hole"),
            ("regions 5", "but no regions"),
            (2.5, "2.5 is not a problem"),
            (None, "None is not a problem"),
            (10**12, "'1000000000000' is not a valid size"),
        ],
    )
    def test_no_problem(self, problem: object, words: str) -> None:
        with pytest.raises(ql.InvalidProblem) as raised:
            ql.count(problem)  # type: ignore[arg-type]
        assert words in str(raised.value) and isinstance(raised.value, ValueError)

    def test_given_queens_that_attack_each_other_leave_no_solution(self) -> None:
        answer = ql.ask("8\ngivens: a1 a2", "count")
        assert answer.value == 0 and answer.complete and answer.verdict == "none"
        assert "the queens on a1 and a2 attack each other" in str(answer.certificate)

    def test_unsupported_names_engine_and_parameter(self) -> None:
        with pytest.raises(ql.Unsupported) as raised:
            ql.count("torus 8", engine="join")
        error = raised.value
        assert (error.engine, error.parameter) == ("join", "edges") and error.reason in str(error)
        with pytest.raises(ql.Unsupported, match="'nope' is not an engine: use one of brute-force"):
            ql.count(8, engine="nope")

    @pytest.mark.parametrize(
        ("how", "words"),
        [
            ({"time": -1}, "'-1' is not a valid length of time"),
            ({"time": float("nan")}, "'nan' is not a valid length of time"),
            ({"time": "soon"}, "'soon' is not a valid length of time"),
            ({"nodes": -3}, "nodes: '-3' is not a whole number"),
            ({"nodes": 1.5}, "nodes: '1.5' is not a whole number"),
            ({"memory": 2**64}, "is not a whole number"),
            ({"threads": 5000}, "'5000' is not a valid number of threads"),
            ({"seed": -1}, "seed: '-1' is not a whole number"),
        ],
    )
    def test_bad_settings(self, how: dict[str, object], words: str) -> None:
        with pytest.raises(ql.Error, match=None) as raised:
            ql.count(8, **how)  # type: ignore[arg-type]
        assert words in str(raised.value)

    def test_unknown_keywords_are_named(self) -> None:
        with pytest.raises(TypeError, match="count\\(\\) got an unexpected keyword argument 'tiem'"):
            ql.count(8, tiem=1)  # type: ignore[call-arg]
        with pytest.raises(TypeError, match="'engine': use its own, or one of time, nodes, memory, progress"):
            ql.export(8, "opb", engine="sat")  # type: ignore[call-arg]

    def test_questions(self) -> None:
        with pytest.raises(ql.Error, match="needs a problem without rules; count"):
            ql.classes("dominating 5")
        with pytest.raises(ql.Error, match="'all' is not a valid question"):
            ql.ask(8, "all")  # type: ignore[arg-type]

    def test_estimates_that_are_refused(self) -> None:
        with pytest.raises(ql.Refused, match="no estimate") as raised:
            ql.estimate(100, time=0)
        assert raised.value.code


class TestLimits:
    def test_a_count_is_never_a_part_of_it(self) -> None:
        with pytest.raises(ql.LimitReached, match="stopped by the time limit") as raised:
            ql.count(25, time=0.05)
        partial = raised.value.partial
        assert isinstance(partial, ql.Answer) and not partial.complete

    def test_nodes(self) -> None:
        with pytest.raises(ql.LimitReached, match="node limit") as raised:
            ql.count(10, engine="flags", nodes=1000)
        assert raised.value.partial.statistics["expanded"] == 1000

    def test_answers_say_so(self) -> None:
        answer = ql.ask(25, "count", time=timedelta(milliseconds=50))
        assert not answer.complete and answer.outcome == "stopped by the time limit"

    def test_iterators(self) -> None:
        found = 0
        with pytest.raises(ql.LimitReached) as raised:
            for _ in ql.solutions(20, nodes=100_000):
                found += 1
        assert raised.value.partial.count >= found

    def test_arrays_are_bounded(self) -> None:
        pytest.importorskip("numpy")
        with pytest.raises(ql.LimitReached, match="larger than 4000 bytes") as raised:
            ql.solutions(12, memory=4000).to_numpy()
        assert raised.value.partial.shape == (4000 // (12 * 4), 12)


class TestProgress:
    def test_a_callback_hears_of_it(self) -> None:
        heard: list[ql.Progress] = []
        ql.count(17, progress=heard.append, threads=1)
        assert heard and heard[-1].done == pytest.approx(1.0)
        assert all(a.seconds <= b.seconds for a, b in zip(heard, heard[1:]))

    def test_what_it_raises_ends_the_count(self) -> None:
        class Enough(Exception):
            partial: ql.Answer

        def enough(progress: ql.Progress) -> None:
            raise Enough

        with pytest.raises(Enough) as raised:
            ql.count(22, engine="rows", progress=enough)
        assert raised.value.partial.outcome == "cancelled"

    def test_it_must_be_a_function(self) -> None:
        with pytest.raises(TypeError, match="progress must be a function"):
            ql.count(8, progress=3)  # type: ignore[arg-type]

    def test_a_bar(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert ql.count(15, progress=True) == 2_279_184  # A000170
        assert capsys.readouterr().err


@pytest.mark.parametrize(
    ("call", "value", "most"),
    [
        (lambda n: ql.trace(4, "flags", start=n), -1, 2**64 - 1),
        (lambda n: ql.trace(4, "flags", limit=n), 2**64, 2**64 - 1),
        (lambda n: ql.verify("2 4 1 3", columns_from=n), -1, 2**32 - 1),
        (lambda n: ql.solutions(4).to_numpy(n), -1, 2**64 - 1),
        (lambda n: ql.puzzle.generate(n), -1, 2**32 - 1),
        (lambda n: ql.puzzle.generate(9, stars=n), -1, 2**32 - 1),
        (lambda n: ql.puzzle.generate_many(n, 9), -1, 2**64 - 1),
        (lambda n: ql.puzzle.generate_many(1, 9, givens=n), -1, 2**32 - 1),
        (lambda n: ql.puzzle.Puzzle("AA\nBB", stars=n), -1, 2**32 - 1),
    ],
)
def test_numbers_out_of_range(call: Callable[[Any], Any], value: int, most: int) -> None:
    with pytest.raises(ql.Error, match=rf"^{value} is not valid: use a whole number from 0 to {most}\b"):
        call(value)
    with pytest.raises(TypeError):
        call("x")


def test_what_the_text_says_is_no_argument() -> None:
    with pytest.raises(ql.Error, match="'armies' is not a valid question: use uncompletable"):
        ql.verify("2 4 1 3", question="armies")  # type: ignore[arg-type]
    refused: dict[str, Callable[[], object]] = {
        "uncompletable": lambda: ql.verify("2 4 1 3", "armies 4", question="uncompletable"),
        "fundamental": lambda: ql.verify("2 4 1 3", "armies 4", fundamental=True),
        "count-uncompletable": lambda: ql.ask("armies 4", "count-uncompletable"),
    }
    for question, call in refused.items():
        words = f"the rules of the problem say what its solutions are: leave out '{question}', or the rules"
        with pytest.raises(ql.Error, match=words):
            call()


def test_an_engine_is_an_id() -> None:
    for wrong in (5, ["flags"]):
        with pytest.raises(TypeError, match=r"engine must be the id of an engine, such as 'flags', not"):
            ql.count(5, engine=wrong)  # type: ignore[arg-type]
