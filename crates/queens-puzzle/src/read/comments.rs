//! Credits in the comments of letter grids and of the text form:
//!
//! ```text
//! # title: Spiral
//! # author: Ann
//! # rules: Look at the corners first.
//! # rules: The middle comes last.
//! # licence: CC BY 4.0
//! ```

use crate::{CreditField, CreditsError, PuzzleCredits};

/// Another spelling of a part.
const LICENSE: &str = "license";

/// The credits of the comments so far. Lines of rules are joined; of any other part the
/// last one counts.
#[derive(Clone, Debug, Default)]
pub(super) struct CommentCredits {
    texts: Vec<(CreditField, String)>,
}

impl CommentCredits {
    /// Reads the comments of a text.
    pub(super) fn from_text(text: &str) -> Self {
        let mut credits = CommentCredits::default();
        text.lines().for_each(|line| credits.add_line(line.trim()));
        credits
    }

    /// Adds a line, if it is a comment with a part of the credits.
    pub(super) fn add_line(&mut self, line: &str) {
        let Some((name, text)) = line
            .strip_prefix('#')
            .and_then(|comment| comment.split_once(':'))
        else {
            return;
        };
        let name = name.trim().to_ascii_lowercase();
        let is_named = |field: &CreditField| {
            field.id() == name || (*field == CreditField::Licence && name == LICENSE)
        };
        let Some(field) = CreditField::ALL.into_iter().find(is_named) else {
            return;
        };
        let text = text.strip_prefix(' ').unwrap_or(text);
        let known = self.texts.iter_mut().find(|(known, _)| *known == field);
        match known {
            Some((CreditField::Rules, rules)) => {
                rules.push('\n');
                rules.push_str(text);
            }
            Some((_, known)) => text.clone_into(known),
            None => self.texts.push((field, text.to_owned())),
        }
    }

    /// Returns the credits.
    ///
    /// # Errors
    /// A part that is too long or has control characters.
    pub(super) fn credits(&self) -> Result<PuzzleCredits, CreditsError> {
        let mut credits = PuzzleCredits::default();
        for (field, text) in &self.texts {
            credits.set(*field, text)?;
        }
        Ok(credits)
    }
}

/// Returns the comments with these credits, a line each; each line of the rules has its
/// own.
pub(crate) fn comment_lines(credits: &PuzzleCredits) -> String {
    let lines = credits
        .iter()
        .flat_map(|(field, text)| text.split('\n').map(move |line| (field, line)));
    lines
        .map(|(field, line)| {
            format!("# {}: {line}", field.id()).trim_end().to_owned() + "\n"
        })
        .collect()
}
