//! Files of puzzles as people write them: each kind in several variants, drawn here from
//! the same board.

use queens::control::Limits;
use queens::puzzle::Position;
use queens::puzzle::read::read_all;
use std::collections::BTreeMap;

/// The regions of the board, and of a second one.
const ROWS: [&str; 6] = ["AABBBC", "AADBBC", "ADDDCC", "EEDFCC", "EEFFFC", "EEEFFF"];
const SMALL: [&str; 5] = ["AAAAA", "AABBC", "DDBBC", "DBBEE", "DDEEE"];

fn read(text: &str) -> Result<Vec<Position>, String> {
    read_all(text.as_bytes(), None, &Limits::default()).map_err(|error| error.to_string())
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
    let regions = position.puzzle().regions();
    regions.into_iter().map(letter).collect()
}

/// The same for rows.
fn as_they_come(rows: &[&str]) -> String {
    let mut seen = String::new();
    let letter = |letter: char| {
        if !seen.contains(letter) {
            seen.push(letter);
        }
        char::from(b'A' + seen.find(letter).unwrap_or(0) as u8)
    };
    rows.concat().chars().map(letter).collect()
}

/// Checks that each text holds the board, with one star.
fn reads_board(texts: &[String]) {
    for text in texts {
        let found = read(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let all: Vec<String> = found.iter().map(letters).collect();
        assert_eq!(all, [as_they_come(&ROWS)], "{text}");
        assert_eq!(found[0].puzzle().stars(), 1, "{text}");
    }
}

/// The rows with something between the letters.
fn rows(joint: &str) -> Vec<String> {
    let row = |row: &&str| {
        row.chars()
            .map(String::from)
            .collect::<Vec<_>>()
            .join(joint)
    };
    ROWS.iter().map(row).collect()
}

/// The rows in numbers from `first`.
fn numbers(first: usize, joint: &str) -> Vec<String> {
    let number = |letter: char| (letter as usize - 'A' as usize + first).to_string();
    let row = |row: &&str| row.chars().map(number).collect::<Vec<_>>().join(joint);
    ROWS.iter().map(row).collect()
}

/// Row and column of the squares of each region, from `first`.
fn regions(first: usize) -> BTreeMap<char, Vec<(usize, usize)>> {
    let mut regions: BTreeMap<char, Vec<(usize, usize)>> = BTreeMap::new();
    for (row, letters) in ROWS.iter().enumerate() {
        for (column, letter) in letters.chars().enumerate() {
            let squares = regions.entry(letter).or_default();
            squares.push((row + first, column + first));
        }
    }
    regions
}

/// A line for each region: `pattern` with `NAME`, `COUNT` and `LIST`, in which each square
/// is `square`.
fn listed(
    first: usize,
    pattern: &str,
    square: &dyn Fn(usize, usize) -> String,
    joint: &str,
) -> String {
    let line = |(name, squares): (char, Vec<(usize, usize)>)| {
        let list: Vec<String> = squares.iter().map(|&(r, c)| square(r, c)).collect();
        pattern
            .replace("COUNT", &squares.len().to_string())
            .replace("NAME", &name.to_string())
            .replace("LIST", &list.join(joint))
    };
    regions(first)
        .into_iter()
        .map(line)
        .collect::<Vec<_>>()
        .join("\n")
        + "\n"
}

/// A piece of text for each square: `pattern` with `ROW`, `COLUMN`, `SQUARE` and `NAME`.
fn squares(first: usize, pattern: &str, joint: &str) -> String {
    let mut pieces = Vec::new();
    for (row, letters) in ROWS.iter().enumerate() {
        for (column, letter) in letters.chars().enumerate() {
            let square = format!("{}{}", char::from(b'a' + column as u8), row + 1);
            let piece = pattern
                .replace("ROW", &(row + first).to_string())
                .replace("COLUMN", &(column + first).to_string())
                .replace("INDEX", &(6 * row + column).to_string())
                .replace("SQUARE", &square)
                .replace("NAME", &letter.to_string());
            pieces.push(piece);
        }
    }
    pieces.join(joint)
}

#[test]
fn reads_headers_of_many_kinds() {
    let (plain, spaced) = (ROWS.join("\n"), rows(" ").join("\n"));
    reads_board(&[
        format!("6\n{plain}\n"),
        format!("6 1\n{plain}\n"),
        format!("6 6\n1\n{spaced}\n"),
        format!("6 6 6\n{}\n", numbers(1, " ").join("\n")),
        format!("Size: 6\nStars: 1\n\n{spaced}\n"),
        format!("# my puzzle\r\n6x6 1*\r\n{}\r\n", ROWS.join("\r\n")),
        format!("\u{feff}6\n{}\n", rows("\t").join("\n")),
        format!("n 6\nk 1\n{plain}\n"),
        format!("stars 1\nsize 6\n{plain}\n"),
        format!("dim 6\nnstars 1\n{spaced}\n"),
        format!("; from a newspaper\n// by me\n6\n{plain}\n"),
        format!("Star Battle 1★ 6x6\n{plain}\n"),
        format!(
            "Puzzle #12 (medium)\n6 x 6, 1 star\n\n{spaced}\n\nSolution on page 34\n"
        ),
    ]);
    // Two stars are two, however they are written.
    let wide: Vec<String> = (0..8).map(|row| "ABCDEFGH"[row..=row].repeat(8)).collect();
    for head in [
        "Star Battle 2★",
        "2-star puzzle",
        "stars 2",
        "8 2",
        "stars 8",
    ] {
        let text = format!("{head}\n{}\n", wide.join("\n"));
        let found = read(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        assert_eq!(found[0].puzzle().stars(), 2, "{text}");
    }
}

#[test]
fn reads_the_squares_of_each_region() {
    let comma = |row: usize, column: usize| format!("{row},{column}");
    let pair = |row: usize, column: usize| format!("({row},{column})");
    let blank = |row: usize, column: usize| format!("{row} {column}");
    let name = |row: usize, column: usize| format!("R{row}C{column}");
    let hyphen = |row: usize, column: usize| format!("{row}-{column}");
    let number = |row: usize, column: usize| (6 * row + column).to_string();
    let listed_ones = |first, pattern, square: &dyn Fn(usize, usize) -> String| {
        listed(first, pattern, square, " ")
    };
    reads_board(&[
        "6x6\n".to_owned() + &listed_ones(1, "1 | LIST", &comma),
        "# regions\r\n6x6\r\n".to_owned() + &listed_ones(1, "1 | LIST  # one", &comma),
        listed_ones(1, "Region NAME: LIST", &name),
        listed_ones(1, "NAME: LIST", &hyphen),
        listed_ones(0, "NAME: LIST", &number),
        listed_ones(0, "NAME COUNT: LIST", &pair),
        listed(0, "NAME = {LIST}", &pair, ", "),
        listed(0, "- NAME: [LIST]", &pair, ", "),
        listed(0, "region NAME: LIST", &comma, "; "),
        "stars: 1\n".to_owned() + &listed(1, "NAME\tLIST", &comma, "\t"),
        "6\n".to_owned() + &listed_ones(0, "COUNT LIST", &blank),
        "6 1\n".to_owned() + &listed_ones(1, "COUNT LIST", &comma),
        "6\n".to_owned() + &listed_ones(0, "COUNT LIST", &number),
    ]);
}

#[test]
fn reads_objects_with_any_names() {
    let text = |pattern: &str| format!("[{}]", squares(0, pattern, ","));
    let lists = |first, square: &dyn Fn(usize, usize) -> String| {
        listed(first, "[LIST]", square, ",")
            .trim()
            .replace('\n', ",")
    };
    let pair = |row: usize, column: usize| format!("[{row},{column}]");
    let number = |row: usize, column: usize| (6 * row + column).to_string();
    reads_board(&[
        text(r##"{"row": ROW, "col": COLUMN, "color": "#NAME0", "borders": ["top"]}"##),
        text(r#"{"i": ROW, "j": COLUMN, "zone": "NAME", "state": "empty"}"#),
        text(r#"{"pos": {"row": ROW, "col": COLUMN}, "region": "NAME"}"#),
        text(r#"{"position": [ROW, COLUMN], "region": "NAME"}"#),
        text(r#"{"cell": "SQUARE", "group": "NAME"}"#),
        text(r#"{"index": INDEX, "regionColor": "NAME"}"#),
        squares(
            0,
            "{\"row\": ROW, \"col\": COLUMN, \"region\": \"NAME\"}\n",
            "",
        ),
        format!("{{{}}}", squares(0, r#""ROW,COLUMN": "NAME""#, ",")),
        format!("{{{}}}", squares(1, r#""rROWcCOLUMN": "NAME""#, ",")),
        format!("{{\"regions\": [{}], \"size\": 6}}", lists(1, &pair)),
        format!("{{\"regions\": [{}], \"size\": 6}}", lists(0, &number)),
        format!(
            "{{\"width\": 6, \"cells\": [{}], \"solution\": [1, 3]}}",
            numbers(0, ",").join(",")
        ),
        format!(
            "{{\"puzzle\": {{\"n\": 6, \"zones\": [[{}]]}}}}",
            numbers(1, ",").join("],[")
        ),
    ]);
}

#[test]
fn reads_tables_and_yaml() {
    let table =
        |head: &str, pattern: &str| format!("{head}\n{}\n", squares(0, pattern, "\n"));
    let list = |row: usize, column: usize| format!("    - [{row}, {column}]\n");
    let name = |row: usize, column: usize| {
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    };
    reads_board(&[
        table("row,col,region", "ROW,COLUMN,NAME"),
        table("Row;Column;Region", "ROW;COLUMN;NAME").replace('\n', "\r\n"),
        table("cell,region", "SQUARE,NAME"),
        squares(1, "ROW,COLUMN,NAME", "\n"),
        table("row\tcol\tregion\tnote", "ROW\tCOLUMN\tNAME\t"),
        format!("A,B,C,D,E,F\n{}\n", numbers(1, ",").join("\n")),
        format!("size: 6\nregions:\n  - {}\n", ROWS.join("\n  - ")),
        format!("---\nregions: |\n  {}\nstars: 1\n", ROWS.join("\n  ")),
        format!(
            "grid:\n{}",
            rows("\n  - ")
                .iter()
                .map(|row| format!("- - {row}\n"))
                .collect::<String>()
        ),
        format!(
            "regions:\n{}",
            listed(0, "  NAME:\nLIST", &list, "").replace("\n\n", "\n")
        ),
        format!(
            "regions:\n{}",
            listed(0, "- name: NAME\n  cells: [LIST]", &name, ", ")
        ),
        format!(
            "cells:\n{}",
            squares(0, "- {row: ROW, col: COLUMN, region: NAME}\n", "")
        ),
        format!(
            "cells:\n{}",
            squares(0, "- row: ROW\n  col: COLUMN\n  region: NAME # one\n", "")
        ),
    ]);
}

#[test]
fn reads_signs_and_run_lengths() {
    let signs = |row: &str| -> String {
        row.chars()
            .map(|letter| ",+':.;".as_bytes()[letter as usize - 'A' as usize] as char)
            .collect()
    };
    let runs = |number_first: bool| {
        let run = |letters: &str| {
            let (count, letter) = (letters.len(), &letters[..1]);
            if number_first {
                format!("{count}{letter}")
            } else {
                format!("{letter}{count}")
            }
        };
        let row = |row: &&str| {
            let same = row.as_bytes().chunk_by(|one, next| one == next);
            same.map(|same| run(std::str::from_utf8(same).expect("letters")))
                .collect::<String>()
        };
        ROWS.iter().map(row).collect::<Vec<_>>()
    };
    reads_board(&[
        ROWS.map(signs).join("\n"),
        ROWS.map(|row| {
            signs(row)
                .chars()
                .map(String::from)
                .collect::<Vec<_>>()
                .join(" ")
        })
        .join("\n"),
        runs(true).join("\n"),
        runs(true).join("/").to_lowercase(),
        runs(false).join("\n"),
        format!("# run lengths\r\nsize 6\r\n{}\r\n", runs(true).join("\r\n")),
    ]);
}

#[test]
fn reads_the_data_of_pages() {
    let arrays = format!("[[{}]]", numbers(0, ",").join("],["));
    let cells = |row: &String| format!("<tr>{row}</tr>");
    let table: Vec<String> = rows("</td><td>")
        .iter()
        .map(|row| cells(&format!("<td>{row}</td>")))
        .collect();
    reads_board(&[
        format!(
            "<html><body><script>\nconst regions = {arrays};\n</script></body></html>"
        ),
        format!(
            "<html><script id=\"data\" type=\"application/json\">{{\"props\": {{\"regions\": {arrays}}}}}</script></html>"
        ),
        format!(
            "<html><body><pre>\n{}\n</pre></body></html>",
            ROWS.join("\n")
        ),
        format!("<table>{}</table>", table.concat()),
    ]);
}

#[test]
fn reads_a_board_on_each_line() {
    let (first, second) = (SMALL.concat(), ROWS.concat());
    for text in [
        format!("1: {first}\n2: {second}\n"),
        format!("easy\t{first}\nhard\t{second}\n"),
        format!("id,size,regions\n1,5,{first}\n2,6,{second}\n"),
    ] {
        let found = read(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let all: Vec<String> = found.iter().map(letters).collect();
        assert_eq!(all, [as_they_come(&SMALL), as_they_come(&ROWS)], "{text}");
    }
}
