//! Region puzzles as pictures: what is drawn here is read, in several sizes and with
//! noise; what is no board is refused.

use crate::drawer::Canvas;
use crate::puzzle_boards::{grown, played};
use proptest::prelude::*;
use queens::control::Limits;
use queens::placement::Placement;
use queens::puzzle::read::read;
use queens::puzzle::{Mark, Position, Puzzle, write};
use queens::render::{Fill, Style};
use queens::square::Square;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::collections::HashMap;

/// Style of a drawn board.
#[derive(Clone, Debug)]
struct Drawing {
    pitch: usize,
    margins: (usize, usize),
    thin: usize,
    thick: usize,
    line: u8,
    colors: bool,
    noise: i32,
    seed: u64,
}

/// Drawings whose lines take at most one part in `least` of a square.
fn drawing(least: usize) -> impl Strategy<Value = Drawing> {
    let lengths = (
        24..60usize,
        (0..70usize, 0..70usize),
        1..=2usize,
        2..=3usize,
    );
    (lengths, 0..90u8, any::<bool>(), 0..=5i32, any::<u64>()).prop_map(
        move |((pitch, margins, thin, more), line, colors, noise, seed)| {
            let thick = if colors { thin } else { 2 * thin + more };
            Drawing {
                pitch: pitch.max(10 * thin).max(least * thick),
                margins,
                thin,
                thick,
                line,
                colors,
                noise,
                seed,
            }
        },
    )
}

/// A colour for each region, far from each other: combinations of four levels.
fn color(region: u32) -> [u8; 3] {
    let level = |digit: u32| [255, 215, 175, 135][(digit % 4) as usize];
    [
        level(region),
        level(region / 4),
        level(region / 16 + region),
    ]
}

/// Lines are drawn around their places, marks as filled squares and as diagonals.
fn draw(position: &Position, how: &Drawing) -> Vec<u8> {
    let puzzle = position.puzzle();
    let (size, pitch) = (puzzle.size() as usize, how.pitch);
    let (left, top) = (how.margins.0 + 4, how.margins.1 + 4);
    let mut canvas = Canvas::new(
        left + size * pitch + 9,
        top + size * pitch + 30,
        [250, 250, 250],
    );
    let square = |row: usize, column: usize| Square::new(row as u32, column as u32);
    for row in 0..size {
        for column in 0..size {
            let ground = if how.colors {
                color(puzzle.region(square(row, column)))
            } else {
                [255; 3]
            };
            let (x, y) = (left + column * pitch, top + row * pitch);
            canvas.fill(x, y, pitch, pitch, ground);
            let mark = position.mark(square(row, column));
            if mark == Mark::Queen {
                let inset = 3 * pitch / 10;
                canvas.fill(
                    x + inset,
                    y + inset,
                    pitch - 2 * inset,
                    pitch - 2 * inset,
                    [30, 30, 30],
                );
            }
            if mark == Mark::Cross {
                for step in 3 * pitch / 10..7 * pitch / 10 {
                    canvas.fill(x + step, y + step, 2, 1, [60, 60, 60]);
                    canvas.fill(x + pitch - step, y + step, 2, 1, [60, 60, 60]);
                }
            }
        }
    }
    let ink = [how.line; 3];
    for row in 0..size {
        for column in 0..size {
            let (x, y) = (left + column * pitch, top + row * pitch);
            let here = puzzle.region(square(row, column));
            let above = row == 0 || puzzle.region(square(row - 1, column)) != here;
            let beside = column == 0 || puzzle.region(square(row, column - 1)) != here;
            let width = |is_border| if is_border { how.thick } else { how.thin };
            canvas.fill(x, y - width(above) / 2, pitch, width(above), ink);
            canvas.fill(x - width(beside) / 2, y, width(beside), pitch, ink);
        }
    }
    canvas.fill(
        left,
        top + size * pitch - how.thick / 2,
        size * pitch,
        how.thick,
        ink,
    );
    canvas.fill(
        left + size * pitch - how.thick / 2,
        top,
        how.thick,
        size * pitch,
        ink,
    );
    canvas.noise(how.noise, &mut ChaCha8Rng::seed_from_u64(how.seed));
    canvas.png()
}

/// A board with some queens that can stand together and some crosses; no region is
/// crossed out whole.
fn position(size: u32, seed: u64) -> Position {
    played(size, &mut ChaCha8Rng::seed_from_u64(seed))
}

fn as_they_come(regions: &[u32]) -> Vec<usize> {
    let mut numbers = HashMap::new();
    let number = |region: &u32| {
        let next = numbers.len();
        *numbers.entry(*region).or_insert(next)
    };
    regions.iter().map(number).collect()
}

/// The same regions and the same marks.
pub(crate) fn assert_same(found: &Position, expected: &Position, how: &str) {
    assert_eq!(found.puzzle().size(), expected.puzzle().size(), "{how}");
    let regions = |position: &Position| as_they_come(&position.puzzle().regions());
    assert_eq!(regions(found), regions(expected), "{how}");
    assert_eq!(found.marks(), expected.marks(), "{how}");
}

fn png(position: &Position, fill: Fill, pixels: u32) -> Vec<u8> {
    let mut out = Vec::new();
    write::png(position, fill, pixels, &Limits::default(), &mut out).unwrap();
    out
}

/// The same as a screenshot has it: the pixels alone, without the text beside them.
fn screenshot(position: &Position, fill: Fill, pixels: u32) -> Vec<u8> {
    let whole = png(position, fill, pixels);
    let start = whole.windows(4).position(|name| name == b"tEXt").unwrap() - 4;
    let length = u32::from_be_bytes(whole[start..start + 4].try_into().unwrap()) as usize;
    [&whole[..start], &whole[start + 12 + length..]].concat()
}

/// With the text beside the pixels: whatever the size and the patterns, with the stars
/// and the clues.
#[test]
fn written_pictures_hold_their_board() {
    for (size, patterns) in [(4, true), (5, true), (8, true), (9, false), (30, true)] {
        let marked = position(size, u64::from(size));
        let puzzle = Puzzle::new(size, 2, marked.puzzle().regions()).unwrap();
        let mut position = Position::new(puzzle);
        position.set(Square::new(2, 1), Mark::Queen);
        position.set(Square::new(0, 3), Mark::Cross);
        let clues = [(Square::new(2, 1), Mark::Queen)];
        let position = position.with_clues(clues).unwrap();
        let fill = Fill {
            patterns,
            ..Fill::default()
        };
        assert_eq!(
            read(&png(&position, fill, 24), None),
            Ok(position),
            "{size}"
        );
    }
}

/// Coloured, and black on white; the lines of patterns look like marks and borders.
#[test]
fn reads_screenshots_of_its_own_pictures() {
    let fills = [true, false].map(|colors| Fill {
        colors,
        patterns: false,
    });
    for (size, pixels) in [
        (4, 60),
        (5, 31),
        (8, 48),
        (11, 24),
        (14, 40),
        (20, 26),
        (26, 30),
    ] {
        let position = position(size, u64::from(size));
        for fill in fills {
            let how = format!("{size} x {size}, {pixels} pixels, {fill:?}");
            let found = read(&screenshot(&position, fill, pixels), None)
                .unwrap_or_else(|error| panic!("{how}: {error}"));
            assert_same(&found, &position, &how);
        }
    }
}

/// The lines of patterns are not taken for crosses: where there are some in the middle of
/// squares, the picture is refused.
#[test]
fn refuses_screenshots_with_patterns() {
    for size in [4, 5, 6, 8, 9, 12] {
        let regions = grown(size, &mut ChaCha8Rng::seed_from_u64(1));
        let position = Position::new(Puzzle::new(size, 1, regions).unwrap());
        for fill in [true, false].map(|colors| Fill {
            colors,
            patterns: true,
        }) {
            if let Ok(found) = read(&screenshot(&position, fill, 48), None) {
                assert_same(&found, &position, &format!("{size}, {fill:?}"));
            }
        }
    }
}

/// Regions in several parts are told by their colours.
#[test]
fn equal_colors_join_separate_parts() {
    let position =
        read(b"ABCD\nBADC\nAABB\nCCDD\n\n.Q..\n....\nx...\n....", None).unwrap();
    assert_same(
        &read(&screenshot(&position, Fill::default(), 48), None).unwrap(),
        &position,
        "in parts",
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn reads_pictures_of_other_programs(size in 4..=16u32, seed in any::<u64>(), how in drawing(9)) {
        let position = position(size, seed);
        let found = read(&draw(&position, &how), None);
        prop_assert!(found.is_ok(), "{}", found.unwrap_err());
        assert_same(&found.unwrap(), &position, "drawn by loops");
    }

    /// Lines of up to a sixth of a square.
    #[test]
    fn reads_thick_lines(size in 4..=16u32, seed in any::<u64>(), how in drawing(6)) {
        let position = position(size, seed);
        let found = read(&draw(&position, &how), None);
        prop_assert!(found.is_ok(), "{}", found.unwrap_err());
        assert_same(&found.unwrap(), &position, "drawn with thick lines");
    }

    #[test]
    fn broken_pictures_do_not_panic(at in any::<prop::sample::Index>(), byte in any::<u8>(), end in any::<prop::sample::Index>()) {
        let mut bytes = png(&position(4, 1), Fill::default(), 16);
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = read(&bytes, None);
        let _ = read(&bytes[..end.index(bytes.len())], None);
    }

    #[test]
    fn specks_are_not_a_board(seed in any::<u64>(), width in 1..90usize, height in 1..90usize) {
        let mut canvas = Canvas::new(width, height, [128; 3]);
        canvas.noise(120, &mut ChaCha8Rng::seed_from_u64(seed));
        let _ = read(&canvas.png(), None);
    }
}

/// The largest boards have the most lines, and are below the bounds that keep out what is
/// no board.
#[test]
fn reads_the_largest_boards() {
    for (colors, thick) in [(true, 1), (false, 4)] {
        let how = Drawing {
            pitch: 50,
            margins: (300, 60),
            thin: 1,
            thick,
            line: 0,
            colors,
            noise: 4,
            seed: 3,
        };
        let position = position(26, 7);
        assert_same(
            &read(&draw(&position, &how), None).expect("a board"),
            &position,
            "26 x 26",
        );
    }
}

#[test]
fn refuses_other_pictures_with_the_reason() {
    let blank = Canvas::new(300, 200, [255; 3]).png();
    let error = read(&blank, None).unwrap_err().to_string();
    assert!(
        error.starts_with(
            "no board of 4 x 4 to 26 x 26 squares found in this picture of 300 x 200"
        ),
        "{error}"
    );
    let error = read(b"GIF89a", None).unwrap_err().to_string();
    assert_eq!(
        error,
        "GIF pictures are not supported: save it as PNG, JPEG or WebP"
    );
    for (broken, kind) in [
        (&blank[..40], "PNG"),
        (b"\xff\xd8\xff\xe0", "JPEG"),
        (b"RIFF\x04\0\0\0WEBP", "WebP"),
    ] {
        let error = read(broken, None).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("this {kind} picture cannot be decoded")),
            "{error}"
        );
    }
    // A header that promises 100,000 x 100,000 pixels.
    let mut huge = Vec::new();
    let mut encoder = png::Encoder::new(&mut huge, 100_000, 100_000);
    encoder.set_color(png::ColorType::Grayscale);
    encoder
        .write_header()
        .unwrap()
        .write_chunk(png::chunk::IDAT, &[])
        .unwrap();
    let error = read(&huge, None).unwrap_err().to_string();
    assert!(
        error.contains("100000 x 100000 pixels is too large: the limit is 33554432"),
        "{error}"
    );
    // A grid without regions.
    let mut grid = Canvas::new(401, 401, [255; 3]);
    for line in 0..=8 {
        grid.fill(50 * line, 0, 1, 401, [0; 3]);
        grid.fill(0, 50 * line, 401, 1, [0; 3]);
    }
    let error = read(&grid.png(), None).unwrap_err().to_string();
    assert!(
        error.starts_with("this picture shows a board of 8 x 8 squares without regions"),
        "{error}"
    );
    let small = write::png(
        &position(4, 1),
        Fill::default(),
        5,
        &Limits::default(),
        &mut Vec::new(),
    )
    .unwrap_err()
    .to_string();
    assert_eq!(small, "squares of 5 pixels cannot be drawn: use 12 to 400");
}

/// The letter grid in an attribute, whatever the picture looks like.
#[test]
fn reads_vector_pictures() {
    for fill in [
        Fill::default(),
        Fill {
            colors: false,
            patterns: true,
        },
    ] {
        let position = position(9, 3);
        let mut out = Vec::new();
        write::svg(&position, fill, &mut out).unwrap();
        assert_eq!(read(&out, None).unwrap(), position);
        let text = String::from_utf8(out).unwrap();
        // Each queen and each cross is drawn, besides the definition.
        let drawn = |name: &str| text.matches(&format!("<use href=\"#{name}\"")).count();
        assert_eq!(drawn("queen"), position.marked(Mark::Queen).count());
        assert_eq!(drawn("mark"), position.marked(Mark::Cross).count());
        assert_eq!(
            text.matches("<pattern").count() + text.matches("<g").count(),
            text.matches("</pattern>").count() + text.matches("</g>").count()
        );
    }
}

/// Puzzles first, solutions behind them, each board with a name of its own.
#[test]
fn sheets_print_puzzles_before_solutions() {
    let puzzle = |seed| write::SheetPuzzle {
        position: position(6, seed),
        caption: "hard".to_owned(),
        solution: Some(Placement::from_columns(&[1, 3, 5, 0, 2, 4])),
    };
    let sheet = write::Sheet {
        title: "Three <puzzles>".to_owned(),
        puzzles: (0..3).map(puzzle).collect(),
        columns: 2,
        fill: Fill::default(),
    };
    let mut out = Vec::new();
    sheet.write_html(&mut out).unwrap();
    let page = String::from_utf8(out).unwrap();
    assert!(page.contains("<h1>Three &lt;puzzles&gt;</h1>") && page.contains("3: hard"));
    assert_eq!(
        (
            page.matches("data-puzzle=").count(),
            page.matches("<figure>").count()
        ),
        (3, 6)
    );
    let (puzzles, solutions) = page.split_once("<h2>Solutions</h2>").unwrap();
    assert_eq!(
        (
            puzzles.matches("<figure>").count(),
            solutions.matches("#queen\"").count()
        ),
        (3, 18)
    );
    for board in ["#board\"", "#board2\"", "#board6\""] {
        assert_eq!(
            page.matches(&format!("<use href=\"{board}/>")).count(),
            1,
            "{board}"
        );
    }
    let error = read(page.as_bytes(), None).unwrap_err().to_string();
    assert!(error.contains("3 puzzles"), "{error}");
    let pages = sheet.svg_pages(2).unwrap();
    assert_eq!(pages.len(), 3);
    assert_eq!(pages[2].matches("#queen\"").count(), 18);
    assert!(
        read(pages[1].as_bytes(), None).is_ok(),
        "the one puzzle of the second page"
    );
}

/// Without colours there are heavy lines around regions, with colours each has its own.
#[test]
fn terminals_show_regions() {
    let position =
        read(b"AABB\nAABB\nCCDD\nCCDD\n\n.Q..\n....\nx...\n....", None).unwrap();
    let drawn = |color| {
        let mut out = Vec::new();
        write::terminal(
            &position,
            Style {
                color,
                ..Style::default()
            },
            &mut out,
        )
        .unwrap();
        String::from_utf8(out).unwrap()
    };
    let plain = drawn(false);
    assert!(
        plain.contains("1 ┃   │ ♛ ┃   │   ┃") && plain.contains("3 ┃ ╳ │   ┃"),
        "{plain}"
    );
    let colored = drawn(true);
    let grounds: std::collections::BTreeSet<&str> = colored
        .split("48;5;")
        .skip(1)
        .filter_map(|rest| rest.split('m').next())
        .collect();
    assert_eq!(grounds.len(), 4, "{colored}");
    let mut stripped = String::new();
    let mut pieces = colored.split("\x1b[");
    stripped.push_str(pieces.next().unwrap());
    pieces.for_each(|piece| stripped.push_str(piece.split_once('m').unwrap().1));
    assert_eq!(stripped, plain);
}
