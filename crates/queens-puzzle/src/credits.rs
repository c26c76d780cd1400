//! Credits of a puzzle: its author, date and licence, and rules in the author's own words.

use std::fmt;

/// Part of the credits of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CreditField {
    /// Name of the puzzle.
    Title,
    /// The author's name.
    Author,
    /// Rules in the words of the author, beside those that [`crate::Puzzle`] knows. The
    /// only part that may have several lines.
    Rules,
    /// When it was made, in any form.
    Date,
    /// Terms of its use.
    Licence,
}

impl CreditField {
    /// All parts, in the order in which they are written.
    pub const ALL: [CreditField; 5] = [
        CreditField::Title,
        CreditField::Author,
        CreditField::Rules,
        CreditField::Date,
        CreditField::Licence,
    ];

    /// Returns the name in options, comments and documents.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            CreditField::Title => "title",
            CreditField::Author => "author",
            CreditField::Rules => "rules",
            CreditField::Date => "date",
            CreditField::Licence => "licence",
        }
    }

    /// Returns the greatest length, in characters.
    #[must_use]
    pub fn max_chars(self) -> usize {
        match self {
            CreditField::Title | CreditField::Author | CreditField::Licence => 200,
            CreditField::Date => 40,
            CreditField::Rules => 4_000,
        }
    }

    fn allows_lines(self) -> bool {
        self == CreditField::Rules
    }
}

/// Reason why a text is not a part of the credits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CreditsError {
    /// A text that is too long.
    #[error("the {} has {chars} characters: the limit is {}, shorten it", field.id(), field.max_chars())]
    TooLong {
        /// The part.
        field: CreditField,
        /// Its length.
        chars: usize,
    },
    /// A control character, or a line break outside of the rules.
    #[error("the {} has the control character U+{:04X}: remove it{}", field.id(), u32::from(*character), line_hint(*character))]
    Control {
        /// The part.
        field: CreditField,
        /// The character.
        character: char,
    },
}

/// Says where lines may be broken.
fn line_hint(character: char) -> &'static str {
    match character {
        '\n' => "; only the rules may have several lines",
        _ => "",
    }
}

/// Author, title, date and licence of a puzzle. A part that is not known is empty.
///
/// ```
/// use queens::puzzle::{CreditField, PuzzleCredits};
///
/// let mut credits = PuzzleCredits::default();
/// credits.set(CreditField::Title, "Spiral")?;
/// assert_eq!(credits.get(CreditField::Title), "Spiral");
/// assert!(credits.set(CreditField::Author, "A\u{7}").is_err());
/// # Ok::<(), queens::puzzle::CreditsError>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct PuzzleCredits {
    /// In the order of [`CreditField::ALL`].
    texts: [String; CreditField::ALL.len()],
}

impl PuzzleCredits {
    /// Returns a part; empty if it is not known.
    #[must_use]
    pub fn get(&self, field: CreditField) -> &str {
        &self.texts[field as usize]
    }

    /// Returns true if nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.iter().all(String::is_empty)
    }

    /// Returns the known parts.
    pub fn iter(&self) -> impl Iterator<Item = (CreditField, &str)> {
        CreditField::ALL
            .into_iter()
            .map(|field| (field, self.get(field)))
            .filter(|(_, text)| !text.is_empty())
    }

    /// Sets a part, without blanks around it; an empty text removes it.
    ///
    /// # Errors
    /// A text longer than [`CreditField::max_chars`]; control characters, among them line
    /// breaks in all parts but the rules.
    pub fn set(&mut self, field: CreditField, text: &str) -> Result<(), CreditsError> {
        let text = trimmed(text);
        let is_refused =
            |c: &char| c.is_control() && !(*c == '\n' && field.allows_lines());
        if let Some(character) = text.chars().find(is_refused) {
            return Err(CreditsError::Control { field, character });
        }
        let chars = text.chars().count();
        if chars > field.max_chars() {
            return Err(CreditsError::TooLong { field, chars });
        }
        self.texts[field as usize] = text;
        Ok(())
    }

    /// Sets a part to what fits of a text from another program: blanks take the place of
    /// control characters, and the end is cut off.
    pub(crate) fn set_clipped(&mut self, field: CreditField, text: &str) {
        let plain = trimmed(text).replace(
            |c: char| c.is_control() && !(c == '\n' && field.allows_lines()),
            " ",
        );
        let clipped: String = plain.chars().take(field.max_chars()).collect();
        self.texts[field as usize] = trimmed(&clipped);
    }

    /// Returns these credits with the parts of `others` that are known.
    #[must_use]
    pub fn overridden_by(&self, others: &PuzzleCredits) -> PuzzleCredits {
        let mut credits = self.clone();
        for (field, text) in others.iter() {
            text.clone_into(&mut credits.texts[field as usize]);
        }
        credits
    }

    /// Returns the title and the author in one line; `None` if neither is known.
    #[must_use]
    pub fn byline(&self) -> Option<String> {
        match (self.get(CreditField::Title), self.get(CreditField::Author)) {
            ("", "") => None,
            (title, "") => Some(title.to_owned()),
            ("", author) => Some(format!("by {author}")),
            (title, author) => Some(format!("{title}, by {author}")),
        }
    }
}

impl fmt::Debug for PuzzleCredits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = self.iter().map(|(field, text)| (field.id(), text));
        f.debug_map().entries(known).finish()
    }
}

/// Returns a text with plain line breaks and without blanks at the ends of its lines.
fn trimmed(text: &str) -> String {
    let lines: Vec<String> = text
        .replace("\r\n", "\n")
        .replace('\r', "\n")
        .split('\n')
        .map(|line| line.trim_end().to_owned())
        .collect();
    lines.join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{CreditField, PuzzleCredits};

    #[test]
    fn refusals_name_the_bound() {
        let mut credits = PuzzleCredits::default();
        let mut error = |field, text: &str| {
            credits.set(field, text).expect_err("a refusal").to_string()
        };
        assert_eq!(
            error(CreditField::Title, &"x".repeat(201)),
            "the title has 201 characters: the limit is 200, shorten it"
        );
        assert_eq!(
            error(CreditField::Author, "a\nb"),
            "the author has the control character U+000A: remove it; only the rules may have several lines"
        );
        assert_eq!(
            error(CreditField::Licence, "\u{1b}[31m"),
            "the licence has the control character U+001B: remove it"
        );
        assert!(credits.is_empty());
        assert!(credits.set(CreditField::Title, &"é".repeat(200)).is_ok());
        assert!(credits.set(CreditField::Rules, " a \r\n\r\n b\r").is_ok());
        assert_eq!(credits.get(CreditField::Rules), "a\n\n b");
        credits.set_clipped(CreditField::Date, &format!("1\t{}", "2".repeat(50)));
        assert_eq!(credits.get(CreditField::Date).len(), 40);
        assert!(credits.get(CreditField::Date).starts_with("1 2"));
        assert!(credits.set(CreditField::Title, " ").is_ok());
        assert_eq!(credits.byline(), None);
    }
}
