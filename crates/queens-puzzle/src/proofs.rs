//! Proofs by contradiction, for where no rule reaches: a queen or a cross is supposed, and what follows breaks a rule.

use super::grid::{Broken, Grid};
use super::local::Settled;
use super::techniques::{Entry, Flow, Found, TechniqueInfo, words};
use queens_model::bits::Set;

/// One supposition.
static DIRECT: TechniqueInfo = TechniqueInfo {
    id: "contradiction",
    name: "contradiction",
    description: "A queen (or a cross) on this square, and what follows from it by full and tight units, breaks a \
                  rule. So the square is crossed (or holds a queen).",
    source: None,
    level: 9,
    by_uniqueness: false,
    example: "",
    example_stars: 1,
};

/// Suppositions within a supposition.
static NESTED: TechniqueInfo = TechniqueInfo {
    id: "nested-contradiction",
    name: "nested contradiction",
    description: "A queen (or a cross) on this square breaks a rule, once squares are settled that contradictions of \
                  their own settle under this supposition. So the square is crossed (or holds a queen).",
    source: None,
    level: 10,
    by_uniqueness: false,
    example: "",
    example_stars: 1,
};

/// The proofs, by depth.
pub(crate) const fn table<const W: usize>() -> [Entry<W>; 2] {
    [(&DIRECT, direct), (&NESTED, nested)]
}

/// A supposition that breaks a rule.
struct Refuted<'a, const W: usize> {
    square: usize,
    /// Whether a queen was supposed, or else a cross.
    queen: bool,
    /// What was known in the end.
    end: Grid<'a, W>,
    broken: Broken,
}

impl<const W: usize> Refuted<'_, W> {
    /// The shortest proof first.
    fn length(&self) -> (u32, bool, usize) {
        (self.end.queens.count(), !self.queen, self.square)
    }
}

fn direct<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    tell(grid, refuted(grid, &mut Grid::settle), found)
}

fn nested<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    tell(grid, refuted(grid, &mut settle_by_proofs), found)
}

/// Every supposition about an open square of which `settle` says that it breaks a rule; none beyond the limits.
fn refuted<'a, const W: usize>(
    grid: &Grid<'a, W>,
    settle: &mut dyn FnMut(&mut Grid<'a, W>) -> Option<Broken>,
) -> Vec<Refuted<'a, W>> {
    let mut refuted = Vec::new();
    for square in grid.open.iter() {
        if grid.board.watch.is_over() {
            break;
        }
        for queen in [true, false] {
            let mut end = if queen { grid.with_queen(square) } else { grid.with_cross(square) };
            if let Some(broken) = settle(&mut end) {
                refuted.push(Refuted { square, queen, end, broken });
            }
        }
    }
    refuted
}

/// As [`Grid::settle`], with what suppositions show.
fn settle_by_proofs<const W: usize>(grid: &mut Grid<'_, W>) -> Option<Broken> {
    loop {
        if let Some(broken) = grid.settle() {
            return Some(broken);
        }
        let refuted = refuted(grid, &mut Grid::settle);
        if refuted.is_empty() {
            return None;
        }
        for Refuted { square, queen, end, broken } in refuted {
            match (queen, grid.open.contains(square)) {
                (true, _) => *grid = grid.with_cross(square),
                (false, true) => *grid = grid.with_queen(square),
                // A queen that cannot be absent stands where none can.
                (false, false) if !grid.queens.contains(square) => {
                    grid.queens |= end.queens;
                    return Some(broken);
                }
                (false, false) => {}
            }
        }
    }
}

fn tell<const W: usize>(grid: &Grid<'_, W>, mut refuted: Vec<Refuted<'_, W>>, found: &mut Found<W>) -> Flow {
    let board = grid.board;
    refuted.sort_by_key(Refuted::length);
    for Refuted { square, queen, end, broken } in refuted {
        let here = Set::one(square);
        let settled = match queen {
            true => Settled::crosses(here),
            false => Settled { crosses: Set::EMPTY, queens: here },
        };
        let follow = end.queens - grid.queens - here;
        let units: Vec<usize> = match broken {
            Broken::Touch(..) => Vec::new(),
            Broken::TooMany(unit) | Broken::TooFew(unit) => vec![unit],
        };
        let read = units.iter().fold(follow, |read, &unit| read | ((board.units[unit] & grid.open) - here));
        found.step(grid, settled, read, &units, || {
            let name = board.square(square);
            let (what, so) = if queen { ("a queen", "stays empty") } else { ("no queen", "holds a queen") };
            let so = format!("so {name} {so}");
            let broken = broken_words(&end, broken);
            if follow.is_empty() {
                return format!("By contradiction: with {what} on {name}, {broken}; {so}.");
            }
            let follow = words::squares(board, follow);
            format!("By contradiction: with {what} on {name}, queens follow on {follow}, and {broken}; {so}.")
        })?;
    }
    Flow::Continue(())
}

/// What is broken, as half a sentence.
pub(crate) fn broken_words<const W: usize>(grid: &Grid<'_, W>, broken: Broken) -> String {
    let board = grid.board;
    match broken {
        Broken::Touch(one, other) => {
            format!("queens on {} and {} would touch", board.square(one), board.square(other))
        }
        Broken::TooMany(unit) => {
            let queens = words::queens((board.units[unit] & grid.queens).count());
            format!("{} would have {queens}", words::unit(board, unit))
        }
        Broken::TooFew(unit) => format!("{} would have too few squares left", words::unit(board, unit)),
    }
}
