//! Numbers or letters that name the region of each square: on all squares, alike within a
//! region. They are no marks.

/// Side of the patterns that are compared, in cells.
const PATTERN_SIDE: usize = 12;
/// Minimum difference of a pixel from the ground of its square.
const MIN_INK: u8 = 32;
/// Share of a cell that ink covers.
const MIN_COVER: f64 = 0.3;
/// Maximum share of cells in which two equal shapes differ: the edges of a shape do not
/// fall on the same pixels.
const MAX_DIFFERENCE: f64 = 0.35;

/// Shape of the ink on a square, scaled to its own size.
pub(super) struct InkShape {
    cells: Vec<bool>,
    /// Width over height.
    ratio: f64,
}

impl InkShape {
    /// Scales the ink of a square; `None` if there is none. The differences from the
    /// ground are row by row.
    pub(super) fn new(differences: &[u8], width: usize) -> Option<Self> {
        let inked = |at: &usize| differences[*at] >= MIN_INK;
        let places: Vec<usize> = (0..differences.len()).filter(inked).collect();
        let bounds = |place: &dyn Fn(usize) -> usize| {
            let least = places.iter().map(|&at| place(at)).min()?;
            let most = places.iter().map(|&at| place(at)).max()?;
            Some((least, most + 1 - least))
        };
        let ((left, wide), (top, high)) =
            (bounds(&|at| at % width)?, bounds(&|at| at / width)?);
        let mut counts = vec![0_usize; PATTERN_SIDE * PATTERN_SIDE];
        for at in places {
            let (x, y) = (at % width - left, at / width - top);
            counts[y * PATTERN_SIDE / high * PATTERN_SIDE + x * PATTERN_SIDE / wide] += 1;
        }
        let cell = (wide * high) as f64 / counts.len() as f64;
        let cells = counts
            .into_iter()
            .map(|count| count as f64 >= MIN_COVER * cell)
            .collect();
        Some(InkShape {
            cells,
            ratio: wide as f64 / high as f64,
        })
    }

    /// Returns true for two shapes that are about the same.
    fn is_like(&self, other: &InkShape) -> bool {
        let inked = self
            .cells
            .iter()
            .zip(&other.cells)
            .filter(|(a, b)| **a || **b)
            .count();
        let differing = self
            .cells
            .iter()
            .zip(&other.cells)
            .filter(|(a, b)| a != b)
            .count();
        let ratio = self.ratio / other.ratio;
        (0.7..1.43).contains(&ratio) && differing as f64 <= MAX_DIFFERENCE * inked as f64
    }
}

/// Returns true if every square has a shape, alike within each region, and the regions do
/// not all have the same one.
pub(super) fn are_labels(shapes: &[Option<InkShape>], regions: &[u32]) -> bool {
    let Some(shapes) = shapes
        .iter()
        .map(Option::as_ref)
        .collect::<Option<Vec<&InkShape>>>()
    else {
        return false;
    };
    let mut first: Vec<Option<&InkShape>> = vec![None; shapes.len()];
    for (shape, &region) in shapes.iter().zip(regions) {
        if !shape.is_like(first[region as usize].get_or_insert(shape)) {
            return false;
        }
    }
    let known: Vec<&InkShape> = first.into_iter().flatten().collect();
    known.iter().any(|shape| !shape.is_like(known[0]))
}
