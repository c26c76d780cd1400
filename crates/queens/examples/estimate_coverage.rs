//! Share of 95 percent intervals that contain the published number: a line of CSV for
//! each problem.
//!
//! `cargo run --release --example estimate_coverage -- SEEDS ERROR [PROBLEM...]`, such as
//! `... -- 200 0.2 12 "superqueens 20"`: half the width of the intervals that are asked
//! for is 0.2 of the number.

use queens::{Settings, estimate, problem::Problem, reference};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || {
        arguments
            .next()
            .ok_or("give a number of seeds, an error, and problems")
    };
    let (seeds, error): (u64, f64) = (next()?.parse()?, next()?.parse()?);
    println!(
        "problem,published,seeds,error,annealed,held,mean_off,variance_off,mean_reach,seconds"
    );
    for text in arguments {
        let problem: Problem = text.parse()?;
        let published = reference::published(&problem)
            .ok_or("nothing is published")?
            .value;
        let started = Instant::now();
        let (mut annealed, mut held, mut reach, mut off) = (0, 0, 0.0, Vec::new());
        for seed in 0..seeds {
            let settings = Settings::default().with_threads(1).with_seed(seed);
            let estimate = estimate::solutions(&problem, error, &settings)?;
            if estimate.how == estimate::How::Annealed {
                let ln = (published as f64).ln();
                annealed += 1;
                held += u32::from(estimate.interval.holds(ln));
                reach += estimate.interval.reach();
                off.push((estimate.interval.ln - ln) / estimate.interval.error);
            }
        }
        let count = f64::from(annealed);
        let mean = off.iter().sum::<f64>() / count;
        let variance =
            off.iter().map(|off| (off - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let seconds = started.elapsed().as_secs_f64();
        println!(
            "{text},{published},{seeds},{error},{annealed},{held},{mean:.3},{variance:.3},{:.4},{seconds:.1}",
            reach / count
        );
    }
    Ok(())
}
