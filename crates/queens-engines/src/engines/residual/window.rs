//! The least sum of squares of some diagonals of one direction whose sum is known.
//!
//! For any multiplier x, `k` of the open diagonals with the sum S have a sum of squares of at least the
//! minimum, over all choices of `k`, of the sum of s^2 - 2 x s, plus 2 x S. The `k` open diagonals that
//! are nearest to x take that minimum: the *window*. The bound is concave in x; it has its maximum where
//! the window's lower end costs as much as the next diagonal beyond its upper end, and where to give one
//! for the other would take the window's sum beyond S.
//!
//! From one position of a search to the next the window moves little, so that it is looked for from where it was.

use super::sets::{self, Wide};

/// How many numbers there are, their sum, and the sum of their squares.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    count: i64,
    sum: i64,
    squares: i64,
}

impl Sums {
    /// The sums of the numbers of every byte's bits.
    const OF_BYTE: [Sums; 256] = {
        let mut table = [Sums { count: 0, sum: 0, squares: 0 }; 256];
        let mut byte = 1;
        while byte < 256 {
            let (rest, bit) = (table[byte & (byte - 1)], byte.trailing_zeros() as i64);
            table[byte] =
                Sums { count: rest.count + 1, sum: rest.sum + bit, squares: rest.squares + bit * bit };
            byte += 1;
        }
        table
    };

    #[inline(always)]
    fn of<const W: usize>(set: &Wide<W>) -> Self {
        let mut all = Sums::default();
        let bytes = set.words().iter().flat_map(|word| word.to_le_bytes());
        for (byte, base) in bytes.zip((0..).step_by(8)) {
            let part = &Sums::OF_BYTE[usize::from(byte)];
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

/// From which diagonal to before which a window reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    low: usize,
    high: usize,
}

impl Reach {
    /// All that a set of `W` words holds.
    pub(super) const fn all<const W: usize>() -> Self {
        Reach { low: 0, high: 128 * W }
    }
}

/// The best bound for one direction, and what other choices cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// What the squares of the diagonals sum up to at least.
    pub(super) least: i64,
    /// The open diagonals in there are the window.
    pub(super) reach: Reach,
    /// Their sum.
    pub(super) sum: i64,
    /// Twice the multiplier.
    twice_centre: i64,
    /// Twice the distance from the multiplier to both ends of the window; `None`: all are used.
    width: Option<i64>,
}

impl Window {
    /// The bound for `used` of the diagonals `open` whose numbers have the sum `sum`, looked for from `near` on; `None` if
    /// no choice has that sum.
    #[inline(always)]
    pub(super) fn of<const W: usize>(open: &Wide<W>, used: usize, sum: i64, near: Reach) -> Option<Self> {
        let (used, all) = (used as i64, open.words());
        let Reach { mut low, mut high } = near;
        let mut sums = Sums::of(&open.between(low, high));
        // Rather the side that brings the middle of the window nearer to where the mean must be.
        let is_high = |one: usize, other: usize| (one + other) as i64 * used >= 2 * sum;
        while sums.count > used {
            let (first, last) = (sets::next(all, low)?, sets::last_below(all, high)?);
            if is_high(first, last) {
                sums.take_out(last);
                high = last;
            } else {
                sums.take_out(first);
                low = first + 1;
            }
        }
        while sums.count < used {
            match (sets::last_below(all, low), sets::next(all, high)) {
                (Some(under), over) if over.is_none_or(|over| is_high(under, over)) => {
                    sums.add(under);
                    low = under;
                }
                (_, Some(over)) => {
                    sums.add(over);
                    high = over + 1;
                }
                _ => return None,
            }
        }
        while sums.sum > sum {
            let (under, last) = (sets::last_below(all, low)?, sets::last_below(all, high)?);
            sums.add(under);
            sums.take_out(last);
            (low, high) = (under, last);
        }
        // One that is in the window and one beyond, which cost the same.
        let ends = loop {
            let (first, Some(over)) = (sets::next(all, low), sets::next(all, high)) else {
                if sums.sum < sum {
                    return None;
                }
                break sets::last_below(all, low).zip(sets::last_below(all, high));
            };
            let first = first?;
            if sums.sum + (over - first) as i64 > sum {
                break Some((first, over));
            }
            sums.take_out(first);
            sums.add(over);
            (low, high) = (first + 1, over + 1);
        };
        let twice_centre = ends.map_or(0, |(low, high)| (low + high) as i64);
        Some(Window {
            least: sums.squares - twice_centre * (sums.sum - sum),
            reach: Reach { low, high },
            sum: sums.sum,
            twice_centre,
            width: ends.map(|(low, high)| (high - low) as i64),
        })
    }

    /// The multiplier of the sum by which `least` shows: the `used` numbers with the smallest s^2 less it times s are the
    /// window.
    pub(super) fn twice_centre(&self) -> i64 {
        self.twice_centre
    }

    /// The lowest in the window, and the next beyond its upper end; `None`: all are used.
    #[inline(always)]
    pub(super) fn ends(&self) -> Option<[i64; 2]> {
        self.width.map(|width| [(self.twice_centre - width) / 2, (self.twice_centre + width) / 2])
    }

    /// The diagonals of the window, of those that are `open`.
    pub(super) fn chosen<const W: usize>(&self, open: &Wide<W>) -> Wide<W> {
        open.between(self.reach.low, self.reach.high)
    }

    /// Four times what it costs to use `diagonal` instead of one at the end of the window; negative for
    /// those inside: what it costs not to use them.
    pub(super) fn cost(&self, diagonal: usize) -> i64 {
        let off = 2 * diagonal as i64 - self.twice_centre;
        self.width.map_or(0, |width| off * off - width * width)
    }

    /// The first and the last number of a diagonal that costs at most a quarter of `slack`; `None`: all do.
    #[inline(always)]
    pub(super) fn within(&self, slack: i64) -> Option<(i64, i64)> {
        let width = self.width?;
        // Exact, for the numbers are far below 2^52.
        let off = ((width * width + slack) as f64).sqrt() as i64;
        Some(((self.twice_centre - off + 1).div_euclid(2), (self.twice_centre + off).div_euclid(2)))
    }

    /// Whether every open diagonal is used.
    pub(super) fn is_all(&self) -> bool {
        self.width.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The best bound of all multipliers, in halves: that of the best of all choices with the sums of numbers less the
    /// multiplier times what they miss.
    fn best_bound(open: &[i64], used: usize, sum: i64) -> i64 {
        let bound = |twice: i64| {
            let mut costs: Vec<i64> = open.iter().map(|number| number * number - twice * number).collect();
            costs.sort_unstable();
            costs[..used].iter().sum::<i64>() + twice * sum
        };
        (-10..400).map(bound).max().unwrap()
    }

    proptest! {
        #[test]
        fn a_window_is_the_best_bound_from_wherever_it_is_looked_for(
            open in prop::collection::btree_set(0_usize..124, 1..30),
            chosen in prop::collection::vec(any::<bool>(), 30),
            off in -3_i64..4,
            near in (0_usize..129, 0_usize..129),
            slack in 0_i64..3000,
        ) {
            let mut set = Wide::<1>::EMPTY;
            open.iter().for_each(|&number| sets::insert(set.words_mut(), number));
            let open: Vec<i64> = open.into_iter().map(|number| number as i64).collect();
            let some = open.iter().zip(&chosen).filter(|(_, chosen)| **chosen).map(|(&number, _)| number);
            let (used, sum) = (some.clone().count(), some.clone().sum::<i64>() + off);
            prop_assume!(used > 0);
            let window = Window::of(&set, used, sum, Reach::all::<1>());
            let reach = Reach { low: near.0.min(near.1), high: near.0.max(near.1) };
            let parts = |window: Window| {
                let Window { least, sum, twice_centre, width, .. } = window;
                (least, sum, twice_centre, width, window.chosen(&set))
            };
            prop_assert_eq!(window.map(parts), Window::of(&set, used, sum, reach).map(parts));
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
