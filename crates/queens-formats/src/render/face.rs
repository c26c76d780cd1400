//! One board in a picture: its squares, holes and walls, regions, coordinates, and marks.

use super::PictureStyle;
use super::paint::{
    BORDER, FOUND, FRAME, GIVEN, LABEL, LETTERS, NAME, NUMBER, NUMBER_PLATE, PAPER,
    Paint, WHITE,
};
use super::patterns::{self, PATTERNS};
use super::piece_symbols;
use super::shape::{
    CHECKER, GUIDES, HOLE, LIT, MARK, NEW_CROSS, NEW_QUEEN, PictureShape, PictureSymbol,
    SQUARE_SIDE, WALL,
};
use super::tints::{self, COLOR_COUNT, PALETTE};
use queens_model::problem::{Grid, Problem, SquareKind, region_name};
use queens_model::relative::GroupKind;
use queens_model::square::Square;
use std::fmt::Write as _;

/// Fill of regions, in addition to the lines between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fill {
    /// True if regions are coloured.
    pub colors: bool,
    /// True if regions have patterns.
    pub patterns: bool,
}

/// Colours alone.
impl Default for Fill {
    fn default() -> Self {
        Fill {
            colors: true,
            patterns: false,
        }
    }
}

/// A board without its queens.
pub(super) struct BoardFace<'p> {
    pub(super) problem: &'p Problem,
    /// Symbol of the piece.
    piece: &'static PictureSymbol,
    /// Colour of each region; none on a board without colours.
    tints: Option<Vec<u8>>,
    /// Pattern of each region, if there are patterns.
    patterns: Option<Vec<u8>>,
    /// True if column letters and row numbers are drawn.
    coordinates: bool,
    /// True if row 1 is at the bottom.
    upward: bool,
}

/// Queens and marks on a board.
#[derive(Clone, Copy)]
pub(super) struct BoardMarks<'p> {
    pub(super) queens: &'p [Square],
    /// The group of each of them, if there are groups.
    pub(super) kinds: &'p [GroupKind],
    /// The given queens, in order.
    pub(super) givens: &'p [Square],
    /// Squares that are known to be empty.
    pub(super) crosses: &'p [Square],
    /// Squares that a deduction uses and settles; with them regions are named.
    pub(super) light: Option<Light<'p>>,
}

/// Squares that a deduction uses and settles, none of them marked before.
#[derive(Clone, Copy)]
pub struct Light<'p> {
    /// Squares that it uses.
    pub read: &'p [Square],
    /// Squares that it crosses out.
    pub crosses: &'p [Square],
    /// Squares on which it puts a queen.
    pub queens: &'p [Square],
    /// Squares of `read` that carry a number.
    pub numbers: &'p [(Square, usize)],
}

impl<'p> BoardFace<'p> {
    pub(super) fn new(problem: &'p Problem, look: &PictureStyle) -> Self {
        let &PictureStyle {
            fill,
            coordinates,
            upward,
            ..
        } = look;
        let neighbours = tints::region_neighbours(problem);
        BoardFace {
            problem,
            piece: piece_symbols::piece_symbol(problem),
            tints: fill.colors.then(|| tints::region_tints(problem)),
            patterns: fill
                .patterns
                .then(|| tints::unlike_neighbours(&neighbours, patterns::PATTERN_COUNT)),
            coordinates,
            upward,
        }
    }

    /// Returns width and height of its squares together.
    pub(super) fn size(&self) -> (u64, u64) {
        if self.problem.grid() == Grid::Hex {
            return self.hexagon_size();
        }
        (
            SQUARE_SIDE * u64::from(self.problem.columns()),
            SQUARE_SIDE * u64::from(self.problem.rows()),
        )
    }

    /// Returns the symbol of its piece.
    pub(super) fn piece(&self) -> &'static PictureSymbol {
        self.piece
    }

    /// Returns the patterns that it uses.
    pub(super) fn patterns(&self) -> impl Iterator<Item = &'static PictureSymbol> {
        let used = self
            .patterns
            .iter()
            .flatten()
            .map(|&pattern| &PATTERNS[pattern as usize]);
        used.filter(|pattern| !pattern.shapes.is_empty())
    }

    /// Returns the squares, holes and walls, regions and coordinates.
    pub(super) fn bare_shapes(&self) -> Vec<PictureShape> {
        if self.problem.grid() == Grid::Hex {
            return self.bare_hexagon(self.coordinates);
        }
        let (width, height) = self.size();
        let mut shapes = Vec::new();
        if let Grid::Cube(cube) = self.problem.grid() {
            shapes = self.bare_layers(cube);
        } else if self.problem.region_count() > 0 {
            self.fill_regions(&mut shapes);
            shapes.push(PictureShape::Tiles {
                tile: &GUIDES,
                width,
                height,
            });
        } else {
            shapes.push(PictureShape::Tiles {
                tile: &CHECKER,
                width,
                height,
            });
        }
        self.fill_blocked(&mut shapes);
        if self.problem.region_count() > 0 {
            shapes.push(PictureShape::Path {
                data: self.region_borders().into(),
                paint: Some(&BORDER),
            });
        }
        if self.problem.grid() == Grid::Square {
            shapes.push(PictureShape::Rect {
                x: 0,
                y: 0,
                width,
                height,
                paint: &FRAME,
            });
        }
        if self.coordinates {
            self.name_lines(&mut shapes);
        }
        shapes
    }

    /// Returns the upper left corner of a square.
    pub(super) fn corner_of(&self, square: Square) -> (u64, u64) {
        if self.problem.grid() == Grid::Hex {
            return self.cell_corner(square);
        }
        let row = if self.upward {
            self.problem.rows() - 1 - square.row
        } else {
            square.row
        };
        (
            SQUARE_SIDE * u64::from(square.column),
            SQUARE_SIDE * u64::from(row),
        )
    }

    /// Returns a symbol on a square.
    pub(super) fn stamp_symbol(
        &self,
        symbol: &'static PictureSymbol,
        square: Square,
        paint: Option<&'static Paint>,
    ) -> PictureShape {
        let (x, y) = self.corner_of(square);
        PictureShape::Stamp {
            symbol,
            x,
            y,
            paint,
        }
    }

    /// Adds the letters of the columns above, and the numbers of the rows on the left.
    fn name_lines(&self, shapes: &mut Vec<PictureShape>) {
        for column in 0..self.problem.columns() {
            let first = Square::new(0, column);
            // Between the layers of a cube are no lines.
            if !self.problem.is_inside(first) {
                continue;
            }
            let name = first.to_string();
            let text = name
                .trim_end_matches(|c: char| c.is_ascii_digit())
                .to_owned();
            shapes.push(PictureShape::Words {
                paint: &LETTERS,
                text,
                x: (SQUARE_SIDE * u64::from(column) + SQUARE_SIDE / 2) as i64,
                y: -10,
            });
        }
        for row in 0..self.problem.rows() {
            let first = Square::new(row, 0);
            if !self.problem.is_inside(first) {
                continue;
            }
            let y = self.corner_of(first).1 + SQUARE_SIDE / 2 + 5;
            shapes.push(PictureShape::Words {
                paint: &LETTERS,
                text: (first.row + 1).to_string(),
                x: -16,
                y: y as i64,
            });
        }
    }

    fn fill_regions(&self, shapes: &mut Vec<PictureShape>) {
        for square in self.problem.every_square() {
            let region = self.problem.region(square).unwrap_or(0) as usize;
            let paint = self
                .tints
                .as_ref()
                .map_or(&PAPER, |tints| &PALETTE[tints[region] as usize]);
            let (x, y) = self.corner_of(square);
            shapes.push(PictureShape::Rect {
                x,
                y,
                width: SQUARE_SIDE,
                height: SQUARE_SIDE,
                paint,
            });
            let pattern = self
                .patterns
                .as_ref()
                .map(|patterns| &PATTERNS[patterns[region] as usize]);
            if let Some(symbol) = pattern.filter(|pattern| !pattern.shapes.is_empty()) {
                shapes.push(PictureShape::Stamp {
                    symbol,
                    x,
                    y,
                    paint: None,
                });
            }
        }
    }

    fn fill_blocked(&self, shapes: &mut Vec<PictureShape>) {
        if self.problem.all_free() {
            return;
        }
        for square in self.problem.every_square() {
            let symbol = match self.problem.kind(square) {
                SquareKind::Free => continue,
                SquareKind::Hole => &HOLE,
                SquareKind::Wall if !self.problem.is_inside(square) => continue,
                SquareKind::Wall => &WALL,
            };
            shapes.push(self.stamp_symbol(symbol, square, None));
        }
    }

    /// Returns a line between every two squares of different regions.
    fn region_borders(&self) -> String {
        let mut data = String::new();
        for square in self.problem.every_square() {
            let (x, y) = self.corner_of(square);
            // Writing to a string cannot fail.
            if self.has_border(square, Square::new(square.row + 1, square.column)) {
                let _ = write!(
                    data,
                    "M{x} {}h{SQUARE_SIDE}",
                    if self.upward { y } else { y + SQUARE_SIDE }
                );
            }
            if self.has_border(square, Square::new(square.row, square.column + 1)) {
                let _ = write!(data, "M{} {y}v{SQUARE_SIDE}", x + SQUARE_SIDE);
            }
        }
        data
    }

    /// Returns the shapes on the board, and the words under it.
    pub(super) fn mark_shapes(
        &self,
        standing: BoardMarks<'p>,
        caption: &str,
    ) -> Vec<PictureShape> {
        // Later shapes are drawn over earlier ones: light below the pieces, names,
        // numbers and words above them.
        let mut shapes = Vec::new();
        if let Some(light) = standing.light {
            self.stamp_all(&LIT, light.read, &mut shapes);
            self.stamp_all(&NEW_CROSS, light.crosses, &mut shapes);
            self.stamp_all(&NEW_QUEEN, light.queens, &mut shapes);
        }
        self.stamp_all(&MARK, standing.crosses, &mut shapes);
        for (&square, &kind) in standing.queens.iter().zip(standing.kinds) {
            shapes.extend(self.group_shapes(kind, square));
        }
        for &square in standing.queens.iter().skip(standing.kinds.len()) {
            let is_given = standing.givens.binary_search(&square).is_ok();
            let paint = if is_given { &GIVEN } else { &FOUND };
            shapes.push(self.stamp_symbol(self.piece, square, Some(paint)));
        }
        if let Some(light) = standing.light {
            shapes.extend(self.name_shapes(standing, light));
            for &(square, number) in light.numbers {
                shapes.extend(self.number_shapes(square, number));
            }
        }
        if !caption.is_empty() {
            let (width, height) = self.size();
            shapes.push(PictureShape::Words {
                paint: &LETTERS,
                text: caption.to_owned(),
                x: (width / 2) as i64,
                y: (height + 22) as i64,
            });
        }
        shapes
    }

    /// Adds a symbol on each of these squares.
    fn stamp_all(
        &self,
        symbol: &'static PictureSymbol,
        squares: &[Square],
        shapes: &mut Vec<PictureShape>,
    ) {
        for &square in squares {
            shapes.push(self.stamp_symbol(symbol, square, None));
        }
    }

    /// Returns true if `other` is on the board, in another region than `square`.
    fn has_border(&self, square: Square, other: Square) -> bool {
        self.problem.contains(other)
            && self.problem.region(square) != self.problem.region(other)
    }

    /// Returns a number in the upper left corner of a square.
    fn number_shapes(&self, square: Square, number: usize) -> [PictureShape; 2] {
        let (x, y) = self.corner_of(square);
        let text = number.to_string();
        let width = 7 + 9 * text.len() as u64;
        let plate = PictureShape::Rect {
            x: x + 2,
            y: y + 2,
            width,
            height: 17,
            paint: &NUMBER_PLATE,
        };
        let middle = (x + 2 + width / 2) as i64;
        [
            plate,
            PictureShape::Words {
                paint: &NUMBER,
                text,
                x: middle,
                y: y as i64 + 15,
            },
        ]
    }

    /// Returns the shapes on a square of a group.
    fn group_shapes(&self, kind: GroupKind, square: Square) -> Vec<PictureShape> {
        let paint = if kind == GroupKind::White {
            &WHITE
        } else {
            &FOUND
        };
        let symbol = piece_symbols::group_symbol(kind).unwrap_or(self.piece);
        let piece = self.stamp_symbol(symbol, square, Some(paint));
        match kind {
            GroupKind::Color(number) => {
                let (x, y) = self.corner_of(square);
                let middle = (
                    (x + SQUARE_SIDE / 2) as i64,
                    (y + SQUARE_SIDE / 2 + 5) as i64,
                );
                let number_words = number.to_string();
                let words = PictureShape::Words {
                    paint: &NAME,
                    text: number_words,
                    x: middle.0,
                    y: middle.1,
                };
                vec![self.color_shape(square, number.into()), words]
            }
            GroupKind::Named(_, _, number) => {
                vec![self.color_shape(square, number.into()), piece]
            }
            _ => vec![piece],
        }
    }

    /// Returns a square filled with the colour that has this number, from 1.
    fn color_shape(&self, square: Square, number: usize) -> PictureShape {
        let paint = &PALETTE[(number + COLOR_COUNT - 1) % COLOR_COUNT];
        if self.problem.grid() == Grid::Hex {
            return self.cell_shape(square, paint);
        }
        let (x, y) = self.corner_of(square);
        PictureShape::Rect {
            x,
            y,
            width: SQUARE_SIDE,
            height: SQUARE_SIDE,
            paint,
        }
    }

    /// Returns the name of each region in the lower right corner of one of its squares,
    /// without other marks if possible.
    fn name_shapes(
        &self,
        standing: BoardMarks<'_>,
        light: Light<'_>,
    ) -> Vec<PictureShape> {
        let marked = [
            standing.crosses,
            standing.queens,
            light.crosses,
            light.queens,
            light.read,
        ];
        let mut shapes = Vec::new();
        for region in 0..self.problem.region_count() {
            let squares = self.problem.every_square();
            let square = squares
                .filter(|&square| self.problem.region(square) == Some(region))
                .min_by_key(|square| {
                    let is_marked = marked.iter().any(|squares| squares.contains(square));
                    (is_marked, *square)
                });
            if let Some(square) = square {
                shapes.extend(self.name_shape(region, square));
            }
        }
        shapes
    }

    /// Returns the name of a region, on a plate, in the lower right corner of a square.
    fn name_shape(&self, region: u32, square: Square) -> [PictureShape; 2] {
        let (x, y) = self.corner_of(square);
        let text = region_name(region);
        let width = 3 + 9 * text.len() as u64;
        let (right, bottom) = (x + SQUARE_SIDE - 6, y + SQUARE_SIDE - 6);
        let plate = PictureShape::Rect {
            x: right - width,
            y: bottom - 14,
            width,
            height: 14,
            paint: &LABEL,
        };
        let middle = (right - width / 2) as i64;
        [
            plate,
            PictureShape::Words {
                paint: &NAME,
                text,
                x: middle,
                y: bottom as i64 - 2,
            },
        ]
    }
}
