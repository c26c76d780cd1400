//! Sets of squares up to symmetry, for searches that add one square after the other.
//!
//! A search tries one square of each orbit: once a square has been tried, its images under
//! the symmetries that leave the chosen squares in place need not be, because a set with
//! one of them is an image of a set that was tried. It may still meet several images of
//! one set, so [`SetClasses`] keeps one of each.

use control::{Limits, Stop};
use std::collections::HashSet;

/// The symmetries that leave every chosen square in place, as a search goes down.
pub(crate) struct FixingSymmetries<'i> {
    /// The image of each square, for each symmetry of the board.
    images: &'i [Vec<usize>],
    /// Numbers of the symmetries that leave the chosen squares in place.
    fixing: Vec<usize>,
}

impl<'i> FixingSymmetries<'i> {
    /// Returns all symmetries: no square is chosen yet.
    pub(crate) fn new(images: &'i [Vec<usize>]) -> Self {
        FixingSymmetries {
            images,
            fixing: (0..images.len()).collect(),
        }
    }

    /// Returns the symmetries that leave `square` in place as well.
    pub(crate) fn and(&self, square: usize) -> Self {
        let leaves_in_place = |&symmetry: &usize| self.images[symmetry][square] == square;
        FixingSymmetries {
            images: self.images,
            fixing: self
                .fixing
                .iter()
                .copied()
                .filter(leaves_in_place)
                .collect(),
        }
    }

    /// Lists the images of `square`, itself included, some of them more than once.
    pub(crate) fn orbit(&self, square: usize) -> impl Iterator<Item = usize> {
        self.fixing
            .iter()
            .map(move |&symmetry| self.images[symmetry][square])
    }
}

/// Sets that were found, one of all images of each.
#[derive(Default)]
pub(crate) struct SetClasses {
    /// The least image of each set.
    known: HashSet<Vec<usize>>,
    /// Number of sets, all images counted.
    all: u128,
}

impl SetClasses {
    /// Adds a set, unless one of its images is known. `images` has the image of each square
    /// under each symmetry.
    ///
    /// # Errors
    /// The memory limit.
    ///
    /// # Complexity
    /// O(images * squares of the set).
    pub(crate) fn add(
        &mut self,
        set: &[usize],
        images: &[Vec<usize>],
        limits: &Limits,
    ) -> Result<(), Stop> {
        let sorted_image = |image: &Vec<usize>| {
            let mut squares: Vec<usize> =
                set.iter().map(|&square| image[square]).collect();
            squares.sort_unstable();
            squares
        };
        let mut of_set: Vec<Vec<usize>> = images.iter().map(sorted_image).collect();
        of_set.sort_unstable();
        of_set.dedup();
        let different = of_set.len() as u128;
        let Some(least) = of_set.into_iter().next() else {
            return Ok(());
        };
        if self.known.insert(least) {
            self.all += different;
        }
        let bytes = self.known.len() * set.len().max(1) * size_of::<usize>();
        limits.check_memory(bytes as u64)
    }

    /// Returns one of the sets, if any was found.
    pub(crate) fn any(&self) -> Option<&[usize]> {
        self.known.iter().next().map(Vec::as_slice)
    }

    /// Returns the number of sets.
    pub(crate) fn all(&self) -> u128 {
        self.all
    }

    /// Returns the number of sets up to symmetry.
    pub(crate) fn fundamental(&self) -> u128 {
        self.known.len() as u128
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use control::Limit;

    /// Squares 0 to 3 around a centre 4, with the turns of a square.
    fn quarter_turns() -> Vec<Vec<usize>> {
        (0..4)
            .map(|turn| {
                (0..4)
                    .map(|square| (square + turn) % 4)
                    .chain([4])
                    .collect()
            })
            .collect()
    }

    #[test]
    fn images_of_a_set_are_counted_once() {
        let images = quarter_turns();
        let mut classes = SetClasses::default();
        for set in [&[0, 1][..], &[1, 2], &[2, 0], &[4]] {
            classes.add(set, &images, &Limits::default()).unwrap();
        }
        // Four sets of neighbours, two of opposites, and the centre.
        assert_eq!((classes.all(), classes.fundamental()), (7, 3));
        let limits = Limits::default().with_memory(8);
        let stop = classes.add(&[0], &images, &limits);
        assert_eq!(stop, Err(Stop::LimitReached(Limit::Memory)));
    }

    #[test]
    fn a_chosen_square_leaves_only_what_keeps_it() {
        let images = quarter_turns();
        let all = FixingSymmetries::new(&images);
        assert_eq!(all.orbit(1).collect::<Vec<_>>(), [1, 2, 3, 0]);
        assert_eq!(all.and(4).orbit(1).count(), 4);
        assert_eq!(all.and(4).and(2).orbit(1).collect::<Vec<_>>(), [1]);
    }
}
