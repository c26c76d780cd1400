//! The panel beside the board: title, status, message and keys.

use super::cells::{CellStyle, Cells, Weight};
use super::draw::PlayLook;
use super::keys::{BRIEF_KEY_HELP, KEY_HELP};
use super::layout::ScreenLayout;
use super::state::{Highlight, PlayState, SessionSetting, clock_text};
use crate::table::wrap_text;
use queens::puzzle::Hint;
use queens::render::Charset;

/// Draws the panel of `layout`.
pub(super) fn draw_panel(
    state: &PlayState,
    setting: &SessionSetting,
    look: PlayLook,
    layout: &ScreenLayout,
    cells: &mut Cells,
) {
    let panel = layout.panel;
    let lines = panel_lines(state, setting, look, layout);
    for (y, (weight, line)) in (panel.y..panel.bottom()).zip(lines) {
        let style = look.style(CellStyle::with_weight(weight));
        cells.set_text(panel.x, y, &line, panel.width, style);
    }
}

/// Lines of the panel and their style, as many as fit.
fn panel_lines(
    state: &PlayState,
    setting: &SessionSetting,
    look: PlayLook,
    layout: &ScreenLayout,
) -> Vec<(Weight, String)> {
    let (width, height) = (
        usize::from(layout.panel.width),
        usize::from(layout.panel.height),
    );
    let is_beside = layout.panel.x > layout.board.x;
    let mut lines: Vec<(Weight, String)> = Vec::new();
    for line in head_lines(state, setting, layout, width) {
        lines.push((Weight::Bold, line));
    }
    let gap = usize::from(is_beside);
    let mut words = message_lines(state, layout, width);
    let room = height.saturating_sub(lines.len() + gap);
    if words.len() > room {
        words.truncate(room);
        if let Some(last) = words.last_mut() {
            let dots = if look.charset == Charset::Unicode {
                "…"
            } else {
                "..."
            };
            let kept = width.saturating_sub(3);
            *last = last.chars().take(kept).chain(dots.chars()).collect();
        }
    }
    lines.extend((0..gap).map(|_| (Weight::Plain, String::new())));
    lines.extend(words.into_iter().map(|line| (Weight::Plain, line)));
    let keys = key_lines(setting, is_beside, width);
    let room = height.saturating_sub(lines.len() + gap);
    let shown = keys.len().min(room);
    lines.resize(
        height.saturating_sub(shown).max(lines.len()),
        (Weight::Plain, String::new()),
    );
    lines.extend(keys.into_iter().take(shown).map(|line| (Weight::Dim, line)));
    lines
}

/// Title, time and progress.
fn head_lines(
    state: &PlayState,
    setting: &SessionSetting,
    layout: &ScreenLayout,
    width: usize,
) -> Vec<String> {
    let puzzle = state.game.puzzle();
    let (queens, all) = state.count_queens();
    let automatic = if state.game.is_automatic() {
        ", auto"
    } else {
        ""
    };
    let mut status = format!(
        "{}, {queens} of {all} queens{automatic}",
        clock_text(state.game.time())
    );
    let size = puzzle.size();
    if layout.rows < size || layout.columns < size {
        let part = |first: u32, seen: u32| format!("{}-{}", first + 1, first + seen);
        status += &format!(", rows {} of {size}", part(layout.corner.row, layout.rows));
        if layout.columns < size {
            status +=
                &format!(", columns {}", part(layout.corner.column, layout.columns));
        }
    }
    let title = match puzzle.stars() {
        1 => setting.title.clone(),
        stars => format!("{}, {stars} queens in each unit", setting.title),
    };
    if title.chars().count() + 2 + status.chars().count() <= width {
        return vec![format!("{title}  {status}")];
    }
    [wrap_text(&title, width), wrap_text(&status, width)].concat()
}

/// Message, and the legend of the highlights.
fn message_lines(state: &PlayState, layout: &ScreenLayout, width: usize) -> Vec<String> {
    if state.message.is_empty() {
        return Vec::new();
    }
    let mut lines = wrap_text(&state.message, width);
    if let Highlight::Hint(Hint::Step(_) | Hint::Proof { .. }, shown) = &state.light {
        lines.push(
            match (shown, layout.pitch) {
                (2.., 4) => "( ) reason  < > conclusion",
                (2.., _) => "? reason  + queen  - cross",
                (_, 4) => "( ) look here",
                _ => "? look here",
            }
            .to_owned(),
        );
    }
    lines
}

/// Help for the keys that are available.
fn key_lines(setting: &SessionSetting, is_beside: bool, width: usize) -> Vec<String> {
    let is_available = |(key, _): &&(&str, &str)| {
        (setting.is_kept || *key != "s") && (setting.makes_new || *key != "n")
    };
    if is_beside {
        return KEY_HELP
            .iter()
            .filter(is_available)
            .map(|(key, words)| format!("{key:<7}{words}"))
            .collect();
    }
    let mut lines: Vec<String> = Vec::new();
    for (key, word) in BRIEF_KEY_HELP.iter().filter(is_available) {
        let item = format!("{key} {word}");
        match lines
            .last_mut()
            .filter(|line| line.len() + 2 + item.len() <= width)
        {
            Some(line) => *line += &format!("  {item}"),
            None => lines.push(item),
        }
    }
    lines
}
