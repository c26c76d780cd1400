//! Attacks of several kinds of pieces on one board, and the same up to a symmetry.

use control::{Limits, Meter, Stop};
use queens_model::bits::SmallSet;
use queens_model::instance::{Instance, Relation};
use queens_model::problem::{Piece, Problem};
use queens_model::relative::{Group, GroupKind, PieceKind, PieceMix};
use queens_model::square::Square;
use queens_model::unsupported::NoAnswer;
use std::collections::BTreeSet;

/// Largest number of kinds in a mix.
pub(super) const MAX_KINDS: usize = PieceKind::ALL.len();

/// A set of squares, or of their orbits, for each kind.
pub(super) type KindSets<const W: usize> = [SmallSet<W>; MAX_KINDS];

/// Number of pieces of each kind, in the order of [`MixBoard::kinds`].
pub(super) type Needs = [u32; MAX_KINDS];

/// A board with the attacks of each kind of piece of a mix.
pub(super) struct MixBoard {
    /// The squares of the board.
    pub(super) form: Instance,
    /// The kinds, those with the most attacks first.
    pub(super) kinds: Vec<PieceKind>,
    /// Images of the squares under each symmetry that keeps the attacks of every kind,
    /// the identity first.
    pub(super) symmetries: Vec<Vec<usize>>,
    /// For each kind and square, the squares that a piece there attacks, in order.
    attacks: Vec<Vec<Vec<usize>>>,
}

impl MixBoard {
    /// Finds the attacks of `kinds` on the board of `problem`.
    ///
    /// # Errors
    /// More squares than an instance takes; a limit.
    pub(super) fn from_problem(
        problem: &Problem,
        kinds: &[PieceKind],
        limits: &Limits,
    ) -> Result<Self, NoAnswer> {
        limits.check()?;
        let pieces: Vec<Piece> = kinds.iter().map(|kind| kind.piece()).collect();
        let form = Instance::of_pieces(problem, &pieces, limits)??;
        let relations: Vec<&Relation> =
            (0..kinds.len()).map(|kind| form.attacks(kind)).collect();
        let group = form.permutations(&relations, limits)?;
        let symmetries = group
            .into_iter()
            .map(|permutation| permutation.images)
            .collect();
        let mut by_kind: Vec<(PieceKind, Vec<Vec<usize>>)> = Vec::new();
        for (&kind, relation) in kinds.iter().zip(relations) {
            let attacks = relation.iter().map(|attacked| attacked.ones().collect());
            by_kind.push((kind, attacks.collect()));
        }
        by_kind.sort_by_key(|(kind, attacks)| {
            let strength: usize = attacks.iter().map(Vec::len).sum();
            (std::cmp::Reverse(strength), *kind)
        });
        let (kinds, attacks) = by_kind.into_iter().unzip();
        Ok(MixBoard {
            form,
            kinds,
            symmetries,
            attacks,
        })
    }

    /// Returns the numbers of pieces: the `given` ones, or `size` of each kind.
    pub(super) fn needs(&self, given: Option<&[(PieceKind, u16)]>, size: u32) -> Needs {
        let mut needs = [0; MAX_KINDS];
        for (need, kind) in needs.iter_mut().zip(&self.kinds) {
            *need = match given {
                Some(numbers) => numbers
                    .iter()
                    .find(|(given_kind, _)| given_kind == kind)
                    .map_or(0, |&(_, number)| number.into()),
                None => size,
            };
        }
        needs
    }

    /// Returns a placement in the order of the kinds of `mix`. `squares` has the squares
    /// of each kind, in the order of [`MixBoard::kinds`].
    pub(super) fn groups(&self, mix: PieceMix, squares: &[Vec<usize>]) -> Vec<Group> {
        let mut groups = Vec::new();
        for kind in mix.kinds() {
            for (&own_kind, squares) in self.kinds.iter().zip(squares) {
                if own_kind == kind {
                    groups.push(Group {
                        kind: GroupKind::Pieces(kind),
                        placement: self.form.placement(squares.iter().copied()),
                    });
                }
            }
        }
        groups
    }

    /// Finds the kinds that take a row and a column for themselves.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn exclusive_lines(
        &self,
        meter: &mut Meter<'_>,
    ) -> Result<ExclusiveLines, Stop> {
        let squares = self.form.squares();
        let rows: BTreeSet<u32> = squares.iter().map(|square| square.row).collect();
        let columns: BTreeSet<u32> = squares.iter().map(|square| square.column).collect();
        let mut excludes = [false; MAX_KINDS];
        for (excludes, attacks) in excludes.iter_mut().zip(&self.attacks) {
            *excludes = true;
            for (square, attacked) in attacks.iter().enumerate() {
                meter.tick()?;
                *excludes &= attacks_own_lines(squares, square, attacked);
            }
        }
        Ok(ExclusiveLines {
            rows: rows.len() as u32,
            columns: columns.len() as u32,
            excludes,
        })
    }
}

/// Returns true if a piece on `square` attacks all other squares of its row and column.
fn attacks_own_lines(squares: &[Square], square: usize, attacked: &[usize]) -> bool {
    let here = &squares[square];
    let on_lines = squares
        .iter()
        .filter(|other| shares_line(other, here))
        .count();
    let attacked_on_lines = attacked
        .iter()
        .filter(|&&other| shares_line(&squares[other], here))
        .count();
    // Attacked squares are on the board, so equal numbers mean equal sets.
    attacked_on_lines == on_lines
}

/// Returns true for another square of the same row or the same column.
fn shares_line(other: &Square, square: &Square) -> bool {
    // A square shares both its row and its column with itself alone.
    (other.row == square.row) != (other.column == square.column)
}

/// The kinds whose pieces attack all squares of their row and column, as queens and rooks
/// do without walls.
pub(super) struct ExclusiveLines {
    /// Number of rows and columns that have squares.
    rows: u32,
    columns: u32,
    excludes: [bool; MAX_KINDS],
}

impl ExclusiveLines {
    /// Returns false if too few squares are left outside the rows and columns of such
    /// pieces.
    pub(super) fn have_room(&self, needs: &Needs) -> bool {
        let (mut excluding, mut others) = (0, 0);
        for (need, excludes) in needs.iter().zip(self.excludes) {
            if excludes {
                excluding += need;
            } else {
                others += need;
            }
        }
        let rows = self.rows.checked_sub(excluding);
        let columns = self.columns.checked_sub(excluding);
        rows.zip(columns)
            .is_some_and(|(rows, columns)| others <= rows * columns)
    }
}

/// The orbits of the squares under one symmetry, and the orbit of each square.
struct SquareOrbits {
    orbits: Vec<Vec<usize>>,
    orbit_of: Vec<usize>,
}

impl SquareOrbits {
    /// Finds the orbits under the symmetry with these `images` of the squares.
    fn from_images(images: &[usize]) -> Self {
        let mut orbit_of = vec![usize::MAX; images.len()];
        let mut orbits: Vec<Vec<usize>> = Vec::new();
        // One symmetry makes cycles, so an orbit is a walk from image to image.
        for start in 0..images.len() {
            let mut orbit = Vec::new();
            let mut square = start;
            while orbit_of[square] == usize::MAX {
                orbit_of[square] = orbits.len();
                orbit.push(square);
                square = images[square];
            }
            if !orbit.is_empty() {
                orbits.push(orbit);
            }
        }
        SquareOrbits { orbits, orbit_of }
    }
}

/// The orbits of the squares under one symmetry: a placement that the symmetry leaves
/// unchanged consists of whole orbits. Under the identity every square is an orbit.
pub(super) struct OrbitBoard<const W: usize> {
    /// Number of kinds.
    pub(super) kinds: usize,
    /// The squares of each orbit.
    pub(super) orbits: Vec<Vec<usize>>,
    /// The orbits of one, two and four squares.
    pub(super) of_size: [SmallSet<W>; 3],
    /// For each kind, the orbits whose squares do not attack each other.
    pub(super) open: KindSets<W>,
    /// For each kind and orbit, the orbits that pieces of each kind cannot take beside
    /// such pieces on it; the orbit is one of them.
    pub(super) closed: Vec<Vec<KindSets<W>>>,
}

impl<const W: usize> OrbitBoard<W> {
    /// Finds the orbits under the symmetry with these `images` of the squares.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn from_mix_board(
        board: &MixBoard,
        images: &[usize],
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let kinds = board.kinds.len();
        let SquareOrbits { orbits, orbit_of } = SquareOrbits::from_images(images);
        meter.memory((kinds * orbits.len() * size_of::<KindSets<W>>()) as u64)?;
        let of_size = [1, 2, 4].map(|size| {
            (0..orbits.len())
                .filter(|&orbit: &usize| orbits[orbit].len() == size)
                .collect()
        });
        let mut open = [SmallSet::EMPTY; MAX_KINDS];
        let mut closed = vec![vec![[SmallSet::EMPTY; MAX_KINDS]; orbits.len()]; kinds];
        for kind in 0..kinds {
            for (orbit, squares) in orbits.iter().enumerate() {
                meter.tick()?;
                let mut attacked = SmallSet::<W>::EMPTY;
                for &square in squares {
                    for &target in &board.attacks[kind][square] {
                        attacked.insert(orbit_of[target]);
                    }
                }
                if !attacked.contains(orbit) {
                    open[kind].insert(orbit);
                }
                for closed in closed[kind][orbit].iter_mut().take(kinds) {
                    *closed |= attacked | SmallSet::one(orbit);
                }
                // Both ways: on twisted edges a piece may attack a square from which it
                // would not be attacked.
                for closed in &mut closed {
                    for target in attacked.iter() {
                        closed[target][kind].insert(orbit);
                    }
                }
            }
        }
        Ok(OrbitBoard {
            kinds,
            orbits,
            of_size,
            open,
            closed,
        })
    }

    /// Returns the number of squares of an orbit.
    pub(super) fn size(&self, orbit: usize) -> u32 {
        self.orbits[orbit].len() as u32
    }

    /// Returns the number of squares of the orbits in `set`.
    pub(super) fn squares(&self, set: SmallSet<W>) -> u32 {
        let [_, twos, fours] = self.of_size;
        // One for each orbit, and one or three more for those of two or four squares.
        set.count() + (set & twos).count() + 3 * (set & fours).count()
    }
}
