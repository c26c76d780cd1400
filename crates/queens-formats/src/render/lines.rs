//! The guide lines and colours of a board, for programs that draw its squares themselves.

use super::Charset;
use super::grid::{GuideGrid, LineWeight};
use super::tints;
use queens_model::problem::Problem;
use queens_model::square::Square;

/// A piece of a guide line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuideLine {
    /// Its character; blank if no line is drawn.
    pub character: char,
    /// True if it is a border of a region or of the board.
    pub is_border: bool,
}

/// The guide lines of a board and the colours of its regions: those of
/// [`super::Format::Board`].
///
/// Lines and corners are named by the square to their lower right, so that those at the
/// board's lower and right edge have the numbers `rows` and `columns`.
pub struct GuideLines<'p> {
    problem: &'p Problem,
    grid: GuideGrid<'p>,
    colors: Vec<u8>,
}

impl<'p> GuideLines<'p> {
    /// Computes the lines of the board of `problem`.
    ///
    /// # Complexity
    /// Dominated by the choice of colours: O(squares + regions^2 x neighbours) for up to
    /// 26 regions, O(squares) for more.
    #[must_use]
    pub fn new(problem: &'p Problem, charset: Charset) -> Self {
        let colors = tints::region_tints(problem)
            .into_iter()
            .map(tints::terminal_color);
        GuideLines {
            problem,
            grid: GuideGrid::new(problem, charset),
            colors: colors.collect(),
        }
    }

    /// Returns the colour of the region of `square`, one of the 256 of a terminal, light
    /// enough for black letters; `None` without regions and off the board.
    #[must_use]
    pub fn color(&self, square: Square) -> Option<u8> {
        let region = self
            .problem
            .contains(square)
            .then(|| self.problem.region(square))??;
        self.colors.get(region as usize).copied()
    }

    /// Returns the line above the square in `row` and `column`.
    #[must_use]
    pub fn above(&self, row: u32, column: u32) -> GuideLine {
        let weight = self.grid.weight_above(row, Some(column));
        GuideLine {
            character: self.grid.horizontal_line(weight),
            is_border: weight == LineWeight::Heavy,
        }
    }

    /// Returns the line left of the square in `row` and `column`.
    #[must_use]
    pub fn left_of(&self, row: u32, column: u32) -> GuideLine {
        let weight = self.grid.left_of(Some(row), column);
        GuideLine {
            character: self.grid.vertical_line(weight),
            is_border: weight == LineWeight::Heavy,
        }
    }

    /// Returns the upper left corner of the square in `row` and `column`.
    #[must_use]
    pub fn corner(&self, row: u32, column: u32) -> GuideLine {
        let before = |number: u32| number.checked_sub(1);
        let arms = [
            self.grid.left_of(before(row), column),
            self.grid.weight_above(row, Some(column)),
            self.grid.left_of(Some(row), column),
            self.grid.weight_above(row, before(column)),
        ];
        GuideLine {
            character: self.grid.junction_at(row, column),
            is_border: arms.contains(&LineWeight::Heavy),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens_model::problem::Preset;

    #[test]
    fn guide_lines_match_the_board() {
        let regions = "AABAABCCC"
            .bytes()
            .map(|letter| u32::from(letter - b'A'))
            .collect();
        let problem = Preset::Regions
            .builder(3, 3)
            .regions(regions)
            .build()
            .expect("a problem");
        let lines = GuideLines::new(&problem, Charset::Unicode);
        let mut drawn = String::new();
        for row in 0..=3 {
            for column in 0..=3 {
                drawn.push(lines.corner(row, column).character);
                drawn.push(lines.above(row, column).character);
            }
            drawn.push('\n');
            for column in 0..=3 {
                drawn.push(lines.left_of(row, column).character);
                drawn.push(' ');
            }
            drawn.push('\n');
        }
        let expected = "\
┏━┯━┳━┓ 
┃ │ ┃ ┃ 
┠─┼─╂─┨ 
┃ │ ┃ ┃ 
┣━┿━╇━┫ 
┃ │ │ ┃ 
┗━┷━┷━┛ 
        
";
        assert_eq!(drawn.trim_end(), expected.trim_end());
        assert!(!lines.corner(1, 1).is_border && lines.corner(1, 2).is_border);
        let color = |row, column| lines.color(Square::new(row, column));
        assert_eq!(color(0, 0), color(1, 1));
        assert!(color(0, 0).is_some() && color(0, 0) != color(0, 2));
        assert_eq!(color(3, 0), None);
    }
}
