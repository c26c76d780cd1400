//! YAML as people write it: maps and lists by indentation, flow lists and maps, quoted
//! words, comments, and texts behind `|`.

use super::super::{json, values};
use super::{FormResult, objects};
use serde_json::{Map, Value};

/// Deepest level of maps and lists.
const MAX_DEPTH: usize = 32;

/// Reads the puzzles of a text; `None` if one of its documents is no YAML with maps of
/// regions.
pub(super) fn read(text: &str, stars: Option<u32>) -> FormResult {
    let mut all = Vec::new();
    for value in parse(text)? {
        let found = match json::puzzles(&value, stars) {
            Ok(found) => found,
            Err(_) => match objects::of_value(&value, stars)? {
                Ok(found) => found,
                Err(error) => return Some(Err(error)),
            },
        };
        all.extend(found);
    }
    (!all.is_empty()).then_some(Ok(all))
}

/// A line without its comment.
#[derive(Clone)]
struct YamlLine {
    indent: usize,
    text: String,
    /// The line with everything in it, for texts behind `|`.
    raw: String,
}

/// Reads the documents of a text; `None` if a line has no meaning.
fn parse(text: &str) -> Option<Vec<Value>> {
    let lines: Vec<YamlLine> = text
        .lines()
        .map(|line| YamlLine {
            indent: line.len() - line.trim_start().len(),
            text: without_comment(line).trim().to_owned(),
            raw: line.to_owned(),
        })
        .filter(|line| !line.text.is_empty())
        .collect();
    lines
        .split(|line| ["---", "..."].contains(&line.text.as_str()))
        .filter(|document| !document.is_empty())
        .map(|document| parse_document(document.to_vec()))
        .collect()
}

fn parse_document(lines: Vec<YamlLine>) -> Option<Value> {
    let indent = lines.first()?.indent;
    let mut reader = YamlReader { lines, next: 0 };
    let value = reader.block(indent, 0)?;
    (reader.next == reader.lines.len()).then_some(value)
}

/// Removes a comment: `#` at the beginning or behind a blank, outside quotation marks.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        match quote {
            None if c == '#' && before.is_whitespace() => {
                return line.get(..at).unwrap_or_default();
            }
            None if matches!(c, '"' | '\'') && !before.is_alphanumeric() => {
                quote = Some(c);
            }
            Some(mark) if mark == c => quote = None,
            _ => {}
        }
        before = c;
    }
    line
}

struct YamlReader {
    lines: Vec<YamlLine>,
    next: usize,
}

impl YamlReader {
    fn line(&self) -> Option<&YamlLine> {
        self.lines.get(self.next)
    }

    /// Reads a map, a list or a word whose first line has this indentation.
    fn block(&mut self, indent: usize, depth: usize) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        let first = &self.line()?.text;
        if is_item(first) {
            self.list(indent, depth)
        } else if split_key(first).is_some() {
            self.map(indent, depth)
        } else {
            let word = scalar(first)?;
            self.next += 1;
            Some(word)
        }
    }

    fn list(&mut self, indent: usize, depth: usize) -> Option<Value> {
        let mut list = Vec::new();
        while let Some(line) = self
            .line()
            .filter(|line| line.indent == indent && is_item(&line.text))
        {
            let rest = line.text.strip_prefix('-')?.trim_start().to_owned();
            if rest.is_empty() {
                self.next += 1;
                let inner = self.line().map(|line| line.indent)?;
                list.push(self.block(inner, depth + 1)?);
                continue;
            }
            // The rest of the line is the first line of the item.
            let inner = indent + line.text.len() - rest.len();
            let item = self.lines.get_mut(self.next)?;
            (item.indent, item.text) = (inner, rest);
            list.push(self.block(inner, depth + 1)?);
        }
        Some(Value::Array(list))
    }

    fn map(&mut self, indent: usize, depth: usize) -> Option<Value> {
        let mut map = Map::new();
        while let Some(line) = self
            .line()
            .filter(|line| line.indent == indent && !is_item(&line.text))
        {
            let (key, rest) = split_key(&line.text)?;
            let (key, rest) = (key.to_owned(), rest.to_owned());
            self.next += 1;
            let value = match rest.as_str() {
                "" => self.value_below(indent, depth)?,
                "|" | "|-" | ">" | ">-" => self.text_below(indent),
                word => scalar(word)?,
            };
            // The second of two equal keys must not hide the first.
            if map.insert(key, value).is_some() {
                return None;
            }
        }
        Some(Value::Object(map))
    }

    /// Reads the value of a key that has nothing behind it in its line. A list may have
    /// the indentation of the key.
    fn value_below(&mut self, indent: usize, depth: usize) -> Option<Value> {
        match self.line() {
            Some(line)
                if line.indent > indent
                    || (line.indent == indent && is_item(&line.text)) =>
            {
                let inner = line.indent;
                self.block(inner, depth + 1)
            }
            _ => Some(Value::Null),
        }
    }

    /// Takes the lines of a text.
    fn text_below(&mut self, indent: usize) -> Value {
        let mut text = Vec::new();
        while let Some(line) = self.line().filter(|line| line.indent > indent) {
            text.push(line.raw.trim().to_owned());
            self.next += 1;
        }
        Value::String(text.join("\n"))
    }
}

fn is_item(text: &str) -> bool {
    text == "-" || text.starts_with("- ")
}

/// Splits `key: value` and `key:`.
fn split_key(text: &str) -> Option<(&str, &str)> {
    if text.starts_with(['[', '{']) {
        return None;
    }
    let (key, rest) = text
        .split_once(": ")
        .or_else(|| Some((text.strip_suffix(':')?, "")))?;
    let key = key.trim().trim_matches(['"', '\'']);
    (!key.is_empty()).then_some((key, rest.trim()))
}

/// Reads a word, a number, or a flow list or map.
fn scalar(word: &str) -> Option<Value> {
    if word.starts_with(['[', '{']) {
        let mut found = values::read(word).ok()?;
        return found
            .pop()
            .map(|(_, value)| value)
            .filter(|_| found.is_empty());
    }
    let plain = word.trim_matches(['"', '\'']);
    match plain.parse::<u64>() {
        Ok(number) if plain == word => Some(number.into()),
        _ => Some(plain.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::{parse, read};
    use serde_json::json;

    #[test]
    fn reads_maps_and_lists_by_indentation() {
        for (text, expected) in [
            (
                "size: 5\nrows:\n  - AB\n  - \"C#\"\n",
                json!({"size": 5, "rows": ["AB", "C#"]}),
            ),
            (
                "rows:\n- a # first\n- b\nn: 2",
                json!({"rows": ["a", "b"], "n": 2}),
            ),
            ("- - 1\n  - 2\n- - 3\n", json!([[1, 2], [3]])),
            (
                "- row: 0\n  col: 1\n- {row: 1, col: 2}\n",
                json!([{"row": 0, "col": 1}, {"row": 1, "col": 2}]),
            ),
            (
                "a:\n  b: [1, x]\n  c:\n",
                json!({"a": {"b": [1, "x"], "c": null}}),
            ),
            (
                "---\ngrid: |\n  AB\n  C#\nn: 2\n",
                json!({"grid": "AB\nC#", "n": 2}),
            ),
        ] {
            assert_eq!(parse(text), Some(vec![expected]), "{text}");
        }
        for text in ["a: 1\n  b: 2\n", "a: [1, 2\n", "a: 1\nb\n", "a: 1\na: 2\n"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn reads_each_document() {
        let text = "---\na: 1\n--- # second\na: 2\n...\n";
        assert_eq!(parse(text), Some(vec![json!({"a": 1}), json!({"a": 2})]));
        assert_eq!(parse("a: 1\n---\na: [\n"), None);
        assert_eq!(parse(""), Some(Vec::new()));
        let puzzle =
            |last: &str| format!("regions: |\n  AABB\n  AABB\n  CCDD\n  {last}\n");
        let (first, second) = (puzzle("CCDD"), puzzle("CCCD"));
        let both = read(&format!("{first}---\n{second}"), None).map(|read| {
            let found = read.expect("two puzzles");
            found.len()
        });
        assert_eq!(both, Some(2));
        assert!(read(&format!("{first}{second}"), None).is_none());
        assert!(
            read(&format!("{first}---\na: 1\n"), None).is_none_or(|read| read.is_err())
        );
    }
}
