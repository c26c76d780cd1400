//! Answers of programs that are wrong in one way, and in ways that no flaw explains.

use crate::board::Board;
use crate::diagnosis::{Cause, diagnose};
use crate::flaw::search_nodes;
use crate::flaw::{Flaw, MAX_COMPARED, solutions};
use crate::{
    Fingerprint, Line, LineKind, Output, PrintedAnswer, SizeAnswer, Weights,
    growth_in_words, read_outputs, total_share,
};
use queens_model::problem::Problem;
use queens_model::reference;

/// The answers of a program for the sizes 1 to 8.
fn answers_of(program: impl Fn(u32) -> Vec<Vec<i64>>) -> Vec<SizeAnswer> {
    let answer = |n| SizeAnswer {
        n,
        answer: PrintedAnswer::Boards(
            program(n)
                .iter()
                .map(|list| Board::from_columns(list))
                .collect(),
        ),
        is_whole: true,
    };
    (1..=MAX_COMPARED).map(answer).collect()
}

fn cause_of(program: impl Fn(u32) -> Vec<Vec<i64>>) -> Option<Cause> {
    diagnose(&answers_of(program)).cause
}

/// All lists of columns that a test allows, without any search: every arrangement of one
/// queen in each row is tried.
fn filtered(n: u32, is_allowed: impl Fn(&[i64]) -> bool) -> Vec<Vec<i64>> {
    let n = i64::from(n);
    let mut lists = vec![Vec::new()];
    for _ in 0..n {
        lists = lists
            .iter()
            .flat_map(|list| (0..n).map(move |column| [&list[..], &[column]].concat()))
            .filter(|list| is_allowed(list))
            .collect();
    }
    lists
}

fn all_pairs(list: &[i64], is_fine: impl Fn(i64, i64, i64) -> bool) -> bool {
    (0..list.len())
        .all(|r| (r + 1..list.len()).all(|s| is_fine((s - r) as i64, list[r], list[s])))
}

fn right(n: u32) -> Vec<Vec<i64>> {
    filtered(n, |list| {
        all_pairs(list, |rows, c, d| c != d && (c - d).abs() != rows)
    })
}

#[test]
fn solutions_are_as_many_as_published() {
    for n in 1..=10 {
        let known = reference::published(&Problem::queens(n).unwrap()).unwrap();
        assert_eq!(solutions(n).len() as u128, known.value, "{n}");
    }
    let diagnosis = diagnose(&answers_of(right));
    assert_eq!(diagnosis.cause, None);
    assert_eq!(diagnosis.headline(), "Right for n = 1 to 8.");
}

#[test]
fn an_untested_line_is_named() {
    let falling = |n| {
        filtered(n, |list| {
            all_pairs(list, |rows, c, d| c != d && c - d != rows)
        })
    };
    let rising = |n| {
        filtered(n, |list| {
            all_pairs(list, |rows, c, d| c != d && d - c != rows)
        })
    };
    let columns = |n| {
        filtered(n, |list| {
            all_pairs(list, |rows, c, d| (c - d).abs() != rows)
        })
    };
    let diagonals = |n| filtered(n, |list| all_pairs(list, |_, c, d| c != d));
    let near = |n| {
        let is_near = |rows, c: i64, d: i64| c != d && (rows > 1 || (c - d).abs() != 1);
        filtered(n, |list| all_pairs(list, is_near))
    };
    assert_eq!(cause_of(falling), Some(Cause::Flaw(Flaw::FallingUntested)));
    assert_eq!(cause_of(rising), Some(Cause::Flaw(Flaw::RisingUntested)));
    assert_eq!(cause_of(columns), Some(Cause::Flaw(Flaw::ColumnsUntested)));
    assert_eq!(
        cause_of(diagonals),
        Some(Cause::Flaw(Flaw::DiagonalsUntested))
    );
    assert_eq!(cause_of(near), Some(Cause::Flaw(Flaw::NeighboursOnly)));
}

/// The numbers of queens that attack along rows, columns and one kind of diagonals are
/// A099152 of the OEIS.
#[test]
fn numbers_alone_show_a_flaw() {
    let counts = [1, 1, 3, 7, 23, 83, 405, 2113];
    let answers: Vec<_> = (1..)
        .zip(counts)
        .map(|(n, count)| SizeAnswer {
            n,
            answer: PrintedAnswer::Count(count),
            is_whole: true,
        })
        .collect();
    // Both kinds of diagonals have the same numbers, so that neither is named.
    assert_eq!(diagnose(&answers).cause, Some(Cause::WrongNumber));
    let classes = [1, 0, 0, 1, 2, 1, 6, 12];
    let answers: Vec<_> = (1..)
        .zip(classes)
        .map(|(n, count)| SizeAnswer {
            n,
            answer: PrintedAnswer::Count(count),
            is_whole: true,
        })
        .collect();
    assert_eq!(
        diagnose(&answers).cause,
        Some(Cause::Flaw(Flaw::OnePerClass))
    );
}

#[test]
fn one_diagonal_is_named_by_its_number() {
    let program = |n| {
        let is_fine = |list: &[i64]| {
            let cells: Vec<_> = (0..).zip(list.iter().copied()).collect();
            cells.iter().enumerate().all(|(at, &(r, c))| {
                cells[at + 1..].iter().all(|&(s, d): &(i64, i64)| {
                    let is_hole = r - c == 3 && s - d == 3;
                    c != d && ((c - d).abs() != s - r || is_hole)
                })
            })
        };
        filtered(n, is_fine)
    };
    let diagnosis = diagnose(&answers_of(program));
    assert_eq!(diagnosis.cause, Some(Cause::OneDiagonal(Line::Falling(3))));
    let example = diagnosis.example.unwrap();
    assert_eq!(example.clash.unwrap().line, Line::Falling(3));
}

#[test]
fn solutions_that_are_left_out_are_explained() {
    let first = |n| right(n).into_iter().take(1).collect();
    assert_eq!(cause_of(first), Some(Cause::Flaw(Flaw::OneSolution)));
    let last_one = |n| right(n).into_iter().rev().take(1).collect();
    assert_eq!(cause_of(last_one), Some(Cause::Flaw(Flaw::OneSolution)));
    let left = |n: u32| {
        let mut boards = right(n);
        boards.retain(|board| board[0] < i64::from(n / 2));
        boards
    };
    assert_eq!(cause_of(left), Some(Cause::Flaw(Flaw::LeftHalf)));
    let corner = |n| {
        let mut boards = right(n);
        boards.retain(|board| board[0] == 0);
        boards
    };
    assert_eq!(cause_of(corner), Some(Cause::Flaw(Flaw::FirstColumnOnly)));
    // Every third solution has no single cause.
    let some = |n| right(n).into_iter().step_by(3).collect();
    assert_eq!(cause_of(some), Some(Cause::Missing));
    assert_eq!(cause_of(|_| Vec::new()), Some(Cause::NothingFound));
}

/// Without going back there is a solution for n = 1 and 5 alone, [0, 2, 4, 1, 3]: for n = 7
/// the search places 0, 2, 4, 1, 3 and has no safe square in the next row, which one can
/// see by hand. From the right, the search finds the mirror image.
#[test]
fn a_search_that_never_goes_back_is_recognised() {
    for board in [vec![0, 2, 4, 1, 3], vec![4, 2, 0, 3, 1]] {
        let program = |n| match n {
            1 => vec![vec![0]],
            5 => vec![board.clone()],
            _ => Vec::new(),
        };
        assert_eq!(cause_of(program), Some(Cause::Flaw(Flaw::NoBacktracking)));
    }
}

#[test]
fn entries_that_are_one_list_are_recognised() {
    let empty = |n| vec![Vec::new(); right(n).len()];
    assert_eq!(cause_of(empty), Some(Cause::SameList));
    let last = |n| vec![vec![0; n as usize]; right(n).len()];
    assert_eq!(cause_of(last), Some(Cause::SameList));
    let growing = |n: u32| {
        let lists = right(n).concat();
        let ends = 1..=right(n).len();
        ends.map(|end| lists[..end * n as usize].to_vec()).collect()
    };
    assert_eq!(cause_of(growing), Some(Cause::ListsGrow));
    let twice = |n| [right(n), right(n)].concat();
    assert_eq!(cause_of(twice), Some(Cause::Flaw(Flaw::Twice)));
}

#[test]
fn wrong_sizes_are_recognised() {
    assert_eq!(cause_of(|_| right(8)), Some(Cause::SizeIgnored));
    let below = |n| if n == 1 { right(0) } else { right(n - 1) };
    assert_eq!(cause_of(below), Some(Cause::Flaw(Flaw::SizeBelow)));
    let shifted = |n| {
        let mut boards = right(n);
        boards.iter_mut().flatten().for_each(|column| *column += 1);
        boards
    };
    assert_eq!(cause_of(shifted), Some(Cause::NumberedFromOne));
}

/// A cause is named only if it explains every wrong board.
#[test]
fn a_board_that_does_not_fit_takes_the_cause_back() {
    let program = |n| {
        let mut boards = filtered(n, |list| {
            all_pairs(list, |rows, c, d| c != d && c - d != rows)
        });
        if n == 6 {
            boards.pop();
        }
        boards
    };
    assert_eq!(cause_of(program), Some(Cause::OneKind(LineKind::Falling)));
    let mixed = |n| {
        let mut boards = filtered(n, |list| {
            all_pairs(list, |rows, c, d| c != d && c - d != rows)
        });
        if n == 6 {
            boards.push(vec![0; 6]);
        }
        boards
    };
    assert_eq!(cause_of(mixed), Some(Cause::SeveralFaults));
}

/// No two flaws have the same boards for the sizes 1 to 8, so that each can be named.
#[test]
fn each_flaw_can_be_told_from_the_others() {
    for flaw in Flaw::ALL {
        let program = |n| match flaw {
            Flaw::OneSolution => solutions(n).into_iter().take(1).collect(),
            Flaw::MirrorsLeftOut => {
                chosen(n, |board| board.clone().min(board.mirrored(n)))
            }
            Flaw::OnePerClass => chosen(n, |board| board.canonical(n)),
            _ => flaw.boards_for_tests(n),
        };
        let answers: Vec<_> = (1..=MAX_COMPARED)
            .map(|n| SizeAnswer {
                n,
                answer: PrintedAnswer::Boards(program(n)),
                is_whole: true,
            })
            .collect();
        assert_eq!(diagnose(&answers).cause, Some(Cause::Flaw(flaw)));
    }
}

/// The first solution of each class.
fn chosen(n: u32, class: impl Fn(&Board) -> Board) -> Vec<Board> {
    let mut classes = Vec::new();
    let mut boards = solutions(n);
    boards.retain(|board| {
        let class = class(board);
        let is_new = !classes.contains(&class);
        classes.push(class);
        is_new
    });
    boards
}

#[test]
fn outputs_are_read_as_programs_print_them() {
    let read = |text: &str, n| {
        let output = Output {
            n,
            text,
            is_whole: true,
        };
        read_outputs(&[output]).remove(0).answer
    };
    let both = PrintedAnswer::Boards(vec![
        Board::from_columns(&[1, 3, 0, 2]),
        Board::from_columns(&[2, 0, 3, 1]),
    ]);
    for text in [
        "[[1, 3, 0, 2], [2, 0, 3, 1]]",
        "Solution: [1, 3, 0, 2]\nSolution: [2, 0, 3, 1]\nTotal: 2\n",
        "2 4 1 3\n3 1 4 2\n",
        "[['.Q..', '...Q', 'Q...', '..Q.'], ['..Q.', 'Q...', '...Q', '.Q..']]",
    ] {
        assert_eq!(read(text, 4), both, "{text}");
    }
    let lists = |lists: &[&[i64]]| {
        PrintedAnswer::Boards(
            lists.iter().map(|list| Board::from_columns(list)).collect(),
        )
    };
    assert_eq!(read("[[], []]", 4), lists(&[&[], &[]]));
    assert_eq!(
        read("[[1, 3, 0], [2, 0, 3]]", 4),
        lists(&[&[1, 3, 0], &[2, 0, 3]])
    );
    assert_eq!(read("[1, 3, 0, 2, 2]", 4), lists(&[&[1, 3, 0, 2, 2]]));
    assert_eq!(read("[]", 4), lists(&[]));
    assert_eq!(read("", 4), lists(&[]));
    assert_eq!(read("92", 8), PrintedAnswer::Count(92));
    assert_eq!(
        read("There are 92 solutions for n = 8.", 8),
        PrintedAnswer::Count(92)
    );
    assert_eq!(read("n? 0 solutions", 3), PrintedAnswer::Count(0));
    assert!(matches!(read("hello", 4), PrintedAnswer::Unreadable(_)));
}

/// Other sizes decide what one size leaves open.
#[test]
fn all_sizes_are_read_together() {
    let read = |texts: &[&str]| {
        let outputs: Vec<_> = (1..)
            .zip(texts)
            .map(|(n, text)| Output {
                n,
                text,
                is_whole: true,
            })
            .collect();
        read_outputs(&outputs)
            .into_iter()
            .map(|size| size.answer)
            .collect::<Vec<_>>()
    };
    let counts: Vec<_> = [1, 0, 0, 2].map(PrintedAnswer::Count).into();
    assert_eq!(read(&["1", "0", "0", "2"]), counts);
    let lone = |lists: &[&[i64]]| {
        PrintedAnswer::Boards(
            lists.iter().map(|list| Board::from_columns(list)).collect(),
        )
    };
    let boards = [
        lone(&[&[0]]),
        lone(&[]),
        lone(&[]),
        lone(&[&[1, 3, 0, 2], &[2, 0, 3, 1]]),
    ];
    assert_eq!(read(&["0", "", "", "1 3 0 2\n2 0 3 1"]), boards);
    assert_eq!(read(&["1", "", "", "2 4 1 3\n3 1 4 2"]), boards);
    let prompts = [
        "n? Searching ...\n[0]",
        "n? Searching ...\n",
        "No solutions for n = 3.",
        "n? Searching ...\n[1, 3, 0, 2]\n[2, 0, 3, 1]\n",
    ];
    assert_eq!(read(&prompts), boards);
    let empty = read(&["1 solution\n[]", "0 solutions", "", "2 solutions\n[]\n[]"]);
    assert_eq!(empty[0], lone(&[&[]]));
    assert_eq!(empty[3], lone(&[&[], &[]]));
}

#[test]
fn points_follow_the_three_shares() {
    let share = |program: &dyn Fn(u32) -> Vec<Vec<i64>>| {
        total_share(&diagnose(&answers_of(program)).sizes, Weights::default())
    };
    assert_eq!(share(&right), 1.0);
    assert_eq!(share(&|_| Vec::new()), 0.0);
    // For n = 8 a first solution has all of valid and distinct, and 1 of 92 of complete.
    let first = diagnose(&answers_of(|n| right(n).into_iter().take(1).collect()));
    let last = first.sizes[7].share(Weights::default());
    assert!((last - (0.5 + 0.5 / 92.0)).abs() < 1e-9, "{last}");
    let twice = diagnose(&answers_of(|n| [right(n), right(n)].concat()));
    assert_eq!(
        twice.sizes[7].share(Weights::default()),
        0.3 + 0.2 * 0.5 + 0.5
    );
}

#[test]
fn the_growth_of_times_is_beside_the_textbook() {
    // 2,057 nodes for 8 queens, 552 for 7, with the empty board: Knuth 1975.
    assert_eq!(search_nodes(8), 2057);
    let words = growth_in_words(&[(6, 0.02), (7, 0.22), (8, 1.82)]).unwrap();
    assert!(
        words.starts_with("n = 8 took 1.8 s, 9.0 times as long as n = 7"),
        "{words}"
    );
    assert!(words.contains("3.7 times as many"), "{words}");
    assert_eq!(growth_in_words(&[(6, 0.02), (7, 0.03)]), None);
}

#[test]
fn programs_with_other_names_are_alike() {
    let source = |names: [&str; 4]| {
        let [place, row, column, taken] = names;
        format!(
            "def {place}({row}, {taken}):\n    # a comment\n    if {row} == n:\n        \
             found.append({taken}[:])\n        return\n    for {column} in range(n):\n        \
             if all({column} != c and abs({column} - c) != {row} - r for r, c in \
             enumerate({taken})):\n            {taken}.append({column})\n            \
             {place}({row} + 1, {taken})\n            {taken}.pop()\n"
        )
    };
    let one = Fingerprint::of_source(&source(["place", "row", "column", "taken"]));
    let other = Fingerprint::of_source(&source(["solve", "i", "j", "queens"]));
    assert_eq!(one.similarity(&other), Some(1.0));
    let reference = "let count = 0;\n".repeat(30);
    let third = Fingerprint::of_source(&reference);
    assert!(one.similarity(&third).is_none_or(|share| share < 0.2));
}
