//! Drives from Arad to Bucharest and shows how A* got there.

use control::{Detail, Observer};
use statespace::problems::{Route, RouteError};
use statespace::{Event, EventKind, LoopCheck, Search, Strategy};
use std::ops::ControlFlow;

/// Prints the cities as the search comes to them.
struct Narrator;

impl Observer<Event<'_, Route>> for Narrator {
    const DETAIL: Detail = Detail::Steps;

    fn observe(&mut self, event: Event<'_, Route>) -> ControlFlow<()> {
        if event.kind == EventKind::Expand {
            println!(
                "at {}: {} km behind, at least {} km in all",
                event.state, event.cost, event.rank
            );
        }
        ControlFlow::Continue(())
    }
}

fn main() -> Result<(), RouteError> {
    let route = Route::romania("Arad", "Bucharest")?;
    let search = Search::new(&route, Strategy::AStar).loop_check(LoopCheck::Closed);
    for path in search.observed(Narrator) {
        println!("{} km\n{path}", path.cost());
    }
    Ok(())
}
