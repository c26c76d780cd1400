//! Whole numbers in JSON that may exceed the exact range of floating-point readers.

use serde::de::{self, Deserialize, Deserializer};
use serde::{Serialize, Serializer};
use std::fmt;

/// Largest number that is exact in floating-point: 2^53.
const MAX_EXACT: u64 = 1 << 53;

/// A whole number: in JSON a number up to 2^53, which every reader takes exactly, and a
/// string of its digits above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Whole(pub u128);

impl From<u128> for Whole {
    fn from(number: u128) -> Self {
        Whole(number)
    }
}

impl From<Whole> for u128 {
    fn from(number: Whole) -> Self {
        number.0
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(number @ ..=MAX_EXACT) => serializer.serialize_u64(number),
            _ => serializer.collect_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, as a number or in a string")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Whole, E> {
                Ok(Whole(number.into()))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Whole, E> {
                text.parse()
                    .map(Whole)
                    .map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Whole {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
        let types = SchemaType::from_iter([Type::Integer, Type::String]);
        let what = "A whole number; above 2^53 a string of its digits, which readers of floating-point numbers would lose.";
        ObjectBuilder::new()
            .schema_type(types)
            .description(Some(what))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Whole {}
