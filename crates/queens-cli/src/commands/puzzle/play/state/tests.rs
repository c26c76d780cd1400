//! The game as it answers keys and the mouse.

use super::*;
use queens::puzzle::{Position, read::read};

/// A board of 6 x 6 with one solution, which is that of its hints.
pub(in super::super) const TEST_BOARD: &str =
    "DDDEAE\nDDEEAE\nDDDEEE\nBDDEEE\nBBDFFF\nCCCCFF\n";

const TEST_SETTING: SessionSetting = SessionSetting {
    title: String::new(),
    is_kept: false,
    makes_new: true,
};

pub(in super::super) fn state(board: &str) -> PlayState {
    PlayState::new(
        Game::new(read(board.as_bytes(), None).expect("a puzzle")),
        String::new(),
    )
}

/// The state after some inputs, and the last wish.
fn played(mut state: PlayState, inputs: &[PlayerInput]) -> (PlayState, PlayerRequest) {
    let mut last = PlayerRequest::Nothing;
    for &input in inputs {
        (state, last) = state.apply_input(input, &TEST_SETTING, &Options::default());
    }
    (state, last)
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

#[test]
fn keys_mark_the_square_of_the_cursor() {
    let (state, _) = played(
        state(TEST_BOARD),
        &[
            PlayerInput::Go(1, 2),
            PlayerInput::Go(i64::MAX, 0),
            PlayerInput::Cycle,
        ],
    );
    assert_eq!(
        (state.cursor, state.game.mark(square("c6"))),
        (square("c6"), Mark::Cross)
    );
    let (state, _) = played(state, &[PlayerInput::Cycle]);
    assert_eq!(state.game.mark(square("c6")), Mark::Queen);
    let (state, _) = played(state, &[PlayerInput::Toggle(Mark::Queen)]);
    assert_eq!(state.game.mark(square("c6")), Mark::Open);
    let (state, _) = played(
        state,
        &[PlayerInput::Undo, PlayerInput::Undo, PlayerInput::Redo],
    );
    assert_eq!(state.game.mark(square("c6")), Mark::Queen);
    let (state, _) = played(
        state,
        &[PlayerInput::Undo, PlayerInput::Undo, PlayerInput::Undo],
    );
    assert!(
        state.message.contains("no move to undo"),
        "{}",
        state.message
    );
}

#[test]
fn a_click_cycles_and_a_drag_crosses_open_squares() {
    let first = played(state(TEST_BOARD), &[PlayerInput::PressRight(square("b2"))]).0;
    assert_eq!(first.game.mark(square("b2")), Mark::Queen);
    let click = [
        PlayerInput::Press(square("d4")),
        PlayerInput::Over(square("d4")),
        PlayerInput::Release,
    ];
    let (clicked, _) = played(first.clone(), &click);
    assert_eq!(clicked.game.mark(square("d4")), Mark::Cross);
    // The mouse is seen on three squares only, over a queen.
    let drag = [
        PlayerInput::Press(square("a2")),
        PlayerInput::Over(square("d2")),
        PlayerInput::Over(square("d5")),
        PlayerInput::Release,
    ];
    let (dragged, _) = played(first.clone(), &drag);
    let crossed: Vec<Square> = dragged.game.position().marked(Mark::Cross).collect();
    assert_eq!(crossed, ["a2", "c2", "d2", "d3", "d4", "d5"].map(square));
    assert_eq!(dragged.game.mark(square("b2")), Mark::Queen);
    let (undone, _) = played(dragged, &[PlayerInput::Undo]);
    assert_eq!(
        undone.game.position(),
        first.game.position(),
        "a drag is one move"
    );
    // A drag that changes nothing joins no other move.
    let nothing = [
        PlayerInput::Press(square("b2")),
        PlayerInput::Over(square("b2")),
        PlayerInput::Over(square("b3")),
        PlayerInput::Undo,
    ];
    assert_eq!(
        played(first.clone(), &nothing).0.game.position(),
        first.game.position()
    );
}

#[test]
fn hints_have_three_steps() {
    let (where_to, _) = played(state(TEST_BOARD), &[PlayerInput::Hint]);
    let Highlight::Hint(Hint::Step(step), 1) = where_to.light.clone() else {
        panic!("{:?}", where_to.light)
    };
    assert!(
        where_to.message.contains(step.technique.name),
        "{}",
        where_to.message
    );
    assert!(
        !where_to.message.contains(&step.sentence),
        "not all at once"
    );
    let (why, _) = played(where_to, &[PlayerInput::Hint]);
    assert!(
        why.message.contains(&step.numbered_sentence()),
        "{}",
        why.message
    );
    assert_eq!(why.game.done(), 0);
    let (done, _) = played(why, &[PlayerInput::Hint]);
    assert_eq!((done.light, done.game.done()), (Highlight::Nothing, 1));
    let marked = |mark| done.game.position().marked(mark).collect::<Vec<_>>();
    assert_eq!(
        (marked(Mark::Cross), marked(Mark::Queen)),
        (step.crosses, step.queens)
    );
}

#[test]
fn hints_end_in_the_solution() {
    let mut state = state(TEST_BOARD);
    let mut presses = 0;
    while !state.game.is_solved() {
        (state, _) = played(state, &[PlayerInput::Hint]);
        presses += 1;
        assert!(presses < 300);
    }
    assert!(
        state.message.contains("Solved in 0:00"),
        "{}",
        state.message
    );
    let (after, _) = played(state, &[PlayerInput::Hint, PlayerInput::Check]);
    assert!(after.message.contains("Solved"), "{}", after.message);
}

#[test]
fn shows_and_takes_back_wrong_marks() {
    let two = [
        PlayerInput::Toggle(Mark::Queen),
        PlayerInput::Go(0, 1),
        PlayerInput::Toggle(Mark::Queen),
    ];
    let (wrong, _) = played(state(TEST_BOARD), &two);
    let (checked, _) = played(wrong.clone(), &[PlayerInput::Check]);
    assert!(
        checked.message.contains("cannot hold a queen"),
        "{}",
        checked.message
    );
    assert!(matches!(checked.light, Highlight::Wrong(_)));
    let (mended, _) = played(
        wrong,
        &[PlayerInput::Hint, PlayerInput::Hint, PlayerInput::Hint],
    );
    assert_eq!(mended.game.position().marked(Mark::Queen).count(), 1);
    let (right, _) = played(state(TEST_BOARD), &[PlayerInput::Check]);
    assert_eq!(right.message, "No wrong mark found.");
}

#[test]
fn reports_a_full_board_that_is_not_a_solution() {
    let column = [PlayerInput::Toggle(Mark::Queen), PlayerInput::Go(1, 0)].repeat(6);
    let (state, _) = played(state(TEST_BOARD), &column);
    assert!(
        state.message.contains("some are wrong"),
        "{}",
        state.message
    );
}

#[test]
fn announces_automatic_crosses_and_keeps_them() {
    let keys = [
        PlayerInput::Automatic,
        PlayerInput::Toggle(Mark::Queen),
        PlayerInput::Go(0, 1),
        PlayerInput::Toggle(Mark::Cross),
    ];
    let (state, _) = played(state(TEST_BOARD), &keys);
    assert_eq!(state.game.mark(square("b1")), Mark::Cross);
    assert!(
        state.message.contains("automatic cross"),
        "{}",
        state.message
    );
}

#[test]
fn clues_cannot_be_changed() {
    let game = {
        let mut position = Position::new(state(TEST_BOARD).game.puzzle().clone());
        position.set(square("a1"), Mark::Queen);
        let puzzle =
            queens::puzzle::Puzzle::from_problem(position.problem().expect("one queen"))
                .expect("a puzzle");
        Game::new(Position::new(puzzle))
    };
    let (state, _) = played(
        PlayState::new(game, String::new()),
        &[PlayerInput::Toggle(Mark::Queen)],
    );
    assert!(state.message.contains("a1 is a clue"), "{}", state.message);
    assert_eq!(state.game.mark(square("a1")), Mark::Queen);
}

#[test]
fn asks_before_discarding_a_game() {
    for (input, wish) in [
        (PlayerInput::Leave, PlayerRequest::Leave),
        (PlayerInput::New, PlayerRequest::New),
    ] {
        assert_eq!(
            played(state(TEST_BOARD), &[input]).1,
            wish,
            "nothing to lose"
        );
        assert_eq!(
            played(state(TEST_BOARD), &[PlayerInput::Cycle, input]).1,
            PlayerRequest::Nothing
        );
        assert_eq!(
            played(state(TEST_BOARD), &[PlayerInput::Cycle, input, input]).1,
            wish
        );
        assert_eq!(
            played(
                state(TEST_BOARD),
                &[PlayerInput::Cycle, input, PlayerInput::Go(1, 0), input]
            )
            .1,
            PlayerRequest::Nothing
        );
    }
    let kept = SessionSetting {
        is_kept: true,
        makes_new: false,
        ..TEST_SETTING
    };
    let (begun, _) = played(state(TEST_BOARD), &[PlayerInput::Cycle]);
    let wish = |input| begun.apply_input(input, &kept, &Options::default());
    assert_eq!(wish(PlayerInput::Leave).1, PlayerRequest::Leave);
    assert_eq!(wish(PlayerInput::Save).1, PlayerRequest::Save);
    assert_eq!(wish(PlayerInput::New).1, PlayerRequest::Nothing);
    assert!(
        played(begun, &[PlayerInput::Save])
            .0
            .message
            .contains("--save game.json")
    );
}

#[test]
fn formats_the_clock() {
    for (seconds, words) in [
        (0, "0:00"),
        (65, "1:05"),
        (3_599, "59:59"),
        (3_605, "1:00:05"),
    ] {
        assert_eq!(clock_text(Duration::from_secs(seconds)), words);
    }
}
