//! Boards within a frame of walls, as programs draw them:
//!
//! ```text
//! ######
//! #.Q..#
//! #...Q#
//! #Q...#
//! #..Q.#
//! ######
//! ```

use super::super::{Flow, SolutionLineError, SolutionSink, bad};
use super::lines::LineShape;
use super::open::OpenBoard;
use super::{TranscriptReader, boards};

/// Fewest walls in the upper edge.
const MIN_WIDTH: usize = 6;

/// A frame whose lower edge is not read yet.
pub(super) struct OpenFrame {
    line: u64,
    width: usize,
    /// The rows between the walls on the left and on the right.
    rows: Vec<Vec<char>>,
}

impl TranscriptReader {
    /// Reads a line of a frame; returns false if it is none.
    pub(super) fn framed_line(
        &mut self,
        at: u64,
        line: &str,
        sink: &mut SolutionSink<'_>,
    ) -> Flow<bool> {
        let signs: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
        let is_edge = signs.len() >= MIN_WIDTH && signs.iter().all(|&sign| sign == '#');
        let Some(mut frame) = self.frame.take() else {
            return match is_edge && self.open.rows.is_empty() {
                true => self.open_frame(at, signs.len(), sink).map(|()| true),
                false => Ok(false),
            };
        };
        match &signs[..] {
            _ if is_edge && signs.len() == frame.width && frame.is_full() => {
                self.open = OpenBoard {
                    line: frame.line + 1,
                    rows: frame.rows,
                    ..OpenBoard::default()
                };
                self.end_board(sink)?;
                Ok(true)
            }
            ['#', inner @ .., '#']
                if signs.len() == frame.width && !frame.is_full() && !is_edge =>
            {
                frame.rows.push(inner.to_vec());
                self.frame = Some(frame);
                Ok(true)
            }
            _ if frame.is_board() => bad(
                frame.line,
                SolutionLineError::CutOff("the lower edge of this frame"),
            ),
            // The upper edge was a line of signs above words.
            _ if is_edge => self.open_frame(at, signs.len(), sink).map(|()| true),
            _ => Ok(false),
        }
    }

    fn open_frame(
        &mut self,
        line: u64,
        width: usize,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        self.close_before(&LineShape::Edge, sink)?;
        self.frame = Some(OpenFrame {
            line,
            width,
            rows: Vec::new(),
        });
        Ok(())
    }

    /// Refuses a frame that is open at the end.
    pub(super) fn end_frame(&mut self) -> Flow {
        match self.frame.take() {
            Some(frame) if frame.is_board() => bad(
                frame.line,
                SolutionLineError::CutOff("the lower edge of this frame"),
            ),
            _ => Ok(()),
        }
    }
}

impl OpenFrame {
    fn is_full(&self) -> bool {
        self.rows.len() + 2 == self.width
    }

    /// Returns true if the rows are those of a board, not words in a box.
    fn is_board(&self) -> bool {
        boards::are_squares(&self.rows)
    }
}
