//! Sheets for printing: several puzzles, with their solutions on the last page.

use super::WriteError;
use super::picture::PuzzlePicture;
use crate::{CreditField, Mark, Position, PuzzleCredits};
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

/// Rules in the words of the author, date and licence.
fn credit_lines(credits: &PuzzleCredits) -> Vec<String> {
    let own = credits.get(CreditField::Rules).lines();
    let mut lines: Vec<String> = own.map(str::to_owned).collect();
    let terms = [CreditField::Date, CreditField::Licence].map(|field| credits.get(field));
    let terms: Vec<&str> = terms.into_iter().filter(|text| !text.is_empty()).collect();
    lines.push(terms.join(", "));
    lines.retain(|line| !line.is_empty());
    lines
}

/// Lines of a paragraph.
fn escaped_lines(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| Escaped(line).to_string()).collect();
    lines.join("<br>")
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
        let puzzle = self.puzzles.get(number - 1);
        let words = puzzle.map_or("", |puzzle| &puzzle.caption);
        let byline = puzzle
            .filter(|_| self.shared_credits().is_none())
            .and_then(|puzzle| puzzle.position.puzzle().credits().byline())
            .unwrap_or_default();
        let parts = [&byline, words];
        let parts: Vec<&str> =
            parts.into_iter().filter(|part| !part.is_empty()).collect();
        match &parts[..] {
            [] => number.to_string(),
            parts => format!("{number}: {}", parts.join(", ")),
        }
    }

    /// The rules as sentences, if they are the same for all puzzles.
    fn common_rules(&self) -> Option<String> {
        let mut rules = self
            .puzzles
            .iter()
            .map(|puzzle| puzzle.position.puzzle().rule_sentences().join(" "));
        let first = rules.next()?;
        rules.all(|other| other == first).then_some(first)
    }

    /// The words under a board: number, title, author and caption; its rules if others
    /// have different ones; the rules of its author, date and licence.
    fn figure_words(&self, number: usize, has_rules: bool) -> Vec<String> {
        let mut words = vec![self.picture_caption(number)];
        let Some(puzzle) = self.puzzles.get(number - 1) else {
            return words;
        };
        let puzzle = puzzle.position.puzzle();
        if has_rules {
            words.push(puzzle.rule_sentences().join(" "));
        }
        if self.shared_credits().is_none() {
            words.extend(credit_lines(puzzle.credits()));
        }
        words
    }

    /// The credits, if they are the same for all puzzles and not empty.
    fn shared_credits(&self) -> Option<&PuzzleCredits> {
        let mut credits = self
            .puzzles
            .iter()
            .map(|puzzle| puzzle.position.puzzle().credits());
        let first = credits.next().filter(|credits| !credits.is_empty())?;
        credits.all(|other| other == first).then_some(first)
    }

    /// The lines below the title: who made all the puzzles, and their rules.
    fn head_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(credits) = self.shared_credits() {
            let title = credits.get(CreditField::Title);
            if title != self.title {
                lines.push(title.to_owned());
            }
            let author = credits.get(CreditField::Author);
            if !author.is_empty() {
                lines.push(format!("by {author}"));
            }
        }
        lines.extend(self.common_rules());
        if let Some(credits) = self.shared_credits() {
            lines.extend(credit_lines(credits));
        }
        lines.retain(|line| !line.is_empty());
        lines
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
        writeln!(out, "<h1>{title}</h1>")?;
        let has_common_rules = self.common_rules().is_some();
        let head = escaped_lines(&self.head_lines());
        writeln!(out, "<p class=\"rules\">{head}</p>")?;
        writeln!(out, "<section style=\"--columns: {columns}\">")?;
        for number in 1..=puzzles.len() {
            out.write_all(b"<figure>")?;
            boards.write(number - 1, out)?;
            let words = escaped_lines(&self.figure_words(number, !has_common_rules));
            writeln!(out, "<figcaption>{words}</figcaption></figure>")?;
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
        let words = self.head_lines().join(" ");
        write_svg(&self.title, &words, boards, self.fill.into(), &mut page)?;
        // The writer produces UTF-8.
        Ok(String::from_utf8_lossy(&page).into_owned())
    }
}
