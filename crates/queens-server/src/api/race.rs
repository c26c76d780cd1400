//! Races: the progress of an engine is sent while it is running.

use super::transport::{SearchTurn, SendGuard};
use crate::computing::spawn_search;
use axum::body::{Body, Bytes};
use queens_api::RaceRun;
use std::convert::Infallible;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

/// Time between two lines of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

/// Starts the engine and returns a body with its progress and its result.
pub(super) fn stream_race(race: RaceRun, turn: SearchTurn, guard: SendGuard) -> Body {
    let started = Instant::now();
    let running_race = race.clone();
    let mut running = spawn_search(move || {
        let _held_during_the_search = turn;
        running_race.run()
    });
    let (sender, receiver) = mpsc::channel(2);
    tokio::spawn(async move {
        // This task ends when the client disconnects; dropping the guard then ends the
        // search.
        let _guard = guard;
        loop {
            let (line, is_last) = match timeout(PROGRESS_INTERVAL, &mut running).await {
                Ok(Ok(line)) => (line, true),
                Ok(Err(_)) => {
                    (RaceRun::failure("the search failed because of a bug"), true)
                }
                Err(_) => (race.progress(started.elapsed()), false),
            };
            if sender.send(Bytes::from(line)).await.is_err() || is_last {
                return;
            }
        }
    });
    Body::from_stream(ReceiverStream::new(receiver).map(Ok::<_, Infallible>))
}
