//! The tags of a page or an XML file.

use queens_formats::read::unescaped;

/// A tag.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct PageElement {
    /// Lower case; `/name` for a closing tag.
    pub(super) name: String,
    /// Names in lower case.
    attributes: Vec<(String, String)>,
}

impl PageElement {
    /// Value of an attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Names and values of all attributes.
    pub(super) fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.attributes
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Value of the first of these attributes that is a number.
    pub(super) fn number(&self, names: &[&str]) -> Option<u32> {
        names
            .iter()
            .find_map(|name| self.attribute(name)?.trim().parse().ok())
    }
}

/// Reads all tags in order, without those of comments and scripts.
pub(super) fn read(page: &str) -> Vec<PageElement> {
    let mut elements = Vec::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once('<') {
        if let Some(comment) = after.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, rest)| rest);
            continue;
        }
        let (element, behind) = tag(after);
        rest = match element.name.as_str() {
            "script" | "style" => {
                let end = format!("</{}", element.name);
                behind.split_once(&end).map_or("", |(_, rest)| rest)
            }
            _ => behind,
        };
        elements.push(element);
    }
    elements
}

/// Returns what is between the tags of each element of this name, up to its first end tag.
pub(super) fn contents<'p>(page: &'p str, name: &str) -> Vec<&'p str> {
    let (begin, end) = (format!("<{name}"), format!("</{name}"));
    let mut contents = Vec::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once(begin.as_str()) {
        rest = after;
        if !after.starts_with(|c: char| c.is_whitespace() || c == '>') {
            continue;
        }
        let Some((_, inner)) = after.split_once('>') else {
            break;
        };
        let (content, behind) = inner.split_once(end.as_str()).unwrap_or((inner, ""));
        contents.push(content);
        rest = behind;
    }
    contents
}

/// Reads a tag behind its `<`; returns the text behind its end, too.
fn tag(text: &str) -> (PageElement, &str) {
    let is_end = |c: char| c.is_whitespace() || c == '>';
    let (name, mut rest) = control::split_before(text, is_end);
    let mut element = PageElement {
        name: name.trim_end_matches('/').to_lowercase(),
        attributes: Vec::new(),
    };
    if let Some(closing) = name.strip_prefix('/') {
        element.name = format!("/{}", closing.to_lowercase());
    }
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        if rest.is_empty() {
            return (element, rest);
        }
        if let Some(behind) = rest.strip_prefix('>') {
            return (element, behind);
        }
        let (name, behind) =
            control::split_before(rest, |c: char| c.is_whitespace() || "=>/".contains(c));
        let (value, behind) = match behind.trim_start().strip_prefix('=') {
            Some(value) => attribute_value(value.trim_start()),
            None => ("", behind),
        };
        // A stray sign must not stop the reading.
        let behind = if behind.len() == rest.len() {
            behind.strip_prefix(|_| true).unwrap_or_default()
        } else {
            behind
        };
        element
            .attributes
            .push((name.to_lowercase(), unescaped(value)));
        rest = behind;
    }
}

/// Splits off the value of an attribute.
fn attribute_value(text: &str) -> (&str, &str) {
    for quote in ['"', '\''] {
        if let Some(value) = text.strip_prefix(quote) {
            return value.split_once(quote).unwrap_or((value, ""));
        }
    }
    control::split_before(text, |c: char| c.is_whitespace() || c == '>')
}
