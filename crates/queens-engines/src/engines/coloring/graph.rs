//! A board as a graph: squares that attack each other are neighbours.

use super::Colors;
use crate::engines::attack_lines::AttackLines;
use control::{Limits, Meter};
use queens_model::problem::{Edges, Piece, Problem};
use queens_model::unsupported::NoAnswer;

/// A board as a graph.
pub(super) struct AttackGraph {
    /// The squares and the lines in which every two of them attack each other.
    pub(super) board: AttackLines,
    /// The squares that each square attacks, or that attack it.
    pub(super) neighbors: Vec<Vec<usize>>,
    /// Squares of which every two attack each other.
    pub(super) clique: Vec<usize>,
    /// Rows and columns, if the board has all its squares and open edges and the piece is
    /// the queen.
    pub(super) plain: Option<(usize, usize)>,
}

impl AttackGraph {
    /// # Errors
    /// More squares than the general form takes; a limit.
    pub(super) fn from_problem(
        problem: &Problem,
        limits: &Limits,
        meter: &mut Meter<'_>,
    ) -> Result<Self, NoAnswer> {
        let board = AttackLines::from_problem(problem, limits, meter)?;
        let squares = board.through.len();
        let mut neighbors = Vec::with_capacity(squares);
        for square in 0..squares {
            meter.tick()?;
            neighbors.push(board.form.conflicts(square).ones().collect());
        }
        let is_plain = problem.all_free()
            && problem.edges() == Edges::OPEN
            && *problem.piece() == Piece::queen();
        let plain =
            is_plain.then_some((problem.rows() as usize, problem.columns() as usize));
        let mut graph = AttackGraph {
            board,
            neighbors,
            clique: Vec::new(),
            plain,
        };
        graph.clique = graph.large_clique(meter)?;
        Ok(graph)
    }

    /// Returns the number of squares.
    pub(super) fn squares(&self) -> usize {
        self.neighbors.len()
    }

    /// Returns the largest clique that grows from a line: of the squares that attack all
    /// of it, one after the other is added.
    fn large_clique(&self, meter: &mut Meter<'_>) -> Result<Vec<usize>, control::Stop> {
        let mut largest = Vec::new();
        for line in &self.board.lines {
            meter.tick()?;
            let mut clique = line.clone();
            let first = line
                .first()
                .map_or(&[][..], |&first| self.neighbors[first].as_slice());
            for &square in first {
                let conflicts = self.board.form.conflicts(square);
                if clique.iter().all(|&other| conflicts.contains(other)) {
                    clique.push(square);
                }
            }
            if clique.len() > largest.len() {
                largest = clique;
            }
        }
        Ok(largest)
    }

    /// Returns a colouring by arithmetic: column plus twice the row, modulo the least
    /// number that is not less than the sides and has neither 2 nor 3 as a factor. Along
    /// a row, a column, a diagonal and an antidiagonal the colour grows by 1, 2, 3 and 1,
    /// so it does not repeat.
    pub(super) fn pattern(&self) -> Option<Colors> {
        let (rows, columns) = self.plain?;
        let modulus =
            (rows.max(columns)..).find(|side| side % 2 != 0 && side % 3 != 0)?;
        let color = |square: usize| (2 * (square / columns) + square % columns) % modulus;
        Some(
            (0..rows * columns)
                .map(|square| color(square) as u16)
                .collect(),
        )
    }

    /// Returns a colouring: the squares in the order of their number, each with the least
    /// colour that no neighbour has.
    pub(super) fn greedy(&self) -> Colors {
        let mut colors = vec![u16::MAX; self.squares()];
        for square in 0..self.squares() {
            let mut taken = vec![false; self.neighbors[square].len() + 1];
            for &other in &self.neighbors[square] {
                if let Some(taken) = taken.get_mut(usize::from(colors[other])) {
                    *taken = true;
                }
            }
            colors[square] = taken.iter().position(|&taken| !taken).unwrap_or(0) as u16;
        }
        colors
    }
}

/// Returns the number of colours.
pub(super) fn number_of(colors: &[u16]) -> usize {
    colors.iter().max().map_or(0, |&most| usize::from(most) + 1)
}
