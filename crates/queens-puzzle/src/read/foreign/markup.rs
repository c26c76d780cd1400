//! Saved pages: as many elements of a kind as a board has squares, told apart by colour,
//! class, label or data; the data of a script, preformatted text, or the cells of a table;
//! and XML with the squares of each region.

use super::super::{PuzzleReadError, finish, grid, json, link};
use super::board::{NamedBoard, is_size, of_named_squares, positions};
use super::elements::{self, PageElement};
use super::table::normalised;
use super::{FormResult, arrays, edges, grids};
use crate::borders::Borders;
use crate::{MAX_SIZE, Mark, Position};
use queens_formats::read::unescaped;
use queens_model::square::Square;
use std::collections::{BTreeMap, HashSet};

/// Attributes with the row and the column of a square, and with its number.
const ROW_ATTRIBUTES: [&str; 6] =
    ["data-row", "row", "data-r", "data-y", "y", "aria-rowindex"];
const COLUMN_ATTRIBUTES: [&str; 8] = [
    "data-col",
    "data-column",
    "col",
    "column",
    "data-c",
    "data-x",
    "x",
    "aria-colindex",
];
const NUMBER_ATTRIBUTES: [&str; 6] = [
    "data-cell-idx",
    "data-index",
    "data-idx",
    "data-cell",
    "data-cell-index",
    "data-square",
];

/// Attributes with the region of a square, beside those whose names begin with `data-`.
const REGION_ATTRIBUTES: [&str; 5] = ["region", "area", "cage", "group", "zone"];

/// Reads the boards of a page or an XML file.
pub(super) fn read(text: &str, stars: Option<u32>) -> FormResult {
    let all = elements::read(text);
    regions_of_cells(&all, stars)
        .or_else(|| task(text, stars))
        .or_else(|| element_grids(&all, stars))
        .or_else(|| edges::read(&all, stars))
        .or_else(|| scripts(text, stars))
        .or_else(|| preformatted(text, stars))
        .or_else(|| table_cells(text, stars))
}

/// Reads the data of the scripts of a page: JSON, or arrays in a program.
fn scripts(page: &str, stars: Option<u32>) -> FormResult {
    let scripts = elements::contents(page, "script");
    let mut found = scripts.into_iter().filter_map(|script| {
        let script = script.trim();
        let is_json = script.starts_with(['{', '[']);
        let json = is_json.then(|| json::read_all(script, stars).ok());
        json.flatten()
            .map(Ok)
            .or_else(|| arrays::read(script, stars))
    });
    // Several scripts with boards: none of them is certainly the one that is shown.
    found.next().filter(|_| found.next().is_none())
}

/// Reads the boards in preformatted text.
fn preformatted(page: &str, stars: Option<u32>) -> FormResult {
    let texts = ["pre", "textarea", "code"].map(|name| elements::contents(page, name));
    let mut found = texts.into_iter().flatten().filter_map(|text| {
        let text = unescaped(text);
        grid::read_all(text.trim(), stars)
            .ok()
            .map(Ok)
            .or_else(|| grids::read(&text, stars))
    });
    found
        .next()
        .filter(|_| found.next().is_none())
        .or_else(|| rows_of_elements(page, stars))
}

/// Reads a board with an element for each row: `<row>AABB</row>`.
fn rows_of_elements(page: &str, stars: Option<u32>) -> FormResult {
    let rows = elements::contents(page, "row").join("\n");
    grid::read_all(&unescaped(&rows), stars).ok().map(Ok)
}

/// Reads a board whose squares are the cells of a table, with the name of a region each.
fn table_cells(page: &str, stars: Option<u32>) -> FormResult {
    let cells = elements::contents(page, "td").into_iter();
    let cells: Vec<String> = cells
        .map(|cell| unescaped(cell).trim().to_owned())
        .collect();
    positions(vec![(NamedBoard::of_cells(&cells)?, None)], stars)
}

/// Reads the numbers of `task = '1,1,2,...'` in a script.
fn task(page: &str, stars: Option<u32>) -> FormResult {
    let boards = page.match_indices("task").filter_map(|(at, _)| {
        let numbers = link::task(page.get(at..)?)?;
        let cells: Vec<&str> = numbers.split(',').collect();
        Some((NamedBoard::of_cells(&cells)?, None))
    });
    let mut boards: Vec<(NamedBoard, Option<u32>)> = boards.collect();
    boards.dedup();
    positions(boards, stars)
}

/// Reads XML in which each region has its cells, as LEGUP saves boards.
fn regions_of_cells(all: &[PageElement], stars: Option<u32>) -> FormResult {
    let mut regions: Vec<Vec<(Square, Mark)>> = Vec::new();
    let (mut named, mut is_inside) = (None, false);
    for element in all {
        match element.name.as_str() {
            "board" | "puzzle" => {
                named = named.or(element.number(&["puzzle_num", "stars"]));
            }
            "region" | "area" | "cage" => {
                regions.push(Vec::new());
                is_inside = true;
            }
            "/region" | "/area" | "/cage" => is_inside = false,
            "cell" if is_inside => {
                let (column, row) = (
                    element.number(&["x", "col", "column"])?,
                    element.number(&["y", "row"])?,
                );
                regions
                    .last_mut()?
                    .push((Square::new(row, column), legup_mark(element)));
            }
            _ => {}
        }
    }
    let size = regions.len();
    let squares = regions.iter().enumerate().flat_map(|(name, squares)| {
        squares
            .iter()
            .map(move |(square, _)| ([square.row, square.column], name.to_string()))
    });
    if !is_size(size) {
        return None;
    }
    let board = of_named_squares(size, squares)?;
    Some(
        board
            .position(stars.or(named))
            .map(|mut position: Position| {
                regions
                    .iter()
                    .flatten()
                    .for_each(|&(square, mark)| position.set(square, mark));
                vec![position]
            }),
    )
}

/// Returns the mark of a cell of LEGUP: -2 is a star, -1 a black square.
fn legup_mark(cell: &PageElement) -> Mark {
    match cell.attribute("value") {
        Some("-2") => Mark::Queen,
        Some("-1") => Mark::Cross,
        _ => Mark::Open,
    }
}

/// Reads grids of elements.
fn element_grids(all: &[PageElement], stars: Option<u32>) -> FormResult {
    let mut found: Option<Result<Vec<Position>, PuzzleReadError>> = None;
    let mut groups: BTreeMap<(&str, Vec<&str>), Vec<&PageElement>> = BTreeMap::new();
    for element in all
        .iter()
        .filter(|element| element.attributes().next().is_some())
    {
        let names: Vec<&str> = element
            .attributes()
            .map(|(name, _)| name)
            .filter(|name| !is_state(name))
            .collect();
        groups
            .entry((&element.name, names))
            .or_default()
            .push(element);
    }
    for group in groups.values() {
        let Some(grid) = PageGrid::from_elements(group) else {
            continue;
        };
        match (grid.regions(), &found) {
            (Some(regions), None) => {
                found = Some(
                    finish(grid.size as u32, stars, regions, []).map(|one| vec![one]),
                );
            }
            (Some(regions), Some(Ok(before)))
                if before[0].puzzle().regions() != regions =>
            {
                return None;
            }
            _ => {}
        }
    }
    found
}

/// Returns true for an attribute that shows the state of a square, which only some
/// squares have.
fn is_state(name: &str) -> bool {
    [
        "aria-disabled",
        "aria-selected",
        "aria-pressed",
        "tabindex",
        "disabled",
        "title",
    ]
    .contains(&name)
}

/// Elements that may be the squares of a board.
pub(super) struct PageGrid<'e> {
    pub(super) size: usize,
    /// Row by row.
    pub(super) squares: Vec<&'e PageElement>,
}

impl<'e> PageGrid<'e> {
    /// Puts elements in the order of squares; `None` if their number is not that of a
    /// board, or their places are not all different.
    pub(super) fn from_elements(elements: &[&'e PageElement]) -> Option<Self> {
        let size = elements.len().isqrt();
        if !is_size(size) || size * size != elements.len() || size > MAX_SIZE as usize {
            return None;
        }
        let by_place = |element: &PageElement| {
            Some((
                element.number(&ROW_ATTRIBUTES)?,
                element.number(&COLUMN_ATTRIBUTES)?,
            ))
        };
        let by_number =
            |element: &PageElement| Some((element.number(&NUMBER_ATTRIBUTES)?, 0));
        let places = |place: &dyn Fn(&PageElement) -> Option<(u32, u32)>| {
            elements
                .iter()
                .map(|element| place(element))
                .collect::<Option<Vec<_>>>()
        };
        let mut squares = elements.to_vec();
        if let Some(places) = places(&by_place).or_else(|| places(&by_number)) {
            if places.iter().collect::<HashSet<_>>().len() != places.len() {
                return None;
            }
            let mut ordered: Vec<((u32, u32), &PageElement)> =
                places.into_iter().zip(squares).collect();
            ordered.sort_by_key(|(place, _)| *place);
            squares = ordered.into_iter().map(|(_, element)| element).collect();
        }
        Some(PageGrid { size, squares })
    }

    /// Returns the regions: all features that name as many regions as there are rows must
    /// agree.
    fn regions(&self) -> Option<Vec<u32>> {
        let mut found: Vec<Vec<u32>> = self
            .features()
            .iter()
            .filter_map(|names| self.partition(names))
            .collect();
        found.sort();
        found.dedup();
        found.pop().filter(|_| found.is_empty())
    }

    /// Numbers of the names in order, if they divide the board into as many regions as it
    /// has rows, and not into its rows or columns.
    fn partition(&self, names: &[String]) -> Option<Vec<u32>> {
        let mut seen: Vec<&String> = Vec::new();
        let mut numbers = Vec::new();
        for name in names {
            let number =
                seen.iter()
                    .position(|known| *known == name)
                    .unwrap_or_else(|| {
                        seen.push(name);
                        seen.len() - 1
                    });
            if seen.len() > self.size {
                return None;
            }
            numbers.push(number as u32);
        }
        let is_lines = |line: &dyn Fn(usize) -> usize| {
            numbers
                .iter()
                .enumerate()
                .all(|(at, &number)| number as usize == line(at))
        };
        let is_plain = is_lines(&|at| at / self.size) || is_lines(&|at| at % self.size);
        (seen.len() == self.size && !is_plain).then_some(numbers)
    }

    /// Values of the squares by which they may be told apart.
    fn features(&self) -> Vec<Vec<String>> {
        let mut features = vec![self.each(&background), self.each(&label_color)];
        let first = self.squares[0];
        for (name, _) in first
            .attributes()
            .filter(|(name, _)| name.starts_with("data-") || is_color_name(name))
        {
            features
                .push(self.each(&|element| element.attribute(name).map(str::to_owned)));
        }
        let classes = first.attribute("class").unwrap_or_default();
        for family in classes.split_whitespace().filter_map(class_family) {
            features.push(self.each(&|element| only_class_of(element, family)));
        }
        for name in REGION_ATTRIBUTES {
            features
                .push(self.each(&|element| element.attribute(name).map(str::to_owned)));
        }
        let values = self.each(&|element| element.attribute("value").map(str::to_owned));
        if self.is_connected(&values) {
            features.push(values);
        }
        features.retain(|names| !names.is_empty());
        features
    }

    /// Returns true if the squares of each name are connected: digits of other puzzles
    /// are not.
    fn is_connected(&self, names: &[String]) -> bool {
        self.partition(names).is_some_and(|regions| {
            Borders::from_regions(self.size, &regions).number_rooms() == regions
        })
    }

    /// Returns a value for each square; nothing if a square has none.
    fn each(&self, value: &dyn Fn(&PageElement) -> Option<String>) -> Vec<String> {
        self.squares
            .iter()
            .map(|element| value(element))
            .collect::<Option<_>>()
            .unwrap_or_default()
    }
}

fn is_color_name(name: &str) -> bool {
    ["fill", "bgcolor", "color"].contains(&name)
}

/// Returns the background colour of an element.
fn background(element: &PageElement) -> Option<String> {
    let style = element.attribute("style")?;
    let declarations = style
        .split(';')
        .filter_map(|declaration| declaration.split_once(':'));
    let mut colors = declarations.filter(|(name, _)| {
        [
            "background",
            "background-color",
            "fill",
            "--color",
            "--cell-color",
        ]
        .contains(&name.trim())
    });
    colors.next().map(|(_, color)| normalised(color))
}

/// Returns the colour that a label names: `Empty cell of color Lavender, row 1, column
/// 2`.
fn label_color(element: &PageElement) -> Option<String> {
    let label = element.attribute("aria-label")?.to_lowercase();
    let (_, color) = label
        .split_once("color ")
        .or_else(|| label.split_once("colour "))?;
    Some(color.split(',').next()?.trim().to_owned())
}

/// Returns the part of a class before its last word or number: `cell-color-` of
/// `cell-color-3`.
fn class_family(class: &str) -> Option<&str> {
    let end = class
        .rfind(['-', '_'])
        .map(|at| at + 1)
        .or_else(|| class.find(|c: char| c.is_ascii_digit()))?;
    class.get(..end).filter(|family| !family.is_empty())
}

/// Returns the only class of an element that belongs to a family.
fn only_class_of(element: &PageElement, family: &str) -> Option<String> {
    let mut classes = element
        .attribute("class")?
        .split_whitespace()
        .filter(|class| class.starts_with(family));
    classes
        .next()
        .filter(|_| classes.next().is_none())
        .map(str::to_owned)
}
