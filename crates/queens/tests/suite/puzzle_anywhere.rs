//! Boards as other programs, sites and people keep them, each with its right answer; and boards that look alike and are refused.

use crate::puzzle_boards::grown;
use proptest::prelude::*;
use queens::control::Limits;
use queens::puzzle::read::read_all;
use queens::puzzle::{Mark, Position};
use queens::{Question, Settings, Verdict, ask};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::path::Path;

/// The board of most files. Its only solution has its queens in columns 2 5 3 1 4.
const BOARD: &str = "AAAAAAABBCDDBBCDBBEEDDEEE";

fn boards(input: &[u8], stars: Option<u32>) -> Vec<Position> {
    read_all(input, stars, &Limits::default())
        .unwrap_or_else(|error| panic!("{}: {error}", String::from_utf8_lossy(input)))
}

/// The regions in letters, numbered as they come.
fn letters(position: &Position) -> String {
    as_they_come(&position.puzzle().regions())
        .into_iter()
        .map(|number| char::from(b'A' + number as u8))
        .collect()
}

fn as_they_come(regions: &[u32]) -> Vec<usize> {
    let mut seen = Vec::new();
    let number = |region: &u32| {
        seen.iter().position(|known| known == region).unwrap_or_else(|| {
            seen.push(*region);
            seen.len() - 1
        })
    };
    regions.iter().map(number).collect()
}

fn file(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/boards").join(name)).expect("a file")
}

#[test]
fn reads_files_of_many_kinds() {
    for name in [
        "Array.java",
        "array.c",
        "board.yaml",
        "cells-with-borders.json",
        "digits-in-squares.png",
        "header-size-stars.txt",
        "header-size.txt",
        "header-word-stars.txt",
        "legup.xml",
        "letter-marks.py",
        "list.kt",
        "regions.starb",
        "signs.txt",
        "squares-by-style.html",
        "squares-not-square.png",
        "table.csv",
        "task-page.html",
    ] {
        let found = boards(&file(name), None);
        assert_eq!(found.iter().map(letters).collect::<Vec<_>>(), [BOARD], "{name}");
        assert_eq!(found[0].puzzle().stars(), 1, "{name}");
        let marks: Vec<(String, Mark)> = [Mark::Queen, Mark::Cross]
            .into_iter()
            .flat_map(|mark| found[0].marked(mark).map(move |square| (square.to_string(), mark)))
            .collect();
        let expected: &[(&str, Mark)] =
            if name == "letter-marks.py" { &[("e2", Mark::Queen), ("a1", Mark::Cross)] } else { &[] };
        let expected: Vec<(String, Mark)> =
            expected.iter().map(|&(name, mark)| (name.to_owned(), mark)).collect();
        assert_eq!(marks, expected, "{name}");
    }
}

#[test]
fn reads_every_board_of_a_picture() {
    let found = boards(&file("two-boards.png"), Some(2));
    assert_eq!(found.len(), 2);
    for position in &found {
        assert_eq!((position.puzzle().size(), position.puzzle().stars()), (10, 2));
        let answer = ask(position.puzzle().problem(), Question::Unique, &Settings::default()).unwrap();
        assert_eq!(answer.verdict(), Verdict::OnlyOne);
    }
    assert_ne!(letters(&found[0]), letters(&found[1]));
}

/// The same board in further languages and forms.
#[test]
fn reads_one_board_in_further_forms() {
    for text in [
        "package main\nvar regions = [][]int{\n\t{0, 0, 0, 0, 0},\n\t{0, 0, 1, 1, 2},\n\t{3, 3, 1, 1, 2},\n\t{3, 1, 1, 4, 4},\n\t{3, 3, 4, 4, 4},\n}\n",
        "module Board where\n-- a board\nregions :: [[Int]]\nregions = [[0,0,0,0,0],[0,0,1,1,2],[3,3,1,1,2],[3,1,1,4,4],[3,3,4,4,4]]\n",
        "n = 5;\nregions = [| 0,0,0,0,0\n | 0,0,1,1,2\n | 3,3,1,1,2\n | 3,1,1,4,4\n | 3,3,4,4,4 |];\n",
        "int: n = 5;\narray[1..n,1..n] of int: r = array2d(1..n, 1..n, [0,0,0,0,0, 0,0,1,1,2, 3,3,1,1,2, 3,1,1,4,4, 3,3,4,4,4]);\n",
        "regions <- matrix(c(0,0,0,0,0, 0,0,1,1,2, 3,3,1,1,2, 3,1,1,4,4, 3,3,4,4,4), nrow = 5, byrow = TRUE)\n",
        // R fills a matrix column by column.
        "regions <- matrix(c(0,0,3,3,3, 0,0,3,1,3, 0,1,1,1,4, 0,1,1,4,4, 0,2,2,4,4), nrow = 5)\n",
        "char[][] board = {\"AAAAA\".toCharArray(), \"AABBC\".toCharArray(), \"DDBBC\".toCharArray(), \"DBBEE\".toCharArray(), \"DDEEE\".toCharArray()};\n",
        "static const char *board[] = {\n  \"AAAAA\",\n  \"AABBC\",\n  \"DDBBC\",\n  \"DBBEE\",\n  \"DDEEE\",\n};\n",
        "[0 0 0 0 0; 0 0 1 1 2; 3 3 1 1 2; 3 1 1 4 4; 3 3 4 4 4]\n",
        "size: 5\nstars: 1\nregions:\n  - [A, A, A, A, A]\n  - [A, A, B, B, C]\n  - [D, D, B, B, C]\n  - [D, B, B, E, E]\n  - [D, D, E, E, E]\n",
        "size: 5\nregions: |\n  AAAAA\n  AABBC\n  DDBBC\n  DBBEE\n  DDEEE\n",
        "A: (0,0) (0,1) (0,2) (0,3) (0,4) (1,0) (1,1)\nB: (1,2) (1,3) (2,2) (2,3) (3,1) (3,2)\nC: (1,4) (2,4)\nD: (2,0) (2,1) (3,0) (4,0) (4,1)\nE: (3,3) (3,4) (4,2) (4,3) (4,4)\n",
        "5a\n2a2b1c\n2d2b1c\n1d2b2e\n2d3e\n",
        "<table><tr><td class=\"cell color-a\"></td><td class=\"cell color-a\"></td><td class=\"cell color-a right\"></td><td class=\"cell color-a\"></td><td class=\"cell color-a\"></td></tr><tr><td class=\"cell color-a\"></td><td class=\"cell color-a\"></td><td class=\"cell color-b\"></td><td class=\"cell color-b\"></td><td class=\"cell color-c\"></td></tr><tr><td class=\"cell color-d\"></td><td class=\"cell color-d\"></td><td class=\"cell color-b\"></td><td class=\"cell color-b\"></td><td class=\"cell color-c\"></td></tr><tr><td class=\"cell color-d\"></td><td class=\"cell color-b\"></td><td class=\"cell color-b\"></td><td class=\"cell color-e\"></td><td class=\"cell color-e\"></td></tr><tr><td class=\"cell color-d\"></td><td class=\"cell color-d\"></td><td class=\"cell color-e\"></td><td class=\"cell color-e\"></td><td class=\"cell color-e\"></td></tr></table>",
    ] {
        let found = boards(text.as_bytes(), None);
        assert_eq!(found.iter().map(letters).collect::<Vec<_>>(), [BOARD], "{text}");
    }
}

/// A typing error, a size or marks that do not fit: the first reader's message stays.
#[test]
fn refuses_boards_that_are_not_certain() {
    for (text, words) in [
        ("AAAAA\nAABBC\nDDBBC\nDBBE\nDDEEE\n", "line 4: this row has 4 squares"),
        ("5\nAAAAA\nAABBC\nDDBB\nDBBEE\nDDEEE\n", "line 1: this row has 1 square"),
        ("6\nAAAAA\nAABBC\nDDBBC\nDBBEE\nDDEEE\n", "line 1: this row has 1 square"),
        // Two stars in each row do not fit on five squares.
        ("5\n2\nAAAAA\nAABBC\nDDBBC\nDBBEE\nDDEEE\n", "line 1: this row has 1 square"),
        (
            "{\"regions\": [\"AAAAA\",\"AABBC\",\"DDBBC\",\"DBBEE\",\"DDEEE\"], \"queens\": [[9,0]]}",
            "is off the board",
        ),
    ] {
        let error = read_all(text.as_bytes(), None, &Limits::default())
            .map(|found| found.iter().map(letters).collect::<Vec<_>>());
        let error = error.expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}

/// Number of styles in which [`write_in_style`] writes.
const STYLES: usize = 16;

/// A board as people, sites and programs keep it.
fn write_in_style(style: usize, size: usize, regions: &[u32]) -> String {
    let rows = || regions.chunks(size);
    let letter = |region: &u32| char::from(b'A' + *region as u8).to_string();
    let joined = |row: &[u32], joint: &str| row.iter().map(letter).collect::<Vec<_>>().join(joint);
    let numbers = |row: &[u32]| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let lines =
        |line: &dyn Fn(&[u32]) -> String, joint: &str| rows().map(line).collect::<Vec<_>>().join(joint);
    let squares = || regions.iter().enumerate().map(|(at, region)| (at / size, at % size, region));
    let of_each = |square: &dyn Fn((usize, usize, &u32)) -> String, joint: &str| {
        squares().map(square).collect::<Vec<_>>().join(joint)
    };
    let region_squares = |wanted: u32, square: &dyn Fn(usize, usize) -> String, joint: &str| {
        let of_region = squares().filter(|(_, _, region)| **region == wanted);
        of_region.map(|(row, column, _)| square(row, column)).collect::<Vec<_>>().join(joint)
    };
    let all_regions = || 0..size as u32;
    match style {
        0 => format!("{size}\n{}\n", lines(&|row| joined(row, ""), "\n")),
        1 => format!("{size} 1\n{}\n", lines(&|row| joined(row, " "), "\n")),
        2 => format!(
            "# by hand\n{size}x{size}\n{}\n",
            all_regions()
                .map(|region| {
                    format!(
                        "1 | {}",
                        region_squares(region, &|row, column| format!("{},{}", row + 1, column + 1), " ")
                    )
                })
                .collect::<Vec<_>>()
                .join("\n")
        ),
        3 => {
            let cell = |(row, column, region): (usize, usize, &u32)| {
                format!(
                    "{{\"row\": {row}, \"col\": {column}, \"color\": \"#{region:06x}\", \"borders\": [\"t\", \"l\"]}}"
                )
            };
            format!("[{}]", of_each(&cell, ", "))
        }
        4 => {
            let region = |region| {
                region_squares(
                    region,
                    &|row, column| format!("<cell value=\"0\" x=\"{column}\" y=\"{row}\"/>"),
                    "",
                )
            };
            let all: String = all_regions()
                .map(|number| format!("<region><cells>{}</cells></region>", region(number)))
                .collect();
            format!(
                "<?xml version=\"1.0\"?>\n<Legup version=\"2.0.0\"><puzzle name=\"StarBattle\"><board size=\"{size}\" puzzle_num=\"1\">{all}</board></puzzle></Legup>"
            )
        }
        5 => format!(
            "int regions[{size}][{size}] = {{\n  {{{}}}\n}};\n",
            lines(&|row| numbers(row), "},\n  {")
        ),
        6 => format!("val regions = listOf(listOf({}))\n", lines(&|row| numbers(row), "), listOf(")),
        7 => format!(
            "row,col,region\n{}\n",
            of_each(&|(row, column, region)| format!("{row},{column},{}", letter(region)), "\n")
        ),
        8 => format!("size: {size}\nregions:\n  - {}\n", lines(&|row| joined(row, ""), "\n  - ")),
        9 => {
            let square = |(row, column, region): (usize, usize, &u32)| {
                format!(
                    "<div class=\"case\" data-row=\"{row}\" data-col=\"{column}\" style=\"background-color: rgb({}, 9, 9);\"></div>",
                    9 * region
                )
            };
            format!("<div id=\"grid\">{}</div>", of_each(&square, "\n"))
        }
        10 => {
            let square = |(row, column, region): (usize, usize, &u32)| {
                format!(
                    "<div class=\"x cell-color-{region}\" data-cell-idx=\"{}\" aria-label=\"Empty cell of color {}, row {}, column {}\"></div>",
                    row * size + column,
                    letter(region),
                    row + 1,
                    column + 1
                )
            };
            format!("<html><body>{}</body></html>", of_each(&square, ""))
        }
        11 => {
            let numbered = of_each(&|(_, _, region)| (region + 1).to_string(), ",");
            format!("<html><script>var task = \"{numbered}\";</script></html>")
        }
        12 => format!("regions = [| {} |];\n", lines(&|row| numbers(row), "\n | ")),
        13 => format!(
            "Level\n{}\n",
            lines(
                &|row| {
                    row.chunk_by(|a, b| a == b)
                        .map(|run| format!("{}{}", run.len(), letter(&run[0]).to_lowercase()))
                        .collect()
                },
                "\n"
            )
        ),
        14 => format!("regions :: [[Int]]\nregions = [[{}]]\n", lines(&|row| numbers(row), "],\n  [")),
        _ => format!(
            "fields <- matrix(c({}), nrow = {size}, byrow = TRUE)\n",
            lines(&|row| numbers(row), ",\n  ")
        ),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(384))]

    #[test]
    fn files_of_many_styles_read_back(style in 0..STYLES, size in 4..=12_u32, seed in any::<u64>()) {
        let regions = grown(size, &mut ChaCha8Rng::seed_from_u64(seed));
        let text = write_in_style(style, size as usize, &regions);
        let read = read_all(text.as_bytes(), None, &Limits::default());
        prop_assert!(read.is_ok(), "{:?}\n{}", read, text);
        let read = read.unwrap();
        prop_assert_eq!(read.len(), 1, "{}", text);
        prop_assert_eq!(as_they_come(&read[0].puzzle().regions()), as_they_come(&regions), "{}", text);
        prop_assert_eq!(read[0].puzzle().stars(), 1, "{}", text);
    }

    /// Two boards in one file, with a heading above each.
    #[test]
    fn several_boards_of_a_file_read_back(size in 4..=9_u32, seeds in any::<[u64; 2]>(), style in 0..2_usize) {
        let boards = seeds.map(|seed| grown(size, &mut ChaCha8Rng::seed_from_u64(seed)));
        let text: String = (1..).zip(&boards).map(|(number, regions)| {
            format!("Puzzle number {number}\n{}\n", write_in_style(style, size as usize, regions))
        }).collect();
        let read = read_all(text.as_bytes(), None, &Limits::default());
        prop_assert!(read.is_ok(), "{:?}\n{}", read, text);
        let read: Vec<_> = read.unwrap().iter().map(|board| as_they_come(&board.puzzle().regions())).collect();
        prop_assert_eq!(read, boards.map(|regions| as_they_come(&regions)), "{}", text);
    }
}
