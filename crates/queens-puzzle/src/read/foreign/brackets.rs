//! The brackets of a text in any language, and the words in them.

/// A bracket, with its words and the brackets in it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Bracket {
    /// Words, in rows that `|` or `;` separate.
    pub(super) rows: Vec<Vec<String>>,
    pub(super) inner: Vec<Bracket>,
    /// Text before the bracket, up to the one before it.
    pub(super) before: String,
}

impl Bracket {
    /// Returns the words of a bracket without others in it and without rows.
    pub(super) fn words(&self) -> Option<&[String]> {
        match &self.rows[..] {
            [words] if self.inner.is_empty() => Some(words),
            _ => None,
        }
    }
}

/// Deepest level of brackets.
const MAX_DEPTH: usize = 32;

/// Reads all brackets; `None` if they do not match.
pub(super) fn read(text: &str) -> Option<Bracket> {
    let mut open = vec![OpenBracket::default()];
    let mut rest = text.char_indices().peekable();
    let mut line_start = true;
    while let Some((at, c)) = rest.next() {
        let tail = text.get(at..).unwrap_or_default();
        if let Some(end) = comment_end(tail, line_start) {
            let last = at + end;
            while rest.next_if(|&(at, _)| at < last).is_some() {}
            line_start = true;
            continue;
        }
        line_start = c == '\n' || (line_start && c.is_whitespace());
        match c {
            // A list of Lisp.
            '\'' | '`' if is_quoted_list(tail) => {}
            '"' | '\'' | '`' if open.last()?.word.is_empty() => {
                let string: String = rest
                    .by_ref()
                    .map(|(_, c)| c)
                    .take_while(|&other| other != c)
                    .collect();
                open.last_mut()?.end_string(string);
            }
            '(' | '[' | '{' => {
                if open.len() > MAX_DEPTH {
                    return None;
                }
                open.last_mut()?.drop_name();
                open.push(OpenBracket {
                    sign: Some(c),
                    ..OpenBracket::default()
                });
            }
            ')' | ']' | '}' => {
                let closed = open.pop()?;
                let is_pair = matches!(
                    (closed.sign, c),
                    (Some('('), ')') | (Some('['), ']') | (Some('{'), '}')
                );
                if !is_pair {
                    return None;
                }
                open.last_mut()?.add(closed.end());
            }
            ',' => open.last_mut()?.end_word(),
            ';' | '|' => open.last_mut()?.end_row(),
            c if c.is_whitespace() => open.last_mut()?.end_word(),
            c => open.last_mut()?.word.push(c),
        }
    }
    match (open.pop(), open.pop()) {
        (Some(top), None) => Some(top.end()),
        _ => None,
    }
}

/// Returns true for the quotation mark of `'(a b)`, and not for that of `'('`.
fn is_quoted_list(text: &str) -> bool {
    let mut signs = text.chars().skip(1);
    signs.next() == Some('(') && !matches!(signs.next(), Some('\'' | '`'))
}

/// Returns the length of the comment at the beginning of `text`.
fn comment_end(text: &str, is_line_start: bool) -> Option<usize> {
    let to_line_end = || Some(text.find('\n').unwrap_or(text.len()));
    // A vector or an array of Lisp: `#(`, `#2A(`.
    let is_array = text.strip_prefix('#').is_some_and(|rest| {
        rest.trim_start_matches(|c: char| c.is_ascii_digit())
            .trim_start_matches('A')
            .starts_with('(')
    });
    let is_line = text.starts_with("//")
        || (is_line_start
            && !is_array
            && ["--", "%", "#", ";;"]
                .iter()
                .any(|sign| text.starts_with(sign)));
    match () {
        () if is_line => to_line_end(),
        () if text.starts_with("/*") => {
            Some(text.find("*/").map_or(text.len(), |end| end + 2))
        }
        () => None,
    }
}

/// A bracket that is not closed yet.
#[derive(Default)]
struct OpenBracket {
    sign: Option<char>,
    word: String,
    words: Vec<String>,
    bracket: Bracket,
    before: String,
}

impl OpenBracket {
    fn end_word(&mut self) {
        // Three dots continue a line of MATLAB.
        if !self.word.is_empty() && self.word != "..." {
            let word = std::mem::take(&mut self.word);
            self.before += " ";
            self.before += &word;
            self.words.push(word);
        }
        self.word.clear();
    }

    /// Ends a string: it is one word, even if it is empty or has blanks.
    fn end_string(&mut self, string: String) {
        self.words.push(string);
    }

    fn end_row(&mut self) {
        self.end_word();
        if !self.words.is_empty() {
            self.bracket.rows.push(std::mem::take(&mut self.words));
        }
    }

    /// Drops the name of a call or type before a bracket.
    fn drop_name(&mut self) {
        let word = std::mem::take(&mut self.word);
        self.before += " ";
        self.before += &word;
        // `new int[]`, `List.of`: words before a bracket are none of its neighbours.
        if self.sign.is_some()
            && !word.is_empty()
            && word.chars().all(|c| c.is_ascii_digit())
        {
            self.words.push(word);
        }
    }

    fn add(&mut self, mut closed: Bracket) {
        closed.before = std::mem::take(&mut self.before);
        // A call or dimension with one word, such as `int64(2)`, is that word.
        match closed.words() {
            Some([word]) if self.sign.is_some() => self.words.push(word.clone()),
            // `"AABB".toCharArray()`
            _ if closed.rows.is_empty() && closed.inner.is_empty() => {}
            _ => self.bracket.inner.push(closed),
        }
    }

    fn end(mut self) -> Bracket {
        self.end_row();
        self.bracket
    }
}
