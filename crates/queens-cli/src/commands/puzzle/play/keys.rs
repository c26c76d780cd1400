//! Keys and mouse events.

use super::layout::ScreenLayout;
use super::state::PlayerInput;
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use queens::puzzle::Mark;

/// Help for the keys, most important first: the last lines are dropped if there is no
/// room.
pub(super) const KEY_HELP: [(&str, &str); 12] = [
    ("space", "cross, queen, open"),
    ("x q", "cross, queen"),
    ("u r", "undo, redo"),
    ("?", "hint, more, apply"),
    ("c", "check the marks"),
    ("a", "automatic crosses"),
    ("s", "save"),
    ("Esc", "quit"),
    ("arrows", "move, as h j k l"),
    ("n", "new puzzle"),
    ("mouse", "click, drag crosses,"),
    ("", "right button: queen"),
];

/// Short help for narrow screens.
pub(super) const BRIEF_KEY_HELP: [(&str, &str); 11] = [
    ("space", "mark"),
    ("?", "hint"),
    ("Esc", "quit"),
    ("x", "cross"),
    ("q", "queen"),
    ("u", "undo"),
    ("r", "redo"),
    ("c", "check"),
    ("a", "auto"),
    ("s", "save"),
    ("n", "new"),
];

/// Converts an event to input for a board with this layout; `None` if the event has no
/// meaning.
pub(super) fn read_event(
    event: &Event,
    layout: Option<&ScreenLayout>,
) -> Option<PlayerInput> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => key_input(key),
        Event::Mouse(mouse) => {
            if mouse.kind == MouseEventKind::Up(MouseButton::Left) {
                return Some(PlayerInput::Release);
            }
            let square = layout?.square_at(mouse.column, mouse.row)?;
            match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => {
                    Some(PlayerInput::Press(square))
                }
                MouseEventKind::Down(MouseButton::Right) => {
                    Some(PlayerInput::PressRight(square))
                }
                MouseEventKind::Drag(MouseButton::Left) => {
                    Some(PlayerInput::Over(square))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn key_input(key: &KeyEvent) -> Option<PlayerInput> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c') => Some(PlayerInput::Interrupt),
            KeyCode::Char('z') => Some(PlayerInput::Undo),
            KeyCode::Char('y' | 'r') => Some(PlayerInput::Redo),
            KeyCode::Char('s') => Some(PlayerInput::Save),
            _ => None,
        };
    }
    Some(match key.code {
        KeyCode::Up | KeyCode::Char('k') => PlayerInput::Go(-1, 0),
        KeyCode::Down | KeyCode::Char('j') => PlayerInput::Go(1, 0),
        KeyCode::Left | KeyCode::Char('h') => PlayerInput::Go(0, -1),
        KeyCode::Right | KeyCode::Char('l') => PlayerInput::Go(0, 1),
        KeyCode::PageUp => PlayerInput::Go(i64::MIN, 0),
        KeyCode::PageDown => PlayerInput::Go(i64::MAX, 0),
        KeyCode::Home => PlayerInput::Go(0, i64::MIN),
        KeyCode::End => PlayerInput::Go(0, i64::MAX),
        KeyCode::Char(' ') | KeyCode::Enter => PlayerInput::Cycle,
        KeyCode::Char('x') => PlayerInput::Toggle(Mark::Cross),
        KeyCode::Char('q') => PlayerInput::Toggle(Mark::Queen),
        KeyCode::Backspace | KeyCode::Delete => PlayerInput::Toggle(Mark::Open),
        KeyCode::Char('u') => PlayerInput::Undo,
        KeyCode::Char('r') => PlayerInput::Redo,
        KeyCode::Char('a') => PlayerInput::Automatic,
        KeyCode::Char('?') | KeyCode::F(1) => PlayerInput::Hint,
        KeyCode::Char('c') => PlayerInput::Check,
        KeyCode::Char('n') => PlayerInput::New,
        KeyCode::Char('s') => PlayerInput::Save,
        KeyCode::Esc | KeyCode::Char('Q') => PlayerInput::Leave,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::cells::Area;
    use super::*;
    use crossterm::event::MouseEvent;
    use queens::square::Square;

    #[test]
    fn keys_match_the_legend() {
        let key = |code, modifiers| {
            read_event(&Event::Key(KeyEvent::new(code, modifiers)), None)
        };
        let plain = |character| key(KeyCode::Char(character), KeyModifiers::NONE);
        for (character, expected) in [
            (' ', PlayerInput::Cycle),
            ('x', PlayerInput::Toggle(Mark::Cross)),
            ('q', PlayerInput::Toggle(Mark::Queen)),
            ('u', PlayerInput::Undo),
            ('r', PlayerInput::Redo),
            ('?', PlayerInput::Hint),
            ('c', PlayerInput::Check),
            ('a', PlayerInput::Automatic),
            ('s', PlayerInput::Save),
            ('n', PlayerInput::New),
            ('h', PlayerInput::Go(0, -1)),
        ] {
            assert_eq!(plain(character), Some(expected), "{character}");
        }
        assert_eq!(
            key(KeyCode::Char('z'), KeyModifiers::CONTROL),
            Some(PlayerInput::Undo)
        );
        assert_eq!(
            key(KeyCode::Char('c'), KeyModifiers::CONTROL),
            Some(PlayerInput::Interrupt)
        );
        assert_eq!(
            key(KeyCode::Esc, KeyModifiers::NONE),
            Some(PlayerInput::Leave)
        );
        assert_eq!(
            key(KeyCode::Char('Q'), KeyModifiers::SHIFT),
            Some(PlayerInput::Leave)
        );
        assert_eq!(plain('z'), None);
        let release = KeyEvent::new_with_kind(
            KeyCode::Char('x'),
            KeyModifiers::NONE,
            KeyEventKind::Release,
        );
        assert_eq!(read_event(&Event::Key(release), None), None);
    }

    #[test]
    fn the_mouse_finds_its_square() {
        let first = Square::new(0, 0);
        let layout = ScreenLayout::new(
            Area {
                x: 0,
                y: 0,
                width: 80,
                height: 24,
            },
            6,
            first,
            first,
        )
        .expect("large enough");
        let square = Square::new(2, 3);
        let (column, row) = layout.square_middle(square);
        let mouse = |kind, column, row| {
            let event = MouseEvent {
                kind,
                column,
                row,
                modifiers: KeyModifiers::NONE,
            };
            read_event(&Event::Mouse(event), Some(&layout))
        };
        let (left, right) = (MouseButton::Left, MouseButton::Right);
        assert_eq!(
            mouse(MouseEventKind::Down(left), column, row),
            Some(PlayerInput::Press(square))
        );
        assert_eq!(
            mouse(MouseEventKind::Drag(left), column, row),
            Some(PlayerInput::Over(square))
        );
        assert_eq!(
            mouse(MouseEventKind::Down(right), column, row),
            Some(PlayerInput::PressRight(square))
        );
        assert_eq!(
            mouse(MouseEventKind::Up(left), 79, 0),
            Some(PlayerInput::Release)
        );
        assert_eq!(mouse(MouseEventKind::Down(left), 79, 0), None);
        assert_eq!(mouse(MouseEventKind::Moved, column, row), None);
    }
}
