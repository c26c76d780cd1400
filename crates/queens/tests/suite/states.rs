//! States of the engines of the ladder at each step, compared with the queens on the
//! board.

use control::Limits;
use queens::engines::ladder::{Event, StateVariable, VariableValue};
use queens::engines::{self, Engine, StepKind};
use queens::lab::{TraceWanted, trace};
use queens::problem::Problem;
use queens::square::Square;
use queens::{Question, Settings};
use std::ops::ControlFlow;

const SIDE: u32 = 6;

fn settings() -> Settings {
    Settings::default().with_limits(Limits::default().with_nodes(3_000))
}

/// Calls `check` with the queens on the board, the last step and its square, for every
/// state of an engine.
fn each_state(
    id: &str,
    mut check: impl FnMut(&[Square], (StepKind, Square), &[StateVariable]),
) {
    let engine = engines::find(id).unwrap();
    let mut board: Vec<Square> = Vec::new();
    let mut last = None;
    let mut states = 0;
    let mut follow = |event: Event<'_>| {
        let kind = event.kind();
        match event {
            Event::Place(square) => board.push(square),
            Event::Remove(square) => board.retain(|&queen| queen != square),
            Event::State(state) => {
                states += 1;
                last.iter().for_each(|&step| check(&board, step, state));
            }
            Event::Solution(_) | Event::Reject { .. } => {}
        }
        if let Event::Place(square)
        | Event::Remove(square)
        | Event::Reject { square, .. } = event
        {
            last = kind.map(|kind| (kind, square));
        }
        ControlFlow::Continue(())
    };
    engine
        .trace_states(&Problem::queens(SIDE).unwrap(), &settings(), &mut follow)
        .unwrap();
    assert!(states > 0, "{id}");
}

fn value<'s>(state: &'s [StateVariable], name: &str) -> &'s VariableValue {
    &state
        .iter()
        .find(|variable| variable.name == name)
        .unwrap_or_else(|| panic!("no {name}: {state:?}"))
        .value
}

fn flags(count: u32, is_set: impl FnMut(u32) -> bool) -> VariableValue {
    VariableValue::Flags((0..count).map(is_set).collect())
}

fn list(items: impl IntoIterator<Item = impl ToString>) -> VariableValue {
    VariableValue::List(items.into_iter().map(|item| item.to_string()).collect())
}

fn indices(values: impl IntoIterator<Item = u32>) -> VariableValue {
    VariableValue::Indices(values.into_iter().map(u64::from).collect())
}

fn attacks(a: &Square, b: &Square) -> bool {
    let (down, across) = (a.row.abs_diff(b.row), a.column.abs_diff(b.column));
    down == 0 || across == 0 || down == across
}

#[test]
fn every_engine_of_the_ladder_shows_a_state_and_takes_the_same_steps() {
    let problem = Problem::queens(SIDE).unwrap();
    let takes = |engine: &&dyn Engine| engine.accepts(&problem, Question::One).is_ok();
    for engine in engines::registry()
        .filter(|engine| engine.is_of_the_ladder())
        .filter(takes)
    {
        let steps = |with_state: bool| {
            let (mut steps, mut states) = (Vec::new(), 0);
            let each = &mut |event: Event<'_>| {
                match event {
                    Event::State(state) => {
                        assert!(!state.is_empty(), "{}", engine.info().id);
                        states += 1;
                    }
                    step => steps.push(format!("{step:?}")),
                }
                ControlFlow::Continue(())
            };
            match with_state {
                true => engine.trace_states(&problem, &settings(), each),
                false => engine.trace(&problem, &settings(), each),
            }
            .unwrap();
            (steps, states)
        };
        let ((plain, none), (same, states)) = (steps(false), steps(true));
        assert_eq!((plain, none), (same, 0), "{}", engine.info().id);
        // A formula holds nothing.
        assert_eq!(
            states > 0,
            engine.info().id != "construction",
            "{}",
            engine.info().id
        );
    }
}

#[test]
fn flags_are_those_of_the_queens() {
    for id in ["flags", "flags-on-entry", "flags-iterative"] {
        each_state(id, |board, _, state| {
            let any = |is: &dyn Fn(&Square) -> bool| board.iter().any(is);
            assert_eq!(
                *value(state, "rows"),
                flags(SIDE, |row| any(&|queen| queen.row == row))
            );
            let rising = flags(2 * SIDE - 1, |sum| {
                any(&|queen| queen.row + queen.column == sum)
            });
            assert_eq!(*value(state, "rising diagonals"), rising);
            let falling = flags(2 * SIDE - 1, |index| {
                any(&|queen| queen.row + SIDE - 1 == queen.column + index)
            });
            assert_eq!(*value(state, "falling diagonals"), falling);
        });
    }
}

#[test]
fn the_stack_holds_the_rows_of_the_columns_before() {
    for id in ["flags-iterative", "board-scan-iterative"] {
        each_state(id, |board, (_, at), state| {
            assert_eq!(
                *value(state, "column"),
                VariableValue::Index(u64::from(at.column)),
                "{id}"
            );
            let before = board.iter().filter(|queen| queen.column < at.column);
            assert_eq!(
                *value(state, "stack"),
                indices(before.map(|queen| queen.row)),
                "{id}"
            );
        });
    }
    each_state("flags", |_, (_, at), state| {
        assert_eq!(*value(state, "calls of fill"), indices(0..=at.column));
        assert_eq!(
            *value(state, "row"),
            VariableValue::Index(u64::from(at.row))
        );
    });
}

#[test]
fn the_board_of_a_scan_is_the_board() {
    each_state("board-scan", |board, _, state| {
        let square = |row, column| {
            if board.contains(&Square::new(row, column)) {
                'Q'
            } else {
                '.'
            }
        };
        let line = |row| {
            (0..SIDE)
                .map(|column| square(row, column))
                .collect::<String>()
        };
        assert_eq!(*value(state, "board"), list((0..SIDE).map(line)));
    });
}

#[test]
fn digits_and_texts_list_the_columns_of_the_queens() {
    for id in ["incremental", "mirrored"] {
        each_state(id, |board, _, state| {
            assert_eq!(
                *value(state, "digits"),
                indices(board.iter().map(|queen| queen.column)),
                "{id}"
            );
        });
    }
    each_state("string-lists", |board, _, state| {
        // As in the source: rows, columns and diagonals count from 1.
        let text = |number: &dyn Fn(&Square) -> u32| {
            let numbers: Vec<_> = board
                .iter()
                .map(|queen| format!("{},", number(queen)))
                .collect();
            VariableValue::Text(format!(",{}", numbers.concat()))
        };
        assert_eq!(*value(state, "columns"), text(&|queen| queen.column + 1));
        assert_eq!(
            *value(state, "rising diagonals"),
            text(&|queen| queen.column + 1 + queen.row)
        );
        assert_eq!(
            *value(state, "falling diagonals"),
            text(&|queen| SIDE + queen.column + 1 - queen.row)
        );
    });
}

#[test]
fn masks_are_the_lines_of_the_queens_as_seen_from_the_row() {
    each_state("bitmask", |board, _, state| {
        let &VariableValue::Index(row) = value(state, "row") else {
            panic!("{state:?}")
        };
        let row = row as u32;
        let word = |column: &dyn Fn(&Square) -> Option<u32>| {
            board
                .iter()
                .filter_map(column)
                .filter(|&column| column < SIDE)
                .fold(0, |word, column| word | 1 << column)
        };
        let columns = word(&|queen| Some(queen.column));
        let left = word(&|queen| Some(queen.column + (row - queen.row)));
        let right = word(&|queen| queen.column.checked_sub(row - queen.row));
        for (name, expected) in [("columns", columns), ("left", left), ("right", right)] {
            let &VariableValue::Bits { word, width } = value(state, name) else {
                panic!("{state:?}")
            };
            assert_eq!(
                (word & ((1 << SIDE) - 1), width),
                (expected, SIDE),
                "{name} in row {row}: {board:?}"
            );
        }
        let &VariableValue::Bits { word: free, .. } = value(state, "free") else {
            panic!("{state:?}")
        };
        assert_eq!(free & (columns | left | right), 0);
    });
}

#[test]
fn open_squares_and_items_are_those_that_no_queen_attacks() {
    each_state("exact-cover", |board, (kind, _), state| {
        let free = |is: &dyn Fn(&Square) -> bool| {
            let squares =
                (0..SIDE * SIDE).map(|number| Square::new(number / SIDE, number % SIDE));
            squares
                .filter(|square| {
                    is(square) && !board.iter().any(|queen| attacks(queen, square))
                })
                .count()
        };
        let rows = (0..SIDE).filter(|&row| board.iter().all(|queen| queen.row != row));
        let rows: Vec<_> = rows
            .map(|row| format!("row {row}: {}", free(&|square| square.row == row)))
            .collect();
        let columns =
            (0..SIDE).filter(|&column| board.iter().all(|queen| queen.column != column));
        let columns = columns.map(|column| {
            format!(
                "column {column}: {}",
                free(&|square| square.column == column)
            )
        });
        let all: Vec<_> = rows.into_iter().chain(columns).collect();
        let VariableValue::List(items) = value(state, "items left, with their options")
        else {
            panic!("{state:?}")
        };
        match kind {
            StepKind::Place => assert_eq!(*items, all, "{board:?}"),
            // The item of the removed queen stays covered while its other options are
            // tried.
            _ => assert_eq!(items.len() + 1, all.len(), "{board:?}"),
        }
    });
    each_state("backtracking", |board, step, state| {
        let VariableValue::List(rows) = value(state, "open squares") else {
            panic!("{state:?}")
        };
        for name in rows.iter().flat_map(|row| row.split(' ')) {
            let square: Square = name.parse().unwrap();
            assert!(
                !board.iter().any(|queen| attacks(queen, &square)),
                "{step:?}: {square} on {board:?}"
            );
        }
    });
}

#[test]
fn conflicts_count_the_attackers_of_each_queen() {
    for id in ["min-conflicts", "hill-climbing", "annealing"] {
        each_state(id, |board, _, state| {
            let attackers = |at: &Square| {
                board
                    .iter()
                    .filter(|queen| *queen != at && attacks(queen, at))
                    .count()
            };
            let mut queens = board.to_vec();
            queens.sort();
            let conflicts = queens.iter().map(|at| format!("{at}: {}", attackers(at)));
            assert_eq!(*value(state, "conflicts"), list(conflicts), "{id}");
            let pairs = queens.iter().map(attackers).sum::<usize>() / 2;
            assert_eq!(
                *value(state, "attacking pairs"),
                VariableValue::Number(pairs as u64),
                "{id}"
            );
        });
    }
}

#[test]
fn the_population_has_its_fitness() {
    each_state("genetic", |_, _, state| {
        let VariableValue::List(boards) = value(state, "population") else {
            panic!("{state:?}")
        };
        let mut fitness = Vec::new();
        for text in boards {
            let (columns, told) = text.split_once(": ").unwrap();
            let columns = columns
                .split(' ')
                .map(|column| column.parse::<u32>().unwrap());
            let queens: Vec<Square> = (0..)
                .zip(columns)
                .map(|(row, column)| Square::new(row, column))
                .collect();
            let pairs = queens
                .iter()
                .enumerate()
                .flat_map(|(at, a)| queens[..at].iter().map(move |b| (a, b)));
            assert_eq!(
                told,
                pairs.filter(|(a, b)| !attacks(a, b)).count().to_string(),
                "{text}"
            );
            fitness.push(told.parse::<usize>().unwrap());
        }
        assert!(
            fitness.len() == 20 && fitness.is_sorted_by(|a, b| a >= b),
            "{fitness:?}"
        );
    });
}

#[test]
fn the_flags_of_a_row_board_are_those_of_the_queens() {
    for id in ["limited-discrepancy", "las-vegas"] {
        each_state(id, |board, _, state| {
            let any = |is: &dyn Fn(&Square) -> bool| board.iter().any(is);
            let columns = flags(SIDE, |column| any(&|queen| queen.column == column));
            let rising = flags(2 * SIDE - 1, |sum| {
                any(&|queen| queen.row + queen.column == sum)
            });
            let falling = flags(2 * SIDE - 1, |index| {
                any(&|queen| queen.column + SIDE - 1 == queen.row + index)
            });
            for (name, expected) in [
                ("columns", columns),
                ("rising diagonals", rising),
                ("falling diagonals", falling),
            ] {
                assert_eq!(*value(state, name), expected, "{id}: {name}");
            }
        });
    }
}

#[test]
fn free_squares_are_those_that_no_queen_attacks() {
    for id in ["forward-checking", "mac"] {
        each_state(id, |board, (kind, at), state| {
            let VariableValue::List(rows) = value(state, "free squares") else {
                panic!("{state:?}")
            };
            for (row, text) in (0..).zip(rows) {
                if let Some(queen) = board.iter().find(|queen| queen.row == row) {
                    assert_eq!(*text, format!("queen {queen}"), "{id}");
                    continue;
                }
                let told: Vec<Square> = text
                    .split_whitespace()
                    .map(|name| name.parse().unwrap())
                    .collect();
                let squares = (0..SIDE).map(|column| Square::new(row, column));
                let free: Vec<Square> = squares
                    .filter(|square| !board.iter().any(|queen| attacks(queen, square)))
                    .collect();
                match kind {
                    StepKind::Reject => assert!(!told.contains(&at), "{id}: {at}"),
                    StepKind::Remove if id == "forward-checking" => {
                        assert_eq!(told, free);
                    }
                    StepKind::Remove => assert!(
                        told.iter().all(|square| free.contains(square)),
                        "{told:?}"
                    ),
                    _ => {}
                }
            }
        });
    }
}

#[test]
fn facts_are_the_queens_of_the_board() {
    each_state("rules", |board, _, state| {
        let fact = |queen: &Square| {
            format!("(queen {} is placed in column {})", queen.row, queen.column)
        };
        assert_eq!(*value(state, "facts"), list(board.iter().map(fact)));
    });
}

#[test]
fn the_next_board_is_the_top_of_the_stack_or_the_head_of_the_queue() {
    for (id, name) in [
        ("state-space-dfs", "top of the stack"),
        ("state-space-bfs", "next in the queue"),
    ] {
        let engine = engines::find(id).unwrap();
        let mut board: Vec<Square> = Vec::new();
        let mut next: Option<String> = None;
        let (mut has_changed, mut compared) = (false, 0);
        let mut follow = |event: Event<'_>| {
            match event {
                Event::Place(square) => board.push(square),
                Event::Remove(_) => drop(board.pop()),
                Event::State(state) => {
                    let shown = board
                        .iter()
                        .map(Square::to_string)
                        .collect::<Vec<_>>()
                        .join(" ");
                    if std::mem::take(&mut has_changed) {
                        assert_eq!(next.as_ref(), Some(&shown), "{id}");
                        compared += 1;
                    }
                    let VariableValue::List(boards) = value(state, name) else {
                        panic!("{state:?}")
                    };
                    next = if id.ends_with("dfs") {
                        boards.last()
                    } else {
                        boards.first()
                    }
                    .cloned();
                }
                Event::Solution(_) | Event::Reject { .. } => {}
            }
            has_changed |= matches!(event, Event::Place(_) | Event::Remove(_));
            ControlFlow::Continue(())
        };
        engine
            .trace_states(&Problem::queens(SIDE).unwrap(), &settings(), &mut follow)
            .unwrap();
        assert!(compared > 100, "{id}: {compared}");
    }
}

#[test]
fn a_page_ends_after_a_bounded_amount_of_state() {
    let problem = Problem::queens(300).unwrap();
    let settings = settings().with_engine("board-scan");
    let page = |from, limit| {
        let wanted = TraceWanted {
            from,
            limit,
            first: false,
            state: true,
        };
        trace(&problem, wanted, &settings).unwrap()
    };
    let first = page(0, 100_000);
    // Each state holds the 90,000 squares of the board.
    assert!(
        (80..100).contains(&first.steps.len()),
        "{}",
        first.steps.len()
    );
    assert!(!first.end && first.steps.iter().all(|step| step.state.is_some()));
    let next = page(first.steps.len() as u64, 2);
    assert_eq!(next.steps.len(), 2);
    assert!(next.steps.iter().all(|step| step.state.is_some()));
}
