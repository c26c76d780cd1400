//! Patterns for regions, for people who cannot tell their colours apart: each fills a
//! square and continues in the next.

use super::paint::{Ends, Ink, Paint, Stroke};
use super::shape::{PictureSymbol, SQUARE_SIDE, path_shape};

/// Number of patterns.
pub(super) const PATTERN_COUNT: usize = 13;

pub(super) static PATTERN: Paint = Paint {
    class: "pattern",
    fill: None,
    stroke: Some(Stroke {
        ink: Ink {
            rgb: 0x2a2019,
            opacity: 0.38,
        },
        width: 1.5,
        ends: Ends::Butt,
    }),
};

/// Patterns in the order of use: the most different ones first.
pub(super) static PATTERNS: [PictureSymbol; PATTERN_COUNT] = [
    PictureSymbol {
        id: "plain",
        side: SQUARE_SIDE,
        shapes: &[],
    },
    PictureSymbol {
        id: "rising",
        side: SQUARE_SIDE,
        shapes: &[path_shape(
            "M0 12L12 0M0 24L24 0M0 36L36 0M0 48L48 0M12 48L48 12M24 48L48 24M36 48L48 36",
            Some(&PATTERN),
        )],
    },
    PictureSymbol {
        id: "level",
        side: SQUARE_SIDE,
        shapes: &[path_shape(
            "M0 6H48M0 18H48M0 30H48M0 42H48",
            Some(&PATTERN),
        )],
    },
    PictureSymbol {
        id: "dots",
        side: SQUARE_SIDE,
        shapes: &[path_shape(
            "M10.5 12h3M34.5 12h3M22.5 24h3M46.5 24h1.5M0 24h1.5M10.5 36h3M34.5 36h3M12 10.5v3M36 10.5v3M24 22.5v3M12 34.5v3M36 34.5v3",
            Some(&PATTERN),
        )],
    },
    PictureSymbol {
        id: "upright",
        side: SQUARE_SIDE,
        shapes: &[path_shape(
            "M6 0V48M18 0V48M30 0V48M42 0V48",
            Some(&PATTERN),
        )],
    },
    PictureSymbol {
        id: "falling",
        side: SQUARE_SIDE,
        shapes: &[path_shape(
            "M0 36L12 48M0 24L24 48M0 12L36 48M0 0L48 48M12 0L48 36M24 0L48 24M36 0L48 12",
            Some(&PATTERN),
        )],
    },
    PictureSymbol {
        id: "lattice",
        side: SQUARE_SIDE,
        shapes: &[path_shape(
            "M0 16H48M0 32H48M16 0V48M32 0V48",
            Some(&PATTERN),
        )],
    },
    PictureSymbol {
        id: "zigzag",
        side: SQUARE_SIDE,
        shapes: &[path_shape(
            "M0 12L12 4L24 12L36 4L48 12M0 28L12 20L24 28L36 20L48 28M0 44L12 36L24 44L36 36L48 44",
            Some(&PATTERN),
        )],
    },
    PictureSymbol {
        id: "diamonds",
        side: SQUARE_SIDE,
        shapes: &[path_shape(
            "M0 24L24 0L48 24L24 48L0 24M12 12L36 36M36 12L12 36",
            Some(&PATTERN),
        )],
    },
    PictureSymbol {
        id: "bricks",
        side: SQUARE_SIDE,
        shapes: &[path_shape(
            "M0 12H48M0 24H48M0 36H48M0 48H48M12 0V12M36 12V24M12 24V36M36 36V48",
            Some(&PATTERN),
        )],
    },
    PictureSymbol {
        id: "steps",
        side: SQUARE_SIDE,
        shapes: &[path_shape(
            "M0 12H12V0M0 36H12V24H24V12H36V0M12 48H24V36H36V24H48M36 48V48",
            Some(&PATTERN),
        )],
    },
    PictureSymbol {
        id: "pluses",
        side: SQUARE_SIDE,
        shapes: &[path_shape(
            "M6 12h12M12 6v12M30 36h12M36 30v12",
            Some(&PATTERN),
        )],
    },
    PictureSymbol {
        id: "boxes",
        side: SQUARE_SIDE,
        shapes: &[path_shape(
            "M8 8h12v12h-12zM28 28h12v12h-12z",
            Some(&PATTERN),
        )],
    },
];
