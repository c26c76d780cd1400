//! The lines of a board: equally spaced, as many vertical as horizontal, and all as long
//! as the board.
//!
//! An edge is a place between two different pixels. In each column of pixels the best run
//! of edges is found: a stretch most of which has edges, of thin or thick, light or dark
//! lines. The vertical lines of a board are runs that begin and end at the same heights,
//! unlike a frame around the board or the marks on its squares, and they are equally
//! spaced. The number of squares follows twice, from the number of lines in one direction
//! and from their length in the other. If the two differ, the picture has no board: lines
//! are missing, or there are others beside them.
//!
//! ```text
//!   runs of the columns      the same of the rows     a board of 4 x 4
//!   | | | | |   |            -------------            5 lines, 4 pitches long, both ways;
//!   | | | | |   |            -------------            the frame on the right is longer
//!   | | | | |   |
//! ```

use super::PixelImage;
use super::runs::{ColorSteps, EdgeRun};
use control::{Limits, Stop};
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// Sizes of boards that are recognised.
pub(super) const BOARD_SIZES: RangeInclusive<usize> = 4..=MAX_BOARD_SIZE;
const MAX_BOARD_SIZE: usize = 26;
/// Minimum distance of two lines, in pixels. The documentation promises 24, which leaves
/// room for errors.
const MIN_PITCH: f64 = 20.0;
/// Passes: minimum difference of two pixels at an edge, and maximum distance, in pixels,
/// of edges that count for one column. Strong edges come first, because noise has none. A
/// line that is thick in parts has edges far from each other.
const EDGE_STRENGTHS: [(u8, usize); 7] = [
    (48, 1),
    (24, 1),
    (48, 3),
    (24, 3),
    (12, 1),
    (24, 7),
    (12, 3),
];
/// Maximum shift of the ends of a line, as a fraction of the pitch: JPEG, round corners
/// and thick outer lines cause some.
const MAX_END_SHIFT: f64 = 0.25;
/// Maximum distance of two edges of one line, as a fraction of the pitch.
const MAX_LINE_WIDTH: f64 = 0.4;
/// Maximum distance of the middle of a line from its place, as a fraction of the pitch.
const MAX_LINE_SHIFT: f64 = 0.1;
/// Maximum part of the outer squares that may be cut off together with the line, as a
/// fraction of the pitch.
const MAX_CUT: f64 = 0.35;
/// Maximum number of edges at each side, plus one, that may belong to a frame with ends
/// like the lines of the board.
const MAX_FRAME_EDGES: usize = 4;
/// Maximum difference of the sides of a square, as a fraction of one: first of an upright
/// picture, then of one that is stretched.
const MAX_STRETCH: f64 = 0.04;
const MAX_OBLONG_STRETCH: f64 = 0.35;
/// Maximum number of combs in each direction that are compared with those of the other
/// direction.
const MAX_COMBS: usize = 400;

/// A board in a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardLattice {
    pub(super) size: usize,
    /// The vertical lines.
    pub(super) across: LineComb,
    /// The horizontal lines.
    pub(super) down: LineComb,
}

/// Equally spaced lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineComb {
    size: usize,
    pub(super) first: f64,
    pub(super) pitch: f64,
    /// Maximum distance of a line from its place, in pixels.
    error: f64,
    /// Ends of the lines, in pixels.
    ends: [f64; 2],
    /// Length of the picture across the lines, in pixels.
    sheet: f64,
}

impl LineComb {
    /// Lines that somebody has placed, all as long as the board.
    pub(super) fn placed(size: usize, first: f64, pitch: f64, sheet: f64) -> Self {
        LineComb {
            size,
            first,
            pitch,
            error: 0.0,
            ends: [first, first + pitch * size as f64],
            sheet,
        }
    }

    /// Position of a line, in pixels.
    pub(super) fn line(&self, number: usize) -> f64 {
        self.first + self.pitch * number as f64
    }

    /// Distance of the first and the last line, in pixels.
    fn extent(&self) -> f64 {
        self.pitch * self.size as f64
    }

    /// True if the lines of `other` reach from the first to the last line here, as far as
    /// the picture does.
    fn is_crossed_by(&self, other: &LineComb) -> bool {
        let edges =
            [self.first, self.line(self.size)].map(|place| place.clamp(0.0, self.sheet));
        edges
            .iter()
            .zip(other.ends)
            .all(|(edge, end)| (edge - end).abs() <= MAX_END_SHIFT * self.pitch)
    }

    /// True if both have the same lines, within a pixel or two.
    fn is_like(&self, other: &LineComb) -> bool {
        let last = self.line(self.size);
        self.size == other.size
            && (self.first - other.first).abs() < 2.0
            && (last - other.line(other.size)).abs() < 2.0
    }

    /// True if this comb and one across it enclose squares whose sides differ by at most
    /// this fraction.
    fn fits_across(&self, other: &LineComb, max_stretch: f64) -> bool {
        self.size == other.size
            && (self.pitch - other.pitch).abs() <= max_stretch * self.pitch
            && self.is_crossed_by(other)
            && other.is_crossed_by(self)
    }
}

impl BoardLattice {
    /// Sum of the sides, and sum of the errors of the lines, in pixels.
    fn quality(&self) -> (f64, f64) {
        (
            self.across.extent() + self.down.extent(),
            self.across.error + self.down.error,
        )
    }

    /// True if this is a larger board, or about the same with lines nearer to their
    /// places.
    fn is_better(&self, other: &BoardLattice) -> bool {
        let ((here, error), (there, most)) = (self.quality(), other.quality());
        here > 1.07 * there || (1.07 * here > there && error < most)
    }

    fn is_like(&self, other: &BoardLattice) -> bool {
        self.across.is_like(&other.across) && self.down.is_like(&other.down)
    }
}

/// True if two runs begin and end at the same heights, as lines of a board with `size`
/// rows do. The tolerance is a fraction of the pitch, which is smaller for larger boards.
fn have_like_ends(one: &EdgeRun, other: &EdgeRun, size: usize) -> bool {
    let most = MAX_END_SHIFT * one.length() / size as f64;
    (one.ends[0] - other.ends[0]).abs() <= most
        && (one.ends[1] - other.ends[1]).abs() <= most
}

/// Search for boards in a picture.
pub(super) struct BoardFinder {
    upright: ColorSteps,
    level: ColorSteps,
    /// True if outer lines may be missing at the sides of the picture.
    is_cut: bool,
    /// Maximum difference of the sides of a square, as a fraction of one.
    max_stretch: f64,
}

impl BoardFinder {
    pub(super) fn new(
        image: &PixelImage,
        is_cut: bool,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let level = ColorSteps::from_image(&image.transposed(), limits)?;
        let upright = ColorSteps::from_image(image, limits)?;
        Ok(BoardFinder {
            upright,
            level,
            is_cut,
            max_stretch: MAX_STRETCH,
        })
    }

    /// Finds boards of oblong squares, too: pictures that were stretched.
    pub(super) fn stretched(self) -> Self {
        BoardFinder {
            max_stretch: MAX_OBLONG_STRETCH,
            is_cut: false,
            ..self
        }
    }

    /// Calls `take` with the largest board of each pass of [`EDGE_STRENGTHS`], without
    /// repetitions, until it returns a result.
    ///
    /// # Complexity
    /// Linear in the pixels; quadratic in the number of long runs, for each size.
    pub(super) fn find<T>(
        &self,
        limits: &Limits,
        mut take: impl FnMut(&BoardLattice) -> Option<T>,
    ) -> Result<Option<T>, Stop> {
        let mut seen: Vec<BoardLattice> = Vec::new();
        for (edge, reach) in EDGE_STRENGTHS {
            let Some(lattice) = self.find_largest(edge, reach, limits)? else {
                continue;
            };
            if seen.iter().any(|other| lattice.is_like(other)) {
                continue;
            }
            if let Some(taken) = take(&lattice) {
                return Ok(Some(taken));
            }
            seen.push(lattice);
        }
        Ok(None)
    }

    /// Returns the largest board with edges of this strength.
    fn find_largest(
        &self,
        edge: u8,
        reach: usize,
        limits: &Limits,
    ) -> Result<Option<BoardLattice>, Stop> {
        let shortest = MIN_PITCH * (*BOARD_SIZES.start() as f64 - 2.0 * MAX_CUT);
        let upright = self.upright.find_runs(edge, reach, shortest, limits)?;
        let across = self.find_combs(&upright, self.upright.width, limits)?;
        let level = self.level.find_runs(edge, reach, shortest, limits)?;
        let down = self.find_combs(&level, self.level.width, limits)?;
        let mut best: Option<BoardLattice> = None;
        for across in &across {
            for down in &down {
                if !across.fits_across(down, self.max_stretch) {
                    continue;
                }
                let lattice = BoardLattice {
                    size: across.size,
                    across: *across,
                    down: *down,
                };
                if best.is_none_or(|best| lattice.is_better(&best)) {
                    best = Some(lattice);
                }
            }
        }
        Ok(best)
    }

    /// Returns all combs among these runs, largest first, at most [`MAX_COMBS`].
    fn find_combs(
        &self,
        runs: &[EdgeRun],
        sheet: usize,
        limits: &Limits,
    ) -> Result<Vec<LineComb>, Stop> {
        let mut seen = HashSet::new();
        let mut combs: Vec<LineComb> = Vec::new();
        for run in runs {
            // Runs with nearly the same ends give the same combs.
            if seen.insert(run.ends.map(|end| (end / 4.0) as usize)) {
                limits.check()?;
                self.add_combs(run, runs, sheet as f64, &mut combs);
            }
        }
        combs.sort_by(|a, b| b.extent().total_cmp(&a.extent()));
        combs.dedup_by(|a, b| a.is_like(b) && a.ends == b.ends);
        combs.truncate(MAX_COMBS);
        Ok(combs)
    }

    /// Adds the combs of all sizes whose lines have ends like `run`.
    fn add_combs(
        &self,
        run: &EdgeRun,
        runs: &[EdgeRun],
        sheet: f64,
        combs: &mut Vec<LineComb>,
    ) {
        // Each size has a smaller tolerance than the one before, so a run that is no
        // longer alike for one size is not alike for a larger one.
        let smallest = *BOARD_SIZES.start();
        let mut alike: Vec<&EdgeRun> = runs
            .iter()
            .filter(|other| have_like_ends(run, other, smallest))
            .collect();
        for size in BOARD_SIZES {
            alike.retain(|other| have_like_ends(run, other, size));
            let pitch = run.length() / size as f64;
            if pitch < 0.95 * MIN_PITCH || alike.len() < smallest - 1 {
                break;
            }
            let edges: Vec<f64> = alike.iter().map(|run| run.at).collect();
            let max_missing = if self.is_cut { 2 } else { 0 };
            for missing in 0..=max_missing {
                let fitting = self.fit_combs(&edges, size, missing, run.length());
                combs.extend(fitting.flat_map(|comb| {
                    let comb = LineComb {
                        size,
                        ends: run.ends,
                        sheet,
                        ..comb
                    };
                    add_outer_lines(comb, missing)
                }));
            }
        }
    }

    /// Fits the lines of a board with `size` rows, of which `missing` outer ones are cut
    /// off, to these edges. The lines are `length` pixels long.
    fn fit_combs(
        &self,
        edges: &[f64],
        size: usize,
        missing: usize,
        length: f64,
    ) -> impl Iterator<Item = LineComb> {
        // Where sides may differ, the length says little about the number of squares.
        let stretch = if self.max_stretch > MAX_STRETCH {
            1.0 + self.max_stretch
        } else {
            1.0
        };
        let pitches = (size as f64 - 2.0 * MAX_CUT) / stretch
            ..=(size as f64 + 2.0 * MAX_END_SHIFT) * stretch;
        let pitch = length / size as f64;
        without_frames(edges)
            .filter(move |lines| is_even(lines, size - missing, pitch, stretch))
            .filter_map(move |lines| fit_lines(lines, size - missing))
            .filter(move |comb| pitches.contains(&(length / comb.pitch)))
    }
}

/// Returns all edges, and these without some of the outermost ones, which may belong to a
/// frame. Adjacent edges count as one.
fn without_frames(edges: &[f64]) -> impl Iterator<Item = &[f64]> {
    let starts = (1..edges.len()).filter(|&at| edges[at] - edges[at - 1] > 2.0);
    let mut firsts = [0; MAX_FRAME_EDGES];
    for (first, at) in firsts[1..].iter_mut().zip(starts.clone()) {
        *first = at;
    }
    let mut lasts = [edges.len(); MAX_FRAME_EDGES];
    for (last, at) in lasts[1..].iter_mut().zip(starts.rev()) {
        *last = at;
    }
    firsts
        .into_iter()
        .flat_map(move |first| lasts.into_iter().map(move |last| (first, last)))
        .filter_map(move |(first, last)| edges.get(first..last))
}

/// Adds missing outer lines to a comb; their places must be near the sides of the
/// picture.
fn add_outer_lines(comb: LineComb, missing: usize) -> impl Iterator<Item = LineComb> {
    let LineComb {
        first,
        pitch,
        sheet,
        ..
    } = comb;
    let behind = comb.line(comb.size - missing + 1);
    let is_before = (-MAX_CUT * pitch..=2.0).contains(&(first - pitch));
    let is_behind = (-2.0..=MAX_CUT * pitch).contains(&(behind - sheet));
    let starts = match missing {
        0 => [Some(first), None],
        1 => [
            is_before.then_some(first - pitch),
            is_behind.then_some(first),
        ],
        _ => [(is_before && is_behind).then_some(first - pitch), None],
    };
    starts
        .into_iter()
        .flatten()
        .map(move |first| LineComb { first, ..comb })
}

/// True if the distance of these edges, as those of `size` + 1 lines, is about `pitch`,
/// give or take `stretch`.
fn is_even(edges: &[f64], size: usize, pitch: f64, stretch: f64) -> bool {
    let (Some(first), Some(last)) = (edges.first(), edges.last()) else {
        return false;
    };
    let ratios = 0.8 / stretch..1.25 * stretch;
    edges.len() > size && ratios.contains(&((last - first) / size as f64 / pitch))
}

/// Fits `size` + 1 equally spaced lines to these edges, in order, by least squares over
/// the middles of the lines. `None` if the edges do not form that many lines, or if a
/// line is too thick or too far from its place.
fn fit_lines(edges: &[f64], size: usize) -> Option<LineComb> {
    let middles = line_middles(edges, size)?;
    let count = size as f64;
    let mean = middles.iter().sum::<f64>() / (count + 1.0);
    // The numbers of the lines from the middle of the board: their sum is zero, and the
    // sum of their squares is n (n + 1) (n + 2) / 12.
    let numbers = (0..).map(|number: i32| f64::from(number) - count / 2.0);
    let mut slope = 0.0;
    for (number, place) in numbers.clone().zip(&middles) {
        slope += number * (place - mean);
    }
    let pitch = slope / (count * (count + 1.0) * (count + 2.0) / 12.0);
    let mut error: f64 = 0.0;
    for (number, place) in numbers.zip(&middles) {
        error = error.max((place - mean - number * pitch).abs());
    }
    let comb = LineComb {
        size,
        first: mean - pitch * count / 2.0,
        pitch,
        error,
        ends: [0.0; 2],
        sheet: 0.0,
    };
    (error <= MAX_LINE_SHIFT * pitch && pitch >= MIN_PITCH).then_some(comb)
}

/// The middles of `size` + 1 lines with these edges. `None` if there are not that many
/// lines, or if one is too thick.
fn line_middles(edges: &[f64], size: usize) -> Option<Vec<f64>> {
    let (first, last) = (*edges.first()?, *edges.last()?);
    let rough_pitch = (last - first) / size as f64;
    // Edges of one line are closer than half a pitch. The outer edges of thick outer
    // lines are no measure of the places of the others, so lines are placed by their
    // middles alone.
    let mut middles = Vec::with_capacity(size + 1);
    for line in edges.chunk_by(|one, next| next - one <= rough_pitch / 2.0) {
        let (start, end) = (line[0], line[line.len() - 1]);
        if end - start > MAX_LINE_WIDTH * rough_pitch {
            return None;
        }
        middles.push(f64::midpoint(start, end));
    }
    (middles.len() == size + 1).then_some(middles)
}
