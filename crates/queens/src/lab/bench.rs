//! Counting engines side by side, relative to the plain bit mask.

use super::timing::median_seconds;
use crate::document::{BenchDocument, BenchLine};
use crate::problem::Problem;
use crate::question::Settings;
use crate::simd::Kernel;
use crate::unsupported::{Parameter, Unsupported};
use control::Outcome;

/// Engine that the others are compared to.
pub const YARDSTICK: &str = "bitmask";

/// Times the counting engines on the standard boards of some sizes: all in turn, several
/// times, so that all suffer the same disturbances; the engine that the settings name is
/// added to them. Returns the outcome with the lines that are complete.
///
/// # Errors
/// A size that one of the engines does not take.
pub fn bench(
    (first, last): (u32, u32),
    runs: u32,
    settings: &Settings,
) -> Result<BenchDocument, Unsupported> {
    let mut engines = vec![(
        YARDSTICK.to_owned(),
        settings.clone().with_engine(YARDSTICK),
    )];
    for kernel in [Kernel::Baseline, Kernel::Avx2, Kernel::Avx512]
        .into_iter()
        .filter(|k| k.is_available())
    {
        for id in ["rows", "join"] {
            let settings = settings.clone().with_engine(id).with_kernel(kernel);
            engines.push((format!("{id} ({})", kernel.name()), settings));
        }
    }
    engines.extend(
        settings
            .engine
            .iter()
            .map(|id| (id.clone(), settings.clone())),
    );
    let limits = settings.limits.started();
    let threads = settings.threads;
    let mut document = BenchDocument {
        yardstick: YARDSTICK,
        threads,
        runs,
        lines: Vec::new(),
        outcome: Outcome::Exhausted,
    };
    for size in first..=last {
        let problem = Problem::queens(size)
            .map_err(|error| Unsupported::new("", Parameter::Size, error))?;
        let mut times = vec![Vec::new(); engines.len()];
        let mut counts = vec![0; engines.len()];
        for _ in 0..runs {
            for (i, (_, settings)) in engines.iter().enumerate() {
                let answer = crate::count(
                    &problem,
                    &settings.clone().with_limits(limits.clone()),
                )?;
                if !answer.is_complete() {
                    document.outcome = answer.outcome;
                    return Ok(document);
                }
                times[i].push(answer.statistics.elapsed);
                counts[i] = answer.count;
            }
        }
        let seconds: Vec<f64> = times.into_iter().map(median_seconds).collect();
        document
            .lines
            .extend(
                engines
                    .iter()
                    .enumerate()
                    .map(|(i, (engine, _))| BenchLine {
                        size,
                        engine: engine.clone(),
                        solutions: counts[i].into(),
                        seconds: seconds[i],
                        speed: seconds[0] / seconds[i].max(1e-9),
                    }),
            );
    }
    Ok(document)
}
