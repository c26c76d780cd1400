//! Sentences for the consequences of a supposition.

use super::{ChainLink, Consequence, MAX_SHORT_CASE, Overflow, is_split, write_links};
use crate::reason::room::Room;
use crate::reason::{Sentence, words};
use queens_model::bits::SmallSet;

impl<const W: usize> Consequence<W> {
    pub(super) fn write_sentence(&self, sentence: &mut Sentence<'_, W>) {
        let size = sentence.facts.size;
        match self {
            Consequence::Full(units) => {
                sentence.say_units(units).say(if units.len() == 1 {
                    " is full"
                } else {
                    " are full"
                });
            }
            Consequence::OnlySquares(unit, squares, touched) => {
                write_only_squares(sentence, *unit, *squares, *touched);
            }
            Consequence::Within(inner, queens, outer) => {
                write_within(sentence, inner, *queens, *outer);
            }
            Consequence::Beside(unit, squares, touched) => {
                write_beside(sentence, *unit, *squares, *touched);
            }
            Consequence::TooMany(units) => {
                let have = if units.len() == 1 { " has" } else { " have" };
                sentence.say_units(units).say(have).say(" too many queens");
            }
            Consequence::TooFew(unit, squares, need) => {
                write_too_few(sentence, *unit, *squares, *need);
            }
            Consequence::Crowded([inner, outer], queens) => {
                write_crowded(sentence, [inner, outer], *queens);
            }
            Consequence::Overfull(overflow) => write_overflow(sentence, overflow),
            Consequence::Split(square, [with, without]) => {
                write_split(sentence, &words::square_name(size, *square), with, without);
            }
            Consequence::Unfillable(units) => {
                let have = if units.len() == 1 {
                    " cannot have its"
                } else {
                    " cannot all have their"
                };
                sentence
                    .say("trial and error shows that ")
                    .say_units(units)
                    .say(have)
                    .say(" queens");
            }
        }
    }
}

/// Writes that `unit` has exactly as many squares left as it needs queens: `row 3 has
/// only b3 and e3 left for its 2 queens, and these touch b4`.
fn write_only_squares<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    unit: usize,
    squares: SmallSet<W>,
    touched: SmallSet<W>,
) {
    let names = words::all_squares(sentence.facts.size, squares);
    let number = squares.count();
    let queens = match number {
        1 => String::new(),
        _ => format!(" for {}", queens_left(sentence, &[unit], number)),
    };
    sentence
        .say_unit(unit)
        .say(&format!(" has only {names} left{queens}"));
    if !touched.is_empty() {
        let these = if number == 1 { "which" } else { "and these" };
        let clashes = sentence.facts.clash_of(number);
        sentence
            .say(&format!(", {these} {clashes} "))
            .say_squares(touched);
    }
}

/// Writes that the squares `touched` are empty, whichever of `squares` the queen of
/// `unit` is on.
fn write_beside<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    unit: usize,
    squares: SmallSet<W>,
    touched: SmallSet<W>,
) {
    let places = words::all_squares(sentence.facts.size, squares);
    let queen = queens_left(sentence, &[unit], 1);
    let clashes = sentence.facts.clash_of(touched.count());
    let them = match squares.count() {
        1 => "it",
        2 => "both",
        _ => "all of them",
    };
    sentence
        .say_unit(unit)
        .say(&format!(" has only {places} left for {queen}, and "));
    sentence
        .say_squares(touched)
        .say(&format!(" {clashes} {them}"));
}

/// Writes two cases. The shorter one comes first if it is so short that the other goes on
/// as if there were no case: `e7 must hold one, because without it, row 2 has only e1 and
/// f1 left, .... Then ...`.
fn write_split<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    name: &str,
    with: &[ChainLink<W>],
    without: &[ChainLink<W>],
) {
    let (with_is_short, without_is_short) = (is_short_case(with), is_short_case(without));
    let without_is_first =
        without_is_short && (without.len() <= with.len() || !with_is_short);
    let (head, first, last) = if without_is_first {
        let head = format!("{name} must hold one, because without it, ");
        (head, without, with)
    } else if with_is_short {
        let head = format!("{name} must stay empty, because with a queen there, ");
        (head, with, without)
    } else {
        let head = format!("there are two cases. With one on {name} too, ");
        (head, with, without)
    };
    sentence.say(&head);
    write_links(sentence, first);
    if with_is_short || without_is_short {
        sentence.say(". Then ");
    } else {
        // After a long case the reader needs to be told that the other one begins.
        sentence.say(&format!(". Without one on {name}, "));
    }
    write_links(sentence, last);
}

/// True if a case is so short that the other one can go on as if there were no case.
fn is_short_case<const W: usize>(links: &[ChainLink<W>]) -> bool {
    links.len() <= MAX_SHORT_CASE && !links.iter().any(is_split)
}

/// Writes that `inner` have only `outer` left, which take too few queens: `regions A and
/// B have only row 1 left for their 2 queens, but that row takes only one`.
fn write_crowded<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    [inner, outer]: [&[usize]; 2],
    [needed, taken]: [u32; 2],
) {
    let facts = sentence.facts;
    let have = if inner.len() == 1 {
        " has only "
    } else {
        " have only "
    };
    let take = if outer.len() == 1 { "takes" } else { "take" };
    let their = queens_left(sentence, inner, needed);
    let taken = words::number_to_add(taken, taken < facts.total_queens(outer));
    sentence.say_units(inner).say(have).say_units(outer);
    sentence.say(&format!(
        " left for {their}, but {} {take} only {taken}",
        words::that_or_those(facts.size, outer)
    ));
}

/// Writes an overflow: `rows 8 and 9 have room for only 3 of their 4 queens, 2 in region
/// K and one on b8 or c8, which touch each other`; without takers `rows 8 and 9 have room
/// for only one of their 2 queens, ...`.
fn write_overflow<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    overflow: &Overflow<W>,
) {
    let Overflow {
        units,
        needed,
        takers,
        taken,
        outside,
    } = overflow;
    if outside.is_empty() {
        return write_crowded(sentence, [units, takers], [*needed, *taken]);
    }
    let have = if units.len() == 1 { "has" } else { "have" };
    let (room, queens) = (
        words::number_word(taken + outside.most),
        queens_left(sentence, units, *needed),
    );
    sentence
        .say_units(units)
        .say(&format!(" {have} room for only {room} of {queens}, "));
    if !takers.is_empty() {
        let and = if takers.len() == 1 { " and" } else { ", and" };
        sentence
            .say(&words::number_word(*taken))
            .say(" in ")
            .say_units(takers);
        sentence.say(&format!("{and} {} ", words::number_word(outside.most)));
    }
    sentence.say(&outside.place_names(sentence.facts.size));
}

/// The queens that `units` still need, `need` in all: `its queen`, `its last queen`,
/// `their remaining 2 queens`.
fn queens_left<const W: usize>(
    sentence: &Sentence<'_, W>,
    units: &[usize],
    need: u32,
) -> String {
    words::queens_left(
        words::its_or_their(units),
        need,
        sentence.facts.total_queens(units),
    )
}

/// Writes that the queens of `inner` fill `outer`: `regions B and C have only row 3 left,
/// so their 2 queens fill that row`.
fn write_within<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    inner: &[usize],
    queens: u32,
    outer: usize,
) {
    let have = if inner.len() == 1 {
        " has only "
    } else {
        " have only "
    };
    let fill = if queens == 1 { "fills" } else { "fill" };
    let their = queens_left(sentence, inner, queens);
    let filled = words::that_or_those(sentence.facts.size, &[outer]);
    sentence
        .say_units(inner)
        .say(have)
        .say_unit(outer)
        .say(&format!(" left, so {their} {fill} {filled}"));
}

/// Writes that `unit` has only `squares` left for the queens that it needs: `row 3 has
/// only b3 and c3 left for its 2 queens, and these touch`.
fn write_too_few<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    unit: usize,
    squares: SmallSet<W>,
    need: u32,
) {
    let facts = sentence.facts;
    let queens = queens_left(sentence, &[unit], need);
    sentence.say_unit(unit);
    if squares.is_empty() {
        sentence.say(" has no square left");
        if need < facts.total_queens(&[unit]) {
            // Some of its queens were placed, perhaps just before.
            sentence.say(" for ").say(&queens);
        }
        return;
    }
    let left = words::left_for(facts.size, &Room::new(facts, squares), &queens);
    sentence.say(" has only ").say(&left);
}
