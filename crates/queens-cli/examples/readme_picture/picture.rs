//! An animated SVG: an engine searches for its first solution, then a puzzle gets a hint.

use queens::Settings;
use queens::engines::StepKind;
use queens::engines::ladder::Event;
use queens::problem::Problem;
use queens::puzzle::{self, Hint, Options, write};
use queens::render::{PictureStyle, html::Escaped, pieces};
use queens::square::Square;
use std::error::Error;
use std::fmt::Write;
use std::ops::ControlFlow;

/// Path of the picture from the root of the repository.
pub(crate) const FILE: &str = "docs/steps-and-hint.svg";

/// Engine and side of the board.
const ENGINE: &str = "flags";
const BOARD_SIDE: u32 = 6;

/// Technique of the hint, on its example board.
const TECHNIQUE: &str = "confinement";

/// Times in seconds: of a step, of the solution, of the puzzle before its hint, of the
/// hint.
const STEP_SECONDS: f64 = 0.16;
const SOLUTION_SECONDS: f64 = 2.5;
const PUZZLE_SECONDS: f64 = 2.0;
const HINT_SECONDS: f64 = 6.0;

/// Side of a square of the first board, and of the whole picture of each board.
const SQUARE: u32 = 48;
const BOARD_PIXELS: u32 = 336;

/// Left edge, first baseline and line height of the text.
const TEXT_LEFT: u32 = 368;
const TEXT_TOP: u32 = 70;
const LINE_HEIGHT: u32 = 24;

/// Largest number of characters in a line of the hint.
const LINE_LENGTH: usize = 38;

/// A part of the picture, and the seconds at which it appears and disappears in turn.
struct Timed {
    markup: String,
    changes: Vec<f64>,
}

/// Returns the picture.
pub(crate) fn animated() -> Result<String, Box<dyn Error>> {
    let mut parts = Vec::new();
    let search_end = search(&mut parts)?;
    let end = hint(&mut parts, search_end)?;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"{BOARD_PIXELS}\" \
         viewBox=\"0 0 760 {BOARD_PIXELS}\" role=\"img\">\n\
         <title>The engine {ENGINE} finds a solution for {BOARD_SIDE} queens; then a puzzle gets a hint</title>\n\
         <style>\n\
         .code {{ font: 13px ui-monospace, Menlo, Consolas, monospace; fill: #2a2019; white-space: pre; }}\n\
         .words {{ font: 17px system-ui, sans-serif; fill: #2a2019; }}\n\
         .head {{ font: bold 19px system-ui, sans-serif; fill: #2a2019; }}\n\
         .current {{ fill: #f3d9a4; }}\n\
         .man {{ fill: #2a2019; stroke: #fff8ec; stroke-width: 1.2; }}\n\
         </style>\n<rect width=\"760\" height=\"{BOARD_PIXELS}\" rx=\"6\" fill=\"#ffffff\"/>\n"
    );
    let symbols = pieces();
    let queen = symbols
        .lines()
        .find(|line| line.contains("id=\"queen\""))
        .ok_or("no queen")?;
    writeln!(svg, "<defs>{queen}</defs>")?;
    for Timed { markup, changes } in &parts {
        writeln!(
            svg,
            "<g opacity=\"0\">{}{markup}</g>",
            animation(changes, end)
        )?;
    }
    Ok(svg + "</svg>\n")
}

/// Returns the animation of a part that is hidden first.
fn animation(changes: &[f64], end: f64) -> String {
    let mut times = vec![0.0];
    let mut values = vec![0];
    for (number, &change) in changes.iter().enumerate() {
        let value = 1 - number % 2;
        if change == 0.0 {
            values = vec![value];
        } else if change < end {
            times.push(change / end);
            values.push(value);
        }
    }
    let times: Vec<_> = times.iter().map(|time| format!("{time:.4}")).collect();
    let values: Vec<_> = values.iter().map(ToString::to_string).collect();
    format!(
        "<animate attributeName=\"opacity\" calcMode=\"discrete\" dur=\"{end:.2}s\" repeatCount=\"indefinite\" \
         keyTimes=\"{}\" values=\"{}\"/>",
        times.join(";"),
        values.join(";")
    )
}

/// Adds the search to its first solution; returns its end in seconds.
fn search(parts: &mut Vec<Timed>) -> Result<f64, Box<dyn Error>> {
    let problem = Problem::queens(BOARD_SIDE)?;
    let engine = queens::find(ENGINE)?;
    let mut steps: Vec<(StepKind, Option<Square>)> = Vec::new();
    engine.trace(&problem, &Settings::default(), &mut |event| {
        match event {
            Event::Place(square) => steps.push((StepKind::Place, Some(square))),
            Event::Remove(square) => steps.push((StepKind::Remove, Some(square))),
            Event::Reject { .. } | Event::State(_) => {}
            Event::Solution(_) => steps.push((StepKind::Solution, None)),
        }
        match steps.last() {
            Some((StepKind::Solution, _)) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    })?;
    let end = steps.len() as f64 * STEP_SECONDS + SOLUTION_SECONDS;
    parts.push(Timed {
        markup: checker(),
        changes: vec![0.0, end],
    });
    let mut changes = vec![Vec::new(); (BOARD_SIDE * BOARD_SIDE) as usize];
    for (number, (_, square)) in steps.iter().enumerate() {
        if let Some(square) = square {
            changes[(square.row * BOARD_SIDE + square.column) as usize]
                .push(number as f64 * STEP_SECONDS);
        }
    }
    for (square, mut changes) in (0..).zip(changes) {
        if changes.len() % 2 == 1 {
            changes.push(end);
        }
        if !changes.is_empty() {
            let (x, y) = (
                margin() + square % BOARD_SIDE * SQUARE,
                margin() + square / BOARD_SIDE * SQUARE,
            );
            let markup = format!(
                "<use href=\"#queen\" class=\"man\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>"
            );
            parts.push(Timed { markup, changes });
        }
    }
    // The lines of the idea, and a bar behind the current one.
    let head = format!("queens watch {BOARD_SIDE} -e {ENGINE}");
    let mut text =
        format!("<text class=\"head\" x=\"{TEXT_LEFT}\" y=\"36\">{head}</text>");
    for (number, line) in (0..).zip(engine.info().idea) {
        let y = TEXT_TOP + number * LINE_HEIGHT;
        let kind = line.step.map(|step| step.kind);
        let mut changes = Vec::new();
        for (at, _) in steps
            .iter()
            .enumerate()
            .filter(|(_, (step, _))| Some(*step) == kind)
        {
            let last = at + 1 == steps.len();
            let until = if last {
                end
            } else {
                (at + 1) as f64 * STEP_SECONDS
            };
            if changes.last() == Some(&(at as f64 * STEP_SECONDS)) {
                changes.pop();
            } else {
                changes.push(at as f64 * STEP_SECONDS);
            }
            changes.push(until);
        }
        if !changes.is_empty() {
            let bar = format!(
                "<rect class=\"current\" x=\"{}\" y=\"{}\" width=\"384\" height=\"{LINE_HEIGHT}\" rx=\"3\"/>",
                TEXT_LEFT - 6,
                y - 17
            );
            parts.push(Timed {
                markup: bar,
                changes,
            });
        }
        let words = Escaped(line.text).to_string();
        write!(
            text,
            "<text class=\"code\" xml:space=\"preserve\" x=\"{TEXT_LEFT}\" y=\"{y}\">{words}</text>"
        )?;
    }
    parts.push(Timed {
        markup: text,
        changes: vec![0.0, end],
    });
    Ok(end)
}

/// Returns the width of the margin of the first board.
fn margin() -> u32 {
    (BOARD_PIXELS - BOARD_SIDE * SQUARE) / 2
}

/// Returns the first board without queens.
fn checker() -> String {
    let (margin, side) = (margin(), BOARD_SIDE * SQUARE);
    let mut dark = String::new();
    for row in 0..BOARD_SIDE {
        for column in (0..BOARD_SIDE).filter(|column| (row + column) % 2 == 1) {
            dark += &format!(
                "M{} {}h{SQUARE}v{SQUARE}h-{SQUARE}z",
                margin + column * SQUARE,
                margin + row * SQUARE
            );
        }
    }
    format!(
        "<rect x=\"{margin}\" y=\"{margin}\" width=\"{side}\" height=\"{side}\" fill=\"#f6eddb\" stroke=\"#5d4a36\" \
         stroke-width=\"2.5\"/><path fill=\"#d3b58d\" d=\"{dark}\"/>"
    )
}

/// Adds the puzzle and its hint, which begin at `start`; returns their end in seconds.
fn hint(parts: &mut Vec<Timed>, start: f64) -> Result<f64, Box<dyn Error>> {
    let technique = puzzle::techniques()
        .find(|technique| technique.id == TECHNIQUE)
        .ok_or(TECHNIQUE)?;
    let position = technique.position().ok_or(TECHNIQUE)?;
    let Hint::Step(step) = puzzle::hint(&position, &Options::default())? else {
        return Err("the example has no hint".into());
    };
    let (hint_at, end) = (
        start + PUZZLE_SECONDS,
        start + PUZZLE_SECONDS + HINT_SECONDS,
    );
    let mut picture = Vec::new();
    write::svg(&position, look("before"), &mut picture)?;
    parts.push(Timed {
        markup: nested(picture)?,
        changes: vec![start, hint_at],
    });
    let mut picture = Vec::new();
    write::step_svg(&position, &step, look("hint"), &mut picture)?;
    parts.push(Timed {
        markup: nested(picture)?,
        changes: vec![hint_at, end],
    });
    let head = format!(
        "<text class=\"head\" x=\"{TEXT_LEFT}\" y=\"36\">queens puzzle hint board.png</text>"
    );
    parts.push(Timed {
        markup: head,
        changes: vec![start, end],
    });
    let mut text = String::new();
    let words = format!(
        "{} (level {} of 10)",
        step.technique.name, step.technique.level
    );
    for (number, line) in (0..).zip(std::iter::once(words).chain(wrapped(&step.sentence)))
    {
        let y = TEXT_TOP + number * LINE_HEIGHT + if number > 0 { 8 } else { 0 };
        write!(
            text,
            "<text class=\"words\" x=\"{TEXT_LEFT}\" y=\"{y}\">{}</text>",
            Escaped(&line)
        )?;
    }
    parts.push(Timed {
        markup: text,
        changes: vec![hint_at, end],
    });
    Ok(end)
}

/// Returns the look of a puzzle, whose names inside the SVG begin with `scope`.
fn look(scope: &str) -> PictureStyle {
    PictureStyle {
        scope: format!("{scope}-"),
        ..PictureStyle::default()
    }
}

/// Returns an SVG as an element of the picture, as large as the first board.
fn nested(svg: Vec<u8>) -> Result<String, Box<dyn Error>> {
    let svg = String::from_utf8(svg)?;
    let (tag, rest) = svg.split_once('>').ok_or("no element")?;
    let attribute = |name: &str| {
        let value = tag.split_once(&format!(" {name}=\""))?.1;
        value.split('"').next()
    };
    let view = attribute("viewBox").ok_or("no viewBox")?;
    Ok(format!(
        "<svg width=\"{BOARD_PIXELS}\" height=\"{BOARD_PIXELS}\" viewBox=\"{view}\">{rest}"
    ))
}

/// Breaks a sentence into lines.
fn wrapped(sentence: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in sentence.split_whitespace() {
        let is_full = lines.last().is_some_and(|line| {
            !line.is_empty() && line.len() + 1 + word.len() > LINE_LENGTH
        });
        if is_full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
