//! The gallery of the deductions: its pictures, and its text.

use queens::Unsupported;
use queens::puzzle::{Hint, Options, Position, Step, TechniqueInfo, applications, hint, techniques, write};
use queens::render::Fill;
use queens::square::Square;
use std::error::Error;
use std::fmt::Write as _;

/// The line of the guide behind which the gallery stands.
const HEAD: &str = "\n## Gallery\n";

/// What stands above the deductions.
const INTRODUCTION: &str = "
One board for each deduction, weakest first, and beneath it the sentence that the hint says there. Squares in a blue
frame are read; those on white in a red frame are settled, with a cross or a queen. Small letters name the regions. Each
picture holds its board: `queens puzzle hint docs/guide/puzzles/fish.svg` says the sentence again.
";

/// What stands above those that lean on uniqueness.
const BY_UNIQUENESS: &str = "
## Gallery: by uniqueness

These two are true of puzzles with exactly one solution alone. Hints use them only with `--uniqueness`, and only where
nothing else applies; on these boards a count of two does as well.
";

/// A deduction on its example board.
pub(crate) struct Exhibit {
    technique: &'static TechniqueInfo,
    position: Position,
    step: Step,
}

/// All deductions, weakest first, those that lean on uniqueness last.
pub(crate) fn exhibits() -> Result<Vec<Exhibit>, Box<dyn Error>> {
    let exhibit = |technique: &'static TechniqueInfo| {
        let position = technique.position().ok_or(technique.id)?;
        let step = step(&position, technique)?.ok_or_else(|| format!("{} has no step", technique.id))?;
        Ok(Exhibit { technique, position, step })
    };
    techniques().map(exhibit).collect()
}

/// What a hint says of the marks of `position`; of a deduction that leans on uniqueness, where it applies first, because
/// weaker ones apply there too.
pub(crate) fn step(position: &Position, technique: &TechniqueInfo) -> Result<Option<Step>, Unsupported> {
    if technique.by_uniqueness {
        return Ok(applications(position, technique.id).into_iter().next());
    }
    Ok(match hint(position, &Options::default())? {
        Hint::Step(step) => Some(step),
        _ => None,
    })
}

impl Exhibit {
    /// The name of its picture, and the picture.
    pub(crate) fn picture(&self) -> Result<(String, String), Box<dyn Error>> {
        let mut svg = Vec::new();
        let fill = Fill { patterns: true, ..Fill::default() };
        write::step_svg(&self.position, &self.step, fill, &mut svg)?;
        Ok((format!("{}.svg", self.technique.id), String::from_utf8(svg)?))
    }

    /// Its part of the guide.
    fn text(&self) -> String {
        let TechniqueInfo { id, name, description, level, .. } = self.technique;
        let settled = [("crosses", &self.step.crosses), ("queens", &self.step.queens)];
        let mut shown = format!("reads {}", names(&self.step.read));
        for (what, squares) in settled.into_iter().filter(|(_, squares)| !squares.is_empty()) {
            // Writing to a string cannot fail.
            let _ = write!(shown, "; {what} {}", names(squares));
        }
        format!(
            "\n### {}\n\n{description}\n\n![{name}: {shown}](puzzles/{id}.svg)\n\n> {}\n\n`{id}`, level {level}\n",
            capital(name),
            self.step.sentence
        )
    }
}

/// The guide with the gallery as it is now; `guide` is its former text, of which all before the gallery stays.
pub(crate) fn page(guide: &str, exhibits: &[Exhibit]) -> Result<String, Box<dyn Error>> {
    let (before, _) = guide.split_once(HEAD).ok_or("the guide has no heading for the gallery")?;
    let mut page = format!("{before}{HEAD}{INTRODUCTION}");
    let (alone, by_uniqueness): (Vec<&Exhibit>, Vec<_>) =
        exhibits.iter().partition(|exhibit| !exhibit.technique.by_uniqueness);
    alone.iter().for_each(|exhibit| page += &exhibit.text());
    page += BY_UNIQUENESS;
    by_uniqueness.iter().for_each(|exhibit| page += &exhibit.text());
    Ok(page)
}

fn names(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
}

fn capital(name: &str) -> String {
    name[..1].to_uppercase() + &name[1..]
}
