//! Simulated annealing: random moves, of which bad ones become rarer as the temperature
//! falls.
//!
//! A state is a full board (see `complete_states.rs`). A move that adds d attacking pairs
//! is made with probability exp(-d / T); any other move is always made. Example: at
//! temperature 1 one more pair is accepted with probability 0.37, at temperature 0.1 with
//! probability 0.00005.

use super::complete_states::random_column;
use super::min_conflicts::{ConflictBoard, RepairView};
use super::{
    Completeness, EngineInfo, EngineRun, FigureInfo, IdeaLine, LadderEngine,
    StateVariable, StepKind, StepObserver,
};
use control::{Limits, Step, Stop};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::unsupported::NoAnswer;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Temperature at the start, in attacking pairs.
const FIRST_TEMPERATURE: f64 = 1.0;

/// Temperature below which the board is heated again.
const LAST_TEMPERATURE: f64 = 0.1;

/// Factor of the temperature after as many tries as squares.
const COOLING_FACTOR: f64 = 0.9;

/// Maximum number of tries of a run: two seconds.
const MAX_TRIES: u64 = 100_000_000;

/// Indices of the statistics.
const TRY_TALLY: usize = 0;
const MOVE_TALLY: usize = 1;
const UPHILL_TALLY: usize = 2;

/// The engine.
pub(super) struct Annealing;

/// Returns the probability of a move that changes the number of attacking pairs by
/// `change`.
fn acceptance(change: i64, temperature: f64) -> f64 {
    if change <= 0 {
        1.0
    } else {
        (-(change as f64) / temperature).exp()
    }
}

/// Returns what the engine holds besides the board.
fn state(temperature: f64, tries: u64) -> Vec<StateVariable> {
    vec![
        StateVariable::text("T", format!("{temperature:.3}")),
        StateVariable::number("tries", tries),
    ]
}

/// Returns the temperature after the one given.
fn next_temperature(temperature: f64) -> f64 {
    let lower = temperature * COOLING_FACTOR;
    if lower < LAST_TEMPERATURE {
        FIRST_TEMPERATURE
    } else {
        lower
    }
}

impl LadderEngine for Annealing {
    type View = RepairView;
    const INFO: EngineInfo = EngineInfo {
        id: "annealing",
        title: "simulated annealing: random moves while the temperature falls",
        year: 1983,
        author: "Scott Kirkpatrick, C. Daniel Gelatt and Mario P. Vecchi",
        source: "Optimization by simulated annealing, Science 220, 1983; Russell and Norvig, Artificial \
                 Intelligence: A Modern Approach, 3rd edition, 2010: figure 4.5",
        how: [
            "All queens are on the board, one in each row at random; a random queen tries a random square of its row.",
            "If that adds d > 0 attacking pairs, it is done with probability exp(-d / T), else always.",
            "T starts at 1 and is multiplied by 0.9 after n^2 tries; below 0.1 it is 1 again. After 100 million tries it gives up.",
        ],
        idea: &[
            IdeaLine::new("take_off(row):"),
            IdeaLine::at(
                StepKind::Remove,
                "  take the queen of the row off",
                "The {piece} on {square} is taken off: its move was picked at random and accepted.",
            ),
            IdeaLine::new("put(row, column):"),
            IdeaLine::at(
                StepKind::Place,
                "  put a queen on the square",
                "A {piece} goes to {square}, at random: on a new board, or by an accepted move.",
            ),
            IdeaLine::new("for each row, put(row, a random column); T = 1"),
            IdeaLine::new("repeat:"),
            IdeaLine::found("  if no two queens attack each other, it is a solution"),
            IdeaLine::new("  pick a random row, and a random column without its queen"),
            IdeaLine::new(
                "  if the move adds d > 0 pairs, skip it, except with probability e^(-d/T)",
            ),
            IdeaLine::new("  else take_off(row), then put(row, column)"),
            IdeaLine::new("  after n^2 tries, T = 0.9 T; below 0.1, T = 1"),
            IdeaLine::new("after 100 million tries, give up"),
        ],
        figures: &[
            FigureInfo {
                name: "tries",
                words: "moves picked, accepted or not",
            },
            FigureInfo {
                name: "moves",
                words: "moves accepted",
            },
            FigureInfo {
                name: "uphill",
                words: "accepted moves that added attacking pairs",
            },
        ],
        time: "O(1) for each try",
        memory: "O(n)",
        finds: Completeness::One,
        practical: Some(200),
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
        let (rows, columns) = (view.plain.rows(), view.plain.columns());
        let mut random = ChaCha8Rng::seed_from_u64(run.seed());
        let mut board = ConflictBoard::new(&view.plain);
        board.show::<O>(|| state(FIRST_TEMPERATURE, 0));
        board.scatter(&mut random, run)?;
        let (mut pairs, mut temperature) = (board.attacking_pairs(), FIRST_TEMPERATURE);
        for tries in 0..MAX_TRIES {
            if pairs == 0 {
                run.solution(|| Placement::from_columns(&board.column_of))?;
                return Err(Stop::Found);
            }
            if tries > 0 && tries.is_multiple_of(u64::from(rows) * u64::from(columns)) {
                temperature = next_temperature(temperature);
            }
            run.tally(TRY_TALLY, 1);
            run.tick()?;
            let row = random.random_range(0..rows);
            let column = random_column(&view.plain, row, &mut random);
            if column == board.column_of[row as usize] {
                continue;
            }
            run.check(1);
            let step = board.queen_move(row, column);
            if random.random_bool(acceptance(step.change, temperature)) {
                board.show::<O>(|| state(temperature, tries + 1));
                board.apply(step, run)?;
                pairs += step.change;
                run.tally(MOVE_TALLY, 1);
                run.tally(UPHILL_TALLY, u64::from(step.change > 0));
            }
        }
        Err(Stop::GaveUp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// e^-1 = 0.3679 and e^-10 = 0.0000454.
    #[test]
    fn one_more_pair_becomes_rare_as_the_temperature_falls() {
        assert!((acceptance(1, 1.0) - 0.3679).abs() < 1e-4);
        assert!((acceptance(1, 0.1) - 0.000_045_4).abs() < 1e-7);
        assert_eq!(
            [acceptance(0, 0.1), acceptance(-3, 1.0)].map(f64::to_bits),
            [1f64.to_bits(); 2]
        );
        let mut temperature = FIRST_TEMPERATURE;
        for _ in 0..21 {
            temperature = next_temperature(temperature);
        }
        // 0.9^21 = 0.1094; one more factor is below 0.1.
        assert!((temperature - 0.1094).abs() < 1e-4);
        assert_eq!(
            next_temperature(temperature).to_bits(),
            FIRST_TEMPERATURE.to_bits()
        );
    }
}
