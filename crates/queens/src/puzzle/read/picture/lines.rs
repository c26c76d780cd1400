//! The lines of a board: at one distance, across the whole board, as many one way as the other.
//!
//! An edge is a place between two pixels that differ. A line of the board has edges on most of its length, thin or
//! thick, light or dark; whatever stands on the squares has fewer. Where no board is found otherwise, the edges of
//! the picture count as lines, so that it may end where the board does.

use super::{Image, difference};
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// The sizes that are looked for.
const SIZES: RangeInclusive<usize> = 4..=26;
/// The least distance of two lines, in pixels, as far as it can be measured; people are told 24.
const LEAST_PITCH: usize = 22;
/// The most pixels that a line may lie beside its place.
const MOST_TOLERANCE: usize = 8;
/// How much two pixels differ at an edge.
const EDGE: u8 = 12;
/// How many places are looked at for the first and the last line, those with most edges.
const MOST_PEAKS: usize = 500;
/// Maximum number of combs in each direction. Boards of 26 x 26 squares have up to 13,000, with all that is in them.
const MOST_COMBS: usize = 100_000;
/// Maximum number of pairs of combs. Boards of 26 x 26 squares have up to 1.3 million; a picture with far more is
/// full of lines, as hatching is, and no board.
const MOST_PAIRS: usize = 4_000_000;
/// Maximum number of pixels read in each direction for the lines of pairs. A screenshot of 3840 x 2500 takes 15 million.
const MOST_LOOKS: usize = 200_000_000;
/// Which part of its length a line has edges on, where other things of the picture may help.
const LIKELY: f64 = 0.5;
/// The same within the board.
const SURE: f64 = 0.6;

/// A board in a picture.
pub(super) struct Grid {
    pub(super) size: usize,
    /// The first line from the left, and the distance of lines.
    pub(super) across: Comb,
    /// The first line from the top, and the distance of lines.
    pub(super) down: Comb,
}

/// Lines at one distance.
#[derive(Clone, Copy)]
pub(super) struct Comb {
    pub(super) first: f64,
    pub(super) pitch: f64,
    size: usize,
}

impl Comb {
    /// The place of a line.
    pub(super) fn line(&self, number: usize) -> f64 {
        self.first + self.pitch * number as f64
    }

    fn extent(&self) -> f64 {
        self.pitch * self.size as f64
    }

    /// How many pixels a line may lie beside its place.
    fn tolerance(&self) -> usize {
        ((self.pitch / 14.0) as usize).clamp(1, MOST_TOLERANCE)
    }
}

/// A way through the picture, so that rows and columns are looked at alike.
struct View<'i> {
    image: &'i Image,
    is_across: bool,
    /// Whether the edges of the picture count as lines.
    is_framed: bool,
}

impl View<'_> {
    /// How many pixels there are along the view, and across it.
    fn sides(&self) -> (usize, usize) {
        let Image { width, height, .. } = *self.image;
        if self.is_across { (width, height) } else { (height, width) }
    }

    /// Whether there is an edge before the pixel `at` of the line of pixels `lane`.
    fn is_edge(&self, at: usize, lane: usize) -> bool {
        if at == 0 || at >= self.sides().0 {
            return self.is_framed;
        }
        let pixel = |at| if self.is_across { self.image.at(at, lane) } else { self.image.at(lane, at) };
        difference(pixel(at - 1), pixel(at)) >= EDGE
    }

    /// For each place, how many lanes have an edge there or one pixel beside.
    fn profile(&self) -> Vec<u32> {
        let (along, lanes) = self.sides();
        let mut counts = vec![0; along + 1];
        for lane in 0..lanes {
            let mut before = self.is_edge(0, lane);
            let mut here = self.is_edge(1, lane);
            counts[0] += u32::from(before || here);
            for (at, count) in counts.iter_mut().enumerate().take(along).skip(1) {
                let next = self.is_edge(at + 1, lane);
                *count += u32::from(before || here || next);
                (before, here) = (here, next);
            }
            counts[along] += u32::from(self.is_framed);
        }
        counts
    }

    /// All combs each of whose lines has edges on as much as half the board is high; none where there are too many.
    fn combs(&self) -> Option<Vec<Comb>> {
        let profile = self.profile();
        // Long narrow pictures are no board, and take no more memory.
        let least = (LIKELY * (LEAST_PITCH * SIZES.start()) as f64) as u32;
        if profile.iter().all(|&count| count < least) {
            return Some(Vec::new());
        }
        let most_near: Vec<Vec<u32>> = (0..=MOST_TOLERANCE).map(|reach| widened(&profile, reach)).collect();
        let strongest = |place: f64, reach: usize| most_near[reach][place.round() as usize];
        // Of places side by side with as many edges, the first and the last.
        let is_peak = |&at: &usize| {
            let beside = |other: Option<&u32>| other.copied().unwrap_or(0);
            let (left, right) =
                (beside(at.checked_sub(1).and_then(|at| profile.get(at))), beside(profile.get(at + 1)));
            profile[at] >= left.max(right) && (profile[at] > left.min(right) || at == 0)
        };
        let mut peaks: Vec<usize> = (0..profile.len()).filter(is_peak).collect();
        peaks.sort_by_key(|&at| std::cmp::Reverse(profile[at]));
        peaks.truncate(MOST_PEAKS);
        peaks.sort_unstable();
        let mut combs = Vec::new();
        // Combs that differ less than lines are thick are one.
        let mut seen = HashSet::new();
        for (index, &first) in peaks.iter().enumerate() {
            for &last in &peaks[index + 1..] {
                let extent = (last - first) as f64;
                let needed = (LIKELY * extent) as u32;
                if last - first < LEAST_PITCH * SIZES.start() || profile[first].min(profile[last]) < needed {
                    continue;
                }
                for size in SIZES {
                    let comb = Comb { first: first as f64, pitch: extent / size as f64, size };
                    let is_line = |number: usize| strongest(comb.line(number), comb.tolerance()) >= needed;
                    if comb.pitch >= LEAST_PITCH as f64 && (1..size).all(is_line) {
                        let width = comb.tolerance() + 1;
                        if !seen.insert((size, first / width, last / width)) {
                            continue;
                        }
                        if combs.len() == MOST_COMBS {
                            return None;
                        }
                        combs.push(comb);
                    }
                }
            }
        }
        Some(combs)
    }

    /// The comb that fits the middles of its lines best (least squares).
    fn refined(&self, comb: &Comb) -> Comb {
        let profile = self.profile();
        let reach = (comb.pitch / 8.0) as usize;
        let places: Vec<f64> = (0..=comb.size)
            .map(|number| {
                let middle = comb.line(number).round() as usize;
                let window = middle.saturating_sub(reach)..(middle + reach + 1).min(profile.len());
                let most = profile[window.clone()].iter().max().copied().unwrap_or(0);
                let mut strong = window.filter(|&at| 5 * profile[at] >= 4 * most);
                let first = strong.next().unwrap_or(middle);
                (first + strong.next_back().unwrap_or(first)) as f64 / 2.0
            })
            .collect();
        let last = comb.size as f64;
        let mean = places.iter().sum::<f64>() / (last + 1.0);
        let slope =
            (0..).zip(&places).map(|(number, place)| (f64::from(number) - last / 2.0) * (place - mean));
        let pitch = slope.sum::<f64>() / (last * (last + 1.0) * (last + 2.0) / 12.0);
        Comb { first: mean - pitch * last / 2.0, pitch, size: comb.size }
    }
}

/// The edges along the lines of a view, each counted once however many combs have it.
struct Edges<'v> {
    view: &'v View<'v>,
    /// For each reach, where it was asked for, and place: how many lanes have an edge there up to each lane.
    sums: Vec<Vec<Option<Vec<u32>>>>,
    /// Remaining number of pixels that may be read.
    looks: usize,
}

/// Error of a picture with too many lines to count.
struct TooMany;

impl<'v> Edges<'v> {
    fn new(view: &'v View<'v>) -> Self {
        Edges { view, sums: vec![Vec::new(); MOST_TOLERANCE + 1], looks: MOST_LOOKS }
    }

    /// Number of lanes before each one with an edge at most `reach` pixels from `middle`.
    fn sums(&mut self, middle: usize, reach: usize) -> Result<&[u32], TooMany> {
        let (along, lanes) = self.view.sides();
        let places = &mut self.sums[reach];
        if places.is_empty() {
            places.resize(along + 1, None);
        }
        let kept = &mut places[middle.min(along)];
        if kept.is_none() {
            self.looks = self.looks.checked_sub(lanes * (2 * reach + 1)).ok_or(TooMany)?;
            let places = middle.saturating_sub(reach)..=(middle + reach).min(along);
            let mut sum = 0;
            let mut sums = Vec::with_capacity(lanes + 1);
            sums.push(0);
            for lane in 0..lanes {
                sum += u32::from(places.clone().any(|at| self.view.is_edge(at, lane)));
                sums.push(sum);
            }
            *kept = Some(sums);
        }
        kept.as_deref().ok_or(TooMany)
    }

    /// How much of its lines between `from` and `to` has edges, 0 to 1, where each has them on most of its length.
    fn share(&mut self, comb: &Comb, from: f64, to: f64) -> Result<Option<f64>, TooMany> {
        let lanes = self.view.sides().1;
        let (from, to) = (from.max(0.0) as usize, (to as usize).min(lanes));
        let length = to.saturating_sub(from).max(1);
        let mut share = 0.0;
        for number in 0..=comb.size {
            let sums = self.sums(comb.line(number).round() as usize, comb.tolerance())?;
            let here = f64::from(sums[to].saturating_sub(sums[from.min(lanes)])) / length as f64;
            if here < SURE {
                return Ok(None);
            }
            share += here / (comb.size + 1) as f64;
        }
        Ok(Some(share))
    }
}

/// For each place, the most of `profile` there and up to `reach` beside.
fn widened(profile: &[u32], reach: usize) -> Vec<u32> {
    let near = |at: usize| &profile[at.saturating_sub(reach)..(at + reach + 1).min(profile.len())];
    (0..profile.len()).map(|at| near(at).iter().max().copied().unwrap_or(0)).collect()
}

/// Combs of one size and about one pitch, as numbers, and how large they are together.
type Pair = (f64, u32, u32);

/// All pairs of combs that may be a board, the largest first; none where there are too many.
fn pairs(columns: &[Comb], rows: &mut [Comb]) -> Option<Vec<Pair>> {
    rows.sort_by(|a, b| a.size.cmp(&b.size).then(a.pitch.total_cmp(&b.pitch)));
    let mut pairs: Vec<Pair> = Vec::new();
    for (column, at) in columns.iter().zip(0..) {
        // A little wider than what counts, which is told below.
        let (least, most) = (0.959 * column.pitch, 1.043 * column.pitch);
        let start = rows.partition_point(|row| (row.size, row.pitch) < (column.size, least));
        for (row, number) in rows.iter().zip(0..).skip(start) {
            if row.size != column.size || row.pitch > most {
                break;
            }
            if (row.pitch - column.pitch).abs() > 0.04 * row.pitch.max(column.pitch) {
                continue;
            }
            if pairs.len() == MOST_PAIRS {
                return None;
            }
            pairs.push((column.extent() + row.extent(), at, number));
        }
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
    Some(pairs)
}

/// The largest board of a picture; of several that are about as large, the one of most squares, then the one whose lines
/// show most. With `is_framed` the edges of the picture count as lines. None as well where a picture has too many lines
/// to tell.
///
/// # Complexity
/// O(pixels), and for 500 places with most edges each way O(500^2 x 26^2); beyond that at most [`MOST_PAIRS`] pairs of
/// combs are sorted, and about [`MOST_LOOKS`] pixels looked at.
pub(super) fn find(image: &Image, is_framed: bool) -> Option<Grid> {
    let view = |is_across| View { image, is_across, is_framed };
    let (across, down) = (view(true), view(false));
    let (columns, mut rows) = (across.combs()?, down.combs()?);
    let pairs = pairs(&columns, &mut rows)?;
    let (mut upright_edges, mut level_edges) = (Edges::new(&across), Edges::new(&down));
    let mut largest = 0.0;
    let mut best: Option<((usize, f64), (Comb, Comb))> = None;
    for (extent, column, row) in pairs {
        let (column, row) = (columns[column as usize], rows[row as usize]);
        if extent < 0.93 * largest {
            break;
        }
        let end = |comb: &Comb| comb.line(comb.size);
        let Some(upright) = upright_edges.share(&column, row.first, end(&row)).ok()? else { continue };
        if let Some(level) = level_edges.share(&row, column.first, end(&column)).ok()? {
            largest = extent.max(largest);
            let found = (column.size, upright + level);
            if best.is_none_or(|(kept, _)| found.0 > kept.0 || (found.0 == kept.0 && found.1 > kept.1)) {
                best = Some((found, (column, row)));
            }
        }
    }
    let (_, (columns, rows)) = best?;
    Some(Grid { size: rows.size, across: across.refined(&columns), down: down.refined(&rows) })
}
