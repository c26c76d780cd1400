//! Region puzzles for other programs, with clues and credits: addresses of SudokuPad,
//! f-puzzles and penpa-edit, and the page that plays. What is written reads back.

use crate::puzzle_boards::{connected, played, scattered};
use proptest::prelude::*;
use queens::control::Limits;
use queens::document::{Document, PuzzleDocument};
use queens::puzzle::read::{read, read_all};
use queens::puzzle::write::{self, PuzzleForm, Sheet, SheetPuzzle};
use queens::puzzle::{CreditField, Mark, Position, Puzzle, PuzzleCredits};
use queens::render::Fill;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::collections::HashMap;

/// Limits under which no solution is looked for.
fn no_search() -> Limits {
    Limits::default().with_nodes(0)
}

/// Texts that mean something in HTML, JSON, the addresses or their rules.
const HOSTILE: &str =
    "</script><script>alert(1)</script> \"'&amp;<br>{[,:,,f]} \\n \\u003c %";

/// Credits of any characters that are no control characters.
fn credits() -> impl Strategy<Value = PuzzleCredits> {
    let line =
        || prop_oneof![Just(String::new()), Just(HOSTILE.to_owned()), "\\PC{0,40}"];
    let rules = prop::collection::vec(line(), 0..4).prop_map(|lines| lines.join("\n"));
    (line(), line(), rules, "\\PC{0,20}", line()).prop_map(
        |(title, author, rules, date, licence)| {
            let mut credits = PuzzleCredits::default();
            let texts = [title, author, rules, date, licence];
            for (field, text) in CreditField::ALL.into_iter().zip(texts) {
                // penpa-edit has no escape for its own escapes.
                let text = text.replace("%2", "%");
                credits.set(field, &text).expect("valid credits");
            }
            credits
        },
    )
}

/// A puzzle with given queens and blocked squares.
fn clued() -> impl Strategy<Value = Position> {
    (4..=12u32, any::<u64>()).prop_map(|(size, seed)| {
        let played = played(size, &mut ChaCha8Rng::seed_from_u64(seed));
        let squares: Vec<_> = played.puzzle().problem().every_square().collect();
        let clues = squares
            .iter()
            .map(|&square| (square, played.mark(square)))
            .filter(|&(_, mark)| mark != Mark::Open)
            .step_by(2);
        let position = played
            .with_clues(clues)
            .expect("queens that obey the rules");
        Position::new(position.puzzle().clone())
    })
}

fn without_marks(position: &Position, credits: PuzzleCredits) -> Position {
    Position::new(position.puzzle().clone().with_credits(credits))
}

/// Writes and reads a puzzle without a search for its solution.
fn round_trip(form: PuzzleForm, position: &Position) -> Position {
    let mut out = Vec::new();
    form.write(position, Fill::default(), &no_search(), &mut out)
        .unwrap_or_else(|error| panic!("{}: {error}", form.id()));
    read(&out, None).unwrap_or_else(|error| {
        panic!("{}: {error}\n{}", form.id(), String::from_utf8_lossy(&out))
    })
}

/// The same board with regions numbered as they come, row by row.
fn as_they_come(puzzle: &Puzzle) -> Vec<usize> {
    let mut numbers = HashMap::new();
    let number = |region: u32| {
        let next = numbers.len();
        *numbers.entry(region).or_insert(next)
    };
    puzzle.regions().into_iter().map(number).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn addresses_and_pages_round_trip(
        position in prop_oneof![connected(), scattered(), clued()],
        credits in credits(),
    ) {
        let position = without_marks(&position, credits);
        for form in [PuzzleForm::Sudokupad, PuzzleForm::FPuzzles, PuzzleForm::Player] {
            prop_assert_eq!(&round_trip(form, &position), &position, "{}", form.id());
        }
    }

    #[test]
    fn borders_of_penpa_edit_round_trip(
        position in prop_oneof![connected(), clued()],
        credits in credits(),
    ) {
        let position = without_marks(&position, credits);
        let back = round_trip(PuzzleForm::Penpa, &position);
        prop_assert_eq!(back.marks(), position.marks());
        prop_assert_eq!(back.puzzle().credits(), position.puzzle().credits());
        prop_assert_eq!(back.puzzle().stars(), position.puzzle().stars());
        prop_assert_eq!(as_they_come(back.puzzle()), as_they_come(position.puzzle()));
        for square in position.puzzle().problem().every_square() {
            prop_assert_eq!(back.puzzle().clue(square), position.puzzle().clue(square));
        }
    }

    #[test]
    fn credits_round_trip_in_our_own_forms(position in clued(), credits in credits()) {
        let position = without_marks(&position, credits);
        for form in [PuzzleForm::Grid, PuzzleForm::Text, PuzzleForm::Json, PuzzleForm::Svg] {
            prop_assert_eq!(&round_trip(form, &position), &position, "{}", form.id());
        }
    }

    #[test]
    fn penpa_edit_refuses_regions_in_several_parts(position in scattered()) {
        prop_assert_eq!(write::penpa(position.puzzle()).is_err(), !position.puzzle().is_connected());
    }
}

fn position_of(text: &str) -> Position {
    read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The regions of this board have one solution, with queens in columns 2 5 3 1 4.
const BOARD: &str = "AAAAA\nAABBC\nDDBBC\nDBBEE\nDDEEE";

#[test]
fn pictures_keep_titles_in_any_script() {
    for title in ["Spiral", "Spirale á la carte", "螺旋 🟦"] {
        let position = position_of(&format!(
            "# title: {title}\n# rules: one\n# rules: two\n{BOARD}"
        ));
        assert_eq!(
            position.puzzle().credits().get(CreditField::Rules),
            "one\ntwo"
        );
        assert_eq!(round_trip(PuzzleForm::Png, &position), position, "{title}");
    }
}

#[test]
fn refuses_credits_that_are_too_long() {
    let long = "x".repeat(201);
    for text in [
        format!("# title: {long}\n{BOARD}"),
        format!("# title: {long}\nregions 4\nareas:\nAABB\nAABB\nCCDD\nCCDD"),
        format!(r#"{{"regions": ["AABB", "AABB", "CCDD", "CCDD"], "title": "{long}"}}"#),
    ] {
        let error = read(text.as_bytes(), None).unwrap_err().to_string();
        assert_eq!(
            error,
            "the title has 201 characters: the limit is 200, shorten it"
        );
    }
    let error = read(
        br#"{"regions": ["AABB", "AABB", "CCDD", "CCDD"], "author": "a\u0007"}"#,
        None,
    );
    assert_eq!(
        error.unwrap_err().to_string(),
        "the author has the control character U+0007: remove it"
    );
    // A comment in other words is none of the credits, and no name of a task.
    let position = position_of(&format!(
        "# Title page: 12, task 1,2\n# License: MIT\n{BOARD}"
    ));
    assert_eq!(position.puzzle().credits().get(CreditField::Licence), "MIT");
    assert_eq!(position.puzzle().credits().iter().count(), 1);
}

/// Of several boards each has the comments above it.
#[test]
fn comments_belong_to_the_board_below() {
    let text = format!(
        "# title: One\n{BOARD}\n\n{BOARD}\n\n# title: Three\n# date: today\n{BOARD}\n"
    );
    let titles: Vec<String> = read_all(text.as_bytes(), None, &Limits::default())
        .unwrap()
        .iter()
        .map(|position| {
            position
                .puzzle()
                .credits()
                .get(CreditField::Title)
                .to_owned()
        })
        .collect();
    assert_eq!(titles, ["One", "", "Three"]);
}

#[test]
fn pages_with_several_puzzles_read_back() {
    let positions = [BOARD, "AABB\nAABB\nCCDD\nCCDD"].map(position_of);
    let mut page = Vec::new();
    write::player(&positions, &mut page).unwrap();
    let back = read_all(&page, None, &Limits::default()).unwrap();
    assert_eq!(back, positions);
}

/// The largest page of one puzzle of a usual size.
#[test]
fn pages_are_small_and_load_nothing() {
    let row = |row: usize| char::from(b'A' + row as u8).to_string().repeat(10);
    let board: Vec<String> = (0..10).map(row).collect();
    let mut page = Vec::new();
    write::player(&[position_of(&board.join("\n"))], &mut page).unwrap();
    assert!(page.len() < 30_000, "{}", page.len());
    let page = String::from_utf8(page).unwrap();
    for address in [
        "http:", "https:", "src=", "href=", "url(", "@import", "import(",
    ] {
        assert!(!page.contains(address), "{address}");
    }
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn texts_cannot_leave_their_place() {
    let mut credits = PuzzleCredits::default();
    for field in CreditField::ALL {
        let text = if field == CreditField::Date {
            "</b>\"'&"
        } else {
            HOSTILE
        };
        credits.set(field, text).unwrap();
    }
    let position = without_marks(&position_of(BOARD), credits);
    let sheet = Sheet {
        title: HOSTILE.to_owned(),
        puzzles: vec![SheetPuzzle {
            position: position.clone(),
            caption: HOSTILE.to_owned(),
            solution: None,
        }],
        columns: 2,
        fill: Fill::default(),
    };
    let mut pages = vec![Vec::new(); 3];
    write::player(std::slice::from_ref(&position), &mut pages[0]).unwrap();
    sheet.write_html(&mut pages[1]).unwrap();
    write::svg(&position, Fill::default(), &mut pages[2]).unwrap();
    for (page, scripts) in pages.into_iter().zip([2, 0, 0]) {
        let page = String::from_utf8(page).unwrap();
        assert_eq!(page.matches("<script").count(), scripts, "{page}");
        assert_eq!(page.matches("</script").count(), scripts, "{page}");
    }
}

/// A sheet says the rules and who made the puzzles, once if it is the same for all.
#[test]
fn sheets_name_who_made_the_puzzles() {
    let made_by = |author: &str| {
        let position = position_of(&format!(
            "# title: Week\n# author: {author}\n# licence: CC0\n# rules: Corners first.\n{BOARD}"
        ));
        SheetPuzzle {
            position,
            caption: "hard".to_owned(),
            solution: None,
        }
    };
    let page = |puzzles| {
        let sheet = Sheet {
            title: "Week".to_owned(),
            puzzles,
            columns: 2,
            fill: Fill::default(),
        };
        let mut out = Vec::new();
        sheet.write_html(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let rules = "Place one queen in each row, column and region. No two queens touch, not even at a corner.";
    let same = page(vec![made_by("Ann"), made_by("Ann")]);
    assert!(
        same.contains(&format!(
            "<p class=\"rules\">by Ann<br>{rules}<br>Corners first.<br>CC0</p>"
        )),
        "{same}"
    );
    assert!(same.contains("<figcaption>2: hard</figcaption>"), "{same}");
    let other = page(vec![made_by("Ann"), made_by("Bob")]);
    assert!(
        other.contains(&format!("<p class=\"rules\">{rules}</p>")),
        "{other}"
    );
    assert!(
        other.contains(
            "<figcaption>2: Week, by Bob, hard<br>Corners first.<br>CC0</figcaption>"
        ),
        "{other}"
    );
}

#[test]
fn the_document_has_only_known_credits() {
    let json = |text: &str| {
        let mut out = Vec::new();
        PuzzleDocument::new(&position_of(text))
            .write_json(&mut out)
            .unwrap();
        String::from_utf8(out).unwrap()
    };
    let plain = json(BOARD);
    assert!(
        CreditField::ALL
            .iter()
            .all(|field| !plain.contains(&format!("\"{}\"", field.id())))
    );
    assert!(
        json(&format!("# date: 2026-12-01\n{BOARD}"))
            .contains("\"date\": \"2026-12-01\"")
            || json(&format!("# date: 2026-12-01\n{BOARD}"))
                .contains("\"date\":\"2026-12-01\"")
    );
}
