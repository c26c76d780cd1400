//! The engine `random`: its description and its answer.

use super::{LargeBoardError, MAX_SIZE, memory, random};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::parallel::RunProgress;
use crate::question::{Certificate, Question, Settings};
use control::{Instant, Meter, Statistics, thread_count};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::unsupported::{Parameter, Unsupported};
use std::num::NonZeroUsize;

/// The engine.
pub(crate) struct RandomSolution;

const ID: &str = "random";

/// Returns a callback that reports the number of queens placed, as a fraction of all, to
/// the listener of the settings.
pub(crate) fn progress_listener(size: u32, settings: &Settings) -> impl Fn(u64) + Sync {
    let (listener, started) = (settings.progress.clone(), Instant::now());
    move |placed| {
        if let Some(listener) = &listener {
            let done = placed as f64 / f64::from(size.max(1));
            listener(&RunProgress {
                units: 0,
                of_units: 1,
                done,
                elapsed: started.elapsed(),
            });
        }
    }
}

impl Engine for RandomSolution {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "a random solution of a board of any size, in linear time",
            year: 1994,
            author: "Rok Sosic, Jun Gu",
            source: "Efficient local search with conflict minimization: a case study of the n-queens problem (QS4), \
                     IEEE Transactions on Knowledge and Data Engineering 6, 1994; the division into lanes is ours",
            how: [
                "The board is cut into lanes of rows and columns that fit into the cache; several threads fill them.",
                "Each row takes the first of the shuffled unused columns of its lane whose diagonals are free.",
                "Rows without such a column exchange columns with random other rows. Solutions are not drawn uniformly.",
            ],
            idea: &[],
            figures: &[],
            time: "O(n), expected",
            memory: "4.5 bytes for each row",
            finds: Completeness::Special,
            practical: Some(100_000_000),
            mirrors: false,
        }
    }

    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        if question != Question::Random {
            return Err(self.info().wrong_question(question));
        }
        if !problem.is_standard() {
            let reason = "it needs a standard square board without givens or holes: leave the engine out for others";
            return Err(Unsupported::new(ID, Parameter::Size, reason));
        }
        if problem.rows() > MAX_SIZE {
            return Err(Unsupported::new(
                ID,
                Parameter::Size,
                LargeBoardError::TooLarge {
                    n: problem.rows(),
                    max: MAX_SIZE,
                },
            ));
        }
        Ok(())
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        let (size, settings, meter) = (
            task.problem.rows(),
            task.settings,
            Meter::new(task.limits()),
        );
        let threads = NonZeroUsize::new(thread_count(settings.threads))
            .unwrap_or(NonZeroUsize::MIN);
        let report = progress_listener(size, settings);
        let found = random(size, settings.seed, threads, task.limits(), &report);
        let statistics = |nodes: u64| Statistics {
            expanded: nodes,
            ..meter.statistics()
        };
        let finding = match found {
            Ok(columns) => {
                let step = task.take(Placement::from_columns(&columns));
                Finding::new(step, statistics(size.into()))
            }
            Err(LargeBoardError::NoSolution { .. }) => {
                Finding::new(Ok(()), statistics(0))
                    .with_certificate(Some(Certificate::Exhausted))
            }
            Err(LargeBoardError::Stopped(stop)) => Finding::new(Err(stop), statistics(0)),
            Err(error @ LargeBoardError::Memory { .. }) => {
                let reason = format!("{error} ({} bytes in all)", memory(size));
                return Err(Unsupported::new(ID, Parameter::Memory, reason));
            }
            Err(error @ LargeBoardError::Threads(_)) => {
                return Err(Unsupported::new(ID, Parameter::Threads, error));
            }
            Err(error @ LargeBoardError::TooLarge { .. }) => {
                return Err(Unsupported::new(ID, Parameter::Size, error));
            }
        };
        Ok(Finding {
            threads: threads.get(),
            ..finding
        })
    }
}
