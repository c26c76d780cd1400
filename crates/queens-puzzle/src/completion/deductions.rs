//! The deductions, easiest first. Each holds in every solution that contains the queens
//! on the board.

use super::board::{BOARD_WORDS, BoardSet, CompletionGrid};
use crate::PuzzleStep;
use crate::capacity::Conclusion;
use crate::reason::{Sentence, WrittenReason, words};
use crate::techniques::TechniqueInfo;

/// Application of a deduction.
pub(super) struct CompletionDeduction {
    /// The squares that it determines, all open.
    pub(super) settled: Conclusion<BOARD_WORDS>,
    /// Rows and columns that the reason may use, those first that a reader would rather
    /// do without.
    lines: Vec<usize>,
    /// Number of queens that have to be imagined, if the reason is a trial.
    pub(super) imagined: u32,
    /// The argument, which chooses the words of the sentence.
    argument: Argument,
}

/// The way in which the lines of a deduction prove its conclusion.
#[derive(Clone, Copy, Debug)]
enum Argument {
    /// The line has one open square left.
    LastSquare,
    /// The squares attack every open square of the line.
    AttackAll,
    /// The open squares of the lines are in as many lines of the other kind.
    Locked,
    /// The squares leave the lines only squares that attack each other.
    BlockedPair,
    /// The opposite leads to a line without an open square.
    Trial,
}

impl CompletionDeduction {
    fn from_crosses(crosses: BoardSet, lines: Vec<usize>, argument: Argument) -> Self {
        CompletionDeduction {
            settled: Conclusion::from_crosses(crosses),
            lines,
            imagined: 0,
            argument,
        }
    }

    /// Converts the deduction, found on `grid`, into a step with its reason.
    pub(super) fn into_step(
        self,
        grid: &CompletionGrid<'_>,
        technique: &'static TechniqueInfo,
    ) -> PuzzleStep {
        let (board, facts) = (grid.board, grid.facts());
        let WrittenReason {
            settled,
            sentence,
            premises,
        } = WrittenReason::new(&facts, self.settled, &self.lines, |sentence| {
            self.write_reason(grid, sentence);
        });
        PuzzleStep {
            technique,
            sentence,
            premises,
            ruled_out: Vec::new(),
            crosses: board.list_squares(settled.crosses),
            queens: board.list_squares(settled.queens),
        }
    }

    /// Writes the sentence; nothing for a trial, whose reason is a refutation.
    fn write_reason(
        &self,
        grid: &CompletionGrid<'_>,
        sentence: &mut Sentence<'_, BOARD_WORDS>,
    ) {
        let (board, lines, crosses) = (grid.board, &self.lines, self.settled.crosses);
        let queen = format!("a queen on {}", words::one_of(board.size, crosses));
        match self.argument {
            Argument::LastSquare => {
                sentence
                    .say_units(lines)
                    .say(" has one open square left: ")
                    .say_squares(self.settled.queens);
            }
            Argument::AttackAll => {
                sentence
                    .say(&queen)
                    .say(" would attack every open square of ")
                    .say_units(lines)
                    .say(": ");
                sentence.say_determined(self.settled);
            }
            Argument::Locked => {
                let open = lines
                    .iter()
                    .fold(BoardSet::EMPTY, |open, &line| open | grid.open_of(line));
                let crossed: Vec<usize> = grid
                    .free_lines()
                    .filter(|line| {
                        line / board.size != lines[0] / board.size
                            && open.meets(&board.lines[*line])
                    })
                    .collect();
                let places = words::unit_list(board.size, &crossed);
                sentence
                    .say_units(lines)
                    .say(" have their queens in ")
                    .say(&places)
                    .say(": ");
                sentence.say_determined(self.settled);
            }
            Argument::BlockedPair => {
                sentence.say(&queen).say(" would leave ").say_units(lines);
                sentence
                    .say(" only squares that attack each other: ")
                    .say_determined(self.settled);
            }
            Argument::Trial => {}
        }
    }
}

/// Function that finds every application of a deduction.
type DeductionFinder = fn(&CompletionGrid<'_>) -> Vec<CompletionDeduction>;

const fn technique_info(
    id: &'static str,
    name: &'static str,
    level: u8,
    description: &'static str,
) -> TechniqueInfo {
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

static LAST_SQUARE_INFO: TechniqueInfo = technique_info(
    "last-square",
    "last square",
    1,
    "A row or column has one open square left. It holds the queen.",
);

static BLOCKED_LINE_INFO: TechniqueInfo = technique_info(
    "blocked-line",
    "blocked line",
    2,
    "A queen on this square would attack every open square of a row or column. So the square stays empty.",
);

static LOCKED_LINES_INFO: TechniqueInfo = technique_info(
    "locked-lines",
    "locked lines",
    3,
    "The open squares of two rows are all in two columns, so these columns get the queens of these rows, and their other \
     squares stay empty. The same holds for three, and with rows and columns exchanged.",
);

static BLOCKED_PAIR_INFO: TechniqueInfo = technique_info(
    "blocked-pair",
    "blocked pair",
    4,
    "A queen on this square would leave two rows (or two columns) only squares that attack each other. So the square \
     stays empty.",
);

static TRIAL_INFO: TechniqueInfo = technique_info(
    "trial",
    "trial",
    6,
    "Assume a queen on this square, and place every queen that follows as the last square of a row or column. A row or \
     column ends up without an open square, so the assumption is wrong.",
);

static NESTED_TRIAL_INFO: TechniqueInfo = technique_info(
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
    (&TRIAL_INFO, |grid| find_trials(grid, 0)),
    (&NESTED_TRIAL_INFO, |grid| find_trials(grid, 1)),
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
    let lines = grid
        .free_lines()
        .filter(|&line| grid.open_of(line).count() == 1);
    let deduction = |line| CompletionDeduction {
        settled: Conclusion::from_queens(grid.open_of(line)),
        lines: vec![line],
        imagined: 0,
        argument: Argument::LastSquare,
    };
    lines.map(deduction).collect()
}

fn blocked_lines(grid: &CompletionGrid<'_>) -> Vec<CompletionDeduction> {
    let board = grid.board;
    let deduction = |line| {
        let crosses =
            board.attacked_by_all(grid.open_of(line)) & (grid.open - board.lines[line]);
        (!crosses.is_empty()).then(|| {
            CompletionDeduction::from_crosses(crosses, vec![line], Argument::AttackAll)
        })
    };
    grid.free_lines().filter_map(deduction).collect()
}

fn locked_lines(grid: &CompletionGrid<'_>) -> Vec<CompletionDeduction> {
    let mut found = Vec::new();
    let size = grid.board.size;
    for count in 2..=MAX_LOCKED_LINES {
        for lines in [0..size, size..2 * size] {
            let others = if lines.start == 0 {
                size..2 * size
            } else {
                0..size
            };
            let free: Vec<usize> = grid
                .free_lines()
                .filter(|line| lines.contains(line))
                .collect();
            let others: Vec<usize> = grid
                .free_lines()
                .filter(|line| others.contains(line))
                .collect();
            visit_combinations(&free, count, &mut Vec::new(), &mut |chosen| {
                found.extend(find_locked_lines(grid, chosen, &others));
            });
        }
    }
    found
}

/// Returns the deduction if the open squares of the parallel lines `chosen` are in as
/// many of the lines `others`.
fn find_locked_lines(
    grid: &CompletionGrid<'_>,
    chosen: &[usize],
    others: &[usize],
) -> Option<CompletionDeduction> {
    let board = grid.board;
    let open = chosen
        .iter()
        .fold(BoardSet::EMPTY, |open, &line| open | grid.open_of(line));
    let crossed: Vec<usize> = others
        .iter()
        .copied()
        .filter(|&line| open.meets(&board.lines[line]))
        .collect();
    if crossed.len() != chosen.len() {
        return None;
    }
    let crosses = crossed.iter().fold(BoardSet::EMPTY, |squares, &line| {
        squares | grid.open_of(line)
    }) - open;
    (!crosses.is_empty()).then(|| {
        CompletionDeduction::from_crosses(crosses, chosen.to_vec(), Argument::Locked)
    })
}

fn blocked_pairs(grid: &CompletionGrid<'_>) -> Vec<CompletionDeduction> {
    let (board, size) = (grid.board, grid.board.size);
    let mut found = Vec::new();
    for one in grid.free_lines() {
        for other in grid
            .free_lines()
            .filter(|&other| other > one && other / size == one / size)
        {
            if board.watch.is_over() {
                return found;
            }
            // A queen of a line never attacks every pair: she leaves the other line, or
            // she blocks it.
            let crosses = unpaired_squares(grid, one, other)
                - board.lines[one]
                - board.lines[other];
            if !crosses.is_empty() {
                let lines = vec![one, other];
                found.push(CompletionDeduction::from_crosses(
                    crosses,
                    lines,
                    Argument::BlockedPair,
                ));
            }
        }
    }
    found
}

/// The open squares that attack a queen of every pair of queens in two parallel lines
/// that do not attack each other.
fn unpaired_squares(grid: &CompletionGrid<'_>, one: usize, other: usize) -> BoardSet {
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

/// Finds squares on which a queen leads to a dead end, with at most `depth` assumptions
/// nested within that one.
fn find_trials(grid: &CompletionGrid<'_>, depth: u32) -> Vec<CompletionDeduction> {
    let board = grid.board;
    let candidates = grid.open.iter().take_while(|_| !board.watch.is_over());
    let deduction = |square| {
        let forced = grid.dead_end(square, depth)?;
        let lines: Vec<usize> = grid.free_lines().collect();
        let trial = CompletionDeduction::from_crosses(
            BoardSet::one(square),
            lines,
            Argument::Trial,
        );
        Some(CompletionDeduction {
            imagined: 1 + forced.count(),
            ..trial
        })
    };
    candidates.filter_map(deduction).collect()
}

/// Calls `visit` with every choice of `count` of `items`, in order.
fn visit_combinations(
    items: &[usize],
    count: usize,
    chosen: &mut Vec<usize>,
    visit: &mut dyn FnMut(&[usize]),
) {
    if count == 0 {
        return visit(chosen);
    }
    for (index, &item) in items.iter().enumerate() {
        chosen.push(item);
        visit_combinations(&items[index + 1..], count - 1, chosen, visit);
        chosen.pop();
    }
}
