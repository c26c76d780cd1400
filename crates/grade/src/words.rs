//! A diagnosis in words.

use crate::board::{Line, LineKind};
use crate::diagnosis::{Cause, Diagnosis, Example, SizeTally};
use crate::flaw::Flaw;

impl Diagnosis {
    /// Returns what is right, and what the first wrong answer came to: "Right for n = 1
    /// to 6. For n = 7 it lists 46 boards; 6 are wrong."
    #[must_use]
    pub fn headline(&self) -> String {
        let right: Vec<u32> = self
            .sizes
            .iter()
            .filter(|tally| tally.is_right())
            .map(|tally| tally.n)
            .collect();
        let right_words = match right.len() {
            0 => String::new(),
            len if len == self.sizes.len() => {
                return format!("Right for {}.", sizes_in_words(&right));
            }
            _ => format!("Right for {}. ", sizes_in_words(&right)),
        };
        match self.first_wrong() {
            Some(tally) => right_words + &tally.in_words(),
            None => "No answer.".to_owned(),
        }
    }
}

/// Returns sizes in words: `n = 1 to 4`, `n = 1, 3 and 5`.
fn sizes_in_words(sizes: &[u32]) -> String {
    let is_range = sizes.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    match sizes {
        [] => String::new(),
        [only] => format!("n = {only}"),
        [first, .., last] if is_range && sizes.len() > 2 => {
            format!("n = {first} to {last}")
        }
        [most @ .., last] => {
            let most: Vec<_> = most.iter().map(u32::to_string).collect();
            format!("n = {} and {last}", most.join(", "))
        }
    }
}

/// Returns a number with the noun that goes with it.
fn counted(number: u64, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}

impl SizeTally {
    /// Returns the answer and what is wrong with it, as a sentence.
    #[must_use]
    pub fn in_words(&self) -> String {
        let n = self.n;
        let exist = match self.expected {
            0 => "no solution exists".to_owned(),
            1 => "1 solution exists".to_owned(),
            expected => format!("{expected} solutions exist"),
        };
        if self.is_broken {
            return format!("For n = {n} there is no complete answer.");
        }
        if self.is_count {
            return format!("For n = {n} it counts {}; {exist}.", self.found);
        }
        if self.found == 0 {
            return format!("For n = {n} it lists nothing; {exist}.");
        }
        if self.found == 1 && self.wrong == 1 {
            return format!("For n = {n} it lists a wrong board; {exist}.");
        }
        let listed = counted(self.found, "board");
        let faults: Vec<_> = [(self.wrong, "wrong"), (self.repeated, "repeated")]
            .iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, word)| match *number {
                number if number == self.found && number > 1 => format!("all are {word}"),
                1 => format!("1 is {word}"),
                number => format!("{number} are {word}"),
            })
            .collect();
        let faults = match faults.is_empty() {
            true => String::new(),
            false => format!("; {}", faults.join(", ")),
        };
        let missing = match self.missing {
            0 => String::new(),
            missing => format!("; {missing} of {} solutions missing", self.expected),
        };
        format!("For n = {n} it lists {listed}{faults}{missing}.")
    }
}

impl Example {
    /// Returns the two queens that attack each other, or the solution that is missing, as
    /// a sentence.
    #[must_use]
    pub fn in_words(&self) -> Option<String> {
        if let Some(clash) = self.clash {
            let [(row, column), (other_row, other_column)] = clash.queens;
            let line = match clash.line {
                Line::Row(row) => format!("row {row}"),
                Line::Column(column) => format!("column {column}"),
                Line::Falling(number) => format!("row - column = {number}"),
                Line::Rising(number) => format!("row + column = {number}"),
            };
            return Some(format!(
                "An example for n = {}: the queens on (row {row}, column {column}) and \
                 (row {other_row}, column {other_column}) share {line}.",
                self.n
            ));
        }
        let columns: Vec<_> = self.board.cells().iter().map(|cell| cell.1).collect();
        self.is_missing
            .then(|| format!("For n = {} it does not list {columns:?}.", self.n))
    }
}

impl Cause {
    /// Returns the name of the cause, for programs: `falling-untested`.
    #[must_use]
    pub fn id(&self) -> String {
        let name = match self {
            Cause::Flaw(flaw) => format!("{flaw:?}"),
            Cause::OneDiagonal(_) => "OneDiagonal".to_owned(),
            Cause::OneKind(kind) => format!("Only{kind:?}s"),
            other => format!("{other:?}"),
        };
        let mut id = String::new();
        for letter in name.chars() {
            if letter.is_uppercase() && !id.is_empty() {
                id.push('-');
            }
            id.extend(letter.to_lowercase());
        }
        id
    }

    /// Returns the cause as a sentence that the answers prove.
    #[must_use]
    pub fn statement(&self) -> String {
        match self {
            Cause::Flaw(flaw) => format!(
                "{} A program with this fault alone has exactly these answers.",
                flaw.statement()
            ),
            Cause::OneDiagonal(line) => {
                let diagonal = match line {
                    Line::Rising(sum) => format!("row + column = {sum}"),
                    Line::Falling(number) => format!("row - column = {number}"),
                    Line::Row(row) => format!("row {row}"),
                    Line::Column(column) => format!("column {column}"),
                };
                format!(
                    "One diagonal is not tested: on every wrong board the queens share \
                     {diagonal}, and no other line."
                )
            }
            Cause::OneKind(kind) => format!(
                "On every wrong board the queens share {}, and no other line.",
                match kind {
                    LineKind::Row => "rows",
                    LineKind::Column => "columns",
                    LineKind::Falling => "falling diagonals (row - column)",
                    LineKind::Rising => "rising diagonals (row + column)",
                }
            ),
            other => other.plain_statement().to_owned(),
        }
    }

    fn plain_statement(&self) -> &'static str {
        match self {
            Cause::NumberedFromOne => {
                "Columns count from 1: with every number lowered by one, all boards are \
                 solutions."
            }
            Cause::SizeIgnored => "The answers are the same for every n.",
            Cause::SameList => "All entries are the same list.",
            Cause::SameSolution => "All entries are the same solution.",
            Cause::ListsGrow => {
                "Each list has the queens of the one before, and more than n queens are \
                 on the board in the end: a queen is not taken back."
            }
            Cause::TooManyQueens => "Every wrong board has more than n queens.",
            Cause::TooFewQueens => "Every wrong board has fewer than n queens.",
            Cause::OffBoard => "On every wrong board a queen is off the board.",
            Cause::SeveralFaults => "The wrong boards have no single fault in common.",
            Cause::Repeated => {
                "Every board is a solution, and none is missing, but some are listed \
                 more than once."
            }
            Cause::Missing => "Every board is a solution, but some are missing.",
            Cause::NothingFound => "It finds nothing where it fails.",
            Cause::WrongNumber => "The number is wrong, and no single fault explains it.",
            Cause::Flaw(_) | Cause::OneDiagonal(_) | Cause::OneKind(_) => "",
        }
    }

    /// Returns one next step, which is no solution.
    #[must_use]
    pub fn next_step(&self) -> &'static str {
        match self {
            Cause::Flaw(flaw) => flaw.next_step(),
            Cause::OneDiagonal(_) => {
                "List the numbers of all diagonals that the program tests, and compare \
                 them with those of the board."
            }
            Cause::OneKind(_) => {
                "Take the two queens of the example, and follow the test that should \
                 have refused the second one."
            }
            Cause::NumberedFromOne => "Count columns from 0.",
            Cause::SizeIgnored => "Find where n is used, and where another number is.",
            Cause::SameList => {
                "What is appended: a copy of the board, or the board that changes later?"
            }
            Cause::SameSolution => "What changes between one solution and the next?",
            Cause::ListsGrow => {
                "Print the list before and after each call: it should be the same."
            }
            Cause::TooManyQueens | Cause::TooFewQueens => {
                "Print the list of queens at the moment when a solution is reported."
            }
            Cause::OffBoard => "Check the first and the last value of each loop.",
            Cause::SeveralFaults => {
                "Begin with the smallest wrong board, and test every two of its queens \
                 by hand."
            }
            Cause::Repeated => "Find two ways on which the search comes to one board.",
            Cause::Missing => {
                "Follow the missing board row by row: at which row is it refused?"
            }
            Cause::NothingFound => {
                "For n = 4, follow the board [1, 3, 0, 2] row by row: which test refuses \
                 it?"
            }
            Cause::WrongNumber => {
                "Print the boards that are counted, for the first n that is wrong."
            }
        }
    }
}

impl Flaw {
    /// Returns the flaw as a sentence.
    #[must_use]
    pub fn statement(self) -> &'static str {
        match self {
            Flaw::FallingUntested => {
                "Falling diagonals, on which row - column is equal, are never tested."
            }
            Flaw::RisingUntested => {
                "Rising diagonals, on which row + column is equal, are never tested."
            }
            Flaw::DiagonalsUntested => "Diagonals are never tested.",
            Flaw::ColumnsUntested => {
                "Columns are never tested: a list has the same number twice."
            }
            Flaw::NeighboursOnly => {
                "Diagonals are tested between neighbouring rows only."
            }
            Flaw::OneSolution => "It ends after the first solution.",
            Flaw::NoBacktracking => {
                "It finds only what it reaches without going back: it never tries \
                 another square of an earlier row, or lines stay taken after their \
                 queen is taken back."
            }
            Flaw::BacktracksToFirstRow => {
                "It takes the first safe square of each row after the first, and goes \
                 back to the first row only."
            }
            Flaw::FirstColumnOnly => "The queen of the first row is always in column 0.",
            Flaw::LeftHalf => {
                "The queen of the first row is always left of the middle: mirror images, \
                 and solutions that begin in the middle column, are left out."
            }
            Flaw::LeftHalfAndMiddle => {
                "The queen of the first row is never right of the middle: mirror images \
                 are left out."
            }
            Flaw::MirrorsLeftOut => {
                "Of each solution and its mirror image only one is listed."
            }
            Flaw::OnePerClass => {
                "Of solutions that are rotations or reflections of each other only one \
                 is listed."
            }
            Flaw::MiddleLeftOut => {
                "Solutions that begin in the middle column are left out; the others are \
                 found with their mirror images."
            }
            Flaw::MiddleTwice => {
                "Solutions that begin in the middle column count twice: their mirror \
                 images begin there, too."
            }
            Flaw::Twice => "Every solution occurs twice.",
            Flaw::WithoutFirst => "The first solution is left out.",
            Flaw::WithoutLast => "The last solution is left out.",
            Flaw::SizeBelow => "The answers are those for n - 1.",
            Flaw::SizeAbove => "The answers are those for n + 1.",
            Flaw::RowShort => "The search ends one row early: the last row has no queen.",
            Flaw::ColumnTooMany => "Columns run from 0 to n, one too many.",
            Flaw::DiagonalKept => {
                "Diagonals of one kind stay taken when a queen is taken back."
            }
        }
    }

    fn next_step(self) -> &'static str {
        match self {
            Flaw::FallingUntested | Flaw::RisingUntested => {
                "Write down row and column of the two queens of the example: what do \
                 they have in common that the program does not compare?"
            }
            Flaw::DiagonalsUntested => {
                "Two queens share a diagonal if they are as many rows apart as columns: \
                 where does the program compare that?"
            }
            Flaw::ColumnsUntested => "Where does the program remember taken columns?",
            Flaw::NeighboursOnly => {
                "Compare a new queen with the queens of all earlier rows."
            }
            Flaw::OneSolution => {
                "After a solution is stored, let the search go on as if it had failed."
            }
            Flaw::NoBacktracking | Flaw::BacktracksToFirstRow => {
                "When a row has no safe square, go back to the row before and try its \
                 next square."
            }
            Flaw::FirstColumnOnly => {
                "Find the loop over the columns of the first row, and where it ends."
            }
            Flaw::LeftHalf
            | Flaw::LeftHalfAndMiddle
            | Flaw::MirrorsLeftOut
            | Flaw::OnePerClass => {
                "The task asks for all solutions: count the images, too."
            }
            Flaw::MiddleLeftOut | Flaw::MiddleTwice => {
                "For odd n, treat the middle column of the first row on its own."
            }
            Flaw::Twice => {
                "Find where a solution is stored, or where the count is doubled."
            }
            Flaw::WithoutFirst | Flaw::WithoutLast => {
                "Check the first and the last round of the loop that collects solutions."
            }
            Flaw::SizeBelow | Flaw::SizeAbove | Flaw::RowShort | Flaw::ColumnTooMany => {
                "Check the first and the last value of each loop."
            }
            Flaw::DiagonalKept => {
                "Compare what is set before the recursive call with what is cleared \
                 after it."
            }
        }
    }
}
