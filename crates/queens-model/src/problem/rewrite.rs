//! Problems derived from other problems.

use super::rules::{Goal, Measure, Objective, Rules, SquareSet};
use super::{Bounds, Grid, Piece, Problem, ProblemError, Units};
use crate::square::Square;

impl Units {
    /// Relaxes these demands for a board with a total: rows and columns may stay empty,
    /// and take as many queens as before at most. If walls part the lines along which
    /// `piece` strikes, a line that took one takes any number: its demand only restated
    /// attack, and walls stop attack.
    #[must_use]
    pub fn relaxed_for_total(self, piece: &Piece, has_walls: bool) -> Self {
        Units {
            row: relax_line(self.row, has_walls && piece.strikes_along(0, 1)),
            column: relax_line(self.column, has_walls && piece.strikes_along(1, 0)),
            ..self
        }
    }
}

/// Relaxes the demand of a line, which walls part if a piece strikes along it.
fn relax_line(bounds: Bounds, is_parted: bool) -> Bounds {
    match bounds.high() {
        1 if is_parted => Bounds::ANY,
        high => Bounds::at_most(high),
    }
}

/// Returns the reason why a board with this grid cannot have the rules.
fn refused_rule(rules: &Rules, grid: Grid) -> Option<&'static str> {
    let is_fitting = rules.unchanged.is_none_or(|map| map.is_of(grid));
    match grid {
        Grid::Square => None,
        Grid::Hex => (!is_fitting).then_some(
            "a hexagon is unchanged by a half turn, or by the reflections `mirror` and `diagonal`: use one of them",
        ),
        Grid::Cube(_) if !is_fitting => {
            Some("a board of more dimensions takes no demand of a symmetry: leave out `unchanged`")
        }
        Grid::Cube(_) if rules.demands.iter().any(|demand| demand.unit.is_flat()) => {
            Some("a board of more dimensions takes no numbers in rows, columns and regions: leave them out")
        }
        Grid::Cube(_) => rules.square_sets().any(|squares| *squares == SquareSet::Diagonal).then_some(
            "a board of more dimensions has no set of squares `diagonal`: name the squares, such as `on a1 b2`",
        ),
    }
}

impl Problem {
    /// Returns a hexagon or a cube without its rules as the same squares, holes, walls
    /// and rays on a board of squares. It has the same solutions, but other symmetries.
    ///
    /// ```
    /// use queens_model::problem::Problem;
    ///
    /// let hexagon: Problem = "hex rooks 2".parse()?;
    /// let squares = "3; piece: (0,1)* + (1,-1)* + (1,0)*; holes: a1 c3; rows: any; columns: any".parse()?;
    /// assert_eq!(hexagon.on_squares(), squares);
    /// # Ok::<(), queens_model::problem::ProblemTextError>(())
    /// ```
    #[must_use]
    #[doc(hidden)]
    pub fn on_squares(&self) -> Self {
        Problem {
            grid: Grid::Square,
            piece: self.piece.clone().on(Grid::Square),
            ..self.without_rules()
        }
    }

    /// Returns this problem with one more given queen.
    ///
    /// # Errors
    /// A square off the board or blocked, or a queen that breaks a rule with the other
    /// givens.
    pub fn with_given(&self, square: Square) -> Result<Self, ProblemError> {
        self.with_givens([square])
    }

    /// Returns this problem with more given queens.
    ///
    /// # Errors
    /// As [`Problem::with_given`].
    pub fn with_givens(
        &self,
        squares: impl IntoIterator<Item = Square>,
    ) -> Result<Self, ProblemError> {
        let problem = self.with_any_givens(squares)?;
        problem
            .clash
            .clone()
            .map_or(Ok(problem), |clash| Err(ProblemError::Givens(clash)))
    }

    /// Returns this problem with more given queens, which may break a rule: see
    /// [`Problem::clash`].
    ///
    /// # Errors
    /// A square off the board, or a hole or a wall.
    pub fn with_any_givens(
        &self,
        squares: impl IntoIterator<Item = Square>,
    ) -> Result<Self, ProblemError> {
        let mut problem = self.clone();
        problem.givens.extend(squares);
        problem.with_valid_givens()
    }

    /// Returns the problem with the same piece, edges and demands on a square board of
    /// `size`, without weights. `None` if this problem has givens, blocked squares,
    /// regions or rules, or is not square.
    #[must_use]
    pub fn of_size(&self, size: u32) -> Option<Self> {
        let is_bare = self.givens.is_empty()
            && self.all_free()
            && self.region_count() == 0
            && self.grid == Grid::Square;
        let is_plain = is_bare && self.rules.is_none();
        let builder = Problem::builder(size, size)
            .piece(self.piece.clone())
            .edges(self.edges);
        builder
            .units(self.units)
            .build()
            .ok()
            .filter(|_| is_plain && self.is_square())
    }

    /// Returns this problem with `total` queens on the whole board, its demands on rows
    /// and columns relaxed by [`Units::relaxed_for_total`].
    ///
    /// # Errors
    /// More given queens than `total` allows.
    pub fn with_total(&self, total: Bounds) -> Result<Self, ProblemError> {
        let mut problem = self.clone();
        let units = problem
            .units
            .relaxed_for_total(&problem.piece, problem.has_walls());
        problem.units = Units { total, ..units };
        problem.with_valid_givens()
    }

    /// Returns this problem with other demands.
    ///
    /// # Errors
    /// More given queens than the demands allow.
    pub fn with_units(&self, units: Units) -> Result<Self, ProblemError> {
        Problem {
            units,
            ..self.clone()
        }
        .with_valid_givens()
    }

    /// Returns this problem with other rules. Their first kind of piece becomes the piece
    /// of the problem.
    ///
    /// # Errors
    /// No kind, too many, or two with one name; a best number of sets without sets; a
    /// listed square off the board; a hexagon that is to be unchanged by a quarter turn
    /// or a shift; a rule about lines of a cube.
    #[doc(hidden)]
    pub fn with_rules(&self, mut rules: Rules) -> Result<Self, ProblemError> {
        for kind in &mut rules.kinds {
            kind.piece = kind.piece.clone().on(self.grid);
        }
        rules.check_rules(self.rows, self.columns)?;
        if let Some(reason) = refused_rule(&rules, self.grid) {
            return Err(ProblemError::Grid(reason));
        }
        let piece = rules.kinds[0].piece.clone();
        let rules = (rules != Rules::plain(piece.clone())).then(|| Box::new(rules));
        Problem {
            piece,
            rules,
            ..self.clone()
        }
        .with_valid_givens()
    }

    /// Returns the problem of the largest sets, which the word `most` stands for.
    ///
    /// # Errors
    /// Given queens that break a rule.
    ///
    /// ```
    /// use queens_model::problem::Problem;
    ///
    /// assert_eq!("knights 8".parse::<Problem>()?.most()?.to_string(), "most knights 8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn most(&self) -> Result<Self, ProblemError> {
        let best = Some(Objective {
            goal: Goal::Greatest,
            measure: Measure::Number(vec![0]),
        });
        self.with_any_number().with_rules(Rules {
            best,
            ..Rules::plain(self.piece.clone())
        })
    }

    /// Returns this problem for sets of any number of queens: rows and columns may stay
    /// empty, and there is no total. No row or column takes more queens than before;
    /// regions take as many as before.
    ///
    /// ```
    /// use queens::problem::{Bounds, Problem};
    ///
    /// let any: Problem = "rooks 3\nrows: 1\ntotal: 2".parse::<Problem>()?.with_any_number();
    /// assert_eq!((any.units().row, any.units().total), (Bounds::AT_MOST_ONE, Bounds::ANY));
    /// # Ok::<(), queens::problem::ProblemTextError>(())
    /// ```
    #[must_use]
    pub fn with_any_number(&self) -> Self {
        let Units { row, column, .. } = self.units;
        let (row, column) = (Bounds::at_most(row.high()), Bounds::at_most(column.high()));
        Problem {
            units: Units {
                row,
                column,
                total: Bounds::ANY,
                ..self.units
            },
            ..self.clone()
        }
    }

    /// Returns the demands of this problem, with at most one queen in each line along
    /// which the piece strikes: attack allows no more, if no wall parts the line.
    #[must_use]
    pub fn tight_units(&self) -> Units {
        let mut units = self.units;
        if self.has_walls() {
            return units;
        }
        for (bounds, step) in [(&mut units.row, (0, 1)), (&mut units.column, (1, 0))] {
            if self.piece.strikes_along(step.0, step.1) {
                *bounds = bounds.and(Bounds::AT_MOST_ONE).unwrap_or(*bounds);
            }
        }
        units
    }

    /// Returns this problem for solutions with as many queens in each row as in each
    /// column: both get the demands that both allow. `None` if there is no such number,
    /// or if the given queens exceed it.
    #[must_use]
    pub fn with_like_lines(&self) -> Option<Self> {
        let Units { row, column, .. } = self.normalized().tight_units();
        let both = row.and(column)?;
        self.with_units(Units {
            row: both,
            column: both,
            ..self.units
        })
        .ok()
    }

    /// Returns this problem with its total restated as demands on lines, if possible: a
    /// total equal to the number of rows, with at most one queen in each, means exactly
    /// one in each; the same for columns. The solutions stay the same.
    ///
    /// A line takes at most one queen by its own demand, or because the piece strikes
    /// along it and no wall parts it. A line that must take none, or two, stays as it is.
    #[must_use]
    pub fn normalized(&self) -> Self {
        if self.rules.is_some() {
            return self.clone();
        }
        let (total, mut problem) = (self.units.total, self.clone());
        let units = &mut problem.units;
        for (bounds, lines, step) in [
            (&mut units.row, self.rows, (0, 1)),
            (&mut units.column, self.columns, (1, 0)),
        ] {
            let takes_one = bounds.high() == 1
                || (!self.has_walls() && self.piece.strikes_along(step.0, step.1));
            // As many queens as lines, none of which takes two: one in each.
            if total == Bounds::exactly(lines) && bounds.contains(1) && takes_one {
                *bounds = Bounds::ONE;
                units.total = Bounds::ANY;
            }
        }
        problem
    }
}
