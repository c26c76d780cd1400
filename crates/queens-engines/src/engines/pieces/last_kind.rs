//! Number of sets of the last kind beside a placement of the others.
//!
//! ```text
//! count(open squares, need):
//!     for no piece, one or two: directly
//!     if no two squares attack each other: binomial coefficients
//!     else, on the square with the most attacks:
//!         count(the squares without it, need)
//!         count(the squares that it does not attack, need - 1)
//! ```

use super::board::OrbitBoard;
use control::{Limit, Meter, Stop};
use queens_model::bits::SmallSet;

/// Stop of a count that does not fit in 128 bits.
pub(super) const COUNT_OVERFLOW: Stop = Stop::LimitReached(Limit::Memory);

impl<const W: usize> OrbitBoard<W> {
    /// Returns the number of sets of `need` squares for the last kind.
    ///
    /// # Errors
    /// A limit; [`COUNT_OVERFLOW`].
    pub(super) fn count_last_kind(
        &self,
        open: SmallSet<W>,
        need: u32,
        meter: &mut Meter<'_>,
    ) -> Result<u128, Stop> {
        let kind = self.kinds - 1;
        let mut sets = 0u128;
        let mut branches = Vec::new();
        let mut next = Some((open, need));
        // The sets in question are those counted in `sets`, those of `need` squares of
        // `open`, and the same in each branch.
        while let Some((open, need)) = next {
            let more = match need {
                0 => 1,
                1 => (open & self.of_size[0]).count().into(),
                2 => self.count_pairs(kind, open),
                _ => match self.most_attacking(kind, open) {
                    None => self.count_choices(open, need)?,
                    Some(orbit) => {
                        meter.expand()?;
                        if self.has_room(kind, open, need) {
                            branches.push((open - SmallSet::one(orbit), need));
                            if let Some(left) = need.checked_sub(self.size(orbit)) {
                                let beside = open - self.closed[kind][orbit][kind];
                                branches.push((beside, left));
                            }
                        }
                        0
                    }
                },
            };
            sets = sets.checked_add(more).ok_or(COUNT_OVERFLOW)?;
            next = branches.pop();
        }
        Ok(sets)
    }

    /// Returns the open orbit that attacks the most others, the last one of several;
    /// `None` if no two attack each other.
    fn most_attacking(&self, kind: usize, open: SmallSet<W>) -> Option<usize> {
        let attacks =
            |orbit: usize| ((open & self.closed[kind][orbit][kind]).count(), orbit);
        let (attacked, orbit) = open.iter().map(attacks).max()?;
        // Every orbit is closed beside itself.
        (attacked > 1).then_some(orbit)
    }

    /// Returns the number of sets of two squares.
    fn count_pairs(&self, kind: usize, open: SmallSet<W>) -> u128 {
        let [ones, twos, _] = self.of_size;
        let mut rest = open & ones;
        let mut pairs = (open & twos).count();
        // `pairs` has every pair with a square that is not in `rest`.
        while let Some(orbit) = rest.first() {
            rest.remove(orbit);
            pairs += (rest - self.closed[kind][orbit][kind]).count();
        }
        pairs.into()
    }

    /// Returns the number of sets of `need` squares if no two orbits attack each other.
    fn count_choices(&self, open: SmallSet<W>, need: u32) -> Result<u128, Stop> {
        let [ones, twos, fours] = self.of_size.map(|of_size| (open & of_size).count());
        let mut sum = 0u128;
        for four in 0..=fours.min(need / 4) {
            for two in 0..=twos.min((need - 4 * four) / 2) {
                let one = need - 4 * four - 2 * two;
                let ways = multiply_binomials([(ones, one), (twos, two), (fours, four)]);
                sum = ways
                    .and_then(|ways| sum.checked_add(ways))
                    .ok_or(COUNT_OVERFLOW)?;
            }
        }
        Ok(sum)
    }
}

/// Returns the product of the binomial coefficients of these pairs; `None` if it does not
/// fit.
fn multiply_binomials(pairs: [(u32, u32); 3]) -> Option<u128> {
    pairs
        .into_iter()
        .try_fold(1u128, |ways, (n, k)| ways.checked_mul(binomial(n, k)?))
}

/// Returns the number of sets of `k` of `n` things; `None` if it does not fit.
fn binomial(n: u32, k: u32) -> Option<u128> {
    if k > n {
        return Some(0);
    }
    let k = k.min(n - k);
    let mut ways = 1u128;
    // `ways` is the number of sets of `i` things, so each division is exact.
    for i in 0..u128::from(k) {
        ways = ways.checked_mul(u128::from(n) - i)? / (i + 1);
    }
    Some(ways)
}
