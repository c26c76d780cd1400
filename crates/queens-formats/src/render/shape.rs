//! Shapes of a picture, the symbols made of them, and the symbols of squares and marks.

use super::paint::{
    BRICK, CROSS, CROSSED, DARK, FOUND, GUIDE, HOLE_GROUND, LAMP, LIGHT, NEW, PLATE,
    Paint, WALL_GROUND,
};
use super::piece_symbols::QUEEN;
use std::borrow::Cow;

/// Side of a square, in user units. The symbols are drawn for this size.
pub(super) const SQUARE_SIDE: u64 = 48;

/// A shape. Without a paint it takes the paint of the stamp that contains it.
pub(super) enum PictureShape {
    /// A rectangle; `x` and `y` are its upper left corner.
    Rect {
        x: u64,
        y: u64,
        width: u64,
        height: u64,
        paint: &'static Paint,
    },
    /// Path data of SVG, with the commands M, L, H, V, C, S and Z. Its lines enclose no
    /// holes.
    Path {
        data: Cow<'static, str>,
        paint: Option<&'static Paint>,
    },
    Circle {
        x: f64,
        y: f64,
        radius: f64,
    },
    /// A symbol, its upper left corner at `x` and `y`.
    Stamp {
        symbol: &'static PictureSymbol,
        x: u64,
        y: u64,
        paint: Option<&'static Paint>,
    },
    /// A repeated symbol, over a rectangle with its upper left corner at the origin.
    Tiles {
        tile: &'static PictureSymbol,
        width: u64,
        height: u64,
    },
    /// Words; `x` is their middle, `y` their base line.
    Words {
        paint: &'static Paint,
        text: String,
        x: i64,
        y: i64,
    },
}

/// Shapes in a square of `side`.
pub(super) struct PictureSymbol {
    pub(super) id: &'static str,
    pub(super) side: u64,
    pub(super) shapes: &'static [PictureShape],
}

pub(super) const fn path_shape(
    data: &'static str,
    paint: Option<&'static Paint>,
) -> PictureShape {
    PictureShape::Path {
        data: Cow::Borrowed(data),
        paint,
    }
}

const fn ground_shape(side: u64, paint: &'static Paint) -> PictureShape {
    PictureShape::Rect {
        x: 0,
        y: 0,
        width: side,
        height: side,
        paint,
    }
}

pub(super) static HOLE: PictureSymbol = PictureSymbol {
    id: "hole",
    side: SQUARE_SIDE,
    shapes: &[
        ground_shape(SQUARE_SIDE, &HOLE_GROUND),
        path_shape("M18 18l12 12M30 18l-12 12", Some(&CROSS)),
    ],
};

/// A player's cross.
pub(super) static MARK: PictureSymbol = PictureSymbol {
    id: "mark",
    side: SQUARE_SIDE,
    shapes: &[path_shape("M17 17l14 14M31 17l-14 14", Some(&CROSSED))],
};

/// A square that a deduction uses.
pub(super) static LIT: PictureSymbol = PictureSymbol {
    id: "lit",
    side: SQUARE_SIDE,
    shapes: &[path_shape("M5 5H43V43H5Z", Some(&LAMP))],
};

/// A square that a deduction leaves empty.
pub(super) static NEW_CROSS: PictureSymbol = PictureSymbol {
    id: "new-cross",
    side: SQUARE_SIDE,
    shapes: &[
        path_shape("M5 5H43V43H5Z", Some(&PLATE)),
        path_shape("M15 15l18 18M33 15l-18 18", Some(&NEW)),
    ],
};

/// A square on which a deduction puts a queen.
pub(super) static NEW_QUEEN: PictureSymbol = PictureSymbol {
    id: "new-queen",
    side: SQUARE_SIDE,
    shapes: &[
        path_shape("M5 5H43V43H5Z", Some(&PLATE)),
        PictureShape::Stamp {
            symbol: &QUEEN,
            x: 0,
            y: 0,
            paint: Some(&FOUND),
        },
    ],
};

pub(super) static WALL: PictureSymbol = PictureSymbol {
    id: "wall",
    side: SQUARE_SIDE,
    shapes: &[
        ground_shape(SQUARE_SIDE, &WALL_GROUND),
        path_shape(
            "M0 12h48M0 24h48M0 36h48M24 0v12M12 12v12M36 12v12M24 24v12M12 36v12M36 36v12",
            Some(&BRICK),
        ),
    ],
};

/// Two light squares and two dark ones.
pub(super) static CHECKER: PictureSymbol = PictureSymbol {
    id: "checker",
    side: 2 * SQUARE_SIDE,
    shapes: &[
        ground_shape(2 * SQUARE_SIDE, &LIGHT),
        PictureShape::Rect {
            x: SQUARE_SIDE,
            y: 0,
            width: SQUARE_SIDE,
            height: SQUARE_SIDE,
            paint: &DARK,
        },
        PictureShape::Rect {
            x: 0,
            y: SQUARE_SIDE,
            width: SQUARE_SIDE,
            height: SQUARE_SIDE,
            paint: &DARK,
        },
    ],
};

/// A thin line above a square and left of it.
pub(super) static GUIDES: PictureSymbol = PictureSymbol {
    id: "guides",
    side: SQUARE_SIDE,
    shapes: &[path_shape("M48 .5H.5V48", Some(&GUIDE))],
};
