//! The named deductions: one short file for each, or for a few that share an argument.
//!
//! A file holds the description of its deduction ([`TechniqueInfo`]) and its finder, a
//! function that finds its applications. Names and order are those of Star Battle
//! players; most were collected by Kris De Asis, "A Star Battle Guide". A count of one
//! unit is a confinement. Counts of two units come before pressured exclusion, which
//! finds them too. Each deduction is stated as generally as we can prove it sound, for
//! any number of queens in a unit.
//!
//! # What a finder keeps
//! - It adds an application for every square that the deduction determines, and passes on
//!   with `?` what the collector returns.
//! - It calls `check_limits` of [`LimitWatch`](super::watch::LimitWatch) in loops that can
//!   be long.
//! - What its applications determine together does not depend on the order of the squares
//!   or the numbers of the regions: a rating is the same for all symmetries of a board.
//! - Except in the first two deductions, no open square touches a queen or is in a full
//!   unit: the first two cross these squares beforehand.
//!
//! # How it gives its reason
//! A finder proposes a conclusion and the units that prove it, and writes the sentence:
//!
//! - [`StepCollector::add_step`] if the units prove the conclusion, together with the rule
//!   that no two queens touch. It leaves out the units that the proof does not need; if
//!   the sentence then names others than those that are left, a refutation replaces it.
//! - [`StepCollector::add_refuted`] for one square, without a sentence of its own.
//! - [`StepCollector::add_with_all`] if the proof needs more than units: deductions by
//!   uniqueness use it.
//!
//! [`Sentence::say_unit`](super::reason::Sentence::say_unit) and `say_units` name a unit
//! and make it a premise. Functions of [`words`](super::reason::words) only return text.
//!
//! # Where an example comes from
//! With its line in [`technique_table`], `queens puzzle generate 8 --needs ID` looks for a
//! puzzle that needs the deduction. The marks before its first step in `queens puzzle
//! explain` are an example, unless it is a deduction by uniqueness.

mod composite;
mod confinement;
mod counting;
mod differentials;
mod example;
mod exclusion;
mod finned;
mod fish;
mod full_units;
mod held;
mod kissing;
mod m_shape;
mod marks;
mod overcounting;
mod pressured;
mod pressured_t;
mod rooks;
mod squeeze;
mod step_collector;
mod thread;
mod tight_units;
mod tiling;
mod undercounting;
mod windows;

pub(crate) use step_collector::{CollectMode, SearchFlow, StepCollector};

use super::grid::CandidateGrid;

/// Description of a deduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TechniqueInfo {
    /// Identifier in documents.
    pub id: &'static str,
    /// Name among players.
    pub name: &'static str,
    /// The same in a few ordinary words.
    pub plain_name: &'static str,
    /// Condition and conclusion, in two to four sentences.
    pub description: &'static str,
    /// Source of the description, if known.
    pub source: Option<&'static str>,
    /// Difficulty from 1 to 10, never less than that of an earlier deduction in
    /// [`techniques`]. In region puzzles named deductions have 1 to 8, proofs by
    /// contradiction 9 and 10.
    pub level: u8,
    /// True if it holds only in puzzles with exactly one solution.
    pub by_uniqueness: bool,
    /// Board with a solution on which it is the first deduction to apply; a deduction by
    /// uniqueness applies there among others, and the solution is the only one. A word
    /// for each row: a letter is the region of an open square, `letter*` of a queen,
    /// `letter.` of a crossed square. Empty for proofs by contradiction and for the
    /// deductions of the n-queens levels.
    pub example: &'static str,
    /// Number of queens in each unit of the example.
    pub example_stars: u32,
}

/// Source of most names.
const GUIDE_SOURCE: Option<&str> = Some("Kris De Asis, A Star Battle Guide");

/// Function that adds the applications of a deduction to the collector. Breaks when the
/// collector does, or at a limit.
pub(crate) type TechniqueFinder<const W: usize> =
    fn(&CandidateGrid<'_, W>, &mut StepCollector<W>) -> SearchFlow;

/// A deduction: its description and its finder.
pub(crate) type TechniqueEntry<const W: usize> =
    (&'static TechniqueInfo, TechniqueFinder<W>);

/// All deductions, easiest first.
pub(crate) const fn technique_table<const W: usize>() -> [TechniqueEntry<W>; 24] {
    [
        (&marks::INFO, marks::find_marks),
        (&full_units::INFO, full_units::find_full),
        (&tight_units::INFO, tight_units::find_tight),
        (&tiling::INFO, tiling::find_tiled),
        (&confinement::INFO, confinement::find_confined),
        (&exclusion::INFO, exclusion::find_excluded),
        (&undercounting::TWO_INFO, undercounting::find_two),
        (&overcounting::TWO_INFO, overcounting::find_two),
        (&pressured::INFO, pressured::find_pressured),
        (&undercounting::THREE_INFO, undercounting::find_three),
        (&overcounting::THREE_INFO, overcounting::find_three),
        (&undercounting::MORE_INFO, undercounting::find_four_or_more),
        (&overcounting::MORE_INFO, overcounting::find_four_or_more),
        (&finned::INFO, finned::find_finned),
        (&squeeze::INFO, squeeze::find_squeezed),
        (&differentials::INFO, differentials::find_differentials),
        (&composite::INFO, composite::find_composites),
        (&kissing::INFO, kissing::find_kissing),
        (&m_shape::INFO, m_shape::find_m_shapes),
        (&pressured_t::INFO, pressured_t::find_pressured_t),
        (&fish::INFO, fish::find_fish),
        (&rooks::INFO, rooks::find_rooks),
        (&thread::AT_SEA_INFO, thread::find_at_sea),
        (&thread::BY_A_THREAD_INFO, thread::find_by_a_thread),
    ]
}

/// Returns true for the deductions that cross the squares that queens on the board rule
/// out.
pub(crate) fn crosses_ruled_out(id: &str) -> bool {
    [marks::INFO.id, full_units::INFO.id].contains(&id)
}

/// Returns the deduction with this id or name: `fish`, `by a thread`.
#[must_use]
pub fn find_technique(name: &str) -> Option<&'static TechniqueInfo> {
    techniques().find(|technique| [technique.id, technique.name].contains(&name))
}

/// Descriptions of all deductions, easiest first; those by uniqueness come last.
///
/// ```
/// let names: Vec<_> = queens::puzzle::techniques().map(|technique| technique.name).collect();
/// assert_eq!(names[..3], ["marks around a queen", "full unit", "tight unit"]);
/// ```
pub fn techniques() -> impl Iterator<Item = &'static TechniqueInfo> {
    technique_table::<2>().into_iter().map(|(info, _)| info)
}
