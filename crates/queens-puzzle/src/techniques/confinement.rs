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

pub(super) fn find_confined<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let size = grid.board.size;
    for line in 0..2 * size {
        find_within(grid, line, 2 * size..3 * size, found)?;
    }
    for region in 2 * size..3 * size {
        find_within(grid, region, 0..size, found)?;
        find_within(grid, region, size..2 * size, found)?;
    }
    SearchFlow::Continue(())
}

/// Maximum number of squares of which a queen that touches all is looked for.
const MAX_TOUCHED_SQUARES: u32 = 3;

/// Units that must have queens within another one.
struct ConfinedUnits<const W: usize> {
    /// The unit that holds these queens.
    unit: usize,
    /// Its open squares.
    part: SmallSet<W>,
    /// The units that must have queens there, with the least number of each.
    confined: Vec<(usize, u32)>,
    /// The open squares that none of these units has.
    rest: SmallSet<W>,
}

/// Finds the queens that the units `others`, no two of which share a square, must have in
/// `unit`.
fn find_within<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    unit: usize,
    others: std::ops::Range<usize>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let part = grid.open_of(unit);
    let mut units = ConfinedUnits {
        unit,
        part,
        confined: Vec::new(),
        rest: part,
    };
    for other in others.filter(|&other| part.meets(&grid.board.units[other])) {
        let least = least_within(grid, other, part);
        if least > 0 {
            units.confined.push((other, least));
            units.rest -= grid.board.units[other];
        }
    }
    let total: u32 = units.confined.iter().map(|&(_, least)| least).sum();
    if total == grid.missing_queens(unit) && total > 0 {
        units.add_full_unit(grid, found)?;
        units.add_outside(grid, found)?;
    }
    units.add_inside(grid, found)
}

impl<const W: usize> ConfinedUnits<W> {
    /// Lists the units that must have queens in the unit.
    fn other_units(&self) -> Vec<usize> {
        self.confined.iter().map(|&(other, _)| other).collect()
    }

    /// Lists these units and the unit.
    fn all_units(&self) -> Vec<usize> {
        let others = self.confined.iter().map(|&(other, _)| other);
        others.chain([self.unit]).collect()
    }

    /// The other units take all queens of the unit, so that its other squares are empty.
    fn add_full_unit(
        &self,
        grid: &CandidateGrid<'_, W>,
        found: &mut StepCollector<W>,
    ) -> SearchFlow {
        let (others, size) = (self.other_units(), grid.board.size);
        found.add_step(
            grid,
            Conclusion::from_crosses(self.rest),
            &self.all_units(),
            |sentence| {
                if others
                    .iter()
                    .all(|&other| grid.open_of(other).is_within(&self.part))
                {
                    sentence.write_filling(&others, &[self.unit]);
                    return;
                }
                let (line, rest) = (
                    words::unit_name(size, self.unit),
                    words::other_squares(size, &[self.unit]),
                );
                write_confined(sentence, grid, &others, self.unit);
                sentence.count_of(&others, grid.missing_queens(self.unit));
                sentence.say(&format!(
                    " inside, and {line} takes no more: {rest} stay empty"
                ));
            },
        )
    }

    /// All queens of the unit are accounted for, so that each other unit has exactly its
    /// least number inside, and the others outside.
    fn add_outside(
        &self,
        grid: &CandidateGrid<'_, W>,
        found: &mut StepCollector<W>,
    ) -> SearchFlow {
        let (unit, board) = (self.unit, grid.board);
        for &(other, inside) in &self.confined {
            let outside = QueenDemand {
                squares: grid.open_of(other) - self.part,
                least: grid.missing_queens(other) - inside,
            };
            for (settled, used) in uses_of_few(grid, outside, MAX_TOUCHED_SQUARES) {
                found.add_step(grid, settled, &self.all_units(), |sentence| {
                    let rest = sentence.needed_except(&[other, unit]);
                    if rest.len() + 1 < self.confined.len() {
                        // Another argument.
                        return;
                    }
                    write_share(sentence, grid, &rest, (unit, inside));
                    let need = words::number_to_add(
                        grid.missing_queens(other),
                        sentence.facts.some_stand(&[other]),
                    );
                    let outside_of_it = words::number_word(outside.least);
                    sentence.say_unit(other).say(&format!(
                        ", which needs {need}, has {outside_of_it} outside "
                    ));
                    sentence
                        .say(&words::that_or_those(board.size, &[unit]))
                        .say(", ");
                    sentence
                        .places_for(outside, &used)
                        .say(": ")
                        .conclude_by(settled, outside, &used);
                })?;
            }
        }
        SearchFlow::Continue(())
    }

    /// Each other unit has its least number inside, which few squares can take.
    fn add_inside(
        &self,
        grid: &CandidateGrid<'_, W>,
        found: &mut StepCollector<W>,
    ) -> SearchFlow {
        let board = grid.board;
        for &(other, least) in &self.confined {
            let inside = QueenDemand {
                squares: self.part & board.units[other],
                least,
            };
            for (settled, used) in uses_of_few(grid, inside, MAX_TOUCHED_SQUARES) {
                found.add_step(grid, settled, &[other], |sentence| {
                    let at_least = if least == grid.missing_queens(other) {
                        ""
                    } else {
                        "at least "
                    };
                    let line = words::unit_name(board.size, self.unit);
                    sentence.say_unit(other);
                    let others = (&[other][..], self.part);
                    write_room_outside(sentence, grid, others, &|sentence| {
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
        sentence.say_units(group);
        write_room_outside(sentence, grid, (group, part), &|sentence| {
            match index {
                0 => sentence.say_unit(unit),
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
        sentence.say_unit(unit).say(&takes).say(", so ");
        return;
    }
    write_confined(sentence, grid, rest, unit);
    let line = words::unit_name(grid.board.size, unit);
    sentence.count_of(rest, grid.missing_queens(unit) - inside);
    sentence.say(&format!(
        " inside, and {line} takes only {} more, so ",
        words::number_word(inside)
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
    sentence.say(", ").say(&room.place_names(grid.board.size));
}
