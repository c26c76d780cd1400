//! The assignment: what is asked, and how many points it earns.

use crate::exit::Failure;
use crate::input::bytes_of;
use queens::control::Limits;
use queens::grade::{MAX_SIZE, Weights};
use serde::Deserialize;
use std::ops::RangeInclusive;
use std::path::Path;

/// Most bytes of an assignment.
const MAX_BYTES: u64 = 1 << 16;

/// An assignment with its defaults.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Assignment {
    /// Title of reports.
    pub(super) title: String,
    /// Sizes, as `4` or `1-8`.
    pub(super) sizes: String,
    /// Points of a right program.
    pub(super) points: f64,
    /// Seconds of a program for each size.
    pub(super) seconds: f64,
    /// MiB of memory of a program; 0 for no limit.
    pub(super) memory: u64,
    /// Weights of the shares.
    weights: WeightTable,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct WeightTable {
    valid: f64,
    distinct: f64,
    complete: f64,
}

impl Default for WeightTable {
    fn default() -> Self {
        let Weights {
            valid,
            distinct,
            complete,
        } = Weights::default();
        WeightTable {
            valid,
            distinct,
            complete,
        }
    }
}

impl Default for Assignment {
    fn default() -> Self {
        Assignment {
            title: "N queens".to_owned(),
            sizes: "1-8".to_owned(),
            points: 100.0,
            seconds: 10.0,
            memory: 1024,
            weights: WeightTable::default(),
        }
    }
}

impl Assignment {
    /// Reads an assignment.
    pub(super) fn from_file(file: &Path, limits: &Limits) -> Result<Self, Failure> {
        let name = file.display();
        let bytes = bytes_of(file, MAX_BYTES, limits)?;
        let text = std::str::from_utf8(&bytes)
            .map_err(|_| Failure::input(format!("{name}: it is not text (UTF-8)")))?;
        let assignment: Assignment = toml::from_str(text)
            .map_err(|error| Failure::input(format!("{name}: {error}")))?;
        assignment
            .check()
            .map_err(|fault| Failure::input(format!("{name}: {fault}")))?;
        Ok(assignment)
    }

    fn check(&self) -> Result<(), String> {
        self.size_range()?;
        let is_amount = |value: f64| value.is_finite() && value > 0.0;
        if !is_amount(self.points) {
            return Err(format!("points = {}: write a positive number", self.points));
        }
        // A day.
        if !is_amount(self.seconds) || self.seconds > 86_400.0 {
            return Err(format!(
                "seconds = {}: write a number above 0 and up to 86400",
                self.seconds
            ));
        }
        let Weights {
            valid,
            distinct,
            complete,
        } = self.weights();
        let has_negative = [valid, distinct, complete]
            .iter()
            .any(|weight| !weight.is_finite() || *weight < 0.0);
        if has_negative || valid + distinct + complete <= 0.0 {
            return Err(
                "weights: write numbers of 0 or more, one of them above 0".to_owned()
            );
        }
        Ok(())
    }

    pub(super) fn weights(&self) -> Weights {
        Weights {
            valid: self.weights.valid,
            distinct: self.weights.distinct,
            complete: self.weights.complete,
        }
    }

    /// Returns the sizes.
    pub(super) fn size_range(&self) -> Result<RangeInclusive<u32>, String> {
        parse_sizes(&self.sizes)
    }
}

/// Reads `4` or `1-8`.
pub(super) fn parse_sizes(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if (1..=last).contains(&first) && last <= MAX_SIZE => {
            Ok(first..=last)
        }
        _ => Err(format!(
            "'{text}' are not valid sizes: write a size or a range from 1 to {MAX_SIZE}, such as 8 or 1-8"
        )),
    }
}
