"""Documents of the laboratory: compare, growth, traces, estimates, lists held against their problem."""

from __future__ import annotations

import json
import math

import pytest

import queenslab as ql


def test_compare() -> None:
    document = ql.compare(6, engines=["flags", "bitmask", "exact-cover"])
    lines = document["engines"]
    assert [line["engine"] for line in lines] == ["flags", "bitmask", "exact-cover"]
    assert {line["solutions"] for line in lines} == {4}  # A000170(6)
    assert json.loads(document.to_json()) == document.to_dict()
    assert list(document.keys()) == list(document) == list(document.to_dict())
    assert "<table>" in document._repr_html_() and "flags" in repr(document)
    with pytest.raises(KeyError):
        document["nothing"]
    # The id of one engine alone, and what is none.
    alone = ql.compare(6, engines="flags")["engines"]
    assert [line["engine"] for line in alone] == ["flags"]
    assert ql.growth((4, 5), engines="flags")["series"][0]["engine"] == "flags"
    for wrong in (5, [5]):
        with pytest.raises(TypeError, match=r"engines is \[?5\]?: use a list of ids, such as"):
            ql.compare(6, engines=wrong)  # type: ignore[arg-type]


def test_data_frames() -> None:
    pandas = pytest.importorskip("pandas")
    frame = ql.compare(6, engines=["flags", "bitmask"]).to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame["answer"]) == [4, 4]
    assert (frame["seconds"] > 0).all()


def test_growth_and_profile() -> None:
    points = ql.growth((4, 8), engines=["flags"])["series"][0]["points"]
    assert [point["nodes"] for point in points] == [17, 54, 153, 552, 2057]  # A319283
    with pytest.raises(ql.Error, match="8..4 is empty"):
        ql.growth((8, 4))
    with pytest.raises(ql.Error, match="'tours' is not a valid variant"):
        ql.profile((4, 5), variant="tours")


def test_a_trace_replays_to_the_solutions() -> None:
    document = ql.trace(6, "flags")
    queens: set[tuple[int, int]] = set()
    solutions = 0
    for step in document["steps"]:
        square = (step["square"]["row"], step["square"]["column"]) if "square" in step else None
        if step["event"] == "place":
            assert square is not None and square not in queens
            queens.add(square)
        elif step["event"] == "remove":
            assert square is not None
            queens.remove(square)
        elif step["event"] == "reject":
            assert square not in queens
        else:
            solutions += 1
            assert ql.Placement(sorted(queens), 6).is_solution
    assert solutions == 4 and not queens and document["end"]
    cut = ql.trace(6, "flags", start=10, limit=5)
    assert cut["steps"] == document["steps"][10:15] and not cut["end"]
    held = ql.trace(6, "flags-iterative", limit=20, state=True)["steps"]
    assert [{**step, "state": None} for step in held] == [{**step, "state": None} for step in document["steps"][:20]]
    assert held[0]["state"][3] == {"name": "rows", "kind": "flags", "value": "100000"}
    with pytest.raises(ql.Unsupported, match="it has no steps to show"):
        ql.trace(6, "join")


def test_estimates() -> None:
    # A000170(20) lies within the interval of this seed.
    estimate = ql.estimate(20, error=0.05, seed=1)["estimate"]
    assert estimate["ln_low"] < math.log(39_029_188_884) < estimate["ln_high"]
    nodes = ql.estimate(8, "nodes", error=0.05)
    assert nodes["published"] == 2057
    assert ql.estimate(6, "time")["how"] == "counted"
    with pytest.raises(ql.Error, match="'2' is not a valid error"):
        ql.estimate(8, error=2)
    with pytest.raises(ql.Error, match="'luck' is not estimated"):
        ql.estimate(8, "luck")  # type: ignore[arg-type]


def test_verify() -> None:
    listed = ql.verify(ql.solutions(5), 5)
    assert (listed["valid"], listed["published"], listed["outcome"]) == (10, "10", "exhausted")  # A000170
    checked = ql.verify("2 4 1 3\n1 2 3 4\n2 4 1 3\n")
    assert (checked["valid"], checked["invalid"], checked["repeated"]) == (2, 1, 1)
    with pytest.raises(ql.Error):
        ql.verify("no solution")


def test_verify_judges_what_was_asked_for() -> None:
    fundamental = ql.verify(ql.solutions(8, fundamental=True), 8, fundamental=True)
    assert fundamental["verdict"] == "all 12 fundamental solutions found (A002562)"
    symmetric = ql.verify(ql.solutions(8), "8; unchanged: half-turn")
    assert (symmetric["valid"], symmetric["invalid"]) == (4, 88)  # A032522
    linear = ql.verify(ql.solutions("torus 7; unchanged: shift"), "torus 7; unchanged: shift")
    assert linear["verdict"] == "all 28 solutions found (Polya 1918)"
    armies = ql.verify("white a1\nblack c2\n", "armies 3")
    assert (armies["valid"], armies["best"]) == (1, 1)  # A250000
    mixed = ql.verify(ql.solutions("3; pieces: 2 kings, 1 rook"), "3; pieces: 2 kings, 1 rook")
    assert (mixed["valid"], mixed["invalid"]) == (4, 0)
    uncompletable = ql.ask(6, "uncompletable").solution
    assert uncompletable is not None
    stuck = ql.verify(uncompletable, 6, question="uncompletable")
    assert (stuck["valid"], stuck["question"], stuck["best"]) == (1, "uncompletable", len(uncompletable))
    with pytest.raises(ql.Error, match="'fundamental' is for solutions: leave out 'question'"):
        ql.verify("2 4 1 3", fundamental=True, question="uncompletable")


def test_tables_of_the_laboratory() -> None:
    assert {"flags", "join", "sat"} <= {entry["id"] for entry in ql.engines()["engines"]}
    assert "torus" in {entry["variant"] for entry in ql.variants()["variants"]}
    assert ql.known()["counts"][7]["count"] == "92"
    assert ql.classes(8)["fundamental"] == 12


def test_exports() -> None:
    text = ql.export(4, "dimacs")
    assert isinstance(text, str) and "p cnf" in text
    armies = ql.export("armies 4", "lp")
    assert isinstance(armies, str) and "problem: armies 4" in armies
    colours = ql.export("5; pieces: ..5 sets of queens; peace: within; squares: 1", "dimacs")
    assert isinstance(colours, str) and "p cnf" in colours
    with pytest.raises(ql.Error, match="use one of"):
        ql.export(4, "word")


def test_sizes_are_two_numbers() -> None:
    trees = ql.profile((4, 6))
    for sizes in ([4, 6], range(4, 8, 2)):
        assert ql.profile(sizes) == trees
    for wrong in (5, "45", (4, 5, 6), (4, "5"), (-1, 4)):
        with pytest.raises(ql.Error, match="sizes is .*: use the first and the last size, such as"):
            ql.growth(wrong)  # type: ignore[arg-type]
    with pytest.raises(ql.Error, match="5..4 is empty: the smaller size comes first"):
        ql.growth((5, 4))
    with pytest.raises(ql.Error, match="a board of size 3000000000 is too large: use sizes up to 2000000000"):
        ql.profile((4, 3_000_000_000))
