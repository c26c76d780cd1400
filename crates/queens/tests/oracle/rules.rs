//! The rules by brute force: attacks walked square by square, and every set of queens
//! that do not attack each other.

use crate::board::{Beyond, Board, Kind, Range};

/// A set of squares, a bit for each.
pub(crate) type Set = u64;

/// Every answer about one board.
pub(crate) struct Truth {
    attacked: Vec<Set>,
    free: Set,
    /// The sets that hold the givens, none attacking another.
    pub(crate) sets: Vec<Set>,
    /// Those that meet every demand, in the order of their lists of squares.
    pub(crate) solutions: Vec<Set>,
}

impl Truth {
    /// All of them; none if there are more than `most` sets.
    pub(crate) fn from_board(board: &Board, most: usize) -> Option<Self> {
        let squares = board.kinds.len();
        let mut attacked = vec![0; squares];
        for from in 0..squares {
            for to in struck(board, from) {
                attacked[from] |= 1 << to;
                attacked[to] |= 1 << from;
            }
        }
        let free = (0..squares)
            .filter(|&at| board.kinds[at] == Kind::Free)
            .map(|at| 1 << at)
            .sum();
        let mut truth = Truth {
            attacked,
            free,
            sets: Vec::new(),
            solutions: Vec::new(),
        };
        let mut given = 0;
        for &square in &board.givens {
            given |= 1 << square;
        }
        truth.extend(0, 0, given, most)?;
        truth.solutions = truth
            .sets
            .iter()
            .copied()
            .filter(|&set| is_solution(board, set))
            .collect();
        truth.solutions.sort_by_key(|&set| list(set));
        Some(truth)
    }

    /// Adds `set` and all that follow from it by squares from `next` on.
    fn extend(&mut self, set: Set, next: usize, given: Set, most: usize) -> Option<()> {
        if set & given == given {
            self.sets.push(set);
        }
        if self.sets.len() > most {
            return None;
        }
        for square in next..self.attacked.len() {
            if self.free >> square & 1 == 1 && self.attacked[square] & set == 0 {
                self.extend(set | 1 << square, square + 1, given, most)?;
            }
            // Whatever comes later cannot hold this given queen.
            if given >> square & 1 == 1 {
                return Some(());
            }
        }
        Some(())
    }

    /// The size of the largest set that fills no row and no column beyond its number, and
    /// gives regions theirs.
    pub(crate) fn maximum(&self, board: &Board) -> Option<u32> {
        let fits = |&&set: &&Set| {
            lines(board, set, |number, (_, high)| is_in(number, (0, high)))
                && of_regions(board, set, is_in)
        };
        self.sets
            .iter()
            .filter(fits)
            .map(|set| set.count_ones())
            .max()
    }

    /// The number of sets to which no queen can be added.
    pub(crate) fn maximal(&self, board: &Board) -> usize {
        let up_to = |number, (_, high)| is_in(number, (0, high));
        let fits = |set: Set| lines(board, set, up_to) && of_regions(board, set, up_to);
        let can_grow = |set: Set| {
            (0..self.attacked.len()).any(|square| {
                let is_open = self.free & !set & !self.conflicts(set);
                is_open >> square & 1 == 1 && fits(set | 1 << square)
            })
        };
        self.sets
            .iter()
            .filter(|&&set| fits(set) && !can_grow(set))
            .count()
    }

    fn conflicts(&self, set: Set) -> Set {
        list(set)
            .into_iter()
            .map(|square| self.attacked[square])
            .fold(0, |all, one| all | one)
    }

    /// The turns and reflections that count as symmetries: they take the board with its
    /// blocked squares, attacks, givens and regions that take a certain number to itself,
    /// and every solution to a solution.
    pub(crate) fn symmetries(&self, board: &Board) -> Vec<Map> {
        Map::all(board)
            .into_iter()
            .filter(|map| self.is_symmetry(board, map))
            .collect()
    }

    fn is_symmetry(&self, board: &Board, map: &Map) -> bool {
        let squares = 0..self.attacked.len();
        let given: Set = board.givens.iter().fold(0, |set, &given| set | 1 << given);
        let mut regions = regions(board, self.free);
        let mut images: Vec<Set> =
            regions.iter().map(|&region| map.image(region)).collect();
        regions.sort_unstable();
        images.sort_unstable();
        let free = squares.filter(|&square| self.free >> square & 1 == 1);
        map.image(self.free) == self.free
            && map.image(given) == given
            && regions == images
            && free.into_iter().all(|square| {
                map.image(self.attacked[square] & self.free)
                    == self.attacked[map.0[square]] & self.free
            })
            && self.solutions.iter().all(|&set| self.has(map.image(set)))
    }

    pub(crate) fn has(&self, set: Set) -> bool {
        self.solutions
            .binary_search_by_key(&list(set), |&known| list(known))
            .is_ok()
    }
}

/// The numbers of the squares of a set, ascending.
pub(crate) fn list(set: Set) -> Vec<usize> {
    (0..64).filter(|&square| set >> square & 1 == 1).collect()
}

/// Every square that a queen on `from` attacks, blocked ones among them.
pub(crate) fn struck(board: &Board, from: usize) -> Vec<usize> {
    let mut found = Vec::new();
    for &(down, right, times) in &board.rays {
        for sign in [1, -1] {
            let mut walker = Walker {
                at: board.place(from),
                step: (sign * down, sign * right),
            };
            let mut left = times.map_or(10_000, |times| times);
            while left > 0 && walker.walk(board) {
                left -= 1;
                let (row, column) = walker.at;
                if row < 0 || column < 0 {
                    continue; // in a mirror
                }
                let square = (row * board.columns + column) as usize;
                if square == from || board.kinds[square] == Kind::Wall {
                    break;
                }
                found.push(square);
            }
        }
    }
    found
}

/// Somebody who walks straight on.
struct Walker {
    at: (i64, i64),
    step: (i64, i64),
}

impl Walker {
    /// Takes a step; whether it ends on the board, or in a mirror along it.
    fn walk(&mut self, board: &Board) -> bool {
        self.at.0 += self.step.0;
        self.at.1 += self.step.1;
        loop {
            let (row, column) = self.at;
            let is_mirrored = |at: i64, beyond| at == -1 && beyond == Beyond::Mirror;
            let fits_rows =
                (0..board.rows).contains(&row) || is_mirrored(row, board.top_bottom);
            let fits_columns = (0..board.columns).contains(&column)
                || is_mirrored(column, board.left_right);
            match (fits_rows, fits_columns) {
                (true, true) => return true,
                (false, _) => match board.top_bottom {
                    Beyond::Nothing => return false,
                    Beyond::Mirror if row > 0 => return false,
                    // Behind the strip lies the image of the board.
                    Beyond::Mirror => (self.at.0, self.step.0) = (-2 - row, -self.step.0),
                    Beyond::Joined => {
                        self.at.0 += if row < 0 { board.rows } else { -board.rows }
                    }
                    Beyond::Twisted => {
                        self.at = (
                            row + if row < 0 { board.rows } else { -board.rows },
                            board.columns - 1 - column,
                        );
                        self.step.1 = -self.step.1;
                    }
                },
                (true, false) => match board.left_right {
                    Beyond::Nothing => return false,
                    Beyond::Mirror if column > 0 => return false,
                    Beyond::Mirror => {
                        (self.at.1, self.step.1) = (-2 - column, -self.step.1);
                    }
                    Beyond::Joined => {
                        self.at.1 += if column < 0 {
                            board.columns
                        } else {
                            -board.columns
                        }
                    }
                    Beyond::Twisted => {
                        self.at = (
                            board.rows - 1 - row,
                            column
                                + if column < 0 {
                                    board.columns
                                } else {
                                    -board.columns
                                },
                        );
                        self.step.0 = -self.step.0;
                    }
                },
            }
        }
    }
}

fn is_in(number: u32, (low, high): Range) -> bool {
    low <= number && high.is_none_or(|high| number <= high)
}

/// True if every row and column of `set` has a number that `fits` its range.
fn lines(board: &Board, set: Set, fits: impl Fn(u32, Range) -> bool) -> bool {
    let places: Vec<(i64, i64)> = list(set)
        .into_iter()
        .map(|square| board.place(square))
        .collect();
    let in_row = |row| places.iter().filter(|place| place.0 == row).count() as u32;
    let in_column =
        |column| places.iter().filter(|place| place.1 == column).count() as u32;
    (0..board.rows).all(|row| fits(in_row(row), board.row))
        && (0..board.columns).all(|column| fits(in_column(column), board.column))
}

/// True if every region of `set` has a number that `fits` its range.
fn of_regions(board: &Board, set: Set, fits: impl Fn(u32, Range) -> bool) -> bool {
    let Some(map) = &board.regions else {
        return true;
    };
    let count = map.iter().max().map_or(0, |last| last + 1);
    let inside = |region| {
        list(set)
            .into_iter()
            .filter(|&square| map[square] == region)
            .count() as u32
    };
    (0..count).all(|region| fits(inside(region), board.region))
}

/// True if the givens exceed no upper bound of a row, column or region, or of the board.
pub(crate) fn is_open(board: &Board) -> bool {
    can_be_part(
        board,
        board.givens.iter().fold(0, |set, &given| set | 1 << given),
    )
}

/// True if `set` exceeds no upper bound of a row, column or region, or of the board.
pub(crate) fn can_be_part(board: &Board, set: Set) -> bool {
    let up_to = |number, (_, high)| is_in(number, (0, high));
    lines(board, set, up_to)
        && of_regions(board, set, up_to)
        && up_to(set.count_ones(), board.total)
}

fn is_solution(board: &Board, set: Set) -> bool {
    lines(board, set, is_in)
        && of_regions(board, set, is_in)
        && is_in(set.count_ones(), board.total)
}

/// The free squares of each region that does not take every number.
fn regions(board: &Board, free: Set) -> Vec<Set> {
    let Some(map) = &board.regions else {
        return Vec::new();
    };
    let count = map.iter().max().map_or(0, |last| last + 1);
    let of = |region| {
        (0..map.len())
            .filter(|&at| map[at] == region)
            .fold(0, |set, at| set | 1 << at)
            & free
    };
    let (low, high) = board.region;
    (0..count)
        .map(of)
        .filter(|set: &Set| low > 0 || high.is_some_and(|high| high < set.count_ones()))
        .collect()
}

/// The image of a place, from its row, its column, the last row and the last column.
type Image = fn(i64, i64, i64, i64) -> (i64, i64);

/// A turn or a reflection: for each square the one that it goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Map(pub(crate) Vec<usize>);

impl Map {
    /// Those of the board: identity, turns by 90, 180 and 270 degrees, top and bottom
    /// exchanged, left and right, and the reflections in both diagonals; of a rectangle
    /// only those that leave its sides as they are.
    pub(crate) fn all(board: &Board) -> Vec<Map> {
        let (last_row, last_column) = (board.rows - 1, board.columns - 1);
        let maps: [Image; 8] = [
            |row, column, _, _| (row, column),
            |row, column, last_row, last_column| (last_row - row, last_column - column),
            |row, column, last_row, _| (last_row - row, column),
            |row, column, _, last_column| (row, last_column - column),
            |row, column, last, _| (column, last - row),
            |row, column, last, _| (last - column, row),
            |row, column, _, _| (column, row),
            |row, column, last, _| (last - column, last - row),
        ];
        let maps = &maps[..if board.rows == board.columns { 8 } else { 4 }];
        let of = |map: &Image| {
            let image = |square| {
                let (row, column) = board.place(square);
                let (row, column) = map(row, column, last_row, last_column);
                (row * board.columns + column) as usize
            };
            Map((0..board.kinds.len()).map(image).collect())
        };
        maps.iter().map(of).collect()
    }

    pub(crate) fn image(&self, set: Set) -> Set {
        list(set)
            .into_iter()
            .fold(0, |image, square| image | 1 << self.0[square])
    }
}
