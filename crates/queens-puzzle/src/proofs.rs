//! Proofs by contradiction, used if no named deduction applies: assume a queen or a
//! cross, and find a broken rule.

use super::capacity::Conclusion;
use super::grid::{BrokenRule, CandidateGrid};
use super::techniques::{SearchFlow, StepCollector, TechniqueEntry, TechniqueInfo};
use queens_model::bits::SmallSet;

/// Proof with one assumption.
static CONTRADICTION_INFO: TechniqueInfo = TechniqueInfo {
    id: "contradiction",
    name: "contradiction",
    plain_name: "a trial that fails",
    description: "Assume a queen (or a cross) on this square. Full and tight units then lead to a broken rule. So the \
                  square is crossed (or holds a queen).",
    source: None,
    level: 9,
    by_uniqueness: false,
    example: "",
    example_stars: 1,
};

/// Proof with assumptions within an assumption.
static NESTED_INFO: TechniqueInfo = TechniqueInfo {
    id: "nested-contradiction",
    name: "nested contradiction",
    plain_name: "trials within a trial",
    description: "Assume a queen (or a cross) on this square. Contradictions under this assumption determine further \
                  squares, and these lead to a broken rule. So the square is crossed (or holds a queen).",
    source: None,
    level: 10,
    by_uniqueness: false,
    example: "",
    example_stars: 1,
};

/// The proofs, by depth.
pub(crate) const fn proof_table<const W: usize>() -> [TechniqueEntry<W>; 2] {
    [
        (&CONTRADICTION_INFO, find_direct),
        (&NESTED_INFO, find_nested),
    ]
}

/// An assumption that leads to a broken rule.
struct RefutedMark<'a, const W: usize> {
    square: usize,
    /// True if a queen was assumed, false for a cross.
    queen: bool,
    /// The grid on which the rule is broken.
    end: CandidateGrid<'a, W>,
    broken: BrokenRule,
}

impl<const W: usize> RefutedMark<'_, W> {
    /// Sort key: the shortest proof first.
    fn length(&self) -> (u32, bool, usize) {
        (self.end.queens.count(), !self.queen, self.square)
    }
}

fn find_direct<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    collect_proofs(
        grid,
        refuted_marks(grid, &mut CandidateGrid::settle_squares),
        found,
    )
}

fn find_nested<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    collect_proofs(grid, refuted_marks(grid, &mut settle_by_proofs), found)
}

/// Returns every assumption about an open square for which `settle` finds a broken rule;
/// stops at a limit.
fn refuted_marks<'a, const W: usize>(
    grid: &CandidateGrid<'a, W>,
    settle: &mut dyn FnMut(&mut CandidateGrid<'a, W>) -> Option<BrokenRule>,
) -> Vec<RefutedMark<'a, W>> {
    let mut refuted = Vec::new();
    for square in grid.open.iter() {
        if grid.board.watch.is_over() {
            break;
        }
        for queen in [true, false] {
            let mut end = if queen {
                grid.with_queen(square)
            } else {
                grid.with_cross(square)
            };
            if let Some(broken) = settle(&mut end) {
                refuted.push(RefutedMark {
                    square,
                    queen,
                    end,
                    broken,
                });
            }
        }
    }
    refuted
}

/// Like [`CandidateGrid::settle_squares`], with proofs by one assumption as well.
fn settle_by_proofs<const W: usize>(
    grid: &mut CandidateGrid<'_, W>,
) -> Option<BrokenRule> {
    loop {
        if let Some(broken) = grid.settle_squares() {
            return Some(broken);
        }
        let refuted = refuted_marks(grid, &mut CandidateGrid::settle_squares);
        if refuted.is_empty() {
            return None;
        }
        for RefutedMark {
            square,
            queen,
            end,
            broken,
        } in refuted
        {
            match (queen, grid.open.contains(square)) {
                (true, _) => *grid = grid.with_cross(square),
                (false, true) => *grid = grid.with_queen(square),
                // The square must hold a queen, but another queen has crossed it.
                (false, false) if !grid.queens.contains(square) => {
                    grid.queens |= end.queens;
                    return Some(broken);
                }
                (false, false) => {}
            }
        }
    }
}

/// Adds a step for each refuted assumption, the shortest proof first.
fn collect_proofs<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    mut refuted: Vec<RefutedMark<'_, W>>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    refuted.sort_by_key(RefutedMark::length);
    for RefutedMark {
        square,
        queen,
        end,
        broken,
    } in refuted
    {
        let here = SmallSet::one(square);
        let settled = if queen {
            Conclusion::from_crosses(here)
        } else {
            Conclusion::from_queens(here)
        };
        found.add_refuted(grid, settled, &units_of_proof(grid, &end, broken))?;
    }
    SearchFlow::Continue(())
}

/// The units that a proof may use, those in which nothing happened first:
/// [`StepCollector::add_step`] drops what it can.
fn units_of_proof<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    end: &CandidateGrid<'_, W>,
    broken: BrokenRule,
) -> Vec<usize> {
    let is_broken = |unit: usize| match broken {
        BrokenRule::Touch(..) => false,
        BrokenRule::TooMany(broken) | BrokenRule::TooFew(broken) => unit == broken,
    };
    let mut units: Vec<usize> = (0..grid.board.units.len())
        .filter(|&unit| grid.missing_queens(unit) > 0)
        .collect();
    units.sort_by_key(|&unit| {
        (
            is_broken(unit),
            grid.missing_queens(unit)
                - end.missing_queens(unit).min(grid.missing_queens(unit)),
        )
    });
    units
}
