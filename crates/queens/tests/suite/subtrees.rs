//! Searches that divide their tree among threads give the answers of one thread.

use queens::control::{Limit, Outcome};
use queens::problem::Problem;
use queens::{Answer, Question, Settings, ask};
use std::time::Duration;

/// Each with more nodes than one thread visits before others start, its engine, and its
/// count if that is published.
const PROBLEMS: [(&str, &str, Option<u128>); 5] = [
    ("armies 9", "armies", None),
    // OEIS A146303.
    ("maximal 10", "maximal", Some(376_692)),
    (
        "7; pieces: 2 kings, 2 queens, 2 bishops, 1 knight",
        "pieces",
        Some(3_063_828),
    ),
    ("dominating 12", "domination", None),
    ("most 6x6x6", "dimensions", None),
];

fn answer(text: &str, question: Question, settings: &Settings) -> Answer {
    let problem: Problem = text.parse().expect("a problem");
    ask(&problem, question, settings).expect("an answer")
}

#[test]
fn answers_do_not_depend_on_threads() {
    for (text, engine, published) in PROBLEMS {
        for question in [Question::One, Question::Count] {
            if engine == "maximal" && question == Question::One {
                continue;
            }
            let on_threads = |threads| {
                let settings = Settings::default()
                    .with_engine(engine)
                    .with_threads(threads);
                answer(text, question, &settings)
            };
            let alone = on_threads(1);
            assert_eq!(alone.threads, 1, "{text}");
            if question == Question::Count
                && let Some(published) = published
            {
                assert_eq!(alone.count, published, "{text}");
            }
            for threads in [2, 5] {
                let shared = on_threads(threads);
                let of = |answer: &Answer| {
                    (
                        answer.count,
                        answer.first.clone(),
                        answer.outcome,
                        answer.certificate.clone(),
                        answer.detail.clone(),
                    )
                };
                assert_eq!(of(&shared), of(&alone), "{text}, {threads} threads");
                let is_long = question == Question::Count;
                assert!(!is_long || shared.threads == threads, "{text}: {shared:?}");
            }
        }
    }
}

/// A part of a count is no more than all of it.
#[test]
fn a_limit_ends_all_threads() {
    let settings = Settings::default()
        .with_threads(3)
        .with_time(Duration::from_millis(10));
    // OEIS A146303, and a count by a brute-force program.
    for (text, all) in [
        ("maximal 12", 19_469_324),
        (
            "7; pieces: 2 kings, 2 queens, 2 bishops, 1 knight",
            3_063_828,
        ),
    ] {
        let part = answer(text, Question::Count, &settings);
        assert_eq!(part.outcome, Outcome::LimitReached(Limit::Time), "{text}");
        assert!(part.count < all, "{text}: {part:?}");
    }
    let nodes = Settings::default()
        .with_threads(3)
        .with_limits(queens::control::Limits::default().with_nodes(50_000));
    let part = answer("maximal 12", Question::Count, &nodes);
    assert_eq!(part.outcome, Outcome::LimitReached(Limit::Nodes));
    assert_eq!((part.statistics.expanded, part.threads), (50_000, 1));
}
