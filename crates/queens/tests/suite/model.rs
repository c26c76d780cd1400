//! The model: the presets against rules written by hand, symmetry, the two forms of a
//! problem against each other, and what kinds of problems there are.

use crate::common;
use proptest::prelude::*;
use queens::check;
use queens::constraints::Constraints;
use queens::orbit::Orbits;
use queens::placement::Placement;
use queens::problem::{Features, Preset, Problem};
use queens::square::Square;
use queens::symmetry::Symmetry;
use queens::{Question, engines, unsupported::Parameter};

/// True if two different squares of a board with this side attack each other.
type Rule = fn(a: (i64, i64), b: (i64, i64), side: i64) -> bool;

fn queen(a: (i64, i64), b: (i64, i64), _: i64) -> bool {
    a.0 == b.0 || a.1 == b.1 || (a.0 - b.0).abs() == (a.1 - b.1).abs()
}

fn king(a: (i64, i64), b: (i64, i64), _: i64) -> bool {
    (a.0 - b.0).abs().max((a.1 - b.1).abs()) <= 1
}

fn knight(a: (i64, i64), b: (i64, i64), _: i64) -> bool {
    (a.0 - b.0).abs() * (a.1 - b.1).abs() == 2
}

fn semiqueen(a: (i64, i64), b: (i64, i64), _: i64) -> bool {
    a.0 == b.0 || a.1 == b.1 || a.0 - a.1 == b.0 - b.1
}

/// On the torus sums and differences of the coordinates count modulo the side (Polya
/// 1918).
fn torus(a: (i64, i64), b: (i64, i64), side: i64) -> bool {
    let same = |x: i64, y: i64| (x - y).rem_euclid(side) == 0;
    a.0 == b.0 || a.1 == b.1 || same(a.0 - a.1, b.0 - b.1) || same(a.0 + a.1, b.0 + b.1)
}

fn toroidal_semiqueen(a: (i64, i64), b: (i64, i64), side: i64) -> bool {
    a.0 == b.0 || a.1 == b.1 || (a.0 - a.1 - b.0 + b.1).rem_euclid(side) == 0
}

/// The strip unrolled: every second copy of the board stands upside down (Bell and
/// Stevens 2008).
fn moebius(a: (i64, i64), b: (i64, i64), side: i64) -> bool {
    (-side - 1..=side + 1).any(|copy| {
        let row = if copy % 2 == 0 { b.0 } else { side - 1 - b.0 };
        let place = (row, b.1 + copy * side);
        place != a && queen(a, place, side) && (copy == 0 || place.1 != a.1)
    })
}

/// Klarner 1967: beside the mirror strip, queens in the columns p and q of the rows i and
/// j, counted from 1, also attack each other if |p - q| = i + j.
fn reflecting(a: (i64, i64), b: (i64, i64), side: i64) -> bool {
    queen(a, b, side) || (a.1 - b.1).abs() == a.0 + 1 + b.0 + 1
}

const RULES: [(Preset, Rule); 13] = [
    (Preset::Queens, queen),
    (Preset::Torus, torus),
    (Preset::Cylinder, torus),
    (Preset::Moebius, moebius),
    (Preset::Superqueens, |a, b, side| {
        queen(a, b, side) || knight(a, b, side)
    }),
    (Preset::Leprechauns, |a, b, side| {
        queen(a, b, side) || (a.0 - b.0).abs().max((a.1 - b.1).abs()) <= 3
    }),
    (Preset::Semiqueens, semiqueen),
    (Preset::ToroidalSemiqueens, toroidal_semiqueen),
    (Preset::Reflecting, reflecting),
    (Preset::Rooks, |a, b, _| a.0 == b.0 || a.1 == b.1),
    (Preset::Bishops, |a, b, _| {
        (a.0 - b.0).abs() == (a.1 - b.1).abs()
    }),
    (Preset::Knights, knight),
    (Preset::Kings, king),
];

#[test]
fn presets_attack_as_published() {
    for (preset, rule) in RULES {
        for side in 1..=8 {
            let problem = preset.problem(side, side).unwrap();
            let form = Constraints::from_problem(&problem).unwrap();
            let at = |square: &Square| (i64::from(square.row), i64::from(square.column));
            for (i, a) in form.squares().iter().enumerate() {
                for (j, b) in form.squares().iter().enumerate().filter(|&(j, _)| j != i) {
                    let attack = rule(at(a), at(b), side.into());
                    assert_eq!(
                        form.conflicts(i).contains(j),
                        attack,
                        "{preset} {side}: {a} and {b}"
                    );
                    let checked = check::consistent(&problem, &[*a.min(b), *a.max(b)]);
                    assert_eq!(
                        matches!(checked, Err(check::Violation::Attack(..))),
                        attack,
                        "{preset} {side}: {a} and {b}"
                    );
                }
            }
        }
    }
}

#[test]
fn reads_the_examples_of_the_documentation() {
    let blocks = include_str!("../../../../docs/guide/problems.md").split("```");
    let problems: Vec<Problem> = blocks
        .filter_map(|block| block.strip_prefix("text\n"))
        .map(|text| text.parse().unwrap())
        .collect();
    let sizes: Vec<u32> = problems.iter().map(Problem::rows).collect();
    assert_eq!(sizes, [4, 5]);
}

#[test]
fn walls_stop_rays_and_holes_do_not() {
    let consistent = |text: &str| text.parse::<Problem>().unwrap().clash().is_none();
    assert!(!consistent("rooks\nboard:\nQ . Q"));
    assert!(!consistent("rooks\nboard:\nQ x Q"));
    assert!(consistent("rooks\nboard:\nQ # Q"));
    // A leap passes over everything.
    assert!(!consistent("knights\nboard:\nQ # .\n# # Q"));
}

/// On a twisted board a ray may come back turned, so that its reverse does not lead home:
/// on 5 x 5, the step (1,-1) leads from a1 over the left edge to e4, and the step (-1,1)
/// from e4 to a3.
#[test]
fn either_of_two_pieces_may_be_the_one_that_attacks() {
    let problem: Problem = "moebius 5\npiece: (1,-1)".parse().unwrap();
    let (a1, e4) = (Square::new(0, 0), Square::new(3, 4));
    for squares in [[a1, e4], [Square::new(2, 0), e4]] {
        let form = Constraints::from_problem(&problem).unwrap();
        let numbers = squares.map(|square| form.number(square).unwrap());
        assert!(form.conflicts(numbers[0]).contains(numbers[1]));
        let attack = check::Violation::Attack(squares[0], squares[1]);
        assert_eq!(check::consistent(&problem, &squares), Err(attack));
    }
}

/// On the Moebius strip of 5 x 4 the steps (1,2) lead from a2 to c3 and over the right
/// edge back to a2, then upwards: the next square would be c1, but the ray has ended.
#[test]
fn a_ray_ends_at_its_own_square() {
    let problem: Problem = "moebius 5x4\npiece: (1,2)*".parse().unwrap();
    let form = Constraints::from_problem(&problem).unwrap();
    let [c1, a2, c3] = ["c1", "a2", "c3"].map(|name| name.parse::<Square>().unwrap());
    for (other, attack) in [(c1, false), (c3, true)] {
        let numbers = [a2, other].map(|square| form.number(square).unwrap());
        assert_eq!(
            form.conflicts(numbers[0]).contains(numbers[1]),
            attack,
            "{other}"
        );
        assert_eq!(
            check::consistent(&problem, &[a2.min(other), a2.max(other)]).is_err(),
            attack,
            "{other}"
        );
    }
}

/// The constraints walk from square to square and turn where the edges turn them; the
/// check folds each place of the unbounded plane back onto the board.
#[test]
fn odd_pieces_attack_alike_in_both_forms_on_joined_boards() {
    let edges = ["open", "wrap", "twist", "mirror"];
    for (rows, columns) in
        (1..=5).flat_map(|rows| (1..=5).map(move |columns| (rows, columns)))
    {
        for (top_bottom, left_right) in
            edges.iter().flat_map(|a| edges.iter().map(move |b| (a, b)))
        {
            for piece in [
                "(1,2)*",
                "(2,1)*",
                "(2,2)*",
                "(1,3)*",
                "(3,-1)*",
                "(0,2)* + (3,0)*",
                "(1,-1)*3",
                "(2,-3)*4",
            ] {
                let text = format!(
                    "{rows}x{columns}\npiece: {piece}\ntop-bottom: {top_bottom}\nleft-right: {left_right}\nwalls: b2\n\
                     rows: any\ncolumns: any"
                );
                let text = if rows > 1 && columns > 1 {
                    text
                } else {
                    text.replace("walls: b2\n", "")
                };
                // A mirror does not go with a twist.
                let Ok(problem) = text.parse::<Problem>() else {
                    continue;
                };
                let form = Constraints::from_problem(&problem).unwrap();
                for (i, &a) in form.squares().iter().enumerate() {
                    for (j, &b) in form.squares().iter().enumerate().skip(i + 1) {
                        let checked = check::consistent(&problem, &[a, b]).is_err();
                        assert_eq!(
                            form.conflicts(i).contains(j),
                            checked,
                            "{a} and {b}\n{problem}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn presets_have_the_symmetries_of_their_rules() {
    use Symmetry::{AntiTranspose, FlipColumns, FlipRows, HalfTurn, Identity, Transpose};
    let all = Symmetry::ALL.to_vec();
    for (text, expected) in [
        ("queens 6", all.clone()),
        ("torus 6", all),
        (
            "queens 4x6",
            vec![Identity, HalfTurn, FlipRows, FlipColumns],
        ),
        ("moebius 6", vec![Identity, HalfTurn, FlipRows, FlipColumns]),
        (
            "semiqueens 6",
            vec![Identity, HalfTurn, Transpose, AntiTranspose],
        ),
        ("reflecting 6", vec![Identity, FlipColumns]),
        ("6\ngivens: b1", vec![Identity]),
        ("6\nholes: a1", vec![Identity, Transpose]),
        ("regions\nareas:\nAAB\nAAB\nCCD", vec![Identity, Transpose]),
    ] {
        let problem: Problem = text.parse().unwrap();
        assert_eq!(
            Orbits::from_problem(&problem).unwrap().group(),
            expected,
            "{text}"
        );
    }
}

fn features(text: &str) -> Features {
    text.parse::<Problem>()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .features()
}

/// Those of `texts` that are of a kind.
fn which<'t>(texts: &[&'t str], is_so: fn(&Features) -> bool) -> Vec<&'t str> {
    texts
        .iter()
        .copied()
        .filter(|text| is_so(&features(text)))
        .collect()
}

const STARS: &str = "stars\nareas:\nAABB\nAABB\nCCDD\nCCDD";

#[test]
fn kinds_of_problems_match_a_list_by_hand() {
    let texts = [
        "0",
        "8",
        "5x8",
        "8x5",
        "8\ngivens: b1",
        "8\ngivens: b1 d2",
        "8\nholes: a1",
        "8\nwalls: c4",
        "torus 7",
        "cylinder 7",
        "moebius 7",
        "reflecting 7",
        "superqueens 8",
        "rooks 8",
        "kings 8",
        "8\ntotal: 8",
        STARS,
        "4\nregions: any\nareas:\nAABB\nAABB\nCCDD\nCCDD",
    ];
    let kind = |is_so| which(&texts, is_so);
    assert_eq!(kind(|f| f.is_standard), ["0", "8"]);
    assert_eq!(
        kind(|f| f.has_standard_rules),
        [
            "0",
            "8",
            "5x8",
            "8\ngivens: b1",
            "8\ngivens: b1 d2",
            "8\nholes: a1",
            texts[17]
        ]
    );
    assert_eq!(kind(|f| !f.is_square), ["5x8", "8x5"]);
    assert_eq!(
        kind(|f| !f.has_open_edges),
        ["torus 7", "cylinder 7", "moebius 7", "reflecting 7"]
    );
    assert_eq!(kind(|f| f.is_glued), ["torus 7", "cylinder 7", "moebius 7"]);
    assert_eq!(kind(|f| f.has_like_squares), ["torus 7"]);
    assert_eq!(
        kind(|f| f.has_little_room),
        ["8\ngivens: b1 d2", "8\nholes: a1", "8\nwalls: c4"]
    );
    assert_eq!(kind(|f| !f.strikes_far), ["rooks 8", "kings 8", STARS]);
    assert_eq!(
        kind(|f| !f.one_in_each_row),
        ["8x5", "rooks 8", "kings 8", "8\ntotal: 8", STARS]
    );
    assert_eq!(kind(|f| !f.at_most_one_in_each_row), ["kings 8", STARS]);
    assert_eq!(kind(|f| f.demands_regions), [STARS]);
    assert_eq!(kind(|f| f.exact_units == Some(2)), [STARS]);
    assert_eq!(kind(|f| f.exact_total.is_some()), ["8\ntotal: 8"]);
}

#[test]
fn numbers_of_features_match_a_list_by_hand() {
    let long = features("5x8\ngivens: b1 d2");
    assert_eq!(
        (long.side, long.number_of_squares, long.free_rows),
        (8, 40, 3)
    );
    // Two queens in a row, one on each side of a wall, and more of them than rows.
    let walled = features("1x5\nwalls: b1 d1\ngivens: a1 c1\nrows: any\ncolumns: any");
    assert_eq!(
        (walled.free_rows, walled.at_most_one_in_each_row),
        (0, false)
    );
    let huge = features("2000000000");
    assert_eq!(
        (huge.number_of_squares, huge.free_rows),
        (4_000_000_000_000_000_000, 2_000_000_000)
    );
    assert_eq!(features("8").exact_units, Some(1));
    assert_eq!(
        features("8\nrows: 1\ncolumns: 1\ntotal: 8").exact_units,
        None
    );
    assert_eq!(features("5x8").exact_units, None);
    assert_eq!(features("8\nregions: 0..1"), features("8"));
}

/// Squares are pairs of row and column, sets may come in any order, and a false problem
/// is refused with the text's own error.
#[test]
fn serde_forms() {
    let placement = Placement::from_columns(&[1, 3, 0, 2]);
    let json = serde_json::to_string(&placement).unwrap();
    assert_eq!(json, "[[0,1],[1,3],[2,0],[3,2]]");
    assert_eq!(
        serde_json::from_str::<Placement>("[[2,0],[0,1],[3,2],[1,3]]").unwrap(),
        placement
    );
    let problem: Problem = "torus 5\ngivens: a1".parse().unwrap();
    assert_eq!(
        serde_json::to_string(&problem).unwrap(),
        r#""torus 5\ngivens: a1""#
    );
    let error = serde_json::from_str::<Problem>(r#""queens -1""#)
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with(&"queens -1".parse::<Problem>().unwrap_err().to_string()),
        "{error}"
    );
    assert!(serde_json::from_str::<Problem>("8").is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn symmetries_map_solutions_to_solutions(problem in common::problems()) {
        let Some(solutions) = common::all_solutions(&problem, 3_000) else { return Ok(()) };
        for &symmetry in Orbits::from_problem(&problem).unwrap().group() {
            for solution in &solutions {
                let image = solution.image(symmetry, problem.rows(), problem.columns());
                prop_assert_eq!(check::solution(&problem, &image), Ok(()), "{:?} of {:?}", symmetry, solution);
            }
        }
    }

    #[test]
    fn both_forms_of_a_problem_judge_alike(problem in common::problems(), picks in proptest::collection::vec(0..36usize, 0..6)) {
        let form = Constraints::from_problem(&problem).unwrap();
        if form.squares().is_empty() {
            return Ok(());
        }
        let mut queens: Vec<usize> = picks.iter().map(|pick| pick % form.squares().len()).collect();
        queens.extend(form.givens());
        queens.sort_unstable();
        queens.dedup();
        for count in 0..=queens.len() {
            let some = &queens[..count];
            let free = some.iter().all(|&a| some.iter().all(|&b| !form.conflicts(a).contains(b)));
            let full = form.units().iter().any(|unit| {
                let in_unit = some.iter().filter(|queen| unit.squares.contains(queen)).count();
                in_unit as u32 > unit.bounds.high()
            });
            let placement = form.placement(some.iter().copied());
            let consistent = check::consistent(&problem, placement.squares());
            prop_assert_eq!(consistent.is_ok(), free && !full, "{:?}: {:?}", placement, consistent);
            let given = form.givens().iter().all(|given| some.contains(given));
            let solution = check::solution(&problem, &placement);
            let expected = free && given && form.meets_demands(some);
            prop_assert_eq!(solution.is_ok(), expected, "{:?}: {:?}", placement, solution);
        }
    }

    #[test]
    fn random_problems_round_trip(problem in common::problems()) {
        let json = serde_json::to_string(&problem).unwrap();
        prop_assert_eq!(&problem.to_string().parse::<Problem>().unwrap(), &problem);
        prop_assert_eq!(serde_json::from_str::<Problem>(&json).unwrap(), problem);
    }

    #[test]
    fn one_queen_more_or_less_is_not_a_solution(columns in Just((0..6u32).collect::<Vec<_>>()).prop_shuffle()) {
        let problem = Problem::queens(6).unwrap();
        let placement = Placement::from_columns(&columns);
        let alone = (0..6i64).all(|a| (0..a).all(|b| {
            let distance = i64::from(columns[a as usize]) - i64::from(columns[b as usize]);
            distance.abs() != a - b
        }));
        prop_assert_eq!(check::solution(&problem, &placement).is_ok(), alone);
        let fewer = Placement::from_columns(&columns[..5]);
        prop_assert!(check::solution(&problem, &fewer).is_err());
    }

    /// The bit mask takes the standard rules, on any board that is small enough.
    #[test]
    fn standard_rules_match_the_bit_mask_engine(problem in common::problems()) {
        let accepts = engines::find("bitmask").unwrap().accepts(&problem, Question::Count);
        let expected = accepts.map_or_else(|unsupported| unsupported.parameter == Parameter::Size, |()| true);
        prop_assert_eq!(problem.features().has_standard_rules, expected, "{}", problem);
    }

    /// Only the standard problem is written as a size and nothing else.
    #[test]
    fn writes_the_standard_problem_as_its_size(problem in common::problems()) {
        let is_short = problem.to_string() == format!("queens {}", problem.rows()) && problem.is_square();
        prop_assert_eq!(problem.features().is_standard, is_short, "{}", problem);
    }
}
