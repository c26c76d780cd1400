//! Content of a picture: one list of shapes, which [`super::svg`] writes as text and
//! [`super::png`] as pixels.
//!
//! Lengths are in user units: a square has a side of [`SQUARE_SIDE`]. The squares, which
//! all boards share, are listed once ([`BoardFace::bare`]); each [`Panel`] adds its
//! queens and the words under it.

use super::DrawnQueens;
use super::PictureStyle;
use super::Summary;
use super::face::{BoardFace, BoardMarks};
use super::line::JoinedTokens;
use super::patterns::PATTERN;
use queens_model::problem::{Preset, Problem};
use queens_model::relative::GroupKind;
use queens_model::square::Square;
use std::borrow::Cow;

/// Side of a square, in user units. The symbols are drawn for this size.
pub(super) const SQUARE_SIDE: u64 = 48;
/// Space for the row numbers and the column letters, in user units.
pub(super) const BOARD_MARGIN: u64 = 30;
/// Space for the words under a board, in user units.
const CAPTION_HEIGHT: u64 = 34;
/// Space between boards, and right of the last, in user units.
pub(super) const PANEL_GAP: u64 = 18;

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
static BRICK: Paint = Paint::stroked("brick", 0x857b6c, 1.5, Ends::Butt);
/// Background of regions on a board without colours.
pub(super) static PAPER: Paint = Paint::filled("paper", 0xffffff);
static CROSSED: Paint = Paint {
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
static LAMP: Paint = Paint {
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
static PLATE: Paint =
    Paint::stroked("plate", 0xb3261e, 3.4, Ends::Square).with_fill(0xfffdf6);
static NEW: Paint = Paint::stroked("new", 0xb3261e, 5.0, Ends::Round);
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

pub(super) const fn path(
    data: &'static str,
    paint: Option<&'static Paint>,
) -> PictureShape {
    PictureShape::Path {
        data: Cow::Borrowed(data),
        paint,
    }
}

const fn ground(side: u64, paint: &'static Paint) -> PictureShape {
    PictureShape::Rect {
        x: 0,
        y: 0,
        width: side,
        height: side,
        paint,
    }
}

/// Crown, five pearls, foot.
pub(super) static QUEEN: PictureSymbol = PictureSymbol {
    id: "queen",
    side: SQUARE_SIDE,
    shapes: &[
        path(
            "M13.6 33.5 8 18.6l8.6 7.2-.9-12.6 6.2 11.4L24 11l2.1 13.6 6.2-11.4-.9 12.6 8.6-7.2-5.6 14.9z",
            None,
        ),
        PictureShape::Circle {
            x: 7.6,
            y: 16.6,
            radius: 2.7,
        },
        PictureShape::Circle {
            x: 15.5,
            y: 11.4,
            radius: 2.7,
        },
        PictureShape::Circle {
            x: 24.0,
            y: 9.2,
            radius: 2.7,
        },
        PictureShape::Circle {
            x: 32.5,
            y: 11.4,
            radius: 2.7,
        },
        PictureShape::Circle {
            x: 40.4,
            y: 16.6,
            radius: 2.7,
        },
        path(
            "M13.2 35.3c6.6-1.7 15-1.7 21.6 0l1.6 5.2c-7.4 1.5-17.4 1.5-24.8 0z",
            None,
        ),
    ],
};

/// Foot of a piece.
const FOOT: PictureShape = path(
    "M13.2 35.3c6.6-1.7 15-1.7 21.6 0l1.6 5.2c-7.4 1.5-17.4 1.5-24.8 0z",
    None,
);

static ROOK: PictureSymbol = PictureSymbol {
    id: "rook",
    side: SQUARE_SIDE,
    shapes: &[
        path(
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
        PictureShape::Circle {
            x: 24.0,
            y: 8.6,
            radius: 2.7,
        },
        path(
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
        path(
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
        path(
            "M22.4 5h3.2v3.2h3.2v3.1h-3.2v4.4h-3.2v-4.4h-3.2v-3.1h3.2z",
            None,
        ),
        path(
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
        path(
            "M24 9c3.9 0 7 3.1 7 7 0 3.9-3.1 7-7 7-3.9 0-7-3.1-7-7 0-3.9 3.1-7 7-7z",
            None,
        ),
        path("M19.8 24.4h8.4l4.2 9.1H15.6z", None),
        FOOT,
    ],
};

/// Half a queen: one of the two diagonals is missing.
static SEMIQUEEN: PictureSymbol = PictureSymbol {
    id: "semiqueen",
    side: SQUARE_SIDE,
    shapes: &[
        path(
            "M13.6 33.5 8 18.6l8.6 7.2-.9-12.6 6.2 11.4L24 11v22.5z",
            None,
        ),
        PictureShape::Circle {
            x: 7.6,
            y: 16.6,
            radius: 2.7,
        },
        PictureShape::Circle {
            x: 15.5,
            y: 11.4,
            radius: 2.7,
        },
        PictureShape::Circle {
            x: 24.0,
            y: 9.2,
            radius: 2.7,
        },
        FOOT,
    ],
};

/// A knight with a crown.
static SUPERQUEEN: PictureSymbol = PictureSymbol {
    id: "superqueen",
    side: SQUARE_SIDE,
    shapes: &[
        path(
            "M17.5 33.4c.3-4 2.4-5.9 4.7-8.1-1.9 .8-3.6 1.4-4.9 3-1 1.1-2.9 .5-3-1-.1-3.3 2.6-6 4.3-9.3l1-4.3 3.1 2.7c6.1-.1 9.8 4.8 9.8 11.5 0 2.1-.1 3.8-.4 5.5-4.7-1-9.9-1-14.7 0z",
            None,
        ),
        path(
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
        path(
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
pub(super) fn piece(problem: &Problem) -> &'static PictureSymbol {
    let is_leprechaun = || {
        Preset::Leprechauns
            .problem(1, 1)
            .is_ok_and(|own| own.piece() == problem.piece())
    };
    let name = match problem.region_count() {
        0 if is_leprechaun() => LEPRECHAUN.id.to_owned(),
        0 => problem.piece().to_string(),
        _ => QUEEN.id.to_owned(),
    };
    PIECES
        .into_iter()
        .find(|symbol| symbol.id == name)
        .unwrap_or(&QUEEN)
}

pub(super) static HOLE: PictureSymbol = PictureSymbol {
    id: "hole",
    side: SQUARE_SIDE,
    shapes: &[
        ground(SQUARE_SIDE, &HOLE_GROUND),
        path("M18 18l12 12M30 18l-12 12", Some(&CROSS)),
    ],
};

/// A player's cross.
pub(super) static MARK: PictureSymbol = PictureSymbol {
    id: "mark",
    side: SQUARE_SIDE,
    shapes: &[path("M17 17l14 14M31 17l-14 14", Some(&CROSSED))],
};

/// A square that a deduction uses.
pub(super) static LIT: PictureSymbol = PictureSymbol {
    id: "lit",
    side: SQUARE_SIDE,
    shapes: &[path("M5 5H43V43H5Z", Some(&LAMP))],
};

/// A square that a deduction leaves empty.
pub(super) static NEW_CROSS: PictureSymbol = PictureSymbol {
    id: "new-cross",
    side: SQUARE_SIDE,
    shapes: &[
        path("M5 5H43V43H5Z", Some(&PLATE)),
        path("M15 15l18 18M33 15l-18 18", Some(&NEW)),
    ],
};

/// A square on which a deduction puts a queen.
pub(super) static NEW_QUEEN: PictureSymbol = PictureSymbol {
    id: "new-queen",
    side: SQUARE_SIDE,
    shapes: &[
        path("M5 5H43V43H5Z", Some(&PLATE)),
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
        ground(SQUARE_SIDE, &WALL_GROUND),
        path(
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
        ground(2 * SQUARE_SIDE, &LIGHT),
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
    shapes: &[path("M48 .5H.5V48", Some(&GUIDE))],
};

/// A picture: boards in a grid.
pub(super) struct Scene<'p> {
    pub(super) title: String,
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

/// Returns the symbol of a group; `None` if it is the piece of the problem.
pub(super) fn group_piece(kind: GroupKind) -> Option<&'static PictureSymbol> {
    match kind {
        GroupKind::Pieces(piece) | GroupKind::Named(_, piece, _) => {
            PIECES.into_iter().find(|symbol| symbol.id == piece.id())
        }
        GroupKind::Pawns => Some(&PAWN),
        GroupKind::White | GroupKind::Black | GroupKind::Color(_) => None,
    }
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

impl<'p> Scene<'p> {
    /// Creates the scene of solutions of one problem, or of the bare board with the given
    /// queens if there is no solution.
    pub(super) fn of_solutions(
        problem: &'p Problem,
        boards: &'p [DrawnQueens],
        summary: &Summary,
        look: PictureStyle,
    ) -> Self {
        let text = problem.to_string();
        let title = format!("{}: {summary}", text.lines().next().unwrap_or_default());
        let words = |number: usize| match boards.len() {
            0 => summary.to_string(),
            1 if problem.rows() > 0 => String::new(),
            1 => "a board without squares".to_owned(),
            _ => number.to_string(),
        };
        let caption = |number: usize| match number == boards.len()
            && !summary.outcome.is_complete()
        {
            true => format!("{} (partial)", words(number))
                .trim_start()
                .to_owned(),
            false => words(number),
        };
        let panel =
            |(number, queens, kinds): (usize, &'p [Square], &'p [GroupKind])| Panel {
                face: 0,
                standing: BoardMarks {
                    queens,
                    kinds,
                    givens: problem.givens(),
                    crosses: &[],
                    light: None,
                },
                caption: caption(number),
                data: None,
            };
        let mut panels: Vec<Panel<'p>> = (1..)
            .zip(boards)
            .map(|(number, board)| {
                (number, board.queens.squares(), board.kinds.as_slice())
            })
            .map(panel)
            .collect();
        for (panel, board) in panels.iter_mut().zip(boards) {
            let words = |placement| {
                JoinedTokens {
                    placement,
                    rows: problem.rows(),
                    separator: ' ',
                }
                .to_string()
            };
            panel.data = Some(match board.kinds.is_empty() {
                true => ("data-queens", words(&board.queens)),
                false => ("data-groups", group_words(board)),
            });
        }
        if boards.is_empty() {
            panels.push(panel((0, problem.givens(), &[])));
        }
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
        let count = panels.len() as u64;
        let per_line = count.isqrt().max(1);
        let per_line = if per_line * per_line < count {
            per_line + 1
        } else {
            per_line
        };
        let sizes = || faces.iter().map(BoardFace::size);
        let width = sizes().map(|size| size.0).max().unwrap_or(0);
        let height = sizes().map(|size| size.1).max().unwrap_or(0);
        let is_captioned = panels.iter().any(|panel| !panel.caption.is_empty());
        let caption_room = if is_captioned { CAPTION_HEIGHT } else { 0 };
        let margin = if look.coordinates {
            BOARD_MARGIN
        } else {
            PANEL_GAP
        };
        let step = (
            margin + width + PANEL_GAP,
            margin + height + PANEL_GAP + caption_room,
        );
        Scene {
            title,
            data,
            width: (per_line * step.0).max(if look.coordinates { 160 } else { 0 }),
            height: count.div_ceil(per_line).max(1) * step.1,
            step,
            margin,
            look,
            faces,
            panels,
        }
    }

    /// Returns the boards, from left to right and down, each with the upper left corner
    /// of its squares.
    pub(super) fn placed(&self) -> impl Iterator<Item = (u64, u64, &Panel<'p>)> {
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
    pub(super) fn marks(&self, panel: &Panel<'p>) -> Vec<PictureShape> {
        self.faces[panel.face].marks(panel.standing, &panel.caption)
    }
}
