//! A board as a program printed it, right or wrong.

/// A square that a program named: row and column from 0, which may be off the board.
pub type PrintedSquare = (i64, i64);

/// The queens of one answer, by row and then column.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    cells: Vec<PrintedSquare>,
}

/// A line on which queens can attack each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Line {
    /// A row.
    Row(i64),
    /// A column.
    Column(i64),
    /// A falling diagonal: row minus column.
    Falling(i64),
    /// A rising diagonal: row plus column.
    Rising(i64),
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineKind {
    /// Rows.
    Row,
    /// Columns.
    Column,
    /// Falling diagonals.
    Falling,
    /// Rising diagonals.
    Rising,
}

impl Line {
    /// Returns the kind of the line.
    #[must_use]
    pub fn kind(self) -> LineKind {
        match self {
            Line::Row(_) => LineKind::Row,
            Line::Column(_) => LineKind::Column,
            Line::Falling(_) => LineKind::Falling,
            Line::Rising(_) => LineKind::Rising,
        }
    }

    /// Returns the line that both squares are on; `None` if queens there do not attack
    /// each other.
    fn through((r, c): PrintedSquare, (s, d): PrintedSquare) -> Option<Line> {
        if r == s {
            Some(Line::Row(r))
        } else if c == d {
            Some(Line::Column(c))
        } else if r - c == s - d {
            Some(Line::Falling(r - c))
        } else if r + c == s + d {
            Some(Line::Rising(r + c))
        } else {
            None
        }
    }
}

/// Two queens that attack each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The line that they share.
    pub line: Line,
    /// Their squares.
    pub queens: [PrintedSquare; 2],
}

impl Board {
    /// Creates a board from squares in any order.
    #[must_use]
    pub fn new(mut cells: Vec<PrintedSquare>) -> Self {
        cells.sort_unstable();
        Board { cells }
    }

    /// Creates a board from the column of the queen in each row.
    #[must_use]
    pub fn from_columns(columns: &[i64]) -> Self {
        Board::new((0..).zip(columns.iter().copied()).collect())
    }

    /// Returns the squares, by row and then column.
    #[must_use]
    pub fn cells(&self) -> &[PrintedSquare] {
        &self.cells
    }

    /// Returns every two queens that attack each other, blocked or not.
    ///
    /// # Complexity
    /// Quadratic in the number of queens.
    #[must_use]
    pub fn clashes(&self) -> Vec<Clash> {
        let mut clashes = Vec::new();
        for (at, &first) in self.cells.iter().enumerate() {
            for &second in &self.cells[at + 1..] {
                if let Some(line) = Line::through(first, second) {
                    clashes.push(Clash {
                        line,
                        queens: [first, second],
                    });
                }
            }
        }
        clashes
    }

    /// Returns true if every queen is on the board of n x n.
    #[must_use]
    pub fn is_within(&self, n: u32) -> bool {
        let side = 0..i64::from(n);
        let mut cells = self.cells.iter();
        cells.all(|(row, column)| side.contains(row) && side.contains(column))
    }

    /// Returns true if the board is a solution for n queens.
    #[must_use]
    pub fn is_solution(&self, n: u32) -> bool {
        self.cells.len() == n as usize && self.is_within(n) && self.clashes().is_empty()
    }

    /// Returns the board with the left and right side exchanged.
    #[must_use]
    pub fn mirrored(&self, n: u32) -> Self {
        let last = i64::from(n) - 1;
        Board::new(self.cells.iter().map(|&(r, c)| (r, last - c)).collect())
    }

    /// Returns the board turned by a quarter.
    fn turned(&self, n: u32) -> Self {
        let last = i64::from(n) - 1;
        Board::new(self.cells.iter().map(|&(r, c)| (c, last - r)).collect())
    }

    /// Returns the least of the eight images of the board under rotation and reflection.
    #[must_use]
    pub fn canonical(&self, n: u32) -> Self {
        let mut least = self.clone();
        let mut image = self.clone();
        for _ in 0..4 {
            image = image.turned(n);
            least = least.min(image.clone()).min(image.mirrored(n));
        }
        least
    }

    /// Returns the board with every number lowered: rows by `rows`, columns by `columns`.
    pub(crate) fn lowered(&self, rows: i64, columns: i64) -> Self {
        Board::new(
            self.cells
                .iter()
                .map(|&(row, column)| (row - rows, column - columns))
                .collect(),
        )
    }
}
