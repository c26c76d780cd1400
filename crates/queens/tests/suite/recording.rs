//! Recordings, read back: each frame shows the queens of its step.

use control::{Limits, Outcome};
use gif::{ColorOutput, DecodeOptions};
use queens::Settings;
use queens::engines::ladder::Event;
use queens::lab::{RecordingError, RecordingReport, RecordingWanted, record};
use queens::problem::Problem;
use queens::render::recording::{MAX_FRAMES, RecordingFormat, RecordingStyle};
use queens::square::Square;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

/// Side of a square, and of the margins left of the board and right of it, before
/// scaling.
const SQUARE_SIDE: f64 = 48.0;
const MARGINS: (f64, f64) = (30.0, 18.0);

/// A point in the body of a queen that no mark covers, from the upper left corner of its
/// square.
const QUEEN_POINT: (f64, f64) = (14.2, 31.0);

fn wanted(format: RecordingFormat, steps: (u64, u64)) -> RecordingWanted {
    let style = RecordingStyle {
        width: 432,
        delay: Duration::from_millis(100),
    };
    RecordingWanted {
        format,
        steps,
        first: false,
        style,
    }
}

fn recorded(
    size: u32,
    wanted: RecordingWanted,
    settings: &Settings,
) -> (RecordingReport, Vec<u8>) {
    let mut file = Vec::new();
    let report =
        record(&Problem::queens(size).unwrap(), wanted, settings, &mut file).unwrap();
    (report, file)
}

/// The queens after each step of an engine, and the steps with solutions.
fn boards(engine: &str, size: u32) -> Vec<(BTreeSet<Square>, bool)> {
    let mut queens = BTreeSet::new();
    let mut boards = Vec::new();
    let engine = queens::find(engine).unwrap();
    let mut follow = |event: Event<'_>| {
        match event {
            Event::Place(square) => {
                queens.insert(square);
            }
            Event::Remove(square) => {
                queens.remove(&square);
            }
            Event::Solution(placement) => {
                assert!(
                    placement
                        .squares()
                        .iter()
                        .copied()
                        .eq(queens.iter().copied())
                );
            }
            Event::Reject { .. } | Event::State(_) => {}
        }
        boards.push((queens.clone(), matches!(event, Event::Solution(_))));
        ControlFlow::Continue(())
    };
    engine
        .trace(
            &Problem::queens(size).unwrap(),
            &Settings::default(),
            &mut follow,
        )
        .unwrap();
    boards
}

#[test]
fn each_frame_of_a_gif_shows_the_queens_of_its_step() {
    let size = 5;
    let boards = boards("flags", size);
    let last = boards.len() as u64;
    let settings = Settings::default().with_engine("flags");
    let (report, file) = recorded(
        size,
        wanted(RecordingFormat::Gif, (3, MAX_FRAMES)),
        &settings,
    );
    assert_eq!(
        report,
        RecordingReport {
            engine: "flags",
            steps: Some((3, last)),
            outcome: Outcome::Exhausted
        }
    );
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(&file[..]).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    assert_eq!(width, 432);
    let mut canvas = vec![[0u8; 4]; width * height];
    let scale = 432.0 / (MARGINS.0 + SQUARE_SIDE * f64::from(size) + MARGINS.1);
    let mut frames = 0;
    for (number, (queens, is_solution)) in (3..).zip(&boards[2..]) {
        let frame = decoder
            .read_next_frame()
            .unwrap()
            .expect("a frame for each step");
        let long = *is_solution || number == last;
        assert_eq!(frame.delay, if long { 60 } else { 10 }, "step {number}");
        let pixels = frame.buffer.as_chunks::<4>().0;
        for (index, &pixel) in pixels.iter().enumerate().filter(|(_, pixel)| pixel[3] > 0)
        {
            let (x, y) = (
                index % usize::from(frame.width),
                index / usize::from(frame.width),
            );
            canvas[(usize::from(frame.top) + y) * width + usize::from(frame.left) + x] =
                pixel;
        }
        let is_dark = |square: &Square| {
            let pixel = |at: u32, point: f64| {
                ((MARGINS.0 + f64::from(at) * SQUARE_SIDE + point) * scale) as usize
            };
            let at = pixel(square.row, QUEEN_POINT.1) * width
                + pixel(square.column, QUEEN_POINT.0);
            canvas[at][..3]
                .iter()
                .map(|&byte| u32::from(byte))
                .sum::<u32>()
                < 200
        };
        let squares = Problem::queens(size).unwrap();
        let shown: BTreeSet<Square> = squares.every_square().filter(is_dark).collect();
        assert_eq!(&shown, queens, "step {number}");
        frames += 1;
    }
    assert!(decoder.read_next_frame().unwrap().is_none());
    assert_eq!(frames, last - 2);
}

/// The times of the queens in the style sheet of an SVG, held against the steps.
#[test]
fn an_svg_shows_each_queen_at_its_times() {
    let size = 5;
    let boards = boards("flags", size);
    let settings = Settings::default().with_engine("flags");
    let (_, file) = recorded(
        size,
        wanted(RecordingFormat::Svg, (1, MAX_FRAMES)),
        &settings,
    );
    let svg = String::from_utf8(file).unwrap();
    let frames = boards.len();
    assert!(svg.contains(&format!("data-frames=\"{frames}\"")));
    assert_eq!(svg.matches("<text ").count(), 2 * frames);
    assert!(
        svg.contains("<title>queens 5: steps 1 to")
            && svg.contains("prefers-reduced-motion")
    );
    assert!(!svg.contains("<script") && !svg.contains("href=\"http"));
    // Starts of the frames: a solution and the last step take six times.
    let lengths = boards
        .iter()
        .enumerate()
        .map(|(at, (_, long))| if *long || at + 1 == frames { 6 } else { 1 });
    let mut total = 0;
    let mut starts = Vec::new();
    for length in lengths {
        starts.push(total);
        total += length;
    }
    assert!(svg.contains(&format!(
        "animation: {:.2}s step-end infinite",
        f64::from(total) / 10.0
    )));
    let mut shown = vec![BTreeSet::new(); frames];
    for line in svg
        .lines()
        .filter(|line| line.contains("href=\"#queen\" class=\"queen\""))
    {
        let attribute = |name: &str| {
            line.split(&format!(" {name}=\""))
                .nth(1)
                .unwrap()
                .split('"')
                .next()
                .unwrap()
        };
        let number = |name: &str| attribute(name).parse::<u32>().unwrap() / 48;
        let square = Square::new(number("y"), number("x"));
        let class = attribute("class")
            .strip_prefix("timed ")
            .expect("every queen of five comes and goes");
        let rule = svg
            .lines()
            .find(|line| line.starts_with(&format!("@keyframes {class} {{")))
            .unwrap();
        let steps: Vec<(f64, bool)> = rule
            .split("{ opacity: ")
            .zip(rule.split("{ opacity: ").skip(1))
            .map(|(before, after)| {
                let percent = before
                    .split_whitespace()
                    .last()
                    .unwrap()
                    .trim_end_matches('%');
                (percent.parse().unwrap(), after.starts_with('1'))
            })
            .collect();
        for (frame, start) in starts.iter().enumerate() {
            let middle = (f64::from(*start) + 0.5) * 100.0 / f64::from(total);
            let now = steps.iter().rev().find(|(percent, _)| *percent <= middle);
            if now.is_some_and(|(_, is_shown)| *is_shown) {
                shown[frame].insert(square);
            }
        }
    }
    for (number, (shown, (queens, _))) in (1..).zip(shown.iter().zip(&boards)) {
        assert_eq!(shown, queens, "step {number}");
    }
}

#[test]
fn a_limit_leaves_a_whole_but_partial_recording() {
    let limits = Limits::default().with_nodes(30);
    let settings = Settings::default().with_engine("flags").with_limits(limits);
    for format in RecordingFormat::ALL {
        let (report, file) = recorded(8, wanted(format, (1, 2_000)), &settings);
        assert!(
            matches!(report.outcome, Outcome::LimitReached(_)),
            "{report:?}"
        );
        let (_, last) = report.steps.expect("steps before the limit");
        match format {
            RecordingFormat::Gif => {
                let mut decoder = DecodeOptions::new().read_info(&file[..]).unwrap();
                let mut frames = 0;
                while decoder.read_next_frame().unwrap().is_some() {
                    frames += 1;
                }
                assert_eq!(frames, last);
                // In a comment of the file.
                let title = format!("steps 1 to {last} of the engine flags (partial)");
                assert!(
                    file.windows(title.len())
                        .any(|bytes| bytes == title.as_bytes())
                );
            }
            RecordingFormat::Svg => {
                let svg = String::from_utf8(file).unwrap();
                assert!(svg.contains(&format!(
                    "steps 1 to {last} of the engine flags (partial)</title>"
                )));
                assert!(svg.ends_with("</svg>\n"));
            }
        }
        // Before the first step that was asked for, nothing is written.
        let (report, file) = recorded(8, wanted(format, (1_500, 1_600)), &settings);
        assert!(
            report.steps.is_none() && !report.outcome.is_complete() && file.is_empty()
        );
    }
}

#[test]
fn bounds_are_named() {
    let refused = |size: u32, wanted: RecordingWanted, limits: Limits| {
        let problem = Problem::queens(size).unwrap();
        let settings = Settings::default().with_engine("flags").with_limits(limits);
        let mut file = Vec::new();
        let error = record(&problem, wanted, &settings, &mut file).unwrap_err();
        assert!(file.is_empty());
        (
            matches!(error, RecordingError::Picture(_)),
            error.to_string(),
        )
    };
    let usual = wanted(RecordingFormat::Gif, (1, 10));
    let with = |width, delay| RecordingWanted {
        style: RecordingStyle {
            width,
            delay: Duration::from_millis(delay),
        },
        ..usual
    };
    let none = Limits::default;
    for (size, wanted, limits, is_picture, words) in [
        (
            8,
            wanted(RecordingFormat::Gif, (0, 10)),
            none(),
            false,
            "count from 1",
        ),
        (
            8,
            wanted(RecordingFormat::Gif, (7, 6)),
            none(),
            false,
            "the smaller number first",
        ),
        (
            8,
            wanted(RecordingFormat::Gif, (5, 5_000)),
            none(),
            false,
            "the limit is 2000, such as 5..2004",
        ),
        // One queen takes a few steps.
        (
            1,
            wanted(RecordingFormat::Gif, (50, 60)),
            none(),
            false,
            "there is no step 50",
        ),
        // A140450(8) = 876 squares are tested to the first solution, and 105 of 113
        // queens are removed.
        (
            8,
            RecordingWanted {
                first: true,
                ..wanted(RecordingFormat::Svg, (1_200, 1_210))
            },
            none(),
            false,
            "the first solution is step 982",
        ),
        (41, usual, none(), true, "each side is from 1 to 40"),
        (8, with(2_001, 100), none(), true, "use 120 to 2000"),
        (8, with(400, 19), none(), true, "use 20 ms to 10 s"),
        (
            8,
            usual,
            none().with_memory(1 << 20),
            true,
            "use a smaller size, or svg",
        ),
    ] {
        let (is_refusal, message) = refused(size, wanted, limits);
        assert!(
            is_refusal == is_picture && message.contains(words),
            "{message}"
        );
    }
}
