//! The brackets of a text in any language, and the words in them.

/// A bracket, with its words and the brackets in it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Bracket {
    /// Words, in rows that `|` or `;` separate.
    pub(super) rows: Vec<Vec<String>>,
    pub(super) inner: Vec<Bracket>,
    /// Words between the previous bracket beside it and this one.
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
    let mut reader = BracketReader::default();
    let mut rest = text.char_indices().peekable();
    let mut is_line_start = true;
    while let Some((at, c)) = rest.next() {
        let tail = text.get(at..).unwrap_or_default();
        if let Some(length) = comment_length(tail, is_line_start) {
            let end = at + length;
            while rest.next_if(|&(at, _)| at < end).is_some() {}
            is_line_start = true;
            continue;
        }
        is_line_start = c == '\n' || (is_line_start && c.is_whitespace());
        let innermost = &mut reader.innermost;
        match c {
            // A list of Lisp.
            '\'' | '`' if is_quoted_list(tail) => {}
            // Within a word it is a character, such as an apostrophe.
            '"' | '\'' | '`' if innermost.word.is_empty() => {
                let string: String = rest
                    .by_ref()
                    .map(|(_, c)| c)
                    .take_while(|&other| other != c)
                    .collect();
                innermost.add_string(string);
            }
            '(' | '[' | '{' => reader.open_bracket(c)?,
            ')' | ']' | '}' => reader.close_bracket(c)?,
            ',' => innermost.end_word(),
            ';' | '|' => innermost.end_row(),
            c if c.is_whitespace() => innermost.end_word(),
            c => innermost.word.push(c),
        }
    }
    reader.finish()
}

/// Returns true for the quotation mark of `'(a b)`, and not for that of `'('`.
fn is_quoted_list(text: &str) -> bool {
    let mut signs = text.chars().skip(1);
    signs.next() == Some('(') && !matches!(signs.next(), Some('\'' | '`'))
}

/// Returns the length of the comment at the beginning of `text`, without the end of its
/// line; `None` if there is no comment.
fn comment_length(text: &str, is_line_start: bool) -> Option<usize> {
    if text.starts_with("/*") {
        return Some(text.find("*/").map_or(text.len(), |end| end + 2));
    }
    // Elsewhere in a line these signs are operators, or a hash is a character.
    let is_line_comment = is_line_start
        && !is_lisp_array(text)
        && ["--", "%", "#", ";;"]
            .iter()
            .any(|sign| text.starts_with(sign));
    if is_line_comment || text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    None
}

/// Returns true if `text` begins with a vector or an array of Lisp: `#(`, `#2A(`.
fn is_lisp_array(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|rest| {
        rest.trim_start_matches(|c: char| c.is_ascii_digit())
            .trim_start_matches('A')
            .starts_with('(')
    })
}

/// The brackets that are open at a position of a text.
#[derive(Default)]
struct BracketReader {
    /// Open brackets around the innermost one. The first one is the text itself.
    outer: Vec<OpenBracket>,
    innermost: OpenBracket,
}

impl BracketReader {
    /// Opens a bracket; `None` if it is too deep.
    fn open_bracket(&mut self, sign: char) -> Option<()> {
        if self.outer.len() >= MAX_DEPTH {
            return None;
        }
        self.innermost.drop_name();
        let opened = OpenBracket {
            sign: Some(sign),
            ..OpenBracket::default()
        };
        self.outer
            .push(std::mem::replace(&mut self.innermost, opened));
        Some(())
    }

    /// Closes the innermost bracket; `None` if it was opened by another sign.
    fn close_bracket(&mut self, sign: char) -> Option<()> {
        let parent = self.outer.pop()?;
        let closed = std::mem::replace(&mut self.innermost, parent);
        let is_pair = matches!(
            (closed.sign, sign),
            (Some('('), ')') | (Some('['), ']') | (Some('{'), '}')
        );
        if !is_pair {
            return None;
        }
        self.innermost.add_bracket(closed.into_bracket());
        Some(())
    }

    /// Returns the whole text as a bracket; `None` if another one is still open.
    fn finish(self) -> Option<Bracket> {
        self.outer.is_empty().then(|| self.innermost.into_bracket())
    }
}

/// A bracket that is not closed yet.
#[derive(Default)]
struct OpenBracket {
    /// Sign that opened it; `None` for the text itself.
    sign: Option<char>,
    /// Word that is not ended yet.
    word: String,
    /// Words of the row that is not ended yet.
    words: Vec<String>,
    bracket: Bracket,
    /// Words since the last bracket in it.
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

    /// Adds a string: it is one word, even if it is empty or has blanks.
    fn add_string(&mut self, string: String) {
        self.words.push(string);
    }

    fn end_row(&mut self) {
        self.end_word();
        if !self.words.is_empty() {
            self.bracket.rows.push(std::mem::take(&mut self.words));
        }
    }

    /// Drops the name of a call or type before a bracket: `new int[]`, `List.of`. A
    /// number is no name, and stays a word.
    fn drop_name(&mut self) {
        let word = std::mem::take(&mut self.word);
        self.before += " ";
        self.before += &word;
        let is_number = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
        if self.sign.is_some() && is_number {
            self.words.push(word);
        }
    }

    /// Adds a bracket that was closed in this one.
    fn add_bracket(&mut self, mut closed: Bracket) {
        closed.before = std::mem::take(&mut self.before);
        // A call or dimension with one word, such as `int64(2)`, is that word.
        match closed.words() {
            Some([word]) if self.sign.is_some() => self.words.push(word.clone()),
            // `"AABB".toCharArray()`
            _ if closed.rows.is_empty() && closed.inner.is_empty() => {}
            _ => self.bracket.inner.push(closed),
        }
    }

    fn into_bracket(mut self) -> Bracket {
        self.end_row();
        self.bracket
    }
}
