//! The method for those who name none.

use super::backtracking::Backtracking;
use super::bitmask::Bitmask;
use super::construction::Construction;
use super::{Completeness, Method, Refusal};
use crate::problem::Problem;

/// The method of the ladder that answers `problem` fastest: the formula for one solution and the bit
/// mask for all, where they accept it; else backtracking, which answers whatever the model can state.
///
/// # Errors
/// A problem with more squares than backtracking can relate to each other.
///
/// ```
/// use queens::engines::ladder::{self, Completeness};
/// use queens::problem::Problem;
///
/// let torus: Problem = "torus 7".parse()?;
/// let method = ladder::choose(&torus, Completeness::All)?;
/// assert_eq!(method.count(&torus, &Default::default())?.solutions, 28);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn choose(problem: &Problem, finds: Completeness) -> Result<&'static dyn Method, Refusal> {
    let special: &'static dyn Method = match finds {
        Completeness::One => &Construction,
        Completeness::All => &Bitmask,
    };
    if special.accepts(problem).is_ok() {
        return Ok(special);
    }
    Backtracking.accepts(problem)?;
    Ok(&Backtracking)
}
