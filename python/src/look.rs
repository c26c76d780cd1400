//! Pictures of the library's renderer, with options for notebooks.

use crate::errors::error;
use crate::placement::Placement;
use crate::problem::hash;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use queens::control::Outcome;
use queens::render::{self, Colors, Fill, MAX_DRAWN_SIDE, PictureStyle, Summary};

/// Default side of a square, and side of a board beyond which squares shrink, in pixels.
const DEFAULT_SQUARE_PIXELS: u32 = 40;
const MAX_DEFAULT_BOARD_PIXELS: u32 = 560;

/// Returns the default side of a square on a board with this many rows or columns.
pub(crate) fn square(side: u32) -> u32 {
    (MAX_DEFAULT_BOARD_PIXELS / side.max(1)).clamp(4, DEFAULT_SQUARE_PIXELS)
}

/// Reads the options of a picture of a board with this many rows or columns.
pub(crate) fn look(
    side: u32,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<PictureStyle> {
    let mut look = PictureStyle {
        square: square(side),
        ..PictureStyle::default()
    };
    for (name, value) in given.into_iter().flatten() {
        let name: String = name.extract()?;
        match name.as_str() {
            "coordinates" => look.coordinates = flag(&name, &value)?,
            "size" => look.square = size(&value)?,
            "colors" => look.colors = colors(&value)?,
            "orientation" => look.upward = upward(&value)?,
            "patterns" => {
                look.fill = Fill {
                    patterns: flag(&name, &value)?,
                    ..look.fill
                }
            }
            other => {
                return Err(PyTypeError::new_err(format!(
                    "'{other}' is not an option of a picture: use coordinates, size, colors, orientation or patterns"
                )));
            }
        }
    }
    Ok(look)
}

fn flag(name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.extract().or_else(|_| {
        Err(PyTypeError::new_err(format!(
            "{name} must be True or False, not {}",
            value.repr()?
        )))
    })
}

fn size(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    match value.extract::<u32>() {
        Ok(size @ 1..=400) => Ok(size),
        _ => Err(error(format!(
            "'{}' is not a valid size of a square: use 1 to 400 pixels",
            value.str()?
        ))),
    }
}

fn upward(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    match value.str()?.to_str()? {
        "top" => Ok(false),
        "bottom" => Ok(true),
        other => Err(error(format!(
            "'{other}' is not a valid orientation: use 'top', where row 1 is drawn on top, or 'bottom'"
        ))),
    }
}

fn colors(given: &Bound<'_, PyAny>) -> PyResult<Colors> {
    let Ok(given) = given.cast::<PyDict>() else {
        return Err(PyTypeError::new_err(format!(
            "colors must be a dict such as {{'light': '#ffffff'}}, not {}",
            given.repr()?
        )));
    };
    let mut colors = Colors::default();
    for (name, value) in given {
        let color = Some(color(value.str()?.to_str()?)?);
        match name.str()?.to_str()? {
            "light" => colors.light = color,
            "dark" => colors.dark = color,
            "piece" => colors.piece = color,
            "given" => colors.given = color,
            other => {
                return Err(error(format!(
                    "'{other}' is not a part with a colour: use light, dark, piece or given"
                )));
            }
        }
    }
    Ok(colors)
}

/// Reads `#rgb` or `#rrggbb`.
fn color(text: &str) -> PyResult<u32> {
    let digits = text
        .strip_prefix('#')
        .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
    let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    match (number, text.len()) {
        (Some(number), 7) => Ok(number),
        (Some(number), 4) => {
            let twice = |shift: u32| ((number >> shift) & 0xf) * 0x11;
            Ok(twice(8) << 16 | twice(4) << 8 | twice(0))
        }
        _ => Err(error(format!(
            "'{text}' is not a valid colour: write #rrggbb, such as #d3b58d"
        ))),
    }
}

/// Returns a name for the picture: different pictures on one page must not share the ids
/// inside them.
pub(crate) fn scope(drawn: &impl std::hash::Hash, look: &PictureStyle) -> String {
    format!("q{:08x}-", hash(&(hash(drawn), format!("{look:?}"))) as u32)
}

/// Returns a text that notebooks show as a picture.
pub(crate) fn svg(py: Python<'_>, bytes: Vec<u8>) -> PyResult<Bound<'_, PyAny>> {
    let text = String::from_utf8(bytes).map_err(error)?;
    py.import("queenslab._svg")?.getattr("Svg")?.call1((text,))
}

/// Draws a board with its queens.
pub(crate) fn picture<'py>(
    py: Python<'py>,
    placement: &Placement,
    given: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let problem = &placement.problem;
    let mut look = look(problem.rows().max(problem.columns()), given)?;
    look.scope = scope(&(problem.to_string(), &placement.queens), &look);
    let mut out = Vec::new();
    let summary = Summary {
        solutions: 1,
        outcome: Outcome::Found,
    };
    render::svg(
        problem,
        std::slice::from_ref(&placement.queens),
        &summary,
        look,
        &mut out,
    )
    .map_err(error)?;
    svg(py, out)
}

impl Placement {
    /// Draws a board for a notebook; `None` if it is too large.
    pub(crate) fn shown<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.problem.rows().max(self.problem.columns()) > MAX_DRAWN_SIDE {
            return Ok(None);
        }
        picture(py, self, None).map(Some)
    }
}
