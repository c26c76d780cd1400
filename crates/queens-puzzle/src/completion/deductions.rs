//! The deductions, easiest first. Each holds in every solution that contains the queens on the board.

use super::board::{BoardSet, CompletionBoard, CompletionGrid};
use crate::PuzzleStep;
use crate::techniques::{TechniqueInfo, words};
use control::capitalized;

/// Application of a deduction.
pub(super) struct CompletionDeduction {
    /// Open squares that stay empty.
    pub(super) crosses: BoardSet,
    /// Open squares that hold a queen.
    pub(super) queens: BoardSet,
    /// Squares that the reason refers to.
    pub(super) read: BoardSet,
    /// Rows and columns that the reason refers to.
    pub(super) lines: Vec<usize>,
    /// Number of queens that have to be imagined, if the reason is a trial.
    pub(super) imagined: u32,
    /// Reason in one sentence.
    pub(super) sentence: String,
}

impl CompletionDeduction {
    fn crosses(crosses: BoardSet, read: BoardSet, lines: Vec<usize>, sentence: String) -> Self {
        CompletionDeduction { crosses, queens: BoardSet::EMPTY, read, lines, imagined: 0, sentence }
    }

    /// Converts the deduction into a step.
    pub(super) fn into_step(self, board: &CompletionBoard, technique: &'static TechniqueInfo) -> PuzzleStep {
        PuzzleStep {
            technique,
            sentence: self.sentence,
            read: board.squares(self.read),
            ruled_out: Vec::new(),
            crosses: board.squares(self.crosses),
            queens: board.squares(self.queens),
            units: self.lines.into_iter().map(|line| board.unit(line)).collect(),
        }
    }
}

/// Function that finds every application of a deduction.
type DeductionFinder = fn(&CompletionGrid<'_>) -> Vec<CompletionDeduction>;

const fn info(id: &'static str, name: &'static str, level: u8, description: &'static str) -> TechniqueInfo {
    TechniqueInfo {
        id,
        name,
        plain_name: name,
        description,
        source: None,
        level,
        by_uniqueness: false,
        example: "",
        example_stars: 1,
    }
}

static LAST_SQUARE_INFO: TechniqueInfo =
    info("last-square", "last square", 1, "A row or column has one open square left. It holds the queen.");

static BLOCKED_LINE_INFO: TechniqueInfo = info(
    "blocked-line",
    "blocked line",
    2,
    "A queen on this square would attack every open square of a row or column. So the square stays empty.",
);

static LOCKED_LINES_INFO: TechniqueInfo = info(
    "locked-lines",
    "locked lines",
    3,
    "The open squares of two rows are all in two columns, so these columns get the queens of these rows, and their other \
     squares stay empty. The same holds for three, and with rows and columns exchanged.",
);

static BLOCKED_PAIR_INFO: TechniqueInfo = info(
    "blocked-pair",
    "blocked pair",
    4,
    "A queen on this square would leave two rows (or two columns) only squares that attack each other. So the square \
     stays empty.",
);

static TRIAL_INFO: TechniqueInfo = info(
    "trial",
    "trial",
    6,
    "Assume a queen on this square, and place every queen that follows as the last square of a row or column. A row or \
     column ends up without an open square, so the assumption is wrong.",
);

static NESTED_TRIAL_INFO: TechniqueInfo = info(
    "nested-trial",
    "nested trial",
    9,
    "Assume a queen on this square. Trials under this assumption rule out more squares, until a row or column has no open \
     square. So the assumption is wrong.",
);

/// All deductions, easiest first.
pub(super) const DEDUCTION_TABLE: [(&TechniqueInfo, DeductionFinder); 6] = [
    (&LAST_SQUARE_INFO, last_squares),
    (&BLOCKED_LINE_INFO, blocked_lines),
    (&LOCKED_LINES_INFO, locked_lines),
    (&BLOCKED_PAIR_INFO, blocked_pairs),
    (&TRIAL_INFO, |grid| trials(grid, 0)),
    (&NESTED_TRIAL_INFO, |grid| trials(grid, 1)),
];

/// Number of deductions in [`DEDUCTION_TABLE`] that need no trial.
pub(super) const DIRECT_DEDUCTIONS: usize = 4;

/// Maximum number of lines of a kind that [`locked_lines`] combines.
const MAX_LOCKED_LINES: usize = 3;

/// Descriptions of all deductions, easiest first.
///
/// ```
/// let names: Vec<_> = queens::puzzle::completion::techniques().map(|technique| technique.name).collect();
/// assert_eq!(names[..2], ["last square", "blocked line"]);
/// ```
pub fn techniques() -> impl Iterator<Item = &'static TechniqueInfo> {
    DEDUCTION_TABLE.into_iter().map(|(info, _)| info)
}

fn last_squares(grid: &CompletionGrid<'_>) -> Vec<CompletionDeduction> {
    let board = grid.board;
    let lines = grid.free_lines().filter(|&line| grid.open_of(line).count() == 1);
    let deduction = |line| {
        let queens = grid.open_of(line);
        let sentence = format!(
            "{} has one open square left: {}.",
            capitalized(&line_name(board, line)),
            square_names(board, queens)
        );
        let (crosses, read, lines) = (BoardSet::EMPTY, board.lines[line], vec![line]);
        CompletionDeduction { crosses, queens, read, lines, imagined: 0, sentence }
    };
    lines.map(deduction).collect()
}

fn blocked_lines(grid: &CompletionGrid<'_>) -> Vec<CompletionDeduction> {
    let board = grid.board;
    let deduction = |line| {
        let open = grid.open_of(line);
        let crosses = board.attacked_by_all(open) & (grid.open - board.lines[line]);
        let (queen, line_name) = (queen_on(board, crosses), line_name(board, line));
        let sentence =
            format!("{queen} would attack every open square of {line_name}, so {}.", stay(board, crosses));
        (!crosses.is_empty()).then(|| CompletionDeduction::crosses(crosses, open, vec![line], sentence))
    };
    grid.free_lines().filter_map(deduction).collect()
}

fn locked_lines(grid: &CompletionGrid<'_>) -> Vec<CompletionDeduction> {
    let mut found = Vec::new();
    let size = grid.board.size;
    for count in 2..=MAX_LOCKED_LINES {
        for lines in [0..size, size..2 * size] {
            let others = if lines.start == 0 { size..2 * size } else { 0..size };
            let free: Vec<usize> = grid.free_lines().filter(|line| lines.contains(line)).collect();
            let others: Vec<usize> = grid.free_lines().filter(|line| others.contains(line)).collect();
            combinations(&free, count, &mut Vec::new(), &mut |chosen| {
                found.extend(locked(grid, chosen, &others));
            });
        }
    }
    found
}

/// Returns the deduction if the open squares of the parallel lines `chosen` are in as many of the lines `others`.
fn locked(grid: &CompletionGrid<'_>, chosen: &[usize], others: &[usize]) -> Option<CompletionDeduction> {
    let board = grid.board;
    let open = chosen.iter().fold(BoardSet::EMPTY, |open, &line| open | grid.open_of(line));
    let crossed: Vec<usize> = others.iter().copied().filter(|&line| open.meets(&board.lines[line])).collect();
    if crossed.len() != chosen.len() {
        return None;
    }
    let crosses = crossed.iter().fold(BoardSet::EMPTY, |squares, &line| squares | grid.open_of(line)) - open;
    if crosses.is_empty() {
        return None;
    }
    let (names, other_names, stay) =
        (line_names(board, chosen), line_names(board, &crossed), stay(board, crosses));
    let sentence = format!("The open squares of {names} are all in {other_names}, so {stay}.");
    let lines = chosen.iter().chain(&crossed).copied().collect();
    Some(CompletionDeduction::crosses(crosses, open, lines, sentence))
}

fn blocked_pairs(grid: &CompletionGrid<'_>) -> Vec<CompletionDeduction> {
    let (board, size) = (grid.board, grid.board.size);
    let mut found = Vec::new();
    for one in grid.free_lines() {
        for other in grid.free_lines().filter(|&other| other > one && other / size == one / size) {
            if board.watch.is_over() {
                return found;
            }
            // A queen of a line never attacks every pair: she leaves the other line, or she blocks it.
            let crosses = unpaired(grid, one, other) - board.lines[one] - board.lines[other];
            if crosses.is_empty() {
                continue;
            }
            let (queen, names) = (queen_on(board, crosses), line_names(board, &[one, other]));
            let (only, stay) = ("only squares that attack each other", stay(board, crosses));
            let sentence = format!("{queen} would leave {names} {only}, so {stay}.");
            let read = grid.open_of(one) | grid.open_of(other);
            found.push(CompletionDeduction::crosses(crosses, read, vec![one, other], sentence));
        }
    }
    found
}

/// The open squares that attack a queen of every pair of queens in two parallel lines that do not attack each other.
fn unpaired(grid: &CompletionGrid<'_>, one: usize, other: usize) -> BoardSet {
    let board = grid.board;
    let mut crosses = grid.open;
    for square in grid.open_of(one).iter() {
        for partner in (grid.open_of(other) - board.attacked[square]).iter() {
            crosses &= board.attacked[square] | board.attacked[partner];
            if crosses.is_empty() {
                return crosses;
            }
        }
    }
    crosses
}

/// Finds squares on which a queen leads to a dead end, with at most `depth` assumptions nested within that one.
fn trials(grid: &CompletionGrid<'_>, depth: u32) -> Vec<CompletionDeduction> {
    let board = grid.board;
    let candidates = grid.open.iter().take_while(|_| !board.watch.is_over());
    let deduction = |square| {
        let end = grid.dead_end(square, depth)?;
        let (here, imagined) = (BoardSet::one(square), 1 + end.forced.count());
        let (queen, stay) = (queen_on(board, here), stay(board, here));
        let dead = format!("{} has no open square", line_name(board, end.line));
        let (read, lines, sentence) = match (depth, end.forced.is_empty()) {
            (0, true) => (
                board.lines[end.line],
                vec![end.line],
                format!("After a queen on {}, {dead}, so {stay}.", square_names(board, here)),
            ),
            (0, false) => {
                let follow = square_names(board, end.forced);
                let forced = if end.forced.count() == 1 { "one" } else { "queens" };
                let sentence = format!("{queen} forces {forced} on {follow}, and then {dead}, so {stay}.");
                (end.forced | board.lines[end.line], vec![end.line], sentence)
            }
            _ => {
                let sentence = format!(
                    "{queen} leads to a row or column without an open square, whatever follows, so {stay}."
                );
                (here, Vec::new(), sentence)
            }
        };
        Some(CompletionDeduction { imagined, ..CompletionDeduction::crosses(here, read, lines, sentence) })
    };
    candidates.filter_map(deduction).collect()
}

/// Calls `visit` with every choice of `count` of `items`, in order.
fn combinations(items: &[usize], count: usize, chosen: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
    if count == 0 {
        return visit(chosen);
    }
    for (index, &item) in items.iter().enumerate() {
        chosen.push(item);
        combinations(&items[index + 1..], count - 1, chosen, visit);
        chosen.pop();
    }
}

/// Name of a row or column as the edges of the board show it: `row 1`, `column c`.
pub(super) fn line_name(board: &CompletionBoard, line: usize) -> String {
    let kind = if line < board.size { "row" } else { "column" };
    format!("{kind} {}", short_name(board, line))
}

/// Names of parallel lines: `rows 1 and 2`.
fn line_names(board: &CompletionBoard, lines: &[usize]) -> String {
    let kind = if lines[0] < board.size { "rows" } else { "columns" };
    format!("{kind} {}", words::list(lines.iter().map(|&line| short_name(board, line)).collect()))
}

/// Number of a row, or letter of a column.
fn short_name(board: &CompletionBoard, line: usize) -> String {
    match line.checked_sub(board.size) {
        None => (line + 1).to_string(),
        Some(column) => words::column(column as u32),
    }
}

/// Names of up to six squares; the number of squares if there are more.
pub(super) fn square_names(board: &CompletionBoard, set: BoardSet) -> String {
    if set.count() > 6 {
        return format!("{} squares", set.count());
    }
    words::list(board.squares(set).iter().map(ToString::to_string).collect())
}

/// Subject of a sentence about a queen on one of the squares.
fn queen_on(board: &CompletionBoard, set: BoardSet) -> String {
    let mut names: Vec<String> = board.squares(set).iter().map(ToString::to_string).collect();
    match names.pop() {
        Some(_) if names.len() >= 6 => format!("A queen on any of {} squares", names.len() + 1),
        Some(last) if names.is_empty() => format!("A queen on {last}"),
        last => format!("A queen on {} or {}", names.join(", "), last.unwrap_or_default()),
    }
}

/// Conclusion about squares without a queen.
fn stay(board: &CompletionBoard, set: BoardSet) -> String {
    match set.count() {
        1 => format!("{} stays empty", square_names(board, set)),
        2..=6 => format!("{} stay empty", square_names(board, set)),
        _ => "these squares stay empty".to_owned(),
    }
}
