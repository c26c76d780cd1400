//! Content of a frame: where the board and the words are, and the shapes on the board.

use super::super::face::{BoardFace, BoardMarks};
use super::super::paint::{Ends, Ink, Paint, Stroke};
use super::super::scene::{BOARD_MARGIN, PANEL_GAP};
use super::super::shape::{PictureShape, PictureSymbol, SQUARE_SIDE, path_shape};
use super::Frame;
use queens_engines::engines::ladder::Event;
use queens_model::problem::Problem;
use queens_model::square::Square;

/// Width of a frame, in units of the frame.
pub(super) const FRAME_WIDTH: u64 = 432;

/// Height of the two lines of words, and their base lines in it.
pub(super) const WORDS_HEIGHT: u64 = 54;
pub(super) const BASE_LINES: [u64; 2] = [16, 38];

/// Largest number of characters in a line of words.
const MAX_LINE_LENGTH: usize = 52;

/// Largest number of units of the frame for a unit of the board.
const MAX_BOARD_SCALE: f64 = 1.6;

pub(super) static WORDS: Paint = Paint::stroked("words", 0x3d3226, 1.3, Ends::Round);
static PLACED_LINE: Paint = Paint::stroked("placed-line", 0x1b7f3b, 4.5, Ends::Square);
static REJECTED_LINE: Paint = Paint::stroked("rejected-line", 0xb3261e, 5.0, Ends::Round);
static REMOVED_LINE: Paint = Paint::stroked("removed-line", 0xa85f00, 4.5, Ends::Square);
static ATTACK_LINE: Paint = Paint {
    class: "attack",
    fill: None,
    stroke: Some(Stroke {
        ink: Ink {
            rgb: 0xb3261e,
            opacity: 0.7,
        },
        width: 4.0,
        ends: Ends::Round,
    }),
};

/// The paints of marks.
pub(super) static MARK_PAINTS: [&Paint; 4] =
    [&PLACED_LINE, &REJECTED_LINE, &REMOVED_LINE, &ATTACK_LINE];

static PLACED: PictureSymbol = PictureSymbol {
    id: "placed",
    side: SQUARE_SIDE,
    shapes: &[path_shape("M3.5 3.5H44.5V44.5H3.5Z", Some(&PLACED_LINE))],
};
static REJECTED: PictureSymbol = PictureSymbol {
    id: "rejected",
    side: SQUARE_SIDE,
    shapes: &[path_shape(
        "M15 15l18 18M33 15l-18 18",
        Some(&REJECTED_LINE),
    )],
};
/// The outline of a queen that is gone, and a minus sign.
static REMOVED: PictureSymbol = PictureSymbol {
    id: "removed",
    side: SQUARE_SIDE,
    shapes: &[path_shape(
        "M3.5 3.5H44.5V44.5H3.5ZM15 24H33",
        Some(&REMOVED_LINE),
    )],
};

/// The symbols of marks.
pub(super) static MARKS: [&PictureSymbol; 3] = [&PLACED, &REJECTED, &REMOVED];

/// Places of the board and the words in a frame, in its units.
pub(super) struct FrameLayout {
    /// Units of the frame for a unit of the board.
    pub(super) board_scale: f64,
    /// Upper left corner of the squares.
    pub(super) board_corner: (f64, f64),
    /// Upper edge of the words.
    pub(super) words_top: u64,
    /// Height of the frame.
    pub(super) height: u64,
}

impl FrameLayout {
    pub(super) fn new(problem: &Problem) -> Self {
        let outer = |squares: u32| {
            (BOARD_MARGIN + SQUARE_SIDE * u64::from(squares) + PANEL_GAP) as f64
        };
        let (width, height) = (outer(problem.columns()), outer(problem.rows()));
        let scale = (FRAME_WIDTH as f64 / width.max(height)).min(MAX_BOARD_SCALE);
        let left = (FRAME_WIDTH as f64 - width * scale) / 2.0;
        let margin = BOARD_MARGIN as f64 * scale;
        let words_top = (height * scale).ceil() as u64;
        FrameLayout {
            board_scale: scale,
            board_corner: (left + margin, margin),
            words_top,
            height: words_top + WORDS_HEIGHT,
        }
    }
}

/// Returns the two lines of words of a frame. A solution that is too long for a line is
/// only numbered.
pub(super) fn word_lines(frame: &Frame<'_>) -> [String; 2] {
    let words = match frame.words.split_once(':') {
        Some((start, _)) if frame.words.chars().count() > MAX_LINE_LENGTH => start,
        _ => frame.words,
    };
    [
        format!("step {}", super::group_digits(frame.number)),
        words.to_owned(),
    ]
}

/// Returns the shapes of a frame on the bare board: queens, then marks.
pub(super) fn frame_shapes(
    face: &BoardFace<'_>,
    problem: &Problem,
    frame: &Frame<'_>,
) -> Vec<PictureShape> {
    let queens = match frame.event {
        Event::Solution(placement) => placement.squares(),
        _ => frame.queens,
    };
    let standing = BoardMarks {
        queens,
        kinds: &[],
        givens: problem.givens(),
        crosses: &[],
        light: None,
    };
    let mut shapes = face.mark_shapes(standing, "");
    let mut mark = |symbol: &'static PictureSymbol, square: Square| {
        shapes.push(face.stamp_symbol(symbol, square, None));
    };
    match frame.event {
        Event::Place(square) => mark(&PLACED, square),
        Event::Remove(square) => mark(&REMOVED, square),
        Event::Solution(placement) => placement
            .squares()
            .iter()
            .for_each(|&square| mark(&PLACED, square)),
        Event::Reject { square, attacker } => {
            mark(&REJECTED, square);
            shapes.extend(attacker.map(|attacker| attack_line(face, attacker, square)));
        }
        Event::State(_) => {}
    }
    shapes
}

/// Returns each kind of mark on all `squares`: for the colours that a recording can need.
pub(super) fn all_marks(
    face: &BoardFace<'_>,
    squares: &[Square],
) -> Vec<Vec<PictureShape>> {
    let stamps = |symbol| {
        squares
            .iter()
            .map(|&square| face.stamp_symbol(symbol, square, None))
            .collect()
    };
    let pairs = squares.iter().zip(squares.iter().cycle().skip(3));
    let lines = pairs
        .map(|(&from, &to)| attack_line(face, from, to))
        .collect();
    MARKS.into_iter().map(stamps).chain([lines]).collect()
}

/// Returns the line between the middles of two squares.
fn attack_line(face: &BoardFace<'_>, from: Square, to: Square) -> PictureShape {
    let middle = |square| {
        let (x, y) = face.corner_of(square);
        format!("{} {}", x + SQUARE_SIDE / 2, y + SQUARE_SIDE / 2)
    };
    PictureShape::Path {
        data: format!("M{}L{}", middle(from), middle(to)).into(),
        paint: Some(&ATTACK_LINE),
    }
}
