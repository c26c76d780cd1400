//! Text and CSV: one solution a line.

use super::{Renderer, Summary};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::relative::{Group, GroupKind};
use queens_model::square::Square;
use std::fmt::{self, Write as _};
use std::io::{self, Write};

/// A word of a solution in the form for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// The column of a row's queen, from 0.
    Column(u32),
    /// A row without a queen.
    Empty,
    /// The square of a queen, if rows may have several.
    Square(Square),
}

/// Counts from 1.
impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // A character is stored; text is copied by a call, which costs more than one
            // digit.
            &Token::Column(column @ ..9) => f.write_char(char::from(b'1' + column as u8)),
            Token::Column(column) => {
                f.write_str(itoa::Buffer::new().format(u64::from(*column) + 1))
            }
            Token::Empty => f.write_str("-"),
            Token::Square(square) => write!(f, "{square}"),
        }
    }
}

/// Returns the words of a solution: one for each row if no row has two queens, else one
/// for each queen.
pub(super) fn list_tokens(
    placement: &Placement,
    rows: u32,
) -> impl Iterator<Item = Token> {
    let one_per_row = has_one_per_row(placement);
    let mut squares = placement.squares().iter().peekable();
    let mut row = 0;
    std::iter::from_fn(move || {
        if !one_per_row {
            return squares.next().map(|&square| Token::Square(square));
        }
        if row == rows {
            return None;
        }
        let queen = squares.next_if(|square| square.row == row);
        row += 1;
        Some(queen.map_or(Token::Empty, |queen| Token::Column(queen.column)))
    })
}

/// Returns true if no row has two queens.
pub(super) fn has_one_per_row(placement: &Placement) -> bool {
    placement
        .squares()
        .windows(2)
        .all(|pair| pair[0].row < pair[1].row)
}

/// The words of a solution with `separator` between them.
pub(super) struct JoinedTokens<'a> {
    pub(super) placement: &'a Placement,
    pub(super) rows: u32,
    pub(super) separator: char,
}

impl fmt::Display for JoinedTokens<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, token) in list_tokens(self.placement, self.rows).enumerate() {
            if i > 0 {
                f.write_char(self.separator)?;
            }
            token.fmt(f)?;
        }
        Ok(())
    }
}

/// Renderer of text or CSV.
pub(super) struct LineRenderer {
    rows: u32,
    separator: char,
    /// The line, written as a whole.
    line: String,
}

impl LineRenderer {
    pub(super) fn new(problem: &Problem, separator: char) -> Self {
        LineRenderer {
            rows: problem.rows(),
            separator,
            line: String::new(),
        }
    }
}

impl Renderer for LineRenderer {
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn solution(&mut self, placement: &Placement, out: &mut dyn Write) -> io::Result<()> {
        self.line.clear();
        let tokens = JoinedTokens {
            placement,
            rows: self.rows,
            separator: self.separator,
        };
        writeln!(self.line, "{tokens}").map_err(io::Error::other)?;
        out.write_all(self.line.as_bytes())
    }

    /// Writes a line for each group, with the names of its squares or `-`. No groups are
    /// a board without pieces.
    fn groups(&mut self, groups: &[Group], out: &mut dyn Write) -> io::Result<()> {
        if groups.is_empty() {
            // No set has a piece; a line of its own keeps solutions apart.
            return self.groups(
                &[Group {
                    kind: GroupKind::Color(1),
                    placement: Placement::default(),
                }],
                out,
            );
        }
        for Group { kind, placement } in groups {
            write!(out, "{kind}")?;
            if placement.is_empty() {
                write!(out, "{}-", self.separator)?;
            }
            placement
                .squares()
                .iter()
                .try_for_each(|square| write!(out, "{}{square}", self.separator))?;
            writeln!(out)?;
        }
        Ok(())
    }

    /// Marks an incomplete list by a comment.
    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        match summary.outcome {
            outcome if outcome.is_complete() => Ok(()),
            _ => writeln!(out, "# {summary}"),
        }
    }
}
