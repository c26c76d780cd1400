//! JSON: one document, or one object a line. Rows and columns count from 0.

use super::line::has_one_per_row;
use super::{Renderer, Summary};
use queens_engines::question::{
    Answer, Certificate, Congruence, Pigeonhole, Question, Verdict,
};
use queens_model::placement::Placement;
use queens_model::problem::{Problem, Unit, Violation};
use queens_model::reference::{self, Published};
use queens_model::relative::Group;
use queens_model::square::Square;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Schema of a whole document.
pub(crate) const DOCUMENT_SCHEMA: &str = "queens/solutions/1";
/// Schema of one line of NDJSON.
pub(crate) const OBJECT_SCHEMA: &str = "queens/solution/1";
/// Schema of the last line of NDJSON, if the list is incomplete.
pub(crate) const ENDING_SCHEMA: &str = "queens/solutions-ending/1";

/// Renderer of one document with a solution a line.
pub(super) struct DocumentRenderer<'p> {
    problem: &'p Problem,
    first: bool,
    /// The solution, written as a whole.
    line: String,
}

impl<'p> DocumentRenderer<'p> {
    pub(super) fn new(problem: &'p Problem) -> Self {
        DocumentRenderer {
            problem,
            first: true,
            line: String::new(),
        }
    }

    fn begin_entry(&mut self) {
        self.line.clear();
        self.line
            .push_str(if self.first { "\n    {" } else { ",\n    {" });
        self.first = false;
    }

    fn write_entry(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.line.push('}');
        out.write_all(self.line.as_bytes())
    }

    fn write_summary(&self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let close = if self.first { "]" } else { "\n  ]" };
        let Summary { solutions, outcome } = summary;
        let complete = outcome.is_complete();
        writeln!(
            out,
            "{close},\n  \"count\": {solutions},\n  \"complete\": {complete},"
        )?;
        write!(out, "  \"outcome\": \"{outcome}\"")
    }

    fn write_head(
        &self,
        question: Option<Question>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let problem = serde_json::to_string(&self.problem.to_string())?;
        let (rows, columns) = (self.problem.rows(), self.problem.columns());
        writeln!(
            out,
            "{{\n  \"schema\": \"{DOCUMENT_SCHEMA}\",\n  \"problem\": {problem},"
        )?;
        if let Some(question) = question {
            writeln!(out, "  \"question\": \"{question}\",")?;
        }
        write!(out, "  \"size\": [{rows}, {columns}],\n  \"solutions\": [")
    }
}

impl Renderer for DocumentRenderer<'_> {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.write_head(None, out)
    }

    fn begin_with(&mut self, question: Question, out: &mut dyn Write) -> io::Result<()> {
        self.write_head(question.names_its_list().then_some(question), out)
    }

    fn solution(&mut self, placement: &Placement, out: &mut dyn Write) -> io::Result<()> {
        self.begin_entry();
        push_queens(placement, self.problem.rows(), &mut self.line);
        self.write_entry(out)
    }

    fn groups(&mut self, groups: &[Group], out: &mut dyn Write) -> io::Result<()> {
        self.begin_entry();
        push_groups(groups, &mut self.line);
        self.write_entry(out)
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        self.write_summary(summary, out)?;
        out.write_all(b"\n}\n")
    }

    fn end_with(
        &mut self,
        summary: &Summary,
        answer: &Answer,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.write_summary(summary, out)?;
        let published = published_value(self.problem, answer);
        let verdict = match &published {
            Some(published) if published.value == 1 => Verdict::OnlyOne,
            Some(published) => Verdict::AtLeast(published.value),
            None => answer.verdict(),
        };
        write!(
            out,
            ",\n  \"verdict\": \"{verdict}\",\n  \"engine\": \"{}\"",
            answer.engine
        )?;
        if let Some(value) = answer.value() {
            write!(out, ",\n  \"value\": {value}")?;
        }
        if let Some(bound) = answer.bound() {
            write!(out, ",\n  \"bound\": {bound}")?;
        }
        if let Some(Published { value, name, .. }) = &published {
            write!(
                out,
                ",\n  \"published\": \"{value}\",\n  \"source\": \"{name}\""
            )?;
        }
        if let Some(proof) = &answer.certificate {
            write!(out, ",\n  \"proof\": {}", proof_value(proof))?;
        }
        out.write_all(b"\n}\n")
    }
}

/// Returns the published number of solutions for a question that shows one of them.
fn published_value(problem: &Problem, answer: &Answer) -> Option<Published> {
    if answer.count == 0 || !answer.is_complete() {
        return None;
    }
    let has_best = problem.rules().is_some_and(|rules| rules.best.is_some());
    match answer.question {
        // Published numbers are not those of sets that are no solutions.
        Question::Uncompletable => None,
        _ if has_best => None,
        _ => reference::published(&problem.normalized()),
    }
}

/// Returns a proof that there is no solution, as JSON; without a refutation, which is too
/// long.
fn proof_value(proof: &Certificate) -> Value {
    let mut value = proof_figures(proof);
    value["kind"] = json!(proof.kind());
    value
}

/// Returns the figures of a proof; none of those without figures, or whose proof is too
/// long.
fn proof_figures(proof: &Certificate) -> Value {
    match proof {
        Certificate::Givens(Violation::Attack(one, other)) => {
            let squares = [one, other].map(square_pair);
            json!({ "squares": squares })
        }
        Certificate::Givens(clash) => json!({ "broken": clash.to_string() }),
        Certificate::NoSquare(Unit::Row(row)) => json!({ "row": row }),
        Certificate::NoSquare(Unit::Column(column)) => json!({ "column": column }),
        Certificate::NoSquare(unit) => json!({ "unit": unit.to_string() }),
        Certificate::Quadratic(bound) => json!({
            "queens": bound.queens,
            "sum": bound.sum,
            "difference": bound.difference,
            "needed": bound.needed,
            "least": bound.least,
            "multipliers": bound.multipliers,
        }),
        Certificate::Lines(bound) => json!({
            "queens": bound.queens,
            "square": bound.one,
            "all": bound.all,
            "rows": bound.rows,
            "columns": bound.columns,
            "sums": bound.sums,
            "differences": bound.differences,
        }),
        Certificate::Diagonals(sums) => json!({
            "queens": sums.queens,
            "sums": sums.sums,
            "differences": sums.differences,
            "sum": sums.sum,
            "difference": sums.difference,
            "squares": sums.squares,
        }),
        Certificate::Congruence(Congruence::Sum) => json!({ "of": "sum" }),
        Certificate::Congruence(Congruence::Squares) => json!({ "of": "squares" }),
        Certificate::Pigeonhole(Pigeonhole { least, most }) => {
            json!({ "least": least, "most": most })
        }
        Certificate::Clique(squares) => {
            let squares: Vec<_> = squares.squares().iter().map(square_pair).collect();
            json!({ "squares": squares })
        }
        _ => json!({}),
    }
}

fn square_pair(square: &Square) -> [u32; 2] {
    [square.row, square.column]
}

/// Renderer of one object a line.
pub(super) struct ObjectRenderer {
    rows: u32,
    /// The field of the size, between that of the number and the queens.
    size: String,
    written: u64,
    /// The object, written as a whole.
    line: String,
}

impl ObjectRenderer {
    pub(super) fn new(problem: &Problem) -> Self {
        let (rows, columns) = (problem.rows(), problem.columns());
        let size = format!(",\"size\":[{rows},{columns}],");
        ObjectRenderer {
            rows,
            size,
            written: 0,
            line: String::new(),
        }
    }

    fn begin_line(&mut self) {
        self.written += 1;
        self.line.clear();
        self.line.push_str("{\"schema\":\"");
        self.line.push_str(OBJECT_SCHEMA);
        self.line.push_str("\",\"number\":");
        self.line.push_str(itoa::Buffer::new().format(self.written));
        self.line.push_str(&self.size);
    }

    fn write_line(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.line.push_str("}\n");
        out.write_all(self.line.as_bytes())
    }
}

impl Renderer for ObjectRenderer {
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn solution(&mut self, placement: &Placement, out: &mut dyn Write) -> io::Result<()> {
        self.begin_line();
        push_queens(placement, self.rows, &mut self.line);
        self.write_line(out)
    }

    fn groups(&mut self, groups: &[Group], out: &mut dyn Write) -> io::Result<()> {
        self.begin_line();
        push_groups(groups, &mut self.line);
        self.write_line(out)
    }

    /// Marks an incomplete list by an object of its own.
    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let Summary { solutions, outcome } = summary;
        if outcome.is_complete() {
            return Ok(());
        }
        writeln!(
            out,
            "{{\"schema\":\"{ENDING_SCHEMA}\",\"count\":{solutions},\"complete\":false,\"outcome\":\"{outcome}\"}}"
        )
    }
}

/// Appends `"columns":[...],"queens":[[row,column],...]`, the first only if no row has
/// two queens.
fn push_queens(placement: &Placement, rows: u32, line: &mut String) {
    if has_one_per_row(placement) {
        let mut squares = placement.squares().iter().peekable();
        line.push_str("\"columns\":[");
        for row in 0..rows {
            if row > 0 {
                line.push(',');
            }
            match squares.next_if(|square| square.row == row) {
                Some(square) => push_number(square.column, line),
                None => line.push_str("null"),
            }
        }
        line.push_str("],");
    }
    push_squares("queens", placement, line);
}

/// Appends `"groups":[{"name":"white","squares":[[row,column],...]},...]`.
fn push_groups(groups: &[Group], line: &mut String) {
    line.push_str("\"groups\":[");
    for (i, Group { kind, placement }) in groups.iter().enumerate() {
        let comma = if i > 0 { "," } else { "" };
        line.push_str(&format!("{comma}{{\"name\":\"{kind}\","));
        push_squares("squares", placement, line);
        line.push('}');
    }
    line.push(']');
}

/// Appends `"name":[[row,column],...]`.
fn push_squares(name: &str, placement: &Placement, line: &mut String) {
    line.push_str(&format!("\"{name}\":["));
    for (i, square) in placement.squares().iter().enumerate() {
        if i > 0 {
            line.push(',');
        }
        line.push('[');
        push_number(square.row, line);
        line.push(',');
        push_number(square.column, line);
        line.push(']');
    }
    line.push(']');
}

/// Appends a number. A digit is stored; text is copied by a call, which costs more.
fn push_number(number: u32, line: &mut String) {
    match number {
        digit @ ..10 => line.push(char::from(b'0' + digit as u8)),
        _ => line.push_str(itoa::Buffer::new().format(number)),
    }
}
