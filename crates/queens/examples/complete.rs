//! Completes a board, and says whether that is the only way.
//!
//! `cargo run --release --example complete`

use queens::{Question, Settings, Verdict, ask, check, problem::Problem};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Nauck 1850: queens on b4 and d5.
    let problem: Problem = "8\ngivens: b4 d5".parse()?;
    let answer = ask(&problem, Question::Unique, &Settings::default())?;
    if let Some(solution) = &answer.first {
        check(&problem, solution)?;
        let names: Vec<String> =
            solution.squares().iter().map(ToString::to_string).collect();
        println!("{}", names.join(" "));
    }
    match answer.verdict() {
        Verdict::None => {
            println!(
                "no solution: {}",
                answer.certificate.map_or(String::new(), |c| c.to_string())
            );
        }
        Verdict::OnlyOne => println!("the only solution"),
        verdict => println!("{verdict}"),
    }
    Ok(())
}
