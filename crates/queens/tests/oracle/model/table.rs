//! Published values of `tests/data/model.tsv`, and the tables of `docs/design/model.md`
//! that it repeats.

use super::group::{UpTo, classes};
use super::rules::{Placement, Rules, occupied};
use super::{Bounds, search, text};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A problem with what is published about it.
#[derive(Debug)]
struct Row {
    /// `twenty` and `jobs` are the tables of the page, `decisions` are its examples,
    /// `smaller` stands for a row out of reach.
    table: String,
    number: String,
    text: String,
    up_to: UpTo,
    published: Published,
    source: String,
    is_in_reach: bool,
}

/// An optimum, a number of solutions, and a number of classes; none where nothing is
/// published.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Published {
    /// `5`, or `2 each`: so many of each kind or set.
    value: Option<String>,
    count: Option<Bounds>,
    classes: Option<usize>,
}

fn read_file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn rows() -> Vec<Row> {
    read_file("tests/data/model.tsv")
        .lines()
        .skip(1)
        .map(read_row)
        .collect()
}

fn read_row(line: &str) -> Row {
    let cells: Vec<&str> = line.split('\t').collect();
    let [
        table,
        number,
        text,
        up_to,
        value,
        count,
        classes,
        source,
        reach,
    ] = cells[..]
    else {
        panic!("{} cells: {line}", cells.len())
    };
    let known = |cell: &str| (cell != "-").then(|| cell.to_owned());
    Row {
        table: table.to_owned(),
        number: number.to_owned(),
        text: text.to_owned(),
        up_to: if up_to == "shifts" {
            UpTo::Shifts
        } else {
            UpTo::Symmetry
        },
        published: Published {
            value: known(value),
            count: known(count).map(|count| text::bounds(&count)),
            classes: known(classes).map(|classes| classes.parse().expect("a number")),
        },
        source: source.to_owned(),
        is_in_reach: reach == "test",
    }
}

/// Solves a problem, and compares it with what is published.
fn examine(row: &Row) -> Result<(), String> {
    let problem = text::read(&row.text);
    let rules = Rules::new(&problem);
    let needs_solutions =
        row.published.value.is_some() || row.published.classes.is_some();
    let found = search::solve(&rules, needs_solutions);
    if row
        .published
        .count
        .is_some_and(|count| !count.has(found.count))
    {
        return Err(format!("{} solutions", found.count));
    }
    if let Some(value) = &row.published.value {
        let is_right = match value.strip_suffix(" each") {
            Some(each) => found.solutions.iter().all(|pieces| has_each(pieces, each)),
            None => found.value.map(|value| value.to_string()).as_ref() == Some(value),
        };
        if !is_right || found.count == 0 {
            return Err(format!("the value {:?}", found.value));
        }
    }
    let Some(published) = row.published.classes else {
        return Ok(());
    };
    let solutions: Vec<Placement> = found.solutions.into_iter().collect();
    let classes = classes(&rules, &solutions, row.up_to);
    if classes == published {
        Ok(())
    } else {
        Err(format!("{classes} classes"))
    }
}

/// True if each kind or set has that number of pieces.
fn has_each(pieces: &Placement, each: &str) -> bool {
    let mut numbers = BTreeMap::<_, usize>::new();
    occupied(pieces).for_each(|(_, label)| *numbers.entry(label).or_default() += 1);
    numbers.values().all(|number| number.to_string() == each)
}

#[test]
fn definitions_give_published_values() {
    let rows = rows();
    let wrong: Vec<String> = (rows.iter().filter(|row| row.is_in_reach))
        .filter_map(|row| {
            examine(row)
                .err()
                .map(|error| format!("{}: {error}, not {:?}", row.text, row.published))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_library_reads_and_writes_the_texts() {
    for row in &rows() {
        let problem: queens::problem::Problem = row
            .text
            .parse()
            .unwrap_or_else(|error| panic!("{}: {error}", row.text));
        let written = problem.to_string();
        assert_eq!(written.parse(), Ok(problem), "{}\n{written}", row.text);
    }
}

/// A row that is out of reach and has no smaller one beside it would be held by nothing.
#[test]
fn rows_out_of_reach_have_smaller_ones() {
    let rows = rows();
    for row in rows.iter().filter(|row| !row.is_in_reach) {
        let place = format!("{} {}", row.table, row.number);
        let is_held = rows
            .iter()
            .any(|other| other.table == "smaller" && other.number == place);
        assert!(is_held, "{place}: {}", row.text);
    }
}

/// The cells of the table whose first row begins with `head`.
fn page_table(head: &str) -> Vec<Vec<String>> {
    let page = read_file("../../docs/design/model.md");
    let lines = page
        .lines()
        .skip_while(|line| !line.starts_with(head))
        .skip(2);
    let cells = |line: &str| {
        line.trim_matches('|')
            .split(" | ")
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    let table: Vec<Vec<String>> = lines
        .take_while(|line| line.starts_with('|'))
        .map(cells)
        .collect();
    assert!(!table.is_empty(), "no table that begins with '{head}'");
    table
}

/// The parts of a cell between backquotes.
fn code(cell: &str) -> Vec<String> {
    cell.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// The last part of a cell in parentheses.
fn in_parentheses(cell: &str) -> &str {
    cell.rsplit_once('(')
        .and_then(|(_, rest)| rest.strip_suffix(')'))
        .unwrap_or_default()
}

/// `10,188`, `4; 86 sets`, `2 each`, `3,063,828 placements`, `2 bishops, 2 ways`: numbers
/// of other things are left out.
fn read_published(cell: &str, row: &Row) -> Published {
    let has_best = text::read(&row.text).best.is_some();
    let mut published = Published::default();
    for part in cell.split("; ").flat_map(|part| part.split(", ")) {
        let (number, unit) = part.split_once(' ').unwrap_or((part, ""));
        let number = number.replace(',', "");
        let Ok(count) = number.parse::<usize>() else {
            continue;
        };
        match unit {
            "each" => published.value = Some(format!("{number} each")),
            "" if has_best => published.value = Some(number),
            "" if row.up_to == UpTo::Shifts => published.classes = Some(count),
            "classes" => published.classes = Some(count),
            "" | "sets" | "placements" | "ways" => {
                published.count = Some(Bounds {
                    low: count,
                    high: count,
                });
            }
            _ => {}
        }
    }
    published
}

#[test]
fn twenty_problems_are_those_of_the_page() {
    let rows: Vec<Row> = rows()
        .into_iter()
        .filter(|row| row.table == "twenty")
        .collect();
    let page = page_table("| | problem (source) |");
    assert_eq!((rows.len(), page.len()), (20, 20));
    for (row, cells) in rows.iter().zip(&page) {
        let [number, problem, text, published] = &cells[..] else {
            panic!("{cells:?}")
        };
        assert_eq!((&row.number, vec![row.text.clone()]), (number, code(text)));
        assert_eq!(
            row.up_to == UpTo::Shifts,
            text.ends_with("up to shifts"),
            "{text}"
        );
        assert_eq!(row.source, in_parentheses(problem));
        assert_eq!(row.published, read_published(published, row), "{published}");
    }
}

#[test]
fn jobs_are_those_of_the_page() {
    let rows: Vec<Row> = rows()
        .into_iter()
        .filter(|row| row.table == "jobs")
        .collect();
    let mut found = rows.iter();
    for (number, cells) in (1..).zip(page_table("| job | text |")) {
        let [job, texts] = &cells[..] else {
            panic!("{cells:?}")
        };
        // Without a head it is no problem: weights come from a file.
        for text in code(texts)
            .into_iter()
            .filter(|text| !text.starts_with("best:"))
        {
            let row = found
                .next()
                .unwrap_or_else(|| panic!("no row for '{text}'"));
            assert_eq!((&row.text, &row.number), (&text, &number.to_string()));
            if job.ends_with(')') {
                let said = read_published(in_parentheses(job), row);
                assert!(
                    said.value
                        .is_none_or(|value| row.published.value == Some(value)),
                    "{job}"
                );
                assert!(
                    said.count
                        .is_none_or(|count| row.published.count == Some(count)),
                    "{job}"
                );
            }
        }
    }
    assert!(found.next().is_none(), "rows that are not on the page");
}
