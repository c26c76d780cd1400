//! The completion engines against a naive oracle, on random problems with every parameter
//! of the model: holes, walls, givens, bent edges, regions, pieces and demands.

use crate::common;
use proptest::prelude::*;
use queens::placement::Placement;
use queens::problem::Problem;
use queens::{Answer, Question, Settings, Verdict, ask, ask_each};
use std::ops::ControlFlow;

/// More sets of squares than this are too many for the oracle.
const MOST: usize = 3_000;

fn all(problem: &Problem, settings: &Settings) -> Option<(Answer, Vec<Placement>)> {
    let mut found = Vec::new();
    let mut keep = |placement: &Placement| {
        found.push(placement.clone());
        ControlFlow::Continue(())
    };
    let answer = ask_each(problem, Question::All, settings, &mut keep).ok()?;
    found.sort_unstable();
    Some((answer, found))
}

/// Every question to one engine; the dispatcher answers everything, and so do
/// backtracking and the SAT engine.
fn agrees(
    problem: &Problem,
    settings: &Settings,
    expected: &[Placement],
) -> Result<(), TestCaseError> {
    let engine = settings.engine.as_deref();
    let Some((answer, found)) = all(problem, settings) else {
        prop_assert_eq!(engine, Some("residual"), "refuses\n{}", problem);
        return Ok(());
    };
    prop_assert!(
        found == expected,
        "{:?} finds {:?}, not {:?} of\n{}",
        engine,
        found,
        expected,
        problem
    );
    prop_assert_eq!(answer.count, expected.len() as u128);
    prop_assert_eq!(
        answer.certificate.is_some(),
        expected.is_empty(),
        "{:?} on\n{}",
        engine,
        problem
    );
    let ask = |question| ask(problem, question, settings).expect("it answered before");
    prop_assert_eq!(
        ask(Question::Count).count,
        expected.len() as u128,
        "{:?} on\n{}",
        engine,
        problem
    );
    let first = ask(Question::One).first;
    prop_assert_eq!(
        first.is_some(),
        !expected.is_empty(),
        "{:?} on\n{}",
        engine,
        problem
    );
    prop_assert!(
        first.is_none_or(|placement| expected.contains(&placement)),
        "{:?} on\n{}",
        engine,
        problem
    );
    let verdict = match expected.len() {
        0 => Verdict::None,
        1 => Verdict::OnlyOne,
        _ => Verdict::AtLeast(2),
    };
    prop_assert_eq!(
        ask(Question::Unique).verdict(),
        verdict,
        "{:?} on\n{}",
        engine,
        problem
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_engine_agrees_with_the_oracle_on_random_problems(problem in common::problems(), seed in 0u64..9) {
        let Some(expected) = common::all_solutions(&problem, MOST) else { return Ok(()) };
        for engine in [None, Some("residual"), Some("backtracking"), Some("sat")] {
            let mut settings = Settings::default().with_seed(seed);
            settings.engine = engine.map(str::to_owned);
            agrees(&problem, &settings, &expected)?;
        }
        // These look for one solution, and may give up.
        for engine in ["repair", "modular"] {
            let settings = Settings::default().with_engine(engine).with_seed(seed);
            let Ok(answer) = ask(&problem, Question::One, &settings) else { continue };
            prop_assert!(answer.certificate.is_none() || expected.is_empty(), "{} on\n{}", engine, problem);
            let is_right = answer.first.is_none_or(|placement| expected.contains(&placement));
            prop_assert!(is_right, "{} on\n{}", engine, problem);
        }
    }
}
