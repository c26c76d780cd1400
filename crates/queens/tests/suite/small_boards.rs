//! The table of `docs/lab/small-boards.md`: its two ways agree with each other and with
//! published values.

#[path = "../../examples/small_boards/grow.rs"]
mod grow;
#[path = "../../examples/small_boards/label.rs"]
mod label;
#[path = "../../examples/small_boards/table.rs"]
mod table;

use table::{Tally, total};

/// OEIS A068416 (into two regions), A145835 (into any number), and A002464 (kings in each
/// row and column that do not touch).
#[test]
fn cuts_and_placements_match_published_values() {
    let grown = |side, regions| {
        let mut count: u64 = 0;
        grow::cuts(side, regions, &mut |_| count += 1);
        count
    };
    let labelled = |side, regions| {
        let mut count: u64 = 0;
        label::cuts(side, regions, &mut |_| count += 1);
        count
    };
    let ways: [&dyn Fn(u32, u32) -> u64; 2] = [&grown, &labelled];
    for count in ways {
        assert_eq!([2, 3, 4].map(|side| count(side, 2)), [6, 53, 627]);
        assert_eq!(
            [1, 2, 3].map(|side| (1..=side * side).map(|k| count(side, k)).sum::<u64>()),
            [1, 12, 1_434]
        );
    }
    assert_eq!(
        (1..=16).map(|regions| grown(4, regions)).sum::<u64>(),
        1_691_690
    );
    assert_eq!(
        [1, 2, 3, 4, 5].map(|side| label::placements(side).len()),
        [1, 0, 0, 2, 14]
    );
}

#[test]
fn both_methods_count_boards_of_side_4_alike() {
    for side in 1..=4 {
        assert_eq!(grow::table(side), label::table(side), "side {side}");
    }
    assert_eq!(lines(4), csv(4));
}

/// Counting side 5 again takes minutes: `cargo run --release -p queens --example
/// small_boards 5`.
#[test]
fn the_table_of_side_5_sums_its_lines() {
    let lines = csv(5);
    let (all, kinds) = lines.split_last().expect("lines");
    let numbers = |line: &str| -> Vec<u64> {
        line.split(',')
            .skip(2)
            .map(|number| number.parse().expect("a number"))
            .collect()
    };
    let sum = kinds.iter().fold(vec![0; 4], |sum, line| {
        sum.iter()
            .zip(numbers(line))
            .map(|(sum, number)| sum + number)
            .collect::<Vec<_>>()
    });
    assert_eq!(sum, numbers(all));
}

/// The lines of a side in the table.
fn csv(side: u32) -> Vec<String> {
    let table = include_str!("../../../../docs/lab/data/small-boards.csv");
    let start = format!("{side},");
    table
        .lines()
        .filter(|line| line.starts_with(&start))
        .map(str::to_owned)
        .collect()
}

/// The lines of a side as they are counted now.
fn lines(side: u32) -> Vec<String> {
    let table = grow::table(side);
    let line = |sizes: String, tally: Tally| {
        let Tally {
            boards,
            solvable,
            unique,
            no_guess,
        } = tally;
        format!("{side},{sizes},{boards},{solvable},{unique},{no_guess}")
    };
    let sizes = |sizes: &Vec<u32>| {
        sizes
            .iter()
            .map(u32::to_string)
            .collect::<Vec<_>>()
            .join("+")
    };
    let kinds = table.iter().map(|(kind, &tally)| line(sizes(kind), tally));
    kinds
        .chain([line("all".to_owned(), total(&table))])
        .collect()
}
