//! How a picture looks, where somebody wishes it otherwise.

use super::Fill;

/// How a picture looks. The default is that of every picture of the laboratory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// What tells regions apart.
    pub fill: Fill,
    /// Whether column letters and row numbers stand beside the board.
    pub coordinates: bool,
    /// Whether row 1 is drawn below, as chess players see it, and not on top.
    pub upward: bool,
    /// The side of a square in pixels.
    pub square: u32,
    /// Colours as `0xrrggbb` in place of the usual ones.
    pub colors: Colors,
    /// What the names inside an SVG begin with. Pictures that stand in one page, and are not the same, need names of
    /// their own.
    pub scope: String,
}

/// Some colours as `0xrrggbb`; those that are not named stay as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colors {
    /// The square that is drawn in the upper left corner, and every other one.
    pub light: Option<u32>,
    /// The squares between them.
    pub dark: Option<u32>,
    /// The pieces that were found.
    pub piece: Option<u32>,
    /// The pieces that were given.
    pub given: Option<u32>,
}

impl Default for Look {
    fn default() -> Self {
        Look {
            fill: Fill::default(),
            coordinates: true,
            upward: false,
            square: super::scene::SIDE as u32,
            colors: Colors::default(),
            scope: String::new(),
        }
    }
}

/// The usual look with this fill.
impl From<Fill> for Look {
    fn from(fill: Fill) -> Self {
        Look { fill, ..Look::default() }
    }
}

impl Colors {
    /// The colour in place of that of a look with this name.
    pub(super) fn of(self, class: &str) -> Option<u32> {
        match class {
            "light" => self.light,
            "dark" => self.dark,
            "queen" => self.piece,
            "given" => self.given,
            _ => None,
        }
    }
}
