//! Finned counts: a count that holds but for a few squares, all of which a queen here would take.

use super::super::grid::Grid;
use super::super::local::Settled;
use super::counting::{Kind, Meetings};
use super::{Flow, Found, GUIDE, TechniqueInfo, words};
use queens_model::bits::Set;

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "finned-count",
    name: "finned count",
    description: "A queen on this square would push some units into others that need fewer queens than they do: a \
                  count with fins that this queen takes. So the square stays empty.",
    source: GUIDE,
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

/// The counts that are tried.
const KINDS: [(Kind, Kind); 4] = [
    (Kind::Regions, Kind::Rows),
    (Kind::Regions, Kind::Columns),
    (Kind::Rows, Kind::Regions),
    (Kind::Columns, Kind::Regions),
];

pub(super) fn find<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    with_fins(grid, &KINDS, found)
}

/// Counts that a queen on an open square would break.
pub(super) fn with_fins<const W: usize>(
    grid: &Grid<'_, W>,
    every: &[(Kind, Kind)],
    found: &mut Found<W>,
) -> Flow {
    let board = grid.board;
    let most = if board.size <= 16 { 3 } else { 2 };
    for square in grid.open.iter() {
        board.watch.go_on()?;
        let meetings = Meetings::of(&grid.with_queen(square));
        let mut overfull = None;
        for &kinds in every {
            let (of, within) = kinds;
            let _ = meetings.each(&board.watch, kinds, 1..=most, 1, &mut |count| {
                if count.of_need <= count.within_need {
                    return Flow::Continue(());
                }
                let chosen: Vec<usize> = count.of.iter().map(|&unit| meetings.unit(of, unit)).collect();
                overfull = Some((chosen, meetings.units(within, count.within)));
                Flow::Break(())
            });
            if overfull.is_some() {
                break;
            }
        }
        let Some((chosen, around)) = overfull else { continue };
        let read = chosen.iter().fold(Set::EMPTY, |read, &unit| read | grid.open_of(unit)) - Set::one(square);
        let units: Vec<usize> = chosen.iter().chain(&around).copied().collect();
        found.step(grid, Settled::crosses(Set::one(square)), read, &units, || {
            let (name, of) = (board.square(square), words::units(board, &chosen));
            if around.is_empty() {
                return format!("A queen on {name} would leave {of} no square for a queen.");
            }
            format!(
                "A queen on {name} would leave {of} only {}, which cannot take as many queens.",
                words::units(board, &around)
            )
        })?;
    }
    Flow::Continue(())
}
