//! The same work on several threads at once, or an error if they cannot start.

use control::lock;
use std::fmt;
use std::sync::Mutex;
use std::thread;

/// The address space set aside for a thread before any starts: its stack, as long as the
/// standard library makes it, and as much again for what the system and the library need
/// to begin it.
const BYTES_PER_THREAD: usize = 2 * (2 << 20);

/// Threads that the system has no room for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("thread {number} of {threads} cannot start ({reason}): ask for fewer")]
pub struct NoThreads {
    /// The first that cannot start, counted from 1.
    pub number: usize,
    /// All that were to run.
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

/// Runs `work` on `threads` threads, of which this is one, and returns the result of
/// each. None begins before all have started, so that nothing was done if one cannot
/// start.
///
/// A panic on one of them is raised here, when all have ended.
///
/// # Errors
/// The system has no room for so many. A thread that starts with no memory left ends the
/// whole program; so the room is asked for, and given back, before the first one starts.
pub fn on_threads<T: Send>(
    threads: usize,
    work: impl Fn() -> T + Sync,
) -> Result<Vec<T>, NoThreads> {
    let threads = threads.max(1);
    room(threads)?;
    let may_begin = Mutex::new(false);
    thread::scope(|scope| {
        let mut held_back = lock(&may_begin);
        let begin = || {
            let is_begun = *lock(&may_begin);
            is_begun.then(&work)
        };
        let others = (2..=threads)
            .map(|number| {
                let started = thread::Builder::new().spawn_scoped(scope, begin);
                started.map_err(|error| NoThreads::new(number, threads, &error))
            })
            .collect::<Result<Vec<_>, _>>();
        *held_back = others.is_ok();
        drop(held_back);
        let mut all = vec![];
        let others = others?;
        all.push(work());
        for other in others {
            all.extend(
                other
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            );
        }
        Ok(all)
    })
}

/// Checks that there is address space for all threads except this one.
fn room(threads: usize) -> Result<(), NoThreads> {
    let mut rooms: Vec<Vec<u8>> = Vec::new();
    for number in 2..=threads {
        let mut room = Vec::new();
        room.try_reserve_exact(BYTES_PER_THREAD)
            .map_err(|error| NoThreads::new(number, threads, &error))?;
        rooms.push(room);
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
