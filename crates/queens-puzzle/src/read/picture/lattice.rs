//! The lines of a board: at one distance, as many one way as the other, and all of them as long as the board.
//!
//! An edge is a place between two pixels that differ. In each column of pixels the best run of edges is found: much of its
//! length has edges, thin or thick, light or dark. The lines of a board are runs that begin and end at the same heights,
//! which neither a frame around it nor whatever stands on its squares does; and between the first and the last of them
//! each has its place. How many squares there are follows twice, from the number of lines one way and from their
//! length the other way. Where the two differ there is no board: lines are missing, or more is beside them.
//!
//! ```text
//!   runs of the columns      the same of the rows     a board of 4 x 4
//!   | | | | |   |            -------------            5 lines, 4 pitches long, both ways;
//!   | | | | |   |            -------------            the frame on the right is longer
//!   | | | | |   |
//! ```

use super::{Image, difference};
use control::{Limits, Stop};
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// The sizes that are looked for.
const SIZES: RangeInclusive<usize> = 4..=LARGEST;
const LARGEST: usize = 26;
/// The least distance of two lines, in pixels, as far as it can be measured; people are told 24.
const LEAST_PITCH: f64 = 20.0;
/// Least difference of two pixels at an edge, and distance in pixels of edges that belong to one column. Strong edges are
/// looked at first: noise has none. Lines that are thick in parts have edges far from each other; small squares have no
/// room for that.
const EDGES: [(u8, usize); 7] = [(48, 1), (24, 1), (48, 3), (24, 3), (12, 1), (24, 7), (12, 3)];
/// Lines are long, so that not every row is looked at for them where a picture has more than this.
const ENOUGH_ROWS: usize = 1_000;
/// An edge adds so much to the score of a run, and a gap takes so much from it: where more than three fifths have edges
/// the run goes on.
const EDGE_SCORE: i32 = 2;
const GAP_SCORE: i32 = 3;
/// Parts of a pitch. Ends of lines differ by no more than this: marks of JPEG, round corners, thick outer lines.
const ENDS: f64 = 0.25;
/// All edges of a line lie as near to its place: it may be thick.
const NEAR: f64 = 0.2;
/// The middle of a line lies as near.
const MIDDLE: f64 = 0.1;
/// So much of the outer squares may be cut off with the line, where the picture ends there.
const CUT: f64 = 0.35;
/// Up to so many edges at each end may be those of a frame with ends like the lines of the board.
const BESIDE: usize = 4;
/// Maximum number of combs in each direction that are held against those of the other one.
const MOST_COMBS: usize = 400;

/// A board in a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lattice {
    pub(super) size: usize,
    /// The upright lines.
    pub(super) across: Comb,
    /// The level lines.
    pub(super) down: Comb,
}

/// Lines at one distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comb {
    size: usize,
    pub(super) first: f64,
    pub(super) pitch: f64,
    /// Greatest distance of a line from its place, in pixels.
    error: f64,
    /// Both ends of its lines.
    ends: [f64; 2],
    /// The length of the picture across the lines.
    sheet: f64,
}

impl Comb {
    /// The place of a line.
    pub(super) fn line(&self, number: usize) -> f64 {
        self.first + self.pitch * number as f64
    }

    fn extent(&self) -> f64 {
        self.pitch * self.size as f64
    }

    /// True if the lines of `other` reach from the first to the last line here, as far as the picture does.
    fn is_crossed_by(&self, other: &Comb) -> bool {
        let edges = [self.first, self.line(self.size)].map(|place| place.clamp(0.0, self.sheet));
        edges.iter().zip(other.ends).all(|(edge, end)| (edge - end).abs() <= ENDS * self.pitch)
    }

    /// True if both have the same lines, within a pixel or two.
    fn is_like(&self, other: &Comb) -> bool {
        let is_near = |a: f64, b: f64| (a - b).abs() < 2.0;
        self.size == other.size
            && is_near(self.first, other.first)
            && is_near(self.line(self.size), other.line(self.size))
    }
}

impl Lattice {
    /// The sum of the sides, and how far lines are from their places.
    fn quality(&self) -> (f64, f64) {
        (self.across.extent() + self.down.extent(), self.across.error + self.down.error)
    }

    /// True if this is a larger board, or about the same with lines nearer to their places.
    fn is_better(&self, other: &Lattice) -> bool {
        let ((here, error), (there, most)) = (self.quality(), other.quality());
        here > 1.07 * there || (1.07 * here > there && error < most)
    }
}

/// The best run of edges in a column of pixels.
#[derive(Clone, Copy, Debug)]
struct Run {
    at: f64,
    ends: [f64; 2],
}

impl Run {
    fn length(&self) -> f64 {
        self.ends[1] - self.ends[0]
    }
}

/// The difference of each pixel from the one left of it, row by row; of high pictures in some rows only.
struct Steps {
    width: usize,
    steps: Vec<u8>,
    /// From one of these rows to the next.
    stride: usize,
}

impl Steps {
    fn of(image: &Image, limits: &Limits) -> Result<Self, Stop> {
        let stride = 1 + image.height / ENOUGH_ROWS;
        let mut steps = Vec::with_capacity(image.pixels.len() / stride + image.width);
        for row in image.pixels.chunks_exact(image.width).step_by(stride) {
            limits.check()?;
            steps.push(0);
            steps.extend(row.windows(2).map(|two| difference(two[0], two[1])));
        }
        Ok(Steps { width: image.width, steps, stride })
    }

    /// The best run of each column, from the left, if it is as long as a board: where steps of at least `edge` are at most
    /// `reach` pixels beside it.
    fn runs(&self, edge: u8, reach: usize, limits: &Limits) -> Result<Vec<Run>, Stop> {
        let width = self.width;
        // The score of the run that ends in the row that is read, where it began, and the same of the best one above.
        let (mut scores, mut starts) = (vec![0_i32; width], vec![0_i32; width]);
        let (mut best, mut begins, mut ends) = (vec![0_i32; width], vec![0_i32; width], vec![0_i32; width]);
        // The number of edges up to each column, with room on both sides.
        let mut sums = vec![0_i32; width + 2 * reach + 1];
        for (row, y) in self.steps.chunks_exact(width).zip(0_i32..) {
            limits.check()?;
            let mut sum = 0;
            for (place, &step) in sums[reach + 1..].iter_mut().zip(row) {
                sum += i32::from(step >= edge);
                *place = sum;
            }
            sums[width + reach + 1..].fill(sum);
            // Without branches, so that several columns are one instruction.
            let (before, behind) = (&sums[..width], &sums[2 * reach + 1..][..width]);
            let (scores, starts) = (&mut scores[..width], &mut starts[..width]);
            let (best, begins, ends) = (&mut best[..width], &mut begins[..width], &mut ends[..width]);
            #[allow(clippy::needless_range_loop, reason = "seven slices zipped are slower to read")]
            for x in 0..width {
                let is_edge = before[x] < behind[x];
                let is_new = is_edge & (scores[x] <= 0);
                let start = if is_new { y } else { starts[x] };
                let old = if is_new { 0 } else { scores[x] };
                let score = old + if is_edge { EDGE_SCORE } else { -GAP_SCORE };
                let is_best = score > best[x];
                (scores[x], starts[x]) = (score, start);
                best[x] = if is_best { score } else { best[x] };
                begins[x] = if is_best { start } else { begins[x] };
                ends[x] = if is_best { y + 1 } else { ends[x] };
            }
        }
        let run = |x: usize| Run {
            at: x as f64,
            ends: [begins[x], ends[x]].map(|row| f64::from(row) * self.stride as f64),
        };
        let is_long = |run: &Run| run.length() >= LEAST_PITCH * (*SIZES.start() as f64 - 2.0 * CUT);
        Ok((0..width).map(run).filter(is_long).collect())
    }
}

/// Looks for boards in a picture.
pub(super) struct Finder {
    upright: Steps,
    level: Steps,
    /// True if outer lines may be missing where the picture ends.
    is_cut: bool,
}

impl Finder {
    pub(super) fn new(image: &Image, is_cut: bool, limits: &Limits) -> Result<Self, Stop> {
        let level = Steps::of(&image.transposed(), limits)?;
        Ok(Finder { upright: Steps::of(image, limits)?, level, is_cut })
    }

    /// The largest board for each strength of edges, strong ones first, without those that came before, until `take`
    /// answers.
    ///
    /// # Complexity
    /// Linear in the pixels. Runs with ends of their own, at most as many as columns, are held against the others for each
    /// size.
    pub(super) fn find<T>(
        &self,
        limits: &Limits,
        mut take: impl FnMut(&Lattice) -> Option<T>,
    ) -> Result<Option<T>, Stop> {
        let mut seen: Vec<Lattice> = Vec::new();
        for (edge, reach) in EDGES {
            let Some(lattice) = self.largest(edge, reach, limits)? else { continue };
            let is_like =
                |other: &Lattice| lattice.across.is_like(&other.across) && lattice.down.is_like(&other.down);
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

    /// The largest board whose edges are so strong.
    fn largest(&self, edge: u8, reach: usize, limits: &Limits) -> Result<Option<Lattice>, Stop> {
        let combs =
            |steps: &Steps| combs(&steps.runs(edge, reach, limits)?, steps.width, self.is_cut, limits);
        let (across, down) = (combs(&self.upright)?, combs(&self.level)?);
        let mut best: Option<Lattice> = None;
        for across in &across {
            let boards = down.iter().filter(|down| {
                across.size == down.size
                    && (across.pitch - down.pitch).abs() <= 0.04 * across.pitch
                    && across.is_crossed_by(down)
                    && down.is_crossed_by(across)
            });
            for down in boards {
                let lattice = Lattice { size: across.size, across: *across, down: *down };
                if best.is_none_or(|best| lattice.is_better(&best)) {
                    best = Some(lattice);
                }
            }
        }
        Ok(best)
    }
}

/// All combs that these runs are, those of the longest lines first, at most [`MOST_COMBS`].
fn combs(runs: &[Run], sheet: usize, is_cut: bool, limits: &Limits) -> Result<Vec<Comb>, Stop> {
    let sheet = sheet as f64;
    // Runs whose ends hardly differ lead to the same combs.
    let mut seen = HashSet::new();
    let distinct: Vec<&Run> =
        runs.iter().filter(|run| seen.insert(run.ends.map(|end| (end / 4.0) as usize))).collect();
    let mut combs: Vec<Comb> = Vec::new();
    for run in distinct {
        limits.check()?;
        // The larger the board, the less may the ends of its lines differ.
        let is_alike = |other: &Run, size: usize| {
            let most = ENDS * run.length() / size as f64;
            (run.ends[0] - other.ends[0]).abs() <= most && (run.ends[1] - other.ends[1]).abs() <= most
        };
        let mut alike: Vec<&Run> = runs.iter().filter(|other| is_alike(other, *SIZES.start())).collect();
        for size in SIZES {
            let pitch = run.length() / size as f64;
            alike.retain(|other| is_alike(other, size));
            if pitch < 0.95 * LEAST_PITCH || alike.len() < *SIZES.start() - 1 {
                break;
            }
            let edges: Vec<f64> = alike.iter().map(|run| run.at).collect();
            for missing in 0..=if is_cut { 2 } else { 0 } {
                let pitches = size as f64 - 2.0 * CUT..=size as f64 + 2.0 * ENDS;
                let is_long = |comb: &Comb| pitches.contains(&(run.length() / comb.pitch));
                let fits = without_frames(&edges)
                    .filter(|lines| is_even(lines, size - missing, run.length() / size as f64))
                    .filter_map(|lines| fit(lines, size - missing))
                    .filter(is_long);
                combs.extend(
                    fits.flat_map(|comb| completed(Comb { size, ends: run.ends, sheet, ..comb }, missing)),
                );
            }
        }
    }
    combs.sort_by(|a, b| b.extent().total_cmp(&a.extent()));
    combs.dedup_by(|a, b| a.is_like(b) && a.ends == b.ends);
    combs.truncate(MOST_COMBS);
    Ok(combs)
}

/// These edges, and fewer of them: the outermost ones may be those of a frame. Edges side by side are one.
fn without_frames(edges: &[f64]) -> impl Iterator<Item = &[f64]> {
    let is_start = |&at: &usize| at == 0 || edges[at] - edges[at - 1] > 2.0;
    let mut firsts = [0; BESIDE];
    let mut lasts = [edges.len(); BESIDE];
    firsts[1..].iter_mut().zip((1..edges.len()).filter(is_start)).for_each(|(first, at)| *first = at);
    lasts[1..].iter_mut().zip((1..edges.len()).rev().filter(is_start)).for_each(|(last, at)| *last = at);
    firsts
        .into_iter()
        .flat_map(move |first| lasts.into_iter().map(move |last| (first, last)))
        .filter_map(move |(first, last)| edges.get(first..last))
}

/// The combs with the outer lines that are missing, which must be where the picture ends.
fn completed(comb: Comb, missing: usize) -> impl Iterator<Item = Comb> {
    let Comb { first, pitch, sheet, .. } = comb;
    let behind = comb.line(comb.size - missing + 1);
    let is_before = (-CUT * pitch..=2.0).contains(&(first - pitch));
    let is_behind = (-2.0..=CUT * pitch).contains(&(behind - sheet));
    let starts = match missing {
        0 => [Some(first), None],
        1 => [is_before.then_some(first - pitch), is_behind.then_some(first)],
        _ => [(is_before && is_behind).then_some(first - pitch), None],
    };
    starts.into_iter().flatten().map(move |first| Comb { first, ..comb })
}

/// True if the distance of these edges, as those of `size` + 1 lines, is about `pitch`.
fn is_even(edges: &[f64], size: usize, pitch: f64) -> bool {
    let (Some(first), Some(last)) = (edges.first(), edges.last()) else { return false };
    edges.len() > size && (0.8..1.25).contains(&((last - first) / size as f64 / pitch))
}

/// The comb of `size` + 1 lines to which all of these edges, in order, belong: the least squares over the middles of the
/// lines. None if an edge lies elsewhere or a line has none.
fn fit(edges: &[f64], size: usize) -> Option<Comb> {
    let (first, last) = (*edges.first()?, *edges.last()?);
    let pitch = (last - first) / size as f64;
    let mut lines = [None::<[f64; 2]>; LARGEST + 1];
    for &edge in edges {
        let number = ((edge - first) / pitch + 0.5).floor();
        if (edge - first - number * pitch).abs() > NEAR * pitch {
            return None;
        }
        let line = &mut lines[number as usize];
        *line = Some([line.map_or(edge, |[first, _]| first), edge]);
    }
    let middles: Vec<f64> =
        lines[..=size].iter().map(|line| line.map(|[a, b]| f64::midpoint(a, b))).collect::<Option<_>>()?;
    let count = size as f64;
    let mean = middles.iter().sum::<f64>() / (count + 1.0);
    let numbered = || (0..).map(|number: i32| f64::from(number) - count / 2.0).zip(&middles);
    let slope: f64 = numbered().map(|(number, place)| number * (place - mean)).sum();
    let pitch = slope / (count * (count + 1.0) * (count + 2.0) / 12.0);
    let errors = numbered().map(|(number, place)| (place - mean - number * pitch).abs());
    let error = errors.fold(0.0, f64::max);
    let comb = Comb { size, first: mean - pitch * count / 2.0, pitch, error, ends: [0.0; 2], sheet: 0.0 };
    (error <= MIDDLE * pitch && pitch >= LEAST_PITCH).then_some(comb)
}
