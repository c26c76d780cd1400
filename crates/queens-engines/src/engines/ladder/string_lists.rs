//! Lists of numbers as text: a queen is safe if its numbers do not occur in three
//! strings.
//!
//! The source is an XSLT stylesheet. That language has strings but no lists, so (3,12,1)
//! is written `,3,12,1,` and contains 2 if it contains the text `,2,`. Strings never
//! change: each call gets its own. The source lists the rows of columns; this file reads
//! them as the columns of rows.

use super::sentences::{ATTACKED_IN_ROW, FREE_IN_ROW, NOTHING_MORE};
use super::views::StandardView;
use super::{
    Completeness, EngineInfo, EngineRun, FigureInfo, IdeaLine, LadderEngine,
    StateVariable, StepKind, StepObserver,
};
use control::{Limits, Step};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::NoAnswer;

/// Index of the statistic *calls*.
const CALL_TALLY: usize = 0;

/// The engine.
pub(super) struct StringLists;

/// Lists as text, one number for each queen, all counted from 1 as in the source.
struct LineLists {
    columns: String,
    up_diagonals: String,
    down_diagonals: String,
}

impl LineLists {
    fn empty() -> Self {
        let empty = || String::from(",");
        LineLists {
            columns: empty(),
            up_diagonals: empty(),
            down_diagonals: empty(),
        }
    }

    fn each(&self) -> [&String; 3] {
        [&self.columns, &self.up_diagonals, &self.down_diagonals]
    }

    fn contain_any(&self, items: &[String; 3]) -> bool {
        self.each()
            .into_iter()
            .zip(items)
            .any(|(list, item)| list.contains(item))
    }

    /// Returns longer lists; each list already ends with the comma that begins the item.
    fn with(&self, items: &[String; 3]) -> Self {
        let [columns, up_diagonals, down_diagonals] = self.each();
        LineLists {
            columns: columns.to_owned() + items[0].trim_start_matches(','),
            up_diagonals: up_diagonals.to_owned() + items[1].trim_start_matches(','),
            down_diagonals: down_diagonals.to_owned() + items[2].trim_start_matches(','),
        }
    }

    fn state(&self, number: u32) -> Vec<StateVariable> {
        let [columns, rising, falling] = self.each();
        vec![
            StateVariable::number("number", number),
            StateVariable::text("columns", columns),
            StateVariable::text("rising diagonals", rising),
            StateVariable::text("falling diagonals", falling),
        ]
    }

    /// Returns the columns of the queens, from 0.
    fn column_of(&self) -> Vec<u32> {
        self.columns
            .split(',')
            .filter_map(|number| number.parse::<u32>().ok())
            .map(|n| n - 1)
            .collect()
    }

    /// Returns the first queen that one of the items matches.
    fn attacker(&self, items: &[String; 3]) -> Option<Square> {
        let position = |(list, item): (&String, &String)| {
            list.split_once(item.as_str())
                .map(|(before, _)| before.matches(',').count())
        };
        let row = self
            .each()
            .into_iter()
            .zip(items)
            .filter_map(position)
            .min()?;
        Some(Square::new(row as u32, self.column_of()[row]))
    }
}

/// Extends `lists`, which hold `length` queens, to all solutions.
fn queens<O: StepObserver>(
    view: &StandardView,
    lists: &LineLists,
    length: u32,
    run: &mut EngineRun<'_, O>,
) -> Step {
    run.tally(CALL_TALLY, 1);
    let size = view.rows();
    if length == size {
        return run.solution(|| Placement::from_columns(&lists.column_of()));
    }
    for number in 1..=size {
        add_if_new(view, lists, number, length, run)?;
    }
    Ok(())
}

/// Extends the lists by `number` if it and its diagonals are in none of them.
fn add_if_new<O: StepObserver>(
    view: &StandardView,
    lists: &LineLists,
    number: u32,
    length: u32,
    run: &mut EngineRun<'_, O>,
) -> Step {
    run.check(1);
    let square = Square::new(length, number - 1);
    let items = [number, number + length, view.rows() + number - length]
        .map(|number| format!(",{number},"));
    if lists.contain_any(&items) || !view.is_open(square.row, square.column) {
        run.reject(square, || lists.attacker(&items))?;
        return run.state(|| lists.state(number));
    }
    let longer = lists.with(&items);
    run.place(square)?;
    run.state(|| longer.state(number))?;
    queens(view, &longer, length + 1, run)?;
    run.remove(square)?;
    run.state(|| lists.state(number))
}

impl LadderEngine for StringLists {
    type View = StandardView;
    const INFO: EngineInfo = EngineInfo {
        id: "string-lists",
        title: "rows and diagonals as lists written in strings",
        year: 1999,
        author: "Tom Myers",
        source: "N-Queens revision on xt, XSL-List, 20 November 1999 (XSLT)",
        how: [
            "Three texts such as \",3,12,1,\" list the columns, rising and falling diagonals taken.",
            "A queen is safe if none of them contains its number between commas, such as \",7,\" (a check).",
            "Its numbers are then appended to new copies of all three texts, which the next row gets.",
        ],
        idea: &[
            IdeaLine::new("queens(texts, length):"),
            IdeaLine::found("  if length is n, it is a solution"),
            IdeaLine::new("  for each number from 1 to n:"),
            IdeaLine::at(
                StepKind::Reject,
                "    if a text contains it or one of its diagonals: next number",
                ATTACKED_IN_ROW,
            ),
            IdeaLine::at(
                StepKind::Place,
                "    put a queen, append its numbers to copies of the texts",
                FREE_IN_ROW,
            ),
            IdeaLine::new("    queens(copies, length + 1)"),
            IdeaLine::at(
                StepKind::Remove,
                "    take the queen off: the old texts have not changed",
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
        practical: Some(12),
        mirrors: false,
    };

    fn view(problem: &Problem, _: &Limits) -> Result<StandardView, NoAnswer> {
        Ok(StandardView::square(problem)?)
    }

    fn search<O: StepObserver>(view: &StandardView, run: &mut EngineRun<'_, O>) -> Step {
        run.node()?;
        queens(view, &LineLists::empty(), 0, run)
    }
}
