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
pub use solutions::{ListError, Solutions};
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
        let mut clock = AnswerClock::start(settings);
        let like = self.plan_with_like_lines(settings, &mut clock)?;
        let plan = like.as_ref().unwrap_or(&self);
        run_stages(plan, &self.asked, clock, settings, each)
    }

    /// Plans a count up to symmetry for the same solutions with equal demands on rows and
    /// columns, which more symmetries keep; `None` if there is no such problem.
    ///
    /// A limit is kept in `clock`.
    fn plan_with_like_lines(
        &self,
        settings: &Settings,
        clock: &mut AnswerClock,
    ) -> Result<Option<Plan>, Unsupported> {
        if !is_up_to_symmetry(self.question) {
            return Ok(None);
        }
        let (limits, spent) = (&clock.limits, &mut clock.spent);
        match like_lines::like_lines(&self.asked, limits, settings, spent)? {
            Ok(Some(like)) => {
                plan_for(self.named, &like, self.question, settings).map(Some)
            }
            Ok(None) => Ok(None),
            Err(stop) => {
                clock.stopped = Some(stop);
                Ok(None)
            }
        }
    }

    /// Runs a plan for rules that an engine knows, and states the answer by the rules.
    fn run_by_rules(
        self,
        settings: &Settings,
        each: SolutionSink<'_>,
    ) -> Result<Answer, Unsupported> {
        let is_listed = self.question.wants_solutions() && self.question != Question::One;
        let clock = AnswerClock::start(settings);
        let mut pass = |placement: &Placement| {
            if is_listed {
                each(placement)
            } else {
                ControlFlow::Continue(())
            }
        };
        // A proof that the plain problem has no solution holds for these rules, too.
        let shown = match self.known {
            Some(KnownRules::Unchanged(_) | KnownRules::Relative(Relative::Best(_))) => {
                &self.problem
            }
            _ => &self.asked,
        };
        let answer = match run_stages(&self, shown, clock, settings, &mut pass) {
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

    /// Returns the problem in the form that a stage searches: the plain one, unless its
    /// engine takes the rules as they were asked.
    fn problem_for(&self, stage: &Stage) -> &Problem {
        if self.known.is_none() || stage.searches_plain(self.known) {
            &self.problem
        } else {
            &self.asked
        }
    }
}

/// Limits and effort of an answer that has begun.
struct AnswerClock {
    started: Instant,
    limits: Limits,
    /// Statistics of the work so far.
    spent: Statistics,
    /// Reason why the answer ended before its first stage, if it did.
    stopped: Option<Stop>,
}

impl AnswerClock {
    /// Starts the clock of the limits, unless it is running.
    fn start(settings: &Settings) -> Self {
        AnswerClock {
            started: Instant::now(),
            limits: settings.limits.started(),
            spent: Statistics::default(),
            stopped: None,
        }
    }
}

/// Runs the stages of a plan, one after the other, until one of them decides the question.
///
/// `asked` is the problem that a proof of no solution is about.
fn run_stages(
    plan: &Plan,
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
        Some(stop) => (None, Some(stop)),
        None => match find_orbits(plan, &settings.limits)? {
            Ok(orbits) => (orbits, None),
            Err(stop) => (None, Some(stop)),
        },
    };
    let (question, problem) = (plan.question, &plan.problem);
    let mut task = Task::new(problem, question, &settings, ask, orbits.as_ref(), each);
    let mut spent = clock.spent;
    let mut why = plan.why.clone();
    let mut stages = plan.stages.iter().peekable();
    // No stage before this one decided the question. `spent` is the work of all of them,
    // and `why` their reasons.
    while let Some(stage) = stages.next() {
        let budget = StageBudget::new(stage, settings.limits.less_nodes(spent.expanded));
        let finding = match stopped {
            Some(stop) => Finding::new(Err(stop), Statistics::default()),
            None => run_stage(plan, stage, &budget.limits, &mut task)?,
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

/// Runs one stage within `limits`, on its own form of the problem.
fn run_stage(
    plan: &Plan,
    stage: &Stage,
    limits: &Limits,
    task: &mut Task<'_>,
) -> Result<Finding, Unsupported> {
    if let Err(stop) = limits.check() {
        return Ok(Finding::new(Err(stop), Statistics::default()));
    }
    let settings = Settings {
        limits: limits.clone(),
        ..task.settings.clone()
    };
    task.with_form(plan.problem_for(stage), &settings, |task| {
        stage.answer(task, plan.known)
    })
}

/// Returns true if a question needs the symmetries of the problem.
fn is_up_to_symmetry(question: Question) -> bool {
    matches!(question, Question::Fundamental | Question::Classes)
}

/// Computes the orbits of the solutions, if the question counts up to symmetry. The inner
/// error is a limit.
fn find_orbits(
    plan: &Plan,
    limits: &Limits,
) -> Result<Result<Option<Orbits>, Stop>, Unsupported> {
    // An engine that knows the rules counts up to symmetry by itself.
    if plan.known.is_some() || !is_up_to_symmetry(plan.question) {
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
