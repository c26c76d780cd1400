//! Programs that look alike: their signs in groups, whatever the names in them.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Number of signs in a group.
const GROUP_SIGNS: usize = 12;

/// Fewest groups of a program that is compared: shorter ones are alike anyway.
const MIN_GROUPS: usize = 40;

/// Words that keep their names, in the languages that students write most.
const KEYWORDS: [&str; 24] = [
    "and", "break", "class", "continue", "def", "do", "else", "elif", "for", "function",
    "if", "import", "in", "int", "let", "not", "or", "print", "range", "return", "var",
    "while", "yield", "void",
];

/// Groups of signs by which two programs are compared.
#[derive(Clone, Debug, Default)]
pub struct Fingerprint(BTreeSet<u64>);

impl Fingerprint {
    /// Returns the fingerprint of a source text. Names, numbers, blanks and comments that
    /// begin with `#` or `//` do not change it.
    #[must_use]
    pub fn of_source(source: &str) -> Self {
        let signs: Vec<String> = source.lines().flat_map(signs_of_line).collect();
        let groups = signs.windows(GROUP_SIGNS).map(|group| {
            let mut hasher = DefaultHasher::new();
            group.hash(&mut hasher);
            hasher.finish()
        });
        Fingerprint(groups.collect())
    }

    /// Returns the share of the groups of both that are in both, between 0 and 1; `None`
    /// if one is too short to compare.
    #[must_use]
    pub fn similarity(&self, other: &Self) -> Option<f64> {
        if self.0.len().min(other.0.len()) < MIN_GROUPS {
            return None;
        }
        let common = self.0.intersection(&other.0).count();
        let all = self.0.union(&other.0).count();
        Some(common as f64 / all as f64)
    }
}

/// Returns the signs of a line: keywords and other signs as they are, names as `n`,
/// numbers as `0`.
fn signs_of_line(line: &str) -> Vec<String> {
    let line = line.split("//").next().unwrap_or_default();
    let line = line.split('#').next().unwrap_or_default();
    let mut signs = Vec::new();
    let mut word = String::new();
    for sign in line.chars().chain([' ']) {
        if sign.is_alphanumeric() || sign == '_' {
            word.push(sign);
            continue;
        }
        if !word.is_empty() {
            signs.push(sign_of_word(&std::mem::take(&mut word)).to_owned());
        }
        if !sign.is_whitespace() {
            signs.push(sign.to_string());
        }
    }
    signs
}

fn sign_of_word(word: &str) -> &str {
    match word {
        _ if KEYWORDS.contains(&word) => word,
        _ if word.starts_with(|sign: char| sign.is_ascii_digit()) => "0",
        _ => "n",
    }
}
