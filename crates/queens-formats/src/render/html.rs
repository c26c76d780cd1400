//! A web page: one table row for each solution, in order, as it is found.
//!
//! The page follows Tom Myers' stylesheet ("N-Queens revision on xt", XSL-List, 20 Nov
//! 1999): a sentence that states the question, and one long table whose cells are the
//! columns of the queens, from 1. The table has a fixed layout, so that a browser can
//! show its rows while they arrive.

use super::line::list_tokens;
use super::{Renderer, Summary};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::relative::Group;
use std::fmt;
use std::io::{self, Write};

const STYLESHEET: &str = include_str!("page.css");

/// Text that is safe in HTML and XML, also inside quotes.
///
/// ```
/// use queens::render::html::Escaped;
/// assert_eq!(Escaped("a < \"b\"").to_string(), "a &lt; &quot;b&quot;");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'t>(pub &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let escape_of = |c| match c {
            '&' => Some("&amp;"),
            '<' => Some("&lt;"),
            '>' => Some("&gt;"),
            '"' => Some("&quot;"),
            '\'' => Some("&#39;"),
            '\n' => Some("&#10;"),
            '\r' => Some("&#13;"),
            _ => None,
        };
        for piece in self.0.split_inclusive(|c| escape_of(c).is_some()) {
            match piece.chars().next_back().and_then(escape_of) {
                Some(escape) => {
                    f.write_str(piece.get(..piece.len() - 1).unwrap_or_default())?;
                    f.write_str(escape)?;
                }
                None => f.write_str(piece)?,
            }
        }
        Ok(())
    }
}

/// Returns the beginning of a page called `title`, up to the open `main` element;
/// [`FOOT`] closes it.
#[must_use]
pub fn head(title: &str) -> String {
    let title = Escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <style>\n{STYLESHEET}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    )
}

/// End of a page that [`head`] began.
pub const FOOT: &str = "</main>\n</body>\n</html>\n";

/// Renderer of the page.
pub(super) struct PageRenderer<'p> {
    problem: &'p Problem,
    /// True if the table has begun.
    has_table: bool,
}

/// Explanation of a table of solutions.
const ROWS_OF_SOLUTIONS: &str = "Each line of the table is a solution. Its cells are the rows of the board: the number is \
                                 the column of the queen, counted from 1.";

/// Explanation of a table of groups.
const ROWS_OF_GROUPS: &str = "Each line of the table has the squares of one group.";

impl<'p> PageRenderer<'p> {
    pub(super) fn new(problem: &'p Problem) -> Self {
        PageRenderer {
            problem,
            has_table: false,
        }
    }

    fn page_title(&self) -> String {
        if self.problem.is_standard() {
            let size = self.problem.rows();
            return format!("{size} {}", if size == 1 { "queen" } else { "queens" });
        }
        let text = self.problem.to_string();
        text.lines().next().unwrap_or_default().to_owned()
    }

    /// Begins the table with its explanation, unless it has begun.
    fn begin_table(&mut self, explanation: &str, out: &mut dyn Write) -> io::Result<()> {
        if std::mem::replace(&mut self.has_table, true) {
            return Ok(());
        }
        // On a narrow page, cells get narrower down to the width of a number.
        let rows = self.problem.rows().min(1_000);
        let (width, least) = (3 * rows + 5, 3 * rows / 2 + 4);
        let text = self.problem.to_string();
        let problem = Escaped(&text);
        writeln!(out, "<p>{explanation}</p>")?;
        writeln!(
            out,
            "<table style=\"width: {width}em; min-width: {least}em\" data-problem=\"{problem}\">\n<tbody>"
        )
    }
}

impl Renderer for PageRenderer<'_> {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let text = self.problem.to_string();
        out.write_all(head(&self.page_title()).as_bytes())?;
        if text.contains('\n') {
            // Inside `pre` a line end is a line end.
            let lines: Vec<_> =
                text.lines().map(|line| Escaped(line).to_string()).collect();
            writeln!(out, "<pre>{}</pre>", lines.join("\n"))?;
        }
        Ok(())
    }

    fn solution(&mut self, placement: &Placement, out: &mut dyn Write) -> io::Result<()> {
        self.begin_table(ROWS_OF_SOLUTIONS, out)?;
        out.write_all(b"<tr>")?;
        for token in list_tokens(placement, self.problem.rows()) {
            write!(out, "<td>{token}</td>")?;
        }
        out.write_all(b"</tr>\n")
    }

    fn groups(&mut self, groups: &[Group], out: &mut dyn Write) -> io::Result<()> {
        if groups.is_empty() {
            return self.solution(&Placement::default(), out);
        }
        self.begin_table(ROWS_OF_GROUPS, out)?;
        for Group { kind, placement } in groups {
            write!(out, "<tr><th>{kind}</th>")?;
            placement
                .squares()
                .iter()
                .try_for_each(|square| write!(out, "<td>{square}</td>"))?;
            out.write_all(b"</tr>\n")?;
        }
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        self.begin_table(ROWS_OF_SOLUTIONS, out)?;
        let summary = summary.to_string();
        let summary = Escaped(&summary);
        writeln!(out, "</tbody>\n</table>\n<p class=\"count\">{summary}</p>")?;
        writeln!(
            out,
            "<footer>After the stylesheet of Tom Myers, <cite>N-Queens revision on xt</cite>, XSL-List, \
             20 November 1999.</footer>"
        )?;
        out.write_all(FOOT.as_bytes())
    }
}
