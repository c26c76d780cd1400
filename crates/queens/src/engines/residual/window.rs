//! The least sum of squares of some diagonals of one direction whose sum is known.
//!
//! For any multiplier x, `k` of the open diagonals with the sum S have a sum of squares of at least the
//! minimum, over all choices of `k`, of the sum of s^2 - 2 x s, plus 2 x S. The `k` open diagonals that
//! are nearest to x take that minimum: the *window*. The bound is concave in x; it has its maximum where
//! the window's lower end costs as much as the next diagonal beyond its upper end, and where to give one
//! for the other would take the window's sum beyond S.

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
    fn exchange(&mut self, out: usize, into: usize) {
        let (out, into) = (out as i64, into as i64);
        self.sum += into - out;
        self.squares += into * into - out * out;
    }

    #[inline(always)]
    fn take_out(&mut self, number: usize) {
        let number = number as i64;
        self.count -= 1;
        self.sum -= number;
        self.squares -= number * number;
    }
}

/// The best bound for one direction, and what other choices cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window<const W: usize> {
    /// What the squares of the diagonals sum up to at least.
    pub(super) least: i64,
    /// The diagonals of the window, and their sum.
    pub(super) chosen: Wide<W>,
    pub(super) sum: i64,
    /// The open diagonals that cost something to use.
    pub(super) far: Wide<W>,
    /// The most that one of them costs.
    pub(super) most: i64,
    /// Twice the multiplier.
    twice_centre: i64,
    /// Twice the distance from the multiplier to both ends of the window; `None`: all are used.
    width: Option<i64>,
}

impl<const W: usize> Window<W> {
    /// The bound for `used` of the diagonals `open` whose numbers have the sum `sum`; `None` if no choice
    /// has that sum.
    #[inline(always)]
    pub(super) fn of(open: &Wide<W>, used: usize, sum: i64) -> Option<Self> {
        let mut sums = Sums::of(open);
        let spare = usize::try_from(sums.count - used as i64).ok()?;
        let mut window = Window {
            least: sums.squares,
            chosen: *open,
            sum,
            far: Wide::EMPTY,
            most: 0,
            twice_centre: 0,
            width: None,
        };
        if spare == 0 {
            return (sums.sum == sum).then_some(window);
        }
        for high in sets::members_descending(open.words()).take(spare) {
            sums.take_out(high);
            sets::remove(window.chosen.words_mut(), high);
            sets::insert(window.far.words_mut(), high);
        }
        if sums.sum > sum {
            return None;
        }
        let highs = window.far;
        let (mut low, mut high) = (0, 0);
        for ends in sets::members(open.words()).zip(sets::members(highs.words())) {
            (low, high) = ends;
            if sums.sum + (high - low) as i64 > sum {
                break;
            }
            sums.exchange(low, high);
            sets::remove(window.chosen.words_mut(), low);
            sets::insert(window.chosen.words_mut(), high);
            sets::insert(window.far.words_mut(), low);
            sets::remove(window.far.words_mut(), high);
        }
        let exhausted = !sets::contains(window.far.words(), high);
        if exhausted && sums.sum < sum {
            return None;
        }
        sets::remove(window.far.words_mut(), low);
        sets::remove(window.far.words_mut(), high);
        window.sum = sums.sum;
        window.twice_centre = (low + high) as i64;
        window.width = Some((high - low) as i64);
        window.least = sums.squares - window.twice_centre * (sums.sum - sum);
        let ends = [sets::members(open.words()).next(), sets::members_descending(open.words()).next()];
        window.most = ends.into_iter().flatten().map(|end| window.excess(end)).max().unwrap_or(0);
        Some(window)
    }

    /// Four times what it costs to use `diagonal` instead of one at the end of the window; negative for
    /// those inside: what it costs not to use them.
    #[inline(always)]
    pub(super) fn cost(&self, diagonal: usize) -> i64 {
        let off = 2 * diagonal as i64 - self.twice_centre;
        self.width.map_or(0, |width| off * off - width * width)
    }

    /// Four times what it costs to use `diagonal`.
    #[inline(always)]
    pub(super) fn excess(&self, diagonal: usize) -> i64 {
        self.cost(diagonal).max(0)
    }

    /// Whether every open diagonal is used.
    #[inline(always)]
    pub(super) fn is_all(&self) -> bool {
        self.width.is_none()
    }
}
