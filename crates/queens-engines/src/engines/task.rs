//! The input and the result of an engine.

use super::Engine;
use crate::parallel::{self, RunOptions, RunProgress, WorkUnits};
use crate::question::{Answer, Certificate, Class, Detail, Figure, Question, Settings};
use control::{Limits, Outcome, Statistics, Step, Stop};
use queens_model::orbit::Orbits;
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::unsupported::{Parameter, Unsupported};
use queens_simd::{DetectedKernel, Kernel};
use std::ops::ControlFlow;

/// Detects the instructions of `kernel`, for an engine by its id.
///
/// # Errors
/// This processor does not have them.
pub(crate) fn find_kernel(
    kernel: Kernel,
    engine: &'static str,
) -> Result<DetectedKernel, Unsupported> {
    kernel
        .find()
        .map_err(|missing| Unsupported::new(engine, Parameter::Kernel, missing))
}

/// Callback for every solution; a break ends the search.
pub type SolutionSink<'t> = &'t mut dyn FnMut(&Placement) -> ControlFlow<()>;

/// Function that answers a question about another problem with a suitable engine, within
/// the limits of the settings.
pub type Ask = fn(&Problem, Question, &Settings) -> Result<Answer, Unsupported>;

/// One question to one engine.
///
/// Engines pass solutions to [`Task::take`], which counts and forwards them and returns
/// an error when there are enough.
pub struct Task<'t> {
    /// The problem to search.
    pub problem: &'t Problem,
    /// The question.
    pub question: Question,
    /// Settings, whose clock is already running.
    pub settings: &'t Settings,
    /// Access to the other engines.
    pub ask: Ask,
    each: SolutionSink<'t>,
    /// Symmetries of the problem, for questions about symmetry.
    orbits: Option<&'t Orbits>,
    count: u128,
    /// The first solutions, as many as the question can demand.
    known: Vec<Placement>,
    classes: [Class; 4],
}

impl<'t> Task<'t> {
    pub(crate) fn new(
        problem: &'t Problem,
        question: Question,
        settings: &'t Settings,
        ask: Ask,
        orbits: Option<&'t Orbits>,
        each: SolutionSink<'t>,
    ) -> Self {
        let (count, known, classes) = (0, Vec::new(), Class::none());
        Task {
            problem,
            question,
            settings,
            ask,
            each,
            orbits,
            count,
            known,
            classes,
        }
    }

    /// Returns the limits of the search.
    #[must_use]
    pub fn limits(&self) -> &'t Limits {
        &self.settings.limits
    }

    /// Returns true if only the number of solutions is needed, so that the engine need
    /// not build them.
    #[must_use]
    pub fn only_counts(&self) -> bool {
        self.question == Question::Count
    }

    /// Reports progress.
    pub fn tell(&self, progress: &RunProgress) {
        if let Some(listener) = &self.settings.progress {
            listener(progress);
        }
    }

    /// Runs all work units into which `engine` cuts the question.
    pub(crate) fn run_units(&self, engine: &dyn Engine) -> Result<Finding, Unsupported> {
        let work_units =
            engine.work_units(self.problem, self.question, self.settings.kernel)?;
        self.run_all(engine, &*work_units)
    }

    /// Runs all work units of `engine`.
    pub(crate) fn run_all(
        &self,
        engine: &dyn Engine,
        work_units: &dyn WorkUnits,
    ) -> Result<Finding, Unsupported> {
        let listener = self.settings.progress.as_deref();
        let tell = |progress: &RunProgress| {
            if let Some(listener) = listener {
                listener(progress);
            }
        };
        let Settings {
            threads,
            kernel,
            limits,
            ..
        } = self.settings;
        let options = RunOptions {
            threads: *threads,
            kernel: *kernel,
            limits: limits.clone(),
            progress: Some(&tell),
            ..RunOptions::default()
        };
        let report = parallel::run_all(work_units, &options)?;
        let statistics = Statistics {
            expanded: report.visited,
            elapsed: report.elapsed,
            ..Statistics::default()
        };
        let figures = engine.info().figures.iter().zip(&report.tally.figures);
        Ok(Finding {
            threads: report.threads,
            kernel: Some(report.kernel),
            units: Some((report.units, report.of_units)),
            tally: report.tally.figures.clone(),
            ..Finding::new(report.outcome.into(), statistics)
                .with_count(report.tally.count)
                .with_figures(figures.map(|(info, &value)| Figure {
                    name: info.name,
                    value,
                }))
        })
    }

    /// Accepts a solution: counts it and forwards it.
    ///
    /// # Errors
    /// [`Stop::Found`] when no more solutions are needed.
    pub fn take(&mut self, placement: Placement) -> Step {
        match (self.question, self.orbits) {
            (Question::Classes, Some(orbits)) => {
                let class = orbits.class(&placement);
                if let Some(of_class) =
                    self.classes.iter_mut().find(|known| known.class == class)
                {
                    of_class.solutions += 1;
                    of_class.fundamental += u128::from(orbits.is_fundamental(&placement));
                }
                self.count += 1;
                return Ok(());
            }
            (Question::Fundamental, Some(orbits))
                if !orbits.is_fundamental(&placement) =>
            {
                return Ok(());
            }
            // The second engine of a plan may find a solution of the first one again.
            (question, _)
                if question.enough().is_some() && self.known.contains(&placement) =>
            {
                return Ok(());
            }
            _ => self.count += 1,
        }
        let flow = (self.each)(&placement);
        if (self.known.len() as u64) < self.question.enough().unwrap_or(1) {
            self.known.push(placement);
        }
        let is_enough = self
            .question
            .enough()
            .is_some_and(|enough| self.count >= enough.into());
        if flow.is_break() || is_enough {
            Err(Stop::Found)
        } else {
            Ok(())
        }
    }

    /// Accepts a solution, as [`Task::take`], with the result as a control flow.
    pub(crate) fn take_flow(&mut self, placement: Placement) -> ControlFlow<()> {
        match self.take(placement) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Returns the number of solutions accepted.
    #[must_use]
    pub fn count(&self) -> u128 {
        self.count
    }

    /// Resets the number of solutions, for an engine that starts over; solutions that are
    /// kept stay known.
    pub(crate) fn restart(&mut self) {
        if self.question.enough().is_none() {
            self.count = 0;
            self.classes = Class::none();
        }
    }

    /// Runs `work` on this task, with another form of its problem and other settings.
    pub(crate) fn with_form<R>(
        &mut self,
        problem: &Problem,
        settings: &Settings,
        work: impl FnOnce(&mut Task<'_>) -> R,
    ) -> R {
        let mut inner = Task {
            problem,
            question: self.question,
            settings,
            ask: self.ask,
            each: &mut *self.each,
            orbits: self.orbits,
            count: self.count,
            known: std::mem::take(&mut self.known),
            classes: self.classes,
        };
        let result = work(&mut inner);
        let Task {
            count,
            known,
            classes,
            ..
        } = inner;
        (self.count, self.known, self.classes) = (count, known, classes);
        result
    }

    /// Combines `finding` and the accepted solutions into an answer.
    pub(crate) fn conclude(
        self,
        engine: &'static str,
        why: String,
        finding: Finding,
    ) -> Answer {
        let detail = match (self.question, self.orbits, finding.detail) {
            (Question::Classes, Some(orbits), Detail::None) => Detail::Classes {
                symmetries: orbits.group().len(),
                classes: self.classes,
            },
            (Question::Classes, Some(_), Detail::Best { value, bound, .. }) => {
                let fundamental =
                    self.classes.iter().map(|class| class.fundamental).sum();
                Detail::Best {
                    value,
                    bound,
                    fundamental: Some(fundamental),
                }
            }
            (_, _, detail) => detail,
        };
        Answer {
            question: self.question,
            count: finding.count.unwrap_or(self.count),
            first: finding.set.or_else(|| self.known.into_iter().next()),
            outcome: finding.step.into(),
            engine,
            why,
            certificate: finding.certificate,
            statistics: finding.statistics,
            figures: finding.figures,
            threads: finding.threads.max(1),
            kernel: finding.kernel,
            units: finding.units,
            detail,
        }
    }
}

/// Runs an engine by itself: solutions are discarded, and it has no access to other
/// engines.
pub(crate) fn run_alone(
    engine: &dyn super::Engine,
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<Finding, Unsupported> {
    let nobody: Ask = |_, question, _| {
        Err(Unsupported::new(
            "an engine alone",
            Parameter::Question,
            format!("it asks no other engine: {question}"),
        ))
    };
    let mut ignore = |_: &Placement| ControlFlow::Continue(());
    engine.answer(&mut Task::new(
        problem,
        question,
        settings,
        nobody,
        None,
        &mut ignore,
    ))
}

/// Result of an engine, apart from the solutions that it passed to its task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Outcome: `Ok` if the search is complete.
    pub step: Step,
    /// Number of solutions, if it is known without visiting them.
    pub count: Option<u128>,
    /// Set of queens that is the answer but not a solution.
    pub set: Option<Placement>,
    /// Proof that there is no solution, or no larger set.
    pub certificate: Option<Certificate>,
    /// Common statistics.
    pub statistics: Statistics,
    /// Statistics of the engine's own.
    pub figures: Vec<Figure>,
    /// Number of threads.
    pub threads: usize,
    /// Instruction set.
    pub kernel: Option<Kernel>,
    /// Finished work units, and all of them.
    pub units: Option<(u64, u64)>,
    /// Sums over its work units of other numbers than nodes and solutions.
    pub(crate) tally: Vec<u128>,
    /// Further details of the answer.
    pub detail: Detail,
}

impl Finding {
    /// Creates a result with the common statistics.
    #[must_use]
    pub fn new(step: Step, statistics: Statistics) -> Self {
        Finding {
            step,
            statistics,
            count: None,
            set: None,
            certificate: None,
            figures: Vec::new(),
            threads: 1,
            kernel: None,
            units: None,
            tally: Vec::new(),
            detail: Detail::None,
        }
    }

    /// Returns the outcome.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.step.into()
    }

    /// Sets the number of solutions.
    #[must_use]
    pub fn with_count(mut self, count: impl Into<u128>) -> Self {
        self.count = Some(count.into());
        self
    }

    /// Sets the proof that there is no solution, if there is one.
    #[must_use]
    pub fn with_certificate(mut self, certificate: Option<Certificate>) -> Self {
        self.certificate = certificate;
        self
    }

    /// Sets the statistics of the engine's own.
    #[must_use]
    pub fn with_figures(mut self, figures: impl IntoIterator<Item = Figure>) -> Self {
        self.figures = figures.into_iter().collect();
        self
    }

    /// Sets further details of the answer.
    #[must_use]
    pub fn with_detail(mut self, detail: Detail) -> Self {
        self.detail = detail;
        self
    }
}
