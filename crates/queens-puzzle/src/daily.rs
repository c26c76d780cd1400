//! The puzzles of the days: which puzzles a day has, and how hard they are.
//!
//! They become harder from Monday to Sunday: larger boards, and higher scores on boards of
//! the same size. No region has a single square, and a medium or hard puzzle does not begin
//! with its hardest deduction.

use super::{
    Difficulty, GenerateError, GenerateSettings, GeneratedPuzzle, PuzzleWish, RatingWord,
    generate,
};
use control::Limits;
use std::fmt;
use std::str::FromStr;

/// A puzzle that every day has, or every Saturday or Sunday.
#[derive(Clone, Copy, Debug)]
pub struct DailyPuzzle {
    /// Name in addresses and files: `easy`, `medium`, `hard`, `two` and `three`.
    pub id: &'static str,
    /// Number of queens in each row, column and region.
    pub stars: u32,
    rating: RatingWord,
    /// Side of the board from Monday to Sunday; 0 on a day without this puzzle.
    sizes: [u32; 7],
    /// Least and greatest score on these days.
    scores: [(u32, u32); 7],
}

/// All puzzles, in the order of a day.
pub const DAILY_PUZZLES: [DailyPuzzle; 5] = [
    DailyPuzzle {
        id: "easy",
        stars: 1,
        rating: RatingWord::Easy,
        sizes: [5, 6, 6, 6, 7, 7, 7],
        scores: [
            (200, 211),
            (200, 214),
            (215, 218),
            (219, 240),
            (219, 222),
            (223, 227),
            (228, 260),
        ],
    },
    DailyPuzzle {
        id: "medium",
        stars: 1,
        rating: RatingWord::Medium,
        sizes: [7, 8, 8, 8, 9, 9, 9],
        scores: [
            (300, 399),
            (300, 399),
            (400, 420),
            (421, 440),
            (421, 424),
            (425, 428),
            (429, 460),
        ],
    },
    DailyPuzzle {
        id: "hard",
        stars: 1,
        rating: RatingWord::Hard,
        sizes: [9, 10, 10, 11, 11, 12, 12],
        scores: [
            (500, 520),
            (521, 525),
            (526, 560),
            (526, 530),
            (531, 570),
            (521, 531),
            (532, 899),
        ],
    },
    DailyPuzzle {
        id: "two",
        stars: 2,
        rating: RatingWord::Medium,
        sizes: [0, 0, 0, 0, 0, 10, 0],
        scores: [(400, 450); 7],
    },
    DailyPuzzle {
        id: "three",
        stars: 3,
        rating: RatingWord::Medium,
        sizes: [0, 0, 0, 0, 0, 0, 14],
        scores: [(400, 470); 7],
    },
];

impl DailyPuzzle {
    /// Returns the side of the board on `day`, in squares; `None` if the day does not have
    /// this puzzle.
    #[must_use]
    pub fn size_on(&self, day: Day) -> Option<u32> {
        Some(self.sizes[day.weekday()]).filter(|&size| size > 0)
    }

    /// Makes the puzzle of `day`, the same on every machine; `None` if the day does not
    /// have it.
    ///
    /// # Errors
    /// The limit that was reached.
    ///
    /// # Complexity
    /// As [`generate`]: hundreds of attempts for the hard puzzle of a Sunday.
    pub fn make(
        &self,
        day: Day,
        limits: &Limits,
    ) -> Result<Option<GeneratedPuzzle>, GenerateError> {
        let Some(size) = self.size_on(day) else {
            return Ok(None);
        };
        let (least, most) = self.scores[day.weekday()];
        generate(&GenerateSettings {
            stars: self.stars,
            wish: PuzzleWish {
                scores: Some(least..=most),
                least_region: 2,
                // Without a region of one square, every easy puzzle begins with a
                // deduction of level 2, its hardest.
                late_peak: self.rating > RatingWord::Easy,
                ..PuzzleWish::rated(Difficulty::Rated(self.rating))
            },
            limits: limits.clone(),
            ..GenerateSettings::new(size, day.seed())
        })
        .map(Some)
    }
}

/// A day of the Gregorian calendar, from 2000 to 2099.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    year: u32,
    month: u32,
    day: u32,
}

impl Day {
    /// First day.
    const FIRST: Day = Day {
        year: 2000,
        month: 1,
        day: 1,
    };

    /// Returns the day that is `days` days after 1 January 1970, which was day 0; days
    /// before 2000 become its first day, days after 2099 its last.
    ///
    /// ```
    /// use queens::puzzle::daily::Day;
    ///
    /// assert_eq!(Day::after_epoch(19_783).to_string(), "2024-03-01");
    /// ```
    #[must_use]
    pub fn after_epoch(days: u64) -> Self {
        let mut left = days.saturating_sub(10_957);
        let mut month = Day::FIRST;
        while left >= u64::from(month.length_of_month()) {
            if (month.year, month.month) == (2099, 12) {
                return Day { day: 31, ..month };
            }
            left -= u64::from(month.length_of_month());
            month = month.next_month();
        }
        Day {
            day: left as u32 + 1,
            ..month
        }
    }

    fn next_month(self) -> Self {
        Day {
            year: self.year + self.month / 12,
            month: self.month % 12 + 1,
            day: 1,
        }
    }

    fn length_of_month(self) -> u32 {
        match self.month {
            4 | 6 | 9 | 11 => 30,
            // No century is left out from 2000 to 2099.
            2 if self.year.is_multiple_of(4) => 29,
            2 => 28,
            _ => 31,
        }
    }

    /// Returns the days of its month.
    pub fn days_of_month(self) -> impl Iterator<Item = Day> {
        (1..=self.length_of_month()).map(move |day| Day { day, ..self })
    }

    /// Returns its place in the week: 0 for Monday.
    #[must_use]
    pub fn weekday(self) -> usize {
        let years = self.year - 2000;
        let months = (1..self.month).map(|month| Day { month, ..self }.length_of_month());
        let days = 365 * years + years.div_ceil(4) + months.sum::<u32>() + self.day - 1;
        // 1 January 2000 was a Saturday.
        (days as usize + 5) % 7
    }

    /// Returns the seed of its puzzles: 20261224.
    #[must_use]
    pub fn seed(self) -> u64 {
        u64::from(10_000 * self.year + 100 * self.month + self.day)
    }

    /// Returns the name of its month: 2026-12.
    #[must_use]
    pub fn month_name(self) -> String {
        format!("{}-{:02}", self.year, self.month)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}", self.month_name(), self.day)
    }
}

/// Text that is not a day from 2000 to 2099.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a day: write 2026-12-24, from 2000-01-01 to 2099-12-31")]
pub struct NoDay(String);

impl FromStr for Day {
    type Err = NoDay;

    fn from_str(text: &str) -> Result<Self, NoDay> {
        read_day(text)
            .filter(|day| {
                (2000..=2099).contains(&day.year)
                    && (1..=12).contains(&day.month)
                    && (1..=day.length_of_month()).contains(&day.day)
            })
            .ok_or_else(|| NoDay(text.chars().take(40).collect()))
    }
}

/// Reads three numbers of 4, 2 and 2 digits with hyphens between them.
fn read_day(text: &str) -> Option<Day> {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else {
        return None;
    };
    Some(Day {
        year: read_digits(year, 4)?,
        month: read_digits(month, 2)?,
        day: read_digits(day, 2)?,
    })
}

fn read_digits(part: &str, digits: usize) -> Option<u32> {
    let is_number = part.len() == digits && part.bytes().all(|c| c.is_ascii_digit());
    is_number.then(|| part.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        text.parse().expect("a day")
    }

    /// Days of calendars.
    #[test]
    fn weekdays_are_those_of_the_calendar() {
        for (text, weekday) in [
            ("2000-01-01", 5),
            ("2000-02-29", 1),
            ("2024-02-29", 3),
            ("2026-11-28", 5),
            ("2026-11-29", 6),
            ("2026-11-30", 0),
            ("2027-01-03", 6),
            ("2099-12-31", 3),
        ] {
            assert_eq!(day(text).weekday(), weekday, "{text}");
        }
    }

    #[test]
    fn days_that_no_month_has_are_refused() {
        for text in [
            "2026-02-29",
            "2026-13-01",
            "2026-00-01",
            "2026-1-01",
            "1999-12-31",
            "today",
            "2026-12",
        ] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
        assert_eq!(day("2028-02-29").seed(), 20_280_229);
        assert_eq!(day("2027-02-01").days_of_month().count(), 28);
    }

    /// Numbers of days as `date --date DAY +%s` counts them, divided by 86,400.
    #[test]
    fn days_after_the_epoch_are_those_of_the_calendar() {
        for (days, text) in [
            (0, "2000-01-01"),
            (10_957, "2000-01-01"),
            (20_787, "2026-11-30"),
            (21_243, "2028-02-29"),
            (47_481, "2099-12-31"),
            (u64::MAX, "2099-12-31"),
        ] {
            assert_eq!(Day::after_epoch(days), day(text), "{days}");
        }
    }

    /// The promises of the rules of the days, kept by a Monday, Wednesday, Friday and
    /// Saturday.
    #[test]
    fn puzzles_of_a_week_become_harder() {
        let mut last = [(0, 0); 3];
        for date in [30, 32, 34, 35] {
            let day = Day::after_epoch(20_757 + date);
            for (index, daily) in DAILY_PUZZLES.iter().enumerate() {
                let made = daily.make(day, &Limits::default()).expect("no limit");
                assert_eq!(
                    made.as_ref().map(|made| made.puzzle.size()),
                    daily.size_on(day)
                );
                let Some(made) = made else { continue };
                assert_eq!(made.rating.word, daily.rating);
                assert!(daily.id == "easy" || made.rating.hardest_comes_late());
                let regions = made.puzzle.regions();
                for region in &regions {
                    let squares = regions.iter().filter(|other| *other == region);
                    assert!(squares.count() >= 2, "{day}, {}", daily.id);
                }
                if let Some(last) = last.get_mut(index) {
                    let now = (made.puzzle.size(), made.rating.score);
                    assert!(*last < now, "{day}, {}: {last:?}, {now:?}", daily.id);
                    *last = now;
                }
            }
        }
    }
}
