//! The entry point of all questions: chooses an engine and runs it.
//!
//! [`plan`] chooses the engines, as a pure function of problem, question and settings;
//! [`ask`] runs the plan under one clock. The calls at the root of the crate are one line
//! each over it.

mod calls;
mod dispatch;
mod known_answers;
mod lexicographic;
mod like_lines;
mod rules;
mod solutions;
mod stream;

pub use calls::{
    check, classes, count, count_fundamental, find, is_unique, random, solutions, solve,
};
pub use dispatch::{Plan, Stage, plan, plan_with, work_units};
use dispatch::{for_any_rules, may_take_over, plan_for};
pub use lexicographic::lexicographic;
pub use solutions::Solutions;
pub use stream::{StreamError, Streamed, stream};

use crate::engines::{Finding, SolutionSink, Task};
use crate::question::{Answer, Certificate, Question, Settings};
use control::{Instant, Limit, Limits, Statistics, Stop};
use queens_model::constraints::Constraints;
use queens_model::orbit::Orbits;
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::relative::{KnownRules, Relative};
use queens_model::unsupported::Unsupported;
use std::ops::ControlFlow;

/// Answers `question` about `problem`.
///
/// # Errors
/// No engine takes the problem, or the engine that the settings name does not. A limit is
/// not an error: see [`Answer::outcome`].
///
/// # Complexity
/// That of the engine. Completion is NP-complete, counting completions #P-complete (Gent,
/// Jefferson, Nightingale, "Complexity of n-Queens Completion", JAIR 59, 2017): set
/// limits.
///
/// ```
/// use queens::{Question, Settings, Verdict, ask, problem::Problem};
///
/// let problem = Problem::queens(6)?.with_given("b1".parse()?)?;
/// let answer = ask(&problem, Question::Unique, &Settings::default())?;
/// assert_eq!(answer.verdict(), Verdict::OnlyOne);
/// let queens: Vec<String> = answer.first.unwrap().squares().iter().map(|s| s.to_string()).collect();
/// assert_eq!(queens, ["b1", "d2", "f3", "a4", "c5", "e6"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ask(
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<Answer, Unsupported> {
    ask_each(problem, question, settings, &mut |_| {
        ControlFlow::Continue(())
    })
}

/// Answers `question` and passes every solution to `each`, which may break.
///
/// # Errors
/// As [`ask`].
pub fn ask_each(
    problem: &Problem,
    question: Question,
    settings: &Settings,
    each: SolutionSink<'_>,
) -> Result<Answer, Unsupported> {
    plan(problem, question, settings)?.run(settings, each)
}

impl Plan {
    /// Runs the plan: its stages one after the other, under one clock and one count of
    /// nodes.
    ///
    /// # Errors
    /// As [`ask`].
    ///
    /// ```
    /// use queens::{Question, Settings, plan, problem::Problem};
    /// use std::ops::ControlFlow;
    ///
    /// let settings = Settings::default();
    /// let plan = plan(&Problem::queens(10)?, Question::Count, &settings)?;
    /// assert_eq!(plan.engine(), "join");
    /// assert_eq!(plan.run(&settings, &mut |_| ControlFlow::Continue(()))?.count, 724); // OEIS A000170
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(
        self,
        settings: &Settings,
        each: SolutionSink<'_>,
    ) -> Result<Answer, Unsupported> {
        if self.known.is_some() {
            return self.run_by_rules(settings, each);
        }
        let started = Instant::now();
        let limits = settings.limits.started();
        let mut spent = Statistics::default();
        let rewritten = match self.question {
            Question::Fundamental | Question::Classes => {
                like_lines::like_lines(&self.asked, &limits, settings, &mut spent)?
            }
            _ => Ok(None),
        };
        let (rewritten, stopped) =
            rewritten.map_or_else(|stop| (None, Some(stop)), |like| (like, None));
        let plan = match &rewritten {
            Some(problem) => plan_for(self.named, problem, self.question, settings)?,
            None => self.clone(),
        };
        let clock = AnswerClock {
            started,
            limits,
            spent,
            stopped,
        };
        run_stages(plan, &self.asked, clock, settings, each)
    }
}

impl Plan {
    /// Runs a plan for rules that an engine knows, and states the answer by the rules.
    fn run_by_rules(
        self,
        settings: &Settings,
        each: SolutionSink<'_>,
    ) -> Result<Answer, Unsupported> {
        let is_listed = self.question.wants_solutions() && self.question != Question::One;
        let clock = AnswerClock {
            started: Instant::now(),
            limits: settings.limits.started(),
            spent: Statistics::default(),
            stopped: None,
        };
        let mut pass = |placement: &Placement| match is_listed {
            true => each(placement),
            false => ControlFlow::Continue(()),
        };
        // A proof that the plain problem has no solution holds for these rules, too.
        let shown = match self.known {
            Some(KnownRules::Unchanged(_) | KnownRules::Relative(Relative::Best(_))) => {
                &self.problem
            }
            _ => &self.asked,
        };
        let answer = match run_stages(self.clone(), shown, clock, settings, &mut pass) {
            // An engine that refuses has passed on nothing.
            Err(refused)
                if self.named.is_none() && may_take_over(&refused, &self.asked) =>
            {
                return for_any_rules(&self.asked, self.question, self.threads)?
                    .run(settings, each);
            }
            answer => self.stated_by_rules(answer?),
        };
        if let (false, Some(first)) = (is_listed, &answer.first) {
            // It is the last solution, so a break changes nothing.
            let _ = each(first);
        }
        Ok(answer)
    }
}

/// Limits of an answer that has begun.
struct AnswerClock {
    started: Instant,
    limits: Limits,
    /// Statistics of the work so far.
    spent: Statistics,
    /// The limit that ended the answer already, if any.
    stopped: Option<Stop>,
}

fn run_stages(
    plan: Plan,
    asked: &Problem,
    AnswerClock {
        started,
        limits,
        mut spent,
        stopped,
    }: AnswerClock,
    settings: &Settings,
    each: SolutionSink<'_>,
) -> Result<Answer, Unsupported> {
    let Plan {
        asked: problem,
        problem: searched,
        question,
        stages,
        mut why,
        inner,
        threads,
        known,
        ..
    } = plan;
    let settings = Settings {
        limits,
        threads,
        engine: inner.map(str::to_owned),
        ..settings.clone()
    };
    let orbits = match (question, stopped) {
        // An engine that knows the rules counts up to symmetry by itself.
        _ if known.is_some() => Ok(None),
        (Question::Fundamental | Question::Classes, None) => {
            Orbits::within(&problem, &settings.limits)?.map(Some)
        }
        (_, None) => Ok(None),
        (_, Some(stop)) => Err(stop),
    };
    let (orbits, stopped) =
        orbits.map_or_else(|stop| (None, Some(stop)), |orbits| (orbits, None));
    let form = if known.is_some() { &problem } else { &searched };
    let mut task = Task::new(form, question, &settings, ask, orbits.as_ref(), each);
    let mut stages = stages.into_iter().peekable();
    loop {
        let Some(stage) = stages.next() else {
            unreachable!("a plan has a stage")
        };
        let rest = settings.limits.less_nodes(spent.expanded);
        let is_bounded = stage
            .nodes
            .is_some_and(|nodes| rest.nodes.is_none_or(|rest| nodes < rest));
        let limits = if is_bounded {
            rest.clone().with_nodes(stage.nodes.unwrap_or(u64::MAX))
        } else {
            rest
        };
        let trial = Settings {
            limits,
            ..settings.clone()
        };
        let finding = match stopped.map_or_else(|| trial.limits.check(), Err) {
            Ok(()) => {
                let form = if stage.searches_plain(known) {
                    &searched
                } else {
                    form
                };
                task.with_form(form, &trial, |task| stage.answer(task, known))?
            }
            Err(stop) => Finding::new(Err(stop), Statistics::default()),
        };
        spent.absorb(&finding.statistics);
        let id = stage.engine.info().id;
        let is_open = match finding.step {
            Err(Stop::GaveUp) => true,
            Err(Stop::LimitReached(Limit::Nodes)) => is_bounded,
            _ => false,
        };
        if !is_open || stages.peek().is_none() {
            spent.elapsed = started.elapsed();
            let is_none =
                finding.step.is_ok() && finding.count.unwrap_or(task.count()) == 0;
            let certificate = finding.certificate.clone();
            let certificate = certificate
                .or_else(|| is_none.then(|| shows_none(asked, &settings.limits)));
            let finding = Finding {
                statistics: spent,
                certificate,
                ..finding
            };
            return Ok(task.conclude(id, why, finding));
        }
        why += &match stage.nodes {
            Some(nodes) if is_bounded => {
                format!("; {nodes} nodes of {id} did not decide it")
            }
            _ => format!("; {id} gave up"),
        };
        task.restart();
    }
}

/// Returns the proof that a completely searched `problem` has no solution: a unit without
/// a square, if there is one.
fn shows_none(problem: &Problem, limits: &Limits) -> Certificate {
    if problem.rules().is_some() {
        return Certificate::Exhausted;
    }
    let form = Constraints::within(problem, limits)
        .ok()
        .and_then(Result::ok);
    form.and_then(|form| form.starved())
        .map_or(Certificate::Exhausted, Certificate::NoSquare)
}
