//! 1 x n confinement: queens of one unit that must be in another unit.

use super::super::capacity::{Conclusion, QueenDemand, least_within, uses_of_few};
use super::super::grid::CandidateGrid;
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo};
use crate::reason::room::Room;
use crate::reason::{Sentence, words};
use queens_model::bits::SmallSet;

pub(super) static INFO: TechniqueInfo = TechniqueInfo {
    id: "confinement",
    name: "1 x n confinement",
    plain_name: "a queen must be in this row or column",
    description: "A region has no room for all its queens outside a line, so some of them are where the two meet (or \
                  the same with line and region exchanged). If these are all the queens that the line needs, its \
                  other squares stay empty.",
    source: GUIDE_SOURCE,
    level: 2,
    by_uniqueness: false,
    example: "AAAAAA \
              AAAAAB \
              AACCCB \
              AADDDB \
              AEEFDD \
              EEEFFF",
    example_stars: 1,
};

pub(super) fn find<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let size = grid.board.size;
    for line in 0..2 * size {
        within(grid, line, 2 * size..3 * size, found)?;
    }
    for region in 2 * size..3 * size {
        within(grid, region, 0..size, found)?;
        within(grid, region, size..2 * size, found)?;
    }
    SearchFlow::Continue(())
}

/// Maximum number of squares of which a queen that touches all is looked for.
const MAX_TOUCHED_SQUARES: u32 = 3;

/// Finds the queens that the units `others`, no two of which share a square, must have in
/// `unit`.
fn within<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    unit: usize,
    others: std::ops::Range<usize>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let (board, part, need) = (grid.board, grid.open_of(unit), grid.need(unit));
    let mut confined = Vec::new();
    let (mut total, mut rest) = (0, part);
    for other in others {
        if !part.meets(&board.units[other]) {
            continue;
        }
        let least = least_within(grid, other, part);
        if least > 0 {
            confined.push((other, least));
            total += least;
            rest -= board.units[other];
        }
    }
    if total == need && total > 0 {
        let others: Vec<_> = confined.iter().map(|&(other, _)| other).collect();
        let units: Vec<_> = others.iter().copied().chain([unit]).collect();
        found.add(grid, Conclusion::crosses(rest), &units, |sentence| {
            if others
                .iter()
                .all(|&other| grid.open_of(other).is_within(&part))
            {
                sentence.write_filling(&others, &[unit]);
            } else {
                let (line, rest) = (
                    words::unit(board.size, unit),
                    words::other_squares(board.size, &[unit]),
                );
                write_confined(sentence, grid, &others, unit);
                sentence.count_of(&others, need);
                sentence.say(&format!(
                    " inside, and {line} takes no more: {rest} stay empty"
                ));
            }
        })?;
        for &(other, inside) in &confined {
            // All of `unit` is accounted for, so each other unit has exactly its minimum
            // inside.
            let outside = QueenDemand {
                squares: grid.open_of(other) - part,
                least: grid.need(other) - inside,
            };
            for (settled, used) in uses_of_few(grid, outside, MAX_TOUCHED_SQUARES) {
                found.add(grid, settled, &units, |sentence| {
                    let rest = sentence.needed_except(&[other, unit]);
                    if rest.len() + 1 < others.len() {
                        // Another argument.
                        return;
                    }
                    write_share(sentence, grid, &rest, (unit, inside));
                    let need = words::number_to_add(
                        grid.need(other),
                        sentence.facts.some_stand(&[other]),
                    );
                    let outside_of_it = words::number(outside.least);
                    sentence.unit(other).say(&format!(
                        ", which needs {need}, has {outside_of_it} outside "
                    ));
                    sentence.say(&words::those(board.size, &[unit])).say(", ");
                    sentence
                        .places_for(outside, &used)
                        .say(": ")
                        .conclude_by(settled, outside, &used);
                })?;
            }
        }
    }
    for &(other, least) in &confined {
        let inside = QueenDemand {
            squares: part & board.units[other],
            least,
        };
        for (settled, used) in uses_of_few(grid, inside, MAX_TOUCHED_SQUARES) {
            found.add(grid, settled, &[other], |sentence| {
                let at_least = if least == grid.need(other) {
                    ""
                } else {
                    "at least "
                };
                let line = words::unit(board.size, unit);
                sentence.unit(other);
                write_room_outside(sentence, grid, (&[other], part), &|sentence| {
                    sentence.say(&line);
                });
                sentence.say(&format!(", so it must have {at_least}"));
                sentence.count_of(&[other], least).say(" inside, ");
                sentence
                    .places_for(inside, &used)
                    .say(": ")
                    .conclude_by(settled, inside, &used);
            })?;
        }
    }
    SearchFlow::Continue(())
}

/// Writes why `others` must have queens in `unit`, up to their number: `region A has no
/// open square outside row 1, so it must have `. Those without a square outside come
/// first.
fn write_confined<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    grid: &CandidateGrid<'_, W>,
    others: &[usize],
    unit: usize,
) {
    let part = grid.open_of(unit);
    let (inner, outer): (Vec<usize>, Vec<usize>) = others
        .iter()
        .partition(|&&other| grid.open_of(other).is_within(&part));
    let groups: Vec<&[usize]> = [inner.as_slice()]
        .into_iter()
        .chain(outer.chunks(1))
        .collect();
    let groups: Vec<&[usize]> = groups
        .into_iter()
        .filter(|group| !group.is_empty())
        .collect();
    for (index, &group) in groups.iter().enumerate() {
        sentence.say(match index {
            0 => "",
            // A comma, because the clause before may end with one about its squares.
            _ if index + 1 == groups.len() => ", and ",
            _ => ", ",
        });
        sentence.units(group);
        write_room_outside(sentence, grid, (group, part), &|sentence| {
            match index {
                0 => sentence.unit(unit),
                _ => sentence.say("it"),
            };
        });
    }
    sentence.say(if others.len() == 1 {
        ", so it must have "
    } else {
        ", so together they must have "
    });
}

/// Writes why `unit` takes only `inside` queens of one more unit, if `rest` are all
/// others that must have queens in it: `row 1 takes only one queen, so `.
fn write_share<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    grid: &CandidateGrid<'_, W>,
    rest: &[usize],
    (unit, inside): (usize, u32),
) {
    let queens = words::queens_to_add(inside, sentence.facts.some_stand(&[unit]));
    let takes = format!(" takes only {queens}");
    if rest.is_empty() {
        sentence.unit(unit).say(&takes).say(", so ");
        return;
    }
    write_confined(sentence, grid, rest, unit);
    let line = words::unit(grid.board.size, unit);
    sentence.count_of(rest, grid.need(unit) - inside);
    sentence.say(&format!(
        " inside, and {line} takes only {} more, so ",
        words::number(inside)
    ));
}

/// Writes, after the name of `group`, how few queens it can have outside `part`: ` has no
/// open square outside row 1`, ` has room for only one queen outside row 1, on b3 and c3,
/// which touch each other`. The name of the part is that of `line`.
fn write_room_outside<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    grid: &CandidateGrid<'_, W>,
    (group, part): (&[usize], SmallSet<W>),
    line: &dyn Fn(&mut Sentence<'_, W>),
) {
    let squares = group.iter().fold(SmallSet::EMPTY, |squares, &unit| {
        squares | grid.open_of(unit)
    }) - part;
    let room = Room::new(sentence.facts, squares);
    sentence.say(if group.len() == 1 { " has " } else { " have " });
    if room.is_empty() {
        sentence.say("no open square outside ");
        line(sentence);
        return;
    }
    sentence
        .say("room for only ")
        .count_of(group, room.most)
        .say(" outside ");
    line(sentence);
    sentence.say(", ").say(&room.places(grid.board.size));
}
