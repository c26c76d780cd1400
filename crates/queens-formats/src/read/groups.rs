//! Solutions in groups, as text and CSV: a line for each group, its name and its squares.

use super::form::FirstLine;
use super::input::{Input, text};
use super::line::{is_comment, words};
use super::values::{FieldType, FieldValue, mismatch};
use super::{Flow, MAX_SOLUTION, SolutionLineError, SolutionSink, bad};
use control::clip;
use queens_model::placement::Placement;
use queens_model::relative::{Group, GroupKind};
use queens_model::square::Square;
use serde::de::{Error, IgnoredAny, MapAccess};

/// Splits a line into the name of its group and the words of its squares, of which `-` is
/// none; `None` if it begins with no such name.
fn split(line: &str) -> Option<(GroupKind, Vec<&str>)> {
    let mut words: Vec<&str> = words(line).collect();
    // A group without squares.
    let is_empty = words.len() > 1 && words.last() == Some(&"-");
    words.truncate(words.len() - usize::from(is_empty));
    let first = *words.first()?;
    let two = words.get(1).map(|second| format!("{first} {second}"));
    let (kind, squares) = match (two.and_then(|two| two.parse().ok()), first.parse().ok())
    {
        (Some(kind), _) => (kind, words.split_off(2)),
        (None, kind) => (kind?, words.split_off(1)),
    };
    // Any word may be the name of a kind, but not without squares.
    let are_squares =
        !squares.is_empty() && squares.iter().all(|word| word.parse::<Square>().is_ok());
    let is_group = !matches!(kind, GroupKind::Named(..)) || is_empty || are_squares;
    is_group.then_some((kind, squares))
}

/// Returns true if a line begins with the name of a group.
pub(super) fn is_group(line: &str) -> bool {
    split(line).is_some()
}

/// Returns true if a line is a group. The name of a piece alone, such as `queens`, may be
/// a problem.
pub(super) fn begins_with(line: &str) -> bool {
    split(line).is_some_and(|(kind, words)| {
        let may_be_problem = matches!(kind, GroupKind::Pieces(_))
            && words.is_empty()
            && !line.trim_end().ends_with('-');
        !may_be_problem && words.iter().all(|word| word.parse::<Square>().is_ok())
    })
}

/// Groups of a solution that may have more.
#[derive(Default)]
pub(super) struct PendingGroups {
    line: u64,
    /// Size of the board in the input, if any.
    size: Option<(u64, u64)>,
    groups: Vec<Group>,
    /// Number of their squares.
    squares: usize,
}

impl PendingGroups {
    /// Adds the group of a line: its name and its squares.
    pub(super) fn push(
        &mut self,
        line: u64,
        text: &str,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        let Some((kind, words)) = split(text) else {
            return bad(line, SolutionLineError::Group(clip(text)));
        };
        match words.into_iter().map(str::parse).collect() {
            Ok(squares) => self.add(
                line,
                None,
                Group {
                    kind,
                    placement: Placement::new(squares),
                },
                sink,
            ),
            Err(error) => bad(line, SolutionLineError::Square(error)),
        }
    }

    /// Adds a group. A group that there is already begins the next solution.
    pub(super) fn add(
        &mut self,
        line: u64,
        size: Option<(u64, u64)>,
        group: Group,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        if self.groups.iter().any(|known| known.kind == group.kind) {
            self.end(sink)?;
        }
        if self.groups.is_empty() {
            (self.line, self.size, self.squares) = (line, size, 0);
        }
        // A group without squares takes memory, too.
        self.squares += group.placement.len() + 1;
        if self.squares > MAX_SOLUTION / size_of::<Square>() {
            return bad(line, SolutionLineError::TooLong);
        }
        self.groups.push(group);
        Ok(())
    }

    /// Passes on the solution, if there is one.
    pub(super) fn end(&mut self, sink: &mut SolutionSink<'_>) -> Flow {
        if self.groups.is_empty() {
            return Ok(());
        }
        sink.put_groups(self.line, self.size, std::mem::take(&mut self.groups))
    }
}

/// Reads groups to the end of the input.
pub(super) fn read(
    first: &FirstLine,
    input: &mut Input<'_>,
    sink: &mut SolutionSink<'_>,
) -> Flow {
    let mut pending = PendingGroups::default();
    pending.push(first.line, &first.text, sink)?;
    let mut bytes = Vec::new();
    let mut line = input.line();
    while input.next_line(&mut bytes)? {
        let words = text(line, &bytes)?.trim();
        if !words.is_empty() && !is_comment(words) {
            pending.push(line, words, sink)?;
        }
        line = input.line();
    }
    pending.end(sink)
}

/// A group in JSON: `{"name": "white", "squares": [[0, 1], [2, 3]]}`.
impl FieldType for Group {
    fn expected() -> String {
        "a group: an object with a 'name' and 'squares'".to_owned()
    }

    fn from_map<'de, A: MapAccess<'de>>(mut map: A) -> Result<Self, A::Error> {
        let (mut name, mut squares) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            let is_repeated = match key.as_str() {
                "name" => name
                    .replace(map.next_value::<FieldValue<String>>()?.0)
                    .is_some(),
                "squares" => squares
                    .replace(map.next_value::<FieldValue<Vec<[u32; 2]>>>()?.0)
                    .is_some(),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    false
                }
            };
            if is_repeated {
                return Err(Error::custom(format_args!(
                    "'{key}' occurs twice: write it once"
                )));
            }
        }
        let (Some(name), Some(squares)) = (name, squares) else {
            return Err(mismatch(Self::expected(), "an object without one of them"));
        };
        let kind = name.parse().map_err(Error::custom)?;
        let squares = squares
            .into_iter()
            .map(|[row, column]| Square::new(row, column));
        Ok(Group {
            kind,
            placement: Placement::new(squares.collect()),
        })
    }
}
