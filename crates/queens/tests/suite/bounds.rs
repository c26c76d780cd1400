//! A bound in a message is the bound that was tested: what is at the bound is accepted or
//! refused for another reason, and what is one above it is refused with the bound.

use queens::problem::{
    MAX_DRAWN, MAX_GLUED, MAX_RAYS, MAX_SIDE, MAX_STEP, MAX_TEXT, MAX_WEIGHT, Piece,
    Problem, Weights,
};
use queens::puzzle::read::{
    MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, MAX_TEXT_BYTES, MAX_WEBP_PIXELS, read,
};
use queens::puzzle::{self, GenerateError, GenerateSettings, MAX_SIZE};
use queens::render::{Format, MAX_DRAWN_SIDE, Style, renderer};
use std::fmt::Display;

/// The refusal of an input with this number of bytes, squares, ...; none if it is
/// accepted.
type Refusal = fn(u64) -> Option<String>;

fn refusal<T, E: Display>(result: Result<T, E>) -> Option<String> {
    result.err().map(|error| error.to_string())
}

fn puzzle_of(bytes: &[u8]) -> Option<String> {
    refusal(read(bytes, None))
}

/// Width and height of a picture of `pixels` pixels, or of a few more.
fn sides(pixels: u64) -> (u32, u32) {
    let width = if pixels.is_multiple_of(1_024) {
        1_024
    } else {
        1_025
    };
    (
        width,
        u32::try_from(pixels.div_ceil(width.into())).expect("a side"),
    )
}

/// A PNG file whose header gives this number of pixels, and no more.
fn png(pixels: u64) -> Vec<u8> {
    let (width, height) = sides(pixels);
    let header = [
        b"IHDR",
        &width.to_be_bytes()[..],
        &height.to_be_bytes(),
        &[8, 0, 0, 0, 0],
    ]
    .concat();
    let check = checksum(&header).to_be_bytes();
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\x0d".as_slice(),
        &header,
        &check,
        b"\0\0\0\0IDAT\x35\xaf\x06\x1e",
    ]
    .concat()
}

/// CRC-32 of the PNG specification, annex D, bit by bit.
fn checksum(bytes: &[u8]) -> u32 {
    let rest = bytes.iter().fold(u32::MAX, |rest, &byte| {
        (0..8).fold(rest ^ u32::from(byte), |rest, _| {
            rest >> 1 ^ if rest & 1 == 1 { 0xedb8_8320 } else { 0 }
        })
    });
    !rest
}

/// A lossless WebP file whose header gives this number of pixels, and no more.
fn webp(pixels: u64) -> Vec<u8> {
    let (width, height) = sides(pixels);
    let sides = ((width - 1) | (height - 1) << 14).to_le_bytes();
    [
        b"RIFF\x12\0\0\0WEBPVP8L\x05\0\0\0\x2f".as_slice(),
        &sides,
        &[0],
    ]
    .concat()
}

/// Names of what is bounded, with the bound and the refusal.
const BOUNDS: &[(&str, u64, Refusal)] = &[
    ("side of a board", MAX_SIDE as u64, |side| {
        refusal(Problem::queens(u32::try_from(side).expect("a side")))
    }),
    ("text of a problem", MAX_TEXT as u64, |bytes| {
        refusal(Problem::from_bytes(&vec![b'\n'; bytes as usize]))
    }),
    ("step of a piece", MAX_STEP as u64, |step| {
        refusal(format!("(1,{step})").parse::<Piece>())
    }),
    ("rays of a piece", MAX_RAYS as u64, |rays| {
        // Each also stands for its opposite.
        let rays: Vec<String> = (1..=rays.div_ceil(2))
            .map(|step| format!("(1,{step})*"))
            .collect();
        refusal(rays.join("+").parse::<Piece>())
    }),
    ("squares with joined edges", MAX_GLUED, |squares| {
        refusal(format!("torus 1x{squares}").parse::<Problem>())
    }),
    ("squares with holes", MAX_DRAWN, |squares| {
        refusal(format!("1x{squares}\nholes: a1").parse::<Problem>())
    }),
    ("weight", MAX_WEIGHT as u64, |weight| {
        refusal(weight.to_string().parse::<Weights>())
    }),
    ("text of a puzzle", MAX_TEXT_BYTES as u64, |bytes| {
        puzzle_of(&[b"<".as_slice(), &vec![b'x'; bytes as usize - 1]].concat())
    }),
    ("plain text of a puzzle", 1 << 20, |bytes| {
        puzzle_of(&vec![b'x'; bytes as usize])
    }),
    ("JSON of a puzzle", 1 << 20, |bytes| {
        let text = format!("[{}]", " ".repeat(bytes as usize - 2));
        puzzle_of(text.as_bytes())
    }),
    ("lists in the JSON of a puzzle", 1 << 15, |lists| {
        puzzle_of(format!("[{}]", "[],".repeat(lists as usize - 1)).as_bytes())
    }),
    ("bytes of a picture", MAX_IMAGE_BYTES as u64, |bytes| {
        let mut file = png(1);
        file.resize(bytes as usize, 0);
        puzzle_of(&file)
    }),
    ("pixels of a picture", MAX_IMAGE_PIXELS, |pixels| {
        puzzle_of(&png(pixels))
    }),
    ("pixels of a WebP picture", MAX_WEBP_PIXELS, |pixels| {
        puzzle_of(&webp(pixels))
    }),
    ("side of a new puzzle", MAX_SIZE as u64, |size| {
        let settings = GenerateSettings::new(u32::try_from(size).expect("a size"), 1);
        let limits = settings.limits.clone().with_nodes(1);
        match puzzle::generate(&GenerateSettings { limits, ..settings }) {
            // The size was taken, and a limit of one node ended the search; its message
            // names the size, not the bound.
            Err(GenerateError::Stopped(_)) => None,
            ended => refusal(ended),
        }
    }),
    ("side of a drawing", MAX_DRAWN_SIDE as u64, |side| {
        let problem =
            Problem::queens(u32::try_from(side).expect("a side")).expect("a size");
        refusal(renderer(Format::Svg, &problem, Style::default()).begin(&mut Vec::new()))
    }),
];

#[test]
fn a_bound_in_a_message_is_the_bound_that_was_tested() {
    for &(what, bound, refuse) in BOUNDS {
        let names = |text: &str, number: u64| {
            let digits = |c: char| c.is_ascii_digit();
            text.replace(',', "")
                .split(|c| !digits(c))
                .any(|word| word == number.to_string())
        };
        // A short text that is no puzzle has another fault, which does not speak of the
        // bound.
        let at = refuse(bound);
        assert!(
            at.as_ref().is_none_or(|reason| !names(reason, bound)),
            "{what} of {bound}: {at:?}"
        );
        let above = refuse(bound + 1);
        assert!(
            above.as_ref().is_some_and(|reason| names(reason, bound)),
            "{what} of {}: {above:?}",
            bound + 1
        );
    }
}
