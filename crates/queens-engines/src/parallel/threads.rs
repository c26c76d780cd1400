//! The same work on several threads at once, or an error if they cannot start.

use control::lock;
use std::fmt;
use std::sync::Mutex;
use std::thread;

/// The address space that a thread may need: a stack of 2 MiB, the standard library's
/// default, and as much again for what the system and the library allocate to start it.
const BYTES_PER_THREAD: usize = 2 * (2 << 20);

/// Threads that the system has no room for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("thread {number} of {threads} cannot start ({reason}): ask for fewer")]
pub struct NoThreads {
    /// The first thread that cannot start, counted from 1.
    pub number: usize,
    /// Number of threads that were to run.
    pub threads: usize,
    /// The system's reason.
    pub reason: String,
}

impl NoThreads {
    fn new(number: usize, threads: usize, reason: &dyn fmt::Display) -> Self {
        NoThreads {
            number,
            threads,
            reason: reason.to_string(),
        }
    }
}

/// Runs `work` on `threads` threads, including the calling one, and returns the result of
/// each. No thread begins `work` before all have started: if one cannot start, no work
/// was done.
///
/// A panic in one of them is raised here after all have ended.
///
/// # Errors
/// The system has no room for so many threads.
pub fn on_threads<T: Send>(
    threads: usize,
    work: impl Fn() -> T + Sync,
) -> Result<Vec<T>, NoThreads> {
    let threads = threads.max(1);
    check_address_space(threads)?;
    let all_started = Mutex::new(false);
    thread::scope(|scope| {
        // The lock is held while threads start, and each waits for it before it works.
        let mut started = lock(&all_started);
        let work_if_all_started = || {
            let may_work = *lock(&all_started);
            may_work.then(&work)
        };
        let mut others = Vec::new();
        for number in 2..=threads {
            // An error gives the lock back with `false`: the threads so far end idle.
            let other = thread::Builder::new()
                .spawn_scoped(scope, work_if_all_started)
                .map_err(|error| NoThreads::new(number, threads, &error))?;
            others.push(other);
        }
        *started = true;
        drop(started);
        let mut results = vec![work()];
        for other in others {
            match other.join() {
                // All have started, so this is never `None`.
                Ok(result) => results.extend(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(results)
    })
}

/// Checks that there is address space for all threads except the calling one, by
/// reserving it and giving it back. Without the check, a thread that starts with no
/// memory left aborts the whole program.
fn check_address_space(threads: usize) -> Result<(), NoThreads> {
    let mut reserved: Vec<Vec<u8>> = Vec::new();
    for number in 2..=threads {
        let mut room = Vec::new();
        room.try_reserve_exact(BYTES_PER_THREAD)
            .map_err(|error| NoThreads::new(number, threads, &error))?;
        reserved.push(room);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    #[test]
    fn all_threads_work_at_once() {
        for threads in [1, 2, 7] {
            let barrier = Barrier::new(threads);
            let leaders = on_threads(threads, || barrier.wait().is_leader()).unwrap();
            assert_eq!(leaders.len(), threads);
            assert_eq!(leaders.iter().filter(|&&leader| leader).count(), 1);
        }
        assert_eq!(on_threads(0, || 5), Ok(vec![5]));
    }
}
