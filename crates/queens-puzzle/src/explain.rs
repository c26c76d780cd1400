//! All steps from the clues to the solution, or until no deduction applies.

use super::grid::{CandidateGrid, PuzzleBoard, with_words};
use super::step::PuzzleStep;
use super::techniques::{
    self, CollectMode, StepCollector, TechniqueEntry, technique_table,
};
use super::{Position, Puzzle, proofs};
use control::{Outcome, Stop};
use queens_engines::question::Settings;

/// Deductions that may be used, the depth of proofs, and the limits.
#[derive(Clone, Debug)]
pub struct Options {
    /// True if deductions may assume that the puzzle has exactly one solution.
    pub uniqueness: bool,
    /// Depth of proofs by contradiction if no named deduction applies: 0 for none, 1 for
    /// one assumption, 2 for assumptions within one. Larger values mean 2.
    pub depth: u32,
    /// Settings of questions to engines, and limits of the search for steps.
    pub settings: Settings,
}

impl Default for Options {
    /// No deductions by uniqueness, proofs of depth 2, one thread.
    fn default() -> Self {
        Options {
            uniqueness: false,
            depth: 2,
            settings: Settings::default().with_threads(1),
        }
    }
}

impl Options {
    /// Turns off proofs by contradiction.
    #[must_use]
    pub fn rules_only(mut self) -> Self {
        self.depth = 0;
        self
    }

    /// The deductions that these options allow, easiest first, then the proofs.
    pub(crate) fn entries<const W: usize>(
        &self,
    ) -> impl Iterator<Item = TechniqueEntry<W>> {
        let uniqueness = self.uniqueness;
        let rules = technique_table::<W>()
            .into_iter()
            .filter(move |(info, _)| uniqueness || !info.by_uniqueness);
        rules.chain(
            proofs::proof_table::<W>()
                .into_iter()
                .take(self.depth.min(2) as usize),
        )
    }
}

/// Steps of a puzzle and where they end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The steps in order; each is the easiest one that applied.
    pub steps: Vec<PuzzleStep>,
    /// True if the steps end in a solution.
    pub solved: bool,
    /// Complete, or the limit that cut the steps short.
    pub outcome: Outcome,
    /// The marks after the last step.
    pub position: Position,
}

/// Returns all steps from the clues of `puzzle` to its solution, or until nothing that
/// `options` allow applies.
///
/// Each step is the first that the easiest deduction finds. A puzzle with no solution or
/// several is never solved: the steps end early, and [`super::hint`] reports why;
/// [`super::obstacle`] reports beforehand that there is no solution. They also end early
/// at a limit of the settings, which the outcome names.
///
/// # Complexity
/// Polynomial in the size for a fixed number of queens in each unit and a fixed depth of
/// proofs.
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

/// Like [`explain`], from the marks of `position`, which must be right: see
/// [`super::obstacle`].
#[must_use]
pub fn explain_from(position: &Position, options: &Options) -> Explanation {
    with_words!(position.puzzle().size(), explain_in(position, options))
}

fn explain_in<const W: usize>(position: &Position, options: &Options) -> Explanation {
    let board = PuzzleBoard::<W>::new(position.puzzle(), &options.settings.limits);
    let mut position = position.clone();
    let mut steps = Vec::new();
    loop {
        let grid = CandidateGrid::new(&board, &position);
        match first_step(&grid, options) {
            Ok(Some(step)) => {
                step.apply(&mut position);
                steps.push(step);
            }
            end => {
                let outcome = Outcome::from(end.map(|_| ()));
                return Explanation {
                    steps,
                    solved: grid.is_solved(),
                    outcome,
                    position,
                };
            }
        }
    }
}

/// Returns the first step of the easiest deduction that applies; none on a board that is
/// solved or breaks a rule.
///
/// # Errors
/// The limit that was reached.
fn first_step<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    options: &Options,
) -> Result<Option<PuzzleStep>, Stop> {
    if grid.open.is_empty() || grid.find_broken_rule().is_some() {
        return Ok(None);
    }
    for entry in options.entries::<W>() {
        if let Some(step) = StepCollector::collect_steps(entry, CollectMode::First, grid)?
            .steps
            .pop()
        {
            return Ok(Some(step));
        }
    }
    Ok(None)
}

/// Returns the first step from the marks of `position`, which must be right.
///
/// # Errors
/// The limit that was reached.
pub(crate) fn first_step_from(
    position: &Position,
    options: &Options,
) -> Result<Option<PuzzleStep>, Stop> {
    with_words!(position.puzzle().size(), first_step_in(position, options))
}

fn first_step_in<const W: usize>(
    position: &Position,
    options: &Options,
) -> Result<Option<PuzzleStep>, Stop> {
    let board = PuzzleBoard::<W>::new(position.puzzle(), &options.settings.limits);
    first_step(&CandidateGrid::new(&board, position), options)
}

/// Returns every application of one deduction, by its id in [`super::techniques`], to the
/// marks of `position`, which must be right. Squares that the queens on the board rule
/// out count as crossed, except for the two deductions that cross them. Empty if there is
/// no such deduction.
#[must_use]
pub fn applications(position: &Position, id: &str) -> Vec<PuzzleStep> {
    with_words!(position.puzzle().size(), applications_in(position, id))
}

fn applications_in<const W: usize>(position: &Position, id: &str) -> Vec<PuzzleStep> {
    let options = Options {
        uniqueness: true,
        ..Options::default()
    };
    let board = PuzzleBoard::<W>::new(position.puzzle(), &options.settings.limits);
    let grid = match techniques::crosses_ruled_out(id) {
        true => CandidateGrid::new(&board, position),
        false => CandidateGrid::new(&board, &position.with_ruled_out()),
    };
    let entry = options.entries::<W>().find(|(info, _)| info.id == id);
    let found = entry.and_then(|entry| {
        StepCollector::collect_steps(entry, CollectMode::Each, &grid).ok()
    });
    found.map_or_else(Vec::new, |found| found.steps)
}
