//! Screens as they are drawn.

use super::super::cells::Cell;
use super::super::state::PlayerInput;
use super::super::state::tests::{TEST_BOARD, state};
use super::*;
use queens::puzzle::Options;

const ASCII_LOOK: PlayLook = PlayLook {
    color: false,
    charset: Charset::Ascii,
};
const UNICODE_LOOK: PlayLook = PlayLook {
    color: false,
    charset: Charset::Unicode,
};

fn setting() -> SessionSetting {
    SessionSetting {
        title: "seed 7, easy".to_owned(),
        is_kept: true,
        makes_new: true,
    }
}

/// The lines of a screen, its cells, and the place of the cursor.
fn screen(
    state: &PlayState,
    look: PlayLook,
    width: u16,
    height: u16,
) -> (Vec<String>, Cells, Option<(u16, u16)>) {
    let problem = state.game.puzzle().problem().clone();
    let lines = GuideLines::new(&problem, look.charset);
    let mut cells = Cells::new(width, height);
    let drawn = draw_state(
        state,
        &setting(),
        &lines,
        look,
        Square::new(0, 0),
        &mut cells,
    );
    (cells.lines(), cells, drawn.cursor)
}

/// A queen on a1 with automatic crosses, a cross on f6, the cursor there.
fn begun() -> PlayState {
    let keys = [
        PlayerInput::Automatic,
        PlayerInput::Toggle(Mark::Queen),
        PlayerInput::Go(5, 5),
        PlayerInput::Toggle(Mark::Cross),
    ];
    keys.into_iter().fold(state(TEST_BOARD), |state, key| {
        state.apply_input(key, &setting(), &Options::default()).0
    })
}

/// Checks that a drawing of [`begun`] shows its regions, marks and cursor, by the
/// characters alone.
fn holds(lines: &[String], pitch: usize, look: PlayLook) {
    let regions: Vec<Vec<char>> = TEST_BOARD
        .lines()
        .map(|line| line.chars().collect())
        .collect();
    let at = |x: usize, y: usize| lines[y].chars().nth(x).unwrap_or(' ');
    let middle =
        |row: usize, column: usize| (2 + pitch * column + pitch / 2, 2 + 2 * row);
    // On a border may stand the name of a region.
    let is_border = |character: char| "┃━|-ABCDEF".contains(character);
    let (queen, automatic, cross, open) = if look.charset == Charset::Unicode {
        ('♛', '·', '×', ' ')
    } else {
        ('Q', '-', 'x', '.')
    };
    for row in 0..6 {
        for column in 0..6 {
            let (x, y) = middle(row, column);
            let is_around = row.max(column) == 1 || row == 0 || column == 0;
            let expected = match (row, column) {
                (0, 0) => queen,
                (5, 5) => cross,
                _ if is_around || regions[row][column] == regions[0][0] => automatic,
                _ => open,
            };
            assert_eq!(
                at(x, y),
                expected,
                "row {row}, column {column}:\n{}",
                lines.join("\n")
            );
            if column > 0 {
                let differs = regions[row][column] != regions[row][column - 1];
                assert_eq!(
                    is_border(at(x - pitch / 2, y)),
                    differs,
                    "left of {row}, {column}"
                );
            }
            if row > 0 {
                let differs = regions[row][column] != regions[row - 1][column];
                assert_eq!(is_border(at(x, y - 1)), differs, "above {row}, {column}");
            }
        }
        assert!(lines[2 + 2 * row].starts_with(&(row + 1).to_string()));
    }
    let names: String = lines[0]
        .chars()
        .take(2 + pitch * 6)
        .filter(|name| *name != ' ')
        .collect();
    assert_eq!(names, "abcdef");
    let text = lines.join("\n");
    assert!(
        ["0:00", "1 of 6 queens, auto", "seed 7, easy", "Esc"]
            .iter()
            .all(|words| text.contains(words)),
        "{text}"
    );
}

#[test]
fn small_boards_show_everything_on_small_screens() {
    for look in [ASCII_LOOK, UNICODE_LOOK] {
        for (width, height) in [(40, 20), (80, 24)] {
            let (lines, ..) = screen(&begun(), look, width, height);
            holds(&lines, 4, look);
            let is_plain =
                |text: &String| look.charset == Charset::Unicode || text.is_ascii();
            assert!(lines.iter().all(is_plain), "{}", lines.join("\n"));
        }
        let (lines, ..) = screen(&begun(), look, 30, 20);
        holds(&lines, 4, look);
        let (lines, ..) = screen(&begun(), look, 26, 20);
        holds(&lines, 2, look);
    }
}

#[test]
fn draws_the_cursor_on_its_square() {
    let (lines, _, cursor) = screen(&begun(), ASCII_LOOK, 80, 24);
    assert_eq!(cursor, Some((2 + 4 * 5 + 2, 2 + 2 * 5)));
    assert!(lines[12].contains("[x]"), "{}", lines[12]);
}

#[test]
fn uses_colour_only_if_wanted() {
    let colored = PlayLook {
        color: true,
        charset: Charset::Unicode,
    };
    let style = |look, x, y| screen(&begun(), look, 80, 24).1.cell(x, y).style;
    for look in [ASCII_LOOK, UNICODE_LOOK] {
        let cells = screen(&begun(), look, 80, 24).1;
        let places = (0..24).flat_map(|y| (0..80).map(move |x| (x, y)));
        assert!(
            places
                .map(|(x, y)| cells.cell(x, y))
                .all(|cell| cell.style == Cell::EMPTY.style)
        );
    }
    // b1 and c1 are one region, d1 is another.
    let ground = |x| {
        style(colored, x, 2)
            .colors
            .map(|(_, background)| background)
    };
    assert_eq!(ground(8), ground(12));
    assert_ne!(ground(12), ground(16));
}

#[test]
fn hints_highlight_their_squares() {
    let options = Options::default();
    let (looked, _) =
        state(TEST_BOARD).apply_input(PlayerInput::Hint, &setting(), &options);
    let (told, _) = looked.apply_input(PlayerInput::Hint, &setting(), &options);
    let Highlight::Hint(Hint::Step(step), _) = &told.light else {
        panic!("{:?}", told.light)
    };
    let count = |state: &PlayState, bracket: char| {
        let (lines, ..) = screen(state, ASCII_LOOK, 80, 24);
        // The board alone.
        lines[..14]
            .iter()
            .flat_map(|line| line.chars().take(27))
            .filter(|&c| c == bracket)
            .count()
    };
    // On the square of the cursor stand other brackets.
    let besides = |squares: &[Square], state: &PlayState| {
        squares
            .iter()
            .filter(|&&square| square != state.cursor)
            .count()
    };
    assert_eq!(count(&looked, '('), besides(&step.read(), &looked));
    let settled: Vec<Square> = step.crosses.iter().chain(&step.queens).copied().collect();
    assert_eq!(count(&told, '<'), besides(&settled, &told));
    let text = screen(&told, ASCII_LOOK, 80, 24).0.join(" ");
    let shown: String = text.split_whitespace().collect();
    assert!(
        step.sentence
            .split_whitespace()
            .next()
            .is_some_and(|word| shown.contains(word))
    );
}

#[test]
fn large_boards_scroll_with_a_note() {
    let regions: String = (0..20)
        .map(|row| char::from(b'A' + row).to_string().repeat(20) + "\n")
        .collect();
    let mut state = state(&regions);
    state.cursor = Square::new(19, 19);
    let (lines, ..) = screen(&state, UNICODE_LOOK, 80, 24);
    let text = lines.join("\n");
    assert!(
        text.contains("rows 10-20") && text.contains("\n20 ") && !text.contains("\n 9 "),
        "{text}"
    );
    let (lines, ..) = screen(&state, ASCII_LOOK, 20, 8);
    let words: Vec<_> = lines
        .iter()
        .flat_map(|line| line.split_whitespace())
        .collect();
    assert!(words.join(" ").contains("needs 24 x 13"), "{lines:?}");
}

#[test]
fn draws_every_screen() {
    let regions: String = (0..26)
        .map(|row| char::from(b'A' + row).to_string().repeat(26) + "\n")
        .collect();
    for board in [TEST_BOARD, &regions] {
        let mut state = state(board);
        state.show_message("word ".repeat(200));
        for width in (1..90).step_by(3) {
            for height in (1..40).step_by(2) {
                screen(&state, ASCII_LOOK, width, height);
            }
        }
    }
}
