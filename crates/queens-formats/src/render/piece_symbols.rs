//! Symbols of the pieces, drawn in a square of [`SQUARE_SIDE`].

use super::shape::{PictureShape, PictureSymbol, SQUARE_SIDE, path_shape};
use queens_model::problem::{Preset, Problem};
use queens_model::relative::GroupKind;

/// Returns a pearl on a point of a crown.
const fn pearl(x: f64, y: f64) -> PictureShape {
    PictureShape::Circle { x, y, radius: 2.7 }
}

/// Crown, five pearls, foot.
pub(super) static QUEEN: PictureSymbol = PictureSymbol {
    id: "queen",
    side: SQUARE_SIDE,
    shapes: &[
        path_shape(
            "M13.6 33.5 8 18.6l8.6 7.2-.9-12.6 6.2 11.4L24 11l2.1 13.6 6.2-11.4-.9 12.6 8.6-7.2-5.6 14.9z",
            None,
        ),
        pearl(7.6, 16.6),
        pearl(15.5, 11.4),
        pearl(24.0, 9.2),
        pearl(32.5, 11.4),
        pearl(40.4, 16.6),
        path_shape(
            "M13.2 35.3c6.6-1.7 15-1.7 21.6 0l1.6 5.2c-7.4 1.5-17.4 1.5-24.8 0z",
            None,
        ),
    ],
};

/// Foot of a piece.
const FOOT: PictureShape = path_shape(
    "M13.2 35.3c6.6-1.7 15-1.7 21.6 0l1.6 5.2c-7.4 1.5-17.4 1.5-24.8 0z",
    None,
);

static ROOK: PictureSymbol = PictureSymbol {
    id: "rook",
    side: SQUARE_SIDE,
    shapes: &[
        path_shape(
            "M13 9.5h5v3.6h3.8v-3.6h4.4v3.6h3.8v-3.6h5v8.2l-3.6 3v9.3l2.4 3.4c-6.4-1.3-13.2-1.3-19.6 0l2.4-3.4v-9.3l-3.6-3z",
            None,
        ),
        FOOT,
    ],
};

static BISHOP: PictureSymbol = PictureSymbol {
    id: "bishop",
    side: SQUARE_SIDE,
    shapes: &[
        pearl(24.0, 8.6),
        path_shape(
            "M24 12.2c2.2 1.5 4.1 3.1 5.6 4.9l-4.9 6.2 1.6 1.3 4.8-6c1.3 2.2 2.1 4.5 2.1 7 0 3.2-1.6 5.6-3.9 7.4\
             -3.4-.6-7.2-.6-10.6 0-2.3-1.8-3.9-4.2-3.9-7.4 0-5 3.6-9.6 9.2-13.4z",
            None,
        ),
        FOOT,
    ],
};

static KNIGHT: PictureSymbol = PictureSymbol {
    id: "knight",
    side: SQUARE_SIDE,
    shapes: &[
        path_shape(
            "M15.2 33.4c.4-5.4 3.2-8 6.4-10.9-2.6 1.1-4.9 1.9-6.6 4-1.3 1.5-3.9.7-4-1.3-.2-4.4 3.5-8.1 5.8-12.6\
             l1.3-5.8 4.2 3.6c8.2-.2 13.3 6.5 13.3 15.6 0 2.9-.2 5.2-.6 7.4-6.4-1.4-13.4-1.4-19.8 0z",
            None,
        ),
        FOOT,
    ],
};

static KING: PictureSymbol = PictureSymbol {
    id: "king",
    side: SQUARE_SIDE,
    shapes: &[
        path_shape(
            "M22.4 5h3.2v3.2h3.2v3.1h-3.2v4.4h-3.2v-4.4h-3.2v-3.1h3.2z",
            None,
        ),
        path_shape(
            "M24 19.4c1.8-2.9 4.6-4.3 7.8-4.3 4.6 0 7.6 3.3 7.6 7.3 0 4.4-3 7-5 11.1-6.6-1.5-14.2-1.5-20.8 0\
             -2-4.1-5-6.7-5-11.1 0-4 3-7.3 7.6-7.3 3.2 0 6 1.4 7.8 4.3z",
            None,
        ),
        FOOT,
    ],
};

static PAWN: PictureSymbol = PictureSymbol {
    id: "pawn",
    side: SQUARE_SIDE,
    shapes: &[
        path_shape(
            "M24 9c3.9 0 7 3.1 7 7 0 3.9-3.1 7-7 7-3.9 0-7-3.1-7-7 0-3.9 3.1-7 7-7z",
            None,
        ),
        path_shape("M19.8 24.4h8.4l4.2 9.1H15.6z", None),
        FOOT,
    ],
};

/// Half a queen: one of the two diagonals is missing.
static SEMIQUEEN: PictureSymbol = PictureSymbol {
    id: "semiqueen",
    side: SQUARE_SIDE,
    shapes: &[
        path_shape(
            "M13.6 33.5 8 18.6l8.6 7.2-.9-12.6 6.2 11.4L24 11v22.5z",
            None,
        ),
        pearl(7.6, 16.6),
        pearl(15.5, 11.4),
        pearl(24.0, 9.2),
        FOOT,
    ],
};

/// A knight with a crown.
static SUPERQUEEN: PictureSymbol = PictureSymbol {
    id: "superqueen",
    side: SQUARE_SIDE,
    shapes: &[
        path_shape(
            "M17.5 33.4c.3-4 2.4-5.9 4.7-8.1-1.9 .8-3.6 1.4-4.9 3-1 1.1-2.9 .5-3-1-.1-3.3 2.6-6 4.3-9.3l1-4.3 3.1 2.7c6.1-.1 9.8 4.8 9.8 11.5 0 2.1-.1 3.8-.4 5.5-4.7-1-9.9-1-14.7 0z",
            None,
        ),
        path_shape(
            "M18.2 12.4 15.4 5.6l4.6 2.6 3.4-4.6 3.4 4.6 4.6-2.6-2.8 6.8z",
            None,
        ),
        FOOT,
    ],
};

/// A clover.
static LEPRECHAUN: PictureSymbol = PictureSymbol {
    id: "leprechaun",
    side: SQUARE_SIDE,
    shapes: &[
        PictureShape::Circle {
            x: 24.0,
            y: 12.8,
            radius: 6.3,
        },
        PictureShape::Circle {
            x: 16.2,
            y: 22.0,
            radius: 6.3,
        },
        PictureShape::Circle {
            x: 31.8,
            y: 22.0,
            radius: 6.3,
        },
        path_shape(
            "M21 17h6l1.5 6-2.6 1c.1 3.6.9 6.5 2.9 8.9-3.1-.5-6.5-.5-9.6 0 2-2.4 2.8-5.3 2.9-8.9l-2.6-1z",
            None,
        ),
        FOOT,
    ],
};

/// The pieces with a symbol of their own.
pub(super) static PIECES: [&PictureSymbol; 8] = [
    &QUEEN,
    &ROOK,
    &BISHOP,
    &KNIGHT,
    &KING,
    &SEMIQUEEN,
    &SUPERQUEEN,
    &LEPRECHAUN,
];

/// Returns the symbol of the piece of `problem`: a queen in region puzzles, whatever the
/// piece attacks, and for pieces without a symbol of their own.
pub(super) fn piece_symbol(problem: &Problem) -> &'static PictureSymbol {
    if problem.region_count() > 0 {
        return &QUEEN;
    }
    if is_leprechaun(problem) {
        return &LEPRECHAUN;
    }
    let name = problem.piece().to_string();
    PIECES
        .into_iter()
        .find(|symbol| symbol.id == name)
        .unwrap_or(&QUEEN)
}

fn is_leprechaun(problem: &Problem) -> bool {
    Preset::Leprechauns
        .problem(1, 1)
        .is_ok_and(|own| own.piece() == problem.piece())
}

/// Returns the symbol of a group; `None` if it is the piece of the problem.
pub(super) fn group_symbol(kind: GroupKind) -> Option<&'static PictureSymbol> {
    match kind {
        GroupKind::Pieces(piece) | GroupKind::Named(_, piece, _) => {
            PIECES.into_iter().find(|symbol| symbol.id == piece.id())
        }
        GroupKind::Pawns => Some(&PAWN),
        GroupKind::White | GroupKind::Black | GroupKind::Color(_) => None,
    }
}
