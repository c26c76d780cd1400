//! What a picture shows: one list of shapes, which [`super::svg`] writes as text and [`super::png`] as pixels.
//!
//! Lengths are in user units: a square has a side of [`SIDE`]. The squares, which all boards share, are
//! listed once ([`Scene::bare_board`]); each [`Panel`] adds its queens and the words under it.

use super::Summary;
use crate::placement::Placement;
use crate::problem::{Problem, SquareKind};
use crate::square::Square;
use std::borrow::Cow;
use std::fmt::Write as _;

/// The side of a square. The symbols are drawn for this size.
pub(super) const SIDE: u64 = 48;
/// Room for the row numbers and the column letters.
pub(super) const MARGIN: u64 = 30;
/// Room for the words under a board.
const CAPTION: u64 = 34;
/// Room between boards, and right of the last.
const GAP: u64 = 18;

/// A colour as `0xrrggbb`, and how much it covers: 0 to 1.
#[derive(Clone, Copy)]
pub(super) struct Ink {
    pub(super) rgb: u32,
    pub(super) opacity: f64,
}

/// How the line of a stroke ends. Where two round ones meet, the join is round too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// At the last point.
    Butt,
    /// Half the width behind the last point.
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

/// How a shape looks.
pub(super) struct Paint {
    /// The name of the look; empty where the shape itself states its fill.
    pub(super) class: &'static str,
    pub(super) fill: Option<Ink>,
    pub(super) stroke: Option<Stroke>,
}

impl Paint {
    const fn filled(class: &'static str, rgb: u32) -> Self {
        Paint { class, fill: Some(Ink { rgb, opacity: 1.0 }), stroke: None }
    }

    const fn stroked(class: &'static str, rgb: u32, width: f64, ends: Ends) -> Self {
        Paint { class, fill: None, stroke: Some(Stroke { ink: Ink { rgb, opacity: 1.0 }, width, ends }) }
    }

    const fn with_fill(self, rgb: u32) -> Self {
        Paint { fill: Some(Ink { rgb, opacity: 1.0 }), ..self }
    }
}

pub(super) static LETTERS: Paint = Paint::stroked("letters", 0x857b6c, 1.2, Ends::Round);
static LIGHT: Paint = Paint::filled("light", 0xf6eddb);
static DARK: Paint = Paint::filled("dark", 0xd3b58d);
static FRAME: Paint = Paint::stroked("frame", 0x5d4a36, 2.5, Ends::Square);
static GUIDE: Paint = Paint {
    class: "guide",
    fill: None,
    stroke: Some(Stroke { ink: Ink { rgb: 0x5d4a36, opacity: 0.28 }, width: 1.0, ends: Ends::Butt }),
};
static BORDER: Paint = Paint::stroked("border", 0x3d3226, 3.0, Ends::Square);
static HOLE_GROUND: Paint =
    Paint { class: "hole", fill: Some(Ink { rgb: 0xffffff, opacity: 0.72 }), stroke: None };
static CROSS: Paint = Paint::stroked("cross", 0x9c8f7c, 2.0, Ends::Round);
static WALL_GROUND: Paint = Paint::filled("wall", 0x544c44);
static BRICK: Paint = Paint::stroked("brick", 0x857b6c, 1.5, Ends::Butt);
static GIVEN: Paint = Paint::stroked("given", 0xfff3e4, 1.2, Ends::Round).with_fill(0xa8321a);
static FOUND: Paint = Paint::stroked("queen", 0xfff8ec, 1.2, Ends::Round).with_fill(0x2a2019);

/// Every look that has a name.
pub(super) static PAINTS: [&Paint; 12] = [
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
];

/// Pastel colours that the regions take in turn.
static PALETTE: [Paint; 12] = [
    Paint::filled("", 0xf7cfc3),
    Paint::filled("", 0xc9e2f2),
    Paint::filled("", 0xdcedc4),
    Paint::filled("", 0xfbe7b0),
    Paint::filled("", 0xddd1ee),
    Paint::filled("", 0xbfe6dc),
    Paint::filled("", 0xf6d9e6),
    Paint::filled("", 0xe3dccb),
    Paint::filled("", 0xcfd6f4),
    Paint::filled("", 0xf9d8b0),
    Paint::filled("", 0xd0ecd0),
    Paint::filled("", 0xe8c9d0),
];

/// One thing to draw. Without a paint it is drawn in that of the stamp which it is a part of.
pub(super) enum Shape {
    /// A rectangle; `x` and `y` are its upper left corner.
    Rect {
        x: u64,
        y: u64,
        width: u64,
        height: u64,
        paint: &'static Paint,
    },
    /// Path data of SVG, of the commands M, L, H, V, C, S and Z. Its lines enclose no holes.
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
        symbol: &'static Symbol,
        x: u64,
        y: u64,
        paint: Option<&'static Paint>,
    },
    /// A symbol again and again, over a rectangle with its upper left corner at the origin.
    Tiles {
        tile: &'static Symbol,
        width: u64,
        height: u64,
    },
    /// Words; `x` is their middle, `y` their base line.
    Words {
        text: String,
        x: i64,
        y: i64,
    },
}

/// Shapes in a square of `side`.
pub(super) struct Symbol {
    pub(super) id: &'static str,
    pub(super) side: u64,
    pub(super) shapes: &'static [Shape],
}

const fn path(data: &'static str, paint: Option<&'static Paint>) -> Shape {
    Shape::Path { data: Cow::Borrowed(data), paint }
}

const fn ground(side: u64, paint: &'static Paint) -> Shape {
    Shape::Rect { x: 0, y: 0, width: side, height: side, paint }
}

/// Crown, five pearls, foot.
pub(super) static QUEEN: Symbol = Symbol {
    id: "queen",
    side: SIDE,
    shapes: &[
        path(
            "M13.6 33.5 8 18.6l8.6 7.2-.9-12.6 6.2 11.4L24 11l2.1 13.6 6.2-11.4-.9 12.6 8.6-7.2-5.6 14.9z",
            None,
        ),
        Shape::Circle { x: 7.6, y: 16.6, radius: 2.7 },
        Shape::Circle { x: 15.5, y: 11.4, radius: 2.7 },
        Shape::Circle { x: 24.0, y: 9.2, radius: 2.7 },
        Shape::Circle { x: 32.5, y: 11.4, radius: 2.7 },
        Shape::Circle { x: 40.4, y: 16.6, radius: 2.7 },
        path("M13.2 35.3c6.6-1.7 15-1.7 21.6 0l1.6 5.2c-7.4 1.5-17.4 1.5-24.8 0z", None),
    ],
};

pub(super) static HOLE: Symbol = Symbol {
    id: "hole",
    side: SIDE,
    shapes: &[ground(SIDE, &HOLE_GROUND), path("M18 18l12 12M30 18l-12 12", Some(&CROSS))],
};

pub(super) static WALL: Symbol = Symbol {
    id: "wall",
    side: SIDE,
    shapes: &[
        ground(SIDE, &WALL_GROUND),
        path("M0 12h48M0 24h48M0 36h48M24 0v12M12 12v12M36 12v12M24 24v12M12 36v12M36 36v12", Some(&BRICK)),
    ],
};

/// Two light squares and two dark ones.
pub(super) static CHECKER: Symbol = Symbol {
    id: "checker",
    side: 2 * SIDE,
    shapes: &[
        ground(2 * SIDE, &LIGHT),
        Shape::Rect { x: SIDE, y: 0, width: SIDE, height: SIDE, paint: &DARK },
        Shape::Rect { x: 0, y: SIDE, width: SIDE, height: SIDE, paint: &DARK },
    ],
};

/// A thin line above a square and left of it.
pub(super) static GUIDES: Symbol =
    Symbol { id: "guides", side: SIDE, shapes: &[path("M48 0H0V48", Some(&GUIDE))] };

/// A picture: boards in a grid, or the bare board with the given queens where there is no solution.
pub(super) struct Scene<'p> {
    pub(super) problem: &'p Problem,
    pub(super) summary: &'p Summary,
    pub(super) width: u64,
    pub(super) height: u64,
    /// From one board to the next: to the right, and down.
    pub(super) step: (u64, u64),
    placements: &'p [Placement],
    per_line: u64,
}

/// A board of a picture; `x` and `y` are the upper left corner of its squares.
pub(super) struct Panel<'p> {
    pub(super) x: u64,
    pub(super) y: u64,
    pub(super) placement: Option<&'p Placement>,
    caption: String,
}

impl<'p> Scene<'p> {
    pub(super) fn new(problem: &'p Problem, placements: &'p [Placement], summary: &'p Summary) -> Self {
        let count = placements.len() as u64;
        let per_line = count.isqrt().max(1);
        let per_line = if per_line * per_line < count { per_line + 1 } else { per_line };
        let (board_width, board_height) = board_size(problem);
        let caption_room = if count == 1 && board_height > 0 { 0 } else { CAPTION };
        let step = (MARGIN + board_width + GAP, MARGIN + board_height + GAP + caption_room);
        Scene {
            problem,
            summary,
            width: (per_line * step.0).max(160),
            height: count.div_ceil(per_line).max(1) * step.1,
            step,
            placements,
            per_line,
        }
    }

    /// What all boards share: the squares, what blocks them, the regions and the coordinates.
    pub(super) fn bare_board(&self) -> Vec<Shape> {
        let (width, height) = board_size(self.problem);
        let mut shapes = Vec::new();
        if self.problem.region_count() > 0 {
            self.fill_regions(&mut shapes);
            shapes.push(Shape::Tiles { tile: &GUIDES, width, height });
        } else {
            shapes.push(Shape::Tiles { tile: &CHECKER, width, height });
        }
        self.fill_blocked(&mut shapes);
        if self.problem.region_count() > 0 {
            shapes.push(Shape::Path { data: self.region_borders().into(), paint: Some(&BORDER) });
        }
        shapes.push(Shape::Rect { x: 0, y: 0, width, height, paint: &FRAME });
        for column in 0..self.problem.columns() {
            let name = Square::new(0, column).to_string();
            let text = name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
            shapes.push(Shape::Words { text, x: (SIDE * u64::from(column) + SIDE / 2) as i64, y: -10 });
        }
        for row in 0..self.problem.rows() {
            let y = SIDE * u64::from(row) + SIDE / 2 + 5;
            shapes.push(Shape::Words { text: (row + 1).to_string(), x: -16, y: y as i64 });
        }
        shapes
    }

    fn fill_regions(&self, shapes: &mut Vec<Shape>) {
        for square in self.problem.every_square() {
            let region = self.problem.region(square).unwrap_or(0);
            let paint = &PALETTE[region as usize % PALETTE.len()];
            let (x, y) = corner(square);
            shapes.push(Shape::Rect { x, y, width: SIDE, height: SIDE, paint });
        }
    }

    fn fill_blocked(&self, shapes: &mut Vec<Shape>) {
        if self.problem.all_free() {
            return;
        }
        for square in self.problem.every_square() {
            let symbol = match self.problem.kind(square) {
                SquareKind::Free => continue,
                SquareKind::Hole => &HOLE,
                SquareKind::Wall => &WALL,
            };
            let (x, y) = corner(square);
            shapes.push(Shape::Stamp { symbol, x, y, paint: None });
        }
    }

    /// A line between every two squares of different regions.
    fn region_borders(&self) -> String {
        let mut data = String::new();
        let differs = |a: Square, b: Square| {
            self.problem.contains(b) && self.problem.region(a) != self.problem.region(b)
        };
        for square in self.problem.every_square() {
            let (x, y) = corner(square);
            // Writing to a string cannot fail.
            if differs(square, Square::new(square.row + 1, square.column)) {
                let _ = write!(data, "M{x} {}h{SIDE}", y + SIDE);
            }
            if differs(square, Square::new(square.row, square.column + 1)) {
                let _ = write!(data, "M{} {y}v{SIDE}", x + SIDE);
            }
        }
        data
    }

    /// The boards, from left to right and down.
    pub(super) fn panels(&self) -> impl Iterator<Item = Panel<'p>> {
        let placements = self.placements.iter().map(Some);
        let without = self.placements.is_empty().then_some(None);
        (0..).zip(placements.chain(without)).map(|(index, placement)| Panel {
            x: MARGIN + index % self.per_line * self.step.0,
            y: MARGIN + index / self.per_line * self.step.1,
            placement,
            caption: match self.placements.len() {
                0 => self.summary.to_string(),
                1 if self.problem.rows() > 0 => String::new(),
                1 => "a board without squares".to_owned(),
                _ => (index + 1).to_string(),
            },
        })
    }

    /// What a panel adds to the bare board: the queens, and the words under them.
    pub(super) fn marks(&self, panel: &Panel<'_>) -> Vec<Shape> {
        let givens = self.problem.givens();
        let queens = panel.placement.map_or(givens, Placement::squares);
        let stamp = |&square: &Square| {
            let (x, y) = corner(square);
            let paint = if givens.binary_search(&square).is_ok() { &GIVEN } else { &FOUND };
            Shape::Stamp { symbol: &QUEEN, x, y, paint: Some(paint) }
        };
        let (width, height) = board_size(self.problem);
        let words = (!panel.caption.is_empty()).then(|| Shape::Words {
            text: panel.caption.clone(),
            x: (width / 2) as i64,
            y: (height + 22) as i64,
        });
        queens.iter().map(stamp).chain(words).collect()
    }
}

/// Width and height of the squares of a board together.
fn board_size(problem: &Problem) -> (u64, u64) {
    (SIDE * u64::from(problem.columns()), SIDE * u64::from(problem.rows()))
}

/// The upper left corner of a square.
fn corner(square: Square) -> (u64, u64) {
    (SIDE * u64::from(square.column), SIDE * u64::from(square.row))
}
