//! Example boards of the deductions.

use super::super::{Mark, Position, Puzzle};
use super::TechniqueInfo;
use queens_model::square::Square;

impl TechniqueInfo {
    /// Example board with its marks, on which this deduction applies and no easier one
    /// does; `None` if there is none.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        let rows: Vec<&str> = self.example.split_whitespace().collect();
        let size = u32::try_from(rows.len()).ok()?;
        let letters = self.example.chars().filter(char::is_ascii_uppercase);
        let regions = letters.map(|letter| letter as u32 - 'A' as u32).collect();
        let mut position =
            Position::new(Puzzle::new(size, self.example_stars, regions).ok()?);
        for (row, text) in rows.into_iter().enumerate() {
            let mut column = 0;
            for sign in text.chars() {
                match sign {
                    '*' | '.' => {
                        let mark = if sign == '*' {
                            Mark::Queen
                        } else {
                            Mark::Cross
                        };
                        position.set(Square::new(row as u32, column - 1), mark);
                    }
                    _ => column += 1,
                }
            }
        }
        Some(position)
    }
}
