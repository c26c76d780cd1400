//! Least sum of squares of k open diagonals of one direction with a known sum S.
//!
//! For any multiplier x, k open diagonals with the sum S have a sum of squares of at
//! least
//!
//! ```text
//! min over all choices of k diagonals (sum of s^2 - 2 x s) + 2 x S
//! ```
//!
//! The k open diagonals nearest to x attain the minimum: the *window*. The right side is
//! concave in x, with its maximum where the lowest diagonal of the window is as far from
//! x as the next one above it, and exchanging one for the other would raise the sum of
//! the window above S. So one walk along the diagonals finds the best x exactly, in
//! integers.
//!
//! Four of the diagonals 0 to 6 with the sum 12: from the window 0, 1, 2, 3 with the sum
//! 6, exchange 0 for 4 and 1 for 5, which gives 14, too much. So the window is 1, 2, 3, 4
//! with the sum 10 and squares of 30; 1 and 5 are equally far from x = 3; the bound is 30 +
//! 2 * 3 * (12 - 10) = 42. The best choice, 1, 2, 4, 5, has 46.
//!
//! From one position to the next the window moves little, so the walk starts from the
//! last one.

use super::sets::{self, DiagonalSet};

/// Number of some diagonals, their sum, and the sum of their squares.
#[derive(Clone, Copy, Debug, Default)]
struct PowerSums {
    count: i64,
    sum: i64,
    squares: i64,
}

impl PowerSums {
    /// The sums of the bits of every byte.
    const BYTE_SUMS: [PowerSums; 256] = {
        let mut table = [PowerSums {
            count: 0,
            sum: 0,
            squares: 0,
        }; 256];
        let mut byte = 1;
        while byte < 256 {
            let (rest, bit) = (table[byte & (byte - 1)], byte.trailing_zeros() as i64);
            table[byte] = PowerSums {
                count: rest.count + 1,
                sum: rest.sum + bit,
                squares: rest.squares + bit * bit,
            };
            byte += 1;
        }
        table
    };

    #[inline(always)]
    fn from_set<const W: usize>(set: &DiagonalSet<W>) -> Self {
        // A table of bytes replaces a step for each member; `base` is the number of the
        // lowest bit of the byte.
        let mut all = PowerSums::default();
        let bytes = set.words().iter().flat_map(|word| word.to_le_bytes());
        for (byte, base) in bytes.zip((0..).step_by(8)) {
            let part = &PowerSums::BYTE_SUMS[usize::from(byte)];
            all.count += part.count;
            all.sum += part.sum + base * part.count;
            all.squares += part.squares + base * (2 * part.sum + base * part.count);
        }
        all
    }

    #[inline(always)]
    fn add(&mut self, number: usize) {
        let number = number as i64;
        self.count += 1;
        self.sum += number;
        self.squares += number * number;
    }

    #[inline(always)]
    fn take_out(&mut self, number: usize) {
        let number = number as i64;
        self.count -= 1;
        self.sum -= number;
        self.squares -= number * number;
    }
}

/// The diagonals from `low` on below `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WindowRange {
    low: usize,
    high: usize,
}

impl WindowRange {
    /// Returns the range of all diagonals in a set of `W` words.
    pub(super) const fn all<const W: usize>() -> Self {
        WindowRange {
            low: 0,
            high: 128 * W,
        }
    }
}

/// The best bound for one direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuadraticWindow {
    /// Least sum of the squares of the diagonals.
    pub(super) least: i64,
    /// Range whose open diagonals are the window.
    pub(super) range: WindowRange,
    /// Sum of the window.
    pub(super) sum: i64,
    /// Twice the multiplier.
    twice_multiplier: i64,
    /// Twice the distance from the multiplier to both ends of the exchange; `None` if all
    /// open diagonals are used.
    width: Option<i64>,
}

impl QuadraticWindow {
    /// Computes the bound for `used` of the diagonals `open` with the sum `sum`, starting
    /// from `near`; `None` if no choice has that sum.
    ///
    /// The walk goes to the right number, down to a sum of at most `sum`, then up as long
    /// as the next exchange keeps it. It updates the sums one diagonal at a time: sums
    /// over the whole range at each step would take a pass over all words.
    #[inline(always)]
    pub(super) fn from_open_diagonals<const W: usize>(
        open: &DiagonalSet<W>,
        used: usize,
        sum: i64,
        near: WindowRange,
    ) -> Option<Self> {
        let used = used as i64;
        // The window moves little from one node to the next, so the walk is short.
        let mut walk = WindowWalk {
            open: open.words(),
            range: near,
            sums: PowerSums::from_set(&open.between(near.low, near.high)),
        };
        walk.shrink_to(used, sum)?;
        walk.grow_to(used, sum)?;
        walk.move_down_to(sum)?;
        let ends = walk.move_up_to(sum)?;
        let WindowWalk { range, sums, .. } = walk;
        let twice_multiplier = ends.map_or(0, |(low, high)| (low + high) as i64);
        Some(QuadraticWindow {
            least: sums.squares - twice_multiplier * (sums.sum - sum),
            range,
            sum: sums.sum,
            twice_multiplier,
            width: ends.map(|(low, high)| (high - low) as i64),
        })
    }

    /// Returns twice the multiplier of the bound: the window has the `used` smallest
    /// values of s^2 less this times s.
    pub(super) fn twice_multiplier(&self) -> i64 {
        self.twice_multiplier
    }

    /// Returns the lowest diagonal of the window and the next one above it; `None` if all
    /// open diagonals are used.
    #[inline(always)]
    pub(super) fn ends(&self) -> Option<[i64; 2]> {
        self.width.map(|width| {
            [
                (self.twice_multiplier - width) / 2,
                (self.twice_multiplier + width) / 2,
            ]
        })
    }

    /// Returns the diagonals of the window among those that are `open`.
    pub(super) fn chosen<const W: usize>(&self, open: &DiagonalSet<W>) -> DiagonalSet<W> {
        open.between(self.range.low, self.range.high)
    }

    /// Returns four times the cost of using `diagonal` instead of one at the end of the
    /// window; negative inside the window, where it is the cost of leaving it out.
    pub(super) fn cost(&self, diagonal: usize) -> i64 {
        let off = 2 * diagonal as i64 - self.twice_multiplier;
        self.width.map_or(0, |width| off * off - width * width)
    }

    /// Returns the lowest and the highest number that cost at most a quarter of `slack`;
    /// `None` if all do.
    #[inline(always)]
    pub(super) fn within(&self, slack: i64) -> Option<(i64, i64)> {
        let width = self.width?;
        // Exact, because the numbers are far below 2^52.
        let off = ((width * width + slack) as f64).sqrt() as i64;
        Some((
            (self.twice_multiplier - off + 1).div_euclid(2),
            (self.twice_multiplier + off).div_euclid(2),
        ))
    }

    /// True if every open diagonal is used.
    pub(super) fn is_all(&self) -> bool {
        self.width.is_none()
    }
}

/// A window on its way to the best place.
struct WindowWalk<'w> {
    /// Open diagonals.
    open: &'w [u64],
    range: WindowRange,
    /// Sums of the open diagonals in the range.
    sums: PowerSums,
}

// Each step is `None` if no window has the required number and sum.
impl WindowWalk<'_> {
    /// Drops diagonals, at the end farther from the required mean, until `used` are left.
    #[inline(always)]
    fn shrink_to(&mut self, used: i64, sum: i64) -> Option<()> {
        while self.sums.count > used {
            let first = sets::next(self.open, self.range.low)?;
            let last = sets::last_below(self.open, self.range.high)?;
            if is_middle_high(first, last, used, sum) {
                self.sums.take_out(last);
                self.range.high = last;
            } else {
                self.sums.take_out(first);
                self.range.low = first + 1;
            }
        }
        Some(())
    }

    /// Adds diagonals, at the end that brings the middle closer to the required mean,
    /// until there are `used`.
    #[inline(always)]
    fn grow_to(&mut self, used: i64, sum: i64) -> Option<()> {
        while self.sums.count < used {
            let under = sets::last_below(self.open, self.range.low);
            let over = sets::next(self.open, self.range.high);
            match (under, over) {
                (Some(under), over)
                    if over.is_none_or(|over| is_middle_high(under, over, used, sum)) =>
                {
                    self.sums.add(under);
                    self.range.low = under;
                }
                (_, Some(over)) => {
                    self.sums.add(over);
                    self.range.high = over + 1;
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// Moves the window down, one diagonal at a time, to a sum of at most `sum`.
    #[inline(always)]
    fn move_down_to(&mut self, sum: i64) -> Option<()> {
        while self.sums.sum > sum {
            let under = sets::last_below(self.open, self.range.low)?;
            let last = sets::last_below(self.open, self.range.high)?;
            self.sums.add(under);
            self.sums.take_out(last);
            self.range.low = under;
            self.range.high = last;
        }
        Some(())
    }

    /// Moves the window up as long as its sum is at most `sum`. Returns the next
    /// exchange: the lowest diagonal of the window for the next one above it. At the
    /// highest window, returns the last exchange, if there is one.
    #[inline(always)]
    fn move_up_to(&mut self, sum: i64) -> Option<Option<(usize, usize)>> {
        loop {
            let first = sets::next(self.open, self.range.low);
            let Some(over) = sets::next(self.open, self.range.high) else {
                if self.sums.sum < sum {
                    return None;
                }
                let under = sets::last_below(self.open, self.range.low);
                let last = sets::last_below(self.open, self.range.high);
                return Some(under.zip(last));
            };
            let first = first?;
            if self.sums.sum + (over - first) as i64 > sum {
                return Some(Some((first, over)));
            }
            self.sums.take_out(first);
            self.sums.add(over);
            self.range.low = first + 1;
            self.range.high = over + 1;
        }
    }
}

/// True if the middle between two diagonals is not below the mean of `used` diagonals
/// with the sum `sum`.
#[inline(always)]
fn is_middle_high(one: usize, other: usize, used: i64, sum: i64) -> bool {
    (one + other) as i64 * used >= 2 * sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Computes the best bound over all multipliers in steps of a half, each by the
    /// cheapest choice of all numbers.
    fn best_bound(open: &[i64], used: usize, sum: i64) -> i64 {
        let bound = |twice: i64| {
            let mut costs: Vec<i64> = open
                .iter()
                .map(|number| number * number - twice * number)
                .collect();
            costs.sort_unstable();
            costs[..used].iter().sum::<i64>() + twice * sum
        };
        (-10..400).map(bound).max().unwrap()
    }

    proptest! {
        #[test]
        fn finds_the_best_window_from_any_start(
            open in prop::collection::btree_set(0_usize..124, 1..30),
            chosen in prop::collection::vec(any::<bool>(), 30),
            off in -3_i64..4,
            near in (0_usize..129, 0_usize..129),
            slack in 0_i64..3000,
        ) {
            let mut set = DiagonalSet::<1>::EMPTY;
            open.iter().for_each(|&number| sets::insert(set.words_mut(), number));
            let open: Vec<i64> = open.into_iter().map(|number| number as i64).collect();
            let some = open.iter().zip(&chosen).filter(|(_, chosen)| **chosen).map(|(&number, _)| number);
            let (used, sum) = (some.clone().count(), some.clone().sum::<i64>() + off);
            prop_assume!(used > 0);
            let window = QuadraticWindow::from_open_diagonals(&set, used, sum, WindowRange::all::<1>());
            let range = WindowRange { low: near.0.min(near.1), high: near.0.max(near.1) };
            let parts = |window: QuadraticWindow| {
                let QuadraticWindow { least, sum, twice_multiplier, width, .. } = window;
                (least, sum, twice_multiplier, width, window.chosen(&set))
            };
            prop_assert_eq!(window.map(parts), QuadraticWindow::from_open_diagonals(&set, used, sum, range).map(parts));
            let (least, most) = (open[..used].iter().sum::<i64>(), open[open.len() - used..].iter().sum::<i64>());
            prop_assert_eq!(window.is_some(), (least..=most).contains(&sum));
            let Some(window) = window else { return Ok(()) };
            prop_assert_eq!(sets::members(window.chosen(&set).words()).count(), used);
            if window.is_all() {
                prop_assert_eq!(window.least, open.iter().map(|number| number * number).sum::<i64>());
                prop_assert_eq!(window.within(slack), None);
                return Ok(());
            }
            prop_assert_eq!(window.least, best_bound(&open, used, sum));
            let (first, last) = window.within(slack).unwrap();
            for number in 0..124 {
                prop_assert_eq!((first..=last).contains(&number), window.cost(number as usize) <= slack);
            }
        }
    }
}
