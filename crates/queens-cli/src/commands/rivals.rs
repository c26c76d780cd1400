//! `queens search rivals`: compares the problem solver with its rival, the rule engine.

use crate::args::TableFormat;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use crate::table::write_document;
use queens::control::Outcome;
use queens::document::Cell;
use queens::lab::rivals;
use queens::problem::Problem;
use queens::render::{self, Format, Summary};
use std::io::Write;

pub(crate) fn run_rivals(
    size: u32,
    format: TableFormat,
    console: &Console,
) -> Result<Exit, Failure> {
    let problem = Problem::queens(size).map_err(Failure::input)?;
    let progress = ProgressDisplay::start_spinner(console, "CPS against TRE".to_owned());
    let (document, queens) = rivals(size, console.settings()).map_err(Failure::input)?;
    drop(progress);
    if let (TableFormat::Text, Some(queens)) = (format, &queens) {
        let mut out = console.out();
        let mut board = render::renderer(Format::Board, &problem, console.style());
        board.begin(&mut out)?;
        board.solution(queens, &mut out)?;
        board.end(
            &Summary {
                solutions: 1,
                outcome: Outcome::Found,
            },
            &mut out,
        )?;
        out.flush()?;
    }
    write_document(format, &document, console)?;
    if let Some(stopped) = document
        .rivals
        .iter()
        .find(|rival| !rival.outcome.is_complete())
    {
        console.say(format!("{}: {}", stopped.name, stopped.outcome));
        return Ok(stopped.outcome.into());
    }
    if !document.same_answer {
        console.warn("error: THE RIVALS DISAGREE: see the table");
        return Ok(Exit::CheckFailed);
    }
    let same = if queens.is_some() {
        "the same answer"
    } else {
        "both report that there is no solution"
    };
    console.say(format!(
        "{same}; CPS took 1/{} of the time of TRE",
        Cell::factor(Some(document.time_ratio)).text
    ));
    Ok(Exit::Answered)
}
