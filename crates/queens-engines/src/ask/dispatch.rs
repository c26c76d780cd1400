//! Who answers, and why: a pure function of problem, question and settings.

use crate::engines::repair::board::RepairBoard;
use crate::engines::residual::board::ResidualBoard;
use crate::engines::{Completeness, Engine, registry};
use crate::engines::{inclusion_exclusion, modular, pigeonhole, transfer};
use crate::parallel::Sharded;
use crate::question::{Question, Settings};
use queens_model::constraints::Constraints;
use queens_model::problem::{Features, Problem};
use queens_model::unsupported::{Parameter, Unsupported};

/// From this many free rows on, repair is tried before a search for one solution.
const MANY_ROWS: u32 = 64;

/// Nodes of backtracking before the SAT solver takes over.
const PATIENCE: u64 = 300_000;

/// Who answers a question.
#[derive(Clone)]
pub struct Plan {
    /// The problem as it is searched: where its total says so, with exactly one queen in each line.
    pub problem: Problem,
    /// The engines, one after the other: the next one begins where one gives up or spends its nodes.
    pub stages: Vec<Stage>,
    /// Why the first of them.
    pub why: String,
    /// The engine that answers questions which that of the first stage asks in turn, where one is named.
    pub inner: Option<&'static str>,
    /// How many threads work; 0 for one on each processor.
    pub threads: usize,
}

/// One engine's turn.
#[derive(Clone, Copy)]
pub struct Stage {
    /// The engine.
    pub engine: &'static dyn Engine,
    /// The most nodes of its turn; `None` if only the settings bound it.
    pub nodes: Option<u64>,
}

impl Plan {
    /// The id of the first engine.
    #[must_use]
    pub fn engine(&self) -> &'static str {
        self.stages.first().map_or("", |stage| stage.engine.info().id)
    }

    /// The ids of all its engines, in order.
    #[must_use]
    pub fn engines(&self) -> Vec<&'static str> {
        self.stages.iter().map(|stage| stage.engine.info().id).collect()
    }

    /// The engine that counts the solutions of `asked` in another way than this plan does: given the problem as it was
    /// asked, so that a mistake of a rewrite shows.
    #[must_use]
    pub fn rival(&self, asked: &Problem) -> Option<&'static str> {
        let preferred = ["rows", "bitmask", "transfer", "backtracking"];
        let others = registry().map(|engine| engine.info().id);
        let mut candidates = preferred.into_iter().chain(others).filter(|id| *id != self.engine());
        candidates.find(|id| {
            let accepts = |engine: &dyn Engine| engine.accepts(asked, Question::Count).is_ok();
            crate::engines::find(id).is_some_and(accepts)
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

/// Who answers `question` about `problem`, and why.
///
/// # Errors
/// No engine takes the problem, or not the one that the settings name.
///
/// # Complexity
/// O(squares) where the problem has holes or givens, else O(1).
///
/// ```
/// use queens::{Question, Settings, plan, problem::Problem};
///
/// let torus: Problem = "torus 7".parse()?;
/// assert_eq!(plan(&torus, Question::Count, &Settings::default())?.engine(), "rows");
/// assert_eq!(plan(&torus, Question::One, &Settings::default())?.engine(), "modular");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plan(problem: &Problem, question: Question, settings: &Settings) -> Result<Plan, Unsupported> {
    if problem.clash().is_some() && engine("pigeonhole").accepts(problem, question).is_ok() {
        return clashing(problem, settings);
    }
    if let Some(id) = &settings.engine {
        return named(id, problem, question, settings);
    }
    let normal = problem.normalized();
    let (stages, why) = choose(problem, &normal, question)?;
    // Symmetries and largest sets are those of the problem as it was asked.
    let takes_asked =
        matches!(question, Question::Classes | Question::FixedBy(_) | Question::Maximum | Question::Maximal);
    let problem = if takes_asked { problem.clone() } else { normal };
    Ok(Plan { problem, stages, why, inner: None, threads: settings.threads })
}

fn engine(id: &'static str) -> &'static dyn Engine {
    crate::engines::find(id).unwrap_or_else(|| unreachable!("{id} stands in the registry"))
}

fn stage(id: &'static str) -> Stage {
    Stage { engine: engine(id), nodes: None }
}

/// Given queens that break a rule: no engine that searches takes them, but the SAT solver, which may be asked for a proof.
fn clashing(problem: &Problem, settings: &Settings) -> Result<Plan, Unsupported> {
    let named = settings.engine.as_deref().map(super::find).transpose()?;
    let sat = named.filter(|engine| engine.info().id == "sat");
    let (id, why) = match sat {
        Some(_) => ("sat", "sat was asked for"),
        None => ("pigeonhole", "the given queens break a rule"),
    };
    let (problem, threads) = (problem.clone(), settings.threads);
    Ok(Plan { problem, stages: vec![stage(id)], why: why.to_owned(), inner: None, threads })
}

/// The engine that the user named.
fn named(id: &str, problem: &Problem, question: Question, settings: &Settings) -> Result<Plan, Unsupported> {
    let named = super::find(id)?;
    let info = named.info();
    let plan = |problem: Problem, stage: Stage, inner| {
        let alone = named.is_of_the_ladder() && settings.threads == 0;
        let threads = if alone { 1 } else { settings.threads };
        Plan { problem, stages: vec![stage], why: format!("{id} was asked for"), inner, threads }
    };
    let special = match question {
        Question::Maximum if info.finds != Completeness::Special => Some(("maximum", Question::One)),
        Question::Classes if info.finds == Completeness::Count => Some(("symmetric", Question::Count)),
        _ => None,
    };
    if let Some((special, inner)) = special {
        if inner == Question::Count {
            takes(named, problem, inner)?;
        } else {
            info.answers(inner)?;
        }
        engine(special).accepts(problem, question)?;
        return Ok(plan(problem.clone(), stage(special), Some(info.id)));
    }
    let problem = takes(named, problem, question)?;
    Ok(plan(problem, Stage { engine: named, nodes: None }, None))
}

/// The problem as the engine takes it: as it was asked, or else with one queen in each line where the total says so.
fn takes(engine: &dyn Engine, problem: &Problem, question: Question) -> Result<Problem, Unsupported> {
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

/// The engines for those who name none.
fn choose(
    asked: &Problem,
    normal: &Problem,
    question: Question,
) -> Result<(Vec<Stage>, String), Unsupported> {
    let only = |id: &'static str, why: &str| Ok((vec![stage(id)], why.to_owned()));
    let decided = question.wants_solutions() || question == Question::Count;
    if decided {
        if pigeonhole::pigeonhole(normal).is_some() {
            return only("pigeonhole", "its lines and its total contradict each other");
        }
        if modular::obstruction(normal).is_some() {
            return only("modular", "diagonals wrap around at the edges");
        }
    }
    match question {
        Question::One => one(normal),
        Question::Unique => unique(normal),
        Question::All | Question::Fundamental => all(normal),
        Question::Count => counted(normal),
        Question::Random if normal.is_standard() => {
            engine("random").accepts(normal, question)?;
            only("random", "a standard board")
        }
        Question::Random => {
            engine("repair").accepts(normal, question)?;
            only("repair", "a board with one queen in each row")
        }
        Question::Classes => match engine("symmetric").accepts(asked, question) {
            Ok(()) => only("symmetric", "the classes follow from counts of symmetric solutions"),
            Err(_) => all(asked),
        },
        Question::FixedBy(_) => {
            engine("symmetric").accepts(asked, question)?;
            only("symmetric", "orbits of squares are searched")
        }
        Question::Maximum => {
            engine("maximum").accepts(asked, question)?;
            only("maximum", "the largest set is asked for")
        }
        Question::Maximal => {
            engine("maximal").accepts(asked, question)?;
            only("maximal", "sets to which nothing can be added are asked for")
        }
        Question::WithPawns(_) | Question::OneWithPawns(_) => {
            engine("pawns").accepts(normal, question)?;
            only("pawns", "pawns stand between the queens")
        }
        Question::Profile => {
            engine("rows").accepts(normal, question)?;
            only("rows", "the levels of the backtrack tree are asked for")
        }
    }
}

fn accepts(id: &'static str, problem: &Problem, question: Question) -> bool {
    engine(id).accepts(problem, question).is_ok()
}

/// What the engines for one solution of a general problem are tried for, and what the residual board says of it.
fn no_special_engine(unsupported: &Unsupported) -> String {
    format!("no special engine takes it ({} {})", unsupported.engine, unsupported.reason)
}

/// Backtracking for a while, then the SAT solver.
fn general(problem: &Problem) -> Result<[Stage; 2], Unsupported> {
    Constraints::check_size(problem).map_err(|error| Unsupported::from(error).by("backtracking"))?;
    Ok([Stage { engine: engine("backtracking"), nodes: Some(PATIENCE) }, stage("sat")])
}

/// Why the search over exact units answers, if it does: regions demand as many queens as lines, or lines take two or
/// more.
fn has_exact_units(problem: &Problem) -> Option<String> {
    let features = problem.features();
    let demand = features.exact_units.filter(|&demand| features.demands_regions || demand > 1)?;
    let why = || match demand {
        1 => "each row, column or region takes exactly one queen".to_owned(),
        _ => format!("each row, column or region takes exactly {demand} queens"),
    };
    accepts("units", problem, Question::All).then(why)
}

fn one(problem: &Problem) -> Result<(Vec<Stage>, String), Unsupported> {
    if let Some(why) = has_exact_units(problem) {
        return Ok((units_then_sat(), why));
    }
    let rows = problem.features().free_rows;
    // The boards of two and of three rows have no solution, which a formula does not show.
    if problem.is_standard() && !(2..=3).contains(&problem.rows()) {
        engine("construction").accepts(problem, Question::One)?;
        return Ok((vec![stage("construction")], "the standard board has an explicit solution".to_owned()));
    }
    match ResidualBoard::accepts(problem) {
        Ok(()) => {
            let why = format!("queens on a standard board with {rows} free rows");
            let search = engine("residual").accepts(problem, Question::One);
            let stages = match (rows >= MANY_ROWS, &search) {
                (true, Ok(())) => vec![stage("repair"), stage("residual")],
                (true, Err(_)) => vec![stage("repair")],
                (false, _) => vec![stage("residual")],
            };
            if rows < MANY_ROWS {
                search?;
            }
            Ok((stages, why))
        }
        Err(unsupported) => {
            let mut stages = Vec::new();
            if modular::full_diagonals(problem).is_some() {
                stages.push(stage("modular"));
            }
            if rows >= MANY_ROWS && RepairBoard::check(problem).is_ok() {
                stages.push(stage("repair"));
            }
            match general(problem) {
                Ok(general) => stages.extend(general),
                Err(unsupported) if stages.is_empty() => return Err(unsupported),
                Err(_) => {}
            }
            let why = match stages[0].engine.info().id {
                "modular" => "diagonals wrap around at the edges".to_owned(),
                "repair" => format!("one solution with {rows} free rows"),
                _ => no_special_engine(&unsupported),
            };
            Ok((stages, why))
        }
    }
}

/// Exact units for a while, then the SAT solver.
fn units_then_sat() -> Vec<Stage> {
    vec![Stage { engine: engine("units"), nodes: Some(PATIENCE) }, stage("sat")]
}

fn unique(problem: &Problem) -> Result<(Vec<Stage>, String), Unsupported> {
    if let Some(why) = has_exact_units(problem) {
        return Ok((units_then_sat(), why));
    }
    match ResidualBoard::accepts(problem) {
        Ok(()) => {
            engine("residual").accepts(problem, Question::Unique)?;
            let why = format!("queens on a standard board with {} free rows", problem.features().free_rows);
            Ok((vec![stage("residual")], why))
        }
        Err(unsupported) => {
            let joined = modular::full_diagonals(problem).is_some();
            let stages: Vec<Stage> =
                joined.then(|| stage("modular")).into_iter().chain(general(problem)?).collect();
            let why = match joined {
                true => "diagonals wrap around at the edges".to_owned(),
                false => no_special_engine(&unsupported),
            };
            Ok((stages, why))
        }
    }
}

/// Whether a search which always goes on in the tightest line sees far fewer nodes than one row by row.
fn is_tight(features: &Features) -> bool {
    features.is_square && features.has_standard_rules && features.has_little_room && features.side > 0
}

fn all(problem: &Problem) -> Result<(Vec<Stage>, String), Unsupported> {
    if let Some(why) = has_exact_units(problem) {
        return Ok((vec![stage("units")], why));
    }
    let of_residual = engine("residual").accepts(problem, Question::All);
    if is_tight(&problem.features()) && of_residual.is_ok() {
        return Ok((vec![stage("residual")], "holes or givens leave little room".to_owned()));
    }
    if accepts("bitmask", problem, Question::All) {
        return Ok((vec![stage("bitmask")], "queens with standard rules, one word for a row".to_owned()));
    }
    match (Constraints::check_size(problem), of_residual) {
        (Ok(()), _) => {
            let why = "any problem of the model, row by row".to_owned();
            Ok((vec![stage("backtracking")], why))
        }
        (Err(_), Ok(())) => Ok((vec![stage("residual")], "queens on a large standard board".to_owned())),
        (Err(error), Err(unsupported))
            if unsupported.parameter != Parameter::Size || !problem.is_square() =>
        {
            Err(Unsupported::from(error).by("backtracking"))
        }
        (Err(_), Err(unsupported)) => Err(unsupported),
    }
}

fn counted(problem: &Problem) -> Result<(Vec<Stage>, String), Unsupported> {
    let only = |id: &'static str, why: &str| Ok((vec![stage(id)], why.to_owned()));
    if accepts("join", problem, Question::Count) {
        return only("join", "the standard board");
    }
    if accepts("ferrers", problem, Question::Count) {
        return only("ferrers", "rooks or bishops on nested lines");
    }
    if inclusion_exclusion::accepts(problem).is_ok() {
        return only("inclusion-exclusion", "a number of queens on lines that need none");
    }
    if transfer::lines::has_few_states(problem) {
        return only("transfer", "lines take so many each, and many placements have the same future");
    }
    if has_exact_units(problem).is_some() {
        return all(problem);
    }
    if is_tight(&problem.features()) && accepts("residual", problem, Question::Count) {
        return only("residual", "holes or givens leave little room");
    }
    let features = problem.features();
    let transfers = !features.demands_regions && transfer::accepts(problem).is_ok();
    if accepts("rows", problem, Question::Count) && (features.strikes_far || !transfers) {
        return only("rows", "one queen in each row, and masks of rows carry the board");
    }
    if transfers {
        return only("transfer", "many placements have the same future");
    }
    all(problem)
}

/// The engines that work in units, the fastest first.
const IN_UNITS: [&str; 4] = ["join", "inclusion-exclusion", "rows", "pawns"];

/// The work units of a question: those of the engine that the settings name, or of the fastest that can be cut. The
/// problem is cut as it is searched, see [`Plan::problem`].
///
/// # Errors
/// No engine that works in units takes the problem, or not the one that the settings name.
///
/// ```
/// use queens::{Question, Settings, parallel, problem::Problem, shards};
///
/// let (_, shards) = shards(&Problem::queens(10)?, Question::Count, &Settings::default())?;
/// let report = parallel::run_all(&*shards, &Default::default())?;
/// assert_eq!((shards.engine(), report.tally.count), ("join", 724)); // OEIS A000170
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shards(
    problem: &Problem,
    question: Question,
    settings: &Settings,
) -> Result<(Problem, Box<dyn Sharded>), Unsupported> {
    let problem = &problem.clone().without_clash().map_err(Unsupported::from)?;
    let cut = |id: &str| {
        let engine = super::find(id)?;
        let problem = takes(engine, problem, question)?;
        let shards = engine.shards(&problem, question, settings.kernel)?;
        Ok((problem, shards))
    };
    if let Some(id) = &settings.engine {
        return cut(id);
    }
    let normal = problem.normalized();
    let whole = || {
        let why = engine("rows")
            .accepts(&normal, question)
            .err()
            .map_or(String::new(), |rows| format!(" ({rows})"));
        let reason = format!("none of {} counts this in units{why}: count it in one go", IN_UNITS.join(", "));
        Unsupported::new("", Parameter::Question, reason)
    };
    let able =
        IN_UNITS.into_iter().find(|id| accepts(id, problem, question) || accepts(id, &normal, question));
    able.map_or_else(|| Err(whole()), cut)
}
