//! The rules on whole placements, each as the page defines it.

use super::grid::Map;
use super::{
    Bounds, Cover, Demand, Invariance, KindSet, Measure, Peace, Problem, Share, Standing,
    Unit,
};
use std::collections::{BTreeMap, BTreeSet};

/// The kind of a piece, and which of the unnamed sets it belongs to: 0 for a named kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Label {
    pub(super) kind: u8,
    pub(super) set: u8,
}

impl Label {
    pub(super) fn kind(self) -> usize {
        usize::from(self.kind)
    }
}

/// The piece on each square. Sets have the numbers 0, 1, ... in the order of their first
/// squares.
pub(super) type Placement = Vec<Option<Label>>;

/// The squares of one demand: a row, a column, a region, a square, or all.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Line {
    pub(super) squares: Vec<usize>,
    pub(super) of: Share,
    pub(super) bounds: Bounds,
}

/// A problem with the rays of its pieces walked.
pub(super) struct Rules<'p> {
    pub(super) problem: &'p Problem,
    /// By kind and square, the squares of each ray.
    pub(super) paths: Vec<Vec<Vec<Vec<usize>>>>,
    pub(super) lines: Vec<Line>,
    /// The maps of `unchanged`, of which one must leave a placement as it is.
    pub(super) invariances: Option<Vec<Map>>,
}

/// A placement with its attacks.
struct Attacked<'a> {
    pieces: &'a Placement,
    /// For each square those from which pieces attack it, each once.
    attackers: Vec<Vec<usize>>,
}

impl<'p> Rules<'p> {
    pub(super) fn new(problem: &'p Problem) -> Self {
        let paths = |rays| {
            let from = |square| match problem.grid.is_free(square) {
                true => problem.grid.paths(square, rays),
                false => Vec::new(),
            };
            (0..problem.squares()).map(from).collect()
        };
        Rules {
            problem,
            paths: problem.kinds.iter().map(|kind| paths(&kind.rays)).collect(),
            lines: problem
                .demands
                .iter()
                .flat_map(|demand| lines(problem, demand))
                .collect(),
            invariances: problem
                .unchanged
                .map(|unchanged| invariances(problem, unchanged)),
        }
    }

    /// Returns true if a placement keeps all rules; its value may still be worse than the
    /// best.
    pub(super) fn holds(&self, pieces: &Placement) -> bool {
        let attacked = self.attacked(pieces);
        self.all_stand_where_they_may(pieces)
            && self.has_givens(pieces)
            && self.keeps_peace(&attacked)
            && self
                .problem
                .covers
                .iter()
                .all(|cover| self.is_covered(&attacked, cover))
            && self.lines.iter().all(|line| self.meets(pieces, line))
            && self.has_sets(pieces)
            && self
                .problem
                .equal
                .iter()
                .all(|kinds| self.are_equal(pieces, kinds))
            && self.is_unchanged(pieces)
    }

    /// Walks the rays of all pieces. A piece that stops lines is attacked, and nothing
    /// behind it.
    fn attacked<'a>(&self, pieces: &'a Placement) -> Attacked<'a> {
        let mut attackers = vec![Vec::new(); pieces.len()];
        for (from, label) in occupied(pieces) {
            for path in &self.paths[label.kind()][from] {
                for &to in path {
                    if !attackers[to].contains(&from) {
                        attackers[to].push(from);
                    }
                    if pieces[to]
                        .is_some_and(|other| self.problem.kinds[other.kind()].stops)
                    {
                        break;
                    }
                }
            }
        }
        Attacked { pieces, attackers }
    }

    fn all_stand_where_they_may(&self, pieces: &Placement) -> bool {
        occupied(pieces).all(|(square, label)| self.may_stand(square, label.kind()))
    }

    pub(super) fn may_stand(&self, square: usize, kind: usize) -> bool {
        let on = &self.problem.kinds[kind].on;
        self.problem.grid.is_free(square) && on.as_ref().is_none_or(|on| on[square])
    }

    fn has_givens(&self, pieces: &Placement) -> bool {
        let is_there = |&(square, kind): &(usize, Option<usize>)| {
            pieces[square]
                .is_some_and(|label| kind.is_none_or(|kind| label.kind() == kind))
        };
        self.problem.givens.iter().all(is_there)
    }

    /// No attack, in either direction, between pieces that must keep peace.
    fn keeps_peace(&self, attacked: &Attacked<'_>) -> bool {
        occupied(attacked.pieces).all(|(square, label)| {
            let attackers = attacked.attackers[square].iter();
            let mut attackers = attackers.filter_map(|&from| attacked.pieces[from]);
            attackers.all(|attacker| !self.must_keep_peace(attacker, label))
        })
    }

    /// Kinds without rays keep peace only if they are named.
    pub(super) fn must_keep_peace(&self, one: Label, other: Label) -> bool {
        let has_rays = |label: Label| !self.problem.kinds[label.kind()].rays.is_empty();
        let have_rays = has_rays(one) && has_rays(other);
        match &self.problem.peace {
            Peace::All => have_rays,
            Peace::Within => have_rays && one == other,
            Peace::Between => have_rays && one != other,
            Peace::Nobody => false,
            Peace::Pairs(pairs) => {
                let (one, other) = (one.kind(), other.kind());
                pairs.contains(&(one, other)) || pairs.contains(&(other, one))
            }
        }
    }

    fn is_covered(&self, attacked: &Attacked<'_>, cover: &Cover) -> bool {
        let mut squares = self.concerned(attacked.pieces, cover);
        squares.all(|square| {
            cover
                .times
                .has(number_of_attackers(attacked, cover, square))
        })
    }

    /// The squares that a cover is about.
    fn concerned<'a>(
        &'a self,
        pieces: &'a Placement,
        cover: &'a Cover,
    ) -> impl Iterator<Item = usize> + 'a {
        let stands = |square: &usize| match (&cover.standing, pieces[*square]) {
            (Standing::Any, _) | (Standing::Empty, None) => true,
            (Standing::Occupied(kinds), Some(label)) => kinds.contains(&label.kind()),
            (Standing::Empty, Some(_)) | (Standing::Occupied(_), None) => false,
        };
        let is_on = |square: &usize| cover.on.as_ref().is_none_or(|on| on[*square]);
        self.problem.grid.free().filter(is_on).filter(stands)
    }

    fn meets(&self, pieces: &Placement, line: &Line) -> bool {
        let count = |is_counted: &dyn Fn(Label) -> bool| {
            line.squares
                .iter()
                .filter(|&&square| pieces[square].is_some_and(is_counted))
                .count()
        };
        match &line.of {
            Share::Together(kinds) => line
                .bounds
                .has(count(&|label| kinds.contains(&label.kind()))),
            Share::Each => self
                .numbers(pieces, &self.problem.all_kinds())
                .keys()
                .all(|&each| line.bounds.has(count(&|label| label == each))),
        }
    }

    /// The number of pieces of each named kind, and of each set that has a piece.
    fn numbers(&self, pieces: &Placement, kinds: &KindSet) -> BTreeMap<Label, usize> {
        let mut numbers = BTreeMap::new();
        for &kind in kinds
            .iter()
            .filter(|&&kind| self.problem.kinds[kind].sets.is_none())
        {
            numbers.insert(
                Label {
                    kind: kind as u8,
                    set: 0,
                },
                0,
            );
        }
        for (_, label) in
            occupied(pieces).filter(|(_, label)| kinds.contains(&label.kind()))
        {
            *numbers.entry(label).or_default() += 1;
        }
        numbers
    }

    fn has_sets(&self, pieces: &Placement) -> bool {
        self.problem.kinds.iter().enumerate().all(|(kind, parts)| {
            parts
                .sets
                .is_none_or(|sets| sets.has(self.numbers(pieces, &vec![kind]).len()))
        })
    }

    fn are_equal(&self, pieces: &Placement, kinds: &KindSet) -> bool {
        let numbers: BTreeSet<usize> =
            self.numbers(pieces, kinds).into_values().collect();
        numbers.len() <= 1
    }

    fn is_unchanged(&self, pieces: &Placement) -> bool {
        let same: Vec<usize> = self.problem.all_kinds();
        let is_own_image = |map: &Map| image(pieces, map, &same) == *pieces;
        self.invariances
            .as_ref()
            .is_none_or(|maps| maps.iter().any(is_own_image))
    }

    /// The value of a solution; none if there is nothing to be best.
    pub(super) fn value(&self, pieces: &Placement) -> Option<i64> {
        let number = match &self.problem.best.as_ref()?.measure {
            Measure::Number(kinds) => occupied(pieces)
                .filter(|(_, label)| kinds.contains(&label.kind()))
                .count(),
            Measure::Value => {
                return Some(
                    occupied(pieces)
                        .map(|(square, label)| self.worth(square, label.kind()))
                        .sum(),
                );
            }
            Measure::Squares(cover) => {
                let attacked = self.attacked(pieces);
                let is_met = |&square: &usize| {
                    cover
                        .times
                        .has(number_of_attackers(&attacked, cover, square))
                };
                self.concerned(pieces, cover).filter(is_met).count()
            }
            Measure::Sets => self.number_of_sets(pieces),
        };
        Some(number as i64)
    }

    /// Worth x weight of the square.
    pub(super) fn worth(&self, square: usize, kind: usize) -> i64 {
        let weight = self
            .problem
            .weights
            .as_ref()
            .map_or(1, |weights| weights[square]);
        self.problem.kinds[kind].worth * weight
    }

    fn number_of_sets(&self, pieces: &Placement) -> usize {
        let is_set = |label: &Label| self.problem.kinds[label.kind()].sets.is_some();
        self.numbers(pieces, &self.problem.all_kinds())
            .keys()
            .filter(|label| is_set(label))
            .count()
    }
}

/// The same pieces with the sets of each kind numbered in the order of their first
/// squares.
pub(super) fn with_sets_in_order(mut pieces: Placement) -> Placement {
    let mut known: Vec<Label> = Vec::new();
    for label in pieces.iter_mut().flatten() {
        let of_kind = known
            .iter()
            .filter(|other| other.kind == label.kind)
            .count();
        let number = known
            .iter()
            .filter(|other| other.kind == label.kind)
            .position(|other| other == label);
        if number.is_none() {
            known.push(*label);
        }
        label.set = number.unwrap_or(of_kind) as u8;
    }
    pieces
}

pub(super) fn occupied(pieces: &Placement) -> impl Iterator<Item = (usize, Label)> + '_ {
    pieces
        .iter()
        .enumerate()
        .filter_map(|(square, piece)| piece.map(|label| (square, label)))
}

/// The pieces of a cover that attack a square, each once.
fn number_of_attackers(attacked: &Attacked<'_>, cover: &Cover, square: usize) -> usize {
    let attackers = attacked.attackers[square]
        .iter()
        .filter_map(|&from| attacked.pieces[from]);
    attackers
        .filter(|label| cover.by.contains(&label.kind()))
        .count()
}

/// The image of a placement under a map of squares and one of kinds; its sets are
/// numbered anew.
pub(super) fn image(pieces: &Placement, map: &Map, kinds: &[usize]) -> Placement {
    let mut moved: Placement = vec![None; pieces.len()];
    for (square, label) in occupied(pieces) {
        moved[map[square]] = Some(Label {
            kind: kinds[label.kind()] as u8,
            ..label
        });
    }
    let mut numbers = BTreeMap::new();
    let mut used = BTreeMap::<u8, u8>::new();
    for label in moved.iter_mut().flatten() {
        label.set = *numbers.entry(*label).or_insert_with(|| {
            let next = used.entry(label.kind).or_default();
            *next += 1;
            *next - 1
        });
    }
    moved
}

/// The lines of a demand, with their free squares. A row of holes is a row, too.
fn lines(problem: &Problem, demand: &Demand) -> Vec<Line> {
    let grid = &problem.grid;
    let regions = problem.regions.as_ref();
    let number = match demand.unit {
        Unit::Row => grid.sides[0] as usize,
        Unit::Column => grid.sides[1] as usize,
        Unit::Region => {
            regions.map_or(0, |regions| regions.iter().max().map_or(0, |last| last + 1))
        }
        Unit::Square => grid.squares(),
        Unit::Board => 1,
    };
    let line_of = |square: usize| match demand.unit {
        Unit::Row => grid.place(square)[0] as usize,
        Unit::Column => grid.place(square)[1] as usize,
        Unit::Region => regions.map_or(0, |regions| regions[square]),
        Unit::Square => square,
        Unit::Board => 0,
    };
    let mut lines = vec![
        Line {
            squares: Vec::new(),
            of: demand.of.clone(),
            bounds: demand.bounds
        };
        number
    ];
    if number > 0 {
        grid.free()
            .for_each(|square| lines[line_of(square)].squares.push(square));
    }
    if demand.unit == Unit::Square {
        lines.retain(|line| !line.squares.is_empty());
    }
    lines
}

/// The maps of which one must leave a placement unchanged.
fn invariances(problem: &Problem, unchanged: Invariance) -> Vec<Map> {
    let grid = &problem.grid;
    let (rows, columns) = (grid.sides[0], grid.sides[1]);
    let map = |image: &dyn Fn(i64, i64) -> [i64; 2]| -> Map {
        let of_square = |square| {
            let place = grid.place(square);
            grid.number(&image(place[0], place[1]))
        };
        (0..grid.squares()).map(of_square).collect()
    };
    match unchanged {
        Invariance::HalfTurn => {
            vec![map(&|row, column| [rows - 1 - row, columns - 1 - column])]
        }
        Invariance::Mirror => vec![grid.mirror()],
        // On a board without squares nothing moves, whatever its sides are.
        Invariance::Shift => (0..columns.max(1)).map(|by| grid.shift(1, by)).collect(),
        // Of a rectangle nothing is its own image.
        _ if rows != columns => Vec::new(),
        Invariance::QuarterTurn => vec![map(&|row, column| [column, rows - 1 - row])],
        Invariance::Diagonal => vec![map(&|row, column| [column, row])],
    }
}
