//! The check of a request against its schema: known and required keys, and the type of
//! each value. Values are checked as raw text, so nothing is allocated for a request that
//! is refused.

use queens::control::clip;
use queens::names;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The schema of an object: the part of JSON Schema that the schemas of requests use.
pub(crate) struct RequestSchema {
    schema: Value,
    /// Referenced schemas by name.
    named: BTreeMap<String, Value>,
}

/// The keys of an object, each with its schema and whether it is required.
type KeySchemas<'f> = BTreeMap<&'f str, (&'f Value, bool)>;

impl RequestSchema {
    /// The schema of `R`.
    pub(crate) fn for_request<R: ToSchema>() -> Self {
        let mut named = Vec::new();
        R::schemas(&mut named);
        RequestSchema::new(&<R as PartialSchema>::schema(), &named)
    }

    /// Not generic: a copy for each type of request would also copy all the code that
    /// collects a map.
    fn new(schema: &RefOr<Schema>, named: &[(String, RefOr<Schema>)]) -> Self {
        let plain =
            |schema: &RefOr<Schema>| serde_json::to_value(schema).unwrap_or_default();
        let named = named
            .iter()
            .map(|(name, schema)| (name.clone(), plain(schema)))
            .collect();
        RequestSchema {
            schema: plain(schema),
            named,
        }
    }

    /// Checks the fields of an object.
    ///
    /// # Errors
    /// The first key that is unknown, missing, or has a value of another type.
    pub(crate) fn check_fields(
        &self,
        RequestFields(fields): &RequestFields<'_>,
    ) -> Result<(), String> {
        let mut keys = KeySchemas::new();
        self.gather_keys(&self.schema, fields, &mut keys)?;
        if let Some(unknown) = fields.keys().find(|key| !keys.contains_key(key.as_str()))
        {
            let known: Vec<&str> = keys.keys().copied().collect();
            let way_out = match names::nearest(unknown, known.iter().copied()) {
                Some(key) => format!("did you mean `{key}`?"),
                None => format!("the keys are {}", known.join(", ")),
            };
            return Err(format!("unknown key '{}': {way_out}", clip(unknown)));
        }
        for (key, (schema, is_needed)) in keys {
            match fields.get(key) {
                Some(value) => self.check_value(&format!("'{key}'"), schema, value)?,
                None if is_needed => {
                    return Err(format!(
                        "'{key}' is missing: it must be {}",
                        types_in_words(self.resolve_schema(schema))
                    ));
                }
                None => {}
            }
        }
        Ok(())
    }

    /// The target of a reference.
    fn resolve_schema<'f>(&'f self, schema: &'f Value) -> &'f Value {
        let name = schema["$ref"]
            .as_str()
            .and_then(|path| path.rsplit('/').next());
        name.and_then(|name| self.named.get(name)).unwrap_or(schema)
    }

    /// Adds the keys of `schema`. If it has alternatives, a key with one name for each
    /// alternative selects one of them.
    fn gather_keys<'f>(
        &'f self,
        schema: &'f Value,
        fields: &BTreeMap<String, &RawValue>,
        keys: &mut KeySchemas<'f>,
    ) -> Result<(), String> {
        let schema = self.resolve_schema(schema);
        for part in list_values(&schema["allOf"]) {
            self.gather_keys(part, fields, keys)?;
        }
        let choices = || {
            list_values(&schema["oneOf"])
                .iter()
                .filter_map(|choice| Some((choice, tag_of_choice(choice)?)))
        };
        if let Some((_, (key, _))) = choices().next() {
            let all: Vec<&str> = choices().map(|(_, (_, name))| name).collect();
            let all = all.join(", ");
            let sent = fields
                .get(key)
                .ok_or_else(|| format!("'{key}' is missing: it must be one of {all}"))?;
            let word: Option<String> = serde_json::from_str(sent.get()).ok();
            let (choice, _) = choices()
                .find(|&(_, (_, name))| word.as_deref() == Some(name))
                .ok_or_else(|| {
                    format!("'{key}' must be one of {all}, not {}", clip(sent.get()))
                })?;
            self.gather_keys(choice, fields, keys)?;
        }
        for (key, field) in schema["properties"].as_object().into_iter().flatten() {
            let is_needed = list_values(&schema["required"])
                .iter()
                .any(|needed| needed == key);
            keys.insert(key, (field, is_needed));
        }
        Ok(())
    }

    /// Checks `value`, called `name` in messages.
    fn check_value(
        &self,
        name: &str,
        schema: &Value,
        value: &RawValue,
    ) -> Result<(), String> {
        let schema = self.resolve_schema(schema);
        if !accepts_value(schema, value) {
            return Err(format!(
                "{name} must be {}, not {}",
                types_in_words(schema),
                clip(value.get())
            ));
        }
        for (at, item) in array_items(schema, value).into_iter().enumerate() {
            let of_item = list_values(&schema["prefixItems"])
                .get(at)
                .unwrap_or(&schema["items"]);
            self.check_value(&format!("item {} of {name}", at + 1), of_item, item)?;
        }
        Ok(())
    }
}

fn list_values(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The key of `choice` with a single allowed name, and that name.
fn tag_of_choice(choice: &Value) -> Option<(&str, &str)> {
    let mut fields = choice["properties"].as_object()?.iter();
    fields.find_map(|(key, field)| match list_values(&field["enum"]) {
        [Value::String(name)] => Some((key.as_str(), name.as_str())),
        _ => None,
    })
}

/// The types that `schema` accepts; empty if it accepts all.
fn list_types(schema: &Value) -> Vec<&str> {
    match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    }
}

/// The largest whole number that `schema` accepts.
fn largest_number(schema: &Value) -> u64 {
    if schema["format"]
        .as_str()
        .is_some_and(|format| format.ends_with("32"))
    {
        u32::MAX.into()
    } else {
        u64::MAX
    }
}

/// The items of a list, if `schema` describes them.
fn array_items<'v>(schema: &Value, value: &'v RawValue) -> Vec<&'v RawValue> {
    let is_said = schema["prefixItems"].is_array() || schema["items"].is_object();
    let is_list = is_said && value.get().starts_with('[');
    if is_list {
        serde_json::from_str(value.get()).unwrap_or_default()
    } else {
        Vec::new()
    }
}

/// True if `schema` accepts `value`, apart from its items.
fn accepts_value(schema: &Value, value: &RawValue) -> bool {
    let (types, text) = (list_types(schema), value.get());
    let least = || schema["minimum"].as_f64().unwrap_or(f64::MIN);
    let is_of = |&kind: &&str| match kind {
        "string" => text.starts_with('"'),
        "integer" => text
            .parse()
            .is_ok_and(|number: u64| number <= largest_number(schema)),
        "number" => text
            .parse()
            .is_ok_and(|number: f64| number.is_finite() && number >= least()),
        "boolean" => matches!(text, "true" | "false"),
        "array" => {
            let needed = list_values(&schema["prefixItems"]).len();
            text.starts_with('[')
                && (needed == 0 || array_items(schema, value).len() == needed)
        }
        "object" => text.starts_with('{'),
        _ => text == "null",
    };
    types.is_empty() || types.iter().any(is_of)
}

/// The types that `schema` accepts, in words.
fn types_in_words(schema: &Value) -> String {
    let word = |kind| match kind {
        "string" => Some("text".to_owned()),
        "integer" => Some(format!(
            "a whole number from 0 to {}",
            largest_number(schema)
        )),
        "number" => Some(match &schema["minimum"] {
            Value::Null => "a number".to_owned(),
            least => format!("a number of at least {least}"),
        }),
        "boolean" => Some("true or false".to_owned()),
        "array" => Some(match list_values(&schema["prefixItems"]).len() {
            0 => "a list".to_owned(),
            items => format!("a list of {items} items"),
        }),
        "object" => Some("an object".to_owned()),
        // Null needs no mention.
        _ => None,
    };
    list_types(schema)
        .into_iter()
        .filter_map(word)
        .collect::<Vec<_>>()
        .join(" or ")
}

/// Maximum number of keys of an object: more than any schema has.
const MAX_KEYS: usize = 64;

/// The fields of an object, without duplicate keys. The values are slices of the request.
pub(crate) struct RequestFields<'b>(pub(crate) BTreeMap<String, &'b RawValue>);

impl<'de> Deserialize<'de> for RequestFields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(RequestFieldsVisitor)
    }
}

struct RequestFieldsVisitor;

impl<'de> Visitor<'de> for RequestFieldsVisitor {
    type Value = RequestFields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(
        self,
        mut map: A,
    ) -> Result<RequestFields<'de>, A::Error> {
        let mut fields = BTreeMap::new();
        while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
            if fields.contains_key(&key) {
                return Err(A::Error::custom(format!("duplicate key '{}'", clip(&key))));
            }
            if fields.len() == MAX_KEYS {
                return Err(A::Error::custom(format!("more than {MAX_KEYS} keys")));
            }
            fields.insert(key, value);
        }
        Ok(RequestFields(fields))
    }
}

/// A value that is sent as text or as JSON, as text.
#[derive(Debug)]
pub(crate) struct TextOrJson(pub(crate) String);

impl<'de> Deserialize<'de> for TextOrJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Box::<str>::from(Box::<RawValue>::deserialize(deserializer)?);
        if text.starts_with('"') {
            return serde_json::from_str(&text)
                .map(TextOrJson)
                .map_err(D::Error::custom);
        }
        Ok(TextOrJson(text.into()))
    }
}
