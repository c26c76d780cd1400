//! A variant of one's own: amazons (queen and knight in one piece) on a cylinder with a
//! hole in the middle.
//!
//! `cargo run --release --example variant`

use queens::problem::{Edge, Edges, Problem};
use queens::square::Square;
use queens::{Question, Settings, count, plan};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for size in 4..=11 {
        let problem = Problem::builder(size, size)
            .piece("queen+knight".parse()?)
            .edges(Edges {
                top_bottom: Edge::Open,
                left_right: Edge::Wrap,
            })
            .hole(Square::new(size / 2, size / 2))
            .build()?;
        let plan = plan(&problem, Question::Count, &Settings::default())?;
        let answer = count(&problem, &Settings::default())?;
        println!(
            "{size:2} {:6} by {}: {}",
            answer.count,
            plan.engine(),
            plan.why
        );
    }
    Ok(())
}
