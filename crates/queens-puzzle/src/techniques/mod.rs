//! The deductions, weakest first: one short file each.
//!
//! A file holds what one should know of its deduction ([`TechniqueInfo`]) and a function that finds where it applies.
//! Names and order are those of the players of Star Battle; most were collected by Kris De Asis, "A Star Battle
//! Guide". Counts of one unit are the confinement, and those of two come before pressured exclusion, which sees them
//! too. What each says here is our own reading, as general as we can show it to be sound, for any number of queens
//! in a unit.

mod composite;
mod confinement;
mod counting;
mod differentials;
mod example;
mod exclusion;
mod finned;
mod fish;
mod found;
mod full_units;
mod kissing;
mod m_shape;
mod marks;
mod overcounting;
mod pressured;
mod pressured_t;
mod rooks;
mod squeeze;
mod thread;
mod tight_units;
mod tiling;
mod undercounting;
mod windows;
pub(crate) mod words;

pub(crate) use found::{Flow, Found, Wanted};

use super::grid::Grid;

/// What one should know of a deduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TechniqueInfo {
    /// The word that names it in documents.
    pub id: &'static str,
    /// What players call it.
    pub name: &'static str,
    /// What it says, in two sentences.
    pub description: &'static str,
    /// Who described it, where that is known.
    pub source: Option<&'static str>,
    /// How hard it is to see, from 1 to 10; never less than that of an earlier one.
    pub level: u8,
    /// Whether it is true only of puzzles with exactly one solution.
    pub by_uniqueness: bool,
    /// A board on which it is the first to apply. Its lines are the rows: a letter names the region of an open square,
    /// `letter*` says that a queen stands there, `letter.` that the square is crossed. One that leans on uniqueness applies
    /// there among others; proofs by contradiction have no example.
    pub example: &'static str,
    /// How many queens each unit of the example takes.
    pub example_stars: u32,
}

/// Where the names of most deductions come from.
const GUIDE: Option<&str> = Some("Kris De Asis, A Star Battle Guide");

/// Finds where a deduction applies.
pub(crate) type Find<const W: usize> = fn(&Grid<'_, W>, &mut Found<W>) -> Flow;

/// A deduction: what it is, and where it applies.
pub(crate) type Entry<const W: usize> = (&'static TechniqueInfo, Find<W>);

/// All deductions, weakest first.
pub(crate) const fn table<const W: usize>() -> [Entry<W>; 24] {
    [
        (&marks::INFO, marks::find),
        (&full_units::INFO, full_units::find),
        (&tight_units::INFO, tight_units::find),
        (&tiling::INFO, tiling::find),
        (&confinement::INFO, confinement::find),
        (&exclusion::INFO, exclusion::find),
        (&undercounting::TWO, undercounting::two),
        (&overcounting::TWO, overcounting::two),
        (&pressured::INFO, pressured::find),
        (&undercounting::THREE, undercounting::three),
        (&overcounting::THREE, overcounting::three),
        (&undercounting::MORE, undercounting::more),
        (&overcounting::MORE, overcounting::more),
        (&finned::INFO, finned::find),
        (&squeeze::INFO, squeeze::find),
        (&differentials::INFO, differentials::find),
        (&composite::INFO, composite::find),
        (&kissing::INFO, kissing::find),
        (&m_shape::INFO, m_shape::find),
        (&pressured_t::INFO, pressured_t::find),
        (&fish::INFO, fish::find),
        (&rooks::INFO, rooks::find),
        (&thread::AT_SEA, thread::at_sea),
        (&thread::BY_A_THREAD, thread::by_a_thread),
    ]
}

/// What one should know of each deduction, weakest first; those that lean on uniqueness stand last.
///
/// ```
/// let names: Vec<_> = queens::puzzle::techniques().map(|technique| technique.name).collect();
/// assert_eq!(names[..3], ["marks around a queen", "full unit", "tight unit"]);
/// ```
pub fn techniques() -> impl Iterator<Item = &'static TechniqueInfo> {
    table::<2>().into_iter().map(|(info, _)| info)
}
