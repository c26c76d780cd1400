//! Peaceable armies against brute force and published values.

use crate::common::{self, Cell, best_number, check_relative, relative_of};
use queens::control::Outcome;
use queens::placement::Placement;
use queens::problem::Problem;
use queens::reference;
use queens::relative::{Group, GroupKind, Relative};
use queens::render::{Format, Style, Summary, renderer};
use queens::simd::Kernel;
use queens::unsupported::Parameter;
use queens::{Answer, Question, Settings, ask};
use std::collections::BTreeSet;

fn checked(problem: &Problem, [white, black]: [&Placement; 2]) -> Result<(), String> {
    let group = |kind, army: &Placement| Group {
        kind,
        placement: army.clone(),
    };
    let groups = [
        group(GroupKind::White, white),
        group(GroupKind::Black, black),
    ];
    check_relative(problem, Relative::Armies, &Placement::default(), &groups)
}

/// Returns the problem of two armies on a board.
fn armies(text: &str) -> Problem {
    relative_of(&text.parse().unwrap(), Relative::Armies)
}

/// A board for brute force, with its own reading of the rules.
struct Small {
    /// The problem in the library's text form.
    text: &'static str,
    rows: i64,
    columns: i64,
    walls: &'static [Cell],
    holes: &'static [Cell],
    /// Steps, and the largest number of each.
    rays: &'static [(i64, i64, i64)],
    wraps: bool,
}

const QUEEN: &[(i64, i64, i64)] = &[
    (0, 1, 9),
    (0, -1, 9),
    (1, 0, 9),
    (-1, 0, 9),
    (1, 1, 9),
    (-1, -1, 9),
    (1, -1, 9),
    (-1, 1, 9),
];
const KING: &[(i64, i64, i64)] = &[
    (0, 1, 1),
    (0, -1, 1),
    (1, 0, 1),
    (-1, 0, 1),
    (1, 1, 1),
    (-1, -1, 1),
    (1, -1, 1),
    (-1, 1, 1),
];
const KNIGHT: &[(i64, i64, i64)] = &[
    (1, 2, 1),
    (1, -2, 1),
    (-1, 2, 1),
    (-1, -2, 1),
    (2, 1, 1),
    (2, -1, 1),
    (-2, 1, 1),
    (-2, -1, 1),
];

const fn board(
    text: &'static str,
    rows: i64,
    columns: i64,
    rays: &'static [(i64, i64, i64)],
) -> Small {
    Small {
        text,
        rows,
        columns,
        walls: &[],
        holes: &[],
        rays,
        wraps: false,
    }
}

const SMALL: &[Small] = &[
    board("queens 1", 1, 1, QUEEN),
    board("queens 2", 2, 2, QUEEN),
    board("queens 3", 3, 3, QUEEN),
    board("queens 4", 4, 4, QUEEN),
    board("queens 3x5", 3, 5, QUEEN),
    board("kings 2x5", 2, 5, KING),
    board("knights 3x4", 3, 4, KNIGHT),
    Small {
        wraps: true,
        ..board("torus 4", 4, 4, QUEEN)
    },
    Small {
        wraps: true,
        ..board("torus 3x5", 3, 5, QUEEN)
    },
    Small {
        wraps: true,
        ..board("torus 4x5", 4, 5, QUEEN)
    },
    Small {
        wraps: true,
        holes: &[(0, 0)],
        ..board("torus 4\nholes: a1", 4, 4, QUEEN)
    },
    Small {
        walls: &[(1, 1), (0, 3)],
        ..board("queens 4\nwalls: b2 d1", 4, 4, QUEEN)
    },
    Small {
        walls: &[(0, 0), (3, 3)],
        ..board("queens 4\nwalls: a1 d4", 4, 4, QUEEN)
    },
    Small {
        holes: &[(0, 1), (3, 2)],
        ..board("queens 4\nholes: b1 c4", 4, 4, QUEEN)
    },
    Small {
        holes: &[(1, 1), (2, 0)],
        ..board("queens 4\nholes: b2 a3", 4, 4, QUEEN)
    },
];

impl Small {
    fn cells(&self) -> Vec<Cell> {
        let all = (0..self.rows)
            .flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        all.filter(|cell| !self.walls.contains(cell) && !self.holes.contains(cell))
            .collect()
    }

    /// Bits of the cells that a piece on `from` occupies or attacks.
    fn reach(&self, from: Cell, cells: &[Cell]) -> u32 {
        let mut reach = BTreeSet::from([from]);
        for &(down, right, most) in self.rays {
            let (mut row, mut column) = from;
            for _ in 0..most {
                (row, column) = (row + down, column + right);
                if self.wraps {
                    (row, column) =
                        (row.rem_euclid(self.rows), column.rem_euclid(self.columns));
                }
                let is_off = !(0..self.rows).contains(&row)
                    || !(0..self.columns).contains(&column);
                if is_off || self.walls.contains(&(row, column)) {
                    break;
                }
                reach.insert((row, column));
            }
        }
        cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| reach.contains(cell))
            .fold(0, |set, (bit, _)| set | 1 << bit)
    }

    /// Size of the largest armies, and the number of pairs, all and up to symmetry: every
    /// set of white pieces is tried.
    fn truth(&self) -> (u32, usize, usize) {
        let cells = self.cells();
        let reach: Vec<u32> =
            cells.iter().map(|&cell| self.reach(cell, &cells)).collect();
        let everything = (1u32 << cells.len()) - 1;
        let beside = |white: u32| {
            let bits = (0..cells.len()).filter(|bit| white >> bit & 1 == 1);
            everything & !bits.fold(0, |set, bit| set | reach[bit])
        };
        let least = |white: u32| white.count_ones().min(beside(white).count_ones());
        let size = (0..=everything).map(least).max().unwrap();
        let mut pairs = BTreeSet::new();
        for white in (0..=everything).filter(|white| white.count_ones() == size) {
            let free = beside(white);
            let mut black = free;
            // Every subset of `free`.
            loop {
                if black.count_ones() == size {
                    pairs.insert((white, black));
                }
                if black == 0 {
                    break;
                }
                black = (black - 1) & free;
            }
        }
        let maps = common::turns_and_reflections((self.rows, self.columns), &cells);
        let image = |set: u32, map: &Vec<usize>| {
            map.iter()
                .enumerate()
                .filter(|(from, _)| set >> from & 1 == 1)
                .fold(0u32, |image, (_, to)| image | 1 << to)
        };
        let least = |&(white, black): &(u32, u32)| {
            let images = maps.iter().flat_map(|map| {
                let (white, black) = (image(white, map), image(black, map));
                [(white, black), (black, white)]
            });
            images.min()
        };
        let fundamental: BTreeSet<_> = pairs.iter().map(least).collect();
        (size, pairs.len(), fundamental.len())
    }
}

fn asked(text: &str, question: Question) -> Answer {
    ask(&armies(text), question, &Settings::default()).unwrap()
}

/// The white and the black army of an answer about a board, in the order of their
/// squares.
fn pair(text: &str, answer: &Answer) -> [Placement; 2] {
    let groups = answer.groups(&armies(text)).expect("two armies");
    let names = [&groups[0], &groups[1]].map(|group| group.kind.to_string());
    assert_eq!(names, ["white", "black"]);
    [groups[0].placement.clone(), groups[1].placement.clone()]
}

#[test]
fn small_boards_agree_with_brute_force() {
    for small in SMALL {
        let (size, all, fundamental) = small.truth();
        let largest = asked(small.text, Question::One);
        let found = (best_number(&largest), largest.outcome);
        assert_eq!(found, (size.into(), Outcome::Exhausted), "{}", small.text);
        let counted = asked(small.text, Question::Count);
        let numbers = (counted.count, counted.fundamental());
        assert_eq!(
            numbers,
            (all as u128, Some(fundamental as u128)),
            "{}",
            small.text
        );
        let problem: Problem = small.text.parse().unwrap();
        let [white, black] = pair(small.text, &largest);
        assert_eq!(
            (white.len(), black.len()),
            (size as usize, size as usize),
            "{}",
            small.text
        );
        assert_eq!(
            checked(&problem, [&white, &black]),
            Ok(()),
            "{}",
            small.text
        );
    }
}

#[test]
fn published_values_are_found() {
    for (preset, sizes) in [("queens", 1..=10), ("torus", 1..=10)] {
        for size in sizes {
            let text = format!("{preset} {size}");
            let problem: Problem = text.parse().unwrap();
            let published = reference::best_of(&problem, Relative::Armies)
                .expect("a published number");
            let largest = asked(&text, Question::One);
            let found = (best_number(&largest), largest.outcome);
            assert_eq!(found, (published.value, Outcome::Exhausted), "{text}");
        }
    }
    for size in 1..=9 {
        let text = format!("queens {size}");
        let published =
            reference::number_of(&text.parse().unwrap(), Relative::Armies, true)
                .expect("a published number");
        assert_eq!(
            asked(&text, Question::Count).fundamental(),
            Some(published.value),
            "{text}"
        );
    }
}

/// A260680, with every kernel.
#[test]
fn every_kernel_counts_the_same() {
    let problem = armies("8");
    for kernel in Kernel::ALL
        .into_iter()
        .filter(|kernel| kernel.is_available())
    {
        let counted = ask(
            &problem,
            Question::Count,
            &Settings::default().with_kernel(kernel),
        )
        .unwrap();
        assert_eq!(
            (counted.count, counted.fundamental()),
            (1_136, Some(71)),
            "{kernel:?}"
        );
    }
}

/// 7 n^2 / 48, rounded down: the lower bound of A250000.
#[test]
fn large_boards_have_as_many_as_the_known_construction() {
    for (side, least) in [(24, 84), (50, 364)] {
        let (problem, text) = (Problem::queens(side).unwrap(), format!("queens {side}"));
        let largest = asked(&text, Question::One);
        assert_eq!(largest.outcome, Outcome::GaveUp);
        assert!(
            best_number(&largest) >= least,
            "{side}: {}",
            best_number(&largest)
        );
        let [white, black] = pair(&text, &largest);
        assert_eq!(checked(&problem, [&white, &black]), Ok(()));
    }
}

#[test]
fn a_limit_leaves_the_best_pair_so_far() {
    let problem: Problem = "queens 12".parse().unwrap();
    let answer = ask(
        &armies("queens 12"),
        Question::One,
        &Settings::default().with_nodes(100),
    )
    .unwrap();
    assert!(!answer.is_complete());
    let [white, black] = pair("queens 12", &answer);
    assert_eq!(white.len() as u128, best_number(&answer));
    assert_eq!(checked(&problem, [&white, &black]), Ok(()));
}

#[test]
fn attacks_between_armies_are_found() {
    let problem = Problem::queens(5).unwrap();
    let squares = |names: &[&str]| {
        Placement::new(names.iter().map(|name| name.parse().unwrap()).collect())
    };
    let white = squares(&["a1", "b1"]);
    let fault = |black: &[&str]| {
        checked(&problem, [&white, &squares(black)])
            .expect_err("a fault")
            .to_string()
    };
    assert_eq!(
        fault(&["e4"]),
        "the white queen on b1 and the black queen on e4 attack each other"
    );
    assert_eq!(
        fault(&["a1"]),
        "the black queen on a1 shares its square with another piece"
    );
    assert!(fault(&["d5"]).ends_with("as many of each are required"));
    assert_eq!(checked(&problem, [&white, &squares(&["c5", "d5"])]), Ok(()));
}

#[test]
fn other_problems_are_refused() {
    for (text, question, parameter) in [
        ("8\ngivens: a1", Question::One, Parameter::Givens),
        (
            "regions\nareas:\nAABB\nAABB\nCCDD\nCCDD",
            Question::One,
            Parameter::Rules,
        ),
        ("200", Question::One, Parameter::Size),
        ("17", Question::Count, Parameter::Size),
    ] {
        let refused = ask(
            &armies(text),
            question,
            &Settings::default().with_engine("armies"),
        )
        .unwrap_err();
        assert_eq!(
            (refused.engine, refused.parameter),
            ("armies", parameter),
            "{text}"
        );
    }
}

/// Both colours of the pair a1, b3 on 3 x 3, in every form of text.
#[test]
fn every_format_shows_both_colours() {
    let problem = Problem::queens(3).unwrap();
    let pair =
        [(GroupKind::White, "a1"), (GroupKind::Black, "b3")].map(|(kind, name)| Group {
            kind,
            placement: Placement::new(vec![name.parse().unwrap()]),
        });
    let written = |format| {
        let mut out = Vec::new();
        let mut renderer = renderer(
            format,
            &problem,
            Style {
                charset: queens::render::Charset::Ascii,
                ..Style::default()
            },
        );
        renderer.begin(&mut out).unwrap();
        renderer.groups(&pair, &mut out).unwrap();
        renderer
            .end(
                &Summary {
                    solutions: 1,
                    outcome: Outcome::Exhausted,
                },
                &mut out,
            )
            .unwrap();
        out
    };
    let text = |format| String::from_utf8(written(format)).unwrap();
    assert_eq!(text(Format::Text), "white a1\nblack b3\n");
    assert_eq!(text(Format::Csv), "white,a1\nblack,b3\n");
    let board = text(Format::Board);
    assert!(
        board.contains("1 | W |   |   |") && board.contains("3 |   | B |   |"),
        "{board}"
    );
    for format in [Format::Json, Format::Ndjson] {
        let json = text(format);
        assert!(
            json.contains(
                r#""groups":[{"name":"white","squares":[[0,0]]},{"name":"black","squares":[[2,1]]}]"#
            ),
            "{json}"
        );
    }
    let page = text(Format::Html);
    assert!(
        page.contains("<th>white</th><td>a1</td>")
            && page.contains("<th>black</th><td>b3</td>"),
        "{page}"
    );
    let picture = text(Format::Svg);
    assert!(
        picture.contains(r#"data-groups="white a1; black b3""#),
        "{picture}"
    );
    assert_eq!(
        picture.matches(r#"class="white" x="#).count(),
        1,
        "{picture}"
    );
    assert_eq!(
        picture.matches(r#"class="queen" x="#).count(),
        1,
        "{picture}"
    );
    assert!(written(Format::Png).starts_with(b"\x89PNG"));
}
