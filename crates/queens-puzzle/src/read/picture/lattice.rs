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

use super::{PixelImage, difference};
use control::{Limits, Stop};
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// Sizes of boards that are recognised.
const BOARD_SIZES: RangeInclusive<usize> = 4..=MAX_BOARD_SIZE;
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
/// Maximum number of rows that are scanned: lines are long enough to be found in a
/// sample.
const MAX_SCANNED_ROWS: usize = 1_000;
/// Gain of a row with an edge and loss of a row without one, in the score of a run: a run
/// continues while more than three fifths of its rows have edges.
const EDGE_SCORE: i32 = 2;
const GAP_PENALTY: i32 = 3;
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
    /// Position of a line, in pixels.
    pub(super) fn line(&self, number: usize) -> f64 {
        self.first + self.pitch * number as f64
    }

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
        let is_near = |a: f64, b: f64| (a - b).abs() < 2.0;
        self.size == other.size
            && is_near(self.first, other.first)
            && is_near(self.line(self.size), other.line(self.size))
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
}

/// Best run of edges in a column of pixels.
#[derive(Clone, Copy, Debug)]
struct EdgeRun {
    at: f64,
    ends: [f64; 2],
}

impl EdgeRun {
    fn length(&self) -> f64 {
        self.ends[1] - self.ends[0]
    }
}

/// Difference of each pixel from the one on its left, row by row; a sample of the rows in
/// high pictures.
struct ColorSteps {
    width: usize,
    steps: Vec<u8>,
    /// Distance between sampled rows.
    stride: usize,
}

impl ColorSteps {
    fn from_image(image: &PixelImage, limits: &Limits) -> Result<Self, Stop> {
        let stride = 1 + image.height / MAX_SCANNED_ROWS;
        let mut steps = Vec::with_capacity(image.pixels.len() / stride + image.width);
        for row in image.pixels.chunks_exact(image.width).step_by(stride) {
            limits.check()?;
            steps.push(0);
            steps.extend(row.windows(2).map(|two| difference(two[0], two[1])));
        }
        Ok(ColorSteps {
            width: image.width,
            steps,
            stride,
        })
    }

    /// Finds the best run of each column, from the left, if it is long enough for a
    /// board. A row counts if it has a step of at least `edge` within `reach` pixels of
    /// the column.
    fn runs(
        &self,
        edge: u8,
        reach: usize,
        limits: &Limits,
    ) -> Result<Vec<EdgeRun>, Stop> {
        let width = self.width;
        // Kadane's scan for all columns at once: score and start of the run that ends in
        // the current row, and the best run so far.
        let (mut scores, mut starts) = (vec![0_i32; width], vec![0_i32; width]);
        let (mut best, mut begins, mut ends) =
            (vec![0_i32; width], vec![0_i32; width], vec![0_i32; width]);
        // Prefix sums of the edges in a row, padded by `reach` on both sides.
        let mut sums = vec![0_i32; width + 2 * reach + 1];
        for (row, y) in self.steps.chunks_exact(width).zip(0_i32..) {
            limits.check()?;
            let mut sum = 0;
            for (place, &step) in sums[reach + 1..].iter_mut().zip(row) {
                sum += i32::from(step >= edge);
                *place = sum;
            }
            sums[width + reach + 1..].fill(sum);
            // No branches, so that the compiler vectorises the loop.
            let (before, behind) = (&sums[..width], &sums[2 * reach + 1..][..width]);
            let (scores, starts) = (&mut scores[..width], &mut starts[..width]);
            let (best, begins, ends) =
                (&mut best[..width], &mut begins[..width], &mut ends[..width]);
            #[allow(
                clippy::needless_range_loop,
                reason = "seven slices zipped are slower to read"
            )]
            for x in 0..width {
                let is_edge = before[x] < behind[x];
                let is_new = is_edge & (scores[x] <= 0);
                let start = if is_new { y } else { starts[x] };
                let old = if is_new { 0 } else { scores[x] };
                let score = old + if is_edge { EDGE_SCORE } else { -GAP_PENALTY };
                let is_best = score > best[x];
                (scores[x], starts[x]) = (score, start);
                best[x] = if is_best { score } else { best[x] };
                begins[x] = if is_best { start } else { begins[x] };
                ends[x] = if is_best { y + 1 } else { ends[x] };
            }
        }
        let run = |x: usize| EdgeRun {
            at: x as f64,
            ends: [begins[x], ends[x]].map(|row| f64::from(row) * self.stride as f64),
        };
        let is_long = |run: &EdgeRun| {
            run.length() >= MIN_PITCH * (*BOARD_SIZES.start() as f64 - 2.0 * MAX_CUT)
        };
        Ok((0..width).map(run).filter(is_long).collect())
    }
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
            let Some(lattice) = self.largest(edge, reach, limits)? else {
                continue;
            };
            let is_like = |other: &BoardLattice| {
                lattice.across.is_like(&other.across) && lattice.down.is_like(&other.down)
            };
            if seen.iter().any(is_like) {
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
    fn largest(
        &self,
        edge: u8,
        reach: usize,
        limits: &Limits,
    ) -> Result<Option<BoardLattice>, Stop> {
        let combs = |steps: &ColorSteps| {
            self.combs(&steps.runs(edge, reach, limits)?, steps.width, limits)
        };
        let (across, down) = (combs(&self.upright)?, combs(&self.level)?);
        let mut best: Option<BoardLattice> = None;
        for across in &across {
            let boards = down.iter().filter(|down| {
                across.size == down.size
                    && (across.pitch - down.pitch).abs()
                        <= self.max_stretch * across.pitch
                    && across.is_crossed_by(down)
                    && down.is_crossed_by(across)
            });
            for down in boards {
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
    fn combs(
        &self,
        runs: &[EdgeRun],
        sheet: usize,
        limits: &Limits,
    ) -> Result<Vec<LineComb>, Stop> {
        let sheet = sheet as f64;
        // Runs with nearly the same ends give the same combs.
        let mut seen = HashSet::new();
        let distinct: Vec<&EdgeRun> = runs
            .iter()
            .filter(|run| seen.insert(run.ends.map(|end| (end / 4.0) as usize)))
            .collect();
        let mut combs: Vec<LineComb> = Vec::new();
        for run in distinct {
            limits.check()?;
            // The tolerance is a fraction of the pitch, which is smaller for larger
            // boards.
            let is_alike = |other: &EdgeRun, size: usize| {
                let most = MAX_END_SHIFT * run.length() / size as f64;
                (run.ends[0] - other.ends[0]).abs() <= most
                    && (run.ends[1] - other.ends[1]).abs() <= most
            };
            let mut alike: Vec<&EdgeRun> = runs
                .iter()
                .filter(|other| is_alike(other, *BOARD_SIZES.start()))
                .collect();
            for size in BOARD_SIZES {
                let pitch = run.length() / size as f64;
                alike.retain(|other| is_alike(other, size));
                if pitch < 0.95 * MIN_PITCH || alike.len() < *BOARD_SIZES.start() - 1 {
                    break;
                }
                let edges: Vec<f64> = alike.iter().map(|run| run.at).collect();
                for missing in 0..=if self.is_cut { 2 } else { 0 } {
                    // Where sides may differ, the length says little about the number of
                    // squares.
                    let stretch = if self.max_stretch > MAX_STRETCH {
                        1.0 + self.max_stretch
                    } else {
                        1.0
                    };
                    let pitches = (size as f64 - 2.0 * MAX_CUT) / stretch
                        ..=(size as f64 + 2.0 * MAX_END_SHIFT) * stretch;
                    let is_long =
                        |comb: &LineComb| pitches.contains(&(run.length() / comb.pitch));
                    let fits = without_frames(&edges)
                        .filter(|lines| {
                            is_even(
                                lines,
                                size - missing,
                                run.length() / size as f64,
                                stretch,
                            )
                        })
                        .filter_map(|lines| fit(lines, size - missing))
                        .filter(is_long);
                    combs.extend(fits.flat_map(|comb| {
                        completed(
                            LineComb {
                                size,
                                ends: run.ends,
                                sheet,
                                ..comb
                            },
                            missing,
                        )
                    }));
                }
            }
        }
        combs.sort_by(|a, b| b.extent().total_cmp(&a.extent()));
        combs.dedup_by(|a, b| a.is_like(b) && a.ends == b.ends);
        combs.truncate(MAX_COMBS);
        Ok(combs)
    }
}

/// Returns all edges, and these without some of the outermost ones, which may belong to a
/// frame. Adjacent edges count as one.
fn without_frames(edges: &[f64]) -> impl Iterator<Item = &[f64]> {
    let is_start = |&at: &usize| at == 0 || edges[at] - edges[at - 1] > 2.0;
    let mut firsts = [0; MAX_FRAME_EDGES];
    let mut lasts = [edges.len(); MAX_FRAME_EDGES];
    firsts[1..]
        .iter_mut()
        .zip((1..edges.len()).filter(is_start))
        .for_each(|(first, at)| *first = at);
    lasts[1..]
        .iter_mut()
        .zip((1..edges.len()).rev().filter(is_start))
        .for_each(|(last, at)| *last = at);
    firsts
        .into_iter()
        .flat_map(move |first| lasts.into_iter().map(move |last| (first, last)))
        .filter_map(move |(first, last)| edges.get(first..last))
}

/// Adds missing outer lines to a comb; their places must be near the sides of the
/// picture.
fn completed(comb: LineComb, missing: usize) -> impl Iterator<Item = LineComb> {
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
fn fit(edges: &[f64], size: usize) -> Option<LineComb> {
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
    if middles.len() != size + 1 {
        return None;
    }
    let count = size as f64;
    let mean = middles.iter().sum::<f64>() / (count + 1.0);
    let numbered = || {
        (0..)
            .map(|number: i32| f64::from(number) - count / 2.0)
            .zip(&middles)
    };
    let slope: f64 = numbered()
        .map(|(number, place)| number * (place - mean))
        .sum();
    let pitch = slope / (count * (count + 1.0) * (count + 2.0) / 12.0);
    let errors = numbered().map(|(number, place)| (place - mean - number * pitch).abs());
    let error = errors.fold(0.0, f64::max);
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
