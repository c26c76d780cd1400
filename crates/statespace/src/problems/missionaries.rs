//! Missionaries and cannibals.

use crate::path::Transition;
use crate::space::{Space, TransitionOf};
use std::fmt;

/// Maximum number of people of each kind.
const MAX_PEOPLE: u32 = 1000;

/// Missionaries and cannibals: equally many of both cross a river in one boat, which must
/// be rowed back each time. Missionaries may never be outnumbered, on either bank or in
/// the boat. Each crossing costs 1.
///
/// Three of each with a boat for two need 11 crossings (Amarel 1968, "On representations
/// of problems of reasoning about actions"). Its heuristic lets the boat bring one back
/// each time and forgets who is who.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missionaries {
    each: u32,
    boat: u32,
}

/// Reason why a crossing is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MissionariesError {
    /// Nobody, or too many people.
    #[error(
        "{0} missionaries and as many cannibals: give from 1 to {MAX_PEOPLE} of each"
    )]
    People(u32),
    /// A boat that is too small, or larger than all people need.
    #[error("a boat for {boat}: give from 2 to {most} seats")]
    Boat {
        /// Number of seats.
        boat: u32,
        /// Number of people.
        most: u32,
    },
}

impl Missionaries {
    /// Creates the problem of `each` missionaries and `each` cannibals with a boat of
    /// `boat` seats.
    ///
    /// The problem may still have no solution: four of each cannot cross in a boat for
    /// two.
    ///
    /// # Errors
    /// [`MissionariesError`], with the number that is out of bounds.
    pub fn new(each: u32, boat: u32) -> Result<Self, MissionariesError> {
        if each == 0 || each > MAX_PEOPLE {
            return Err(MissionariesError::People(each));
        }
        if boat < 2 || boat > 2 * each {
            return Err(MissionariesError::Boat {
                boat,
                most: 2 * each,
            });
        }
        Ok(Missionaries { each, boat })
    }
}

/// People on the near bank, where all begin; the others are on the far bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Banks {
    /// Number of people of each kind on both banks together.
    each: u32,
    /// Missionaries on the near bank.
    pub missionaries: u32,
    /// Cannibals on the near bank.
    pub cannibals: u32,
    /// True if the boat is at the near bank.
    pub boat_is_near: bool,
}

impl fmt::Display for Banks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}m {}c {} {}m {}c",
            self.missionaries,
            self.cannibals,
            if self.boat_is_near {
                "|B~~~|"
            } else {
                "|~~~B|"
            },
            self.each - self.missionaries,
            self.each - self.cannibals
        )
    }
}

/// Crossing of the boat with the people aboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Crossing {
    /// Missionaries in the boat.
    pub missionaries: u32,
    /// Cannibals in the boat.
    pub cannibals: u32,
    /// True if it goes to the near bank.
    pub is_return: bool,
}

impl fmt::Display for Crossing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let people = |count: u32, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{count} {many}")),
        };
        let aboard: Vec<String> = [
            people(self.missionaries, "missionary", "missionaries"),
            people(self.cannibals, "cannibal", "cannibals"),
        ]
        .into_iter()
        .flatten()
        .collect();
        let one = self.missionaries + self.cannibals == 1;
        let verb = match (self.is_return, one) {
            (false, true) => "crosses",
            (false, false) => "cross",
            (true, true) => "returns",
            (true, false) => "return",
        };
        write!(f, "{} {verb}", aboard.join(" and "))
    }
}

/// Returns true if a group is safe: no missionaries, or at least as many as cannibals.
fn is_safe(missionaries: u32, cannibals: u32) -> bool {
    missionaries == 0 || missionaries >= cannibals
}

impl Space for Missionaries {
    type State = Banks;
    type Operator = Crossing;

    fn start(&self) -> Banks {
        Banks {
            each: self.each,
            missionaries: self.each,
            cannibals: self.each,
            boat_is_near: true,
        }
    }

    fn is_goal(&self, banks: &Banks) -> bool {
        banks.missionaries == 0 && banks.cannibals == 0
    }

    /// Returns the crossings with the fewest missionaries first, among these those with
    /// the fewest cannibals.
    fn successors(&self, banks: &Banks) -> impl IntoIterator<Item = TransitionOf<Self>> {
        let (each, boat, banks) = (self.each, self.boat, *banks);
        let here = |near: u32| {
            if banks.boat_is_near {
                near
            } else {
                each - near
            }
        };
        let (most_missionaries, most_cannibals) =
            (here(banks.missionaries), here(banks.cannibals));
        let cross = move |near: u32, aboard: u32| {
            if banks.boat_is_near {
                near - aboard
            } else {
                near + aboard
            }
        };
        let crews = (0..=most_missionaries.min(boat)).flat_map(move |missionaries| {
            (0..=most_cannibals.min(boat - missionaries))
                .map(move |cannibals| (missionaries, cannibals))
        });
        crews.filter_map(move |(missionaries, cannibals)| {
            let after = Banks {
                each,
                missionaries: cross(banks.missionaries, missionaries),
                cannibals: cross(banks.cannibals, cannibals),
                boat_is_near: !banks.boat_is_near,
            };
            let is_allowed = missionaries + cannibals > 0
                && is_safe(missionaries, cannibals)
                && is_safe(after.missionaries, after.cannibals)
                && is_safe(each - after.missionaries, each - after.cannibals);
            let crossing = Crossing {
                missionaries,
                cannibals,
                is_return: !banks.boat_is_near,
            };
            is_allowed.then(|| Transition::new(crossing, after))
        })
    }

    fn heuristic(&self, banks: &Banks) -> u64 {
        // With the boat at the near bank: every pair of crossings brings over one less
        // than the boat holds, and the last crossing brings over a full boat.
        let from_near = |people: u32| {
            1 + 2 * people.saturating_sub(self.boat).div_ceil(self.boat - 1)
        };
        let people = banks.missionaries + banks.cannibals;
        u64::from(match (people, banks.boat_is_near) {
            (0, _) => 0,
            (_, true) => from_near(people),
            (_, false) => 1 + from_near(people + 1),
        })
    }
}
