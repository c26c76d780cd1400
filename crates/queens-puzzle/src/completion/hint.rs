//! The next step for a player.

use super::CompletionPosition;
use super::board::{CompletionBoard, CompletionGrid};
use super::deductions::{CompletionDeduction, DEDUCTION_TABLE, DIRECT_DEDUCTIONS};
use crate::premise::Premise;
use crate::reason::{Sentence, Supposition};
#[cfg(debug_assertions)]
use crate::reason_check::{self, ReasonBoard};
use crate::{Hint, Mark, Mistake};
use control::Stop;
use queens_engines::question::{Question, Settings, Verdict};
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::Unsupported;

/// Returns a hint for `position`: a wrong mark or the lack of a solution first, then the
/// easiest deduction that applies. Trials are used only if exactly one solution is left;
/// if there are several, the hint reports that. If a deduction applies several times, the
/// hint is the one that leaves a row or column the fewest open squares.
///
/// # Errors
/// No engine takes the board.
///
/// # Complexity
/// Up to two questions to an engine if all marks are right, else up to two for each mark;
/// the limits of `settings` hold for each.
pub fn hint(
    position: &CompletionPosition,
    settings: &Settings,
) -> Result<Hint, Unsupported> {
    let board = CompletionBoard::new(position.size, &settings.limits);
    if let Some((square, other)) = find_clash(&board, position) {
        return Ok(Hint::Wrong(clash_mistake(
            position, square, other, settings,
        )?));
    }
    match is_solvable(position, settings)? {
        Some(true) => {}
        Some(false) => return wrong_mark(&board, position, settings),
        None => {
            return Ok(stopped_hint(
                board.watch.result().err().unwrap_or(Stop::GaveUp),
            ));
        }
    }
    let grid = CompletionGrid::new(&board, position);
    if grid.is_full() {
        return Ok(Hint::Solved);
    }
    let Ok(problem) = position.problem() else {
        return Ok(no_solution());
    };
    if let Some(step) = first_step(&grid, 0..DIRECT_DEDUCTIONS) {
        return Ok(check_hint(step, &problem));
    }
    match queens_engines::ask(&problem, Question::Unique, settings)?.verdict() {
        Verdict::OnlyOne | Verdict::Exactly(1) => {}
        Verdict::None => return Ok(no_solution()),
        Verdict::AtLeast(1) | Verdict::Unknown => {
            return Ok(stopped_hint(
                board.watch.result().err().unwrap_or(Stop::GaveUp),
            ));
        }
        solutions @ (Verdict::Exactly(_) | Verdict::AtLeast(_)) => {
            let sentence =
                "Several solutions are left, so no square is certain.".to_owned();
            return Ok(Hint::Stuck {
                solutions,
                sentence,
            });
        }
    }
    if let Some(step) = first_step(&grid, DIRECT_DEDUCTIONS..DEDUCTION_TABLE.len()) {
        return Ok(check_hint(step, &problem));
    }
    if let Err(stop) = board.watch.result() {
        return Ok(stopped_hint(stop));
    }
    let sentence =
        "Exactly one solution is left, but even trial and error two levels deep does not find the next queen.".to_owned();
    Ok(Hint::Stuck {
        solutions: Verdict::OnlyOne,
        sentence,
    })
}

/// Checks the reason of a hint in debug builds.
fn check_hint(hint: Hint, _problem: &Problem) -> Hint {
    #[cfg(debug_assertions)]
    if let Hint::Step(step) | Hint::Proof { step, .. } = &hint {
        reason_check::assert_follows(ReasonBoard::from_level(_problem), step);
    }
    hint
}

/// Returns the best application of the easiest of some deductions.
fn first_step(
    grid: &CompletionGrid<'_>,
    deductions: std::ops::Range<usize>,
) -> Option<Hint> {
    let (index, found) = deductions
        .map(|index| (index, DEDUCTION_TABLE[index].1(grid)))
        .find(|(_, found)| !found.is_empty())?;
    let best = found
        .into_iter()
        .min_by_key(|deduction| (deduction.imagined, fewest_left(grid, deduction)))?;
    let step = best.into_step(grid, DEDUCTION_TABLE[index].0);
    Some(match index.checked_sub(DIRECT_DEDUCTIONS) {
        None => Hint::Step(step),
        Some(nested) => Hint::Proof {
            step,
            depth: 1 + nested as u32,
        },
    })
}

/// Least number of open squares of a row or column that loses squares by this deduction.
fn fewest_left(grid: &CompletionGrid<'_>, deduction: &CompletionDeduction) -> u32 {
    let lines = grid
        .free_lines()
        .filter(|&line| grid.open_of(line).meets(&deduction.settled.crosses));
    lines
        .map(|line| (grid.open_of(line) - deduction.settled.crosses).count())
        .min()
        .unwrap_or(0)
}

/// Returns true if a solution agrees with the marks; `None` if a limit was reached first.
fn is_solvable(
    position: &CompletionPosition,
    settings: &Settings,
) -> Result<Option<bool>, Unsupported> {
    let Ok(problem) = position.problem() else {
        return Ok(Some(false));
    };
    Ok(
        match queens_engines::ask(&problem, Question::One, settings)?.verdict() {
            Verdict::None => Some(false),
            Verdict::Unknown => None,
            Verdict::OnlyOne | Verdict::Exactly(_) | Verdict::AtLeast(_) => Some(true),
        },
    )
}

/// Returns a queen of the player and another queen that attack each other.
fn find_clash(
    board: &CompletionBoard,
    position: &CompletionPosition,
) -> Option<(Square, Square)> {
    let mut before = position.given.clone();
    position.queens.iter().find_map(|&square| {
        let attacked = &board.attacked[board.square_number(square)];
        let other = before
            .iter()
            .copied()
            .find(|&other| attacked.contains(board.square_number(other)));
        before.push(square);
        other.map(|other| (square, other))
    })
}

/// Returns the mistake of two queens that attack each other: `square` of the player, and
/// `other`. The wrong queen is the one that no solution has; `square` if both or none
/// are.
fn clash_mistake(
    position: &CompletionPosition,
    square: Square,
    other: Square,
    settings: &Settings,
) -> Result<Mistake, Unsupported> {
    let is_wrong = |queen| -> Result<bool, Unsupported> {
        Ok(is_solvable(
            &with_mark(&without_marks(position), queen, Mark::Queen),
            settings,
        )? == Some(false))
    };
    let is_other =
        position.queens.contains(&other) && !is_wrong(square)? && is_wrong(other)?;
    let (wrong, right) = if is_other {
        (other, square)
    } else {
        (square, other)
    };
    let mut sentence = format!("{wrong} cannot hold a queen: the one on {right}");
    let premises = vec![Premise::from_queen(right, sentence.len())];
    sentence.push_str(" attacks it.");
    Ok(Mistake {
        square: wrong,
        mark: Mark::Queen,
        sentence,
        premises,
    })
}

/// Returns the first mark that no solution has, or that contradicts the marks before it;
/// queens come before crosses.
fn wrong_mark(
    board: &CompletionBoard,
    position: &CompletionPosition,
    settings: &Settings,
) -> Result<Hint, Unsupported> {
    let clues = without_marks(position);
    let queens = position.queens.iter().map(|&square| (square, Mark::Queen));
    let marks: Vec<_> = queens
        .chain(position.crosses.iter().map(|&square| (square, Mark::Cross)))
        .collect();
    match is_solvable(&clues, settings)? {
        Some(true) => {}
        Some(false) => return Ok(no_solution()),
        None => {
            return Ok(stopped_hint(
                board.watch.result().err().unwrap_or(Stop::GaveUp),
            ));
        }
    }
    for &(square, mark) in &marks {
        if is_solvable(&with_mark(&clues, square, mark), settings)? == Some(false) {
            return Ok(Hint::Wrong(describe_mistake(board, &clues, square, mark)));
        }
    }
    // Each mark alone agrees with a solution, but not all together.
    let mut before = clues;
    for (square, mark) in marks {
        let with = with_mark(&before, square, mark);
        if is_solvable(&with, settings)? == Some(false) {
            return Ok(Hint::Wrong(describe_mistake(board, &before, square, mark)));
        }
        before = with;
    }
    Ok(stopped_hint(
        board.watch.result().err().unwrap_or(Stop::GaveUp),
    ))
}

/// Returns the mistake of a mark that no solution with the marks `before` has.
fn describe_mistake(
    board: &CompletionBoard,
    before: &CompletionPosition,
    square: Square,
    mark: Mark,
) -> Mistake {
    let others = if before.queens.is_empty() && before.crosses.is_empty() {
        "given queens"
    } else {
        "other marks"
    };
    let unexplained = |sentence| Mistake {
        square,
        mark,
        sentence,
        premises: Vec::new(),
    };
    if mark != Mark::Queen {
        return unexplained(format!(
            "{square} cannot be empty: every solution with the {others} has a queen there."
        ));
    }
    let (grid, number) = (
        CompletionGrid::new(board, before),
        board.square_number(square),
    );
    let (facts, supposed) = (grid.facts(), Supposition::Queen(number));
    let lines: Vec<usize> = grid.free_lines().collect();
    if grid.dead_end(number, 0).is_none()
        || !facts.proves(&lines, supposed.opposite_conclusion())
    {
        return unexplained(format!(
            "{square} cannot hold a queen: no solution with the {others} has one there."
        ));
    }
    let needed = facts.needed_units(&lines, supposed.opposite_conclusion());
    let (sentence, premises) = Sentence::compose_mistake(&facts, &needed, supposed);
    Mistake {
        square,
        mark,
        sentence,
        premises,
    }
}

/// Returns the position with its given queens only.
fn without_marks(position: &CompletionPosition) -> CompletionPosition {
    CompletionPosition {
        queens: Vec::new(),
        crosses: Vec::new(),
        ..position.clone()
    }
}

/// Returns the position with another mark.
fn with_mark(
    position: &CompletionPosition,
    square: Square,
    mark: Mark,
) -> CompletionPosition {
    let mut with = position.clone();
    let marked = if mark == Mark::Queen {
        &mut with.queens
    } else {
        &mut with.crosses
    };
    marked.push(square);
    with
}

fn no_solution() -> Hint {
    Hint::Stuck {
        solutions: Verdict::None,
        sentence: "There is no solution with these given queens.".to_owned(),
    }
}

fn stopped_hint(stop: Stop) -> Hint {
    Hint::Stopped {
        stop,
        sentence: format!("No hint found yet: {stop}."),
    }
}
