//! Every engine on every problem that it accepts.

use crate::Checked;
use queens::domination::Domination;
use queens::engines::{Engine, registry};
use queens::problem::rules::Invariance;
use queens::problem::{Goal, Grid, Problem};
use queens::relative::{Dimensions, KnownRules, PieceMix, Relative};
use queens::simd::Kernel;
use queens::{Answer, Question, Settings, Verdict, ask, plan, reference};
use std::error::Error;
use std::io::{Write, stdout};
use std::time::{Duration, Instant};

/// Problems whose answers are published: small enough for code without optimisation.
const PUBLISHED: [&str; 24] = [
    "queens 4",
    "queens 6",
    "queens 8",
    "queens 9",
    "queens 10",
    "queens 11",
    "torus 5",
    "torus 7",
    "cylinder 7",
    "moebius 4\ntotal: 2",
    "superqueens 10",
    "semiqueens 6",
    "toroidal-semiqueens 7",
    "reflecting 7",
    "queens 7\ntotal: 4",
    "queens 5\nrows: any\ncolumns: any",
    "torus 5\ntotal: 5",
    "bishops 4\ntotal: 4",
    "knights 4",
    "kings 4",
    "kings 6\nrows: 1\ncolumns: 1",
    "triangle 5",
    "black 5",
    "white 5",
];

/// Problems whose number of solutions can be found by hand, with that number.
const BY_HAND: [(&str, u128); 6] = [
    // Of (n - 1)(n - 2) pairs of squares in two rows of n; more than 16 columns need wide masks.
    ("queens 2x20", 19 * 18),
    // Four rows with a queen each are not three queens.
    ("queens 4\nrows: 1\ntotal: 3", 0),
    // One of the two queens attacks the other.
    ("queens 8\ngivens: a1 b2", 0),
    // Of both ways to place four kings, the other one has two in the region A.
    ("regions 4\nareas:\nAAAB\nABBB\nCCDD\nCDDD", 1),
    // Both solutions have the sum 7.
    ("queens 2x3\nweights:\n1 2 3\n4 5 6", 2),
    // The four solutions have their queen of the first row on b, c, d and e.
    ("queens 6\ngivens: b1", 1),
];

/// Larger problems that have a solution.
const SOLVABLE: [&str; 7] = [
    "queens 20",
    "torus 11",
    "torus 25",
    "queens 2x30\ncolumns: 0..1",
    "kings 12\nrows: 1\ncolumns: 1",
    "kings 20\nrows: 1\ncolumns: 1",
    "kings 40\nrows: 1\ncolumns: 1",
];

/// Sizes for which `residual` has code of its own, with the sets of 1, 2, 4 and 8 words.
const RESIDUAL_SIZES: [&str; 4] = ["queens 60", "queens 100", "queens 150", "queens 300"];

/// One solution is asked for on boards with at most this many times the rows of those that an engine counts in seconds.
const PRACTICAL_FACTOR: u32 = 2;

/// Limits of a search for one solution.
const TIME_LIMIT: Duration = Duration::from_millis(100);
const NODE_LIMIT: u64 = 200;

/// Largest number of rows for counts by slow engines: those of the ladder and those that count few rows in seconds.
const SLOW_ENGINE_ROWS: u32 = 6;
const FEW_ROWS: u32 = 9;

/// Largest number of rows for relatives: armies take five times as long with each further row.
const RELATIVE_ROWS: u32 = 8;

/// Largest number of rows for the engines that search any rules.
const ANY_RULES_ROWS: u32 = 4;

/// Engines whose code depends on the kernel.
const VECTOR_ENGINES: [&str; 4] = ["join", "rows", "inclusion-exclusion", "residual"];

/// Questions, and the rules of the problem that they are about.
const QUESTIONS: [(Option<KnownRules>, Question); 30] = [
    (None, Question::One),
    (None, Question::Random),
    (None, Question::All),
    (None, Question::Count),
    (None, Question::Unique),
    (None, Question::Fundamental),
    (None, Question::Classes),
    (None, Question::Profile),
    (None, Question::Relative(Relative::Dimensions(Dimensions::new(3).unwrap()))),
    (None, Question::CountRelative(Relative::Dimensions(Dimensions::new(3).unwrap()))),
    (None, Question::Relative(Relative::Uncompletable)),
    (None, Question::CountRelative(Relative::Uncompletable)),
    (Some(KnownRules::Unchanged(Invariance::HalfTurn)), Question::Count),
    (Some(KnownRules::Unchanged(Invariance::HalfTurn)), Question::One),
    (Some(KnownRules::Unchanged(Invariance::QuarterTurn)), Question::All),
    (Some(KnownRules::Unchanged(Invariance::Shift)), Question::All),
    (Some(KnownRules::Unchanged(Invariance::Shift)), Question::Count),
    (Some(KnownRules::Most), Question::One),
    (Some(KnownRules::Maximal), Question::Count),
    (Some(KnownRules::Pawns(1)), Question::Count),
    (Some(KnownRules::Pawns(1)), Question::One),
    (Some(KnownRules::Relative(Relative::Coloring(None))), Question::One),
    (Some(KnownRules::Relative(Relative::Armies)), Question::One),
    (Some(KnownRules::Relative(Relative::Armies)), Question::Count),
    (Some(KnownRules::Relative(Relative::Pieces(PieceMix::QUEENS_AND_KNIGHTS))), Question::One),
    (Some(KnownRules::Relative(Relative::Pieces(PieceMix::QUEENS_AND_KNIGHTS))), Question::Count),
    (Some(KnownRules::Relative(Relative::Dominating(Domination::Any))), Question::One),
    (Some(KnownRules::Relative(Relative::Dominating(Domination::Total))), Question::Count),
    (Some(KnownRules::Relative(Relative::Best(Goal::Least))), Question::One),
    (Some(KnownRules::Relative(Relative::Best(Goal::Greatest))), Question::Count),
];

/// Asks every engine of the registry.
///
/// # Errors
/// A wrong answer, or an engine that accepts none of the problems.
pub fn check() -> Checked {
    for engine in registry() {
        let id = engine.info().id;
        // Printed before the answers, because an overflow of the stack ends the process.
        print!("{id}");
        stdout().flush()?;
        let kernels = if VECTOR_ENGINES.contains(&id) { &Kernel::ALL[1..] } else { &[Kernel::Auto] };
        let started = Instant::now();
        let mut answers = 0;
        for &kernel in kernels.iter().filter(|kernel| kernel.is_available()) {
            let settings = Settings::default().with_engine(id).with_kernel(kernel).with_threads(2);
            answers += published_answers(engine, &settings)? + solutions(engine, &settings)?;
        }
        println!(": {answers} answers in {:.1} s", started.elapsed().as_secs_f64());
        if answers == 0 {
            return Err(format!("{id} accepts none of the problems").into());
        }
    }
    Ok(())
}

/// Asks for answers that are known; returns how many there are.
fn published_answers(engine: &dyn Engine, settings: &Settings) -> Result<u64, Box<dyn Error + Send + Sync>> {
    let mut answers = 0;
    let is_slow = engine.is_of_the_ladder() || engine.info().practical.is_some_and(|rows| rows <= FEW_ROWS);
    let published = PUBLISHED.iter().map(|text| (*text, None));
    let by_hand = BY_HAND.iter().map(|&(text, count)| (text, Some(count)));
    for (text, count) in published.chain(by_hand) {
        let problem: Problem = text.parse()?;
        if is_slow && problem.rows() > SLOW_ENGINE_ROWS {
            continue;
        }
        for (rules, question) in QUESTIONS {
            let Some(expected) = expected(&problem, rules, question, count) else { continue };
            let is_plain = matches!(question, Question::Relative(_) | Question::CountRelative(_));
            let most = if rules.is_some() && engine.takes_rules() { ANY_RULES_ROWS } else { RELATIVE_ROWS };
            if (is_plain || rules.is_some()) && problem.rows() > most {
                continue;
            }
            let problem = match rules.map(|rules| rules.to_problem(&problem)).transpose()? {
                Some(Some(asked)) => asked,
                _ => problem.clone(),
            };
            if plan(&problem, question, settings).is_err() {
                continue;
            }
            let is_one = matches!(question, Question::One | Question::Random);
            let settings = if is_one { within_limits(settings) } else { settings.clone() };
            let answer = ask(&problem, question, &settings)?;
            if found(&answer) != expected && !(is_one && !answer.is_complete()) {
                let id = engine.info().id;
                return Err(format!("{id}, {question} of {text}: {answer:?}, expected {expected}").into());
            }
            answers += 1;
        }
    }
    Ok(answers)
}

/// Asks for one solution of larger problems; returns how many answers there are. An answer may run into its limit.
fn solutions(engine: &dyn Engine, settings: &Settings) -> Result<u64, Box<dyn Error + Send + Sync>> {
    let mut answers = 0;
    let largest = engine.info().practical.map_or(u32::MAX, |rows| rows.saturating_mul(PRACTICAL_FACTOR));
    let residual_sizes = if engine.info().id == "residual" { &RESIDUAL_SIZES[..] } else { &[] };
    for text in SOLVABLE.iter().chain(residual_sizes) {
        let problem: Problem = text.parse()?;
        let is_too_large = problem.rows() > largest && !residual_sizes.contains(text);
        if is_too_large || plan(&problem, Question::One, settings).is_err() {
            continue;
        }
        let answer = ask(&problem, Question::One, &within_limits(settings))?;
        match answer.first {
            Some(placement) => queens::check(&problem, &placement)?,
            None if answer.is_complete() => {
                return Err(format!("{} finds no solution of {text}", engine.info().id).into());
            }
            None => {}
        }
        answers += 1;
    }
    Ok(answers)
}

fn within_limits(settings: &Settings) -> Settings {
    settings.clone().with_time(TIME_LIMIT).with_nodes(NODE_LIMIT)
}

/// Returns the expected value of [`found`]; none if it is not published.
fn expected(
    problem: &Problem,
    rules: Option<KnownRules>,
    question: Question,
    count: Option<u128>,
) -> Option<u128> {
    let value = |published: Option<reference::Published>| published.map(|published| published.value);
    let all = count.or_else(|| value(reference::published(problem)));
    if let Some(rules) = rules {
        return expected_by_rules(problem, rules, question, all, count);
    }
    match question {
        Question::One | Question::Random => all.map(|all| all.min(1)),
        Question::Unique => all.map(|all| all.min(2)),
        Question::All | Question::Count => all,
        Question::Fundamental | Question::Classes => value(reference::fundamental(problem)),
        // Without a solution the empty set cannot be completed.
        Question::Relative(Relative::Uncompletable) => all.filter(|&all| all == 0),
        Question::CountRelative(Relative::Uncompletable) => {
            all.filter(|&all| all == 0 && problem.clash().is_none()).map(|_| 1)
        }
        Question::Relative(relative) => value(reference::best_of(problem, relative)),
        Question::CountRelative(relative) => value(reference::number_of(problem, relative, false)),
        Question::Profile => value(reference::tree_nodes(problem.rows())).filter(|_| problem.is_standard()),
        new => unreachable!("{new} is not in QUESTIONS"),
    }
}

/// Returns the best value for one solution by these rules, and else the number of solutions.
fn expected_by_rules(
    problem: &Problem,
    rules: KnownRules,
    question: Question,
    all: Option<u128>,
    count: Option<u128>,
) -> Option<u128> {
    let value = |published: Option<reference::Published>| published.map(|published| published.value);
    let is_eight = problem.is_standard() && problem.rows() == 8;
    let is_one = question == Question::One;
    let number = match rules {
        KnownRules::Unchanged(map) => match map.symmetry(Grid::Square) {
            Some(symmetry) => value(reference::fixed_by(problem, symmetry)),
            None => value(reference::linear(problem)),
        },
        KnownRules::Most => return value(reference::maximum(problem)),
        KnownRules::Maximal => return value(reference::maximal(problem)),
        KnownRules::Pawns(pawns) => {
            value(reference::with_pawns(problem.rows(), pawns, false)).filter(|_| problem.is_standard())
        }
        // The sums are known by hand where the number is.
        KnownRules::Relative(Relative::Best(_)) if is_one => return all.filter(|&all| all == 0),
        KnownRules::Relative(Relative::Best(_)) => return count,
        // Five queens and five knights, in 16 ways: found by other programs as well.
        KnownRules::Relative(Relative::Pieces(_)) => {
            return is_eight.then_some(if is_one { 5 } else { 16 });
        }
        KnownRules::Relative(relative) if is_one => return value(reference::best_of(problem, relative)),
        KnownRules::Relative(relative) => return value(reference::number_of(problem, relative, false)),
    };
    if is_one { number.map(|number| number.min(1)) } else { number }
}

/// Returns the number that answers the question: the best value, or that of solutions, at most as many as it asks for, of queens
/// or of nodes.
fn found(answer: &Answer) -> u128 {
    match (&answer.detail, answer.question) {
        (queens::Detail::Profile(levels), _) => levels.iter().sum(),
        (_, Question::Classes) => answer.fundamental().unwrap_or(u128::MAX),
        (_, Question::Unique) => match answer.verdict() {
            Verdict::None => 0,
            Verdict::OnlyOne => 1,
            _ => 2,
        },
        (_, Question::One) => match answer.value() {
            Some(value) => u128::try_from(value).unwrap_or(u128::MAX),
            None => answer.count,
        },
        _ => answer.count,
    }
}
