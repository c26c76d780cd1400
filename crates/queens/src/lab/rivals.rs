//! The comparison at the end of the source document of the problem solver: CPS searches
//! states, TRE tries facts in contexts, and both find the same board. The document
//! reports that CPS is much faster; here both run, and the figures show by how much.

use super::timing::median_seconds;
use crate::ask;
use crate::document::{RivalLine, RivalsDocument};
use crate::engines::ladder::state_space::{QueenList, QueensSpace};
use crate::placement::Placement;
use crate::problem::Problem;
use crate::question::{Question, Settings};
use crate::unsupported::{Parameter, Unsupported};
use control::Outcome;
use statespace::Space;
use statespace::cps::DepthFirstSolver;
use std::time::Duration;

/// Number of runs of each.
const RUNS_OF_EACH: usize = 5;

/// One run of one of them.
struct RivalRun {
    queens: Option<Placement>,
    work: u64,
    time: Duration,
    outcome: Outcome,
}

/// Runs the problem solver and the rule engine on a board of `size` queens, in turn,
/// several times.
///
/// # Errors
/// A size that one of them does not take.
pub fn rivals(
    size: u32,
    settings: &Settings,
) -> Result<(RivalsDocument, Option<Placement>), Unsupported> {
    let problem = Problem::queens(size)
        .map_err(|error| Unsupported::new("", Parameter::Size, error))?;
    let settings = settings.clone().with_limits(settings.limits.started());
    let (mut solver, mut rules) = (Vec::new(), Vec::new());
    for _ in 0..RUNS_OF_EACH {
        solver.push(by_solver(&problem, &settings)?);
        rules.push(by_rules(&problem, &settings)?);
    }
    let queens = solver[0].queens.clone();
    let same_answer = queens == rules[0].queens;
    let rivals = [
        rival_line("CPS depth-first", "iterations", &solver),
        rival_line("TRE", "assumptions", &rules),
    ];
    let time_ratio = rivals[1].seconds / rivals[0].seconds.max(1e-9);
    Ok((
        RivalsDocument {
            size,
            same_answer,
            time_ratio,
            rivals: rivals.into(),
        },
        queens,
    ))
}

/// Summarises runs with the same answer; the median of their times counts.
fn rival_line(name: &'static str, unit: &'static str, runs: &[RivalRun]) -> RivalLine {
    let last = &runs[runs.len() - 1];
    let columns = |queens: &Placement| {
        queens
            .squares()
            .iter()
            .map(|square| square.column)
            .collect()
    };
    RivalLine {
        name,
        columns: last.queens.as_ref().map(columns),
        work: last.work,
        unit,
        seconds: median_seconds(runs.iter().map(|run| run.time).collect()),
        outcome: last.outcome,
    }
}

fn by_solver(problem: &Problem, settings: &Settings) -> Result<RivalRun, Unsupported> {
    let space = QueensSpace::new(problem)?;
    let solver = DepthFirstSolver {
        is_goal: |queens: &QueenList| space.is_goal(queens),
        operators: |queens: &QueenList| space.cps_operators(queens),
        is_identical: |a: &QueenList, b: &QueenList| a == b,
    };
    let answer = solver.solve(space.start(), &settings.limits);
    let goal = answer.path.as_ref().and_then(|path| path.last());
    Ok(RivalRun {
        queens: goal.map(|step| Placement::new(step.state.squares().to_vec())),
        work: answer.iterations,
        time: answer.statistics.elapsed,
        outcome: answer.outcome,
    })
}

fn by_rules(problem: &Problem, settings: &Settings) -> Result<RivalRun, Unsupported> {
    let answer = ask(
        problem,
        Question::One,
        &settings.clone().with_engine("rules"),
    )?;
    Ok(RivalRun {
        work: answer.figure("assumptions").unwrap_or(0) as u64,
        time: answer.statistics.elapsed,
        outcome: answer.outcome,
        queens: answer.first,
    })
}
