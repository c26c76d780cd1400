//! The terminal: its size, its locale, and single keys from it.

use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEventKind,
    KeyModifiers,
};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use std::io::{self, IsTerminal, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// True while the terminal is changed: its cursor hidden, perhaps raw mode.
static IS_CHANGED: AtomicBool = AtomicBool::new(false);

/// True while the terminal shows its second screen and reports the mouse.
static SECOND_SCREEN: AtomicBool = AtomicBool::new(false);

/// Returns columns and lines of the terminal; without one, `COLUMNS` of the environment
/// or 80, and no bound on the lines.
pub(crate) fn terminal_size() -> (usize, usize) {
    if let Some((columns, lines)) = terminal_size::terminal_size() {
        return (columns.0.into(), lines.0.into());
    }
    let columns = std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    (
        columns.filter(|&columns| columns > 0).unwrap_or(80),
        usize::MAX,
    )
}

/// Returns true if the locale of the environment has all characters, or if there is no
/// locale.
pub(crate) fn speaks_unicode() -> bool {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    locale.is_none_or(|locale| is_unicode(&locale))
}

/// Returns true for a locale such as `en_US.UTF-8`, which has all characters.
fn is_unicode(locale: &str) -> bool {
    locale
        .to_ascii_lowercase()
        .replace('-', "")
        .contains("utf8")
}

/// Returns true while the terminal is in raw mode or shows its second screen.
pub(crate) fn is_changed() -> bool {
    IS_CHANGED.load(Ordering::SeqCst)
}

/// Key press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// A character.
    Char(char),
    Left,
    Right,
    Home,
    End,
    Escape,
    /// Ctrl-C, which raises no signal in raw mode.
    Interrupt,
}

impl Key {
    fn from_event(event: &Event) -> Option<Self> {
        let Event::Key(key) = event else { return None };
        if key.kind == KeyEventKind::Release {
            return None;
        }
        match key.code {
            KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                Some(Key::Interrupt)
            }
            KeyCode::Char(character) => Some(Key::Char(character)),
            KeyCode::Left => Some(Key::Left),
            KeyCode::Right => Some(Key::Right),
            KeyCode::Home => Some(Key::Home),
            KeyCode::End => Some(Key::End),
            KeyCode::Esc => Some(Key::Escape),
            _ => None,
        }
    }
}

/// Terminal with a hidden cursor and, if there is a keyboard, in raw mode. It is restored
/// when this is dropped, after a panic, and at a second Ctrl-C.
pub(crate) struct Stage {
    has_keys: bool,
}

impl Stage {
    /// Changes the terminal.
    ///
    /// # Errors
    /// The terminal cannot be changed.
    pub(crate) fn enter_screen() -> io::Result<Self> {
        Stage::take_terminal(io::stdin().is_terminal())
    }

    /// Changes the terminal, its screen and its mouse, even if standard input is not the
    /// terminal.
    ///
    /// # Errors
    /// The terminal cannot be changed, or there is no keyboard.
    pub(crate) fn enter_second_screen() -> io::Result<Self> {
        let stage = Stage::take_terminal(true)?;
        SECOND_SCREEN.store(true, Ordering::SeqCst);
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        Ok(stage)
    }

    fn take_terminal(has_keys: bool) -> io::Result<Self> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                restore_terminal();
                before(panic);
            }));
        });
        IS_CHANGED.store(true, Ordering::SeqCst);
        // From here on a drop restores the terminal, even after an error.
        let stage = Stage { has_keys };
        if has_keys {
            enable_raw_mode()?;
        }
        write!(io::stdout(), "\x1b[?25l")?;
        Ok(stage)
    }

    /// Returns true if there is a keyboard.
    pub(crate) fn has_keys(&self) -> bool {
        self.has_keys
    }

    /// Returns the next key, or nothing after `timeout`.
    ///
    /// # Errors
    /// The terminal cannot be read.
    pub(crate) fn read_key(&self, timeout: Duration) -> io::Result<Option<Key>> {
        if !self.has_keys {
            std::thread::sleep(timeout);
            return Ok(None);
        }
        let end = Instant::now() + timeout;
        while let Some(event) =
            self.read_event(end.saturating_duration_since(Instant::now()))?
        {
            if let Some(key) = Key::from_event(&event) {
                return Ok(Some(key));
            }
        }
        Ok(None)
    }

    /// Returns the next event of the keyboard, the mouse or the window, or nothing after
    /// `timeout`.
    ///
    /// # Errors
    /// The terminal cannot be read.
    pub(crate) fn read_event(&self, timeout: Duration) -> io::Result<Option<Event>> {
        if event::poll(timeout)? {
            event::read().map(Some)
        } else {
            Ok(None)
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        restore_terminal();
    }
}

/// Restores the terminal if it was changed.
pub(crate) fn restore_terminal() {
    if SECOND_SCREEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen);
    }
    if IS_CHANGED.swap(false, Ordering::SeqCst) {
        let _ = disable_raw_mode();
        let _ = write!(io::stdout(), "\x1b[?25h");
        let _ = io::stdout().flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_locales_with_unicode() {
        for (locale, expected) in [
            ("en_US.UTF-8", true),
            ("C.utf8", true),
            ("C", false),
            ("POSIX", false),
            ("de_DE.ISO-8859-1", false),
        ] {
            assert_eq!(is_unicode(locale), expected, "{locale}");
        }
    }
}
