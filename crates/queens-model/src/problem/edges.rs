//! Edges: the path of a ray that leaves the board.

use crate::names;
use std::fmt;
use std::str::FromStr;

/// Rule for one pair of opposite edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Edge {
    /// Nothing: the ray ends.
    #[default]
    Open,
    /// The opposite edge: the ray comes in again there.
    Wrap,
    /// The opposite edge, with the other axis reversed, as on a Moebius strip.
    Twist,
    /// A mirror strip one square wide beyond the first edge (top or left), which turns
    /// the ray back; nothing beyond the last edge (Slater 1963, Klarner 1967: reflecting
    /// queens).
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

/// Word that names no edge.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a valid edge: {way_out}", way_out = names::way_out(.0, &["open", "wrap", "twist", "mirror"]))]
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

/// Rules for both axes of a board. The default is the standard board.
///
/// On glued edges a ray may go round more than once, over other squares each time. It
/// ends where it returns to its starting square, even if it would leave it in another
/// direction: a queen does not attack herself, and she stops her own rays as a wall does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Edges {
    /// Rule beyond the top and the bottom row.
    pub top_bottom: Edge,
    /// Rule beyond the left and the right column.
    pub left_right: Edge,
}

impl Edges {
    /// The standard board: rays end at the edge.
    pub const OPEN: Edges = Edges {
        top_bottom: Edge::Open,
        left_right: Edge::Open,
    };

    /// The torus: both axes wrap.
    pub const TORUS: Edges = Edges {
        top_bottom: Edge::Wrap,
        left_right: Edge::Wrap,
    };

    /// Returns true if a queen may attack a square without being attacked from there:
    /// across twisted and mirrored edges.
    #[must_use]
    pub fn have_one_way_attacks(self) -> bool {
        [self.top_bottom, self.left_right]
            .iter()
            .any(|edge| matches!(edge, Edge::Twist | Edge::Mirror))
    }
}
