//! The edges of a graph as sets of vertices that are all joined to each other.

use control::{Meter, Stop};

/// Covers all edges by cliques: takes the first edge that is left, and adds every vertex
/// that edges that are left join to all.
///
/// `neighbours` has for each vertex those to which an edge joins it, in increasing order.
/// Each edge is in one clique.
///
/// # Errors
/// The reason to stop.
///
/// # Complexity
/// O(edges of its vertices) for each clique.
pub(crate) fn edge_cliques(
    mut neighbours: Vec<Vec<usize>>,
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<usize>>, Stop> {
    let mut cliques = Vec::new();
    for vertex in 0..neighbours.len() {
        // Earlier vertices have no edges left, so a clique grows in increasing order.
        while let Some(&other) = neighbours[vertex].first() {
            meter.tick()?;
            let mut clique = vec![vertex, other];
            let mut joined = common_neighbours(&neighbours[vertex], &neighbours[other]);
            while let Some(&next) = joined.first() {
                meter.tick()?;
                clique.push(next);
                joined = common_neighbours(&joined, &neighbours[next]);
            }
            for &member in &clique {
                neighbours[member]
                    .retain(|neighbour| clique.binary_search(neighbour).is_err());
            }
            cliques.push(clique);
        }
    }
    Ok(cliques)
}

/// Returns the numbers in both lists, which are in increasing order.
fn common_neighbours(one: &[usize], other: &[usize]) -> Vec<usize> {
    let mut rest = other;
    let is_in_other = |number: &&usize| {
        rest = &rest[rest.partition_point(|at| at < *number)..];
        rest.first() == Some(*number)
    };
    one.iter().filter(is_in_other).copied().collect()
}
