//! Paints of the shapes in a picture: fill, stroke, and the class that SVG names them by.

use super::patterns::PATTERN;

/// A colour as `0xrrggbb`, and its opacity from 0 to 1.
#[derive(Clone, Copy)]
pub(super) struct Ink {
    pub(super) rgb: u32,
    pub(super) opacity: f64,
}

/// End of the line of a stroke. Where two round ends meet, the join is round too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// At the last point.
    Butt,
    /// Half the width beyond the last point.
    Square,
    /// In half a circle around the last point.
    Round,
}

/// A line along an outline.
#[derive(Clone, Copy)]
pub(super) struct Stroke {
    pub(super) ink: Ink,
    pub(super) width: f64,
    pub(super) ends: Ends,
}

/// Fill and stroke of a shape.
pub(super) struct Paint {
    /// Name of the paint; empty if the shape itself states its fill.
    pub(super) class: &'static str,
    pub(super) fill: Option<Ink>,
    pub(super) stroke: Option<Stroke>,
}

impl Paint {
    pub(super) const fn filled(class: &'static str, rgb: u32) -> Self {
        Paint {
            class,
            fill: Some(Ink { rgb, opacity: 1.0 }),
            stroke: None,
        }
    }

    pub(super) const fn stroked(
        class: &'static str,
        rgb: u32,
        width: f64,
        ends: Ends,
    ) -> Self {
        Paint {
            class,
            fill: None,
            stroke: Some(Stroke {
                ink: Ink { rgb, opacity: 1.0 },
                width,
                ends,
            }),
        }
    }

    const fn with_fill(self, rgb: u32) -> Self {
        Paint {
            fill: Some(Ink { rgb, opacity: 1.0 }),
            ..self
        }
    }
}

pub(super) static LETTERS: Paint = Paint::stroked("letters", 0x857b6c, 1.2, Ends::Round);
pub(super) static LIGHT: Paint = Paint::filled("light", 0xf6eddb);
pub(super) static DARK: Paint = Paint::filled("dark", 0xd3b58d);
pub(super) static FRAME: Paint = Paint::stroked("frame", 0x5d4a36, 2.5, Ends::Square);
pub(super) static GUIDE: Paint = Paint {
    class: "guide",
    fill: None,
    stroke: Some(Stroke {
        ink: Ink {
            rgb: 0x3d3226,
            opacity: 0.34,
        },
        width: 1.0,
        ends: Ends::Butt,
    }),
};
pub(super) static BORDER: Paint = Paint::stroked("border", 0x3d3226, 3.0, Ends::Square);
pub(super) static HOLE_GROUND: Paint = Paint {
    class: "hole",
    fill: Some(Ink {
        rgb: 0xffffff,
        opacity: 0.72,
    }),
    stroke: None,
};
pub(super) static CROSS: Paint = Paint::stroked("cross", 0x9c8f7c, 2.0, Ends::Round);
pub(super) static WALL_GROUND: Paint = Paint::filled("wall", 0x544c44);
pub(super) static BRICK: Paint = Paint::stroked("brick", 0x857b6c, 1.5, Ends::Butt);
/// Background of regions on a board without colours.
pub(super) static PAPER: Paint = Paint::filled("paper", 0xffffff);
pub(super) static CROSSED: Paint = Paint {
    class: "mark",
    fill: None,
    stroke: Some(Stroke {
        ink: Ink {
            rgb: 0x2a2019,
            opacity: 0.92,
        },
        width: 2.6,
        ends: Ends::Round,
    }),
};
pub(super) static LAMP: Paint = Paint {
    class: "lamp",
    fill: Some(Ink {
        rgb: 0xffffff,
        opacity: 0.5,
    }),
    stroke: Some(Stroke {
        ink: Ink {
            rgb: 0x10327a,
            opacity: 1.0,
        },
        width: 3.4,
        ends: Ends::Square,
    }),
};
/// Background of the name of a region.
pub(super) static LABEL: Paint = Paint {
    class: "label",
    fill: Some(Ink {
        rgb: 0xffffff,
        opacity: 0.8,
    }),
    stroke: None,
};
pub(super) static NAME: Paint = Paint::stroked("name", 0x10327a, 1.6, Ends::Round);
/// Background of the number of a premise.
pub(super) static NUMBER_PLATE: Paint = Paint::filled("number-plate", 0x10327a);
pub(super) static NUMBER: Paint = Paint::stroked("number", 0xffffff, 1.6, Ends::Round);
pub(super) static PLATE: Paint =
    Paint::stroked("plate", 0xb3261e, 3.4, Ends::Square).with_fill(0xfffdf6);
pub(super) static NEW: Paint = Paint::stroked("new", 0xb3261e, 5.0, Ends::Round);
pub(super) static GIVEN: Paint =
    Paint::stroked("given", 0xfff3e4, 1.2, Ends::Round).with_fill(0xa8321a);
pub(super) static FOUND: Paint =
    Paint::stroked("queen", 0xfff8ec, 1.2, Ends::Round).with_fill(0x2a2019);

/// Queens of the white army.
pub(super) static WHITE: Paint =
    Paint::stroked("white", 0x2a2019, 1.2, Ends::Round).with_fill(0xfffdf6);

/// All paints with a name, except [`WHITE`], which few pictures need.
pub(super) static PAINTS: [&Paint; 22] = [
    &LETTERS,
    &LIGHT,
    &DARK,
    &FRAME,
    &GUIDE,
    &BORDER,
    &HOLE_GROUND,
    &CROSS,
    &WALL_GROUND,
    &BRICK,
    &GIVEN,
    &FOUND,
    &PAPER,
    &CROSSED,
    &PATTERN,
    &LAMP,
    &LABEL,
    &NAME,
    &NUMBER_PLATE,
    &NUMBER,
    &PLATE,
    &NEW,
];
