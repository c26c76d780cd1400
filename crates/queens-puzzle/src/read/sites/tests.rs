use super::super::read_all;
use crate::{Mark, Position};
use control::Limits;
use std::fmt::Write;

/// The regions of most boards here. The only solution has its queens in columns 2 5 3 1 4.
const ROWS: [&str; 5] = ["AAAAA", "AABBC", "DDBBC", "DBBEE", "DDEEE"];

/// [`ROWS`] as SudokuPad packs them: `{id:'small',cs:64,ce:[[,,,,],...],re:[[[0,0],...]],
/// ...}`, and as f-puzzles does: `{"size":5,"grid":[[{"region":0},...]]}`, both packed by
/// `LZString.compressToBase64` of the Python package `lzstring` 1.0.4.
const SUDOKUPAD: &str = "N4SwJgXA5AzgtgQwDZKgGgMYwgNgCyYCmEA2iWhWgLprmU10UOXW0tU0BOxZJADGj4MBARmFoATOID\
         M4vAxGCFaMQxKKptRbNoTJDPTpLSVDE1LWL5utPLV6hNsbROOSBNwVW1jaIyet3fVoCIwI7GgwEUmA\
         AN2gAFxAEpGIAAgBlRBR0DBEIAGI+AF80OOhOAFdU7DSRNJgEhE40kAA7NMIEDAALNM4AewB3dB6IB\
         OKqYqA";
const F_PUZZLES: &str = "N4IgzglgXgpiBcBWANCALhNAbO8QGUBbAQyyxFQHMAnCAEwQG1HRqZKIB7AOwQAYAvslbsuveIOEg2\
         HHvyEjZ4yYrHyAushbTRciQp1L5UmWvgBGA6b2WTu8QCYBm7dfEBmK/YSe7Ri17+tqp6Ti4hHoFmwY\
         bRUXoALPHiSeGxer4RPskISX5meVnwqeoCQA";

fn read(address: &str) -> Result<Vec<Position>, String> {
    read_all(address.as_bytes(), None, &Limits::default())
        .map_err(|error| error.to_string())
}

/// The letters of the regions, numbered as they come.
fn letters(position: &Position) -> String {
    let mut seen = Vec::new();
    let letter = |region: u32| {
        if !seen.contains(&region) {
            seen.push(region);
        }
        let number = seen.iter().position(|&known| known == region);
        char::from(b'A' + number.unwrap_or(0) as u8)
    };
    position
        .puzzle()
        .regions()
        .into_iter()
        .map(letter)
        .collect()
}

/// The lines between the squares of `rows` as penpa-edit names them, with a margin on each
/// side: the corners of each line are numbered from their rows and columns here.
fn penpa_lines(rows: &[&str], margin: usize) -> String {
    let side = rows.len() + 2 * margin + 4;
    let corner = |row: usize, column: usize| {
        side * side + (row + margin + 1) * side + column + margin + 1
    };
    let square = |row: usize, column: usize| rows[row].as_bytes()[column];
    let mut lines = String::new();
    for row in 0..rows.len() {
        for column in 0..rows.len() {
            if row > 0 && square(row, column) != square(row - 1, column) {
                let (from, to) = (corner(row, column), corner(row, column + 1));
                write!(lines, "\"{from},{to}\":2,").expect("a string");
            }
            if column > 0 && square(row, column) != square(row, column - 1) {
                let (from, to) = (corner(row, column), corner(row + 1, column));
                write!(lines, "\"{from},{to}\":2,").expect("a string");
            }
        }
    }
    lines.pop();
    lines
}

/// Digits of base 64 (RFC 4648).
fn base_64(bytes: &[u8]) -> String {
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let mut all = [0; 4];
        all[1..=group.len()].copy_from_slice(group);
        let bits = u32::from_be_bytes(all);
        let digit =
            |place: u32| digits.as_bytes()[(bits >> (18 - 6 * place) & 63) as usize];
        text.extend((0..=group.len() as u32).map(|place| char::from(digit(place))));
        text.extend(std::iter::repeat_n('=', 3 - group.len()));
    }
    text
}

fn penpa_address(text: &str) -> String {
    let packed = base_64(&miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6));
    format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed}")
}

#[test]
fn reads_addresses_of_penpa_edit() {
    let lines = penpa_lines(&ROWS, 0);
    let plain = format!(
        "square,5,5,38,0,1,1,228,228,101,101\n[0,0,0,0]\n[\"1\",\"2\",\"1\"]~zS~[\"\",1]\n\
         {{zR:{{z_:[]}},zS:{{}},zN:{{}},zY:{{}},zT:[],zE:{{{lines}}},zW:{{}}}}\n\n[20,1,1,1,1,5]"
    );
    let mut address = penpa_address(&plain);
    let found = read(&address).expect("a puzzle");
    assert_eq!(letters(&found[0]), ROWS.concat());
    assert_eq!(found[0].puzzle().stars(), 1);
    address = address
        .replace("#m=edit&p=", "?m=solve&a=1&p=")
        .replace('+', "%2B");
    assert_eq!(read(&address).map(|found| found.len()), Ok(1));
    // As penpa-edit draws a puzzle of puzz.link: margins, with the number of stars and a
    // star in the one above; thin lines between all squares; and the solver's stars.
    let lines = penpa_lines(&ROWS, 1);
    let square = |row: usize, column: usize| (row + 3) * 11 + column + 3;
    let (number, star) = (2 * 11 + 7, 2 * 11 + 8);
    let queen = square(0, 1);
    let with_margins = format!(
        "square,7,7,38,0,1,1,304,304,101,101\n[1,1,1,1]\nx\n\
         {{zN:{{\"{number}\":[\"1\",1,\"1\"]}},zY:{{\"{star}\":[2,\"star\",2]}},zE:{{\"157,158\":80,{lines}}}}}\n\
         {{zY:{{\"{queen}\":[2,\"star\",2]}}}}"
    );
    let found = read(&penpa_address(&with_margins)).expect("a puzzle");
    assert_eq!(letters(&found[0]), ROWS.concat());
    assert_eq!(found[0].marks()[1], Mark::Queen);
    let queens = found[0].marks().iter().filter(|mark| **mark == Mark::Queen);
    assert_eq!(queens.count(), 1);
}

#[test]
fn refuses_addresses_of_penpa_edit_without_a_puzzle() {
    let head = "square,5,5,38\n[0,0,0,0]\nx\n";
    for (text, part) in [
        (head.to_owned() + "{zE:{}}", "make 1 regions"),
        (
            "hex,5,5,38\n[0,0,0,0]\nx\n{}".to_owned(),
            "of the kind 'hex'",
        ),
        (
            "square,5,6,38\n[0,0,0,0]\nx\n{}".to_owned(),
            "a grid of 6 x 5",
        ),
        ("square,5,5,38\n[0,0]\nx\n{}".to_owned(), "no sides"),
        ("nothing".to_owned(), "no sides"),
    ] {
        let error = read(&penpa_address(&text)).expect_err(&text);
        assert!(error.contains(part), "{text}: {error}");
    }
    let whole = penpa_address(&(head.to_owned() + "{zE:{}}"));
    let cut: String = whole.chars().take(whole.len() - 9).collect();
    let error = read(&cut).expect_err("cut off");
    assert!(error.contains("copy the whole address"), "{error}");
}

#[test]
fn reads_addresses_of_sudokupad() {
    for address in [
        format!("https://sudokupad.app/scl{SUDOKUPAD}"),
        format!("https://sudokupad.app/?puzzleid=scl{SUDOKUPAD}&setting-x=1"),
        format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=ctc{SUDOKUPAD}"),
        format!("https://sudokupad.app/fpuzzles{F_PUZZLES}"),
        format!("https://www.f-puzzles.com/?load={F_PUZZLES}"),
    ] {
        let found = read(&address).unwrap_or_else(|error| panic!("{address}: {error}"));
        assert_eq!(letters(&found[0]), ROWS.concat(), "{address}");
        assert_eq!(found[0].puzzle().stars(), 1, "{address}");
    }
    // Several addresses, a line each.
    let both = format!(
        "https://sudokupad.app/scl{SUDOKUPAD}\nhttps://www.f-puzzles.com/?load={F_PUZZLES}\n"
    );
    assert_eq!(read(&both).map(|found| found.len()), Ok(2));
}

#[test]
fn names_the_site_whose_page_is_needed() {
    for (address, part) in [
        ("https://sudokupad.app/8b3bz1ka2q", "'8b3bz1ka2q'"),
        ("https://sudokupad.app/sclN4Ig", "copy the whole address"),
        (
            "https://krazydad.com/starbattle/play/?kind=10&vol=1",
            "of KrazyDad",
        ),
        ("https://example.org/puzzle/12", "is not supported"),
    ] {
        let error = read(address).expect_err(address);
        assert!(error.contains(part), "{address}: {error}");
    }
}
