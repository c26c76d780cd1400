//! Options for who made a puzzle.

use clap::Args;
use queens::puzzle::{CreditField, Position, PuzzleCredits};

/// Credits of a puzzle. Formats that have no place for a part leave it out.
#[derive(Debug, Args)]
pub(super) struct CreditArgs {
    /// Title of the puzzle, in the formats that have a place for it
    #[arg(
        long,
        value_name = "TEXT",
        hide_short_help = true,
        value_parser = |text: &str| parse_credit(CreditField::Title, text)
    )]
    title: Option<String>,
    /// Author of the puzzle
    #[arg(
        long,
        value_name = "TEXT",
        hide_short_help = true,
        value_parser = |text: &str| parse_credit(CreditField::Author, text)
    )]
    author: Option<String>,
    /// Rules or remarks in your own words, beside those that every form states
    #[arg(
        long,
        value_name = "TEXT",
        hide_short_help = true,
        value_parser = |text: &str| parse_credit(CreditField::Rules, text)
    )]
    rules: Option<String>,
    /// When it was made, such as 2026-12-24
    #[arg(
        long,
        value_name = "TEXT",
        hide_short_help = true,
        value_parser = |text: &str| parse_credit(CreditField::Date, text)
    )]
    date: Option<String>,
    /// Terms of its use, such as CC BY 4.0
    #[arg(
        long,
        alias = "license",
        value_name = "TEXT",
        hide_short_help = true,
        value_parser = |text: &str| parse_credit(CreditField::Licence, text)
    )]
    licence: Option<String>,
}

impl CreditArgs {
    /// Returns the credits of the options.
    pub(super) fn credits(&self) -> PuzzleCredits {
        let mut credits = PuzzleCredits::default();
        for (field, text) in [
            (CreditField::Title, &self.title),
            (CreditField::Author, &self.author),
            (CreditField::Rules, &self.rules),
            (CreditField::Date, &self.date),
            (CreditField::Licence, &self.licence),
        ] {
            // The parser of the option has refused all others.
            let _ = credits.set(field, text.as_deref().unwrap_or_default());
        }
        credits
    }

    /// Returns a position with the credits of the options; others that it has stay.
    pub(super) fn add_to(&self, position: Position) -> Position {
        let credits = position.puzzle().credits().overridden_by(&self.credits());
        position.with_credits(credits)
    }
}

/// Checks a part of the credits.
fn parse_credit(field: CreditField, text: &str) -> Result<String, String> {
    PuzzleCredits::default()
        .set(field, text)
        .map_err(|error| error.to_string())?;
    Ok(text.to_owned())
}
