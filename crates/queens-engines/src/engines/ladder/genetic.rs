//! A genetic algorithm: boards breed, and the fitter ones more often.
//!
//! An individual is a full board, the list of the columns of its queens. Its fitness is
//! the number of pairs of queens that do not attack each other, 28 for a solution of 8
//! queens. A child has the first rows of one parent and the other rows of the second one.
//! Example: parents 1 2 3 4 and 4 3 2 1, cut after row 1, have the child 1 3 2 1. Its
//! fitness is 2 of 6: the queens of rows 1 and 2, and those of rows 1 and 3, do not
//! attack each other.

use super::complete_states::random_column;
use super::min_conflicts::RepairView;
use super::views::StandardView;
use super::{
    Completeness, EngineInfo, EngineRun, Event, FigureInfo, IdeaLine, LadderEngine,
    StateVariable, StepKind, StepObserver,
};
use control::{Limits, Step, Stop};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::NoAnswer;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::cmp::Reverse;

/// Number of boards of a generation.
const POPULATION_SIZE: usize = 20;

/// Probability that a child has one queen moved at random.
const MUTATION_PROBABILITY: f64 = 0.8;

/// Maximum number of generations of a run: less than a second for 8 queens, which need
/// some hundred.
const MAX_GENERATIONS: u64 = 100_000;

/// Difference of fitness beyond which two boards are drawn equally seldom.
const MAX_FITNESS_GAP: u32 = 20;

/// Indices of the statistics.
const GENERATION_TALLY: usize = 0;
const MUTATION_TALLY: usize = 1;

/// The engine.
pub(super) struct Genetic;

/// A board, as the column of each row, with its fitness.
struct Individual {
    column_of: Vec<u32>,
    fitness: u32,
}

/// Counts the queens on each line of a board.
struct BoardFitness {
    rows: usize,
    lines: [Vec<u32>; 3],
}

impl BoardFitness {
    fn new(view: &StandardView) -> Self {
        let (rows, columns) = (view.rows() as usize, view.columns() as usize);
        BoardFitness {
            rows,
            lines: [
                vec![0; columns],
                vec![0; rows + columns],
                vec![0; rows + columns],
            ],
        }
    }

    /// Returns the number of pairs of queens that do not attack each other.
    fn fitness(&mut self, column_of: &[u32]) -> u32 {
        self.lines.iter_mut().for_each(|line| line.fill(0));
        let mut fitness = 0;
        for (row, &column) in column_of.iter().enumerate() {
            let column = column as usize;
            fitness += row as u32;
            for (line, at) in self.lines.iter_mut().zip([
                column,
                row + column,
                self.rows + column - row,
            ]) {
                fitness -= line[at];
                line[at] += 1;
            }
        }
        fitness
    }
}

/// Returns the fitness of a solution: the number of pairs of queens.
fn greatest_fitness(rows: u32) -> u32 {
    rows * rows.saturating_sub(1) / 2
}

/// Returns the first `cut` rows of one parent and the other rows of the second one.
fn crossover(first: &[u32], second: &[u32], cut: usize) -> Vec<u32> {
    [&first[..cut], &second[cut..]].concat()
}

/// Reports the number of the generation, and its boards with their fitness, the fittest
/// first.
fn report_state<O: StepObserver>(
    generation: &[Individual],
    run: &mut EngineRun<'_, O>,
) -> Step {
    let number = run.tallied(GENERATION_TALLY);
    run.state(|| {
        let mut boards: Vec<&Individual> = generation.iter().collect();
        boards.sort_by_cached_key(|board| Reverse(board.fitness));
        let columns = |board: &Individual| {
            board
                .column_of
                .iter()
                .map(u32::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        };
        let boards = boards
            .into_iter()
            .map(|board| format!("{}: {}", columns(board), board.fitness));
        vec![
            StateVariable::number("generation", number),
            StateVariable::list("population", boards),
        ]
    })
}

/// The generations, and the board that the observer sees.
struct Breeding<'v> {
    view: &'v StandardView,
    counts: BoardFitness,
    random: ChaCha8Rng,
    shown: Vec<u32>,
}

impl Breeding<'_> {
    fn individual<O: StepObserver>(
        &mut self,
        column_of: Vec<u32>,
        run: &mut EngineRun<'_, O>,
    ) -> Result<Individual, Stop> {
        run.node()?;
        run.generate(1);
        let fitness = self.counts.fitness(&column_of);
        Ok(Individual { column_of, fitness })
    }

    fn first_generation<O: StepObserver>(
        &mut self,
        run: &mut EngineRun<'_, O>,
    ) -> Result<Vec<Individual>, Stop> {
        let mut generation = Vec::with_capacity(POPULATION_SIZE);
        for _ in 0..POPULATION_SIZE {
            let rows = 0..self.view.rows();
            let column_of = rows
                .map(|row| random_column(self.view, row, &mut self.random))
                .collect();
            generation.push(self.individual(column_of, run)?);
        }
        Ok(generation)
    }

    /// Returns as many children as there are parents. One more pair that does not attack
    /// doubles the chance of a parent.
    ///
    /// Chances proportional to the fitness itself hardly prefer a board with 44 of 45
    /// pairs to one with 40: 10 queens took more than 300,000 boards.
    fn next_generation<O: StepObserver>(
        &mut self,
        parents: &[Individual],
        run: &mut EngineRun<'_, O>,
    ) -> Result<Vec<Individual>, Stop> {
        let greatest = parents
            .iter()
            .map(|parent| parent.fitness)
            .max()
            .unwrap_or(0);
        let chance = |parent: &Individual| {
            1 << MAX_FITNESS_GAP.saturating_sub(greatest - parent.fitness)
        };
        let sums: Vec<u64> = parents
            .iter()
            .scan(0, |sum, parent| {
                *sum += chance(parent);
                Some(*sum)
            })
            .collect();
        let total = sums.last().copied().unwrap_or(1);
        let mut children = Vec::with_capacity(parents.len());
        for _ in parents {
            let [first, second] = [(); 2].map(|()| {
                let drawn = self.random.random_range(0..total);
                &parents[sums.partition_point(|&sum| sum <= drawn)].column_of
            });
            let cut = self.random.random_range(1..first.len());
            let mut child = crossover(first, second, cut);
            if self.random.random_bool(MUTATION_PROBABILITY) {
                let row = self.random.random_range(0..self.view.rows());
                child[row as usize] = random_column(self.view, row, &mut self.random);
                run.tally(MUTATION_TALLY, 1);
            }
            children.push(self.individual(child, run)?);
        }
        Ok(children)
    }

    /// Puts the fittest board of a generation on the board that the observer sees.
    fn show<O: StepObserver>(
        &mut self,
        fittest: &Individual,
        generation: &[Individual],
        run: &mut EngineRun<'_, O>,
    ) -> Step {
        for (row, &column) in fittest.column_of.iter().enumerate() {
            let square = |column| Square::new(row as u32, column);
            match self.shown.get(row).copied() {
                Some(shown) if shown == column => continue,
                Some(shown) => {
                    run.notify(Event::Remove(square(shown)))?;
                    report_state(generation, run)?;
                    self.shown[row] = column;
                }
                None => self.shown.push(column),
            }
            run.notify(Event::Place(square(column)))?;
            report_state(generation, run)?;
        }
        Ok(())
    }
}

impl LadderEngine for Genetic {
    type View = RepairView;
    const INFO: EngineInfo = EngineInfo {
        id: "genetic",
        title: "a genetic algorithm: selection, crossover and mutation of boards",
        year: 1975,
        author: "John H. Holland",
        source: "Adaptation in Natural and Artificial Systems, 1975; Russell and Norvig, Artificial Intelligence: A \
                 Modern Approach, 3rd edition, 2010: figure 4.8",
        how: [
            "A generation has 20 boards with one queen in each row; the fitness of a board is its number of pairs that do not attack each other.",
            "A child gets the first rows of one parent and the rest of another, both drawn at random: each pair more doubles the chance. In about 4 of 5 children one queen moves at random.",
            "The search ends with the first board without attacks; after 100,000 generations it gives up.",
        ],
        idea: &[
            IdeaLine::new("population: random boards with a queen in each row"),
            IdeaLine::new("repeat, and show the fittest board:"),
            IdeaLine::at(
                StepKind::Remove,
                "  take off the queens that it does not have",
                "The fittest board of the generation has no {piece} on {square}: it is taken off.",
            ),
            IdeaLine::at(
                StepKind::Place,
                "  put on the queens that it has",
                "The fittest board of the generation has a {piece} on {square}.",
            ),
            IdeaLine::found(
                "  if no two of its queens attack each other, it is a solution",
            ),
            IdeaLine::new("  as many times as there are boards:"),
            IdeaLine::new("    draw two parents; each pair more doubles the chance"),
            IdeaLine::new(
                "    child = the first rows of one, the other rows of the second",
            ),
            IdeaLine::new(
                "    with probability 0.8, move a random queen of the child in its row",
            ),
            IdeaLine::new("  population = the children"),
        ],
        figures: &[
            FigureInfo {
                name: "generations",
                words: "generations, including the random first one",
            },
            FigureInfo {
                name: "mutations",
                words: "children with a queen moved at random",
            },
        ],
        time: "O(n) for each board",
        memory: "O(n) for each board of a generation",
        finds: Completeness::One,
        practical: Some(40),
        mirrors: false,
    };

    fn view(problem: &Problem, _: &Limits) -> Result<RepairView, NoAnswer> {
        Ok(RepairView::from_problem(problem)?)
    }

    fn search<O: StepObserver>(view: &RepairView, run: &mut EngineRun<'_, O>) -> Step {
        run.node()?;
        if view.has_none {
            return Ok(());
        }
        let mut breeding = Breeding {
            view: &view.plain,
            counts: BoardFitness::new(&view.plain),
            random: ChaCha8Rng::seed_from_u64(run.seed()),
            shown: Vec::new(),
        };
        let mut population = breeding.first_generation(run)?;
        for _ in 0..MAX_GENERATIONS {
            run.tally(GENERATION_TALLY, 1);
            let fittest = population
                .iter()
                .max_by_key(|individual| individual.fitness);
            if let Some(fittest) = fittest {
                breeding.show(fittest, &population, run)?;
                if fittest.fitness == greatest_fitness(view.plain.rows()) {
                    run.solution(|| Placement::from_columns(&fittest.column_of))?;
                    return Err(Stop::Found);
                }
            }
            population = breeding.next_generation(&population, run)?;
        }
        Err(Stop::GaveUp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The columns of the tests count from 0.
    #[test]
    fn a_child_has_rows_of_both_parents() {
        let child = crossover(&[0, 1, 2, 3], &[3, 2, 1, 0], 1);
        assert_eq!(child, [0, 2, 1, 0]);
        let view = StandardView::from_problem(&Problem::queens(4).unwrap()).unwrap();
        let mut counts = BoardFitness::new(&view);
        assert_eq!(counts.fitness(&child), 2);
        assert_eq!(counts.fitness(&[0, 0, 0, 0]), 0);
        assert_eq!((counts.fitness(&[1, 3, 0, 2]), greatest_fitness(4)), (6, 6));
    }
}
