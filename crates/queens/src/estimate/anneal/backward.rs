//! Backward chains, from exact solutions to random placements: an independent check of
//! the forward chains.
//!
//! Forward, the mean of the weights w is Q / Z, where Z is the number of placements.
//! Backward, from uniformly random solutions, the mean of 1 / w is exactly Z / Q (Neal
//! 2001). By Jensen's inequality the mean of ln w is below ln(Q / Z) forward and above it
//! backward, so that the two enclose it, whatever the tails of the weights. This needs
//! uniformly random solutions, so it is done for boards whose solutions can be listed.

use super::super::interval::{Interval, sample_variance};
use super::*;
use crate::estimate::lines::DiagonalSpace;
use crate::problem::Problem;
use crate::question::Settings;
use crate::reference;
use control::Limits;

/// Returns the logarithm of the weight of a chain that starts at a solution and heats up.
fn heat_placement(
    lines: &DiagonalSpace,
    schedule: &CoolingSchedule,
    columns: &[u32],
    rng: &mut Rng,
) -> f64 {
    let start =
        || lines.board_from_queens((0..columns.len() as u32).collect(), columns.to_vec());
    let (mut odds, steps) = (Odds::new(), start().max_energy_step());
    odds.set_beta(schedule.coldest_beta(), steps);
    // The solution is at a random position of the stay, which is run from there in both
    // directions. Moves at one temperature are reversible there, because cold moves
    // choose a random queen.
    let place = u64::from(rng.below(schedule.stay as u32));
    let mut hits = 1;
    let mut stay = |blocks: u64, rng: &mut Rng| {
        let mut board = start();
        for _ in 0..blocks {
            board.propose_moves(BLOCK_PROPOSALS, rng, &odds);
            hits += u64::from(board.energy() == 0);
        }
        board
    };
    stay(schedule.stay - 1 - place, rng);
    let mut board = stay(place, rng);
    board.propose_moves(BLOCK_PROPOSALS, rng, &odds);
    let mut ln = (hits as f64 / schedule.stay as f64).ln();
    for (stage, &blocks) in schedule.blocks.iter().enumerate().rev() {
        let (from, step) = (
            stage as f64 * schedule.width,
            schedule.width / blocks as f64,
        );
        for number in (1..=blocks).rev() {
            odds.set_beta(from + step * number as f64, steps);
            board.propose_moves(BLOCK_PROPOSALS, rng, &odds);
            ln -= step * board.energy() as f64;
        }
    }
    ln
}

/// A000170, and a superqueens board (A051223): forward and backward intervals both
/// contain the published number, at fixed seeds and within four standard errors, and the
/// means of the logarithms enclose it.
#[test]
fn backward_chains_agree_with_forward_ones() {
    for text in ["10", "12", "14", "superqueens 14"] {
        let problem: Problem = text.parse().unwrap();
        let settings = Settings::default().with_threads(1);
        let solutions: Vec<Vec<u32>> = crate::solutions(&problem, &settings)
            .unwrap()
            .map(|placement| {
                let mut columns = vec![0; problem.rows() as usize];
                for square in placement.unwrap().squares() {
                    columns[square.row as usize] = square.column;
                }
                columns
            })
            .collect();
        let published = reference::published(&problem).unwrap().value;
        assert_eq!(solutions.len() as u128, published);
        let limits = Limits::default();
        let space = PlacementSpace::from_problem(&problem, &limits).unwrap();
        let PlacementSpace::Diagonals(lines) = &space else {
            panic!("{text}")
        };
        let meter = SharedMeter::new(&limits);
        let annealing = Annealing {
            space: &space,
            seed: 3,
            threads: 1,
            meter: &meter,
            max_sweeps: MAX_SWEEPS,
        };
        let Ok(schedule) = annealing.find_schedule() else {
            panic!("{text}")
        };
        let Ok((chains, Ok(()))) = annealing.run_chains(&schedule, 0..CHAINS_EACH_WAY)
        else {
            panic!("{text}")
        };
        let forward: Vec<f64> = chains.iter().map(Chain::ln_weight).collect();
        let mut rng = Rng::new(4, 0);
        let backward: Vec<f64> = (0..CHAINS_EACH_WAY)
            .map(|_| {
                let solution = &solutions[rng.below(solutions.len() as u32) as usize];
                heat_placement(lines, &schedule, solution, &mut rng)
            })
            .collect();
        let off = space.ln_size() - (published as f64).ln();
        let cold = Interval::from_ln_weights(&forward).unwrap().times(off);
        let hot =
            Interval::from_ln_weights(&backward.iter().map(|ln| -ln).collect::<Vec<_>>())
                .unwrap()
                .times(-off);
        // Deviation from the published number, in standard errors.
        let [cold_off, hot_off] = [cold.ln / cold.error, hot.ln / hot.error];
        let between = (cold.ln + hot.ln) / cold.error.hypot(hot.error);
        // A chain without a solution has the logarithm minus infinity, and so has the
        // mean.
        let bound = |lns: &[f64]| {
            let mean = lns.iter().sum::<f64>() / lns.len() as f64 + off;
            (
                mean,
                (sample_variance(lns.iter().copied()) / lns.len() as f64).sqrt(),
            )
        };
        let ((low, low_error), (high, high_error)) = (bound(&forward), bound(&backward));
        println!(
            "{text},{published},{:.5},{:.5},{:.5},{:.5},{between:.2},{low:.4},{high:.4}",
            cold.ln, cold.error, -hot.ln, hot.error
        );
        assert!(
            cold_off.abs() < 4.0 && hot_off.abs() < 4.0 && between.abs() < 4.0,
            "{text}"
        );
        assert!(
            low == f64::NEG_INFINITY || low < 4.0 * low_error,
            "{text}: {low} to {high}"
        );
        assert!(high > -4.0 * high_error, "{text}: {low} to {high}");
    }
}

/// Number of chains in each direction.
const CHAINS_EACH_WAY: u64 = 1000;
