//! Values that the tests know without a search.

use statespace::Space;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The cost of the cheapest way from each reachable state to its nearest goal, by
/// relaxing every step until nothing changes (Bellman 1958, Ford 1956). States without a
/// way are left out.
pub(crate) fn distances<S: Space>(space: &S) -> HashMap<S::State, u64> {
    let mut steps: HashMap<S::State, Vec<(S::State, u64)>> = HashMap::new();
    let mut unseen = vec![space.start()];
    while let Some(state) = unseen.pop() {
        if let Entry::Vacant(entry) = steps.entry(state) {
            let next = space.successors(entry.key()).into_iter();
            let next: Vec<_> = next.map(|step| (step.state, step.cost)).collect();
            unseen.extend(next.iter().map(|(state, _)| state.clone()));
            entry.insert(next);
        }
    }
    let goals = steps.keys().filter(|state| space.is_goal(state));
    let mut distances: HashMap<_, _> = goals.map(|goal| (goal.clone(), 0)).collect();
    loop {
        let mut changed = false;
        for (state, next) in &steps {
            for (neighbour, cost) in next {
                let Some(rest) = distances.get(neighbour) else {
                    continue;
                };
                let through = rest + cost;
                if distances.get(state).is_none_or(|known| *known > through) {
                    distances.insert(state.clone(), through);
                    changed = true;
                }
            }
        }
        if !changed {
            return distances;
        }
    }
}
