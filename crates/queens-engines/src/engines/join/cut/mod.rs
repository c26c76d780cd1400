//! Joins for other pieces than queens: one piece in each row and column of a square
//! board.
//!
//! The board is cut between two rows. The placements on the rows above and below are not
//! made of quarters but listed by a search, which can handle any attack. Then halves on
//! complementary columns are joined as those of queens are.
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
use super::sets::choose;
use super::workspace::MAX_HALVES;
use crate::parallel::{SharedMeter, Tally, WorkUnits};
use board::CutBoard;
use control::{Limit, Step, Stop, ThreadMeter};
use queens_model::problem::{Piece, Problem};
use queens_model::unsupported::Unsupported;
use queens_simd::masks::PlaceMask;
use queens_simd::{DetectedKernel, Kernel, KernelLoops, KernelWork};
use search::{Columns, FoundHalves, SearchHalf};
use serde_json::{Value, json};

/// Checks that words of halves can carry `problem`.
///
/// # Errors
/// The reason why they cannot.
pub(super) fn accepts(problem: &Problem) -> Result<(), Unsupported> {
    board::read(problem).map(drop)
}

/// Returns true if the join counts the solutions of `problem` faster than the search by
/// rows, and the lists of a unit stay below about half a gigabyte. Measured for
/// semiqueens of 14 to 16 and 20 superqueens (docs/lab/rows.md). A piece that attacks
/// more than a superqueen leaves too few solutions for each half.
pub(super) fn is_faster_than_rows(problem: &Problem) -> bool {
    let n = problem.rows();
    let is_fast = |piece: Piece, fast: bool| *problem.piece() == piece && fast;
    (is_fast(Piece::semiqueen(), (14..=20).contains(&n))
        || is_fast(Piece::superqueen(), n >= 20 && n.is_multiple_of(2)))
        && accepts(problem).is_ok()
}

/// Cuts the count of `problem` into work units.
///
/// # Errors
/// As [`accepts`]; a kernel that the processor lacks.
pub(super) fn work_units(
    problem: &Problem,
    kernel: Kernel,
) -> Result<Box<dyn WorkUnits>, Unsupported> {
    let found = crate::engines::task::find_kernel(kernel, ID)?;
    Ok(Box::new(CutWorkUnits::new(CutBoard::of(problem)?, found)))
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
        let outer = board.outer;
        let mut work_units = CutWorkUnits {
            board,
            units: Vec::new(),
            sets: 0,
            found,
        };
        let inner = work_units.board.n - 2 * outer;
        for key in 0..1_u32 << (2 * outer) {
            let columns = work_units.spread(key);
            let images = work_units.images(columns);
            let Some(rest) = work_units.board.cut.checked_sub(columns.count_ones())
            else {
                continue;
            };
            let sets = choose(inner, rest);
            if sets > 0 && images.iter().all(|&image| columns <= image) {
                work_units.units.push(OuterColumns {
                    columns,
                    images: images.len() as u32,
                    sets,
                });
                work_units.sets += u64::from(sets);
            }
        }
        work_units
            .units
            .sort_by_key(|unit| std::cmp::Reverse(unit.sets));
        work_units
    }

    /// Returns the outer columns.
    fn all_outer(&self) -> u32 {
        self.spread((1 << (2 * self.board.outer)) - 1)
    }

    /// Returns the outer columns with the bits of `key`.
    fn spread(&self, key: u32) -> u32 {
        let low = key & ((1 << self.board.outer) - 1);
        low | (key >> self.board.outer) << (self.board.n - self.board.outer)
    }

    /// Returns the different images of a set of outer columns.
    fn images(&self, columns: u32) -> Vec<u32> {
        let n = self.board.n;
        let mirrored = (0..n).fold(0, |set, column| {
            set | (columns >> column & 1) << (n - 1 - column)
        });
        let all = self.all_outer();
        let images = [
            (true, columns),
            (self.board.flips_columns, mirrored),
            (self.board.flips_rows, all & !columns),
            (self.board.turns, all & !mirrored),
        ];
        let mut images: Vec<u32> = images
            .into_iter()
            .filter(|(has, _)| *has)
            .map(|(_, image)| image)
            .collect();
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
        let CutWorkspace { top, bottom, join } = self;
        let board = &work_units.board;
        let outer = work_units.all_outer();
        let inner = ((1_u64 << board.n) - 1) as u32 & !outer;
        let columns = |all_of| Columns {
            all_of,
            some_of: inner,
        };
        let (above, below) = (columns(unit.columns), columns(outer & !unit.columns));
        loops.call(SearchHalf {
            half: &board.top,
            columns: above,
            found: top,
            others: 0,
            meter,
        })?;
        let others = top.len;
        loops.call(SearchHalf {
            half: &board.bottom,
            columns: below,
            found: bottom,
            others,
            meter,
        })?;
        let items = (top.len + bottom.len) as u64;
        meter.memory(search::BYTES_PER_FOUND * items)?;
        let mut result = UnitResult {
            items,
            ..UnitResult::default()
        };
        let shift = inner.trailing_zeros() % u32::BITS;
        for (set, (tops, bottoms)) in
            (0..).zip(top.sets.iter_mut().zip(bottom.sets.iter_mut().rev()))
        {
            if tops.is_empty() || bottoms.is_empty() {
                continue;
            }
            if board.reach > 0 {
                let of_bottom = (outer | inner) & !(unit.columns | set << shift);
                board.mark(tops, of_bottom, false);
                board.mark(bottoms, of_bottom, true);
            }
            if tops.len().max(bottoms.len()) > MAX_HALVES {
                return Err(Stop::LimitReached(Limit::Memory));
            }
            result.pairs += tops.len() as u64 * bottoms.len() as u64;
            result.count.add(
                join.count(loops, tops, bottoms, meter.shared())?,
                unit.images.into(),
            );
        }
        Ok(result)
    }
}
