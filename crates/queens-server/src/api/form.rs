//! Checks a request against its description: the keys that are allowed or required, and the type of each value. Values are
//! checked as raw text, so nothing is allocated for a request that is refused.

use crate::fault::clip;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The description of an object: the part of JSON Schema that descriptions here use.
pub(super) struct Form {
    schema: Value,
    /// What it refers to, by name.
    named: BTreeMap<String, Value>,
}

/// The keys of an object, each with what it takes and whether it must stand there.
type Keys<'f> = BTreeMap<&'f str, (&'f Value, bool)>;

impl Form {
    /// That of `R`.
    pub(super) fn of<R: ToSchema>() -> Self {
        let plain = |schema: &RefOr<Schema>| serde_json::to_value(schema).unwrap_or_default();
        let mut named = Vec::new();
        R::schemas(&mut named);
        let named = named.iter().map(|(name, schema)| (name.clone(), plain(schema))).collect();
        Form { schema: plain(&<R as PartialSchema>::schema()), named }
    }

    /// Whether `entries` are those of such an object.
    ///
    /// # Errors
    /// The first key that cannot stand there, is missing, or has a value that it does not take.
    pub(super) fn check(&self, Entries(entries): &Entries<'_>) -> Result<(), String> {
        let mut keys = Keys::new();
        self.gather(&self.schema, entries, &mut keys)?;
        if let Some(unknown) = entries.keys().find(|key| !keys.contains_key(key.as_str())) {
            let known: Vec<&str> = keys.keys().copied().collect();
            return Err(format!("'{}' is no key here: the keys are {}", clip(unknown, 40), known.join(", ")));
        }
        for (key, (schema, is_needed)) in keys {
            match entries.get(key) {
                Some(value) => self.check_value(&format!("'{key}'"), schema, value)?,
                None if is_needed => {
                    return Err(format!("'{key}' is missing: it takes {}", taken(self.resolved(schema))));
                }
                None => {}
            }
        }
        Ok(())
    }

    /// What a reference stands for.
    fn resolved<'f>(&'f self, schema: &'f Value) -> &'f Value {
        let name = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next());
        name.and_then(|name| self.named.get(name)).unwrap_or(schema)
    }

    /// Adds the keys of `schema`. Where it leaves a choice, a key with one name for each choice tells which is meant.
    fn gather<'f>(
        &'f self,
        schema: &'f Value,
        entries: &BTreeMap<String, &RawValue>,
        keys: &mut Keys<'f>,
    ) -> Result<(), String> {
        let schema = self.resolved(schema);
        for part in list(&schema["allOf"]) {
            self.gather(part, entries, keys)?;
        }
        let choices = || list(&schema["oneOf"]).iter().filter_map(|choice| Some((choice, tag(choice)?)));
        if let Some((_, (key, _))) = choices().next() {
            let all: Vec<&str> = choices().map(|(_, (_, name))| name).collect();
            let all = all.join(", ");
            let sent =
                entries.get(key).ok_or_else(|| format!("'{key}' is missing: it takes one of {all}"))?;
            let word: Option<String> = serde_json::from_str(sent.get()).ok();
            let (choice, _) = choices()
                .find(|&(_, (_, name))| word.as_deref() == Some(name))
                .ok_or_else(|| format!("'{key}' takes one of {all}, not {}", shown(sent)))?;
            self.gather(choice, entries, keys)?;
        }
        for (key, field) in schema["properties"].as_object().into_iter().flatten() {
            let is_needed = list(&schema["required"]).iter().any(|needed| needed == key);
            keys.insert(key, (field, is_needed));
        }
        Ok(())
    }

    /// Whether `schema` takes `value`, which is called `name`.
    fn check_value(&self, name: &str, schema: &Value, value: &RawValue) -> Result<(), String> {
        let schema = self.resolved(schema);
        if !takes(schema, value) {
            return Err(format!("{name} takes {}, not {}", taken(schema), shown(value)));
        }
        for (at, item) in items(schema, value).into_iter().enumerate() {
            let of_item = list(&schema["prefixItems"]).get(at).unwrap_or(&schema["items"]);
            self.check_value(&format!("item {} of {name}", at + 1), of_item, item)?;
        }
        Ok(())
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The key of `choice` that takes one name alone, and that name.
fn tag(choice: &Value) -> Option<(&str, &str)> {
    let mut fields = choice["properties"].as_object()?.iter();
    fields.find_map(|(key, field)| match list(&field["enum"]) {
        [Value::String(name)] => Some((key.as_str(), name.as_str())),
        _ => None,
    })
}

/// The types that `schema` takes; none where it takes all.
fn types(schema: &Value) -> Vec<&str> {
    match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    }
}

/// The largest whole number that `schema` takes.
fn largest(schema: &Value) -> u64 {
    if schema["format"].as_str().is_some_and(|format| format.ends_with("32")) {
        u32::MAX.into()
    } else {
        u64::MAX
    }
}

/// The items of a list, if `schema` says what they are.
fn items<'v>(schema: &Value, value: &'v RawValue) -> Vec<&'v RawValue> {
    let is_said = schema["prefixItems"].is_array() || schema["items"].is_object();
    let is_list = is_said && value.get().starts_with('[');
    if is_list { serde_json::from_str(value.get()).unwrap_or_default() } else { Vec::new() }
}

/// Whether `schema` takes `value`, whatever items that has.
fn takes(schema: &Value, value: &RawValue) -> bool {
    let (types, text) = (types(schema), value.get());
    let least = || schema["minimum"].as_f64().unwrap_or(f64::MIN);
    let is_of = |&kind: &&str| match kind {
        "string" => text.starts_with('"'),
        "integer" => text.parse().is_ok_and(|number: u64| number <= largest(schema)),
        "number" => text.parse().is_ok_and(|number: f64| number.is_finite() && number >= least()),
        "boolean" => matches!(text, "true" | "false"),
        "array" => {
            let needed = list(&schema["prefixItems"]).len();
            text.starts_with('[') && (needed == 0 || items(schema, value).len() == needed)
        }
        "object" => text.starts_with('{'),
        _ => text == "null",
    };
    types.is_empty() || types.iter().any(is_of)
}

/// What `schema` takes, in words.
fn taken(schema: &Value) -> String {
    let word = |kind| match kind {
        "string" => Some("text".to_owned()),
        "integer" => Some(format!("a whole number from 0 to {}", largest(schema))),
        "number" => Some(match &schema["minimum"] {
            Value::Null => "a number".to_owned(),
            least => format!("a number, {least} or more"),
        }),
        "boolean" => Some("true or false".to_owned()),
        "array" => Some(match list(&schema["prefixItems"]).len() {
            0 => "a list".to_owned(),
            items => format!("a list of {items}"),
        }),
        "object" => Some("an object".to_owned()),
        // That nothing is taken, too, helps nobody.
        _ => None,
    };
    types(schema).into_iter().filter_map(word).collect::<Vec<_>>().join(" or ")
}

/// The beginning of a value as it was sent.
fn shown(value: &RawValue) -> String {
    let start = clip(value.get(), 40);
    if start.len() < value.get().len() { start + "..." } else { start }
}

/// The most keys of an object, more than any that is described.
const MAX_KEYS: usize = 64;

/// The keys and values of an object, no key twice. The values are pieces of the text that was sent.
pub(super) struct Entries<'b>(pub(super) BTreeMap<String, &'b RawValue>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor)
    }
}

struct EntriesVisitor;

impl<'de> Visitor<'de> for EntriesVisitor {
    type Value = Entries<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<'de>, A::Error> {
        let mut entries = BTreeMap::new();
        while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
            if entries.contains_key(&key) {
                return Err(A::Error::custom(format!("the key '{}' stands twice", clip(&key, 40))));
            }
            if entries.len() == MAX_KEYS {
                return Err(A::Error::custom(format!(
                    "more than {MAX_KEYS} keys: no object here has so many"
                )));
            }
            entries.insert(key, value);
        }
        Ok(Entries(entries))
    }
}

/// A value that may be sent as text or as JSON: the text.
#[derive(Debug)]
pub(super) struct Sent(pub(super) String);

impl<'de> Deserialize<'de> for Sent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Box::<str>::from(Box::<RawValue>::deserialize(deserializer)?);
        if text.starts_with('"') {
            return serde_json::from_str(&text).map(Sent).map_err(D::Error::custom);
        }
        Ok(Sent(text.into()))
    }
}
