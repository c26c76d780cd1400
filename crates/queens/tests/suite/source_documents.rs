//! The engines of the five source documents: their figures, their order, their steps.
//!
//! The figures of a document come from its text or from running its program as printed
//! (slips of the pen put right); sequence numbers are those of the On-Line Encyclopedia
//! of Integer Sequences.

use crate::common::by_permutations;
use queens::check;
use queens::control::{CancelToken, Limit, Limits, Outcome};
use queens::engines::ladder::Event;
use queens::engines::ladder::state_space::{QueenList, QueensSpace};
use queens::engines::{self, Engine};
use queens::placement::Placement;
use queens::problem::Problem;
use queens::square::Square;
use queens::{Answer, Question, Settings};
use statespace::Space;
use statespace::cps::{BreadthFirstSolver, DepthFirstSolver};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

const SEED_ENGINES: [&str; 11] = [
    "brute-force",
    "permutations",
    "board-scan",
    "board-scan-iterative",
    "flags-iterative",
    "incremental",
    "mirrored",
    "string-lists",
    "state-space-dfs",
    "state-space-bfs",
    "rules",
];

/// A000170.
const SOLUTIONS: [u128; 8] = [1, 1, 0, 0, 2, 10, 4, 40];

fn engine(id: &str) -> &'static dyn Engine {
    engines::find(id).expect(id)
}

fn queens(size: u32) -> Problem {
    Problem::queens(size).unwrap()
}

fn count(id: &str, size: u32) -> Answer {
    engine(id)
        .count(&queens(size), &Settings::default())
        .unwrap()
}

/// The first `limit` solutions, and the answer at that point.
fn first(id: &str, problem: &Problem, limit: usize) -> (Vec<Placement>, Answer) {
    let mut found = Vec::new();
    let answer = engine(id)
        .solutions(problem, &Settings::default(), &mut |placement| {
            found.push(placement.clone());
            if found.len() == limit {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .unwrap();
    (found, answer)
}

/// The figures that an engine keeps because its source does.
fn figures(answer: &Answer) -> Vec<u128> {
    answer.figures.iter().map(|figure| figure.value).collect()
}

fn all(id: &str, problem: &Problem) -> Vec<Placement> {
    first(id, problem, usize::MAX).0
}

/// The columns of the rows, counted from 1: the list of the documents, without blanks.
fn digits(placement: &Placement) -> String {
    placement
        .squares()
        .iter()
        .map(|square| (square.column + 1).to_string())
        .collect()
}

fn lists(placements: &[Placement]) -> Vec<String> {
    placements.iter().map(digits).collect()
}

#[test]
fn every_engine_finds_every_solution_once() {
    for id in SEED_ENGINES {
        for size in 0..=7 {
            let problem = queens(size);
            let found = all(id, &problem);
            assert_eq!(found.len() as u128, SOLUTIONS[size as usize], "{id} {size}");
            let set: BTreeSet<_> = found.iter().cloned().collect();
            assert_eq!(
                set,
                by_permutations(&problem).into_iter().collect(),
                "{id} {size}"
            );
            let answer = count(id, size);
            assert_eq!(
                (answer.count, answer.outcome),
                (set.len() as u128, Outcome::Exhausted),
                "{id}"
            );
        }
    }
}

#[test]
fn respects_holes_and_givens() {
    let boards = [
        Problem::builder(7, 7)
            .hole(Square::new(0, 3))
            .hole(Square::new(4, 4)),
        Problem::builder(7, 7).given(Square::new(2, 6)),
        Problem::builder(7, 7)
            .given(Square::new(0, 1))
            .hole(Square::new(6, 0)),
        Problem::builder(5, 5)
            .given(Square::new(0, 0))
            .given(Square::new(1, 2)),
        // Its own mirror image: the mirrored engine takes it too.
        Problem::builder(7, 7)
            .hole(Square::new(0, 0))
            .hole(Square::new(0, 6)),
        Problem::builder(7, 7).given(Square::new(0, 3)),
    ];
    let mut mirrored = 0;
    for problem in boards.map(|builder| builder.build().unwrap()) {
        let expected: BTreeSet<_> = by_permutations(&problem).into_iter().collect();
        for id in SEED_ENGINES {
            if id == "mirrored" && engine(id).accepts(&problem, Question::Count).is_err()
            {
                continue;
            }
            mirrored += usize::from(id == "mirrored");
            let found = all(id, &problem);
            assert_eq!(found.len(), expected.len(), "{id}");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{id}");
        }
    }
    assert_eq!(mirrored, 2);
}

/// Every step is possible on the board that the steps before it left, and the books do
/// not depend on who watches.
#[test]
fn traces_can_be_replayed() {
    for id in SEED_ENGINES {
        for size in [0, 1, 3, 5] {
            let mut standing: Vec<Square> = Vec::new();
            let (mut rejections, mut solutions) = (0, 0);
            let mut follow = |event: Event<'_>| {
                match event {
                    Event::Place(square) => {
                        assert!(!standing.contains(&square), "{id}");
                        standing.push(square);
                    }
                    Event::Remove(square) => {
                        assert_eq!(standing.pop(), Some(square), "{id}");
                    }
                    Event::Reject { square, attacker } => {
                        let attacker = attacker.expect("the board has no holes");
                        assert!(standing.contains(&attacker), "{id}");
                        let pair = Placement::new(vec![square, attacker]);
                        assert!(
                            check::consistent(&queens(size), pair.squares()).is_err(),
                            "{id}"
                        );
                        rejections += 1;
                    }
                    Event::Solution(placement) => {
                        solutions += 1;
                        let board = Placement::new(standing.clone());
                        assert!(
                            *placement == board
                                || (id == "mirrored" && solutions % 2 == 0),
                            "{id}"
                        );
                    }
                    Event::State(_) => panic!("{id}: a state that was not asked for"),
                }
                ControlFlow::Continue(())
            };
            let finding = engine(id)
                .trace(&queens(size), &Settings::default(), &mut follow)
                .unwrap();
            assert_eq!(solutions, SOLUTIONS[size as usize], "{id} {size}");
            assert!(rejections > 0 || size < 2, "{id} {size}");
            // A breadth-first search ends on its last board, the others on the empty one.
            assert!(
                standing.is_empty() || id.starts_with("state-space"),
                "{id} {size}"
            );
            let silent = count(id, size);
            assert_eq!(finding.figures, silent.figures, "{id}");
            assert_eq!(
                finding.statistics.expanded, silent.statistics.expanded,
                "{id}"
            );
            assert_eq!(finding.statistics.checks, silent.statistics.checks, "{id}");
        }
    }
}

#[test]
fn respects_limits() {
    for id in SEED_ENGINES {
        let stopped =
            |settings: &Settings| engine(id).count(&queens(12), settings).unwrap();
        let answer = stopped(&Settings::default().with_nodes(1000));
        assert_eq!(answer.outcome, Outcome::LimitReached(Limit::Nodes), "{id}");
        assert_eq!(answer.statistics.expanded, 1000, "{id}");
        let cancel = CancelToken::new();
        cancel.cancel();
        assert_eq!(
            stopped(&Settings::default().with_cancel(cancel)).outcome,
            Outcome::Cancelled,
            "{id}"
        );
    }
    let settings =
        Settings::default().with_limits(Limits::default().with_memory(100_000));
    let answer = engine("state-space-bfs")
        .count(&queens(10), &settings)
        .unwrap();
    assert_eq!(answer.outcome, Outcome::LimitReached(Limit::Memory));
}

/// By arithmetic: n^n boards; a queen is put down for every number of 1 to n digits in
/// base n.
#[test]
fn the_odometer_counts_through_all_numbers() {
    for size in 1..=6u32 {
        let answer = count("brute-force", size);
        let numbers: u64 = (0..=size).map(|digits| u64::from(size).pow(digits)).sum();
        assert_eq!(figures(&answer)[0], u128::from(size).pow(size));
        assert_eq!(answer.statistics.expanded, numbers);
    }
    // "To count to 8^8": 16,777,216 boards (Eight Queens part one, 2013).
    assert_eq!(
        (
            figures(&count("brute-force", 8))[0],
            count("brute-force", 8).count
        ),
        (16_777_216, 92)
    );
}

/// Run from the program of "N-queen puzzle", wiki.visual-prolog.com, 2008: solutions and
/// the number of the permutation at which each is found.
#[test]
fn permutations_come_in_the_order_of_the_prolog_program() {
    let (found, positions) = solutions_and_permutations(7, 5);
    assert_eq!(
        found,
        ["4152637", "5316427", "5164273", "1526374", "5263741"]
    );
    assert_eq!(positions, [142, 493, 611, 722, 728]);
    let (found, positions) = solutions_and_permutations(8, 5);
    assert_eq!(
        found,
        ["52617483", "63571428", "64713528", "36275184", "63175824"]
    );
    assert_eq!(positions, [1300, 2789, 3908, 4726, 4803]);
    let (found, positions) = solutions_and_permutations(6, usize::MAX);
    assert_eq!(found, ["415263", "531642", "246135", "362514"]);
    assert_eq!(positions, [104, 297, 424, 617]);
    assert_eq!(
        solutions_and_permutations(4, usize::MAX),
        (vec!["3142".into(), "2413".into()], vec![10, 15])
    );
    let answer = count("permutations", 7);
    assert_eq!((answer.count, figures(&answer)[0]), (40, 5040));
}

/// The first solutions, and how many permutations were tested when each was found.
fn solutions_and_permutations(size: u32, limit: usize) -> (Vec<String>, Vec<u128>) {
    let (found, _) = first("permutations", &queens(size), limit);
    let position = |n| figures(&first("permutations", &queens(size), n).1)[0];
    (lists(&found), (1..=found.len()).map(position).collect())
}

/// "123 213 231 132 312 321": the boards of a trace, as the queens are put down.
#[test]
fn permutes_three_numbers_in_the_order_of_the_prolog_program() {
    let mut columns = String::new();
    let mut note = |event: Event<'_>| {
        if let Event::Place(square) = event {
            columns += &(square.column + 1).to_string();
        }
        ControlFlow::Continue(())
    };
    engine("permutations")
        .trace(&queens(3), &Settings::default(), &mut note)
        .unwrap();
    assert_eq!(columns, "123213231132312321");
}

/// "Recursion Elimination and the Eight Queens Problem": 1,965 calls as its text says;
/// 15,720 calls of `check` (eight for each) and 40,282 turns of its loop from running the
/// board version.
#[test]
fn scans_the_board_as_in_basic09() {
    for id in ["board-scan", "board-scan-iterative"] {
        let answer = count(id, 8);
        assert_eq!(
            (figures(&answer), answer.count),
            (vec![1965, 15_720, 40_282], 92)
        );
        // The source draws row by row, so that its first board reads so:
        let (found, _) = first(id, &queens(8), 1);
        assert_eq!(lists(&found), ["17582463"]);
        // The placements that a full search stands on: A319283 with the root.
        assert_eq!(answer.statistics.expanded, 2057);
    }
}

/// From running the Perl program of "Eight Queens part one", 2013, as printed for 8
/// ("15720 rows checked, 5508 diags checked") and with 8 replaced for the other sizes.
#[test]
fn row_and_diagonal_checks_match_the_perl_program() {
    let table = [
        (4, 60, 32, 2),
        (5, 220, 101, 10),
        (6, 894, 356, 4),
        (7, 3584, 1345, 40),
        (8, 15_720, 5508, 92),
        (9, 72_378, 24_011, 352),
        (10, 348_150, 110_004, 724),
        (11, 1_806_706, 546_357, 2680),
        (12, 10_103_868, 2_915_740, 14_200),
    ];
    for (size, rows, diagonals, solutions) in table {
        let answer = count("incremental", size);
        assert_eq!(
            (figures(&answer), answer.count),
            (vec![rows, diagonals], solutions),
            "{size}"
        );
    }
    let found = lists(&all("incremental", &queens(8)));
    // Printed as 04752613 and 73025164, counted from 0.
    assert_eq!((&*found[0], &*found[91]), ("15863724", "84136275"));
}

/// "The mirror solution can be created by subtracting the row number for each column from
/// nine."
#[test]
fn mirror_images_follow_their_originals() {
    for (size, solutions) in [(0, 1), (1, 1), (2, 0), (3, 0), (8, 92), (9, 352)] {
        let found = lists(&all("mirrored", &queens(size)));
        assert_eq!(found.len(), solutions);
        let mirror = |list: &str| -> String {
            list.chars()
                .map(|digit| (size + 1 - digit.to_digit(10).unwrap()).to_string())
                .collect()
        };
        for pair in found.chunks_exact(2) {
            assert_eq!(pair[1], mirror(&pair[0]));
        }
    }
    // "A little over half the time": the tree of 2,057 nodes, its root aside, is halved.
    assert_eq!(count("mirrored", 8).statistics.expanded, 1 + 2056 / 2);
}

/// "N-Queens revision on xt", 1999, in the order of its text; the lists of 8 in
/// lexicographic order, as the stylesheet writes them.
#[test]
fn strings_match_the_rows_of_the_stylesheet() {
    let found = lists(&all("string-lists", &queens(6)));
    assert_eq!(found, ["246135", "362514", "415263", "531642"]);
    assert_eq!(
        lists(&all("string-lists", &queens(8))),
        lists(&by_permutations(&queens(8)))
    );
    let answer = count("string-lists", 8);
    // It looks for a full list on entry: one call for each node of the tree (A319283 with
    // the root).
    assert_eq!(
        (figures(&answer)[0], answer.statistics.checks),
        (2057, 15_720)
    );
    // Numbers of two digits are not found within others.
    assert_eq!(count("string-lists", 10).count, 724);
}

/// First solutions when operators are tried from first to last, and the nodes up to there
/// (A140450 counts the squares tested: 876 for 8, on 114 nodes with the root).
#[test]
fn the_problem_solver_tries_operators_in_order() {
    for (size, list) in [(4, "2413"), (6, "246135"), (8, "15863724")] {
        for id in ["state-space-dfs", "state-space-bfs"] {
            let (found, _) = first(id, &queens(size), 1);
            assert_eq!(lists(&found), [list], "{id}");
        }
    }
    for (size, nodes) in [
        (4, 9),
        (5, 6),
        (6, 32),
        (7, 10),
        (8, 114),
        (9, 42),
        (10, 103),
    ] {
        let (_, answer) = first("state-space-dfs", &queens(size), 1);
        assert_eq!(answer.statistics.expanded, nodes, "{size}");
    }
    for id in ["state-space-dfs", "state-space-bfs"] {
        assert_eq!(
            lists(&all(id, &queens(8))),
            lists(&by_permutations(&queens(8)))
        );
        assert_eq!(count(id, 8).statistics.expanded, 2057);
    }
    // The widest level of the tree holds 568 boards (A319284); beside the rest of the
    // level before it, a queue can hold no more than that level and a few of the next.
    assert!(count("state-space-bfs", 8).statistics.widest >= 568);
}

/// One queen in each row is all that the space asks for: here superqueens, of which no
/// board below 10 but that of 1 takes as many as rows (A051223).
#[test]
fn the_state_space_accepts_other_pieces() {
    let problem: Problem = "superqueens 10".parse().unwrap();
    for id in ["state-space-dfs", "state-space-bfs"] {
        assert_eq!(
            engine(id)
                .count(&problem, &Settings::default())
                .unwrap()
                .count,
            4
        );
        assert!(engine("rules").accepts(&problem, Question::Count).is_err());
    }
}

/// "n-queens puzzle solved in hy and cps", 2018: boards and iterations of its two
/// solvers.
#[test]
fn the_state_space_answers_as_cps() {
    for (size, list, depth_first, breadth_first) in [
        (4, "3142", 8, 13),
        (6, "531642", 31, 114),
        (8, "84136275", 113, 1665),
    ] {
        let space = QueensSpace::new(&queens(size)).unwrap();
        let is_goal = |queens: &QueenList| space.is_goal(queens);
        let operators = |queens: &QueenList| space.cps_operators(queens);
        let is_identical = |a: &QueenList, b: &QueenList| a == b;
        let answer = DepthFirstSolver {
            is_goal,
            operators,
            is_identical,
        }
        .solve(space.start(), &Limits::default());
        let path = answer.path.unwrap();
        let end = Placement::new(path.last().unwrap().state.squares().to_vec());
        assert_eq!(
            (digits(&end), answer.iterations),
            (list.to_owned(), depth_first)
        );
        let answer = BreadthFirstSolver {
            is_goal,
            operators,
            is_identical,
        }
        .solve(space.start(), &Limits::default());
        assert_eq!(answer.iterations, breadth_first);
        if size == 4 {
            let descs: Vec<_> = path
                .iter()
                .filter_map(|step| step.desc.as_deref())
                .collect();
            assert_eq!(descs[0], "place queen at (0, 2)");
            assert_eq!(path[4].state.to_string(), "(0, 2) (1, 0) (2, 3) (3, 1)");
        }
    }
}

/// The board of depth-first search in CPS and 989 assumptions: 876 on trial (A140450) and
/// 113 kept.
#[test]
fn the_rules_need_989_assumptions() {
    let (found, answer) = first("rules", &queens(8), 1);
    assert_eq!(lists(&found), ["84136275"]);
    assert_eq!((figures(&answer)[0], answer.statistics.checks), (989, 876));
    assert_eq!(answer.statistics.expanded, 114);
    // Choices are popped from the end of their sets: the lists come in reverse order.
    let mut backwards = lists(&by_permutations(&queens(7)));
    backwards.reverse();
    assert_eq!(lists(&all("rules", &queens(7))), backwards);
}
