//! Lists of numbers as text: a queen is safe if its numbers are not found in three strings.
//!
//! The source is an XSLT stylesheet, whose language has strings but no lists: it writes (3,12,1) as
//! `,3,12,1,` and looks for 2 by looking for the text `,2,`. Nothing is ever changed: each call gets
//! strings of its own. Its list of the rows of columns is read as the columns of rows here.

use super::sentences::{ATTACKED_IN_ROW, FREE_IN_ROW, NOTHING_MORE};
use super::views::Standard;
use super::{Completeness, EngineInfo, FigureInfo, IdeaLine, Run, Search, StepKind, Watch};
use control::{Limits, Step};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::NoAnswer;

const CALLS: usize = 0;

/// The engine.
pub(super) struct StringLists;

/// Lists as text, one number for each queen, all counted from 1 as in the source.
struct Lists {
    columns: String,
    up_diagonals: String,
    down_diagonals: String,
}

impl Lists {
    fn empty() -> Self {
        let empty = || String::from(",");
        Lists { columns: empty(), up_diagonals: empty(), down_diagonals: empty() }
    }

    fn each(&self) -> [&String; 3] {
        [&self.columns, &self.up_diagonals, &self.down_diagonals]
    }

    fn contain_any(&self, items: &[String; 3]) -> bool {
        self.each().into_iter().zip(items).any(|(list, item)| list.contains(item))
    }

    /// Longer lists; the comma before each item stands in the list already.
    fn with(&self, items: &[String; 3]) -> Self {
        let [columns, up_diagonals, down_diagonals] = self.each();
        Lists {
            columns: columns.to_owned() + &items[0][1..],
            up_diagonals: up_diagonals.to_owned() + &items[1][1..],
            down_diagonals: down_diagonals.to_owned() + &items[2][1..],
        }
    }

    /// The columns of the queens, counted from 0.
    fn column_of(&self) -> Vec<u32> {
        self.columns.split(',').filter_map(|number| number.parse::<u32>().ok()).map(|n| n - 1).collect()
    }

    /// The first queen that one of the items tells of.
    fn attacker(&self, items: &[String; 3]) -> Option<Square> {
        let position = |(list, item): (&String, &String)| {
            let commas_before = |start| list[..start].matches(',').count();
            list.find(item).map(commas_before)
        };
        let row = self.each().into_iter().zip(items).filter_map(position).min()?;
        Some(Square::new(row as u32, self.column_of()[row]))
    }
}

/// Adds to `lists`, which hold `length` queens, in every possible way to bring them to `size`.
fn queens<O: Watch>(view: &Standard, lists: &Lists, length: u32, run: &mut Run<'_, O>) -> Step {
    run.tally(CALLS, 1);
    let size = view.rows();
    if length == size {
        return run.solution(|| Placement::from_columns(&lists.column_of()));
    }
    for number in 1..=size {
        add_if_new(view, lists, number, length, run)?;
    }
    Ok(())
}

/// Goes on with `number` if it and its diagonals are in none of the lists.
fn add_if_new<O: Watch>(
    view: &Standard,
    lists: &Lists,
    number: u32,
    length: u32,
    run: &mut Run<'_, O>,
) -> Step {
    run.check(1);
    let square = Square::new(length, number - 1);
    let items = [number, number + length, view.rows() + number - length].map(|number| format!(",{number},"));
    if lists.contain_any(&items) || !view.is_open(square.row, square.column) {
        return run.reject(square, || lists.attacker(&items));
    }
    run.place(square)?;
    queens(view, &lists.with(&items), length + 1, run)?;
    run.remove(square)
}

impl Search for StringLists {
    type View = Standard;
    const INFO: EngineInfo = EngineInfo {
        id: "string-lists",
        title: "rows and diagonals as lists written in strings",
        year: 1999,
        author: "Tom Myers",
        source: "N-Queens revision on xt, XSL-List, 20 November 1999 (XSLT)",
        how: [
            "Three texts such as \",3,12,1,\" list the lines, rising and falling diagonals that are taken.",
            "A queen is safe if \",7,\", her number between commas, is found in none of them (a check).",
            "She is then written at the end of new copies of all three, and the next row gets those.",
        ],
        idea: &[
            IdeaLine::new("queens(texts, length):"),
            IdeaLine::found("  if length is n, it is a solution"),
            IdeaLine::new("  for each number from 1 to n:"),
            IdeaLine::at(
                StepKind::Reject,
                "    if one of the texts holds it, or its diagonal: next number",
                ATTACKED_IN_ROW,
            ),
            IdeaLine::at(
                StepKind::Place,
                "    put the queen, write her numbers behind copies of the texts",
                FREE_IN_ROW,
            ),
            IdeaLine::new("    queens(copies, length + 1)"),
            IdeaLine::at(
                StepKind::Remove,
                "    take her off: the old texts have never changed",
                NOTHING_MORE,
            ),
        ],
        figures: &[FigureInfo {
            name: "calls",
            words: "calls of the template queens, which tests for a full list on entry",
        }],
        time: "O(n^2) for each node of the tree, in characters",
        memory: "O(n^2) characters",
        finds: Completeness::All,
        practical: Some(11),
        mirrors: false,
    };

    fn view(problem: &Problem, _: &Limits) -> Result<Standard, NoAnswer> {
        Ok(Standard::square(problem)?)
    }

    fn search<O: Watch>(view: &Standard, run: &mut Run<'_, O>) -> Step {
        run.node()?;
        queens(view, &Lists::empty(), 0, run)
    }
}
