//! Runs of edges in a column of pixels: stretches most of whose rows have an edge, a
//! difference from the pixel on the left.

use super::{PixelImage, difference};
use control::{Limits, Stop};

/// Maximum number of rows that are scanned: lines are long enough to be found in a
/// sample.
const MAX_SCANNED_ROWS: usize = 1_000;
/// Gain of a row with an edge and loss of a row without one, in the score of a run: a run
/// continues while more than three fifths of its rows have edges.
const EDGE_SCORE: i32 = 2;
const GAP_PENALTY: i32 = 3;

/// Best run of edges in a column of pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeRun {
    /// The column.
    pub(super) at: f64,
    /// First row and end.
    pub(super) ends: [f64; 2],
}

impl EdgeRun {
    pub(super) fn length(&self) -> f64 {
        self.ends[1] - self.ends[0]
    }
}

/// The best run of edges of every column so far: Kadane's scan for the maximum sum of a
/// stretch, for all columns at once, row by row.
struct RunScan {
    /// Score and first row of the run that ends in the current row.
    scores: Vec<i32>,
    starts: Vec<i32>,
    /// Score, first row and end of the best run so far.
    best: Vec<i32>,
    begins: Vec<i32>,
    ends: Vec<i32>,
}

impl RunScan {
    fn new(width: usize) -> Self {
        RunScan {
            scores: vec![0; width],
            starts: vec![0; width],
            best: vec![0; width],
            begins: vec![0; width],
            ends: vec![0; width],
        }
    }

    /// Extends the runs by row `y`. It has an edge near column x if `before[x]` is less
    /// than `behind[x]`: the numbers of edges before and after the reach of the column.
    fn add_row(&mut self, y: i32, before: &[i32], behind: &[i32]) {
        let width = self.scores.len();
        // Slices of one known length and no branches, so that the compiler vectorises the
        // loop.
        let (before, behind) = (&before[..width], &behind[..width]);
        let (scores, starts) = (&mut self.scores[..width], &mut self.starts[..width]);
        let best = &mut self.best[..width];
        let (begins, ends) = (&mut self.begins[..width], &mut self.ends[..width]);
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

    /// The best runs from the left that are at least `shortest` pixels long, where rows
    /// are `stride` pixels apart.
    fn long_runs(&self, stride: usize, shortest: f64) -> Vec<EdgeRun> {
        let mut runs = Vec::new();
        for (x, (&begin, &end)) in self.begins.iter().zip(&self.ends).enumerate() {
            let run = EdgeRun {
                at: x as f64,
                ends: [begin, end].map(|row| f64::from(row) * stride as f64),
            };
            if run.length() >= shortest {
                runs.push(run);
            }
        }
        runs
    }
}

/// Difference of each pixel from the one on its left, row by row; a sample of the rows in
/// high pictures.
pub(super) struct ColorSteps {
    pub(super) width: usize,
    steps: Vec<u8>,
    /// Distance between sampled rows.
    stride: usize,
}

impl ColorSteps {
    pub(super) fn from_image(image: &PixelImage, limits: &Limits) -> Result<Self, Stop> {
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

    /// Finds the best run of each column, from the left, if it is at least `shortest`
    /// pixels long. A row counts if it has a step of at least `edge` within `reach` pixels of
    /// the column.
    pub(super) fn find_runs(
        &self,
        edge: u8,
        reach: usize,
        shortest: f64,
        limits: &Limits,
    ) -> Result<Vec<EdgeRun>, Stop> {
        let width = self.width;
        let mut scan = RunScan::new(width);
        // `sums[reach + x]` is the number of edges in the columns before x. With `reach`
        // values more on both sides, columns near the ends of a row need no test.
        let mut sums = vec![0_i32; width + 2 * reach + 1];
        for (row, y) in self.steps.chunks_exact(width).zip(0_i32..) {
            limits.check()?;
            let mut sum = 0;
            for (place, &step) in sums[reach + 1..].iter_mut().zip(row) {
                sum += i32::from(step >= edge);
                *place = sum;
            }
            sums[width + reach + 1..].fill(sum);
            scan.add_row(y, &sums[..width], &sums[2 * reach + 1..]);
        }
        Ok(scan.long_runs(self.stride, shortest))
    }
}
