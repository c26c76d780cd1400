//! Region puzzles as others draw them: framed, cropped, askew, light and dark, with marks
//! of all kinds, as PNG, JPEG and WebP. Each is read right or refused. What is no board
//! is refused, soon.

use crate::drawer::{Board, Canvas, Cross, Frame, Look, Queen, hues};
use crate::puzzle_boards::played;
use crate::puzzle_pictures::assert_same;
use queens::control::{CancelToken, Limit, Limits, Stop};
use queens::puzzle::read::{
    MAX_WEBP_PIXELS, PictureError, PuzzleReadError, read, read_within,
};
use queens::puzzle::{Mark, Position, Puzzle};
use queens::square::Square;
use queens::{Question, Settings, ask};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::time::{Duration, Instant};

/// Pictures of the table of issue 40, which were made for it, with the answers that stand
/// there.
const FRAMED: &[u8] = include_bytes!("../pictures/framed-board-9x9.png");
const CROPPED: &[u8] = include_bytes!("../pictures/cropped-8x8.png");
const LETTERS: &[u8] = include_bytes!("../pictures/queens-drawn-as-letters.png");
const PLOT: &[u8] = include_bytes!("../pictures/not-a-board.png");

/// The only solution of a puzzle, in names of squares, row by row; none if there is
/// another.
fn only_solution(position: &Position) -> Option<String> {
    let problem = position.problem().expect("marks that can stand");
    let answer =
        ask(&problem, Question::Unique, &Settings::default()).expect("an answer");
    let mut squares: Vec<Square> = answer.first?.squares().to_vec();
    squares.sort_by_key(|square| square.row);
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    (answer.count == 1u32.into()).then(|| names.join(" "))
}

#[test]
fn ignores_a_frame_around_the_board() {
    let position = read(FRAMED, None).expect("a board");
    assert_eq!(
        (
            position.puzzle().size(),
            position.marks().iter().all(|&mark| mark == Mark::Open)
        ),
        (9, true)
    );
    assert_eq!(
        only_solution(&position).as_deref(),
        Some("f1 c2 a3 i4 d5 g6 b7 e8 h9")
    );
}

#[test]
fn reads_letters_as_queens() {
    let position = read(LETTERS, None).expect("a board");
    let queens: Vec<String> = position
        .marked(Mark::Queen)
        .map(|square| square.to_string())
        .collect();
    assert_eq!(queens.join(" "), "e1 b2 g3 d4 f5 h6 c7 a8");
    assert_eq!(position.marked(Mark::Cross).count(), 0);
    assert_eq!(
        only_solution(&position).as_deref(),
        Some("e1 b2 g3 d4 f5 h6 c7 a8")
    );
}

#[test]
fn the_outer_lines_may_be_outside_the_picture() {
    let (cropped, whole) = (
        read(CROPPED, None).expect("a board"),
        read(LETTERS, None).expect("a board"),
    );
    assert_same(
        &cropped,
        &Position::new(whole.puzzle().clone()),
        "the same board without marks",
    );
}

#[test]
fn a_plot_is_not_a_board() {
    let error = read(PLOT, None).expect_err("no board");
    assert_eq!(
        error,
        PictureError::NoGrid {
            width: 2400,
            height: 1200
        }
        .into()
    );
}

/// A look by chance; `most` is the greatest side of the board in pixels.
fn look(size: usize, most: f64, random: &mut ChaCha8Rng) -> Look {
    let choice = |random: &mut ChaCha8Rng, count: usize| random.random_range(0..count);
    let scale = [1.0, 1.5, 2.0, 3.0][choice(random, 4)];
    let pitch = (random.random_range(26.0..44.0_f64) * scale).min(most / size as f64);
    let pitch = if random.random_bool(0.6) {
        pitch.round()
    } else {
        pitch
    };
    let (is_dark, is_colored) = (random.random_bool(0.4), random.random_bool(0.75));
    let thin = (pitch / 30.0).round().max(1.0);
    let thick = thin
        * if is_colored {
            [1.0, 2.0, 3.0][choice(random, 3)]
        } else {
            3.0
        };
    let grounds = match (is_colored, is_dark) {
        (true, true) => hues(size, 0.55, 0.5),
        (true, false) => hues(size, 0.4, 0.97),
        (false, true) => vec![[30, 30, 34]],
        (false, false) => vec![[255; 3]],
    };
    let line = match is_dark {
        true if !is_colored || random.random_bool(0.5) => [200, 200, 205],
        true => [0; 3],
        false => [random.random_range(0..80); 3],
    };
    let frame = random.random_bool(0.4).then(|| Frame {
        gap: random.random_range(6.0..40.0),
        width: thin,
        line: if is_dark { [70; 3] } else { [200; 3] },
        card: if is_dark { [28; 3] } else { [250; 3] },
    });
    let beside = frame.map_or(0.0, |frame| frame.gap);
    let mut margins =
        [0; 4].map(|_| random.random_range(20.0..70.0_f64).round() + beside);
    let tilt = if random.random_bool(0.4) {
        random.random_range(-3.0..3.0)
    } else {
        0.0
    };
    if tilt == 0.0 && random.random_bool(0.4) {
        for _ in 0..2 {
            let cut =
                [-thick / 2.0 - 1.0, thick / 2.0, 0.0, -0.08 * pitch][choice(random, 4)];
            margins[choice(random, 4)] = cut;
        }
    }
    Look {
        pitch,
        lines: [thin, thick.min(pitch / 7.0)],
        line,
        page: if is_dark {
            [18, 18, 20]
        } else {
            [random.random_range(244..=255); 3]
        },
        grounds,
        ink: if is_dark { [245; 3] } else { [20, 20, 30] },
        queen: [
            Queen::Crown,
            Queen::Letter,
            Queen::Star,
            Queen::SmallStar,
            Queen::Disc,
        ][choice(random, 5)],
        cross: [Cross::Strokes, Cross::Letter, Cross::Dot][choice(random, 3)],
        frame,
        margins,
        tilt,
    }
}

fn drawn(position: &Position, look: &Look) -> Canvas {
    let letter = |mark: &Mark| match mark {
        Mark::Open => b'.',
        Mark::Cross => b'x',
        Mark::Queen => b'Q',
    };
    let (regions, marks) = (
        position.puzzle().regions(),
        position.marks().iter().map(letter).collect::<Vec<u8>>(),
    );
    let size = position.puzzle().size() as usize;
    Board {
        size,
        regions: &regions,
        marks: &marks,
        look,
    }
    .draw()
}

/// Draws a board for each seed and reads it: the number of those that are read. None is
/// read wrong.
fn read_of(seeds: std::ops::Range<u64>, most: f64) -> usize {
    let is_read = |seed: &u64| {
        let mut random = ChaCha8Rng::seed_from_u64(*seed);
        let size = random.random_range(6..=14);
        let position = played(size, &mut random);
        let look = look(size as usize, most, &mut random);
        let canvas = drawn(&position, &look);
        let picture = match seed % 4 {
            0 => canvas.png(),
            1 => canvas.jpeg(60, false),
            2 => canvas.jpeg(80, true),
            _ => canvas.webp(),
        };
        match read(&picture, None) {
            Ok(found) => {
                assert_same(&found, &position, &format!("seed {seed}: {look:?}"));
            }
            Err(error) => println!("seed {seed}: {error}, {look:?}"),
        }
        read(&picture, None).is_ok()
    };
    let half = (seeds.start + seeds.end) / 2;
    std::thread::scope(|scope| {
        let other = scope.spawn(|| (half..seeds.end).filter(is_read).count());
        (seeds.start..half).filter(is_read).count()
            + other.join().expect("no board read wrong")
    })
}

#[test]
fn never_misreads_a_hundred_boards() {
    let read = read_of(0..100, 420.0);
    assert!(read >= 85, "{read} of 100");
}

/// `cargo test --release -p queens --test suite thousand_boards -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes: run with --release -- --ignored --nocapture"]
fn never_misreads_a_thousand_boards() {
    let read = read_of(100..1_100, 1_400.0);
    println!("{read} of 1000 boards are read, none wrong");
    assert!(read >= 850, "{read} of 1000");
}

/// There is no smaller board instead. Every row and column has a square of each region,
/// so that none is cut off whole.
#[test]
fn refuses_boards_that_are_cut_off() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let regions = (0..81).map(|at| (at / 9 + at % 9) % 9).collect();
    let position =
        Position::new(Puzzle::new(9, 1, regions).expect("a region for each row"));
    for squares in [0.45, 0.7, 1.0, 1.3, 2.0] {
        for sides in [[0, 1], [2, 3], [0, 3], [1, 1]] {
            let mut look = Look {
                tilt: 0.0,
                frame: None,
                ..look(9, 300.0, &mut random)
            };
            look.grounds = hues(9, 0.5, 0.7);
            look.margins = [30.0; 4];
            sides
                .iter()
                .for_each(|&side: &usize| look.margins[side] = -squares * look.pitch);
            let found = read(&drawn(&position, &look).png(), None);
            assert!(
                found.is_err(),
                "{squares} squares of {sides:?}: {found:?}, {look:?}"
            );
        }
    }
}

/// A board of 7 x 7 with a region of three squares in a corner, so that a board of 6 x 6
/// with six regions is left when the last row and column are cut off. The cut shows in
/// the rest of the cut squares, or as a line thinner than the frame.
#[test]
fn refuses_boards_cut_between_rows() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let inner = played(6, &mut random).puzzle().regions();
    let region = |at: usize| match (at / 7, at % 7) {
        (6, 5) | (5, 6) | (6, 6) => 6,
        (row, column) => inner[6 * row.min(5) + column.min(5)],
    };
    let position = Position::new(
        Puzzle::new(7, 1, (0..49).map(region).collect()).expect("a region for each row"),
    );
    for (strip, is_colored) in [
        (0.3, true),
        (0.2, false),
        (0.12, true),
        (0.1, false),
        (0.0, false),
        (0.0, true),
    ] {
        let mut look = Look {
            tilt: 0.0,
            frame: None,
            pitch: 40.0,
            lines: [2.0, 6.0],
            ..look(7, 300.0, &mut random)
        };
        (look.page, look.line, look.ink) = ([255; 3], [0; 3], [0; 3]);
        look.grounds = if is_colored {
            hues(7, 0.4, 0.97)
        } else {
            vec![[255; 3]]
        };
        let cut = (strip - 1.0) * look.pitch;
        look.margins = [30.0, 30.0, cut, cut];
        let how = format!("{strip}, {is_colored}");
        let found = read(&drawn(&position, &look).png(), None);
        let is_cut = matches!(
            found,
            Err(PuzzleReadError::Picture(
                PictureError::Cut(_) | PictureError::NoGrid { .. }
            ))
        );
        assert!(is_cut, "{how}: {found:?}");
        look.margins = [30.0; 4];
        assert_same(
            &read(&drawn(&position, &look).png(), None).expect("the whole board"),
            &position,
            &how,
        );
    }
}

#[test]
fn refuses_impossible_marks() {
    let mut position = Position::new(
        played(7, &mut ChaCha8Rng::seed_from_u64(3))
            .puzzle()
            .clone(),
    );
    let squares = [Square::new(2, 1), Square::new(5, 1)];
    squares
        .into_iter()
        .for_each(|square| position.set(square, Mark::Queen));
    let look = look(7, 300.0, &mut ChaCha8Rng::seed_from_u64(5));
    let picture = drawn(&position, &look).png();
    assert_eq!(
        read(&picture, None),
        Err(PictureError::Clash(squares[0], squares[1]).into())
    );
    assert_eq!(
        read(&picture, Some(2)).map(|found| found.marks().to_vec()),
        Ok(position.marks().to_vec())
    );
}

/// Lines every `step` pixels both ways.
fn stripes(width: usize, height: usize, step: usize) -> Canvas {
    let mut canvas = Canvas::new(width, height, [255; 3]);
    for x in (0..width).step_by(step) {
        canvas.fill(x, 0, 1 + step / 9, height, [0; 3]);
    }
    for y in (0..height).step_by(step) {
        canvas.fill(0, y, width, 1 + step / 9, [0; 3]);
    }
    canvas
}

/// A frame, lines behind it, and curves that go up and down by chance.
fn plot(width: usize, height: usize, random: &mut ChaCha8Rng) -> Canvas {
    let mut canvas = Canvas::new(width, height, [255; 3]);
    for line in 1..=8 {
        canvas.fill(0, line * height / 9, width, 1, [220; 3]);
        canvas.fill(line * width / 9, 0, 1, height, [220; 3]);
    }
    for color in [[31, 119, 180], [255, 127, 14], [44, 160, 44]] {
        let mut level = height / 2;
        for x in 0..width {
            let next = random.random_range(
                level.saturating_sub(height / 4)..(level + height / 4).min(height),
            );
            canvas.fill(x, level.min(next), 1, level.abs_diff(next) + 2, color);
            level = next;
        }
    }
    canvas
}

/// Rectangles by chance, many with the same ends.
fn rectangles(width: usize, height: usize, random: &mut ChaCha8Rng) -> Canvas {
    let mut canvas = Canvas::new(width, height, [255; 3]);
    for _ in 0..400 {
        let (x, y) = (
            random.random_range(0..width),
            height / 20 * random.random_range(0..20),
        );
        let color = [random.random(), random.random(), random.random()];
        canvas.fill(
            x,
            y,
            random.random_range(1..width / 8),
            height / 20 * random.random_range(1..12),
            color,
        );
    }
    canvas
}

fn gradient(width: usize, height: usize) -> Canvas {
    let mut canvas = Canvas::new(width, height, [0; 3]);
    for (at, pixel) in canvas.rgb.chunks_exact_mut(3).enumerate() {
        let (x, y) = (at % width, at / width);
        pixel.copy_from_slice(
            &[
                255 * x / width,
                255 * y / height,
                255 * (x + y) / (width + height),
            ]
            .map(|c| c as u8),
        );
    }
    canvas
}

/// A picture that is no board, of one of ten kinds.
fn hostile(kind: usize, width: usize, height: usize, random: &mut ChaCha8Rng) -> Canvas {
    match kind % 10 {
        0 => stripes(width, height, 5),
        1 => stripes(width, height, random.random_range(20..120)),
        2 => plot(width, height, random),
        3 => gradient(width, height),
        4 => rectangles(width, height, random),
        5 => {
            let mut canvas = gradient(width, height);
            canvas.noise(60, random);
            canvas
        }
        6 => {
            let mut canvas = stripes(width, height, random.random_range(3..40));
            canvas.noise(90, random);
            canvas
        }
        7 => {
            let mut canvas = Canvas::new(width, height, [128; 3]);
            canvas.noise(127, random);
            canvas
        }
        // Upright lines only, of two lengths.
        8 => {
            let mut canvas = Canvas::new(width, height, [255; 3]);
            for x in (0..width).step_by(7) {
                canvas.fill(x, x % 3 * height / 9, 2, height / 2, [0; 3]);
            }
            canvas
        }
        _ => Canvas::new(width, height, [random.random(); 3]),
    }
}

/// Many lines make many boards that might be: none is made up of them.
#[test]
fn refuses_pictures_full_of_lines() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for kind in 0..10 {
        let canvas = hostile(kind, 900 + 10 * kind, 700, &mut random);
        let error = read(&canvas.png(), None).expect_err("no board");
        assert!(
            matches!(error, PuzzleReadError::Picture(_)),
            "{kind}: {error}"
        );
    }
}

/// For each kind of picture: no time, no memory, nobody who waits.
#[test]
fn limits_apply_while_a_picture_is_read() {
    let canvas = hostile(5, 600, 500, &mut ChaCha8Rng::seed_from_u64(1));
    for picture in [
        canvas.png(),
        canvas.jpeg(60, false),
        canvas.jpeg(60, true),
        canvas.webp(),
    ] {
        let stopped = |limits: &Limits| match read_within(&picture, None, limits) {
            Err(PuzzleReadError::Stopped(stop)) => stop,
            other => panic!("{other:?}"),
        };
        let cancel = CancelToken::new();
        cancel.cancel();
        assert_eq!(
            stopped(&Limits::default().with_cancel(cancel)),
            Stop::Cancelled
        );
        let none = Limits::default().with_time(Duration::ZERO).started();
        assert_eq!(stopped(&none), Stop::LimitReached(Limit::Time));
        assert_eq!(
            stopped(&Limits::default().with_memory(1 << 20)),
            Stop::LimitReached(Limit::Memory)
        );
    }
}

/// A WebP file whose header tells less than its frame takes.
#[test]
fn uses_the_larger_of_two_sizes() {
    let mut file =
        b"RIFF\x28\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x63\0\0\x63\0\0VP8 \x0a\0\0\0"
            .to_vec();
    file.extend(b"\x10\0\0\x9d\x01\x2a\xff\x3f\xff\x3f");
    let error = read(&file, None).expect_err("too large");
    assert_eq!(
        error,
        PictureError::Pixels {
            width: 16_383,
            height: 16_383,
            most: MAX_WEBP_PIXELS
        }
        .into()
    );
}

/// Processor time of this thread.
#[cfg(target_os = "linux")]
fn processor_time() -> Duration {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").expect("times");
    Duration::from_nanos(
        times
            .split(' ')
            .next()
            .and_then(|time| time.parse().ok())
            .expect("a number"),
    )
}

/// Most memory of this process since the last call, in MB.
#[cfg(target_os = "linux")]
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("a status");
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM"))
        .expect("memory");
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    line.split_whitespace()
        .nth(1)
        .and_then(|size| size.parse::<u64>().ok())
        .expect("a number")
        / 1_000
}

/// `cargo test --release -p queens --test suite hostile -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes: run with --release -- --ignored --nocapture"]
#[cfg(target_os = "linux")]
fn hostile_pictures_take_at_most_a_second() {
    let mut random = ChaCha8Rng::seed_from_u64(40);
    let (mut longest, mut latest, mut largest) = (Duration::ZERO, Duration::ZERO, 0);
    for number in 0..500 {
        let pixels = 1e6 * f64::from(random.random_range(1..=16));
        let width = (pixels * random.random_range(0.4..2.5_f64)).sqrt() as usize;
        let canvas = hostile(number, width, pixels as usize / width, &mut random);
        let (name, picture) = match number / 10 % 4 {
            0 | 1 => ("PNG", canvas.png()),
            2 => ("JPEG", canvas.jpeg(75, number % 20 < 10)),
            _ => ("WebP", canvas.webp()),
        };
        let what = format!("{number}, {name} of {} x {}", canvas.width, canvas.height);
        drop(canvas);
        most_memory();
        let before = processor_time();
        let result = read(&picture, None);
        let (time, memory) = (processor_time() - before, most_memory());
        assert!(result.is_err(), "{what}: {result:?}");
        if time > longest.mul_f64(0.9) || memory > largest {
            println!("{what}: {time:?}, {memory} MB, {}", result.unwrap_err());
        }
        (longest, largest) = (longest.max(time), largest.max(memory));
        if number % 10 == 0 {
            let cancel = CancelToken::new();
            let limits = Limits::default().with_cancel(cancel.clone());
            let wait = time.mul_f64(random.random_range(0.0..0.9));
            std::thread::scope(|scope| {
                let reading = scope
                    .spawn(|| (read_within(&picture, None, &limits), Instant::now()));
                std::thread::sleep(wait);
                let raised = Instant::now();
                cancel.cancel();
                let (result, ended) = reading.join().expect("no panic");
                if matches!(result, Err(PuzzleReadError::Stopped(_))) {
                    let late = ended - raised;
                    if late > latest {
                        println!("{what}: stopped {late:?} after it was asked to");
                    }
                    latest = latest.max(late);
                }
            });
        }
    }
    println!(
        "500 pictures: at most {longest:?} of processor time, {largest} MB; stopped within {latest:?}"
    );
    assert!(
        longest < Duration::from_secs(1) && largest < 300,
        "{longest:?}, {largest} MB"
    );
    assert!(latest < Duration::from_millis(100), "{latest:?}");
}
