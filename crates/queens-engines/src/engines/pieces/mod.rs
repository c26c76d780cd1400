//! Pieces of several kinds that do not attack each other.
//!
//! ```text
//! attacks = the squares that each kind attacks from each square            (board)
//! given numbers:  search for a placement                                   (search)
//! equal numbers:  while a bound allows one more of each: search for that   (cliques)
//! counts:         search once for each symmetry, on its orbits of squares; the mean is the number up to symmetry (Burnside)
//! ```
//!
//! See `docs/design/pieces.md`.

mod board;
mod cliques;
mod engine;
mod last_kind;
mod search;

pub(crate) use engine::MixedPieces;

use crate::engines::Task;
use crate::engines::subtrees::TreeEffort;
use board::{ExclusiveLines, MixBoard, Needs, OrbitBoard};
use control::{Meter, Statistics, Step, Stop};
use queens_model::problem::Units;
use queens_model::relative::{Group, PieceKind, PieceMix};
use queens_model::unsupported::{NoAnswer, Unsupported};

/// Id of the engine.
const ID: &str = "pieces";

/// Largest number of squares of a board.
const MAX_SQUARES: usize = 1_024;

/// Result of a search for a mix of pieces.
struct MixResult {
    /// A placement, in the order of [`PieceMix::kinds`].
    placement: Option<Vec<Group>>,
    /// Number of pieces of each kind if the numbers are to be equal, else number of
    /// placements found, 0 or 1.
    size: u32,
    /// Upper bound on `size`.
    bound: u32,
    /// Number of placements, a part of them if the search is not complete.
    count: u128,
    /// Number of placements up to symmetry, if they were counted and the search is
    /// complete.
    fundamental: Option<u128>,
    /// `Ok` if every possibility was tried, [`Stop::Found`] if a placement was enough,
    /// else the reason to stop.
    step: Step,
    statistics: Statistics,
    /// The most threads that searched.
    threads: usize,
}

/// Finds a placement of `mix`, a largest one if the numbers are to be equal; counts all
/// of them if `counts` is true.
///
/// # Errors
/// More squares than the general form takes; a limit that comes before the attacks are
/// known.
fn search_pieces(
    task: &Task<'_>,
    mix: PieceMix,
    counts: bool,
) -> Result<MixResult, NoAnswer> {
    // Rows and columns take any number of pieces.
    let problem = task
        .problem
        .with_units(Units::ANY)
        .map_err(Unsupported::from)?;
    let threads = task.settings.threads;
    let meter = Meter::new(task.limits());
    let board = MixBoard::from_problem(&problem, &mix.kinds(), task.limits())?;
    match board.form.squares().len() {
        0..=64 => search_mix::<1>(&board, mix, counts, threads, meter),
        65..=128 => search_mix::<2>(&board, mix, counts, threads, meter),
        129..=256 => search_mix::<4>(&board, mix, counts, threads, meter),
        _ => search_mix::<16>(&board, mix, counts, threads, meter),
    }
}

/// Finds and counts placements on a board of at most `64 * W` squares.
fn search_mix<const W: usize>(
    board: &MixBoard,
    mix: PieceMix,
    counts: bool,
    threads: usize,
    mut meter: Meter<'_>,
) -> Result<MixResult, NoAnswer> {
    let search = SizeSearch::<W>::new(board, mix, &mut meter)?;
    let mut effort = TreeEffort::new(&mut meter, threads);
    let is_largest = search.given.is_none();
    let mut best = search.start();
    let mut step = Ok(());
    // A count of given numbers needs no placement.
    if is_largest || !counts {
        step = search.enlarge(&mut best, &mut effort);
    }
    let (mut count, mut fundamental) = (0, None);
    if counts && step.is_ok() {
        (count, fundamental, step) = search.count(best.size, &mut effort);
    } else if best.squares.is_some() && !is_largest {
        step = Err(Stop::Found);
    }
    let threads = effort.used();
    Ok(MixResult {
        placement: best.squares.map(|squares| board.groups(mix, &squares)),
        size: best.size,
        bound: best.bound,
        count,
        fundamental,
        step,
        statistics: meter.statistics(),
        threads,
    })
}

/// The best placement so far.
struct SizedPlacement {
    /// Squares of each kind.
    squares: Option<Vec<Vec<usize>>>,
    /// Number of pieces of each kind if the numbers are to be equal, else number of
    /// placements, 0 or 1.
    size: u32,
    /// Upper bound on `size`.
    bound: u32,
}

/// A search for placements of growing size, or of one size if the numbers are given.
struct SizeSearch<'b, const W: usize> {
    board: &'b MixBoard,
    /// The orbits under the identity: the squares.
    squares: OrbitBoard<W>,
    lines: ExclusiveLines,
    /// Number of pieces of each kind; `None` if the numbers are to be equal, and as large
    /// as possible.
    given: Option<Vec<(PieceKind, u16)>>,
}

impl<'b, const W: usize> SizeSearch<'b, W> {
    /// Prepares a search for `mix`.
    ///
    /// # Errors
    /// A limit.
    fn new(
        board: &'b MixBoard,
        mix: PieceMix,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        Ok(SizeSearch {
            board,
            squares: OrbitBoard::from_mix_board(board, &board.symmetries[0], meter)?,
            lines: board.exclusive_lines(meter)?,
            given: mix.numbers(),
        })
    }

    /// Returns the number of pieces of each kind: the given ones, or `size` of each.
    fn needs(&self, size: u32) -> Needs {
        self.board.needs(self.given.as_deref(), size)
    }

    /// Returns false if a bound shows that there is no placement.
    fn may_exist(&self, needs: &Needs) -> bool {
        self.lines.have_room(needs) && self.squares.may_exist(needs)
    }

    /// Returns what is known before the search: no piece of any kind if the numbers are
    /// to be equal, else nothing.
    fn start(&self) -> SizedPlacement {
        if self.given.is_some() {
            return SizedPlacement {
                squares: None,
                size: 0,
                bound: 1,
            };
        }
        let mut bound = 0;
        // With `bound` pieces of each kind a placement may exist.
        while bound < self.squares.orbits.len() as u32
            && self.may_exist(&self.needs(bound + 1))
        {
            bound += 1;
        }
        SizedPlacement {
            squares: Some(vec![Vec::new(); self.board.kinds.len()]),
            size: 0,
            bound,
        }
    }

    /// Searches for one more of each kind until a bound or a complete search shows that
    /// there is no larger placement.
    ///
    /// # Errors
    /// A limit.
    fn enlarge(
        &self,
        best: &mut SizedPlacement,
        effort: &mut TreeEffort<'_, '_>,
    ) -> Step {
        while best.size < best.bound {
            match self.find(best.size + 1, effort)? {
                Some(squares) => {
                    best.squares = Some(squares);
                    best.size += 1;
                }
                None => best.bound = best.size,
            }
        }
        Ok(())
    }

    /// Finds the squares of each kind in a placement of this size; `None` if there is no
    /// such placement.
    ///
    /// # Errors
    /// A limit.
    fn find(
        &self,
        size: u32,
        effort: &mut TreeEffort<'_, '_>,
    ) -> Result<Option<Vec<Vec<usize>>>, Stop> {
        let needs = self.needs(size);
        if !self.may_exist(&needs) {
            return Ok(None);
        }
        search::find_placement(&self.squares, &self.board.symmetries, &needs, effort)
    }

    /// Counts the placements of this size, all and up to symmetry. At a limit the count
    /// is a part.
    fn count(
        &self,
        size: u32,
        effort: &mut TreeEffort<'_, '_>,
    ) -> (u128, Option<u128>, Step) {
        let needs = self.needs(size);
        if !self.may_exist(&needs) {
            return (0, Some(0), Ok(()));
        }
        let symmetries = &self.board.symmetries;
        let (mut all, mut sum) = (0, 0u128);
        // Burnside: the number up to symmetry is the mean of the numbers of placements
        // that a symmetry leaves unchanged. The identity, which is first, leaves all.
        for (number, images) in symmetries.iter().enumerate() {
            let mut unchanged = 0;
            let step = self.count_unchanged(images, &needs, &mut unchanged, effort);
            if number == 0 {
                all = unchanged;
            }
            let added = step.and_then(|()| {
                sum.checked_add(unchanged).ok_or(last_kind::COUNT_OVERFLOW)
            });
            match added {
                Ok(added) => sum = added,
                Err(stop) => return (all, None, Err(stop)),
            }
        }
        (all, Some(sum / symmetries.len() as u128), Ok(()))
    }

    /// Adds the number of placements that a symmetry leaves unchanged to `unchanged`.
    ///
    /// # Errors
    /// A limit: then `unchanged` has a part of them.
    fn count_unchanged(
        &self,
        images: &[usize],
        needs: &Needs,
        unchanged: &mut u128,
        effort: &mut TreeEffort<'_, '_>,
    ) -> Step {
        let orbits = OrbitBoard::<W>::from_mix_board(self.board, images, effort.meter)?;
        search::count_placements(&orbits, needs, unchanged, effort)
    }
}
