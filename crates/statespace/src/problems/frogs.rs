//! The frogs and toads on their stones.

use crate::path::Transition;
use crate::space::{Space, TransitionOf};
use std::fmt;

/// Maximum number of frogs on each side, so that the row stays readable.
const MAX_FROGS: usize = 32;

/// Frogs and toads: as many frogs on the left as toads on the right, and one free stone
/// between. Frogs go right and toads go left, a step onto the free stone or a leap over
/// one of the other kind. Both sides are to change places. Each move costs 1.
///
/// With n on each side every solution has n(n + 2) moves (Lucas 1883, "Recreations
/// mathematiques"): n squared leaps and 2n steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frogs {
    each: usize,
}

/// Reason why a row of frogs is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FrogsError {
    /// No frogs, or too many.
    #[error("{0} frogs on each side: give from 1 to {MAX_FROGS}")]
    Count(usize),
}

impl Frogs {
    /// Creates the problem of `each` frogs on the left and as many toads on the right.
    ///
    /// # Errors
    /// [`FrogsError::Count`] if there are none, or too many to show.
    pub fn new(each: usize) -> Result<Self, FrogsError> {
        if each == 0 || each > MAX_FROGS {
            return Err(FrogsError::Count(each));
        }
        Ok(Frogs { each })
    }
}

/// Creature on a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Creature {
    /// A frog, which goes right.
    Frog,
    /// A toad, which goes left.
    Toad,
}

/// All stones from left to right. Its text shows frogs as `>`, toads as `<`, the free
/// stone as `_`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StoneRow(Vec<Option<Creature>>);

impl fmt::Display for StoneRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|stone| {
            f.write_str(match stone {
                Some(Creature::Frog) => ">",
                Some(Creature::Toad) => "<",
                None => "_",
            })
        })
    }
}

/// Move of one creature onto the free stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hop {
    /// Creature that moves.
    pub who: Creature,
    /// Stone that it leaves, counted from 1 at the left.
    pub from: usize,
    /// True if it leaps over another creature.
    pub is_leap: bool,
}

impl fmt::Display for Hop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, other, direction) = match self.who {
            Creature::Frog => ("frog", "toad", "right"),
            Creature::Toad => ("toad", "frog", "left"),
        };
        write!(f, "the {name} on stone {} ", self.from)?;
        if self.is_leap {
            write!(f, "leaps {direction} over a {other}")
        } else {
            write!(f, "steps {direction}")
        }
    }
}

impl Space for Frogs {
    type State = StoneRow;
    type Operator = Hop;

    fn start(&self) -> StoneRow {
        let mut row = vec![Some(Creature::Frog); self.each];
        row.push(None);
        row.resize(2 * self.each + 1, Some(Creature::Toad));
        StoneRow(row)
    }

    fn is_goal(&self, row: &StoneRow) -> bool {
        row.0[self.each].is_none()
            && row.0[..self.each]
                .iter()
                .all(|stone| *stone == Some(Creature::Toad))
    }

    /// Returns the moves from the leftmost creature to the rightmost.
    fn successors(&self, row: &StoneRow) -> impl IntoIterator<Item = TransitionOf<Self>> {
        let free = row.0.iter().position(Option::is_none).unwrap_or(0);
        let hop = |who: Creature, from: Option<usize>, over: Option<usize>| {
            let from = from.filter(|from| row.0.get(*from) == Some(&Some(who)))?;
            if over.is_some_and(|over| row.0[over] == Some(who)) {
                return None;
            }
            let mut after = row.clone();
            after.0.swap(from, free);
            let hop = Hop {
                who,
                from: from + 1,
                is_leap: over.is_some(),
            };
            Some(Transition::new(hop, after))
        };
        let hops = [
            hop(Creature::Frog, free.checked_sub(2), free.checked_sub(1)),
            hop(Creature::Frog, free.checked_sub(1), None),
            hop(Creature::Toad, Some(free + 1), None),
            hop(Creature::Toad, Some(free + 2), Some(free + 1)),
        ];
        hops.into_iter().flatten()
    }

    /// Half of the total distance of all creatures to the other side, because a leap
    /// gains 2.
    fn heuristic(&self, row: &StoneRow) -> u64 {
        let last = 2 * self.each;
        let missing = |place: usize| (self.each + 1).saturating_sub(place);
        let ways = row.0.iter().enumerate().map(|(place, stone)| match stone {
            Some(Creature::Frog) => missing(place),
            Some(Creature::Toad) => missing(last - place),
            None => 0,
        });
        ways.sum::<usize>().div_ceil(2) as u64
    }

    fn state_bytes(&self) -> usize {
        size_of::<StoneRow>() + (2 * self.each + 1) * size_of::<Option<Creature>>()
    }
}
