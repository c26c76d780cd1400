//! Symmetries of a problem with rules: symmetries of the board, together with exchanges
//! of kinds that are alike.

use crate::instance::{Instance, Permutation, TooManySquares};
use crate::problem::rules::{
    Cover, DemandUnit, Invariance, KindSet, Measure, Objective, Peace, Rules, Share,
    SquareSet, Standing,
};
use crate::problem::{Bounds, Grid, Piece, Problem};
use crate::rays::struck;
use crate::symmetry::Symmetry;
use control::{Limits, Meter, Stop};
use fixedbitset::FixedBitSet;
use std::collections::BTreeSet;

/// A symmetry of the board, and for each kind the one that it becomes.
pub(super) type Element = (Symmetry, Vec<u8>);

/// Largest number of exchanges of kinds that are tried: those of seven kinds that are
/// alike.
const MAX_EXCHANGES: usize = 5_040;

/// Finds the symmetries of `problem` that map each of its rules to a rule. The inner
/// error is a limit, or [`Stop::GaveUp`] if too many kinds are alike.
///
/// # Errors
/// As [`Instance::check_size`].
///
/// # Complexity
/// For each symmetry and exchange of kinds O(squares^2) steps for each pair of kinds.
pub(super) fn list_elements(
    problem: &Problem,
    rules: &Rules,
    limits: &Limits,
) -> Result<Result<Vec<Element>, Stop>, TooManySquares> {
    let pieces: Vec<Piece> = rules.kinds.iter().map(|kind| kind.piece.clone()).collect();
    let instance = Instance::of_pieces(problem, &pieces, limits)?;
    let mut meter = Meter::new(limits);
    Ok(instance.and_then(|instance| {
        RuleBoard::new(problem, rules, instance, &mut meter)?.find_elements(&mut meter)
    }))
}

/// A set of squares, by number, with the pieces that count there and their least and
/// greatest number. A share of each kind or set by itself has no kinds.
type RuleLine = (BTreeSet<usize>, Option<KindSet>, (u32, u32));

/// Content of the squares of a cover, its squares, the kinds that count, and their least
/// and greatest number.
type CoverParts = ((u8, KindSet), BTreeSet<usize>, KindSet, (u32, u32));

/// A problem with what its rules say about squares.
struct RuleBoard<'p> {
    problem: &'p Problem,
    rules: &'p Rules,
    instance: Instance,
    /// The relations of squares that the rules read.
    relations: Vec<Vec<FixedBitSet>>,
    /// If pieces stop lines: for each kind and square the squares along each ray.
    paths: Vec<Vec<BTreeSet<Vec<usize>>>>,
    lines: BTreeSet<RuleLine>,
}

impl<'p> RuleBoard<'p> {
    fn new(
        problem: &'p Problem,
        rules: &'p Rules,
        instance: Instance,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let (relations, paths, lines) = (Vec::new(), Vec::new(), BTreeSet::new());
        let mut board = RuleBoard {
            problem,
            rules,
            instance,
            relations,
            paths,
            lines,
        };
        board.relations = board.read_relations(meter)?;
        if rules.kinds.iter().any(|kind| kind.stops) {
            board.paths = (0..rules.kinds.len())
                .map(|kind| board.kind_paths(kind))
                .collect();
        }
        board.lines = board.rule_lines();
        Ok(board)
    }

    fn find_elements(&self, meter: &mut Meter<'_>) -> Result<Vec<Element>, Stop> {
        let exchanges = self.list_exchanges()?;
        let mut elements = Vec::new();
        for permutation in self.instance.board_symmetries() {
            if !self.keeps_board(&permutation, meter)? {
                continue;
            }
            for kinds in &exchanges {
                meter.tick()?;
                if self.keeps_rules(&permutation.images, kinds) {
                    elements.push((
                        permutation.symmetry,
                        kinds.iter().map(|&kind| kind as u8).collect(),
                    ));
                }
            }
        }
        Ok(elements)
    }

    /// Returns all exchanges of kinds that differ in nothing but their names, their
    /// numbers and where they stand.
    fn list_exchanges(&self) -> Result<Vec<Vec<usize>>, Stop> {
        // Each entry maps the first kinds; another kind is added in each round.
        let mut exchanges: Vec<Vec<usize>> = vec![Vec::new()];
        for kind in 0..self.rules.kinds.len() {
            let mut longer = Vec::new();
            for known in &exchanges {
                for image in 0..self.rules.kinds.len() {
                    if !known.contains(&image) && self.are_alike(kind, image) {
                        longer.push([known.as_slice(), &[image]].concat());
                    }
                }
            }
            exchanges = longer;
            if exchanges.len() > MAX_EXCHANGES {
                return Err(Stop::GaveUp);
            }
        }
        Ok(exchanges)
    }

    /// Returns true if two kinds differ in nothing but their names, their numbers and
    /// where they stand.
    fn are_alike(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.rules.kinds[one], &self.rules.kinds[other]);
        let is_number_alike = !one.is_sets || one.number == other.number;
        is_number_alike
            && (&one.piece, one.is_sets, one.worth, one.stops)
                == (&other.piece, other.is_sets, other.worth, other.stops)
    }

    /// Returns the relations of squares that the rules read: peace reads attacks in both
    /// directions alike, covers tell who attacks.
    fn read_relations(
        &self,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Vec<FixedBitSet>>, Stop> {
        let kinds = self.rules.kinds.len();
        if self.all_covers().next().is_some() {
            return Ok((0..kinds)
                .map(|kind| self.instance.attacks(kind).to_vec())
                .collect());
        }
        let mut relations = Vec::new();
        for one in 0..kinds {
            for other in (one..kinds).filter(|&other| self.keep_peace(one, other)) {
                let mut clashes = self.instance.attacks(one).to_vec();
                meter.memory(
                    (clashes.len() * clashes.len() / 8 * (relations.len() + 1)) as u64,
                )?;
                // A piece on the first square attacks one on the second, or is attacked
                // by it.
                for (from, attacked) in self.instance.attacks(other).iter().enumerate() {
                    meter.tick()?;
                    attacked.ones().for_each(|to| clashes[to].insert(from));
                }
                relations.push(clashes);
            }
        }
        Ok(relations)
    }

    /// Returns true if some pieces of these kinds must not attack each other.
    fn keep_peace(&self, one: usize, other: usize) -> bool {
        let kinds = &self.rules.kinds;
        let have_rays = [one, other]
            .into_iter()
            .all(|kind| !kinds[kind].piece.rays().is_empty());
        match &self.rules.peace {
            Peace::All => have_rays,
            Peace::Within => have_rays && one == other,
            Peace::Between => have_rays && (one != other || kinds[one].is_sets),
            Peace::Nobody => false,
            Peace::Pairs(pairs) => {
                pairs.contains(&(one, other)) || pairs.contains(&(other, one))
            }
        }
    }

    /// Iterates over the covers of the rules, and of the measure.
    fn all_covers(&self) -> impl Iterator<Item = &'p Cover> {
        let measured = self
            .rules
            .best
            .iter()
            .filter_map(|best| match &best.measure {
                Measure::Squares(cover) => Some(cover),
                _ => None,
            });
        self.rules.covers.iter().chain(measured)
    }

    fn kind_paths(&self, kind: usize) -> Vec<BTreeSet<Vec<usize>>> {
        let mut paths = Vec::new();
        for &from in self.instance.squares() {
            let mut from_square = BTreeSet::new();
            for &ray in self.rules.kinds[kind].piece.rays() {
                let squares = struck(self.problem, from, ray);
                let path = squares.filter_map(|square| self.instance.number(square));
                from_square.insert(path.collect());
            }
            paths.push(from_square);
        }
        paths
    }

    /// Returns the numbers that the rules demand, without those that every placement has.
    fn rule_lines(&self) -> BTreeSet<RuleLine> {
        let mut lines = BTreeSet::new();
        for (unit, kinds, bounds) in self.list_demands() {
            let (low, high) = (bounds.low(), bounds.high());
            for squares in self.unit_squares(unit, bounds) {
                if low > 0 || (high as usize) < squares.len() {
                    lines.insert((squares, kinds.clone(), (low, high)));
                }
            }
        }
        lines
    }

    /// Returns the demands on units, with the kinds that count; those of each kind or set
    /// by itself have no kinds.
    fn list_demands(&self) -> Vec<(DemandUnit, Option<KindSet>, Bounds)> {
        let units = self.problem.units();
        let mut demands: Vec<_> = [
            (DemandUnit::Row, units.row),
            (DemandUnit::Column, units.column),
            (DemandUnit::Region, units.region),
            (DemandUnit::Total, units.total),
        ]
        .into_iter()
        .map(|(unit, bounds)| (unit, Some(self.rules.all_kinds()), bounds))
        .collect();
        for (number, kind) in self.rules.kinds.iter().enumerate() {
            if !kind.is_sets {
                demands.push((DemandUnit::Total, Some(vec![number]), kind.number));
            }
        }
        for demand in &self.rules.demands {
            let kinds = match &demand.of {
                Share::Together(kinds) => Some(sort_kinds(kinds)),
                Share::Each => None,
            };
            demands.push((demand.unit, kinds, demand.bounds));
        }
        demands
    }

    /// Returns the free squares of each unit of a sort, by number; none if any number is
    /// right.
    fn unit_squares(&self, sort: DemandUnit, bounds: Bounds) -> Vec<BTreeSet<usize>> {
        let (rows, columns, problem) =
            (self.problem.rows(), self.problem.columns(), self.problem);
        let number = match sort {
            _ if bounds == Bounds::ANY => 0,
            DemandUnit::Row => rows as usize,
            DemandUnit::Column => columns as usize,
            DemandUnit::Region => problem.region_count() as usize,
            DemandUnit::Square => self.instance.squares().len(),
            DemandUnit::Total => 1,
        };
        let mut units = vec![BTreeSet::new(); number];
        for (at, square) in self.instance.squares().iter().enumerate() {
            let unit = match sort {
                DemandUnit::Row => square.row as usize,
                DemandUnit::Column => square.column as usize,
                DemandUnit::Region => {
                    problem.region(*square).unwrap_or(u32::MAX) as usize
                }
                DemandUnit::Square => at,
                DemandUnit::Total => 0,
            };
            if let Some(unit) = units.get_mut(unit) {
                unit.insert(at);
            }
        }
        units
    }

    /// Returns true if a symmetry keeps the attacks, the given queens, the map of an
    /// invariance and the weights of the squares.
    fn keeps_board(
        &self,
        permutation: &Permutation,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        let images = &permutation.images;
        let givens: BTreeSet<usize> = self.instance.givens().iter().copied().collect();
        if move_squares(&givens, images) != givens
            || !self.keeps_invariance(permutation.symmetry)
        {
            return Ok(false);
        }
        if self
            .rules
            .best
            .as_ref()
            .is_some_and(|best| best.measure == Measure::Value)
        {
            let squares = self.instance.squares();
            for (&square, &image) in squares.iter().zip(images) {
                if self.problem.weight(square) != self.problem.weight(squares[image]) {
                    return Ok(false);
                }
            }
        }
        for relation in &self.relations {
            for (related, &image) in relation.iter().zip(images) {
                meter.tick()?;
                let of_image = &relation[image];
                let has_all =
                    related.ones().all(|other| of_image.contains(images[other]));
                if related.count_ones(..) != of_image.count_ones(..) || !has_all {
                    return Ok(false);
                }
            }
        }
        Ok(self.keeps_paths(images))
    }

    /// Returns true if a map of squares maps the paths from each square onto the paths from
    /// its image.
    fn keeps_paths(&self, images: &[usize]) -> bool {
        self.paths.iter().all(|paths| {
            paths.iter().zip(images).all(|(from, &image)| {
                let moved: BTreeSet<Vec<usize>> = from
                    .iter()
                    .map(|path| path.iter().map(|&at| images[at]).collect())
                    .collect();
                moved == paths[image]
            })
        })
    }

    /// Returns true if a symmetry takes solutions that are their own images to such
    /// solutions.
    fn keeps_invariance(&self, symmetry: Symmetry) -> bool {
        if self.problem.grid() == Grid::Hex {
            return self
                .rules
                .unchanged
                .is_none_or(|map| self.commutes_with(symmetry, map.symmetry(Grid::Hex)));
        }
        let is_single = self.problem.rows() == 1 && self.problem.columns() == 1;
        match self.rules.unchanged {
            _ if is_single => true,
            None | Some(Invariance::HalfTurn | Invariance::QuarterTurn) => true,
            Some(Invariance::Shift | Invariance::Mirror) => !symmetry.exchanges_axes(),
            Some(Invariance::Diagonal) => matches!(
                symmetry,
                Symmetry::Identity
                    | Symmetry::HalfTurn
                    | Symmetry::Transpose
                    | Symmetry::AntiTranspose
            ),
        }
    }

    /// Returns true if it makes no difference which of two symmetries comes first.
    fn commutes_with(&self, one: Symmetry, other: Option<Symmetry>) -> bool {
        let Some(other) = other else {
            return false;
        };
        let instance = &self.instance;
        instance.squares().iter().all(|&square| {
            let one_first = instance.image(instance.image(square, one), other);
            let other_first = instance.image(instance.image(square, other), one);
            one_first == other_first
        })
    }

    /// Returns true if a map of squares and an exchange of kinds take each rule to a
    /// rule.
    fn keeps_rules(&self, images: &[usize], kinds: &[usize]) -> bool {
        let lines = self.lines.iter().map(|(squares, of, bounds)| {
            (
                move_squares(squares, images),
                of.as_ref().map(|of| exchange_kinds(of, kinds)),
                *bounds,
            )
        });
        self.keeps_places(images, kinds)
            && self.keeps_pairs(kinds)
            && lines.collect::<BTreeSet<RuleLine>>() == self.lines
            && self.keeps_equal_numbers(kinds)
            && self.keeps_covers(images, kinds)
            && self.keeps_objective(images, kinds)
    }

    fn keeps_places(&self, images: &[usize], kinds: &[usize]) -> bool {
        for (kind, &to) in kinds.iter().enumerate() {
            let [from, to] = [kind, to].map(|kind| self.rules.kinds[kind].on.as_ref());
            for (at, &image) in images.iter().enumerate() {
                if self.is_in(at, from) != self.is_in(image, to) {
                    return false;
                }
            }
        }
        true
    }

    /// Returns true if the square with this number is in a set.
    fn is_in(&self, at: usize, squares: Option<&SquareSet>) -> bool {
        let square = self.instance.squares()[at];
        squares.is_none_or(|squares| squares.contains(square, self.problem))
    }

    fn keeps_pairs(&self, kinds: &[usize]) -> bool {
        let mut pairs = (0..kinds.len())
            .flat_map(|one| (0..kinds.len()).map(move |other| (one, other)));
        pairs.all(|(one, other)| {
            self.keep_peace(one, other) == self.keep_peace(kinds[one], kinds[other])
        })
    }

    fn keeps_equal_numbers(&self, kinds: &[usize]) -> bool {
        let equal: BTreeSet<KindSet> = self.rules.equal.iter().map(sort_kinds).collect();
        equal
            .iter()
            .map(|set| exchange_kinds(set, kinds))
            .collect::<BTreeSet<_>>()
            == equal
    }

    fn keeps_covers(&self, images: &[usize], kinds: &[usize]) -> bool {
        let covers = self.rules.covers.iter();
        let covers: BTreeSet<CoverParts> =
            covers.map(|cover| self.cover_parts(cover)).collect();
        covers
            .iter()
            .map(|cover| moved_cover(cover, images, kinds))
            .collect::<BTreeSet<_>>()
            == covers
    }

    fn cover_parts(&self, cover: &Cover) -> CoverParts {
        let squares = (0..self.instance.squares().len())
            .filter(|&at| self.is_in(at, cover.on.as_ref()));
        let standing = match &cover.standing {
            Standing::Any => (0, Vec::new()),
            Standing::Empty => (1, Vec::new()),
            Standing::Occupied(kinds) => (2, sort_kinds(kinds)),
        };
        (
            standing,
            squares.collect(),
            sort_kinds(&cover.by),
            (cover.times.low(), cover.times.high()),
        )
    }

    fn keeps_objective(&self, images: &[usize], kinds: &[usize]) -> bool {
        let Some(Objective { measure, .. }) = &self.rules.best else {
            return true;
        };
        match measure {
            Measure::Number(counted) => self.counts_alike(counted, kinds),
            Measure::Squares(cover) => {
                let cover = self.cover_parts(cover);
                moved_cover(&cover, images, kinds) == cover
            }
            // Kinds keep their worth, and the symmetry the weights.
            Measure::Sets | Measure::Value => true,
        }
    }

    /// Returns true if the number of some kinds goes to itself, or to that of kinds which
    /// must have the same.
    fn counts_alike(&self, counted: &KindSet, kinds: &[usize]) -> bool {
        let (from, to) = (sort_kinds(counted), exchange_kinds(counted, kinds));
        let are_equal = |one: usize, other: usize| {
            one == other
                || self
                    .rules
                    .equal
                    .iter()
                    .any(|set| set.contains(&one) && set.contains(&other))
        };
        from.iter()
            .zip(&to)
            .all(|(&one, &other)| are_equal(one, other))
    }
}

fn sort_kinds(kinds: &KindSet) -> KindSet {
    let mut sorted = kinds.clone();
    sorted.sort_unstable();
    sorted
}

fn exchange_kinds(kinds: &KindSet, to: &[usize]) -> KindSet {
    sort_kinds(&kinds.iter().map(|&kind| to[kind]).collect())
}

fn move_squares(squares: &BTreeSet<usize>, images: &[usize]) -> BTreeSet<usize> {
    squares.iter().map(|&at| images[at]).collect()
}

fn moved_cover(cover: &CoverParts, images: &[usize], kinds: &[usize]) -> CoverParts {
    let ((standing, of), squares, by, times) = cover;
    (
        (*standing, exchange_kinds(of, kinds)),
        move_squares(squares, images),
        exchange_kinds(by, kinds),
        *times,
    )
}
