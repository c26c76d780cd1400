//! The residual search as an engine.

use super::board::ResidualBoard;
use super::{MAX_SIDE, SearchOptions, layout, run};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::question::Question;
use control::{Meter, thread_count};
use queens_model::problem::Problem;
use queens_model::unsupported::{Parameter, Unsupported};

/// The engine `residual`.
pub(crate) struct Residual;

const ID: &str = "residual";

/// Returns the residual board, or an error if it is too large to search completely.
fn board(problem: &Problem) -> Result<ResidualBoard<'_>, Unsupported> {
    ResidualBoard::accepts(problem).map_err(|unsupported| unsupported.by(ID))?;
    // Checked before the lists of lines are built, which take room on large boards.
    check_lines((problem.rows() as usize).saturating_sub(problem.givens().len()))?;
    let board =
        ResidualBoard::from_problem(problem).map_err(|unsupported| unsupported.by(ID))?;
    check_lines(layout::side(&board))?;
    Ok(board)
}

/// Checks the number of free rows.
fn check_lines(lines: usize) -> Result<(), Unsupported> {
    if lines <= MAX_SIDE {
        return Ok(());
    }
    let reason = format!(
        "{lines} free rows are too many to search them all: at most {MAX_SIDE}; ask for one solution, or give more \
         queens"
    );
    Err(Unsupported::new(ID, Parameter::Size, reason))
}

impl Engine for Residual {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "a bit set for every free row and column, and the quadratic bound",
            year: 2026,
            author: "this project",
            source: "docs/design/residual.md; smallest domain first: Haralick and Elliott, Increasing tree search \
                     efficiency for constraint satisfaction problems, Artificial Intelligence 14, 1980",
            how: [
                "The search branches on a free row or column with the fewest open squares; if the diagonals confine nearly all queens to two corners, on one in the smaller corner.",
                "The free rows and columns fix the sums of the diagonals of the missing queens: it backtracks if no diagonals have them, and closes squares on diagonals that are too far out.",
                "For one or two solutions, restarts in a random order from belief propagation run beside the complete search, on other threads if there are any.",
            ],
            idea: &[],
            figures: &[],
            time: "exponential; many boards without a solution are refuted at the root",
            memory: "O(n) words for each level",
            finds: Completeness::All,
            practical: Some(14),
            mirrors: false,
        }
    }

    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        self.info().answers(question)?;
        board(problem).map(drop)
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        let mut meter = Meter::new(task.limits());
        let board = board(task.problem)?;
        let few = task.question.enough().is_some();
        // A node limit is exact and its result reproducible, so it rules out several
        // threads.
        let may_use_threads = few && task.limits().nodes.is_none();
        let threads = if may_use_threads {
            thread_count(task.settings.threads)
        } else {
            1
        };
        let kernel = crate::engines::task::find_kernel(task.settings.kernel, ID)?;
        let options = SearchOptions {
            few,
            seed: task.settings.seed,
            threads,
            kernel,
        };
        let outcome = run(
            &board,
            options,
            task.limits(),
            &mut meter,
            &mut |placement| task.take_flow(placement),
        );
        let finding = Finding::new(outcome.step, meter.statistics())
            .with_certificate(outcome.certificate.filter(|_| outcome.step.is_ok()));
        Ok(Finding {
            threads: outcome.threads,
            kernel: Some(kernel.kernel()),
            ..finding
        })
    }
}
