//! Style of a picture.

use super::Fill;

/// Style of a picture. The default is that of all our pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureStyle {
    /// Fill of regions.
    pub fill: Fill,
    /// True if column letters and row numbers are drawn beside the board.
    pub coordinates: bool,
    /// True if row 1 is at the bottom, as chess players see it, and not on top.
    pub upward: bool,
    /// Side of a square in pixels.
    pub square: u32,
    /// Colours in place of the usual ones.
    pub colors: Colors,
    /// Prefix of the names inside an SVG. Different pictures in one page need different
    /// prefixes.
    pub scope: String,
}

/// Colours as `0xrrggbb`; `None` keeps the usual one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colors {
    /// Colour of the square in the upper left corner, and of every other one.
    pub light: Option<u32>,
    /// Colour of the squares between them.
    pub dark: Option<u32>,
    /// Colour of pieces that are not given.
    pub piece: Option<u32>,
    /// Colour of given pieces.
    pub given: Option<u32>,
}

impl Default for PictureStyle {
    fn default() -> Self {
        PictureStyle {
            fill: Fill::default(),
            coordinates: true,
            upward: false,
            square: super::shape::SQUARE_SIDE as u32,
            colors: Colors::default(),
            scope: String::new(),
        }
    }
}

/// The usual style with this fill.
impl From<Fill> for PictureStyle {
    fn from(fill: Fill) -> Self {
        PictureStyle {
            fill,
            ..PictureStyle::default()
        }
    }
}

impl Colors {
    /// Returns the colour that replaces the one of a paint with this name.
    pub(super) fn color_of(self, class: &str) -> Option<u32> {
        match class {
            "light" => self.light,
            "dark" => self.dark,
            "queen" => self.piece,
            "given" => self.given,
            _ => None,
        }
    }
}
