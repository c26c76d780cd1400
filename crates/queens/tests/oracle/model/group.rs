//! The group: symmetries of the grid together with exchanges of kinds that map every part
//! of a problem to itself.

use super::grid::{Map, permutations};
use super::rules::{Label, Line, Placement, Rules, image};
use super::{Cover, KindSet, Measure, Objective, Share, Standing};
use std::collections::BTreeSet;

/// A map of squares, and one of kinds.
type Element = (Map, Vec<usize>);

/// The maps under which placements count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UpTo {
    Symmetry,
    /// Shifts along joined edges as well.
    Shifts,
    /// Symmetries that keep the solutions, in place of the numbers in rows and columns as
    /// they are written.
    Solutions,
}

/// The number of classes.
pub(super) fn classes(rules: &Rules<'_>, solutions: &[Placement], up_to: UpTo) -> usize {
    let all: BTreeSet<Placement> = solutions.iter().cloned().collect();
    let is_kept = |(map, kinds): &Element| {
        all.iter()
            .all(|pieces| all.contains(&image(pieces, map, kinds)))
    };
    let mut group = group(rules, up_to);
    group.retain(|element| up_to != UpTo::Solutions || is_kept(element));
    let first = |pieces: &Placement| {
        group
            .iter()
            .map(|(map, kinds)| image(pieces, map, kinds))
            .min()
            .expect("the identity")
    };
    solutions
        .iter()
        .map(first)
        .collect::<BTreeSet<Placement>>()
        .len()
}

/// True if the group takes solutions to solutions.
pub(super) fn is_closed(rules: &Rules<'_>, solutions: &BTreeSet<Placement>) -> bool {
    let group = group(rules, UpTo::Symmetry);
    solutions.iter().all(|pieces| {
        group
            .iter()
            .all(|(map, kinds)| solutions.contains(&image(pieces, map, kinds)))
    })
}

fn group(rules: &Rules<'_>, up_to: UpTo) -> Vec<Element> {
    let grid = &rules.problem.grid;
    let mut maps: BTreeSet<Map> = grid.symmetries().into_iter().collect();
    if up_to == UpTo::Shifts {
        let shifts = grid.joined_shifts();
        let shifted = |map: &Map| -> Vec<Map> {
            shifts
                .iter()
                .map(|shift| map.iter().map(|&square| shift[square]).collect())
                .collect()
        };
        maps = maps.iter().flat_map(shifted).collect();
    }
    let exchanges = permutations(rules.problem.kinds.len());
    let pairs = maps.iter().flat_map(|map| {
        exchanges
            .iter()
            .map(move |kinds| (map.clone(), kinds.clone()))
    });
    let strikes = Strikes::new(rules);
    let has_numbers = up_to != UpTo::Solutions;
    let is_kept = |element: &Element| {
        let kept = Kept {
            rules,
            strikes: &strikes,
            element,
        };
        kept.all_but_demands() && (!has_numbers || kept.demands())
    };
    pairs.filter(is_kept).collect()
}

/// By kind and two squares, whether a piece on the first attacks the second if nothing
/// stops it.
struct Strikes(Vec<Vec<Vec<bool>>>);

impl Strikes {
    fn new(rules: &Rules<'_>) -> Self {
        let squares = rules.problem.squares();
        let strikes = |paths: &Vec<Vec<usize>>| {
            let mut row = vec![false; squares];
            paths.iter().flatten().for_each(|&to| row[to] = true);
            row
        };
        Strikes(
            rules
                .paths
                .iter()
                .map(|paths| paths.iter().map(strikes).collect())
                .collect(),
        )
    }

    /// An attack in either direction.
    fn clash(&self, one: Label, from: usize, other: Label, to: usize) -> bool {
        self.0[one.kind()][from][to] || self.0[other.kind()][to][from]
    }
}

/// The parts of a problem that an element of the group must keep.
struct Kept<'a, 'p> {
    rules: &'a Rules<'p>,
    strikes: &'a Strikes,
    element: &'a Element,
}

impl Kept<'_, '_> {
    fn all_but_demands(&self) -> bool {
        self.squares()
            && self.kinds()
            && self.attacks()
            && self.givens()
            && self.covers()
            && self.equal()
            && self.unchanged()
            && self.objective()
    }

    fn squares(&self) -> bool {
        let grid = &self.rules.problem.grid;
        (0..grid.squares())
            .all(|square| grid.is_free(square) == grid.is_free(self.element.0[square]))
    }

    /// Kinds that are exchanged differ in nothing but their names and where they stand.
    fn kinds(&self) -> bool {
        let kinds = &self.rules.problem.kinds;
        let free: Vec<usize> = self.rules.problem.grid.free().collect();
        kinds
            .iter()
            .zip(&self.element.1)
            .enumerate()
            .all(|(number, (one, &other))| {
                let to = &kinds[other];
                let may_stand = |&square: &usize| {
                    self.rules.may_stand(square, number)
                        == self.rules.may_stand(self.element.0[square], other)
                };
                (&one.rays, one.sets, one.worth, one.stops)
                    == (&to.rays, to.sets, to.worth, to.stops)
                    && free.iter().all(may_stand)
            })
    }

    /// Attacks between squares, as far as a rule reads them. Peace reads both directions
    /// alike, covers tell who attacks; if pieces stop lines, the order of squares on a
    /// ray matters.
    fn attacks(&self) -> bool {
        let problem = self.rules.problem;
        let has_covers = problem.covers_and_objective().next().is_some();
        self.keeps_peace()
            && (!has_covers || self.keeps_directed_attacks())
            && (!problem.some_stop() || self.keeps_paths())
    }

    fn keeps_peace(&self) -> bool {
        let labels = self.labels();
        let mut pairs = labels
            .iter()
            .flat_map(|&one| labels.iter().map(move |&other| (one, other)));
        pairs.all(|(one, other)| {
            let (to_one, to_other) = (self.label(one), self.label(other));
            let is_peace = self.rules.must_keep_peace(one, other);
            is_peace == self.rules.must_keep_peace(to_one, to_other)
                && (!is_peace || self.keeps_clashes((one, other), (to_one, to_other)))
        })
    }

    fn keeps_clashes(
        &self,
        (one, other): (Label, Label),
        (to_one, to_other): (Label, Label),
    ) -> bool {
        let map = &self.element.0;
        self.all_pairs(|from, to| {
            self.strikes.clash(one, from, other, to)
                == self.strikes.clash(to_one, map[from], to_other, map[to])
        })
    }

    fn all_pairs(&self, holds: impl Fn(usize, usize) -> bool) -> bool {
        let grid = &self.rules.problem.grid;
        grid.free()
            .all(|from| grid.free().all(|to| holds(from, to)))
    }

    /// Two labels of each kind: enough to tell what holds within a set and between sets.
    fn labels(&self) -> Vec<Label> {
        let mut labels = Vec::new();
        for (kind, parts) in self.rules.problem.kinds.iter().enumerate() {
            let number = if parts.sets.is_some() { 2 } else { 1 };
            labels.extend((0..number).map(|set| Label {
                kind: kind as u8,
                set,
            }));
        }
        labels
    }

    fn label(&self, label: Label) -> Label {
        Label {
            kind: self.element.1[label.kind()] as u8,
            ..label
        }
    }

    fn move_squares(&self, squares: &BTreeSet<usize>) -> BTreeSet<usize> {
        squares
            .iter()
            .map(|&square| self.element.0[square])
            .collect()
    }

    fn keeps_directed_attacks(&self) -> bool {
        let map = &self.element.0;
        let mut kinds = self.element.1.iter().enumerate();
        kinds.all(|(kind, &other)| {
            self.all_pairs(|from, to| {
                self.strikes.0[kind][from][to]
                    == self.strikes.0[other][map[from]][map[to]]
            })
        })
    }

    fn keeps_paths(&self) -> bool {
        let mut kinds = self.rules.problem.all_kinds().into_iter();
        kinds.all(|kind| {
            let paths = &self.rules.paths[kind];
            let images = &self.rules.paths[self.element.1[kind]];
            self.rules.problem.grid.free().all(|square| {
                let move_path = |path: &Vec<usize>| -> Vec<usize> {
                    path.iter().map(|&square| self.element.0[square]).collect()
                };
                let moved: BTreeSet<Vec<usize>> =
                    paths[square].iter().map(move_path).collect();
                moved == images[self.element.0[square]].iter().cloned().collect()
            })
        })
    }

    fn givens(&self) -> bool {
        let givens: BTreeSet<_> = self.rules.problem.givens.iter().copied().collect();
        let images = givens.iter().map(|&(square, kind)| {
            (
                self.element.0[square],
                kind.map(|kind| self.element.1[kind]),
            )
        });
        images.collect::<BTreeSet<_>>() == givens
    }

    fn kind_set(&self, kinds: &KindSet) -> KindSet {
        let mut moved: KindSet = kinds.iter().map(|&kind| self.element.1[kind]).collect();
        moved.sort_unstable();
        moved
    }

    /// Everything that a cover says, with or without the element applied.
    fn cover(&self, cover: &Cover, is_moved: bool) -> CoverParts {
        let on = |square: &usize| cover.on.as_ref().is_none_or(|on| on[*square]);
        let squares: BTreeSet<usize> =
            self.rules.problem.grid.free().filter(on).collect();
        let kinds = |kinds: &KindSet| {
            if is_moved {
                self.kind_set(kinds)
            } else {
                sorted(kinds)
            }
        };
        let standing = match &cover.standing {
            Standing::Any => (0, Vec::new()),
            Standing::Empty => (1, Vec::new()),
            Standing::Occupied(of) => (2, kinds(of)),
        };
        let squares = if is_moved {
            self.move_squares(&squares)
        } else {
            squares
        };
        (
            standing,
            squares,
            kinds(&cover.by),
            (cover.times.low, cover.times.high),
        )
    }

    fn covers(&self) -> bool {
        let parts = |is_moved| -> BTreeSet<CoverParts> {
            self.rules
                .problem
                .covers
                .iter()
                .map(|cover| self.cover(cover, is_moved))
                .collect()
        };
        parts(true) == parts(false)
    }

    /// Demands that any placement meets say nothing.
    fn demands(&self) -> bool {
        let says_something =
            |line: &&Line| line.bounds.low > 0 || line.bounds.high < line.squares.len();
        let lines = self.rules.lines.iter().filter(says_something);
        let lines: BTreeSet<Line> = lines.map(sorted_line).collect();
        let moved = |line: &Line| Line {
            squares: self
                .move_squares(&line.squares.iter().copied().collect())
                .into_iter()
                .collect(),
            of: match &line.of {
                Share::Together(kinds) => Share::Together(self.kind_set(kinds)),
                Share::Each => Share::Each,
            },
            bounds: line.bounds,
        };
        lines.iter().map(moved).collect::<BTreeSet<Line>>() == lines
    }

    fn equal(&self) -> bool {
        let equal = &self.rules.problem.equal;
        let moved: BTreeSet<KindSet> =
            equal.iter().map(|kinds| self.kind_set(kinds)).collect();
        moved == equal.iter().map(sorted).collect()
    }

    /// The maps of `unchanged` become each other, or what undoes another.
    fn unchanged(&self) -> bool {
        let Some(maps) = &self.rules.invariances else {
            return true;
        };
        let map = &self.element.0;
        maps.iter().all(|one| {
            // The image of `one` takes the image of a square to the image of where `one`
            // takes it.
            let is_image = |other: &Map| {
                (0..map.len()).all(|square| other[map[square]] == map[one[square]])
            };
            let is_undone = |other: &Map| {
                (0..map.len()).all(|square| other[map[one[square]]] == map[square])
            };
            maps.iter().any(|other| is_image(other) || is_undone(other))
        })
    }

    fn objective(&self) -> bool {
        let Some(Objective { measure, .. }) = &self.rules.problem.best else {
            return true;
        };
        match measure {
            Measure::Number(kinds) => self.counts_alike(kinds),
            Measure::Squares(cover) => {
                self.cover(cover, true) == self.cover(cover, false)
            }
            Measure::Sets => true,
            // Kinds keep their worth, so this is about weights.
            Measure::Value => self.rules.problem.grid.free().all(|square| {
                self.rules.worth(square, 0) == self.rules.worth(self.element.0[square], 0)
            }),
        }
    }

    /// The number of some kinds goes to itself, or to that of kinds which must have the
    /// same.
    fn counts_alike(&self, kinds: &KindSet) -> bool {
        let moved = self.kind_set(kinds);
        let are_equal = |one: &usize, other: &usize| {
            one == other
                || self
                    .rules
                    .problem
                    .equal
                    .iter()
                    .any(|set| set.contains(one) && set.contains(other))
        };
        moved == sorted(kinds)
            || moved
                .iter()
                .zip(kinds)
                .all(|(one, other)| are_equal(one, other))
    }
}

type CoverParts = ((u8, KindSet), BTreeSet<usize>, KindSet, (usize, usize));

fn sorted(kinds: &KindSet) -> KindSet {
    let mut sorted = kinds.clone();
    sorted.sort_unstable();
    sorted
}

fn sorted_line(line: &Line) -> Line {
    let of = match &line.of {
        Share::Together(kinds) => Share::Together(sorted(kinds)),
        Share::Each => Share::Each,
    };
    Line { of, ..line.clone() }
}
