//! The join for pieces other than queens: one piece in each row and column of a square
//! board.
//!
//! The board is cut between two rows. A search, which can handle any attack, lists the
//! placements on the rows above the cut and on the rows below it. Then halves on
//! complementary columns are joined as the halves of queens are.
//!
//! ```text
//!          outer    inner     outer
//!        | x . | . . . . . . | . x |
//!   top  | x . | . . . . . . | . x |     a unit: which outer columns (x) are in the top
//!   -----+-----+-------------+-----+     half; its halves are listed by the inner columns
//!   below| . x | . . . . . . | x . |     that they take
//!        | . x | . . . . . . | x . |
//! ```
//!
//! # Units
//! A unit fixes which of the outer columns, as many on the left as on the right, belong
//! to the top half. Of units that are images of each other under the symmetries of the
//! board, one is run and its count is multiplied by their number.
//!
//! # Leaps
//! A diagonal has one bit in the words of both halves, but a leap across the cut relates
//! two squares. Each square below the cut on which a leap can end has a bit: a half below
//! has it if a piece stands there, a half above if one of its leaps ends there. The
//! halves take different columns, so that only the columns of the lower one need bits.

mod board;
mod search;

use super::ID;
use super::pairs::PairJoin;
use super::run::UnitResult;
use super::sets::binomial;
use super::workspace::MAX_HALVES;
use crate::parallel::{SharedMeter, Tally, WorkUnits};
use board::CutBoard;
use control::{Limit, Step, Stop, ThreadMeter};
use queens_model::problem::{Piece, Problem};
use queens_model::unsupported::Unsupported;
use queens_simd::masks::PlaceMask;
use queens_simd::{DetectedKernel, Kernel, KernelLoops, KernelWork};
use search::{BYTES_PER_FOUND, Columns, FoundHalves, ListHalves};
use serde_json::{Value, json};

/// Checks that words of halves can carry `problem`.
///
/// # Errors
/// The reason why they cannot.
pub(super) fn accepts_problem(problem: &Problem) -> Result<(), Unsupported> {
    board::read_problem(problem).map(drop)
}

/// Returns true if the join counts the solutions of `problem` faster than the search by
/// rows, and the lists of a unit stay below about half a gigabyte. Measured for
/// semiqueens of 14 to 16 and 20 superqueens (docs/lab/rows.md). A piece that attacks
/// more than a superqueen leaves too few solutions for each half.
pub(super) fn is_faster_than_rows(problem: &Problem) -> bool {
    let (n, piece) = (problem.rows(), problem.piece());
    let is_faster = if *piece == Piece::semiqueen() {
        (14..=20).contains(&n)
    } else if *piece == Piece::superqueen() {
        n >= 20 && n.is_multiple_of(2)
    } else {
        false
    };
    is_faster && accepts_problem(problem).is_ok()
}

/// Cuts the count of `problem` into work units.
///
/// # Errors
/// As [`accepts_problem`]; a kernel that the processor lacks.
pub(super) fn work_units(
    problem: &Problem,
    kernel: Kernel,
) -> Result<Box<dyn WorkUnits>, Unsupported> {
    let found = crate::engines::task::find_kernel(kernel, ID)?;
    Ok(Box::new(CutWorkUnits::new(
        CutBoard::from_problem(problem)?,
        found,
    )))
}

/// A set of outer columns of the top half, for itself and its images.
#[derive(Clone, Copy, Debug)]
struct OuterColumns {
    columns: u32,
    /// Number of images, itself among them.
    images: u32,
    /// Number of sets of columns of the top half with these outer ones.
    sets: u32,
}

/// The work units of a board.
struct CutWorkUnits {
    board: CutBoard,
    units: Vec<OuterColumns>,
    /// Number of sets of all units.
    sets: u64,
    found: DetectedKernel,
}

impl CutWorkUnits {
    fn new(board: CutBoard, found: DetectedKernel) -> Self {
        let mut work_units = CutWorkUnits {
            board,
            units: Vec::new(),
            sets: 0,
            found,
        };
        for key in 0..1_u32 << (2 * work_units.board.outer) {
            work_units.units.extend(work_units.unit(key));
        }
        work_units
            .units
            .sort_by_key(|unit| std::cmp::Reverse(unit.sets));
        work_units.sets = work_units
            .units
            .iter()
            .map(|unit| u64::from(unit.sets))
            .sum();
        work_units
    }

    /// Returns the unit with these outer columns in the top half; none if the top half
    /// has too few or too many rows for them, or an image of the unit stands for it.
    fn unit(&self, key: u32) -> Option<OuterColumns> {
        let columns = self.spread_key(key);
        let inner = self.board.n - 2 * self.board.outer;
        let rest = self.board.cut.checked_sub(columns.count_ones())?;
        let sets = binomial(inner, rest);
        let images = self.list_images(columns);
        let is_least = images.iter().all(|&image| columns <= image);
        (sets > 0 && is_least).then_some(OuterColumns {
            columns,
            images: images.len() as u32,
            sets,
        })
    }

    /// Returns the outer columns.
    fn all_outer(&self) -> u32 {
        self.spread_key((1 << (2 * self.board.outer)) - 1)
    }

    /// Moves the bits of `key` to the outer columns: its lower half to the left ones, its
    /// upper half to the right ones.
    fn spread_key(&self, key: u32) -> u32 {
        let outer = self.board.outer;
        let left = key & ((1 << outer) - 1);
        let right = key >> outer;
        left | right << (self.board.n - outer)
    }

    /// Returns the different images of a set of outer columns.
    fn list_images(&self, columns: u32) -> Vec<u32> {
        let board = &self.board;
        let mirrored = columns
            .reverse_bits()
            .checked_shr(u32::BITS - board.n)
            .unwrap_or(0);
        let all = self.all_outer();
        let mut images = vec![columns];
        if board.flips_columns {
            images.push(mirrored);
        }
        if board.flips_rows {
            images.push(all & !columns);
        }
        if board.turns {
            images.push(all & !mirrored);
        }
        images.sort_unstable();
        images.dedup();
        images
    }
}

impl WorkUnits for CutWorkUnits {
    fn engine(&self) -> &'static str {
        ID
    }

    fn units(&self) -> u64 {
        self.units.len() as u64
    }

    fn weight(&self, unit: u64) -> f64 {
        f64::from(self.units[unit as usize].sets) / self.sets as f64
    }

    fn stands_for(&self, unit: u64) -> Option<u64> {
        let OuterColumns { images, sets, .. } = self.units[unit as usize];
        Some(u64::from(images) * u64::from(sets))
    }

    fn describe(&self, unit: u64) -> Value {
        let OuterColumns {
            columns, images, ..
        } = self.units[unit as usize];
        let top: Vec<u32> = (0..self.board.n)
            .filter(|column| columns >> column & 1 == 1)
            .collect();
        json!({ "outer": self.board.outer, "top": top, "weight": images })
    }

    fn figures(&self) -> Vec<String> {
        vec!["pairs".to_owned()]
    }

    fn kernel(&self) -> Kernel {
        self.found.kernel()
    }

    fn run_segments(
        &self,
        next: &dyn Fn() -> Option<u64>,
        finished: &dyn Fn(u64, Tally),
        meter: &SharedMeter<'_>,
    ) -> Step {
        self.found.run(RunCuts {
            work_units: self,
            next,
            finished,
            meter,
        })
    }
}

/// The work units of one thread, run with the instructions of a kernel.
struct RunCuts<'a> {
    work_units: &'a CutWorkUnits,
    next: &'a dyn Fn() -> Option<u64>,
    finished: &'a dyn Fn(u64, Tally),
    meter: &'a SharedMeter<'a>,
}

impl KernelWork for RunCuts<'_> {
    type Output = Step;

    #[inline(always)]
    fn run<L: KernelLoops>(self, loops: L) -> Step {
        let mut workspace = CutWorkspace::<L::Mask>::new(&self.work_units.board);
        let meter = self.meter.of_thread();
        while let Some(number) = (self.next)() {
            let unit = &self.work_units.units[number as usize];
            let result = workspace.run(loops, self.work_units, unit, &meter)?;
            (self.finished)(number, result.into());
        }
        Ok(())
    }
}

/// Memory for one work unit after another.
struct CutWorkspace<M> {
    top: FoundHalves,
    bottom: FoundHalves,
    join: PairJoin<M>,
}

impl<M: PlaceMask> CutWorkspace<M> {
    fn new(board: &CutBoard) -> Self {
        CutWorkspace {
            top: FoundHalves::default(),
            bottom: FoundHalves::default(),
            join: PairJoin::new(board.bits),
        }
    }

    /// Counts the solutions of one unit.
    fn run<L: KernelLoops<Mask = M>>(
        &mut self,
        loops: L,
        work_units: &CutWorkUnits,
        unit: &OuterColumns,
        meter: &ThreadMeter<'_>,
    ) -> Result<UnitResult, Stop> {
        let board = &work_units.board;
        let outer = work_units.all_outer();
        let inner = ((1_u64 << board.n) - 1) as u32 & !outer;
        self.list_halves(loops, board, unit, [outer, inner], meter)?;
        let items = (self.top.len + self.bottom.len) as u64;
        meter.memory(BYTES_PER_FOUND * items)?;
        let mut result = UnitResult {
            items,
            ..UnitResult::default()
        };
        let shift = inner.trailing_zeros() % u32::BITS;
        // The bottom half takes the inner columns that the top half leaves. The
        // complement of a set has its number from the end.
        let bottoms = self.bottom.sets.iter_mut().rev();
        for (set, (tops, bottoms)) in (0..).zip(self.top.sets.iter_mut().zip(bottoms)) {
            if tops.is_empty() || bottoms.is_empty() {
                continue;
            }
            if board.reach > 0 {
                let of_top = unit.columns | set << shift;
                let of_bottom = (outer | inner) & !of_top;
                board.write_marks(tops, of_bottom, false);
                board.write_marks(bottoms, of_bottom, true);
            }
            if tops.len().max(bottoms.len()) > MAX_HALVES {
                return Err(Stop::LimitReached(Limit::Memory));
            }
            result.pairs += tops.len() as u64 * bottoms.len() as u64;
            let fitting = self.join.count(loops, tops, bottoms, meter.shared())?;
            result.count.add(fitting, unit.images.into());
        }
        Ok(result)
    }

    /// Lists the top halves and the bottom halves of a unit.
    fn list_halves<L: KernelLoops<Mask = M>>(
        &mut self,
        loops: L,
        board: &CutBoard,
        unit: &OuterColumns,
        [outer, inner]: [u32; 2],
        meter: &ThreadMeter<'_>,
    ) -> Step {
        loops.call(ListHalves {
            half: &board.top,
            columns: Columns {
                all_of: unit.columns,
                some_of: inner,
            },
            found: &mut self.top,
            others: 0,
            meter,
        })?;
        loops.call(ListHalves {
            half: &board.bottom,
            columns: Columns {
                all_of: outer & !unit.columns,
                some_of: inner,
            },
            found: &mut self.bottom,
            others: self.top.len,
            meter,
        })
    }
}
