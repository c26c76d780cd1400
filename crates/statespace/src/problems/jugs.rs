//! Measuring water with jugs.

use crate::path::Transition;
use crate::space::{Space, TransitionOf};
use std::fmt;

/// Maximum number of jugs, to bound the number of states.
const MAX_JUGS: usize = 8;

/// The water jugs: some jugs of known capacity, all empty, a tap and a drain. Get a given
/// amount into one of them. Each filling, emptying or pouring costs 1.
///
/// With jugs of 4 and 5 litres and 2 litres to measure it is the example of Stilpo
/// (Tuukka Turto, 2016). The state space has at most the product of (capacity + 1)
/// states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jugs {
    capacities: Vec<u32>,
    wanted: u32,
}

/// Reason why a water jug problem is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JugsError {
    /// No jugs, or too many.
    #[error("{0} jugs: give from 1 to {MAX_JUGS}")]
    Count(usize),
    /// A jug of capacity 0.
    #[error("a jug of 0 litres holds nothing: give capacities of at least 1")]
    NoCapacity,
    /// Two jugs of the same capacity.
    #[error("two jugs of {0} litres: give each a different capacity, which is its name")]
    SameCapacity(u32),
    /// An amount above the largest capacity.
    #[error("{wanted} litres fit into no jug: ask for at most {largest}")]
    TooMuch {
        /// The amount.
        wanted: u32,
        /// The largest capacity.
        largest: u32,
    },
}

impl Jugs {
    /// Creates the problem of jugs with these capacities in litres, all different, of
    /// which one is to hold `wanted` litres.
    ///
    /// The problem may still have no solution: jugs of 4 and 6 litres measure no odd
    /// amount.
    ///
    /// # Errors
    /// [`JugsError`], with the number that is out of bounds.
    pub fn new(capacities: &[u32], wanted: u32) -> Result<Self, JugsError> {
        if capacities.is_empty() || capacities.len() > MAX_JUGS {
            return Err(JugsError::Count(capacities.len()));
        }
        if capacities.contains(&0) {
            return Err(JugsError::NoCapacity);
        }
        for (index, capacity) in capacities.iter().enumerate() {
            if capacities[..index].contains(capacity) {
                return Err(JugsError::SameCapacity(*capacity));
            }
        }
        let largest = capacities.iter().copied().max().unwrap_or(0);
        if wanted > largest {
            return Err(JugsError::TooMuch { wanted, largest });
        }
        Ok(Jugs {
            capacities: capacities.to_vec(),
            wanted,
        })
    }
}

/// Litres in each jug, in the order of the jugs. Its text is for example `(4, 2)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Levels(Vec<u32>);

impl Levels {
    /// Returns the litres in each jug.
    #[must_use]
    pub fn litres(&self) -> &[u32] {
        &self.0
    }
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let litres: Vec<String> = self.0.iter().map(u32::to_string).collect();
        write!(f, "({})", litres.join(", "))
    }
}

/// Action on jugs, which are named by their capacity in litres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handling {
    /// Fills a jug at the tap.
    Fill(u32),
    /// Empties a jug.
    Empty(u32),
    /// Pours from one jug into another until the first is empty or the second full.
    Pour {
        /// First jug.
        from: u32,
        /// Second jug.
        to: u32,
    },
}

impl fmt::Display for Handling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Handling::Fill(jug) => write!(f, "fill the {jug} litre jug"),
            Handling::Empty(jug) => write!(f, "empty the {jug} litre jug"),
            Handling::Pour { from, to } => {
                write!(f, "pour the {from} litre jug into the {to} litre jug")
            }
        }
    }
}

impl Space for Jugs {
    type State = Levels;
    type Operator = Handling;

    fn start(&self) -> Levels {
        Levels(vec![0; self.capacities.len()])
    }

    fn is_goal(&self, levels: &Levels) -> bool {
        levels.0.contains(&self.wanted)
    }

    /// Returns fills first, then empties, then pours, each in the order of the jugs,
    /// without idle actions.
    fn successors(
        &self,
        levels: &Levels,
    ) -> impl IntoIterator<Item = TransitionOf<Self>> {
        let jugs = || self.capacities.iter().copied().zip(0..);
        let set = |jug: usize, litres: u32| {
            let mut levels = levels.clone();
            levels.0[jug] = litres;
            levels
        };
        let mut next = Vec::new();
        for (capacity, jug) in jugs().filter(|&(capacity, jug)| levels.0[jug] < capacity)
        {
            next.push(Transition::new(
                Handling::Fill(capacity),
                set(jug, capacity),
            ));
        }
        for (capacity, jug) in jugs().filter(|&(_, jug)| levels.0[jug] > 0) {
            next.push(Transition::new(Handling::Empty(capacity), set(jug, 0)));
        }
        for (from, source) in jugs() {
            for (to, target) in jugs().filter(|&(_, target)| target != source) {
                let poured = levels.0[source].min(to - levels.0[target]);
                if poured > 0 {
                    let mut levels = set(source, levels.0[source] - poured);
                    levels.0[target] += poured;
                    next.push(Transition::new(Handling::Pour { from, to }, levels));
                }
            }
        }
        next
    }

    fn state_bytes(&self) -> usize {
        size_of::<Levels>() + size_of_val(self.capacities.as_slice())
    }
}
