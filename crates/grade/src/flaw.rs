//! Programs that are wrong in one way: what each lists for a size.

use crate::board::Board;
use std::collections::BTreeSet;

/// Largest size for which flaws are compared with answers: without its diagonals, n = 8
/// has 40,320 boards.
pub const MAX_COMPARED: u32 = 8;

/// One fault of an otherwise right program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flaw {
    /// Falling diagonals are not tested.
    FallingUntested,
    /// Rising diagonals are not tested.
    RisingUntested,
    /// No diagonal is tested.
    DiagonalsUntested,
    /// Columns are not tested.
    ColumnsUntested,
    /// Diagonals are tested between neighbouring rows alone.
    NeighboursOnly,
    /// Only one solution of each size.
    OneSolution,
    /// The first safe square of each row, without going back; or going back to squares
    /// whose columns or diagonals are still taken, which comes to the same.
    NoBacktracking,
    /// That for each square of the first row.
    BacktracksToFirstRow,
    /// The queen of the first row is in the first column.
    FirstColumnOnly,
    /// Solutions with the first queen left of the middle.
    LeftHalf,
    /// Those with the first queen left of the middle or on it.
    LeftHalfAndMiddle,
    /// One of each solution and its mirror image.
    MirrorsLeftOut,
    /// One of each class of rotations and reflections.
    OnePerClass,
    /// The left half and its mirror images, without the middle column.
    MiddleLeftOut,
    /// The left half with the middle, and the mirror images of all of these.
    MiddleTwice,
    /// Every solution twice.
    Twice,
    /// All solutions but the first in the order of the search.
    WithoutFirst,
    /// All solutions but the last one.
    WithoutLast,
    /// The solutions of the size below.
    SizeBelow,
    /// The solutions of the size above.
    SizeAbove,
    /// Safe boards of all rows but the last.
    RowShort,
    /// Columns from 0 to n.
    ColumnTooMany,
    /// Diagonals of one kind stay taken when the search goes back.
    DiagonalKept,
}

impl Flaw {
    /// All flaws.
    pub const ALL: [Flaw; 23] = [
        Flaw::FallingUntested,
        Flaw::RisingUntested,
        Flaw::DiagonalsUntested,
        Flaw::ColumnsUntested,
        Flaw::NeighboursOnly,
        Flaw::OneSolution,
        Flaw::NoBacktracking,
        Flaw::BacktracksToFirstRow,
        Flaw::FirstColumnOnly,
        Flaw::LeftHalf,
        Flaw::LeftHalfAndMiddle,
        Flaw::MirrorsLeftOut,
        Flaw::OnePerClass,
        Flaw::MiddleLeftOut,
        Flaw::MiddleTwice,
        Flaw::Twice,
        Flaw::WithoutFirst,
        Flaw::WithoutLast,
        Flaw::SizeBelow,
        Flaw::SizeAbove,
        Flaw::RowShort,
        Flaw::ColumnTooMany,
        Flaw::DiagonalKept,
    ];

    /// Returns true if a program with this flaw lists these boards for n, in any order.
    pub(crate) fn explains_boards(self, n: u32, boards: &[Board]) -> bool {
        match self {
            Flaw::OneSolution => {
                boards.len() == solutions(n).len().min(1)
                    && boards.iter().all(|board| board.is_solution(n))
            }
            Flaw::MirrorsLeftOut => {
                is_choice(n, boards, |board| board.clone().min(board.mirrored(n)))
            }
            Flaw::OnePerClass => is_choice(n, boards, |board| board.canonical(n)),
            Flaw::NoBacktracking | Flaw::BacktracksToFirstRow | Flaw::DiagonalKept => {
                // The same search from the right.
                let mirrored: Vec<_> =
                    boards.iter().map(|board| board.mirrored(n)).collect();
                self.lists(n, boards) || self.lists(n, &mirrored)
            }
            _ => self.lists(n, boards),
        }
    }

    /// Returns true if these are the boards that a program with this flaw lists.
    fn lists(self, n: u32, boards: &[Board]) -> bool {
        let mut listed = boards.to_vec();
        listed.sort_unstable();
        listed == self.sorted_boards(n)
    }

    /// Returns the number of boards that a program with this flaw counts for n.
    pub(crate) fn count_boards(self, n: u32) -> u64 {
        let classes = |class: fn(&Board, u32) -> Board| {
            let all = solutions(n);
            let images: BTreeSet<_> = all.iter().map(|board| class(board, n)).collect();
            images.len() as u64
        };
        match self {
            Flaw::OneSolution => solutions(n).len().min(1) as u64,
            Flaw::MirrorsLeftOut => {
                classes(|board, n| board.clone().min(board.mirrored(n)))
            }
            Flaw::OnePerClass => classes(Board::canonical),
            _ => self.sorted_boards(n).len() as u64,
        }
    }

    #[cfg(test)]
    pub(crate) fn boards_for_tests(self, n: u32) -> Vec<Board> {
        self.list_boards(n)
    }

    /// Returns the boards that a program with this flaw lists for n, sorted.
    fn sorted_boards(self, n: u32) -> Vec<Board> {
        let mut boards = self.list_boards(n);
        boards.sort_unstable();
        boards
    }

    fn list_boards(self, n: u32) -> Vec<Board> {
        let all = Rule::default();
        let none = Reach::Nowhere;
        match self {
            Flaw::FallingUntested => Rule {
                falling: none,
                ..all
            }
            .boards(n, n),
            Flaw::RisingUntested => Rule {
                rising: none,
                ..all
            }
            .boards(n, n),
            Flaw::DiagonalsUntested => Rule {
                falling: none,
                rising: none,
                ..all
            }
            .boards(n, n),
            Flaw::ColumnsUntested => Rule {
                columns: false,
                ..all
            }
            .boards(n, n),
            Flaw::NeighboursOnly => {
                let near = Reach::NextRow;
                Rule {
                    falling: near,
                    rising: near,
                    ..all
                }
                .boards(n, n)
            }
            Flaw::NoBacktracking => complete_greedily(n, &[]).into_iter().collect(),
            Flaw::BacktracksToFirstRow => (0..i64::from(n))
                .filter_map(|first| complete_greedily(n, &[first]))
                .collect(),
            Flaw::FirstColumnOnly => starting_where(n, |column| column == 0),
            Flaw::LeftHalf => left_half(n, false),
            Flaw::LeftHalfAndMiddle => left_half(n, true),
            Flaw::MiddleLeftOut => with_mirrors(left_half(n, false), n),
            Flaw::MiddleTwice => with_mirrors(left_half(n, true), n),
            Flaw::Twice => [solutions(n), solutions(n)].concat(),
            Flaw::WithoutFirst => solutions(n).into_iter().skip(1).collect(),
            Flaw::WithoutLast => {
                let mut boards = solutions(n);
                boards.pop();
                boards
            }
            Flaw::SizeBelow => solutions(n - 1),
            Flaw::SizeAbove => solutions(n + 1),
            Flaw::RowShort => all.boards(n - 1, n),
            Flaw::ColumnTooMany => all.boards(n, n + 1),
            Flaw::DiagonalKept => search_keeping_diagonals(n),
            // These list any one of several boards.
            Flaw::OneSolution | Flaw::MirrorsLeftOut | Flaw::OnePerClass => Vec::new(),
        }
    }
}

/// Returns the solutions for n queens in the order of their columns.
///
/// # Complexity
/// The textbook search: 10 ms for n = 10.
#[must_use]
pub fn solutions(n: u32) -> Vec<Board> {
    Rule::default().boards(n, n)
}

/// Returns the number of safe boards with up to n rows, which the textbook search visits.
pub(crate) fn search_nodes(n: u32) -> u64 {
    Rule::default().count_nodes(&mut Vec::new(), n)
}

/// Returns true if the boards are solutions, one of each class.
fn is_choice(n: u32, boards: &[Board], class: impl Fn(&Board) -> Board) -> bool {
    let classes: BTreeSet<_> = boards.iter().map(&class).collect();
    let all: BTreeSet<_> = solutions(n).iter().map(class).collect();
    boards.len() == classes.len()
        && classes == all
        && boards.iter().all(|board| board.is_solution(n))
}

fn starting_where(n: u32, is_start: impl Fn(i64) -> bool) -> Vec<Board> {
    let mut boards = solutions(n);
    boards.retain(|board| board.cells().first().is_some_and(|cell| is_start(cell.1)));
    boards
}

fn left_half(n: u32, has_middle: bool) -> Vec<Board> {
    let end = (i64::from(n) + i64::from(has_middle)) / 2;
    starting_where(n, |column| column < end)
}

fn with_mirrors(mut boards: Vec<Board>, n: u32) -> Vec<Board> {
    let images: Vec<_> = boards.iter().map(|board| board.mirrored(n)).collect();
    boards.extend(images);
    boards
}

/// Reach of a test of diagonals.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Reach {
    #[default]
    Everywhere,
    NextRow,
    Nowhere,
}

impl Reach {
    fn covers(self, rows: i64) -> bool {
        match self {
            Reach::Everywhere => true,
            Reach::NextRow => rows == 1,
            Reach::Nowhere => false,
        }
    }
}

/// Tests of a search.
#[derive(Clone, Copy)]
struct Rule {
    columns: bool,
    falling: Reach,
    rising: Reach,
}

impl Default for Rule {
    fn default() -> Self {
        Rule {
            columns: true,
            falling: Reach::Everywhere,
            rising: Reach::Everywhere,
        }
    }
}

impl Rule {
    /// Returns the boards with one queen in each of `rows` rows that the rule allows.
    fn boards(self, rows: u32, columns: u32) -> Vec<Board> {
        let mut found = Vec::new();
        self.extend(&mut Vec::new(), rows as usize, columns.into(), &mut found);
        found
    }

    fn extend(
        self,
        placed: &mut Vec<i64>,
        rows: usize,
        columns: i64,
        found: &mut Vec<Board>,
    ) {
        if placed.len() == rows {
            found.push(Board::from_columns(placed));
            return;
        }
        for column in 0..columns {
            if self.allows(placed, column) {
                placed.push(column);
                self.extend(placed, rows, columns, found);
                placed.pop();
            }
        }
    }

    fn count_nodes(self, placed: &mut Vec<i64>, n: u32) -> u64 {
        let mut nodes = 1;
        if placed.len() < n as usize {
            for column in 0..i64::from(n) {
                if self.allows(placed, column) {
                    placed.push(column);
                    nodes += self.count_nodes(placed, n);
                    placed.pop();
                }
            }
        }
        nodes
    }

    /// Returns true if a queen in the next row passes the tests.
    fn allows(self, placed: &[i64], column: i64) -> bool {
        let mut earlier = (1..).zip(placed.iter().rev());
        earlier.all(|(rows, &other)| {
            let is_column = self.columns && other == column;
            let is_falling = self.falling.covers(rows) && column - other == rows;
            let is_rising = self.rising.covers(rows) && other - column == rows;
            !is_column && !is_falling && !is_rising
        })
    }
}

/// Returns the board that the first safe square of each further row completes.
fn complete_greedily(n: u32, start: &[i64]) -> Option<Board> {
    let rule = Rule::default();
    let mut placed = start.to_vec();
    while placed.len() < n as usize {
        let next = (0..i64::from(n)).find(|&column| rule.allows(&placed, column))?;
        placed.push(next);
    }
    Some(Board::from_columns(&placed))
}

/// Returns what the search with flags lists if the flags of rising diagonals are not
/// cleared when it goes back. With kept columns, or falling diagonals, it lists what
/// [`Flaw::NoBacktracking`] does.
fn search_keeping_diagonals(n: u32) -> Vec<Board> {
    let mut search = KeepingSearch {
        n: n.into(),
        taken: BTreeSet::new(),
        placed: Vec::new(),
        found: Vec::new(),
    };
    search.place_next();
    search.found
}

struct KeepingSearch {
    n: i64,
    /// Rising diagonals that had a queen.
    taken: BTreeSet<i64>,
    placed: Vec<i64>,
    found: Vec<Board>,
}

impl KeepingSearch {
    fn place_next(&mut self) {
        let row = self.placed.len() as i64;
        if row == self.n {
            self.found.push(Board::from_columns(&self.placed));
            return;
        }
        let rule = Rule {
            rising: Reach::Nowhere,
            ..Rule::default()
        };
        for column in 0..self.n {
            if rule.allows(&self.placed, column) && self.taken.insert(row + column) {
                self.placed.push(column);
                self.place_next();
                self.placed.pop();
            }
        }
    }
}
