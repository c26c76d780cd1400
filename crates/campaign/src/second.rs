//! Counts by a second engine before anything is run, so that a campaign does not rest on
//! a single engine.

use crate::{CampaignError, Decomposition};
use queens::control::{Limits, Outcome, Stop};

use queens::parallel::{self, Job, JobQuestion, RunOptions};
use queens::problem::{Problem, Size};
use queens::relative::KnownRules;
use queens::simd::Kernel;
use queens::{Question, Settings, ask};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Node limit of one count. It is the same on every machine, so that the same plan has
/// the same counts.
const NODES_PER_COUNT: u64 = 1 << 18;

/// Time limit of all counts together, in case nodes take unusually long.
const MAX_TIME: Duration = Duration::from_secs(4);

/// Side of the smallest board that is counted.
const MIN_SIDE: u32 = 4;

/// A count on which the engine of a campaign and another engine agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Agreement {
    /// Id of the other engine.
    pub engine: String,
    /// The problem, in its text form.
    pub problem: String,
    /// The count, in decimal digits.
    pub count: String,
}

/// Id of the other engine and its count.
type SecondCount = (&'static str, u128);

/// Counts problems of the kind of `problem` with the units of `engine` and with another
/// engine: smaller boards, and the board itself with most of its queens given. Both end
/// at the first one that takes too many nodes. The result is empty if there is no such
/// problem, or no other engine for it.
///
/// # Errors
/// The engines disagree; a limit ([`CampaignError::Stopped`]).
///
/// # Complexity
/// Four seconds at most.
pub(crate) fn agreements(
    problem: &Problem,
    question: JobQuestion,
    engine: &str,
    limits: &Limits,
) -> Result<Vec<Agreement>, CampaignError> {
    let limits = limits.started();
    let bounded = limits.clone().with_time(MAX_TIME).started();
    let ours = |candidate: &Problem| by_units(candidate, question, engine, &bounded);
    let theirs = |candidate: &Problem| by_another(candidate, engine, &bounded);
    // Some sizes are not for this engine, such as an even torus.
    let smaller = smaller_problems(problem)
        .filter(|smaller| takes_problem(engine, smaller, question.question()));
    let mut agreements = compare_all(smaller, engine, ours, theirs, &limits)?;
    if question == JobQuestion::Count {
        let begun = begun_problems(problem, &bounded)
            .into_iter()
            .filter(|begun| takes_problem(engine, begun, question.question()));
        agreements.extend(compare_all(begun, engine, ours, theirs, &limits)?);
    }
    Ok(agreements)
}

/// Returns true if the engine accepts a problem as it is or normalized.
fn takes_problem(engine: &str, problem: &Problem, question: Question) -> bool {
    queens::find(engine).is_ok_and(|engine| {
        engine.accepts(problem, question).is_ok()
            || engine.accepts(&problem.normalized(), question).is_ok()
    })
}

/// Returns true if the other engines still come to these counts, as far as they get
/// within their bounds.
///
/// # Errors
/// A limit.
pub(crate) fn are_right(
    agreements: &[Agreement],
    job: &Job,
    limits: &Limits,
) -> Result<bool, Stop> {
    let bounded = limits.clone().with_time(MAX_TIME).started();
    for agreement in agreements {
        let problem = agreement.problem.parse().ok();
        let counted = problem.map(|problem| by_another(&problem, &job.engine, &bounded));
        limits.check()?;
        match counted {
            Some(None) => break,
            Some(Some((_, count))) if count.to_string() == agreement.count => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// Counts each problem twice, up to the first that one side cannot count within its
/// bounds.
fn compare_all(
    problems: impl Iterator<Item = Problem>,
    engine: &str,
    ours: impl Fn(&Problem) -> Option<u128>,
    theirs: impl Fn(&Problem) -> Option<SecondCount>,
    limits: &Limits,
) -> Result<Vec<Agreement>, CampaignError> {
    let mut agreements = Vec::new();
    for problem in problems {
        let counts = ours(&problem).zip(theirs(&problem));
        limits.check()?;
        let Some((ours, (other, theirs))) = counts else {
            break;
        };
        let text = problem.to_string();
        if ours != theirs {
            return Err(CampaignError::Disagreement {
                engine: engine.to_owned(),
                ours,
                other,
                theirs,
                problem: text.replace('\n', "; "),
            });
        }
        agreements.push(Agreement {
            engine: other.to_owned(),
            problem: text,
            count: ours.to_string(),
        });
    }
    Ok(agreements)
}

/// The problem on smaller boards, the smallest first, and at last the problem itself. A
/// board that is drawn, or has given queens, has no smaller ones of its kind.
fn smaller_problems(problem: &Problem) -> Box<dyn Iterator<Item = Problem>> {
    if let Some((plain, KnownRules::Pawns(pawns))) = KnownRules::from_problem(problem) {
        // The number of queens depends on the size, so each board gets rules of its own.
        return Box::new(smaller_problems(&plain).filter_map(move |plain| {
            KnownRules::Pawns(pawns).to_problem(&plain).ok().flatten()
        }));
    }
    let text = problem.to_string();
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let kind = first
        .rsplit_once(' ')
        .map_or(String::new(), |(kind, _)| kind.to_owned());
    let is_drawn = rest.lines().any(|line| {
        ["board:", "givens:", "areas:"]
            .iter()
            .any(|key| line.starts_with(key))
    });
    let rest: Vec<String> = rest.lines().map(str::to_owned).collect();
    let (rows, columns) = (problem.rows(), problem.columns());
    let side = rows.min(columns);
    let sides = if is_drawn {
        side..=side
    } else {
        MIN_SIDE.min(side)..=side
    };
    let whole = problem.clone();
    Box::new(sides.filter_map(move |small| {
        if small == side {
            return Some(whole.clone());
        }
        let less = side - small;
        let mut text = format!(
            "{kind} {}",
            Size {
                rows: rows - less,
                columns: columns - less
            }
        );
        for line in &rest {
            // As many queens as lines.
            let is_full = *line == format!("total: {side}");
            text += &if is_full {
                format!("\ntotal: {small}")
            } else {
                format!("\n{line}")
            };
        }
        text.parse().ok()
    }))
}

/// The problem with most queens of a solution given, of which fewer and fewer are. There
/// are none if no solution is found at once.
fn begun_problems(problem: &Problem, limits: &Limits) -> Vec<Problem> {
    let settings = second_settings(limits);
    let Some(solution) = ask(problem, Question::One, &settings)
        .ok()
        .and_then(|answer| answer.first)
    else {
        return Vec::new();
    };
    let free: Vec<_> = solution
        .squares()
        .iter()
        .copied()
        .filter(|square| !problem.givens().contains(square))
        .collect();
    let mut begun = Vec::new();
    for left in 1..free.len() {
        let given = free[..free.len() - left].iter().copied();
        let Ok(problem) = problem.with_givens(given) else {
            break;
        };
        begun.push(problem);
    }
    begun
}

fn second_settings(limits: &Limits) -> Settings {
    Settings::default()
        .with_threads(1)
        .with_limits(limits.clone().with_nodes(NODES_PER_COUNT))
}

/// The count of an engine that works in units; none if it refuses the problem, or a bound
/// ends it.
fn by_units(
    problem: &Problem,
    question: JobQuestion,
    engine: &str,
    limits: &Limits,
) -> Option<u128> {
    let ours =
        Decomposition::new(problem, question, Some(engine.to_owned()), Kernel::Auto)
            .ok()?;
    let options = RunOptions {
        threads: 1,
        limits: limits.clone().with_nodes(NODES_PER_COUNT),
        ..RunOptions::default()
    };
    let report = parallel::run_all(&*ours.work, &options).ok()?;
    is_within(report.outcome, report.tally.nodes).then_some(report.tally.count)
}

/// Returns true if a count came to its end within the node limit. Meters look at it now
/// and then, so that a longer count may end, too: not on every machine.
fn is_within(outcome: Outcome, nodes: u64) -> bool {
    outcome.is_complete() && nodes <= NODES_PER_COUNT
}

/// The number of solutions by another engine; none as for [`by_units`]. The profile of a
/// board ends with its solutions.
fn by_another(problem: &Problem, engine: &str, limits: &Limits) -> Option<SecondCount> {
    let settings = second_settings(limits);
    let named = settings.clone().with_engine(engine);
    let rival = queens::plan(problem, Question::Count, &named)
        .ok()?
        .rival()?;
    let settings = settings.with_engine(rival);
    let answer = ask(problem, Question::Count, &settings).ok()?;
    let is_counted = is_within(answer.outcome, answer.statistics.expanded);
    is_counted.then_some((rival, answer.count))
}

/// A sentence about the counts, for people.
#[must_use]
pub(crate) fn in_words(agreements: Option<&[Agreement]>) -> String {
    let Some(last) = agreements.and_then(<[_]>::last) else {
        return "not checked by a second engine".to_owned();
    };
    let mut engines: Vec<&str> = agreements
        .into_iter()
        .flatten()
        .map(|count| count.engine.as_str())
        .collect();
    engines.sort_unstable();
    engines.dedup();
    format!(
        "{} confirmed {} of this kind, the last of them {}: {}",
        engines.join(" and "),
        queens::document::several(agreements.map_or(0, |all| all.len() as u64), "count"),
        last.problem.replace('\n', "; "),
        last.count
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agreements(
        problem: &str,
        question: JobQuestion,
        engine: &str,
    ) -> Vec<(String, String)> {
        let problem: Problem = problem.parse().expect("a problem");
        let agreements =
            super::agreements(&problem, question, engine, &Limits::default())
                .expect("no limit");
        agreements
            .into_iter()
            .inspect(|count| assert_ne!(count.engine, engine, "{count:?}"))
            .map(|count| (count.problem, count.count))
            .collect()
    }

    /// OEIS A000170, A007705, A108792, and the solutions of 8 queens with one in b4,
    /// which a list of the 92 shows.
    #[test]
    fn counts_smaller_boards_with_two_engines() {
        for (problem, question, engine, expected) in [
            ("20", JobQuestion::Count, "join", ("queens 9", "352")),
            ("20", JobQuestion::Count, "rows", ("queens 9", "352")),
            ("torus 17", JobQuestion::Count, "rows", ("torus 7", "28")),
            (
                "torus 31",
                JobQuestion::Count,
                "toroidal",
                ("torus 13", "4524"),
            ),
            ("20", JobQuestion::Profile, "rows", ("queens 8", "92")),
            (
                "30\ntotal: 3",
                JobQuestion::Count,
                "inclusion-exclusion",
                ("queens 8\ntotal: 3", "10320"),
            ),
            (
                "12\npieces: 13 queens, 1 pawn",
                JobQuestion::Count,
                "pawns",
                ("queens 6\npieces: 7 queens, 1 pawn", "16"),
            ),
        ] {
            let found = agreements(problem, question, engine);
            let expected = (expected.0.to_owned(), expected.1.to_owned());
            assert!(
                found.contains(&expected),
                "{problem}, {question:?}, {engine}: {found:?}"
            );
        }
    }

    /// A board with holes has no smaller one of its kind; most of its queens are given.
    #[test]
    fn counts_irregular_boards_with_most_queens_given() {
        let found = agreements("8\nholes: b2 e5", JobQuestion::Count, "rows");
        assert!(!found.is_empty());
    }

    #[test]
    fn disagreeing_engines_are_an_error() {
        let problems = || smaller_problems(&"7".parse().expect("a problem"));
        let limits = Limits::default();
        let wrong = |problem: &Problem| Some(("other", u128::from(problem.rows() == 6)));
        let refused = compare_all(problems(), "rows", |_| Some(0), wrong, &limits)
            .expect_err("0 is not 1")
            .to_string();
        assert!(
            refused.contains("queens 6")
                && refused.contains("rows")
                && refused.contains("other"),
            "{refused}"
        );
        // What a bound ends is no disagreement.
        let some = compare_all(
            problems(),
            "rows",
            |problem| (problem.rows() < 6).then_some(0),
            wrong,
            &limits,
        );
        assert_eq!(some.expect("no other count").len(), 2);
        limits.cancel.cancel();
        assert!(matches!(
            compare_all(problems(), "rows", |_| None, wrong, &limits),
            Err(CampaignError::Stopped(_))
        ));
    }
}
