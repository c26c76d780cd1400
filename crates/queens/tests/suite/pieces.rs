//! Pieces of several kinds against brute force and published values.

use crate::common::{self, Cell, best_number, check_relative, relative_of};
use proptest::prelude::*;
use queens::control::Outcome;
use queens::placement::Placement;
use queens::problem::Problem;
use queens::reference;
use queens::relative::{Group, GroupKind, PieceKind, PieceMix, Relative};
use queens::render::{Charset, Format, Style, Summary, renderer};
use queens::unsupported::Parameter;
use queens::{Answer, Certificate, Question, Settings, Verdict, ask};
use std::collections::BTreeSet;

/// Names of the kinds, their steps, and true for a single step.
const KINDS: [(&str, &[Cell], bool); 5] = [
    (
        "queens",
        &[
            (0, 1),
            (0, -1),
            (1, 0),
            (-1, 0),
            (1, 1),
            (-1, -1),
            (1, -1),
            (-1, 1),
        ],
        false,
    ),
    ("rooks", &[(0, 1), (0, -1), (1, 0), (-1, 0)], false),
    ("bishops", &[(1, 1), (-1, -1), (1, -1), (-1, 1)], false),
    (
        "knights",
        &[
            (1, 2),
            (1, -2),
            (-1, 2),
            (-1, -2),
            (2, 1),
            (2, -1),
            (-2, 1),
            (-2, -1),
        ],
        true,
    ),
    (
        "kings",
        &[
            (0, 1),
            (0, -1),
            (1, 0),
            (-1, 0),
            (1, 1),
            (-1, -1),
            (1, -1),
            (-1, 1),
        ],
        true,
    ),
];

/// A board for brute force, with its own reading of the rules.
#[derive(Clone, Debug)]
struct Small {
    variant: &'static str,
    rows: i64,
    columns: i64,
    walls: Vec<Cell>,
    holes: Vec<Cell>,
}

/// A placement: the index of its cell and its kind for each piece.
type Pieces = Vec<(usize, usize)>;

impl Small {
    fn text(&self) -> String {
        let names = |cells: &[Cell]| {
            let name = |&(row, column): &Cell| {
                format!(" {}{}", (b'a' + column as u8) as char, row + 1)
            };
            cells.iter().map(name).collect::<String>()
        };
        let mut text = format!("{} {}x{}", self.variant, self.rows, self.columns);
        for (word, cells) in [("walls", &self.walls), ("holes", &self.holes)] {
            if !cells.is_empty() {
                text += &format!("\n{word}:{}", names(cells));
            }
        }
        text
    }

    fn cells(&self) -> Vec<Cell> {
        let all = (0..self.rows)
            .flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        all.filter(|cell| !self.walls.contains(cell) && !self.holes.contains(cell))
            .collect()
    }

    /// Cell at a point of the plane, which the board covers where its edges are joined.
    fn fold(&self, (row, column): Cell) -> Option<Cell> {
        let (round, turns) = (
            column.div_euclid(self.columns),
            column.rem_euclid(self.columns),
        );
        let (row, column) = match self.variant {
            "torus" => (row.rem_euclid(self.rows), turns),
            "cylinder" => (row, turns),
            "moebius" if round % 2 != 0 => (self.rows - 1 - row, turns),
            "moebius" => (row, turns),
            _ => (row, column),
        };
        ((0..self.rows).contains(&row) && (0..self.columns).contains(&column))
            .then_some((row, column))
    }

    /// For each kind and cell, the cells that a piece there attacks, as bits.
    fn attacks(&self) -> Vec<Vec<u32>> {
        let cells = self.cells();
        let from = |(_, steps, once): (&str, &[Cell], bool), start: Cell| {
            let mut attacked = 0;
            for &(down, right) in steps {
                for k in 1..=if once {
                    1
                } else {
                    2 * self.rows * self.columns
                } {
                    let at = self.fold((start.0 + k * down, start.1 + k * right));
                    let Some(at) =
                        at.filter(|at| *at != start && !self.walls.contains(at))
                    else {
                        break;
                    };
                    attacked |= cells
                        .iter()
                        .position(|&cell| cell == at)
                        .map_or(0, |bit| 1u32 << bit);
                }
            }
            attacked
        };
        KINDS
            .into_iter()
            .map(|kind| cells.iter().map(|&cell| from(kind, cell)).collect())
            .collect()
    }

    /// Maps of the cells onto themselves by turns and reflections that keep the attacks
    /// of these kinds.
    fn maps(&self, kinds: &[usize]) -> Vec<Vec<usize>> {
        let (cells, attacks) = (self.cells(), self.attacks());
        let keeps = |map: &Vec<usize>| {
            let attacked =
                |kind: usize, one: usize, other: usize| attacks[kind][one] >> other & 1;
            let pairs = (0..cells.len())
                .flat_map(|one| (0..cells.len()).map(move |other| (one, other)));
            pairs.into_iter().all(|(one, other)| {
                kinds.iter().all(|&kind| {
                    attacked(kind, one, other) == attacked(kind, map[one], map[other])
                })
            })
        };
        let maps = common::turns_and_reflections((self.rows, self.columns), &cells);
        maps.into_iter().filter(keeps).collect()
    }

    /// All placements of these numbers of each kind.
    fn placements(&self, numbers: [usize; 5]) -> BTreeSet<Pieces> {
        let mut all = BTreeSet::new();
        extend(&self.attacks(), 0, numbers, &mut Vec::new(), &mut all);
        all
    }

    /// Number of placements, all and up to symmetry.
    fn counts(&self, numbers: [usize; 5]) -> (u128, u128) {
        let all = self.placements(numbers);
        let kinds: Vec<usize> = (0..5).filter(|&kind| numbers[kind] > 0).collect();
        let maps = self.maps(&kinds);
        let image = |map: &Vec<usize>, pieces: &Pieces| {
            let mut image: Pieces = pieces
                .iter()
                .map(|&(cell, kind)| (map[cell], kind))
                .collect();
            image.sort_unstable();
            image
        };
        let least = |pieces: &Pieces| maps.iter().map(|map| image(map, pieces)).min();
        let fundamental: BTreeSet<_> = all.iter().map(least).collect();
        (all.len() as u128, fundamental.len() as u128)
    }
}

fn extend(
    attacks: &[Vec<u32>],
    from: usize,
    needs: [usize; 5],
    pieces: &mut Pieces,
    all: &mut BTreeSet<Pieces>,
) {
    if needs == [0; 5] {
        all.insert(pieces.clone());
        return;
    }
    for cell in from..attacks[0].len() {
        for kind in (0..5).filter(|&kind| needs[kind] > 0) {
            let strikes =
                |a: (usize, usize), b: (usize, usize)| attacks[a.1][a.0] >> b.0 & 1 == 1;
            if pieces.iter().any(|&other| {
                strikes(other, (cell, kind)) || strikes((cell, kind), other)
            }) {
                continue;
            }
            let mut left = needs;
            left[kind] -= 1;
            pieces.push((cell, kind));
            extend(attacks, cell + 1, left, pieces, all);
            pieces.pop();
        }
    }
}

/// Writes numbers in the text form of a mix.
fn mix_of(numbers: [usize; 5]) -> PieceMix {
    let part = |(kind, number): (usize, usize)| format!("{number} {}", KINDS[kind].0);
    let parts: Vec<String> = numbers.into_iter().enumerate().map(part).collect();
    parts.join(", ").parse().unwrap()
}

/// Returns the problem of a mix on a board.
fn mixed(text: &str, mix: PieceMix) -> Problem {
    relative_of(&text.parse().unwrap(), Relative::Pieces(mix))
}

fn asked(text: &str, mix: PieceMix, question: Question) -> Answer {
    ask(&mixed(text, mix), question, &Settings::default()).unwrap()
}

/// Checks a placement by the definition of the mix.
fn checked(problem: &Problem, mix: PieceMix, groups: &[Group]) -> Result<(), String> {
    check_relative(
        problem,
        Relative::Pieces(mix),
        &Placement::default(),
        groups,
    )
}

/// The groups of an answer about a mix on a board. A mix of one kind has one group, all
/// its pieces.
fn groups(text: &str, mix: PieceMix, answer: &Answer) -> Vec<Group> {
    let (problem, pieces) = (
        mixed(text, mix),
        answer.first.as_ref().expect("a placement"),
    );
    match queens::relative::groups(&problem, pieces) {
        none if none.is_empty() => {
            vec![Group {
                kind: GroupKind::Pieces(mix.kinds()[0]),
                placement: pieces.clone(),
            }]
        }
        groups => groups,
    }
}

/// Asks for one placement and for their number, and compares both with brute force.
fn agrees(small: &Small, numbers: [usize; 5]) {
    let (text, mix) = (small.text(), mix_of(numbers));
    let problem: Problem = text.parse().unwrap();
    let (all, fundamental) = small.counts(numbers);
    let counted = asked(&text, mix, Question::Count);
    assert_eq!(
        (counted.count, counted.fundamental()),
        (all, Some(fundamental)),
        "{mix} on\n{text}"
    );
    let one = asked(&text, mix, Question::One);
    assert!(one.is_complete());
    assert_eq!(one.count, u128::from(all > 0), "{mix} on\n{text}");
    if all > 0 {
        assert_eq!(
            checked(&problem, mix, &groups(&text, mix, &one)),
            Ok(()),
            "{mix} on\n{text}"
        );
    } else {
        assert_eq!(
            (one.verdict(), one.certificate),
            (Verdict::None, Some(Certificate::Exhausted))
        );
    }
}

/// Asks for as many pieces as possible of each of the `kinds`, and compares with brute
/// force.
fn agrees_on_the_largest(small: &Small, kinds: &[usize]) {
    let text = small.text();
    let problem: Problem = text.parse().unwrap();
    let named: Vec<PieceKind> = kinds.iter().map(|&kind| PieceKind::ALL[kind]).collect();
    let mix = PieceMix::equal(&named).unwrap();
    let each = |size: usize| {
        std::array::from_fn(|kind| if kinds.contains(&kind) { size } else { 0 })
    };
    let size = (1..)
        .take_while(|&size| !small.placements(each(size)).is_empty())
        .count();
    let largest = asked(&text, mix, Question::One);
    let found = (best_number(&largest), largest.outcome);
    assert_eq!(
        found,
        (size as u128, Outcome::Exhausted),
        "{mix} on\n{text}"
    );
    assert_eq!(
        checked(&problem, mix, &groups(&text, mix, &largest)),
        Ok(())
    );
    let counted = asked(&text, mix, Question::Count);
    let (all, fundamental) = small.counts(each(size));
    assert_eq!(
        (counted.count, counted.fundamental()),
        (all, Some(fundamental)),
        "{mix} on\n{text}"
    );
    assert_eq!(best_number(&counted), size as u128);
}

const fn open(variant: &'static str, rows: i64, columns: i64) -> Small {
    Small {
        variant,
        rows,
        columns,
        walls: Vec::new(),
        holes: Vec::new(),
    }
}

#[test]
fn small_boards_agree_with_brute_force() {
    let mixes = [
        [1, 0, 0, 0, 0],
        [1, 0, 0, 1, 0],
        [2, 0, 0, 2, 0],
        [0, 1, 1, 0, 2],
        [1, 1, 1, 1, 1],
        [0, 0, 0, 4, 0],
    ];
    let boards = [
        open("queens", 0, 0),
        open("queens", 1, 1),
        open("queens", 1, 4),
        open("queens", 2, 2),
        open("queens", 4, 4),
        open("queens", 5, 4),
        open("torus", 4, 4),
        open("cylinder", 3, 5),
        open("moebius", 4, 4),
        Small {
            walls: vec![(1, 1), (0, 3)],
            ..open("queens", 4, 5)
        },
        Small {
            holes: vec![(1, 1), (2, 2)],
            ..open("queens", 4, 4)
        },
    ];
    for small in &boards {
        for numbers in mixes {
            agrees(small, numbers);
        }
        for kinds in [&[0, 3][..], &[3, 4], &[0, 1, 2]] {
            agrees_on_the_largest(small, kinds);
        }
    }
}

prop_compose! {
    fn small_board()(
        variant in prop::sample::select(vec!["queens", "torus", "cylinder", "moebius"]),
        rows in 1..=4i64,
        columns in 1..=4i64,
        blocked in prop::collection::btree_map((0..4i64, 0..4i64), any::<bool>(), 0..5),
    ) -> Small {
        let of = |is_wall: bool| {
            let cells = blocked.iter().filter(|((row, column), wall)| **wall == is_wall && *row < rows && *column < columns);
            cells.map(|(&cell, _)| cell).collect()
        };
        Small { variant, rows, columns, walls: of(true), holes: of(false) }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn random_boards_agree_with_brute_force(
        small in small_board(),
        numbers in [0..=2usize, 0..=2usize, 0..=2usize, 0..=3usize, 0..=2usize],
        kinds in prop::sample::subsequence(vec![0usize, 1, 2, 3, 4], 2..=3),
    ) {
        let wanted: usize = numbers.iter().sum();
        if (1..=5).contains(&wanted) {
            agrees(&small, numbers);
        }
        agrees_on_the_largest(&small, &kinds);
    }
}

/// The values of the question as it was asked: ten pieces on 8 x 8 in 16 ways, four on 5
/// x 5 in 156 ways.
#[test]
fn queens_and_knights_in_equal_numbers() {
    for (text, size, ways) in [("8", 5, 16), ("5", 2, 156)] {
        let counted = asked(text, "queens = knights".parse().unwrap(), Question::Count);
        assert_eq!(
            (counted.count, best_number(&counted)),
            (ways, size),
            "{text}"
        );
    }
}

/// Eight queens attack every square of 8 x 8, because every row has one.
#[test]
fn eight_queens_leave_no_square() {
    let mix = "8 queens, 2 knights".parse().unwrap();
    let none = asked("8", mix, Question::One);
    assert_eq!((none.count, none.verdict()), (0, Verdict::None));
    assert_eq!(
        (none.certificate, none.first),
        (Some(Certificate::Exhausted), None)
    );
    assert_eq!(asked("10", mix, Question::One).count, 1);
}

/// Pieces of one kind: A000170, A036464, A047659, A244081, A193580, A018807.
#[test]
fn published_values_are_found() {
    for (size, mix, name) in [
        (8, "8 queens", "A000170"),
        (9, "2 queens", "A036464"),
        (9, "3 queens", "A047659"),
        (6, "5 queens", "A108792"),
        (6, "2 knights", "A244081"),
        (6, "7 knights", "A244081"),
        (5, "13 knights", "A244081"),
        (5, "4 kings", "A193580"),
        (6, "9 kings", "A018807"),
        (6, "6 bishops", "A002465"),
    ] {
        let problem = Problem::queens(size).unwrap();
        let pieces = mix.parse().unwrap();
        let published =
            reference::number_of(&problem, Relative::Pieces(pieces), false).expect(mix);
        assert_eq!(published.name, name, "{mix}");
        assert_eq!(
            asked(&size.to_string(), pieces, Question::Count).count,
            published.value,
            "{mix}"
        );
    }
    // Every number of knights, kings and queens on small boards.
    for size in 1..=5 {
        let problem = Problem::queens(size).unwrap();
        for (kind, number) in (1..=13)
            .flat_map(|number| ["knights", "kings", "queens"].map(|kind| (kind, number)))
        {
            let mix = format!("{number} {kind}").parse().unwrap();
            if let Some(published) =
                reference::number_of(&problem, Relative::Pieces(mix), false)
            {
                let counted = asked(&size.to_string(), mix, Question::Count);
                assert_eq!(
                    counted.count, published.value,
                    "{number} {kind} on {size} x {size}"
                );
            }
        }
    }
    let two = Relative::Pieces("1 queen, 1 knight".parse().unwrap());
    assert_eq!(
        reference::number_of(&Problem::queens(8).unwrap(), two, false),
        None
    );
}

#[test]
fn a_limit_leaves_the_best_placement_so_far() {
    let problem: Problem = "20".parse().unwrap();
    let mix: PieceMix = "queens = knights".parse().unwrap();
    let settings = Settings::default().with_nodes(2_000);
    let equal = mixed("20", mix);
    let answer = ask(&equal, Question::One, &settings).unwrap();
    assert!(!answer.is_complete() && answer.statistics.expanded <= 2_000);
    let groups = groups("20", mix, &answer);
    assert_eq!(checked(&problem, mix, &groups), Ok(()));
    // 16 queens leave four rows and four columns free for 16 knights, 17 queens only nine
    // squares.
    assert_eq!(
        (groups[0].placement.len() as u128, answer.bound()),
        (best_number(&answer), Some(16))
    );
    assert!(best_number(&answer) > 0 && answer.certificate.is_none());
    let counted = ask(&equal, Question::Count, &settings).unwrap();
    assert!(!counted.is_complete() && counted.fundamental().is_none());
    let part = mixed("20", "3 queens, 3 knights".parse().unwrap());
    let part = ask(&part, Question::Count, &settings).unwrap();
    assert!(!part.is_complete() && part.count > 0);
}

/// 200 of the 512 squares of one colour are more than 2^128 sets.
#[test]
fn counts_of_more_than_128_bits_end() {
    let knights = mixed("32", "200 knights".parse().unwrap());
    let counted = ask(
        &knights,
        Question::Count,
        &Settings::default().with_nodes(100_000),
    )
    .unwrap();
    assert!(!counted.is_complete());
}

#[test]
fn other_problems_are_refused() {
    let mix: PieceMix = "2 queens, 2 knights".parse().unwrap();
    for (text, parameter) in [
        ("8\ngivens: a1", Parameter::Givens),
        ("regions\nareas:\nAABB\nAABB\nCCDD\nCCDD", Parameter::Rules),
        ("33", Parameter::Size),
        ("200", Parameter::Size),
    ] {
        for question in [Question::One, Question::Count] {
            let named = Settings::default().with_engine("pieces");
            let refused = ask(&mixed(text, mix), question, &named).unwrap_err();
            assert_eq!(
                (refused.engine, refused.parameter),
                ("pieces", parameter),
                "{text}"
            );
        }
    }
}

fn group(kind: PieceKind, names: &[&str]) -> Group {
    let squares = names.iter().map(|name| name.parse().unwrap()).collect();
    Group {
        kind: GroupKind::Pieces(kind),
        placement: Placement::new(squares),
    }
}

#[test]
fn attacks_between_kinds_are_found() {
    let problem = Problem::queens(5).unwrap();
    let fault = |queens: &[&str], knights: &[&str]| {
        let mix: PieceMix = "1 queen, 2 knights".parse().unwrap();
        let groups = [
            group(PieceKind::Queen, queens),
            group(PieceKind::Knight, knights),
        ];
        checked(&problem, mix, &groups)
            .err()
            .map(|fault| fault.to_string())
    };
    let attack = |one: &str, other: &str| {
        Some(format!("the {one} and the {other} attack each other"))
    };
    assert_eq!(fault(&["a1"], &["c4", "d3"]), None);
    // The queen strikes the knight; the knight the queen; the knights each other.
    let strikes = "the queen on a1 attacks the knight on e5";
    assert_eq!(fault(&["a1"], &["d3", "e5"]).as_deref(), Some(strikes));
    assert!(
        fault(&["a1"], &["b3", "e4"])
            .is_some_and(|fault| fault.contains("b3") && fault.contains("a1"))
    );
    assert_eq!(fault(&["a1"], &["c4", "e5"]).as_deref(), Some(strikes));
    assert_eq!(
        fault(&["a1"], &["d2", "e4"]),
        attack("knight on d2", "knight on e4")
    );
    assert!(
        fault(&["a1"], &["a1", "d3"])
            .is_some_and(|fault| fault.contains("shares its square"))
    );
    assert!(
        fault(&["a1"], &["d3"])
            .is_some_and(|fault| fault.contains("exactly 2 are required"))
    );
    let walled: Problem = "5\nwalls: c3".parse().unwrap();
    let mix: PieceMix = "1 bishop, 1 rook".parse().unwrap();
    let both = [
        group(PieceKind::Rook, &["d4"]),
        group(PieceKind::Bishop, &["a1"]),
    ];
    assert_eq!(checked(&walled, mix, &both), Ok(()));
}

/// A queen on a1 and a knight on b4, in every form of text.
#[test]
fn every_format_shows_the_kinds() {
    let problem = Problem::queens(4).unwrap();
    let both = [
        group(PieceKind::Queen, &["a1"]),
        group(PieceKind::Knight, &["b4"]),
    ];
    let written = |format| {
        let mut out = Vec::new();
        let mut renderer = renderer(
            format,
            &problem,
            Style {
                charset: Charset::Ascii,
                ..Style::default()
            },
        );
        renderer.begin(&mut out).unwrap();
        renderer.groups(&both, &mut out).unwrap();
        renderer
            .end(
                &Summary {
                    solutions: 1,
                    outcome: Outcome::Exhausted,
                },
                &mut out,
            )
            .unwrap();
        String::from_utf8(out).unwrap()
    };
    assert_eq!(written(Format::Text), "queens a1\nknights b4\n");
    assert_eq!(written(Format::Csv), "queens,a1\nknights,b4\n");
    let board = written(Format::Board);
    assert!(
        board.contains("1 | Q |   |   |   |") && board.contains("4 |   | N |   |   |"),
        "{board}"
    );
    let json = written(Format::Json);
    assert!(
        json.contains(
            r#""groups":[{"name":"queens","squares":[[0,0]]},{"name":"knights","squares":[[3,1]]}]"#
        ),
        "{json}"
    );
    assert!(written(Format::Svg).contains(r#"data-groups="queens a1; knights b4""#));
}
