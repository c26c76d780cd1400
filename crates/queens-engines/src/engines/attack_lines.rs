//! The lines of attack of a board: sets of squares in which every two attack each other.

use control::{Limits, Meter, Stop};
use fixedbitset::FixedBitSet;
use queens_model::constraints::Constraints;
use queens_model::problem::Problem;
use queens_model::rays::struck;
use queens_model::square::Square;
use queens_model::unsupported::NoAnswer;

/// A board as its lines of attack.
///
/// Every two squares that attack each other share a line, and every square is on at least
/// one line. So two armies are peaceable exactly if no line has queens of both.
pub(crate) struct AttackLines {
    /// The general form of the board.
    pub(crate) form: Constraints,
    /// Rows and columns of the board.
    sides: (u32, u32),
    /// The squares of each line.
    pub(crate) lines: Vec<Vec<usize>>,
    /// The lines through each square.
    pub(crate) through: Vec<Vec<usize>>,
}

impl AttackLines {
    /// Finds the lines of `problem`: each ray of the piece with its start, unless an
    /// earlier line contains it.
    ///
    /// # Errors
    /// More squares than the general form takes; a limit.
    pub(crate) fn from_problem(
        problem: &Problem,
        limits: &Limits,
        meter: &mut Meter<'_>,
    ) -> Result<Self, NoAnswer> {
        let form = Constraints::within(problem, limits)??;
        let squares = form.squares().len();
        meter.memory((squares * squares / 8) as u64)?;
        let mut lines = Vec::new();
        // For each square those with which it shares a line.
        let mut joined = vec![FixedBitSet::with_capacity(squares); squares];
        for (start, &square) in form.squares().iter().enumerate() {
            for &ray in problem.piece().rays() {
                meter.tick()?;
                let mut ray: Vec<usize> = struck(problem, square, ray)
                    .filter_map(|square| form.number(square))
                    .collect();
                ray.retain(|&other| other != start);
                ray.sort_unstable();
                ray.dedup();
                if ray.iter().all(|&other| joined[start].contains(other)) {
                    continue;
                }
                for line in cliques(start, &ray, &form) {
                    for &square in &line {
                        joined[square].extend(line.iter().copied());
                    }
                    lines.push(line);
                }
            }
        }
        let mut through = vec![Vec::new(); squares];
        for (number, line) in lines.iter().enumerate() {
            line.iter().for_each(|&square| through[square].push(number));
        }
        for (square, through) in through
            .iter_mut()
            .enumerate()
            .filter(|(_, through)| through.is_empty())
        {
            through.push(lines.len());
            lines.push(vec![square]);
        }
        Ok(AttackLines {
            form,
            sides: (problem.rows(), problem.columns()),
            lines,
            through,
        })
    }

    /// Returns the image of each square under each shift of all rows, or of all columns,
    /// that takes lines to lines: joined edges have such shifts.
    ///
    /// # Errors
    /// A limit.
    pub(crate) fn shifts(&self, meter: &mut Meter<'_>) -> Result<Vec<Vec<usize>>, Stop> {
        let (rows, columns) = self.sides;
        let mut shifts = Vec::new();
        for (down, right) in (1..rows)
            .map(|down| (down, 0))
            .chain((1..columns).map(|right| (0, right)))
        {
            meter.tick()?;
            let image = |square: &Square| {
                self.form.number(Square::new(
                    (square.row + down) % rows,
                    (square.column + right) % columns,
                ))
            };
            let Some(images) = self
                .form
                .squares()
                .iter()
                .map(image)
                .collect::<Option<Vec<usize>>>()
            else {
                continue;
            };
            let is_line = |line: &Vec<usize>| {
                let mut image: Vec<usize> =
                    line.iter().map(|&square| images[square]).collect();
                image.sort_unstable();
                self.through[image[0]]
                    .iter()
                    .any(|&other| self.lines[other] == image)
            };
            if self.lines.iter().all(is_line) {
                shifts.push(images);
            }
        }
        Ok(shifts)
    }

    /// Groups the lines so that those of one group have no square in common: for queens
    /// the rows, the columns and both directions of diagonals.
    pub(crate) fn groups(&self, meter: &mut Meter<'_>) -> Result<Vec<Vec<usize>>, Stop> {
        let mut groups: Vec<(Vec<usize>, FixedBitSet)> = Vec::new();
        for (number, line) in self.lines.iter().enumerate() {
            meter.tick()?;
            let is_free =
                |taken: &FixedBitSet| line.iter().all(|&square| !taken.contains(square));
            let group = match groups.iter_mut().position(|(_, taken)| is_free(taken)) {
                Some(group) => group,
                None => {
                    groups.push((
                        Vec::new(),
                        FixedBitSet::with_capacity(self.through.len()),
                    ));
                    groups.len() - 1
                }
            };
            groups[group].0.push(number);
            groups[group].1.extend(line.iter().copied());
        }
        Ok(groups.into_iter().map(|(lines, _)| lines).collect())
    }
}

/// Returns `start` and the squares of a ray as one line if all of them attack each other,
/// which leaps and walls may prevent; otherwise as a line for each pair with `start`.
fn cliques(start: usize, ray: &[usize], form: &Constraints) -> Vec<Vec<usize>> {
    let is_clique = ray.iter().enumerate().all(|(i, &one)| {
        ray[i + 1..]
            .iter()
            .all(|&other| form.conflicts(one).contains(other))
    });
    if !is_clique {
        return ray
            .iter()
            .map(|&other| vec![start.min(other), start.max(other)])
            .collect();
    }
    let mut line = ray.to_vec();
    line.push(start);
    line.sort_unstable();
    vec![line]
}
