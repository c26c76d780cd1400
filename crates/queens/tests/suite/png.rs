//! PNG pictures, decoded by the crate `png`, which has no part in writing them.

use queens::control::{Limit, Limits, Outcome, Stop};
use queens::placement::Placement;
use queens::problem::{Problem, Units};
use queens::render::{self, Format, MAX_PIXELS, Style, Summary};
use queens::square::Square;
use std::time::{Duration, Instant};

/// The colours of the style sheet in `--format svg`.
const WHITE: u32 = 0xffffff;
const LIGHT: u32 = 0xf6eddb;
const DARK: u32 = 0xd3b58d;
const WALL: u32 = 0x544c44;
const CROSS: u32 = 0x9c8f7c;
const FRAME: u32 = 0x5d4a36;
const QUEEN: u32 = 0x2a2019;
const GIVEN: u32 = 0xa8321a;

struct Pixels {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

impl Pixels {
    fn at(&self, x: u32, y: u32) -> u32 {
        let at = 3 * (y as usize * self.width as usize + x as usize);
        u32::from_be_bytes([0, self.rgb[at], self.rgb[at + 1], self.rgb[at + 2]])
    }

    /// A pixel of a square of 48 pixels on the first board, which begins 30 pixels from
    /// the edges.
    fn in_square(&self, row: u32, column: u32, x: u32, y: u32) -> u32 {
        self.at(30 + 48 * column + x, 30 + 48 * row + y)
    }

    fn center(&self, row: u32, column: u32) -> u32 {
        self.in_square(row, column, 24, 24)
    }
}

/// The decoder checks the checksums.
fn drawn(problem: &Problem, placements: &[Placement]) -> Pixels {
    let mut out = Vec::new();
    let mut renderer = render::renderer(Format::Png, problem, Style::default());
    renderer.begin(&mut out).unwrap();
    for placement in placements {
        renderer.solution(placement, &mut out).unwrap();
    }
    let summary = Summary {
        solutions: placements.len() as u64,
        outcome: Outcome::Exhausted,
    };
    renderer.end(&summary, &mut out).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(out))
        .read_info()
        .unwrap();
    let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut rgb).unwrap();
    assert_eq!(
        (info.color_type, info.bit_depth),
        (png::ColorType::Rgb, png::BitDepth::Eight)
    );
    Pixels {
        width: info.width,
        height: info.height,
        rgb,
    }
}

#[test]
fn squares_and_queens_have_their_colors() {
    let picture = drawn(
        &Problem::queens(4).unwrap(),
        &[Placement::from_columns(&[1, 3, 0, 2])],
    );
    // Four squares of 48 pixels, 30 for the row numbers, 18 beside the board.
    assert_eq!(
        (picture.width, picture.height),
        (4 * 48 + 30 + 18, 4 * 48 + 30 + 18)
    );
    assert_eq!(picture.at(0, 0), WHITE);
    assert_eq!(
        (
            picture.center(0, 0),
            picture.center(1, 1),
            picture.center(3, 2)
        ),
        (LIGHT, LIGHT, QUEEN)
    );
    assert_eq!(
        (
            picture.center(0, 1),
            picture.center(1, 0),
            picture.center(2, 3)
        ),
        (QUEEN, DARK, DARK)
    );
    assert_eq!(picture.at(30, 100), FRAME);
    // Beside the queen, the square; on its outline, something between.
    assert_eq!(picture.in_square(0, 1, 4, 44), DARK);
    let row: Vec<u32> = (0..48).map(|x| picture.in_square(0, 1, x, 30)).collect();
    assert!(
        row.iter().any(|&color| ![DARK, QUEEN].contains(&color)),
        "the edges are smooth"
    );
}

#[test]
fn holes_walls_givens_and_regions_have_their_colors() {
    let board = || {
        Problem::builder(2, 3)
            .units(Units::ANY)
            .hole(Square::new(0, 0))
            .wall(Square::new(1, 2))
    };
    let problem = board().given(Square::new(0, 2)).build().unwrap();
    let picture = drawn(
        &problem,
        &[Placement::new(vec![Square::new(0, 2), Square::new(1, 1)])],
    );
    assert_eq!(picture.center(0, 0), CROSS);
    // A hole is 72 parts of white over 28 parts of the square.
    assert_eq!(picture.in_square(0, 0, 6, 6), 0xfcfaf5);
    assert_eq!(picture.in_square(1, 2, 6, 6), WALL);
    assert_eq!((picture.center(0, 2), picture.center(1, 1)), (GIVEN, QUEEN));
    let problem = board().regions(vec![0, 0, 1, 0, 1, 1]).build().unwrap();
    let picture = drawn(&problem, &[]);
    assert_eq!(
        (picture.center(0, 1), picture.center(1, 1)),
        (0xf7f3ec, 0xa7d7ff)
    );
    assert_eq!(
        picture.in_square(0, 1, 24, 48),
        0x3d3226,
        "a border between regions"
    );
}

/// Boards without queens, and the empty solution of the board without squares.
#[test]
fn draws_the_smallest_boards() {
    for (rows, columns) in [(0, 0), (0, 3), (3, 0), (1, 1)] {
        let problem = Problem::builder(rows, columns)
            .units(Units::ANY)
            .build()
            .unwrap();
        for placements in [&[][..], &[Placement::default()]] {
            let picture = drawn(&problem, placements);
            assert_eq!(
                picture.at(picture.width - 1, 0),
                WHITE,
                "{rows} x {columns}"
            );
        }
    }
}

#[test]
fn arranges_several_boards_in_a_grid() {
    let columns = [
        [1, 3, 5, 0, 2, 4],
        [2, 5, 1, 4, 0, 3],
        [3, 0, 4, 1, 5, 2],
        [4, 2, 0, 5, 3, 1],
    ];
    let placements = columns.map(|columns| Placement::from_columns(&columns));
    let picture = drawn(&Problem::queens(6).unwrap(), &placements);
    // 34 pixels more for the number under each board.
    let (right, down) = (30 + 6 * 48 + 18, 30 + 6 * 48 + 18 + 34);
    assert_eq!((picture.width, picture.height), (2 * right, 2 * down));
    for (board, columns) in (0..).zip(columns) {
        let (left, top) = (30 + board % 2 * right, 30 + board / 2 * down);
        for (row, column) in (0..).zip(columns) {
            assert_eq!(
                picture.at(left + 48 * column + 24, top + 48 * row + 24),
                QUEEN
            );
            let empty = (column + 1) % 6;
            let expected = if (row + empty) % 2 == 0 { LIGHT } else { DARK };
            assert_eq!(
                picture.at(left + 48 * empty + 24, top + 48 * row + 24),
                expected
            );
        }
    }
}

#[test]
fn draws_a_picture_of_too_many_pixels_smaller() {
    let problem = Problem::builder(200, 200)
        .units(Units::ANY)
        .build()
        .unwrap();
    let picture = drawn(&problem, &[Placement::new(vec![Square::new(199, 0)])]);
    let pixels = u64::from(picture.width) * u64::from(picture.height);
    assert!(
        picture.width == picture.height
            && (MAX_PIXELS / 100 * 99..=MAX_PIXELS).contains(&pixels),
        "{pixels}"
    );
    let scale = f64::from(picture.width) / f64::from(200 * 48 + 30 + 18);
    let center = |square: u32| (f64::from(30 + 48 * square + 24) * scale) as u32;
    assert_eq!(picture.at(center(0), center(0)), LIGHT);
    assert_eq!(picture.at(center(199), center(198)), DARK);
    assert_eq!(picture.at(center(0), center(199)), QUEEN);
}

/// Stopped, there is no picture rather than half of one.
#[test]
fn drawing_obeys_the_limits() {
    let problem = Problem::builder(200, 200)
        .units(Units::ANY)
        .build()
        .unwrap();
    let summary = Summary {
        solutions: 0,
        outcome: Outcome::Exhausted,
    };
    let draw = |limits: &Limits| {
        let mut out = Vec::new();
        let mut renderer =
            render::renderer_within(Format::Png, &problem, Style::default(), limits);
        renderer.begin(&mut out).unwrap();
        let ended = renderer.end(&summary, &mut out);
        (
            ended.map_err(|error| {
                *error.get_ref().unwrap().downcast_ref::<Stop>().unwrap()
            }),
            out,
        )
    };
    let raised = Limits::default();
    raised.cancel.cancel();
    assert_eq!(draw(&raised), (Err(Stop::Cancelled), Vec::new()));
    let begun = Instant::now();
    let hurried = Limits::default()
        .with_time(Duration::from_millis(20))
        .started();
    assert_eq!(
        draw(&hurried),
        (Err(Stop::LimitReached(Limit::Time)), Vec::new())
    );
    assert!(
        begun.elapsed() < Duration::from_secs(2),
        "{:?}",
        begun.elapsed()
    );
    // Three bytes for each pixel; the root of 10,300.
    let (ended, out) = draw(&Limits::default().with_memory(3 * 10_300));
    let info = png::Decoder::new(std::io::Cursor::new(out))
        .read_info()
        .unwrap()
        .info()
        .clone();
    assert_eq!((ended, info.width, info.height), (Ok(()), 101, 101));
}
