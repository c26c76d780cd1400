//! Rates new puzzles of each size, and writes what `docs/lab/puzzle-ratings.md` shows. At
//! the root of the repository, with the number of boards of each size:
//!
//! `cargo run --release -p queens-cli --example puzzle_ratings 10000`
//!
//! Boards are those of `queens puzzle generate SIZE --any --seed 1`, rated as `queens
//! puzzle rate` does.

mod plot;

use queens::puzzle::{GenerateSettings, Options, Rating, RatingWord, generate_many};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::{env, error::Error, fs};

/// The seed of the first board of each size.
const SEED: u64 = 1;

/// Sizes and numbers of queens in each unit; by how much fewer boards are made.
const KINDS: [(u32, u32, u64); 10] = [
    (5, 1, 1),
    (6, 1, 1),
    (7, 1, 1),
    (8, 1, 1),
    (9, 1, 1),
    (10, 1, 1),
    (11, 1, 1),
    (12, 1, 1),
    (8, 2, 5),
    (10, 2, 5),
];

/// The boards of one kind.
struct Sample {
    size: u32,
    stars: u32,
    /// Of all boards, from the lowest.
    scores: Vec<u32>,
    /// Number of puzzles with each word.
    words: [u64; 5],
    /// Number of puzzles without a guess.
    by_rules: u64,
    /// Number of puzzles with each word and each hardest deduction, with its level.
    hardest: BTreeMap<(RatingWord, u8, &'static str), u64>,
}

impl Sample {
    fn new(size: u32, stars: u32, boards: u64) -> Result<Self, Box<dyn Error>> {
        let options = Options::default();
        let settings = GenerateSettings {
            stars,
            options,
            ..GenerateSettings::new(size, SEED)
        };
        let mut sample = Sample {
            size,
            stars,
            scores: vec![],
            words: [0; 5],
            by_rules: 0,
            hardest: BTreeMap::new(),
        };
        generate_many(&settings, boards, 0, &mut |_, made| {
            sample.add(&made.rating);
            ControlFlow::Continue(())
        })?;
        sample.scores.sort_unstable();
        Ok(sample)
    }

    fn add(&mut self, rating: &Rating) {
        self.scores.push(rating.score);
        self.words[rating.word as usize] += 1;
        self.by_rules += u64::from(rating.is_by_rules());
        let (level, id) = match rating.hardest {
            _ if !rating.solved => (11, "none"),
            Some(hardest) => (hardest.level, hardest.id),
            None => (0, "clues"),
        };
        *self.hardest.entry((rating.word, level, id)).or_default() += 1;
    }

    fn boards(&self) -> u64 {
        self.words.iter().sum()
    }

    /// The score below which `tenths` tenths of the boards lie.
    fn decile(&self, tenths: usize) -> u32 {
        self.scores[(self.scores.len() - 1) * tenths / 10]
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let boards: u64 = env::args()
        .nth(1)
        .ok_or("say how many boards: 10000")?
        .parse()?;
    let mut samples = Vec::new();
    for (size, stars, part) in KINDS {
        let sample = Sample::new(size, stars, (boards / part).max(1))?;
        println!(
            "{size} x {size}, {stars}: {:?} of {}",
            sample.words,
            sample.boards()
        );
        samples.push(sample);
    }
    fs::write("docs/lab/data/puzzle-ratings.csv", words(&samples)?)?;
    fs::write(
        "docs/lab/data/puzzle-ratings-hardest.csv",
        hardest(&samples)?,
    )?;
    fs::write("docs/lab/puzzle-ratings.svg", plot::draw(&samples)?)?;
    Ok(())
}

/// Words and scores of each kind, a line for each.
fn words(samples: &[Sample]) -> Result<String, std::fmt::Error> {
    let mut csv = "size,stars,boards".to_owned();
    RatingWord::ALL
        .iter()
        .try_for_each(|word| write!(csv, ",{word}"))?;
    csv += ",no_guess";
    (0..=10).try_for_each(|tenths| write!(csv, ",score_{}", 10 * tenths))?;
    csv += "\n";
    for sample in samples {
        write!(csv, "{},{},{}", sample.size, sample.stars, sample.boards())?;
        sample
            .words
            .iter()
            .try_for_each(|boards| write!(csv, ",{boards}"))?;
        write!(csv, ",{}", sample.by_rules)?;
        (0..=10).try_for_each(|tenths| write!(csv, ",{}", sample.decile(tenths)))?;
        csv += "\n";
    }
    Ok(csv)
}

/// The hardest deduction of each board.
fn hardest(samples: &[Sample]) -> Result<String, std::fmt::Error> {
    let mut csv = "size,stars,rating,level,hardest,boards\n".to_owned();
    for Sample {
        size,
        stars,
        hardest,
        ..
    } in samples
    {
        for ((word, level, id), boards) in hardest {
            writeln!(csv, "{size},{stars},{word},{level},{id},{boards}")?;
        }
    }
    Ok(csv)
}
