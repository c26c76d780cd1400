//! An independent check that a reason proves its conclusion.
//!
//! The check gets the premises of a step, not the deduction that found it. It supposes the
//! opposite of the conclusion on one square at a time, and tries every way to place queens
//! that satisfies the premises. It shares no code with the deductions.
//!
//! # Which squares are tried
//! Only squares that a premise mentions can hold queens in this search; all others stay
//! empty. That loses no counterexample. Take an assignment that satisfies all premises and
//! the supposition, and remove the queens on squares that no premise mentions, except the
//! supposed queen. No named unit loses a queen, no named queen goes, no two queens touch
//! that did not touch before, and an exchange of two pairs asks for a queen only on squares
//! that it mentions. So what is left satisfies the premises, too, and the search finds it.

use crate::{Fact, Mark, Position, Premise, PuzzleStep};
use queens_model::problem::{Problem, SquareKind, Unit};
use queens_model::square::Square;

/// Number of dead ends after which the search for one square of the conclusion gives up.
pub(crate) const MAX_DEAD_ENDS: u64 = 5_000_000;

/// The same for a premise that may be superfluous: most are needed, and the search for a
/// proof without one seldom ends late.
#[cfg(test)]
const MAX_DEAD_ENDS_WITHOUT: u64 = 1_000;

/// The same for a hint, so that it comes at once in debug builds, too.
const MAX_DEAD_ENDS_OF_HINT: u64 = 1_000;

/// Number of dead ends after which the search starts again with proofs by counting.
const DEAD_ENDS_BEFORE_COUNTING: u64 = 10;

/// Number of improvements of each of the first weights in the search for a proof by counting:
/// more before the first square is tried, because success there ends the search.
const FIRST_COUNTING_ROUNDS: u32 = 100;
const COUNTING_ROUNDS: u32 = 5;

/// First weight of a unit in the search for a proof by counting: large, so that the
/// improvements are small against it.
const FIRST_WEIGHT: i64 = 8;

/// A board with the marks that a reason may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReasonBoard {
    /// Side of the board, in squares.
    pub(crate) size: u32,
    /// Number of queens in each unit.
    pub(crate) stars: u32,
    /// Region of each square, row by row; `None` for a level of the n-queens problem, where
    /// queens attack along rows, columns and diagonals.
    pub(crate) regions: Option<Vec<u32>>,
    /// Mark of each square, row by row.
    pub(crate) marks: Vec<Mark>,
}

/// Reason why premises do not prove a conclusion.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ReasonFault {
    /// The premises hold and the conclusion does not.
    #[error("the premises allow the opposite on {square}: queens on {}", names(queens))]
    Counterexample {
        /// Square of the conclusion.
        square: Square,
        /// Queens that satisfy the premises, row by row.
        queens: Vec<Square>,
    },
    /// The search gave up.
    #[error("the search for {0} met too many dead ends")]
    Undecided(Square),
    /// Two pairs that cannot be exchanged.
    #[error("the pairs cannot be exchanged: {0}")]
    NotExchangeable(ExchangeFault),
    /// A step that marks no square.
    #[error("there is no conclusion")]
    NoConclusion,
    /// A conclusion about a square that has a mark already.
    #[error("the conclusion is about {0}, which is not open")]
    NotOpen(Square),
    /// A premise that is named twice.
    #[error("{0:?} is named twice")]
    NamedTwice(Fact),
    /// A unit that the board does not have.
    #[error("the board has no {0}")]
    NoUnit(Unit),
    /// A named queen that is not on the board.
    #[error("there is no queen on {0}")]
    NoQueen(Square),
    /// A premise with other squares than those of its fact.
    #[error("{fact:?} is about {}", names(expected))]
    WrongSquares {
        /// The fact.
        fact: Fact,
        /// Its squares, row by row.
        expected: Vec<Square>,
    },
    /// Premises that are not in the order of their names.
    #[error("{0:?} does not stand behind the premise before it")]
    NotInOrder(Fact),
    /// A place that is not behind the name of the fact.
    #[error("the sentence does not name {fact:?} at the end of {before:?}")]
    NotNamed {
        /// The fact.
        fact: Fact,
        /// The sentence up to the place; empty if there is no character there.
        before: String,
    },
    /// A square that counts as crossed although no queen on the board rules it out.
    #[error("no queen on the board rules out {0}")]
    NotRuledOut(Square),
}

/// Reason why two pairs of queens cannot be exchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ExchangeFault {
    /// A square that has a mark, or stands in both pairs.
    #[error("{0} is not open, or is in the pairs twice")]
    NotFree(Square),
    /// Two squares of one pair that touch.
    #[error("{} and {} touch", .0[0], .0[1])]
    PairTouches([Square; 2]),
    /// Pairs that fill different rows, columns or regions.
    #[error("they fill different rows, columns or regions")]
    DifferentUnits,
    /// A square next to a queen on the board.
    #[error("{0} touches the queen on {1}")]
    TouchesQueen(Square, Square),
    /// The other premises allow something else than both queens of one pair.
    #[error("the units allow queens on {}, which are not both squares of one pair", names(.0))]
    NotOnePair(Vec<Square>),
    /// The search gave up.
    #[error("not decided after {MAX_DEAD_ENDS} dead ends")]
    Undecided,
}

/// Checks that `premises` prove that all `crosses` stay empty and all `queens` hold a queen.
///
/// # Errors
/// The first fault.
///
/// # Complexity
/// Exponential in the number of open squares of the named units; at most
/// [`MAX_DEAD_ENDS`] dead ends for each square of the conclusion.
#[cfg(test)]
pub(crate) fn prove(
    board: &ReasonBoard,
    premises: &[Premise],
    crosses: &[Square],
    queens: &[Square],
) -> Result<(), ReasonFault> {
    prove_within(board, premises, crosses, queens, MAX_DEAD_ENDS)
}

/// Like [`prove`], but gives up after `dead_ends` for a square.
fn prove_within(
    board: &ReasonBoard,
    premises: &[Premise],
    crosses: &[Square],
    queens: &[Square],
    dead_ends: u64,
) -> Result<(), ReasonFault> {
    if crosses.is_empty() && queens.is_empty() {
        return Err(ReasonFault::NoConclusion);
    }
    for &square in crosses.iter().chain(queens) {
        if board.mark(square) != Some(Mark::Open) {
            return Err(ReasonFault::NotOpen(square));
        }
    }
    check_facts(board, premises)?;
    let mut constraints = Constraints::from_units_and_queens(board, premises);
    for premise in premises {
        if let Fact::OneSolution(pairs) = premise.fact {
            check_exchange(board, &constraints, pairs).map_err(ReasonFault::NotExchangeable)?;
        }
    }
    constraints.add_exchanges(board, premises);
    for (squares, opposite) in [(crosses, SquareState::Queen), (queens, SquareState::Empty)] {
        for &square in squares {
            constraints.refute(board, square, opposite, dead_ends)?;
        }
    }
    Ok(())
}

/// Returns the indices of the premises without which the others still prove the conclusion.
/// A premise counts as needed if the search gives up.
#[cfg(test)]
pub(crate) fn superfluous(
    board: &ReasonBoard,
    premises: &[Premise],
    crosses: &[Square],
    queens: &[Square],
) -> Vec<usize> {
    let is_superfluous = |&index: &usize| {
        let mut others = premises.to_vec();
        others.remove(index);
        prove_within(board, &others, crosses, queens, MAX_DEAD_ENDS_WITHOUT).is_ok()
    };
    (0..premises.len()).filter(is_superfluous).collect()
}

/// Checks that the premises of a hint prove it and stand in its sentence. A search that takes
/// long is given up without a complaint.
///
/// # Panics
/// If the reason has a fault.
pub(crate) fn assert_follows(mut board: ReasonBoard, step: &PuzzleStep) {
    let proved = board.cross_ruled_out(&step.ruled_out).and_then(|()| {
        prove_within(&board, &step.premises, &step.crosses, &step.queens, MAX_DEAD_ENDS_OF_HINT)
    });
    match proved.and_then(|()| check_names(&step.sentence, &step.premises)) {
        Ok(()) | Err(ReasonFault::Undecided(_)) => {}
        Err(fault) => panic!("{}: {fault}: {}", step.technique.id, step.sentence),
    }
}

/// Checks that `sentence` names the premises in their order.
///
/// # Errors
/// The first premise that is not named at its place.
pub(crate) fn check_names(sentence: &str, premises: &[Premise]) -> Result<(), ReasonFault> {
    let mut last = 0;
    for &Premise { fact, named_at, .. } in premises {
        if named_at <= last {
            return Err(ReasonFault::NotInOrder(fact));
        }
        last = named_at;
        let before = sentence.get(..named_at).unwrap_or_default();
        if !ends_with_name(before, fact) {
            return Err(ReasonFault::NotNamed { fact, before: before.to_owned() });
        }
    }
    Ok(())
}

/// True if `text` ends with the name of `fact`: a unit with the word for its kind somewhere
/// before, the square of a queen.
fn ends_with_name(text: &str, fact: Fact) -> bool {
    let (kind, name) = match fact {
        Fact::Unit(Unit::Row(row)) => ("row", (row + 1).to_string()),
        Fact::Unit(Unit::Column(column)) => ("column", letters(column)),
        Fact::Unit(Unit::Region(region)) => ("region", letters(region).to_uppercase()),
        Fact::Unit(Unit::Total) => return false,
        Fact::Queen(square) => ("", square.to_string()),
        Fact::OneSolution(_) => return !text.is_empty(),
    };
    let Some(before) = text.strip_suffix(name.as_str()) else { return false };
    if before.ends_with(char::is_alphanumeric) {
        return false;
    }
    let is_kind = |word: &&str| ["row", "column", "region"].contains(word);
    let words = before.split(|letter: char| !letter.is_alphabetic());
    let singular = words.map(|word| word.trim_end_matches('s').to_lowercase());
    let kinds: Vec<String> = singular.filter(|word| is_kind(&word.as_str())).collect();
    kind.is_empty() || kinds.last().is_some_and(|last| last == kind)
}

/// Name of a column: a, b, ..., z, aa, ab, ...
fn letters(number: u32) -> String {
    let last = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => last.to_string(),
        more => letters(more - 1) + &last.to_string(),
    }
}

fn names(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
}

/// Checks that each fact is stated once, is true of `board`, and has its squares.
fn check_facts(board: &ReasonBoard, premises: &[Premise]) -> Result<(), ReasonFault> {
    for (index, premise) in premises.iter().enumerate() {
        let fact = premise.fact;
        if premises.iter().take(index).any(|before| before.fact == fact) {
            return Err(ReasonFault::NamedTwice(fact));
        }
        let expected = match fact {
            Fact::Unit(unit) => {
                let squares = board.unit_squares(unit).ok_or(ReasonFault::NoUnit(unit))?;
                let marked = squares.into_iter().map(|index| board.square(index));
                marked.filter(|&square| board.mark(square) != Some(Mark::Cross)).collect()
            }
            Fact::Queen(square) if board.mark(square) != Some(Mark::Queen) => {
                return Err(ReasonFault::NoQueen(square));
            }
            Fact::Queen(square) => vec![square],
            Fact::OneSolution(pairs) => {
                let mut squares = pairs.concat();
                squares.sort_unstable();
                squares
            }
        };
        if premise.squares != expected {
            return Err(ReasonFault::WrongSquares { fact, expected });
        }
    }
    Ok(())
}

/// Checks that the queens of one of two pairs could be exchanged for those of the other
/// unless another queen is in the way: the pairs fill the same units, and one of them stands.
fn check_exchange(
    board: &ReasonBoard,
    constraints: &Constraints,
    pairs: [[Square; 2]; 2],
) -> Result<(), ExchangeFault> {
    let squares = pairs.concat();
    for (index, &square) in squares.iter().enumerate() {
        let is_repeated = squares.iter().take(index).any(|&before| before == square);
        if is_repeated || board.mark(square) != Some(Mark::Open) {
            return Err(ExchangeFault::NotFree(square));
        }
        for queen in board.queens() {
            if board.touches(square, queen) {
                return Err(ExchangeFault::TouchesQueen(square, queen));
            }
        }
    }
    for pair in pairs {
        if board.touches(pair[0], pair[1]) {
            return Err(ExchangeFault::PairTouches(pair));
        }
    }
    if board.regions.is_none() || board.units_of(pairs[0]) != board.units_of(pairs[1]) {
        return Err(ExchangeFault::DifferentUnits);
    }
    let pairs = pairs.map(|pair| pair.map(|square| board.index(square)));
    for supposed in unlike_one_pair(pairs) {
        match constraints.find(&supposed, MAX_DEAD_ENDS) {
            Ok(None) => {}
            Ok(Some(cells)) => return Err(ExchangeFault::NotOnePair(board.placed(&cells))),
            Err(BudgetSpent) => return Err(ExchangeFault::Undecided),
        }
    }
    Ok(())
}

/// Returns every way to fill the squares of two pairs except those with the queens of
/// exactly one pair.
fn unlike_one_pair(pairs: [[usize; 2]; 2]) -> impl Iterator<Item = Vec<(usize, SquareState)>> {
    let squares = pairs.concat();
    let others = (0..16u32).filter(|&queens| queens != 0b0011 && queens != 0b1100);
    others.map(move |queens| {
        let fill = |(place, &square): (usize, &usize)| match queens >> place & 1 {
            1 => (square, SquareState::Queen),
            _ => (square, SquareState::Empty),
        };
        squares.iter().enumerate().map(fill).collect()
    })
}

impl ReasonBoard {
    /// Returns the board of a region puzzle with its marks.
    pub(crate) fn from_position(position: &Position) -> Self {
        let puzzle = position.puzzle();
        ReasonBoard {
            size: puzzle.size(),
            stars: puzzle.stars(),
            regions: Some(puzzle.regions()),
            marks: position.marks().to_vec(),
        }
    }

    /// Returns the board of a level of the n-queens problem: given queens are on the board,
    /// holes and the squares that these queens attack are crossed, as players see them.
    pub(crate) fn from_level(problem: &Problem) -> Self {
        let mut board = ReasonBoard { size: problem.rows(), stars: 1, regions: None, marks: Vec::new() };
        let givens = problem.givens();
        let is_attacked = |square| givens.iter().any(|&queen| board.touches(square, queen));
        let mark = |square| match problem.kind(square) {
            _ if givens.contains(&square) => Mark::Queen,
            SquareKind::Free if !is_attacked(square) => Mark::Open,
            _ => Mark::Cross,
        };
        board.marks = problem.every_square().map(mark).collect();
        board
    }

    /// Crosses squares where the queens on the board rule out another one.
    ///
    /// # Errors
    /// A square that is not open, or that no queen rules out.
    pub(crate) fn cross_ruled_out(&mut self, squares: &[Square]) -> Result<(), ReasonFault> {
        for &square in squares {
            if self.mark(square) != Some(Mark::Open) || !self.is_ruled_out(square) {
                return Err(ReasonFault::NotRuledOut(square));
            }
        }
        for &square in squares {
            let index = self.index(square);
            self.marks[index] = Mark::Cross;
        }
        Ok(())
    }

    /// Open squares that the queens on the board rule out, row by row.
    #[cfg(test)]
    pub(crate) fn ruled_out(&self) -> Vec<Square> {
        let squares = (0..self.marks.len()).map(|index| self.square(index));
        let open = squares.filter(|&square| self.mark(square) == Some(Mark::Open));
        open.filter(|&square| self.is_ruled_out(square)).collect()
    }

    /// True if a queen on the board touches `square`, or one of its units is full.
    fn is_ruled_out(&self, square: Square) -> bool {
        let queens: Vec<Square> = self.queens().collect();
        let is_full = |kind: usize| {
            let unit = self.units_at(square)[kind];
            let others = queens.iter().filter(|&&queen| self.units_at(queen)[kind] == unit);
            unit.is_some() && others.count() >= self.stars as usize
        };
        queens.iter().any(|&queen| self.touches(square, queen)) || (0..3).any(is_full)
    }

    fn square(&self, index: usize) -> Square {
        Square::new(index as u32 / self.size, index as u32 % self.size)
    }

    fn index(&self, square: Square) -> usize {
        (square.row * self.size + square.column) as usize
    }

    fn contains(&self, square: Square) -> bool {
        square.row.max(square.column) < self.size
    }

    /// Mark on `square`; `None` off the board.
    fn mark(&self, square: Square) -> Option<Mark> {
        self.contains(square).then(|| self.marks[self.index(square)])
    }

    fn queens(&self) -> impl Iterator<Item = Square> {
        let marks = self.marks.iter().enumerate();
        marks.filter(|&(_, &mark)| mark == Mark::Queen).map(|(index, _)| self.square(index))
    }

    /// True if queens on both squares break the rule; false for a square and itself.
    fn touches(&self, a: Square, b: Square) -> bool {
        let (rows, columns) = (a.row.abs_diff(b.row), a.column.abs_diff(b.column));
        match self.regions {
            _ if a == b => false,
            Some(_) => rows <= 1 && columns <= 1,
            None => rows == 0 || columns == 0 || rows == columns,
        }
    }

    /// Squares that cannot hold a queen beside one on `square`.
    fn touched(&self, square: Square) -> Vec<usize> {
        let reach = if self.regions.is_some() { 1 } else { self.size };
        let near = |line: u32| line.saturating_sub(reach)..(line + reach + 1).min(self.size);
        let others =
            near(square.row).flat_map(|row| near(square.column).map(move |column| Square::new(row, column)));
        others.filter(|&other| self.touches(square, other)).map(|other| self.index(other)).collect()
    }

    /// Row, column and region of a square; `None` for the region of a board without regions.
    fn units_at(&self, square: Square) -> [Option<u32>; 3] {
        let region = self.regions.as_ref().map(|regions| regions[self.index(square)]);
        [Some(square.row), Some(square.column), region]
    }

    /// Rows, columns and regions of two squares, each in ascending order.
    fn units_of(&self, pair: [Square; 2]) -> [[Option<u32>; 2]; 3] {
        let [first, second] = pair.map(|square| self.units_at(square));
        [0, 1, 2].map(|kind| {
            let mut units = [first[kind], second[kind]];
            units.sort_unstable();
            units
        })
    }

    /// Squares of `unit` in reading order; `None` if the board has no such unit.
    fn unit_squares(&self, unit: Unit) -> Option<Vec<usize>> {
        let number = match unit {
            Unit::Row(number) | Unit::Column(number) | Unit::Region(number) => number,
            Unit::Total => return None,
        };
        let kind = kind_of(unit);
        let is_in = |&index: &usize| self.units_at(self.square(index))[kind] == Some(number);
        let squares: Vec<usize> = (0..self.marks.len()).filter(is_in).collect();
        (!squares.is_empty()).then_some(squares)
    }

    /// Squares of the queens of an assignment.
    fn placed(&self, cells: &[SquareState]) -> Vec<Square> {
        let queens = cells.iter().enumerate().filter(|&(_, &cell)| cell == SquareState::Queen);
        queens.map(|(index, _)| self.square(index)).collect()
    }
}

/// Content of a square in an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SquareState {
    /// Not decided.
    Free,
    Empty,
    Queen,
}

/// The search met as many dead ends as it may.
struct BudgetSpent;

/// All that the premises say.
struct Constraints {
    /// For each square, the others that cannot hold a queen beside one there.
    touched: Vec<Vec<usize>>,
    units: Vec<NamedUnit>,
    /// Number of queens in each unit.
    stars: usize,
    /// Sets of squares that touch each other: the blocks of 2 x 2. Empty without regions.
    blocks: Vec<Vec<usize>>,
    exchanges: Vec<PairExchange>,
    /// Constraints from the marks in the named units and from the named queens.
    start: Vec<SquareState>,
}

/// A unit that has its queens.
struct NamedUnit {
    /// Rows, columns or regions.
    kind: usize,
    squares: Vec<usize>,
}

/// If there is a queen on `standing`, then there is one on a square of `in_the_way`.
struct PairExchange {
    standing: usize,
    in_the_way: Vec<usize>,
}

impl Constraints {
    /// Returns what the facts about units and queens say.
    fn from_units_and_queens(board: &ReasonBoard, premises: &[Premise]) -> Self {
        let mut constraints = Constraints {
            touched: (0..board.marks.len()).map(|index| board.touched(board.square(index))).collect(),
            units: Vec::new(),
            stars: board.stars as usize,
            blocks: if board.regions.is_some() { blocks(board.size) } else { Vec::new() },
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
                    constraints.units.push(NamedUnit { kind: kind_of(unit), squares });
                }
                Fact::Queen(square) => constraints.start[board.index(square)] = SquareState::Queen,
                Fact::OneSolution(_) => {}
            }
        }
        constraints
    }

    /// Adds what exchanges of two pairs say: if a pair stands, a queen touches a square of
    /// the other pair and none of this one, or the exchange would give another solution.
    fn add_exchanges(&mut self, board: &ReasonBoard, premises: &[Premise]) {
        for premise in premises {
            let Fact::OneSolution([first, second]) = premise.fact else { continue };
            for (standing, other) in [(first, second), (second, first)] {
                let touches = |square, pair: [Square; 2]| {
                    pair.iter().any(|&end| end == square || board.touches(end, square))
                };
                let in_the_way: Vec<usize> = (0..board.marks.len())
                    .filter(|&index| board.marks[index] == Mark::Open)
                    .filter(|&index| {
                        let square = board.square(index);
                        touches(square, other) && !touches(square, standing) && !other.contains(&square)
                    })
                    .collect();
                in_the_way.iter().for_each(|&square| self.start[square] = SquareState::Free);
                let standing = board.index(standing[0]);
                self.exchanges.push(PairExchange { standing, in_the_way });
            }
        }
    }

    /// Checks that no assignment has `opposite` on `square`.
    fn refute(
        &self,
        board: &ReasonBoard,
        square: Square,
        opposite: SquareState,
        dead_ends: u64,
    ) -> Result<(), ReasonFault> {
        match self.find(&[(board.index(square), opposite)], dead_ends) {
            Ok(None) => Ok(()),
            Ok(Some(cells)) => Err(ReasonFault::Counterexample { square, queens: board.placed(&cells) }),
            Err(BudgetSpent) => Err(ReasonFault::Undecided(square)),
        }
    }

    /// Returns an assignment that satisfies the premises and has the `supposed` cells.
    fn find(
        &self,
        supposed: &[(usize, SquareState)],
        dead_ends: u64,
    ) -> Result<Option<Vec<SquareState>>, BudgetSpent> {
        let mut cells = self.start.clone();
        for &(square, cell) in supposed {
            cells[square] = cell;
        }
        for (square, touched) in self.touched.iter().enumerate() {
            if cells[square] == SquareState::Queen && !clear(&mut cells, touched) {
                return Ok(None);
            }
        }
        let search = |left, counts| FillSearch { constraints: self, left, counts };
        let without_counting = search(DEAD_ENDS_BEFORE_COUNTING, false).fill(cells.clone());
        if let Ok(found) = without_counting {
            return Ok(found);
        }
        if self.settle(&mut cells) && self.is_overfull(&cells, FIRST_COUNTING_ROUNDS) {
            return Ok(None);
        }
        search(dead_ends, true).fill(cells)
    }

    /// Puts a queen on `square`. False if it touches another one.
    fn place(&self, cells: &mut [SquareState], square: usize) -> bool {
        cells[square] = SquareState::Queen;
        clear(cells, &self.touched[square])
    }

    /// Fills the squares that have only one choice left. False if a premise cannot hold.
    fn settle(&self, cells: &mut [SquareState]) -> bool {
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
                if !exchange.applies(cells) {
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
    fn place_free(&self, cells: &mut [SquareState], squares: &[usize]) -> bool {
        squares.iter().all(|&square| cells[square] != SquareState::Free || self.place(cells, square))
    }

    /// Returns a free square of the unit with the fewest ways to fill it, then of an exchange;
    /// `None` if all premises hold.
    fn choose(&self, cells: &[SquareState]) -> Option<usize> {
        let mut fewest = None;
        for unit in &self.units {
            let (queens, free) = count_cells(cells, &unit.squares);
            if free > 0 {
                let ways = (ways_to_choose(free, self.stars - queens), &unit.squares);
                fewest = Some(fewest.map_or(ways, |fewest| std::cmp::min(fewest, ways)));
            }
        }
        let open = self
            .exchanges
            .iter()
            .filter(|exchange| exchange.applies(cells) && count_cells(cells, &exchange.in_the_way).0 == 0);
        let in_the_way = || open.map(|exchange| &exchange.in_the_way).next();
        let squares = fewest.map(|(_, unit)| unit).or_else(in_the_way)?;
        squares.iter().copied().find(|&square| cells[square] == SquareState::Free)
    }

    /// True if counting alone shows that the units cannot get their queens.
    ///
    /// Let each unit u have a weight y(u), each block b a weight z(b) >= 0, and let the value
    /// v(s) of a free square be the sum of y over its units less the sum of z over its
    /// blocks. Unit u needs n(u) more queens, and a block holds at most one. Then for all
    /// queens that satisfy the premises
    ///
    /// sum of y(u) n(u) = sum over queens of (v(s) + z of its blocks)
    ///                 <= sum of v(s) over all s with v(s) > 0 + sum of z(b).
    ///
    /// Weights for which that is false prove that there are none. Each round takes the
    /// squares of positive value for queens, and raises the weight of units that get too few
    /// of them and of blocks that get too many. The rounds start from the same weight for all
    /// units of a kind: often the queens of the rows are too many for the regions, say. Any
    /// weights are sound, so it does not matter how they are found; all numbers are integers.
    fn is_overfull(&self, cells: &[SquareState], rounds: u32) -> bool {
        let room = |unit: &NamedUnit| (self.stars - count_cells(cells, &unit.squares).0) as i64;
        let units = self.units.iter().map(|unit| WeightedSet::new(1, room(unit)));
        let mut sets: Vec<WeightedSet> =
            units.chain(self.blocks.iter().map(|_| WeightedSet::new(-1, 1))).collect();
        // For each free square, the sets that contain it.
        let mut memberships = vec![Vec::new(); cells.len()];
        let units = self.units.iter().map(|unit| &unit.squares);
        for (set, squares) in units.chain(&self.blocks).enumerate() {
            let free = squares.iter().filter(|&&square| cells[square] == SquareState::Free);
            free.for_each(|&square| memberships[square].push(set));
        }
        memberships.retain(|sets| !sets.is_empty());
        (0..27).any(|pattern| {
            let by_kind = [pattern % 3, pattern / 3 % 3, pattern / 9].map(|sign| sign - 1);
            sets.iter_mut().for_each(|set| set.weight = 0);
            for (set, unit) in sets.iter_mut().zip(&self.units) {
                set.weight = FIRST_WEIGHT * by_kind[unit.kind];
            }
            (0..rounds).any(|_| improve_weights(&mut sets, &memberships))
        })
    }
}

/// A unit or a block in a proof by counting.
struct WeightedSet {
    /// 1 for a unit, -1 for a block, which stands on the other side of the inequality.
    sign: i64,
    /// Number of queens that a unit needs, or that a block holds at most.
    room: i64,
    weight: i64,
}

impl WeightedSet {
    fn new(sign: i64, room: i64) -> Self {
        WeightedSet { sign, room, weight: 0 }
    }
}

/// Returns true if the weights of `sets` prove that there are no queens; otherwise changes
/// them. `memberships` has the sets of each free square.
fn improve_weights(sets: &mut [WeightedSet], memberships: &[Vec<usize>]) -> bool {
    // Left side of the inequality less its right side.
    let mut excess: i64 = sets.iter().map(|set| set.sign * set.weight * set.room).sum();
    let mut chosen = vec![0; sets.len()];
    for memberships in memberships {
        let value: i64 = memberships.iter().map(|&set| sets[set].sign * sets[set].weight).sum();
        if value > 0 {
            excess -= value;
            memberships.iter().for_each(|&set| chosen[set] += 1);
        }
    }
    for (set, chosen) in sets.iter_mut().zip(chosen) {
        set.weight += set.sign * (set.room - chosen);
        if set.sign < 0 {
            set.weight = set.weight.max(0);
        }
    }
    excess > 0
}

impl PairExchange {
    /// True if the pair stands that could be exchanged.
    fn applies(&self, cells: &[SquareState]) -> bool {
        cells[self.standing] == SquareState::Queen
    }
}

/// Place of the kind of a unit in [`ReasonBoard::units_at`].
fn kind_of(unit: Unit) -> usize {
    match unit {
        Unit::Row(_) => 0,
        Unit::Column(_) => 1,
        Unit::Region(_) | Unit::Total => 2,
    }
}

/// Blocks of 2 x 2 squares of a board.
fn blocks(size: u32) -> Vec<Vec<usize>> {
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
fn count_cells(cells: &[SquareState], squares: &[usize]) -> (usize, usize) {
    let count = |cell| squares.iter().filter(|&&square| cells[square] == cell).count();
    (count(SquareState::Queen), count(SquareState::Free))
}

/// Leaves `squares` empty. False if there is a queen.
fn clear(cells: &mut [SquareState], squares: &[usize]) -> bool {
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
struct FillSearch<'a> {
    constraints: &'a Constraints,
    /// Number of dead ends that it may still meet.
    left: u64,
    /// True if it looks for a proof by counting at each step.
    counts: bool,
}

impl FillSearch<'_> {
    /// Returns an assignment that agrees with `cells`, or `None` if there is none.
    fn fill(&mut self, mut cells: Vec<SquareState>) -> Result<Option<Vec<SquareState>>, BudgetSpent> {
        let constraints = self.constraints;
        while constraints.settle(&mut cells) {
            let Some(square) = constraints.choose(&cells) else { return Ok(Some(cells)) };
            if self.counts && constraints.is_overfull(&cells, COUNTING_ROUNDS) {
                break;
            }
            let mut with_queen = cells.clone();
            if constraints.place(&mut with_queen, square)
                && let Some(found) = self.fill(with_queen)?
            {
                return Ok(Some(found));
            }
            cells[square] = SquareState::Empty;
        }
        self.left = self.left.checked_sub(1).ok_or(BudgetSpent)?;
        Ok(None)
    }
}

#[cfg(test)]
mod tests;
