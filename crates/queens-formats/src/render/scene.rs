//! Content of a picture: one list of shapes, which [`super::svg`] writes as text and
//! [`super::png`] as pixels.
//!
//! Lengths are in user units: a square has a side of [`SQUARE_SIDE`](super::shape::SQUARE_SIDE). The squares, which
//! all boards share, are listed once ([`BoardFace::bare_shapes`]); each [`Panel`] adds its
//! queens and the words under it.

use super::DrawnQueens;
use super::PictureStyle;
use super::Summary;
use super::face::{BoardFace, BoardMarks};
use super::line::JoinedTokens;
use super::shape::PictureShape;
use queens_model::problem::Problem;
use queens_model::relative::GroupKind;
use queens_model::square::Square;

/// Space for the row numbers and the column letters, in user units.
pub(super) const BOARD_MARGIN: u64 = 30;
/// Space for the words under a board, in user units.
const CAPTION_HEIGHT: u64 = 34;
/// Space between boards, and right of the last, in user units.
pub(super) const PANEL_GAP: u64 = 18;

/// A picture: boards in a grid.
pub(super) struct Scene<'p> {
    pub(super) title: String,
    /// Further words about the picture, for readers of its text; may be empty.
    pub(super) description: String,
    /// Attributes of the whole picture.
    pub(super) data: Vec<(&'static str, String)>,
    pub(super) width: u64,
    pub(super) height: u64,
    /// Distance from one board to the next: to the right, and down.
    pub(super) step: (u64, u64),
    /// Distance from the left edge, and from the top, to the squares of the first board.
    pub(super) margin: u64,
    /// Style of the picture.
    pub(super) look: PictureStyle,
    /// The boards without their queens.
    pub(super) faces: Vec<BoardFace<'p>>,
    pub(super) panels: Vec<Panel<'p>>,
}

/// A board of a picture.
pub(super) struct Panel<'p> {
    /// Index of its face.
    pub(super) face: usize,
    pub(super) standing: BoardMarks<'p>,
    pub(super) caption: String,
    /// Its attribute, if it has one.
    pub(super) data: Option<(&'static str, String)>,
}

/// Returns the squares of the groups, as `white a1; black b3 c5`.
fn group_words(board: &DrawnQueens) -> String {
    let mut groups: Vec<(GroupKind, String)> = Vec::new();
    for (square, &kind) in board.queens.squares().iter().zip(&board.kinds) {
        match groups.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, words)) => words.push_str(&format!(" {square}")),
            None => groups.push((kind, format!("{kind} {square}"))),
        }
    }
    let words: Vec<String> = groups.into_iter().map(|(_, words)| words).collect();
    words.join("; ")
}

/// Returns the words under the board with a number, counted from 1, of the solutions of a
/// problem.
fn solution_caption(
    problem: &Problem,
    boards: &[DrawnQueens],
    summary: &Summary,
    number: usize,
) -> String {
    let caption = match boards.len() {
        1 if problem.rows() > 0 => String::new(),
        1 => "a board without squares".to_owned(),
        _ => number.to_string(),
    };
    if number < boards.len() || summary.outcome.is_complete() {
        return caption;
    }
    format!("{caption} (partial)").trim_start().to_owned()
}

/// Returns the attribute of the board of a solution: its queens, or its groups.
fn solution_attribute(problem: &Problem, board: &DrawnQueens) -> (&'static str, String) {
    if !board.kinds.is_empty() {
        return ("data-groups", group_words(board));
    }
    let queens = JoinedTokens {
        placement: &board.queens,
        rows: problem.rows(),
        separator: ' ',
    };
    ("data-queens", queens.to_string())
}

/// Returns the queens and the kinds of a board, of which the givens are drawn as such.
fn solution_marks<'p>(
    problem: &'p Problem,
    queens: &'p [Square],
    kinds: &'p [GroupKind],
) -> BoardMarks<'p> {
    BoardMarks {
        queens,
        kinds,
        givens: problem.givens(),
        crosses: &[],
        light: None,
    }
}

/// Returns the panel of a problem without solutions: its given queens.
fn unsolved_panel<'p>(problem: &'p Problem, summary: &Summary) -> Panel<'p> {
    let partial = if summary.outcome.is_complete() {
        ""
    } else {
        " (partial)"
    };
    Panel {
        face: 0,
        standing: solution_marks(problem, problem.givens(), &[]),
        caption: format!("{summary}{partial}").trim_start().to_owned(),
        data: None,
    }
}

/// Returns the number of boards in a line of a grid that is about as wide as it is high.
fn boards_per_line(boards: u64) -> u64 {
    let root = boards.isqrt();
    if root * root < boards {
        root + 1
    } else {
        root.max(1)
    }
}

/// Returns the width and the height that every board fits in.
fn largest_size(faces: &[BoardFace<'_>]) -> (u64, u64) {
    let mut largest = (0, 0);
    for (width, height) in faces.iter().map(BoardFace::size) {
        largest = (largest.0.max(width), largest.1.max(height));
    }
    largest
}

impl<'p> Scene<'p> {
    /// Creates the scene of solutions of one problem, or of the bare board with the given
    /// queens if there is no solution.
    pub(super) fn from_solutions(
        problem: &'p Problem,
        boards: &'p [DrawnQueens],
        summary: &Summary,
        look: PictureStyle,
    ) -> Self {
        let mut panels: Vec<Panel<'p>> = Vec::new();
        for (number, board) in (1..).zip(boards) {
            panels.push(Panel {
                face: 0,
                standing: solution_marks(problem, board.queens.squares(), &board.kinds),
                caption: solution_caption(problem, boards, summary, number),
                data: Some(solution_attribute(problem, board)),
            });
        }
        if boards.is_empty() {
            panels.push(unsolved_panel(problem, summary));
        }
        let text = problem.to_string();
        let title = format!("{}: {summary}", text.lines().next().unwrap_or_default());
        let faces = vec![BoardFace::new(problem, &look)];
        Scene::new(title, vec![("data-problem", text)], look, faces, panels)
    }

    /// Arranges boards in a grid that is about as wide as it is high.
    pub(super) fn new(
        title: String,
        data: Vec<(&'static str, String)>,
        look: PictureStyle,
        faces: Vec<BoardFace<'p>>,
        panels: Vec<Panel<'p>>,
    ) -> Self {
        let boards = panels.len() as u64;
        let per_line = boards_per_line(boards);
        let (width, height) = largest_size(&faces);
        let is_captioned = panels.iter().any(|panel| !panel.caption.is_empty());
        let caption_room = if is_captioned { CAPTION_HEIGHT } else { 0 };
        let (margin, least_width) = if look.coordinates {
            (BOARD_MARGIN, 160)
        } else {
            (PANEL_GAP, 0)
        };
        let step = (
            margin + width + PANEL_GAP,
            margin + height + PANEL_GAP + caption_room,
        );
        Scene {
            title,
            description: String::new(),
            data,
            width: (per_line * step.0).max(least_width),
            height: boards.div_ceil(per_line).max(1) * step.1,
            step,
            margin,
            look,
            faces,
            panels,
        }
    }

    /// Returns the boards, from left to right and down, each with the upper left corner
    /// of its squares.
    pub(super) fn placed_panels(&self) -> impl Iterator<Item = (u64, u64, &Panel<'p>)> {
        let per_line = (self.width / self.step.0).max(1);
        (0..).zip(&self.panels).map(move |(index, panel)| {
            (
                self.margin + index % per_line * self.step.0,
                self.margin + index / per_line * self.step.1,
                panel,
            )
        })
    }

    /// Returns the shapes that a panel adds to its bare board.
    pub(super) fn panel_shapes(&self, panel: &Panel<'p>) -> Vec<PictureShape> {
        self.faces[panel.face].mark_shapes(panel.standing, &panel.caption)
    }
}
