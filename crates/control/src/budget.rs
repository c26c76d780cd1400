//! Memory that several searches share.

use crate::limits::{Limit, Limits};
use crate::outcome::{Step, Stop};
use crate::threads::lock;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Time between two checks of the limits while a loan waits.
const CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// Bytes of memory that several searches may take together. Clones share them.
///
/// A search draws what its stores take ([`Limits::with_budget`]) and keeps it until its
/// limits are dropped; if the rest is too small, it ends as at its own memory limit.
/// Short work that needs a known amount, such as decoding a picture, takes a
/// [`MemoryLoan`] before it starts, and waits for it.
///
/// ```
/// use control::{Limits, MemoryBudget};
///
/// let budget = MemoryBudget::new(100, 50);
/// let (first, second) = (Limits::default().with_budget(&budget), Limits::default().with_budget(&budget));
/// assert!(first.check_memory(60).is_ok());
/// assert!(second.check_memory(41).is_err());
/// drop(first);
/// assert!(second.check_memory(41).is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct MemoryBudget(Arc<Pool>);

#[derive(Debug)]
struct Pool {
    /// Bytes that all loans may have together.
    max_loans: u64,
    free: Mutex<FreeBytes>,
    /// Notified when bytes are given back.
    returned: Condvar,
}

/// Bytes that nobody has drawn.
#[derive(Debug)]
struct FreeBytes {
    all: u64,
    /// Those among them that a loan may take.
    loans: u64,
}

impl MemoryBudget {
    /// Returns a budget of `bytes`, of which loans may have at most `loans` at once.
    #[must_use]
    pub fn new(bytes: u64, loans: u64) -> Self {
        let loans = loans.min(bytes);
        let free = Mutex::new(FreeBytes { all: bytes, loans });
        MemoryBudget(Arc::new(Pool {
            max_loans: loans,
            free,
            returned: Condvar::new(),
        }))
    }

    /// Bytes that nobody has drawn.
    #[must_use]
    pub fn free_bytes(&self) -> u64 {
        lock(&self.0.free).all
    }

    fn draw_bytes(&self, bytes: u64) -> Step {
        let free = &mut *lock(&self.0.free);
        free.all = free
            .all
            .checked_sub(bytes)
            .ok_or(Stop::LimitReached(Limit::Memory))?;
        Ok(())
    }

    /// Draws a loan once there is room for it; the limits hold meanwhile.
    fn lend_bytes(&self, bytes: u64, limits: &Limits) -> Step {
        if bytes > self.0.max_loans {
            return Err(Stop::LimitReached(Limit::Memory));
        }
        let mut free = lock(&self.0.free);
        while bytes > free.loans || bytes > free.all {
            limits.check()?;
            let waited = self.0.returned.wait_timeout(free, CHECK_INTERVAL);
            (free, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
        free.all -= bytes;
        free.loans -= bytes;
        Ok(())
    }

    fn give_back(&self, bytes: u64, loans: u64) {
        let mut free = lock(&self.0.free);
        free.all += bytes;
        free.loans += loans;
        self.0.returned.notify_all();
    }
}

/// Account of what a search has drawn from a budget: as much as its stores ever took. It
/// is given back when this is dropped.
#[derive(Debug)]
pub(crate) struct MemoryAccount {
    budget: MemoryBudget,
    drawn: Mutex<u64>,
}

impl MemoryAccount {
    pub(crate) fn new(budget: &MemoryBudget) -> Self {
        MemoryAccount {
            budget: budget.clone(),
            drawn: Mutex::new(0),
        }
    }

    /// Draws what is missing to `bytes`.
    pub(crate) fn raise_to(&self, bytes: u64) -> Step {
        let mut drawn = lock(&self.drawn);
        if bytes > *drawn {
            self.budget.draw_bytes(bytes - *drawn)?;
            *drawn = bytes;
        }
        Ok(())
    }

    pub(crate) fn lend_bytes(
        &self,
        bytes: u64,
        limits: &Limits,
    ) -> Result<MemoryLoan, Stop> {
        self.budget.lend_bytes(bytes, limits)?;
        Ok(MemoryLoan(Some((self.budget.clone(), bytes))))
    }
}

impl Drop for MemoryAccount {
    fn drop(&mut self) {
        self.budget.give_back(*lock(&self.drawn), 0);
    }
}

/// Memory that was set aside for a short time, given back when this is dropped:
/// [`Limits::lend_memory`].
#[derive(Debug)]
#[must_use]
pub struct MemoryLoan(Option<(MemoryBudget, u64)>);

impl MemoryLoan {
    /// Returns a loan that no budget has to grant.
    pub(crate) fn unbounded() -> Self {
        MemoryLoan(None)
    }
}

impl Drop for MemoryLoan {
    fn drop(&mut self) {
        if let Some((budget, bytes)) = self.0.take() {
            budget.give_back(bytes, bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMORY: Stop = Stop::LimitReached(Limit::Memory);

    #[test]
    fn searches_share_a_budget_until_their_limits_are_dropped() {
        let budget = MemoryBudget::new(100, 0);
        let first = Limits::default().with_memory(70).with_budget(&budget);
        let (copy, second) = (first.clone(), Limits::default().with_budget(&budget));
        assert_eq!(
            (first.check_memory(60), copy.check_memory(70)),
            (Ok(()), Ok(()))
        );
        // The stores shrink and grow again.
        assert_eq!(
            (first.check_memory(10), first.check_memory(71)),
            (Ok(()), Err(MEMORY))
        );
        assert_eq!(
            (second.check_memory(31), second.check_memory(30)),
            (Err(MEMORY), Ok(()))
        );
        assert_eq!(budget.free_bytes(), 0);
        drop(first);
        assert_eq!(budget.free_bytes(), 0);
        drop(copy);
        assert_eq!(
            (budget.free_bytes(), second.check_memory(100)),
            (70, Ok(()))
        );
    }

    #[test]
    fn a_loan_waits_for_its_turn() {
        let budget = MemoryBudget::new(100, 50);
        let limits = Limits::default().with_budget(&budget);
        assert_eq!(limits.lend_memory(51).map(drop), Err(MEMORY));
        let first = limits.lend_memory(30).expect("room");
        assert_eq!(budget.free_bytes(), 70);
        let hurried = limits.clone().with_time(Duration::from_millis(1)).started();
        assert_eq!(
            hurried.lend_memory(21).map(drop),
            Err(Stop::LimitReached(Limit::Time))
        );
        let second = std::thread::scope(|scope| {
            let second = scope.spawn(|| limits.lend_memory(21));
            drop(first);
            second.join().expect("no panic").expect("room")
        });
        // What searches have drawn is missing for loans, too.
        assert_eq!((budget.free_bytes(), limits.check_memory(75)), (79, Ok(())));
        assert_eq!(
            hurried.lend_memory(5).map(drop),
            Err(Stop::LimitReached(Limit::Time))
        );
        drop(second);
        assert_eq!(limits.lend_memory(25).map(drop), Ok(()));
    }

    #[test]
    fn without_a_budget_the_own_limit_holds() {
        let limits = Limits::default().with_memory(10);
        assert_eq!(
            (
                limits.lend_memory(10).map(drop),
                limits.lend_memory(11).map(drop)
            ),
            (Ok(()), Err(MEMORY))
        );
    }
}
