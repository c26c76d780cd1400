//! Counts with the fastest engine there is, and says who counted and why.
//!
//! `cargo run --release --example count -- 16`

use queens::{Settings, count, problem::Problem, reference};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let text = if words.is_empty() {
        "14".to_owned()
    } else {
        words.join(" ")
    };
    let problem: Problem = text.parse()?;
    let answer = count(&problem, &Settings::default())?;
    println!("{} solutions", answer.count);
    println!(
        "{}: {}; {:?}",
        answer.engine, answer.why, answer.statistics.elapsed
    );
    if let Some(published) = reference::published(&problem) {
        println!("{} says {}", published.name, published.value);
    }
    Ok(())
}
