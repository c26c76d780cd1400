//! What keys and the mouse mean.

use super::layout::Layout;
use super::state::Input;
use queens::puzzle::Mark;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};

/// What the keys do, in the order in which they are left out where there is no room.
pub(super) const KEYS: [(&str, &str); 12] = [
    ("space", "cross, queen, open"),
    ("x q", "cross, queen"),
    ("u r", "undo, redo"),
    ("?", "hint, more, do it"),
    ("c", "check the marks"),
    ("a", "automatic crosses"),
    ("s", "save"),
    ("Esc", "leave"),
    ("arrows", "move, as h j k l"),
    ("n", "new puzzle"),
    ("mouse", "click, drag crosses,"),
    ("", "right button: queen"),
];

/// The same in few words, for narrow screens.
pub(super) const BRIEF: [(&str, &str); 11] = [
    ("space", "mark"),
    ("?", "hint"),
    ("Esc", "leave"),
    ("x", "cross"),
    ("q", "queen"),
    ("u", "undo"),
    ("r", "redo"),
    ("c", "check"),
    ("a", "auto"),
    ("s", "save"),
    ("n", "new"),
];

/// What an event means on a board that stands as `layout` says; nothing where it means nothing.
pub(super) fn input(event: &Event, layout: Option<&Layout>) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => key_input(key),
        Event::Mouse(mouse) => {
            if mouse.kind == MouseEventKind::Up(MouseButton::Left) {
                return Some(Input::Release);
            }
            let square = layout?.square_at(mouse.column, mouse.row)?;
            match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => Some(Input::Press(square)),
                MouseEventKind::Down(MouseButton::Right) => Some(Input::PressRight(square)),
                MouseEventKind::Drag(MouseButton::Left) => Some(Input::Over(square)),
                _ => None,
            }
        }
        _ => None,
    }
}

fn key_input(key: &KeyEvent) -> Option<Input> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c') => Some(Input::Interrupt),
            KeyCode::Char('z') => Some(Input::Undo),
            KeyCode::Char('y' | 'r') => Some(Input::Redo),
            KeyCode::Char('s') => Some(Input::Save),
            _ => None,
        };
    }
    Some(match key.code {
        KeyCode::Up | KeyCode::Char('k') => Input::Go(-1, 0),
        KeyCode::Down | KeyCode::Char('j') => Input::Go(1, 0),
        KeyCode::Left | KeyCode::Char('h') => Input::Go(0, -1),
        KeyCode::Right | KeyCode::Char('l') => Input::Go(0, 1),
        KeyCode::PageUp => Input::Go(i64::MIN, 0),
        KeyCode::PageDown => Input::Go(i64::MAX, 0),
        KeyCode::Home => Input::Go(0, i64::MIN),
        KeyCode::End => Input::Go(0, i64::MAX),
        KeyCode::Char(' ') | KeyCode::Enter => Input::Cycle,
        KeyCode::Char('x') => Input::Toggle(Mark::Cross),
        KeyCode::Char('q') => Input::Toggle(Mark::Queen),
        KeyCode::Backspace | KeyCode::Delete => Input::Toggle(Mark::Open),
        KeyCode::Char('u') => Input::Undo,
        KeyCode::Char('r') => Input::Redo,
        KeyCode::Char('a') => Input::Automatic,
        KeyCode::Char('?') | KeyCode::F(1) => Input::Hint,
        KeyCode::Char('c') => Input::Check,
        KeyCode::Char('n') => Input::New,
        KeyCode::Char('s') => Input::Save,
        KeyCode::Esc | KeyCode::Char('Q') => Input::Leave,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens::square::Square;
    use ratatui::crossterm::event::MouseEvent;
    use ratatui::layout::Rect;

    #[test]
    fn keys_mean_what_the_legend_says() {
        let key = |code, modifiers| input(&Event::Key(KeyEvent::new(code, modifiers)), None);
        let plain = |character| key(KeyCode::Char(character), KeyModifiers::NONE);
        for (character, expected) in [
            (' ', Input::Cycle),
            ('x', Input::Toggle(Mark::Cross)),
            ('q', Input::Toggle(Mark::Queen)),
            ('u', Input::Undo),
            ('r', Input::Redo),
            ('?', Input::Hint),
            ('c', Input::Check),
            ('a', Input::Automatic),
            ('s', Input::Save),
            ('n', Input::New),
            ('h', Input::Go(0, -1)),
        ] {
            assert_eq!(plain(character), Some(expected), "{character}");
        }
        assert_eq!(key(KeyCode::Char('z'), KeyModifiers::CONTROL), Some(Input::Undo));
        assert_eq!(key(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Input::Interrupt));
        assert_eq!(key(KeyCode::Esc, KeyModifiers::NONE), Some(Input::Leave));
        assert_eq!(key(KeyCode::Char('Q'), KeyModifiers::SHIFT), Some(Input::Leave));
        assert_eq!(plain('z'), None);
        let release = KeyEvent::new_with_kind(KeyCode::Char('x'), KeyModifiers::NONE, KeyEventKind::Release);
        assert_eq!(input(&Event::Key(release), None), None);
    }

    #[test]
    fn the_mouse_finds_its_square() {
        let first = Square::new(0, 0);
        let layout = Layout::new(Rect::new(0, 0, 80, 24), 6, first, first).expect("large enough");
        let square = Square::new(2, 3);
        let (column, row) = layout.middle(square);
        let mouse = |kind, column, row| {
            let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
            input(&Event::Mouse(event), Some(&layout))
        };
        let (left, right) = (MouseButton::Left, MouseButton::Right);
        assert_eq!(mouse(MouseEventKind::Down(left), column, row), Some(Input::Press(square)));
        assert_eq!(mouse(MouseEventKind::Drag(left), column, row), Some(Input::Over(square)));
        assert_eq!(mouse(MouseEventKind::Down(right), column, row), Some(Input::PressRight(square)));
        assert_eq!(mouse(MouseEventKind::Up(left), 79, 0), Some(Input::Release));
        assert_eq!(mouse(MouseEventKind::Down(left), 79, 0), None);
        assert_eq!(mouse(MouseEventKind::Moved, column, row), None);
    }
}
