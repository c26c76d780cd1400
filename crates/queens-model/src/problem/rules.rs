//! Rules beyond those of one kind of piece that keeps peace: several kinds, attacks that
//! are wanted, the best solutions.

use super::{Bounds, Grid, Piece, Problem, ProblemError};
use crate::square::Square;

/// Maximum number of kinds.
pub const MAX_KINDS: usize = 16;

/// Largest number of bytes of the name of a kind.
pub const MAX_NAME_BYTES: usize = 24;

/// The pieces that may stand, the rules that hold and the best solutions;
/// [`Units`](super::Units) count all pieces together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Kinds that may stand: one or more.
    pub kinds: Vec<Kind>,
    /// Pieces that must not attack each other.
    pub peace: Peace,
    /// Numbers of attackers of squares.
    pub covers: Vec<Cover>,
    /// Numbers of some kinds, or of each, and numbers on each square.
    pub demands: Vec<Demand>,
    /// Kinds that have as many pieces as each other.
    pub equal: Vec<KindSet>,
    /// Map that leaves a solution unchanged.
    pub unchanged: Option<Invariance>,
    /// Measure of the best solutions; `None` if every placement that holds is a solution.
    pub best: Option<Objective>,
}

/// Indices of kinds in [`Rules::kinds`], in increasing order.
pub type KindSet = Vec<usize>;

/// A kind of piece, or unnamed sets that are alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kind {
    /// The name in the text, or the name of the piece if the text has none.
    pub name: String,
    /// Moves of the piece; a pawn has none.
    pub piece: Piece,
    /// True for unnamed sets of pieces.
    pub is_sets: bool,
    /// Number of pieces of this kind, or of sets that have a piece.
    pub number: Bounds,
    /// Value of a piece.
    pub worth: i64,
    /// True if it stops the lines of other pieces.
    pub stops: bool,
    /// Squares where it may stand; `None` for all.
    pub on: Option<SquareSet>,
}

/// Squares of the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SquareSet {
    /// The first and the last row and column, the six sides of a hexagon, or the sides of
    /// a cube.
    Border,
    /// The squares whose row and column have the same number.
    Diagonal,
    /// These squares, in order.
    Listed(Vec<Square>),
}

/// Pieces that must not attack each other, in either direction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Peace {
    /// All that have rays.
    All,
    /// Those of one kind or set.
    Within,
    /// Those of two kinds or sets.
    Between,
    /// None.
    Nobody,
    /// Those of these pairs of kinds.
    Pairs(Vec<(usize, usize)>),
}

/// A number of attackers of each of some squares.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cover {
    /// Which squares are counted: any, empty ones, or ones with certain pieces.
    pub standing: Standing,
    /// Part of the board with those squares; `None` for the whole board.
    pub on: Option<SquareSet>,
    /// Kinds whose attacks count.
    pub by: KindSet,
    /// Number of pieces that attack the square, each once, by their own moves.
    pub times: Bounds,
}

/// Content of a square.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Anything or nothing.
    Any,
    /// Nothing.
    Empty,
    /// A piece of these kinds.
    Occupied(KindSet),
}

/// A number of pieces in each unit of one sort.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Demand {
    /// Sort of unit.
    pub unit: DemandUnit,
    /// Pieces that count.
    pub of: Share,
    /// Their number.
    pub bounds: Bounds,
}

/// Sort of unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DemandUnit {
    /// Each row.
    Row,
    /// Each column.
    Column,
    /// Each region.
    Region,
    /// Each square.
    Square,
    /// The whole board.
    Total,
}

/// Pieces that a demand counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Share {
    /// Those of these kinds, together.
    Together(KindSet),
    /// Those of each named kind, and of each set that has a piece, by itself.
    Each,
}

/// A map of the board under which a solution is its own image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Invariance {
    /// A half turn.
    HalfTurn,
    /// A quarter turn.
    QuarterTurn,
    /// The exchange of left and right.
    Mirror,
    /// The exchange of rows and columns.
    Diagonal,
    /// A shift of one row and some number of columns, around the edges.
    Shift,
}

/// A measure, and the value of it that is best.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Objective {
    /// The least or the greatest value.
    pub goal: Goal,
    /// Number that is measured.
    pub measure: Measure,
}

/// The end of a range of values that is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The least.
    Least,
    /// The greatest.
    Greatest,
}

/// A number that is measured of a placement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// The number of pieces of these kinds.
    Number(KindSet),
    /// The sum over all pieces of their worth times the weight of the square.
    Value,
    /// The number of squares that meet this cover.
    Squares(Cover),
    /// The number of sets that have a piece.
    Sets,
}

impl DemandUnit {
    /// Returns true for units of boards with two dimensions.
    pub(super) fn is_flat(self) -> bool {
        matches!(
            self,
            DemandUnit::Row | DemandUnit::Column | DemandUnit::Region
        )
    }
}

impl SquareSet {
    /// Returns true if `square` is in the set, on the board of `problem`.
    #[must_use]
    pub fn contains(&self, square: Square, problem: &Problem) -> bool {
        match self {
            SquareSet::Border => {
                problem
                    .grid()
                    .is_border(square, problem.rows(), problem.columns())
            }
            SquareSet::Diagonal => square.row == square.column,
            SquareSet::Listed(squares) => squares.binary_search(&square).is_ok(),
        }
    }
}

impl Invariance {
    /// Returns true if a board with this grid can have the map: a hexagon has no quarter
    /// turns, and its edges are not joined. The maps are those of rows and columns, which
    /// a cube has only as it is laid out.
    #[must_use]
    pub(crate) fn is_of(self, grid: Grid) -> bool {
        match grid {
            Grid::Square => true,
            Grid::Hex => !matches!(self, Invariance::QuarterTurn | Invariance::Shift),
            Grid::Cube(_) => false,
        }
    }

    /// All of them, with their names.
    pub const NAMED: [(&'static str, Invariance); 5] = [
        ("half-turn", Invariance::HalfTurn),
        ("quarter-turn", Invariance::QuarterTurn),
        ("mirror", Invariance::Mirror),
        ("diagonal", Invariance::Diagonal),
        ("shift", Invariance::Shift),
    ];
}

impl Kind {
    /// Returns a kind of any number of pieces, each worth 1 and anywhere, with the name
    /// of the piece.
    #[must_use]
    pub fn of_piece(piece: Piece) -> Self {
        let (name, number) = (piece.to_string(), Bounds::ANY);
        Kind {
            name,
            piece,
            is_sets: false,
            number,
            worth: 1,
            stops: false,
            on: None,
        }
    }

    /// Returns true if the piece is written as a pawn, which stops lines.
    #[must_use]
    pub fn is_pawn(&self) -> bool {
        self.piece.rays().is_empty() && (self.stops || self.name == "pawn")
    }

    /// Returns the words for one piece: `queen`, `white queen`, `pawn`; `piece` in place
    /// of a list of rays.
    #[must_use]
    pub fn singular(&self) -> String {
        let written = if self.is_pawn() {
            "pawn".to_owned()
        } else {
            self.piece.to_string()
        };
        let is_word = written != "none" && written.chars().all(char::is_alphabetic);
        let piece = if is_word { &written } else { "piece" };
        if self.name == written {
            piece.to_owned()
        } else {
            format!("{} {piece}", self.name)
        }
    }
}

impl Rules {
    /// Returns the rules of a plain problem: any number of one piece, peace, and nothing
    /// else.
    #[must_use]
    pub fn plain(piece: Piece) -> Self {
        Rules {
            kinds: vec![Kind::of_piece(piece)],
            peace: Peace::All,
            covers: Vec::new(),
            demands: Vec::new(),
            equal: Vec::new(),
            unchanged: None,
            best: None,
        }
    }

    /// Returns the indices of all kinds.
    #[must_use]
    pub fn all_kinds(&self) -> KindSet {
        (0..self.kinds.len()).collect()
    }

    /// Returns a kind that has the same name as one before it.
    fn repeated_kind(&self) -> Option<&Kind> {
        let mut kinds = self.kinds.iter().enumerate();
        let repeated = kinds.find(|(at, kind)| {
            self.kinds[..*at]
                .iter()
                .any(|before| before.name == kind.name)
        });
        repeated.map(|(_, kind)| kind)
    }

    /// Returns the sets of squares of kinds and covers.
    pub(super) fn square_sets(&self) -> impl Iterator<Item = &SquareSet> {
        let counted = self.best.iter().filter_map(|best| match &best.measure {
            Measure::Squares(cover) => Some(cover),
            _ => None,
        });
        let of_covers = self.covers.iter().chain(counted).map(|cover| &cover.on);
        self.kinds
            .iter()
            .map(|kind| &kind.on)
            .chain(of_covers)
            .flatten()
    }

    /// Returns the squares that kinds and covers list.
    fn listed_squares(&self) -> impl Iterator<Item = Square> {
        let squares = self.square_sets().flat_map(|set| match set {
            SquareSet::Listed(squares) => squares.as_slice(),
            SquareSet::Border | SquareSet::Diagonal => &[],
        });
        squares.copied()
    }

    /// Checks the rules for a board of `rows` x `columns`.
    pub(super) fn check_rules(
        &self,
        rows: u32,
        columns: u32,
    ) -> Result<(), ProblemError> {
        if self.kinds.is_empty() || self.kinds.len() > MAX_KINDS {
            return Err(ProblemError::NumberOfKinds(self.kinds.len()));
        }
        if let Some(kind) = self.repeated_kind() {
            return Err(ProblemError::KindTwice(kind.name.clone()));
        }
        // The name of a piece that has none lists its moves.
        let is_long = |kind: &&Kind| {
            kind.name.len() > MAX_NAME_BYTES && kind.name != kind.piece.to_string()
        };
        if let Some(kind) = self.kinds.iter().find(is_long) {
            return Err(ProblemError::KindName(kind.name.clone()));
        }
        let counts_sets = self
            .best
            .as_ref()
            .is_some_and(|best| best.measure == Measure::Sets);
        if counts_sets && !self.kinds.iter().any(|kind| kind.is_sets) {
            return Err(ProblemError::NoSets);
        }
        let is_off = |square: &Square| square.row >= rows || square.column >= columns;
        match self.listed_squares().find(is_off) {
            Some(square) => Err(ProblemError::OffBoard {
                what: "the listed square",
                square,
                rows,
                columns,
            }),
            None => Ok(()),
        }
    }

    /// Names what is best: `least number of queens`, `greatest value`; `None` if nothing
    /// is.
    ///
    /// ```
    /// use queens_model::problem::Problem;
    ///
    /// let problem: Problem = "armies 8".parse()?;
    /// let best = problem.rules().unwrap().best_in_words();
    /// assert_eq!(best.as_deref(), Some("greatest number of each kind"));
    /// # Ok::<(), queens_model::problem::ProblemTextError>(())
    /// ```
    #[must_use]
    pub fn best_in_words(&self) -> Option<String> {
        let Objective { goal, measure } = self.best.as_ref()?;
        let goal = match goal {
            Goal::Least => "least",
            Goal::Greatest => "greatest",
        };
        Some(match measure {
            Measure::Number(kinds)
                if kinds.len() == 1 && self.equal.contains(&self.all_kinds()) =>
            {
                format!("{goal} number of each kind")
            }
            Measure::Number(kinds) => {
                format!("{goal} number of {}", self.kinds_in_words(kinds))
            }
            Measure::Value => format!("{goal} value"),
            Measure::Sets => format!("{goal} number of sets"),
            Measure::Squares(cover) => {
                format!("{goal} number of {}", self.squares_in_words(cover))
            }
        })
    }

    fn kinds_in_words(&self, kinds: &KindSet) -> String {
        if *kinds == self.all_kinds() && kinds.len() > 1 {
            return "pieces".to_owned();
        }
        let names: Vec<String> = kinds
            .iter()
            .filter_map(|&kind| self.kinds.get(kind))
            .map(Kind::plural)
            .collect();
        names.join(" and ")
    }

    fn squares_in_words(&self, cover: &Cover) -> String {
        let squares = match &cover.standing {
            Standing::Any => "squares".to_owned(),
            Standing::Empty => "empty squares".to_owned(),
            Standing::Occupied(kinds) => {
                format!("squares with {}", self.kinds_in_words(kinds))
            }
        };
        let attackers = self.kinds_in_words(&cover.by);
        match cover.times {
            Bounds::AT_LEAST_ONE => format!("{squares} that {attackers} attack"),
            times if times.high() == 0 => format!("{squares} that no {attackers} attack"),
            times => format!("{squares} that {times} {attackers} attack"),
        }
    }
}
