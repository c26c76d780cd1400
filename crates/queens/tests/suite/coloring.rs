//! Colourings against brute force and published values.

use crate::common::{best_number, check_relative, relative_of};
use queens::control::Outcome;
use queens::placement::Placement;
use queens::problem::Problem;
use queens::relative::{Group, GroupKind, Relative};
use queens::unsupported::Parameter;
use queens::{Answer, Certificate, Question, Settings, ask, reference};
use std::num::NonZeroU16;

/// Cells and attacks of a small board, by its own reading of the rules.
struct Small {
    text: &'static str,
    sides: (i64, i64),
    blocked: &'static [(i64, i64)],
    /// True if walls, not holes, are on the blocked cells.
    are_walls: bool,
    steps: &'static [(i64, i64)],
    reach: i64,
    wraps: bool,
}

const QUEEN: &[(i64, i64)] = &[
    (0, 1),
    (0, -1),
    (1, 0),
    (-1, 0),
    (1, 1),
    (-1, -1),
    (1, -1),
    (-1, 1),
];
const KNIGHT: &[(i64, i64)] = &[
    (1, 2),
    (2, 1),
    (-1, 2),
    (-2, 1),
    (1, -2),
    (2, -1),
    (-1, -2),
    (-2, -1),
];
const DIAGONALS: &[(i64, i64)] = &[(1, 1), (-1, -1), (1, -1), (-1, 1)];

const PLAIN: Small = Small {
    text: "",
    sides: (0, 0),
    blocked: &[],
    are_walls: false,
    steps: QUEEN,
    reach: 9,
    wraps: false,
};

const SMALL: [Small; 16] = [
    Small {
        text: "queens 0",
        ..PLAIN
    },
    Small {
        text: "queens 1",
        sides: (1, 1),
        ..PLAIN
    },
    Small {
        text: "queens 2",
        sides: (2, 2),
        ..PLAIN
    },
    Small {
        text: "queens 3",
        sides: (3, 3),
        ..PLAIN
    },
    Small {
        text: "queens 4",
        sides: (4, 4),
        ..PLAIN
    },
    Small {
        text: "queens 5",
        sides: (5, 5),
        ..PLAIN
    },
    Small {
        text: "queens 2x5",
        sides: (2, 5),
        ..PLAIN
    },
    Small {
        text: "queens 4x3",
        sides: (4, 3),
        ..PLAIN
    },
    Small {
        text: "torus 4",
        sides: (4, 4),
        wraps: true,
        ..PLAIN
    },
    Small {
        text: "torus 5",
        sides: (5, 5),
        wraps: true,
        ..PLAIN
    },
    Small {
        text: "kings 4",
        sides: (4, 4),
        reach: 1,
        ..PLAIN
    },
    Small {
        text: "knights 4",
        sides: (4, 4),
        steps: KNIGHT,
        reach: 1,
        ..PLAIN
    },
    Small {
        text: "bishops 4",
        sides: (4, 4),
        steps: DIAGONALS,
        ..PLAIN
    },
    Small {
        text: "4\nholes: b2 c2",
        sides: (4, 4),
        blocked: &[(1, 1), (1, 2)],
        ..PLAIN
    },
    Small {
        text: "4\nwalls: b2 c2 a4",
        sides: (4, 4),
        blocked: &[(1, 1), (1, 2), (3, 0)],
        are_walls: true,
        ..PLAIN
    },
    Small {
        text: "1\nholes: a1",
        sides: (1, 1),
        blocked: &[(0, 0)],
        ..PLAIN
    },
];

impl Small {
    fn cells(&self) -> Vec<(i64, i64)> {
        let all = (0..self.sides.0)
            .flat_map(|row| (0..self.sides.1).map(move |column| (row, column)));
        all.filter(|cell| !self.blocked.contains(cell)).collect()
    }

    fn attacks(&self, from: (i64, i64), to: (i64, i64)) -> bool {
        self.steps.iter().any(|step| {
            let mut at = from;
            for _ in 0..self.reach {
                at = (at.0 + step.0, at.1 + step.1);
                if self.wraps {
                    at = (at.0.rem_euclid(self.sides.0), at.1.rem_euclid(self.sides.1));
                }
                let is_on_board = (0..self.sides.0).contains(&at.0)
                    && (0..self.sides.1).contains(&at.1);
                if !is_on_board
                    || self.are_walls && self.blocked.contains(&at)
                    || at == from
                {
                    return false;
                }
                if at == to {
                    return true;
                }
            }
            false
        })
    }

    /// Returns true if the cells from `next` on can get one of `colors` colours each.
    fn can_color(
        &self,
        cells: &[(i64, i64)],
        chosen: &mut Vec<usize>,
        colors: usize,
    ) -> bool {
        let next = chosen.len();
        if next == cells.len() {
            return true;
        }
        // A new colour is the next one: which, does not matter.
        let used = chosen.iter().max().map_or(0, |most| most + 1);
        (0..colors.min(used + 1)).any(|color| {
            let fits = (0..next).all(|other| {
                chosen[other] != color || !self.attacks(cells[other], cells[next])
            });
            chosen.push(color);
            let can = fits && self.can_color(cells, chosen, colors);
            chosen.pop();
            can
        })
    }

    fn fewest(&self) -> usize {
        let cells = self.cells();
        (0..)
            .find(|&colors| self.can_color(&cells, &mut Vec::new(), colors))
            .unwrap()
    }
}

fn asked(text: &str, wanted: Option<usize>) -> Answer {
    let wanted = wanted.and_then(|wanted| NonZeroU16::new(wanted as u16));
    ask(&colored(text, wanted), Question::One, &Settings::default()).unwrap()
}

/// Returns the problem of a colouring, with at most so many colours, or the fewest.
fn colored(text: &str, wanted: Option<NonZeroU16>) -> Problem {
    relative_of(&text.parse().unwrap(), Relative::Coloring(wanted))
}

/// Checks a colouring by its definition.
fn checked<'c>(
    problem: &Problem,
    classes: impl IntoIterator<Item = &'c Placement>,
) -> Result<(), String> {
    let group = |(number, class): (u16, &Placement)| Group {
        kind: GroupKind::Color(number),
        placement: class.clone(),
    };
    let groups: Vec<Group> = (1..).zip(classes).map(group).collect();
    check_relative(
        problem,
        Relative::Coloring(None),
        &Placement::default(),
        &groups,
    )
}

/// The classes of a colouring of a board.
fn classes(text: &str, answer: &Answer) -> Vec<Placement> {
    let groups = answer.groups(&colored(text, None)).expect("classes");
    groups.into_iter().map(|group| group.placement).collect()
}

#[test]
fn small_boards_agree_with_brute_force() {
    for small in SMALL {
        let (problem, fewest): (Problem, usize) =
            (small.text.parse().unwrap(), small.fewest());
        let answer = asked(small.text, None);
        let found = (best_number(&answer), answer.outcome);
        assert_eq!(
            found,
            (fewest as u128, Outcome::Exhausted),
            "{}",
            small.text
        );
        let colors = classes(small.text, &answer);
        assert_eq!(
            (checked(&problem, &colors), colors.len()),
            (Ok(()), fewest),
            "{}",
            small.text
        );
        for wanted in 1..=fewest + 1 {
            let answer = asked(small.text, Some(wanted));
            let found = (wanted >= fewest).then_some(true);
            assert_eq!(
                (answer.is_complete(), answer.first.as_ref().map(|_| true)),
                (true, found),
                "{} {wanted}",
                small.text
            );
            if found.is_some() {
                let colors = classes(small.text, &answer);
                assert_eq!(
                    checked(&problem, &colors),
                    Ok(()),
                    "{} {wanted}",
                    small.text
                );
                assert!(colors.len() <= wanted, "{} {wanted}", small.text);
            }
        }
    }
}

/// Compares the fewest colours of a board with the published number.
fn assert_as_published(size: u32) {
    let problem = Problem::queens(size).unwrap();
    let published = reference::best_of(&problem, Relative::Coloring(None))
        .expect("a published number");
    let answer = asked(&size.to_string(), None);
    assert_eq!(
        (best_number(&answer), answer.outcome),
        (published.value, Outcome::Exhausted),
        "{size}"
    );
    assert_eq!(
        checked(&problem, &classes(&size.to_string(), &answer)),
        Ok(()),
        "{size}"
    );
}

#[test]
fn published_values_are_found() {
    (1..=14).chain([16, 17, 19]).for_each(assert_as_published);
}

#[test]
#[ignore = "about 40 s: run with -- --ignored"]
fn published_values_of_large_boards_are_found() {
    [15, 20].into_iter().for_each(assert_as_published);
}

/// Gosset 1914: eight colours are not enough on 8 x 8.
#[test]
fn too_few_colours_are_refused_with_a_proof() {
    assert_eq!(
        asked("8", Some(8)).certificate,
        Some(Certificate::Exhausted)
    );
    let few = asked("8", Some(7));
    let Some(Certificate::Clique(squares)) = few.certificate else {
        panic!("{few:?}")
    };
    assert_eq!((squares.len(), few.first), (8, None));
    let all = squares.squares();
    let share_a_line = |i: usize| {
        all[..i].iter().all(|one| {
            let (rows, columns) = (
                one.row.abs_diff(all[i].row),
                one.column.abs_diff(all[i].column),
            );
            rows == 0 || columns == 0 || rows == columns
        })
    };
    assert!((0..8).all(share_a_line), "{squares:?}");
}

#[test]
fn a_limit_leaves_the_best_colouring_so_far() {
    let problem = Problem::queens(14).unwrap();
    let limited = Settings::default().with_nodes(1_000);
    let answer = ask(&colored("14", None), Question::One, &limited).unwrap();
    assert_eq!(
        (answer.is_complete(), answer.bound(), &answer.certificate),
        (false, Some(14), &None)
    );
    assert_eq!(checked(&problem, &classes("14", &answer)), Ok(()));
}

#[test]
fn wrong_colourings_are_found() {
    let problem = Problem::queens(2).unwrap();
    let class = |names: &[&str]| {
        Placement::new(names.iter().map(|name| name.parse().unwrap()).collect())
    };
    let right = [
        class(&["a1"]),
        class(&["b1"]),
        class(&["a2"]),
        class(&["b2"]),
    ];
    assert_eq!(checked(&problem, &right), Ok(()));
    let fault = |classes: &[Placement]| {
        checked(&problem, classes).expect_err("a fault").to_string()
    };
    assert!(fault(&right[..3]).contains("b2"));
    let attack =
        "the queen of set 1 on a1 and the queen of set 1 on b2 attack each other";
    assert_eq!(fault(&[class(&["a1", "b2"])]), attack);
    assert!(fault(&[class(&["a1"]), class(&["a1"])]).contains("a1 shares its square"));
}

#[test]
fn what_has_no_colour_is_refused() {
    let named = Settings::default().with_engine("coloring");
    for (text, parameter) in [
        ("8\ngivens: a1", Parameter::Givens),
        ("regions\nareas:\nAABB\nAABB\nCCDD\nCCDD", Parameter::Rules),
        ("65", Parameter::Size),
    ] {
        let refused = ask(&colored(text, None), Question::One, &named).unwrap_err();
        assert_eq!(
            (refused.engine, refused.parameter),
            ("coloring", parameter),
            "{text}"
        );
    }
    let refused = ask(&colored("8", None), Question::Count, &named).unwrap_err();
    assert_eq!(refused.parameter, Parameter::Question);
}
