//! The planned model of `docs/design/model.md` by its definitions alone: a reader of its
//! text form, the rules on whole placements, a search that places pieces square by
//! square, and the group. Nothing here comes from the library.
//!
//! `text`, `statements` and `words` read a problem, `grid` walks rays, `rules` decides
//! whether a placement is a solution, `search` and `bounds` try all placements, `group`
//! counts them up to symmetry, `table` compares all that with published values, `random`
//! compares it with the other definitions in this folder, and `checked` compares the
//! check of the library with it, and `written` the files of the library.

mod answered;
mod bounds;
mod checked;
mod grid;
mod group;
mod random;
mod rules;
mod search;
mod statements;
mod table;
mod text;
mod words;
mod written;

use grid::{Grid, Ray};

/// A problem as the text form says it; every default is filled in.
#[derive(Clone, Debug)]
struct Problem {
    grid: Grid,
    kinds: Vec<Kind>,
    peace: Peace,
    covers: Vec<Cover>,
    demands: Vec<Demand>,
    /// The region of each square.
    regions: Option<Vec<usize>>,
    /// Squares that are occupied, by this kind if it is named.
    givens: Vec<(usize, Option<usize>)>,
    equal: Vec<KindSet>,
    unchanged: Option<Invariance>,
    /// A weight for each square.
    weights: Option<Vec<i64>>,
    best: Option<Objective>,
}

/// Numbers of kinds.
type KindSet = Vec<usize>;

/// A set of squares, with an entry for each square of the board.
type SquareSet = Vec<bool>;

/// Pieces of one sort: a named kind, or unnamed sets that are alike.
#[derive(Clone, Debug)]
struct Kind {
    name: String,
    rays: Vec<Ray>,
    /// The number of unnamed sets; none for a named kind.
    sets: Option<Bounds>,
    worth: i64,
    stops: bool,
    /// The squares where it may stand; none for all.
    on: Option<SquareSet>,
}

/// The least and the greatest number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Bounds {
    low: usize,
    high: usize,
}

/// Any number.
const ANY: Bounds = Bounds {
    low: 0,
    high: usize::MAX,
};

impl Bounds {
    fn has(self, number: usize) -> bool {
        (self.low..=self.high).contains(&number)
    }
}

/// The pieces that must not attack each other.
#[derive(Clone, Debug)]
enum Peace {
    All,
    /// Pieces of one kind or set.
    Within,
    /// Pieces of two kinds or sets.
    Between,
    Nobody,
    Pairs(Vec<(usize, usize)>),
}

/// Squares, and the number of pieces that attack each of them.
#[derive(Clone, Debug)]
struct Cover {
    standing: Standing,
    on: Option<SquareSet>,
    by: KindSet,
    times: Bounds,
}

#[derive(Clone, Debug)]
enum Standing {
    Any,
    Empty,
    Occupied(KindSet),
}

/// A number of pieces in each row, column, region, square or on the board.
#[derive(Clone, Debug)]
struct Demand {
    unit: Unit,
    of: Share,
    bounds: Bounds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Row,
    Column,
    Region,
    Square,
    Board,
}

/// The pieces that a demand counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Share {
    Together(KindSet),
    /// Each named kind, and each set that has a piece, by itself.
    Each,
}

/// A map of the board under which a placement is its own image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Invariance {
    HalfTurn,
    QuarterTurn,
    /// Left and right exchanged.
    Mirror,
    /// Rows and columns exchanged.
    Diagonal,
    /// One row down and some number of columns, around the edges.
    Shift,
}

#[derive(Clone, Debug)]
struct Objective {
    is_greatest: bool,
    measure: Measure,
}

#[derive(Clone, Debug)]
enum Measure {
    Number(KindSet),
    /// The sum of worth x weight of the square.
    Value,
    Squares(Cover),
    Sets,
}

impl Problem {
    fn squares(&self) -> usize {
        self.grid.squares()
    }

    fn all_kinds(&self) -> KindSet {
        (0..self.kinds.len()).collect()
    }

    /// The covers that must hold, and the one that the objective counts.
    fn covers_and_objective(&self) -> impl Iterator<Item = &Cover> {
        let counted = match &self.best {
            Some(Objective {
                measure: Measure::Squares(cover),
                ..
            }) => Some(cover),
            _ => None,
        };
        self.covers.iter().chain(counted)
    }

    fn some_stop(&self) -> bool {
        self.kinds.iter().any(|kind| kind.stops)
    }
}
