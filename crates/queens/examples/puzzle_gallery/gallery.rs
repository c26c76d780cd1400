//! The gallery of the deductions: its pictures and its text.

use queens::puzzle::{
    Options, Position, PuzzleStep, TechniqueInfo, applications, explain_from, techniques,
    write,
};
use queens::render::Fill;
use queens::square::Square;
use std::error::Error;
use std::fmt::Write as _;

/// Heading of the gallery in the guide.
const GALLERY_HEADING: &str = "\n## Gallery\n";

/// Text above the deductions.
const GALLERY_INTRODUCTION: &str = "
One board for each deduction, easiest first, with the hint for it. Each number in the sentence stands after something that the
reason uses, and on the board on one of its squares, all of which have a blue frame. The squares in a red frame on white are the
conclusion, a cross or a queen. Small letters name the regions. Each picture
contains its board: `queens puzzle hint docs/guide/puzzles/fish.svg` prints the hint again, except for the first two, which
are hints only if nothing else applies.
";

/// Text above the deductions by uniqueness.
const BY_UNIQUENESS: &str = "
## Gallery: by uniqueness

These two hold only in puzzles with exactly one solution. Hints use them only with `--uniqueness`, and only if nothing
else applies; on these boards a count of two applies as well.
";

/// A deduction on its example board.
pub(crate) struct Exhibit {
    technique: &'static TechniqueInfo,
    position: Position,
    step: PuzzleStep,
}

/// All deductions, easiest first, those by uniqueness last.
pub(crate) fn exhibits() -> Result<Vec<Exhibit>, Box<dyn Error>> {
    let exhibit = |technique: &'static TechniqueInfo| {
        let position = technique.position().ok_or(technique.id)?;
        let step = step(&position, technique)
            .ok_or_else(|| format!("{} has no step", technique.id))?;
        Ok(Exhibit {
            technique,
            position,
            step,
        })
    };
    techniques().map(exhibit).collect()
}

/// Returns the first step from `position` if it is by this deduction; for a deduction by
/// uniqueness its first application, because easier ones apply there, too.
pub(crate) fn step(position: &Position, technique: &TechniqueInfo) -> Option<PuzzleStep> {
    let first = match technique.by_uniqueness {
        true => applications(position, technique.id).into_iter().next(),
        false => explain_from(position, &Options::default())
            .steps
            .into_iter()
            .next(),
    };
    first.filter(|step| step.technique.id == technique.id)
}

impl Exhibit {
    /// File name of the picture, and the picture.
    pub(crate) fn picture(&self) -> Result<(String, String), Box<dyn Error>> {
        let mut svg = Vec::new();
        let fill = Fill {
            patterns: true,
            ..Fill::default()
        };
        write::step_svg(&self.position, &self.step, fill, &mut svg)?;
        Ok((
            format!("{}.svg", self.technique.id),
            String::from_utf8(svg)?,
        ))
    }

    /// Section of the guide.
    fn text(&self) -> String {
        let TechniqueInfo {
            id,
            name,
            description,
            level,
            ..
        } = self.technique;
        let settled = [
            ("crosses", &self.step.crosses),
            ("queens", &self.step.queens),
        ];
        let mut shown = format!("reads {}", names(&self.step.read()));
        for (what, squares) in settled
            .into_iter()
            .filter(|(_, squares)| !squares.is_empty())
        {
            // Writing to a string cannot fail.
            let _ = write!(shown, "; {what} {}", names(squares));
        }
        format!(
            "\n### {}\n\n{description}\n\n![{name}: {shown}](puzzles/{id}.svg)\n\n> {}\n\n`{id}`, level {level}\n",
            queens::control::capitalized(name),
            self.step.numbered_sentence()
        )
    }
}

/// Returns `guide` with an updated gallery.
pub(crate) fn page(guide: &str, exhibits: &[Exhibit]) -> Result<String, Box<dyn Error>> {
    let (before, _) = guide
        .split_once(GALLERY_HEADING)
        .ok_or("the guide has no heading for the gallery")?;
    let mut page = format!("{before}{GALLERY_HEADING}{GALLERY_INTRODUCTION}");
    let (alone, by_uniqueness): (Vec<&Exhibit>, Vec<_>) = exhibits
        .iter()
        .partition(|exhibit| !exhibit.technique.by_uniqueness);
    alone.iter().for_each(|exhibit| page += &exhibit.text());
    page += BY_UNIQUENESS;
    by_uniqueness
        .iter()
        .for_each(|exhibit| page += &exhibit.text());
    Ok(page)
}

fn names(squares: &[Square]) -> String {
    squares
        .iter()
        .map(Square::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}
