//! A puzzle with the player's marks.

use super::{Puzzle, PuzzleCredits, PuzzleError};
use queens_model::problem::{Problem, ProblemBuilder, ProblemError, SquareKind};
use queens_model::square::Square;

/// Mark on a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Not known yet.
    #[default]
    Open,
    /// The square holds no queen.
    Cross,
    /// The square holds a queen.
    Queen,
}

/// A puzzle and a mark for each square. The marks of a player may be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    puzzle: Puzzle,
    /// Row by row.
    marks: Vec<Mark>,
}

impl Position {
    /// Returns `puzzle` with its clues as the only marks.
    #[must_use]
    pub fn new(puzzle: Puzzle) -> Self {
        let marks = puzzle
            .problem()
            .every_square()
            .map(|square| puzzle.clue(square))
            .collect();
        Position { puzzle, marks }
    }

    /// Returns the same marks with `more` added to the clues of the puzzle.
    ///
    /// # Errors
    /// Queens that break a rule.
    pub fn with_clues(
        &self,
        more: impl IntoIterator<Item = (Square, Mark)>,
    ) -> Result<Position, PuzzleError> {
        let mut clues = Position::new(self.puzzle.clone());
        more.into_iter()
            .for_each(|(square, mark)| clues.set(square, mark));
        Ok(Position {
            puzzle: Puzzle::from_problem(clues.problem()?)?
                .with_credits(self.puzzle.credits().clone()),
            marks: self.marks.clone(),
        })
    }

    /// Returns the position with `more` as clues and as marks.
    ///
    /// # Errors
    /// Queens that break a rule.
    pub(crate) fn with_marked_clues(
        mut self,
        more: Vec<(Square, Mark)>,
    ) -> Result<Position, PuzzleError> {
        for &(square, mark) in &more {
            self.set(square, mark);
        }
        self.with_clues(more)
    }

    /// Returns the same marks on the puzzle with these credits.
    #[must_use]
    pub fn with_credits(self, credits: PuzzleCredits) -> Position {
        Position {
            puzzle: self.puzzle.with_credits(credits),
            marks: self.marks,
        }
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Mark on `square`.
    ///
    /// # Panics
    /// If `square` is off the board.
    #[must_use]
    pub fn mark(&self, square: Square) -> Mark {
        self.marks[self.square_index(square)]
    }

    /// Marks `square`.
    ///
    /// # Panics
    /// If `square` is off the board.
    pub fn set(&mut self, square: Square, mark: Mark) {
        let index = self.square_index(square);
        self.marks[index] = mark;
    }

    /// The marks, row by row.
    #[must_use]
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Squares with this mark, row by row.
    pub fn marked(&self, mark: Mark) -> impl Iterator<Item = Square> {
        self.puzzle
            .problem()
            .every_square()
            .filter(move |&square| self.mark(square) == mark)
    }

    /// Returns the same marks with a cross on each open square where the queens rule out
    /// another one: next to a queen, and in a row, column or region that has all its
    /// queens.
    pub(crate) fn with_ruled_out(&self) -> Position {
        let units =
            |square: Square| [square.row, square.column, self.puzzle.region(square)];
        let size = self.puzzle.size();
        let mut queens = [(); 3].map(|()| vec![0; size as usize]);
        let mut crossed = self.clone();
        let near = |line: u32| line.saturating_sub(1)..(line + 2).min(size);
        for queen in self.marked(Mark::Queen) {
            units(queen)
                .into_iter()
                .zip(&mut queens)
                .for_each(|(unit, queens)| queens[unit as usize] += 1);
            for square in near(queen.row)
                .flat_map(|row| near(queen.column).map(move |c| Square::new(row, c)))
            {
                if self.mark(square) == Mark::Open {
                    crossed.set(square, Mark::Cross);
                }
            }
        }
        for square in self.marked(Mark::Open) {
            let is_full = |(unit, queens): (u32, &Vec<u32>)| {
                queens[unit as usize] >= self.puzzle.stars()
            };
            if units(square).into_iter().zip(&queens).any(is_full) {
                crossed.set(square, Mark::Cross);
            }
        }
        crossed
    }

    /// Returns the problem that is left: queens are given, crossed squares are holes.
    ///
    /// # Errors
    /// Queens that break a rule.
    pub fn problem(&self) -> Result<Problem, ProblemError> {
        let puzzle = &self.puzzle;
        let builder = Problem::builder(puzzle.size(), puzzle.size())
            .piece(puzzle.problem().piece().clone())
            .units(puzzle.problem().units())
            .regions(puzzle.regions());
        let builder = self.marked(Mark::Cross).fold(builder, |builder, square| {
            builder.square(square, SquareKind::Hole)
        });
        self.marked(Mark::Queen)
            .fold(builder, ProblemBuilder::given)
            .build()?
            .without_clash()
    }

    fn square_index(&self, square: Square) -> usize {
        assert!(
            self.puzzle.problem().contains(square),
            "{square} is off the board"
        );
        (square.row * self.puzzle.size() + square.column) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The quarters of a board of side 4.
    fn four() -> Puzzle {
        let map = "AABB AABB CCDD CCDD";
        let regions = map
            .bytes()
            .filter(|&b| b != b' ')
            .map(|b| u32::from(b - b'A'))
            .collect();
        Puzzle::new(4, 1, regions).expect("a puzzle")
    }

    #[test]
    fn marks_become_a_problem() {
        let mut position = Position::new(four());
        position.set(Square::new(0, 1), Mark::Queen);
        position.set(Square::new(3, 3), Mark::Cross);
        let problem = position.problem().expect("no rule broken");
        assert_eq!(problem.givens(), [Square::new(0, 1)]);
        assert_eq!(problem.kind(Square::new(3, 3)), SquareKind::Hole);
        assert_eq!(
            Position::new(Puzzle::from_problem(problem).expect("a puzzle")).marks(),
            position.marks()
        );
        position.set(Square::new(1, 1), Mark::Queen);
        assert!(position.problem().is_err(), "two kings touch");
    }

    #[test]
    fn refuses_what_is_not_a_puzzle() {
        assert_eq!(
            Puzzle::new(4, 1, vec![0; 16]),
            Err(PuzzleError::Regions { found: 1, size: 4 })
        );
        assert_eq!(Puzzle::new(0, 1, vec![]), Err(PuzzleError::Size(0, 0)));
        assert_eq!(Puzzle::new(65, 1, vec![]), Err(PuzzleError::Size(65, 65)));
        assert_eq!(
            Puzzle::from_problem("8".parse().unwrap()).map(|_| ()),
            Err(PuzzleError::Rules(
                "the board has other pieces or joined edges"
            ))
        );
        assert!(matches!(
            Puzzle::new(4, 0, four().regions()),
            Err(PuzzleError::NoStars)
        ));
        for stars in [5, 1 << 31, u32::MAX] {
            let refused = Puzzle::new(4, stars, four().regions());
            assert!(
                matches!(refused, Err(PuzzleError::TooManyStars { size: 4, .. })),
                "{stars}"
            );
        }
        assert!(matches!(
            Puzzle::new(4, 1, vec![0; 15]),
            Err(PuzzleError::Problem(_))
        ));
        assert!(four().is_connected());
    }
}
