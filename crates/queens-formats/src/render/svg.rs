//! A picture as SVG. The squares are written once; each board adds its queens.

use super::html::Escaped;
use super::letters;
use super::look::PictureStyle;
use super::paint::{Ends, Ink, PAINTS, Paint, Stroke, WHITE};
use super::piece_symbols::{PIECES, QUEEN, group_symbol};
use super::scene::{PANEL_GAP, Panel, Scene};
use super::shape::{
    CHECKER, GUIDES, HOLE, LIT, MARK, NEW_CROSS, NEW_QUEEN, PictureShape, PictureSymbol,
    SQUARE_SIDE, WALL,
};
use queens_model::relative::GroupKind;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

/// Writes the picture.
pub(super) fn write_picture(scene: &Scene<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Scene {
        ref title,
        ref description,
        ref data,
        ref look,
        width,
        height,
        ..
    } = *scene;
    let scope = look.scope.as_str();
    // Rounded to the nearest whole pixel.
    let pixels =
        |units: u64| (units * u64::from(look.square) + SQUARE_SIDE / 2) / SQUARE_SIDE;
    let (wide, high) = (pixels(width), pixels(height));
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\""
    )?;
    for (name, value) in data {
        write!(out, " {name}=\"{}\"", Escaped(value))?;
    }
    writeln!(out, ">\n<title>{}</title>", Escaped(title))?;
    if !description.is_empty() {
        writeln!(out, "<desc>{}</desc>", Escaped(description))?;
    }
    write_definitions(scene, out)?;
    for (x, y, panel) in scene.placed_panels() {
        out.write_all(b"<g")?;
        if let Some((name, value)) = &panel.data {
            write!(out, " {name}=\"{}\"", Escaped(value))?;
        }
        let board = BoardName(scope, panel.face);
        writeln!(
            out,
            " transform=\"translate({x} {y})\"><use href=\"#{board}\"/>"
        )?;
        write_shapes(scope, &scene.panel_shapes(panel), "", out)?;
        out.write_all(b"</g>\n")?;
    }
    out.write_all(b"</svg>\n")
}

/// Writes the shared part of the boards of a page, once before them.
pub(super) fn write_shared(scene: &Scene<'_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"<svg width=\"0\" height=\"0\" style=\"position: absolute\" aria-hidden=\"true\">\n")?;
    write_definitions(scene, out)?;
    out.write_all(b"</svg>\n")
}

/// Writes one board for a page that contains [`write_shared`]; it takes the available
/// width.
pub(super) fn write_inline(
    scene: &Scene<'_>,
    panel: &Panel<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (scope, margin) = (scene.look.scope.as_str(), scene.margin);
    let (width, height) = scene.faces[panel.face].size();
    let (width, height) = (margin + width + PANEL_GAP, margin + height + PANEL_GAP);
    write!(
        out,
        "<svg viewBox=\"-{margin} -{margin} {width} {height}\" role=\"img\""
    )?;
    if let Some((name, value)) = &panel.data {
        write!(out, " {name}=\"{}\"", Escaped(value))?;
    }
    write!(out, "><use href=\"#{}\"/>", BoardName(scope, panel.face))?;
    write_shapes(scope, &scene.panel_shapes(panel), "", out)?;
    out.write_all(b"</svg>\n")
}

/// Name of a board without queens.
struct BoardName<'s>(&'s str, usize);

impl fmt::Display for BoardName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)?;
        match self.1 {
            0 => f.write_str("board"),
            other => write!(f, "board{}", other + 1),
        }
    }
}

/// Writes the paints, the symbols, and the boards without queens.
pub(super) fn write_definitions(
    scene: &Scene<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let scope = scene.look.scope.as_str();
    write_styles(scene, out)?;
    out.write_all(b"<defs>\n")?;
    for tile in [&CHECKER, &GUIDES] {
        let (id, side) = (tile.id, tile.side);
        write!(
            out,
            "<pattern id=\"{scope}{id}\" width=\"{side}\" height=\"{side}\" patternUnits=\"userSpaceOnUse\">"
        )?;
        write_shapes(scope, tile.shapes, "", out)?;
        out.write_all(b"</pattern>\n")?;
    }
    for symbol in list_symbols(scene) {
        write!(out, "<g id=\"{scope}{}\">", symbol.id)?;
        write_shapes(scope, symbol.shapes, "", out)?;
        out.write_all(b"</g>\n")?;
    }
    for (index, face) in scene.faces.iter().enumerate() {
        writeln!(out, "<g id=\"{}\">", BoardName(scope, index))?;
        write_shapes(scope, &face.bare_shapes(), "\n", out)?;
        out.write_all(b"</g>\n")?;
    }
    out.write_all(b"</defs>\n")
}

/// Writes the paints.
fn write_styles(scene: &Scene<'_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"<style>\n")?;
    for paint in PAINTS {
        writeln!(out, "{}", StyleRule(paint, &scene.look))?;
    }
    if group_kinds(scene).any(|kind| kind == GroupKind::White) {
        writeln!(out, "{}", StyleRule(&WHITE, &scene.look))?;
    }
    out.write_all(b"</style>\n")
}

/// Returns the group of each queen of all panels.
fn group_kinds(scene: &Scene<'_>) -> impl Iterator<Item = GroupKind> {
    let panels = scene.panels.iter();
    panels.flat_map(|panel| panel.standing.kinds).copied()
}

/// Returns the symbols that the panels use, each once: pieces, marks, patterns.
fn list_symbols(scene: &Scene<'_>) -> Vec<&'static PictureSymbol> {
    let mut panels = scene.panels.iter();
    let is_lit = panels.any(|panel| panel.standing.light.is_some());
    // By their names, so that the same scene gives the same text.
    let (mut pieces, mut patterns) = (BTreeMap::new(), BTreeMap::new());
    for face in &scene.faces {
        pieces.insert(face.piece().id, face.piece());
        patterns.extend(face.patterns().map(|pattern| (pattern.id, pattern)));
    }
    if is_lit {
        pieces.insert(QUEEN.id, &QUEEN);
    }
    for piece in group_kinds(scene).filter_map(group_symbol) {
        pieces.insert(piece.id, piece);
    }
    let mut symbols: Vec<&PictureSymbol> = pieces.into_values().collect();
    symbols.extend([&HOLE, &WALL, &MARK]);
    if is_lit {
        symbols.extend([&LIT, &NEW_CROSS, &NEW_QUEEN]);
    }
    symbols.extend(patterns.into_values());
    symbols
}

/// Returns the pieces as symbols of 48 x 48 in one picture, each under its name: for
/// pages that draw boards themselves.
#[must_use]
pub fn pieces() -> String {
    let mut out = Vec::new();
    // Writing to memory cannot fail.
    let _ = write_pieces(&mut out);
    String::from_utf8(out).unwrap_or_default()
}

fn write_pieces(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"<svg xmlns=\"http://www.w3.org/2000/svg\">\n")?;
    for symbol in PIECES {
        write!(
            out,
            "<symbol id=\"{}\" viewBox=\"0 0 {SQUARE_SIDE} {SQUARE_SIDE}\">",
            symbol.id
        )?;
        write_shapes("", symbol.shapes, "", out)?;
        out.write_all(b"</symbol>\n")?;
    }
    out.write_all(b"</svg>\n")
}

/// Writes `end` after each shape; names begin with `scope`.
pub(super) fn write_shapes(
    scope: &str,
    shapes: &[PictureShape],
    end: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    for shape in shapes {
        match shape {
            PictureShape::Rect {
                x,
                y,
                width,
                height,
                paint,
            } => {
                write!(out, "<rect{}", PaintAttribute(scope, Some(paint)))?;
                if (*x, *y) != (0, 0) {
                    write!(out, " x=\"{x}\" y=\"{y}\"")?;
                }
                write!(out, " width=\"{width}\" height=\"{height}\"/>")?;
            }
            PictureShape::Path { data, paint } => {
                write!(out, "<path{} d=\"{data}\"/>", PaintAttribute(scope, *paint))?;
            }
            PictureShape::Circle { x, y, radius } => {
                write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")?;
            }
            PictureShape::Stamp {
                symbol,
                x,
                y,
                paint,
            } => {
                write!(
                    out,
                    "<use href=\"#{scope}{}\"{} x=\"{x}\" y=\"{y}\"/>",
                    symbol.id,
                    PaintAttribute(scope, *paint)
                )?;
            }
            PictureShape::Tiles {
                tile,
                width,
                height,
            } => {
                write!(
                    out,
                    "<rect width=\"{width}\" height=\"{height}\" fill=\"url(#{scope}{})\"/>",
                    tile.id
                )?;
            }
            PictureShape::Words { paint, text, x, y } => {
                // Text searches find the words in an attribute.
                write!(
                    out,
                    "<g{} aria-label=\"{}\">",
                    PaintAttribute(scope, Some(paint)),
                    Escaped(text)
                )?;
                for (left, strokes) in letters::lay_out_text(text, *x) {
                    write!(
                        out,
                        "<path d=\"{strokes}\" transform=\"translate({left:.1} {y})\"/>"
                    )?;
                }
                out.write_all(b"</g>")?;
            }
        }
        out.write_all(end.as_bytes())?;
    }
    Ok(())
}

/// A paint as the attribute of a shape.
struct PaintAttribute<'s>(&'s str, Option<&'static Paint>);

impl fmt::Display for PaintAttribute<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            None => Ok(()),
            Some(Paint {
                class: "",
                fill: Some(ink),
                ..
            }) => write!(f, " fill=\"#{:06x}\"", ink.rgb),
            Some(paint) => write!(f, " class=\"{}{}\"", self.0, paint.class),
        }
    }
}

/// A paint as a rule of the style sheet.
pub(super) struct StyleRule<'l>(pub(super) &'static Paint, pub(super) &'l PictureStyle);

impl fmt::Display for StyleRule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ink = |f: &mut fmt::Formatter<'_>, what: &str, ink: Ink| {
            write!(f, " {what}: #{:06x};", ink.rgb)?;
            if ink.opacity < 1.0 {
                write!(f, " {what}-opacity: {};", ink.opacity)
            } else {
                Ok(())
            }
        };
        let own = self
            .1
            .colors
            .color_of(self.0.class)
            .map(|rgb| Ink { rgb, opacity: 1.0 });
        write!(f, ".{}{} {{", self.1.scope, self.0.class)?;
        match own.or(self.0.fill) {
            Some(fill) => ink(f, "fill", fill)?,
            None => f.write_str(" fill: none;")?,
        }
        if let Some(Stroke {
            ink: color,
            width,
            ends,
        }) = self.0.stroke
        {
            ink(f, "stroke", color)?;
            write!(f, " stroke-width: {width};")?;
            f.write_str(match ends {
                Ends::Butt => "",
                Ends::Square => " stroke-linecap: square;",
                Ends::Round => " stroke-linecap: round; stroke-linejoin: round;",
            })?;
        }
        f.write_str(" }")
    }
}
