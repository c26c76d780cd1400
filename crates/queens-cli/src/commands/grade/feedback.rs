//! A page and a `results.json` for each submission, to hand back.

use super::report::{example_board, verdict_lines};
use crate::exit::Failure;
use draft::Draft;
use queens::control::Outcome;
use queens::grade::{GradeDocument, SizeLine, SubmissionGrade};
use queens::render::html::{Escaped, FOOT, head};
use queens::render::{Format, Style, Summary, renderer};
use serde::Serialize;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Makes the folder for feedback if there is none.
pub(super) fn make_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| {
        Failure::input(format!("cannot make {}: {error}", folder.display()))
    })
}

/// Writes `NAME.html` and `NAME.json` for each submission.
pub(super) fn write_all(folder: &Path, document: &GradeDocument) -> Result<(), Failure> {
    for grade in &document.submissions {
        let page = write_page(grade, document)?;
        write_file(
            &folder.join(format!("{}.html", grade.name)),
            page.as_bytes(),
        )?;
        let results = GradescopeResults::new(grade, document.max_points);
        let text = queens::serde_json::to_vec_pretty(&results).map_err(|error| {
            Failure::input(format!("the results of {}: {error}", grade.name))
        })?;
        write_file(&folder.join(format!("{}.json", grade.name)), &text)?;
    }
    Ok(())
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let write = || {
        let mut draft = Draft::replacing(path)?;
        draft.write_all(bytes)?;
        draft.place()
    };
    write().map_err(|error| {
        Failure::input(format!("cannot write {}: {error}", path.display()))
    })
}

/// Returns the page of a submission.
fn write_page(
    grade: &SubmissionGrade,
    document: &GradeDocument,
) -> Result<String, Failure> {
    let title = format!("{}: {}", document.title, grade.name);
    let mut page = head(&title);
    let _ = writeln!(
        page,
        "<p><strong>{} of {} points</strong></p>",
        grade.points, document.max_points
    );
    for line in verdict_lines(grade) {
        let _ = writeln!(page, "<p>{}</p>", Escaped(&line));
    }
    if let Some(board) = draw_example(grade)? {
        page += &board;
    }
    if let Some(step) = &grade.diagnosis.next_step {
        let _ = writeln!(page, "<p>Next: {}</p>", Escaped(step));
    }
    page += "<table>\n<tr><th>n</th><th>answer</th></tr>\n";
    for line in &grade.diagnosis.sizes {
        let words = if line.right { "right" } else { &line.words };
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{}</td></tr>",
            line.n,
            Escaped(words)
        );
    }
    page += "</table>\n";
    page += FOOT;
    Ok(page)
}

fn draw_example(grade: &SubmissionGrade) -> Result<Option<String>, Failure> {
    let example = grade.diagnosis.example.as_ref();
    let Some((problem, placement)) = example.and_then(example_board) else {
        return Ok(None);
    };
    let mut svg = Vec::new();
    let mut renderer = renderer(Format::Svg, &problem, Style::default());
    renderer.begin(&mut svg)?;
    renderer.solution(&placement, &mut svg)?;
    let outcome = Outcome::Found;
    renderer.end(
        &Summary {
            solutions: 1,
            outcome,
        },
        &mut svg,
    )?;
    Ok(String::from_utf8(svg).ok())
}

/// The results that Gradescope reads.
#[derive(Serialize)]
struct GradescopeResults {
    score: f64,
    output: String,
    tests: Vec<GradescopeTest>,
}

#[derive(Serialize)]
struct GradescopeTest {
    name: String,
    status: &'static str,
    output: String,
}

impl GradescopeResults {
    fn new(grade: &SubmissionGrade, max_points: f64) -> Self {
        let mut lines = vec![format!("{} of {max_points} points", grade.points)];
        lines.extend(verdict_lines(grade));
        let next = grade.diagnosis.next_step.as_ref();
        lines.extend(next.map(|step| format!("Next: {step}")));
        GradescopeResults {
            score: grade.points,
            output: lines.join("\n"),
            tests: grade.diagnosis.sizes.iter().map(test_of_size).collect(),
        }
    }
}

fn test_of_size(line: &SizeLine) -> GradescopeTest {
    GradescopeTest {
        name: format!("n = {}", line.n),
        status: if line.right { "passed" } else { "failed" },
        output: match line.right {
            true => String::new(),
            false => line.words.clone(),
        },
    }
}
