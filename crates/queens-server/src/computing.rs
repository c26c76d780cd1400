//! Threads that compute, beside those that serve connections.

use tokio::task::{JoinHandle, spawn_blocking};

/// Runs `work` on a thread of its own. It has a lower priority than the threads that serve connections, so that
/// these answer at once although every processor is busy with searches.
pub(crate) fn compute<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    spawn_blocking(move || {
        lower_priority();
        work()
    })
}

/// Linux has a priority for each thread; threads that are started by this one inherit it.
#[cfg(target_os = "linux")]
fn lower_priority() {
    use rustix::process::{getpriority_process, setpriority_process};
    const NICE: i32 = 10;
    // Without it the work is done all the same.
    if getpriority_process(None).is_ok_and(|own| own < NICE) {
        let _ = setpriority_process(None, NICE);
    }
}

/// Elsewhere the priority is that of the whole process.
#[cfg(not(target_os = "linux"))]
fn lower_priority() {}
