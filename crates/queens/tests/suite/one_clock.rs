//! One clock and one count of nodes for all the stages of a question, and iterators that
//! end their search.

use crate::common;
use proptest::prelude::*;
use queens::control::{CancelToken, Limit, Outcome};
use queens::engines;
use queens::problem::Problem;
use queens::{
    Answer, ListError, Question, Settings, Verdict, ask, check, plan, solutions,
};
use std::sync::Arc;
use std::time::Duration;

const QUESTIONS: [Question; 10] = [
    Question::One,
    Question::Random,
    Question::All,
    Question::Count,
    Question::Unique,
    Question::Fundamental,
    Question::Classes,
    Question::Uncompletable,
    Question::CountUncompletable,
    Question::Profile,
];

/// Problems for every engine, with rules and without.
const TEXTS: [&str; 24] = [
    "most 3x3x3",
    "8",
    "8\nholes: a1",
    "torus 7",
    "torus 6",
    "rooks 5",
    "kings 5",
    "6\ntotal: any",
    "6\ntotal: 7",
    "8; unchanged: half-turn",
    "6; unchanged: mirror",
    "torus 7; unchanged: shift",
    "most 6",
    "most torus 6",
    "maximal 6",
    "8; pieces: 9 queens, 1 pawn",
    "dominating 6",
    "independent-dominating rooks 5",
    "coloring 5",
    "armies 5",
    "torus 6; best: least value",
    "6\ntotal: 7\nbest: greatest value",
    "5; pieces: queens, knights; equal: all; best: greatest number of queens",
    "4; pieces: 2 rooks, 4 knights",
];

/// Problems that go through modular, repair, backtracking and the SAT solver, and some
/// for engines of their own.
const PROBLEMS: [&str; 10] = [
    "torus 13\ngivens: a1 b4",
    "torus 101\ngivens: a1 b4",
    "cylinder 11\ngivens: a1 c2",
    "moebius 9",
    "superqueens 12",
    "superqueens 70",
    "kings 6\nrows: 1\ncolumns: 1",
    "70x80\nholes: a1",
    "20\nholes: a1 c4",
    "regions\nareas:\nAAABB\nAAABB\nCCBBD\nCCDDD\nEEEED",
];

fn problem(text: &str) -> Problem {
    text.parse().expect(text)
}

/// Invariants of every answer, complete or not: no solution without its number, no
/// certificate beside one.
fn is_sound(problem: &Problem, answer: &Answer) -> Result<(), TestCaseError> {
    if let Some(first) = &answer.first {
        prop_assert_eq!(check(problem, first), Ok(()), "{}", problem);
        prop_assert!(answer.count > 0, "{:?} on\n{}", answer, problem);
    }
    prop_assert!(
        answer.certificate.is_none() || answer.verdict() == Verdict::None,
        "{:?}",
        answer
    );
    Ok(())
}

fn keeps_to_its_nodes(
    problem: &Problem,
    question: Question,
    nodes: u64,
) -> Result<(), TestCaseError> {
    let Ok(answer) = ask(problem, question, &Settings::default().with_nodes(nodes))
    else {
        return Ok(());
    };
    let expanded = answer.statistics.expanded;
    prop_assert!(
        expanded <= nodes,
        "{} nodes of {}, {:?} on\n{}",
        expanded,
        nodes,
        answer,
        problem
    );
    is_sound(problem, &answer)
}

const SEARCHES: [Question; 4] = [
    Question::One,
    Question::Unique,
    Question::Count,
    Question::All,
];

#[test]
fn the_node_limit_covers_all_stages() {
    for text in PROBLEMS {
        for question in SEARCHES {
            for nodes in [0, 1, 2, 30, 100, 1_000] {
                keeps_to_its_nodes(&problem(text), question, nodes).unwrap();
            }
        }
    }
}

/// Backtracking has 300,000 nodes, the SAT solver the rest.
#[test]
fn a_second_stage_gets_the_rest_of_the_nodes() {
    let hard = problem("superqueens 40\nholes: a1");
    let stages = plan(&hard, Question::Unique, &Settings::default())
        .unwrap()
        .engines();
    assert_eq!(stages, ["backtracking", "sat"]);
    for nodes in [299_999, 300_000, 300_020] {
        let answer = ask(
            &hard,
            Question::Unique,
            &Settings::default().with_nodes(nodes),
        )
        .unwrap();
        assert!(answer.statistics.expanded <= nodes, "{nodes}: {answer:?}");
        if nodes > 300_000 && !answer.is_complete() {
            assert_eq!(answer.engine, "sat");
            assert!(
                answer
                    .why
                    .contains("300000 nodes of backtracking did not decide it"),
                "{}",
                answer.why
            );
        }
        is_sound(&hard, &answer).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_node_limit_holds_on_random_problems(problem in common::problems(), nodes in 0..60u64) {
        for question in SEARCHES {
            keeps_to_its_nodes(&problem, question, nodes)?;
        }
    }
}

/// Every question to every engine that takes it, within `settings`; how each ended.
fn every_answer(settings: &Settings, mut each: impl FnMut(&str, Question, Outcome)) {
    let engines = engines::registry()
        .map(|engine| Some(engine.info().id))
        .chain([None]);
    for engine in engines {
        for text in TEXTS {
            for question in QUESTIONS {
                let mut settings = settings.clone();
                settings.engine = engine.map(str::to_owned);
                let name = format!("{:?} {question} {text}", settings.engine);
                if let Ok(answer) = ask(&problem(text), question, &settings) {
                    each(&name, question, answer.outcome);
                }
            }
        }
    }
}

#[test]
fn a_question_cancelled_before_the_start_has_no_answer() {
    let cancel = CancelToken::new();
    cancel.cancel();
    let mut answers = 0;
    every_answer(
        &Settings::default().with_cancel(cancel),
        |name, _, outcome| {
            assert_eq!(outcome, Outcome::Cancelled, "{name}");
            answers += 1;
        },
    );
    assert!(answers > 200, "{answers}");
}

#[test]
fn without_time_every_answer_ends_immediately() {
    every_answer(
        &Settings::default().with_time(Duration::ZERO),
        |name, _, outcome| {
            assert_eq!(outcome, Outcome::LimitReached(Limit::Time), "{name}");
        },
    );
}

/// A list that is not complete does not look like one: 14,200 solutions (OEIS A000170).
#[test]
fn a_list_that_a_limit_cuts_off_ends_with_an_error() {
    let limited = Settings::default().with_nodes(20_000);
    let list: Vec<_> = solutions(&problem("12"), &limited).unwrap().collect();
    let (last, others) = list.split_last().unwrap();
    assert!(others.len() < 14_200 && others.iter().all(Result::is_ok));
    let end = ListError::Partial {
        found: others.len() as u128,
        outcome: Outcome::LimitReached(Limit::Nodes),
    };
    assert_eq!(last, &Err(end));
    let all: Result<Vec<_>, _> = solutions(&problem("12"), &Settings::default())
        .unwrap()
        .collect();
    assert_eq!(all.unwrap().len(), 14_200);
}

/// The search holds a listener while it runs: none is left when the iterator is gone.
#[test]
fn dropping_the_iterator_ends_the_search() {
    let listener: queens::question::Listener = Arc::new(|_| {});
    for taken in [0, 1, 3, 200] {
        let settings = Settings::default().with_progress(Arc::clone(&listener));
        let mut found = solutions(&problem("20"), &settings).unwrap();
        assert_eq!(found.by_ref().take(taken).count(), taken);
        drop(found);
        drop(settings);
        assert_eq!(Arc::strong_count(&listener), 1, "{taken}");
    }
}

#[test]
fn the_iterator_reports_the_outcome() {
    // All 92 (OEIS A000170).
    let mut all = solutions(&problem("8"), &Settings::default()).unwrap();
    assert_eq!(all.by_ref().count(), 92);
    let answer = all.finish().unwrap();
    assert_eq!((answer.count, answer.outcome), (92, Outcome::Exhausted));
    // Broken off.
    let mut some = solutions(&problem("20"), &Settings::default()).unwrap();
    assert_eq!(some.by_ref().take(3).count(), 3);
    let answer = some.finish().unwrap();
    assert!(
        answer.count >= 3
            && matches!(answer.outcome, Outcome::Found | Outcome::Cancelled),
        "{answer:?}"
    );
    // A limit.
    let mut few =
        solutions(&problem("20"), &Settings::default().with_nodes(1_000)).unwrap();
    let listed = few.by_ref().take_while(Result::is_ok).count() as u128;
    let answer = few.finish().unwrap();
    let outcome = Outcome::LimitReached(Limit::Nodes);
    assert_eq!((answer.count, answer.outcome), (listed, outcome));
    // Somebody else's token, which the iterator does not raise itself.
    let cancel = CancelToken::new();
    let settings = Settings::default().with_cancel(cancel.clone());
    let dropped = solutions(&problem("20"), &settings).unwrap();
    drop(dropped);
    assert!(!cancel.is_cancelled());
    let mut stopped = solutions(&problem("20"), &settings).unwrap();
    assert!(stopped.next().is_some());
    cancel.cancel();
    let last = stopped.by_ref().take(10_000).last();
    let is_cancelled = |error: &ListError| {
        matches!(
            error,
            ListError::Partial {
                outcome: Outcome::Cancelled,
                ..
            }
        )
    };
    assert!(last.is_some_and(|last| last.is_err_and(|error| is_cancelled(&error))));
    assert!(stopped.next().is_none());
    assert_eq!(stopped.finish().unwrap().outcome, Outcome::Cancelled);
}
