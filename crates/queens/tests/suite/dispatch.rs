//! Engine of each question: the rules of the guides ("Which engine counts", "Which engine
//! answers"), row by row.

use queens::engines::{self, ladder::construction};
use queens::problem::Problem;
use queens::unsupported::Parameter;
use queens::{Question, Settings, plan};
use std::collections::BTreeSet;

use Question::{All, Classes, Count, Fundamental, One, Profile, Random, Unique};

const REGIONS: &str = "regions\nareas:\nAABB\nAABB\nCCDD\nCCDD";
const STARS: &str = "stars\nareas:\nAAAAAAAA\nBBBBBBBB\nCCCCCCCC\nDDDDDDDD\nEEEEEEEE\nFFFFFFFF\nGGGGGGGG\nHHHHHHHH";
const WEIGHTED: &str = "2x3\nbest: least value\nweights:\n1 2 3\n4 5 6";
const EQUAL: &str =
    "8; pieces: queens, knights; equal: all; best: greatest number of queens";
const MOST_PAIRS: &str = "most 4\npiece: none\nrows: 0..2\ncolumns: any";
const PAIRS: &str = "4\npiece: none\nrows: 2\ncolumns: any";

/// Nobody named an engine.
const OPEN: &str = "";

/// Problem, question, the engine that was named, the engines that answer, one after the
/// other.
const ANSWERED: &[(&str, Question, &str, &[&str])] = &[
    // The standard board: every question has an engine of its own.
    ("8", One, OPEN, &["construction"]),
    ("8", Random, OPEN, &["random"]),
    ("8", All, OPEN, &["bitmask"]),
    ("8", Count, OPEN, &["join"]),
    ("8", Unique, OPEN, &["residual"]),
    ("8", Fundamental, OPEN, &["bitmask"]),
    ("8", Classes, OPEN, &["symmetric"]),
    ("8; unchanged: half-turn", Count, OPEN, &["symmetric"]),
    ("8; unchanged: half-turn", One, OPEN, &["symmetric", "sat"]),
    ("8; unchanged: half-turn", One, "sat", &["sat"]),
    ("8; unchanged: quarter-turn", All, OPEN, &["symmetric"]),
    ("most 8", One, OPEN, &["maximum"]),
    ("maximal 8", Count, OPEN, &["maximal"]),
    ("dominating 8", One, OPEN, &["domination"]),
    ("total-dominating 8", Count, OPEN, &["domination"]),
    // Given queens of a dominating set may attack each other.
    ("dominating 8\ngivens: a1 b2", One, OPEN, &["domination"]),
    ("8; pieces: 9 queens, 1 pawn", Count, OPEN, &["pawns"]),
    ("8; pieces: 9 queens, 1 pawn", One, OPEN, &["pawns"]),
    ("coloring 8", One, OPEN, &["coloring"]),
    ("armies 8", One, OPEN, &["armies"]),
    ("armies 8", Count, OPEN, &["armies"]),
    (WEIGHTED, One, OPEN, &["weighted"]),
    (WEIGHTED, Count, OPEN, &["weighted"]),
    (EQUAL, One, OPEN, &["pieces"]),
    (EQUAL, Count, OPEN, &["pieces"]),
    ("most 8x8x8", Question::One, OPEN, &["dimensions"]),
    ("most 7x7x7", Question::Count, OPEN, &["dimensions"]),
    ("most 8x8x8", Question::Count, OPEN, &["places"]),
    ("most rooks 3x3x3", Question::One, OPEN, &["maximum"]),
    (
        "queens 3x3x3; total: 2",
        Question::Count,
        OPEN,
        &["transfer"],
    ),
    (
        "dominating 5; pieces: 1 queen, bishops",
        One,
        OPEN,
        &["places"],
    ),
    (
        "dominating 5; pieces: 1 queen, bishops",
        Count,
        OPEN,
        &["places"],
    ),
    ("4; pieces: 2 rooks, 4 knights", All, OPEN, &["places"]),
    ("4; pieces: 2 rooks, 4 knights", Count, OPEN, &["pieces"]),
    (
        "4; pieces: 2 rooks, 4 knights",
        Count,
        "places",
        &["places"],
    ),
    ("8", Question::Uncompletable, OPEN, &["uncompletable"]),
    ("8", Question::CountUncompletable, OPEN, &["uncompletable"]),
    ("8", Profile, OPEN, &["rows"]),
    // Counts by size: the join up to 32, then equal states.
    ("0", Count, OPEN, &["join"]),
    ("27", Count, OPEN, &["join"]),
    ("32", Count, OPEN, &["join"]),
    ("33", Count, OPEN, &["transfer"]),
    // All by size: one word for a row, then the general form, then bit sets.
    ("64", All, OPEN, &["bitmask"]),
    ("65", All, OPEN, &["backtracking"]),
    ("200", All, OPEN, &["residual"]),
    // Huge boards: one solution and a random one need no search.
    ("1000000", One, OPEN, &["construction"]),
    ("1000000", Random, OPEN, &["random"]),
    ("1000000\ngivens: a1", One, OPEN, &["repair"]),
    ("1000000\ngivens: a1", Random, OPEN, &["repair"]),
    // Holes and givens: bit sets where they leave little room, repair from 64 free rows
    // on.
    ("8\ngivens: a1", One, OPEN, &["residual"]),
    ("8\ngivens: a1", Unique, OPEN, &["residual"]),
    ("8\ngivens: a1", Count, OPEN, &["rows"]),
    ("8\ngivens: a1", All, OPEN, &["bitmask"]),
    ("8\ngivens: a1 b3", Count, OPEN, &["residual"]),
    ("8\ngivens: a1 b3", All, OPEN, &["residual"]),
    ("8\nholes: a1", One, OPEN, &["residual"]),
    ("8\nholes: a1", Count, OPEN, &["residual"]),
    ("8\nholes: a1", Fundamental, OPEN, &["residual"]),
    ("64\nholes: a1", One, OPEN, &["repair", "residual"]),
    ("64\ngivens: a1", One, OPEN, &["residual"]),
    ("600\nholes: a1", One, OPEN, &["repair"]),
    // Walls: the general engines see them, and equal states do.
    ("8\nwalls: d4", One, OPEN, &["backtracking", "sat"]),
    ("8\nwalls: d4", Unique, OPEN, &["backtracking", "sat"]),
    ("8\nwalls: d4", All, OPEN, &["backtracking"]),
    ("8\nwalls: d4", Count, OPEN, &["transfer"]),
    // Joined edges: the arithmetic of diagonals first; an even torus and one of 9 have no
    // solution (Polya 1918).
    ("torus 7", One, OPEN, &["modular", "backtracking", "sat"]),
    ("torus 7", Unique, OPEN, &["modular", "backtracking", "sat"]),
    ("torus 7", All, OPEN, &["backtracking"]),
    ("torus 7", Count, OPEN, &["toroidal"]),
    ("torus 37", Count, OPEN, &["toroidal"]),
    ("torus 41", Count, OPEN, &["transfer"]),
    ("torus 7\ngivens: a1", Count, OPEN, &["toroidal"]),
    ("torus 7\ngivens: a1 b3", Count, OPEN, &["rows"]),
    ("torus 6", One, OPEN, &["modular"]),
    ("torus 6", Unique, OPEN, &["modular"]),
    ("torus 6", All, OPEN, &["modular"]),
    ("torus 6", Count, OPEN, &["modular"]),
    ("torus 6", Fundamental, OPEN, &["modular"]),
    ("torus 1000", Count, OPEN, &["modular"]),
    ("torus 9", Count, OPEN, &["modular"]),
    ("torus 7", Random, OPEN, &["repair"]),
    ("torus 7; unchanged: shift", All, OPEN, &["modular"]),
    (
        "torus 7\ngivens: a1\nunchanged: shift",
        Count,
        OPEN,
        &["modular"],
    ),
    ("torus 6; unchanged: half-turn", All, OPEN, &["modular"]),
    ("torus 7", Classes, OPEN, &["symmetric"]),
    (
        "torus 101",
        One,
        OPEN,
        &["modular", "repair", "backtracking", "sat"],
    ),
    ("torus 131", One, OPEN, &["modular", "repair"]),
    ("torus 5\ntotal: 3", Count, OPEN, &["transfer"]),
    ("torus 5\ntotal: 5", Count, OPEN, &["toroidal"]),
    // Walls cut the joined diagonals, so that nothing is said of their numbers.
    ("torus 6\nwalls: a1", Count, OPEN, &["transfer"]),
    ("cylinder 8", One, OPEN, &["modular"]),
    ("cylinder 7", Count, OPEN, &["toroidal"]),
    ("cylinder 4x6", One, OPEN, &["backtracking", "sat"]),
    ("toroidal-semiqueens 6", Count, OPEN, &["modular"]),
    ("moebius 7", One, OPEN, &["backtracking", "sat"]),
    ("moebius 7", Count, OPEN, &["transfer"]),
    ("reflecting 7", Count, OPEN, &["rows"]),
    // Other pieces: far riders row by row, near strikers by equal states, rooks and
    // bishops by their lines.
    ("superqueens 10", Count, OPEN, &["rows"]),
    ("superqueens 10", Count, "join", &["join"]),
    ("superqueens 19", Count, OPEN, &["rows"]),
    ("superqueens 20", Count, OPEN, &["join"]),
    ("superqueens 24", Count, OPEN, &["rows"]),
    ("superqueens 10", One, OPEN, &["backtracking", "sat"]),
    ("superqueens 10", All, OPEN, &["backtracking"]),
    (
        "superqueens 100",
        One,
        OPEN,
        &["repair", "backtracking", "sat"],
    ),
    ("superqueens 150", One, OPEN, &["repair"]),
    ("semiqueens 13", Count, OPEN, &["rows"]),
    ("semiqueens 14", Count, OPEN, &["join"]),
    ("semiqueens 20", Count, OPEN, &["join"]),
    ("semiqueens 21", Count, OPEN, &["rows"]),
    ("12\ntotal: 12", Count, "join", &["join"]),
    ("14\npiece: semiqueen\nholes: a1", Count, OPEN, &["rows"]),
    ("leprechauns 10", Count, OPEN, &["rows"]),
    ("kings 8", Count, OPEN, &["transfer"]),
    ("kings 8\nrows: 1\ncolumns: 1", Count, OPEN, &["transfer"]),
    ("kings 150\nrows: 1\ncolumns: 1", One, OPEN, &["repair"]),
    ("knights 6", Count, OPEN, &["transfer"]),
    ("knights 6\ntotal: 6", Count, OPEN, &["transfer"]),
    ("rooks 8", Count, OPEN, &["ferrers"]),
    ("rooks 8\ntotal: 8", Count, OPEN, &["ferrers"]),
    ("rooks 8\ngivens: a1", Count, OPEN, &["transfer"]),
    ("bishops 8\ntotal: 5", Count, OPEN, &["ferrers"]),
    // Diagonals of a rectangle are not nested.
    ("bishops 3x7", Count, OPEN, &["transfer"]),
    // Totals: none, few, as many as lines, more than lines take.
    ("8\ntotal: 0", Count, OPEN, &["inclusion-exclusion"]),
    ("8\ntotal: 1", Count, OPEN, &["inclusion-exclusion"]),
    ("8\ntotal: 7", Count, OPEN, &["inclusion-exclusion"]),
    ("8\ntotal: 8", Count, OPEN, &["join"]),
    ("8\ntotal: 8", One, OPEN, &["construction"]),
    ("8\ntotal: 8", All, OPEN, &["bitmask"]),
    ("8\ntotal: 8", Profile, OPEN, &["rows"]),
    ("8\ntotal: 9", Count, OPEN, &["pigeonhole"]),
    ("8\ntotal: 9", One, OPEN, &["pigeonhole"]),
    ("1000000\ntotal: 1000001", Unique, OPEN, &["pigeonhole"]),
    ("0\ntotal: 0", Count, OPEN, &["join"]),
    (
        "8\nholes: a1\ntotal: 5",
        Count,
        OPEN,
        &["inclusion-exclusion"],
    ),
    ("8\ntotal: 3..4", Count, OPEN, &["transfer"]),
    ("8\ntotal: any", Count, OPEN, &["transfer"]),
    ("5\ncolumns: any\ntotal: 5", Count, OPEN, &["join"]),
    ("5\ncolumns: any\ntotal: 5", Classes, OPEN, &["symmetric"]),
    // Rows that take none: five queens do not fit, and no queen does.
    (
        "5\nrows: 0\ncolumns: any\ntotal: 5",
        Count,
        OPEN,
        &["pigeonhole"],
    ),
    (
        "5\nrows: 0\ncolumns: any\ntotal: 0",
        Count,
        OPEN,
        &["transfer"],
    ),
    // Rectangles: masks carry those with one queen in each row.
    ("5x8", One, OPEN, &["backtracking", "sat"]),
    ("5x8", All, OPEN, &["bitmask"]),
    ("5x8", Count, OPEN, &["rows"]),
    ("8x5", All, OPEN, &["backtracking"]),
    ("8x5", Count, OPEN, &["transfer"]),
    ("8x5\ntotal: 3", Count, OPEN, &["inclusion-exclusion"]),
    ("70x90", One, OPEN, &["repair", "backtracking", "sat"]),
    // Regions, and two in each line: the smallest unit first; a count sees every
    // solution.
    (REGIONS, One, OPEN, &["units", "sat"]),
    (REGIONS, Unique, OPEN, &["units", "sat"]),
    (REGIONS, All, OPEN, &["units"]),
    (REGIONS, Fundamental, OPEN, &["units"]),
    (REGIONS, Count, OPEN, &["units"]),
    (STARS, One, OPEN, &["units", "sat"]),
    (STARS, Count, OPEN, &["units"]),
    (STARS, Classes, OPEN, &["units"]),
    (PAIRS, Count, OPEN, &["units"]),
    (MOST_PAIRS, One, OPEN, &["maximum"]),
    // Every engine answers alone where it was asked for.
    ("6", Count, "brute-force", &["brute-force"]),
    ("6", Count, "permutations", &["permutations"]),
    ("6", All, "board-scan", &["board-scan"]),
    ("6", All, "board-scan-iterative", &["board-scan-iterative"]),
    ("6", One, "flags", &["flags"]),
    ("6", Unique, "flags-on-entry", &["flags-on-entry"]),
    ("6", Fundamental, "flags-iterative", &["flags-iterative"]),
    ("6", Count, "incremental", &["incremental"]),
    ("6", Count, "mirrored", &["mirrored"]),
    ("6", Count, "string-lists", &["string-lists"]),
    ("6", Count, "state-space-dfs", &["state-space-dfs"]),
    ("6", Count, "state-space-bfs", &["state-space-bfs"]),
    ("6", Count, "rules", &["rules"]),
    ("6", Count, "limited-discrepancy", &["limited-discrepancy"]),
    ("6", All, "forward-checking", &["forward-checking"]),
    ("6", Unique, "mac", &["mac"]),
    ("6", Count, "exact-cover", &["exact-cover"]),
    ("6", Classes, "backtracking", &["backtracking"]),
    ("6", Count, "bitmask", &["bitmask"]),
    ("6", One, "min-conflicts", &["min-conflicts"]),
    ("6", One, "las-vegas", &["las-vegas"]),
    ("6", One, "genetic", &["genetic"]),
    ("6", One, "hill-climbing", &["hill-climbing"]),
    ("6", One, "annealing", &["annealing"]),
    ("6", One, "construction", &["construction"]),
    ("6", Count, "rows", &["rows"]),
    ("6", Count, "transfer", &["transfer"]),
    ("6", All, "residual", &["residual"]),
    ("6", All, "units", &["units"]),
    ("6", One, "repair", &["repair"]),
    ("6", Unique, "sat", &["sat"]),
    (
        "6\ntotal: 6",
        Count,
        "inclusion-exclusion",
        &["inclusion-exclusion"],
    ),
    // The total says what lines take to an engine that would not take it else.
    ("6\ntotal: 6", Count, "join", &["join"]),
    ("6\ntotal: 6", Count, "rows", &["rows"]),
    ("torus 7", One, "modular", &["modular"]),
    ("8\ntotal: 9", Count, "pigeonhole", &["pigeonhole"]),
    // A largest set is asked of one engine again and again; classes follow from counts.
    ("most 6", One, "backtracking", &["maximum"]),
    ("6", Classes, "rows", &["symmetric"]),
];

/// Problem, question, the engine that was named, the engine that refuses, and what it
/// does not take.
const REFUSED: &[(&str, Question, &str, &str, Parameter)] = &[
    // Too large for every engine.
    ("1000000", Count, OPEN, "residual", Parameter::Size),
    ("1000000", All, OPEN, "residual", Parameter::Size),
    ("1000000", Unique, OPEN, "residual", Parameter::Size),
    ("most 1000000", One, OPEN, "maximum", Parameter::Size),
    ("maximal 1000000", Count, OPEN, "maximal", Parameter::Size),
    ("1000000", Profile, OPEN, "rows", Parameter::Size),
    (
        "dominating 1000000",
        One,
        OPEN,
        "domination",
        Parameter::Size,
    ),
    ("200000000", One, OPEN, "construction", Parameter::Size),
    (
        "2000\ntotal: 3",
        Count,
        OPEN,
        "backtracking",
        Parameter::Size,
    ),
    ("moebius 200", One, OPEN, "backtracking", Parameter::Size),
    (
        "33; pieces: 34 queens, 1 pawn",
        Count,
        OPEN,
        "pawns",
        Parameter::Size,
    ),
    (
        "33; pieces: 34 queens, 1 pawn",
        One,
        OPEN,
        "pawns",
        Parameter::Size,
    ),
    // Questions that few engines answer, on boards that these do not take.
    ("8\nwalls: a1", Random, OPEN, "repair", Parameter::Walls),
    ("moebius 7", Random, OPEN, "repair", Parameter::Edges),
    (REGIONS, Random, OPEN, "repair", Parameter::Regions),
    ("8\nwalls: a1", Profile, OPEN, "rows", Parameter::Walls),
    // Named engines and the problem.
    ("8", Count, "nonsense", "", Parameter::Engine),
    ("8\ngivens: a1", Count, "join", "join", Parameter::Givens),
    ("8\nholes: a1", Count, "join", "join", Parameter::Holes),
    ("8\nwalls: a1", Count, "join", "join", Parameter::Walls),
    ("5x8", Count, "join", "join", Parameter::Size),
    ("33", Count, "join", "join", Parameter::Size),
    ("torus 7", Count, "join", "join", Parameter::Edges),
    ("leprechauns 24", Count, "join", "join", Parameter::Size),
    ("8\ntotal: 7", Count, "join", "join", Parameter::Total),
    ("torus 7", All, "residual", "residual", Parameter::Edges),
    ("kings 8", All, "units", "units", Parameter::Rows),
    ("65", All, "units", "units", Parameter::Size),
    ("600", All, "residual", "residual", Parameter::Size),
    ("moebius 7", Count, "rows", "rows", Parameter::Edges),
    ("8x5", Count, "rows", "rows", Parameter::Rows),
    (PAIRS, Count, "transfer", "transfer", Parameter::Rows),
    ("kings 8", Count, "ferrers", "ferrers", Parameter::Piece),
    ("bishops 3x7", Count, "ferrers", "ferrers", Parameter::Size),
    (
        "rooks 8\ngivens: a1",
        Count,
        "ferrers",
        "ferrers",
        Parameter::Givens,
    ),
    (
        "rooks 8\nwalls: a1",
        Count,
        "ferrers",
        "ferrers",
        Parameter::Walls,
    ),
    (
        "8",
        Count,
        "inclusion-exclusion",
        "inclusion-exclusion",
        Parameter::Total,
    ),
    ("8", One, "modular", "modular", Parameter::Edges),
    ("8", Count, "pigeonhole", "pigeonhole", Parameter::Total),
    ("200", One, "sat", "sat", Parameter::Size),
    ("torus 7", Count, "bitmask", "bitmask", Parameter::Edges),
    (
        "8\nholes: a2",
        Count,
        "mirrored",
        "mirrored",
        Parameter::Holes,
    ),
    ("torus 7", Count, "mac", "mac", Parameter::Edges),
    // Named engines and the question.
    ("8", One, "join", "join", Parameter::Question),
    (
        "8",
        Count,
        "min-conflicts",
        "min-conflicts",
        Parameter::Question,
    ),
    ("8", Count, "repair", "repair", Parameter::Question),
    ("torus 7", Count, "modular", "modular", Parameter::Question),
    ("8", Random, "flags", "flags", Parameter::Question),
    ("8", Count, "random", "random", Parameter::Question),
    ("8", Count, "symmetric", "symmetric", Parameter::Question),
    ("most 8", One, "rows", "rows", Parameter::Rules),
    ("8", Profile, "join", "join", Parameter::Question),
    (
        "8; pieces: 9 queens, 1 pawn",
        Count,
        "bitmask",
        "bitmask",
        Parameter::Rules,
    ),
];

/// Problem, who counts it, and who counts it again in another way.
const RIVALS: &[(&str, &str, &str)] = &[
    ("8", "join", "rows"),
    ("32", "join", "rows"),
    ("8\ngivens: a1", "rows", "bitmask"),
    ("torus 7", "toroidal", "rows"),
    ("torus 6", "modular", "rows"),
    ("8\nholes: a1", "residual", "rows"),
    ("kings 8", "transfer", "backtracking"),
    ("8\nwalls: d4", "transfer", "backtracking"),
    ("rooks 8", "ferrers", "transfer"),
    ("8\ntotal: 5", "inclusion-exclusion", "transfer"),
    // The problem as it was asked: no demand of one in each row, which the join read out
    // of the total.
    ("8\ntotal: 8", "join", "transfer"),
    ("5\ncolumns: any\ntotal: 5", "join", "transfer"),
    ("8\ntotal: 9", "pigeonhole", "transfer"),
    (REGIONS, "units", "transfer"),
    // Two in each line: only the general engines are left.
    (STARS, "units", "backtracking"),
];

fn problem(text: &str) -> Problem {
    text.parse().expect(text)
}

fn settings(engine: &str) -> Settings {
    if engine == OPEN {
        Settings::default()
    } else {
        Settings::default().with_engine(engine)
    }
}

#[test]
fn sends_questions_to_suitable_engines() {
    for &(text, question, engine, expected) in ANSWERED {
        let plan = plan(&problem(text), question, &settings(engine)).expect(text);
        assert_eq!(plan.engines(), expected, "{question} {engine} of\n{text}");
        assert!(
            !plan.why.is_empty() && !plan.why.contains("the engine"),
            "{text}: {}",
            plan.why
        );
        for stage in &plan.stages {
            // Engines that know the rules search the plain problem, and accept the one
            // with rules.
            let put = if plan.asked.rules().is_some() {
                &plan.asked
            } else {
                &plan.problem
            };
            let accepted = stage.engine.accepts(put, plan.question);
            assert_eq!(accepted, Ok(()), "{question} of\n{text}");
        }
    }
}

/// 130 x 130 is too large for the general form; 40 givens leave little room, 30 do not.
#[test]
fn enough_givens_make_large_boards_searchable() {
    let columns: Vec<u32> = construction::columns(130).expect("a solution").collect();
    for givens in [30, 40] {
        let squares: Vec<String> = columns
            .iter()
            .take(givens)
            .enumerate()
            .map(|(row, column)| format!("{row}:{column}"))
            .collect();
        let board = problem(&format!("130\ngivens: {}", squares.join(" ")));
        for (question, expected) in [
            (All, &["residual"][..]),
            (Count, &["residual"]),
            (Unique, &["residual"]),
            (One, &["repair", "residual"]),
        ] {
            let plan = plan(&board, question, &Settings::default()).expect("an engine");
            assert_eq!(plan.engines(), expected, "{question} with {givens} givens");
        }
    }
}

/// The guide: backtracking has 300,000 nodes where the SAT solver follows.
#[test]
fn backtracking_runs_some_nodes_before_the_sat_solver() {
    let plan = plan(&problem("moebius 7"), One, &Settings::default()).unwrap();
    let nodes: Vec<Option<u64>> = plan.stages.iter().map(|stage| stage.nodes).collect();
    assert_eq!(nodes, [Some(300_000), None]);
}

#[test]
fn refusals_name_the_engine_and_the_parameter() {
    for &(text, question, engine, speaker, parameter) in REFUSED {
        let refused = plan(&problem(text), question, &settings(engine)).expect_err(text);
        assert_eq!(
            (refused.engine, refused.parameter),
            (speaker, parameter),
            "{question} {engine} of\n{text}: {refused}"
        );
        assert!(!refused.reason.is_empty());
    }
}

#[test]
fn rivals_differ_from_the_engine() {
    for &(text, engine, rival) in RIVALS {
        let problem = problem(text);
        let plan = plan(&problem, Count, &Settings::default()).expect(text);
        let found = plan.rival();
        assert_eq!((plan.engine(), found), (engine, Some(rival)), "{text}");
    }
}

/// An engine that was named for another question stands behind the one that answers.
#[test]
fn inner_engines_follow_the_settings() {
    for (text, question, named, inner) in [
        ("most 6", One, "backtracking", Some("backtracking")),
        ("6", Classes, "rows", Some("rows")),
        ("6", Classes, "backtracking", None),
        ("6", Count, "rows", None),
    ] {
        let plan = plan(&problem(text), question, &settings(named)).unwrap();
        assert_eq!(plan.inner, inner, "{question} {named}");
    }
}

/// An engine of the ladder works as its source does, on one thread, unless more are asked
/// for.
#[test]
fn named_engines_of_the_ladder_work_on_one_thread() {
    let threads = |engine: &str, threads| {
        plan(
            &problem("6"),
            Count,
            &settings(engine).with_threads(threads),
        )
        .unwrap()
        .threads
    };
    assert_eq!(
        [
            threads("flags", 0),
            threads("flags", 3),
            threads("rows", 0),
            threads(OPEN, 0)
        ],
        [1, 3, 0, 0]
    );
}

#[test]
fn the_table_has_every_engine_and_every_question() {
    let engines: BTreeSet<&str> =
        ANSWERED.iter().flat_map(|row| row.3).copied().collect();
    let registry: BTreeSet<&str> =
        engines::registry().map(|engine| engine.info().id).collect();
    assert_eq!(engines, registry);
    let questions: BTreeSet<&str> = ANSWERED.iter().map(|row| row.1.id()).collect();
    assert_eq!(questions.len(), 10);
}
