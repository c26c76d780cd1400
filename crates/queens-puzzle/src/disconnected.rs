//! Regions that are not connected.

use super::Puzzle;
use super::borders::Borders;
use queens_model::problem::region_name;
use std::collections::BTreeSet;

impl Puzzle {
    /// Regions that are not connected along rows and columns, in order.
    ///
    /// # Complexity
    /// O(squares log squares).
    #[must_use]
    pub fn disconnected_regions(&self) -> Vec<u32> {
        let rooms = Borders::from_puzzle(self).number_rooms();
        let pairs: BTreeSet<(u32, u32)> = self.regions().into_iter().zip(rooms).collect();
        let regions: Vec<u32> = pairs.into_iter().map(|(region, _)| region).collect();
        let mut several: Vec<u32> = regions
            .windows(2)
            .filter(|two| two[0] == two[1])
            .map(|two| two[0])
            .collect();
        several.dedup();
        several
    }

    /// Warning about regions that are not connected, `region C is in several parts`;
    /// `None` if all are connected. Such a board is a valid puzzle, but a letter may be
    /// mistyped.
    ///
    /// ```
    /// use queens::puzzle::Puzzle;
    ///
    /// let puzzle = Puzzle::new(2, 1, vec![0, 1, 1, 0])?;
    /// assert_eq!(puzzle.notice().as_deref(), Some("regions A and B are in several parts"));
    /// # Ok::<(), queens::puzzle::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn notice(&self) -> Option<String> {
        let names: Vec<String> = self
            .disconnected_regions()
            .into_iter()
            .map(region_name)
            .collect();
        match &names[..] {
            [] => None,
            [name] => Some(format!("region {name} is in several parts")),
            [names @ .., last] => Some(format!(
                "regions {} and {last} are in several parts",
                names.join(", ")
            )),
        }
    }
}
