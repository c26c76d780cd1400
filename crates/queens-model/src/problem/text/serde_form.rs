//! The serde form of a problem: its text form as one string.

use crate::problem::Problem;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes the text form, as `Display` does.
impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// Reads the text form, with the errors of `FromStr`.
impl<'de> Deserialize<'de> for Problem {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}
