//! The first size that fails, and what explains it.

use crate::answers::{PrintedAnswer, SizeAnswer};
use crate::board::{Board, Clash, Line, LineKind};
use crate::flaw::{Flaw, MAX_COMPARED, solutions};
use std::collections::{BTreeMap, BTreeSet};

/// Largest size that is diagnosed: 14,200 solutions.
pub const MAX_SIZE: u32 = 12;

/// Explanation of the answers of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The answers of every size up to [`MAX_COMPARED`] are those of a program with this
    /// flaw alone.
    Flaw(Flaw),
    /// In every wrong board, queens share this diagonal and no other line.
    OneDiagonal(Line),
    /// In every wrong board, all clashes are on lines of this kind.
    OneKind(LineKind),
    /// All numbers are one too large: columns count from 1.
    NumberedFromOne,
    /// The answers are the same for every size.
    SizeIgnored,
    /// All entries are the same board, which is no solution.
    SameList,
    /// All entries are the same solution.
    SameSolution,
    /// Each board has the queens of the one before, and more.
    ListsGrow,
    /// Every wrong board has more than n queens.
    TooManyQueens,
    /// Every wrong board has fewer than n queens.
    TooFewQueens,
    /// In every wrong board a queen is off the board.
    OffBoard,
    /// Boards are wrong in several ways.
    SeveralFaults,
    /// All boards are solutions; some are listed more than once.
    Repeated,
    /// All boards are solutions, and some are missing.
    Missing,
    /// There is no board where solutions exist.
    NothingFound,
    /// The number is wrong.
    WrongNumber,
}

/// Tally of the answer for a size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SizeTally {
    /// The size.
    pub n: u32,
    /// Number of solutions that exist.
    pub expected: u64,
    /// Number of boards in the answer, or the number that it gives.
    pub found: u64,
    /// Boards that are no solutions.
    pub wrong: u64,
    /// Solutions that occurred before.
    pub repeated: u64,
    /// Solutions that are not in the answer; 0 if it gives their number alone.
    pub missing: u64,
    /// True if the answer is a number.
    pub is_count: bool,
    /// True if the answer cannot be read, or the program did not end.
    pub is_broken: bool,
}

impl SizeTally {
    /// Returns true if the answer is right.
    #[must_use]
    pub fn is_right(&self) -> bool {
        let is_clean = self.wrong + self.repeated + self.missing == 0;
        !self.is_broken && is_clean && self.found == self.expected
    }
}

/// A board that shows what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The size.
    pub n: u32,
    /// The board.
    pub board: Board,
    /// Two queens that attack each other on it.
    pub clash: Option<Clash>,
    /// True if the board is a solution that the program does not find.
    pub is_missing: bool,
}

/// Verdict on a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// The answers for each size, in the order given.
    pub sizes: Vec<SizeTally>,
    /// The cause; `None` if all answers are right, or if those that are not cannot be
    /// read.
    pub cause: Option<Cause>,
    /// A board of the first size that is wrong.
    pub example: Option<Example>,
}

impl Diagnosis {
    /// Returns the first size whose answer is wrong, cannot be read or is not whole.
    #[must_use]
    pub fn first_wrong(&self) -> Option<&SizeTally> {
        self.sizes.iter().find(|tally| !tally.is_right())
    }
}

/// Judges the answers of a program, each for another size of at most [`MAX_SIZE`], and
/// looks for a cause that explains every wrong one.
///
/// # Complexity
/// The solutions of each size, and for each flaw its boards for each size up to
/// [`MAX_COMPARED`]: .2 s for the sizes 1 to 8.
#[must_use]
pub fn diagnose(answers: &[SizeAnswer]) -> Diagnosis {
    let answers: Vec<_> = answers
        .iter()
        .filter(|answer| (1..=MAX_SIZE).contains(&answer.n))
        .collect();
    let sizes: Vec<_> = answers.iter().map(|answer| tally_answer(answer)).collect();
    let whole: Vec<Evidence<'_>> = answers
        .iter()
        .zip(&sizes)
        .filter(|(_, tally)| !tally.is_broken)
        .map(|(answer, tally)| Evidence { answer, tally })
        .collect();
    let is_wrong = whole.iter().any(|size| !size.tally.is_right());
    let cause = is_wrong.then(|| find_cause(&whole));
    let example = cause.as_ref().and_then(|cause| find_example(&whole, cause));
    Diagnosis {
        sizes,
        cause,
        example,
    }
}

/// A whole answer and what it came to.
struct Evidence<'a> {
    answer: &'a SizeAnswer,
    tally: &'a SizeTally,
}

impl Evidence<'_> {
    fn boards(&self) -> &[Board] {
        match &self.answer.answer {
            PrintedAnswer::Boards(boards) => boards,
            _ => &[],
        }
    }

    fn wrong_boards(&self) -> impl Iterator<Item = &Board> {
        let n = self.answer.n;
        self.boards()
            .iter()
            .filter(move |board| !board.is_solution(n))
    }
}

fn tally_answer(answer: &SizeAnswer) -> SizeTally {
    let n = answer.n;
    let all: BTreeSet<Board> = solutions(n).into_iter().collect();
    let mut tally = SizeTally {
        n,
        expected: all.len() as u64,
        is_broken: !answer.is_whole,
        ..SizeTally::default()
    };
    match &answer.answer {
        PrintedAnswer::Unreadable(_) => tally.is_broken = true,
        PrintedAnswer::Count(count) => {
            tally.found = *count;
            tally.is_count = true;
        }
        PrintedAnswer::Boards(boards) => {
            let mut seen = BTreeSet::new();
            for board in boards {
                if !all.contains(board) {
                    tally.wrong += 1;
                } else if !seen.insert(board) {
                    tally.repeated += 1;
                }
            }
            tally.found = boards.len() as u64;
            tally.missing = (all.len() - seen.len()) as u64;
        }
    }
    tally
}

/// Returns the cause of wrong answers: the strongest statement that all of them support.
fn find_cause(whole: &[Evidence<'_>]) -> Cause {
    only_flaw(whole)
        .map(Cause::Flaw)
        .or_else(|| form_cause(whole))
        .or_else(|| wrong_board_cause(whole))
        .unwrap_or_else(|| coverage_cause(whole))
}

/// Returns the flaw that explains the answers of all sizes, if there is exactly one.
fn only_flaw(whole: &[Evidence<'_>]) -> Option<Flaw> {
    let small: Vec<_> = whole
        .iter()
        .filter(|size| size.answer.n <= MAX_COMPARED)
        .collect();
    // Numbers agree by chance more easily than boards do.
    let is_telling = |size: &&&Evidence<'_>| !size.tally.is_right() && size.answer.n > 1;
    let telling = small.iter().filter(is_telling).count();
    let has_boards = small.iter().any(|size| !size.boards().is_empty());
    if telling < if has_boards { 1 } else { 2 } {
        return None;
    }
    let mut fitting = Flaw::ALL
        .into_iter()
        .filter(|flaw| small.iter().all(|size| explains_answer(*flaw, size.answer)));
    let flaw = fitting.next()?;
    fitting.next().is_none().then_some(flaw)
}

fn explains_answer(flaw: Flaw, SizeAnswer { n, answer, .. }: &SizeAnswer) -> bool {
    match answer {
        PrintedAnswer::Boards(boards) => flaw.explains_boards(*n, boards),
        PrintedAnswer::Count(count) => flaw.count_boards(*n) == *count,
        PrintedAnswer::Unreadable(_) => false,
    }
}

/// Returns a cause that lies in the form of the answers.
fn form_cause(whole: &[Evidence<'_>]) -> Option<Cause> {
    if is_size_ignored(whole) {
        return Some(Cause::SizeIgnored);
    }
    if is_numbered_from_one(whole) {
        return Some(Cause::NumberedFromOne);
    }
    same_board_cause(whole)
        .or_else(|| has_growing_lists(whole).then_some(Cause::ListsGrow))
}

/// True if every size has the same answer, which is right for one of them at most.
fn is_size_ignored(whole: &[Evidence<'_>]) -> bool {
    let [first, second, ..] = whole else {
        return false;
    };
    let is_answer = match &first.answer.answer {
        PrintedAnswer::Boards(boards) => {
            boards.iter().any(|board| !board.cells().is_empty())
        }
        PrintedAnswer::Count(count) => *count > 1,
        PrintedAnswer::Unreadable(_) => false,
    };
    let mut others = whole.iter().map(|size| &size.answer.answer);
    is_answer
        && first.answer.n != second.answer.n
        && others.all(|answer| *answer == first.answer.answer)
}

/// True if all boards become solutions when columns count from 1.
fn is_numbered_from_one(whole: &[Evidence<'_>]) -> bool {
    let mut boards = whole.iter().flat_map(|size| {
        let n = size.answer.n;
        size.boards().iter().map(move |board| (n, board))
    });
    let has_board = whole.iter().any(|size| !size.boards().is_empty());
    has_board && boards.all(|(n, board)| board.lowered(0, 1).is_solution(n))
}

/// Returns the cause if all boards of each size are the same one.
fn same_board_cause(whole: &[Evidence<'_>]) -> Option<Cause> {
    let is_same = |size: &Evidence<'_>| {
        let mut pairs = size.boards().windows(2);
        pairs.all(|pair| pair[0] == pair[1])
    };
    let several = whole.iter().filter(|size| size.boards().len() > 1);
    let has_several = several.clone().next().is_some();
    if !has_several || !whole.iter().all(is_same) {
        return None;
    }
    let mut several = several;
    Some(match several.all(|size| size.tally.wrong == 0) {
        true => Cause::SameSolution,
        false => Cause::SameList,
    })
}

/// True if each board has the queens of the one before and more, beyond n.
fn has_growing_lists(whole: &[Evidence<'_>]) -> bool {
    let grows = |pair: &[Board]| {
        let earlier: BTreeSet<_> = pair[0].cells().iter().collect();
        let later: BTreeSet<_> = pair[1].cells().iter().collect();
        earlier.len() < later.len() && earlier.is_subset(&later)
    };
    let several = whole.iter().filter(|size| size.boards().len() > 1);
    let has_long = several.clone().any(|size| {
        let last = size.boards().last();
        last.is_some_and(|board| board.cells().len() > size.answer.n as usize)
    });
    let mut several = several;
    has_long && several.all(|size| size.boards().windows(2).all(grows))
}

/// Returns what all wrong boards have in common; `None` if no board is wrong.
fn wrong_board_cause(whole: &[Evidence<'_>]) -> Option<Cause> {
    let wrong: Vec<(u32, &Board)> = whole
        .iter()
        .flat_map(|size| size.wrong_boards().map(|board| (size.answer.n, board)))
        .collect();
    if wrong.is_empty() {
        return None;
    }
    let all = |is_so: &dyn Fn(u32, &Board) -> bool| {
        wrong.iter().all(|&(n, board)| is_so(n, board))
    };
    Some(if all(&|n, board| board.cells().len() > n as usize) {
        Cause::TooManyQueens
    } else if all(&|n, board| board.cells().len() < n as usize) {
        Cause::TooFewQueens
    } else if all(&|n, board| !board.is_within(n)) {
        Cause::OffBoard
    } else if all(&|n, board| board.cells().len() == n as usize && board.is_within(n)) {
        line_cause(&wrong)
    } else {
        Cause::SeveralFaults
    })
}

/// Returns the lines on which all wrong boards clash.
fn line_cause(wrong: &[(u32, &Board)]) -> Cause {
    let lines: BTreeSet<Line> = wrong
        .iter()
        .flat_map(|(_, board)| board.clashes())
        .map(|clash| clash.line)
        .collect();
    let kinds: BTreeSet<LineKind> = lines.iter().map(|line| line.kind()).collect();
    let is_diagonal = |line: &Line| matches!(line, Line::Falling(_) | Line::Rising(_));
    match (lines.first(), kinds.first()) {
        (Some(line), _) if lines.len() == 1 && is_diagonal(line) => {
            Cause::OneDiagonal(*line)
        }
        (_, Some(kind)) if kinds.len() == 1 => Cause::OneKind(*kind),
        _ => Cause::SeveralFaults,
    }
}

/// Returns the cause if no board is wrong.
fn coverage_cause(whole: &[Evidence<'_>]) -> Cause {
    let wrong = || whole.iter().filter(|size| !size.tally.is_right());
    if wrong().any(|size| size.tally.is_count) {
        Cause::WrongNumber
    } else if wrong().all(|size| size.tally.found == 0) {
        Cause::NothingFound
    } else if wrong().all(|size| size.tally.missing == 0) {
        Cause::Repeated
    } else {
        Cause::Missing
    }
}

/// Returns a board of the first wrong size that shows the cause.
fn find_example(whole: &[Evidence<'_>], cause: &Cause) -> Option<Example> {
    let first = whole.iter().find(|size| !size.tally.is_right())?;
    let n = first.answer.n;
    if let Some(board) = first.wrong_boards().next() {
        return Some(Example {
            n,
            board: board.clone(),
            clash: board
                .clashes()
                .into_iter()
                .find(|clash| shows(cause, *clash)),
            is_missing: false,
        });
    }
    let mut times: BTreeMap<&Board, usize> = BTreeMap::new();
    for board in first.boards() {
        *times.entry(board).or_default() += 1;
    }
    let all = solutions(n);
    let missing = all.iter().find(|board| !times.contains_key(board));
    let repeated = first.boards().iter().find(|board| times[board] > 1);
    let is_missing = missing.is_some() && !first.tally.is_count;
    let board = missing.filter(|_| is_missing).or(repeated)?;
    Some(Example {
        n,
        board: board.clone(),
        clash: None,
        is_missing,
    })
}

/// True if a clash is one of those that the cause is about.
fn shows(cause: &Cause, clash: Clash) -> bool {
    let kind = clash.line.kind();
    match cause {
        Cause::Flaw(Flaw::FallingUntested) => kind == LineKind::Falling,
        Cause::Flaw(Flaw::RisingUntested) => kind == LineKind::Rising,
        Cause::Flaw(Flaw::ColumnsUntested) => kind == LineKind::Column,
        Cause::OneDiagonal(line) => clash.line == *line,
        _ => true,
    }
}
