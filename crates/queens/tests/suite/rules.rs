//! Problems with rules: the engines of plain problems and relatives answer those that
//! they know, and refuse all others.

use queens::problem::Problem;
use queens::relative::groups;
use queens::{Detail, Question, Settings, ask, check, engines, export};

fn read(text: &str) -> Problem {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Published numbers; the sources are in `tests/data/model.tsv`.
#[test]
fn numbers_of_solutions_are_as_published() {
    for (text, engine, number) in [
        ("dominating 7", "domination", 86),
        ("total-dominating 4", "domination", 12),
        ("3; pieces: 2 kings, 1 rook", "pieces", 4),
        ("4; pieces: 4 knights, 2 rooks", "pieces", 8),
        (
            "5; pieces: knights, queens; equal: all; best: greatest number of knights",
            "pieces",
            156,
        ),
        ("maximal 8", "maximal", 10_188),
        ("12; unchanged: quarter-turn", "symmetric", 8),
        ("torus 13; unchanged: shift", "modular", 130),
        ("6; pieces: 7 queens, 1 pawn", "pawns", 16),
    ] {
        let answer = ask(&read(text), Question::Count, &Settings::default());
        let answer = answer.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((answer.engine, answer.count), (engine, number), "{text}");
    }
}

#[test]
fn one_solution_is_a_best_one() {
    for (text, pieces) in [
        ("most torus 8", 6),
        ("dominating 8", 5),
        ("dominating knights 6", 8),
        ("4; unchanged: half-turn", 4),
    ] {
        let answer = ask(&read(text), Question::One, &Settings::default());
        let answer = answer.unwrap_or_else(|error| panic!("{text}: {error}"));
        let first = answer
            .first
            .unwrap_or_else(|| panic!("{text}: no solution"));
        assert_eq!(first.len(), pieces, "{text}");
        assert_eq!(check::solution(&read(text), &first), Ok(()), "{text}");
        let is_measured = !text.contains("unchanged");
        assert_eq!(
            check::value(&read(text), &first),
            is_measured.then_some(pieces as i64),
            "{text}"
        );
    }
    for (text, sizes) in [
        ("armies 5", vec![4, 4]),
        ("armies knights 3", vec![3, 3]),
        ("coloring 4", vec![4, 4, 4, 2, 2]),
    ] {
        let answer = ask(&read(text), Question::One, &Settings::default());
        let answer = answer.unwrap_or_else(|error| panic!("{text}: {error}"));
        let (problem, placement) = (read(text), answer.first.unwrap());
        let groups = groups(&problem, &placement);
        let found: usize = groups.iter().map(|group| group.placement.len()).sum();
        assert_eq!(
            (groups.len(), found),
            (sizes.len(), sizes.iter().sum()),
            "{text}"
        );
        assert_eq!(check::solution(&problem, &placement), Ok(()), "{text}");
        let value = if text.starts_with("armies") {
            sizes[0]
        } else {
            sizes.len()
        };
        assert_eq!(
            check::value(&problem, &placement),
            Some(value as i64),
            "{text}"
        );
        assert_eq!(
            answer.detail,
            Detail::Best {
                value: Some(value as i64),
                bound: value as i64,
                fundamental: None
            }
        );
    }
}

/// Classes as published: Gardner's queens that attack one and two others (OEIS A051757,
/// A051568), and armies, counted by another engine as well (A260680).
#[test]
fn solutions_are_counted_up_to_the_symmetries_of_the_rules() {
    let attacks = |size: u32, others: u32| {
        format!(
            "{size}; pieces: queens; peace: none; stops: all; cover: occupied {others}; best: greatest number"
        )
    };
    for (text, engine, classes) in [
        (attacks(4, 1), OPEN, 5),
        (attacks(3, 2), OPEN, 4),
        ("armies 4".to_owned(), "places", 10),
        ("armies 4".to_owned(), OPEN, 10),
        ("dominating 5".to_owned(), "places", 37),
        ("dominating 5".to_owned(), OPEN, 37),
        ("8; unchanged: half-turn".to_owned(), OPEN, 1),
    ] {
        let settings = if engine == OPEN {
            Settings::default()
        } else {
            Settings::default().with_engine(engine)
        };
        let counted = ask(&read(&text), Question::Classes, &settings)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(counted.fundamental(), Some(classes), "{text}");
        if engine == OPEN
            && !text.starts_with("armies")
            && !text.starts_with("dominating")
        {
            let listed = ask(&read(&text), Question::Fundamental, &settings).unwrap();
            assert_eq!(listed.count, classes, "{text}");
        }
    }
}

/// No engine is named.
const OPEN: &str = "";

/// Numbers in rows, columns and in all are demands that a word for rules does not have,
/// so its engine must not answer.
#[test]
fn engines_of_relatives_ignore_no_demand() {
    for (text, engine) in [
        ("dominating 8", "domination"),
        ("dominating 5; rows: 1", "places"),
        ("armies 4; columns: 0..1", "places"),
        ("coloring 4; rows: 4", "places"),
        ("5; pieces: 2 queens, 2 knights", "pieces"),
        ("5; pieces: 2 queens, 2 knights; rows: 0..1", "places"),
        ("most 4", "maximum"),
        ("most 4; rows: 1", "places"),
        ("most 4; total: 3", "places"),
        ("maximal 4", "maximal"),
    ] {
        let question = if text.starts_with("maximal") {
            Question::Count
        } else {
            Question::One
        };
        let problem = read(text);
        let answer = ask(&problem, question, &Settings::default())
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(answer.engine, engine, "{text}");
        if let Some(first) = &answer.first {
            assert_eq!(check::solution(&problem, first), Ok(()), "{text}");
        }
    }
    let given = ask(
        &read("maximal 4; givens: b2"),
        Question::Count,
        &Settings::default(),
    )
    .unwrap();
    assert_eq!(given.engine, "places");
}

/// An engine that ignored a rule would answer another question.
#[test]
fn only_engines_for_rules_take_them() {
    let problem = read("dominating 5; pieces: 1 queen, bishops");
    let answer = ask(&problem, Question::One, &Settings::default()).unwrap();
    assert_eq!(
        (answer.engine, answer.value(), answer.bound()),
        ("places", Some(3), Some(3))
    );
    let pieces = answer.first.clone().unwrap();
    assert_eq!(
        (
            check::solution(&problem, &pieces),
            check::value(&problem, &pieces)
        ),
        (Ok(()), Some(3))
    );
    let all = ask(&read("armies 3"), Question::All, &Settings::default()).unwrap();
    let count = ask(&read("armies 3"), Question::Count, &Settings::default()).unwrap();
    assert_eq!((all.count, all.engine), (count.count, "places"));
    for engine in engines::registry() {
        let takes = engine.accepts(&problem, Question::Count).is_ok();
        assert_eq!(takes, engine.takes_rules(), "{}", engine.info().id);
    }
}

/// A format that ignored a rule would write another problem.
#[test]
fn only_formats_for_rules_take_them() {
    for (text, refused_by) in [
        (
            "dominating 5; pieces: 1 queen, bishops",
            "dimacs dimacs-pairs smtlib xcsp3 exact-cover qubo fen json csv",
        ),
        (
            "5; pieces: 1 queen, 2 bishops",
            "smtlib xcsp3 exact-cover qubo fen json csv",
        ),
    ] {
        let problem = read(text);
        let refused = export::FORMATS.into_iter().filter(|format| {
            export::write(
                &problem,
                format,
                &queens::control::Limits::default(),
                &mut Vec::new(),
            )
            .is_err()
        });
        let ids: Vec<&str> = refused.map(|format| format.id).collect();
        assert_eq!(ids.join(" "), refused_by, "{text}");
    }
}
