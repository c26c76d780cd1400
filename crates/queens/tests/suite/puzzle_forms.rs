//! Region puzzles as text: what is written reads back, what people paste is read, what is
//! none is refused in words.

use crate::puzzle_boards::{connected, scattered};
use proptest::prelude::*;
use queens::document::{Document, PuzzleDocument};
use queens::puzzle::read::read;
use queens::puzzle::{Mark, Position, write};
use queens::render::{Charset, Fill, Style};
use queens::square::Square;
use std::collections::HashMap;

/// The same board with regions numbered as they come, row by row.
fn as_they_come(regions: &[u32]) -> Vec<usize> {
    let mut numbers = HashMap::new();
    let number = |region: &u32| {
        let next = numbers.len();
        *numbers.entry(*region).or_insert(next)
    };
    regions.iter().map(number).collect()
}

fn position_of(text: &str) -> Position {
    read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The letters of the regions.
fn letters(position: &Position) -> String {
    let regions = position.puzzle().regions();
    regions
        .iter()
        .map(|&region| char::from(b'A' + region as u8))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn grids_and_documents_round_trip(position in prop_oneof![connected(), scattered()]) {
        let back = position_of(&write::grid(&position));
        prop_assert_eq!(&back, &position);
        let mut json = Vec::new();
        PuzzleDocument::new(&position).write_json(&mut json).unwrap();
        prop_assert_eq!(&read(&json, None).unwrap(), &position);
    }

    #[test]
    fn the_text_form_round_trips_unless_a_rule_is_broken(position in prop_oneof![connected(), scattered()]) {
        let mut position = position;
        let queens: Vec<Square> = position.marked(Mark::Queen).collect();
        queens.into_iter().skip(1).for_each(|square| position.set(square, Mark::Cross));
        match write::text(&position) {
            Ok(text) => {
                let back = position_of(&text);
                prop_assert_eq!(back.marks(), position.marks());
                prop_assert_eq!(back.puzzle().regions(), position.puzzle().regions());
                prop_assert_eq!(back.puzzle().stars(), position.puzzle().stars());
            }
            Err(error) => prop_assert!(position.problem().is_err(), "{}", error),
        }
    }

    #[test]
    fn numbers_round_trip(position in prop_oneof![connected(), scattered()]) {
        let puzzle = position.puzzle();
        let back = read(write::task(puzzle).unwrap().as_bytes(), Some(puzzle.stars())).unwrap();
        prop_assert_eq!(back.puzzle(), puzzle);
        prop_assert!(back.marks().iter().all(|&mark| mark == Mark::Open));
    }

    #[test]
    fn borders_round_trip(position in connected()) {
        let puzzle = position.puzzle();
        prop_assert_eq!(puzzle.notice(), None);
        let mut written = vec![write::link(puzzle).unwrap()];
        if (5..=25).contains(&puzzle.size()) {
            written.push(write::notation(puzzle).unwrap());
        }
        for text in written {
            let back = position_of(&text);
            prop_assert_eq!(back.puzzle().stars(), puzzle.stars());
            prop_assert_eq!(as_they_come(&back.puzzle().regions()), as_they_come(&puzzle.regions()));
        }
    }

    #[test]
    fn drawings_round_trip_with_marks(
        position in connected(),
        color in any::<bool>(),
        ascii in any::<bool>(),
        width in prop::sample::select(vec![20usize, 300]),
    ) {
        let charset = if ascii { Charset::Ascii } else { Charset::Unicode };
        let mut drawn = Vec::new();
        write::terminal(&position, Style { color, charset, width }, &mut drawn).unwrap();
        let size = position.puzzle().size();
        if size > 1 && (size <= 26 || width > 20) {
            let back = read(&drawn, None).unwrap();
            prop_assert_eq!(back.puzzle().stars(), position.puzzle().stars());
            prop_assert_eq!(back.marks(), position.marks());
            prop_assert_eq!(as_they_come(&back.puzzle().regions()), as_they_come(&position.puzzle().regions()));
        }
    }

    #[test]
    fn borders_without_letters_round_trip(
        position in connected(),
        pitch in 2..6usize,
        lines in prop::sample::select(vec![
            ["-", "|", " ", " "], ["─", "│", " ", " "], ["━", "┃", "─", "│"], ["═", "║", " ", "│"],
        ]),
        indent in prop::sample::select(vec!["", "   "]),
    ) {
        let puzzle = position.puzzle();
        let size = puzzle.size() as usize;
        let region = |row: usize, column: usize| puzzle.regions()[row * size + column];
        let [strong_row, strong_column, light_row, light_column] = lines;
        let mut text = String::new();
        for line in 0..=2 * size {
            text += indent;
            for place in 0..=size * pitch {
                let (row, column) = (line / 2, place / pitch);
                let is_edge = |at: usize| at == 0 || at == size;
                text += match (line % 2, place % pitch) {
                    (0, 0) => "+",
                    (0, _) if is_edge(row) || region(row - 1, column) != region(row, column) => strong_row,
                    (0, _) => light_row,
                    (_, 0) if is_edge(column) || region(row, column - 1) != region(row, column) => strong_column,
                    (_, 0) => light_column,
                    _ => " ",
                };
            }
            text += "\n";
        }
        if size > 1 {
            let back = read(text.as_bytes(), Some(puzzle.stars()));
            prop_assert!(back.is_ok(), "{:?}\n{}", back, text);
            prop_assert_eq!(as_they_come(&back.unwrap().puzzle().regions()), as_they_come(&puzzle.regions()), "{}", text);
        }
    }

    #[test]
    fn refuses_borders_of_disconnected_regions(position in scattered()) {
        let puzzle = position.puzzle();
        prop_assert_eq!(puzzle.is_connected(), puzzle.notice().is_none());
        prop_assert_eq!(write::link(puzzle).is_err(), !puzzle.is_connected());
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), stars in 0..4u32) {
        let _ = read(&bytes, (stars > 0).then_some(stars));
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,80}|[A-D.Qx*× ,|\n]{0,60}|starbattle/[0-9a-v/]{0,40}|[0-9A-P]{2}[0-9][We][0-9A-Za-z_-]{0,60}|task[0-9,]{0,60}|regions [0-9]\nareas:\n[A-D \n]{0,40}") {
        let _ = read(text.as_bytes(), None);
    }

    #[test]
    fn no_json_panics(text in "[\\[\\]{}\"A-Ca-c0-4,: ]{0,60}|\\{\"regions\":[\\[\\]\"ab0-3,]{0,50}\\}") {
        let _ = read(format!("[{text}").as_bytes(), None);
        let _ = read(text.as_bytes(), None);
    }

    /// A written puzzle with one byte changed.
    #[test]
    fn no_typo_panics(position in connected(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        for text in [write::grid(&position), write::link(position.puzzle()).unwrap(), write::task(position.puzzle()).unwrap()] {
            let mut bytes = text.into_bytes();
            let at = at.index(bytes.len());
            bytes[at] = byte;
            let _ = read(&bytes, None);
        }
    }
}

/// Clues stay clues, beside the marks; forms that hold none are refused.
#[test]
fn keeps_or_refuses_clues() {
    let marked = position_of(
        "AABBB\nAABBB\nCCCCD\nCEECD\nCEEED\n\nQ....\n...x.\n.....\n.....\n....x",
    );
    let clues = [
        (Square::new(0, 0), Mark::Queen),
        (Square::new(4, 4), Mark::Cross),
    ];
    let position = marked.with_clues(clues).unwrap();
    assert_eq!(
        (position.marks(), position.puzzle().has_clues()),
        (marked.marks(), true)
    );
    assert_ne!(position, marked);
    let grid = write::grid(&position);
    assert!(
        grid.ends_with("\nG....\n...x.\n.....\n.....\n....H\n"),
        "{grid}"
    );
    assert_eq!(position_of(&grid), position);
    let mut json = Vec::new();
    PuzzleDocument::new(&position)
        .write_json(&mut json)
        .unwrap();
    assert_eq!(read(&json, None).as_ref(), Ok(&position));
    let mut svg = Vec::new();
    write::svg(&position, Fill::default(), &mut svg).unwrap();
    assert_eq!(read(&svg, None).as_ref(), Ok(&position));
    let text = position_of(&format!("{}\n", position.puzzle().problem()));
    assert_eq!(text, Position::new(position.puzzle().clone()));
    let puzzle = position.puzzle();
    for (form, written) in [
        ("task", write::task(puzzle)),
        ("link", write::link(puzzle)),
        ("sbn", write::notation(puzzle)),
    ] {
        let error = written.unwrap_err().to_string();
        assert!(
            error.contains(&format!("and {form} holds no clues")),
            "{error}"
        );
    }
}

/// The same board in the words of many.
#[test]
fn reads_pasted_grids() {
    let same = [
        "AABB\nAABB\nCCDD\nCCDD",
        "aabb\naabb\nccdd\nccdd\n",
        "\u{feff}A A B B\r\nA A B B\r\nC C D D\r\nC C D D\r\n",
        "1,1,2,2\n1,1,2,2\n3,3,4,4\n3,3,4,4",
        "\"A\",\"A\",\"B\",\"B\"\nA\tA\tB\tB\nC;C;D;D\nC,C,D,D",
        "+---+---+---+---+\n| A | A | B | B |\n+---+---+---+---+\n| A | A | B | B |\n| C | C | D | D |\n| C | C | D | D |\n+---+---+---+---+",
        "# a comment\n\n0011\n0011\n2233\n2233",
        "1,1,2,2,1,1,2,2,3,3,4,4,3,3,4,4",
        "var task = '1,1,2,2,1,1,2,2,3,3,4,4,3,3,4,4';",
        "AABBAABBCCDDCCDD",
        "regions 4\nAABB\nAABB\nCCDD\nCCDD",
        "regions 4\nareas:\nAABB\nAABB\nCCDD\nCCDD",
        "🟥🟥🟦🟦\n🟥🟥🟦🟦\n🟧🟧🟨🟨\n🟧🟧🟨🟨",
        "[[0,0,1,1],[0,0,1,1],[2,2,3,3],[2,2,3,3]]",
        "[0,0,1,1,0,0,1,1,2,2,3,3,2,2,3,3]",
        r#"{"regions": ["AABB", "AABB", "CCDD", "CCDD"]}"#,
        r#"{"size": 4, "name": "x", "colorRegions": [["A","A","B","B"],["A","A","B","B"],["C","C","D","D"],["C","C","D","D"]]}"#,
        r#"{"puzzle": {"regions": {"A": [[0,0],[0,1],[1,0],[1,1]], "B": [[0,2],[0,3],[1,2],[1,3]], "C": [[2,0],[2,1],[3,0],[3,1]], "D": [[2,2],[2,3],[3,2],[3,3]]}}}"#,
        r#"{"regions": [["a1","b1","a2","b2"],["c1","d1","c2","d2"],["a3","b3","a4","b4"],["c3","d3","c4","d4"]]}"#,
        r#"{"regions": [{"cells": [{"row":0,"col":0},{"r":0,"c":1},{"y":1,"x":0},[1,1]]}, {"cells": [[0,2],[0,3],[1,2],[1,3]]}, {"cells": [[2,0],[2,1],[3,0],[3,1]]}, {"cells": [[2,2],[2,3],[3,2],[3,3]]}]}"#,
    ];
    for text in same {
        let position = position_of(text);
        assert_eq!(
            as_they_come(&position.puzzle().regions()),
            [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]
        );
        assert_eq!(position.puzzle().stars(), 1, "{text}");
        assert!(
            position.marks().iter().all(|&mark| mark == Mark::Open),
            "{text}"
        );
    }
}

#[test]
fn reads_grids_in_prose() {
    let grid = "AABB\nAABB\nCCDB\nCCDD";
    for text in [
        format!("Here is my puzzle:\n\n{grid}\n\nThanks!"),
        format!("Puzzle 12, easy\n{grid}\nWho finds it?"),
        format!(
            "Level 3\n\n{grid}\n\n....\n....\n....\n....\n\nThe second one has no marks yet."
        ),
    ] {
        assert_eq!(letters(&position_of(&text)), "AABBAABBCCDBCCDD", "{text}");
    }
    let two = format!("The first one:\n{grid}\n\nand a harder one:\n{grid}\n");
    assert_eq!(
        read(two.as_bytes(), None)
            .unwrap_err()
            .to_string()
            .split(':')
            .next(),
        Some("the input has 2 puzzles")
    );
    // A typing error in a row is an error, not prose, and so is a word alone.
    for text in [
        format!("My puzzle:\n\n{grid}\n\nAABBC\nAABB\nCCDB\nCCDD"),
        format!("{grid}\n\nhello"),
        format!("My puzzle:\n{grid}\n\nxxq.\nqx.\nx.q.\nxq.."),
    ] {
        assert!(read(text.as_bytes(), None).is_err(), "{text}");
    }
}

#[test]
fn reads_marks_below_regions_and_after_names() {
    let same = [
        "AABB\nAABB\nCCDD\nCCDD\n\n.Q..\n....\nx...\n....",
        "AABB\nAABB\nCCDD\nCCDD\n\n. * . .\n_ _ _ _\nX . . .\n. . . .",
        "AA★BB\nAABB\nC×CDD\nCCDD",
        "A A* B B\nA A B B\nCx C D D\nC C D D",
        r#"{"regions": ["AABB", "AABB", "CCDD", "CCDD"], "queens": ["b1"], "crosses": [[2, 0]]}"#,
    ];
    for text in same {
        let position = position_of(text);
        assert_eq!(letters(&position), "AABBAABBCCDDCCDD", "{text}");
        assert_eq!(
            position.marked(Mark::Queen).collect::<Vec<_>>(),
            [Square::new(0, 1)],
            "{text}"
        );
        assert_eq!(
            position.marked(Mark::Cross).collect::<Vec<_>>(),
            [Square::new(2, 0)],
            "{text}"
        );
    }
}

/// Both cases tell regions apart, and the order of names is that of the text form.
#[test]
fn names_differ_by_case() {
    assert_eq!(
        position_of("AAbB\naAbB\naaBB\nabbb").puzzle().regions()[..4],
        [0, 0, 3, 1]
    );
}

/// Borders by hand: of quarters the line between the columns b and c has its bit, 010 in
/// each row, and the rows are parted below row 2: 0000 1111 0000.
#[test]
fn borders_match_the_address() {
    // 01001 00100 10(000) and 00001 11100 00(000), digits to the base 32.
    let address = "https://puzz.link/p?starbattle/4/4/1/94g1s0\n";
    let position = position_of(address);
    assert_eq!(letters(&position), "AABBAABBCCDDCCDD");
    assert_eq!(write::link(position.puzzle()).unwrap(), address);
    assert_eq!(
        position_of("starbattle/v:/4/4/2/94g1s0").puzzle().stars(),
        2
    );
}

/// Five rows: right of each square nothing, below each square a border.
#[test]
fn reads_star_battle_notation() {
    // 20 times 0, 20 times 1; 40 bits are filled up to 42 by two zeros in front: 000000
    // 000000 000000 000011 111111 111111 111111.
    let notation = "551W0003___\n";
    let position = position_of(notation);
    assert_eq!(letters(&position), "AAAAABBBBBCCCCCDDDDDEEEEE");
    assert_eq!(write::notation(position.puzzle()).unwrap(), notation);
    // Columns: 1111 in each row, then nothing, with two zeros in front: 001111 111111
    // 111111 111100 000000 ...
    let columns = position_of("553WF__y000~h:");
    assert_eq!(
        (letters(&columns).as_str(), columns.puzzle().stars()),
        ("ABCDEABCDEABCDEABCDEABCDE", 3)
    );
}

#[test]
fn the_caller_overrides_the_number_of_stars() {
    let board = "AABB\nAABB\nCCDD\nCCDD";
    let json = r#"{"regions":["AABB","AABB","CCDD","CCDD"],"stars":3}"#;
    for (text, stars) in [
        (format!("2 stars\n{board}"), 2),
        (format!("stars 2\n{board}"), 2),
        (json.to_owned(), 3),
    ] {
        assert_eq!(position_of(&text).puzzle().stars(), stars);
        assert_eq!(read(text.as_bytes(), Some(4)).unwrap().puzzle().stars(), 4);
        let refused = read(text.as_bytes(), Some(5)).unwrap_err().to_string();
        assert_eq!(
            refused,
            "5 queens do not fit in a row of 4 squares: use 4 or fewer"
        );
    }
    let text = "regions 4\nrows: 3\ncolumns: 3\nregions: 3\nareas:\nA A B B\nA A B B\nC C D D\nC C D D";
    assert_eq!(position_of(text).puzzle().stars(), 3);
    assert_eq!(read(text.as_bytes(), Some(1)).unwrap().puzzle().stars(), 1);
}

#[test]
fn reports_disconnected_regions() {
    assert_eq!(
        position_of("ABA\nBCC\nBCC").puzzle().notice().unwrap(),
        "regions A and B are in several parts"
    );
    assert_eq!(position_of("AAA\nBBB\nCCC").puzzle().notice(), None);
    let error = write::link(position_of("ABA\nBBC\nCCC").puzzle())
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "region A is in several parts: link holds only borders; use grid, json, task or text"
    );
}

/// Each names the value, the bound and the way out.
#[test]
fn refusals_name_the_fault() {
    let cases = [
        ("", "the input is empty"),
        (
            "ABC\nABC\nABCD",
            "line 3: this row has 4 squares, but the board has 3 rows",
        ),
        (
            "ABCAB",
            "line 1: a single line of 5 squares is not a square board",
        ),
        ("AB\nAB\n\nQ..\n...\n...", "line 4: the marks have 3 rows"),
        (
            "AB\nAB\n\nQ.\n.?",
            "line 5: '?' is not a mark: use . for an open square",
        ),
        (
            "AB\nAB\n\nQ.\n..\n\n..",
            "line 7: a second grid of marks begins here",
        ),
        ("..\nQ.", "this board has no regions"),
        ("queens 8\ngivens: b1", "`queens solve --board FILE`"),
        ("torus 7", "this board has no regions"),
        ("queens 8\ngivens: a1 b1", "this board has no regions"),
        (
            "regions\nareas:\nABBB\nACCB\nACDD\nCCDD\ngivens: a1 b2",
            "the given queens break a rule: the queens on a1 and b2 attack each other",
        ),
        (
            "AA\nAA",
            "a board of 2 x 2 with 1 region is not valid: draw exactly 2",
        ),
        ("starbattle/4/5/1/0", "has 4 columns and 5 rows"),
        (
            "starbattle/4/4/1/94",
            "has 2 digits of borders, but a board of 4 x 4 takes 6",
        ),
        (
            "starbattle/4/4/0/94g1s0",
            "has '0' for the number of stars, which is 1 to 64",
        ),
        ("starbattle/4/4/1/94g1sz", "has 'z' among its borders"),
        (
            "AA2W000",
            "has 7 characters, but a board of 10 x 10 takes 34",
        ),
        (
            "[[1,2],[1]]",
            "row 2 of the map has 1 square, but the board has 2 rows",
        ),
        (
            r#"{"cells": 3}"#,
            "has the keys 'cells' but no map of the regions",
        ),
        (
            r#"{"regions": ["AB", "AB"], "queens": [[2, 0]]}"#,
            "square [2, 0] is off the board",
        ),
        (
            r#"{"regions": ["AB", "AB"], "size": 3}"#,
            "has 2 rows, but the given size is 3",
        ),
        (
            r#"{"regions": ["AB", "AB"], "stars": 0}"#,
            "'stars' is 0: use a whole number from 1 to 64",
        ),
        ("{\"regions\"", "invalid JSON near character"),
        ("<html></html>", "this page or SVG holds no region puzzle"),
        ("8\nareas:\nAB\nAB", "line 2"),
        // A folder of another site with the word that begins an address of puzz.link.
        (
            "https://krazydad.com/play/starbattle/?kind=10x10&volumeNumber=1",
            "this address of KrazyDad holds no puzzle: open it, save the page",
        ),
        (
            "https://example.org/task/5",
            "this address is not supported: copy the address",
        ),
        (
            "https://example.org/puzzle/7",
            "copy the address of a Star Battle puzzle from puzz.link",
        ),
    ];
    for (text, expected) in cases {
        let error = read(text.as_bytes(), None)
            .map(|found| letters(&found))
            .unwrap_err()
            .to_string();
        assert!(error.contains(expected), "{text:?}: {error}");
    }
    assert!(
        read(b"AB\n\xff", None)
            .unwrap_err()
            .to_string()
            .contains("line 2 is not UTF-8 text")
    );
}
