//! The relatives by their definitions, as in `docs/guide/relatives.md`: every set of
//! squares of a small board tried.

use crate::board::{Board, Kind};
use crate::rules::{Map, Set, Truth, can_be_part, list, struck};
use queens::domination::Domination;
use queens::problem::Goal;
use queens::relative::{self, PieceKind, PieceMix};
use queens::square::Square;
use std::collections::BTreeSet;
use std::num::NonZeroU16;

/// Question about a board: rules that have engines of their own, or the sets that no
/// solution contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relative {
    Dominating(Domination),
    Armies,
    Pieces(PieceMix),
    Coloring(Option<NonZeroU16>),
    Best(Goal),
    Uncompletable,
}

impl Relative {
    /// The rules.
    pub(crate) fn rules(self) -> Option<relative::Relative> {
        Some(match self {
            Relative::Dominating(domination) => {
                relative::Relative::Dominating(domination)
            }
            Relative::Armies => relative::Relative::Armies,
            Relative::Pieces(mix) => relative::Relative::Pieces(mix),
            Relative::Coloring(colors) => relative::Relative::Coloring(colors),
            Relative::Best(goal) => relative::Relative::Best(goal),
            Relative::Uncompletable => return None,
        })
    }
}

/// An answer: the squares of its queens, or of each of its groups.
pub(crate) type Groups = Vec<Vec<Square>>;

/// A small board, on which every answer is tried.
pub(crate) struct SmallBoard<'b> {
    pub(crate) board: &'b Board,
    pub(crate) truth: &'b Truth,
    /// A weight for each square.
    pub(crate) weights: Vec<i64>,
    free: Vec<usize>,
    /// For each square, those that a queen on it attacks.
    strikes: Vec<Set>,
}

/// The best answers to a relative.
#[derive(Debug)]
pub(crate) struct Best {
    /// Number of queens, pieces of each kind, or colours; or the sum of weights.
    pub(crate) size: i64,
    pub(crate) number: usize,
    /// Their number up to symmetry, where the exchange of two armies is one.
    pub(crate) fundamental: usize,
}

impl<'b> SmallBoard<'b> {
    pub(crate) fn new(board: &'b Board, truth: &'b Truth, weights: Vec<i64>) -> Self {
        let free = (0..board.kinds.len())
            .filter(|&square| board.kinds[square] == Kind::Free)
            .collect();
        SmallBoard {
            board,
            truth,
            weights,
            free,
            strikes: strikes(board),
        }
    }

    /// True if a queen on one square attacks the other, in whatever direction.
    fn clash(&self, one: usize, other: usize) -> bool {
        one != other
            && (self.strikes[one] >> other & 1 == 1
                || self.strikes[other] >> one & 1 == 1)
    }

    /// The numbers of the squares; none if one is not free, or occurs twice.
    fn numbers(&self, groups: &[Vec<Square>]) -> Option<Vec<Vec<usize>>> {
        let number = |square: &Square| {
            let (row, column) = (i64::from(square.row), i64::from(square.column));
            let is_inside = row < self.board.rows && column < self.board.columns;
            let number = (row * self.board.columns + column) as usize;
            (is_inside && self.free.contains(&number)).then_some(number)
        };
        let numbers: Vec<Vec<usize>> = groups
            .iter()
            .map(|group| group.iter().map(number).collect::<Option<Vec<usize>>>())
            .collect::<Option<_>>()?;
        let all: Vec<usize> = numbers.concat();
        let distinct: BTreeSet<usize> = all.iter().copied().collect();
        (distinct.len() == all.len()).then_some(numbers)
    }

    /// The definition of an answer to `relative`, which need not be a best one.
    pub(crate) fn holds(&self, relative: Relative, groups: &[Vec<Square>]) -> bool {
        let Some(groups) = self.numbers(groups) else {
            return false;
        };
        let has_givens = |queens: &[usize]| {
            self.board.givens.iter().all(|given| queens.contains(given))
        };
        let is_peaceful = |group: &Vec<usize>| {
            group
                .iter()
                .all(|&one| group.iter().all(|&other| !self.clash(one, other)))
        };
        match relative {
            Relative::Dominating(kind) => {
                let [queens] = &groups[..] else { return false };
                let is_covered = |&square: &usize| {
                    let is_own = kind != Domination::Total && queens.contains(&square);
                    is_own
                        || queens
                            .iter()
                            .any(|&queen| self.strikes[queen] >> square & 1 == 1)
                };
                has_givens(queens)
                    && (kind != Domination::Independent || is_peaceful(queens))
                    && self.free.iter().all(is_covered)
            }
            Relative::Armies => {
                let [white, black] = &groups[..] else {
                    return false;
                };
                let attacks =
                    |one: &usize| black.iter().any(|&other| self.clash(*one, other));
                white.len() == black.len() && !white.iter().any(attacks)
            }
            Relative::Pieces(mix) => {
                let kinds = mix.kinds();
                let number = |at: usize| match mix.numbers() {
                    Some(numbers) => usize::from(numbers[at].1),
                    None => groups[0].len(),
                };
                kinds.len() == groups.len()
                    && groups
                        .iter()
                        .enumerate()
                        .all(|(at, group)| group.len() == number(at))
                    && kinds.iter().zip(&groups).all(|(&kind, group)| {
                        let strikes = strikes(&with_piece(self.board, kind));
                        let attacks = |&one: &usize| {
                            groups.iter().flatten().any(|&other| {
                                one != other && strikes[one] >> other & 1 == 1
                            })
                        };
                        !group.iter().any(attacks)
                    })
            }
            Relative::Coloring(most) => {
                most.is_none_or(|most| groups.len() <= usize::from(most.get()))
                    && groups.concat().len() == self.free.len()
                    && groups.iter().all(is_peaceful)
            }
            Relative::Uncompletable => {
                let [queens] = &groups[..] else { return false };
                let all = self.set(queens) | self.givens();
                queens.is_empty()
                    || queens
                        .iter()
                        .all(|queen| !self.board.givens.contains(queen))
                        && is_peaceful(&list(all))
                        && can_be_part(self.board, all)
            }
            Relative::Best(_) => {
                let [queens] = &groups[..] else { return false };
                self.truth.has(self.set(queens))
            }
        }
    }

    fn set(&self, queens: &[usize]) -> Set {
        queens.iter().fold(0, |set, &queen| set | 1 << queen)
    }

    fn givens(&self) -> Set {
        self.set(&self.board.givens)
    }

    /// The measure of an answer, and true if the least is the best; none if all are
    /// alike.
    fn size(&self, relative: Relative, groups: &[Vec<Square>]) -> (i64, bool) {
        let of_first = groups.first().map_or(0, Vec::len) as i64;
        match relative {
            Relative::Dominating(_) | Relative::Uncompletable => (of_first, true),
            Relative::Armies => (of_first, false),
            Relative::Pieces(mix) if mix.numbers().is_none() => (of_first, false),
            Relative::Coloring(_) => (groups.len() as i64, true),
            Relative::Best(goal) => {
                let weight = |square: &Square| {
                    self.weights[(i64::from(square.row) * self.board.columns
                        + i64::from(square.column))
                        as usize]
                };
                (groups[0].iter().map(weight).sum(), goal == Goal::Least)
            }
            Relative::Pieces(_) => (1, false),
        }
    }

    /// The best answers by trying all; none if there is no answer.
    pub(crate) fn best(&self, relative: Relative) -> Option<Best> {
        let mut answers = Vec::new();
        self.for_each(relative, &mut |groups| {
            let is_answer = self.holds(relative, &groups)
                && (relative != Relative::Uncompletable
                    || self.is_in_no_solution(&groups[0]));
            if is_answer {
                answers.push(groups);
            }
        });
        let size = |groups: &Groups| match self.size(relative, groups) {
            (size, true) => size,
            (size, false) => -size,
        };
        let least = answers.iter().map(size).min()?;
        let best: BTreeSet<Groups> = answers
            .into_iter()
            .filter(|groups| size(groups) == least)
            .collect();
        let maps: Vec<Map> = self.symmetries(relative);
        let fundamental: BTreeSet<Groups> = best
            .iter()
            .map(|groups| self.first(relative, groups, &maps))
            .collect();
        let size = best
            .iter()
            .next()
            .map_or(0, |groups| self.size(relative, groups).0);
        Some(Best {
            size,
            number: best.len(),
            fundamental: fundamental.len(),
        })
    }

    fn is_in_no_solution(&self, queens: &[Square]) -> bool {
        let set = self
            .numbers(&[queens.to_vec()])
            .map_or(0, |groups| self.set(&groups[0]));
        !self
            .truth
            .solutions
            .iter()
            .any(|solution| solution & set == set)
    }

    /// Calls `each` for everything that may be an answer.
    fn for_each(&self, relative: Relative, each: &mut dyn FnMut(Groups)) {
        let labels = match relative {
            Relative::Dominating(_) | Relative::Uncompletable | Relative::Best(_) => 1,
            Relative::Armies => 2,
            Relative::Pieces(mix) => mix.kinds().len(),
            Relative::Coloring(_) => 0,
        };
        let mut groups = vec![Vec::new(); labels];
        match relative {
            // Colours are alike: a square has one of those before it, or the next one.
            Relative::Coloring(_) => self.partition(0, &mut Vec::new(), each),
            _ => self.label(0, &mut groups, each),
        }
    }

    /// Leaves each square from number `at` on empty, or puts it into one of the groups.
    fn label(&self, at: usize, groups: &mut Groups, each: &mut dyn FnMut(Groups)) {
        let Some(&square) = self.free.get(at) else {
            return each(groups.clone());
        };
        self.label(at + 1, groups, each);
        for group in 0..groups.len() {
            groups[group].push(self.board.square(square));
            self.label(at + 1, groups, each);
            groups[group].pop();
        }
    }

    fn partition(&self, at: usize, classes: &mut Groups, each: &mut dyn FnMut(Groups)) {
        let Some(&square) = self.free.get(at) else {
            return each(classes.clone());
        };
        for class in 0..classes.len() {
            classes[class].push(self.board.square(square));
            self.partition(at + 1, classes, each);
            classes[class].pop();
        }
        classes.push(vec![self.board.square(square)]);
        self.partition(at + 1, classes, each);
        classes.pop();
    }

    /// The turns and reflections that take the board with its attacks, its givens and its
    /// weights to itself; and, where demands matter, its solutions. Only dominating sets
    /// tell who attacks whom.
    fn symmetries(&self, relative: Relative) -> Vec<Map> {
        let mut maps = match relative {
            Relative::Uncompletable | Relative::Best(_) => {
                self.truth.symmetries(self.board)
            }
            _ => Map::all(self.board),
        };
        let relations: Vec<Vec<Set>> = match relative {
            Relative::Dominating(_) => vec![self.strikes.clone()],
            Relative::Pieces(mix) => {
                let strikes: Vec<Vec<Set>> = mix
                    .kinds()
                    .into_iter()
                    .map(|kind| strikes(&with_piece(self.board, kind)))
                    .collect();
                let pairs = strikes
                    .iter()
                    .flat_map(|one| strikes.iter().map(move |other| (one, other)));
                pairs.map(|(one, other)| either_way(one, other)).collect()
            }
            _ => vec![either_way(&self.strikes, &self.strikes)],
        };
        let free = self.set(&self.free);
        maps.retain(|map| {
            let keeps = |relation: &Vec<Set>| {
                self.free
                    .iter()
                    .all(|&square| map.image(relation[square]) == relation[map.0[square]])
            };
            map.image(free) == free
                && map.image(self.givens()) == self.givens()
                && (!matches!(relative, Relative::Best(_))
                    || self.free.iter().all(|&square| {
                        self.weights[square] == self.weights[map.0[square]]
                    }))
                && relations.iter().all(keeps)
                && (relative != Relative::Uncompletable || self.keeps_rules(map))
        });
        maps
    }

    /// True if a map takes the sets that break no rule to such sets: rows and columns may
    /// take different numbers.
    fn keeps_rules(&self, map: &Map) -> bool {
        let sets = self
            .truth
            .sets
            .iter()
            .copied()
            .filter(|&set| can_be_part(self.board, set));
        sets.into_iter()
            .all(|set| can_be_part(self.board, map.image(set)))
    }

    /// The first image of an answer.
    fn first(&self, relative: Relative, groups: &Groups, maps: &[Map]) -> Groups {
        let image = |map: &Map| -> Groups {
            let square = |square: &Square| {
                let number =
                    i64::from(square.row) * self.board.columns + i64::from(square.column);
                self.board.square(map.0[number as usize])
            };
            let moved = |group: &Vec<Square>| {
                let mut moved: Vec<Square> = group.iter().map(square).collect();
                moved.sort_unstable();
                moved
            };
            let mut groups: Groups = groups.iter().map(moved).collect();
            if relative == Relative::Armies {
                groups.sort();
            }
            groups
        };
        maps.iter().map(image).min().expect("the identity")
    }
}

/// The free squares that a queen attacks from each square.
fn strikes(board: &Board) -> Vec<Set> {
    let is_free = |square: &usize| board.kinds[*square] == Kind::Free;
    let strikes = |from: usize| match is_free(&from) {
        true => struck(board, from)
            .into_iter()
            .filter(is_free)
            .fold(0, |set, to| set | 1 << to),
        false => 0,
    };
    (0..board.kinds.len()).map(strikes).collect()
}

/// For each square of a piece those where another piece would attack it or be attacked.
fn either_way(one: &[Set], other: &[Set]) -> Vec<Set> {
    let attacks =
        |from: usize, to: usize| one[from] >> to & 1 == 1 || other[to] >> from & 1 == 1;
    (0..one.len())
        .map(|from| {
            (0..one.len())
                .filter(|&to| attacks(from, to))
                .fold(0, |set, to| set | 1 << to)
        })
        .collect()
}

/// The same board for another piece.
fn with_piece(board: &Board, kind: PieceKind) -> Board {
    let (line, leap) = (
        |row, column| (row, column, None),
        |row, column| (row, column, Some(1)),
    );
    let rook = [line(0, 1), line(1, 0)];
    let bishop = [line(1, 1), line(1, -1)];
    let rays = match kind {
        PieceKind::Queen => [rook, bishop].concat(),
        PieceKind::Rook => rook.to_vec(),
        PieceKind::Bishop => bishop.to_vec(),
        PieceKind::Knight => vec![leap(1, 2), leap(2, 1), leap(1, -2), leap(2, -1)],
        PieceKind::King => vec![leap(0, 1), leap(1, 0), leap(1, 1), leap(1, -1)],
    };
    Board {
        piece: kind.id().to_owned(),
        rays,
        ..board.clone()
    }
}
