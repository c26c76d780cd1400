//! What happens to a ray that leaves the board.

use super::piece::Ray;
use crate::square::Square;
use std::fmt;
use std::str::FromStr;

/// What lies beyond one pair of opposite edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Edge {
    /// Nothing: the ray ends.
    #[default]
    Open,
    /// The opposite edge: the ray comes in again there.
    Wrap,
    /// The opposite edge, with the other axis reversed, as on a Moebius strip.
    Twist,
    /// Beyond the first edge (top or left) a mirror strip one square wide that turns the ray back;
    /// beyond the last edge nothing (Slater 1963, Klarner 1967: reflecting queens).
    Mirror,
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Edge::Open => "open",
            Edge::Wrap => "wrap",
            Edge::Twist => "twist",
            Edge::Mirror => "mirror",
        })
    }
}

/// What is wrong with the word for an edge.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no edge: use open, wrap, twist or mirror")]
pub struct EdgeError(String);

impl FromStr for Edge {
    type Err = EdgeError;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word.to_ascii_lowercase().as_str() {
            "open" => Ok(Edge::Open),
            "wrap" => Ok(Edge::Wrap),
            "twist" => Ok(Edge::Twist),
            "mirror" => Ok(Edge::Mirror),
            _ => Err(EdgeError(word.chars().take(40).collect())),
        }
    }
}

/// Both axes of a board. The default is the ordinary board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Edges {
    /// Beyond the top and the bottom row.
    pub top_bottom: Edge,
    /// Beyond the left and the right column.
    pub left_right: Edge,
}

impl Edges {
    /// The ordinary board: rays end at the edge.
    pub const OPEN: Edges = Edges { top_bottom: Edge::Open, left_right: Edge::Open };

    /// The torus: both axes wrap.
    pub const TORUS: Edges = Edges { top_bottom: Edge::Wrap, left_right: Edge::Wrap };
}

/// A ray on its way: walks square by square and turns where the edges turn it.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    sides: (i64, i64),
    edges: Edges,
    at: (i64, i64),
    step: (i64, i64),
    left: u32,
}

impl Walk {
    /// A walk from `start` along `ray` on a board of `rows` x `columns`.
    pub(crate) fn new(start: Square, ray: Ray, rows: u32, columns: u32, edges: Edges) -> Self {
        Walk {
            sides: (rows.into(), columns.into()),
            edges,
            at: (start.row.into(), start.column.into()),
            step: (ray.rows.into(), ray.columns.into()),
            left: ray.range,
        }
    }
}

/// Takes a coordinate back onto its axis: where it lands, whether this axis' step turned, whether
/// the other axis is reversed. `None`: off the board. A coordinate of -1 that comes back is the strip.
fn fold(at: i64, side: i64, edge: Edge) -> Option<(i64, bool, bool)> {
    if (0..side).contains(&at) {
        return Some((at, false, false));
    }
    match edge {
        Edge::Open => None,
        Edge::Wrap => Some((at.rem_euclid(side), false, false)),
        Edge::Twist => Some((at.rem_euclid(side), false, at.div_euclid(side) % 2 != 0)),
        Edge::Mirror if at == -1 => Some((-1, false, false)),
        Edge::Mirror if at < -1 && -2 - at < side => Some((-2 - at, true, false)),
        Edge::Mirror => None,
    }
}

/// Yields each square that the ray comes to; `None` in between where it stands on a mirror strip.
impl Iterator for Walk {
    type Item = Option<Square>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let (row, row_turns, flips_columns) =
            fold(self.at.0 + self.step.0, self.sides.0, self.edges.top_bottom)?;
        let (column, column_turns, flips_rows) =
            fold(self.at.1 + self.step.1, self.sides.1, self.edges.left_right)?;
        self.at = (row, column);
        if flips_rows {
            self.at.0 = self.sides.0 - 1 - self.at.0;
        }
        if flips_columns {
            self.at.1 = self.sides.1 - 1 - self.at.1;
        }
        if row_turns != flips_rows {
            self.step.0 = -self.step.0;
        }
        if column_turns != flips_columns {
            self.step.1 = -self.step.1;
        }
        let square = |(row, column)| Some(Square::new(u32::try_from(row).ok()?, u32::try_from(column).ok()?));
        Some(square(self.at))
    }
}
