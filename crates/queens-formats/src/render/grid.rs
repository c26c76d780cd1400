//! Guide lines: the weight of each line of a drawn board, and its character.

use super::Charset;
use queens_model::problem::Problem;
use queens_model::square::Square;

/// Weight of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LineWeight {
    /// No line: off the board, or between the layers of a cube.
    None,
    /// Between squares of one region, and everywhere on a board without regions.
    Light,
    /// Between regions and around them.
    Heavy,
}

/// Box drawing characters by the weights of their arms: up, right, down, left, the last
/// varying fastest (Unicode block U+2500).
const JUNCTIONS: &str = concat!(
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳",
    "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈",
    "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋",
);

/// Guide lines of a board. Points and lines are numbered by the square to their lower
/// right, so that the board's own edges have the numbers 0 and `rows` or `columns`.
pub(super) struct GuideGrid<'p> {
    problem: &'p Problem,
    junctions: Vec<char>,
    charset: Charset,
}

impl<'p> GuideGrid<'p> {
    pub(super) fn new(problem: &'p Problem, charset: Charset) -> Self {
        GuideGrid {
            problem,
            junctions: JUNCTIONS.chars().collect(),
            charset,
        }
    }

    /// Returns the square at these coordinates, if it is on the board and not between the
    /// layers of a cube.
    fn square_at(&self, row: Option<u32>, column: Option<u32>) -> Option<Square> {
        let square = Square::new(row?, column?);
        self.problem.is_inside(square).then_some(square)
    }

    fn weight_between(&self, a: Option<Square>, b: Option<Square>) -> LineWeight {
        match (a, b) {
            (None, None) => LineWeight::None,
            (Some(a), Some(b)) if self.problem.region(a) == self.problem.region(b) => {
                LineWeight::Light
            }
            _ if self.problem.region_count() > 0 => LineWeight::Heavy,
            _ => LineWeight::Light,
        }
    }

    /// Returns the line above the square in `row` and `column`.
    pub(super) fn weight_above(&self, row: u32, column: Option<u32>) -> LineWeight {
        self.weight_between(
            self.square_at(row.checked_sub(1), column),
            self.square_at(Some(row), column),
        )
    }

    /// Returns the line left of the square in `row` and `column`.
    pub(super) fn left_of(&self, row: Option<u32>, column: u32) -> LineWeight {
        self.weight_between(
            self.square_at(row, column.checked_sub(1)),
            self.square_at(row, Some(column)),
        )
    }

    /// Returns the character of a vertical line.
    pub(super) fn vertical_line(&self, weight: LineWeight) -> char {
        match self.charset {
            Charset::Unicode => {
                self.join_lines(weight, LineWeight::None, weight, LineWeight::None)
            }
            Charset::Ascii => self.ascii_line(weight, '|'),
        }
    }

    /// Returns the character of a horizontal line.
    pub(super) fn horizontal_line(&self, weight: LineWeight) -> char {
        match self.charset {
            Charset::Unicode => {
                self.join_lines(LineWeight::None, weight, LineWeight::None, weight)
            }
            Charset::Ascii => self.ascii_line(weight, '-'),
        }
    }

    /// Returns the character of the upper left corner of the square in `row` and
    /// `column`.
    pub(super) fn junction_at(&self, row: u32, column: u32) -> char {
        let up = self.left_of(row.checked_sub(1), column);
        let right = self.weight_above(row, Some(column));
        let down = self.left_of(Some(row), column);
        let left = self.weight_above(row, column.checked_sub(1));
        match self.charset {
            Charset::Unicode => self.join_lines(up, right, down, left),
            Charset::Ascii => self.ascii_line(up.max(right).max(down).max(left), '+'),
        }
    }

    fn join_lines(
        &self,
        up: LineWeight,
        right: LineWeight,
        down: LineWeight,
        left: LineWeight,
    ) -> char {
        let index = [up, right, down, left]
            .into_iter()
            .fold(0, |index, arm| 3 * index + arm as usize);
        self.junctions[index]
    }

    /// Returns `line` or a blank. Seven-bit characters have one weight: on a board with
    /// regions, only borders of regions are drawn.
    fn ascii_line(&self, weight: LineWeight, line: char) -> char {
        match weight {
            LineWeight::None => ' ',
            LineWeight::Light if self.problem.region_count() > 0 => ' ',
            _ => line,
        }
    }
}
