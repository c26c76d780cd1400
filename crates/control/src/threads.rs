//! Small things that every user of threads needs.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Returns `asked`, or the number of processors that this process may use if it is 0; at
/// least 1.
///
/// ```
/// assert_eq!(control::thread_count(3), 3);
/// assert!(control::thread_count(0) >= 1);
/// ```
#[must_use]
pub fn thread_count(asked: usize) -> usize {
    match asked {
        0 => thread::available_parallelism().map_or(1, usize::from),
        asked => asked,
    }
}

/// Locks `mutex` even if a thread panicked while it held the lock. Only for data that is
/// valid after every statement.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
