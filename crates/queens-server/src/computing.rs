//! Threads for searches, apart from those for connections.

use tokio::task::{JoinHandle, spawn_blocking};

/// Runs `work` on a thread of its own, with a lower priority than the threads for
/// connections, so that these respond at once even if searches keep every processor busy.
pub(crate) fn spawn_search<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> JoinHandle<T> {
    spawn_blocking(move || {
        lower_priority();
        work()
    })
}

/// Lowers the priority of this thread and of the threads that it starts.
#[cfg(target_os = "linux")]
fn lower_priority() {
    use rustix::process::{getpriority_process, setpriority_process};
    const NICE_LEVEL: i32 = 10;
    // A failure is harmless: the search then has the normal priority.
    if getpriority_process(None).is_ok_and(|own| own < NICE_LEVEL) {
        let _ = setpriority_process(None, NICE_LEVEL);
    }
}

/// Other systems have one priority for the whole process.
#[cfg(not(target_os = "linux"))]
fn lower_priority() {}
