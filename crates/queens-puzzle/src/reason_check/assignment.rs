//! The search for an assignment of queens that satisfies the premises.

use super::board::kind_of;
use super::{ReasonBoard, ReasonFault};
use crate::{Fact, Mark, Premise};
use queens_model::square::Square;

/// Number of dead ends after which the search starts again with proofs by counting.
const DEAD_ENDS_BEFORE_COUNTING: u64 = 10;

/// Number of improvements of each of the first weights in the search for a proof by
/// counting: more before the first square is tried, because success there ends the
/// search.
const FIRST_COUNTING_ROUNDS: u32 = 100;
pub(super) const COUNTING_ROUNDS: u32 = 5;

/// Content of a square in an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SquareState {
    /// Not decided.
    Free,
    Empty,
    Queen,
}

/// The search met as many dead ends as it may.
pub(super) struct BudgetSpent;

/// All that the premises say.
pub(super) struct Constraints {
    /// For each square, the others that cannot hold a queen beside one there.
    pub(super) touched: Vec<Vec<usize>>,
    pub(super) units: Vec<NamedUnit>,
    /// Number of queens in each unit.
    pub(super) stars: usize,
    /// Sets of squares that touch each other: the blocks of 2 x 2. Empty without regions.
    pub(super) blocks: Vec<Vec<usize>>,
    pub(super) exchanges: Vec<PairExchange>,
    /// Constraints from the marks in the named units and from the named queens.
    pub(super) start: Vec<SquareState>,
}

/// A unit that has its queens.
pub(super) struct NamedUnit {
    /// Rows, columns or regions.
    pub(super) kind: usize,
    pub(super) squares: Vec<usize>,
}

/// If there is a queen on `standing`, then there is one on a square of `in_the_way`.
pub(super) struct PairExchange {
    standing: usize,
    in_the_way: Vec<usize>,
}

impl Constraints {
    /// Returns what the facts about units and queens say.
    pub(super) fn from_units_and_queens(
        board: &ReasonBoard,
        premises: &[Premise],
    ) -> Self {
        let mut constraints = Constraints {
            touched: (0..board.marks.len())
                .map(|index| board.touched_squares(board.square_at(index)))
                .collect(),
            units: Vec::new(),
            stars: board.stars as usize,
            blocks: if board.regions.is_some() {
                list_blocks(board.size)
            } else {
                Vec::new()
            },
            exchanges: Vec::new(),
            start: vec![SquareState::Empty; board.marks.len()],
        };
        for premise in premises {
            match premise.fact {
                Fact::Unit(unit) => {
                    let squares = board.unit_squares(unit).unwrap_or_default();
                    for &square in &squares {
                        constraints.start[square] = match board.marks[square] {
                            Mark::Open => SquareState::Free,
                            Mark::Cross => SquareState::Empty,
                            Mark::Queen => SquareState::Queen,
                        };
                    }
                    constraints.units.push(NamedUnit {
                        kind: kind_of(unit),
                        squares,
                    });
                }
                Fact::Queen(square) => {
                    constraints.start[board.square_index(square)] = SquareState::Queen;
                }
                Fact::OneSolution(_) => {}
            }
        }
        constraints
    }

    /// Adds what exchanges of two pairs say: if a pair stands, a queen touches a square
    /// of the other pair and none of this one, or the exchange would give another
    /// solution.
    pub(super) fn add_exchanges(&mut self, board: &ReasonBoard, premises: &[Premise]) {
        for premise in premises {
            let Fact::OneSolution([first, second]) = premise.fact else {
                continue;
            };
            for (standing, other) in [(first, second), (second, first)] {
                let mut in_the_way = Vec::new();
                for (index, &mark) in board.marks.iter().enumerate() {
                    let square = board.square_at(index);
                    if mark == Mark::Open
                        && is_near(board, square, other)
                        && !is_near(board, square, standing)
                        && !other.contains(&square)
                    {
                        self.start[index] = SquareState::Free;
                        in_the_way.push(index);
                    }
                }
                let standing = board.square_index(standing[0]);
                self.exchanges.push(PairExchange {
                    standing,
                    in_the_way,
                });
            }
        }
    }

    /// Checks that no assignment has `opposite` on `square`.
    pub(super) fn refute_state(
        &self,
        board: &ReasonBoard,
        square: Square,
        opposite: SquareState,
        dead_ends: u64,
    ) -> Result<(), ReasonFault> {
        match self.find_assignment(&[(board.square_index(square), opposite)], dead_ends) {
            Ok(None) => Ok(()),
            Ok(Some(cells)) => Err(ReasonFault::Counterexample {
                square,
                queens: board.placed_queens(&cells),
            }),
            Err(BudgetSpent) => Err(ReasonFault::Undecided(square)),
        }
    }

    /// Returns an assignment that satisfies the premises and has the `supposed` cells.
    pub(super) fn find_assignment(
        &self,
        supposed: &[(usize, SquareState)],
        dead_ends: u64,
    ) -> Result<Option<Vec<SquareState>>, BudgetSpent> {
        let mut cells = self.start.clone();
        for &(square, cell) in supposed {
            cells[square] = cell;
        }
        for (square, touched) in self.touched.iter().enumerate() {
            if cells[square] == SquareState::Queen && !clear_squares(&mut cells, touched)
            {
                return Ok(None);
            }
        }
        let mut without_counting = FillSearch {
            constraints: self,
            left: DEAD_ENDS_BEFORE_COUNTING,
            counts: false,
        };
        if let Ok(found) = without_counting.fill_squares(cells.clone()) {
            return Ok(found);
        }
        if self.settle_squares(&mut cells)
            && self.is_overfull(&cells, FIRST_COUNTING_ROUNDS)
        {
            return Ok(None);
        }
        let mut with_counting = FillSearch {
            constraints: self,
            left: dead_ends,
            counts: true,
        };
        with_counting.fill_squares(cells)
    }

    /// Puts a queen on `square`. False if it touches another one.
    pub(super) fn place_queen(&self, cells: &mut [SquareState], square: usize) -> bool {
        cells[square] = SquareState::Queen;
        clear_squares(cells, &self.touched[square])
    }

    /// Fills the squares that have only one choice left. False if a premise cannot hold.
    pub(super) fn settle_squares(&self, cells: &mut [SquareState]) -> bool {
        loop {
            let mut is_settled = true;
            for unit in &self.units {
                let (queens, free) = count_cells(cells, &unit.squares);
                if queens > self.stars || queens + free < self.stars {
                    return false;
                }
                if free > 0 && queens == self.stars {
                    clear_free(cells, &unit.squares);
                    is_settled = false;
                } else if free > 0 && queens + free == self.stars {
                    if !self.place_free(cells, &unit.squares) {
                        return false;
                    }
                    is_settled = false;
                }
            }
            for exchange in &self.exchanges {
                if !exchange.is_applicable(cells) {
                    continue;
                }
                let (queens, free) = count_cells(cells, &exchange.in_the_way);
                if queens + free == 0 {
                    return false;
                }
                if queens == 0 && free == 1 {
                    self.place_free(cells, &exchange.in_the_way);
                    is_settled = false;
                }
            }
            if is_settled {
                return true;
            }
        }
    }

    /// Puts queens on the free squares of `squares`. False if one touches another queen.
    pub(super) fn place_free(
        &self,
        cells: &mut [SquareState],
        squares: &[usize],
    ) -> bool {
        squares.iter().all(|&square| {
            cells[square] != SquareState::Free || self.place_queen(cells, square)
        })
    }

    /// Returns a free square of the unit with the fewest ways to fill it, then of an
    /// exchange; `None` if all premises hold.
    pub(super) fn choose_square(&self, cells: &[SquareState]) -> Option<usize> {
        let mut fewest = None;
        for unit in &self.units {
            let (queens, free) = count_cells(cells, &unit.squares);
            if free > 0 {
                let ways = (ways_to_choose(free, self.stars - queens), &unit.squares);
                fewest = Some(fewest.map_or(ways, |fewest| std::cmp::min(fewest, ways)));
            }
        }
        let squares = match fewest {
            Some((_, unit)) => unit,
            None => {
                let open = self.exchanges.iter().find(|exchange| {
                    exchange.is_applicable(cells)
                        && count_cells(cells, &exchange.in_the_way).0 == 0
                });
                &open?.in_the_way
            }
        };
        squares
            .iter()
            .copied()
            .find(|&square| cells[square] == SquareState::Free)
    }
}

impl PairExchange {
    /// True if the pair stands that could be exchanged.
    fn is_applicable(&self, cells: &[SquareState]) -> bool {
        cells[self.standing] == SquareState::Queen
    }
}

/// True if a square is one of a pair or touches one.
fn is_near(board: &ReasonBoard, square: Square, pair: [Square; 2]) -> bool {
    pair.iter()
        .any(|&end| end == square || board.touches(end, square))
}

/// Blocks of 2 x 2 squares of a board.
fn list_blocks(size: u32) -> Vec<Vec<usize>> {
    let mut blocks = Vec::new();
    for row in 1..size {
        for column in 1..size {
            let corner = (row * size + column) as usize;
            let above = corner - size as usize;
            blocks.push(vec![above - 1, above, corner - 1, corner]);
        }
    }
    blocks
}

/// Number of queens and of free squares in `squares`.
pub(super) fn count_cells(cells: &[SquareState], squares: &[usize]) -> (usize, usize) {
    let (mut queens, mut free) = (0, 0);
    for &square in squares {
        match cells[square] {
            SquareState::Queen => queens += 1,
            SquareState::Free => free += 1,
            SquareState::Empty => {}
        }
    }
    (queens, free)
}

/// Leaves `squares` empty. False if there is a queen.
fn clear_squares(cells: &mut [SquareState], squares: &[usize]) -> bool {
    squares.iter().all(|&square| {
        let was_queen = cells[square] == SquareState::Queen;
        cells[square] = SquareState::Empty;
        !was_queen
    })
}

/// Leaves the free squares of `squares` empty.
fn clear_free(cells: &mut [SquareState], squares: &[usize]) {
    for &square in squares {
        if cells[square] == SquareState::Free {
            cells[square] = SquareState::Empty;
        }
    }
}

/// Number of ways to choose `chosen` of `count` things, or a large number.
fn ways_to_choose(count: usize, chosen: usize) -> u64 {
    let factors = (0..chosen.min(count)).map(|i| ((count - i) as u64, i as u64 + 1));
    factors.fold(1u64, |ways, (more, less)| ways.saturating_mul(more) / less)
}

/// The search for an assignment.
pub(super) struct FillSearch<'a> {
    pub(super) constraints: &'a Constraints,
    /// Number of dead ends that it may still meet.
    pub(super) left: u64,
    /// True if it looks for a proof by counting at each step.
    pub(super) counts: bool,
}

impl FillSearch<'_> {
    /// Returns an assignment that agrees with `cells`, or `None` if there is none.
    pub(super) fn fill_squares(
        &mut self,
        mut cells: Vec<SquareState>,
    ) -> Result<Option<Vec<SquareState>>, BudgetSpent> {
        let constraints = self.constraints;
        while constraints.settle_squares(&mut cells) {
            let Some(square) = constraints.choose_square(&cells) else {
                return Ok(Some(cells));
            };
            if self.counts && constraints.is_overfull(&cells, COUNTING_ROUNDS) {
                break;
            }
            let mut with_queen = cells.clone();
            if constraints.place_queen(&mut with_queen, square)
                && let Some(found) = self.fill_squares(with_queen)?
            {
                return Ok(Some(found));
            }
            cells[square] = SquareState::Empty;
        }
        self.left = self.left.checked_sub(1).ok_or(BudgetSpent)?;
        Ok(None)
    }
}
