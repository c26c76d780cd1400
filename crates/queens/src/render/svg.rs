//! A picture: every board with its queens, in a grid of boards.
//!
//! A picture states its size before its first board, so the boards are held until the last one is
//! known: at most [`MAX_PICTURES`] of them. The squares are drawn once; each board adds its queens.

use super::html::Escaped;
use super::line::Joined;
use super::{Format, Renderer, Summary, check_drawable, letters, refusal};
use crate::placement::Placement;
use crate::problem::{Problem, SquareKind};
use crate::square::Square;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The most boards in one picture.
pub const MAX_PICTURES: usize = 1_000;

/// The side of a square, in user units. The queen is drawn for this size.
const SIDE: u64 = 48;
/// Room for the row numbers and the column letters.
const MARGIN: u64 = 30;
/// Room for the words under a board.
const CAPTION: u64 = 34;
/// Room between boards, and right of the last.
const GAP: u64 = 18;

const STYLE: &str = "\
.letters { fill: none; stroke: #857b6c; stroke-width: 1.2; stroke-linecap: round; stroke-linejoin: round; }\n\
.light { fill: #f6eddb; }\n\
.dark { fill: #d3b58d; }\n\
.frame { fill: none; stroke: #5d4a36; stroke-width: 2.5; }\n\
.guide { fill: none; stroke: #5d4a36; stroke-opacity: .28; }\n\
.border { fill: none; stroke: #3d3226; stroke-width: 3; stroke-linecap: square; }\n\
.hole { fill: #fff; fill-opacity: .72; }\n\
.cross { stroke: #9c8f7c; stroke-width: 2; stroke-linecap: round; }\n\
.wall { fill: #544c44; }\n\
.brick { fill: none; stroke: #857b6c; stroke-width: 1.5; }\n\
.given { fill: #a8321a; stroke: #fff3e4; }\n\
.queen { fill: #2a2019; stroke: #fff8ec; }\n";

/// Pastel colours that the regions take in turn.
const PALETTE: [&str; 12] = [
    "#f7cfc3", "#c9e2f2", "#dcedc4", "#fbe7b0", "#ddd1ee", "#bfe6dc", "#f6d9e6", "#e3dccb", "#cfd6f4",
    "#f9d8b0", "#d0ecd0", "#e8c9d0",
];

/// A queen in a square of [`SIDE`]: crown, five pearls, foot.
const QUEEN: &str = "\
<g id=\"queen\" stroke-width=\"1.2\" stroke-linejoin=\"round\">\
<path d=\"M13.6 33.5 8 18.6l8.6 7.2-.9-12.6 6.2 11.4L24 11l2.1 13.6 6.2-11.4-.9 12.6 8.6-7.2-5.6 14.9z\"/>\
<circle cx=\"7.6\" cy=\"16.6\" r=\"2.7\"/><circle cx=\"15.5\" cy=\"11.4\" r=\"2.7\"/>\
<circle cx=\"24\" cy=\"9.2\" r=\"2.7\"/><circle cx=\"32.5\" cy=\"11.4\" r=\"2.7\"/>\
<circle cx=\"40.4\" cy=\"16.6\" r=\"2.7\"/>\
<path d=\"M13.2 35.3c6.6-1.7 15-1.7 21.6 0l1.6 5.2c-7.4 1.5-17.4 1.5-24.8 0z\"/></g>";

/// Draws the picture.
pub(super) struct Picture<'p> {
    problem: &'p Problem,
    boards: Vec<Placement>,
}

impl<'p> Picture<'p> {
    pub(super) fn new(problem: &'p Problem) -> Self {
        Picture { problem, boards: Vec::new() }
    }

    fn board_width(&self) -> u64 {
        SIDE * u64::from(self.problem.columns())
    }

    fn board_height(&self) -> u64 {
        SIDE * u64::from(self.problem.rows())
    }

    /// What all boards share: the squares, what blocks them, the regions and the coordinates.
    fn bare_board(&self) -> String {
        let (width, height) = (self.board_width(), self.board_height());
        let mut svg = String::from("<g id=\"board\">\n");
        if self.problem.region_count() > 0 {
            self.fill_regions(&mut svg);
        } else {
            let _ = writeln!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"url(#checker)\"/>");
        }
        self.fill_blocked(&mut svg);
        if self.problem.region_count() > 0 {
            self.region_borders(&mut svg);
        }
        let _ = writeln!(svg, "<rect class=\"frame\" width=\"{width}\" height=\"{height}\"/>");
        for column in 0..self.problem.columns() {
            let name = Square::new(0, column).to_string();
            let column_name = name.trim_end_matches(|c: char| c.is_ascii_digit());
            let x = SIDE * u64::from(column) + SIDE / 2;
            // Writing to a string cannot fail.
            let _ = letters::write(&mut svg, column_name, x as i64, -10);
            svg.push('\n');
        }
        for row in 0..self.problem.rows() {
            let y = SIDE * u64::from(row) + SIDE / 2 + 5;
            let _ = letters::write(&mut svg, &(row + 1).to_string(), -16, y as i64);
            svg.push('\n');
        }
        svg.push_str("</g>\n");
        svg
    }

    fn fill_regions(&self, svg: &mut String) {
        for square in self.problem.every_square() {
            let region = self.problem.region(square).unwrap_or(0);
            let color = PALETTE[region as usize % PALETTE.len()];
            let (x, y) = corner(square);
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{color}\"/>"
            );
        }
        let _ = writeln!(
            svg,
            "<rect width=\"{}\" height=\"{}\" fill=\"url(#guides)\"/>",
            self.board_width(),
            self.board_height()
        );
    }

    fn fill_blocked(&self, svg: &mut String) {
        if self.problem.all_free() {
            return;
        }
        for square in self.problem.every_square() {
            let id = match self.problem.kind(square) {
                SquareKind::Free => continue,
                SquareKind::Hole => "hole",
                SquareKind::Wall => "wall",
            };
            let (x, y) = corner(square);
            let _ = writeln!(svg, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>");
        }
    }

    /// One path along every line between two regions.
    fn region_borders(&self, svg: &mut String) {
        svg.push_str("<path class=\"border\" d=\"");
        let differs = |a: Square, b: Square| {
            self.problem.contains(b) && self.problem.region(a) != self.problem.region(b)
        };
        for square in self.problem.every_square() {
            let (x, y) = corner(square);
            if differs(square, Square::new(square.row + 1, square.column)) {
                let _ = write!(svg, "M{x} {}h{SIDE}", y + SIDE);
            }
            if differs(square, Square::new(square.row, square.column + 1)) {
                let _ = write!(svg, "M{} {y}v{SIDE}", x + SIDE);
            }
        }
        svg.push_str("\"/>\n");
    }

    fn definitions(&self, out: &mut dyn Write) -> io::Result<()> {
        let two = 2 * SIDE;
        writeln!(
            out,
            "<style>\n{STYLE}</style>\n<defs>\n{QUEEN}\n\
             <pattern id=\"checker\" width=\"{two}\" height=\"{two}\" patternUnits=\"userSpaceOnUse\">\
             <rect class=\"light\" width=\"{two}\" height=\"{two}\"/>\
             <path class=\"dark\" d=\"M{SIDE} 0h{SIDE}v{SIDE}h-{SIDE}zM0 {SIDE}h{SIDE}v{SIDE}h-{SIDE}z\"/>\
             </pattern>\n\
             <pattern id=\"guides\" width=\"{SIDE}\" height=\"{SIDE}\" patternUnits=\"userSpaceOnUse\">\
             <path class=\"guide\" d=\"M0 0h{SIDE}M0 0v{SIDE}\"/></pattern>\n\
             <g id=\"hole\"><rect class=\"hole\" width=\"{SIDE}\" height=\"{SIDE}\"/>\
             <path class=\"cross\" d=\"M18 18l12 12M30 18l-12 12\"/></g>\n\
             <g id=\"wall\"><rect class=\"wall\" width=\"{SIDE}\" height=\"{SIDE}\"/>\
             <path class=\"brick\" d=\"M0 12h48M0 24h48M0 36h48M24 0v12M12 12v12M36 12v12M24 24v12M12 36v12M36 36v12\"/></g>"
        )?;
        writeln!(out, "{}</defs>", self.bare_board())
    }

    fn write_board(
        &self,
        placement: &Placement,
        x: u64,
        y: u64,
        caption: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let queens = Joined { placement, rows: self.problem.rows(), separator: ' ' };
        writeln!(out, "<g data-queens=\"{queens}\" transform=\"translate({x} {y})\"><use href=\"#board\"/>")?;
        self.write_queens(placement.squares(), out)?;
        self.write_caption(caption, out)?;
        out.write_all(b"</g>\n")
    }

    fn write_queens(&self, squares: &[Square], out: &mut dyn Write) -> io::Result<()> {
        squares.iter().try_for_each(|&square| {
            let given = self.problem.givens().binary_search(&square).is_ok();
            let class = if given { "given" } else { "queen" };
            let (x, y) = corner(square);
            write!(out, "<use href=\"#queen\" class=\"{class}\" x=\"{x}\" y=\"{y}\"/>")
        })
    }

    fn write_caption(&self, caption: &str, out: &mut dyn Write) -> io::Result<()> {
        if caption.is_empty() {
            return Ok(());
        }
        let (x, y) = (self.board_width() / 2, self.board_height() + 22);
        let mut words = String::new();
        let _ = letters::write(&mut words, caption, x as i64, y as i64);
        out.write_all(words.as_bytes())
    }
}

/// The upper left corner of a square, in user units.
fn corner(square: Square) -> (u64, u64) {
    (SIDE * u64::from(square.column), SIDE * u64::from(square.row))
}

impl Renderer for Picture<'_> {
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        check_drawable(self.problem, Format::Svg)
    }

    fn solution(&mut self, placement: &Placement, _out: &mut dyn Write) -> io::Result<()> {
        if self.boards.len() == MAX_PICTURES {
            return Err(refusal(format!(
                "these are more than {MAX_PICTURES} boards, too many for one picture: ask for fewer solutions, \
                 or use html, which has no bound"
            )));
        }
        self.boards.push(placement.clone());
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let count = self.boards.len() as u64;
        let per_line = count.isqrt().max(1);
        let per_line = if per_line * per_line < count { per_line + 1 } else { per_line };
        let caption_room = if count == 1 && self.board_height() > 0 { 0 } else { CAPTION };
        let step_x = MARGIN + self.board_width() + GAP;
        let step_y = MARGIN + self.board_height() + GAP + caption_room;
        let width = (per_line * step_x).max(160);
        let height = count.div_ceil(per_line).max(1) * step_y;
        let text = self.problem.to_string();
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" data-problem=\"{}\">\n<title>{}: {}</title>",
            Escaped(&text),
            Escaped(text.lines().next().unwrap_or_default()),
            Escaped(&summary.to_string())
        )?;
        self.definitions(out)?;
        for (index, placement) in (0..).zip(&self.boards) {
            let (x, y) = (MARGIN + index % per_line * step_x, MARGIN + index / per_line * step_y);
            let caption = match count {
                1 if self.board_height() > 0 => String::new(),
                1 => "a board without squares".to_owned(),
                _ => (index + 1).to_string(),
            };
            self.write_board(placement, x, y, &caption, out)?;
        }
        if count == 0 {
            write!(out, "<g transform=\"translate({MARGIN} {MARGIN})\"><use href=\"#board\"/>")?;
            self.write_queens(self.problem.givens(), out)?;
            self.write_caption(&summary.to_string(), out)?;
            out.write_all(b"</g>\n")?;
        }
        out.write_all(b"</svg>\n")
    }
}
