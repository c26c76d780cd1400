//! The game as it answers keys and the mouse.

use super::*;
use queens::puzzle::{Position, read::read};

/// A board of 6 x 6 with one solution, which is that of its hints.
pub(in super::super) const BOARD: &str = "DDDEAE\nDDEEAE\nDDDEEE\nBDDEEE\nBBDFFF\nCCCCFF\n";

const SETTING: Setting = Setting { title: String::new(), is_kept: false, makes_new: true };

pub(in super::super) fn state(board: &str) -> State {
    State::new(Game::new(read(board.as_bytes(), None).expect("a puzzle")), String::new())
}

/// The state after some inputs, and the last wish.
fn played(mut state: State, inputs: &[Input]) -> (State, Wish) {
    let mut last = Wish::Nothing;
    for &input in inputs {
        (state, last) = state.after(input, &SETTING, &Options::default());
    }
    (state, last)
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

#[test]
fn keys_mark_the_square_of_the_cursor() {
    let (state, _) = played(state(BOARD), &[Input::Go(1, 2), Input::Go(i64::MAX, 0), Input::Cycle]);
    assert_eq!((state.cursor, state.game.mark(square("c6"))), (square("c6"), Mark::Cross));
    let (state, _) = played(state, &[Input::Cycle]);
    assert_eq!(state.game.mark(square("c6")), Mark::Queen);
    let (state, _) = played(state, &[Input::Toggle(Mark::Queen)]);
    assert_eq!(state.game.mark(square("c6")), Mark::Open);
    let (state, _) = played(state, &[Input::Undo, Input::Undo, Input::Redo]);
    assert_eq!(state.game.mark(square("c6")), Mark::Queen);
    let (state, _) = played(state, &[Input::Undo, Input::Undo, Input::Undo]);
    assert!(state.message.contains("no move to take back"), "{}", state.message);
}

#[test]
fn a_click_cycles_and_a_drag_crosses_what_is_open() {
    let first = played(state(BOARD), &[Input::PressRight(square("b2"))]).0;
    assert_eq!(first.game.mark(square("b2")), Mark::Queen);
    let click = [Input::Press(square("d4")), Input::Over(square("d4")), Input::Release];
    let (clicked, _) = played(first.clone(), &click);
    assert_eq!(clicked.game.mark(square("d4")), Mark::Cross);
    // The mouse is seen on three squares only, over a queen.
    let drag =
        [Input::Press(square("a2")), Input::Over(square("d2")), Input::Over(square("d5")), Input::Release];
    let (dragged, _) = played(first.clone(), &drag);
    let crossed: Vec<Square> = dragged.game.position().marked(Mark::Cross).collect();
    assert_eq!(crossed, ["a2", "c2", "d2", "d3", "d4", "d5"].map(square));
    assert_eq!(dragged.game.mark(square("b2")), Mark::Queen);
    let (undone, _) = played(dragged, &[Input::Undo]);
    assert_eq!(undone.game.position(), first.game.position(), "a drag is one move");
    // A drag that changes nothing joins no other move.
    let nothing =
        [Input::Press(square("b2")), Input::Over(square("b2")), Input::Over(square("b3")), Input::Undo];
    assert_eq!(played(first.clone(), &nothing).0.game.position(), first.game.position());
}

#[test]
fn hints_are_told_in_three_steps() {
    let (where_to, _) = played(state(BOARD), &[Input::Hint]);
    let Light::Hint(Hint::Step(step), 1) = where_to.light.clone() else { panic!("{:?}", where_to.light) };
    assert!(where_to.message.contains(step.technique.name), "{}", where_to.message);
    assert!(!where_to.message.contains(&step.sentence), "not all at once");
    let (why, _) = played(where_to, &[Input::Hint]);
    assert!(why.message.contains(&step.sentence), "{}", why.message);
    assert_eq!(why.game.done(), 0);
    let (done, _) = played(why, &[Input::Hint]);
    assert_eq!((done.light, done.game.done()), (Light::Nothing, 1));
    let marked = |mark| done.game.position().marked(mark).collect::<Vec<_>>();
    assert_eq!((marked(Mark::Cross), marked(Mark::Queen)), (step.crosses, step.queens));
}

#[test]
fn hints_end_in_the_solution() {
    let mut state = state(BOARD);
    let mut presses = 0;
    while !state.game.is_solved() {
        (state, _) = played(state, &[Input::Hint]);
        presses += 1;
        assert!(presses < 300);
    }
    assert!(state.message.contains("Solved in 0:00"), "{}", state.message);
    let (after, _) = played(state, &[Input::Hint, Input::Check]);
    assert!(after.message.contains("Solved"), "{}", after.message);
}

#[test]
fn wrong_marks_are_shown_and_taken_back() {
    let two = [Input::Toggle(Mark::Queen), Input::Go(0, 1), Input::Toggle(Mark::Queen)];
    let (wrong, _) = played(state(BOARD), &two);
    let (checked, _) = played(wrong.clone(), &[Input::Check]);
    assert!(checked.message.contains("cannot hold a queen"), "{}", checked.message);
    assert!(matches!(checked.light, Light::Wrong(_)));
    let (mended, _) = played(wrong, &[Input::Hint, Input::Hint, Input::Hint]);
    assert_eq!(mended.game.position().marked(Mark::Queen).count(), 1);
    let (right, _) = played(state(BOARD), &[Input::Check]);
    assert_eq!(right.message, "No mark is found wrong.");
}

#[test]
fn a_full_board_that_is_no_solution_is_told() {
    let column = [Input::Toggle(Mark::Queen), Input::Go(1, 0)].repeat(6);
    let (state, _) = played(state(BOARD), &column);
    assert!(state.message.contains("some stand wrong"), "{}", state.message);
}

#[test]
fn automatic_crosses_are_told_and_cannot_be_taken_away() {
    let keys = [Input::Automatic, Input::Toggle(Mark::Queen), Input::Go(0, 1), Input::Toggle(Mark::Cross)];
    let (state, _) = played(state(BOARD), &keys);
    assert_eq!(state.game.mark(square("b1")), Mark::Cross);
    assert!(state.message.contains("because of a queen"), "{}", state.message);
}

#[test]
fn clues_stay() {
    let game = {
        let mut position = Position::new(state(BOARD).game.puzzle().clone());
        position.set(square("a1"), Mark::Queen);
        let puzzle = queens::puzzle::Puzzle::of(position.problem().expect("one queen")).expect("a puzzle");
        Game::new(Position::new(puzzle))
    };
    let (state, _) = played(State::new(game, String::new()), &[Input::Toggle(Mark::Queen)]);
    assert!(state.message.contains("a1 is a clue"), "{}", state.message);
    assert_eq!(state.game.mark(square("a1")), Mark::Queen);
}

#[test]
fn what_would_be_lost_is_asked_twice() {
    for (input, wish) in [(Input::Leave, Wish::Leave), (Input::New, Wish::New)] {
        assert_eq!(played(state(BOARD), &[input]).1, wish, "nothing to lose");
        assert_eq!(played(state(BOARD), &[Input::Cycle, input]).1, Wish::Nothing);
        assert_eq!(played(state(BOARD), &[Input::Cycle, input, input]).1, wish);
        assert_eq!(played(state(BOARD), &[Input::Cycle, input, Input::Go(1, 0), input]).1, Wish::Nothing);
    }
    let kept = Setting { is_kept: true, makes_new: false, ..SETTING };
    let (begun, _) = played(state(BOARD), &[Input::Cycle]);
    let wish = |input| begun.after(input, &kept, &Options::default());
    assert_eq!(wish(Input::Leave).1, Wish::Leave);
    assert_eq!(wish(Input::Save).1, Wish::Save);
    assert_eq!(wish(Input::New).1, Wish::Nothing);
    assert!(played(begun, &[Input::Save]).0.message.contains("--save game.json"));
}

#[test]
fn the_clock_reads_as_clocks_do() {
    for (seconds, words) in [(0, "0:00"), (65, "1:05"), (3_599, "59:59"), (3_605, "1:00:05")] {
        assert_eq!(clock(Duration::from_secs(seconds)), words);
    }
}
