//! An engine of one's own: columns drawn at random (Las Vegas, after Brassard and Bratley
//! 1988), as an engine beside those of the registry.
//!
//! `cargo run --release --example own_engine`

use queens::control::{Limits, Step, Stop};
use queens::engines::ladder::{EngineRun, LadderEngine, StepObserver};
use queens::engines::{Completeness, Engine, EngineInfo};
use queens::placement::Placement;
use queens::problem::Problem;
use queens::square::Square;
use queens::unsupported::{NoAnswer, Parameter, Unsupported};
use queens::{Question, Settings, check, plan_with};
use std::ops::ControlFlow;

/// Queens go row by row on random free squares; where there is none, the board is
/// cleared.
struct LasVegas;

impl LadderEngine for LasVegas {
    type View = u32;

    const INFO: EngineInfo = {
        let title = "random squares, and a new start where none is free";
        let mut info = EngineInfo::new("las-vegas", title, Completeness::One);
        info.year = 1988;
        info.author = "Gilles Brassard, Paul Bratley";
        info.source = "Algorithmics: Theory and Practice";
        info.how = [
            "Each row takes a random one of its free squares.",
            "A row without a free square clears the board.",
            "It ends with the first solution, and never where there is none.",
        ];
        info.time = "a few starts on most boards";
        info.memory = "O(n)";
        info.practical = Some(20);
        info
    };

    fn view(problem: &Problem, _limits: &Limits) -> Result<u32, NoAnswer> {
        if problem.is_standard() && problem.rows() != 2 && problem.rows() != 3 {
            return Ok(problem.rows());
        }
        Err(Unsupported::new(
            "las-vegas",
            Parameter::Size,
            "it takes standard boards that have a solution",
        )
        .into())
    }

    fn search<O: StepObserver>(&size: &u32, run: &mut EngineRun<'_, O>) -> Step {
        let mut random = run.seed() | 1;
        loop {
            run.node()?;
            let mut columns: Vec<u32> = Vec::new();
            while columns.len() < size as usize {
                let row = columns.len() as u32;
                let is_free = |&column: &u32| {
                    (0..)
                        .zip(&columns)
                        .all(|(r, &c)| c != column && c.abs_diff(column) != row - r)
                };
                let free: Vec<u32> = (0..size).filter(is_free).collect();
                if free.is_empty() {
                    break;
                }
                // Marsaglia 2003: xorshift.
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                let column = free[(random % free.len() as u64) as usize];
                run.place(Square::new(row, column))?;
                columns.push(column);
            }
            if columns.len() == size as usize {
                run.solution(|| Placement::from_columns(&columns))?;
                return Err(Stop::Found);
            }
            for row in (0..columns.len()).rev() {
                run.remove(Square::new(row as u32, columns[row]))?;
            }
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem = Problem::queens(12)?;
    let settings = Settings::default().with_seed(7);
    let mut steps = 0;
    let finding = LasVegas.trace(&problem, &settings, &mut |event| {
        steps += 1;
        if let queens::engines::ladder::Event::Solution(placement) = event {
            assert_eq!(check(&problem, placement), Ok(()));
            println!(
                "{:?}",
                placement
                    .squares()
                    .iter()
                    .map(|s| s.column + 1)
                    .collect::<Vec<_>>()
            );
        }
        ControlFlow::Continue(())
    })?;
    println!(
        "{} after {steps} steps, {} nodes",
        finding.outcome(),
        finding.statistics.expanded
    );
    let plan = plan_with(&LasVegas, &problem, Question::One, &settings)?;
    let answer = plan.run(&settings, &mut |_| ControlFlow::Continue(()))?;
    println!(
        "{}: {}, {} nodes",
        answer.engine,
        answer.verdict(),
        answer.statistics.expanded
    );
    Ok(())
}
