//! Several puzzles on several threads.

use super::{GenerateError, GenerateSettings, GeneratedPuzzle, generate};
use control::{lock, thread_count};
use queens_engines::parallel::on_threads;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Puzzles that are waiting for earlier ones, and the callback that receives them in
/// order.
struct OrderedResults<'f> {
    waiting: BTreeMap<u64, Result<GeneratedPuzzle, GenerateError>>,
    /// Number of the next puzzle for `each`; `u64::MAX` after the end.
    next: u64,
    end: Result<(), GenerateError>,
    each: &'f mut (dyn FnMut(u64, GeneratedPuzzle) -> ControlFlow<()> + Send),
}

/// Makes `count` puzzles with consecutive seeds from [`GenerateSettings::seed`] and
/// passes them to `each` in the order of the seeds, whatever the number of threads (0:
/// one for each processor). Ends early if `each` breaks.
///
/// # Errors
/// As [`super::generate`], for the first seed that fails; `each` has received all puzzles
/// before it.
///
/// ```
/// use queens::puzzle::{GenerateSettings, generate_many};
/// use std::ops::ControlFlow;
///
/// let mut seeds = Vec::new();
/// generate_many(&GenerateSettings::new(6, 10), 3, 2, &mut |seed, _| {
///     seeds.push(seed);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(seeds, [10, 11, 12]);
/// # Ok::<(), queens::puzzle::GenerateError>(())
/// ```
pub fn generate_many(
    settings: &GenerateSettings,
    count: u64,
    threads: usize,
    each: &mut (dyn FnMut(u64, GeneratedPuzzle) -> ControlFlow<()> + Send),
) -> Result<(), GenerateError> {
    settings.check_settings()?;
    let settings = GenerateSettings {
        limits: settings.limits.started(),
        ..settings.clone()
    };
    let next = AtomicU64::new(0);
    let done = Mutex::new(OrderedResults {
        waiting: BTreeMap::new(),
        next: 0,
        end: Ok(()),
        each,
    });
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            let seed = settings.seed.wrapping_add(number);
            let made = generate(&GenerateSettings {
                seed,
                ..settings.clone()
            });
            let mut done = lock(&done);
            done.waiting.insert(number, made);
            let is_over = pass_on(&mut done, settings.seed).is_break();
            drop(done);
            if is_over {
                next.store(count, Ordering::Relaxed);
                return;
            }
        }
    };
    on_threads(
        thread_count(threads).min(usize::try_from(count).unwrap_or(usize::MAX)),
        work,
    )?;
    done.into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .end
}

/// Passes on the puzzles that are next in order; breaks at the end.
fn pass_on(done: &mut OrderedResults<'_>, seed: u64) -> ControlFlow<()> {
    while let Some(made) = done.waiting.remove(&done.next) {
        let number = done.next;
        done.next += 1;
        match made {
            Ok(made) => {
                if (done.each)(seed.wrapping_add(number), made).is_break() {
                    done.next = u64::MAX;
                    return ControlFlow::Break(());
                }
            }
            Err(error) => {
                (done.end, done.next) = (Err(error), u64::MAX);
                return ControlFlow::Break(());
            }
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_change_nothing() {
        let made = |threads| {
            let mut made = Vec::new();
            let result = generate_many(
                &GenerateSettings::new(6, 1),
                9,
                threads,
                &mut |seed, new| {
                    made.push((seed, new.puzzle));
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(result, Ok(()));
            made
        };
        let alone = made(1);
        assert_eq!(
            alone.iter().map(|(seed, _)| *seed).collect::<Vec<_>>(),
            (1..10).collect::<Vec<_>>()
        );
        assert_eq!(alone, made(3));
    }

    #[test]
    fn a_break_ends_it() {
        let mut received = 0;
        let result =
            generate_many(&GenerateSettings::new(5, 1), 1_000_000, 2, &mut |_, _| {
                received += 1;
                if received == 3 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        assert_eq!((result, received), (Ok(()), 3));
    }
}
