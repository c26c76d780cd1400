//! The description of an engine.

use crate::question::Question;
use queens_model::unsupported::{Parameter, Unsupported};

/// Kind of result of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// Every solution, each once.
    All,
    /// One solution, if it ends at all.
    One,
    /// The number of solutions, without visiting them.
    Count,
    /// The answer to a question that only this engine answers.
    Special,
}

impl Completeness {
    /// Returns its description in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Completeness::All => "all solutions",
            Completeness::One => "one solution",
            Completeness::Count => "the number of solutions",
            Completeness::Special => "the answer to one kind of question",
        }
    }

    /// Its name in formats.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Completeness::All => "all",
            Completeness::One => "one",
            Completeness::Count => "count",
            Completeness::Special => "special",
        }
    }
}

/// A statistic that an engine keeps because its source does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureInfo {
    /// Name in one or two words, for the head of a table.
    pub name: &'static str,
    /// Exact definition of the number.
    pub words: &'static str,
}

/// Kind of a step: see [`super::ladder::Event`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// A queen is placed on a square.
    Place,
    /// A square is ruled out.
    Reject,
    /// A queen is removed.
    Remove,
    /// A solution is found.
    Solution,
}

impl StepKind {
    /// Its name in formats.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            StepKind::Place => "place",
            StepKind::Reject => "reject",
            StepKind::Remove => "remove",
            StepKind::Solution => "solution",
        }
    }
}

/// A line of the pseudocode of an engine; each level is indented by two spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdeaLine {
    /// Text of the line.
    pub text: &'static str,
    /// The kind of step that this line performs, if any.
    pub step: Option<IdeaStep>,
}

/// The steps that one line of the pseudocode performs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdeaStep {
    /// Kind of the steps.
    pub kind: StepKind,
    /// Sentence that describes each of them, with placeholders: `{square}`, its `{row}`
    /// and `{column}` from 1, `{piece}`; of a rejected square `{attack}`, such as
    /// "attacked by the queen on a1"; of a solution its `{number}` and its `{queens}`.
    pub sentence: &'static str,
}

impl IdeaLine {
    /// Creates a line without steps.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        IdeaLine { text, step: None }
    }

    /// Creates the line that performs the steps of a kind, with a sentence for them (see
    /// [`IdeaStep`]). There is one line for each kind of step that the engine takes.
    #[must_use]
    pub const fn at(kind: StepKind, text: &'static str, sentence: &'static str) -> Self {
        IdeaLine {
            text,
            step: Some(IdeaStep { kind, sentence }),
        }
    }

    /// Creates the line that finds a solution.
    #[must_use]
    pub const fn found(text: &'static str) -> Self {
        IdeaLine::at(StepKind::Solution, text, "Solution {number}: {queens}.")
    }
}

/// Description of an engine: its source, its algorithm, its cost and its statistics.
/// [`EngineInfo::new`] makes that of an engine of one's own.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct EngineInfo {
    /// Id that selects the engine.
    pub id: &'static str,
    /// Description in one line.
    pub title: &'static str,
    /// Year of the source.
    pub year: u16,
    /// Author of the source, or of the first description of the algorithm.
    pub author: &'static str,
    /// Title and place of the source.
    pub source: &'static str,
    /// Explanation of the algorithm in three lines.
    pub how: [&'static str; 3],
    /// Pseudocode, one line of which is current at each step; empty for engines that
    /// record no steps.
    pub idea: &'static [IdeaLine],
    /// Statistics of its own, in the order of [`crate::Answer::figures`].
    pub figures: &'static [FigureInfo],
    /// Time as a function of the size n.
    pub time: &'static str,
    /// Memory as a function of the size n.
    pub memory: &'static str,
    /// Kind of result.
    pub finds: Completeness,
    /// Largest n of the standard problem (or of the problem that the engine is for) that
    /// it answers within three seconds of processor time, for an engine of the ladder by
    /// `benches/ladder/times.csv`; `None` if it has not been timed, which no engine of the
    /// ladder may be.
    pub practical: Option<u32>,
    /// True if it halves the work by the mirror symmetry of the board.
    pub mirrors: bool,
}

impl EngineInfo {
    /// Creates a description with an id, a title and the kind of result, and nothing
    /// else.
    #[must_use]
    pub const fn new(id: &'static str, title: &'static str, finds: Completeness) -> Self {
        EngineInfo {
            id,
            title,
            year: 0,
            author: "",
            source: "",
            how: [""; 3],
            idea: &[],
            figures: &[],
            time: "",
            memory: "",
            finds,
            practical: None,
            mirrors: false,
        }
    }

    /// Checks that this kind of result answers `question`.
    ///
    /// # Errors
    /// It does not; the message suggests an alternative.
    pub fn answers(&self, question: Question) -> Result<(), Unsupported> {
        let enumerates = matches!(
            question,
            Question::One
                | Question::All
                | Question::Count
                | Question::Unique
                | Question::Fundamental
                | Question::Classes
        );
        let is_answered = match self.finds {
            Completeness::All => enumerates,
            Completeness::One => question == Question::One,
            Completeness::Count => question == Question::Count,
            Completeness::Special => false,
        };
        if is_answered {
            Ok(())
        } else {
            Err(self.wrong_question(question))
        }
    }

    /// Returns the refusal of a question that the engine does not answer.
    #[must_use]
    pub fn wrong_question(&self, question: Question) -> Unsupported {
        let reason = match self.finds {
            Completeness::All => format!(
                "it finds solutions, which does not answer `{question}`: leave the engine out (see `queens engines`)"
            ),
            Completeness::One => {
                "it finds one solution, not all: ask for one (`queens solve`) or choose another engine"
                    .to_owned()
            }
            Completeness::Count => {
                format!(
                    "it only counts, which does not answer `{question}`: leave the engine out or choose another"
                )
            }
            Completeness::Special => {
                format!(
                    "it does not answer `{question}`: leave the engine out (see `queens engines {}`)",
                    self.id
                )
            }
        };
        Unsupported::new(self.id, Parameter::Question, reason)
    }
}
