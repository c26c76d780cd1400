//! All steps from the clues to the end, or to where no rule reaches.

use super::grid::{Board, Grid, with_words};
use super::step::Step;
use super::techniques::{Entry, Found, Wanted, table};
use super::{Position, Puzzle, proofs};
use control::{Outcome, Stop};
use queens_engines::question::Settings;

/// What may be used, and how deep proofs may go.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether deductions may lean on the puzzle having exactly one solution.
    pub uniqueness: bool,
    /// How deep proofs by contradiction may go where no rule reaches: 0 for none, 1 for one supposition, 2 for
    /// suppositions within one. More is read as 2.
    pub depth: u32,
    /// How an engine is asked, where one is.
    pub settings: Settings,
}

impl Default for Options {
    /// No uniqueness, proofs of depth 2, one thread.
    fn default() -> Self {
        Options { uniqueness: false, depth: 2, settings: Settings::default().with_threads(1) }
    }
}

impl Options {
    /// The rules alone: no proofs by contradiction.
    #[must_use]
    pub fn rules_only(mut self) -> Self {
        self.depth = 0;
        self
    }

    /// The deductions that these options allow, weakest first, then the proofs.
    pub(crate) fn entries<const W: usize>(&self) -> impl Iterator<Item = Entry<W>> {
        let uniqueness = self.uniqueness;
        let rules = table::<W>().into_iter().filter(move |(info, _)| uniqueness || !info.by_uniqueness);
        rules.chain(proofs::table::<W>().into_iter().take(self.depth.min(2) as usize))
    }
}

/// A puzzle, step by step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The steps, one after the other: each the weakest that applied.
    pub steps: Vec<Step>,
    /// Whether they end in a solution.
    pub solved: bool,
    /// Whether they are all, or why they end before what the options allow does.
    pub outcome: Outcome,
    /// What is known in the end.
    pub position: Position,
}

/// All steps from the clues of `puzzle` to its solution, or to where nothing that `options` allow applies.
///
/// Each step is the first that the weakest deduction finds. A puzzle with several solutions, or with none, is never
/// solved: the steps end early, and [`super::hint`] says why; [`super::obstacle`] says before whether there is one. They
/// end early too at the limits of the settings, which the outcome tells.
///
/// # Complexity
/// Polynomial in the size for a fixed number of queens in a unit; proofs are bounded by their depth.
///
/// ```
/// use queens::puzzle::{Options, Puzzle, explain};
///
/// let regions = "AABBB AABBB CCCCD CEECD CEEED".bytes().filter(|&b| b != b' ').map(|b| u32::from(b - b'A'));
/// let puzzle = Puzzle::new(5, 1, regions.collect())?;
/// let explanation = explain(&puzzle, &Options::default());
/// for step in &explanation.steps {
///     println!("{}: {}", step.technique.name, step.sentence);
/// }
/// # Ok::<(), queens::puzzle::PuzzleError>(())
/// ```
#[must_use]
pub fn explain(puzzle: &Puzzle, options: &Options) -> Explanation {
    explain_from(&Position::new(puzzle.clone()), options)
}

/// As [`explain`], from the marks of `position`, which must be right: see [`super::obstacle`].
#[must_use]
pub fn explain_from(position: &Position, options: &Options) -> Explanation {
    with_words!(position.puzzle().size(), explain_in(position, options))
}

fn explain_in<const W: usize>(position: &Position, options: &Options) -> Explanation {
    let board = Board::<W>::new(position.puzzle(), &options.settings.limits);
    let mut position = position.clone();
    let mut steps = Vec::new();
    loop {
        let grid = Grid::new(&board, &position);
        match first_step(&grid, options) {
            Ok(Some(step)) => {
                step.apply(&mut position);
                steps.push(step);
            }
            end => {
                let outcome = Outcome::from(end.map(|_| ()));
                return Explanation { steps, solved: grid.is_solved(), outcome, position };
            }
        }
    }
}

/// The first step of the weakest deduction that applies; none on a board that is solved or breaks a rule.
///
/// # Errors
/// The limit of the options that came first.
fn first_step<const W: usize>(grid: &Grid<'_, W>, options: &Options) -> Result<Option<Step>, Stop> {
    if grid.open.is_empty() || grid.broken().is_some() {
        return Ok(None);
    }
    for entry in options.entries::<W>() {
        if let Some(step) = Found::by(entry, Wanted::First, grid)?.steps.pop() {
            return Ok(Some(step));
        }
    }
    Ok(None)
}

/// The first step from the marks of `position`, which must be right.
///
/// # Errors
/// The limit of the options that came first.
pub(crate) fn first_step_from(position: &Position, options: &Options) -> Result<Option<Step>, Stop> {
    with_words!(position.puzzle().size(), first_step_in(position, options))
}

fn first_step_in<const W: usize>(position: &Position, options: &Options) -> Result<Option<Step>, Stop> {
    let board = Board::<W>::new(position.puzzle(), &options.settings.limits);
    first_step(&Grid::new(&board, position), options)
}

/// Everywhere that one deduction applies to the marks of `position`, which must be right: of [`super::techniques`], by
/// its id. None where there is no such deduction.
#[must_use]
pub fn applications(position: &Position, id: &str) -> Vec<Step> {
    with_words!(position.puzzle().size(), applications_in(position, id))
}

fn applications_in<const W: usize>(position: &Position, id: &str) -> Vec<Step> {
    let options = Options { uniqueness: true, ..Options::default() };
    let board = Board::<W>::new(position.puzzle(), &options.settings.limits);
    let grid = Grid::new(&board, position);
    let entry = options.entries::<W>().find(|(info, _)| info.id == id);
    let found = entry.and_then(|entry| Found::by(entry, Wanted::Each, &grid).ok());
    found.map_or_else(Vec::new, |found| found.steps)
}
