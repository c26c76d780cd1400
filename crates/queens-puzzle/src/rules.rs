//! The rules of a puzzle as sentences, and as the text that other programs show: the
//! sentences, then date and licence, then the words of the author.
//!
//! ```text
//! Place 2 queens in each row, column and region. No two queens touch, not even at a corner.
//! Date: 2026-12-01
//! Licence: CC BY 4.0
//!
//! Look at the corners first.
//! ```

use crate::{CreditField, Mark, Puzzle, PuzzleCredits};

/// Begin and end of the first sentence.
const PLACE: &str = "Place ";
const UNITS: &str = " in each row, column and region.";

/// Lines behind the sentences.
const LINES: [(CreditField, &str); 2] = [
    (CreditField::Date, "Date: "),
    (CreditField::Licence, "Licence: "),
];

impl Puzzle {
    /// Returns the rules as sentences: the number of queens, that none touch, and what
    /// the clues mean if there are any.
    #[must_use]
    pub fn rule_sentences(&self) -> Vec<String> {
        let queens = match self.stars() {
            1 => "one queen".to_owned(),
            stars => format!("{stars} queens"),
        };
        let mut sentences = vec![
            format!("{PLACE}{queens}{UNITS}"),
            "No two queens touch, not even at a corner.".to_owned(),
        ];
        let has_clue = |clue| {
            let mut squares = self.problem().every_square();
            squares.any(|square| self.clue(square) == clue)
        };
        if has_clue(Mark::Queen) {
            sentences.push("The given queens stay.".to_owned());
        }
        if has_clue(Mark::Cross) {
            sentences.push("The dark squares stay empty.".to_owned());
        }
        sentences
    }

    /// Returns the rules, date, licence and words of the author as one text, with a
    /// sentence about the program that shows it.
    pub(crate) fn rules_text(&self, note: &str) -> String {
        let mut text = self.rule_sentences().join(" ");
        if !note.is_empty() {
            text = format!("{text} {note}");
        }
        let credits = self.credits();
        for (field, name) in LINES {
            if !credits.get(field).is_empty() {
                text = format!("{text}\n{name}{}", credits.get(field));
            }
        }
        match credits.get(CreditField::Rules) {
            "" => text,
            own => format!("{text}\n\n{own}"),
        }
    }
}

/// Content of a text of rules.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct RulesText {
    /// Number of queens in each unit, if [`Puzzle::rules_text`] wrote the text.
    pub(crate) stars: Option<u32>,
    /// Rules in the words of the author, date and licence.
    pub(crate) credits: PuzzleCredits,
}

impl RulesText {
    /// Reads a text of [`Puzzle::rules_text`]; any other text is the author's.
    pub(crate) fn read(text: &str) -> Self {
        let text = text.replace("\r\n", "\n");
        let (head, own) = text.split_once("\n\n").unwrap_or((&text, ""));
        let mut lines = head.lines();
        let stars = lines.next().and_then(read_stars);
        let mut credits = PuzzleCredits::default();
        if stars.is_none() {
            credits.set_clipped(CreditField::Rules, &text);
            return RulesText { stars, credits };
        }
        for line in lines {
            for (field, name) in LINES {
                if let Some(value) = line.strip_prefix(name) {
                    credits.set_clipped(field, value);
                }
            }
        }
        credits.set_clipped(CreditField::Rules, own);
        RulesText { stars, credits }
    }
}

/// Reads the number of queens in a first sentence.
fn read_stars(line: &str) -> Option<u32> {
    let (number, _) = line.strip_prefix(PLACE)?.split_once(UNITS)?;
    match number {
        "one queen" => Some(1),
        several => several.strip_suffix(" queens")?.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::RulesText;
    use crate::{CreditField, Mark, Position, Puzzle};
    use queens_model::square::Square;

    #[test]
    fn sentences_say_what_the_puzzle_has() {
        let regions = vec![0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3];
        let mut puzzle = Puzzle::new(4, 1, regions).expect("a puzzle");
        assert_eq!(
            puzzle.rule_sentences(),
            [
                "Place one queen in each row, column and region.",
                "No two queens touch, not even at a corner."
            ]
        );
        puzzle
            .credits_mut()
            .set(CreditField::Rules, "Have fun:\n\nalways.")
            .expect("rules");
        puzzle
            .credits_mut()
            .set(CreditField::Date, "today")
            .expect("a date");
        let clues = [
            (Square::new(0, 1), Mark::Queen),
            (Square::new(3, 3), Mark::Cross),
        ];
        let position = Position::new(puzzle).with_clues(clues).expect("clues");
        let text = position.puzzle().rules_text("Enter 1.");
        assert_eq!(
            text,
            "Place one queen in each row, column and region. No two queens touch, not even at a corner. The given queens stay. \
             The dark squares stay empty. Enter 1.\nDate: today\n\nHave fun:\n\nalways."
        );
        let read = RulesText::read(&text);
        assert_eq!(read.stars, Some(1));
        assert_eq!(&read.credits, position.puzzle().credits());
        let other = RulesText::read("Normal star battle rules:\n\n2 stars");
        assert_eq!(other.stars, None);
        assert_eq!(
            other.credits.get(CreditField::Rules),
            "Normal star battle rules:\n\n2 stars"
        );
    }
}
