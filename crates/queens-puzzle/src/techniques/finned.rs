//! Finned counts: counts that fail because of a few squares, all of which a queen would
//! remove.

use super::super::capacity::Conclusion;
use super::super::grid::CandidateGrid;
use super::counting::{UnitKind, UnitMeetings};
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo};
use queens_model::bits::SmallSet;

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "finned-count",
    name: "finned count",
    plain_name: "a queen here crowds others into too few rows or columns",
    description: "A queen on this square would leave some units only squares in other units that need fewer queens than \
                  they do. It is an undercount or overcount spoiled by a few squares (fins), which this queen would \
                  remove. So the square stays empty.",
    source: GUIDE_SOURCE,
    level: 6,
    by_uniqueness: false,
    example: "A.A.A.A.B*B. \
              AA.CA.A.D. \
              AA.CC.D.D \
              AA.A.ED.D. \
              A.FA.ED.D \
              A.FD.D.D.D",
    example_stars: 1,
};

/// Pairs of kinds that are tried: the units of a count, and the units that contain them.
const UNIT_KINDS: [(UnitKind, UnitKind); 4] = [
    (UnitKind::Regions, UnitKind::Rows),
    (UnitKind::Regions, UnitKind::Columns),
    (UnitKind::Rows, UnitKind::Regions),
    (UnitKind::Columns, UnitKind::Regions),
];

pub(super) fn find_finned<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    with_fins(grid, &UNIT_KINDS, found)
}

/// Finds open squares on which a queen would leave units too few others.
pub(super) fn with_fins<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    every: &[(UnitKind, UnitKind)],
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let board = grid.board;
    let most = if board.size <= 16 { 3 } else { 2 };
    for square in grid.open.iter() {
        board.watch.check_limits()?;
        let meetings = UnitMeetings::from_grid(&grid.with_queen(square));
        let mut overfull = None;
        for &kinds in every {
            let (of, within) = kinds;
            let _ = meetings.for_each_choice(
                &board.watch,
                kinds,
                1..=most,
                1,
                &mut |count| {
                    if count.of_need <= count.within_need {
                        return SearchFlow::Continue(());
                    }
                    let chosen: Vec<usize> = count
                        .of
                        .iter()
                        .map(|&unit| meetings.unit_number(of, unit))
                        .collect();
                    overfull =
                        Some((chosen, meetings.unit_numbers(within, count.within)));
                    SearchFlow::Break(())
                },
            );
            if overfull.is_some() {
                break;
            }
        }
        let Some((chosen, around)) = overfull else {
            continue;
        };
        let filled = filled_units(grid, square);
        let units: Vec<usize> = filled.into_iter().chain(around).chain(chosen).collect();
        found.add_refuted(
            grid,
            Conclusion::from_crosses(SmallSet::one(square)),
            &units,
        )?;
    }
    SearchFlow::Continue(())
}

/// The units that a queen on `square` fills.
pub(super) fn filled_units<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    square: usize,
) -> Vec<usize> {
    grid.board.units_of[square]
        .into_iter()
        .filter(|&unit| grid.missing_queens(unit) == 1)
        .collect()
}
