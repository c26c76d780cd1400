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
use control::{Instant, Limit, Limits, Statistics, Step, Stop};
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
        let like = match self.question {
            Question::Fundamental | Question::Classes => {
                like_lines::like_lines(&self.asked, &limits, settings, &mut spent)?
            }
            _ => Ok(None),
        };
        let (plan, stopped) = match like {
            Ok(Some(problem)) => {
                let plan = plan_for(self.named, &problem, self.question, settings)?;
                (plan, None)
            }
            Ok(None) => (self.clone(), None),
            Err(stop) => (self.clone(), Some(stop)),
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
            answer => self.state_by_rules(answer?),
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

/// Runs the stages of a plan, one after the other, until one of them decides the question.
fn run_stages(
    plan: Plan,
    asked: &Problem,
    clock: AnswerClock,
    settings: &Settings,
    each: SolutionSink<'_>,
) -> Result<Answer, Unsupported> {
    let settings = Settings {
        limits: clock.limits,
        threads: plan.threads,
        engine: plan.inner.map(str::to_owned),
        ..settings.clone()
    };
    let (orbits, stopped) = match clock.stopped {
        Some(stop) if plan.known.is_none() => (None, Some(stop)),
        stopped => match find_orbits(&plan, &settings.limits)? {
            Ok(orbits) => (orbits, stopped),
            Err(stop) => (None, Some(stop)),
        },
    };
    let form = match plan.known {
        Some(_) => &plan.asked,
        None => &plan.problem,
    };
    let mut task = Task::new(form, plan.question, &settings, ask, orbits.as_ref(), each);
    let mut spent = clock.spent;
    let mut why = plan.why;
    let mut stages = plan.stages.iter().peekable();
    while let Some(stage) = stages.next() {
        let budget = StageBudget::new(stage, settings.limits.less_nodes(spent.expanded));
        let trial = Settings {
            limits: budget.limits.clone(),
            ..settings.clone()
        };
        let finding = match stopped.map_or_else(|| trial.limits.check(), Err) {
            Ok(()) => {
                let form = if stage.searches_plain(plan.known) {
                    &plan.problem
                } else {
                    form
                };
                task.with_form(form, &trial, |task| stage.answer(task, plan.known))?
            }
            Err(stop) => Finding::new(Err(stop), Statistics::default()),
        };
        spent.absorb(&finding.statistics);
        if stages.peek().is_none() || !budget.leaves_open(finding.step) {
            spent.elapsed = clock.started.elapsed();
            let count = finding.count.unwrap_or(task.count());
            let finding = Finding {
                statistics: spent,
                ..with_proof_of_none(finding, count, asked, &settings.limits)
            };
            return Ok(task.conclude(stage.engine.info().id, why, finding));
        }
        why += &budget.say_why_undecided(stage);
        task.restart();
    }
    unreachable!("a plan has a stage")
}

/// Computes the orbits of the solutions, if the question counts up to symmetry.
fn find_orbits(
    plan: &Plan,
    limits: &Limits,
) -> Result<Result<Option<Orbits>, Stop>, Unsupported> {
    // An engine that knows the rules counts up to symmetry by itself.
    let counts_orbits = plan.known.is_none()
        && matches!(plan.question, Question::Fundamental | Question::Classes);
    if !counts_orbits {
        return Ok(Ok(None));
    }
    Ok(Orbits::within(&plan.asked, limits)?.map(Some))
}

/// Limits of one stage.
struct StageBudget {
    limits: Limits,
    /// Node limit of the stage itself, if it is below the limit of the answer.
    own_nodes: Option<u64>,
}

impl StageBudget {
    /// Limits `stage` by its own nodes and by `rest`, the limits of the whole answer less
    /// what earlier stages used.
    fn new(stage: &Stage, rest: Limits) -> Self {
        let own_nodes = stage
            .nodes
            .filter(|&nodes| rest.nodes.is_none_or(|rest| nodes < rest));
        let limits = match own_nodes {
            Some(nodes) => rest.with_nodes(nodes),
            None => rest,
        };
        StageBudget { limits, own_nodes }
    }

    /// Returns true if a stage that ended with `step` leaves the question to the next one.
    fn leaves_open(&self, step: Step) -> bool {
        match step {
            Err(Stop::GaveUp) => true,
            // The node limit of the answer itself ends the answer.
            Err(Stop::LimitReached(Limit::Nodes)) => self.own_nodes.is_some(),
            _ => false,
        }
    }

    fn say_why_undecided(&self, stage: &Stage) -> String {
        let id = stage.engine.info().id;
        match self.own_nodes {
            Some(nodes) => format!("; {nodes} nodes of {id} did not decide it"),
            None => format!("; {id} gave up"),
        }
    }
}

/// Adds a proof to a finding that there is no solution, if it has none yet.
fn with_proof_of_none(
    mut finding: Finding,
    count: u128,
    asked: &Problem,
    limits: &Limits,
) -> Finding {
    let is_none = finding.step.is_ok() && count == 0;
    if is_none && finding.certificate.is_none() {
        finding.certificate = Some(prove_none(asked, limits));
    }
    finding
}

/// Returns the proof that a completely searched `problem` has no solution: a unit without
/// a square, if there is one.
fn prove_none(problem: &Problem, limits: &Limits) -> Certificate {
    if problem.rules().is_some() {
        return Certificate::Exhausted;
    }
    let form = Constraints::within(problem, limits)
        .ok()
        .and_then(Result::ok);
    form.and_then(|form| form.starved())
        .map_or(Certificate::Exhausted, Certificate::NoSquare)
}
