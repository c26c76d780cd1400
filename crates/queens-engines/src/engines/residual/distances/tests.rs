//! Bounds and moves of the distances, against enumeration.

use super::super::groups;
use super::super::window::WindowRange;
use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

const BOARD_SIDE: usize = 8;

/// Lists all ways to put a queen in each of `rows` and `columns`, on `squares`, so that
/// no two share a diagonal.
fn naive(
    rows: &[usize],
    columns: &[usize],
    squares: &BTreeSet<(usize, usize)>,
    queens: &mut Vec<(usize, usize)>,
    all: &mut Vec<Vec<(usize, usize)>>,
) {
    let Some(&row) = rows.get(queens.len()) else {
        all.push(queens.clone());
        return;
    };
    for &column in columns
        .iter()
        .filter(|&&column| squares.contains(&(row, column)))
    {
        if queens
            .iter()
            .all(|&(r, c)| c != column && c.abs_diff(column) != row - r)
        {
            queens.push((row, column));
            naive(rows, columns, squares, queens, all);
            queens.pop();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_solution_is_closed(
        lines in prop::sample::subsequence((0..BOARD_SIDE).collect::<Vec<_>>(), 4..=6),
        others in prop::sample::subsequence((0..BOARD_SIDE).collect::<Vec<_>>(), 6),
        holes in prop::collection::btree_set((0..BOARD_SIDE, 0..BOARD_SIDE), 0..20),
        near in ((-3_i64..12, -10_i64..20), (-3_i64..12, -10_i64..20)),
    ) {
        let others = &others[..lines.len()];
        let squares = lines.iter().flat_map(|&row| others.iter().map(move |&column| (row, column)));
        let squares: BTreeSet<_> = squares.filter(|square| !holes.contains(square)).collect();
        let width = groups::width(BOARD_SIDE);
        let (mut rows, mut columns) = (vec![sets::filled::<1>(); width], vec![sets::filled::<1>(); width]);
        lines.iter().for_each(|&line| rows[line] = [0]);
        others.iter().for_each(|&line| columns[line] = [0]);
        for &(row, column) in &squares {
            sets::insert(&mut rows[row], column);
            sets::insert(&mut columns[column], row);
        }
        let open = groups::diagonals(&rows, BOARD_SIDE - 1);
        let enough = open.iter().all(|open| sets::members(open.words()).count() >= lines.len());
        prop_assume!(enough);
        let mut solutions = Vec::new();
        naive(&lines, others, &squares, &mut Vec::new(), &mut solutions);
        let mut totals = LineTotals::default();
        lines.iter().zip(others).for_each(|(&row, &column)| totals = totals.and(row, column));
        let (sum, lean) = (totals.rows + totals.columns, totals.columns - totals.rows);
        let sums = [sum, lean + (lines.len() * (BOARD_SIDE - 1)) as i64];
        let window = |f: usize| QuadraticWindow::from_open_diagonals(&open[f], lines.len(), sums[f], WindowRange::all::<1>());
        let (Some(first), Some(second)) = (window(0), window(1)) else {
            prop_assert!(solutions.is_empty());
            return Ok(());
        };
        let distances = DistanceBound::from_lines(&rows, &columns, &totals, &open, &[first, second], BOARD_SIDE - 1);
        if let Some(bound) = distances.line_bound() {
            prop_assert!(solutions.is_empty());
            let weight = |lines: &[(i64, u64)], number: usize| {
                lines.iter().find(|line| line.0 == number as i64).map_or(0, |line| line.1)
            };
            for &(row, column) in &squares {
                let difference = bound.differences.iter().find(|line| line.0 == column as i64 - row as i64);
                let all = weight(&bound.rows, row) + weight(&bound.columns, column) + weight(&bound.sums, row + column);
                prop_assert!(all + difference.map_or(0, |line| line.1) >= bound.one);
            }
            let lists = [&bound.rows, &bound.columns, &bound.sums, &bound.differences];
            prop_assert_eq!(bound.all, lists.into_iter().flatten().map(|line| line.1).sum::<u64>());
            prop_assert!(bound.all < bound.one * lines.len() as u64);
        }
        let mut records = [near.0, near.1].map(|(row, diagonal)| {
            let centre = DistanceCentre { row, diagonal };
            CentreRecord { centre, due_at: BOARD_SIDE as i64, crossing: [0; 2], slack: i64::MAX }
        });
        match distances.apply(&mut rows, &mut columns, &mut records) {
            PruneResult::Refuted => prop_assert!(solutions.is_empty()),
            _ => for &(row, column) in solutions.iter().flatten() {
                prop_assert!(sets::contains(&rows[row], column) && sets::contains(&columns[column], row));
            },
        }
        // A queen in neither corner of a centre takes at least two of its slack.
        for (solution, f) in solutions.iter().flat_map(|solution| [(solution, 0), (solution, 1)]) {
            let sides = records[f].opposite_corners(f == 1);
            let stands = |corner: &CornerLines, (row, column): (usize, usize)| {
                corner[0].contains(&row) && corner[1].contains(&column)
            };
            let [row, column] = records[f].crossing;
            let beside = solution.iter().filter(|&&queen| {
                let on_a_line = queen.0 as i64 == row || queen.1 as i64 == column;
                !on_a_line && !sides.iter().any(|corner| stands(corner, queen))
            });
            prop_assert!(2 * beside.count() as i64 <= records[f].slack);
        }
        let members = |set: &LineSet<1>| -> Vec<usize> {
            if *set == sets::filled() { Vec::new() } else { sets::members(set).collect() }
        };
        let open = |lines: &[LineSet<1>]| -> BTreeSet<(usize, usize)> {
            lines.iter().enumerate().flat_map(|(line, set)| members(set).into_iter().map(move |at| (line, at))).collect()
        };
        let turned: BTreeSet<_> = open(&columns).into_iter().map(|(column, row)| (row, column)).collect();
        prop_assert_eq!(open(&rows), turned);
    }

    #[test]
    fn the_corner_is_the_smaller_one_in_the_direction_with_less_slack(
        free in [prop::collection::btree_set(0_usize..62, 0..30), prop::collection::btree_set(0_usize..62, 0..30)],
        crossings in [[-3_i64..70, -3_i64..70], [-3_i64..70, -3_i64..70]],
        slacks in [0_i64..2 * IDLE_SLACK, 0_i64..2 * IDLE_SLACK],
    ) {
        let centre = DistanceCentre { row: 0, diagonal: 0 };
        let [first, second] = [0, 1].map(|f| CentreRecord { centre, due_at: 0, crossing: crossings[f], slack: slacks[f] });
        let sets = free.each_ref().map(|lines| {
            let mut set: LineSet<1> = [0];
            lines.iter().for_each(|&line| sets::insert(&mut set, line));
            set
        });
        let f = usize::from(slacks[1] <= slacks[0]);
        let lines = |before: [bool; 2]| -> Vec<Vec<usize>> {
            let side = |at: usize, line: usize| match before[at] {
                true => (line as i64) < crossings[f][at],
                false => line as i64 > crossings[f][at],
            };
            (0..2).map(|at| free[at].iter().copied().filter(|&line| side(at, line)).collect()).collect()
        };
        // Rows and columns on the same side have a large sum or a small one.
        let corners = if f == 0 { [[true, true], [false, false]] } else { [[true, false], [false, true]] };
        let corners = corners.map(lines);
        let size = |lines: &&Vec<Vec<usize>>| lines.concat().len();
        let smaller = corners.iter().filter(|lines| size(lines) > 0).min_by_key(size);
        let found = smaller_corner(&[first, second], &sets).map(|ranges| -> Vec<Vec<usize>> {
            let of = |at: usize| sets::members(&sets::within(&sets[at], &ranges[at])).collect();
            (0..2).map(of).collect()
        });
        prop_assert_eq!(found.as_ref(), smaller.filter(|_| slacks[f] <= IDLE_SLACK));
    }

    #[test]
    fn the_slack_bounds_the_best_row_and_every_choice_with_the_sum(
        lines in prop::collection::btree_set(0_i64..20, 1..6),
        others in prop::collection::btree_set(0_i64..20, 6),
        diagonals in prop::collection::btree_set(0_usize..40, 6..12),
        (row, diagonal) in (-5_i64..25, -5_i64..45),
        multiplier in -30_i64..30,
    ) {
        let others: Vec<i64> = others.into_iter().take(lines.len()).collect();
        let set = |lines: &mut dyn Iterator<Item = i64>| {
            let mut set = [0];
            lines.for_each(|line| sets::insert(&mut set, line as usize));
            set
        };
        let mut open = DiagonalSet::<1>::EMPTY;
        diagonals.iter().for_each(|&diagonal| sets::insert(open.words_mut(), diagonal));
        let (count, sums) = (lines.len(), [lines.iter().sum::<i64>(), others.iter().sum()]);
        let sum = sums[0] + sums[1];
        let window = QuadraticWindow::from_open_diagonals(&open, count, sum, WindowRange::all::<1>());
        prop_assume!(window.is_some());
        let window = window.unwrap();
        let (rows, columns) = (set(&mut lines.iter().copied()), set(&mut others.iter().copied()));
        let chosen = window.chosen(&open);
        let direction = DistanceDirection { rows, columns, open, chosen, window, lines: count as i64, sums };
        let CentreSlack { centre, scaled, .. } = direction.slack_at(DistanceCentre { row, diagonal });
        prop_assert_eq!(centre.diagonal, diagonal);
        let off = |row: i64| {
            let rows = lines.iter().map(|line| (line - row).abs());
            rows.chain(others.iter().map(|line| (line - diagonal + row).abs())).sum::<i64>()
        };
        prop_assert_eq!(off(centre.row), (-100..200).map(off).min().unwrap());
        let WindowExchange { first, beyond } = direction.next_exchange();
        let length = beyond - first;
        // Least total of a choice if a diagonal costs `scale` for its distance and `lean`
        // for its number.
        let bound = |scale: i64, lean: i64| {
            let cost = |&number: &usize| scale * (number as i64 - diagonal).abs() + lean * number as i64;
            let mut costs: Vec<i64> = diagonals.iter().map(cost).collect();
            costs.sort_unstable();
            costs[..count].iter().sum::<i64>() - lean * sum
        };
        let least = length * off(centre.row) - scaled;
        let lean = (first - diagonal).abs() - (beyond - diagonal).abs();
        prop_assert_eq!(least, bound(length, if direction.window.is_all() { 0 } else { lean }));
        prop_assert!(bound(10 * length, multiplier * length) <= 10 * least);
    }

    #[test]
    fn the_centre_moves_to_less_slack(
        lines in prop::collection::btree_set(0_usize..30, 8),
        others in prop::collection::btree_set(0_usize..30, 8),
        gap in (0_usize..58, 0_usize..20),
        (row, diagonal) in (-5_i64..35, -5_i64..65),
    ) {
        let mut open = DiagonalSet::<1>::EMPTY;
        let closed = gap.0..gap.0 + gap.1;
        (0..58).filter(|diagonal| !closed.contains(diagonal)).for_each(|at| sets::insert(open.words_mut(), at));
        let set = |lines: &BTreeSet<usize>| {
            let mut set = [0];
            lines.iter().for_each(|&line| sets::insert(&mut set, line));
            set
        };
        let sums = [&lines, &others].map(|lines| lines.iter().sum::<usize>() as i64);
        let window = QuadraticWindow::from_open_diagonals(&open, lines.len(), sums[0] + sums[1], WindowRange::all::<1>());
        prop_assume!(window.is_some());
        let window = window.unwrap();
        let (rows, columns, chosen) = (set(&lines), set(&others), window.chosen(&open));
        let direction = DistanceDirection { rows, columns, open, chosen, window, lines: 8, sums };
        let best = direction.least_slack(DistanceCentre { row, diagonal });
        let before = direction.slack_at(DistanceCentre { row, diagonal });
        prop_assert!(best.scaled <= before.scaled);
        prop_assert_eq!(best.scaled, direction.slack_at(best.centre).scaled);
    }
}
