//! The dispatcher: a pure function from problem, question and settings to a plan.

use super::rules::{DispatchCase, choose};
use crate::engines::inclusion_exclusion::InclusionExclusion;
use crate::engines::join::{self, Join};
use crate::engines::maximum::MaximumSet;
use crate::engines::pawns::Pawns;
use crate::engines::pigeonhole::PigeonholeCount;
use crate::engines::places::AnyRules;
use crate::engines::rows::Rows;
use crate::engines::sat::SatSolver;
use crate::engines::symmetric::Symmetric;
use crate::engines::toroidal::Toroidal;
use crate::engines::{Completeness, Engine, Finding, Task, known_rules, registry};
use crate::parallel::WorkUnits;
use crate::question::{Question, Settings};
use queens_model::problem::{Grid, Problem, ProblemError};
use queens_model::relative::KnownRules;
use queens_model::unsupported::{Parameter, Unsupported};

/// Plan of an answer: the engines and the reason.
#[derive(Clone)]
pub struct Plan {
    /// The problem as given.
    pub asked: Problem,
    /// The question.
    pub question: Question,
    /// The problem as searched: with exactly one queen in each line, if its total implies
    /// that.
    pub problem: Problem,
    /// The engines in sequence: the next one begins when one gives up or uses up its
    /// nodes.
    pub stages: Vec<Stage>,
    /// Reason for the first of them.
    pub why: String,
    /// Engine that the caller named.
    pub named: Option<&'static dyn Engine>,
    /// Id of the engine for questions that the first stage asks in turn, if one is named.
    pub inner: Option<&'static str>,
    /// Number of threads; 0 for one on each processor.
    pub threads: usize,
    /// Rules of `asked` that an engine knows; it searches the plain `problem`.
    pub(super) known: Option<KnownRules>,
}

/// One engine of a plan.
#[derive(Clone, Copy)]
pub struct Stage {
    /// The engine.
    pub engine: &'static dyn Engine,
    /// Node limit of this stage; `None` if only the settings limit it.
    pub nodes: Option<u64>,
}

impl Stage {
    /// Creates a stage for `engine`, limited by the settings only.
    pub(super) fn with_engine(engine: &'static dyn Engine) -> Self {
        Stage {
            engine,
            nodes: None,
        }
    }

    /// Returns true if the engine searches the plain problem for the rules that the plan
    /// knows, if any.
    pub(super) fn searches_plain(&self, known: Option<KnownRules>) -> bool {
        known.is_some() && !self.engine.takes_rules()
    }

    /// Answers the question of `task`, about known rules or about the problem as it is.
    pub(super) fn answer(
        &self,
        task: &mut Task<'_>,
        known: Option<KnownRules>,
    ) -> Result<Finding, Unsupported> {
        match known.filter(|_| self.searches_plain(known)) {
            Some(rules) => self.engine.answer_known(task, rules),
            None => self.engine.answer(task),
        }
    }

    /// Creates a stage for `engine`, limited to `nodes` nodes.
    pub(super) fn bounded(engine: &'static dyn Engine, nodes: u64) -> Self {
        Stage {
            engine,
            nodes: Some(nodes),
        }
    }
}

impl Plan {
    /// Returns the id of the first engine.
    #[must_use]
    pub fn engine(&self) -> &'static str {
        self.stages
            .first()
            .map_or("", |stage| stage.engine.info().id)
    }

    /// Returns the ids of all its engines, in order.
    #[must_use]
    pub fn engines(&self) -> Vec<&'static str> {
        self.stages
            .iter()
            .map(|stage| stage.engine.info().id)
            .collect()
    }

    /// Returns the id of another engine that counts the same solutions. It gets the
    /// problem as given, so that a mistake in a rewrite shows.
    #[must_use]
    pub fn rival(&self) -> Option<&'static str> {
        if self.question != Question::Count {
            return None;
        }
        let (places, sat) = (AnyRules.info().id, SatSolver.info().id);
        let preferred = match self.asked.rules() {
            // 9 queens and a pawn on 8 x 8 take `sat` 1.6 s, and `places` 41 s.
            Some(rules) if rules.kinds.iter().any(|kind| kind.stops) => vec![sat, places],
            Some(_) => vec![places, sat],
            None => vec!["rows", "bitmask", "transfer", "backtracking"],
        };
        let others = registry().map(|engine| engine.info().id);
        preferred.into_iter().chain(others).find(|id| {
            let accepts = |engine: &dyn Engine| {
                engine.accepts(&self.asked, Question::Count).is_ok()
            };
            *id != self.engine() && crate::engines::find(id).is_some_and(accepts)
        })
    }
}

impl std::fmt::Debug for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plan")
            .field("engines", &self.engines())
            .field("why", &self.why)
            .finish_non_exhaustive()
    }
}

/// Chooses the engines for `question` about `problem`.
///
/// # Errors
/// No engine takes the problem, or the engine that the settings name does not.
///
/// # Complexity
/// O(squares) if the problem has holes or givens, else O(1).
///
/// ```
/// use queens::{Question, Settings, plan, problem::Problem};
///
/// let torus: Problem = "torus 7".parse()?;
/// assert_eq!(plan(&torus, Question::Count, &Settings::default())?.engine(), "toroidal");
/// assert_eq!(plan(&torus, Question::One, &Settings::default())?.engine(), "modular");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plan(
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<Plan, Unsupported> {
    plan_for(
        settings.engine.as_deref().map(super::find).transpose()?,
        problem,
        question,
        settings,
    )
}

/// Plans for `engine`, which need not be in the registry: an engine of one's own.
/// [`Plan::run`] asks it.
///
/// # Errors
/// The engine does not take the problem or the question.
///
/// # Complexity
/// As [`plan`].
///
/// ```
/// use queens::control::{Meter, Step};
/// use queens::engines::{Completeness, Engine, EngineInfo, Finding, Task};
/// use queens::placement::Placement;
/// use queens::unsupported::{Parameter, Unsupported};
/// use queens::{Question, Settings, check, plan_with, problem::Problem};
/// use std::ops::ControlFlow;
///
/// /// Tries each column in the next row.
/// struct Naive;
///
/// fn search(task: &mut Task<'_>, meter: &mut Meter<'_>, columns: &mut Vec<u32>) -> Step {
///     meter.expand()?;
///     let n = task.problem.rows();
///     if columns.len() as u32 == n {
///         return task.take(Placement::from_columns(columns));
///     }
///     for column in 0..n {
///         let is_attacked = columns.iter().rev().zip(1..).any(|(&other, distance): (&u32, u32)| {
///             other == column || other.abs_diff(column) == distance
///         });
///         if !is_attacked {
///             columns.push(column);
///             search(task, meter, columns)?;
///             columns.pop();
///         }
///     }
///     Ok(())
/// }
///
/// impl Engine for Naive {
///     fn info(&self) -> &'static EngineInfo {
///         static INFO: EngineInfo = EngineInfo::new("naive", "row by row", Completeness::All);
///         &INFO
///     }
///
///     fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
///         self.info().answers(question)?;
///         let refused = || Unsupported::new("naive", Parameter::Size, "it needs a standard board");
///         problem.is_standard().then_some(()).ok_or_else(refused)
///     }
///
///     fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
///         let mut meter = Meter::new(task.limits());
///         let step = search(task, &mut meter, &mut Vec::new());
///         Ok(Finding::new(step, meter.statistics()))
///     }
/// }
///
/// let (problem, settings) = (Problem::queens(8)?, Settings::default());
/// let plan = plan_with(&Naive, &problem, Question::All, &settings)?;
/// let answer = plan.run(&settings, &mut |placement| {
///     check(&problem, placement).expect("a solution");
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((answer.count, answer.engine), (92, "naive")); // OEIS A000170
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plan_with(
    engine: &'static dyn Engine,
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<Plan, Unsupported> {
    plan_for(Some(engine), problem, question, settings)
}

/// Plans for the engine that the caller named, or else for the best.
pub(super) fn plan_for(
    named: Option<&'static dyn Engine>,
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<Plan, Unsupported> {
    if problem.rules().is_some() {
        return plan_with_rules(named, problem, question, settings);
    }
    if problem.grid() != Grid::Square {
        return plan_on_squares(named, problem, question, settings);
    }
    if problem.clash().is_some() && PigeonholeCount.accepts(problem, question).is_ok() {
        return Ok(clashing(named, problem, question, settings));
    }
    if let Some(engine) = named {
        return plan_named(engine, problem, question, settings);
    }
    // Another form of the problem may have other symmetries.
    let takes_asked = question.is_about_sets() || question == Question::Classes;
    let searched = if takes_asked {
        problem.clone()
    } else {
        problem.normalized()
    };
    let (stages, why) = choose(&DispatchCase::new(&searched, question))?;
    let (asked, threads) = (problem.clone(), settings.threads);
    Ok(Plan {
        asked,
        question,
        problem: searched,
        stages,
        why,
        named: None,
        inner: None,
        threads,
        known: None,
    })
}

/// Plans for a plain problem on a hexagon or a cube: for the same squares and rays on a
/// board of squares, which has the same solutions. Up to symmetry they are counted one by
/// one, with the symmetries of the grid.
fn plan_on_squares(
    named: Option<&'static dyn Engine>,
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<Plan, Unsupported> {
    let searched = match question {
        Question::Fundamental | Question::Classes => Question::All,
        Question::One
        | Question::All
        | Question::Count
        | Question::Unique
        | Question::Random => question,
        _ => {
            let reason = format!(
                "the question `{question}` is about boards of squares, not about hexagons and cubes"
            );
            return Err(Unsupported::new("", Parameter::Grid, reason));
        }
    };
    if let Some(engine) = named.filter(|engine| engine.takes_rules()) {
        return plan_named(engine, problem, question, settings);
    }
    let plan = plan_for(named, &problem.on_squares(), searched, settings)?;
    Ok(Plan {
        asked: problem.clone(),
        question,
        ..plan
    })
}

/// Plans for a problem with rules. An engine that knows them answers, unless none does or
/// an engine for any rules was named.
fn plan_with_rules(
    named: Option<&'static dyn Engine>,
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<Plan, Unsupported> {
    if question.is_about_sets() {
        let reason = format!(
            "the question `{question}` is about a problem without rules: leave the rules out"
        );
        return Err(Unsupported::new("", Parameter::Rules, reason));
    }
    if let Some(engine) = named.filter(|engine| engine.takes_rules()) {
        return plan_named(engine, problem, question, settings);
    }
    let as_known = plan_with_known(named, problem, question, settings);
    match (as_known, named) {
        (Ok(plan), _) => Ok(plan),
        (Err(refused), _) if !may_take_over(&refused, problem) => Err(refused),
        // The engine that was named knows these rules, and why it cannot answer.
        (Err(refused), Some(engine))
            if refused.engine == engine.info().id && knows_why(engine, &refused) =>
        {
            Err(refused)
        }
        (Err(_), Some(engine)) => {
            let reason = format!(
                "it does not answer the question `{question}` about these rules: leave the engine out, or choose places or sat"
            );
            Err(Unsupported::new(engine.info().id, Parameter::Rules, reason))
        }
        (Err(_), None) => for_any_rules(problem, question, settings.threads),
    }
}

/// Plans for an engine that knows the rules of `problem`.
fn plan_with_known(
    named: Option<&'static dyn Engine>,
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<Plan, Unsupported> {
    let (plain, rules) = known_rules(problem, question).ok_or_else(|| {
        Unsupported::new("", Parameter::Rules, "no engine knows these rules")
    })?;
    let case = KnownCase {
        asked: problem,
        rules,
        question,
        named,
        threads: settings.threads,
    };
    if plain.clash().is_some() && case.is_for(&PigeonholeCount, &plain) {
        return Ok(case.planned(
            plain,
            vec![Stage::with_engine(&PigeonholeCount)],
            CLASH.to_owned(),
        ));
    }
    match named {
        Some(engine) => case.plan_named(engine, plain),
        None => case.plan_best(plain),
    }
}

/// A question about rules that engines know.
struct KnownCase<'p> {
    asked: &'p Problem,
    rules: KnownRules,
    question: Question,
    named: Option<&'static dyn Engine>,
    threads: usize,
}

impl KnownCase<'_> {
    fn planned(&self, searched: Problem, stages: Vec<Stage>, why: String) -> Plan {
        Plan {
            asked: self.asked.clone(),
            question: self.question,
            problem: searched,
            stages,
            why,
            named: self.named,
            inner: None,
            threads: self.threads,
            known: Some(self.rules),
        }
    }

    /// Returns true if an engine can answer, and no other one was named.
    fn is_for(&self, engine: &dyn Engine, plain: &Problem) -> bool {
        self.named
            .is_none_or(|named| named.info().id == engine.info().id)
            && engine.takes_known(plain, self.rules, self.question).is_ok()
    }

    /// Plans for the engines that the tables name.
    fn plan_best(&self, plain: Problem) -> Result<Plan, Unsupported> {
        // With one queen in each line there would be other largest and maximal sets.
        let is_normalized = matches!(self.rules, KnownRules::Unchanged(_))
            && self.question != Question::Count;
        let searched = if is_normalized {
            plain.normalized()
        } else {
            plain
        };
        let case = DispatchCase::new(&searched, self.question).with_rules(self.rules);
        let (stages, why) = choose(&case)?;
        Ok(self.planned(searched, stages, why))
    }

    /// Plans for the engine that the caller named.
    fn plan_named(
        &self,
        engine: &'static dyn Engine,
        plain: Problem,
    ) -> Result<Plan, Unsupported> {
        let why = format!("{} was requested", engine.info().id);
        if self.rules == KnownRules::Most && can_enlarge_sets(engine) {
            MaximumSet.takes_known(&plain, self.rules, self.question)?;
            let plan = self.planned(plain, vec![Stage::with_engine(&MaximumSet)], why);
            return Ok(Plan {
                inner: Some(engine.info().id),
                ..plan
            });
        }
        let searched = self.form_for(engine, plain)?;
        Ok(self.planned(searched, vec![Stage::with_engine(engine)], why))
    }

    /// Returns the plain problem in the form that the engine takes: as it is, or
    /// normalized.
    fn form_for(
        &self,
        engine: &dyn Engine,
        plain: Problem,
    ) -> Result<Problem, Unsupported> {
        let takes =
            |problem: &Problem| engine.takes_known(problem, self.rules, self.question);
        match takes(&plain) {
            Ok(()) => Ok(plain),
            Err(refused) => {
                let normal = plain.normalized();
                takes(&normal).map(|()| normal).map_err(|_| refused)
            }
        }
    }
}

/// Returns true if the engine for largest sets can ask this one for larger and larger
/// sets: it finds it by its id.
fn can_enlarge_sets(engine: &dyn Engine) -> bool {
    let info = engine.info();
    info.finds != Completeness::Special
        && info.answers(Question::One).is_ok()
        && crate::engines::find(info.id).is_some()
}

/// Reason for an answer without a search.
const CLASH: &str = "the given queens break a rule";

/// Largest number of squares on which the search for any rules takes over from an engine
/// that finds the board too large.
const MAX_TAKEN_OVER: u64 = 1_024;

/// Plans for the search for any rules.
pub(super) fn for_any_rules(
    problem: &Problem,
    question: Question,
    threads: usize,
) -> Result<Plan, Unsupported> {
    AnyRules.accepts(problem, question)?;
    let (asked, problem) = (problem.clone(), problem.clone());
    let (stages, why) = (
        vec![Stage::with_engine(&AnyRules)],
        "the rules are those of no other engine".to_owned(),
    );
    Ok(Plan {
        asked,
        question,
        problem,
        stages,
        why,
        named: None,
        inner: None,
        threads,
        known: None,
    })
}

/// Returns true if an engine knows the rules, and refuses them for another reason.
fn knows_why(engine: &dyn Engine, refused: &Unsupported) -> bool {
    let is_about_rules =
        matches!(refused.parameter, Parameter::Rules | Parameter::Question);
    engine.info().finds == Completeness::Special || !is_about_rules
}

/// Returns true if the search for any rules may take over from an engine that refuses a
/// problem.
pub(super) fn may_take_over(refused: &Unsupported, problem: &Problem) -> bool {
    refused.parameter != Parameter::Size || is_small(problem)
}

fn is_small(problem: &Problem) -> bool {
    u64::from(problem.rows()) * u64::from(problem.columns()) <= MAX_TAKEN_OVER
}

/// Plans for given queens that break a rule: no engine takes them, except the SAT solver,
/// which may be asked for a proof.
fn clashing(
    named: Option<&'static dyn Engine>,
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Plan {
    let (stage, why) =
        match named.filter(|engine| engine.info().id == SatSolver.info().id) {
            Some(sat) => (Stage::with_engine(sat), "sat was requested"),
            None => (Stage::with_engine(&PigeonholeCount), CLASH),
        };
    let (asked, problem, threads) = (problem.clone(), problem.clone(), settings.threads);
    let why = why.to_owned();
    Plan {
        asked,
        question,
        problem,
        stages: vec![stage],
        why,
        named,
        inner: None,
        threads,
        known: None,
    }
}

/// Plans for the engine that the caller named.
fn plan_named(
    named: &'static dyn Engine,
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<Plan, Unsupported> {
    let info = named.info();
    let asked = problem;
    let plan = |problem: Problem, stage: Stage, inner| {
        let alone = named.is_of_the_ladder() && settings.threads == 0;
        let threads = if alone { 1 } else { settings.threads };
        let (asked, why) = (asked.clone(), format!("{} was requested", info.id));
        Plan {
            asked,
            question,
            problem,
            stages: vec![stage],
            why,
            named: Some(named),
            inner,
            threads,
            known: None,
        }
    };
    let special: Option<(&'static dyn Engine, Question)> = match question {
        Question::Classes if info.finds == Completeness::Count => {
            Some((&Symmetric, Question::Count))
        }
        _ => None,
    };
    // The special engine finds it by its id.
    if let Some((special, inner)) =
        special.filter(|_| crate::engines::find(info.id).is_some())
    {
        if inner == Question::Count {
            takes(named, problem, inner)?;
        } else {
            info.answers(inner)?;
        }
        special.accepts(problem, question)?;
        return Ok(plan(
            problem.clone(),
            Stage::with_engine(special),
            Some(info.id),
        ));
    }
    let problem = takes(named, problem, question)?;
    Ok(plan(problem, Stage::with_engine(named), None))
}

/// Returns the problem in the form that the engine takes: as given, or else with one
/// queen in each line if the total implies that.
fn takes(
    engine: &dyn Engine,
    problem: &Problem,
    question: Question,
) -> Result<Problem, Unsupported> {
    let refused = match engine.accepts(problem, question) {
        Ok(()) => return Ok(problem.clone()),
        Err(unsupported) => unsupported,
    };
    let normal = problem.normalized();
    match engine.accepts(&normal, question) {
        Ok(()) => Ok(normal),
        Err(_) => Err(refused),
    }
}

/// The engines that split a count into work units, the fastest first.
const SPLITTING: [&dyn Engine; 5] =
    [&Join, &InclusionExclusion, &Toroidal, &Rows, &Pawns];

/// Returns the work units of a question: those of the engine that the settings name, or
/// of the fastest that has any. They split the problem as searched, see
/// [`Plan::problem`].
///
/// # Errors
/// No engine with work units takes the problem, or the engine that the settings name does
/// not.
///
/// ```
/// use queens::{Question, Settings, parallel, problem::Problem, work_units};
///
/// let (_, work_units) = work_units(&Problem::queens(10)?, Question::Count, &Settings::default())?;
/// let report = parallel::run_all(&*work_units, &Default::default())?;
/// assert_eq!((work_units.engine(), report.tally.count), ("join", 724)); // OEIS A000170
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn work_units(
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<(Problem, Box<dyn WorkUnits>), Unsupported> {
    if let (Some(_), Some(clash)) = (problem.rules(), problem.clash()) {
        return Err(Unsupported::from(ProblemError::Givens(clash.clone())));
    }
    let problem = &match problem.rules() {
        Some(_) => problem.clone(),
        None => problem.clone().without_clash().map_err(Unsupported::from)?,
    };
    let cut = |engine: &dyn Engine| {
        let problem = takes(engine, problem, question)?;
        let work_units = engine.work_units(&problem, question, settings.kernel)?;
        Ok((problem, work_units))
    };
    if let Some(id) = &settings.engine {
        return cut(super::find(id)?);
    }
    let normal = problem.normalized();
    let accepts = |engine: &&dyn Engine, problem: &Problem| {
        let is_slow = engine.info().id == join::ID && !join::is_fastest(problem);
        !is_slow && engine.accepts(problem, question).is_ok()
    };
    match SPLITTING
        .into_iter()
        .find(|engine| accepts(engine, problem) || accepts(engine, &normal))
    {
        Some(engine) => cut(engine),
        None => {
            let why = Rows
                .accepts(&normal, question)
                .err()
                .map_or(String::new(), |rows| format!(" ({rows})"));
            let ids = SPLITTING.map(|engine| engine.info().id).join(", ");
            let reason = format!(
                "none of {ids} splits this into work units{why}: count it in one go"
            );
            Err(Unsupported::new("", Parameter::Question, reason))
        }
    }
}
