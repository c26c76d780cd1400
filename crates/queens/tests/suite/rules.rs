//! Problems with rules: the engines of plain problems and relatives answer those that they know, and refuse all others.

use queens::problem::Problem;
use queens::unsupported::Parameter;
use queens::{Detail, Question, Settings, ask, check, engines, export};

fn read(text: &str) -> Problem {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Published numbers; the sources are in `tests/data/model.tsv`.
#[test]
fn numbers_of_solutions_are_as_published() {
    for (text, engine, number) in [
        ("dominating 7", "domination", 86),
        ("total-dominating 4", "domination", 12),
        ("3; pieces: 2 kings, 1 rook", "pieces", 4),
        ("4; pieces: 4 knights, 2 rooks", "pieces", 8),
        ("5; pieces: knights, queens; equal: all; best: greatest number of knights", "pieces", 156),
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
        assert_eq!(answer.first.map(|placement| placement.len()), Some(pieces), "{text}");
    }
    for (text, sizes) in
        [("armies 5", vec![4, 4]), ("armies knights 3", vec![3, 3]), ("coloring 4", vec![4, 4, 4, 2, 2])]
    {
        let answer = ask(&read(text), Question::One, &Settings::default());
        let answer = answer.unwrap_or_else(|error| panic!("{text}: {error}"));
        let Detail::Groups { groups, .. } = answer.detail else { panic!("{text}: {:?}", answer.detail) };
        let found: usize = groups.iter().map(|group| group.placement.len()).sum();
        assert_eq!((groups.len(), found), (sizes.len(), sizes.iter().sum()), "{text}");
    }
}

/// An engine, a format or a check that ignored a rule would answer another question.
#[test]
fn rules_that_nobody_knows_are_refused() {
    let problem = read("dominating 5; pieces: 1 queen, bishops");
    let refused = ask(&problem, Question::One, &Settings::default()).unwrap_err();
    assert_eq!(refused.parameter, Parameter::Rules);
    assert!(
        refused.reason.starts_with("no engine answers these rules: dominating 5; pieces: 1 queen, bishops"),
        "{}",
        refused.reason
    );
    let list = ask(&read("armies 5"), Question::All, &Settings::default()).unwrap_err();
    assert_eq!(list.parameter, Parameter::Question);
    for engine in engines::registry() {
        assert!(engine.accepts(&problem, Question::Count).is_err(), "{}", engine.info().id);
    }
    for format in export::FORMATS {
        let written = export::write(&problem, &format, &queens::control::Limits::default(), &mut Vec::new());
        assert!(written.is_err(), "{}", format.id);
    }
    assert_eq!(check::solution(&problem, &Default::default()), Err(check::Violation::Rules));
}
