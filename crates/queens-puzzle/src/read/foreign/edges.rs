//! Saved pages that show the regions by thick edges of their squares: classes such as
//! `border-top`, `bt` or `wall_left`, or widths in a style.

use super::super::from_borders;
use super::FormResult;
use super::elements::PageElement;
use super::markup::PageGrid;
use crate::borders::Borders;
use std::collections::{BTreeMap, BTreeSet};

/// The sides of a square, clockwise from the top.
const SIDES: [&str; 4] = ["top", "right", "bottom", "left"];

/// Sides of a square that have a thick edge, clockwise from the top.
type EdgeSides = [bool; 4];

/// Reads the only board whose squares have thick edges.
pub(super) fn read(all: &[PageElement], stars: Option<u32>) -> FormResult {
    let mut found: BTreeSet<(usize, Vec<u32>)> = BTreeSet::new();
    let mut boards = Vec::new();
    for group in element_groups(all) {
        let Some(grid) = PageGrid::from_elements(&group) else {
            continue;
        };
        for edges in all_edges(&grid.squares) {
            let borders = borders(grid.size, &edges);
            let rooms = borders.number_rooms();
            let is_board = rooms.iter().collect::<BTreeSet<_>>().len() == grid.size;
            // An edge within a room is no border of regions.
            if is_board
                && Borders::from_regions(grid.size, &rooms) == borders
                && found.insert((grid.size, rooms))
            {
                boards.push(borders);
            }
        }
    }
    match &boards[..] {
        [borders] => {
            Some(from_borders(borders, stars.unwrap_or(1)).map(|position| vec![position]))
        }
        _ => None,
    }
}

/// Returns the elements of each name, and those of them with the same first class.
fn element_groups(all: &[PageElement]) -> Vec<Vec<&PageElement>> {
    let mut groups: BTreeMap<(&str, &str), Vec<&PageElement>> = BTreeMap::new();
    for element in all {
        let class = element.attribute("class").unwrap_or_default();
        let first = class.split_whitespace().next().unwrap_or_default();
        groups.entry((&element.name, "")).or_default().push(element);
        if !first.is_empty() {
            let group = groups.entry((&element.name, first)).or_default();
            group.push(element);
        }
    }
    groups.into_values().collect()
}

/// Returns the thick edges of the squares, as each family of classes and the styles show
/// them.
fn all_edges(squares: &[&PageElement]) -> Vec<Vec<EdgeSides>> {
    let mut families = BTreeSet::new();
    for square in squares {
        families.extend(side_classes(square).map(|(family, _)| family));
    }
    let mut edges: Vec<Vec<EdgeSides>> = families
        .into_iter()
        .map(|family| squares.iter().map(|one| edges_of(one, family)).collect())
        .collect();
    edges.extend(edges_of_styles(squares));
    edges
}

/// Returns the classes of an element that name a side: their family and the side.
fn side_classes(element: &PageElement) -> impl Iterator<Item = (&str, usize)> {
    let classes = element.attribute("class").unwrap_or_default();
    classes.split_whitespace().filter_map(side_class)
}

/// Splits a class into its family and a side: `border-top`, `bt`, `wall_left`.
fn side_class(class: &str) -> Option<(&str, usize)> {
    for (side, word) in SIDES.into_iter().enumerate() {
        if let Some(family) = class.strip_suffix(word) {
            return Some((family, side));
        }
    }
    let letter = class.chars().next_back()?;
    let side = SIDES.iter().position(|word| word.starts_with(letter))?;
    let family = class.strip_suffix(letter)?;
    let is_short = [
        "b", "border-", "border", "bd-", "w", "wall-", "edge-", "thick-",
    ];
    is_short.contains(&family).then_some((family, side))
}

/// Returns the sides that the classes of a family name.
fn edges_of(element: &PageElement, family: &str) -> EdgeSides {
    let mut edges = EdgeSides::default();
    for (_, side) in side_classes(element).filter(|(known, _)| *known == family) {
        edges[side] = true;
    }
    edges
}

/// Returns the edges that styles show with two widths, the larger of them being thick.
fn edges_of_styles(squares: &[&PageElement]) -> Option<Vec<EdgeSides>> {
    let widths: Vec<[u32; 4]> = squares.iter().map(|one| border_widths(one)).collect();
    let known: BTreeSet<u32> = widths.iter().flatten().copied().collect();
    if known.len() != 2 {
        return None;
    }
    let thick = known.last().copied()?;
    let is_thick = |sides: [u32; 4]| sides.map(|width| width == thick);
    Some(widths.into_iter().map(is_thick).collect())
}

/// Returns the widths of the edges of an element, in hundredths of a pixel; 0 for a side
/// without one.
fn border_widths(element: &PageElement) -> [u32; 4] {
    let mut widths = [0; 4];
    let style = element.attribute("style").unwrap_or_default();
    for (name, value) in style.split(';').filter_map(|part| part.split_once(':')) {
        let name = name.trim();
        let mut numbers = value.split_whitespace().filter_map(width_in_pixels);
        let side = name
            .strip_prefix("border-")
            .map(|rest| rest.trim_end_matches("-width"))
            .and_then(|rest| SIDES.iter().position(|side| *side == rest));
        match (name, side) {
            (_, Some(side)) => widths[side] = numbers.next().unwrap_or(0),
            ("border" | "border-width", None) => {
                let all: Vec<u32> = numbers.collect();
                widths = all_sides(&all).unwrap_or(widths);
            }
            _ => {}
        }
    }
    widths
}

/// Returns the widths of the four sides that one to four numbers of CSS give.
fn all_sides(numbers: &[u32]) -> Option<[u32; 4]> {
    match *numbers {
        [all] => Some([all; 4]),
        [rows, columns] => Some([rows, columns, rows, columns]),
        [top, columns, bottom] => Some([top, columns, bottom, columns]),
        [top, right, bottom, left] => Some([top, right, bottom, left]),
        _ => None,
    }
}

/// Reads a width such as `3px`, in hundredths of a pixel.
fn width_in_pixels(word: &str) -> Option<u32> {
    if word == "none" || word == "0" {
        return Some(0);
    }
    let pixels: f64 = word.strip_suffix("px")?.parse().ok()?;
    (0.0..1000.0)
        .contains(&pixels)
        .then_some((pixels * 100.0) as u32)
}

/// Returns the borders between squares with these edges: one of the two squares beside a
/// border may be without its edge.
fn borders(size: usize, edges: &[EdgeSides]) -> Borders {
    let [top, right, bottom, left] = [0, 1, 2, 3];
    let mut borders = Borders {
        size,
        right: Vec::new(),
        below: Vec::new(),
    };
    for (at, edge) in edges.iter().enumerate() {
        if at % size + 1 < size {
            borders.right.push(edge[right] || edges[at + 1][left]);
        }
        if let Some(below) = edges.get(at + size) {
            borders.below.push(edge[bottom] || below[top]);
        }
    }
    borders
}
