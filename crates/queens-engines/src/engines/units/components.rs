//! Strong components of a bipartite network between two kinds of units (Tarjan,
//! Depth-first search and linear graph algorithms, SIAM Journal on Computing 1, 1972),
//! with a word of bits for each set of neighbours.

use queens_model::bits::members;

/// The strong components.
#[derive(Debug)]
pub(super) struct StrongComponents<'n, const N: usize> {
    /// Arcs from the units of the first kind, and from those of the second.
    arcs: [&'n [u64; N]; 2],
    /// Discovery time of each unit.
    time: [[u8; N]; 2],
    clock: u8,
    seen: [u64; 2],
    /// Units whose component is not complete, in the order of discovery.
    stack: [(u8, u8); 256],
    height: usize,
    /// Units on the stack.
    open: [u64; 2],
    /// For each unit of the first kind, the units of the second in its component.
    beside: [u64; N],
}

impl<'n, const N: usize> StrongComponents<'n, N> {
    /// Computes the components of the network with these arcs, from each unit of one kind
    /// to those of the other.
    pub(super) fn from_edges(there: &'n [u64; N], back: &'n [u64; N]) -> Self {
        let mut components = StrongComponents {
            arcs: [there, back],
            time: [[0; N]; 2],
            clock: 0,
            seen: [0; 2],
            stack: [(0, 0); 256],
            height: 0,
            open: [0; 2],
            beside: [0; N],
        };
        for (unit, &arcs) in there.iter().enumerate() {
            if arcs != 0 && components.seen[0] >> unit & 1 == 0 {
                components.visit_node(0, unit);
            }
        }
        components
    }

    /// Returns the units of the second kind in the component of a unit of the first.
    pub(super) fn beside(&self, unit: usize) -> u64 {
        self.beside[unit]
    }

    /// Visits the units reachable from a unit; returns the earliest discovery time
    /// reached.
    fn visit_node(&mut self, kind: usize, unit: usize) -> u8 {
        let now = self.clock;
        self.clock += 1;
        self.time[kind][unit] = now;
        self.seen[kind] |= 1 << unit;
        self.open[kind] |= 1 << unit;
        let base = self.height;
        self.stack[base] = (kind as u8, unit as u8);
        self.height += 1;
        let (arcs, other) = (self.arcs[kind][unit], 1 - kind);
        let mut earliest = now;
        // `earliest` is the first node that this one reaches (Tarjan 1972): its component
        // begins there.
        for next in members(arcs & self.open[other]) {
            earliest = earliest.min(self.time[other][next]);
        }
        loop {
            let unseen = arcs & !self.seen[other];
            if unseen == 0 {
                break;
            }
            earliest =
                earliest.min(self.visit_node(other, unseen.trailing_zeros() as usize));
        }
        // This node reaches no earlier one, so the nodes above it on the stack are its
        // component.
        if earliest == now {
            let mut component = [0u64; 2];
            for &(kind, unit) in &self.stack[base..self.height] {
                component[usize::from(kind)] |= 1 << unit;
            }
            self.height = base;
            self.open = [self.open[0] & !component[0], self.open[1] & !component[1]];
            members(component[0]).for_each(|unit| self.beside[unit] = component[1]);
        }
        earliest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with mutual reachability on pseudorandom networks.
    #[test]
    fn components_are_connected() {
        let mut seed = 7u64;
        let mut bits = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            seed >> 40 & seed >> 50 & 0x1f
        };
        for _ in 0..500 {
            let (there, back): ([u64; 5], [u64; 5]) = (
                std::array::from_fn(|_| bits()),
                std::array::from_fn(|_| bits()),
            );
            let reach = |start: u64, kind: usize| {
                let mut reached = if kind == 0 { [start, 0] } else { [0, start] };
                for _ in 0..10 {
                    reached[1] |=
                        members(reached[0]).fold(0, |all, unit| all | there[unit]);
                    reached[0] |=
                        members(reached[1]).fold(0, |all, unit| all | back[unit]);
                }
                reached
            };
            let components = StrongComponents::from_edges(&there, &back);
            for unit in 0..5 {
                let expected = members(reach(1 << unit, 0)[1])
                    .filter(|&other| reach(1 << other, 1)[0] >> unit & 1 == 1)
                    .fold(0, |all, other| all | 1 << other);
                assert_eq!(
                    components.beside(unit),
                    expected,
                    "{unit} of {there:?} {back:?}"
                );
            }
        }
    }
}
