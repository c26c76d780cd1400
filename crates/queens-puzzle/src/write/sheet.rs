//! Sheets for printing: several puzzles, with their solutions on the last page.

use super::WriteError;
use super::picture::PuzzlePicture;
use crate::{Mark, Position};
use queens_formats::render::Fill;
use queens_formats::render::html::Escaped;
use queens_formats::render::sheet::{Inline, write_svg};
use queens_model::placement::Placement;
use std::io::Write;

const SHEET_STYLE: &str = include_str!("sheet.css");

/// A puzzle of a sheet.
#[derive(Clone, Debug)]
pub struct SheetPuzzle {
    /// The puzzle.
    pub position: Position,
    /// Caption, such as the rating; the number of the puzzle is added.
    pub caption: String,
    /// Solution for the last page.
    pub solution: Option<Placement>,
}

/// A sheet of several puzzles.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Title of the first page.
    pub title: String,
    /// The puzzles, in order.
    pub puzzles: Vec<SheetPuzzle>,
    /// Maximum number of boards side by side; a page has as many rows as fit. Solutions
    /// are half as large.
    pub columns: u32,
    /// Fill of the regions.
    pub fill: Fill,
}

/// A solution and the number of its puzzle, from 1.
type NumberedPicture = (usize, PuzzlePicture);

impl Sheet {
    /// Pictures of the puzzles and of their solutions.
    fn draw_pictures(
        &self,
    ) -> Result<(Vec<PuzzlePicture>, Vec<NumberedPicture>), WriteError> {
        let puzzles = self
            .puzzles
            .iter()
            .map(|puzzle| PuzzlePicture::from_position(&puzzle.position));
        let mut solutions = Vec::new();
        for (number, puzzle) in (1..).zip(&self.puzzles) {
            if let Some(solution) = &puzzle.solution {
                let mut position = Position::new(puzzle.position.puzzle().clone());
                let squares: Vec<_> =
                    position.puzzle().problem().every_square().collect();
                squares
                    .into_iter()
                    .for_each(|square| position.set(square, Mark::Open));
                let is_on_board =
                    |square: &&_| position.puzzle().problem().contains(**square);
                let queens: Vec<_> = solution
                    .squares()
                    .iter()
                    .filter(is_on_board)
                    .copied()
                    .collect();
                queens
                    .into_iter()
                    .for_each(|square| position.set(square, Mark::Queen));
                solutions.push((number, PuzzlePicture::from_position(&position)?));
            }
        }
        Ok((puzzles.collect::<Result<_, _>>()?, solutions))
    }

    fn picture_caption(&self, number: usize) -> String {
        let words = self
            .puzzles
            .get(number - 1)
            .map_or("", |puzzle| &puzzle.caption);
        format!(
            "{number}{}{words}",
            if words.is_empty() { "" } else { ": " }
        )
    }

    /// Writes an HTML page. Printed, it breaks between boards, and the solutions start a
    /// new page.
    ///
    /// # Errors
    /// Those of `out`.
    ///
    /// # Complexity
    /// O(squares) of all boards.
    pub fn write_html(&self, out: &mut dyn Write) -> Result<(), WriteError> {
        let (puzzles, solutions) = self.draw_pictures()?;
        let boards = puzzles
            .iter()
            .map(|shown| shown.sheet_board(String::new(), true));
        let boards = boards.chain(
            solutions
                .iter()
                .map(|(_, shown)| shown.sheet_board(String::new(), false)),
        );
        let boards = Inline::new(boards.collect(), self.fill)?;
        let title = Escaped(&self.title);
        let columns = self.columns.min(puzzles.len() as u32).max(1);
        write!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
             <style>\n{SHEET_STYLE}</style>\n</head>\n<body>\n"
        )?;
        boards.write_shared(out)?;
        writeln!(
            out,
            "<h1>{title}</h1>\n<section style=\"--columns: {columns}\">"
        )?;
        for number in 1..=puzzles.len() {
            out.write_all(b"<figure>")?;
            boards.write(number - 1, out)?;
            writeln!(
                out,
                "<figcaption>{}</figcaption></figure>",
                Escaped(&self.picture_caption(number))
            )?;
        }
        out.write_all(b"</section>\n")?;
        if !solutions.is_empty() {
            writeln!(
                out,
                "<section class=\"solutions\" style=\"--columns: {}\">\n<h2>Solutions</h2>",
                2 * columns
            )?;
            for (at, (number, _)) in solutions.iter().enumerate() {
                out.write_all(b"<figure>")?;
                boards.write(puzzles.len() + at, out)?;
                writeln!(out, "<figcaption>{number}</figcaption></figure>")?;
            }
            out.write_all(b"</section>\n")?;
        }
        Ok(out.write_all(b"</body>\n</html>\n")?)
    }

    /// Returns the pages as SVG pictures, `per_page` puzzles on each, with the solutions
    /// on the last.
    ///
    /// # Errors
    /// A board that cannot be drawn.
    ///
    /// # Complexity
    /// O(squares) of all boards.
    pub fn svg_pages(&self, per_page: usize) -> Result<Vec<String>, WriteError> {
        let (puzzles, solutions) = self.draw_pictures()?;
        let numbered: Vec<(usize, &PuzzlePicture)> = (1..).zip(&puzzles).collect();
        let solved: Vec<(usize, &PuzzlePicture)> = solutions
            .iter()
            .map(|(number, shown)| (*number, shown))
            .collect();
        let mut pages = Vec::new();
        for page in numbered.chunks(per_page.max(1)) {
            let boards = page.iter().map(|&(number, shown)| {
                shown.sheet_board(self.picture_caption(number), true)
            });
            pages.push(self.svg_page(boards.collect())?);
        }
        if !solved.is_empty() {
            let boards = solved.iter().map(|&(number, shown)| {
                shown.sheet_board(format!("solution {number}"), false)
            });
            pages.push(self.svg_page(boards.collect())?);
        }
        Ok(pages)
    }

    fn svg_page(
        &self,
        boards: Vec<queens_formats::render::sheet::SheetBoard<'_>>,
    ) -> Result<String, WriteError> {
        let mut page = Vec::new();
        write_svg(&self.title, boards, self.fill.into(), &mut page)?;
        // The writer produces UTF-8.
        Ok(String::from_utf8_lossy(&page).into_owned())
    }
}
