//! What counts: the exact counter where it can, a method of the ladder elsewhere.

use crate::console::Console;
use crate::exit::Failure;
use crate::problem;
use crate::progress::Progress;
use crate::table::{grouped, several};
use crate::timing::Timed;
use queens::ask::{self, Proof, Question};
use queens::control::Outcome;
use queens::engines::ladder::{self, Completeness, LADDER, Method, Refusal, parallel};
use queens::engines::{ferrers, inclusion_exclusion, join, rows, transfer};
use queens::parallel::{Options, Report};
use queens::problem::{Problem, Ray};
use queens::simd::Kernel;
use queens::unsupported::Unsupported;
use std::num::NonZero;
use std::time::{Duration, Instant};

/// The word that selects the exact counter.
pub(crate) const JOIN: &str = "join";

/// The word that selects the search by rows.
pub(crate) const ROWS: &str = "rows";

/// The word that selects the count square by square.
pub(crate) const FRONTIER: &str = "frontier";

/// The word that selects the count of few queens.
pub(crate) const FEW: &str = "few";

/// The word that selects the count by lengths of lines.
pub(crate) const NESTED: &str = "nested";

/// What counts and is no method of the ladder.
pub(crate) const ENGINES: [&str; 5] = [JOIN, ROWS, FEW, NESTED, FRONTIER];

/// The largest board of the exact counter.
const LARGEST_JOIN: u32 = join::LARGEST;

/// Who counts.
#[derive(Clone, Copy)]
pub(crate) enum Counter {
    /// The half-board join.
    Join(Kernel),
    /// Row by row, many nodes at a time.
    Rows(Kernel),
    /// Few queens, the last three by arithmetic.
    Few(Kernel),
    /// Rooks and bishops, by the lengths of their lines.
    Nested,
    /// Sets of any number, square by square.
    Frontier,
    /// The bitset engine for boards with holes or many givens.
    Completion,
    /// A method of the ladder.
    Method(&'static dyn Method),
}

/// What was counted.
pub(crate) struct Counted {
    pub(crate) engine: &'static str,
    pub(crate) solutions: u128,
    pub(crate) outcome: Outcome,
    /// Nodes of a search, or half boards of the join.
    pub(crate) nodes: u64,
    /// Elementary tests, where the method counts them.
    pub(crate) checks: u64,
    /// The work in words.
    pub(crate) work: String,
    pub(crate) elapsed: Duration,
}

impl Timed for Counted {
    fn elapsed(&self) -> Duration {
        self.elapsed
    }

    fn outcome(&self) -> Outcome {
        self.outcome
    }
}

impl Counter {
    /// The one that the user named, or else the fastest that can answer `problem`.
    pub(crate) fn choose(id: Option<&str>, kernel: Kernel, problem: &Problem) -> Result<Self, Failure> {
        let joins = problem.is_classic() && problem.rows() <= LARGEST_JOIN;
        match id {
            Some(JOIN) if joins => Ok(Counter::Join(kernel)),
            Some(JOIN) => Err(Failure::input(format!(
                "join counts queens on ordinary square boards up to {LARGEST_JOIN}, without givens or holes; \
                 leave the method out for other problems"
            ))),
            Some(ROWS) => rows::accepts(problem).map(|()| Counter::Rows(kernel)).map_err(Failure::input),
            Some(FEW) => {
                inclusion_exclusion::accepts(problem).map(|()| Counter::Few(kernel)).map_err(Failure::input)
            }
            Some(NESTED) => ferrers::accepts(problem).map(|()| Counter::Nested).map_err(Failure::input),
            Some(FRONTIER) => transfer::accepts(problem).map(|()| Counter::Frontier).map_err(Failure::input),
            Some(id) if ladder::find(id).is_none() => Err(problem::no_method(id, &ENGINES)),
            None if joins => Ok(Counter::Join(kernel)),
            None if ferrers::accepts(problem).is_ok() => Ok(Counter::Nested),
            None if inclusion_exclusion::accepts(problem).is_ok() => Ok(Counter::Few(kernel)),
            None if is_constrained(problem) => Ok(Counter::Completion),
            None if rows::accepts(problem).is_ok() && !strikes_nearby(problem) => Ok(Counter::Rows(kernel)),
            None if transfer::accepts(problem).is_ok() => Ok(Counter::Frontier),
            id => problem::choose(id, problem, Completeness::All).map(Counter::Method),
        }
    }

    /// Another one, which cuts `problem` in another way.
    pub(crate) fn rival(self, problem: &Problem) -> Result<Self, Failure> {
        match self {
            Counter::Join(_) => Ok(Counter::Rows(Kernel::Auto)),
            Counter::Rows(_) | Counter::Few(_) | Counter::Completion | Counter::Frontier => {
                ladder::choose(problem, Completeness::All).map(Counter::Method).map_err(Failure::input)
            }
            Counter::Nested if transfer::accepts(problem).is_ok() => Ok(Counter::Frontier),
            Counter::Nested => {
                ladder::choose(problem, Completeness::All).map(Counter::Method).map_err(Failure::input)
            }
            Counter::Method(_) if problem.is_classic() && problem.rows() <= LARGEST_JOIN => {
                Ok(Counter::Join(Kernel::Auto))
            }
            Counter::Method(method) => {
                let id = method.info().id;
                let others = LADDER.iter().rev().filter(|other| {
                    other.info().finds == Completeness::All
                        && other.info().id != id
                        && other.accepts(problem).is_ok()
                });
                let other = others.copied().next();
                other.map(Counter::Method).ok_or_else(|| {
                    Failure::input(format!("only {id} can count this: there is nothing to check it with"))
                })
            }
        }
    }

    /// Counts on so many threads; 0 for one on each processor.
    pub(crate) fn count(
        self,
        problem: &Problem,
        threads: usize,
        console: &Console,
    ) -> Result<Counted, Failure> {
        match self {
            Counter::Join(kernel) => join(problem.rows(), kernel, threads, console),
            Counter::Rows(kernel) => by_rows(problem, kernel, threads, console),
            Counter::Few(kernel) => few_queens(problem, kernel, threads, console),
            Counter::Nested => by_lengths(problem),
            Counter::Frontier => square_by_square(problem, console),
            Counter::Completion => complete(problem, console),
            Counter::Method(method) => search(problem, method, threads, console),
        }
    }
}

/// Whether holes or given queens leave so little room that a search which always goes on in the
/// tightest line sees far fewer nodes than one row by row, or joined edges none at all.
pub(crate) fn is_constrained(problem: &Problem) -> bool {
    let is_ordinary = ladder::find("bitmask").is_some_and(|bitmask| {
        // More columns than a word has bits are none of the bitset engine's trouble.
        matches!(bitmask.accepts(problem), Ok(()) | Err(Refusal::TooLarge { .. }))
    });
    let many_givens = 4 * problem.givens().len() >= problem.rows() as usize;
    let has_little_room = !problem.all_free() || many_givens;
    (is_ordinary && problem.is_square() && problem.rows() > 0 && has_little_room)
        || ask::obstruction(problem).is_some()
}

/// Whether a piece on a row says nothing of far rows but for its column: then many placements on the first rows
/// mean the same for the others.
fn strikes_nearby(problem: &Problem) -> bool {
    let piece = problem.piece();
    let is_far = |&ray: &Ray| ray.range == Ray::UNLIMITED && ray.rows != 0 && ray.columns != 0;
    transfer::accepts(problem).is_ok() && !piece.rays().iter().any(is_far)
}

fn complete(problem: &Problem, console: &Console) -> Result<Counted, Failure> {
    let _progress = Progress::start(console, "counting".to_owned());
    let settings = ask::Settings { limits: console.settings().limits.clone(), ..ask::Settings::default() };
    let answer = ask::solve(problem, Question::Count, &settings).map_err(Failure::input)?;
    let work = match &answer.proof {
        Some(proof @ Proof::Congruence(_)) => proof.to_string(),
        _ => several(answer.statistics.expanded, "node"),
    };
    Ok(Counted {
        engine: answer.engine.id(),
        solutions: answer.solutions.into(),
        outcome: answer.outcome,
        nodes: answer.statistics.expanded,
        checks: answer.statistics.checks,
        work,
        elapsed: answer.statistics.elapsed,
    })
}

fn join(size: u32, kernel: Kernel, threads: usize, console: &Console) -> Result<Counted, Failure> {
    let report = in_units(JOIN, kernel, threads, console, |options| join::queens(size, options))?;
    let figures: Vec<_> = ["pair", "mask"]
        .into_iter()
        .zip(&report.tally.figures)
        .map(|(name, &figure)| several(figure, name))
        .collect();
    let work = [vec![several(report.tally.nodes, "half board")], figures].concat().join(", ");
    Ok(Counted::in_units(JOIN, &report, report.tally.count, &work))
}

fn by_rows(problem: &Problem, kernel: Kernel, threads: usize, console: &Console) -> Result<Counted, Failure> {
    let report = in_units(ROWS, kernel, threads, console, |options| rows::count(problem, options))?;
    Ok(Counted::in_units(ROWS, &report, report.tally.count, &several(report.tally.nodes, "node")))
}

fn few_queens(
    problem: &Problem,
    kernel: Kernel,
    threads: usize,
    console: &Console,
) -> Result<Counted, Failure> {
    let report =
        in_units(FEW, kernel, threads, console, |options| inclusion_exclusion::count(problem, options))?;
    Ok(Counted::in_units(FEW, &report, report.tally.count, &several(report.tally.nodes, "node")))
}

/// Counts with an engine that works in units, and shows how far it is.
pub(crate) fn in_units(
    engine: &str,
    kernel: Kernel,
    threads: usize,
    console: &Console,
    count: impl FnOnce(&Options<'_>) -> Result<Report, Unsupported>,
) -> Result<Report, Failure> {
    let progress = Progress::share(console, format!("counting with {engine}"));
    let heard = |state: &queens::parallel::Progress| progress.done_of_all(state.done);
    let limits = console.settings().limits.clone();
    count(&Options { threads, kernel, limits, progress: Some(&heard) }).map_err(Failure::input)
}

impl Counted {
    pub(crate) fn in_units(engine: &'static str, report: &Report, solutions: u128, work: &str) -> Self {
        let units = format!("{} of {} units", grouped(report.units), grouped(report.of_units));
        let threads = several(report.threads as u64, "thread");
        Counted {
            engine,
            solutions,
            outcome: report.outcome,
            nodes: report.tally.nodes,
            checks: 0,
            work: format!("{work}, {units}, kernel {}, {threads}", report.kernel.name()),
            elapsed: report.elapsed,
        }
    }
}

fn by_lengths(problem: &Problem) -> Result<Counted, Failure> {
    let started = Instant::now();
    Ok(Counted {
        engine: NESTED,
        solutions: ferrers::count(problem).map_err(Failure::input)?,
        outcome: Outcome::Exhausted,
        nodes: 0,
        checks: 0,
        work: "from the lengths of its lines".to_owned(),
        elapsed: started.elapsed(),
    })
}

fn square_by_square(problem: &Problem, console: &Console) -> Result<Counted, Failure> {
    let progress = Progress::start(console, format!("counting with {FRONTIER}"));
    let report = transfer::count(problem, &console.settings().limits).map_err(Failure::input)?;
    drop(progress);
    Ok(Counted {
        engine: FRONTIER,
        solutions: report.count,
        outcome: report.outcome,
        nodes: report.statistics.expanded,
        checks: report.statistics.checks,
        work: format!(
            "{}, at most {} at once",
            several(report.statistics.expanded, "state"),
            grouped(report.statistics.widest)
        ),
        elapsed: report.statistics.elapsed,
    })
}

fn search(
    problem: &Problem,
    method: &'static dyn Method,
    threads: usize,
    console: &Console,
) -> Result<Counted, Failure> {
    let threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, NonZero::get),
        threads => threads,
    };
    let engine = method.info().id;
    let message = format!("counting with {engine}");
    let report = if threads == 1 {
        let _progress = Progress::start(console, message);
        method.count(problem, console.settings()).map_err(Failure::input)?
    } else {
        let parts = parallel::split(problem, method, threads).map_err(Failure::input)?;
        let progress = Progress::parts(console, message, parts.len() as u64);
        parallel::count_parts(method, &parts, console.settings(), threads, &|done| progress.done(done as u64))
            .map_err(Failure::input)?
    };
    Ok(Counted {
        engine,
        solutions: report.solutions.into(),
        outcome: report.outcome,
        nodes: report.statistics.expanded,
        checks: report.statistics.checks,
        work: format!(
            "{}, {}",
            several(report.statistics.expanded, "node"),
            several(threads as u64, "thread")
        ),
        elapsed: report.statistics.elapsed,
    })
}
