//! Letters drawn as strokes, so that a picture does not depend on fonts.

/// Space between two letters.
const LETTER_SPACING: f64 = 2.4;

/// Width of a letter, and its strokes as the data of an SVG path.
///
/// Coordinates are relative to the left end of the base line, and y grows downwards: an x
/// reaches up to -7, capitals and digits up to -10.
type LetterOutline = (f64, &'static str);

/// The outline of all characters that are not drawn.
const BLANK: LetterOutline = (2.0, "");

fn letter_outline(character: char) -> LetterOutline {
    match character {
        '0'..='9' => digit_outline(character),
        'a'..='z' => small_outline(character),
        'A'..='Z' => capital_outline(character),
        _ => sign_outline(character),
    }
}

/// Returns the outline of a digit.
fn digit_outline(character: char) -> LetterOutline {
    match character {
        '0' => (6.0, "M3-10C.8-10 0-7.8 0-5S.8 0 3 0S6-2.2 6-5S5.2-10 3-10z"),
        '1' => (3.0, "M.2-8L2.6-10V0"),
        '2' => (
            6.0,
            "M.2-7.4C.4-9.2 1.5-10 3-10C4.7-10 5.7-8.9 5.7-7.4C5.7-5 .4-2.6 0 0H6",
        ),
        '3' => (
            6.0,
            "M.3-8.4C.9-9.5 1.8-10 3-10C4.6-10 5.5-9 5.5-7.6S4.3-5.3 2.6-5.3C4.6-5.3 6-4.4 6-2.7S4.6 0 2.9 0C1.6 0 .5-.6 0-1.8",
        ),
        '4' => (6.0, "M4.5 0V-10L0-3H6"),
        '5' => (
            6.0,
            "M5.4-10H1L.5-5.6C1.2-6.2 2-6.5 3-6.5C4.8-6.5 6-5.2 6-3.3S4.7 0 2.9 0C1.6 0 .5-.6 0-1.7",
        ),
        '6' => (
            6.0,
            "M5.3-8.8C4.8-9.6 4.1-10 3.2-10C1-10 0-7.6 0-4.6S1.1 0 3 0S6-1.3 6-3.1S4.8-6.1 3.2-6.1S.3-5 0-3.4",
        ),
        '7' => (6.0, "M0-10H6L2.2 0"),
        '8' => (
            6.0,
            "M3-5.4C1.3-5.4 .4-6.4 .4-7.7S1.4-10 3-10S5.6-9 5.6-7.7S4.7-5.4 3-5.4C1.1-5.4 0-4.3 0-2.7S1.2 0 3 0S6-1.1 6-2.7S4.9-5.4 3-5.4z",
        ),
        '9' => (
            6.0,
            "M.7-1.2C1.2-.4 1.9 0 2.8 0C5 0 6-2.4 6-5.4S4.9-10 3-10S0-8.7 0-6.9S1.2-3.9 2.8-3.9S5.7-5 6-6.6",
        ),
        _ => BLANK,
    }
}

/// Returns the outline of a small letter.
fn small_outline(character: char) -> LetterOutline {
    match character {
        'a' => (
            5.2,
            "M5.2-7V0M5.2-3.5C5.2-5.8 4.2-7 2.6-7S0-5.6 0-3.5S1 0 2.6 0S5.2-1.2 5.2-3.5",
        ),
        'b' => (
            5.2,
            "M0-11V0M0-3.5C0-5.8 1-7 2.6-7S5.2-5.6 5.2-3.5S4.2 0 2.6 0S0-1.2 0-3.5",
        ),
        'c' => (
            4.8,
            "M4.8-5.6C4.3-6.5 3.6-7 2.7-7C1-7 0-5.6 0-3.5S1 0 2.7 0C3.6 0 4.3-.5 4.8-1.4",
        ),
        'd' => (
            5.2,
            "M5.2-11V0M5.2-3.5C5.2-5.8 4.2-7 2.6-7S0-5.6 0-3.5S1 0 2.6 0S5.2-1.2 5.2-3.5",
        ),
        'e' => (
            5.2,
            "M0-3.8H5.2C5.2-5.8 4.2-7 2.6-7S0-5.6 0-3.5S1 0 2.7 0C3.7 0 4.5-.5 5-1.4",
        ),
        'f' => (3.6, "M3.8-11C2.2-11.2 1.5-10.4 1.5-9V0M0-7H3.4"),
        'g' => (
            5.2,
            "M5.2-7V.6C5.2 2.3 4.2 3 2.6 3C1.6 3 .8 2.7 .3 2M5.2-3.5C5.2-5.8 4.2-7 2.6-7S0-5.6 0-3.5S1 0 2.6 0S5.2-1.2 5.2-3.5",
        ),
        'h' => (4.8, "M0-11V0M0-4.2C0-6 1-7 2.5-7S4.8-6.1 4.8-4.4V0"),
        'i' => (0.6, "M.3-7V0M.3-9.9V-9.7"),
        'j' => (1.8, "M1.8-7V1.2C1.8 2.4 1.2 3 0 3M1.8-9.9V-9.7"),
        'k' => (4.8, "M0-11V0M4.4-7L0-3M1.6-4.4L4.8 0"),
        'l' => (0.6, "M.3-11V0"),
        'm' => (
            7.6,
            "M0-7V0M0-4.2C0-6 .8-7 2-7S3.8-6.1 3.8-4.4V0M3.8-4.2C3.8-6 4.6-7 5.8-7S7.6-6.1 7.6-4.4V0",
        ),
        'n' => (4.8, "M0-7V0M0-4.2C0-6 1-7 2.5-7S4.8-6.1 4.8-4.4V0"),
        'o' => (
            5.4,
            "M2.7-7C1-7 0-5.6 0-3.5S1 0 2.7 0S5.4-1.4 5.4-3.5S4.4-7 2.7-7z",
        ),
        'p' => (
            5.2,
            "M0-7V3M0-3.5C0-5.8 1-7 2.6-7S5.2-5.6 5.2-3.5S4.2 0 2.6 0S0-1.2 0-3.5",
        ),
        'q' => (
            5.2,
            "M5.2-7V3M5.2-3.5C5.2-5.8 4.2-7 2.6-7S0-5.6 0-3.5S1 0 2.6 0S5.2-1.2 5.2-3.5",
        ),
        'r' => (2.8, "M0-7V0M0-4C0-6 1-7 2.8-7"),
        's' => (
            4.4,
            "M4.2-6C3.7-6.7 3-7 2.2-7C1-7 .2-6.3 .2-5.2C.2-2.9 4.4-4.2 4.4-1.8C4.4-.7 3.5 0 2.2 0C1.3 0 .5-.4 0-1.2",
        ),
        't' => (3.6, "M1.5-9.5V-1.8C1.5-.5 2.2 0 3.6-.1M0-7H3.4"),
        'u' => (4.8, "M0-7V-2.6C0-.9 .8 0 2.3 0S4.8-1 4.8-2.8M4.8-7V0"),
        'v' => (5.0, "M0-7L2.5 0L5-7"),
        'w' => (7.6, "M0-7L1.9 0L3.8-7L5.7 0L7.6-7"),
        'x' => (4.8, "M0-7L4.8 0M4.8-7L0 0"),
        'y' => (5.0, "M0-7L2.5 0M5-7L2.2 1.6C1.8 2.6 1.2 3 0 3"),
        'z' => (4.8, "M.2-7H4.6L0 0H4.8"),
        _ => BLANK,
    }
}

/// Returns the outline of a capital letter.
fn capital_outline(character: char) -> LetterOutline {
    match character {
        'A' => (6.4, "M0 0L3.2-10L6.4 0M1.1-3.4H5.3"),
        'B' => (
            5.6,
            "M0 0V-10H2.8C4.4-10 5.2-9.1 5.2-7.6S4.4-5.3 2.8-5.3H0M2.8-5.3C4.7-5.3 5.6-4.3 5.6-2.7S4.7 0 2.8 0H0",
        ),
        'C' => (
            6.0,
            "M6-8.2C5.3-9.4 4.4-10 3.2-10C1.2-10 0-7.9 0-5S1.2 0 3.2 0C4.4 0 5.3-.6 6-1.8",
        ),
        'D' => (6.0, "M0 0V-10H2.2C4.7-10 6-8.2 6-5S4.7 0 2.2 0z"),
        'E' => (5.0, "M5-10H0V0H5M0-5.2H4.2"),
        'F' => (4.8, "M4.8-10H0V0M0-5.2H4"),
        'G' => (
            6.2,
            "M6-8.2C5.3-9.4 4.4-10 3.2-10C1.2-10 0-7.9 0-5S1.2 0 3.2 0C4.6 0 5.6-.6 6.2-1.6V-4.6H3.6",
        ),
        'H' => (5.8, "M0 0V-10M5.8 0V-10M0-5.2H5.8"),
        'I' => (0.6, "M.3 0V-10"),
        'J' => (3.8, "M3.8-10V-2.8C3.8-1 3 0 1.8 0C1 0 .4-.4 0-1.2"),
        'K' => (5.6, "M0 0V-10M5.4-10L0-4M2-6.2L5.6 0"),
        'L' => (4.6, "M0-10V0H4.6"),
        'M' => (7.4, "M0 0V-10L3.7-2.6L7.4-10V0"),
        'N' => (6.0, "M0 0V-10L6 0V-10"),
        'O' => (
            6.6,
            "M3.3-10C1.2-10 0-7.9 0-5S1.2 0 3.3 0S6.6-2.1 6.6-5S5.4-10 3.3-10z",
        ),
        'P' => (5.4, "M0 0V-10H2.8C4.5-10 5.4-8.9 5.4-7.3S4.5-4.6 2.8-4.6H0"),
        'Q' => (
            6.6,
            "M3.3-10C1.2-10 0-7.9 0-5S1.2 0 3.3 0S6.6-2.1 6.6-5S5.4-10 3.3-10zM4-2.6L6.6 .6",
        ),
        'R' => (
            5.6,
            "M0 0V-10H2.8C4.5-10 5.4-8.9 5.4-7.3S4.5-4.6 2.8-4.6H0M2.6-4.6L5.6 0",
        ),
        'S' => (
            5.4,
            "M5-8.4C4.5-9.4 3.7-10 2.7-10C1.2-10 .3-9.1 .3-7.7C.3-4.4 5.4-6 5.4-2.7C5.4-1 4.3 0 2.7 0C1.5 0 .5-.6 0-1.8",
        ),
        'T' => (6.0, "M0-10H6M3-10V0"),
        'U' => (5.8, "M0-10V-3C0-1.1 1 0 2.9 0S5.8-1.1 5.8-3V-10"),
        'V' => (6.2, "M0-10L3.1 0L6.2-10"),
        'W' => (8.6, "M0-10L2.1 0L4.3-8L6.5 0L8.6-10"),
        'X' => (5.8, "M0-10L5.8 0M5.8-10L0 0"),
        'Y' => (6.0, "M0-10L3-4.8L6-10M3-4.8V0"),
        'Z' => (5.6, "M.2-10H5.6L0 0H5.6"),
        _ => BLANK,
    }
}

/// Returns the outline of a punctuation mark.
fn sign_outline(character: char) -> LetterOutline {
    match character {
        ',' => (1.0, "M.9-.6L.3 1.8"),
        ':' => (0.6, "M.3-5.6V-5.4M.3-.3V-.1"),
        '(' => (2.2, "M2.2-11.4C.4-8 .4-1.5 2.2 1.9"),
        ')' => (2.2, "M0-11.4C1.8-8 1.8-1.5 0 1.9"),
        _ => BLANK,
    }
}

/// Returns the letters of `text` with its middle at `x`: the left end and the strokes of
/// each. Blanks are left out.
pub(super) fn lay_out_text(text: &str, x: i64) -> Vec<(f64, &'static str)> {
    let outlines: Vec<LetterOutline> = text.chars().map(letter_outline).collect();
    let mut width = 0.0;
    for (letter_width, _) in &outlines {
        width += letter_width + LETTER_SPACING;
    }
    // There is no space after the last letter.
    width -= LETTER_SPACING;
    let mut left = x as f64 - width / 2.0;
    let mut placed = Vec::with_capacity(outlines.len());
    for (letter_width, strokes) in outlines {
        if !strokes.is_empty() {
            placed.push((left, strokes));
        }
        left += letter_width + LETTER_SPACING;
    }
    placed
}
